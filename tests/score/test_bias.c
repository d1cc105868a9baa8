/* test_bias.c - a bias added to the scores: contained, tight, and only to visible keys. */
#include "score/bias.h"
#include "tests/support/suite.h"
#include "tests/support/contain.h"
#include "tests/support/reproduce.h"
#include <math.h>
#include <string.h>

#define CASES 20000
#define MOST_KEYS 8

typedef struct {
    size_t keys;
    plumb_ball score[MOST_KEYS], sum[MOST_KEYS + 1];
    unsigned char visible[MOST_KEYS];
    double bias[MOST_KEYS];
} biases;

static const plumb_ball guard = {12345, 678};

static void draw(random_cases *cases, biases *b) {
    b->keys = random_below(cases, MOST_KEYS + 1);
    for (size_t j = 0; j < b->keys; j++) {
        b->visible[j] = (unsigned char)(random_below(cases, 4) * 85);
        b->score[j] =
            random_below(cases, 2) == 0 ? random_ball(cases) : plumb_ball_of(random_edge(cases));
        b->bias[j] = random_below(cases, 3) == 0 ? random_companion(cases, b->score[j].mid)
                                                 : random_edge(cases);
        if (!b->visible[j] && random_below(cases, 2) == 0) {
            b->score[j] = (plumb_ball){NAN, NAN};
            b->bias[j] = NAN;
        }
    }
    memcpy(b->sum, b->score, sizeof b->score);
    b->sum[b->keys] = guard;
}

static void fail_case(const random_cases *cases, const char *what, const biases *b, size_t j) {
    reproduction line = reproduce(cases);
    reproduce_text(&line, " %s: score %zu", what, j);
    reproduce_balls(&line, "result", b->sum + j, 1);
    reproduce_balls(&line, "score", b->score, b->keys);
    reproduce_doubles(&line, "bias", b->bias, b->keys);
    reproduce_flags(&line, "visible", b->visible, b->keys);
    reproduce_fail(&line);
}

/* Both ends of the score's ball, plus the bias, exactly; and the radius little more than the score's
   with one rounding of 2^-53. */
static void check_sum(const random_cases *cases, const biases *b, size_t j, double bias) {
    arb_t exact;
    arb_init(exact);
    for (int side = -1; side <= 1; side += 2) {
        arf_t added;
        arf_init(added);
        arf_set_d(added, bias);
        ball_point(exact, b->score[j], side);
        arb_add_arf(exact, exact, added, ARF_PREC_EXACT);
        if (!ball_contains(b->sum[j], exact))
            fail_case(cases, "does not contain the sum", b, j);
        arf_clear(added);
    }
    arb_clear(exact);
    double limit = (b->score[j].rad + fabs(b->sum[j].mid) * 0x1p-53) * (1 + 0x1p-47) + 0x1p-998;
    if (isfinite(b->sum[j].mid) && isfinite(limit) && !(b->sum[j].rad <= limit))
        fail_case(cases, "too wide", b, j);
}

START_TEST(adds_to_visible_scores) {
    random_cases cases = random_begin("bias", CASES);
    biases b;
    while (random_next(&cases)) {
        draw(&cases, &b);
        plumb_add_bias(b.sum, b.visible, b.keys, b.bias);
        ck_assert_msg(balls_identical(b.sum[b.keys], guard), "writes beyond the keys");
        for (size_t j = 0; j < b.keys; j++)
            if (b.visible[j])
                check_sum(&cases, &b, j, b.bias[j]);
    }
}
END_TEST

START_TEST(adds_to_the_first_score_alone) {
    random_cases cases = random_begin("first bias", CASES);
    biases b;
    while (random_next(&cases)) {
        draw(&cases, &b);
        double bias = random_edge(&cases);
        plumb_add_first_bias(b.sum, b.keys, bias);
        ck_assert_msg(balls_identical(b.sum[b.keys], guard), "writes beyond the keys");
        if (b.keys > 0 && ball_informs(b.score[0]))
            check_sum(&cases, &b, 0, bias);
        for (size_t j = 1; j < b.keys; j++)
            if (memcmp(b.sum + j, b.score + j, sizeof *b.sum) != 0)
                fail_case(&cases, "changed", &b, j);
    }
}
END_TEST

START_TEST(a_bias_that_is_not_finite_tells_nothing) {
    static const double odd[] = {INFINITY, -INFINITY, NAN};
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
        plumb_ball score[2] = {{1, 0}, {2, 0}};
        plumb_add_bias(score, (const unsigned char[]){1, 1}, 2, (const double[]){odd[i], 1});
        ck_assert(!ball_informs(score[0]) && ball_contains_double(score[1], 3));
        plumb_add_first_bias(score + 1, 1, odd[i]);
        ck_assert(!ball_informs(score[1]));
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("score/bias");
    TCase *tests = tcase_create("bias");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, adds_to_visible_scores);
    tcase_add_test(tests, adds_to_the_first_score_alone);
    tcase_add_test(tests, a_bias_that_is_not_finite_tells_nothing);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
