/* judge_element.c - judges one number of a row: by its definition if it has one, by what may overflow if it is not
   finite, else by its expected error.  Whether it is impossible is tested later (ask.h). */
#include "judge/judge_parts.h"
#include "judge/lost_row.h"
#include "theorem/proof.h"
#include "theorem/ulp.h"
#include "exact/visible.h"
#include "simulate/element_deviation.h"
#include "simulate/stored_weights.h"
#include <math.h>

/* An element that the reference at this precision cannot place is left where its enclosure puts it. */
#define LAST_PRECISION 1024

bool plumb_judge_has_number(const plumb_judge *judge, plumb_quantity quantity, size_t column) {
    const plumb_problem *p = judge->problem;
    double defined;
    if (quantity == PLUMB_OUTPUT && judge->output_has_numbers)
        return true;
    return judge->finite.keys &&
           !plumb_exact_by_definition(p, judge->b, judge->h, judge->t, judge->sees_any, quantity, column, &defined) &&
           plumb_exact_has_value(p, judge->b, judge->h, judge->t, judge->finite, quantity, column);
}

static plumb_element new_element(const plumb_judge *judge, size_t column, double engine) {
    const plumb_sequences *sequences = &judge->problem->sequences;
    return (plumb_element){.present = true,
                           .batch = judge->b,
                           .head = judge->h,
                           .query = judge->t,
                           .in_sequence = sequences->start != NULL,
                           .token = sequences->start != NULL ? (size_t)sequences->start[judge->b] + judge->t : 0,
                           .column = column,
                           .finding = PLUMB_WITHIN,
                           .engine = engine,
                           .provable = NAN,
                           .ratio = NAN,
                           .least_bound = NAN};
}

/* An element that has no error: right or wrong as a whole.  What is no number has no error. */
static void settle(plumb_element *element, double exact, plumb_finding finding) {
    element->low = element->high = exact;
    element->finding = finding;
    bool wrong = finding != PLUMB_WITHIN;
    double error = isfinite(element->engine) ? INFINITY : NAN;
    element->error_low = element->error_high = element->ulps = wrong ? error : 0;
    element->ratio = wrong ? INFINITY : 0;
}

/* ---- what may overflow ---- */

/* Computed on demand, as most rows do not need it. */
static const plumb_row_size *size_of_row(plumb_judge *judge) {
    if (!judge->has_size)
        plumb_row_size_set(&judge->size, judge->b, judge->h, judge->t, &judge->rows.row);
    judge->has_size = true;
    return &judge->size;
}

static const plumb_row_overflow *overflow_of_row(plumb_judge *judge) {
    if (!judge->has_overflow)
        judge->overflow = plumb_overflow_of_row(size_of_row(judge));
    judge->has_overflow = true;
    return &judge->overflow;
}

bool plumb_judge_may_overflow(plumb_judge *judge, plumb_quantity quantity, plumb_element *element,
                              plumb_format format) {
    element->overflow =
        plumb_overflow_of_element(overflow_of_row(judge), &judge->size, quantity, element, format);
    return element->overflow.step != PLUMB_OVERFLOWS_NOWHERE;
}

/* Of the weight of a hidden key, or of a row without keys. */
static bool definition_may_overflow(plumb_judge *judge, plumb_element *element, plumb_quantity quantity, double exact,
                                    plumb_format format) {
    return isfinite(exact) && judge->finite.keys &&
           plumb_judge_may_overflow(judge, quantity, element, format);
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
    else if (quantity == PLUMB_WEIGHTS && isnan(engine) && overflow_of_row(judge)->may_divide_by_zero)
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
        return plumb_any_nan(plumb_exact_query(problem, judge->b, judge->h, judge->t), problem->head_dim) ||
               plumb_any_nan(plumb_exact_key(problem, judge->b, judge->h, column), problem->head_dim);
    return judge->not_number || (quantity == PLUMB_OUTPUT && column_is_lost(judge, column));
}

static void judge_no_value(const plumb_judge *judge, plumb_element *element, plumb_quantity quantity) {
    bool lost = isfinite(element->engine) && must_not_be_finite(judge, quantity, element->column);
    settle(element, NAN, lost ? PLUMB_FINITE : PLUMB_NO_JUDGEMENT);
}

