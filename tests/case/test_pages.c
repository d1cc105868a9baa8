/* test_pages.c - keys and values in pages, and lengths of batch entries: each number found in a second way, and
   refusals. */
#include "case/borrowed.h"
#include "case/pages.h"
#include "tests/case/draft.h"
#include "tests/support/place.h"
#include "tests/support/random.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* 3 batch entries of 3 pages of 4 slots in 7 blocks, 4 query heads on 2 key heads, 2 queries, 8 channels. */
enum { BATCH = 3, PAGES = 3, SLOTS = 4, BLOCKS = 7, HEADS = 2, CHANNELS = 8, QUERIES = 2 };
enum { CACHE = BLOCKS * SLOTS * HEADS * CHANNELS, MOST_KEYS = PAGES * SLOTS };

/* In which tensors, in which order of axes, and of which elements the caches are. */
typedef enum { APART, FIRST, SECOND, WAYS } way;
typedef enum { OF_F32, OF_BF16, OF_I8, OF_E2M1, ELEMENTS } element;

static const struct {
    const char *dtype, *word;
    size_t bits;
    bool scaled;
} elements[] = {
    {"F32", "dtype", 32, false}, {"BF16", "dtype", 16, false}, {"I8", "dtype", 8, true}, {"U8", "e2m1", 4, true}};

typedef struct {
    way way;
    bool heads_first;
    element element;
    int64_t length[BATCH], block[BATCH][PAGES];
    unsigned char data[64 * CACHE];
} drawn;

enum { BEFORE = 4 * (BATCH * 2 * HEADS * QUERIES * CHANNELS), INDICES = 8 * (BATCH * PAGES + BATCH) };

/* Blocks are shared; those of pages that hold no key are anything. */
static void draw(random_cases *cases, drawn *d) {
    d->way = (way)random_below(cases, WAYS);
    d->heads_first = random_below(cases, 2) == 1;
    d->element = (element)random_below(cases, ELEMENTS);
    for (size_t i = 0; i < sizeof d->data; i++)
        d->data[i] = (unsigned char)random_bits(cases);
    for (size_t b = 0; b < BATCH; b++) {
        d->length[b] = (int64_t)random_below(cases, MOST_KEYS + 1);
        for (size_t page = 0; page < PAGES; page++)
            d->block[b][page] = (int64_t)page * SLOTS < d->length[b] ? (int64_t)random_below(cases, BLOCKS)
                                                                     : (int64_t)random_below(cases, 2000) - 1000;
    }
    memcpy(d->data + BEFORE, d->block, sizeof d->block);
    memcpy(d->data + BEFORE + sizeof d->block, d->length, sizeof d->length);
}

static draft draft_of(const drawn *d, const char *members) {
    char said[200], shape[2][40];
    size_t channels = CHANNELS * elements[d->element].bits / 8, bytes = CACHE * elements[d->element].bits / 8;
    size_t wide = d->element == OF_E2M1 ? CHANNELS / 2 : CHANNELS, one = d->heads_first ? HEADS : SLOTS;
    ck_assert_uint_gt(channels, 0);
    snprintf(said, sizeof said, ",\"page_layout\":\"%s\",\"k_format\":\"%s\",\"v_format\":\"%s\"%s",
             d->heads_first ? "heads-slots" : "slots-heads", elements[d->element].word, elements[d->element].word,
             members);
    draft file = start(said);
    add_tensor(&file, "q", "F32", "[3,4,2,8]", BEFORE);
    add_tensor(&file, "block_table", "I64", "[3,3]", 8 * BATCH * PAGES);
    add_tensor(&file, "key_lengths", "I64", "[3]", 8 * BATCH);
    snprintf(shape[0], sizeof shape[0], "%zu,%d,%zu]", one, (int)(SLOTS * HEADS / one), wide);
    snprintf(shape[1], sizeof shape[1],
             d->way == APART   ? "[%d,%s"
             : d->way == FIRST ? "[2,%d,%s"
                               : "[%d,2,%s",
             BLOCKS, shape[0]);
    if (d->way != APART)
        add_tensor(&file, "kv_cache", elements[d->element].dtype, shape[1], 2 * bytes);
    else {
        add_tensor(&file, "k", elements[d->element].dtype, shape[1], bytes);
        add_tensor(&file, "v", elements[d->element].dtype, shape[1], bytes);
    }
    if (elements[d->element].scaled) {
        add_tensor(&file, "k_scale", "F32", "[3,2]", 4 * BATCH * HEADS);
        add_tensor(&file, "v_scale", "F32", "[3,2]", 4 * BATCH * HEADS);
    }
    return file;
}

