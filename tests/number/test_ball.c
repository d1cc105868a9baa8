/* test_ball.c - each ball operation contains the exact result, and is no wider than it need be.

   The result over two balls is extreme at their ends (the operations are monotone in each
   argument), so the ends and the middles are enough. */
#include "tests/support/suite.h"
#include "tests/support/contain.h"
#include "tests/support/reproduce.h"
#include <float.h>
#include <math.h>

#define CASES 20000

typedef struct {
    const char *name;
    plumb_ball (*ball)(plumb_ball a, plumb_ball b);
    void (*exact)(arb_t result, const arb_t a, const arb_t b);
    /* the radius that no method can undercut by much */
    double (*ideal)(plumb_ball a, plumb_ball b, double mid);
    int widenings;
} operation;

static plumb_ball absolute(plumb_ball a, plumb_ball b) {
    (void)b;
    return plumb_ball_absolute(a);
}

static plumb_ball negate(plumb_ball a, plumb_ball b) {
    (void)b;
    return plumb_ball_negate(a);
}

static plumb_ball scale(plumb_ball a, plumb_ball b) {
    return plumb_ball_scale(a, b.mid);
}

static void exact_add(arb_t z, const arb_t x, const arb_t y) {
    arb_add(z, x, y, ARF_PREC_EXACT);
}

static void exact_subtract(arb_t z, const arb_t x, const arb_t y) {
    arb_sub(z, x, y, ARF_PREC_EXACT);
}

static void exact_multiply(arb_t z, const arb_t x, const arb_t y) {
    arb_mul(z, x, y, ARF_PREC_EXACT);
}

static void exact_divide(arb_t z, const arb_t x, const arb_t y) {
    arb_div(z, x, y, 400);
}

static void exact_absolute(arb_t z, const arb_t x, const arb_t y) {
    (void)y;
    arb_abs(z, x);
}

static void exact_negate(arb_t z, const arb_t x, const arb_t y) {
    (void)y;
    arb_neg(z, x);
}

static void exact_maximum(arb_t z, const arb_t x, const arb_t y) {
    arb_set(z, arf_cmp(arb_midref(x), arb_midref(y)) < 0 ? y : x);
}

static void exact_minimum(arb_t z, const arb_t x, const arb_t y) {
    arb_set(z, arf_cmp(arb_midref(x), arb_midref(y)) < 0 ? x : y);
}

static double rounding(double mid) {
    return fabs(mid) * 0x1p-53;
}

static double ideal_sum(plumb_ball a, plumb_ball b, double mid) {
    return a.rad + b.rad + rounding(mid);
}

/* sup |x y - a b| = |a| s + r |b| + r s */
static double ideal_product(plumb_ball a, plumb_ball b, double mid) {
    return fabs(a.mid) * b.rad + a.rad * fabs(b.mid) + a.rad * b.rad + rounding(mid);
}

/* |b| - s, rounded down */
static double least(plumb_ball b) {
    return (fabs(b.mid) - b.rad) * (1 - 0x1p-48) - 0x1p-999;
}

/* sup |x / y - a / b| = (r + |a / b| s) / (|b| - s), and 2^-1000 is added before each operation */
static double ideal_quotient(plumb_ball a, plumb_ball b, double mid) {
    return (a.rad + (fabs(mid) + 0x1p-998) * b.rad + 0x1p-998) / least(b) + rounding(mid);
}

static double ideal_scaled(plumb_ball a, plumb_ball b, double mid) {
    return a.rad * fabs(b.mid) + rounding(mid);
}

static double same_radius(plumb_ball a, plumb_ball b, double mid) {
    (void)b;
    (void)mid;
    return a.rad;
}

static double larger_radius(plumb_ball a, plumb_ball b, double mid) {
    (void)mid;
    return fmax(a.rad, b.rad);
}

static const operation operations[] = {
    {"add", plumb_ball_add, exact_add, ideal_sum, 1},
    {"subtract", plumb_ball_subtract, exact_subtract, ideal_sum, 1},
    {"multiply", plumb_ball_multiply, exact_multiply, ideal_product, 1},
    {"divide", plumb_ball_divide, exact_divide, ideal_quotient, 6},
    {"scale", scale, exact_multiply, ideal_scaled, 1},
    {"absolute", absolute, exact_absolute, same_radius, 0},
    {"negate", negate, exact_negate, same_radius, 0},
    {"maximum", plumb_ball_maximum, exact_maximum, larger_radius, 0},
    {"minimum", plumb_ball_minimum, exact_minimum, larger_radius, 0},
};

enum { OPERATIONS = sizeof operations / sizeof *operations };

