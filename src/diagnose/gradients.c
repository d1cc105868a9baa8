/* gradients.c - from the whole to the parts: first every backward variant that applies is evaluated on the sample, in
   one pass over the rows that read the key head, and the first that explains all wrong gradients and breaks none is
   reported.  If none does, each wrong gradient is examined by itself: a factor by weighted least squares, named if it
   is the scale, a sign or a size of a group; for a bias another broadcast; else tiles. */
#include "diagnose/gradients.h"
#include "backward/bias.h"
#include "diagnose/gradient_bias.h"
#include "diagnose/gradient_sample.h"
#include "diagnose/gradient_tiles.h"
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
    double *delta; /* [rows of the problem] */
    plumb_inferences *to;
} inquiry;

/* ---- gradients of the variants ---- */

/* Of the sample, as each variant makes them. */
typedef struct {
    size_t count;
    const plumb_backward_variant *as[PLUMB_BACKWARD_VARIANTS];
    plumb_gradient_numbers of[PLUMB_BACKWARD_VARIANTS];
} variants;

static void free_variants(variants *all) {
    for (size_t i = 0; i < all->count; i++)
        plumb_gradient_numbers_free(&all->of[i]);
}

/* Those that apply; the right backward pass is none. */
static int init_variants(variants *all, const plumb_gradient_sample *sample) {
    const plumb_backward_variant *as;
    all->count = 0;
    for (size_t i = 1; (as = plumb_backward_variant_at(i)) != NULL; i++) {
        if (!as->applies(&sample->of->problem))
            continue;
        if (plumb_gradient_numbers_init(&all->of[all->count], sample) != 0) {
            free_variants(all);
            return -1;
        }
        all->as[all->count++] = as;
    }
    return 0;
}

static void add_query(const plumb_gradient_sample *s, const plumb_variant_row *v, const plumb_backward_row *row,
                      double *numbers) {
    for (size_t n = 0; n < s->queries; n++)
        if (s->query[n][0] == row->h && s->query[n][1] == row->t)
            plumb_variant_row_add_query(v, row, numbers + n * row->problem->head_dim);
}

/* From the vectors at their positions to those that were given. */
static void turn_back(const plumb_gradient_sample *s, plumb_backward_row *row, variants *all) {
    size_t dim = row->problem->head_dim;
    for (size_t i = 0; i < all->count; i++) {
        double *const *number = all->of[i].number;
        for (size_t n = 0; n < s->queries; n++)
            plumb_turn_gradient(row, plumb_query_place(s->b, s->query[n][1]), all->as[i]->query_turn,
                                number[PLUMB_GRADIENT_OF_QUERY] + n * dim);
        for (size_t n = 0; n < s->keys; n++)
            plumb_turn_gradient(row, plumb_key_place(s->b, s->key[n]), all->as[i]->key_turn,
                                number[PLUMB_GRADIENT_OF_KEY] + n * dim);
    }
}

static void add_keys(const plumb_gradient_sample *s, const plumb_variant_row *v, const plumb_backward_row *row,
                     plumb_gradient_numbers *to) {
    const plumb_problem *p = row->problem;
    for (size_t n = 0; n < s->keys; n++)
        plumb_variant_row_add_key(v, row, s->key[n], to->number[PLUMB_GRADIENT_OF_KEY] + n * p->head_dim,
                                  to->number[PLUMB_GRADIENT_OF_VALUE] + n * p->value_dim);
}

static void add_biases(const plumb_gradient_sample *s, const plumb_variant_row *v, const plumb_backward_row *row,
                       double *numbers) {
    const plumb_sampled_gradient *g = &s->gradient[PLUMB_GRADIENT_OF_BIAS];
    size_t line = plumb_bias_line(row->problem, row->b, row->h, row->t);
    for (size_t n = 0; g->present && n < g->lines; n++)
        for (size_t j = 0; plumb_sampled_line(s, PLUMB_GRADIENT_OF_BIAS, n) == line && j < g->width; j++)
            numbers[n * g->width + j] += v->bias_gradient[j];
}

