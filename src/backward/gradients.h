/* gradients.h - the gradients of a case's loss, all rows of them, as balls. */
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

/* Whether the case states a loss whose gradients are available; messages call them `asked`. */
int plumb_gradients_check(const plumb_case *c, plumb_gradient gradient, const char *asked, plumb_error *error);

/* The key heads of the file: of tiled ones the problem has a copy for each query head.  Whether query head h reads that
   key head. */
size_t plumb_gradient_key_heads(const plumb_case *c);
bool plumb_gradient_reads(const plumb_case *c, size_t h, size_t key_head);

/* How many numbers the gradient has. */
size_t plumb_gradient_count(const plumb_case *c, plumb_gradient gradient);

/* The shape that the gradient has: that of the tensor of the case. */
void plumb_gradient_shape(const plumb_case *c, plumb_gradient gradient, size_t *rank, size_t shape[4]);

/* Of those that are not NULL, middles and radii of all elements.  threads 0: as OpenMP decides. */
typedef struct plumb_gradient_balls {
    double *mid[PLUMB_GRADIENT_COUNT], *radius[PLUMB_GRADIENT_COUNT];
} plumb_gradient_balls;

int plumb_gradients_evaluate(const plumb_case *c, int threads, const plumb_gradient_balls *to, plumb_error *error);
#endif
