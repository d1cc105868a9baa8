/* ragged.h - sequences of different lengths, stored one after another: cu_seqlens_q for queries and results,
   cu_seqlens_k for keys and values; gradients like their tensors. */
#ifndef PLUMB_CASE_RAGGED_H
#define PLUMB_CASE_RAGGED_H
#include "case/assemble.h"
#include "case/pages.h"

/* Tensors that may be ragged: of queries, and of keys. */
enum { PLUMB_RAGGED_QUERIES = 6, PLUMB_RAGGED_KEYS = 4 };

/* What takes the place of the tensors of a ragged batch, in shapes that are padded to the longest sequence. */
typedef struct {
    plumb_tensor of_queries[PLUMB_RAGGED_QUERIES], of_keys[PLUMB_RAGGED_KEYS];
    plumb_sequences sequences;  /* of queries; all NULL where these are not ragged */
    const int64_t *key_lengths; /* [batch]; NULL where keys are not ragged */
} plumb_ragged;

/* Whether keys or queries are ragged. */
bool plumb_is_ragged(const plumb_case_tensors *tensors);

/* Replaces in *tensors what is ragged.  What belongs to it is owned by storage; *ragged has to stay as long. */
int plumb_ragged_of(plumb_case_tensors *tensors, const plumb_description *description, plumb_storage *storage,
                    plumb_ragged *ragged, plumb_error *error);
#endif
