#include "compare/judge.h"
#include "compare/loose.h"
#include "compare/proof.h"
#include "compare/standing.h"
#include "compare/ulp.h"
#include "exact/visible.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* An element that the twin at this precision cannot place is left where its budgets put it. */
#define LAST_PRECISION 1024

/* Of what is taken for honest of a key, as a glance sees it. */
#define ASKED_FROM 0.5

int plumb_judge_init(plumb_judge *judge, const plumb_problem *problem, const plumb_precision *precision,
                     plumb_honest_level level, size_t together) {
    *judge = (plumb_judge){.problem = problem, .precision = precision, .level = level, .tilted = 1};
    if (plumb_rows_init(&judge->rows, problem, together, PLUMB_KEEP_ALL) != 0)
        return -1;
    if (plumb_budget_row_init(&judge->budget, problem, precision) != 0) {
        plumb_rows_free(&judge->rows);
        return -1;
    }
    judge->error = calloc(5 * problem->value_dim + 1, sizeof *judge->error);
    judge->of_output = judge->error + problem->value_dim;
    judge->rounded = judge->of_output + problem->value_dim;
    judge->slope = judge->rounded + problem->value_dim;
    judge->whole = judge->slope + problem->value_dim;
    if (judge->error == NULL || plumb_deviation_init(&judge->deviation, problem, precision) != 0 ||
        plumb_key_filter_init(&judge->filter, problem) != 0) {
        free(judge->error);
        plumb_deviation_free(&judge->deviation);
        plumb_rows_free(&judge->rows);
        plumb_budget_row_free(&judge->budget);
        return -1;
    }
    plumb_twin_init(&judge->twin, problem);
    for (size_t q = 0; q < PLUMB_QUANTITIES; q++)
        judge->decided[q] = plumb_proof_decides(problem, precision, (plumb_quantity)q);
    for (size_t q = 0; q < PLUMB_QUANTITIES; q++)
        judge->limit[q] = plumb_honest_element_limit(&level.quantity[q]);
    for (size_t q = 0; q < PLUMB_QUANTITIES; q++)
        judge->stored[q] = plumb_honest_format_of(q == PLUMB_LSE ? precision->exponent : precision->output, true);
    return 0;
}

void plumb_judge_free(plumb_judge *judge) {
    plumb_rows_free(&judge->rows);
    plumb_budget_row_free(&judge->budget);
    plumb_deviation_free(&judge->deviation);
    plumb_key_filter_free(&judge->filter);
    free(judge->error);
    plumb_twin_clear(&judge->twin);
}

static bool any_nan(const double *x, size_t count) {
    for (size_t c = 0; c < count; c++)
        if (isnan(x[c]))
            return true;
    return false;
}

static bool row_has_nan(const plumb_judge *judge) {
    const plumb_problem *problem = judge->problem;
    if (judge->sees_any && any_nan(plumb_exact_query(problem, judge->b, judge->h, judge->t), problem->head_dim))
        return true;
    for (size_t i = 0; i < problem->key_length; i++)
        if (plumb_exact_visible(problem, judge->b, judge->h, judge->t, i) &&
            any_nan(plumb_exact_key(problem, judge->b, judge->h, i), problem->head_dim))
            return true;
    return false;
}

/* A budget needs the log-sum-exp only where it is judged and a sink is left out of it. */
static bool lse_is_known(const plumb_judge *judge, size_t b, size_t h, size_t t) {
    const plumb_row *row = &judge->rows.row;
    bool needed = judge->problem->op.sink_outside_lse && !row->without_lse && !isfinite(row->lse.rad);
    return !(needed && plumb_exact_sees_any(judge->problem, b, h, t));
}

