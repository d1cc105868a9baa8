/* real.h - formulas as a page writes them, evaluated in Arb.

   A number is a value: it is never changed, and lives until reals_release, which ends all of them.  Sums of
   non-negative terms, to REAL_PRECISION bits, are as good as exact.  The infinity is a number, too: a bound
   that says nothing. */
#ifndef PLUMB_TESTS_SUPPORT_REAL_H
#define PLUMB_TESTS_SUPPORT_REAL_H
#include "problem/arb.h"
#include <stdbool.h>
#include <stddef.h>

#define REAL_PRECISION 256

typedef arb_srcptr real;

void reals_release(void);
/* Room for so many things of a size, all bits 0, that lives as long as the numbers. */
void *workspace_for(size_t count, size_t size);

real number(double x);
real count_of(size_t n);
real copy_of(const arb_t x);
real infinite(void);

real minus(real a, real b);
real over(real a, real b);
real smaller(real a, real b);
real larger(real a, real b);
real absolute(real a);
real exponential(real a); /* e^a */
real logarithm(real a);
real hypotenuse(real a, real b);

/* of any number of terms */
real sum_of(const real *term, size_t count);
real product_of(const real *factor, size_t count);
/* (1 + a)(1 + b) ... - 1, which spec/budget.md writes a (+) b */
real compound_of(const real *part, size_t count);
#define ALL_OF(...) (const real[]){__VA_ARGS__}, sizeof((const real[]){__VA_ARGS__}) / sizeof(real)
#define SUM(...) sum_of(ALL_OF(__VA_ARGS__))
#define PRODUCT(...) product_of(ALL_OF(__VA_ARGS__))
#define COMPOUND(...) compound_of(ALL_OF(__VA_ARGS__))

/* k u / (1 - k u); infinite unless k u < 1 */
real gamma_of(real k, real u);
/* e^a - 1, and 1 - e^-a */
real growth_of(real a);
real decline_of(real a);

/* The middles are as good as exact. */
bool is_above(real a, real b);
bool is_finite(real a);
double to_double(real a);
#endif
