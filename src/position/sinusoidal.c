/* sinusoidal.c - see sinusoidal.h. */
#include "position/sinusoidal.h"
#include "number/angle.h"

/* Element e of PE(position). */
/*@ requires inside: 0 <= e < 2 * pairs;
    requires layout: layout == PLUMB_SINUSOIDAL_CONCATENATED || layout == PLUMB_SINUSOIDAL_INTERLEAVED;
    requires reads: \valid_read(frequency + (0 .. pairs - 1));
    assigns \nothing;
    ensures encloses: \forall seq t; frequencies(frequency, t, pairs) ==>
      in_ball(\result, el(sinusoid(t, position, layout, pairs), e));
*/
static plumb_ball sinusoid_element(const plumb_turns *frequency, size_t pairs, uint64_t position,
                                   plumb_sinusoidal_layout layout, size_t e) {
    if (layout == PLUMB_SINUSOIDAL_INTERLEAVED)
        return e % 2 == 0 ? plumb_turn_sine(frequency[e / 2], position)
                          : plumb_turn_cosine(frequency[e / 2], position);
    return e < pairs ? plumb_turn_sine(frequency[e], position)
                     : plumb_turn_cosine(frequency[e - pairs], position);
}

void plumb_add_sinusoidal(const double *x, size_t dim, const plumb_turns *frequency,
                          uint64_t position, plumb_sinusoidal_layout layout, plumb_ball *sum) {
    size_t pairs = dim / 2;
    /*@ loop invariant index: 0 <= e <= dim;
        loop invariant done: \forall seq v, t; \at(values(x, v, dim) && frequencies(frequency, t, dim / 2), Pre) ==>
          encloses(sum, with_row(v, sinusoid(t, position, layout, dim / 2)), e);
        loop invariant x: \forall seq v; \at(values(x, v, dim), Pre) ==> values(x, v, dim);
        loop invariant frequency: \forall seq t;
          \at(frequencies(frequency, t, dim / 2), Pre) ==> frequencies(frequency, t, dim / 2);
        loop assigns e, sum[0 .. dim - 1];
        loop variant dim - e;
    */
    for (size_t e = 0; e < dim; e++) {
        plumb_ball term = sinusoid_element(frequency, pairs, position, layout, e);
        plumb_ball result = plumb_ball_add(plumb_ball_of(x[e]), term);
        /*@ assert result: \forall seq v, t; \at(values(x, v, dim) && frequencies(frequency, t, dim / 2), Pre) ==>
              in_ball(result, el(with_row(v, sinusoid(t, position, layout, dim / 2)), e)); */
        sum[e] = result;
        //@ assert stored: sum[e] == result;
    }
}
