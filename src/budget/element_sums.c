/* element_sums.c - see element_sums.h. */
#include "budget/element_sums.h"

plumb_element_sums plumb_sum_elements(const double *query, const double *key, size_t head_dim) {
    plumb_element_sums sums;
    sums.magnitude = sums.query = sums.key = plumb_ball_zero();
    /*@ loop invariant index: 0 <= c <= head_dim;
        loop invariant sums: \forall seq q, k; values(query, q, head_dim) && values(key, k, head_dim) ==>
          in_ball(sums.magnitude, magnitude_of(q, k, c)) &&
          in_ball(sums.query, absolute_total(q, c)) && in_ball(sums.key, absolute_total(k, c));
        loop assigns c, sums;
        loop variant head_dim - c;
    */
    for (size_t c = 0; c < head_dim; c++) {
        plumb_ball a = plumb_ball_absolute(plumb_ball_of(query[c]));
        plumb_ball b = plumb_ball_absolute(plumb_ball_of(key[c]));
        sums.magnitude = plumb_ball_add(sums.magnitude, plumb_ball_multiply(a, b));
        sums.query = plumb_ball_add(sums.query, a);
        sums.key = plumb_ball_add(sums.key, b);
    }
    return sums;
}
