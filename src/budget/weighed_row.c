/* weighed_row.c - see weighed_row.h. */
#include "budget/weighed_row.h"
#include "budget/added_products.h"
#include "budget/quotient.h"

int plumb_weighed_row_excluded(const double *unit, const double *tiny, const plumb_ball *weight,
                               const unsigned char *visible, plumb_row_values row, size_t keys, size_t rescalings,
                               plumb_ball number) {
    plumb_weighed_sums sums = plumb_total_weighed(weight, visible, row, keys);
    size_t steps = sums.values.count + rescalings + 8;
    if (steps > PLUMB_MOST_ROUNDINGS || !plumb_sum_is_borne(unit, steps))
        return 0;
    plumb_ball one = plumb_ball_of(1.0), computed = plumb_computed_weighed(unit, tiny, steps, sums, one);
    /*@ assert computed: \forall seq u, t, c, v, a, subset m, real z;
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && is_roundings(u, t) &&
          shows(visible, m, keys) && given_values(row, v, a, m, keys) &&
          encloses_among(weight, c, m, keys) &&
          weighed_quotients(u, t, row.adds, c, v, a, m, keys, product_steps(m, keys, rescalings), 1.0, z) ==>
          in_ball(one, 1.0) && in_ball(computed, rmul(z, 1.0)); */
    return plumb_quotient_excluded(computed, one, number);
}
