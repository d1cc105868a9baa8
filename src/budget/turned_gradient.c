/* turned_gradient.c - see turned_gradient.h. */
#include "budget/turned_gradient.h"
#include "budget/gradient_sum.h"
#include "budget/missed.h"
#include "budget/widened.h"

plumb_turned_place plumb_place_turned(plumb_rope_layout layout, size_t pairs, size_t i) {
    plumb_turned_place place = {PLUMB_TURNED_NOT, 0, i, i};
    if (i >= 2 * pairs)
        return place;
    int apart = layout == PLUMB_ROPE_HALF, stays = layout == PLUMB_ROPE_INTERLEAVED;
    place.m = !apart ? i / 2 : i < pairs ? i : i - pairs;
    place.first = stays ? 2 * place.m : place.m;
    place.second = stays ? 2 * place.m + 1 : place.m + pairs;
    place.which = (apart ? i < pairs : i % 2 == 0) ? PLUMB_TURNED_FIRST : PLUMB_TURNED_SECOND;
    /*@ assert first: place.which == PLUMB_TURNED_FIRST ==>
          first_of_pair(layout, pairs, place.first, place.m, i, apart ? i + pairs : i + 1) &&
          second_of_pair(layout, pairs, place.second, place.m, i, apart ? i + pairs : i + 1); */
    /*@ assert second: place.which == PLUMB_TURNED_SECOND ==>
          first_of_pair(layout, pairs, place.first, place.m, apart ? i - pairs : i - 1, i) &&
          second_of_pair(layout, pairs, place.second, place.m, apart ? i - pairs : i - 1, i); */
    return place;
}

/* From the gradient in the two elements of a rotated pair to that in one of the vector. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires counts: which != PLUMB_TURNED_NOT ==> turn.roundings <= PLUMB_MOST_ROUNDINGS;
    assigns \nothing;
    ensures encloses: \forall seq u, t, real delta, mu, c, s, g, h, y; values(unit, u, PLUMB_STEPS) &&
      values(tiny, t, PLUMB_STEPS) && is_roundings(u, t) &&
      (which != PLUMB_TURNED_NOT ==> turn_of(turn, delta, mu, c, s)) && in_ball(first, g) && in_ball(second, h) &&
      turned_back(u, t, which, delta, turn.roundings, mu, c, s, g, h, y) ==> in_ball(\result, y);
*/
static plumb_ball turned_back(const double *unit, const double *tiny, int which, plumb_turn turn, plumb_ball first,
                              plumb_ball second) {
    if (which == PLUMB_TURNED_SECOND)
        return plumb_rotated_first(unit, tiny, turn, second, first);
    if (which != PLUMB_TURNED_FIRST)
        return first;
    plumb_turn back = turn;
    back.sine = plumb_ball_negate(turn.sine);
    //@ assert back: \forall real delta, mu, c, s; turn_of(turn, delta, mu, c, s) ==> turn_of(back, delta, mu, c, -s);
    return plumb_rotated_first(unit, tiny, back, first, second);
}

plumb_ball plumb_turned_sum(const double *unit, const double *tiny, int place, plumb_turned_sums sums) {
    plumb_ball first = plumb_gradient_sum(unit, tiny, place, sums.scale, sums.stores, sums.first);
    plumb_ball second = plumb_gradient_sum(unit, tiny, place, sums.scale, sums.stores, sums.second);
    return turned_back(unit, tiny, sums.which, sums.turn, first, second);
}

/* A ball around the number as it is stored. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t, real y, z; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      in_ball(a, y) && result_stored(u, t, y, z) ==> in_ball(\result, z);
*/
static plumb_ball stored(const double *unit, const double *tiny, plumb_ball a) {
    plumb_ball result = plumb_ball_rounded_in(unit, tiny, PLUMB_STEP_OUTPUT, a);
    return plumb_ball_rounded_in(unit, tiny, PLUMB_STEP_TENSOR, result);
}

plumb_possibility plumb_turned_gradient_verdict(const double *unit, const double *tiny, plumb_turned_sums sums,
                                                double number) {
    if (!plumb_are_roundings(unit, tiny))
        return PLUMB_POSSIBLE;
    /*@ loop invariant index: PLUMB_SCALE_VALUE <= place <= PLUMB_SCALE_PLACES;
        loop invariant excluded: \forall seq u, t, x, v, w, subset m, integer n, i, real scale, delta, mu, c, s, y;
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
          turned_sums_of(sums, scale, x, v, w, m, n, delta, mu, c, s) && PLUMB_SCALE_VALUE <= i < place &&
          turned_sum(u, t, i, scale, visible_of(m, n, x), visible_of(m, n, v), visible_of(m, n, w),
                     visible_count(m, n), product_steps(m, n, 0), sums.stores, sums.which, delta, sums.turn.roundings,
                     mu, c, s, y) ==> !result_stored(u, t, y, number);
        loop assigns place;
        loop variant PLUMB_SCALE_PLACES - place;
    */
    for (int place = PLUMB_SCALE_VALUE; place < PLUMB_SCALE_PLACES; place++)
        if (!plumb_ball_misses(stored(unit, tiny, plumb_turned_sum(unit, tiny, place, sums)), number))
            return PLUMB_POSSIBLE;
    return PLUMB_IMPOSSIBLE;
}
