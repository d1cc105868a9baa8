/* test_normalised.c - weights divided by what they sum to: contained, tight, zeros kept exactly. */
#include "weight/normalised.h"
#include "tests/support/suite.h"
#include "tests/support/contain.h"
#include "tests/support/reproduce.h"
#include <math.h>
#include <string.h>

#define CASES 10000
#define MOST_KEYS 12
#define PRECISION 300

typedef enum { SUM, ABSOLUTE_SUM, AT_LEAST_ONE, LENGTH, WAYS } normalisation;

typedef struct {
    normalisation way;
    size_t keys;
    double epsilon;
    plumb_ball weight[MOST_KEYS], result[MOST_KEYS + 1];
} weights;

static const plumb_ball guard = {12345, 678};

static void evaluate(weights *w) {
    memcpy(w->result, w->weight, sizeof w->weight);
    w->result[w->keys] = guard;
    switch (w->way) {
    case SUM:
        plumb_normalise_sum(w->result, w->keys, w->epsilon);
        break;
    case ABSOLUTE_SUM:
        plumb_normalise_absolute_sum(w->result, w->keys, w->epsilon);
        break;
    case AT_LEAST_ONE:
        plumb_normalise_at_least_one(w->result, w->keys);
        break;
    default:
        plumb_normalise_length(w->result, w->keys);
        break;
    }
    ck_assert_msg(balls_identical(w->result[w->keys], guard), "writes beyond the keys");
}

/* Weights of one size, of one sign or two; nearly cancelling; exact zeros among them; or edges. */
static void draw(random_cases *cases, weights *w, bool exact) {
    static const double sizes[] = {0, 0x1p-60, 0.05, 1, 30, 1e15, 1e300};
    static const double epsilons[] = {0, 1e-8, 1e-8, 1, 0x1p-1074, 1e300};
    double size = sizes[random_below(cases, sizeof sizes / sizeof *sizes)];
    bool edges = random_below(cases, 8) == 0, positive = random_below(cases, 2) == 0;
    w->way = (normalisation)random_below(cases, WAYS);
    w->epsilon = epsilons[random_below(cases, sizeof epsilons / sizeof *epsilons)];
    w->keys = random_below(cases, MOST_KEYS + 1);
    for (size_t j = 0; j < w->keys; j++) {
        double mid = edges ? random_edge(cases) : size * random_normal(cases);
        if (j > 0 && random_below(cases, 6) == 0)
            mid = random_companion(cases, w->weight[j - 1].mid);
        double rad =
            exact ? 0 : fabs(mid) * ldexp(random_uniform(cases), (int)random_below(cases, 60) - 58);
        w->weight[j] = (plumb_ball){positive ? fabs(mid) : mid, rad};
        if (random_below(cases, 5) == 0)
            w->weight[j] = plumb_ball_zero();
    }
}

static void fail_case(const random_cases *cases, const char *what, const weights *w, size_t j) {
    static const char *const names[] = {"sum", "absolute sum", "at least one", "length"};
    reproduction line = reproduce(cases);
    reproduce_text(&line, " %s, %s: weight %zu", names[w->way], what, j);
    reproduce_balls(&line, "result", w->result + j, 1);
    reproduce_balls(&line, "weight", w->weight, w->keys);
    reproduce_doubles(&line, "epsilon", &w->epsilon, 1);
    reproduce_fail(&line);
}

/* The divisor, exactly, with weight j at one end of its ball and the others at another. */
static void exact_divisor(arb_t divisor, const weights *w, size_t j, int side, int others) {
    arb_t term, one;
    arb_init(term);
    arb_init(one);
    arb_set_ui(divisor, w->way == LENGTH ? w->keys : 0);
    for (size_t i = 0; i < w->keys && w->way != LENGTH; i++) {
        ball_point(term, w->weight[i], i == j ? side : others);
        if (w->way == ABSOLUTE_SUM)
            arb_abs(term, term);
        arb_add(divisor, divisor, term, ARF_PREC_EXACT);
    }
    if (w->way == AT_LEAST_ONE) {
        arb_one(one);
        arb_abs(divisor, divisor);
        arb_max(divisor, divisor, one, ARF_PREC_EXACT);
    } else if (w->way != LENGTH) {
        arb_set_d(term, w->epsilon);
        arb_add(divisor, divisor, term, ARF_PREC_EXACT);
    }
    arb_clear(term);
    arb_clear(one);
}

static void check_contains(const random_cases *cases, const weights *w, size_t j) {
    arb_t exact, divisor;
    arb_init(exact);
    arb_init(divisor);
    bool positive = false, negative = false;
    for (int choice = 0; choice < 9; choice++) {
        int side = choice % 3 - 1, others = choice / 3 - 1;
        exact_divisor(divisor, w, j, side, others);
        positive = positive || !arb_is_negative(divisor);
        negative = negative || !arb_is_positive(divisor);
        ball_point(exact, w->weight[j], side);
        if (w->way == ABSOLUTE_SUM)
            arb_abs(exact, exact);
        arb_div(exact, exact, divisor, PRECISION);
        if (!arb_is_zero(divisor) && !ball_contains(w->result[j], exact))
            fail_case(cases, "does not contain the weight", w, j);
    }
    if (positive && negative && ball_informs(w->result[j]))
        fail_case(cases, "informs, but may be divided by 0", w, j);
    arb_clear(exact);
    arb_clear(divisor);
}

