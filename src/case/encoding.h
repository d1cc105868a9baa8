/* encoding.h - numbers of 8 bits or less in caches and weights: 8-bit and 4-bit floating point, integers, and the
   blocks of llama.cpp, which contain their scales.

   Sources: OCP 8-bit Floating Point Specification 1.0 (E4M3 without infinities, E5M2); OCP Microscaling Formats 1.0
   (E2M1, E8M0); arXiv 2206.02915 (the fnuz formats: one NaN, no infinity, no -0); E4M3 of IEEE's kind, with infinities:
   ml_dtypes float8_e4m3; ggml-common.h of llama.cpp (its blocks). */
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
    PLUMB_LAYOUT_Q4_0,  /* a binary16 scale, and 16 bytes: element i in the lower bits of byte i, i + 16 in the upper */
    PLUMB_LAYOUT_Q4_1,  /* the same with a binary16 minimum behind the scale */
    PLUMB_LAYOUT_Q5_0,  /* as q4_0 with 32 bits, the fifth of each element, in front of the bytes */
    PLUMB_LAYOUT_Q5_1   /* as q4_1 with them */
} plumb_layout;

typedef struct {
    const char *name; /* "e4m3" */
    plumb_layout layout;
    bool integer;           /* has a scale, and may have a zero point */
    bool scaled;            /* holds its scales */
    double (*value)(int x); /* of the 8, 5 or 4 bits x; NULL of q8_0 */
} plumb_encoding;

enum { PLUMB_PATTERNS = 256 };

/* How a tensor of that dtype holds its elements, under the word of q_format, k_format or v_format; NULL: as numbers
   of 16 bits or more do, or not at all. */
const plumb_encoding *plumb_encoding_find(plumb_dtype dtype, plumb_packing packing);

/* Elements that lie together, their bytes, and how many patterns one of them may have. */
size_t plumb_layout_elements(plumb_layout layout);
size_t plumb_layout_bytes(plumb_layout layout);
int plumb_layout_patterns(plumb_layout layout);

/* The values of bit patterns. */
double plumb_decode_e4m3(int x);
double plumb_decode_e8m0(int x);
#endif
