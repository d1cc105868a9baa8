/* judge.c - evaluates rows and computes their expected errors.  Rows of one head are prepared several at a time, since
   their deviations are sums over the same values. */
#include "judge/judge.h"
#include "judge/judge_parts.h"
#include "judge/loose.h"
#include "theorem/proof.h"
#include "judge/standing.h"
#include "exact/visible.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

int plumb_judge_init(plumb_judge *judge, const plumb_problem *problem, const plumb_precision *precision,
                     plumb_expected_level level, size_t together) {
    *judge = (plumb_judge){.problem = problem, .precision = precision, .level = level, .tilted = 1};
    judge->origin.problem = problem;
    if (plumb_rows_init(&judge->rows, problem, together, PLUMB_KEEP_ALL) != 0)
        return -1;
    if (plumb_row_size_init(&judge->size, problem, precision) != 0) {
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
        plumb_row_size_free(&judge->size);
        return -1;
    }
    plumb_reference_init(&judge->reference, problem);
    for (size_t q = 0; q < PLUMB_QUANTITIES; q++)
        judge->decided[q] = plumb_proof_decides(problem, precision, (plumb_quantity)q);
    for (size_t q = 0; q < PLUMB_QUANTITIES; q++)
        judge->limit[q] = plumb_expected_element_limit(&level.quantity[q]);
    for (size_t q = 0; q < PLUMB_QUANTITIES; q++)
        judge->stored[q] = plumb_simulated_format_of(q == PLUMB_LSE ? precision->exponent : precision->output, true);
    for (size_t f = 0; f < PLUMB_FORMATS; f++)
        judge->tensor[f] = plumb_simulated_format_of(plumb_format_rounding((plumb_format)f), false);
    return 0;
}

void plumb_judge_free(plumb_judge *judge) {
    plumb_rows_free(&judge->rows);
    plumb_row_size_free(&judge->size);
    plumb_deviation_free(&judge->deviation);
    plumb_key_filter_free(&judge->filter);
    plumb_proof_workspace_free(&judge->proof);
    free(judge->error);
    plumb_reference_clear(&judge->reference);
}

bool plumb_any_nan(const double *x, size_t count) {
    for (size_t c = 0; c < count; c++)
        if (isnan(x[c]))
            return true;
    return false;
}

static bool row_has_nan(const plumb_judge *judge) {
    const plumb_problem *problem = judge->problem;
    if (judge->sees_any && plumb_any_nan(plumb_exact_query(problem, judge->b, judge->h, judge->t), problem->head_dim))
        return true;
    for (size_t i = 0; i < problem->key_length; i++)
        if (plumb_exact_visible(problem, judge->b, judge->h, judge->t, i) &&
            plumb_any_nan(plumb_exact_key(problem, judge->b, judge->h, i), problem->head_dim))
            return true;
    return false;
}

/* The log-sum-exp is needed only where it is judged, if a sink is left out of it. */
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

bool plumb_judge_is_one_of(const plumb_judge *judge, size_t b, size_t h, size_t t, size_t rows) {
    const plumb_problem *p = judge->origin.problem;
    size_t after = p->query_length - 1 - judge->origin.t - t, head = (judge->origin.b + b) * p->query_heads + h;
    return (after + 5 * head) % rows == 0;
}

/* Whether another row may follow: the reference keeps the results of one row until the next is evaluated. */
static bool prepare_row(plumb_judge *judge, size_t b, size_t h, size_t t) {
    const plumb_problem *problem = judge->problem;
    plumb_row *row = plumb_rows_get(&judge->rows, b, h, t);
    plumb_finite finite = plumb_exact_finite(problem, b, h, t, &judge->head);
    bool tight = !finite.keys || row_is_tight(judge, b, h, t);
    if (!tight && judge->prepared > 0)
        return false;
    bool settled = tight;
    for (slong precision = PLUMB_REFERENCE_FIRST; !settled && precision <= PLUMB_REFERENCE_LAST; precision *= 2) {
        plumb_reference_row(&judge->reference, b, h, t, precision, row);
        settled = row_is_tight(judge, b, h, t);
    }
    judge->prepared_finite[judge->prepared] = finite;
    judge->number[judge->prepared++] = judge->deviation.taken;
    if (finite.keys)
        plumb_deviation_take(&judge->deviation, t, row,
                             plumb_least_sizes(problem, judge->precision, row, judge->decided[PLUMB_OUTPUT]),
                             plumb_judge_is_one_of(judge, b, h, t, judge->tilted));
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
    judge->along = judge->tilt = judge->along_stored = judge->tilts = 0;
    judge->output_has_numbers = false;
    for (size_t c = 0; c < problem->value_dim; c++)
        judge->error[c] = judge->of_output[c] = NAN;
    if (!judge->finite.keys)
        return;
    judge->output_has_numbers = judge->finite.values && plumb_judge_has_number(judge, PLUMB_OUTPUT, 0);
    judge->has_size = judge->has_overflow = judge->is_beyond = false;
    plumb_deviation_ask(&judge->deviation, judge->number[t - judge->first], &judge->rows.row);
    judge->least_bound = plumb_least_bound_of(problem, judge->precision, &judge->deviation);
    plumb_judge_begin_bias(judge);
}
