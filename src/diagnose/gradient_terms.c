/* gradient_terms.c - two unknowns for each sampled query, from its head_dim numbers, by weighted least squares.  If the
   first factor is 1 in all queries, delta is wrong; if both are the same, the weights of the query have that factor, as
   where its log-sum-exp is wrong. */
#include "diagnose/gradient_terms.h"
#include "diagnose/gradient_bias.h"
#include "exact/visible.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Of one query: terms [head_dim], the factors that they have and that delta (less lse_grad) should have. */
typedef struct {
    double *first, *second;
    double weight, delta, right;
    bool is_known;
} terms;

/* Factors differ by less. */
#define ALIKE 0.003

static void set_terms(const plumb_gradient_sample *s, plumb_rows *rows, plumb_backward_row *row, size_t n,
                      terms *to) {
    const plumb_problem *p = &s->of->problem;
    size_t h = s->query[n][0], t = s->query[n][1];
    plumb_backward_row_set(row, plumb_rows_get(rows, s->b, h, t), s->b, h, t);
    for (size_t j = 0; j < p->key_length; j++)
        for (size_t c = 0; c < p->head_dim; c++) {
            double x = row->scale * row->shared[j] * row->slope[j] * row->key[j * p->head_dim + c];
            to->first[c] += x * row->inner[j];
            to->second[c] += x;
        }
    plumb_turn_gradient(row, plumb_query_place(s->b, t), PLUMB_ROTATED_BACK, to->first);
    plumb_turn_gradient(row, plumb_query_place(s->b, t), PLUMB_ROTATED_BACK, to->second);
    to->right = row->delta - row->lse_gradient;
}

/* engine = weight first - delta second */
static void solve(const plumb_sampled_gradient *g, size_t n, terms *of) {
    double a = 0, b = 0, c = 0, x = 0, y = 0;
    for (size_t i = 0; i < g->width; i++) {
        double limit = g->limit[n * g->width + i], w = 1 / (limit * limit), z = g->engine[n * g->width + i];
        if (!isfinite(z) || !isfinite(w))
            continue;
        a += w * of->first[i] * of->first[i];
        b += w * of->first[i] * of->second[i];
        c += w * of->second[i] * of->second[i];
        x += w * of->first[i] * z;
        y += w * of->second[i] * z;
    }
    double determinant = a * c - b * b;
    of->is_known = determinant > 1e-6 * a * c;
    of->weight = of->is_known ? (c * x - b * y) / determinant : 1;
    of->delta = of->is_known ? (b * x - a * y) / determinant : of->right;
}

static void predict(const plumb_gradient_sample *s, const terms *of, double *numbers) {
    const plumb_sampled_gradient *g = &s->gradient[PLUMB_GRADIENT_OF_QUERY];
    for (size_t i = 0; i < g->lines * g->width; i++) {
        const terms *t = &of[i / g->width];
        numbers[i] = t->is_known ? t->weight * t->first[i % g->width] - t->delta * t->second[i % g->width]
                                 : g->exact[i];
    }
}

/* What is known of all queries together: the factor of delta or of the weights in each, and the query whose number is
   farthest from the right one. */
typedef struct {
    double least, most, off;
    size_t query, count;
} extent;

static void add(extent *of, double factor, double off, size_t query) {
    if (of->count == 0 || fabs(off) > of->off) {
        of->off = fabs(off);
        of->query = query;
    }
    of->least = of->count == 0 ? factor : fmin(of->least, factor);
    of->most = of->count == 0 ? factor : fmax(of->most, factor);
    of->count++;
}

/* Few numbers of 16 bits say two factors of a query only roughly. */
static double slack(const plumb_gradient_sample *s) {
    return fmax(8 * fmax(s->precision->output.unit, s->precision->probability.unit), ALIKE);
}

