/* diff_list.c - several cases in one call: a line each, and reports of all. */
#include "cli/color.h"
#include "cli/commands.h"
#include "cli/diff.h"
#include "cli/places.h"
#include "cli/reports.h"
#include "cli/team.h"
#include "base/json_text.h"
#include "base/markup.h"
#include "case/read.h"
#include "base/printable.h"
#include "report/report_conventions.h"
#include "report/report_facts.h"
#include "report/report_power.h"
#include "report/report_parts.h"
#include "report/report.h"
#include "schema/schema.h"
#include <stdlib.h>
#include <string.h>

/* Cases that are diagnosed: reports of a suite that is wrong altogether must not take minutes. */
enum { MOST_DIAGNOSED = 10 };

/* A growing text for a requested report. */
typedef struct {
    FILE *stream; /* NULL: not requested */
    char *text;
    size_t size;
} part;

typedef struct {
    const plumb_option *options;
    bool prints;  /* lines on standard output, where no report goes */
    bool colored; /* these */
    size_t cases, passed, suspect, failed, refused, blind;
    json_t *json; /* NULL where memory was short */
    part suites, rows, pages;
} tally;

static bool open_part(part *to, bool wanted) {
    *to = (part){.stream = NULL};
    if (wanted)
        to->stream = open_memstream(&to->text, &to->size);
    return !wanted || to->stream != NULL;
}

static void close_part(part *to) {
    if (to->stream != NULL)
        fclose(to->stream);
    free(to->text);
}

static plumb_verdict worst_of(const tally *all) {
    return all->failed > 0 ? PLUMB_FAIL : all->suspect > 0 ? PLUMB_SUSPECT : PLUMB_PASS;
}

static const char *verdict_of(const tally *all) {
    return all->refused > 0 ? "REFUSED" : plumb_verdict_name(worst_of(all));
}

/* Bad input first, so that nobody takes a file that was not read for one that passes. */
static int exit_code_of(const tally *all) {
    if (all->refused > 0)
        return PLUMB_EXIT_BAD_INPUT;
    return worst_of(all) == PLUMB_PASS && all->blind > 0 ? PLUMB_BLIND_CODE : (int)worst_of(all);
}

/* ---- a line for each ---- */

static void print_heading(void) {
    printf("%-56s %-42s %-18s %-8s %10s %10s %8s\n", "case", "operator", "precision", "verdict",
           "radius <=", "worst ulp", "/expected");
}

/* The name without the ending, which is the same for all. */
static void shorten(const char *name, char text[PLUMB_FACT_TEXT]) {
    plumb_printable(name, text, PLUMB_FACT_TEXT);
    if (plumb_ends_in(text, ".safetensors"))
        *strrchr(text, '.') = 0;
}

static const plumb_tensor_report *decisive_tensor(const plumb_report *report, plumb_quantity *quantity) {
    const plumb_tensor_report *found = NULL;
    for (int q = 0; q < PLUMB_ANSWERS; q++) {
        const plumb_tensor_report *tensor = &report->tensor[q];
        bool decides = tensor->present &&
                       (found == NULL || (tensor->verdict == report->verdict && found->verdict != report->verdict));
        *quantity = decides ? (plumb_quantity)q : *quantity;
        found = decides ? tensor : found;
    }
    return found;
}

/* Where it errs, below the line of a case that does not pass. */
static void print_place(const plumb_report *report, const plumb_tensor_report *tensor, plumb_quantity quantity,
                        FILE *stream) {
    char place[PLUMB_FACT_TEXT], finding[PLUMB_FACT_TEXT];
    const char *what;
    const plumb_element *element = plumb_decisive_element(tensor, &what);
    fprintf(stream, "    %s: %zu beyond the expected error, %zu impossible, %zu unjudged of %zu",
            plumb_quantity_name(quantity), tensor->beyond, tensor->impossible, tensor->unjudged, tensor->total);
    if (element != NULL)
        fprintf(stream, "; %s%s: %s", plumb_quantity_name(quantity), plumb_place_fact(element, quantity, place),
                plumb_finding_fact(element, finding));
    fputs("; plumb diagnose ", stream);
    plumb_printable_print(report->judged->source, stream);
    fputs("\n", stream);
}

/* Of parts of the keys and their merge, those that do not pass. */
static void print_parts(const plumb_report *report, FILE *stream) {
    char text[PLUMB_FACT_TEXT];
    for (int of = PLUMB_PARTS_LINE; of <= PLUMB_MERGE_LINE && report->parts.count > 0; of++)
        for (size_t i = 0; plumb_parts_verdict(report, (plumb_parts_lines)of) != PLUMB_PASS; i++) {
            if (*plumb_parts_fact(report, (plumb_parts_lines)of, i, text) == 0)
                break;
            fprintf(stream, "    %s: %s\n", of == PLUMB_PARTS_LINE ? "parts" : "merge", text);
        }
}

