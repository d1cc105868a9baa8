#include "exact/visible.h"
#include "exact/weight.h"

/* total = sum of e^(power (score[i] - shift)) */
static void power_sum(arb_t total, const plumb_exact_stages *row, const arb_t shift, const arb_t power) {
    arb_t term;
    arb_init(term);
    arb_zero(total);
    for (size_t i = 0; i < row->problem->key_length; i++) {
        if (!plumb_exact_takes_part(row->problem, row->b, row->h, row->t, i))
            continue;
        arb_sub(term, row->score + i, shift, row->precision);
        arb_mul(term, term, power, row->precision);
        arb_exp(term, term, row->precision);
        arb_add(total, total, term, row->precision);
    }
    arb_clear(term);
}

/* weight[i] = e^(score[i] - shift - root) */
static void weigh(plumb_exact_stages *row, const arb_t shift, const arb_t root) {
    for (size_t i = 0; i < row->problem->key_length; i++) {
        if (!plumb_exact_takes_part(row->problem, row->b, row->h, row->t, i))
            continue;
        arb_sub(row->weight + i, row->score + i, shift, row->precision);
        arb_sub(row->weight + i, row->weight + i, root, row->precision);
        arb_exp(row->weight + i, row->weight + i, row->precision);
    }
}

/* Through the logarithm of the denominator, which a small power makes too large for a number. */
void plumb_exact_power_weights(plumb_exact_stages *row) {
    arb_t shift, power, root;
    arb_init(shift);
    arb_init(power);
    arb_init(root);
    arb_set_d(power, row->problem->op.power);
    plumb_exact_shift(shift, row, false);
    power_sum(root, row, shift, power);
    arb_log(root, root, row->precision);
    arb_div(root, root, power, row->precision);
    weigh(row, shift, root);
    arb_clear(shift);
    arb_clear(power);
    arb_clear(root);
}
