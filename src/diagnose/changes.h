/* changes.h - the functions that the tables of neighbours CALL (diagnose/rows.h): changes that are neither another
   statement of the case nor a single operation on its tensors.  Each is a plumb_make; its comment lists the members of
   the neighbour that it reads. */
#ifndef PLUMB_DIAGNOSE_CHANGES_H
#define PLUMB_DIAGNOSE_CHANGES_H
#include "diagnose/making.h"

/* ---- pages, lengths and sequences (change_pages.c) ---- */

/* What is taken for something else, by integer; number: by how much, of what is moved. */
typedef enum {
    PLUMB_PAGE_MOVED,     /* the page that many places on in the table as it lies in memory; the first is no other's */
    PLUMB_BLOCK_MOVED,    /* the block that many places on in the cache */
    PLUMB_TABLE_OF_FIRST, /* the pages of entry 0 */
    PLUMB_TABLE_MOVED,    /* those of the entry that many places on, which is the first after the last */
    PLUMB_LENGTH_MOVED,   /* lengths that are greater by so much */
    PLUMB_LENGTH_ROUNDED, /* up to a multiple of so much; down to one of as much below 0 */
    PLUMB_LENGTH_LEFT_OUT,
    PLUMB_PADDING_MOVED, /* the first key is that many on */
    PLUMB_PADDING_LEFT_OUT,
    PLUMB_START_BY_LENGTH, /* sequence b begins at its own length */
    PLUMB_START_PADDED,    /* at b times the longest length */
    PLUMB_START_BY_QUERY,  /* where its queries do */
    PLUMB_ALIGNED_ALIKE, /* every entry as the longest is */
    PLUMB_ALIGNED_FIRST  /* query 0 at key 0 */
} plumb_page_fault;
int plumb_mistake_pages(const plumb_making *m);

/* ---- lists of keys (change_lists.c) ---- */

/* How they are read, by integer; number: by how much an index is moved, or how many keys a block has. */
typedef enum {
    PLUMB_LISTS_LEFT_OUT,
    PLUMB_INDEX_MOVED,
    PLUMB_NONE_IS_FIRST, /* -1 is key 0 */
    PLUMB_NONE_IS_LAST,  /* -1 is the last key of the entry */
    PLUMB_LAST_INDEX_LOST,
    PLUMB_LIST_OF_FIRST_HEAD,
    PLUMB_LIST_OF_FIRST_QUERY,
    PLUMB_LIST_OF_FIRST_ENTRY,
    PLUMB_COUNT_LEFT_OUT,
    PLUMB_BLOCK_RESIZED,
    PLUMB_DUPLICATES_SEEN_ONCE,
    PLUMB_DUPLICATES_SEEN_EACH
} plumb_list_fault;
int plumb_mistake_lists(const plumb_making *m);

/* ---- trees of drafts (change_lists.c) ---- */

/* How they are read, by integer. */
typedef enum {
    PLUMB_DRAFTS_LEFT_OUT, /* each sees all others */
    PLUMB_DRAFTS_IN_CHAIN, /* the parent of each is the one before */
    PLUMB_DRAFTS_APART,    /* none has a parent */
    PLUMB_DRAFTS_OF_FIRST_ENTRY
} plumb_draft_fault;
int plumb_mistake_drafts(const plumb_making *m);

/* ---- masks (change_masks.c) ---- */

int plumb_add_boolean_mask(const plumb_making *m); /* true adds 1 to the score, and nothing is hidden */
int plumb_join_groups(const plumb_making *m);      /* of: their tensor; tokens that have a group are in one */
int plumb_group_tokens(const plumb_making *m);     /* those that have none are in one of their own */
int plumb_show_empty_rows(const plumb_making *m);  /* every mask becomes one tensor, in which they see all keys */
int plumb_fill_hidden(const plumb_making *m);      /* number: what is added to hidden scores */
int plumb_show_not_finite(const plumb_making *m);  /* every query sees keys and values that are not finite */

/* ---- scores (change_scores.c) ---- */

