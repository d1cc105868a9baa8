/* The page is written from top to bottom as a stream, with all of its style at the top, so it needs no other file.
   Every text of a case or engine is escaped by base/markup.h; the program's own words, which have no markup characters,
   are printed unchanged.  The texts are those of report_facts.h. */
#include "report/report.h"
#include "report/report_choice.h"
#include "report/report_facts.h"
#include "report/report_power.h"
#include "report/report_parts.h"
#include "report/report_maps.h"
#include "base/markup.h"
#include "report/report_conventions.h"
#include "exact/shape.h"
#include "schema/schema.h"
#include "schema/text.h"
#include <math.h>
#include <string.h>

static const char style[] =
    ":root{color-scheme:light dark;--ink:#1b1f24;--dim:#57606a;--ground:#fff;--line:#d0d7de}\n"
    "@media(prefers-color-scheme:dark){:root{--ink:#e6edf3;--dim:#9aa5b1;--ground:#0f141a;--line:#3a434d}}\n"
    "body{font:15px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--ground);"
    "margin:2rem auto;max-width:78rem;padding:0 1rem}\n"
    "h1{font-size:1.5rem;overflow-wrap:anywhere}h2{font-size:1.1rem;margin-top:2rem}\n"
    ".verdict{padding:.15em .6em;border-radius:.3em;color:#fff;background:#1a7f37}\n"
    ".verdict.SUSPECT{background:#8a5a00}.verdict.FAIL,.verdict.REFUSED,.verdict.refused{background:#b3161e}\n"
    ".wide{overflow-x:auto}table{border-collapse:collapse;width:100%}\n"
    "th,td{text-align:left;vertical-align:top;padding:.25rem .8rem .25rem 0;"
    "border-bottom:1px solid var(--line)}\n"
    "th{font-weight:600;color:var(--dim)}.facts th{width:8rem}td.number{font-variant-numeric:tabular-nums;"
    "font-family:ui-monospace,monospace;font-size:.88em;white-space:nowrap}\n"
    "code{font-family:ui-monospace,monospace;font-size:.92em;overflow-wrap:anywhere}a{color:inherit}\n";

static void print_row(const char *name, const char *text, FILE *stream) {
    if (text == NULL || *text == 0)
        return;
    fprintf(stream, "<tr><th>%s</th><td>", name);
    plumb_markup_text(text, stream);
    fputs("</td></tr>\n", stream);
}

static void print_code(const char *name, const char *text, FILE *stream) {
    if (text == NULL)
        return;
    fprintf(stream, "<tr><th>%s</th><td><code>", name);
    plumb_markup_text(text, stream);
    fputs("</code></td></tr>\n", stream);
}

void plumb_html_begin(const char *verdict, const char *title, FILE *stream) {
    fprintf(stream,
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
            "<meta name=\"viewport\" content=\"width=device-width\">\n<title>%s: ",
            verdict);
    plumb_markup_text(title, stream);
    fprintf(stream, "</title>\n<style>\n%s%s</style>\n</head>\n<body>\n", style, plumb_maps_style);
}

void plumb_html_end(FILE *stream) {
    fputs("</body>\n</html>\n", stream);
}

static void print_head(const plumb_report *report, FILE *stream) {
    const char *verdict = plumb_verdict_name(report->verdict);
    char coarse[PLUMB_FACT_TEXT];
    fprintf(stream, "<h1><span class=\"verdict %s\">%s</span> ", verdict, verdict);
    plumb_markup_text(report->judged->source, stream);
    fputs("</h1>\n", stream);
    if (*plumb_coarse_fact(report, coarse) != 0) {
        fputs("<p>warning: ", stream);
        plumb_markup_text(coarse, stream);
        fputs("</p>\n", stream);
    }
    if (report->judged->note != NULL) {
        fputs("<p>", stream);
        plumb_markup_text(report->judged->note, stream);
        fputs("</p>\n", stream);
    }
}

