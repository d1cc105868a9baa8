/* merge.h - parts of the keys merged, from the definition in spec/merge.md alone, in as many bits as are asked for. */
#ifndef PLUMB_EXACT_MERGE_H
#define PLUMB_EXACT_MERGE_H
#include "problem/arb.h"
#include <stdbool.h>
#include <stddef.h>

/* One row: the log-sum-exps of its parts, [parts], in base e or 2, -infinity of one that sees no key, and their
   outputs, part i in output[i * stride .. + width). */
typedef struct {
    size_t parts, width, stride;
    const double *lse, *output;
    bool base_two;
} plumb_exact_parts;

/* merged [width], and lse in the same base; false, and neither, where no part sees a key. */
bool plumb_exact_merge(const plumb_exact_parts *row, arb_ptr merged, arb_t lse, slong precision);
#endif
