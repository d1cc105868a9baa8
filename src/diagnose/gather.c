#include "diagnose/gather.h"
#include <stdint.h>
#include <string.h>

size_t plumb_power_from(size_t n) {
    size_t power = 1;
    while (power < n && power <= SIZE_MAX / 2)
        power *= 2;
    return power;
}

bool plumb_same_numbers(const double *one, const double *other, size_t count) {
    return count == 0 || memcmp(one, other, count * sizeof *one) == 0;
}

/* Which of batch, heads, length, width lies where. */
static const size_t orders[][4] = {
    [PLUMB_MEMORY_BSHD] = {0, 2, 1, 3},
    [PLUMB_MEMORY_SBHD] = {2, 0, 1, 3},
    [PLUMB_MEMORY_BHDS] = {0, 1, 3, 2},
    [PLUMB_MEMORY_RANK_3] = {0, 2, 1, 3},
};

const char *plumb_memory_name(plumb_memory memory) {
    static const char *const names[] = {
        [PLUMB_MEMORY_BSHD] = "as [batch, length, heads, dim]",
        [PLUMB_MEMORY_SBHD] = "as [length, batch, heads, dim]",
        [PLUMB_MEMORY_BHDS] = "as [batch, heads, dim, length]",
        [PLUMB_MEMORY_RANK_3] = "of [batch, length, heads * dim] without transposing",
    };
    return names[memory];
}

/* Where element n of a tensor of that size lies in that order. */
static size_t place_in(const size_t order[4], const size_t size[4], size_t n) {
    size_t index[4], place = 0;
    for (size_t axis = 4; axis-- > 0; n /= size[axis])
        index[axis] = n % size[axis];
    for (size_t i = 0; i < 4; i++)
        place = place * size[order[i]] + index[order[i]];
    return place;
}

void plumb_copy_memory(void *to, const void *from, size_t bytes, const size_t size[4], plumb_memory memory) {
    size_t count = size[0] * size[1] * size[2] * size[3];
    for (size_t n = 0; n < count; n++) {
        size_t place = place_in(orders[memory], size, n);
        bool scatters = memory == PLUMB_MEMORY_RANK_3;
        memcpy((char *)to + (scatters ? place : n) * bytes, (const char *)from + (scatters ? n : place) * bytes, bytes);
    }
}
