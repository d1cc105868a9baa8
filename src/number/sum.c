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
    double first = plumb_norm_up(a, n), second = plumb_norm_up(b, n);
    /*@ assert in_range: \forall real p, q, total; 0 < n <= 0x10000000 && modest(p) && modest(q) &&
          gathered(n, rmul(p, q), total, 0.0) && first >= 0.0 && second >= 0.0 && norm_within(first, n, p) &&
          norm_within(second, n, q) ==> ranged(roundings_up(dot_depth(n))) &&
          ranged(rounded_product(roundings_up(dot_depth(n)), first)) &&
          ranged(rounded_product(product_up(roundings_up(dot_depth(n)), first), second)) &&
          tight(total, dot_radius(n, first, second), dot_accuracy(n), dot_size(n, p, q)); */
    return plumb_product_up(plumb_product_up(roundings, first), second);
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

/* What a weighted sum is made of so far: the sum of the blocks that are ended, and that of the last; of the radius the
   groups that are ended, and of the last the share of its weights and the largest of its values. */
typedef struct {
    double sum, part, spread, share, largest;
} blend;

/*@ predicate all_finite(blend b) = \is_finite(b.sum) && \is_finite(b.part) && \is_finite(b.spread) &&
      \is_finite(b.share) && \is_finite(b.largest); */
/* what is still needed before term i is finite */
/*@ predicate sums_finite(blend b, integer n, integer i) = \is_finite(b.sum) && (i < n ==> \is_finite(b.part)); */
/*@ predicate radius_finite(blend b, integer n, integer i) = \is_finite(b.spread) && (i < n ==> \is_finite(b.share)); */
/*@ predicate blends(blend b, integer n, integer i, real exact) =
      blended(n, i, exact, b.sum, b.part, b.spread, b.share, b.largest); */
/*@ predicate pends(blend b, integer n, integer i, real exact) =
      pending(n, i, exact, b.sum, b.part, b.spread, b.share, b.largest); */
/*@ predicate blends_bounded(blend b, integer n, integer i, seq w, subset m, real t, real q) = all_finite(b) &&
      bounded_blend(n, i, w, m, t, q, b.sum, b.part, b.spread, b.share, b.largest); */
/*@ predicate pends_bounded(blend b, integer n, integer i, seq w, subset m, real t, real q) = all_finite(b) &&
      bounded_pending(n, i, w, m, t, q, b.sum, b.part, b.spread, b.share, b.largest); */

/* A weight and its value join; gamma: what roundings add. */
/*@ requires gamma: \is_finite(gamma) ==> gamma == roundings_up(weight_depth(n));
    requires inside: i < n;
    assigns \nothing;
    ensures finite: (\is_finite(\result.sum) ==> \is_finite(b.sum)) &&
                    (\is_finite(\result.part) ==> \is_finite(b.part));
    ensures largest: \is_finite(\result.part) && \is_finite(b.largest) ==> \is_finite(\result.largest);
    ensures takes: sums_finite(\result, n, i) && radius_finite(\result, n, i) && \is_finite(b.largest) ==>
      sums_finite(b, n, i) && radius_finite(b, n, i) && \is_finite(weight.rad) &&
      \forall real exact, x; blends(b, n, i, exact) && near(x, weight.mid, weight.rad) ==>
      pends(\result, n, i, exact + rmul(x, value));
    ensures tight: \forall seq w, subset m, real t, q; \is_finite(gamma) && blends_bounded(b, n, i, w, m, t, q) &&
      among(m, i) && is_tight(weight, t, el(w, i)) && \is_finite(value) && \abs(value) <= q ==>
      pends_bounded(\result, n, i, w, m, t, q);
*/
static blend take(blend b, plumb_ball weight, double value, double gamma, size_t n, size_t i) {
    (void)n, (void)i; /* stand only in the contract */
    b.part = plumb_fused(weight.mid, value, b.part);
    b.share = plumb_add(b.share, plumb_weight_coefficient(weight, gamma));
    b.largest = larger(b.largest, plumb_absolute(value));
    return b;
}

