/* operator_engines.h - simulated engines for every operator of spec/operators.md: evaluated in the
   arithmetic and in the orders of real ones, or wrongly. */
#ifndef PLUMB_TESTS_COMPARE_OPERATOR_ENGINES_H
#define PLUMB_TESTS_COMPARE_OPERATOR_ENGINES_H
#include "exact/visible.h"
#include "tests/judge/position_engines.h"
#include "tests/support/activation.h"

static inline double engine_exp(const operator_row *r, double x) {
    return round_op(r, exp(x));
}

static inline double rounded_by(const void *row, double x) {
    return round_op(row, x);
}

static inline double stored_by(const void *row, double x) {
    return stored_op(row, x);
}

static inline double engine_activation(const operator_row *r, plumb_operator_kind kind, double x) {
    const activation_arithmetic by = {rounded_by, stored_by, r, r->by->other_form};
    const activation *a = activation_of(kind);
    return (r->made == FEATURE_OMITTED && a->wrong != NULL ? a->wrong : a->right)(&by, x);
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
                p->op.kind == PLUMB_ELU_KERNEL ? stored_op(r, engine_activation(r, PLUMB_ELU, x[c])) : x[c];
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

static inline double engine_product(const operator_row *r, const double *query, const double *key,
                                    double factor) {
    size_t dim = feature_count(r->problem);
    double *workspace = malloc((2 * dim + 1) * sizeof *workspace);
    double scale = round_op(r, factor);
    engine_features(r, query, workspace);
    engine_features(r, key, workspace + dim);
    for (size_t c = 0; r->by->divide_last && c < dim; c++)
        workspace[c] = stored_op(r, workspace[c] * scale);
    double x = sum_products(r, workspace, workspace + dim, dim);
    if (!r->by->divide_last)
        x = stored_op(r, stored_op(r, x) * scale);
    free(workspace);
    return stored_op(r, x);
}

static inline double engine_cap(const operator_row *r, double x) {
    double c = r->problem->op.softcap;
    if (c == 0 || r->made == SOFTCAP_OMITTED)
        return x;
    double y = stored_op(r, engine_tanh(r, stored_op(r, x / round_op(r, c))));
    return stored_op(r, y * round_op(r, c));
}

/* The positions' numbers are added last, or to the bias first. */
static inline double engine_biases(const operator_row *r, double x, size_t i, bool positioned) {
    const plumb_problem *p = r->problem;
    const double *bias = plumb_exact_bias(p, r->b, r->h, r->t, i);
    const double *first = plumb_exact_key0_bias(p, r->h, i);
    double position = positioned ? engine_position_bias(r, i, engine_scale(p)) : 0;
    bool together = positioned && bias != NULL && r->by->other_form;
    if (bias != NULL)
        x = stored_op(r, x + (together ? stored_op(r, *bias + position) : *bias));
    if (first != NULL)
        x = stored_op(r, x + *first);
    return positioned && !together ? stored_op(r, x + position) : x;
}

/* q.(k + a), the key in one vector with its row or each by itself. */
static inline double engine_shaw(const operator_row *r, const double *query, const double *key,
                                 size_t i) {
    const plumb_problem *p = r->problem;
    const double *row = engine_distance_row(r, p->position.table, p->head_dim, i);
    double scale = engine_scale(p), scale_of_row = r->made == SHAW_UNSCALED ? 1 : scale;
    if (!r->by->other_form)
        return stored_op(r, engine_product(r, query, key, scale) +
                                engine_product(r, query, row, scale_of_row));
    double *sum = malloc((p->head_dim + 1) * sizeof *sum);
    for (size_t c = 0; c < p->head_dim; c++)
        sum[c] = tensor_op(r, key[c] + row[c]);
    double x = engine_product(r, query, sum, scale_of_row);
    free(sum);
    return x;
}

/* The score before bias and softcap. */
static inline double engine_plain_score(const operator_row *r, size_t i, double scale) {
    const plumb_problem *p = r->problem;
    const double *query = plumb_exact_query(p, r->b, r->h, r->t);
    const double *key = plumb_exact_key(p, r->b, r->h, i);
    if (p->position.kind == PLUMB_POSITION_SHAW)
        return engine_shaw(r, query, key, i);
    engine_move(r, key, engine_key_point(r, i), r->key);
    return engine_product(r, r->query, r->key, scale);
}

/* Falcon: (q.k + slope p_j) scale. */
static inline bool scales_after_alibi(const operator_row *r) {
    const plumb_problem *p = r->problem;
    return p->position.kind == PLUMB_POSITION_ALIBI &&
           p->position.alibi == PLUMB_ALIBI_SCALED_KEY && p->op.softcap == 0 && !r->by->divide_last;
}

static inline double engine_score(const operator_row *r, size_t i) {
    const plumb_problem *p = r->problem;
    bool cap_first = p->op.softcap_order == PLUMB_CAP_BIAS_MASK && r->made != SOFTCAP_LATE;
    bool positioned = plumb_position_adds_bias(p->position.kind);
    double scale = engine_scale(p);
    if (!plumb_exact_visible(p, r->b, r->h, r->t, i))
        return engine_cap(r, -INFINITY);
    if (scales_after_alibi(r)) {
        double x = stored_op(r, engine_plain_score(r, i, 1) + engine_position_bias(r, i, 1));
        return engine_biases(r, stored_op(r, x * round_op(r, scale)), i, false);
    }
    double x = engine_plain_score(r, i, scale);
    if (cap_first)
        return engine_biases(r, engine_cap(r, x), i, positioned);
    return engine_cap(r, engine_biases(r, x, i, positioned));
}

static inline double engine_sink(const operator_row *r) {
    const plumb_problem *p = r->problem;
    double scale = engine_scale(p);
    if (p->op.sink == PLUMB_SINK_ZERO)
        return 0;
    if (p->op.sink == PLUMB_SINK_LOGIT)
        return stored_op(r, p->extra.sinks[r->h] * (r->made == SINK_SCALED ? scale : 1));
    return engine_cap(r, engine_product(r, r->query, plumb_exact_sink_key(p, r->h), scale));
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
        double a = stored_op(r, engine_activation(r, op->kind, r->score[i]));
        r->weight[i] = !r->takes_part[i]                          ? 0
                       : absolute && r->made != MAGNITUDE_OMITTED ? fabs(a)
                                                                  : a;
    }
    double sum = stored_op(r, sum_taking_part(r, r->weight, keys));
    if (op->normalisation == PLUMB_UNNORMALISED || r->made == NORMALISATION_OMITTED)
        return 1;
    if (op->normalisation == PLUMB_KEY_LENGTH)
        return (double)keys;
    if (op->normalisation == PLUMB_AT_LEAST_ONE)
        return fmax(fabs(sum), 1);
    return stored_op(r, sum + engine_epsilon(r));
}

