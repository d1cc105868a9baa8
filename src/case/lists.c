/* Lists become a boolean mask, so that no kernel has to know them.  The shapes are checked first, then the counts, then
   every index that counts.  Slots of a cache and rows of k are first translated to keys of their batch entry through
   its pages.  An index must then name a key, or a block with keys, of that entry, and only once in its list unless
   duplicates are allowed.  At last each query's row of the mask is written from its list. */
#include "case/lists.h"
#include "case/boolean.h"
#include "case/decode.h"
#include "case/lengths.h"
#include "case/shape.h"
#include "row/copied.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { WHAT = 3 * PLUMB_SHAPE_TEXT };

/* Lists that are being read. */
typedef struct {
    const plumb_tensor *indices, *counts; /* or NULL */
    const plumb_list_form *form;
    const plumb_pages *pages;
    const plumb_problem *problem;
    plumb_storage *storage;
    plumb_error *error;
    plumb_lists lists;
    int64_t *index; /* of lists */
} reader;

static size_t divided_up(size_t number, size_t by) {
    return number / by + (number % by != 0);
}

size_t plumb_lists_blocks(const plumb_lists *lists, const plumb_problem *problem, size_t b) {
    return divided_up(plumb_lengths_end(problem, b), (size_t)lists->key_block);
}

bool plumb_lists_has(const plumb_lists *lists, const plumb_problem *problem, size_t b, int64_t index) {
    size_t first = plumb_lengths_first(problem, b) / (size_t)lists->key_block;
    return index >= 0 && (uint64_t)index >= first && (uint64_t)index < plumb_lists_blocks(lists, problem, b);
}

/* ---- shapes ---- */

static int check_shape(reader *r) {
    const plumb_problem *p = r->problem;
    const plumb_tensor *t = r->indices;
    plumb_lists *l = &r->lists;
    char what[WHAT];
    bool by_head = t->rank == 4;
    l->rows = divided_up(p->query_length, (size_t)l->query_block);
    l->heads = by_head ? t->shape[1] : 1;
    bool heads = l->heads == 1 || l->heads == p->key_heads || l->heads == p->query_heads;
    if ((t->rank == 3 || by_head) && t->shape[0] == p->batch && heads && t->shape[t->rank - 2] == l->rows) {
        l->listed = t->shape[t->rank - 1];
        return 0;
    }
    snprintf(what, sizeof what, "[%zu,%zu,listed] or [%zu,1|%zu|%zu,%zu,listed]%s", p->batch, l->rows, p->batch,
             p->key_heads, p->query_heads, l->rows,
             by_head && t->shape[0] == p->batch && t->shape[1] == l->rows ? plumb_layout_hint : "");
    return plumb_shape_refuse(t, what, r->error);
}

static int check_count_shape(const reader *r) {
    const plumb_tensor *t = r->counts;
    size_t batch = r->problem->batch, rows = r->lists.rows, heads = r->lists.heads;
    char what[WHAT];
    bool fits = (t->rank == 1 && t->shape[0] == batch) ||
                (t->rank == 2 && t->shape[0] == batch && t->shape[1] == rows) ||
                (t->rank == 3 && t->shape[0] == batch && t->shape[1] == heads && t->shape[2] == rows);
    if (fits)
        return 0;
    snprintf(what, sizeof what, "[%zu], [%zu,%zu] or [%zu,%zu,%zu]", batch, batch, rows, batch, heads, rows);
    return plumb_shape_refuse(t, what, r->error);
}

/* ---- how many of each list count ---- */

static int refuse_count(const reader *r, size_t at, int64_t count) {
    char text[PLUMB_SHAPE_TEXT], value[32];
    plumb_fail(r->error, "%s: %s%s is %" PRId64 "; expected 0 to %zu, the length of a list", r->counts->source,
               r->counts->name, plumb_shape_index(r->counts, at, text), count, r->lists.listed);
    snprintf(value, sizeof value, "%" PRId64, count);
    return plumb_fail_of(r->error, r->counts->name, value, "how many first entries of each list are used");
}

static int read_counts(reader *r) {
    plumb_lists *l = &r->lists;
    size_t batch = r->problem->batch, lists = batch * l->heads * l->rows;
    int64_t *count = plumb_storage_take(r->storage, lists, sizeof *count);
    if (count == NULL)
        return plumb_decode_memory_is_short(r->indices, r->error);
    l->count = count;
    for (size_t i = 0; i < lists; i++)
        count[i] = (int64_t)l->listed;
    if (r->counts == NULL)
        return 0;
    if (check_count_shape(r) != 0)
        return -1;
    const int64_t *given = plumb_lengths_integers(r->counts, r->storage, r->error);
    if (given == NULL)
        return -1;
    for (size_t i = 0; i < r->counts->count; i++)
        if (given[i] < 0 || (uint64_t)given[i] > l->listed)
            return refuse_count(r, i, given[i]);
    for (size_t i = 0; i < lists; i++) {
        size_t b = i / (l->heads * l->rows), row = i % l->rows;
        count[i] = given[r->counts->rank == 1 ? b : r->counts->rank == 2 ? b * l->rows + row : i];
    }
    return 0;
}

