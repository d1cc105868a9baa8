/* spec/position/t5_bucket.h - T5's buckets of distances: each of its own below E, growing with the logarithm up to M.

   bucket(n) = n for n < E, else min(E + L - 1, E + floor(ln(n/E) / ln(M/E) L)), with E linear and L
   logarithmic buckets.  Source: arXiv 1910.10683, section 2.1, and its released code.  In integers: bucket E + i
   is reached where n^L E^i >= M^i E^L. */
#ifndef PLUMB_SPEC_POSITION_T5_BUCKET_H
#define PLUMB_SPEC_POSITION_T5_BUCKET_H
#include <stdint.h>

/*@ axiomatic T5Bucket {
      // by the formula, in real numbers
      logic integer t5_bucket_of(integer linear, integer logarithmic, integer max_distance, integer distance);
      // distance^logarithmic linear^i >= max_distance^i linear^logarithmic
      predicate t5_reaches(integer linear, integer logarithmic, integer max_distance, integer distance, integer i);
      // the bucket of a key `relative` positions after the query
      logic integer t5_bucket_at(integer bidirectional, integer linear, integer logarithmic, integer max_distance,
                                 integer relative);
    } */

/* the least distance that reaches bucket linear + i */
/*@ predicate t5_threshold(integer linear, integer logarithmic, integer max_distance, integer i, integer threshold) =
      \forall integer n; n >= 0 ==> (threshold <= n <==> t5_reaches(linear, logarithmic, max_distance, n, i)); */
/*@ predicate t5_thresholds{L}(uint64_t *threshold, integer linear, integer logarithmic, integer max_distance) =
      \forall integer i; 0 <= i < logarithmic - 1 ==>
      t5_threshold(linear, logarithmic, max_distance, i + 1, threshold[i]); */

#ifdef PLUMB_DEFINITIONS
/*@ lemma t5_bucket_formula: \forall integer e, l, m, n; 1 <= e && 1 <= l && e < m && e <= n ==>
      t5_bucket_of(e, l, m, n) == \min(e + l - 1, e + \floor(\log((real)n / e) / \log((real)m / e) * l)); */
/* a bucket is reached, and the distance before reaches it not: the threshold */
/*@ lemma t5_threshold_is: \forall integer e, l, m, i, n; 1 <= e && 1 <= l && e < m && 1 <= i && 1 <= n &&
      t5_reaches(e, l, m, n, i) && !t5_reaches(e, l, m, n - 1, i) ==> t5_threshold(e, l, m, i, n); */
/* 32 buckets up to distance 128, causal */
/*@ lemma t5_thresholds_32: t5_threshold(16, 16, 128, 1, 19) && t5_threshold(16, 16, 128, 2, 21) &&
      t5_threshold(16, 16, 128, 3, 24) && t5_threshold(16, 16, 128, 4, 27) && t5_threshold(16, 16, 128, 5, 31) &&
      t5_threshold(16, 16, 128, 6, 35) && t5_threshold(16, 16, 128, 7, 40) && t5_threshold(16, 16, 128, 8, 46) &&
      t5_threshold(16, 16, 128, 9, 52) && t5_threshold(16, 16, 128, 10, 59) && t5_threshold(16, 16, 128, 11, 67) &&
      t5_threshold(16, 16, 128, 12, 77) && t5_threshold(16, 16, 128, 13, 87) && t5_threshold(16, 16, 128, 14, 99) &&
      t5_threshold(16, 16, 128, 15, 113); */
/* 32 buckets in both directions are 16 in each */
/*@ lemma t5_thresholds_16: t5_threshold(8, 8, 128, 1, 12) && t5_threshold(8, 8, 128, 2, 16) &&
      t5_threshold(8, 8, 128, 3, 23) && t5_threshold(8, 8, 128, 4, 32) && t5_threshold(8, 8, 128, 5, 46) &&
      t5_threshold(8, 8, 128, 6, 64) && t5_threshold(8, 8, 128, 7, 91); */
#endif

/*@ lemma t5_bucket_linear: \forall integer e, l, m, n; 0 <= n < e ==> t5_bucket_of(e, l, m, n) == n; */
/*@ lemma t5_reaches_linear: \forall integer e, l, m, n; 0 <= e <= n && 0 <= l ==> t5_reaches(e, l, m, n, 0); */
/*@ lemma t5_bucket_logarithmic: \forall integer e, l, m, n, i, k;
      1 <= e && e < m && e <= n && 0 <= i < k <= i + 1 && k < l && t5_reaches(e, l, m, n, i) &&
      !t5_reaches(e, l, m, n, k) ==>
      t5_bucket_of(e, l, m, n) == e + i; */
/*@ lemma t5_bucket_last: \forall integer e, l, m, n, i; 1 <= e && e < m && e <= n && 0 <= i < l <= i + 1 &&
      t5_reaches(e, l, m, n, i) ==> t5_bucket_of(e, l, m, n) == e + i; */

/*@ lemma t5_bucket_before: \forall integer b, e, l, m, r; r <= 0 ==>
      t5_bucket_at(b, e, l, m, r) == t5_bucket_of(e, l, m, -r); */
/*@ lemma t5_bucket_unseen: \forall integer e, l, m, r; r > 0 ==>
      t5_bucket_at(0, e, l, m, r) == t5_bucket_of(e, l, m, 0); */
/*@ lemma t5_bucket_after: \forall integer b, e, l, m, r; r > 0 && b != 0 ==>
      t5_bucket_at(b, e, l, m, r) == t5_bucket_of(e, l, m, r) + (e + l); */
#endif
