/* lists.h - lists of keys or of blocks of keys, key_indices: reads and checks them, and adds them to the boolean
   mask. */
#ifndef PLUMB_CASE_LISTS_H
#define PLUMB_CASE_LISTS_H
#include "case/assemble.h"
#include "case/pages.h"
#include "problem/problem.h"

/* Reads the lists of a case into problem->mask, where it has some; lengths of keys are known, and pages are those of k,
   or NULL.  0, or -1 after a message. */
int plumb_lists_read(const plumb_case_tensors *tensors, const plumb_description *description, const plumb_pages *pages,
                     plumb_storage *storage, plumb_problem *problem, plumb_error *error);

/* Copies keys of a case that count as often as they are listed (row/copied.h).  0, or -1 after a message. */
int plumb_lists_copy(const char *source, plumb_storage *storage, plumb_case *c, plumb_error *error);

/* allowed becomes what the lists and the boolean mask beside them let be seen; false if memory is short. */
bool plumb_lists_hide(const plumb_lists *lists, plumb_storage *storage, plumb_problem *problem);

/* Whether it is the index of a key, or of a block with keys, of a batch entry; and how many blocks there are, those
   before its first key included. */
bool plumb_lists_has(const plumb_lists *lists, const plumb_problem *problem, size_t b, int64_t index);
size_t plumb_lists_blocks(const plumb_lists *lists, const plumb_problem *problem, size_t b);
#endif
