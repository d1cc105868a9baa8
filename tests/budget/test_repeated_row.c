/* test_repeated_row.c - in twice the row each key and the sink stand twice, with a value and with the vector that is
   added to it. */
#include "budget/repeated_row.h"
#include "tests/budget/visible_rows.h"

#define CASES 200
#define PLACES (MOST_VISIBLE_KEYS + 1) /* a sink's is the last */
#define WIDTH 3
#define COLUMN 1

START_TEST(each_stands_twice) {
    random_cases cases = random_begin("budget repeated row", CASES);
    while (random_next(&cases)) {
        visible_row x;
        plumb_ball score[PLACES], off[PLACES], scores[2 * PLACES], offs[2 * PLACES], weights[2 * PLACES];
        plumb_range range[2 * PLACES];
        double value[PLACES * WIDTH], added[PLACES * WIDTH], column[2 * PLACES], unused[2 * PLACES];
        unsigned char shown[2 * PLACES];
        random_visible_row(&cases, &x);
        int has_sink = (int)random_below(&cases, 2);
        for (size_t j = 0; j <= x.keys; j++) {
            score[j] = (plumb_ball){random_normal(&cases), 0x1p-30};
            off[j] = (plumb_ball){random_uniform(&cases), 0x1p-40};
        }
        for (size_t i = 0; i < x.keys * WIDTH; i++) {
            value[i] = random_normal(&cases);
            added[i] = random_normal(&cases);
        }
        plumb_repeat_row(score, off, x.visible, value, added, x.keys, WIDTH, COLUMN, has_sink,
                         (plumb_verdict_workspace){scores, offs, weights, range, column, unused, shown});
        for (size_t k = 0; k < 2 * x.keys + 2; k++) {
            size_t j = k / 2;
            const double *from = k % 2 ? added : value;
            ck_assert(scores[k].mid == score[j].mid && scores[k].rad == score[j].rad);
            ck_assert(offs[k].mid == off[j].mid && offs[k].rad == off[j].rad);
            ck_assert_int_eq(shown[k], j < x.keys ? x.visible[j] : has_sink);
            ck_assert(column[k] == (j < x.keys ? from[j * WIDTH + COLUMN] : 0));
        }
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/repeated_row");
    TCase *tests = tcase_create("repeated_row");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, each_stands_twice);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
