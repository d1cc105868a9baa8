/* Every line is a label and a text that is wrapped after it (report_lines.h), in the order of a reader's questions: the
   verdict and where it fails, how much was tried, then the reasons, with inferences first if plumb_inferred_first is
   true, and nearer changes.  Long lists end after a fixed number, since the JSON has all.  For a case that passes, the
   conventions that it cannot distinguish are listed by axis instead of reasons. */
#include "diagnose/diagnose.h"
#include "report/report_facts.h"
#include "report/report_line.h"
#include "report/report_lines.h"
#include <stdarg.h>
#include <string.h>

enum { UNTOLD_LABEL = 23 };

/* Of these so many are printed; JSON has all. */
enum { MOST_EXPLANATIONS = 8, MOST_UNTOLD = 16 };

/* ---- lines ---- */

__attribute__((format(printf, 3, 4))) static void print_line(FILE *stream, const char *label, const char *format, ...) {
    char text[PLUMB_FACT_TEXT];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    plumb_print_lines(stream, label, PLUMB_REPORT_LABEL, text);
}

/* ---- what was asked ---- */

/* Behind "FAIL as stated", or "SUSPECT as stated" where an assumed precision alone excludes the numbers. */
static const char *after_failure(const plumb_explanations *all, bool inferred, bool of_output) {
    if (inferred)
        return "; the output shows what the kernel did";
    if (all->count == 0)
        return of_output ? "; only the output is explained" : "; no neighbour explains it";
    return plumb_only_excuses(&all->list[0]) ? "; no convention explains it, but a coarser precision may"
           : all->list[0].rows > 0           ? "; explained on the rows that time allowed"
                                             : ", explained";
}

static const char *after_suspicion(const plumb_explanations *all, bool inferred) {
    if (inferred && all->count == 0)
        return "; the output shows what the kernel did";
    return all->count > 0 ? "; a neighbour PASSes" : "; no neighbour PASSes";
}

static void print_headline(const plumb_diagnosis *diagnosis, FILE *stream) {
    const plumb_report *stated = &diagnosis->stated;
    const plumb_explanations *all = &diagnosis->explanations;
    bool inferred = plumb_inferred_first(diagnosis);
    if (stated->verdict == PLUMB_PASS)
        print_line(stream, "verdict", "PASS: right as stated");
    else if (stated->answer == PLUMB_PASS)
        print_line(stream, "verdict", "%s as stated; the output is right, the choice of keys is not",
                   plumb_verdict_name(stated->verdict));
    else
        print_line(stream, "verdict", "%s as stated%s", plumb_verdict_name(stated->verdict),
                   stated->impossible ? after_failure(all, inferred, plumb_output_explained(diagnosis) != NULL)
                                      : after_suspicion(all, inferred));
}

/* Of outputs that show how they are stored. */
static void print_precision(const plumb_diagnosis *diagnosis, FILE *stream) {
    char text[PLUMB_FACT_TEXT];
    if (diagnosis->stored_as == NULL)
        print_line(stream, "precision", "%s", plumb_precision_fact(&diagnosis->stated, text));
    else
        print_line(stream, "precision", "%s, because every output is such a number", diagnosis->stored_as);
}

static void print_case(const plumb_diagnosis *diagnosis, FILE *stream) {
    char text[PLUMB_FACT_TEXT];
    const plumb_case *judged = diagnosis->stated.judged;
    print_headline(diagnosis, stream);
    print_line(stream, "case", "%s", plumb_source_fact(judged));
    print_line(stream, "engine", "%s", plumb_engine_fact(judged, text));
    print_precision(diagnosis, stream);
}

/* Beside what explains the others they would go unsaid. */
static void print_not_finite(const plumb_concentration *where, FILE *stream) {
    size_t count = where->nan + where->infinite;
    char text[PLUMB_STATEMENTS * PLUMB_STATEMENT_TEXT] = "";
    plumb_line line = {text, sizeof text};
    const char *what = where->infinite == 0 ? "NaN" : where->nan == 0 ? "infinite" : "NaN or infinite";
    for (size_t i = 0; i < where->not_finite_statements; i++)
        plumb_line_add(&line, ", %s", where->not_finite_text[i]);
    if (count == where->wrong && count > 0)
        print_line(stream, "", count == 1 ? "it is %s" : "all of them are %s", what);
    else if (count > 0)
        print_line(stream, "", "%zu of them %s %s%s", count, count == 1 ? "is" : "are", what, text);
}

