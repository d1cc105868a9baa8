/* moved_row.c - for each vector of a row, the exact one in balls from row/positions.c, and from proved code bounds of
   an engine's elements and of their errors (spec/budget.md, sections 17 and 18): angle errors become errors of turned
   pairs, a row is added with its own error, and a temperature multiplies the turn's cosines, sines and model.  Elements
   that are not rotated count as pairs rotated by the angle 0.  Only visible keys are bounded, and once for all rows of
   a head, unless each query counts them in its own cache. */
#include "theorem/moved_row.h"
#include "budget/added.h"
#include "budget/roundings.h"
#include "budget/rotated.h"
#include "exact/position.h"
#include "exact/visible.h"
#include "row/sections.h"
#include "theorem/units.h"
#include <math.h>
#include <string.h>

void plumb_moved_workspace_take(plumb_moved_workspace *moved, const plumb_problem *problem,
                                const plumb_precision *precision, bool has_sink_key, plumb_workspace *workspace) {
    size_t dim = problem->head_dim;
    moved->precision = precision;
    moved->angle = plumb_frequency_errors(problem, workspace);
    moved->delta = plumb_workspace_take(workspace, dim / 2, sizeof *moved->delta);
    moved->cosine = plumb_workspace_take(workspace, dim / 2, sizeof *moved->cosine);
    moved->sine = plumb_workspace_take(workspace, dim / 2, sizeof *moved->sine);
    moved->row_off = plumb_workspace_take(workspace, dim, sizeof *moved->row_off);
    if (has_sink_key)
        moved->key = plumb_workspace_take(workspace, (problem->key_length + 1) * dim, sizeof *moved->key);
    moved->query_size = plumb_workspace_take(workspace, dim, sizeof *moved->query_size);
    moved->query_off = plumb_workspace_take(workspace, dim, sizeof *moved->query_off);
    moved->key_size = plumb_workspace_take(workspace, (problem->key_length + 1) * dim, sizeof *moved->key_size);
    moved->key_off = plumb_workspace_take(workspace, (problem->key_length + 1) * dim, sizeof *moved->key_off);
    moved->is_moved = plumb_workspace_take(workspace, problem->key_length, 1);
    moved->zero = plumb_workspace_take(workspace, 2 * dim, sizeof *moved->zero);
    moved->of = NULL;
}

/* What all vectors of a row share. */
typedef struct {
    const plumb_problem *p;
    const double *unit, *tiny;
    const plumb_element *e;
    plumb_positions *positions;
    plumb_moved_workspace *workspace;
} moving;

/* x as given, at its point, where it is moved exactly, and where what is known of it goes. */
typedef struct {
    const double *x;
    plumb_point point;
    const plumb_ball *moved;
    double *size, *off;
    bool is_query;
} vector;

/* Whether a temperature multiplies it: by 1 an engine multiplies exactly. */
static bool is_heated(const moving *m, const vector *v) {
    plumb_ball factor = m->positions->temperature;
    return v->is_query && m->p->position.temperature.factor != 0 && (factor.mid != 1 || factor.rad != 0);
}

/* The model and the multiplier of such a query. */
typedef struct {
    const double *unit, *tiny;
    plumb_ball factor;
    double roundings; /* of the factor, and of the query that is stored between */
} heating;

#define FACTOR_ROUNDINGS 18
#define TENSOR_ROUNDINGS 3.1 /* three, compounded */

/* The factor multiplies every underflow, too. */
static heating heating_of(const moving *m, const vector *v, double tiny[PLUMB_STEPS]) {
    heating h = {m->unit, m->tiny, plumb_ball_of(1.0), 0};
    if (!is_heated(m, v))
        return h;
    h.factor = m->positions->temperature;
    for (size_t step = 0; step < PLUMB_STEPS; step++)
        tiny[step] = m->tiny[step] * plumb_upper(h.factor) * PLUMB_OWN_ROUNDING;
    h.tiny = tiny;
    h.roundings = FACTOR_ROUNDINGS +
                  ceil(TENSOR_ROUNDINGS * plumb_upper(plumb_tensor_unit(m->unit)) / m->unit[PLUMB_STEP_EXPONENT]);
    return h;
}

/* Whether no rounding carries the quotient of position and length across an integer, and the roundings are few enough
   for the proved code. */
static bool counts_exactly(const moving *m, const vector *v) {
    double from = (double)v->point.on[0] + (double)m->p->position.temperature.offset, tiny[PLUMB_STEPS];
    bool counts = v->is_query && m->p->position.temperature.factor != 0;
    return !counts || (from * m->unit[PLUMB_STEP_EXPONENT] < 0x1p-2 &&
                       heating_of(m, v, tiny).roundings < (double)(PLUMB_MOST_ROUNDINGS / 2));
}

