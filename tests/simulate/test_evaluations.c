/* test_engine.c - simulated engines are evaluations of their model: none of their numbers fails, and they are  
   expected; a wrong scale and a lost key are not. */
#include "simulate/engine.h"
#include "precision/precision_text.h"
#include "tests/judge/judged_engines.h"

enum { PROBLEMS = 8 };

static const char *const models[] = {"f64",  "f32",  "bf16-flash", "bf16-eager", "fp16-eager",
                                     "tf32", "bf16-eager-shifted", "bf16-flash,probability=e4m3"};
enum { MODELS = sizeof models / sizeof *models };

static plumb_format format_of(const char *model) {
    return strcmp(model, "f64") == 0 ? PLUMB_F64
           : model[0] == 'b'         ? PLUMB_BF16
           : strstr(model, "fp16")   ? PLUMB_F16
                                     : PLUMB_F32;
}

/* The outputs of all rows in one form; false if a number is not finite. */
static bool answer(const plumb_problem *p, const plumb_precision *precision, const plumb_simulated_form *form,
                   double *output) {
    plumb_simulated_engine engine;
    bool finite = true;
    ck_assert_int_eq(plumb_simulated_engine_init(&engine, p, precision, form), 0);
    for (size_t row = 0; row < plumb_rows_of(p); row++) {
        size_t t = row % p->query_length, head = row / p->query_length;
        plumb_simulated_evaluate(&engine, head / p->query_heads, head % p->query_heads, t);
        for (size_t c = 0; c < p->value_dim; c++) {
            output[row * p->value_dim + c] = engine.result[c];
            finite = finite && isfinite(engine.result[c]);
        }
    }
    plumb_simulated_engine_free(&engine);
    return finite;
}

static plumb_report judged(const plumb_problem *p, double *output, const char *model) {
    plumb_case c = {.problem = *p, .input_format = format_of(model), .precision = model, .source = "simulated",
                    .output = {true, format_of(model), plumb_rows_of(p) * p->value_dim, output}};
    plumb_compare_options how = {.threads = 1};
    plumb_report report;
    plumb_error error;
    ck_assert_msg(plumb_compare(&c, &how, &report, &error) == 0, "%s", error.text);
    return report;
}

