/* evaluate.c - a row goes through verified kernels in the order of spec/operators.md: masks, scores, what joins them,
   weights with the sink, output, log-sum-exp.  A plain softmax takes the one kernel for a query of spec/attention.md
   instead.  A row that sees no key and is the mean of all values is evaluated as the softmax of equal scores of all
   keys, which are hidden again afterwards.  The scale's text becomes a ball with 256 bits of Arb. */
#include "row/evaluate.h"
#include "attention/heads.h"
#include "attention/scale.h"
#include "problem/arb.h"
#include "row/around.h"
#include "row/stages.h"
#include "row/visible.h"
#include <stdlib.h>
#include <string.h>

int plumb_row_workspaces_init(plumb_row *row, const plumb_problem *problem) {
    memset(row, 0, sizeof *row);
    int features = plumb_features_init(&row->features, problem);
    int positions = plumb_positions_init(&row->positions, problem);
    if (features == 0 && positions == 0)
        return 0;
    plumb_row_workspaces_free(row);
    return -1;
}

void plumb_row_workspaces_free(plumb_row *row) {
    plumb_features_free(&row->features);
    plumb_positions_free(&row->positions);
    memset(row, 0, sizeof *row);
}

int plumb_row_init(plumb_row *row, const plumb_problem *problem) {
    if (plumb_row_workspaces_init(row, problem) != 0)
        return -1;
    /* one element more, so that no length asks for 0 bytes */
    row->visible = malloc(problem->key_length + 1);
    row->score = malloc((problem->key_length + 1) * sizeof *row->score);
    row->weight = malloc((problem->key_length + 1) * sizeof *row->weight);
    row->output = malloc((problem->value_dim + 1) * sizeof *row->output);
    bool turns = plumb_rotates_output(&problem->position);
    row->unrotated = turns ? malloc((problem->value_dim + 1) * sizeof *row->unrotated) : NULL;
    if (row->visible && row->score && row->weight && row->output && (row->unrotated || !turns))
        return 0;
    plumb_row_free(row);
    return -1;
}

void plumb_row_free(plumb_row *row) {
    free(row->visible);
    free(row->score);
    free(row->weight);
    free(row->output);
    free(row->unrotated);
    plumb_row_workspaces_free(row);
}

enum { PRECISION = 256 };

static int ratio_or_number(arb_t value, const char *text) {
    if (strchr(text, '/') == NULL)
        return arb_set_str(value, text, PRECISION);
    fmpq_t ratio;
    fmpq_init(ratio);
    int status = fmpq_set_str(ratio, text, 10);
    if (status == 0)
        arb_set_fmpq(value, ratio, PRECISION);
    fmpq_clear(ratio);
    return status;
}

/* "0.5/sqrt(192)", the second part of which begins at over. */
static int over_root(arb_t value, const char *text, const char *over) {
    char *number = strndup(text, (size_t)(over - text));
    int status = number == NULL ? -1 : ratio_or_number(value, number);
    arb_t reciprocal;
    arb_init(reciprocal);
    arb_rsqrt_ui(reciprocal, strtoul(over + strlen("/sqrt("), NULL, 10), PRECISION);
    arb_mul(value, value, reciprocal, PRECISION);
    arb_clear(reciprocal);
    free(number);
    return status;
}

/* The exact value of the text; 0 if it is a number or a ratio of integers, or one of these over a root. */
static int exact_value(arb_t value, const char *text) {
    const char *over = strstr(text, "/sqrt(");
    return over != NULL ? over_root(value, text, over) : ratio_or_number(value, text);
}

plumb_ball plumb_problem_scale(const plumb_problem *problem) {
    if (problem->scale.text == NULL)
        return plumb_default_scale(problem->head_dim);
    arb_t value;
    arb_init(value);
    plumb_ball result =
        exact_value(value, problem->scale.text) == 0 ? plumb_ball_around_arb(value) : plumb_ball_unknown();
    arb_clear(value);
    return result;
}

/* Whether the row is the softmax of spec/attention.md and nothing else. */
static bool is_plain(const plumb_problem *p) {
    return plumb_operator_is(p->op.kind, PLUMB_IS_SOFTMAX) && p->op.sink == PLUMB_SINK_NONE && p->op.softcap == 0 &&
           !plumb_has_mask(p) && p->extra.bias == NULL && p->extra.value_bias == NULL && p->extra.gate == NULL &&
           p->position.kind == PLUMB_POSITION_NONE && p->empty_row != PLUMB_EMPTY_ROW_MEAN;
}

/* row->score holds the scores, row->visible the keys that take part. */
static void weigh_values(const plumb_problem *p, plumb_score_bias bias, plumb_ball sink, size_t b, size_t h, size_t t,
                         plumb_row *row) {
    plumb_operator_row(p->op, bias, plumb_sink_adds_logit(p->op.sink), sink, plumb_row_parts(p, b, h, t),
                       p->value + plumb_value_start(plumb_problem_shape(p), b, h), p->key_length, p->value_dim,
                       row->visible, row->score, row->weight, row->output);
    if (plumb_position_joins_products(p->position.kind))
        plumb_relative_values(&row->positions, p, b, t, row->weight, row->output);
    plumb_row_rotate_output(p, b, t, row);
}

static void evaluate_operator(const plumb_problem *p, plumb_ball scale, const double *query, size_t b, size_t h,
                              size_t t, plumb_row *row) {
    const double *key = p->key + plumb_key_start(plumb_problem_shape(p), b, h);
    plumb_row_scores(p, scale, query, key, b, t, row);
    weigh_values(p, plumb_row_bias(p, scale, b, h, t, p->key_length, row), plumb_row_sink(p, scale, query, h, row), b,
                 h, t, row);
}

/* The softmax of equal scores, of all keys.  Afterwards none is visible again. */
static void evaluate_mean(const plumb_problem *p, size_t b, size_t h, size_t t, plumb_row *row) {
    for (size_t j = 0; j < p->key_length; j++) {
        row->visible[j] = 1;
        row->score[j] = plumb_ball_zero();
    }
    weigh_values(p, (plumb_score_bias){.has_bias = 0}, plumb_ball_zero(), b, h, t, row);
    for (size_t j = 0; j < p->key_length; j++) {
        row->visible[j] = 0;
        row->score[j] = plumb_ball_unknown();
    }
}

static void evaluate_any(const plumb_problem *p, plumb_ball scale, const double *query, size_t b, size_t h, size_t t,
                         plumb_row *row) {
    plumb_show_visible(p, b, h, t, row->visible);
    if (plumb_row_is_mean(p, row))
        evaluate_mean(p, b, h, t, row);
    else
        evaluate_operator(p, scale, query, b, h, t, row);
}

void plumb_evaluate_row(const plumb_problem *problem, plumb_ball scale, size_t b, size_t h, size_t t, plumb_row *row) {
    const plumb_problem *p = problem;
    plumb_shape shape = plumb_problem_shape(p);
    const double *query = p->query + plumb_query_start(shape, b, h, t);
    if (is_plain(p))
        plumb_attention_query(shape, p->query, p->key, p->value, b, h, t, p->causal.causal, plumb_offset_of(p, b),
                              scale, row->visible, row->score, row->weight, row->output);
    else
        evaluate_any(p, scale, query, b, h, t, row);
    row->lse = plumb_row_lse(p, plumb_row_sink(p, scale, query, h, row), row);
}