static bool row_is_tight(const plumb_judge *judge, size_t b, size_t h, size_t t) {
    const plumb_row *row = &judge->rows.row;
    size_t seen = plumb_keys_that_count(judge->problem, row);
    bool tight = !plumb_any_key_is_loose(row->score, row->weight, seen);
    for (size_t i = 0; !tight && i < seen; i++)
        if (plumb_key_is_loose(row->score[i], row->weight[i]) && plumb_exact_takes_part(judge->problem, b, h, t, i))
            return false;
    return lse_is_known(judge, b, h, t);
}

/* One of so many rows, evenly spread over the queries, others in each head, the last query among those of the first. */
static bool is_one_of(const plumb_judge *judge, size_t b, size_t h, size_t t, size_t rows) {
    const plumb_problem *p = judge->problem;
    return (p->query_length - 1 - t + 5 * (b * p->query_heads + h)) % rows == 0;
}

/* Whether another row may follow: what the twin says of one stays until the next is asked for. */
static bool prepare_row(plumb_judge *judge, size_t b, size_t h, size_t t) {
    const plumb_problem *problem = judge->problem;
    plumb_row *row = plumb_rows_get(&judge->rows, b, h, t);
    plumb_finite finite = plumb_exact_finite(problem, b, h, t, &judge->head);
    bool tight = !finite.keys || row_is_tight(judge, b, h, t);
    if (!tight && judge->prepared > 0)
        return false;
    bool settled = tight;
    for (slong precision = PLUMB_TWIN_FIRST; !settled && precision <= PLUMB_TWIN_LAST; precision *= 2) {
        plumb_twin_row(&judge->twin, b, h, t, precision, row);
        settled = row_is_tight(judge, b, h, t);
    }
    judge->prepared_finite[judge->prepared] = finite;
    judge->number[judge->prepared++] = judge->deviation.taken;
    if (finite.keys)
        plumb_deviation_take(&judge->deviation, t, row,
                             plumb_least_sizes(problem, judge->precision, row, judge->decided[PLUMB_OUTPUT]),
                             is_one_of(judge, b, h, t, judge->tilted));
    return tight;
}

/* A row, and those that follow it in the bundle. */
static void prepare_rows(plumb_judge *judge, size_t b, size_t h, size_t t) {
    judge->prepared_b = b;
    judge->prepared_h = h;
    judge->first = t;
    judge->prepared = 0;
    plumb_deviation_start(&judge->deviation, b, h);
    bool more = prepare_row(judge, b, h, t) && judge->several;
    size_t held = judge->rows.first + judge->rows.count - t;
    while (more && judge->prepared < held && judge->prepared < PLUMB_DEVIATION_ROWS)
        more = prepare_row(judge, b, h, t + judge->prepared);
    plumb_deviation_sum(&judge->deviation);
}

static bool is_prepared(const plumb_judge *judge, size_t b, size_t h, size_t t) {
    return b == judge->prepared_b && h == judge->prepared_h && t >= judge->first && t - judge->first < judge->prepared;
}

/* Whether the element has an exact value that nobody defines. */
static bool has_number(const plumb_judge *judge, plumb_quantity quantity, size_t column) {
    const plumb_problem *p = judge->problem;
    double defined;
    if (quantity == PLUMB_OUTPUT && judge->output_has_numbers)
        return true;
    return judge->finite.keys &&
           !plumb_exact_by_definition(p, judge->b, judge->h, judge->t, judge->sees_any, quantity, column, &defined) &&
           plumb_exact_has_value(p, judge->b, judge->h, judge->t, judge->finite, quantity, column);
}

static bool says_of_keys(const plumb_judge *judge) {
    return judge->output_has_numbers && judge->asked > 0 && plumb_key_filter_asks(judge->problem) &&
           !plumb_deviation_says_nothing(&judge->deviation);
}

/* A key may have much weight in few rows, which are none of those that are asked: a glance tells whether to ask. */
static bool is_worth_asking(plumb_judge *judge) {
    return !judge->is_beyond && plumb_key_filter_glance(&judge->filter, judge->error) >
           ASKED_FROM * plumb_honest_key_limit(&judge->level.quantity[PLUMB_OUTPUT]);
}

