/* gradients.c - from the whole to the parts: first passes with one mistake are evaluated on the sample, and the first
   that explains all wrong gradients and breaks none is reported.  If none does, each wrong gradient is examined by
   itself, by the functions of `explanations` in their order.  Then a mistake may be made for the only wrong gradient
   alone.  At last it is only said where gradients are wrong. */
#include "diagnose/gradients.h"
#include "backward/bias.h"
#include "diagnose/gradient_bias.h"
#include "diagnose/gradient_heads.h"
#include "diagnose/gradient_lines.h"
#include "diagnose/gradient_sample.h"
#include "diagnose/gradient_sinks.h"
#include "diagnose/gradient_terms.h"
#include "diagnose/gradient_tiles.h"
#include "diagnose/gradient_variants.h"
#include "diagnose/gradient_where.h"
#include "exact/visible.h"
#include "schema/text.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool plumb_gradients_alone_are_wrong(const plumb_report *report) {
    bool wrong = false;
    for (int q = 0; q < PLUMB_ANSWERS; q++) {
        bool passes = !report->tensor[q].present || report->tensor[q].verdict == PLUMB_PASS;
        if (!passes && !plumb_is_gradient((plumb_quantity)q))
            return false;
        wrong = wrong || !passes;
    }
    return wrong;
}

typedef struct {
    plumb_gradient_sample sample;
    plumb_inferences *to;
} inquiry;

/* ---- what explains ---- */

static void tell(inquiry *q, const char *cause, const char *says, size_t explains) {
    plumb_inferences *to = q->to;
    if (to->count == PLUMB_INFERENCES)
        return;
    plumb_inference *one = &to->list[to->count++];
    *one = (plumb_inference){.cause = cause, .explains = explains};
    snprintf(one->says, sizeof one->says, "%s", says);
    to->explained += explains;
}

typedef int find_variant(const plumb_gradient_sample *sample, size_t *explained, const char **cause,
                         char says[PLUMB_INFERENCE_TEXT]);

static int try_variants(inquiry *q, find_variant *find) {
    const char *cause;
    char says[PLUMB_INFERENCE_TEXT];
    size_t explained;
    int status = find(&q->sample, &explained, &cause, says);
    if (status == 0 && explained > 0)
        tell(q, cause, says, explained);
    return status;
}

/* ---- a factor of all numbers ---- */

/* "dq is multiplied by the scale twice"; false of a factor without a name. */
static bool name_factor(const plumb_problem *p, plumb_gradient gradient, double factor, char *text, size_t size) {
    double scale = plumb_problem_scale(p).mid, group = (double)(p->query_heads / p->key_heads);
    const char *name = plumb_gradient_name(gradient);
    bool scaled = gradient == PLUMB_GRADIENT_OF_QUERY || gradient == PLUMB_GRADIENT_OF_KEY;
    bool of_group = group > 1 && (gradient == PLUMB_GRADIENT_OF_KEY || gradient == PLUMB_GRADIENT_OF_VALUE);
    if (gradient == PLUMB_GRADIENT_OF_BIAS && plumb_bias_factor(p, factor, text, size))
        return true;
    if (fabs(factor) < 0.004)
        snprintf(text, size, "%s is 0", name);
    else if (plumb_is_about(factor, -1))
        snprintf(text, size, "%s has the wrong sign", name);
    else if (scaled && plumb_is_about(factor, scale))
        snprintf(text, size, "%s is multiplied by the scale twice", name);
    else if (scaled && plumb_is_about(factor, 1 / scale))
        snprintf(text, size, "%s is not multiplied by the scale", name);
    else if (scaled && p->op.softcap > 0 && plumb_is_about(factor, p->op.softcap))
        snprintf(text, size, "%s is multiplied by the softcap", name);
    else if (scaled && p->op.softcap > 0 && plumb_is_about(factor, 1 / p->op.softcap))
        snprintf(text, size, "%s is divided by the softcap", name);
    else if (of_group && plumb_is_about(factor, 1 / group))
        snprintf(text, size, "%s is the mean over the query heads of a group, not their sum", name);
    else {
        snprintf(text, size, "%s is %.4g times its correct size", name, factor);
        return false;
    }
    return true;
}