static void add_row(const plumb_gradient_sample *s, const plumb_backward_row *row, plumb_variant_row *v,
                    variants *all) {
    plumb_variant_row_score(v, row);
    for (size_t i = 0; i < all->count; i++) {
        plumb_variant_row_set(v, row, all->as[i]);
        add_query(s, v, row, all->of[i].number[PLUMB_GRADIENT_OF_QUERY]);
        add_keys(s, v, row, &all->of[i]);
        all->of[i].number[PLUMB_GRADIENT_OF_SINK][row->h] += v->sink;
        add_biases(s, v, row, all->of[i].number[PLUMB_GRADIENT_OF_BIAS]);
    }
}

static void compute(const plumb_gradient_sample *s, plumb_rows *rows, plumb_backward_row *row, plumb_variant_row *v,
                    variants *all) {
    const plumb_problem *p = &s->of->problem;
    for (size_t h = 0; h < p->query_heads; h++)
        for (size_t t = 0; plumb_gradient_reads(s->of, h, s->key_head) && t < p->query_length; t++) {
            plumb_backward_row_set(row, plumb_rows_get(rows, s->b, h, t), s->b, h, t);
            add_row(s, row, v, all);
        }
    turn_back(s, row, all);
}

/* With the room that it takes. */
static int compute_variants(const plumb_gradient_sample *s, const double *delta, variants *all) {
    const plumb_problem *p = &s->of->problem;
    plumb_rows rows;
    plumb_backward_row row;
    plumb_variant_row v;
    int status = plumb_rows_init(&rows, p, PLUMB_BUNDLE_ROWS, PLUMB_KEEP_ALL);
    if (status != 0)
        return -1;
    if ((status = plumb_backward_row_init(&row, p)) == 0) {
        if ((status = plumb_variant_row_init(&v, s->of, delta)) == 0) {
            compute(s, &rows, &row, &v, all);
            plumb_variant_row_free(&v);
        }
        plumb_backward_row_free(&row);
    }
    plumb_rows_free(&rows);
    return status;
}

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

/* All of the gradients that are wrong, by one variant. */
static bool explains_all(inquiry *q, const plumb_backward_variant *as, const plumb_gradient_numbers *numbers) {
    size_t all = 0;
    for (int i = 0; i < PLUMB_GRADIENT_COUNT; i++) {
        const plumb_sampled_gradient *g = &q->sample.gradient[i];
        bool open = i == PLUMB_GRADIENT_OF_SINK && plumb_variant_leaves_sinks_open(as);
        bool unknown = (i == PLUMB_GRADIENT_OF_BIAS && !q->sample.biases_are_of_head) || i > PLUMB_GRADIENT_OF_BIAS;
        if (!g->present || (open && !g->asked) || unknown)
            continue;
        size_t explained = plumb_numbers_explain(&q->sample, (plumb_gradient)i, numbers->number[i]);
        if (g->asked ? explained == 0 : plumb_numbers_break(&q->sample, (plumb_gradient)i, numbers->number[i]))
            return false;
        all += explained;
    }
    if (all > 0)
        tell(q, as->cause, as->says, all);
    return all > 0;
}

static int try_variants(inquiry *q) {
    variants all;
    bool found = false;
    if (init_variants(&all, &q->sample) != 0)
        return -1;
    int status = compute_variants(&q->sample, q->delta, &all);
    for (size_t i = 0; i < all.count && status == 0 && !found; i++)
        found = explains_all(q, all.as[i], &all.of[i]);
    free_variants(&all);
    return status;
}

/* ---- a factor of all numbers ---- */

static double fitted_factor(const plumb_sampled_gradient *g) {
    double along = 0, square = 0;
    for (size_t i = 0; i < g->lines * g->width; i++) {
        double weight = 1 / (g->limit[i] * g->limit[i]);
        if (!isfinite(g->engine[i]) || !isfinite(weight)) /* no number, or one that is exact */
            continue;
        along += weight * g->engine[i] * g->exact[i];
        square += weight * g->exact[i] * g->exact[i];
    }
    return square > 0 ? along / square : 1;
}