static double element_at(const drawn *d, const unsigned char *bytes, size_t i) {
    static const double e2m1[] = {0, 0.5, 1, 1.5, 2, 3, 4, 6};
    unsigned four = i % 2 == 0 ? bytes[i / 2] & 15 : bytes[i / 2] >> 4;
    switch (d->element) {
    case OF_F32:
        return plumb_decode_f32((uint32_t)plumb_load(bytes + 4 * i, 4));
    case OF_BF16:
        return plumb_decode_bf16((uint16_t)plumb_load(bytes + 2 * i, 2));
    case OF_I8:
        return (double)(signed char)bytes[i];
    default:
        return four > 7 ? -e2m1[four - 8] : e2m1[four];
    }
}

/* Element c of key or value j; 0 behind the length. */
static double wanted(const drawn *d, bool value, size_t b, size_t h, size_t j, size_t c) {
    const unsigned char *caches = d->data + BEFORE + INDICES;
    if ((int64_t)j >= d->length[b])
        return 0;
    size_t block = (size_t)d->block[b][j / SLOTS], slot = j % SLOTS,
           number = d->way == SECOND ? 2 * block + value : block;
    size_t row = number * SLOTS * HEADS + (d->heads_first ? h * SLOTS + slot : slot * HEADS + h);
    size_t before = d->way != SECOND && value ? CACHE : 0, bits = elements[d->element].bits;
    double x = element_at(d, caches, before + row * CHANNELS + c);
    const unsigned char *scales = caches + 2 * CACHE * bits / 8 + (value ? 4 * BATCH * HEADS : 0);
    return elements[d->element].scaled ? x * plumb_decode_f32((uint32_t)plumb_load(scales + 4 * (b * HEADS + h), 4))
                                       : x;
}

static bool same(double a, double b) {
    return (isnan(a) && isnan(b)) || a == b;
}

static size_t most_keys(const drawn *d) {
    size_t most = 0;
    for (size_t b = 0; b < BATCH; b++)
        most = (size_t)d->length[b] > most ? (size_t)d->length[b] : most;
    return most;
}

static void check_numbers(const drawn *d, const plumb_problem *p, size_t b, size_t h) {
    for (size_t j = 0; j < p->key_length; j++)
        for (size_t c = 0; c < CHANNELS; c++) {
            size_t at = ((b * HEADS + h) * p->key_length + j) * CHANNELS + c;
            ck_assert_msg(same(p->key[at], wanted(d, false, b, h, j, c)), "k: entry %zu head %zu key %zu", b, h, j);
            ck_assert_msg(same(p->value[at], wanted(d, true, b, h, j, c)), "v: entry %zu head %zu key %zu", b, h, j);
        }
}

static void check_visible(const drawn *d, const plumb_problem *p) {
    const plumb_mask *m = &p->mask;
    for (size_t b = 0; b < BATCH; b++)
        for (size_t j = 0; j < p->key_length; j++)
            ck_assert_int_eq(m->allowed == NULL || m->allowed[b * m->allowed_batch + j] != 0,
                             (int64_t)j < d->length[b]);
}

START_TEST(pages_hold_keys_and_values) {
    random_cases cases = random_begin("pages", 300);
    static drawn d;
    while (random_next(&cases)) {
        draw(&cases, &d);
        plumb_case c = accept(draft_of(&d, ""), d.data);
        ck_assert_uint_eq(c.problem.key_length, most_keys(&d));
        ck_assert_uint_eq(c.problem.key_heads, HEADS);
        ck_assert_uint_eq(c.problem.value_dim, CHANNELS);
        ck_assert(c.cache[0] == NULL && c.cache[1] == NULL); /* the bytes may go */
        ck_assert(c.problem.mask.hides_lengths_alone == (c.problem.mask.allowed != NULL));
        for (size_t b = 0; b < BATCH; b++)
            for (size_t h = 0; h < HEADS; h++)
                check_numbers(&d, &c.problem, b, h);
        check_visible(&d, &c.problem);
        plumb_case_free(&c);
    }
}
END_TEST

