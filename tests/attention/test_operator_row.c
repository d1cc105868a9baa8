/* test_operator_row.c - scores, values and output are one row; test_operators.c holds
   whole problems against the reference. */
#include "attention/operator_row.h"
#include "problem/traits.h"
#include "tests/support/contain.h"
#include "tests/support/random.h"
#include "tests/support/suite.h"
#include <math.h>
#include <string.h>

#define KEYS 5
#define VALUES 3

typedef struct {
    plumb_ball score[KEYS], weight[KEYS], output[VALUES];
    unsigned char visible[KEYS];
} room;

typedef struct {
    plumb_operator op;
    plumb_score_bias bias;
    plumb_output_parts parts;
    plumb_ball sink;
    int has_sink;
    plumb_ball position[KEYS];
    double value[KEYS * VALUES], added[KEYS], sink_value[VALUES], value_bias[VALUES], gate[VALUES];
    room row;
} question;

static void fill(random_cases *cases, double *x, size_t count) {
    for (size_t i = 0; i < count; i++)
        x[i] = random_normal(cases);
}

static void draw(random_cases *cases, question *q) {
    memset(q, 0, sizeof *q);
    q->op =
        (plumb_operator){.alpha = 0.7, .power = 1.5, .gamma = -0.1, .zeta = 1.1, .epsilon = 0.01};
    q->op.kind = (plumb_operator_kind)random_below(cases, PLUMB_OPERATOR_COUNT);
    q->op.normalisation = (plumb_normalisation)random_below(cases, PLUMB_NORMALISATION_COUNT);
    q->op.softcap = random_below(cases, 2) ? 1.5 : 0;
    q->op.softcap_order = (plumb_softcap_order)random_below(cases, PLUMB_BIAS_MASK_CAP + 1);
    q->has_sink = (int)random_below(cases, 2);
    q->sink = plumb_ball_of(random_normal(cases));
    fill(cases, q->value, KEYS * VALUES);
    fill(cases, q->added, KEYS);
    fill(cases, q->sink_value, VALUES);
    fill(cases, q->value_bias, VALUES);
    fill(cases, q->gate, VALUES);
    q->bias = (plumb_score_bias){.has_bias = (int)random_below(cases, 2),
                                 .bias = q->added,
                                 .has_first = (int)random_below(cases, 2),
                                 .first = random_normal(cases),
                                 .has_position = (int)random_below(cases, 2),
                                 .position = q->position};
    q->parts = (plumb_output_parts){(int)random_below(cases, 2),          q->sink_value,
                                    (int)random_below(cases, 2),          q->value_bias,
                                    (plumb_gating)random_below(cases, 3), q->gate};
    for (size_t j = 0; j < KEYS; j++) {
        q->row.score[j] = plumb_ball_of(random_normal(cases));
        q->position[j] = plumb_ball_of(random_normal(cases));
        q->row.visible[j] = (unsigned char)random_below(cases, 2);
    }
}

START_TEST(stages_in_order) {
    random_cases cases = random_begin("stages_in_order", 5000);
    while (random_next(&cases)) {
        question q;
        draw(&cases, &q);
        room expected = q.row;
        plumb_operator_scores(q.op.softcap_order, q.op.softcap, q.bias, KEYS, expected.visible,
                              expected.score);
        plumb_ball sink =
            plumb_operator_values(q.op, expected.score, expected.visible, q.value, KEYS, VALUES,
                                  q.has_sink, q.sink, expected.weight, expected.output);
        plumb_operator_output(q.parts, VALUES, sink, expected.output);
        plumb_operator_row(q.op, q.bias, q.has_sink, q.sink, q.parts, q.value, KEYS, VALUES,
                           q.row.visible, q.row.score, q.row.weight, q.row.output);
        ck_assert_mem_eq(q.row.visible, expected.visible, KEYS);
        for (size_t j = 0; j < KEYS; j++)
            ck_assert(balls_identical(q.row.weight[j], expected.weight[j]));
        for (size_t c = 0; c < VALUES; c++)
            ck_assert(balls_identical(q.row.output[c], expected.output[c]));
    }
}
END_TEST

/* Softmax with a sink: two scores 0 and a sink logit of log 2 share alike but for the sink, which
   weighs one half; the hidden key would change everything. */
START_TEST(one_row_by_hand) {
    plumb_ball score[] = {plumb_ball_of(0), plumb_ball_of(0), plumb_ball_of(900)};
    plumb_ball weight[3], output;
    unsigned char visible[] = {1, 1, 0};
    const double value[] = {8, 4, NAN}, sink_value = 16;
    plumb_operator op = {.kind = PLUMB_SOFTMAX};
    plumb_score_bias bias = {.has_bias = 0};
    plumb_output_parts parts = {.has_sink_value = 1, .sink_value = &sink_value};
    plumb_ball sink = plumb_ball_make(log(2), 0x1p-50);
    plumb_operator_row(op, bias, 1, sink, parts, value, 3, 1, visible, score, weight, &output);
    ck_assert(ball_contains_ratio(weight[0], 1, 4));
    ck_assert(balls_identical(weight[2], plumb_ball_zero()));
    ck_assert(ball_contains_double(output, 8 * 0.25 + 4 * 0.25 + 16 * 0.5));
    ck_assert_double_le(output.rad, 1e-12);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("attention/operator_row");
    TCase *tests = tcase_create("operator_row");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, stages_in_order);
    tcase_add_test(tests, one_row_by_hand);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
