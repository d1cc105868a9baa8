/* No key or value is copied: the result is a tensor in the shape of what the pages hold, whose plumb_pages say how far
   apart blocks, slots and heads lie in the bytes of the cache.  The steps are to find the two caches (an axis of
   kv_cache may tell keys from values), to compare their blocks, slots and heads, and to read block_table and
   key_lengths.  The table has to name a block only for pages that hold a key. */
#include "case/caches.h"
#include "case/decode.h"
#include "case/lengths.h"
#include "case/shape.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { WHAT = 3 * PLUMB_SHAPE_TEXT };

/* Axes of a cache. */
enum { BLOCK, ROW, OTHER_ROW, CHANNEL };

typedef struct {
    const plumb_case_tensors *tensors;
    const plumb_description *description;
    plumb_storage *storage;
    plumb_error *error;
    plumb_tensor cache[2]; /* [blocks,slots,heads,channels] or [blocks,heads,slots,channels] */
    plumb_pages pages[2];
    size_t blocks, slots, heads;
} reader;

static const plumb_tensor *given(const reader *r, plumb_member member) {
    return r->tensors->tensor[member];
}

static bool heads_come_first(const reader *r) {
    return r->description->heads_before_slots;
}

static const char *axes_of(const reader *r) {
    return heads_come_first(r) ? "[blocks,key_heads,slots,dim]" : "[blocks,slots,key_heads,dim]";
}

/* ---- the caches ---- */

/* The axis that separates keys from values. */
static int find_axis(const reader *r, const plumb_tensor *both, size_t *axis) {
    bool stated = plumb_set_has(r->description->stated, PLUMB_MEMBER_KV_AXIS);
    *axis = r->description->values_behind_block ? 1 : 0;
    if (both->rank != 5)
        return plumb_shape_refuse(both, "[2,blocks,...] or [blocks,2,...], of keys and values in pages", r->error);
    if (!stated && both->shape[0] == 2 && both->shape[1] == 2) {
        plumb_fail(r->error,
                   "%s: kv_axis: missing; the first two axes of kv_cache are both 2; expected first or second",
                   both->source);
        return plumb_fail_of(r->error, "kv_axis", NULL, "first or second");
    }
    if (!stated)
        *axis = both->shape[0] == 2 ? 0 : 1;
    if (both->shape[*axis] != 2)
        return plumb_shape_refuse(both,
                                  *axis == 0 ? "[2,blocks,...]; [blocks,2,...] has kv_axis second"
                                             : "[blocks,2,...]; [2,blocks,...] has kv_axis first",
                                  r->error);
    return 0;
}

/* Keys and values in one tensor. */
static int divide(reader *r, const plumb_tensor *both) {
    size_t axis;
    if (given(r, PLUMB_MEMBER_K) != NULL || given(r, PLUMB_MEMBER_V) != NULL)
        return plumb_tensor_fail(both, r->error, "cannot be combined with %s; expected both in kv_cache, or k and v",
                                 given(r, PLUMB_MEMBER_K) != NULL ? "k" : "v");
    if (find_axis(r, both, &axis) != 0)
        return -1;
    for (size_t i = 0; i < 2; i++) {
        plumb_tensor *cache = &r->cache[i];
        *cache = *both;
        cache->rank = 4;
        cache->shape[BLOCK] = both->shape[1 - axis];
        memcpy(&cache->shape[ROW], &both->shape[2], 3 * sizeof *both->shape);
        cache->count = both->count / 2;
        size_t rows = cache->shape[ROW] * cache->shape[OTHER_ROW];
        r->pages[i].block_rows = axis == 1 ? 2 * rows : rows;
        r->pages[i].first = i * (axis == 1 ? rows : cache->shape[BLOCK] * rows);
    }
    return 0;
}

static int take_two(reader *r) {
    for (size_t i = 0; i < 2; i++) {
        r->cache[i] = *given(r, (plumb_member)(PLUMB_MEMBER_K + i));
        if (r->cache[i].rank != 4)
            return plumb_shape_refuse(&r->cache[i], axes_of(r), r->error);
        r->pages[i].block_rows = r->cache[i].shape[ROW] * r->cache[i].shape[OTHER_ROW];
    }
    return 0;
}