int plumb_use_scale(const plumb_making *m);     /* integer: plumb_scale_rule; second and number: its own */
int plumb_cap_otherwise(const plumb_making *m); /* integer: a form of the softcap c of x = s q.k, s the scale */
enum {
    PLUMB_CAP_UNDIVIDED,    /* c tanh(x): the scale times c        */
    PLUMB_CAP_UNMULTIPLIED, /* tanh(x/c): softcap 1, the scale / c */
    PLUMB_CAP_UNSCALED      /* s c tanh(q.k/c): a softcap of s c   */
};
int plumb_read_bias_as_boolean(const plumb_making *m); /* what is not 0 is seen */

/* Scores that no operator of a case gives, stated as what is to be added to those that it does give: made of all
   scores, so only where these are few (change_corrections.c). */
int plumb_cap_again(const plumb_making *m);
int plumb_leave_out_one(const plumb_making *m); /* elu(x) in place of elu(x) + 1, of scores or of queries and keys */

/* Hidden keys take part: number is added to their scores, or is their score; second: 1, before the scale multiplies. */
bool plumb_may_show_hidden(const plumb_problem *problem);
int plumb_add_to_hidden(const plumb_making *m);
int plumb_replace_hidden(const plumb_making *m);

/* ---- operators, sinks and gates (change_operators.c) ---- */

int plumb_leave_out_root(const plumb_making *m);    /* e^{p x_j} / sum e^{p x_i} in place of the power softmax */
int plumb_subtract_log_keys(const plumb_making *m); /* sigmoid(x - log n), of n keys: arXiv 2409.04431 */
int plumb_count_zero_twice(const plumb_making *m);  /* the 1 of a softmax off by one */
int plumb_cap_logits(const plumb_making *m);        /* of: the tensor, capped as scores are */
int plumb_exchange_key0(const plumb_making *m);     /* logits of heads become biases of key 0, and these logits */

/* What an engine multiplies by in place of 1/(1 + e^-gate), by integer.  Its output, of, is made what it would be with
   the stated factor; where the gate is 0 that cannot be known. */
int plumb_gate_otherwise(const plumb_making *m);
enum { PLUMB_GATE_ALONE, PLUMB_GATE_TIMES_SIGMOID };

/* ---- heads (change_heads.c) ---- */

/* The key heads before gqa tile repeated them. */
size_t plumb_groups(const plumb_case *c);

/* Takes keys or values as plumb_verb_take does, of key heads that each query head has its own copy of.  number: how
   many key heads there are. */
int plumb_map_heads(const plumb_making *m);

/* Queries of position t see the key of position t of every head; integer: 1, of the heads up to their own. */
int plumb_exchange_heads(const plumb_making *m);

/* The columns of a head are those of so many heads, integer, one after the other (change_blocks.c); how many there are
   by the last row of the output, 0: none. */
int plumb_split_columns(const plumb_making *m);
size_t plumb_heads_in_columns(const plumb_case *stated);

/* ---- keys (change_keys.c) ---- */

int plumb_leave_out_keys(const plumb_making *m); /* those from integer to second - 1 */
int plumb_count_twice(const plumb_making *m);    /* key integer; second: 1, the one at a query's own position */
int plumb_exchange_keys(const plumb_making *m); /* keys and values read from the other tensor; integer: which of them */
enum { PLUMB_READ_KEYS = 1, PLUMB_READ_VALUES = 2 };

/* Keys of zeros after the last, up to a multiple of a block, that queries see: their scores are those of zeros, their
   values add nothing (change_padding.c).  integer: the block; second: how masks that are stated treat them. */
int plumb_pad_keys(const plumb_making *m);
typedef enum { PLUMB_MASKS_COUNT_ON, PLUMB_MASKS_SHOW_THEM } plumb_treatment;
bool plumb_may_pad(const plumb_problem *problem, plumb_treatment treated);

/* Keys and values held in few bits, and queries that the scale has multiplied (change_cache.c).  of: the tensors;
   integer: the bits; second: for which numbers there is one scale, in binary32: the largest magnitude of them over the
   largest of the format; of integers with a zero point the range from the least to the largest. */
