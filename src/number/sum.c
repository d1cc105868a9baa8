/* sum.c - see sum.h. */
#define PLUMB_OPEN_BALL
#define PLUMB_LEMMAS_RANGE
#define PLUMB_LEMMAS_SUM
#include "number/sum.h"
#include "number/norm.h"

/*@ requires inside: i < n && block > 0;
    assigns \nothing;
    ensures value: \result != 0 <==> ends(i, n, block);
*/
static int ends(size_t i, size_t n, size_t block) {
    return (i + 1) % block == 0 || i + 1 == n;
}

/*@ assigns \nothing;
    ensures value: \is_finite(a) && \is_finite(b) ==> \is_finite(\result) && \result == \max(a, b);
*/
static double larger(double a, double b) {
    return plumb_less(a, b) ? b : a;
}

/*@ requires few: n <= PLUMB_MOST_TERMS;
    requires reads: \valid_read(a + (0 .. n - 1)) && \valid_read(b + (0 .. n - 1));
    assigns \nothing;
    ensures value: \is_finite(\result) ==> \forall seq x, y; values(a, x, n) && values(b, y, n) ==>
      \exists real p, q; p >= 0.0 && q >= 0.0 && dots(x, x, n) <= rmul(p, p) && dots(y, y, n) <= rmul(q, q) &&
      \result == dot_radius(n, p, q);
    ensures tight: \forall seq x, y, real p, q, total;
      0 < n && n <= 0x10000000 && modest(p) && modest(q) && values(a, x, n) && values(b, y, n) && bounded(x, p, n) &&
      bounded(y, q, n) && gathered(n, rmul(p, q), total, 0.0) ==>
      \is_finite(\result) && tight(total, \result, dot_accuracy(n), dot_size(n, p, q));
*/
static double radius_of_dot(const double *a, const double *b, size_t n) {
    double roundings = plumb_roundings_up(plumb_dot_depth(n));
    return plumb_product_up(plumb_product_up(roundings, plumb_norm_up(a, n)), plumb_norm_up(b, n));
}

double plumb_dot_middle(const double *a, const double *b, size_t n) {
    double total = 0.0;
    double part = 0.0;
    /*@ loop invariant index: 0 <= i <= n;
        loop invariant sums: \is_finite(total) && (i < n ==> \is_finite(part)) ==> \forall seq x, y;
          values(a, x, n) && values(b, y, n) ==> dotted(n, i, dots(x, y, i), dots(x, x, i), dots(y, y, i), total, part);
        loop invariant tight: \forall seq x, y, real p, q;
          n <= 0x10000000 && modest(p) && modest(q) && values(a, x, n) && values(b, y, n) && bounded(x, p, n) &&
          bounded(y, q, n) ==>
          \is_finite(total) && \is_finite(part) && gathered(i, rmul(p, q), total, part);
        loop assigns i, total, part;
        loop variant n - i;
    */
    for (size_t i = 0; i < n; i++) {
        int last = ends(i, n, PLUMB_DOT_BLOCK);
        double next_part = plumb_fused(a[i], b[i], part);
        /*@ assert in_range: \forall seq x, y, real p, q;
              n <= 0x10000000 && modest(p) && modest(q) && values(a, x, n) && values(b, y, n) && bounded(x, p, n) &&
              bounded(y, q, n) ==>
              \is_finite(a[i]) && \is_finite(b[i]) && \abs(a[i]) <= p && \abs(b[i]) <= q && \is_finite(next_part) &&
              ranged(rounded_sum(total, next_part)); */
        double next_total = last ? plumb_add(total, next_part) : total;
        next_part = last ? 0.0 : next_part;
        /*@ assert closes: \is_finite(next_total) && (i + 1 < n ==> \is_finite(next_part)) ==>
              \is_finite(total) && \is_finite(part) &&
              closing(i, n, 16, total, rounded_fused(a[i], b[i], part), next_total, next_part); */
        /*@ assert step: \is_finite(next_total) && (i + 1 < n ==> \is_finite(next_part)) ==>
              \forall seq x, y; values(a, x, n) && values(b, y, n) ==>
              dotted(n, i + 1, dots(x, y, i) + rmul(a[i], b[i]), dots(x, x, i) + rmul(a[i], a[i]),
                     dots(y, y, i) + rmul(b[i], b[i]), next_total, next_part); */
        total = next_total;
        part = next_part;
    }
    return total;
}

