/* spec/gradient/divided_gradient.h - gradients in the scores of weights that are divided by a sum, or clipped
   (spec/gradient.md, section 2).

   divided_gradient    slope (y - shared) / divisor: y the gradient in the weight, shared what all have in common
   at_least_one_slope  that of max(abs(t), 1): the sign of t beyond 1 and -1, 0 between them
   clip_slope          that of min(1, max(0, (zeta - gamma) p + gamma)): zeta - gamma inside, 0 outside; at the two
                       edges, where it has none, the definition chooses 0 */
#ifndef PLUMB_SPEC_GRADIENT_DIVIDED_GRADIENT_H
#define PLUMB_SPEC_GRADIENT_DIVIDED_GRADIENT_H
#include "spec/number/real.h"

/*@ logic real divided_gradient(real slope, real y, real shared, real divisor) = rdiv(rmul(slope, y - shared), divisor);
*/

/*@ axiomatic AtLeastOneSlope { logic real at_least_one_slope(real t); } */
/*@ lemma at_least_one_slope_above: \forall real t; t > 1.0 ==> at_least_one_slope(t) == 1.0; */
/*@ lemma at_least_one_slope_below: \forall real t; t < -1.0 ==> at_least_one_slope(t) == -1.0; */
/*@ lemma at_least_one_slope_between: \forall real t; -1.0 < t < 1.0 ==> at_least_one_slope(t) == 0.0; */
/*@ lemma at_least_one_slope_range: \forall real t; -1.0 <= at_least_one_slope(t) <= 1.0; */

/*@ axiomatic UnitStep { logic real unit_step(real x); } // 1 between 0 and 1, else 0 */
/*@ lemma unit_step_inside: \forall real x; 0.0 < x < 1.0 ==> unit_step(x) == 1.0; */
/*@ lemma unit_step_outside: \forall real x; x < 0.0 || x > 1.0 ==> unit_step(x) == 0.0; */
/*@ lemma unit_step_range: \forall real x; 0.0 <= unit_step(x) <= 1.0; */
/*@ logic real clip_slope(real p, real gamma, real zeta) =
      rmul(unit_step(rmul(p, zeta - gamma) + gamma), zeta - gamma); */
#endif
