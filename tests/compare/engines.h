/* engines.h - simulated engines: attention evaluated in the arithmetic of real ones, or wrongly.

   Every operation is done in binary64 and rounded to the engine's format.  For + - * / and
   binary32 that is the same as a binary32 operation (53 >= 2*24 + 2 digits: Figueroa 1995). */
#ifndef PLUMB_TESTS_COMPARE_ENGINES_H
#define PLUMB_TESTS_COMPARE_ENGINES_H
#include "tests/compare/matrix_unit.h"
#include "tests/exact/problems.h"
#include <stdbool.h>

typedef enum { SCALE_PRODUCT, SCALE_QUERY, SCALE_BOTH } scale_place;
typedef enum { RIGHT, UNSCALED, ONE_KEY_LATE, HEADS_TILED, NEWEST_ZERO } mistake;

typedef struct {
    const char *name;
    const char *precision;   /* the model that it keeps to */
    plumb_format arithmetic; /* binary64 or binary32 */
    plumb_format input;      /* of q, k and v, and of q and k once scaled */
    plumb_format score;      /* as stored */
    plumb_format weight;     /* probabilities as stored */
    plumb_format output;
    scale_place scale;
    size_t block;   /* keys at a time, rescaling between blocks; 0: all at once, P divided first */
    bool halves;    /* each half of the keys by itself, joined by their log-sum-exps */
    bool backwards; /* sums run from the last term to the first */
    matrix_unit unit;
} engine;

typedef struct {
    double *output, *weights, *scores, *lse;
} answers;

/* Room for one row, and what it is about. */
typedef struct {
    const engine *by;
    const plumb_problem *problem;
    const double *query, *key, *value; /* of the heads */
    size_t keys;
    mistake made;
    double *score, *weight, *total; /* total [value_dim] */
} workspace;

static inline double in(plumb_format format, double x) {
    if (format == PLUMB_F64)
        return x;
    return format == PLUMB_F32 ? (double)(float)x : plumb_round_double(x, format);
}

static inline double op(const workspace *w, double x) {
    return in(w->by->arithmetic, x);
}

static inline size_t nth(const workspace *w, size_t n, size_t count) {
    return w->by->backwards ? count - 1 - n : n;
}

static inline double one_score(const workspace *w, size_t i) {
    const engine *by = w->by;
    size_t dim = w->problem->head_dim;
    double scale = op(w, w->made == UNSCALED ? 1 : 1 / sqrt((double)dim)), sum = 0;
    double on_query = by->scale == SCALE_QUERY ? scale : by->scale == SCALE_BOTH ? sqrt(scale) : 1;
    double on_key = by->scale == SCALE_BOTH ? sqrt(scale) : 1;
    for (size_t n = 0; n < dim; n++) {
        size_t c = nth(w, n, dim);
        double q = in(by->input, op(w, w->query[c] * op(w, on_query)));
        double k = in(by->input, op(w, w->key[i * dim + c] * op(w, on_key)));
        sum = unit_sum(by->unit, op(w, sum + unit_product(by->unit, by->arithmetic, q, k)));
    }
    sum = in(by->score, sum);
    return by->scale == SCALE_PRODUCT ? in(by->score, op(w, sum * scale)) : sum;
}

static inline double largest(const double *x, size_t count) {
    double most = -INFINITY;
    for (size_t i = 0; i < count; i++)
        most = fmax(most, x[i]);
    return most;
}

static inline void add_values(workspace *w, size_t first, size_t end) {
    size_t dim = w->problem->value_dim;
    for (size_t c = 0; c < dim; c++)
        for (size_t n = first; n < end; n++) {
            size_t i = first + nth(w, n - first, end - first);
            double p = in(w->by->weight, w->weight[i]);
            double term = unit_product(w->by->unit, w->by->arithmetic, p, w->value[i * dim + c]);
            w->total[c] = unit_sum(w->by->unit, op(w, w->total[c] + term));
        }
}

