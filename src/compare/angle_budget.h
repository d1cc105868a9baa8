/* angle_budget.h - what an engine may get wrong about the angle that a position stands for
   (spec/budget.md, section 17). */
#ifndef PLUMB_COMPARE_ANGLE_BUDGET_H
#define PLUMB_COMPARE_ANGLE_BUDGET_H
#include "precision/precision.h"
#include "problem/position.h"

/* The frequency of one pair, in radians per position, as an engine has it. */
typedef struct {
    double frequency; /* [theta] upper bound of the exact one */
    double roundings; /* [k] an angle is off by no more than so many */
    double own;       /* [g] so many of these differ from position to position */
} plumb_frequency_budget;

/* Of pair m of a rotation whose angles are not stated. */
plumb_frequency_budget plumb_rope_frequency_budget(const plumb_rope *rope, size_t m);

/* Of pair m of sinusoidal positions; dim is that of the vectors. */
plumb_frequency_budget plumb_sinusoidal_frequency_budget(double base, size_t dim, bool one_less, size_t m);

/* [delta] How far an angle in radians may be off; infinite where nothing is known of it. */
double plumb_angle_error(plumb_frequency_budget budget, const plumb_precision *precision, int64_t position);

/* How far the difference of two angles may be off. */
double plumb_angle_difference_error(plumb_frequency_budget budget, const plumb_precision *precision, int64_t first,
                                    int64_t second);
#endif
