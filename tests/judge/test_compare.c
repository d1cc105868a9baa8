/* test_compare.c - verdicts and findings on numbers planted one by one; ulps; precision models. */
#include "judge/compare.h"
#include "judge/confirm.h"
#include "judge/judge.h"
#include "judge/tally.h"
#include "theorem/ulp.h"
#include "tests/support/suite.h"
#include "tests/exact/problems.h"
#include <math.h>

enum { ROWS = 4, KEYS = 4, DIM = 2 };

/* Four queries, of which the first sees no key; the answers are the exact ones, rounded. */
typedef struct {
    made_problem made;
    double output[ROWS * DIM], weights[ROWS * KEYS], scores[ROWS * KEYS], lse[ROWS];
    plumb_case judged;
} planted;

static void fill_exact(planted *p, plumb_quantity quantity, double *to) {
    const plumb_problem *problem = &p->made.problem;
    size_t width = plumb_quantity_width(quantity, problem);
    plumb_reference reference;
    plumb_reference_init(&reference, problem);
    for (size_t n = 0; n < ROWS * width; n++)
        to[n] = arf_get_d(
            arb_midref(plumb_reference_element(&reference, 0, 0, n / width, quantity, n % width, 128)),
            ARF_RND_NEAR);
    plumb_reference_clear(&reference);
}

static void plant(planted *p) {
    plumb_problem shape = one_head(ROWS, KEYS, 3, DIM);
    shape.causal = (plumb_causal){true, -1};
    *p = (planted){.made = random_problem(shape, 1, PLUMB_F64, 3)};
    fill_exact(p, PLUMB_OUTPUT, p->output);
    fill_exact(p, PLUMB_WEIGHTS, p->weights);
    fill_exact(p, PLUMB_SCORES, p->scores);
    fill_exact(p, PLUMB_LSE, p->lse);
    p->judged = (plumb_case){.problem = p->made.problem,
                             .input_format = PLUMB_F64,
                             .output = {true, PLUMB_F64, ROWS * DIM, p->output},
                             .weights = {true, PLUMB_F64, ROWS * KEYS, p->weights},
                             .scores = {true, PLUMB_F64, ROWS * KEYS, p->scores},
                             .lse = {true, PLUMB_F64, ROWS, p->lse},
                             .source = "planted"};
}

static plumb_report judge(const planted *p) {
    plumb_report report;
    plumb_error error;
    ck_assert_int_eq(plumb_compare(&p->judged, NULL, &report, &error), 0);
    for (int q = 0; q < PLUMB_QUANTITIES; q++) {
        const plumb_tensor_report *t = &report.tensor[q];
        ck_assert_uint_eq(t->total, t->passed + t->beyond + t->unjudged + t->skipped);
    }
    return report;
}

/* What the fast path found is what the minimal kernels find, or there is no verdict. */
START_TEST(failures_are_confirmed) {
    planted p;
    plumb_error error;
    plant(&p);
    p.output[3] += 1;
    plumb_report report = judge(&p);
    ck_assert_int_eq(report.verdict, PLUMB_FAIL);
    ck_assert_int_eq(plumb_confirm_failures(&report, &error), 0);
    plumb_element *failed = &report.tensor[PLUMB_OUTPUT].first_impossible;
    failed->high = nextafter(failed->high, INFINITY);
    ck_assert_int_eq(plumb_confirm_failures(&report, &error), -1);
    ck_assert_str_eq(error.text,
                     "planted: output[0,0,1,1]: the fast path and the minimal kernels disagree: this is a bug in "
                     "plumb; please report it, and use --minimal");
    free_problem(&p.made);
}
END_TEST

START_TEST(exact_answers_pass) {
    planted p;
    plant(&p);
    plumb_report report = judge(&p);
    ck_assert_int_eq(report.verdict, PLUMB_PASS);
    ck_assert_uint_eq(report.rows, ROWS);
    ck_assert_uint_eq(report.empty_rows, 1);
    ck_assert_uint_eq(report.tensor[PLUMB_OUTPUT].passed, ROWS * DIM);
    ck_assert_uint_eq(report.tensor[PLUMB_WEIGHTS].passed, ROWS * KEYS);
    ck_assert_uint_eq(report.tensor[PLUMB_SCORES].passed, 6);
    ck_assert_uint_eq(report.tensor[PLUMB_SCORES].skipped, 10);
    ck_assert_uint_eq(report.tensor[PLUMB_LSE].passed, ROWS);
    ck_assert_str_eq(report.precision.name, "f64");
    ck_assert(!report.precision_stated);
    free_problem(&p.made);
}
END_TEST

