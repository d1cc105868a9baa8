/* test_suspected_pages.c - pages that kernels replaced in a long text, keys and values, are named. */
#include "tests/infer/long_text.h"

LONG_TEXT(replaced_page, replace_page(c, BOTH, false, 16))

static const kernel_fault_row faults[] = {
    {"long texts", "a page replaced", replaced_page},
};
enum { FAULTS = sizeof faults / sizeof *faults };

START_TEST(what_is_suspected_is_named) {
    check_suspected(&faults[_i]);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("infer/suspected_pages");
    TCase *tests = tcase_create("suspected_pages");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_loop_test(tests, what_is_suspected_is_named, 0, FAULTS);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
