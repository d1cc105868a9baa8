/* merge.h - merges parts of the keys, from the definition in spec/merge.md alone, with the requested number of bits. */
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

/* Sets merged [width], and lse in the same base.  Returns false, and sets neither, if no part sees a key. */
bool plumb_exact_merge(const plumb_exact_parts *row, arb_ptr merged, arb_t lse, slong precision);
#endif
