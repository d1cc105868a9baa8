/* rotated.c - see rotated.h. */
#include "budget/rotated.h"
#include "budget/ends.h"
#include "budget/roundings.h"
#include "budget/widened.h"

/* What all elements of a vector share: their roundings, those of a tensor, of the multiplier, and how far a cosine is
   off. */
typedef struct {
    plumb_ball input_unit, input_tiny, tensor_unit, tensor_tiny, multiplier_unit, multiplier_tiny, function;
} turn_error;

/*@ predicate is_turn_error(turn_error e, seq u, seq t, real k, real mu) =
      in_ball(e.input_unit, el(u, 0)) && in_ball(e.input_tiny, el(t, 0)) && in_ball(e.tensor_unit, tensor_unit(u)) &&
      in_ball(e.tensor_tiny, tensor_tiny(t)) && in_ball(e.multiplier_unit, gamma_up(k, el(u, 4))) &&
      in_ball(e.multiplier_tiny, gamma_tiny(u, t, k)) && in_ball(e.function, rmul(rmul(8.0, el(u, 4)), \abs(mu))); */

/*@ requires finite: \is_finite(count);
    requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures error: \forall seq u, t, real mu; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      in_ball(multiplier, mu) ==> is_turn_error(\result, u, t, count, mu);
*/
static turn_error turn_error_of(const double *unit, const double *tiny, double count, plumb_ball multiplier) {
    turn_error e;
    e.input_unit = plumb_ball_of(unit[PLUMB_STEP_INPUT]);
    e.input_tiny = plumb_ball_of(tiny[PLUMB_STEP_INPUT]);
    e.tensor_unit = plumb_tensor_unit(unit);
    e.tensor_tiny = plumb_tensor_tiny(tiny);
    e.multiplier_unit = plumb_several_unit(unit, count);
    e.multiplier_tiny = plumb_several_tiny(unit, tiny, count);
    e.function = plumb_ball_multiply(
        plumb_ball_multiply(plumb_ball_of(8.0), plumb_ball_of(unit[PLUMB_STEP_EXPONENT])),
        plumb_ball_absolute(multiplier));
    return e;
}

/*@ assigns \nothing;
    ensures encloses: \forall seq u, t, real k, mu, d, z; is_turn_error(e, u, t, k, mu) && in_ball(off, d) &&
      in_ball(size, z) ==> in_ball(\result, in_tensor_off(u, t, d, z));
*/
static plumb_ball in_tensor(turn_error e, plumb_ball off, plumb_ball size) {
    return plumb_ball_moved(e.tensor_unit, e.tensor_tiny, off, size);
}

/* Of a cosine or a sine of this size. */
/*@ assigns \nothing;
    ensures encloses: \forall seq u, t, real k, mu, z; is_turn_error(e, u, t, k, mu) && in_ball(size, z) ==>
      in_ball(\result, entry_off(u, t, k, mu, z));
*/
static plumb_ball off_of_entry(turn_error e, plumb_ball size) {
    return in_tensor(e, plumb_ball_moved(e.multiplier_unit, e.multiplier_tiny, e.function, size), size);
}

/* Of its product with an element of size a. */
/*@ assigns \nothing;
    ensures encloses: \forall seq u, t, real k, mu, x, z; is_turn_error(e, u, t, k, mu) && in_ball(a, x) &&
      in_ball(size, z) ==> in_ball(\result, rotated_product_off(u, t, k, mu, x, z));
*/
static plumb_ball off_of_product(turn_error e, plumb_ball a, plumb_ball size) {
    plumb_ball entry = off_of_entry(e, size), zero = plumb_ball_zero();
    plumb_ball element = plumb_ball_moved(e.input_unit, e.input_tiny, zero, a);
    plumb_ball product = plumb_ball_add(plumb_ball_multiply(element, plumb_ball_add(size, entry)),
                                        plumb_ball_multiply(a, entry));
    return in_tensor(e, product, plumb_ball_multiply(a, size));
}

/* How large a cosine is whose angle is off, and whose sine has size s. */
/*@ assigns \nothing;
    ensures encloses: \forall real d, x, y; in_ball(delta, d) && in_ball(c, x) && in_ball(s, y) ==>
      in_ball(\result, angle_enlarges(d, x, y));
*/
static plumb_ball enlarged(plumb_ball delta, plumb_ball c, plumb_ball s) {
    return plumb_ball_add(c, plumb_ball_multiply(delta, s));
}

