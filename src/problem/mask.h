/* mask.h - which keys a query sees: masks that are all in force at once (spec/masks.md).

   Query t stands at position p = t + plumb_offset_of(problem, b) among the keys.  A key is visible if the causal mask
   and every mask here that is stated let it be; of masks of the position, groups show keys again. */
#ifndef PLUMB_PROBLEM_MASK_H
#define PLUMB_PROBLEM_MASK_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Key i is visible to query t iff !causal, or i <= t + offset.  Alignments are named in a case and
   resolved here: top-left: offset = 0;  bottom-right: offset = key_length - query_length. */
typedef struct {
    bool causal;
    int64_t offset; /* also the position p of the other masks counts from it */
} plumb_causal;

/* As allowed in plumb_mask; NULL: none. */
typedef struct {
    const unsigned char *shows;
    size_t batch, head, query;
} plumb_boolean_mask;

/* Lists of keys, each of which a query sees if another mask does not hide it; allowed has what they hide.  A list
   serves as many queries as query_block, and its indices are of blocks of key_block keys. */
typedef struct {
    size_t heads, rows, listed; /* [batch][heads][rows][listed] */
    bool by_remainder;          /* query head h reads list head h mod heads, else h / (query_heads / heads) */
    int64_t key_block, query_block;
    const int64_t *index;        /* -1: none */
    const int64_t *count;        /* [batch][heads][rows]: how many of them count */
    plumb_boolean_mask beside;   /* what else is stated */
} plumb_lists;

/* Trees: a query sees the keys before those of the queries, which are the last of their entry, and of these its own and
   those of its ancestors; allowed has what they hide. */
typedef struct {
    const int64_t *parent; /* [batch][query_length], a query before; -1: none */
    plumb_boolean_mask beside;
} plumb_drafts;

/* All zeros: none. */
typedef struct {
    bool windowed;
    int64_t left, right; /* p - left <= j <= p + right; -1 is unbounded */
    bool prefixed;       /* instead of a causal mask: j <= p or j < prefix */
    int64_t prefix;
    bool streaming; /* j < first or p - recent < j <= p */
    int64_t first, recent;
    bool in_cache;                /* positions of encodings count the keys of that cache alone (position.h) */
    int64_t chunk;                /* width of the chunks; 0: none */
    const int64_t *query_segment; /* [batch][query_length], NULL: none: visible where the segments */
    const int64_t *key_segment;   /* [batch][key_length]                  are equal */
    const int64_t *group;         /* [batch][key_length], NULL: none: that of key p shown again; below 0: no group */
    const unsigned char *allowed; /* NULL: none; element (b, h, t, j), not 0: visible, at      */
    size_t allowed_batch, allowed_head, allowed_query; /* b*_batch + h*_head + t*_query + j */
    const plumb_drafts *drafts;                        /* NULL: none */
    const plumb_lists *lists;                          /* NULL: none */
    const int64_t *key_lengths;  /* [batch]: keys from there on do not exist, and allowed hides them; NULL: all do */
    const int64_t *key_starts;   /* [batch]: keys before do not exist, and allowed hides them; NULL: all do */
    bool hides_lengths_alone;    /* allowed does nothing else */
    const int64_t *entry_offset; /* [batch] what each entry adds to the offset of its queries; NULL: nothing */
} plumb_mask;
#endif
