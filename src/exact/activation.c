#include "exact/function.h"
#include "exact/visible.h"
#include "exact/weight.h"

void plumb_exact_activate(arb_t a, const arb_t x, plumb_operator_kind kind, slong precision) {
    if (kind == PLUMB_SIGMOID)
        plumb_exact_sigmoid(a, x, precision);
    else if (kind == PLUMB_ELU)
        plumb_exact_elu_plus_one(a, x, precision);
    else if (kind == PLUMB_RELU || kind == PLUMB_SQUARED_RELU)
        plumb_exact_positive_part(a, x, precision);
    else
        arb_set(a, x);
    if (kind == PLUMB_SQUARED_RELU)
        arb_sqr(a, a, precision);
}

/* weight[i] = a_i, or its absolute value; total is their sum. */
static void activations(plumb_exact_stages *row, arb_t total) {
    const plumb_operator *op = &row->problem->op;
    arb_zero(total);
    for (size_t i = 0; i < row->problem->key_length; i++) {
        if (!plumb_exact_takes_part(row->problem, row->b, row->h, row->t, i))
            continue;
        plumb_exact_activate(row->weight + i, row->score + i, op->kind, row->precision);
        if (op->normalisation == PLUMB_ABSOLUTE_SUM)
            arb_abs(row->weight + i, row->weight + i);
        arb_add(total, total, row->weight + i, row->precision);
    }
}

static void add_epsilon(arb_t total, const plumb_operator *op, slong precision) {
    arb_t epsilon;
    arb_init(epsilon);
    arb_set_d(epsilon, op->epsilon);
    arb_add(total, total, epsilon, precision);
    arb_clear(epsilon);
}

static void normalise(plumb_exact_stages *row, arb_t total) {
    const plumb_operator *op = &row->problem->op;
    if (op->normalisation == PLUMB_UNNORMALISED)
        return;
    if (op->normalisation == PLUMB_KEY_LENGTH) {
        arb_set_ui(total, row->problem->key_length);
    } else if (op->normalisation == PLUMB_AT_LEAST_ONE) {
        arb_abs(total, total);
        plumb_exact_at_least_one(total, total, row->precision);
    } else {
        add_epsilon(total, op, row->precision);
    }
    plumb_exact_divide_weights(row, total);
}

void plumb_exact_activation_weights(plumb_exact_stages *row) {
    arb_t total;
    arb_init(total);
    activations(row, total);
    normalise(row, total);
    arb_clear(total);
}
