/* spec/budget/verdict.h - by how much the scores of a row are off as computed: what joins the tests of one number to an
   engine's query, keys and values (spec/budget.md, sections 3 to 5). */
#ifndef PLUMB_SPEC_BUDGET_VERDICT_H
#define PLUMB_SPEC_BUDGET_VERDICT_H
#include "spec/budget/seen.h"

/* parts_off: what each score is off by, from the four parts of score_off.  Definition: proofs/model/parts_off.v. */
/*@ axiomatic PartsOff {
      logic seq parts_off(real magnitude, real sizes, real score, real nothing, real scale, seq q, seq k, integer d);
    } */
/*@ lemma parts_off_element: \forall seq q, k, integer d, j, real a, b, c, e, scale;
      el(parts_off(a, b, c, e, scale, q, k, d), j) ==
        rmul(a, magnitude_of(q, drop(k, place(j, d, 0)), d))
          + rmul(b, absolute_total(q, d) + absolute_total(drop(k, place(j, d, 0)), d))
          + rmul(c, \abs(rmul(scale, dots(q, drop(k, place(j, d, 0)), d)))) + e; */
/*@ logic seq score_offs(seq u, seq t, real scale, seq q, seq k, integer d) =
      parts_off(part_of_magnitude(u, t, d, \abs(scale), \max(1.0, \abs(scale))),
                part_of_sizes(u, t, d, \max(1.0, \abs(scale))), part_of_score(u),
                part_of_nothing(u, t, d, \max(1.0, \abs(scale))), scale, q, k, d); */
/*@ lemma score_offs_element: \forall seq u, t, q, k, integer d, j, real scale;
      el(score_offs(u, t, scale, q, k, d), j) == score_off(u, t, scale, q, drop(k, place(j, d, 0)), d); */
/*@ lemma seen_scores_are_off: \forall seq u, t, q, k, y, subset m, integer n, d, real scale;
      is_roundings(u, t) && 0 <= d && bears_products(u, d) && scores_computed(u, t, scale, q, k, m, n, d, y) ==>
      seen_off(y, scaled_dots(scale, q, k, d), score_offs(u, t, scale, q, k, d), m, n); */
#endif
