/* test_log_sum_exp.c - log-sum-exp of score balls: contained, tight, and only of visible keys. */
#include "tests/support/suite.h"
#include "tests/support/contain.h"
#include "tests/support/reproduce.h"
#include "weight/log_sum_exp.h"
#include <float.h>
#include <math.h>

#define CASES 10000
#define MOST_KEYS 12
#define PRECISION 300

/* The sink, if there is one, is one more score. */
typedef struct {
    size_t keys;
    bool has_sink;
    plumb_ball score[MOST_KEYS + 1];
    unsigned char visible[MOST_KEYS + 1];
    plumb_ball result;
} log_sums;

static void evaluate(log_sums *s) {
    if (s->has_sink) {
        s->visible[s->keys] = 1;
        s->result = plumb_log_sum_exp_with_sink(s->score, s->visible, s->keys, s->score[s->keys]);
    } else {
        s->visible[s->keys] = 0;
        s->result = plumb_log_sum_exp(s->score, s->visible, s->keys);
    }
}

/* Scores of one size, so that several of them matter; all alike up to rounding; or edges. */
static void draw(random_cases *cases, log_sums *s, bool exact) {
    static const double sizes[] = {0, 0x1p-60, 1, 30, 800, 1e4, 1e15, 1e300};
    double size = sizes[random_below(cases, sizeof sizes / sizeof *sizes)];
    double shift = random_below(cases, 2) == 0 ? 0 : size * random_normal(cases);
    bool edges = random_below(cases, 8) == 0;
    s->keys = random_below(cases, MOST_KEYS + 1);
    s->has_sink = random_below(cases, 2) == 0;
    for (size_t j = 0; j <= s->keys; j++) {
        s->visible[j] = random_below(cases, 5) != 0;
        s->score[j].mid = edges ? random_edge(cases) : shift + size * random_normal(cases);
        s->score[j].rad =
            exact ? 0 : ldexp(random_uniform(cases), (int)random_below(cases, 60) - 58);
        if (j < s->keys && !s->visible[j])
            s->score[j] =
                random_below(cases, 2) == 0 ? (plumb_ball){NAN, NAN} : plumb_ball_of(DBL_MAX);
    }
}

static void fail_case(const random_cases *cases, const char *what, const log_sums *s) {
    reproduction line = reproduce(cases);
    reproduce_text(&line, " %s, %s:", what, s->has_sink ? "with sink" : "without sink");
    reproduce_balls(&line, "result", &s->result, 1);
    reproduce_flags(&line, "visible", s->visible, s->keys + 1);
    reproduce_balls(&line, "score", s->score, s->keys + 1);
    reproduce_fail(&line);
}

/* Returns false if nothing is visible. */
static bool largest_visible(const log_sums *s, double *largest) {
    bool found = false;
    for (size_t j = 0; j <= s->keys; j++)
        if (s->visible[j] && (!found || s->score[j].mid > *largest)) {
            *largest = s->score[j].mid;
            found = true;
        }
    return found;
}

/* largest + log(sum of exp(score[i] - largest)), every score at that end of its ball: the
   log-sum-exp grows with each score.  Terms below e^-(2^20) are cut off there. */
static void exact_log_sum(arb_t result, const log_sums *s, double largest, int side) {
    arb_t shift, term;
    arb_init(shift);
    arb_init(term);
    arb_set_d(shift, largest);
    arb_zero(result);
    for (size_t j = 0; j <= s->keys; j++) {
        if (!s->visible[j])
            continue;
        ball_point(term, s->score[j], side);
        arb_sub(term, term, shift, ARF_PREC_EXACT);
        if (arf_cmpabs_2exp_si(arb_midref(term), 20) > 0)
            arb_set_si(term, arf_sgn(arb_midref(term)) * (1 << 20));
        arb_exp(term, term, PRECISION);
        arb_add(result, result, term, PRECISION);
    }
    arb_log(result, result, PRECISION);
    arb_add(result, result, shift, PRECISION);
    arb_clear(shift);
    arb_clear(term);
}

