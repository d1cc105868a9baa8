/* angle_error.c - spec/budget.md, section 17, step by step in binary64: roundings of the power base^-x, then those of
   its scaling (problem/scalings.def).  Errors are counted in roundings of the model's exponent unit, and only
   plumb_angle_error turns their number into radians, by gamma.  Frequencies are upper bounds, so ABOVE covers the
   rounding of this file's own arithmetic.  A ramp clipped with a margin beyond its ends adds no error. */
#include "theorem/angle_error.h"
#include "theorem/units.h"
#include "row/sections.h"
#include <math.h>

#define TWO_PI 6.283185307179586

/* Frequencies here are upper bounds, and off by much less. */
#define ABOVE (1 + 0x1p-20)

/* base^-x, by a power, by an exponential, or as the last of m products with base^{-x/m}: roundings
   of the exponent count by its size, those of a ratio m times. */
static plumb_frequency_error power(double base, double x, size_t m) {
    return (plumb_frequency_error){pow(base, -x) * ABOVE, 6 * fabs(x * log(base)) + 3 * (double)m + 14};
}

/* A frequency between two others: theta0 (w + (1 - w)/factor) for a w off by `off` units. */
static void mix(plumb_frequency_error *of, double w, double off, double factor) {
    double mixed = w + (1 - w) / factor;
    of->frequency *= fabs(mixed) * ABOVE;
    double sums = 6 * (fabs(w) + fabs((1 - w) / factor)) / fabs(mixed);
    of->roundings += sums + off * fabs(1 - 1 / factor) / fabs(mixed);
}

/* A ramp that is clipped well beyond its ends is exact. */
static double clip(double ramp, double *off, double unit) {
    double margin = *off * unit;
    if (ramp + margin < 0 || ramp - margin > 1)
        *off = 0;
    return fmin(1, fmax(0, ramp));
}

/* Roundings of binary32 or finer: what is a matter of them near the end of a ramp is taken as one. */
#define COARSEST 0x1p-24

/* The pair that makes `beta` turns over the original length, and its roundings, absolute. */
static double pair_of_turns(const plumb_rope *rope, double beta, double *roundings) {
    double factor = (double)rope->dim / (2 * fabs(log(rope->base)));
    double logarithm = log(rope->original / (TWO_PI * beta));
    *roundings = factor * (4 + 8 * fabs(logarithm));
    return log(rope->base) < 0 ? -factor * logarithm : factor * logarithm;
}

static void yarn(plumb_frequency_error *of, const plumb_rope *rope, size_t m) {
    double low_off, high_off;
    double low = pair_of_turns(rope, rope->beta_fast, &low_off);
    double high = pair_of_turns(rope, rope->beta_slow, &high_off);
    if (!rope->untruncated) {
        low = floor(low);
        high = ceil(high);
        low_off = high_off = 0;
    }
    low = fmax(low, 0);
    high = fmin(high, (double)rope->dim - 1);
    if (low == high)
        high += 0.001;
    double width = fabs(high - low) - (low_off + high_off) * COARSEST;
    double off = width > 0 ? (fmax(low_off, high_off) + 2 * (fabs(low) + fabs(high))) / width + 4 : INFINITY;
    double ramp = clip(((double)m - low) / (high - low), &off, COARSEST);
    mix(of, 1 - ramp, off, rope->factor);
}

static void llama3(plumb_frequency_error *of, const plumb_rope *rope, size_t m) {
    (void)m;
    double low = rope->low_frequency, high = rope->high_frequency;
    /* Without ABOVE: a higher frequency lies higher on the ramp, where less is lost. */
    double turns = rope->original * (of->frequency / ABOVE) / TWO_PI;
    double size = fmax(fabs(low), fabs(high)) + fmin(turns, fmax(fabs(low), fabs(high)));
    double off = (of->roundings + 6) * size / fabs(high - low) + 4;
    double ramp = clip((turns - low) / (high - low), &off, COARSEST);
    mix(of, ramp, off, rope->factor);
}

static double length_in_use(const plumb_rope *rope) {
    return rope->length_rule == PLUMB_ROPE_BY_MAXIMUM ? rope->factor * rope->original
                                                      : fmax(rope->length, rope->original);
}

/* What the base is multiplied by, before it is raised to dim/(dim-2), and how far off that is in roundings. */
typedef double growth_of(const plumb_rope *rope, double *off);

static double ntk_growth(const plumb_rope *rope, double *off) {
    *off = 1;
    return rope->factor;
}

static double dynamic_growth(const plumb_rope *rope, double *off) {
    double long_part = rope->factor * length_in_use(rope) / rope->original;
    double growth = long_part - (rope->factor - 1);
    *off = 4 * (fabs(long_part) + fabs(rope->factor) + 1) / fabs(growth);
    return growth;
}

