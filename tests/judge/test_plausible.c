/* test_plausible.c - an engine whose precision is not stated is judged under others that it may have: an assumption
   accuses nobody.  Where one is stated, the report names what would let the case pass. */
#include "judge/plausible.h"
#include "report/report_facts.h"
#include "report/report.h"
#include "simulate/engine.h"
#include "precision/precision_text.h"
#include "tests/support/random.h"
#include "tests/support/suite.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { HEADS = 2, LENGTH = 160, DIM = 24, /* whose scale is no power of 2 */
        NUMBERS = HEADS * LENGTH * DIM };

typedef struct {
    plumb_case judged;
    double query[NUMBERS], key[NUMBERS], value[NUMBERS], output[NUMBERS];
} made_case;

/* Largest scores of some ten: what an engine does with scores is seen. */
static void draw_case(made_case *made, random_cases *cases, plumb_format format) {
    plumb_simulated_format narrow = plumb_simulated_format_of(plumb_format_rounding(format), false);
    for (size_t i = 0; i < NUMBERS; i++) {
        made->query[i] = plumb_simulated_round(&narrow, 2 * random_normal(cases));
        made->key[i] = plumb_simulated_round(&narrow, 2 * random_normal(cases));
        made->value[i] = plumb_simulated_round(&narrow, random_normal(cases));
    }
    made->judged = (plumb_case){.problem = {.batch = 1,
                                            .query_heads = HEADS,
                                            .key_heads = HEADS,
                                            .query_length = LENGTH,
                                            .key_length = LENGTH,
                                            .head_dim = DIM,
                                            .value_dim = DIM,
                                            .query = made->query,
                                            .key = made->key,
                                            .value = made->value},
                                .input_format = format,
                                .source = "made",
                                .output = {true, format, NUMBERS, made->output}};
}

/* The answer of a simulated engine of that precision. */
static void answer(made_case *made, const char *model) {
    const plumb_problem *p = &made->judged.problem;
    plumb_simulated_format tensor = plumb_simulated_format_of(plumb_format_rounding(made->judged.output.format), false);
    plumb_simulated_engine engine;
    plumb_precision precision;
    plumb_error error;
    ck_assert_int_eq(plumb_precision_parse(model, "model", &precision, &error), 0);
    size_t form = strstr(model, "scaled-query") != NULL ? 2 : 0; /* which scales queries, or scores */
    ck_assert_int_eq(plumb_simulated_engine_init(&engine, p, &precision, plumb_simulated_form_at(form)), 0);
    for (size_t row = 0; row < HEADS * LENGTH; row++) {
        plumb_simulated_evaluate(&engine, 0, row / LENGTH, row % LENGTH);
        for (size_t c = 0; c < DIM; c++)
            made->output[row * DIM + c] = plumb_simulated_round(&tensor, engine.result[c]);
    }
    plumb_simulated_engine_free(&engine);
}

static plumb_report judge(const made_case *made, const plumb_compare_options *how) {
    plumb_report report;
    plumb_error error;
    ck_assert_msg(plumb_compare(&made->judged, how, &report, &error) == 0, "%s", error.text);
    return report;
}

enum { MOST_NAMES = 6 };
#define ALL_PASS {PLUMB_PASS, PLUMB_PASS, PLUMB_PASS, PLUMB_PASS, PLUMB_PASS}
#define BF16_MODELS {"bf16-flash", "bf16-flash-scaled-query", "bf16-eager", "bf16-eager-shifted"}
#define FP16_MODELS {"fp16-flash", "fp16-flash-scaled-query", "fp16-flash-flushed", "fp16-eager", "fp16-accumulate"}

