/* gradient_variants.c - in two steps, as there are many variants.  dq of the sampled queries needs their rows alone: a
   variant that does not give the engine's is out.  What is left is evaluated on all rows that read the key head, in one
   pass, of which dk and dv of the sampled keys are sums. */
#include "diagnose/gradient_variants.h"
#include "backward/bias.h"
#include "backward/gradients.h"
#include "diagnose/gradient_family.h"
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    plumb_listed_variant listed;
    bool is_left;                 /* not out */
    double *query;                /* [queries][head_dim] dq of the sampled queries */
    plumb_gradient_numbers numbers; /* in the second step */
} candidate;

typedef struct {
    const plumb_gradient_sample *sample;
    plumb_gradient alone; /* the only gradient that has the mistake; PLUMB_GRADIENT_COUNT: all do */
    candidate *list;
    size_t count;
    double *query; /* of all candidates */
    plumb_variant_rows all;
    plumb_rows rows;
    plumb_backward_row row;
    plumb_variant_row variant;
} search;

static void set_row(search *s, size_t h, size_t t) {
    plumb_backward_row_set(&s->row, plumb_rows_get(&s->rows, s->sample->b, h, t), s->sample->b, h, t);
    plumb_variant_row_score(&s->variant, &s->row);
}

/* ---- dq ---- */

static void find_query(search *s, size_t n) {
    const plumb_gradient_sample *of = s->sample;
    size_t dim = of->of->problem.head_dim;
    set_row(s, of->query[n][0], of->query[n][1]);
    for (size_t i = 0; i < s->count; i++) {
        double *query = s->list[i].query + n * dim;
        plumb_variant_row_set(&s->variant, &s->row, &s->list[i].listed.as);
        plumb_variant_row_add_query(&s->variant, &s->row, query);
        plumb_turn_gradient(&s->row, plumb_query_place(of->b, of->query[n][1]), s->list[i].listed.as.query_turn,
                            query);
    }
}

/* Numbers of a gradient that are right must stay so, and nearly all wrong ones be explained. */
static bool is_given(const plumb_gradient_sample *sample, plumb_gradient gradient, const double *numbers,
                     size_t *explained) {
    const plumb_sampled_gradient *g = &sample->gradient[gradient];
    if (!g->asked)
        return !plumb_numbers_break(sample, gradient, numbers);
    size_t right = plumb_numbers_explain(sample, gradient, numbers);
    *explained += right;
    return right > 0;
}

static void try_queries(search *s) {
    bool present = s->sample->gradient[PLUMB_GRADIENT_OF_QUERY].present && s->alone != PLUMB_GRADIENT_OF_KEY &&
                   s->alone != PLUMB_GRADIENT_OF_VALUE;
    size_t explained = 0;
    for (size_t n = 0; present && n < s->sample->queries; n++)
        find_query(s, n);
    for (size_t i = 0; i < s->count; i++)
        s->list[i].is_left =
            !present || is_given(s->sample, PLUMB_GRADIENT_OF_QUERY, s->list[i].query, &explained);
}

/* ---- dk, dv, dsinks and dbias ---- */

/* Whether dk or dv of the sampled key head contains the rows of a head. */
static bool has_head(const search *s, plumb_backward_heads heads, size_t h) {
    const plumb_gradient_sample *of = s->sample;
    return heads == PLUMB_HEADS_BY_MODULO ? h % plumb_gradient_key_heads(of->of) == of->key_head
                                          : plumb_gradient_reads(of->of, h, of->key_head);
}

static void add_biases(const search *s, double *numbers) {
    const plumb_gradient_sample *of = s->sample;
    const plumb_sampled_gradient *g = &of->gradient[PLUMB_GRADIENT_OF_BIAS];
    size_t line = plumb_bias_line(s->row.problem, s->row.b, s->row.h, s->row.t);
    for (size_t n = 0; g->present && n < g->lines; n++)
        for (size_t j = 0; plumb_sampled_line(of, PLUMB_GRADIENT_OF_BIAS, n) == line && j < g->width; j++)
            numbers[n * g->width + j] += s->variant.bias_gradient[j];
}

