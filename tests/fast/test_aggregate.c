/* test_aggregate.c - sums that keys join in portions have the bits of plumb_aggregate. */
#include "fast/aggregate.h"
#include "aggregate/aggregate.h"
#include "tests/fast/minimal.h"
#include "tests/support/suite.h"

#define CASES 5000
#define MOST_KEYS (2 * PLUMB_PANEL + 3)
#define MOST_DIM 21

START_TEST(has_the_bits_of_aggregate) {
    random_cases cases = random_begin("fast aggregate", CASES);
    static plumb_ball weight[MOST_KEYS], fast[MOST_DIM + 1], minimal[MOST_DIM];
    static double value[MOST_KEYS * MOST_DIM], room[3][MOST_DIM];
    static unsigned char visible[MOST_KEYS];
    while (random_next(&cases)) {
        size_t keys = random_below(&cases, MOST_KEYS + 1);
        size_t value_dim = random_below(&cases, MOST_DIM + 1);
        draw_balls(&cases, weight, keys);
        draw_doubles(&cases, value, keys * value_dim);
        draw_visible(&cases, visible, keys);
        plumb_sums sums = {room[0], room[1], room[2], 12345};
        plumb_sums_clear(&sums, value_dim);
        for (size_t from = 0, joining; from < keys; from += joining) {
            joining = 1 + random_below(&cases, keys - from);
            plumb_sums_add(&sums, weight + from, visible + from, value + from * value_dim, joining,
                           value_dim);
        }
        fast[value_dim] = guard;
        plumb_sums_finish(&sums, value_dim, fast);
        plumb_aggregate(weight, visible, value, keys, value_dim, minimal);
        check_same(&cases, fast, minimal, value_dim);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("fast/aggregate");
    TCase *tests = tcase_create("aggregate");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, has_the_bits_of_aggregate);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
