/* test_json.c - JSON texts: the same values as jansson reads, and the same texts refused. */
#include "base/json.h"
#include "base/json_text.h"
#include "tests/support/suite.h"
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* A block of exactly that size, so that an address sanitizer sees every byte read past its end. */
static char *block_of(const char *text, size_t length) {
    char *block = malloc(length + (length == 0));
    if (block == NULL)
        ck_abort();
    return memcpy(block, text, length);
}

/* Whether both read the text, and as the same value. */
static bool agree(const char *text, size_t length) {
    plumb_error error;
    char *block = block_of(text, length);
    json_t *ours = plumb_json_parse(block, length, "x", &error);
    json_t *theirs = json_loadb(block, length, JSON_REJECT_DUPLICATES, NULL);
    bool same = (ours == NULL) == (theirs == NULL) && (ours == NULL || json_equal(ours, theirs));
    json_decref(ours);
    json_decref(theirs);
    free(block);
    return same;
}

static const char *const texts[] = {
    "", " ", "[", "]", "{", "[]", " [ ] ", "{}", "[{}]", "[[],[[]]]", "[1]", "[1", "[1,]", "[,1]",
    "[1 2]", "[-1,0,-0,12345678901,9223372036854775807,-9223372036854775808]",
    "[9223372036854775808]", "[-9223372036854775809]", "[01]", "[-]", "[+1]", "[1.]", "[.5]",
    "[1.5,0.1,-2.5e-3,1E5,1e+5,1e308,4.9e-324,1e-400]", "[1e309]", "[1e]", "[1e+]", "[0x10]",
    "[1.5e3x]", "[1,5]", "[true,false,null]", "[tru]", "[True]", "[nul]", "[truex]", "[NaN]",
    "[Infinity]", "[\"\"]", "[\"a]", "[\"a\\\"]", "[\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"]",
    "[\"\\u0041\\u00e9\\u20AC\\ud83d\\ude00\"]", "[\"\\ud83d\"]", "[\"\\ude00\"]",
    "[\"\\ud83d\\u0041\"]", "[\"\\ud83dx\"]", "[\"\\u12g4\"]", "[\"\\u123\"]", "[\"\\u\"]",
    "[\"\\x\"]", "[\"\\u0000\"]", "[\"a\nb\"]", "[\"\x1f\"]", "[\"\x7f\"]", "[\"\xc3\xa9\"]",
    "[\"\xc3\"]", "[\"\xc0\x80\"]", "[\"\xed\xa0\x80\"]", "[\"\xf4\x90\x80\x80\"]",
    "[\"\xf0\x9f\x98\x80\"]", "[\"\xe0\x80\x80\"]", "[\"\xff\"]", "{\"a\":1}", "{\"a\" : 1 , \"b\":[]}",
    "{\"a\":1,}", "{,}", "{\"a\"}", "{\"a\":}", "{\"a\" 1}", "{a:1}", "{1:1}", "{\"a\":1 \"b\":2}",
    "{\"a\":1,\"a\":2}", "{\"a\":1,\"\\u0061\":2}", "{\"\":1,\"\":2}", "{\"a\":{\"a\":1}}", "[]x",
    "{}{}", "[] []", "1", "\"a\"", "null", "\xef\xbb\xbf[]", "[1]\v", "/**/[]", "['a']",
};

START_TEST(reads_what_jansson_reads) {
    ck_assert_msg(agree(texts[_i], strlen(texts[_i])), "%s", texts[_i]);
}
END_TEST

/* Pieces of such texts, one after the other. */
START_TEST(reads_random_texts_as_jansson_does) {
    static const char *const pieces[] = {"{", "}", "[", "]", ",", ":", "\"a\"", "\"b\"", "\"\\u0061\"",
                                         "1", "-2.5e1", "true", "null", " ", "\"", "\\", "0", "{\"a\":"};
    unsigned state = 1;
    int valid = 0;
    for (int i = 0; i < 50000; i++) {
        char text[256] = "[";
        for (int n = (int)((state = state * 1103515245 + 12345) >> 16) % 9; n >= 0; n--) {
            state = state * 1103515245 + 12345;
            strcat(text, pieces[(state >> 16) % (sizeof pieces / sizeof *pieces)]);
        }
        strcat(text, i % 3 == 0 ? "}]" : "]");
        if (!agree(text, strlen(text))) /* an assertion for each takes longer than the reading */
            ck_abort_msg("%s", text);
        json_t *value = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
        valid += value != NULL;
        json_decref(value);
    }
    ck_assert_int_gt(valid, 300);
}
END_TEST

START_TEST(reads_nothing_of_a_zero_byte) {
    ck_assert(agree("[\0]", 3));
    ck_assert(agree("[\"\0\"]", 5));
    ck_assert(agree("[]\0", 3));
}
END_TEST

/* ---- members ---- */

static int note(void *context, const char *key, const char *value, size_t length) {
    char *noted = context;
    sprintf(noted + strlen(noted), "%s=%.*s;", key, (int)length, value);
    return 0;
}

static int count(void *context, size_t members) {
    char *noted = context;
    sprintf(noted, "%zu:", members);
    return 0;
}

