/* test_minus_infinity.c - an additive mask hides where it is -infinity and nowhere else. */
#include "mask/allowed.h"
#include "mask/minus_infinity.h"
#include "tests/mask/patterns.h"
#include <float.h>
#include <math.h>

#define BIASED 5 /* keys */

static const double biases[] = {-INFINITY, -DBL_MAX, -0.0, 1.5, INFINITY, NAN};
#define BIASES (sizeof biases / sizeof *biases)

START_TEST(every_small_mask) {
    size_t masks = 1;
    for (size_t keys = 0; keys <= BIASED; keys++, masks *= BIASES)
        for (size_t mask = 0; mask < masks; mask++) {
            double bias[BIASED];
            unsigned wanted = 0;
            size_t rest = mask;
            for (size_t j = 0; j < keys; j++, rest /= BIASES) {
                bias[j] = biases[rest % BIASES];
                wanted |= (rest % BIASES == 0 ? 0u : 1u) << j;
            }
            CHECK_INTERSECTIONS(wanted, keys, plumb_hide_minus_infinity(bias, keys, visible),
                                "mask=%zu keys=%zu", mask, keys);
        }
}
END_TEST

/* The least numbers of narrower formats are biases, as engines that fill with them treat them. */
START_TEST(least_finite_numbers_stay) {
    const double bias[] = {-DBL_MAX, -FLT_MAX, -65504.0, -1e30, -1e6, -1e4};
    unsigned char visible[MOST + 1];
    show_pattern(all_keys(6), 6, visible);
    plumb_hide_minus_infinity(bias, 6, visible);
    ck_assert_uint_eq(pattern_of(visible, 6), all_keys(6));
}
END_TEST

START_TEST(boolean_and_additive_masks_agree) {
    for (unsigned mask = 0; mask <= all_keys(MOST); mask++) {
        unsigned char allowed[MOST + 1], boolean[MOST + 1], additive[MOST + 1];
        double bias[MOST];
        show_pattern(mask, MOST, allowed);
        show_pattern(all_keys(MOST), MOST, boolean);
        show_pattern(all_keys(MOST), MOST, additive);
        for (size_t j = 0; j < MOST; j++)
            bias[j] = allowed[j] != 0 ? 0.0 : -INFINITY;
        plumb_hide_disallowed(allowed, MOST, boolean);
        plumb_hide_minus_infinity(bias, MOST, additive);
        ck_assert_uint_eq(pattern_of(boolean, MOST), pattern_of(additive, MOST));
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("mask/minus_infinity");
    TCase *tests = tcase_create("minus_infinity");
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, every_small_mask);
    tcase_add_test(tests, least_finite_numbers_stay);
    tcase_add_test(tests, boolean_and_additive_masks_agree);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
