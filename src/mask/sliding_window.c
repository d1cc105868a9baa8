/* sliding_window.c - see sliding_window.h. */
#include "mask/sliding_window.h"

void plumb_hide_outside_window(int64_t position, int64_t left, int64_t right, size_t keys,
                               unsigned char *visible) {
    size_t start = left == -1 ? 0 : plumb_keys_up_to(position - left - 1, keys);
    size_t end = right == -1 ? keys : plumb_keys_up_to(position + right, keys);
    /*@ assert inside: \forall integer j;
          0 <= j < keys ==> (start <= j < end <==> among(window(position, left, right), j)); */
    plumb_hide_keys(0, start, keys, visible);
    plumb_hide_keys(end, keys, keys, visible);
}
