#include "case/lse_base.h"
#include "case/decode.h"
#include "case/shape.h"
#include <math.h>

/* ln 2, as the sum of two numbers. */
#define LN2 0x1.62e42fefa39efp-1
#define LN2_REST 0x1.abc9e3b39803fp-56

static double to_base_e(double x) {
    double product = x * LN2;
    return isfinite(product) ? product + (fma(x, LN2, -product) + x * LN2_REST) : x;
}

int plumb_lse_to_base_e(const plumb_tensor *tensor, plumb_storage *storage, plumb_claim *claim, plumb_error *error) {
    double *value = plumb_storage_take(storage, claim->count, sizeof *value);
    if (value == NULL)
        return plumb_decode_memory_is_short(tensor, error);
    for (size_t i = 0; i < claim->count; i++)
        value[i] = to_base_e(claim->value[i]);
    claim->value = value;
    return 0;
}

int plumb_lse_subtract(const plumb_tensor *tensor, plumb_storage *storage, plumb_case *c, plumb_error *error) {
    if (tensor == NULL)
        return 0;
    if (plumb_shape_check(tensor, PLUMB_MEMBER_LSE_ADDED, &c->problem, error) != 0)
        return -1;
    const double *added = plumb_decode_finite(tensor, storage, error);
    double *value = added == NULL ? NULL : plumb_storage_take(storage, c->lse.count, sizeof *value);
    if (added != NULL && value == NULL)
        return plumb_decode_memory_is_short(tensor, error);
    if (value == NULL)
        return -1;
    for (size_t i = 0; i < c->lse.count; i++)
        value[i] = c->lse.value[i] - added[i];
    c->problem.extra.lse_added = added;
    c->lse.value = value;
    c->lse_converted = true;
    return 0;
}
