/* operator_engines.h - simulated engines for every operator of spec/operators.md: evaluated in the
   arithmetic and in the orders of real ones, or wrongly.

   Every operation is done in binary64 and rounded to the engine's format, as in engines.h. */
#ifndef PLUMB_TESTS_COMPARE_OPERATOR_ENGINES_H
#define PLUMB_TESTS_COMPARE_OPERATOR_ENGINES_H
#include "case/operators.h"
#include "exact/round.h"
#include "exact/visible.h"
#include "tests/support/problems.h"
#include <math.h>
#include <stdlib.h>

typedef enum { FORWARDS, BACKWARDS, PAIRWISE, BLOCKED } sum_order;

/* What an engine may get wrong. */
typedef enum {
    NO_MISTAKE,
    SINK_OMITTED,
    SINK_SCALED, /* the logit is multiplied by the scale, as if it were a product */
    SOFTCAP_OMITTED,
    SOFTCAP_LATE,      /* after the bias */
    EPSILON_TOO_LARGE, /* 1e-5 */
    NORMALISATION_OMITTED,
    MAGNITUDE_OMITTED, /* sum x instead of sum |x| */
    ROOT_OMITTED,      /* of the power softmax */
    GATE_AS_GIVEN,     /* no sigmoid */
    VALUE_BIAS_OMITTED,
    SINK_VALUE_OMITTED,
    ALPHA_OMITTED,
    CLIP_OMITTED,
    FEATURE_OMITTED /* elu without + 1 */
} operator_mistake;

typedef struct {
    const char *name;
    const char *precision;
    plumb_format arithmetic; /* binary64 or binary32 */
    plumb_format store;      /* scaled inputs, scores, and what elementwise operations give */
    plumb_format weight;     /* weights as stored for the product with the values */
    plumb_format output;
    sum_order order;
    bool divide_last;  /* weights are divided by their sum after the product with the values */
    bool other_form;   /* the second of two usual forms of a function */
    bool shift_stored; /* scores less their maximum are stored */
} operator_engine;

typedef struct {
    double *output, *weights, *scores, *lse;
    bool overflow;
} operator_answers;

typedef struct {
    const operator_engine *by;
    const plumb_problem *problem;
    size_t b, h, t;
    operator_mistake made;
    double *score, *weight, *term; /* [key_length + 1]; the sink comes last */
    unsigned char *takes_part;     /* [key_length + 1] */
    bool *overflow;                /* becomes true if a finite number leaves its format */
} operator_row;

static inline double in_format(plumb_format format, double x) {
    if (format == PLUMB_F64 || !isfinite(x))
        return x;
    return format == PLUMB_F32 ? (double)(float)x : plumb_round_double(x, format);
}

static inline double round_op(const operator_row *r, double x) {
    double rounded = in_format(r->by->arithmetic, x);
    *r->overflow = *r->overflow || rounded == INFINITY || (isfinite(x) && isinf(rounded));
    return rounded;
}

static inline double stored_op(const operator_row *r, double x) {
    double rounded = round_op(r, x), kept = in_format(r->by->store, rounded);
    *r->overflow = *r->overflow || (isfinite(rounded) && !isfinite(kept));
    return kept;
}

static inline double kept_as(const operator_row *r, plumb_format format, double x) {
    double kept = in_format(format, x);
    *r->overflow = *r->overflow || (isfinite(x) && !isfinite(kept));
    return kept;
}

/* The order of the engine; the terms are in its arithmetic. */
static inline double sum_terms(const operator_row *r, const double *x, size_t n) {
    double sum = 0;
    switch (r->by->order) {
    case PAIRWISE:
        if (n <= 2)
            return n == 0 ? 0 : n == 1 ? x[0] : round_op(r, x[0] + x[1]);
        return round_op(r, sum_terms(r, x, n / 2) + sum_terms(r, x + n / 2, n - n / 2));
    case BLOCKED:
        for (size_t first = 0; first < n; first += 3) {
            double part = 0;
            for (size_t i = first; i < n && i < first + 3; i++)
                part = round_op(r, part + x[i]);
            sum = round_op(r, sum + part);
        }
        return sum;
    case BACKWARDS:
        for (size_t i = n; i > 0; i--)
            sum = round_op(r, sum + x[i - 1]);
        return sum;
    case FORWARDS:
    default:
        for (size_t i = 0; i < n; i++)
            sum = round_op(r, sum + x[i]);
        return sum;
    }
}