/* Whether the heads of queries would fit those of keys if the axes were meant the other way. */
static const char *other_layout(const reader *r, size_t query_heads) {
    if (r->slots == 0 || query_heads % r->slots != 0)
        return "";
    return heads_come_first(r) ? "; it fits as [blocks,slots,key_heads,dim], which is page_layout slots-heads"
                               : "; it fits as [blocks,key_heads,slots,dim], which is page_layout heads-slots";
}

static int check_caches(reader *r) {
    const plumb_tensor *key = &r->cache[0], *value = &r->cache[1], *query = given(r, PLUMB_MEMBER_Q);
    char text[PLUMB_SHAPE_TEXT], other[PLUMB_SHAPE_TEXT];
    size_t heads_axis = heads_come_first(r) ? ROW : OTHER_ROW;
    if (memcmp(key->shape, value->shape, CHANNEL * sizeof *key->shape) != 0)
        return plumb_tensor_fail(value, r->error, "shape %s does not match k's %s in blocks, slots and heads",
                                 plumb_shape_text(value->shape, 4, text), plumb_shape_text(key->shape, 4, other));
    r->blocks = key->shape[BLOCK];
    r->heads = key->shape[heads_axis];
    r->slots = key->shape[ROW + OTHER_ROW - heads_axis];
    if (r->blocks == 0 || r->slots == 0 || r->heads == 0)
        return plumb_tensor_fail(key, r->error, "shape %s is %s with %s 0; expected at least 1",
                                 plumb_shape_text(key->shape, 4, text), axes_of(r),
                                 r->blocks == 0  ? "blocks"
                                 : r->slots == 0 ? "slots"
                                                 : "key_heads");
    if (query->rank == 4 && query->shape[1] % r->heads != 0)
        return plumb_tensor_fail(key, r->error, "shape %s is %s: %s's %zu heads are not a multiple of %zu%s",
                                 plumb_shape_text(key->shape, 4, text), axes_of(r), query->name, query->shape[1],
                                 r->heads, other_layout(r, query->shape[1]));
    return 0;
}

/* ---- the table ---- */

static int refuse_block(const reader *r, const int64_t *length, size_t entry, size_t page, int64_t block) {
    char value[32], wanted[64];
    const plumb_tensor *table = given(r, PLUMB_MEMBER_BLOCK_TABLE);
    plumb_fail(r->error,
               "%s: %s[%zu,%zu] is %" PRId64 "; expected 0 to %zu, the blocks of %s: entry %zu has %" PRId64
               " keys, and this page holds those from %zu on",
               table->source, table->name, entry, page, block, r->blocks - 1, r->cache[0].name, entry, length[entry],
               page * r->slots);
    snprintf(value, sizeof value, "%" PRId64, block);
    snprintf(wanted, sizeof wanted, "0 to %zu", r->blocks - 1);
    return plumb_fail_of(r->error, table->name, value, wanted);
}

/* For every page that holds a key the table has to name a block. */
static int check_table(const reader *r, const int64_t *block, const int64_t *length, size_t batch, size_t pages) {
    for (size_t b = 0; b < batch; b++)
        for (size_t page = 0; page < pages && (uint64_t)length[b] > page * r->slots; page++) {
            int64_t at = block[b * pages + page];
            if (at < 0 || (uint64_t)at >= r->blocks)
                return refuse_block(r, length, b, page, at);
        }
    return 0;
}

