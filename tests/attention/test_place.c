/* test_place.c - the offsets of rows: the rows of every small shape, visited in order, are contiguous and fill their
   tensor; each group of query heads shares one matrix of keys and of values. */
#include "attention/place.h"
#include "tests/support/suite.h"

static void check_queries(plumb_shape shape) {
    size_t next = 0;
    for (size_t b = 0; b < shape.batch; b++)
        for (size_t h = 0; h < shape.key_heads * shape.group; h++)
            for (size_t t = 0; t < shape.query_length; t++) {
                ck_assert_uint_eq(plumb_query_start(shape, b, h, t), next);
                next += shape.head_dim;
            }
}

static void check_keys_and_values(plumb_shape shape) {
    size_t next_key = 0, next_value = 0;
    for (size_t b = 0; b < shape.batch; b++)
        for (size_t head = 0; head < shape.key_heads; head++) {
            for (size_t neighbour = 0; neighbour < shape.group; neighbour++) {
                size_t h = head * shape.group + neighbour;
                ck_assert_uint_eq(plumb_key_start(shape, b, h), next_key);
                ck_assert_uint_eq(plumb_value_start(shape, b, h), next_value);
            }
            next_key += shape.key_length * shape.head_dim;
            next_value += shape.key_length * shape.value_dim;
        }
}

#define LENGTHS 3 /* 0, 1, 2 */

/* 4 * 4 * 4 * 3^4 = 5184 shapes */
START_TEST(every_small_shape) {
    for (size_t heads = 0; heads < 64; heads++)
        for (size_t lengths = 0; lengths < LENGTHS * LENGTHS * LENGTHS * LENGTHS; lengths++) {
            plumb_shape shape = {.batch = heads / 16 + 1,
                                 .key_heads = heads / 4 % 4 + 1,
                                 .group = heads % 4 + 1,
                                 .query_length = lengths % LENGTHS,
                                 .key_length = lengths / LENGTHS % LENGTHS,
                                 .head_dim = lengths / LENGTHS / LENGTHS % LENGTHS,
                                 .value_dim = lengths / LENGTHS / LENGTHS / LENGTHS};
            check_queries(shape);
            check_keys_and_values(shape);
        }
}
END_TEST

/* 2^56 numbers: no 32-bit product on the way */
START_TEST(last_row_of_a_huge_tensor) {
    plumb_shape shape = {.batch = 1u << 20,
                         .key_heads = 1u << 10,
                         .group = 1u << 4,
                         .query_length = 1u << 12,
                         .key_length = 1u << 16,
                         .head_dim = 1u << 10,
                         .value_dim = 1u << 9};
    size_t b = shape.batch - 1, h = shape.key_heads * shape.group - 1, t = shape.query_length - 1;
    ck_assert_uint_eq(plumb_query_start(shape, b, h, t), ((size_t)1 << 56) - shape.head_dim);
    ck_assert_uint_eq(plumb_key_start(shape, b, h), ((size_t)1 << 56) - ((size_t)1 << 26));
    ck_assert_uint_eq(plumb_value_start(shape, b, h), ((size_t)1 << 55) - ((size_t)1 << 25));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("attention/place");
    TCase *tests = tcase_create("place");
    tcase_add_test(tests, every_small_shape);
    tcase_add_test(tests, last_row_of_a_huge_tensor);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
