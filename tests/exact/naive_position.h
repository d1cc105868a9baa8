/* naive_position.h - spec/positions.md in plain floating-point arithmetic, angles in long double. */
#ifndef PLUMB_TESTS_EXACT_NAIVE_POSITION_H
#define PLUMB_TESTS_EXACT_NAIVE_POSITION_H
#include "problem/problem.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The keys that have left the cache of query t: neither first nor recent. */
static inline double naive_gone(const plumb_problem *p, size_t t) {
    double gone = 0;
    for (int64_t j = p->mask.first; p->mask.in_cache; j++, gone++)
        if (j > (int64_t)t + p->causal.offset - p->mask.recent)
            break;
    return gone;
}

/* On each axis of the ids, [batch][axes][length]. */
typedef struct {
    double on[PLUMB_MOST_AXES];
} naive_point;

static inline size_t naive_axes(const plumb_problem *p) {
    return p->position.rope.sections.count ? p->position.rope.sections.count : 1;
}

static inline naive_point naive_query_point(const plumb_problem *p, size_t b, size_t t) {
    const int64_t *ids = p->position.query_position;
    double here = (double)t + (double)p->causal.offset;
    naive_point point = {{0}};
    for (size_t a = 0; a < naive_axes(p); a++)
        point.on[a] = ids ? (double)ids[(b * naive_axes(p) + a) * p->query_length + t] : here - naive_gone(p, t);
    return point;
}

static inline naive_point naive_key_point(const plumb_problem *p, size_t b, size_t t, size_t i) {
    const int64_t *ids = p->position.key_position;
    double here = (double)i - ((int64_t)i < p->mask.first ? 0 : naive_gone(p, t));
    naive_point point = {{0}};
    for (size_t a = 0; a < naive_axes(p); a++)
        point.on[a] = ids ? (double)ids[(b * naive_axes(p) + a) * p->key_length + i] : here;
    return point;
}

static inline double naive_query_position(const plumb_problem *p, size_t b, size_t t) {
    return naive_query_point(p, b, t).on[0];
}

static inline double naive_key_position(const plumb_problem *p, size_t b, size_t t, size_t i) {
    return naive_key_point(p, b, t, i).on[0];
}

/* Pairs of each axis are dealt: all of one after all of another, or one to each axis in turn, where axis 0 takes those
   that an axis leaves, or has none before the others have all. */
static inline void naive_deal(const plumb_rope *r, size_t axis_of[], size_t number[]) {
    size_t taken[PLUMB_MOST_AXES] = {0}, axis = 0;
    for (size_t m = 0; m < r->dim / 2; m++) {
        if (r->sections.count == 0)
            axis = 0;
        else if (r->order == PLUMB_SECTIONS_IN_BLOCKS)
            axis += taken[axis] == r->sections.pairs[axis];
        else if (r->order == PLUMB_SECTIONS_ALTERNATING)
            axis = axis + 1 < r->sections.count ? axis + 1 : 1;
        else
            axis = m % r->sections.count;
        bool full = r->sections.count > 0 && axis > 0 && taken[axis] == r->sections.pairs[axis];
        axis_of[m] = full ? 0 : axis;
        number[m] = taken[axis_of[m]]++;
    }
}

/* Whether an id is too large for sines in long double, or a slope times it for e^x. */
static inline bool naive_is_far(const plumb_problem *p) {
    for (size_t i = 0; p->position.query_position && i < p->batch * naive_axes(p) * p->query_length; i++)
        if (llabs(p->position.query_position[i]) > 1000)
            return true;
    for (size_t i = 0; p->position.key_position && i < p->batch * naive_axes(p) * p->key_length; i++)
        if (llabs(p->position.key_position[i]) > 1000)
            return true;
    return false;
}

static inline long double naive_clip(long double x) {
    return x < 0 ? 0 : x > 1 ? 1 : x;
}

static inline long double naive_turn_pair(const plumb_rope *r, double turns) {
    long double pi = acosl(-1);
    return (long double)r->dim * logl(r->original / (turns * 2 * pi)) / (2 * logl(r->base));
}

static inline long double naive_yarn_weight(const plumb_rope *r, size_t m) {
    long double low = naive_turn_pair(r, r->beta_fast), high = naive_turn_pair(r, r->beta_slow);
    if (!r->untruncated) {
        low = floorl(low);
        high = ceill(high);
    }
    low = fmaxl(low, 0);
    high = fminl(high, (long double)r->dim - 1);
    if (low == high)
        high += 0.001L;
    return naive_clip(((long double)m - low) / (high - low));
}