plumb_ball plumb_dot(const double *a, const double *b, size_t n) {
    if (n > PLUMB_MOST_TERMS)
        return plumb_ball_unknown();
    return plumb_ball_make(plumb_dot_middle(a, b, n), radius_of_dot(a, b, n));
}

plumb_reach plumb_ball_reach(const plumb_ball *a, size_t n) {
    double unbounded = plumb_divide(1.0, 0.0);
    if (n > PLUMB_MOST_TERMS)
        return (plumb_reach){unbounded, unbounded};
    double roundings = plumb_roundings_up(plumb_dot_depth(n));
    double middle = plumb_middles_norm_up(a, n);
    double radius = plumb_radii_norm_up(a, n);
    //@ assert norms: \is_finite(middle) && \is_finite(radius) ==> norms_within(a, n, middle, radius);
    return (plumb_reach){plumb_sum_up(plumb_product_up(roundings, middle), radius),
                         plumb_sum_up(middle, radius)};
}

/*@ requires few: n <= PLUMB_MOST_TERMS;
    requires reads: \valid_read(a + (0 .. n - 1)) && \valid_read(b + (0 .. n - 1));
    assigns \nothing;
    ensures value: \is_finite(\result) ==> inform(a, n) && inform(b, n) &&
      \exists real p, u, q, v; norms_within(a, n, p, u) && norms_within(b, n, q, v) &&
      \result == ball_dot_radius(n, p, u, q, v);
*/
static double radius_of_ball_dot(const plumb_ball *a, const plumb_ball *b, size_t n) {
    plumb_reach reach = plumb_ball_reach(a, n);
    double middle = plumb_middles_norm_up(b, n);
    double radius = plumb_radii_norm_up(b, n);
    //@ assert norms: \is_finite(middle) && \is_finite(radius) ==> norms_within(b, n, middle, radius);
    return plumb_sum_up(plumb_multiply(reach.of_middles, middle),
                        plumb_multiply(reach.of_radii, radius));
}

plumb_ball plumb_ball_dot(const plumb_ball *a, const plumb_ball *b, size_t n) {
    if (n > PLUMB_MOST_TERMS)
        return plumb_ball_unknown();
    double total = 0.0;
    double part = 0.0;
    /*@ loop invariant index: 0 <= k <= n;
        loop invariant sums: \is_finite(total) && (k < n ==> \is_finite(part)) ==>
          \forall seq x, y; middles(a, x, n) && middles(b, y, n) ==>
          dotted(n, k, dots(x, y, k), dots(x, x, k), dots(y, y, k), total, part);
        loop assigns k, total, part;
        loop variant n - k;
    */
    for (size_t k = 0; k < n; k++) {
        int last = ends(k, n, PLUMB_DOT_BLOCK);
        double next_part = plumb_fused(a[k].mid, b[k].mid, part);
        double next_total = last ? plumb_add(total, next_part) : total;
        next_part = last ? 0.0 : next_part;
        /*@ assert closes: \is_finite(next_total) && (k + 1 < n ==> \is_finite(next_part)) ==>
              \is_finite(total) && \is_finite(part) &&
              closing(k, n, 16, total, rounded_fused(a[k].mid, b[k].mid, part), next_total, next_part); */
        /*@ assert step: \is_finite(next_total) && (k + 1 < n ==> \is_finite(next_part)) ==>
              \forall seq x, y; middles(a, x, n) && middles(b, y, n) ==>
              dotted(n, k + 1, dots(x, y, k) + rmul(a[k].mid, b[k].mid), dots(x, x, k) + rmul(a[k].mid, a[k].mid),
                     dots(y, y, k) + rmul(b[k].mid, b[k].mid), next_total, next_part); */
        total = next_total;
        part = next_part;
    }
    double radius = radius_of_ball_dot(a, b, n);
    /*@ assert opened: \is_finite(total) && \is_finite(radius) ==>
          \forall seq x, y; encloses(a, x, n) && encloses(b, y, n) ==> \exists seq m, r, k, s;
          middles(a, m, n) && radii(a, r, n) && surround(m, r, x, n) && middles(b, k, n) && radii(b, s, n) &&
          surround(k, s, y, n) && dotted(n, n, dots(m, k, n), dots(m, m, n), dots(k, k, n), total, part); */
    /*@ assert near: \is_finite(total) && \is_finite(radius) ==>
          \forall seq x, y; encloses(a, x, n) && encloses(b, y, n) ==> near(dots(x, y, n), total, radius); */
    return plumb_ball_make(total, radius);
}

