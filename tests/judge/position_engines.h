/* position_engines.h - how simulated engines move queries and keys, and what they add to scores and
   values for their positions (spec/positions.md): in the forms of real ones, or wrongly. */
#ifndef PLUMB_TESTS_COMPARE_POSITION_ENGINES_H
#define PLUMB_TESTS_COMPARE_POSITION_ENGINES_H
#include "exact/position.h"
#include "exact/rope.h"
#include "tests/judge/engine_arithmetic.h"

/* A tensor that is kept between two steps. */
static inline double tensor_op(const operator_row *r, double x) {
    return kept_as(r, r->by->output, round_op(r, x));
}

/* What a fused kernel keeps in registers. */
static inline double table_op(const operator_row *r, double x) {
    return r->by->fused ? round_op(r, x) : tensor_op(r, x);
}

static inline double engine_position(const operator_row *r, int64_t position) {
    return r->made == POSITIONS_IN_BF16 ? in_format(PLUMB_BF16, (double)position)
                                        : (double)position;
}

/* On each axis. */
typedef struct {
    double on[PLUMB_MOST_AXES];
} engine_point;

static inline engine_point engine_point_of(const operator_row *r, plumb_point exact, int64_t further) {
    engine_point point;
    for (size_t a = 0; a < PLUMB_MOST_AXES; a++) {
        size_t from = r->made == ROPE_AXIS_0 ? 0 : r->made == ROPE_AXES_SWAPPED && a < 2 ? 1 - a : a;
        point.on[a] = engine_position(r, exact.on[from] + further);
    }
    return point;
}

static inline engine_point engine_query_point(const operator_row *r) {
    return engine_point_of(r, plumb_exact_query_point(r->problem, r->b, r->t), r->made == QUERY_AT_NEXT_POSITION);
}

static inline engine_point engine_key_point(const operator_row *r, size_t i) {
    return engine_point_of(r, plumb_exact_key_point(r->problem, r->b, r->t, i), 0);
}

static inline double engine_query_position(const operator_row *r) {
    return engine_query_point(r).on[0];
}

static inline double engine_key_position(const operator_row *r, size_t i) {
    return engine_key_point(r, i).on[0];
}

/* start base^{-m / count} */
static inline double engine_power(const operator_row *r, double base, double m, double count,
                                  double start) {
    double f = start, ratio;
    switch (r->by->angles) {
    case BY_PRODUCTS:
        ratio = round_op(r, pow(base, round_op(r, -1 / count)));
        for (double n = 0; n < m; n++)
            f = round_op(r, f * ratio);
        return f;
    case BY_EXPONENTIAL:
        f = round_op(r, round_op(r, log(base)) / count);
        return round_op(r, start * round_op(r, exp(round_op(r, -m * f))));
    case BY_POWER:
    default:
        return round_op(r, start * round_op(r, 1 / round_op(r, pow(base, round_op(r, m / count)))));
    }
}

static inline double engine_length(const plumb_rope *rope) {
    return rope->length_rule == PLUMB_ROPE_BY_MAXIMUM ? rope->factor * rope->original
                                                      : fmax(rope->length, rope->original);
}

static inline double engine_base(const operator_row *r, const plumb_rope *rope) {
    double growth = rope->factor, dim = (double)rope->dim;
    if (rope->scaling == PLUMB_ROPE_DYNAMIC)
        growth = round_op(r, round_op(r, rope->factor * engine_length(rope) / rope->original) -
                                 round_op(r, rope->factor - 1));
    else if (rope->scaling != PLUMB_ROPE_NTK)
        return r->made == ROPE_OTHER_BASE ? 10000 : rope->base;
    return round_op(r, rope->base * round_op(r, pow(growth, round_op(r, dim / (dim - 2)))));
}

/* The pair that makes so many turns; in Python, and so in binary64. */
static inline double engine_pair_of_turns(const plumb_rope *rope, double turns) {
    double pi = acos(-1);
    return (double)rope->dim * log(rope->original / (turns * 2 * pi)) / (2 * log(rope->base));
}

static inline double engine_clip(double x) {
    return fmin(1, fmax(0, x));
}

