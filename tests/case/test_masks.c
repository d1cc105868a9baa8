/* test_masks.c - the masks of a case: one wrong case to each rule, and what right ones become. */
#include "tests/case/draft.h"
#include "tests/support/suite.h"
#include <stdint.h>
#include <stdlib.h>

#define BOTTOM ",\"causal_alignment\":\"bottom-right\""
#define CAUSAL ",\"mask\":\"causal\""
#define PREFIX ",\"mask\":\"prefix\""
#define WINDOW ",\"window\":{\"left\":2,\"right\":0}"
#define STREAMING ",\"streaming\":{\"first\":1,\"recent\":2}"
#define CACHE ",\"streaming_positions\":\"cache\""
#define ALIBI ",\"position\":\"alibi\""
#define CHUNK ",\"chunk\":2"
#define UNALIGNED \
    "x: causal_alignment: missing: query_length is 3 and key_length 5; expected top-left (query t sees keys up " \
    "to t), bottom-right (the last query sees all keys, as with a cache) or an offset"

/* 2 batches, 6 query heads, 3 queries, 5 keys */
static const struct {
    const char *members, *tensors, *message;
} refused[] = {
    {PREFIX BOTTOM, "", "x: prefix: missing; mask prefix needs it"},
    {",\"prefix\":2", "", "x: prefix: applies only to mask prefix; this case has mask none"},
    {",\"mask\":\"none\",\"prefix\":0", "", "x: prefix: applies only to mask prefix; this case has mask none"},
    {",\"mask\":\"causal\",\"prefix\":0" BOTTOM, "",
     "x: prefix: applies only to mask prefix; this case has mask causal"},
    {PREFIX ",\"prefix\":5", "", UNALIGNED},
    {WINDOW, "", UNALIGNED},
    {",\"window\":{}", "", UNALIGNED},
    {STREAMING, "", UNALIGNED},
    {CHUNK, "", UNALIGNED},
    {STREAMING BOTTOM CACHE, "", "x: streaming_positions: 'cache' needs mask streaming and a position"},
    {ALIBI BOTTOM CACHE, "", "x: streaming_positions: 'cache' needs mask streaming and a position"},
    {ALIBI BOTTOM CACHE ",\"streaming\":{\"first\":4,\"recent\":0}", "",
     "x: streaming_positions: 'cache' needs a recent of at least 1: the query's own key has a "
     "place "
     "in the cache"},
    {ALIBI STREAMING BOTTOM CACHE ",\"sink\":\"first-keys\",\"sink_keys\":1", "",
     "x: streaming_positions: 'cache': sink first-keys shows keys that have no place in the cache"},
    {ALIBI STREAMING BOTTOM CACHE, "key_positions I64 [2,5]",
     "x: streaming_positions: 'cache' and key_positions both define positions"},
    {ALIBI STREAMING CACHE, "query_positions I64 [2,3]",
     "x: streaming_positions: 'cache' and query_positions both define positions"},
    {ALIBI STREAMING ",\"streaming_positions\":\"kept\"", "",
     "x: plumbline.streaming_positions: 'kept' is not one of text, cache"},
    {"", "query_segments I64 [2,3]", "x: key_segments: missing; query_segments needs it"},
    {"", "key_segments I64 [2,5]", "x: query_segments: missing; key_segments needs it"},
    {"", "query_segments F32 [2,3] key_segments I64 [2,5]", "x: query_segments: dtype F32 is not one of I64, I32"},
    {"", "query_segments I64 [2,3] key_segments BOOL [2,5]", "x: key_segments: dtype BOOL is not one of I64, I32"},
    {"", "query_segments I64 [2,5] key_segments I64 [2,5]", "x: query_segments: shape [2,5] is not [2,3]"},
    {"", "query_segments I64 [3] key_segments I64 [2,5]", "x: query_segments: shape [3] is not [2,3]"},
    {"", "query_segments I64 [2,3] key_segments I32 [1,5]", "x: key_segments: shape [1,5] is not [2,5]"},
    {"", "query_segments I64 [2,3] key_segments I32 [2,3]", "x: key_segments: shape [2,3] is not [2,5]"},
    {ALIBI STREAMING BOTTOM CACHE, "bidirectional_groups I64 [2,5]",
     "x: streaming_positions: 'cache': bidirectional_groups shows keys that have no place in the cache"},
    {"", "bidirectional_groups I64 [2,5]",
     "x: bidirectional_groups: has no effect here: no position mask hides a key; expected mask causal, window, "
     "streaming or chunk"},
    {CAUSAL BOTTOM, "bidirectional_groups F32 [2,5]", "x: bidirectional_groups: dtype F32 is not one of I64, I32"},
    {CAUSAL BOTTOM, "bidirectional_groups I64 [2,3]", "x: bidirectional_groups: shape [2,3] is not [2,5]"},
    {"", "allowed I32 [1,1,1,5]", "x: allowed: dtype I32 is not BOOL; a mask of 0 and 1 must be converted to booleans"},
    {"", "allowed F32 [1,1,1,5]", "x: allowed: dtype F32 is not BOOL; numbers that are added to scores are a bias"},
    {"", "allowed BOOL [2,5]", "x: allowed: shape [2,5] is not [2|1,6|1,3|1,5]"},
    {"", "allowed BOOL [1,1,3,1]", "x: allowed: shape [1,1,3,1] is not [2|1,6|1,3|1,5]"},
    {"", "allowed BOOL [2,2,3,5]", "x: allowed: shape [2,2,3,5] is not [2|1,6|1,3|1,5]"},
};

