/* test_extras.c - the tensors that operators take: shapes, values, and the rows that query heads
   get from them. */
#include "case/extras.h"
#include "tests/case/draft.h"
#include "tests/support/suite.h"
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define LOGIT ",\"sink\":\"logit\""
#define KEY ",\"sink\":\"key\""
#define KEY_VALUE ",\"sink\":\"key-value\""
#define TOKEN ",\"sink\":\"token\""
#define KEY0 ",\"sink\":\"key0-bias\""
#define MLP ",\"operator\":\"mlp-kernel\""

static const struct {
    const char *members, *tensors, *message;
} refused[] = {
    {"", "sinks F32 [6]",
     "x: sinks: applies only to sink logit; this case has sink none"},
    {LOGIT, "", "x: sinks: missing; sink logit needs it"},
    {LOGIT, "sinks F32 [2]", "x: sinks: shape [2] is not [6]"},
    {LOGIT, "sinks F32 [1,6]", "x: sinks: shape [1,6] is not [6]; it fits without its axes of length 1: pass x.squeeze()"},
    {LOGIT, "sinks I32 [6]", "x: sinks: dtype I32 is not one of F64, F32, F16, BF16"},
    {LOGIT ",\"operator\":\"sigmoid\"", "sinks F32 [6]",
     "x: sink: 'logit' adds a logit to operator softmax; this case has operator sigmoid"},
    {KEY, "k_star F32 [3]", "x: k_star: shape [3] is not [4] or [6,4]"},
    {KEY, "k_star F32 [2,4]", "x: k_star: shape [2,4] is not [4] or [6,4]"},
    {KEY_VALUE, "k_star F32 [4] v_star F32 [4]", "x: v_star: shape [4] is not [3] or [6,3]"},
    {KEY_VALUE, "k_star F32 [4]", "x: v_star: missing; sink key-value needs it"},
    {TOKEN, "k_star F32 [4] v_star F32 [2,3]", "x: k_star: shape [4] is not [2,4]"},
    {TOKEN, "k_star F32 [2,4] v_star F32 [6,3]", "x: v_star: shape [6,3] is not [2,3]"},
    {KEY0, "key0_bias F32 [2]", "x: key0_bias: shape [2] is not [6]"},
    {"", "v_bias F32 [4]", "x: v_bias: shape [4] is not [3] or [6,3]"},
    {"", "v_bias F32 [2,3]", "x: v_bias: shape [2,3] is not [3] or [6,3]"},
    {"", "gate F32 [2,6]", "x: gate: shape [2,6] is not [2,6,3] or [2,6,3,3]"},
    {"", "gate F32 [2,6,3,4]", "x: gate: shape [2,6,3,4] is not [2,6,3] or [2,6,3,3]"},
    {"", "bias F32 [6,3,5]", "x: bias: shape [6,3,5] is not [2|1,6|1,3|1,5]"},
    {"", "bias F32 [2,6,3,1]", "x: bias: shape [2,6,3,1] is not [2|1,6|1,3|1,5]"},
    {"", "bias F32 [3,6,3,5]", "x: bias: shape [3,6,3,5] is not [2|1,6|1,3|1,5]"},
    {"", "bias F32 [2,2,3,5]", "x: bias: shape [2,2,3,5] is not [2|1,6|1,3|1,5]"},
    {"", "bias F32 [1,0,1,5]", "x: bias: shape [1,0,1,5] is not [2|1,6|1,3|1,5]"},
    {"", "bias BOOL [1,1,3,5]",
     "x: bias: dtype BOOL is not one of F64, F32, F16, BF16; booleans of a mask are the tensor allowed"},
    {MLP, "", "x: w1: missing; operator mlp-kernel needs it"},
    {MLP, "w1 F32 [8,4]", "x: w2: missing; operator mlp-kernel needs it"},
    {MLP, "w1 F32 [8,3] w2 F32 [4,8]",
     "x: w1: shape [8,3] is not [hidden,4] with hidden at least 1"},
    {MLP, "w1 F32 [0,4] w2 F32 [4,0]",
     "x: w1: shape [0,4] is not [hidden,4] with hidden at least 1"},
    {MLP, "w1 F32 [8,4] w2 F32 [4,4]",
     "x: w2: shape [4,4] is not [features,8] with features at least 1"},
    {MLP, "w1 F32 [8,4] w2 F32 [0,8]",
     "x: w2: shape [0,8] is not [features,8] with features at least 1"},
    {MLP, "w1 F32 [32] w2 F32 [4,8]", "x: w1: shape [32] is not [hidden,4] with hidden at least 1"},
    {",\"operator\":\"sigmoid\"", "lse F32 [2,6,3]", "x: lse: operator sigmoid has no log-sum-exp"},
    {",\"operator\":\"power-softmax\",\"power\":2", "lse F32 [2,6,3]",
     "x: lse: operator power-softmax has no log-sum-exp"},
};

