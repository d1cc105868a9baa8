/* softmax_hull.h - is it certain that no online softmax returns a number, whatever its scores are?  With scores of such
   large errors that every key may have all of the weight, this says more than bounds of the weights. */
#ifndef PLUMB_BUDGET_SOFTMAX_HULL_H
#define PLUMB_BUDGET_SOFTMAX_HULL_H
#include "budget/visible_errors.h"
#include "spec/budget/softmax_hull.h"

/* 1 if it is certain, 0 if nothing is known.
   unit, tiny  [PLUMB_STEPS]: the model (spec/budget/model.h)
   errors      of the exponents of the row
   visible     [keys]: 0 for hidden keys
   value       [keys][width]: values, of which one column is read
   sizes       a ball around the sum of the sizes of its visible values
   rescalings  most rescalings of a sum
   number      the ball */
/*@ requires inside: 0 <= column < width && keys * width <= PLUMB_MOST_ELEMENTS;
    requires counts: errors.count <= keys <= PLUMB_MOST_ROUNDINGS && 0 <= rescalings <= PLUMB_MOST_ROUNDINGS;
    requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires reads: \valid_read(visible + (0 .. keys - 1)) && \valid_read(value + (0 .. keys * width - 1));
    assigns \nothing;
    ensures impossible: \result != 0 ==> \forall seq u, t, s, d, y, v, subset m, real x;
      values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(visible, m, keys) &&
      are_visible_errors(errors, u, t, s, d, m, keys, rescalings) &&
      given_column(value, v, m, keys, width, column) && in_ball(sizes, visible_total(absolutes(v), m, keys)) &&
      visible_off(y, s, d, m, keys) && in_ball(number, x) ==> !visible_softmax(u, t, y, v, m, keys, rescalings, x);
*/
int plumb_softmax_hull_excluded(const double *unit, const double *tiny, plumb_visible_errors errors,
                                const unsigned char *visible, const double *value, size_t keys, size_t width,
                                size_t column, plumb_ball sizes, size_t rescalings, plumb_ball number);
#endif
