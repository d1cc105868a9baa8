/* test_hull.c - means of the values are never excluded, whatever the weights; what lies outside is. */
#define PLUMB_OPEN_BALL
#include "budget/hull.h"
#include "tests/support/suite.h"
#include "tests/support/random.h"
#include <math.h>

#define CASES 20000
#define MOST_KEYS 4
#define WIDTH 2
#define COLUMN 1

static const plumb_sum_error exact = {0, 0};

/* Two visible keys, -1 and 3, and an invisible one. */
static const unsigned char visible[] = {1, 0, 1};
static const double value[] = {NAN, -1, NAN, NAN, NAN, 3};

/* from low to high, both of few digits */
static int outside(plumb_sum_error numerator, plumb_sum_error denominator, double low, double high) {
    plumb_ball number = plumb_ball_make((low + high) / 2, (high - low) / 2);
    return plumb_outside_hull(visible, value, 3, WIDTH, COLUMN, numerator, denominator, number);
}

START_TEST(two_keys) {
    ck_assert(!outside(exact, exact, -1, -1) && !outside(exact, exact, 3, 3) &&
              !outside(exact, exact, 0, 0));
    ck_assert(outside(exact, exact, -1.0000001, -1.0000001) &&
              outside(exact, exact, 3.0000001, 3.0000001));
    ck_assert(!outside(exact, exact, -2, -1) && !outside(exact, exact, 3, 9) &&
              outside(exact, exact, 4, 9));
    /* the errors of either sum move the ends: 3 (1 + 1/8), 3 / (1 - 1/4), 3 + 1/2, 3 / (1 - 1/4) */
    plumb_sum_error eighth = {0.125, 0}, quarter = {0.25, 0}, half = {0, 0.5}, lost = {0, 0.25};
    ck_assert(!outside(eighth, exact, 3.374, 3.374) && outside(eighth, exact, 3.376, 3.376));
    ck_assert(!outside(exact, quarter, 3.999, 3.999) && outside(exact, quarter, 4.001, 4.001));
    ck_assert(!outside(half, exact, 3.499, 3.499) && outside(half, exact, 3.501, 3.501));
    ck_assert(!outside(exact, lost, 3.999, 3.999) && outside(exact, lost, 4.001, 4.001));
    ck_assert(!outside(half, exact, -1.499, -1.499) && outside(half, exact, -1.501, -1.501));
}
END_TEST

/* Weights that sum to 1 or more, every error at an end or between: in long double, and clear of its roundings. */
START_TEST(means_are_inside) {
    random_cases cases = random_begin("budget hull", CASES);
    while (random_next(&cases)) {
        size_t keys = 1 + random_below(&cases, MOST_KEYS);
        unsigned char sees[MOST_KEYS];
        double column[MOST_KEYS * WIDTH];
        plumb_sum_error numerator = {random_uniform(&cases) / 8, random_uniform(&cases) / 8};
        plumb_sum_error denominator = {random_uniform(&cases) / 8, random_uniform(&cases) / 8};
        size_t heavy = random_below(&cases, keys);
        long double sum = 0, size = 0, weights = 0;
        for (size_t j = 0; j < keys; j++) {
            sees[j] = j == heavy || random_below(&cases, 3) > 0;
            column[j * WIDTH] = 0;
            column[j * WIDTH + COLUMN] = random_normal(&cases) + 1;
            long double weight = j == heavy                ? 1
                                 : random_below(&cases, 2) ? 0
                                                           : random_uniform(&cases);
            if (sees[j]) {
                sum += weight * column[j * WIDTH + COLUMN];
                size += weight * fabs(column[j * WIDTH + COLUMN]);
                weights += weight;
            }
        }
        long double side = random_below(&cases, 2) ? 1 : -1;
        long double above = sum + side * (numerator.relative * size + numerator.absolute);
        long double away = side * above > 0 ? -1 : 1;
        long double x =
            above / (weights + away * (denominator.relative * weights + denominator.absolute));
        double near = (double)(x - side * 0x1p-40L * fabsl(x));
        ck_assert_msg(!plumb_outside_hull(sees, column, keys, WIDTH, COLUMN, numerator, denominator,
                                          plumb_ball_of(near)),
                      "case %llu: excludes %.17g", (unsigned long long)cases.number, near);
    }
}
END_TEST

START_TEST(what_is_not_finite_excludes_nothing) {
    static const double wild[] = {NAN, INFINITY, -INFINITY};
    for (size_t i = 0; i < 3; i++) {
        plumb_sum_error relative = {wild[i], 0}, absolute = {0, wild[i]};
        ck_assert(!outside(relative, exact, 9, 9) && !outside(absolute, exact, 9, 9));
        ck_assert(!outside(exact, relative, 9, 9) && !outside(exact, absolute, 9, 9));
        ck_assert(!outside(exact, exact, wild[i], 9) && !outside(exact, exact, 9, wild[i]));
        double values[] = {wild[i], 3};
        ck_assert(!plumb_outside_hull(visible, values, 1, 1, 0, exact, exact, plumb_ball_of(9)));
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/hull");
    TCase *tests = tcase_create("hull");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, two_keys);
    tcase_add_test(tests, means_are_inside);
    tcase_add_test(tests, what_is_not_finite_excludes_nothing);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