START_TEST(refuses) {
    refuse(start_with(refused[_i].members, refused[_i].tensors), refused[_i].message);
}
END_TEST

/* q, k and v zero; the F64 tensors after them hold first, first + 1, ... */
static unsigned char *counting_data(size_t size, double first) {
    unsigned char *data = calloc(size, 1);
    ck_assert_ptr_nonnull(data);
    for (size_t at = INPUT_BYTES; at < size; at += 8) {
        uint64_t bits;
        memcpy(&bits, &first, sizeof bits);
        plumb_store(data + at, 8, bits);
        first++;
    }
    return data;
}

static plumb_case accept_counting(const char *members, const char *tensors) {
    draft d = start_with(members, tensors);
    unsigned char *data = counting_data(d.data_size, 0);
    plumb_case c = accept(d, data);
    free(data);
    return c;
}

static void check_counts(const double *value, const double *wanted, size_t count) {
    for (size_t i = 0; i < count; i++)
        ck_assert_double_eq(value[i], wanted[i]);
}

START_TEST(without_tensors_there_are_none) {
    plumb_case c = accept(start_with("", ""), NULL);
    const plumb_extras *e = &c.problem.extra;
    ck_assert(!e->bias && !e->sinks && !e->sink_key && !e->sink_value && !e->key0_bias);
    ck_assert(!e->value_bias && !e->gate && !e->mlp_inner && !e->mlp_outer);
    ck_assert_double_eq(c.problem.op.epsilon, 1e-8);
    plumb_case_free(&c);
}
END_TEST

/* Element (b, h, t, j) of a bias that counts its own elements. */
static const struct {
    const char *tensor;
    double second_batch, second_head, second_query;
} biases[] = {
    {"bias F64 [2,6,3,5]", 90, 15, 5}, {"bias F64 [1,6,3,5]", 0, 15, 5},
    {"bias F64 [2,1,3,5]", 15, 0, 5},  {"bias F64 [2,6,1,5]", 30, 5, 0},
    {"bias F64 [1,1,3,5]", 0, 0, 5},   {"bias F64 [1,6,1,5]", 0, 5, 0},
    {"bias F64 [2,1,1,5]", 5, 0, 0},   {"bias F64 [1,1,1,5]", 0, 0, 0},
};

START_TEST(bias_is_broadcast) {
    plumb_case c = accept_counting("", biases[_i].tensor);
    const plumb_extras *e = &c.problem.extra;
    for (size_t j = 0; j < 5; j++) {
        ck_assert_double_eq(e->bias[j], (double)j);
        ck_assert_double_eq(e->bias[e->bias_batch + j], biases[_i].second_batch + (double)j);
        ck_assert_double_eq(e->bias[e->bias_head + j], biases[_i].second_head + (double)j);
        ck_assert_double_eq(e->bias[e->bias_query + j], biases[_i].second_query + (double)j);
    }
    plumb_case_free(&c);
}
END_TEST

START_TEST(reads_numbers_per_head) {
    static const double counts[] = {0, 1, 2, 3, 4, 5};
    plumb_case c = accept_counting(LOGIT, "sinks F64 [6]");
    check_counts(c.problem.extra.sinks, counts, 6);
    plumb_case_free(&c);
    c = accept_counting(KEY0, "key0_bias F64 [6]");
    check_counts(c.problem.extra.key0_bias, counts, 6);
    plumb_case_free(&c);
}
END_TEST