START_TEST(refuses) {
    refuse(start_with(refused[_i].members, refused[_i].tensors), refused[_i].message);
}
END_TEST

static plumb_problem problem_of(const char *members) {
    plumb_case c = accept(start_with(members, ""), NULL);
    plumb_problem problem = c.problem;
    plumb_case_free(&c);
    return problem;
}

START_TEST(without_masks_there_are_none) {
    plumb_problem p = problem_of("");
    ck_assert(!p.causal.causal);
    ck_assert_int_eq(p.causal.offset, 0);
    ck_assert(!p.mask.windowed && !p.mask.prefixed && !p.mask.streaming);
    ck_assert_int_eq(p.mask.chunk, 0);
    ck_assert(p.mask.query_segment == NULL && p.mask.key_segment == NULL && p.mask.allowed == NULL);
}
END_TEST

START_TEST(reads_masks_of_positions) {
    plumb_problem p = problem_of(PREFIX ",\"prefix\":5" WINDOW STREAMING CHUNK BOTTOM);
    ck_assert(!p.causal.causal); /* the prefix takes its place */
    ck_assert(p.mask.prefixed && p.mask.windowed && p.mask.streaming);
    ck_assert_int_eq(p.mask.prefix, 5);
    ck_assert_int_eq(p.mask.left, 2);
    ck_assert_int_eq(p.mask.right, 0);
    ck_assert_int_eq(p.mask.first, 1);
    ck_assert_int_eq(p.mask.recent, 2);
    ck_assert_int_eq(p.mask.chunk, 2);
    p = problem_of(",\"mask\":\"causal\"" WINDOW BOTTOM);
    ck_assert(p.causal.causal && p.mask.windowed && !p.mask.prefixed);
}
END_TEST

/* A table as short as the cache serves a longer text. */
START_TEST(reads_positions_within_the_cache) {
    static const char learned[] = STREAMING BOTTOM CACHE ",\"position\":\"learned\"";
    plumb_case c = accept(start_with(learned, "position_table F32 [3,4]"), NULL);
    ck_assert(c.problem.mask.in_cache);
    plumb_case_free(&c);
    refuse(start_with(learned, "position_table F32 [2,4]"),
           "x: causal_alignment: the position of query 0 is 2, which is beyond the rows of "
           "position_table, 0 to 1");
    ck_assert(
        !problem_of(ALIBI STREAMING BOTTOM ",\"streaming_positions\":\"text\"").mask.in_cache);
}
END_TEST

