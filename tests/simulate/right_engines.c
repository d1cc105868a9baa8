/* right_engines.c - a benchmark: verdicts on correct engines of every kind (kinds.h), and on faults planted in them.

   right_engines [CASES [left-out|faults]] draws that many cases (400), with scores from 4 to 40, 16 to 4096 keys, some
   with sparse masks, each evaluated by a correct engine.  It prints the verdicts in Markdown, with the precision
   stated, or with left-out, not stated.  It exits with 1 if a correct engine FAILs; and, if the precision is stated,
   also if any engine is SUSPECT whose form is among those of src/simulate/form.h, or more than one in 100 of the
   others.  With faults each engine has one fault at a time, and the table is of these.  Every FAIL of a correct engine,
   and with SHOW=1 every SUSPECT, is named on stderr; PLUMB_TEST_SEED sets the seed, PLUMB_TEST_CASE selects one
   case. */
#include "judge/compare.h"
#include "tests/simulate/draw.h"
#include <stdlib.h>
#include <string.h>

typedef struct {
    size_t tried, passed, suspect, failed;
} tally;

static void count(tally *counted, plumb_verdict verdict) {
    counted->tried++;
    counted->passed += verdict == PLUMB_PASS;
    counted->suspect += verdict == PLUMB_SUSPECT;
    counted->failed += verdict == PLUMB_FAIL;
}

static void add(tally *to, const tally *more) {
    to->tried += more->tried;
    to->passed += more->passed;
    to->suspect += more->suspect;
    to->failed += more->failed;
}

static plumb_report judge(const simulated_case *drawn, bool states_precision) {
    plumb_case stated = state_simulated_case(drawn, states_precision);
    plumb_compare_options how = {.threads = 1, .plausible = !states_precision};
    plumb_report report;
    plumb_error error;
    if (plumb_compare(&stated, &how, &report, &error) != 0) {
        fprintf(stderr, "%s: %s\n", drawn->kind->name, error.text);
        exit(2);
    }
    return report;
}

static void name(const random_cases *cases, const simulated_case *drawn, const plumb_report *report) {
    fprintf(stderr, "%s ", plumb_verdict_name(report->verdict));
    print_simulated_case(stderr, cases, drawn);
    for (int q = 0; q < PLUMB_QUANTITIES; q++) {
        const plumb_tensor_report *t = &report->tensor[q];
        const plumb_element *e = t->impossible > 0 ? &t->first_impossible : &t->worst;
        if (!t->present || t->verdict == PLUMB_PASS)
            continue;
        fprintf(
            stderr,
            "  %s under %s: %zu beyond the expected error, %zu impossible of %zu asked, "
            "%zu unjudged of %zu; worst %.3g of expected; row %.2g head %.2g all %.2g weight %.2g scores %.2g of %.2g "
            "outputs %.2g of %.2g\n",
            plumb_quantity_name((plumb_quantity)q), report->precision.name, t->beyond, t->impossible, t->asked,
            t->unjudged, t->total, t->worst_probable_ratio, t->stand.row, t->stand.head, t->stand.whole,
            t->stand.weight, t->stand.scale, t->stand.scale_limit, t->stand.bias.along, t->stand.bias.along_limit);
        fprintf(stderr, "  [%zu %zu %zu %zu] %.9g, exact %.9g: %s\n", e->batch, e->head, e->query, e->column,
                e->engine, e->low, plumb_finding_text(e->finding));
    }
}

static void print_row(const char *first, const char *second, const tally *counted) {
    printf("| %s | %s | %zu | %zu | %zu | %zu |\n", first, second, counted->tried, counted->passed, counted->suspect,
           counted->failed);
}

/* ---- right engines ---- */

static void try_right(random_cases *cases, bool states_precision, tally *counted) {
    simulated_case drawn = draw_simulated_case(cases, 4096);
    answer_simulated_case(&drawn, &drawn.drawn.problem);
    plumb_report report = judge(&drawn, states_precision);
    count(counted, report.verdict);
    if (report.verdict == PLUMB_FAIL || (report.verdict == PLUMB_SUSPECT && getenv("SHOW") != NULL))
        name(cases, &drawn, &report);
    free_simulated_case(&drawn);
}

static int try_all_right(size_t draws, bool states_precision) {
    tally *of_kind = calloc(simulated_kinds(), sizeof *of_kind), all[2] = {{0}, {0}};
    random_cases cases = random_begin("right engines", draws);
    while (random_next(&cases))
        try_right(&cases, states_precision, &of_kind[cases.number % simulated_kinds()]);
    printf("| kind | form in src/simulate | tried | PASS | SUSPECT | FAIL |\n|---|---|---|---|---|---|\n");
    for (size_t i = 0; i < simulated_kinds(); i++) {
        const simulated_kind *kind = simulated_kind_at(i);
        print_row(kind->name, kind->among_forms ? "yes" : "no", &of_kind[i]);
        add(&all[kind->among_forms], &of_kind[i]);
    }
    print_row("all of these", "yes", &all[true]);
    print_row("all others", "no", &all[false]);
    free(of_kind);
    bool none_fails = all[0].failed + all[1].failed == 0;
    bool few_suspect = all[true].suspect == 0 && 100 * all[false].suspect <= all[false].tried;
    return none_fails && (few_suspect || !states_precision) ? 0 : 1;
}

/* ---- faults ---- */

static void try_fault(random_cases *cases, simulated_case *drawn, const double *right, size_t fault, tally *counted) {
    fault_workspace workspace;
    plumb_problem by = plant_fault(cases, drawn, fault, &workspace);
    answer_simulated_case(drawn, &by);
    if (memcmp(right, drawn->answers.output, plumb_rows_of(&by) * by.value_dim * sizeof *right) != 0)
        count(counted, judge(drawn, true).verdict);
    free_fault(&workspace);
}

static void try_faults(random_cases *cases, tally *of_fault) {
    simulated_case drawn = draw_simulated_case(cases, 4096);
    size_t size = plumb_rows_of(&drawn.drawn.problem) * drawn.drawn.problem.value_dim * sizeof(double);
    double *right = malloc(size);
    answer_simulated_case(&drawn, &drawn.drawn.problem);
    memcpy(right, drawn.answers.output, size);
    for (size_t i = 0; i < simulated_faults(); i++)
        try_fault(cases, &drawn, right, i, &of_fault[i]);
    free(right);
    free_simulated_case(&drawn);
}

static int try_all_faults(size_t draws) {
    tally *of_fault = calloc(simulated_faults(), sizeof *of_fault), all = {0};
    random_cases cases = random_begin("faulty engines", draws);
    while (random_next(&cases))
        try_faults(&cases, of_fault);
    printf("| fault | | tried | PASS | SUSPECT | FAIL |\n|---|---|---|---|---|---|\n");
    for (size_t i = 0; i < simulated_faults(); i++) {
        print_row(simulated_fault_name(i), "", &of_fault[i]);
        add(&all, &of_fault[i]);
    }
    print_row("all", "", &all);
    printf("\nFAIL: %.1f %%; not PASS: %.1f %%\n", 100.0 * (double)all.failed / (double)all.tried,
           100.0 * (double)(all.tried - all.passed) / (double)all.tried);
    free(of_fault);
    return 0;
}

int main(int argument_count, char **arguments) {
    size_t draws = argument_count > 1 ? strtoul(arguments[1], NULL, 10) : 400;
    const char *what = argument_count > 2 ? arguments[2] : "stated";
    if (strcmp(what, "faults") == 0)
        return try_all_faults(draws);
    return try_all_right(draws, strcmp(what, "left-out") != 0);
}