int plumb_hold_in_few_bits(const plumb_making *m);
typedef enum { PLUMB_INT8, PLUMB_INT4, PLUMB_E4M3, PLUMB_E5M2 } plumb_few_bits;
typedef enum {
    PLUMB_NO_SCALE,
    PLUMB_SCALE_OF_TENSOR,
    PLUMB_SCALE_OF_HEAD,
    PLUMB_SCALE_OF_TOKEN,
    PLUMB_SCALE_OF_CHANNEL,
    PLUMB_RANGE_OF_TOKEN,
    PLUMB_RANGE_OF_CHANNEL
} plumb_scaled_by;
int plumb_scale_queries(const plumb_making *m); /* integer: PLUMB_F16 or PLUMB_BF16, which holds query times scale */

/* Quantised tensors, of which scales, zero points or bits are taken for others (change_scales.c).  of: the tensors;
   integer: what is done. */
int plumb_mistake_scales(const plumb_making *m);
typedef enum {
    PLUMB_SCALE,
    PLUMB_GLOBAL_SCALE,
    PLUMB_ZERO_POINT,
    PLUMB_OFFSET,
    PLUMB_QUANTISED_PARTS
} plumb_quantised_part;
typedef enum {
    /* to the numbers of a part, second: */
    PLUMB_PART_LEFT_OUT,
    PLUMB_PART_TWICE, /* their squares */
    PLUMB_PART_INVERTED,
    PLUMB_PART_NEGATED,
    PLUMB_PART_ONE_LESS,
    PLUMB_PART_ONE_MORE,
    PLUMB_PART_ROUNDED,
    PLUMB_PART_TIMES_SCALE,
    PLUMB_SCALES_OF_FIRST, /* the first of all */
    PLUMB_SCALES_TAKEN,    /* along an axis, second, those that number is on, which is the first after the last; 0: the
                              first for all */
    PLUMB_SCALE_OF_OTHER,  /* k's of v, v's of k */
    PLUMB_READ_AS,         /* bytes of that plumb_packing, second */
    PLUMB_READ_AS_SIGNED,
    PLUMB_READ_AS_UNSIGNED,
    PLUMB_PAIRS_EXCHANGED
} plumb_scale_fault;

/* Vectors divided by their length, or by the root of their mean square and 1e-6 (change_norms.c).  of: the tensors;
   integer: which. */
int plumb_normalise_vectors(const plumb_making *m);
enum { PLUMB_BY_LENGTH, PLUMB_BY_ROOT_MEAN_SQUARE };

/* ---- rotations (change_rope.c, change_turns.c) ---- */

int plumb_rotate_across_head(const plumb_making *m);     /* second: by powers of the whole head's */
int plumb_divide_whole_positions(const plumb_making *m); /* by rope_factor, the rest dropped */
int plumb_multiply_whole_scores(const plumb_making *m);  /* by the square of the factor */
int plumb_multiply_scale_besides(const plumb_making *m); /* by the square of YaRN's */
int plumb_swap_ramp(const plumb_making *m);              /* llama3's, where it is one; second: everywhere */
int plumb_round_angles(const plumb_making *m);           /* integer: what is rounded; second: the format */
enum { PLUMB_FREQUENCIES = 1, PLUMB_POSITIONS = 2, PLUMB_ANGLES = 4 }; /* several may be */
int plumb_reverse_frequencies(const plumb_making *m);
int plumb_turn_back(const plumb_making *m);
int plumb_turn_twice(const plumb_making *m);
int plumb_turn_one(const plumb_making *m);      /* integer: which */
int plumb_turn_one_anew(const plumb_making *m); /* the same; number: -1: the other way, 2: twice */
enum { PLUMB_QUERIES_TURN, PLUMB_KEYS_TURN };

/* ---- other positions (change_slopes.c, change_sums.c, change_places.c) ---- */

/* Slopes that a rule gives in place of those in use; integer: the rule; second: how many ranks. */
int plumb_use_slopes(const plumb_making *m);
typedef enum {
    PLUMB_SLOPES_BY_STANDARD,  /* the rule in place of the tensor */
    PLUMB_SLOPES_ONE_RATIO,    /* 2^(-8 (h + 1)/H) for every H */
    PLUMB_SLOPES_FROM_ONE,     /* 2^(-8 h/H) */
    PLUMB_SLOPES_POWER_ABOVE,  /* the first H of the next power of two */
    PLUMB_SLOPES_OF_KEY_HEADS, /* the rule for key_heads, and of the key head */
    PLUMB_SLOPES_OF_RANKS,     /* the rule for the heads of each of so many ranks */
    PLUMB_SLOPES_IN_ORDER      /* largest first */
} plumb_slope_rule;
int plumb_round_alibi(const plumb_making *m); /* integer: what is rounded, several may be; second: the format */
enum { PLUMB_DISTANCES = 1, PLUMB_SLOPES = 2, PLUMB_PRODUCTS = 4 };

