/* test_kinds.c - the kinds of simulated engines: each states a precision that there is, half of them have forms of
   which no expected error is made, and no two give the same numbers. */
#include "precision/precision_text.h"
#include "tests/simulate/draw.h"
#include "tests/support/suite.h"
#include <string.h>

START_TEST(every_kind_states_a_precision) {
    for (size_t i = 0; i < simulated_kinds(); i++) {
        const simulated_kind *kind = simulated_kind_at(i);
        plumb_precision precision;
        plumb_error error;
        ck_assert_msg(plumb_precision_parse(kind->precision, kind->name, &precision, &error) == 0, "%s", error.text);
        ck_assert_ptr_eq(simulated_kind_find(kind->name), kind);
    }
    ck_assert_ptr_null(simulated_kind_find("no such kind"));
}
END_TEST

START_TEST(half_of_the_kinds_have_other_forms_than_honest_engines) {
    size_t among = 0;
    for (size_t i = 0; i < simulated_kinds(); i++)
        among += simulated_kind_at(i)->among_forms;
    ck_assert_uint_gt(among, simulated_kinds() / 4);
    ck_assert_uint_le(among, simulated_kinds() / 2);
}
END_TEST

/* On the same numbers, which every format holds, every third key hidden. */
START_TEST(every_kind_has_numbers_of_its_own) {
    random_cases cases = random_begin("kinds", 1);
    ck_assert(random_next(&cases));
    plumb_problem shape = one_head(8, 600, 32, 32);
    shape.causal = (plumb_causal){true, 580};
    drawn_problem drawn = draw_problem(&cases, shape, ORDINARY);
    double *numbers[] = {drawn.query, drawn.key, drawn.value};
    size_t counts[] = {query_numbers(&shape), key_numbers(&shape), value_numbers(&shape)}, size = 8 * 32;
    for (size_t n = 0; n < 3; n++)
        for (size_t i = 0; i < counts[n]; i++)
            numbers[n][i] = simulated_round((simulated_rounding){.format = AS_E4M3}, 2 * numbers[n][i]);
    static unsigned char allowed[600];
    for (size_t j = 0; j < sizeof allowed; j++)
        allowed[j] = j % 3 != 0;
    drawn.problem.mask.allowed = allowed;
    double *output = calloc(simulated_kinds() * size, sizeof *output);
    for (size_t i = 0; i < simulated_kinds(); i++) {
        simulated_answers answers = simulate(&simulated_kind_at(i)->by, &drawn.problem, false);
        memcpy(output + i * size, answers.output, size * sizeof *output);
        free_simulated(&answers);
        for (size_t j = 0; j < i; j++)
            ck_assert_msg(memcmp(output + i * size, output + j * size, size * sizeof *output) != 0, "%s is %s",
                          simulated_kind_at(i)->name, simulated_kind_at(j)->name);
    }
    free(output);
    free_problem(&drawn);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("simulate/kinds");
    TCase *tests = tcase_create("kinds");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, every_kind_states_a_precision);
    tcase_add_test(tests, half_of_the_kinds_have_other_forms_than_honest_engines);
    tcase_add_test(tests, every_kind_has_numbers_of_its_own);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
