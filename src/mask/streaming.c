/* streaming.c - see streaming.h. */
#include "mask/streaming.h"

void plumb_hide_evicted(int64_t position, size_t first, int64_t recent, size_t keys,
                        unsigned char *visible) {
    size_t past = plumb_keys_up_to(position, keys);
    size_t end = past < first ? first : past;
    size_t start = plumb_keys_up_to(position - recent, keys);
    plumb_hide_keys(first, start, keys, visible);
    plumb_hide_keys(end, keys, keys, visible);
}
