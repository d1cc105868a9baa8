/* t5_bucket.h - T5's bucket of a distance n: n itself below E, then growing with the logarithm of n up to M.

       bucket = n for n < E, else min(E + L - 1, E + floor(ln(n/E) / ln(M/E) L))

   Source: arXiv 1910.10683, section 2.1, and its released code, with B = E + L buckets, E = floor(B/2).  The
   logarithms are never evaluated: threshold[i], i = 0 .. L-2, is the least distance of bucket E + i + 1, an
   integer by n^L E^(i+1) >= M^(i+1) E^L.  What is proved holds for the M of which they are the thresholds. */
#ifndef PLUMB_POSITION_T5_BUCKET_H
#define PLUMB_POSITION_T5_BUCKET_H
#include "spec/position/distance.h"
#include "spec/position/t5_bucket.h"
#include <stddef.h>
#include <stdint.h>

/* No table has more buckets. */
#define PLUMB_MOST_BUCKETS 0x10000000000000

/*@ requires buckets: 1 <= linear <= PLUMB_MOST_BUCKETS && 1 <= logarithmic <= PLUMB_MOST_BUCKETS;
    requires reads: \valid_read(threshold + (0 .. logarithmic - 2));
    assigns \nothing;
    ensures bucket: \forall integer max_distance;
      linear < max_distance && t5_thresholds(threshold, linear, logarithmic, max_distance) ==>
      \result == t5_bucket_of(linear, logarithmic, max_distance, distance);
    ensures inside: \result < linear + logarithmic;
*/
size_t plumb_t5_bucket(const uint64_t *threshold, size_t linear, size_t logarithmic, uint64_t distance);

/* bucket[j] of the key at key_position[j].  Causal: keys after the query are at distance 0.  Bidirectional:
   distances are absolute, and E + L is added to the buckets of keys after the query. */
/*@ requires positions: is_position(query_position) && are_positions(key_position, keys);
    requires buckets: 1 <= linear <= PLUMB_MOST_BUCKETS && 1 <= logarithmic <= PLUMB_MOST_BUCKETS;
    requires reads: \valid_read(threshold + (0 .. logarithmic - 2)) && \valid_read(key_position + (0 .. keys - 1));
    requires writes: \valid(bucket + (0 .. keys - 1));
    requires apart: \separated(bucket + (0 .. keys - 1), threshold + (0 .. logarithmic - 2)) &&
                    \separated(bucket + (0 .. keys - 1), key_position + (0 .. keys - 1));
    assigns bucket[0 .. keys - 1];
    ensures bucket: \forall integer max_distance;
      linear < max_distance && \old(t5_thresholds(threshold, linear, logarithmic, max_distance)) ==>
      \forall integer j; 0 <= j < keys ==>
      bucket[j] == t5_bucket_at(bidirectional, linear, logarithmic, max_distance, key_position[j] - query_position);
    ensures inside: \forall integer j; 0 <= j < keys ==>
      bucket[j] < (linear + logarithmic) * (bidirectional != 0 ? 2 : 1);
*/
void plumb_t5_buckets(const uint64_t *threshold, size_t linear, size_t logarithmic, int bidirectional,
                      int64_t query_position, const int64_t *key_position, size_t keys, size_t *bucket);
#endif
