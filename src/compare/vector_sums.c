#include "compare/vector_sums.h"
#include "fast/lanes.h"
#include <math.h>
#include <stdint.h>
#include <string.h>

/* A sum is of eight lanes, in the order of which its bits are; a vector is of four, for compilers keep wider ones in
   memory where registers are not as wide. */
enum { LANES = 4, SUM_LANES = 2 * LANES };
typedef double lanes_of __attribute__((vector_size(LANES * sizeof(double))));
typedef int64_t bits_of __attribute__((vector_size(LANES * sizeof(double))));

#define MAGNITUDE(x) ((lanes_of)((bits_of)(x)&INT64_MAX))

static double add_up(const lanes_of *low, const lanes_of *high) {
    double sum = 0;
    for (size_t i = 0; i < LANES; i++)
        sum += (*low)[i];
    for (size_t i = 0; i < LANES; i++)
        sum += (*high)[i];
    return sum;
}

typedef struct {
    lanes_of product, magnitude, absolute;
} lane_sums;

static inline void add_lanes(lane_sums *sums, const double *query, const double *key) {
    lanes_of q, k;
    memcpy(&q, query, sizeof q);
    memcpy(&k, key, sizeof k);
    sums->product += q * k;
    sums->magnitude += MAGNITUDE(q * k);
    sums->absolute += MAGNITUDE(q) + MAGNITUDE(k);
}

PLUMB_FOR_EACH_PROCESSOR
plumb_vector_sums plumb_sum_vectors(const double *query, const double *key, size_t dim) {
    lane_sums low = {{0}, {0}, {0}}, high = low;
    size_t whole = dim - dim % SUM_LANES;
    for (size_t c = 0; c < whole; c += SUM_LANES) {
        add_lanes(&low, query + c, key + c);
        add_lanes(&high, query + c + LANES, key + c + LANES);
    }
    plumb_vector_sums sums = {add_up(&low.product, &high.product), add_up(&low.magnitude, &high.magnitude),
                              add_up(&low.absolute, &high.absolute)};
    for (size_t c = whole; c < dim; c++) {
        sums.product += query[c] * key[c];
        sums.magnitude += fabs(query[c] * key[c]);
        sums.absolute += fabs(query[c]) + fabs(key[c]);
    }
    return sums;
}