/* The variance of a column, of values that are rounded as a matrix unit takes them: the same in all rows of a head. */
static double variance_of_values(const plumb_judge *judge, size_t column) {
    const plumb_deviation *d = &judge->deviation;
    double step = judge->precision->operand.unit * d->value_unit;
    return 0.18 * step * step * d->value_square[column] * d->own->sums.square;
}

/* Of the output as a whole, from errors that are weighed as the filter says, in place of each column by itself. */
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

/* A row that the filter is not asked about says nothing of its output as a whole. */
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
    bool asked = is_one_of(judge, judge->b, judge->h, judge->t, judge->asked);
    bool whole = is_one_of(judge, judge->b, judge->h, judge->t, judge->tilted);
    if (!asked && !whole && !plumb_key_filter_may_glance(&judge->deviation))
        return found;
    plumb_key_filter_set(&judge->filter, &judge->deviation, judge->rows.row.output, judge->of_output);
    if (whole)
        ask_whole(judge);
    return asked || is_worth_asking(judge) ? plumb_key_filter_find(&judge->filter, judge->error) : found;
}

static void begin_bias(plumb_judge *judge) {
    double keys = 0;
    for (size_t j = 0; j < judge->problem->key_length; j++)
        keys += judge->rows.row.visible[j] ? 1 : 0;
    for (size_t q = 0; q < PLUMB_QUANTITIES; q++) {
        judge->bias[q].keys = keys;
        judge->bias[q].lost = judge->deviation.own->sums.lost;
    }
}

void plumb_judge_row(plumb_judge *judge, size_t b, size_t h, size_t t) {
    const plumb_problem *problem = judge->problem;
    judge->b = b;
    judge->h = h;
    judge->t = t;
    if (!is_prepared(judge, b, h, t))
        prepare_rows(judge, b, h, t);
    if (judge->prepared > 1)
        plumb_rows_get(&judge->rows, b, h, t);
    judge->sees_any = plumb_exact_sees_any(problem, b, h, t);
    judge->finite = judge->prepared_finite[t - judge->first];
    judge->not_number = !judge->finite.keys && row_has_nan(judge);
    memset(judge->square, 0, sizeof judge->square);
    memset(judge->count, 0, sizeof judge->count);
    memset(judge->bias, 0, sizeof judge->bias);
    judge->along = judge->tilt = judge->tilts = 0;
    judge->output_has_numbers = false;
    for (size_t c = 0; c < problem->value_dim; c++)
        judge->error[c] = judge->of_output[c] = NAN;
    if (!judge->finite.keys)
        return;
    judge->output_has_numbers = judge->finite.values && has_number(judge, PLUMB_OUTPUT, 0);
    judge->has_budget = judge->has_overflow = judge->is_beyond = false;
    plumb_deviation_ask(&judge->deviation, judge->number[t - judge->first], &judge->rows.row);
    judge->least_budget = plumb_least_budget_of(problem, judge->precision, &judge->deviation);
    begin_bias(judge);
}

static plumb_element new_element(const plumb_judge *judge, size_t column, double engine) {
    return (plumb_element){.present = true,
                           .batch = judge->b,
                           .head = judge->h,
                           .query = judge->t,
                           .column = column,
                           .finding = PLUMB_WITHIN,
                           .engine = engine,
                           .provable = NAN,
                           .ratio = NAN,
                           .least_bound = NAN};
}

/* An element that no budget applies to: right or wrong as a whole.  What is no number has no error. */
static void settle(plumb_element *element, double exact, plumb_finding finding) {
    element->low = element->high = exact;
    element->finding = finding;
    bool wrong = finding != PLUMB_WITHIN;
    double error = isfinite(element->engine) ? INFINITY : NAN;
    element->error_low = element->error_high = element->ulps = wrong ? error : 0;
    element->ratio = wrong ? INFINITY : 0;
}

/* ---- budgets, where they decide, and what may overflow ---- */

