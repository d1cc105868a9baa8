/* spec/score/scaled_dot.h - score[j] = scale * sum_c query[c] key[j][c]   (arXiv 2410.10781, section 2). */
#ifndef PLUMB_SPEC_SCORE_SCALED_DOT_H
#define PLUMB_SPEC_SCORE_SCALED_DOT_H
#include "spec/number/sequence.h"

/*@ axiomatic ScaledDot { logic seq scaled_dots(real scale, seq query, seq key, integer head_dim); } */
#ifdef PLUMB_DEFINITIONS
/*@ lemma scaled_dots_is: \forall real s, seq q, k, integer d, j;
      el(scaled_dots(s, q, k, d), j) == s * dots(q, drop(k, place(j, d, 0)), d); */
#endif
/*@ lemma scaled_dots_element: \forall real s, seq q, k, integer d, j;
      el(scaled_dots(s, q, k, d), j) == rmul(s, dots(q, drop(k, place(j, d, 0)), d)); */
#endif
