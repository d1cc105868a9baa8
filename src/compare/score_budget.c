#include "compare/score_budget.h"
#include "compare/position_budget.h"
#include "compare/product_budget.h"
#include "exact/visible.h"
#include "row/evaluate.h"
#include "row/stages.h"
#include <math.h>

int plumb_score_budget_init(plumb_score_budget *scores, const plumb_problem *problem,
                            const plumb_precision *precision) {
    scores->problem = problem;
    scores->scale = plumb_problem_scale(problem);
    return plumb_feature_room_init(&scores->features, problem, precision);
}

void plumb_score_budget_set(plumb_score_budget *scores, size_t b, size_t h, size_t t) {
    const plumb_problem *problem = scores->problem;
    plumb_feature_room_set(&scores->features, b, h, t);
    if (plumb_position_adds_bias(problem->position.kind))
        plumb_position_bias(&scores->features.positions, problem, scores->scale, b, h, t, problem->key_length);
}

void plumb_score_budget_free(plumb_score_budget *scores) {
    plumb_feature_room_free(&scores->features);
}

/* A product of query and key, whose budget can be taken for the whole score. */
static bool is_product(const plumb_problem *problem) {
    return problem->op.softcap == 0 && !plumb_adds_bias(problem) &&
           !plumb_position_joins_products(problem->position.kind);
}

/* Section 20: q.k and q.a are two products, whose sum is rounded once more. */
static void shaw_budget(plumb_key_budget *key, const plumb_score_budget *scores, const plumb_row_terms *row,
                        plumb_feature_vector query, plumb_feature_vector other, plumb_ball x,
                        double inherited, const double *vector) {
    const plumb_precision *p = row->precision;
    double sum = 0, rest = 0, magnitude = 0;
    for (size_t c = 0; c < row->head_dim; c++) {
        double by_key = query.value[c] * vector[c];
        sum += by_key;
        rest += query.value[c] * (other.value[c] - vector[c]);
        magnitude += fabs(query.value[c]) * other.upper[c];
    }
    double own = ((double)row->head_dim + 4) * PLUMB_OWN_UNIT * magnitude;
    double parts = plumb_upper(scores->scale) * (fabs(sum) + fabs(rest) + own);
    double unit = plumb_compound(p->score.unit, p->exponent.unit);
    double tiny = p->input.tiny + 2 * p->product.tiny;
    plumb_product_budget(key, row, query, other, inherited, parts, plumb_upper(x));
    key->score_error += unit * (plumb_upper(x) + key->score_error) +
                        2 * fmax(1, row->scale) * ((double)row->head_dim * tiny + 4 * p->score.tiny + p->exponent.tiny);
}

/* Section 10: the bias is rounded once, then the sum. */
static void add_bias(plumb_key_budget *key, const plumb_precision *p, plumb_ball *score, double bias) {
    double unit = plumb_compound(p->score.unit, p->exponent.unit);
    score->mid += bias;
    score->rad += PLUMB_OWN_UNIT * fabs(score->mid);
    key->score_error += p->score.unit * fabs(bias) + p->score.tiny;
    key->score_error += unit * (plumb_upper(*score) + key->score_error) + p->score.tiny + p->exponent.tiny;
}

/* Section 19: in the place of the bias, or added to it first. */
static void add_position(plumb_key_budget *key, const plumb_score_budget *scores, const plumb_row_terms *row,
                         plumb_ball *score, double others, size_t h, size_t i) {
    const plumb_problem *problem = scores->problem;
    const plumb_precision *p = row->precision;
    plumb_ball bias = scores->features.positions.bias[i];
    bool scaled = problem->position.kind == PLUMB_POSITION_ALIBI && problem->position.alibi == PLUMB_ALIBI_SCALED_KEY;
    double unit = plumb_compound(p->score.unit, p->exponent.unit);
    score->mid += bias.mid;
    score->rad += bias.rad + PLUMB_OWN_UNIT * fabs(score->mid);
    key->score_error += plumb_position_bias_error(problem, p, h, plumb_upper(bias));
    if (others > 0)
        key->score_error += unit * (others + plumb_upper(bias)) + p->score.tiny;
    if (scaled)
        unit = plumb_compound(unit, plumb_compound(unit, plumb_scale_unit(p)));
    key->score_error += unit * (plumb_upper(*score) + key->score_error) + p->score.tiny + p->exponent.tiny;
}

