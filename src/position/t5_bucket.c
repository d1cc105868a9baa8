/* t5_bucket.c - see t5_bucket.h. */
#include "position/t5_bucket.h"

size_t plumb_t5_bucket(const uint64_t *threshold, size_t linear, size_t logarithmic,
                       uint64_t distance) {
    if (distance < linear)
        return (size_t)distance;
    size_t i = 0;
    /*@ loop invariant index: 0 <= i <= logarithmic - 1;
        loop invariant reached: \forall integer max_distance;
          linear < max_distance && t5_thresholds(threshold, linear, logarithmic, max_distance) ==>
          t5_reaches(linear, logarithmic, max_distance, distance, i);
        loop assigns i;
        loop variant logarithmic - i;
    */
    while (i < logarithmic - 1 && threshold[i] <= distance)
        i++;
    /*@ assert next: \forall integer max_distance;
          t5_thresholds(threshold, linear, logarithmic, max_distance) && i < logarithmic - 1 ==>
          t5_threshold(linear, logarithmic, max_distance, i + 1, threshold[i]); */
    /*@ assert unreached: \forall integer max_distance;
          t5_thresholds(threshold, linear, logarithmic, max_distance) && i < logarithmic - 1 ==>
          !t5_reaches(linear, logarithmic, max_distance, distance, i + 1); */
    /*@ assert last: \forall integer max_distance;
          linear < max_distance && t5_thresholds(threshold, linear, logarithmic, max_distance) &&
          i == logarithmic - 1 ==>
          t5_bucket_of(linear, logarithmic, max_distance, distance) == linear + i; */
    /*@ assert between: \forall integer max_distance;
          linear < max_distance && t5_thresholds(threshold, linear, logarithmic, max_distance) &&
          i < logarithmic - 1 ==>
          t5_bucket_of(linear, logarithmic, max_distance, distance) == linear + i; */
    return linear + i;
}

/*@ requires relative: -0x20000000000000 <= relative <= 0x20000000000000;
    requires buckets: 1 <= linear <= PLUMB_MOST_BUCKETS && 1 <= logarithmic <= PLUMB_MOST_BUCKETS;
    requires reads: \valid_read(threshold + (0 .. logarithmic - 2));
    assigns \nothing;
    ensures bucket: \forall integer max_distance;
      linear < max_distance && t5_thresholds(threshold, linear, logarithmic, max_distance) ==>
      \result == t5_bucket_at(bidirectional, linear, logarithmic, max_distance, relative);
    ensures inside: \result < (linear + logarithmic) * (bidirectional != 0 ? 2 : 1);
*/
static size_t bucket_at(const uint64_t *threshold, size_t linear, size_t logarithmic,
                        int bidirectional, int64_t relative) {
    if (relative <= 0)
        return plumb_t5_bucket(threshold, linear, logarithmic, (uint64_t)-relative);
    if (!bidirectional)
        return plumb_t5_bucket(threshold, linear, logarithmic, 0);
    return plumb_t5_bucket(threshold, linear, logarithmic, (uint64_t)relative) +
           (linear + logarithmic);
}

void plumb_t5_buckets(const uint64_t *threshold, size_t linear, size_t logarithmic,
                      int bidirectional, int64_t query_position, const int64_t *key_position,
                      size_t keys, size_t *bucket) {
    /*@ loop invariant index: 0 <= j <= keys;
        loop invariant bucket: \forall integer max_distance;
          linear < max_distance && \at(t5_thresholds(threshold, linear, logarithmic, max_distance), Pre) ==>
          \forall integer k; 0 <= k < j ==>
          bucket[k] == t5_bucket_at(bidirectional, linear, logarithmic, max_distance, key_position[k] - query_position);
        loop invariant inside: \forall integer k;
          0 <= k < j ==> bucket[k] < (linear + logarithmic) * (bidirectional != 0 ? 2 : 1);
        loop invariant threshold: \forall integer max_distance;
          \at(t5_thresholds(threshold, linear, logarithmic, max_distance), Pre) ==>
          t5_thresholds(threshold, linear, logarithmic, max_distance);
        loop assigns j, bucket[0 .. keys - 1];
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++) {
        size_t found = bucket_at(threshold, linear, logarithmic, bidirectional,
                                 key_position[j] - query_position);
        /*@ assert found: \forall integer max_distance;
              linear < max_distance && \at(t5_thresholds(threshold, linear, logarithmic, max_distance), Pre) ==>
              found ==
              t5_bucket_at(bidirectional, linear, logarithmic, max_distance, key_position[j] - query_position); */
        bucket[j] = found;
        //@ assert stored: bucket[j] == found;
    }
}
