/* spec/weight/normalised.h - weights divided by what they sum to: three ways; or by their number.

   Source: the released code of arXiv 2410.10781, whose formulas (section 7) divide by the sum; the
   code adds 1e-8 to it, or takes its absolute value and 1 where that is smaller. */
#ifndef PLUMB_SPEC_WEIGHT_NORMALISED_H
#define PLUMB_SPEC_WEIGHT_NORMALISED_H
#include "spec/number/total.h"

/*@ axiomatic Normalised {
      logic seq absolutes(seq w);                   // the absolute values
      logic real absolute_total(seq w, integer n); // sum_{i<n} |w_i|
      logic seq sum_normalised(seq w, integer n, real epsilon);
      logic seq absolute_sum_normalised(seq w, integer n, real epsilon);
      logic seq at_least_one_normalised(seq w, integer n);
      logic seq length_normalised(seq w, integer n);
    } */

#ifdef PLUMB_DEFINITIONS
/*@ lemma absolute_total_of_next: \forall seq w, integer n; n >= 0 ==>
      absolute_total(w, n + 1) == absolute_total(w, n) + \abs(el(w, n)); */
/*@ lemma sum_normalised_is: \forall seq w, integer n, i, real e; total(w, n) + e != 0.0 ==>
      el(sum_normalised(w, n, e), i) == el(w, i) / (total(w, n) + e); */
/*@ lemma absolute_sum_normalised_is: \forall seq w, integer n, i, real e; absolute_total(w, n) + e != 0.0 ==>
      el(absolute_sum_normalised(w, n, e), i) == \abs(el(w, i)) / (absolute_total(w, n) + e); */
/*@ lemma at_least_one_normalised_is: \forall seq w, integer n, i;
      el(at_least_one_normalised(w, n), i) == el(w, i) / \max(\abs(total(w, n)), 1.0); */

/* ---- laws ---- */
/*@ lemma sum_normalised_total: \forall seq w, integer n, real e; total(w, n) + e != 0.0 ==>
      total(sum_normalised(w, n, e), n) == total(w, n) / (total(w, n) + e); */
/*@ lemma sum_normalised_to_one: \forall seq w, integer n; total(w, n) != 0.0 ==>
      total(sum_normalised(w, n, 0.0), n) == 1.0; */
/*@ lemma absolute_sum_normalised_total: \forall seq w, integer n, real e; absolute_total(w, n) + e != 0.0 ==>
      total(absolute_sum_normalised(w, n, e), n) == absolute_total(w, n) / (absolute_total(w, n) + e); */
/*@ lemma at_least_one_normalised_total: \forall seq w, integer n;
      \abs(total(at_least_one_normalised(w, n), n)) <= 1.0; */
#endif

/*@ lemma absolutes_element: \forall seq w, integer i; el(absolutes(w), i) == \abs(el(w, i)); */
/*@ lemma sum_normalised_element: \forall seq w, integer n, i, real e;
      el(sum_normalised(w, n, e), i) == rdiv(el(w, i), total(w, n) + e); */
/*@ lemma absolute_sum_is_sum: \forall seq w, integer n, real e;
      absolute_sum_normalised(w, n, e) == sum_normalised(absolutes(w), n, e); */
/*@ lemma at_least_one_normalised_element: \forall seq w, integer n, i;
      el(at_least_one_normalised(w, n), i) == rdiv(el(w, i), \max(\abs(total(w, n)), 1.0)); */
/*@ lemma length_normalised_element: \forall seq w, integer n, i;
      el(length_normalised(w, n), i) == rdiv(el(w, i), (real)n); */
#endif
