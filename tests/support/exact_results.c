#include "tests/support/exact_results.h"
#include "exact/position.h"
#include "exact/visible.h"
#include <math.h>

static bool is_softmax(const plumb_problem *problem) {
    return problem->op.kind == PLUMB_SOFTMAX || problem->op.kind == PLUMB_SCALED_SOFTMAX;
}

exact_row_budget exact_budget_of(exact_place place) {
    size_t visible = plumb_exact_visible_count(place.problem, place.b, place.h, place.t);
    exact_row_budget row = {.is_mean = plumb_exact_is_mean(place.problem, visible)};
    row.scores = exact_scores_of(place);
    row.softmax = row.is_mean ? exact_mean_of(place) : exact_softmax_of(place, &row.scores);
    if (!is_softmax(place.problem))
        row.quotient = exact_quotient_of(place, &row.scores, &row.softmax);
    return row;
}

/* ---- storing ---- */

/* A number, and what it is off by. */
typedef struct {
    real size, error;
} inexact;

/* What is off by b, rounded: b + u (|x| + b) + t. */
static inexact rounded(inexact x, real unit, real tiny) {
    return (inexact){x.size, SUM(x.error, PRODUCT(unit, SUM(x.size, x.error)), tiny)};
}

static real stored(exact_place place, inexact x, plumb_rounding first, plumb_format format) {
    plumb_rounding tensor = plumb_format_rounding(format);
    plumb_rounding sums = place.precision->accumulate;
    real unit = COMPOUND(number(first.unit), number(tensor.unit > first.unit ? tensor.unit : 0),
                         gamma_of(number(4), number(sums.unit)));
    real tiny = SUM(PRODUCT(number(2), SUM(number(first.tiny), number(tensor.tiny))),
                    PRODUCT(number(8), number(sums.tiny)));
    return rounded(x, unit, tiny).error;
}

real exact_score_budget(exact_place place, const exact_row_budget *row, size_t i,
                        plumb_format format) {
    inexact x = {row->scores.size[i], row->scores.error[i]};
    return stored(place, x, (plumb_rounding){0, 0, 0, false}, format);
}

/* ---- weights and outputs ---- */

/* Section 11: a factor on the output */
static inexact multiplied(exact_place place, inexact x) {
    const plumb_precision *p = place.precision;
    real alpha = number(place.problem->op.alpha);
    if (place.problem->op.kind != PLUMB_SCALED_SOFTMAX)
        return x;
    real factor = SUM(number(p->input.unit), over(number(p->input.tiny), alpha));
    real unit = COMPOUND(factor, number(p->output.unit),
                         gamma_of(number(2), number(p->accumulate.unit)));
    inexact product = {PRODUCT(alpha, x.size), PRODUCT(alpha, x.error)};
    return rounded(product, unit,
                   SUM(number(p->output.tiny), PRODUCT(number(2), number(p->accumulate.tiny))));
}

/* The sum over the values; *value gets it with its sign */
static inexact weighed(exact_place place, const exact_row_budget *row, exact_values values,
                       real *value) {
    inexact x;
    if (is_softmax(place.problem)) {
        *value = exact_mean_of_values(place, row->softmax.weight, values);
        x = (inexact){absolute(*value), exact_mean_error(place, &row->softmax, values)};
        if (place.problem->op.kind == PLUMB_SCALED_SOFTMAX)
            *value = PRODUCT(number(place.problem->op.alpha), *value);
        return multiplied(place, x);
    }
    *value = over(exact_mean_of_values(place, row->quotient.numerator, values),
                  row->quotient.denominator);
    x.size = absolute(*value);
    x.error = exact_quotient_error(place, &row->softmax, &row->quotient, values);
    return x;
}

real exact_weight_budget(exact_place place, const exact_row_budget *row, size_t i,
                         plumb_format format) {
    real value;
    inexact x = weighed(place, row, exact_values_of_weight(place, i), &value);
    return stored(place, x, place.precision->output, format);
}

/* Section 16: stored before each step */
static inexact stored_between(const plumb_precision *p, inexact x) {
    return rounded(x, COMPOUND(number(p->output.unit), number(p->accumulate.unit)),
                   SUM(number(p->output.tiny), number(p->accumulate.tiny)));
}

static inexact with_value_bias(const plumb_precision *p, inexact x, real value, double bias) {
    x = stored_between(p, x);
    return (inexact){absolute(SUM(value, number(bias))),
                     SUM(x.error, PRODUCT(number(p->input.unit), number(fabs(bias))),
                         number(p->input.tiny))};
}

static inexact gated(const plumb_precision *p, inexact x, double gate) {
    real four = gamma_of(number(4), number(p->exponent.unit)), zero = number(0);
    real tiny = number(p->exponent.tiny), g = number(fmin(fabs(gate), 1000));
    real l = SUM(gamma_of(number(1), number(p->exponential)), PRODUCT(four, g),
                 PRODUCT(number(4), tiny));
    real function = COMPOUND(growth_of(l), four);
    real sigma = over(number(1), SUM(number(1), exponential(minus(zero, number(gate)))));
    real lost = PRODUCT(SUM(number(p->output.tiny), PRODUCT(number(4), tiny)),
                        SUM(x.size, x.error));
    x = stored_between(p, x);
    x = (inexact){PRODUCT(sigma, x.size), PRODUCT(sigma, x.error)};
    return rounded(x, COMPOUND(function, number(p->output.unit)),
                   SUM(lost, number(p->accumulate.tiny)));
}

