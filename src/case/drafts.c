#include "case/drafts.h"
#include "case/boolean.h"
#include "case/decode.h"
#include "case/lengths.h"
#include "case/shape.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static size_t queries_of(const plumb_problem *p, size_t b) {
    return p->sequences.length != NULL ? (size_t)p->sequences.length[b] : p->query_length;
}

static int refuse_parent(const plumb_tensor *tensor, size_t at, size_t t, int64_t parent, plumb_error *error) {
    char text[PLUMB_SHAPE_TEXT], value[32], wanted[64];
    if (t == 0)
        snprintf(wanted, sizeof wanted, "-1: no query precedes it");
    else
        snprintf(wanted, sizeof wanted, "-1 or 0 to %zu, an earlier query", t - 1);
    plumb_fail(error, "%s: %s%s is %" PRId64 "; expected %s", tensor->source, tensor->name,
               plumb_shape_index(tensor, at, text), parent, wanted);
    snprintf(value, sizeof value, "%" PRId64, parent);
    return plumb_fail_of(error, tensor->name, value, wanted);
}

/* Parents come before their children, and the keys of all queries are the last of their entry. */
static int check(const plumb_tensor *tensor, const int64_t *parent, const plumb_problem *p, plumb_error *error) {
    for (size_t b = 0; b < p->batch; b++) {
        if (plumb_lengths_end(p, b) < queries_of(p, b))
            return plumb_tensor_fail(tensor, error,
                                     "batch entry %zu has %zu queries and %zu keys; expected the keys of the queries "
                                     "to be its last keys",
                                     b, queries_of(p, b), plumb_lengths_end(p, b));
        for (size_t t = 0; t < queries_of(p, b); t++) {
            size_t at = b * p->query_length + t;
            if (parent[at] < -1 || parent[at] >= (int64_t)t)
                return refuse_parent(tensor, at, t, parent[at], error);
        }
    }
    return 0;
}

int plumb_drafts_read(const plumb_tensor *tensor, plumb_storage *storage, plumb_problem *problem, plumb_error *error) {
    const plumb_mask *m = &problem->mask;
    if (tensor == NULL)
        return 0;
    if (plumb_shape_check(tensor, PLUMB_MEMBER_DRAFT_PARENTS, problem, error) != 0)
        return -1;
    const int64_t *parent = plumb_lengths_integers(tensor, storage, error);
    if (parent == NULL || check(tensor, parent, problem, error) != 0)
        return -1;
    plumb_drafts *kept = plumb_storage_take(storage, 1, sizeof *kept);
    if (kept != NULL)
        *kept = (plumb_drafts){parent, {m->allowed, m->allowed_batch, m->allowed_head, m->allowed_query}};
    problem->mask.drafts = kept;
    return kept != NULL && plumb_drafts_hide(kept, storage, problem) ? 0 : plumb_decode_memory_is_short(tensor, error);
}

/* The keys before the drafts, and those of the query and its ancestors. */
static void show(const void *context, const plumb_problem *p, size_t b, size_t h, size_t t, unsigned char *row) {
    const plumb_drafts *d = context;
    size_t before = plumb_lengths_end(p, b) - queries_of(p, b);
    (void)h;
    memset(row, 1, before);
    memset(row + before, 0, p->key_length - before);
    for (int64_t s = t < queries_of(p, b) ? (int64_t)t : -1; s >= 0; s = d->parent[b * p->query_length + (size_t)s])
        row[before + (size_t)s] = 1;
}

bool plumb_drafts_hide(const plumb_drafts *drafts, plumb_storage *storage, plumb_problem *problem) {
    return plumb_boolean_make(&drafts->beside, false, show, drafts, storage, problem);
}
