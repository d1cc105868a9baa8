/* prefix.c - see prefix.h. */
#include "mask/prefix.h"

void plumb_hide_outside_prefix(int64_t position, size_t prefix, size_t keys,
                               unsigned char *visible) {
    size_t past = plumb_keys_up_to(position, keys);
    size_t end = past < prefix ? prefix : past;
    plumb_hide_keys(end, keys, keys, visible);
}