static inline double all_at_once(workspace *w) {
    double most = largest(w->score, w->keys), sum = 0;
    for (size_t n = 0; n < w->keys; n++) {
        size_t i = nth(w, n, w->keys);
        w->weight[i] = op(w, exp(op(w, w->score[i] - most)));
        sum = op(w, sum + w->weight[i]);
    }
    for (size_t i = 0; i < w->keys; i++)
        w->weight[i] = in(w->by->weight, op(w, w->weight[i] / sum));
    add_values(w, 0, w->keys);
    return op(w, most + op(w, log(sum)));
}

static inline double by_blocks(workspace *w) {
    double most = -INFINITY, sum = 0;
    for (size_t first = 0; first < w->keys; first += w->by->block) {
        size_t end = first + w->by->block < w->keys ? first + w->by->block : w->keys;
        double now = fmax(most, largest(w->score + first, end - first));
        double rescaled = op(w, exp(op(w, most - now)));
        sum = op(w, sum * rescaled);
        for (size_t c = 0; c < w->problem->value_dim; c++)
            w->total[c] = unit_sum(w->by->unit, op(w, w->total[c] * rescaled));
        for (size_t i = first; i < end; i++) {
            w->weight[i] = op(w, exp(op(w, w->score[i] - now)));
            sum = op(w, sum + w->weight[i]);
        }
        add_values(w, first, end);
        most = now;
    }
    for (size_t c = 0; c < w->problem->value_dim; c++)
        w->total[c] = op(w, w->total[c] / sum);
    for (size_t i = 0; i < w->keys; i++)
        w->weight[i] = op(w, exp(op(w, w->score[i] - most)) / sum);
    return op(w, most + op(w, log(sum)));
}

/* Joins the results of two halves of the keys, as split-KV decoding does. */
static inline double by_halves(workspace *w) {
    size_t dim = w->problem->value_dim, half = w->keys / 2;
    double *total = calloc(2 * dim + 1, sizeof *total), lse[2];
    for (size_t n = 0; n < 2; n++) {
        size_t first = n * half;
        workspace part = *w;
        part.keys = n == 0 ? half : w->keys - half;
        part.value = w->value + first * dim;
        part.score = w->score + first;
        part.weight = w->weight + first;
        part.total = total + n * dim;
        lse[n] = part.keys == 0 ? -INFINITY : by_blocks(&part);
    }
    double most = fmax(lse[0], lse[1]);
    double left = op(w, exp(op(w, lse[0] - most))), right = op(w, exp(op(w, lse[1] - most)));
    double sum = op(w, left + right);
    for (size_t c = 0; c < dim; c++)
        w->total[c] = op(w, op(w, op(w, left * total[c]) + op(w, right * total[dim + c])) / sum);
    for (size_t i = 0; i < w->keys; i++)
        w->weight[i] = op(w, op(w, w->weight[i] * (i < half ? left : right)) / sum);
    free(total);
    return op(w, most + op(w, log(sum)));
}

static inline size_t seen(const plumb_problem *p, size_t t, mistake made) {
    if (!p->causal.causal)
        return p->key_length;
    int64_t count = (int64_t)t + p->causal.offset + (made == ONE_KEY_LATE ? 0 : 1);
    return count < 0 ? 0 : count > (int64_t)p->key_length ? p->key_length : (size_t)count;
}

static inline void one_row(workspace *w, size_t row, answers *to) {
    const plumb_problem *p = w->problem;
    for (size_t c = 0; c < p->value_dim; c++)
        w->total[c] = 0;
    for (size_t i = 0; i < w->keys; i++)
        w->score[i] = one_score(w, i);
    double lse = w->keys == 0       ? -INFINITY
                 : w->by->halves    ? by_halves(w)
                 : w->by->block > 0 ? by_blocks(w)
                                    : all_at_once(w);
    for (size_t c = 0; c < p->value_dim; c++)
        to->output[row * p->value_dim + c] = in(w->by->output, w->total[c]);
    for (size_t i = 0; i < p->key_length; i++) {
        bool zero = i >= w->keys || (w->made == NEWEST_ZERO && i + 1 == w->keys);
        to->weights[row * p->key_length + i] = zero ? 0 : in(w->by->output, w->weight[i]);
        to->scores[row * p->key_length + i] =
            i < w->keys ? in(w->by->output, w->score[i]) : -INFINITY;
    }
    to->lse[row] = lse;
}

