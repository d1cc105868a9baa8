/* keys_first.h - is it certain that no engine of a precision model that sums the keys first gives this number, for a
   row of a linear operator?

   From balls to the answer; what an engine may do is keys_first_gives.  Another order is another question. */
#ifndef PLUMB_BUDGET_KEYS_FIRST_H
#define PLUMB_BUDGET_KEYS_FIRST_H
#include "budget/linear_sums.h"
#include "spec/budget/keys_first.h"

/* 0 says nothing.  query [head_dim], key [head_dim][keys]: around each element as an engine has it, whatever made it;
   visible [keys]; value [keys][width], of which the column is taken; in so many blocks at most.  Scores
   are weights: no map is looked at. */
/*@ requires inside: 0 < head_dim && head_dim * keys <= PLUMB_MOST_ELEMENTS && 0 <= column < width &&
                     keys * width <= PLUMB_MOST_ELEMENTS;
    requires counts: keys < PLUMB_MOST_ROUNDINGS / 4 && head_dim <= PLUMB_MOST_ROUNDINGS &&
                     0 <= rescalings <= PLUMB_MOST_ROUNDINGS / 4;
    requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires reads: \valid_read(query + (0 .. head_dim - 1)) && \valid_read(key + (0 .. head_dim * keys - 1)) &&
                    \valid_read(visible + (0 .. keys - 1)) && \valid_read(value + (0 .. keys * width - 1));
    assigns \nothing;
    ensures impossible: \result != 0 ==> \forall seq u, t, q, k, v, subset m, real s;
      values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && in_ball(scale, s) &&
      encloses(query, q, head_dim) && shows(visible, m, keys) && features_within(key, k, m, keys, head_dim) &&
      given_column(value, v, m, keys, width, column) ==>
      !keys_first_gives(u, t, mapping.division, mapping.epsilon, finish, s, q, k, v, m, keys, head_dim, rescalings,
                        number);
*/
int plumb_keys_first_excluded(const double *unit, const double *tiny, const plumb_ball *query, const plumb_ball *key,
                              const unsigned char *visible, const double *value, size_t keys, size_t head_dim,
                              size_t width, size_t column, size_t rescalings, plumb_ball scale,
                              plumb_mapping mapping, plumb_finish finish, double number);
#endif
