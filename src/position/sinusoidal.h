/* sinusoidal.h - a vector plus the sines and cosines that stand for its position: sum = x + PE(position).

   Source: Vaswani et al. 2017, 3.5; arXiv 2410.10781, released code (concatenated).  x, sum [dim], dim even;
   frequency [dim/2]: turns per position, each known to 2^-127; layout: the order of sines and cosines.
   A position beyond 2^53 and an element that is not finite give balls without information. */
#ifndef PLUMB_POSITION_SINUSOIDAL_H
#define PLUMB_POSITION_SINUSOIDAL_H
#include "spec/position/forms.h"
#include "spec/position/sinusoidal.h"
#include <stddef.h>

/*@ requires pairs: dim % 2 == 0;
    requires layout: layout == PLUMB_SINUSOIDAL_CONCATENATED || layout == PLUMB_SINUSOIDAL_INTERLEAVED;
    requires reads: \valid_read(x + (0 .. dim - 1)) && \valid_read(frequency + (0 .. dim / 2 - 1));
    requires writes: \valid(sum + (0 .. dim - 1));
    requires apart: \separated(sum + (0 .. dim - 1), x + (0 .. dim - 1)) &&
                    \separated(sum + (0 .. dim - 1), frequency + (0 .. dim / 2 - 1));
    assigns sum[0 .. dim - 1];
    ensures encloses: \forall seq v, t; \old(values(x, v, dim) && frequencies(frequency, t, dim / 2)) ==>
      encloses(sum, with_row(v, sinusoid(t, position, layout, dim / 2)), dim);
*/
void plumb_add_sinusoidal(const double *x, size_t dim, const plumb_turns *frequency, uint64_t position,
                          plumb_sinusoidal_layout layout, plumb_ball *sum);
#endif
