/* change_cache.h - keys and values held in few bits, and queries that the scale has multiplied (diagnose/making.h). */
#ifndef PLUMB_DIAGNOSE_CHANGE_CACHE_H
#define PLUMB_DIAGNOSE_CHANGE_CACHE_H
#include "diagnose/making.h"

typedef enum { PLUMB_INT8, PLUMB_INT4, PLUMB_E4M3, PLUMB_E5M2 } plumb_few_bits;

/* For which numbers there is one scale, in binary32: the largest magnitude of them over the largest of the format; of
   integers with a zero point the range from the least to the largest. */
typedef enum {
    PLUMB_NO_SCALE,
    PLUMB_SCALE_OF_HEAD,
    PLUMB_SCALE_OF_TOKEN,
    PLUMB_SCALE_OF_CHANNEL,
    PLUMB_RANGE_OF_TOKEN,
    PLUMB_RANGE_OF_CHANNEL
} plumb_scaled_by;

/* of: the tensors; integer: the bits; second: for which numbers there is a scale. */
int plumb_hold_in_few_bits(const plumb_making *m);

/* integer: PLUMB_F16 or PLUMB_BF16, in which the product of query and scale is held. */
int plumb_scale_queries(const plumb_making *m);
#endif
