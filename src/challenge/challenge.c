/* The correctly rounded exact output is the correct one, which must PASS. The output of each cheat and each neighbour
   is rounded likewise, and judged instead of the correct one under one precision.  The query whose rows moved most is
   judged first and alone: one impossible value is enough for FAIL, and then the others need not be judged.  If it does
   not FAIL, all queries are judged together.  Threads take one fault at a time. */
#include "challenge/challenge.h"
#include "challenge/backward.h"
#include "challenge/cheats.h"
#include "diagnose/changed.h"
#include "exact/round.h"
#include "precision/precision_text.h"
#include "thread/workers.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    plumb_challenge *challenge;
    plumb_case right; /* with the correctly rounded answer */
    plumb_neighbourhood neighbours;
    size_t cheats, count; /* outputs, [rows][value_dim] */
    double *exact, *stale;
} trial;

static double nearest(const trial *w, double x) {
    return isnan(x) ? x : plumb_round_double(x, w->right.input_format);
}

static int judge(const plumb_case *judged, const double *out, size_t from, size_t to, plumb_report *report) {
    plumb_case claimed = *judged;
    plumb_compare_options how = {.threads = 1, .from = from, .to = to, .alone = true};
    plumb_error error;
    claimed.output.value = out;
    return plumb_compare(&claimed, &how, report, &error);
}

static void note(plumb_challenge_fault *fault, const plumb_report *report) {
    const plumb_tensor_report *tensor = &report->tensor[PLUMB_OUTPUT];
    fault->verdict = report->verdict;
    fault->detection = report->verdict == PLUMB_PASS ? PLUMB_WITHIN_EXPECTED : PLUMB_DETECTED;
    fault->expected = tensor->worst_probable_ratio;
}

/* The query whose rows moved most, relative to their size; query_length if none did. */
static size_t most_moved(const trial *w, const double *out) {
    const plumb_problem *p = &w->right.problem;
    size_t found = p->query_length, width = p->value_dim;
    double most = PLUMB_CHALLENGE_STILL;
    for (size_t row = 0; row < plumb_rows_of(p); row++) {
        double moved = 0, size = 0;
        for (size_t i = row * width; i < (row + 1) * width; i++) {
            bool same = out[i] == w->exact[i] || (isnan(out[i]) && isnan(w->exact[i]));
            moved = fmax(moved, same ? 0 : isfinite(out[i]) ? fabs(out[i] - w->exact[i]) : INFINITY);
            size = fmax(size, fabs(w->exact[i]));
        }
        double part = size > 0 ? moved / size : moved > 0 ? INFINITY : 0;
        if (part > most) {
            most = part;
            found = row % p->query_length;
        }
    }
    return found;
}

/* A query that FAILs by itself FAILs among others; else all are judged.  A cheat that moves nothing lacks what it
   needs; a neighbour that moves nothing may show elsewhere.  stores_alone: the fault is in the stores of outputs. */
static int judge_changed(const trial *w, double *out, bool stores_alone, plumb_challenge_fault *fault) {
    size_t query = most_moved(w, out), length = w->right.problem.query_length;
    plumb_report report;
    bool same = true;
    fault->detection = fault->kind == PLUMB_FAULT_CHEAT ? PLUMB_NO_CHANGE : PLUMB_WITHIN_EXPECTED;
    if (query == length)
        return 0;
    for (size_t i = 0; i < w->count; i++) {
        out[i] = nearest(w, out[i]);
        same = same && out[i] == w->right.output.value[i];
    }
    if (same && stores_alone)
        return 0;
    if (judge(&w->right, out, query, query + 1, &report) != 0)
        return -1;
    if (report.verdict != PLUMB_FAIL && length > 1 && judge(&w->right, out, 0, 0, &report) != 0)
        return -1;
    note(fault, &report);
    return 0;
}

static int outputs_of_neighbour(const trial *w, const plumb_neighbour *change, double *out) {
    plumb_storage storage = {0};
    plumb_case changed;
    int made = plumb_change_case(&w->right, &change, 1, &storage, &changed);
    if (made == 1 && changed.output.value != w->right.output.value)
        memcpy(out, changed.output.value, w->count * sizeof *out);
    else if (made == 1 && plumb_exact_outputs(&changed.problem, out) != 0)
        made = -1;
    plumb_storage_free(&storage);
    return made;
}

/* Rows that are what they are by definition: the exact answer where a ball says nothing. */
static void settle_empty(const trial *w, double *out) {
    for (size_t i = 0; i < w->count; i++)
        if (isnan(w->exact[i]) && isnan(out[i]))
            out[i] = w->exact[i];
}

static int try_fault(void *context, size_t i) {
    trial *w = context;
    plumb_challenge_fault *fault = &w->challenge->fault[i];
    double *out = malloc((w->count + 1) * sizeof *out);
    int made = -1;
    if (out != NULL && i < w->cheats)
        made = plumb_cheat_evaluate(plumb_cheat_at(i), &w->right, &w->challenge->precision, w->exact, w->stale, out);
    else if (out != NULL)
        made = outputs_of_neighbour(w, &w->neighbours.list[i - w->cheats], out);
    fault->done = made == 1;
    if (made == 0 && i < w->cheats && plumb_cheat_at(i)->of_softmax)
        fault->needs = "the operator softmax";
    fault->detection = PLUMB_NO_CHANGE;
    if (made == 1) {
        settle_empty(w, out);
        made = judge_changed(w, out, i < w->cheats && plumb_cheat_at(i)->output != NULL, fault);
    }
    free(out);
    return made < 0 ? -1 : 0;
}

