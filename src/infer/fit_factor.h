/* fit_factor.h - the factor of a hypothesis under which it comes nearest to the first samples. */
#ifndef PLUMB_INFER_FIT_FACTOR_H
#define PLUMB_INFER_FIT_FACTOR_H
#include "infer/inquiry.h"

/* The misfits of so many samples, added up. */
double plumb_misfit_with(plumb_inquiry *inquiry, plumb_hypothesis hypothesis, double factor, size_t samples);

/* The factor between two; the one near unit times a power of the square root of 2, of so many each way. */
double plumb_factor_between(plumb_inquiry *inquiry, plumb_hypothesis hypothesis, double low, double high,
                            size_t samples);
double plumb_factor_near(plumb_inquiry *inquiry, plumb_hypothesis hypothesis, double unit, int powers, size_t samples);
#endif
