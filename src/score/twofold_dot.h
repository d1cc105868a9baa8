/* twofold_dot.h - scores as in scaled_dot.h, by dot products in twice the precision.

   score[j] = scale * sum_c query[c] * key[j][c]; query [head_dim], key [keys][head_dim], score [keys].
   Only visible keys are read; the others get a ball without information, as a key does that is not
   finite.  The balls are about as wide as two roundings of the score (number/twofold.h). */
#ifndef PLUMB_SCORE_TWOFOLD_DOT_H
#define PLUMB_SCORE_TWOFOLD_DOT_H
#include "number/twofold.h"
#include "spec/score/scaled_dot.h"

/*@ requires inside: keys * head_dim <= PLUMB_MOST_ELEMENTS;
    requires reads: \valid_read(query + (0 .. head_dim - 1)) && \valid_read(key + (0 .. keys * head_dim - 1)) &&
                    \valid_read(visible + (0 .. keys - 1));
    requires writes: \valid(score + (0 .. keys - 1));
    requires apart: scores_apart(score, query, key, visible, keys, head_dim);
    assigns score[0 .. keys - 1];
    ensures encloses: \forall seq q, k, subset m, real s;
      \old(query_and_keys(query, key, visible, q, k, m, keys, head_dim)) && in_ball(scale, s) ==>
      encloses_among(score, scaled_dots(s, q, k, head_dim), m, keys);
*/
void plumb_twofold_scaled_dot(const double *query, const double *key, const unsigned char *visible, size_t keys,
                              size_t head_dim, plumb_ball scale, plumb_ball *score);
#endif
