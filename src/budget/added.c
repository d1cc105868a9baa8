/* added.c - see added.h. */
#include "budget/added.h"
#include "budget/ends.h"
#include "budget/roundings.h"

/* Which angle number i of a row is of. */
/*@ requires pairs: 0 <= i < 2 * pairs && 2 * pairs <= SIZE_MAX;
    assigns \nothing;
    ensures angle: of_angle(layout, pairs, i, \result) && \result < pairs;
*/
static size_t angle_of(plumb_sinusoidal_layout layout, size_t pairs, size_t i) {
    return layout == PLUMB_SINUSOIDAL_INTERLEAVED ? i / 2 : i < pairs ? i : i - pairs;
}

int plumb_sinusoid_off(const double *unit, const double *delta, plumb_sinusoidal_layout layout, size_t dim,
                       double *off) {
    plumb_ball function = plumb_ball_multiply(plumb_ball_of(8.0), plumb_ball_of(unit[PLUMB_STEP_EXPONENT]));
    //@ assert function: \forall seq u; values(unit, u, PLUMB_STEPS) ==> in_ball(function, rmul(8.0, el(u, 4)));
    /*@ loop invariant index: 0 <= i <= dim;
        loop invariant done: \forall seq u, ds, turns, w, integer position;
          \at(values(unit, u, PLUMB_STEPS) && values(delta, ds, dim / 2), Pre) &&
          sinusoid_computed(u, ds, turns, position, layout, dim / 2, w) ==>
          row_within(off, w, sinusoid(turns, position, layout, dim / 2), i);
        loop assigns i, off[0 .. dim - 1];
        loop variant dim - i;
    */
    for (size_t i = 0; i < dim; i++) {
        size_t m = angle_of(layout, dim / 2, i);
        double width = plumb_ball_top(plumb_ball_add(plumb_ball_of(delta[m]), function));
        /*@ assert width: \is_finite(width) ==> \forall seq u, ds;
              \at(values(unit, u, PLUMB_STEPS) && values(delta, ds, dim / 2), Pre) ==>
              function_off(u, el(ds, m)) <= width; */
        /*@ assert within: \forall seq u, ds, turns, w, integer position;
              sinusoid_computed(u, ds, turns, position, layout, dim / 2, w) ==>
              near(el(w, i), el(sinusoid(turns, position, layout, dim / 2), i), function_off(u, el(ds, m))); */
        if (!plumb_is_finite(width))
            return 0;
        off[i] = width;
        //@ assert stored: off[i] == width;
    }
    return 1;
}

/* Stored as a tensor. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t, real d, z; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      in_ball(off, d) && in_ball(size, z) ==> in_ball(\result, in_tensor_off(u, t, d, z));
*/
static plumb_ball in_tensor(const double *unit, const double *tiny, plumb_ball off, plumb_ball size) {
    return plumb_ball_moved(plumb_tensor_unit(unit), plumb_tensor_tiny(tiny), off, size);
}

/* Of a sum of this size, of whose row the number is so large and so far off. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t, real d, r, z; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      in_ball(row_off, d) && in_ball(row, r) && in_ball(size, z) ==> in_ball(\result, added_off(u, t, d, r, z));
*/
static plumb_ball off_of_sum(const double *unit, const double *tiny, plumb_ball row_off, plumb_ball row,
                             plumb_ball size) {
    plumb_ball stored = in_tensor(unit, tiny, row_off, row);
    plumb_ball sum = plumb_ball_moved(plumb_ball_of(unit[PLUMB_STEP_EXPONENT]),
                                      plumb_ball_of(tiny[PLUMB_STEP_EXPONENT]), stored, size);
    return in_tensor(unit, tiny, in_tensor(unit, tiny, sum, size), size);
}

/* y is within what is known of the exact x */
/*@ predicate known(plumb_computed r, real x, real y) =
      in_ball(r.exact, x) && \exists real d; in_ball(r.off, d) && near(y, x, d); */

/* What is known of an element. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures known: \forall seq u, t, real r, w, v, s, y; values(unit, u, PLUMB_STEPS) &&
      values(tiny, t, PLUMB_STEPS) && is_roundings(u, t) && \is_finite(x) && v == x && s == v + r && in_ball(sum, s) &&
      \is_finite(row_off) && near(w, r, row_off) && element_added(u, t, w, v, y) ==> known(\result, s, y);
*/
static plumb_computed added(const double *unit, const double *tiny, plumb_ball sum, double row_off, double x) {
    plumb_computed element;
    plumb_ball row = plumb_ball_subtract(sum, plumb_ball_of(x));
    //@ assert row: \forall real r; in_ball(sum, x + r) && \is_finite(x) ==> in_ball(row, r);
    element.exact = sum;
    element.off = off_of_sum(unit, tiny, plumb_ball_of(row_off), plumb_ball_absolute(row), plumb_ball_absolute(sum));
    return element;
}

int plumb_added_vector(const double *unit, const double *tiny, const plumb_ball *sum, const double *row_off,
                       const double *x, size_t dim, double *size, double *off) {
    /*@ loop invariant index: 0 <= i <= dim;
        loop invariant done: \forall seq u, t, r, w, v, y;
          \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && encloses(sum, with_row(v, r), dim) &&
              row_within(row_off, w, r, dim) && values(x, v, dim), Pre) && is_roundings(u, t) &&
          vector_added(u, t, w, v, y, dim) ==> elements_moved(size, off, y, with_row(v, r), i);
        loop assigns i, size[0 .. dim - 1], off[0 .. dim - 1];
        loop variant dim - i;
    */
    for (size_t i = 0; i < dim; i++) {
        /*@ assert model: \forall seq u, t;
              \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS), Pre) ==>
              values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS); */
        //@ assert sum: \forall seq s; \at(encloses(sum, s, dim), Pre) ==> in_ball(sum[i], el(s, i));
        /*@ assert row: \forall seq w, r; \at(row_within(row_off, w, r, dim), Pre) ==>
              \is_finite(row_off[i]) && near(el(w, i), el(r, i), row_off[i]); */
        //@ assert x: \forall seq v; \at(values(x, v, dim), Pre) ==> \is_finite(x[i]) && el(v, i) == x[i];
        plumb_computed each = added(unit, tiny, sum[i], row_off[i], x[i]);
        /*@ assert known: \forall seq u, t, r, w, v, y;
              \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && encloses(sum, with_row(v, r), dim) &&
                  row_within(row_off, w, r, dim) && values(x, v, dim), Pre) && is_roundings(u, t) &&
              vector_added(u, t, w, v, y, dim) ==> known(each, el(with_row(v, r), i), el(y, i)); */
        double farthest = plumb_ball_top(plumb_ball_add(plumb_ball_absolute(each.exact), each.off));
        double width = plumb_ball_top(each.off);
        if (!plumb_is_finite(farthest) || !plumb_is_finite(width))
            return 0;
        //@ assert each: \forall real p, y; known(each, p, y) ==> element_moved(farthest, width, y, p);
        size[i] = farthest;
        off[i] = width;
        //@ assert stored: size[i] == farthest && off[i] == width;
    }
    return 1;
}
