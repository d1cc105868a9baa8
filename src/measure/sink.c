/* sink.c - threads take one head of one sample each.  The kernels give the row's weights as balls, which a proxy may
   divide by their sum; the column of key k is collected and averaged by the proved plumb_sink_share.  If the threshold
   is in that ball, share.h evaluates again until it decides or no precision helps.  Heads are counted at the end,
   independent of the threads. */
#include "measure/sink.h"
#include "exact/visible.h"
#include "measure/share.h"
#include "measure/sink_share.h"
#include "measure/states.h"
#include "row/evaluate.h"
#include "schema/schema.h"
#include "thread/workers.h"
#include "weight/normalised.h"
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* What one head of one sample is measured in. */
typedef struct {
    plumb_share_question asked;
    plumb_ball scale;
    plumb_row row;
    plumb_ball *weight; /* [key_length] of a row, or what stands in for them */
    plumb_ball *column; /* [rows]: what the key has of them */
} thread_workspace;

const char *plumb_proxy_name(plumb_proxy proxy) {
    static const char *const names[] = {"none", "sum", "absolute-sum"};
    return names[proxy];
}

const char *plumb_share_answer_name(plumb_share_answer answer) {
    static const char *const names[] = {"not above", "above", "undecided", "no value"};
    return names[answer];
}

plumb_proxy plumb_default_proxy(const plumb_operator *op) {
    const plumb_proxy none = PLUMB_PROXY_NONE, sum = PLUMB_PROXY_SUM, absolute_sum = PLUMB_PROXY_ABSOLUTE_SUM,
                      absolute_sum_of_unnormalised =
                          plumb_normalisation_is(op->normalisation, PLUMB_DIVIDES) ? none : absolute_sum;
    const plumb_proxy proxies[] = {
#define OPERATOR(kind, features, lanes, activation, last, weigher, map, proxy, ...) [kind] = proxy,
#include "problem/operators.def"
    };
    return proxies[op->kind];
}

/* ---- refusals ---- */

static int check_extra_logit(const plumb_case *c, const plumb_sink_question *question, plumb_error *error) {
    if (!plumb_sink_adds_logit(c->problem.op.sink))
        return plumb_fail(error, "--key sink: %s has no extra logit", c->source);
    if (question->from_weights)
        return plumb_fail(error, "--key sink: cannot be combined with --from weights, which hold only keys");
    if (question->proxy_given && question->proxy != PLUMB_PROXY_NONE)
        return plumb_fail(error, "--key sink: cannot be combined with --proxy %s", plumb_proxy_name(question->proxy));
    return 0;
}

static int check(const plumb_case *c, const plumb_sink_question *question, plumb_error *error) {
    const plumb_problem *p = &c->problem;
    if (c->uncopied != NULL)
        return plumb_fail(error, "%s: duplicate_indices each: keys that count more than once have no one weight",
                          c->source);
    if (p->query_length != p->key_length)
        return plumb_fail(error, "%s: %zu queries and %zu keys; the measure needs one query for each key", c->source,
                          p->query_length, p->key_length);
    if (p->mask.key_lengths != NULL || p->sequences.length != NULL)
        return plumb_fail(error,
                          "%s: batch entries have lengths of their own; measure each entry in a case of its own",
                          c->source);
    if (question->from_weights && !c->weights.present)
        return plumb_fail(error, "--from weights: %s has no tensor weights", c->source);
    if (question->key > p->key_length || question->key > question->tokens)
        return plumb_fail(error, "--key: %zu is beyond the %zu tokens of %s", question->key,
                          question->key > p->key_length ? p->key_length : question->tokens, c->source);
    if (!question->all_heads && question->head >= p->query_heads)
        return plumb_fail(error, "--head: %zu is beyond the %zu heads of %s, counted from 0", question->head,
                          p->query_heads, c->source);
    return question->key == 0 ? check_extra_logit(c, question, error) : 0;
}

/* ---- one head ---- */

