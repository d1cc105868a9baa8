/* gradient_proof.c - each visible key becomes a pair: its score with its error, G.v_j with its error, and its
   probability.  The scores and the ball around the log-sum-exp are computed as for an output; the engine's own
   log-sum-exp is used if it is given. delta is the hull of G.o of the engine's output and of the sum of p_j y_j, since
   an engine may compute either.  Each pair exists twice, with a recomputed and with a saved probability, and the sink
   is one more pair of each kind. */
#include "theorem/gradient_proof.h"
#include "budget/filled_lse.h"
#include "budget/output_delta.h"
#include "budget/visible_weight.h"
#include "budget/summed_delta.h"
#include "budget/widened.h"
#include "exact/finite.h"
#include "exact/visible.h"
#include "precision/tiles.h"
#include "row/stages.h"
#include "score/scaled_dot.h"
#include "theorem/proof.h"
#include "theorem/shift_reach.h"
#include "theorem/ulp.h"
#include "theorem/units.h"
#include <math.h>
#include <string.h>

/* No theorem covers other operators, and gradients of slopes. */
bool plumb_gradient_is_decided(const plumb_problem *problem, const plumb_precision *precision,
                               plumb_gradient gradient) {
    return plumb_operator_is(problem->op.kind, PLUMB_IS_SOFTMAX) &&
           plumb_proof_decides(problem, precision, PLUMB_OUTPUT) && gradient != PLUMB_GRADIENT_OF_SLOPE;
}

bool plumb_gradient_of_moved(const plumb_problem *problem, plumb_gradient gradient) {
    bool of_vectors = gradient == PLUMB_GRADIENT_OF_QUERY || gradient == PLUMB_GRADIENT_OF_KEY;
    return of_vectors && plumb_position_moves_vectors(problem->position.kind);
}

int plumb_gradient_proof_init(plumb_gradient_proof *g, const plumb_problem *p, const plumb_precision *precision,
                              plumb_forward_answers forward) {
    *g = (plumb_gradient_proof){.problem = p, .precision = precision, .forward = forward};
    if (plumb_proof_workspace_init(&g->workspace, p, precision) != 0)
        return -1;
    if (plumb_proof_workspace_init(&g->capped, p, precision) != 0) {
        plumb_proof_workspace_free(&g->workspace);
        return -1;
    }
    plumb_workspace *arrays = &g->workspace.arrays;
    g->product = plumb_workspace_take(arrays, p->key_length, sizeof *g->product);
    g->shown = plumb_workspace_take(arrays, p->key_length, 1);
    for (size_t way = 0; way < PLUMB_PAIR_WAYS; way++)
        g->pair[way] = plumb_workspace_take(arrays, p->key_length, sizeof *g->pair[way]);
    if (!arrays->short_of_memory)
        return 0;
    plumb_gradient_proof_free(g);
    return -1;
}

void plumb_gradient_proof_free(plumb_gradient_proof *g) {
    plumb_proof_workspace_free(&g->workspace);
    plumb_proof_workspace_free(&g->capped);
}

static plumb_ball hull(plumb_ball a, plumb_ball b) {
    double low = fmin(plumb_ball_low(a), plumb_ball_low(b)), high = fmax(plumb_ball_high(a), plumb_ball_high(b));
    double middle = low + (high - low) / 2, radius = fmax(high - middle, middle - low);
    return (plumb_ball){middle, isfinite(radius) ? nextafter(radius, INFINITY) : (double)INFINITY};
}

/* ---- log-sum-exp and weights ---- */

/* What the engine gave, in a few roundings of what its backward pass reads: to the base 2, or before its tensor. */
static plumb_ball given_lse(const plumb_gradient_proof *g, double lse) {
    plumb_rounding tensor = plumb_format_rounding(g->forward.lse_format);
    double unit = fmax(tensor.unit, g->precision->exponent.unit);
    return (plumb_ball){lse, 4 * (unit * fabs(lse) + tensor.tiny + g->precision->exponent.tiny) * PLUMB_OWN_ROUNDING};
}

static plumb_ball lse_of(const plumb_gradient_proof *g, const plumb_proof_row *row, size_t number) {
    size_t places = row->scored.keys + 1;
    plumb_ball computed =
        plumb_filled_lse(row->model.unit, row->model.tiny, places, places, row->rescalings, g->workspace.verdict);
    bool is_given = g->forward.lse != NULL && !g->problem->op.sink_outside_lse && isfinite(g->forward.lse[number]);
    return is_given ? given_lse(g, g->forward.lse[number]) : computed;
}

