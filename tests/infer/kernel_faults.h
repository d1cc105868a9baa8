/* kernel_faults.h - faults of kernels, drawn: where they are and how large, and what must be said of them. */
#ifndef PLUMB_TESTS_INFER_KERNEL_FAULTS_H
#define PLUMB_TESTS_INFER_KERNEL_FAULTS_H
#include "tests/infer/kernel.h"
#include <stdio.h>

enum { EXPECTED_TEXT = 400 };

/* One fault in one case. */
typedef struct {
    random_cases *cases;
    drawn_problem drawn;
    kernel kernel;
    double *bias;              /* of one that has some; else NULL */
    double *read[2], *sinks;   /* of one that reads others in place of its keys and values, or has sinks; else NULL */
    char says[EXPECTED_TEXT];  /* the words that name it */
    char other[EXPECTED_TEXT]; /* or these, which say the same of this case; empty: none */
    char where[EXPECTED_TEXT]; /* the words that say where; empty: everywhere that it can be seen */
} faulty_case;

/* ---- drawing ---- */

static inline size_t one_of(faulty_case *c, size_t a, size_t b, size_t d) {
    const size_t of[] = {a, b, d};
    return of[random_below(c->cases, 3)];
}

static inline void draw_narrow(faulty_case *c, double spread, double *x, size_t count) {
    for (size_t i = 0; i < count; i++)
        x[i] = (double)stored(c->kernel.format, (float)(spread * random_normal(c->cases)));
}

static inline void begin_entries(faulty_case *c, size_t entries, size_t queries, size_t keys, bool causal) {
    plumb_problem shape = one_head(queries, keys, 32, 32);
    shape.batch = entries;
    shape.query_heads = 4;
    shape.key_heads = 2;
    shape.causal.causal = causal;
    shape.causal.offset = causal ? (int64_t)(keys - queries) : 0;
    c->drawn = blank_problem(shape);
    c->kernel.p = &c->drawn.problem;
    c->kernel.fault = no_fault();
    c->kernel.tile = one_of(c, 16, 32, 64);
    draw_narrow(c, 1.4, c->drawn.query, query_numbers(&shape));
    draw_narrow(c, 1.4, c->drawn.key, key_numbers(&shape));
    draw_narrow(c, 1, c->drawn.value, value_numbers(&shape));
}

static inline void begin_case(faulty_case *c, size_t queries, size_t keys, bool causal) {
    begin_entries(c, 2, queries, keys, causal);
}

static inline void prefill(faulty_case *c) {
    begin_case(c, 160, 160, true);
}

/* As many keys as no tile has. */
static inline void decode(faulty_case *c) {
    begin_case(c, 20, 200 + 1 + random_below(c->cases, 55), false);
}

static inline void windowed(faulty_case *c) {
    prefill(c);
    c->drawn.problem.mask.windowed = true;
    c->drawn.problem.mask.left = 70;
    c->drawn.problem.mask.right = -1;
}

static inline void give_bias(faulty_case *c) {
    plumb_problem *p = &c->drawn.problem;
    plumb_extras *extra = &p->extra;
    extra->bias_query = p->key_length;
    extra->bias_head = p->query_length * p->key_length;
    c->bias = calloc(p->query_heads * extra->bias_head, sizeof *c->bias);
    draw_narrow(c, 1, c->bias, p->query_heads * extra->bias_head);
    extra->bias = c->bias;
}

static inline void turn(faulty_case *c) {
    c->drawn.problem.position.kind = PLUMB_POSITION_ROPE;
    c->drawn.problem.position.rope = (plumb_rope){.dim = c->drawn.problem.head_dim, .base = 10000};
}

static inline void slope(faulty_case *c) {
    c->drawn.problem.position.kind = PLUMB_POSITION_ALIBI;
}

#define SAYS(...) snprintf(c->says, sizeof c->says, __VA_ARGS__)
#define OTHER(...) snprintf(c->other, sizeof c->other, __VA_ARGS__)
#define WHERE(...) snprintf(c->where, sizeof c->where, __VA_ARGS__)

/* ---- keys ---- */

typedef enum { LOST, TWICE, SCALED, VALUES_LOST, WEIGHTS_LOST, VALUES_TWICE, WEIGHTS_TWICE, DAMAGES } damage;

static inline void damage_keys(faulty_case *c, size_t from, size_t to, damage how) {
    static const double factors[DAMAGES][2] = {{0, 0}, {2, 2}, {1.7, 1.7}, {0, 1}, {1, 0}, {2, 1}, {1, 2}};
    static const char *const words[DAMAGES] = {"missing",
                                               "counted twice",
                                               "weigh",
                                               "missing in the sum of values",
                                               "missing in the sum of weights",
                                               "counted twice in the sum of values",
                                               "counted twice in the sum of weights"};
    char keys[40];
    if (to == from + 1)
        snprintf(keys, sizeof keys, "key %zu ", from);
    else
        snprintf(keys, sizeof keys, "keys %zu to %zu ", from, to - 1);
    for (size_t i = 0; i < FACTORS; i++) {
        if (c->kernel.fault.block[i].to > 0)
            continue;
        c->kernel.fault.block[i].from = from;
        c->kernel.fault.block[i].to = to;
        c->kernel.fault.block[i].in_values = factors[how][0];
        c->kernel.fault.block[i].in_weights = factors[how][1];
        break;
    }
    if (c->says[0] == 0)
        SAYS("%s*%s", keys, words[how]);
    else {
        /* what is done alike is said together */
        char *end = c->says + strlen(c->says) - strlen(words[how]);
        if (end > c->says && strcmp(end, words[how]) == 0)
            end[-1] = 0;
        snprintf(c->says + strlen(c->says), sizeof c->says - strlen(c->says), "*%s*%s", keys, words[how]);
    }
}

static inline void tile_of_keys(faulty_case *c, damage how) {
    size_t tile = one_of(c, 16, 32, 64), tiles = c->kernel.p->key_length / tile;
    size_t from = random_below(c->cases, tiles) * tile;
    damage_keys(c, from, from + tile, how);
}

static inline void in_one_head(faulty_case *c) {
    c->kernel.fault.head = (int)random_below(c->cases, 4);
    WHERE("in head %d", c->kernel.fault.head);
}

static inline void in_one_entry(faulty_case *c) {
    c->kernel.fault.batch = (int)random_below(c->cases, 2);
    WHERE("in batch entry %d", c->kernel.fault.batch);
}

static inline void in_one_tile_of_queries(faulty_case *c) {
    size_t tile = 32, from = (1 + random_below(c->cases, 4)) * tile;
    c->kernel.fault.query = from;
    c->kernel.fault.query_end = from + tile;
    if (from + tile == c->kernel.p->query_length)
        WHERE("for queries from %zu on", from);
    else
        WHERE("for queries %zu to %zu", from, from + tile - 1);
}

/* ---- splits ---- */

static inline void split_keys(faulty_case *c) {
    size_t n = 2 + random_below(c->cases, 4), keys = c->kernel.p->key_length;
    c->kernel.split = ((keys + n - 1) / n + 15) / 16 * 16;
}

static inline void merge_by(faulty_case *c, merging how, const char *words) {
    split_keys(c);
    c->kernel.fault.merging = how;
    SAYS("splits of %zu keys*%s", c->kernel.split, words);
}

static inline void lose_split(faulty_case *c, bool last) {
    split_keys(c);
    size_t keys = c->kernel.p->key_length, splits = (keys + c->kernel.split - 1) / c->kernel.split;
    size_t from = last ? (splits - 1) * c->kernel.split : 0, to = last ? keys : c->kernel.split;
    damage_keys(c, from, to, LOST);
}

/* ---- sums of an online softmax ---- */

static inline void rescale_by(faulty_case *c, rescaling how, const char *words) {
    c->kernel.fault.rescaling = how;
    SAYS("%s*when the maximum rises*tiles of %zu keys", words, c->kernel.tile);
}

