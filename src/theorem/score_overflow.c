/* score_overflow.c - follows a score through every form in which an engine may hold it: vectors as given, moved and
   scaled; partial sums of q.k, at most |q||k|; the product, unscaled, scaled or to the base 2; the biases of one sign
   with it; the softcap's quotient and exponential.  Each gives an upper bound that its format must exceed
   (spec/budget.md, section 23).  The exact product is computed only where |q||k| is too coarse to show that a score
   fits. */
#include "theorem/score_overflow.h"
#include "theorem/units.h"
#include "exact/position.h"
#include "exact/visible.h"
#include "bundle/vector_product.h"
#include "row/stages.h"
#include <math.h>

/* Scores may be unscaled, scaled, or scaled for the base 2; so may a query or a key be. */
static double largest_factor(const plumb_row_size *row) {
    return fmax(1, row->scale * PLUMB_LOG2_E) * PLUMB_OWN_ROUNDING;
}

/* ---- vectors ---- */

static void count_vector(plumb_overflow *worst, const plumb_precision *p, double bound) {
    plumb_overflow_count(worst, PLUMB_OVERFLOWS_VECTORS, p->input.overflow, bound);
    if (p->operand.unit > 0)
        plumb_overflow_count(worst, PLUMB_OVERFLOWS_VECTORS, p->operand.overflow, bound);
}

/* Both sums of an MLP's features, each stored. */
static void count_mlp(plumb_overflow *worst, const plumb_row_size *row, double given) {
    const plumb_precision *p = &row->precision;
    plumb_mlp_size size = plumb_mlp_size_of(&row->vectors, given);
    plumb_overflow_count(worst, PLUMB_OVERFLOWS_PRODUCTS, p->product.overflow, fmax(size.inner, size.outer));
    count_vector(worst, p, fmax(size.inner, size.outer));
    count_vector(worst, p, fmax(row->vectors.inner, row->vectors.outer));
}

/* What a position adds or multiplies with, what comes of it, and its angle. */
static void count_moved(plumb_overflow *worst, const plumb_row_size *row, double most, plumb_point point) {
    const plumb_precision *p = &row->precision;
    double bound = fmax(row->vectors.table, most), offset = fabs((double)row->problem->position.offset);
    plumb_overflow_count(worst, PLUMB_OVERFLOWS_VECTORS, plumb_tensor_rounding(p).overflow, bound);
    count_vector(worst, p, bound);
    plumb_overflow_count(worst, PLUMB_OVERFLOWS_VECTORS, p->exponent.overflow,
                         ((double)plumb_farthest_of(point) + offset) * row->vectors.frequency);
}

/* A query or a key as given, and as a product takes it, moved and scaled. */
static void count_size(plumb_overflow *worst, const plumb_row_size *row, plumb_vector_size size) {
    const plumb_precision *p = &row->precision;
    double scaled = largest_factor(row) * size.most * (1 + plumb_gamma(4, p->input.unit)) + 4 * p->input.tiny;
    count_vector(worst, p, fmax(size.given, scaled));
    if (row->problem->extra.mlp_inner != NULL)
        count_mlp(worst, row, size.given);
}

/* ---- products ---- */

static bool as_given(const plumb_problem *p) {
    return !plumb_position_moves_vectors(p->position.kind) && !plumb_position_joins_products(p->position.kind) &&
           !plumb_has_features(p);
}

/* Upper bound of |q.k|: what its terms add up to, if that is enough, else the product itself, where it is known. */
static double whole_product(const plumb_row_size *row, size_t i, double parts) {
    const plumb_problem *p = row->problem;
    const plumb_precision *of = &row->precision;
    if (!as_given(p))
        return parts;
    const double *key = i < p->key_length ? plumb_exact_key(p, row->b, row->h, i) : plumb_exact_sink_key(p, row->h);
    double product = fabs(plumb_vector_product(plumb_exact_query(p, row->b, row->h, row->t), key, p->head_dim));
    double unit = plumb_gamma((double)p->head_dim + 8, of->product.unit + 0x1p-52) +
                  plumb_gamma(6, of->input.unit + of->operand.unit);
    return fmin(parts, product + unit * parts) + of->product.tiny * (double)p->head_dim;
}