START_TEST(contains) {
    random_cases cases = random_begin("normalised", CASES);
    weights w;
    while (random_next(&cases)) {
        draw(&cases, &w, random_below(&cases, 2) == 0);
        evaluate(&w);
        for (size_t j = 0; j < w.keys; j++) {
            check_contains(&cases, &w, j);
            if (w.weight[j].mid == 0 && w.weight[j].rad == 0 && ball_informs(w.result[j]) &&
                !(w.result[j].mid == 0 && w.result[j].rad == 0))
                fail_case(&cases, "0, but not exactly", &w, j);
        }
    }
}
END_TEST

static double absolute_sum(const weights *w) {
    double absolute = 0;
    for (size_t i = 0; i < w->keys; i++)
        absolute += fabs(w->weight[i].mid);
    return absolute;
}

/* What the additions round goes by the absolute values and epsilon; a length is exact. */
static double summed(const weights *w) {
    if (w->way == LENGTH)
        return 0;
    return absolute_sum(w) + (w->way == AT_LEAST_ONE ? 0 : w->epsilon);
}

static double divisor_of(const weights *w) {
    double sum = 0;
    for (size_t i = 0; i < w->keys; i++)
        sum += w->way == ABSOLUTE_SUM ? fabs(w->weight[i].mid) : w->weight[i].mid;
    return w->way == LENGTH         ? (double)w->keys
           : w->way == AT_LEAST_ONE ? fmax(fabs(sum), 1)
                                    : fabs(sum + w->epsilon);
}

/* Of exact weights: one rounding of 2^-53 for each of the additions, relative to the sum of the
   absolute values, and one for the quotient; 2^-1000 each besides.  Of huge weights, of a divisor of next to nothing,
   or one that cancels, nothing is demanded. */
static double limit(const weights *w, size_t j) {
    double absolute = summed(w), divisor = divisor_of(w);
    if (absolute_sum(w) > 0x1p1000 || divisor < 0x1p-900 || divisor < absolute * 0x1p-40)
        return INFINITY;
    double size = fabs(w->weight[j].mid) / divisor;
    double roundings = (double)(w->keys + 3) * absolute / divisor + 3;
    double extra = (double)(w->keys + 5) * 0x1p-998 * (1 + size) / fmin(divisor, 1) + 0x1p-998;
    return size * roundings * 0x1.02p-53 + extra;
}

START_TEST(is_tight) {
    random_cases cases = random_begin("normalised is tight", CASES);
    weights w;
    while (random_next(&cases)) {
        draw(&cases, &w, true);
        evaluate(&w);
        for (size_t j = 0; j < w.keys; j++) {
            if (limit(&w, j) < INFINITY && !(w.result[j].rad <= limit(&w, j)))
                fail_case(&cases, "too wide", &w, j);
        }
    }
}
END_TEST

static weights three(normalisation way, double a, double b, double c) {
    return (weights){way, 3, 1e-8, {{a, 0}, {b, 0}, {c, 0}}, {{0, 0}}};
}

START_TEST(by_hand) {
    weights w = three(SUM, 1, 2, 5);
    w.epsilon = 0;
    evaluate(&w);
    ck_assert(ball_contains_ratio(w.result[0], 1, 8) && ball_contains_ratio(w.result[2], 5, 8));
    ck_assert(w.result[2].rad < 0x1p-49);
    w = three(ABSOLUTE_SUM, -1, 2, -5);
    w.epsilon = 8;
    evaluate(&w);
    ck_assert(ball_contains_ratio(w.result[0], 1, 16) && ball_contains_ratio(w.result[2], 5, 16));
    w = three(AT_LEAST_ONE, -1, 2, -5);
    evaluate(&w);
    ck_assert(ball_contains_ratio(w.result[0], -1, 4) && ball_contains_ratio(w.result[2], -5, 4));
    w = three(AT_LEAST_ONE, -0.25, 0.5, -0.75);
    evaluate(&w);
    ck_assert(ball_contains_double(w.result[0], -0.25) && ball_contains_double(w.result[2], -0.75));
    w = three(LENGTH, -1, 2, -6);
    evaluate(&w);
    ck_assert(ball_contains_ratio(w.result[0], -1, 3) && ball_contains_double(w.result[2], -2));
    w = three(SUM, 0, 0, 0);
    evaluate(&w);
    ck_assert(balls_identical(w.result[1], plumb_ball_zero()));
}
END_TEST

START_TEST(no_information_spreads) {
    for (normalisation way = SUM; way < WAYS; way++) {
        weights w = three(way, 1, 0, 2);
        w.weight[1] = plumb_ball_unknown();
        evaluate(&w);
        for (size_t j = 0; j < 3; j++)
            ck_assert(ball_informs(w.result[j]) == (way == LENGTH && j != 1));
        w = three(way, 0, 0, 0);
        w.epsilon = 0;
        evaluate(&w);
        for (size_t j = 0; j < 3; j++)
            ck_assert(ball_informs(w.result[j]) == (way == AT_LEAST_ONE || way == LENGTH));
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("weight/normalised");
    TCase *tests = tcase_create("normalised");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, contains);
    tcase_add_test(tests, is_tight);
    tcase_add_test(tests, by_hand);
    tcase_add_test(tests, no_information_spreads);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