static void fail_case(const random_cases *cases, const char *what, plumb_ball a, plumb_ball b,
                      plumb_ball result) {
    reproduction line = reproduce(cases);
    reproduce_text(&line, " %s:", what);
    reproduce_balls(&line, "a", &a, 1);
    reproduce_balls(&line, "b", &b, 1);
    reproduce_balls(&line, "result", &result, 1);
    reproduce_fail(&line);
}

/* A second operand that is often close to the first. */
static plumb_ball companion(random_cases *cases, plumb_ball a) {
    plumb_ball b = random_ball(cases);
    if (random_below(cases, 3) == 0)
        b.mid = random_companion(cases, a.mid);
    return b;
}

static bool contains_at(const operation *op, plumb_ball result, plumb_ball a, int a_side,
                        plumb_ball b, int b_side) {
    arb_t x, y, z;
    arb_init(x);
    arb_init(y);
    arb_init(z);
    ball_point(x, a, a_side);
    ball_point(y, b, b_side);
    op->exact(z, x, y);
    bool result_contains = ball_contains(result, z);
    arb_clear(x);
    arb_clear(y);
    arb_clear(z);
    return result_contains;
}

START_TEST(contains) {
    const operation *op = operations + _i;
    random_cases cases = random_begin(op->name, CASES);
    while (random_next(&cases)) {
        plumb_ball a = random_ball(&cases);
        plumb_ball b = companion(&cases, a);
        if (op->ball == scale)
            b.rad = 0;
        plumb_ball result = op->ball(a, b);
        for (int i = -1; i <= 1; i++)
            for (int j = -1; j <= 1; j++)
                if (!contains_at(op, result, a, i, b, j))
                    fail_case(&cases, "does not contain the exact result", a, b, result);
    }
}
END_TEST

/* plumb_upward widens by 2^-50 and 2^-1000; four times the first are left for the roundings, here
   too, and twice the second.  Where the ideal overflows when widened, "no information" is the right
   answer. */
static double widened(double ideal, int widenings) {
    return ideal * (1 + widenings * 0x1p-48) + widenings * 0x1p-999;
}

START_TEST(is_tight) {
    const operation *op = operations + _i;
    random_cases cases = random_begin(op->name, CASES);
    uint64_t informative = 0;
    while (random_next(&cases)) {
        plumb_ball a = random_ball(&cases);
        plumb_ball b = companion(&cases, a);
        if (op->ball == plumb_ball_divide && !(least(b) > 0))
            continue;
        plumb_ball result = op->ball(a, b);
        double limit = widened(op->ideal(a, b, result.mid), op->widenings);
        if (fabs(result.mid) < 0x1p1000 && limit < 0x1p1000 && !ball_informs(result) &&
            fabs(a.mid) + a.rad < 0x1p1000 && fabs(b.mid) + b.rad < 0x1p1000)
            fail_case(&cases, "no information", a, b, result);
        if (ball_informs(result) && !(result.rad <= limit))
            fail_case(&cases, "too wide", a, b, result);
        informative += ball_informs(result);
    }
    ck_assert(informative > 0);
}
END_TEST

/* The promise in ball.h that keeps radii away from the subnormal range. */
START_TEST(no_radius_is_tiny) {
    random_cases cases = random_begin("no_radius_is_tiny", CASES);
    while (random_next(&cases)) {
        plumb_ball a = {random_edge(&cases), 0}, b = {random_edge(&cases), 0};
        for (int i = 0; i < OPERATIONS; i++) {
            plumb_ball result = operations[i].ball(a, b);
            if (ball_informs(result) && result.rad != 0 && result.rad < 0x1p-1001)
                fail_case(&cases, operations[i].name, a, b, result);
        }
    }
}
END_TEST

START_TEST(small_numbers) {
    plumb_ball two = plumb_ball_of(2), three = plumb_ball_of(3), four = {4, 0.5};
    ck_assert(ball_contains_double(plumb_ball_add(two, three), 5));
    ck_assert(!ball_contains_double(plumb_ball_add(two, three), 5.000001));
    ck_assert(ball_contains_double(plumb_ball_subtract(two, three), -1));
    ck_assert(!ball_contains_double(plumb_ball_subtract(two, three), 1));
    ck_assert(ball_contains_double(plumb_ball_multiply(two, three), 6));
    ck_assert(!ball_contains_double(plumb_ball_multiply(two, three), 6.000001));
    ck_assert(ball_contains_ratio(plumb_ball_divide(two, three), 2, 3));
    ck_assert(!ball_contains_double(plumb_ball_divide(two, three), 0.6666));
    ck_assert(ball_contains_double(plumb_ball_divide(two, four), 2 / 4.5 + 1e-9));
    ck_assert(!ball_contains_double(plumb_ball_divide(two, four), 0.4));
    ck_assert(ball_contains_double(plumb_ball_scale(four, -2), -9));
    ck_assert(!ball_contains_double(plumb_ball_scale(four, -2), 8));
}
END_TEST