/* By how much an element of size x moves as its angle does, whose partner is of size y. */
/*@ assigns \nothing;
    ensures encloses: \forall real d, a, b; in_ball(delta, d) && in_ball(x, a) && in_ball(y, b) ==>
      in_ball(\result, angle_moves(d, a, b));
*/
static plumb_ball moved_by_angle(plumb_ball delta, plumb_ball x, plumb_ball y) {
    plumb_ball half = plumb_ball_multiply(plumb_ball_multiply(delta, delta), plumb_ball_of(0.5));
    return plumb_ball_add(plumb_ball_multiply(y, delta), plumb_ball_multiply(x, half));
}

/* Stored twice. */
/*@ assigns \nothing;
    ensures encloses: \forall seq u, t, real k, mu, d, z; is_turn_error(e, u, t, k, mu) && in_ball(off, d) &&
      in_ball(size, z) ==> in_ball(\result, rotated_stored(u, t, d, z));
*/
static plumb_ball stored_twice(turn_error e, plumb_ball off, plumb_ball size) {
    return in_tensor(e, in_tensor(e, off, size), size);
}

/* Of the two products, of sizes. */
/*@ assigns \nothing;
    ensures encloses: \forall seq u, t, real k, mu, d, f, g, x, y; is_turn_error(e, u, t, k, mu) &&
      in_ball(delta, d) && in_ball(c, f) && in_ball(s, g) && in_ball(a, x) && in_ball(b, y) ==>
      in_ball(\result, rotated_products(u, t, d, k, mu, f, g, x, y));
*/
static plumb_ball off_of_products(turn_error e, plumb_ball delta, plumb_ball c, plumb_ball s, plumb_ball a,
                                  plumb_ball b) {
    return plumb_ball_add(off_of_product(e, a, enlarged(delta, c, s)), off_of_product(e, b, enlarged(delta, s, c)));
}

/* y is within what is known of the exact x */
/*@ predicate known(plumb_computed r, real x, real y) =
      in_ball(r.exact, x) && \exists real d; in_ball(r.off, d) && near(y, x, d); */

/* What is known of a c - b s. */
/*@ assigns \nothing;
    ensures known: \forall seq u, t, integer k, real mu, d, f, g, x, y, z; is_turn_error(e, u, t, k, mu) &&
      is_roundings(u, t) && 0 <= k && rmul((real)k, el(u, 4)) < 1.0 && in_ball(delta, d) && in_ball(c, f) &&
      in_ball(s, g) && in_ball(a, x) && in_ball(b, y) && element_rotated(u, t, d, k, mu, f, g, x, y, z) ==>
      known(\result, rmul(x, f) - rmul(y, g), z);
*/
static plumb_computed first_rotated(turn_error e, plumb_ball delta, plumb_ball c, plumb_ball s, plumb_ball a,
                                    plumb_ball b) {
    plumb_computed element;
    element.exact = plumb_ball_subtract(plumb_ball_multiply(a, c), plumb_ball_multiply(b, s));
    plumb_ball here = plumb_ball_absolute(element.exact);
    plumb_ball there = plumb_ball_absolute(plumb_ball_add(plumb_ball_multiply(a, s), plumb_ball_multiply(b, c)));
    plumb_ball moved = moved_by_angle(delta, here, there);
    plumb_ball products = off_of_products(e, delta, plumb_ball_absolute(c), plumb_ball_absolute(s),
                                          plumb_ball_absolute(a), plumb_ball_absolute(b));
    element.off = plumb_ball_add(moved, stored_twice(e, products, plumb_ball_add(here, moved)));
    /*@ assert moved: \forall real d, f, g, x, y; in_ball(delta, d) && in_ball(c, f) && in_ball(s, g) &&
          in_ball(a, x) && in_ball(b, y) ==> in_ball(element.exact, rmul(x, f) - rmul(y, g)) &&
          in_ball(here, \abs(rmul(x, f) - rmul(y, g))) &&
          in_ball(moved, angle_moves(d, \abs(rmul(x, f) - rmul(y, g)), \abs(rmul(x, g) + rmul(y, f)))); */
    /*@ assert products: \forall seq u, t, real k, mu, d, f, g, x, y; is_turn_error(e, u, t, k, mu) &&
          in_ball(delta, d) && in_ball(c, f) && in_ball(s, g) && in_ball(a, x) && in_ball(b, y) ==>
          in_ball(products, rotated_products(u, t, d, k, mu, \abs(f), \abs(g), \abs(x), \abs(y))); */
    /*@ assert off: \forall seq u, t, real k, mu, d, f, g, x, y; is_turn_error(e, u, t, k, mu) &&
          in_ball(delta, d) && in_ball(c, f) && in_ball(s, g) && in_ball(a, x) && in_ball(b, y) ==>
          in_ball(element.off, rotated_off(u, t, d, k, mu, f, g, x, y)); */
    return element;
}

