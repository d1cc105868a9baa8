/* aggregate.c - see aggregate.h. */
#include "fast/aggregate.h"
#include <stdbool.h>

void plumb_sums_clear(plumb_sums *sums, size_t value_dim) {
    sums->terms = 0;
    /*@ loop invariant index: 0 <= c <= value_dim;
        loop assigns c, sums->sum[0 .. value_dim - 1], sums->magnitude[0 .. value_dim - 1], sums->spread[0 .. value_dim - 1];
        loop variant value_dim - c;
    */
    for (size_t c = 0; c < value_dim; c++)
        sums->sum[c] = sums->magnitude[c] = sums->spread[c] = 0.0;
}

/*@ predicate separate(double *value, double *sum, double *magnitude, double *spread, integer n) =
      \separated(value + (0 .. n - 1), sum + (0 .. n - 1), magnitude + (0 .. n - 1), spread + (0 .. n - 1)); */

/*@ requires reads: \valid_read(value + (0 .. value_dim - 1));
    requires writes: \valid(sum + (0 .. value_dim - 1)) && \valid(magnitude + (0 .. value_dim - 1)) &&
                     \valid(spread + (0 .. value_dim - 1));
    requires apart: separate(value, sum, magnitude, spread, value_dim);
    assigns sum[0 .. value_dim - 1], magnitude[0 .. value_dim - 1], spread[0 .. value_dim - 1];
*/
static inline void add_key(plumb_ball w, const double *restrict value, size_t value_dim,
                           double *restrict sum, double *restrict magnitude,
                           double *restrict spread) {
    /*@ loop invariant index: 0 <= c <= value_dim;
        loop assigns c, sum[0 .. value_dim - 1], magnitude[0 .. value_dim - 1], spread[0 .. value_dim - 1];
        loop variant value_dim - c;
    */
    for (size_t c = 0; c < value_dim; c++) {
        double product = w.mid * value[c];
        sum[c] += product;
        magnitude[c] += plumb_lane_absolute(product);
        spread[c] += w.rad * plumb_lane_absolute(value[c]);
    }
}

/* The values of four keys that follow each other. */
typedef struct {
    const double *of0, *of1, *of2, *of3;
} four_rows;

/*@ predicate within(double *row, double *value, integer numbers, integer value_dim) =
      \exists integer start; 0 <= start && start + value_dim <= numbers && row == value + start; */

/* Four keys between loading the sums and storing them. */
/*@ requires reads: \valid_read(w + (0 .. 3)) && \valid_read(value.of0 + (0 .. value_dim - 1)) &&
                    \valid_read(value.of1 + (0 .. value_dim - 1)) && \valid_read(value.of2 + (0 .. value_dim - 1)) &&
                    \valid_read(value.of3 + (0 .. value_dim - 1));
    requires writes: \valid(sum + (0 .. value_dim - 1)) && \valid(magnitude + (0 .. value_dim - 1)) &&
                     \valid(spread + (0 .. value_dim - 1));
    requires apart: separate(value.of0, sum, magnitude, spread, value_dim) && separate(value.of1, sum, magnitude, spread, value_dim) &&
                    separate(value.of2, sum, magnitude, spread, value_dim) && separate(value.of3, sum, magnitude, spread, value_dim);
    assigns sum[0 .. value_dim - 1], magnitude[0 .. value_dim - 1], spread[0 .. value_dim - 1];
*/
static inline void add_four_keys(const plumb_ball *w, four_rows value, size_t value_dim,
                                 double *restrict sum, double *restrict magnitude,
                                 double *restrict spread) {
    const plumb_ball w0 = w[0], w1 = w[1], w2 = w[2], w3 = w[3];
    /*@ loop invariant index: 0 <= c <= value_dim;
        loop assigns c, sum[0 .. value_dim - 1], magnitude[0 .. value_dim - 1], spread[0 .. value_dim - 1];
        loop variant value_dim - c;
    */
    for (size_t c = 0; c < value_dim; c++) {
        double v0 = value.of0[c], v1 = value.of1[c], v2 = value.of2[c], v3 = value.of3[c];
        double p0 = w0.mid * v0, p1 = w1.mid * v1, p2 = w2.mid * v2, p3 = w3.mid * v3;
        sum[c] = sum[c] + p0 + p1 + p2 + p3;
        magnitude[c] = magnitude[c] + plumb_lane_absolute(p0) + plumb_lane_absolute(p1) +
                       plumb_lane_absolute(p2) + plumb_lane_absolute(p3);
        spread[c] = spread[c] + w0.rad * plumb_lane_absolute(v0) +
                    w1.rad * plumb_lane_absolute(v1) + w2.rad * plumb_lane_absolute(v2) +
                    w3.rad * plumb_lane_absolute(v3);
    }
}

