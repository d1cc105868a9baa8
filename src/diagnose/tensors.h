/* tensors.h - the tensors of a case by their names in the file, all with four axes. */
#ifndef PLUMB_DIAGNOSE_TENSORS_H
#define PLUMB_DIAGNOSE_TENSORS_H
#include "case/case.h"
#include "schema/schema.h"

/* What the axes are of most tensors; of tables of positions the last two are rows and columns. */
typedef enum {
    PLUMB_ENTRIES,
    PLUMB_HEADS,
    PLUMB_AXES = PLUMB_HEADS, /* of position ids */
    PLUMB_LENGTH,
    PLUMB_ELEMENTS
} plumb_axis;

typedef struct {
    const void **place; /* the pointer in the case */
    size_t size[4];     /* as in memory: 1 where a tensor is shared */
    size_t count;
    size_t first, end; /* the elements that a change need make; all unless it is for one row */
    size_t width; /* of an element: numbers, integers (int64_t) or truths (bytes) */
    bool integers;
} plumb_tensor_view;

/* Where the pointer stands; NULL of a member that no case holds as a tensor. */
const void **plumb_tensor_place(plumb_case *c, plumb_member member);

/* Leaves it out, and its sizes. */
void plumb_tensor_drop(plumb_case *c, plumb_member member);

/* False where the case has no such tensor. */
bool plumb_tensor_in(plumb_case *c, plumb_member member, plumb_tensor_view *view);
#endif