static inline size_t read_head(const plumb_problem *p, size_t h, mistake made) {
    return made == HEADS_TILED ? h % p->key_heads : h / (p->query_heads / p->key_heads);
}

/* The newest key as a lost cache line leaves it: its value is 0, its score is not. */
static inline double *without_newest(const plumb_problem *p, const double *value, size_t keys) {
    double *copy = malloc((p->key_length * p->value_dim + 1) * sizeof *copy);
    for (size_t n = 0; n < p->key_length * p->value_dim; n++)
        copy[n] = n / p->value_dim + 1 == keys ? 0 : value[n];
    return copy;
}

static inline answers run_engine(const engine *by, const plumb_problem *p, mistake made) {
    size_t rows = p->batch * p->query_heads * p->query_length;
    answers to = {calloc(rows * p->value_dim + 1, sizeof(double)),
                  calloc(rows * p->key_length + 1, sizeof(double)),
                  calloc(rows * p->key_length + 1, sizeof(double)),
                  calloc(rows + 1, sizeof(double))};
    workspace w = {.by = by, .problem = p, .made = made};
    w.score = calloc(p->key_length + 1, sizeof(double));
    w.weight = calloc(p->key_length + 1, sizeof(double));
    w.total = calloc(p->value_dim + 1, sizeof(double));
    for (size_t row = 0; row < rows; row++) {
        size_t t = row % p->query_length, h = row / p->query_length % p->query_heads;
        size_t b = row / p->query_length / p->query_heads;
        size_t from = (b * p->key_heads + read_head(p, h, made)) * p->key_length;
        w.keys = seen(p, t, made);
        w.query = p->query + row * p->head_dim;
        w.key = p->key + from * p->head_dim;
        double *lost = without_newest(p, p->value + from * p->value_dim, w.keys);
        w.value = made == NEWEST_ZERO ? lost : p->value + from * p->value_dim;
        one_row(&w, row, &to);
        free(lost);
    }
    free(w.score);
    free(w.weight);
    free(w.total);
    return to;
}

static inline void free_answers(answers *a) {
    free(a->output);
    free(a->weights);
    free(a->scores);
    free(a->lse);
}