/* The base of NTK scaling and what roundings of it do to any power with an exponent up to 1. */
static double base_of(const plumb_rope *rope, double *roundings) {
#define BASE_stated NULL
#define BASE_ntk ntk_growth
#define BASE_dynamic dynamic_growth
    static growth_of *const growths[] = {
#define SCALING(scaling, base, ...) [scaling] = BASE_##base,
#include "problem/scalings.def"
    };
    double dim = (double)rope->dim, exponent = dim / (dim - 2), off = 0;
    *roundings = 0;
    if (growths[rope->scaling] == NULL)
        return rope->base;
    double growth = growths[rope->scaling](rope, &off);
    *roundings = exponent * (off + 2 * fabs(log(growth))) + 12;
    return rope->base * pow(growth, exponent);
}

/* What becomes of the frequency of pair m. */
typedef void change_of_angle(plumb_frequency_error *of, const plumb_rope *rope, size_t m);

static void divide(plumb_frequency_error *of, double divisor) {
    of->frequency /= fabs(divisor);
    of->roundings += 4;
}

static void linear(plumb_frequency_error *of, const plumb_rope *rope, size_t m) {
    (void)m;
    divide(of, rope->factor);
}

static void longrope(plumb_frequency_error *of, const plumb_rope *rope, size_t m) {
    bool is_long = length_in_use(rope) > rope->original;
    divide(of, is_long ? rope->long_divisor[m] : rope->short_divisor[m]);
}

static plumb_frequency_error frequency_error(const plumb_rope *rope, size_t m) {
#define ANGLE_same NULL
#define ANGLE_linear linear
#define ANGLE_yarn yarn
#define ANGLE_llama3 llama3
#define ANGLE_longrope longrope
    static change_of_angle *const changes[] = {
#define SCALING(scaling, base, angle, ...) [scaling] = ANGLE_##angle,
#include "problem/scalings.def"
    };
    double x = 2 * (double)m / (double)rope->dim, more;
    plumb_frequency_error of = power(base_of(rope, &more), x, m);
    if (x > 0) /* section 17: a power feels a share of them, beside two thirds as many others */
        of.roundings = fmax(of.roundings, 2 * more / 3) + more * x;
    if (changes[rope->scaling] != NULL)
        changes[rope->scaling](&of, rope, m);
    return of;
}

plumb_frequency_error plumb_rope_frequency_error(const plumb_rope *rope, size_t m) {
    plumb_source_pair source = plumb_source_of_pair(rope, m);
    return frequency_error(&source.rope, source.m);
}

plumb_frequency_error plumb_sinusoidal_frequency_error(double base, size_t dim, bool one_less, size_t m) {
    double pairs = (double)(dim / 2) - (one_less ? 1 : 0);
    return power(base, (double)m / pairs, m);
}

/* The product, which is 0 for a size of 0 even if the part is infinite. */
static double part_of(double part, double size) {
    return size > 0 ? part * size : 0;
}

/* A position with more bits than the format is one more rounding, counted above. */
double plumb_angle_error(plumb_frequency_error of, const plumb_precision *p, int64_t position) {
    double angle = fabs((double)position) * of.frequency;
    return part_of(plumb_gamma(of.roundings, p->exponent.unit), angle) + 4 * p->exponent.tiny;
}

static plumb_frequency_error sinusoidal(const plumb_problem *p, size_t m) {
    const plumb_position *position = &p->position;
    return plumb_sinusoidal_frequency_error(position->sinusoidal_base, p->head_dim, position->sinusoidal_one_less, m);
}

static plumb_frequency_error rope(const plumb_problem *p, size_t m) {
    const plumb_rope *rotation = &p->position.rope;
    bool turns = rotation->cosine == NULL && m < rotation->dim / 2;
    return turns ? plumb_rope_frequency_error(rotation, m) : (plumb_frequency_error){0, 0};
}

typedef plumb_frequency_error frequency(const plumb_problem *p, size_t m);

plumb_frequency_error *plumb_frequency_errors(const plumb_problem *p, plumb_workspace *workspace) {
    frequency *const learned = NULL, *const temperature = NULL;
    frequency *const frequencies[] = {
#define MOVES_VECTORS(kind, name) [kind] = name,
#include "problem/positions.def"
    };
    frequency *of = frequencies[p->position.kind];
    plumb_frequency_error *error = of != NULL ? plumb_workspace_take(workspace, p->head_dim / 2, sizeof *error) : NULL;
    for (size_t m = 0; error != NULL && m < p->head_dim / 2; m++)
        error[m] = of(p, m);
    return error;
}

/* In units of the exponent's. */
#define MULTIPLIER_ROUNDINGS 18

size_t plumb_multiplier_roundings(plumb_ball multiplier) {
    bool is_one = multiplier.mid == 1 && multiplier.rad == 0;
    return is_one ? 0 : MULTIPLIER_ROUNDINGS;
}