/* ---- slots of a cache, and rows of k, as keys of an entry ---- */

/* A slot or row that is not exactly one key of the entry. */
enum { NO_KEY = -1, SEVERAL_KEYS = -2 };

/* Each sequence is one page, which begins at its first row. */
static int64_t key_of_row(const plumb_pages *pages, size_t b, int64_t row) {
    int64_t first = pages->block[b];
    return row >= first && row - first < pages->length[b] ? row - first : NO_KEY;
}

static int64_t key_of_slot(const plumb_pages *pages, size_t b, int64_t slot) {
    int64_t slots = (int64_t)pages->slots, found = NO_KEY;
    for (size_t page = 0; slot >= 0 && page < pages->pages; page++) {
        int64_t key = (int64_t)page * slots + slot % slots;
        if (key < pages->length[b] && pages->block[b * pages->pages + page] == slot / slots)
            found = found == NO_KEY ? key : SEVERAL_KEYS;
    }
    return found;
}

static int refuse_slot(const reader *r, size_t at, size_t b, int64_t key) {
    char text[PLUMB_SHAPE_TEXT], wanted[WHAT], value[32];
    int64_t first = r->pages->block[b * r->pages->pages], length = r->pages->length[b];
    if (length == 0)
        snprintf(wanted, sizeof wanted, "-1: batch entry %zu has no keys", b);
    else if (r->pages->is_sequence)
        snprintf(wanted, sizeof wanted, "-1 or %" PRId64 " to %" PRId64 ", the rows of batch entry %zu in k", first,
                 first + length - 1, b);
    else
        snprintf(wanted, sizeof wanted, "-1, or block x %zu + slot of %s key of batch entry %zu", r->pages->slots,
                 key == SEVERAL_KEYS ? "one" : "a", b);
    plumb_fail(r->error, "%s: %s%s is %" PRId64 "%s; expected %s", r->indices->source, r->indices->name,
               plumb_shape_index(r->indices, at, text), r->index[at],
               key == SEVERAL_KEYS ? ", a slot to which block_table maps several of its keys" : "", wanted);
    snprintf(value, sizeof value, "%" PRId64, r->index[at]);
    return plumb_fail_of(r->error, r->indices->name, value, wanted);
}

static int take_slot(const reader *r, size_t at, size_t b) {
    int64_t slot = r->index[at], key;
    if (slot == -1)
        return 0;
    key = r->pages->is_sequence ? key_of_row(r->pages, b, slot) : key_of_slot(r->pages, b, slot);
    if (key < 0)
        return refuse_slot(r, at, b, key);
    r->index[at] = key;
    return 0;
}

/* ---- indices ---- */

static int refuse_index(const reader *r, size_t at, size_t b) {
    char text[PLUMB_SHAPE_TEXT], value[32], wanted[WHAT];
    size_t first = plumb_lengths_first(r->problem, b), end = plumb_lengths_end(r->problem, b);
    int64_t size = r->lists.key_block;
    if (first == end)
        snprintf(wanted, sizeof wanted, "-1: batch entry %zu has no keys", b);
    else if (size == 1)
        snprintf(wanted, sizeof wanted, "-1 or %zu to %zu, the keys of batch entry %zu", first, end - 1, b);
    else
        snprintf(wanted, sizeof wanted, "-1 or %zu to %zu, the blocks of %" PRId64 " keys of batch entry %zu",
                 first / (size_t)size, plumb_lists_blocks(&r->lists, r->problem, b) - 1, size, b);
    plumb_fail(r->error, "%s: %s%s is %" PRId64 "; expected %s", r->indices->source, r->indices->name,
               plumb_shape_index(r->indices, at, text), r->index[at], wanted);
    snprintf(value, sizeof value, "%" PRId64, r->index[at]);
    return plumb_fail_of(r->error, r->indices->name, value, wanted);
}

static int refuse_twice(const reader *r, size_t at, size_t before, const int64_t *stated) {
    char text[PLUMB_SHAPE_TEXT], other[PLUMB_SHAPE_TEXT], value[32];
    plumb_fail(r->error,
               "%s: %s%s is %" PRId64 ", the same as %s; expected each key once, or duplicate_indices once or "
                                      "each, which say how often it counts",
               r->indices->source, r->indices->name, plumb_shape_index(r->indices, at, text), *stated,
               plumb_shape_index(r->indices, before, other));
    snprintf(value, sizeof value, "%" PRId64, *stated);
    return plumb_fail_of(r->error, r->indices->name, value, "each key once, or duplicate_indices once or each");
}

