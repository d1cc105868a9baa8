/* C is diagonal plus a few rank-one parts: C = diag(1/inverse) + sum of s_i s_i^T, with s_i the directions along which
   the heaviest weights, and all weights together, move the columns.  So C^-1 comes from the Woodbury identity: it needs
   only a Cholesky factor of the small matrix 1 + S inverse S^T. Each error gives C^-1 e once.  Keys are then projected:
   the heavy ones, whose directions are among the s_i, from products that are already known, and the few others that
   would have large errors if C^-1 were diagonal (close_keys.h). */
#include "simulate/filter.h"
#include "simulate/close_keys.h"
#include "simulate/moments.h"
#include "simulate/narrow_sums.h"
#include "simulate/element_deviation.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The part of a row's weight that is worth a glance. */
#define GLANCE_WEIGHT 0x1p-3

/* Keys that are passed over at once. */
enum { STEP = 64 };

/* Parts of a variance that are not subtracted: the sums that it is made of are rounded to binary32. */
#define LEFT_OF_SPREAD 0x1p-20
#define LEFT_OF_ALL 0x1p-30
/* A key whose direction differs less from those of others gives no information of its own. */
#define OWN_DIRECTION 0x1p-26

static double square(double x) {
    return x * x;
}

bool plumb_key_filter_asks(const plumb_problem *problem) {
    return problem->position.value_table == NULL && !plumb_rotates_output(&problem->position) &&
           problem->key_length > 0;
}

int plumb_key_filter_init(plumb_key_filter *f, const plumb_problem *problem) {
    size_t columns = problem->value_dim;
    *f = (plumb_key_filter){.keys = problem->key_length, .columns = columns};
    f->wide = calloc((10 + PLUMB_FILTER_SHARED) * columns + 1, sizeof *f->wide);
    f->narrow = calloc(3 * columns + 1, sizeof *f->narrow);
    f->variance = calloc(f->keys + 1, sizeof *f->variance);
    if (f->wide == NULL || f->narrow == NULL || f->variance == NULL) {
        plumb_key_filter_free(f);
        return -1;
    }
    f->unit = f->wide;
    f->mean = f->unit + columns;
    f->sum = f->mean + columns;
    f->inverse = f->sum + columns;
    f->own = f->inverse + columns;
    f->answer = f->own + columns;
    f->direction = f->answer + columns;
    f->spread = f->direction + columns;
    f->rest = f->spread + columns;
    f->taken = f->rest + columns;
    f->shared = f->taken + columns;
    return 0;
}

void plumb_key_filter_free(plumb_key_filter *f) {
    free(f->wide);
    free(f->narrow);
    free(f->variance);
    *f = (plumb_key_filter){0};
}

/* ---- the variance ---- */

/* More than this is heavier than the least heavy one, of as many as there may be. */
static float least_heavy(const plumb_key_filter *f) {
    return f->heavies < PLUMB_FILTER_HEAVY ? 0 : f->variance[f->heavy[f->heavies - 1]];
}

static void keep_heavy(plumb_key_filter *f, size_t key) {
    float x = f->variance[key];
    if (!(x > least_heavy(f)))
        return;
    size_t i = f->heavies < PLUMB_FILTER_HEAVY ? f->heavies++ : f->heavies - 1;
    for (; i > 0 && f->variance[f->heavy[i - 1]] < x; i--)
        f->heavy[i] = f->heavy[i - 1];
    f->heavy[i] = key;
}

static void find_heavy(plumb_key_filter *f, size_t keys) {
    f->heavies = 0;
    for (size_t from = 0; from < keys; from += STEP) {
        size_t end = keys - from < STEP ? keys : from + STEP;
        if (!plumb_any_above(f->variance + from, end - from, least_heavy(f)))
            continue;
        for (size_t j = from; j < end; j++)
            keep_heavy(f, j);
    }
}

