/* gradient_sinks.h - what a backward pass sums for dsinks instead of all queries of all batch entries. */
#ifndef PLUMB_DIAGNOSE_GRADIENT_SINKS_H
#define PLUMB_DIAGNOSE_GRADIENT_SINKS_H
#include "diagnose/gradient_sample.h"

/* Of dsinks. */
plumb_explain_gradient plumb_gradient_sinks;
#endif
