/* tight.h - the largest radius of a sum of products: that of number/sum.h and a little more. */
#ifndef PLUMB_TESTS_SUPPORT_TIGHT_H
#define PLUMB_TESTS_SUPPORT_TIGHT_H
#include "number/ball.h"
#include <stddef.h>

/* plumb_dot: roundings of the product of the norms' bounds, which test_norm.c holds to theirs. */
double dot_limit(const double *a, const double *b, size_t n);

/* plumb_ball_dot: the same of the middles, and the norms of the radii times those of what they are
   multiplied by. */
double ball_dot_limit(const plumb_ball *a, const plumb_ball *b, size_t n);

/* plumb_weighted_sum: of each group of 8 keys the radii and the roundings of the middles, times the
   largest value. */
double weighted_limit(const plumb_ball *weight, const unsigned char *visible, const double *value,
                      size_t n, size_t width, size_t column);
#endif