static bool try_factor(inquiry *q, plumb_gradient gradient, plumb_gradient_numbers *numbers) {
    const plumb_sampled_gradient *g = &q->sample.gradient[gradient];
    double factor = plumb_fitted_factor(g, 0, 1), *x = numbers->number[gradient];
    char says[PLUMB_INFERENCE_TEXT];
    for (size_t i = 0; i < g->lines * g->width; i++)
        x[i] = factor * g->exact[i];
    size_t explained = plumb_numbers_explain(&q->sample, gradient, x);
    if (explained == 0)
        return false;
    if (!name_factor(&q->sample.of->problem, gradient, factor, says, sizeof says) && g->wrongs < 2)
        return false; /* one number says any factor */
    tell(q, "gradient-factor", says, explained);
    return true;
}

/* "in dk, queries 0 to 63 are left out", and dv likewise: said once. */
static bool joins_last(inquiry *q, plumb_gradient gradient, const char *says, size_t explains) {
    char before[PLUMB_INFERENCE_TEXT];
    plumb_inference *last = q->to->count > 0 ? &q->to->list[q->to->count - 1] : NULL;
    if (gradient != PLUMB_GRADIENT_OF_VALUE || last == NULL || strncmp(says, "in dv, ", 7) != 0)
        return false;
    snprintf(before, sizeof before, "in dk, %.300s", says + 7);
    if (strcmp(last->says, before) != 0)
        return false;
    snprintf(last->says, sizeof last->says, "in dk and dv, %.300s", says + 7);
    last->explains += explains;
    q->to->explained += explains;
    return true;
}

static const struct {
    const char *cause;
    plumb_explain_gradient *explain;
} explanations[] = {
    {"gradient-broadcast", plumb_bias_broadcasts}, {"gradient-place", plumb_gradient_lines},
    {"gradient-terms", plumb_gradient_terms},      {"gradient-heads", plumb_gradient_heads},
    {"gradient-tiles", plumb_gradient_sinks},      {"gradient-tiles", plumb_gradient_tiles},
};

static int try_part(inquiry *q, plumb_gradient gradient, plumb_gradient_numbers *numbers, bool *done) {
    char says[PLUMB_INFERENCE_TEXT];
    size_t explained = 0;
    *done = try_factor(q, gradient, numbers);
    if (*done)
        return 0;
    for (size_t i = 0; i < sizeof explanations / sizeof *explanations && !plumb_gradients_are_late(&q->sample); i++) {
        double *to = numbers->number[gradient];
        if (explanations[i].explain(&q->sample, gradient, to, &explained, says, sizeof says) != 0)
            return -1;
        if (explained == 0 || plumb_gradients_are_late(&q->sample))
            continue;
        if (!joins_last(q, gradient, says, explained))
            tell(q, explanations[i].cause, says, explained);
        *done = true;
        return 0;
    }
    return 0;
}

/* Where a gradient is wrong without a known cause. */
static int say_where(inquiry *q, plumb_gradient gradient) {
    char says[PLUMB_INFERENCE_TEXT];
    size_t explained;
    int status = plumb_gradient_where(&q->sample, gradient, NULL, &explained, says, sizeof says);
    if (status == 0 && explained > 0)
        tell(q, "gradient-where", says, explained);
    return status;
}

/* Nothing but factors, of all gradients that are wrong: less than any other mistake. */
static int try_factors(inquiry *q) {
    plumb_gradient_numbers numbers;
    bool all = true;
    if (plumb_gradient_numbers_init(&numbers, &q->sample) != 0)
        return -1;
    for (int i = 0; i < PLUMB_GRADIENT_COUNT && all; i++)
        all = !q->sample.gradient[i].asked || try_factor(q, (plumb_gradient)i, &numbers);
    if (!all)
        q->to->count = q->to->explained = 0;
    plumb_gradient_numbers_free(&numbers);
    return 0;
}

