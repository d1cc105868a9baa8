/* judgement.c - the engine's answers judged: as a whole, element by element, and explained. */
#include "case/choices.h"
#include "backward/gradients.h"
#include "judge/error_bound.h"
#include "judge/gradient_bound.h"
#include "report/report.h"
#include "library/evaluation.h"
#include "library/question.h"
#include <math.h>

#define SAME(name) (int)PLUMB_ELEMENT_##name == (int)PLUMB_##name
_Static_assert(SAME(WITHIN) && SAME(IMPROBABLE) && SAME(EXCLUDED) && SAME(NAN) && SAME(INFINITE) && SAME(NOT_NAN) &&
                   SAME(FINITE) && SAME(NO_JUDGEMENT) && SAME(UNINFORMATIVE) && SAME(NOT_COMPARED) &&
                   SAME(MAY_OVERFLOW) && SAME(NOT_AS_DEFINED),
               "the numbers of plumb_element_code are those of plumb_finding");

plumb_compare_options plumb_question_options(plumb_question *question) {
    return (plumb_compare_options){.threads = question->threads,
                                   .from = question->from,
                                   .to = question->to,
                                   .must_notice = question->must_notice,
                                   .progress = plumb_question_progress,
                                   .progress_context = question};
}

int plumb_question_must_notice(plumb_question *question, const char *text) {
    if (!plumb_question_enter(question))
        return PLUMB_REFUSED;
    plumb_must_notice must;
    int result = plumb_must_notice_parse("must_notice", text, &must, &question->error);
    if (result == 0)
        question->must_notice = must;
    return plumb_question_leave(question, result);
}

static int judge_so(plumb_question *question, const plumb_compare_options *options) {
    question->judged = false;
    int result = plumb_compare(&question->asked_case, options, &question->report, &question->error);
    question->judged = result == 0 && !plumb_question_is_stopped(question);
    return result;
}

static bool asks_for_all_rows(const plumb_question *question) {
    return question->from == 0 && question->to == 0;
}

/* What is found is kept for a diagnosis. */
static int judge_in_full(plumb_question *question, plumb_compare_options options) {
    plumb_findings *findings = &question->in_full.findings;
    plumb_findings_free(findings);
    if (plumb_findings_init(findings, &question->asked_case) != 0)
        return plumb_question_short_of_memory(question);
    options.element = plumb_findings_note;
    options.element_context = findings;
    int result = judge_so(question, &options);
    if (question->judged)
        question->in_full.report = question->report;
    else
        plumb_findings_free(findings);
    return result;
}

static int judge(plumb_question *question) {
    const plumb_compare_options options = plumb_question_options(question);
    if (plumb_question_ask(question) != 0)
        return -1;
    return asks_for_all_rows(question) ? judge_in_full(question, options) : judge_so(question, &options);
}

static int verdict_or_refused(const plumb_question *question, int answer) {
    return answer == PLUMB_RIGHT ? plumb_exit_code_of(&question->report) : PLUMB_REFUSED;
}

int plumb_question_judge(plumb_question *question) {
    return plumb_question_enter(question)
               ? verdict_or_refused(question, plumb_question_leave(question, judge(question)))
               : PLUMB_REFUSED;
}

static int write_report(plumb_question *question, const char *format, FILE *stream) {
    static const char *const names[] = {"text", "json", NULL};
    size_t chosen = 0;
    if (!question->judged)
        return plumb_fail(&question->error, "%s: nothing has been judged yet", plumb_question_name);
    if (plumb_choose_word(names, "format", format, &chosen, &question->error) != 0)
        return -1;
    if (chosen == 0)
        plumb_report_text(&question->report, stream);
    else if (plumb_report_json(&question->report, stream) != 0)
        return plumb_fail(&question->error, "%s: the report cannot be written", plumb_question_name);
    return 0;
}

int plumb_question_report(plumb_question *question, const char *format, FILE *stream) {
    return plumb_question_enter(question) ? plumb_question_leave(question, write_report(question, format, stream))
                                          : PLUMB_REFUSED;
}

/* ---- elements ---- */

/* The host's arrays, of the rows that are asked for. */
typedef struct {
    plumb_quantity quantity;
    size_t from, queries, heads, width;
    unsigned char *finding;
    double *low, *high, *expected;
} elements;

static void put(double *numbers, size_t i, double number) {
    if (numbers != NULL)
        numbers[i] = number;
}

static bool has_ends(plumb_finding finding) {
    return finding != PLUMB_NO_JUDGEMENT && finding != PLUMB_UNINFORMATIVE && finding != PLUMB_NOT_COMPARED;
}