/* Room before a page that cannot be read. */
static char *guarded_end(void) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    int zeros = open("/dev/zero", O_RDWR);
    ck_assert_int_ge(zeros, 0);
    char *room = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE, zeros, 0);
    ck_assert(room != MAP_FAILED);
    ck_assert_int_eq(mprotect(room + page, page, PROT_NONE), 0);
    close(zeros);
    return room + page;
}

/* Every text ends at any of its bytes, and past that there is nothing to read. */
START_TEST(reads_nothing_past_the_end) {
    char *end = guarded_end();
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        for (size_t length = 0; length < strlen(texts[i]); length++) {
            plumb_error error;
            json_decref(plumb_json_parse(memcpy(end - length, texts[i], length), length, "x", &error));
            char noted[256] = "";
            const plumb_json_receiver receiver = {count, note, noted};
            (void)plumb_json_members(end - length, length, "x", &receiver, &error);
        }
}
END_TEST

static const struct {
    const char *text, *wanted; /* what is noted, or the message */
} objects[] = {
    {"{}", "0:"},
    {" { } ", "0:"},
    {"{\"a\":1}", "1:a=1;"},
    {"{ \"b\\u0061\" : [1, {\"x\":2}] , \"c\" : \"}\" } ", "2:ba=[1, {\"x\":2}];c=\"}\";"},
    {"{\"a\":{\"x\":1,\"x\":2},\"b\":1e999}", "2:a={\"x\":1,\"x\":2};b=1e999;"},
    {"{\"b\":1,\"a\":2,\"b\":3}", "x: not valid JSON: duplicate object key near '\"b\"'"},
    {"{\"ab\":1,\"a\":2,\"\\u0061b\":3,\"\":4}", "x: not valid JSON: duplicate object key near '\""},
    {"{\"a\":1,\"b\":[}", "x: not valid JSON: invalid token near '}'"},
    {"{\"a\":[]", "x: not valid JSON: ',' or '}' expected near end of file"},
    {"{\"a\":1", "x: not valid JSON: invalid number near '1'"},
    {"{\"a\":1]", "x: not valid JSON: ',' or '}' expected near ']'"},
    {"{\"a\":1}}", "x: not valid JSON: end of file expected near '}'"},
    {"[]", "x: not valid JSON: '{' expected near '['"},
    {"", "x: not valid JSON: '{' expected near end of file"},
};

START_TEST(hands_over_members) {
    char noted[256] = "";
    plumb_error error;
    size_t length = strlen(objects[_i].text);
    char *block = block_of(objects[_i].text, length);
    const plumb_json_receiver receiver = {count, note, noted};
    bool read = plumb_json_members(block, length, "x", &receiver, &error) == 0;
    free(block);
    const char *wanted = objects[_i].wanted;
    ck_assert_int_eq(read, wanted[0] != 'x');
    if (read)
        ck_assert_str_eq(noted, wanted);
    else
        ck_assert_msg(strncmp(error.text, wanted, strlen(wanted)) == 0, "%s", error.text);
    ck_assert(read || noted[0] == 0);
}
END_TEST

/* ---- new texts ---- */

START_TEST(writes_control_characters_as_escapes) {
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    json_t *object = json_pack("{s:s}", "n\xc2\x9b", "\x1b \x7f \xc2\x9b \xe2\x80\xae \xe2\x81\xa6 \xd8\x9c \xc3\xa9");
    ck_assert_int_eq(plumb_json_write(object, stream), 0);
    fclose(stream);
    ck_assert_str_eq(text, "{\n  \"n\\u009B\": \"\\u001B \\u007F \\u009B \\u202E \\u2066 \\u061C \xc3\xa9\"\n}\n");
    free(text);
}
END_TEST

/* Whatever comes after a value that memory had no room for. */
START_TEST(a_shortage_leaves_nothing) {
    json_t *object = json_object(), *array = json_array();
    plumb_json_put(&object, "one", json_integer(1));
    plumb_json_add(&array, json_string("one"));
    ck_assert_uint_eq(json_object_size(object), 1);
    ck_assert_uint_eq(json_array_size(array), 1);
    for (int i = 0; i < 2; i++) {
        plumb_json_put(&object, "two", i == 0 ? NULL : json_integer(2));
        plumb_json_add(&array, i == 0 ? NULL : json_string("two"));
        ck_assert_ptr_null(object);
        ck_assert_ptr_null(array);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("json");
    TCase *tests = tcase_create("json");
    tcase_add_loop_test(tests, reads_what_jansson_reads, 0, (int)(sizeof texts / sizeof *texts));
    tcase_add_test(tests, reads_nothing_past_the_end);
    tcase_add_test(tests, reads_random_texts_as_jansson_does);
    tcase_add_test(tests, reads_nothing_of_a_zero_byte);
    tcase_add_loop_test(tests, hands_over_members, 0, (int)(sizeof objects / sizeof *objects));
    tcase_add_test(tests, writes_control_characters_as_escapes);
    tcase_add_test(tests, a_shortage_leaves_nothing);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
