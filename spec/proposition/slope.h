/* spec/proposition/slope.h - functions of one number, and their derivatives. */
#ifndef PLUMB_SPEC_PROPOSITION_SLOPE_H
#define PLUMB_SPEC_PROPOSITION_SLOPE_H

/*@ axiomatic Slope {
      type curve; // a real function of a real number
      logic real curve_at(curve f, real t);
      predicate has_slope(curve f, real t, real slope); // its derivative at t
    } */

#ifdef PLUMB_DEFINITIONS
/*@ lemma has_slope_is: \forall curve f, real t, slope; has_slope(f, t, slope) <==>
      (\forall real e; e > 0.0 ==> \exists real r; r > 0.0 && \forall real h; h != 0.0 && \abs(h) < r ==>
       \abs((curve_at(f, t + h) - curve_at(f, t)) / h - slope) < e); */
/*@ lemma slope_is_unique: \forall curve f, real t, slope, other;
      has_slope(f, t, slope) && has_slope(f, t, other) ==> slope == other; */
#endif
#endif