/* One vector for all heads, one for each, or one for each key head: 6 heads read 2. */
START_TEST(expands_vectors_per_query_head) {
    plumb_case c = accept_counting(KEY, "k_star F64 [4]");
    for (size_t h = 0; h < 6; h++)
        check_counts(c.problem.extra.sink_key + 4 * h, (const double[]){0, 1, 2, 3}, 4);
    ck_assert_ptr_null(c.problem.extra.sink_value);
    plumb_case_free(&c);
    c = accept_counting(KEY_VALUE, "k_star F64 [6,4] v_star F64 [3]");
    for (size_t h = 0; h < 6; h++) {
        ck_assert_double_eq(c.problem.extra.sink_key[4 * h], 4 * (double)h);
        check_counts(c.problem.extra.sink_value + 3 * h, (const double[]){24, 25, 26}, 3);
    }
    plumb_case_free(&c);
    c = accept_counting(TOKEN, "k_star F64 [2,4] v_star F64 [2,3]");
    for (size_t h = 0; h < 6; h++) {
        ck_assert_double_eq(c.problem.extra.sink_key[4 * h + 1], h < 3 ? 1 : 5);
        ck_assert_double_eq(c.problem.extra.sink_value[3 * h + 2], h < 3 ? 10 : 13);
    }
    plumb_case_free(&c);
    c = accept_counting("", "v_bias F64 [6,3]");
    for (size_t i = 0; i < 18; i++)
        ck_assert_double_eq(c.problem.extra.value_bias[i], (double)i);
    plumb_case_free(&c);
}
END_TEST

START_TEST(reads_gates) {
    plumb_case c = accept_counting("", "gate F64 [2,6,3]");
    ck_assert(!c.problem.extra.gate_per_element);
    ck_assert_double_eq(c.problem.extra.gate[35], 35);
    plumb_case_free(&c);
    c = accept_counting("", "gate F64 [2,6,3,3]");
    ck_assert(c.problem.extra.gate_per_element);
    ck_assert_double_eq(c.problem.extra.gate[107], 107);
    plumb_case_free(&c);
}
END_TEST

START_TEST(reads_matrices) {
    plumb_case c = accept_counting(MLP, "w1 F64 [2,4] w2 F64 [5,2]");
    const plumb_extras *e = &c.problem.extra;
    ck_assert_uint_eq(e->hidden_dim, 2);
    ck_assert_uint_eq(e->feature_dim, 5);
    ck_assert_double_eq(e->mlp_inner[7], 7);
    ck_assert_double_eq(e->mlp_outer[0], 8);
    ck_assert_double_eq(e->mlp_outer[9], 17);
    plumb_case_free(&c);
}
END_TEST

/* Queries in F32, sinks in BF16 and a gate in F16: engines mix them. */
START_TEST(reads_every_dtype) {
    draft d = start_with(LOGIT, "sinks BF16 [6] gate F16 [2,6,3]");
    unsigned char *data = calloc(d.data_size, 1);
    plumb_store(data + INPUT_BYTES + 2, 2, 0xC0A0);      /* -5 */
    plumb_store(data + INPUT_BYTES + 12 + 4, 2, 0x3800); /* 0.5 */
    plumb_case c = accept(d, data);
    free(data);
    ck_assert_double_eq(c.problem.extra.sinks[1], -5);
    ck_assert_double_eq(c.problem.extra.gate[2], 0.5);
    plumb_case_free(&c);
}
END_TEST

