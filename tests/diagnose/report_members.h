/* report_members.h - checks that the JSON of a diagnosis has a valid format, and the content of the diagnosis. */
#ifndef PLUMB_TESTS_DIAGNOSE_REPORT_MEMBERS_H
#define PLUMB_TESTS_DIAGNOSE_REPORT_MEMBERS_H
#include "report/report_facts.h"
#include "diagnose/diagnose.h"
#include "tests/support/json_format.h"
#include "tests/support/json_members.h"

/* A change that a case can state is an object of these members. */
static inline void check_state(const json_t *state, const plumb_neighbour *change) {
    char text[PLUMB_NEIGHBOUR_TEXT + 3];
    ck_assert_msg(json_is_null(state) == (change->member[0] == 0), "%s", change->does);
    if (json_is_object(state)) {
        snprintf(text, sizeof text, "{%s}", change->member);
        json_t *expected = json_loads(text, 0, NULL);
        ck_assert_msg(json_equal(state, expected), "%s", change->does);
        json_decref(expected);
    } else if (!json_is_null(state)) {
        ck_assert_str_eq(json_string_value(state), change->member);
    }
}

static inline void check_change(const json_t *object, const plumb_neighbour *change) {
    static const char *const kinds[] = {[PLUMB_NEIGHBOUR_CONVENTION] = "convention",
                                        [PLUMB_NEIGHBOUR_FAULT] = "fault",
                                        [PLUMB_NEIGHBOUR_PRECISION] = "precision"};
    check_word(object, "kind", kinds[change->kind]);
    check_word(object, "axis", change->axis);
    check_word(object, "does", change->does);
    check_state(json_object_get(object, "state"), change);
}

static inline void check_ratio(const json_t *object, const plumb_explanation *e) {
    ck_assert(json_number_value(json_object_get(object, "worst_expected_ratio")) == e->worst_probable_ratio);
}

static inline void check_explanation(const json_t *object, const plumb_explanation *e) {
    const json_t *changes = json_object_get(object, "changes"), *rows = json_object_get(object, "rows");
    ck_assert_uint_eq(json_array_size(changes), e->changes);
    for (size_t i = 0; i < e->changes; i++)
        check_change(json_array_get(changes, i), e->change[i]);
    check_truth(object, "alike", e->alike);
    check_truth(object, "excuse", plumb_only_excuses(e));
    check_ratio(object, e);
    check_integer(object, "unjudged", (int64_t)e->unjudged);
    ck_assert(json_is_null(rows) == (e->rows == 0) && (size_t)json_integer_value(rows) == e->rows);
}

static inline void check_untold(const json_t *object, const plumb_explanation *e) {
    ck_assert_uint_eq(e->changes, 1);
    check_change(json_object_get(object, "change"), e->change[0]);
    check_word(object, "how", e->alike ? "the same here" : "within the expected error");
    check_ratio(object, e);
}

/* What explains, of a case that PASSes what it does not tell: each in its list alone. */
static inline void check_explanations(const json_t *object, const plumb_diagnosis *diagnosis) {
    const plumb_explanations *all = &diagnosis->explanations;
    bool passes = diagnosis->stated.verdict == PLUMB_PASS;
    const json_t *list = json_object_get(object, passes ? "not_told_apart" : "explanations"),
                 *other = json_object_get(object, passes ? "explanations" : "not_told_apart");
    ck_assert_uint_eq(json_array_size(list), all->count);
    ck_assert_uint_eq(json_array_size(other), 0);
    for (size_t i = 0; i < all->count; i++)
        (passes ? check_untold : check_explanation)(json_array_get(list, i), &all->list[i]);
}

static inline void check_nearer(const json_t *list, const plumb_diagnosis *diagnosis) {
    ck_assert_uint_eq(json_array_size(list), diagnosis->nearer_count);
    for (size_t i = 0; i < diagnosis->nearer_count; i++) {
        const json_t *object = json_array_get(list, i);
        const plumb_nearer *nearer = &diagnosis->nearer[i];
        check_change(json_object_get(object, "change"), nearer->change);
        check_integer(object, "failed", (int64_t)nearer->failed);
        check_integer(object, "unjudged", (int64_t)nearer->unjudged);
        check_integer(object, "compared", (int64_t)nearer->compared);
    }
}