int plumb_add_to_one(const plumb_making *m);    /* the encoding, to integer */
int plumb_add_to_values(const plumb_making *m); /* too */
enum { PLUMB_QUERIES_ALONE, PLUMB_KEYS_ALONE };

int plumb_count_anew(const plumb_making *m); /* queries and the keys that came with them; integer: how */
enum { PLUMB_FROM_0, PLUMB_ALL_AT_0, PLUMB_ONE_FURTHER, PLUMB_ONE_BEFORE };
int plumb_count_documents(const plumb_making *m); /* from the start of each document */

/* ---- log-sum-exps to which something is added (change_lse.c) ---- */

/* number times what lse_added has is added to the engine's. */
int plumb_add_to_lse(const plumb_making *m);

/* scale q.mean is added to them, of the keys of each head that exist; whether that makes of the log-sum-exp of keys
   less their mean that of the keys. */
int plumb_smooth_keys(const plumb_making *m);
bool plumb_smooths_keys(const plumb_problem *problem);

/* ---- answers (change_claims.c, change_divisors.c) ---- */

/* Numbers that lack what the row as a whole would have made of them: the division by a sum, the maximum, the softcap.
   The kernels evaluate the row; the change makes of a tensor what it is taken for.  integer: what stands where; M is
   the largest score, Z the sum of e^{x_j - M} and of a sink's. */
int plumb_hold(const plumb_making *m);
typedef enum {
    PLUMB_WEIGHTS_UNDIVIDED, /* e^{x_j - M} */
    PLUMB_WEIGHTS_ARE_SCORES,
    PLUMB_SCORES_ARE_WEIGHTS,
    PLUMB_SCORES_UNSCALED,      /* q.k, neither capped nor biased */
    PLUMB_SCORES_UNCAPPED,      /* s q.k, neither capped nor biased */
    PLUMB_SCORES_UNBIASED,      /* before what is added last */
    PLUMB_LSE_WITHOUT_MAXIMUM,  /* log Z */
    PLUMB_LSE_IS_MAXIMUM,       /* M */
    PLUMB_LSE_IS_SUM,           /* Z */
    PLUMB_LSE_UNLOGGED,         /* M + Z */
    PLUMB_LSE_UNSCALED_MAXIMUM, /* M / s + log Z */
    PLUMB_OUTPUT_UNDIVIDED,     /* sum e^{x_j - M} v_j */
    PLUMB_OUTPUT_DIVIDED_TWICE, /* by Z */
    PLUMB_OUTPUT_OVER_COUNT,    /* by Z, and by how many keys are visible */
    PLUMB_OUTPUT_BY_COUNT,      /* by that in place of Z */
    PLUMB_OUTPUT_BY_ROOT,       /* by the root of Z */
    PLUMB_OUTPUT_EPSILON,       /* by Z + number */
    PLUMB_OUTPUT_EPSILON_AT_0   /* by Z + number e^{-M} */
} plumb_holding;

/* Whether the case has that tensor, and it may hold that. */
bool plumb_may_hold(const plumb_case *c, plumb_holding what);

/* Outputs and weights as they would be, divided by what is stated.  integer: by what the engine divides. */
int plumb_divide_otherwise(const plumb_making *m);
typedef enum {
    PLUMB_SUM_OF_PICKED,   /* softpick: sum e^{x-m} - e^{-m} + epsilon, each with its sign */
    PLUMB_SUM_OF_POSITIVE, /* softpick: the positive ones alone */
    PLUMB_EPSILON_AT_0,    /* softpick: epsilon added to the sum before the maximum is taken out: epsilon e^{-m} */
    PLUMB_SIGNED_OR_ONE,   /* at-least-one: max(sum, 1), of a sum with its sign */
    PLUMB_VISIBLE_COUNT    /* key-length: the number of visible keys */
} plumb_divisor;
bool plumb_may_divide(const plumb_case *c, plumb_divisor by);
#endif