/* The finding for one output with another number in its place. */
static plumb_finding output_finding(planted *p, size_t n, double engine) {
    double kept = p->output[n];
    p->output[n] = engine;
    p->judged.precision = "f64";
    plumb_report report = judge(p);
    p->output[n] = kept;
    const plumb_tensor_report *tensor = &report.tensor[PLUMB_OUTPUT];
    const plumb_element *first = tensor->impossible > 0 ? &tensor->first_impossible
                                 : tensor->beyond > 0   ? &tensor->first_beyond
                                 : tensor->unjudged > 0 ? &tensor->first_unjudged
                                                        : NULL;
    if (first == NULL)
        return PLUMB_WITHIN;
    ck_assert_uint_eq(first->query * DIM + first->column, n);
    ck_assert_int_eq(tensor->verdict, tensor->impossible > 0 ? PLUMB_FAIL : PLUMB_SUSPECT);
    ck_assert_int_eq(report.verdict, tensor->verdict);
    return first->finding;
}

START_TEST(findings_by_distance) {
    planted p;
    plant(&p);
    size_t n = 3 * DIM + 1;
    p.output[n] += 1e-9;
    plumb_report report = judge(&p);
    plumb_element element = report.tensor[PLUMB_OUTPUT].first_impossible;
    p.output[n] -= 1e-9;
    ck_assert(element.present && element.query == 3 && element.column == 1);
    ck_assert_double_eq_tol(element.error_low, 1e-9, 1e-14);
    ck_assert_double_eq_tol(element.error_high, 1e-9, 1e-14);
    ck_assert_double_lt(element.probable, element.provable);
    double exact = p.output[n];
    ck_assert_int_eq(output_finding(&p, n, exact + 0.9 * element.probable), PLUMB_WITHIN);
    ck_assert_int_eq(output_finding(&p, n, exact - 1.1 * element.probable), PLUMB_IMPROBABLE);
    ck_assert_int_eq(output_finding(&p, n, exact + 0.9 * element.provable), PLUMB_IMPROBABLE);
    ck_assert_int_eq(output_finding(&p, n, exact - 1.1 * element.provable), PLUMB_EXCLUDED);
    ck_assert_uint_eq(report.tensor[PLUMB_OUTPUT].impossible, 1);
    free_problem(&p.made);
}
END_TEST

START_TEST(engines_that_give_no_number) {
    planted p;
    plant(&p);
    ck_assert_int_eq(output_finding(&p, 5, NAN), PLUMB_NAN);
    ck_assert_int_eq(output_finding(&p, 5, INFINITY), PLUMB_INFINITE);
    ck_assert_int_eq(output_finding(&p, 5, -INFINITY), PLUMB_INFINITE);
    p.output[5] = NAN;
    ck_assert_uint_eq(judge(&p).tensor[PLUMB_OUTPUT].not_a_number, 1);
    free_problem(&p.made);
}
END_TEST

START_TEST(empty_rows_by_convention) {
    planted p;
    plant(&p);
    ck_assert_int_eq(output_finding(&p, 0, -0.0), PLUMB_WITHIN);
    ck_assert_int_eq(output_finding(&p, 0, 1e-300), PLUMB_NOT_AS_DEFINED);
    ck_assert_int_eq(output_finding(&p, 0, NAN), PLUMB_NAN);
    p.lse[0] = INFINITY;
    ck_assert_int_eq(judge(&p).tensor[PLUMB_LSE].verdict, PLUMB_FAIL);
    p.judged.problem.empty_row = PLUMB_EMPTY_ROW_NAN;
    ck_assert_int_eq(output_finding(&p, 0, 0), PLUMB_NOT_NAN);
    p.output[0] = p.output[1] = NAN;
    ck_assert_int_eq(judge(&p).tensor[PLUMB_OUTPUT].verdict, PLUMB_PASS);
    free_problem(&p.made);
}
END_TEST