/* e^{x - m} in weight and the sum of e^{p (x - m)}, both rescaled as blocks of keys raise m. */
static inline double rescaled_exponentials(operator_row *r, double p) {
    enum { BLOCK = 16 };
    size_t keys = r->problem->key_length;
    double most = -INFINITY, sum = 0;
    for (size_t from = 0; from < keys; from += BLOCK) {
        size_t to = from + BLOCK < keys ? from + BLOCK : keys;
        double higher = fmax(most, engine_largest(r, to)), factor = engine_exp(r, round_op(r, most - higher));
        for (size_t i = 0; i < from && higher > most; i++)
            r->weight[i] = round_op(r, r->weight[i] * factor);
        if (higher > most)
            sum = round_op(r, sum * round_op(r, pow(factor, p)));
        most = higher;
        for (size_t i = from; i < to; i++) {
            double x = round_op(r, r->score[i] - most);
            r->weight[i] = r->takes_part[i] ? engine_exp(r, x) : 0;
            sum = round_op(r, sum + (r->takes_part[i] ? engine_exp(r, round_op(r, p * x)) : 0));
        }
    }
    return sum;
}

/* Four forms of e^{x_j} / (sum e^{p x_i})^{1/p}. */
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
    if (r->by->divide_last && r->by->other_form) {
        double root = round_op(r, pow(rescaled_exponentials(r, p), round_op(r, 1 / p)));
        for (size_t i = 0; i < keys; i++)
            r->weight[i] = round_op(r, r->weight[i] / root);
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

/* Each weight times the factor, behind the division where that comes first. */
static inline double multiplied_weights(operator_row *r, double sum) {
    double factor = round_op(r, r->problem->op.alpha);
    bool last = r->by->divide_last;
    for (size_t i = 0; i < r->problem->key_length; i++) {
        double w = last ? r->weight[i] : kept_as(r, r->by->weight, round_op(r, r->weight[i] / sum));
        r->weight[i] = round_op(r, factor * w);
    }
    return last ? sum : 1;
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
        if (r->made != ALPHA_OMITTED && r->by->other_form)
            return multiplied_weights(r, sum);
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

/* What the value of a key is made of: its own, or that of its distance too. */
typedef enum { WHOLE_VALUE, OWN_VALUE, VALUE_OF_DISTANCE } value_part;

static inline double engine_value(const operator_row *r, size_t i, size_t c, value_part part) {
    const plumb_problem *p = r->problem;
    double own = plumb_exact_value(p, r->b, r->h, i)[c];
    if (part == OWN_VALUE)
        return own;
    double more = engine_distance_row(r, p->position.value_table, p->value_dim, i)[c];
    return part == VALUE_OF_DISTANCE ? more : tensor_op(r, own + more);
}

/* The sum of values of one column; weight is already divided, or not. */
static inline double engine_value_sum(operator_row *r, size_t c, double divisor, value_part part) {
    const plumb_problem *p = r->problem;
    size_t n = 0;
    for (size_t i = 0; i <= p->key_length; i++) {
        bool is_sink = i == p->key_length;
        bool has_value = is_sink ? plumb_exact_has_sink_value(p) && part != VALUE_OF_DISTANCE &&
                                       r->made != SINK_VALUE_OMITTED
                                 : r->takes_part[i];
        if (!r->takes_part[i] || !has_value)
            continue;
        double value = is_sink ? plumb_exact_sink_value(p, r->h)[c] : engine_value(r, i, c, part);
        r->term[n++] = product_op(r, kept_as(r, r->by->weight, r->weight[i]), value);
    }
    return round_op(r, sum_terms(r, r->term, n) / divisor);
}

/* The weights of the keys whose distance has this row of a table, added up and stored. */
static inline double engine_row_weight(operator_row *r, const double *row) {
    const plumb_problem *p = r->problem;
    size_t n = 0;
    for (size_t i = 0; i < p->key_length; i++)
        if (r->takes_part[i] && engine_distance_row(r, p->position.value_table, p->value_dim, i) == row)
            r->term[n++] = kept_as(r, r->by->weight, r->weight[i]);
    return kept_as(r, r->by->weight, sum_terms(r, r->term, n));
}

/* The sum of one column of the table, each row by what its keys weigh together. */
static inline double engine_table_sum(operator_row *r, size_t c, double divisor) {
    const plumb_position *position = &r->problem->position;
    size_t width = r->problem->value_dim;
    double *term = malloc((position->table_rows + 1) * sizeof *term);
    for (size_t i = 0; i < position->table_rows; i++) {
        const double *row = position->value_table + i * width;
        term[i] = product_op(r, engine_row_weight(r, row), row[c]);
    }
    double sum = sum_terms(r, term, position->table_rows);
    free(term);
    return round_op(r, sum / divisor);
}

/* Vectors are weighed key by key or row by row. */
static inline double engine_vector_sum(operator_row *r, size_t c, double divisor) {
    if (r->by->order == BLOCKED || r->by->order == PAIRWISE)
        return engine_table_sum(r, c, divisor);
    return engine_value_sum(r, c, divisor, VALUE_OF_DISTANCE);
}

/* The output of one column before anything else is added to it. */
static inline double engine_mean(operator_row *r, size_t c, double divisor) {
    if (r->problem->position.value_table == NULL || r->made == SHAW_VALUES_OMITTED)
        return engine_value_sum(r, c, divisor, OWN_VALUE);
    if (r->by->other_form)
        return engine_value_sum(r, c, divisor, WHOLE_VALUE);
    double own = tensor_op(r, engine_value_sum(r, c, divisor, OWN_VALUE));
    return round_op(r, own + tensor_op(r, engine_vector_sum(r, c, divisor)));
}

static inline double engine_output(operator_row *r, size_t c, double divisor) {
    const double *bias = plumb_exact_value_bias(r->problem, r->h, c);
    const double *gate = plumb_exact_gate(r->problem, r->b, r->h, r->t, c);
    double x = kept_as(r, r->by->output, engine_mean(r, c, divisor));
    if (bias != NULL && r->made != VALUE_BIAS_OMITTED)
        x = kept_as(r, r->by->output, round_op(r, x + *bias));
    if (gate == NULL)
        return x;
    double factor = r->made == GATE_AS_GIVEN ? *gate : engine_activation(r, PLUMB_SIGMOID, *gate);
    return kept_as(r, r->by->output, round_op(r, x * kept_as(r, r->by->output, factor)));
}

static inline void engine_row(operator_row *r, size_t row, operator_answers *to) {
    const plumb_problem *p = r->problem;
    size_t keys = p->key_length, taking_part = 0;
    engine_move(r, plumb_exact_query(p, r->b, r->h, r->t), engine_query_point(r), r->query);
    engine_heat(r, r->query);
    for (size_t i = 0; i <= keys; i++) {
        r->takes_part[i] = i < keys ? plumb_exact_takes_part(p, r->b, r->h, r->t, i)
                                    : plumb_exact_has_sink_logit(p) && r->made != SINK_OMITTED;
        r->score[i] = !r->takes_part[i] ? -INFINITY
                      : i < keys        ? engine_score(r, i)
                                        : engine_sink(r);
        r->weight[i] = 0;
        taking_part += r->takes_part[i];
    }
    bool mean = taking_part == 0 && keys > 0 && p->empty_row == PLUMB_EMPTY_ROW_MEAN &&
                r->made != EMPTY_ROWS_OMITTED;
    for (size_t i = 0; mean && i < keys; i++) {
        r->takes_part[i] = 1;
        r->score[i] = 0;
    }
    double none = p->empty_lse_positive ? INFINITY : -INFINITY;
    bool empty = p->op.sink_outside_lse ? engine_largest(r, keys) == -INFINITY : taking_part == 0;
    to->lse[row] = empty || taking_part == 0 ? none : engine_lse(r);
    double sum = taking_part > 0 || mean ? engine_weights(r) : 1;
    bool last = r->by->divide_last;
    for (size_t i = 0; i <= keys && !last; i++)
        r->weight[i] = round_op(r, r->weight[i] / sum);
    bool nan = taking_part == 0 && p->empty_row == PLUMB_EMPTY_ROW_NAN;
    for (size_t c = 0; c < p->value_dim; c++)
        to->output[row * p->value_dim + c] = nan ? NAN : engine_output(r, c, last ? sum : 1);
    for (size_t i = 0; i < keys; i++) {
        double w = last ? round_op(r, r->weight[i] / sum) : r->weight[i];
        to->weights[row * keys + i] = nan ? NAN : kept_as(r, r->by->output, w);
        to->scores[row * keys + i] = mean ? -INFINITY : kept_as(r, r->by->output, r->score[i]);
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
    r.query = calloc(2 * p->head_dim + 1, sizeof(double));
    r.key = r.query + p->head_dim;
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
    free(r.query);
    return to;
}

static inline void free_operator_answers(operator_answers *a) {
    free(a->output);
    free(a->weights);
    free(a->scores);
    free(a->lse);
}

/* name, precision; arithmetic, store, weight, output; order, divide_last, other_form, shift_stored, angles,
   fused; operand and sum of a matrix unit */
#define PLAIN_UNIT {.format = AS_IT_IS}, {.format = AS_IT_IS}
static const operator_engine operator_engines[] = {
    {"f64", "f64", PLUMB_F64, PLUMB_F64, PLUMB_F64, PLUMB_F64, FORWARDS, 0, 0, 0, BY_POWER, 0, PLAIN_UNIT},
    {"f32", "f32", PLUMB_F32, PLUMB_F32, PLUMB_F32, PLUMB_F32, FORWARDS, 0, 0, 0, BY_POWER, 0, PLAIN_UNIT},
    {"f32 backwards", "f32", PLUMB_F32, PLUMB_F32, PLUMB_F32, PLUMB_F32, BACKWARDS, 1, 0, 0,
     BY_EXPONENTIAL, 0, PLAIN_UNIT},
    {"f32 pairwise, other forms", "f32", PLUMB_F32, PLUMB_F32, PLUMB_F32, PLUMB_F32, PAIRWISE, 0, 1,
     0, BY_PRODUCTS, 1, PLAIN_UNIT},
    {"f32 blocked, other forms", "f32", PLUMB_F32, PLUMB_F32, PLUMB_F32, PLUMB_F32, BLOCKED, 1, 1,
     0, BY_POWER, 1, PLAIN_UNIT},
    {"bf16 flash", "bf16-flash", PLUMB_F32, PLUMB_F32, PLUMB_BF16, PLUMB_BF16, BLOCKED, 1, 0, 0,
     BY_POWER, 0, PLAIN_UNIT},
    {"fp16 flash", "fp16-flash", PLUMB_F32, PLUMB_F32, PLUMB_F16, PLUMB_F16, BLOCKED, 1, 1, 0,
     BY_PRODUCTS, 1, PLAIN_UNIT},
    {"bf16 eager", "bf16-eager", PLUMB_F32, PLUMB_BF16, PLUMB_BF16, PLUMB_BF16, FORWARDS, 0, 0, 0,
     BY_POWER, 0, PLAIN_UNIT},
    {"bf16 eager, shift stored", "bf16-eager-shifted", PLUMB_F32, PLUMB_BF16, PLUMB_BF16,
     PLUMB_BF16, PAIRWISE, 0, 0, 1, BY_EXPONENTIAL, 0, PLAIN_UNIT},
    {"fp16 eager", "fp16-eager", PLUMB_F32, PLUMB_F16, PLUMB_F16, PLUMB_F16, FORWARDS, 0, 1, 0,
     BY_PRODUCTS, 1, PLAIN_UNIT},
    {"tf32", "tf32", PLUMB_F32, PLUMB_F32, PLUMB_F32, PLUMB_F32, PAIRWISE, 0, 0, 0, BY_POWER, 0,
     {.format = AS_TF32}, {.format = AS_IT_IS}},
    {"tf32 cut", "tf32-cut", PLUMB_F32, PLUMB_F32, PLUMB_F32, PLUMB_F32, BLOCKED, 1, 1, 0,
     BY_EXPONENTIAL, 1, {.format = AS_TF32, .cut = true}, {.format = AS_IT_IS}},
    {"fp16 accumulated", "fp16-accumulate", PLUMB_F32, PLUMB_F16, PLUMB_F16, PLUMB_F16, BLOCKED, 1,
     0, 0, BY_POWER, 0, {.format = AS_IT_IS}, {.format = AS_F16}},
};
#undef PLAIN_UNIT

/* In binary32 throughout. */
static inline bool is_binary32(const operator_engine *by) {
    return by->output == PLUMB_F32 && by->operand.format == AS_IT_IS;
}

enum { OPERATOR_ENGINES = sizeof operator_engines / sizeof *operator_engines };
#endif
