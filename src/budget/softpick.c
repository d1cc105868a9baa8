/* softpick.c - see softpick.h. */
#include "budget/softpick.h"
#include "budget/excess.h"
#include "budget/excess_quotient.h"
#include "budget/excesses.h"
#include "budget/grown.h"

/* The same from balls around the differences, which are in work.score; factor is e^(m - c), for the largest score m. */
/*@ requires inside: values_inside(row, keys);
    requires counts: keys < PLUMB_MOST_ROUNDINGS / 4 && 0 <= rescalings <= PLUMB_MOST_ROUNDINGS / 4;
    requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires reads: \valid_read(visible + (0 .. keys - 1)) && reads_values(row, keys);
    requires writes: writes_work(work, keys);
    requires apart: work_apart_from_values(work, unit, tiny, visible, row, keys);
    assigns work.off[0 .. keys], work.weight[0 .. keys];
    ensures excluded: \result != 0 ==> \forall seq u, t, e, v, a, subset m, real f, z;
      \old(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(visible, m, keys) &&
           given_values(row, v, a, m, keys) && encloses_among(work.score, e, m, keys)) &&
      in_ball(factor, f) && divided_in_units(u, t, epsilon, row.adds, f, e, v, a, m, keys,
        product_steps(m, keys, rescalings), rescalings + 3, z) ==> !in_ball(number, z);
*/
static int excluded(const double *unit, const double *tiny, double epsilon, plumb_ball factor,
                    const unsigned char *visible, plumb_row_values row, size_t keys, size_t rescalings,
                    plumb_ball number, plumb_verdict_workspace work) {
    double wider[PLUMB_STEPS];
    if (!plumb_is_finite(epsilon) || !plumb_grow_tiny(unit, tiny, rescalings + 3, factor, wider))
        return 0;
    plumb_ball added = plumb_ball_multiply(factor, plumb_ball_of(epsilon));
    /*@ assert row: \forall seq u, e, v, a, subset m;
          \at(values(unit, u, PLUMB_STEPS) && shows(visible, m, keys) &&
              given_values(row, v, a, m, keys) && encloses_among(work.score, e, m, keys), Pre) ==>
          values(unit, u, PLUMB_STEPS) && encloses_visible(work.score, visible, e, m, keys) &&
          given_values(row, v, a, m, keys); */
    /*@ assert units: \forall seq u, t, w, e, v, a, subset m, integer k, real f, z;
          \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS), Pre) && values(&wider[0], w, PLUMB_STEPS) &&
          in_ball(factor, f) && divided_in_units(u, t, epsilon, row.adds, f, e, v, a, m, keys, k, rescalings + 3, z) ==>
          is_roundings(u, w) && in_ball(added, rmul(f, epsilon)) &&
          excesses_divided(u, w, rmul(f, epsilon), row.adds, e, v, a, m, keys, k, z); */
    return plumb_excess_quotient_excluded(unit, wider, added, work.score, visible, row, keys, rescalings, number,
                                          work.weight, work.off);
}

int plumb_softpick_row_excluded(const double *unit, const double *tiny, double epsilon, const unsigned char *visible,
                                plumb_row_values row, size_t keys, size_t rescalings, plumb_ball number,
                                plumb_verdict_workspace work) {
    if (!plumb_excesses_are_borne(unit, rescalings + 3))
        return 0;
    plumb_excess_unit in =
        plumb_row_excesses(unit, tiny, rescalings + 3, visible, keys, work.score, work.off, work.weight);
    /*@ assert row: \forall seq u, t, v, a, subset m;
          \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(visible, m, keys) &&
              given_values(row, v, a, m, keys), Pre) ==>
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(visible, m, keys) &&
          given_values(row, v, a, m, keys); */
    if (!excluded(unit, tiny, epsilon, in.factor, visible, row, keys, rescalings, number, work))
        return 0;
    /*@ assert units: \forall seq u, t, y, v, a, subset m, real z;
          \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(visible, m, keys) &&
              given_values(row, v, a, m, keys) && all_computed(work.score, work.off, y, m, keys), Pre) &&
          in_ball(number, z) ==> !softpick_in_units(u, t, epsilon, row.adds, in.shift, y, v, a, m, keys,
            product_steps(m, keys, rescalings), rescalings + 3, z); */
    return 1;
}
