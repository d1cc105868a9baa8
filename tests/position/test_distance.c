/* test_distance.c - clipped distances: every small one, both ends, and the farthest positions. */
#include "position/distance.h"
#include "tests/support/suite.h"
#include "tests/support/random.h"

#define CASES 20000
#define MOST_KEYS 8
#define FARTHEST (INT64_C(1) << 52)
#define GUARD 12345

/* clip(key - query) + reach, found by walking from the query to the key */
static size_t walked_row(int query, int key, size_t reach) {
    size_t row = reach;
    for (int at = query; at < key && row < 2 * reach; at++)
        row++;
    for (int at = query; at > key && row > 0; at--)
        row--;
    return row;
}

START_TEST(clips_every_small_distance) {
    for (size_t reach = 0; reach <= 6; reach++)
        for (int query = -9; query <= 9; query++)
            for (int key = -9; key <= 9; key++) {
                int64_t position = key;
                size_t index[2] = {0, GUARD};
                plumb_clipped_distances(query, &position, 1, reach, index);
                ck_assert_msg(index[0] == walked_row(query, key, reach) && index[1] == GUARD,
                              "query=%d key=%d reach=%zu: row %zu", query, key, reach, index[0]);
            }
}
END_TEST

START_TEST(clips_at_both_ends) {
    static const int64_t keys[] = {0, 2, 3, 4, 5, 6, 7, 8, 12};
    static const size_t rows[] = {0, 0, 0, 1, 2, 3, 4, 4, 4};
    size_t index[10] = {[9] = GUARD};
    plumb_clipped_distances(5, keys, 9, 2, index);
    for (size_t j = 0; j < 9; j++)
        ck_assert_uint_eq(index[j], rows[j]);
    ck_assert_uint_eq(index[9], GUARD);
}
END_TEST

START_TEST(reaches_the_farthest_positions) {
    static const int64_t keys[] = {-FARTHEST, -FARTHEST + 1, 0, FARTHEST};
    size_t index[4];
    plumb_clipped_distances(-FARTHEST, keys, 4, FARTHEST, index);
    ck_assert_uint_eq(index[0], FARTHEST);
    ck_assert_uint_eq(index[1], FARTHEST + 1);
    ck_assert_uint_eq(index[2], 2 * FARTHEST);
    ck_assert_uint_eq(index[3], 2 * FARTHEST);
    plumb_clipped_distances(FARTHEST, keys, 4, 7, index);
    ck_assert_uint_eq(index[0], 0);
    ck_assert_uint_eq(index[3], 7);
}
END_TEST

/* A key moved by one step moves the row by at most one; with its query it does not move it. */
START_TEST(moves_with_the_positions) {
    random_cases cases = random_begin("clipped distances", CASES);
    while (random_next(&cases)) {
        int64_t positions[MOST_KEYS], moved[MOST_KEYS];
        size_t index[MOST_KEYS], other[MOST_KEYS], keys = random_below(&cases, MOST_KEYS + 1);
        size_t reach = random_below(&cases, 40);
        int64_t query = (int64_t)(random_bits(&cases) >> 12) - FARTHEST / 2;
        int64_t shift = (int64_t)random_below(&cases, 1000);
        for (size_t j = 0; j < keys; j++) {
            positions[j] = query + (int64_t)random_below(&cases, 100) - 50;
            moved[j] = positions[j] + shift;
        }
        plumb_clipped_distances(query, positions, keys, reach, index);
        plumb_clipped_distances(query + shift, moved, keys, reach, other);
        for (size_t j = 0; j < keys; j++)
            ck_assert_uint_eq(index[j], other[j]);
        plumb_clipped_distances(query - 1, positions, keys, reach, other);
        for (size_t j = 0; j < keys; j++) {
            int64_t distance = positions[j] - query;
            bool within = distance >= -(int64_t)reach && distance < (int64_t)reach;
            ck_assert_msg(other[j] == index[j] + within, "case %llu: distance %lld",
                          (unsigned long long)cases.number, (long long)distance);
        }
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("position/distance");
    TCase *tests = tcase_create("distance");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, clips_every_small_distance);
    tcase_add_test(tests, clips_at_both_ends);
    tcase_add_test(tests, reaches_the_farthest_positions);
    tcase_add_test(tests, moves_with_the_positions);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
