/* plumbline.c - a call that computes stands between enter and leave.  enter holds the floating-point settings and the C
   locale for this thread, and begins to watch for a stop; leave gives the host back its own.  Tensors are collected
   until the first answer is wanted, then they are read as a case, once.  Each answer is checked first (quantity, room,
   rows), so that the caller's arrays are written only where the question is right. */
#include "backward/gradients.h"
#include "library/evaluation.h"
#include "library/question.h"
#include "library/version.h"
#include <flint/flint.h>
#include <stdlib.h>
#include <string.h>

const char plumb_question_name[] = "question";

const char *plumb_version(void) {
    return PLUMB_VERSION;
}

plumb_question *plumb_question_new(void) {
    plumb_question *question = calloc(1, sizeof *question);
    if (question == NULL)
        return NULL;
    question->plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (question->plain != (locale_t)0)
        return question;
    free(question);
    return NULL;
}

void plumb_question_forget_sink(plumb_question *question) {
    for (size_t i = 0; i < question->layers; i++)
        plumb_sink_layer_free(&question->layer[i]);
    free(question->layer);
    question->layer = NULL;
    question->layers = 0;
}

void plumb_question_free(plumb_question *question) {
    if (question == NULL)
        return;
    plumb_question_forget_sink(question);
    plumb_golden_free(&question->golden);
    if (question->diagnosed)
        plumb_diagnosis_free(&question->diagnosis);
    plumb_findings_free(&question->in_full.findings);
    if (question->asked)
        plumb_case_free(&question->asked_case);
    plumb_storage_free(&question->storage);
    freelocale(question->plain);
    free(question->text);
    free(question);
    flint_cleanup(); /* what FLINT keeps for a thread, which may be this one's last question */
}

const char *plumb_question_message(const plumb_question *question) {
    return question->error.text;
}

const char *plumb_question_fault(const plumb_question *question, const char *what) {
    static const char *const parts[] = {
        [PLUMB_ERROR_FIELD] = "field", [PLUMB_ERROR_VALUE] = "value", [PLUMB_ERROR_EXPECTED] = "expected"};
    for (int i = 0; i < PLUMB_ERROR_PARTS; i++)
        if (strcmp(what, parts[i]) == 0)
            return plumb_error_says(&question->error, (plumb_error_part)i);
    return "";
}

/* ---- a call ---- */

void plumb_question_progress(void *context, size_t rows_done, size_t rows) {
    plumb_question *question = context;
    atomic_store(&question->rows, rows);
    atomic_store(&question->rows_done, rows_done);
}

static bool ask_watcher(void *context) {
    plumb_question *question = context;
    return question->watcher(question->watcher_context, atomic_load(&question->rows_done),
                             atomic_load(&question->rows)) != 0;
}

bool plumb_question_is_stopped(const plumb_question *question) {
    return atomic_load(&question->watch.stopped);
}

bool plumb_question_enter(plumb_question *question) {
    if (plumb_settings_hold(&question->settings, &question->error) != 0)
        return false;
    question->host = uselocale(question->plain);
    plumb_question_progress(question, 0, 0);
    question->watch.stop = ask_watcher;
    question->watch.context = question;
    atomic_store(&question->watch.stopped, false);
    question->outer = plumb_workers_watch(question->watcher != NULL ? &question->watch : NULL);
    return true;
}

int plumb_question_leave(plumb_question *question, int result) {
    plumb_workers_watch(question->outer);
    if (plumb_question_is_stopped(question))
        result = plumb_fail(&question->error, "%s: stopped by its progress function", plumb_question_name);
    uselocale(question->host);
    plumb_settings_restore(&question->settings);
    if (result != 0)
        return PLUMB_REFUSED;
    question->error.text[0] = 0;
    return PLUMB_RIGHT;
}

int plumb_question_short_of_memory(plumb_question *question) {
    return plumb_fail(&question->error, "%s: not enough memory", plumb_question_name);
}

int plumb_question_ask(plumb_question *question) {
    const char *description = question->description;
    if (question->asked)
        return 0;
    if (plumb_case_from_tensors(question->tensor, question->tensors,
                                description != NULL ? description : "{\"version\": 1}", plumb_question_name,
                                &question->asked_case, &question->error) != 0)
        return -1;
    question->asked = true;
    return 0;
}

/* ---- how it is asked ---- */

static int set_rows(plumb_question *question, size_t from, size_t to) {
    if (plumb_question_ask(question) != 0)
        return -1;
    size_t queries = question->asked_case.problem.query_length;
    if (from >= queries || to > queries || (to > 0 && to <= from))
        return plumb_fail(&question->error, "%s: rows: %zu:%zu is not within the %zu queries, or is empty",
                          question->asked_case.source, from, to, queries);
    question->from = from;
    question->to = to;
    return 0;
}

int plumb_question_rows(plumb_question *question, size_t from, size_t to) {
    return plumb_question_enter(question) ? plumb_question_leave(question, set_rows(question, from, to))
                                          : PLUMB_REFUSED;
}

int plumb_question_threads(plumb_question *question, int threads) {
    if (threads < 0) {
        plumb_fail(&question->error, "%s: threads: %d is below 0", plumb_question_name, threads);
        return PLUMB_REFUSED;
    }
    question->threads = threads;
    return PLUMB_RIGHT;
}

int plumb_question_watch(plumb_question *question, plumb_watcher *watcher, void *context) {
    question->watcher = watcher;
    question->watcher_context = context;
    return PLUMB_RIGHT;
}

/* ---- values ---- */

plumb_evaluation plumb_question_evaluation(plumb_question *question) {
    return (plumb_evaluation){.from = question->from,
                              .to = question->to,
                              .threads = question->threads,
                              .counter = {plumb_question_progress, question}};
}

