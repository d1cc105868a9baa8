/* spec/gradient/seen_products.h - products of which a sum over all keys is one over the visible keys. */
#ifndef PLUMB_SPEC_GRADIENT_SEEN_PRODUCTS_H
#define PLUMB_SPEC_GRADIENT_SEEN_PRODUCTS_H
#include "spec/gradient/score_gradient.h"
#include "spec/number/total.h"

/*@ axiomatic SeenProducts { logic seq seen_products(seq a, seq b, subset m); } // a_j b_j, 0 outside m
 */

/*@ lemma seen_products_visible: \forall seq a, b, subset m, integer j; among(m, j) ==>
      el(seen_products(a, b, m), j) == rmul(el(a, j), el(b, j)); */
/*@ lemma seen_products_invisible: \forall seq a, b, subset m, integer j; !among(m, j) ==>
      el(seen_products(a, b, m), j) == 0.0; */
/*@ lemma seen_products_total: \forall seq a, b, subset m, integer n; n >= 0 ==>
      total(seen_products(a, b, m), n) == visible_total(products(a, b), m, n); */
#endif
