/* test_scale.c - which texts are exact numbers, and binary64 numbers as exact texts. */
#include "case/scale.h"
#include "tests/support/suite.h"
#include <float.h>
#include <stdio.h>
#include <stdlib.h>
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

static const struct {
    const char *text, *plain;
} read_texts[] = {{"1/sqrt(192)", "1/sqrt(192)"},
                  {"-0.5/sqrt(2)", "-1/2/sqrt(2)"},
                  {"0.125", "0.125"},
                  {"1e-400", "1e-400"},
                  {"2/6", "2/6"},
                  {"1/sqrt(4)", "1/2"},
                  {"sqrt(2)", "2/sqrt(2)"},
                  {"sqrt(2)/16", "1/8/sqrt(2)"},
                  {"2 / sqrt(192)", "2/sqrt(192)"},
                  {"0.5*1/sqrt(64)", "1/16"},
                  {" -1.5e1 * sqrt(3) ", "-45/sqrt(3)"},
                  {"192**-0.5", "1/sqrt(192)"},
                  {"2^-3.5", "1/8/sqrt(2)"},
                  {"2^3.5", "16/sqrt(2)"},
                  {"10^-2", "1/100"},
                  {"1/2^2", "1/4"},
                  {"7^0", "1"},
                  {"sqrt(48)*sqrt(3)", "12"},
                  {"1/sqrt(6)/sqrt(10)", "1/2/sqrt(15)"},
                  {"1/8/sqrt(2)", "1/8/sqrt(2)"},
                  {"0*sqrt(2)", "0/sqrt(2)"},
                  {"2^62", "4611686018427387904"},
                  {"1/sqrt(9223372036854775807)", "1/sqrt(9223372036854775807)"},
                  {"1/(2*sqrt(2))", "1/2/sqrt(2)"},
                  {"(64 + 128) ** -0.5", "1/sqrt(192)"},
                  {"192 ^ (-1/2)", "1/sqrt(192)"},
                  {"1/sqrt(128+64)", "1/sqrt(192)"},
                  {"sqrt (1/(4*3))", "1/sqrt(12)"},
                  {"((2))*(((sqrt(2))))", "4/sqrt(2)"},
                  {"sqrt(2)^3", "4/sqrt(2)"},
                  {"1.5^2", "9/4"},
                  {"(2/3)^-1.5", "9/2/sqrt(6)"},
                  {"1/2 - 1/3", "1/6"},
                  {"1/3 - 1/2", "-1/6"},
                  {"-(1/2 + 1/3) + 1", "1/6"},
                  {"1/sqrt(2) + 1/2/sqrt(2)", "3/2/sqrt(2)"},
                  {"-2^2", "-4"},
                  {"(-2)^3", "-8"},
                  {"1/(-3)", "-1/3"},
                  {"sqrt(0)", "0"}};

/* What is read stands for itself: a case that is written is read again. */
START_TEST(products_of_exact_factors) {
    char plain[PLUMB_SCALE_TEXT], again[PLUMB_SCALE_TEXT];
    ck_assert_msg(plumb_scale_read(read_texts[_i].text, plain), "%s", read_texts[_i].text);
    ck_assert_str_eq(plain, read_texts[_i].plain);
    ck_assert(plumb_scale_read(plain, again));
    ck_assert_str_eq(plain, again);
}
END_TEST

START_TEST(other_texts) {
    static const char *const texts[] = {
        "",           "1/sqrt(0)",    "1/sqrt()",     "1/sqrt(-2)",      "sqrt(sqrt(2))",
        "1/sqrt(2",   "1/sqrt(2))",   "/sqrt(3)",     "1/sqrt(x)",       "x/sqrt(3)",
        "2^0.25",     "2^.5",         "2^",           "(-2)^0.5",        "0^-1",
        "2^63",       "2^64",         "sqrt(2)^0.5",  "2^sqrt(2)",       "2^3^2",
        "1//2",       "*2",           "2*",           "2 3",             "--1",
        "1*-1",       "1--1",         "1+",           "+1",              "1/0*2",
        "2***3",      "2* *3",        "1e401*1.0",    "1e30*sqrt(2)",    "1/sqrt(9223372036854775808)",
        "1e*sqrt(2)", "1 e1",         "1. 5*2",       "()",              "(2",
        "2)",         "(2)(3)",       "1/(1-1)",      "sqrt(2)+1",       "sqrt2",
        "sqrt",       "sqrt(2+)",     "9223372036854775808*1", "9223372036854775807*1+1", "1/sqrt(head_dim)",
        "sqrt(3)*9223372036854775807"};
    char plain[PLUMB_SCALE_TEXT];
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        ck_assert_msg(!plumb_scale_read(texts[i], plain), "%s", texts[i]);
}
END_TEST

/* No text is deeper than the stack. */
START_TEST(parentheses_end) {
    enum { MANY = 1 << 22 };
    char plain[PLUMB_SCALE_TEXT], *text = malloc(MANY);
    memset(text, '(', MANY);
    text[PLUMB_SCALE_TEXT - 1] = 0;
    ck_assert(!plumb_scale_read(text, plain));
    text[PLUMB_SCALE_TEXT - 1] = '(';
    text[MANY - 1] = 0;
    ck_assert(!plumb_scale_read(text, plain));
    free(text);
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
    tcase_add_loop_test(tests, products_of_exact_factors, 0, sizeof read_texts / sizeof *read_texts);
    tcase_add_test(tests, other_texts);
    tcase_add_test(tests, parentheses_end);
    tcase_add_test(tests, refuses_endless_digits);
    tcase_add_test(tests, prints_exactly);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
