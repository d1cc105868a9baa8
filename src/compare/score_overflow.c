#include "compare/score_overflow.h"
#include "compare/moved_budget.h"
#include "compare/position_budget.h"
#include "compare/product_budget.h"
#include "compare/vector_sums.h"
#include "exact/position.h"
#include "exact/visible.h"
#include "row/stages.h"
#include <math.h>
#include <string.h>

static double largest_of(const double *x, size_t count) {
    double most = 0;
    for (size_t c = 0; c < count; c++)
        most = isnan(x[c]) ? (double)INFINITY : fmax(most, fabs(x[c]));
    return most;
}

/* Scores may be unscaled, scaled, or scaled for the base 2; so may a query or a key be. */
static double largest_factor(const plumb_budget_row *budget) {
    return fmax(1, budget->terms.scale * PLUMB_LOG2_E) * PLUMB_OWN_ROUNDING;
}

static void count_vector(plumb_overflow *worst, const plumb_precision *p, double bound) {
    plumb_overflow_count(worst, PLUMB_OVERFLOWS_VECTORS, p->input.overflow, bound);
    if (p->operand.unit > 0)
        plumb_overflow_count(worst, PLUMB_OVERFLOWS_VECTORS, p->operand.overflow, bound);
}

/* Both sums of an MLP's features, each stored. */
static void count_mlp(plumb_overflow *worst, const plumb_budget_row *budget, const double *x) {
    const plumb_problem *problem = budget->problem;
    const plumb_precision *p = budget->terms.precision;
    size_t hidden = problem->extra.hidden_dim, dim = problem->head_dim;
    double given = largest_of(x, dim), inner = 0, outer = 0;
    double grows = 1 + plumb_gamma((double)(dim + hidden) + 8, p->product.unit + p->input.unit + p->operand.unit);
    for (size_t i = 0; i < hidden; i++) {
        double sum = 0;
        for (size_t c = 0; c < dim; c++)
            sum += fabs(problem->extra.mlp_inner[i * dim + c]);
        inner = fmax(inner, sum * given * grows);
    }
    for (size_t f = 0; f < problem->extra.feature_dim; f++) {
        double sum = 0;
        for (size_t i = 0; i < hidden; i++)
            sum += fabs(problem->extra.mlp_outer[f * hidden + i]);
        outer = fmax(outer, sum * inner * grows);
    }
    plumb_overflow_count(worst, PLUMB_OVERFLOWS_PRODUCTS, p->product.overflow, fmax(inner, outer));
    count_vector(worst, p, fmax(inner, outer));
    count_vector(worst, p, largest_of(problem->extra.mlp_inner, hidden * dim));
    count_vector(worst, p, largest_of(problem->extra.mlp_outer, problem->extra.feature_dim * hidden));
}

/* An element of a vector that is moved is a sum of two products of what is given, or of it and a row of a table. */
static void count_moved(plumb_overflow *worst, const plumb_budget_row *budget, int64_t position, double given,
                        double moved) {
    const plumb_feature_room *room = &budget->scores.features;
    const plumb_problem *problem = budget->problem;
    const plumb_rope *rope = &problem->position.rope;
    const plumb_precision *p = budget->terms.precision;
    const double *cosine = plumb_exact_cosine_row(problem, position);
    const double *sine = plumb_exact_sine_row(problem, position);
    double table = fmax(cosine != NULL ? largest_of(cosine, rope->dim / 2) : 0,
                        sine != NULL ? largest_of(sine, rope->dim / 2) : 0);
    double factor = fmax(fmax(1, table), plumb_upper(room->positions.multiplier));
    double bound = fmax(table, 2 * given * factor + moved);
    double angle = fabs((double)position) + fabs((double)problem->position.offset);
    plumb_overflow_count(worst, PLUMB_OVERFLOWS_VECTORS, plumb_tensor_rounding(p).overflow, bound);
    count_vector(worst, p, bound);
    if (room->moved.frequency == NULL)
        return;
    double frequency = 1;
    for (size_t m = 0; m < plumb_turning_pairs(problem); m++)
        frequency = fmax(frequency, room->moved.frequency[m].frequency);
    plumb_overflow_count(worst, PLUMB_OVERFLOWS_VECTORS, p->exponent.overflow, angle * frequency);
}

