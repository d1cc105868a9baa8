/* test_parameters.c - the operator of a description: each word and number, and what goes with
   what.  Every rule is broken once, and every operator is asked for once. */
#include "case/parameters.h"
#include "tests/support/suite.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

#define SET PLUMB_INPUT_SET

static plumb_description describe(const char *members, plumb_storage *storage) {
    char text[512];
    plumb_description out;
    plumb_error error = {""};
    snprintf(text, sizeof text, "{\"version\":1%s}", members);
    int result = plumb_description_parse(text, "x", storage, &out, &error);
    ck_assert_msg(result == 0, "%s: %s", members, error.text);
    return out;
}

static const struct {
    const char *members;
    plumb_input_set tensors;
    const char *message;
} refused[] = {
    {",\"operator\":\"scaled-softmax\"", 0, "x: alpha: missing; operator scaled-softmax needs it"},
    {",\"alpha\":2", 0,
     "x: alpha: only for operator scaled-softmax; here: operator softmax, normalisation none, sink "
     "none"},
    {",\"operator\":\"power-softmax\"", 0, "x: power: missing; operator power-softmax needs it"},
    {",\"operator\":\"scaled-softmax\",\"alpha\":2,\"power\":2", 0,
     "x: power: only for operator power-softmax; here: operator scaled-softmax, normalisation "
     "none, "
     "sink none"},
    {",\"operator\":\"clipped-softmax\",\"zeta\":1", 0,
     "x: gamma: missing; operator clipped-softmax needs it"},
    {",\"operator\":\"clipped-softmax\",\"gamma\":0", 0,
     "x: zeta: missing; operator clipped-softmax needs it"},
    {",\"gamma\":0", 0,
     "x: gamma: only for operator clipped-softmax; here: operator softmax, normalisation none, "
     "sink "
     "none"},
    {",\"zeta\":1", 0,
     "x: zeta: only for operator clipped-softmax; here: operator softmax, normalisation none, sink "
     "none"},
    {",\"operator\":\"sigmoid\",\"epsilon\":0", 0,
     "x: epsilon: only for operator softpick, normalisation sum, normalisation absolute-sum; here: "
     "operator sigmoid, normalisation none, sink none"},
    {",\"operator\":\"sigmoid\",\"normalisation\":\"at-least-one\",\"epsilon\":0", 0,
     "x: epsilon: only for operator softpick, normalisation sum, normalisation absolute-sum; here: "
     "operator sigmoid, normalisation at-least-one, sink none"},
    {",\"normalisation\":\"sum\"", 0,
     "x: normalisation: only for operator sigmoid, operator elu, operator identity, operator "
     "elu-kernel, operator mlp-kernel; here: operator softmax, normalisation sum, sink none"},
    {",\"operator\":\"softpick\",\"normalisation\":\"none\"", 0,
     "x: normalisation: only for operator sigmoid, operator elu, operator identity, operator "
     "elu-kernel, operator mlp-kernel; here: operator softpick, normalisation none, sink none"},
    {",\"operator\":\"sigmoid\",\"sink\":\"zero\"", 0,
     "x: sink: 'zero' adds a logit to operator softmax; here: operator sigmoid"},
    {",\"operator\":\"sigmoid\",\"sink\":\"logit\"", SET(PLUMB_INPUT_SINKS),
     "x: sink: 'logit' adds a logit to operator softmax; here: operator sigmoid"},
    {",\"operator\":\"scaled-softmax\",\"alpha\":1,\"sink\":\"token\"",
     SET(PLUMB_INPUT_K_STAR) | SET(PLUMB_INPUT_V_STAR),
     "x: sink: 'token' adds a logit to operator softmax; here: operator scaled-softmax"},
    {",\"sink\":\"first-keys\"", 0, "x: sink_keys: missing; sink first-keys needs it"},
    {",\"sink_keys\":4", 0,
     "x: sink_keys: only for sink first-keys; here: operator softmax, normalisation none, sink "
     "none"},
    {",\"lse_sink\":\"included\"", 0,
     "x: lse_sink: only for sink zero, sink logit, sink key, sink key-value, sink token; here: "
     "operator softmax, normalisation none, sink none"},
    {",\"sink\":\"first-keys\",\"sink_keys\":1,\"lse_sink\":\"excluded\"", 0,
     "x: lse_sink: only for sink zero, sink logit, sink key, sink key-value, sink token; here: "
     "operator softmax, normalisation none, sink first-keys"},
    {",\"softcap_order\":\"cap-bias-mask\"", 0,
     "x: softcap_order: 'cap-bias-mask' is stated without a softcap"},
    {",\"softcap\":0,\"softcap_order\":\"bias-mask-cap\"", 0,
     "x: softcap_order: 'bias-mask-cap' is stated without a softcap"},
    {",\"sink\":\"logit\"", 0, "x: sinks: missing; sink logit needs it"},
    {"", SET(PLUMB_INPUT_SINKS),
     "x: sinks: only for sink logit; here: operator softmax, normalisation none, sink none"},
    {",\"sink\":\"zero\"", SET(PLUMB_INPUT_SINKS),
     "x: sinks: only for sink logit; here: operator softmax, normalisation none, sink zero"},
    {",\"sink\":\"key\"", 0, "x: k_star: missing; sink key needs it"},
    {",\"sink\":\"key\"", SET(PLUMB_INPUT_K_STAR) | SET(PLUMB_INPUT_V_STAR),
     "x: v_star: only for sink key-value, sink token; here: operator softmax, normalisation none, "
     "sink key"},
    {",\"sink\":\"key-value\"", SET(PLUMB_INPUT_K_STAR),
     "x: v_star: missing; sink key-value needs it"},
    {",\"sink\":\"token\"", SET(PLUMB_INPUT_V_STAR), "x: k_star: missing; sink token needs it"},
    {",\"sink\":\"key0-bias\"", 0, "x: key0_bias: missing; sink key0-bias needs it"},
    {",\"sink\":\"logit\"", SET(PLUMB_INPUT_SINKS) | SET(PLUMB_INPUT_KEY0_BIAS),
     "x: key0_bias: only for sink key0-bias; here: operator softmax, normalisation none, sink "
     "logit"},
    {",\"operator\":\"mlp-kernel\"", SET(PLUMB_INPUT_W2),
     "x: w1: missing; operator mlp-kernel needs it"},
    {",\"operator\":\"mlp-kernel\"", SET(PLUMB_INPUT_W1),
     "x: w2: missing; operator mlp-kernel needs it"},
    {",\"operator\":\"elu-kernel\"", SET(PLUMB_INPUT_W1),
     "x: w1: only for operator mlp-kernel; here: operator elu-kernel, normalisation none, sink "
     "none"},
};