static void print_line(const char *name, const plumb_report *report, FILE *stream) {
    char operator_text[PLUMB_FACT_TEXT], shown[PLUMB_FACT_TEXT], ulps[PLUMB_FACT_TEXT];
    plumb_quantity quantity = PLUMB_OUTPUT;
    const plumb_tensor_report *tensor = decisive_tensor(report, &quantity);
    plumb_brief_text(plumb_stated_problem(report->judged), operator_text, sizeof operator_text);
    shorten(name, shown);
    fprintf(stream, "%-56s %-42s %-18s %-8s %10.1e %10s %8.3f\n", shown, operator_text, report->precision.name,
            plumb_verdict_name(report->verdict), tensor->largest_radius, plumb_ulps_fact(tensor, ulps),
            tensor->worst_probable_ratio);
    print_parts(report, stream);
    if (report->verdict != PLUMB_PASS)
        print_place(report, tensor, quantity, stream);
    else if (plumb_is_blind(report))
        fprintf(stream, "    blind: %s\n", plumb_blind_fact(report, shown));
}

static void show_line(const tally *all, const char *name, const plumb_report *report) {
    plumb_colors colors;
    print_line(name, report, plumb_colors_begin(&colors, all->colored));
    plumb_colors_end(&colors);
    fflush(stdout); /* who waits sees it */
}

/* ---- reports ---- */

static void add_row(tally *all, const char *name, const char *verdict, const char *what, bool linked) {
    FILE *stream = all->rows.stream;
    fprintf(stream, "<tr><td><span class=\"verdict %s\">%s</span></td><td>", verdict, verdict);
    if (linked)
        fprintf(stream, "<a href=\"#case-%zu\">", all->cases);
    plumb_markup_text(name, stream);
    fputs(linked ? "</a></td><td>" : "</td><td>", stream);
    plumb_markup_text(what, stream);
    fputs("</td></tr>\n", stream);
}

/* What passes and is not blind is a row; of the others all is told. */
static void add_page(tally *all, const char *name, const plumb_judgement *judged) {
    char operator_text[PLUMB_FACT_TEXT];
    bool told = plumb_exit_code_of(&judged->report) != PLUMB_EXIT_DONE;
    plumb_brief_text(plumb_stated_problem(judged->report.judged), operator_text, sizeof operator_text);
    add_row(all, name, plumb_verdict_name(judged->report.verdict), operator_text, told);
    if (!told)
        return;
    fprintf(all->pages.stream, "<section id=\"case-%zu\">\n", all->cases);
    const plumb_report_origin origin = plumb_judgement_origin(judged);
    plumb_html_case(&judged->report, &judged->map, &origin, all->pages.stream);
    fputs("</section>\n", all->pages.stream);
}

static void count(tally *all, const char *name, const plumb_judgement *judged) {
    plumb_verdict verdict = judged->report.verdict;
    const plumb_report_origin origin = plumb_judgement_origin(judged);
    all->passed += verdict == PLUMB_PASS;
    all->suspect += verdict == PLUMB_SUSPECT;
    all->failed += verdict == PLUMB_FAIL;
    all->blind += plumb_is_blind(&judged->report);
    bool quiet = all->options[PLUMB_DIFF_QUIET].given && plumb_exit_code_of(&judged->report) == PLUMB_EXIT_DONE;
    if (all->prints && !quiet)
        show_line(all, name, &judged->report);
    if (all->options[PLUMB_DIFF_JSON].given)
        plumb_json_add(&all->json, plumb_report_object(&judged->report));
    if (all->suites.stream != NULL)
        plumb_junit_suite(&judged->report, &origin, all->suites.stream);
    if (all->rows.stream != NULL)
        add_page(all, name, judged);
}

static void count_refused(tally *all, const char *name, const plumb_error *error) {
    all->refused++;
    if (plumb_is_speaker())
        fprintf(stderr, "plumb: %s\n", error->text);
    if (all->options[PLUMB_DIFF_JSON].given)
        plumb_json_add(&all->json,
                       json_pack("{s:o, s:o}", "source", plumb_json_name(name), "error", plumb_json_name(error->text)));
    if (all->suites.stream != NULL)
        plumb_junit_refused(name, error->text, all->suites.stream);
    if (all->rows.stream != NULL)
        add_row(all, name, "refused", error->text, false);
}

static void summary(const tally *all, char text[PLUMB_FACT_TEXT]) {
    int length = snprintf(text, PLUMB_FACT_TEXT, "%zu cases: %zu PASS, %zu SUSPECT, %zu FAIL, %zu refused", all->cases,
                          all->passed, all->suspect, all->failed, all->refused);
    if (all->blind > 0)
        snprintf(text + length, PLUMB_FACT_TEXT - (size_t)length, "; %zu of those that PASS %s blind", all->blind,
                 all->blind == 1 ? "is" : "are");
}

