/* test_power_softmax.c - power-p weights from score balls: contained, tight, only of visible keys, and
   their p-th powers sum to 1. */
#include "weight/power_softmax.h"
#include "weight/softmax.h"

#define MOST_KEYS 12
#define USUAL 2
#include "tests/weight/weights.h"

static void weigh(weights *w) {
    plumb_power_softmax(w->score, w->visible, w->keys, w->parameter, w->weight);
}

static void draw(random_cases *cases, weights *w, bool exact) {
    static const double sizes[] = {0, 0x1p-60, 1, 30, 800, 1e4, 1e15, 1e300};
    static const double powers[] = {1, 2, 0.5, 3, 0.1, 10, 1e-3, 100, 1e-300, 0x1p-1074, 1e300};
    w->parameter = random_below(cases, 2) == 0
                       ? powers[random_below(cases, sizeof powers / sizeof *powers)]
                       : 0.1 + 4 * random_uniform(cases);
    draw_scores(cases, sizes, sizeof sizes / sizeof *sizes, w, exact);
}

/* exp(own - largest) / (sum of exp(p (score[i] - largest)))^(1/p), key j at one end of its ball and
   the others at another: the weight is extreme where the ends are opposite. */
static void exact_weight(arb_t weight, const weights *w, size_t j, int side, int others) {
    arb_t largest, term, power;
    arb_init(largest);
    arb_init(term);
    arb_init(power);
    arb_set_d(power, w->parameter);
    ball_point(largest, w->score[j], side);
    for (size_t i = 0; i < w->keys; i++)
        if (w->visible[i] && i != j) {
            ball_point(term, w->score[i], others);
            arb_max(largest, largest, term, ARF_PREC_EXACT);
        }
    arb_zero(weight);
    for (size_t i = 0; i < w->keys; i++) {
        if (!w->visible[i])
            continue;
        ball_point(term, w->score[i], i == j ? side : others);
        arb_sub(term, term, largest, ARF_PREC_EXACT);
        arb_mul(term, term, power, ARF_PREC_EXACT);
        exponential(term, term);
        arb_add(weight, weight, term, PRECISION);
    }
    arb_log(weight, weight, PRECISION);
    arb_div(weight, weight, power, PRECISION);
    ball_point(term, w->score[j], side);
    arb_sub(term, term, largest, ARF_PREC_EXACT);
    arb_sub(weight, term, weight, PRECISION);
    exponential(weight, weight);
    arb_clear(largest);
    arb_clear(term);
    arb_clear(power);
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

START_TEST(contains) {
    random_cases cases = random_begin("power softmax", CASES);
    while (random_next(&cases)) {
        weights w;
        draw(&cases, &w, random_below(&cases, 2) == 0);
        evaluate(&w);
        for (size_t j = 0; j < w.keys; j++)
            if (w.visible[j])
                check_contains(&cases, &w, j);
            else if (!balls_identical(w.weight[j], plumb_ball_zero()))
                fail_case(&cases, "invisible, but not 0", &w, j);
    }
}
END_TEST

/* Of exact scores s, m the largest: shift, product and exponential err by 2^-52 (p |s_j - m| + 1) of
   each term of the sum, the sum by the mean of that and 2^-53 per key, its logarithm L by 0x1.9p-51
   and 2^-53 L more; the p-th part of all that and 2^-52 L/p for quotient and product is what the root
   errs by.  The weight's own exponential and the last product err by 2^-53 (|s_j - m| + 3). */
static double limit(const weights *w, size_t j) {
    double largest = -DBL_MAX, sum = 0, mean = 0, p = w->parameter;
    for (size_t i = 0; i < w->keys; i++)
        if (w->visible[i])
            largest = fmax(largest, w->score[i].mid);
    for (size_t i = 0; i < w->keys; i++) {
        if (!w->visible[i])
            continue;
        double distance = p * (largest - w->score[i].mid);
        if (!isfinite(distance) || !isfinite(1 / p))
            return INFINITY;
        double term = exp(-distance);
        sum += term;
        mean += term > 0 ? term * distance : 0;
    }
    double logarithm = log(sum);
    double root =
        ((2 * mean / sum + (double)w->keys + 10 + logarithm) / p + 2 * logarithm / p) * 0x1.02p-53;
    if (root > 0.125)
        return INFINITY;
    double distance = fmin(largest - w->score[j].mid, 708);
    double weight = exp(-distance - logarithm / p);
    return weight * (root * (1 + 2 * root) + (distance + 6) * 0x1.02p-53) + 0x1p-990;
}

START_TEST(is_tight) {
    random_cases cases = random_begin("power softmax is tight", CASES);
    weights w;
    while (random_next(&cases)) {
        draw(&cases, &w, true);
        evaluate(&w);
        for (size_t j = 0; j < w.keys; j++)
            if (w.visible[j] && isfinite(limit(&w, j)) && !(w.weight[j].rad <= limit(&w, j)))
                fail_case(&cases, "too wide", &w, j);
    }
}
END_TEST

START_TEST(power_one_is_the_softmax) {
    random_cases cases = random_begin("power one", CASES);
    weights w;
    plumb_ball softmax[MOST_KEYS];
    while (random_next(&cases)) {
        draw(&cases, &w, random_below(&cases, 2) == 0);
        w.parameter = 1;
        evaluate(&w);
        plumb_softmax(w.score, w.visible, w.keys, softmax);
        for (size_t j = 0; j < w.keys; j++)
            if (!balls_overlap(w.weight[j], softmax[j]))
                fail_case(&cases, "not the softmax", &w, j);
    }
}
END_TEST

START_TEST(powers_sum_to_one) {
    random_cases cases = random_begin("sum of powers", CASES);
    weights w;
    while (random_next(&cases)) {
        draw(&cases, &w, random_below(&cases, 2) == 0);
        evaluate(&w);
        plumb_ball sum = plumb_ball_zero();
        bool visible = false;
        for (size_t j = 0; j < w.keys; j++)
            if (w.visible[j]) {
                visible = true;
                sum = plumb_ball_add(sum, plumb_ball_power(w.weight[j], plumb_ball_of(w.parameter)));
            }
        if (visible && !ball_contains_double(sum, 1))
            fail_case(&cases, "powers do not sum to 1", &w, 0);
    }
}
END_TEST

/* Two equal scores share: 2^(-1/p) each. */
START_TEST(equal_scores) {
    static const struct {
        double power, weight;
    } known[] = {{1, 0.5}, {0.5, 0.25}, {0.1, 0x1p-10}, {0.125, 0x1p-8}, {2, 0x1.6a09e667f3bcdp-1}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        weights w = {
            .keys = 2, .parameter = known[i].power, .score = {{5, 0}, {5, 0}}, .visible = {1, 1}};
        evaluate(&w);
        for (size_t j = 0; j < 2; j++)
            ck_assert_msg(ball_meets(w.weight[j], known[i].weight * (1 - 0x1p-50),
                                     known[i].weight * (1 + 0x1p-50)) &&
                              w.weight[j].rad <= 0x1p-45 * known[i].weight,
                          "power %g", known[i].power);
    }
}
END_TEST

/* The root of a sum that is surely above 1, for a power near 0, is beyond any number: the weights are
   almost 0, and known to be. */
START_TEST(small_power_leaves_almost_nothing) {
    weights w = {.keys = 2, .parameter = 1e-4, .score = {{1, 0}, {1, 0}}, .visible = {1, 1}};
    evaluate(&w);
    ck_assert(ball_contains_double(w.weight[0], 0) && w.weight[0].rad <= 0x1p-990);
}
END_TEST

START_TEST(bad_powers_say_nothing) {
    static const double bad[] = {0, -0.0, -1, -0x1p-1074, INFINITY, -INFINITY, NAN};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        weights w = {.keys = 2, .parameter = bad[i], .score = {{1, 0}, {2, 0}}, .visible = {1, 0}};
        evaluate(&w);
        ck_assert_msg(!ball_informs(w.weight[0]), "power %g", bad[i]);
        ck_assert(balls_identical(w.weight[1], plumb_ball_zero()));
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("weight/power_softmax");
    TCase *tests = tcase_create("power_softmax");
    add_weight_tests(tests);
    tcase_add_test(tests, contains);
    tcase_add_test(tests, is_tight);
    tcase_add_test(tests, power_one_is_the_softmax);
    tcase_add_test(tests, powers_sum_to_one);
    tcase_add_test(tests, equal_scores);
    tcase_add_test(tests, small_power_leaves_almost_nothing);
    tcase_add_test(tests, bad_powers_say_nothing);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
