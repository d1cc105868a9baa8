/* test_conventions.c - the table of conventions matches the reader: the reader accepts every member of the table, and
   the table has every key, tensor and word that the reader knows. */
#include "case/description.h"
#include "schema/conventions.h"
#include "tests/support/suite.h"
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static size_t count_conventions(void) {
    size_t count = 0;
    plumb_convention row;
    while (plumb_convention_at(count, &row))
        count++;
    return count;
}

/* The row, which is there. */
static plumb_convention row_at(size_t index) {
    plumb_convention row;
    ck_assert(plumb_convention_at(index, &row));
    return row;
}

START_TEST(rows_are_complete) {
    for (size_t i = 0, count = count_conventions(); i < count; i++) {
        plumb_convention row = row_at(i), *c = &row;
        const char *texts[] = {c->axis, c->value, c->engines, c->member, c->flag, c->otherwise};
        for (size_t t = 0; t < 6; t++) {
            ck_assert_msg(t >= 3 || (texts[t] != NULL && texts[t][0] != 0), "row %zu", i);
            /* they stand in rows of a Markdown table */
            ck_assert_msg(texts[t] == NULL || strchr(texts[t], '|') == NULL, "%s", texts[t]);
        }
        ck_assert_msg((c->member[0] == 0) != (c->otherwise == NULL), "%s: %s", c->axis, c->value);
        ck_assert_msg(c->member[0] == 0 || c->flag[0] != 0, "%s: %s", c->axis, c->value);
        ck_assert_msg(strlen(c->value) < sizeof c->value - 1 && strlen(c->member) < sizeof c->member - 1,
                      "%s: %s is cut", c->axis, c->value);
    }
}
END_TEST

