/* test_function.c - the reference's functions at their corners, far out, and on balls across a corner. */
#include "exact/function.h"
#include "tests/support/suite.h"
#include <math.h>

typedef void function(arb_t result, const arb_t x, slong precision);

static void cap_2(arb_t result, const arb_t x, slong precision) {
    plumb_exact_cap(result, x, 2, precision);
}

static void no_cap(arb_t result, const arb_t x, slong precision) {
    plumb_exact_cap(result, x, 0, precision);
}

static function *const functions[] = {plumb_exact_positive_part, plumb_exact_at_least_one,
                                      plumb_exact_clip,          plumb_exact_sigmoid,
                                      plumb_exact_elu_plus_one,  cap_2};

/* f(mid +- rad) is [low, high], nearly. */
static void check_range(function *f, double mid, double rad, double low, double high) {
    arb_t x, y;
    arf_t end;
    arb_init(x);
    arb_init(y);
    arf_init(end);
    arb_set_d(x, mid);
    mag_set_d(arb_radref(x), rad);
    f(y, x, 128);
    ck_assert(arb_is_finite(y));
    arb_get_lbound_arf(end, y, 128);
    ck_assert_msg(fabs(arf_get_d(end, ARF_RND_NEAR) - low) <= 1e-8, "%a +- %a: low end not %a", mid,
                  rad, low);
    arb_get_ubound_arf(end, y, 128);
    ck_assert_msg(fabs(arf_get_d(end, ARF_RND_NEAR) - high) <= 1e-8, "%a +- %a: high end not %a",
                  mid, rad, high);
    arb_clear(x);
    arb_clear(y);
    arf_clear(end);
}

static void check_value(function *f, double x, double y) {
    check_range(f, x, 0, y, y);
}

static void check_exact(function *f, double mid, double rad, double expected) {
    arb_t x, y, z;
    arb_init(x);
    arb_init(y);
    arb_init(z);
    arb_set_d(x, mid);
    mag_set_d(arb_radref(x), rad);
    arb_set_d(z, expected);
    f(y, x, 128);
    ck_assert_msg(arb_equal(y, z), "%a +- %a: not %a", mid, rad, expected);
    f(x, x, 128); /* in place */
    ck_assert(arb_equal(x, z));
    arb_clear(x);
    arb_clear(y);
    arb_clear(z);
}

START_TEST(constant_sides_are_exact) {
    check_exact(plumb_exact_positive_part, -1, 0.5, 0);
    check_exact(plumb_exact_positive_part, 0, 0, 0);
    check_exact(plumb_exact_at_least_one, 0.5, 0.25, 1);
    check_exact(plumb_exact_at_least_one, -7, 0, 1);
    check_exact(plumb_exact_clip, 2, 0.5, 1);
    check_exact(plumb_exact_clip, -2, 0.5, 0);
    check_exact(plumb_exact_clip, 0.75, 0, 0.75);
    check_exact(plumb_exact_sigmoid, 0, 0, 0.5);
    check_exact(plumb_exact_elu_plus_one, 0, 0, 1);
    check_exact(cap_2, 0, 0, 0);
    check_exact(no_cap, 1e300, 0, 1e300);
}
END_TEST

START_TEST(values) {
    check_value(plumb_exact_positive_part, 3, 3);
    check_value(plumb_exact_at_least_one, 3, 3);
    check_value(plumb_exact_sigmoid, 2, 0.88079707797788244406);
    check_value(plumb_exact_sigmoid, -2, 0.11920292202211755594);
    check_value(plumb_exact_elu_plus_one, 2, 3);
    check_value(plumb_exact_elu_plus_one, -2, 0.13533528323661269189);
    check_value(cap_2, 1, 0.92423431452001951699);
    check_value(cap_2, -1, -0.92423431452001951699);
}
END_TEST

START_TEST(far_out) {
    check_value(plumb_exact_sigmoid, 1e300, 1);
    check_value(plumb_exact_sigmoid, -1e300, 0);
    check_value(plumb_exact_elu_plus_one, -1e300, 0);
    check_value(cap_2, 1e300, 2);
    check_value(cap_2, -1e300, -2);
}
END_TEST

START_TEST(across_a_corner) {
    check_range(plumb_exact_positive_part, 0, 0.25, 0, 0.25);
    check_range(plumb_exact_at_least_one, 1, 0.25, 1, 1.25);
    check_range(plumb_exact_clip, 0, 0.25, 0, 0.25);
    check_range(plumb_exact_clip, 1, 0.25, 0.75, 1);
    check_range(plumb_exact_clip, 0.5, 2, 0, 1);
    arb_t x, y, point;
    arb_init(x);
    arb_init(y);
    arb_init(point);
    arb_set_d(x, 0);
    mag_set_d(arb_radref(x), 0.25);
    plumb_exact_elu_plus_one(y, x, 128); /* contains both sides, not much more */
    arb_set_d(point, 1.25);
    ck_assert(arb_contains(y, point));
    arb_set_d(point, -0.25);
    arb_exp(point, point, 128);
    ck_assert(arb_contains(y, point));
    arb_set_d(point, 0.7);
    ck_assert(!arb_contains(y, point));
    arb_clear(x);
    arb_clear(y);
    arb_clear(point);
}
END_TEST

START_TEST(of_nothing_comes_nothing) {
    arb_t x, y;
    arb_init(x);
    arb_init(y);
    arb_indeterminate(x);
    functions[_i](y, x, 128);
    ck_assert(!arb_is_finite(y));
    plumb_exact_number(x, NAN);
    ck_assert(!arb_is_finite(x));
    plumb_exact_number(x, -INFINITY);
    ck_assert(arf_is_nan(arb_midref(x)));
    plumb_exact_number(x, -2.5);
    arb_set_d(y, -2.5);
    ck_assert(arb_equal(x, y));
    arb_clear(x);
    arb_clear(y);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("exact/function");
    TCase *tests = tcase_create("function");
    tcase_add_test(tests, constant_sides_are_exact);
    tcase_add_test(tests, values);
    tcase_add_test(tests, far_out);
    tcase_add_test(tests, across_a_corner);
    tcase_add_loop_test(tests, of_nothing_comes_nothing, 0,
                        (int)(sizeof functions / sizeof *functions));
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
