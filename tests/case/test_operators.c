/* test_operators.c - the table of the language names every enumerator once, and what words need and take is there. */
#include "problem/operator.h"
#include "problem/position.h"
#include "problem/traits.h"
#include "schema/rules.h"
#include "schema/schema.h"
#include "tests/support/suite.h"
#include <math.h>
#include <string.h>

static const struct {
    plumb_member member;
    size_t count; /* of words, and of other entries with a formula */
} lists[] = {
    {PLUMB_MEMBER_OPERATOR, PLUMB_OPERATOR_COUNT},
    {PLUMB_MEMBER_NORMALISATION, PLUMB_NORMALISATION_COUNT},
    {PLUMB_MEMBER_SINK, PLUMB_SINK_COUNT},
    {PLUMB_MEMBER_SOFTCAP_ORDER, PLUMB_BIAS_MASK_CAP + 1},
    {PLUMB_MEMBER_POSITION, PLUMB_POSITION_COUNT},
    {PLUMB_MEMBER_ROPE_SCALING, PLUMB_ROPE_LONGROPE + 1},
    {PLUMB_MEMBER_ALIBI_FORM, PLUMB_ALIBI_SCALED_KEY + 1},
    {PLUMB_MEMBER_MASK, 9},
    {PLUMB_MEMBER_MODIFIER, 4},
};

START_TEST(entries_are_complete) {
    const plumb_value *entry;
    size_t count = 0;
    for (size_t i = 0; (entry = plumb_value_at(i)) != NULL; i++) {
        if (entry->member != lists[_i].member || entry->formula == NULL)
            continue;
        ck_assert_ptr_nonnull(entry->word);
        ck_assert_ptr_nonnull(entry->source);
        ck_assert_ptr_nonnull(entry->kernels);
        /* they stand in rows of a Markdown table */
        ck_assert_ptr_null(strchr(entry->formula, '|'));
        ck_assert_ptr_null(strchr(entry->source, '|'));
        count++;
    }
    ck_assert_uint_eq(count, lists[_i].count);
}
END_TEST

/* Numbers run from 0 on where something is meant unless stated, from 1 on elsewhere. */
START_TEST(words_are_found) {
    const plumb_value *value;
    for (size_t i = 0; (value = plumb_value_at(i)) != NULL; i++)
        if (value->is_word) {
            ck_assert_ptr_eq(plumb_word_find(value->member, value->word), value); /* so none stands twice */
            ck_assert_ptr_eq(plumb_word_of(value->member, value->number), value);
            ck_assert(value->number == 0 || value->number == 1 ||
                      plumb_word_of(value->member, value->number - 1) != NULL);
        }
    ck_assert_ptr_null(plumb_word_find(PLUMB_MEMBER_OPERATOR, "Softmax"));
    ck_assert_ptr_null(plumb_word_find(PLUMB_MEMBER_OPERATOR, ""));
    ck_assert_ptr_null(plumb_word_of(PLUMB_MEMBER_OPERATOR, PLUMB_OPERATOR_COUNT));
}
END_TEST

/* Which of the tensors the reader makes others of. */
static bool is_aside(plumb_member member) {
    return member <= PLUMB_MEMBER_QUERY_LENGTHS || member == PLUMB_MEMBER_DRAFT_PARENTS ||
           (member >= PLUMB_MEMBER_KEY_INDICES && member <= PLUMB_MEMBER_INDEX_SCORES);
}

START_TEST(members_are_found) {
    for (int i = 0; i < PLUMB_MEMBERS; i++) {
        const plumb_member_row *row = plumb_member_at((plumb_member)i);
        ck_assert_int_eq(plumb_member_find("", row->name), i); /* so no name stands twice */
        ck_assert_int_eq(row->stored == PLUMB_STORED_NOT,
                         (row->kind == PLUMB_KIND_TENSOR && is_aside((plumb_member)i)) ||
                             row->kind == PLUMB_KIND_OBJECT);
    }
    ck_assert_int_eq(plumb_member_find("engine.", "name"), PLUMB_MEMBER_ENGINE_NAME);
    ck_assert_int_eq(plumb_member_find("", "name"), PLUMB_MEMBERS);
}
END_TEST

