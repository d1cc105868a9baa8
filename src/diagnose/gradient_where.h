/* gradient_where.h - where a gradient is wrong, if that is only in some of its heads, queries, keys or columns.  It is
   said if no cause is found. */
#ifndef PLUMB_DIAGNOSE_GRADIENT_WHERE_H
#define PLUMB_DIAGNOSE_GRADIENT_WHERE_H
#include "diagnose/gradient_sample.h"

/* Of all gradients. */
plumb_explain_gradient plumb_gradient_where;
#endif
