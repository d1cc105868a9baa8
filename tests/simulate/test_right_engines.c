/* test_right_engines.c - a small draw of right_engines.c: correct engines of every kind never FAIL, whether their
   precision is stated or not, and each fault is detected. */
#include "judge/compare.h"
#include "tests/simulate/draw.h"
#include "tests/support/suite.h"
#include <math.h>
#include <string.h>

enum { MOST_KEYS = 512, FEW_KEYS = 128, TURNS = 1, FAULTY_CASES = 30, MOST_FAULTS = 16 };

static plumb_verdict verdict_of(const simulated_case *drawn, bool states_precision) {
    plumb_case stated = state_simulated_case(drawn, states_precision);
    plumb_compare_options how = {.threads = 1, .plausible = !states_precision};
    plumb_report report;
    plumb_error error;
    ck_assert_msg(plumb_compare(&stated, &how, &report, &error) == 0, "%s", error.text);
    return report.verdict;
}

static void check(bool holds, const random_cases *cases, const simulated_case *drawn) {
    if (!holds)
        print_simulated_case(stderr, cases, drawn);
    ck_assert_msg(holds, "a right engine is accused");
}

START_TEST(right_engines_are_not_accused) {
    random_cases cases = random_begin("few right engines", TURNS * simulated_kinds());
    size_t suspect = 0, tried = 0;
    while (random_next(&cases)) {
        simulated_case drawn = draw_simulated_case(&cases, MOST_KEYS);
        answer_simulated_case(&drawn, &drawn.drawn.problem);
        plumb_verdict verdict = verdict_of(&drawn, true);
        check(verdict == PLUMB_PASS || (verdict == PLUMB_SUSPECT && !drawn.kind->among_forms), &cases, &drawn);
        suspect += verdict == PLUMB_SUSPECT && !drawn.kind->unexpected;
        tried++;
        free_simulated_case(&drawn);
    }
    ck_assert_msg((double)suspect <= fmax(1, 0.01 * (double)tried), "%zu of %zu are SUSPECT", suspect, tried);
}
END_TEST

START_TEST(no_assumed_precision_accuses) {
    random_cases cases = random_begin("right engines of no precision", simulated_kinds());
    while (random_next(&cases)) {
        simulated_case drawn = draw_simulated_case(&cases, FEW_KEYS);
        answer_simulated_case(&drawn, &drawn.drawn.problem);
        check(verdict_of(&drawn, false) != PLUMB_FAIL, &cases, &drawn);
        free_simulated_case(&drawn);
    }
}
END_TEST

static void enlarge(double *x, size_t count, double factor, const simulated_kind *kind) {
    for (size_t i = 0; i < count; i++)
        if (fabs(x[i] * factor) < 32768 || kind->stored != PLUMB_F16)
            x[i] *= factor;
}

/* Scores up to 2^12 times as large: what overflows may be anything, NaN as well. */
START_TEST(what_overflows_does_not_accuse) {
    random_cases cases = random_begin("right engines that overflow", simulated_kinds());
    while (random_next(&cases)) {
        simulated_case drawn = draw_simulated_case(&cases, FEW_KEYS);
        enlarge(drawn.drawn.query, query_numbers(&drawn.drawn.problem), ldexp(1, (int)random_below(&cases, 13)),
                drawn.kind);
        answer_simulated_case(&drawn, &drawn.drawn.problem);
        check(verdict_of(&drawn, true) != PLUMB_FAIL, &cases, &drawn);
        free_simulated_case(&drawn);
    }
}
END_TEST

/* Of each fault. */
typedef struct {
    size_t tried, detected, failed;
} tally;

/* What gives the same bits is no fault. */
static void try_faults(random_cases *cases, simulated_case *drawn, tally *counted) {
    size_t size = plumb_rows_of(&drawn->drawn.problem) * drawn->drawn.problem.value_dim * sizeof(double);
    double *right = malloc(size);
    answer_simulated_case(drawn, &drawn->drawn.problem);
    memcpy(right, drawn->answers.output, size);
    for (size_t i = 0; i < simulated_faults(); i++) {
        fault_workspace workspace;
        plumb_problem by = plant_fault(cases, drawn, i, &workspace);
        answer_simulated_case(drawn, &by);
        if (memcmp(right, drawn->answers.output, size) != 0) {
            plumb_verdict verdict = verdict_of(drawn, true);
            counted[i].tried++;
            counted[i].detected += verdict != PLUMB_PASS;
            counted[i].failed += verdict == PLUMB_FAIL;
        }
        free_fault(&workspace);
    }
    free(right);
}

START_TEST(faults_are_detected) {
    tally counted[MOST_FAULTS] = {{0}};
    size_t tried = 0, failed = 0;
    ck_assert_uint_le(simulated_faults(), MOST_FAULTS);
    random_cases cases = random_begin("few faulty engines", FAULTY_CASES);
    while (random_next(&cases)) {
        simulated_case drawn = draw_simulated_case(&cases, FEW_KEYS);
        try_faults(&cases, &drawn, counted);
        free_simulated_case(&drawn);
    }
    for (size_t i = 0; i < simulated_faults(); i++) {
        ck_assert_msg(counted[i].detected > 0, "%s: none of %zu is detected", simulated_fault_name(i),
                      counted[i].tried);
        tried += counted[i].tried;
        failed += counted[i].failed;
    }
    ck_assert_msg(2 * failed >= tried, "%zu of %zu FAIL", failed, tried);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("simulate/right engines");
    TCase *tests = tcase_create("right engines");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, right_engines_are_not_accused);
    tcase_add_test(tests, no_assumed_precision_accuses);
    tcase_add_test(tests, what_overflows_does_not_accuse);
    tcase_add_test(tests, faults_are_detected);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
