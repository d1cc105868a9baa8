/* shape.h - shapes that are read against those of a problem, and their refusal. */
#ifndef PLUMB_CASE_SHAPE_H
#define PLUMB_CASE_SHAPE_H
#include "attention/problem.h"
#include "case/error.h"
#include "case/tensor.h"
#include <stddef.h>

/* The message that the tensor's shape is not the one wanted, and -1. */
int plumb_shape_refuse(const plumb_tensor *tensor, const char *wanted, plumb_error *error);

/* "[0,1,2,3]" of the element with that number in row-major order; returns text. */
const char *plumb_shape_index(const plumb_tensor *tensor, size_t number,
                              char text[PLUMB_SHAPE_TEXT]);

/* Element (b, h, t, j) lies at b*batch + h*head + t*query + j. */
typedef struct {
    size_t batch, head, query;
} plumb_strides;

/* Of a tensor [batch|1, query_heads|1, query_length|1, key_length]: a dimension of 1 is the same
   for all. */
int plumb_shape_broadcast(const plumb_tensor *tensor, const plumb_problem *problem,
                          plumb_strides *strides, plumb_error *error);
#endif
