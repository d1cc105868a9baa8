/* scaled_dot.h - scores: score[j] = scale * sum_c query[c] * key[j][c].

   Source: arXiv 2410.10781, section 2; Vaswani et al. 2017, 3.2.1.  query [head_dim],
   key [keys][head_dim], score [keys].  Only visible keys are read; the others get a ball without
   information.  A key that is not finite gives a ball without information. */
#ifndef PLUMB_SCORE_SCALED_DOT_H
#define PLUMB_SCORE_SCALED_DOT_H
#include "number/sum.h"
#include "spec/score/scaled_dot.h"

/*@ requires inside: keys * head_dim <= PLUMB_MOST_ELEMENTS;
    requires reads: \valid_read(query + (0 .. head_dim - 1)) && \valid_read(key + (0 .. keys * head_dim - 1)) &&
                    \valid_read(visible + (0 .. keys - 1));
    requires writes: \valid(score + (0 .. keys - 1));
    requires apart: \separated(score + (0 .. keys - 1), query + (0 .. head_dim - 1)) &&
                    \separated(score + (0 .. keys - 1), key + (0 .. keys * head_dim - 1)) &&
                    \separated(score + (0 .. keys - 1), visible + (0 .. keys - 1));
    assigns score[0 .. keys - 1];
    ensures encloses: \forall seq q, k, subset m, real s;
      \old(values(query, q, head_dim) && shows(visible, m, keys) && rows(key, k, m, keys, head_dim)) && in_ball(scale, s) ==>
      encloses_among(score, scaled_dots(s, q, k, head_dim), m, keys);
*/
void plumb_scaled_dot(const double *query, const double *key, const unsigned char *visible,
                      size_t keys, size_t head_dim, plumb_ball scale, plumb_ball *score);
#endif
