/* slice.h - where a tensor of the first run lies within the same tensor of another, which may hold more of the batch
   or more queries. */
#ifndef PLUMB_SAME_SLICE_H
#define PLUMB_SAME_SLICE_H
#include "same/run.h"
#include <stdbool.h>

/* Where the first run lies in the others; all zeros: it is all of them. */
typedef struct {
    bool of_batch, of_queries; /* whether the others may have more */
    size_t batch, query;       /* entry and query of the others that are the first's first */
} plumb_same_part;

/* Elements that are neighbours in both are one block. */
typedef struct {
    const plumb_tensor *first, *other;
    size_t start[PLUMB_RANK_MAX]; /* in the other, of each axis */
    size_t axes;                  /* as many number the blocks; the others lie within one */
    size_t blocks, width;         /* of the first; elements in each */
} plumb_same_slice;

/* Whether the part lies within the other run at all.  0, or -1 with a message. */
int plumb_same_part_check(const plumb_same_run *first, const plumb_same_run *other, const plumb_same_part *part,
                          plumb_error *error);

/* Tensor `member` of both runs, which must be in both or in none (*held), of one dtype and of shapes that go together.
   0, or -1 with a message that names the other run's file and the tensor. */
int plumb_same_slice_find(const plumb_same_run *first, const plumb_same_run *other, const plumb_same_part *part,
                          plumb_member member, bool *held, plumb_same_slice *slice, plumb_error *error);

/* The number of the other's element that stands for the first's element of that number. */
size_t plumb_same_slice_place(const plumb_same_slice *slice, size_t element);
#endif
