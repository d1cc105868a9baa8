/* Each tensor is a test case, and so are the parts, their merge, and what the inputs must reveal, where there are any.
   The suite's attributes count tests and failures, so these are counted before anything is written, by the same
   conditions that write them.  A failure's message counts elements and names the one that decides; its text has the
   numbers of that one. */
#include "report/report.h"
#include "base/markup.h"
#include "judge/choice.h"
#include "report/report_choice.h"
#include "report/report_facts.h"
#include "report/report_power.h"
#include "report/report_parts.h"
#include <math.h>

static const char *engine_name(const plumb_report *report) {
    return report->judged->engine_name != NULL ? report->judged->engine_name : "engine";
}

static void print_failure(const plumb_report *report, plumb_quantity quantity, const char *diagnosis,
                          FILE *stream) {
    const plumb_tensor_report *tensor = &report->tensor[quantity];
    char reason[PLUMB_FACT_TEXT], place[PLUMB_FACT_TEXT], numbers[PLUMB_FACT_TEXT], finding[PLUMB_FACT_TEXT];
    const char *what, *not_numbers = plumb_not_numbers_fact(tensor, quantity, numbers);
    const char *why = tensor->verdict == PLUMB_SUSPECT ? plumb_reason_fact(report, quantity, reason) : "";
    const plumb_element *element = plumb_decisive_element(tensor, &what);
    fprintf(stream, "      <failure type=\"%s\" message=\"", plumb_verdict_name(tensor->verdict));
    plumb_markup_print(stream, "%s%s%zu beyond the expected error, %zu impossible, %zu unjudged of %zu; %s: %s%s%s",
                       why, *why != 0 ? "; " : "", tensor->beyond, tensor->impossible, tensor->unjudged, tensor->total,
                       plumb_place_fact(element, quantity, place),
                       plumb_finding_fact(element, finding), *not_numbers != 0 ? "; " : "", not_numbers);
    fputs("\">", stream);
    plumb_markup_print(stream, "engine %.17g; exact %s; ", element->engine, plumb_exact_fact(element, place));
    if (*plumb_error_fact(element, place) != 0)
        plumb_markup_print(stream, "error: %s; ", place);
    plumb_markup_print(stream, "expected: %s", plumb_limits_fact(element, place));
    if (diagnosis != NULL && *diagnosis != 0)
        plumb_markup_print(stream, "; diagnosis: %s", diagnosis);
    fputs("</failure>\n", stream);
}

static void print_tensor(const plumb_report *report, plumb_quantity quantity, const char *diagnosis, FILE *stream) {
    const plumb_tensor_report *tensor = &report->tensor[quantity];
    fputs("    <testcase classname=\"", stream);
    plumb_markup_text(report->judged->source, stream);
    fprintf(stream, "\" name=\"%s\"", plumb_quantity_name(quantity));
    if (tensor->verdict == PLUMB_PASS) {
        fputs("/>\n", stream);
        return;
    }
    fputs(">\n", stream);
    print_failure(report, quantity, diagnosis, stream);
    fputs("    </testcase>\n", stream);
}

/* The parts are a test, and their merge is one. */
static void print_parts(const plumb_report *report, plumb_parts_lines of, FILE *stream) {
    char text[PLUMB_FACT_TEXT];
    plumb_verdict verdict = plumb_parts_verdict(report, of);
    fputs("    <testcase classname=\"", stream);
    plumb_markup_text(report->judged->source, stream);
    fprintf(stream, "\" name=\"%s\"", of == PLUMB_PARTS_LINE ? "parts" : "merge");
    if (verdict == PLUMB_PASS) {
        fputs("/>\n", stream);
        return;
    }
    fprintf(stream, ">\n      <failure type=\"%s\" message=\"", plumb_verdict_name(verdict));
    for (size_t i = 0; *plumb_parts_fact(report, of, i, text) != 0; i++)
        plumb_markup_print(stream, "%s%s", i > 0 ? "; " : "", text);
    fputs("\"/>\n    </testcase>\n", stream);
}

static void print_choice(const plumb_report *report, FILE *stream) {
    char text[PLUMB_FACT_TEXT];
    plumb_verdict verdict = plumb_choice_verdict(report->judged);
    fputs("    <testcase classname=\"", stream);
    plumb_markup_text(report->judged->source, stream);
    fprintf(stream, "\" name=\"choice\"%s>\n", verdict == PLUMB_PASS ? "/" : "");
    if (verdict == PLUMB_PASS)
        return;
    fprintf(stream, "      <failure type=\"%s\" message=\"", plumb_verdict_name(verdict));
    plumb_markup_print(stream, "%s", plumb_choice_fact(report->judged, text));
    if (*plumb_wrong_choice_fact(report->judged, text) != 0)
        plumb_markup_print(stream, "; %s", text);
    fputs("\"/>\n    </testcase>\n", stream);
}

