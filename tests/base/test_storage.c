/* test_storage.c - sizes that no memory has are refused, not wrapped around. */
#include "base/storage.h"
#include "tests/support/suite.h"
#include <stdalign.h>
#include <stdint.h>
#include <string.h>

START_TEST(refuses_overflow) {
    plumb_storage storage = {0};
    ck_assert_ptr_null(plumb_storage_take(&storage, SIZE_MAX, 8));
    ck_assert_ptr_null(plumb_storage_take(&storage, SIZE_MAX / 8 + 1, 8)); /* wraps to 0 */
    ck_assert_ptr_null(plumb_storage_take(&storage, SIZE_MAX, 1)); /* wraps with the bookkeeping */
    ck_assert_ptr_null(storage.first);
}
END_TEST

START_TEST(takes_nothing_and_something) {
    plumb_storage storage = {0};
    ck_assert_ptr_nonnull(plumb_storage_take(&storage, 0, 8));
    unsigned char *room = plumb_storage_take(&storage, 3, 8);
    ck_assert_ptr_nonnull(room);
    ck_assert_uint_eq((uintptr_t)room % alignof(max_align_t), 0);
    memset(room, 1, 24);
    ck_assert_str_eq(plumb_storage_text(&storage, "text"), "text");
    plumb_storage_free(&storage);
    ck_assert_ptr_null(storage.first);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("storage");
    TCase *tests = tcase_create("memory");
    tcase_add_test(tests, refuses_overflow);
    tcase_add_test(tests, takes_nothing_and_something);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
