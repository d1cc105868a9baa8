/* mask.h - which keys are visible to a query: all stated masks apply together (spec/masks.md).

   Query t has position p = t + plumb_offset_of(problem, b) among the keys.  A key is visible if neither the causal mask
   nor any stated mask hides it; groups make keys visible that masks of the position hide. */
#ifndef PLUMB_PROBLEM_MASK_H
#define PLUMB_PROBLEM_MASK_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Key i is visible to query t iff !causal or i <= t + offset.  A case names an alignment; here it is an
   offset: top-left: 0;  bottom-right: key_length - query_length. */
typedef struct {
    bool causal;
    int64_t offset; /* the other masks use it, too: p = t + offset */
} plumb_causal;

/* A boolean mask with strides, as allowed in plumb_mask; shows NULL: no such mask. */
typedef struct {
    const unsigned char *shows;
    size_t batch, head, query;
} plumb_boolean_mask;

/* Lists of visible keys; other masks may hide some of these.  plumb_mask.allowed already contains what the lists hide.
   query_block neighbouring queries share a list, and an index stands for a block of key_block keys. */
typedef struct {
    size_t heads, rows, listed; /* [batch][heads][rows][listed] */
    bool by_remainder;          /* query head h reads list head h mod heads, else h / (query_heads / heads) */
    bool each;                  /* keys count as often as they are listed (row/copied.h), not once */
    int64_t key_block, query_block;
    const int64_t *index;        /* -1: none */
    const int64_t *count;        /* [batch][heads][rows]: how many entries are used */
    plumb_boolean_mask beside;   /* the boolean mask that the case states */
} plumb_lists;

/* Trees of speculative decoding.  The keys of the queries are the last ones of their batch entry.  A query sees all
   keys before these, its own key and those of its ancestors.  plumb_mask.allowed already contains what
   the trees hide. */
typedef struct {
    const int64_t *parent; /* [batch][query_length], an earlier query; -1: none */
    plumb_boolean_mask beside;
} plumb_drafts;

/* All zeros: no mask. */
typedef struct {
    bool windowed;
    int64_t left, right; /* p - left <= j <= p + right; -1 is unbounded */
    bool prefixed;       /* instead of a causal mask: j <= p or j < prefix */
    int64_t prefix;
    bool streaming; /* j < first or p - recent < j <= p */
    int64_t first, recent;
    bool in_cache;                /* encodings count positions within the cache of the streaming mask (position.h) */
    int64_t chunk;                /* width of the chunks; 0: none */
    const int64_t *query_segment; /* [batch][query_length], NULL: none: a key is visible */
    const int64_t *key_segment;   /* [batch][key_length]   if the two segments are equal */
    const int64_t *group;         /* [batch][key_length], NULL: none: the group of key p is visible; < 0: no group */
    const unsigned char *allowed; /* NULL: none; not 0: visible; element (b, h, t, j) is at    */
    size_t allowed_batch, allowed_head, allowed_query; /* b*_batch + h*_head + t*_query + j */
    const plumb_drafts *drafts;                        /* NULL: none */
    const plumb_lists *lists;                          /* NULL: none */
    const int64_t *key_lengths;  /* [batch]: keys from this one on do not exist; allowed hides them; NULL: all exist */
    const int64_t *key_starts;   /* [batch]: keys before this one do not exist; allowed hides them; NULL: all exist */
    bool hides_lengths_alone;    /* allowed hides only keys that do not exist */
    const int64_t *entry_offset; /* [batch], added to the offset of the queries of each entry; NULL: nothing */
} plumb_mask;
#endif