/* The budgets of the row: most rows need none. */
static plumb_budget_row *budget_of_row(plumb_judge *judge) {
    if (!judge->has_budget)
        plumb_budget_row_set(&judge->budget, judge->b, judge->h, judge->t, &judge->rows.row);
    judge->has_budget = true;
    return &judge->budget;
}

/* Whether a weight may be divided by a sum that comes out as 0 or is unknown: then NaN says
   nothing. */
static bool may_divide_by_zero(plumb_judge *judge) {
    if (plumb_has_log_sum_exp(judge->problem->op.kind))
        return false;
    return budget_of_row(judge)->keys > 0 && !(budget_of_row(judge)->quotient.least > 0);
}

/* Whether some step before an element of the row may overflow: then nothing is impossible.  Most rows are not asked. */
static bool may_overflow(plumb_judge *judge, plumb_element *element, plumb_quantity quantity, plumb_ball exact,
                         double provable, plumb_format format) {
    plumb_budget_row *budget = budget_of_row(judge);
    if (!judge->has_overflow)
        judge->overflow = plumb_overflow_of_row(budget, &judge->rows.row);
    judge->has_overflow = true;
    element->overflow =
        plumb_overflow_of_element(&judge->overflow, budget, quantity, element, exact, provable, format);
    return element->overflow.step != PLUMB_OVERFLOWS_NOWHERE;
}

bool plumb_judge_may_overflow(plumb_judge *judge, plumb_quantity quantity, plumb_element *element,
                              plumb_format format) {
    double half = (element->high - element->low) / 2;
    plumb_ball exact = {element->low + half, half};
    double provable = plumb_budget_element(budget_of_row(judge), quantity, element->column, exact, format).provable;
    return may_overflow(judge, element, quantity, exact, provable, format);
}

/* Of the weight of a hidden key, or of a row without keys. */
static bool definition_may_overflow(plumb_judge *judge, plumb_element *element, plumb_quantity quantity, double exact,
                                    plumb_format format) {
    return isfinite(exact) && judge->finite.keys &&
           may_overflow(judge, element, quantity, (plumb_ball){exact, 0}, 0, format);
}

static void judge_definition(plumb_judge *judge, plumb_element *element, plumb_quantity quantity, double exact,
                             plumb_format format) {
    double engine = element->engine;
    bool same = engine == exact || (isnan(engine) && isnan(exact));
    element->provable = 0;
    if (quantity == PLUMB_SCORES) {
        settle(element, exact, PLUMB_WITHIN);
        element->finding = PLUMB_NOT_COMPARED;
    } else if (quantity == PLUMB_WEIGHTS && isnan(engine) && !judge->finite.keys)
        settle(element, exact, PLUMB_NO_JUDGEMENT);
    else if (quantity == PLUMB_WEIGHTS && isnan(engine) && may_divide_by_zero(judge))
        settle(element, exact, PLUMB_UNINFORMATIVE);
    else if (same)
        settle(element, exact, PLUMB_WITHIN);
    else if (isnan(exact))
        settle(element, exact, PLUMB_NOT_NAN);
    else if (definition_may_overflow(judge, element, quantity, exact, format))
        settle(element, exact, PLUMB_MAY_OVERFLOW);
    else if (isnan(engine))
        settle(element, exact, PLUMB_NAN);
    else if (isinf(engine))
        settle(element, exact, PLUMB_INFINITE);
    else
        settle(element, exact, PLUMB_NOT_AS_DEFINED);
}

static bool column_is_lost(const plumb_judge *judge, size_t column) {
    const plumb_problem *problem = judge->problem;
    bool mean = plumb_exact_is_mean(problem, judge->sees_any);
    for (size_t i = 0; i < problem->key_length; i++)
        if ((mean || plumb_exact_visible(problem, judge->b, judge->h, judge->t, i)) &&
            !isfinite(plumb_exact_value(problem, judge->b, judge->h, i)[column]))
            return true;
    return false;
}

