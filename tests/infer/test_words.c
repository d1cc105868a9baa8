/* test_words.c - what is said of every kind of hypothesis, held against words.txt.

   PLUMB_TEST_UPDATE=1 build/tests/infer/test_words writes it anew (tests/support/snapshot.h). */
#include "infer/words.h"
#include "tests/support/snapshot.h"
#include "tests/support/suite.h"
#include <math.h>

/* Two entries of four heads, two of keys. */
static const plumb_problem problem = {.batch = 2, .query_heads = 4, .key_heads = 2, .query_length = 200,
                                      .key_length = 200, .head_dim = 8, .value_dim = 6, .op.softcap = 5};

/* Of rows or columns that have those of others. */
static size_t own[8] = {0, 1, 2, 3, 4, 5, 6, 7};
static size_t swapped[8] = {1, 0, 2, 3, 4, 5, 6, 7};
static size_t reversed[8] = {7, 6, 5, 4, 3, 2, 1, 0};
static size_t served[8] = {0, 0, 1, 1, 2, 2, 3, 3}; /* by key heads, as it should be */
static size_t modulo[8] = {0, 1, 0, 1, 2, 3, 2, 3};
static size_t another_entry[8] = {0, 0, 1, 1, 0, 0, 1, 1};

static const double numbers[6] = {1.25, 1, 0.5, 2, 1.0625, 3};
static size_t head_of_other[8] = {0, 0, 2, 3, 4, 4, 6, 7};
static size_t entries_exchanged[8] = {4, 5, 6, 7, 0, 1, 2, 3};

typedef struct {
    const char *name;
    plumb_hypothesis of;
    plumb_sweep swept;
} said;

#define SAID(name, ...) {name, {.other_batch = PLUMB_OWN_BATCH, __VA_ARGS__}, {.rows = 0}}
#define KEYS(from, to, numerator, denominator) {from, to, numerator, denominator}
#define BLOCK(name, ...) SAID(name, .cause = PLUMB_CAUSE_BLOCK, .block = __VA_ARGS__)
#define FITTED(name, low, high, ...)                                                                                   \
    {name,                                                                                                             \
     {.other_batch = PLUMB_OWN_BATCH, .cause = PLUMB_CAUSE_BLOCK, .block = __VA_ARGS__},                               \
     {.least = {low}, .most = {high}}}