static void omit_column(plumb_key_filter *f, size_t c) {
    f->unit[c] = 1;
    f->mean[c] = f->sum[c] = f->inverse[c] = f->spread[c] = f->rest[c] = 0;
    f->shared[f->heavies * f->columns + c] = 0;
}

/* All of a column but for what the heaviest weights do to it. */
static void begin_column(plumb_key_filter *f, size_t c, const plumb_error_parts *parts, double radius) {
    double rest = parts->variance - parts->spread - parts->common * square(parts->sum);
    f->shared[f->heavies * f->columns + c] = sqrt(parts->common) * parts->sum;
    f->rest[c] = fmax(rest, LEFT_OF_ALL * parts->variance) + square(radius / parts->unit);
    f->spread[c] = parts->spread;
    f->unit[c] = parts->unit;
    f->mean[c] = parts->mean;
    f->sum[c] = parts->sum;
    f->inverse[c] = 1;
    if (!(f->rest[c] > 0 && isfinite(f->rest[c]) && isfinite(f->spread[c]) && isfinite(parts->unit)))
        omit_column(f, c);
}

static void begin_columns(plumb_key_filter *f, const plumb_deviation *d, const plumb_ball *output,
                          const double *of_output) {
    plumb_row_errors shared = plumb_deviation_row_errors(d);
    for (size_t c = 0; c < f->columns; c++) {
        if (!isfinite(output[c].rad) || !(of_output[c] > 0)) {
            omit_column(f, c);
            continue;
        }
        plumb_error_parts parts = plumb_deviation_parts(d, &shared, c, output[c].mid, of_output[c]);
        begin_column(f, c, &parts, output[c].rad);
    }
}

static void add_heavy(plumb_key_filter *f) {
    memset(f->taken, 0, f->columns * sizeof *f->taken);
    for (size_t i = 0; i < f->heavies; i++) {
        size_t j = f->heavy[i];
        plumb_add_away(f->value + j * f->columns, f->mean, sqrt((double)f->variance[j] * f->weight), f->columns,
                       f->shared + i * f->columns, f->taken);
    }
}

static void end_columns(plumb_key_filter *f) {
    for (size_t c = 0; c < f->columns; c++)
        if (f->inverse[c] > 0)
            f->inverse[c] = 1 / (f->rest[c] + fmax(f->spread[c] - f->taken[c], LEFT_OF_SPREAD * f->spread[c]));
}

static double product(const plumb_key_filter *f, const double *x, const double *y) {
    return plumb_sum_products(f->inverse, x, y, f->columns);
}

static void set_square(plumb_key_filter *f) {
    for (size_t i = 0; i <= f->heavies; i++) {
        plumb_sum_all_products(f->inverse, f->shared + i * f->columns, f->shared, i + 1, f->columns, f->square[i]);
        for (size_t k = 0; k < i; k++)
            f->square[k][i] = f->square[i][k];
    }
}

/* By columns, so that no subtraction waits for the one before it. */
static void set_root(plumb_key_filter *f) {
    size_t count = f->heavies + 1;
    for (size_t i = 0; i < count; i++) {
        memcpy(f->root[i] + i, f->square[i] + i, (count - i) * sizeof *f->root[i]);
        f->root[i][i] += 1;
    }
    for (size_t i = 0; i < count; i++) {
        double pivot = sqrt(fmax(f->root[i][i], 1));
        for (size_t k = i; k < count; k++)
            f->root[i][k] = k == i ? pivot : f->root[i][k] / pivot;
        for (size_t l = i + 1; l < count; l++)
            for (size_t k = l; k < count; k++)
                f->root[l][k] -= f->root[i][l] * f->root[i][k];
    }
}

/* x [heavies + 1] becomes root^-T x; solve_back: root^-1 x. */
static void solve(const plumb_key_filter *f, double *x) {
    for (size_t i = 0; i <= f->heavies; i++) {
        x[i] /= f->root[i][i];
        for (size_t k = i + 1; k <= f->heavies; k++)
            x[k] -= f->root[i][k] * x[i];
    }
}