/* name, precision; arithmetic, input, score, weight, output; scale, block, halves, backwards, unit */
static const engine engines[] = {
    {"f64 naive", "f64", PLUMB_F64, PLUMB_F64, PLUMB_F64, PLUMB_F64, PLUMB_F64, SCALE_PRODUCT, 0, 0,
     0, PLAIN_UNIT},
    {"f64 blocks of 16", "f64", PLUMB_F64, PLUMB_F64, PLUMB_F64, PLUMB_F64, PLUMB_F64, SCALE_QUERY,
     16, 0, 0, PLAIN_UNIT},
    {"f32 naive", "f32", PLUMB_F32, PLUMB_F32, PLUMB_F32, PLUMB_F32, PLUMB_F32, SCALE_PRODUCT, 0, 0,
     0, PLAIN_UNIT},
    {"f32 backwards", "f32", PLUMB_F32, PLUMB_F32, PLUMB_F32, PLUMB_F32, PLUMB_F32, SCALE_PRODUCT,
     0, 0, 1, PLAIN_UNIT},
    {"f32 sqrt(scale) on both", "f32", PLUMB_F32, PLUMB_F32, PLUMB_F32, PLUMB_F32, PLUMB_F32,
     SCALE_BOTH, 0, 0, 0, PLAIN_UNIT},
    {"f32 blocks of 16", "f32", PLUMB_F32, PLUMB_F32, PLUMB_F32, PLUMB_F32, PLUMB_F32, SCALE_QUERY,
     16, 0, 0, PLAIN_UNIT},
    {"f32 key by key", "f32-fast-exp", PLUMB_F32, PLUMB_F32, PLUMB_F32, PLUMB_F32, PLUMB_F32,
     SCALE_PRODUCT, 1, 0, 0, PLAIN_UNIT},
    {"bf16 flash", "bf16-flash", PLUMB_F32, PLUMB_F32, PLUMB_F32, PLUMB_BF16, PLUMB_BF16,
     SCALE_PRODUCT, 16, 0, 0, PLAIN_UNIT},
    {"bf16 eager", "bf16-eager", PLUMB_F32, PLUMB_BF16, PLUMB_BF16, PLUMB_BF16, PLUMB_BF16,
     SCALE_PRODUCT, 0, 0, 0, PLAIN_UNIT},
    {"bf16 eager, scaled query", "bf16-eager", PLUMB_F32, PLUMB_BF16, PLUMB_BF16, PLUMB_BF16,
     PLUMB_BF16, SCALE_QUERY, 0, 0, 0, PLAIN_UNIT},
    {"bf16 eager, sqrt(scale) on both", "bf16-eager", PLUMB_F32, PLUMB_BF16, PLUMB_BF16, PLUMB_BF16,
     PLUMB_BF16, SCALE_BOTH, 0, 0, 0, PLAIN_UNIT},
    {"fp16 flash", "fp16-flash", PLUMB_F32, PLUMB_F32, PLUMB_F32, PLUMB_F16, PLUMB_F16,
     SCALE_PRODUCT, 16, 0, 0, PLAIN_UNIT},
    {"fp16 eager, sqrt(scale) on both", "fp16-eager", PLUMB_F32, PLUMB_F16, PLUMB_F16, PLUMB_F16,
     PLUMB_F16, SCALE_BOTH, 0, 0, 0, PLAIN_UNIT},
    {"f32 joined halves", "f32", PLUMB_F32, PLUMB_F32, PLUMB_F32, PLUMB_F32, PLUMB_F32,
     SCALE_PRODUCT, 16, 1, 0, PLAIN_UNIT},
    {"bf16 flash, joined halves", "bf16-flash", PLUMB_F32, PLUMB_F32, PLUMB_F32, PLUMB_BF16,
     PLUMB_BF16, SCALE_PRODUCT, 16, 1, 0, PLAIN_UNIT},
    {"tf32 naive", "tf32", PLUMB_F32, PLUMB_F32, PLUMB_F32, PLUMB_F32, PLUMB_F32, SCALE_PRODUCT, 0,
     0, 0, TF32_UNIT},
    {"tf32 blocks of 16", "tf32", PLUMB_F32, PLUMB_F32, PLUMB_F32, PLUMB_F32, PLUMB_F32,
     SCALE_QUERY, 16, 0, 0, TF32_UNIT},
    {"tf32 cut, joined halves", "tf32-cut", PLUMB_F32, PLUMB_F32, PLUMB_F32, PLUMB_F32, PLUMB_F32,
     SCALE_PRODUCT, 16, 1, 0, TF32_CUT_UNIT},
    {"tf32 cut, backwards", "tf32-cut", PLUMB_F32, PLUMB_F32, PLUMB_F32, PLUMB_F32, PLUMB_F32,
     SCALE_BOTH, 0, 0, 1, TF32_CUT_UNIT},
    {"fp16 accumulated", "fp16-accumulate", PLUMB_F32, PLUMB_F32, PLUMB_F16, PLUMB_F16, PLUMB_F16,
     SCALE_PRODUCT, 16, 0, 0, F16_UNIT},
    {"fp16 accumulated, cut, scaled query", "fp16-accumulate", PLUMB_F32, PLUMB_F32, PLUMB_F16,
     PLUMB_F16, PLUMB_F16, SCALE_QUERY, 16, 0, 0, F16_CUT_UNIT},
    {"f32, P in bf16", "f32,probability=bf16", PLUMB_F32, PLUMB_F32, PLUMB_F32, PLUMB_BF16,
     PLUMB_F32, SCALE_PRODUCT, 16, 0, 0, PLAIN_UNIT},
};

enum { ENGINES = sizeof engines / sizeof *engines };
#endif
