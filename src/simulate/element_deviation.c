#include "simulate/element_deviation.h"
#include "exact/position.h"
#include "exact/visible.h"
#include "row/sections.h"
#include "simulate/rounding_variance.h"
#include "simulate/weight_deviation.h"
#include <math.h>

/* Numbers as small as 2^-600 have squares that are 0. */
static double root_of_squares(double a, double b) {
    double most = fabs(a) > fabs(b) ? fabs(a) : fabs(b);
    return most > 0x1p-450 && most < 0x1p500 ? sqrt(a * a + b * b) : hypot(a, b);
}

static double stored(double before, double x, const plumb_store *store) {
    return root_of_squares(before, store->step * x) + store->tiny;
}

/* sum_j moment_j (v_j - v)^2, or (v_j)^2 where weights are not centred, in units of value_unit. */
static double spread_of(const plumb_deviation *d, size_t c, double v) {
    double first = (double)d->own->first[c], second = (double)d->own->second[c];
    double total = d->own->sums.total / d->own->unit;
    bool centred = plumb_weights_are_centred(d->problem);
    return d->own->unit * (centred ? fmax(second - 2 * v * first + v * v * total, 0x1p-20 * second) : second);
}

/* Of the weight of a sink. */
static double sink_variance(const plumb_deviation *d) {
    return plumb_square(d->own->rest) * d->own->of_rest;
}

/* A chain of merges multiplies the sum of the parts before by e^(log-sum-exp - the next), which are rounded. */
static double chain_variance(const plumb_deviation *d) {
    const plumb_precision *p = d->precision;
    double held = d->own->most + log((double)d->own->end + 1); /* at least the magnitude of the log-sum-exp */
    return p->merge_levels > 1
               ? plumb_roundings((double)p->merge_levels, fmin(p->exponent.unit, 0x1p-24)) * plumb_square(held)
               : 0;
}

/* The relative variance of all weights together. */
static double common_variance(const plumb_deviation *d) {
    return (plumb_weights_are_centred(d->problem) ? 0 : d->own->sums.total) + d->own->sums.square * d->store +
           sink_variance(d) + plumb_square(d->own->sums.lost);
}

/* The error of a sink's weight pulls the output to the sink's value. */
static double sink_spread(const plumb_deviation *d, size_t c, double v) {
    const plumb_problem *p = d->problem;
    if (!plumb_exact_has_sink_value(p) || d->own->rest == 0)
        return 0;
    return sink_variance(d) * plumb_square(plumb_exact_sink_value(p, d->h)[c] / d->value_unit - v);
}

/* Of sum_j w_j v_j, which is o. */
static double sum_deviation(const plumb_deviation *d, size_t c, double o) {
    double v = o / d->value_unit;
    double sums = (d->summed + d->merged + chain_variance(d)) * (d->value_square[c] * d->own->sums.square + v * v);
    double own = sums + v * v * common_variance(d);
    double mean = sqrt(spread_of(d, c, v) + sink_spread(d, c, v) + own) * d->value_unit;
    double lost = (double)d->precision->merge_levels * d->precision->part.tiny; /* of parts that underflow */
    return lost > 0 ? root_of_squares(mean, lost) : mean;
}

/* Of a scaled softmax; else 1. */
static double factor_of(const plumb_operator *op) {
    return plumb_operator_is(op->kind, PLUMB_IS_SCALED) ? op->alpha : 1;
}

/* Of a stored factor, relative. */
static double factor_deviation(const plumb_precision *p, double factor) {
    return sqrt(plumb_roundings(1, p->input.unit)) + p->input.tiny / factor;
}

/* Before value bias and gate. */
static double mean_deviation(const plumb_deviation *d, size_t c, double o) {
    double deviation = sum_deviation(d, c, o);
    if (!plumb_operator_is(d->problem->op.kind, PLUMB_IS_SCALED))
        return deviation;
    return root_of_squares(deviation, o * factor_deviation(d->precision, d->problem->op.alpha));
}