static inline long double naive_theta(const plumb_rope *r, size_t m) {
    long double exponent = -2 * (long double)m / (long double)r->dim, s = r->factor;
    long double theta = powl(r->base, exponent),
                grown = (long double)r->dim / ((long double)r->dim - 2);
    long double length = r->length_rule == PLUMB_ROPE_BY_MAXIMUM ? s * r->original : r->length;
    long double weight;
    switch (r->scaling) {
    case PLUMB_ROPE_LINEAR:
        return theta / s;
    case PLUMB_ROPE_NTK:
        return powl(r->base * powl(s, grown), exponent);
    case PLUMB_ROPE_DYNAMIC:
        if (r->length_rule == PLUMB_ROPE_BY_LENGTH)
            length = fmaxl(length, r->original);
        return powl(r->base * powl(s * length / r->original - (s - 1), grown), exponent);
    case PLUMB_ROPE_YARN:
        weight = naive_yarn_weight(r, m);
        return theta * (1 - weight) + theta / s * weight;
    case PLUMB_ROPE_LLAMA3:
        weight = naive_clip((r->original * theta / (2 * acosl(-1)) - r->low_frequency) /
                            ((long double)r->high_frequency - r->low_frequency));
        return theta / s * (1 - weight) + theta * weight;
    case PLUMB_ROPE_LONGROPE:
        return theta / (length > r->original ? r->long_divisor : r->short_divisor)[m];
    case PLUMB_ROPE_UNSCALED:
    default:
        return theta;
    }
}

static inline long double naive_mu(const plumb_rope *r) {
    if (r->multiplier != 0)
        return r->multiplier;
    if (r->factor <= 1)
        return 1;
    if (r->scaling == PLUMB_ROPE_LONGROPE)
        return sqrtl(1 + logl(r->factor) / logl(r->original));
    if (r->scaling != PLUMB_ROPE_YARN)
        return 1;
    long double tenth = 0.1L * logl(r->factor);
    if (r->mscale != 0 && r->mscale_all != 0)
        return (tenth * r->mscale + 1) / (tenth * r->mscale_all + 1);
    return tenth + 1;
}

/* theta of the pair that is `number` of those of its axis. */
static inline long double naive_theta_on(const plumb_rope *r, size_t m, size_t axis, size_t number) {
    plumb_rope own = *r;
    if (r->sections.count == 0 || r->frequencies == PLUMB_FREQUENCIES_CONTINUED)
        return naive_theta(r, m);
    if (r->frequencies == PLUMB_FREQUENCIES_DEALT)
        return naive_theta(r, number * r->sections.count + axis);
    own.dim = 2 * r->sections.pairs[axis];
    return naive_theta(&own, number);
}

static inline void naive_rotate(const plumb_problem *p, naive_point point, double *x) {
    const plumb_rope *r = &p->position.rope;
    double before[16];
    size_t axis[8], number[8], first = r->last ? p->head_dim - r->dim : 0;
    naive_deal(r, axis, number);
    memcpy(before, x, p->head_dim * sizeof *x);
    for (size_t m = 0; m < r->dim / 2; m++) {
        double position = point.on[axis[m]];
        long double angle = position * naive_theta_on(r, m, axis[m], number[m]), mu = naive_mu(r);
        long double c = mu * cosl(angle), s = mu * sinl(angle);
        size_t row = r->cosine ? (size_t)position * (r->dim / 2) + m : 0;
        bool neighbours = r->layout != PLUMB_ROPE_HALF;
        bool stay = r->layout != PLUMB_ROPE_DEINTERLEAVED;
        size_t from_a = first + (neighbours ? 2 * m : m), from_b = from_a + (neighbours ? 1 : r->dim / 2);
        if (r->cosine) {
            c = r->cosine[row];
            s = r->sine[row];
        }
        x[stay ? from_a : first + m] = (double)(before[from_a] * c - before[from_b] * s);
        x[stay ? from_b : first + m + r->dim / 2] = (double)(before[from_a] * s + before[from_b] * c);
    }
}

/* The transposed rotation: from where a rotation puts pairs to where it takes them from. */
static inline void naive_rotate_back(const plumb_problem *p, naive_point point, double *x) {
    double column[16], back[16];
    for (size_t c = 0; c < p->head_dim; c++) {
        memset(column, 0, p->head_dim * sizeof *column);
        column[c] = 1;
        naive_rotate(p, point, column);
        back[c] = 0;
        for (size_t i = 0; i < p->head_dim; i++)
            back[c] += column[i] * x[i];
    }
    memcpy(x, back, p->head_dim * sizeof *x);
}

static inline void naive_sinusoidal(const plumb_problem *p, double position, double *x) {
    const plumb_position *e = &p->position;
    size_t half = p->head_dim / 2;
    for (size_t m = 0; m < half; m++) {
        long double last = (long double)half - (e->sinusoidal_one_less ? 1 : 0);
        long double angle =
            (position + (double)e->offset) * powl(e->sinusoidal_base, -(long double)m / last);
        bool interleaved = e->sinusoidal == PLUMB_SINUSOIDAL_INTERLEAVED;
        x[interleaved ? 2 * m : m] += (double)sinl(angle);
        x[interleaved ? 2 * m + 1 : half + m] += (double)cosl(angle);
    }
}

