/* test_scores.c - softcap, biases and mask in each order, against the kernels called one by one. */
#include "attention/scores.h"
#include "tests/support/contain.h"
#include "tests/support/random.h"
#include "tests/support/suite.h"
#include <math.h>
#include <string.h>

#define MOST 6

typedef struct {
    size_t keys;
    plumb_ball score[MOST];
    unsigned char visible[MOST];
    double bias[MOST];
    plumb_ball position[MOST];
    plumb_score_bias added;
    double cap;
} row;

static row draw(random_cases *cases) {
    row r = {.keys = random_below(cases, MOST + 1)};
    for (size_t j = 0; j < r.keys; j++) {
        r.score[j] = plumb_ball_of(random_normal(cases));
        r.visible[j] = (unsigned char)random_below(cases, 2);
        r.bias[j] = random_normal(cases);
        r.position[j] = plumb_ball_make(random_normal(cases), 0x1p-30);
    }
    r.added = (plumb_score_bias){.has_bias = (int)random_below(cases, 2),
                                 .has_first = (int)random_below(cases, 2),
                                 .first = random_normal(cases),
                                 .has_position = (int)random_below(cases, 2)};
    r.cap = random_below(cases, 2) ? 1 + random_uniform(cases) : 0;
    return r;
}

static void bias_by_hand(row *r) {
    if (r->added.has_bias)
        plumb_add_bias(r->score, r->visible, r->keys, r->bias);
    if (r->added.has_first)
        plumb_add_first_bias(r->score, r->keys, r->added.first);
    if (r->added.has_position)
        plumb_add_position_bias(r->position, r->visible, r->keys, r->score);
}

static void cap_by_hand(row *r) {
    if (r->cap > 0)
        plumb_softcap(r->score, r->visible, r->keys, r->cap);
}

static void by_hand(row *r, plumb_softcap_order order) {
    if (order == PLUMB_CAP_BIAS_MASK)
        cap_by_hand(r);
    bias_by_hand(r);
    if (order != PLUMB_CAP_BIAS_MASK)
        cap_by_hand(r);
    for (size_t j = 0; j < r->keys && order == PLUMB_BIAS_MASK_CAP && r->cap > 0; j++)
        if (!r->visible[j]) {
            r->score[j] = plumb_ball_of(-r->cap);
            r->visible[j] = 1;
        }
}

START_TEST(each_order) {
    random_cases cases = random_begin("each_order", 3000);
    while (random_next(&cases))
        for (int order = PLUMB_CAP_BIAS_MASK; order <= PLUMB_BIAS_MASK_CAP; order++) {
            row r = draw(&cases), expected = r;
            by_hand(&expected, (plumb_softcap_order)order);
            r.added.bias = r.bias;
            r.added.position = r.position;
            plumb_operator_scores((plumb_softcap_order)order, r.cap, r.added, r.keys, r.visible,
                                  r.score);
            ck_assert_mem_eq(r.visible, expected.visible, r.keys);
            for (size_t j = 0; j < r.keys; j++)
                if (r.visible[j])
                    ck_assert(balls_identical(r.score[j], expected.score[j]));
        }
}
END_TEST

/* 1 tanh(0.5 / 1) + 2 differs from 1 tanh(2.5 / 1); the hidden key takes part with -1 in the last. */
START_TEST(one_row_by_hand) {
    const double bias[] = {2, 2};
    const plumb_score_bias added = {.has_bias = 1, .bias = bias};
    const double expected[] = {2 + tanh(0.5), tanh(2.5), tanh(2.5)};
    for (int order = 0; order < 3; order++) {
        plumb_ball score[] = {plumb_ball_of(0.5), plumb_ball_of(7)};
        unsigned char visible[] = {1, 0};
        plumb_operator_scores((plumb_softcap_order)order, 1, added, 2, visible, score);
        ck_assert_double_eq_tol(score[0].mid, expected[order], 1e-12);
        ck_assert_int_eq(visible[1], order == PLUMB_BIAS_MASK_CAP);
        if (visible[1])
            ck_assert(balls_identical(score[1], plumb_ball_of(-1)));
    }
}
END_TEST

/* The position bias joins the bias on its side of the softcap: 1 tanh(0.5) + 2 - 1, 1 tanh(1.5). */
START_TEST(position_beside_bias) {
    const double bias[] = {2};
    const plumb_ball position[] = {plumb_ball_of(-1)};
    const plumb_score_bias added = {
        .has_bias = 1, .bias = bias, .has_position = 1, .position = position};
    const double expected[] = {1 + tanh(0.5), tanh(1.5), tanh(1.5)};
    for (int order = 0; order < 3; order++) {
        plumb_ball score[] = {plumb_ball_of(0.5)};
        unsigned char visible[] = {1};
        plumb_operator_scores((plumb_softcap_order)order, 1, added, 1, visible, score);
        ck_assert_double_eq_tol(score[0].mid, expected[order], 1e-12);
    }
}
END_TEST

START_TEST(when_the_cap_unmasks) {
    ck_assert_int_eq(plumb_cap_unmasks(PLUMB_BIAS_MASK_CAP, 0.5), 1);
    ck_assert_int_eq(plumb_cap_unmasks(PLUMB_BIAS_MASK_CAP, 0), 0);
    ck_assert_int_eq(plumb_cap_unmasks(PLUMB_CAP_BIAS_MASK, 0.5), 0);
    ck_assert_int_eq(plumb_cap_unmasks(PLUMB_BIAS_CAP_MASK, 0.5), 0);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("attention/scores");
    TCase *tests = tcase_create("scores");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, each_order);
    tcase_add_test(tests, one_row_by_hand);
    tcase_add_test(tests, position_beside_bias);
    tcase_add_test(tests, when_the_cap_unmasks);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
