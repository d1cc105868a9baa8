/* gradient_bias.h - faults of a bias's gradient alone: its factor, and whether it is summed over all pairs of the
   bias. */
#ifndef PLUMB_DIAGNOSE_GRADIENT_BIAS_H
#define PLUMB_DIAGNOSE_GRADIENT_BIAS_H
#include "diagnose/gradient_sample.h"

/* Whether a fitted factor is that number. */
bool plumb_is_about(double factor, double number);

/* "dbias is multiplied by the scale"; false of a factor that is not the bias's own. */
bool plumb_bias_factor(const plumb_problem *problem, double factor, char *text, size_t size);

/* Of dbias: whether it has the part of the first or last batch entry, head or query alone. */
plumb_explain_gradient plumb_bias_broadcasts;
#endif
