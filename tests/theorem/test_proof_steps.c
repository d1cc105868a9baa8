/* test_proof_steps.c - each step of a precision reaches the theorem: values of an engine with the largest allowed
   errors in that step alone are possible, and impossible if that step is as fine as the others. */
#include "tests/theorem/ask_proof.h"
#include "precision/precision_text.h"
#include "tests/support/problems.h"
#include "tests/support/suite.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

#define UNIT 0x1p-8           /* of bfloat16 */
#define LOST (0.9 * 0x1p-25)  /* what binary16 may take for 0 */
#define FLUSHED (0.9 * 0x1p-14) /* what a matrix unit may */
#define DEEP (-17.5)          /* e^x is less than LOST */

/* One query of one element, two keys, their values. */
typedef struct {
    double query, key[2], value[2];
} two_keys;

/* The first key's weight of 1/(1 + e^-1). */
static const two_keys usual = {1, {1, 0}, {1, 0}};

typedef struct {
    const char *step, *base; /* a change of f64 that lets a number be given, and one that does not */
    plumb_quantity quantity;
    plumb_format format;
    two_keys row;
    double number;
} question;

static double weight(double score) {
    return 1 / (1 + exp(-score));
}

static double units(double count) {
    return pow(1 + UNIT, count);
}

static bool is_impossible(const question *x, const char *changes) {
    char text[128];
    plumb_precision precision;
    plumb_error error;
    plumb_element e = {.present = true, .engine = x->number};
    plumb_problem p = one_head(1, 2, 1, 1);
    p.query = &x->row.query;
    p.key = x->row.key;
    p.value = x->row.value;
    p.scale = (plumb_scale){.text = "1"};
    snprintf(text, sizeof text, "f64%s%s", *changes ? "," : "", changes);
    ck_assert_msg(plumb_precision_parse(text, "precision", &precision, &error) == 0, "%s", error.text);
    return is_proved_impossible(&p, &precision, x->quantity, &e, x->format);
}

#define OUTPUT_OF(row, number) PLUMB_OUTPUT, PLUMB_F64, row, number
#define USUAL(number) OUTPUT_OF(usual, number)

/* Units: a score rounds the two roots of its scale and both elements as inputs, and both again as operands. */
static size_t fill(question *x) {
    const double e = exp(-1), lse = log(1 + exp(1)), mean = weight(1);
    const two_keys small_query = {LOST, {0x1p25, 0}, {1, 0}}, small_score = {LOST, {1, 0}, {1, 0}},
                   flushed_query = {FLUSHED, {0x1p14, 0}, {1, 0}}, small_values = {1, {0, 0}, {LOST, LOST}},
                   flushed_values = {1, {0, 0}, {FLUSHED, FLUSHED}}, lost_key = {1, {DEEP, 0}, {1, 0}},
                   flushed_key = {1, {-9.8, 0}, {0x1p20, 0}}, late = {1, {0, 1}, {1, 0}};
    const question all[] = {
        {"input=bf16", "", USUAL(weight(units(3.9)))},
        {"operand=bf16", "", USUAL(weight(units(1.9)))},
        {"operand=bf16", "", USUAL(mean * units(0.9))},
        {"product=bf16", "", USUAL(weight(units(0.9)))},
        {"score=bf16", "", USUAL(weight(units(0.9)))},
        {"shifted=bf16", "", USUAL(weight(units(0.9)))},
        {"exponent=bf16", "", USUAL(weight(units(0.9)))},
        {"exponential_ulp=1048576", "", USUAL(1 / (1 + e * (1 + 0.9 * 0x1p-32)))},
        {"rescaling_ulp=1048576", "", OUTPUT_OF(late, 1 - 1 / (1 + e * (1 + 0.9 * 0x1p-32)))},
        {"rescaling_ulp=1048576,merge_levels=11", "rescaling_ulp=1048576",
         OUTPUT_OF(late, 1 - 1 / (1 + e * (1 + 28 * 0x1p-32)))},
        {"probability=bf16", "", USUAL(mean * units(0.9))},
        {"accumulate=bf16", "", USUAL(mean * units(0.9))},
        {"output=bf16", "", USUAL(mean * units(0.9))},
        {"part=bf16,merge_levels=3", "merge_levels=3", USUAL(mean * units(2.9))},
        {"part=bf16,merge_levels=9", "part=bf16,merge_levels=2", USUAL(mean * units(8.9))},
        /* what underflows */
        {"input=f16", "", OUTPUT_OF(small_query, 0.5)},
        {"operand=f16-flush", "", OUTPUT_OF(flushed_query, 0.5)},
        {"operand=f16-flush", "", OUTPUT_OF(flushed_values, 0)},
        {"operand=f16-flush", "", OUTPUT_OF(flushed_key, 0)},
        {"product=f16", "", OUTPUT_OF(small_score, 0.5)},
        {"score=f16", "", OUTPUT_OF(small_score, 0.5)},
        {"exponent=f16", "", OUTPUT_OF(lost_key, 0)},
        {"probability=f16", "", OUTPUT_OF(lost_key, 0)},
        {"accumulate=f16", "", OUTPUT_OF(small_values, 0)},
        {"output=f16", "", OUTPUT_OF(small_values, 0)},
        {"part=f16,merge_levels=2", "merge_levels=2", OUTPUT_OF(small_values, 0)},
        /* other tensors */
        {"score=bf16", "output=bf16", PLUMB_SCORES, PLUMB_F64, usual, units(0.9)},
        {"output=bf16", "", PLUMB_WEIGHTS, PLUMB_F64, usual, mean * units(0.9)},
        {"exponent=bf16", "output=bf16", PLUMB_LSE, PLUMB_F64, usual, lse * units(0.9)},
        {"accumulate=bf16", "output=bf16", PLUMB_LSE, PLUMB_F64, usual, lse + 0.9 * UNIT},
        {"exponent=f32,merge_levels=101", "exponent=f32", PLUMB_LSE, PLUMB_F64, usual, lse * (1 + 360 * 0x1p-24)},
    };
    enum { COUNT = sizeof all / sizeof *all };
    if (x != NULL)
        memcpy(x, all, sizeof all);
    return COUNT;
}

