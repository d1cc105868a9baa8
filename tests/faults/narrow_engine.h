/* narrow_engine.h - an attention engine in binary32 or bfloat16, written from spec/ and from nothing of
   src/, with a hook at every step that real engines got wrong.

   Products and sums are binary32, one after the other; the weights and the output are stored in the
   format of the tensors, and so are q, k and v; vectors once moved by a position stay binary32. */
#ifndef PLUMB_TESTS_FAULTS_NARROW_ENGINE_H
#define PLUMB_TESTS_FAULTS_NARROW_ENGINE_H
#include "case/case.h"
#include "exact/round.h"
#include "tests/support/problems.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    size_t b, h, t;
} place;

typedef struct engine engine;

struct engine {
    const plumb_problem *p;
    plumb_format format; /* PLUMB_F32 or PLUMB_BF16 */
    plumb_format weight; /* in which weights are stored */
    size_t keys;         /* that it loops over; those beyond key_length are zeros */
    double scale;
    bool (*sees)(const engine *e, place at, size_t j);
    size_t (*key_head)(const engine *e, size_t h);
    size_t (*entry)(const engine *e, size_t b);             /* the batch entry whose keys are read */
    size_t (*value_of)(const engine *e, place at, size_t j); /* whose value goes with key j */
    double (*query_at)(const engine *e, place at);
    double (*key_at)(const engine *e, size_t b, size_t j);
    /* x becomes moved [head_dim]; NULL: nothing moves */
    void (*move)(const engine *e, double position, bool of_query, const float *x, float *moved);
    double (*theta)(const engine *e, size_t m); /* of pair m of a rotation */
    double (*added)(const engine *e, place at, size_t j); /* what joins the scaled product */
    double (*score)(const engine *e, place at, size_t j, double product);
    double (*sink)(const engine *e, size_t h); /* -infinity: none */
    double (*weigh)(const engine *e, double x, double most);
    double (*divide)(const engine *e, double sum);
    double (*leave)(const engine *e, place at, size_t c, double sum); /* what is stored */
    float empty; /* the output of a row that sees no key */
    /* Numbers that some hooks use. */
    double base, mu, query_turns, key_turns;
    size_t dim; /* rotated */
    bool adjacent;
    const double *slopes;
};

typedef struct {
    double *output, *lse;
    size_t rows;
} narrow_answers;

static inline double in_narrow(plumb_format format, double x) {
    return format == PLUMB_F32 ? (double)(float)x : isfinite(x) ? plumb_round_double(x, format) : x;
}

/* ---- the right steps ---- */

static inline size_t row_of(const plumb_problem *p, place at) {
    return (at.b * p->query_heads + at.h) * p->query_length + at.t;
}

static inline bool in_reach(const plumb_mask *m, int64_t at, int64_t j) {
    if (m->windowed && ((m->left >= 0 && at - j > m->left) || (m->right >= 0 && j - at > m->right)))
        return false;
    if (m->chunk > 0 && at / m->chunk != j / m->chunk)
        return false;
    return !m->prefixed || j <= at || j < m->prefix;
}

static inline bool sees_right(const engine *e, place at, size_t j) {
    const plumb_problem *p = e->p;
    const plumb_mask *m = &p->mask;
    int64_t position = (int64_t)at.t + p->causal.offset;
    if ((p->causal.causal && (int64_t)j > position) || !in_reach(m, position, (int64_t)j))
        return false;
    if (m->query_segment != NULL && m->query_segment[at.b * p->query_length + at.t] !=
                                        m->key_segment[at.b * p->key_length + j])
        return false;
    return m->allowed == NULL || m->allowed[at.b * m->allowed_batch + at.h * m->allowed_head +
                                            at.t * m->allowed_query + j];
}

static inline size_t interleaved(const engine *e, size_t h) {
    return h / (e->p->query_heads / e->p->key_heads);
}

static inline size_t same_entry(const engine *e, size_t b) {
    (void)e;
    return b;
}

static inline size_t own_value(const engine *e, place at, size_t j) {
    (void)e;
    (void)at;
    return j;
}

static inline double query_at_right(const engine *e, place at) {
    const plumb_problem *p = e->p;
    const int64_t *ids = p->position.query_position;
    return ids != NULL ? (double)ids[at.b * p->query_length + at.t]
                       : (double)((int64_t)at.t + p->causal.offset);
}

