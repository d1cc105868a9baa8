/* test_suspected.c - tiles that kernels lost, or counted twice, in a long text are named, and whose values they
   replaced. */
#include "tests/infer/long_text.h"

LONG_TEXT(lost_tile, tile_of_keys(c, LOST))
LONG_TEXT(doubled_tile, tile_of_keys(c, TWICE))
LONG_TEXT(values_of_another_page, replace_page(c, VALUES, false, 16))

static const kernel_fault_row faults[] = {
    {"long texts", "a tile lost", lost_tile},
    {"long texts", "a tile counted twice", doubled_tile},
    {"long texts", "a page of values replaced", values_of_another_page},
};
enum { FAULTS = sizeof faults / sizeof *faults };

START_TEST(what_is_suspected_is_named) {
    check_suspected(&faults[_i]);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("infer/suspected");
    TCase *tests = tcase_create("suspected");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_loop_test(tests, what_is_suspected_is_named, 0, FAULTS);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
