/* feature_dot.h - scores from features: score[j] = scale * sum_c query[c] * key[j][c], of balls.

   Source: arXiv 2410.10781, released code (model_attn_kernel.py).  query [feature_dim],
   key [keys][feature_dim], score [keys].  Only visible keys are read; the others get a ball without
   information.  Products and radii are those of plumb_ball_dot. */
#ifndef PLUMB_SCORE_FEATURE_DOT_H
#define PLUMB_SCORE_FEATURE_DOT_H
#include "number/sum.h"
#include "spec/score/feature_dot.h"

/*@ requires inside: keys * feature_dim <= PLUMB_MOST_ELEMENTS;
    requires reads: \valid_read(query + (0 .. feature_dim - 1)) && \valid_read(key + (0 .. keys * feature_dim - 1)) &&
                    \valid_read(visible + (0 .. keys - 1));
    requires writes: \valid(score + (0 .. keys - 1));
    requires apart: \separated(score + (0 .. keys - 1), query + (0 .. feature_dim - 1)) &&
                    \separated(score + (0 .. keys - 1), key + (0 .. keys * feature_dim - 1)) &&
                    \separated(score + (0 .. keys - 1), visible + (0 .. keys - 1));
    assigns score[0 .. keys - 1];
    ensures encloses: \forall seq q, k, subset m, real s;
      \old(encloses(query, q, feature_dim) && shows(visible, m, keys) && ball_rows(key, k, m, keys, feature_dim)) &&
      in_ball(scale, s) ==>
      encloses_among(score, scaled_dots(s, q, k, feature_dim), m, keys);
*/
void plumb_feature_dot(const plumb_ball *query, const plumb_ball *key, const unsigned char *visible, size_t keys,
                       size_t feature_dim, plumb_ball scale, plumb_ball *score);
#endif