plumb_ball plumb_rotated_first(const double *unit, const double *tiny, plumb_turn turn, plumb_ball a, plumb_ball b) {
    double count = plumb_of_size(turn.roundings);
    //@ assert count: \is_finite(count) && count == turn.roundings;
    if (!plumb_are_borne(unit, count))
        return plumb_ball_unknown();
    turn_error e = turn_error_of(unit, tiny, count, turn.multiplier);
    plumb_computed first = first_rotated(e, plumb_ball_of(turn.delta), turn.cosine, turn.sine, a, b);
    //@ assert known: \forall real x, y; known(first, x, y) ==> \exists real d; in_ball(first.off, d) && near(y, x, d);
    return plumb_ball_widened(first.exact, first.off);
}

/* Elements a and b of a vector are rotated together, by angle m. */
typedef struct {
    size_t m, a, b;
    int is_first; /* whether the one that was asked for is a */
} pair;

/*@ requires pairs: 0 <= i < 2 * pairs && 2 * pairs <= SIZE_MAX;
    requires layout: layout == PLUMB_ROPE_HALF || layout == PLUMB_ROPE_INTERLEAVED ||
                     layout == PLUMB_ROPE_DEINTERLEAVED;
    assigns \nothing;
    ensures inside: \result.m < pairs && \result.a < 2 * pairs && \result.b < 2 * pairs;
    ensures first: \result.is_first != 0 ==> first_of_pair(layout, pairs, i, \result.m, \result.a, \result.b);
    ensures second: \result.is_first == 0 ==> second_of_pair(layout, pairs, i, \result.m, \result.a, \result.b);
*/
static pair pair_of(plumb_rope_layout layout, size_t pairs, size_t i) {
    int adjacent = layout == PLUMB_ROPE_INTERLEAVED, is_half = layout == PLUMB_ROPE_HALF;
    size_t m = adjacent ? i / 2 : i < pairs ? i : i - pairs;
    return (pair){m, is_half ? m : 2 * m, is_half ? m + pairs : 2 * m + 1, adjacent ? i % 2 == 0 : i < pairs};
}

/* Element i of a vector, of a pair. */
/*@ requires pairs: i < 2 * turning.pairs <= dim;
    requires layout: turning.layout == PLUMB_ROPE_HALF || turning.layout == PLUMB_ROPE_INTERLEAVED ||
                     turning.layout == PLUMB_ROPE_DEINTERLEAVED;
    requires reads: reads_turning(turning) && \valid_read(x + (0 .. dim - 1));
    assigns \nothing;
    ensures known: \forall seq u, t, delta, c, s, v, real mu, y;
      is_turn_error(e, u, t, turning.roundings, mu) && is_roundings(u, t) &&
      rmul((real)turning.roundings, el(u, 4)) < 1.0 && turning_of(turning, delta, mu, c, s) && values(x, v, dim) &&
      rotated_at(u, t, delta, turning.roundings, mu, c, s, turning.layout, turning.pairs, v, i, y) ==>
      known(\result, el(rotated(v, c, s, turning.layout, turning.pairs), i), y);
*/
static plumb_computed rotated_element(turn_error e, plumb_turning turning, const double *x, size_t dim, size_t i) {
    (void)dim; /* stands only in the contract */
    pair p = pair_of(turning.layout, turning.pairs, i);
    plumb_ball delta = plumb_ball_of(turning.delta[p.m]), c = turning.cosine[p.m], s = turning.sine[p.m];
    plumb_ball first = plumb_ball_of(x[p.a]), second = plumb_ball_of(x[p.b]);
    /*@ assert operands: \forall seq d, f, g, v, real mu; turning_of(turning, d, mu, f, g) && values(x, v, dim) ==>
          in_ball(delta, el(d, p.m)) && in_ball(c, el(f, p.m)) && in_ball(s, el(g, p.m)) &&
          in_ball(first, el(v, p.a)) && in_ball(second, el(v, p.b)); */
    /*@ assert first: p.is_first != 0 ==> \forall seq u, t, d, f, g, v, real mu, y;
          rotated_at(u, t, d, turning.roundings, mu, f, g, turning.layout, turning.pairs, v, i, y) ==>
          element_rotated(u, t, el(d, p.m), turning.roundings, mu, el(f, p.m), el(g, p.m), el(v, p.a), el(v, p.b), y)
          && el(rotated(v, f, g, turning.layout, turning.pairs), i) ==
             rmul(el(v, p.a), el(f, p.m)) - rmul(el(v, p.b), el(g, p.m)); */
    /*@ assert second: p.is_first == 0 ==> \forall seq u, t, d, f, g, v, real mu, y;
          rotated_at(u, t, d, turning.roundings, mu, f, g, turning.layout, turning.pairs, v, i, y) ==>
          element_rotated(u, t, el(d, p.m), turning.roundings, mu, el(f, p.m), -el(g, p.m), el(v, p.b), el(v, p.a), y)
          && el(rotated(v, f, g, turning.layout, turning.pairs), i) ==
             rmul(el(v, p.b), el(f, p.m)) - rmul(el(v, p.a), -el(g, p.m)); */
    if (p.is_first)
        return first_rotated(e, delta, c, s, first, second);
    return first_rotated(e, delta, c, plumb_ball_negate(s), second, first);
}

