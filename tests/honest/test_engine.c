/* test_engine.c - honest engines are evaluations of their model: none of their numbers fails, and they are taken for
   honest; a wrong scale and a lost key are not; and a verdict does not depend on which budgets were made. */
#include "honest/engine.h"
#include "tests/compare/judged_engines.h"

enum { PROBLEMS = 12 };

static const char *const models[] = {"f64", "f32", "bf16-flash", "bf16-eager", "fp16-eager", "tf32", "bf16-eager-shifted"};
enum { MODELS = sizeof models / sizeof *models };

static plumb_format format_of(const char *model) {
    return strcmp(model, "f64") == 0 ? PLUMB_F64 : model[0] == 'b' ? PLUMB_BF16 : strstr(model, "fp16") ? PLUMB_F16 : PLUMB_F32;
}

/* The outputs of all rows in one form; false if a number is not finite. */
static bool answer(const plumb_problem *p, const plumb_precision *precision, const plumb_honest_form *form,
                   double *output) {
    plumb_honest_engine engine;
    bool finite = true;
    ck_assert_int_eq(plumb_honest_engine_init(&engine, p, precision, form), 0);
    for (size_t row = 0; row < plumb_rows_of(p); row++) {
        size_t t = row % p->query_length, head = row / p->query_length;
        plumb_honest_evaluate(&engine, head / p->query_heads, head % p->query_heads, t);
        for (size_t c = 0; c < p->value_dim; c++) {
            output[row * p->value_dim + c] = engine.result[c];
            finite = finite && isfinite(engine.result[c]);
        }
    }
    plumb_honest_engine_free(&engine);
    return finite;
}

static plumb_report judged(const plumb_problem *p, double *output, const char *model, bool thorough) {
    plumb_case c = {.problem = *p, .input_format = format_of(model), .precision = model, .source = "honest",
                    .output = {true, format_of(model), plumb_rows_of(p) * p->value_dim, output}};
    plumb_compare_options how = {.threads = 1, .thorough = thorough};
    plumb_report report;
    plumb_error error;
    ck_assert_msg(plumb_compare(&c, &how, &report, &error) == 0, "%s", error.text);
    return report;
}

static void check_same(const plumb_report *quick, const plumb_report *thorough) {
    const plumb_tensor_report *a = &quick->tensor[PLUMB_OUTPUT], *b = &thorough->tensor[PLUMB_OUTPUT];
    ck_assert_int_eq(quick->verdict, thorough->verdict);
    ck_assert_uint_eq(a->passed, b->passed);
    ck_assert_uint_eq(a->suspect, b->suspect);
    ck_assert_uint_eq(a->failed, b->failed);
    ck_assert_uint_eq(a->unjudged, b->unjudged);
    ck_assert(a->worst.provable == b->worst.provable || (isnan(a->worst.provable) && isnan(b->worst.provable)));
    ck_assert(a->stand.whole == b->stand.whole && a->stand.row == b->stand.row);
}

/* Beside weights, right or wrong, rows are summed one after the other; alone, eight at once. */
static void check_alone(const plumb_problem *p, double *output, const char *model, const plumb_report *report) {
    size_t weights = plumb_rows_of(p) * p->key_length;
    double *zeros = calloc(weights + 1, sizeof *zeros);
    plumb_case c = {.problem = *p, .input_format = format_of(model), .precision = model, .source = "honest",
                    .output = {true, format_of(model), plumb_rows_of(p) * p->value_dim, output},
                    .weights = {true, format_of(model), weights, zeros}};
    plumb_report both;
    plumb_error error;
    ck_assert_msg(plumb_compare(&c, &(plumb_compare_options){.threads = 1}, &both, &error) == 0, "%s", error.text);
    const plumb_tensor_report *a = &report->tensor[PLUMB_OUTPUT], *b = &both.tensor[PLUMB_OUTPUT];
    ck_assert_int_eq(a->verdict, b->verdict);
    ck_assert_uint_eq(a->passed, b->passed);
    ck_assert_uint_eq(a->suspect, b->suspect);
    ck_assert(a->stand.whole == b->stand.whole && a->stand.row == b->stand.row && a->stand.scale == b->stand.scale);
    ck_assert(a->worst.deviation == b->worst.deviation && a->worst.query == b->worst.query);
    free(zeros);
}

/* Rows that see nothing are given by definition. */
static bool every_row_sees(const plumb_problem *p) {
    for (size_t row = 0; row < plumb_rows_of(p); row++) {
        size_t t = row % p->query_length, head = row / p->query_length;
        if (!plumb_exact_sees_any(p, head / p->query_heads, head % p->query_heads, t))
            return false;
    }
    return p->key_length > 0;
}

START_TEST(honest_engines_are_evaluations) {
    const char *model = models[_i];
    const plumb_precision *precision = plumb_precision_find(model);
    random_cases cases = random_begin("honest engines", PROBLEMS);
    size_t answers = 0, passed = 0;
    while (random_next(&cases))
        for (size_t variant = 0; variant < OPERATOR_VARIANTS; variant++) {
            drawn_problem drawn = draw_operator_problem(&cases, operator_of_variant(variant), ORDINARY);
            const plumb_problem *p = &drawn.problem;
            double *output = malloc((plumb_rows_of(p) * p->value_dim + 1) * sizeof *output);
            bool usable = round_problem(&drawn, format_of(model)) && every_row_sees(p);
            if (usable && answer(p, precision, plumb_honest_form_at(random_below(&cases, PLUMB_HONEST_FORMS)), output)) {
                plumb_report report = judged(p, output, model, false), thorough = judged(p, output, model, true);
                ck_assert_msg(report.tensor[PLUMB_OUTPUT].failed == 0, "case %llu, %s: %zu failed",
                              (unsigned long long)cases.number, operator_name(p), report.tensor[PLUMB_OUTPUT].failed);
                check_same(&report, &thorough);
                check_alone(p, output, model, &report);
                answers++;
                passed += report.verdict == PLUMB_PASS;
                for (size_t i = 0; i < plumb_rows_of(p) * p->value_dim; i++)
                    output[i] *= 1 + ldexp(random_uniform(&cases), -(int)random_below(&cases, 30));
                report = judged(p, output, model, false);
                thorough = judged(p, output, model, true);
                check_same(&report, &thorough);
            }
            free(output);
            free_problem(&drawn);
        }
    ck_assert_uint_gt(answers, PROBLEMS);
    ck_assert_msg((double)passed >= 0.85 * (double)answers, "%zu of %zu pass", passed, answers);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("honest/engine");
    TCase *cases = tcase_create("engine");
    tcase_set_timeout(cases, 300);
    tcase_add_loop_test(cases, honest_engines_are_evaluations, 0, MODELS);
    suite_add_tcase(suite, cases);
    return run_suite(suite);
}
