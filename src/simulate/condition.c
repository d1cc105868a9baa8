/* The derivative of a softmax's output in score j is p_j (v_j - o), its pull; with a softcap it is multiplied by the
   softcap's derivative.  From it follow all condition numbers of a row, each a sum of magnitudes over the rounded
   numbers: of scores |pull_j x_j|, of keys |pull_j| times the magnitudes in the product q.k_j, of values and weights
   |p_j v_j|.  A component of the query moves all scores together, so its sum over keys (turned) is taken before the
   magnitude.  A gate multiplies all of them. */
#include "simulate/condition.h"
#include "exact/visible.h"
#include "row/stages.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *plumb_condition_name(plumb_condition condition) {
    static const char *const names[PLUMB_CONDITIONS] = {[PLUMB_CONDITION_Q] = "q",
                                                        [PLUMB_CONDITION_K] = "k",
                                                        [PLUMB_CONDITION_V] = "v",
                                                        [PLUMB_CONDITION_SCORES] = "scores",
                                                        [PLUMB_CONDITION_WEIGHTS] = "weights"};
    return names[condition];
}

static bool moves_with_scores(const plumb_problem *p) {
    return plumb_operator_is(p->op.kind, PLUMB_IS_MEAN) && !plumb_position_joins_products(p->position.kind);
}

bool plumb_condition_is_known(const plumb_problem *problem, plumb_condition condition) {
    if (condition == PLUMB_CONDITION_V)
        return true;
    if (condition == PLUMB_CONDITION_WEIGHTS)
        return !plumb_position_joins_products(problem->position.kind);
    return moves_with_scores(problem);
}

int plumb_condition_init(plumb_condition_workspace *workspace, const plumb_problem *problem) {
    size_t columns = problem->value_dim;
    *workspace = (plumb_condition_workspace){.problem = problem, .scale = plumb_problem_scale(problem).mid};
    workspace->mean = malloc((columns + 1) * sizeof *workspace->mean);
    workspace->pull = malloc((columns + 1) * sizeof *workspace->pull);
    workspace->turned = malloc((problem->head_dim * columns + 1) * sizeof *workspace->turned);
    if (workspace->mean != NULL && workspace->pull != NULL && workspace->turned != NULL)
        return 0;
    plumb_condition_free(workspace);
    return -1;
}

void plumb_condition_free(plumb_condition_workspace *workspace) {
    free(workspace->mean);
    free(workspace->pull);
    free(workspace->turned);
    *workspace = (plumb_condition_workspace){0};
}

/* What all weights and the sink's sum to, without a sink the weights alone. */
static double total_weight(const plumb_problem *p) {
    return plumb_operator_is(p->op.kind, PLUMB_IS_SCALED) ? p->op.alpha : 1;
}

static double sink_weight(const plumb_problem *p, const plumb_row *row) {
    double rest = total_weight(p);
    if (!plumb_sink_adds_logit(p->op.sink))
        return 0;
    for (size_t j = 0; j < p->key_length; j++)
        rest -= row->weight[j].mid;
    return fmax(rest, 0);
}

/* The mean of the values, and what roundings of values and weights do.  Keys without weight are not read: what a mask
   hides need not be finite. */
static void weigh_values(plumb_condition_workspace *workspace, size_t b, size_t h, const plumb_row *row,
                         double *const condition[PLUMB_CONDITIONS]) {
    const plumb_problem *p = workspace->problem;
    double *sizes = condition[PLUMB_CONDITION_V];
    memset(workspace->mean, 0, p->value_dim * sizeof *workspace->mean);
    memset(sizes, 0, p->value_dim * sizeof *sizes);
    for (size_t j = 0; j < p->key_length; j++) {
        double weight = row->weight[j].mid;
        if (weight == 0)
            continue;
        const double *value = plumb_exact_value(p, b, h, j);
        for (size_t c = 0; c < p->value_dim; c++) {
            workspace->mean[c] += weight * value[c];
            sizes[c] += fabs(weight * value[c]);
        }
    }
    if (plumb_condition_is_known(p, PLUMB_CONDITION_WEIGHTS))
        memcpy(condition[PLUMB_CONDITION_WEIGHTS], sizes, p->value_dim * sizeof *sizes);
}

/* By what part of a product its score grows, behind a softcap. */
static double slope_of_cap(const plumb_problem *p, double product, double score) {
    double cap = p->op.softcap;
    if (cap == 0)
        return 1;
    double capped = p->op.softcap_order == PLUMB_CAP_BIAS_MASK ? tanh(product / cap) : score / cap;
    return fmax(0, 1 - capped * capped);
}

/* A query or a key as it is multiplied; moved: NULL where no position moves it. */
typedef struct {
    const plumb_ball *moved;
    const double *plain;
} vector;

static double component(vector of, size_t d) {
    return of.moved != NULL ? of.moved[d].mid : of.plain[d];
}

typedef struct {
    double value, size; /* scale * q.k, and of the magnitudes */
} product;

static product multiply(const plumb_condition_workspace *workspace, vector query, vector key) {
    product sum = {0, 0};
    for (size_t d = 0; d < workspace->problem->head_dim; d++) {
        double term = workspace->scale * component(query, d) * component(key, d);
        sum.value += term;
        sum.size += fabs(term);
    }
    return sum;
}

