#include "infer/layout.h"
#include "schema/text.h"

/* ---- addresses ---- */

static size_t or_else(size_t x, size_t usual) {
    return x > 0 ? x : usual;
}

/* Numbers between rows, pages, heads and entries; rows of a page. */
typedef struct {
    size_t row, page, pages, head, entry;
} strides;

static strides strides_of(const plumb_spacing *s, const plumb_layout_dims *d) {
    strides by = {.row = or_else(s->row, d->columns), .page = or_else(s->page, d->rows)};
    by.pages = or_else(s->pages * d->columns, by.page * by.row);
    by.head = or_else(s->head * d->columns, (d->rows + by.page - 1) / by.page * by.pages);
    by.entry = or_else(s->entry * d->columns, by.head * d->heads);
    return by;
}

static size_t address_of(const plumb_spacing *s, const plumb_layout_dims *d, size_t b, size_t h, size_t row, size_t c) {
    strides by = strides_of(s, d);
    switch (s->order) {
    case PLUMB_ORDER_LENGTH_FIRST:
        return ((b * d->rows + row) * d->heads + h) * d->columns + c;
    case PLUMB_ORDER_DIMS_FIRST:
        return ((b * d->heads + h) * d->columns + c) * d->rows + row;
    default:
        return b * by.entry + h * by.head + row / by.page * by.pages + row % by.page * by.row + c;
    }
}

static size_t in_stated_order(const plumb_layout_dims *d, size_t b, size_t h, size_t row, size_t c) {
    bool there = b < d->batch && h < d->heads && row < d->rows && c < d->columns;
    return there ? ((b * d->heads + h) * d->rows + row) * d->columns + c : SIZE_MAX;
}

/* What stands at an address, in the stated order. */
static size_t number_at(const plumb_layout *l, const plumb_layout_dims *d, size_t at) {
    const plumb_spacing *s = &l->stored;
    strides by = strides_of(s, d);
    size_t h, row, c, page;
    switch (s->order) {
    case PLUMB_ORDER_LENGTH_FIRST:
        c = at % d->columns;
        h = at / d->columns % d->heads;
        row = at / d->columns / d->heads % d->rows;
        return in_stated_order(d, at / d->columns / d->heads / d->rows, h, row, c);
    case PLUMB_ORDER_DIMS_FIRST:
        row = at % d->rows;
        c = at / d->rows % d->columns;
        h = at / d->rows / d->columns % d->heads;
        return in_stated_order(d, at / d->rows / d->columns / d->heads, h, row, c);
    default:
        page = at % by.head / by.pages;
        row = at % by.head % by.pages / by.row;
        if (row >= by.page && l->repeats)
            row = by.page - 1;
        if (row >= by.page)
            return SIZE_MAX;
        return in_stated_order(d, at / by.entry, at % by.entry / by.head, page * by.page + row, at % by.row);
    }
}

static size_t column_read(const plumb_layout *l, const plumb_layout_dims *d, size_t row, size_t c) {
    size_t blocks = l->block > 0 ? d->columns / l->block : 1, by = l->period > 0 ? row / l->apart % l->period : 0;
    size_t of = l->block > 0 ? c / l->block : 0, rest = l->block > 0 ? c % l->block : c;
    return l->columns == PLUMB_COLUMNS_XORED          ? (of ^ by) * l->block + rest
           : l->columns == PLUMB_COLUMNS_ROTATED      ? (of + by) % blocks * l->block + rest
           : l->columns == PLUMB_COLUMNS_ROTATED_BACK ? (of + blocks - by % blocks) % blocks * l->block + rest
                                                      : c;
}

size_t plumb_layout_source(const plumb_layout *l, const plumb_layout_dims *d, size_t b, size_t h, size_t row,
                           size_t column) {
    size_t n = l->block;
    if (l->columns == PLUMB_COLUMNS_TRANSPOSED)
        return in_stated_order(d, b, h, row / n * n + column % n, column / n * n + row % n);
    if (l->columns != PLUMB_COLUMNS_AS_STATED)
        return in_stated_order(d, b, h, row, column_read(l, d, row, column));
    int64_t at = (int64_t)address_of(&l->read, d, b, h, row, column) + l->offset;
    return at < 0 ? SIZE_MAX : number_at(l, d, (size_t)at);
}

/* ---- words ---- */

static size_t least(size_t a, size_t b) {
    return a < b ? a : b;
}

static void say_columns(const plumb_layout *l, const char *what, char *text, size_t size) {
    if (l->columns == PLUMB_COLUMNS_TRANSPOSED) {
        plumb_text_add(text, size, "%s are read transposed, in squares of %zu rows and columns", what, l->block);
        return;
    }
    plumb_text_add(text, size, "the columns of %s are swizzled, or read so: in row j block b of %zu columns is block ",
                   what, l->block);
    plumb_text_add(text, size, "b %s (j", l->columns == PLUMB_COLUMNS_XORED     ? "xor"
                                          : l->columns == PLUMB_COLUMNS_ROTATED ? "+"
                                                                                : "-");
    if (l->apart > 1)
        plumb_text_add(text, size, " / %zu", l->apart);
    plumb_text_add(text, size, " mod %zu)", l->period);
}

static void say_orders(const plumb_layout *l, const char *what, char *text, size_t size) {
    static const char *const order[PLUMB_ORDERS] = {"[batch, heads, length, dims]", "[batch, length, heads, dims]",
                                                    "[batch, heads, dims, length]"};
    plumb_text_add(text, size, "%s that are stored as %s are read as %s", what, order[l->stored.order],
                   order[l->read.order]);
}

void plumb_layout_say(const plumb_layout *l, const plumb_layout_dims *d, const char *what, char *text, size_t size) {
    strides stored = strides_of(&l->stored, d), read = strides_of(&l->read, d);
    if (l->columns != PLUMB_COLUMNS_AS_STATED)
        say_columns(l, what, text, size);
    else if (l->stored.order != l->read.order)
        say_orders(l, what, text, size);
    else if (l->offset != 0)
        plumb_text_add(text, size, "%s are read %lld numbers too %s", what,
                       (long long)(l->offset < 0 ? -l->offset : l->offset), l->offset < 0 ? "early" : "late");
    else if (stored.pages != read.pages && stored.row == read.row)
        plumb_text_add(text, size, "pages of %zu %s are read %zu rows apart, although they are stored %zu apart",
                       least(stored.page, read.page), what, l->read.page > 0 ? l->read.pages : l->stored.page,
                       l->stored.page > 0 ? l->stored.pages : l->read.page);
    else if (l->read.page > 0) {
        plumb_text_add(text, size, "in each tile of %zu, ", l->read.page);
        if (read.row % d->columns == 0)
            plumb_text_add(text, size, "row %zu i of %s is read instead of row i", read.row / d->columns, what);
        else
            plumb_text_add(text, size, "rows of %s are read %zu numbers apart, although they are stored %zu apart",
                           what, read.row, stored.row);
    } else if (stored.row != read.row)
        plumb_text_add(text, size, "rows of %s are read %zu numbers apart, although they are stored %zu apart", what,
                       read.row, stored.row);
    else if (stored.head != read.head)
        plumb_text_add(text, size, "heads of %s are read %zu rows apart, although they are stored %zu apart", what,
                       read.head / d->columns, stored.head / d->columns);
    else
        plumb_text_add(text, size, "batch entries of %s are read %zu rows apart, although they are stored %zu apart",
                       what, read.entry / d->columns, stored.entry / d->columns);
}
