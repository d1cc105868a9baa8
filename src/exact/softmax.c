#include "exact/function.h"
#include "exact/visible.h"
#include "exact/weight.h"

/* result = e^(x - shift) */
static void shifted_exp(arb_t result, const arb_t x, const arb_t shift, slong precision) {
    arb_sub(result, x, shift, precision);
    arb_exp(result, result, precision);
}

/* weight[i] = e^(score[i] - shift), sink_weight likewise; total is their sum. */
static void exponentials(plumb_exact_stages *row, const arb_t shift, arb_t total) {
    arb_zero(total);
    for (size_t i = 0; i < row->problem->key_length; i++) {
        if (!plumb_exact_takes_part(row->problem, row->b, row->h, row->t, i))
            continue;
        shifted_exp(row->weight + i, row->score + i, shift, row->precision);
        arb_add(total, total, row->weight + i, row->precision);
    }
    if (plumb_exact_has_sink_logit(row->problem)) {
        shifted_exp(row->sink_weight, row->sink_logit, shift, row->precision);
        arb_add(total, total, row->sink_weight, row->precision);
    }
}

/* log(sum of e^score), of the keys alone.  Their own shift: beside a much larger sink their sum would
   be lost. */
static void key_lse(plumb_exact_stages *row) {
    arb_t shift, total, term;
    arb_init(shift);
    arb_init(total);
    arb_init(term);
    plumb_exact_shift(shift, row, false);
    for (size_t i = 0; i < row->problem->key_length; i++)
        if (plumb_exact_takes_part(row->problem, row->b, row->h, row->t, i)) {
            shifted_exp(term, row->score + i, shift, row->precision);
            arb_add(total, total, term, row->precision);
        }
    arb_log(row->lse, total, row->precision);
    arb_add(row->lse, row->lse, shift, row->precision);
    arb_clear(shift);
    arb_clear(total);
    arb_clear(term);
}

static void log_sum_exp(plumb_exact_stages *row, const arb_t shift, const arb_t total) {
    const plumb_problem *problem = row->problem;
    if (!plumb_exact_has_sink_logit(problem) || !problem->op.sink_outside_lse) {
        arb_log(row->lse, total, row->precision);
        arb_add(row->lse, row->lse, shift, row->precision);
    } else if (plumb_exact_any_key(problem, plumb_exact_visible_count(problem, row->b, row->h, row->t))) {
        key_lse(row);
    }
}

/* min(1, max(0, (zeta - gamma) weight + gamma)) */
static void stretch_and_clip(arb_t weight, const plumb_operator *op, slong precision) {
    arb_t gamma, width;
    arb_init(gamma);
    arb_init(width);
    arb_set_d(gamma, op->gamma);
    arb_set_d(width, op->zeta);
    arb_sub(width, width, gamma, precision);
    arb_mul(weight, weight, width, precision);
    arb_add(weight, weight, gamma, precision);
    plumb_exact_clip(weight, weight, precision);
    arb_clear(gamma);
    arb_clear(width);
}

static void scale_by_alpha(arb_t weight, const plumb_operator *op, slong precision) {
    arb_t alpha;
    arb_init(alpha);
    arb_set_d(alpha, op->alpha);
    arb_mul(weight, weight, alpha, precision);
    arb_clear(alpha);
}

static void transform(arb_t weight, const plumb_operator *op, slong precision) {
    if (op->kind == PLUMB_CLIPPED_SOFTMAX)
        stretch_and_clip(weight, op, precision);
    else if (op->kind == PLUMB_SCALED_SOFTMAX)
        scale_by_alpha(weight, op, precision);
}

void plumb_exact_softmax_weights(plumb_exact_stages *row) {
    arb_t shift, total;
    arb_init(shift);
    arb_init(total);
    plumb_exact_shift(shift, row, plumb_exact_has_sink_logit(row->problem));
    exponentials(row, shift, total);
    log_sum_exp(row, shift, total);
    plumb_exact_divide_weights(row, total);
    arb_div(row->sink_weight, row->sink_weight, total, row->precision);
    for (size_t i = 0; i < row->problem->key_length; i++)
        if (plumb_exact_takes_part(row->problem, row->b, row->h, row->t, i))
            transform(row->weight + i, &row->problem->op, row->precision);
    arb_clear(shift);
    arb_clear(total);
}
