/* row.h - one row of attention: one query against the keys it sees.

   Source: arXiv 2410.10781, section 2 (formula: problem/problem.h).
   query [head_dim], key [keys][head_dim], value [keys][value_dim], visible [keys];
   score, weight [keys], output [value_dim].  visible[j] != 0 iff key j takes part: of the others
   neither key nor value is read.  weight and output contain the exact real values; score does for
   visible keys.  Invisible keys have weight 0; with no visible key the output is 0.
   Let the elements of query, visible keys and their values be at most p, q and w in size, and the scale known to t s
   and at most (1 + t) s in size, with p, q, w and s between 2^-250 and 2^250 and t <= 1; let
   S = s head_dim p head_dim q and r = ((head_dim / 16 + 17) 2^-51 + 2 t) S.  With a visible key, S + r <= 128,
   r <= 2^-6, and head_dim and keys at most 2^28 an output is a ball of a radius of at most
   (90 r + (4 keys + 420) 2^-50) w.
   The behaviours are the propositions on repeated tokens (docs/propositions.md). */
#ifndef PLUMB_ATTENTION_ROW_H
#define PLUMB_ATTENTION_ROW_H
#include "score/scaled_dot.h"
#include "spec/attention/narrow.h"
#include "spec/attention/repeated.h"
#include "weight/softmax.h"

/*@ requires inside: keys * head_dim <= PLUMB_MOST_ELEMENTS && keys * value_dim <= PLUMB_MOST_ELEMENTS;
    requires reads: \valid_read(query + (0 .. head_dim - 1)) && \valid_read(key + (0 .. keys * head_dim - 1)) &&
                    \valid_read(value + (0 .. keys * value_dim - 1)) && \valid_read(visible + (0 .. keys - 1));
    requires writes: \valid(score + (0 .. keys - 1)) && \valid(weight + (0 .. keys - 1)) &&
                     \valid(output + (0 .. value_dim - 1));
    requires score_apart: scores_apart(score, query, key, visible, keys, head_dim) &&
                    \separated(score + (0 .. keys - 1), value + (0 .. keys * value_dim - 1));
    requires weight_apart: apart_from_visible(weight, score, visible, keys) &&
                    \separated(weight + (0 .. keys - 1), value + (0 .. keys * value_dim - 1));
    requires output_apart: sum_apart(output, weight, visible, value, keys, value_dim) &&
                    \separated(output + (0 .. value_dim - 1), score + (0 .. keys - 1));
    assigns score[0 .. keys - 1], weight[0 .. keys - 1], output[0 .. value_dim - 1];
    ensures scores: \forall seq q, k, subset m, real s;
      \old(query_and_keys(query, key, visible, q, k, m, keys, head_dim)) && in_ball(scale, s) ==>
      encloses_among(score, scaled_dots(s, q, k, head_dim), m, keys);
    ensures weights: \forall seq q, k, subset m, real s;
      \old(query_and_keys(query, key, visible, q, k, m, keys, head_dim)) && in_ball(scale, s) ==>
      encloses(weight, attention_weights(s, q, k, m, keys, head_dim), keys);
    ensures outputs: \forall seq q, k, v, subset m, real s;
      \old(query_and_keys(query, key, visible, q, k, m, keys, head_dim) &&
           rows(value, v, m, keys, value_dim)) && in_ball(scale, s) ==>
      encloses(output, attention_row(s, q, k, v, m, keys, head_dim, value_dim), value_dim);
    ensures tight: \forall seq q, k, v, subset m, real a, b, w, s, t, integer c;
      \old(bounded_row(query, key, visible, q, k, m, a, b, keys, head_dim) && rows(value, v, m, keys, value_dim)) &&
      row_sizes(head_dim, a, b, s, t) && is_tight(scale, t, s) && bounded_rows(v, m, keys, value_dim, w) && modest(w) &&
      keys <= 0x10000000 && some_of(m, keys) && 0 <= c < value_dim ==>
      is_tight(output[c], softmax_output_accuracy(score_spread(head_dim, a, b, s, t), keys), w);

    behavior repeated_keys:
    assumes equal: equal_rows(key, visible, keys, head_dim);
    ensures equal_share: \forall seq q, k, subset m, integer i, real s;
      \old(keyed_row(query, key, visible, scale, q, k, m, s, keys, head_dim)) && 0 <= i < keys && among(m, i) ==>
      in_ball(weight[i], rdiv(1.0, visible_count(m, keys)));

    behavior repeated_values:
    assumes equal: equal_rows(value, visible, keys, value_dim);
    ensures that_value: \forall seq q, k, v, subset m, integer i, c, real s;
      \old(valued_row(query, key, value, visible, scale, q, k, v, m, s, keys, head_dim, value_dim)) && 0 <= i < keys &&
      among(m, i) && 0 <= c < value_dim ==> in_ball(output[c], el(v, place(i, value_dim, c)));

    behavior repeated_lengths:
    ensures at_most: \forall seq q, k, subset m, integer t, i, real s, xi;
      \old(keyed_row(query, key, visible, scale, q, k, m, s, keys, head_dim)) && sees_first(m, keys, t) &&
      lengths_within(s, q, k, head_dim, t, xi) && 0 <= i < t ==>
      holds_at_most(weight[i], rdiv(rexp(2.0 * xi), rexp(2.0 * xi) + (t - 1)));
*/
void plumb_attention_row(const double *query, const double *key, const double *value, const unsigned char *visible,
                         size_t keys, size_t head_dim, size_t value_dim, plumb_ball scale, plumb_ball *score,
                         plumb_ball *weight, plumb_ball *output);
#endif
