/* shape.h - compares shapes with those of a problem, and refuses wrong ones. */
#ifndef PLUMB_CASE_SHAPE_H
#define PLUMB_CASE_SHAPE_H
#include "base/error.h"
#include "case/tensor.h"
#include "problem/problem.h"
#include "schema/schema.h"
#include <stddef.h>

/* The message that the tensor's shape is not the one wanted, and -1. */
int plumb_shape_refuse(const plumb_tensor *tensor, const char *wanted, plumb_error *error);

/* How many elements a tensor of that shape has, and whether they fill that many bytes; quotes stand around the dtype in
   the message. */
int plumb_shape_settle(plumb_tensor *tensor, plumb_error *error);
int plumb_shape_fills(const plumb_tensor *tensor, size_t held, const char *quote, plumb_error *error);

/* "[0,1,2,3]" of the element with that number in row-major order; returns text. */
const char *plumb_shape_index(const plumb_tensor *tensor, size_t number, char text[PLUMB_SHAPE_TEXT]);

/* Element (b, h, t, j) of a tensor of rank 4 lies at b*batch + h*head + t*query + j: a dimension of 1 is the same for
   all. */
typedef struct {
    size_t batch, head, query;
} plumb_strides;

plumb_strides plumb_shape_strides(const plumb_tensor *tensor);

/* Whether the tensor has a shape that schema/members.def says of the member, in the sizes of the problem. */
int plumb_shape_check(const plumb_tensor *tensor, plumb_member member, const plumb_problem *problem,
                      plumb_error *error);

/* What is said of a shape that would be right in another order of its axes. */
extern const char plumb_layout_hint[], plumb_transposed_hint[];
#endif
