/* pages.h - keys or values in a cache of blocks: a table has the block of each page of a batch entry.

   A tensor with pages has the shape of their contents, [batch][heads][length][channels] or without the last axis; its
   bytes are those of the cache, which is read in place.  Entries may share blocks.  Slots after the last key of an
   entry may hold anything; they are read as `fill`. */
#ifndef PLUMB_CASE_PAGES_H
#define PLUMB_CASE_PAGES_H
#include "case/tensor.h"

typedef struct plumb_pages {
    const int64_t *block;  /* [batch][pages] */
    const int64_t *length; /* [batch] keys of each entry */
    double fill;           /* what stands behind them */
    bool is_sequence;      /* the one page of an entry is a row and those behind it, as many as the entry has */
    size_t pages, slots, blocks;
    size_t first, block_rows, slot_rows, head_rows; /* how far apart they are, in rows of channels */
} plumb_pages;

/* The elements from <= i < from + count of a tensor that has pages into value[count]; as plumb_tensor_decode_part. */
void plumb_pages_decode(const plumb_tensor *tensor, plumb_format format, size_t from, size_t count, double *value);
#endif
