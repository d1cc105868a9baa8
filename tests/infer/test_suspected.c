/* test_suspected.c - what kernels did to texts so long that bfloat16 hides most of it: next to nothing is provably wrong,
   and the rest is suspected.  What they did is said all the same, and of mere noise nothing is. */
#include "tests/infer/inferred.h"
#include "tests/support/check.h"
#include "tests/support/suite.h"

static void long_text(faulty_case *c) {
    begin_case(c, 2, 6000, false);
}

#define LONG_TEXT(name, ...)                                                                                             \
    static void name(faulty_case *c) {                                                                                 \
        long_text(c);                                                                                                  \
        __VA_ARGS__;                                                                                                   \
    }
LONG_TEXT(lost_tile, tile_of_keys(c, LOST))
LONG_TEXT(doubled_tile, tile_of_keys(c, TWICE))
LONG_TEXT(replaced_page, replace_page(c, BOTH, false, 16))
LONG_TEXT(values_of_another_page, replace_page(c, VALUES, false, 16))

static const kernel_fault_row faults[] = {
    {"long texts", "a tile lost", lost_tile},
    {"long texts", "a tile counted twice", doubled_tile},
    {"long texts", "a page replaced", replaced_page},
    {"long texts", "a page of values replaced", values_of_another_page},
};
enum { FAULTS = sizeof faults / sizeof *faults };

START_TEST(what_is_suspected_is_named) {
    outcome_of_kernel out = infer_fault(&faults[_i], PLUMB_BF16, 0);
    const plumb_inference *first = &out.inferences.list[0];
    ck_assert(out.right_passes);
    ck_assert_int_ne(out.verdict, PLUMB_PASS);
    ck_assert(out.inferences.suspected);
    ck_assert_msg(out.result == NAMED, "%s: not \"%s\" but \"%s, %s\"", faults[_i].fault, out.expected, first->says,
                  first->where);
}
END_TEST

/* Errors of 3 % of the largest number. */
START_TEST(of_noise_nothing_is_said) {
    random_cases cases = random_begin("noise", 3);
    while (random_next(&cases)) {
        faulty_case c = {.cases = &cases, .kernel = {.format = PLUMB_BF16}};
        plumb_inferences inferences;
        plumb_concentration where;
        long_text(&c);
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
    Suite *suite = suite_create("infer/suspected");
    TCase *tests = tcase_create("suspected");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_loop_test(tests, what_is_suspected_is_named, 0, FAULTS);
    tcase_add_test(tests, of_noise_nothing_is_said);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
