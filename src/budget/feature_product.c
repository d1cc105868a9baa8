/* feature_product.c - see feature_product.h. */
#include "budget/feature_product.h"
#include "budget/score_parts.h"
#include "budget/widened.h"

/* The sum of the products, and of their sizes; and of the sizes of row and elements. */
typedef struct {
    plumb_ball exact, terms, row, elements;
} product_sums;

/*@ predicate sums_to(product_sums sums, seq w, seq x, integer n) =
      in_ball(sums.exact, dots(w, x, n)) && in_ball(sums.terms, dots(absolutes(w), absolutes(x), n)) &&
      in_ball(sums.row, absolute_total(w, n)) && in_ball(sums.elements, absolute_total(x, n)); */

/* One product more. */
/*@ assigns \nothing;
    ensures sums: \forall seq w, x, integer i, j; 0 <= i < j <= i + 1 && sums_to(sums, w, x, i) &&
      in_ball(weight, el(w, i)) && in_ball(element, el(x, i)) ==> sums_to(\result, w, x, j);
*/
static product_sums add_product(product_sums sums, plumb_ball weight, plumb_ball element) {
    plumb_ball size = plumb_ball_absolute(weight), other = plumb_ball_absolute(element);
    sums.exact = plumb_ball_add(sums.exact, plumb_ball_multiply(weight, element));
    sums.terms = plumb_ball_add(sums.terms, plumb_ball_multiply(size, other));
    sums.row = plumb_ball_add(sums.row, size);
    sums.elements = plumb_ball_add(sums.elements, other);
    return sums;
}

/*@ requires reads: \valid_read(row + (0 .. n - 1)) && \valid_read(element + (0 .. n - 1));
    assigns \nothing;
    ensures sums: \forall seq w, x; values(row, w, n) && encloses(element, x, n) ==> sums_to(\result, w, x, n);
*/
static product_sums sum_products(const double *row, const plumb_ball *element, size_t n) {
    product_sums sums;
    sums.exact = sums.terms = sums.row = sums.elements = plumb_ball_zero();
    /*@ loop invariant index: 0 <= i <= n;
        loop invariant sums: \forall seq w, x; values(row, w, n) && encloses(element, x, n) ==> sums_to(sums, w, x, i);
        loop assigns i, sums;
        loop variant n - i;
    */
    for (size_t i = 0; i < n; i++)
        sums = add_product(sums, plumb_ball_of(row[i]), element[i]);
    return sums;
}

/*@ requires counts: n <= PLUMB_MOST_ROUNDINGS;
    requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u; values(unit, u, PLUMB_STEPS) ==> in_ball(\result, feature_sum_unit(u, n));
*/
static plumb_ball unit_of_sum(const double *unit, size_t n) {
    return plumb_ball_gamma(plumb_of_size(n + 2), plumb_ball_of(unit[PLUMB_STEP_PRODUCT]));
}

/* What underflows, with these sizes. */
/*@ requires counts: n <= PLUMB_MOST_ROUNDINGS;
    requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t, real z; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      in_ball(sizes, z) ==> in_ball(\result, feature_product_lost(u, t, n, z));
*/
static plumb_ball lost(const double *unit, const double *tiny, size_t n, plumb_ball sizes) {
    plumb_ball operand = plumb_operand_tiny(unit, tiny);
    plumb_ball twice = plumb_ball_multiply(plumb_ball_of(2.0), plumb_ball_of(tiny[PLUMB_STEP_PRODUCT]));
    plumb_ball each = plumb_ball_add(plumb_ball_multiply(operand, operand), twice);
    plumb_ball by_sizes = plumb_ball_multiply(operand, plumb_one_and(plumb_operand_unit(unit)));
    return plumb_ball_add(plumb_ball_multiply(by_sizes, sizes),
                          plumb_ball_multiply(plumb_ball_of(plumb_of_size(n)), each));
}

/*@ requires counts: n <= PLUMB_MOST_ROUNDINGS;
    requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t, real s, z; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      in_ball(terms, s) && in_ball(sizes, z) ==> in_ball(\result, feature_product_off(u, t, n, s, z));
*/
static plumb_ball off(const double *unit, const double *tiny, size_t n, plumb_ball terms, plumb_ball sizes) {
    plumb_ball operand = plumb_operand_unit(unit), sum = unit_of_sum(unit, n);
    plumb_ball relative = plumb_ball_joint(plumb_ball_joint(operand, operand), sum);
    return plumb_ball_add(plumb_ball_multiply(relative, terms),
                          plumb_ball_multiply(plumb_one_and(sum), lost(unit, tiny, n, sizes)));
}

plumb_ball plumb_feature_product(const double *unit, const double *tiny, const double *row, const plumb_ball *element,
                                 size_t n) {
    product_sums sums = sum_products(row, element, n);
    plumb_ball sizes = plumb_ball_add(sums.row, sums.elements);
    plumb_ball computed = plumb_ball_widened(sums.exact, off(unit, tiny, n, sums.terms, sizes));
    /*@ assert computed: \forall seq u, t, w, x, real p; values(unit, u, PLUMB_STEPS) &&
          values(tiny, t, PLUMB_STEPS) && values(row, w, n) && encloses(element, x, n) &&
          near(p, dots(w, x, n), feature_product_off(u, t, n, dots(absolutes(w), absolutes(x), n),
                                                     absolute_total(w, n) + absolute_total(x, n))) ==>
          in_ball(computed, p); */
    return plumb_ball_rounded_in(unit, tiny, PLUMB_STEP_INPUT, computed);
}