plumb_ball plumb_weighted_sum(const plumb_ball *weight, const unsigned char *visible,
                              const double *value, size_t n, size_t width, size_t column) {
    if (n > PLUMB_MOST_TERMS)
        return plumb_ball_unknown();
    double gamma = plumb_roundings_up(plumb_weight_depth(n));
    //@ assert gamma: n <= 0x10000000 ==> \is_finite(gamma) && gamma == roundings_up(weight_depth(n));
    /*@ assert sized: \forall seq w, subset m, real t, q;
          n <= 0x10000000 && 0.0 <= t <= 1.0 && modest(q) && shows(visible, m, n) && tight_among(weight, w, m, t, n) &&
          bounded_column(value, m, n, width, column, q) && moderate(visible_total(w, m, n)) &&
          moderate(rmul(visible_total(w, m, n), q)) ==>
          tight_products(weight, visible, value, w, m, n, width, column, t, q); */
    double sum = 0.0;
    double part = 0.0;
    double spread = 0.0;
    double share = PLUMB_LEAST_SHARE;
    double largest = 0.0;
    /*@ loop invariant index: 0 <= j <= n;
        loop invariant largest: \is_finite(sum) && (j < n ==> \is_finite(part)) ==> \is_finite(largest);
        loop invariant sums:
          \is_finite(sum) && \is_finite(spread) && (j < n ==> \is_finite(part) && \is_finite(share)) ==>
          \forall seq w, v, subset m; encloses_visible(weight, visible, w, m, n) && rows(value, v, m, n, width) ==>
          blended(n, j, weighted(w, m, v, width, column, j), sum, part, spread, share, largest);
        loop invariant tight: \forall seq w, subset m, real t, q;
          tight_products(weight, visible, value, w, m, n, width, column, t, q) ==>
          \is_finite(sum) && \is_finite(part) && \is_finite(spread) && \is_finite(share) && \is_finite(largest) &&
          bounded_blend(n, j, w, m, t, q, sum, part, spread, share, largest);
        loop assigns j, sum, part, spread, share, largest;
        loop variant n - j;
    */
    for (size_t j = 0; j < n; j++) {
        if (visible[j]) {
            double factor = value[plumb_element_offset(j, column, width, n)];
            double next_part = plumb_fused(weight[j].mid, factor, part);
            double next_share = plumb_add(share, plumb_weight_coefficient(weight[j], gamma));
            double next_largest = larger(largest, plumb_absolute(factor));
            /*@ assert largest: \is_finite(sum) && \is_finite(next_part) ==>
                  \is_finite(part) && \is_finite(largest) && \is_finite(next_largest) &&
                  next_part == rounded_fused(weight[j].mid, factor, part) &&
                  next_largest == \max(largest, \abs(factor)); */
            /*@ assert share: \is_finite(next_share) ==>
                  \is_finite(share) && \is_finite(weight[j].rad) &&
                  next_share ==
                  rounded_sum(share,
                              weight_coefficient(weight[j].mid, weight[j].rad, roundings_up(weight_depth(n)))); */
            /*@ assert weight: \is_finite(next_share) ==> \forall seq w, subset m;
                  encloses_visible(weight, visible, w, m, n) ==> near(el(w, j), weight[j].mid, weight[j].rad); */
            /*@ assert value: \forall seq v, subset m; shows(visible, m, n) && rows(value, v, m, n, width) ==>
                  among(m, j) && el(v, place(j, width, column)) == factor; */
            /*@ assert takes:
                  \is_finite(sum) && \is_finite(spread) && \is_finite(next_part) && \is_finite(next_share) ==>
                  \forall seq w, v, subset m;
                  encloses_visible(weight, visible, w, m, n) && rows(value, v, m, n, width) ==>
                  pending(n, j, weighted(w, m, v, width, column, j) + rmul(el(w, j), factor), sum, next_part, spread,
                          next_share, next_largest); */
            /*@ assert operands: \forall seq w, subset m, real t, q;
                  tight_products(weight, visible, value, w, m, n, width, column, t, q) ==>
                  among(m, j) && \is_finite(weight[j].mid) && \is_finite(weight[j].rad) && \is_finite(factor) &&
                  tight(weight[j].mid, weight[j].rad, t, el(w, j)) && \abs(factor) <= q; */
            /*@ assert tight_takes: \forall seq w, subset m, real t, q;
                  tight_products(weight, visible, value, w, m, n, width, column, t, q) ==>
                  \is_finite(next_part) && \is_finite(next_share) && \is_finite(next_largest) &&
                  bounded_pending(n, j, w, m, t, q, sum, next_part, spread, next_share, next_largest); */
            part = next_part;
            share = next_share;
            largest = next_largest;
        }
        //@ assert largest: \is_finite(sum) && \is_finite(part) ==> \is_finite(largest);
        /*@ assert pending: \is_finite(sum) && \is_finite(spread) && \is_finite(part) && \is_finite(share) ==>
              \forall seq w, v, subset m; encloses_visible(weight, visible, w, m, n) && rows(value, v, m, n, width) ==>
              pending(n, j, weighted(w, m, v, width, column, j + 1), sum, part, spread, share, largest); */
        /*@ assert tight_pending: \forall seq w, subset m, real t, q;
              tight_products(weight, visible, value, w, m, n, width, column, t, q) ==>
              \is_finite(sum) && \is_finite(part) && \is_finite(spread) && \is_finite(share) && \is_finite(largest) &&
              bounded_pending(n, j, w, m, t, q, sum, part, spread, share, largest); */
        int group = ends(j, n, PLUMB_WEIGHT_GROUP);
        int block = ends(j, n, PLUMB_WEIGHT_BLOCK);
        double next_spread = group ? plumb_fused(share, largest, spread) : spread;
        double next_share = group ? PLUMB_LEAST_SHARE : share;
        double next_largest = group ? 0.0 : largest;
        double next_sum = block ? plumb_add(sum, part) : sum;
        double next_part = block ? 0.0 : part;
        /*@ assert closes: \is_finite(next_sum) && (j + 1 < n ==> \is_finite(next_part)) ==>
              \is_finite(sum) && \is_finite(part) && closing(j, n, 64, sum, part, next_sum, next_part); */
        /*@ assert groups: \is_finite(largest) && \is_finite(next_spread) && (j + 1 < n ==> \is_finite(next_share)) ==>
              \is_finite(spread) && \is_finite(share) &&
              grouping(j, n, 8, spread, share, largest, next_spread, next_share, next_largest); */
        /*@ assert step:
              \is_finite(next_sum) && \is_finite(next_spread) &&
              (j + 1 < n ==> \is_finite(next_part) && \is_finite(next_share)) ==>
              \forall seq w, v, subset m; encloses_visible(weight, visible, w, m, n) && rows(value, v, m, n, width) ==>
              blended(n, j + 1, weighted(w, m, v, width, column, j + 1), next_sum, next_part, next_spread, next_share,
                      next_largest); */
        /*@ assert tight_step: \forall seq w, subset m, real t, q;
              tight_products(weight, visible, value, w, m, n, width, column, t, q) ==>
              \is_finite(next_sum) && \is_finite(next_part) && \is_finite(next_spread) && \is_finite(next_share) &&
              \is_finite(next_largest) &&
              bounded_blend(n, j + 1, w, m, t, q, next_sum, next_part, next_spread, next_share, next_largest); */
        spread = next_spread;
        share = next_share;
        largest = next_largest;
        sum = next_sum;
        part = next_part;
    }
    return plumb_ball_make(sum, plumb_product_up(spread, 0x1.0001p0));
}
