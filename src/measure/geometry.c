/* geometry.c - norms and cosines are computed from the formulas in balls: sums of products, a root, a quotient.  The
   query is moved for each row.  Keys are taken as the first row moves them, and anew for each row only where rows count
   positions in a cache of their own.  A mean is the sum of the balls over their number. */
#include "measure/geometry.h"
#include "base/workspace.h"
#include "exact/visible.h"
#include "measure/norm.h"
#include "row/positions.h"
#include "row/visible.h"

/* A mean in the making. */
typedef struct {
    plumb_ball sum;
    size_t count;
} mean;

/* One head: the vectors of a row as balls, and norms. */
typedef struct {
    const plumb_problem *problem;
    size_t b, h;
    plumb_positions positions;
    plumb_workspace workspace;        /* of the arrays */
    unsigned char *visible; /* [key_length] */
    plumb_ball *query;      /* [head_dim] */
    plumb_ball *key;        /* [key_length][head_dim] */
    plumb_ball *key_norm;   /* [key_length] */
} head;

static void mean_add(mean *m, plumb_ball x) {
    m->sum = m->count == 0 ? x : plumb_ball_add(m->sum, x);
    m->count++;
}

static plumb_ball mean_of(const mean *m) {
    if (m->count == 0)
        return plumb_ball_unknown();
    return plumb_ball_divide(m->sum, plumb_ball_of((double)m->count));
}

static plumb_ball dot(const plumb_ball *x, const plumb_ball *y, size_t n) {
    plumb_ball sum = plumb_ball_zero();
    for (size_t c = 0; c < n; c++)
        sum = plumb_ball_add(sum, plumb_ball_multiply(x[c], y[c]));
    return sum;
}

static plumb_ball norm(const plumb_ball *x, size_t n) {
    return plumb_ball_root(dot(x, x, n));
}

static plumb_ball cosine(plumb_ball product, plumb_ball one_norm, plumb_ball other_norm) {
    return plumb_ball_divide(product, plumb_ball_multiply(one_norm, other_norm));
}

static void copy_exact(plumb_ball *to, const double *from, size_t n) {
    for (size_t c = 0; c < n; c++)
        to[c] = plumb_is_finite(from[c]) ? plumb_ball_of(from[c]) : plumb_ball_unknown();
}

static void copy_balls(plumb_ball *to, const plumb_ball *from, size_t n) {
    for (size_t c = 0; c < n; c++)
        to[c] = from[c];
}

static bool moves(const plumb_problem *problem) {
    return plumb_position_moves_vectors(problem->position.kind);
}

/* The query of row t, and where the position moves them anew for it, the keys. */
static void set_query(head *in, size_t t) {
    const plumb_problem *p = in->problem;
    const double *query = plumb_exact_query(p, in->b, in->h, t);
    plumb_show_visible(p, in->b, in->h, t, in->visible);
    if (!moves(p)) {
        copy_exact(in->query, query, p->head_dim);
        return;
    }
    plumb_move_vectors(&in->positions, p, in->b, t, query, plumb_exact_key(p, in->b, in->h, 0));
    copy_balls(in->query, in->positions.query, p->head_dim);
}

static void set_keys(head *in) {
    const plumb_problem *p = in->problem;
    size_t d = p->head_dim;
    for (size_t j = 0; j < p->key_length; j++) {
        if (moves(p))
            copy_balls(in->key + j * d, in->positions.key + j * d, d);
        else
            copy_exact(in->key + j * d, plumb_exact_key(p, in->b, in->h, j), d);
        in->key_norm[j] = norm(in->key + j * d, d);
    }
}

/* Whether each query moves the keys differently: it counts those that a cache still holds. */
static bool keys_follow_query(const plumb_problem *problem) {
    return moves(problem) && problem->mask.in_cache;
}

static void measure_queries(head *in, size_t key, size_t tokens, plumb_geometry *out) {
    const plumb_problem *p = in->problem;
    mean query_norm = {.count = 0}, key_cosine = {.count = 0}, other_cosine = {.count = 0};
    for (size_t t = key; t < tokens; t++) {
        set_query(in, t);
        if (t == key || keys_follow_query(p))
            set_keys(in);
        plumb_ball length = norm(in->query, p->head_dim);
        mean_add(&query_norm, length);
        for (size_t j = 0; j < tokens; j++)
            if (in->visible[j])
                mean_add(j == key ? &key_cosine : &other_cosine,
                         cosine(dot(in->query, in->key + j * p->head_dim, p->head_dim), length, in->key_norm[j]));
    }
    out->query_norm = mean_of(&query_norm);
    out->key_cosine = mean_of(&key_cosine);
    out->other_cosine = mean_of(&other_cosine);
}

static void measure_keys(const head *in, size_t key, size_t tokens, plumb_geometry *out) {
    mean others = {.count = 0};
    for (size_t j = 0; j < tokens; j++)
        if (j != key)
            mean_add(&others, in->key_norm[j]);
    out->key_norm = in->key_norm[key];
    out->other_key_norm = mean_of(&others);
}

static plumb_ball value_norm(const head *in, size_t j) {
    return plumb_norm(plumb_exact_value(in->problem, in->b, in->h, j), in->problem->value_dim);
}

static void measure_values(const head *in, size_t key, size_t tokens, plumb_geometry *out) {
    mean others = {.count = 0};
    for (size_t j = 0; j < tokens; j++)
        if (j != key)
            mean_add(&others, value_norm(in, j));
    out->value_norm = value_norm(in, key);
    out->other_value_norm = mean_of(&others);
}

static int head_init(head *in) {
    const plumb_problem *p = in->problem;
    in->visible = plumb_workspace_take(&in->workspace, p->key_length, 1);
    in->query = plumb_workspace_take(&in->workspace, p->head_dim, sizeof *in->query);
    in->key = plumb_workspace_take(&in->workspace, p->key_length * p->head_dim, sizeof *in->key);
    in->key_norm = plumb_workspace_take(&in->workspace, p->key_length, sizeof *in->key_norm);
    return plumb_positions_init(&in->positions, p) == 0 && !in->workspace.short_of_memory ? 0 : -1;
}

int plumb_geometry_measure(const plumb_problem *problem, size_t b, size_t h, size_t key, size_t tokens,
                           plumb_geometry *geometry) {
    head in = {.problem = problem, .b = b, .h = h};
    int result = head_init(&in);
    if (result == 0) {
        measure_queries(&in, key, tokens, geometry);
        measure_keys(&in, key, tokens, geometry);
        measure_values(&in, key, tokens, geometry);
    }
    plumb_positions_free(&in.positions);
    plumb_workspace_free(&in.workspace);
    return result;
}

plumb_geometry plumb_geometry_unknown(void) {
    plumb_ball unknown = plumb_ball_unknown();
    return (plumb_geometry){unknown, unknown, unknown, unknown, unknown, unknown, unknown};
}