static inline void rescale_lost_once(faulty_case *c, rescaling how, const char *words) {
    size_t tiles = 80 / c->kernel.tile;
    c->kernel.fault.rescaling = how;
    c->kernel.fault.rescale_at = (1 + random_below(c->cases, tiles)) * c->kernel.tile;
    SAYS("%s*at the tile of keys %zu to", words, c->kernel.fault.rescale_at);
    OTHER("keys 0 to %zu *row by row", c->kernel.fault.rescale_at - 1);
}

/* ---- masks ---- */

static inline void mask_by(faulty_case *c, masking how, const char *words) {
    c->kernel.fault.masking = how;
    c->kernel.fault.mask_tile = how >= WINDOW_OPEN ? one_of(c, 8, 16, 32) : one_of(c, 16, 32, 64);
    SAYS("%s*%zu", words, c->kernel.fault.mask_tile);
}

/* ---- pages ---- */

static inline void replace_page(faulty_case *c, paging how, bool other_entry, size_t size) {
    size_t pages = c->kernel.p->key_length / size, page = random_below(c->cases, pages - 1);
    size_t other = (page + 1 + random_below(c->cases, pages - 1)) % pages;
    c->kernel.fault.paging = how;
    c->kernel.fault.page = page * size;
    c->kernel.fault.page_end = page * size + size;
    c->kernel.fault.other = other * size;
    if (other_entry) {
        c->kernel.fault.batch = (int)random_below(c->cases, 2);
        c->kernel.fault.other_batch = (size_t)(2 - c->kernel.fault.batch);
        WHERE("in batch entry %d", c->kernel.fault.batch);
    }
    size_t first = page < other ? page : other, last = page < other ? other : page;
    if (how == EXCHANGED)
        SAYS("the values of keys %zu to %zu and of keys %zu to %zu are exchanged", first * size,
             first * size + size - 1, last * size, last * size + size - 1);
    else if (how == ZERO || how == ZERO_KEYS)
        SAYS("%s %zu to %zu are read as 0", how == ZERO ? "keys and values" : "the keys, not the values, of",
             page * size, page * size + size - 1);
    else
        SAYS("%s %zu to %zu are read from %zu to %zu%s",
             how == BOTH     ? "keys and values"
             : how == VALUES ? "the values of keys"
                             : "the keys, not the values, of",
             page * size, page * size + size - 1, other * size, other * size + size - 1,
             !other_entry                      ? ""
             : c->kernel.fault.other_batch > 1 ? " of batch entry 1"
                                               : " of batch entry 0");
    if (how == BOTH && !other_entry)
        OTHER("keys %zu to %zu *missing*keys %zu to %zu *counted twice", page * size, page * size + size - 1,
              other * size, other * size + size - 1);
}

/* ---- the list ---- */

/* ---- what is read in place of keys and values ---- */

/* Where number `column` of key j of a head is read, in [entry * heads + head, keys, 32 columns]. */
typedef size_t address(const faulty_case *c, size_t head, size_t j, size_t column);

static inline size_t number_in(const faulty_case *c, size_t head, size_t j, size_t column) {
    return (head * c->kernel.p->key_length + j) * 32 + column;
}

static inline double *read_at(const faulty_case *c, const double *of, address *where) {
    size_t heads = c->kernel.p->batch * c->kernel.p->key_heads, keys = c->kernel.p->key_length;
    double *to = calloc(heads * keys * 32, sizeof *to);
    for (size_t i = 0; i < heads * keys * 32; i++) {
        size_t from = where(c, i / 32 / keys, i / 32 % keys, i % 32);
        to[i] = from == SIZE_MAX ? 0 : of[from];
    }
    return to;
}

static inline void read_values_at(faulty_case *c, address *where) {
    c->kernel.fault.read_value = c->read[0] = read_at(c, c->drawn.value, where);
}

static inline void read_keys_at(faulty_case *c, address *where) {
    c->kernel.fault.read_key = c->read[1] = read_at(c, c->drawn.key, where);
}

static inline size_t swizzled(const faulty_case *c, size_t head, size_t j, size_t column) {
    return number_in(c, head, j, (column / 8 ^ j % 4) * 8 + column % 8);
}

static inline size_t transposed_squares(const faulty_case *c, size_t head, size_t j, size_t column) {
    size_t row = j / 8 * 8 + column % 8;
    return row < c->kernel.p->key_length ? number_in(c, head, row, column / 8 * 8 + j % 8) : SIZE_MAX;
}

static inline size_t every_second_row(const faulty_case *c, size_t head, size_t j, size_t column) {
    size_t row = j / 32 * 32 + 2 * (j % 32);
    return row < c->kernel.p->key_length ? number_in(c, head, row, column) : SIZE_MAX;
}

/* Pages of 16 stand 18 rows apart in memory. */
static inline size_t pages_without_gaps(const faulty_case *c, size_t head, size_t j, size_t column) {
    return j % 18 < 16 ? number_in(c, head, j / 18 * 16 + j % 18, column) : SIZE_MAX;
}

static inline size_t length_before_heads(const faulty_case *c, size_t head, size_t j, size_t column) {
    size_t keys = c->kernel.p->key_length, at = head % 2 * keys + j;
    return number_in(c, head / 2 * 2 + at % 2, at / 2, column);
}

static inline size_t odd_tiles_of_next_head(const faulty_case *c, size_t head, size_t j, size_t column) {
    return number_in(c, j / 32 % 2 == 1 ? head ^ 1 : head, j, column);
}

static inline void give_sinks(faulty_case *c) {
    static const double logits[] = {2, 3.5, 1, 4.25};
    c->sinks = calloc(4, sizeof *c->sinks);
    memcpy(c->sinks, logits, sizeof logits);
    c->drawn.problem.op.sink = PLUMB_SINK_LOGIT;
    c->drawn.problem.extra.sinks = c->sinks;
}

/* Numbers of 16 columns and 32 keys. */
static inline void scale_groups(faulty_case *c) {
    static const double by[2][5] = {{1.25, 0.5, 1.5, 0.75, 1.125}, {0.625, 1.75, 1.375, 0.875, 2.5}};
    size_t numbers = value_numbers(c->kernel.p);
    c->kernel.fault.read_value = c->read[0] = calloc(numbers, sizeof *c->read[0]);
    for (size_t i = 0; i < numbers; i++)
        c->read[0][i] = c->drawn.value[i] * by[i % 32 / 16][i / 32 % c->kernel.p->key_length / 32];
}

/* Numbers in place of those of a tensor. */
typedef double changed_number(size_t head, size_t j, size_t column, double x);

static inline double *change(const faulty_case *c, const double *of, changed_number *number) {
    size_t keys = c->kernel.p->key_length, numbers = c->kernel.p->batch * c->kernel.p->key_heads * keys * 32;
    double *to = calloc(numbers, sizeof *to);
    for (size_t i = 0; i < numbers; i++)
        to[i] = number(i / 32 / keys, i / 32 % keys, i % 32, of[i]);
    return to;
}

static inline void change_values(faulty_case *c, changed_number *number) {
    c->kernel.fault.read_value = c->read[0] = change(c, c->drawn.value, number);
}

static inline void change_keys(faulty_case *c, changed_number *number) {
    c->kernel.fault.read_key = c->read[1] = change(c, c->drawn.key, number);
}

static inline double with_zero_point(size_t head, size_t j, size_t column, double x) {
    (void)j, (void)column;
    return x + (head % 2 == 0 ? 0.75 : -0.5);
}

static inline double by_vector(size_t head, size_t j, size_t column, double x) {
    (void)head, (void)column;
    return x * (0.75 + (double)(j * 7 % 16) / 16);
}

static inline double by_channel(size_t head, size_t j, size_t column, double x) {
    (void)head, (void)j;
    return x * (0.75 + (double)(column * 5 % 8) / 8);
}

static inline size_t prefix_of_entry_0(const faulty_case *c, size_t head, size_t j, size_t column) {
    return number_in(c, j < 100 ? head % 2 : head, j, column);
}

/* ---- */

#define FAULT(name, ...)                              \
    static inline void fault_##name(faulty_case *c) { \
        __VA_ARGS__                                   \
    }

