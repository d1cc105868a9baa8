/* test_page_sizes.c - pages of every size whose values are read from elsewhere are named. */
#include "tests/infer/told_fault.h"
#include "tests/support/suite.h"

/* Each size that is tried, of values alone: lost tiles say nothing of these. */
#define PAGE_OF(size)                                                                                                  \
    static void page_of_##size(faulty_case *c) {                                                                       \
        begin_case(c, 12, 2 * size + 40, false);                                                                       \
        replace_page(c, VALUES, false, size);                                                                          \
    }
PAGE_OF(8)
PAGE_OF(16)
PAGE_OF(24)
PAGE_OF(32)
PAGE_OF(64)
PAGE_OF(80)
PAGE_OF(128)
PAGE_OF(256)

static const kernel_fault_row pages[] = {
    {"pages", "8 keys", page_of_8},     {"pages", "16 keys", page_of_16},   {"pages", "24 keys", page_of_24},
    {"pages", "32 keys", page_of_32},   {"pages", "64 keys", page_of_64},   {"pages", "80 keys", page_of_80},
    {"pages", "128 keys", page_of_128}, {"pages", "256 keys", page_of_256},
};

START_TEST(pages_of_every_size_are_named) {
    ck_assert_int_eq(try_fault(&pages[_i], PLUMB_F32, 0).result, NAMED);
    ck_assert_int_eq(try_fault(&pages[_i], PLUMB_BF16, 0).result, NAMED);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("infer/page_sizes");
    TCase *tests = tcase_create("page sizes");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_loop_test(tests, pages_of_every_size_are_named, 0, sizeof pages / sizeof *pages);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
