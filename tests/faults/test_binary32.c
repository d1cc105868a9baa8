/* test_binary32.c - the first part of the faults is named in binary32; and of all so many are. */
#include "tests/faults/named_faults.h"

START_TEST(it_is_named) {
    check_in_binary32(&all_faults[_i]);
}
END_TEST

/* So many of the faults that a verdict can tell must be named. */
START_TEST(nearly_all_are_named) {
    size_t told = 0, named = 0;
    for (size_t i = 0; i < FAULTS; i++) {
        naming is = naming_of(&all_faults[i]);
        told += is == WITHIN_BFLOAT16 ? 1 : 2;
        named += is == NAMED ? 2 : 1;
    }
    ck_assert_uint_ge(FAULTS, 60);
    ck_assert_msg(100 * named >= 96 * told, "%zu of %zu", named, told);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("faults/binary32");
    TCase *tests = tcase_create("faults");
    tcase_set_timeout(tests, 120);
    tcase_add_loop_test(tests, it_is_named, 0, FIRST_PART);
    tcase_add_test(tests, nearly_all_are_named);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
