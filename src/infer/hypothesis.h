/* hypothesis.h - one thing that a kernel may have done, as data. */
#ifndef PLUMB_INFER_HYPOTHESIS_H
#define PLUMB_INFER_HYPOTHESIS_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
    PLUMB_CAUSE_UNWRITTEN, /* the output is 0 */
    PLUMB_CAUSE_NAN,       /* the output is NaN */
    PLUMB_CAUSE_COPY,      /* the exact output of another row: of head map[head], of the query that `from_query` says */
    PLUMB_CAUSE_PACKED,    /* rows of a group of heads in another order: variant */
    PLUMB_CAUSE_COLUMNS,   /* column c has the exact number of column map[c] */
    PLUMB_CAUSE_FACTOR,    /* `factor` times the exact output */
    PLUMB_CAUSE_ALIKE,     /* weights that do not depend on scores: variant */
    PLUMB_CAUSE_BLOCKS,    /* keys of `blocks` blocks weighed by factors */
    PLUMB_CAUSE_BIAS,      /* the bias of keys from..to is not added */
    PLUMB_CAUSE_SHOWN,     /* keys from..to are seen where masks hide them */
    PLUMB_CAUSE_QUERIES,   /* another query of the head is read, with the row's own mask: as `from_query` says */
    PLUMB_CAUSE_RESCALE,   /* sums of an online softmax not rescaled: tiles of `tile` keys */
    PLUMB_CAUSE_SPLITS,    /* splits of `tile` keys merged wrongly: variant */
    PLUMB_CAUSE_TILES,     /* masks that go by tiles of `tile` keys: variant */
    PLUMB_CAUSE_SPACED,   /* keys of every `every`-th tile of `tile`, from that at `from` on: variant */
    PLUMB_CAUSE_PAGE,      /* keys from..to replaced by those from `other` on, or 0: variant */
    PLUMB_CAUSE_DIMS,      /* columns from..to left out of q.k */
    PLUMB_CAUSE_HEADS, /* query head h reads keys, values or both of key head map[h], over all batch entries: variant */
    PLUMB_CAUSE_CUT,   /* keys of small weight left out: variant */
    PLUMB_CAUSE_SCORES, /* `factor` times the products of keys from..to */
    PLUMB_CAUSE_LAG,    /* each tile of `tile` keys has what stands `shift` keys later: variant, as of heads */
    PLUMB_CAUSE_SINK,   /* a sink that is not shifted by the row's maximum, as the keys are */
    PLUMB_CAUSES
} plumb_cause;

typedef enum { PLUMB_PACKED_HEADS_LAST, PLUMB_PACKED_HEADS_FIRST, PLUMB_PACKEDS } plumb_packed;

typedef enum {
    PLUMB_ALIKE_VISIBLE, /* the mean of the visible values */
    PLUMB_ALIKE_ALL,     /* of all values, hidden ones too */
    PLUMB_ALIKE_FIRST,   /* the value of the first visible key */
    PLUMB_ALIKE_LAST,
    PLUMB_ALIKE_LARGEST, /* of the key with the largest score */
    PLUMB_ALIKES
} plumb_alike;

typedef enum {
    PLUMB_SPLITS_AVERAGED,
    PLUMB_SPLITS_LOG2_AS_LOG,  /* weights e^(lse / log 2) */
    PLUMB_SPLITS_LOG_AS_LOG2,  /* weights 2^lse */
    PLUMB_SPLITS_BY_MAXIMUM,   /* weights e^max */
    PLUMB_SPLITS_UNNORMALISED, /* each split's sum, not divided, weighed by its e^lse */
    PLUMB_SPLITS_ADDED,        /* with weights 1 */
    PLUMB_SPLITS
} plumb_splits;

typedef enum {
    PLUMB_TILES_DIAGONAL_OPEN, /* keys after the query's position seen, up to the end of its tile */
    PLUMB_TILES_DIAGONAL_LOST, /* the tile of the query's position not seen */
    PLUMB_TILES_PARTIAL_LOST,  /* the same, unless the query sees all of it */
    PLUMB_TILES_QUERY_OPEN,    /* as the first and second, by tiles of queries */
    PLUMB_TILES_QUERY_LOST,
    PLUMB_TILES_WINDOW_OPEN, /* keys before the window seen, from the beginning of their tile */
    PLUMB_TILES_WINDOW_LOST, /* keys of the window's first tile not seen, unless it sees all of it */
    PLUMB_TILES
} plumb_tiles;