/* Whether arithmetic has to deliver NaN or an infinity: NaN in a query or key makes every weight
   of a softmax NaN, and a value that is not finite makes its column NaN or infinite.  An infinite
   query or key need not: a score of -infinity is a weight of 0.  Of other operators this is not
   claimed, nor where there is a softcap: max(0, NaN) may be 0, and a tanh may be clamped. */
static bool must_not_be_finite(const plumb_judge *judge, plumb_quantity quantity, size_t column) {
    const plumb_problem *problem = judge->problem;
    if (!plumb_operator_is(problem->op.kind, PLUMB_IS_SOFTMAX) || problem->op.softcap > 0)
        return false;
    if (quantity == PLUMB_SCORES)
        return any_nan(plumb_exact_query(problem, judge->b, judge->h, judge->t), problem->head_dim) ||
               any_nan(plumb_exact_key(problem, judge->b, judge->h, column), problem->head_dim);
    return judge->not_number || (quantity == PLUMB_OUTPUT && column_is_lost(judge, column));
}

static void judge_no_value(const plumb_judge *judge, plumb_element *element, plumb_quantity quantity) {
    bool lost = isfinite(element->engine) && must_not_be_finite(judge, quantity, element->column);
    settle(element, NAN, lost ? PLUMB_FINITE : PLUMB_NO_JUDGEMENT);
}

static void judge_not_finite(plumb_judge *judge, plumb_element *element, plumb_quantity quantity, plumb_ball exact,
                             plumb_budget budget, plumb_format format) {
    bool same_sign = !isnan(element->engine) && (element->engine > 0) == (exact.mid > 0);
    plumb_finding finding = isnan(element->engine) ? PLUMB_NAN : PLUMB_INFINITE;
    if (!plumb_has_log_sum_exp(judge->problem->op.kind) && !isfinite(budget.provable))
        finding = PLUMB_UNINFORMATIVE; /* the denominator may come out as 0 */
    else if (same_sign && plumb_result_may_overflow(judge->precision, quantity, exact, budget.provable, format))
        finding = PLUMB_WITHIN;
    else if (may_overflow(judge, element, quantity, exact, budget.provable, format))
        finding = PLUMB_MAY_OVERFLOW;
    settle(element, exact.mid, finding);
    element->low = plumb_ball_low(exact);
    element->high = plumb_ball_high(exact);
}

/* Whether the enclosure leaves open on which side of a limit the error lies. */
static bool straddles(plumb_error_bounds error, double limit) {
    return error.low <= limit && error.high > limit;
}

static plumb_error_bounds ask_twin(plumb_judge *judge, plumb_quantity quantity, size_t column, double engine,
                                   plumb_budget budget, double probable, plumb_ball *exact) {
    plumb_error_bounds error = {0, INFINITY};
    for (slong precision = PLUMB_TWIN_FIRST;
         precision <= LAST_PRECISION && (straddles(error, probable) || straddles(error, budget.provable));
         precision *= 2) {
        error = plumb_error_from_arb(
            engine, plumb_twin_element(&judge->twin, judge->b, judge->h, judge->t, quantity, column, precision));
        *exact = plumb_twin_ball(&judge->twin, judge->b, judge->h, judge->t, quantity, column, precision);
    }
    return error;
}

