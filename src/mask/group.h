/* group.h - the keys of the query's own group become visible, whatever hid them.

   Source: github.com/huggingface/transformers, block_sequence_ids; image tokens of Gemma 3. */
#ifndef PLUMB_MASK_GROUP_H
#define PLUMB_MASK_GROUP_H
#include "spec/mask/group.h"
#include <stddef.h>

/* own: the group of the query; group [keys]: those of the keys. */
/*@ requires reads: \valid_read(group + (0 .. keys - 1));
    requires writes: \valid(visible + (0 .. keys - 1));
    requires apart: \separated(group + (0 .. keys - 1), visible + (0 .. keys - 1));
    assigns visible[0 .. keys - 1];
    ensures shows: \forall subset m, g, both;
      \old(shows(visible, m, keys) && shares(group, own, g, keys)) && joins(both, m, g) ==> shows(visible, both, keys);
*/
void plumb_show_own_group(int64_t own, const int64_t *group, size_t keys, unsigned char *visible);
#endif