START_TEST(exact_operations) {
    plumb_ball x = {-3, 0.25}, y = {7, 0.125};
    ck_assert(balls_identical(plumb_ball_zero(), (plumb_ball){0, 0}));
    ck_assert(balls_identical(plumb_ball_of(0.1), (plumb_ball){0.1, 0}));
    ck_assert(balls_identical(plumb_ball_negate(x), (plumb_ball){3, 0.25}));
    ck_assert(balls_identical(plumb_ball_absolute(x), (plumb_ball){3, 0.25}));
    ck_assert(balls_identical(plumb_ball_maximum(x, y), (plumb_ball){7, 0.25}));
    ck_assert(balls_identical(plumb_ball_maximum(y, x), (plumb_ball){7, 0.25}));
    ck_assert(!ball_informs(plumb_ball_unknown()));
}
END_TEST

static void check_says_nothing(plumb_ball result, const char *name) {
    ck_assert_msg(!ball_informs(result), "%s: %a +- %a", name, result.mid, result.rad);
}

/* A ball without information in, none out: also where the other operand is zero. */
START_TEST(no_information_spreads) {
    static const plumb_ball nothing[] = {{0, INFINITY},        {0, NAN},
                                         {NAN, NAN},           {1, INFINITY},
                                         {INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
    static const plumb_ball others[] = {{0, 0}, {1, 0}, {-2, 1}, {DBL_MAX, DBL_MAX}, {0, INFINITY}};
    const operation *op = operations + _i;
    for (size_t n = 0; n < sizeof nothing / sizeof *nothing; n++)
        for (size_t o = 0; o < sizeof others / sizeof *others; o++) {
            check_says_nothing(op->ball(nothing[n], others[o]), op->name);
            if (op->ball != absolute && op->ball != negate && op->ball != scale)
                check_says_nothing(op->ball(others[o], nothing[n]), op->name);
        }
}
END_TEST

START_TEST(not_a_number_says_nothing) {
    static const double numbers[] = {NAN, INFINITY, -INFINITY};
    for (size_t i = 0; i < 3; i++) {
        check_says_nothing(plumb_ball_of(numbers[i]), "of");
        check_says_nothing(plumb_ball_scale(plumb_ball_of(2), numbers[i]), "scale");
        check_says_nothing(plumb_ball_scale(plumb_ball_zero(), numbers[i]), "scale");
        check_says_nothing(plumb_ball_make(numbers[i], 1), "make");
    }
}
END_TEST

START_TEST(overflow_says_nothing) {
    plumb_ball huge = plumb_ball_of(DBL_MAX), tiny = plumb_ball_of(0x1p-900);
    plumb_ball wide = {0, DBL_MAX};
    check_says_nothing(plumb_ball_add(huge, huge), "add");
    check_says_nothing(plumb_ball_add(wide, wide), "add");
    check_says_nothing(plumb_ball_subtract(plumb_ball_negate(huge), huge), "subtract");
    check_says_nothing(plumb_ball_multiply(huge, huge), "multiply");
    check_says_nothing(plumb_ball_multiply(wide, plumb_ball_of(2)), "multiply");
    check_says_nothing(plumb_ball_divide(huge, tiny), "divide");
    check_says_nothing(plumb_ball_scale(huge, 2), "scale");
}
END_TEST

START_TEST(division_by_a_possible_zero_says_nothing) {
    static const plumb_ball divisors[] = {{0, 0}, {1, 1}, {-1, 1}, {1, 2}, {0, 1}, {0x1p-1074, 0}};
    for (size_t i = 0; i < sizeof divisors / sizeof *divisors; i++)
        check_says_nothing(plumb_ball_divide(plumb_ball_of(1), divisors[i]), "divide");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("number/ball");
    TCase *tests = tcase_create("ball");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_loop_test(tests, contains, 0, OPERATIONS);
    tcase_add_loop_test(tests, is_tight, 0, OPERATIONS);
    tcase_add_loop_test(tests, no_information_spreads, 0, OPERATIONS);
    tcase_add_test(tests, no_radius_is_tiny);
    tcase_add_test(tests, small_numbers);
    tcase_add_test(tests, exact_operations);
    tcase_add_test(tests, not_a_number_says_nothing);
    tcase_add_test(tests, overflow_says_nothing);
    tcase_add_test(tests, division_by_a_possible_zero_says_nothing);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
