/* hypothesis.h - one thing that a kernel may have done, as data. */
#ifndef PLUMB_INFER_HYPOTHESIS_H
#define PLUMB_INFER_HYPOTHESIS_H
#include "infer/descales.h"
#include "infer/factors.h"
#include "infer/tilts.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
    PLUMB_CAUSE_UNWRITTEN, /* the output is 0 */
    PLUMB_CAUSE_NAN,       /* the output is NaN */
    PLUMB_CAUSE_COPY,      /* the exact output of another row: of head map[head], of the query that `from_query` says */
    PLUMB_CAUSE_PACKED,    /* rows of a group of heads in another order: variant */
    PLUMB_CAUSE_COLUMNS,   /* column c has the exact number of column map[c] */
    PLUMB_CAUSE_HADAMARD,  /* Hadamard transforms of blocks of `tile` columns, divided by the root of that */
    PLUMB_CAUSE_TRANSPOSED, /* squares of `tile` rows and columns of the output are transposed, or if `once` the two
                               quarters of each off its diagonal are exchanged */
    PLUMB_CAUSE_SCALED_COLUMNS, /* column c times column_factor[c] */
    PLUMB_CAUSE_ADDED,     /* a number, fitted to each row, times what another row, or head, returned is added, or
                              should return: variant */
    PLUMB_CAUSE_MULTIPLE,  /* a number, fitted to each row, times the exact output */
    PLUMB_CAUSE_ACCUMULATOR, /* the sum of values is rounded after each `tile` keys: `from` bits behind the first,
                                steps of at least 2^-`other` */
    PLUMB_CAUSE_FACTOR,    /* `factor` times the exact output */
    PLUMB_CAUSE_ALIKE,     /* weights that do not depend on scores: variant */
    PLUMB_CAUSE_BLOCK,     /* keys of a block weighed by factors */
    PLUMB_CAUSE_BIAS,      /* the bias of keys from..to is not added */
    PLUMB_CAUSE_SHOWN,     /* keys from..to are seen where masks hide them: variant */
    PLUMB_CAUSE_QUERIES,   /* another query is read, with the row's own mask: as `from_query` says, of head
                              map[head] if there is a map */
    PLUMB_CAUSE_RESCALE,   /* sums of an online softmax not rescaled: tiles of `tile` keys, or splits: variant */
    PLUMB_CAUSE_SPLITS,    /* splits of `tile` keys, the first of `from` if that is not 0, merged wrongly: variant */
    PLUMB_CAUSE_TILES,     /* masks that go by tiles of `tile` keys: variant */
    PLUMB_CAUSE_PAGE,      /* keys from..to replaced by those from `other` on, or 0: variant */
    PLUMB_CAUSE_HEADS, /* query head h reads keys, values or both of key head map[h], over all batch entries: variant */
    PLUMB_CAUSE_CUT,   /* keys of small weight left out: variant */
    PLUMB_CAUSE_LAG,    /* each tile of `tile` keys has what stands `shift` keys later: variant, as of heads */
    PLUMB_CAUSE_SINK,   /* another logit of the sink: variant */
    PLUMB_CAUSE_FACTORS, /* each key weighed by a factor of a table */
    PLUMB_CAUSE_TRANSFER, /* key j has the value, or the vector, of key map[j]: variant, as of heads; if `denominator`
                             is 1 the sum of weights is as stated */
    PLUMB_CAUSE_EXPONENTIAL, /* another function in its place: variant */
    PLUMB_CAUSE_MASK,     /* the mask of another row, head or batch entry, or read with rows of another length */
    PLUMB_CAUSE_REACH,    /* keys from `first` to `last` are seen, whatever the masks say: variant */
    PLUMB_CAUSE_CAP,      /* scores are mapped: by another function of the softcap, or of `factor` where that is not 0;
                             by none in some tiles of `tile` keys; multiplied by `factor` behind it; rounded: variant */
    PLUMB_CAUSE_DIVISOR,  /* divided by the sum of weights of another row: below its own maximum, or `variant` */
    PLUMB_CAUSE_BEYOND,   /* `tile` keys behind the last are read, too: those that stand there in memory */
    PLUMB_CAUSE_BIAS_OF,  /* the bias of another row, head or batch entry, or read with rows of another length */
    PLUMB_CAUSE_LAYOUT,   /* queries, keys or values are others, and products are multiplied by `factor`, if that is
                             not 0; NAN: by a number that is fitted to each row */
    PLUMB_CAUSE_TILTS,    /* parts of the scores multiplied by numbers of a table */
    PLUMB_CAUSE_SQUARES,  /* squares of `tile` queries and keys are transposed, if `once` those of the diagonal:
                             variant; weights are taken below the largest score of the tiles of `from` keys so far */
    PLUMB_CAUSE_DESCALES, /* values and scores of each head multiplied by those of a table */
    PLUMB_CAUSE_FREE,     /* `free` weights, or sums of some, are fitted to each row: variant */
    PLUMB_CAUSES
} plumb_cause;

