/* tight.c - see tight.h. */
#include "tests/support/tight.h"
#include "number/norm.h"
#include <math.h>

/* The most roundings on the way of one term in blocks of this length. */
static double depth(size_t n, size_t block) {
    return (double)((n < block ? n : block) + n / block + 1);
}

double dot_limit(const double *a, const double *b, size_t n) {
    double right = plumb_norm_up(b, n);
    return depth(n, 16) * 0x1.001p-53 * plumb_norm_up(a, n) * right + 0x1p-999 * (1 + right);
}

double ball_dot_limit(const plumb_ball *a, const plumb_ball *b, size_t n) {
    double left = plumb_middles_norm_up(a, n), left_radius = plumb_radii_norm_up(a, n);
    double right = plumb_middles_norm_up(b, n), right_radius = plumb_radii_norm_up(b, n);
    double roundings = depth(n, 16) * 0x1.001p-53 * left * right;
    double moved = left * right_radius + left_radius * right + left_radius * right_radius;
    return roundings + 1.0001 * moved + 0x1p-998 * (1 + right + right_radius);
}

double weighted_limit(const plumb_ball *weight, const unsigned char *visible, const double *value,
                      size_t n, size_t width, size_t column) {
    double roundings = depth(n, 64) * 0x1.001p-53, limit = 0x1p-999;
    for (size_t first = 0; first < n; first += 8) {
        double share = 0x1p-999, largest = 0;
        for (size_t j = first; j < n && j < first + 8; j++)
            if (visible[j]) {
                share += weight[j].rad + roundings * fabs(weight[j].mid);
                largest = fmax(largest, fabs(value[j * width + column]));
            }
        limit += share < 0x1p1020 ? share * largest : INFINITY;
    }
    return 1.0001 * limit;
}
