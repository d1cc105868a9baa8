/* Every number here is a multiple of a power of 2, the value of its lowest bit.  A difference is a multiple of the
   lower of two such powers, a product of their product; below 2^53 times that power binary64 holds all multiples. */
#include "case/representable.h"
#include <float.h>
#include <limits.h>
#include <math.h>

/* Multiples of 2^low, of a magnitude of at most `most`. */
typedef struct {
    double most;
    int low;
} multiples;

/* Roundings of `most` are covered. */
static double upwards(double x) {
    return x * (1 + 4 * DBL_EPSILON);
}

static multiples of_number(double x) {
    int exponent;
    double fraction = frexp(x, &exponent);
    if (x == 0)
        return (multiples){0, INT_MAX / 4};
    while (fraction != trunc(fraction)) {
        fraction *= 2;
        exponent--;
    }
    return (multiples){fabs(x), exponent};
}

static multiples sum_of(multiples a, multiples b) {
    return (multiples){upwards(a.most + b.most), a.low < b.low ? a.low : b.low};
}

static multiples product_of(multiples a, multiples b) {
    return (multiples){upwards(a.most * b.most), a.low + b.low};
}

static bool is_held(multiples x) {
    return x.most == 0 || (x.low >= DBL_MIN_EXP - DBL_MANT_DIG && x.most <= DBL_MAX &&
                           ilogb(x.most) < x.low + DBL_MANT_DIG);
}

static double serves(const plumb_quantised *q, const plumb_grid *grid, size_t row, size_t channel, double unless) {
    size_t width;
    if (grid->number == NULL)
        return unless;
    const double *number = plumb_grid_row(q, grid, row, &width);
    return number[channel / width];
}

/* What is no number makes numbers that are none. */
static bool all_are_held(const plumb_quantised *q, multiples elements, double zero_point, const double scale[2],
                         double offset) {
    if (!isfinite(zero_point) || !isfinite(scale[0]) || !isfinite(scale[1]) || !isfinite(offset))
        return true;
    multiples difference = sum_of(elements, of_number(zero_point));
    multiples scaled = product_of(difference, of_number(scale[0]));
    multiples twice = product_of(scaled, of_number(scale[1]));
    return is_held(difference) && is_held(scaled) && is_held(twice) &&
           (q->offset.number == NULL || is_held(sum_of(twice, of_number(offset))));
}

static multiples elements_of(const plumb_quantised *q) {
    multiples all = {0, 0};
    for (int i = 0; i < plumb_layout_patterns(q->encoding->layout); i++)
        all.most = fmax(all.most, fabs(q->value[i]));
    return all;
}

bool plumb_quantised_is_exact(const plumb_quantised *q, plumb_not_representable *first) {
    size_t rows = q->shape[0] * q->shape[1] * q->shape[2], heads = q->shape[1] * q->shape[2];
    multiples elements = elements_of(q);
    for (size_t row = 0; row < rows; row++)
        for (size_t c = 0; c < q->shape[3]; c++) {
            double scale[] = {serves(q, &q->scale, row, c, 1), serves(q, &q->global_scale, row, c, 1)};
            double zero_point = serves(q, &q->zero_point, row, c, 0), offset = serves(q, &q->offset, row, c, 0);
            if (all_are_held(q, elements, zero_point, scale, offset))
                continue;
            *first = (plumb_not_representable){
                {row / heads, row / q->shape[2] % q->shape[1], row % q->shape[2], c}, zero_point, scale[0], offset};
            return false;
        }
    return true;
}
