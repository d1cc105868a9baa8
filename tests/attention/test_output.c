/* test_output.c - sink value, value bias and gate, in this order and only where there is one. */
#include "attention/output.h"
#include "tests/support/contain.h"
#include "tests/support/random.h"
#include "tests/support/suite.h"
#include <math.h>

#define MOST 4

START_TEST(every_combination) {
    random_cases cases = random_begin("every_combination", 1000);
    while (random_next(&cases))
        for (unsigned with = 0; with < 12; with++) {
            size_t value_dim = random_below(&cases, MOST + 1);
            double sink_value[MOST], value_bias[MOST], gate[MOST];
            plumb_ball output[MOST], expected[MOST];
            plumb_ball sink_weight = plumb_ball_of(random_uniform(&cases));
            for (size_t c = 0; c < value_dim; c++) {
                sink_value[c] = random_normal(&cases);
                value_bias[c] = random_normal(&cases);
                gate[c] = random_normal(&cases);
                output[c] = expected[c] = plumb_ball_of(random_normal(&cases));
            }
            gate[0] = random_normal(&cases);
            plumb_output_parts parts = {(with & 1) != 0,          sink_value,
                                        (with & 2) != 0,          value_bias,
                                        (plumb_gating)(with / 4), gate};
            plumb_operator_output(parts, value_dim, sink_weight, output);
            if (parts.has_sink_value)
                plumb_add_sink_value(expected, value_dim, sink_weight, sink_value);
            if (parts.has_value_bias)
                plumb_add_value_bias(expected, value_dim, value_bias);
            if (parts.gating == PLUMB_GATE_HEAD)
                plumb_gate_head(expected, value_dim, gate[0]);
            if (parts.gating == PLUMB_GATE_ELEMENTS)
                plumb_gate_elements(expected, value_dim, gate);
            for (size_t c = 0; c < value_dim; c++)
                ck_assert(balls_identical(output[c], expected[c]));
        }
}
END_TEST

/* (1 + 0.5 * 4 + 3) / (1 + e^-1) */
START_TEST(one_row_by_hand) {
    const double sink_value = 4, value_bias = 3, gate = 1;
    plumb_ball output = plumb_ball_of(1);
    const plumb_output_parts parts = {1, &sink_value, 1, &value_bias, PLUMB_GATE_HEAD, &gate};
    plumb_operator_output(parts, 1, plumb_ball_of(0.5), &output);
    ck_assert_double_eq_tol(output.mid, 6 / (1 + exp(-1)), 1e-14);
    ck_assert_double_le(output.rad, 1e-14);
}
END_TEST

START_TEST(nothing_to_add) {
    plumb_ball output = plumb_ball_of(0.1);
    const plumb_output_parts none = {.gating = PLUMB_GATE_NONE};
    plumb_operator_output(none, 1, plumb_ball_unknown(), &output);
    ck_assert(balls_identical(output, plumb_ball_of(0.1)));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("attention/output");
    TCase *tests = tcase_create("output");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, every_combination);
    tcase_add_test(tests, one_row_by_hand);
    tcase_add_test(tests, nothing_to_add);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