/* Numbers so many expected errors, and this part of themselves, beyond the exact one are as large as any engine's. */
#define LARGER 0x1p-4
#define EXPECTED_ERRORS 64

/* Whether the number itself may be so large that an infinity of its sign stands for it: not if proof excludes the least
   number that does.  Of gathered rows it is not asked, since it counts rescalings by where keys are among all. */
static bool result_may_overflow(plumb_judge *judge, const plumb_element *element, plumb_quantity quantity,
                                plumb_ball exact, plumb_format format) {
    bool same_sign = !isnan(element->engine) && (element->engine > 0) == (exact.mid > 0), excluded = false;
    double size = (1 + LARGER) * (fabs(exact.mid) + exact.rad) + EXPECTED_ERRORS * element->probable;
    double limit = plumb_result_overflow(judge->precision, quantity, format);
    plumb_element least = *element;
    if (!same_sign || size < limit)
        return false;
    if (fabs(exact.mid) + exact.rad >= limit)
        return true;
    least.engine = copysign(limit, exact.mid);
    const plumb_problem *p = judge->problem;
    bool turns = quantity == PLUMB_OUTPUT && plumb_column_turns(&p->position, p->head_dim, element->column);
    bool asks = judge->decided[quantity] && p == judge->origin.problem && !turns;
    int status = asks ? plumb_prove_impossible(judge->problem, judge->precision, quantity, &least, PLUMB_F64,
                                              &judge->proof, &excluded)
                      : 0;
    return status != 0 || !excluded;
}

static void judge_not_finite(plumb_judge *judge, plumb_element *element, plumb_quantity quantity, plumb_ball exact,
                             plumb_format format) {
    plumb_finding finding = isnan(element->engine) ? PLUMB_NAN : PLUMB_INFINITE;
    if (quantity != PLUMB_SCORES && overflow_of_row(judge)->may_divide_by_zero)
        finding = PLUMB_UNINFORMATIVE;
    else if (result_may_overflow(judge, element, quantity, exact, format))
        finding = PLUMB_WITHIN;
    else if (plumb_judge_may_overflow(judge, quantity, element, format))
        finding = PLUMB_MAY_OVERFLOW;
    settle(element, exact.mid, finding);
    element->low = plumb_ball_low(exact);
    element->high = plumb_ball_high(exact);
}

/* Whether the enclosure contains errors on both sides of the limit. */
static bool straddles(plumb_error_bounds error, double limit) {
    return error.low <= limit && error.high > limit;
}

static plumb_error_bounds ask_reference(plumb_judge *judge, plumb_quantity quantity, const plumb_element *element,
                                   plumb_ball *exact) {
    plumb_error_bounds error = {0, INFINITY};
    for (slong precision = PLUMB_REFERENCE_FIRST; precision <= LAST_PRECISION && straddles(error, element->probable);
         precision *= 2) {
        error = plumb_error_from_arb(element->engine,
                                     plumb_reference_element(&judge->reference, judge->b, judge->h, judge->t, quantity,
                                                             element->column, precision));
        *exact =
            plumb_reference_ball(&judge->reference, judge->b, judge->h, judge->t, quantity, element->column, precision);
    }
    return error;
}

/* The error of a number, and what is known by it. */
static void measure(plumb_judge *judge, plumb_element *element, plumb_quantity quantity, plumb_ball exact,
                    plumb_error_bounds error, plumb_format format) {
    element->low = plumb_ball_low(exact);
    element->high = plumb_ball_high(exact);
    element->error_low = error.low;
    element->error_high = error.high;
    /* A number may be so near to an exact one that may be 0 that no unit measures it. */
    element->ulps = error.low == 0 && fabs(exact.mid) <= exact.rad ? 0 : error.high / plumb_ulp(exact.mid, format);
    judge->is_beyond = judge->is_beyond || element->finding == PLUMB_IMPROBABLE;
    plumb_judge_count_error(judge, quantity, element, format);
}

/* ---- numbers, which the theorem decides ---- */

/* About as little as proved code may allow an output: from sums over so many keys that it is above `enough`, else over
   all. */
static double least_bound(plumb_judge *judge, size_t column, double enough, double exact) {
    double bound;
    do
        bound = plumb_least_bound_at(&judge->least_bound,
                                      plumb_deviation_reach_from(&judge->deviation, column, exact), exact);
    while (enough > bound && plumb_deviation_reach_farther(&judge->deviation));
    return bound;
}

