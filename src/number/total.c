/* total.c - see total.h. */
#define PLUMB_OPEN_BALL
#define PLUMB_LEMMAS_RANGE
#define PLUMB_LEMMAS_TOTAL
#include "number/total.h"

#define PLUMB_MOST_TERMS 0x40000000

/* A computed sum of middles, and of the widths that their balls and the roundings need. */
typedef struct {
    double sum;
    double spread;
} partial;

/* A ball joins. */
/*@ assigns \nothing;
    ensures widens: \is_finite(\result.sum) && \is_finite(\result.spread) ==>
      \is_finite(so_far.sum) && \is_finite(so_far.spread) && \is_finite(mid) && \is_finite(rad) &&
      widens(mid, rad, so_far.sum, so_far.spread, \result.sum, \result.spread);
    ensures finite: \is_finite(so_far.sum) && \is_finite(so_far.spread) && \is_finite(mid) && \is_finite(rad) &&
      join_in_range(so_far.sum, so_far.spread, mid, rad) ==> \is_finite(\result.sum) && \is_finite(\result.spread);
*/
static partial join(partial so_far, double mid, double rad) {
    double sum = plumb_add(so_far.sum, mid);
    double rounding = plumb_multiply(plumb_absolute(sum), 0x1p-53);
    double lost = plumb_less(0.0, plumb_absolute(mid)) ? rounding : 0.0;
    partial result = {sum, plumb_add(so_far.spread, plumb_add(rad, lost))};
    return result;
}

/*@ requires few: n <= PLUMB_MOST_TERMS && lane < PLUMB_STRIDES;
    requires reads: \valid_read(term + (0 .. n - 1));
    assigns \nothing;
    ensures summed: \is_finite(\result.sum) && \is_finite(\result.spread) ==>
      \forall seq w; encloses(term, w, n) ==> stride_summed(w, n, lane, \result.sum, \result.spread);
    ensures tight: \forall seq w, real t; n <= 0x10000000 && 0.0 <= t <= 0.0625 && accurate_terms(term, w, t, n) ==>
      \is_finite(\result.sum) && \is_finite(\result.spread) &&
      whole_stride_accurate(w, t, n, lane, \result.sum, \result.spread);
*/
static partial stride(const plumb_ball *term, size_t n, size_t lane) {
    partial part = {0.0, 0.0};
    /*@ loop invariant index: lane <= j < n + PLUMB_STRIDES;
        loop invariant sums: \is_finite(part.sum) && \is_finite(part.spread) ==>
          \forall seq w; encloses(term, w, n) ==> strided(w, n, lane, j, part.sum, part.spread);
        loop invariant tight: \forall seq w, real t;
          n <= 0x10000000 && 0.0 <= t <= 0.0625 && accurate_terms(term, w, t, n) ==>
          \is_finite(part.sum) && \is_finite(part.spread) && stride_accurate(w, t, n, lane, j, part.sum, part.spread);
        loop assigns j, part;
        loop variant n - j;
    */
    for (size_t j = lane; j < n; j += PLUMB_STRIDES) {
        partial next = join(part, term[j].mid, term[j].rad);
        /*@ assert term: \is_finite(next.sum) && \is_finite(next.spread) ==>
              \forall seq w; encloses(term, w, n) ==> near(el(w, j), term[j].mid, term[j].rad); */
        /*@ assert step: \is_finite(next.sum) && \is_finite(next.spread) ==>
              \forall seq w; encloses(term, w, n) ==> strided(w, n, lane, j + 8, next.sum, next.spread); */
        /*@ assert in_range: \forall seq w, real t;
              n <= 0x10000000 && 0.0 <= t <= 0.0625 && accurate_terms(term, w, t, n) ==>
              \is_finite(next.sum) && \is_finite(next.spread); */
        part = next;
    }
    return part;
}

plumb_ball plumb_strided_total(const plumb_ball *term, size_t n) {
    if (n > PLUMB_MOST_TERMS)
        return plumb_ball_unknown();
    partial all = {0.0, 0.0};
    /*@ loop invariant index: 0 <= lane <= PLUMB_STRIDES;
        loop invariant sums: \is_finite(all.sum) && \is_finite(all.spread) ==>
          \forall seq w; encloses(term, w, n) ==> strides_summed(w, n, lane, all.sum, all.spread);
        loop invariant tight: \forall seq w, real t;
          n <= 0x10000000 && 0.0 <= t <= 0.0625 && accurate_terms(term, w, t, n) ==>
          \is_finite(all.sum) && \is_finite(all.spread) && strides_accurate(w, t, n, lane, all.sum, all.spread);
        loop assigns lane, all;
        loop variant PLUMB_STRIDES - lane;
    */
    for (size_t lane = 0; lane < PLUMB_STRIDES; lane++) {
        partial part = stride(term, n, lane);
        all = join(all, part.sum, part.spread);
    }
    return plumb_ball_make(all.sum, plumb_product_up(all.spread, 0x1.0001p0));
}
