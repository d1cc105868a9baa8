/* Lines are computed by number, without a list that has to be stored: every report asks for line 0, line 1 and so on,
   until one is empty.  Empty lines and repeated ones are left out and do not count.  Where the merge does not pass, its
   second line is the best explanation that is known: a named fault, else a store between merges, else that there is
   none. */
#include "report/report_parts.h"
#include "base/json_text.h"
#include "exact/quantity.h"
#include "schema/text.h"
#include <stdio.h>
#include <string.h>

#define add(text, ...) plumb_text_add(text, PLUMB_FACT_TEXT, __VA_ARGS__)

plumb_verdict plumb_parts_verdict(const plumb_report *report, plumb_parts_lines of) {
    return of == PLUMB_PARTS_LINE ? report->parts.verdict : report->parts.merge.verdict;
}

const char *plumb_part_keys_fact(const plumb_case *judged, size_t part, char text[PLUMB_FACT_TEXT]) {
    size_t count = 0, first = 0, last = 0;
    for (size_t j = 0; j < judged->problem.key_length; j++)
        if (judged->parts.of_key[j] == (int64_t)part) {
            first = count++ == 0 ? j : first;
            last = j;
        }
    if (count == 0)
        snprintf(text, PLUMB_FACT_TEXT, "no keys");
    else if (count == 1)
        snprintf(text, PLUMB_FACT_TEXT, "key %zu", first);
    else if (count == last - first + 1)
        snprintf(text, PLUMB_FACT_TEXT, "keys %zu to %zu", first, last);
    else
        snprintf(text, PLUMB_FACT_TEXT, "%zu keys from %zu on", count, first);
    return text;
}

static void add_element(const plumb_wrong_part *wrong, char text[PLUMB_FACT_TEXT]) {
    char place[PLUMB_FACT_TEXT], fact[PLUMB_FACT_TEXT];
    const plumb_element *element = &wrong->element;
    if (!element->present)
        add(text, ": errors of %s differ from those of simulated kernels", plumb_quantity_name(wrong->quantity));
    if (!element->present)
        return;
    add(text, ": %s%s = %.9g", plumb_quantity_name(wrong->quantity),
        plumb_place_fact(element, wrong->quantity, place), element->engine);
    add(text, ", exact %.9g", element->low);
    add(text, ": %.200s", plumb_finding_fact(element, fact));
}

static void say_wrong_part(const plumb_report *report, const plumb_wrong_part *wrong, char text[PLUMB_FACT_TEXT]) {
    char keys[PLUMB_FACT_TEXT];
    add(text, "part %zu (%.200s) %s", wrong->part, plumb_part_keys_fact(report->judged, wrong->part, keys),
        plumb_verdict_name(wrong->verdict));
    add_element(wrong, text);
}

static void say_parts(const plumb_report *report, size_t line, char text[PLUMB_FACT_TEXT]) {
    const plumb_parts_report *parts = &report->parts;
    size_t shown = parts->wrong < PLUMB_PARTS_SHOWN ? parts->wrong : PLUMB_PARTS_SHOWN;
    if (line == 0)
        add(text,
            "%zu of %zu pass when judged as attention over their own keys", parts->count - parts->wrong, parts->count);
    else if (line <= shown)
        say_wrong_part(report, &parts->first[line - 1], text);
    else if (line == shown + 1 && parts->wrong > shown)
        add(text, "and %zu more", parts->wrong - shown);
}

/* What follows where parts and merge are right, and the answer is not. */
static void say_whole(const plumb_parts_report *parts, char text[PLUMB_FACT_TEXT]) {
    if (parts->keys_left > 0)
        add(text, "%zu visible keys are in no part, the first of them key %zu%s", parts->keys_left,
            parts->first_left, parts->whole != PLUMB_PASS ? ": a part is missing" : "");
    else if (parts->whole != PLUMB_PASS && parts->wrong == 0 && parts->merge.verdict == PLUMB_PASS)
        add(text, "each part and the merge pass, but the output does not: it differs from the attention over all keys "
                  "by the combined errors of the parts");
}

