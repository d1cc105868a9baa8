#include "case/slot_scales.h"

plumb_slot_axes plumb_slot_axes_of(const plumb_pages *pages, const size_t shape[PLUMB_QUANTISED_AXES],
                                   bool heads_first) {
    size_t heads = shape[1], channels = shape[3];
    if (pages->is_sequence)
        return (plumb_slot_axes){3, {pages->blocks, heads, channels, 1}};
    return heads_first ? (plumb_slot_axes){4, {pages->blocks, heads, pages->slots, channels}}
                       : (plumb_slot_axes){4, {pages->blocks, pages->slots, heads, channels}};
}

/* Where the numbers of a key begin, in rows of its channels. */
static size_t row_of(const plumb_pages *pages, const plumb_slot_axes *all, const plumb_slot_axes *numbers,
                     bool heads_first, size_t entry, size_t head, size_t key) {
    size_t page = pages->is_sequence ? 0 : key / pages->slots, slot = key - page * pages->slots;
    size_t block = (size_t)pages->block[entry * pages->pages + page];
    size_t at[] = {block, heads_first ? head : slot, heads_first ? slot : head}, row = 0;
    if (pages->is_sequence) {
        at[0] = block + key;
        at[1] = head;
    }
    for (size_t axis = 0; axis + 1 < all->rank; axis++)
        row = row * numbers->size[axis] + at[axis] / (all->size[axis] / numbers->size[axis]);
    return row;
}

const double *plumb_slot_scales_gather(const plumb_pages *pages, const size_t shape[PLUMB_QUANTISED_AXES],
                                       bool heads_first, const plumb_slot_axes *numbers, const double *number,
                                       plumb_storage *storage) {
    plumb_slot_axes all = plumb_slot_axes_of(pages, shape, heads_first);
    size_t n = numbers->size[all.rank - 1], rows = shape[0] * shape[1] * shape[2];
    double *gathered = plumb_storage_take(storage, rows * n, sizeof *gathered);
    for (size_t r = 0; gathered != NULL && r < rows; r++) {
        size_t key = r % shape[2], head = r / shape[2] % shape[1], entry = r / shape[2] / shape[1];
        bool is_there = key < (size_t)pages->length[entry];
        size_t from = is_there ? n * row_of(pages, &all, numbers, heads_first, entry, head, key) : 0;
        for (size_t i = 0; i < n; i++)
            gathered[r * n + i] = is_there ? number[from + i] : 1;
    }
    return gathered;
}