/* What has a number of its own in each row. */
typedef enum {
    PLUMB_FREE_TILES, /* each tile of `tile` keys */
    PLUMB_FREE_KEYS,  /* each key from..to, if `once` the hidden ones too, and all others together */
    PLUMB_FREE_TILE,  /* or of the tile of `tile` keys that holds the query's position, */
    PLUMB_FREE_LAST   /* or of the last `tile` up to that position */
} plumb_free;

/* As they are, or all with the score, or where weights are not divided by their sum, the weight `factor`. */
typedef enum { PLUMB_SHOWN_AS_THEY_ARE, PLUMB_SHOWN_ALIKE } plumb_shown;

/* Scores not capped in some tiles of keys, capped by other functions, or mapped where no softcap is stated. */
typedef enum {
    PLUMB_CAP_OF_ODD,  /* every second tile has none, */
    PLUMB_CAP_OF_EVEN, /* or the others, */
    PLUMB_CAP_BEFORE,  /* or those before the query's position, */
    PLUMB_CAP_ON_DIAGONAL, /* or the one of that */
    PLUMB_CAP_MULTIPLIED,  /* tanh x is multiplied by another number */
    PLUMB_CAP_BY_RATIO,    /* another function in place of tanh x: x / (1 + |x|), */
    PLUMB_CAP_BY_ROOT,     /* x / sqrt(1 + x^2), */
    PLUMB_CAP_BY_PADE,     /* x (27 + x^2) / (27 + 9 x^2), clamped at 1, */
    PLUMB_CAP_BY_ATAN,     /* 2/pi atan(pi x / 2), */
    PLUMB_CAP_BY_CUBE,     /* x - x^3 / 3, of at most 1, */
    PLUMB_CAP_BY_HALF,     /* 1 - 2 / (e^x + 1), tanh(x / 2), */
    PLUMB_CAP_BY_ARCTAN,   /* atan x, */
    PLUMB_CAP_CLAMPS,      /* x, of at most 1 and at least -1, */
    PLUMB_CAP_AT_MOST,     /* of at most 1, */
    PLUMB_CAP_AT_LEAST,    /* of at least -1; without a softcap: */
    PLUMB_CAP_LEAKY,       /* times `factor` where it is negative, */
    PLUMB_CAP_ABSOLUTE,    /* the absolute score, */
    PLUMB_CAP_POSITIVE,    /* of at least 0, */
    PLUMB_CAP_SQUARED,     /* squared, */
    PLUMB_CAP_SILU,        /* divided by 1 + e^-score, */
    PLUMB_CAP_ROUNDED,     /* rounded to `tile` bits behind the first, in steps of at least 2^-`other`: `shift` */
    PLUMB_CAPS
} plumb_cap;

/* What is rounded: the products q.k, the scores, or what these are below the row's largest. */
typedef enum { PLUMB_ROUNDED_PRODUCTS, PLUMB_ROUNDED_SCORES, PLUMB_ROUNDED_SHIFTED, PLUMB_ROUNDEDS } plumb_rounded;

/* What that row returned, or should return. */
typedef enum { PLUMB_ADDED_RETURNED, PLUMB_ADDED_EXACT, PLUMB_ADDEDS } plumb_added;

typedef enum { PLUMB_SQUARES_OF_SCORES, PLUMB_SQUARES_OF_WEIGHTS } plumb_squares;

typedef enum { PLUMB_PACKED_HEADS_LAST, PLUMB_PACKED_HEADS_FIRST, PLUMB_PACKEDS } plumb_packed;