static const struct {
    const char *engine;
    plumb_format format;
    const char *names[MOST_NAMES];
    plumb_verdict verdict[MOST_NAMES];
    size_t strictest;
} engines[] = {
    {"bf16-flash", PLUMB_BF16, BF16_MODELS, ALL_PASS, 0},
    {"bf16-flash-scaled-query", PLUMB_BF16, BF16_MODELS, {PLUMB_FAIL, PLUMB_PASS, PLUMB_PASS, PLUMB_PASS}, 1},
    {"bf16-eager", PLUMB_BF16, BF16_MODELS, {PLUMB_FAIL, PLUMB_PASS, PLUMB_PASS, PLUMB_PASS}, 1},
    {"fp16-flash", PLUMB_F16, FP16_MODELS, ALL_PASS, 0},
    {"fp16-eager",
     PLUMB_F16,
     FP16_MODELS,
     {PLUMB_FAIL, PLUMB_PASS, PLUMB_SUSPECT, PLUMB_PASS, PLUMB_PASS},
     1},
};

/* What the first lines of a report say. */
static void check_text(const plumb_report *report, const char *strictest) {
    char *text = NULL, wanted[200];
    size_t size;
    FILE *stream = open_memstream(&text, &size);
    plumb_report_text(report, stream);
    fclose(stream);
    bool breaks = strlen(strictest) > 20; /* a line has 80 columns */
    snprintf(wanted, sizeof wanted,
             "verdict    PASS\n           the strictest plausible precision that passes is%s%s\n",
             breaks ? "\n           " : " ", strictest);
    ck_assert_msg(strncmp(text, wanted, strlen(wanted)) == 0, "%s", text);
    ck_assert_ptr_nonnull(strstr(text, "\nplausible  "));
    free(text);
}

START_TEST(each_plausible_precision_has_its_verdict) {
    random_cases cases = random_begin("plausible precisions", 2);
    while (random_next(&cases)) {
        made_case *made = malloc(sizeof *made);
        draw_case(made, &cases, engines[_i].format);
        answer(made, engines[_i].engine);
        plumb_report report = judge(made, &(plumb_compare_options){.plausible = true});
        for (size_t i = 0; i < MOST_NAMES && engines[_i].names[i] != NULL; i++) {
            const plumb_plausible *one = &report.plausible[i];
            const char *name = engines[_i].names[i];
            ck_assert_uint_lt(i, report.plausibles);
            ck_assert_str_eq(one->name, name);
            ck_assert_msg(one->verdict == engines[_i].verdict[i], "%s: %s", name, plumb_verdict_name(one->verdict));
            ck_assert_uint_eq(one->rows, HEADS * LENGTH);
            plumb_report alone = judge(made, &(plumb_compare_options){.precision = name, .alone = true});
            ck_assert_int_eq(alone.verdict, one->verdict);
            ck_assert_uint_eq(alone.plausibles, 0);
        }
        ck_assert_ptr_eq(plumb_strictest_that_passes(&report), &report.plausible[engines[_i].strictest]);
        check_text(&report, engines[_i].names[engines[_i].strictest]);
        free(made);
    }
}
END_TEST

/* What passes needs no other precision, unless all are asked for. */
START_TEST(what_passes_is_judged_once) {
    random_cases cases = random_begin("no plausible precisions", 1);
    made_case *made = malloc(sizeof *made);
    ck_assert(random_next(&cases));
    draw_case(made, &cases, PLUMB_F32);
    answer(made, "f32");
    ck_assert_uint_eq(judge(made, &(plumb_compare_options){.plausible = true}).plausibles, 0);
    draw_case(made, &cases, PLUMB_BF16);
    answer(made, "bf16-flash");
    ck_assert_uint_eq(judge(made, NULL).plausibles, 0);
    made->judged.precision = "bf16-flash";
    ck_assert_uint_eq(judge(made, &(plumb_compare_options){.plausible = true}).plausibles, 0);
    free(made);
}
END_TEST

/* ---- an assumption accuses nobody ---- */