static void take_given_row(thread_workspace *in, size_t t) {
    const plumb_case *c = in->asked.c;
    const plumb_problem *p = &c->problem;
    size_t row = (in->asked.b * p->query_heads + in->asked.h) * p->query_length + t;
    for (size_t j = 0; j < p->key_length; j++) {
        double weight = c->weights.value[row * p->key_length + j];
        in->weight[j] = plumb_is_finite(weight) ? plumb_ball_of(weight) : plumb_ball_unknown();
    }
}

static void take_right_row(thread_workspace *in, size_t t) {
    const plumb_problem *p = &in->asked.c->problem;
    size_t visible = plumb_exact_visible_count(p, in->asked.b, in->asked.h, t);
    bool without = plumb_exact_empty(p, visible) && p->empty_row == PLUMB_EMPTY_ROW_NAN;
    plumb_evaluate_row(p, in->scale, in->asked.b, in->asked.h, t, &in->row);
    for (size_t j = 0; j < p->key_length; j++)
        in->weight[j] = without ? plumb_ball_unknown() : in->row.weight[j];
}

/* The weights of row t, or what stands in for them. */
static void take_row(thread_workspace *in, size_t t) {
    size_t keys = in->asked.c->problem.key_length;
    if (in->asked.from_weights)
        take_given_row(in, t);
    else
        take_right_row(in, t);
    if (in->asked.proxy == PLUMB_PROXY_SUM)
        plumb_normalise_sum(in->weight, keys, PLUMB_PROXY_EPSILON);
    else if (in->asked.proxy == PLUMB_PROXY_ABSOLUTE_SUM)
        plumb_normalise_absolute_sum(in->weight, keys, PLUMB_PROXY_EPSILON);
}

/* With the weight of the sink's logit, the weights of a row sum to 1. */
static plumb_ball key_weight(const thread_workspace *in) {
    if (in->asked.key != 0)
        return in->weight[in->asked.key - 1];
    plumb_ball rest = plumb_ball_of(1);
    for (size_t j = 0; j < in->asked.c->problem.key_length; j++)
        rest = plumb_ball_subtract(rest, in->weight[j]);
    return rest;
}

static void keep_row(const thread_workspace *in, size_t t, const plumb_sink_layer *layer) {
    size_t map = layer->maps == 1 ? 0 : in->asked.h;
    double *row = layer->weight + (map * layer->tokens + t) * layer->tokens;
    for (size_t j = 0; j < layer->tokens; j++)
        row[j] = plumb_is_finite(in->weight[j].rad) ? in->weight[j].mid : NAN;
}

static plumb_ball head_share(thread_workspace *in, bool keep, const plumb_sink_layer *layer) {
    size_t rows = 0;
    for (size_t t = 0; t < layer->tokens; t++) {
        if (t < in->asked.first && !keep)
            continue;
        take_row(in, t);
        if (keep)
            keep_row(in, t, layer);
        if (t >= in->asked.first)
            in->column[rows++] = key_weight(in);
    }
    if (in->asked.one_more)
        in->column[rows++] = plumb_ball_of(1);
    return plumb_sink_share(in->column, rows);
}

static int measure_head(thread_workspace *in, const plumb_sink_question *question, const fmpq_t threshold,
                        const plumb_sink_layer *layer, plumb_sink_head *head) {
    const plumb_share_question *asked = &in->asked;
    bool keep = asked->b == 0 && (question->all_heads || asked->h == question->head);
    head->alpha = head_share(in, keep, layer);
    head->answer = plumb_share_ball_against(head->alpha, threshold);
    head->escalated = head->answer == PLUMB_SHARE_UNDECIDED;
    if (head->escalated)
        head->answer = plumb_share_escalate(asked, threshold, &head->alpha);
    head->geometry = plumb_geometry_unknown();
    if (asked->key == 0)
        return 0;
    return plumb_geometry_measure(&asked->c->problem, asked->b, asked->h, asked->key - 1, layer->tokens,
                                  &head->geometry);
}

/* ---- one layer ---- */