static void count_product(plumb_overflow *worst, const plumb_row_size *row, plumb_vector_size key, size_t i) {
    const plumb_problem *problem = row->problem;
    const plumb_precision *p = &row->precision;
    double dim = (double)problem->head_dim + (double)problem->extra.feature_dim, factor = largest_factor(row);
    double grows = 1 + plumb_gamma(dim + 8, p->product.unit) + plumb_gamma(6, p->input.unit + p->operand.unit);
    double parts = row->query.norm * key.norm * grows;
    plumb_overflow_count(worst, PLUMB_OVERFLOWS_PRODUCTS, p->product.overflow, parts * factor);
    if (parts * factor >= p->score.overflow)
        plumb_overflow_count(worst, PLUMB_OVERFLOWS_SCORES, p->score.overflow, whole_product(row, i, parts) * factor);
}

/* ---- what joins a product ---- */

/* What biases add up to, those above 0 and those below. */
typedef struct {
    double above, below;
} biases;

static void add_bias(biases *sum, double bias, double error) {
    sum->above += fmax(bias, 0) + error;
    sum->below += fmax(-bias, 0) + error;
}

/* ALiBi may take the distance of two keys as a difference of products with the slope, and scale what it adds. */
static double position_factor(plumb_overflow *worst, const plumb_row_size *row, size_t i) {
    const plumb_problem *problem = row->problem;
    if (problem->position.kind != PLUMB_POSITION_ALIBI)
        return 1;
    double query = fabs((double)plumb_exact_query_position(problem, row->b, row->t));
    double key = fabs((double)plumb_exact_key_position(problem, row->b, row->t, i));
    double slope = plumb_upper(plumb_slope_of_head(problem, row->h));
    plumb_rounding tensor = plumb_tensor_rounding(&row->precision);
    double bound = fmax(1, slope) * (query + key) * (1 + 4 * tensor.unit);
    plumb_overflow_count(worst, PLUMB_OVERFLOWS_SCORES, tensor.overflow, bound);
    return problem->position.alibi == PLUMB_ALIBI_SCALED_KEY && row->least_scale < 1 ? 1 / row->least_scale : 1;
}

static biases biases_of(plumb_overflow *worst, const plumb_row_size *row, size_t i) {
    const plumb_problem *problem = row->problem;
    const plumb_precision *p = &row->precision;
    const double *bias = plumb_exact_bias(problem, row->b, row->h, row->t, i);
    const double *first = plumb_exact_key0_bias(problem, row->h, i);
    biases sum = {0, 0};
    if (bias != NULL)
        add_bias(&sum, *bias, p->score.unit * fabs(*bias) + p->score.tiny);
    if (first != NULL)
        add_bias(&sum, *first, p->score.unit * fabs(*first) + p->score.tiny);
    if (plumb_position_adds_bias(problem->position.kind)) {
        plumb_ball of = row->vectors.positions.bias[i];
        double factor = position_factor(worst, row, i);
        add_bias(&sum, of.mid * factor, (of.rad + plumb_position_bias_error(row, plumb_upper(of))) * factor);
    }
    return sum;
}

/* An upper bound of a capped number, errors included. */
static double capped(const plumb_row_size *row) {
    return 4 * row->problem->op.softcap;
}

/* x / c, and e^{2x/c}, from which a hyperbolic tangent may be made. */
static void count_cap(plumb_overflow *worst, const plumb_row_size *row, double x) {
    const plumb_precision *p = &row->precision;
    double c = row->problem->op.softcap;
    double divided = x / c * (1 + plumb_gamma(4, p->input.unit + p->exponent.unit));
    plumb_overflow_count(worst, PLUMB_OVERFLOWS_SCORES, p->score.overflow, fmax(x, divided));
    plumb_overflow_count(worst, PLUMB_OVERFLOWS_EXPONENTIALS, p->exponent.overflow,
                         exp(2 * divided) * (1 + plumb_gamma(4, p->exponent.unit)));
}

/* x^5, up to roundings that PLUMB_OWN_ROUNDING covers. */
static double fifth_power(double x) {
    double square = x * x;
    return square * square * x * PLUMB_OWN_ROUNDING;
}

