/* Each line is a label and a text from report_facts.h or one of its neighbours; this file decides their order, and
   which are omitted.  A text longer than a line continues below its start.  Only one element is shown in full: the one
   that decides the first tensor with the report's verdict. */
#include "report/report.h"
#include "report/report_choice.h"
#include "report/report_conventions.h"
#include "report/report_facts.h"
#include "report/report_power.h"
#include "report/report_lines.h"
#include "report/report_parts.h"
#include "exact/shape.h"
#include "schema/schema.h"
#include <math.h>
#include <stdarg.h>

__attribute__((format(printf, 3, 4))) static void print_line(FILE *stream, const char *label, const char *format, ...) {
    char text[2 * PLUMB_FACT_TEXT];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    plumb_print_lines(stream, label, PLUMB_REPORT_LABEL, text);
}

/* The verdict, and below it what other precisions say and what the inputs do not reveal. */
static void print_verdict(const plumb_report *report, FILE *stream) {
    char text[PLUMB_FACT_TEXT], verdict[PLUMB_FACT_TEXT];
    const char *fact = plumb_strictest_fact(report, text);
    print_line(stream, "verdict", "%s", plumb_verdict_fact(report, verdict));
    if (*fact != 0)
        print_line(stream, "", "%s", fact);
    fact = plumb_blind_fact(report, text);
    if (*fact != 0)
        print_line(stream, "", "blind: %s", fact);
}

static void print_engine(const plumb_report *report, FILE *stream) {
    char text[PLUMB_FACT_TEXT];
    const plumb_case *judged = report->judged;
    print_line(stream, "case", "%s", plumb_source_fact(judged));
    if (judged->note != NULL)
        print_line(stream, "", "%s", judged->note);
    print_line(stream, "engine", "%s", plumb_engine_fact(judged, text));
    print_line(stream, "precision", "%s", plumb_precision_fact(report, text));
    print_line(stream, "", "%s", report->precision.summary);
    if (report->precision.changes != NULL)
        print_line(stream, "", "except %s", report->precision.changes);
    if (!report->precision_stated && report->plausibles > 0)
        plumb_print_list(stream, "plausible", PLUMB_REPORT_LABEL, plumb_plausible_fact(report, text));
}

static void print_rows(const plumb_report *report, FILE *stream) {
    char text[PLUMB_FACT_TEXT], empty[PLUMB_REPORT_COLUMNS] = "";
    const plumb_problem *problem = &report->judged->problem;
    if (report->empty_rows > 0)
        snprintf(empty, sizeof empty, " (output %s, lse %sinfinity)",
                 plumb_word_name(PLUMB_MEMBER_EMPTY_ROW, problem->empty_row), problem->empty_lse_positive ? "+" : "-");
    print_line(stream, "rows", "%s%s; %.2f s", plumb_rows_fact(report, text), empty, report->seconds);
}

static void print_problem(const plumb_report *report, FILE *stream) {
    char text[PLUMB_FACT_TEXT], inputs[PLUMB_FACT_TEXT];
    const plumb_case *judged = report->judged;
    const plumb_problem *problem = plumb_stated_problem(judged);
    bool sited = judged->scale_site != NULL;
    print_line(stream, "problem", "%s, dims %zu, %zu", plumb_sizes_fact(judged, text), problem->head_dim,
               problem->value_dim);
    print_line(stream, "", "scale %s%s%s, inputs %s", plumb_scale_fact(judged, text), sited ? " at " : "",
               sited ? judged->scale_site : "", plumb_inputs_fact(judged, inputs));
    plumb_position_text(problem, text, sizeof text);
    if (problem->position.kind != PLUMB_POSITION_NONE)
        plumb_print_list(stream, "position", PLUMB_REPORT_LABEL, text);
    plumb_mask_text(problem, text, sizeof text);
    print_line(stream, "mask", "%s", text);
    if (problem->mask.windowed && problem->mask.right < 0 && !problem->causal.causal && !problem->mask.prefixed)
        print_line(stream, "", "the window has no right bound: all keys after a query are visible");
    plumb_operator_text(problem, text, sizeof text);
    print_line(stream, "operator", "%s", text);
    print_rows(report, stream);
}