static double changed_deviation(const plumb_deviation *d, size_t c, double exact) {
    const plumb_problem *p = d->problem;
    const double *bias = plumb_exact_value_bias(p, d->h, c), *gate = plumb_exact_gate(p, d->b, d->h, d->own->t, c);
    double factor = gate != NULL ? 1 / (1 + exp(-*gate)) : 1;
    double before = factor > 0x1p-100 ? exact / factor : 0, added = bias != NULL ? *bias : 0;
    double step = sqrt(plumb_roundings(1, d->precision->output.unit)), o = before - added;
    double deviation = mean_deviation(d, c, o);
    if (bias != NULL)
        deviation = root_of_squares(deviation, step * root_of_squares(o, before));
    return gate != NULL ? factor * root_of_squares(deviation, 1.75 * step * before) : deviation;
}

/* ---- an output rotated back (spec/positions.md, section 7) ---- */

/* Columns of a pair before it turns and behind that. */
typedef struct {
    size_t m, before[2], behind[2];
} pair;

static pair pair_of(const plumb_problem *p, size_t c) {
    const plumb_rope *rope = &p->position.rope;
    size_t from = plumb_rotated_from(rope, p->head_dim), half = rope->dim / 2, i = c - from;
    bool apart = rope->layout == PLUMB_ROPE_HALF, stays = rope->layout == PLUMB_ROPE_INTERLEAVED;
    size_t m = apart ? i % half : i / 2;
    return (pair){m,
                  {from + (stays ? 2 * m : m), from + (stays ? 2 * m + 1 : m + half)},
                  {from + (apart ? m : 2 * m), from + (apart ? m + half : 2 * m + 1)}};
}

/* The variance of the angle as the engine computes it; of stated sines and cosines their rounding is counted. */
static double angle_variance(const plumb_deviation *d, size_t m) {
    const plumb_rope *rope = &d->problem->position.rope;
    plumb_point point = plumb_exact_query_point(d->problem, d->b, d->own->t);
    plumb_source_pair source = plumb_source_of_pair(rope, m);
    double theta = pow(rope->base, -2 * (double)source.m / (double)source.rope.dim);
    double angle = theta * (double)plumb_farthest_of(point);
    return rope->cosine != NULL ? 0 : plumb_roundings(4, d->precision->exponent.unit) * angle * angle;
}

/* (a, b) is rotated to (a cos + b sin, b cos - a sin).  If only the rotated pair is known, each element counts as if it
   were all of it. */
static double rotated_deviation(const plumb_deviation *d, size_t c) {
    pair at = pair_of(d->problem, c);
    const plumb_ball *before = d->row->unrotated, *behind = d->row->output;
    double x = behind[at.behind[0]].mid, y = behind[at.behind[1]].mid, length = hypot(x, y);
    double a = before[at.before[0]].mid, b = before[at.before[1]].mid, square = a * a + b * b;
    bool known = before[at.before[0]].rad < INFINITY && before[at.before[1]].rad < INFINITY && square > 0;
    double cosine = known ? (a * x + b * y) / square : 1, sine = known ? (b * x - a * y) / square : 1;
    a = known ? a : length;
    b = known ? b : length;
    const plumb_precision *p = d->precision;
    double stored_before = sqrt(plumb_roundings(1, p->output.unit));
    double of_a = root_of_squares(mean_deviation(d, at.before[0], a), stored_before * a);
    double of_b = root_of_squares(mean_deviation(d, at.before[1], b), stored_before * b);
    bool first = c == at.behind[0];
    double moved = root_of_squares((first ? cosine : sine) * of_a, (first ? sine : cosine) * of_b);
    double steps = sqrt(plumb_roundings(4, fmax(p->input.unit, p->output.unit))) *
                   root_of_squares((first ? cosine : sine) * a, (first ? sine : cosine) * b);
    return root_of_squares(root_of_squares(moved, steps), sqrt(angle_variance(d, at.m)) * length);
}

static double output_deviation(const plumb_deviation *d, size_t c, double exact) {
    if (plumb_column_turns(&d->problem->position, d->problem->head_dim, c))
        return rotated_deviation(d, c);
    bool changes = d->problem->extra.value_bias != NULL || d->problem->extra.gate != NULL;
    return changes ? changed_deviation(d, c, exact) : mean_deviation(d, c, exact);
}

