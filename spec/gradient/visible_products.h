/* spec/gradient/visible_products.h - products of which a sum over all keys is one over the visible keys. */
#ifndef PLUMB_SPEC_GRADIENT_VISIBLE_PRODUCTS_H
#define PLUMB_SPEC_GRADIENT_VISIBLE_PRODUCTS_H
#include "spec/gradient/score_gradient.h"
#include "spec/number/total.h"

/*@ axiomatic VisibleProducts { logic seq visible_products(seq a, seq b, subset m); } // a_j b_j, 0 outside m
 */

/*@ lemma visible_products_visible: \forall seq a, b, subset m, integer j; among(m, j) ==>
      el(visible_products(a, b, m), j) == rmul(el(a, j), el(b, j)); */
/*@ lemma visible_products_hidden: \forall seq a, b, subset m, integer j; !among(m, j) ==>
      el(visible_products(a, b, m), j) == 0.0; */
/*@ lemma visible_products_total: \forall seq a, b, subset m, integer n; n >= 0 ==>
      total(visible_products(a, b, m), n) == visible_total(products(a, b), m, n); */
#endif
