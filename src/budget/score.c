/* score.c - see score.h. */
#include "budget/score.h"
#include "budget/element_sums.h"
#include "budget/score_parts.h"

/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1));
    requires counts: 0 <= head_dim <= PLUMB_MOST_ROUNDINGS;
    assigns \nothing;
    ensures encloses: \forall seq u; values(unit, u, PLUMB_STEPS) ==> in_ball(\result, product_unit(u, head_dim));
*/
static plumb_ball unit_of_product(const double *unit, size_t head_dim) {
    plumb_ball operand = plumb_operand_unit(unit);
    return plumb_ball_joint(plumb_ball_joint(operand, operand), plumb_sum_unit(unit, head_dim));
}

/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires counts: 0 <= head_dim <= PLUMB_MOST_ROUNDINGS;
    assigns \nothing;
    ensures encloses: \forall seq u, t, real s; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      in_ball(larger, s) ==> in_ball(\result, product_gain(u, t, head_dim, s));
*/
static plumb_ball gain_of_products(const double *unit, const double *tiny, size_t head_dim,
                                   plumb_ball larger) {
    return plumb_ball_multiply(plumb_one_and(plumb_sum_unit(unit, head_dim)),
                               plumb_amplified(unit, tiny, larger));
}

/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires counts: 0 <= head_dim <= PLUMB_MOST_ROUNDINGS;
    assigns \nothing;
    ensures encloses: \forall seq u, t, real s, l; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      in_ball(size, s) && in_ball(larger, l) ==> in_ball(\result, part_of_magnitude(u, t, head_dim, s, l));
*/
static plumb_ball error_of_magnitude(const double *unit, const double *tiny, size_t head_dim,
                                     plumb_ball size, plumb_ball larger) {
    plumb_ball underflow = plumb_scale_tiny(unit, tiny, larger);
    plumb_ball scale =
        plumb_ball_add(plumb_ball_multiply(plumb_one_and(plumb_input_unit(unit)), size), underflow);
    plumb_ball product = plumb_ball_multiply(unit_of_product(unit, head_dim), scale);
    return plumb_ball_multiply(plumb_one_and(plumb_score_unit(unit)), plumb_ball_add(product, underflow));
}

/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires counts: 0 <= head_dim <= PLUMB_MOST_ROUNDINGS;
    assigns \nothing;
    ensures encloses: \forall seq u, t, real s; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      in_ball(larger, s) ==> in_ball(\result, part_of_sizes(u, t, head_dim, s));
*/
static plumb_ball error_of_sizes(const double *unit, const double *tiny, size_t head_dim,
                                 plumb_ball larger) {
    plumb_ball operand =
        plumb_ball_multiply(plumb_operand_tiny(unit, tiny), plumb_one_and(plumb_operand_unit(unit)));
    plumb_ball gained =
        plumb_ball_multiply(gain_of_products(unit, tiny, head_dim, larger), operand);
    return plumb_ball_multiply(plumb_one_and(plumb_score_unit(unit)), gained);
}

/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires counts: 0 <= head_dim <= PLUMB_MOST_ROUNDINGS;
    assigns \nothing;
    ensures encloses: \forall seq u, t, real s; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      in_ball(larger, s) ==> in_ball(\result, part_of_nothing(u, t, head_dim, s));
*/
static plumb_ball error_of_nothing(const double *unit, const double *tiny, size_t head_dim,
                                   plumb_ball larger) {
    plumb_ball operand = plumb_operand_tiny(unit, tiny);
    plumb_ball products =
        plumb_ball_multiply(plumb_ball_of(6.0), plumb_ball_of(tiny[PLUMB_STEP_PRODUCT]));
    plumb_ball each = plumb_ball_add(plumb_ball_multiply(operand, operand), products);
    plumb_ball all = plumb_ball_multiply(plumb_ball_of(plumb_of_size(head_dim)), each);
    plumb_ball gained = plumb_ball_multiply(gain_of_products(unit, tiny, head_dim, larger), all);
    plumb_ball stores = plumb_ball_add(plumb_amplified(unit, tiny, larger), plumb_ball_of(2.0));
    plumb_ball stored = plumb_ball_multiply(plumb_ball_of(tiny[PLUMB_STEP_SCORE]), stores);
    return plumb_ball_multiply(plumb_one_and(plumb_score_unit(unit)), plumb_ball_add(gained, stored));
}

plumb_score_error plumb_score_error_of(const double *unit, const double *tiny, size_t head_dim,
                                       plumb_ball scale) {
    plumb_ball size = plumb_ball_absolute(scale);
    plumb_ball larger = plumb_ball_maximum(plumb_ball_of(1.0), size);
    plumb_score_error error;
    error.of_magnitude = error_of_magnitude(unit, tiny, head_dim, size, larger);
    error.of_sizes = error_of_sizes(unit, tiny, head_dim, larger);
    error.of_score = plumb_ball_joint(plumb_score_unit(unit), plumb_input_unit(unit));
    error.of_nothing = error_of_nothing(unit, tiny, head_dim, larger);
    return error;
}

plumb_ball plumb_score_off(plumb_score_error error, const double *query, const double *key,
                           size_t head_dim, plumb_ball score) {
    plumb_element_sums sums = plumb_sum_elements(query, key, head_dim);
    plumb_ball products = plumb_ball_multiply(error.of_magnitude, sums.magnitude);
    plumb_ball sizes = plumb_ball_multiply(error.of_sizes, plumb_ball_add(sums.query, sums.key));
    plumb_ball stores = plumb_ball_multiply(error.of_score, plumb_ball_absolute(score));
    return plumb_ball_add(plumb_ball_add(plumb_ball_add(products, sizes), stores),
                          error.of_nothing);
}