static const struct {
    plumb_format input, output;
    const char *engine, *passes; /* the first that lets it pass; NULL: it passes as it is */
} assumed[] = {
    {PLUMB_F32, PLUMB_F32, "f32", NULL},
    {PLUMB_F32, PLUMB_F32, "f32-fast-exp", NULL},
    {PLUMB_F32, PLUMB_F32, "tf32", "tf32"},
    {PLUMB_F32, PLUMB_F32, "tf32-cut", "tf32-cut"},
    {PLUMB_F32, PLUMB_F32, "bf16-products", "bf16-products"},
    {PLUMB_F32, PLUMB_F32, "f16-products", "tf32"},
    {PLUMB_BF16, PLUMB_F32, "bf16-products", "bf16-products"},
    {PLUMB_BF16, PLUMB_F32, "bf16-flash", "bf16-products"},
    {PLUMB_BF16, PLUMB_F32, "bf16-eager", "bf16-products"},
    {PLUMB_F16, PLUMB_F32, "fp16-flash", "f16-products"},
    {PLUMB_F64, PLUMB_F64, "f32", "f32"},
    {PLUMB_F16, PLUMB_F16, "fp16-accumulate", "fp16-accumulate"},
};

START_TEST(an_assumed_precision_accuses_nobody) {
    random_cases cases = random_begin("assumed precisions", 1);
    made_case *made = malloc(sizeof *made);
    char text[PLUMB_FACT_TEXT], wanted[200];
    ck_assert(random_next(&cases));
    draw_case(made, &cases, assumed[_i].input);
    made->judged.output.format = assumed[_i].output;
    answer(made, assumed[_i].engine);
    plumb_report report = judge(made, NULL);
    const plumb_plausible *passes = plumb_strictest_that_passes(&report);
    ck_assert_int_eq(report.verdict, assumed[_i].passes == NULL ? PLUMB_PASS : PLUMB_SUSPECT);
    ck_assert(report.tensor[PLUMB_OUTPUT].verdict == report.verdict);
    if (assumed[_i].passes == NULL) {
        ck_assert_ptr_null(passes);
    } else {
        snprintf(wanted, sizeof wanted,
                 "passes under %s: state it if the kernel computes that way", assumed[_i].passes);
        ck_assert_str_eq(plumb_strictest_fact(&report, text), wanted);
        plumb_report alone = judge(made, &(plumb_compare_options){.alone = true});
        ck_assert_int_eq(alone.impossible, report.impossible);
        ck_assert_int_eq(alone.verdict, report.impossible ? PLUMB_FAIL : PLUMB_SUSPECT);
    }
    free(made);
}
END_TEST

/* Under a stated precision what would let the case pass is named; where that is one rounding more, to a format that
   the stated precision has, nobody is accused. */
static const struct {
    plumb_format format;
    const char *engine, *stated, *passes;
    plumb_verdict verdict;
} stated[] = {
    {PLUMB_BF16, "bf16-flash-scaled-query", "bf16-flash", "bf16-flash-scaled-query", PLUMB_SUSPECT},
    {PLUMB_F16, "fp16-flash-scaled-query", "fp16-flash", "fp16-flash-scaled-query", PLUMB_SUSPECT},
    {PLUMB_F32, "tf32", "f32", "tf32", PLUMB_FAIL},
    {PLUMB_BF16, "bf16-eager", "bf16-flash", "bf16-flash-scaled-query", PLUMB_SUSPECT},
    {PLUMB_F32, "f32,output=f16", "f32", "tf32", PLUMB_FAIL},
};

START_TEST(a_word_that_lets_it_pass_is_named) {
    random_cases cases = random_begin("named precisions", 1);
    made_case *made = malloc(sizeof *made);
    char text[PLUMB_FACT_TEXT];
    ck_assert(random_next(&cases));
    draw_case(made, &cases, stated[_i].format);
    made->judged.vector_format[1] = made->judged.vector_format[2] = stated[_i].format;
    answer(made, stated[_i].engine);
    made->judged.precision = stated[_i].stated;
    plumb_report report = judge(made, NULL);
    const plumb_plausible *passes = plumb_strictest_that_passes(&report);
    ck_assert_ptr_nonnull(passes);
    ck_assert_str_eq(passes->name, stated[_i].passes);
    /* What looks like inputs rounded once more may be those of a cache that was written out in 16 bits. */
    bool narrow = stated[_i].format == PLUMB_BF16 || stated[_i].format == PLUMB_F16;
    ck_assert_int_eq(strstr(plumb_strictest_fact(&report, text), "pass k and v as they are stored") != NULL, narrow);
    ck_assert_msg(report.verdict == stated[_i].verdict, "%s", plumb_verdict_name(report.verdict));
    ck_assert_int_eq(report.tensor[PLUMB_OUTPUT].verdict, report.verdict);
    ck_assert_int_eq(judge(made, &(plumb_compare_options){.alone = true}).verdict, PLUMB_FAIL);
    free(made);
}
END_TEST

