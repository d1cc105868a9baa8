/* given.h - the given results of parts of the keys: outputs and log-sum-exps with any leading axes, of one part or of
   several in a tensor. */
#ifndef PLUMB_MERGE_GIVEN_H
#define PLUMB_MERGE_GIVEN_H
#include "base/error.h"
#include "base/storage.h"
#include "case/tensor.h"
#include <stdbool.h>
#include <stddef.h>

typedef struct {
    const plumb_tensor *output, *lse; /* [..., width] and [...] */
    bool several;                     /* the first axis is that of the parts */
} plumb_merge_pair;

typedef struct {
    size_t parts, rows, width;
    size_t rank, shape[PLUMB_RANK_MAX]; /* of the output of a part */
    double *lse;                        /* [rows][parts]; -infinity: the part sees no key */
    double *output;                     /* [rows][parts][width]; anything for such a part */
    bool base_two;                      /* of lse */
} plumb_merge_parts;

/* Gathers all parts of all pairs, in their order.  Returns 0, or -1 with a message: shapes that do not match, or a part
   that sees keys and is not finite. */
int plumb_merge_gather(const plumb_merge_pair *pair, size_t pairs, bool base_two, plumb_storage *storage,
                       plumb_merge_parts *out, plumb_error *error);
#endif
