/* turned_row.c - see turned_row.h. */
#include "compare/turned_row.h"
#include "budget/turned.h"
#include "exact/position.h"
#include "exact/visible.h"
#include <string.h>

void plumb_turned_room_take(plumb_turned_room *turned, const plumb_problem *problem, const plumb_precision *precision,
                            bool has_sink_key, plumb_room *room) {
    size_t dim = problem->head_dim;
    turned->budget = plumb_moved_budget_of(problem, precision, room);
    turned->delta = plumb_room_take(room, dim / 2, sizeof *turned->delta);
    if (has_sink_key)
        turned->key = plumb_room_take(room, (problem->key_length + 1) * dim, sizeof *turned->key);
    turned->query_size = plumb_room_take(room, dim, sizeof *turned->query_size);
    turned->query_off = plumb_room_take(room, dim, sizeof *turned->query_off);
    turned->key_size = plumb_room_take(room, (problem->key_length + 1) * dim, sizeof *turned->key_size);
    turned->key_off = plumb_room_take(room, (problem->key_length + 1) * dim, sizeof *turned->key_off);
}

/* What turns the vector that `positions` has just turned.  Stated angles are off by nothing, and not evaluated. */
static plumb_turning turning_at(const plumb_problem *p, int64_t position, const plumb_positions *positions,
                                plumb_turned_room *room) {
    const plumb_rope *rope = &p->position.rope;
    bool stated = rope->cosine != NULL;
    for (size_t m = 0; m < rope->dim / 2; m++)
        room->delta[m] = stated ? 0 : plumb_angle_error(room->budget.frequency[m], room->budget.precision, position);
    return (plumb_turning){.layout = rope->layout,
                           .pairs = rope->dim / 2,
                           .cosine = positions->cosine,
                           .sine = positions->sine,
                           .delta = room->delta,
                           .multiplier = stated ? plumb_ball_zero() : positions->multiplier,
                           .roundings = stated ? 0 : plumb_multiplier_roundings(positions->multiplier)};
}

static bool turn_query(const plumb_problem *p, const double *unit, const double *tiny, const plumb_element *e,
                       plumb_positions *positions, plumb_turned_room *room) {
    const double *query = plumb_exact_query(p, e->batch, e->head, e->query);
    plumb_move_query(positions, p, e->batch, e->query, query);
    plumb_turning turning = turning_at(p, plumb_exact_query_position(p, e->batch, e->query), positions, room);
    return plumb_turned_vector(unit, tiny, turning, query, p->head_dim, room->query_size, room->query_off);
}

static bool turn_key(const plumb_problem *p, const double *unit, const double *tiny, const plumb_element *e, size_t j,
                     plumb_positions *positions, plumb_turned_room *room) {
    size_t dim = p->head_dim, row = j * dim;
    const double *key = plumb_exact_key(p, e->batch, e->head, 0);
    plumb_move_keys(positions, p, e->batch, e->query, key, j, j + 1);
    plumb_turning turning = turning_at(p, plumb_exact_key_position(p, e->batch, e->query, j), positions, room);
    return plumb_turned_vector(unit, tiny, turning, key + row, dim, room->key_size + row, room->key_off + row);
}

/* Behind the keys that of a sink, which is not turned. */
static bool append_sink_key(const plumb_problem *p, const double *unit, const double *tiny, const plumb_element *e,
                            const plumb_positions *positions, plumb_turned_room *room) {
    size_t dim = p->head_dim, row = p->key_length * dim;
    const double *key = plumb_exact_sink_key(p, e->head);
    plumb_turning none = {.layout = PLUMB_ROPE_HALF, .multiplier = plumb_ball_zero()};
    memcpy(room->key, positions->key, row * sizeof *room->key);
    for (size_t c = 0; c < dim; c++)
        room->key[row + c] = plumb_ball_of(key[c]);
    return plumb_turned_vector(unit, tiny, none, key, dim, room->key_size + row, room->key_off + row);
}

bool plumb_turned_row(const plumb_problem *p, const double *unit, const double *tiny, const plumb_element *e,
                      const unsigned char *visible, plumb_positions *positions, plumb_turned_room *room,
                      plumb_moved_row *row) {
    bool has_sink_key = visible[p->key_length], known = turn_query(p, unit, tiny, e, positions, room);
    for (size_t j = 0; j < p->key_length && known; j++)
        known = !visible[j] || turn_key(p, unit, tiny, e, j, positions, room);
    if (known && has_sink_key)
        known = append_sink_key(p, unit, tiny, e, positions, room);
    *row = (plumb_moved_row){.query = positions->query,
                             .key = has_sink_key ? room->key : positions->key,
                             .moved_query = {room->query_size, room->query_off},
                             .moved_key = {room->key_size, room->key_off}};
    return known;
}
