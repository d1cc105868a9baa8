/* spec/number/angle.h - sine and cosine of a number of turns, by the eighth of a turn in which it lies.

   Within its eighth an angle is known by its distance from the nearest quarter turn, in units of 2^-56
   of a turn: eighth_distance(t, e), at most 2^53 but for a hair. */
#ifndef PLUMB_SPEC_NUMBER_ANGLE_H
#define PLUMB_SPEC_NUMBER_ANGLE_H
#include "spec/number/turns.h"
#include "spec/number/sine.h"

/*@ axiomatic Angle {
      logic real rpi;                                        // half a turn in radians
      logic real turn_sine(real t);                          // the sine of t turns
      logic real turn_cosine(real t);
      logic real eighth_distance(real t, integer eighth);    // from the nearest quarter turn
      logic real unit_angle;                                 // 2^-56 of a turn, in radians
      predicate turns_near(real t, integer units);           // |t - units / 2^128| <= 2^-127
    } */

/*@ logic real eighth_angle(real t, integer eighth) = rmul(eighth_distance(t, eighth), unit_angle); */

/*@ lemma unit_angle_near: near(unit_angle, 0x1.921fb54442d18p-54, 0x1.2p-108); */

/* The part is cut to one unit, and 2^53 errors of 2^-127 are less than 2^-16 of a unit. */
/*@ lemma eighth_distance_near: \forall real t, integer units, product, count, eighth, part;
      turns_near(t, units) && turn_multiple(product, units, count) && turn_eighth(product, eighth, part) &&
      0 <= count <= 0x20000000000000 ==> near(eighth_distance(rmul(t, count), eighth), part, 0x1.0001p0); */

/* About an odd number of quarter turns sine and cosine change places; the sine is negative beyond half
   a turn, the cosine between one quarter and three. */
/*@ predicate crossed(integer eighth) = eighth == 1 || eighth == 2 || eighth == 5 || eighth == 6; */
/*@ lemma turn_sine_direct: \forall real t, integer e; 0 <= e <= 3 && !crossed(e) ==>
      turn_sine(t) == rsine(eighth_angle(t, e)); */
/*@ lemma turn_sine_crossed: \forall real t, integer e; 0 <= e <= 3 && crossed(e) ==>
      turn_sine(t) == rcosine(eighth_angle(t, e)); */
/*@ lemma turn_sine_direct_below: \forall real t, integer e; 4 <= e <= 7 && !crossed(e) ==>
      turn_sine(t) == -rsine(eighth_angle(t, e)); */
/*@ lemma turn_sine_crossed_below: \forall real t, integer e; 4 <= e <= 7 && crossed(e) ==>
      turn_sine(t) == -rcosine(eighth_angle(t, e)); */
/*@ lemma turn_cosine_direct: \forall real t, integer e; (e == 0 || e == 7) ==>
      turn_cosine(t) == rcosine(eighth_angle(t, e)); */
/*@ lemma turn_cosine_crossed: \forall real t, integer e; (e == 1 || e == 6) ==>
      turn_cosine(t) == rsine(eighth_angle(t, e)); */
/*@ lemma turn_cosine_crossed_left: \forall real t, integer e; (e == 2 || e == 5) ==>
      turn_cosine(t) == -rsine(eighth_angle(t, e)); */
/*@ lemma turn_cosine_direct_left: \forall real t, integer e; (e == 3 || e == 4) ==>
      turn_cosine(t) == -rcosine(eighth_angle(t, e)); */

#ifdef PLUMB_DEFINITIONS
/*@ lemma rpi_is: \sin(rpi) == 0.0 && 3.0 < rpi < 4.0; */
/*@ lemma turn_sine_is: \forall real t; turn_sine(t) == \sin(2.0 * rpi * t); */
/*@ lemma turn_cosine_is: \forall real t; turn_cosine(t) == \cos(2.0 * rpi * t); */
/*@ lemma unit_angle_is: unit_angle == 2.0 * rpi * 0x1p-56; */
/*@ lemma turns_near_is: \forall real t, integer units; turns_near(t, units) <==>
      \abs(t * 0x1p128 - units) <= 2.0; */
#endif
#endif
