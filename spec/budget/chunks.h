/* spec/budget/chunks.h - what an engine gives for a row of a linear operator that sums some of the keys before the
   query comes in, as those of earlier chunks, and weighs the others one by one, as those of the query's own; or all of
   them first, or none (spec/budget.md, section 12). */
#ifndef PLUMB_SPEC_BUDGET_CHUNKS_H
#define PLUMB_SPEC_BUDGET_CHUNKS_H
#include "spec/budget/divisor.h"
#include "spec/budget/finished.h"
#include "spec/budget/linear.h"
#include "spec/budget/mapped.h"

/* the keys in m: some stand in a, the others in b */
/*@ predicate shared_out(subset m, subset a, subset b, integer n) = \forall integer j; 0 <= j < n ==>
      (among(m, j) <==> among(a, j) || among(b, j)) && !(among(a, j) && among(b, j)); */
/* of keys that are summed first nobody has the weights c: these stand for the products of query and key */
/*@ predicate weighs_products(real scale, seq q, seq k, seq c, subset m, integer n, integer d) =
      \forall integer j; 0 <= j < n && among(m, j) ==> el(c, j) == rmul(scale, dots(q, column_of(k, n, j), d)); */
/* s is the sum of both; the one of keys by themselves is stored as a score is, and so is s */
/*@ predicate chunks_joined(seq u, seq t, real first, real second, real s) = \exists real a, b;
      rounded_in(u, t, 3, second, a) && rounded_in(u, t, 6, first + a, b) && rounded_in(u, t, 3, b, s); */
/* The sums over the n keys in m with the values v, and without: the weights c are those of keys by themselves. */
/*@ predicate chunked_numerator(seq u, seq t, real scale, seq q, seq k, seq c, seq v, subset m, integer n, integer d,
                                integer steps, real s) =
      \exists subset a, b, real x, y; shared_out(m, a, b, n) && weighs_products(scale, q, k, c, a, n, d) &&
        linear_numerator(u, t, scale, q, k, v, a, n, d, steps, x) &&
        visible_quotients(u, t, c, v, b, n, steps, 1.0, y) && chunks_joined(u, t, x, y, s); */
/*@ predicate chunked_denominator(seq u, seq t, real scale, seq q, seq k, seq c, subset m, integer n, integer d,
                                  integer steps, real s) =
      \exists subset a, b, real x, y; shared_out(m, a, b, n) && weighs_products(scale, q, k, c, a, n, d) &&
        linear_denominator(u, t, scale, q, k, a, n, d, steps, x) && visible_terms(u, t, c, b, n, steps, y) &&
        chunks_joined(u, t, x, y, s); */
/* e divides the row, from keys that may be shared out otherwise; of keys that are summed first nobody has the absolute
   weights */
/*@ predicate chunked_divisor(seq u, seq t, integer division, real epsilon, real scale, seq q, seq k, seq c, subset m,
                              integer n, integer d, integer steps, real e) =
      division != PLUMB_DIVIDED_BY_ABSOLUTE_SUM && \exists real s;
        (sum_divides(division) ==> chunked_denominator(u, t, scale, q, k, c, m, n, d, steps, s)) &&
        divides_by(u, t, division, epsilon, n, s, e); */
/* x is an element of the output, of the features q and k of query and keys as computed, in r blocks at most; a and b:
   the weights of keys by themselves, for the values and for the divisor */
/*@ predicate chunks_give(seq u, seq t, integer division, real epsilon, plumb_finish f, real scale, seq q, seq k,
                          seq a, seq b, seq v, subset m, integer n, integer d, integer r, real x) =
      \exists real s, e, z;
        chunked_numerator(u, t, scale, q, k, a, v, m, n, d, product_steps(m, n, r), s) &&
        chunked_divisor(u, t, division, epsilon, scale, q, k, b, m, n, d, product_steps(m, n, r), e) &&
        e != 0.0 && rmul(z, e) == s && finished_as(u, t, f, z, x); */

/* Nothing need be rounded: the product of query and key is a score. */
/*@ lemma product_is_score: \forall seq u, t, q, k, integer d, real scale; is_roundings(u, t) && 0 <= d ==>
      score_computed(u, t, scale, q, k, d, rmul(scale, dots(q, k, d))); */
/* all keys first, or none */
/*@ lemma all_keys_first: \forall seq u, t, q, k, c, v, subset m, integer n, d, steps, real scale, s;
      is_roundings(u, t) && 0 <= steps && weighs_products(scale, q, k, c, m, n, d) &&
      linear_numerator(u, t, scale, q, k, v, m, n, d, steps, s) ==>
      chunked_numerator(u, t, scale, q, k, c, v, m, n, d, steps, s); */
/*@ lemma no_key_first: \forall seq u, t, q, k, c, v, subset m, integer n, d, steps, real scale, s;
      is_roundings(u, t) && 0 <= d && 0 <= steps && visible_quotients(u, t, c, v, m, n, steps, 1.0, s) ==>
      chunked_numerator(u, t, scale, q, k, c, v, m, n, d, steps, s); */

/* ---- by how much such a sum is off ---- */

/* of sums that are off by so much, of this size together */
/*@ logic real joined_off(seq u, seq t, real first, real second, real size) =
      moved(el(u, 3), el(t, 3),
            moved(el(u, 6), el(t, 6), first + moved(el(u, 3), el(t, 3), second, size), size), size); */
/*@ logic real second_numerator_off(seq u, seq t, seq c, seq v, subset m, integer n, integer steps) =
      products_off(u, t, visible_count(m, n), steps, 1.0, product_sizes(c, v, m, n),
                   visible_total(absolutes(c), m, n), visible_total(absolutes(v), m, n)); */
/*@ lemma chunked_numerator_within: \forall seq u, t, q, k, c, v, subset m, integer n, d, steps, real scale, s;
      is_roundings(u, t) && 0 <= d && 4 <= steps && bears_products(u, d) && bears_sum(u, steps) && 0 <= n &&
      chunked_numerator(u, t, scale, q, k, c, v, m, n, d, steps, s) ==>
      near(s, products_of(c, v, m, n),
           joined_off(u, t, first_numerator_off(u, t, scale, q, k, v, m, n, d, steps),
                      second_numerator_off(u, t, c, v, m, n, steps), product_sizes(c, v, m, n))); */
/*@ lemma chunked_denominator_within: \forall seq u, t, q, k, c, subset m, integer n, d, steps, real scale, s;
      is_roundings(u, t) && 0 <= d && 0 <= steps && bears_products(u, d) && bears_sum(u, steps) && 0 <= n &&
      chunked_denominator(u, t, scale, q, k, c, m, n, d, steps, s) ==>
      near(s, visible_total(c, m, n),
           joined_off(u, t, first_denominator_off(u, t, scale, q, k, m, n, d, steps),
                      terms_off(u, t, steps, visible_total(absolutes(c), m, n)),
                      visible_total(absolutes(c), m, n))); */
#endif
