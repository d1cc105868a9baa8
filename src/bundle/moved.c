/* moved.c - see moved.h. */
#include "bundle/moved.h"
#include "attention/place.h"
#include "bundle/places.h"
#include "row/stages.h"
#include <stdlib.h>
#include <string.h>

int plumb_moved_vectors_init(plumb_moved_vectors *moved, const plumb_problem *p) {
    size_t dim = p->head_dim;
    *moved = (plumb_moved_vectors){.moves = plumb_position_moves_vectors(p->position.kind)};
    if (!moved->moves)
        return 0;
    moved->query = malloc(((PLUMB_BUNDLE_ROWS + p->key_length) * dim + 1) * sizeof *moved->query);
    if (moved->query == NULL)
        return -1;
    moved->key = moved->query + PLUMB_BUNDLE_ROWS * dim;
    return 0;
}

void plumb_moved_vectors_free(plumb_moved_vectors *moved) {
    free(moved->query);
    *moved = (plumb_moved_vectors){.moves = false};
}

/* The middles; returns the largest of the radii and of `largest`, NaN as one that is infinite. */
static double split(const plumb_ball *ball, size_t count, double *mid, double largest) {
    for (size_t i = 0; i < count; i++) {
        mid[i] = ball[i].mid;
        if (!(ball[i].rad <= largest))
            largest = isnan(ball[i].rad) ? INFINITY : ball[i].rad;
    }
    return largest;
}

bool plumb_moved_vectors_set(plumb_moved_vectors *moved, plumb_rows *rows) {
    const plumb_problem *p = rows->problem;
    const double *key = p->key + plumb_key_start(plumb_problem_shape(p), rows->b, rows->h);
    plumb_positions *positions = &rows->row.positions;
    bool other = key != moved->key_source;
    if (!moved->moves)
        return false;
    moved->of_query = 0;
    for (size_t r = 0; r < rows->count; r++) {
        plumb_move_vectors(positions, p, rows->b, rows->first + r, plumb_query_of_row(rows, r), key);
        moved->of_query = split(positions->query, p->head_dim, moved->query + r * p->head_dim, moved->of_query);
    }
    if (other)
        moved->of_key = split(positions->key, p->key_length * p->head_dim, moved->key, 0);
    moved->key_source = key;
    return other;
}