static void say_merge(const plumb_report *report, size_t line, char text[PLUMB_FACT_TEXT]) {
    const plumb_parts_report *parts = &report->parts;
    char fault[PLUMB_MERGE_FAULT_TEXT];
    if (line == 0 && *parts->precision == 0)
        add(text, "not judged: each row has a part that is not a number");
    else if (line == 0) {
        add(text, "%s of the given parts, in %s", plumb_verdict_name(parts->merge.verdict), parts->precision);
        if (parts->merge.verdict != PLUMB_PASS)
            add_element(&parts->merge, text);
    } else if (line == 1 && parts->fault.kind != PLUMB_MERGE_RIGHT)
        add(text, "%s", plumb_merge_fault_text(&parts->fault, fault));
    else if (line == 1 && parts->passes_stored)
        add(text, "it passes if results between two merges are stored in the format of the parts: state \"part\" in "
                  "the precision");
    else if (line == 1 && parts->merge.verdict != PLUMB_PASS)
        add(text, parts->whole == PLUMB_PASS && parts->wrong > 0
                      ? "the output is correct, but it is not the merge of these parts"
                      : "no known fault explains it");
    else if (line == 1 || line == 2)
        say_whole(parts, text);
    else if (line == 3 && parts->merge.verdict != PLUMB_PASS)
        add(text, "no theorem bounds merges in every order, so a merge is never worse than SUSPECT");
}

/* Lines that are empty are left out. */
const char *plumb_parts_fact(const plumb_report *report, plumb_parts_lines of, size_t line,
                             char text[PLUMB_FACT_TEXT]) {
    enum { MOST_LINES = PLUMB_PARTS_SHOWN + 2 };
    char said[PLUMB_FACT_TEXT] = "";
    *text = 0;
    for (size_t i = 0; i < MOST_LINES && report->parts.count > 0; i++) {
        *text = 0;
        if (of == PLUMB_PARTS_LINE)
            say_parts(report, i, text);
        else
            say_merge(report, i, text);
        if (*text == 0 || strcmp(said, text) == 0)
            continue;
        if (line-- == 0)
            return text;
        memcpy(said, text, sizeof said);
    }
    *text = 0;
    return text;
}

/* ---- as JSON ---- */

typedef json_t *write_element(const plumb_element *, plumb_quantity);

/* clang-format off */
static json_t *wrong_object(const plumb_wrong_part *wrong, write_element *element) {
    return json_pack("{s:o, s:s, s:s, s:o}",
                     "part", plumb_json_integer(wrong->part),
                     "verdict", plumb_verdict_name(wrong->verdict),
                     "tensor", plumb_quantity_name(wrong->quantity),
                     "element", element(&wrong->element, wrong->quantity));
}

static json_t *wrong_list(const plumb_parts_report *parts, write_element *element) {
    json_t *list = json_array();
    for (size_t i = 0; i < parts->wrong && i < PLUMB_PARTS_SHOWN; i++)
        plumb_json_add(&list, wrong_object(&parts->first[i], element));
    return list;
}

static json_t *merge_object(const plumb_parts_report *parts, write_element *element) {
    char fault[PLUMB_MERGE_FAULT_TEXT];
    bool named = parts->fault.kind != PLUMB_MERGE_RIGHT, passes = parts->merge.verdict == PLUMB_PASS;
    return json_pack("{s:s, s:s?, s:s?, s:b, s:s?, s:o, s:o}",
                     "verdict", plumb_verdict_name(parts->merge.verdict),
                     "precision", *parts->precision != 0 ? parts->precision : NULL,
                     "fault", named ? plumb_merge_fault_text(&parts->fault, fault) : NULL,
                     "passes_stored", parts->passes_stored,
                     "tensor", passes ? NULL : plumb_quantity_name(parts->merge.quantity),
                     "element", passes ? json_null() : element(&parts->merge.element, parts->merge.quantity),
                     "unmerged_rows", plumb_json_integer(parts->unmerged));
}

json_t *plumb_parts_json(const plumb_report *report, write_element *element) {
    const plumb_parts_report *parts = &report->parts;
    return parts->count == 0
               ? json_null()
               : json_pack("{s:o, s:s, s:o, s:o, s:o, s:o, s:o}",
                           "count", plumb_json_integer(parts->count),
                           "verdict", plumb_verdict_name(parts->verdict),
                           "wrong", plumb_json_integer(parts->wrong),
                           "first", wrong_list(parts, element),
                           "merge", merge_object(parts, element),
                           "keys_in_no_part", plumb_json_integer(parts->keys_left),
                           "first_in_no_part", parts->keys_left > 0 ? plumb_json_integer(parts->first_left)
                                                                    : json_null());
}
/* clang-format on */