/* A query or a key, whose largest element is so large as it is given, and as its product takes it: moved and scaled. */
static void count_sizes(plumb_overflow *worst, const plumb_budget_row *budget, double given, double upper,
                        plumb_feature_vector vector, bool moves) {
    const plumb_precision *p = budget->terms.precision;
    double scaled = largest_factor(budget) * upper * (1 + plumb_gamma(4, p->input.unit)) + 4 * p->input.tiny;
    count_vector(worst, p, fmax(given, scaled));
    if (moves && plumb_position_moves_vectors(budget->problem->position.kind))
        count_moved(worst, budget, vector.position, given, upper);
}

/* No element is larger than the sum of all, which is sooner known. */
static bool elements_fit(const plumb_budget_row *budget, const double *given, plumb_feature_vector vector, bool moves) {
    plumb_overflow of_sums = {0};
    double sum = plumb_sum_vectors(given, given, budget->problem->head_dim).absolute;
    double upper = plumb_sum_vectors(vector.upper, vector.upper, budget->terms.head_dim).absolute;
    count_sizes(&of_sums, budget, sum, upper, vector, moves);
    return of_sums.step == PLUMB_OVERFLOWS_NOWHERE;
}

/* A key that fits does so in every row of its heads: whatever moves it, it is not moved for one query alone, unless
   there is a cache. */
static bool elements_of_key_fit(plumb_budget_row *budget, size_t i) {
    const plumb_problem *problem = budget->problem;
    const double *first = plumb_exact_key(problem, budget->b, budget->h, 0);
    if (first != budget->fits_of)
        memset(budget->fits, 0, problem->key_length);
    budget->fits_of = first;
    if (!budget->fits[i] && !problem->mask.in_cache && !plumb_has_features(problem))
        budget->fits[i] =
            elements_fit(budget, plumb_exact_key(problem, budget->b, budget->h, i),
                         plumb_key_features(&budget->scores.features, budget->b, budget->h, budget->t, i), true);
    return budget->fits[i] != 0;
}

static void count_one(plumb_overflow *worst, const plumb_budget_row *budget, const double *given,
                      plumb_feature_vector vector, bool moves) {
    const plumb_problem *problem = budget->problem;
    if (!elements_fit(budget, given, vector, moves))
        count_sizes(worst, budget, largest_of(given, problem->head_dim),
                    largest_of(vector.upper, budget->terms.head_dim), vector, moves);
    if (plumb_has_features(problem) && problem->extra.mlp_inner != NULL)
        count_mlp(worst, budget, given);
}

/* The product times a factor: how large it is, and how large its partial sums are. */
typedef struct {
    double whole, parts;
} product;

static product multiply(const plumb_budget_row *budget, plumb_feature_vector query, plumb_feature_vector key,
                        double factor) {
    plumb_ball scale = {factor, 0};
    plumb_row_terms terms = budget->terms;
    plumb_key_budget of;
    terms.scale = factor;
    double inherited = plumb_product_inherits(&budget->scores.features, scale, query, key);
    double size = plumb_upper(plumb_multiply_features(&budget->scores.features, scale, query, key, inherited));
    plumb_product_budget(&of, &terms, query, key, inherited, size, size);
    double parts = of.magnitude + of.score_error;
    bool joins = plumb_position_joins_products(budget->problem->position.kind);
    return (product){joins ? parts : size + of.score_error, parts};
}

/* What biases add up to, those above 0 and those below. */
typedef struct {
    double above, below;
} biases;

static void add_bias(biases *sum, double bias, double error) {
    sum->above += fmax(bias, 0) + error;
    sum->below += fmax(-bias, 0) + error;
}

/* ALiBi may take the distance of two keys as a difference of products with the slope, and scale what it adds. */
static double position_factor(plumb_overflow *worst, const plumb_budget_row *budget, size_t i) {
    const plumb_problem *problem = budget->problem;
    if (problem->position.kind != PLUMB_POSITION_ALIBI)
        return 1;
    double query = fabs((double)plumb_exact_query_position(problem, budget->b, budget->t));
    double key = fabs((double)plumb_exact_key_position(problem, budget->b, budget->t, i));
    double slope = plumb_upper(plumb_slope_of_head(problem, budget->h));
    plumb_rounding tensor = plumb_tensor_rounding(budget->terms.precision);
    double bound = fmax(1, slope) * (query + key) * (1 + 4 * tensor.unit);
    plumb_overflow_count(worst, PLUMB_OVERFLOWS_SCORES, tensor.overflow, bound);
    double scale = fabs(budget->scores.scale.mid) - budget->scores.scale.rad;
    return problem->position.alibi == PLUMB_ALIBI_SCALED_KEY && scale < 1 ? 1 / fmax(scale, 0) : 1;
}

