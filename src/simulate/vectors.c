/* vectors.c - queries and keys of a simulated engine: moved by their positions, or mapped to features, and stored. */
#include "exact/position.h"
#include "exact/visible.h"
#include "simulate/engine.h"
#include "number/turns.h"
#include "row/frequency.h"
#include "row/sections.h"
#include "row/stages.h"
#include "row/temperature.h"

static double tensor(const plumb_simulated_engine *engine, double x) {
    return plumb_simulated_round(&engine->tensor, plumb_simulated_step(engine, x));
}

/* ---- rotations ---- */

/* By how much an angle that is a product in the engine's format exceeds the exact one. */
static double angle_error(const plumb_simulated_engine *engine, size_t m, int64_t position) {
    double theta = engine->frequency[m], p = plumb_simulated_step(engine, (double)position);
    if (!engine->form->coarse_angles)
        return 0;
    return plumb_simulated_step(engine, p * plumb_simulated_step(engine, theta)) - (double)position * theta;
}

/* What pair m turns by at a position, without whole turns: between half a turn back and half a turn on. */
static double angle_at(const plumb_simulated_engine *engine, size_t m, int64_t position) {
    const plumb_positions *workspace = &engine->exact.positions;
    plumb_turns turns = plumb_turns_multiply((position < 0 ? workspace->backward : workspace->frequency)[m],
                                             (uint64_t)(position < 0 ? -position : position));
    double first = (double)turns.first < 0x1p31 ? (double)turns.first : (double)turns.first - 0x1p32;
    return 6.283185307179586 * (first * 0x1p-32 + (double)turns.second * 0x1p-64 + (double)turns.third * 0x1p-96);
}

/* Sine and cosine of pair m as the engine has them; 0 where a table has no such row: nothing is judged by it. */
static void turn(const plumb_simulated_engine *engine, size_t m, int64_t position, double *cosine, double *sine) {
    const double *cosines = plumb_exact_cosine_row(engine->problem, position);
    const double *sines = plumb_exact_sine_row(engine->problem, position);
    if (engine->problem->position.rope.cosine != NULL) {
        *cosine = cosines != NULL && sines != NULL ? plumb_simulated_between(engine, cosines[m]) : 0;
        *sine = cosines != NULL && sines != NULL ? plumb_simulated_between(engine, sines[m]) : 0;
        return;
    }
    double angle = angle_at(engine, m, position) + angle_error(engine, m, position);
    double multiplier = engine->exact.positions.multiplier.mid;
    *cosine = plumb_simulated_between(engine, multiplier * cos(angle));
    *sine = plumb_simulated_between(engine, multiplier * sin(angle));
}

static void rotate(plumb_simulated_engine *engine, const double *x, plumb_point point, double *moved) {
    const plumb_rope *rope = &engine->problem->position.rope;
    size_t half = rope->dim / 2, from = plumb_rotated_from(rope, engine->problem->head_dim);
    memcpy(moved, x, engine->problem->head_dim * sizeof *moved);
    x += from;
    moved += from;
    for (size_t m = 0; m < half; m++) {
        bool adjacent = rope->layout != PLUMB_ROPE_HALF, apart = rope->layout == PLUMB_ROPE_DEINTERLEAVED;
        size_t first = adjacent ? 2 * m : m, second = adjacent ? 2 * m + 1 : m + half;
        double cosine, sine;
        turn(engine, m, point.on[plumb_axis_of_pair(rope, m)], &cosine, &sine);
        double a = x[first], b = x[second];
        moved[apart ? m : first] =
            tensor(engine, plumb_simulated_between(engine, a * cosine) - plumb_simulated_between(engine, b * sine));
        moved[apart ? m + half : second] =
            tensor(engine, plumb_simulated_between(engine, a * sine) + plumb_simulated_between(engine, b * cosine));
    }
}

/* ---- what is added ---- */

static void add_sinusoidal(plumb_simulated_engine *engine, const double *x, plumb_point point, double *moved) {
    const plumb_position *p = &engine->problem->position;
    size_t dim = engine->problem->head_dim, half = dim / 2;
    int64_t place = point.on[0] + p->offset;
    for (size_t c = 0; c < dim; c++) {
        bool adjacent = p->sinusoidal == PLUMB_SINUSOIDAL_INTERLEAVED;
        size_t m = adjacent ? c / 2 : c % half;
        double angle = (double)place * engine->frequency[m] + angle_error(engine, m, place);
        bool is_sine = adjacent ? c % 2 == 0 : c < half;
        moved[c] = tensor(engine, x[c] + plumb_simulated_between(engine, is_sine ? sin(angle) : cos(angle)));
    }
}

