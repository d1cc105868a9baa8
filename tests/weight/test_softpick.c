/* test_softpick.c - the rectified softmax of score balls: contained, tight, exactly 0 below 0. */
#include "weight/softpick.h"

#define MOST_KEYS 12
#define USUAL 1e-8
#include "tests/weight/weights.h"

static void weigh(weights *w) {
    plumb_softpick(w->score, w->visible, w->keys, w->parameter, w->weight);
}

/* Around 0 or away from it, exact zeros among them. */
static void draw(random_cases *cases, weights *w, bool exact) {
    static const double sizes[] = {0, 0x1p-500, 0x1p-60, 1e-8, 0.1, 1, 30, 800, 1e4, 1e15, 1e300};
    static const double epsilons[] = {0, 1e-8, 1e-8, 1, 0x1p-1074, 1e300};
    w->parameter = epsilons[random_below(cases, sizeof epsilons / sizeof *epsilons)];
    draw_scores(cases, sizes, sizeof sizes / sizeof *sizes, w, exact);
    for (size_t j = 0; j < w->keys; j++)
        if (w->visible[j] && random_below(cases, 6) == 0)
            w->score[j] = plumb_ball_zero();
}

/* e^(x - m) - e^-m for m > 0, without cancellation where x is near 0 */
static void exact_excess(arb_t excess, const arb_t x, const arb_t m) {
    arb_t least;
    arb_init(least);
    arb_neg(least, m);
    exponential(least, least);
    if (arf_cmpabs_2exp_si(arb_midref(x), 0) < 0) {
        arb_expm1(excess, x, PRECISION);
        arb_mul(excess, excess, least, PRECISION);
    } else {
        arb_sub(excess, x, m, ARF_PREC_EXACT);
        exponential(excess, excess);
        arb_sub(excess, excess, least, PRECISION);
    }
    arb_clear(least);
}

/* The largest visible score, key j at one end of its ball and the others at another; 0 if that is
   negative: then no weight depends on it. */
static void exact_largest(arb_t m, const weights *w, size_t j, int side, int others) {
    arb_t point;
    arb_init(point);
    arb_zero(m);
    for (size_t i = 0; i < w->keys; i++) {
        if (!w->visible[i])
            continue;
        ball_point(point, w->score[i], i == j ? side : others);
        arb_max(m, m, point, ARF_PREC_EXACT);
    }
    arb_clear(point);
}

/* Does every visible key have the score 0? */
static bool all_zero(const weights *w) {
    for (size_t i = 0; i < w->keys; i++)
        if (w->visible[i] && !(w->score[i].mid == 0 && w->score[i].rad == 0))
            return false;
    return true;
}

static void exact_weight(arb_t weight, const weights *w, size_t j, int side, int others) {
    arb_t m, own, term, sum;
    arb_init(m);
    arb_init(own);
    arb_init(term);
    arb_init(sum);
    exact_largest(m, w, j, side, others);
    ball_point(own, w->score[j], side);
    arb_zero(weight);
    if (arb_is_positive(own)) {
        arb_set_d(sum, w->parameter);
        for (size_t i = 0; i < w->keys; i++) {
            if (!w->visible[i])
                continue;
            ball_point(term, w->score[i], i == j ? side : others);
            exact_excess(term, term, m);
            arb_abs(term, term);
            arb_add(sum, sum, term, PRECISION);
        }
        exact_excess(weight, own, m);
        arb_div(weight, weight, sum, PRECISION);
    }
    arb_clear(m);
    arb_clear(own);
    arb_clear(term);
    arb_clear(sum);
}

static void check_contains(const random_cases *cases, const weights *w, size_t j) {
    arb_t exact;
    arb_init(exact);
    for (int choice = 0; choice < 9; choice++) {
        exact_weight(exact, w, j, choice % 3 - 1, choice / 3 - 1);
        if (!ball_contains(w->weight[j], exact))
            fail_case(cases, "does not contain the weight", w, j);
    }
    if (w->parameter == 0 && all_zero(w) && ball_informs(w->weight[j]))
        fail_case(cases, "informs, but is 0 / 0", w, j);
    arb_clear(exact);
}

