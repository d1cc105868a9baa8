#include "compare/vector_sums.h"
#include "fast/lanes.h"
#include <math.h>
#include <stdint.h>
#include <string.h>

enum { LANES = 8 };
typedef double lanes_of __attribute__((vector_size(LANES * sizeof(double))));
typedef int64_t bits_of __attribute__((vector_size(LANES * sizeof(double))));

#define MAGNITUDE(x) ((lanes_of)((bits_of)(x)&INT64_MAX))

static double add_up(const lanes_of *part) {
    double sum = 0;
    for (size_t i = 0; i < LANES; i++)
        sum += (*part)[i];
    return sum;
}

PLUMB_FOR_EACH_PROCESSOR
plumb_vector_sums plumb_sum_vectors(const double *query, const double *key, size_t dim) {
    lanes_of product = {0}, magnitude = {0}, absolute = {0}, q, k;
    size_t whole = dim - dim % LANES;
    for (size_t c = 0; c < whole; c += LANES) {
        memcpy(&q, query + c, sizeof q);
        memcpy(&k, key + c, sizeof k);
        product += q * k;
        magnitude += MAGNITUDE(q * k);
        absolute += MAGNITUDE(q) + MAGNITUDE(k);
    }
    plumb_vector_sums sums = {add_up(&product), add_up(&magnitude), add_up(&absolute)};
    for (size_t c = whole; c < dim; c++) {
        sums.product += query[c] * key[c];
        sums.magnitude += fabs(query[c] * key[c]);
        sums.absolute += fabs(query[c]) + fabs(key[c]);
    }
    return sums;
}
