#include "honest/filter.h"
#include "honest/moments.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Keys that are looked at closely, beside the heaviest. */
enum { CLOSELY = 4 };

/* Parts of a variance that are not subtracted: the sums that it is made of are rounded to binary32. */
#define LEFT_OF_SPREAD 0x1p-20
#define LEFT_OF_ALL 0x1p-30
/* A key whose direction is that of others but for less says nothing of itself. */
#define OWN_DIRECTION 0x1p-26

static double square(double x) {
    return x * x;
}

bool plumb_key_filter_asks(const plumb_problem *problem) {
    return problem->position.value_table == NULL && problem->key_length > 0;
}

int plumb_key_filter_init(plumb_key_filter *f, const plumb_problem *problem) {
    size_t columns = problem->value_dim;
    *f = (plumb_key_filter){.keys = problem->key_length, .columns = columns};
    f->wide = calloc((7 + PLUMB_FILTER_SHARED) * columns + 1, sizeof *f->wide);
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
    f->shared = f->direction + columns;
    return 0;
}

void plumb_key_filter_free(plumb_key_filter *f) {
    free(f->wide);
    free(f->narrow);
    free(f->variance);
    *f = (plumb_key_filter){0};
}

/* ---- the variance ---- */

static void find_heavy(plumb_key_filter *f, size_t seen) {
    size_t n = 0;
    for (size_t j = 0; j < seen; j++) {
        float x = f->variance[j];
        if (!(x > 0) || (n == PLUMB_FILTER_HEAVY && x <= f->variance[f->heavy[n - 1]]))
            continue;
        size_t i = n < PLUMB_FILTER_HEAVY ? n++ : n - 1;
        for (; i > 0 && f->variance[f->heavy[i - 1]] < x; i--)
            f->heavy[i] = f->heavy[i - 1];
        f->heavy[i] = j;
    }
    f->heavies = n;
}

static void omit_column(plumb_key_filter *f, size_t c) {
    for (size_t i = 0; i <= f->heavies; i++)
        f->shared[i * f->columns + c] = 0;
    f->unit[c] = 1;
    f->mean[c] = f->sum[c] = f->inverse[c] = 0;
}

static void set_column(plumb_key_filter *f, size_t c, const plumb_error_parts *parts, double radius) {
    double heavy = 0;
    for (size_t i = 0; i < f->heavies; i++) {
        size_t j = f->heavy[i];
        double x = sqrt((double)f->variance[j] * f->weight) * ((double)f->value[j * f->columns + c] - parts->mean);
        f->shared[i * f->columns + c] = x;
        heavy += x * x;
    }
    f->shared[f->heavies * f->columns + c] = sqrt(parts->common) * parts->sum;
    double rest = parts->variance - parts->spread - parts->common * square(parts->sum);
    double variance = fmax(rest, LEFT_OF_ALL * parts->variance) +
                      fmax(parts->spread - heavy, LEFT_OF_SPREAD * parts->spread) + square(radius / parts->unit);
    f->unit[c] = parts->unit;
    f->mean[c] = parts->mean;
    f->sum[c] = parts->sum;
    f->inverse[c] = 1 / variance;
    if (!(f->inverse[c] > 0 && isfinite(f->inverse[c]) && isfinite(parts->unit)))
        omit_column(f, c);
}

static double product(const plumb_key_filter *f, const double *x, const double *y) {
    return plumb_sum_products(f->inverse, x, y, f->columns);
}

static void set_root(plumb_key_filter *f) {
    for (size_t i = 0; i <= f->heavies; i++)
        for (size_t k = 0; k <= i; k++) {
            double sum = product(f, f->shared + i * f->columns, f->shared + k * f->columns);
            f->square[i][k] = f->square[k][i] = sum;
            sum += i == k;
            for (size_t l = 0; l < k; l++)
                sum -= f->root[i][l] * f->root[k][l];
            f->root[i][k] = i == k ? sqrt(fmax(sum, 1)) : sum / f->root[k][k];
        }
}

