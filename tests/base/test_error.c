/* test_error.c - messages: one line, whatever names and values they quote. */
#include "base/error.h"
#include "tests/support/suite.h"
#include <string.h>

START_TEST(formats) {
    plumb_error error;
    ck_assert_int_eq(plumb_fail(&error, "%s: %d", "x", 3), -1);
    ck_assert_str_eq(error.text, "x: 3");
}
END_TEST

START_TEST(may_be_empty) {
    plumb_error error = {"before"};
    ck_assert_int_eq(plumb_fail(&error, "%s", ""), -1);
    ck_assert_str_eq(error.text, "");
}
END_TEST

START_TEST(shows_control_characters) {
    plumb_error error;
    plumb_fail(&error, "%s", "a\nb\tc\033[2Jd\177e");
    ck_assert_str_eq(error.text, "a\\u000Ab\\u0009c\\u001B[2Jd\\u007Fe");
}
END_TEST

/* U+009B starts a terminal command just as ESC [ does; U+00E9 and U+20AC are text. */
START_TEST(tells_utf_8_from_control_characters) {
    plumb_error error;
    plumb_fail(&error, "%s",
               "a\xC2\x9B"
               "2J \xC3\xA9 \xE2\x82\xAC \xC2\xA0 \xC2");
    ck_assert_str_eq(error.text, "a\\u009B2J \xC3\xA9 \xE2\x82\xAC \xC2\xA0 \\xC2");
}
END_TEST

START_TEST(cuts_what_does_not_fit) {
    plumb_error error;
    char fits[PLUMB_ERROR_TEXT], full[PLUMB_ERROR_TEXT + 1];
    memset(fits, 'a', sizeof fits - 1);
    fits[sizeof fits - 1] = 0;
    plumb_fail(&error, "%s", fits);
    ck_assert_str_eq(error.text, fits);
    memset(full, 'a', sizeof full - 1);
    full[sizeof full - 1] = 0;
    plumb_fail(&error, "%s", full);
    ck_assert_uint_eq(strlen(error.text), PLUMB_ERROR_TEXT - 1);
    ck_assert_str_eq(error.text + PLUMB_ERROR_TEXT - 5, "a...");
    for (size_t i = 0; i + 1 < sizeof full; i += 2)
        memcpy(full + i, "\xC3\xA9", 2); /* U+00E9: cut between two of them */
    plumb_fail(&error, "%s", full);
    ck_assert_str_eq(error.text + strlen(error.text) - 5, "\xC3\xA9...");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("error");
    TCase *tests = tcase_create("message");
    tcase_add_test(tests, formats);
    tcase_add_test(tests, may_be_empty);
    tcase_add_test(tests, shows_control_characters);
    tcase_add_test(tests, tells_utf_8_from_control_characters);
    tcase_add_test(tests, cuts_what_does_not_fit);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
