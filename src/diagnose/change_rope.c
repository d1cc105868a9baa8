#include "diagnose/change_rope.h"
#include "diagnose/change_moved.h"
#include "exact/rope.h"
#include <math.h>

enum { PRECISION = 192 };

bool plumb_computes_angles(const plumb_problem *problem) {
    return problem->position.kind == PLUMB_POSITION_ROPE && problem->position.rope.cosine == NULL;
}

double *plumb_rope_angles(plumb_storage *storage, const plumb_rope *rope) {
    size_t pairs = rope->dim / 2;
    double *theta = plumb_storage_take(storage, pairs, sizeof *theta);
    if (theta == NULL)
        return NULL;
    arb_ptr frequency = _arb_vec_init((slong)pairs);
    plumb_exact_rope_frequencies(frequency, rope, PRECISION);
    for (size_t m = 0; m < pairs; m++)
        theta[m] = arf_get_d(arb_midref(frequency + m), ARF_RND_NEAR);
    _arb_vec_clear(frequency, (slong)pairs);
    return theta;
}

double plumb_rope_factor(const plumb_rope *rope) {
    arb_t multiplier;
    arb_init(multiplier);
    plumb_exact_rope_multiplier(multiplier, rope, PRECISION);
    double factor = arf_get_d(arb_midref(multiplier), ARF_RND_NEAR);
    arb_clear(multiplier);
    return factor;
}

void plumb_state_rope_factor(plumb_rope *rope, double factor) {
    rope->multiplier = factor;
    rope->mscale = rope->mscale_all = 0;
}

/* The cosines and sines that pairs (1, 0) are turned to, where the rotation leaves them. */
static void read_pairs(const plumb_rope *rope, const double *moved, double *cosine, double *sine) {
    bool parted = rope->layout != PLUMB_ROPE_INTERLEAVED;
    size_t half = rope->dim / 2;
    for (size_t m = 0; m < half; m++) {
        cosine[m] = moved[parted ? m : 2 * m];
        sine[m] = moved[parted ? m + half : 2 * m + 1];
    }
}

static int fill_tables(plumb_storage *storage, const plumb_problem *problem,
                       const int64_t *position, size_t rows, double *cosine, double *sine) {
    const plumb_rope *rope = &problem->position.rope;
    size_t dim = problem->head_dim, half = rope->dim / 2;
    double *pairs = plumb_storage_take(storage, dim, sizeof *pairs);
    double *moved = plumb_storage_take(storage, rows * dim, sizeof *moved);
    if (pairs == NULL || moved == NULL)
        return -1;
    for (size_t c = 0; c < dim; c++)
        pairs[c] = rope->layout == PLUMB_ROPE_HALF ? c < half : c % 2 == 0;
    if (plumb_move_vector(storage, problem, pairs, position, rows, moved) != 1)
        return -1;
    for (size_t i = 0; i < rows; i++)
        read_pairs(rope, moved + i * dim, cosine + i * half, sine + i * half);
    return 1;
}

int plumb_take_rotation_tables(plumb_storage *storage, plumb_problem *problem, int64_t **position,
                               double **cosine, double **sine) {
    plumb_rope *rope = &problem->position.rope;
    size_t rows = 0, half = rope->dim / 2;
    if (problem->position.kind != PLUMB_POSITION_ROPE)
        return 0;
    int result = plumb_number_positions(storage, problem, position, &rows);
    if (result != 1)
        return result;
    *cosine = plumb_storage_take(storage, (rows + 1) * half, sizeof **cosine);
    *sine = plumb_storage_take(storage, (rows + 1) * half, sizeof **sine);
    if (*cosine == NULL || *sine == NULL)
        return -1;
    for (size_t m = 0; m < half; m++) {
        (*cosine)[rows * half + m] = 1;
        (*sine)[rows * half + m] = 0;
    }
    *rope = (plumb_rope){.layout = rope->layout,
                         .dim = rope->dim,
                         .cosine = *cosine,
                         .sine = *sine,
                         .rows = rows + 1};
    return 1;
}

int plumb_tabulate_rotation(plumb_storage *storage, plumb_problem *problem, int64_t **position,
                            double **cosine, double **sine) {
    plumb_problem before = *problem;
    int result = plumb_take_rotation_tables(storage, problem, position, cosine, sine);
    if (result != 1)
        return result;
    return fill_tables(storage, &before, *position, problem->position.rope.rows - 1, *cosine,
                       *sine);
}

static bool differ(double a, double b) {
    return !(fabs(a - b) <= 1e-12 * fabs(a));
}

int plumb_rotation_made(plumb_storage *storage, const plumb_rope *before,
                        const plumb_problem *problem) {
    const plumb_rope *after = &problem->position.rope;
    if (!plumb_positions_allowed(problem))
        return 0;
    if (after->dim != before->dim || after->layout != before->layout ||
        differ(plumb_rope_factor(before), plumb_rope_factor(after)))
        return 1;
    const double *a = plumb_rope_angles(storage, before), *b = plumb_rope_angles(storage, after);
    if (a == NULL || b == NULL)
        return -1;
    for (size_t m = 0; m < after->dim / 2; m++)
        if (differ(a[m], b[m]))
            return 1;
    return 0;
}
