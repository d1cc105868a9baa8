/* encoding.h - numbers of 8 bits or less, as caches and weights are stored: 8-bit and 4-bit floating point, integers,
   and the blocks of llama.cpp, which hold their scales.

   Sources: OCP 8-bit Floating Point Specification 1.0 (E4M3 without infinities, E5M2); OCP Microscaling Formats 1.0
   (E2M1, E8M0); ggml-common.h of llama.cpp (q8_0, q4_0). */
#ifndef PLUMB_CASE_ENCODING_H
#define PLUMB_CASE_ENCODING_H
#include "case/tensor.h"
#include "schema/description.h"
#include <stdbool.h>
#include <stddef.h>

/* How elements lie in bytes. */
typedef enum {
    PLUMB_LAYOUT_BYTE,  /* one in a byte */
    PLUMB_LAYOUT_PAIR,  /* two in a byte, the first in the lower four bits */
    PLUMB_LAYOUT_Q8_0,  /* a binary16 scale, and 32 signed bytes */
    PLUMB_LAYOUT_Q4_0   /* a binary16 scale, and 16 bytes: element i in the lower bits of byte i, i + 16 in the upper */
} plumb_layout;

typedef struct {
    const char *name; /* "e4m3" */
    plumb_layout layout;
    bool integer;           /* has a scale, and may have a zero point */
    bool scaled;            /* holds its scales */
    double (*value)(int x); /* of the 8 or 4 bits x; NULL of what holds its scales */
} plumb_encoding;

enum { PLUMB_PATTERNS = 256 };

/* How a tensor of that dtype holds its elements, under the word of q_format, k_format or v_format; NULL: as numbers
   of 16 bits or more do, or not at all. */
const plumb_encoding *plumb_encoding_find(plumb_dtype dtype, plumb_packing packing);

/* Elements that lie together, and their bytes. */
size_t plumb_layout_elements(plumb_layout layout);
size_t plumb_layout_bytes(plumb_layout layout);

/* The values of bit patterns. */
double plumb_decode_e4m3(int x);
double plumb_decode_e8m0(int x);
#endif
