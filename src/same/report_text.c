/* The verdict on the bits comes first, then the question, each run, and for each differing run two tables: how many
   elements have other bits and how far apart they are, and which run is nearer to the exact values.  An error is
   printed as its upper bound, with "<" if the lower bound is below 99 % of it. */
#include "same/same.h"
#include "base/printable.h"
#include "report/report_facts.h"
#include "exact/shape.h"
#include "schema/text.h"

enum { LABEL = 10, NUMBER = 32 };

static void print_line(const char *label, const char *text, FILE *stream) {
    fprintf(stream, "%-*s ", LABEL, label);
    plumb_printable_print(text, stream);
    fputc('\n', stream);
}

static void print_head(const plumb_same_result *result, FILE *stream) {
    char text[PLUMB_FACT_TEXT];
    size_t others = result->request->runs - 1, differing = result->differing;
    if (differing == 0)
        snprintf(text, sizeof text, "agree: run 1 has the same bits as %s", others == 1 ? "run 2" : "all others");
    else if (others == 1)
        snprintf(text, sizeof text, "differ: run 2 has different bits from run 1");
    else
        snprintf(text, sizeof text, "differ: %zu of %zu runs %s different bits from run 1", differing, others,
                 differing == 1 ? "has" : "have");
    print_line("bits", text, stream);
}

static void print_part(const plumb_same_result *result, FILE *stream) {
    const plumb_same_part *part = &result->request->part;
    const plumb_problem *problem = &result->problem;
    char text[PLUMB_FACT_TEXT] = "of all but run 1: ";
    if (part->of_batch)
        plumb_text_add(text, sizeof text, "batch entries %zu to %zu%s", part->batch, part->batch + problem->batch - 1,
                       part->of_queries ? ", " : "");
    if (part->of_queries)
        plumb_text_add(text, sizeof text, "queries %zu to %zu", part->query, part->query + problem->query_length - 1);
    if (part->of_batch || part->of_queries)
        print_line("part", text, stream);
}

static void print_problem(const plumb_same_result *result, FILE *stream) {
    char text[PLUMB_FACT_TEXT];
    const plumb_problem *problem = &result->problem;
    snprintf(text, sizeof text, "batch %zu, heads %zu on %zu, queries %zu, keys %zu, dims %zu, %zu", problem->batch,
             problem->query_heads, problem->key_heads, problem->query_length, problem->key_length, problem->head_dim,
             problem->value_dim);
    print_line("problem", text, stream);
    print_part(result, stream);
}

/* ---- runs ---- */

/* "; output: 12 beyond the expected error, 3 impossible of 3072": what is not passed. */
static void add_counts(char text[PLUMB_FACT_TEXT], const plumb_tensor_report *tensor, plumb_quantity quantity) {
    const struct {
        size_t count;
        const char *word;
    } counts[] = {{tensor->beyond, "beyond the expected error"},
                  {tensor->impossible, "impossible"},
                  {tensor->unjudged, "unjudged"}};
    const char *before = "";
    if (!tensor->present || tensor->verdict == PLUMB_PASS)
        return;
    plumb_text_add(text, PLUMB_FACT_TEXT, "; %s: ", plumb_quantity_name(quantity));
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        if (counts[i].count > 0) {
            plumb_text_add(text, PLUMB_FACT_TEXT, "%s%zu %s", before, counts[i].count, counts[i].word);
            before = ", ";
        }
    plumb_text_add(text, PLUMB_FACT_TEXT, " of %zu", tensor->total);
}

static void print_verdict(const plumb_same_outcome *outcome, FILE *stream) {
    char text[PLUMB_FACT_TEXT];
    snprintf(text, sizeof text, "%s in %s (%s)", plumb_verdict_name(outcome->verdict), outcome->precision,
             outcome->precision_stated ? "stated" : "assumed from the dtype");
    for (int q = 0; q < PLUMB_ANSWERS; q++)
        add_counts(text, &outcome->tensor[q], (plumb_quantity)q);
    print_line("", text, stream);
}

static void print_run(const plumb_same_result *result, size_t number, FILE *stream) {
    const plumb_same_outcome *outcome = &result->outcome[number];
    const plumb_case engine = {.engine_name = outcome->engine_name, .engine_version = outcome->engine_version};
    char label[NUMBER], text[PLUMB_FACT_TEXT];
    snprintf(label, sizeof label, "run %zu", number + 1);
    print_line(label, outcome->source, stream);
    print_line("", plumb_engine_fact(&engine, text), stream);
    if (outcome->judged)
        print_verdict(outcome, stream);
    else
        print_line("", number == 0 ? "not judged: nothing differs; `plumb diff` judges it" : "the same bits as run 1",
                   stream);
}