static inline double engine_yarn(const operator_row *r, const plumb_rope *rope, double f, size_t m) {
    double low = engine_pair_of_turns(rope, rope->beta_fast);
    double high = engine_pair_of_turns(rope, rope->beta_slow);
    if (!rope->untruncated || r->made == ROPE_TRUNCATED) {
        low = floor(low);
        high = ceil(high);
    }
    low = fmax(low, 0);
    high = fmin(high, (double)rope->dim - 1);
    if (low == high)
        high += 0.001;
    double ramp = engine_clip(
        round_op(r, round_op(r, (double)m - round_op(r, low)) / round_op(r, high - low)));
    double slow = round_op(r, round_op(r, f / round_op(r, rope->factor)) * ramp);
    return round_op(r, slow + round_op(r, f * round_op(r, 1 - ramp)));
}

/* theta: the frequency f, or that times a position. */
static inline double engine_llama3(const operator_row *r, double theta, double f) {
    const plumb_rope *rope = &r->problem->position.rope;
    double length = round_op(r, round_op(r, 2 * acos(-1)) / f);
    double turns = round_op(r, rope->original / length);
    double width = round_op(r, rope->high_frequency - rope->low_frequency);
    double smooth = engine_clip(round_op(r, round_op(r, turns - rope->low_frequency) / width));
    double slow = round_op(r, round_op(r, 1 - smooth) * round_op(r, theta / rope->factor));
    return round_op(r, slow + round_op(r, smooth * theta));
}

/* Which axis pair m reads. */
static inline size_t engine_axis(const operator_row *r, size_t m) {
    plumb_rope rope = r->problem->position.rope;
    if (r->made == ROPE_OTHER_ORDER)
        rope.order = rope.order == PLUMB_SECTIONS_IN_BLOCKS ? PLUMB_SECTIONS_INTERLEAVED : PLUMB_SECTIONS_IN_BLOCKS;
    return plumb_exact_axis(&rope, m);
}

/* The rotation, and which of its pairs, that has the frequency of pair m. */
static inline plumb_rope engine_source(const operator_row *r, size_t *m) {
    plumb_rope rope = r->problem->position.rope;
    size_t axis = engine_axis(r, *m), number = 0;
    for (size_t i = 0; i < *m; i++)
        number += engine_axis(r, i) == axis;
    if (rope.sections.count == 0 || rope.frequencies == PLUMB_FREQUENCIES_CONTINUED)
        return rope;
    *m = rope.frequencies == PLUMB_FREQUENCIES_DEALT ? number * rope.sections.count + axis : number;
    rope.dim = rope.frequencies == PLUMB_FREQUENCIES_DEALT ? rope.dim : 2 * rope.sections.pairs[axis];
    return rope;
}

/* The angle of pair m at that position; products begin with the position. */
static inline double engine_angle(const operator_row *r, size_t m, double position) {
    const plumb_rope own = engine_source(r, &m), *rope = &own;
    double base = engine_base(r, rope), pairs = (double)rope->dim / 2;
    double p = round_op(r, position), start = r->by->angles == BY_PRODUCTS ? p : 1;
    double theta = engine_power(r, base, (double)m, pairs, start);
    switch (rope->scaling) {
    case PLUMB_ROPE_LINEAR:
        theta = round_op(r, theta / rope->factor);
        break;
    case PLUMB_ROPE_YARN:
        theta = engine_yarn(r, rope, theta, m);
        break;
    case PLUMB_ROPE_LLAMA3:
        theta = engine_llama3(r, theta, engine_power(r, base, (double)m, pairs, 1));
        break;
    case PLUMB_ROPE_LONGROPE:
        theta =
            round_op(r, theta / (engine_length(rope) > rope->original ? rope->long_divisor[m]
                                                                      : rope->short_divisor[m]));
        break;
    case PLUMB_ROPE_UNSCALED:
    case PLUMB_ROPE_NTK:
    case PLUMB_ROPE_DYNAMIC:
    default:
        break;
    }
    return start == 1 ? round_op(r, theta * p) : theta;
}

static inline double engine_growth(double factor, double c) {
    return factor > 1 ? 0.1 * c * log(factor) + 1 : 1;
}

