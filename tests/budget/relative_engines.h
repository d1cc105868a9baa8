/* relative_engines.h - a key to which a vector is added, and how engines come to its score. */
#ifndef PLUMB_TESTS_BUDGET_RELATIVE_ENGINES_H
#define PLUMB_TESTS_BUDGET_RELATIVE_ENGINES_H
#include "tests/budget/models.h"
#include <math.h>

/* Key and vector added before the product; scores added; products added, and scaled together. */
enum { FORMED, APART, TOGETHER, FORMS };

/* A number as engines store it that compute in binary32. */
typedef float stored_as(float x);

static inline float in_binary32(float x) {
    return x;
}

static inline float in_bfloat16(float x) {
    int exponent;
    frexpf(x, &exponent);
    return ldexpf(nearbyintf(ldexpf(x, 8 - exponent)), exponent - 8);
}

static inline float float_product(const double *query, const double *key, size_t dim) {
    float sum = 0;
    for (size_t c = 0; c < dim; c++)
        sum += (float)query[c] * (float)key[c];
    return sum;
}

/* key and relative [dim], dim <= 64 */
static inline float float_score(stored_as *store, int form, const double *query, const double *key,
                                const double *relative, size_t dim, float scale) {
    double formed[64];
    if (form == FORMED) {
        for (size_t c = 0; c < dim; c++)
            formed[c] = (double)store((float)key[c] + (float)relative[c]);
        return store(store(float_product(query, formed, dim)) * scale);
    }
    float a = store(float_product(query, key, dim)), b = store(float_product(query, relative, dim));
    return form == APART ? store(store(a * scale) + store(b * scale)) : store(store(a + b) * scale);
}
#endif
