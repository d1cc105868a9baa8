#include "compare/score_budget.h"
#include "attention/evaluate.h"
#include "exact/visible.h"
#include <math.h>

/* Scores are near what binary64 gives for them; each operation is off by this part of its result
   at most. */
#define OWN_UNIT 0x1p-52

int plumb_score_budget_init(plumb_score_budget *scores, const plumb_problem *problem,
                            const plumb_precision *precision) {
    scores->problem = problem;
    scores->scale = plumb_problem_scale(problem);
    return plumb_feature_room_init(&scores->features, problem, precision);
}

void plumb_score_budget_free(plumb_score_budget *scores) {
    plumb_feature_room_free(&scores->features);
}

static double upper(plumb_ball ball) {
    return fabs(ball.mid) + ball.rad;
}

/* A product of query and key, whose budget can be taken for the whole score. */
static bool is_product(const plumb_problem *problem) {
    return problem->op.softcap == 0 && problem->extra.bias == NULL &&
           problem->extra.key0_bias == NULL;
}

/* One more rounding, of at most `bound`.  Among many its deviation is a third of the bound or
   more; five deviations of it are three quarters of the bound for each of the four of lambda. */
static void disturb(plumb_key_budget *key, double bound) {
    key->score_error += bound;
    key->independent += 0.75 * bound;
    key->score_error_probable = fmin(key->score_error_probable + bound, key->score_error);
}

/* The product of two vectors, and what their own errors do to it. */
typedef struct {
    plumb_ball value;
    double inherited;
} product;

static product multiply(plumb_ball scale, size_t dim, plumb_feature_vector query,
                        plumb_feature_vector key) {
    double sum = 0, magnitude = 0, inherited = 0;
    for (size_t c = 0; c < dim; c++) {
        sum += query.value[c] * key.value[c];
        magnitude += fabs(query.value[c] * key.value[c]);
        if (query.error != NULL)
            inherited += query.error[c] * key.upper[c] + fabs(query.value[c]) * key.error[c];
    }
    double own = ((double)dim + 4) * OWN_UNIT * upper(scale) + scale.rad;
    inherited *= upper(scale);
    return (product){{scale.mid * sum, own * magnitude + inherited}, inherited};
}

static void product_budget(plumb_key_budget *key, const plumb_row_terms *row,
                           plumb_feature_vector query, plumb_feature_vector other, double inherited,
                           double score) {
    plumb_key_score_budget(key, row, query.upper, other.upper, score + inherited);
    if (inherited == 0)
        return;
    key->score = score;
    key->shared += inherited / 2;
    disturb(key, inherited);
}

/* Section 10: the bias is rounded once, then the sum. */
static void add_bias(plumb_key_budget *key, const plumb_precision *p, plumb_ball *score,
                     double bias) {
    double unit = plumb_compound(p->score.unit, p->exponent.unit);
    score->mid += bias;
    score->rad += OWN_UNIT * fabs(score->mid);
    disturb(key, p->score.unit * fabs(bias) + p->score.tiny);
    disturb(key, unit * (upper(*score) + key->score_error) + p->score.tiny + p->exponent.tiny);
}

/* Section 10: c tanh(x / c) moves no two scores apart. */
static void cap(plumb_key_budget *key, const plumb_precision *p, plumb_ball *score, double c) {
    double function = 2 * p->exponential + 8 * p->exponent.unit;
    double stores = plumb_compound(plumb_compound(p->input.unit, p->input.unit),
                                   plumb_gamma(4, p->exponent.unit));
    stores = plumb_compound(stores, plumb_gamma(3, p->score.unit));
    double tiny = 6 * fmax(1, c) * (p->score.tiny + p->exponent.tiny);
    double old = score->rad;
    score->mid = c * tanh(score->mid / c);
    score->rad = old + 4 * OWN_UNIT * c;
    key->score_error = fmin(key->score_error, 2 * c);
    key->score_error_probable = fmin(key->score_error_probable, 2 * c);
    double magnitude = fmin(upper(*score) + key->score_error, c * (1 + function));
    disturb(key, stores * magnitude + tiny);
    /* tanh is commonly accurate relative to itself; the rest of its budget is for e^x in it. */
    key->score_error += c * function;
    key->independent += function * (0.25 * c + 0.5 * magnitude);
    key->score_error_probable = fmin(key->score_error_probable + c * function, key->score_error);
}