enum { MOST_QUESTIONS = 64 };

START_TEST(a_step_may_err_as_much_as_it_may) {
    question x[MOST_QUESTIONS];
    ck_assert(fill(NULL) <= MOST_QUESTIONS);
    size_t count = fill(x);
    for (size_t i = 0; i < count; i++) {
        ck_assert_msg(!is_impossible(&x[i], x[i].step), "question %zu: %a is impossible in f64,%s", i, x[i].number,
                      x[i].step);
        ck_assert_msg(is_impossible(&x[i], x[i].base), "question %zu: %a is possible in f64,%s", i, x[i].number,
                      x[i].base);
    }
}
END_TEST

/* But for three, which say how often a sum is rescaled, and how far a shift may be off (test_proof_row.c,
   test_shift_reach.c). */
START_TEST(every_field_is_asked_about) {
    static const char *const others[] = {"least_key_block", "shift", "key_order"};
    question x[MOST_QUESTIONS];
    size_t count = fill(x);
    const char *field;
    for (size_t n = 0; (field = plumb_precision_field(n)) != NULL; n++) {
        size_t length = strlen(field);
        bool asked = false;
        for (size_t i = 0; i < sizeof others / sizeof *others; i++)
            asked = asked || strcmp(field, others[i]) == 0;
        for (size_t i = 0; i < count; i++)
            asked = asked || (strncmp(x[i].step, field, length) == 0 && x[i].step[length] == '=') ||
                    (strstr(x[i].step, field) != NULL && strstr(x[i].step, field)[-1] == ',');
        ck_assert_msg(asked, "no question is about %s", field);
    }
}
END_TEST

/* ---- the tensor that is judged ---- */

/* Whatever other tensors are stored as; but not again what its own result was stored in.  A weight may come of a
   log-sum-exp that such a tensor holds. */
START_TEST(a_tensor_rounds_once) {
    static const plumb_quantity quantities[] = {PLUMB_OUTPUT, PLUMB_WEIGHTS, PLUMB_SCORES, PLUMB_LSE};
    static const char *const stored[] = {"", "output=bf16", "score=bf16", "exponent=bf16"};
    const double exact[] = {weight(1), weight(1), 1, log(1 + exp(1))};
    static const double too_far[] = {1.1, 4, 1.1, 1.1};
    for (size_t i = 0; i < 4; i++) {
        question x = {"", "", quantities[i], PLUMB_BF16, usual, exact[i] * units(too_far[i])};
        ck_assert_msg(is_impossible(&x, ""), "%zu", i);
        x.number = exact[i] * units(0.9);
        for (size_t n = 0; n < 4; n++)
            ck_assert_msg(!is_impossible(&x, stored[n]), "%zu in %s", i, stored[n]);
    }
    question twice = {"", "", PLUMB_OUTPUT, PLUMB_BF16, usual, weight(1) * units(1.1)};
    ck_assert(is_impossible(&twice, "output=bf16"));
    twice.number = weight(1) * units(1 + 0.9 / 8); /* a tensor of binary16 beside bfloat16 adds nothing */
    twice.format = PLUMB_F16;
    ck_assert(is_impossible(&twice, "output=bf16"));
}
END_TEST

START_TEST(a_tensor_loses_what_is_small) {
    question x = {"", "", PLUMB_OUTPUT, PLUMB_F16, {1, {0, 0}, {LOST, LOST}}, 0};
    ck_assert(!is_impossible(&x, "") && !is_impossible(&x, "output=bf16"));
    x.format = PLUMB_F32;
    ck_assert(is_impossible(&x, ""));
    x = (question){"", "", PLUMB_SCORES, PLUMB_F16, {LOST, {1, 0}, {1, 0}}, 0};
    ck_assert(!is_impossible(&x, ""));
    x.format = PLUMB_F32;
    ck_assert(is_impossible(&x, ""));
    x = (question){"", "", PLUMB_WEIGHTS, PLUMB_F16, {1, {DEEP, 0}, {1, 0}}, 0};
    ck_assert(!is_impossible(&x, ""));
    x.format = PLUMB_F32;
    ck_assert(is_impossible(&x, ""));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("theorem/proof_steps");
    TCase *tests = tcase_create("steps");
    tcase_add_test(tests, a_step_may_err_as_much_as_it_may);
    tcase_add_test(tests, every_field_is_asked_about);
    tcase_add_test(tests, a_tensor_rounds_once);
    tcase_add_test(tests, a_tensor_loses_what_is_small);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
