/* change_rope.c - a rotation with angles that no member describes is stated by tables of cosines and sines, a row for
   each position that occurs, and a last one that turns nothing.  The tables are read off pairs (1, 0) that the rotation
   as it was has turned, or computed from theta_m in Arb with the angles rounded or the ramp swapped.  Other elements of
   a vector are reached by a permutation of queries and keys.  A change whose angles agree to 1e-12 does not apply. */
#include "diagnose/change.h"
#include "diagnose/changes.h"
#include "diagnose/scale_text.h"
#include "exact/rope.h"
#include "row/sections.h"
#include <math.h>

enum { PRECISION = 192 };

bool plumb_computes_angles(const plumb_problem *problem) {
    return problem->position.kind == PLUMB_POSITION_ROPE && problem->position.rope.cosine == NULL;
}

/* theta_m for the dim/2 pairs of a rotation whose angles are computed; NULL if memory is short. */
static double *rope_angles(plumb_storage *storage, const plumb_rope *rope) {
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

/* The cosines and sines that pairs (1, 0) are turned to, where the rotation leaves them; moved begins with them. */
static void read_pairs(const plumb_rope *rope, const double *moved, double *cosine, double *sine) {
    bool parted = rope->layout != PLUMB_ROPE_INTERLEAVED;
    size_t half = rope->dim / 2;
    for (size_t m = 0; m < half; m++) {
        cosine[m] = moved[parted ? m : 2 * m];
        sine[m] = moved[parted ? m + half : 2 * m + 1];
    }
}

static int fill_tables(plumb_storage *storage, const plumb_problem *problem, const int64_t *position, size_t rows,
                       double *cosine, double *sine) {
    const plumb_rope *rope = &problem->position.rope;
    size_t dim = problem->head_dim, half = rope->dim / 2, from = plumb_rotated_from(rope, dim);
    double *pairs = plumb_storage_take(storage, dim, sizeof *pairs);
    double *moved = plumb_storage_take(storage, rows * dim, sizeof *moved);
    if (pairs == NULL || moved == NULL)
        return -1;
    for (size_t c = 0; c + from < dim; c++)
        pairs[c + from] = rope->layout == PLUMB_ROPE_HALF ? c < half : c % 2 == 0;
    if (plumb_move_vector(storage, problem, pairs, position, rows, moved) != 1)
        return -1;
    for (size_t i = 0; i < rows; i++)
        read_pairs(rope, moved + i * dim + from, cosine + i * half, sine + i * half);
    return 1;
}

/* As plumb_tabulate_rotation, but for the rows of positions, which the caller fills. */
static int take_rotation_tables(plumb_storage *storage, plumb_problem *problem, int64_t **position, double **cosine,
                                double **sine) {
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
                         .last = rope->last,
                         .sections = rope->sections,
                         .order = rope->order,
                         .cosine = *cosine,
                         .sine = *sine,
                         .rows = rows + 1};
    return 1;
}

int plumb_tabulate_rotation(plumb_storage *storage, plumb_problem *problem, int64_t **position, double **cosine,
                            double **sine) {
    plumb_problem before = *problem;
    int result = take_rotation_tables(storage, problem, position, cosine, sine);
    if (result != 1)
        return result;
    return fill_tables(storage, &before, *position, problem->position.rope.rows - 1, *cosine, *sine);
}

static bool differ(double a, double b) {
    return !(fabs(a - b) <= 1e-12 * fabs(a));
}

/* interleaved and deinterleaved give the same scores unless a sink, whose key is not moved, meets the queries. */
static bool layouts_differ(const plumb_problem *before, const plumb_problem *after) {
    plumb_rope_layout a = before->position.rope.layout, b = after->position.rope.layout;
    bool halves = a == PLUMB_ROPE_HALF || b == PLUMB_ROPE_HALF;
    return a != b && after->position.rope.dim > 2 && (halves || plumb_sink_meets_positions(after));
}

static bool parts_differ(const plumb_problem *before, const plumb_problem *after) {
    return plumb_rotated_from(&before->position.rope, before->head_dim) !=
           plumb_rotated_from(&after->position.rope, after->head_dim);
}

/* Whether position ids may differ by axis, and a pair reads another. */
static bool axes_differ(const plumb_problem *before, const plumb_problem *after) {
    const plumb_rope *was = &before->position.rope, *is = &after->position.rope;
    for (size_t m = 0; plumb_has_ids(before) && m < is->dim / 2; m++)
        if (plumb_axis_of_pair(was, m) != plumb_axis_of_pair(is, m))
            return true;
    return false;
}

