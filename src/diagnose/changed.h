/* changed.h - a case with the changes of one or two neighbours. */
#ifndef PLUMB_DIAGNOSE_CHANGED_H
#define PLUMB_DIAGNOSE_CHANGED_H
#include "judge/compare.h"
#include "diagnose/making.h"

/* Makes the changes one after the other on a copy of the stated case, whose arrays it borrows or
   takes from storage.  Returns 1, or 0 where one of them does not apply, or -1 if memory is short.
   The changed case holds the same tensors with the same rows as the stated one. */
int plumb_change_case(const plumb_case *stated, const plumb_neighbour *const *change, size_t changes,
                      plumb_storage *storage, plumb_case *changed);

/* The same of one change, for one row: what others read may be missing (diagnose/making.h). */
int plumb_change_row(const plumb_case *stated, const plumb_neighbour *change, const plumb_row_place *row,
                     plumb_storage *storage, plumb_case *changed);

/* Whether only the precision differs from what is stated. */
bool plumb_changes_precision_alone(const plumb_case *stated, const plumb_case *changed);

/* The precision that a case states, or the one that is assumed; false if it has no model. */
bool plumb_base_precision(const plumb_case *c, plumb_precision *base);

/* The precision model of a changed case: that of the stated one unless the change names another.
   Returns 0, or -1 with a message if there is no such model. */
int plumb_changed_precision(const plumb_case *stated, const plumb_precision *as_stated, const plumb_case *changed,
                            plumb_precision *precision, plumb_error *error);
#endif
