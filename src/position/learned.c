/* learned.c - see learned.h. */
#include "position/learned.h"

void plumb_add_row(const double *x, const double *row, size_t dim, plumb_ball *sum) {
    /*@ loop invariant index: 0 <= e <= dim;
        loop invariant done: \forall seq v, w;
          \at(values(x, v, dim) && values(row, w, dim), Pre) ==> encloses(sum, with_row(v, w), e);
        loop invariant x: \forall seq v; \at(values(x, v, dim), Pre) ==> values(x, v, dim);
        loop invariant row: \forall seq w; \at(values(row, w, dim), Pre) ==> values(row, w, dim);
        loop assigns e, sum[0 .. dim - 1];
        loop variant dim - e;
    */
    for (size_t e = 0; e < dim; e++) {
        plumb_ball result = plumb_ball_add(plumb_ball_of(x[e]), plumb_ball_of(row[e]));
        /*@ assert result: \forall seq v, w;
              \at(values(x, v, dim) && values(row, w, dim), Pre) ==> in_ball(result, el(with_row(v, w), e)); */
        sum[e] = result;
        //@ assert stored: sum[e] == result;
    }
}