static void set_angle_error(const moving *m, size_t pair, int64_t position) {
    m->workspace->delta[pair] = plumb_angle_error(m->workspace->angle[pair], m->workspace->precision, position);
}

static bool add_row(const moving *m, const vector *v) {
    return plumb_added_vector(m->unit, m->tiny, v->moved, m->workspace->row_off, v->x, m->p->head_dim, v->size, v->off);
}

/* The row of a table is stated: off by nothing. */
static bool learned(const moving *m, const vector *v) {
    for (size_t c = 0; c < m->p->head_dim; c++)
        m->workspace->row_off[c] = 0;
    return add_row(m, v);
}

static bool sinusoidal(const moving *m, const vector *v) {
    const plumb_position *position = &m->p->position;
    size_t dim = m->p->head_dim;
    for (size_t i = 0; i < dim / 2; i++)
        set_angle_error(m, i, v->point.on[0] + position->offset);
    return plumb_sinusoid_off(m->unit, m->workspace->delta, position->sinusoidal, dim, m->workspace->row_off) &&
           add_row(m, v);
}

/* An element of a query that is multiplied, as the first of a pair of equal ones that turns by the angle 0. */
static bool heat_element(const moving *m, const vector *v, size_t e) {
    double tiny[PLUMB_STEPS], pair[] = {v->x[e], v->x[e]}, delta = 0, size[2] = {0}, off[2] = {0};
    heating h = heating_of(m, v, tiny);
    plumb_ball zero = plumb_ball_zero();
    plumb_turning still = {PLUMB_ROPE_HALF, 1, &h.factor, &zero, &delta, h.factor, (size_t)h.roundings};
    bool is_known = plumb_rotated_vector(h.unit, h.tiny, still, pair, 2, size, off);
    v->size[e] = size[0];
    v->off[e] = off[0];
    return is_known;
}

/* Elements that no position turns: without a temperature they stay as they are. */
static bool keep_elements(const moving *m, const vector *v, size_t from, size_t count) {
    const plumb_turning none = {.layout = PLUMB_ROPE_HALF, .multiplier = plumb_ball_zero()};
    bool is_known = true;
    if (!is_heated(m, v))
        return plumb_rotated_vector(m->unit, m->tiny, none, v->x + from, count, v->size + from, v->off + from);
    for (size_t e = from; e < from + count && is_known; e++)
        is_known = heat_element(m, v, e);
    return is_known;
}

static bool temperature(const moving *m, const vector *v) {
    return counts_exactly(m, v) && keep_elements(m, v, 0, m->p->head_dim);
}

/* The rotated part of a vector; its elements before and behind are bounded apart. */
static bool turn_elements(const moving *m, const vector *v, size_t from, plumb_turning turning) {
    double tiny[PLUMB_STEPS];
    heating h = heating_of(m, v, tiny);
    bool heated = is_heated(m, v);
    for (size_t i = 0; heated && i < turning.pairs; i++) {
        m->workspace->cosine[i] = plumb_ball_multiply(h.factor, turning.cosine[i]);
        m->workspace->sine[i] = plumb_ball_multiply(h.factor, turning.sine[i]);
    }
    if (heated) {
        turning.cosine = m->workspace->cosine;
        turning.sine = m->workspace->sine;
        turning.multiplier = plumb_ball_multiply(h.factor, turning.multiplier);
        turning.roundings += (size_t)h.roundings;
    }
    return plumb_rotated_vector(h.unit, h.tiny, turning, v->x + from, 2 * turning.pairs, v->size + from, v->off + from);
}

/* Of the vector that was moved last, at this point.  Angles that are stated are off by nothing, and not evaluated. */
static plumb_turning turning_at(const moving *m, plumb_point point) {
    const plumb_rope *rope = &m->p->position.rope;
    bool stated = rope->cosine != NULL;
    plumb_ball multiplier = stated ? plumb_ball_zero() : m->positions->multiplier;
    plumb_turning turning = {rope->layout,       rope->dim / 2,
                             m->positions->cosine, m->positions->sine,
                             m->workspace->delta,     multiplier,
                             stated ? 0 : plumb_multiplier_roundings(multiplier)};
    for (size_t i = 0; i < turning.pairs; i++)
        if (stated)
            m->workspace->delta[i] = 0;
        else
            set_angle_error(m, i, point.on[plumb_axis_of_pair(rope, i)]);
    return turning;
}