static void add_row(search *s, candidate *c) {
    const plumb_gradient_sample *of = s->sample;
    const plumb_problem *p = s->row.problem;
    double *const *to = c->numbers.number;
    const plumb_backward_variant *as = &c->listed.as;
    plumb_variant_row_set(&s->variant, &s->row, as);
    s->variant.adds_key = s->variant.adds_key && has_head(s, as->key_heads, s->row.h);
    s->variant.adds_value = s->variant.adds_value && has_head(s, as->value_heads, s->row.h);
    for (size_t n = 0; n < of->keys; n++)
        plumb_variant_row_add_key(&s->variant, &s->row, of->key[n], to[PLUMB_GRADIENT_OF_KEY] + n * p->head_dim,
                                  to[PLUMB_GRADIENT_OF_VALUE] + n * p->value_dim);
    if (!has_head(s, PLUMB_HEADS_ALL, s->row.h))
        return;
    to[PLUMB_GRADIENT_OF_SINK][s->row.h] += s->variant.sink;
    add_biases(s, to[PLUMB_GRADIENT_OF_BIAS]);
}

static void add_rows(search *s) {
    const plumb_gradient_sample *of = s->sample;
    const plumb_problem *p = &of->of->problem;
    bool biases = of->gradient[PLUMB_GRADIENT_OF_BIAS].present;
    plumb_variant_row_limit(&s->variant, biases ? NULL : of->key, of->keys);
    for (size_t h = 0; h < p->query_heads; h++)
        for (size_t t = 0; t < p->query_length && !plumb_gradients_are_late(of); t++) {
            bool is_set = false;
            for (size_t i = 0; i < s->count; i++) {
                const plumb_backward_variant *as = &s->list[i].listed.as;
                if (!s->list[i].is_left || !(has_head(s, as->key_heads, h) || has_head(s, as->value_heads, h)))
                    continue;
                if (!is_set)
                    set_row(s, h, t);
                is_set = true;
                add_row(s, &s->list[i]);
            }
        }
}

/* From the keys at their positions to those that were given. */
static void turn_keys(search *s, candidate *c) {
    const plumb_gradient_sample *of = s->sample;
    for (size_t n = 0; n < of->keys; n++)
        plumb_turn_gradient(&s->row, plumb_key_place(of->b, of->key[n]), c->listed.as.key_turn,
                            c->numbers.number[PLUMB_GRADIENT_OF_KEY] + n * of->of->problem.head_dim);
}

static int init_left(search *s) {
    for (size_t i = 0; i < s->count; i++)
        if (s->list[i].is_left && plumb_gradient_numbers_init(&s->list[i].numbers, s->sample) != 0)
            return -1;
    return 0;
}

/* All gradients that are wrong. */
static size_t explained_by(const search *s, candidate *c) {
    const plumb_gradient_sample *of = s->sample;
    size_t all = 0;
    for (int i = 0; i < PLUMB_GRADIENT_COUNT; i++) {
        const plumb_sampled_gradient *g = &of->gradient[i];
        bool open = i == PLUMB_GRADIENT_OF_SINK && plumb_variant_leaves_sinks_open(&c->listed.as) && !g->asked;
        bool unknown = (i == PLUMB_GRADIENT_OF_BIAS && !of->biases_are_of_head) || i > PLUMB_GRADIENT_OF_BIAS ||
                       (i == PLUMB_GRADIENT_OF_SINK && of->of->problem.batch > 1);
        const double *numbers = i == PLUMB_GRADIENT_OF_QUERY ? c->query : c->numbers.number[i];
        bool has_it = s->alone == PLUMB_GRADIENT_COUNT || s->alone == (plumb_gradient)i;
        if (g->present && has_it && !open && !unknown && !is_given(of, (plumb_gradient)i, numbers, &all))
            return 0;
    }
    return all;
}

/* ---- both ---- */

