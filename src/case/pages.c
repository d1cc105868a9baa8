#include "case/pages.h"
#include <string.h>

/* Where an element lies, and how many that follow it lie behind it. */
typedef struct {
    bool is_there;
    size_t at, count;
} run;

static run run_of(const plumb_tensor *tensor, size_t element) {
    const plumb_pages *p = tensor->pages;
    const size_t *shape = tensor->shape;
    size_t width = shape[3], channel = element % width, row = element / width;
    size_t j = row % shape[2], head = row / shape[2] % shape[1], entry = row / shape[2] / shape[1];
    size_t length = (size_t)p->length[entry], left = width - channel;
    if (j >= length)
        return (run){false, 0, left + (shape[2] - 1 - j) * width};
    size_t slot = j % p->slots, page = j / p->slots, more = length - 1 - j;
    size_t block = (size_t)p->block[entry * p->pages + page];
    size_t lies = p->first + block * p->block_rows + slot * p->slot_rows + head * p->head_rows;
    more = more < p->slots - 1 - slot ? more : p->slots - 1 - slot;
    return (run){true, lies * width + channel, left + (p->slot_rows == 1 ? more * width : 0)};
}

void plumb_pages_decode(const plumb_tensor *tensor, plumb_format format, size_t from, size_t count, double *value) {
    for (size_t done = 0; done < count;) {
        run r = run_of(tensor, from + done);
        size_t part = r.count < count - done ? r.count : count - done;
        if (r.is_there)
            plumb_tensor_decode_run(tensor, format, r.at, from + done, part, value + done);
        else
            memset(value + done, 0, part * sizeof *value);
        done += part;
    }
}
