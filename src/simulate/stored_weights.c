#include "simulate/stored_weights.h"
#include "simulate/arithmetic.h"
#include <math.h>

static double largest_of(const plumb_ball *weight, size_t keys) {
    double most = 0;
    for (size_t j = 0; j < keys; j++)
        most = fmax(most, fabs(weight[j].mid));
    return most;
}

/* The part of a sum of weights by which the same, stored in units of 1 / unit, is larger. */
static double factor_of(const plumb_ball *weight, size_t keys, double unit, const plumb_simulated_format *format) {
    double more = 0, all = 0;
    for (size_t j = 0; j < keys; j++) {
        double w = fabs(weight[j].mid) * unit;
        if (!(w > 0) || !isfinite(w))
            continue;
        more += plumb_simulated_round(format, w) - w;
        all += w;
    }
    return all > 0 && isfinite(more) ? more / all : 0;
}

/* Of each way; false if none changes the sum. */
static bool factors_of(const plumb_ball *weight, size_t keys, plumb_rounding rounding,
                       double factor[PLUMB_STORED_WAYS]) {
    plumb_simulated_format format = plumb_simulated_format_of(rounding, true);
    double most = largest_of(weight, keys);
    if (!plumb_simulated_changes(&format) || !(most > 0))
        return false;
    for (int i = 0; i < PLUMB_STORED_SHIFTS; i++)
        factor[i] = factor_of(weight, keys, exp2(-(double)i / PLUMB_STORED_SHIFTS), &format);
    factor[PLUMB_STORED_SHIFTS] = factor_of(weight, keys, 1 / most, &format);
    return true;
}

void plumb_stored_weights_add_row(plumb_stored_weights *sums, const plumb_ball *weight, size_t keys,
                                  plumb_rounding rounding) {
    double factor[PLUMB_STORED_WAYS];
    bool changed = factors_of(weight, keys, rounding, factor);
    sums->rows++;
    for (int i = 0; changed && i < PLUMB_STORED_WAYS; i++)
        sums->factor[i] += factor[i];
}

double plumb_stored_weights_spread(const plumb_ball *weight, size_t keys, plumb_rounding rounding) {
    double factor[PLUMB_STORED_WAYS], square = 0, all = 0;
    bool changed = factors_of(weight, keys, rounding, factor);
    for (int i = 0; changed && i < PLUMB_STORED_WAYS; i++)
        square += factor[i] * factor[i] / PLUMB_STORED_WAYS;
    for (size_t j = 0; changed && j < keys; j++)
        all += fabs(weight[j].mid);
    return all * sqrt(square);
}

void plumb_stored_weights_add(plumb_stored_weights *to, const plumb_stored_weights *more) {
    to->rows += more->rows;
    for (int i = 0; i < PLUMB_STORED_WAYS; i++)
        to->factor[i] += more->factor[i];
}

double plumb_stored_weights_factor(const plumb_stored_weights *sums) {
    double most = 0;
    for (int i = 0; i < PLUMB_STORED_WAYS && sums->rows > 0; i++)
        most = fmax(most, fabs(sums->factor[i]) / sums->rows);
    return most;
}
