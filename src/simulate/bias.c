#include "simulate/bias.h"
#include <math.h>
#include <stddef.h>

/* A mean of so many times its scatter is no chance. */
#define SIGNIFICANT 5.0

/* One way of growing explains so much more than another, in squares of the scatter, that it is said. */
#define DISTINCT 9.0

void plumb_bias_add_number(plumb_bias_row *row, double error, double exact, double stored, double slope,
                           double deviation) {
    double e = error / deviation, o = exact / deviation, r = stored / deviation, g = slope / deviation;
    if (!isfinite(e) || !isfinite(o * o) || !isfinite(r) || !isfinite(g))
        return;
    row->sum += e;
    row->size += o;
    row->stored_sum += r;
    row->slope_sum += g;
    row->square += o * o;
    row->along += e * o;
    row->tilt += o * o;
    row->stored += r * o;
    row->slope += g * o;
}

void plumb_bias_add_row(plumb_bias_sums *sums, const plumb_bias_row *row, double count) {
    double keys = fmax(row->keys, 1);
    plumb_factor_add_row(&sums->mean, row->sum, count);
    plumb_factor_add_row(&sums->along, row->along, row->tilt);
    sums->root_along += row->along / sqrt(keys);
    sums->root_tilt += row->tilt / keys;
    sums->size += row->size;
    sums->stored_sum += row->stored_sum;
    sums->slope_sum += row->slope_sum;
    sums->square += row->square;
    sums->stored += row->stored;
    sums->slope += row->slope;
    sums->shared += row->shared;
    sums->shared_sum += row->shared_sum;
    sums->lost += row->lost * row->tilt;
}

void plumb_bias_add(plumb_bias_sums *to, const plumb_bias_sums *more) {
    plumb_factor_add(&to->mean, &more->mean);
    plumb_factor_add(&to->along, &more->along);
    to->root_along += more->root_along;
    to->root_tilt += more->root_tilt;
    to->size += more->size;
    to->stored_sum += more->stored_sum;
    to->slope_sum += more->slope_sum;
    to->square += more->square;
    to->stored += more->stored;
    to->slope += more->slope;
    to->shared += more->shared;
    to->shared_sum += more->shared_sum;
    to->lost += more->lost;
}

const char *plumb_growth_name(plumb_growth growth) {
    static const char *const names[] = {NULL, "root", "keys"};
    return names[growth];
}

/* Fits the error along o of a row that sees n keys by a constant part of o, and by a constant over the root of n, and
   takes the fit that leaves the smaller residual. */
static plumb_growth growth_of(const plumb_bias_sums *sums, const plumb_bias *bias) {
    double unit = bias->along_scatter * bias->along_scatter * sums->along.tilt;
    double keys = sums->along.along * sums->along.along / sums->along.tilt / unit;
    double root = sums->root_along * sums->root_along / sums->root_tilt / unit;
    if (!plumb_bias_leans_along(bias) || !(fabs(keys - root) > DISTINCT))
        return PLUMB_GROWTH_UNKNOWN;
    return keys > root ? PLUMB_GROWTH_KEYS : PLUMB_GROWTH_ROOT;
}

plumb_bias plumb_bias_of(const plumb_bias_sums *sums, double level) {
    plumb_factor mean = plumb_factor_of(&sums->mean, level), along = plumb_factor_of(&sums->along, level);
    plumb_bias bias = {.mean = mean.factor,
                       .mean_scatter = mean.error,
                       .along = along.factor,
                       .along_scatter = along.error,
                       .mean_limit = INFINITY,
                       .along_limit = INFINITY};
    bias.growth = growth_of(sums, &bias);
    return bias;
}

bool plumb_bias_leans(const plumb_bias *bias) {
    return fabs(bias->mean) > SIGNIFICANT * bias->mean_scatter;
}

bool plumb_bias_leans_along(const plumb_bias *bias) {
    return fabs(bias->along) > SIGNIFICANT * bias->along_scatter;
}
