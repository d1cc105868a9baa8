/* added_values.c - see added_values.h. */
#include "budget/added_values.h"
#include "budget/added_model.h"
#include "budget/filled_row.h"
#include "budget/repeated_row.h"
#include "budget/widened.h"

/*@ requires inside: 0 <= column < width && keys * width <= PLUMB_MOST_ELEMENTS;
    requires counts: keys < PLUMB_MOST_ROUNDINGS / 4 && 0 <= rescalings <= PLUMB_MOST_ROUNDINGS;
    requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires scores: \valid_read(score + (0 .. keys)) && \valid_read(off + (0 .. keys));
    requires reads: \valid_read(visible + (0 .. keys - 1)) && \valid_read(value + (0 .. keys * width - 1)) &&
                    \valid_read(added + (0 .. keys * width - 1));
    requires writes: writes_work(twofold, 2 * keys + 1);
    requires apart: work_of_twice_apart(twofold, unit, tiny, score, off, visible, value, added, keys, width);
    requires unclipped: weighing.kind != PLUMB_WEIGHED_BY_CLIPPED_SOFTMAX;
    assigns twofold.score[0 .. 2 * keys + 1], twofold.off[0 .. 2 * keys + 1], twofold.weight[0 .. 2 * keys + 1],
            twofold.range[0 .. 2 * keys + 1], twofold.column[0 .. 2 * keys + 1], twofold.shown[0 .. 2 * keys + 1];
    ensures excluded: \result != 0 ==> \forall seq u, t, y, v, a, subset m, real z;
      \old(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(visible, m, keys) &&
           given_column(value, v, m, keys, width, column) && given_column(added, a, m, keys, width, column) &&
           all_computed(score, off, y, m, keys + 1)) &&
      is_roundings(u, t) && (among(m, keys) <==> has_sink != 0) &&
      (among(m, keys) ==> el(v, keys) == 0.0 && el(a, keys) == 0.0) &&
      softmax_mean(u, t, weighing, both(y, y), both(v, a), twice(m), 2 * keys + 2, rescalings, z) ==>
      !in_ball(number, z);
*/
static int twice_excluded(const double *unit, const double *tiny, plumb_weighing weighing, const plumb_ball *score,
                          const plumb_ball *off, const unsigned char *visible, const double *value,
                          const double *added, size_t keys, size_t width, size_t column, size_t rescalings,
                          int has_sink, plumb_ball number, plumb_verdict_workspace twofold) {
    plumb_repeat_row(score, off, visible, value, added, keys, width, column, has_sink, twofold);
    /*@ assert units: \forall seq u; \at(values(unit, u, PLUMB_STEPS), Pre) ==> values(unit, u, PLUMB_STEPS); */
    /*@ assert tinies: \forall seq t; \at(values(tiny, t, PLUMB_STEPS), Pre) ==> values(tiny, t, PLUMB_STEPS); */
    /*@ assert repeated: \forall seq y, v, a, subset m;
          \at(shows(visible, m, keys) && given_column(value, v, m, keys, width, column) &&
              given_column(added, a, m, keys, width, column) && all_computed(score, off, y, m, keys + 1), Pre) &&
          (among(m, keys) <==> has_sink != 0) && (among(m, keys) ==> el(v, keys) == 0.0 && el(a, keys) == 0.0) ==>
          shows(twofold.shown, twice(m), 2 * keys + 2) &&
          given_column(twofold.column, both(v, a), twice(m), 2 * keys + 2, 1, 0) &&
          all_computed(twofold.score, twofold.off, both(y, y), twice(m), 2 * keys + 2); */
    return plumb_filled_row_excluded(unit, tiny, weighing, twofold.column, 0, 2 * keys + 2, rescalings, number,
                                     twofold);
}

/* Half of what comes to a number of this ball once it is stored and added. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t, real x, z; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      in_ball(number, x) && near(x, z, outputs_tiny(u, t)) ==> in_ball(\result, rmul(0.5, z));
*/
static plumb_ball half_before_sum(const double *unit, const double *tiny, plumb_ball number) {
    plumb_ball lost = plumb_outputs_tiny(unit, tiny), widened = plumb_ball_widened(number, lost);
    /*@ assert widened: \forall real x, z, w; in_ball(number, x) && in_ball(lost, w) && near(x, z, w) ==>
          near(z, x, w) && in_ball(widened, z); */
    return plumb_ball_multiply(plumb_ball_of(0.5), widened);
}

