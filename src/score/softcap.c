/* softcap.c - see softcap.h. */
#include "score/softcap.h"
#include "number/tanh.h"

plumb_ball plumb_softcap_one(plumb_ball score, double cap) {
    if (!plumb_is_finite(cap) || !plumb_less(0.0, cap))
        return plumb_ball_unknown();
    plumb_ball ratio = plumb_ball_divide(score, plumb_ball_of(cap));
    return plumb_ball_scale(plumb_ball_tanh(ratio), cap);
}

void plumb_softcap(plumb_ball *score, const unsigned char *visible, size_t keys, double cap) {
    /*@ loop invariant index: 0 <= j <= keys;
        loop invariant done: \forall seq x, subset m; \at(encloses_visible(score, visible, x, m, keys), Pre) ==>
          encloses_among(score, softcapped(x, cap), m, j);
        loop invariant ahead: \forall seq x, subset m; \at(encloses_visible(score, visible, x, m, keys), Pre) ==>
          \forall integer k; j <= k < keys && among(m, k) ==> in_ball(score[k], el(x, k));
        loop invariant visible: \forall subset m; \at(shows(visible, m, keys), Pre) ==> shows(visible, m, keys);
        loop assigns j, score[0 .. keys - 1];
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++)
        if (visible[j]) {
            plumb_ball capped = plumb_softcap_one(score[j], cap);
            /*@ assert capped: \forall seq x, subset m; \at(encloses_visible(score, visible, x, m, keys), Pre) ==>
                  in_ball(capped, el(softcapped(x, cap), j)); */
            score[j] = capped;
            //@ assert stored: score[j] == capped;
        }
}
