/* level.h - measures the errors of simulated backward passes, in standard deviations (deviation.h): every form (form.h)
   evaluates some rows of some heads, with the sums of a problem that has only these queries. */
#ifndef PLUMB_BACKWARD_LEVEL_H
#define PLUMB_BACKWARD_LEVEL_H
#include "base/error.h"
#include "case/case.h"
#include "precision/precision.h"
#include "simulate/level.h"

/* The case and precision to measure. */
typedef struct {
    const plumb_case *of;
    const plumb_precision *precision;
    plumb_format format[PLUMB_GRADIENT_COUNT];
    int threads;
} plumb_gradient_question;

/* The errors of the form with the largest ones; biases, scale and key of plumb_simulated_errors are not measured. */
typedef struct {
    plumb_simulated_errors gradient[PLUMB_GRADIENT_COUNT];
    size_t rows; /* evaluated rows; 0: nothing was measured */
} plumb_gradient_level;

/* Returns 0, or -1 with a message: not enough memory, or wrong settings of a thread. */
int plumb_gradient_level_find(const plumb_gradient_question *question, plumb_gradient_level *level, plumb_error *error);
#endif