static int write_text(const void *found, FILE *stream) {
    const tally *all = found;
    char text[PLUMB_FACT_TEXT];
    summary(all, text);
    if (!all->options[PLUMB_DIFF_QUIET].given || exit_code_of(all) != PLUMB_EXIT_DONE)
        fprintf(stream, "%s\n", text);
    return 0;
}

static int write_json(const void *found, FILE *stream) {
    const tally *all = found;
    return plumb_json_write(json_pack("{s:s, s:s, s:o, s:o, s:o, s:o, s:o, s:O}", "format", "plumbline-diff-list-2",
                                      "verdict", verdict_of(all), "passed", plumb_json_integer(all->passed), "suspect",
                                      plumb_json_integer(all->suspect), "failed", plumb_json_integer(all->failed),
                                      "blind", plumb_json_integer(all->blind), "refused",
                                      plumb_json_integer(all->refused), "cases", all->json),
                            stream);
}

static int write_junit(const void *found, FILE *stream) {
    const tally *all = found;
    plumb_junit_begin(stream);
    fwrite(all->suites.text, 1, all->suites.size, stream);
    plumb_junit_end(stream);
    return ferror(stream) ? -1 : 0;
}

static int write_html(const void *found, FILE *stream) {
    const tally *all = found;
    char text[PLUMB_FACT_TEXT];
    summary(all, text);
    plumb_html_begin(verdict_of(all), text, stream);
    fprintf(stream, "<h1>%s</h1>\n<table>\n<tr><th>verdict</th><th>case</th><th>operator</th></tr>\n", text);
    fwrite(all->rows.text, 1, all->rows.size, stream);
    fputs("</table>\n", stream);
    fwrite(all->pages.text, 1, all->pages.size, stream);
    plumb_html_end(stream);
    return ferror(stream) ? -1 : 0;
}

static const plumb_reports reports = {
    write_text,
    "cases",
    PLUMB_DIFF_COLOR,
    {{PLUMB_DIFF_JSON, write_json}, {PLUMB_DIFF_JUNIT, write_junit}, {PLUMB_DIFF_HTML, write_html}}};

/* ---- all ---- */

/* False where the team does not agree that it was judged. */
static bool judge_one(tally *all, const char *name, plumb_error *error) {
    plumb_judgement judged;
    plumb_case c;
    all->cases++;
    int read = plumb_case_read_borrowed(name, &c, error), result = plumb_team_agree(plumb_program_team, read, error);
    if (result == 0) {
        bool diagnoses = all->failed + all->suspect < MOST_DIAGNOSED;
        result = plumb_diff_judge(&c, name, all->options, diagnoses, &judged, error);
        if (result == 0)
            count(all, name, &judged);
        plumb_judgement_free(&judged);
    }
    if (read == 0)
        plumb_case_free(&c);
    if (result != 0)
        count_refused(all, name, error);
    return result == 0 && plumb_exit_code_of(&judged.report) == PLUMB_EXIT_DONE;
}

static bool begin(tally *all, const plumb_option *options) {
    bool html = options[PLUMB_DIFF_HTML].given;
    *all = (tally){.options = options, .prints = plumb_is_speaker(), .json = json_array()};
    for (int i = PLUMB_DIFF_JSON; i <= PLUMB_DIFF_HTML; i++)
        all->prints = all->prints && !plumb_to_standard_output(&options[i]);
    bool suites = open_part(&all->suites, options[PLUMB_DIFF_JUNIT].given);
    bool rows = open_part(&all->rows, html);
    return open_part(&all->pages, html) && rows && suites;
}

/* The texts are whole when their streams are written out. */
static void flush(tally *all) {
    part *parts[] = {&all->suites, &all->rows, &all->pages};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (parts[i]->stream != NULL)
            fflush(parts[i]->stream);
}

static void end(tally *all) {
    json_decref(all->json);
    close_part(&all->suites);
    close_part(&all->rows);
    close_part(&all->pages);
}

int plumb_diff_list(const plumb_case_files_list *list, const plumb_option *options, plumb_error *error) {
    tally all;
    int result = plumb_reports_check(&reports, options, (const char *const *)list->name, list->count, error);
    if (result != 0)
        return plumb_refuse(error);
    if (!begin(&all, options)) {
        end(&all);
        plumb_fail(error, "not enough memory for the reports");
        return plumb_refuse(error);
    }
    plumb_color_choose(&options[PLUMB_DIFF_COLOR], &all.colored, error);
    if (all.prints && !options[PLUMB_DIFF_QUIET].given)
        print_heading();
    for (size_t i = 0; i < list->count; i++)
        if (!judge_one(&all, list->name[i], error) && options[PLUMB_DIFF_FAIL_FAST].given)
            break;
    flush(&all);
    if (plumb_is_speaker())
        result = plumb_reports_write(&reports, options, &all, error);
    result = plumb_team_agree(plumb_program_team, result, error);
    int exit_code = exit_code_of(&all);
    end(&all);
    return result == 0 ? plumb_finish_output(exit_code) : plumb_refuse(error);
}
