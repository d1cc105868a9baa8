/* test_printable.c - names and notes that a terminal or a page would obey. */
#include "base/utf8.h"
#include "base/printable.h"
#include "tests/support/suite.h"
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *text, *shown;
} texts[] = {
    {"", ""},
    {"plain \\u0041 \xC3\xA9 \xE2\x82\xAC \xF0\x9F\x99\x82 \xC2\xA0",
     "plain \\u0041 \xC3\xA9 \xE2\x82\xAC \xF0\x9F\x99\x82 \xC2\xA0"},
    {"\x1b[2J\x01\x1f\x7f\n", "\\u001B[2J\\u0001\\u001F\\u007F\\u000A"},
    {"\xC2\x80\xC2\x9B\xC2\x9F", "\\u0080\\u009B\\u009F"},
    {"\xE2\x80\xAA\xE2\x80\xAE\xE2\x81\xA6\xE2\x81\xA9", "\\u202A\\u202E\\u2066\\u2069"},
    {"\xE2\x80\x8E\xE2\x80\x8F\xD8\x9C", "\\u200E\\u200F\\u061C"},
    {"\xE2\x80\xA8\xE2\x80\xA9", "\\u2028\\u2029"},
    {"\xE2\x80\x8D \xE2\x80\xA7 \xE2\x81\xA5", "\xE2\x80\x8D \xE2\x80\xA7 \xE2\x81\xA5"}, /* their neighbours */
    {"\x9B \xC2", "\\x9B \\xC2"},
};

START_TEST(shows) {
    char shown[256], written[256] = "";
    ck_assert(plumb_printable(texts[_i].text, shown, sizeof shown));
    ck_assert_str_eq(shown, texts[_i].shown);
    FILE *stream = fmemopen(written, sizeof written, "w");
    plumb_printable_print(texts[_i].text, stream);
    fclose(stream);
    ck_assert_str_eq(written, texts[_i].shown);
}
END_TEST

/* In a block of exactly that size. */
START_TEST(cuts_between_characters) {
    static const char *const wanted[] = {"...", "a...", "ab...", "ab...", "ab\xC3\xA9...", "ab\xC3\xA9\\u0007"};
    static const size_t sizes[] = {4, 5, 6, 7, 8, 11};
    char *room = malloc(sizes[_i]);
    ck_assert(plumb_printable("ab\xC3\xA9\a", room, sizes[_i]) == (sizes[_i] == 11));
    ck_assert_str_eq(room, wanted[_i]);
    free(room);
}
END_TEST

START_TEST(characters_are_read_as_they_are_written) {
    uint32_t wrong = 0;
    for (uint32_t number = 1; number <= 0x10FFFF && wrong == 0; number++) {
        char text[4];
        uint32_t read = 0;
        size_t length = plumb_utf8_write(number, text);
        bool one = number < 0xD800 || number > 0xDFFF;
        if (plumb_utf8_character(text, length, &read) != (one ? length : 0) ||
            (one && read != number) ||
            (length > 1 && plumb_utf8_character(text, length - 1, &read) != 0))
            wrong = number;
    }
    ck_assert_uint_eq(wrong, 0);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("printable");
    TCase *tests = tcase_create("printable");
    tcase_add_loop_test(tests, shows, 0, sizeof texts / sizeof *texts);
    tcase_add_loop_test(tests, cuts_between_characters, 0, 6);
    tcase_add_test(tests, characters_are_read_as_they_are_written);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
