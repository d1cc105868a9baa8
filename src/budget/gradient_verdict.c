/* gradient_verdict.c - see gradient_verdict.h. */
#include "budget/gradient_verdict.h"
#include "budget/gradient_sum.h"
#include "budget/missed.h"

/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t, real x; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      pair_weight(u, t, of_values, pair, x) ==> in_ball(\result, x);
*/
static plumb_ball weight_of(const double *unit, const double *tiny, int of_values, plumb_gradient_pair pair) {
    return of_values ? plumb_pair_probability(unit, tiny, pair) : plumb_pair_gradient(unit, tiny, pair);
}

void plumb_pair_weights(const double *unit, const double *tiny, const plumb_gradient_pair *pair, int of_values,
                        const unsigned char *visible, size_t pairs, plumb_ball *weight) {
    /*@ loop invariant index: 0 <= j <= pairs;
        loop invariant done: \forall seq u, t, x, subset m;
          \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(visible, m, pairs) &&
              pair_weights(pair, u, t, of_values, x, m, pairs), Pre) ==> encloses_among(weight, x, m, j);
        loop assigns j, weight[0 .. pairs - 1];
        loop variant pairs - j;
    */
    for (size_t j = 0; j < pairs; j++)
        if (visible[j]) {
            //@ assert pair: pair[j] == \at(pair[\at(j, Here)], Pre);
            plumb_ball each = weight_of(unit, tiny, of_values, pair[j]);
            /*@ assert each: \forall seq u, t, x, subset m;
                  \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(visible, m, pairs) &&
                      pair_weights(pair, u, t, of_values, x, m, pairs), Pre) && among(m, j) ==>
                  in_ball(each, el(x, j)); */
            weight[j] = each;
            //@ assert stored: weight[j] == each;
        }
}

/* 1 if the number is certainly impossible for each place of the scale from `first` to before `end`. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires counts: sums.count < PLUMB_MOST_ROUNDINGS / 4 && stores < PLUMB_MOST_ROUNDINGS / 4;
    requires places: 0 <= first <= end <= PLUMB_SCALE_PLACES;
    assigns \nothing;
    ensures excluded: \result != 0 ==> \forall seq u, t, x, v, subset m, integer n, place, real s;
      values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && is_roundings(u, t) &&
      sums_of(sums, x, v, m, n) && in_ball(scale, s) && first <= place < end ==>
      !gradient_summed(u, t, place, s, visible_of(m, n, x), visible_of(m, n, v), visible_count(m, n),
                       product_steps(m, n, 0), stores, number);
*/
static int excluded(const double *unit, const double *tiny, int first, int end, plumb_ball scale, size_t stores,
                    plumb_product_sums sums, double number) {
    /*@ loop invariant index: first <= place <= end;
        loop invariant excluded: \forall seq u, t, x, v, subset m, integer n, i, real s;
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && is_roundings(u, t) &&
          sums_of(sums, x, v, m, n) && in_ball(scale, s) && first <= i < place ==>
          !gradient_summed(u, t, i, s, visible_of(m, n, x), visible_of(m, n, v), visible_count(m, n),
                           product_steps(m, n, 0), stores, number);
        loop assigns place;
        loop variant end - place;
    */
    for (int place = first; place < end; place++)
        if (!plumb_ball_misses(plumb_gradient_sum(unit, tiny, place, scale, stores, sums), number))
            return 0;
    return 1;
}

plumb_possibility plumb_gradient_sum_verdict(const double *unit, const double *tiny, const plumb_ball *weight,
                                             const unsigned char *visible, const double *value, size_t pairs,
                                             size_t width, size_t column, int has_scale, plumb_ball scale,
                                             size_t stores, double number) {
    if (!plumb_are_roundings(unit, tiny))
        return PLUMB_POSSIBLE;
    plumb_product_sums sums = plumb_total_products(weight, visible, value, pairs, width, column);
    int first = has_scale ? PLUMB_SCALE_VALUE : PLUMB_SCALE_NOWHERE;
    int end = has_scale ? PLUMB_SCALE_PLACES : PLUMB_SCALE_VALUE;
    return excluded(unit, tiny, first, end, scale, stores, sums, number) ? PLUMB_IMPOSSIBLE : PLUMB_POSSIBLE;
}

plumb_possibility plumb_gradient_verdict(const double *unit, const double *tiny, const plumb_gradient_pair *pair,
                                         int of_values, const unsigned char *visible, const double *value,
                                         size_t pairs, size_t width, size_t column, plumb_ball scale, size_t stores,
                                         double number, plumb_ball *weight) {
    plumb_pair_weights(unit, tiny, pair, of_values, visible, pairs, weight);
    /*@ assert same: \forall seq u, t, v, subset m;
          \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(visible, m, pairs) &&
              given_column(value, v, m, pairs, width, column), Pre) ==>
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(visible, m, pairs) &&
          given_column(value, v, m, pairs, width, column); */
    return plumb_gradient_sum_verdict(unit, tiny, weight, visible, value, pairs, width, column, !of_values, scale,
                                      stores, number);
}
