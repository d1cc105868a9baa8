/* test_bfloat16.c - the first part of the faults is named in bfloat16, where expected errors can tell it. */
#include "tests/faults/named_faults.h"

START_TEST(it_is_named) {
    check_in_bfloat16(&all_faults[_i]);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("faults/bfloat16");
    TCase *tests = tcase_create("faults");
    tcase_set_timeout(tests, 120);
    tcase_add_loop_test(tests, it_is_named, 0, FIRST_PART);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
