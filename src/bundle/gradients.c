#include "bundle/gradients.h"
#include "aggregate/aggregate.h"
#include "attention/place.h"
#include "gradient/product_gradient.h"
#include "gradient/score_gradient.h"
#include "row/stages.h"
#include "score/scaled_dot.h"
#include "score/softcap.h"
#include "weight/sink_softmax.h"
#include <stdlib.h>
#include <string.h>

const char *plumb_gradients_refusal(const plumb_problem *p) {
    if (!plumb_operator_is(p->op.kind, PLUMB_IS_SOFTMAX))
        return "an operator other than softmax";
    if (plumb_sink_logit_of(p->op.sink) == PLUMB_LOGIT_PRODUCT)
        return "a sink with a key of its own";
    if (p->position.kind != PLUMB_POSITION_NONE && !plumb_position_adds_bias(p->position.kind))
        return "a positional encoding that moves queries or keys";
    if (p->op.softcap > 0 && p->op.softcap_order == PLUMB_BIAS_MASK_CAP)
        return "a softcap after the mask";
    if (p->extra.gate != NULL)
        return "a gate";
    if (p->sequences.length != NULL)
        return "a ragged batch";
    if (p->empty_row != PLUMB_EMPTY_ROW_ZERO)
        return "empty rows that are not zeros";
    return p->loss.lse != NULL && p->op.sink_outside_lse ? "a log-sum-exp without its sink" : NULL;
}

int plumb_gradients_init(plumb_gradients *g, const plumb_problem *problem) {
    *g = (plumb_gradients){.weight_gradient = NULL};
    g->weight_gradient = malloc((problem->key_length + 1) * sizeof *g->weight_gradient);
    g->score_gradient = malloc((problem->key_length + 1) * sizeof *g->score_gradient);
    if (plumb_row_init(&g->uncapped, problem) == 0) {
        if (g->weight_gradient != NULL && g->score_gradient != NULL &&
            plumb_rows_init(&g->rows, problem, PLUMB_BUNDLE_ROWS, PLUMB_KEEP_ALL) == 0)
            return 0;
        plumb_row_free(&g->uncapped);
    }
    free(g->weight_gradient);
    free(g->score_gradient);
    return -1;
}

void plumb_gradients_free(plumb_gradients *g) {
    plumb_rows_free(&g->rows);
    plumb_row_free(&g->uncapped);
    free(g->weight_gradient);
    free(g->score_gradient);
}

/* What the softcap made of the scores: the scores themselves, unless something joined them afterwards. */
static const plumb_ball *capped_scores(plumb_gradients *g, const double *query, const double *key, size_t b, size_t t,
                                       const plumb_row *row) {
    const plumb_problem *p = g->rows.problem;
    if (p->op.softcap_order != PLUMB_CAP_BIAS_MASK || !plumb_adds_bias(p))
        return row->score;
    memcpy(g->uncapped.visible, row->visible, p->key_length);
    plumb_row_scores(p, g->rows.scale, query, key, b, t, &g->uncapped);
    plumb_softcap(g->uncapped.score, row->visible, p->key_length, p->op.softcap);
    return g->uncapped.score;
}

/* The weights' gradients have had their part: the weights that go with the sink's are written over them. */
static void add_sink(plumb_gradients *g, size_t h, const plumb_row *row, plumb_ball lse_gradient, plumb_ball delta,
                     plumb_ball *sum) {
    const plumb_problem *p = g->rows.problem;
    if (sum == NULL || plumb_sink_logit_of(p->op.sink) != PLUMB_LOGIT_STATED)
        return;
    plumb_ball weight = plumb_sink_softmax(row->score, row->visible, p->key_length, plumb_ball_of(p->extra.sinks[h]),
                                           g->weight_gradient);
    *sum = plumb_ball_add(*sum, plumb_sink_gradient(weight, lse_gradient, delta));
}

/* The gradients in the scores become those in the products of query and key. */
static void undo_score(plumb_gradients *g, const double *query, const double *key, size_t b, size_t t,
                       const plumb_row *row) {
    const plumb_problem *p = g->rows.problem;
    if (p->op.softcap > 0)
        plumb_capped_gradient(capped_scores(g, query, key, b, t, row), row->visible, p->key_length, p->op.softcap,
                              g->score_gradient);
    plumb_scaled_gradient(g->rows.scale, row->visible, p->key_length, g->score_gradient);
}

static void add_to_keys(const plumb_gradients *g, const double *query, const double *output_gradient,
                        const plumb_row *row, const plumb_gradient_sums *sums) {
    const plumb_problem *p = g->rows.problem;
    for (size_t j = 0; j < p->key_length; j++)
        if (row->visible[j]) {
            if (sums->key != NULL)
                plumb_add_multiple(g->score_gradient[j], query, p->head_dim, sums->key + j * p->head_dim);
            if (sums->value != NULL)
                plumb_add_multiple(row->weight[j], output_gradient, p->value_dim, sums->value + j * p->value_dim);
        }
}

void plumb_gradients_of_row(plumb_gradients *g, size_t b, size_t h, size_t t, plumb_ball *query_gradient,
                            const plumb_gradient_sums *sums) {
    const plumb_problem *p = g->rows.problem;
    plumb_shape shape = plumb_problem_shape(p);
    size_t n = (b * p->query_heads + h) * p->query_length + t;
    const double *query = p->query + plumb_query_start(shape, b, h, t), *key = p->key + plumb_key_start(shape, b, h);
    const double *value = p->value + plumb_value_start(shape, b, h);
    const double *output_gradient = p->loss.output + n * p->value_dim;
    plumb_ball lse_gradient = plumb_ball_of(p->loss.lse == NULL ? 0 : p->loss.lse[n]);
    const plumb_row *row = plumb_rows_get(&g->rows, b, h, t);
    if (query_gradient != NULL || sums->key != NULL || sums->sink != NULL) {
        plumb_scaled_dot(output_gradient, value, row->visible, p->key_length, p->value_dim, plumb_ball_of(1.0),
                         g->weight_gradient);
        plumb_ball delta = plumb_score_gradient(row->weight, g->weight_gradient, row->visible, p->key_length,
                                                lse_gradient, g->score_gradient);
        add_sink(g, h, row, lse_gradient, delta, sums->sink);
        undo_score(g, query, key, b, t, row);
    }
    if (query_gradient != NULL)
        plumb_aggregate(g->score_gradient, row->visible, key, p->key_length, p->head_dim, query_gradient);
    add_to_keys(g, query, output_gradient, row, sums);
}