static inline double key_at_right(const engine *e, size_t b, size_t j) {
    const int64_t *ids = e->p->position.key_position;
    return ids != NULL ? (double)ids[b * e->p->key_length + j] : (double)j;
}

static inline double power_theta(const engine *e, size_t m) {
    return pow(e->base, -2 * (double)m / (double)e->dim);
}

static inline void rotate(const engine *e, double position, bool of_query, const float *x,
                          float *moved) {
    double turns = of_query ? e->query_turns : e->key_turns;
    memcpy(moved, x, e->p->head_dim * sizeof *x);
    for (size_t m = 0; turns != 0 && m < e->dim / 2; m++) {
        size_t i = e->adjacent ? 2 * m : m, j = e->adjacent ? 2 * m + 1 : m + e->dim / 2;
        double angle = turns * position * e->theta(e, m);
        double cosine = e->mu * cos(angle), sine = e->mu * sin(angle);
        moved[i] = (float)(x[i] * cosine - x[j] * sine);
        moved[j] = (float)(x[i] * sine + x[j] * cosine);
    }
}

static inline double bias_of(const engine *e, place at, size_t j) {
    const plumb_extras *x = &e->p->extra;
    return x->bias == NULL ? 0
                           : x->bias[at.b * x->bias_batch + at.h * x->bias_head +
                                     at.t * x->bias_query + j];
}

static inline double capped(const engine *e, double x) {
    double cap = e->p->op.softcap;
    return cap > 0 ? cap * tanh(x / cap) : x;
}

static inline double cap_then_add(const engine *e, place at, size_t j, double product) {
    return capped(e, e->scale * product) + e->added(e, at, j);
}

static inline double sink_right(const engine *e, size_t h) {
    return e->p->op.sink == PLUMB_SINK_LOGIT ? e->p->extra.sinks[h] : -INFINITY;
}

static inline double exponential(const engine *e, double x, double most) {
    (void)e;
    return exp(x - most);
}

static inline double logistic(const engine *e, double x, double most) {
    (void)e;
    (void)most;
    return 1 / (1 + exp(-x));
}

static inline double by_sum(const engine *e, double sum) {
    (void)e;
    return sum;
}

static inline double by_nothing(const engine *e, double sum) {
    (void)e;
    (void)sum;
    return 1;
}

static inline double gate_of(const engine *e, place at, size_t c) {
    return e->p->extra.gate[row_of(e->p, at) * e->p->value_dim + c];
}

static inline double leave_right(const engine *e, place at, size_t c, double sum) {
    const plumb_extras *x = &e->p->extra;
    if (x->value_bias != NULL)
        sum += x->value_bias[at.h * e->p->value_dim + c];
    return x->gate == NULL ? sum : sum / (1 + exp(-gate_of(e, at, c)));
}

static inline engine right_engine(const plumb_problem *p, plumb_format format) {
    bool softmax = p->op.kind == PLUMB_SOFTMAX;
    return (engine){.p = p,
                    .format = format,
                    .weight = format,
                    .keys = p->key_length,
                    .scale = p->scale.text != NULL ? atof(p->scale.text)
                                                   : 1 / sqrt((double)p->head_dim),
                    .sees = sees_right,
                    .key_head = interleaved,
                    .entry = same_entry,
                    .value_of = own_value,
                    .query_at = query_at_right,
                    .key_at = key_at_right,
                    .theta = power_theta,
                    .added = bias_of,
                    .score = cap_then_add,
                    .sink = sink_right,
                    .weigh = softmax ? exponential : logistic,
                    .divide = softmax ? by_sum : by_nothing,
                    .leave = leave_right,
                    .base = p->position.rope.base,
                    .mu = 1,
                    .query_turns = 1,
                    .key_turns = 1,
                    .dim = p->position.rope.dim,
                    .adjacent = p->position.rope.layout != PLUMB_ROPE_HALF,
                    .slopes = p->position.slopes};
}

/* ---- a head ---- */

static inline void read_vector(const engine *e, const double *from, double position, bool of_query,
                               float *to) {
    size_t dim = e->p->head_dim;
    float *x = malloc((dim + 1) * sizeof *x);
    for (size_t c = 0; c < dim; c++)
        x[c] = (float)from[c];
    if (e->move != NULL)
        e->move(e, position, of_query, x, to);
    else
        memcpy(to, x, dim * sizeof *x);
    free(x);
}