static const struct {
    const char *members, *tensors;
    size_t element; /* of all F64 numbers after q, k and v */
    double value;
    const char *message;
} special[] = {
    {"", "bias F64 [2,6,3,5]", 97, INFINITY,
     "x: bias[1,0,1,2] is inf, which is neither finite nor -inf"},
    {"", "bias F64 [1,1,1,5]", 4, NAN, "x: bias[0,0,0,4] is nan, which is neither finite nor -inf"},
    {LOGIT, "sinks F64 [6]", 5, -INFINITY, "x: sinks[5] is -inf, which is not finite"},
    {KEY, "k_star F64 [6,4]", 23, INFINITY, "x: k_star[5,3] is inf, which is not finite"},
    {KEY_VALUE, "k_star F64 [4] v_star F64 [3]", 5, NAN,
     "x: v_star[1] is nan, which is not finite"},
    {KEY0, "key0_bias F64 [6]", 0, NAN, "x: key0_bias[0] is nan, which is not finite"},
    {"", "v_bias F64 [3]", 2, -NAN, "x: v_bias[2] is nan, which is not finite"},
    {"", "gate F64 [2,6,3]", 35, INFINITY, "x: gate[1,5,2] is inf, which is not finite"},
    {"", "gate F64 [2,6,3,3]", 3, -INFINITY, "x: gate[0,0,1,0] is -inf, which is not finite"},
    {MLP, "w1 F64 [2,4] w2 F64 [5,2]", 6, NAN, "x: w1[1,2] is nan, which is not finite"},
    {MLP, "w1 F64 [2,4] w2 F64 [5,2]", 11, INFINITY, "x: w2[1,1] is inf, which is not finite"},
};

START_TEST(refuses_what_is_not_finite) {
    plumb_case c;
    plumb_error error = {""};
    draft d = start_with(special[_i].members, special[_i].tensors);
    unsigned char *data = counting_data(d.data_size, 0);
    uint64_t bits;
    memcpy(&bits, &special[_i].value, sizeof bits);
    plumb_store(data + INPUT_BYTES + 8 * special[_i].element, 8, bits);
    ck_assert_int_eq(finish(&d, data, &c, &error), -1);
    free(data);
    ck_assert_str_eq(error.text, special[_i].message);
    ck_assert_ptr_null(c.storage);
}
END_TEST

START_TEST(bias_may_hide_keys) {
    draft d = start_with("", "bias F64 [1,1,1,5]");
    unsigned char *data = counting_data(d.data_size, 0);
    plumb_store(data + INPUT_BYTES + 8, 8, UINT64_C(0xFFF0000000000000));
    plumb_case c = accept(d, data);
    free(data);
    ck_assert_double_eq(c.problem.extra.bias[0], 0);
    ck_assert_double_eq(c.problem.extra.bias[1], -INFINITY);
    ck_assert_double_eq(c.problem.extra.bias[2], 2);
    plumb_case_free(&c);
}
END_TEST

/* Of no keys there is nothing to bias; a sink takes everything. */
START_TEST(reads_no_keys) {
    draft d = start(KEY_VALUE);
    add_tensor(&d, "q", "F32", "[1,2,3,4]", 96);
    add_tensor(&d, "k", "F32", "[1,1,0,4]", 0);
    add_tensor(&d, "v", "F32", "[1,1,0,3]", 0);
    add_tensor(&d, "bias", "F32", "[1,1,3,0]", 0);
    add_tensor(&d, "k_star", "F32", "[4]", 16);
    add_tensor(&d, "v_star", "F32", "[2,3]", 24);
    plumb_case c = accept(d, NULL);
    ck_assert_ptr_nonnull(c.problem.extra.bias);
    ck_assert_double_eq(c.problem.extra.sink_value[5], 0);
    plumb_case_free(&c);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("extras");
    TCase *tests = tcase_create("tensors");
    tcase_add_loop_test(tests, refuses, 0, (int)(sizeof refused / sizeof *refused));
    tcase_add_test(tests, without_tensors_there_are_none);
    tcase_add_loop_test(tests, bias_is_broadcast, 0, (int)(sizeof biases / sizeof *biases));
    tcase_add_test(tests, reads_numbers_per_head);
    tcase_add_test(tests, expands_vectors_per_query_head);
    tcase_add_test(tests, reads_gates);
    tcase_add_test(tests, reads_matrices);
    tcase_add_test(tests, reads_every_dtype);
    tcase_add_loop_test(tests, refuses_what_is_not_finite, 0,
                        (int)(sizeof special / sizeof *special));
    tcase_add_test(tests, bias_may_hide_keys);
    tcase_add_test(tests, reads_no_keys);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
