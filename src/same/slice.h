/* slice.h - the part of a run's tensor that corresponds to the first run's, which may have fewer batch entries or
   queries. */
#ifndef PLUMB_SAME_SLICE_H
#define PLUMB_SAME_SLICE_H
#include "same/run.h"
#include <stdbool.h>

/* The place of the first run in the others; all zeros: the others have the same size. */
typedef struct {
    bool of_batch, of_queries; /* whether the others may have more */
    size_t batch, query;       /* the entry and query of the others that correspond to the first's 0 */
} plumb_same_part;

/* A block is a run of elements that are contiguous in both. */
typedef struct {
    const plumb_tensor *first, *other;
    size_t start[PLUMB_RANK_MAX]; /* start along each axis of the other */
    size_t axes;                  /* leading axes that number the blocks; the others are within a block */
    size_t blocks, width;         /* number of blocks; elements in each */
} plumb_same_slice;

/* Checks that the part is within the other run.  Returns 0, or -1 with a message. */
int plumb_same_part_check(const plumb_same_run *first, const plumb_same_run *other, const plumb_same_part *part,
                          plumb_error *error);

/* Finds the slice of tensor `member`, which must be in both runs or in none (*held), with one dtype and matching
   shapes.  Returns 0, or -1 with a message that names the other run's file and the tensor. */
int plumb_same_slice_find(const plumb_same_run *first, const plumb_same_run *other, const plumb_same_part *part,
                          plumb_member member, bool *held, plumb_same_slice *slice, plumb_error *error);

/* The index in the other tensor of the first tensor's element. */
size_t plumb_same_slice_place(const plumb_same_slice *slice, size_t element);
#endif
