/* norm.c - see norm.h.  Each step of the iteration stays above the root, so that none has to
   converge; where a square underflows or overflows, the sum of absolute values stands. */
#define PLUMB_LEMMAS_RANGE
#define PLUMB_LEMMAS_NORM
#include "number/norm.h"
#include "number/upward.h"

/*@ assigns \nothing;
    ensures root: \is_finite(\result) ==> \is_finite(by_sum) && \forall real x;
      root_bound(x, by_sum) && (\is_finite(above) ==> x <= above) ==> root_bound(x, \result);
*/
static double root_up(double above, double by_sum) {
    double root = by_sum;
    /*@ loop invariant steps: 0 <= step <= 6;
        loop invariant bound: \is_finite(root) ==> \is_finite(by_sum) && \forall real x;
          root_bound(x, by_sum) && (\is_finite(above) ==> x <= above) ==> root_bound(x, root);
        loop assigns step, root;
        loop variant 6 - step;
    */
    for (int step = 0; step < 6; step++) {
        double next = plumb_multiply(0.5, plumb_sum_up(root, plumb_quotient_up(above, root)));
        /*@ assert value: \is_finite(next) ==>
              \is_finite(root) && \is_finite(above) &&
              next == rounded_product(0.5, sum_up(root, quotient_up(above, root))); */
        root = next;
    }
    return root;
}

/* The bound from the sums that were computed of n squares and of n absolute values. */
/*@ requires few: 0 <= n <= PLUMB_MOST_TERMS;
    assigns \nothing;
    ensures finite: \is_finite(\result) ==> \is_finite(absolutes);
    ensures above: \is_finite(\result) ==>
      \forall real x; covered(x, n, absolutes) && (\is_finite(squares) ==> squared(x, n, squares)) ==>
      \result >= 0.0 && x <= rmul(\result, \result);
    ensures least: \is_finite(absolutes) && ranged(rounded_product(absolutes, 0x1.0001p0)) ==>
      \is_finite(\result) && \result <= product_up(absolutes, 0x1.0001p0);
*/
static double norm_of_sums(double squares, double absolutes, size_t n) {
    (void)n; /* stands only in the contract */
    double above = plumb_product_up(squares, 0x1.0001p0);
    double by_sum = plumb_product_up(absolutes, 0x1.0001p0);
    /*@ assert above:
          \is_finite(above) ==> \forall real x; (\is_finite(squares) ==> squared(x, n, squares)) ==> x <= above; */
    //@ assert by_sum: \is_finite(by_sum) ==> \forall real x; covered(x, n, absolutes) ==> root_bound(x, by_sum);
    double root = root_up(above, by_sum);
    return plumb_is_finite(root) && plumb_less(root, by_sum) ? root : by_sum;
}

double plumb_norm_up(const double *a, size_t n) {
    if (n > PLUMB_MOST_TERMS)
        return plumb_divide(1.0, 0.0);
    double squares = 0.0;
    double absolutes = 0.0;
    /*@ loop invariant index: 0 <= i <= n;
        loop invariant squares: \is_finite(squares) ==>
          \forall seq x; values(a, x, n) ==> squared(dots(x, x, i), i, squares);
        loop invariant absolutes: \is_finite(absolutes) ==>
          \forall seq x; values(a, x, n) ==> covered(dots(x, x, i), i, absolutes);
        loop invariant tight: \forall seq x, real p;
          n <= 0x10000000 && modest(p) && values(a, x, n) && bounded(x, p, n) ==>
          \is_finite(absolutes) && gathered(i, p, absolutes, 0.0);
        loop assigns i, squares, absolutes;
        loop variant n - i;
    */
    for (size_t i = 0; i < n; i++) {
        double next_squares = plumb_add(squares, plumb_multiply(a[i], a[i]));
        double next_absolutes = plumb_add(absolutes, plumb_absolute(a[i]));
        /*@ assert size: \forall seq x, real p; n <= 0x10000000 && modest(p) && values(a, x, n) && bounded(x, p, n) ==>
              \is_finite(a[i]) && el(x, i) == a[i] && \abs(a[i]) <= p; */
        /*@ assert sum_in_range: \forall seq x, real p;
              n <= 0x10000000 && modest(p) && values(a, x, n) && bounded(x, p, n) ==>
              ranged(rounded_sum(absolutes, \abs(a[i]))); */
        /*@ assert in_range: \forall seq x, real p;
              n <= 0x10000000 && modest(p) && values(a, x, n) && bounded(x, p, n) ==>
              \is_finite(next_absolutes) && next_absolutes == rounded_sum(absolutes, \abs(a[i])); */
        /*@ assert squares: \is_finite(next_squares) ==>
              \forall seq x; values(a, x, n) ==> squared(dots(x, x, i) + rmul(a[i], a[i]), i + 1, next_squares); */
        /*@ assert absolutes: \is_finite(next_absolutes) ==>
              \forall seq x; values(a, x, n) ==> covered(dots(x, x, i) + rmul(a[i], a[i]), i + 1, next_absolutes); */
        squares = next_squares;
        absolutes = next_absolutes;
    }
    return norm_of_sums(squares, absolutes, n);
}

