/* test_seen_scale.c - a wrong scale of scores in bfloat16: no element tells it, all together do. */
#include "diagnose/diagnose.h"
#include "diagnose/fit.h"
#include "tests/simulate/drawn_case.h"

START_TEST(a_scale_that_all_rows_show_is_told) {
    static const double factors[] = {1.02, 0.98};
    static const drawn_size size = {.heads = 2,
                                    .queries = 96,
                                    .keys = 192,
                                    .dim = 64,
                                    .largest = 9,
                                    .rotated = true,
                                    .model = "bf16-flash",
                                    .format = PLUMB_BF16};
    random_cases cases = random_begin("seen scales", 1);
    while (random_next(&cases)) {
        drawn_problem drawn = draw_case(&cases, &size);
        simulated_engine engine = draw_engine(&cases, &size);
        double factor = factors[_i];
        size_t count = plumb_rows_of(&drawn.problem) * size.dim;
        double *output = malloc(count * sizeof *output);
        char text[64];
        plumb_problem by = drawn.problem;
        snprintf(text, sizeof text, "%.17g", factor / sqrt((double)size.dim));
        by.scale.text = text;
        answer_case(&by, &engine, size.format, output);
        const plumb_case stated = {.problem = drawn.problem,
                                   .input_format = size.format,
                                   .precision = size.model,
                                   .source = "drawn",
                                   .output = {true, size.format, count, output}};
        plumb_diagnosis diagnosis;
        plumb_error error;
        const plumb_diagnose_options how = {.seconds = 600}; /* for all changes */
        ck_assert_int_eq(plumb_diagnose(&stated, &how, &diagnosis, &error), 0);
        ck_assert_int_eq(diagnosis.stated.verdict, PLUMB_SUSPECT);
        ck_assert_uint_gt(diagnosis.explanations.count, 0);
        char expected[64];
        snprintf(expected, sizeof expected, "scales by about %.3g times what is stated", factor);
        const char *does = diagnosis.explanations.list[0].change[0]->does;
        ck_assert_msg(strstr(does, expected) != NULL, "not \"%s\" but \"%s\"", expected, does);
        plumb_diagnosis_free(&diagnosis);
        free(output);
        free_problem(&drawn);
    }
}
END_TEST

/* With as many digits as that takes, and no more than are known. */
START_TEST(a_factor_near_1_is_told_from_it) {
    static const struct {
        double factor;
        const char *does;
    } told[] = {{1.0017, "scales by about 1.002 times"}, {0.9983, "scales by about 0.9983 times"},
                {1.5, "scales by about 1.5 times"},      {0.8126, "scales by about 0.813 times"}};
    const plumb_case stated = {.problem = one_head(4, 4, 64, 64), .source = "none"};
    plumb_neighbourhood list = {0};
    plumb_neighbours_of_seen_scale(&stated, told[_i].factor, &list);
    ck_assert_uint_eq(list.count, 1);
    ck_assert_msg(strstr(list.list[0].does, told[_i].does) != NULL, "%s", list.list[0].does);
    plumb_neighbourhood_free(&list);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("diagnose/seen_scale");
    TCase *tests = tcase_create("seen_scale");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_loop_test(tests, a_scale_that_all_rows_show_is_told, 0, 2);
    tcase_add_loop_test(tests, a_factor_near_1_is_told_from_it, 0, 4);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
