/* test_position.c - the buckets of T5, clipped distances and ALiBi's slopes against lists of them. */
#include "exact/position.h"
#include "exact/position_bias.h"
#include "tests/exact/balls.h"
#include "tests/support/suite.h"

static double slope(size_t heads, size_t h, const double *stated) {
    plumb_problem problem = plain(1, 1, 2);
    arb_t ball;
    arb_init(ball);
    problem.query_heads = heads;
    problem.position.slopes = stated;
    plumb_exact_slope(ball, &problem, h, PRECISION);
    double result = middle(ball);
    arb_clear(ball);
    return result;
}

START_TEST(slopes_of_alibi) {
    const double stated[] = {0.1, 0.3};
    for (size_t h = 0; h < 8; h++) {
        ck_assert(slope(8, h, NULL) == ldexp(1, -(int)h - 1));
        ck_assert(slope(12, h, NULL) == ldexp(1, -(int)h - 1));
    }
    for (size_t h = 8; h < 12; h++)
        check_double(slope(12, h, NULL), sqrt(0.5) * ldexp(1, 8 - (int)h), 1e-15);
    ck_assert(slope(1, 0, NULL) == 0x1p-8);
    ck_assert(slope(3, 0, NULL) == 0x1p-4 && slope(3, 1, NULL) == 0x1p-8);
    ck_assert(slope(3, 2, NULL) == 0x1p-2);
    check_double(slope(16, 0, NULL), sqrt(0.5), 1e-15);
    check_double(slope(40, 33, NULL), pow(2, -0.375), 1e-15);
    ck_assert(slope(2, 1, stated) == 0.3);
}
END_TEST

static plumb_problem with_buckets(size_t buckets, size_t max_distance, bool bidirectional) {
    plumb_problem problem = plain(1, 1, 2);
    problem.position = (plumb_position){.kind = PLUMB_POSITION_BUCKET_INDEX,
                                        .bidirectional = bidirectional,
                                        .buckets = buckets,
                                        .max_distance = max_distance};
    return problem;
}

/* Where buckets 16 to 31 begin: found with T5's own code in binary32 and binary64, and exactly. */
START_TEST(buckets_of_t5) {
    static const int64_t starts[] = {16, 19, 21, 24, 27, 31, 35,  40,  46,
                                     52, 59, 67, 77, 87, 99, 113, 1000};
    plumb_problem problem = with_buckets(32, 128, false);
    for (int64_t n = 0; n < 16; n++)
        ck_assert_uint_eq(plumb_exact_bucket(&problem, -n), (size_t)n);
    for (size_t i = 0; i < 16; i++)
        for (int64_t n = starts[i]; n < starts[i + 1]; n++)
            ck_assert_uint_eq(plumb_exact_bucket(&problem, -n), 16 + i);
    ck_assert_uint_eq(plumb_exact_bucket(&problem, 1), 0);
    ck_assert_uint_eq(plumb_exact_bucket(&problem, 1000), 0);
    ck_assert_uint_eq(plumb_exact_bucket(&problem, -2 * PLUMB_POSITION_MAX), 31);
}
END_TEST

/* 16 buckets each way, 8 of them linear; those after the query come after the others. */
START_TEST(buckets_both_ways) {
    static const int64_t starts[] = {8, 12, 16, 23, 32, 46, 64, 91, 1000};
    plumb_problem problem = with_buckets(32, 128, true);
    for (int64_t n = 0; n < 8; n++)
        ck_assert_uint_eq(plumb_exact_bucket(&problem, -n), (size_t)n);
    for (size_t i = 0; i < 8; i++)
        for (int64_t n = starts[i]; n < starts[i + 1]; n++) {
            ck_assert_uint_eq(plumb_exact_bucket(&problem, -n), 8 + i);
            ck_assert_uint_eq(plumb_exact_bucket(&problem, n), 24 + i);
        }
    ck_assert_uint_eq(plumb_exact_bucket(&problem, 1), 17);
}
END_TEST

/* Thresholds 4 * 2^i and 1 * 3^i are integers: no logarithm decides there. */
START_TEST(buckets_that_begin_at_integers) {
    plumb_problem problem = with_buckets(8, 64, false);
    for (unsigned i = 0; i < 4; i++) {
        ck_assert_uint_eq(plumb_exact_bucket(&problem, -(4 << i)), 4 + i);
        ck_assert_uint_eq(plumb_exact_bucket(&problem, 1 - (4 << i)), 3 + i);
    }
    problem = with_buckets(3, 9, false);
    ck_assert_uint_eq(plumb_exact_bucket(&problem, -1), 1);
    ck_assert_uint_eq(plumb_exact_bucket(&problem, -2), 1);
    ck_assert_uint_eq(plumb_exact_bucket(&problem, -3), 2);
    problem = with_buckets(2, 9, false);
    ck_assert_uint_eq(plumb_exact_bucket(&problem, -1), 1);
    /* 2^31 squared is 2 less than 2 (2^61 + 1): 61 bits tell the two apart. */
    problem = with_buckets(4, ((size_t)1 << 61) + 1, false);
    ck_assert_uint_eq(plumb_exact_bucket(&problem, -((int64_t)1 << 31)), 2);
    ck_assert_uint_eq(plumb_exact_bucket(&problem, -((int64_t)1 << 31) - 1), 3);
    problem = with_buckets(64, (size_t)32 << 32, false);
    for (unsigned i = 0; i < 32; i++)
        ck_assert_uint_eq(plumb_exact_bucket(&problem, -((int64_t)32 << i)), 32 + i);
}
END_TEST

START_TEST(distances_are_clipped) {
    plumb_problem problem = plain(1, 1, 2);
    problem.position.table_rows = 5;
    static const int64_t distances[] = {-1000, -3, -2, -1, 0, 1, 2, 3, 1000};
    static const size_t rows[] = {0, 0, 0, 1, 2, 3, 4, 4, 4};
    for (size_t i = 0; i < 9; i++)
        ck_assert_uint_eq(plumb_exact_clipped(&problem, distances[i]), rows[i]);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("exact/position");
    TCase *tests = tcase_create("position");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, slopes_of_alibi);
    tcase_add_test(tests, buckets_of_t5);
    tcase_add_test(tests, buckets_both_ways);
    tcase_add_test(tests, buckets_that_begin_at_integers);
    tcase_add_test(tests, distances_are_clipped);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