int plumb_rotation_differs(plumb_storage *storage, const plumb_problem *before, const plumb_problem *after) {
    const plumb_rope *was = &before->position.rope, *is = &after->position.rope;
    if (layouts_differ(before, after) || was->dim != is->dim || parts_differ(before, after) ||
        was->cosine != is->cosine || was->sine != is->sine || axes_differ(before, after))
        return 1;
    if (is->cosine != NULL)
        return 0;
    if (differ(plumb_rope_factor(was), plumb_rope_factor(is)))
        return 1;
    const double *a = rope_angles(storage, was), *b = rope_angles(storage, is);
    if (a == NULL || b == NULL)
        return -1;
    for (size_t m = 0; m < is->dim / 2; m++)
        if (differ(a[m], b[m]))
            return 1;
    return 0;
}

/* ---- other elements ---- */

static bool is_partial(const plumb_problem *p) {
    return p->position.kind == PLUMB_POSITION_ROPE && p->position.rope.dim < p->head_dim;
}

/* The first r/2 elements of each half of the head come first, in pairs (m, m + r/2). */
static void pair_across_head(size_t *from, size_t dim, size_t rotated) {
    size_t pairs = rotated / 2, rest = rotated;
    for (size_t m = 0; m < pairs; m++) {
        from[m] = m;
        from[m + pairs] = m + dim / 2;
    }
    for (size_t c = 0; c < dim; c++)
        if (c % (dim / 2) >= pairs)
            from[rest++] = c;
}

int plumb_rotate_across_head(const plumb_making *m) {
    plumb_rope *rope = &m->p->position.rope;
    size_t dim = m->p->head_dim;
    size_t *from = plumb_storage_take(m->storage, dim, sizeof *from);
    bool powers = rope->scaling == PLUMB_ROPE_UNSCALED || rope->scaling == PLUMB_ROPE_LINEAR;
    if (!is_partial(m->p) || rope->last || rope->layout != PLUMB_ROPE_HALF || dim % 2 != 0 ||
        (m->by->second != 0 && (!plumb_computes_angles(m->p) || !powers)))
        return 0;
    if (from == NULL)
        return -1;
    if (m->by->second != 0)
        rope->base = pow(rope->base, (double)rope->dim / (double)dim);
    pair_across_head(from, dim, rope->dim);
    return plumb_permute(m, PLUMB_VECTORS, from);
}

/* ---- other positions and factors ---- */

/* Returns whether no quotient was rounded. */
static bool divide_all(int64_t *position, size_t count, int64_t divisor) {
    bool exact = true;
    for (size_t i = 0; i < count; i++) {
        exact = exact && position[i] % divisor == 0;
        position[i] = position[i] / divisor - (position[i] % divisor < 0);
    }
    return exact;
}

int plumb_divide_whole_positions(const plumb_making *m) {
    plumb_rope *rope = &m->p->position.rope;
    int64_t *query = NULL, *key = NULL;
    if (!plumb_computes_angles(m->p) || rope->scaling != PLUMB_ROPE_LINEAR || rope->factor < 2 ||
        rope->factor > 0x1p32 || rope->factor != floor(rope->factor) || plumb_reads_numbers(m->p))
        return 0;
    int result = plumb_state_positions(m->storage, m->p, &query, &key);
    if (result != 1)
        return result;
    bool exact = divide_all(query, plumb_query_places(m->p), (int64_t)rope->factor);
    exact = divide_all(key, plumb_key_places(m->p), (int64_t)rope->factor) && exact;
    rope->scaling = PLUMB_ROPE_UNSCALED;
    return exact ? 0 : plumb_positions_made(m->p);
}

double plumb_rope_growth(const plumb_rope *rope, double c) {
    return rope->factor > 1 ? 0.1 * c * log(rope->factor) + 1 : 1;
}

static int multiply_scale(const plumb_making *m, double factor) {
    plumb_other_scale other = {.rule = PLUMB_SCALE_TIMES_NUMBER, .number = factor};
    return plumb_change_scale_by(m->storage, m->p, other);
}

/* Elements that are not rotated included. */
int plumb_multiply_whole_scores(const plumb_making *m) {
    plumb_rope *rope = &m->p->position.rope;
    if (!plumb_computes_angles(m->p))
        return 0;
    double mu = plumb_rope_factor(rope);
    bool alike = rope->dim == m->p->head_dim && !plumb_sink_meets_positions(m->p);
    if (mu == 1 || alike)
        return 0;
    plumb_state_rope_factor(rope, 1);
    int result = multiply_scale(m, mu * mu);
    return result == 1 ? plumb_positions_made(m->p) : result;
}

/* The square of g(s, mscale_all), or the one of g(s, 1). */
int plumb_multiply_scale_besides(const plumb_making *m) {
    const plumb_rope *rope = &m->p->position.rope;
    if (!plumb_computes_angles(m->p) || rope->scaling != PLUMB_ROPE_YARN || rope->factor <= 1)
        return 0;
    double g = plumb_rope_growth(rope, rope->mscale_all != 0 ? rope->mscale_all : 1);
    return multiply_scale(m, g * g);
}

