/* test_position_tensors.c - the tensors of positions: one wrong case to each rule, and what right
   ones become. */
#include "case/position_tensors.h"
#include "tests/case/draft.h"
#include "tests/support/suite.h"
#include <math.h>
#include <stdint.h>

#define TOP ",\"causal_alignment\":\"top-left\""
#define POSITION(name) ",\"position\":\"" name "\""
#define SECTIONS TOP POSITION("rope") ",\"rope_sections\":[1,1]"
#define LONGROPE                                                                                   \
    TOP POSITION("rope") ",\"rope_scaling\":\"longrope\",\"rope_factor\":4,\"rope_original\":8,"   \
                         "\"rope_length\":9"

/* 2 batches, 6 query heads on 2 key heads, 3 queries, 5 keys, head_dim 4, value_dim 3 */
static const struct {
    const char *members, *tensors, *message;
} misshapen[] = {
    {POSITION("rope"), "query_positions F32 [2,3]",
     "x: query_positions: dtype F32 is not one of I64, I32"},
    {POSITION("rope"), "query_positions I64 [1,3]", "x: query_positions: shape [1,3] is not [2,3]"},
    {POSITION("rope"), "query_positions I32 [3]", "x: query_positions: shape [3] is not [2,3]"},
    {TOP POSITION("rope"), "key_positions I32 [2,3]", "x: key_positions: shape [2,3] is not [2,5]"},
    {TOP POSITION("rope"), "key_positions BOOL [2,5]",
     "x: key_positions: dtype BOOL is not one of I64, I32"},
    {TOP POSITION("learned"), "position_table F32 [9,3]",
     "x: position_table: shape [9,3] is not [rows,4] with rows at least 1"},
    {TOP POSITION("learned"), "position_table F32 [0,4]",
     "x: position_table: shape [0,4] is not [rows,4] with rows at least 1"},
    {TOP POSITION("learned"), "position_table F32 [4]",
     "x: position_table: shape [4] is not [rows,4] with rows at least 1"},
    {TOP POSITION("learned"), "position_table I32 [9,4]",
     "x: position_table: dtype I32 is not one of F64, F32, F16, BF16"},
    {TOP POSITION("t5"), "position_table F32 [31,6]",
     "x: position_table: shape [31,6] is not [32,6]"},
    {TOP POSITION("t5"), "position_table F32 [32,2]",
     "x: position_table: shape [32,2] is not [32,6]"},
    {TOP POSITION("relative-table"), "position_table F32 [4,6]",
     "x: position_table: shape [4,6] is not [2 reach + 1,6]"},
    {TOP POSITION("relative-table"), "position_table F32 [0,6]",
     "x: position_table: shape [0,6] is not [2 reach + 1,6]"},
    {TOP POSITION("relative-table"), "position_table F32 [5,4]",
     "x: position_table: shape [5,4] is not [2 reach + 1,6]"},
    {TOP POSITION("shaw"), "position_table F32 [4,4]",
     "x: position_table: shape [4,4] is not [2 reach + 1,4]"},
    {TOP POSITION("shaw"), "position_table F32 [5,4] position_values F32 [3,3]",
     "x: position_values: shape [3,3] is not [5,3]"},
    {TOP POSITION("shaw"), "position_table F32 [5,4] position_values F32 [5,4]",
     "x: position_values: shape [5,4] is not [5,3]"},
    {TOP POSITION("alibi"), "slopes F32 [2]", "x: slopes: shape [2] is not [6]"},
    {TOP POSITION("alibi"), "slopes F32 [6,1]",
     "x: slopes: shape [6,1] is not [6]; it fits without its last axis: pass x.squeeze(-1)"},
    {TOP POSITION("alibi"), "slopes BOOL [6]",
     "x: slopes: dtype BOOL is not one of F64, F32, F16, BF16"},
    {TOP POSITION("rope"), "rope_cos F32 [9,4] rope_sin F32 [9,4]",
     "x: rope_cos: shape [9,4] is not [rows,2] with rows at least 1"},
    {TOP POSITION("rope"), "rope_cos F32 [9,2] rope_sin F32 [8,2]",
     "x: rope_sin: shape [8,2] is not [9,2]"},
    {TOP POSITION("rope") ",\"rope_dim\":2", "rope_cos F32 [9,2] rope_sin F32 [9,2]",
     "x: rope_cos: shape [9,2] is not [rows,1] with rows at least 1"},
    {LONGROPE, "rope_long F32 [4] rope_short F32 [2]", "x: rope_long: shape [4] is not [2]"},
    {LONGROPE, "rope_long F32 [2] rope_short F32 [2]",
     "x: rope_long[0] is 0, which is not above 0"},
    {POSITION("rope"), "query_positions I64 [2,2,3]", "x: query_positions: shape [2,2,3] is not [2,3]"},
    {SECTIONS, "query_positions I64 [2,3]", "x: query_positions: shape [2,3] is not [2,2,3]"},
    {SECTIONS, "key_positions I64 [3,2,5]", "x: key_positions: shape [3,2,5] is not [2,2,5]"},
    /* counted positions */
    {POSITION("rope") ",\"causal_alignment\":{\"offset\":-2}", "",
     "x: causal_alignment: the position of query 0 is -2, which is below 0"},
    {POSITION("sinusoidal") ",\"causal_alignment\":{\"offset\":-1}", "",
     "x: causal_alignment: the position of query 0 is -1, which is below 0"},
    {TOP POSITION("sinusoidal") ",\"position_offset\":-1", "",
     "x: causal_alignment: the position of query 0 is 0, -1 with position_offset, which is below "
     "0"},
    {TOP POSITION("learned"), "position_table F32 [2,4]",
     "x: causal_alignment: the position of query 2 is 2, which is beyond the rows of "
     "position_table, 0 to 1"},
    {TOP POSITION("learned"), "position_table F32 [4,4]",
     "x: k: the position of key 4 is 4, which is beyond the rows of position_table, 0 to 3"},
    {TOP POSITION("learned") ",\"position_offset\":2", "position_table F32 [6,4]",
     "x: k: the position of key 4 is 4, 6 with position_offset, which is beyond the rows of "
     "position_table, 0 to 5"},
    {TOP POSITION("learned") ",\"position_offset\":-1", "position_table F32 [6,4]",
     "x: causal_alignment: the position of query 0 is 0, -1 with position_offset, which is below "
     "0"},
    {",\"causal_alignment\":\"bottom-right\"" POSITION("rope"),
     "rope_cos F32 [4,2] rope_sin F32 [4,2]",
     "x: causal_alignment: the position of query 2 is 4, which is beyond the rows of rope_cos, 0 "
     "to 3"},
    {POSITION("alibi") ",\"causal_alignment\":{\"offset\":4503599627370495}", "",
     "x: causal_alignment: the position of query 2 is 4503599627370497, which is beyond +-2^52"},
    {POSITION("alibi") ",\"causal_alignment\":{\"offset\":-4503599627370497}", "",
     "x: causal_alignment: the position of query 0 is -4503599627370497, which is beyond +-2^52"},
    {TOP POSITION("sinusoidal") ",\"position_offset\":4503599627370495", "",
     "x: causal_alignment: the position of query 2 is 2, 4503599627370497 with position_offset, "
     "which is beyond 2^52"},
};