START_TEST(invisible_keys) {
    planted p;
    plant(&p);
    p.scores[3 * KEYS + 3] = NAN;
    plumb_report report = judge(&p);
    ck_assert_int_eq(report.verdict, PLUMB_PASS);
    ck_assert_uint_eq(report.tensor[PLUMB_SCORES].not_a_number, 1);
    p.weights[3 * KEYS + 3] = 1e-300;
    ck_assert_int_eq(judge(&p).tensor[PLUMB_WEIGHTS].verdict, PLUMB_FAIL);
    /* Nothing of the invisible last key matters. */
    p.weights[3 * KEYS + 3] = 0;
    for (size_t c = 0; c < 3; c++)
        p.made.key[3 * 3 + c] = NAN;
    p.made.value[3 * DIM] = INFINITY;
    ck_assert_int_eq(judge(&p).verdict, PLUMB_PASS);
    free_problem(&p.made);
}
END_TEST

/* Key 1 is seen by queries 2 and 3. */
START_TEST(inputs_that_are_not_finite) {
    planted p;
    plant(&p);
    p.made.value[1 * DIM] = NAN;
    plumb_report report = judge(&p);
    ck_assert_uint_eq(report.tensor[PLUMB_OUTPUT].impossible, 2);
    ck_assert_int_eq(report.tensor[PLUMB_OUTPUT].first_impossible.finding, PLUMB_FINITE);
    p.output[2 * DIM] = p.output[3 * DIM] = NAN;
    report = judge(&p);
    ck_assert_int_eq(report.verdict, PLUMB_SUSPECT);
    ck_assert_uint_eq(report.tensor[PLUMB_OUTPUT].unjudged, 2);
    ck_assert_uint_eq(report.tensor[PLUMB_OUTPUT].passed, 6);
    ck_assert_uint_eq(report.tensor[PLUMB_OUTPUT].not_a_number, 2);
    ck_assert_int_eq(report.tensor[PLUMB_LSE].verdict, PLUMB_PASS);
    p.made.key[1 * 3] = INFINITY;
    report = judge(&p);
    ck_assert_uint_eq(report.tensor[PLUMB_OUTPUT].unjudged, 4);
    ck_assert_uint_eq(report.tensor[PLUMB_SCORES].unjudged, 5);
    ck_assert_uint_eq(report.tensor[PLUMB_SCORES].passed, 1);
    ck_assert_uint_eq(report.tensor[PLUMB_OUTPUT].impossible, 0);
    p.weights[2 * KEYS + 3] = NAN; /* of a hidden key, in a row whose sum may be NaN */
    ck_assert_uint_eq(judge(&p).tensor[PLUMB_WEIGHTS].impossible, 0);
    free_problem(&p.made);
}
END_TEST

/* Outputs beyond 65504 in binary16: infinity is right, of the right sign. */
START_TEST(overflow_in_the_format) {
    made_problem made = make_problem(one_head(1, 1, 1, 3));
    double output[3] = {INFINITY, -INFINITY, INFINITY};
    plumb_report report;
    plumb_error error;
    made.value[0] = 7e4;
    made.value[1] = 7e4;
    made.value[2] = 6e4;
    plumb_case judged = {
        .problem = made.problem, .output = {true, PLUMB_F16, 3, output}, .source = "overflow"};
    ck_assert_int_eq(plumb_compare(&judged, NULL, &report, &error), 0);
    ck_assert_uint_eq(report.tensor[PLUMB_OUTPUT].passed, 1);
    ck_assert_uint_eq(report.tensor[PLUMB_OUTPUT].impossible, 2);
    ck_assert_uint_eq(report.tensor[PLUMB_OUTPUT].first_impossible.column, 1);
    free_problem(&made);
}
END_TEST

/* Two scores near 3e4 held in bfloat16 differ by whole units: nothing can be said of the mean,
   but that it is a mean. */
