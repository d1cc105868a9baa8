/* Weights that do not depend on scores, or on a part of the products, or on the products of another query. */
#include "infer/share.h"
#include "bundle/vector_product.h"
#include "exact/visible.h"
#include "infer/shares.h"
#include <math.h>
#include <string.h>

static double product(const double *x, const double *y, size_t from, size_t to) {
    return plumb_vector_product(x + from, y + from, to - from);
}

/* What is added to scores stays that of the key. */
double plumb_weight_of_product(const plumb_inquiry *inquiry, const plumb_evidence *at, size_t key, double x) {
    const plumb_problem *p = &inquiry->multiplied;
    double scale = inquiry->scale, score;
    if (plumb_adds_to_scores(p)) {
        const double *query = plumb_exact_query(p, at->b, at->h, at->t);
        score = at->score[key] +
                scale * (x - plumb_vector_product(query, plumb_exact_key(p, at->b, at->h, key), p->head_dim));
    } else
        score = plumb_plain_score(p, scale, x);
    return plumb_weight_of_score(at, score);
}

/* Their sum is that of the softmax, as stated. */
static bool share_unclipped(const plumb_operator *op, const plumb_evidence *at, size_t keys, plumb_prediction *to) {
    for (size_t j = 0; j < keys; j++)
        to->share[j] = at->visible[j] ? (op->zeta - op->gamma) * at->part[j] + op->gamma : 0;
    return plumb_operator_is(op->kind, PLUMB_IS_CLIPPED);
}

bool plumb_share_alike(const plumb_problem *p, const plumb_hypothesis *h, const plumb_evidence *at,
                       plumb_prediction *to, double *divisor) {
    const size_t only[PLUMB_ALIKES] = {[PLUMB_ALIKE_FIRST] = at->first_key,
                                       [PLUMB_ALIKE_LAST] = at->last_key,
                                       [PLUMB_ALIKE_LARGEST] = at->largest_key};
    bool mean = h->variant == PLUMB_ALIKE_VISIBLE || h->variant == PLUMB_ALIKE_ALL;
    if (h->variant == PLUMB_ALIKE_UNCLIPPED)
        return share_unclipped(&p->op, at, p->key_length, to);
    *divisor = 0;
    for (size_t j = 0; j < p->key_length; j++) {
        bool takes = mean ? h->variant == PLUMB_ALIKE_ALL || at->visible[j] : j == only[h->variant];
        to->share[j] = takes ? 1 : 0;
        *divisor += to->share[j];
    }
    return true;
}

static bool multiply_capped(const plumb_hypothesis *h, const plumb_evidence *at, size_t keys, plumb_prediction *to,
                            double *divisor) {
    *divisor = at->sink > 0 ? at->sink * exp((1 - h->factor) * at->largest) : 0;
    for (size_t j = 0; j < keys; j++)
        if (at->visible[j]) {
            to->share[j] = at->weight[at->largest_key] * exp(h->factor * (at->score[j] - at->largest));
            *divisor += to->share[j];
        }
    return true;
}

/* Whether a key's score has no softcap. */
static bool is_uncapped(const plumb_inquiry *inquiry, const plumb_hypothesis *h, const plumb_evidence *at, size_t key) {
    int64_t position = (int64_t)at->t + plumb_offset_of(&inquiry->judged->problem, at->b);
    bool own = position >= 0 && key / h->tile == (size_t)position / h->tile;
    return h->variant == PLUMB_CAP_OF_ODD    ? key / h->tile % 2 == 1
           : h->variant == PLUMB_CAP_OF_EVEN ? key / h->tile % 2 == 0
           : h->variant == PLUMB_CAP_BEFORE  ? !own
                                             : own;
}

static double clamped(double x) {
    return fmin(fmax(x, -1), 1);
}

