/* total.c - see total.h. */
#define PLUMB_OPEN_BALL
#define PLUMB_LEMMAS_TOTAL
#include "number/total.h"
#include "number/sum.h"

#define PLUMB_MOST_TERMS 0x40000000

/* A computed sum of middles, and of the widths that their balls and the roundings need. */
typedef struct {
    double sum;
    double spread;
} partial;

/*@ requires few: n <= PLUMB_MOST_TERMS && lane < PLUMB_STRIDES;
    requires reads: \valid_read(term + (0 .. n - 1)) && \valid_read(visible + (0 .. n - 1));
    requires roundings: \is_finite(gamma) ==> gamma == stride_roundings(n);
    assigns \nothing;
    ensures summed: \is_finite(\result.sum) && \is_finite(\result.spread) ==>
      \forall seq w, subset m; shows(visible, m, n) && encloses_among(term, w, m, n) ==>
      stride_summed(w, m, n, lane, \result.sum, \result.spread);
*/
static partial stride(const plumb_ball *term, const unsigned char *visible, size_t n, size_t lane,
                      double gamma) {
    double sum = 0.0;
    double spread = 0.0;
    /*@ loop invariant index: lane <= j < n + PLUMB_STRIDES;
        loop invariant sums: \is_finite(sum) && \is_finite(spread) ==>
          \forall seq w, subset m; shows(visible, m, n) && encloses_among(term, w, m, n) ==>
          strided(w, m, n, lane, j, sum, spread);
        loop assigns j, sum, spread;
        loop variant n - j;
    */
    for (size_t j = lane; j < n; j += PLUMB_STRIDES) {
        if (visible[j]) {
            double roundings = plumb_multiply(gamma, plumb_absolute(term[j].mid));
            double next_sum = plumb_add(sum, term[j].mid);
            double next_spread = plumb_add(spread, plumb_add(term[j].rad, roundings));
            //@ assert widens: \is_finite(next_sum) && \is_finite(next_spread) ==> \is_finite(sum) && \is_finite(spread) && \is_finite(term[j].rad) && widens(term[j].mid, term[j].rad, stride_roundings(n), sum, spread, next_sum, next_spread);
            //@ assert term: \is_finite(next_spread) ==> \forall seq w, subset m; shows(visible, m, n) && encloses_among(term, w, m, n) ==> among(m, j) && near(el(w, j), term[j].mid, term[j].rad);
            //@ assert step: \is_finite(next_sum) && \is_finite(next_spread) ==> \forall seq w, subset m; shows(visible, m, n) && encloses_among(term, w, m, n) ==> strided(w, m, n, lane, j + 8, next_sum, next_spread);
            sum = next_sum;
            spread = next_spread;
        }
    }
    partial result = {sum, spread};
    return result;
}

plumb_ball plumb_strided_total(const plumb_ball *term, const unsigned char *visible, size_t n) {
    if (n > PLUMB_MOST_TERMS)
        return plumb_ball_unknown();
    double gamma = plumb_roundings_up(n / PLUMB_STRIDES + 9);
    double sum = 0.0;
    double spread = 0.0;
    /*@ loop invariant index: 0 <= lane <= PLUMB_STRIDES;
        loop invariant sums: \is_finite(sum) && \is_finite(spread) ==>
          \forall seq w, subset m; shows(visible, m, n) && encloses_among(term, w, m, n) ==>
          strides_summed(w, m, n, lane, sum, spread);
        loop assigns lane, sum, spread;
        loop variant PLUMB_STRIDES - lane;
    */
    for (size_t lane = 0; lane < PLUMB_STRIDES; lane++) {
        partial part = stride(term, visible, n, lane, gamma);
        sum = plumb_add(sum, part.sum);
        spread = plumb_add(spread, part.spread);
    }
    return plumb_ball_make(sum, plumb_product_up(spread, 0x1.0001p0));
}