/* Of a file the caches are kept, and may be read again. */
static void check_caches(const drawn *d, const plumb_case *c) {
    static double value[BATCH * HEADS * MOST_KEYS * CHANNELS];
    for (size_t i = 0; i < 2; i++) {
        const plumb_tensor *cache = c->cache[i];
        ck_assert_ptr_nonnull(cache);
        plumb_tensor_decode_part(cache, c->vector_format[1 + i], 0, cache->count, value);
        for (size_t n = 0; n < cache->count; n++) {
            size_t row = n / CHANNELS, j = row % cache->shape[2], head = row / cache->shape[2];
            ck_assert(same(value[n], wanted(d, i == 1, head / HEADS, head % HEADS, j, n % CHANNELS)));
        }
    }
}

/* A head at a time, from a file. */
START_TEST(what_is_borrowed_is_the_same) {
    random_cases cases = random_begin("pages that are borrowed", 100);
    static drawn d;
    char path[PLACE_SIZE];
    close(make_file(path));
    while (random_next(&cases)) {
        plumb_case c;
        plumb_error error;
        draw(&cases, &d);
        draft file = draft_of(&d, ",\"gqa\":\"tile\"");
        append(&file, "}");
        file_bytes bytes = safetensors_file(file.header, d.data, file.data_size);
        FILE *stream = fopen(path, "wb");
        ck_assert_uint_eq(fwrite(bytes.bytes, 1, bytes.size, stream), bytes.size);
        fclose(stream);
        free(bytes.bytes);
        ck_assert_msg(plumb_case_read(path, &c, &error) == 0, "%s", error.text);
        check_caches(&d, &c);
        plumb_case_free(&c);
        ck_assert_msg(plumb_case_read_borrowed(path, &c, &error) == 0, "%s", error.text);
        const plumb_problem *p = &c.problem;
        size_t b = random_below(&cases, BATCH), h = random_below(&cases, 2 * HEADS);
        plumb_borrowed_hold(c.borrowed, p, b, h, 0, 1);
        for (size_t i = 0; i < p->key_length * CHANNELS; i++) {
            size_t at = (b * 2 * HEADS + h) * p->key_length * CHANNELS + i;
            ck_assert(same(p->key[at], wanted(&d, false, b, h % HEADS, i / CHANNELS, i % CHANNELS)));
            ck_assert(same(p->value[at], wanted(&d, true, b, h % HEADS, i / CHANNELS, i % CHANNELS)));
        }
        plumb_borrowed_release(c.borrowed, p, b, h, 0, 1);
        ck_assert(!plumb_borrowed_is_stale(c.borrowed));
        plumb_case_free(&c);
    }
    unlink(path);
}
END_TEST

/* Queries are counted from the end of each entry's keys, or from the first key. */
START_TEST(alignment_is_that_of_each_entry) {
    random_cases cases = random_begin("alignment with lengths", 50);
    static drawn d;
    while (random_next(&cases)) {
        draw(&cases, &d);
        plumb_case c = accept(draft_of(&d, ",\"mask\":\"causal\",\"causal_alignment\":\"bottom-right\""), d.data);
        for (size_t b = 0; b < BATCH; b++)
            ck_assert_int_eq(plumb_offset_of(&c.problem, b), d.length[b] - QUERIES);
        plumb_case_free(&c);
        c = accept(draft_of(&d, ",\"mask\":\"causal\",\"causal_alignment\":\"top-left\""), d.data);
        ck_assert_ptr_null(c.problem.mask.entry_offset);
        ck_assert_int_eq(c.problem.causal.offset, 0);
        plumb_case_free(&c);
    }
}
END_TEST

/* ---- lengths of dense keys ---- */

/* 2 entries, 6 heads, 3 queries, 5 keys: what is allowed, and is neither before the start nor behind the length, is
   seen. */
