/* twofold.c - see twofold.h. */
#define PLUMB_OPEN_BALL
#define PLUMB_LEMMAS_TWOFOLD
#include "number/twofold.h"
#include "number/fused.h"
#include "number/norm.h"
#include "spec/number/twofold.h"

/* What was computed of a sum: sum + tail, and the sizes of the numbers whose roundings these lack. */
typedef struct {
    double sum;
    double tail;
    double spread;
} partial;

/* What the sum of x and y loses by its rounding. */
/*@ assigns \nothing;
    ensures value: \is_finite(\result) ==> \is_finite(x) && \is_finite(y) && \is_finite(sum) &&
      (sum == rounded_sum(x, y) ==> \result == sum_rest(x, y));
*/
static double rest_of_sum(double x, double y, double sum) {
    double share = plumb_subtract(sum, x);
    double of_x = plumb_subtract(x, plumb_subtract(sum, share));
    return plumb_add(of_x, plumb_subtract(y, share));
}

/* What the product of a and b loses. */
/*@ assigns \nothing;
    ensures value: \is_finite(\result) ==> \is_finite(a) && \is_finite(b) && \is_finite(product) &&
      (product == rounded_product(a, b) ==> \result == product_rest(a, b));
*/
static double rest_of_product(double a, double b, double product) {
    return plumb_fused(a, b, plumb_negate(product));
}

/* The product a b joins. */
/*@ assigns \nothing;
    ensures value: \is_finite(\result.tail) && \is_finite(\result.spread) ==>
      \is_finite(t.sum) && \is_finite(t.tail) && \is_finite(t.spread) && \is_finite(a) && \is_finite(b) &&
      \result.sum == twofold_sum(a, b, t.sum) && \result.tail == twofold_tail(a, b, t.sum, t.tail) &&
      \result.spread == twofold_spread(a, b, t.sum, t.tail, t.spread);
*/
static partial join(partial t, double a, double b) {
    double product = plumb_multiply(a, b);
    double lost = rest_of_product(a, b, product);
    double sum = plumb_add(t.sum, product);
    double rest = plumb_add(rest_of_sum(t.sum, product, sum), lost);
    /*@ assert rest: \is_finite(rest) ==>
          \is_finite(t.sum) && \is_finite(a) && \is_finite(b) && sum == twofold_sum(a, b, t.sum) &&
          lost == product_rest(a, b) && rest == twofold_rest(a, b, t.sum); */
    double tail = plumb_add(t.tail, rest);
    /*@ assert tail:
          \is_finite(tail) ==> \is_finite(t.tail) && \is_finite(rest) && tail == twofold_tail(a, b, t.sum, t.tail); */
    double sizes = plumb_add(plumb_absolute(lost), plumb_absolute(rest));
    double spread = plumb_add(t.spread, plumb_add(sizes, plumb_absolute(tail)));
    /*@ assert spread: \is_finite(spread) && \is_finite(tail) ==>
          \is_finite(t.spread) && spread == twofold_spread(a, b, t.sum, t.tail, t.spread); */
    partial result = {sum, tail, spread};
    return result;
}

/* moved: how far the radii of the terms move the exact sum. */
/*@ assigns \nothing;
    ensures value: \is_finite(\result.rad) ==>
      \is_finite(\result.mid) && \is_finite(t.sum) && \is_finite(t.tail) && \is_finite(t.spread) && \is_finite(moved) &&
      \result.mid == rounded_sum(t.sum, t.tail) && \result.rad == twofold_radius(t.sum, t.tail, t.spread, moved);
*/
static plumb_ball ball_of(partial t, double moved) {
    double mid = plumb_add(t.sum, t.tail);
    double roundings = plumb_product_up(t.spread, 0x1.0001p-53);
    double around = plumb_sum_up(plumb_rounding_radius(mid), roundings);
    return plumb_ball_make(mid, plumb_sum_up(moved, around));
}

plumb_ball plumb_twofold_dot(const double *a, const double *b, size_t n) {
    if (n > PLUMB_MOST_TERMS)
        return plumb_ball_unknown();
    partial total = {0.0, 0.0, 0.0};
    /*@ loop invariant index: 0 <= i <= n;
        loop invariant sums: \is_finite(total.tail) && \is_finite(total.spread) ==>
          \forall seq x, y; values(a, x, n) && values(b, y, n) ==>
          twofold(i, dots(x, y, i), total.sum, total.tail, total.spread, 0.0);
        loop assigns i, total;
        loop variant n - i;
    */
    for (size_t i = 0; i < n; i++) {
        partial next = join(total, a[i], b[i]);
        /*@ assert step: \is_finite(next.tail) && \is_finite(next.spread) ==>
              \forall seq x, y; values(a, x, n) && values(b, y, n) ==>
              twofold(i + 1, dots(x, y, i) + rmul(a[i], b[i]), next.sum, next.tail, next.spread, 0.0); */
        total = next;
    }
    return ball_of(total, 0.0);
}