/* ---- differences ---- */

static const char *first_place(const plumb_same_result *result, plumb_quantity quantity, size_t element,
                               char text[PLUMB_FACT_TEXT]) {
    size_t index[PLUMB_RANK_MAX], axes = plumb_same_index(result, quantity, element, index);
    text[0] = 0;
    for (size_t axis = 0; axis < axes; axis++)
        plumb_text_add(text, PLUMB_FACT_TEXT, "%s%zu%s", axis == 0 ? "[" : "", index[axis],
                       axis + 1 < axes ? ", " : "]");
    return text;
}

/* What a count of steps does not tell. */
static void print_oddities(const plumb_same_bits *bits, FILE *stream) {
    const struct {
        size_t count;
        const char *what;
    } oddities[] = {{bits->nan_alone, "NaN in only one run"},
                    {bits->nan_bits, "NaN in both, with another sign or payload"},
                    {bits->zero_signs, "0 and -0"}};
    for (size_t i = 0; i < sizeof oddities / sizeof *oddities; i++)
        if (oddities[i].count > 0)
            fprintf(stream, "%-8s of which %zu %s\n", "", oddities[i].count, oddities[i].what);
}

static void print_bits(const plumb_same_result *result, const plumb_same_outcome *outcome, FILE *stream) {
    fprintf(stream, "%-8s %-5s %10s %10s %9s  %s\n", "tensor", "dtype", "total", "differ", "ulps", "first");
    for (int q = 0; q < PLUMB_ANSWERS; q++) {
        const plumb_same_bits *bits = &outcome->bits[q];
        char place[PLUMB_FACT_TEXT] = "-", ulps[NUMBER] = "-";
        if (!result->present[q])
            continue;
        if (bits->differ > 0) {
            first_place(result, (plumb_quantity)q, bits->first, place);
            snprintf(ulps, sizeof ulps, "%.6g", bits->most_ulps);
        }
        fprintf(stream, "%-8s %-5s %10zu %10zu %9s  %s\n", plumb_quantity_name((plumb_quantity)q),
                plumb_format_name(result->format[q]), result->shape[q].count, bits->differ, ulps, place);
        print_oddities(bits, stream);
    }
}

/* The upper bound in three digits, behind "<" where it may be much less. */
static const char *write_error(plumb_same_error error, char text[NUMBER]) {
    snprintf(text, NUMBER, "%s%.3g", error.low < 0.99 * error.high ? "<" : "", error.high);
    return text;
}

static void print_nearness(const plumb_same_outcome *outcome, size_t number, FILE *stream) {
    char run[NUMBER], errors[4][NUMBER];
    snprintf(run, sizeof run, "run %zu", number + 1);
    fprintf(stream, "\n%-8s %21s %21s %21s\n", "of these", "nearer to exact", "root mean square", "largest error");
    fprintf(stream, "%-8s %10s %10s %10s %10s %10s %10s\n", "", "run 1", run, "run 1", run, "run 1", run);
    for (int q = 0; q < PLUMB_ANSWERS; q++) {
        const plumb_same_nearness *found = &outcome->nearness[q];
        if (outcome->bits[q].differ == 0)
            continue;
        for (int which = 0; which < 2; which++) {
            write_error(found->root_mean_square[which], errors[which]);
            write_error(found->largest[which], errors[2 + which]);
        }
        bool none = found->measured == 0;
        fprintf(stream, "%-8s %10zu %10zu %10s %10s %10s %10s\n", plumb_quantity_name((plumb_quantity)q),
                found->nearer[0], found->nearer[1], none ? "-" : errors[0], none ? "-" : errors[1],
                none ? "-" : errors[2], none ? "-" : errors[3]);
    }
}

void plumb_same_text(const plumb_same_result *result, FILE *stream) {
    print_head(result, stream);
    print_problem(result, stream);
    for (size_t i = 0; i < result->request->runs; i++)
        print_run(result, i, stream);
    for (size_t i = 1; i < result->request->runs; i++) {
        const plumb_same_outcome *outcome = &result->outcome[i];
        if (outcome->agrees)
            continue;
        fprintf(stream, "\nrun %zu against run 1\n", i + 1);
        print_bits(result, outcome, stream);
        print_nearness(outcome, i, stream);
    }
}
