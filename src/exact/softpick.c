#include "exact/function.h"
#include "exact/visible.h"
#include "exact/weight.h"

/* e^(x - shift) - e^-shift, without cancellation where x is near 0. */
static void shifted_expm1(arb_t result, const arb_t x, const arb_t shift, slong precision) {
    arb_t unit;
    arb_init(unit);
    arb_neg(unit, shift);
    arb_exp(unit, unit, precision);
    if (arf_cmp_si(arb_midref(x), 1) <= 0) {
        arb_expm1(result, x, precision);
        arb_mul(result, result, unit, precision);
    } else {
        arb_sub(result, x, shift, precision);
        arb_exp(result, result, precision);
        arb_sub(result, result, unit, precision);
    }
    arb_clear(unit);
}

/* The largest score itself, a ball: it stands beside epsilon, where no shift cancels. */
static void largest_score(arb_t largest, const plumb_exact_stages *row) {
    bool first = true;
    for (size_t i = 0; i < row->problem->key_length; i++) {
        if (!plumb_exact_takes_part(row->problem, row->b, row->h, row->t, i))
            continue;
        if (first)
            arb_set(largest, row->score + i);
        else
            arb_max(largest, largest, row->score + i, row->precision);
        first = false;
    }
}

/* total += epsilon e^(m - shift) */
static void add_epsilon(arb_t total, const plumb_exact_stages *row, const arb_t shift) {
    arb_t epsilon, largest;
    arb_init(epsilon);
    arb_init(largest);
    arb_set_d(epsilon, row->problem->op.epsilon);
    largest_score(largest, row);
    arb_sub(largest, largest, shift, row->precision);
    arb_exp(largest, largest, row->precision);
    arb_addmul(total, epsilon, largest, row->precision);
    arb_clear(epsilon);
    arb_clear(largest);
}

/* Numerator and denominator times e^(m - shift): the shift may be any number. */
void plumb_exact_softpick_weights(plumb_exact_stages *row) {
    arb_t shift, total, magnitude;
    arb_init(shift);
    arb_init(total);
    arb_init(magnitude);
    plumb_exact_shift(shift, row, false);
    plumb_exact_positive_part(shift, shift, row->precision);
    for (size_t i = 0; i < row->problem->key_length; i++) {
        if (!plumb_exact_takes_part(row->problem, row->b, row->h, row->t, i))
            continue;
        shifted_expm1(row->weight + i, row->score + i, shift, row->precision);
        arb_abs(magnitude, row->weight + i);
        arb_add(total, total, magnitude, row->precision);
        plumb_exact_positive_part(row->weight + i, row->weight + i, row->precision);
    }
    add_epsilon(total, row, shift);
    plumb_exact_divide_weights(row, total);
    arb_clear(shift);
    arb_clear(total);
    arb_clear(magnitude);
}
