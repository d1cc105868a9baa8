#include "row/largest_key.h"

size_t plumb_row_largest_key(const plumb_row *row, size_t keys) {
    size_t most = keys;
    for (size_t j = 0; j < keys; j++)
        if (row->visible[j] && (most == keys || row->score[j].mid > row->score[most].mid))
            most = j;
    return most;
}