static exact_values column_values(exact_place place, size_t column) {
    const plumb_problem *problem = place.problem;
    size_t length = problem->key_length;
    exact_values values = {room_for(length + 1, sizeof(real)), room_for(length + 1, sizeof(real)),
                           true};
    for (size_t i = 0; i <= length; i++) {
        double v = 0, more = 0;
        const double *row = NULL;
        if (i < length) {
            v = plumb_exact_value(problem, place.b, place.h, i)[column];
            row = plumb_exact_value_row(problem, place.b, place.t, i);
        } else if (plumb_exact_has_sink_value(problem)) {
            v = plumb_exact_sink_value(problem, place.h)[column];
        }
        more = row == NULL ? 0 : row[column];
        values.value[i] = SUM(number(v), number(more));
        values.size[i] = SUM(number(fabs(v)), number(fabs(more)));
    }
    return values;
}

real exact_output_budget(exact_place place, const exact_row_budget *row, size_t column,
                         plumb_format format) {
    const plumb_problem *problem = place.problem;
    const double *bias = plumb_exact_value_bias(problem, place.h, column);
    const double *gate = plumb_exact_gate(problem, place.b, place.h, place.t, column);
    real value;
    inexact x = weighed(place, row, column_values(place, column), &value);
    if (bias != NULL)
        x = with_value_bias(place.precision, x, value, *bias);
    if (gate != NULL)
        x = gated(place.precision, x, *gate);
    return stored(place, x, place.precision->output, format);
}

/* ---- log-sum-exp ---- */

static bool counts(const exact_row_budget *row, size_t i, size_t length, bool with_sink) {
    return row->softmax.takes_part[i] && (i < length || with_sink);
}

/* The weights of what is counted, and the log-sum-exp */
static real lse_weights(real *weight, const exact_row_budget *row, size_t length, bool with_sink) {
    real top = NULL, sum = number(0);
    for (size_t i = 0; i <= length; i++)
        if (counts(row, i, length, with_sink))
            top = top == NULL ? row->scores.score[i] : larger(top, row->scores.score[i]);
    for (size_t i = 0; i <= length; i++) {
        weight[i] = number(0);
        if (counts(row, i, length, with_sink))
            weight[i] = exponential(minus(row->scores.score[i], top));
        sum = SUM(sum, weight[i]);
    }
    for (size_t i = 0; i <= length; i++)
        weight[i] = over(weight[i], sum);
    return SUM(top, logarithm(sum));
}

/* (1 - y)/y where y is at least 1/4 */
static real relative_loss(real y) {
    bool useful = is_finite(y) && !is_above(number(0.25), y);
    return useful ? over(minus(number(1), y), y) : infinite();
}

/* r: what the sum is off by, in its logarithm */
static real sum_error(exact_softmax softmax, size_t length) {
    real one = number(1), kappa = softmax.kappa, largest = number(0);
    real lost = PRODUCT(SUM(one, kappa),
                        SUM(PRODUCT(softmax.probability_lost, count_of(softmax.count)),
                            softmax.sum_lost));
    real excess = PRODUCT(softmax.excess, exponential(softmax.moved_error));
    real zeta = PRODUCT(excess, lost), any_zeta = PRODUCT(softmax.slack, lost);
    real declines = sum_of_declines(&softmax, length, softmax.exponent);
    real growths = sum_of_growths(&softmax, length, softmax.exponent);
    real below = relative_loss(minus(PRODUCT(minus(one, kappa), minus(one, declines)), zeta));
    real any = relative_loss(minus(minus(one, kappa), any_zeta));
    for (size_t i = 0; i <= length; i++)
        largest = is_finite(exact_growth(softmax.exponent[i]))
                      ? larger(largest, softmax.exponent[i])
                      : infinite();
    real by_weights = larger(SUM(COMPOUND(kappa, growths), zeta), below);
    return smaller(is_finite(below) ? by_weights : below, SUM(largest, any));
}

real exact_lse_budget(exact_place place, const exact_row_budget *row, plumb_format format) {
    const plumb_precision *p = place.precision;
    size_t length = place.problem->key_length;
    exact_softmax softmax = row->softmax;
    softmax.weight = room_for(length + 1, sizeof(real));
    real lse = absolute(lse_weights(softmax.weight, row, length,
                                    !place.problem->op.sink_outside_lse));
    real r = sum_error(softmax, length);
    real size = SUM(softmax.largest, softmax.log_count, lse, r);
    inexact x = {lse, SUM(r, PRODUCT(gamma_of(number(8), number(p->exponent.unit)), size),
                          PRODUCT(number(16), number(p->exponent.tiny)))};
    return stored(place, x, p->exponent, format);
}
