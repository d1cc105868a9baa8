/* rotation_gradient.c - see rotation_gradient.h. */
#include "gradient/rotation_gradient.h"

/* In the first element of a pair. */
/*@ assigns \nothing;
    ensures encloses: \forall real x, y, c, s;
      in_ball(first, x) && in_ball(second, y) && in_ball(cosine, c) && in_ball(sine, s) ==>
      in_ball(\result, rmul(x, c) + rmul(y, s));
*/
static plumb_ball in_first(plumb_ball first, plumb_ball second, plumb_ball cosine, plumb_ball sine) {
    return plumb_ball_add(plumb_ball_multiply(first, cosine), plumb_ball_multiply(second, sine));
}

/*@ assigns \nothing;
    ensures encloses: \forall real x, y, c, s;
      in_ball(first, x) && in_ball(second, y) && in_ball(cosine, c) && in_ball(sine, s) ==>
      in_ball(\result, rmul(y, c) - rmul(x, s));
*/
static plumb_ball in_second(plumb_ball first, plumb_ball second, plumb_ball cosine, plumb_ball sine) {
    return plumb_ball_subtract(plumb_ball_multiply(second, cosine), plumb_ball_multiply(first, sine));
}

/* In element i of the vector: the first or the second of pair m, which went to the places e and f. */
/*@ requires inside: 0 <= i < 2 * pairs && 2 * pairs <= SIZE_MAX;
    requires layout: layout == PLUMB_ROPE_HALF || layout == PLUMB_ROPE_INTERLEAVED ||
                     layout == PLUMB_ROPE_DEINTERLEAVED;
    requires reads: \valid_read(rotated + (0 .. 2 * pairs - 1)) && \valid_read(cosine + (0 .. pairs - 1)) &&
                    \valid_read(sine + (0 .. pairs - 1));
    assigns \nothing;
    ensures encloses: \forall seq g, c, s;
      encloses(rotated, g, 2 * pairs) && encloses(cosine, c, pairs) && encloses(sine, s, pairs) ==>
      in_ball(\result, el(rotation_gradient(g, c, s, layout, pairs), i));
*/
static plumb_ball in_element(const plumb_ball *rotated, size_t pairs, plumb_rope_layout layout,
                             const plumb_ball *cosine, const plumb_ball *sine, size_t i) {
    int apart = layout == PLUMB_ROPE_HALF, stays = layout == PLUMB_ROPE_INTERLEAVED;
    size_t m = !apart ? i / 2 : i < pairs ? i : i - pairs;
    size_t e = stays ? 2 * m : m, f = stays ? 2 * m + 1 : m + pairs;
    int is_first = apart ? i < pairs : i % 2 == 0;
    /*@ assert first: is_first ==> first_of_pair(layout, pairs, e, m, i, apart ? i + pairs : i + 1) &&
                                   second_of_pair(layout, pairs, f, m, i, apart ? i + pairs : i + 1); */
    /*@ assert second: !is_first ==> first_of_pair(layout, pairs, e, m, apart ? i - pairs : i - 1, i) &&
                                     second_of_pair(layout, pairs, f, m, apart ? i - pairs : i - 1, i); */
    return is_first ? in_first(rotated[e], rotated[f], cosine[m], sine[m])
                    : in_second(rotated[e], rotated[f], cosine[m], sine[m]);
}

void plumb_rotation_gradient(const plumb_ball *rotated, size_t dim, size_t rotary_dim, plumb_rope_layout layout,
                             const plumb_ball *cosine, const plumb_ball *sine, plumb_ball *gradient) {
    size_t pairs = rotary_dim / 2;
    //@ assert pairs: rotary_dim == 2 * pairs;
    /*@ loop invariant index: 0 <= i <= dim;
        loop invariant done: \forall seq g, c, s;
          \at(encloses(rotated, g, dim) && encloses(cosine, c, rotary_dim / 2) &&
              encloses(sine, s, rotary_dim / 2), Pre) ==>
          encloses(gradient, rotation_gradient(g, c, s, layout, rotary_dim / 2), i);
        loop invariant rotated: \forall seq g; \at(encloses(rotated, g, dim), Pre) ==> encloses(rotated, g, dim);
        loop invariant cosine: \forall seq c;
          \at(encloses(cosine, c, rotary_dim / 2), Pre) ==> encloses(cosine, c, rotary_dim / 2);
        loop invariant sine: \forall seq s;
          \at(encloses(sine, s, rotary_dim / 2), Pre) ==> encloses(sine, s, rotary_dim / 2);
        loop assigns i, gradient[0 .. dim - 1];
        loop variant dim - i;
    */
    for (size_t i = 0; i < dim; i++) {
        plumb_ball result = i < rotary_dim ? in_element(rotated, pairs, layout, cosine, sine, i) : rotated[i];
        /*@ assert result: \forall seq g, c, s;
              \at(encloses(rotated, g, dim) && encloses(cosine, c, rotary_dim / 2) &&
                  encloses(sine, s, rotary_dim / 2), Pre) ==>
              in_ball(result, el(rotation_gradient(g, c, s, layout, rotary_dim / 2), i)); */
        gradient[i] = result;
        //@ assert stored: gradient[i] == result;
    }
}