static const char *const positioned[] = {
    ",\"mask\":\"causal\"", PREFIX ",\"prefix\":0", WINDOW, ",\"window\":{}", STREAMING, CHUNK};

START_TEST(resolves_alignment) {
    char members[200];
    snprintf(members, sizeof members, "%s" BOTTOM, positioned[_i]);
    ck_assert_int_eq(problem_of(members).causal.offset, 2);
    snprintf(members, sizeof members, "%s,\"causal_alignment\":\"top-left\"", positioned[_i]);
    ck_assert_int_eq(problem_of(members).causal.offset, 0);
    snprintf(members, sizeof members, "%s,\"causal_alignment\":{\"offset\":-9}", positioned[_i]);
    ck_assert_int_eq(problem_of(members).causal.offset, -9);
}
END_TEST

/* Lengths that are equal need no alignment: both names mean the same. */
START_TEST(alignment_of_a_square_needs_no_statement) {
    draft d = start(positioned[_i]);
    add_tensor(&d, "q", "F16", "[1,1,2,1]", 4);
    add_tensor(&d, "k", "F16", "[1,1,2,1]", 4);
    add_tensor(&d, "v", "F16", "[1,1,2,1]", 4);
    plumb_case c = accept(d, NULL);
    ck_assert_int_eq(c.problem.causal.offset, 0);
    plumb_case_free(&c);
}
END_TEST

/* Both widths, negative numbers and the extremes. */
START_TEST(reads_segments) {
    draft d = start_with("", "query_segments I64 [2,3] key_segments I32 [2,5]");
    unsigned char *data = calloc(d.data_size, 1), *keys = data + INPUT_BYTES + 48;
    ck_assert_ptr_nonnull(data);
    plumb_store(data + INPUT_BYTES, 8, UINT64_C(1) << 63);
    plumb_store(data + INPUT_BYTES + 8, 8, UINT64_C(0x7FFFFFFFFFFFFFFF));
    plumb_store(data + INPUT_BYTES + 40, 8, (uint64_t)-2);
    plumb_store(keys, 4, 0x80000000);
    plumb_store(keys + 4, 4, 0x7FFFFFFF);
    plumb_store(keys + 36, 4, 0xFFFFFFFE);
    plumb_case c = accept(d, data);
    free(data);
    const plumb_mask *mask = &c.problem.mask;
    ck_assert_int_eq(mask->query_segment[0], INT64_MIN);
    ck_assert_int_eq(mask->query_segment[1], INT64_MAX);
    ck_assert_int_eq(mask->query_segment[2], 0);
    ck_assert_int_eq(mask->query_segment[5], -2);
    ck_assert_int_eq(mask->key_segment[0], INT32_MIN);
    ck_assert_int_eq(mask->key_segment[1], INT32_MAX);
    ck_assert_int_eq(mask->key_segment[9], -2);
    plumb_case_free(&c);
}
END_TEST

/* Where element (1, 0, 0, 0), (0, 1, 0, 0) and (0, 0, 1, 0) lie. */
static const struct {
    const char *tensor;
    size_t batch, head, query;
} broadcasts[] = {
    {"allowed BOOL [2,6,3,5]", 90, 15, 5}, {"allowed BOOL [1,6,3,5]", 0, 15, 5},
    {"allowed BOOL [2,1,3,5]", 15, 0, 5},  {"allowed BOOL [2,6,1,5]", 30, 5, 0},
    {"allowed BOOL [1,1,3,5]", 0, 0, 5},   {"allowed BOOL [2,1,1,5]", 5, 0, 0},
    {"allowed BOOL [1,1,1,5]", 0, 0, 0},
};

