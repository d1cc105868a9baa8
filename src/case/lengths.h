/* lengths.h - the number of keys of each batch entry: keys beyond it do not exist, and queries may be counted from its
   end. */
#ifndef PLUMB_CASE_LENGTHS_H
#define PLUMB_CASE_LENGTHS_H
#include "base/error.h"
#include "base/storage.h"
#include "case/tensor.h"
#include "problem/problem.h"

/* The lengths [batch], from 0 to most: "the 64 keys of k".  0, or -1 after a message. */
int plumb_lengths_read(const plumb_tensor *tensor, size_t batch, size_t most, const char *what, plumb_storage *storage,
                       const int64_t **length, plumb_error *error);

/* The integers of a tensor, whose dtype is checked; NULL after a message. */
const int64_t *plumb_lengths_integers(const plumb_tensor *tensor, plumb_storage *storage, plumb_error *error);

/* The greatest. */
size_t plumb_lengths_most(const int64_t *length, size_t batch);

/* The keys [batch] before the first of each entry into problem->mask; lengths are known.  tensor: key_starts, or NULL.
   0, or -1 after a message. */
int plumb_lengths_starts(const plumb_tensor *tensor, plumb_storage *storage, plumb_problem *problem,
                         plumb_error *error);

/* Keys of an entry: from the first, before the end. */
size_t plumb_lengths_first(const plumb_problem *problem, size_t b);
size_t plumb_lengths_end(const plumb_problem *problem, size_t b);

/* Hides the keys that do not exist by the lengths and starts of the problem from all queries, whatever else hides
   them. */
int plumb_lengths_hide(const plumb_tensor *tensor, plumb_storage *storage, plumb_problem *problem, plumb_error *error);

/* [batch] how much earlier queries stand than they would with all keys and queries, where the last query stands at the
   last key; NULL if memory is short. */
const int64_t *plumb_lengths_offsets(const plumb_problem *problem, plumb_storage *storage);
#endif
