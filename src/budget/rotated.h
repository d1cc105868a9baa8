/* rotated.h - how large the elements of a vector are at most whose pairs an engine has rotated, and how far each is off
   (spec/budget.md, section 17). */
#ifndef PLUMB_BUDGET_ROTATED_H
#define PLUMB_BUDGET_ROTATED_H
#include "budget/model.h"
#include "budget/moved.h"
#include "spec/budget/rotated.h"
#include <stdint.h>

/* What turns the pairs of a vector. */
typedef struct {
    plumb_rope_layout layout;
    size_t pairs;
    const plumb_ball *cosine, *sine; /* [pairs] of the exact angles, multiplied */
    const double *delta;             /* [pairs] by how much an angle may be off */
    plumb_ball multiplier;           /* of cosines and sines as they are computed; 0 where they are stated */
    size_t roundings;                /* of the multiplier */
} plumb_turning;

/* What turns one pair. */
typedef struct {
    double delta;
    plumb_ball cosine, sine, multiplier;
    size_t roundings;
} plumb_turn;

/*@ predicate turn_of(plumb_turn g, real delta, real mu, real c, real s) = \is_finite(g.delta) && delta == g.delta &&
      in_ball(g.cosine, c) && in_ball(g.sine, s) && in_ball(g.multiplier, mu); */

/* A ball around the first element of a pair (a, b), as computed. */
/*@ requires counts: turn.roundings <= PLUMB_MOST_ROUNDINGS;
    requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t, real delta, mu, c, s, x, y, z; values(unit, u, PLUMB_STEPS) &&
      values(tiny, t, PLUMB_STEPS) && is_roundings(u, t) && turn_of(turn, delta, mu, c, s) && in_ball(a, x) &&
      in_ball(b, y) && element_rotated(u, t, delta, turn.roundings, mu, c, s, x, y, z) ==> in_ball(\result, z);
*/
plumb_ball plumb_rotated_first(const double *unit, const double *tiny, plumb_turn turn, plumb_ball a, plumb_ball b);

/*@ predicate reads_turning{L}(plumb_turning g) = \valid_read(g.cosine + (0 .. g.pairs - 1)) &&
      \valid_read(g.sine + (0 .. g.pairs - 1)) && \valid_read(g.delta + (0 .. g.pairs - 1)); */
/*@ predicate turning_of{L}(plumb_turning g, seq delta, real mu, seq c, seq s) = encloses(g.cosine, c, g.pairs) &&
      encloses(g.sine, s, g.pairs) && values(g.delta, delta, g.pairs) && in_ball(g.multiplier, mu); */
/*@ predicate apart_from_turning{L}(double *work, double *unit, double *tiny, plumb_turning g, double *x, integer d) =
      \separated(work + (0 .. d - 1), unit + (0 .. PLUMB_STEPS - 1)) &&
      \separated(work + (0 .. d - 1), tiny + (0 .. PLUMB_STEPS - 1)) &&
      \separated(work + (0 .. d - 1), g.cosine + (0 .. g.pairs - 1)) &&
      \separated(work + (0 .. d - 1), g.sine + (0 .. g.pairs - 1)) &&
      \separated(work + (0 .. d - 1), g.delta + (0 .. g.pairs - 1)) &&
      \separated(work + (0 .. d - 1), x + (0 .. d - 1)); */

/* unit, tiny: the model (spec/budget/model.h).  x, size, off [dim]; 0 says that nothing is known. */
/*@ requires pairs: 2 * turning.pairs <= dim;
    requires layout: turning.layout == PLUMB_ROPE_HALF || turning.layout == PLUMB_ROPE_INTERLEAVED ||
                     turning.layout == PLUMB_ROPE_DEINTERLEAVED;
    requires counts: turning.roundings <= PLUMB_MOST_ROUNDINGS;
    requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires reads: reads_turning(turning) && \valid_read(x + (0 .. dim - 1));
    requires writes: \valid(size + (0 .. dim - 1)) && \valid(off + (0 .. dim - 1));
    requires size_apart: apart_from_turning(size, unit, tiny, turning, x, dim);
    requires off_apart: apart_from_turning(off, unit, tiny, turning, x, dim);
    requires arrays_apart: \separated(size + (0 .. dim - 1), off + (0 .. dim - 1));
    assigns size[0 .. dim - 1], off[0 .. dim - 1];
    ensures moved: \result != 0 ==> \forall seq u, t, delta, c, s, v, w, real mu;
      \old(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && turning_of(turning, delta, mu, c, s) &&
           values(x, v, dim)) && is_roundings(u, t) &&
      vector_rotated(u, t, delta, turning.roundings, mu, c, s, turning.layout, turning.pairs, dim, v, w) ==>
      vector_moved(size, off, w, rotated(v, c, s, turning.layout, turning.pairs), dim);
*/
int plumb_rotated_vector(const double *unit, const double *tiny, plumb_turning turning, const double *x, size_t dim,
                         double *size, double *off);
#endif