START_TEST(allowed_is_broadcast) {
    draft d = start_with("", broadcasts[_i].tensor);
    unsigned char *data = calloc(d.data_size, 1);
    ck_assert_ptr_nonnull(data);
    for (size_t i = INPUT_BYTES; i < d.data_size; i++)
        data[i] = (i - INPUT_BYTES) % 7 == 0;
    plumb_case c = accept(d, data);
    free(data);
    const plumb_mask *mask = &c.problem.mask;
    for (size_t i = 0; i < d.data_size - INPUT_BYTES; i++)
        ck_assert_uint_eq(mask->allowed[i], i % 7 == 0);
    ck_assert_uint_eq(mask->allowed_batch, broadcasts[_i].batch);
    ck_assert_uint_eq(mask->allowed_head, broadcasts[_i].head);
    ck_assert_uint_eq(mask->allowed_query, broadcasts[_i].query);
    plumb_case_free(&c);
}
END_TEST

static const struct {
    const char *members;
    bool hides;
} polarities[] = {{"", false},
                  {",\"mask_polarity\":\"true-attends\"", false},
                  {",\"mask_polarity\":\"true-hides\"", true}};

START_TEST(polarity_says_what_true_does) {
    draft d = start_with(polarities[_i].members, "allowed BOOL [1,1,1,5]");
    unsigned char *data = calloc(d.data_size, 1);
    ck_assert_ptr_nonnull(data);
    data[INPUT_BYTES + 1] = data[INPUT_BYTES + 4] = 1;
    plumb_case c = accept(d, data);
    free(data);
    for (size_t i = 0; i < 5; i++)
        ck_assert_uint_eq(c.problem.mask.allowed[i], (i == 1 || i == 4) != polarities[_i].hides);
    plumb_case_free(&c);
}
END_TEST

START_TEST(refuses_what_is_no_bool) {
    plumb_case c;
    plumb_error error = {""};
    draft d = start_with("", "allowed BOOL [2,1,3,5]");
    unsigned char *data = calloc(d.data_size, 1);
    ck_assert_ptr_nonnull(data);
    data[INPUT_BYTES + 22] = 2;
    ck_assert_int_eq(finish(&d, data, &c, &error), -1);
    free(data);
    ck_assert_str_eq(error.text, "x: allowed[1,0,1,2] is 2, which is neither 0 nor 1");
    ck_assert_ptr_null(c.storage);
}
END_TEST

/* Of no keys there is nothing to hide. */
START_TEST(reads_no_keys) {
    draft d = start(PREFIX ",\"prefix\":0" BOTTOM);
    add_tensor(&d, "q", "F32", "[1,1,2,1]", 8);
    add_tensor(&d, "k", "F32", "[1,1,0,1]", 0);
    add_tensor(&d, "v", "F32", "[1,1,0,1]", 0);
    add_tensor(&d, "allowed", "BOOL", "[1,1,2,0]", 0);
    add_tensor(&d, "query_segments", "I32", "[1,2]", 8);
    add_tensor(&d, "key_segments", "I64", "[1,0]", 0);
    plumb_case c = accept(d, NULL);
    ck_assert_int_eq(c.problem.causal.offset, -2);
    ck_assert_ptr_nonnull(c.problem.mask.allowed);
    ck_assert_ptr_nonnull(c.problem.mask.key_segment);
    plumb_case_free(&c);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("masks");
    TCase *tests = tcase_create("masks");
    const int positions = (int)(sizeof positioned / sizeof *positioned);
    tcase_add_loop_test(tests, refuses, 0, (int)(sizeof refused / sizeof *refused));
    tcase_add_test(tests, without_masks_there_are_none);
    tcase_add_test(tests, reads_masks_of_positions);
    tcase_add_test(tests, reads_positions_within_the_cache);
    tcase_add_loop_test(tests, resolves_alignment, 0, positions);
    tcase_add_loop_test(tests, alignment_of_a_square_needs_no_statement, 0, positions);
    tcase_add_test(tests, reads_segments);
    tcase_add_loop_test(tests, allowed_is_broadcast, 0,
                        (int)(sizeof broadcasts / sizeof *broadcasts));
    tcase_add_loop_test(tests, polarity_says_what_true_does, 0,
                        (int)(sizeof polarities / sizeof *polarities));
    tcase_add_test(tests, refuses_what_is_no_bool);
    tcase_add_test(tests, reads_no_keys);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
