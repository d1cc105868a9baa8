/* test_scale.c - which texts are exact numbers, and binary64 numbers as exact texts. */
#include "case/scale.h"
#include "tests/support/suite.h"
#include <float.h>
#include <stdio.h>
#include <string.h>

START_TEST(accepts) {
    static const char *const texts[] = {
        "0",      "1",      "-1",  "0.125", "00.10", "1e3",  "1.5E-3",
        "2e+400", "1e-400", "1/3", "-22/7", "0/1",   "1/03", "1e0000000000000000001"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        ck_assert_msg(plumb_scale_is_exact(texts[i]), "%s", texts[i]);
}
END_TEST

START_TEST(refuses) {
    static const char *const texts[] = {
        "",          "-",     "+1",   ".5",  "1.",    "1.e2",   "e3",
        "1e",        "1e+",   "1e-",  " 1",  "1 ",    "1,5",    "0x10",
        "nan",       "inf",   "1/",   "/2",  "1/0",   "1/00",   "1/-3",
        "1/2/3",     "1.5/2", "1/2.", "--1", "1e401", "1e-401", "1e99999999999999999999",
        "1/sqrt(64)"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        ck_assert_msg(!plumb_scale_is_exact(texts[i]), "%s", texts[i]);
}
END_TEST

START_TEST(numbers_over_roots) {
    static const char *const texts[] = {"1/sqrt(192)", "-0.5/sqrt(2)", "1e-3/sqrt(7)", "0/sqrt(3)", "1/sqrt(4)"};
    static const char *const others[] = {"1/sqrt(0)",  "1/sqrt()",     "1/sqrt(-2)",  "1/sqrt(2.5)", "1/sqrt(2",
                                         "1/sqrt(2))", "1/2/sqrt(3)",  "/sqrt(3)",    "sqrt(3)",     "1/sqrt(02)",
                                         "1/sqrt(x)",  "x/sqrt(3)",    "1/sqrt(3) ",  "1/ sqrt(3)",  "1/3",
                                         "1/sqrt(1000000000000000)"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        ck_assert_msg(plumb_scale_is_over_root(texts[i]), "%s", texts[i]);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        ck_assert_msg(!plumb_scale_is_over_root(others[i]), "%s", others[i]);
}
END_TEST

START_TEST(refuses_endless_digits) {
    char text[PLUMB_SCALE_TEXT + 1];
    memset(text, '1', sizeof text - 1);
    text[PLUMB_SCALE_TEXT] = 0;
    ck_assert(!plumb_scale_is_exact(text));
    text[PLUMB_SCALE_TEXT - 1] = 0;
    ck_assert(plumb_scale_is_exact(text));
}
END_TEST

/* Exactness is asked of the number with the most digits there is, 2^-1022 - 2^-1074. */
START_TEST(prints_exactly) {
    static const double values[] = {0.0,     -0.0,    1.0,           0.1,
                                    DBL_MIN, DBL_MAX, 0x1p-1074,     -0x1.fffffffffffffp-1023,
                                    1e22,    1e23,    0x1.999999p-4, 0x0.fffffffffffffp-1022};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        char text[PLUMB_SCALE_TEXT], full[2000];
        plumb_scale_print(values[i], text);
        ck_assert_msg(plumb_scale_is_exact(text), "%s", text);
        ck_assert_double_eq(strtod(text, NULL), values[i]);
        snprintf(full, sizeof full, "%.1100e", values[i]); /* exact, for none has more digits */
        size_t mantissa = strcspn(text, "e");
        ck_assert_int_eq(strncmp(text, full, mantissa), 0);
        ck_assert_uint_eq(mantissa + strspn(full + mantissa, ".0"), strcspn(full, "e"));
        ck_assert_str_eq(strchr(text, 'e'), strchr(full, 'e'));
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("scale");
    TCase *tests = tcase_create("text");
    tcase_add_test(tests, accepts);
    tcase_add_test(tests, refuses);
    tcase_add_test(tests, numbers_over_roots);
    tcase_add_test(tests, refuses_endless_digits);
    tcase_add_test(tests, prints_exactly);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
