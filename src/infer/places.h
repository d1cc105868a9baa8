/* places.h - ranges of keys or queries: round bounds, tiles, and the visible part of a block. */
#ifndef PLUMB_INFER_PLACES_H
#define PLUMB_INFER_PLACES_H
#include "infer/evidence.h"
#include "infer/hypothesis.h"

/* How many times 2 divides a place; both ends are rounder than any other. */
static inline unsigned plumb_roundness(size_t place, size_t end) {
    unsigned zeros = 0;
    if (place == 0 || place == end)
        return 64;
    while ((place >> zeros & 1) == 0)
        zeros++;
    return zeros;
}

/* Whether from..to - 1 are a tile: a power of two of them, from a multiple of that. */
static inline bool plumb_is_tile(size_t from, size_t to) {
    size_t places = to - from;
    return places >= 8 && (places & (places - 1)) == 0 && from % places == 0;
}

static inline bool plumb_sees_block(const plumb_evidence *at, const plumb_block *block) {
    for (size_t j = block->from; j < block->to; j++)
        if (at->weight[j] != 0)
            return true;
    return false;
}
#endif
