/* test_nearness.c - which of two numbers is nearer to the interval of the exact value, and the sizes of errors. */
#include "same/nearness.h"
#include "tests/support/random.h"
#include "tests/support/suite.h"
#include <math.h>

static plumb_same_nearness compare(const double *one, const double *two, const double *low, const double *high,
                                   size_t count) {
    const plumb_claim first = {true, PLUMB_F64, count, one}, other = {true, PLUMB_F64, count, two};
    return plumb_same_nearness_of(&first, &other, low, high);
}

static const struct {
    double one, two, low, high;
    int nearer; /* 0, 1, or -1: neither, or it is not known */
    size_t measured;
} pairs[] = {
    {1, 2, 0.5, 0.75, 0, 1},
    {2, 1, 0.5, 0.75, 1, 1},
    {1, 2, 1.25, 1.25, 0, 1},
    {1, 2, 1.75, 1.75, 1, 1},
    {2, 1, 1.75, 1.75, 0, 1},
    {1, 2, 1.5, 1.5, -1, 1},
    {1, 2, 1.4, 1.6, -1, 1}, /* the middle is among the values that are possible */
    {1, 2, -1e300, 1.49, 0, 1},
    {1, 2, -INFINITY, INFINITY, -1, 0},
    {1, 2, -INFINITY, 1.25, 0, 0},
    {1, 1, 0, 3, -1, 0},
    {0.0, -0.0, 1, 1, -1, 0},
    {NAN, NAN, 1, 1, -1, 0},
    {NAN, 1, 5, 6, 1, 0},
    {1, NAN, 5, 6, 0, 0},
    {NAN, 1, -INFINITY, INFINITY, -1, 0},
    {INFINITY, 1, 5, 6, 1, 0},
    {INFINITY, -INFINITY, 5, 6, -1, 0},
    {-INFINITY, NAN, -INFINITY, -INFINITY, 0, 0},
    {3, -INFINITY, -INFINITY, -INFINITY, 1, 0},
    {3, INFINITY, -INFINITY, -INFINITY, -1, 0},
    {0x1.fffffffffffffp+1023, -0x1.fffffffffffffp+1023, 1, 2, 0, 1},
    {0x1p-1074, 0x1p-1073, 0, 0, -1, 1}, /* a step from their middle tells nothing there */
    {0x1p-1074, 0x1p-1060, 0, 0, 0, 1},
};

START_TEST(the_nearer_is_on_the_side_of_the_exact_value) {
    plumb_same_nearness found = compare(&pairs[_i].one, &pairs[_i].two, &pairs[_i].low, &pairs[_i].high, 1);
    ck_assert_uint_eq(found.nearer[0], pairs[_i].nearer == 0);
    ck_assert_uint_eq(found.nearer[1], pairs[_i].nearer == 1);
    ck_assert_uint_eq(found.measured, pairs[_i].measured);
}
END_TEST

/* Exact values at random places around two numbers: what is called nearer is, in exact arithmetic of small integers. */
START_TEST(nobody_is_called_nearer_who_is_not) {
    random_cases cases = random_begin("nearness", 5000);
    size_t told = 0, all = 0;
    while (random_next(&cases)) {
        int64_t a = (int64_t)random_below(&cases, 1000) - 500, b = (int64_t)random_below(&cases, 1000) - 500;
        int64_t middle = (int64_t)random_below(&cases, 2000) - 1000, radius = (int64_t)random_below(&cases, 40);
        double one = (double)a, two = (double)b, low = (double)(middle - radius), high = (double)(middle + radius);
        plumb_same_nearness found = compare(&one, &two, &low, &high, 1);
        size_t wrong = 0; /* an assertion for each would take its time */
        for (int64_t x = middle - radius; x <= middle + radius; x++) {
            int64_t to_one = llabs(x - a), to_two = llabs(x - b);
            wrong += (found.nearer[0] > 0 && to_one >= to_two) || (found.nearer[1] > 0 && to_two >= to_one);
            wrong += a != b && ((double)to_one < found.largest[0].low || (double)to_one > found.largest[0].high);
        }
        ck_assert_uint_eq(wrong, 0);
        /* Where all of the interval is on one side, it is told. */
        bool left = 2 * (middle + radius) < a + b, right = 2 * (middle - radius) > a + b;
        ck_assert_uint_eq(found.nearer[0] + found.nearer[1], a != b && (left || right));
        told += found.nearer[0] + found.nearer[1];
        all++;
    }
    ck_assert_uint_gt(2 * told, all);
}
END_TEST