typedef enum {
    PLUMB_ALIKE_VISIBLE, /* the mean of the visible values */
    PLUMB_ALIKE_ALL,     /* of all values, hidden ones too */
    PLUMB_ALIKE_FIRST,   /* the value of the first visible key */
    PLUMB_ALIKE_LAST,
    PLUMB_ALIKE_LARGEST, /* of the key with the largest score */
    PLUMB_ALIKE_UNCLIPPED, /* or weights of a clipped softmax that are not clipped */
    PLUMB_ALIKES
} plumb_alike;

typedef enum {
    PLUMB_SPLITS_AVERAGED,
    PLUMB_SPLITS_LOG2_AS_LOG,  /* weights e^(lse / log 2) */
    PLUMB_SPLITS_LOG_AS_LOG2,  /* weights 2^lse */
    PLUMB_SPLITS_BY_MAXIMUM,   /* weights e^max */
    PLUMB_SPLITS_UNNORMALISED, /* each split's sum, not divided, weighed by its e^lse */
    PLUMB_SPLITS_ADDED,        /* with weights 1 */
    PLUMB_SPLITS_EMPTY,        /* those of which the row sees no key have lse 0 */
    PLUMB_SPLITS_KEEP_FIRST,   /* merged one by one, with the log-sum-exp of the first for that of all so far, */
    PLUMB_SPLITS_KEEP_LAST,    /* or with that of the last */
    PLUMB_SPLITS_OF_OTHER,     /* weights e^lse of the row `shift` later, or of head map[head] */
    PLUMB_SPLITS_OF_LAYOUT,    /* of what stands where that is read: stored in axes `from_axes`, read in `to_axes` */
    PLUMB_SPLITS_EXCHANGED,    /* e^lse of another split, as `from_key` says of their numbers, */
    PLUMB_SPLITS_OF_ALL,       /* or of all; if `once` that of split `part` alone is another */
    PLUMB_SPLITS_ANSWER,       /* that of split `part` is right, its result that of another row, as of OF_OTHER */
    PLUMB_SPLITS
} plumb_splits;

typedef enum {
    PLUMB_TILES_DIAGONAL_OPEN, /* keys after the query's position seen, up to the end of its tile */
    PLUMB_TILES_DIAGONAL_LOST, /* the tile of the query's position not seen */
    PLUMB_TILES_PARTIAL_LOST,  /* the same, unless the query sees all of it */
    PLUMB_TILES_QUERY_OPEN,    /* as the first and second, by tiles of queries */
    PLUMB_TILES_QUERY_LOST,
    PLUMB_TILES_WINDOW_OPEN, /* keys before the window seen, from the beginning of their tile */
    PLUMB_TILES_WINDOW_QUERY_OPEN, /* the window begins where that of the first query of the tile does */
    PLUMB_TILES_WINDOW_QUERY_LOST, /* or of the last */
    PLUMB_TILES_BEFORE_UNMASKED, /* a mask by a tensor hides no key before the tile of the query's position */
    PLUMB_TILES_DIAGONAL_UNMASKED, /* or none of that tile */
    PLUMB_TILES_WINDOW_LOST, /* keys of the window's first tile not seen, unless it sees all of it */
    PLUMB_TILES
} plumb_tiles;

static inline bool plumb_tiles_of_window(plumb_tiles tiles) {
    return tiles == PLUMB_TILES_WINDOW_OPEN || tiles == PLUMB_TILES_WINDOW_LOST ||
           tiles == PLUMB_TILES_WINDOW_QUERY_OPEN || tiles == PLUMB_TILES_WINDOW_QUERY_LOST;
}

/* Whether hidden keys are seen to the end of a tile: then it may be that the sum of weights alone has them. */
static inline bool plumb_tiles_open(plumb_tiles tiles) {
    return tiles == PLUMB_TILES_DIAGONAL_OPEN || tiles == PLUMB_TILES_QUERY_OPEN;
}

typedef enum {
    PLUMB_PAGE_BOTH,
    PLUMB_PAGE_VALUES,
    PLUMB_PAGE_KEYS,
    PLUMB_PAGE_SWAPPED,   /* two pages have each other's values, or keys: which of both is the same */
    PLUMB_PAGE_ZERO,      /* keys and values are 0 */
    PLUMB_PAGE_ZERO_KEYS, /* keys alone; values alone are keys missing in the sum of values */
    PLUMB_PAGES
} plumb_page;

/* What weights are rescaled by: the rise of the maximum, or of the largest log-sum-exp of a split; the rise that their
   own tile brought, as if it had come after them; or all that the row's largest score is above their tile's; by the
   rise of another row's maximum; or divided by their own sum after every tile. */
