/* vector_product.h - a product of two vectors in binary64, in lanes, not certified: the bits are the same on every
   processor. */
#ifndef PLUMB_BUNDLE_VECTOR_PRODUCT_H
#define PLUMB_BUNDLE_VECTOR_PRODUCT_H
#include <stddef.h>

/* sum x_c y_c */
double plumb_vector_product(const double *x, const double *y, size_t dim);
#endif
