/* sink_share.c - see sink_share.h. */
#include "measure/sink_share.h"

plumb_ball plumb_sink_share(const plumb_ball *weight, size_t rows) {
    double count = plumb_of_size(rows);
    plumb_ball sum = plumb_ball_zero();
    /*@ loop invariant index: 0 <= j <= rows;
        loop invariant sum: \forall seq w; encloses(weight, w, rows) ==> in_ball(sum, total(w, j));
        loop assigns j, sum;
        loop variant rows - j;
    */
    for (size_t j = 0; j < rows; j++)
        sum = plumb_ball_add(sum, weight[j]);
    return plumb_ball_divide(sum, plumb_ball_of(count));
}
