/* test_parameters.c - the operator of a description: each word and number, and their combinations.  Every rule is
   broken once, and every operator is stated once. */
#include "case/description.h"
#include "case/statement.h"
#include "schema/rules.h"
#include "tests/support/suite.h"
#include "tests/support/words.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

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
    const char *tensors;
    const char *message;
} refused[] = {
    {",\"operator\":\"scaled-softmax\"", "", "alpha: missing; operator scaled-softmax needs it"},
    {",\"alpha\":2", "",
     "alpha: applies only to operator scaled-softmax; this case has operator softmax"},
    {",\"operator\":\"power-softmax\"", "", "power: missing; operator power-softmax needs it"},
    {",\"operator\":\"scaled-softmax\",\"alpha\":2,\"power\":2", "",
     "power: applies only to operator power-softmax; this case has operator scaled-softmax"},
    {",\"operator\":\"clipped-softmax\",\"zeta\":1", "",
     "gamma: missing; operator clipped-softmax needs it"},
    {",\"operator\":\"clipped-softmax\",\"gamma\":0", "",
     "zeta: missing; operator clipped-softmax needs it"},
    {",\"gamma\":0", "",
     "gamma: applies only to operator clipped-softmax; this case has operator softmax"},
    {",\"zeta\":1", "",
     "zeta: applies only to operator clipped-softmax; this case has operator softmax"},
    {",\"operator\":\"sigmoid\",\"epsilon\":0", "",
     "epsilon: applies only to operator softpick, normalisation sum, normalisation absolute-sum; this case has "
     "operator sigmoid, normalisation none"},
    {",\"operator\":\"sigmoid\",\"normalisation\":\"at-least-one\",\"epsilon\":0", "",
     "epsilon: applies only to operator softpick, normalisation sum, normalisation absolute-sum; this case has "
     "operator sigmoid, normalisation at-least-one"},
    {",\"normalisation\":\"sum\"", "",
     "normalisation: applies only to {with normalisation}; this case has operator softmax"},
    {",\"operator\":\"softpick\",\"normalisation\":\"none\"", "",
     "normalisation: applies only to {with normalisation}; this case has operator softpick"},
    {",\"operator\":\"sigmoid\",\"sink\":\"zero\"", "",
     "sink: 'zero' adds a logit to operator softmax; this case has operator sigmoid"},
    {",\"operator\":\"sigmoid\",\"sink\":\"logit\"", "sinks",
     "sink: 'logit' adds a logit to operator softmax; this case has operator sigmoid"},
    {",\"operator\":\"scaled-softmax\",\"alpha\":1,\"sink\":\"token\"",
     "k_star v_star",
     "sink: 'token' adds a logit to operator softmax; this case has operator scaled-softmax"},
    {",\"sink\":\"first-keys\"", "", "sink_keys: missing; sink first-keys needs it"},
    {",\"sink_keys\":4", "",
     "sink_keys: applies only to sink first-keys; this case has sink none"},
    {",\"lse_sink\":\"included\"", "",
     "lse_sink: applies only to sink zero, sink logit, sink key, sink key-value, sink token; this case has sink none"},
    {",\"sink\":\"first-keys\",\"sink_keys\":1,\"lse_sink\":\"excluded\"", "",
     "lse_sink: applies only to sink zero, sink logit, sink key, sink key-value, sink token; this case has sink "
     "first-keys"},
    {",\"sink\":\"logit\"", "", "sinks: missing; sink logit needs it"},
    {"", "sinks",
     "sinks: applies only to sink logit; this case has sink none"},
    {",\"sink\":\"zero\"", "sinks",
     "sinks: applies only to sink logit; this case has sink zero"},
    {",\"sink\":\"key\"", "", "k_star: missing; sink key needs it"},
    {",\"sink\":\"key\"", "k_star v_star",
     "v_star: applies only to sink key-value, sink token; this case has sink key"},
    {",\"sink\":\"key-value\"", "k_star",
     "v_star: missing; sink key-value needs it"},
    {",\"sink\":\"token\"", "v_star", "k_star: missing; sink token needs it"},
    {",\"sink\":\"key0-bias\"", "", "key0_bias: missing; sink key0-bias needs it"},
    {",\"sink\":\"logit\"", "sinks key0_bias",
     "key0_bias: applies only to sink key0-bias; this case has sink logit"},
    {",\"operator\":\"mlp-kernel\"", "w2",
     "w1: missing; operator mlp-kernel needs it"},
    {",\"operator\":\"mlp-kernel\"", "w1",
     "w2: missing; operator mlp-kernel needs it"},
    {",\"operator\":\"elu-kernel\"", "w1",
     "w1: applies only to operator mlp-kernel; this case has operator elu-kernel"},
};

/* Whether what is stated goes with the tensors. */
static bool goes_together(const plumb_description *d, const char *tensors, char text[PLUMB_RULE_TEXT]) {
    plumb_company company = {.description = d, .given = d->stated, .head_dim = 4, .query_length = 3, .key_length = 3};
    plumb_member tensor;
    while ((tensor = plumb_next_member(&tensors)) != PLUMB_MEMBERS)
        plumb_set_add(&company.given, tensor);
    return plumb_company_check(&company, text);
}

START_TEST(refuses) {
    plumb_storage storage = {0};
    char text[PLUMB_RULE_TEXT] = "", message[WORDS_TEXT];
    plumb_description d = describe(refused[_i].members, &storage);
    ck_assert(!goes_together(&d, refused[_i].tensors, text));
    ck_assert_str_eq(text, with_words(refused[_i].message, message));
    plumb_storage_free(&storage);
}
END_TEST

#define OPERATOR(...)                                                                              \
    { .epsilon = 1e-8, __VA_ARGS__ }