static int ask_for(plumb_question *question, const char *what, plumb_quantity *quantity) {
    if (plumb_question_ask(question) != 0 || plumb_quantity_choose("what", what, quantity, &question->error) != 0)
        return -1;
    return plumb_evaluation_check(&question->asked_case, *quantity, "what", &question->error);
}

/* The caller's array must have the right size. */
static int ask_for_all(plumb_question *question, const char *what, size_t count, plumb_quantity *quantity) {
    if (ask_for(question, what, quantity) != 0)
        return -1;
    const plumb_evaluation how = plumb_question_evaluation(question);
    size_t wanted = plumb_evaluation_count(&question->asked_case, *quantity, &how);
    return count == wanted ? 0
                           : plumb_fail(&question->error, "%s: %s: room for %zu numbers, but the result has %zu",
                                        question->asked_case.source, what, count, wanted);
}

/* As ask_for, for gradients, which are of all rows. */
static int ask_for_gradient(plumb_question *question, plumb_gradient gradient) {
    const plumb_evaluation how = plumb_question_evaluation(question);
    if (plumb_question_ask(question) != 0)
        return -1;
    if (how.from != 0 || (how.to != 0 && how.to != question->asked_case.problem.query_length))
        return plumb_fail(&question->error, "%s: rows: cannot be combined with %s, which needs all rows",
                          question->asked_case.source, plumb_gradient_name(gradient));
    return plumb_gradients_check(&question->asked_case, gradient, plumb_gradient_name(gradient), &question->error);
}

/* Notes the arrays of a gradient. */
static int take_gradient(plumb_question *question, const char *what, double *middle, double *radius, size_t count,
                         plumb_gradient_balls *to) {
    plumb_gradient gradient;
    if (!plumb_gradient_named(what, &gradient))
        return plumb_fail(&question->error, "%s: what: '%s' is not dq, dk, dv, dsinks, dbias, dslopes or dtable",
                          plumb_question_name, what);
    if (ask_for_gradient(question, gradient) != 0)
        return -1;
    to->mid[gradient] = middle;
    to->radius[gradient] = radius;
    size_t wanted = plumb_gradient_count(&question->asked_case, gradient);
    return count == wanted ? 0
                           : plumb_fail(&question->error, "%s: %s: room for %zu numbers, but the result has %zu",
                                        question->asked_case.source, what, count, wanted);
}

static int evaluate_gradients(plumb_question *question, size_t gradients, const char *const *what,
                              double *const *middle, double *const *radius, const size_t *count) {
    plumb_gradient_balls to = {.mid = {NULL}};
    for (size_t i = 0; i < gradients; i++)
        if (take_gradient(question, what[i], middle[i], radius[i], count[i], &to) != 0)
            return -1;
    return gradients == 0 ? 0
                          : plumb_gradients_evaluate(&question->asked_case, question->threads, &to, &question->error);
}

static size_t count_gradient(plumb_question *question, plumb_gradient gradient) {
    return plumb_question_enter(question) &&
                   plumb_question_leave(question, ask_for_gradient(question, gradient)) == PLUMB_RIGHT
               ? plumb_gradient_count(&question->asked_case, gradient)
               : 0;
}

size_t plumb_question_count(plumb_question *question, const char *what) {
    plumb_quantity quantity;
    plumb_gradient gradient;
    if (plumb_gradient_named(what, &gradient))
        return count_gradient(question, gradient);
    if (!plumb_question_enter(question) ||
        plumb_question_leave(question, ask_for(question, what, &quantity)) != PLUMB_RIGHT)
        return 0;
    const plumb_evaluation how = plumb_question_evaluation(question);
    return plumb_evaluation_count(&question->asked_case, quantity, &how);
}

static int evaluate(plumb_question *question, const char *what, double *middle, double *radius, size_t count) {
    plumb_quantity quantity;
    plumb_gradient gradient;
    const plumb_evaluation how = plumb_question_evaluation(question);
    if (plumb_gradient_named(what, &gradient))
        return evaluate_gradients(question, 1, &what, &middle, &radius, &count);
    int result = ask_for_all(question, what, count, &quantity);
    if (result == 0)
        result = plumb_evaluate_balls(&question->asked_case, quantity, &how, middle, radius, &question->error);
    return result;
}

int plumb_question_evaluate(plumb_question *question, const char *what, double *middle, double *radius, size_t count) {
    return plumb_question_enter(question)
               ? plumb_question_leave(question, evaluate(question, what, middle, radius, count))
               : PLUMB_REFUSED;
}

int plumb_question_gradients(plumb_question *question, size_t gradients, const char *const *what, double *const *middle,
                             double *const *radius, const size_t *count) {
    return plumb_question_enter(question)
               ? plumb_question_leave(question, evaluate_gradients(question, gradients, what, middle, radius, count))
               : PLUMB_REFUSED;
}

static int round_exact(plumb_question *question, const char *what, const char *format, double *rounded, size_t count) {
    plumb_quantity quantity;
    plumb_format to;
    const plumb_evaluation how = plumb_question_evaluation(question);
    int result = ask_for_all(question, what, count, &quantity);
    if (result == 0)
        result = plumb_rounding_choose("to", format, &to, &question->error);
    if (result == 0)
        result = plumb_evaluate_rounded(&question->asked_case, quantity, to, &how, rounded, &question->error);
    return result;
}

int plumb_question_round(plumb_question *question, const char *what, const char *format, double *rounded,
                         size_t count) {
    return plumb_question_enter(question)
               ? plumb_question_leave(question, round_exact(question, what, format, rounded, count))
               : PLUMB_REFUSED;
}
