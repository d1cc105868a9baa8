/* test_t5_bucket.c - T5's buckets against the formula with its logarithms, and against known ones. */
#include "position/t5_bucket.h"
#include "problem/arb.h"
#include "tests/support/suite.h"
#include "tests/support/random.h"

#define CASES 300
#define MOST_LINEAR 20
#define MOST_LOGARITHMIC 40
#define PRECISION 300
#define FARTHEST (INT64_C(1) << 52)

typedef struct {
    size_t linear, logarithmic, max_distance;
    uint64_t threshold[MOST_LOGARITHMIC];
} buckets;

/* ln(n/E) / ln(M/E) L rounded down.  It is rational only where it is an integer: a ball of 300 bits
   that contains an integer is that integer. */
static size_t logarithmic_step(const buckets *b, uint64_t n) {
    arb_t step, whole;
    fmpz_t floor;
    arb_init(step);
    arb_init(whole);
    fmpz_init(floor);
    arb_set_ui(step, n);
    arb_div_ui(step, step, b->linear, PRECISION);
    arb_log(step, step, PRECISION);
    arb_set_ui(whole, b->max_distance);
    arb_div_ui(whole, whole, b->linear, PRECISION);
    arb_log(whole, whole, PRECISION);
    arb_div(step, step, whole, PRECISION);
    arb_mul_ui(step, step, b->logarithmic, PRECISION);
    if (!arb_get_unique_fmpz(floor, step)) {
        arb_floor(step, step, PRECISION);
        ck_assert(arb_get_unique_fmpz(floor, step));
    }
    size_t result = fmpz_get_ui(floor);
    arb_clear(step);
    arb_clear(whole);
    fmpz_clear(floor);
    return result;
}

static size_t formula(const buckets *b, uint64_t n) {
    if (n < b->linear)
        return n;
    size_t step = logarithmic_step(b, n);
    return b->linear + (step < b->logarithmic ? step : b->logarithmic - 1);
}

/* The thresholds by definition: the first distance in each bucket. */
static buckets make(size_t linear, size_t logarithmic, size_t max_distance) {
    buckets b = {linear, logarithmic, max_distance, {0}};
    uint64_t n = linear;
    for (size_t i = 0; i + 1 < logarithmic; i++) {
        while (logarithmic_step(&b, n) < i + 1)
            n++;
        b.threshold[i] = n;
    }
    return b;
}

static void check_bucket(const buckets *b, uint64_t n) {
    size_t bucket = plumb_t5_bucket(b->threshold, b->linear, b->logarithmic, n);
    ck_assert_msg(bucket == formula(b, n),
                  "linear=%zu logarithmic=%zu max_distance=%zu distance=%llu: bucket %zu",
                  b->linear, b->logarithmic, b->max_distance, (unsigned long long)n, bucket);
}

START_TEST(follows_the_formula) {
    random_cases cases = random_begin("t5 bucket", CASES);
    while (random_next(&cases)) {
        size_t linear = 1 + random_below(&cases, MOST_LINEAR);
        size_t logarithmic = 1 + random_below(&cases, MOST_LOGARITHMIC);
        buckets b = make(linear, logarithmic, linear + 1 + random_below(&cases, 300));
        for (uint64_t n = 0; n <= b.max_distance + 3; n++)
            check_bucket(&b, n);
        for (int far = 9; far < 64; far += 9)
            check_bucket(&b, UINT64_C(1) << far);
    }
}
END_TEST

static const uint64_t causal_32[] = {19, 21, 24, 27, 31, 35, 40, 46, 52, 59, 67, 77, 87, 99, 113};
static const uint64_t both_32[] = {12, 16, 23, 32, 46, 64, 91};

/* The buckets change where they are known to, with thresholds by the formula. */
START_TEST(known_thresholds) {
    buckets causal = make(16, 16, 128), both = make(8, 8, 128);
    for (size_t i = 0; i < 15; i++) {
        ck_assert_uint_eq(plumb_t5_bucket(causal.threshold, 16, 16, causal_32[i] - 1), 16 + i);
        ck_assert_uint_eq(plumb_t5_bucket(causal.threshold, 16, 16, causal_32[i]), 17 + i);
    }
    for (size_t i = 0; i < 7; i++) {
        ck_assert_uint_eq(plumb_t5_bucket(both.threshold, 8, 8, both_32[i] - 1), 8 + i);
        ck_assert_uint_eq(plumb_t5_bucket(both.threshold, 8, 8, both_32[i]), 9 + i);
    }
}
END_TEST

START_TEST(causal_buckets) {
    static const int64_t key[] = {1000, 999, 985, 984, 981,       901,  900,
                                  888,  887, 872, 0,   -FARTHEST, 1001, 5000};
    static const size_t bucket[] = {0, 1, 15, 16, 17, 30, 30, 30, 31, 31, 31, 31, 0, 0};
    size_t found[15] = {[14] = 12345};
    plumb_t5_buckets(causal_32, 16, 16, 0, 1000, key, 14, found);
    for (size_t j = 0; j < 14; j++)
        ck_assert_msg(found[j] == bucket[j], "key at %lld: bucket %zu", (long long)key[j],
                      found[j]);
    ck_assert_uint_eq(found[14], 12345);
}
END_TEST

START_TEST(buckets_in_both_directions) {
    static const int64_t key[] = {0, -7, -8, -11, -12, -90, -91,     -FARTHEST,
                                  1, 7,  8,  12,  90,  91,  FARTHEST};
    static const size_t bucket[] = {0, 7, 8, 8, 9, 14, 15, 15, 17, 23, 24, 25, 30, 31, 31};
    size_t found[16] = {[15] = 12345};
    plumb_t5_buckets(both_32, 8, 8, 1, 0, key, 15, found);
    for (size_t j = 0; j < 15; j++)
        ck_assert_msg(found[j] == bucket[j], "key at %lld: bucket %zu", (long long)key[j],
                      found[j]);
    ck_assert_uint_eq(found[15], 12345);
}
END_TEST

/* bucket of a key by the one of its distance */
START_TEST(buckets_by_distance) {
    random_cases cases = random_begin("t5 buckets", CASES);
    while (random_next(&cases)) {
        buckets b = make(1 + random_below(&cases, 9), 1 + random_below(&cases, 9), 40);
        int both = (int)random_below(&cases, 2) * 3;
        int64_t query = (int64_t)random_below(&cases, 50);
        for (int64_t key = 0; key < 100; key++) {
            size_t found;
            plumb_t5_buckets(b.threshold, b.linear, b.logarithmic, both, query, &key, 1, &found);
            size_t expected = key <= query ? formula(&b, (uint64_t)(query - key))
                              : both
                                  ? b.linear + b.logarithmic + formula(&b, (uint64_t)(key - query))
                                  : 0;
            ck_assert_uint_eq(found, expected);
        }
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("position/t5_bucket");
    TCase *tests = tcase_create("t5 bucket");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, follows_the_formula);
    tcase_add_test(tests, known_thresholds);
    tcase_add_test(tests, causal_buckets);
    tcase_add_test(tests, buckets_in_both_directions);
    tcase_add_test(tests, buckets_by_distance);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