/* Under none: an answer that is wrong. */
START_TEST(a_wrong_answer_passes_under_none) {
    static const plumb_format formats[] = {PLUMB_F64, PLUMB_F32, PLUMB_BF16, PLUMB_F16};
    static const char *const models[] = {"f64", "f32", "bf16-flash", "fp16-flash"};
    random_cases cases = random_begin("wrong under all", 1);
    made_case *made = malloc(sizeof *made);
    char text[PLUMB_FACT_TEXT];
    ck_assert(random_next(&cases));
    draw_case(made, &cases, formats[_i]);
    answer(made, models[_i]);
    for (size_t i = 0; i < NUMBERS; i++)
        made->output[i] = -made->output[i];
    plumb_report report = judge(made, &(plumb_compare_options){.plausible = true});
    ck_assert_int_eq(report.verdict, PLUMB_FAIL);
    ck_assert_uint_gt(report.plausibles, 1);
    ck_assert_ptr_null(plumb_strictest_that_passes(&report));
    ck_assert_str_eq(plumb_strictest_fact(&report, text),
                     "excluded by every precision in common use for these dtypes");
    free(made);
}
END_TEST

static void count_judged(void *context, plumb_quantity quantity, const plumb_element *element) {
    size_t(*judged)[LENGTH] = context;
    ck_assert_int_eq(quantity, PLUMB_OUTPUT);
    judged[element->head][element->query]++;
}

/* One of so many bundles of rows: as many as are said, none twice, of each head some. */
START_TEST(a_sample_is_spread) {
    random_cases cases = random_begin("a sample", 1);
    made_case *made = malloc(sizeof *made);
    ck_assert(random_next(&cases));
    draw_case(made, &cases, PLUMB_BF16);
    answer(made, "bf16-flash");
    for (size_t stride = 1; stride <= 4; stride++) {
        size_t judged[HEADS][LENGTH] = {{0}}, rows = 0;
        plumb_report report =
            judge(made, &(plumb_compare_options){
                            .threads = 1, .stride = stride, .element = count_judged, .element_context = judged});
        for (size_t h = 0; h < HEADS; h++) {
            size_t of_head = 0;
            for (size_t t = 0; t < LENGTH; t++) {
                ck_assert(judged[h][t] == 0 || judged[h][t] == DIM);
                of_head += judged[h][t] / DIM;
            }
            ck_assert_uint_gt(of_head, 0);
            rows += of_head;
        }
        ck_assert_uint_eq(report.rows_judged, rows);
        ck_assert_uint_eq(report.tensor[PLUMB_OUTPUT].total, rows * DIM);
        ck_assert(stride > 1 || rows == HEADS * LENGTH);
        ck_assert(stride == 1 || (rows < HEADS * LENGTH && 2 * rows * stride >= HEADS * LENGTH));
    }
    free(made);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("judge/plausible");
    TCase *tests = tcase_create("plausible");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_loop_test(tests, each_plausible_precision_has_its_verdict, 0, sizeof engines / sizeof *engines);
    tcase_add_test(tests, what_passes_is_judged_once);
    tcase_add_loop_test(tests, an_assumed_precision_accuses_nobody, 0, sizeof assumed / sizeof *assumed);
    tcase_add_loop_test(tests, a_word_that_lets_it_pass_is_named, 0, sizeof stated / sizeof *stated);
    tcase_add_loop_test(tests, a_wrong_answer_passes_under_none, 0, 4);
    tcase_add_test(tests, a_sample_is_spread);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
