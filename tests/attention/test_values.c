/* test_values.c - each operator's values are summed as its definition says, bit for bit: the softmax as one
   quotient, every other by its weights. */
#include "attention/values.h"
#include "problem/traits.h"
#include "aggregate/aggregate.h"
#include "attention/softmax_output.h"
#include "tests/support/contain.h"
#include "tests/support/random.h"
#include "tests/support/suite.h"
#include <math.h>

#define MOST 6
#define WIDTH 2

typedef struct {
    size_t keys;
    plumb_ball score[MOST], weight[MOST + 1], sink, output[WIDTH + 1];
    unsigned char visible[MOST];
    double value[MOST * WIDTH];
} row;

static const plumb_ball guard = {12345, 678};

static row draw(random_cases *cases) {
    row r = {.keys = random_below(cases, MOST + 1)};
    for (size_t j = 0; j < r.keys; j++) {
        r.visible[j] = random_below(cases, 3) > 0;
        r.score[j] = r.visible[j] ? plumb_ball_of(random_normal(cases)) : (plumb_ball){NAN, NAN};
        for (size_t c = 0; c < WIDTH; c++)
            r.value[j * WIDTH + c] = r.visible[j] ? random_normal(cases) : NAN;
    }
    r.sink = plumb_ball_of(random_normal(cases));
    r.weight[r.keys] = r.output[WIDTH] = guard;
    return r;
}

static const plumb_operator parameters = {
    .alpha = 0.7, .power = 1.5, .gamma = -0.1, .zeta = 1.1, .epsilon = 0.01};

/* The stages, named once more; returns the weight of the sink. */
static plumb_ball by_hand(plumb_operator op, int has_sink, row *r) {
    plumb_ball term[MOST];
    plumb_ball sink =
        plumb_operator_weights(op, r->score, r->visible, r->keys, has_sink, r->sink, r->weight);
    if (op.kind == PLUMB_SOFTMAX)
        plumb_softmax_output(r->score, r->visible, r->value, r->keys, WIDTH, has_sink, r->sink,
                             term, r->output);
    else
        plumb_aggregate(r->weight, r->visible, r->value, r->keys, WIDTH, r->output);
    return sink;
}

static void check(plumb_operator op, int has_sink, row *r) {
    row expected = *r;
    plumb_ball sink = by_hand(op, has_sink, &expected);
    ck_assert(balls_identical(plumb_operator_values(op, r->score, r->visible, r->value, r->keys,
                                                    WIDTH, has_sink, r->sink, r->weight, r->output),
                              sink));
    for (size_t j = 0; j <= r->keys; j++)
        ck_assert_msg(balls_identical(r->weight[j], expected.weight[j]),
                      "operator %d normalisation %d sink %d: weight %zu", (int)op.kind,
                      (int)op.normalisation, has_sink, j);
    for (size_t c = 0; c <= WIDTH; c++)
        ck_assert_msg(balls_identical(r->output[c], expected.output[c]),
                      "operator %d normalisation %d sink %d: output %zu", (int)op.kind,
                      (int)op.normalisation, has_sink, c);
}

START_TEST(each_operator) {
    random_cases cases = random_begin("values of each operator", 500);
    while (random_next(&cases))
        for (int kind = 0; kind < PLUMB_OPERATOR_COUNT; kind++)
            for (int norm = 0; norm < PLUMB_NORMALISATION_COUNT; norm++)
                for (int has_sink = 0; has_sink < 2; has_sink++) {
                    row r = draw(&cases);
                    plumb_operator op = parameters;
                    op.kind = (plumb_operator_kind)kind;
                    op.normalisation = (plumb_normalisation)norm;
                    check(op, has_sink, &r);
                }
}
END_TEST

/* Whichever way an operator goes, its output and the sum of its weights enclose one number. */
START_TEST(agree_with_the_weights) {
    random_cases cases = random_begin("values and weights", 500);
    while (random_next(&cases))
        for (int kind = 0; kind < PLUMB_OPERATOR_COUNT; kind++) {
            row r = draw(&cases);
            plumb_operator op = parameters;
            plumb_ball sum[WIDTH];
            op.kind = (plumb_operator_kind)kind;
            plumb_operator_values(op, r.score, r.visible, r.value, r.keys, WIDTH, kind % 2, r.sink,
                                  r.weight, r.output);
            plumb_aggregate(r.weight, r.visible, r.value, r.keys, WIDTH, sum);
            for (size_t c = 0; c < WIDTH; c++)
                ck_assert_msg(ball_informs(r.output[c]) && balls_overlap(r.output[c], sum[c]),
                              "operator %d", kind);
        }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("attention/values");
    TCase *tests = tcase_create("values");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, each_operator);
    tcase_add_test(tests, agree_with_the_weights);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