/*@ requires inside: j + 4 <= keys && keys * value_dim <= PLUMB_MOST_ELEMENTS && keys <= PLUMB_MOST_ELEMENTS;
    requires reads: \valid_read(value + (0 .. keys * value_dim - 1));
    assigns \nothing;
    ensures within: within(\result.of0, value, keys * value_dim, value_dim) &&
                    within(\result.of1, value, keys * value_dim, value_dim) &&
                    within(\result.of2, value, keys * value_dim, value_dim) &&
                    within(\result.of3, value, keys * value_dim, value_dim);
*/
static inline four_rows rows_from(const double *value, size_t j, size_t keys, size_t value_dim) {
    return (four_rows){value + plumb_row_offset(j, value_dim, keys),
                       value + plumb_row_offset(j + 1, value_dim, keys),
                       value + plumb_row_offset(j + 2, value_dim, keys),
                       value + plumb_row_offset(j + 3, value_dim, keys)};
}

/*@ requires reads: \valid_read(visible + (0 .. 3));
    assigns \nothing;
*/
static inline bool four_visible(const unsigned char *visible) {
    return visible[0] && visible[1] && visible[2] && visible[3];
}

PLUMB_FOR_EACH_PROCESSOR
void plumb_sums_add(plumb_sums *sums, const plumb_ball *weight, const unsigned char *visible,
                    const double *value, size_t keys, size_t value_dim) {
    size_t j = 0;
    /*@ loop invariant index: 0 <= j <= keys && sums->terms <= \at(sums->terms, Pre) + j;
        loop assigns j, sums->terms, sums->sum[0 .. value_dim - 1], sums->magnitude[0 .. value_dim - 1],
          sums->spread[0 .. value_dim - 1];
        loop variant keys - j;
    */
    while (j < keys)
        if (j + 4 <= keys && four_visible(visible + j)) {
            add_four_keys(weight + j, rows_from(value, j, keys, value_dim), value_dim, sums->sum,
                          sums->magnitude, sums->spread);
            sums->terms += 4;
            j += 4;
        } else {
            if (visible[j]) {
                add_key(weight[j], value + plumb_row_offset(j, value_dim, keys), value_dim,
                        sums->sum, sums->magnitude, sums->spread);
                sums->terms++;
            }
            j++;
        }
}

void plumb_sums_finish(const plumb_sums *sums, size_t value_dim, plumb_ball *output) {
    double roundings = plumb_multiply(plumb_of_size(sums->terms + 1), 0x1.0001p-53);
    /*@ loop invariant index: 0 <= c <= value_dim;
        loop assigns c, output[0 .. value_dim - 1];
        loop variant value_dim - c;
    */
    for (size_t c = 0; c < value_dim; c++) {
        double from_sum = plumb_product_up(roundings, sums->magnitude[c]);
        double from_weights = plumb_product_up(sums->spread[c], 0x1.0001p0);
        output[c] = (plumb_ball){
            sums->sum[c], plumb_lane_radius(sums->sum[c], plumb_sum_up(from_sum, from_weights))};
    }
}