START_TEST(members_are_read) {
    for (size_t i = 0, count = count_conventions(); i < count; i++) {
        plumb_convention row = row_at(i), *c = &row;
        char text[512];
        plumb_storage storage = {0};
        plumb_description out;
        plumb_error error = {""};
        if (c->member[0] == 0)
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
    for (size_t i = 0, count = count_conventions(); i < count; i++) {
        plumb_convention row = row_at(i), *c = &row;
        char member[64], flag[64];
        bool engine = strcmp(c->axis, "precision") == 0;
        bool claim = strcmp(c->axis, "qk_matmul_output_mode") == 0;
        snprintf(member, sizeof member, "\"%s\":", engine ? "engine" : c->axis);
        snprintf(flag, sizeof flag, "--%s ", c->axis);
        for (char *at = flag; *at != 0; at++)
            if (*at == '_')
                *at = '-';
        if (c->member[0] != 0)
            ck_assert_msg(strncmp(c->member, member, strlen(member)) == 0, "%s", c->member);
        if (c->flag[0] != 0 && !claim)
            ck_assert_msg(strncmp(c->flag, flag, strlen(flag)) == 0, "%s", c->flag);
    }
}
END_TEST

static bool has_axis(const char *axis) {
    for (size_t i = 0, count = count_conventions(); i < count; i++)
        if (strcmp(row_at(i).axis, axis) == 0)
            return true;
    return false;
}

/* Who answered, and why the case exists, are no conventions; the tensors of sinks and of the MLP kernel belong to the
   operators that need them, and the others to every case. */
static bool is_convention(plumb_member member) {
    const char *name = plumb_member_name(member);
    const plumb_value *value;
    bool needed = member >= PLUMB_MEMBER_Q && member <= PLUMB_MEMBER_HIDDEN;
    for (size_t i = 0; plumb_is_tensor(member) && (value = plumb_value_at(i)) != NULL; i++)
        needed = needed || (value->member != PLUMB_MEMBER_POSITION && value->member != PLUMB_MEMBER_ROPE_SCALING &&
                            plumb_names_hold(value->needs, name));
    return !needed && strcmp(name, "version") != 0 && strncmp(name, "engine", 6) != 0 && strcmp(name, "note") != 0;
}

START_TEST(every_member_is_there) {
    size_t found = 0;
    for (int i = 0; i < PLUMB_MEMBERS; i++)
        if (is_convention((plumb_member)i)) {
            ck_assert_msg(has_axis(plumb_member_name((plumb_member)i)), "%s", plumb_member_name((plumb_member)i));
            found++;
        }
    ck_assert_uint_gt(found, 60);
}
END_TEST

static bool has_row(const char *axis, const char *value) {
    for (size_t i = 0, count = count_conventions(); i < count; i++)
        if (strcmp(row_at(i).axis, axis) == 0 && strcmp(row_at(i).value, value) == 0)
            return true;
    return false;
}

START_TEST(every_word_is_there) {
    const plumb_value *value;
    for (size_t i = 0; (value = plumb_value_at(i)) != NULL; i++)
        if (value->is_word)
            ck_assert_msg(has_row(plumb_member_name(value->member), value->word), "%s %s",
                          plumb_member_name(value->member), value->word);
}
END_TEST

/* Rows of one axis stand together, with at most one default, and no value stands twice. */
START_TEST(axes_are_grouped) {
    size_t count = count_conventions();
    for (size_t i = 0; i < count; i++)
        for (size_t j = i + 1; j < count; j++) {
            plumb_convention first = row_at(i), second = row_at(j), *one = &first, *other = &second;
            if (strcmp(one->axis, other->axis) != 0)
                continue;
            ck_assert_str_eq(row_at(j - 1).axis, other->axis);
            ck_assert_str_ne(one->value, other->value);
            ck_assert_msg(!(one->usual && other->usual), "%s", one->axis);
        }
}
END_TEST

static plumb_description read_member(const char *member) {
    char text[256];
    plumb_storage storage = {0};
    plumb_description out;
    plumb_error error = {""};
    snprintf(text, sizeof text, "{\"version\":1%s%s}", member[0] == 0 ? "" : ",", member);
    ck_assert_int_eq(plumb_description_parse(text, "x", &storage, &out, &error), 0);
    plumb_storage_free(&storage);
    return out;
}

static bool differ(const plumb_description *one, const plumb_description *other) {
    plumb_description left = *one, right = *other;
    return memcmp(left.packing, right.packing, sizeof left.packing) != 0 ||
           left.heads_before_slots != right.heads_before_slots || left.scales_of_slots != right.scales_of_slots ||
           left.values_behind_block != right.values_behind_block || left.mask_word != right.mask_word ||
           left.true_hides != right.true_hides || left.scale != right.scale || left.tile != right.tile ||
           left.mask.in_cache != right.mask.in_cache || left.lists.from_cache != right.lists.from_cache ||
           left.lists.duplicates != right.lists.duplicates || left.empty_row != right.empty_row ||
           left.empty_lse_positive != right.empty_lse_positive || left.lse_of_base_two != right.lse_of_base_two ||
           memcmp(&left.position, &right.position, sizeof left.position) != 0 ||
           memcmp(&left.op, &right.op, sizeof left.op) != 0;
}

/* The default is what is meant where nothing is stated, and no other word of its axis is. */
START_TEST(defaults_are_what_is_meant) {
    plumb_description plain = read_member("");
    for (size_t i = 0, count = count_conventions(); i < count; i++) {
        plumb_convention row = row_at(i), *c = &row;
        bool has_default = false;
        for (size_t j = 0; j < count; j++)
            has_default = has_default || (strcmp(row_at(j).axis, c->axis) == 0 && row_at(j).usual);
        if (c->member[0] == 0 || !has_default || strcmp(c->axis, "scale") == 0)
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
    tcase_add_test(tests, every_member_is_there);
    tcase_add_test(tests, every_word_is_there);
    tcase_add_test(tests, axes_are_grouped);
    tcase_add_test(tests, defaults_are_what_is_meant);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
