#include "exact/output.h"
#include "exact/function.h"
#include "exact/moved.h"
#include "exact/position.h"
#include "exact/visible.h"

/* output[c] += weight * value[c], unless there is no value. */
static void add_weighted(plumb_exact_stages *row, const arb_t weight, const double *value, size_t from, size_t to) {
    if (value == NULL)
        return;
    arb_t element;
    arb_init(element);
    for (size_t c = from; c < to; c++) {
        plumb_exact_number(element, value[c]);
        arb_addmul(row->output + c, weight, element, row->precision);
    }
    arb_clear(element);
}

static void add_value_bias(const plumb_exact_stages *row, size_t column) {
    const double *bias = plumb_exact_value_bias(row->problem, row->h, column);
    arb_t exact;
    arb_init(exact);
    if (bias != NULL) {
        plumb_exact_number(exact, *bias);
        arb_add(row->output + column, row->output + column, exact, row->precision);
    }
    arb_clear(exact);
}

static void multiply_by_gate(const plumb_exact_stages *row, size_t column) {
    const double *gate = plumb_exact_gate(row->problem, row->b, row->h, row->t, column);
    arb_t open;
    arb_init(open);
    if (gate != NULL) {
        plumb_exact_number(open, *gate);
        plumb_exact_sigmoid(open, open, row->precision);
        arb_mul(row->output + column, row->output + column, open, row->precision);
    }
    arb_clear(open);
}

/* The columns as they are before they turn. */
static void sum_columns(plumb_exact_stages *row, size_t from, size_t to) {
    const plumb_problem *problem = row->problem;
    size_t visible = plumb_exact_visible_count(problem, row->b, row->h, row->t);
    bool mean = plumb_exact_is_mean(problem, visible);
    _arb_vec_zero(row->output + from, (slong)(to - from));
    for (size_t i = 0; i < problem->key_length; i++)
        if (mean || plumb_exact_takes_part(problem, row->b, row->h, row->t, i)) {
            add_weighted(row, row->weight + i, plumb_exact_value(problem, row->b, row->h, i), from, to);
            add_weighted(row, row->weight + i, plumb_exact_value_row(problem, row->b, row->t, i), from, to);
        }
    if (plumb_exact_has_sink_value(problem))
        add_weighted(row, row->sink_weight, plumb_exact_sink_value(problem, row->h), from, to);
    for (size_t c = from; c < to; c++) {
        add_value_bias(row, c);
        multiply_by_gate(row, c);
    }
}

/* A pair may have one element before the columns and one behind them: all of them turn. */
static void turn_back(plumb_exact_stages *row, size_t from, size_t to) {
    plumb_exact_movement movement;
    arb_ptr all = _arb_vec_init((slong)row->problem->value_dim), output = row->output;
    row->output = all;
    sum_columns(row, 0, row->problem->value_dim);
    row->output = output;
    plumb_exact_movement_init(&movement, row->problem, row->precision);
    plumb_exact_move_gradient(all, &movement, plumb_exact_query_point(row->problem, row->b, row->t));
    plumb_exact_movement_clear(&movement);
    for (size_t c = from; c < to; c++)
        arb_set(output + c, all + c);
    _arb_vec_clear(all, (slong)row->problem->value_dim);
}

void plumb_exact_output(plumb_exact_stages *row, size_t from, size_t to) {
    if (row->problem->position.kind == PLUMB_POSITION_ROPE_OUTPUT)
        turn_back(row, from, to);
    else
        sum_columns(row, from, to);
}