/* Of other tensors, and where values are changed after they were summed, it is the last unit of a number. */
static double least_bound_of(plumb_judge *judge, plumb_quantity quantity, const plumb_element *element, double error,
                             double exact, plumb_format format) {
    double enough = element->finding == PLUMB_WITHIN ? error : error / PLUMB_SURELY_ALLOWED;
    const plumb_problem *p = judge->problem;
    bool known = quantity == PLUMB_OUTPUT && !judge->least_bound.says_nothing &&
                 !plumb_column_turns(&p->position, p->head_dim, element->column);
    return known ? least_bound(judge, element->column, enough, exact) : plumb_ulp(exact, format);
}

/* Where errors are as large as weights, to first order, being within what is expected may say nothing. */
static bool limit_expected(plumb_judge *judge, plumb_element *element, plumb_quantity quantity, double exact) {
    return !plumb_deviation_says_nothing(&judge->deviation) ||
           plumb_lost_row_tells(size_of_row(judge), quantity, element->column, exact, &element->probable);
}

/* Compares the error with the expected error; whether the theorem tests the element is decided later. */
static void judge_by_expectation(plumb_judge *judge, plumb_element *element, plumb_quantity quantity,
                                 plumb_ball exact, plumb_format format, size_t *escalated) {
    plumb_error_bounds error = plumb_error_from_ball(element->engine, exact);
    bool tells = limit_expected(judge, element, quantity, exact.mid);
    if (straddles(error, element->probable)) {
        error = ask_reference(judge, quantity, element, &exact);
        (*escalated)++;
    }
    element->finding = error.high > element->probable ? PLUMB_IMPROBABLE : tells ? PLUMB_WITHIN : PLUMB_UNINFORMATIVE;
    element->least_bound = least_bound_of(judge, quantity, element, error.high, exact.mid, format);
    measure(judge, element, quantity, exact, error, format);
}

/* The enclosure of an element: the kernels' where they have one, else the reference's. */
static plumb_ball enclosure(plumb_judge *judge, plumb_quantity quantity, size_t column) {
    plumb_ball ball = plumb_row_ball(&judge->rows.row, quantity, column);
    for (slong precision = PLUMB_REFERENCE_FIRST; !isfinite(ball.rad) && precision <= PLUMB_REFERENCE_LAST;
         precision *= 2)
        ball = plumb_reference_ball(&judge->reference, judge->b, judge->h, judge->t, quantity, column, precision);
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

/* Equal weights are stored alike: the sum of few different ones may err by more than first order says.  Asked only of
   errors above so many levels, which all rows may have. */
#define ASKED_ABOVE 2
static double deviation_of(const plumb_judge *judge, plumb_quantity quantity, const plumb_element *element,
                           double exact, plumb_format format) {
    double deviation = plumb_deviation_of(&judge->deviation, quantity, element->column, exact, format);
    double usual = ASKED_ABOVE * judge->level.quantity[quantity].level * deviation;
    if (quantity != PLUMB_LSE || !(fabs(element->engine - exact) > usual))
        return deviation;
    const plumb_ball *weight = judge->rows.row.weight;
    return hypot(deviation,
                 plumb_stored_weights_spread(weight, judge->deviation.own->end, judge->precision->probability));
}

plumb_element plumb_judge_element(plumb_judge *judge, plumb_quantity quantity, size_t column, double engine,
                                  plumb_format format, size_t *escalated) {
    plumb_element element = new_element(judge, column, engine);
    if (!plumb_judge_has_number(judge, quantity, column)) {
        judge_without_number(judge, &element, quantity, format);
        return element;
    }
    plumb_ball exact = enclosure(judge, quantity, column);
    if (!isfinite(exact.rad)) {
        settle(&element, exact.mid, PLUMB_UNINFORMATIVE);
        return element;
    }
    element.deviation = deviation_of(judge, quantity, &element, exact.mid, format);
    if (isnan(element.deviation)) {
        settle(&element, exact.mid, PLUMB_UNINFORMATIVE);
        return element;
    }
    element.probable = element.deviation * judge->limit[quantity];
    if (isfinite(engine))
        judge_by_expectation(judge, &element, quantity, exact, format, escalated);
    else
        judge_not_finite(judge, &element, quantity, exact, format);
    return element;
}
