/* rotated.c - see rotated.h. */
#include "backward/rotated.h"
#include "exact/position.h"
#include "row/sections.h"
#include "backward/row_variance.h"
#include <string.h>

static bool is_rotated(const plumb_problem *p) {
    return p->position.kind == PLUMB_POSITION_ROPE && p->position.rope.dim > 0;
}

/* Leaves sines and cosines of the place in the row's positions. */
static void find_angles(plumb_backward_row *row, plumb_rotated_place at) {
    const plumb_problem *p = row->problem;
    plumb_ball *none = row->rotated;
    for (size_t c = 0; c < p->head_dim; c++)
        none[c] = plumb_ball_zero();
    if (at.is_key)
        plumb_key_gradient(&row->positions, p, at.b, at.n, none, none + p->head_dim);
    else
        plumb_query_gradient(&row->positions, p, at.b, at.n, none, none + p->head_dim);
}

/* The elements of pair m of a vector, and where they went. */
typedef struct {
    size_t a, b, first, second;
} pair;

static pair pair_at(const plumb_problem *p, plumb_rope_layout layout, size_t m) {
    const plumb_rope *rope = &p->position.rope;
    bool apart = layout == PLUMB_ROPE_HALF, stays = layout == PLUMB_ROPE_INTERLEAVED;
    size_t pairs = rope->dim / 2, from = plumb_rotated_from(rope, p->head_dim);
    return (pair){from + (apart ? m : 2 * m), from + (apart ? m + pairs : 2 * m + 1), from + (stays ? 2 * m : m),
                  from + (stays ? 2 * m + 1 : m + pairs)};
}

/* Pairs of neighbours for pairs of halves, and the other way round. */
static plumb_rope_layout layout_of(const plumb_rope *rope, plumb_backward_turn turn) {
    plumb_rope_layout other = rope->layout == PLUMB_ROPE_HALF ? PLUMB_ROPE_INTERLEAVED : PLUMB_ROPE_HALF;
    return turn == PLUMB_OTHER_PAIRS_ROTATED ? other : rope->layout;
}

/* At the first or last position there is no other. */
static plumb_rotated_place place_of(const plumb_problem *p, plumb_rotated_place at, plumb_backward_turn turn) {
    size_t length = at.is_key ? p->key_length : p->query_length;
    if (turn == PLUMB_ROTATED_AS_BEFORE && at.n > 0)
        at.n--;
    if (turn == PLUMB_ROTATED_AS_NEXT && at.n + 1 < length)
        at.n++;
    return at;
}

void plumb_turn_gradient(plumb_backward_row *row, plumb_rotated_place at, plumb_backward_turn turn, double *gradient) {
    const plumb_rope *rope = &row->problem->position.rope;
    const double *moved = row->spare;
    if (!is_rotated(row->problem) || turn == PLUMB_LEFT_ROTATED)
        return;
    find_angles(row, place_of(row->problem, at, turn));
    memcpy(row->spare, gradient, row->problem->head_dim * sizeof *gradient);
    for (size_t m = 0; m < rope->dim / 2; m++) {
        pair of = pair_at(row->problem, layout_of(rope, turn), m);
        double cosine = row->positions.cosine[m].mid, sine = row->positions.sine[m].mid;
        sine = turn == PLUMB_ROTATED_AGAIN ? -sine : sine;
        gradient[of.a] = moved[of.first] * cosine + moved[of.second] * sine;
        gradient[of.b] = moved[of.second] * cosine - moved[of.first] * sine;
    }
}

/* The square of what an angle may be off by, over its relative variance; of stated sines and cosines it is 0. */
static double angle_square(const plumb_backward_row *row, plumb_rotated_place at, size_t m) {
    const plumb_problem *p = row->problem;
    plumb_point point = at.is_key ? plumb_exact_key_point(p, at.b, 0, at.n) : plumb_exact_query_point(p, at.b, at.n);
    int64_t position = point.on[plumb_axis_of_pair(&p->position.rope, m)];
    if (p->position.rope.cosine != NULL)
        return 0;
    plumb_turns turns = row->positions.frequency[m];
    return plumb_square(6.283185307179586 * (double)turns.first * 0x1p-32 * (double)position);
}

void plumb_turn_variance_back(plumb_backward_row *row, plumb_rotated_place at, const plumb_precision *precision,
                              const double *gradient, double *variance) {
    const plumb_rope *rope = &row->problem->position.rope;
    double *moved = row->spare;
    if (!is_rotated(row->problem))
        return;
    find_angles(row, at);
    memcpy(moved, variance, row->problem->head_dim * sizeof *moved);
    for (size_t m = 0; m < rope->dim / 2; m++) {
        pair of = pair_at(row->problem, rope->layout, m);
        double cosine = plumb_square(row->positions.cosine[m].mid), sine = plumb_square(row->positions.sine[m].mid);
        double size = (plumb_square(gradient[of.a]) + plumb_square(gradient[of.b])) / 2;
        double own = size * (plumb_variance(2, precision->output.unit) +
                             plumb_variance(4, precision->exponent.unit) * (1 + angle_square(row, at, m)));
        variance[of.a] = moved[of.first] * cosine + moved[of.second] * sine + own;
        variance[of.b] = moved[of.second] * cosine + moved[of.first] * sine + own;
    }
}