START_TEST(hopeless_scores_are_not_judged) {
    made_problem made = make_problem(one_head(1, 2, 1, 1));
    double output[1] = {0.7};
    plumb_report report;
    plumb_error error;
    made.query[0] = 3e4;
    made.key[0] = made.key[1] = 1;
    made.value[0] = 1;
    plumb_case judged = {
        .problem = made.problem, .output = {true, PLUMB_BF16, 1, output}, .source = "hopeless"};
    ck_assert_int_eq(plumb_compare(&judged, NULL, &report, &error), 0);
    ck_assert_int_eq(report.verdict, PLUMB_SUSPECT);
    ck_assert_int_eq(report.tensor[PLUMB_OUTPUT].first_unjudged.finding, PLUMB_UNINFORMATIVE);
    output[0] = 1.2;
    ck_assert_int_eq(plumb_compare(&judged, NULL, &report, &error), 0);
    ck_assert_int_eq(report.tensor[PLUMB_OUTPUT].first_beyond.finding, PLUMB_IMPROBABLE);
    /* Equal values have only one mean. */
    made.value[1] = output[0] = 1;
    ck_assert_int_eq(plumb_compare(&judged, NULL, &report, &error), 0);
    ck_assert_int_eq(report.verdict, PLUMB_PASS);
    free_problem(&made);
}
END_TEST

START_TEST(no_keys_at_all) {
    made_problem made = make_problem(one_head(2, 0, 1, 1));
    double output[2] = {0, 1}, lse[2] = {-INFINITY, -INFINITY};
    plumb_report report;
    plumb_error error;
    plumb_case judged = {.problem = made.problem,
                         .output = {true, PLUMB_F32, 2, output},
                         .weights = {true, PLUMB_F32, 0, NULL},
                         .lse = {true, PLUMB_F32, 2, lse},
                         .source = "nothing"};
    ck_assert_int_eq(plumb_compare(&judged, NULL, &report, &error), 0);
    ck_assert_uint_eq(report.empty_rows, 2);
    ck_assert_uint_eq(report.tensor[PLUMB_OUTPUT].first_impossible.query, 1);
    ck_assert_int_eq(report.tensor[PLUMB_WEIGHTS].verdict, PLUMB_PASS);
    ck_assert_int_eq(report.tensor[PLUMB_LSE].verdict, PLUMB_PASS);
    free_problem(&made);
}
END_TEST

/* A score of 1e16 cannot be computed to within a unit, but its key has all the weight.  The proof asks for more. */
START_TEST(one_key_has_all_the_weight) {
    made_problem made = make_problem(one_head(1, 2, 1, 1));
    double output[1] = {5}, weights[2] = {1, 0}, lse[1] = {1e16};
    plumb_report report;
    plumb_error error;
    made.query[0] = 1e16;
    made.key[0] = 1;
    made.value[0] = 5;
    made.value[1] = 7;
    plumb_case judged = {.problem = made.problem,
                         .output = {true, PLUMB_F64, 1, output},
                         .weights = {true, PLUMB_F64, 2, weights},
                         .lse = {true, PLUMB_F64, 1, lse},
                         .precision = "f64",
                         .source = "one key"};
    ck_assert_int_eq(plumb_compare(&judged, NULL, &report, &error), 0);
    ck_assert_int_eq(report.verdict, PLUMB_PASS);
    ck_assert_double_lt(report.tensor[PLUMB_OUTPUT].worst.probable, 1e-13);
    output[0] = 5 + 1e-12;
    ck_assert_int_eq(plumb_compare(&judged, NULL, &report, &error), 0);
    ck_assert_uint_eq(report.tensor[PLUMB_OUTPUT].first_beyond.finding, PLUMB_IMPROBABLE);
    ck_assert_int_eq(report.tensor[PLUMB_OUTPUT].verdict, PLUMB_SUSPECT);
    free_problem(&made);
}
END_TEST

