/* raised.c - see raised.h. */
#include "budget/raised.h"
#include "budget/power_term.h"

/* A bound of the error of the multiple of a score. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t, real p, s, d; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      in_ball(power, p) && in_ball(score, s) && in_ball(off, d) ==> in_ball(\result, raised_off(u, t, p, s, d));
*/
static plumb_ball off_of(const double *unit, const double *tiny, plumb_ball power, plumb_ball score, plumb_ball off) {
    plumb_ball size = plumb_ball_add(plumb_ball_absolute(score), off);
    return plumb_ball_add(plumb_ball_multiply(power, off), plumb_multiple_off(unit, tiny, power, power, size));
}

void plumb_raise_scores(const double *unit, const double *tiny, double power, const plumb_ball *score,
                        const plumb_ball *off, size_t keys, plumb_ball *raised, plumb_ball *raised_off) {
    plumb_ball p = plumb_ball_of(power);
    //@ assert power: in_ball(p, (real)power);
    /*@ loop invariant index: 0 <= j <= keys;
        loop invariant model: \forall seq u, t; \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS), Pre)
          ==> values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS);
        loop invariant done: \forall seq u, t, y, x, subset m;
          \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && all_computed(score, off, y, m, keys),
              Pre) && is_roundings(u, t) && bears_roots(u, t, power) &&
          scores_raised(u, t, power, y, x, m, keys) ==> all_computed(raised, raised_off, x, m, j);
        loop assigns j, raised[0 .. keys - 1], raised_off[0 .. keys - 1];
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++) {
        plumb_ball each = plumb_ball_multiply(p, score[j]), each_off = off_of(unit, tiny, p, score[j], off[j]);
        /*@ assert known: \forall seq u, t, real s, d;
              \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS), Pre) &&
              in_ball(\at(score[\at(j, Here)], Pre), s) && in_ball(\at(off[\at(j, Here)], Pre), d) ==>
              in_ball(each, rmul(power, s)) && in_ball(each_off, raised_off(u, t, power, s, d)); */
        /*@ assert each: \forall seq u, t, real y, x;
              \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS), Pre) && is_roundings(u, t) &&
              bears_roots(u, t, power) &&
              computed_as(\at(score[\at(j, Here)], Pre), \at(off[\at(j, Here)], Pre), y) &&
              score_raised(u, t, power, y, x) ==> computed_as(each, each_off, x); */
        raised[j] = each;
        raised_off[j] = each_off;
        //@ assert stored: raised[j] == each && raised_off[j] == each_off;
    }
}