static int begin(search *s, const plumb_gradient_sample *sample, plumb_gradient alone, bool all) {
    static const plumb_backward_variant none = {.cause = ""};
    const plumb_problem *p = &sample->of->problem;
    size_t numbers = sample->queries * p->head_dim;
    plumb_listed_variant *listed = calloc(PLUMB_LISTED_VARIANTS, sizeof *listed);
    *s = (search){.sample = sample, .alone = alone, .list = calloc(PLUMB_LISTED_VARIANTS, sizeof *s->list)};
    if (listed != NULL && s->list != NULL)
        s->count = plumb_gradient_family_list(p, all, listed);
    s->query = calloc(s->count * numbers + 1, sizeof *s->query);
    bool made = listed != NULL && s->list != NULL && s->query != NULL;
    for (size_t i = 0; made && i < s->count; i++)
        s->list[i] = (candidate){.listed = listed[i], .query = s->query + i * numbers};
    free(listed);
    s->variant.as = &none;
    return made ? 0 : -1;
}

static int run(search *s) {
    try_queries(s);
    if (s->alone == PLUMB_GRADIENT_OF_QUERY)
        return init_left(s);
    if (init_left(s) != 0)
        return -1;
    add_rows(s);
    for (size_t i = 0; i < s->count; i++)
        if (s->list[i].is_left)
            turn_keys(s, &s->list[i]);
    return 0;
}

static int evaluate(search *s) {
    const plumb_case *of = s->sample->of;
    int status = -1;
    if (plumb_variant_rows_init(&s->all, of) != 0)
        return -1;
    if (plumb_rows_init(&s->rows, &of->problem, PLUMB_BUNDLE_ROWS, PLUMB_KEEP_ALL) == 0) {
        if (plumb_backward_row_init(&s->row, &of->problem) == 0) {
            if (plumb_variant_row_init(&s->variant, of, &s->all) == 0) {
                status = run(s);
                plumb_variant_row_free(&s->variant);
            }
            plumb_backward_row_free(&s->row);
        }
        plumb_rows_free(&s->rows);
    }
    plumb_variant_rows_free(&s->all);
    return status;
}

/* Fewer numbers say little of so many passes. */
enum { LEAST_NUMBERS = 4 };

static int find(const plumb_gradient_sample *sample, plumb_gradient alone, bool all, size_t *explained,
                const char **cause, char says[PLUMB_INFERENCE_TEXT]) {
    search s;
    int status = begin(&s, sample, alone, all);
    *explained = 0;
    if (status == 0)
        status = evaluate(&s);
    for (size_t i = 0; i < s.count && status == 0 && *explained == 0; i++) {
        candidate *c = &s.list[i];
        if (c->is_left && !plumb_gradients_are_late(sample))
            *explained = explained_by(&s, c);
        if (all && *explained < LEAST_NUMBERS)
            *explained = 0;
        if (*explained == 0)
            continue;
        *cause = c->listed.as.cause;
        if (alone == PLUMB_GRADIENT_COUNT)
            snprintf(says, PLUMB_INFERENCE_TEXT, "%s", c->listed.says);
        else
            snprintf(says, PLUMB_INFERENCE_TEXT, "for %s alone, %.350s", plumb_gradient_name(alone), c->listed.says);
    }
    for (size_t i = 0; i < s.count; i++)
        plumb_gradient_numbers_free(&s.list[i].numbers);
    free(s.query);
    free(s.list);
    return status;
}

int plumb_gradient_variant_named(const plumb_gradient_sample *sample, size_t *explained, const char **cause,
                                 char says[PLUMB_INFERENCE_TEXT]) {
    return find(sample, PLUMB_GRADIENT_COUNT, false, explained, cause, says);
}

int plumb_gradient_variant_find(const plumb_gradient_sample *sample, size_t *explained, const char **cause,
                                char says[PLUMB_INFERENCE_TEXT]) {
    return find(sample, PLUMB_GRADIENT_COUNT, true, explained, cause, says);
}

int plumb_gradient_variant_alone(const plumb_gradient_sample *sample, size_t *explained, const char **cause,
                                 char says[PLUMB_INFERENCE_TEXT]) {
    plumb_gradient alone = PLUMB_GRADIENT_COUNT;
    *explained = 0;
    for (int i = 0; i < PLUMB_GRADIENT_COUNT; i++) {
        if (!sample->gradient[i].asked)
            continue;
        if (alone != PLUMB_GRADIENT_COUNT || i > PLUMB_GRADIENT_OF_VALUE)
            return 0;
        alone = (plumb_gradient)i;
    }
    return alone == PLUMB_GRADIENT_COUNT ? 0 : find(sample, alone, true, explained, cause, says);
}
