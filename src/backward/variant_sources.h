/* variant_sources.h - where a variant of the backward pass reads the numbers and vectors of a row. */
#ifndef PLUMB_BACKWARD_VARIANT_SOURCES_H
#define PLUMB_BACKWARD_VARIANT_SOURCES_H
#include "backward/variant.h"

#define LOG2_E 0x1.71547652b82fep0

/* Batch entry, query head and query. */
typedef struct {
    size_t b, h, t;
} plumb_place;

/* Number `from` plus `by`; beyond the last of `count` from the first on. */
size_t plumb_away(size_t from, int64_t by, size_t count);

bool plumb_is_own_row(const plumb_other_row *of);
bool plumb_is_own_key(const plumb_other_key *of);
plumb_place plumb_place_of(const plumb_backward_row *row, const plumb_other_row *of);

/* Its number among all rows. */
size_t plumb_other_row_of(const plumb_backward_row *row, const plumb_other_row *of);

/* A query head that reads the key head of another key. */
size_t plumb_head_of_key(const plumb_backward_row *row, const plumb_other_key *of);

double plumb_variant_delta(const plumb_variant_row *v, const plumb_backward_row *row, const plumb_backward_variant *as);
double plumb_variant_lse(const plumb_variant_row *v, const plumb_backward_row *row, const plumb_backward_variant *as);
double plumb_variant_lse_gradient(const plumb_backward_row *row, const plumb_backward_variant *as);
#endif