static void count_score(plumb_overflow *worst, const plumb_row_size *row, double x) {
    const plumb_precision *p = &row->precision;
    double grown = x * fifth_power((1 + p->score.unit) * (1 + p->exponent.unit)) +
                   8 * (p->score.tiny + p->exponent.tiny);
    plumb_overflow_count(worst, PLUMB_OVERFLOWS_SCORES, p->score.overflow, grown * PLUMB_LOG2_E);
    plumb_overflow_count(worst, PLUMB_OVERFLOWS_EXPONENTS, p->exponent.overflow, grown * PLUMB_LOG2_E);
}

/* The scaled product that a key's score is made of: the score itself, where nothing joins it. */
static double scaled_product(const plumb_row_size *row, plumb_vector_size key, size_t i) {
    const plumb_problem *p = row->problem;
    if (p->op.softcap == 0 && !plumb_adds_bias(p))
        return row->score[i];
    double grows = 1 + plumb_gamma((double)p->head_dim + 8, row->precision.product.unit + row->precision.input.unit +
                                                                row->precision.operand.unit);
    double parts = row->query.norm * key.norm * grows;
    return row->scale * whole_product(row, i, parts) * (1 + plumb_gamma(4, row->precision.score.unit));
}

/* A score far below the others may become -infinity, and its weight 0, which is what it is; +infinity it may not. */
static double biased(const plumb_row_size *row, size_t i, double before, biases sum) {
    return before + (row->vanishing[i] ? sum.above : fmax(sum.above, sum.below));
}

static void count_biased(plumb_overflow *worst, const plumb_row_size *row, double before, size_t i) {
    const plumb_problem *problem = row->problem;
    bool caps = problem->op.softcap > 0, cap_first = problem->op.softcap_order == PLUMB_CAP_BIAS_MASK;
    if (caps && cap_first) {
        count_cap(worst, row, before);
        before = capped(row);
    }
    double score = i < problem->key_length ? biased(row, i, before, biases_of(worst, row, i)) : before;
    count_score(worst, row, score);
    if (caps && !cap_first)
        count_cap(worst, row, score);
}

/* ---- queries, keys, sinks ---- */

void plumb_query_overflow(plumb_overflow *worst, const plumb_row_size *row) {
    const plumb_problem *p = row->problem;
    if (row->mean_of_all || row->keys == 0)
        return;
    count_size(worst, row, row->query);
    if (plumb_position_moves_vectors(p->position.kind))
        count_moved(worst, row, row->query.most, plumb_exact_query_point(p, row->b, row->t));
    plumb_overflow_count(worst, PLUMB_OVERFLOWS_VECTORS, row->precision.input.overflow, row->scale * PLUMB_LOG2_E);
}

static void count_sink(plumb_overflow *worst, const plumb_row_size *row) {
    const plumb_problem *problem = row->problem;
    size_t sink = problem->key_length;
    if (plumb_sink_logit_of(problem->op.sink) != PLUMB_LOGIT_PRODUCT) {
        plumb_overflow_count(worst, PLUMB_OVERFLOWS_SCORES, row->precision.input.overflow, row->score[sink]);
        count_score(worst, row, row->score[sink]);
        return;
    }
    plumb_vector_size key = plumb_size_of_sink_key(&row->vectors, plumb_exact_sink_key(problem, row->h));
    count_size(worst, row, key);
    count_product(worst, row, key, sink);
    count_biased(worst, row, scaled_product(row, key, sink), sink);
}

void plumb_key_overflow(plumb_overflow *worst, const plumb_row_size *row, size_t i) {
    const plumb_problem *problem = row->problem;
    if (row->mean_of_all)
        return;
    if (i == problem->key_length) {
        count_sink(worst, row);
        return;
    }
    if (!plumb_exact_visible(problem, row->b, row->h, row->t, i)) {
        count_score(worst, row, capped(row)); /* the cap of what a mask hid */
        return;
    }
    plumb_vector_size key = row->vectors.key[i];
    count_size(worst, row, key);
    if (plumb_position_moves_vectors(problem->position.kind))
        count_moved(worst, row, key.most, plumb_exact_key_point(problem, row->b, row->t, i));
    count_product(worst, row, key, i);
    count_biased(worst, row, scaled_product(row, key, i), i);
}

void plumb_keys_overflow(plumb_overflow *worst, const plumb_row_size *row) {
    for (size_t i = 0; i <= row->problem->key_length; i++)
        if (row->takes_part[i])
            plumb_key_overflow(worst, row, i);
}