/* x [heavies + 1] becomes root^-1 x; solve_back: root^-T x. */
static void solve(const plumb_key_filter *f, double *x) {
    for (size_t i = 0; i <= f->heavies; i++) {
        for (size_t k = 0; k < i; k++)
            x[i] -= f->root[i][k] * x[k];
        x[i] /= f->root[i][i];
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

void plumb_key_filter_set(plumb_key_filter *f, const plumb_deviation *d, const plumb_ball *output,
                          const double *of_output) {
    f->value = d->value;
    f->weight = d->own->unit;
    memcpy(f->variance, d->own->factor, d->own->seen * sizeof *f->variance);
    memset(f->variance + d->own->seen, 0, (f->keys - d->own->seen) * sizeof *f->variance);
    find_heavy(f, d->own->seen);
    for (size_t c = 0; c < f->columns; c++) {
        if (!isfinite(output[c].rad) || !(of_output[c] > 0)) {
            omit_column(f, c);
            continue;
        }
        plumb_error_parts parts = plumb_deviation_parts(d, c, output[c].mid, of_output[c]);
        set_column(f, c, &parts, output[c].rad);
    }
    set_root(f);
    set_diagonal(f);
}

/* ---- an engine's errors ---- */

static void solve_back(const plumb_key_filter *f, double *x) {
    for (size_t i = f->heavies + 1; i-- > 0;) {
        for (size_t k = i + 1; k <= f->heavies; k++)
            x[i] -= f->root[k][i] * x[k];
        x[i] /= f->root[i][i];
    }
}

/* C^-1 e */
static void set_answer(plumb_key_filter *f, const double *error) {
    double x[PLUMB_FILTER_SHARED];
    for (size_t c = 0; c < f->columns; c++)
        f->answer[c] = isfinite(error[c]) && f->inverse[c] > 0 ? error[c] / f->unit[c] : 0;
    for (size_t i = 0; i <= f->heavies; i++)
        x[i] = product(f, f->shared + i * f->columns, f->answer);
    solve(f, x);
    solve_back(f, x);
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

/* own: the variance of the weight that C does not have. */
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

static double largest(const double *x, size_t count) {
    double most = 0;
    for (size_t c = 0; c < count; c++)
        most = fmax(most, fabs(x[c]));
    return most > 0 ? most : 1;
}

static void set_narrow(const plumb_key_filter *f, double own, double answer) {
    for (size_t c = 0; c < f->columns; c++) {
        f->narrow[c] = (float)f->mean[c];
        f->narrow[f->columns + c] = (float)(f->own[c] / own);
        f->narrow[2 * f->columns + c] = (float)(f->answer[c] / answer);
    }
}

/* Keys that stand out, the most first. */
typedef struct {
    double share[CLOSELY];
    size_t key[CLOSELY];
} close_keys;

static void keep_close(close_keys *close, double share, size_t key) {
    size_t i = CLOSELY;
    for (; i > 0 && close->share[i - 1] < share; i--)
        if (i < CLOSELY) {
            close->share[i] = close->share[i - 1];
            close->key[i] = close->key[i - 1];
        }
    if (i < CLOSELY) {
        close->share[i] = share;
        close->key[i] = key;
    }
}

/* Those that would stand out if values of different columns had nothing to do with each other. */
static close_keys find_close(const plumb_key_filter *f) {
    float along[PLUMB_DIRECTIONS], tilt[PLUMB_DIRECTIONS];
    close_keys close = {{0}, {0}};
    double own = largest(f->own, f->columns), weight = f->weight * own;
    set_narrow(f, own, largest(f->answer, f->columns));
    for (size_t from = 0; from < f->keys; from += PLUMB_DIRECTIONS) {
        size_t count = f->keys - from < PLUMB_DIRECTIONS ? f->keys - from : PLUMB_DIRECTIONS;
        plumb_sum_directions(f->value + from * f->columns, count, f->narrow, f->columns, along, tilt);
        for (size_t i = 0; i < count; i++) {
            double a = (double)along[i], t = (double)tilt[i];
            keep_close(&close, a * a / (t * (1 + weight * (double)f->variance[from + i] * t)), from + i);
        }
    }
    return close;
}

plumb_key_finding plumb_key_filter_find(plumb_key_filter *f, const double *error) {
    plumb_key_finding found = {0};
    set_answer(f, error);
    close_keys close = find_close(f);
    for (size_t i = 0; i < CLOSELY; i++)
        look_at(f, close.key[i], &found);
    for (size_t i = 0; i < f->heavies; i++)
        look_at_heavy(f, i, &found);
    projection whole = project(f, f->sum);
    found.along = whole.along;
    found.tilt = whole.tilt;
    return found;
}
