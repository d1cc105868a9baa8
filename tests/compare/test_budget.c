/* test_budget.c - simulated engines: none that is right ever fails, each that is wrong does. */
#include "compare/compare.h"
#include "exact/shape.h"
#include "tests/support/suite.h"
#include "tests/compare/engines.h"
#include <stdio.h>
#include <string.h>

/* The dtype of the tensors that go into an engine. */
static plumb_format input_format(const engine *by) {
    return by->output == PLUMB_F64 ? PLUMB_F64 : by->output;
}

static plumb_case make_case(const made_problem *made, const engine *by, const answers *given) {
    const plumb_problem *p = &made->problem;
    size_t rows = p->batch * p->query_heads * p->query_length;
    /* Scores and log-sum-exps leave these engines in their arithmetic; the rest as output. */
    return (plumb_case){
        .problem = *p,
        .input_format = input_format(by),
        .output = {true, by->output, rows * p->value_dim, given->output},
        .weights = {true, by->output, rows * p->key_length, given->weights},
        .scores = {true, by->output, rows * p->key_length, given->scores},
        .lse = {true, by->arithmetic, rows, given->lse},
        .precision = by->precision,
        .source = by->name,
    };
}

static plumb_report judge(const made_problem *made, const engine *by, mistake mistaken) {
    plumb_report report;
    plumb_error error;
    plumb_compare_options options = {.threads = 2};
    answers given = run_engine(by, &made->problem, mistaken);
    plumb_case judged = make_case(made, by, &given);
    ck_assert_msg(plumb_compare(&judged, &options, &report, &error) == 0, "%s", error.text);
    report.judged = NULL;
    free_answers(&given);
    return report;
}

/* The largest share of its budgets that an engine used, over all the problems of a test. */
typedef struct {
    double provable[PLUMB_QUANTITIES], probable[PLUMB_QUANTITIES];
} usage;

static void check_right(const made_problem *made, const engine *by, usage *used) {
    plumb_report report = judge(made, by, RIGHT);
    for (int q = 0; q < PLUMB_QUANTITIES; q++) {
        const plumb_tensor_report *tensor = &report.tensor[q];
        const plumb_element *first =
            tensor->failed > 0 ? &tensor->first_failed : &tensor->first_suspect;
        ck_assert_msg(tensor->failed == 0 && tensor->suspect == 0,
                      "%s: %s[%zu %zu %zu %zu] = %a: %s; exact %a to %a, budget %g, %g", by->name,
                      plumb_quantity_name((plumb_quantity)q), first->batch, first->head,
                      first->query, first->column, first->engine,
                      plumb_finding_text(first->finding), first->low, first->high, first->provable,
                      first->probable);
        used->provable[q] = fmax(used->provable[q], tensor->worst.ratio);
        used->probable[q] = fmax(used->probable[q], tensor->worst_probable_ratio);
    }
}

static plumb_problem grouped(size_t queries, size_t keys) {
    plumb_problem shape = one_head(queries, keys, 20, 8);
    shape.query_heads = 4;
    shape.key_heads = 2;
    shape.causal = (plumb_causal){true, (int64_t)keys - (int64_t)queries};
    return shape;
}

/* Equal tokens: every weight is 1/t, and roundings that would cancel elsewhere all agree. */
static made_problem repeated_tokens(plumb_format format) {
    made_problem made = make_problem(grouped(40, 300));
    for (size_t n = 0; n < query_count(&made.problem); n++)
        made.query[n] = plumb_round_double(0.3 + 0.1 * (double)(n % 20), format);
    for (size_t n = 0; n < key_count(&made.problem); n++)
        made.key[n] = plumb_round_double(0.7 - 0.05 * (double)(n % 20), format);
    for (size_t n = 0; n < value_count(&made.problem); n++)
        made.value[n] = plumb_round_double(0.1 * (double)(n % 8 + 1), format);
    return made;
}

static void check_sizes(const engine *by, usage *used) {
    static const double sizes[] = {1e-3, 1, 4, 20};
    for (uint64_t seed = 0; seed < 12; seed++) {
        made_problem made = random_problem(grouped(8, 8 + 20 * (seed % 4)), sizes[seed % 4],
                                           input_format(by), seed);
        check_right(&made, by, used);
        free_problem(&made);
    }
    made_problem equal = repeated_tokens(input_format(by));
    check_right(&equal, by, used);
    free_problem(&equal);
}

/* Values so small that outputs, and products with probabilities, underflow in the format. */
static void check_small_values(const engine *by, usage *used) {
    double least = ldexp(1, plumb_shape(by->output).least_exponent);
    for (uint64_t seed = 0; seed < 4; seed++) {
        made_problem made = random_problem(grouped(8, 30), 1, input_format(by), seed);
        for (size_t n = 0; n < value_count(&made.problem); n++)
            made.value[n] = plumb_round_double(40 * least * made.value[n], input_format(by));
        check_right(&made, by, used);
        free_problem(&made);
    }
}