static inline double engine_multiplier(const operator_row *r) {
    const plumb_rope *rope = &r->problem->position.rope;
    double s = rope->factor, multiplier = 1;
    if (rope->multiplier != 0)
        multiplier = rope->multiplier;
    else if (rope->scaling == PLUMB_ROPE_YARN)
        multiplier = rope->mscale != 0 && rope->mscale_all != 0
                         ? engine_growth(s, rope->mscale) / engine_growth(s, rope->mscale_all)
                         : engine_growth(s, 1);
    else if (rope->scaling == PLUMB_ROPE_LONGROPE && s > 1)
        multiplier = sqrt(1 + log(s) / log(rope->original));
    return r->made == ROPE_MULTIPLIER_OMITTED ? 1 : round_op(r, multiplier);
}

static inline void engine_rotation(const operator_row *r, size_t m, double position, double *cosine,
                                   double *sine) {
    const plumb_rope *rope = &r->problem->position.rope;
    if (rope->cosine != NULL) {
        size_t place = (size_t)position * (rope->dim / 2) + m;
        *cosine = table_op(r, rope->cosine[place]);
        *sine = table_op(r, rope->sine[place]);
        return;
    }
    double angle = engine_angle(r, m, position), multiplier = engine_multiplier(r);
    *cosine = table_op(r, round_op(r, cos(angle)) * multiplier);
    *sine = table_op(r, round_op(r, sin(angle)) * multiplier);
}

static inline void engine_rotate(const operator_row *r, const double *x, engine_point point,
                                 double *moved) {
    const plumb_rope *rope = &r->problem->position.rope;
    size_t half = rope->dim / 2;
    bool adjacent = (rope->layout != PLUMB_ROPE_HALF) != (r->made == ROPE_OTHER_LAYOUT);
    size_t start = rope->last != (r->made == ROPE_OTHER_PART) ? r->problem->head_dim - rope->dim : 0;
    for (size_t c = 0; c < r->problem->head_dim; c++)
        moved[c] = x[c];
    x += start;
    moved += start;
    for (size_t m = 0; m < half; m++) {
        size_t first = adjacent ? 2 * m : m, second = adjacent ? 2 * m + 1 : m + half;
        bool apart = rope->layout == PLUMB_ROPE_DEINTERLEAVED;
        double a = x[first], b = x[second], cosine, sine;
        engine_rotation(r, m, point.on[engine_axis(r, m)], &cosine, &sine);
        moved[apart ? m : first] = tensor_op(r, table_op(r, a * cosine) - table_op(r, b * sine));
        moved[apart ? m + half : second] =
            tensor_op(r, table_op(r, a * sine) + table_op(r, b * cosine));
    }
}

static inline void engine_add_sinusoidal(const operator_row *r, const double *x, double position,
                                         double *moved) {
    const plumb_position *p = &r->problem->position;
    size_t dim = r->problem->head_dim, half = dim / 2;
    double count = (double)half - (p->sinusoidal_one_less ? 1 : 0);
    bool adjacent =
        (p->sinusoidal == PLUMB_SINUSOIDAL_INTERLEAVED) != (r->made == SINUSOIDAL_OTHER_LAYOUT);
    for (size_t c = 0; c < dim; c++) {
        size_t m = adjacent ? c / 2 : c % half;
        bool is_sine = adjacent ? c % 2 == 0 : c < half;
        double f = engine_power(r, p->sinusoidal_base, (double)m, count, 1);
        double angle = round_op(r, round_op(r, position + (double)p->offset) * f);
        moved[c] = tensor_op(r, x[c] + table_op(r, is_sine ? sin(angle) : cos(angle)));
    }
}

static inline void engine_add_learned(const operator_row *r, const double *x, double position,
                                      double *moved) {
    int64_t offset = r->made == LEARNED_WITHOUT_OFFSET ? r->problem->position.offset : 0;
    const double *row = plumb_exact_learned_row(r->problem, (int64_t)position - offset);
    for (size_t c = 0; c < r->problem->head_dim; c++)
        moved[c] = tensor_op(r, x[c] + row[c]);
}