/* ---- angles in few bits ---- */

/* The angle as computed, from a position and a frequency of binary32. */
static double angle_of(int64_t position, double theta, int64_t what, plumb_format format) {
    double p = (double)(float)position, f = (double)(float)theta;
    if ((what & PLUMB_POSITIONS) != 0)
        p = plumb_round_twice(p, format);
    if ((what & PLUMB_FREQUENCIES) != 0)
        f = plumb_round_twice(f, format);
    double angle = (double)(float)(p * f);
    return (what & PLUMB_ANGLES) != 0 ? plumb_round_twice(angle, format) : angle;
}

/* Fills the rows; returns whether all angles are finite and some is not what binary32 makes it. */
static bool fill_rows(const plumb_making *m, double multiplier, const double *theta, const int64_t *position,
                      double *cosine, double *sine) {
    const plumb_rope *rope = &m->p->position.rope;
    plumb_format format = (plumb_format)m->by->second;
    size_t half = rope->dim / 2;
    bool differs = false;
    for (size_t i = 0; i < (rope->rows - 1) * half; i++) {
        int64_t p = position[i / half];
        double angle = angle_of(p, theta[i % half], m->by->integer, format);
        if (!isfinite(angle))
            return false;
        differs = differs || angle != angle_of(p, theta[i % half], 0, format);
        cosine[i] = multiplier * cos(angle);
        sine[i] = multiplier * sin(angle);
    }
    return differs;
}

int plumb_round_angles(const plumb_making *m) {
    plumb_rope before = m->p->position.rope;
    int64_t *position = NULL;
    double *cosine = NULL, *sine = NULL;
    if (!plumb_computes_angles(m->p))
        return 0;
    const double *theta = rope_angles(m->storage, &before);
    if (theta == NULL)
        return -1;
    int result = take_rotation_tables(m->storage, m->p, &position, &cosine, &sine);
    if (result != 1)
        return result;
    return fill_rows(m, plumb_rope_factor(&before), theta, position, cosine, sine) ? plumb_positions_made(m->p) : 0;
}

/* ---- other frequencies ---- */

/* Tables of the angles theta [pairs], which take the place of those of the rule. */
static int state_frequencies(const plumb_making *m, const double *theta) {
    const plumb_rope *rope = &m->p->position.rope;
    size_t half = rope->dim / 2;
    double multiplier = plumb_rope_factor(rope), *cosine = NULL, *sine = NULL;
    int64_t *position = NULL;
    int result = take_rotation_tables(m->storage, m->p, &position, &cosine, &sine);
    if (result != 1)
        return result;
    for (size_t i = 0; i < (rope->rows - 1) * half; i++) {
        double angle = (double)position[i / half] * theta[i % half];
        cosine[i] = multiplier * cos(angle);
        sine[i] = multiplier * sin(angle);
    }
    return plumb_positions_made(m->p);
}

int plumb_reverse_frequencies(const plumb_making *m) {
    size_t pairs = m->p->position.rope.dim / 2;
    if (!plumb_computes_angles(m->p) || pairs < 2)
        return 0;
    double *theta = rope_angles(m->storage, &m->p->position.rope);
    if (theta == NULL)
        return -1;
    for (size_t i = 0; i < pairs / 2; i++) {
        double other = theta[pairs - 1 - i];
        theta[pairs - 1 - i] = theta[i];
        theta[i] = other;
    }
    return state_frequencies(m, theta);
}

/* llama3's ramp the other way round. */


/* From f (1 - s)/c + f s to f s/c + f (1 - s). */
static double swapped(double theta, double unscaled, double factor, bool everywhere) {
    double share = (theta / unscaled - 1 / factor) / (1 - 1 / factor);
    bool within = share > 1e-9 && share < 1 - 1e-9;
    return everywhere || within ? unscaled * (share / factor + 1 - share) : theta;
}

int plumb_swap_ramp(const plumb_making *m) {
    plumb_rope before = m->p->position.rope, plain = before;
    bool differs = false;
    if (!plumb_computes_angles(m->p) || before.scaling != PLUMB_ROPE_LLAMA3 || before.factor == 1)
        return 0;
    plain.scaling = PLUMB_ROPE_UNSCALED;
    double *theta = rope_angles(m->storage, &before);
    const double *unscaled = rope_angles(m->storage, &plain);
    if (theta == NULL || unscaled == NULL)
        return -1;
    for (size_t i = 0; i < before.dim / 2; i++) {
        double other = swapped(theta[i], unscaled[i], before.factor, m->by->second != 0);
        differs = differs || differ(theta[i], other);
        theta[i] = other;
    }
    return differs ? state_frequencies(m, theta) : 0;
}
