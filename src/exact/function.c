#include "exact/function.h"
#include <math.h>
#include <stdbool.h>

void plumb_exact_number(arb_t result, double x) {
    if (isfinite(x))
        arb_set_d(result, x);
    else
        arb_indeterminate(result);
}

void plumb_exact_vector(arb_ptr vector, const double *x, size_t count) {
    for (size_t c = 0; c < count; c++)
        plumb_exact_number(vector + c, x[c]);
}

/* The larger of x and an integer. */
static void at_least(arb_t result, const arb_t x, slong bound, slong precision) {
    arb_t least;
    arb_init(least);
    arb_set_si(least, bound);
    if (arb_is_finite(x))
        arb_max(result, x, least, precision);
    else
        arb_indeterminate(result);
    arb_clear(least);
}

void plumb_exact_positive_part(arb_t result, const arb_t x, slong precision) {
    at_least(result, x, 0, precision);
}

void plumb_exact_at_least_one(arb_t result, const arb_t x, slong precision) {
    at_least(result, x, 1, precision);
}

void plumb_exact_clip(arb_t result, const arb_t x, slong precision) {
    arb_t one;
    arb_init(one);
    arb_one(one);
    at_least(result, x, 0, precision);
    if (arb_is_finite(result))
        arb_min(result, result, one, precision);
    arb_clear(one);
}

/* The exponential of a number that is not large and positive does not overflow. */
void plumb_exact_sigmoid(arb_t result, const arb_t x, slong precision) {
    arb_t power, denominator;
    arb_init(power);
    arb_init(denominator);
    bool positive = arf_sgn(arb_midref(x)) > 0;
    if (positive)
        arb_neg(power, x);
    else
        arb_set(power, x);
    arb_exp(power, power, precision);
    arb_add_ui(denominator, power, 1, precision);
    if (positive)
        arb_inv(result, denominator, precision);
    else
        arb_div(result, power, denominator, precision);
    arb_clear(power);
    arb_clear(denominator);
}

void plumb_exact_elu_plus_one(arb_t result, const arb_t x, slong precision) {
    arb_t power, line;
    arb_init(power);
    arb_init(line);
    arb_exp(power, x, precision);
    arb_add_ui(line, x, 1, precision);
    if (!arb_is_finite(x))
        arb_indeterminate(result);
    else if (arb_is_positive(x))
        arb_set(result, line);
    else if (arb_is_nonpositive(x))
        arb_set(result, power);
    else
        arb_union(result, line, power, precision);
    arb_clear(power);
    arb_clear(line);
}

void plumb_exact_cap(arb_t result, const arb_t x, double softcap, slong precision) {
    arb_t cap;
    arb_init(cap);
    arb_set_d(cap, softcap);
    if (softcap == 0) {
        arb_set(result, x);
    } else {
        arb_div(result, x, cap, precision);
        arb_tanh(result, result, precision);
        arb_mul(result, result, cap, precision);
    }
    arb_clear(cap);
}