/* Of a row that sees no key the definition is the mean of all values: what else is given is another convention. */
static plumb_finding find(const plumb_judge *judge, plumb_quantity quantity, plumb_error_bounds error,
                          plumb_budget budget, double probable) {
    bool above = error.low > budget.provable, nothing = plumb_deviation_says_nothing(&judge->deviation);
    if (above && !(judge->decided[quantity] && judge->sees_any))
        return judge->sees_any ? PLUMB_BEYOND : PLUMB_NOT_AS_DEFINED;
    if (nothing && !budget.informative && !above)
        return PLUMB_UNINFORMATIVE;
    return error.high <= probable && !(nothing && above) ? PLUMB_WITHIN : PLUMB_IMPROBABLE;
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
    plumb_honest_format tensor = plumb_honest_format_of(plumb_format_rounding(format), false);
    double rounded = plumb_honest_round(&tensor, plumb_honest_round(&judge->stored[quantity], exact)) - exact;
    /* Of slopes that are known of some rows alone these stand for all. */
    double share = quantity == PLUMB_OUTPUT ? (double)judge->tilted : 1;
    plumb_bias_add_number(&judge->bias[quantity], copysign(element->error_low, element->engine - exact), exact, rounded,
                          share * slope, element->deviation);
    if (quantity != PLUMB_OUTPUT)
        return;
    judge->rounded[element->column] = rounded;
    add_shared(&judge->bias[PLUMB_OUTPUT], variance_of_values(judge, element->column), exact, element->deviation);
}

static void count_error(plumb_judge *judge, plumb_quantity quantity, const plumb_element *element,
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
    judge->tilts++;
}

/* The error of a number, and what is known by it. */
static void measure(plumb_judge *judge, plumb_element *element, plumb_quantity quantity, plumb_ball exact,
                    plumb_error_bounds error, plumb_format format) {
    element->low = plumb_ball_low(exact);
    element->high = plumb_ball_high(exact);
    element->error_low = error.low;
    element->error_high = error.high;
    element->ulps = error.high / plumb_ulp(exact.mid, format);
    judge->is_beyond = judge->is_beyond || element->finding == PLUMB_BEYOND || element->finding == PLUMB_IMPROBABLE;
    count_error(judge, quantity, element, format);
}

static void judge_by_budget(plumb_judge *judge, plumb_element *element, plumb_quantity quantity, plumb_ball exact,
                            plumb_budget budget, plumb_format format, size_t *escalated) {
    plumb_error_bounds error = plumb_error_from_ball(element->engine, exact);
    if (straddles(error, element->probable) || straddles(error, budget.provable)) {
        error = ask_twin(judge, quantity, element->column, element->engine, budget, element->probable, &exact);
        (*escalated)++;
    }
    element->finding = find(judge, quantity, error, budget, element->probable);
    if (element->finding == PLUMB_BEYOND && may_overflow(judge, element, quantity, exact, budget.provable, format))
        element->finding = PLUMB_MAY_OVERFLOW;
    measure(judge, element, quantity, exact, error, format);
    element->provable = budget.provable;
    element->ratio = error.low / budget.provable;
    element->least_bound = budget.provable;
}

/* ---- numbers of which proof decides ---- */

/* About as little as proved code may allow an output: from sums over so many keys that it is above `enough`, else over
   all. */
static double least_bound(plumb_judge *judge, size_t column, double enough, double exact) {
    double bound;
    do
        bound = plumb_least_budget_at(&judge->least_budget,
                                      plumb_deviation_reach_from(&judge->deviation, column, exact), exact);
    while (enough > bound && plumb_deviation_reach_farther(&judge->deviation));
    return bound;
}

/* Of other tensors, and where values are changed after they were summed, it is the last unit of a number. */
static double least_bound_of(plumb_judge *judge, plumb_quantity quantity, const plumb_element *element, double error,
                             double exact, plumb_format format) {
    double enough = element->finding == PLUMB_WITHIN ? error : error / PLUMB_SURELY_ALLOWED;
    bool known = quantity == PLUMB_OUTPUT && !judge->least_budget.says_nothing;
    return known ? least_bound(judge, element->column, enough, exact) : plumb_ulp(exact, format);
}

/* Whether the number is asked about later is not known yet: here it is held against what is expected. */
static void judge_by_expectation(plumb_judge *judge, plumb_element *element, plumb_quantity quantity,
                                 plumb_ball exact, plumb_format format, size_t *escalated) {
    const plumb_budget none = {INFINITY, true};
    plumb_error_bounds error = plumb_error_from_ball(element->engine, exact);
    if (straddles(error, element->probable)) {
        error = ask_twin(judge, quantity, element->column, element->engine, none, element->probable, &exact);
        (*escalated)++;
    }
    element->finding = error.high <= element->probable ? PLUMB_WITHIN : PLUMB_IMPROBABLE;
    element->least_bound = least_bound_of(judge, quantity, element, error.high, exact.mid, format);
    measure(judge, element, quantity, exact, error, format);
}