FAULT(tile_lost, prefill(c); tile_of_keys(c, LOST);)
FAULT(tile_lost_decoding, decode(c); tile_of_keys(c, LOST);)
FAULT(tile_lost_in_head, prefill(c); tile_of_keys(c, LOST); in_one_head(c);)
FAULT(tile_lost_in_entry, prefill(c); tile_of_keys(c, LOST); in_one_entry(c);)
FAULT(first_tile_lost_for_queries, prefill(c); damage_keys(c, 0, 32, LOST); in_one_tile_of_queries(c);)
FAULT(tile_twice, prefill(c); tile_of_keys(c, TWICE);)
FAULT(tile_twice_decoding, decode(c); tile_of_keys(c, TWICE);)
FAULT(tile_twice_in_head, prefill(c); tile_of_keys(c, TWICE); in_one_head(c);)
FAULT(tile_scaled, decode(c); tile_of_keys(c, SCALED);)
FAULT(tile_values_lost, decode(c); tile_of_keys(c, VALUES_LOST);)
FAULT(tile_weights_lost, decode(c); tile_of_keys(c, WEIGHTS_LOST);)
FAULT(tile_values_twice, decode(c); tile_of_keys(c, VALUES_TWICE);)
FAULT(tile_weights_twice, decode(c); tile_of_keys(c, WEIGHTS_TWICE);)
FAULT(tail_lost, decode(c); size_t keys = c->kernel.p->key_length; damage_keys(c, keys / 64 * 64, keys, LOST);)
FAULT(tail_lost_by_32, decode(c); size_t keys = c->kernel.p->key_length;
      damage_keys(c, (keys - 1) / 32 * 32, keys, LOST);)
FAULT(tail_twice, decode(c); size_t keys = c->kernel.p->key_length; damage_keys(c, (keys - 1) / 64 * 64, keys, TWICE);)
FAULT(unaligned_keys_lost, decode(c); size_t from = 1 + random_below(c->cases, 90);
      damage_keys(c, from, from + 20 + random_below(c->cases, 60), LOST);)
FAULT(two_tiles_lost, decode(c); damage_keys(c, 32, 48, LOST); damage_keys(c, 128, 144, LOST);)
FAULT(tiles_of_two_factors, decode(c); damage_keys(c, 0, 16, LOST); c->kernel.fault.block[0].in_values = 3;
      c->kernel.fault.block[0].in_weights = 3; SAYS("keys 0 to 15 *weigh*times what they should");
      damage_keys(c, 64, 80, LOST); damage_keys(c, 144, 160, LOST);)
FAULT(key_lost, prefill(c); size_t key = random_below(c->cases, 64); damage_keys(c, key, key + 1, LOST);)
FAULT(key_twice, decode(c); size_t key = random_below(c->cases, 200); damage_keys(c, key, key + 1, TWICE);)
FAULT(two_keys_lost, decode(c); damage_keys(c, 17, 18, LOST); damage_keys(c, 111, 112, LOST);)
FAULT(key_lost_in_head, decode(c); size_t key = random_below(c->cases, 200); damage_keys(c, key, key + 1, LOST);
      in_one_head(c);)

static inline void lose_at_distances(faulty_case *c, size_t tile, size_t every, const char *words) {
    c->kernel.fault.stride.tile = tile;
    c->kernel.fault.stride.every = every;
    c->kernel.fault.stride.first = random_below(c->cases, every);
    SAYS("%s %zu", words, c->kernel.fault.stride.first * tile);
}

FAULT(every_other_tile_lost, decode(c);
      lose_at_distances(c, 16, 2, "every 2nd tile of 16 keys, from keys");)
FAULT(every_other_tile_lost_in_head, prefill(c); in_one_head(c);
      lose_at_distances(c, 8, 2, "every 2nd tile of 8 keys, from keys");)
FAULT(every_fifth_key_lost, decode(c); lose_at_distances(c, 1, 5, "every 5th key, from key");)
FAULT(one_warp_left, decode(c); c->kernel.fault.stride.left = true;
      lose_at_distances(c, 16, 4, "all keys but every 4th tile of 16 keys, from keys");)
FAULT(every_fourth_value_lost, decode(c); c->kernel.fault.stride.in_values_alone = true;
      lose_at_distances(c, 1, 4, "every 4th key, from key");)

/* ---- groups ---- */

/* Another tile of 16 keys in each of the first heads, in each entry, or in each half of the queries. */
static inline void another_tile_in_each(faulty_case *c, grouping by, bool of_values) {
    size_t groups = by == BY_HEAD ? 3 : 2, first = random_below(c->cases, 2);
    const char *what = of_values ? "missing in the sum of values, not in the sum of weights" : "missing";
    static const char *const of[] = {[BY_HEAD] = "in head", [BY_ENTRY] = "in batch entry", [BY_HALF] = "for queries"};
    c->kernel.fault.grouping = by;
    for (size_t i = 0; i < groups; i++) {
        size_t from = 16 * (first + 2 * (by == BY_HALF ? groups - 1 - i : i));
        c->kernel.fault.block[i].from = from;
        c->kernel.fault.block[i].to = from + 16;
        c->kernel.fault.block[i].in_weights = of_values;
        size_t length = strlen(c->says);
        snprintf(c->says + length, sizeof c->says - length, "%skeys %zu to %zu (one tile of 16) are %s %s %s%zu",
                 i == 0 ? "" : "*", from, from + 15, what, of[by], by == BY_HALF ? "*to " : "",
                 by == BY_HALF ? 80 * (i + 1) - 1 : i);
    }
}

FAULT(another_tile_lost_in_each_head, prefill(c); another_tile_in_each(c, BY_HEAD, false);)
FAULT(another_tile_lost_in_each_entry, prefill(c); another_tile_in_each(c, BY_ENTRY, false);)
FAULT(another_tile_lost_in_each_half, prefill(c); another_tile_in_each(c, BY_HALF, false);)
FAULT(other_values_lost_in_each_head, decode(c); another_tile_in_each(c, BY_HEAD, true);)

/* Of the second key head and of the other entry; what they are is said of the first two. */
static inline void scale_heads(faulty_case *c, double *of, const char *words) {
    static const double by[] = {1, 1, 1.25, 1.25, 0.5, 0.5, 0.75, 0.75};
    memcpy(of, by, sizeof by);
    SAYS("%s are multiplied by 1.25 in [0, 1], 0.5 in [1, 0], 0.75 in [1, 1]; [0, 0] alone is right", words);
}

FAULT(values_scaled_in_each_head, prefill(c); scale_heads(c, c->kernel.fault.of_values, "the values");)
FAULT(products_scaled_in_each_head, prefill(c); scale_heads(c, c->kernel.fault.of_scores, "the products q.k");)

FAULT(newest_key_unweighed, prefill(c); c->kernel.fault.newest_unweighed = true;
      SAYS("the key at the query's own position is missing in the sum of weights, not in the sum of values");)

FAULT(linear_exponential, prefill(c); c->kernel.fault.exponential = LINEAR_BETWEEN;
      SAYS("the exponential is linear between powers of 2");)
FAULT(scores_cut, prefill(c); c->kernel.tile = 32; c->kernel.fault.exponential = CUT; c->kernel.fault.clamp = 2.5;
      SAYS("keys whose score is more than 2.5 below the largest weigh nothing, in tiles of 32 keys");)
FAULT(clamped_scores, prefill(c); c->kernel.fault.exponential = CLAMPED; c->kernel.fault.clamp = 3.5;
      SAYS("scores more than 3.5 below the largest are raised to that distance from it");)

FAULT(tiles_of_values_exchanged, prefill(c); for (size_t i = 0; i < 10; i++) c->kernel.fault.tile_from[i] = (i ^ 1) + 1;
      SAYS("values of other tiles are read: tiles 1 apart are exchanged (tiles of 16 keys)");)