static void print_table(const plumb_report *report, FILE *stream) {
    fprintf(stream, "\n%-8s %-5s %-7s %9s %8s %10s %8s %8s %9s\n", "tensor", "dtype", "verdict", "passed", "beyond",
            "impossible", "unjudged", "ulps", "/expected");
    for (int q = 0; q < PLUMB_ANSWERS; q++) {
        char ulps[PLUMB_FACT_TEXT], ratio[PLUMB_FACT_TEXT];
        const plumb_tensor_report *tensor = &report->tensor[q];
        if (tensor->present)
            fprintf(stream, "%-8s %-5s %-7s %9zu %8zu %10zu %8zu %8s %9s\n", plumb_quantity_name((plumb_quantity)q),
                    plumb_format_name(tensor->format), plumb_verdict_name(tensor->verdict), tensor->passed,
                    tensor->beyond, tensor->impossible, tensor->unjudged, plumb_ulps_fact(tensor, ulps),
                    plumb_ratio_fact(tensor, ratio));
    }
}

static void print_parts(const plumb_report *report, FILE *stream) {
    static const char *const labels[] = {"parts", "merge"};
    char text[PLUMB_FACT_TEXT];
    for (int of = PLUMB_PARTS_LINE; of <= PLUMB_MERGE_LINE && report->parts.count > 0; of++) {
        fputs(of == PLUMB_PARTS_LINE ? "\n" : "", stream);
        for (size_t i = 0; *plumb_parts_fact(report, (plumb_parts_lines)of, i, text) != 0; i++)
            print_line(stream, i == 0 ? labels[of] : "", "%s", text);
    }
}

static void print_choice(const plumb_report *report, FILE *stream) {
    char text[PLUMB_FACT_TEXT];
    const char *fact = plumb_choice_fact(report->judged, text);
    if (*fact == 0)
        return;
    fputs("\n", stream);
    print_line(stream, "choice", "%s", fact);
    fact = plumb_wrong_choice_fact(report->judged, text);
    if (*fact != 0)
        print_line(stream, "", "%s", fact);
}

static void print_not_numbers(const plumb_report *report, FILE *stream) {
    char text[PLUMB_FACT_TEXT];
    for (int q = 0; q < PLUMB_ANSWERS; q++) {
        const char *fact = plumb_not_numbers_fact(&report->tensor[q], (plumb_quantity)q, text);
        if (*fact != 0)
            print_line(stream, "", "%s", fact);
    }
}

static void print_element(const plumb_element *element, plumb_quantity quantity, const char *what, FILE *stream) {
    char text[PLUMB_FACT_TEXT];
    fprintf(stream, "\n");
    print_line(stream, what, "%s%s", plumb_quantity_name(quantity), plumb_place_fact(element, quantity, text));
    print_line(stream, "", "%s", plumb_finding_fact(element, text));
    print_line(stream, "  engine", "%.17g", element->engine);
    print_line(stream, "  exact", "%s", plumb_exact_fact(element, text));
    if (*plumb_error_fact(element, text) != 0)
        print_line(stream, "  error", "%s", text);
    print_line(stream, "  expected", "%s", plumb_limits_fact(element, text));
}

/* Of the first tensor that has the verdict. */
static void print_decisive(const plumb_report *report, FILE *stream) {
    char text[PLUMB_FACT_TEXT];
    for (int q = 0; q < PLUMB_ANSWERS; q++) {
        const plumb_tensor_report *tensor = &report->tensor[q];
        const char *what;
        if (!tensor->present || tensor->verdict != report->verdict)
            continue;
        const plumb_element *element = plumb_decisive_element(tensor, &what);
        if (element != NULL)
            print_element(element, (plumb_quantity)q, what, stream);
        if (element != NULL && *plumb_asked_fact(report, (plumb_quantity)q, text) != 0)
            print_line(stream, "  tested", "%s", text);
        return;
    }
}

static void print_stand(const plumb_report *report, FILE *stream) {
    char text[PLUMB_FACT_TEXT];
    for (int i = 0; i < PLUMB_STAND_FACTS; i++) {
        const char *fact = plumb_stand_fact(report, (plumb_stand_kind)i, text);
        if (*fact == 0)
            continue;
        if (i == PLUMB_STAND_LEVEL)
            fprintf(stream, "\n");
        print_line(stream, i == PLUMB_STAND_LEVEL ? "simulated" : "", "%s", fact);
    }
}

void plumb_report_text(const plumb_report *report, FILE *stream) {
    print_verdict(report, stream);
    print_engine(report, stream);
    print_problem(report, stream);
    print_table(report, stream);
    print_not_numbers(report, stream);
    print_parts(report, stream);
    print_choice(report, stream);
    print_stand(report, stream);
    print_decisive(report, stream);
}
