/* test_temperature.c - the factor of a query for its position, compared with the reference and computed by hand. */
#include "row/temperature.h"
#include "exact/moved.h"
#include "tests/support/problems.h"
#include "tests/support/suite.h"
#include <math.h>

#define CASES 2000

/* Llama 4: 1 up to position 8190, then 1 + 0.1 ln 2, 1 + 0.1 ln 3, ... */
START_TEST(steps_begin_at_whole_lengths) {
    const plumb_temperature llama4 = {0.1, 8192, 1}, none = {0, 0, 0};
    for (int64_t n = 0; n < 5; n++) {
        plumb_ball before = plumb_temperature_at(&llama4, 8192 * (n + 1) - 2);
        plumb_ball first = plumb_temperature_at(&llama4, 8192 * (n + 1) - 1);
        ck_assert_double_le(fabs(before.mid - (1 + 0.1 * log(1 + (double)n))), 1e-15);
        ck_assert_double_le(fabs(first.mid - (1 + 0.1 * log(2 + (double)n))), 1e-15);
    }
    plumb_ball one = plumb_temperature_at(&llama4, 0), still = plumb_temperature_at(&none, -5);
    ck_assert(one.mid == 1 && one.rad == 0 && still.mid == 1 && still.rad == 0);
    ck_assert(!isfinite(plumb_temperature_at(&llama4, -2).rad));
}
END_TEST

START_TEST(contains_the_reference) {
    static const int64_t farthest[] = {10, 1 << 20, PLUMB_POSITION_MAX};
    random_cases cases = random_begin("temperatures", CASES);
    arb_t exact;
    arb_init(exact);
    while (random_next(&cases)) {
        plumb_problem p = one_head(1, 1, 1, 1);
        int64_t most = farthest[random_below(&cases, 3)];
        int64_t position = (int64_t)random_below(&cases, (size_t)most);
        p.position.temperature =
            (plumb_temperature){ldexp(1 + random_normal(&cases) / 64, -(int)random_below(&cases, 9)),
                                1 + (int64_t)random_below(&cases, 9000), (int64_t)random_below(&cases, 3)};
        plumb_ball found = plumb_temperature_at(&p.position.temperature, position);
        plumb_exact_temperature(exact, &p, (plumb_point){{position}}, 200);
        arf_t middle;
        arf_init(middle);
        arf_set_d(middle, found.mid);
        arf_sub(middle, middle, arb_midref(exact), 200, ARF_RND_UP);
        ck_assert_double_le(fabs(arf_get_d(middle, ARF_RND_UP)), found.rad + 1e-40);
        ck_assert_double_le(found.rad, 0x1p-51 * found.mid);
        arf_clear(middle);
    }
    arb_clear(exact);
}
END_TEST

/* Of ids it is the largest, of counted positions that of the last query of the entry that begins last. */
START_TEST(the_largest_is_that_of_the_farthest_query) {
    const int64_t ids[] = {3, 40, 7, 1, 2, 39}, offsets[] = {5, 20};
    plumb_problem p = one_head(3, 4, 2, 2);
    p.batch = 2;
    p.position.temperature = (plumb_temperature){0.5, 10, 0};
    p.position.query_position = ids;
    ck_assert_double_le(fabs(plumb_largest_temperature(&p).mid - (1 + 0.5 * log(5))), 1e-15);
    p.position.query_position = NULL;
    p.mask.entry_offset = offsets;
    ck_assert_double_le(fabs(plumb_largest_temperature(&p).mid - (1 + 0.5 * log(3))), 1e-15);
}
END_TEST

START_TEST(a_vector_is_multiplied_unless_by_one) {
    const plumb_temperature temperature = {1, 2, 0};
    plumb_ball vector[] = {{3, 0}, {-1, 0}};
    ck_assert(plumb_heat(&temperature, 1, vector, 2).mid == 1);
    ck_assert(vector[0].mid == 3 && vector[0].rad == 0);
    plumb_heat(&temperature, 4, vector, 2);
    ck_assert_double_le(fabs(vector[0].mid - 3 * (1 + log(3))), 1e-14);
    ck_assert_double_le(fabs(vector[1].mid + 1 + log(3)), 1e-14);
    ck_assert(vector[0].rad > 0);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("row/temperature");
    TCase *tests = tcase_create("temperature");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, steps_begin_at_whole_lengths);
    tcase_add_test(tests, contains_the_reference);
    tcase_add_test(tests, the_largest_is_that_of_the_farthest_query);
    tcase_add_test(tests, a_vector_is_multiplied_unless_by_one);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
