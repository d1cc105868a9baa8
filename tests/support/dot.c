/* dot.c - see dot.h. */
#include "tests/support/dot.h"

void exact_dot(arb_t dot, arb_t magnitude, const double *x, const double *y, size_t count) {
    arb_t product, factor;
    arb_init(product);
    arb_init(factor);
    arb_zero(dot);
    arb_zero(magnitude);
    for (size_t c = 0; c < count; c++) {
        arb_set_d(product, x[c]);
        arb_set_d(factor, y[c]);
        arb_mul(product, product, factor, ARF_PREC_EXACT);
        arb_add(dot, dot, product, ARF_PREC_EXACT);
        arb_abs(product, product);
        arb_add(magnitude, magnitude, product, ARF_PREC_EXACT);
    }
    arb_clear(product);
    arb_clear(factor);
}
