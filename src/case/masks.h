/* masks.h - the part of a case that says which keys a query sees: words and numbers of the
   description, and tensors.  spec/masks.md has what each means.

     "mask"       none (default) | causal | prefix
     "prefix"     with mask prefix: how many first keys every query sees, at most key_length
     "window"     {"left": integer, "right": integer}, each -1, which is unbounded, unless stated
     "streaming"  {"first": integer, "recent": integer}, both at least 0
     "streaming_positions"  text (default) | cache: positions count the keys that the query still has
                  (spec/positions.md); cache with a recent of at least 1, a position, no position ids
                  and not with the sink first-keys
     "chunk"      the width of the chunks: an integer, at least 1

     query_segments [batch,query_length] and key_segments [batch,key_length], I64 or I32: together
     allowed        [batch|1, query_heads|1, query_length|1, key_length], BOOL
     "mask_polarity"  of allowed: true-attends (default) | true-hides

   All that are stated hold at once.  No integer is above 2^53. */
#ifndef PLUMB_CASE_MASKS_H
#define PLUMB_CASE_MASKS_H
#include "attention/problem.h"
#include "case/description.h"
#include "case/error.h"
#include "case/mask_tensors.h"
#include <stdbool.h>
#include <stdint.h>

/* Single members; field is their place in messages. */
int plumb_description_mask(plumb_description *out, const char *field, const char *text,
                           plumb_error *error);
int plumb_description_prefix(plumb_description *out, const char *field, int64_t prefix,
                             plumb_error *error);
int plumb_description_window(plumb_description *out, const char *field, int64_t left, int64_t right,
                             plumb_error *error);
int plumb_description_streaming(plumb_description *out, const char *field, int64_t first,
                                int64_t recent, plumb_error *error);
int plumb_description_chunk(plumb_description *out, const char *field, int64_t width,
                            plumb_error *error);
int plumb_description_streaming_positions(plumb_description *out, const char *field,
                                          const char *text, plumb_error *error);
int plumb_description_polarity(plumb_description *out, const char *field, const char *text,
                               plumb_error *error);

/* Fills problem->causal and problem->mask, whose lengths are known, but for the tensors.
   queries_count: something besides masks asks where queries stand.  source is the case, for
   messages. */
int plumb_masks_assemble(const plumb_description *description, bool queries_count,
                         const char *source, plumb_problem *problem, plumb_error *error);
#endif