static inline double sum_products(const operator_row *r, const double *x, const double *y,
                                  size_t n) {
    double *term = malloc((n + 1) * sizeof *term);
    for (size_t i = 0; i < n; i++)
        term[i] = round_op(r, x[i] * y[i]);
    double sum = sum_terms(r, term, n);
    *r->overflow = *r->overflow || !isfinite(sum);
    free(term);
    return sum;
}

static inline double engine_exp(const operator_row *r, double x) {
    return round_op(r, exp(x));
}

static inline double engine_sigmoid(const operator_row *r, double x) {
    if (r->by->other_form && x < 0) {
        double e = engine_exp(r, x);
        return round_op(r, e / round_op(r, 1 + e));
    }
    return round_op(r, 1 / round_op(r, 1 + engine_exp(r, -x)));
}

static inline double engine_elu_plus_one(const operator_row *r, double x) {
    double one = r->made == FEATURE_OMITTED ? 0 : 1;
    if (r->by->other_form && one > 0)
        return x > 0 ? round_op(r, x + 1) : engine_exp(r, x);
    return stored_op(r, stored_op(r, x > 0 ? x : round_op(r, expm1(x))) + one);
}

static inline double engine_tanh(const operator_row *r, double x) {
    if (!r->by->other_form || fabs(x) > 20)
        return round_op(r, tanh(x));
    double e = engine_exp(r, round_op(r, 2 * x));
    return round_op(r, 1 - round_op(r, 2 / round_op(r, e + 1)));
}

static inline size_t feature_count(const plumb_problem *p) {
    return p->op.kind == PLUMB_MLP_KERNEL ? p->extra.feature_dim : p->head_dim;
}

static inline void engine_features(const operator_row *r, const double *x, double *features) {
    const plumb_problem *p = r->problem;
    const plumb_extras *extra = &p->extra;
    if (p->op.kind != PLUMB_MLP_KERNEL) {
        for (size_t c = 0; c < p->head_dim; c++)
            features[c] =
                p->op.kind == PLUMB_ELU_KERNEL ? stored_op(r, engine_elu_plus_one(r, x[c])) : x[c];
        return;
    }
    double *inner = malloc((extra->hidden_dim + 1) * sizeof *inner);
    for (size_t i = 0; i < extra->hidden_dim; i++) {
        double sum = sum_products(r, extra->mlp_inner + i * p->head_dim, x, p->head_dim);
        inner[i] = fmax(0, stored_op(r, sum));
    }
    for (size_t f = 0; f < extra->feature_dim; f++)
        features[f] = stored_op(
            r, sum_products(r, extra->mlp_outer + f * extra->hidden_dim, inner, extra->hidden_dim));
    free(inner);
}

static inline double engine_scale(const plumb_problem *p) {
    double scale = plumb_problem_scale(p).mid;
    return scale;
}

static inline double engine_product(const operator_row *r, const double *query, const double *key) {
    const plumb_problem *p = r->problem;
    size_t dim = feature_count(p);
    double *room = malloc((2 * dim + 1) * sizeof *room);
    double scale = round_op(r, engine_scale(p));
    engine_features(r, query, room);
    engine_features(r, key, room + dim);
    for (size_t c = 0; r->by->divide_last && c < dim; c++)
        room[c] = stored_op(r, room[c] * scale);
    double x = sum_products(r, room, room + dim, dim);
    if (!r->by->divide_last)
        x = stored_op(r, stored_op(r, x) * scale);
    free(room);
    return stored_op(r, x);
}

static inline double engine_cap(const operator_row *r, double x) {
    double c = r->problem->op.softcap;
    if (c == 0 || r->made == SOFTCAP_OMITTED)
        return x;
    double y = stored_op(r, engine_tanh(r, stored_op(r, x / round_op(r, c))));
    return stored_op(r, y * round_op(r, c));
}

static inline double engine_biases(const operator_row *r, double x, size_t i) {
    const double *bias = plumb_exact_bias(r->problem, r->b, r->h, r->t, i);
    const double *first = plumb_exact_key0_bias(r->problem, r->h, i);
    if (bias != NULL)
        x = stored_op(r, x + *bias);
    return first != NULL ? stored_op(r, x + *first) : x;
}

static inline double engine_score(const operator_row *r, size_t i) {
    const plumb_problem *p = r->problem;
    bool cap_first = p->op.softcap_order == PLUMB_CAP_BIAS_MASK && r->made != SOFTCAP_LATE;
    if (!plumb_exact_visible(p, r->b, r->h, r->t, i))
        return engine_cap(r, -INFINITY);
    double x = engine_product(r, plumb_exact_query(p, r->b, r->h, r->t),
                              plumb_exact_key(p, r->b, r->h, i));
    if (cap_first)
        return engine_biases(r, engine_cap(r, x), i);
    return engine_cap(r, engine_biases(r, x, i));
}