/* Behind term i its block and its group end, if it is their last. */
/*@ requires inside: i < n;
    assigns \nothing;
    ensures finite: sums_finite(\result, n, i + 1) ==> \is_finite(b.sum) && \is_finite(b.part);
    ensures largest: \is_finite(b.largest) ==> \is_finite(\result.largest);
    ensures closes: sums_finite(\result, n, i + 1) && radius_finite(\result, n, i + 1) && \is_finite(b.largest) ==>
      radius_finite(b, n, i) && \forall real exact; pends(b, n, i, exact) ==> blends(\result, n, i + 1, exact);
    ensures tight: \forall seq w, subset m, real t, q;
      pends_bounded(b, n, i, w, m, t, q) ==> blends_bounded(\result, n, i + 1, w, m, t, q);
*/
static blend close_blocks(blend b, size_t n, size_t i) {
    blend next = b;
    if (ends(i, n, PLUMB_WEIGHT_GROUP)) {
        next.spread = plumb_fused(b.share, b.largest, b.spread);
        next.share = PLUMB_LEAST_SHARE;
        next.largest = 0.0;
    }
    if (ends(i, n, PLUMB_WEIGHT_BLOCK)) {
        next.sum = plumb_add(b.sum, b.part);
        next.part = 0.0;
    }
    /*@ assert closes: sums_finite(next, n, i + 1) ==> \is_finite(b.sum) && \is_finite(b.part) &&
          closing(i, n, 64, b.sum, b.part, next.sum, next.part); */
    /*@ assert groups: \is_finite(b.largest) && radius_finite(next, n, i + 1) ==> \is_finite(b.spread) &&
          \is_finite(b.share) &&
          grouping(i, n, 8, b.spread, b.share, b.largest, next.spread, next.share, next.largest); */
    return next;
}

plumb_ball plumb_weighted_sum(const plumb_ball *weight, const unsigned char *visible,
                              const double *value, size_t n, size_t width, size_t column) {
    if (n > PLUMB_MOST_TERMS)
        return plumb_ball_unknown();
    double gamma = plumb_roundings_up(plumb_weight_depth(n));
    //@ assert gamma: n <= 0x10000000 ==> \is_finite(gamma);
    /*@ assert sized: \forall seq w, subset m, real t, q;
          n <= 0x10000000 && 0.0 <= t <= 1.0 && modest(q) && shows(visible, m, n) && tight_among(weight, w, m, t, n) &&
          bounded_column(value, m, n, width, column, q) && moderate(visible_total(w, m, n)) &&
          moderate(rmul(visible_total(w, m, n), q)) ==>
          tight_products(weight, visible, value, w, m, n, width, column, t, q); */
    blend b = {0.0, 0.0, 0.0, PLUMB_LEAST_SHARE, 0.0};
    /*@ loop invariant index: 0 <= j <= n;
        loop invariant largest: sums_finite(b, n, j) ==> \is_finite(b.largest);
        loop invariant sums: sums_finite(b, n, j) && radius_finite(b, n, j) ==> \forall seq w, v, subset m;
          encloses_visible(weight, visible, w, m, n) && rows(value, v, m, n, width) ==>
          blends(b, n, j, weighted(w, m, v, width, column, j));
        loop invariant tight: \forall seq w, subset m, real t, q;
          tight_products(weight, visible, value, w, m, n, width, column, t, q) ==>
          blends_bounded(b, n, j, w, m, t, q);
        loop assigns j, b;
        loop variant n - j;
    */
    for (size_t j = 0; j < n; j++) {
        blend next = b;
        if (visible[j]) {
            double factor = value[plumb_element_offset(j, column, width, n)];
            next = take(b, weight[j], factor, gamma, n, j);
            /*@ assert value: \forall seq v, subset m; shows(visible, m, n) && rows(value, v, m, n, width) ==>
                  among(m, j) && el(v, place(j, width, column)) == factor; */
            /*@ assert weight: \is_finite(weight[j].rad) ==> \forall seq w, subset m;
                  encloses_visible(weight, visible, w, m, n) ==> near(el(w, j), weight[j].mid, weight[j].rad); */
            /*@ assert operands: \forall seq w, subset m, real t, q;
                  tight_products(weight, visible, value, w, m, n, width, column, t, q) ==>
                  among(m, j) && is_tight(weight[j], t, el(w, j)) && \is_finite(factor) && \abs(factor) <= q; */
        }
        /*@ assert pending: sums_finite(next, n, j) && radius_finite(next, n, j) ==> \forall seq w, v, subset m;
              encloses_visible(weight, visible, w, m, n) && rows(value, v, m, n, width) ==>
              pends(next, n, j, weighted(w, m, v, width, column, j + 1)); */
        /*@ assert tight_pending: \forall seq w, subset m, real t, q;
              tight_products(weight, visible, value, w, m, n, width, column, t, q) ==>
              pends_bounded(next, n, j, w, m, t, q); */
        b = close_blocks(next, n, j);
    }
    return plumb_ball_make(b.sum, plumb_product_up(b.spread, 0x1.0001p0));
}
