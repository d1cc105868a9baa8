/* matrix_unit.h - what simulated matrix units do besides the arithmetic of an engine: operands in
   TensorFloat-32, sums in binary16, rounded or cut. */
#ifndef PLUMB_TESTS_COMPARE_MATRIX_UNIT_H
#define PLUMB_TESTS_COMPARE_MATRIX_UNIT_H
#include "exact/round.h"
#include <math.h>

typedef enum { PLAIN_UNIT, TF32_UNIT, TF32_CUT_UNIT, F16_UNIT, F16_CUT_UNIT } matrix_unit;

/* x with so many significant bits and no bit below 2^least, to nearest or cut. */
static inline double with_bits(double x, int bits, int least, double to_integer(double)) {
    int exponent;
    if (!isfinite(x) || x == 0)
        return x;
    frexp(x, &exponent);
    int last = exponent - bits > least ? exponent - bits : least;
    return ldexp(to_integer(ldexp(x, -last)), last);
}

static inline double unit_operand(matrix_unit unit, double x) {
    if (unit != TF32_UNIT && unit != TF32_CUT_UNIT)
        return x;
    return with_bits(x, 11, -136, unit == TF32_CUT_UNIT ? trunc : rint);
}

static inline double unit_product(matrix_unit unit, plumb_format arithmetic, double x, double y) {
    double product = unit_operand(unit, x) * unit_operand(unit, y);
    return arithmetic == PLUMB_F32 ? (double)(float)product : product;
}

static inline double unit_sum(matrix_unit unit, double x) {
    if (unit != F16_UNIT && unit != F16_CUT_UNIT)
        return x;
    double sum = with_bits(x, 11, -24, unit == F16_CUT_UNIT ? trunc : rint);
    return fabs(sum) < 65520 ? sum : copysign(INFINITY, sum);
}
#endif