typedef enum {
    PLUMB_PAGE_BOTH,
    PLUMB_PAGE_VALUES,
    PLUMB_PAGE_KEYS,
    PLUMB_PAGE_SWAPPED,   /* two pages have each other's values, or keys: which of both is the same */
    PLUMB_PAGE_ZERO,      /* keys and values are 0 */
    PLUMB_PAGE_ZERO_KEYS, /* keys alone; values alone are keys missing in the sum of values */
    PLUMB_PAGES
} plumb_page;

typedef enum {
    PLUMB_SPACED_LOST, /* are lost */
    PLUMB_SPACED_LEFT, /* alone are not lost */
    PLUMB_SPACED
} plumb_spaced;

typedef enum { PLUMB_HEADS_VALUES, PLUMB_HEADS_KEYS, PLUMB_HEADS_BOTH, PLUMB_HEADS } plumb_head_reads;

typedef enum {
    PLUMB_CUT_BELOW, /* whose score is more than `factor` below the largest */
    PLUMB_CUT_TOP,   /* all but the `tile` with the largest scores */
    PLUMB_CUTS
} plumb_cut;

/* Which query stands in a row: that `shift` later; the one numbered `other`; of each pair so far apart, which 2 * shift
   queries from a multiple of that consist of, the other. */
typedef enum { PLUMB_QUERY_MOVED, PLUMB_QUERY_REPEATED, PLUMB_QUERY_EXCHANGED } plumb_from_query;

enum { PLUMB_BLOCKS = 4 };
#define PLUMB_OWN_BATCH SIZE_MAX

/* The factors of the weights in the sum of values and in their own sum; NAN: fitted to each row, in both
   if in both. */
typedef struct {
    size_t from, to;
    double numerator, denominator;
} plumb_block;

typedef struct {
    plumb_cause cause;
    int variant;
    size_t from, to, tile, every;
    size_t other;       /* the first key that is read in place of `from`; a query */
    size_t other_batch; /* whose keys these are; PLUMB_OWN_BATCH */
    plumb_from_query from_query;
    int64_t shift;
    double factor;
    /* Of PLUMB_CAUSE_RESCALE: the powers of e^(last maximum - maximum of its time) by which keys weigh too
       much, in the sum of values and in their own; descending: from the last tile to the first; once: at
       the tile that begins at `from` alone.  Of PLUMB_CAUSE_CUT: denominator 1 if the sum of weights has them still.
       Of PLUMB_CAUSE_SPACED: the factors of what is lost. */
    double numerator, denominator;
    bool descending, once;
    plumb_block block[PLUMB_BLOCKS];
    size_t blocks;
    size_t *map;      /* borrowed from the inquiry */
    bool lifted;      /* it weighs keys that masks hide */
    size_t explained; /* samples that it explains */
    double misfit;    /* of these, the mean, in units of the tolerance */
} plumb_hypothesis;

/* Numbers that it fits to each row. */
static inline size_t plumb_hypothesis_fitted(const plumb_hypothesis *h) {
    size_t fitted = 0;
    for (size_t i = 0; h->cause == PLUMB_CAUSE_BLOCKS && i < h->blocks; i++)
        fitted += h->block[i].numerator != h->block[i].numerator;
    return fitted;
}

/* The query that stands in the row of query t; false: there is none. */
static inline bool plumb_hypothesis_query(const plumb_hypothesis *h, size_t t, size_t length, size_t *query) {
    *query = h->from_query == PLUMB_QUERY_REPEATED    ? h->other
             : h->from_query == PLUMB_QUERY_EXCHANGED ? t ^ (size_t)h->shift
                                                      : (size_t)((int64_t)t + h->shift);
    return *query < length;
}

/* How much it leaves open, to choose among those that explain as much: first numbers that are fitted to each row, then
   those that are fitted to all. */
static inline size_t plumb_hypothesis_freedom(const plumb_hypothesis *h) {
    size_t constants = h->cause == PLUMB_CAUSE_SCORES;
    for (size_t i = 0; h->cause == PLUMB_CAUSE_BLOCKS && i < h->blocks; i++) {
        double up = h->block[i].numerator, down = h->block[i].denominator;
        constants += !(up == 0 || up == 1 || up == 2) || !(down == 0 || down == 1 || down == 2);
    }
    return PLUMB_BLOCKS * plumb_hypothesis_fitted(h) + constants;
}
#endif