static void print_engine(const plumb_report *report, FILE *stream) {
    char precision[PLUMB_FACT_TEXT], text[2 * PLUMB_FACT_TEXT];
    const plumb_case *judged = report->judged;
    print_row("engine", judged->engine_name != NULL ? judged->engine_name : "(not stated)", stream);
    print_row("version", judged->engine_version, stream);
    snprintf(text, sizeof text, "%s: %s", plumb_precision_fact(report, precision), report->precision.summary);
    print_row("precision", text, stream);
    print_row("except", report->precision.changes, stream);
    if (report->precision_stated || report->plausibles == 0)
        snprintf(text, sizeof text, "%s", plumb_strictest_fact(report, precision));
    else {
        snprintf(text, sizeof text, "%s; ", plumb_plausible_fact(report, precision));
        plumb_text_add(text, sizeof text, "%s", plumb_strictest_fact(report, precision));
    }
    if (*text != 0)
        print_row("plausible", text, stream);
}

static void print_stand(const plumb_report *report, FILE *stream) {
    char text[PLUMB_FACT_TEXT];
    for (int i = 0; i < PLUMB_STAND_FACTS; i++) {
        plumb_stand_kind kind = (plumb_stand_kind)i;
        print_row(plumb_stand_name(kind), plumb_stand_fact(report, kind, text), stream);
    }
}

static void print_origin(const plumb_report *report, const plumb_report_origin *origin, FILE *stream) {
    char text[PLUMB_FACT_TEXT];
    snprintf(text, sizeof text, "plumb %s%s%s; %.2f s", origin->version, origin->date != NULL ? ", " : "",
             origin->date != NULL ? origin->date : "", report->seconds);
    print_row("judged by", text, stream);
    print_code("command", origin->command, stream);
    if (origin->diagnosis != NULL && *origin->diagnosis != 0)
        print_row("diagnosis", origin->diagnosis, stream);
    print_code("diagnose", origin->diagnose, stream);
}

static void print_problem(const plumb_report *report, FILE *stream) {
    char fact[PLUMB_FACT_TEXT], inputs[PLUMB_FACT_TEXT], text[2 * PLUMB_FACT_TEXT];
    const plumb_case *judged = report->judged;
    const plumb_problem *problem = plumb_stated_problem(judged);
    snprintf(text, sizeof text, "%s, head_dim %zu, value_dim %zu, inputs %s", plumb_sizes_fact(judged, fact),
             problem->head_dim, problem->value_dim, plumb_inputs_fact(judged, inputs));
    print_row("problem", text, stream);
    print_row("scale", plumb_scale_fact(judged, fact), stream);
    plumb_operator_text(problem, text, sizeof text);
    print_row("operator", text, stream);
    plumb_position_text(problem, text, sizeof text);
    print_row("position", text, stream);
    plumb_mask_text(problem, text, sizeof text);
    print_row("mask", text, stream);
    snprintf(text, sizeof text, "%s (output %s)", plumb_rows_fact(report, fact),
             plumb_word_name(PLUMB_MEMBER_EMPTY_ROW, problem->empty_row));
    print_row("rows", text, stream);
}

static void print_tensors(const plumb_report *report, FILE *stream) {
    fputs("<h2>Tensors</h2>\n"
          "<div class=\"wide\"><table class=\"tensors\">\n"
          "<tr><th>tensor</th><th>dtype</th><th>verdict</th><th>passed</th><th>beyond the expected "
          "error</th><th>impossible</th><th>unjudged</th><th>worst error, ulp</th><th>worst error / "
          "expected</th></tr>\n",
          stream);
    for (int q = 0; q < PLUMB_ANSWERS; q++) {
        char ulps[PLUMB_FACT_TEXT], ratio[PLUMB_FACT_TEXT];
        const plumb_tensor_report *tensor = &report->tensor[q];
        if (tensor->present)
            fprintf(stream,
                    "<tr><td>%s</td><td>%s</td><td>%s</td><td class=\"number\">%zu</td>"
                    "<td class=\"number\">%zu</td><td class=\"number\">%zu</td>"
                    "<td class=\"number\">%zu</td><td class=\"number\">%s</td>"
                    "<td class=\"number\">%s</td></tr>\n",
                    plumb_quantity_name((plumb_quantity)q), plumb_format_name(tensor->format),
                    plumb_verdict_name(tensor->verdict), tensor->passed, tensor->beyond, tensor->impossible,
                    tensor->unjudged, plumb_ulps_fact(tensor, ulps), plumb_ratio_fact(tensor, ratio));
    }
    fputs("</table></div>\n", stream);
}