START_TEST(errors_are_of_what_differs) {
    const double one[] = {1, 1, 5, NAN, 2}, two[] = {1, 2, 8, 1, 2}, exact[] = {9, 1.5, 4, 1, 7};
    plumb_same_nearness found = compare(one, two, exact, exact, 5);
    ck_assert_uint_eq(found.measured, 2);
    ck_assert_uint_eq(found.nearer[0], 1);
    ck_assert_uint_eq(found.nearer[1], 1);
    ck_assert_double_eq_tol(found.largest[0].low, 1, 1e-15);
    ck_assert_double_eq_tol(found.largest[1].high, 4, 1e-15);
    ck_assert_double_eq_tol(found.root_mean_square[0].low, sqrt((0.25 + 1) / 2), 1e-15);
    ck_assert_double_eq_tol(found.root_mean_square[1].high, sqrt((0.25 + 16) / 2), 1e-15);
}
END_TEST

START_TEST(squares_neither_vanish_nor_overflow) {
    const double scales[] = {0x1p-1000, 0x1p+1000, 1};
    double scale = scales[_i];
    const double one[] = {3 * scale, 4 * scale}, two[] = {0, 0}, low[] = {0, 0};
    plumb_same_nearness found = compare(one, two, low, low, 2);
    ck_assert_double_eq_tol(found.root_mean_square[0].high / scale, sqrt(12.5), 1e-14);
    ck_assert_double_eq(found.root_mean_square[1].high, 0);
    ck_assert_double_eq(found.largest[1].high, 0);
    ck_assert_uint_eq(found.nearer[1], 2);
}
END_TEST

/* ---- what judgements say ---- */

static plumb_element element_of(plumb_finding finding, double low, double high, double error) {
    return (plumb_element){
        .present = true, .finding = finding, .low = low, .high = high, .error_low = error, .error_high = error};
}

START_TEST(judgements_narrow_what_is_known) {
    static const struct {
        plumb_finding finding;
        double low, high, error;
        bool says;
    } said[] = {{PLUMB_WITHIN, 1, 2, 0, true},
                {PLUMB_EXCLUDED, 1, 2, 1, true},
                {PLUMB_IMPROBABLE, 1, 2, 1, true},
                {PLUMB_NAN, 1, 2, INFINITY, true},
                {PLUMB_INFINITE, 1, 2, INFINITY, true},
                {PLUMB_UNINFORMATIVE, 1, 2, 0.5, true},
                {PLUMB_UNINFORMATIVE, 1, 1, INFINITY, false},
                {PLUMB_NO_JUDGEMENT, NAN, NAN, INFINITY, false},
                {PLUMB_NOT_COMPARED, 1, 1, INFINITY, false},
                {PLUMB_FINITE, NAN, NAN, INFINITY, false},
                {PLUMB_NOT_NAN, NAN, NAN, INFINITY, false}};
    const double value[] = {1};
    const plumb_case judged = {
        .problem = {.batch = 1, .query_heads = 1, .query_length = 1, .key_length = 1, .value_dim = 1},
        .output = {true, PLUMB_F32, 1, value}};
    for (size_t i = 0; i < sizeof said / sizeof *said; i++) {
        plumb_same_known known;
        plumb_storage storage = {0};
        ck_assert_int_eq(plumb_same_known_init(&known, &judged, &storage), 0);
        plumb_element element = element_of(said[i].finding, said[i].low, said[i].high, said[i].error);
        plumb_same_known_element(&known, PLUMB_OUTPUT, &element);
        ck_assert_double_eq(known.low[PLUMB_OUTPUT][0], said[i].says ? said[i].low : -INFINITY);
        ck_assert_double_eq(known.high[PLUMB_OUTPUT][0], said[i].says ? said[i].high : INFINITY);
        if (said[i].says) {
            element = element_of(PLUMB_WITHIN, 0.5, 1.5, 0);
            plumb_same_known_element(&known, PLUMB_OUTPUT, &element);
            ck_assert_double_eq(known.low[PLUMB_OUTPUT][0], 1);
            ck_assert_double_eq(known.high[PLUMB_OUTPUT][0], 1.5);
        }
        plumb_storage_free(&storage);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("nearness");
    TCase *tests = tcase_create("nearness");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_loop_test(tests, the_nearer_is_on_the_side_of_the_exact_value, 0, sizeof pairs / sizeof *pairs);
    tcase_add_test(tests, nobody_is_called_nearer_who_is_not);
    tcase_add_test(tests, errors_are_of_what_differs);
    tcase_add_loop_test(tests, squares_neither_vanish_nor_overflow, 0, 3);
    tcase_add_test(tests, judgements_narrow_what_is_known);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