START_TEST(contains) {
    random_cases cases = random_begin("softpick", CASES);
    weights w;
    while (random_next(&cases)) {
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

/* Of exact scores, c the largest or 0: a term errs relatively by about 2^-53 times its distance from
   c and 25 roundings more, the sum by the mean of that and 2^-53 per key.  A sum of next to
   nothing, and scores too far apart to subtract, leave nothing known. */
static double limit(const weights *w, size_t j) {
    double c = 0, largest = -DBL_MAX, sum = 0, mean = 0, excess = 0;
    for (size_t i = 0; i < w->keys; i++)
        if (w->visible[i])
            largest = fmax(largest, w->score[i].mid);
    c = fmax(largest, 0);
    for (size_t i = 0; i < w->keys; i++) {
        if (!w->visible[i])
            continue;
        double x = w->score[i].mid;
        double term = fabs(x) < 1 ? exp(-c) * fabs(expm1(x)) : fabs(exp(x - c) - exp(-c));
        if (!isfinite(x - c))
            return INFINITY;
        sum += term;
        mean += term * (fabs(x - c) < 800 ? 2 * fabs(x - c) : 0);
        excess = i == j ? term : excess;
    }
    double divisor = sum + w->parameter;
    if (divisor < 0x1p-900)
        return INFINITY;
    if (w->score[j].mid <= 0)
        return 0;
    double roundings = 2 * fmin(fabs(w->score[j].mid - c), 710) + mean / sum + (double)w->keys + 60;
    return excess / divisor * roundings * 0x1.02p-53 +
           (double)(w->keys + 1) * 0x1p-990 / fmin(divisor, 1);
}

START_TEST(is_tight) {
    random_cases cases = random_begin("softpick is tight", CASES);
    weights w;
    while (random_next(&cases)) {
        draw(&cases, &w, true);
        evaluate(&w);
        for (size_t j = 0; j < w.keys; j++) {
            if (w.visible[j] && !(w.weight[j].rad <= limit(&w, j)))
                fail_case(&cases, "too wide", &w, j);
        }
    }
}
END_TEST

START_TEST(by_hand) {
    weights w = {.keys = 3, .score = {{log(2), 0}, {0, 0}, {-1e4, 0}}, .visible = {1, 1, 1}};
    evaluate(&w);
    ck_assert(ball_meets(w.weight[0], 0.5 - 0x1p-50, 0.5 + 0x1p-50) && w.weight[0].rad < 0x1p-46);
    ck_assert(balls_identical(w.weight[1], plumb_ball_zero()));
    ck_assert(balls_identical(w.weight[2], plumb_ball_zero()));
    weights one = {.keys = 1, .parameter = 1e-8, .score = {{1e4, 0}}, .visible = {1}};
    evaluate(&one);
    ck_assert(ball_meets(one.weight[0], 1 / (1 + 1e-8), 1 / (1 + 1e-8)) &&
              one.weight[0].rad < 0x1p-48);
}
END_TEST

START_TEST(scores_of_at_most_zero_weigh_exactly_zero) {
    static const double sizes[] = {0, -0.0, -0x1p-1074, -1e-8, -1, -30, -750, -1e4, -DBL_MAX};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        weights w = {.keys = 3, .parameter = 1e-8, .visible = {1, 0, 1}};
        w.score[0] = plumb_ball_of(sizes[i]);
        w.score[1] = plumb_ball_of(5);
        w.score[2] = plumb_ball_of(-2);
        for (int largest = 0; largest < 2; largest++) {
            evaluate(&w);
            ck_assert_msg(w.weight[0].mid == 0 && w.weight[0].rad == 0, "%a", sizes[i]);
            ck_assert((w.weight[2].mid == 0) == (largest == 0));
            w.score[2] = plumb_ball_of(1000);
        }
    }
}
END_TEST

/* Its radius does not spread to the largest score, which stands in every weight. */
START_TEST(a_low_score_may_be_wide) {
    weights w = {.keys = 2, .parameter = 1e-8, .score = {{-1e6, 100}, {5, 0}}, .visible = {1, 1}};
    for (int turn = 0; turn < 2; turn++) {
        evaluate(&w);
        ck_assert(w.weight[1 - turn].rad < 0x1p-45 &&
                  balls_identical(w.weight[turn], plumb_ball_zero()));
        plumb_ball low = w.score[0];
        w.score[0] = w.score[1];
        w.score[1] = low;
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("weight/softpick");
    TCase *tests = tcase_create("softpick");
    add_weight_tests(tests);
    tcase_add_test(tests, contains);
    tcase_add_test(tests, is_tight);
    tcase_add_test(tests, by_hand);
    tcase_add_test(tests, scores_of_at_most_zero_weigh_exactly_zero);
    tcase_add_test(tests, a_low_score_may_be_wide);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