/* One heavy key of value 0 and many whose probabilities, 2^-26.3, binary16 cannot hold. */
static void check_lost_probabilities(const engine *by, usage *used) {
    made_problem made = make_problem(one_head(1, 1000, 1, 1));
    made.query[0] = 1;
    for (size_t i = 1; i < 1000; i++) {
        made.key[i] = plumb_round_double(-18.2, input_format(by));
        made.value[i] = 1;
    }
    check_right(&made, by, used);
    free_problem(&made);
}

/* Long vectors of equal numbers: the roundings of a plain sum all point the same way, as those of independent ones
   practically never do, but never beyond what is possible. */
static void check_long_vectors(const engine *by) {
    made_problem made = make_problem(one_head(1, 2, 4096, 1));
    for (size_t c = 0; c < 4096; c++) {
        made.query[c] = 1;
        made.key[c] = plumb_round_double(0.1, input_format(by));
    }
    made.value[0] = 1;
    plumb_report report = judge(&made, by, RIGHT);
    for (int q = 0; q < PLUMB_QUANTITIES; q++)
        ck_assert_msg(report.tensor[q].failed == 0, "%s: %s fails", by->name,
                      plumb_quantity_name((plumb_quantity)q));
    free_problem(&made);
}

START_TEST(right_engines_pass) {
    usage used = {{0}, {0}};
    const engine *by = &engines[_i];
    check_sizes(by, &used);
    check_small_values(by, &used);
    check_lost_probabilities(by, &used);
    check_long_vectors(by);
    if (getenv("PLUMB_SHOW_TIGHTNESS") != NULL)
        printf("%-32s %-13s output %.2g %.2g  weights %.2g %.2g  scores %.2g %.2g  lse %.2g %.2g\n",
               by->name, by->precision, used.provable[0], used.probable[0], used.provable[1],
               used.probable[1], used.provable[2], used.probable[2], used.provable[3],
               used.probable[3]);
    /* A budget that no engine comes near is not worth having. */
    ck_assert_double_gt(used.provable[PLUMB_OUTPUT], 0.005);
    ck_assert_double_le(used.provable[PLUMB_OUTPUT], 1);
}
END_TEST

static void check_wrong(const engine *by, mistake mistaken, const char *name) {
    made_problem made = random_problem(grouped(12, 12), 2, input_format(by), 99);
    plumb_report report = judge(&made, by, mistaken);
    ck_assert_msg(report.verdict == PLUMB_FAIL, "%s: %s gets %s", by->name, name,
                  plumb_verdict_name(report.verdict));
    ck_assert_msg(report.tensor[PLUMB_OUTPUT].verdict == PLUMB_FAIL, "%s: %s: output gets %s",
                  by->name, name, plumb_verdict_name(report.tensor[PLUMB_OUTPUT].verdict));
    ck_assert(report.tensor[PLUMB_OUTPUT].first_failed.present);
    free_problem(&made);
}

START_TEST(wrong_engines_fail) {
    check_wrong(&engines[_i], UNSCALED, "scale dropped");
    check_wrong(&engines[_i], ONE_KEY_LATE, "mask shifted by one key");
    check_wrong(&engines[_i], HEADS_TILED, "heads tiled");
    check_wrong(&engines[_i], NEWEST_ZERO, "newest key zeroed");
}
END_TEST

/* An engine, right but for the precision that it is said to keep. */
static void check_declared(const char *name, const char *precision) {
    size_t n = 0;
    while (strcmp(engines[n].name, name) != 0)
        n++;
    engine other = engines[n];
    made_problem made = random_problem(grouped(12, 40), 2, input_format(&other), 99);
    ck_assert_int_eq(judge(&made, &other, RIGHT).verdict, PLUMB_PASS);
    other.precision = precision;
    plumb_report report = judge(&made, &other, RIGHT);
    ck_assert_msg(report.tensor[PLUMB_OUTPUT].verdict == PLUMB_FAIL, "%s declared %s gets %s", name,
                  precision, plumb_verdict_name(report.tensor[PLUMB_OUTPUT].verdict));
    free_problem(&made);
}

START_TEST(coarser_than_declared_fails) {
    check_declared("f32 naive", "f64");
    check_declared("f32, P in bf16", "f32");
    check_declared("f32, P in bf16", "f32,probability=f16");
    check_declared("tf32 naive", "f32");
    check_declared("tf32 cut, joined halves", "f32-fast-exp");
    check_declared("tf32 naive", "f32,probability=tf32");
    check_declared("bf16 eager", "bf16-flash");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("compare/budget");
    TCase *cases = tcase_create("budget");
    tcase_set_timeout(cases, 120);
    tcase_add_loop_test(cases, right_engines_pass, 0, ENGINES);
    tcase_add_loop_test(cases, wrong_engines_fail, 0, ENGINES);
    tcase_add_test(cases, coarser_than_declared_fails);
    suite_add_tcase(suite, cases);
    return run_suite(suite);
}
