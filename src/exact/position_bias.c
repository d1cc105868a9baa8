#include "exact/position_bias.h"
#include "exact/function.h"
#include "exact/position.h"
#include "exact/scale.h"

/* 8 (h + 1)/n for the first n heads, n the largest power of two up to their number; then
   4 (2 (h - n) + 1)/n. */
void plumb_exact_slope_exponent(fmpq_t exponent, size_t heads, size_t h) {
    size_t n = 1;
    while (n <= heads / 2)
        n *= 2;
    size_t numerator = h < n ? 8 * (h + 1) : 4 * (2 * (h - n) + 1);
    fmpq_set_ui(exponent, numerator, n);
}

void plumb_exact_slope(arb_t slope, const plumb_problem *problem, size_t h, slong precision) {
    const double *slopes = problem->position.slopes;
    if (slopes != NULL) {
        plumb_exact_number(slope, slopes[h]);
        return;
    }
    fmpq_t exponent;
    arb_t half;
    fmpq_init(exponent);
    arb_init(half);
    plumb_exact_slope_exponent(exponent, problem->query_heads, h);
    arb_one(half);
    arb_mul_2exp_si(half, half, -1);
    arb_pow_fmpq(slope, half, exponent, precision);
    fmpq_clear(exponent);
    arb_clear(half);
}

int64_t plumb_exact_alibi_distance(const plumb_problem *problem, size_t b, size_t t, size_t i) {
    int64_t distance = plumb_exact_distance(problem, b, t, i);
    switch (problem->position.alibi) {
    case PLUMB_ALIBI_KEY:
    case PLUMB_ALIBI_SCALED_KEY:
        return plumb_exact_key_position(problem, b, t, i);
    case PLUMB_ALIBI_SYMMETRIC:
        return distance > 0 ? -distance : distance;
    case PLUMB_ALIBI_RELATIVE:
    default:
        return distance;
    }
}

static void alibi(arb_t bias, const plumb_problem *problem, size_t b, size_t h, size_t t, size_t i, slong precision) {
    plumb_exact_slope(bias, problem, h, precision);
    arb_mul_si(bias, bias, plumb_exact_alibi_distance(problem, b, t, i), precision);
    if (problem->position.alibi == PLUMB_ALIBI_SCALED_KEY)
        plumb_exact_scale_mul(bias, bias, problem, precision);
}

void plumb_exact_position_bias(arb_t bias, const plumb_problem *problem, size_t b, size_t h, size_t t, size_t i,
                               slong precision) {
    switch (problem->position.kind) {
    case PLUMB_POSITION_ALIBI:
        alibi(bias, problem, b, h, t, i, precision);
        break;
    case PLUMB_POSITION_T5:
    case PLUMB_POSITION_RELATIVE_TABLE:
        plumb_exact_number(bias, *plumb_exact_position_entry(problem, b, h, t, i));
        break;
    case PLUMB_POSITION_BUCKET_INDEX:
        arb_set_ui(bias, plumb_exact_bucket(problem, plumb_exact_distance(problem, b, t, i)));
        break;
    case PLUMB_POSITION_NONE:
    case PLUMB_POSITION_ROPE_OUTPUT:
    case PLUMB_POSITION_SINUSOIDAL:
    case PLUMB_POSITION_LEARNED:
    case PLUMB_POSITION_ROPE:
    case PLUMB_POSITION_TEMPERATURE:
    case PLUMB_POSITION_SHAW:
    default:
        arb_zero(bias);
    }
}
