/* choice.h - what a choice of keys says of a case: the lists are right or wrong whatever the precision. */
#ifndef PLUMB_JUDGE_CHOICE_H
#define PLUMB_JUDGE_CHOICE_H
#include "judge/compare.h"

/* FAIL if a list lacks a key with a larger score, which is a comparison of stored numbers; SUSPECT if nothing is known
   of some list; else PASS. */
static inline plumb_verdict plumb_choice_verdict(const plumb_case *judged) {
    return judged->choice.wrong > 0 ? PLUMB_FAIL : judged->choice.unjudged > 0 ? PLUMB_SUSPECT : PLUMB_PASS;
}
#endif