FAULT(tiles_of_values_mixed, prefill(c); c->kernel.fault.tile_from[1] = 5; c->kernel.fault.tile_from[2] = 2;
      c->kernel.fault.tile_from[4] = 3;
      SAYS("values of other tiles are read: tile 1 has that of tile 4, tile 2 has that of tile 1, tile 4 has that of "
           "tile 2 (tiles of 16 keys)");)

FAULT(tile_of_values_stale, prefill(c); c->kernel.fault.stale_for = 32;
      SAYS("the values of keys 0 to 15 are read from 32 to 47 (one page of 16)");
      OTHER("values of other tiles are read: tile 0 has that of tile 2 (tiles of 16 keys)");
      WHERE("for queries from 128 on");)
FAULT(columns_scaled, prefill(c); c->kernel.fault.scaled_columns = true;
      SAYS("columns are multiplied by numbers of their own: column 1 by 1.01*, column 2 by 1.03*, column 3 by 1.04*");)

FAULT(pairs_of_queries_share_a_mask, prefill(c); c->kernel.fault.seen_from = 2;
      SAYS("rows have the mask of the first query of their tile of 2");)
FAULT(window_short_in_head, windowed(c); in_one_head(c); c->kernel.fault.seen_later = 3;
      SAYS("the query at position p sees keys p - 67 to p, whatever the mask says");)

static inline void merge_two(faulty_case *c, merging how, const char *words) {
    size_t first = 100 + random_below(c->cases, 50);
    c->kernel.split = 200;
    c->kernel.fault.merging = how;
    c->kernel.fault.first_split = first;
    SAYS("the parts of %zu and %zu keys %s", first, c->kernel.p->key_length - first, words);
}

FAULT(prefix_averaged, decode(c); merge_two(c, AVERAGED, "are averaged, regardless of their weights");)
FAULT(prefix_by_log2, decode(c); merge_two(c, LOG2_AS_LOG, "are merged by e^lse with their log-sum-exp in base 2");)

FAULT(rows_divided, prefill(c); c->kernel.fault.divided = 2;
      SAYS("row t has the answer of query t / 2 (rounded down)");)
FAULT(rows_of_tile_ends, prefill(c); c->kernel.fault.tile_end = 16;
      SAYS("rows have the answer of the last query of their tile of 16");)
FAULT(transform_left_in, prefill(c); c->kernel.fault.hadamard = true;
      SAYS("the output is the Hadamard transform of what it should be, in blocks of 32 columns");)

FAULT(values_not_rescaled, prefill(c); rescale_by(c, SUM_KEPT, "the sum of values is not rescaled");)
FAULT(values_not_rescaled_decoding, decode(c); rescale_by(c, SUM_KEPT, "the sum of values is not rescaled");)
FAULT(weights_not_rescaled, prefill(c); rescale_by(c, WEIGHTS_KEPT, "the sum of weights is not rescaled");)
FAULT(neither_rescaled, prefill(c); rescale_by(c, BOTH_KEPT, "the sums of values and of weights are not rescaled");)
FAULT(neither_rescaled_decoding, decode(c);
      rescale_by(c, BOTH_KEPT, "the sums of values and of weights are not rescaled");)
FAULT(rescaled_twice, prefill(c); rescale_by(c, SUM_TWICE, "the sum of values is rescaled twice");)
FAULT(rescaled_by_2, decode(c);
      rescale_by(c, BOTH_BY_2, "the sums of values and of weights are rescaled by a power of 2");)
FAULT(rescaled_inversely, prefill(c);
      rescale_by(c, BOTH_INVERSE, "the sums of values and of weights are rescaled by the inverse");)
FAULT(not_rescaled_backwards, decode(c); c->kernel.fault.descending = true;
      rescale_by(c, SUM_KEPT, "the sum of values is not rescaled");)
FAULT(values_rescaled_late, prefill(c); c->kernel.fault.rescaling = SUM_LATE;
      SAYS("the sum of values is rescaled after a tile of %zu keys is added, not before", c->kernel.tile);)
FAULT(values_below_own_maximum, prefill(c); c->kernel.fault.rescaling = OWN_MAXIMUM;
      SAYS("weights in the sum of values are taken below the largest score of their tile of %zu keys, not of the row",
           c->kernel.tile);)
FAULT(not_rescaled_in_head, prefill(c); rescale_by(c, SUM_KEPT, "the sum of values is not rescaled"); in_one_head(c);)
FAULT(not_rescaled_in_columns, prefill(c); rescale_by(c, SUM_KEPT, "the sum of values is not rescaled");
      c->kernel.fault.column = 16; c->kernel.fault.column_end = 32;)
FAULT(one_rescale_lost, decode(c); rescale_lost_once(c, SUM_KEPT, "the sum of values is not rescaled");)
FAULT(one_rescale_of_odd_tile_lost, decode(c); c->kernel.tile = 24; c->kernel.fault.rescaling = SUM_KEPT;
      c->kernel.fault.rescale_at = 48;
      SAYS("keys 0 to 47 *in the sum of values, not in the sum of weights, row by row");)
FAULT(one_rescale_of_both_lost, prefill(c);
      rescale_lost_once(c, BOTH_KEPT, "the sums of values and of weights are not rescaled");)

FAULT(first_split_lost, decode(c); lose_split(c, false);)
FAULT(last_split_lost, decode(c); lose_split(c, true);)
FAULT(splits_averaged, decode(c); merge_by(c, AVERAGED, "averaged");)
FAULT(splits_by_log2, decode(c); merge_by(c, LOG2_AS_LOG, "by e^lse with their log-sum-exp in base 2");)
FAULT(splits_by_power_of_2, decode(c); merge_by(c, LOG_AS_LOG2, "by 2^lse");)
FAULT(splits_by_maximum, decode(c); merge_by(c, BY_MAXIMUM, "exponentials of their maxima");)
FAULT(splits_undivided, decode(c); merge_by(c, UNDIVIDED, "without being divided");)
FAULT(splits_added, decode(c); merge_by(c, ADDED, "added, not merged");)
FAULT(splits_averaged_in_entry, decode(c); merge_by(c, AVERAGED, "averaged"); in_one_entry(c);)

FAULT(diagonal_open, prefill(c); mask_by(c, DIAGONAL_OPEN, "seen to the end of the diagonal tile of ");)
FAULT(diagonal_lost, prefill(c); mask_by(c, DIAGONAL_LOST, "");
      SAYS("the diagonal tile of %zu keys is left out", c->kernel.fault.mask_tile);)
FAULT(diagonal_partial_lost, prefill(c); mask_by(c, PARTIAL_LOST, "");
      SAYS("the diagonal tile of %zu keys is left out where", c->kernel.fault.mask_tile);)
FAULT(window_open, windowed(c); mask_by(c, WINDOW_OPEN, "keys before the window are seen");)
FAULT(window_lost, windowed(c); mask_by(c, WINDOW_LOST, "");
      SAYS("the window's first tile of %zu keys is left out", c->kernel.fault.mask_tile);)
FAULT(diagonal_open_for_queries, prefill(c); mask_by(c, DIAGONAL_OPEN, "seen to the end of the diagonal tile of ");
      c->kernel.fault.mask_tile = 16; SAYS("seen to the end of the diagonal tile of 16 keys");
      in_one_tile_of_queries(c);)

FAULT(query_tile_open, begin_case(c, 100, 160, true); c->kernel.fault.masking = QUERY_OPEN;
      c->kernel.fault.mask_tile = 16; SAYS("queries see what the last one of their tile of 16 queries sees");)
FAULT(query_tile_lost, begin_case(c, 100, 160, true); c->kernel.fault.masking = QUERY_LOST;
      c->kernel.fault.mask_tile = 16; SAYS("queries see what the one before their tile of 16 queries sees");)
FAULT(last_tile_shown, prefill(c); c->kernel.fault.shown = 144; c->kernel.fault.shown_end = 160;
      SAYS("keys 144 to 159 *are seen where the mask hides them");)
FAULT(tile_shown_in_head, windowed(c); c->kernel.fault.shown = 32; c->kernel.fault.shown_end = 64; in_one_head(c);
      SAYS("keys 32 to 63 *are seen where the mask hides them");)