START_TEST(precision_by_name_or_dtype) {
    planted p;
    plumb_report report;
    plumb_error error;
    plant(&p);
    plumb_compare_options options = {.precision = "f32"};
    p.judged.precision = "f64";
    ck_assert_int_eq(plumb_compare(&p.judged, NULL, &report, &error), 0);
    ck_assert_str_eq(report.precision.name, "f64");
    ck_assert(report.precision_stated);
    ck_assert_int_eq(plumb_compare(&p.judged, &options, &report, &error), 0);
    ck_assert_str_eq(report.precision.name, "f32");
    options.precision = "f33";
    ck_assert_int_eq(plumb_compare(&p.judged, &options, &report, &error), -1);
    ck_assert_str_eq(
        error.text,
        "planted: precision: 'f33' is not one of the models f64, f32, f32-fast-exp, bf16-flash, fp16-flash, "
        "fp16-flash-flushed, bf16-flash-scaled-query, fp16-flash-scaled-query, "
        "bf16-eager, bf16-eager-shifted, fp16-eager, tf32x3, tf32, f16-products, tf32-cut, "
        "bf16-products, fp16-accumulate; did you mean 'f32'?");
    p.judged.output.present = p.judged.weights.present = false;
    p.judged.scores.present = p.judged.lse.present = false;
    ck_assert_int_eq(plumb_compare(&p.judged, NULL, &report, &error), -1);
    ck_assert_str_eq(plumb_precision_default(PLUMB_F32)->name, "f32-fast-exp");
    ck_assert_str_eq(plumb_precision_default(PLUMB_F16)->name, "fp16-eager");
    ck_assert_str_eq(plumb_precision_default(PLUMB_BF16)->name, "bf16-eager");
    free_problem(&p.made);
}
END_TEST

/* Outputs that bfloat16 does not hold, beside inputs that are wider, and beside such that are in bfloat16. */
START_TEST(no_engine_stores_wider_than_its_precision) {
    planted p;
    plumb_report report;
    plumb_error error;
    plant(&p);
    p.judged.input_format = p.judged.output.format = PLUMB_F32;
    for (size_t i = 0; i < p.judged.output.count; i++)
        p.output[i] = i % 2 == 0 ? 0.99609375 : INFINITY;
    p.judged.precision = "bf16-flash";
    ck_assert_int_eq(plumb_compare(&p.judged, NULL, &report, &error), 0);
    p.output[p.judged.output.count - 1] = 0.1F;
    ck_assert_int_eq(plumb_compare(&p.judged, NULL, &report, &error), -1);
    ck_assert_str_eq(error.text, "planted: precision: bf16-flash stores outputs in bf16, but out is F32 and holds "
                                 "0.100000001, which bf16 cannot represent; expected a precision that stores F32, such "
                                 "as f32, f32-fast-exp, tf32x3, tf32, f16-products, tf32-cut, bf16-products");
    p.judged.input_format = PLUMB_BF16;
    ck_assert_int_eq(plumb_compare(&p.judged, NULL, &report, &error), 0);
    free_problem(&p.made);
}
END_TEST

static void count_progress(void *context, size_t done, size_t rows) {
    ck_assert_uint_le(done, rows);
    ++*(size_t *)context;
}

START_TEST(progress_is_told) {
    planted p;
    plumb_report report;
    plumb_error error;
    size_t calls = 0;
    plant(&p);
    plumb_compare_options options = {
        .threads = 2, .progress = count_progress, .progress_context = &calls};
    ck_assert_int_eq(plumb_compare(&p.judged, &options, &report, &error), 0);
    ck_assert_uint_eq(calls, ROWS);
    free_problem(&p.made);
}
END_TEST

static void check_same(const plumb_element *a, const plumb_element *b) {
    ck_assert(a->present && b->present);
    ck_assert(a->head == b->head && a->query == b->query && a->column == b->column);
    ck_assert(a->finding == b->finding && a->engine == b->engine);
    ck_assert(a->low == b->low && a->high == b->high && a->error_low == b->error_low);
    ck_assert(a->error_high == b->error_high && a->ulps == b->ulps && a->probable == b->probable);
    ck_assert(a->provable == b->provable || (isnan(a->provable) && isnan(b->provable)));
}