/* Replaces the exact weights by an engine's, stored as probabilities. */
static bool save_weights(const plumb_gradient_proof *g, const plumb_proof_row *row) {
    const plumb_verdict_workspace *workspace = &g->workspace.verdict;
    const double *unit = row->model.unit, *tiny = row->model.tiny;
    size_t places = row->scored.keys + 1;
    if (!plumb_visible_weights(unit, tiny, workspace->score, workspace->off, workspace->shown, places, row->rescalings,
                               workspace->weight))
        return false;
    for (size_t j = 0; j < places; j++)
        workspace->weight[j] = plumb_ball_rounded_in(unit, tiny, PLUMB_STEP_PROBABILITY, workspace->weight[j]);
    return true;
}

/* ---- pairs ---- */

/* G and v are multiplied as they are given. */
static plumb_score_error product_error(const plumb_gradient_proof *g) {
    plumb_proof_model given = g->model;
    given.unit[PLUMB_STEP_INPUT] = given.tiny[PLUMB_STEP_INPUT] = 0;
    return plumb_score_error_of(given.unit, given.tiny, g->problem->value_dim, plumb_ball_of(1.0));
}

static plumb_gradient_pair pair_of(const plumb_gradient_proof *g, const plumb_proof_row *row, plumb_score_error error,
                                   size_t number, size_t j) {
    const plumb_problem *p = g->problem;
    const plumb_verdict_workspace *workspace = &g->workspace.verdict;
    size_t head = number / p->query_length;
    const double *gradient = p->loss.output + number * p->value_dim;
    const double *value = plumb_exact_value(p, head / p->query_heads, head % p->query_heads, j);
    plumb_gradient_pair pair = {
        .stored = 1,
        .score = {workspace->score[j], workspace->off[j]},
        .gradient = {g->product[j], plumb_score_off(error, gradient, value, p->value_dim, g->product[j])},
        .lse_grad = p->loss.lse != NULL ? p->loss.lse[number] : 0,
        .has_cap = p->op.softcap > 0,
        .cap = p->op.softcap};
    const plumb_verdict_workspace *capped = row->scored.joining.caps_first ? &g->capped.verdict : workspace;
    pair.capped = (plumb_computed){capped->score[j], capped->off[j]};
    return pair;
}

/* The sum of p_j y_j over all keys, in any order, each operation stored or not. */
static plumb_ball summed_delta(const plumb_gradient_proof *g) {
    const plumb_proof_model *m = &g->model;
    size_t keys = g->problem->key_length;
    return hull(plumb_summed_delta(m->unit, m->tiny, g->pair[PLUMB_PAIR_RECOMPUTED], g->shown, keys),
                plumb_summed_delta(m->unit, m->tiny, g->pair[PLUMB_PAIR_SAVED], g->shown, keys));
}

static void set_deltas(plumb_gradient_proof *g, size_t number) {
    const plumb_problem *p = g->problem;
    const plumb_proof_model *m = &g->model;
    plumb_ball of_output = plumb_output_delta(m->unit, m->tiny, p->loss.output + number * p->value_dim,
                                              g->forward.output + number * p->value_dim, p->value_dim, 0);
    plumb_ball delta = hull(of_output, summed_delta(g));
    for (size_t way = 0; way < PLUMB_PAIR_WAYS; way++) {
        for (size_t j = 0; j < p->key_length; j++)
            g->pair[way][j].delta = delta;
        g->sink[way].delta = delta;
    }
}

/* The gradient in its logit is that in the score of a key without value: p_S (0 - delta + l). */
static void set_sink(plumb_gradient_proof *g, const plumb_proof_row *row, size_t number, plumb_ball lse) {
    const plumb_verdict_workspace *workspace = &g->workspace.verdict;
    const plumb_problem *p = g->problem;
    size_t place = row->scored.keys;
    plumb_gradient_pair pair = {.stored = 1,
                                .score = {workspace->score[place], workspace->off[place]},
                                .lse = lse,
                                .gradient = {plumb_ball_zero(), plumb_ball_zero()},
                                .lse_grad = p->loss.lse != NULL ? p->loss.lse[number] : 0};
    g->sink[PLUMB_PAIR_RECOMPUTED] = pair;
    pair.saved = 1;
    pair.probability = workspace->weight[place];
    g->sink[PLUMB_PAIR_SAVED] = pair;
}

