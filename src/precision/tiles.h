/* tiles.h - between which tiles an engine may keep the sums of a backward pass in the format of its output: those of
   PyTorch's flash attention on a CPU (github.com/pytorch/pytorch, FlashAttentionKernel.cpp). */
#ifndef PLUMB_PRECISION_TILES_H
#define PLUMB_PRECISION_TILES_H
#include <stddef.h>

enum { PLUMB_TILE_OF_KEYS = 512 };

static inline size_t plumb_tile_of_queries(size_t queries) {
    return queries < 192 ? 32 : queries < 768 ? 64 : 256;
}
#endif
