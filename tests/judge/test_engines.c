/* test_engines.c - simulated engines of every kind: none that is right ever fails, each that is wrong does. */
#include "judge/compare.h"
#include "exact/shape.h"
#include "tests/simulate/kinds.h"
#include "tests/support/problems.h"
#include "tests/support/suite.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static double as_input(const simulated_kind *kind, double x) {
    number_format numbers = kind->numbers != AS_IT_IS ? kind->numbers : number_format_of(kind->stored);
    return simulated_round((simulated_rounding){.format = numbers}, x);
}

static void round_to(double *x, size_t count, plumb_format format) {
    for (size_t i = 0; i < count; i++)
        x[i] = simulated_round((simulated_rounding){.format = number_format_of(format)}, x[i]);
}

/* What the engine answers to `by`, as the tensors that it hands out. */
static plumb_report judge(const plumb_problem *asked, const plumb_problem *by, const simulated_kind *kind,
                          const char *precision) {
    size_t rows = plumb_rows_of(asked);
    plumb_format of_lse = kind->stored == PLUMB_F64 ? PLUMB_F64 : PLUMB_F32;
    simulated_answers given = simulate(&kind->by, by, true);
    round_to(given.output, rows * asked->value_dim, kind->stored);
    round_to(given.weights, rows * asked->key_length, kind->stored);
    round_to(given.scores, rows * asked->key_length, kind->stored);
    round_to(given.lse, rows, of_lse);
    plumb_case judged = {.problem = *asked,
                         .input_format = kind->stored,
                         .output = {true, kind->stored, rows * asked->value_dim, given.output},
                         .weights = {true, kind->stored, rows * asked->key_length, given.weights},
                         .scores = {true, kind->stored, rows * asked->key_length, given.scores},
                         .lse = {true, of_lse, rows, given.lse},
                         .precision = precision,
                         .source = kind->name};
    plumb_report report;
    plumb_error error;
    ck_assert_msg(plumb_compare(&judged, &(plumb_compare_options){.threads = 2}, &report, &error) == 0, "%s",
                  error.text);
    report.judged = NULL;
    free_simulated(&given);
    return report;
}

/* The largest error of an engine over what is expected, over all the problems of a test. */
typedef struct {
    double expected[PLUMB_QUANTITIES];
} usage;

static void check_right(const plumb_problem *p, const simulated_kind *kind, usage *used) {
    plumb_report report = judge(p, p, kind, kind->precision);
    for (int q = 0; q < PLUMB_QUANTITIES; q++) {
        const plumb_tensor_report *tensor = &report.tensor[q];
        const plumb_element *first = tensor->impossible > 0 ? &tensor->first_impossible : &tensor->first_beyond;
        ck_assert_msg(tensor->impossible == 0 && (tensor->beyond == 0 || kind->unexpected),
                      "%s: %s[%zu %zu %zu %zu] = %a: %s; exact %a to %a, bound %g, expected %g", kind->name,
                      plumb_quantity_name((plumb_quantity)q), first->batch, first->head, first->query, first->column,
                      first->engine, plumb_finding_text(first->finding), first->low, first->high, first->provable,
                      first->probable);
        used->expected[q] = fmax(used->expected[q], tensor->worst_probable_ratio);
    }
}

static plumb_problem grouped(size_t queries, size_t keys) {
    plumb_problem shape = one_head(queries, keys, 20, 8);
    shape.query_heads = 4;
    shape.key_heads = 2;
    shape.causal = (plumb_causal){true, (int64_t)keys - (int64_t)queries};
    return shape;
}

/* Normal queries of that size, keys and values. */
static drawn_problem draw_normal(plumb_problem shape, double size, const simulated_kind *kind, uint64_t number) {
    random_cases cases = random_begin("budget", number + 1);
    cases.next = number;
    random_next(&cases);
    drawn_problem drawn = draw_problem(&cases, shape, ORDINARY);
    for (size_t n = 0; n < query_numbers(&shape); n++)
        drawn.query[n] = as_input(kind, size * drawn.query[n]);
    for (size_t n = 0; n < key_numbers(&shape); n++)
        drawn.key[n] = as_input(kind, drawn.key[n]);
    for (size_t n = 0; n < value_numbers(&shape); n++)
        drawn.value[n] = as_input(kind, drawn.value[n]);
    return drawn;
}

