/* sharp.c - see sharp.h. */
#define PLUMB_OPEN_BALL
#define PLUMB_LEMMAS_SUM
#include "aggregate/sharp.h"
#include "number/norm.h"
#include "spec/aggregate/sharp.h"

/* What a sum is made of so far: the blocks that are ended, the last of them, and the radius. */
typedef struct {
    double sum, part, spread;
} sharp;

/*@ requires inside: i < n;
    assigns \nothing;
    ensures value: \result != 0 <==> ends(i, n, 16);
*/
static int ends_block(size_t i, size_t n) {
    return (i + 1) % PLUMB_DOT_BLOCK == 0 || i + 1 == n;
}

/* what is still needed before term i is finite */
/*@ predicate sharp_finite(sharp b, integer n, integer i) =
      \is_finite(b.sum) && (i < n ==> \is_finite(b.part)) && \is_finite(b.spread); */

/* Behind term i its block ends, if it is the last of it. */
/*@ requires inside: i < n;
    assigns \nothing;
    ensures closes: sharp_finite(\result, n, i + 1) ==> \is_finite(b.sum) && \is_finite(b.part) &&
      \is_finite(b.spread) && \result.spread == b.spread &&
      closing(i, n, 16, b.sum, b.part, \result.sum, \result.part);
*/
static sharp close_block(sharp b, size_t n, size_t i) {
    sharp next = b;
    if (ends_block(i, n)) {
        next.sum = plumb_add(b.sum, b.part);
        next.part = 0.0;
    }
    return next;
}

/*@ requires inside: i < n;
    requires gamma: \is_finite(gamma) ==> gamma == roundings_up(dot_depth(n));
    assigns \nothing;
    ensures sum: \is_finite(\result.sum) ==> \is_finite(b.sum) && \result.sum == b.sum;
    ensures takes: \is_finite(\result.part) && \is_finite(\result.spread) ==>
      \is_finite(weight.mid) && \is_finite(weight.rad) && \is_finite(value) && \is_finite(b.part) &&
      \is_finite(b.spread) && \result.part == rounded_fused(weight.mid, value, b.part) &&
      \result.spread == sharp_spread(n, weight.mid, weight.rad, \abs(value), b.spread);
*/
static sharp take(sharp b, plumb_ball weight, double value, double gamma, size_t n, size_t i) {
    (void)n, (void)i; /* stand only in the contract */
    double share = plumb_add(PLUMB_LEAST_SHARE, plumb_weight_coefficient(weight, gamma));
    b.part = plumb_fused(weight.mid, value, b.part);
    b.spread = plumb_fused(share, plumb_absolute(value), b.spread);
    return b;
}

/*@ requires inside: 0 <= column < width && n * width <= PLUMB_MOST_ELEMENTS;
    requires reads: reads_visible(weight, visible, n) && \valid_read(value + (0 .. n * width - 1));
    assigns \nothing;
    ensures encloses: \forall seq w, v, subset m;
      encloses_visible(weight, visible, w, m, n) && rows(value, v, m, n, width) ==>
      in_ball(\result, weighted(w, m, v, width, column, n));
*/
static plumb_ball sharp_sum(const plumb_ball *weight, const unsigned char *visible, const double *value, size_t n,
                            size_t width, size_t column) {
    if (n > PLUMB_MOST_TERMS)
        return plumb_ball_unknown();
    double gamma = plumb_roundings_up(plumb_dot_depth(n));
    sharp b = {0.0, 0.0, 0.0};
    /*@ loop invariant index: 0 <= j <= n;
        loop invariant sums: sharp_finite(b, n, j) ==> \forall seq w, v, subset m;
          encloses_visible(weight, visible, w, m, n) && rows(value, v, m, n, width) ==>
          sharpened(n, j, weighted(w, m, v, width, column, j), b.sum, b.part, b.spread);
        loop assigns j, b;
        loop variant n - j;
    */
    for (size_t j = 0; j < n; j++) {
        sharp next = b;
        if (visible[j]) {
            double factor = value[plumb_element_offset(j, column, width, n)];
            next = take(b, weight[j], factor, gamma, n, j);
            /*@ assert value: \forall seq v, subset m; shows(visible, m, n) && rows(value, v, m, n, width) ==>
                  among(m, j) && el(v, place(j, width, column)) == factor; */
            /*@ assert weight: \is_finite(weight[j].rad) ==> \forall seq w, subset m;
                  encloses_visible(weight, visible, w, m, n) ==> near(el(w, j), weight[j].mid, weight[j].rad); */
            /*@ assert taken: \is_finite(next.sum) && \is_finite(next.part) && \is_finite(next.spread) ==>
                  \forall seq w, v, subset m, real sum, part;
                  encloses_visible(weight, visible, w, m, n) && rows(value, v, m, n, width) &&
                  closing(j, n, 16, next.sum, next.part, sum, part) ==>
                  sharpened(n, j + 1, weighted(w, m, v, width, column, j) + rmul(el(w, j), factor), sum, part,
                            next.spread); */
        }
        /*@ assert before: \is_finite(next.sum) && \is_finite(next.part) && \is_finite(next.spread) ==>
              \is_finite(b.sum) && \is_finite(b.part) && \is_finite(b.spread); */
        /*@ assert pending: \is_finite(next.sum) && \is_finite(next.part) && \is_finite(next.spread) ==>
              \forall seq w, v, subset m, real sum, part;
              encloses_visible(weight, visible, w, m, n) && rows(value, v, m, n, width) &&
              closing(j, n, 16, next.sum, next.part, sum, part) ==>
              sharpened(n, j + 1, weighted(w, m, v, width, column, j + 1), sum, part, next.spread); */
        b = close_block(next, n, j);
    }
    return plumb_ball_make(b.sum, plumb_product_up(b.spread, 0x1.0001p0));
}

void plumb_sharp_aggregate(const plumb_ball *weight, const unsigned char *visible, const double *value, size_t keys,
                           size_t value_dim, plumb_ball *output) {
    /*@ loop invariant index: 0 <= c <= value_dim;
        loop invariant done: \forall seq w, v, subset m;
          \at(encloses_visible(weight, visible, w, m, keys) && rows(value, v, m, keys, value_dim), Pre) ==>
          encloses(output, aggregate(w, m, v, value_dim, keys), c);
        loop invariant weight: \forall seq w, subset m;
          \at(encloses_among(weight, w, m, keys), Pre) ==> encloses_among(weight, w, m, keys);
        loop invariant visible: \forall subset m; \at(shows(visible, m, keys), Pre) ==> shows(visible, m, keys);
        loop invariant value: \forall seq v, subset m;
          \at(rows(value, v, m, keys, value_dim), Pre) ==> rows(value, v, m, keys, value_dim);
        loop assigns c, output[0 .. value_dim - 1];
        loop variant value_dim - c;
    */
    for (size_t c = 0; c < value_dim; c++) {
        plumb_ball sum = sharp_sum(weight, visible, value, keys, value_dim, c);
        /*@ assert sum: \forall seq w, v, subset m;
              \at(encloses_visible(weight, visible, w, m, keys) && rows(value, v, m, keys, value_dim), Pre) ==>
              in_ball(sum, el(aggregate(w, m, v, value_dim, keys), c)); */
        output[c] = sum;
        //@ assert stored: output[c] == sum;
    }
}
