/* linear_sums.h - balls around the sums that bound the product of a query and a state, the sum over the keys
   (spec/budget.md, section 12). */
#ifndef PLUMB_BUDGET_LINEAR_SUMS_H
#define PLUMB_BUDGET_LINEAR_SUMS_H
#include "budget/products.h"
#include "spec/budget/linear.h"

/* Sums over the features. */
typedef struct {
    plumb_ball exact;               /* of the query's element times the state */
    plumb_ball terms;               /* of their sizes */
    plumb_ball weighed_keys;        /* of the size of the query's element times those of the keys */
    plumb_ball query, states, keys; /* of the sizes of the query's elements, of the states, and of the keys' elements */
} plumb_state_sums;

/*@ predicate state_sums(plumb_state_sums sums, seq q, seq state, seq size, seq keys, integer d) =
      in_ball(sums.exact, dots(q, state, d)) && in_ball(sums.terms, dots(absolutes(q), size, d)) &&
      in_ball(sums.weighed_keys, dots(absolutes(q), keys, d)) && in_ball(sums.query, absolute_total(q, d)) &&
      in_ball(sums.states, total(size, d)) && in_ball(sums.keys, total(keys, d)); */

/* The sums of a row. */
typedef struct {
    plumb_state_sums numerator, denominator; /* with the values, and without */
    plumb_ball value_sizes;                  /* the sum of the sizes of the values */
    size_t count;                            /* visible keys */
} plumb_linear_sums;

/*@ predicate linear_sums(plumb_linear_sums sums, seq q, seq k, seq v, subset m, integer n, integer d) =
      state_sums(sums.numerator, q, states(k, v, m, n), state_sizes(k, v, m, n), key_sizes(k, m, n), d) &&
      state_sums(sums.denominator, q, key_totals(k, m, n), key_sizes(k, m, n), key_sizes(k, m, n), d); */
/*@ predicate linear_counts(plumb_linear_sums sums, seq v, subset m, integer n) =
      in_ball(sums.value_sizes, visible_total(absolutes(v), m, n)) && sums.count == visible_count(m, n); */

/* Computes these sums.
   query    [head_dim]: balls around the elements as computed
   key      [head_dim][keys]: balls around the elements as computed
   visible  [keys]: 0 for hidden keys
   value    [keys][width]: values, of which one column is read */
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