/* Equal tokens: every weight is 1/t, and roundings that would cancel elsewhere all agree. */
static drawn_problem repeated_tokens(const simulated_kind *kind) {
    drawn_problem drawn = blank_problem(grouped(40, 300));
    for (size_t n = 0; n < query_numbers(&drawn.problem); n++)
        drawn.query[n] = as_input(kind, 0.3 + 0.1 * (double)(n % 20));
    for (size_t n = 0; n < key_numbers(&drawn.problem); n++)
        drawn.key[n] = as_input(kind, 0.7 - 0.05 * (double)(n % 20));
    for (size_t n = 0; n < value_numbers(&drawn.problem); n++)
        drawn.value[n] = as_input(kind, 0.1 * (double)(n % 8 + 1));
    return drawn;
}

static void check_drawn(drawn_problem drawn, const simulated_kind *kind, usage *used) {
    check_right(&drawn.problem, kind, used);
    free_problem(&drawn);
}

static void check_sizes(const simulated_kind *kind, usage *used) {
    static const double sizes[] = {1e-3, 1, 4, 20};
    for (uint64_t number = 0; number < 12; number++)
        check_drawn(draw_normal(grouped(8, 8 + 20 * (number % 4)), sizes[number % 4], kind, number), kind, used);
    check_drawn(repeated_tokens(kind), kind, used);
}

/* Values so small that outputs, and products with probabilities, underflow in the format. */
static void check_small_values(const simulated_kind *kind, usage *used) {
    double least = ldexp(1, plumb_shape(kind->stored).least_exponent);
    for (uint64_t number = 0; number < 4; number++) {
        drawn_problem drawn = draw_normal(grouped(8, 30), 1, kind, number);
        for (size_t n = 0; n < value_numbers(&drawn.problem); n++)
            drawn.value[n] = as_input(kind, 40 * least * drawn.value[n]);
        check_drawn(drawn, kind, used);
    }
}

/* One heavy key of value 0 and many whose probabilities, 2^-26.3, binary16 cannot hold. */
static void check_lost_probabilities(const simulated_kind *kind, usage *used) {
    drawn_problem drawn = blank_problem(one_head(1, 1000, 1, 1));
    drawn.query[0] = 1;
    for (size_t i = 1; i < 1000; i++) {
        drawn.key[i] = as_input(kind, -18.2);
        drawn.value[i] = 1;
    }
    check_drawn(drawn, kind, used);
}

/* Long vectors of equal numbers: the roundings of a plain sum all point the same way, as those of independent ones
   practically never do, but never beyond what is possible. */
static void check_long_vectors(const simulated_kind *kind) {
    drawn_problem drawn = blank_problem(one_head(1, 2, 4096, 1));
    for (size_t c = 0; c < 4096; c++) {
        drawn.query[c] = 1;
        drawn.key[c] = as_input(kind, 0.1);
    }
    drawn.value[0] = 1;
    plumb_report report = judge(&drawn.problem, &drawn.problem, kind, kind->precision);
    for (int q = 0; q < PLUMB_QUANTITIES; q++)
        ck_assert_msg(report.tensor[q].impossible == 0, "%s: %s fails", kind->name,
                      plumb_quantity_name((plumb_quantity)q));
    free_problem(&drawn);
}

START_TEST(right_engines_pass) {
    usage used = {{0}};
    const simulated_kind *kind = simulated_kind_at((size_t)_i);
    check_sizes(kind, &used);
    check_small_values(kind, &used);
    check_lost_probabilities(kind, &used);
    check_long_vectors(kind);
    if (getenv("PLUMB_SHOW_TIGHTNESS") != NULL)
        printf("%-40s output %.2g  weights %.2g  scores %.2g  lse %.2g\n", kind->name, used.expected[0],
               used.expected[1], used.expected[2], used.expected[3]);
    /* What no engine comes near is not worth expecting. */
    ck_assert_double_gt(used.expected[PLUMB_OUTPUT], 0.05);
}
END_TEST

