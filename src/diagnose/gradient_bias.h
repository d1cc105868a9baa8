/* gradient_bias.h - faults of a bias's gradient alone: its factor, and whether it is summed over all pairs of the
   bias. */
#ifndef PLUMB_DIAGNOSE_GRADIENT_BIAS_H
#define PLUMB_DIAGNOSE_GRADIENT_BIAS_H
#include "diagnose/gradient_sample.h"

/* Whether a fitted factor is that number. */
bool plumb_is_about(double factor, double number);

/* "dbias is multiplied by the scale"; false of a factor that is not the bias's own. */
bool plumb_bias_factor(const plumb_problem *problem, double factor, char *text, size_t size);

/* Whether numbers have the part of the first or last batch entry, head or query alone, and how many wrong ones that
   explains, in words; 0: none of these.  numbers [lines][width] is room.  0, or -1 if memory is short. */
int plumb_bias_broadcasts(const plumb_gradient_sample *sample, double *numbers, size_t *explained, char *says,
                          size_t size);
#endif
