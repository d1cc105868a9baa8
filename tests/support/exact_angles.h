/* exact_angles.h - spec/budget.md, section 17: by how many roundings frequencies and angles are off. */
#ifndef PLUMB_TESTS_SUPPORT_EXACT_ANGLES_H
#define PLUMB_TESTS_SUPPORT_EXACT_ANGLES_H
#include "problem/problem.h"
#include "precision/precision.h"
#include "tests/support/real.h"

typedef struct {
    size_t count;
    real *frequency; /* theta_m, scaled */
    real *all;       /* gamma(k_m, u) */
    real *own;       /* gamma(g_m, u): what differs from position to position */
    real multiplier; /* mu */
    real tiny;       /* t_exponent */
} exact_angles;

/* Of a rotation or of sinusoids; count 0 for others, and where cosines and sines are stated. */
exact_angles exact_angles_of(const plumb_problem *problem, const plumb_precision *precision);

/* delta of the angle at one position, and of the difference of two. */
real exact_angle_error(const exact_angles *angles, size_t m, int64_t position);
real exact_difference_error(const exact_angles *angles, size_t m, int64_t p, int64_t q);
#endif
