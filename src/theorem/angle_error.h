/* angle_error.h - how far the angle may be off that an engine has for a position (spec/budget.md, section 17). */
#ifndef PLUMB_THEOREM_ANGLE_ERROR_H
#define PLUMB_THEOREM_ANGLE_ERROR_H
#include "base/workspace.h"
#include "number/ball.h"
#include "precision/precision.h"
#include "problem/problem.h"

/* The frequency of one pair, in radians per position, as an engine has it. */
typedef struct {
    double frequency; /* [theta] upper bound of the exact one */
    double roundings; /* [k] an angle is off by no more than so many */
} plumb_frequency_error;

/* Of pair m of a rotation whose angles are not stated. */
plumb_frequency_error plumb_rope_frequency_error(const plumb_rope *rope, size_t m);

/* Of pair m of sinusoidal positions; dim is that of the vectors. */
plumb_frequency_error plumb_sinusoidal_frequency_error(double base, size_t dim, bool one_less, size_t m);

/* Of every pair, [head_dim / 2]; those behind a rotation's are 0.  NULL where there are no angles. */
plumb_frequency_error *plumb_frequency_errors(const plumb_problem *problem, plumb_workspace *workspace);

/* [delta] How far an angle in radians may be off; infinite where nothing is known of it. */
double plumb_angle_error(plumb_frequency_error error, const plumb_precision *precision, int64_t position);

/* How many roundings the multiplier of a rotation takes by its rule; none where it is 1. */
size_t plumb_multiplier_roundings(plumb_ball multiplier);
#endif
