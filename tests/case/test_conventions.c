/* test_conventions.c - the table of conventions is what the reader reads: every member in it is
   accepted, and every key, tensor and word that the reader knows is in it. */
#include "case/conventions.h"
#include "case/description.h"
#include "case/inputs.h"
#include "case/mask_tensors.h"
#include "case/operators.h"
#include "tests/support/suite.h"
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static size_t count_conventions(void) {
    size_t count = 0;
    while (plumb_convention_at(count) != NULL)
        count++;
    return count;
}

START_TEST(rows_are_complete) {
    for (size_t i = 0; i < count_conventions(); i++) {
        const plumb_convention *c = plumb_convention_at(i);
        const char *texts[] = {c->axis, c->value, c->engines, c->member, c->flag, c->otherwise};
        for (size_t t = 0; t < 6; t++) {
            ck_assert_msg(t >= 3 || (texts[t] != NULL && texts[t][0] != 0), "row %zu", i);
            /* they stand in rows of a Markdown table */
            ck_assert_msg(texts[t] == NULL || strchr(texts[t], '|') == NULL, "%s", texts[t]);
        }
        ck_assert_msg((c->member == NULL) != (c->otherwise == NULL), "%s: %s", c->axis, c->value);
        ck_assert_msg(c->member == NULL || c->flag != NULL, "%s: %s", c->axis, c->value);
    }
}
END_TEST

START_TEST(members_are_read) {
    for (size_t i = 0; i < count_conventions(); i++) {
        const plumb_convention *c = plumb_convention_at(i);
        char text[256];
        plumb_storage storage = {NULL};
        plumb_description out;
        plumb_error error = {""};
        if (c->member == NULL)
            continue;
        snprintf(text, sizeof text, "{\"version\":1,%s}", c->member);
        int result = plumb_description_parse(text, "x", &storage, &out, &error);
        ck_assert_msg(result == 0, "%s: %s", text, error.text);
        plumb_storage_free(&storage);
    }
}
END_TEST

/* A member or a flag is of its axis: "rope_dim" and "--rope-dim". */
START_TEST(members_and_flags_bear_the_name_of_their_axis) {
    for (size_t i = 0; i < count_conventions(); i++) {
        const plumb_convention *c = plumb_convention_at(i);
        char member[64], flag[64];
        bool engine = strcmp(c->axis, "precision") == 0;
        bool claim = strcmp(c->axis, "qk_matmul_output_mode") == 0;
        snprintf(member, sizeof member, "\"%s\":", engine ? "engine" : c->axis);
        snprintf(flag, sizeof flag, "--%s ", c->axis);
        for (char *at = flag; *at != 0; at++)
            if (*at == '_')
                *at = '-';
        if (c->member != NULL)
            ck_assert_msg(strncmp(c->member, member, strlen(member)) == 0, "%s", c->member);
        if (c->flag != NULL && !claim)
            ck_assert_msg(strncmp(c->flag, flag, strlen(flag)) == 0, "%s", c->flag);
    }
}
END_TEST

static bool has_axis(const char *axis) {
    for (size_t i = 0; i < count_conventions(); i++)
        if (strcmp(plumb_convention_at(i)->axis, axis) == 0)
            return true;
    return false;
}

/* Who answered, and why the case exists, are no conventions. */
static bool is_convention(const char *key) {
    return strcmp(key, "version") != 0 && strcmp(key, "engine") != 0 && strcmp(key, "note") != 0;
}

START_TEST(every_key_is_there) {
    size_t keys = 0;
    for (; plumb_description_key(keys) != NULL; keys++)
        if (is_convention(plumb_description_key(keys)))
            ck_assert_msg(has_axis(plumb_description_key(keys)), "%s", plumb_description_key(keys));
    ck_assert_uint_gt(keys, 15);
    for (int i = PLUMB_INPUT_TENSORS; i < PLUMB_INPUTS; i++)
        ck_assert_msg(has_axis(plumb_input_name((plumb_input)i)), "%s",
                      plumb_input_name((plumb_input)i));
}
END_TEST

/* The tensors of sinks and of the MLP kernel belong to the operators that need them. */
START_TEST(every_tensor_of_masks_and_positions_is_there) {
    for (int i = PLUMB_INPUT_QUERY_POSITIONS; i < PLUMB_INPUT_TENSORS; i++)
        ck_assert_msg(has_axis(plumb_input_name((plumb_input)i)), "%s",
                      plumb_input_name((plumb_input)i));
    for (int i = 0; i < PLUMB_MASK_TENSORS; i++)
        ck_assert_msg(has_axis(plumb_mask_tensor_name((plumb_mask_tensor)i)), "%s",
                      plumb_mask_tensor_name((plumb_mask_tensor)i));
}
END_TEST

static bool has_row(const char *axis, const char *value) {
    for (size_t i = 0; i < count_conventions(); i++)
        if (strcmp(plumb_convention_at(i)->axis, axis) == 0 &&
            strcmp(plumb_convention_at(i)->value, value) == 0)
            return true;
    return false;
}