/* In place of tanh x. */
static double other_cap(int variant, double x) {
    return variant == PLUMB_CAP_BY_RATIO    ? x / (1 + fabs(x))
           : variant == PLUMB_CAP_BY_ROOT   ? x / sqrt(1 + x * x)
           : variant == PLUMB_CAP_BY_PADE   ? clamped(x * (27 + x * x) / (27 + 9 * x * x))
           : variant == PLUMB_CAP_BY_ATAN   ? atan(acos(0) * x) / acos(0)
           : variant == PLUMB_CAP_BY_CUBE   ? clamped(x) - pow(clamped(x), 3) / 3
           : variant == PLUMB_CAP_BY_ARCTAN ? atan(x)
           : variant == PLUMB_CAP_BY_HALF   ? tanh(x / 2)
           : variant == PLUMB_CAP_AT_MOST   ? fmin(x, 1)
           : variant == PLUMB_CAP_AT_LEAST  ? fmax(x, -1)
                                            : clamped(x);
}

double plumb_in_few_bits(double x, int bits, int steps) {
    int exponent;
    frexp(x, &exponent);
    double step = ldexp(1, exponent - 1 - bits > -steps ? exponent - 1 - bits : -steps);
    return rint(x / step) * step;
}

/* `largest` of the row, where what is below it is rounded. */
static double mapped(const plumb_hypothesis *h, double x, double scale, double largest) {
    double unit = h->shift == PLUMB_ROUNDED_PRODUCTS ? scale : 1;
    double less = h->shift == PLUMB_ROUNDED_SHIFTED ? largest : 0, of = (x - less) / unit;
    return h->variant == PLUMB_CAP_LEAKY      ? (x < 0 ? h->factor * x : x)
           : h->variant == PLUMB_CAP_ABSOLUTE ? fabs(x)
           : h->variant == PLUMB_CAP_POSITIVE ? fmax(x, 0)
           : h->variant == PLUMB_CAP_SQUARED  ? x * x
           : h->variant == PLUMB_CAP_SILU     ? x / (1 + exp(-x))
           : h->variant == PLUMB_CAP_ROUNDED  ? less + unit * plumb_in_few_bits(of, (int)h->tile, (int)h->other)
                                              : h->factor * other_cap(h->variant, x / h->factor);
}

/* Where no softcap is stated: of the product, or, if `once`, of all that is added, too. */
static bool map_scores(const plumb_inquiry *inquiry, const plumb_hypothesis *h, const plumb_evidence *at,
                       plumb_prediction *to, double *divisor) {
    const plumb_problem *p = &inquiry->multiplied;
    const double *query = plumb_exact_query(p, at->b, at->h, at->t);
    double scale = inquiry->scale;
    *divisor = at->sink;
    for (size_t j = 0; j < p->key_length; j++) {
        if (!at->visible[j])
            continue;
        double score = h->once ? at->score[j]
                               : scale * product(query, plumb_exact_key(p, at->b, at->h, j), 0, p->head_dim);
        double other = mapped(h, score, scale, at->largest);
        to->share[j] = h->once ? plumb_weight_of_score(at, other)
                               : plumb_weight_of_product(inquiry, at, j, other / scale);
        *divisor += to->share[j];
    }
    return true;
}

bool plumb_share_cap(const plumb_inquiry *inquiry, const plumb_hypothesis *h, const plumb_evidence *at,
                     plumb_prediction *to, double *divisor) {
    const plumb_problem *p = &inquiry->multiplied;
    const double *query = plumb_exact_query(p, at->b, at->h, at->t);
    double cap = p->op.softcap;
    if (cap == 0 || h->variant == PLUMB_CAP_ROUNDED)
        return map_scores(inquiry, h, at, to, divisor);
    if (h->variant == PLUMB_CAP_MULTIPLIED)
        return multiply_capped(h, at, p->key_length, to, divisor);
    *divisor = at->sink;
    for (size_t j = 0; j < p->key_length; j++) {
        if (!at->visible[j])
            continue;
        double score = inquiry->scale * product(query, plumb_exact_key(p, at->b, at->h, j), 0, p->head_dim);
        if (h->variant >= PLUMB_CAP_BY_RATIO)
            score = cap * other_cap(h->variant, score / cap);
        else if (!is_uncapped(inquiry, h, at, j))
            score = at->score[j];
        to->share[j] = plumb_weight_of_score(at, score);
        *divisor += to->share[j];
    }
    return true;
}

