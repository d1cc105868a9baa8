/* The exact gradients are enclosed once.  Rounded to the dtype of the inputs they are the correct results, which must
   PASS. The gradients under each fault are evaluated from the same inputs, rounded likewise, and judged instead of the
   correct ones.  A fault that moves no number by more than the errors of the enclosures is not judged: these inputs
   cannot reveal it.  Threads take one fault at a time, and write their findings to the fault's own place. */
#include "challenge/backward.h"
#include "challenge/backward_faults.h"
#include "exact/round.h"
#include "judge/gradients.h"
#include "thread/workers.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    plumb_case right; /* with the correctly rounded gradients */
    plumb_gradient_balls exact;
    plumb_backward_fault list[PLUMB_BACKWARD_FAULTS];
    plumb_challenge_fault *fault; /* what is found of each */
    size_t count;
} trial;

/* ---- rounded gradients ---- */

static void free_numbers(double *const number[PLUMB_GRADIENT_COUNT]) {
    for (size_t g = 0; g < PLUMB_GRADIENT_COUNT; g++)
        free(number[g]);
}

static int make_numbers(const plumb_case *c, double *number[PLUMB_GRADIENT_COUNT]) {
    bool made = true;
    for (int g = 0; g < PLUMB_GRADIENT_COUNT; g++) {
        if (!c->gradient[g].present)
            continue;
        number[g] = calloc(c->gradient[g].count + 1, sizeof *number[g]);
        made = made && number[g] != NULL;
    }
    return made ? 0 : -1;
}

/* Rounds them, and makes them the answers of the case. */
static void answer(plumb_case *c, double *const number[PLUMB_GRADIENT_COUNT]) {
    for (size_t g = 0; g < PLUMB_GRADIENT_COUNT; g++) {
        for (size_t i = 0; c->gradient[g].present && i < c->gradient[g].count; i++)
            number[g][i] = plumb_round_double(number[g][i], c->gradient[g].format);
        c->gradient[g].value = number[g];
    }
}

static bool has_moved(const double *number, const double *exact, size_t count) {
    double moved = 0, size = 0;
    for (size_t i = 0; i < count; i++) {
        moved = fmax(moved, isfinite(number[i]) ? fabs(number[i] - exact[i]) : (double)INFINITY);
        size = fmax(size, fabs(exact[i]));
    }
    return moved > PLUMB_CHALLENGE_STILL * size;
}

static bool have_moved(const trial *w, double *const number[PLUMB_GRADIENT_COUNT]) {
    bool moved = false;
    for (size_t g = 0; g < PLUMB_GRADIENT_COUNT; g++)
        if (w->right.gradient[g].present)
            moved = moved || has_moved(number[g], w->exact.mid[g], w->right.gradient[g].count);
    return moved;
}

/* ---- one fault ---- */

static void note(plumb_challenge_fault *fault, const plumb_report *report) {
    fault->verdict = report->verdict;
    fault->detection = report->verdict == PLUMB_PASS ? PLUMB_WITHIN_EXPECTED : PLUMB_DETECTED;
    for (int g = 0; g < PLUMB_GRADIENT_COUNT; g++) {
        const plumb_tensor_report *tensor = &report->tensor[plumb_quantity_of_gradient((plumb_gradient)g)];
        bool infinite = tensor->present && tensor->verdict != PLUMB_PASS && tensor->not_a_number > 0;
        fault->expected = fmax(fault->expected, infinite ? (double)INFINITY : tensor->worst_probable_ratio);
    }
}

static int judge(const trial *w, const plumb_case *judged, plumb_report *report, plumb_error *error) {
    const plumb_compare_options how = {.threads = 1, .alone = true, .gradients = &w->exact};
    return plumb_compare(judged, &how, report, error);
}

static int try_fault(void *context, size_t i) {
    trial *w = context;
    plumb_challenge_fault *fault = &w->fault[i];
    plumb_case wrong = w->right;
    double *number[PLUMB_GRADIENT_COUNT] = {NULL};
    plumb_report report;
    plumb_error error;
    int status = make_numbers(&w->right, number);
    if (status == 0)
        status = plumb_backward_fault_evaluate(&w->right, &w->list[i], &w->exact, number);
    fault->done = status == 0;
    fault->detection = PLUMB_NO_CHANGE;
    if (status == 0 && have_moved(w, number)) {
        answer(&wrong, number);
        status = judge(w, &wrong, &report, &error);
        if (status == 0)
            note(fault, &report);
    }
    free_numbers(number);
    return status;
}

/* ---- all of them ---- */

static int name_faults(trial *w, plumb_challenge *to) {
    w->count = plumb_backward_faults_of(&w->right, w->list);
    plumb_challenge_fault *all = realloc(to->fault, (to->count + w->count + 1) * sizeof *all);
    if (all == NULL)
        return -1;
    to->fault = all;
    w->fault = all + to->count;
    for (size_t i = 0; i < w->count; i++) {
        w->fault[i] = (plumb_challenge_fault){.kind = PLUMB_FAULT_BACKWARD};
        snprintf(w->fault[i].does, sizeof w->fault[i].does, "%s", w->list[i].says);
    }
    to->count += w->count;
    return 0;
}

/* The right gradients have to PASS, or the list would say nothing. */
static int check_right(const trial *w, const char *where, plumb_error *error) {
    plumb_report report;
    if (judge(w, &w->right, &report, error) != 0)
        return -1;
    return report.verdict == PLUMB_PASS
               ? 0
               : plumb_fail(error,
                            "%s: the correctly rounded gradients of these inputs are judged %s; try another seed or "
                            "shape",
                            where, plumb_verdict_name(report.verdict));
}

/* Those in slopes and tables are not tried. */
static void claim_gradients(plumb_case *right) {
    plumb_error unused;
    for (int g = 0; g <= PLUMB_GRADIENT_OF_BIAS; g++)
        right->gradient[g] = (plumb_claim){plumb_gradients_check(right, (plumb_gradient)g, "", &unused) == 0,
                                           right->input_format, plumb_gradient_count(right, (plumb_gradient)g), NULL};
}

static int try_all(trial *w, plumb_challenge *to, const char *where, int threads, plumb_error *error) {
    double *rounded[PLUMB_GRADIENT_COUNT] = {NULL};
    int status = make_numbers(&w->right, rounded);
    for (int g = 0; status == 0 && g < PLUMB_GRADIENT_COUNT; g++)
        for (size_t i = 0; w->right.gradient[g].present && i < w->right.gradient[g].count; i++)
            rounded[g][i] = w->exact.mid[g][i];
    if (status == 0) {
        answer(&w->right, rounded);
        status = check_right(w, where, error);
        if (status == 0 && (status = name_faults(w, to)) == 0)
            status = plumb_workers_each(threads, w->count, try_fault, w, error);
    } else
        plumb_fail(error, "%s: not enough memory", where);
    free_numbers(rounded);
    return status;
}

int plumb_challenge_try_backward(plumb_challenge *challenge, const plumb_case *right, const char *where, int threads,
                                 plumb_error *error) {
    trial w = {.right = *right};
    if (plumb_gradients_check(right, PLUMB_GRADIENT_OF_QUERY, "out_grad", error) != 0)
        return -1;
    claim_gradients(&w.right);
    int status = plumb_gradients_of_case(&w.right, threads, &w.exact, error);
    if (status == 0)
        status = try_all(&w, challenge, where, threads, error);
    plumb_gradients_free_balls(&w.exact);
    return status;
}
