/* vector_product.c - see vector_product.h. */
#include "bundle/vector_product.h"
#include "fast/lanes.h"
#include <string.h>

/* A sum has eight lanes, whose order determines its bits; a vector has four, as compilers keep vectors wider than the
   registers in memory. */
enum { LANES = 4, SUM_LANES = 2 * LANES };
typedef double lanes_of __attribute__((vector_size(LANES * sizeof(double))));

static double add_up(const lanes_of *low, const lanes_of *high) {
    double sum = 0;
    for (size_t i = 0; i < LANES; i++)
        sum += (*low)[i];
    for (size_t i = 0; i < LANES; i++)
        sum += (*high)[i];
    return sum;
}

static inline void add_lanes(lanes_of *sum, const double *x, const double *y) {
    lanes_of a, b;
    memcpy(&a, x, sizeof a);
    memcpy(&b, y, sizeof b);
    *sum += a * b;
}

PLUMB_FOR_EACH_PROCESSOR
double plumb_vector_product(const double *x, const double *y, size_t dim) {
    lanes_of low = {0}, high = {0};
    size_t whole = dim - dim % SUM_LANES;
    for (size_t c = 0; c < whole; c += SUM_LANES) {
        add_lanes(&low, x + c, y + c);
        add_lanes(&high, x + c + LANES, y + c + LANES);
    }
    double sum = add_up(&low, &high);
    for (size_t c = whole; c < dim; c++)
        sum += x[c] * y[c];
    return sum;
}