/* An input that an operator or a position takes belongs to words of one member, or of two operators' lists. */
START_TEST(names_are_members) {
    const plumb_value *value;
    for (size_t i = 0; (value = plumb_value_at(i)) != NULL; i++) {
        const char *lists_of[] = {value->needs, value->takes};
        for (size_t l = 0; l < 2; l++)
            for (const char *names = lists_of[l]; names != NULL && *names != 0;) {
                plumb_member member = plumb_next_member(&names);
                ck_assert_msg(member != PLUMB_MEMBERS, "%s", lists_of[l]);
                ck_assert(l == 1 || !plumb_names_hold(value->takes, plumb_member_name(member)));
            }
    }
}
END_TEST

/* What is meant unless stated is a right value, and so is the example of each number. */
START_TEST(standards_are_in_their_domains) {
    const plumb_value *value;
    for (int i = 0; i < PLUMB_MEMBERS; i++) {
        const plumb_member_row *row = plumb_member_at((plumb_member)i);
        bool number = row->kind == PLUMB_KIND_REAL || row->kind == PLUMB_KIND_INTEGER;
        if (number && row->standard != NULL && i != PLUMB_MEMBER_ROPE_DIM)
            ck_assert_msg(plumb_is_within((plumb_member)i, plumb_standard((plumb_member)i)), "%s", row->name);
        ck_assert(!number || !plumb_is_within((plumb_member)i, NAN));
    }
    for (size_t i = 0; (value = plumb_value_at(i)) != NULL; i++)
        ck_assert(value->example == NULL || value->otherwise == NULL);
}
END_TEST

START_TEST(sinks_with_a_logit_may_leave_it_out_of_the_log_sum_exp) {
    const plumb_value *sink;
    for (size_t i = 0; (sink = plumb_word_of(PLUMB_MEMBER_SINK, i)) != NULL; i++)
        ck_assert_int_eq(plumb_sink_adds_logit((plumb_sink)i), plumb_names_hold(sink->takes, "lse_sink"));
}
END_TEST

/* A member is read where a word that is chosen takes it, and the member of that word is read itself. */
START_TEST(members_are_read_where_their_words_are_chosen) {
    plumb_description d = {.op = {.kind = PLUMB_SIGMOID}};
    ck_assert(plumb_is_read(&d, PLUMB_MEMBER_OPERATOR) && plumb_is_read(&d, PLUMB_MEMBER_WINDOW));
    ck_assert(plumb_is_read(&d, PLUMB_MEMBER_SOFTCAP)); /* goes with every operator */
    ck_assert(plumb_is_read(&d, PLUMB_MEMBER_NORMALISATION) && !plumb_is_read(&d, PLUMB_MEMBER_ALPHA));
    ck_assert(!plumb_is_read(&d, PLUMB_MEMBER_EPSILON));
    d.op.normalisation = PLUMB_SUM;
    ck_assert(plumb_is_read(&d, PLUMB_MEMBER_EPSILON));
    d.op.kind = PLUMB_SOFTMAX;
    ck_assert(!plumb_is_read(&d, PLUMB_MEMBER_EPSILON));
    d.position.rope.scaling = PLUMB_ROPE_YARN;
    ck_assert(!plumb_is_read(&d, PLUMB_MEMBER_ROPE_FACTOR) && !plumb_is_read(&d, PLUMB_MEMBER_ROPE_SCALING));
    d.position.kind = PLUMB_POSITION_ROPE;
    ck_assert(plumb_is_read(&d, PLUMB_MEMBER_ROPE_FACTOR) && !plumb_is_read(&d, PLUMB_MEMBER_ROPE_LENGTH));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("operators");
    TCase *tests = tcase_create("table");
    tcase_add_loop_test(tests, entries_are_complete, 0, (int)(sizeof lists / sizeof *lists));
    tcase_add_test(tests, words_are_found);
    tcase_add_test(tests, members_are_found);
    tcase_add_test(tests, names_are_members);
    tcase_add_test(tests, standards_are_in_their_domains);
    tcase_add_test(tests, members_are_read_where_their_words_are_chosen);
    tcase_add_test(tests, sinks_with_a_logit_may_leave_it_out_of_the_log_sum_exp);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