/* Each element has a place of its own: threads need no lock. */
static void note_element(void *context, plumb_quantity quantity, const plumb_element *element) {
    elements *all = context;
    if (quantity != all->quantity)
        return;
    size_t row = (element->batch * all->heads + element->head) * all->queries + element->query - all->from;
    size_t i = row * all->width + element->column;
    bool known = has_ends(element->finding);
    if (all->finding != NULL)
        all->finding[i] = (unsigned char)element->finding;
    put(all->low, i, known ? element->low : NAN);
    put(all->high, i, known ? element->high : NAN);
    put(all->expected, i, known ? element->probable : NAN);
}

/* A tensor that the case holds an answer of, by its name. */
static int choose_answer(plumb_question *question, const char *what, plumb_quantity *quantity) {
    plumb_gradient gradient;
    if (plumb_gradient_named(what, &gradient))
        *quantity = plumb_quantity_of_gradient(gradient);
    else if (plumb_quantity_choose("what", what, quantity, &question->error) != 0)
        return -1;
    return plumb_claim_of(&question->asked_case, *quantity)->present
               ? 0
               : plumb_fail(&question->error, "%s: %s: missing among the outputs of the engine",
                            question->asked_case.source, what);
}

/* The room that the host has for the elements of one tensor of the case. */
static int place_elements(plumb_question *question, const char *what, elements *all, size_t count) {
    if (plumb_question_ask(question) != 0 || choose_answer(question, what, &all->quantity) != 0)
        return -1;
    const plumb_problem *problem = &question->asked_case.problem;
    const plumb_answer_shape shape = plumb_shape_of_answer(&question->asked_case, all->quantity);
    all->from = question->from;
    all->queries = (question->to > 0 ? question->to : shape.rows) - question->from;
    all->heads = shape.heads;
    all->width = shape.width;
    if (count != shape.batch * all->heads * all->queries * all->width)
        return plumb_fail(&question->error, "%s: %s: room for %zu numbers, but the result has %zu",
                          question->asked_case.source, what, count,
                          shape.batch * all->heads * all->queries * all->width);
    for (size_t i = 0; i < count && problem->sequences.length != NULL; i++) { /* rows may be no tokens */
        if (all->finding != NULL)
            all->finding[i] = PLUMB_NOT_COMPARED;
        put(all->low, i, NAN);
        put(all->high, i, NAN);
        put(all->expected, i, NAN);
    }
    return 0;
}

static int judge_with_elements(plumb_question *question, const char *what, elements *all, size_t count) {
    plumb_compare_options options = plumb_question_options(question);
    if (place_elements(question, what, all, count) != 0)
        return -1;
    options.element = note_element;
    options.element_context = all;
    return judge_so(question, &options);
}

int plumb_question_judge_elements(plumb_question *question, const char *what, unsigned char *finding, double *low,
                                  double *high, double *expected, size_t count) {
    elements all = {.finding = finding, .low = low, .high = high, .expected = expected};
    return plumb_question_enter(question)
               ? verdict_or_refused(
                     question, plumb_question_leave(question, judge_with_elements(question, what, &all, count)))
               : PLUMB_REFUSED;
}

/* The batch entry and the query of a token of all; false where it is none. */
static bool find_token(const plumb_problem *p, size_t token, size_t *b, size_t *t) {
    for (*b = 0; *b < p->batch; ++*b) {
        size_t start = (size_t)p->sequences.start[*b];
        *t = token - start;
        if (token >= start && *t < (size_t)p->sequences.length[*b])
            return true;
    }
    return false;
}

static int refuse_index(plumb_question *question, size_t index, size_t axis, size_t size) {
    return plumb_fail(&question->error, "%s: index: %zu on axis %zu, which has %zu elements",
                      question->asked_case.source, index, axis, size);
}

/* index: batch, head, query and column; of a ragged batch token, head and column; of the log-sum-exp no column, and
   then head and token. */
static int find_place(plumb_question *question, plumb_quantity quantity, const size_t *index, plumb_place *place) {
    const plumb_problem *p = &question->asked_case.problem;
    bool lse = quantity == PLUMB_LSE, ragged = p->sequences.start != NULL;
    const size_t shape[] = {p->batch, p->query_heads, p->query_length, plumb_quantity_width(quantity, p)};
    *place = ragged ? (plumb_place){0, index[lse ? 0 : 1], 0, lse ? 0 : index[2]}
                    : (plumb_place){index[0], index[1], index[2], lse ? 0 : index[3]};
    if (ragged && !find_token(p, index[lse ? 1 : 0], &place->batch, &place->query))
        return plumb_fail(&question->error, "%s: index: %zu is not a token of a sequence", question->asked_case.source,
                          index[lse ? 1 : 0]);
    const size_t at[] = {place->batch, place->head, place->query, place->column};
    const size_t axis[] = {0, lse ? 0 : 1, 0, 2}; /* of a ragged batch */
    for (size_t i = 0, axes = lse ? 3 : 4; i < axes; i++)
        if (at[i] >= shape[i])
            return refuse_index(question, at[i], ragged ? axis[i] : i, shape[i]);
    return 0;
}

