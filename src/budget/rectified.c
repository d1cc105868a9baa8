/* rectified.c - see rectified.h. */
#include "budget/rectified.h"
#include "budget/widened.h"
#include "number/relu.h"

void plumb_rectify_excesses(const plumb_ball *excess, const unsigned char *visible, size_t keys,
                            plumb_ball *positive) {
    /*@ loop invariant index: 0 <= j <= keys;
        loop invariant done: \forall seq e, p, subset m;
          \at(encloses_visible(excess, visible, e, m, keys), Pre) && rectified_from(e, p, m, keys) ==>
          encloses_among(positive, p, m, j);
        loop assigns j, positive[0 .. keys - 1];
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++)
        if (visible[j]) {
            plumb_ball above = plumb_ball_relu(excess[j]);
            /*@ assert above: \forall seq e, p, subset m; \at(encloses_visible(excess, visible, e, m, keys), Pre) &&
                  rectified_from(e, p, m, keys) ==> in_ball(above, el(p, j)); */
            positive[j] = above;
            //@ assert stored: positive[j] == above;
        }
}

/* A ball around the size of a difference as it is summed. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t, real e, a; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      in_ball(excess, e) && weight_stored(u, t, PLUMB_DIVIDED_BY_ABSOLUTE_SUM, e, a) ==> in_ball(\result, a);
*/
static plumb_ball size_of(const double *unit, const double *tiny, plumb_ball excess) {
    return plumb_ball_absolute(plumb_ball_rounded_in(unit, tiny, PLUMB_STEP_PROBABILITY, excess));
}

void plumb_size_excesses(const double *unit, const double *tiny, const plumb_ball *excess,
                         const unsigned char *visible, size_t keys, plumb_ball *size) {
    /*@ loop invariant index: 0 <= j <= keys;
        loop invariant done: \forall seq u, t, e, a, subset m;
          \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
              encloses_visible(excess, visible, e, m, keys), Pre) &&
          sizes_from(u, t, e, a, m, keys) ==> encloses_among(size, a, m, j);
        loop assigns j, size[0 .. keys - 1];
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++)
        if (visible[j]) {
            plumb_ball summed = size_of(unit, tiny, excess[j]);
            /*@ assert known: \forall seq u, t, e, subset m;
                  \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
                      encloses_visible(excess, visible, e, m, keys), Pre) ==>
                  values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && in_ball(excess[j], el(e, j)) &&
                  among(m, j); */
            /*@ assert summed: \forall seq u, t, e, a, subset m;
                  values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && in_ball(excess[j], el(e, j)) &&
                  among(m, j) && sizes_from(u, t, e, a, m, keys) ==> in_ball(summed, el(a, j)); */
            size[j] = summed;
            //@ assert stored: size[j] == summed;
        }
}
