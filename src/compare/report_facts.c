#include "compare/report_facts.h"
#include "schema/text.h"
#include <stdarg.h>
#include <stdio.h>

#define add(text, ...) plumb_text_add(text, PLUMB_FACT_TEXT, __VA_ARGS__)

__attribute__((format(printf, 2, 3))) static const char *write(char text[PLUMB_FACT_TEXT], const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, PLUMB_FACT_TEXT, format, arguments);
    va_end(arguments);
    return text;
}

static const char unstated[] = "(not stated)";

const char *plumb_source_fact(const plumb_case *judged) {
    return judged->source != NULL ? judged->source : unstated;
}

const char *plumb_engine_fact(const plumb_case *judged, char text[PLUMB_FACT_TEXT]) {
    bool versioned = judged->engine_version != NULL;
    return write(text, "%s%s%s", judged->engine_name != NULL ? judged->engine_name : unstated, versioned ? " " : "",
                 versioned ? judged->engine_version : "");
}

const char *plumb_precision_fact(const plumb_report *report, char text[PLUMB_FACT_TEXT]) {
    return write(text, "%s (%s)", report->precision.name,
                 report->precision_stated ? "stated" : "assumed from the dtype");
}

const char *plumb_sizes_fact(const plumb_case *judged, char text[PLUMB_FACT_TEXT]) {
    const plumb_problem *p = &judged->problem;
    bool tiled = judged->tiled_heads != 0;
    return write(text, "batch %zu, heads %zu on %zu%s, queries %zu, keys %zu", p->batch, p->query_heads,
                 tiled ? judged->tiled_heads : p->key_heads, tiled ? " tiled" : "", p->query_length, p->key_length);
}

const char *plumb_scale_fact(const plumb_case *judged, char text[PLUMB_FACT_TEXT]) {
    const char *stated = judged->problem.scale.text;
    return stated != NULL ? stated : write(text, "1/sqrt(%zu)", judged->problem.head_dim);
}

const char *plumb_rows_fact(const plumb_report *report, char text[PLUMB_FACT_TEXT]) {
    size_t queries = report->judged->problem.query_length;
    write(text, "%zu", report->rows);
    if (report->to - report->from < queries)
        add(text, " (queries %zu:%zu of %zu)", report->from, report->to, queries);
    add(text, ", of which %zu see no key", report->empty_rows);
    return text;
}

const char *plumb_place_fact(const plumb_element *element, plumb_quantity quantity, char text[PLUMB_FACT_TEXT]) {
    write(text, "[%zu, %zu, %zu", element->batch, element->head, element->query);
    if (quantity != PLUMB_LSE)
        add(text, ", %zu", element->column);
    add(text, "]");
    return text;
}

const plumb_element *plumb_decisive_element(const plumb_tensor_report *tensor, const char **what) {
    const struct {
        const plumb_element *element;
        const char *what;
    } order[] = {{&tensor->first_failed, "first FAIL"},
                 {&tensor->first_suspect, "suspect"},
                 {&tensor->first_unjudged, "unjudged"},
                 {&tensor->worst, "worst"}};
    for (size_t i = 0; i < sizeof order / sizeof *order; i++)
        if (order[i].element->present) {
            *what = order[i].what;
            return order[i].element;
        }
    return NULL;
}
