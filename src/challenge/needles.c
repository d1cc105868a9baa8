/* Each row first chooses its needles: keys at edges of the mask and of tiles, others in turn by the golden ratio so
   that rows together reach all keys, and a hidden key that would score highest.  Each gets a target score, in most rows
   so high that the needles outweigh the other keys.  The query is then the solution of a small linear system, a
   combination of the needles' keys whose scores with them are near the targets; a ridge keeps it small where keys are
   nearly parallel.  Where a position moves the query, that map is affine: the images of 0 and of the unit vectors give
   it, and its transpose turns each moved key into the direction that the query is solved along. */
#include "challenge/needles.h"
#include "base/workspace.h"
#include "row/stages.h"
#include "row/visible.h"
#include <math.h>
#include <string.h>

enum { MOST = 12, CANDIDATES = 64, TILE = 16 };

/* What is to be known of one row of one head. */
typedef struct {
    const plumb_problem *p;
    plumb_row row;
    double scale;
    plumb_workspace workspace;        /* of the arrays */
    unsigned char *visible; /* [key_length] */
    size_t *seen;           /* [key_length] */
    double *linear;         /* [head_dim][dim] what becomes of the unit vectors; of positions that move queries */
    double *origin;         /* [dim] what becomes of 0 */
    double *unit;           /* [head_dim] */
    size_t dim;
    bool moves;
    size_t seen_count, needles;
    size_t key[MOST];
    double target[MOST]; /* score */
    double *direction;   /* [MOST][head_dim]: the score of needle i is scale (q.direction_i + shift_i) + bias_i */
    double shift[MOST];
    size_t counter; /* of rows */
} placing;

static void placing_free(placing *w) {
    plumb_row_workspaces_free(&w->row);
    plumb_workspace_free(&w->workspace);
}

static int placing_init(placing *w, const plumb_problem *p) {
    *w =
        (placing){.p = p, .scale = plumb_problem_scale(p).mid, .moves = plumb_position_moves_vectors(p->position.kind)};
    if (plumb_row_workspaces_init(&w->row, p) != 0)
        return -1;
    w->visible = plumb_workspace_take(&w->workspace, p->key_length, 1);
    w->seen = plumb_workspace_take(&w->workspace, p->key_length, sizeof *w->seen);
    w->linear = plumb_workspace_take(&w->workspace, p->head_dim * p->head_dim, sizeof *w->linear);
    w->origin = plumb_workspace_take(&w->workspace, p->head_dim, sizeof *w->origin);
    w->unit = plumb_workspace_take(&w->workspace, p->head_dim, sizeof *w->unit);
    w->direction = plumb_workspace_take(&w->workspace, MOST * p->head_dim, sizeof *w->direction);
    if (!w->workspace.short_of_memory)
        return 0;
    placing_free(w);
    return -1;
}

/* ---- which keys ---- */

static bool has_needle(const placing *w, size_t key) {
    for (size_t i = 0; i < w->needles; i++)
        if (w->key[i] == key)
            return true;
    return false;
}

static void add_needle(placing *w, size_t key, double target) {
    if (w->needles == MOST || has_needle(w, key))
        return;
    w->key[w->needles] = key;
    w->target[w->needles++] = target;
}

/* Where visible and hidden keys meet, and the ends of what is seen. */
static bool is_edge(const placing *w, size_t j) {
    size_t keys = w->p->key_length;
    bool same = w->visible[j] != 0;
    return (j == 0 ? same : (w->visible[j - 1] != 0) != same) ||
           (j + 1 == keys ? same : (w->visible[j + 1] != 0) != same);
}

/* The edge in its turn, or so many after that, of visible or of hidden keys; key_length if there is none. */
static size_t edge_in_turn(const placing *w, bool visible, size_t after) {
    size_t found[CANDIDATES], count = 0, keys = w->p->key_length;
    for (size_t j = keys; j > 0 && count < CANDIDATES; j--)
        if ((w->visible[j - 1] != 0) == visible && is_edge(w, j - 1))
            found[count++] = j - 1;
    return count == 0 ? keys : found[(w->counter + w->counter / 4 + after) % count];
}

/* A visible key before or after an edge of a tile. */
static size_t tile_edge(const placing *w, plumb_random *random) {
    for (int tries = 0; tries < 8; tries++) {
        size_t tile = (size_t)TILE << plumb_random_below(random, 4);
        size_t j = w->p->key_length / tile * tile;
        if (tries > 0)
            j = tile * (1 + plumb_random_below(random, w->p->key_length / tile + 1));
        j -= plumb_random_below(random, 2) * (j > 0);
        if (j < w->p->key_length && w->visible[j] != 0)
            return j;
    }
    return w->seen[plumb_random_below(random, w->seen_count)];
}