/* What is known of an element that is not rotated. */
/*@ assigns \nothing;
    ensures known: \is_finite(x) ==> known(\result, x, x);
*/
static plumb_computed still(double x) {
    plumb_computed element;
    element.exact = plumb_ball_of(x);
    element.off = plumb_ball_zero();
    return element;
}

/* Element i of a vector, rotated or not. */
/*@ requires pairs: 2 * turning.pairs <= dim && i < dim;
    requires layout: turning.layout == PLUMB_ROPE_HALF || turning.layout == PLUMB_ROPE_INTERLEAVED ||
                     turning.layout == PLUMB_ROPE_DEINTERLEAVED;
    requires reads: reads_turning(turning) && \valid_read(x + (0 .. dim - 1));
    assigns \nothing;
    ensures known: \forall seq u, t, delta, c, s, v, real mu, y;
      is_turn_error(e, u, t, turning.roundings, mu) && is_roundings(u, t) &&
      rmul((real)turning.roundings, el(u, 4)) < 1.0 && turning_of(turning, delta, mu, c, s) && values(x, v, dim) &&
      rotated_at(u, t, delta, turning.roundings, mu, c, s, turning.layout, turning.pairs, v, i, y) ==>
      known(\result, el(rotated(v, c, s, turning.layout, turning.pairs), i), y);
*/
static plumb_computed element_of(turn_error e, plumb_turning turning, const double *x, size_t dim, size_t i) {
    if (i < 2 * turning.pairs)
        return rotated_element(e, turning, x, dim, i);
    //@ assert rest: \forall seq v, c, s; el(rotated(v, c, s, turning.layout, turning.pairs), i) == el(v, i);
    return still(x[i]);
}

int plumb_rotated_vector(const double *unit, const double *tiny, plumb_turning turning, const double *x, size_t dim,
                         double *size, double *off) {
    double count = plumb_of_size(turning.roundings);
    //@ assert count: \is_finite(count) && count == turning.roundings;
    if (!plumb_are_borne(unit, count))
        return 0;
    turn_error e = turn_error_of(unit, tiny, count, turning.multiplier);
    /*@ assert error: \forall seq u, t, real mu; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
          in_ball(turning.multiplier, mu) ==> is_turn_error(e, u, t, (real)turning.roundings, mu) &&
          rmul((real)turning.roundings, el(u, 4)) < 1.0; */
    /*@ loop invariant index: 0 <= i <= dim;
        loop invariant done: \forall seq u, t, delta, c, s, v, w, real mu;
          \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && turning_of(turning, delta, mu, c, s) &&
               values(x, v, dim), Pre) && is_roundings(u, t) &&
          vector_rotated(u, t, delta, turning.roundings, mu, c, s, turning.layout, turning.pairs, dim, v, w) ==>
          elements_moved(size, off, w, rotated(v, c, s, turning.layout, turning.pairs), i);
        loop assigns i, size[0 .. dim - 1], off[0 .. dim - 1];
        loop variant dim - i;
    */
    for (size_t i = 0; i < dim; i++) {
        /*@ assert turning: \forall seq delta, c, s, real mu;
              \at(turning_of(turning, delta, mu, c, s), Pre) ==> turning_of(turning, delta, mu, c, s); */
        //@ assert x: \forall seq v; \at(values(x, v, dim), Pre) ==> values(x, v, dim);
        plumb_computed each = element_of(e, turning, x, dim, i);
        /*@ assert known: \forall seq u, t, delta, c, s, v, w, real mu;
              \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
                   turning_of(turning, delta, mu, c, s) && values(x, v, dim), Pre) && is_roundings(u, t) &&
              vector_rotated(u, t, delta, turning.roundings, mu, c, s, turning.layout, turning.pairs, dim, v, w) ==>
              known(each, el(rotated(v, c, s, turning.layout, turning.pairs), i), el(w, i)); */
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
