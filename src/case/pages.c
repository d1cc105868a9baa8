#include "case/pages.h"

/* The rows of a page from one element on: where it lies, how many are left in its row, and how many rows of the page
   follow, so far apart.  Of slots that hold no key: how many elements. */
typedef struct {
    bool is_there;
    size_t at, left, rows, step;
} run;

static size_t width_of(const plumb_tensor *tensor) {
    return tensor->rank > 3 ? tensor->shape[3] : 1;
}

static run run_of(const plumb_tensor *tensor, size_t element) {
    const plumb_pages *p = tensor->pages;
    const size_t *shape = tensor->shape;
    size_t width = width_of(tensor), channel = element % width, row = element / width;
    size_t j = row % shape[2], head = row / shape[2] % shape[1], entry = row / shape[2] / shape[1];
    size_t length = (size_t)p->length[entry], left = width - channel;
    if (j >= length)
        return (run){.left = left + (shape[2] - 1 - j) * width};
    size_t slot = j % p->slots, page = j / p->slots, more = length - 1 - j;
    size_t block = (size_t)p->block[entry * p->pages + page];
    size_t lies = p->first + block * p->block_rows + slot * p->slot_rows + head * p->head_rows;
    more = more < p->slots - 1 - slot ? more : p->slots - 1 - slot;
    if (p->slot_rows == 1)
        return (run){.is_there = true, .at = lies * width + channel, .left = left + more * width};
    return (run){true, lies * width + channel, left, more, p->slot_rows * width};
}

static size_t least(size_t a, size_t b) {
    return a < b ? a : b;
}

/* A row lies too far behind the one before for the processor to expect it. */
static void fetch(const plumb_tensor *tensor, size_t at) {
    enum { LINE = 64 };
    const unsigned char *bytes = tensor->bytes + plumb_tensor_bytes(tensor, at);
    for (size_t i = 0; i < plumb_tensor_bytes(tensor, width_of(tensor)); i += LINE)
        __builtin_prefetch(bytes + i);
}

/* How many of at most so many elements from that one on lie in the page of the run. */
static size_t decode_page(const plumb_tensor *tensor, plumb_format format, run r, size_t element, size_t count,
                          double *value) {
    size_t done = least(r.left, count), width = width_of(tensor);
    plumb_tensor_decode_run(tensor, format, r.at, element, done, value);
    r.at += r.left - width;
    for (size_t row = 0; row < r.rows && done < count; row++) {
        size_t part = least(width, count - done);
        r.at += r.step;
        fetch(tensor, row + 1 < r.rows ? r.at + r.step : r.at);
        plumb_tensor_decode_run(tensor, format, r.at, element + done, part, value + done);
        done += part;
    }
    return done;
}

void plumb_pages_decode(const plumb_tensor *tensor, plumb_format format, size_t from, size_t count, double *value) {
    for (size_t done = 0; done < count;) {
        run r = run_of(tensor, from + done);
        size_t none = least(r.left, count - done);
        for (size_t i = 0; !r.is_there && i < none; i++)
            value[done + i] = tensor->pages->fill;
        done += r.is_there ? decode_page(tensor, format, r, from + done, count - done, value + done) : none;
    }
}
