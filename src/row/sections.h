/* sections.h - which axis of the position ids each pair of a rotation reads, and the frequency that it has there
   (spec/positions.md, section 2). */
#ifndef PLUMB_ROW_SECTIONS_H
#define PLUMB_ROW_SECTIONS_H
#include "problem/position.h"

size_t plumb_axis_of_pair(const plumb_rope *rope, size_t m);

/* How many pairs from m on follow each other that read the same axis as it. */
size_t plumb_pairs_alike(const plumb_rope *rope, size_t m);

/* The rotation without sections, and which of its pairs, whose frequency pair m has. */
typedef struct {
    plumb_rope rope;
    size_t m;
} plumb_source_pair;

plumb_source_pair plumb_source_of_pair(const plumb_rope *rope, size_t m);
#endif