static bool rope(const moving *m, const vector *v) {
    const plumb_rope *rope = &m->p->position.rope;
    plumb_turning turning = turning_at(m, v->point);
    size_t from = plumb_rotated_from(rope, m->p->head_dim), end = from + rope->dim;
    return counts_exactly(m, v) && turn_elements(m, v, from, turning) && keep_elements(m, v, 0, from) &&
           keep_elements(m, v, end, m->p->head_dim - end);
}

static bool bound(const moving *m, const vector *v) {
    static bool (*const movers[])(const moving *m, const vector *v) = {
#define MOVES_VECTORS(kind, name) [kind] = name,
#include "problem/positions.def"
    };
    return movers[m->p->position.kind](m, v);
}

static bool bound_query(const moving *m) {
    const double *query = plumb_exact_query(m->p, m->e->batch, m->e->head, m->e->query);
    plumb_move_query(m->positions, m->p, m->e->batch, m->e->query, query);
    return bound(m, &(vector){query, plumb_exact_query_point(m->p, m->e->batch, m->e->query), m->positions->query,
                              m->workspace->query_size, m->workspace->query_off,
                              true});
}

static bool bound_key(const moving *m, size_t j) {
    size_t row = j * m->p->head_dim;
    const double *key = plumb_exact_key(m->p, m->e->batch, m->e->head, 0);
    plumb_move_keys(m->positions, m->p, m->e->batch, m->e->query, key, j, j + 1);
    return bound(m,
                 &(vector){key + row, plumb_exact_key_point(m->p, m->e->batch, m->e->query, j), m->positions->key + row,
                           m->workspace->key_size + row, m->workspace->key_off + row, false});
}

/* Keys moved for one query serve the next, unless each query counts positions in a cache of its own. */
static void forget_others(const moving *m) {
    const double *key = plumb_exact_key(m->p, m->e->batch, m->e->head, 0);
    if (key != m->workspace->of || m->p->mask.in_cache)
        memset(m->workspace->is_moved, 0, m->p->key_length);
    m->workspace->of = key;
}

static bool bound_keys(const moving *m, const unsigned char *visible) {
    bool is_known = true;
    forget_others(m);
    for (size_t j = 0; j < m->p->key_length && is_known; j++)
        if (visible[j] && !m->workspace->is_moved[j])
            m->workspace->is_moved[j] = is_known = bound_key(m, j);
    return is_known;
}

/* The key of a sink, which is not moved, behind the others. */
static bool append_sink_key(const moving *m) {
    size_t dim = m->p->head_dim, row = m->p->key_length * dim;
    const double *key = plumb_exact_sink_key(m->p, m->e->head);
    memcpy(m->workspace->key, m->positions->key, row * sizeof *m->workspace->key);
    for (size_t c = 0; c < dim; c++)
        m->workspace->key[row + c] = plumb_ball_of(key[c]);
    return keep_elements(
        m, &(vector){.x = key, .size = m->workspace->key_size + row, .off = m->workspace->key_off + row}, 0, dim);
}

bool plumb_moved_row_of(const plumb_problem *p, const double *unit, const double *tiny, const plumb_element *e,
                        const unsigned char *visible, plumb_positions *positions, plumb_moved_workspace *workspace,
                        plumb_moved_row *row) {
    moving m = {p, unit, tiny, e, positions, workspace};
    bool has_sink_key = visible[p->key_length], is_known = bound_query(&m) && bound_keys(&m, visible);
    if (is_known && has_sink_key)
        is_known = append_sink_key(&m);
    *row = (plumb_moved_row){.query = positions->query,
                             .key = has_sink_key ? workspace->key : positions->key,
                             .moved_query = {workspace->query_size, workspace->query_off},
                             .moved_key = {workspace->key_size, workspace->key_off}};
    return is_known;
}

/* The gradient of a vector turns by the same angles as it did, which are found on the way of one that is 0. */
plumb_turning plumb_turning_of(const plumb_problem *p, plumb_moved_place place, plumb_positions *positions,
                               plumb_moved_workspace *workspace) {
    moving m = {.p = p, .positions = positions, .workspace = workspace};
    plumb_ball *zero = workspace->zero;
    if (p->position.kind != PLUMB_POSITION_ROPE)
        return (plumb_turning){.layout = PLUMB_ROPE_HALF};
    for (size_t c = 0; c < p->head_dim; c++)
        zero[c] = plumb_ball_zero();
    (place.is_key ? plumb_key_gradient : plumb_query_gradient)(positions, p, place.b, place.n, zero,
                                                               zero + p->head_dim);
    return turning_at(&m, place.is_key ? plumb_exact_key_point(p, place.b, 0, place.n)
                                       : plumb_exact_query_point(p, place.b, place.n));
}
