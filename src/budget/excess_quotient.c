/* excess_quotient.c - see excess_quotient.h. */
#include "budget/excess_quotient.h"
#include "budget/divided.h"
#include "budget/quotient.h"
#include "budget/rectified.h"

/* From what is divided, and the sizes of which the sum divides. */
/*@ requires inside: 0 <= column < width && keys * width <= PLUMB_MOST_ELEMENTS;
    requires counts: keys < PLUMB_MOST_ROUNDINGS / 4 && 0 <= rescalings <= PLUMB_MOST_ROUNDINGS / 4;
    requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires reads: reads_visible(positive, visible, keys) && \valid_read(size + (0 .. keys - 1)) &&
                    \valid_read(value + (0 .. keys * width - 1));
    assigns \nothing;
    ensures excluded: \result != 0 ==> \forall seq u, t, p, a, v, subset m, real g, d, z;
      values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && is_roundings(u, t) &&
      shows(visible, m, keys) && given_column(value, v, m, keys, width, column) &&
      encloses_among(positive, p, m, keys) && encloses_among(size, a, m, keys) && in_ball(epsilon, g) &&
      divisor_of_sum(u, t, g, a, m, keys, product_steps(m, keys, rescalings), d) &&
      seen_quotients(u, t, p, v, m, keys, product_steps(m, keys, rescalings), d, z) ==> !in_ball(before, z);
*/
static int excluded(const double *unit, const double *tiny, plumb_ball epsilon, const plumb_ball *positive,
                    const plumb_ball *size, const unsigned char *visible, const double *value, size_t keys,
                    size_t width, size_t column, size_t rescalings, plumb_ball before) {
    plumb_product_sums sums = plumb_total_products(positive, visible, value, keys, width, column);
    plumb_product_sums sizes = plumb_total_products(size, visible, value, keys, width, column);
    size_t steps = sums.count + rescalings + 8;
    if (!plumb_sum_is_borne(unit, steps))
        return 0;
    plumb_ball divisor = plumb_divisor_of_sum(unit, tiny, epsilon, steps, sizes);
    plumb_ball product = plumb_computed_products(unit, tiny, steps, sums, divisor);
    /*@ assert divisor: \forall seq u, t, a, v, subset m, real g, d;
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && is_roundings(u, t) &&
          shows(visible, m, keys) && given_column(value, v, m, keys, width, column) &&
          encloses_among(size, a, m, keys) && in_ball(epsilon, g) &&
          divisor_of_sum(u, t, g, a, m, keys, steps, d) ==> in_ball(divisor, d); */
    /*@ assert product: \forall seq u, t, p, v, subset m, real d, z;
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && is_roundings(u, t) &&
          shows(visible, m, keys) && given_column(value, v, m, keys, width, column) &&
          encloses_among(positive, p, m, keys) && in_ball(divisor, d) &&
          seen_quotients(u, t, p, v, m, keys, steps, d, z) ==>
          in_ball(product, rmul(z, d)) && steps == product_steps(m, keys, rescalings); */
    return plumb_quotient_excluded(product, divisor, before);
}

int plumb_excess_quotient_excluded(const double *unit, const double *tiny, plumb_ball epsilon,
                                   const plumb_ball *excess, const unsigned char *visible, const double *value,
                                   size_t keys, size_t width, size_t column, size_t rescalings, plumb_ball before,
                                   plumb_ball *positive, plumb_ball *size) {
    plumb_rectify_excesses(excess, visible, keys, positive);
    /*@ assert rectified: \forall seq u, t, e, v, subset m;
          \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
              encloses_visible(excess, visible, e, m, keys) && given_column(value, v, m, keys, width, column), Pre) ==>
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
          encloses_visible(excess, visible, e, m, keys) && given_column(value, v, m, keys, width, column); */
    plumb_size_excesses(unit, tiny, excess, visible, keys, size);
    /*@ assert row: \forall seq u, t, e, v, subset m;
          \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
              encloses_visible(excess, visible, e, m, keys) && given_column(value, v, m, keys, width, column), Pre) ==>
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(visible, m, keys) &&
          given_column(value, v, m, keys, width, column); */
    /*@ assert positive: \forall seq e, p, subset m;
          \at(encloses_visible(excess, visible, e, m, keys), Pre) && rectified_from(e, p, m, keys) ==>
          encloses_among(positive, p, m, keys); */
    return excluded(unit, tiny, epsilon, positive, size, visible, value, keys, width, column, rescalings, before);
}
