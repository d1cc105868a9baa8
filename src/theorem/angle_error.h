/* angle_error.h - the error of an engine's angle for a position (spec/budget.md, section 17). */
#ifndef PLUMB_THEOREM_ANGLE_ERROR_H
#define PLUMB_THEOREM_ANGLE_ERROR_H
#include "base/workspace.h"
#include "number/ball.h"
#include "precision/precision.h"
#include "problem/problem.h"

/* The error of an engine's frequency for one pair, in radians per position. */
typedef struct {
    double frequency; /* [theta] upper bound of the exact one */
    double roundings; /* [k] at most this many roundings of an angle */
} plumb_frequency_error;

/* For pair m of a rotation whose angles are not stated. */
plumb_frequency_error plumb_rope_frequency_error(const plumb_rope *rope, size_t m);

/* For pair m of sinusoidal positions; dim: the length of the vectors. */
plumb_frequency_error plumb_sinusoidal_frequency_error(double base, size_t dim, bool one_less, size_t m);

/* For every pair, [head_dim / 2]; 0 for pairs that are not rotated.  NULL if there are no angles. */
plumb_frequency_error *plumb_frequency_errors(const plumb_problem *problem, plumb_workspace *workspace);

/* [delta] The largest error of the angle of a position, in radians; infinite if it is not known. */
double plumb_angle_error(plumb_frequency_error error, const plumb_precision *precision, int64_t position);

/* The number of roundings of a rotation's multiplier by its rule; 0 if it is 1. */
size_t plumb_multiplier_roundings(plumb_ball multiplier);
#endif
