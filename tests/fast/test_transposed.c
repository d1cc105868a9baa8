/* test_transposed.c - columns are what stands in the rows, and 0 where there is no row. */
#include "fast/transposed.h"
#include "tests/support/random.h"
#include "tests/support/suite.h"
#include <check.h>

enum { CASES = 300, MOST_PITCH = PLUMB_PANEL + 9 };

START_TEST(columns_are_rows) {
    random_cases cases = random_begin("fast transposed", CASES);
    static double x[PLUMB_PANEL * MOST_PITCH], column[PLUMB_PANEL * PLUMB_PANEL + 1];
    static unsigned char visible[PLUMB_PANEL * MOST_PITCH], mask[PLUMB_PANEL * PLUMB_PANEL + 1];
    while (random_next(&cases)) {
        size_t rows = random_below(&cases, 3) == 0 ? PLUMB_PANEL : 1 + random_below(&cases, PLUMB_PANEL);
        size_t pitch = PLUMB_PANEL + random_below(&cases, MOST_PITCH - PLUMB_PANEL + 1);
        bool all = random_below(&cases, 3) == 0;
        for (size_t i = 0; i < rows * pitch; i++) {
            x[i] = random_normal(&cases);
            visible[i] = all || random_below(&cases, 3) != 0;
        }
        column[PLUMB_PANEL * PLUMB_PANEL] = 12345;
        mask[PLUMB_PANEL * PLUMB_PANEL] = 67;
        plumb_panel_transpose(x, pitch, rows, column);
        plumb_panel_transpose_mask(visible, pitch, rows, mask);
        for (size_t j = 0; j < PLUMB_PANEL; j++)
            for (size_t r = 0; r < PLUMB_PANEL; r++) {
                ck_assert(column[j * PLUMB_PANEL + r] == (r < rows ? x[r * pitch + j] : 0));
                ck_assert(mask[j * PLUMB_PANEL + r] == (r < rows ? visible[r * pitch + j] : 0));
            }
        ck_assert(column[PLUMB_PANEL * PLUMB_PANEL] == 12345 && mask[PLUMB_PANEL * PLUMB_PANEL] == 67);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("fast/transposed");
    TCase *tests = tcase_create("transposed");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, columns_are_rows);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