/* seen [blocks]: one more than the last place where each was listed. */
static int check_list(const reader *r, size_t from, size_t count, size_t b, size_t *seen) {
    for (size_t at = from; at < from + count; at++) {
        int64_t stated = r->index[at];
        if (r->form->from_cache && take_slot(r, at, b) != 0)
            return -1;
        if (r->index[at] == -1)
            continue;
        if (!plumb_lists_has(&r->lists, r->problem, b, r->index[at]))
            return refuse_index(r, at, b);
        if (r->form->duplicates == PLUMB_DUPLICATES_REFUSED && seen[r->index[at]] > from)
            return refuse_twice(r, at, seen[r->index[at]] - 1, &stated);
        seen[r->index[at]] = at + 1;
    }
    return 0;
}

/* Lists of queries that do not exist are not read. */
static int check_lists(const reader *r) {
    const plumb_lists *l = &r->lists;
    size_t each = l->heads * l->rows, lists = r->problem->batch * each;
    size_t *seen = plumb_storage_take(r->storage, r->problem->key_length, sizeof *seen);
    if (seen == NULL)
        return plumb_decode_memory_is_short(r->indices, r->error);
    memset(seen, 0, r->problem->key_length * sizeof *seen);
    for (size_t i = 0; i < lists; i++) {
        size_t b = i / each, first = i % l->rows * (size_t)l->query_block;
        const int64_t *queries = r->problem->sequences.length;
        if (queries != NULL && first >= (size_t)queries[b])
            ((int64_t *)l->count)[i] = 0;
        if (check_list(r, i * l->listed, (size_t)l->count[i], b, seen) != 0)
            return -1;
    }
    return 0;
}

static plumb_lists lists_of(const plumb_list_form *form, const plumb_description *d, const plumb_mask *m) {
    return (plumb_lists){.by_remainder = d->tile,
                         .each = form->duplicates == PLUMB_DUPLICATES_COUNT,
                         .key_block = form->key_block > 0 ? form->key_block : 1,
                         .query_block = form->query_block > 0 ? form->query_block : 1,
                         .beside = {m->allowed, m->allowed_batch, m->allowed_head, m->allowed_query}};
}

int plumb_lists_read(const plumb_case_tensors *tensors, const plumb_description *description, const plumb_pages *pages,
                     plumb_storage *storage, plumb_problem *problem, plumb_error *error) {
    reader r = {.indices = tensors->tensor[PLUMB_MEMBER_KEY_INDICES],
                .counts = tensors->tensor[PLUMB_MEMBER_KEY_INDEX_COUNTS],
                .form = &description->lists,
                .pages = pages,
                .problem = problem,
                .storage = storage,
                .error = error,
                .lists = lists_of(&description->lists, description, &problem->mask)};
    if (r.indices == NULL)
        return 0;
    if (check_shape(&r) != 0 || read_counts(&r) != 0)
        return -1;
    r.lists.index = plumb_lengths_integers(r.indices, storage, error);
    r.index = (int64_t *)r.lists.index;
    if (r.index == NULL || check_lists(&r) != 0)
        return -1;
    plumb_lists *kept = plumb_storage_take(storage, 1, sizeof *kept);
    if (kept != NULL)
        *kept = r.lists;
    problem->mask.lists = kept;
    return kept != NULL && plumb_lists_hide(kept, storage, problem) ? 0
                                                                    : plumb_decode_memory_is_short(r.indices, error);
}

int plumb_lists_copy(const char *source, plumb_storage *storage, plumb_case *c, plumb_error *error) {
    const plumb_lists *lists = c->problem.mask.lists;
    if (lists == NULL || !lists->each)
        return 0;
    plumb_problem *stated = plumb_storage_take(storage, 1, sizeof *stated);
    if (stated != NULL)
        *stated = c->problem;
    int copied = stated == NULL ? -1 : plumb_copy_keys(stated, storage, &c->problem);
    if (copied == 1)
        c->uncopied = stated;
    return copied < 0 ? plumb_fail(error, "%s: not enough memory for keys that are listed more than once", source) : 0;
}

/* ---- as a boolean mask ---- */

/* What the lists let one query see. */
static void show(const void *context, const plumb_problem *p, size_t b, size_t h, size_t t, unsigned char *row) {
    const plumb_lists *l = context;
    size_t list = plumb_list_of(p, l, b, h, t);
    memset(row, 0, p->key_length);
    for (size_t i = 0; i < (size_t)l->count[list]; i++) {
        int64_t index = l->index[list * l->listed + i];
        size_t first = index < 0 ? p->key_length : (size_t)index * (size_t)l->key_block;
        for (size_t j = first; j < p->key_length && j - first < (size_t)l->key_block; j++)
            row[j] = 1;
    }
}

bool plumb_lists_hide(const plumb_lists *lists, plumb_storage *storage, plumb_problem *problem) {
    return plumb_boolean_make(&lists->beside, lists->heads > 1, show, lists, storage, problem);
}