/* Two gradients at once. */
static void try_exchanges(inquiry *q, const plumb_gradient_numbers *numbers, bool done[PLUMB_GRADIENT_COUNT]) {
    for (int one = 0; one <= PLUMB_GRADIENT_OF_VALUE; one++)
        for (int other = one + 1; other <= PLUMB_GRADIENT_OF_VALUE; other++) {
            char says[PLUMB_INFERENCE_TEXT];
            size_t explained =
                plumb_gradients_exchanged(&q->sample, (plumb_gradient)one, (plumb_gradient)other, numbers);
            if (explained == 0)
                continue;
            snprintf(says, sizeof says, "%s and %s are exchanged", plumb_gradient_name((plumb_gradient)one),
                     plumb_gradient_name((plumb_gradient)other));
            tell(q, "gradient-place", says, explained);
            done[one] = done[other] = true;
        }
}

/* Each gradient by itself. */
static int try_parts(inquiry *q) {
    plumb_gradient_numbers numbers;
    bool done[PLUMB_GRADIENT_COUNT] = {false};
    if (plumb_gradient_numbers_init(&numbers, &q->sample) != 0)
        return -1;
    int status = 0;
    try_exchanges(q, &numbers, done);
    for (int i = 0; i < PLUMB_GRADIENT_COUNT && status == 0; i++)
        if (q->sample.gradient[i].asked && !done[i])
            status = try_part(q, (plumb_gradient)i, &numbers, &done[i]);
    for (int i = 0; i < PLUMB_GRADIENT_COUNT && status == 0 && q->to->count > 0; i++)
        if (q->sample.gradient[i].asked && !done[i])
            status = say_where(q, (plumb_gradient)i);
    plumb_gradient_numbers_free(&numbers);
    return status;
}

static int say_places(inquiry *q) {
    int status = 0;
    for (int i = 0; i < PLUMB_GRADIENT_COUNT && status == 0; i++)
        if (q->sample.gradient[i].asked)
            status = say_where(q, (plumb_gradient)i);
    return status;
}

/* ---- the sample ---- */

static int inquire(const plumb_report *report, const plumb_gradient_expectation *expectation,
                   plumb_infer_time time, plumb_inferences *inferences) {
    inquiry q = {.to = inferences};
    if (plumb_gradient_sample_init(&q.sample, report->judged, &report->precision, expectation, time) != 0)
        return -1;
    for (size_t i = 0; i < PLUMB_GRADIENT_COUNT; i++)
        inferences->failed += q.sample.gradient[i].wrongs;
    int status = inferences->failed > 0 ? try_variants(&q, plumb_gradient_variant_named) : 0;
    if (status == 0 && inferences->count == 0)
        status = try_factors(&q);
    if (status == 0 && inferences->count == 0)
        status = try_variants(&q, plumb_gradient_variant_find);
    if (status == 0 && inferences->count == 0)
        status = try_parts(&q);
    if (status == 0 && inferences->count == 0)
        status = try_variants(&q, plumb_gradient_variant_alone);
    if (status == 0 && inferences->count == 0)
        status = say_places(&q);
    inferences->unfinished = plumb_gradients_are_late(&q.sample);
    plumb_gradient_sample_free(&q.sample);
    return status;
}

int plumb_infer_gradients(const plumb_report *report, plumb_infer_time time, int threads, plumb_inferences *inferences,
                          plumb_error *error) {
    const plumb_case *judged = report->judged;
    plumb_gradient_balls exact;
    plumb_gradient_expectation expectation = {.level = {.rows = 0}};
    *inferences = (plumb_inferences){.suspected = !report->impossible, .of_gradients = true};
    int status = plumb_gradients_of_case(judged, threads, &exact, error);
    if (status == 0) {
        status = plumb_gradients_expect(judged, &report->precision, threads, &exact, &expectation, error);
        if (status == 0 && inquire(report, &expectation, time, inferences) != 0)
            status = plumb_fail(error, "%s: not enough memory to diagnose", judged->source);
        plumb_gradient_expectation_free(&expectation);
    }
    plumb_gradients_free_balls(&exact);
    return status;
}