/* Beside weights, right or wrong, rows are summed one after the other; alone, eight at once. */
static void check_alone(const plumb_problem *p, double *output, const char *model, const plumb_report *report) {
    size_t weights = plumb_rows_of(p) * p->key_length;
    double *zeros = calloc(weights + 1, sizeof *zeros);
    plumb_case c = {.problem = *p, .input_format = format_of(model), .precision = model, .source = "simulated",
                    .output = {true, format_of(model), plumb_rows_of(p) * p->value_dim, output},
                    .weights = {true, format_of(model), weights, zeros}};
    plumb_report both;
    plumb_error error;
    ck_assert_msg(plumb_compare(&c, &(plumb_compare_options){.threads = 1}, &both, &error) == 0, "%s", error.text);
    const plumb_tensor_report *a = &report->tensor[PLUMB_OUTPUT], *b = &both.tensor[PLUMB_OUTPUT];
    ck_assert_int_eq(a->verdict, b->verdict);
    ck_assert_uint_eq(a->passed, b->passed);
    ck_assert_uint_eq(a->beyond, b->beyond);
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

START_TEST(simulated_engines_are_evaluations) {
    const char *model = models[_i];
    plumb_precision stated, *precision = &stated;
    plumb_error error;
    ck_assert_int_eq(plumb_precision_parse(model, "model", &stated, &error), 0);
    random_cases cases = random_begin("simulated engines", PROBLEMS);
    size_t answers = 0, passed = 0;
    while (random_next(&cases))
        for (size_t variant = 0; variant < OPERATOR_VARIANTS; variant++) {
            drawn_problem drawn = draw_operator_problem(&cases, operator_of_variant(variant), ORDINARY);
            const plumb_problem *p = &drawn.problem;
            double *output = malloc((plumb_rows_of(p) * p->value_dim + 1) * sizeof *output);
            bool usable = round_problem(&drawn, format_of(model)) && every_row_sees(p);
            if (usable &&
                answer(p, precision, plumb_simulated_form_at(random_below(&cases, PLUMB_SIMULATED_FORMS)), output)) {
                plumb_report report = judged(p, output, model);
                ck_assert_msg(report.tensor[PLUMB_OUTPUT].impossible == 0, "case %llu, %s: %zu failed",
                              (unsigned long long)cases.number, operator_name(p),
                              report.tensor[PLUMB_OUTPUT].impossible);
                check_alone(p, output, model, &report);
                answers++;
                passed += report.verdict == PLUMB_PASS;
            }
            free(output);
            free_problem(&drawn);
        }
    ck_assert_uint_gt(answers, PROBLEMS);
    ck_assert_msg((double)passed >= 0.85 * (double)answers, "%zu of %zu pass", passed, answers);
}
END_TEST

/* The key (1, 1) and the row (2^-9, 0) add up to (1, 1) in bfloat16.  An engine that goes operation by operation stores
   that; the others add the products, of which the row's is 0.5. */
START_TEST(rows_of_distances_join_keys_or_products) {
    double query[2] = {256, -256}, key[4] = {1, 1, 1, 1}, value[2] = {0, 1}, table[6] = {0, 0, 0, 0, 0x1p-9, 0};
    plumb_problem p = one_head(1, 2, 2, 1);
    plumb_simulated_engine engine;
    p.query = query;
    p.key = key;
    p.value = value;
    p.scale.text = "1";
    p.position.kind = PLUMB_POSITION_SHAW;
    p.position.table = table;
    p.position.table_rows = 3;
    const plumb_simulated_form *form = plumb_simulated_form_at((size_t)_i);
    ck_assert_int_eq(plumb_simulated_engine_init(&engine, &p, plumb_precision_find("bf16-eager"), form), 0);
    plumb_simulated_evaluate(&engine, 0, 0, 0);
    ck_assert_double_eq(engine.score_of[0], 0);
    ck_assert_double_eq(engine.score_of[1], strcmp(form->name, "operation by operation") == 0 ? 0 : 0.5);
    plumb_simulated_engine_free(&engine);
}
END_TEST

/* Numbers of a format with a sign, exponents and so many digits after the point, not negative, in order. */
static double number_of(int digits, int least_exponent, int i) {
    int steps = 1 << digits, exponent = i / steps, digit = i % steps;
    return exponent == 0 ? ldexp(digit, least_exponent - digits)
                         : ldexp(steps + digit, least_exponent + exponent - 1 - digits);
}

/* E4M3 has 126 numbers above 0, E5M2 123; a number between two goes to the nearer, half-way to the even one. */
START_TEST(eight_bits_are_rounded_to_their_numbers) {
    static const struct {
        const char *name;
        int digits, least_exponent, largest;
        double most;
    } formats[] = {{"e4m3", 3, -6, 126, 448}, {"e5m2", 2, -14, 123, 57344}};
    plumb_rounding rounding;
    ck_assert(plumb_rounding_find(formats[_i].name, &rounding));
    plumb_simulated_format format = plumb_simulated_format_of(rounding, false);
    int digits = formats[_i].digits, exponent = formats[_i].least_exponent, largest = formats[_i].largest;
    ck_assert_double_eq(number_of(digits, exponent, largest), formats[_i].most);
    for (int i = 0; i < largest; i++) {
        double low = number_of(digits, exponent, i), high = number_of(digits, exponent, i + 1), half = (low + high) / 2;
        ck_assert_double_eq(plumb_simulated_round(&format, high), high);
        ck_assert_double_eq(plumb_simulated_round(&format, -high), -high);
        ck_assert_double_eq(plumb_simulated_round(&format, half), i % 2 == 0 ? low : high);
        ck_assert_double_eq(plumb_simulated_round(&format, half * (1 - 0x1p-20)), low);
        ck_assert_double_eq(plumb_simulated_round(&format, half * (1 + 0x1p-20)), high);
        ck_assert_double_le(fabs(half - low), rounding.unit * half + rounding.tiny);
    }
    double beyond = number_of(digits, exponent, largest + 1);
    ck_assert_double_eq(rounding.overflow, (formats[_i].most + beyond) / 2);
    ck_assert(isinf(plumb_simulated_round(&format, beyond)));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("simulate/engine");
    TCase *cases = tcase_create("engine");
    tcase_set_timeout(cases, 300);
    tcase_add_loop_test(cases, simulated_engines_are_evaluations, 0, MODELS);
    tcase_add_loop_test(cases, rows_of_distances_join_keys_or_products, 0, PLUMB_SIMULATED_FORMS);
    tcase_add_loop_test(cases, eight_bits_are_rounded_to_their_numbers, 0, 2);
    suite_add_tcase(suite, cases);
    return run_suite(suite);
}