/* A PASS that says too little is a test of its own, which fails. */
static void print_blind(const plumb_report *report, FILE *stream) {
    char text[PLUMB_FACT_TEXT];
    if (!plumb_must_notice_any(&report->must_notice))
        return;
    fputs("    <testcase classname=\"", stream);
    plumb_markup_text(report->judged->source, stream);
    fputs("\" name=\"must_notice\"", stream);
    if (!plumb_is_blind(report)) {
        fputs("/>\n", stream);
        return;
    }
    fputs(">\n      <failure type=\"BLIND\" message=\"", stream);
    plumb_markup_text(plumb_blind_fact(report, text), stream);
    fputs("\"/>\n    </testcase>\n", stream);
}

void plumb_junit_begin(FILE *stream) {
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n", stream);
}

void plumb_junit_end(FILE *stream) {
    fputs("</testsuites>\n", stream);
}

static void print_property(const char *name, const char *value, FILE *stream) {
    if (value == NULL || *value == 0)
        return;
    fprintf(stream, "      <property name=\"%s\" value=\"", name);
    plumb_markup_text(value, stream);
    fputs("\"/>\n", stream);
}

static void print_properties(const plumb_report *report, const plumb_report_origin *origin, FILE *stream) {
    char text[PLUMB_FACT_TEXT];
    fputs("    <properties>\n", stream);
    print_property("plumb", origin->version, stream);
    print_property("verdict", plumb_verdict_name(report->verdict), stream);
    print_property("precision", plumb_precision_fact(report, text), stream);
    print_property("warning", plumb_coarse_fact(report, text), stream);
    for (int i = 0; i < PLUMB_STAND_FACTS; i++) {
        plumb_stand_kind kind = (plumb_stand_kind)i;
        print_property(plumb_stand_name(kind), plumb_stand_fact(report, kind, text), stream);
    }
    print_property("command", origin->command, stream);
    print_property("diagnose", origin->diagnose, stream);
    print_property("diagnosis", origin->diagnosis, stream);
    fputs("    </properties>\n", stream);
}

void plumb_junit_suite(const plumb_report *report, const plumb_report_origin *origin, FILE *stream) {
    char text[PLUMB_FACT_TEXT];
    size_t tests = plumb_must_notice_any(&report->must_notice), failures = plumb_is_blind(report);
    for (int q = 0; q < PLUMB_ANSWERS; q++) {
        tests += report->tensor[q].present;
        failures += report->tensor[q].present && report->tensor[q].verdict != PLUMB_PASS;
    }
    for (int of = PLUMB_PARTS_LINE; of <= PLUMB_MERGE_LINE && report->parts.count > 0; of++) {
        tests++;
        failures += plumb_parts_verdict(report, (plumb_parts_lines)of) != PLUMB_PASS;
    }
    if (report->judged->choice.lists > 0) {
        tests++;
        failures += plumb_choice_verdict(report->judged) != PLUMB_PASS;
    }
    fputs("  <testsuite name=\"", stream);
    plumb_markup_print(stream, "plumb diff: %s, %s%s%s", engine_name(report), report->precision.name,
                       *plumb_strictest_fact(report, text) != 0 ? "; " : "", plumb_strictest_fact(report, text));
    fprintf(stream, "\" tests=\"%zu\" failures=\"%zu\" errors=\"0\" time=\"%.3f\"", tests, failures, report->seconds);
    if (origin->date != NULL)
        fprintf(stream, " timestamp=\"%s\"", origin->date);
    fputs(">\n", stream);
    print_properties(report, origin, stream);
    for (int q = 0; q < PLUMB_ANSWERS; q++)
        if (report->tensor[q].present)
            print_tensor(report, (plumb_quantity)q, origin->diagnosis, stream);
    for (int of = PLUMB_PARTS_LINE; of <= PLUMB_MERGE_LINE && report->parts.count > 0; of++)
        print_parts(report, (plumb_parts_lines)of, stream);
    if (report->judged->choice.lists > 0)
        print_choice(report, stream);
    print_blind(report, stream);
    fputs("  </testsuite>\n", stream);
}

void plumb_junit_refused(const char *source, const char *message, FILE *stream) {
    fputs("  <testsuite name=\"plumb diff\" tests=\"1\" failures=\"0\" errors=\"1\">\n    <testcase classname=\"",
          stream);
    plumb_markup_text(source, stream);
    fputs("\" name=\"case\">\n      <error message=\"", stream);
    plumb_markup_text(message, stream);
    fputs("\"/>\n    </testcase>\n  </testsuite>\n", stream);
}

int plumb_report_junit(const plumb_report *report, const plumb_report_origin *origin, FILE *stream) {
    plumb_junit_begin(stream);
    plumb_junit_suite(report, origin, stream);
    plumb_junit_end(stream);
    return ferror(stream) ? -1 : 0;
}
