/* test_bfloat16_more.c - the other part of the faults is named in bfloat16, where expected errors can tell it. */
#include "tests/faults/named_faults.h"

START_TEST(it_is_named) {
    check_in_bfloat16(&all_faults[_i]);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("faults/bfloat16_more");
    TCase *tests = tcase_create("faults");
    tcase_set_timeout(tests, 120);
    tcase_add_loop_test(tests, it_is_named, FIRST_PART, FAULTS);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