/* Rows of which errors are as large as weights, to first order, may say something all the same. */
static bool is_expected(const plumb_judge *judge, plumb_quantity quantity) {
    return judge->decided[quantity] && judge->sees_any && !judge->thorough &&
           !plumb_deviation_says_nothing(&judge->deviation);
}

/* Whether an error is within the provable budget, whatever that is, and as honest ones are. */
static bool is_small(plumb_judge *judge, plumb_quantity quantity, const plumb_element *element, plumb_ball exact,
                     double error) {
    if (judge->thorough || quantity != PLUMB_OUTPUT || !(error <= element->probable) ||
        plumb_deviation_says_nothing(&judge->deviation))
        return false;
    return error <= least_bound(judge, element->column, error, exact.mid);
}

/* The enclosure of an element: the kernels' where they have one, else the twin's. */
static plumb_ball enclosure(plumb_judge *judge, plumb_quantity quantity, size_t column) {
    plumb_ball ball = plumb_row_ball(&judge->rows.row, quantity, column);
    for (slong precision = PLUMB_TWIN_FIRST; !isfinite(ball.rad) && precision <= PLUMB_TWIN_LAST; precision *= 2)
        ball = plumb_twin_ball(&judge->twin, judge->b, judge->h, judge->t, quantity, column, precision);
    return ball;
}

static void judge_without_number(plumb_judge *judge, plumb_element *element, plumb_quantity quantity,
                                 plumb_format format) {
    double defined;
    if (plumb_exact_by_definition(judge->problem, judge->b, judge->h, judge->t, judge->sees_any, quantity,
                                  element->column, &defined))
        judge_definition(judge, element, quantity, defined, format);
    else
        judge_no_value(judge, element, quantity);
}

static void judge_value(plumb_judge *judge, plumb_element *element, plumb_quantity quantity, plumb_ball exact,
                        plumb_format format, size_t *escalated) {
    bool finite = isfinite(element->engine);
    plumb_error_bounds error = plumb_error_from_ball(element->engine, exact);
    if (finite && is_expected(judge, quantity)) {
        judge_by_expectation(judge, element, quantity, exact, format, escalated);
        return;
    }
    if (finite && is_small(judge, quantity, element, exact, error.high)) {
        measure(judge, element, quantity, exact, error, format);
        return;
    }
    plumb_budget budget = plumb_budget_element(budget_of_row(judge), quantity, element->column, exact, format);
    if (finite)
        judge_by_budget(judge, element, quantity, exact, budget, format, escalated);
    else
        judge_not_finite(judge, element, quantity, exact, budget, format);
    element->provable = budget.provable;
}

plumb_element plumb_judge_element(plumb_judge *judge, plumb_quantity quantity, size_t column, double engine,
                                  plumb_format format, size_t *escalated) {
    plumb_element element = new_element(judge, column, engine);
    if (!has_number(judge, quantity, column)) {
        judge_without_number(judge, &element, quantity, format);
        return element;
    }
    plumb_ball exact = enclosure(judge, quantity, column);
    if (!isfinite(exact.rad)) {
        settle(&element, exact.mid, PLUMB_UNINFORMATIVE);
        return element;
    }
    element.deviation = plumb_deviation_of(&judge->deviation, quantity, column, exact.mid, format);
    if (isnan(element.deviation)) {
        settle(&element, exact.mid, PLUMB_UNINFORMATIVE);
        return element;
    }
    element.probable = element.deviation * judge->limit[quantity];
    judge_value(judge, &element, quantity, exact, format, escalated);
    return element;
}
