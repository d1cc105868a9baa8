/* spec/attention/repeated.h - repeated tokens in one row of attention: from equal rows in memory, and from what
   positions make of the scores, to the balls of weights and output.

   Source: arXiv 2410.10781, appendix on repeated tokens.  docs/propositions.md compares the statements. */
#ifndef PLUMB_SPEC_ATTENTION_REPEATED_H
#define PLUMB_SPEC_ATTENTION_REPEATED_H
#include "spec/attention/row.h"
#include "spec/proposition/balls.h"
#include "spec/score/bias.h"

/* what the memory of a row denotes */
/*@ predicate keyed_row{L}(double *query, double *key, unsigned char *visible, plumb_ball scale, seq q, seq k, subset m,
                           real s, integer n, integer d) =
      query_and_keys(query, key, visible, q, k, m, n, d) && in_ball(scale, s); */
/*@ predicate valued_row{L}(double *query, double *key, double *value, unsigned char *visible, plumb_ball scale, seq q,
                            seq k, seq v, subset m, real s, integer n, integer d, integer e) =
      keyed_row(query, key, visible, scale, q, k, m, s, n, d) && rows(value, v, m, n, e); */

/* ---- equal rows in memory, before (L) and after the row is computed (K) ---- */
/*@ lemma balls_of_equal_keys{L, K}: \forall plumb_ball *w, double *key, unsigned char *visible, seq q, k, subset m,
      integer n, d, i, real s;
      \at(equal_rows(key, visible, n, d) && shows(visible, m, n) && rows(key, k, m, n, d), L) &&
      \at(encloses(w, attention_weights(s, q, k, m, n, d), n), K) && 0 <= i < n && among(m, i) ==>
      \at(in_ball(w[i], rdiv(1.0, visible_count(m, n))), K); */

/* ---- lengths of query and keys ---- */
/*@ lemma balls_of_lengths{L}: \forall plumb_ball *w, seq q, k, subset m, integer n, d, t, i, real s, xi;
      encloses(w, attention_weights(s, q, k, m, n, d), n) && sees_first(m, n, t) && lengths_within(s, q, k, d, t, xi) &&
      0 <= i < t ==>
      holds_at_most(w[i], rdiv(rexp(2.0 * xi), rexp(2.0 * xi) + (t - 1))); */

/* what a row of scores and a bias of positions enclose */
/*@ predicate biased_row{L}(unsigned char *visible, plumb_ball *score, plumb_ball *position, seq x, seq a, subset m,
                            integer n) =
      encloses_visible(score, visible, x, m, n) && encloses_among(position, a, m, n); */

/* the same with the values, and a bias if there is one */
/*@ predicate scored_row{L}(unsigned char *visible, plumb_ball *score, integer has_position, plumb_ball *position,
                            double *value, seq x, seq a, seq v, subset m, integer n, integer d) =
      encloses_visible(score, visible, x, m, n) && (has_position != 0 ==> encloses_among(position, a, m, n)) &&
      rows(value, v, m, n, d); */

/* ---- a bias added to equal scores ---- */
/*@ lemma balls_of_distance_bias{L}: \forall plumb_ball *w, seq x, a, g, subset m, integer n, t, i;
      encloses(w, softmax(biased(x, a), m, n), n) && sees_first(m, n, t) && alike(x, t) && distance_bias(a, g, t) &&
      0 <= i < t ==> in_ball(w[i], el(softmax(g, m, n), t - 1 - i)); */
/*@ lemma balls_of_settled_bias{L}: \forall plumb_ball *w, seq x, a, g, subset m, integer n, t, D;
      encloses(w, softmax(biased(x, a), m, n), n) && sees_first(m, n, t) && alike(x, t) && distance_bias(a, g, t) &&
      0 <= D < t && settled(g, D, t) ==> holds_at_most(w[0], rdiv(1.0, t - D)); */
/*@ lemma balls_of_alibi{L}: \forall plumb_ball *w, seq x, a, subset m, integer n, form, p, t, i, real slope;
      encloses(w, softmax(biased(x, a), m, n), n) && sees_first(m, n, t) && alike(x, t) && looks_back(form, p, t) &&
      alibi_bias(a, form, p, t, slope) && slope > 0.0 && 0 <= i < t ==> in_ball(w[i], geometric_share(slope, t, i)); */
/*@ lemma alibi_shares_increase: \forall seq x, a, subset m, integer n, form, p, t, i, j, real slope;
      sees_first(m, n, t) && alike(x, t) && looks_back(form, p, t) && alibi_bias(a, form, p, t, slope) && slope > 0.0 &&
      0 <= i < j < t ==> el(softmax(biased(x, a), m, n), i) < el(softmax(biased(x, a), m, n), j); */
/*@ lemma first_ball_of_alibi{L}: \forall plumb_ball *w, seq x, a, subset m, integer n, form, p, t, real slope;
      encloses(w, softmax(biased(x, a), m, n), n) && sees_first(m, n, t) && alike(x, t) && looks_back(form, p, t) &&
      alibi_bias(a, form, p, t, slope) && slope > 0.0 ==> holds_at_most(w[0], rdiv(1.0, t)); */

/* ---- query and keys turned by RoPE ---- */
/*@ lemma balls_of_rope{L}:
      \forall plumb_ball *w, seq x, q, k, turns, subset m, integer n, t, i, layout, pairs, d, real s, xi;
      encloses(w, softmax(x, m, n), n) && sees_first(m, n, t) && rope_scored(x, q, k, turns, s, layout, pairs, d, t) &&
      xi == rope_reach(s, q, k, d) && xi >= 0.0 && 0 <= i < t ==>
      holds_at_most(w[i], rdiv(rexp(2.0 * xi), rexp(2.0 * xi) + (t - 1))); */
#endif