bool plumb_share_query(const plumb_inquiry *inquiry, const plumb_hypothesis *h, const plumb_evidence *at,
                       plumb_prediction *to, double *divisor) {
    const plumb_problem *p = &inquiry->multiplied;
    size_t own = at->b * p->query_heads + at->h, head = h->map == NULL ? own : h->map[own], t;
    if (!plumb_hypothesis_query(h, at->t, p->query_length, &t) || (t == at->t && head == own))
        return false;
    const double *query = plumb_exact_query(p, head / p->query_heads, head % p->query_heads, t);
    *divisor = at->sink;
    for (size_t j = 0; j < p->key_length; j++) {
        if (!at->visible[j])
            continue;
        const double *key = plumb_exact_key(p, at->b, at->h, j);
        to->share[j] = plumb_weight_of_product(inquiry, at, j, plumb_vector_product(query, key, p->head_dim));
        *divisor += to->share[j];
    }
    return true;
}

/* ---- a number by which the products of a row are multiplied ---- */

/* Steps of Gauss and Newton from each beginning; a number beyond these is none. */
enum { STEPS = 12 };
#define LEAST_TIMES 0.02
#define MOST_TIMES 50.0

/* The shares for that number, and the next one; *left: the squares of the errors. */
static double step_from(const plumb_inquiry *inquiry, const plumb_evidence *at, double times, const double *products,
                        plumb_prediction *to, double *divisor, double *left) {
    const plumb_problem *p = &inquiry->judged->problem;
    const double *value = p->value + plumb_first_value(p, at->b, at->h) * p->value_dim;
    size_t width = p->value_dim;
    double slopes = 0, both = 0, square = 0;
    memset(to->sum, 0, width * sizeof *to->sum);
    memset(to->square, 0, width * sizeof *to->square);
    *divisor = at->sink;
    *left = 0;
    for (size_t j = 0; j < p->key_length; j++) {
        if (!at->visible[j])
            continue;
        to->share[j] = plumb_weight_of_product(inquiry, at, j, times * products[j]);
        *divisor += to->share[j];
        slopes += to->share[j] * products[j];
        for (size_t c = 0; c < width; c++) {
            to->sum[c] += to->share[j] * value[j * width + c];
            to->square[c] += to->share[j] * products[j] * value[j * width + c];
        }
    }
    for (size_t c = 0; c < width; c++) {
        double mean = to->sum[c] / *divisor, slope = inquiry->scale * (to->square[c] - slopes * mean) / *divisor;
        double error = inquiry->column[c] ? plumb_mean_of_output(p, at, c, at->engine[c]) - mean : 0;
        both += slope * error;
        square += slope * slope;
        *left += error * error;
    }
    double next = square > 0 ? times + both / square : times;
    return fmin(fmax(next, times / 2), 2 * times);
}

bool plumb_share_by_row(const plumb_inquiry *inquiry, const plumb_evidence *at, plumb_prediction *to,
                        double *divisor) {
    static const double beginning[] = {1, 0.4, 2.5};
    const plumb_problem *p = &inquiry->multiplied;
    const double *query = plumb_exact_query(p, at->b, at->h, at->t);
    double best = 1, least = INFINITY, left;
    for (size_t j = 0; j < p->key_length; j++)
        to->cut[j] = at->visible[j] ? product(query, plumb_exact_key(p, at->b, at->h, j), 0, p->head_dim) : 0;
    for (size_t i = 0; i < sizeof beginning / sizeof *beginning; i++)
        for (double times = beginning[i], step = 0; step < STEPS && times > LEAST_TIMES && times < MOST_TIMES; step++) {
            double next = step_from(inquiry, at, times, to->cut, to, divisor, &left);
            best = left < least ? times : best;
            least = fmin(left, least);
            times = next;
        }
    step_from(inquiry, at, best, to->cut, to, divisor, &left);
    to->fitted[0] = best;
    return true;
}
