/* rotating_engine.h - the rotations of engines: as their case states, unless a test sets them to
   something else. */
#ifndef PLUMB_TESTS_DIAGNOSE_ROTATING_ENGINE_H
#define PLUMB_TESTS_DIAGNOSE_ROTATING_ENGINE_H
#include "tests/diagnose/positioned_engine.h"

static inline double power_of(const engine *e, double base, size_t m) {
    return pow(base, -2 * (double)m / e->exponent_dim);
}

static inline double unscaled_theta(const engine *e, size_t m) {
    return power_of(e, e->base, m);
}

static inline double linear_theta(const engine *e, size_t m) {
    return power_of(e, e->base, m) / e->factor;
}

static inline double stretched_theta(const engine *e, double growth, size_t m) {
    double r = (double)e->dim;
    return power_of(e, e->base * pow(growth, r / (r - 2)), m);
}

static inline double ntk_theta(const engine *e, size_t m) {
    return stretched_theta(e, e->factor, m);
}

static inline double dynamic_theta(const engine *e, size_t m) {
    double longer = fmax(e->length, e->original) / e->original;
    return stretched_theta(e, e->factor * longer - (e->factor - 1), m);
}

static inline double clipped(double x) {
    return x < 0 ? 0 : x > 1 ? 1 : x;
}

static inline double pair_of_turns(const engine *e, double turns) {
    double two_pi = 2 * acos(-1);
    return (double)e->dim * log(e->original / (two_pi * turns)) / (2 * log(e->base));
}

static inline double yarn_theta(const engine *e, size_t m) {
    double low = pair_of_turns(e, e->fast), high = pair_of_turns(e, e->slow);
    low = fmax(e->truncates ? floor(low) : low, 0);
    high = fmin(e->truncates ? ceil(high) : high, (double)e->dim - 1);
    double ramp = clipped(((double)m - low) / (low == high ? 0.001 : high - low));
    return power_of(e, e->base, m) * (1 - ramp + ramp / e->factor);
}

static inline double llama3_theta(const engine *e, size_t m) {
    double f = power_of(e, e->base, m), turns = e->original * f / (2 * acos(-1));
    double smooth = clipped((turns - e->low) / (e->high - e->low));
    return f * ((1 - smooth) / e->factor + smooth);
}

static inline double longrope_theta(const engine *e, size_t m) {
    const plumb_rope *rope = &e->p->position.rope;
    return power_of(e, e->base, m) /
           (e->length > e->original ? rope->long_divisor : rope->short_divisor)[m];
}

static inline double growth_of(double factor, double c) {
    return factor > 1 ? 0.1 * c * log(factor) + 1 : 1;
}

static inline double own_mu(const plumb_rope *rope) {
    if (rope->multiplier != 0)
        return rope->multiplier;
    if (rope->scaling == PLUMB_ROPE_LONGROPE)
        return sqrt(1 + log(rope->factor) / log(rope->original));
    if (rope->scaling != PLUMB_ROPE_YARN)
        return 1;
    return rope->mscale != 0
               ? growth_of(rope->factor, rope->mscale) / growth_of(rope->factor, rope->mscale_all)
               : growth_of(rope->factor, 1);
}

static inline double plain_angle(const engine *e, double theta, double position) {
    (void)e;
    return theta * position;
}

static inline void cosine_and_sine(const engine *e, size_t m, double theta, double position, double turns,
                                   double *cosine, double *sine) {
    const plumb_rope *rope = &e->p->position.rope;
    if (rope->cosine != NULL) {
        size_t place = (size_t)position * (rope->dim / 2) + m;
        double c = rope->cosine[place], s = rope->sine[place];
        *cosine = turns == 2 ? c * c - s * s : turns == 0 ? 1 : c;
        *sine = turns == 2 ? 2 * c * s : turns * s;
    } else {
        double angle = turns * e->angle(e, theta, position);
        *cosine = cos(angle);
        *sine = sin(angle);
    }
}

