/* linear_sums.h - balls around the sums by which the product of a query with sums over the keys is known
   (spec/budget.md, section 12). */
#ifndef PLUMB_BUDGET_LINEAR_SUMS_H
#define PLUMB_BUDGET_LINEAR_SUMS_H
#include "budget/products.h"
#include "spec/budget/linear.h"

/* Over the features: of a query's element times a state, of their sizes, of the query's times the keys'; and of the
   sizes of queries, states and keys by themselves. */
typedef struct {
    plumb_ball exact, terms, weighed_keys, query, states, keys;
} plumb_state_sums;

/*@ predicate state_sums(plumb_state_sums sums, seq q, seq state, seq size, seq keys, integer d) =
      in_ball(sums.exact, dots(q, state, d)) && in_ball(sums.terms, dots(absolutes(q), size, d)) &&
      in_ball(sums.weighed_keys, dots(absolutes(q), keys, d)) && in_ball(sums.query, absolute_total(q, d)) &&
      in_ball(sums.states, total(size, d)) && in_ball(sums.keys, total(keys, d)); */

/* With the values and without; of the sizes of the values; and how many keys are seen. */
typedef struct {
    plumb_state_sums numerator, denominator;
    plumb_ball value_sizes;
    size_t count;
} plumb_linear_sums;

/*@ predicate linear_sums(plumb_linear_sums sums, seq q, seq k, seq v, subset m, integer n, integer d) =
      state_sums(sums.numerator, q, states(k, v, m, n), state_sizes(k, v, m, n), key_sizes(k, m, n), d) &&
      state_sums(sums.denominator, q, key_totals(k, m, n), key_sizes(k, m, n), key_sizes(k, m, n), d); */
/*@ predicate linear_counts(plumb_linear_sums sums, seq v, subset m, integer n) =
      in_ball(sums.value_sizes, visible_total(absolutes(v), m, n)) && sums.count == visible_count(m, n); */

/* query [head_dim], key [head_dim][keys]: around each element as an engine has it; visible [keys], value [keys][width],
   of which the column is taken. */
/*@ requires inside: 0 < head_dim && head_dim * keys <= PLUMB_MOST_ELEMENTS && 0 <= column < width &&
                     keys * width <= PLUMB_MOST_ELEMENTS;
    requires reads: \valid_read(query + (0 .. head_dim - 1)) && \valid_read(key + (0 .. head_dim * keys - 1)) &&
                    \valid_read(visible + (0 .. keys - 1)) && \valid_read(value + (0 .. keys * width - 1));
    assigns \nothing;
    ensures count: \result.count <= keys;
    ensures sums: \forall seq q, k, v, subset m; encloses(query, q, head_dim) && shows(visible, m, keys) &&
      features_within(key, k, m, keys, head_dim) && given_column(value, v, m, keys, width, column) ==>
      linear_sums(\result, q, k, v, m, keys, head_dim) && linear_counts(\result, v, m, keys);
*/
plumb_linear_sums plumb_total_features(const plumb_ball *query, const plumb_ball *key, const unsigned char *visible,
                                       const double *value, size_t keys, size_t head_dim, size_t width,
                                       size_t column);
#endif
