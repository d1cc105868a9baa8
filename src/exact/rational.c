/* Scores are compared exactly, as a pair of dyadic numbers (arf with ARF_PREC_EXACT).  A rational scale n/d is
   multiplied in, and the score is one such number over d; a scale that is a square root stays outside, and scores are
   equal where both numbers of the pair are.  Sorting makes equal scores neighbours.  Each group's mean of the values is
   compared with that of all by cross multiplication.  Only the last division rounds. */
#include "exact/rational.h"
#include "exact/position.h"
#include "exact/position_bias.h"
#include "exact/scale.h"
#include "exact/visible.h"
#include <flint/flint.h>
#include <stdlib.h>

/* A score, exactly.  With a rational scale n/d it is level / d; else scale * level + bias, two
   numbers that equal scores share: the scale is a square root. */
typedef struct {
    bool known; /* else the score is not of that form */
    arf_struct level, bias;
    const double *value; /* of the key, or of the sink; NULL for a sink without one */
    const double *row;   /* what its distance adds to the value; NULL for nothing */
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

/* A vector and the row of a table that is added to it; the row is NULL for nothing. */
typedef struct {
    const double *vector, *row;
} moved;

static void set_element(arf_t element, moved x, size_t c) {
    arf_t added;
    arf_init(added);
    arf_set_d(element, x.vector[c]);
    if (x.row != NULL) {
        arf_set_d(added, x.row[c]);
        arf_add(element, element, added, ARF_PREC_EXACT, ARF_RND_DOWN);
    }
    arf_clear(added);
}

static void add_product(arf_t product, moved query, moved key, size_t head_dim) {
    arf_t x, y;
    arf_init(x);
    arf_init(y);
    for (size_t c = 0; c < head_dim; c++) {
        set_element(x, query, c);
        set_element(y, key, c);
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
    arf_addmul_fmpz(&next->level, &next->bias, fmpq_denref(row->scale), ARF_PREC_EXACT, ARF_RND_DOWN);
    arf_zero(&next->bias);
}

static term *next_term(scored_row *row) {
    term *next = row->terms + row->count++;
    arf_init(&next->level);
    arf_init(&next->bias);
    next->known = true;
    next->value = next->row = NULL;
    return next;
}

/* Whether sines, cosines or logarithms of rational numbers change the vectors. */
static bool turns_vectors(const plumb_problem *problem) {
    const plumb_position *position = &problem->position;
    return position->kind == PLUMB_POSITION_SINUSOIDAL || position->kind == PLUMB_POSITION_ROPE ||
           position->kind == PLUMB_POSITION_TEMPERATURE;
}

/* slope = slope_h, if that is rational. */
static bool rational_slope(arf_t slope, const plumb_problem *problem, size_t h) {
    if (problem->position.slopes != NULL) {
        arf_set_d(slope, problem->position.slopes[h]);
        return true;
    }
    fmpq_t exponent;
    fmpq_init(exponent);
    plumb_exact_slope_exponent(exponent, problem->query_heads, h);
    bool whole = fmpz_is_one(fmpq_denref(exponent));
    arf_one(slope);
    if (whole)
        arf_mul_2exp_si(slope, slope, -fmpz_get_si(fmpq_numref(exponent)));
    fmpq_clear(exponent);
    return whole;
}

/* slope_h times a distance, inside the scaled product or beside it. */
static void add_alibi(const scored_row *row, term *next, size_t i) {
    const plumb_problem *problem = row->problem;
    bool scaled = problem->position.alibi == PLUMB_ALIBI_SCALED_KEY;
    arf_t slope;
    arf_init(slope);
    next->known = rational_slope(slope, problem, row->h);
    arf_mul_si(slope, slope, plumb_exact_alibi_distance(problem, row->b, row->t, i), ARF_PREC_EXACT, ARF_RND_DOWN);
    arf_struct *sum = scaled ? &next->level : &next->bias;
    arf_add(sum, sum, slope, ARF_PREC_EXACT, ARF_RND_DOWN);
    arf_clear(slope);
}

static void add_position(const scored_row *row, term *next, size_t i) {
    const plumb_problem *problem = row->problem;
    int64_t distance = plumb_exact_distance(problem, row->b, row->t, i);
    if (problem->position.kind == PLUMB_POSITION_ALIBI)
        add_alibi(row, next, i);
    if (problem->position.kind == PLUMB_POSITION_BUCKET_INDEX)
        arf_add_ui(&next->bias, &next->bias, plumb_exact_bucket(problem, distance), ARF_PREC_EXACT, ARF_RND_DOWN);
    add_number(&next->bias, plumb_exact_position_entry(problem, row->b, row->h, row->t, i));
}

static moved query_of(const scored_row *row) {
    int64_t position = plumb_exact_query_position(row->problem, row->b, row->t);
    return (moved){plumb_exact_query(row->problem, row->b, row->h, row->t),
                   plumb_exact_learned_row(row->problem, position)};
}

/* At most one encoding adds a row to it. */
static moved key_of(const scored_row *row, size_t i) {
    int64_t position = plumb_exact_key_position(row->problem, row->b, row->t, i);
    const double *learned = plumb_exact_learned_row(row->problem, position);
    return (moved){plumb_exact_key(row->problem, row->b, row->h, i),
                   learned != NULL ? learned : plumb_exact_key_row(row->problem, row->b, row->t, i)};
}

static void set_score(const scored_row *row, term *next, size_t i) {
    const plumb_problem *problem = row->problem;
    next->known = !turns_vectors(problem);
    if (!next->known)
        return;
    add_product(&next->level, query_of(row), key_of(row, i), problem->head_dim);
    add_number(&next->bias, plumb_exact_bias(problem, row->b, row->h, row->t, i));
    add_number(&next->bias, plumb_exact_key0_bias(problem, row->h, i));
    add_position(row, next, i);
    join_bias(row, next);
}

static void set_value(const scored_row *row, term *next, size_t i) {
    next->value = plumb_exact_value(row->problem, row->b, row->h, i);
    next->row = plumb_exact_value_row(row->problem, row->b, row->t, i);
}

static void add_key(scored_row *row, size_t i) {
    term *next = next_term(row);
    set_score(row, next, i);
    set_value(row, next, i);
}

static void add_sink(scored_row *row) {
    const plumb_problem *problem = row->problem;
    term *next = next_term(row);
    if (problem->op.sink == PLUMB_SINK_LOGIT) {
        add_number(&next->bias, problem->extra.sinks + row->h);
    } else if (problem->op.sink != PLUMB_SINK_ZERO) {
        next->known = !turns_vectors(problem);
        add_product(&next->level, query_of(row), (moved){plumb_exact_sink_key(problem, row->h), NULL},
                    problem->head_dim);
    }
    join_bias(row, next);
    if (plumb_exact_has_sink_value(problem))
        next->value = plumb_exact_sink_value(problem, row->h);
}

static int by_score(const void *a, const void *b) {
    const term *x = a, *y = b;
    if (x->known != y->known)
        return x->known ? -1 : 1;
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

/* All terms of a denominator, sorted so that those of equal score are neighbours.  In a row that is the
   mean of all values all keys are alike. */
static void add_terms(scored_row *row, bool with_sink) {
    const plumb_problem *problem = row->problem;
    size_t visible = plumb_exact_visible_count(problem, row->b, row->h, row->t);
    bool mean = plumb_exact_is_mean(problem, visible);
    for (size_t i = 0; i < problem->key_length; i++)
        if (mean)
            set_value(row, next_term(row), i);
        else if (plumb_exact_visible(problem, row->b, row->h, row->t, i))
            add_key(row, i);
    if (with_sink && plumb_exact_has_sink_logit(problem))
        add_sink(row);
    qsort(row->terms, row->count, sizeof *row->terms, by_score);
}

/* A term of unknown score is a group of its own. */
static size_t group_end(const scored_row *row, size_t first) {
    size_t end = first + 1;
    while (row->terms[first].known && end < row->count && by_score(&row->terms[end], &row->terms[first]) == 0)
        end++;
    return end;
}

/* total = sum of value[column] over terms [first .. end). */
static void value_sum(arf_t total, const scored_row *row, size_t column, size_t first, size_t end) {
    arf_zero(total);
    for (size_t n = first; n < end; n++) {
        if (row->terms[n].value != NULL)
            add_number(total, row->terms[n].value + column);
        if (row->terms[n].row != NULL)
            add_number(total, row->terms[n].row + column);
    }
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

/* The factor of the scaled softmax; 1 for others. */
static void set_factor(arf_t factor, const plumb_operator *op) {
    arf_set_d(factor, op->kind == PLUMB_SCALED_SOFTMAX ? op->alpha : 1);
}

/* value = factor * whole / count + value bias, rounded once. */
static void mean_and_bias(arb_t value, const scored_row *row, size_t column, const arf_t whole, slong precision) {
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
    return only->known && (row->rational_scale || arf_is_zero(&only->level));
}

static bool rational_element(scored_row *row, plumb_quantity quantity, size_t column, slong precision, arb_t value) {
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

/* Whether the theory of the header covers the quantity. */
static bool in_theory(const plumb_problem *problem, plumb_quantity quantity) {
    plumb_operator_kind kind = problem->op.kind;
    if (problem->op.softcap != 0 || kind == PLUMB_ELU_KERNEL || kind == PLUMB_MLP_KERNEL)
        return false;
    if (quantity == PLUMB_SCORES)
        return true;
    bool softmax = kind == PLUMB_SOFTMAX || kind == PLUMB_SCALED_SOFTMAX;
    return softmax && (quantity != PLUMB_OUTPUT || problem->extra.gate == NULL);
}

bool plumb_exact_rational(const plumb_problem *problem, size_t b, size_t h, size_t t, plumb_quantity quantity,
                          size_t column, slong precision, arb_t value) {
    if (!in_theory(problem, quantity))
        return false;
    scored_row row = {.problem = problem, .b = b, .h = h, .t = t};
    init_row(&row);
    bool rational = rational_element(&row, quantity, column, precision, value);
    clear_row(&row);
    return rational;
}