/* Which axis each pair reads, and the how manyth of its pairs it is. */
static inline void deal_pairs(const engine *e, size_t axis_of[MOST_DIM], size_t number[MOST_DIM]) {
    size_t taken[PLUMB_MOST_AXES] = {0}, axis = 0, axes = e->sections.count;
    for (size_t m = 0; m < e->dim / 2; m++) {
        if (e->others_first)
            axis = m < e->dim / 2 - e->sections.pairs[0] ? 1 + m % (axes - 1) : 0;
        else if (e->alternate)
            axis = m % axes;
        else
            axis += axis + 1 < axes && taken[axis] == e->sections.pairs[axis];
        axis_of[m] = e->alternate && taken[axis] == e->sections.pairs[axis] ? 0 : axis;
        number[m] = taken[axis_of[m]]++;
    }
}

/* The frequency of a pair of a section is that of another pair, or of a smaller rotation. */
static inline double theta_on(const engine *e, size_t m, size_t axis, size_t number) {
    engine own = *e;
    if (!e->anew)
        return e->theta(e, e->by_turns ? number * e->sections.count + axis : m);
    own.dim = 2 * e->sections.pairs[axis];
    own.exponent_dim *= (double)own.dim / (double)e->dim;
    return own.theta(&own, number);
}

static inline void rotate(const engine *e, const double *x, axes_place place, bool of_query,
                          double *moved) {
    double turns = of_query ? e->query_turns : e->key_turns;
    double mu = of_query ? e->query_mu : e->key_mu;
    size_t axis[MOST_DIM], number[MOST_DIM];
    const plumb_rope *rope = &e->p->position.rope;
    memcpy(moved, x, e->p->head_dim * sizeof *x);
    deal_pairs(e, axis, number);
    for (size_t m = 0; m < e->dim / 2 && turns != 0; m++) {
        size_t i = e->first + (e->adjacent ? 2 * m : m), j = i + (e->adjacent ? 1 : e->apart);
        double cosine, sine;
        cosine_and_sine(e, m, rope->cosine == NULL ? theta_on(e, m, axis[m], number[m]) : 0, place.on[axis[m]], turns,
                        &cosine, &sine);
        cosine *= mu;
        sine *= mu;
        if (e->rounded != NULL) {
            cosine = e->rounded(cosine, e->format);
            sine = e->rounded(sine, e->format);
        }
        moved[e->parted ? e->first + m : i] = x[i] * cosine - x[j] * sine;
        moved[e->parted ? e->first + m + e->dim / 2 : j] = x[i] * sine + x[j] * cosine;
    }
}

static inline engine rope_engine(const plumb_problem *p) {
    static double (*const thetas[])(const engine *, size_t) = {
        unscaled_theta, linear_theta, ntk_theta,     dynamic_theta,
        yarn_theta,     llama3_theta, longrope_theta};
    const plumb_rope *rope = &p->position.rope;
    engine e = plain_engine(p);
    e.move = rotate;
    e.adjacent = rope->layout != PLUMB_ROPE_HALF;
    e.parted = rope->layout == PLUMB_ROPE_DEINTERLEAVED;
    e.dim = rope->dim;
    e.first = rope->last ? p->head_dim - rope->dim : 0;
    e.sections = rope->sections;
    e.alternate = rope->order == PLUMB_SECTIONS_INTERLEAVED;
    e.others_first = rope->order == PLUMB_SECTIONS_ALTERNATING;
    e.anew = rope->frequencies == PLUMB_FREQUENCIES_RESTARTED;
    e.by_turns = rope->frequencies == PLUMB_FREQUENCIES_DEALT;
    for (size_t a = 0; a < PLUMB_MOST_AXES; a++)
        e.reads[a] = a;
    e.apart = rope->dim / 2;
    e.exponent_dim = (double)rope->dim;
    e.base = rope->base;
    e.factor = rope->factor;
    e.original = rope->original;
    e.length =
        rope->length_rule == PLUMB_ROPE_BY_MAXIMUM ? rope->factor * rope->original : rope->length;
    e.fast = rope->beta_fast;
    e.slow = rope->beta_slow;
    e.low = rope->low_frequency;
    e.high = rope->high_frequency;
    e.truncates = !rope->untruncated;
    e.theta = thetas[rope->scaling];
    e.angle = plain_angle;
    e.query_turns = e.key_turns = 1;
    e.query_mu = e.key_mu = rope->cosine != NULL ? 1 : own_mu(rope);
    return e;
}
#endif