typedef enum {
    PLUMB_RESCALED_BY_MAXIMUM,
    PLUMB_RESCALED_BY_SPLITS,
    PLUMB_RESCALED_WITH_TILE,
    PLUMB_RESCALED_NEVER,
    PLUMB_RESCALED_AS_OTHER,
    PLUMB_RESCALED_AND_DIVIDED
} plumb_rescaling;

typedef enum {
    PLUMB_EXPONENTIAL_LINEAR,  /* linear between powers of 2 */
    PLUMB_EXPONENTIAL_CLAMPED, /* of at least -`factor` */
    PLUMB_EXPONENTIAL_CUT,     /* 0 below -`factor` */
    PLUMB_EXPONENTIAL_POWER,   /* (1 + x / n)^n, n: `tile` */
    PLUMB_EXPONENTIAL_STEPS,   /* of the exponent rounded down to one of `tile` steps between powers of 2 */
    PLUMB_EXPONENTIAL_NEAREST, /* or to the nearest */
    PLUMB_EXPONENTIAL_LEVELS,  /* to the nearest multiple of 1 / `tile` */
    PLUMB_EXPONENTIAL_BELOW,   /* to the one below */
    PLUMB_EXPONENTIAL_BITS,    /* to `tile` bits behind the first, and, if `other` is not 0, in steps of 2^-`other` */
    PLUMB_EXPONENTIAL_POLYNOMIAL, /* 2^n times a polynomial of the rest, n the exponent rounded down, or, if `tile`
                                     is 2, to the nearest */
    PLUMB_EXPONENTIAL_OF_MULTIPLE, /* of `factor` times the score */
    PLUMB_EXPONENTIALS
} plumb_exponential;

typedef enum { PLUMB_HEADS_VALUES, PLUMB_HEADS_KEYS, PLUMB_HEADS_BOTH, PLUMB_HEADS } plumb_head_reads;

typedef enum {
    PLUMB_CUT_BELOW, /* whose score is more than `factor` below the largest */
    PLUMB_CUT_TOP,   /* all but the `tile` with the largest scores */
    PLUMB_CUTS
} plumb_cut;

/* Which score that is: the key's own, or of its tile of `from` keys. */
typedef enum {
    PLUMB_CUT_KEYS,
    PLUMB_CUT_MEANS,   /* the mean */
    PLUMB_CUT_LARGEST, /* the largest */
    PLUMB_CUT_RUNNING, /* the largest, as far as it is below the largest of the tiles so far */
    PLUMB_CUT_STATISTICS
} plumb_cut_statistic;

/* Which query stands in the row of query t; n: `tile`. */
typedef enum {
    PLUMB_QUERY_MOVED,      /* that `shift` later */
    PLUMB_QUERY_REPEATED,   /* the one numbered `other` */
    PLUMB_QUERY_UNPACKED,   /* of rows packed as [query, head], by n heads of which it is `other`: the row mod length */
    PLUMB_QUERY_PACKED,     /* of rows packed as [head, query]: the row / n */
    PLUMB_QUERY_EXCHANGED,  /* of each pair `shift` apart, which 2 * shift queries consist of, the other */
    PLUMB_QUERY_DIVIDED,    /* t / n, rounded down */
    PLUMB_QUERY_MULTIPLIED, /* t * n */
    PLUMB_QUERY_REMAINDER,  /* t mod n */
    PLUMB_QUERY_FIRST,      /* the first of its tile of n */
    PLUMB_QUERY_LAST,       /* the last of it */
    PLUMB_QUERY_BEFORE,     /* the last before it */
    PLUMB_QUERY_BEFORE_ODD, /* the last before it, in every second tile */
    PLUMB_QUERY_TILE_HALVED, /* at the same place of tile i / 2, for tile i */
    PLUMB_QUERY_TILE_DOUBLED, /* of tile 2 i */
    PLUMB_QUERY_TILE_REVERSED, /* of the tile as far from the last as i is from the first */
    PLUMB_QUERY_REVERSED,   /* the place in the tile as far from its last as t is from its first */
    PLUMB_QUERY_TRANSPOSED, /* place (i mod s) n / s + i / s of the tile, for place i; s: `shift` */
    PLUMB_QUERY_ROTATED,    /* place (i + `shift`) mod n of it */
    PLUMB_QUERY_STRIDED,    /* the same place of a tile that begins at `shift` m, for tile m */
    PLUMB_QUERY_FIRST_PART, /* in the first half, or quarter, of each tile, of n / `other`, the query `shift` later, */
    PLUMB_QUERY_LAST_PART,  /* or in the last; where there is none its own */
    PLUMB_FROM_QUERIES
} plumb_from_query;