/* What a query at that point is multiplied by. */
static inline double naive_heat(const plumb_problem *p, naive_point point) {
    const plumb_temperature *e = &p->position.temperature;
    if (e->factor == 0)
        return 1;
    return 1 + e->factor * log(1 + floor((point.on[0] + (double)e->offset) / (double)e->length));
}

/* moved = the vector at that point */
static inline void naive_move(const plumb_problem *p, naive_point point, const double *vector,
                              double *moved) {
    const plumb_position *e = &p->position;
    memcpy(moved, vector, p->head_dim * sizeof *moved);
    if (e->kind == PLUMB_POSITION_ROPE)
        naive_rotate(p, point, moved);
    else if (e->kind == PLUMB_POSITION_SINUSOIDAL)
        naive_sinusoidal(p, point.on[0], moved);
    else if (e->kind == PLUMB_POSITION_LEARNED)
        for (size_t c = 0; c < p->head_dim; c++)
            moved[c] += e->table[(size_t)(point.on[0] + (double)e->offset) * p->head_dim + c];
}

/* For distances far enough from where a bucket begins that a logarithm in long double knows it; where
   one begins, n/E is a power of M/E. */
static inline size_t naive_bucket(const plumb_position *e, double distance) {
    size_t half = e->buckets / 2, buckets = e->bidirectional ? half : e->buckets;
    double n = e->bidirectional ? fabs(distance) : fmax(-distance, 0);
    size_t after = e->bidirectional && distance > 0 ? half : 0, linear = buckets / 2;
    if (n < (double)linear)
        return after + (size_t)n;
    long double offset = logl(n / (long double)linear) /
                         logl((long double)e->max_distance / (long double)linear) *
                         (long double)(buckets - linear);
    size_t bucket = linear + (size_t)floorl(offset + 1e-15L);
    return after + (bucket < buckets ? bucket : buckets - 1);
}

static inline size_t naive_clipped(const plumb_position *e, double distance) {
    double reach = (double)(e->table_rows / 2);
    return (size_t)(fmax(-reach, fmin(reach, distance)) + reach);
}

static inline double naive_slope(const plumb_problem *p, size_t h) {
    double n = exp2(floor(log2((double)p->query_heads))), head = (double)h;
    if (p->position.slopes)
        return p->position.slopes[h];
    return head < n ? exp2(-8 * (head + 1) / n) : exp2(-4 * (2 * (head - n) + 1) / n);
}

static inline double naive_alibi(const plumb_problem *p, double scale, size_t h, double query,
                                 double key) {
    switch (p->position.alibi) {
    case PLUMB_ALIBI_KEY:
        return naive_slope(p, h) * key;
    case PLUMB_ALIBI_SYMMETRIC:
        return -naive_slope(p, h) * fabs(key - query);
    case PLUMB_ALIBI_SCALED_KEY:
        return scale * naive_slope(p, h) * key;
    case PLUMB_ALIBI_RELATIVE:
    default:
        return naive_slope(p, h) * (key - query);
    }
}

/* a_j */
static inline double naive_position_bias(const plumb_problem *p, double scale, size_t b, size_t h,
                                         size_t t, size_t i) {
    const plumb_position *e = &p->position;
    double query = naive_query_position(p, b, t), key = naive_key_position(p, b, t, i);
    switch (e->kind) {
    case PLUMB_POSITION_ALIBI:
        return naive_alibi(p, scale, h, query, key);
    case PLUMB_POSITION_T5:
        return e->table[naive_bucket(e, key - query) * p->query_heads + h];
    case PLUMB_POSITION_BUCKET_INDEX:
        return (double)naive_bucket(e, key - query);
    case PLUMB_POSITION_RELATIVE_TABLE:
        return e->table[naive_clipped(e, key - query) * p->query_heads + h];
    case PLUMB_POSITION_NONE:
    case PLUMB_POSITION_SINUSOIDAL:
    case PLUMB_POSITION_LEARNED:
    case PLUMB_POSITION_ROPE:
    case PLUMB_POSITION_TEMPERATURE:
    case PLUMB_POSITION_ROPE_OUTPUT:
    case PLUMB_POSITION_SHAW:
    default:
        return 0;
    }
}

/* The row of a table of clipped distances for a query and a key. */
static inline const double *naive_row_of(const plumb_problem *p, const double *table, size_t width,
                                         size_t b, size_t t, size_t i) {
    double distance = naive_key_position(p, b, t, i) - naive_query_position(p, b, t);
    if (p->position.kind != PLUMB_POSITION_SHAW || table == NULL)
        return NULL;
    return table + naive_clipped(&p->position, distance) * width;
}
#endif
