#include "exact/weight.h"
#include "exact/visible.h"

/* The larger of two finite middles; any number, where one of them is not finite. */
static void raise_to(arb_t shift, const arb_t candidate, bool *first) {
    if (*first || arf_cmp(arb_midref(candidate), arb_midref(shift)) > 0)
        arb_set_arf(shift, arb_midref(candidate));
    *first = false;
}

void plumb_exact_shift(arb_t shift, const plumb_exact_stages *row, bool with_sink) {
    bool first = true;
    arb_zero(shift);
    for (size_t i = 0; i < row->problem->key_length; i++)
        if (plumb_exact_takes_part(row->problem, row->b, row->h, row->t, i))
            raise_to(shift, row->score + i, &first);
    if (with_sink)
        raise_to(shift, row->sink_logit, &first);
}

void plumb_exact_divide_weights(plumb_exact_stages *row, const arb_t denominator) {
    for (size_t i = 0; i < row->problem->key_length; i++)
        if (plumb_exact_takes_part(row->problem, row->b, row->h, row->t, i))
            arb_div(row->weight + i, row->weight + i, denominator, row->precision);
}

static void weigh(plumb_exact_stages *row) {
    switch (row->problem->op.kind) {
    case PLUMB_POWER_SOFTMAX:
        plumb_exact_power_weights(row);
        break;
    case PLUMB_SOFTPICK:
        plumb_exact_softpick_weights(row);
        break;
    case PLUMB_SOFTMAX:
    case PLUMB_SCALED_SOFTMAX:
    case PLUMB_CLIPPED_SOFTMAX:
        plumb_exact_softmax_weights(row);
        break;
    default:
        plumb_exact_activation_weights(row);
    }
}

static bool has_lse(plumb_operator_kind kind) {
    return kind == PLUMB_SOFTMAX || kind == PLUMB_SCALED_SOFTMAX || kind == PLUMB_CLIPPED_SOFTMAX;
}

/* 1/key_length for each key, hidden or not. */
static void weigh_alike(plumb_exact_stages *row) {
    for (size_t i = 0; i < row->problem->key_length; i++) {
        arb_one(row->weight + i);
        arb_div_ui(row->weight + i, row->weight + i, row->problem->key_length, row->precision);
    }
}

void plumb_exact_weights(plumb_exact_stages *row) {
    const plumb_problem *problem = row->problem;
    size_t visible = plumb_exact_visible_count(problem, row->b, row->h, row->t);
    _arb_vec_zero(row->weight, (slong)problem->key_length);
    arb_zero(row->sink_weight);
    if (!has_lse(problem->op.kind))
        arb_indeterminate(row->lse);
    else if (problem->empty_lse_positive)
        arb_pos_inf(row->lse);
    else
        arb_neg_inf(row->lse);
    if (plumb_exact_is_mean(problem, visible))
        weigh_alike(row);
    else if (!plumb_exact_empty(problem, visible))
        weigh(row);
}