static biases biases_of(plumb_overflow *worst, const plumb_budget_row *budget, size_t i) {
    const plumb_problem *problem = budget->problem;
    const plumb_precision *p = budget->terms.precision;
    const double *bias = plumb_exact_bias(problem, budget->b, budget->h, budget->t, i);
    const double *first = plumb_exact_key0_bias(problem, budget->h, i);
    biases sum = {0, 0};
    if (bias != NULL)
        add_bias(&sum, *bias, p->score.unit * fabs(*bias) + p->score.tiny);
    if (first != NULL)
        add_bias(&sum, *first, p->score.unit * fabs(*first) + p->score.tiny);
    if (plumb_position_adds_bias(problem->position.kind)) {
        plumb_ball of = budget->scores.features.positions.bias[i];
        double factor = position_factor(worst, budget, i);
        double error = of.rad + plumb_position_bias_error(problem, p, budget->h, plumb_upper(of));
        add_bias(&sum, of.mid * factor, error * factor);
    }
    return sum;
}

/* No more than so large, whatever is capped. */
static double capped(const plumb_budget_row *budget) {
    return 4 * budget->problem->op.softcap;
}

/* x / c, and e^{2x/c}, from which a hyperbolic tangent may be made. */
static void count_cap(plumb_overflow *worst, const plumb_budget_row *budget, double x) {
    const plumb_precision *p = budget->terms.precision;
    double c = budget->problem->op.softcap;
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

static void count_score(plumb_overflow *worst, const plumb_budget_row *budget, double x) {
    const plumb_precision *p = budget->terms.precision;
    double grown = x * fifth_power((1 + p->score.unit) * (1 + p->exponent.unit)) +
                   8 * (p->score.tiny + p->exponent.tiny);
    plumb_overflow_count(worst, PLUMB_OVERFLOWS_SCORES, p->score.overflow, grown * PLUMB_LOG2_E);
    plumb_overflow_count(worst, PLUMB_OVERFLOWS_EXPONENTS, p->exponent.overflow, grown * PLUMB_LOG2_E);
}

/* A score far below the others may become -infinity, and its weight 0, which is what it is; +infinity it may not. */
static double joined(const plumb_key_budget *key, double before, biases sum) {
    return before + (key->vanishing ? sum.above : fmax(sum.above, sum.below));
}

static void count_joined(plumb_overflow *worst, const plumb_budget_row *budget, double before, size_t i) {
    const plumb_problem *problem = budget->problem;
    const plumb_key_budget *key = &budget->key[i];
    bool caps = problem->op.softcap > 0, cap_first = problem->op.softcap_order == PLUMB_CAP_BIAS_MASK;
    if (caps && cap_first) {
        count_cap(worst, budget, before);
        before = capped(budget);
    }
    double score = i < problem->key_length ? joined(key, before, biases_of(worst, budget, i)) : before;
    count_score(worst, budget, score);
    if (caps && !cap_first)
        count_cap(worst, budget, score);
}

/* What the budget knows of a product is often enough: M_j and D_j, from which no softcap has taken anything. */
static void count_bound(plumb_overflow *worst, const plumb_budget_row *budget, double bound) {
    const plumb_precision *p = budget->terms.precision;
    double least = fabs(budget->scores.scale.mid) - budget->scores.scale.rad;
    double factor = largest_factor(budget) / fmax(least, 0) * PLUMB_OWN_ROUNDING;
    plumb_overflow_count(worst, PLUMB_OVERFLOWS_PRODUCTS, fmin(p->product.overflow, p->score.overflow),
                         bound * factor);
}

static double bound_of(const plumb_budget_row *budget, size_t i) {
    return budget->key[i].magnitude + budget->key[i].score_error;
}

static bool key_fits(const plumb_budget_row *budget, size_t i) {
    plumb_overflow of_key = {0};
    if (budget->problem->op.softcap > 0)
        return false;
    count_bound(&of_key, budget, bound_of(budget, i));
    count_joined(&of_key, budget, bound_of(budget, i), i);
    return of_key.step == PLUMB_OVERFLOWS_NOWHERE;
}

static void count_product(plumb_overflow *worst, const plumb_budget_row *budget, plumb_feature_vector query,
                          plumb_feature_vector vector, size_t i) {
    const plumb_precision *p = budget->terms.precision;
    product any = multiply(budget, query, vector, largest_factor(budget));
    product scaled = multiply(budget, query, vector, budget->terms.scale);
    plumb_overflow_count(worst, PLUMB_OVERFLOWS_PRODUCTS, p->product.overflow, any.parts);
    plumb_overflow_count(worst, PLUMB_OVERFLOWS_SCORES, p->score.overflow, any.whole);
    count_joined(worst, budget, scaled.whole, i);
}

static plumb_feature_vector query_of(const plumb_budget_row *budget) {
    return plumb_query_features(&budget->scores.features, budget->b, budget->h, budget->t);
}

void plumb_query_overflow(plumb_overflow *worst, plumb_budget_row *budget) {
    const plumb_precision *p = budget->terms.precision;
    const double *query = plumb_exact_query(budget->problem, budget->b, budget->h, budget->t);
    if (budget->mean_of_all || budget->keys == 0)
        return;
    count_one(worst, budget, query, query_of(budget), true);
    plumb_overflow_count(worst, PLUMB_OVERFLOWS_VECTORS, p->input.overflow, budget->terms.scale * PLUMB_LOG2_E);
}

static void count_sink(plumb_overflow *worst, const plumb_budget_row *budget) {
    const plumb_problem *problem = budget->problem;
    const plumb_precision *p = budget->terms.precision;
    if (plumb_sink_logit_of(problem->op.sink) != PLUMB_LOGIT_PRODUCT) {
        const plumb_key_budget *key = &budget->key[problem->key_length];
        plumb_overflow_count(worst, PLUMB_OVERFLOWS_SCORES, p->input.overflow, key->score + key->score_error);
        count_score(worst, budget, key->score + key->score_error);
        return;
    }
    const double *vector = plumb_exact_sink_key(problem, budget->h);
    plumb_feature_vector key = {.value = vector, .upper = vector};
    count_one(worst, budget, vector, key, false);
    count_product(worst, budget, query_of(budget), key, problem->key_length);
}

void plumb_key_overflow(plumb_overflow *worst, plumb_budget_row *budget, size_t i) {
    const plumb_problem *problem = budget->problem;
    if (budget->mean_of_all)
        return;
    if (i == problem->key_length) {
        count_sink(worst, budget);
        return;
    }
    if (!plumb_exact_visible(problem, budget->b, budget->h, budget->t, i)) {
        count_score(worst, budget, capped(budget)); /* the cap of what a mask hid */
        return;
    }
    plumb_feature_vector vector =
        plumb_key_features(&budget->scores.features, budget->b, budget->h, budget->t, i);
    if (!elements_of_key_fit(budget, i))
        count_one(worst, budget, plumb_exact_key(problem, budget->b, budget->h, i), vector, true);
    if (!key_fits(budget, i))
        count_product(worst, budget, query_of(budget), vector, i);
}

/* A score is its product alone: no bias, no softcap, no sink. */
static bool scores_are_products(const plumb_budget_row *budget) {
    const plumb_problem *problem = budget->problem;
    return problem->op.softcap == 0 && !budget->mean_of_all && !budget->takes_part[problem->key_length] &&
           !plumb_adds_bias(problem) && !plumb_position_adds_bias(problem->position.kind);
}

/* Whether no step of any key may overflow, by the largest product of all. */
static bool all_fit(plumb_budget_row *budget) {
    plumb_overflow of_all = {0};
    double most = 0;
    if (!scores_are_products(budget))
        return false;
    for (size_t i = 0; i < budget->problem->key_length; i++) {
        if (!budget->takes_part[i])
            continue;
        if (!elements_of_key_fit(budget, i) || isnan(bound_of(budget, i)))
            return false;
        most = fmax(most, bound_of(budget, i));
    }
    count_bound(&of_all, budget, most);
    count_score(&of_all, budget, most);
    return of_all.step == PLUMB_OVERFLOWS_NOWHERE;
}

void plumb_keys_overflow(plumb_overflow *worst, plumb_budget_row *budget) {
    if (all_fit(budget))
        return;
    for (size_t i = 0; i <= budget->problem->key_length; i++)
        if (budget->takes_part[i])
            plumb_key_overflow(worst, budget, i);
}