static void set_diagonal(plumb_key_filter *f) {
    double x[PLUMB_FILTER_SHARED];
    for (size_t c = 0; c < f->columns; c++) {
        double taken = 0;
        for (size_t i = 0; i <= f->heavies; i++)
            x[i] = f->inverse[c] * f->shared[i * f->columns + c];
        solve(f, x);
        for (size_t i = 0; i <= f->heavies; i++)
            taken += x[i] * x[i];
        f->own[c] = fmax(f->inverse[c] - taken, OWN_DIRECTION * f->inverse[c]);
    }
}

static void take_weights(plumb_key_filter *f, const plumb_deviation *d) {
    f->value = d->value;
    f->weight = d->own->unit;
    memcpy(f->variance, d->own->factor, d->own->end * sizeof *f->variance);
    memset(f->variance + d->own->end, 0, (f->keys - d->own->end) * sizeof *f->variance);
}

void plumb_key_filter_set(plumb_key_filter *f, const plumb_deviation *d, const plumb_ball *output,
                          const double *of_output) {
    take_weights(f, d);
    find_heavy(f, d->own->end);
    begin_columns(f, d, output, of_output);
    add_heavy(f);
    end_columns(f);
    set_square(f);
    set_root(f);
}

/* ---- an engine's errors ---- */

static void solve_back(const plumb_key_filter *f, double *x) {
    for (size_t i = f->heavies + 1; i-- > 0;) {
        for (size_t k = i + 1; k <= f->heavies; k++)
            x[i] -= f->root[i][k] * x[k];
        x[i] /= f->root[i][i];
    }
}

/* answer becomes the error in units of the values, and x [heavies + 1] (1 + square)^-1 times its products with the
   shared directions, which are their products with C^-1 e. */
static void project_shared(plumb_key_filter *f, const double *error, double *x) {
    for (size_t c = 0; c < f->columns; c++)
        f->answer[c] = isfinite(error[c]) && f->inverse[c] > 0 ? error[c] / f->unit[c] : 0;
    for (size_t i = 0; i <= f->heavies; i++)
        x[i] = product(f, f->shared + i * f->columns, f->answer);
    solve(f, x);
    solve_back(f, x);
}

/* C^-1 e */
static void set_answer(plumb_key_filter *f, const double *error) {
    double x[PLUMB_FILTER_SHARED];
    project_shared(f, error, x);
    for (size_t c = 0; c < f->columns; c++) {
        for (size_t i = 0; i <= f->heavies; i++)
            f->answer[c] -= f->shared[i * f->columns + c] * x[i];
        f->answer[c] *= f->inverse[c];
    }
}

/* d C^-1 e, and d C^-1 d, which is 0 where that is too little to be told. */
typedef struct {
    double along, tilt;
} projection;

/* x [heavies + 1]: products of the shared directions with d; all: its product with itself. */
static projection projected(const plumb_key_filter *f, double along, double all, double *x) {
    double tilt = all;
    solve(f, x);
    for (size_t i = 0; i <= f->heavies; i++)
        tilt -= x[i] * x[i];
    return tilt > OWN_DIRECTION * all && isfinite(tilt) ? (projection){along, tilt} : (projection){0, 0};
}

static projection project(const plumb_key_filter *f, const double *direction) {
    double x[PLUMB_FILTER_SHARED], along = 0;
    for (size_t c = 0; c < f->columns; c++)
        along += direction[c] * f->answer[c];
    for (size_t i = 0; i <= f->heavies; i++)
        x[i] = product(f, f->shared + i * f->columns, direction);
    return projected(f, along, product(f, direction, direction), x);
}

static void set_direction(const plumb_key_filter *f, size_t key) {
    for (size_t c = 0; c < f->columns; c++)
        f->direction[c] = (double)f->value[key * f->columns + c] - f->mean[c];
}

