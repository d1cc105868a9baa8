/* test_verbs.c - what is done to tensors by their names: on numbers that count, so that each result can be read. */
#include "diagnose/changes.h"
#include "diagnose/rows.h"
#include "tests/support/problems.h"
#include "tests/support/suite.h"
#include <math.h>

enum { BATCH = 2, HEADS = 4, GROUPS = 2, QUERIES = 3, KEYS = 5, DIM = 2, COUNT_MAX = BATCH * HEADS * KEYS * KEYS };

static double counted[COUNT_MAX];
static int64_t ids[BATCH * KEYS];

static plumb_case counted_case(void) {
    plumb_case c = {.problem = one_head(QUERIES, KEYS, DIM, DIM), .input_format = PLUMB_F32};
    plumb_problem *p = &c.problem;
    for (int i = 0; i < COUNT_MAX; i++)
        counted[i] = i;
    for (int i = 0; i < BATCH * KEYS; i++)
        ids[i] = 10 * i;
    p->batch = BATCH;
    p->query_heads = HEADS;
    p->key_heads = GROUPS;
    p->query = p->key = p->value = counted;
    p->extra.bias = counted;
    p->extra.bias_query = KEYS; /* [1][1][queries][keys] */
    c.output = (plumb_claim){true, PLUMB_F32, BATCH * HEADS * QUERIES * DIM, counted};
    return c;
}

static int make(plumb_neighbour neighbour, plumb_storage *storage, plumb_case *c) {
    return plumb_neighbour_make(&neighbour, storage, c);
}

START_TEST(tensors_have_these_sizes) {
    static const struct {
        plumb_member member;
        size_t size[4];
    } sizes[] = {{PLUMB_MEMBER_Q, {BATCH, HEADS, QUERIES, DIM}},
                 {PLUMB_MEMBER_K, {BATCH, GROUPS, KEYS, DIM}},
                 {PLUMB_MEMBER_BIAS, {1, 1, QUERIES, KEYS}},
                 {PLUMB_MEMBER_OUT, {BATCH, HEADS, QUERIES, DIM}}};
    plumb_case c = counted_case();
    plumb_tensor_view view;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        ck_assert(plumb_tensor_in(&c, sizes[i].member, &view));
        ck_assert_mem_eq(view.size, sizes[i].size, sizeof view.size);
        ck_assert_uint_eq(view.count, view.size[0] * view.size[1] * view.size[2] * view.size[3]);
    }
    ck_assert(!plumb_tensor_in(&c, PLUMB_MEMBER_WEIGHTS, &view));
    ck_assert(!plumb_tensor_in(&c, PLUMB_MEMBER_SINKS, &view));
    ck_assert_ptr_null(plumb_tensor_place(&c, PLUMB_MEMBER_WINDOW));
}
END_TEST

START_TEST(others_are_taken) {
    plumb_storage storage = {0};
    plumb_case c = counted_case();
    ck_assert_int_eq(make(TAKE("out", HEADS, NEXT), &storage, &c), 1);
    ck_assert(c.output.value[0] == QUERIES * DIM);
    ck_assert(c.output.value[3 * QUERIES * DIM + 1] == 1); /* the last head has the first one's */
    ck_assert_int_eq(make(TAKE("k v", ENTRIES, FIRST), &storage, &c), 1);
    ck_assert(c.problem.key[GROUPS * KEYS * DIM] == 0 && c.problem.value[GROUPS * KEYS * DIM + 3] == 3);
    ck_assert_int_eq(make(TAKE("k v", ENTRIES, FIRST), &storage, &c), 0); /* nothing is another number */
    ck_assert_int_eq(make(TAKE("bias", ELEMENTS, PREVIOUS), &storage, &c), 1);
    ck_assert(c.problem.extra.bias[0] == 0 && c.problem.extra.bias[1] == 0 && c.problem.extra.bias[KEYS + 4] == 8);
    ck_assert_int_eq(make(TAKE("bias", HEADS, REVERSED), &storage, &c), 0); /* all heads share it */
    ck_assert_int_eq(make(TAKE("sinks", HEADS, NEXT), &storage, &c), 0);    /* there is none */
    plumb_storage_free(&storage);
}
END_TEST

