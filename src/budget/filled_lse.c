/* filled_lse.c - see filled_lse.h. */
#include "budget/filled_lse.h"
#include "budget/lse.h"
#include "weight/softmax.h"

void plumb_append_sink(const unsigned char *taking_part, size_t keys, int has_sink, unsigned char *shown) {
    /*@ loop invariant index: 0 <= j <= keys;
        loop invariant shown: \forall subset p; \at(shows(taking_part, p, keys), Pre) ==> shows(shown, p, j);
        loop assigns j, shown[0 .. keys];
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++)
        shown[j] = taking_part[j] != 0;
    shown[keys] = has_sink != 0;
}

plumb_ball plumb_filled_lse(const double *unit, const double *tiny, size_t places, size_t summed, size_t rescalings,
                            plumb_verdict_workspace work) {
    plumb_softmax(work.score, work.shown, places, work.weight);
    /*@ assert model: \forall seq u, t; \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS), Pre) ==>
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS); */
    /*@ assert scores: \forall seq y, subset p; \at(all_computed(work.score, work.off, y, p, places), Pre) ==>
          all_computed(work.score, work.off, y, p, places); */
    /*@ assert known: \forall seq y, subset p;
          \at(shows(work.shown, p, places) && all_computed(work.score, work.off, y, p, places), Pre) ==>
          \exists seq s, d; encloses_visible(work.score, work.shown, s, p, places) &&
            encloses_among(work.off, d, p, places) && encloses_among(work.weight, softmax(s, p, places), p, places) &&
            visible_off(y, s, d, p, places); */
    return plumb_visible_lse(unit, tiny, work.score, work.off, work.weight, work.shown, places, summed, rescalings);
}
