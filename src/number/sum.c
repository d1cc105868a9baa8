/* sum.c - see sum.h. */
#define PLUMB_OPEN_BALL
#define PLUMB_LEMMAS_SUM
#include "number/sum.h"
#include "spec/number/sum.h"

#define PLUMB_MOST_TERMS 0x40000000

/*@ requires few: n <= PLUMB_MOST_TERMS;
    assigns \nothing;
    ensures value: \is_finite(\result) ==> \is_finite(magnitude) && \result == magnitude_radius(n, magnitude);
*/
static double magnitude_radius(size_t n, double magnitude) {
    double roundings = plumb_multiply(plumb_of_size(n + 1), 0x1.0001p-53);
    return plumb_product_up(roundings, magnitude);
}

plumb_ball plumb_dot(const double *a, const double *b, size_t n) {
    if (n > PLUMB_MOST_TERMS)
        return plumb_ball_unknown();
    double sum = 0.0;
    double magnitude = 0.0;
    /*@ loop invariant index: 0 <= i <= n;
        loop invariant sums: \is_finite(sum) && \is_finite(magnitude) ==>
          \forall seq x, y; values(a, x, n) && values(b, y, n) ==> accumulated(dots(x, y, i), i, sum, magnitude);
        loop assigns i, sum, magnitude;
        loop variant n - i;
    */
    for (size_t i = 0; i < n; i++) {
        double product = plumb_multiply(a[i], b[i]);
        double next_sum = plumb_add(sum, product);
        double next_magnitude = plumb_add(magnitude, plumb_absolute(product));
        //@ assert adds: \is_finite(next_sum) && \is_finite(next_magnitude) ==> \is_finite(sum) && \is_finite(magnitude) && adds(a[i], b[i], sum, magnitude, next_sum, next_magnitude);
        //@ assert step: \is_finite(next_sum) && \is_finite(next_magnitude) ==> \forall seq x, y; values(a, x, n) && values(b, y, n) ==> accumulated(dots(x, y, i) + rmul(a[i], b[i]), i + 1, next_sum, next_magnitude);
        sum = next_sum;
        magnitude = next_magnitude;
    }
    return plumb_ball_make(sum, magnitude_radius(n, magnitude));
}

plumb_ball plumb_weighted_sum(const plumb_ball *weight, const unsigned char *visible,
                              const double *value, size_t n, size_t width, size_t column) {
    if (n > PLUMB_MOST_TERMS)
        return plumb_ball_unknown();
    double sum = 0.0;
    double magnitude = 0.0;
    double spread = 0.0;
    size_t terms = 0;
    /*@ loop invariant index: 0 <= terms <= j <= n;
        loop invariant sums: \is_finite(sum) && \is_finite(magnitude) && \is_finite(spread) ==>
          \forall seq w, v, subset m; shows(visible, m, n) && encloses_among(weight, w, m, n) && rows(value, v, m, n, width) ==>
          blended(weighted(w, m, v, width, column, j), terms, sum, magnitude, spread);
        loop assigns j, terms, sum, magnitude, spread;
        loop variant n - j;
    */
    for (size_t j = 0; j < n; j++) {
        if (visible[j]) {
            double factor = value[plumb_element_offset(j, column, width, n)];
            double product = plumb_multiply(weight[j].mid, factor);
            double next_sum = plumb_add(sum, product);
            double next_magnitude = plumb_add(magnitude, plumb_absolute(product));
            double next_spread =
                plumb_add(spread, plumb_multiply(weight[j].rad, plumb_absolute(factor)));
            //@ assert adds: \is_finite(next_sum) && \is_finite(next_magnitude) ==> \is_finite(sum) && \is_finite(magnitude) && adds(weight[j].mid, factor, sum, magnitude, next_sum, next_magnitude);
            //@ assert spreads: \is_finite(next_spread) ==> \is_finite(spread) && \is_finite(weight[j].rad) && \is_finite(factor) && spreads(weight[j].rad, factor, spread, next_spread);
            //@ assert weight: \is_finite(next_spread) ==> \forall seq w, subset m; shows(visible, m, n) && encloses_among(weight, w, m, n) ==> near(el(w, j), weight[j].mid, weight[j].rad);
            //@ assert value: \forall seq v, subset m; shows(visible, m, n) && rows(value, v, m, n, width) ==> among(m, j) && el(v, place(j, width, column)) == factor;
            //@ assert step: \is_finite(next_sum) && \is_finite(next_magnitude) && \is_finite(next_spread) ==> \forall seq w, v, subset m; shows(visible, m, n) && encloses_among(weight, w, m, n) && rows(value, v, m, n, width) ==> blended(weighted(w, m, v, width, column, j) + rmul(el(w, j), factor), terms + 1, next_sum, next_magnitude, next_spread);
            sum = next_sum;
            magnitude = next_magnitude;
            spread = next_spread;
            terms++;
        }
    }
    double from_weights = plumb_product_up(spread, 0x1.0001p0);
    return plumb_ball_make(sum, plumb_sum_up(magnitude_radius(terms, magnitude), from_weights));
}
