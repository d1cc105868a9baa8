/* rotation.c - see rotation.h. */
#include "position/rotation.h"

/* The two elements of a turned pair. */
/*@ assigns \nothing;
    ensures encloses: \forall real c, s; \is_finite(a) && \is_finite(b) && in_ball(cosine, c) && in_ball(sine, s) ==>
      in_ball(\result, rmul(a, c) - rmul(b, s));
*/
static plumb_ball first_turned(double a, double b, plumb_ball cosine, plumb_ball sine) {
    return plumb_ball_subtract(plumb_ball_multiply(plumb_ball_of(a), cosine),
                               plumb_ball_multiply(plumb_ball_of(b), sine));
}

/*@ assigns \nothing;
    ensures encloses: \forall real c, s; \is_finite(a) && \is_finite(b) && in_ball(cosine, c) && in_ball(sine, s) ==>
      in_ball(\result, rmul(a, s) + rmul(b, c));
*/
static plumb_ball second_turned(double a, double b, plumb_ball cosine, plumb_ball sine) {
    return plumb_ball_add(plumb_ball_multiply(plumb_ball_of(a), sine),
                          plumb_ball_multiply(plumb_ball_of(b), cosine));
}

/* Element e of the result: of pair m, whose elements in x are a and b, the first or the second. */
/*@ requires inside: 0 <= e < 2 * pairs && 2 * pairs <= SIZE_MAX;
    requires layout: layout == PLUMB_ROPE_HALF || layout == PLUMB_ROPE_INTERLEAVED ||
                     layout == PLUMB_ROPE_DEINTERLEAVED;
    requires reads: \valid_read(x + (0 .. 2 * pairs - 1)) && \valid_read(cosine + (0 .. pairs - 1)) &&
                    \valid_read(sine + (0 .. pairs - 1));
    assigns \nothing;
    ensures encloses: \forall seq v, c, s;
      values(x, v, 2 * pairs) && encloses(cosine, c, pairs) && encloses(sine, s, pairs) ==>
      in_ball(\result, el(rotated(v, c, s, layout, pairs), e));
*/
static plumb_ball rotated_element(const double *x, size_t pairs, plumb_rope_layout layout,
                                  const plumb_ball *cosine, const plumb_ball *sine, size_t e) {
    int adjacent = layout == PLUMB_ROPE_INTERLEAVED;
    size_t m = adjacent ? e / 2 : e < pairs ? e : e - pairs;
    size_t a = layout == PLUMB_ROPE_HALF ? m : 2 * m;
    size_t b = layout == PLUMB_ROPE_HALF ? m + pairs : 2 * m + 1;
    int is_first = adjacent ? e % 2 == 0 : e < pairs;
    //@ assert first: is_first ==> first_of_pair(layout, pairs, e, m, a, b);
    //@ assert second: !is_first ==> second_of_pair(layout, pairs, e, m, a, b);
    return is_first ? first_turned(x[a], x[b], cosine[m], sine[m])
                    : second_turned(x[a], x[b], cosine[m], sine[m]);
}

void plumb_rotate(const double *x, size_t dim, size_t rotary_dim, plumb_rope_layout layout,
                  const plumb_ball *cosine, const plumb_ball *sine, plumb_ball *rotated) {
    size_t pairs = rotary_dim / 2;
    //@ assert pairs: rotary_dim == 2 * pairs;
    /*@ loop invariant index: 0 <= e <= dim;
        loop invariant done: \forall seq v, c, s;
          \at(values(x, v, dim) && encloses(cosine, c, rotary_dim / 2) && encloses(sine, s, rotary_dim / 2), Pre) ==>
          encloses(rotated, rotated(v, c, s, layout, rotary_dim / 2), e);
        loop invariant x: \forall seq v; \at(values(x, v, dim), Pre) ==> values(x, v, dim);
        loop invariant cosine: \forall seq c;
          \at(encloses(cosine, c, rotary_dim / 2), Pre) ==> encloses(cosine, c, rotary_dim / 2);
        loop invariant sine: \forall seq s;
          \at(encloses(sine, s, rotary_dim / 2), Pre) ==> encloses(sine, s, rotary_dim / 2);
        loop assigns e, rotated[0 .. dim - 1];
        loop variant dim - e;
    */
    for (size_t e = 0; e < dim; e++) {
        plumb_ball result = e < rotary_dim ? rotated_element(x, pairs, layout, cosine, sine, e)
                                           : plumb_ball_of(x[e]);
        /*@ assert result: \forall seq v, c, s;
              \at(values(x, v, dim) && encloses(cosine, c, rotary_dim / 2) &&
                  encloses(sine, s, rotary_dim / 2), Pre) ==>
              in_ball(result, el(rotated(v, c, s, layout, rotary_dim / 2), e)); */
        rotated[e] = result;
        //@ assert stored: rotated[e] == result;
    }
}