static inline double engine_sink(const operator_row *r) {
    const plumb_problem *p = r->problem;
    double scale = engine_scale(p);
    if (p->op.sink == PLUMB_SINK_ZERO)
        return 0;
    if (p->op.sink == PLUMB_SINK_LOGIT)
        return stored_op(r, p->extra.sinks[r->h] * (r->made == SINK_SCALED ? scale : 1));
    return engine_cap(r, engine_product(r, plumb_exact_query(p, r->b, r->h, r->t),
                                        plumb_exact_sink_key(p, r->h)));
}

static inline double engine_largest(const operator_row *r, size_t count) {
    double most = -INFINITY;
    for (size_t i = 0; i < count; i++)
        if (r->takes_part[i])
            most = fmax(most, r->score[i]);
    return most;
}

/* The terms of keys that take part, packed. */
static inline double sum_taking_part(const operator_row *r, const double *x, size_t count) {
    size_t n = 0;
    for (size_t i = 0; i < count; i++)
        if (r->takes_part[i])
            r->term[n++] = x[i];
    return sum_terms(r, r->term, n);
}

/* e^{factor x - m} in weight, their sum returned; the maximum without the sink in some engines. */
static inline double engine_exponentials(operator_row *r, double factor, double *shift) {
    size_t keys = r->problem->key_length;
    bool without_sink = r->by->other_form && engine_largest(r, keys) > -INFINITY;
    double most = engine_largest(r, without_sink ? keys : keys + 1);
    *shift = stored_op(r, factor * most);
    for (size_t i = 0; i <= keys; i++) {
        double x = round_op(r, stored_op(r, factor * r->score[i]) - *shift);
        if (r->by->shift_stored)
            x = stored_op(r, x);
        r->weight[i] = r->takes_part[i] ? engine_exp(r, x) : 0;
    }
    return sum_taking_part(r, r->weight, keys + 1);
}

static inline double engine_lse(operator_row *r) {
    unsigned char sink = r->takes_part[r->problem->key_length];
    double shift;
    if (r->problem->op.sink_outside_lse)
        r->takes_part[r->problem->key_length] = 0;
    double sum = engine_exponentials(r, 1, &shift);
    r->takes_part[r->problem->key_length] = sink;
    return sum == 0 ? -INFINITY : round_op(r, shift + round_op(r, log(sum)));
}

static inline double softpick_terms(operator_row *r) {
    size_t keys = r->problem->key_length;
    double most = engine_largest(r, keys);
    double zero = stored_op(r, engine_exp(r, -most));
    double *magnitude = malloc((keys + 1) * sizeof *magnitude);
    for (size_t i = 0; i < keys; i++) {
        double e = stored_op(r, engine_exp(r, stored_op(r, r->score[i] - most)));
        double difference = stored_op(r, e - zero);
        magnitude[i] = r->made == MAGNITUDE_OMITTED ? difference : fabs(difference);
        r->weight[i] = r->takes_part[i] ? fmax(0, difference) : 0;
    }
    double sum = sum_taking_part(r, magnitude, keys);
    free(magnitude);
    return sum;
}

static inline double engine_epsilon(const operator_row *r) {
    return stored_op(r, r->made == EPSILON_TOO_LARGE ? 1e-5 : r->problem->op.epsilon);
}

/* Fills weight with what is divided by the returned sum. */
static inline double activation_terms(operator_row *r) {
    const plumb_operator *op = &r->problem->op;
    size_t keys = r->problem->key_length;
    bool absolute = op->normalisation == PLUMB_ABSOLUTE_SUM;
    for (size_t i = 0; i < keys; i++) {
        double x = r->score[i];
        double a = op->kind == PLUMB_SIGMOID ? engine_sigmoid(r, x)
                   : op->kind == PLUMB_ELU   ? engine_elu_plus_one(r, x)
                                             : x;
        a = stored_op(r, a);
        r->weight[i] = !r->takes_part[i]                          ? 0
                       : absolute && r->made != MAGNITUDE_OMITTED ? fabs(a)
                                                                  : a;
    }
    double sum = stored_op(r, sum_taking_part(r, r->weight, keys));
    if (op->normalisation == PLUMB_UNNORMALISED || r->made == NORMALISATION_OMITTED)
        return 1;
    if (op->normalisation == PLUMB_AT_LEAST_ONE)
        return fmax(fabs(sum), 1);
    return stored_op(r, sum + engine_epsilon(r));
}