/* Over all rows every key has a turn: steps by the golden section. */
static size_t key_in_turn(const placing *w, size_t slot) {
    double turn = 0.6180339887498949 * (double)(w->counter * MOST + slot);
    return w->seen[(size_t)((turn - floor(turn)) * (double)w->seen_count)];
}

/* ---- how high ---- */

/* The score from which on so many needles outweigh the other keys, whose scores in that many dimensions have the
   variance needles peak^2 / dim; where none does, that at which they come nearest to it. */
static double peak_of(double needles, double keys, double dim) {
    double a = needles / (2 * dim), c = log(keys) + 1.5 - log(needles), d = 1 - 4 * a * c;
    double peak = d < 0 ? 1 / (2 * a) : (1 - sqrt(d)) / (2 * a);
    return fmin(fmax(peak, 5), 24);
}

static size_t needles_of(const plumb_problem *p, size_t seen) {
    size_t most = p->head_dim / 4 < MOST - 2 ? p->head_dim / 4 : MOST - 2, count = p->head_dim / 16;
    most = most < 2 ? 2 : most;
    count = count < 2 ? 2 : count > 8 ? 8 : count;
    return seen <= most ? seen : count > most ? most : count;
}

/* The largest score of a row whose scores spread; of other operators than the softmax weights grow with the score. */
static double level_of(const placing *w, size_t count) {
    const plumb_problem *p = w->p;
    if (!plumb_operator_is(p->op.kind, PLUMB_IS_SOFTMAX))
        return 3;
    if (w->counter % 4 == 3)
        return 4;
    double peak = peak_of((double)count + 1, (double)w->seen_count, (double)p->head_dim);
    return p->op.softcap > 0 ? fmin(fmax(peak, 0.6 * p->op.softcap), 30) : peak;
}

static void choose(placing *w, size_t b, size_t h, size_t t, plumb_random *random, double *level) {
    const plumb_problem *p = w->p;
    w->seen_count = w->needles = 0;
    plumb_show_visible(p, b, h, t, w->visible);
    for (size_t j = 0; j < p->key_length; j++)
        if (w->visible[j] != 0)
            w->seen[w->seen_count++] = j;
    if (w->seen_count == 0)
        return;
    size_t count = needles_of(p, w->seen_count), hidden = edge_in_turn(w, false, 0);
    double top = *level = level_of(w, count), drop = 0;
    add_needle(w, edge_in_turn(w, true, 0), top);
    for (size_t slot = 1; w->needles < count && slot < 4 * MOST; slot++) {
        drop = fmod(drop + 0.7 + 0.3 * plumb_random_uniform(random), 2.6);
        add_needle(w,
                   slot == 1   ? tile_edge(w, random)
                   : slot == 2 ? edge_in_turn(w, true, 1)
                               : key_in_turn(w, slot),
                   top - drop);
    }
    if (hidden < p->key_length)
        add_needle(w, hidden, top + 0.5);
}

/* ---- the query that has these scores ---- */

static void map_unit(placing *w, const double *key, size_t b, size_t t, double *to) {
    plumb_row_vectors v = plumb_row_map(w->p, w->unit, key, b, t, &w->row);
    w->dim = v.dim;
    for (size_t e = 0; e < v.dim; e++)
        to[e] = v.query[e].mid;
}

/* The map of a query at that place: the same for all query heads of a key head. */
static void find_linear(placing *w, const double *key, size_t b, size_t t) {
    size_t n = w->p->head_dim;
    memset(w->unit, 0, n * sizeof *w->unit);
    map_unit(w, key, b, t, w->origin);
    for (size_t c = 0; c < n; c++) {
        w->unit[c] = 1;
        map_unit(w, key, b, t, w->linear + c * n);
        w->unit[c] = 0;
        for (size_t e = 0; e < w->dim; e++)
            w->linear[c * n + e] -= w->origin[e];
    }
}

static void direct(placing *w, size_t i, const double *key, size_t b, size_t t) {
    size_t n = w->p->head_dim;
    double *to = w->direction + i * n;
    w->shift[i] = 0;
    if (!w->moves) {
        memcpy(to, key + w->key[i] * n, n * sizeof *to);
        return;
    }
    plumb_row_vectors v = plumb_row_map(w->p, w->unit, key, b, t, &w->row);
    const plumb_ball *moved = v.key + w->key[i] * v.dim;
    for (size_t e = 0; e < v.dim; e++)
        w->shift[i] += w->origin[e] * moved[e].mid;
    for (size_t c = 0; c < n; c++) {
        to[c] = 0;
        for (size_t e = 0; e < v.dim; e++)
            to[c] += w->linear[c * n + e] * moved[e].mid;
    }
}