static void add_learned(plumb_simulated_engine *engine, const double *x, plumb_point point, double *moved) {
    const double *row = plumb_exact_learned_row(engine->problem, point.on[0]);
    for (size_t c = 0; c < engine->problem->head_dim; c++)
        moved[c] = tensor(engine, x[c] + (row != NULL ? row[c] : 0));
}

/* ---- features: each step is stored as a score is ---- */

static double elu_plus_one(const plumb_simulated_engine *engine, double x) {
    double y = plumb_simulated_stored(engine, x > 0 ? x : expm1(x));
    return plumb_simulated_stored(engine, y + 1);
}

static void map_elu(plumb_simulated_engine *engine, const double *x, double *mapped) {
    for (size_t c = 0; c < engine->problem->head_dim; c++)
        mapped[c] = elu_plus_one(engine, x[c]);
}

static void map_mlp(plumb_simulated_engine *engine, const double *x, double *mapped) {
    const plumb_extras *extra = &engine->problem->extra;
    size_t dim = engine->problem->head_dim;
    for (size_t i = 0; i < extra->hidden_dim; i++) {
        double inner = plumb_simulated_dot(engine, extra->mlp_inner + i * dim, x, dim);
        engine->hidden[i] = fmax(0, plumb_simulated_stored(engine, inner));
    }
    for (size_t f = 0; f < extra->feature_dim; f++) {
        const double *row = extra->mlp_outer + f * extra->hidden_dim;
        mapped[f] = plumb_simulated_stored(engine, plumb_simulated_dot(engine, row, engine->hidden, extra->hidden_dim));
    }
}

typedef void feature_map(plumb_simulated_engine *engine, const double *x, double *mapped);
#define FEATURES_none NULL
#define FEATURES_elu map_elu
#define FEATURES_mlp map_mlp
static feature_map *const feature_maps[] = {
#define OPERATOR(kind, features, ...) [kind] = FEATURES_##features,
#include "problem/operators.def"
};

static void stay(plumb_simulated_engine *engine, const double *x, plumb_point point, double *moved) {
    (void)point;
    memcpy(moved, x, engine->problem->head_dim * sizeof *moved);
}

typedef void mover(plumb_simulated_engine *engine, const double *x, plumb_point point, double *moved);
#define MOVER_sinusoidal add_sinusoidal
#define MOVER_learned add_learned
#define MOVER_rope rotate
#define MOVER_temperature stay
static mover *const movers[] = {
#define MOVES_VECTORS(kind, name) [kind] = MOVER_##name,
#include "problem/positions.def"
};

/* x at its position, or mapped to features. */
void plumb_simulated_move(plumb_simulated_engine *engine, const double *x, plumb_point point, double *made) {
    const plumb_problem *problem = engine->problem;
    if (feature_maps[problem->op.kind] != NULL)
        feature_maps[problem->op.kind](engine, x, made);
    else if (movers[problem->position.kind] != NULL)
        movers[problem->position.kind](engine, x, point, made);
    else
        memcpy(made, x, problem->head_dim * sizeof *made);
}

void plumb_simulated_turn_back(const plumb_simulated_engine *engine, const double *moved, plumb_point point,
                               double *gradient) {
    const plumb_problem *p = engine->problem;
    const plumb_rope *rope = &p->position.rope;
    bool apart = rope->layout == PLUMB_ROPE_HALF, stays = rope->layout == PLUMB_ROPE_INTERLEAVED;
    bool turns = p->position.kind == PLUMB_POSITION_ROPE || plumb_rotates_output(&p->position);
    size_t pairs = turns ? rope->dim / 2 : 0;
    size_t from = pairs > 0 ? plumb_rotated_from(rope, p->head_dim) : 0;
    memcpy(gradient, moved, p->head_dim * sizeof *gradient);
    moved += from;
    gradient += from;
    for (size_t m = 0; m < pairs; m++) {
        double first = moved[stays ? 2 * m : m], second = moved[stays ? 2 * m + 1 : m + pairs], cosine, sine;
        turn(engine, m, point.on[plumb_axis_of_pair(rope, m)], &cosine, &sine);
        gradient[apart ? m : 2 * m] = tensor(engine, plumb_simulated_between(engine, first * cosine) +
                                                         plumb_simulated_between(engine, second * sine));
        gradient[apart ? m + pairs : 2 * m + 1] =
            tensor(engine,
                   plumb_simulated_between(engine, second * cosine) - plumb_simulated_between(engine, first * sine));
    }
}