/* Section 10: c tanh(x / c) moves no two scores apart. */
static void cap(plumb_key_budget *key, const plumb_precision *p, plumb_ball *score, double c) {
    double function = 2 * p->exponential + 8 * p->exponent.unit;
    double stores = plumb_compound(plumb_compound(p->input.unit, p->input.unit), plumb_gamma(4, p->exponent.unit));
    stores = plumb_compound(stores, plumb_gamma(3, p->score.unit));
    double tiny = 6 * fmax(1, c) * (p->score.tiny + p->exponent.tiny);
    double old = score->rad;
    score->mid = c * tanh(score->mid / c);
    score->rad = fmin(old, 2 * c) + 4 * PLUMB_OWN_UNIT * c;
    key->score_error = fmin(key->score_error, 2 * c);
    double magnitude = fmin(plumb_upper(*score), c) + key->score_error;
    key->score_error += stores * magnitude + tiny;
    function *= 1 + stores;
    key->score_error += c * function;
}

static void add_biases(plumb_key_budget *key, const plumb_score_budget *scores, const plumb_row_terms *row,
                       plumb_ball *score, size_t b, size_t h, size_t t, size_t i) {
    const double *bias = plumb_exact_bias(scores->problem, b, h, t, i);
    const double *first = plumb_exact_key0_bias(scores->problem, h, i);
    double others = 0;
    if (bias != NULL) {
        add_bias(key, row->precision, score, *bias);
        others += fabs(*bias);
    }
    if (first != NULL) {
        add_bias(key, row->precision, score, *first);
        others += fabs(*first);
    }
    if (plumb_position_adds_bias(scores->problem->position.kind))
        add_position(key, scores, row, score, others, h, i);
}

/* An invisible key that takes part: -infinity capped. */
static void masked(plumb_key_budget *key, const plumb_row_terms *row, double c) {
    plumb_ball score = {-HUGE_VAL, 0};
    *key = (plumb_key_budget){.score = c};
    cap(key, row->precision, &score, c);
}

static void settle(plumb_key_budget *key) {
    double *const bounds[] = {&key->score, &key->magnitude, &key->score_error};
    for (size_t i = 0; i < sizeof bounds / sizeof bounds[0]; i++)
        *bounds[i] = plumb_known(*bounds[i]);
}

/* A ball around the score, of whatever it is made. */
static plumb_ball joined_key(plumb_score_budget *scores, const plumb_row_terms *row, size_t b, size_t h, size_t t,
                             size_t i, plumb_key_budget *key) {
    const plumb_problem *problem = scores->problem;
    double c = problem->op.softcap;
    bool cap_first = problem->op.softcap_order == PLUMB_CAP_BIAS_MASK;
    plumb_feature_vector query = plumb_query_features(&scores->features, b, h, t);
    plumb_feature_vector vector = plumb_key_features(&scores->features, b, h, t, i);
    double inherited = plumb_product_inherits(&scores->features, scores->scale, query, vector);
    plumb_ball score = plumb_multiply_features(&scores->features, scores->scale, query, vector, inherited);
    if (plumb_position_joins_products(problem->position.kind))
        shaw_budget(key, scores, row, query, vector, score, inherited, plumb_exact_key(problem, b, h, i));
    else
        plumb_product_budget(key, row, query, vector, inherited, plumb_upper(score), plumb_upper(score));
    if (c > 0 && cap_first)
        cap(key, row->precision, &score, c);
    add_biases(key, scores, row, &score, b, h, t, i);
    if (c > 0 && !cap_first)
        cap(key, row->precision, &score, c);
    return score;
}

