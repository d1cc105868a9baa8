/* rational.h - the elements whose exact value is rational, found without any rounding.

   A ball of positive radius can straddle a rounding boundary at every precision only if the exact
   value lies on the boundary, and boundaries are rational.  So it is enough to know which elements
   are rational, and for the softmax that is decidable.  Inputs are rational and the scale is
   algebraic, hence so are the scores, with a bias or without, and so is the logit of any sink: it is
   one key more, whose value is v* or 0.  Group the visible keys and the sink by equal score:
   distinct scores s_g, n_g keys each.  By the theorem of Lindemann and Weierstrass the numbers
   exp(s_g) of distinct algebraic s_g are linearly independent over the algebraic numbers (Baker,
   Transcendental Number Theory, theorem 1.4).

     output  If sum_g exp(s_g) V_g / sum_g n_g exp(s_g) = r is rational, V_g being the sum of the
             values of group g, then sum_g exp(s_g) (V_g - r n_g) = 0, so V_g = r n_g in every
             group: the output is rational iff all groups have the same mean value, and is that,
             plus the value bias.
     weight  The same with V_g = 1 for the group of the key and 0 for the others, one of its n_g
             keys: rational iff there is one group, and then 1/n.
     alpha   The weights and outputs of the scaled softmax are those times a rational alpha > 0.
     lse     exp(r) = sum_g n_g exp(s_g) holds for a rational r only if there is one key or sink in
             the sum; then lse is its score.
     score   scale * (query.key) + bias is rational iff the scale is rational or query.key is 0.

   What a position adds to vectors or scores is rational, too, but for sines and cosines and slopes that
   are irrational powers of 2.  A key of such a score is put in a group of its own:
   where the means of these smaller groups agree, those of the true ones do.  The scores of a row that
   is the mean of all values are alike.

   Nothing is known this way of a softcap, a gate, a feature map or any other operator.  There an
   element on a rounding boundary is decided only if Arb finds it without any radius. */
#ifndef PLUMB_EXACT_RATIONAL_H
#define PLUMB_EXACT_RATIONAL_H
#include "exact/quantity.h"
#include "problem/arb.h"
#include <stdbool.h>

/* True, with the value in *value, if the element is known to be rational; for the softmax without
   softcap and gate and with scores as above, if it is rational.
   *value has radius 0 if the number has a finite binary expansion of at most `precision` bits, as
   every rounding boundary has.
   The element exists: its inputs are finite, and the key of a weight or score is visible. */
bool plumb_exact_rational(const plumb_problem *problem, size_t b, size_t h, size_t t, plumb_quantity quantity,
                          size_t column, slong precision, arb_t value);
#endif
