/* Faults of backward passes on challenge inputs with a loss: each is detected, or does not change the gradients. */
#include "challenge/backward.h"
#include "challenge/cheats.h"
#include "exact/round.h"
#include "tests/challenge/shapes.h"
#include "tests/support/suite.h"
#include <string.h>

enum { MOST = 2 * 4 * 40 * 64 };

static plumb_case right_of(const plumb_drawn *drawn, double out[MOST]) {
    plumb_case right = drawn->inputs.asked;
    size_t count = plumb_rows_of(&right.problem) * right.problem.value_dim;
    ck_assert_uint_le(count, MOST);
    ck_assert_int_eq(plumb_exact_outputs(&right.problem, out), 0);
    for (size_t i = 0; i < count; i++)
        out[i] = plumb_round_double(out[i], right.input_format);
    right.output = (plumb_claim){true, right.input_format, count, out};
    return right;
}

/* A delta in bfloat16 is no coarser than what bfloat16 rounds besides, and hardly than what binary16 does. */
static void check_fault(const plumb_challenge_fault *fault, const char *text, bool fine) {
    bool hidden = !fine && strcmp(fault->does, "delta is rounded to bfloat16") == 0;
    ck_assert_int_eq(fault->kind, PLUMB_FAULT_BACKWARD);
    ck_assert_msg(fault->detection != PLUMB_WITHIN_EXPECTED || hidden, "%s: %s: %.3g of expected", text, fault->does,
                  fault->expected);
    ck_assert_msg(fault->detection != PLUMB_DETECTED || (fault->verdict != PLUMB_PASS && fault->expected > 1), "%s",
                  fault->does);
}

static const struct {
    const char *text; /* but for its end */
    size_t faults;    /* that change something */
} losses[] = {
    {SHAPE(1, 2, 2, 33, 33, 16, ",\"tensors\":[\"out_grad\"],\"mask\":\"causal\""), 15},
    {SHAPE(2, 4, 2, 16, 16, 64,
           ",\"tensors\":[\"out_grad\",\"lse_grad\",\"sinks\"],\"sink\":\"logit\",\"mask\":\"causal\","
           "\"window\":{\"left\":4,\"right\":0}"),
     24},
    {SHAPE(1, 3, 1, 8, 40, 32,
           ",\"tensors\":[\"bias\",\"lse_grad\",\"out_grad\"],\"softcap\":20,"
           "\"softcap_order\":\"cap-bias-mask\""),
     20},
};
enum { LOSSES = sizeof losses / sizeof *losses };

START_TEST(backward_faults_are_told) {
    static const char *const dtypes[] = {"f32", "bf16", "f16"};
    static double out[MOST];
    char text[1024];
    plumb_drawn drawn;
    plumb_error error;
    size_t changing = 0;
    shape_text(losses[_i / 3].text, dtypes[_i % 3], text);
    ck_assert_msg(plumb_draw(text, "test", NULL, &drawn, &error) == 0, "%s", error.text);
    plumb_challenge found = {.drawn = &drawn};
    plumb_case right = right_of(&drawn, out);
    ck_assert_msg(plumb_challenge_try_backward(&found, &right, "test", 1, &error) == 0, "%s", error.text);
    for (size_t i = 0; i < found.count; i++) {
        check_fault(&found.fault[i], text, _i % 3 == 0);
        changing += found.fault[i].detection != PLUMB_NO_CHANGE;
    }
    ck_assert_uint_eq(changing, losses[_i / 3].faults);
    plumb_challenge_free(&found);
    plumb_drawn_free(&drawn);
}
END_TEST

/* It lies along the output, and no two heads next to each other have the same sign on average. */
START_TEST(a_loss_differs_from_head_to_head) {
    enum { QUERIES = 12, DIM = 16, HEADS = 4 };
    plumb_drawn drawn;
    plumb_error error;
    double out[HEADS * QUERIES * DIM];
    ck_assert_msg(plumb_draw(SHAPE(1, 4, 2, 12, 40, 16, ",\"dtype\":\"f32\",\"tensors\":[\"out_grad\"]}"), "test", NULL,
                             &drawn, &error) == 0,
                  "%s", error.text);
    const plumb_problem *p = &drawn.inputs.asked.problem;
    ck_assert_int_eq(plumb_exact_outputs(p, out), 0);
    for (size_t h = 0; h < HEADS; h++) {
        double mean = 0, along = 0, square = 0;
        for (size_t i = h * QUERIES * DIM; i < (h + 1) * QUERIES * DIM; i++) {
            mean += p->loss.output[i] / (QUERIES * DIM);
            along += p->loss.output[i] * out[i];
            square += out[i] * out[i];
        }
        ck_assert_msg(h % 2 == 0 ? mean > 0.5 : mean < -0.5, "head %zu: %.3g", h, mean);
        ck_assert_msg(along > 0.3 * square, "head %zu: %.3g of %.3g", h, along, square);
    }
    plumb_drawn_free(&drawn);
}
END_TEST

START_TEST(what_has_no_gradients_is_refused) {
    plumb_drawn drawn;
    plumb_challenge found;
    plumb_error error;
    const char *text =
        SHAPE(1, 2, 1, 3, 8, 8, ",\"dtype\":\"f32\",\"operator\":\"softpick\",\"tensors\":[\"out_grad\"]}");
    ck_assert_msg(plumb_draw(text, "test", NULL, &drawn, &error) == 0, "%s", error.text);
    ck_assert_int_eq(plumb_challenge_try(&drawn, text, "test", false, 1, &found, &error), -1);
    ck_assert_str_eq(error.text, "test: out_grad: not available yet for this operator");
    plumb_drawn_free(&drawn);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("challenge/backward");
    TCase *cases = tcase_create("backward");
    tcase_set_timeout(cases, 60);
    tcase_add_loop_test(cases, backward_faults_are_told, 0, 3 * LOSSES);
    tcase_add_test(cases, a_loss_differs_from_head_to_head);
    tcase_add_test(cases, what_has_no_gradients_is_refused);
    suite_add_tcase(suite, cases);
    return run_suite(suite);
}