double plumb_middles_norm_up(const plumb_ball *a, size_t n) {
    if (n > PLUMB_MOST_TERMS)
        return plumb_divide(1.0, 0.0);
    double squares = 0.0;
    double absolutes = 0.0;
    /*@ loop invariant index: 0 <= i <= n;
        loop invariant squares: \is_finite(squares) ==>
          \forall seq m; middles(a, m, n) ==> squared(dots(m, m, i), i, squares);
        loop invariant absolutes: \is_finite(absolutes) ==>
          \forall seq m; middles(a, m, n) ==> covered(dots(m, m, i), i, absolutes);
        loop assigns i, squares, absolutes;
        loop variant n - i;
    */
    for (size_t i = 0; i < n; i++) {
        double next_squares = plumb_add(squares, plumb_multiply(a[i].mid, a[i].mid));
        double next_absolutes = plumb_add(absolutes, plumb_absolute(a[i].mid));
        /*@ assert squares: \is_finite(next_squares) ==> \forall seq m;
              middles(a, m, n) ==> squared(dots(m, m, i) + rmul(a[i].mid, a[i].mid), i + 1, next_squares); */
        /*@ assert absolutes: \is_finite(next_absolutes) ==> \forall seq m;
              middles(a, m, n) ==> covered(dots(m, m, i) + rmul(a[i].mid, a[i].mid), i + 1, next_absolutes); */
        squares = next_squares;
        absolutes = next_absolutes;
    }
    return norm_of_sums(squares, absolutes, n);
}

double plumb_radii_norm_up(const plumb_ball *a, size_t n) {
    if (n > PLUMB_MOST_TERMS)
        return plumb_divide(1.0, 0.0);
    double squares = 0.0;
    double absolutes = 0.0;
    /*@ loop invariant index: 0 <= i <= n;
        loop invariant squares: \is_finite(squares) ==>
          \forall seq r; radii(a, r, n) ==> squared(dots(r, r, i), i, squares);
        loop invariant absolutes: \is_finite(absolutes) ==>
          \forall seq r; radii(a, r, n) ==> covered(dots(r, r, i), i, absolutes);
        loop invariant inform: \is_finite(absolutes) ==> inform(a, i);
        loop assigns i, squares, absolutes;
        loop variant n - i;
    */
    for (size_t i = 0; i < n; i++) {
        double next_squares = plumb_add(squares, plumb_multiply(a[i].rad, a[i].rad));
        double next_absolutes = plumb_add(absolutes, plumb_absolute(a[i].rad));
        /*@ assert squares: \is_finite(next_squares) ==> \forall seq r;
              radii(a, r, n) ==> squared(dots(r, r, i) + rmul(a[i].rad, a[i].rad), i + 1, next_squares); */
        /*@ assert absolutes: \is_finite(next_absolutes) ==> \forall seq r;
              radii(a, r, n) ==> covered(dots(r, r, i) + rmul(a[i].rad, a[i].rad), i + 1, next_absolutes); */
        //@ assert inform: \is_finite(next_absolutes) ==> \is_finite(absolutes) && \is_finite(a[i].rad);
        squares = next_squares;
        absolutes = next_absolutes;
    }
    return norm_of_sums(squares, absolutes, n);
}