/* The keys that a head reads, moved; [keys][head_dim]. */
static inline void read_keys(const engine *e, size_t b, size_t h, float *key) {
    const plumb_problem *p = e->p;
    size_t head = e->entry(e, b) * p->key_heads + e->key_head(e, h);
    memset(key, 0, e->keys * p->head_dim * sizeof *key);
    for (size_t j = 0; j < e->keys && j < p->key_length; j++)
        read_vector(e, p->key + (head * p->key_length + j) * p->head_dim, e->key_at(e, b, j), false,
                    key + j * p->head_dim);
}

static inline double value_at(const engine *e, place at, size_t j, size_t c) {
    const plumb_problem *p = e->p;
    size_t head = e->entry(e, at.b) * p->key_heads + e->key_head(e, at.h);
    size_t row = e->value_of(e, at, j);
    return row < p->key_length ? p->value[(head * p->key_length + row) * p->value_dim + c] : 0;
}

static inline float product_of(const float *x, const float *y, size_t n) {
    float sum = 0;
    for (size_t c = 0; c < n; c++)
        sum += x[c] * y[c];
    return sum;
}

/* weight [keys]: stored; returns what they are divided by, 0 for an empty row. */
static inline float weigh_row(const engine *e, place at, const float *query, const float *key,
                              float *weight, double *lse) {
    size_t dim = e->p->head_dim;
    float most = (float)e->sink(e, at.h), sum = 0;
    for (size_t j = 0; j < e->keys; j++) {
        bool seen = j >= e->p->key_length || e->sees(e, at, j);
        weight[j] =
            seen ? (float)e->score(e, at, j, product_of(query, key + j * dim, dim)) : -INFINITY;
        most = fmaxf(most, weight[j]);
    }
    for (size_t j = 0; j < e->keys; j++) {
        weight[j] = weight[j] == -INFINITY ? 0 : (float)e->weigh(e, weight[j], most);
        sum += weight[j];
    }
    if (e->sink(e, at.h) != -INFINITY)
        sum += expf((float)e->sink(e, at.h) - most);
    *lse = most == -INFINITY ? -INFINITY : (double)most + log(sum);
    for (size_t j = 0; j < e->keys; j++)
        weight[j] = (float)in_narrow(e->weight, weight[j]);
    return most == -INFINITY ? 0 : (float)e->divide(e, sum);
}

static inline void answer_row(const engine *e, place at, const float *key, float *weight,
                              narrow_answers *to) {
    const plumb_problem *p = e->p;
    size_t row = row_of(p, at);
    float *query = malloc((p->head_dim + 1) * sizeof *query);
    read_vector(e, p->query + row * p->head_dim, e->query_at(e, at), true, query);
    float divisor = weigh_row(e, at, query, key, weight, &to->lse[row]);
    for (size_t c = 0; c < p->value_dim; c++) {
        float sum = 0;
        for (size_t j = 0; j < e->keys; j++)
            if (weight[j] != 0)
                sum += weight[j] * (float)value_at(e, at, j, c);
        sum = divisor == 0 ? e->empty : sum / divisor;
        to->output[row * p->value_dim + c] = in_narrow(e->format, e->leave(e, at, c, sum));
    }
    free(query);
}

static inline narrow_answers answer(const engine *e) {
    const plumb_problem *p = e->p;
    size_t rows = p->batch * p->query_heads * p->query_length;
    narrow_answers to = {calloc(rows * p->value_dim + 1, sizeof(double)),
                         calloc(rows + 1, sizeof(double)), rows};
    float *key = malloc((e->keys * p->head_dim + 1) * sizeof *key);
    float *weight = malloc((e->keys + 1) * sizeof *weight);
    for (place at = {0, 0, 0}; at.b < p->batch; at.b++)
        for (at.h = 0; at.h < p->query_heads; at.h++) {
            read_keys(e, at.b, at.h, key);
            for (at.t = 0; at.t < p->query_length; at.t++)
                answer_row(e, at, key, weight, &to);
        }
    free(key);
    free(weight);
    return to;
}

static inline void free_answers(narrow_answers *a) {
    free(a->output);
    free(a->lse);
}
#endif
