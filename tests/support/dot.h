/* dot.h - a product of two vectors, exactly. */
#ifndef PLUMB_TESTS_SUPPORT_DOT_H
#define PLUMB_TESTS_SUPPORT_DOT_H
#include "problem/arb.h"

/* x . y and sum |x y| */
void exact_dot(arb_t dot, arb_t magnitude, const double *x, const double *y, size_t count);
#endif
