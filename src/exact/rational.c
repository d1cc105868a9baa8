#include "exact/rational.h"
#include "exact/scale.h"
#include "exact/visible.h"
#include <flint/flint.h>
#include <stdlib.h>

/* A score, exactly.  With a rational scale n/d it is level / d; else scale * level + bias, two
   numbers that equal scores share: the scale is a square root. */
typedef struct {
    arf_struct level, bias;
    const double *value; /* of the key, or of the sink; NULL for a sink without one */
} term;

/* The visible keys of a row, and the logit of its sink. */
typedef struct {
    const plumb_problem *problem;
    size_t b, h, t;
    bool rational_scale;
    fmpq_t scale;
    term *terms;
    size_t count;
} scored_row;

static void add_product(arf_t product, const double *query, const double *key, size_t head_dim) {
    arf_t x, y;
    arf_init(x);
    arf_init(y);
    for (size_t c = 0; c < head_dim; c++) {
        arf_set_d(x, query[c]);
        arf_set_d(y, key[c]);
        arf_addmul(product, x, y, ARF_PREC_EXACT, ARF_RND_DOWN);
    }
    arf_clear(x);
    arf_clear(y);
}

static void add_number(arf_t sum, const double *number) {
    arf_t exact;
    arf_init(exact);
    if (number != NULL) {
        arf_set_d(exact, *number);
        arf_add(sum, sum, exact, ARF_PREC_EXACT, ARF_RND_DOWN);
    }
    arf_clear(exact);
}

/* From query.key in level and the bias: with a rational scale n/d the level is n query.key + d bias. */
static void join_bias(const scored_row *row, term *next) {
    if (!row->rational_scale)
        return;
    arf_mul_fmpz(&next->level, &next->level, fmpq_numref(row->scale), ARF_PREC_EXACT, ARF_RND_DOWN);
    arf_addmul_fmpz(&next->level, &next->bias, fmpq_denref(row->scale), ARF_PREC_EXACT,
                    ARF_RND_DOWN);
    arf_zero(&next->bias);
}

static term *next_term(scored_row *row) {
    term *next = row->terms + row->count++;
    arf_init(&next->level);
    arf_init(&next->bias);
    next->value = NULL;
    return next;
}

static void add_key(scored_row *row, size_t i) {
    const plumb_problem *problem = row->problem;
    term *next = next_term(row);
    add_product(&next->level, plumb_exact_query(problem, row->b, row->h, row->t),
                plumb_exact_key(problem, row->b, row->h, i), problem->head_dim);
    add_number(&next->bias, plumb_exact_bias(problem, row->b, row->h, row->t, i));
    add_number(&next->bias, plumb_exact_key0_bias(problem, row->h, i));
    join_bias(row, next);
    next->value = plumb_exact_value(problem, row->b, row->h, i);
}

static void add_sink(scored_row *row) {
    const plumb_problem *problem = row->problem;
    term *next = next_term(row);
    if (problem->op.sink == PLUMB_SINK_LOGIT)
        add_number(&next->bias, problem->extra.sinks + row->h);
    else if (problem->op.sink != PLUMB_SINK_ZERO)
        add_product(&next->level, plumb_exact_query(problem, row->b, row->h, row->t),
                    plumb_exact_sink_key(problem, row->h), problem->head_dim);
    join_bias(row, next);
    if (plumb_exact_has_sink_value(problem))
        next->value = plumb_exact_sink_value(problem, row->h);
}

static int by_score(const void *a, const void *b) {
    const term *x = a, *y = b;
    int order = arf_cmp(&x->level, &y->level);
    return order != 0 ? order : arf_cmp(&x->bias, &y->bias);
}

static void init_row(scored_row *row) {
    fmpq_init(row->scale);
    row->rational_scale = plumb_exact_scale_ratio(row->scale, row->problem);
    row->terms = flint_malloc((row->problem->key_length + 1) * sizeof *row->terms);
    row->count = 0;
}

static void clear_row(scored_row *row) {
    for (size_t n = 0; n < row->count; n++) {
        arf_clear(&row->terms[n].level);
        arf_clear(&row->terms[n].bias);
    }
    flint_free(row->terms);
    fmpq_clear(row->scale);
}

/* All terms of a denominator, sorted so that those of equal score are neighbours. */
static void add_terms(scored_row *row, bool with_sink) {
    for (size_t i = 0; i < row->problem->key_length; i++)
        if (plumb_exact_visible(row->problem, row->b, row->h, row->t, i))
            add_key(row, i);
    if (with_sink && plumb_exact_has_sink_logit(row->problem))
        add_sink(row);
    qsort(row->terms, row->count, sizeof *row->terms, by_score);
}

static size_t group_end(const scored_row *row, size_t first) {
    size_t end = first + 1;
    while (end < row->count && by_score(&row->terms[end], &row->terms[first]) == 0)
        end++;
    return end;
}