/* Three forms of e^{x_j} / (sum e^{p x_i})^{1/p}. */
static inline void power_weights(operator_row *r) {
    size_t keys = r->problem->key_length;
    double p = round_op(r, r->problem->op.power), shift;
    if (r->made == ROOT_OMITTED || (r->by->other_form && !r->by->divide_last)) {
        double sum = engine_exponentials(r, p, &shift);
        for (size_t i = 0; i < keys; i++) {
            double w = stored_op(r, r->weight[i] / sum);
            r->weight[i] = r->made == ROOT_OMITTED ? w : round_op(r, pow(w, round_op(r, 1 / p)));
        }
        return;
    }
    double sum = engine_exponentials(r, p, &shift);
    if (r->by->divide_last) {
        double root = round_op(r, round_op(r, shift + round_op(r, log(sum))) / p);
        for (size_t i = 0; i < keys; i++)
            if (r->takes_part[i])
                r->weight[i] = engine_exp(r, round_op(r, r->score[i] - root));
        return;
    }
    double root = round_op(r, pow(sum, round_op(r, 1 / p)));
    engine_exponentials(r, 1, &shift);
    for (size_t i = 0; i < keys; i++)
        r->weight[i] = round_op(r, r->weight[i] / root);
}

/* Fills weight; returns what the output, too, is still to be divided by. */
static inline double engine_weights(operator_row *r) {
    const plumb_operator *op = &r->problem->op;
    size_t keys = r->problem->key_length;
    double sum, shift, width;
    switch (op->kind) {
    case PLUMB_POWER_SOFTMAX:
        power_weights(r);
        return 1;
    case PLUMB_SOFTPICK:
        sum = softpick_terms(r);
        return stored_op(r, sum + engine_epsilon(r));
    case PLUMB_SOFTMAX:
        return engine_exponentials(r, 1, &shift);
    case PLUMB_SCALED_SOFTMAX:
        sum = engine_exponentials(r, 1, &shift);
        return r->made == ALPHA_OMITTED ? sum : round_op(r, sum / round_op(r, op->alpha));
    case PLUMB_CLIPPED_SOFTMAX:
        sum = engine_exponentials(r, 1, &shift);
        width = round_op(r, round_op(r, op->zeta) - round_op(r, op->gamma));
        for (size_t i = 0; i < keys; i++) {
            double w = kept_as(r, r->by->weight, round_op(r, r->weight[i] / sum));
            w = stored_op(r, stored_op(r, width * w) + round_op(r, op->gamma));
            r->weight[i] = !r->takes_part[i]         ? 0
                           : r->made == CLIP_OMITTED ? w
                                                     : fmin(1, fmax(0, w));
        }
        return 1;
    default:
        return activation_terms(r);
    }
}

/* The output of one column before anything is added to it; weight is already divided, or not. */
static inline double engine_mean(operator_row *r, size_t c, double divisor) {
    const plumb_problem *p = r->problem;
    size_t n = 0;
    for (size_t i = 0; i <= p->key_length; i++) {
        bool is_sink = i == p->key_length;
        bool has_value = is_sink ? plumb_exact_has_sink_value(p) && r->made != SINK_VALUE_OMITTED
                                 : r->takes_part[i];
        if (!r->takes_part[i] || !has_value)
            continue;
        double value =
            is_sink ? plumb_exact_sink_value(p, r->h)[c] : plumb_exact_value(p, r->b, r->h, i)[c];
        r->term[n++] = round_op(r, kept_as(r, r->by->weight, r->weight[i]) * value);
    }
    return round_op(r, sum_terms(r, r->term, n) / divisor);
}

static inline double engine_output(operator_row *r, size_t c, double divisor) {
    const double *bias = plumb_exact_value_bias(r->problem, r->h, c);
    const double *gate = plumb_exact_gate(r->problem, r->b, r->h, r->t, c);
    double x = kept_as(r, r->by->output, engine_mean(r, c, divisor));
    if (bias != NULL && r->made != VALUE_BIAS_OMITTED)
        x = kept_as(r, r->by->output, round_op(r, x + *bias));
    if (gate == NULL)
        return x;
    double factor = r->made == GATE_AS_GIVEN ? *gate : engine_sigmoid(r, *gate);
    return kept_as(r, r->by->output, round_op(r, x * kept_as(r, r->by->output, factor)));
}

