#include "simulate/close_keys.h"
#include "simulate/narrow_sums.h"
#include <math.h>

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

static void keep_close(plumb_close_keys *close, double share, size_t key) {
    size_t i = PLUMB_CLOSE_KEYS;
    for (; i > 0 && close->share[i - 1] < share; i--)
        if (i < PLUMB_CLOSE_KEYS) {
            close->share[i] = close->share[i - 1];
            close->key[i] = close->key[i - 1];
        }
    if (i < PLUMB_CLOSE_KEYS) {
        close->share[i] = share;
        close->key[i] = key;
    }
}

plumb_close_keys plumb_close_keys_find(const plumb_key_filter *f) {
    float along[PLUMB_DIRECTIONS], tilt[PLUMB_DIRECTIONS];
    plumb_close_keys close = {{0}, {0}};
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