START_TEST(refuses) {
    plumb_storage storage = {NULL};
    plumb_error error = {""};
    plumb_description d = describe(refused[_i].members, &storage);
    ck_assert_int_eq(plumb_parameters_check(&d, refused[_i].tensors, "x", &error), -1);
    ck_assert_str_eq(error.text, refused[_i].message);
    plumb_storage_free(&storage);
}
END_TEST

#define OPERATOR(...)                                                                              \
    { .epsilon = 1e-8, __VA_ARGS__ }

static const struct {
    const char *members;
    plumb_input_set tensors;
    plumb_operator wanted;
} accepted[] = {
    {"", 0, OPERATOR(.kind = PLUMB_SOFTMAX)},
    {",\"operator\":\"softmax\",\"sink\":\"none\",\"softcap\":0", 0,
     OPERATOR(.kind = PLUMB_SOFTMAX)},
    {"", SET(PLUMB_INPUT_BIAS) | SET(PLUMB_INPUT_V_BIAS) | SET(PLUMB_INPUT_GATE),
     OPERATOR(.kind = PLUMB_SOFTMAX)},
    {",\"alpha\":0.1,\"operator\":\"scaled-softmax\"", 0,
     OPERATOR(.kind = PLUMB_SCALED_SOFTMAX, .alpha = 0.1)},
    {",\"operator\":\"power-softmax\",\"power\":2", 0,
     OPERATOR(.kind = PLUMB_POWER_SOFTMAX, .power = 2)},
    {",\"operator\":\"clipped-softmax\",\"gamma\":-0.03,\"zeta\":1", 0,
     OPERATOR(.kind = PLUMB_CLIPPED_SOFTMAX, .gamma = -0.03, .zeta = 1)},
    {",\"operator\":\"clipped-softmax\",\"gamma\":0,\"zeta\":1.5", 0,
     OPERATOR(.kind = PLUMB_CLIPPED_SOFTMAX, .gamma = 0, .zeta = 1.5)},
    {",\"operator\":\"softpick\"", 0, OPERATOR(.kind = PLUMB_SOFTPICK)},
    {",\"operator\":\"softpick\",\"epsilon\":0", 0, {.kind = PLUMB_SOFTPICK, .epsilon = 0}},
    {",\"operator\":\"sigmoid\",\"normalisation\":\"none\"", 0, OPERATOR(.kind = PLUMB_SIGMOID)},
    {",\"operator\":\"elu\",\"normalisation\":\"sum\",\"epsilon\":1e-5",
     0,
     {.kind = PLUMB_ELU, .normalisation = PLUMB_SUM, .epsilon = 1e-5}},
    {",\"operator\":\"identity\",\"normalisation\":\"absolute-sum\"", 0,
     OPERATOR(.kind = PLUMB_IDENTITY, .normalisation = PLUMB_ABSOLUTE_SUM)},
    {",\"operator\":\"elu-kernel\",\"normalisation\":\"at-least-one\"", 0,
     OPERATOR(.kind = PLUMB_ELU_KERNEL, .normalisation = PLUMB_AT_LEAST_ONE)},
    {",\"operator\":\"mlp-kernel\"", SET(PLUMB_INPUT_W1) | SET(PLUMB_INPUT_W2),
     OPERATOR(.kind = PLUMB_MLP_KERNEL)},
    {",\"sink\":\"zero\",\"lse_sink\":\"included\"", 0, OPERATOR(.sink = PLUMB_SINK_ZERO)},
    {",\"sink\":\"logit\",\"lse_sink\":\"excluded\"", SET(PLUMB_INPUT_SINKS),
     OPERATOR(.sink = PLUMB_SINK_LOGIT, .sink_outside_lse = true)},
    {",\"sink\":\"key\"", SET(PLUMB_INPUT_K_STAR), OPERATOR(.sink = PLUMB_SINK_KEY)},
    {",\"sink\":\"key-value\"", SET(PLUMB_INPUT_K_STAR) | SET(PLUMB_INPUT_V_STAR),
     OPERATOR(.sink = PLUMB_SINK_KEY_VALUE)},
    {",\"sink\":\"token\"", SET(PLUMB_INPUT_K_STAR) | SET(PLUMB_INPUT_V_STAR),
     OPERATOR(.sink = PLUMB_SINK_TOKEN)},
    {",\"operator\":\"sigmoid\",\"sink\":\"first-keys\",\"sink_keys\":4", 0,
     OPERATOR(.kind = PLUMB_SIGMOID, .sink = PLUMB_SINK_FIRST_KEYS, .sink_keys = 4)},
    {",\"operator\":\"softpick\",\"sink\":\"key0-bias\"", SET(PLUMB_INPUT_KEY0_BIAS),
     OPERATOR(.kind = PLUMB_SOFTPICK, .sink = PLUMB_SINK_KEY0_BIAS)},
    {",\"softcap\":50", 0, OPERATOR(.softcap = 50)},
    {",\"softcap\":30.5,\"softcap_order\":\"bias-mask-cap\"", 0,
     OPERATOR(.softcap = 30.5, .softcap_order = PLUMB_BIAS_MASK_CAP)},
    {",\"softcap\":30.5,\"softcap_order\":\"bias-cap-mask\"", 0,
     OPERATOR(.softcap = 30.5, .softcap_order = PLUMB_BIAS_CAP_MASK)},
    {",\"operator\":\"sigmoid\",\"softcap\":1,\"softcap_order\":\"cap-bias-mask\"", 0,
     OPERATOR(.kind = PLUMB_SIGMOID, .softcap = 1)},
};