START_TEST(every_word_is_there) {
    for (int name = PLUMB_LIST_OPERATORS; name <= PLUMB_LIST_ALIBI_FORMS; name++) {
        const plumb_list *list = plumb_list_of((plumb_list_name)name);
        for (size_t i = 0; i < list->count; i++)
            ck_assert_msg(has_row(list->kind, list->entry[i].name), "%s %s", list->kind,
                          list->entry[i].name);
    }
}
END_TEST

/* The words of a key are those that its refusal lists. */
static void check_words(const char *key) {
    static const char listed[] = " is not one of ";
    char text[128];
    plumb_storage storage = {NULL};
    plumb_description out;
    plumb_error error = {""};
    snprintf(text, sizeof text, "{\"version\":1,\"%s\":\"?\"}", key);
    int result = plumb_description_parse(text, "x", &storage, &out, &error);
    plumb_storage_free(&storage);
    char *word = strstr(error.text, listed);
    if (result == 0 || word == NULL)
        return;
    for (word = strtok(word + sizeof listed - 1, ","); word != NULL; word = strtok(NULL, ","))
        ck_assert_msg(has_row(key, word + (word[0] == ' ')), "%s: %s", key, word);
}

START_TEST(every_word_of_a_key_is_there) {
    for (size_t i = 0; plumb_description_key(i) != NULL; i++)
        check_words(plumb_description_key(i));
    for (int i = PLUMB_INPUT_TENSORS; i < PLUMB_INPUTS; i++) {
        const char *name = plumb_input_name((plumb_input)i);
        check_words(name);
        if (plumb_input_kind((plumb_input)i) == PLUMB_VALUE_TRUTH)
            ck_assert_msg(has_row(name, "true") && has_row(name, "false"), "%s", name);
    }
}
END_TEST

/* Rows of one axis stand together, with at most one default, and no value stands twice. */
START_TEST(axes_are_grouped) {
    size_t count = count_conventions();
    for (size_t i = 0; i < count; i++)
        for (size_t j = i + 1; j < count; j++) {
            const plumb_convention *one = plumb_convention_at(i), *other = plumb_convention_at(j);
            if (strcmp(one->axis, other->axis) != 0)
                continue;
            ck_assert_str_eq(plumb_convention_at(j - 1)->axis, other->axis);
            ck_assert_str_ne(one->value, other->value);
            ck_assert_msg(!(one->usual && other->usual), "%s", one->axis);
        }
}
END_TEST

static plumb_description read_member(const char *member) {
    char text[256];
    plumb_storage storage = {NULL};
    plumb_description out;
    plumb_error error = {""};
    snprintf(text, sizeof text, "{\"version\":1%s%s}", member[0] == 0 ? "" : ",", member);
    ck_assert_int_eq(plumb_description_parse(text, "x", &storage, &out, &error), 0);
    plumb_storage_free(&storage);
    return out;
}

static bool differ(const plumb_description *one, const plumb_description *other) {
    plumb_description left = *one, right = *other;
    left.stated = right.stated = 0;
    left.polarity_stated = right.polarity_stated = false;
    left.empty_lse_stated = right.empty_lse_stated = false;
    return left.causal != right.causal || left.mask.prefixed != right.mask.prefixed ||
           left.true_hides != right.true_hides || left.scale != right.scale ||
           left.tile != right.tile || left.mask.in_cache != right.mask.in_cache ||
           left.empty_row != right.empty_row ||
           left.empty_lse_positive != right.empty_lse_positive ||
           memcmp(&left.position, &right.position, sizeof left.position) != 0 ||
           memcmp(&left.op, &right.op, sizeof left.op) != 0;
}

/* The default is what is meant where nothing is stated, and no other word of its axis is. */
START_TEST(defaults_are_what_is_meant) {
    plumb_description plain = read_member("");
    for (size_t i = 0; i < count_conventions(); i++) {
        const plumb_convention *c = plumb_convention_at(i);
        bool has_default = false;
        for (size_t j = 0; j < count_conventions(); j++)
            has_default = has_default || (strcmp(plumb_convention_at(j)->axis, c->axis) == 0 &&
                                          plumb_convention_at(j)->usual);
        if (c->member == NULL || !has_default || strcmp(c->axis, "scale") == 0)
            continue;
        plumb_description stated = read_member(c->member);
        ck_assert_msg(differ(&plain, &stated) != c->usual, "%s: %s", c->axis, c->value);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("conventions");
    TCase *tests = tcase_create("table");
    tcase_add_test(tests, rows_are_complete);
    tcase_add_test(tests, members_are_read);
    tcase_add_test(tests, members_and_flags_bear_the_name_of_their_axis);
    tcase_add_test(tests, every_key_is_there);
    tcase_add_test(tests, every_tensor_of_masks_and_positions_is_there);
    tcase_add_test(tests, every_word_is_there);
    tcase_add_test(tests, every_word_of_a_key_is_there);
    tcase_add_test(tests, axes_are_grouped);
    tcase_add_test(tests, defaults_are_what_is_meant);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
