/* t5_thresholds.h - the least distance of each of T5's logarithmic buckets
   (spec/positions.md, section 4).

   Not a kernel: FLINT's integers decide bucket >= linear + i, that is
   n^logarithmic linear^i >= max_distance^i linear^logarithmic, exactly.  Released code takes a
   logarithm in float32 and rounds down, which can differ at the thresholds themselves.
   position/t5_bucket.h gets them from here. */
#ifndef PLUMB_ROW_T5_THRESHOLDS_H
#define PLUMB_ROW_T5_THRESHOLDS_H
#include <stddef.h>
#include <stdint.h>

/* threshold [logarithmic - 1]: element i is the least distance of bucket linear + i + 1.
   0 on success, -1 unless 0 < linear < max_distance and 0 < logarithmic. */
int plumb_t5_thresholds(size_t linear, size_t logarithmic, size_t max_distance, uint64_t *threshold);
#endif
