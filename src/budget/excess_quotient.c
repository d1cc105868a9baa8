/* excess_quotient.c - see excess_quotient.h. */
#include "budget/excess_quotient.h"
#include "budget/added_products.h"
#include "budget/divided.h"
#include "budget/quotient.h"
#include "budget/rectified.h"

/* The same from balls around the numerators and around the sizes that the divisor adds up. */
/*@ requires inside: values_inside(row, keys);
    requires counts: keys < PLUMB_MOST_ROUNDINGS / 4 && 0 <= rescalings <= PLUMB_MOST_ROUNDINGS / 4;
    requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires reads: reads_visible(positive, visible, keys) && \valid_read(size + (0 .. keys - 1)) &&
                    reads_values(row, keys);
    assigns \nothing;
    ensures excluded: \result != 0 ==> \forall seq u, t, p, b, v, a, subset m, real g, d, z;
      values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && is_roundings(u, t) &&
      shows(visible, m, keys) && given_values(row, v, a, m, keys) &&
      encloses_among(positive, p, m, keys) && encloses_among(size, b, m, keys) && in_ball(epsilon, g) &&
      divisor_of_sum(u, t, g, b, m, keys, product_steps(m, keys, rescalings), d) &&
      weighed_quotients(u, t, row.adds, p, v, a, m, keys, product_steps(m, keys, rescalings), d, z) ==>
      !in_ball(before, z);
*/
static int excluded(const double *unit, const double *tiny, plumb_ball epsilon, const plumb_ball *positive,
                    const plumb_ball *size, const unsigned char *visible, plumb_row_values row, size_t keys,
                    size_t rescalings, plumb_ball before) {
    plumb_weighed_sums sums = plumb_total_weighed(positive, visible, row, keys);
    plumb_product_sums sizes = plumb_total_products(size, visible, row.value, keys, row.width, row.column);
    size_t steps = sums.values.count + rescalings + 8;
    if (!plumb_sum_is_borne(unit, steps))
        return 0;
    plumb_ball divisor = plumb_divisor_of_sum(unit, tiny, epsilon, steps, sizes);
    plumb_ball product = plumb_computed_weighed(unit, tiny, steps, sums, divisor);
    /*@ assert sums: \forall seq p, b, v, a, subset m; shows(visible, m, keys) && given_values(row, v, a, m, keys) &&
          encloses_among(positive, p, m, keys) && encloses_among(size, b, m, keys) ==>
          weighed_sums_of(sums, p, v, a, m, keys) && sums_of(sizes, b, v, m, keys) &&
          steps == product_steps(m, keys, rescalings); */
    /*@ assert divisor: \forall seq u, t, b, v, subset m, real g, d;
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && is_roundings(u, t) &&
          sums_of(sizes, b, v, m, keys) && in_ball(epsilon, g) && divisor_of_sum(u, t, g, b, m, keys, steps, d) ==>
          in_ball(divisor, d); */
    /*@ assert product: \forall seq u, t, p, v, a, subset m, real d, z;
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && is_roundings(u, t) &&
          weighed_sums_of(sums, p, v, a, m, keys) && in_ball(divisor, d) &&
          weighed_quotients(u, t, row.adds, p, v, a, m, keys, steps, d, z) ==> in_ball(product, rmul(z, d)); */
    return plumb_quotient_excluded(product, divisor, before);
}

int plumb_excess_quotient_excluded(const double *unit, const double *tiny, plumb_ball epsilon,
                                   const plumb_ball *excess, const unsigned char *visible, plumb_row_values row,
                                   size_t keys, size_t rescalings, plumb_ball before, plumb_ball *positive,
                                   plumb_ball *size) {
    plumb_rectify_excesses(excess, visible, keys, positive);
    /*@ assert rectified: \forall seq u, t, e, v, a, subset m;
          \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
              encloses_visible(excess, visible, e, m, keys) && given_values(row, v, a, m, keys), Pre) ==>
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
          encloses_visible(excess, visible, e, m, keys) && given_values(row, v, a, m, keys); */
    plumb_size_excesses(unit, tiny, excess, visible, keys, size);
    /*@ assert row: \forall seq u, t, e, v, a, subset m;
          \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
              encloses_visible(excess, visible, e, m, keys) && given_values(row, v, a, m, keys), Pre) ==>
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(visible, m, keys) &&
          given_values(row, v, a, m, keys); */
    /*@ assert positive: \forall seq e, p, subset m;
          \at(encloses_visible(excess, visible, e, m, keys), Pre) && rectified_from(e, p, m, keys) ==>
          encloses_among(positive, p, m, keys); */
    return excluded(unit, tiny, epsilon, positive, size, visible, row, keys, rescalings, before);
}
