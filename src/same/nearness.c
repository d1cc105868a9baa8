#include "same/nearness.h"
#include <math.h>

typedef struct {
    const double *answer[2], *low, *high;
    size_t count;
} answers;

/* Bits alone may differ: of NaNs, and of zeros. */
static bool is_told_apart(const answers *all, size_t i) {
    double a = all->answer[0][i], b = all->answer[1][i];
    return !(a == b || (isnan(a) && isnan(b)));
}

/* The middle of two numbers lies within two steps of this: a half may lose a bit, and so may the sum. */
static double middle(double a, double b) {
    return a / 2 + b / 2;
}

static double beyond(double x, double towards) {
    return nextafter(nextafter(x, towards), towards);
}

/* Of finite numbers the nearer is the one on the exact value's side of their middle. */
static int nearer_number(const answers *all, size_t i) {
    double a = all->answer[0][i], b = all->answer[1][i], between = middle(a, b);
    if (all->high[i] < beyond(between, -INFINITY))
        return a < b ? 0 : 1;
    if (all->low[i] > beyond(between, INFINITY))
        return a < b ? 1 : 0;
    return -1;
}

/* 0 or 1; -1 where neither is, or it is not known. */
static int nearer(const answers *all, size_t i) {
    double a = all->answer[0][i], b = all->answer[1][i], low = all->low[i], high = all->high[i];
    if (isfinite(a) && isfinite(b))
        return nearer_number(all, i);
    bool defined = low == high && isinf(low), bounded = isfinite(low) && isfinite(high);
    if (defined && (a == low || b == low))
        return a == low ? 0 : 1;
    return bounded && (isfinite(a) || isfinite(b)) ? (isfinite(a) ? 0 : 1) : -1;
}

static bool is_measured(const answers *all, size_t i) {
    return is_told_apart(all, i) && isfinite(all->answer[0][i]) && isfinite(all->answer[1][i]) &&
           isfinite(all->low[i]) && isfinite(all->high[i]);
}

/* One step outwards covers the rounding of a difference; that of equal numbers is not rounded. */
static double outwards(double difference, double towards) {
    return difference == 0 ? 0 : nextafter(difference, towards);
}

static plumb_same_error error_of(const answers *all, int which, size_t i) {
    double x = all->answer[which][i], below = x - all->low[i], above = all->high[i] - x;
    return (plumb_same_error){fmax(outwards(fmax(-below, -above), -INFINITY), 0),
                              outwards(fmax(fabs(below), fabs(above)), INFINITY)};
}

static void add_square(double *sum, double error, double largest) {
    double share = largest > 0 ? error / largest : 0;
    *sum += share * share;
}

/* Squares are of shares of the largest error: none overflows, and none that counts vanishes. */
static plumb_same_error root_mean_square(const answers *all, int which, plumb_same_error largest, size_t measured) {
    double low = 0, high = 0;
    for (size_t i = 0; i < all->count; i++)
        if (is_measured(all, i)) {
            plumb_same_error error = error_of(all, which, i);
            add_square(&low, error.low, largest.low);
            add_square(&high, error.high, largest.high);
        }
    double count = measured > 0 ? (double)measured : 1;
    return (plumb_same_error){largest.low * sqrt(low / count), largest.high * sqrt(high / count)};
}

plumb_same_nearness plumb_same_nearness_of(const plumb_claim *one, const plumb_claim *two, const double *low,
                                           const double *high) {
    const answers all = {{one->value, two->value}, low, high, one->count};
    plumb_same_nearness found = {.measured = 0};
    for (size_t i = 0; i < all.count; i++) {
        int which = is_told_apart(&all, i) ? nearer(&all, i) : -1;
        if (which >= 0)
            found.nearer[which]++;
        if (!is_measured(&all, i))
            continue;
        found.measured++;
        for (int w = 0; w < 2; w++) {
            plumb_same_error error = error_of(&all, w, i);
            found.largest[w].low = fmax(found.largest[w].low, error.low);
            found.largest[w].high = fmax(found.largest[w].high, error.high);
        }
    }
    for (int w = 0; w < 2; w++)
        found.root_mean_square[w] = root_mean_square(&all, w, found.largest[w], found.measured);
    return found;
}