/* turned[d][c] += key_d pull_c */
static void turn(plumb_condition_workspace *workspace, vector key) {
    size_t columns = workspace->problem->value_dim;
    for (size_t d = 0; d < workspace->problem->head_dim; d++) {
        double factor = component(key, d), *sum = workspace->turned + d * columns;
        for (size_t c = 0; c < columns; c++)
            sum[c] += factor * workspace->pull[c];
    }
}

/* The output moves by weight (v - mean) as the score of a key with that value does. */
static void pull_from_mean(plumb_condition_workspace *workspace, double weight, const double *value) {
    const plumb_problem *p = workspace->problem;
    double total = total_weight(p);
    for (size_t c = 0; c < p->value_dim; c++)
        workspace->pull[c] = weight * ((value != NULL ? value[c] : 0) - workspace->mean[c] / total);
}

static void add_key(plumb_condition_workspace *workspace, vector query, vector key, double score,
                    double *const condition[PLUMB_CONDITIONS]) {
    const plumb_problem *p = workspace->problem;
    product of = multiply(workspace, query, key);
    double slope = slope_of_cap(p, of.value, score);
    for (size_t c = 0; c < p->value_dim; c++) {
        condition[PLUMB_CONDITION_SCORES][c] += fabs(workspace->pull[c] * score);
        workspace->pull[c] *= slope;
        condition[PLUMB_CONDITION_K][c] += fabs(workspace->pull[c]) * of.size;
    }
    turn(workspace, key);
}

/* Its key joins the products with the query, which alone moves them: it is no key of the case. */
static void add_sink(plumb_condition_workspace *workspace, vector query, size_t h, double weight) {
    const plumb_problem *p = workspace->problem;
    const plumb_extras *e = &p->extra;
    if (e->sink_key == NULL || weight == 0)
        return;
    vector key = {NULL, e->sink_key + h * p->head_dim};
    double logit = multiply(workspace, query, key).value, cap = p->op.softcap;
    double slope = slope_of_cap(p, logit, cap * tanh(logit / cap));
    pull_from_mean(workspace, weight * slope, e->sink_value != NULL ? e->sink_value + h * p->value_dim : NULL);
    turn(workspace, key);
}

/* Each component of the query is in the scores of all keys. */
static void sum_query(const plumb_condition_workspace *workspace, vector query, double *condition) {
    size_t columns = workspace->problem->value_dim;
    for (size_t d = 0; d < workspace->problem->head_dim; d++) {
        double factor = workspace->scale * component(query, d);
        for (size_t c = 0; c < columns; c++)
            condition[c] += fabs(factor * workspace->turned[d * columns + c]);
    }
}

static void move_scores(plumb_condition_workspace *workspace, size_t b, size_t h, size_t t, plumb_row *row,
                        double *const condition[PLUMB_CONDITIONS]) {
    const plumb_problem *p = workspace->problem;
    const double *query = plumb_exact_query(p, b, h, t), *first = plumb_exact_key(p, b, h, 0);
    plumb_row_vectors moved = plumb_row_map(p, query, first, b, t, row);
    vector own = {moved.query, query};
    for (size_t j = 0; j < p->key_length; j++) {
        if (!row->visible[j] || row->weight[j].mid == 0)
            continue;
        vector key = {moved.key != NULL ? moved.key + j * moved.dim : NULL, first + j * p->head_dim};
        pull_from_mean(workspace, row->weight[j].mid, plumb_exact_value(p, b, h, j));
        add_key(workspace, own, key, row->score[j].mid, condition);
    }
    add_sink(workspace, own, h, sink_weight(p, row));
    sum_query(workspace, own, condition[PLUMB_CONDITION_Q]);
}

static void apply_gate(const plumb_problem *p, size_t b, size_t h, size_t t,
                       double *const condition[PLUMB_CONDITIONS]) {
    for (int of = 0; of < PLUMB_CONDITIONS; of++)
        for (size_t c = 0; plumb_condition_is_known(p, (plumb_condition)of) && c < p->value_dim; c++) {
            const double *gate = plumb_exact_gate(p, b, h, t, c);
            condition[of][c] *= gate != NULL ? 1 / (1 + exp(-*gate)) : 1;
        }
}

void plumb_condition_of_row(plumb_condition_workspace *workspace, size_t b, size_t h, size_t t, plumb_row *row,
                            double *const condition[PLUMB_CONDITIONS]) {
    static const plumb_condition of_scores[] = {PLUMB_CONDITION_Q, PLUMB_CONDITION_K, PLUMB_CONDITION_SCORES};
    const plumb_problem *p = workspace->problem;
    weigh_values(workspace, b, h, row, condition);
    if (moves_with_scores(p)) {
        for (size_t i = 0; i < sizeof of_scores / sizeof *of_scores; i++)
            memset(condition[of_scores[i]], 0, p->value_dim * sizeof(double));
        memset(workspace->turned, 0, p->head_dim * p->value_dim * sizeof *workspace->turned);
        if (p->extra.sink_value != NULL)
            for (size_t c = 0; c < p->value_dim; c++)
                workspace->mean[c] += sink_weight(p, row) * p->extra.sink_value[h * p->value_dim + c];
        if (p->key_length > 0)
            move_scores(workspace, b, h, t, row, condition);
    }
    apply_gate(p, b, h, t, condition);
}
