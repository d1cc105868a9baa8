/* turned_gradient.h - is it certain that no engine of a precision model returns a number as an element of dq or dk, of
   vectors that it has rotated, or moved otherwise?  (spec/budget.md, section 24) */
#ifndef PLUMB_BUDGET_TURNED_GRADIENT_H
#define PLUMB_BUDGET_TURNED_GRADIENT_H
#include "budget/possibility.h"
#include "budget/products.h"
#include "budget/rotated.h"
#include "spec/budget/turned_gradient.h"

/* An element of a vector: which of its pair, whose turn is m, and where the pair went. */
typedef struct {
    int which;
    size_t m, first, second;
} plumb_turned_place;

/* Element i of a vector of that layout; `first` is i where it is not rotated. */
/*@ requires pairs: 2 * pairs <= SIZE_MAX;
    requires layout: layout == PLUMB_ROPE_HALF || layout == PLUMB_ROPE_INTERLEAVED ||
                     layout == PLUMB_ROPE_DEINTERLEAVED;
    assigns \nothing;
    ensures rotated: i < 2 * pairs ==> \result.which != PLUMB_TURNED_NOT && \result.m < pairs &&
                                       \result.first < 2 * pairs && \result.second < 2 * pairs;
    ensures rest: 2 * pairs <= i ==> \result.which == PLUMB_TURNED_NOT && \result.first == i && \result.second == i;
    ensures first: \result.which == PLUMB_TURNED_FIRST ==> \exists integer b;
      first_of_pair(layout, pairs, \result.first, \result.m, i, b) &&
      second_of_pair(layout, pairs, \result.second, \result.m, i, b);
    ensures second: \result.which == PLUMB_TURNED_SECOND ==> \exists integer a;
      first_of_pair(layout, pairs, \result.first, \result.m, a, i) &&
      second_of_pair(layout, pairs, \result.second, \result.m, a, i);
    ensures kinds: PLUMB_TURNED_NOT <= \result.which <= PLUMB_TURNED_SECOND;
*/
plumb_turned_place plumb_place_turned(plumb_rope_layout layout, size_t pairs, size_t i);

/* What an element comes of. */
typedef struct {
    plumb_product_sums first, second; /* of the weights, and of what the vectors have where its pair went */
    plumb_ball scale;
    size_t stores; /* most roundings of a partial sum to the format of the result; 0: they stay in `accumulate` */
    int which;
    plumb_turn turn; /* if it is of a pair */
} plumb_turned_sums;

/*@ predicate reads_turned_sums(plumb_turned_sums g) = g.first.count < PLUMB_MOST_ROUNDINGS / 4 &&
      g.second.count < PLUMB_MOST_ROUNDINGS / 4 && g.stores < PLUMB_MOST_ROUNDINGS / 4 &&
      (g.which != PLUMB_TURNED_NOT ==> g.turn.roundings <= PLUMB_MOST_ROUNDINGS); */
/*@ predicate turned_sums_of(plumb_turned_sums g, real scale, seq x, seq v, seq w, subset m, integer n, real delta,
                             real mu, real c, real s) =
      sums_of(g.first, x, v, m, n) && sums_of(g.second, x, w, m, n) && in_ball(g.scale, scale) &&
      (g.which != PLUMB_TURNED_NOT ==> turn_of(g.turn, delta, mu, c, s)); */

/* A ball around the element before it is stored, where the scale multiplies in that place. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires counts: reads_turned_sums(sums);
    requires place: 0 <= place < PLUMB_SCALE_PLACES;
    assigns \nothing;
    ensures encloses: \forall seq u, t, x, v, w, subset m, integer n, real scale, delta, mu, c, s, y;
      values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && is_roundings(u, t) &&
      turned_sums_of(sums, scale, x, v, w, m, n, delta, mu, c, s) &&
      turned_sum(u, t, place, scale, visible_of(m, n, x), visible_of(m, n, v), visible_of(m, n, w),
                 visible_count(m, n), product_steps(m, n, 0), sums.stores, sums.which, delta, sums.turn.roundings, mu,
                 c, s, y) ==> in_ball(\result, y);
*/
plumb_ball plumb_turned_sum(const double *unit, const double *tiny, int place, plumb_turned_sums sums);

/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires counts: reads_turned_sums(sums);
    assigns \nothing;
    ensures impossible: \result == PLUMB_IMPOSSIBLE ==>
      \forall seq u, t, x, v, w, subset m, integer n, real scale, delta, mu, c, s;
      values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      turned_sums_of(sums, scale, x, v, w, m, n, delta, mu, c, s) ==>
      !turned_gradient_gives(u, t, scale, x, v, w, m, n, sums.stores, sums.which, delta, sums.turn.roundings, mu, c, s,
                             number);
*/
plumb_possibility plumb_turned_gradient_verdict(const double *unit, const double *tiny, plumb_turned_sums sums,
                                                double number);
#endif