FAULT(keys_shown_to_queries, windowed(c); c->kernel.fault.shown = 0; c->kernel.fault.shown_end = 5;
      in_one_tile_of_queries(c); c->kernel.fault.query = 96; c->kernel.fault.query_end = 128;
      SAYS("keys 0 to 4 are seen where the mask hides them"); WHERE("for queries 96 to 127");)

FAULT(bias_of_tile_lost, decode(c); give_bias(c); size_t tile = one_of(c, 16, 32, 64);
      size_t from = random_below(c->cases, 200 / tile) * tile; c->kernel.fault.unbiased = from;
      c->kernel.fault.unbiased_end = from + tile;
      SAYS("the bias of keys %zu to %zu *is not added", from, from + tile - 1);)
FAULT(bias_lost_for_queries, prefill(c); give_bias(c); c->kernel.fault.unbiased_end = 160; in_one_tile_of_queries(c);
      SAYS("the bias is not added");)

FAULT(page_replaced, decode(c); replace_page(c, BOTH, false, one_of(c, 16, 32, 64));)
FAULT(page_of_other_entry, decode(c); replace_page(c, BOTH, true, one_of(c, 16, 32, 64));)
FAULT(page_of_values, decode(c); replace_page(c, VALUES, false, one_of(c, 16, 32, 64));)
FAULT(page_of_values_of_other_entry, decode(c); replace_page(c, VALUES, true, one_of(c, 16, 32, 64));)
FAULT(page_of_keys, decode(c); replace_page(c, KEYS, false, one_of(c, 16, 32, 64));)
FAULT(pages_exchanged, decode(c); replace_page(c, EXCHANGED, false, one_of(c, 16, 32, 64));)
FAULT(pages_exchanged_in_head, prefill(c); replace_page(c, EXCHANGED, false, one_of(c, 8, 16, 32)); in_one_head(c);)
FAULT(page_of_zeros, decode(c); replace_page(c, ZERO, false, one_of(c, 16, 32, 64));)
FAULT(page_of_zero_keys, decode(c); replace_page(c, ZERO_KEYS, false, one_of(c, 16, 32, 64));)
FAULT(page_of_zero_keys_in_head, prefill(c); replace_page(c, ZERO_KEYS, false, one_of(c, 16, 24, 40)); in_one_head(c);)
FAULT(page_replaced_prefill, prefill(c); replace_page(c, BOTH, false, 16);)

FAULT(rows_unwritten, prefill(c); c->kernel.fault.unwritten = true; in_one_tile_of_queries(c); SAYS("never written");)
FAULT(head_unwritten, decode(c); c->kernel.fault.unwritten = true; in_one_head(c); SAYS("never written");)
FAULT(columns_unwritten, prefill(c); c->kernel.fault.unwritten = true; c->kernel.fault.column = 16;
      c->kernel.fault.column_end = 32; SAYS("never written*columns 16 to 31");)
FAULT(all_unwritten, decode(c); c->kernel.fault.unwritten = true; SAYS("never written");)
FAULT(rows_nan, prefill(c); c->kernel.fault.nan = true; in_one_tile_of_queries(c); SAYS("NaN");)
FAULT(rows_shifted, prefill(c); c->kernel.fault.shift = -1; SAYS("the answer of the query 1 before");)
FAULT(tile_of_rows_elsewhere, prefill(c); c->kernel.fault.shift = -32; in_one_tile_of_queries(c);
      SAYS("the answer of the query 32 before");)
FAULT(rows_exchanged, prefill(c); c->kernel.fault.exchange = one_of(c, 1, 8, 16);
      SAYS("of each %zu rows those %zu apart have each other's answers", 2 * c->kernel.fault.exchange,
           c->kernel.fault.exchange);)
FAULT(rows_exchanged_in_tile, prefill(c); in_one_tile_of_queries(c); c->kernel.fault.exchange = 4;
      SAYS("of each 8 rows those 4 apart have each other's answers");)
FAULT(rows_repeated, prefill(c); in_one_tile_of_queries(c); c->kernel.fault.row_of = c->kernel.fault.query;
      SAYS("rows have the answer of query %zu", c->kernel.fault.query - 1);)
FAULT(query_read_again, prefill(c); in_one_tile_of_queries(c); c->kernel.fault.reads = c->kernel.fault.query;
      SAYS("rows read query %zu instead of their own", c->kernel.fault.query - 1);)
FAULT(query_before_read, prefill(c); in_one_tile_of_queries(c); c->kernel.fault.reads_by = -1;
      SAYS("rows read the query 1 before instead of their own");)
FAULT(heads_swapped, decode(c); c->kernel.fault.head_map[0] = 2; c->kernel.fault.head_map[1] = 1;
      SAYS("head 0*has the answer of head 1*head 1*has the answer of head 0");)
FAULT(head_copied, prefill(c); size_t from = random_below(c->cases, 3); c->kernel.fault.head_map[3] = from + 1;
      SAYS("head 3*has the answer of head %zu", from); WHERE("in head 3");)
FAULT(entries_swapped, decode(c); c->kernel.fault.swap_batches = true;
      SAYS("batch entry 0 has the answer of batch entry 1, batch entry 1 has the answer of batch entry 0");)
FAULT(group_packed, prefill(c); c->kernel.fault.packed = 1; SAYS("packed as [query, head]");)
FAULT(group_unpacked, prefill(c); c->kernel.fault.packed = 2; SAYS("unpacked as [query, head]");)
FAULT(columns_around, decode(c); c->kernel.fault.columns_by = 8;
      SAYS("columns have the numbers of others*column 0 that of 8");)
FAULT(quarters_exchanged, prefill(c); c->kernel.fault.quarters = 16;
      SAYS("in squares of 16 rows and columns of the output the quarters off the diagonal are exchanged");)
FAULT(head_scaled, prefill(c); c->kernel.fault.factor = 0.5; in_one_head(c); SAYS("0.5 times what it should be");)
FAULT(all_scaled, decode(c); c->kernel.fault.factor = 1.25; SAYS("1.25 times what it should be");)

FAULT(mean_of_visible, prefill(c); c->kernel.fault.weighing = MEAN_VISIBLE;
      SAYS("mean of the values that the query sees");)
FAULT(mean_of_all, prefill(c); c->kernel.fault.weighing = MEAN_ALL; SAYS("mean of all values");)
FAULT(first_value, prefill(c); c->kernel.fault.weighing = FIRST_ONLY; SAYS("the value of the first key");)
FAULT(last_value, decode(c); c->kernel.fault.weighing = LAST_ONLY; SAYS("the value of the last key");)
FAULT(largest_value, decode(c); c->kernel.fault.weighing = LARGEST_ONLY; SAYS("the key with the largest score");)
FAULT(half_of_product, prefill(c); c->kernel.fault.dims = 16; c->kernel.fault.dims_end = 32;
      SAYS("columns 16 to 31 of q.k are left out");)
FAULT(part_of_product_in_head, decode(c); c->kernel.fault.dims = 8; c->kernel.fault.dims_end = 16; in_one_head(c);
      SAYS("columns 8 to 15 of q.k are left out");)

FAULT(column_lost, prefill(c); size_t from = random_below(c->cases, 32); c->kernel.fault.dims = from;
      c->kernel.fault.dims_end = from + 1; SAYS("column %zu of q.k is left out", from);)
FAULT(last_columns_lost, decode(c); c->kernel.fault.dims = 28; c->kernel.fault.dims_end = 32;
      SAYS("columns 28 to 31 of q.k are left out");)
FAULT(values_of_other_head, prefill(c); c->kernel.fault.other_values = true; in_one_head(c);
      SAYS("head %d*reads the values, not keys, of key head %d", c->kernel.fault.head, c->kernel.fault.head / 2 == 0);)
FAULT(keys_of_other_head, decode(c); c->kernel.fault.other_keys = true; in_one_head(c);
      SAYS("head %d*reads the keys, not values, of key head %d", c->kernel.fault.head, c->kernel.fault.head / 2 == 0);)