static int check_axes(plumb_question *question, const char *what, size_t axes, size_t expected) {
    return axes == expected
               ? 0
               : plumb_fail(&question->error, "%s: index: it has %zu numbers; the index of an element of %s has %zu",
                            question->asked_case.source, axes, what, expected);
}

/* index: as the gradient has axes; a logit's and a slope's is the head, a table's the row and the head. */
static int bound_gradient(plumb_question *question, plumb_gradient gradient, const size_t *index, size_t axes,
                          double *bound) {
    const plumb_case *asked = &question->asked_case;
    const char *what = plumb_gradient_name(gradient);
    size_t rank, shape[4];
    plumb_gradient_shape(asked, gradient, &rank, shape);
    if (asked->problem.sequences.start != NULL)
        return plumb_fail(&question->error, "%s: %s: bounds of gradients are not available yet for ragged batches",
                          asked->source, what);
    if (check_axes(question, what, axes, rank) != 0)
        return -1;
    for (size_t i = 0; i < axes; i++)
        if (index[i] >= shape[i])
            return refuse_index(question, index[i], i, shape[i]);
    plumb_place place = rank == 1   ? (plumb_place){.head = index[0]}
                        : rank == 2 ? (plumb_place){.query = index[0], .column = index[1]}
                                    : (plumb_place){index[0], index[1], index[2], index[3]};
    return plumb_gradient_bound_at(&question->report, gradient, place, bound, &question->error);
}

static int bound_error(plumb_question *question, const char *what, const size_t *index, size_t axes, double *bound) {
    plumb_quantity quantity;
    plumb_place place;
    if (!question->judged)
        return plumb_fail(&question->error, "%s: nothing has been judged yet", plumb_question_name);
    if (choose_answer(question, what, &quantity) != 0)
        return -1;
    if (plumb_is_gradient(quantity))
        return bound_gradient(question, plumb_gradient_of_quantity(quantity), index, axes, bound);
    size_t expected = quantity == PLUMB_LSE ? 3 : 4;
    if (question->asked_case.problem.sequences.start != NULL)
        expected--;
    if (check_axes(question, what, axes, expected) != 0)
        return -1;
    return find_place(question, quantity, index, &place) != 0
               ? -1
               : plumb_error_bound_at(&question->report, quantity, place, bound, &question->error);
}

int plumb_question_bound(plumb_question *question, const char *what, const size_t *index, size_t axes, double *bound) {
    return plumb_question_enter(question)
               ? plumb_question_leave(question, bound_error(question, what, index, axes, bound))
               : PLUMB_REFUSED;
}

/* ---- what explains them ---- */

static const plumb_judged *judged_in_full(const plumb_question *question) {
    return question->in_full.findings.row != NULL ? &question->in_full : NULL;
}

static int diagnose(plumb_question *question, double seconds) {
    const plumb_diagnose_options how = {.threads = question->threads,
                                        .seconds = seconds,
                                        .judged = judged_in_full(question),
                                        .progress = plumb_question_progress,
                                        .progress_context = question};
    if (plumb_question_ask(question) != 0)
        return -1;
    if (!(seconds >= 0))
        return plumb_fail(&question->error, "%s: seconds: %g is below 0", question->asked_case.source, seconds);
    if (!asks_for_all_rows(question))
        return plumb_fail(&question->error, "%s: rows: a diagnosis needs all rows", question->asked_case.source);
    if (question->diagnosed)
        plumb_diagnosis_free(&question->diagnosis);
    question->diagnosed = false;
    int result = plumb_diagnose(&question->asked_case, &how, &question->diagnosis, &question->error);
    if (result == 0 && plumb_question_is_stopped(question)) {
        plumb_diagnosis_free(&question->diagnosis); /* changes that were stopped count as tried there */
        return -1;
    }
    question->diagnosed = result == 0;
    if (result == 0) {
        question->report = question->diagnosis.stated;
        question->judged = true;
    }
    return result;
}

int plumb_question_diagnose(plumb_question *question, double seconds) {
    return plumb_question_enter(question)
               ? verdict_or_refused(question, plumb_question_leave(question, diagnose(question, seconds)))
               : PLUMB_REFUSED;
}