static const said hypotheses[] = {
    SAID("unwritten", .cause = PLUMB_CAUSE_UNWRITTEN),
    SAID("NaN", .cause = PLUMB_CAUSE_NAN),
    SAID("the query before", .cause = PLUMB_CAUSE_COPY, .shift = -1, .map = own),
    SAID("one query's answers", .cause = PLUMB_CAUSE_COPY, .from_query = PLUMB_QUERY_REPEATED, .other = 3, .map = own),
    SAID("exchanged queries", .cause = PLUMB_CAUSE_COPY, .from_query = PLUMB_QUERY_EXCHANGED, .shift = 16, .map = own),
    SAID("two heads", .cause = PLUMB_CAUSE_COPY, .map = swapped),
    SAID("many heads and queries", .cause = PLUMB_CAUSE_COPY, .shift = 2, .map = reversed),
    SAID("packed", .cause = PLUMB_CAUSE_PACKED, .variant = PLUMB_PACKED_HEADS_LAST),
    SAID("unpacked", .cause = PLUMB_CAUSE_PACKED, .variant = PLUMB_PACKED_HEADS_FIRST),
    SAID("two columns", .cause = PLUMB_CAUSE_COLUMNS, .map = swapped),
    SAID("many columns", .cause = PLUMB_CAUSE_COLUMNS, .map = reversed),
    SAID("a factor", .cause = PLUMB_CAUSE_FACTOR, .factor = 1.5),
    SAID("a factor of many digits", .cause = PLUMB_CAUSE_FACTOR, .factor = 1.0 / 3),
    SAID("the mean of visible values", .cause = PLUMB_CAUSE_ALIKE, .variant = PLUMB_ALIKE_VISIBLE),
    SAID("the mean of all", .cause = PLUMB_CAUSE_ALIKE, .variant = PLUMB_ALIKE_ALL),
    SAID("the first", .cause = PLUMB_CAUSE_ALIKE, .variant = PLUMB_ALIKE_FIRST),
    SAID("the last", .cause = PLUMB_CAUSE_ALIKE, .variant = PLUMB_ALIKE_LAST),
    SAID("the largest", .cause = PLUMB_CAUSE_ALIKE, .variant = PLUMB_ALIKE_LARGEST),
    BLOCK("a key", KEYS(7, 8, 0, 0)),
    BLOCK("the last key", KEYS(199, 200, 0, 0)),
    BLOCK("a tile", KEYS(64, 128, 0, 0)),
    BLOCK("no tile", KEYS(63, 127, 0, 0)),
    BLOCK("the last keys", KEYS(150, 200, 0, 0)),
    BLOCK("keys twice", KEYS(3, 5, 2, 2)),
    BLOCK("values missing", KEYS(3, 5, 0, 1)),
    BLOCK("weights missing", KEYS(3, 5, 1, 0)),
    BLOCK("values twice", KEYS(3, 4, 2, 1)),
    BLOCK("weights by a factor", KEYS(3, 4, 1, 1.7)),
    FITTED("a factor of all rows", 1.7, 1.7000001, KEYS(0, 64, NAN, NAN)),
    FITTED("factors of each row", 1.5, 1.75, KEYS(0, 64, NAN, NAN)),
    FITTED("factors of a key", 1.5, 1.75, KEYS(6, 7, NAN, NAN)),
    FITTED("factors of a key that no weight can have", -0.00274, 1.37, KEYS(6, 7, NAN, NAN)),
    BLOCK("a factor that no weight can have", KEYS(6, 8, -0.5, -0.5)),
    {"weights of some keys", {.cause = PLUMB_CAUSE_FREE, .variant = PLUMB_FREE_KEYS, .from = 6, .to = 9, .free = 4},
     {.least = {0.5, 0.998}, .most = {1.5, 1.001}}},
    {"weights of hidden keys, too",
     {.cause = PLUMB_CAUSE_FREE, .variant = PLUMB_FREE_TILE, .to = 16, .tile = 16, .free = 17, .once = true},
     {.least = {0.5, 0.9}, .most = {1.5, 1.1}}},
    {"weights of the last keys", {.cause = PLUMB_CAUSE_FREE, .variant = PLUMB_FREE_LAST, .to = 4, .tile = 4, .free = 5},
     {.least = {0.5, 1}, .most = {1.5, 1}}},
    {"the weight of the own key",
     {.cause = PLUMB_CAUSE_FREE, .variant = PLUMB_FREE_LAST, .to = 1, .tile = 1, .free = 2},
     {.least = {0.5, 1}, .most = {1.5, 1}}},
    {"weights of tiles", {.cause = PLUMB_CAUSE_FREE, .tile = 32, .free = 7}, {.least = {0.25}, .most = {3}}},
    FITTED("factors of the sum of values", 0.5, 0.75, KEYS(6, 9, NAN, 1)),
    FITTED("factors of the sum of weights", 0.5, 0.75, KEYS(6, 9, 1, NAN)),
    SAID("no bias", .cause = PLUMB_CAUSE_BIAS, .from = 0, .to = 200),
    SAID("no bias of some", .cause = PLUMB_CAUSE_BIAS, .from = 0, .to = 100),
    SAID("no bias of the last", .cause = PLUMB_CAUSE_BIAS, .from = 100, .to = 200),
    SAID("keys shown", .cause = PLUMB_CAUSE_SHOWN, .from = 3, .to = 5),
    SAID("a key shown", .cause = PLUMB_CAUSE_SHOWN, .from = 3, .to = 4),
    SAID("queries moved", .cause = PLUMB_CAUSE_QUERIES, .shift = 4),
    SAID("queries moved back", .cause = PLUMB_CAUSE_QUERIES, .shift = -4),
    SAID("one query", .cause = PLUMB_CAUSE_QUERIES, .from_query = PLUMB_QUERY_REPEATED, .other = 5),
    SAID("not rescaled", .cause = PLUMB_CAUSE_RESCALE, .tile = 32, .numerator = 1, .denominator = 1),
    SAID("values rescaled twice", .cause = PLUMB_CAUSE_RESCALE, .tile = 32, .numerator = -1),
    SAID("weights rescaled by the inverse", .cause = PLUMB_CAUSE_RESCALE, .tile = 32, .denominator = 2),
    SAID("rescaled in base 2", .cause = PLUMB_CAUSE_RESCALE, .tile = 32, .numerator = 0.307, .denominator = 0.307,
         .descending = true),
    SAID("not rescaled once", .cause = PLUMB_CAUSE_RESCALE, .tile = 32, .from = 64, .numerator = 1, .denominator = 1,
         .once = true),
    SAID("averaged", .cause = PLUMB_CAUSE_SPLITS, .variant = PLUMB_SPLITS_AVERAGED, .tile = 64),
    SAID("base 2 as e", .cause = PLUMB_CAUSE_SPLITS, .variant = PLUMB_SPLITS_LOG2_AS_LOG, .tile = 50),
    SAID("base e as 2", .cause = PLUMB_CAUSE_SPLITS, .variant = PLUMB_SPLITS_LOG_AS_LOG2, .tile = 49),
    SAID("by maxima", .cause = PLUMB_CAUSE_SPLITS, .variant = PLUMB_SPLITS_BY_MAXIMUM, .tile = 100),
    SAID("not normalised", .cause = PLUMB_CAUSE_SPLITS, .variant = PLUMB_SPLITS_UNNORMALISED, .tile = 128),
    SAID("added", .cause = PLUMB_CAUSE_SPLITS, .variant = PLUMB_SPLITS_ADDED, .tile = 64),
    SAID("diagonal open", .cause = PLUMB_CAUSE_TILES, .variant = PLUMB_TILES_DIAGONAL_OPEN, .tile = 16),
    SAID("diagonal lost", .cause = PLUMB_CAUSE_TILES, .variant = PLUMB_TILES_DIAGONAL_LOST, .tile = 16),
    SAID("partial lost", .cause = PLUMB_CAUSE_TILES, .variant = PLUMB_TILES_PARTIAL_LOST, .tile = 16),
    SAID("queries open", .cause = PLUMB_CAUSE_TILES, .variant = PLUMB_TILES_QUERY_OPEN, .tile = 16),
    SAID("queries lost", .cause = PLUMB_CAUSE_TILES, .variant = PLUMB_TILES_QUERY_LOST, .tile = 16),
    SAID("window open", .cause = PLUMB_CAUSE_TILES, .variant = PLUMB_TILES_WINDOW_OPEN, .tile = 16),
    SAID("window lost", .cause = PLUMB_CAUSE_TILES, .variant = PLUMB_TILES_WINDOW_LOST, .tile = 16),
    SAID("a page", .cause = PLUMB_CAUSE_PAGE, .variant = PLUMB_PAGE_BOTH, .from = 16, .to = 32, .other = 64),
    SAID("a page of values", .cause = PLUMB_CAUSE_PAGE, .variant = PLUMB_PAGE_VALUES, .from = 16, .to = 32, .other = 0),
    SAID("keys of no page", .cause = PLUMB_CAUSE_PAGE, .variant = PLUMB_PAGE_KEYS, .from = 15, .to = 31, .other = 1),
    SAID("pages exchanged", .cause = PLUMB_CAUSE_PAGE, .variant = PLUMB_PAGE_SWAPPED, .from = 16, .to = 32,
         .other = 48),
    SAID("a page of 0", .cause = PLUMB_CAUSE_PAGE, .variant = PLUMB_PAGE_ZERO, .from = 16, .to = 32),
    SAID("keys of 0", .cause = PLUMB_CAUSE_PAGE, .variant = PLUMB_PAGE_ZERO_KEYS, .from = 16, .to = 32),
    SAID("key and value of 0", .cause = PLUMB_CAUSE_PAGE, .variant = PLUMB_PAGE_ZERO, .from = 16, .to = 17),
    SAID("a key of 0", .cause = PLUMB_CAUSE_PAGE, .variant = PLUMB_PAGE_ZERO_KEYS, .from = 16, .to = 17),
    {"a page of another entry",
     {.cause = PLUMB_CAUSE_PAGE, .variant = PLUMB_PAGE_BOTH, .from = 16, .to = 32, .other = 16, .other_batch = 1},
     {.rows = 0}},
    SAID("heads as they should be", .cause = PLUMB_CAUSE_HEADS, .variant = PLUMB_HEADS_BOTH, .map = served),
    SAID("heads grouped otherwise", .cause = PLUMB_CAUSE_HEADS, .variant = PLUMB_HEADS_BOTH, .map = modulo),
    SAID("values of another entry", .cause = PLUMB_CAUSE_HEADS, .variant = PLUMB_HEADS_VALUES, .map = another_entry),
    SAID("keys of other heads", .cause = PLUMB_CAUSE_HEADS, .variant = PLUMB_HEADS_KEYS, .map = modulo),
    SAID("small scores cut", .cause = PLUMB_CAUSE_CUT, .variant = PLUMB_CUT_BELOW, .factor = 9.5),
    SAID("the largest alone", .cause = PLUMB_CAUSE_CUT, .variant = PLUMB_CUT_TOP, .tile = 32, .denominator = 1),
    SAID("tiles late", .cause = PLUMB_CAUSE_LAG, .variant = PLUMB_HEADS_VALUES, .tile = 16, .shift = -16),
    SAID("tiles early", .cause = PLUMB_CAUSE_LAG, .variant = PLUMB_HEADS_KEYS, .tile = 16, .shift = 16),
    SAID("both early", .cause = PLUMB_CAUSE_LAG, .variant = PLUMB_HEADS_BOTH, .tile = 16, .shift = 16),
    SAID("sink", .cause = PLUMB_CAUSE_SINK),
    SAID("sink of a row", .cause = PLUMB_CAUSE_SINK, .variant = PLUMB_SINK_OF_OTHER,
         .sink = {.query = 1, .head = 2, .shared = 1, .plus = 3}),
    SAID("sink of key heads", .cause = PLUMB_CAUSE_SINK, .variant = PLUMB_SINK_OF_OTHER,
         .sink = {.batch = 1, .head = 1, .shared = 2}),
    SAID("sink of one head", .cause = PLUMB_CAUSE_SINK, .variant = PLUMB_SINK_OF_OTHER,
         .sink = {.shared = 1, .plus = 2}),
    SAID("sinks on a line", .cause = PLUMB_CAUSE_SINK, .variant = PLUMB_SINK_CHANGED, .numerator = 0.5,
         .denominator = 1.25),
    SAID("added from a row", .cause = PLUMB_CAUSE_ADDED, .shift = -64, .other = 4),
    SAID("added from a head", .cause = PLUMB_CAUSE_ADDED, .map = swapped),
    SAID("another divisor", .cause = PLUMB_CAUSE_DIVISOR, .from_query = PLUMB_QUERY_EXCHANGED, .shift = 8),
    SAID("another divisor at one maximum", .cause = PLUMB_CAUSE_DIVISOR, .variant = 1, .shift = 1),
    SAID("one key beyond", .cause = PLUMB_CAUSE_BEYOND, .tile = 1),
    SAID("keys beyond", .cause = PLUMB_CAUSE_BEYOND, .tile = 26),
    SAID("bias of other heads", .cause = PLUMB_CAUSE_BIAS_OF, .map = head_of_other),
    SAID("bias of a query", .cause = PLUMB_CAUSE_BIAS_OF, .from_query = PLUMB_QUERY_TILE_HALVED, .tile = 64),
    SAID("rows of a bias", .cause = PLUMB_CAUSE_BIAS_OF, .mask_row = 208),
    SAID("columns of a bias", .cause = PLUMB_CAUSE_BIAS_OF, .mask_row = 200, .variant = 1),
    SAID("tiles doubled", .cause = PLUMB_CAUSE_MASK, .from_query = PLUMB_QUERY_TILE_DOUBLED, .tile = 64),
    SAID("tiles reversed", .cause = PLUMB_CAUSE_QUERIES, .from_query = PLUMB_QUERY_TILE_REVERSED, .tile = 64),
    SAID("reversed in tiles", .cause = PLUMB_CAUSE_QUERIES, .from_query = PLUMB_QUERY_REVERSED, .tile = 64),
    SAID("splits not rescaled", .cause = PLUMB_CAUSE_RESCALE, .variant = 1, .tile = 64, .denominator = 1),
    SAID("small rises", .cause = PLUMB_CAUSE_RESCALE, .tile = 64, .numerator = 1, .denominator = 1, .factor = 1.5),
    SAID("window of the first", .cause = PLUMB_CAUSE_TILES, .variant = PLUMB_TILES_WINDOW_QUERY_OPEN, .tile = 16),
    SAID("window of the last", .cause = PLUMB_CAUSE_TILES, .variant = PLUMB_TILES_WINDOW_QUERY_LOST, .tile = 16),
    SAID("unmasked before", .cause = PLUMB_CAUSE_TILES, .variant = PLUMB_TILES_BEFORE_UNMASKED, .tile = 16),
    SAID("diagonal unmasked", .cause = PLUMB_CAUSE_TILES, .variant = PLUMB_TILES_DIAGONAL_UNMASKED, .tile = 16),
    SAID("steps", .cause = PLUMB_CAUSE_EXPONENTIAL, .variant = PLUMB_EXPONENTIAL_STEPS, .tile = 8, .from = 64),
    SAID("nearest steps", .cause = PLUMB_CAUSE_EXPONENTIAL, .variant = PLUMB_EXPONENTIAL_NEAREST, .tile = 16),
    SAID("low scores cut", .cause = PLUMB_CAUSE_EXPONENTIAL, .variant = PLUMB_EXPONENTIAL_CUT, .factor = 9.25,
         .from = 64),
    SAID("rescaled late", .cause = PLUMB_CAUSE_RESCALE, .variant = PLUMB_RESCALED_WITH_TILE, .tile = 64,
         .numerator = 1),
    SAID("both rescaled late", .cause = PLUMB_CAUSE_RESCALE, .variant = PLUMB_RESCALED_WITH_TILE, .tile = 64,
         .numerator = 1, .denominator = 1, .descending = true),
    SAID("values by their tile's maximum", .cause = PLUMB_CAUSE_RESCALE, .variant = PLUMB_RESCALED_NEVER, .tile = 64,
         .numerator = 1),
    SAID("sums by their tile's maximum", .cause = PLUMB_CAUSE_RESCALE, .variant = PLUMB_RESCALED_NEVER, .tile = 64,
         .denominator = 1),
    SAID("both by their tile's maximum", .cause = PLUMB_CAUSE_RESCALE, .variant = PLUMB_RESCALED_NEVER, .tile = 64,
         .numerator = 1, .denominator = 1),
    SAID("a cap that clamps", .cause = PLUMB_CAUSE_CAP, .variant = PLUMB_CAP_CLAMPS),
    SAID("a cap of even tiles", .cause = PLUMB_CAUSE_CAP, .variant = PLUMB_CAP_OF_ODD, .tile = 64),
    SAID("no cap", .cause = PLUMB_CAUSE_CAP, .variant = PLUMB_CAP_OF_EVEN, .tile = 200),
    SAID("a cap of odd tiles", .cause = PLUMB_CAUSE_CAP, .variant = PLUMB_CAP_OF_EVEN, .tile = 64),
    SAID("a cap on the diagonal", .cause = PLUMB_CAUSE_CAP, .variant = PLUMB_CAP_BEFORE, .tile = 64),
    SAID("a cap before the diagonal", .cause = PLUMB_CAUSE_CAP, .variant = PLUMB_CAP_ON_DIAGONAL, .tile = 64),
    SAID("a cap of another size", .cause = PLUMB_CAUSE_CAP, .variant = PLUMB_CAP_MULTIPLIED, .factor = 0.6),
    SAID("a split weighed as another", .cause = PLUMB_CAUSE_SPLITS, .variant = PLUMB_SPLITS_EXCHANGED, .tile = 16,
         .once = true, .part = 3, .from_key = PLUMB_QUERY_REPEATED, .other = 2),
    SAID("a split weighed as all", .cause = PLUMB_CAUSE_SPLITS, .variant = PLUMB_SPLITS_OF_ALL, .tile = 16,
         .once = true, .part = 1),
    SAID("splits weighed as the next", .cause = PLUMB_CAUSE_SPLITS, .variant = PLUMB_SPLITS_EXCHANGED, .tile = 16,
         .key_shift = 1),
    SAID("one split by another query", .cause = PLUMB_CAUSE_SPLITS, .variant = PLUMB_SPLITS_OF_OTHER, .tile = 16,
         .once = true, .part = 1, .from_query = PLUMB_QUERY_REPEATED),
    SAID("a sum of values in few bits", .cause = PLUMB_CAUSE_ACCUMULATOR, .tile = 64, .from = 7),
    SAID("biases of one tile", .cause = PLUMB_CAUSE_BIAS_OF, .from = 16, .to = 32, .key_shift = -16),
    SAID("scores rounded", .cause = PLUMB_CAUSE_CAP, .variant = PLUMB_CAP_ROUNDED, .tile = 7, .other = 133),
    SAID("scores, less the largest, rounded", .cause = PLUMB_CAUSE_CAP, .variant = PLUMB_CAP_ROUNDED, .tile = 10,
         .other = 24, .shift = PLUMB_ROUNDED_SHIFTED, .once = true),
    SAID("biases of other keys", .cause = PLUMB_CAUSE_BIAS_OF, .key_shift = 32, .other = PLUMB_BIAS_OWN),
    SAID("biases of keys around", .cause = PLUMB_CAUSE_BIAS_OF, .key_shift = -1, .other = PLUMB_BIAS_AROUND),
    SAID("biases exchanged", .cause = PLUMB_CAUSE_BIAS_OF, .from_key = PLUMB_QUERY_EXCHANGED, .key_shift = 8),
    SAID("biases of keys reversed", .cause = PLUMB_CAUSE_BIAS_OF, .from_key = PLUMB_QUERY_REVERSED, .key_tile = 8),
    SAID("products of rows multiplied", .cause = PLUMB_CAUSE_LAYOUT, .factor = NAN),
    SAID("squares transposed", .cause = PLUMB_CAUSE_TRANSPOSED, .tile = 16),
    SAID("sums of a group", .cause = PLUMB_CAUSE_DIVISOR, .variant = PLUMB_DIVISOR_OF_ALL, .tile = 2),
    SAID("sums of all heads", .cause = PLUMB_CAUSE_DIVISOR, .variant = PLUMB_DIVISOR_OF_ALL, .tile = 4),
    SAID("hidden keys in one sum", .cause = PLUMB_CAUSE_TILES, .variant = PLUMB_TILES_DIAGONAL_OPEN, .tile = 16,
         .denominator = 1),
    SAID("tiles of small means", .cause = PLUMB_CAUSE_CUT, .variant = PLUMB_CUT_TOP, .shift = PLUMB_CUT_MEANS,
         .from = 32, .tile = 4),
    SAID("tiles of small scores", .cause = PLUMB_CAUSE_CUT, .variant = PLUMB_CUT_TOP, .shift = PLUMB_CUT_LARGEST,
         .from = 32, .tile = 4),
    SAID("tiles far below", .cause = PLUMB_CAUSE_CUT, .variant = PLUMB_CUT_BELOW, .shift = PLUMB_CUT_LARGEST,
         .from = 32, .factor = 1.5),
    SAID("tiles below those so far", .cause = PLUMB_CAUSE_CUT, .variant = PLUMB_CUT_BELOW,
         .shift = PLUMB_CUT_RUNNING, .from = 32, .factor = 1.5),
    SAID("a layout", .cause = PLUMB_CAUSE_LAYOUT, .says = "as the layout says"),
    SAID("tilts", .cause = PLUMB_CAUSE_TILTS, .says = "as the numbers say"),
    SAID("each by its own", .cause = PLUMB_CAUSE_SCALED_COLUMNS, .column_factor = numbers),
    SAID("a transform", .cause = PLUMB_CAUSE_HADAMARD, .tile = 32),
    SAID("query divided", .cause = PLUMB_CAUSE_QUERIES, .from_query = PLUMB_QUERY_DIVIDED, .tile = 2),
    SAID("query multiplied", .cause = PLUMB_CAUSE_QUERIES, .from_query = PLUMB_QUERY_MULTIPLIED, .tile = 2),
    SAID("query's remainder", .cause = PLUMB_CAUSE_QUERIES, .from_query = PLUMB_QUERY_REMAINDER, .tile = 8),
    SAID("first of a tile", .cause = PLUMB_CAUSE_QUERIES, .from_query = PLUMB_QUERY_FIRST, .tile = 16),
    SAID("last of a tile", .cause = PLUMB_CAUSE_QUERIES, .from_query = PLUMB_QUERY_LAST, .tile = 16),
    SAID("before a tile", .cause = PLUMB_CAUSE_QUERIES, .from_query = PLUMB_QUERY_BEFORE, .tile = 16),
    SAID("query transposed", .cause = PLUMB_CAUSE_QUERIES, .from_query = PLUMB_QUERY_TRANSPOSED, .tile = 64, .shift = 4),
    SAID("query rotated", .cause = PLUMB_CAUSE_QUERIES, .from_query = PLUMB_QUERY_ROTATED, .tile = 16, .shift = -1),
    SAID("query strided", .cause = PLUMB_CAUSE_QUERIES, .from_query = PLUMB_QUERY_STRIDED, .tile = 64, .shift = 32),
    SAID("query of half a tile", .cause = PLUMB_CAUSE_QUERIES, .from_query = PLUMB_QUERY_LAST_PART, .tile = 64,
         .shift = 64, .other = 2),
    SAID("mask of a quarter", .cause = PLUMB_CAUSE_MASK, .from_query = PLUMB_QUERY_FIRST_PART, .tile = 64,
         .shift = -64, .other = 4),
    SAID("before every second", .cause = PLUMB_CAUSE_QUERIES, .from_query = PLUMB_QUERY_BEFORE_ODD, .tile = 16),
    SAID("mask of another query", .cause = PLUMB_CAUSE_MASK, .shift = -1),
    SAID("mask of a tile", .cause = PLUMB_CAUSE_MASK, .from_query = PLUMB_QUERY_LAST, .tile = 16),
    SAID("mask of other heads", .cause = PLUMB_CAUSE_MASK, .map = head_of_other),
    SAID("masks of entries", .cause = PLUMB_CAUSE_MASK, .map = entries_exchanged),
    SAID("rows of a mask", .cause = PLUMB_CAUSE_MASK, .mask_row = 208),
    SAID("keys of a mask", .cause = PLUMB_CAUSE_MASK, .key_shift = 1),
    SAID("rows and keys of a mask", .cause = PLUMB_CAUSE_MASK, .shift = -1, .key_shift = -2),
    SAID("bits of a mask", .cause = PLUMB_CAUSE_MASK, .from_key = PLUMB_QUERY_REVERSED, .key_tile = 8),
    SAID("halves of a mask", .cause = PLUMB_CAUSE_MASK, .from_key = PLUMB_QUERY_EXCHANGED, .key_shift = 16),
    SAID("mask of packed rows", .cause = PLUMB_CAUSE_MASK, .from_query = PLUMB_QUERY_PACKED),
    SAID("mask of unpacked rows", .cause = PLUMB_CAUSE_MASK, .from_query = PLUMB_QUERY_UNPACKED),
    SAID("hidden keys alike", .cause = PLUMB_CAUSE_SHOWN, .variant = PLUMB_SHOWN_ALIKE, .to = 200, .factor = -3.5),
    {"rows by numbers", {.cause = PLUMB_CAUSE_MULTIPLE}, {.least = {0.25}, .most = {1.5}}},
    {"rows by few bits", {.cause = PLUMB_CAUSE_MULTIPLE}, {.least = {0.995}, .most = {1.0041}}},
    SAID("squares of scores", .cause = PLUMB_CAUSE_SQUARES, .tile = 16),
    SAID("squares of weights", .cause = PLUMB_CAUSE_SQUARES, .tile = 16, .variant = PLUMB_SQUARES_OF_WEIGHTS,
         .once = true),
    SAID("divided each time", .cause = PLUMB_CAUSE_RESCALE, .variant = PLUMB_RESCALED_AND_DIVIDED, .tile = 64,
         .numerator = 1),
    SAID("rescaled as another", .cause = PLUMB_CAUSE_RESCALE, .variant = PLUMB_RESCALED_AS_OTHER, .tile = 64,
         .numerator = 1, .from_query = PLUMB_QUERY_EXCHANGED, .shift = 8),
    SAID("a table of tiles", .cause = PLUMB_CAUSE_TRANSFER, .says = "as the map says"),
    SAID("linear", .cause = PLUMB_CAUSE_EXPONENTIAL, .variant = PLUMB_EXPONENTIAL_LINEAR, .tile = 1),
    SAID("clamped", .cause = PLUMB_CAUSE_EXPONENTIAL, .variant = PLUMB_EXPONENTIAL_CLAMPED, .factor = 3.5),
    SAID("a power", .cause = PLUMB_CAUSE_EXPONENTIAL, .variant = PLUMB_EXPONENTIAL_POWER, .tile = 64),
    SAID("levels", .cause = PLUMB_CAUSE_EXPONENTIAL, .variant = PLUMB_EXPONENTIAL_LEVELS, .tile = 127, .denominator = 1),
    SAID("bits", .cause = PLUMB_CAUSE_EXPONENTIAL, .variant = PLUMB_EXPONENTIAL_BITS, .tile = 3, .from = 32),
    SAID("a float", .cause = PLUMB_CAUSE_EXPONENTIAL, .variant = PLUMB_EXPONENTIAL_BITS, .tile = 2, .other = 16),
    SAID("two parts", .cause = PLUMB_CAUSE_SPLITS, .variant = PLUMB_SPLITS_AVERAGED, .from = 120, .tile = 200),
    SAID("of another query", .cause = PLUMB_CAUSE_SPLITS, .variant = PLUMB_SPLITS_OF_OTHER, .tile = 50, .shift = -1),
    SAID("of other heads", .cause = PLUMB_CAUSE_SPLITS, .variant = PLUMB_SPLITS_OF_OTHER, .tile = 50,
         .map = head_of_other),
    SAID("a reach", .cause = PLUMB_CAUSE_REACH, .first = {.kind = PLUMB_END_FIXED}, .last = {.kind = PLUMB_END_MOVED}),
    SAID("a window", .cause = PLUMB_CAUSE_REACH, .first = {.kind = PLUMB_END_MOVED, .at = -39}, .last = {.kind = PLUMB_END_MOVED, .at = 2}),
    SAID("a first key by tiles", .cause = PLUMB_CAUSE_REACH,
         .first = {.kind = PLUMB_END_MOVED, .at = -100, .rows = 64, .tile = 32}),
    SAID("a last key by tiles", .cause = PLUMB_CAUSE_REACH,
         .last = {.kind = PLUMB_END_MOVED, .at = 15, .rows = 64, .joint = PLUMB_END_OR_STATED}),
    SAID("a last key by tiles of keys", .cause = PLUMB_CAUSE_REACH,
         .last = {.kind = PLUMB_END_MOVED, .tile = 64, .joint = PLUMB_END_AND_STATED}),
    SAID("stated ends", .cause = PLUMB_CAUSE_REACH, .first = {.kind = PLUMB_END_STATED}, .last = {.kind = PLUMB_END_STATED}),
    SAID("a table", .cause = PLUMB_CAUSE_FACTORS, .says = "as the table says"),
    SAID("scales", .cause = PLUMB_CAUSE_DESCALES, .says = "as the scales say"),
};

enum { SAYINGS = sizeof hypotheses / sizeof *hypotheses };

START_TEST(hypotheses_read_so) {
    snapshot s;
    snapshot_begin(&s);
    for (size_t i = 0; i < SAYINGS; i++) {
        char text[1000];
        memset(text, 'x', sizeof text);
        plumb_hypothesis_say(&problem, &hypotheses[i].of, &hypotheses[i].swept, text, sizeof text);
        fprintf(s.stream, "%s, %s: %s\n", plumb_cause_name(hypotheses[i].of.cause), hypotheses[i].name, text);
    }
    snapshot_check(&s, "tests/infer/words.txt");
}
END_TEST

/* None is forgotten above. */
START_TEST(every_cause_is_said) {
    bool has[PLUMB_CAUSES] = {false};
    for (size_t i = 0; i < SAYINGS; i++)
        has[hypotheses[i].of.cause] = true;
    for (int cause = 0; cause < PLUMB_CAUSES; cause++)
        ck_assert_msg(has[cause], "%s", plumb_cause_name((plumb_cause)cause));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("infer/words");
    TCase *tests = tcase_create("words");
    tcase_add_test(tests, hypotheses_read_so);
    tcase_add_test(tests, every_cause_is_said);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