/* x, moved [head_dim] */
static inline void engine_move(const operator_row *r, const double *x, engine_point point,
                               double *moved) {
    switch (r->problem->position.kind) {
    case PLUMB_POSITION_ROPE:
        engine_rotate(r, x, point, moved);
        break;
    case PLUMB_POSITION_SINUSOIDAL:
        engine_add_sinusoidal(r, x, point.on[0], moved);
        break;
    case PLUMB_POSITION_LEARNED:
        engine_add_learned(r, x, point.on[0], moved);
        break;
    default:
        for (size_t c = 0; c < r->problem->head_dim; c++)
            moved[c] = x[c];
    }
}

/* The query times its factor, kept in a tensor or not. */
static inline void engine_heat(const operator_row *r, double *query) {
    const plumb_temperature *temperature = &r->problem->position.temperature;
    double position = engine_query_position(r) + (r->made == TEMPERATURE_FROM_0 ? 0 : (double)temperature->offset);
    if (temperature->factor == 0 || r->made == TEMPERATURE_OMITTED)
        return;
    double steps = floor(round_op(r, position / (double)temperature->length));
    double factor = round_op(r, round_op(r, round_op(r, log(1 + steps)) * temperature->factor) + 1);
    factor = r->by->other_form ? table_op(r, factor) : factor;
    for (size_t c = 0; c < r->problem->head_dim; c++)
        query[c] = tensor_op(r, query[c] * factor);
}

/* In binary64, as most engines do, or from the ratio of two slopes. */
static inline double engine_slope(const operator_row *r) {
    size_t heads = r->problem->query_heads, n = 1;
    if (r->problem->position.slopes != NULL)
        return r->problem->position.slopes[r->h];
    if (r->made == ALIBI_SLOPES_FROM_ONE)
        return pow(2, -8.0 * (double)r->h / (double)heads);
    while (2 * n <= heads)
        n *= 2;
    bool among = r->h < n;
    double i = (double)(among ? r->h + 1 : 2 * (r->h - n) + 1), eighths = among ? 8 : 4;
    if (r->by->angles == BY_PRODUCTS)
        return round_op(r, pow(round_op(r, pow(2, -eighths / (double)n)), i));
    return round_op(r, pow(2, -eighths * i / (double)n));
}

static inline double engine_alibi(const operator_row *r, size_t i, double scale) {
    double query = engine_query_position(r), key = engine_key_position(r, i);
    double slope = table_op(r, engine_slope(r));
    plumb_alibi_form form = r->problem->position.alibi;
    if (form == PLUMB_ALIBI_SYMMETRIC)
        return table_op(r, -slope * fabs(key - query));
    if (form == PLUMB_ALIBI_SCALED_KEY)
        return round_op(r, table_op(r, slope * key) * round_op(r, scale));
    if (r->made == DISTANCE_REVERSED)
        return table_op(r, slope * (query - key));
    bool relative = form == PLUMB_ALIBI_RELATIVE && r->made != ALIBI_BY_KEY;
    return table_op(r, slope * (relative ? key - query : key));
}

static inline int64_t engine_distance(const operator_row *r, size_t i) {
    int64_t distance = (int64_t)(engine_key_position(r, i) - engine_query_position(r));
    return r->made == DISTANCE_REVERSED ? -distance : distance;
}

/* What joins the bias. */
static inline double engine_position_bias(const operator_row *r, size_t i, double scale) {
    const plumb_problem *p = r->problem;
    const plumb_position *position = &p->position;
    switch (position->kind) {
    case PLUMB_POSITION_ALIBI:
        return engine_alibi(r, i, scale);
    case PLUMB_POSITION_T5:
        return position
            ->table[plumb_exact_bucket(p, engine_distance(r, i)) * p->query_heads + r->h];
    case PLUMB_POSITION_BUCKET_INDEX:
        return (double)plumb_exact_bucket(p, engine_distance(r, i));
    case PLUMB_POSITION_RELATIVE_TABLE:
    default:
        return position
            ->table[plumb_exact_clipped(p, engine_distance(r, i)) * p->query_heads + r->h];
    }
}

/* Shaw: the row of a table [table_rows][width] for key i. */
static inline const double *engine_distance_row(const operator_row *r, const double *table,
                                                size_t width, size_t i) {
    return table + plumb_exact_clipped(r->problem, engine_distance(r, i)) * width;
}
#endif