FAULT(keys_and_values_of_other_head, prefill(c); c->kernel.fault.other_keys = c->kernel.fault.other_values = true;
      in_one_head(c);
      SAYS("head %d*reads keys and values of key head %d", c->kernel.fault.head, c->kernel.fault.head / 2 == 0);)
FAULT(keys_and_values_of_other_entry, decode(c); c->kernel.fault.of_other_entry = true;
      c->kernel.fault.other_keys = c->kernel.fault.other_values = true; in_one_entry(c);
      SAYS("batch entry %d reads keys and values of batch entry %d", c->kernel.fault.batch,
           1 - c->kernel.fault.batch);)

static inline void scale_products(faulty_case *c, size_t from, size_t to, double by) {
    c->kernel.fault.scaled = from;
    c->kernel.fault.scaled_end = to;
    c->kernel.fault.scale = by;
}

static inline void lag(faulty_case *c, int64_t by, paging what, const char *words) {
    c->kernel.fault.lag = by;
    c->kernel.fault.lagging = what;
    SAYS("each tile of %lld keys has %s of the tile %s", by < 0 ? (long long)-by : (long long)by, words,
         by < 0 ? "before" : "after");
}

FAULT(products_of_tile_scaled, decode(c); size_t tile = one_of(c, 16, 32, 64);
      size_t from = random_below(c->cases, 200 / tile) * tile; scale_products(c, from, from + tile, 1.25);
      SAYS("the products q.k of keys %zu to %zu (one tile of %zu) are 1.25 times", from, from + tile - 1, tile);)
FAULT(products_of_head_scaled, prefill(c); scale_products(c, 0, 160, 0.5); in_one_head(c);
      SAYS("the products q.k are 0.5 times");)
FAULT(products_of_queries_scaled, prefill(c); turn(c); scale_products(c, 0, 160, 2); in_one_tile_of_queries(c);
      SAYS("the products q.k are 2 times");)
FAULT(sink_not_shifted, prefill(c); static const double sinks[] = {0.5, -1, 1, 2}; c->drawn.problem.extra.sinks = sinks;
      c->drawn.problem.op.sink = PLUMB_SINK_LOGIT; c->kernel.fault.sink_stays = true;
      SAYS("the sink's e^logit is not divided by e^maximum");)
FAULT(values_of_tile_before, prefill(c); lag(c, -32, VALUES, "the values");)
FAULT(keys_of_tile_after, decode(c); lag(c, 64, KEYS, "the keys");)
FAULT(turned_tile_before, prefill(c); turn(c); lag(c, -16, BOTH, "keys and values"); in_one_head(c);)

/* Where positions move vectors, or numbers are added to scores, a kernel has the vectors of others as they are moved,
   and adds what its own place says. */
FAULT(turned_page_replaced, prefill(c); turn(c); replace_page(c, BOTH, false, one_of(c, 24, 40, 48));)
FAULT(turned_page_of_other_entry, decode(c); turn(c); replace_page(c, BOTH, true, one_of(c, 16, 32, 64));)
FAULT(turned_page_of_zero_keys, prefill(c); turn(c); replace_page(c, ZERO_KEYS, false, one_of(c, 16, 24, 40));)
FAULT(turned_column_lost, prefill(c); turn(c); size_t from = random_below(c->cases, 32); c->kernel.fault.dims = from;
      c->kernel.fault.dims_end = from + 1; SAYS("column %zu of q.k is left out", from);)
FAULT(turned_keys_of_other_head, prefill(c); turn(c); c->kernel.fault.other_keys = true; in_one_head(c);
      SAYS("head %d*reads the keys, not values, of key head %d", c->kernel.fault.head, c->kernel.fault.head / 2 == 0);)
FAULT(turned_query_before_read, prefill(c); turn(c); c->kernel.fault.reads_by = -1; in_one_tile_of_queries(c);
      SAYS("rows read the query 1 before instead of their own");)
FAULT(sloped_page_of_keys, prefill(c); slope(c); replace_page(c, KEYS, false, one_of(c, 16, 24, 40));)
FAULT(sloped_page_of_zeros, prefill(c); slope(c); replace_page(c, ZERO, false, one_of(c, 16, 24, 40));)
FAULT(sloped_keys_and_values_of_other_head, prefill(c); slope(c);
      c->kernel.fault.other_keys = c->kernel.fault.other_values = true; in_one_head(c);
      SAYS("head %d*reads keys and values of key head %d", c->kernel.fault.head, c->kernel.fault.head / 2 == 0);)
FAULT(biased_page_replaced, prefill(c); give_bias(c); replace_page(c, BOTH, false, one_of(c, 16, 24, 40));)
FAULT(biased_page_of_zero_keys, decode(c); give_bias(c); replace_page(c, ZERO_KEYS, false, one_of(c, 16, 24, 40));)
FAULT(biased_keys_of_other_head, decode(c); give_bias(c); c->kernel.fault.other_keys = true; in_one_head(c);
      SAYS("head %d*reads the keys, not values, of key head %d", c->kernel.fault.head, c->kernel.fault.head / 2 == 0);)

FAULT(low_scores_lost, prefill(c); c->kernel.fault.below = 3;
      SAYS("keys whose score is more than * below the row's largest are left out");)
FAULT(low_scores_lost_decoding, decode(c); c->kernel.fault.below = 2.5;
      SAYS("keys whose score is more than * below the row's largest are left out");)
FAULT(low_scores_lost_of_values, decode(c); c->kernel.fault.below = 3; c->kernel.fault.weights_stay = true;
      SAYS("below the row's largest are left out in the sum of values, not in the sum of weights");)
FAULT(only_top, prefill(c); c->kernel.fault.top = 16; SAYS("all but the 16 with the largest scores are left out");)
FAULT(only_top_decoding, decode(c); c->kernel.fault.top = 32;
      SAYS("all but the 32 with the largest scores are left out");)

FAULT(values_swizzled, decode(c); read_values_at(c, swizzled);
      SAYS("the columns of values are swizzled, or read so: in row j block b of 8 columns is block b xor (j mod 4)");)
FAULT(keys_swizzled, prefill(c); read_keys_at(c, swizzled);
      SAYS("the columns of keys are swizzled, or read so: in row j block b of 8 columns is block b xor (j mod 4)");)
FAULT(values_transposed, decode(c); read_values_at(c, transposed_squares);
      SAYS("values are read transposed, in squares of 8 rows and columns");)
FAULT(every_second_value_row, decode(c); read_values_at(c, every_second_row);
      SAYS("in each tile of 32, row 2 i of values is read instead of row i");)
FAULT(pages_with_gaps, prefill(c); read_values_at(c, pages_without_gaps); read_keys_at(c, pages_without_gaps);
      SAYS("pages of 16 keys and values are read 16 rows apart, although they are stored 18 apart");)
FAULT(values_of_another_order, prefill(c); read_values_at(c, length_before_heads);
      SAYS("values that are stored as [batch, length, heads, dims] are read as [batch, heads, length, dims]");)
FAULT(odd_tiles_of_next_head, decode(c); read_values_at(c, odd_tiles_of_next_head);
      read_keys_at(c, odd_tiles_of_next_head);
      SAYS("every 2nd tile of 32 keys, from keys 32 to 63 on, has the keys and values of the key head 1 further");)
FAULT(values_scaled_in_groups, prefill(c); scale_groups(c);
      SAYS("values are multiplied by numbers of their own in each 32 keys and 16 columns: keys 0 to 31, columns 0 to "
           "15 by 1.2*");)
FAULT(bias_of_key_head, prefill(c); give_bias(c);
      for (size_t h = 0; h < 4; h++) c->kernel.fault.bias_of[h] = h / 2 + 1; SAYS("head 1*adds the bias of head 0");
      WHERE("in heads 1 to 3");)
FAULT(sinks_by_rows, prefill(c); give_sinks(c); c->kernel.fault.sinks_by_rows = true;
      SAYS("the row of query t of head h reads the sink of another head: that of head (t) mod 4");)
