/* change_pages.c - wrong block tables, lengths and starts of sequences: reads keys and values again where an engine
   would find them. */
#include "case/lengths.h"
#include "case/pages.h"
#include "case/quantised.h"
#include "diagnose/change.h"
#include "diagnose/changes.h"
#include "diagnose/shown.h"
#include "diagnose/tensors.h"
#include <stdlib.h>
#include <string.h>

/* Numbers that a fault makes of others; false where it reads what nobody knows. */
typedef struct {
    int64_t *block;  /* [batch][pages] */
    int64_t *length; /* [batch] */
} tables;

static const plumb_pages *pages_of(const plumb_making *m) {
    return m->changed->cache[0] != NULL ? m->changed->cache[0]->pages : NULL;
}

static int64_t moved(int64_t at, const plumb_making *m) {
    return at + (int64_t)m->by->number;
}

/* Which number of the table is taken for that of a page; -1 of one before the first or after the last. */
static int64_t taken_page(const plumb_making *m, size_t b, size_t page) {
    const plumb_pages *pages = pages_of(m);
    size_t batch = m->p->batch, count = batch * pages->pages, own = b * pages->pages + page;
    int64_t at = (int64_t)own;
    switch ((plumb_page_fault)m->by->integer) {
    case PLUMB_PAGE_MOVED:
        at = page > 0 || m->by->number > 0 ? moved(at, m) : at;
        break;
    case PLUMB_TABLE_OF_FIRST:
        at = (int64_t)page;
        break;
    case PLUMB_TABLE_MOVED:
        at = (moved((int64_t)b, m) + (int64_t)batch) % (int64_t)batch * (int64_t)pages->pages + (int64_t)page;
        break;
    default:
        break;
    }
    return at >= 0 && (size_t)at < count ? at : -1;
}

static int64_t taken_block(const plumb_making *m, size_t b, size_t page) {
    const plumb_pages *pages = pages_of(m);
    const int64_t *queries = m->p->sequences.start;
    int64_t at = taken_page(m, b, page), longest = (int64_t)plumb_lengths_most(pages->length, m->p->batch);
    switch ((plumb_page_fault)m->by->integer) {
    case PLUMB_BLOCK_MOVED:
        return moved(pages->block[at], m);
    case PLUMB_START_BY_LENGTH:
        return pages->length[b];
    case PLUMB_START_PADDED:
        return (int64_t)b * longest;
    case PLUMB_START_BY_QUERY:
        return queries != NULL ? queries[b] : -1;
    default:
        return at < 0 ? -1 : pages->block[at];
    }
}

/* Whether every page that holds a key lies in the cache.  Of sequences a page is a row, and as many follow. */
static bool is_there(const plumb_making *m, const tables *to) {
    const plumb_pages *pages = pages_of(m);
    bool ragged = pages->is_sequence;
    for (size_t b = 0; b < m->p->batch; b++) {
        size_t length = (size_t)to->length[b];
        if (!ragged && length > pages->pages * pages->slots)
            return false;
        for (size_t page = 0; page < pages->pages && page * pages->slots < length; page++) {
            int64_t block = to->block[b * pages->pages + page], last = block + (ragged ? (int64_t)length - 1 : 0);
            if (block < 0 || last >= (int64_t)pages->blocks)
                return false;
        }
    }
    return true;
}

/* Keys, or values, as they are found there; NULL if memory is short. */
static const double *read_again(const plumb_making *m, size_t i, const tables *to, size_t keys) {
    plumb_tensor tensor = *m->changed->cache[i];
    plumb_pages pages = *tensor.pages;
    plumb_quantised quantised;
    pages.block = to->block;
    pages.length = to->length;
    pages.slots = pages.is_sequence ? keys + 1 : pages.slots;
    tensor.pages = &pages;
    tensor.shape[2] = keys;
    if (tensor.quantised != NULL && keys != m->p->key_length) {
        quantised = *tensor.quantised;
        quantised.shape[2] = keys;
        tensor.quantised = &quantised;
    }
    plumb_shape_count(tensor.shape, tensor.rank, &tensor.count);
    double *value = plumb_storage_take(m->storage, tensor.count, sizeof *value);
    if (value != NULL)
        plumb_tensor_decode_part(&tensor, m->changed->vector_format[1 + i], 0, tensor.count, value);
    return value;
}

static int read_both(const plumb_making *m, const tables *to, size_t keys) {
    m->p->key = read_again(m, 0, to, keys);
    m->p->value = m->p->key != NULL ? read_again(m, 1, to, keys) : NULL;
    return m->p->value != NULL ? 1 : -1;
}

static bool has_scales_of_tokens(const plumb_quantised *q) {
    return q != NULL && (q->scale.size[2] > 1 || q->global_scale.size[2] > 1 || q->zero_point.size[2] > 1 ||
                         q->offset.size[2] > 1);
}

/* Whether nothing else has an axis of keys. */
static bool may_lengthen(const plumb_making *m) {
    const plumb_problem *p = m->p;
    if (has_scales_of_tokens(m->changed->quantised[1]) || has_scales_of_tokens(m->changed->quantised[2]))
        return false;
    bool tensors = p->extra.bias != NULL || p->mask.key_segment != NULL || p->mask.group != NULL ||
                   p->position.key_position != NULL || (p->mask.allowed != NULL && !p->mask.hides_lengths_alone);
    return !tensors && !m->changed->weights.present && !m->changed->scores.present;
}