START_TEST(nothing_may_stand_there) {
    plumb_storage storage = {0};
    plumb_case c = counted_case();
    const plumb_problem *p = &c.problem;
    ck_assert_int_eq(make(CLEAR("k", LENGTH, KEYS - 1), &storage, &c), 1);
    ck_assert(p->key[(KEYS - 1) * DIM] == 0 && p->key[(KEYS - 2) * DIM] == (KEYS - 2) * DIM);
    ck_assert(p->key[(2 * KEYS - 1) * DIM] == 0 && p->key[KEYS * DIM] == KEYS * DIM);
    ck_assert_int_eq(make(CLEAR("k", LENGTH, KEYS), &storage, &c), 0); /* there are no more */
    ck_assert_int_eq(make(CLEAR("q", ELEMENTS, 1), &storage, &c), 1);
    ck_assert(p->query[1] == 0 && p->query[2] == 2 && p->query[3] == 0);
    ck_assert_int_eq(make(TAKE("v", LENGTH, PREVIOUS_OR_0), &storage, &c), 1);
    ck_assert(p->value[1] == 0 && p->value[DIM + 1] == 1 && p->value[KEYS * DIM] == 0);
    ck_assert_int_eq(make(TAKE("v", LENGTH, AFTER_OR_0), &storage, &c), 1);
    ck_assert(p->value[1] == 1 && p->value[(KEYS - 1) * DIM + 1] == 0);
    c.problem.value = counted;
    ck_assert_int_eq(make(TAKE("v", LENGTH, LAST_BUT_ONE), &storage, &c), 1);
    ck_assert(p->value[(KEYS - 1) * DIM] == (KEYS - 2) * DIM && p->value[DIM] == DIM);
    plumb_storage_free(&storage);
}
END_TEST