/* What is scaled is rounded to the format of the inputs, factor and vector, as multiples of a unit. */
static void scale(const plumb_simulated_engine *engine, double factor, double unit, const double *vector,
                  double *scaled) {
    double rounded = plumb_simulated_round(&engine->input, factor / unit);
    for (size_t c = 0; c < engine->dim; c++)
        scaled[c] = unit * plumb_simulated_round(&engine->input, plumb_simulated_step(engine, vector[c] * rounded));
}

/* Kernels that store the query, but no score, multiply it by log2(e), too: then no scale is exact. */
static double unit_of_query(const plumb_simulated_engine *engine) {
    const plumb_precision *p = engine->precision;
    return p->input.unit > p->exponent.unit && p->score.unit <= p->exponent.unit ? 0x1.62e42fefa39efp-1 : 1;
}

/* Of a negative scale the sign stays with the query. */
static double root_of_scale(const plumb_simulated_engine *engine) {
    return sqrt(fabs(engine->scale.mid));
}

bool plumb_simulated_moves_keys(const plumb_problem *problem) {
    return feature_maps[problem->op.kind] != NULL || movers[problem->position.kind] != NULL;
}

const double *plumb_simulated_key(const plumb_simulated_engine *engine, size_t i) {
    const double *key = engine->key + i * engine->dim;
    if (!engine->form->scales_both || engine->moves)
        return key;
    scale(engine, root_of_scale(engine), 1, key, engine->scaled);
    return engine->scaled;
}

static void make_keys(plumb_simulated_engine *engine) {
    const plumb_problem *p = engine->problem;
    const double *source = plumb_exact_key(p, engine->b, engine->h, 0);
    if (source == engine->key_source && !p->mask.in_cache)
        return;
    engine->key = engine->moves ? engine->moved_key : source;
    for (size_t i = 0; engine->moves && i < p->key_length; i++) {
        double *key = engine->moved_key + i * engine->dim;
        plumb_simulated_move(engine, source + i * p->head_dim, plumb_exact_key_point(p, engine->b, engine->t, i), key);
        if (engine->form->scales_both)
            scale(engine, root_of_scale(engine), 1, key, key);
    }
    engine->key_source = source;
}

/* A query that its position multiplies, and that is stored once more. */
static void heat(plumb_simulated_engine *engine, plumb_point point) {
    const plumb_temperature *temperature = &engine->problem->position.temperature;
    double factor = plumb_simulated_between(engine, plumb_temperature_at(temperature, point.on[0]).mid);
    for (size_t c = 0; temperature->factor != 0 && c < engine->dim; c++)
        engine->query[c] = tensor(engine, engine->query[c] * factor);
}

static void make_query(plumb_simulated_engine *engine) {
    const plumb_problem *p = engine->problem;
    plumb_point point = plumb_exact_query_point(p, engine->b, engine->t);
    plumb_simulated_move(engine, plumb_exact_query(p, engine->b, engine->h, engine->t), point, engine->query);
    heat(engine, point);
    if (engine->form->scales_query)
        scale(engine, engine->scale.mid, unit_of_query(engine), engine->query, engine->query);
    else if (engine->form->scales_both)
        scale(engine, copysign(root_of_scale(engine), engine->scale.mid), 1, engine->query, engine->query);
}

void plumb_simulated_vectors(plumb_simulated_engine *engine, size_t rows) {
    const plumb_problem *p = engine->problem;
    for (size_t r = 0; r < rows; r++) {
        if (r > 0 && !p->mask.in_cache)
            engine[r].key = engine[0].key;
        else if (p->key_length > 0)
            make_keys(&engine[r]);
        make_query(&engine[r]);
    }
}