plumb_ball plumb_twofold_total(const plumb_ball *term, const unsigned char *visible, size_t n) {
    if (n > PLUMB_MOST_TERMS)
        return plumb_ball_unknown();
    partial total = {0.0, 0.0, 0.0};
    double moved = 0.0;
    /*@ loop invariant index: 0 <= j <= n;
        loop invariant sums: \is_finite(total.tail) && \is_finite(total.spread) && \is_finite(moved) ==>
          \forall seq w, subset m; encloses_visible(term, visible, w, m, n) ==>
          twofold(j, visible_total(w, m, j), total.sum, total.tail, total.spread, moved);
        loop assigns j, total, moved;
        loop variant n - j;
    */
    for (size_t j = 0; j < n; j++) {
        if (visible[j]) {
            partial next = join(total, term[j].mid, 1.0);
            double next_moved = plumb_sum_up(moved, term[j].rad);
            /*@ assert term: \is_finite(next_moved) ==>
                  \forall seq w, subset m; encloses_visible(term, visible, w, m, n) ==>
                  among(m, j) && near(el(w, j), term[j].mid, term[j].rad); */
            /*@ assert takes: \is_finite(next.tail) && \is_finite(next.spread) && \is_finite(next_moved) ==>
                  \forall seq w, subset m; encloses_visible(term, visible, w, m, n) ==>
                  twofold(j + 1, visible_total(w, m, j) + el(w, j), next.sum, next.tail, next.spread, next_moved); */
            total = next;
            moved = next_moved;
        }
        /*@ assert step: \is_finite(total.tail) && \is_finite(total.spread) && \is_finite(moved) ==>
              \forall seq w, subset m; encloses_visible(term, visible, w, m, n) ==>
              twofold(j + 1, visible_total(w, m, j + 1), total.sum, total.tail, total.spread, moved); */
    }
    return ball_of(total, moved);
}

plumb_ball plumb_twofold_weighted(const plumb_ball *weight, const unsigned char *visible,
                                  const double *value, size_t n, size_t width, size_t column) {
    if (n > PLUMB_MOST_TERMS)
        return plumb_ball_unknown();
    partial total = {0.0, 0.0, 0.0};
    double moved = 0.0;
    /*@ loop invariant index: 0 <= j <= n;
        loop invariant sums: \is_finite(total.tail) && \is_finite(total.spread) && \is_finite(moved) ==>
          \forall seq w, v, subset m; encloses_visible(weight, visible, w, m, n) && rows(value, v, m, n, width) ==>
          twofold(j, weighted(w, m, v, width, column, j), total.sum, total.tail, total.spread, moved);
        loop assigns j, total, moved;
        loop variant n - j;
    */
    for (size_t j = 0; j < n; j++) {
        if (visible[j]) {
            double factor = value[plumb_element_offset(j, column, width, n)];
            partial next = join(total, weight[j].mid, factor);
            double widening = plumb_product_up(weight[j].rad, plumb_absolute(factor));
            double next_moved = plumb_sum_up(moved, widening);
            /*@ assert weight: \is_finite(next_moved) ==>
                  \forall seq w, subset m; encloses_visible(weight, visible, w, m, n) ==>
                  among(m, j) && near(el(w, j), weight[j].mid, weight[j].rad); */
            /*@ assert value: \forall seq v, subset m;
                  shows(visible, m, n) && rows(value, v, m, n, width) ==> el(v, place(j, width, column)) == factor; */
            /*@ assert moves: \is_finite(next_moved) ==>
                  \is_finite(moved) && \is_finite(weight[j].rad) &&
                  next_moved == sum_up(moved, product_up(weight[j].rad, \abs(factor))); */
            /*@ assert takes: \is_finite(next.tail) && \is_finite(next.spread) && \is_finite(next_moved) ==>
                  \forall seq w, v, subset m;
                  encloses_visible(weight, visible, w, m, n) && rows(value, v, m, n, width) ==>
                  twofold(j + 1, weighted(w, m, v, width, column, j) + rmul(el(w, j), factor), next.sum, next.tail,
                          next.spread, next_moved); */
            total = next;
            moved = next_moved;
        }
        /*@ assert step: \is_finite(total.tail) && \is_finite(total.spread) && \is_finite(moved) ==>
              \forall seq w, v, subset m; encloses_visible(weight, visible, w, m, n) && rows(value, v, m, n, width) ==>
              twofold(j + 1, weighted(w, m, v, width, column, j + 1), total.sum, total.tail, total.spread, moved); */
    }
    return ball_of(total, moved);
}
