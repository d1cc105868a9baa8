/* vectors.h - test vectors for engines: small cases with exact results, each of which catches a fault. */
#ifndef PLUMB_VECTORS_VECTORS_H
#define PLUMB_VECTORS_VECTORS_H
#include "vectors/mutants.h"
#include <stdio.h>

/* The format of the files, with its version (docs/vectors.md). */
#define PLUMB_VECTORS_FORMAT "plumbline-vectors-1"

typedef struct {
    plumb_candidate candidate;
    plumb_drawn_case inputs;
    plumb_storage storage;
    plumb_vector_answers answers;
    plumb_caught caught;
    bool drawn;
} plumb_vector;

typedef struct {
    uint64_t seed;
    size_t count, kept; /* kept: those that catch a fault of their family */
    plumb_vector *vector;
} plumb_vectors;

/* Makes the vectors of a family, or of all if it is NULL. threads: 0 as OpenMP decides.  Returns 0, or -1 with a
   message. */
int plumb_vectors_make(const plumb_family *family, uint64_t seed, int threads, plumb_vectors *out, plumb_error *error);
void plumb_vectors_free(plumb_vectors *vectors);

/* Whether the vector is written. */
bool plumb_vector_is_kept(const plumb_vector *vector);

/* Writes FOLDER/FAMILY.json and FOLDER/FAMILY/FAMILY-NNN.safetensors; creates the folders.  Returns 0, or -1 with a
   message. */
int plumb_vectors_write(const plumb_vectors *vectors, const char *folder, plumb_error *error);

/* Writes two tables in Markdown: the families, and the vectors that catch each fault. */
int plumb_vectors_table(const plumb_vectors *vectors, FILE *stream);
#endif
