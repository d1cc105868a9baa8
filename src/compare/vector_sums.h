/* vector_sums.h - sums over the elements of a query and a key, in lanes: the bits are the same on every processor. */
#ifndef PLUMB_COMPARE_VECTOR_SUMS_H
#define PLUMB_COMPARE_VECTOR_SUMS_H
#include <stddef.h>

typedef struct {
    double product;   /* sum q_c k_c */
    double magnitude; /* sum |q_c k_c| */
    double absolute;  /* sum |q_c| + |k_c| */
} plumb_vector_sums;

plumb_vector_sums plumb_sum_vectors(const double *query, const double *key, size_t dim);
#endif
