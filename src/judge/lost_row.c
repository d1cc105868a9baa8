/* lost_row.c - see lost_row.h. */
#include "judge/lost_row.h"
#include "theorem/units.h"
#include "exact/visible.h"
#include <math.h>

/* Nothing is done to the mean, or to its values. */
static bool is_plain_mean(const plumb_problem *p) {
    return plumb_operator_is(p->op.kind, PLUMB_IS_SOFTMAX) && p->extra.value_bias == NULL && p->extra.gate == NULL &&
           p->position.value_table == NULL;
}

/* How far values are from the exact mean, and from 0, at most. */
typedef struct {
    double reach, largest;
} values;

static values values_of(const plumb_row_size *row, size_t column, double exact) {
    const plumb_problem *p = row->problem;
    values of = {0, 0};
    for (size_t i = 0; i < p->key_length; i++) {
        double v = plumb_exact_value(p, row->b, row->h, i)[column];
        if (row->takes_part[i])
            of = (values){fmax(of.reach, fabs(v - exact)), fmax(of.largest, fabs(v))};
    }
    return row->takes_part[p->key_length] ? (values){fmax(of.reach, fabs(exact)), of.largest} : of;
}

/* The weight of all keys but one, relative to that one's, whatever the errors of the scores. */
static double weight_beside(const plumb_row_size *row, size_t one) {
    double least = plumb_size_score(row, one).mid - plumb_size_score(row, one).rad - row->error[one], sum = 0;
    for (size_t i = 0; i <= row->problem->key_length; i++) {
        plumb_ball score = plumb_size_score(row, i);
        if (i != one && row->takes_part[i])
            sum += exp(score.mid + score.rad + row->error[i] - least);
    }
    return plumb_known(sum * row->slack * row->slack);
}

static double weight_beside_largest(const plumb_row_size *row) {
    size_t largest = row->problem->key_length + 1;
    for (size_t i = 0; i <= row->problem->key_length; i++)
        if (row->takes_part[i] &&
            (largest > row->problem->key_length || plumb_size_score(row, i).mid > plumb_size_score(row, largest).mid))
            largest = i;
    return largest <= row->problem->key_length ? weight_beside(row, largest) : 0;
}

bool plumb_lost_row_tells(const plumb_row_size *row, plumb_quantity quantity, size_t column, double exact,
                          double *expected) {
    const plumb_precision *p = &row->precision;
    bool is_output = quantity == PLUMB_OUTPUT;
    if (quantity == PLUMB_SCORES || quantity == PLUMB_LSE)
        return true;
    values of = is_output ? values_of(row, column, exact) : (values){1, 1};
    bool has_others = plumb_exact_has_sink_value(row->problem) || row->problem->position.value_table != NULL;
    bool sums_zeros = is_output && of.largest == 0 && !has_others;
    if (!is_plain_mean(row->problem))
        return *expected < of.largest || sums_zeros;
    double rounding = row->steps * p->accumulate.unit + 8 * (p->output.unit + p->operand.unit + p->probability.unit);
    double moved = 2 * weight_beside_largest(row) * of.reach;
    *expected = fmin(*expected, fmin(moved, of.reach) + rounding * of.largest);
    return fmin(moved, *expected) < of.reach || of.reach <= rounding * of.largest;
}
