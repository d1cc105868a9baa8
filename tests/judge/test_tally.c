/* test_tally.c - what was found in parts of the rows is added up: counts, the worst, and the first elements. */
#include "judge/tally.h"
#include "tests/support/suite.h"

/* A part with a number of its own for each count: `first`, and those after it. */
static plumb_tally part_of(size_t first, size_t query, double ratio) {
    plumb_tally part = {.rows = first + 8, .empty_rows = first + 9};
    plumb_element element = {.query = query, .error_low = ratio, .deviation = 1, .ulps = ratio, .present = true};
    part.tensor[PLUMB_OUTPUT] = (plumb_tensor_report){.total = first,
                                                      .passed = first + 1,
                                                      .beyond = first + 2,
                                                      .impossible = first + 3,
                                                      .unjudged = first + 4,
                                                      .skipped = first + 5,
                                                      .not_a_number = first + 6,
                                                      .escalated = first + 7,
                                                      .worst_ulps = ratio,
                                                      .worst_probable_ratio = ratio,
                                                      .largest_radius = ratio,
                                                      .worst = element,
                                                      .first_impossible = element,
                                                      .first_beyond = element,
                                                      .first_unjudged = element};
    return part;
}

/* In whatever order. */
START_TEST(parts_are_added) {
    const plumb_tally parts[] = {part_of(10, 5, 0.5), part_of(200, 3, 0.25)};
    plumb_report report = {.rows_judged = 0};
    plumb_tally_add(&report, &parts[_i]);
    plumb_tally_add(&report, &parts[1 - _i]);
    const plumb_tensor_report *output = &report.tensor[PLUMB_OUTPUT];
    const size_t counts[] = {output->total,    output->passed,  output->beyond,      output->impossible,
                             output->unjudged, output->skipped, output->not_a_number, output->escalated,
                             report.rows_judged, report.empty_rows};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        ck_assert_uint_eq(counts[i], 210 + 2 * i);
    ck_assert_double_eq(output->worst_ulps, 0.5);
    ck_assert_double_eq(output->worst_probable_ratio, 0.5);
    ck_assert_double_eq(output->largest_radius, 0.5);
    ck_assert_uint_eq(output->worst.query, 5);
    ck_assert_uint_eq(output->first_impossible.query, 3);
    ck_assert_uint_eq(output->first_beyond.query, 3);
    ck_assert_uint_eq(output->first_unjudged.query, 3);
}
END_TEST

START_TEST(the_worse_verdict_is_that_of_the_whole) {
    const plumb_verdict rising[] = {PLUMB_PASS, PLUMB_SUSPECT, PLUMB_FAIL};
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++)
            ck_assert_int_eq(plumb_verdict_worse(rising[a], rising[b]), rising[a > b ? a : b]);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("judge/tally");
    TCase *tally = tcase_create("tally");
    tcase_add_loop_test(tally, parts_are_added, 0, 2);
    tcase_add_test(tally, the_worse_verdict_is_that_of_the_whole);
    suite_add_tcase(suite, tally);
    return run_suite(suite);
}
