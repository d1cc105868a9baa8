/* capped_mask.c - see capped_mask.h. */
#include "score/capped_mask.h"

void plumb_cap_invisible(plumb_ball *score, unsigned char *visible, size_t keys, double cap) {
    plumb_ball least = plumb_ball_negate(plumb_ball_of(cap));
    /*@ loop invariant index: 0 <= j <= keys;
        loop invariant done: \forall seq x, subset m;
          \is_finite(cap) && \at(encloses_visible(score, visible, x, m, keys), Pre) ==>
          encloses_among(score, capped_mask(x, m, cap), everything, j);
        loop invariant all: shows(visible, everything, j);
        loop invariant score: \forall seq x, subset m; \at(encloses_among(score, x, m, keys), Pre) ==>
          \forall integer k; j <= k < keys && among(m, k) ==> in_ball(score[k], el(x, k));
        loop invariant visible: \forall subset m; \at(shows(visible, m, keys), Pre) ==>
          \forall integer k; j <= k < keys ==> (visible[k] != 0 <==> among(m, k));
        loop assigns j, score[0 .. keys - 1], visible[0 .. keys - 1];
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++) {
        plumb_ball result = score[j];
        if (!visible[j])
            result = least;
        /*@ assert result: \forall seq x, subset m;
              \is_finite(cap) && \at(encloses_visible(score, visible, x, m, keys), Pre) ==>
              in_ball(result, el(capped_mask(x, m, cap), j)); */
        score[j] = result;
        //@ assert stored: score[j] == result;
        visible[j] = 1;
    }
}