START_TEST(contains) {
    random_cases cases = random_begin("log-sum-exp", CASES);
    arb_t exact;
    arb_init(exact);
    while (random_next(&cases)) {
        log_sums s;
        double largest = 0;
        draw(&cases, &s, random_below(&cases, 2) == 0);
        evaluate(&s);
        if (!largest_visible(&s, &largest)) {
            if (ball_informs(s.result))
                fail_case(&cases, "informs of nothing", &s);
            continue;
        }
        for (int side = -1; side <= 1; side++) {
            exact_log_sum(exact, &s, largest, side);
            if (!ball_contains(s.result, exact))
                fail_case(&cases, "does not contain the log-sum-exp", &s);
        }
    }
    arb_clear(exact);
}
END_TEST

/* Of exact scores: the sum errs relatively by the mean of 2^-53 (distance + 2) over its terms and
   2^-53 for each addition, its logarithm by 0x1.9p-51 and its own rounding, the last addition by
   2^-53 of the result.  Scores too far apart to subtract leave nothing known. */
static double limit(const log_sums *s, double largest) {
    double sum = 0, mean = 0;
    for (size_t j = 0; j <= s->keys; j++) {
        if (!s->visible[j])
            continue;
        double distance = largest - s->score[j].mid;
        if (!isfinite(distance))
            return INFINITY;
        double term = exp(-distance);
        sum += term;
        mean += term > 0 ? term * distance : 0;
    }
    double logarithm = log(sum);
    double roundings = mean / sum + (double)s->keys + 3 + logarithm + fabs(largest + logarithm);
    return roundings * 0x1.02p-53 + 0x1.9p-51;
}

START_TEST(is_tight) {
    random_cases cases = random_begin("log-sum-exp is tight", CASES);
    log_sums s;
    while (random_next(&cases)) {
        double largest = 0;
        draw(&cases, &s, true);
        evaluate(&s);
        if (largest_visible(&s, &largest) && !(s.result.rad <= limit(&s, largest)))
            fail_case(&cases, "too wide", &s);
    }
}
END_TEST

START_TEST(one_score_is_its_own) {
    static const double sizes[] = {0, 1, -1e4, 1e4, 1e300, -1e300, 0x1p-1074};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        double narrow = 0x1p-50 * (1 + fabs(sizes[i]));
        log_sums s = {.keys = 1, .score = {{sizes[i], 0}}, .visible = {1}};
        evaluate(&s);
        ck_assert_msg(ball_contains_double(s.result, sizes[i]) && s.result.rad <= narrow, "%a",
                      sizes[i]);
        s = (log_sums){.keys = 0, .has_sink = true, .score = {{sizes[i], 0}}};
        evaluate(&s);
        ck_assert_msg(ball_contains_double(s.result, sizes[i]) && s.result.rad <= narrow, "sink %a",
                      sizes[i]);
    }
}
END_TEST

/* log(4 e^x) = x + 2 ln 2, three keys and a sink. */
START_TEST(sink_counts_as_a_score) {
    log_sums s = {.keys = 3,
                  .has_sink = true,
                  .score = {{50, 0}, {50, 0}, {50, 0}, {50, 0}},
                  .visible = {1, 1, 1}};
    evaluate(&s);
    ck_assert(ball_meets(s.result, 51.38629436111988, 51.38629436111990));
    ck_assert(s.result.rad <= 0x1p-45);
}
END_TEST

START_TEST(no_information_spreads_among_the_visible) {
    static const plumb_ball nothing[] = {
        {0, INFINITY}, {NAN, NAN}, {INFINITY, INFINITY}, {-INFINITY, -INFINITY}, {0, NAN}};
    for (size_t i = 0; i < sizeof nothing / sizeof *nothing; i++) {
        log_sums s = {.keys = 3, .score = {{1, 0}, {0, 0}, {2, 0}, {3, 0}}, .visible = {1, 1, 1}};
        s.score[1] = nothing[i];
        for (int sink = 0; sink < 2; sink++) {
            s.has_sink = sink != 0;
            s.visible[1] = 1;
            evaluate(&s);
            ck_assert(!ball_informs(s.result));
            s.visible[1] = 0;
            evaluate(&s);
            ck_assert(ball_informs(s.result));
        }
        s.score[3] = nothing[i];
        evaluate(&s);
        ck_assert(!ball_informs(s.result));
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("weight/log_sum_exp");
    TCase *tests = tcase_create("log_sum_exp");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, contains);
    tcase_add_test(tests, is_tight);
    tcase_add_test(tests, one_score_is_its_own);
    tcase_add_test(tests, sink_counts_as_a_score);
    tcase_add_test(tests, no_information_spreads_among_the_visible);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
