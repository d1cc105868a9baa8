/* spec/position/rope_laws.h - what the rotation by position is for: lengths stay, and a product of two rotated vectors
   knows how far apart they stand, not where.

   Source: arXiv 2104.09864, sections 3.1 and 3.2.  No kernel needs these lemmas: they say that the definitions are
   the ones that the literature speaks of.  Positions are any integers; the frequencies t, in turns per position, any
   reals; elements from 2 pairs on do not turn. */
#ifndef PLUMB_SPEC_POSITION_ROPE_LAWS_H
#define PLUMB_SPEC_POSITION_ROPE_LAWS_H
#include "spec/position/angles.h"
#include "spec/position/rotation.h"

/* x at position p, its turned elements multiplied by a */
/*@ logic seq at_position(seq x, seq t, integer p, real a, integer layout, integer pairs) =
      rotated(x, rotary_cosines(t, p, a), rotary_sines(t, p, a), layout, pairs); */

#ifdef PLUMB_DEFINITIONS
/* ---- each pair keeps its length, but for the multiplier; so does the vector ---- */
/*@ lemma rope_of_pair_half: \forall seq x, t, integer p, pairs, m, real a; 0 <= m < pairs ==>
      el(at_position(x, t, p, a, PLUMB_ROPE_HALF, pairs), m) * el(at_position(x, t, p, a, PLUMB_ROPE_HALF, pairs), m) +
      el(at_position(x, t, p, a, PLUMB_ROPE_HALF, pairs), m + pairs) *
      el(at_position(x, t, p, a, PLUMB_ROPE_HALF, pairs), m + pairs) ==
      a * a * (el(x, m) * el(x, m) + el(x, m + pairs) * el(x, m + pairs)); */
/*@ lemma rope_of_pair_interleaved: \forall seq x, t, integer p, pairs, m, real a; 0 <= m < pairs ==>
      el(at_position(x, t, p, a, PLUMB_ROPE_INTERLEAVED, pairs), 2 * m) *
      el(at_position(x, t, p, a, PLUMB_ROPE_INTERLEAVED, pairs), 2 * m) +
      el(at_position(x, t, p, a, PLUMB_ROPE_INTERLEAVED, pairs), 2 * m + 1) *
      el(at_position(x, t, p, a, PLUMB_ROPE_INTERLEAVED, pairs), 2 * m + 1) ==
      a * a * (el(x, 2 * m) * el(x, 2 * m) + el(x, 2 * m + 1) * el(x, 2 * m + 1)); */
/*@ lemma rope_of_pair_deinterleaved: \forall seq x, t, integer p, pairs, m, real a; 0 <= m < pairs ==>
      el(at_position(x, t, p, a, PLUMB_ROPE_DEINTERLEAVED, pairs), m) *
      el(at_position(x, t, p, a, PLUMB_ROPE_DEINTERLEAVED, pairs), m) +
      el(at_position(x, t, p, a, PLUMB_ROPE_DEINTERLEAVED, pairs), m + pairs) *
      el(at_position(x, t, p, a, PLUMB_ROPE_DEINTERLEAVED, pairs), m + pairs) ==
      a * a * (el(x, 2 * m) * el(x, 2 * m) + el(x, 2 * m + 1) * el(x, 2 * m + 1)); */
/*@ lemma rope_keeps_length: \forall seq x, t, integer p, layout, pairs, d; 0 <= layout <= 2 && 0 <= 2 * pairs <= d ==>
      dots(at_position(x, t, p, 1.0, layout, pairs), at_position(x, t, p, 1.0, layout, pairs), d) == dots(x, x, d); */
/*@ lemma rope_stretches_length: \forall seq x, t, integer p, layout, pairs, real a; 0 <= layout <= 2 && 0 <= pairs ==>
      dots(at_position(x, t, p, a, layout, pairs), at_position(x, t, p, a, layout, pairs), 2 * pairs) ==
      a * a * dots(x, x, 2 * pairs); */

