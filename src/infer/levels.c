#include "infer/levels.h"
#include <math.h>
#include <string.h>

/* A factor is known whose deviation is below that, or that part of it, and is a number that it errs from by so many
   deviations and so much at most. */
#define KNOWN 0.12
#define DEVIATIONS 4.0
#define NEAR 0.02

/* Of factors that are to become 1: none smaller than that part of the largest, unless it is known to such a part of
   itself, and those are alike that differ by such a part. */
#define SMALL 0.05
#define CERTAIN 0.02
#define ALIKE 0.04

/* Of two that about as many have the smaller is 1, as keys are counted twice rather than by halves: so many tenths. */
enum { AS_MANY = 9 };

static double largest_known(const double *factor, const double *deviation, size_t n, double most) {
    double largest = 0;
    for (size_t i = 0; i < n; i++)
        if (deviation[i] < most)
            largest = fmax(largest, factor[i]);
    return largest;
}

double plumb_levels_unit(double *factor, double *deviation, size_t n) {
    double largest = largest_known(factor, deviation, n, INFINITY);
    double exact = 0.1 * largest, unit = 1;
    size_t best = 0;
    largest = largest_known(factor, deviation, n, exact);
    for (size_t i = 0; i < n; i++) {
        size_t alike = 0;
        double sum = 0;
        bool large = factor[i] > SMALL * largest || deviation[i] < CERTAIN * factor[i];
        if (!large || !(deviation[i] < exact))
            continue;
        for (size_t k = 0; k < n; k++)
            if (deviation[k] < exact && fabs(factor[k] - factor[i]) < ALIKE * factor[i]) {
                alike++;
                sum += factor[k];
            }
        double mean = sum / (double)alike;
        bool smaller = best > 0 && mean < (1 - ALIKE) * unit, larger = best > 0 && mean > (1 + ALIKE) * unit;
        if ((larger ? AS_MANY : 10) * alike > (smaller ? AS_MANY : 10) * best) {
            best = alike;
            unit = mean;
        }
    }
    for (size_t i = 0; i < n; i++) {
        factor[i] /= unit;
        deviation[i] /= unit;
    }
    return unit;
}

static bool is_near(double x, double level, double deviation) {
    return fabs(x - level) < DEVIATIONS * deviation + NEAR;
}

static bool is_known(double factor, double deviation) {
    return deviation < KNOWN * fmax(1, fabs(factor));
}

static void take_whole(const double *factor, const double *deviation, size_t n, double *level) {
    for (size_t i = 0; i < n; i++) {
        level[i] = NAN;
        for (double whole = 0; whole <= 2 && is_known(factor[i], deviation[i]) && isnan(level[i]); whole++)
            if (is_near(factor[i], whole, deviation[i]))
                level[i] = whole;
    }
}

/* A kernel multiplies by a number of few digits, or divides by one: rows that see few keys tell it from its neighbours.
   What is known of x decides only if it is a small part of a step. */
#define PART_OF_STEP 0.25
enum { MOST_DIGITS = 3 };

static double of_digits(double x, int digits) {
    double step = pow(10, floor(log10(fabs(x))) - digits + 1);
    return round(x / step) * step;
}

static double of_few_digits(double x, double deviation) {
    double near = DEVIATIONS * deviation;
    for (int digits = 1; digits <= MOST_DIGITS && near < PART_OF_STEP * fabs(x) * pow(10, -digits); digits++) {
        double times = of_digits(x, digits), divided = 1 / of_digits(1 / x, digits);
        if (fabs(times - x) < near)
            return times;
        if (fabs(divided - x) < near)
            return divided;
    }
    return x;
}

/* Of those left the one that most others are near; all these become their mean, each weighed by what is known of it.
   Returns whether there was one. */
static bool take_common(const double *factor, const double *deviation, size_t n, double *level) {
    size_t most = 0, at = n;
    for (size_t i = 0; i < n; i++) {
        size_t near = 0;
        if (!is_known(factor[i], deviation[i]) || !isnan(level[i]))
            continue;
        for (size_t k = 0; k < n; k++)
            near += is_known(factor[k], deviation[k]) && isnan(level[k]) &&
                    is_near(factor[k], factor[i], deviation[i] + deviation[k]);
        if (near > most) {
            most = near;
            at = i;
        }
    }
    if (at == n)
        return false;
    double sum = 0, weight = 0;
    for (size_t k = 0; k < n; k++)
        if (is_known(factor[k], deviation[k]) && isnan(level[k]) &&
            is_near(factor[k], factor[at], deviation[at] + deviation[k])) {
            double of = 1 / fmax(1e-30, deviation[k] * deviation[k]);
            sum += of * factor[k];
            weight += of;
        }
    double common = of_few_digits(sum / weight, 1 / sqrt(weight));
    for (size_t k = 0; k < n; k++)
        if (k != at && is_known(factor[k], deviation[k]) && isnan(level[k]) &&
            is_near(factor[k], factor[at], deviation[at] + deviation[k]))
            level[k] = common;
    level[at] = common;
    return true;
}

void plumb_levels_find(const double *factor, const double *deviation, size_t n, double *level) {
    take_whole(factor, deviation, n, level);
    while (take_common(factor, deviation, n, level))
        continue;
}