static double bias_of(placing *w, size_t i, size_t b, size_t h, size_t t) {
    if (!plumb_adds_bias(w->p))
        return 0;
    size_t j = w->key[i];
    plumb_score_bias bias = plumb_row_bias(w->p, plumb_problem_scale(w->p), b, h, t, w->p->key_length, &w->row);
    double sum = bias.has_bias ? bias.bias[j] : 0;
    sum += bias.has_first && j == 0 ? bias.first : 0;
    sum += bias.has_position ? bias.position[j].mid : 0;
    return fmax(sum, -20);
}

/* Gauss with pivots; a singular part is left at 0. */
static void solve(size_t n, double a[MOST][MOST + 1], double *x) {
    for (size_t i = 0; i < n; i++) {
        size_t pivot = i;
        for (size_t r = i + 1; r < n; r++)
            if (fabs(a[r][i]) > fabs(a[pivot][i]))
                pivot = r;
        for (size_t c = 0; c <= n; c++) {
            double kept = a[i][c];
            a[i][c] = a[pivot][c];
            a[pivot][c] = kept;
        }
        for (size_t r = 0; r < n && a[i][i] != 0; r++) {
            double factor = r == i ? 0 : a[r][i] / a[i][i];
            for (size_t c = i; c <= n; c++)
                a[r][c] -= factor * a[i][c];
        }
    }
    for (size_t i = 0; i < n; i++)
        x[i] = a[i][i] == 0 ? 0 : a[i][n] / a[i][i];
}

static void find_query(placing *w, size_t b, size_t h, size_t t, const double *key, double *query) {
    size_t n = w->p->head_dim;
    double a[MOST][MOST + 1], part[MOST], trace = 0;
    for (size_t i = 0; i < w->needles; i++) {
        direct(w, i, key, b, t);
        a[i][w->needles] = (w->target[i] - bias_of(w, i, b, h, t)) / w->scale - w->shift[i];
    }
    for (size_t i = 0; i < w->needles; i++)
        for (size_t j = 0; j < w->needles; j++) {
            a[i][j] = 0;
            for (size_t c = 0; c < n; c++)
                a[i][j] += w->direction[i * n + c] * w->direction[j * n + c];
            trace += i == j ? a[i][j] : 0;
        }
    for (size_t i = 0; i < w->needles; i++)
        a[i][i] += 1e-3 * trace / (double)w->needles; /* keys that are nearly parallel ask for no huge query */
    solve(w->needles, a, part);
    for (size_t c = 0; c < n; c++)
        for (size_t i = 0; i < w->needles; i++)
            query[c] += part[i] * w->direction[i * n + c];
}

static void place_row(placing *w, size_t b, size_t h, size_t t, const double *key, uint64_t seed, double *query,
                      double *level) {
    const plumb_problem *p = w->p;
    size_t number = (b * p->query_heads + h) * p->query_length + t;
    plumb_random random = plumb_random_of(seed, number);
    double *to = query + number * p->head_dim;
    w->counter = (b * p->query_heads + h) + t;
    choose(w, b, h, t, &random, level);
    for (size_t c = 0; c < p->head_dim; c++) /* no two heads alike, also where nothing is seen */
        to[c] = 0.05 * plumb_random_normal(&random);
    if (w->needles > 0 && w->scale != 0)
        find_query(w, b, h, t, key, to);
}

int plumb_needles_place(const plumb_problem *p, uint64_t seed, double *query, double *level) {
    placing w;
    double sum = 0;
    size_t group = p->query_heads / p->key_heads, rows = 0;
    if (placing_init(&w, p) != 0)
        return -1;
    for (size_t head = 0; head < p->batch * p->key_heads; head++) {
        size_t b = head / p->key_heads, first = head % p->key_heads * group;
        const double *key = p->key + head * p->key_length * p->head_dim;
        for (size_t t = 0; t < p->query_length; t++) {
            if (w.moves && p->key_length > 0)
                find_linear(&w, key, b, t);
            for (size_t h = first; h < first + group; h++, rows++) {
                double top = 0;
                place_row(&w, b, h, t, key, seed, query, &top);
                sum += top;
            }
        }
    }
    *level = sum / (double)rows;
    placing_free(&w);
    return 0;
}