START_TEST(refuses_shapes_and_counts) {
    refuse(start_with(misshapen[_i].members, misshapen[_i].tensors), misshapen[_i].message);
}
END_TEST

/* A case whose last tensor holds zeros but for one element. */
static int read_with(const char *members, const char *tensors, size_t width, size_t from_end,
                     uint64_t bits, plumb_case *c, plumb_error *error) {
    draft d = start_with(members, tensors);
    unsigned char *data = calloc(d.data_size, 1);
    ck_assert_ptr_nonnull(data);
    plumb_store(data + d.data_size - from_end * width, width, bits);
    int result = finish(&d, data, c, error);
    free(data);
    return result;
}

#define NAN_F32 0x7FC00000u
#define INFINITY_F32 0xFF800000u
#define ONE_F32 0x3F800000u

/* Two axes of two batch entries and three queries; one id is not 0, that of axis 1, entry 0 and query 2. */
START_TEST(ids_of_axes_lie_beside_each_other) {
    plumb_case c;
    plumb_error error;
    ck_assert_int_eq(read_with(SECTIONS, "query_positions I64 [2,2,3]", 8, 4, 7, &c, &error), 0);
    for (size_t i = 0; i < 12; i++)
        ck_assert_int_eq(c.problem.position.query_position[i], i == 5 ? 7 : 0);
    plumb_case_free(&c);
    ck_assert_int_ne(read_with(SECTIONS, "query_positions I64 [2,2,3]", 8, 4, (uint64_t)-7, &c, &error), 0);
    ck_assert_str_eq(error.text, "x: query_positions[1,0,2] is -7, which is below 0");
}
END_TEST

