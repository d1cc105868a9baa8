/* bias.h - the gradient of a case's loss with respect to its bias: the pairs of query and key to which an element is
   added, and the sums over these, as balls (spec/gradient.md, section 3). */
#ifndef PLUMB_BACKWARD_BIAS_H
#define PLUMB_BACKWARD_BIAS_H
#include "base/error.h"
#include "case/case.h"
#include <stdbool.h>
#include <stddef.h>

/* The shape of the tensor bias, [batch][heads][rows][key_length]: 1 along axes that share an element.  All 1 without a
   bias. */
typedef struct {
    size_t batch, heads, rows;
} plumb_bias_shape;

static inline plumb_bias_shape plumb_bias_shape_of(const plumb_problem *p) {
    const plumb_extras *e = &p->extra;
    return (plumb_bias_shape){e->bias_batch != 0 ? p->batch : 1, e->bias_head != 0 ? p->query_heads : 1,
                              e->bias_query != 0 ? p->query_length : 1};
}

/* The rows to whose scores one line [key_length] of the bias is added, from b <= index < b_end and so on. */
typedef struct {
    size_t b, b_end, h, h_end, t, t_end;
} plumb_bias_rows;

static inline plumb_bias_rows plumb_bias_rows_of(const plumb_problem *p, size_t b, size_t h, size_t t) {
    const plumb_bias_shape s = plumb_bias_shape_of(p);
    return (plumb_bias_rows){s.batch > 1 ? b : 0, s.batch > 1 ? b + 1 : p->batch,
                             s.heads > 1 ? h : 0, s.heads > 1 ? h + 1 : p->query_heads,
                             s.rows > 1 ? t : 0,  s.rows > 1 ? t + 1 : p->query_length};
}

/* The number of these rows. */
static inline size_t plumb_bias_rows_count(plumb_bias_rows rows) {
    return (rows.b_end - rows.b) * (rows.h_end - rows.h) * (rows.t_end - rows.t);
}

/* The number of these rows that see the key; and whether any does. */
size_t plumb_bias_rows_that_see(const plumb_problem *p, plumb_bias_rows rows, size_t key);
bool plumb_bias_is_visible(const plumb_problem *p, plumb_bias_rows rows, size_t key);

/* The index of the line that is added to the scores of row (b, h, t). */
static inline size_t plumb_bias_line(const plumb_problem *p, size_t b, size_t h, size_t t) {
    const plumb_bias_shape s = plumb_bias_shape_of(p);
    return ((s.batch > 1 ? b : 0) * s.heads + (s.heads > 1 ? h : 0)) * s.rows + (s.rows > 1 ? t : 0);
}

/* Computes middles and radii of all elements.  Returns 0, or -1 with a message. */
int plumb_bias_gradients_evaluate(const plumb_case *c, int threads, double *mid, double *radius, plumb_error *error);
#endif
