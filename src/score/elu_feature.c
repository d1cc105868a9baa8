/* elu_feature.c - see elu_feature.h. */
#include "score/elu_feature.h"
#include "number/elu.h"

void plumb_elu_feature(const double *x, size_t n, plumb_ball *feature) {
    /*@ loop invariant index: 0 <= c <= n;
        loop invariant done: \forall seq s; \at(values(x, s, n), Pre) ==> encloses(feature, elu_features(s), c);
        loop invariant x: \forall seq s; \at(values(x, s, n), Pre) ==> values(x, s, n);
        loop assigns c, feature[0 .. n - 1];
        loop variant n - c;
    */
    for (size_t c = 0; c < n; c++) {
        plumb_ball result = plumb_ball_elu_plus_one(plumb_ball_of(x[c]));
        //@ assert result: \forall seq s; \at(values(x, s, n), Pre) ==> in_ball(result, el(elu_features(s), c));
        feature[c] = result;
        //@ assert stored: feature[c] == result;
    }
}
