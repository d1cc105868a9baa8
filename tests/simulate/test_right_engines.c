/* test_right_engines.c - a small draw of what right_engines.c asks: right engines of every kind are not accused, and
   each fault is told. */
#include "compare/compare.h"
#include "tests/simulate/draw.h"
#include "tests/support/suite.h"
#include <math.h>
#include <string.h>

enum { MOST_KEYS = 512, TURNS = 2 };

static plumb_verdict verdict_of(const simulated_case *drawn) {
    plumb_case stated = state_simulated_case(drawn, true);
    plumb_report report;
    plumb_error error;
    ck_assert_msg(plumb_compare(&stated, &(plumb_compare_options){.threads = 1}, &report, &error) == 0, "%s", error.text);
    return report.verdict;
}

START_TEST(right_engines_are_not_accused) {
    random_cases cases = random_begin("few right engines", TURNS * simulated_kinds());
    size_t suspect = 0, tried = 0;
    while (random_next(&cases)) {
        simulated_case drawn = draw_simulated_case(&cases, MOST_KEYS);
        answer_simulated_case(&drawn, &drawn.drawn.problem);
        plumb_verdict verdict = verdict_of(&drawn);
        if (verdict == PLUMB_FAIL || (verdict == PLUMB_SUSPECT && drawn.kind->among_forms))
            print_simulated_case(stderr, &cases, &drawn);
        ck_assert_int_ne(verdict, PLUMB_FAIL);
        ck_assert(verdict == PLUMB_PASS || !drawn.kind->among_forms);
        suspect += verdict == PLUMB_SUSPECT && !drawn.kind->unexpected;
        tried++;
        free_simulated_case(&drawn);
    }
    ck_assert_msg((double)suspect <= fmax(1, 0.01 * (double)tried), "%zu of %zu are SUSPECT", suspect, tried);
}
END_TEST

START_TEST(faults_are_told) {
    random_cases cases = random_begin("few faulty engines", 30);
    size_t tried[16] = {0}, told[16] = {0}, failed = 0, all = 0;
    ck_assert_uint_le(simulated_faults(), 16);
    while (random_next(&cases)) {
        simulated_case drawn = draw_simulated_case(&cases, MOST_KEYS);
        size_t size = plumb_rows_of(&drawn.drawn.problem) * drawn.drawn.problem.value_dim * sizeof(double);
        double *right = malloc(size);
        answer_simulated_case(&drawn, &drawn.drawn.problem);
        memcpy(right, drawn.answers.output, size);
        for (size_t i = 0; i < simulated_faults(); i++) {
            fault_room room;
            plumb_problem by = plant_fault(&cases, &drawn, i, &room);
            answer_simulated_case(&drawn, &by);
            if (memcmp(right, drawn.answers.output, size) != 0) {
                plumb_verdict verdict = verdict_of(&drawn);
                tried[i]++;
                told[i] += verdict != PLUMB_PASS;
                failed += verdict == PLUMB_FAIL;
                all++;
            }
            free_fault(&room);
        }
        free(right);
        free_simulated_case(&drawn);
    }
    for (size_t i = 0; i < simulated_faults(); i++)
        ck_assert_msg(told[i] > 0, "%s: none of %zu is told", simulated_fault_name(i), tried[i]);
    ck_assert_msg(2 * failed >= all, "%zu of %zu FAIL", failed, all);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("simulate/right engines");
    TCase *tests = tcase_create("right engines");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, right_engines_are_not_accused);
    tcase_add_test(tests, faults_are_told);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