/* total = sum of value[column] over terms [first .. end). */
static void value_sum(arf_t total, const scored_row *row, size_t column, size_t first, size_t end) {
    arf_zero(total);
    for (size_t n = first; n < end; n++)
        if (row->terms[n].value != NULL)
            add_number(total, row->terms[n].value + column);
}

/* Whether part/part_count = whole/whole_count, by cross multiplication. */
static bool same_mean(const arf_t part, size_t part_count, const arf_t whole, size_t whole_count) {
    arf_t left, right;
    arf_init(left);
    arf_init(right);
    arf_mul_ui(left, part, whole_count, ARF_PREC_EXACT, ARF_RND_DOWN);
    arf_mul_ui(right, whole, part_count, ARF_PREC_EXACT, ARF_RND_DOWN);
    bool same = arf_equal(left, right);
    arf_clear(left);
    arf_clear(right);
    return same;
}

/* By what the scaled softmax multiplies the weights of the softmax. */
static void set_factor(arf_t factor, const plumb_operator *op) {
    arf_set_d(factor, op->kind == PLUMB_SCALED_SOFTMAX ? op->alpha : 1);
}

/* value = factor * whole / count + value bias, rounded once. */
static void mean_and_bias(arb_t value, const scored_row *row, size_t column, const arf_t whole,
                          slong precision) {
    const double *bias = plumb_exact_value_bias(row->problem, row->h, column);
    arf_t factor;
    arf_init(factor);
    arb_zero(value);
    if (bias != NULL)
        arb_set_d(value, *bias);
    arf_mul_ui(arb_midref(value), arb_midref(value), row->count, ARF_PREC_EXACT, ARF_RND_DOWN);
    set_factor(factor, &row->problem->op);
    arf_addmul(arb_midref(value), factor, whole, ARF_PREC_EXACT, ARF_RND_DOWN);
    arb_div_ui(value, value, row->count, precision);
    arf_clear(factor);
}

static bool rational_output(const scored_row *row, size_t column, slong precision, arb_t value) {
    bool rational = row->count > 0;
    arf_t whole, part;
    arf_init(whole);
    arf_init(part);
    value_sum(whole, row, column, 0, row->count);
    for (size_t first = 0, end; first < row->count && rational; first = end) {
        end = group_end(row, first);
        value_sum(part, row, column, first, end);
        rational = same_mean(part, end - first, whole, row->count);
    }
    mean_and_bias(value, row, column, whole, precision);
    arf_clear(whole);
    arf_clear(part);
    return rational;
}

static bool rational_weight(const scored_row *row, slong precision, arb_t value) {
    set_factor(arb_midref(value), &row->problem->op);
    mag_zero(arb_radref(value));
    arb_div_ui(value, value, row->count, precision);
    return group_end(row, 0) == row->count;
}

/* The score of the only term. */
static bool rational_score(const scored_row *row, slong precision, arb_t value) {
    const term *only = row->terms;
    if (row->rational_scale) {
        arb_set_arf(value, &only->level);
        arb_div_fmpz(value, value, fmpq_denref(row->scale), precision);
    } else {
        arb_set_arf(value, &only->bias);
    }
    return row->rational_scale || arf_is_zero(&only->level);
}

static bool rational_element(scored_row *row, plumb_quantity quantity, size_t column,
                             slong precision, arb_t value) {
    switch (quantity) {
    case PLUMB_SCORES:
        add_key(row, column);
        return rational_score(row, precision, value);
    case PLUMB_OUTPUT:
        add_terms(row, true);
        return rational_output(row, column, precision, value);
    case PLUMB_WEIGHTS:
        add_terms(row, true);
        return rational_weight(row, precision, value);
    case PLUMB_LSE:
    default:
        add_terms(row, !row->problem->op.sink_outside_lse);
        return row->count == 1 && rational_score(row, precision, value);
    }
}

/* Whether the theory of the header speaks of the quantity. */
static bool in_theory(const plumb_problem *problem, plumb_quantity quantity) {
    plumb_operator_kind kind = problem->op.kind;
    if (problem->op.softcap != 0 || kind == PLUMB_ELU_KERNEL || kind == PLUMB_MLP_KERNEL)
        return false;
    if (quantity == PLUMB_SCORES)
        return true;
    bool softmax = kind == PLUMB_SOFTMAX || kind == PLUMB_SCALED_SOFTMAX;
    return softmax && (quantity != PLUMB_OUTPUT || problem->extra.gate == NULL);
}

bool plumb_exact_rational(const plumb_problem *problem, size_t b, size_t h, size_t t,
                          plumb_quantity quantity, size_t column, slong precision, arb_t value) {
    if (!in_theory(problem, quantity))
        return false;
    scored_row row = {.problem = problem, .b = b, .h = h, .t = t};
    init_row(&row);
    bool rational = rational_element(&row, quantity, column, precision, value);
    clear_row(&row);
    return rational;
}