START_TEST(accepts) {
    plumb_storage storage = {NULL};
    plumb_error error = {""};
    plumb_description d = describe(accepted[_i].members, &storage);
    int result = plumb_parameters_check(&d, accepted[_i].tensors, "x", &error);
    ck_assert_msg(result == 0, "%s", error.text);
    plumb_operator got = plumb_parameters_operator(&d);
    const plumb_operator *wanted = &accepted[_i].wanted;
    ck_assert_int_eq(got.kind, wanted->kind);
    ck_assert_double_eq(got.alpha, wanted->alpha);
    ck_assert_double_eq(got.power, wanted->power);
    ck_assert_double_eq(got.gamma, wanted->gamma);
    ck_assert_double_eq(got.zeta, wanted->zeta);
    ck_assert_double_eq(got.epsilon, wanted->epsilon);
    ck_assert_int_eq(got.normalisation, wanted->normalisation);
    ck_assert_int_eq(got.sink, wanted->sink);
    ck_assert_uint_eq(got.sink_keys, wanted->sink_keys);
    ck_assert_int_eq(got.sink_outside_lse, wanted->sink_outside_lse);
    ck_assert_double_eq(got.softcap, wanted->softcap);
    ck_assert_int_eq(got.softcap_order, wanted->softcap_order);
    plumb_storage_free(&storage);
}
END_TEST

/* What JSON cannot write, flags can. */
START_TEST(refuses_what_is_not_finite) {
    static const double numbers[] = {NAN, INFINITY, -INFINITY};
    for (int input = PLUMB_INPUT_ALPHA; input <= PLUMB_INPUT_SOFTCAP; input++)
        for (size_t i = 0; i < 3; i++) {
            plumb_description d = {.stated = 0};
            plumb_error error = {""};
            ck_assert_int_eq(
                plumb_description_number(&d, (plumb_input)input, "f", numbers[i], &error), -1);
            ck_assert_ptr_nonnull(strstr(error.text, " is not a finite number "));
            ck_assert_uint_eq(d.stated, 0);
        }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("parameters");
    TCase *tests = tcase_create("operator");
    tcase_add_loop_test(tests, refuses, 0, (int)(sizeof refused / sizeof *refused));
    tcase_add_loop_test(tests, accepts, 0, (int)(sizeof accepted / sizeof *accepted));
    tcase_add_test(tests, refuses_what_is_not_finite);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