static void print_parts(const plumb_report *report, FILE *stream) {
    static const char *const headings[] = {"Parts", "Merge"};
    char text[PLUMB_FACT_TEXT];
    for (int of = PLUMB_PARTS_LINE; of <= PLUMB_MERGE_LINE && report->parts.count > 0; of++) {
        fprintf(stream, "<h2>%s</h2>\n", headings[of]);
        for (size_t i = 0; *plumb_parts_fact(report, (plumb_parts_lines)of, i, text) != 0; i++) {
            fputs("<p>", stream);
            plumb_markup_text(text, stream);
            fputs("</p>\n", stream);
        }
    }
}

static void print_choice(const plumb_report *report, FILE *stream) {
    char text[PLUMB_FACT_TEXT];
    if (*plumb_choice_fact(report->judged, text) == 0)
        return;
    fputs("<h2>Choice</h2>\n<p>", stream);
    plumb_markup_text(text, stream);
    fputs("</p>\n<p>", stream);
    plumb_markup_text(plumb_wrong_choice_fact(report->judged, text), stream);
    fputs("</p>\n", stream);
}

static void print_element(const plumb_element *element, plumb_quantity quantity, const char *what, FILE *stream) {
    char place[PLUMB_FACT_TEXT], text[PLUMB_FACT_TEXT], error[PLUMB_FACT_TEXT];
    if (!element->present)
        return;
    const char *known = plumb_error_fact(element, error);
    fprintf(stream, "<tr><td>%s</td><td class=\"number\">%s%s</td><td>", what, plumb_quantity_name(quantity),
            plumb_place_fact(element, quantity, place));
    plumb_markup_text(plumb_finding_fact(element, text), stream);
    fprintf(stream,
            "</td><td class=\"number\">%.17g</td><td class=\"number\">%.17g<br>%.17g</td>"
            "<td class=\"number\">%s</td><td>%s</td></tr>\n",
            element->engine, element->low, element->high, *known != 0 ? known : "-", plumb_limits_fact(element, text));
}

static void print_not_numbers(const plumb_report *report, FILE *stream) {
    char text[PLUMB_FACT_TEXT];
    for (int q = 0; q < PLUMB_ANSWERS; q++) {
        const char *fact = plumb_not_numbers_fact(&report->tensor[q], (plumb_quantity)q, text);
        if (*fact != 0)
            fprintf(stream, "<p>%s</p>\n", fact);
    }
}

static void print_elements(const plumb_report *report, FILE *stream) {
    fputs("<h2>Deciding elements</h2>\n"
          "<div class=\"wide\"><table class=\"elements\">\n"
          "<tr><th></th><th>element</th><th>finding</th><th>engine</th><th>exact: "
          "between</th><th>error</th><th>expected</th></tr>\n",
          stream);
    for (int q = 0; q < PLUMB_ANSWERS; q++) {
        const plumb_tensor_report *tensor = &report->tensor[q];
        print_element(&tensor->first_impossible, (plumb_quantity)q, "first impossible", stream);
        print_element(&tensor->first_beyond, (plumb_quantity)q, "first beyond", stream);
        print_element(&tensor->first_unjudged, (plumb_quantity)q, "first unjudged", stream);
        print_element(&tensor->worst, (plumb_quantity)q, "worst", stream);
    }
    fputs("</table></div>\n", stream);
    print_not_numbers(report, stream);
}

void plumb_html_case(const plumb_report *report, const plumb_error_map *map, const plumb_report_origin *origin,
                     FILE *stream) {
    char blind[PLUMB_FACT_TEXT];
    print_head(report, stream);
    fputs("<table class=\"facts\">\n", stream);
    print_engine(report, stream);
    print_stand(report, stream);
    print_row("blind", plumb_blind_fact(report, blind), stream);
    print_problem(report, stream);
    print_origin(report, origin, stream);
    fputs("</table>\n", stream);
    print_tensors(report, stream);
    print_parts(report, stream);
    print_choice(report, stream);
    print_elements(report, stream);
    plumb_maps_print(report, map, stream);
}

int plumb_report_html(const plumb_report *report, const plumb_error_map *map, const plumb_report_origin *origin,
                      FILE *stream) {
    plumb_html_begin(plumb_verdict_name(report->verdict), report->judged->source, stream);
    plumb_html_case(report, map, origin, stream);
    plumb_html_end(stream);
    return ferror(stream) ? -1 : 0;
}
