/* share.c - the mean is compared with the threshold as exact numbers.  Weights that are rational are averaged as
   fractions: those that an engine gave, those that a definition gives, and those of a softmax of equal scores.  That
   decides a tie, which no precision would.  Else the reference evaluates the rows in Arb, in twice as many bits each
   time, until the ball of the mean lies on one side of the threshold or the last precision is reached. */
#include "measure/share.h"
#include "exact/definition.h"
#include "exact/finite.h"
#include "exact/rational.h"
#include "exact/reference.h"
#include "exact/scale.h"
#include "exact/visible.h"
#include "measure/norm.h"
#include "row/around.h"
#include <math.h>

/* Bits at most: a mean that they do not separate from the threshold is undecided. */
enum { LAST_PRECISION = 2048, ANSWER_PRECISION = 4096 };

static plumb_share_answer share_against(const arb_t share, const fmpq_t threshold) {
    plumb_share_answer answer = PLUMB_SHARE_UNDECIDED;
    arb_t excess;
    arb_init(excess);
    arb_set_fmpq(excess, threshold, ANSWER_PRECISION);
    arb_sub(excess, share, excess, ANSWER_PRECISION);
    if (arb_is_positive(excess))
        answer = PLUMB_SHARE_ABOVE;
    else if (arb_is_nonpositive(excess))
        answer = PLUMB_SHARE_NOT_ABOVE;
    arb_clear(excess);
    return answer;
}

plumb_share_answer plumb_share_ball_against(plumb_ball share, const fmpq_t threshold) {
    arb_t ball;
    arb_init(ball);
    plumb_enclosure(ball, share);
    plumb_share_answer answer = share_against(ball, threshold);
    arb_clear(ball);
    return answer;
}

static size_t row_count(const plumb_share_question *asked) {
    return asked->end - asked->first + asked->one_more;
}

static const plumb_problem *problem_of(const plumb_share_question *asked) {
    return &asked->c->problem;
}

static const double *given_row(const plumb_share_question *asked, size_t t) {
    const plumb_problem *p = problem_of(asked);
    return asked->c->weights.value + ((asked->b * p->query_heads + asked->h) * p->query_length + t) * p->key_length;
}

/* Whether the given weight of the key is finite, and all that are summed. */
static bool given_row_has_value(const plumb_share_question *asked, size_t t) {
    const double *row = given_row(asked, t);
    for (size_t j = 0; j < problem_of(asked)->key_length; j++)
        if (!plumb_is_finite(row[j]) && (j + 1 == asked->key || asked->proxy != PLUMB_PROXY_NONE))
            return false;
    return true;
}

/* Not where a number that the row depends on is not finite or, by convention, the row itself. */
static bool row_has_value(const plumb_share_question *asked, size_t t) {
    const plumb_problem *p = problem_of(asked);
    if (asked->from_weights)
        return given_row_has_value(asked, t);
    size_t visible = plumb_exact_visible_count(p, asked->b, asked->h, t);
    if (plumb_exact_empty(p, visible) && p->empty_row == PLUMB_EMPTY_ROW_NAN)
        return false;
    return plumb_exact_keys_finite(p, asked->b, asked->h, t);
}

static bool all_rows_have_values(const plumb_share_question *asked) {
    for (size_t t = asked->first; t < asked->end; t++)
        if (!row_has_value(asked, t))
            return false;
    return true;
}

static void set_double(fmpq_t number, double value) {
    arf_t exact;
    arf_init(exact);
    arf_set_d(exact, value);
    arf_get_fmpq(number, exact);
    arf_clear(exact);
}

/* The divisor of a row of given weights. */
static void given_divisor(fmpq_t divisor, const plumb_share_question *asked, size_t t) {
    fmpq_t term;
    fmpq_init(term);
    set_double(divisor, PLUMB_PROXY_EPSILON);
    for (size_t j = 0; j < problem_of(asked)->key_length; j++) {
        set_double(term, given_row(asked, t)[j]);
        if (asked->proxy == PLUMB_PROXY_ABSOLUTE_SUM)
            fmpq_abs(term, term);
        fmpq_add(divisor, divisor, term);
    }
    fmpq_clear(term);
}