START_TEST(one_thread_or_many_say_the_same) {
    plumb_problem shape = one_head(40, 40, 4, 3);
    shape.query_heads = shape.key_heads = 2;
    shape.causal.causal = true;
    made_problem made = random_problem(shape, 1, PLUMB_F64, 12);
    double output[2 * 40 * 3];
    plumb_report one, many;
    plumb_error error;
    uint64_t state = 5;
    for (size_t n = 0; n < sizeof output / sizeof *output; n++)
        output[n] = normal(&state);
    plumb_case judged = {.problem = made.problem,
                         .output = {true, PLUMB_F64, sizeof output / sizeof *output, output},
                         .source = "noise"};
    plumb_compare_options options = {.threads = 1};
    ck_assert_int_eq(plumb_compare(&judged, &options, &one, &error), 0);
    options.threads = 7;
    ck_assert_int_eq(plumb_compare(&judged, &options, &many, &error), 0);
    const plumb_tensor_report *a = &one.tensor[PLUMB_OUTPUT], *b = &many.tensor[PLUMB_OUTPUT];
    ck_assert_uint_eq(a->impossible, b->impossible);
    ck_assert_uint_eq(a->escalated, b->escalated);
    check_same(&a->worst, &b->worst);
    check_same(&a->first_impossible, &b->first_impossible);
    ck_assert(a->first_impossible.head == 0 && a->first_impossible.query == 0);
    free_problem(&made);
}
END_TEST

START_TEST(ulps_of_every_format) {
    ck_assert_double_eq(plumb_ulp(1, PLUMB_F64), 0x1p-52);
    ck_assert_double_eq(plumb_ulp(-1.5, PLUMB_F32), 0x1p-23);
    ck_assert_double_eq(plumb_ulp(0.99, PLUMB_F16), 0x1p-11);
    ck_assert_double_eq(plumb_ulp(2, PLUMB_BF16), 0x1p-6);
    ck_assert_double_eq(plumb_ulp(0, PLUMB_F16), 0x1p-24);
    ck_assert_double_eq(plumb_ulp(0x1p-14, PLUMB_F16), 0x1p-24);
    ck_assert_double_eq(plumb_ulp(0x1p-140, PLUMB_F32), 0x1p-149);
    ck_assert_double_eq(plumb_ulp(0x1p-1070, PLUMB_F64), 0x1p-1074);
}
END_TEST

START_TEST(error_bounds) {
    plumb_error_bounds error = plumb_error_from_ball(1.5, (plumb_ball){1, 0.25});
    ck_assert(error.low <= 0.25 && error.low > 0.249999 && error.high >= 0.75);
    ck_assert_double_lt(error.high, 0.750001);
    error = plumb_error_from_ball(1.125, (plumb_ball){1, 0.25});
    ck_assert_double_eq(error.low, 0);
    error = plumb_error_from_ball(3, (plumb_ball){3, 0});
    ck_assert(error.low == 0 && error.high == 0);
    error = plumb_error_from_ball(3, (plumb_ball){3, INFINITY});
    ck_assert(error.low == 0 && isinf(error.high));
    /* The distance 2^53 - 0.25 is no binary64 number; the bounds stand on both sides of it. */
    error = plumb_error_from_ball(0x1p53, (plumb_ball){0.25, 0});
    ck_assert(error.low < 0x1p53 && error.high >= 0x1p53);
    ck_assert_double_eq(plumb_ball_low((plumb_ball){0.1, 0}), 0.1);
    ck_assert_double_lt(plumb_ball_low((plumb_ball){1, 0x1p-60}), 1);
    ck_assert_double_gt(plumb_ball_high((plumb_ball){1, 0x1p-60}), 1);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("judge/compare");
    TCase *cases = tcase_create("compare");
    tcase_add_test(cases, exact_answers_pass);
    tcase_add_test(cases, failures_are_confirmed);
    tcase_add_test(cases, findings_by_distance);
    tcase_add_test(cases, engines_that_give_no_number);
    tcase_add_test(cases, empty_rows_by_convention);
    tcase_add_test(cases, invisible_keys);
    tcase_add_test(cases, inputs_that_are_not_finite);
    tcase_add_test(cases, overflow_in_the_format);
    tcase_add_test(cases, hopeless_scores_are_not_judged);
    tcase_add_test(cases, no_keys_at_all);
    tcase_add_test(cases, one_key_has_all_the_weight);
    tcase_add_test(cases, precision_by_name_or_dtype);
    tcase_add_test(cases, no_engine_stores_wider_than_its_precision);
    tcase_add_test(cases, progress_is_told);
    tcase_add_test(cases, one_thread_or_many_say_the_same);
    tcase_add_test(cases, ulps_of_every_format);
    tcase_add_test(cases, error_bounds);
    suite_add_tcase(suite, cases);
    return run_suite(suite);
}