/* Where something joins the capped scores, these by themselves, too. */
static bool score_capped(plumb_gradient_proof *g, const plumb_proof_row *row) {
    plumb_scored_row scored = row->scored;
    if (!scored.joining.caps_first)
        return true;
    scored.joining.has_bias = scored.joining.has_first = 0;
    return plumb_score_row(row->model.unit, row->model.tiny, scored, g->capped.verdict.score, g->capped.verdict.off);
}

static bool row_is_finite(const plumb_gradient_proof *g, size_t b, size_t h, size_t t, size_t number) {
    const plumb_problem *p = g->problem;
    for (size_t c = 0; c < p->value_dim; c++)
        if (!isfinite(p->loss.output[number * p->value_dim + c]) ||
            !isfinite(g->forward.output[number * p->value_dim + c]))
            return false;
    return plumb_exact_keys_finite(p, b, h, t) && (p->loss.lse == NULL || isfinite(p->loss.lse[number]));
}

bool plumb_gradient_proof_row(plumb_gradient_proof *g, size_t b, size_t h, size_t t, const unsigned char *wanted,
                              plumb_format format) {
    const plumb_problem *p = g->problem;
    const plumb_element element = {.batch = b, .head = h, .query = t};
    size_t number = (b * p->query_heads + h) * p->query_length + t;
    if (!row_is_finite(g, b, h, t, number))
        return false;
    plumb_proof_row row = plumb_proof_row_of(p, g->precision, PLUMB_OUTPUT, &element, format, &g->workspace);
    for (size_t j = 0; j < p->key_length; j++)
        g->shown[j] = g->workspace.taking_part[j];
    if (row.taking_part == 0 || !plumb_proof_vectors(p, &element, &g->workspace, &row) ||
        !plumb_allow_shift(p, g->precision, &element, &row, &g->workspace) || !score_capped(g, &row) ||
        !plumb_score_part(row.model.unit, row.model.tiny, row.scored, g->workspace.taking_part, row.logit,
                          g->workspace.verdict.score, g->workspace.verdict.off))
        return false;
    g->model = row.model;
    g->moved = row.scored.moved;
    plumb_append_sink(g->workspace.taking_part, row.scored.keys, row.has_sink, g->workspace.verdict.shown);
    plumb_scaled_dot(p->loss.output + number * p->value_dim, plumb_exact_value(p, b, h, 0), g->shown, p->key_length,
                     p->value_dim, plumb_ball_of(1.0), g->product);
    plumb_ball lse = lse_of(g, &row, number);
    plumb_score_error error = product_error(g);
    bool saved = save_weights(g, &row);
    for (size_t j = 0; j < p->key_length; j++) {
        if (!g->shown[j])
            continue;
        plumb_gradient_pair pair = pair_of(g, &row, error, number, j);
        pair.lse = lse;
        g->pair[PLUMB_PAIR_RECOMPUTED][j] = pair;
        pair.saved = 1;
        pair.probability = g->workspace.verdict.weight[j];
        g->pair[PLUMB_PAIR_SAVED][j] = pair;
    }
    if (row.has_sink)
        set_sink(g, &row, number, lse);
    set_deltas(g, number);
    for (size_t j = 0; wanted != NULL && j < p->key_length; j++)
        g->shown[j] = g->shown[j] && wanted[j];
    return saved;
}

/* ---- vectors that are moved ---- */

static void surround(const plumb_ball *exact, const double *off, size_t count, plumb_ball *ball) {
    for (size_t c = 0; c < count; c++)
        ball[c] = plumb_ball_widened(exact[c], plumb_ball_of(off[c]));
}

void plumb_gradient_moved_query(const plumb_gradient_proof *g, plumb_ball *ball) {
    surround(g->moved.query, g->moved.moved_query.off, g->problem->head_dim, ball);
}

void plumb_gradient_moved_key(const plumb_gradient_proof *g, size_t j, plumb_ball *ball) {
    size_t dim = g->problem->head_dim;
    surround(g->moved.key + j * dim, g->moved.moved_key.off + j * dim, dim, ball);
}

plumb_turning plumb_gradient_turning(plumb_gradient_proof *g, plumb_moved_place place) {
    return plumb_turning_of(g->problem, place, &g->workspace.positions, &g->workspace.moved);
}

size_t plumb_gradient_stores(const plumb_precision *precision, plumb_gradient gradient, size_t terms, size_t heads) {
    size_t tile = gradient == PLUMB_GRADIENT_OF_QUERY ? PLUMB_TILE_OF_KEYS : plumb_tile_of_queries(terms);
    return precision->output.unit > precision->accumulate.unit ? heads * ((terms - 1) / tile + 1) : 0;
}