static int workspace_init(thread_workspace *in, const plumb_problem *problem) {
    in->weight = malloc((problem->key_length + 1) * sizeof *in->weight);
    in->column = malloc((problem->key_length + 1) * sizeof *in->column);
    int row = plumb_row_init(&in->row, problem);
    in->row.without_lse = true;
    return row == 0 && in->weight != NULL && in->column != NULL ? 0 : -1;
}

static void workspace_free(thread_workspace *in) {
    free(in->weight);
    free(in->column);
    plumb_row_free(&in->row);
}

typedef struct {
    const plumb_case *c;
    const plumb_sink_question *question;
    plumb_sink_layer *layer;
    atomic_bool short_of_memory;
} measurement;

static int measure_one(void *context, size_t index) {
    measurement *m = context;
    const plumb_case *c = m->c;
    const plumb_sink_question *question = m->question;
    plumb_sink_layer *layer = m->layer;
    thread_workspace in = {.asked = {.c = c,
                         .b = index / layer->heads,
                         .h = index % layer->heads,
                         .from_weights = question->from_weights,
                         .proxy = layer->proxy,
                         .key = question->key,
                         .first = question->key == 0 ? 0 : question->key - 1,
                         .end = layer->tokens,
                         .one_more = question->zero_query_row},
               .scale = plumb_problem_scale(&c->problem)};
    fmpq_t threshold;
    fmpq_init(threshold);
    plumb_threshold_read(threshold, question->epsilon);
    int result = workspace_init(&in, &c->problem);
    if (result == 0)
        result = measure_head(&in, question, threshold, layer, &layer->head[index]);
    if (result != 0)
        m->short_of_memory = true;
    workspace_free(&in);
    fmpq_clear(threshold);
    return result;
}

static int memory_is_short(const plumb_case *c, plumb_error *error) {
    return plumb_fail(error, "%s: not enough memory", c->source);
}

static int measure_all(const plumb_case *c, const plumb_sink_question *question, plumb_sink_layer *layer,
                       plumb_error *error) {
    size_t heads = layer->samples * layer->heads;
    measurement m = {.c = c, .question = question, .layer = layer};
    if (plumb_workers_each(question->threads, heads, measure_one, &m, error) != 0)
        return m.short_of_memory ? memory_is_short(c, error) : -1;
    for (size_t i = 0; i < heads; i++)
        layer->count[layer->head[i].answer]++;
    return 0;
}

int plumb_sink_measure(const plumb_case *c, const plumb_sink_question *question, plumb_sink_layer *layer,
                       plumb_error *error) {
    const plumb_problem *p = &c->problem;
    if (check(c, question, error) != 0)
        return -1;
    size_t tokens = question->tokens < p->key_length ? question->tokens : p->key_length;
    *layer = (plumb_sink_layer){.source = c->source,
                                .operator_name = plumb_word_name(PLUMB_MEMBER_OPERATOR, p->op.kind),
                                .samples = p->batch,
                                .heads = p->query_heads,
                                .tokens = tokens,
                                .tokens_in_case = p->key_length,
                                .maps = question->all_heads ? p->query_heads : 1,
                                .proxy = question->proxy_given ? question->proxy : plumb_default_proxy(&p->op)};
    layer->head = calloc(p->batch * p->query_heads, sizeof *layer->head);
    layer->weight = calloc(layer->maps * tokens * tokens + 1, sizeof *layer->weight);
    int result = layer->head != NULL && layer->weight != NULL ? measure_all(c, question, layer, error)
                                                              : memory_is_short(c, error);
    if (result == 0 && c->hidden != NULL && question->key != 0 &&
        plumb_states_measure(c->hidden, c->hidden_width, question->key, layer) != 0)
        result = memory_is_short(c, error);
    if (result != 0)
        plumb_sink_layer_free(layer);
    return result;
}

void plumb_sink_layer_free(plumb_sink_layer *layer) {
    free(layer->head);
    free(layer->weight);
    free(layer->activations);
    free(layer->state_norm);
    memset(layer, 0, sizeof *layer);
}
