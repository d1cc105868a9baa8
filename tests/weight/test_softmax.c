/* test_softmax.c - weights from score balls: contained, tight, and only of visible keys. */
#include "weight/softmax.h"

#define MOST_KEYS 20
#define USUAL 0
#include "tests/weight/weights.h"

static void weigh(weights *w) {
    plumb_softmax(w->score, w->visible, w->keys, w->weight);
}

static void draw(random_cases *cases, weights *w, bool exact) {
    static const double sizes[] = {0, 0x1p-60, 1, 30, 800, 1e4, 1e15, 1e300};
    w->parameter = USUAL;
    draw_scores(cases, sizes, sizeof sizes / sizeof *sizes, w, exact);
}

/* weight[j] = 1 / sum of exp(score[i] - score[j]), key j at one end of its ball and the others at
   another: the weight is extreme where the ends are opposite. */
static void exact_weight(arb_t weight, const weights *w, size_t j, int side, int others) {
    arb_t own, term;
    arb_init(own);
    arb_init(term);
    arb_zero(weight);
    ball_point(own, w->score[j], side);
    for (size_t i = 0; i < w->keys; i++) {
        if (!w->visible[i])
            continue;
        ball_point(term, w->score[i], i == j ? side : others);
        arb_sub(term, term, own, ARF_PREC_EXACT);
        exponential(term, term);
        arb_add(weight, weight, term, PRECISION);
    }
    arb_inv(weight, weight, PRECISION);
    arb_clear(own);
    arb_clear(term);
}

static void check_contains(const random_cases *cases, const weights *w, size_t j) {
    arb_t exact;
    arb_init(exact);
    for (int side = -1; side <= 1; side++) {
        exact_weight(exact, w, j, side, -side);
        if (!ball_contains(w->weight[j], exact))
            fail_case(cases, "does not contain the weight", w, j);
    }
    arb_clear(exact);
}

static void check_case(random_cases *cases, bool exact) {
    weights w;
    draw(cases, &w, exact);
    evaluate(&w);
    for (size_t j = 0; j < w.keys; j++)
        if (w.visible[j])
            check_contains(cases, &w, j);
        else if (!balls_identical(w.weight[j], plumb_ball_zero()))
            fail_case(cases, "invisible, but not 0", &w, j);
}

START_TEST(contains) {
    random_cases cases = random_begin("softmax", CASES);
    while (random_next(&cases))
        check_case(&cases, random_below(&cases, 2) == 0);
}
END_TEST

/* Of exact scores s, m the largest: shifting and exponential err by 2^-53 (|s_j - m| + 2) of each
   term, the sum by the mean of that and 2^-53 (keys / 8 + 9), its reciprocal and the product by
   2^-53 each.  The second term is for the steps of 2^-1000, and for terms below e^-707, of which
   only 2^-1019 is known, beside a sum of e^-128 where nothing is shifted.
   Scores too far apart to subtract leave nothing known. */
static double limit(const weights *w, size_t j) {
    double largest = -DBL_MAX, sum = 0, mean = 0, weight = 0;
    for (size_t i = 0; i < w->keys; i++)
        if (w->visible[i])
            largest = fmax(largest, w->score[i].mid);
    for (size_t i = 0; i < w->keys; i++) {
        if (!w->visible[i])
            continue;
        double distance = largest - w->score[i].mid;
        if (!isfinite(distance))
            return INFINITY;
        double term = exp(-distance);
        sum += term;
        mean += term > 0 ? term * distance : 0;
        weight = i == j ? term : weight;
    }
    double distance = fmin(largest - w->score[j].mid, 708);
    double roundings = distance + mean / sum + (double)(w->keys / 8) + 15;
    return weight / sum * roundings * 0x1.02p-53 + (double)(w->keys + 1) * 0x1p-812;
}

START_TEST(is_tight) {
    random_cases cases = random_begin("softmax is tight", CASES);
    weights w;
    while (random_next(&cases)) {
        draw(&cases, &w, true);
        evaluate(&w);
        for (size_t j = 0; j < w.keys; j++) {
            double bound = w.visible[j] ? limit(&w, j) : INFINITY;
            if (isfinite(bound) && !(w.weight[j].rad <= bound))
                fail_case(&cases, "too wide", &w, j);
        }
    }
}
END_TEST

START_TEST(one_key_weighs_one) {
    static const double sizes[] = {0, 1, -1e4, 1e4, DBL_MAX, -DBL_MAX, 0x1p-1074};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        weights w = {.keys = 1, .score = {{sizes[i], 0}}, .visible = {1}};
        evaluate(&w);
        ck_assert_msg(ball_contains_double(w.weight[0], 1) && w.weight[0].rad <= 0x1p-49, "%a",
                      sizes[i]);
    }
}
END_TEST

START_TEST(huge_scores) {
    weights w = {.keys = 3, .score = {{1e4, 0}, {-1e4, 0}, {1e4, 0}}, .visible = {1, 1, 1}};
    evaluate(&w);
    ck_assert(ball_contains_double(w.weight[0], 0.5) && w.weight[0].rad <= 0x1p-48);
    ck_assert(ball_contains_double(w.weight[1], 0) && w.weight[1].rad <= 0x1p-990);
    ck_assert(ball_contains_double(w.weight[2], 0.5) && w.weight[2].rad <= 0x1p-48);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("weight/softmax");
    TCase *tests = tcase_create("softmax");
    add_weight_tests(tests);
    tcase_add_test(tests, contains);
    tcase_add_test(tests, is_tight);
    tcase_add_test(tests, one_key_weighs_one);
    tcase_add_test(tests, huge_scores);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
