/* test_tile.c - the convention gqa tile: which key head each query head reads. */
#include "case/tile.h"
#include "tests/case/draft.h"
#include "tests/support/suite.h"

#define TILE ",\"gqa\":\"tile\""

/* Every head of keys and values holds its own number, 1 and up: 2 batches, 6 query heads on 2 key
   heads, 5 keys of 4, values of 3. */
static plumb_case read_numbered(const char *members, const char *tensors) {
    draft d = start_with(members, tensors);
    unsigned char *data = calloc(d.data_size, 1);
    ck_assert_ptr_nonnull(data);
    const size_t keys = 4 * 2 * 6 * 3 * 4, values = keys + 4 * 2 * 2 * 5 * 4;
    for (size_t i = 0; i < 4 * (5 * 4 + 5 * 3); i++) {
        size_t head = i < 4 * 5 * 4 ? i / (5 * 4) : (i - 4 * 5 * 4) / (5 * 3);
        uint16_t bits = (uint16_t)(0x3F80 + 0x20 * head); /* 1, 1.25, 1.5, 1.75 as bfloat16 */
        plumb_store(data + (i < 4 * 5 * 4 ? keys + 4 * i : values + 4 * (i - 4 * 5 * 4)), 4,
                    (uint64_t)bits << 16);
    }
    for (size_t i = INPUT_BYTES; i < d.data_size; i += 4)
        plumb_store(data + i, 4, 0x3F800000u + ((i - INPUT_BYTES) / 4 << 20));
    plumb_case c = accept(d, data);
    free(data);
    return c;
}

static double head_number(size_t batch, size_t key_head) {
    return 1 + 0.25 * (double)(2 * batch + key_head);
}

START_TEST(query_heads_read_key_heads_in_turn) {
    plumb_case c = read_numbered(TILE, "");
    const plumb_problem *p = &c.problem;
    ck_assert_uint_eq(p->key_heads, 6);
    ck_assert_uint_eq(c.tiled_heads, 2);
    for (size_t b = 0; b < 2; b++)
        for (size_t h = 0; h < 6; h++)
            for (size_t i = 0; i < 5 * 4; i++) {
                ck_assert_double_eq(p->key[(b * 6 + h) * 20 + i], head_number(b, h % 2));
                if (i < 5 * 3)
                    ck_assert_double_eq(p->value[(b * 6 + h) * 15 + i], head_number(b, h % 2));
            }
    plumb_case_free(&c);
}
END_TEST

START_TEST(interleave_leaves_the_heads) {
    static const char *const members[] = {"", ",\"gqa\":\"interleave\""};
    for (size_t i = 0; i < 2; i++) {
        plumb_case c = read_numbered(members[i], "");
        ck_assert_uint_eq(c.problem.key_heads, 2);
        ck_assert_uint_eq(c.tiled_heads, 0);
        ck_assert_double_eq(c.problem.key[20], head_number(0, 1));
        plumb_case_free(&c);
    }
}
END_TEST

/* A learnable token has a key and a value for each key head: they follow the keys. */
START_TEST(tokens_follow_the_keys) {
    plumb_case c = read_numbered(TILE ",\"sink\":\"token\"", "k_star F32 [2,4] v_star F32 [2,3]");
    const plumb_extras *e = &c.problem.extra;
    for (size_t h = 0; h < 6; h++) {
        ck_assert_double_eq(e->sink_key[h * 4], e->sink_key[h % 2 * 4]);
        ck_assert_double_eq(e->sink_value[h * 3], e->sink_value[h % 2 * 3]);
    }
    ck_assert_double_ne(e->sink_key[0], e->sink_key[4]);
    ck_assert_double_ne(e->sink_value[0], e->sink_value[3]);
    plumb_case_free(&c);
}
END_TEST

/* As many key heads as query heads: both conventions are the same. */
START_TEST(equal_heads_need_no_workspace) {
    draft d = start(TILE);
    add_tensor(&d, "q", "F16", "[1,3,2,1]", 12);
    add_tensor(&d, "k", "F16", "[1,3,2,1]", 12);
    add_tensor(&d, "v", "F16", "[1,3,2,1]", 12);
    plumb_case c = accept(d, NULL);
    ck_assert_uint_eq(c.problem.key_heads, 3);
    ck_assert_uint_eq(c.tiled_heads, 3);
    plumb_case_free(&c);
}
END_TEST

START_TEST(refuses_what_memory_cannot_hold) {
    static const double nothing = 0;
    plumb_storage storage = {0};
    plumb_error error = {""};
    plumb_problem p = {.batch = 1,
                       .query_heads = SIZE_MAX / 4,
                       .key_heads = 1,
                       .query_length = 1,
                       .key_length = 1,
                       .head_dim = 8,
                       .value_dim = 1,
                       .key = &nothing,
                       .value = &nothing};
    ck_assert_int_eq(plumb_tile_heads(&p, "x", &storage, &error), -1);
    ck_assert_str_eq(error.text, "x: gqa: not enough memory for tiled keys of shape "
                                 "[1,4611686018427387903,1,8]");
    ck_assert_uint_eq(p.key_heads, 1);
    plumb_storage_free(&storage);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("tile");
    TCase *tests = tcase_create("heads");
    tcase_add_test(tests, query_heads_read_key_heads_in_turn);
    tcase_add_test(tests, interleave_leaves_the_heads);
    tcase_add_test(tests, tokens_follow_the_keys);
    tcase_add_test(tests, equal_heads_need_no_workspace);
    tcase_add_test(tests, refuses_what_memory_cannot_hold);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