static bool query_is_wrong(const plumb_gradient_sample *s, size_t n) {
    const plumb_sampled_gradient *g = &s->gradient[PLUMB_GRADIENT_OF_QUERY];
    for (size_t c = 0; c < g->width; c++)
        if (g->wrong[n * g->width + c])
            return true;
    return false;
}

static void say_delta(const plumb_gradient_sample *s, const terms *of, const extent *delta, char *says, size_t size) {
    const terms *t = &of[delta->query];
    const size_t *at = s->query[delta->query];
    if (fmax(fabs(delta->least), fabs(delta->most)) < slack(s))
        snprintf(says, size, "delta is 0 in the queries whose dq is wrong");
    else if (plumb_is_about(delta->least, delta->most))
        snprintf(says, size, "delta is %.4g times its correct size", delta->most);
    else
        snprintf(says, size, "delta is wrong: it is %.4g instead of %.4g for query %zu of head %zu", t->delta, t->right,
                 at[1], at[0]);
}

static bool say(const plumb_gradient_sample *s, const terms *of, char *says, size_t size) {
    extent delta = {.count = 0}, weight = {.count = 0};
    bool delta_alone = true, together = true;
    for (size_t n = 0; n < s->queries; n++) {
        const terms *t = &of[n];
        if (!t->is_known || fabs(t->right) < 1e-3 || !query_is_wrong(s, n))
            continue;
        delta_alone = delta_alone && fabs(t->weight - 1) < slack(s);
        together = together && fabs(t->delta - t->weight * t->right) < slack(s) * (fabs(t->delta) + fabs(t->right));
        add(&delta, t->delta / t->right, t->delta - t->right, n);
        add(&weight, t->weight, log(fabs(t->weight)), n);
    }
    if (delta.count < 4 || delta_alone == together)
        return false;
    if (delta_alone)
        say_delta(s, of, &delta, says, size);
    else
        snprintf(says, size,
                 "the weights of the backward pass have another factor for each query, from %.3g to %.3g, as if its "
                 "log-sum-exp were wrong",
                 weight.least, weight.most);
    return true;
}

static int set_all(const plumb_gradient_sample *s, terms *of) {
    const plumb_problem *p = &s->of->problem;
    plumb_rows rows;
    plumb_backward_row row;
    if (plumb_rows_init(&rows, p, PLUMB_BUNDLE_ROWS, PLUMB_KEEP_ALL) != 0)
        return -1;
    int status = plumb_backward_row_init(&row, p);
    for (size_t n = 0; status == 0 && n < s->queries; n++)
        set_terms(s, &rows, &row, n, &of[n]);
    if (status == 0)
        plumb_backward_row_free(&row);
    plumb_rows_free(&rows);
    return status;
}

int plumb_gradient_terms(const plumb_gradient_sample *s, plumb_gradient gradient, double *numbers, size_t *explained,
                         char *says, size_t size) {
    const plumb_problem *p = &s->of->problem;
    const plumb_sampled_gradient *g = &s->gradient[PLUMB_GRADIENT_OF_QUERY];
    terms of[PLUMB_SAMPLED_LINES];
    *explained = 0;
    if (gradient != PLUMB_GRADIENT_OF_QUERY || !plumb_has_log_sum_exp(p->op.kind) || p->head_dim < 8)
        return 0;
    double *room = calloc(2 * s->queries * p->head_dim + 1, sizeof *room);
    for (size_t n = 0; n < s->queries; n++)
        of[n] = (terms){.first = room + 2 * n * p->head_dim, .second = room + (2 * n + 1) * p->head_dim};
    int status = room != NULL ? set_all(s, of) : -1;
    for (size_t n = 0; status == 0 && n < s->queries; n++)
        solve(g, n, &of[n]);
    if (status == 0) {
        predict(s, of, numbers);
        size_t right = plumb_numbers_explain(s, PLUMB_GRADIENT_OF_QUERY, numbers);
        if (right > 0 && say(s, of, says, size))
            *explained = right;
    }
    free(room);
    return status;
}