/* ---- what is tried ---- */

static int name_faults(trial *w) {
    plumb_challenge *c = w->challenge;
    c->count = w->cheats + w->neighbours.count;
    c->fault = calloc(c->count + 1, sizeof *c->fault);
    for (size_t i = 0; c->fault != NULL && i < c->count; i++) {
        plumb_challenge_fault *fault = &c->fault[i];
        bool cheat = i < w->cheats;
        fault->kind = cheat ? PLUMB_FAULT_CHEAT : PLUMB_FAULT_NEIGHBOUR;
        fault->needs = cheat ? plumb_cheat_at(i)->needs : NULL;
        snprintf(fault->does, sizeof fault->does, "%s",
                 cheat ? plumb_cheat_at(i)->does : w->neighbours.list[i - w->cheats].does);
    }
    return c->fault != NULL && !w->neighbours.short_of_memory ? 0 : -1;
}

static int exact_of(const plumb_problem *p, double **out) {
    *out = calloc(plumb_rows_of(p) * p->value_dim + 1, sizeof **out);
    return *out == NULL ? -1 : plumb_exact_outputs(p, *out);
}

static int find_stale(trial *w, const char *text, const char *where, plumb_error *error) {
    plumb_drawn earlier;
    uint64_t seed = w->challenge->drawn->question.seed + 1;
    if (plumb_draw(text, where, &seed, &earlier, error) != 0)
        return -1;
    int result = exact_of(&earlier.inputs.asked.problem, &w->stale);
    plumb_drawn_free(&earlier);
    return result == 0 ? 0 : plumb_fail(error, "%s: not enough memory", where);
}

/* The right answer has to PASS, or the list would say nothing. */
static int check_right(trial *w, const char *where, plumb_error *error) {
    plumb_report report;
    const plumb_compare_options how = {.threads = 1};
    if (plumb_compare(&w->right, &how, &report, error) != 0)
        return -1;
    w->challenge->right_share = report.tensor[PLUMB_OUTPUT].worst_probable_ratio;
    w->challenge->precision = report.precision;
    return report.verdict == PLUMB_PASS
               ? 0
               : plumb_fail(error,
                            "%s: the correctly rounded answer to these inputs is judged %s; try another seed or shape",
                            where, plumb_verdict_name(report.verdict));
}

static int prepare(trial *w, const char *text, const char *where, bool cheats_alone, double *rounded,
                   plumb_error *error) {
    for (size_t i = 0; i < w->count; i++)
        rounded[i] = nearest(w, w->exact[i]);
    w->right.output = (plumb_claim){true, w->right.input_format, w->count, rounded};
    if (check_right(w, where, error) != 0 || find_stale(w, text, where, error) != 0)
        return -1;
    while (plumb_cheat_at(w->cheats) != NULL)
        w->cheats++;
    if (!cheats_alone)
        plumb_neighbours_that_compute(&w->right, &w->neighbours);
    return name_faults(w) == 0 ? 0 : plumb_fail(error, "%s: not enough memory", where);
}

static int try_all(trial *w, const char *text, const char *where, bool cheats_alone, int threads, plumb_error *error) {
    double *rounded = calloc(w->count + 1, sizeof *rounded);
    int result = rounded == NULL || exact_of(&w->right.problem, &w->exact) != 0
                     ? plumb_fail(error, "%s: not enough memory", where)
                     : prepare(w, text, where, cheats_alone, rounded, error);
    if (result == 0) {
        plumb_fail(error, "%s: not enough memory", where);
        result = plumb_workers_each(threads, w->challenge->count, try_fault, w, error);
    }
    if (result == 0 && !cheats_alone && w->right.problem.loss.output != NULL)
        result = plumb_challenge_try_backward(w->challenge, &w->right, where, threads, error);
    free(rounded);
    return result;
}

int plumb_challenge_try(const plumb_drawn *drawn, const char *text, const char *where, bool cheats_alone, int threads,
                        plumb_challenge *out, plumb_error *error) {
    const plumb_problem *p = &drawn->inputs.asked.problem;
    *out = (plumb_challenge){.drawn = drawn};
    trial w = {.challenge = out, .right = drawn->inputs.asked, .count = plumb_rows_of(p) * p->value_dim};
    int result = try_all(&w, text, where, cheats_alone, threads, error);
    for (size_t i = 0; result == 0 && i < out->count; i++)
        out->of[out->fault[i].detection]++;
    plumb_neighbourhood_free(&w.neighbours);
    free(w.exact);
    free(w.stale);
    if (result != 0)
        plumb_challenge_free(out);
    return result;
}

void plumb_challenge_free(plumb_challenge *challenge) {
    free(challenge->fault);
    challenge->fault = NULL;
    challenge->count = 0;
}