START_TEST(lengths_hide_what_is_allowed) {
    static const char *const shapes[] = {"", "[1,1,1,5]", "[2,1,1,5]", "[1,6,1,5]", "[2,1,3,5]", "[2,6,3,5]"};
    static const size_t sizes[][3] = {{0, 0, 0}, {1, 1, 1}, {2, 1, 1}, {1, 6, 1}, {2, 1, 3}, {2, 6, 3}};
    const size_t *size = sizes[_i], count = size[0] * size[1] * size[2] * 5;
    random_cases cases = random_begin("lengths beside a mask", 20);
    while (random_next(&cases)) {
        unsigned char data[INPUT_BYTES + 16 + 180] = {0}, *allowed = data + INPUT_BYTES + 16;
        size_t length[] = {random_below(&cases, 6), random_below(&cases, 6)};
        size_t first[] = {random_below(&cases, length[0] + 1), random_below(&cases, length[1] + 1)};
        for (size_t b = 0; b < 2; b++) {
            data[INPUT_BYTES + 4 * b] = (unsigned char)length[b];
            data[INPUT_BYTES + 8 + 4 * b] = (unsigned char)first[b];
        }
        for (size_t i = 0; i < count; i++)
            allowed[i] = (unsigned char)random_below(&cases, 2);
        draft d = start_with("", "key_lengths I32 [2] key_starts I32 [2]");
        if (count > 0)
            add_tensor(&d, "allowed", "BOOL", shapes[_i], count);
        plumb_case c = accept(d, data);
        const plumb_mask *m = &c.problem.mask;
        for (size_t i = 0; i < 2 * 6 * 3 * 5; i++) {
            size_t j = i % 5, t = i / 5 % 3, h = i / 15 % 6, b = i / 90;
            size_t at =
                ((b % (size[0] + !count) * size[1] + h % (size[1] + !count)) * size[2] + t % (size[2] + !count)) * 5;
            bool sees = j >= first[b] && j < length[b] && (count == 0 || allowed[at + j] != 0);
            bool shown = m->allowed == NULL ||
                         m->allowed[b * m->allowed_batch + h * m->allowed_head + t * m->allowed_query + j] != 0;
            ck_assert_int_eq(shown, sees);
        }
        plumb_case_free(&c);
    }
}
END_TEST

/* ---- what is refused ---- */

static const struct {
    const char *members, *tensors; /* "k F32 [7,4,2,8]" */
    int32_t table[4], length[2];   /* of 2 entries of 2 pages */
    const char *message;
} refused[] = {
#define TABLES "block_table I32 [2,2] key_lengths I32 [2]"
    {"",
     "k F32 [7,4,2,8] v F32 [7,4,2,8] " TABLES,
     {0, 7, 1, 1},
     {5, 4},
     "x: block_table[0,1] is 7; expected 0 to 6, the blocks of k: entry 0 has 5 keys, and this page holds those from 4 "
     "on"},
    {"",
     "k F32 [7,4,2,8] v F32 [7,4,2,8] " TABLES,
     {0, 1, -1, 1},
     {5, 1},
     "x: block_table[1,0] is -1; expected 0 to 6, the blocks of k: entry 1 has 1 keys, and this page holds those from "
     "0 on"},
    {"",
     "k F32 [7,4,2,8] v F32 [7,4,2,8] " TABLES,
     {0, 1, 1, 1},
     {5, 9},
     "x: key_lengths[1] is 9; expected 0 to 8, the slots of 2 pages of 4; a cache of [blocks,key_heads,slots,dim] has "
     "page_layout heads-slots"},
    {",\"page_layout\":\"heads-slots\"",
     "k F32 [7,2,4,8] v F32 [7,2,4,8] " TABLES,
     {0, 1, 1, 1},
     {-1, 9},
     "x: key_lengths[0] is -1; expected 0 to 8, the slots of 2 pages of 4"},
    {"",
     "k F32 [7,4,2,8] v F32 [7,4,2,8] block_table I32 [2,2]",
     {0},
     {0},
     "x: key_lengths: missing; block_table needs it"},
    {"", "kv_cache F32 [2,7,4,2,8] key_lengths I32 [2]", {0}, {0}, "x: block_table: missing; kv_cache needs it"},
    {"", "k F32 [7,4,2,8] " TABLES, {0}, {0}, "x: v: missing"},
    {"",
     "k F32 [7,4,2,8] kv_cache F32 [2,7,4,2,8] " TABLES,
     {0},
     {0},
     "x: kv_cache: cannot be combined with k; expected both in kv_cache, or k and v"},
    {"",
     "kv_cache F32 [2,2,4,2,8] " TABLES,
     {0},
     {0},
     "x: kv_axis: missing; the first two axes of kv_cache are both 2; expected first or second"},
    {",\"kv_axis\":\"first\"",
     "kv_cache F32 [7,2,4,2,8] " TABLES,
     {0},
     {0},
     "x: kv_cache: shape [7,2,4,2,8] is not [2,blocks,...]; [blocks,2,...] has kv_axis second"},
    {"",
     "kv_cache F32 [7,4,2,8] " TABLES,
     {0},
     {0},
     "x: kv_cache: shape [7,4,2,8] is not [2,blocks,...] or [blocks,2,...], of keys and values in pages"},
    {"",
     "k F32 [7,4,2,8] v F32 [6,4,2,8] " TABLES,
     {0},
     {0},
     "x: v: shape [6,4,2,8] does not match k's [7,4,2,8] in blocks, slots and heads"},
    {"",
     "k F32 [7,2,3,8] v F32 [7,2,3,8] " TABLES,
     {0},
     {0},
     "x: k: shape [7,2,3,8] is [blocks,slots,key_heads,dim]: q's 4 heads are not a multiple of 3; it fits as "
     "[blocks,key_heads,slots,dim], which is page_layout heads-slots"},
    {"",
     "k F32 [0,4,2,8] v F32 [0,4,2,8] " TABLES,
     {0},
     {0},
     "x: k: shape [0,4,2,8] is [blocks,slots,key_heads,dim] with blocks 0; expected at least 1"},
    {"", "k F32 [7,4,16] v F32 [7,4,16] " TABLES, {0}, {0}, "x: k: shape [7,4,16] is not [blocks,slots,key_heads,dim]"},
    {"",
     "k F32 [7,4,2,8] v F32 [7,4,2,8] block_table F32 [2,2] key_lengths I32 [2]",
     {0},
     {0},
     "x: block_table: dtype F32 is not one of I64, I32"},
    {"",
     "k F32 [7,4,2,8] v F32 [7,4,2,8] block_table I32 [4] key_lengths I32 [2]",
     {0},
     {0},
     "x: block_table: shape [4] is not [2,pages]"},
    {"",
     "k F32 [7,4,2,8] v F32 [7,4,2,8] block_table I32 [2,2] key_lengths I32 [1,2]",
     {0},
     {0},
     "x: key_lengths: shape [1,2] is not [2]"},
    {",\"mask\":\"causal\"",
     "k F32 [7,4,2,8] v F32 [7,4,2,8] " TABLES,
     {0},
     {3, 3},
     "x: causal_alignment: missing: batch entries have lengths of their own; expected bottom-right (the last query "
     "sees all keys of its entry), top-left (query t sees keys up to t) or an offset"},
    {",\"empty_row\":\"mean\"",
     "k F32 [7,4,2,8] v F32 [7,4,2,8] " TABLES,
     {0},
     {3, 3},
     "x: empty_row: 'mean' cannot be combined with lengths of keys; use allowed to hide keys that exist"},
    {",\"softcap\":2,\"softcap_order\":\"bias-mask-cap\"",
     "k F32 [7,4,2,8] v F32 [7,4,2,8] " TABLES,
     {0},
     {3, 3},
     "x: softcap_order: 'bias-mask-cap' cannot be combined with lengths of keys: keys that do not exist would take "
     "part"},
    {",\"page_layout\":\"slots-heads\"",
     "k F32 [2,2,4,8] v F32 [2,2,4,8]",
     {0},
     {0},
     "x: page_layout: has no effect here: no block_table is given"},
    {",\"kv_axis\":\"second\"",
     "k F32 [2,2,4,8] v F32 [2,2,4,8]",
     {0},
     {0},
     "x: kv_axis: has no effect here: no kv_cache is given"},
};

