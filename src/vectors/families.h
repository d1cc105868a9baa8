/* families.h - the candidates for vectors: each row of the table families.def in every shape of its family and every
   dtype. */
#ifndef PLUMB_VECTORS_FAMILIES_H
#define PLUMB_VECTORS_FAMILIES_H
#include "problem/format.h"
#include "vectors/inputs.h"
#include <stddef.h>

typedef struct {
    const char *name, *axes, *about, *effect;
} plumb_family;

/* The indices of B, Hq, Hkv, Sq, Sk, D, Dv in a shape. */
typedef enum {
    PLUMB_SIZE_BATCH,
    PLUMB_SIZE_QUERY_HEADS,
    PLUMB_SIZE_KEY_HEADS,
    PLUMB_SIZE_QUERIES,
    PLUMB_SIZE_KEYS,
    PLUMB_SIZE_DIM,
    PLUMB_SIZE_VALUE_DIM,
    PLUMB_SIZES
} plumb_size;

typedef struct {
    const plumb_family *family;
    size_t number; /* among the family's candidates, from 1 on */
    const char *reason, *flags, *conventions;
    plumb_inputs inputs;
    const size_t *size; /* [PLUMB_SIZES] */
    plumb_format format;
} plumb_candidate;

/* The family of that index; NULL beyond the last. */
const plumb_family *plumb_family_at(size_t index);
const plumb_family *plumb_family_find(const char *name);

/* Returns the number of candidates of a family, or of all if it is NULL, and fills list unless it is NULL; list must
   hold that many. */
size_t plumb_candidates(const plumb_family *family, plumb_candidate *list);
#endif