static void add_biases(plumb_key_budget *key, const plumb_score_budget *scores,
                       const plumb_row_terms *row, plumb_ball *score, size_t b, size_t h, size_t t,
                       size_t i) {
    const double *bias = plumb_exact_bias(scores->problem, b, h, t, i);
    const double *first = plumb_exact_key0_bias(scores->problem, h, i);
    if (bias != NULL)
        add_bias(key, row->precision, score, *bias);
    if (first != NULL)
        add_bias(key, row->precision, score, *first);
}

/* An invisible key that takes part: -infinity capped. */
static void masked(plumb_key_budget *key, const plumb_row_terms *row, double c) {
    plumb_ball score = {-HUGE_VAL, 0};
    *key = (plumb_key_budget){.score = c};
    cap(key, row->precision, &score, c);
}

void plumb_score_budget_key(const plumb_score_budget *scores, const plumb_row_terms *row, size_t b,
                            size_t h, size_t t, size_t i, plumb_ball exact, plumb_key_budget *key) {
    const plumb_problem *problem = scores->problem;
    double c = problem->op.softcap;
    bool cap_first = problem->op.softcap_order == PLUMB_CAP_BIAS_MASK;
    if (!plumb_exact_visible(problem, b, h, t, i)) {
        masked(key, row, c);
        return;
    }
    plumb_feature_vector query = plumb_query_features(&scores->features, b, h, t);
    plumb_feature_vector vector = plumb_key_features(&scores->features, b, h, i);
    product x = multiply(scores->scale, scores->features.dim, query, vector);
    double magnitude = is_product(problem) ? upper(exact) : upper(x.value);
    product_budget(key, row, query, vector, x.inherited, magnitude);
    if (is_product(problem))
        return;
    plumb_ball score = x.value;
    if (c > 0 && cap_first)
        cap(key, row->precision, &score, c);
    add_biases(key, scores, row, &score, b, h, t, i);
    if (c > 0 && !cap_first)
        cap(key, row->precision, &score, c);
    key->score = upper(score);
}

static plumb_ball stated_logit(const plumb_precision *p, double logit, plumb_key_budget *key) {
    *key = (plumb_key_budget){.score = fabs(logit)};
    disturb(key, plumb_compound(p->input.unit, p->score.unit) * fabs(logit));
    if (logit != 0)
        disturb(key, p->input.tiny + p->score.tiny);
    return (plumb_ball){logit, 0};
}

plumb_ball plumb_score_budget_sink(const plumb_score_budget *scores, const plumb_row_terms *row,
                                   size_t b, size_t h, size_t t, plumb_key_budget *key) {
    const plumb_problem *problem = scores->problem;
    if (problem->op.sink == PLUMB_SINK_ZERO)
        return stated_logit(row->precision, 0, key);
    if (problem->op.sink == PLUMB_SINK_LOGIT)
        return stated_logit(row->precision, problem->extra.sinks[h], key);
    const double *vector = plumb_exact_sink_key(problem, h);
    plumb_feature_vector query = plumb_query_features(&scores->features, b, h, t);
    plumb_feature_vector other = {vector, NULL, vector};
    product x = multiply(scores->scale, problem->head_dim, query, other);
    plumb_ball score = x.value;
    product_budget(key, row, query, other, 0, upper(score));
    if (problem->op.softcap > 0)
        cap(key, row->precision, &score, problem->op.softcap);
    key->score = upper(score);
    return score;
}