/* ---- products know differences of positions only ---- */
/*@ lemma rope_is_relative: \forall seq q, k, t, integer p, j, shift, layout, pairs, d, real a;
      0 <= layout <= 2 && 0 <= 2 * pairs <= d ==>
      dots(at_position(q, t, p + shift, a, layout, pairs), at_position(k, t, j + shift, a, layout, pairs), d) ==
      dots(at_position(q, t, p, a, layout, pairs), at_position(k, t, j, a, layout, pairs), d); */
/*@ lemma rope_at_one_position: \forall seq q, k, t, integer p, layout, pairs, d;
      0 <= layout <= 2 && 0 <= 2 * pairs <= d ==>
      dots(at_position(q, t, p, 1.0, layout, pairs), at_position(k, t, p, 1.0, layout, pairs), d) == dots(q, k, d); */
/*@ lemma rope_by_difference: \forall seq q, k, t, integer p, j, layout, pairs, d;
      (layout == PLUMB_ROPE_HALF || layout == PLUMB_ROPE_INTERLEAVED) && 0 <= 2 * pairs <= d ==>
      dots(at_position(q, t, p, 1.0, layout, pairs), at_position(k, t, j, 1.0, layout, pairs), d) ==
      dots(at_position(q, t, p - j, 1.0, layout, pairs), k, d); */

/* ---- turning twice, and not at all ---- */
/*@ lemma rope_adds_positions: \forall seq x, t, integer p, j, layout, pairs, e, real a, b;
      (layout == PLUMB_ROPE_HALF || layout == PLUMB_ROPE_INTERLEAVED) && 0 <= e < 2 * pairs ==>
      el(at_position(at_position(x, t, p, a, layout, pairs), t, j, b, layout, pairs), e) ==
      el(at_position(x, t, p + j, a * b, layout, pairs), e); */
/*@ lemma rope_at_zero: \forall seq x, t, integer layout, pairs, e;
      (layout == PLUMB_ROPE_HALF || layout == PLUMB_ROPE_INTERLEAVED) && 0 <= e ==>
      el(at_position(x, t, 0, 1.0, layout, pairs), e) == el(x, e); */

/* A position below 0 is one above it with the turns the other way round; whole turns do not count. */
/*@ lemma rope_backward: \forall seq t, u, integer p, m, whole, real a; el(u, m) == whole - el(t, m) ==>
      el(rotary_cosines(u, p, a), m) == el(rotary_cosines(t, -p, a), m) &&
      el(rotary_sines(u, p, a), m) == el(rotary_sines(t, -p, a), m); */

/* ---- layouts differ by the order of elements only ---- */
/* whatever the query's angles and the key's */
/*@ lemma deinterleaved_scores: \forall seq q, k, qc, qs, kc, ks, integer pairs, d; 0 <= 2 * pairs <= d ==>
      dots(rotated(q, qc, qs, PLUMB_ROPE_DEINTERLEAVED, pairs), rotated(k, kc, ks, PLUMB_ROPE_DEINTERLEAVED, pairs),
           d) ==
      dots(rotated(q, qc, qs, PLUMB_ROPE_INTERLEAVED, pairs), rotated(k, kc, ks, PLUMB_ROPE_INTERLEAVED, pairs), d); */
/* half on vectors whose elements are rearranged is deinterleaved on the vectors themselves */
/*@ lemma half_of_rearranged: \forall seq x, y, c, s, integer pairs, e; 0 <= e < 2 * pairs &&
      (\forall integer m; 0 <= m < pairs ==> el(y, m) == el(x, 2 * m) && el(y, m + pairs) == el(x, 2 * m + 1)) ==>
      el(rotated(y, c, s, PLUMB_ROPE_HALF, pairs), e) == el(rotated(x, c, s, PLUMB_ROPE_DEINTERLEAVED, pairs), e); */
#endif
#endif