/* own: the variance of the weight that is not in C. */
static void keep_most(plumb_key_finding *found, size_t key, projection p, double own) {
    double x = p.tilt > 0 ? fabs(p.along) / sqrt(p.tilt * (1 + own * p.tilt)) : 0;
    if (x > found->most) {
        found->most = x;
        found->error = p.along / p.tilt;
        found->key = key;
    }
}

static bool is_heavy(const plumb_key_filter *f, size_t key) {
    for (size_t i = 0; i < f->heavies; i++)
        if (f->heavy[i] == key)
            return true;
    return false;
}

static void look_at(const plumb_key_filter *f, size_t key, plumb_key_finding *found) {
    if (is_heavy(f, key))
        return;
    set_direction(f, key);
    keep_most(found, key, project(f, f->direction), (double)f->variance[key] * f->weight);
}

/* Its direction is one of those that are shared. */
static void look_at_heavy(const plumb_key_filter *f, size_t number, plumb_key_finding *found) {
    size_t key = f->heavy[number];
    double x[PLUMB_FILTER_SHARED], along = 0, unit = sqrt((double)f->variance[key] * f->weight);
    for (size_t c = 0; c < f->columns; c++)
        along += f->shared[number * f->columns + c] * f->answer[c];
    for (size_t i = 0; i <= f->heavies; i++)
        x[i] = f->square[number][i] / unit;
    keep_most(found, key, projected(f, along / unit, f->square[number][number] / (unit * unit), x), 0);
}

plumb_key_finding plumb_key_filter_find(plumb_key_filter *f, const double *error) {
    plumb_key_finding found = {0};
    set_diagonal(f);
    set_answer(f, error);
    plumb_close_keys close = plumb_close_keys_find(f);
    for (size_t i = 0; i < PLUMB_CLOSE_KEYS; i++)
        look_at(f, close.key[i], &found);
    for (size_t i = 0; i < f->heavies; i++)
        look_at_heavy(f, i, &found);
    return found;
}

/* ---- all outputs together ---- */

double plumb_key_filter_whole(plumb_key_filter *f, double *weight) {
    for (size_t c = 0; c < f->columns; c++)
        weight[c] = f->sum[c] * f->unit[c];
    set_answer(f, weight);
    double tilt = 0, all = product(f, f->sum, f->sum);
    for (size_t c = 0; c < f->columns; c++) {
        tilt += f->sum[c] * f->answer[c];
        weight[c] = f->answer[c] / f->unit[c];
    }
    return tilt > OWN_DIRECTION * all && isfinite(tilt) ? tilt : 0;
}

/* ---- a glance ---- */

bool plumb_key_filter_may_glance(const plumb_deviation *d) {
    return d->own->sums.heaviest >= GLANCE_WEIGHT * fabs(d->own->sums.weight);
}

/* diagonal [heavies + 1] of (1 + square)^-1, which is root^-1 root^-T. */
static void set_inverse_diagonal(const plumb_key_filter *f, double *diagonal) {
    for (size_t i = 0; i <= f->heavies; i++) {
        double unit[PLUMB_FILTER_SHARED] = {0};
        unit[i] = 1;
        diagonal[i] = 0;
        for (size_t l = i; l <= f->heavies; l++) {
            unit[l] /= f->root[l][l];
            diagonal[i] += square(unit[l]);
            for (size_t k = l + 1; k <= f->heavies; k++)
                unit[k] -= f->root[l][k] * unit[l];
        }
    }
}

/* Along a shared direction s, s C^-1 s is 1 less that diagonal. */
double plumb_key_filter_glance(plumb_key_filter *f, const double *error) {
    double along[PLUMB_FILTER_SHARED], diagonal[PLUMB_FILTER_SHARED], most = 0;
    project_shared(f, error, along);
    set_inverse_diagonal(f, diagonal);
    for (size_t i = 0; i < f->heavies; i++) {
        double tilt = 1 - diagonal[i];
        if (tilt > OWN_DIRECTION)
            most = fmax(most, fabs(along[i]) / sqrt(tilt));
    }
    return most;
}
