/* visible.c - see visible.h: calls the verified masks. */
#include "row/visible.h"
#include "mask/allowed.h"
#include "mask/causal.h"
#include "mask/chunk.h"
#include "mask/document.h"
#include "mask/first_keys.h"
#include "mask/group.h"
#include "mask/minus_infinity.h"
#include "mask/prefix.h"
#include "mask/sliding_window.h"
#include "mask/streaming.h"
#include <string.h>

bool plumb_has_mask(const plumb_problem *problem) {
    const plumb_mask *m = &problem->mask;
    return m->windowed || m->prefixed || m->streaming || m->chunk != 0 || m->query_segment != NULL ||
           m->group != NULL || m->allowed != NULL || problem->sequences.length != NULL;
}

/* The masks that the position alone decides. */
static void hide_by_position(const plumb_problem *p, int64_t position, unsigned char *visible) {
    const plumb_mask *m = &p->mask;
    if (m->windowed)
        plumb_hide_outside_window(position, m->left, m->right, p->key_length, visible);
    if (m->prefixed)
        plumb_hide_outside_prefix(position, (size_t)m->prefix, p->key_length, visible);
    if (m->streaming)
        plumb_hide_evicted(position, (size_t)m->first, m->recent, p->key_length, visible);
    if (m->chunk != 0)
        plumb_hide_other_chunks(position, m->chunk, p->key_length, visible);
}

/* What the masks of the position have hidden, and is shown again.  A query stands in the group of key p, if there is
   such a key. */
static void show_again(const plumb_problem *p, size_t b, int64_t position, unsigned char *visible) {
    const int64_t *group = p->mask.group != NULL ? p->mask.group + b * p->key_length : NULL;
    if (plumb_sink_is(p->op.sink, PLUMB_SHOWS_FIRST_KEYS))
        plumb_show_first_keys(p->op.sink_keys, p->key_length, visible);
    if (group != NULL && position >= 0 && (uint64_t)position < p->key_length && group[position] >= 0)
        plumb_show_own_group(group[position], group, p->key_length, visible);
}

/* The masks that tensors hold. */
static void hide_by_tensors(const plumb_problem *p, size_t b, size_t h, size_t t, unsigned char *visible) {
    const plumb_mask *m = &p->mask;
    const plumb_extras *e = &p->extra;
    if (m->query_segment != NULL)
        plumb_hide_other_documents(m->query_segment[b * p->query_length + t], m->key_segment + b * p->key_length,
                                   p->key_length, visible);
    if (m->allowed != NULL)
        plumb_hide_disallowed(m->allowed + b * m->allowed_batch + h * m->allowed_head + t * m->allowed_query,
                              p->key_length, visible);
    if (e->bias != NULL)
        plumb_hide_minus_infinity(e->bias + b * e->bias_batch + h * e->bias_head + t * e->bias_query, p->key_length,
                                  visible);
}

void plumb_show_visible(const plumb_problem *problem, size_t b, size_t h, size_t t, unsigned char *visible) {
    const plumb_problem *p = problem;
    int64_t offset = plumb_offset_of(p, b);
    plumb_causal_visible(p->causal.causal, t, offset, p->key_length, visible);
    hide_by_position(p, (int64_t)t + offset, visible);
    show_again(p, b, (int64_t)t + offset, visible);
    hide_by_tensors(p, b, h, t, visible);
    if (!plumb_query_exists(p, b, t))
        memset(visible, 0, p->key_length);
}
