/* scaled_dot.c - see scaled_dot.h. */
#define PLUMB_OPEN_BALL
#define PLUMB_LEMMAS_RANGE
#define PLUMB_LEMMAS_SCALED_DOT
#include "score/scaled_dot.h"

/* The score of one key; norm is that of the query. */
/*@ requires few: head_dim <= PLUMB_MOST_TERMS;
    requires reads: \valid_read(query + (0 .. head_dim - 1)) && \valid_read(key + (0 .. head_dim - 1));
    assigns \nothing;
    ensures encloses: \forall seq q, k, real s;
      values(query, q, head_dim) && values(key, k, head_dim) && in_ball(scale, s) &&
      (\is_finite(norm) ==> norm >= 0.0 && dots(q, q, head_dim) <= rmul(norm, norm)) ==>
      in_ball(\result, rmul(s, dots(q, k, head_dim)));
    ensures tight: \forall seq q, k, real a, b, s, t;
      values(query, q, head_dim) && values(key, k, head_dim) && bounded(q, a, head_dim) && bounded(k, b, head_dim) &&
      \is_finite(norm) && norm >= 0.0 && norm_within(norm, head_dim, a) && is_tight(scale, t, s) &&
      score_sizes(head_dim, a, b, s, t) ==>
      is_tight(\result, score_accuracy(head_dim, t), score_size(head_dim, a, b, s));
*/
static plumb_ball score_of(const double *query, double norm, const double *key, size_t head_dim,
                           plumb_ball scale) {
    double mid = plumb_multiply(scale.mid, plumb_dot_middle(query, key, head_dim));
    double reach = plumb_score_reach(norm, head_dim, scale);
    double rad = plumb_score_radius(reach, plumb_norm_up(key, head_dim),
                                    plumb_score_underflow(scale), plumb_absolute(mid));
    return (plumb_ball){mid, rad};
}

void plumb_scaled_dot(const double *query, const double *key, const unsigned char *visible,
                      size_t keys, size_t head_dim, plumb_ball scale, plumb_ball *score) {
    double norm = plumb_norm_up(query, head_dim);
    /*@ assert norm: \is_finite(norm) ==> \forall seq q;
          \at(values(query, q, head_dim), Pre) ==> norm >= 0.0 && dots(q, q, head_dim) <= rmul(norm, norm); */
    /*@ assert norm_tight: \forall seq q, real a;
          \at(values(query, q, head_dim), Pre) && 0 < head_dim <= 0x10000000 && modest(a) && bounded(q, a, head_dim) ==>
          \is_finite(norm) && norm >= 0.0 && norm_within(norm, head_dim, a); */
    /*@ loop invariant index: 0 <= j <= keys;
        loop invariant done: \forall seq q, k, subset m, real s;
          \at(query_and_keys(query, key, visible, q, k, m, keys, head_dim), Pre) && in_ball(scale, s) ==>
          encloses_among(score, scaled_dots(s, q, k, head_dim), m, j);
        loop invariant tight: \forall seq q, k, subset m, real a, b, s, t;
          \at(bounded_row(query, key, visible, q, k, m, a, b, keys, head_dim), Pre) &&
          score_sizes(head_dim, a, b, s, t) && is_tight(scale, t, s) ==>
          all_tight(score, m, score_accuracy(head_dim, t), score_size(head_dim, a, b, s), j);
        loop invariant query: \forall seq q; \at(values(query, q, head_dim), Pre) ==> values(query, q, head_dim);
        loop invariant visible: \forall subset m; \at(shows(visible, m, keys), Pre) ==> shows(visible, m, keys);
        loop invariant key: \forall seq k, subset m;
          \at(rows(key, k, m, keys, head_dim), Pre) ==> rows(key, k, m, keys, head_dim);
        loop assigns j, score[0 .. keys - 1];
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++) {
        plumb_ball result = plumb_ball_unknown();
        if (visible[j] && head_dim <= PLUMB_MOST_TERMS) {
            size_t row = plumb_row_offset(j, head_dim, keys);
            /*@ assert row: \forall seq k, subset m;
                  rows(key, k, m, keys, head_dim) && among(m, j) ==> values(key + row, drop(k, row), head_dim); */
            /*@ assert bounded: \forall seq k, subset m, real b;
                  bounded_rows(k, m, keys, head_dim, b) && among(m, j) ==> bounded(drop(k, row), b, head_dim); */
            result = score_of(query, norm, key + row, head_dim, scale);
        }
        /*@ assert result: \forall seq q, k, subset m, real s;
              \at(query_and_keys(query, key, visible, q, k, m, keys, head_dim), Pre) && in_ball(scale, s) &&
              among(m, j) ==>
              in_ball(result, el(scaled_dots(s, q, k, head_dim), j)); */
        /*@ assert tight: \forall seq q, k, subset m, real a, b, s, t;
              \at(bounded_row(query, key, visible, q, k, m, a, b, keys, head_dim), Pre) &&
              score_sizes(head_dim, a, b, s, t) && is_tight(scale, t, s) && among(m, j) ==>
              is_tight(result, score_accuracy(head_dim, t), score_size(head_dim, a, b, s)); */
        score[j] = result;
        //@ assert stored: score[j] == result;
    }
}
