/* scale.c - see scale.h. */
#include "attention/scale.h"
#include "number/sqrt.h"

plumb_ball plumb_default_scale(size_t head_dim) {
    double d = plumb_of_size(head_dim);
    plumb_ball root = plumb_sqrt(d);
    return plumb_ball_divide(plumb_ball_of(1.0), root);
}