/* Axes of the log-sum-exps of splits, as they lie in memory. */
typedef enum {
    PLUMB_AXES_SBHQ,
    PLUMB_AXES_SBQH,
    PLUMB_AXES_BSHQ,
    PLUMB_AXES_BHSQ,
    PLUMB_AXES_BHQS,
    PLUMB_AXES_BQHS,
    PLUMB_AXES_ORDERS
} plumb_axes_order;

/* The run is all that is seen; or it is lost, or seen beside what the masks show. */
typedef enum { PLUMB_REACH_ALONE, PLUMB_REACH_LOST, PLUMB_REACH_BESIDE } plumb_run;

/* Where the keys that a query sees begin or end. */
typedef enum {
    PLUMB_END_STATED, /* where the masks have it */
    PLUMB_END_FIXED,  /* at key `at` */
    PLUMB_END_MOVED   /* `at` keys after the query's position */
} plumb_end_kind;
/* Alone, or the one of it and of the stated end that shows fewer keys, or more. */
typedef enum { PLUMB_END_ALONE, PLUMB_END_AND_STATED, PLUMB_END_OR_STATED, PLUMB_END_JOINTS } plumb_end_joint;
typedef struct {
    plumb_end_kind kind;
    int64_t at;
    size_t rows; /* where it is not 0, the position is that of the first of a tile of so many queries, */
    size_t tile; /* and the end is that of the key's tile of so many */
    plumb_end_joint joint;
} plumb_end;

static inline bool plumb_end_by_tiles(plumb_end end) {
    return end.rows > 0 || end.tile > 0;
}

typedef enum {
    PLUMB_SINK_UNSHIFTED, /* not shifted by the row's maximum, as the keys are */
    PLUMB_SINK_OF_OTHER,  /* that of head `sink` */
    PLUMB_SINK_IN_VALUES, /* its weight is that of the value of key `from`, too */
    PLUMB_SINK_CHANGED    /* `numerator` times it and `denominator` added */
} plumb_sink_change;

/* Head (batch * b + head * (h / shared) + query * t + plus) mod heads. */
typedef struct {
    size_t batch, head, shared, query, plus;
} plumb_sink_index;

/* The bias of keys past the last, or before the first. */
typedef enum { PLUMB_BIAS_OWN, PLUMB_BIAS_OF_LAST, PLUMB_BIAS_ZERO, PLUMB_BIAS_AROUND, PLUMB_BIAS_ENDS } plumb_bias_end;

typedef enum {
    PLUMB_DIVISOR_OF_OTHER, /* each below its own maximum */
    PLUMB_DIVISOR_AT_ONE_MAXIMUM,
    PLUMB_DIVISOR_OF_ALL,   /* of `tile` heads, all together */
    PLUMB_DIVISOR_OVER_HEADS,  /* each weight by the sum over all heads, */
    PLUMB_DIVISOR_OVER_QUERIES /* or over all queries, e^column_factor[row of the tensor of keys, of each query head] */
} plumb_divisor;

/* Kinds of numbers that are fitted to a row and told; coefficients of a polynomial; what a row's own number costs. */
enum { PLUMB_TOLD = 2, PLUMB_COEFFICIENTS = 4, PLUMB_COST_OF_ROWS = 4 };
#define PLUMB_OWN_BATCH SIZE_MAX

/* The factors of the weights in the sum of values and in their own sum; NAN: fitted to each row, in both if in both. */
typedef struct {
    size_t from, to;
    double numerator, denominator;
} plumb_block;

