/* spec/position/distance.h - positions, and distances between them clipped to a reach.

   Source: arXiv 1803.02155, equations 5 and 6: clip(j - i, k), and the row clip(j - i, k) + k of a table. */
#ifndef PLUMB_SPEC_POSITION_DISTANCE_H
#define PLUMB_SPEC_POSITION_DISTANCE_H
#include <stdint.h>

/* the difference of two is exact in binary64 */
/*@ predicate is_position(integer p) = -0x10000000000000 <= p <= 0x10000000000000; */
/*@ predicate are_positions{L}(int64_t *p, integer n) = \forall integer j; 0 <= j < n ==> is_position(p[j]); */

/*@ axiomatic Distance { logic integer clipped_row(integer distance, integer reach); } */

#ifdef PLUMB_DEFINITIONS
/*@ lemma clipped_row_is: \forall integer d, reach;
      clipped_row(d, reach) == \max(-reach, \min(reach, d)) + reach; */
/*@ lemma clipped_row_inside: \forall integer d, reach; reach >= 0 ==> 0 <= clipped_row(d, reach) <= 2 * reach; */
#endif

/*@ lemma clipped_row_before: \forall integer d, reach; 0 <= reach && d <= -reach ==> clipped_row(d, reach) == 0; */
/*@ lemma clipped_row_near: \forall integer d, reach; -reach <= d <= reach ==> clipped_row(d, reach) == d + reach; */
/*@ lemma clipped_row_after: \forall integer d, reach; 0 <= reach <= d ==> clipped_row(d, reach) == reach + reach; */
#endif
