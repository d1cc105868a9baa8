/* told_part.h - of kernels with a fault what they did is said, and where, as docs/kernel-faults.md says: every PARTS-th
   of its faults from number PART on.  A program for each part, for all together would take minutes. */
#ifndef PLUMB_TESTS_INFER_TOLD_PART_H
#define PLUMB_TESTS_INFER_TOLD_PART_H
#include "tests/infer/table_row.h"
#include "tests/infer/told_fault.h"
#include "tests/support/suite.h"

enum { PARTS = 32 };

static const kernel_fault_row *fault_of(int number) {
    return &all_kernel_faults[PART - 1 + number * PARTS];
}

/* With other seeds other faults are drawn, of which the page does not speak. */
START_TEST(faults_are_told_as_the_page_says) {
    const kernel_fault_row *fault = fault_of(_i);
    outcome_of_kernel in_f32 = try_fault(fault, PLUMB_F32, 0), in_bf16 = try_fault(fault, PLUMB_BF16, 0);
    char row[TABLE_ROW], *page = read_page();
    table_row(fault, &in_f32, &in_bf16, row);
    ck_assert_msg(getenv("PLUMB_TEST_SEED") != NULL || strstr(page, row) != NULL, "not in docs/kernel-faults.md: %s",
                  row);
    free(page);
}
END_TEST

START_TEST(no_draw_is_told_wrongly) {
    for (uint64_t draw = 1; (double)draw < random_effort(); draw++)
        for (int narrow = 0; narrow < 2; narrow++)
            try_fault(fault_of(_i), narrow ? PLUMB_BF16 : PLUMB_F32, draw);
}
END_TEST

int main(void) {
    int faults = (KERNEL_FAULTS - PART) / PARTS + 1;
    Suite *suite = suite_create("infer/told");
    TCase *tests = tcase_create("told");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_loop_test(tests, faults_are_told_as_the_page_says, 0, faults);
    tcase_add_loop_test(tests, no_draw_is_told_wrongly, 0, faults);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
#endif
