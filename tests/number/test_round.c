/* test_round.c - level 0 against Arb: each operation is the exact result rounded to nearest, ties
   to even, for every operand; and not a finite number where an operand was none. */
#include "number/round.h"
#include "problem/arb.h"
#include "tests/support/suite.h"
#include "tests/support/reproduce.h"
#include <float.h>
#include <math.h>

#define CASES 20000

typedef struct {
    const char *name;
    double (*rounded)(double a, double b);
    void (*exact)(arf_t z, const arf_t x, const arf_t y);
} operation;

static void exact_add(arf_t z, const arf_t x, const arf_t y) {
    arf_add(z, x, y, ARF_PREC_EXACT, ARF_RND_NEAR);
}

static void exact_subtract(arf_t z, const arf_t x, const arf_t y) {
    arf_sub(z, x, y, ARF_PREC_EXACT, ARF_RND_NEAR);
}

static void exact_multiply(arf_t z, const arf_t x, const arf_t y) {
    arf_mul(z, x, y, ARF_PREC_EXACT, ARF_RND_NEAR);
}

/* A quotient of 53-bit numbers that is not itself a tie is far from one, compared with 2^-300. */
static void exact_divide(arf_t z, const arf_t x, const arf_t y) {
    arf_div(z, x, y, 300, ARF_RND_NEAR);
}

static const operation operations[] = {{"add", plumb_add, exact_add},
                                       {"subtract", plumb_subtract, exact_subtract},
                                       {"multiply", plumb_multiply, exact_multiply},
                                       {"divide", plumb_divide, exact_divide}};

enum { OPERATIONS = sizeof operations / sizeof *operations };

static void fail_case(const random_cases *cases, double a, double b, double result) {
    reproduction line = reproduce(cases);
    reproduce_doubles(&line, "a", &a, 1);
    reproduce_doubles(&line, "b", &b, 1);
    reproduce_doubles(&line, "result", &result, 1);
    reproduce_fail(&line);
}

START_TEST(rounds_to_nearest) {
    const operation *op = operations + _i;
    random_cases cases = random_begin(op->name, CASES);
    arf_t x, y, z;
    arf_init(x);
    arf_init(y);
    arf_init(z);
    while (random_next(&cases)) {
        double a = random_edge(&cases);
        double b = random_below(&cases, 2) == 0 ? random_edge(&cases) : random_companion(&cases, a);
        double result = op->rounded(a, b);
        arf_set_d(x, a);
        arf_set_d(y, b);
        op->exact(z, x, y);
        if (op->exact == exact_divide && b == 0 ? isfinite(result)
                                                : result != arf_get_d(z, ARF_RND_NEAR))
            fail_case(&cases, a, b, result);
    }
    arf_clear(x);
    arf_clear(y);
    arf_clear(z);
}
END_TEST

/* The one exception, finite / infinite, is in the contract of plumb_divide. */
START_TEST(only_finite_operands_give_finite_results) {
    static const double wild[] = {NAN, INFINITY, -INFINITY};
    static const double tame[] = {0, 1, -DBL_MAX, INFINITY, NAN};
    const operation *op = operations + _i;
    for (size_t i = 0; i < sizeof wild / sizeof *wild; i++)
        for (size_t j = 0; j < sizeof tame / sizeof *tame; j++) {
            ck_assert_msg(!isfinite(op->rounded(wild[i], tame[j])), "%s(%g, %g)", op->name, wild[i],
                          tame[j]);
            if (op->exact != exact_divide)
                ck_assert_msg(!isfinite(op->rounded(tame[j], wild[i])), "%s(%g, %g)", op->name,
                              tame[j], wild[i]);
        }
}
END_TEST

START_TEST(signs_and_comparisons) {
    random_cases cases = random_begin("signs and comparisons", CASES);
    while (random_next(&cases)) {
        double a = random_special(&cases), b = random_special(&cases);
        if (random_below(&cases, 4) == 0)
            b = a;
        bool right = (plumb_is_finite(a) != 0) == (isfinite(a) != 0);
        if (isfinite(a))
            right = right && plumb_absolute(a) == fabs(a) && plumb_negate(a) == -a;
        else
            right = right && !isfinite(plumb_absolute(a)) && !isfinite(plumb_negate(a));
        if (isfinite(a) && isfinite(b))
            right = right && (plumb_less(a, b) != 0) == (a < b);
        if (!right)
            fail_case(&cases, a, b, plumb_absolute(a));
    }
}
END_TEST

START_TEST(integers) {
    for (int i = -1048576; i <= 1048576; i++)
        if (plumb_to_int(i) != i)
            ck_abort_msg("%d", i);
    ck_assert_double_eq(plumb_of_size(0), 0);
    ck_assert_double_eq(plumb_of_size(SIZE_MAX / 2048), 0x1p53 - 1);
    ck_assert_double_eq(plumb_of_size((size_t)1 << 53), 0x1p53);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("number/round");
    TCase *tests = tcase_create("round");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_loop_test(tests, rounds_to_nearest, 0, OPERATIONS);
    tcase_add_loop_test(tests, only_finite_operands_give_finite_results, 0, OPERATIONS);
    tcase_add_test(tests, signs_and_comparisons);
    tcase_add_test(tests, integers);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
