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

/* How far neighbours on each axis of a tensor of that size lie from each other in that order. */
static void find_strides(const size_t order[4], const size_t size[4], size_t stride[4]) {
    size_t step = 1;
    for (size_t i = 4; i-- > 0; step *= size[order[i]])
        stride[order[i]] = step;
}

/* A row, whose elements lie so many apart on either side. */
static void copy_row(char *to, size_t to_step, const char *from, size_t from_step, size_t width, size_t bytes) {
    size_t run = to_step == 1 && from_step == 1 ? width : 1;
    for (size_t c = 0; c < width; c += run)
        memcpy(to + c * to_step * bytes, from + c * from_step * bytes, run * bytes);
}

void plumb_copy_memory(void *to, const plumb_tensor_view *view, plumb_memory memory) {
    size_t width = view->size[3], bytes = view->width, rows = width > 0 ? view->count / width : 0, stride[4];
    bool scatters = memory == PLUMB_MEMORY_RANK_3;
    find_strides(orders[memory], view->size, stride);
    for (size_t row = 0; row < rows; row++) {
        size_t head = row / view->size[2], h = head % view->size[1], b = head / view->size[1];
        size_t stated = row * width, other = b * stride[0] + h * stride[1] + row % view->size[2] * stride[2];
        size_t at = scatters ? other : stated, source = scatters ? stated : other;
        if (at >= view->first && at < view->end)
            copy_row((char *)to + at * bytes, scatters ? stride[3] : 1, (const char *)*view->place + source * bytes,
                     scatters ? 1 : stride[3], width, bytes);
    }
}