/* The tables come first, so that their numbers may be stated. */
START_TEST(refuses) {
    char name[16], dtype[8], shape[32];
    static unsigned char data[1 << 16];
    int length;
    draft d = start(refused[_i].members);
    add_tensor(&d, "q", "F32", "[2,4,3,8]", 4 * 2 * 4 * 3 * 8);
    for (const char *t = refused[_i].tensors; sscanf(t, "%15s %7s %31s%n", name, dtype, shape, &length) == 3;
         t += length) {
        memcpy(data + d.data_size, strcmp(name, "block_table") == 0 ? refused[_i].table : refused[_i].length,
               strcmp(name, "block_table") == 0   ? sizeof refused[_i].table
               : strcmp(name, "key_lengths") == 0 ? sizeof refused[_i].length
                                                  : 0);
        add_tensor(&d, name, dtype, shape, tensor_bytes(dtype, shape));
    }
    plumb_case c;
    plumb_error error = {""};
    ck_assert_int_eq(finish(&d, data, &c, &error), -1);
    ck_assert_str_eq(error.text, refused[_i].message);
    ck_assert_ptr_null(c.storage);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("pages");
    TCase *tests = tcase_create("case");
    tcase_add_test(tests, pages_hold_keys_and_values);
    tcase_add_test(tests, what_is_borrowed_is_the_same);
    tcase_add_test(tests, alignment_is_that_of_each_entry);
    tcase_add_loop_test(tests, lengths_hide_what_is_allowed, 0, 6);
    tcase_add_loop_test(tests, refuses, 0, (int)(sizeof refused / sizeof *refused));
    suite_add_tcase(suite, tests);
    return run_suite_in_place(suite);
}