static void check_wrong(const drawn_problem *drawn, plumb_problem by, const simulated_kind *kind, const char *name) {
    plumb_report report = judge(&drawn->problem, &by, kind, kind->precision);
    ck_assert_msg(report.verdict == PLUMB_FAIL, "%s: %s gets %s", kind->name, name, plumb_verdict_name(report.verdict));
    ck_assert_msg(report.tensor[PLUMB_OUTPUT].verdict == PLUMB_FAIL, "%s: %s: output gets %s", kind->name, name,
                  plumb_verdict_name(report.tensor[PLUMB_OUTPUT].verdict));
    ck_assert(report.tensor[PLUMB_OUTPUT].first_impossible.present);
}

/* The heads of keys or values, the second in the place of the first, and the first in that of the second. */
static void exchange_heads(const double *x, size_t count, double *exchanged) {
    memcpy(exchanged, x + count / 2, count / 2 * sizeof *x);
    memcpy(exchanged + count / 2, x, count / 2 * sizeof *x);
}

START_TEST(wrong_engines_fail) {
    const simulated_kind *kind = simulated_kind_at((size_t)_i);
    drawn_problem drawn = draw_normal(grouped(12, 12), 2, kind, 99);
    plumb_problem unscaled = drawn.problem, late = drawn.problem, exchanged = drawn.problem, zeroed = drawn.problem;
    size_t keys = key_numbers(&exchanged), values = value_numbers(&exchanged);
    double *key = malloc(keys * sizeof *key), *value = malloc(2 * values * sizeof *value), *lost = value + values;
    unscaled.scale.text = "1";
    late.causal.offset++;
    exchange_heads(drawn.key, keys, key);
    exchange_heads(drawn.value, values, value);
    exchanged.key = key;
    exchanged.value = value;
    memcpy(lost, drawn.value, values * sizeof *lost);
    memset(lost, 0, 8 * sizeof *lost);
    zeroed.value = lost;
    check_wrong(&drawn, unscaled, kind, "scale dropped");
    check_wrong(&drawn, late, kind, "mask shifted by one key");
    check_wrong(&drawn, exchanged, kind, "heads exchanged");
    check_wrong(&drawn, zeroed, kind, "first value zeroed");
    free(key);
    free(value);
    free_problem(&drawn);
}
END_TEST

/* An engine, right but for the precision that it is said to keep: SUSPECT where one rounding more lets it pass. */
static void check_declared(const char *name, const char *precision, plumb_verdict verdict) {
    const simulated_kind *kind = simulated_kind_find(name);
    ck_assert_ptr_nonnull(kind);
    drawn_problem drawn = draw_normal(grouped(12, 40), 2, kind, 99);
    ck_assert_int_eq(judge(&drawn.problem, &drawn.problem, kind, kind->precision).verdict, PLUMB_PASS);
    plumb_report report = judge(&drawn.problem, &drawn.problem, kind, precision);
    ck_assert_msg(report.tensor[PLUMB_OUTPUT].verdict == verdict, "%s declared %s gets %s", name, precision,
                  plumb_verdict_name(report.tensor[PLUMB_OUTPUT].verdict));
    free_problem(&drawn);
}

START_TEST(coarser_than_declared_does_not_pass) {
    check_declared("binary32, operation by operation", "f64", PLUMB_FAIL);
    check_declared("binary32, P in bfloat16", "f32", PLUMB_FAIL);
    check_declared("binary32, P in bfloat16", "f32,probability=f16", PLUMB_FAIL);
    check_declared("TensorFloat-32, rounded", "f32", PLUMB_FAIL);
    check_declared("TensorFloat-32, cut", "f32-fast-exp", PLUMB_FAIL);
    check_declared("TensorFloat-32, rounded", "f32,probability=tf32", PLUMB_FAIL);
    check_declared("eager, bfloat16", "bf16-flash", PLUMB_SUSPECT);
    check_declared("TPU, one pass of bfloat16", "f16-products", PLUMB_FAIL);
    check_declared("ggml, binary16", "f32", PLUMB_FAIL);
    check_declared("MLX, bfloat16", "bf16-flash", PLUMB_SUSPECT);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("judge/engines");
    TCase *cases = tcase_create("engines");
    tcase_set_timeout(cases, 120);
    tcase_add_loop_test(cases, right_engines_pass, 0, (int)simulated_kinds());
    tcase_add_loop_test(cases, wrong_engines_fail, 0, (int)simulated_kinds());
    tcase_add_test(cases, coarser_than_declared_does_not_pass);
    suite_add_tcase(suite, cases);
    return run_suite(suite);
}
