/* gradients.h - all gradients of a case's loss, as balls. */
#ifndef PLUMB_BACKWARD_GRADIENTS_H
#define PLUMB_BACKWARD_GRADIENTS_H
#include "base/error.h"
#include "case/case.h"
#include "exact/quantity.h"
#include <stdbool.h>
#include <stddef.h>

/* "dq", "dk", "dv", "dsinks", "dbias", "dslopes", "dtable" */
const char *plumb_gradient_name(plumb_gradient gradient);
bool plumb_gradient_named(const char *text, plumb_gradient *gradient);

/* Whether the case has the tensor that the gradient is with respect to. */
bool plumb_gradient_exists(const plumb_case *c, plumb_gradient gradient);

/* Returns 0 if the case states a loss with this gradient, else -1 with a message that calls it `asked`. */
int plumb_gradients_check(const plumb_case *c, plumb_gradient gradient, const char *asked, plumb_error *error);

/* The number of key heads in the file (if they are tiled, the problem has a copy for each query head); and whether
   query head h reads that key head. */
size_t plumb_gradient_key_heads(const plumb_case *c);
bool plumb_gradient_reads(const plumb_case *c, size_t h, size_t key_head);

/* The number of elements of the gradient. */
size_t plumb_gradient_count(const plumb_case *c, plumb_gradient gradient);

/* The shape of the gradient: that of its tensor in the case. */
void plumb_gradient_shape(const plumb_case *c, plumb_gradient gradient, size_t *rank, size_t shape[4]);

/* Middles and radii of all elements; NULL: not computed. */
typedef struct plumb_gradient_balls {
    double *mid[PLUMB_GRADIENT_COUNT], *radius[PLUMB_GRADIENT_COUNT];
} plumb_gradient_balls;

/* Fills the arrays of `to` that are not NULL. threads: 0 as OpenMP decides.  Returns 0, or -1 with a message. */
int plumb_gradients_evaluate(const plumb_case *c, int threads, const plumb_gradient_balls *to, plumb_error *error);
#endif