/* "dq is multiplied by the scale twice"; false of a factor without a name. */
static bool name_factor(const plumb_problem *p, plumb_gradient gradient, double factor, char *text, size_t size) {
    double scale = plumb_problem_scale(p).mid, group = (double)(p->query_heads / p->key_heads);
    const char *name = plumb_gradient_name(gradient);
    bool scaled = gradient == PLUMB_GRADIENT_OF_QUERY || gradient == PLUMB_GRADIENT_OF_KEY;
    bool of_group = group > 1 && gradient != PLUMB_GRADIENT_OF_QUERY && gradient < PLUMB_GRADIENT_OF_BIAS;
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
    double factor = fitted_factor(g), *x = numbers->number[gradient];
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

/* "in dk and dv, queries 0 to 63 are left out": said once where both say the same. */
static void tell_tiles(inquiry *q, plumb_gradient gradient, const char *tiles, size_t explains) {
    char says[PLUMB_INFERENCE_TEXT], before[PLUMB_INFERENCE_TEXT];
    plumb_inference *last = q->to->count > 0 ? &q->to->list[q->to->count - 1] : NULL;
    snprintf(before, sizeof before, "in dk, %.300s", tiles);
    if (gradient == PLUMB_GRADIENT_OF_VALUE && last != NULL && strcmp(last->says, before) == 0) {
        snprintf(last->says, sizeof last->says, "in dk and dv, %.300s", tiles);
        last->explains += explains;
        q->to->explained += explains;
        return;
    }
    snprintf(says, sizeof says, "in %s, %.300s", plumb_gradient_name(gradient), tiles);
    tell(q, "gradient-tiles", says, explains);
}

/* Each gradient by itself. */
static int try_parts(inquiry *q) {
    plumb_gradient_numbers numbers;
    if (plumb_gradient_numbers_init(&numbers, &q->sample) != 0)
        return -1;
    int status = 0;
    for (int i = 0; i < PLUMB_GRADIENT_COUNT && status == 0; i++) {
        plumb_gradient gradient = (plumb_gradient)i;
        char says[PLUMB_INFERENCE_TEXT];
        size_t explained = 0;
        if (!q->sample.gradient[i].asked || try_factor(q, gradient, &numbers))
            continue;
        if (gradient == PLUMB_GRADIENT_OF_BIAS) {
            status = plumb_bias_broadcasts(&q->sample, numbers.number[i], &explained, says, sizeof says);
            if (explained > 0)
                tell(q, "gradient-broadcast", says, explained);
            continue;
        }
        status = plumb_gradient_tiles(&q->sample, gradient, numbers.number[i], &explained, says, sizeof says);
        if (explained > 0)
            tell_tiles(q, gradient, says, explained);
    }
    plumb_gradient_numbers_free(&numbers);
    return status;
}

/* ---- the sample ---- */

static int inquire(const plumb_report *report, const plumb_gradient_expectation *expectation,
                   plumb_inferences *inferences) {
    inquiry q = {.to = inferences, .delta = plumb_variant_deltas(report->judged)};
    if (q.delta == NULL ||
        plumb_gradient_sample_init(&q.sample, report->judged, &report->precision, expectation) != 0) {
        free(q.delta);
        return -1;
    }
    for (size_t i = 0; i < PLUMB_GRADIENT_COUNT; i++)
        inferences->failed += q.sample.gradient[i].wrongs;
    int status = inferences->failed > 0 ? try_variants(&q) : 0;
    if (status == 0 && inferences->count == 0)
        status = try_parts(&q);
    plumb_gradient_sample_free(&q.sample);
    free(q.delta);
    return status;
}

int plumb_infer_gradients(const plumb_report *report, int threads, plumb_inferences *inferences, plumb_error *error) {
    const plumb_case *judged = report->judged;
    plumb_gradient_balls exact;
    plumb_gradient_expectation expectation = {.level = {.rows = 0}};
    *inferences = (plumb_inferences){.suspected = !report->impossible, .of_gradients = true};
    int status = plumb_gradients_of_case(judged, threads, &exact, error);
    if (status == 0) {
        status = plumb_gradients_expect(judged, &report->precision, threads, &exact, &expectation, error);
        if (status == 0 && inquire(report, &expectation, inferences) != 0)
            status = plumb_fail(error, "%s: not enough memory to diagnose", judged->source);
        plumb_gradient_expectation_free(&expectation);
    }
    plumb_gradients_free_balls(&exact);
    return status;
}
