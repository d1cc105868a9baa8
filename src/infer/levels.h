/* levels.h - rounds fitted factors to those of a kernel: 0, 1, 2, or a common factor of many keys. */
#ifndef PLUMB_INFER_LEVELS_H
#define PLUMB_INFER_LEVELS_H
#include <stdbool.h>
#include <stddef.h>

/* Divides factors [n], which are known up to a number, and their deviations by the positive one that most share, and
   returns that. */
double plumb_levels_unit(double *factor, double *deviation, size_t n);

/* level [n]: what each factor is taken for; NAN where it is not known. */
void plumb_levels_find(const double *factor, const double *deviation, size_t n, double *level);
#endif