typedef struct {
    plumb_cause cause;
    int variant;
    size_t from, to, tile;
    size_t other;       /* the first key that is read in place of `from`; a query */
    size_t other_batch; /* whose keys these are; PLUMB_OWN_BATCH */
    plumb_from_query from_query;
    int64_t shift;
    size_t mask_row;       /* numbers from one row of a mask or bias tensor to the next; 0: as stated.  Of a mask it
                              begins `other` numbers later, modulo SIZE_MAX + 1 */
    plumb_from_query from_key; /* which number of a mask tensor's row is read for a key, as if keys were queries */
    size_t key_tile;
    int64_t key_shift;
    plumb_sink_index sink; /* of PLUMB_SINK_OF_OTHER */
    plumb_end first, last; /* of PLUMB_CAUSE_REACH */
    plumb_axes_order from_axes, to_axes; /* of PLUMB_SPLITS_OF_LAYOUT */
    double factor;
    /* Of PLUMB_CAUSE_RESCALE: the powers of e^(last maximum - maximum of its time) by which keys weigh too
       much, in the sum of values and in their own; descending: from the last tile to the first; once: at
       the tile that begins at `from` alone.  Of PLUMB_CAUSE_CUT and PLUMB_CAUSE_EXPONENTIAL: denominator 1 if the
       sum of weights is as stated, 2 if that of values is. */
    double numerator, denominator;
    bool descending, once; /* `factor`: where that is not 0, a rise of more than that is rescaled */
    plumb_block block;
    size_t *map;      /* borrowed from the inquiry */
    const plumb_factors *factors; /* borrowed from it, too */
    const plumb_descales *descales;
    const plumb_tilts *tilts;
    const double *column_factor; /* [value_dim] */
    const double *coefficient; /* [PLUMB_COEFFICIENTS] of PLUMB_EXPONENTIAL_POLYNOMIAL */
    const double *query, *key, *value; /* of PLUMB_CAUSE_LAYOUT: what is read in place of each; NULL: as stated */
    size_t part;
    size_t free; /* numbers that are fitted to each row, of a table the share of it; 0: as the cause has it */
    size_t columns; /* so many more are read behind the last of queries and keys */
    const char *says; /* words that were found with a table or a map */
    bool lifted;      /* it weighs keys that masks hide */
    size_t explained; /* samples that it explains */
    double misfit;    /* of these, the mean, in units of the tolerance */
} plumb_hypothesis;

/* Numbers that it fits to each row. */
static inline size_t plumb_hypothesis_fitted(const plumb_hypothesis *h) {
    bool of_row = h->cause == PLUMB_CAUSE_LAYOUT && h->factor != h->factor;
    if (h->free > 0)
        return h->free;
    size_t fitted = h->cause == PLUMB_CAUSE_ADDED || h->cause == PLUMB_CAUSE_MULTIPLE || of_row;
    return fitted || (h->cause == PLUMB_CAUSE_BLOCK && h->block.numerator != h->block.numerator);
}

/* Whether the mask tensor alone is read elsewhere, also along its rows. */
static inline bool plumb_moves_keys_of_mask(const plumb_hypothesis *h) {
    return h->from_key != PLUMB_QUERY_MOVED || h->key_shift != 0;
}

/* The query that stands in the row of query t; false: there is none. */
bool plumb_hypothesis_query(const plumb_hypothesis *hypothesis, size_t t, size_t length, size_t *query);

/* One after the other all rules by tiles that are there for so many queries, from number 0 on; false: there are no
   more. */
bool plumb_next_rule(size_t *number, size_t length, plumb_hypothesis *rule);

/* How much it leaves open, to choose among those that explain as much: first numbers that are fitted to each row, then
   those that are fitted to all. */
static inline size_t plumb_hypothesis_freedom(const plumb_hypothesis *h) {
    size_t constants = h->cause == PLUMB_CAUSE_TILTS ||
                       (h->cause == PLUMB_CAUSE_EXPONENTIAL &&
                        (h->variant == PLUMB_EXPONENTIAL_CLAMPED || h->variant == PLUMB_EXPONENTIAL_OF_MULTIPLE ||
                         h->variant == PLUMB_EXPONENTIAL_POLYNOMIAL)) ||
                       ((h->cause == PLUMB_CAUSE_CAP || h->cause == PLUMB_CAUSE_BIAS_OF ||
                         h->cause == PLUMB_CAUSE_LAYOUT) && h->factor != 0);
    if (h->cause == PLUMB_CAUSE_FACTORS)
        return (size_t)h->factors->fitted + (size_t)h->factors->apart;
    double up = h->block.numerator, down = h->block.denominator;
    if (h->cause == PLUMB_CAUSE_BLOCK)
        constants += !(up == 0 || up == 1 || up == 2) || !(down == 0 || down == 1 || down == 2);
    return PLUMB_COST_OF_ROWS * plumb_hypothesis_fitted(h) + constants;
}
#endif