static bool given_weight(fmpq_t weight, const plumb_share_question *asked, size_t t) {
    set_double(weight, given_row(asked, t)[asked->key - 1]);
    if (asked->proxy == PLUMB_PROXY_NONE)
        return true;
    fmpq_t divisor;
    fmpq_init(divisor);
    given_divisor(divisor, asked, t);
    bool defined = !fmpq_is_zero(divisor);
    if (asked->proxy == PLUMB_PROXY_ABSOLUTE_SUM)
        fmpq_abs(weight, weight);
    if (defined)
        fmpq_div(weight, weight, divisor);
    fmpq_clear(divisor);
    return defined;
}

/* A rational weight of a softmax is alpha/n for a whole number n of keys (exact/rational.h). */
static bool from_whole_number(fmpq_t weight, const arb_t value, const plumb_operator *op) {
    arb_t quotient;
    fmpz_t n;
    arb_init(quotient);
    fmpz_init(n);
    fmpq_one(weight);
    if (plumb_operator_is(op->kind, PLUMB_IS_SCALED))
        set_double(weight, op->alpha);
    arb_set_fmpq(quotient, weight, LAST_PRECISION);
    arb_div(quotient, quotient, value, LAST_PRECISION);
    bool found = arb_get_unique_fmpz(n, quotient) && fmpz_sgn(n) > 0;
    if (found)
        fmpq_div_fmpz(weight, weight, n);
    arb_clear(quotient);
    fmpz_clear(n);
    return found;
}

/* The weight of the key of index j, if it is known to be rational and which number it is. */
static bool rational_weight(fmpq_t weight, const plumb_share_question *asked, size_t t, size_t j) {
    const plumb_problem *p = problem_of(asked);
    double defined;
    arb_t value;
    size_t visible = plumb_exact_visible_count(p, asked->b, asked->h, t);
    if (plumb_exact_by_definition(p, asked->b, asked->h, t, visible, PLUMB_WEIGHTS, j, &defined)) {
        set_double(weight, defined);
        return true;
    }
    arb_init(value);
    bool known = plumb_exact_rational(p, asked->b, asked->h, t, PLUMB_WEIGHTS, j, LAST_PRECISION, value);
    if (known && arb_is_exact(value))
        arf_get_fmpq(weight, arb_midref(value));
    else if (known)
        known = from_whole_number(weight, value, &p->op);
    arb_clear(value);
    return known;
}

/* What the sink's logit leaves to no key: 1 less the weights of all keys. */
static bool rational_sink_weight(fmpq_t weight, const plumb_share_question *asked, size_t t) {
    fmpq_t term;
    bool known = true;
    fmpq_init(term);
    fmpq_one(weight);
    for (size_t j = 0; j < problem_of(asked)->key_length && known; j++) {
        known = rational_weight(term, asked, t, j);
        fmpq_sub(weight, weight, term);
    }
    fmpq_clear(term);
    return known;
}

static bool rational_row(fmpq_t weight, const plumb_share_question *asked, size_t t) {
    if (asked->from_weights)
        return given_weight(weight, asked, t);
    if (asked->proxy != PLUMB_PROXY_NONE)
        return false;
    return asked->key == 0 ? rational_sink_weight(weight, asked, t) : rational_weight(weight, asked, t, asked->key - 1);
}

static bool rational_share(fmpq_t share, const plumb_share_question *asked) {
    fmpq_t weight;
    fmpz_t count;
    bool known = true;
    fmpq_init(weight);
    fmpz_init_set_ui(count, row_count(asked));
    fmpq_set_si(share, asked->one_more, 1);
    for (size_t t = asked->first; t < asked->end && known; t++) {
        known = rational_row(weight, asked, t);
        fmpq_add(share, share, weight);
    }
    fmpq_div_fmpz(share, share, count);
    fmpq_clear(weight);
    fmpz_clear(count);
    return known;
}