static void print_concentration(const plumb_diagnosis *diagnosis, FILE *stream) {
    const plumb_concentration *where = &diagnosis->concentration;
    bool failed = diagnosis->stated.impossible;
    if (where->wrong == 0)
        return;
    print_line(stream, failed ? "fails" : "where", "%zu of %zu elements of %s%s", where->wrong, where->compared,
               plumb_quantity_name(where->quantity), failed ? "" : " are suspect or cannot be judged");
    const plumb_tensor_report *output = &diagnosis->stated.tensor[PLUMB_OUTPUT];
    if (where->quantity == PLUMB_LSE && output->present && output->verdict == PLUMB_PASS)
        print_line(stream, "", "the output passes");
    for (size_t i = 0; i < where->statements; i++)
        print_line(stream, "", "%s", where->text[i]);
    print_not_finite(where, stream);
}

static void print_effort(const plumb_diagnosis *diagnosis, FILE *stream) {
    char text[256] = "";
    plumb_line line = {text, sizeof text};
    if (diagnosis->undecided > 0)
        plumb_line_add(&line, ", %zu undecided in time", diagnosis->undecided);
    if (diagnosis->untried > 0)
        plumb_line_add(&line, ", %zu not tried for lack of time", diagnosis->untried);
    if (diagnosis->too_large > 0)
        plumb_line_add(&line, ", %zu not tried for lack of memory", diagnosis->too_large);
    if (diagnosis->pairs > 0)
        plumb_line_add(&line, ", %zu of %zu pairs", diagnosis->pairs_tried, diagnosis->pairs);
    if (diagnosis->inferences.unfinished)
        plumb_line_add(&line, ", inference not finished");
    if (diagnosis->untried > 0 || diagnosis->pairs_tried < diagnosis->pairs || diagnosis->inferences.unfinished)
        plumb_line_add(&line, " (--seconds allows more)");
    print_line(stream, "tried", "%zu changes one by one%s; %.2f s", diagnosis->tried, text, diagnosis->seconds);
}

/* ---- explanations ---- */

static const char *kind_name(plumb_neighbour_kind kind) {
    static const char *const names[] = {[PLUMB_NEIGHBOUR_CONVENTION] = "convention",
                                        [PLUMB_NEIGHBOUR_FAULT] = "fault",
                                        [PLUMB_NEIGHBOUR_PRECISION] = "precision, not a convention"};
    return names[kind];
}

static void print_kind(const plumb_neighbour *change, FILE *stream) {
    print_line(stream, "", "%s%s%s", kind_name(change->kind), change->member[0] != 0 ? "; state " : "", change->member);
}

static void print_change(const char *label, const char *words, const plumb_neighbour *change, FILE *stream) {
    print_line(stream, label, "%s %s", words, change->does);
    print_kind(change, stream);
}

/* On how much of the case it holds, and how well. */
static void print_extent(const plumb_explanation *explanation, size_t rows, FILE *stream) {
    char unjudged[64] = "";
    if (explanation->rows > 0) {
        print_line(stream, "", "right on the %zu rows that were tried; there was no time for the other %zu",
                   explanation->rows, rows - explanation->rows);
        return;
    }
    if (explanation->unjudged > 0)
        snprintf(unjudged, sizeof unjudged, "; %zu unjudged", explanation->unjudged);
    print_line(stream, "", "%s worst error is %.2g of the expected error%s",
               explanation->changes > 1 ? "so changed, the" : "the", explanation->worst_probable_ratio, unjudged);
}

static void print_explanation(const plumb_explanation *explanation, size_t rows, const char *label, FILE *stream) {
    fputc('\n', stream);
    for (size_t i = 0; i < explanation->changes; i++)
        print_change(i == 0 ? label : "", i == 0 ? "the engine" : "and", explanation->change[i], stream);
    print_extent(explanation, rows, stream);
    if (explanation->alike)
        print_line(stream, "", "the same on this case, which cannot distinguish the two");
}

/* Models that the numbers do not show are named alone: which of them it is, nothing says.  Where
   something explains, their number is enough. */
static void print_models(const plumb_explanations *all, size_t first, FILE *stream) {
    char text[1024] = "";
    plumb_line line = {text, sizeof text};
    if (first == all->count)
        return;
    if (first > 0)
        plumb_line_add(&line, "also by the larger expected errors of %zu coarser precisions; --json lists all",
                       all->count - first);
    for (size_t i = first; first == 0 && i < all->count; i++) {
        const char *does = all->list[i].change[0]->does;
        plumb_line_add(&line, "%s%.*s", i == first ? "only by larger expected errors, if the engine " : ", or ",
                       (int)strcspn(does, ":"), does);
    }
    fputc('\n', stream);
    print_line(stream, "excused", "%s", text);
}

static void print_explanations(const plumb_diagnosis *diagnosis, FILE *stream) {
    const plumb_explanations *all = &diagnosis->explanations;
    size_t shown = 0, full = all->count;
    while (full > 0 && plumb_only_excuses(&all->list[full - 1]))
        full--;
    for (; shown < full && shown < MOST_EXPLANATIONS; shown++)
        print_explanation(&all->list[shown], diagnosis->stated.rows, shown == 0 ? "explained" : "or", stream);
    if (full > shown) {
        fputc('\n', stream);
        print_line(stream, "", "%zu more; --json lists all", full - shown);
    }
    print_models(all, full, stream);
}

