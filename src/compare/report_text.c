#include "compare/report_text.h"
#include "case/visible.h"
#include "compare/report_line.h"
#include "compare/report_conventions.h"
#include "exact/shape.h"
#include "schema/schema.h"
#include <string.h>

enum { COLUMNS = 80 };

/* Ends a full line in "...", before the UTF-8 character that this would divide. */
static void cut_line(char *line) {
    size_t end = COLUMNS - 3;
    while (end > 0 && ((unsigned char)line[end] & 0xC0) == 0x80)
        end--;
    strcpy(line + end, "...");
}

/* One line of at most COLUMNS characters; a longer one is cut and ends in "...". */
static void print_line(FILE *stream, const char *label, const char *text) {
    char line[COLUMNS + 1], shown[2 * COLUMNS];
    plumb_visible(text, shown, sizeof shown);
    int length = snprintf(line, sizeof line, "%-10s %s", label, shown);
    if (length > COLUMNS)
        cut_line(line);
    fprintf(stream, "%s\n", line);
}

/* As many lines as the text needs, up to three, each ending in a comma but the last. */
static void print_lines(FILE *stream, const char *label, const char *text) {
    enum { WIDTH = COLUMNS - 11, LINES = 3 };
    for (int line = 1; line < LINES && strlen(text) > WIDTH; line++) {
        int length = WIDTH;
        while (length > 1 && !(text[length - 1] == ',' && text[length] == ' '))
            length--;
        fprintf(stream, "%-10s %.*s\n", label, length, text);
        text += length + 1;
        label = "";
    }
    print_line(stream, label, text);
}

static const char *or_unstated(const char *text) {
    return text != NULL ? text : "(not stated)";
}

static void print_engine(const plumb_report *report, FILE *stream) {
    char text[4 * COLUMNS];
    const plumb_case *judged = report->judged;
    print_line(stream, "case", or_unstated(judged->source));
    if (judged->note != NULL)
        print_line(stream, "", judged->note);
    snprintf(text, sizeof text, "%s%s%s", or_unstated(judged->engine_name),
             judged->engine_version != NULL ? " " : "",
             judged->engine_version != NULL ? judged->engine_version : "");
    print_line(stream, "engine", text);
    snprintf(text, sizeof text, "%s (%s)", report->precision.name,
             report->precision_stated ? "stated" : "assumed from the dtype");
    print_line(stream, "precision", text);
    print_line(stream, "", report->precision.summary);
    if (report->precision.changes != NULL) {
        snprintf(text, sizeof text, "but for %s", report->precision.changes);
        print_line(stream, "", text);
    }
}

static void print_shape(const plumb_case *judged, FILE *stream) {
    char text[6 * COLUMNS];
    const plumb_problem *problem = &judged->problem;
    bool tiled = judged->tiled_heads != 0;
    snprintf(text, sizeof text,
             "batch %zu, heads %zu on %zu%s, queries %zu, keys %zu, dims %zu, %zu", problem->batch,
             problem->query_heads, tiled ? judged->tiled_heads : problem->key_heads,
             tiled ? " tiled" : "", problem->query_length, problem->key_length, problem->head_dim,
             problem->value_dim);
    print_line(stream, "problem", text);
}

static void print_scale(const plumb_case *judged, FILE *stream) {
    char text[6 * COLUMNS], scale[2 * COLUMNS];
    const plumb_problem *problem = &judged->problem;
    if (problem->scale.text != NULL)
        snprintf(scale, sizeof scale, "%s", problem->scale.text);
    else
        snprintf(scale, sizeof scale, "1/sqrt(%zu)", problem->head_dim);
    snprintf(text, sizeof text, "scale %s%s%s, inputs %s", scale,
             judged->scale_site != NULL ? " at " : "",
             judged->scale_site != NULL ? judged->scale_site : "",
             plumb_format_name(judged->input_format));
    print_line(stream, "", text);
}

static void print_position(const plumb_problem *problem, FILE *stream) {
    char text[6 * COLUMNS];
    plumb_position_text(problem, text, sizeof text);
    if (problem->position.kind != PLUMB_POSITION_NONE)
        print_lines(stream, "position", text);
}