FAULT(slope_lost_in_head, prefill(c); slope(c); c->kernel.fault.flat_head = 2;
      SAYS("slopes of positions are others: 0 in head 1, not 0.0625"); WHERE("in head 1");)
FAULT(base_2_on_diagonal, prefill(c); c->kernel.tile = 32; c->kernel.fault.exponential = BASE_2_ON_DIAGONAL;
      SAYS("the exponential is one of base 2 in the tile of 32 keys on the diagonal");)
FAULT(small_rises_kept, decode(c); c->kernel.fault.least_rise = 1;
      rescale_by(c, BOTH_KEPT, "the sums of values and of weights are not rescaled");)
FAULT(window_of_first_query, windowed(c);
      mask_by(c, WINDOW_QUERY_OPEN, "where the window of the first of their tile of");)
FAULT(sums_exchanged, prefill(c); c->kernel.fault.divided_by = 8;
      SAYS("rows are divided by the sum of weights of others: of each 16 rows those 8 apart have each other's");)
FAULT(values_not_cleared, prefill(c); c->kernel.fault.added_from = 32;
      SAYS("a part of what another row returned is added*rows have that of the query 32 before");
      WHERE("for queries from 32 on");)
FAULT(zero_points_added, decode(c); change_values(c, with_zero_point);
      SAYS("numbers are added to the values, as if zero points were not subtracted: 0.75*in [0, 0], -0.*in [0, 1]");)
FAULT(value_vectors_scaled, decode(c); change_values(c, by_vector);
      SAYS("the value of each key is multiplied by a number of its own: key 0 by 0.7");)
FAULT(channels_of_keys_scaled, prefill(c); change_keys(c, by_channel);
      SAYS("parts of the products q.k are multiplied by numbers of their own: column 0 by 0.7");)
FAULT(prefix_of_other_entry, decode(c); read_values_at(c, prefix_of_entry_0); read_keys_at(c, prefix_of_entry_0);
      SAYS("keys and values 0 to 99 are read from 0 to 99 of batch entry 0"); WHERE("in batch entry 1");)
FAULT(keys_of_zeros, decode(c); c->kernel.fault.zeros = 103; SAYS("103 keys of zeros take part beside all others");)

typedef struct {
    const char *family, *fault;
    void (*make)(faulty_case *c);
} kernel_fault_row;