/* What the numbers say of the kernel. */
static void print_inferences(const plumb_diagnosis *diagnosis, FILE *stream) {
    const plumb_inferences *all = &diagnosis->inferences;
    const plumb_neighbour *beside = diagnosis->beside;
    for (size_t i = 0; i < all->count; i++) {
        const plumb_inference *inferred = &all->list[i];
        fputc('\n', stream);
        print_line(stream, i == 0 ? "inferred" : "and", "%s", inferred->says);
        if (beside != NULL)
            print_kind(beside, stream);
        if (inferred->where[0] != 0)
            print_line(stream, "", "%s", inferred->where);
        if (all->failed == 0) /* a part of the keys is wrong, and no answer */
            continue;
        print_line(stream, "", "explains %zu of %zu %s elements of %s", inferred->explains, all->failed,
                   !all->suspected                 ? "failing"
                   : !diagnosis->stated.impossible ? "suspect"
                                                   : "wrong",
                   all->of_gradients ? "gradients, among those tested of one key head" : "output");
    }
}

static void print_reasons(const plumb_diagnosis *diagnosis, FILE *stream) {
    bool first = plumb_inferred_first(diagnosis);
    if (first)
        print_inferences(diagnosis, stream);
    print_explanations(diagnosis, stream);
    if (!first)
        print_inferences(diagnosis, stream);
}

static void print_output_explained(const plumb_nearer *output, FILE *stream) {
    fputc('\n', stream);
    print_change("explained", "the engine", output->change, stream);
    print_line(stream, "", "the output then passes; %zu elements of other tensors still fail", output->failed);
}

static void print_nearer(const plumb_diagnosis *diagnosis, FILE *stream) {
    const plumb_nearer *output = plumb_output_explained(diagnosis);
    if (output != NULL) {
        print_output_explained(output, stream);
        return;
    }
    for (size_t i = 0; i < diagnosis->nearer_count; i++) {
        const plumb_nearer *nearer = &diagnosis->nearer[i];
        char unjudged[80] = "";
        if (nearer->unjudged > 0)
            snprintf(unjudged, sizeof unjudged, ", %zu cannot be judged", nearer->unjudged);
        print_line(stream, i == 0 ? "nearer" : "", "if the engine %s: %zu of %zu elements still fail%s",
                   nearer->change->does, nearer->failed, nearer->compared, unjudged);
    }
    if (diagnosis->nearer_count > 0)
        print_line(stream, "", "(not an explanation, only nearer)");
}

/* ---- what a case that PASSes does not tell ---- */

static bool is_first_of_axis(const plumb_explanations *all, size_t index) {
    for (size_t i = 0; i < index; i++)
        if (strcmp(all->list[i].change[0]->axis, all->list[index].change[0]->axis) == 0)
            return false;
    return true;
}

static void print_axis(const plumb_explanations *all, size_t first, size_t *left, FILE *stream) {
    const char *axis = all->list[first].change[0]->axis;
    fprintf(stream, "  %s\n", axis);
    for (size_t i = first; i<all->count && * left> 0; i++) {
        const plumb_explanation *untold = &all->list[i];
        if (strcmp(untold->change[0]->axis, axis) != 0)
            continue;
        plumb_print_lines(stream, untold->alike ? "    the same here" : "    lost in rounding", UNTOLD_LABEL,
                          untold->change[0]->does);
        --*left;
    }
}

static void print_untold(const plumb_diagnosis *diagnosis, FILE *stream) {
    const plumb_explanations *all = &diagnosis->explanations;
    size_t left = MOST_UNTOLD;
    if (all->count == 0) {
        fputs("\n"
              "This case would PASS under none of the neighbours that were tried.\n", stream);
        return;
    }
    fprintf(stream,
            "\n"
            "This case would also PASS if the engine\n");
    for (size_t i = 0; i < all->count && left > 0; i++)
        if (is_first_of_axis(all, i))
            print_axis(all, i, &left, stream);
    if (all->count > MOST_UNTOLD)
        fprintf(stream, "  %zu more; --json lists all\n", all->count - MOST_UNTOLD);
}

void plumb_diagnosis_text(const plumb_diagnosis *diagnosis, FILE *stream) {
    print_case(diagnosis, stream);
    print_concentration(diagnosis, stream);
    print_effort(diagnosis, stream);
    if (diagnosis->stated.verdict == PLUMB_PASS)
        print_untold(diagnosis, stream);
    else
        print_reasons(diagnosis, stream);
    print_nearer(diagnosis, stream);
}
