/* weighed_row.h - is it certain that no engine of a precision model returns a number of a ball as a weighted sum
   without division? */
#ifndef PLUMB_BUDGET_WEIGHED_ROW_H
#define PLUMB_BUDGET_WEIGHED_ROW_H
#include "budget/row_values.h"
#include "spec/budget/added_products.h"

/* 1 if it is certain, 0 if nothing is known.
   unit, tiny  [PLUMB_STEPS]: the model (spec/budget/model.h)
   weight      [keys]: balls around the weights as computed
   visible     [keys]: 0 for hidden keys
   row         the values
   rescalings  most blocks of keys */
/*@ requires inside: values_inside(row, keys);
    requires counts: keys <= PLUMB_MOST_ROUNDINGS / 2 && 0 <= rescalings <= PLUMB_MOST_ROUNDINGS;
    requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires reads: \valid_read(weight + (0 .. keys - 1)) && \valid_read(visible + (0 .. keys - 1)) &&
                    reads_values(row, keys);
    assigns \nothing;
    ensures excluded: \result != 0 ==> \forall seq u, t, c, v, a, subset m, real z;
      values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && is_roundings(u, t) &&
      shows(visible, m, keys) && given_values(row, v, a, m, keys) && encloses_among(weight, c, m, keys) &&
      weighed_quotients(u, t, row.adds, c, v, a, m, keys, product_steps(m, keys, rescalings), 1.0, z) ==>
      !in_ball(number, z);
*/
int plumb_weighed_row_excluded(const double *unit, const double *tiny, const plumb_ball *weight,
                               const unsigned char *visible, plumb_row_values row, size_t keys, size_t rescalings,
                               plumb_ball number);
#endif