/* Half of x, except for the underflow of outputs, is a softmax of the row with all keys twice, in the wider model a, b.
   */
/*@ predicate halved(seq u, seq t, seq a, seq b, plumb_weighing w, seq y, seq v, seq f, subset m, integer n, integer r,
                     real x) =
      is_roundings(a, b) && \exists real z; near(x, z, outputs_tiny(u, t)) &&
        softmax_mean(a, b, w, both(y, y), both(v, f), twice(m), 2 * n, 2 * r + 9, rmul(0.5, z)); */

int plumb_added_values_excluded(const double *unit, const double *tiny, plumb_weighing weighing,
                                const plumb_ball *score, const plumb_ball *off, const unsigned char *visible,
                                const double *value, const double *added, size_t keys, size_t width, size_t column,
                                size_t rescalings, int has_sink, plumb_ball number, plumb_verdict_workspace twofold) {
    double wider[PLUMB_STEPS], tinier[PLUMB_STEPS];
    size_t steps = keys + rescalings + 9;
    if (!plumb_keys_are_borne(unit, keys, rescalings) || !plumb_widen_for_vectors(unit, tiny, steps, wider, tinier))
        return 0;
    /*@ assert row: \forall seq y, v, a, subset m;
          \at(shows(visible, m, keys) && given_column(value, v, m, keys, width, column) &&
              given_column(added, a, m, keys, width, column) && all_computed(score, off, y, m, keys + 1), Pre) ==>
          shows(visible, m, keys) && given_column(value, v, m, keys, width, column) &&
          given_column(added, a, m, keys, width, column) && all_computed(score, off, y, m, keys + 1); */
    /*@ assert kept: \forall seq u, t; \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS), Pre) ==>
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && bears_keys(u, keys, rescalings); */
    /*@ assert finite: \forall seq u, t; \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS), Pre) ==>
          \exists seq a, b; values(&wider[0], a, PLUMB_STEPS) && values(&tinier[0], b, PLUMB_STEPS); */
    /*@ assert bears: \forall seq u, t, a, b; \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS), Pre) &&
          values(&wider[0], a, PLUMB_STEPS) && values(&tinier[0], b, PLUMB_STEPS) ==>
          bears_keys(u, keys, rescalings) && bears_vectors(u, t, steps, a, b); */
    /*@ assert wider: \forall seq u, t, a, b, y, v, f, subset m, real x; bears_keys(u, keys, rescalings) &&
          bears_vectors(u, t, steps, a, b) && is_roundings(u, t) &&
          added_softmax_mean(u, t, weighing, y, v, f, m, keys + 1, rescalings, x) ==>
          halved(u, t, a, b, weighing, y, v, f, m, keys + 1, rescalings, x); */
    /*@ assert row_wider: \forall seq u, t, y, v, f, subset m, real x;
          \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS), Pre) && is_roundings(u, t) &&
          added_softmax_mean(u, t, weighing, y, v, f, m, keys + 1, rescalings, x) ==> \exists seq a, b;
          values(&wider[0], a, PLUMB_STEPS) && values(&tinier[0], b, PLUMB_STEPS) &&
          halved(u, t, a, b, weighing, y, v, f, m, keys + 1, rescalings, x); */
    plumb_ball half = half_before_sum(unit, tiny, number);
    /*@ assert half: \forall seq u, t, real x, z;
          \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS), Pre) && in_ball(number, x) &&
          near(x, z, outputs_tiny(u, t)) ==> in_ball(half, rmul(0.5, z)); */
    /*@ assert twice: \forall seq u, t, a, b, y, v, f, subset m, real x;
          \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS), Pre) &&
          halved(u, t, a, b, weighing, y, v, f, m, keys + 1, rescalings, x) && in_ball(number, x) ==>
          is_roundings(a, b) && \exists real h; in_ball(half, h) &&
          softmax_mean(a, b, weighing, both(y, y), both(v, f), twice(m), 2 * keys + 2, 2 * rescalings + 9, h); */
    return twice_excluded(wider, tinier, weighing, score, off, visible, value, added, keys, width, column,
                          2 * rescalings + 9, has_sink, half, twofold);
}