static inline void check_inferences(const json_t *list, const plumb_inferences *all) {
    ck_assert_uint_eq(json_array_size(list), all->count);
    for (size_t i = 0; i < all->count; i++) {
        const json_t *object = json_array_get(list, i);
        check_word(object, "cause", all->list[i].cause);
        check_word(object, "says", all->list[i].says);
        check_word(object, "where", all->list[i].where);
        check_integer(object, "explains", (int64_t)all->list[i].explains);
        check_integer(object, "of", (int64_t)all->failed);
        check_integer(object, "rows", (int64_t)all->list[i].rows);
    }
}

static inline void check_statements(const json_t *object, const plumb_statements text, size_t count) {
    const json_t *list = json_object_get(object, "statements");
    ck_assert_uint_eq(json_array_size(list), count);
    for (size_t i = 0; i < count; i++)
        ck_assert_str_eq(json_string_value(json_array_get(list, i)), text[i]);
}

static inline void check_concentration(const json_t *object, const plumb_concentration *where) {
    const json_t *not_finite = json_object_get(object, "not_finite");
    ck_assert(json_is_null(object) == (where->wrong == 0));
    if (where->wrong == 0)
        return;
    check_word(object, "tensor", plumb_quantity_name(where->quantity));
    check_integer(object, "wrong", (int64_t)where->wrong);
    check_integer(object, "compared", (int64_t)where->compared);
    check_statements(object, where->text, where->statements);
    check_integer(not_finite, "nan", (int64_t)where->nan);
    check_integer(not_finite, "infinite", (int64_t)where->infinite);
    check_statements(not_finite, where->not_finite_text, where->not_finite_statements);
}

static inline void check_stated(const json_t *object, const plumb_diagnosis *diagnosis) {
    const plumb_case *judged = diagnosis->stated.judged;
    const json_t *engine = json_object_get(object, "engine"), *precision = json_object_get(object, "precision");
    check_word(object, "verdict", plumb_verdict_name(diagnosis->stated.verdict));
    check_word(object, "source", judged->source);
    check_word(object, "note", judged->note);
    check_word(engine, "name", judged->engine_name);
    check_word(engine, "version", judged->engine_version);
    check_word(precision, "name", diagnosis->stated.precision.name);
    check_truth(precision, "stated", diagnosis->stated.precision_stated && diagnosis->stored_as == NULL);
    check_word(object, "stored_as", diagnosis->stored_as);
}

/* Text: what plumb_diagnosis_json has written of the diagnosis. */
static inline json_t *check_diagnosis_json(const char *text, const plumb_diagnosis *diagnosis) {
    json_t *object = json_of_format("diagnose", text);
    const json_t *pairs = json_object_get(object, "pairs");
    char summary[PLUMB_FACT_TEXT];
    plumb_diagnosis_summary(diagnosis, summary, sizeof summary);
    check_word(object, "summary", summary);
    check_stated(object, diagnosis);
    check_explanations(object, diagnosis);
    check_nearer(json_object_get(object, "nearer"), diagnosis);
    check_inferences(json_object_get(object, "inferred"), &diagnosis->inferences);
    check_truth(object, "inferred_all", !diagnosis->inferences.unfinished);
    check_truth(object, "inferred_first", plumb_inferred_first(diagnosis));
    check_concentration(json_object_get(object, "where"), &diagnosis->concentration);
    check_integer(object, "tried", (int64_t)diagnosis->tried);
    check_integer(object, "undecided", (int64_t)diagnosis->undecided);
    check_integer(object, "untried", (int64_t)(diagnosis->untried + diagnosis->too_large));
    check_integer(pairs, "tried", (int64_t)diagnosis->pairs_tried);
    check_integer(pairs, "of", (int64_t)diagnosis->pairs);
    ck_assert(json_number_value(json_object_get(object, "seconds")) == diagnosis->seconds);
    return object;
}
#endif
