/* scale.h - the factor applied to q.k, as a ball around its exact value. */
#ifndef PLUMB_ATTENTION_SCALE_H
#define PLUMB_ATTENTION_SCALE_H
#include "number/ball.h"
#include <stddef.h>

/* 1/sqrt(head_dim), the default of Vaswani et al. 2017, 3.2.1. */
/*@ requires positive: 0 < head_dim <= 0x20000000000000;
    assigns \nothing;
    ensures encloses: in_ball(\result, rdiv(1.0, rsqrt((real)head_dim)));
*/
plumb_ball plumb_default_scale(size_t head_dim);
#endif
