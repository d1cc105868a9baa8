/* test_weights.c - each operator reaches its kernel. */
#include "attention/weights.h"
#include "problem/traits.h"
#include "tests/support/activation.h"
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

/* The kernels that are no activations, named once more; returns the weight of the sink. */
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
    default:
        ck_abort_msg("operator %d", (int)op.kind);
    }
}

static bool bits_are_same(const row *one, const row *other) {
    bool same = true;
    for (size_t j = 0; j < one->keys; j++)
        same = same && balls_identical(one->weight[j], other->weight[j]);
    return same;
}

START_TEST(softmax_and_kin_have_the_bits_of_their_kernels) {
    random_cases cases = random_begin("each kernel", 500);
    while (random_next(&cases))
        for (int kind = 0; kind < PLUMB_OPERATOR_COUNT; kind++)
            for (int has_sink = 0; has_sink < 2; has_sink++) {
                if (has_activation((plumb_operator_kind)kind))
                    continue;
                row r = draw(&cases), expected = r;
                plumb_operator op = parameters;
                op.kind = (plumb_operator_kind)kind;
                op.normalisation = (plumb_normalisation)random_below(&cases, PLUMB_NORMALISATION_COUNT);
                plumb_ball sink = by_hand(op, has_sink, &expected);
                ck_assert(balls_identical(plumb_operator_weights(op, r.score, r.visible, r.keys, has_sink, r.sink,
                                                                 r.weight),
                                          sink));
                ck_assert_msg(bits_are_same(&r, &expected), "operator %d sink %d", kind, has_sink);
            }
}
END_TEST

static row weighed(plumb_operator op, row r) {
    plumb_operator_weights(op, r.score, r.visible, r.keys, 0, plumb_ball_zero(), r.weight);
    return r;
}

/* The formula in doubles: the kernel of another operator is farther off. */
START_TEST(activations_are_near_their_formulas) {
    random_cases cases = random_begin("each activation", 500);
    while (random_next(&cases))
        for (int kind = 0; kind < PLUMB_OPERATOR_COUNT; kind++) {
            if (!has_activation((plumb_operator_kind)kind))
                continue;
            plumb_operator op = {.kind = (plumb_operator_kind)kind};
            row r = weighed(op, draw(&cases));
            for (size_t j = 0; j < r.keys; j++) {
                double a = r.visible[j] ? activated(op.kind, r.score[j].mid) : 0, near = 1e-14 * (1 + fabs(a));
                ck_assert_msg(fabs(r.weight[j].mid - a) <= near && r.weight[j].rad <= near,
                              "operator %d key %zu: %a +- %a, not %a", kind, j, r.weight[j].mid, r.weight[j].rad, a);
            }
        }
}
END_TEST

/* Normalised once more by hand. */
START_TEST(activations_are_normalised_by_their_kernels) {
    random_cases cases = random_begin("each normalisation", 500);
    while (random_next(&cases))
        for (int kind = 0; kind < PLUMB_OPERATOR_COUNT; kind++)
            for (int rule = 0; rule < PLUMB_NORMALISATION_COUNT; rule++) {
                if (!has_activation((plumb_operator_kind)kind))
                    continue;
                plumb_operator op = parameters;
                op.kind = (plumb_operator_kind)kind;
                row r = draw(&cases), expected = weighed(op, r);
                op.normalisation = (plumb_normalisation)rule;
                r = weighed(op, r);
                if (rule == PLUMB_SUM)
                    plumb_normalise_sum(expected.weight, r.keys, op.epsilon);
                if (rule == PLUMB_ABSOLUTE_SUM)
                    plumb_normalise_absolute_sum(expected.weight, r.keys, op.epsilon);
                if (rule == PLUMB_AT_LEAST_ONE)
                    plumb_normalise_at_least_one(expected.weight, r.keys);
                if (rule == PLUMB_KEY_LENGTH)
                    plumb_normalise_length(expected.weight, r.keys);
                ck_assert_msg(bits_are_same(&r, &expected), "operator %d normalisation %d", kind, rule);
            }
}
END_TEST

/* Its weights are those of the identity; the scores differ. */
static bool maps_features(int kind) {
    return plumb_operator_is((plumb_operator_kind)kind, PLUMB_MAPS_FEATURES);
}

/* No two operators agree on this row: a name that reaches the wrong kernel shows. */
START_TEST(operators_differ) {
    const plumb_ball score[] = {plumb_ball_of(0.5), plumb_ball_of(-0.25), plumb_ball_of(2)};
    const unsigned char visible[] = {1, 1, 1};
    for (int one = 0; one < PLUMB_OPERATOR_COUNT; one++)
        for (int other = one + 1; other < PLUMB_OPERATOR_COUNT; other++) {
            if (maps_features(one) || maps_features(other))
                continue;
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
    tcase_add_test(tests, softmax_and_kin_have_the_bits_of_their_kernels);
    tcase_add_test(tests, activations_are_near_their_formulas);
    tcase_add_test(tests, activations_are_normalised_by_their_kernels);
    tcase_add_test(tests, operators_differ);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
