/* excesses.c - see excesses.h. */
#include "budget/excesses.h"
#include "budget/excess.h"
#include "budget/widened.h"
#include "number/exp.h"
#include "weight/softpick.h"

/*@ assigns \nothing;
    ensures encloses: \forall real y; computed_as(exact, off, y) ==> in_ball(\result, y);
*/
static plumb_ball in_one(plumb_ball exact, plumb_ball off) {
    return plumb_ball_widened(exact, off);
}

/* One ball around each score as computed. */
/*@ requires reads: \valid_read(score + (0 .. keys - 1)) && \valid_read(off + (0 .. keys - 1)) &&
                    \valid_read(visible + (0 .. keys - 1));
    requires writes: \valid(computed + (0 .. keys - 1));
    requires apart: \separated(computed + (0 .. keys - 1), score + (0 .. keys - 1)) &&
                    \separated(computed + (0 .. keys - 1), off + (0 .. keys - 1)) &&
                    \separated(computed + (0 .. keys - 1), visible + (0 .. keys - 1));
    assigns computed[0 .. keys - 1];
    ensures encloses: \forall seq y, subset m; \old(shows(visible, m, keys) && all_computed(score, off, y, m, keys)) ==>
      encloses_visible(computed, visible, y, m, keys);
*/
static void widen_scores(const plumb_ball *score, const plumb_ball *off, const unsigned char *visible, size_t keys,
                         plumb_ball *computed) {
    /*@ loop invariant index: 0 <= j <= keys;
        loop invariant done: \forall seq y, subset m;
          \at(shows(visible, m, keys) && all_computed(score, off, y, m, keys), Pre) ==>
          encloses_among(computed, y, m, j);
        loop assigns j, computed[0 .. keys - 1];
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++)
        if (visible[j]) {
            plumb_ball each = in_one(score[j], off[j]);
            /*@ assert each: \forall seq y, subset m;
                  \at(shows(visible, m, keys) && all_computed(score, off, y, m, keys), Pre) && among(m, j) ==>
                  in_ball(each, el(y, j)); */
            computed[j] = each;
            //@ assert stored: computed[j] == each;
        }
}

/* e may be the differences of the scores y, the largest of which lies in `most`. */
/*@ predicate differences(plumb_ball most, plumb_excess_unit in, seq u, seq t, integer r, seq y, seq e, subset m,
                          integer n) =
      in_ball(most, largest(y, m, n)) && in_ball(in.factor, rexp(largest(y, m, n) - in.shift)) &&
      excesses_scaled(u, t, r, in.shift, y, e, m, n); */

/*@ requires counts: rescalings <= PLUMB_MOST_ROUNDINGS;
    requires finite: \is_finite(in.shift);
    requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires reads: reads_visible(computed, visible, keys);
    requires writes: \valid(excess + (0 .. keys - 1));
    requires apart: apart_from_visible(excess, computed, visible, keys) &&
                    \separated(excess + (0 .. keys - 1), unit + (0 .. PLUMB_STEPS - 1)) &&
                    \separated(excess + (0 .. keys - 1), tiny + (0 .. PLUMB_STEPS - 1));
    assigns excess[0 .. keys - 1];
    ensures encloses: \forall seq u, t, y, e, subset m;
      \old(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
           encloses_visible(computed, visible, y, m, keys)) &&
      differences(most, in, u, t, rescalings, y, e, m, keys) ==> encloses_among(excess, e, m, keys);
*/
static void fill_excesses(const double *unit, const double *tiny, size_t rescalings, plumb_ball most,
                          plumb_excess_unit in, const plumb_ball *computed, const unsigned char *visible, size_t keys,
                          plumb_ball *excess) {
    /*@ loop invariant index: 0 <= j <= keys;
        loop invariant done: \forall seq u, t, y, e, subset m;
          \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
              encloses_visible(computed, visible, y, m, keys), Pre) &&
          differences(most, in, u, t, rescalings, y, e, m, keys) ==> encloses_among(excess, e, m, j);
        loop assigns j, excess[0 .. keys - 1];
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++)
        if (visible[j]) {
            plumb_ball each =
                plumb_scaled_excess(unit, tiny, rescalings, most, in.factor, in.shift, computed[j]);
            /*@ assert known: \forall seq u, t, y, subset m;
                  \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
                      encloses_visible(computed, visible, y, m, keys), Pre) && among(m, j) ==>
                  values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && in_ball(computed[j], el(y, j)); */
            /*@ assert each: \forall seq u, t, y, e, subset m;
                  \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
                      encloses_visible(computed, visible, y, m, keys), Pre) && among(m, j) &&
                  differences(most, in, u, t, rescalings, y, e, m, keys) ==> in_ball(each, el(e, j)); */
            excess[j] = each;
            //@ assert stored: excess[j] == each;
        }
}

plumb_excess_unit plumb_row_excesses(const double *unit, const double *tiny, size_t rescalings,
                                     const unsigned char *visible, size_t keys, plumb_ball *score,
                                     const plumb_ball *off, plumb_ball *work) {
    widen_scores(score, off, visible, keys, work);
    plumb_ball most = plumb_largest_visible(work, visible, keys);
    plumb_excess_unit in;
    in.shift = plumb_softpick_shift(most);
    in.factor = plumb_ball_exp(plumb_ball_subtract(most, plumb_ball_of(in.shift)));
    /*@ assert scores: \forall seq u, t, y, subset m;
          \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(visible, m, keys) &&
              all_computed(score, off, y, m, keys), Pre) ==>
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
          encloses_visible(work, visible, y, m, keys); */
    /*@ assert factor: \forall seq y, subset m; encloses_visible(work, visible, y, m, keys) ==>
          in_ball(most, largest(y, m, keys)) && in_ball(in.factor, rexp(largest(y, m, keys) - in.shift)); */
    /*@ assert differences: \forall seq u, t, y, e, subset m; encloses_visible(work, visible, y, m, keys) &&
          excesses_scaled(u, t, rescalings, in.shift, y, e, m, keys) ==>
          differences(most, in, u, t, rescalings, y, e, m, keys); */
    fill_excesses(unit, tiny, rescalings, most, in, work, visible, keys, score);
    return in;
}
