#include "backward/row.h"
#include "backward/score_gradient.h"
#include "exact/visible.h"
#include "fast/lanes.h"
#include "row/stages.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

int plumb_backward_row_init(plumb_backward_row *backward, const plumb_problem *problem) {
    size_t keys = problem->key_length;
    *backward = (plumb_backward_row){.problem = problem, .scale = plumb_problem_scale(problem).mid};
    backward->map = plumb_weighs_by_map(&problem->op) ? plumb_simulated_activation_of(problem->op.kind) : NULL;
    backward->cap = isfinite(problem->op.softcap) ? problem->op.softcap : 0;
    backward->parameters = plumb_position_parameters(problem);
    backward->moves = plumb_position_moves_vectors(problem->position.kind);
    size_t dim = problem->head_dim, moved = backward->moves ? (keys + 2) * dim : 0;
    backward->weight_gradient = calloc(7 * keys + moved + 1, sizeof(double));
    backward->rotated = malloc((2 * dim + 1) * sizeof *backward->rotated);
    if (backward->weight_gradient == NULL || backward->rotated == NULL ||
        plumb_positions_init(&backward->positions, problem) != 0) {
        free(backward->weight_gradient);
        free(backward->rotated);
        return -1;
    }
    backward->score_gradient = backward->weight_gradient + keys;
    backward->shared = backward->score_gradient + keys;
    backward->inner = backward->shared + keys;
    backward->capped = backward->inner + keys;
    backward->slope = backward->capped + keys;
    backward->factor = backward->slope + keys;
    backward->spare = backward->factor + keys;
    backward->moved_query = backward->spare + dim;
    backward->moved_key = backward->moved_query + dim;
    return 0;
}

void plumb_backward_row_free(plumb_backward_row *backward) {
    free(backward->weight_gradient);
    free(backward->rotated);
    plumb_positions_free(&backward->positions);
    *backward = (plumb_backward_row){0};
}

enum { LANES = 8 };

/* In lanes, which a compiler turns into vectors. */
PLUMB_FOR_EACH_PROCESSOR
static double dot(const double *x, const double *y, size_t n) {
    double part[LANES] = {0}, sum = 0;
    size_t whole = n - n % LANES;
    for (size_t c = 0; c < whole; c += LANES)
        for (size_t i = 0; i < LANES; i++)
            part[i] += x[c + i] * y[c + i];
    for (size_t c = whole; c < n; c++)
        part[c % LANES] += x[c] * y[c];
    for (size_t i = 0; i < LANES; i++)
        sum += part[i];
    return sum;
}

/* What joined a score behind the softcap is not in its slope. */
static void set_slope(plumb_backward_row *r, size_t j) {
    const plumb_problem *p = r->problem;
    bool biased = p->op.softcap_order == PLUMB_CAP_BIAS_MASK && plumb_adds_bias(p);
    r->capped[j] = r->row->score[j].mid;
    r->slope[j] = 1;
    if (r->cap == 0)
        return;
    if (biased)
        r->capped[j] = r->cap * tanh(r->scale * dot(r->query, r->key + j * p->head_dim, p->head_dim) / r->cap);
    double share = r->capped[j] / r->cap;
    r->slope[j] = 1 - share * share;
}

/* A sink divides the weights, too; alone in a row that sees no key. */
static void set_divisor(plumb_backward_row *r) {
    plumb_sink_logit kind = plumb_sink_logit_of(r->problem->op.sink);
    r->lse = r->sink = 0;
    if (r->map != NULL)
        return;
    double logit = kind == PLUMB_LOGIT_STATED ? r->problem->extra.sinks[r->h]
                   : kind == PLUMB_LOGIT_ZERO ? 0
                                              : -INFINITY;
    size_t heaviest = 0;
    for (size_t j = 0; j < r->problem->key_length; j++)
        if (r->row->visible[j] && r->shared[j] > r->shared[heaviest])
            heaviest = j;
    bool sees = r->problem->key_length > 0 && r->row->visible[heaviest] && r->shared[heaviest] > 0;
    r->lse = sees ? r->row->score[heaviest].mid - log(r->shared[heaviest]) : logit;
    r->sink = logit == -INFINITY ? 0 : exp(logit - r->lse);
}

static void set_parts(plumb_backward_row *r) {
    const plumb_problem *p = r->problem;
    if (r->parameters == 0)
        return;
    plumb_position_parts(&r->positions, p, plumb_problem_scale(p), r->b, r->t, p->key_length);
    for (size_t j = 0; j < p->key_length; j++)
        r->factor[j] = r->positions.bias[j].mid;
}

static void take_middles(const plumb_ball *ball, size_t count, double *middle) {
    for (size_t i = 0; i < count; i++)
        middle[i] = ball[i].mid;
}

static void set_vectors(plumb_backward_row *r) {
    const plumb_problem *p = r->problem;
    r->query = plumb_exact_query(p, r->b, r->h, r->t);
    r->key = p->key_length > 0 ? plumb_exact_key(p, r->b, r->h, 0) : NULL;
    if (!r->moves || p->key_length == 0)
        return;
    plumb_move_vectors(&r->positions, p, r->b, r->t, r->query, r->key);
    take_middles(r->positions.query, p->head_dim, r->moved_query);
    if (r->key != r->moved_source)
        take_middles(r->positions.key, p->key_length * p->head_dim, r->moved_key);
    r->moved_source = r->key;
    r->query = r->moved_query;
    r->key = r->moved_key;
}

void plumb_backward_row_set(plumb_backward_row *r, const plumb_row *row, size_t b, size_t h, size_t t) {
    const plumb_problem *p = r->problem;
    size_t n = (b * p->query_heads + h) * p->query_length + t;
    r->b = b;
    r->h = h;
    r->t = t;
    r->row = row;
    set_vectors(r);
    r->output_gradient = p->loss.output + n * p->value_dim;
    r->lse_gradient = p->loss.lse != NULL ? p->loss.lse[n] : 0;
    memset(r->weight_gradient, 0, 6 * p->key_length * sizeof(double));
    const double *value = p->key_length > 0 ? plumb_exact_value(p, b, h, 0) : NULL;
    for (size_t j = 0; j < p->key_length; j++)
        if (row->visible[j]) {
            r->weight_gradient[j] = dot(r->output_gradient, value + j * p->value_dim, p->value_dim);
            set_slope(r, j);
        }
    plumb_set_score_gradients(r);
    set_divisor(r);
    set_parts(r);
}