/* What was taken off the engine's number, which that was added to, and stored with. */
static double added_to_lse(const plumb_deviation *d) {
    const plumb_problem *p = d->problem;
    const double *added = p->extra.lse_added;
    return added != NULL ? added[(d->b * p->query_heads + d->h) * p->query_length + d->own->t] : 0;
}

static double lse_deviation(const plumb_deviation *d, double exact) {
    const plumb_precision *p = d->precision;
    double added = added_to_lse(d);
    double most = d->own->most,
           weights = d->own->sums.total / plumb_square(factor_of(&d->problem->op)) + sink_variance(d);
    double variance = weights +
                      plumb_roundings(4, p->exponent.unit) * (exact * exact + most * most + 1 + added * added) +
                      d->summed + plumb_square(d->own->sums.lost);
    return sqrt(variance);
}

static double before_storing(const plumb_deviation *d, plumb_quantity quantity, size_t column, double exact) {
    double shared = d->own->sums.total + plumb_roundings(2, d->precision->accumulate.unit) +
                    plumb_square(d->own->sums.lost) + chain_variance(d);
    switch (quantity) {
    case PLUMB_OUTPUT:
        return output_deviation(d, column, exact);
    case PLUMB_WEIGHTS:
        return root_of_squares(sqrt(d->moment[column]), exact * sqrt(shared));
    case PLUMB_SCORES:
        return sqrt(d->score[column]);
    case PLUMB_LSE:
    default:
        return lse_deviation(d, exact);
    }
}

double plumb_deviation_of(const plumb_deviation *d, plumb_quantity quantity, size_t column, double exact,
                          plumb_format format) {
    double held = quantity == PLUMB_LSE ? fabs(exact) + fabs(added_to_lse(d)) : exact;
    return stored(before_storing(d, quantity, column, exact), held, &d->stores[quantity][format]);
}

bool plumb_deviation_says_nothing(const plumb_deviation *d) {
    return !(d->own->sums.total <= d->own->sums.square);
}

plumb_row_errors plumb_deviation_row_errors(const plumb_deviation *d) {
    const plumb_precision *p = d->precision;
    double all = plumb_sum_roundings(1, p->operand) + plumb_sum_roundings((double)d->own->end, p->accumulate);
    return (plumb_row_errors){.alpha = factor_of(&d->problem->op),
                              .each = plumb_roundings(2, p->operand.unit),
                              .all = all,
                              .common = common_variance(d) + all};
}

plumb_error_parts plumb_deviation_parts(const plumb_deviation *d, const plumb_row_errors *shared, size_t c,
                                        double exact, double of_output) {
    const plumb_problem *p = d->problem;
    const double *bias = plumb_exact_value_bias(p, d->h, c), *gate = plumb_exact_gate(p, d->b, d->h, d->own->t, c);
    double unit = d->value_unit * (gate != NULL ? 1 / (1 + exp(-*gate)) : 1);
    double sum = exact / unit - (bias != NULL ? *bias / d->value_unit : 0);
    double read = shared->each * (d->value_square[c] * d->own->sums.square + sum * sum);
    return (plumb_error_parts){.unit = unit,
                               .mean = plumb_weights_are_centred(p) ? sum / shared->alpha : 0,
                               .sum = sum,
                               .variance = plumb_square(of_output / unit) + read + shared->all * sum * sum,
                               .spread = spread_of(d, c, sum),
                               .common = shared->common};
}
/* Sums in binary32 may differ by so much of their terms if all keys, or all values, are the same. */
#define SUMS_ERROR 0x1p-20

double plumb_deviation_tilt(const plumb_deviation *d, size_t c, double exact) {
    const plumb_problem *p = d->problem;
    bool tilts = d->own->tilts && plumb_operator_is(p->op.kind, PLUMB_IS_MEAN);
    bool turns = plumb_column_turns(&p->position, p->head_dim, c);
    if (!tilts || turns || p->extra.value_bias != NULL || p->extra.gate != NULL)
        return 0;
    double sum = (double)d->own->tilt[c] * d->value_unit, mean = exact * d->own->sums.scored / factor_of(&p->op);
    double size = fabs(d->own->sums.scored) * sqrt(d->value_square[c]) * d->value_unit + fabs(sum) + fabs(mean);
    return fabs(sum - mean) > SUMS_ERROR * size ? sum - mean : 0;
}
