/* test_markup.c - text inside XML and HTML. */
#include "base/markup.h"
#include "tests/support/check.h"
#include "tests/support/suite.h"
#include <stdio.h>
#include <string.h>

static const struct {
    const char *text, *markup;
} texts[] = {
    {"", ""},
    {"plain text, 1/2", "plain text, 1/2"},
    {"<a href=\"x\">&'", "&#60;a href=&#34;x&#34;&#62;&#38;&#39;"},
    {"tab\tline\nend\x7f", "tab\\u0009line\\u000Aend\\u007F"},
    {"\xC3\xA4 \xE2\x82\xAC \xF0\x9F\x99\x82", "\xC3\xA4 \xE2\x82\xAC \xF0\x9F\x99\x82"},
    {"\xC3(\x80\xFF", "\\xC3(\\x80\\xFF"},                 /* cut, alone, never a first byte */
    {"\xC0\xBC \xE0\x80\xBC", "\\xC0\\xBC \\xE0\\x80\\xBC"},       /* longer than need be: another way to write < */
    /* surrogates; beyond the last character */
    {"\xED\xA0\x80 \xF4\x90\x80\x80", "\\xED\\xA0\\x80 \\xF4\\x90\\x80\\x80"},
    {"\xE2\x82", "\\xE2\\x82"},
};

START_TEST(escapes) {
    char written[256] = "";
    FILE *stream = fmemopen(written, sizeof written, "w");
    plumb_markup_text(texts[_i].text, stream);
    fclose(stream);
    ck_assert_str_eq(written, texts[_i].markup);
}
END_TEST

START_TEST(prints) {
    char written[256] = "";
    FILE *stream = fmemopen(written, sizeof written, "w");
    plumb_markup_print(stream, "%s = %d", "a<b", 7);
    fclose(stream);
    ck_assert_str_eq(written, "a&#60;b = 7");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("markup");
    TCase *tests = tcase_create("markup");
    tcase_add_loop_test(tests, escapes, 0, sizeof texts / sizeof *texts);
    tcase_add_test(tests, prints);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
