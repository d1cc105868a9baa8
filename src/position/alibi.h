/* alibi.h - ALiBi: bias[j] = slope times a distance of key j, a slope for each head.

   Source: arXiv 2108.12409, section 3.  Which distance: position/forms.h.  A slope is 2^(-a/n) with n the largest
   power of two up to the number of heads, and a = 8 (h + 1) for h < n, 4 (2 (h - n) + 1) for the others
   (github.com/ofirpress/attention_with_linear_biases).  It is exact where n divides a. */
#ifndef PLUMB_POSITION_ALIBI_H
#define PLUMB_POSITION_ALIBI_H
#include "number/power.h"
#include "spec/position/alibi.h"
#include <stddef.h>
#include <stdint.h>

/*@ requires head: h < heads <= 0x10000000000000;
    assigns \nothing;
    ensures encloses: in_ball(\result, alibi_slope(heads, h));
*/
plumb_ball plumb_alibi_slope(size_t heads, size_t h);

/* key_position, bias [keys].  PLUMB_ALIBI_SCALED_KEY is PLUMB_ALIBI_KEY: the slope is already multiplied by the
   scale. */
/*@ requires form: PLUMB_ALIBI_RELATIVE <= form <= PLUMB_ALIBI_SCALED_KEY;
    requires positions: is_position(query_position) && are_positions(key_position, keys);
    requires reads: \valid_read(key_position + (0 .. keys - 1));
    requires writes: \valid(bias + (0 .. keys - 1));
    requires apart: \separated(bias + (0 .. keys - 1), key_position + (0 .. keys - 1));
    assigns bias[0 .. keys - 1];
    ensures encloses: \forall real s; in_ball(slope, s) ==> \forall integer j; 0 <= j < keys ==>
      in_ball(bias[j], rmul(s, alibi_distance(form, query_position, key_position[j])));
*/
void plumb_alibi(plumb_alibi_form form, plumb_ball slope, int64_t query_position, const int64_t *key_position,
                 size_t keys, plumb_ball *bias);
#endif
