/* gradient_heads.h - query heads of a group that dk or dv leaves out or counts more than once. */
#ifndef PLUMB_DIAGNOSE_GRADIENT_HEADS_H
#define PLUMB_DIAGNOSE_GRADIENT_HEADS_H
#include "diagnose/gradient_sample.h"

/* Of dk and dv. */
plumb_explain_gradient plumb_gradient_heads;
#endif
