/* chunk.c - see chunk.h. */
#include "mask/chunk.h"

void plumb_hide_other_chunks(int64_t position, int64_t width, size_t keys, unsigned char *visible) {
    if (position < 0) {
        plumb_hide_keys(0, keys, keys, visible);
        return;
    }
    int64_t first = position - position % width;
    //@ assert first: 0 <= first <= position;
    size_t start = (size_t)first;
    size_t end = start + (size_t)width;
    //@ assert inside: \forall integer j; 0 <= j < keys ==> (start <= j < end <==> among(chunk(position, width), j));
    plumb_hide_keys(0, start, keys, visible);
    plumb_hide_keys(end, keys, keys, visible);
}
