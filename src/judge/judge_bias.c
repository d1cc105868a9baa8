/* judge_bias.c - what the errors of a row say together: of single keys, of a factor of its output, and of rounding that
   leans to one side. */
#include "judge/judge_parts.h"
#include "judge/standing.h"
#include "simulate/element_deviation.h"
#include <math.h>

/* Of what is expected of a key, as a glance sees it. */
#define ASKED_FROM 0.5

static bool says_of_keys(const plumb_judge *judge) {
    return judge->output_has_numbers && judge->asked > 0 && plumb_key_filter_asks(judge->problem) &&
           !plumb_deviation_says_nothing(&judge->deviation);
}

/* A key may have much weight in a few rows outside the sample: a quick test tells whether to apply the filter. */
static bool is_worth_asking(plumb_judge *judge) {
    return !judge->is_beyond && plumb_key_filter_glance(&judge->filter, judge->error) >
           ASKED_FROM * plumb_expected_key_limit(&judge->level.quantity[PLUMB_OUTPUT]);
}

/* The variance of a column, of values that are rounded as a matrix unit takes them: the same in all rows of a head. */
static double variance_of_values(const plumb_judge *judge, size_t column) {
    const plumb_deviation *d = &judge->deviation;
    double step = judge->precision->operand.unit * d->value_unit;
    return 0.18 * step * step * d->value_square[column] * d->own->sums.square;
}

/* Sums of the output as a whole, from errors with the filter's weights, instead of each column alone. */
static void ask_whole(plumb_judge *judge) {
    plumb_bias_row *bias = &judge->bias[PLUMB_OUTPUT];
    double tilt = plumb_key_filter_whole(&judge->filter, judge->whole);
    double shared = 0;
    bias->tilt = tilt;
    for (size_t c = 0; c < judge->problem->value_dim && tilt > 0; c++) {
        if (!isfinite(judge->error[c]))
            continue;
        bias->along += judge->whole[c] * judge->error[c];
        bias->stored += judge->whole[c] * judge->rounded[c];
        bias->slope += judge->whole[c] * judge->slope[c];
        shared += judge->whole[c] * judge->whole[c] * variance_of_values(judge, c);
    }
    bias->shared = sqrt(shared);
}

/* A row to which the filter is not applied has no sums of its output as a whole. */
static void forget_whole(plumb_judge *judge) {
    plumb_bias_row *bias = &judge->bias[PLUMB_OUTPUT];
    bias->along = bias->tilt = bias->stored = bias->slope = bias->shared = 0;
}

/* Until all numbers of a row are counted their variances are summed. */
static void end_shared(plumb_bias_row *bias) {
    bias->shared = sqrt(bias->shared);
    bias->shared_sum = sqrt(bias->shared_sum);
}

static void add_shared(plumb_bias_row *bias, double variance, double exact, double deviation) {
    double one = variance / (deviation * deviation), along = one * (exact / deviation) * (exact / deviation);
    if (isfinite(one) && isfinite(along)) {
        bias->shared_sum += one;
        bias->shared += along;
    }
}

plumb_key_finding plumb_judge_keys(plumb_judge *judge) {
    plumb_key_finding found = {0};
    end_shared(&judge->bias[PLUMB_OUTPUT]);
    if (!plumb_key_filter_asks(judge->problem))
        return found;
    forget_whole(judge);
    if (!says_of_keys(judge))
        return found;
    bool asked = plumb_judge_is_one_of(judge, judge->b, judge->h, judge->t, judge->asked);
    bool whole = plumb_judge_is_one_of(judge, judge->b, judge->h, judge->t, judge->tilted);
    if (!asked && !whole && !plumb_key_filter_may_glance(&judge->deviation))
        return found;
    plumb_key_filter_set(&judge->filter, &judge->deviation, judge->rows.row.output, judge->of_output);
    if (whole)
        ask_whole(judge);
    return asked || is_worth_asking(judge) ? plumb_key_filter_find(&judge->filter, judge->error) : found;
}

void plumb_judge_begin_bias(plumb_judge *judge) {
    size_t keys = 0;
    for (size_t j = 0; j < judge->problem->key_length; j++)
        keys += judge->rows.row.visible[j] ? 1 : 0;
    for (size_t q = 0; q < PLUMB_QUANTITIES; q++) {
        judge->bias[q].keys = (double)keys;
        judge->bias[q].lost = judge->deviation.own->sums.lost;
    }
}

/* By how much a number grows if all scores of its row grow by a part of themselves, relative to that part.  The
   log-sum-exp does also if all weights grow by that part. */
static double slope_of(const plumb_judge *judge, plumb_quantity quantity, size_t column, double exact) {
    const plumb_key_sums *sums = &judge->deviation.own->sums;
    switch (quantity) {
    case PLUMB_OUTPUT:
        return judge->deviation.own->tilts ? plumb_deviation_tilt(&judge->deviation, column, exact) : 0;
    case PLUMB_WEIGHTS:
        return exact != 0 ? exact * (judge->rows.row.score[column].mid - sums->scored) : 0;
    case PLUMB_SCORES:
        return exact;
    case PLUMB_LSE:
    default:
        return 1 + fabs(sums->scored);
    }
}

/* An error within the radius of the enclosure is none. */
static void count_bias(plumb_judge *judge, plumb_quantity quantity, const plumb_element *element, double exact,
                       double slope, plumb_format format) {
    double stored = plumb_simulated_round(&judge->stored[quantity], exact);
    double rounded = plumb_simulated_round(&judge->tensor[format], stored) - exact;
    /* Of slopes that are known of some rows alone these stand for all. */
    double share = quantity == PLUMB_OUTPUT ? (double)judge->tilted : 1;
    plumb_bias_add_number(&judge->bias[quantity], copysign(element->error_low, element->engine - exact), exact, rounded,
                          share * slope, element->deviation);
    if (quantity != PLUMB_OUTPUT)
        return;
    judge->rounded[element->column] = rounded;
    add_shared(&judge->bias[PLUMB_OUTPUT], variance_of_values(judge, element->column), exact, element->deviation);
}

void plumb_judge_count_error(plumb_judge *judge, plumb_quantity quantity, const plumb_element *element,
                        plumb_format format) {
    double x = element->error_low / element->deviation;
    if (!isfinite(x))
        return;
    judge->square[quantity] += x * x;
    judge->count[quantity]++;
    double exact = element->low + (element->high - element->low) / 2;
    double slope = slope_of(judge, quantity, element->column, exact);
    if (!plumb_deviation_says_nothing(&judge->deviation))
        count_bias(judge, quantity, element, exact, slope, format);
    if (quantity != PLUMB_OUTPUT)
        return;
    judge->error[element->column] = element->engine - exact;
    judge->of_output[element->column] = element->deviation;
    judge->slope[element->column] = slope;
    if (!judge->deviation.own->tilts)
        return;
    double tilt = slope / element->deviation;
    judge->along += (element->engine - exact) / element->deviation * tilt;
    judge->tilt += tilt * tilt;
    if (!plumb_deviation_says_nothing(&judge->deviation))
        judge->along_stored += judge->rounded[element->column] / element->deviation * tilt;
    judge->tilts++;
}