static void print_rows(const plumb_report *report, FILE *stream) {
    char text[3 * COLUMNS], empty[COLUMNS] = "", queries[COLUMNS];
    const plumb_problem *problem = &report->judged->problem;
    if (report->empty_rows > 0)
        snprintf(empty, sizeof empty, " (output %s, lse %sinfinity)",
                 plumb_word_name(PLUMB_MEMBER_EMPTY_ROW, problem->empty_row),
                 problem->empty_lse_positive ? "+" : "-");
    plumb_queries_text(report, queries, sizeof queries);
    snprintf(text, sizeof text, "%zu%s, of which %zu see no key%s; %.2f s", report->rows, queries,
             report->empty_rows, empty, report->seconds);
    print_line(stream, "rows", text);
}

static void print_problem(const plumb_report *report, FILE *stream) {
    char text[6 * COLUMNS];
    const plumb_problem *problem = &report->judged->problem;
    print_shape(report->judged, stream);
    print_scale(report->judged, stream);
    print_position(problem, stream);
    plumb_mask_text(problem, text, sizeof text);
    print_line(stream, "mask", text);
    plumb_operator_text(problem, text, sizeof text);
    print_line(stream, "operator", text);
    print_rows(report, stream);
}

static void print_table(const plumb_report *report, FILE *stream) {
    fprintf(stream, "\n%-8s %-5s %-8s %9s %8s %7s %8s %9s %9s\n", "tensor", "dtype", "verdict",
            "passed", "suspect", "failed", "unjudged", "ulps", "of budget");
    for (int q = 0; q < PLUMB_QUANTITIES; q++) {
        const plumb_tensor_report *tensor = &report->tensor[q];
        if (tensor->present)
            fprintf(stream, "%-8s %-5s %-8s %9zu %8zu %7zu %8zu %9.3g %9.3g\n",
                    plumb_quantity_name((plumb_quantity)q), plumb_format_name(tensor->format),
                    plumb_verdict_name(tensor->verdict), tensor->passed, tensor->suspect,
                    tensor->failed, tensor->unjudged, tensor->worst_ulps, tensor->worst.ratio);
    }
}

static void print_element(const plumb_element *element, plumb_quantity quantity, const char *what,
                          FILE *stream) {
    char text[4 * COLUMNS], column[COLUMNS] = "";
    if (quantity != PLUMB_LSE)
        snprintf(column, sizeof column, ", %zu", element->column);
    snprintf(text, sizeof text, "%s[%zu, %zu, %zu%s]", plumb_quantity_name(quantity),
             element->batch, element->head, element->query, column);
    fprintf(stream, "\n");
    print_line(stream, what, text);
    print_line(stream, "", plumb_finding_text(element->finding));
    snprintf(text, sizeof text, "%.17g", element->engine);
    print_line(stream, "  engine", text);
    snprintf(text, sizeof text, "between %.17g and %.17g", element->low, element->high);
    print_line(stream, "  exact", text);
    snprintf(text, sizeof text, "at least %.4g, %.4g ulp", element->error_low, element->ulps);
    print_line(stream, "  error", text);
    snprintf(text, sizeof text, "provable %.4g, probable %.4g", element->provable,
             element->probable);
    print_line(stream, "  budget", text);
}

/* The element that a reader asks for next: the first that decides the verdict, else the worst. */
static void print_decisive(const plumb_report *report, FILE *stream) {
    for (int q = 0; q < PLUMB_QUANTITIES; q++) {
        const plumb_tensor_report *tensor = &report->tensor[q];
        if (!tensor->present || tensor->verdict != report->verdict)
            continue;
        if (tensor->first_failed.present)
            print_element(&tensor->first_failed, (plumb_quantity)q, "first FAIL", stream);
        else if (tensor->first_suspect.present)
            print_element(&tensor->first_suspect, (plumb_quantity)q, "suspect", stream);
        else if (tensor->first_unjudged.present)
            print_element(&tensor->first_unjudged, (plumb_quantity)q, "unjudged", stream);
        else if (tensor->worst.present)
            print_element(&tensor->worst, (plumb_quantity)q, "worst", stream);
        return;
    }
}

void plumb_report_text(const plumb_report *report, FILE *stream) {
    print_line(stream, "verdict", plumb_verdict_name(report->verdict));
    print_engine(report, stream);
    print_problem(report, stream);
    print_table(report, stream);
    print_decisive(report, stream);
}