static const struct {
    const char *members, *tensors;
    size_t width, from_end;
    uint64_t bits;
    const char *message;
} valued[] = {
    {POSITION("rope"), "query_positions I64 [2,3]", 8, 6, (uint64_t)-1,
     "x: query_positions[0,0] is -1, which is below 0"},
    {POSITION("rope"), "query_positions I32 [2,3]", 4, 3, 0xFFFFFFFFu,
     "x: query_positions[1,0] is -1, which is below 0"},
    {TOP POSITION("sinusoidal"), "key_positions I64 [2,5]", 8, 1, (uint64_t)-7,
     "x: key_positions[1,4] is -7, which is below 0"},
    {POSITION("rope"), "query_positions I64 [2,3]", 8, 1, UINT64_C(4503599627370497),
     "x: query_positions[1,2] is 4503599627370497, which is beyond +-2^52"},
    {POSITION("alibi"), "query_positions I64 [2,3]", 8, 1, UINT64_C(1) << 63,
     "x: query_positions[1,2] is -9223372036854775808, which is beyond +-2^52"},
    {POSITION("learned"), "position_table F32 [8,4] query_positions I64 [2,3]", 8, 2, 8,
     "x: query_positions[1,1] is 8, which is beyond the rows of position_table, 0 to 7"},
    {POSITION("rope"), "rope_cos F32 [8,2] rope_sin F32 [8,2] query_positions I64 [2,3]", 8, 2, 8,
     "x: query_positions[1,1] is 8, which is beyond the rows of rope_cos, 0 to 7"},
    {TOP POSITION("rope"), "rope_cos F32 [8,2] rope_sin F32 [8,2] key_positions I32 [2,5]", 4, 10,
     9, "x: key_positions[0,0] is 9, which is beyond the rows of rope_cos, 0 to 7"},
    {TOP POSITION("learned"), "position_table F32 [8,4]", 4, 1, NAN_F32,
     "x: position_table[7,3] is nan, which is not finite"},
    {TOP POSITION("shaw"), "position_table F32 [3,4] position_values F32 [3,3]", 4, 9, INFINITY_F32,
     "x: position_values[0,0] is -inf, which is not finite"},
    {TOP POSITION("alibi"), "slopes F32 [6]", 4, 5, NAN_F32,
     "x: slopes[1] is nan, which is not finite"},
    {TOP POSITION("rope"), "rope_sin F32 [8,2] rope_cos F32 [8,2]", 4, 1, INFINITY_F32,
     "x: rope_cos[7,1] is -inf, which is not finite"},
    {TOP POSITION("rope"), "rope_cos F32 [8,2] rope_sin F32 [8,2]", 4, 1, NAN_F32,
     "x: rope_sin[7,1] is nan, which is not finite"},
    {LONGROPE, "rope_short F32 [2] rope_long F32 [2]", 4, 2, ONE_F32,
     "x: rope_long[1] is 0, which is not above 0"},
};

START_TEST(refuses_values) {
    plumb_case c;
    plumb_error error = {""};
    ck_assert_int_eq(read_with(valued[_i].members, valued[_i].tensors, valued[_i].width,
                               valued[_i].from_end, valued[_i].bits, &c, &error),
                     -1);
    ck_assert_str_eq(error.text, valued[_i].message);
    ck_assert_ptr_null(c.storage);
}
END_TEST

/* Positions of either sign, to the ends of their range. */
START_TEST(reads_positions) {
    plumb_case c;
    plumb_error error = {""};
    int result = read_with(POSITION("alibi"), "key_positions I32 [2,5] query_positions I64 [2,3]",
                           8, 2, (uint64_t)-PLUMB_POSITION_MAX, &c, &error);
    ck_assert_msg(result == 0, "%s", error.text);
    ck_assert_int_eq(c.problem.position.query_position[4], -PLUMB_POSITION_MAX);
    ck_assert_int_eq(c.problem.position.query_position[5], 0);
    ck_assert_int_eq(c.problem.position.key_position[9], 0);
    plumb_case_free(&c);
    result = read_with(POSITION("rope"), "key_positions I32 [2,5] query_positions I64 [2,3]", 8, 1,
                       (uint64_t)PLUMB_POSITION_MAX, &c, &error);
    ck_assert_msg(result == 0, "%s", error.text);
    ck_assert_int_eq(c.problem.position.query_position[5], PLUMB_POSITION_MAX);
    plumb_case_free(&c);
}
END_TEST

