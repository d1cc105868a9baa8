/* test_formats.c - each format of formats.def accepts an example that is made of it, and refuses it with a member less,
   one of another type, or one more; so what tests/support/json_format.h lets pass has exactly the members it should. */
#include "tests/support/json_format.h"
#include "tests/support/suite.h"

static const char *const formats[] = {"diff",
                                      "diagnose",
                                      "same",
                                      "sink",
                                      "challenge",
                                      "vectors",
                                      "conventions-listing",
                                      "operators-listing",
                                      "precisions-listing",
                                      "tensors-listing",
                                      "findings-listing"};
enum { FORMATS = sizeof formats / sizeof *formats };

/* Every alternative in turn: at the numbers that are given out, one after the other. */
static size_t turn;

static json_t *example_of(format_type type);

static json_t *example_object(format_type object) {
    const plumb_json_member *member;
    json_t *value = json_object();
    for (size_t i = 0; (member = plumb_json_member_at(i)) != NULL; i++)
        if (json_type_is(object, member->object))
            json_object_set_new(value, member->name, example_of(format_word(member->type)));
    return value;
}

static json_t *example_of_one(format_type type) {
    format_type inner = {type.text + 1, type.length - 2};
    if (*type.text == '@')
        return example_object((format_type){type.text + 1, type.length - 1});
    if (*type.text == '[')
        return json_pack("[o]", example_of(inner));
    if (*type.text == '{')
        return inner.length == 0 ? json_pack("{s:b}", "any", 1) : json_pack("{s:o}", "a name", example_of(inner));
    if (*type.text == '\'')
        return json_stringn(inner.text, inner.length);
    if (json_type_is(type, "null"))
        return json_null();
    if (json_type_is(type, "truth"))
        return json_true();
    if (json_type_is(type, "number"))
        return json_real(0.5);
    return json_type_is(type, "text") ? json_string("") : json_integer(json_type_is(type, "integer") ? -1 : 0);
}

static json_t *example_of(format_type type) {
    size_t length = json_length_of_one(type);
    if (length < type.length && turn++ % 2 == 1)
        return example_of((format_type){type.text + length + 4, type.length - length - 4});
    return example_of_one((format_type){type.text, length});
}

static bool is_right(const char *format, const json_t *value) {
    json_check check;
    return *json_fault(&check, format, value) == 0;
}

static void assert_refused(const char *format, const json_t *whole, const char *what, const char *name) {
    ck_assert_msg(!is_right(format, whole), "%s is right %s %s", format, what, name);
}

/* Spoils each member of an object that formats.def describes, and those below it; returns how many. */
static size_t spoil(const char *format, const json_t *whole, json_t *part) {
    const char *name;
    json_t *value, *members = json_copy(part);
    size_t index, spoiled = 0;
    json_array_foreach(part, index, value) spoiled += spoil(format, whole, value);
    bool free = json_object_get(part, "any") != NULL, named = json_object_get(part, "a name") != NULL;
    json_object_foreach(members, name, value) {
        spoiled += spoil(format, whole, value);
        if (free)
            continue;
        json_object_set_new(part, name, json_pack("[[[b]]]", 0));
        assert_refused(format, whole, "with another", name);
        json_object_del(part, name);
        if (!named)
            assert_refused(format, whole, "without", name);
        json_object_set(part, name, value);
        spoiled++;
    }
    if (json_is_object(part) && !free && !named) {
        json_object_set_new(part, "stranger", json_true());
        assert_refused(format, whole, "with a", "stranger");
        json_object_del(part, "stranger");
    }
    json_decref(members);
    return spoiled;
}

enum { TURNS = 8 };

START_TEST(a_format_has_these_members_and_no_others) {
    const char *format = formats[_i];
    size_t spoiled = 0;
    for (turn = 0; turn < TURNS;) {
        size_t first = turn;
        json_t *whole = example_of(format_word(plumb_json_format_find(format)->root));
        json_check check;
        ck_assert_str_eq(json_fault(&check, format, whole), "");
        spoiled += spoil(format, whole, whole);
        ck_assert(is_right(format, whole));
        json_decref(whole);
        turn = first + 1;
    }
    ck_assert(spoiled >= TURNS || strcmp(format, "findings-listing") == 0);
}
END_TEST

START_TEST(a_fault_is_named_where_it_is) {
    json_check check;
    json_t *value = json_pack("[s, i]", "a", 1);
    ck_assert_str_eq(json_fault(&check, "findings-listing", value), "/1: is not text");
    json_decref(value);
    value = json_pack("[{s:s, s:s}]", "name", "q", "shape", "[b]");
    ck_assert_str_eq(json_fault(&check, "tensors-listing", value), "/0: lacks the member meaning");
    json_decref(value);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("schema/formats");
    TCase *tests = tcase_create("formats");
    tcase_add_loop_test(tests, a_format_has_these_members_and_no_others, 0, FORMATS);
    tcase_add_test(tests, a_fault_is_named_where_it_is);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