#define READS(names, which) \
    CALL(plumb_map_heads, .of = (names), .integer = PLUMB_HEADS, .second = PLUMB_##which, .number = GROUPS)

START_TEST(heads_are_taken_by_groups) {
    enum { VECTORS = KEYS * DIM, ANSWERS = QUERIES * DIM };
    plumb_storage storage = {0};
    plumb_case c = counted_case();
    const plumb_problem *p = &c.problem;
    ck_assert_int_eq(make(TAKE("out", HEADS, BY_GROUP), &storage, &c), 1); /* 0 2 1 3 */
    ck_assert(c.output.value[ANSWERS] == 2 * ANSWERS && c.output.value[2 * ANSWERS] == ANSWERS);
    ck_assert_int_eq(make(TAKE("out", HEADS, FROM_BY_GROUP), &storage, &c), 1);
    ck_assert(c.output.value[ANSWERS] == ANSWERS);
    ck_assert_int_eq(make(READS("k v", INTERLEAVED), &storage, &c), 0); /* as stated */
    c = counted_case();
    ck_assert_int_eq(make(READS("k v", TILED), &storage, &c), 1);
    ck_assert(p->key_heads == HEADS && c.tiled_heads == GROUPS);
    ck_assert(p->key[VECTORS] == VECTORS && p->key[2 * VECTORS] == 0 && p->value[3 * VECTORS] == VECTORS);
    ck_assert_int_eq(make(READS("k v", NEXT_OF_KEYS), &storage, &c), 1); /* of tiled ones */
    ck_assert(p->key[0] == VECTORS && p->key[VECTORS] == 0);
    c = counted_case();
    ck_assert_int_eq(make(READS("k", TILED), &storage, &c), 1);
    ck_assert(p->key[VECTORS] == VECTORS && p->value[VECTORS] == 0 && c.tiled_heads == 0);
    plumb_storage_free(&storage);
}
END_TEST

START_TEST(truths_are_negated_and_numbers_raised) {
    static const unsigned char allowed[KEYS] = {1, 0, 1, 1, 1};
    plumb_storage storage = {0};
    plumb_case c = counted_case();
    c.problem.mask.allowed = allowed;
    ck_assert_int_eq(make(MULTIPLY("allowed", -1), &storage, &c), 1);
    ck_assert(c.problem.mask.allowed[0] == 0 && c.problem.mask.allowed[1] == 1);
    c.problem.op.sink = PLUMB_SINK_LOGIT;
    c.problem.extra.sinks = counted;
    ck_assert_int_eq(make(RAISE("sinks", 0.5), &storage, &c), 1);
    ck_assert(c.problem.extra.sinks[0] == 0.5 && c.problem.extra.sinks[3] == 3.5);
    plumb_storage_free(&storage);
}
END_TEST

START_TEST(numbers_are_multiplied_and_rounded) {
    plumb_storage storage = {0};
    plumb_case c = counted_case();
    static double bias[QUERIES * KEYS] = {-INFINITY, 1, 257, 1e300};
    c.problem.extra.bias = bias;
    c.problem.scale.text = "0.25";
    ck_assert_int_eq(make(MULTIPLY("bias", 0), &storage, &c), 1);
    ck_assert(c.problem.extra.bias[0] == -INFINITY && c.problem.extra.bias[2] == 0);
    c.problem.extra.bias = bias;
    ck_assert_int_eq(make(SCALE("bias", 1), &storage, &c), 1);
    ck_assert(c.problem.extra.bias[1] == 0.25);
    c.problem.extra.bias = bias;
    ck_assert_int_eq(make(SCALE("bias", -1), &storage, &c), 1);
    ck_assert(c.problem.extra.bias[1] == 4);
    c.problem.extra.bias = bias;
    ck_assert_int_eq(make(MULTIPLY("bias", 1e10), &storage, &c), 0); /* infinite, which no bias may be */
    ck_assert_int_eq(make(MULTIPLY("bias", 1), &storage, &c), 0);
    c.problem.extra.bias = bias;
    bias[3] = 0;
    ck_assert_int_eq(make(ROUND("bias", BF16), &storage, &c), 1);
    ck_assert(c.problem.extra.bias[1] == 1 && c.problem.extra.bias[2] == 256);
    plumb_storage_free(&storage);
}
END_TEST

START_TEST(positions_stand_elsewhere) {
    plumb_storage storage = {0};
    plumb_case c = counted_case();
    ck_assert_int_eq(make(ADD("key_positions", 1), &storage, &c), 0); /* without an encoding */
    c.problem.position = (plumb_position){.kind = PLUMB_POSITION_ALIBI};
    ck_assert_int_eq(make(ADD("key_positions", 1), &storage, &c), 1); /* which were counted */
    ck_assert_int_eq(c.problem.position.key_position[KEYS - 1], KEYS);
    ck_assert_int_eq(c.problem.position.query_position[1], 1);
    ck_assert_int_eq(make(COUNT("query_positions key_positions", 7), &storage, &c), 1);
    ck_assert_int_eq(c.problem.position.query_position[QUERIES], 7);
    ck_assert_int_eq(c.problem.position.key_position[KEYS], 0);
    c.problem.position.key_position = ids;
    ck_assert_int_eq(make(TAKE("key_positions", ENTRIES, FIRST), &storage, &c), 1);
    ck_assert_int_eq(c.problem.position.key_position[KEYS + 1], 10);
    ck_assert_int_eq(make(MULTIPLY("slopes", 2), &storage, &c), 1); /* which a rule gave */
    ck_assert(c.problem.position.slopes[0] == 2 * 0.25);
    ck_assert_int_eq(make(TAKE_RANKS("slopes", 3), &storage, &c), 0); /* of 4 heads */
    ck_assert_int_eq(make(TAKE_RANKS("slopes", 2), &storage, &c), 1);
    ck_assert(c.problem.position.slopes[2] == c.problem.position.slopes[0]);
    plumb_storage_free(&storage);
}
END_TEST

START_TEST(memory_is_read_otherwise) {
    plumb_storage storage = {0};
    plumb_case c = counted_case();
    ck_assert_int_eq(make(RELAYOUT("q", BSHD), &storage, &c), 1);
    ck_assert(c.problem.query[DIM] == HEADS * DIM);   /* query 1 of head 0 */
    ck_assert(c.problem.query[QUERIES * DIM] == DIM);   /* query 0 of head 1 */
    ck_assert_int_eq(make(RELAYOUT("bias", BHDS), &storage, &c), 1);
    ck_assert(c.problem.extra.bias[1] == QUERIES && c.problem.extra.bias[KEYS] == 1);
    plumb_storage_free(&storage);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("diagnose/verbs");
    TCase *tests = tcase_create("verbs");
    tcase_add_test(tests, tensors_have_these_sizes);
    tcase_add_test(tests, others_are_taken);
    tcase_add_test(tests, nothing_may_stand_there);
    tcase_add_test(tests, heads_are_taken_by_groups);
    tcase_add_test(tests, truths_are_negated_and_numbers_raised);
    tcase_add_test(tests, numbers_are_multiplied_and_rounded);
    tcase_add_test(tests, positions_stand_elsewhere);
    tcase_add_test(tests, memory_is_read_otherwise);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