static const kernel_fault_row all_kernel_faults[] = {
    {"keys", "a tile lost", fault_tile_lost},
    {"keys", "a tile lost, decoding", fault_tile_lost_decoding},
    {"keys", "a tile lost in one head", fault_tile_lost_in_head},
    {"keys", "a tile lost in one batch entry", fault_tile_lost_in_entry},
    {"keys", "the first tile lost for one tile of queries", fault_first_tile_lost_for_queries},
    {"keys", "a tile counted twice", fault_tile_twice},
    {"keys", "a tile counted twice, decoding", fault_tile_twice_decoding},
    {"keys", "a tile counted twice in one head", fault_tile_twice_in_head},
    {"keys", "a tile weighs 1.7 times too much", fault_tile_scaled},
    {"keys", "a tile lost in the sum of values alone", fault_tile_values_lost},
    {"keys", "a tile lost in the sum of weights alone", fault_tile_weights_lost},
    {"keys", "a tile twice in the sum of values alone", fault_tile_values_twice},
    {"keys", "a tile twice in the sum of weights alone", fault_tile_weights_twice},
    {"keys", "the tail after whole tiles of 64 lost", fault_tail_lost},
    {"keys", "the last tile of 32 lost", fault_tail_lost_by_32},
    {"keys", "the last tile of 64 counted twice", fault_tail_twice},
    {"keys", "keys lost between any two places", fault_unaligned_keys_lost},
    {"keys", "two tiles of 16 lost", fault_two_tiles_lost},
    {"keys", "two tiles of 16 lost, a third counted three times", fault_tiles_of_two_factors},
    {"keys", "one key lost", fault_key_lost},
    {"keys", "one key counted twice", fault_key_twice},
    {"keys", "two keys lost", fault_two_keys_lost},
    {"keys", "one key lost in one head", fault_key_lost_in_head},
    {"keys", "every other tile lost", fault_every_other_tile_lost},
    {"keys", "every other tile lost in one head", fault_every_other_tile_lost_in_head},
    {"keys", "every fifth key lost", fault_every_fifth_key_lost},
    {"keys", "all tiles but every fourth lost", fault_one_warp_left},
    {"keys", "every fourth key lost in the sum of values alone", fault_every_fourth_value_lost},
    {"groups", "another tile lost in each head", fault_another_tile_lost_in_each_head},
    {"groups", "another tile lost in each batch entry", fault_another_tile_lost_in_each_entry},
    {"groups", "another tile lost in each half of the queries", fault_another_tile_lost_in_each_half},
    {"groups", "another tile lost in the sum of values in each head", fault_other_values_lost_in_each_head},
    {"groups", "values scaled by another number in each head", fault_values_scaled_in_each_head},
    {"groups", "products scaled by another number in each head", fault_products_scaled_in_each_head},
    {"keys", "a query's own key lost in the sum of weights alone", fault_newest_key_unweighed},
    {"exponential", "linear between powers of 2", fault_linear_exponential},
    {"exponential", "of clamped scores", fault_clamped_scores},
    {"tiles", "values of neighbours exchanged", fault_tiles_of_values_exchanged},
    {"tiles", "values of three tiles mixed up", fault_tiles_of_values_mixed},
    {"tiles", "values of another tile for the last queries", fault_tile_of_values_stale},
    {"columns", "each column times a number of its own", fault_columns_scaled},
    {"masks", "pairs of queries share a mask", fault_pairs_of_queries_share_a_mask},
    {"masks", "the window three keys short in one head", fault_window_short_in_head},
    {"splits", "a prefix and the rest averaged", fault_prefix_averaged},
    {"splits", "a prefix and the rest merged by log-sum-exps in base 2", fault_prefix_by_log2},
    {"rows", "query t / 2 in row t", fault_rows_divided},
    {"rows", "the last query of each tile in all its rows", fault_rows_of_tile_ends},
    {"columns", "a Hadamard transform left in", fault_transform_left_in},
    {"rescaling", "values not rescaled", fault_values_not_rescaled},
    {"rescaling", "values not rescaled, decoding", fault_values_not_rescaled_decoding},
    {"rescaling", "weights not rescaled", fault_weights_not_rescaled},
    {"rescaling", "neither sum rescaled", fault_neither_rescaled},
    {"rescaling", "neither sum rescaled, decoding", fault_neither_rescaled_decoding},
    {"rescaling", "values rescaled twice", fault_rescaled_twice},
    {"rescaling", "both rescaled by 2^x for e^x", fault_rescaled_by_2},
    {"rescaling", "both rescaled by the inverse", fault_rescaled_inversely},
    {"rescaling", "values not rescaled, tiles backwards", fault_not_rescaled_backwards},
    {"rescaling", "values not rescaled in one head", fault_not_rescaled_in_head},
    {"rescaling", "half of the columns not rescaled", fault_not_rescaled_in_columns},
    {"rescaling", "values not rescaled at one tile", fault_one_rescale_lost},
    {"rescaling", "values not rescaled at one tile of 24", fault_one_rescale_of_odd_tile_lost},
    {"rescaling", "neither rescaled at one tile", fault_one_rescale_of_both_lost},
    {"splits", "the first split lost", fault_first_split_lost},
    {"splits", "the last split lost", fault_last_split_lost},
    {"splits", "splits averaged", fault_splits_averaged},
    {"splits", "log-sum-exp in base 2 taken for e", fault_splits_by_log2},
    {"splits", "log-sum-exp in base e taken for 2", fault_splits_by_power_of_2},
    {"splits", "merged by maxima", fault_splits_by_maximum},
    {"splits", "merged before they are divided", fault_splits_undivided},
    {"splits", "added", fault_splits_added},
    {"splits", "averaged in one batch entry", fault_splits_averaged_in_entry},
    {"masks", "hidden keys of the diagonal tile seen", fault_diagonal_open},
    {"masks", "the diagonal tile lost", fault_diagonal_lost},
    {"masks", "the diagonal tile lost unless whole", fault_diagonal_partial_lost},
    {"masks", "keys of the window's first tile seen", fault_window_open},
    {"masks", "the window's first tile lost unless whole", fault_window_lost},
    {"masks", "hidden keys seen in one tile of queries", fault_diagonal_open_for_queries},
    {"masks", "a tile of queries sees what its last one sees", fault_query_tile_open},
    {"masks", "a tile of queries sees what the one before it sees", fault_query_tile_lost},
    {"masks", "the last tile never masked", fault_last_tile_shown},
    {"masks", "a tile never masked in one head", fault_tile_shown_in_head},
    {"masks", "the first keys shown to a tile of queries", fault_keys_shown_to_queries},
    {"biases", "no bias for a tile of keys", fault_bias_of_tile_lost},
    {"biases", "no bias for a tile of queries", fault_bias_lost_for_queries},
    {"pages", "a page replaced", fault_page_replaced},
    {"pages", "a page of another batch entry", fault_page_of_other_entry},
    {"pages", "a page of values replaced", fault_page_of_values},
    {"pages", "a page of values of another entry", fault_page_of_values_of_other_entry},
    {"pages", "a page of keys replaced", fault_page_of_keys},
    {"pages", "values of two pages exchanged", fault_pages_exchanged},
    {"pages", "values of two pages exchanged in one head", fault_pages_exchanged_in_head},
    {"pages", "a page of zeros", fault_page_of_zeros},
    {"pages", "a page of keys that are zeros", fault_page_of_zero_keys},
    {"pages", "a page of keys that are zeros in one head", fault_page_of_zero_keys_in_head},
    {"pages", "a page replaced, causal", fault_page_replaced_prefill},
    {"rows", "a tile of rows never written", fault_rows_unwritten},
    {"rows", "a head never written", fault_head_unwritten},
    {"rows", "columns never written", fault_columns_unwritten},
    {"rows", "nothing written", fault_all_unwritten},
    {"rows", "a tile of rows is NaN", fault_rows_nan},
    {"rows", "rows shifted by one", fault_rows_shifted},
    {"rows", "a tile of rows holds that before", fault_tile_of_rows_elsewhere},
    {"rows", "rows exchanged in pairs", fault_rows_exchanged},
    {"rows", "rows exchanged in pairs in one tile", fault_rows_exchanged_in_tile},
    {"rows", "a tile of rows repeats the row before", fault_rows_repeated},
    {"rows", "a tile of rows reads one query", fault_query_read_again},
    {"rows", "a tile of rows reads the queries before", fault_query_before_read},
    {"rows", "two heads swapped", fault_heads_swapped},
    {"rows", "a head is that of another", fault_head_copied},
    {"rows", "batch entries swapped", fault_entries_swapped},
    {"rows", "a group packed", fault_group_packed},
    {"rows", "a group unpacked", fault_group_unpacked},
    {"rows", "columns turned around by 8", fault_columns_around},
    {"rows", "quarters of squares exchanged", fault_quarters_exchanged},
    {"rows", "a head halved", fault_head_scaled},
    {"rows", "all times 1.25", fault_all_scaled},
    {"scores", "mean of the visible values", fault_mean_of_visible},
    {"scores", "mean of all values", fault_mean_of_all},
    {"scores", "the first value", fault_first_value},
    {"scores", "the last value", fault_last_value},
    {"scores", "the value of the largest score", fault_largest_value},
    {"scores", "half of q.k left out", fault_half_of_product},
    {"scores", "a quarter of q.k left out in one head", fault_part_of_product_in_head},
    {"scores", "one column of q.k left out", fault_column_lost},
    {"scores", "the last four columns of q.k left out", fault_last_columns_lost},
    {"heads", "values of another key head", fault_values_of_other_head},
    {"heads", "keys of another key head", fault_keys_of_other_head},
    {"heads", "keys and values of another key head", fault_keys_and_values_of_other_head},
    {"heads", "keys and values of another batch entry", fault_keys_and_values_of_other_entry},
    {"scores", "products of a tile scaled", fault_products_of_tile_scaled},
    {"scores", "products scaled in one head", fault_products_of_head_scaled},
    {"scores", "products scaled in a tile of queries, RoPE", fault_products_of_queries_scaled},
    {"rescaling", "the sink not shifted by the maximum", fault_sink_not_shifted},
    {"tiles", "the values of the tile before", fault_values_of_tile_before},
    {"tiles", "the keys of the tile after", fault_keys_of_tile_after},
    {"tiles", "keys and values of the tile before, in one head, RoPE", fault_turned_tile_before},
    {"RoPE", "a page replaced", fault_turned_page_replaced},
    {"RoPE", "a page of another batch entry", fault_turned_page_of_other_entry},
    {"RoPE", "a page of keys that are zeros", fault_turned_page_of_zero_keys},
    {"RoPE", "one column of q.k left out", fault_turned_column_lost},
    {"RoPE", "keys of another key head", fault_turned_keys_of_other_head},
    {"RoPE", "a tile of rows reads the queries before", fault_turned_query_before_read},
    {"ALiBi", "a page of keys replaced", fault_sloped_page_of_keys},
    {"ALiBi", "a page of zeros", fault_sloped_page_of_zeros},
    {"ALiBi", "keys and values of another key head", fault_sloped_keys_and_values_of_other_head},
    {"biases", "a page replaced", fault_biased_page_replaced},
    {"biases", "a page of keys that are zeros", fault_biased_page_of_zero_keys},
    {"biases", "keys of another key head", fault_biased_keys_of_other_head},
    {"small weights", "low scores left out", fault_low_scores_lost},
    {"small weights", "low scores left out, decoding", fault_low_scores_lost_decoding},
    {"small weights", "low scores left out of the values alone", fault_low_scores_lost_of_values},
    {"small weights", "only the largest 16 scores", fault_only_top},
    {"small weights", "only the largest 32 scores, decoding", fault_only_top_decoding},
    {"addresses", "values swizzled", fault_values_swizzled},
    {"addresses", "keys swizzled", fault_keys_swizzled},
    {"addresses", "values transposed in squares", fault_values_transposed},
    {"addresses", "every second row of values in each tile", fault_every_second_value_row},
    {"addresses", "pages stored with gaps, read without", fault_pages_with_gaps},
    {"addresses", "values in another order of axes", fault_values_of_another_order},
    {"addresses", "odd tiles of the next key head", fault_odd_tiles_of_next_head},
    {"groups", "values scaled in groups of keys and columns", fault_values_scaled_in_groups},
    {"biases", "the bias of the key head", fault_bias_of_key_head},
    {"sinks", "row t has the sink of head t mod 4", fault_sinks_by_rows},
    {"ALiBi", "no slope in one head", fault_slope_lost_in_head},
    {"exponential", "of base 2 on the diagonal", fault_base_2_on_diagonal},
    {"rescaling", "neither sum rescaled where the maximum rises little", fault_small_rises_kept},
    {"masks", "the window of the first query of each tile", fault_window_of_first_query},
    {"rows", "divided by the sums of others", fault_sums_exchanged},
    {"rows", "the sum of values not cleared", fault_values_not_cleared},
    {"keys", "keys of zeros beside all others", fault_keys_of_zeros},
    {"caches", "zero points of values not subtracted", fault_zero_points_added},
    {"caches", "each value vector times a number of its own", fault_value_vectors_scaled},
    {"caches", "each channel of keys times a number of its own", fault_channels_of_keys_scaled},
    {"caches", "a prefix of another batch entry", fault_prefix_of_other_entry},
    {"rescaling", "values rescaled after a tile is added", fault_values_rescaled_late},
    {"rescaling", "values by the maximum of their tile", fault_values_below_own_maximum},
    {"exponential", "0 of low scores, in tiles", fault_scores_cut},
};

enum { KERNEL_FAULTS = sizeof all_kernel_faults / sizeof *all_kernel_faults };
#endif
