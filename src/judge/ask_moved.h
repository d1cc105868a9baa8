/* ask_moved.h - whether proved code excludes an element of dq or dk of vectors that a position moves (spec/budget.md,
   section 24). */
#ifndef PLUMB_JUDGE_ASK_MOVED_H
#define PLUMB_JUDGE_ASK_MOVED_H
#include "judge/asking.h"

bool plumb_moved_is_excluded(const plumb_asking *asking, const plumb_asked_line *of, size_t column, double number);
#endif
