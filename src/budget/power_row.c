/* power_row.c - see power_row.h. */
#include "budget/power_row.h"
#include "budget/power_rescaling.h"
#include "budget/powered.h"
#include "budget/rooted.h"

/* The same for sums of powers. */
/*@ requires inside: values_inside(row, keys);
    requires counts: keys < PLUMB_MOST_ROUNDINGS / 4 && 0 <= rescalings <= PLUMB_MOST_ROUNDINGS / 4;
    requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires reads: \valid_read(visible + (0 .. keys - 1)) && reads_values(row, keys);
    requires writes: writes_work(work, keys);
    requires apart: work_apart_from_values(work, unit, tiny, visible, row, keys);
    assigns work.score[0 .. keys], work.weight[0 .. keys];
    ensures excluded: \result != 0 ==> \forall seq u, t, y, v, a, subset m, real z;
      \old(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(visible, m, keys) &&
           given_values(row, v, a, m, keys) && all_computed(work.score, work.off, y, m, keys)) &&
      rescaled_powered_sum(u, t, power, row.adds, y, v, a, m, keys, rescalings, z) ==> !in_ball(number, z);
*/
static int sums_excluded(const double *unit, const double *tiny, double power, const unsigned char *visible,
                         plumb_row_values row, size_t keys, size_t rescalings, plumb_ball number,
                         plumb_verdict_workspace work) {
    double wider[PLUMB_STEPS], tinier[PLUMB_STEPS];
    if (!plumb_is_finite(power) ||
        !plumb_widen_for_power_rescalings(unit, tiny, power, rescalings, wider, tinier))
        return 0;
    /*@ assert row: \forall seq y, v, a, subset m;
          \at(shows(visible, m, keys) && given_values(row, v, a, m, keys) &&
              all_computed(work.score, work.off, y, m, keys), Pre) ==>
          shows(visible, m, keys) && given_values(row, v, a, m, keys) &&
          all_computed(work.score, work.off, y, m, keys); */
    /*@ assert model: \forall seq u, t; \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS), Pre) ==>
          \exists seq g, h; values(&wider[0], g, PLUMB_STEPS) && values(&tinier[0], h, PLUMB_STEPS) &&
          is_roundings(g, h) && bears_rescaled_powers(u, t, power, rescalings, g, h); */
    /*@ assert powered: \forall seq u, t, y, v, a, subset m, real z;
          \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS), Pre) &&
          rescaled_powered_sum(u, t, power, row.adds, y, v, a, m, keys, rescalings, z) ==> \exists seq g, h;
          values(&wider[0], g, PLUMB_STEPS) && values(&tinier[0], h, PLUMB_STEPS) && is_roundings(g, h) &&
          powered_sum(g, h, power, row.adds, y, v, a, m, keys, rescalings, z); */
    return plumb_powered_row_excluded(wider, tinier, power, visible, row, keys, rescalings, number, work);
}

int plumb_power_row_excluded(const double *unit, const double *tiny, double power, const unsigned char *visible,
                             plumb_row_values row, size_t keys, size_t rescalings, plumb_ball number,
                             plumb_verdict_workspace work, plumb_verdict_workspace twofold) {
    if (!plumb_rooted_row_excluded(unit, tiny, power, work.score, work.off, visible, row, keys, rescalings, number,
                                   twofold))
        return 0;
    /*@ assert model: \forall seq u, t; \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS), Pre) ==>
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS); */
    /*@ assert row: \forall seq v, a, subset m;
          (\at(shows(visible, m, keys), Pre) ==> shows(visible, m, keys)) &&
          (\at(given_values(row, v, a, m, keys), Pre) ==> given_values(row, v, a, m, keys)); */
    /*@ assert scores: \forall seq y, subset m; \at(all_computed(work.score, work.off, y, m, keys), Pre) ==>
          all_computed(work.score, work.off, y, m, keys); */
    /*@ assert roots: \forall seq u, t, y, v, a, subset m, real z;
          \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(visible, m, keys) &&
              given_values(row, v, a, m, keys) && all_computed(work.score, work.off, y, m, keys), Pre) &&
          is_roundings(u, t) && rooted_sum(u, t, power, row.adds, y, v, a, m, keys, rescalings, z) ==>
          !in_ball(number, z); */
    return sums_excluded(unit, tiny, power, visible, row, keys, rescalings, number, work);
}
