/* gather.h - tensors whose memory is read in another layout than the stated one. */
#ifndef PLUMB_DIAGNOSE_GATHER_H
#define PLUMB_DIAGNOSE_GATHER_H
#include "diagnose/tensors.h"

/* The least power of two that is at least n. */
size_t plumb_power_from(size_t n);

/* Bit for bit: NaN is the same as itself. */
bool plumb_same_numbers(const double *one, const double *other, size_t count);

/* In which order the dimensions of a tensor [batch][heads][length][width] may lie in memory. */
typedef enum {
    PLUMB_MEMORY_BSHD,  /* [batch][length][heads][width] */
    PLUMB_MEMORY_SBHD,  /* [length][batch][heads][width] */
    PLUMB_MEMORY_BHDS,  /* [batch][heads][width][length] */
    PLUMB_MEMORY_RANK_3 /* the other way: [batch][length][heads * width] taken for the tensor's */
} plumb_memory;

/* "as [batch, length, heads, dim]": reads on from the tensor that is read or written so. */
const char *plumb_memory_name(plumb_memory memory);

/* The memory of a tensor as who takes it for the layout reads it: element (b, h, s, c) of `to` is what lies at
   (b, h, s, c) there, of rows that begin from view->first to view->end. */
void plumb_copy_memory(void *to, const plumb_tensor_view *view, plumb_memory memory);
#endif
