/* level.h - how far simulated backward passes end from the exact gradients, in standard deviations (deviation.h): every
   form (form.h) evaluates some rows of some heads, whose sums are those of a problem with these queries alone. */
#ifndef PLUMB_BACKWARD_LEVEL_H
#define PLUMB_BACKWARD_LEVEL_H
#include "base/error.h"
#include "case/case.h"
#include "precision/precision.h"
#include "simulate/level.h"

/* What is asked for. */
typedef struct {
    const plumb_case *of;
    const plumb_precision *precision;
    plumb_format format[PLUMB_GRADIENT_COUNT];
    int threads;
} plumb_gradient_question;

/* Of the form that errs most; biases, scale and key of plumb_simulated_errors are not measured. */
typedef struct {
    plumb_simulated_errors gradient[PLUMB_GRADIENT_COUNT];
    size_t rows; /* that were evaluated; 0: nothing was */
} plumb_gradient_level;

/* 0, or -1 with a message: memory is short, or the settings of a thread are wrong. */
int plumb_gradient_level_find(const plumb_gradient_question *question, plumb_gradient_level *level, plumb_error *error);
#endif