/* Each without the other: what is not given is counted. */
START_TEST(positions_are_independent) {
    plumb_case c = accept(start_with(POSITION("rope"), "query_positions I64 [2,3]"), NULL);
    ck_assert_ptr_nonnull(c.problem.position.query_position);
    ck_assert_ptr_null(c.problem.position.key_position);
    plumb_case_free(&c);
    c = accept(start_with(",\"causal_alignment\":\"bottom-right\"" POSITION("rope"),
                          "key_positions I64 [2,5]"),
               NULL);
    ck_assert_ptr_null(c.problem.position.query_position);
    ck_assert_ptr_nonnull(c.problem.position.key_position);
    ck_assert_int_eq(c.problem.causal.offset, 2);
    plumb_case_free(&c);
    c = accept(start_with(POSITION("alibi") ",\"alibi_form\":\"key\"", "key_positions I64 [2,5]"),
               NULL);
    ck_assert_ptr_nonnull(c.problem.position.key_position);
    plumb_case_free(&c);
}
END_TEST

/* A mask counts from the offset even where positions are given. */
START_TEST(masks_keep_their_offset) {
    plumb_case c = accept(
        start_with(",\"mask\":\"causal\",\"causal_alignment\":{\"offset\":-3}" POSITION("rope"),
                   "query_positions I64 [2,3]"),
        NULL);
    ck_assert_int_eq(c.problem.causal.offset, -3);
    ck_assert_int_eq(c.problem.position.query_position[0], 0);
    plumb_case_free(&c);
}
END_TEST

START_TEST(reads_tables) {
    plumb_case c;
    plumb_error error = {""};
    int result = read_with(TOP POSITION("learned") ",\"position_offset\":2",
                           "position_table F32 [7,4]", 4, 1, ONE_F32, &c, &error);
    ck_assert_msg(result == 0, "%s", error.text);
    ck_assert_uint_eq(c.problem.position.table_rows, 7);
    ck_assert_double_eq(c.problem.position.table[27], 1);
    ck_assert_int_eq(c.problem.position.offset, 2);
    plumb_case_free(&c);
    result = read_with(TOP POSITION("alibi"), "slopes F32 [6]", 4, 1, ONE_F32, &c, &error);
    ck_assert_msg(result == 0, "%s", error.text);
    ck_assert_double_eq(c.problem.position.slopes[5], 1);
    plumb_case_free(&c);
    result = read_with(TOP POSITION("rope"), "rope_cos F32 [5,2] rope_sin F32 [5,2]", 4, 1, ONE_F32,
                       &c, &error);
    ck_assert_msg(result == 0, "%s", error.text);
    ck_assert_uint_eq(c.problem.position.rope.rows, 5);
    ck_assert_double_eq(c.problem.position.rope.sine[9], 1);
    ck_assert_double_eq(c.problem.position.rope.cosine[9], 0);
    plumb_case_free(&c);
}
END_TEST

static plumb_case read_divisors(const char *members) {
    draft d = start_with(members, "rope_long F32 [2] rope_short F32 [2]");
    unsigned char *data = calloc(d.data_size, 1);
    ck_assert_ptr_nonnull(data);
    for (size_t i = 1; i <= 4; i++)
        plumb_store(data + d.data_size - 4 * i, 4, i <= 2 ? ONE_F32 : 0x40000000u);
    plumb_case c = accept(d, data);
    free(data);
    return c;
}

START_TEST(reads_divisors) {
    plumb_case c = read_divisors(LONGROPE);
    const plumb_rope *rope = &c.problem.position.rope;
    ck_assert_int_eq(rope->scaling, PLUMB_ROPE_LONGROPE);
    ck_assert_double_eq(rope->long_divisor[1], 2);
    ck_assert_double_eq(rope->short_divisor[0], 1);
    plumb_case_free(&c);
    c = read_divisors(TOP POSITION("rope") ",\"rope_scaling\":\"longrope\",\"rope_original\":8,"
                                           "\"rope_length\":9,\"rope_multiplier\":2");
    ck_assert_double_eq(c.problem.position.rope.multiplier, 2);
    plumb_case_free(&c);
    c = read_divisors(TOP POSITION("rope") ",\"rope_scaling\":\"longrope\",\"rope_original\":8,"
                                           "\"rope_factor\":4,\"rope_length_rule\":\"maximum\"");
    ck_assert_int_eq(c.problem.position.rope.length_rule, PLUMB_ROPE_BY_MAXIMUM);
    plumb_case_free(&c);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("position_tensors");
    TCase *tests = tcase_create("tensors");
    tcase_add_loop_test(tests, refuses_shapes_and_counts, 0,
                        (int)(sizeof misshapen / sizeof *misshapen));
    tcase_add_loop_test(tests, refuses_values, 0, (int)(sizeof valued / sizeof *valued));
    tcase_add_test(tests, reads_positions);
    tcase_add_test(tests, ids_of_axes_lie_beside_each_other);
    tcase_add_test(tests, positions_are_independent);
    tcase_add_test(tests, masks_keep_their_offset);
    tcase_add_test(tests, reads_tables);
    tcase_add_test(tests, reads_divisors);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