static int read_table(reader *r, size_t *batch) {
    const plumb_tensor *table = given(r, PLUMB_MEMBER_BLOCK_TABLE), *query = given(r, PLUMB_MEMBER_Q);
    const plumb_tensor *lengths = given(r, PLUMB_MEMBER_KEY_LENGTHS);
    char what[WHAT];
    size_t most;
    *batch = table->shape[0];
    if (table->rank != 2 || (query->rank > 0 && table->shape[0] != query->shape[0])) {
        snprintf(what, sizeof what, "[%zu,pages]", query->rank > 0 ? query->shape[0] : 1);
        return plumb_shape_refuse(table, what, r->error);
    }
    if (__builtin_mul_overflow(table->shape[1], r->slots, &most) || most > INT64_MAX)
        return plumb_tensor_fail(table, r->error, "more pages than memory has bytes");
    snprintf(what, sizeof what, "the slots of %zu pages of %zu%s", table->shape[1], r->slots,
             heads_come_first(r) ? "" : "; a cache of [blocks,key_heads,slots,dim] has page_layout heads-slots");
    plumb_pages *pages = &r->pages[0];
    if (plumb_lengths_read(lengths, *batch, most, what, r->storage, &pages->length, r->error) != 0)
        return -1;
    pages->block = plumb_lengths_integers(table, r->storage, r->error);
    pages->pages = table->shape[1];
    return pages->block == NULL ? -1 : check_table(r, pages->block, pages->length, *batch, pages->pages);
}

/* ---- what the pages hold ---- */

static int gather(reader *r, size_t i, size_t batch) {
    plumb_tensor *cache = &r->cache[i];
    plumb_pages *pages = plumb_storage_take(r->storage, 1, sizeof *pages);
    if (pages == NULL)
        return plumb_decode_memory_is_short(cache, r->error);
    *pages = r->pages[0];
    pages->first = r->pages[i].first;
    pages->slots = r->slots;
    pages->blocks = r->blocks;
    pages->slot_rows = heads_come_first(r) ? 1 : r->heads;
    pages->head_rows = heads_come_first(r) ? r->slots : 1;
    cache->shape[0] = batch;
    cache->shape[1] = r->heads;
    cache->shape[2] = plumb_lengths_most(pages->length, batch);
    cache->pages = pages;
    cache->passing = false; /* entries may share blocks, and heads do */
    return plumb_shape_settle(cache, r->error);
}

static int refuse_missing(const reader *r, plumb_member member, const char *needs) {
    const char *name = plumb_member_name(member);
    plumb_fail(r->error, "%s: %s: missing; %s needs it", given(r, PLUMB_MEMBER_Q)->source, name, needs);
    return plumb_fail_of(r->error, name, NULL, plumb_member_at(member)->shape);
}

int plumb_caches_of(const plumb_case_tensors *tensors, const plumb_description *description, plumb_storage *storage,
                    plumb_tensor cache[2], plumb_error *error) {
    reader r = {.tensors = tensors, .description = description, .storage = storage, .error = error};
    const plumb_tensor *both = given(&r, PLUMB_MEMBER_KV_CACHE);
    size_t batch;
    if (given(&r, PLUMB_MEMBER_BLOCK_TABLE) == NULL)
        return refuse_missing(&r, PLUMB_MEMBER_BLOCK_TABLE, "kv_cache");
    if (given(&r, PLUMB_MEMBER_KEY_LENGTHS) == NULL)
        return refuse_missing(&r, PLUMB_MEMBER_KEY_LENGTHS, "block_table");
    if ((both != NULL ? divide(&r, both) : take_two(&r)) != 0 || check_caches(&r) != 0 || read_table(&r, &batch) != 0)
        return -1;
    for (size_t i = 0; i < 2; i++) {
        if (gather(&r, i, batch) != 0)
            return -1;
        cache[i] = r.cache[i];
    }
    return 0;
}

int plumb_caches_keep(const plumb_case_tensors *tensors, plumb_storage *storage, const plumb_tensor *kept[2],
                      plumb_error *error) {
    for (size_t i = 0; i < 2; i++) {
        const plumb_tensor *tensor = tensors->tensor[PLUMB_MEMBER_K + i];
        plumb_tensor *copy = tensor->pages != NULL ? plumb_storage_take(storage, 1, sizeof *copy) : NULL;
        if (tensor->pages != NULL && copy == NULL)
            return plumb_decode_memory_is_short(tensor, error);
        if (copy != NULL)
            *copy = *tensor;
        kept[i] = copy;
    }
    return 0;
}