static const struct {
    const char *members;
    const char *tensors;
    plumb_operator wanted;
} accepted[] = {
    {"", "", OPERATOR(.kind = PLUMB_SOFTMAX)},
    {",\"operator\":\"softmax\",\"sink\":\"none\",\"softcap\":0", "",
     OPERATOR(.kind = PLUMB_SOFTMAX)},
    {"", "bias v_bias gate",
     OPERATOR(.kind = PLUMB_SOFTMAX)},
    {",\"alpha\":0.1,\"operator\":\"scaled-softmax\"", "",
     OPERATOR(.kind = PLUMB_SCALED_SOFTMAX, .alpha = 0.1)},
    {",\"operator\":\"power-softmax\",\"power\":2", "",
     OPERATOR(.kind = PLUMB_POWER_SOFTMAX, .power = 2)},
    {",\"operator\":\"clipped-softmax\",\"gamma\":-0.03,\"zeta\":1", "",
     OPERATOR(.kind = PLUMB_CLIPPED_SOFTMAX, .gamma = -0.03, .zeta = 1)},
    {",\"operator\":\"clipped-softmax\",\"gamma\":0,\"zeta\":1.5", "",
     OPERATOR(.kind = PLUMB_CLIPPED_SOFTMAX, .gamma = 0, .zeta = 1.5)},
    {",\"operator\":\"softpick\"", "", OPERATOR(.kind = PLUMB_SOFTPICK)},
    {",\"operator\":\"softpick\",\"epsilon\":0", "", {.kind = PLUMB_SOFTPICK, .epsilon = 0}},
    {",\"operator\":\"sigmoid\",\"normalisation\":\"none\"", "", OPERATOR(.kind = PLUMB_SIGMOID)},
    {",\"operator\":\"elu\",\"normalisation\":\"sum\",\"epsilon\":1e-5", "",
     {.kind = PLUMB_ELU, .normalisation = PLUMB_SUM, .epsilon = 1e-5}},
    {",\"operator\":\"identity\",\"normalisation\":\"absolute-sum\"", "",
     OPERATOR(.kind = PLUMB_IDENTITY, .normalisation = PLUMB_ABSOLUTE_SUM)},
    {",\"operator\":\"elu-kernel\",\"normalisation\":\"at-least-one\"", "",
     OPERATOR(.kind = PLUMB_ELU_KERNEL, .normalisation = PLUMB_AT_LEAST_ONE)},
    {",\"operator\":\"mlp-kernel\"", "w1 w2",
     OPERATOR(.kind = PLUMB_MLP_KERNEL)},
    {",\"sink\":\"zero\",\"lse_sink\":\"included\"", "", OPERATOR(.sink = PLUMB_SINK_ZERO)},
    {",\"sink\":\"logit\",\"lse_sink\":\"excluded\"", "sinks",
     OPERATOR(.sink = PLUMB_SINK_LOGIT, .sink_outside_lse = true)},
    {",\"sink\":\"key\"", "k_star", OPERATOR(.sink = PLUMB_SINK_KEY)},
    {",\"sink\":\"key-value\"", "k_star v_star",
     OPERATOR(.sink = PLUMB_SINK_KEY_VALUE)},
    {",\"sink\":\"token\"", "k_star v_star",
     OPERATOR(.sink = PLUMB_SINK_TOKEN)},
    {",\"operator\":\"sigmoid\",\"sink\":\"first-keys\",\"sink_keys\":4", "",
     OPERATOR(.kind = PLUMB_SIGMOID, .sink = PLUMB_SINK_FIRST_KEYS, .sink_keys = 4)},
    {",\"operator\":\"softpick\",\"sink\":\"key0-bias\"", "key0_bias",
     OPERATOR(.kind = PLUMB_SOFTPICK, .sink = PLUMB_SINK_KEY0_BIAS)},
    {",\"softcap\":50", "", OPERATOR(.softcap = 50)},
    {",\"softcap\":30.5,\"softcap_order\":\"bias-mask-cap\"", "",
     OPERATOR(.softcap = 30.5, .softcap_order = PLUMB_BIAS_MASK_CAP)},
    {",\"softcap\":30.5,\"softcap_order\":\"bias-cap-mask\"", "",
     OPERATOR(.softcap = 30.5, .softcap_order = PLUMB_BIAS_CAP_MASK)},
    {",\"operator\":\"sigmoid\",\"softcap\":1,\"softcap_order\":\"cap-bias-mask\"", "",
     OPERATOR(.kind = PLUMB_SIGMOID, .softcap = 1)},
};

START_TEST(accepts) {
    plumb_storage storage = {0};
    char text[PLUMB_RULE_TEXT] = "";
    plumb_description d = describe(accepted[_i].members, &storage);
    ck_assert_msg(goes_together(&d, accepted[_i].tensors, text), "%s", text);
    plumb_operator got = plumb_description_resolve(&d, 4).op;
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
    static const char *const numbers[] = {"nan", "1e999", "-1e999"};
    int found = 0;
    for (int member = 0; member < PLUMB_MEMBERS; member++)
        for (size_t i = 0; i < 3 && plumb_member_at((plumb_member)member)->kind == PLUMB_KIND_REAL; i++) {
            plumb_description d = {.version = 0};
            plumb_error error = {""};
            ck_assert_int_eq(plumb_state_text(&d, (plumb_member)member, "f", numbers[i], &error), -1);
            ck_assert_ptr_nonnull(strstr(error.text, " is not a finite number "));
            ck_assert(!plumb_set_has(d.stated, (plumb_member)member));
            found++;
        }
    ck_assert_int_eq(found, 3 * 20);
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