/* The weight that is asked for, from all weights of a row of the reference. */
static void reference_weight(arb_t weight, const plumb_share_question *asked, arb_srcptr row, slong precision) {
    arb_t sum, term;
    arb_init(sum);
    arb_init(term);
    arb_set_d(sum, asked->proxy == PLUMB_PROXY_NONE ? 0 : PLUMB_PROXY_EPSILON);
    for (size_t j = 0; j < problem_of(asked)->key_length; j++) {
        arb_set(term, row + j);
        if (asked->proxy == PLUMB_PROXY_ABSOLUTE_SUM)
            arb_abs(term, term);
        arb_add(sum, sum, term, precision);
    }
    arb_one(weight);
    if (asked->key == 0)
        arb_sub(weight, weight, sum, precision);
    else
        arb_set(weight, row + asked->key - 1);
    if (asked->proxy == PLUMB_PROXY_ABSOLUTE_SUM)
        arb_abs(weight, weight);
    if (asked->proxy != PLUMB_PROXY_NONE)
        arb_div(weight, weight, sum, precision);
    arb_clear(sum);
    arb_clear(term);
}

static void reference_share(arb_t share, plumb_reference *reference, const plumb_share_question *asked,
                            slong precision) {
    arb_t weight;
    arb_init(weight);
    arb_set_ui(share, asked->one_more);
    for (size_t t = asked->first; t < asked->end; t++) {
        arb_srcptr row = plumb_reference_element(reference, asked->b, asked->h, t, PLUMB_WEIGHTS, 0, precision);
        reference_weight(weight, asked, row, precision);
        arb_add(share, share, weight, precision);
    }
    arb_div_ui(share, share, row_count(asked), precision);
    arb_clear(weight);
}

static plumb_share_answer ask_reference(const plumb_share_question *asked, const fmpq_t threshold, plumb_ball *share) {
    plumb_share_answer answer = PLUMB_SHARE_UNDECIDED;
    plumb_reference reference;
    arb_t exact;
    plumb_reference_init(&reference, problem_of(asked));
    arb_init(exact);
    for (slong precision = PLUMB_REFERENCE_FIRST; precision <= LAST_PRECISION && answer == PLUMB_SHARE_UNDECIDED;
         precision *= 2) {
        reference_share(exact, &reference, asked, precision);
        answer = share_against(exact, threshold);
        plumb_ball ball = plumb_ball_around_arb(exact);
        if (plumb_is_finite(ball.rad))
            *share = ball;
    }
    arb_clear(exact);
    plumb_reference_clear(&reference);
    return answer;
}

static plumb_share_answer compare_rational(const fmpq_t exact, const fmpq_t threshold, plumb_ball *share) {
    arb_t ball;
    arb_init(ball);
    arb_set_fmpq(ball, exact, ANSWER_PRECISION);
    *share = plumb_ball_around_arb(ball);
    arb_clear(ball);
    return fmpq_cmp(exact, threshold) > 0 ? PLUMB_SHARE_ABOVE : PLUMB_SHARE_NOT_ABOVE;
}

plumb_share_answer plumb_share_escalate(const plumb_share_question *asked, const fmpq_t threshold, plumb_ball *share) {
    if (!all_rows_have_values(asked)) {
        *share = plumb_ball_unknown();
        return PLUMB_SHARE_NO_VALUE;
    }
    fmpq_t exact;
    fmpq_init(exact);
    plumb_share_answer answer = PLUMB_SHARE_UNDECIDED;
    if (rational_share(exact, asked))
        answer = compare_rational(exact, threshold, share);
    else if (!asked->from_weights)
        answer = ask_reference(asked, threshold, share);
    fmpq_clear(exact);
    return answer;
}

void plumb_threshold_read(fmpq_t threshold, const char *text) {
    const plumb_problem stated = {.scale = {text}};
    plumb_exact_scale_ratio(threshold, &stated);
}
