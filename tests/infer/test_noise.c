/* test_noise.c - of mere noise in a long text nothing is said. */
#include "tests/infer/inferred.h"
#include "tests/support/check.h"
#include "tests/support/suite.h"

/* Errors of 3 % of the largest number. */
START_TEST(of_noise_nothing_is_said) {
    random_cases cases = random_begin("noise", 1);
    while (random_next(&cases)) {
        faulty_case c = {.cases = &cases, .kernel = {.format = PLUMB_BF16}};
        plumb_inferences inferences;
        plumb_concentration where;
        begin_case(&c, 2, 4000, false);
        double *out = run_kernel(&c.kernel), size = 0;
        size_t count = plumb_rows_of(c.kernel.p) * c.kernel.p->value_dim;
        for (size_t i = 0; i < count; i++)
            size = fmax(size, fabs(out[i]));
        for (size_t i = 0; i < count; i++)
            out[i] = plumb_round_double(out[i] + 0.03 * size * random_normal(&cases), PLUMB_BF16);
        plumb_case judged = case_of_kernel(&c.kernel, out);
        ck_assert_int_ne(infer_from(&judged, &inferences, &where), PLUMB_PASS);
        ck_assert_msg(inferences.count == 0, "%s, %s", inferences.list[0].says, inferences.list[0].where);
        free(out);
        free_problem(&c.drawn);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("infer/noise");
    TCase *tests = tcase_create("noise");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, of_noise_nothing_is_said);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