static inline void engine_row(operator_row *r, size_t row, operator_answers *to) {
    const plumb_problem *p = r->problem;
    size_t keys = p->key_length, taking_part = 0;
    for (size_t i = 0; i <= keys; i++) {
        r->takes_part[i] = i < keys ? plumb_exact_takes_part(p, r->b, r->h, r->t, i)
                                    : plumb_exact_has_sink_logit(p) && r->made != SINK_OMITTED;
        r->score[i] = !r->takes_part[i] ? -INFINITY
                      : i < keys        ? engine_score(r, i)
                                        : engine_sink(r);
        r->weight[i] = 0;
        taking_part += r->takes_part[i];
    }
    to->lse[row] = taking_part > 0 ? engine_lse(r) : -INFINITY;
    double sum = taking_part > 0 ? engine_weights(r) : 1;
    bool last = r->by->divide_last;
    for (size_t i = 0; i <= keys && !last; i++)
        r->weight[i] = round_op(r, r->weight[i] / sum);
    bool nan = taking_part == 0 && p->empty_row == PLUMB_EMPTY_ROW_NAN;
    for (size_t c = 0; c < p->value_dim; c++)
        to->output[row * p->value_dim + c] = nan ? NAN : engine_output(r, c, last ? sum : 1);
    for (size_t i = 0; i < keys; i++) {
        double w = last ? round_op(r, r->weight[i] / sum) : r->weight[i];
        to->weights[row * keys + i] = nan ? NAN : kept_as(r, r->by->output, w);
        to->scores[row * keys + i] = kept_as(r, r->by->output, r->score[i]);
    }
}

static inline operator_answers run_operator_engine(const operator_engine *by,
                                                   const plumb_problem *p, operator_mistake made) {
    size_t rows = p->batch * p->query_heads * p->query_length, keys = p->key_length;
    operator_answers to = {
        calloc(rows * p->value_dim + 1, sizeof(double)), calloc(rows * keys + 1, sizeof(double)),
        calloc(rows * keys + 1, sizeof(double)), calloc(rows + 1, sizeof(double)), false};
    operator_row r = {.by = by, .problem = p, .made = made, .overflow = &to.overflow};
    r.score = calloc(keys + 1, sizeof(double));
    r.weight = calloc(keys + 1, sizeof(double));
    r.term = calloc(keys + 1, sizeof(double));
    r.takes_part = calloc(keys + 1, 1);
    for (size_t row = 0; row < rows; row++) {
        r.t = row % p->query_length;
        r.h = row / p->query_length % p->query_heads;
        r.b = row / p->query_length / p->query_heads;
        engine_row(&r, row, &to);
    }
    free(r.score);
    free(r.weight);
    free(r.term);
    free(r.takes_part);
    return to;
}

static inline void free_operator_answers(operator_answers *a) {
    free(a->output);
    free(a->weights);
    free(a->scores);
    free(a->lse);
}

/* name, precision; arithmetic, store, weight, output; order, divide_last, other_form, shift_stored */
static const operator_engine operator_engines[] = {
    {"f64", "f64", PLUMB_F64, PLUMB_F64, PLUMB_F64, PLUMB_F64, FORWARDS, 0, 0, 0},
    {"f32", "f32", PLUMB_F32, PLUMB_F32, PLUMB_F32, PLUMB_F32, FORWARDS, 0, 0, 0},
    {"f32 backwards", "f32", PLUMB_F32, PLUMB_F32, PLUMB_F32, PLUMB_F32, BACKWARDS, 1, 0, 0},
    {"f32 pairwise, other forms", "f32", PLUMB_F32, PLUMB_F32, PLUMB_F32, PLUMB_F32, PAIRWISE, 0, 1,
     0},
    {"f32 blocked, other forms", "f32", PLUMB_F32, PLUMB_F32, PLUMB_F32, PLUMB_F32, BLOCKED, 1, 1,
     0},
    {"bf16 flash", "bf16-flash", PLUMB_F32, PLUMB_F32, PLUMB_BF16, PLUMB_BF16, BLOCKED, 1, 0, 0},
    {"fp16 flash", "fp16-flash", PLUMB_F32, PLUMB_F32, PLUMB_F16, PLUMB_F16, BLOCKED, 1, 1, 0},
    {"bf16 eager", "bf16-eager", PLUMB_F32, PLUMB_BF16, PLUMB_BF16, PLUMB_BF16, FORWARDS, 0, 0, 0},
    {"bf16 eager, shift stored", "bf16-eager-shifted", PLUMB_F32, PLUMB_BF16, PLUMB_BF16,
     PLUMB_BF16, PAIRWISE, 0, 0, 1},
    {"fp16 eager", "fp16-eager", PLUMB_F32, PLUMB_F16, PLUMB_F16, PLUMB_F16, FORWARDS, 0, 1, 0},
};

enum { OPERATOR_ENGINES = sizeof operator_engines / sizeof *operator_engines };
#endif
