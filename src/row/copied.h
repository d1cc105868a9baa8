/* copied.h - keys that lists name more than once, for engines that count a key as often as it is listed: copies of them
   stand behind all keys, with their positions, and a query sees as many as its list has.

   What a mask shows of a key it shows of its copies.  As a copy has another number than its key, one boolean mask takes
   the place of all masks. */
#ifndef PLUMB_ROW_COPIED_H
#define PLUMB_ROW_COPIED_H
#include "base/storage.h"
#include "problem/problem.h"

/* *copied has its new arrays from storage.  1; 0 if no list names a key twice; -1 if memory is short. */
int plumb_copy_keys(const plumb_problem *problem, plumb_storage *storage, plumb_problem *copied);
#endif
