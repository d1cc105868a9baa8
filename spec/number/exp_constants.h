/* spec/number/exp_constants.h - the numbers that the exponential is computed with (spec/number/exp.h). */
#ifndef PLUMB_SPEC_NUMBER_EXP_CONSTANTS_H
#define PLUMB_SPEC_NUMBER_EXP_CONSTANTS_H

/* 1 / ln 2, and ln 2 in two parts: the product of an integer k with the first is exact, the second is the rest */
#define PLUMB_ONE_BY_LN2 0x1.71547652b82fep+0
#define PLUMB_LN2 0x1.62e42fefa3800p-1
#define PLUMB_LN2_REST 0x1.ef35793c76730p-45
/* 1.5 * 2^52, which leaves no room for a fraction: added and taken away again, it rounds to an integer */
#define PLUMB_NO_FRACTION 0x1.8p52

/* of the polynomial 1 + r + r^2 / 2 + ... the coefficients of the powers from 3 to 12 */
#define PLUMB_EXP_3 0x1.5555555555557p-3
#define PLUMB_EXP_4 0x1.5555555555556p-5
#define PLUMB_EXP_5 0x1.111111110ff8bp-7
#define PLUMB_EXP_6 0x1.6c16c16c16214p-10
#define PLUMB_EXP_7 0x1.a01a01ac9de9ep-13
#define PLUMB_EXP_8 0x1.a01a01a74077ap-16
#define PLUMB_EXP_9 0x1.71ddfff6573d6p-19
#define PLUMB_EXP_10 0x1.27e4da1e12fb1p-22
#define PLUMB_EXP_11 0x1.af5282aacdb2ep-26
#define PLUMB_EXP_12 0x1.1f75a3caadff5p-29
#endif