static void visible_key(plumb_score_budget *scores, const plumb_row_terms *row, size_t b, size_t h, size_t t, size_t i,
                        plumb_ball exact, plumb_key_budget *key) {
    if (!is_product(scores->problem)) {
        key->score = plumb_upper(joined_key(scores, row, b, h, t, i, key));
        return;
    }
    plumb_feature_vector query = plumb_query_features(&scores->features, b, h, t);
    plumb_feature_vector vector = plumb_key_features(&scores->features, b, h, t, i);
    double inherited = plumb_product_inherits(&scores->features, scores->scale, query, vector);
    plumb_product_budget(key, row, query, vector, inherited, plumb_upper(exact), plumb_upper(exact));
}

double plumb_score_budget_hidden(plumb_score_budget *scores, const plumb_row_terms *row, size_t b, size_t h, size_t t,
                                 size_t i) {
    plumb_key_budget key = {.score = 0};
    plumb_ball score = joined_key(scores, row, b, h, t, i, &key);
    return plumb_known(score.mid + score.rad + key.score_error);
}

/* Scores that are products of vectors as they are given: no hidden key takes part. */
static void product_keys(const plumb_score_budget *scores, const plumb_row_terms *row, size_t b, size_t h, size_t t,
                         const unsigned char *takes_part, const plumb_ball *score, plumb_key_budget *key) {
    const plumb_problem *p = scores->problem;
    const plumb_score_units units = plumb_score_units_of(row);
    const double *query = plumb_exact_query(p, b, h, t), *vector = plumb_exact_key(p, b, h, 0);
    for (size_t i = 0; i < p->key_length; i++)
        if (takes_part[i]) {
            plumb_key_score_budget_in(&key[i], row, &units, query, vector + i * p->head_dim, plumb_upper(score[i]));
            settle(&key[i]);
        }
}

void plumb_score_budget_keys(plumb_score_budget *scores, const plumb_row_terms *row, size_t b, size_t h, size_t t,
                             const unsigned char *takes_part, const plumb_ball *score, plumb_key_budget *key) {
    const plumb_problem *p = scores->problem;
    bool as_given = !plumb_has_features(p) && !plumb_position_moves_vectors(p->position.kind);
    if (is_product(p) && as_given && p->key_length > 0) {
        product_keys(scores, row, b, h, t, takes_part, score, key);
        return;
    }
    for (size_t i = 0; i < p->key_length; i++) {
        if (takes_part[i] && plumb_exact_visible(p, b, h, t, i))
            visible_key(scores, row, b, h, t, i, score[i], &key[i]);
        else if (takes_part[i])
            masked(&key[i], row, p->op.softcap);
        settle(&key[i]);
    }
}

static plumb_ball stated_logit(const plumb_precision *p, double logit, plumb_key_budget *key) {
    *key = (plumb_key_budget){.score = fabs(logit)};
    key->score_error += plumb_compound(p->input.unit, p->score.unit) * fabs(logit);
    if (logit != 0)
        key->score_error += p->input.tiny + p->score.tiny;
    return (plumb_ball){logit, 0};
}

plumb_ball plumb_score_budget_sink(const plumb_score_budget *scores, const plumb_row_terms *row, size_t b, size_t h,
                                   size_t t, plumb_key_budget *key) {
    const plumb_problem *problem = scores->problem;
    plumb_sink_logit logit = plumb_sink_logit_of(problem->op.sink);
    if (logit != PLUMB_LOGIT_PRODUCT)
        return stated_logit(row->precision, logit == PLUMB_LOGIT_STATED ? problem->extra.sinks[h] : 0, key);
    const double *vector = plumb_exact_sink_key(problem, h);
    plumb_feature_vector query = plumb_query_features(&scores->features, b, h, t);
    plumb_feature_vector other = {.value = vector, .upper = vector};
    double inherited = plumb_product_inherits(&scores->features, scores->scale, query, other);
    plumb_ball score = plumb_multiply_features(&scores->features, scores->scale, query, other, inherited);
    plumb_product_budget(key, row, query, other, inherited, plumb_upper(score), plumb_upper(score));
    if (problem->op.softcap > 0)
        cap(key, row->precision, &score, problem->op.softcap);
    key->score = plumb_upper(score);
    settle(key);
    return score;
}
