/* test_weights.c - each operator reaches its kernel, bit for bit. */
#include "attention/weights.h"
#include "tests/support/contain.h"
#include "tests/support/random.h"
#include "tests/support/suite.h"

#define MOST 6

typedef struct {
    size_t keys;
    plumb_ball score[MOST], weight[MOST], sink;
    unsigned char visible[MOST];
} row;

static row draw(random_cases *cases) {
    row r = {.keys = 1 + random_below(cases, MOST)};
    for (size_t j = 0; j < r.keys; j++) {
        r.score[j] = plumb_ball_of(random_normal(cases));
        r.visible[j] = j == 0 || random_below(cases, 3) > 0;
    }
    r.sink = plumb_ball_of(random_normal(cases));
    return r;
}

static const plumb_operator parameters = {
    .alpha = 0.7, .power = 1.5, .gamma = -0.1, .zeta = 1.1, .epsilon = 0.01};

/* The kernels, named once more; returns the weight of the sink. */
static plumb_ball by_hand(plumb_operator op, int has_sink, row *r) {
    plumb_ball sink = plumb_ball_zero();
    switch (op.kind) {
    case PLUMB_SOFTMAX:
        if (has_sink)
            sink = plumb_sink_softmax(r->score, r->visible, r->keys, r->sink, r->weight);
        else
            plumb_softmax(r->score, r->visible, r->keys, r->weight);
        return sink;
    case PLUMB_SCALED_SOFTMAX:
        plumb_softmax(r->score, r->visible, r->keys, r->weight);
        plumb_scale_weights(r->weight, r->keys, op.alpha);
        return sink;
    case PLUMB_POWER_SOFTMAX:
        plumb_power_softmax(r->score, r->visible, r->keys, op.power, r->weight);
        return sink;
    case PLUMB_CLIPPED_SOFTMAX:
        plumb_softmax(r->score, r->visible, r->keys, r->weight);
        plumb_clip_weights(r->weight, r->keys, op.gamma, op.zeta);
        return sink;
    case PLUMB_SOFTPICK:
        plumb_softpick(r->score, r->visible, r->keys, op.epsilon, r->weight);
        return sink;
    case PLUMB_SIGMOID:
        plumb_sigmoid_weights(r->score, r->visible, r->keys, r->weight);
        break;
    case PLUMB_ELU:
        plumb_elu_weights(r->score, r->visible, r->keys, r->weight);
        break;
    case PLUMB_RELU:
    case PLUMB_SQUARED_RELU:
        plumb_relu_weights(r->score, r->visible, r->keys, op.kind == PLUMB_SQUARED_RELU, r->weight);
        break;
    case PLUMB_IDENTITY:
    case PLUMB_ELU_KERNEL:
    case PLUMB_MLP_KERNEL:
        plumb_identity_weights(r->score, r->visible, r->keys, r->weight);
        break;
    }
    if (op.normalisation == PLUMB_SUM)
        plumb_normalise_sum(r->weight, r->keys, op.epsilon);
    if (op.normalisation == PLUMB_ABSOLUTE_SUM)
        plumb_normalise_absolute_sum(r->weight, r->keys, op.epsilon);
    if (op.normalisation == PLUMB_AT_LEAST_ONE)
        plumb_normalise_at_least_one(r->weight, r->keys);
    if (op.normalisation == PLUMB_KEY_LENGTH)
        plumb_normalise_length(r->weight, r->keys);
    return sink;
}

START_TEST(each_operator) {
    random_cases cases = random_begin("each_operator", 500);
    while (random_next(&cases))
        for (int kind = PLUMB_SOFTMAX; kind <= PLUMB_MLP_KERNEL; kind++)
            for (int norm = PLUMB_UNNORMALISED; norm <= PLUMB_KEY_LENGTH; norm++)
                for (int has_sink = 0; has_sink < 2; has_sink++) {
                    row r = draw(&cases), expected = r;
                    plumb_operator op = parameters;
                    op.kind = (plumb_operator_kind)kind;
                    op.normalisation = (plumb_normalisation)norm;
                    plumb_ball sink = by_hand(op, has_sink, &expected);
                    ck_assert(balls_identical(plumb_operator_weights(op, r.score, r.visible, r.keys,
                                                                     has_sink, r.sink, r.weight),
                                              sink));
                    for (size_t j = 0; j < r.keys; j++)
                        ck_assert_msg(balls_identical(r.weight[j], expected.weight[j]),
                                      "operator %d normalisation %d sink %d key %zu", kind, norm,
                                      has_sink, j);
                }
}
END_TEST

/* No two operators agree on this row: a name that reaches the wrong kernel shows. */
START_TEST(operators_differ) {
    const plumb_ball score[] = {plumb_ball_of(0.5), plumb_ball_of(-0.25), plumb_ball_of(2)};
    const unsigned char visible[] = {1, 1, 1};
    for (int one = PLUMB_SOFTMAX; one < PLUMB_IDENTITY; one++)
        for (int other = one + 1; other <= PLUMB_IDENTITY; other++) {
            plumb_ball first[3], second[3];
            plumb_operator op = parameters;
            op.kind = (plumb_operator_kind)one;
            plumb_operator_weights(op, score, visible, 3, 0, plumb_ball_zero(), first);
            op.kind = (plumb_operator_kind)other;
            plumb_operator_weights(op, score, visible, 3, 0, plumb_ball_zero(), second);
            ck_assert_msg(!balls_overlap(first[0], second[0]) ||
                              !balls_overlap(first[1], second[1]) ||
                              !balls_overlap(first[2], second[2]),
                          "operators %d and %d agree", one, other);
        }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("attention/weights");
    TCase *tests = tcase_create("weights");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, each_operator);
    tcase_add_test(tests, operators_differ);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
