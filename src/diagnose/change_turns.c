#include "diagnose/change.h"
#include "diagnose/changes.h"

/* The order in which the two elements of each pair change places: pairs of neighbours, or of
   halves. */
static size_t *swap_pairs(plumb_storage *storage, const plumb_problem *problem, bool adjacent) {
    size_t half = problem->position.rope.dim / 2;
    size_t first = plumb_rotated_from(&problem->position.rope, problem->head_dim);
    size_t *from = plumb_storage_take(storage, problem->head_dim, sizeof *from);
    for (size_t c = 0; from != NULL && c < problem->head_dim; c++)
        from[c] = c;
    for (size_t c = 0; from != NULL && c < 2 * half; c++)
        from[first + c] = first + (adjacent ? (c ^ 1) : c < half ? c + half : c - half);
    return from;
}

/* Turning (b, a) one way is turning (a, b) the other: scores do not see the order of elements. The
   key of a sink meets queries whose pairs are where the rotation leaves them. */
int plumb_turn_back(const plumb_making *m) {
    plumb_problem *problem = m->p;
    plumb_rope_layout layout = problem->position.rope.layout;
    if (problem->position.kind != PLUMB_POSITION_ROPE)
        return 0;
    const size_t *from = swap_pairs(m->storage, problem, layout != PLUMB_ROPE_HALF);
    const size_t *left = swap_pairs(m->storage, problem, layout == PLUMB_ROPE_INTERLEAVED);
    if (from == NULL || left == NULL || plumb_permute(m, "q k", from) != 1)
        return -1;
    return plumb_permute(m, "k_star", left);
}

/* Rows for angles twice as large, the multiplier squared. */
static int double_table(plumb_storage *storage, plumb_problem *problem) {
    plumb_rope *rope = &problem->position.rope;
    size_t count = rope->rows * (rope->dim / 2);
    double *cosine = plumb_change_copy(storage, rope->cosine, count, sizeof *cosine);
    double *sine = plumb_change_copy(storage, rope->sine, count, sizeof *sine);
    if (cosine == NULL || sine == NULL)
        return -1;
    for (size_t i = 0; i < count; i++) {
        double c = cosine[i], s = sine[i];
        cosine[i] = c * c - s * s;
        sine[i] = 2 * c * s;
    }
    rope->cosine = cosine;
    rope->sine = sine;
    return plumb_positions_made(problem);
}

static void double_all(int64_t *position, size_t count) {
    for (size_t i = 0; i < count; i++)
        position[i] *= 2;
}

int plumb_turn_twice(const plumb_making *m) {
    plumb_problem *problem = m->p;
    plumb_rope *rope = &problem->position.rope;
    int64_t *query = NULL, *key = NULL;
    if (problem->position.kind != PLUMB_POSITION_ROPE || rope->layout == PLUMB_ROPE_DEINTERLEAVED ||
        plumb_reads_numbers(problem))
        return 0;
    if (rope->cosine != NULL)
        return double_table(m->storage, problem);
    double mu = plumb_rope_factor(rope);
    if (mu != 1)
        plumb_state_rope_factor(rope, mu * mu);
    int result = plumb_state_positions(m->storage, problem, &query, &key);
    if (result != 1)
        return result;
    double_all(query, plumb_query_places(problem));
    double_all(key, plumb_key_places(problem));
    return plumb_positions_made(problem);
}

/* The order in which deinterleaving leaves a vector as it was. */
static int keep_order(const plumb_making *m, bool queries) {
    size_t half = m->p->position.rope.dim / 2, dim = m->p->head_dim;
    size_t first = plumb_rotated_from(&m->p->position.rope, dim);
    if (m->p->position.rope.layout != PLUMB_ROPE_DEINTERLEAVED)
        return 1;
    size_t *from = plumb_storage_take(m->storage, dim, sizeof *from);
    for (size_t c = 0; from != NULL && c < dim; c++)
        from[c] = c;
    for (size_t c = 0; from != NULL && c < 2 * half; c++)
        from[first + c] = first + (c % 2 == 0 ? c / 2 : c / 2 + half);
    return from != NULL ? plumb_permute(m, queries ? "q" : "k", from) : -1;
}

/* Every position of queries, or of keys, is the one given. */
static void stand_at(const plumb_problem *problem, bool queries, int64_t *query, int64_t *key, int64_t position) {
    size_t count = queries ? plumb_query_places(problem) : plumb_key_places(problem);
    for (size_t i = 0; i < count; i++)
        (queries ? query : key)[i] = position;
}

/* At position 0 nothing turns, but for the multiplier; a row of a table can be without it. */
static int leave_standing(plumb_storage *storage, plumb_problem *problem, bool queries) {
    int64_t *query = NULL, *key = NULL, *position = NULL;
    double *cosine = NULL, *sine = NULL;
    bool plain = plumb_computes_angles(problem) && plumb_rope_factor(&problem->position.rope) == 1;
    int result = plain ? 1 : plumb_tabulate_rotation(storage, problem, &position, &cosine, &sine);
    if (result == 1)
        result = plumb_state_positions(storage, problem, &query, &key);
    if (result != 1)
        return result;
    stand_at(problem, queries, query, key, plain ? 0 : (int64_t)problem->position.rope.rows - 1);
    return plumb_positions_made(problem);
}

int plumb_turn_one(const plumb_making *m) {
    plumb_problem *problem = m->p;
    bool queries_stand = m->by->integer == PLUMB_KEYS_TURN;
    if (problem->position.kind != PLUMB_POSITION_ROPE || (queries_stand && plumb_reads_numbers(problem)))
        return 0;
    int result = keep_order(m, queries_stand);
    return result == 1 ? leave_standing(m->storage, problem, queries_stand) : result;
}

/* Rows of angles the other way, or twice, follow those of the table. */
static int append_turned(plumb_storage *storage, plumb_rope *rope, bool twice, const double *cosine,
                         const double *sine) {
    size_t half = rope->dim / 2, count = rope->rows * half;
    double *both[] = {plumb_storage_take(storage, 2 * count, sizeof(double)),
                      plumb_storage_take(storage, 2 * count, sizeof(double))};
    if (both[0] == NULL || both[1] == NULL)
        return -1;
    for (size_t i = 0; i < 2 * count; i++) {
        double c = cosine[i % count], s = sine[i % count];
        both[0][i] = i < count || !twice ? c : c * c - s * s;
        both[1][i] = i < count ? s : twice ? 2 * c * s : -s;
    }
    rope->cosine = both[0];
    rope->sine = both[1];
    rope->rows *= 2;
    return 1;
}

int plumb_turn_one_anew(const plumb_making *m) {
    plumb_problem *problem = m->p;
    int64_t *query = NULL, *key = NULL, *position = NULL;
    double *cosine = NULL, *sine = NULL;
    bool queries = m->by->integer == PLUMB_QUERIES_TURN;
    int result = plumb_reads_numbers(problem)
                     ? 0
                     : plumb_tabulate_rotation(m->storage, problem, &position, &cosine, &sine);
    if (result == 1)
        result = plumb_state_positions(m->storage, problem, &query, &key);
    int64_t rows = (int64_t)problem->position.rope.rows;
    if (result == 1)
        result = append_turned(m->storage, &problem->position.rope, m->by->number == 2, cosine, sine);
    if (result != 1)
        return result;
    for (size_t i = 0; i < (queries ? plumb_query_places(problem) : plumb_key_places(problem)); i++)
        (queries ? query : key)[i] += rows;
    return plumb_positions_made(problem);
}
