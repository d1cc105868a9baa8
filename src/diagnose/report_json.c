/* json_pack releases what it is given even when it fails, so that one test of the finished object finds every shortage
   of memory. */
#include "diagnose/diagnose.h"
#include "base/json.h"
#include "base/json_text.h"
#include "report/report_facts.h"
#include <string.h>

static const char *kind_name(plumb_neighbour_kind kind) {
    static const char *const names[] = {"convention", "fault", "precision"};
    return names[kind];
}

/* The members that state the change, as an object, or as their text; null where none can. */
static json_t *member_object(const plumb_neighbour *change) {
    char text[PLUMB_NEIGHBOUR_TEXT + 3];
    plumb_error error;
    if (change->member[0] == 0)
        return json_null();
    snprintf(text, sizeof text, "{%s}", change->member);
    json_t *object = plumb_json_parse(text, strlen(text), change->axis, &error);
    return object != NULL ? object : json_string(change->member);
}

/* One member to a line: */
/* clang-format off */
static json_t *change_object(const plumb_neighbour *change) {
    return json_pack("{s:s, s:s, s:s, s:o}",
                     "kind", kind_name(change->kind),
                     "axis", change->axis,
                     "does", change->does,
                     "state", member_object(change));
}
/* clang-format on */

static json_t *changes_array(const plumb_explanation *explanation) {
    json_t *changes = json_array();
    for (size_t i = 0; i < explanation->changes; i++)
        plumb_json_add(&changes, change_object(explanation->change[i]));
    return changes;
}

/* What a case that PASSes does not tell is one change each, and how it hides. */
static json_t *explanation_object(const plumb_explanation *explanation, bool untold) {
    if (untold)
        return json_pack("{s:o, s:s, s:f}", "change", change_object(explanation->change[0]), "how",
                         explanation->alike ? "the same here" : "within the expected error", "worst_expected_ratio",
                         explanation->worst_probable_ratio);
    return json_pack("{s:o, s:b, s:b, s:f, s:o, s:o}", "changes", changes_array(explanation), "alike",
                     explanation->alike, "excuse", plumb_only_excuses(explanation), "worst_expected_ratio",
                     explanation->worst_probable_ratio, "unjudged", plumb_json_integer(explanation->unjudged), "rows",
                     explanation->rows > 0 ? plumb_json_integer(explanation->rows) : json_null());
}

/* All explanations, or none where the list is of the other sort. */
static json_t *explanations_array(const plumb_diagnosis *diagnosis, bool untold) {
    const plumb_explanations *all = &diagnosis->explanations;
    bool passes = diagnosis->stated.verdict == PLUMB_PASS;
    json_t *array = json_array();
    for (size_t i = 0; i < all->count && passes == untold; i++)
        plumb_json_add(&array, explanation_object(&all->list[i], untold));
    return array;
}

static json_t *nearer_array(const plumb_diagnosis *diagnosis) {
    json_t *array = json_array();
    for (size_t i = 0; i < diagnosis->nearer_count; i++) {
        const plumb_nearer *nearer = &diagnosis->nearer[i];
        plumb_json_add(&array,
                       json_pack("{s:o, s:o, s:o, s:o, s:b}", "change", change_object(nearer->change), "failed",
                                 plumb_json_integer(nearer->failed), "unjudged", plumb_json_integer(nearer->unjudged),
                                 "compared", plumb_json_integer(nearer->compared), "explains_output",
                                 nearer->output_right));
    }
    return array;
}

static json_t *inferences_array(const plumb_diagnosis *diagnosis) {
    json_t *array = json_array();
    for (size_t i = 0; i < diagnosis->inferences.count; i++) {
        const plumb_inference *inferred = &diagnosis->inferences.list[i];
        plumb_json_add(&array,
                       json_pack("{s:s, s:s, s:s, s:o, s:o, s:o}", "cause", inferred->cause, "says", inferred->says,
                                 "where", inferred->where, "explains", plumb_json_integer(inferred->explains), "of",
                                 plumb_json_integer(diagnosis->inferences.failed), "rows",
                                 plumb_json_integer(inferred->rows)));
    }
    return array;
}

static json_t *statements_array(const plumb_statements text, size_t count) {
    json_t *statements = json_array();
    for (size_t i = 0; i < count; i++)
        plumb_json_add(&statements, json_string(text[i]));
    return statements;
}

/* One member to a line: */
/* clang-format off */
static json_t *concentration_object(const plumb_concentration *where) {
    return json_pack("{s:s, s:o, s:o, s:o, s:{s:o, s:o, s:o}}",
                     "tensor", plumb_quantity_name(where->quantity),
                     "wrong", plumb_json_integer(where->wrong),
                     "compared", plumb_json_integer(where->compared),
                     "statements", statements_array(where->text, where->statements),
                     "not_finite", "nan", plumb_json_integer(where->nan),
                                   "infinite", plumb_json_integer(where->infinite),
                                   "statements", statements_array(where->not_finite_text,
                                                                  where->not_finite_statements));
}

static json_t *diagnosis_object(const plumb_diagnosis *diagnosis) {
    const plumb_report *stated = &diagnosis->stated;
    const plumb_case *judged = stated->judged;
    const plumb_concentration *where = &diagnosis->concentration;
    char summary[PLUMB_FACT_TEXT];
    plumb_diagnosis_summary(diagnosis, summary, sizeof summary);
    return json_pack("{s:s, s:s, s:s, s:o, s:s?, s:{s:o, s:s?}, s:{s:s, s:b}, s:s?, s:o, s:o, s:o, s:b, s:b, s:o,"
                     " s:o, s:o, s:o, s:o, s:o, s:{s:o, s:o}, s:f}",
                     "format", "plumbline-diagnose-2",
                     "verdict", plumb_verdict_name(stated->verdict),
                     "summary", summary,
                     "source", plumb_json_name(judged->source),
                     "note", judged->note,
                     "engine", "name", plumb_json_name(judged->engine_name),
                               "version", judged->engine_version,
                     "precision", "name", stated->precision.name,
                                  "stated", stated->precision_stated && diagnosis->stored_as == NULL,
                     "stored_as", diagnosis->stored_as,
                     "explanations", explanations_array(diagnosis, false),
                     "not_told_apart", explanations_array(diagnosis, true),
                     "inferred", inferences_array(diagnosis),
                     "inferred_all", !diagnosis->inferences.unfinished,
                     "inferred_first", plumb_inferred_first(diagnosis),
                     "beside", diagnosis->beside != NULL ? change_object(diagnosis->beside) : json_null(),
                     "nearer", nearer_array(diagnosis),
                     "where", where->wrong > 0 ? concentration_object(where) : json_null(),
                     "tried", plumb_json_integer(diagnosis->tried),
                     "undecided", plumb_json_integer(diagnosis->undecided),
                     "untried", plumb_json_integer(diagnosis->untried + diagnosis->too_large),
                     "pairs", "tried", plumb_json_integer(diagnosis->pairs_tried),
                              "of", plumb_json_integer(diagnosis->pairs),
                     "seconds", diagnosis->seconds);
}
/* clang-format on */

int plumb_diagnosis_json(const plumb_diagnosis *diagnosis, FILE *stream) {
    return plumb_json_write(diagnosis_object(diagnosis), stream);
}