/* Lengths hide what is behind them, and queries follow them. */
static int follow_lengths(const plumb_making *m, const int64_t *length, size_t keys) {
    plumb_problem *p = m->p;
    bool from_end = p->mask.entry_offset != NULL;
    plumb_tensor_drop(m->changed, PLUMB_MEMBER_ALLOWED);
    p->mask.key_lengths = length;
    p->key_length = keys;
    if (from_end) {
        p->causal.offset = (int64_t)keys - (int64_t)p->query_length;
        p->mask.entry_offset = plumb_lengths_offsets(p, m->storage);
    }
    return from_end && p->mask.entry_offset == NULL ? -1 : plumb_hide_lengths(m->storage, p);
}

static int64_t changed_length(const plumb_making *m, int64_t stated) {
    int64_t step = (int64_t)m->by->number;
    if (m->by->integer == PLUMB_LENGTH_LEFT_OUT)
        return (int64_t)m->p->key_length;
    if (m->by->integer == PLUMB_LENGTH_MOVED)
        return moved(stated, m);
    int64_t up = (stated + llabs(step) - 1) / llabs(step) * llabs(step), keys = (int64_t)m->p->key_length;
    return step < 0 ? stated / -step * -step : pages_of(m) != NULL || up < keys ? up : keys;
}

/* Dense keys have their numbers already, as many as there are. */
static int change_lengths(const plumb_making *m) {
    const int64_t *stated = m->p->mask.key_lengths;
    size_t batch = m->p->batch, keys = m->p->key_length;
    bool differs = false, in_pages = pages_of(m) != NULL;
    int64_t *length = plumb_storage_take(m->storage, batch, sizeof *length);
    if (length == NULL)
        return -1;
    for (size_t b = 0; b < batch; b++) {
        length[b] = changed_length(m, stated[b]);
        length[b] = length[b] < 0 ? 0 : length[b];
        differs = differs || length[b] != stated[b];
    }
    size_t most = plumb_lengths_most(length, batch);
    if (!differs)
        return 0;
    if (!may_lengthen(m) || (!in_pages && most > keys) || m->changed->tiled_heads != 0)
        return 0;
    most = in_pages ? most : keys;
    if (in_pages) {
        const tables to = {(int64_t *)pages_of(m)->block, length};
        if (!is_there(m, &to))
            return 0;
        if (read_both(m, &to, most) != 1)
            return -1;
    }
    return follow_lengths(m, length, most);
}

static int change_places(const plumb_making *m) {
    const plumb_pages *pages = pages_of(m);
    size_t batch = m->p->batch, keys = m->p->key_length, count = batch * pages->pages;
    tables to = {plumb_storage_take(m->storage, count, sizeof *to.block), (int64_t *)pages->length};
    if (to.block == NULL)
        return -1;
    for (size_t b = 0; b < batch; b++)
        for (size_t page = 0; page < pages->pages; page++)
            to.block[b * pages->pages + page] = page * pages->slots < (size_t)pages->length[b]
                                                    ? taken_block(m, b, page)
                                                    : pages->block[b * pages->pages + page];
    if (memcmp(to.block, pages->block, count * sizeof *to.block) == 0 || !is_there(m, &to) ||
        m->changed->tiled_heads != 0)
        return 0;
    return read_both(m, &to, keys);
}

static int change_alignment(const plumb_making *m) {
    plumb_problem before = *m->p;
    m->p->mask.entry_offset = NULL;
    if (m->by->integer == PLUMB_ALIGNED_FIRST)
        m->p->causal.offset = 0;
    return before.mask.entry_offset != NULL && !plumb_encoding_counts(m->p) && !plumb_shows_same(&before, m->p);
}

/* Of masks that lengths alone make. */
static int change_starts(const plumb_making *m) {
    plumb_problem before = *m->p, *p = m->p;
    int64_t *start = plumb_storage_take(m->storage, p->batch, sizeof *start);
    if (start == NULL)
        return -1;
    if (p->mask.key_starts == NULL || (p->mask.allowed != NULL && !p->mask.hides_lengths_alone))
        return 0;
    for (size_t b = 0; b < p->batch; b++) {
        start[b] = m->by->integer == PLUMB_PADDING_LEFT_OUT ? 0 : moved(p->mask.key_starts[b], m);
        start[b] = start[b] < 0 ? 0 : start[b];
        if ((size_t)start[b] > plumb_lengths_end(p, b))
            start[b] = (int64_t)plumb_lengths_end(p, b);
    }
    p->mask.key_starts = start;
    plumb_tensor_drop(m->changed, PLUMB_MEMBER_ALLOWED);
    return plumb_hide_lengths(m->storage, p) == 1 ? !plumb_shows_same(&before, p) : -1;
}

int plumb_mistake_pages(const plumb_making *m) {
    switch ((plumb_page_fault)m->by->integer) {
    case PLUMB_PADDING_MOVED:
    case PLUMB_PADDING_LEFT_OUT:
        return change_starts(m);
    case PLUMB_LENGTH_MOVED:
    case PLUMB_LENGTH_ROUNDED:
    case PLUMB_LENGTH_LEFT_OUT:
        return m->p->mask.key_lengths != NULL ? change_lengths(m) : 0;
    case PLUMB_ALIGNED_ALIKE:
    case PLUMB_ALIGNED_FIRST:
        return change_alignment(m);
    default:
        return pages_of(m) != NULL ? change_places(m) : 0;
    }
}
