/* A row runs the engine's forward pass and then the steps of spec/gradient.md in their order: weights and y_j, delta,
   dx_j, the slope of the softcap, and the products that are added to dq, dk, dv and dS. Each step rounds its result to
   the precision's formats; the form decides which results are tensors between two operations, and are stored.  Sums
   over queries grow from row to row.  A form that stores tiles rounds them at the end of a tile of queries, and adds
   them to those of earlier heads at the end of a head.  If a position moves vectors, the moved ones are multiplied; dq
   is rotated back with its row, dk when all rows are summed. */
#include "backward/simulated.h"
#include "backward/score_gradient.h"
#include "exact/position.h"
#include "exact/visible.h"
#include "precision/tiles.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Parts that are stored more coarsely than the output make it worse, and by it delta: the last form has parts. */
static const plumb_simulated_form *forward_of(const plumb_backward_form *form, const plumb_precision *precision,
                                              plumb_format output) {
    bool shows = form->delta == PLUMB_DELTA_STORED && !form->stores_tiles &&
                 precision->part.unit > plumb_format_rounding(output).unit;
    return plumb_simulated_form_at(shows ? PLUMB_SIMULATED_FORMS - 1 : form->forward);
}

int plumb_simulated_backward_init(plumb_simulated_backward *s, const plumb_problem *problem,
                                  const plumb_precision *precision, const plumb_backward_form *form,
                                  const plumb_format format[PLUMB_GRADIENT_COUNT], plumb_format output) {
    size_t keys = problem->key_length, dim = problem->head_dim, columns = problem->value_dim;
    *s = (plumb_simulated_backward){.form = form, .moves = plumb_position_moves_vectors(problem->position.kind)};
    s->map = plumb_weighs_by_map(&problem->op) ? plumb_simulated_activation_of(problem->op.kind) : NULL;
    size_t moved = s->moves ? 2 * (keys + 1) * dim : 0;
    s->output = calloc(columns + 4 * keys + dim + 2 * keys * (dim + columns) + moved + 1, sizeof *s->output);
    if (s->output == NULL ||
        plumb_simulated_engine_init(&s->engine, problem, precision, forward_of(form, precision, output)) != 0) {
        free(s->output);
        return -1;
    }
    s->weight = s->output + columns;
    s->product = s->weight + keys;
    s->gradient = s->product + keys;
    s->bias = s->gradient + keys;
    s->query = s->bias + keys;
    s->key = s->query + dim;
    s->value = s->key + keys * dim;
    s->finished = s->value + keys * columns;
    s->moved_query = s->finished + keys * (dim + columns);
    s->given_query = s->moved_query + (s->moves ? dim : 0);
    s->moved_key = s->given_query + (s->moves ? dim : 0);
    s->given_key = s->moved_key + (s->moves ? keys * dim : 0);
    s->stored = plumb_simulated_format_of(plumb_format_rounding(output), false);
    for (size_t i = 0; i < PLUMB_GRADIENT_COUNT; i++)
        s->tensor[i] = plumb_simulated_format_of(plumb_format_rounding(format[i]), false);
    return 0;
}

void plumb_simulated_backward_free(plumb_simulated_backward *s) {
    plumb_simulated_engine_free(&s->engine);
    free(s->output);
}

static double step(const plumb_simulated_backward *s, double x) {
    return plumb_simulated_step(&s->engine, x);
}

/* An operation's result, stored as a tensor if each operation is a kernel of its own. */
static double kept(const plumb_simulated_backward *s, double x) {
    return s->form->saves_weights ? plumb_simulated_stored(&s->engine, x) : step(s, x);
}

static double probability(const plumb_simulated_backward *s, double x) {
    return plumb_simulated_round(&s->engine.probability, step(s, x));
}

static void set_output(plumb_simulated_backward *s) {
    const plumb_simulated_engine *e = &s->engine;
    const plumb_operator *op = &e->problem->op;
    double alpha = plumb_operator_is(op->kind, PLUMB_IS_SCALED) ? op->alpha : 1;
    bool biased = e->problem->extra.value_bias != NULL; /* added to what delta is made of */
    for (size_t c = 0; c < e->problem->value_dim; c++) {
        double x = biased || s->form->delta == PLUMB_DELTA_UNROUNDED ? step(s, alpha * step(s, e->sum[c] / e->divisor))
                                                                     : e->result[c];
        s->output[c] = s->form->delta == PLUMB_DELTA_UNROUNDED ? x : plumb_simulated_round(&s->stored, x);
    }
}

/* Weights are e^(score - log-sum-exp), of a score that is not quite the one in the sum. */
static void compute_scores_again(plumb_simulated_backward *s) {
    plumb_simulated_engine *e = &s->engine;
    const plumb_simulated_form *forward = e->form;
    plumb_simulated_form again = *forward;
    if (!s->form->scores_again || s->map != NULL || e->precision->score.unit > e->precision->exponent.unit)
        return;
    again.scales_query = false;
    again.one_chain = true;
    e->form = &again;
    plumb_simulated_vectors(e, 1);
    plumb_simulated_scores(e, 1);
    e->form = forward;
}

/* A log-sum-exp that leaves a sink out is not what weights are divided by. */
static double log_sum_exp(const plumb_simulated_backward *s, const plumb_backward_row *row) {
    return s->engine.problem->op.sink_outside_lse ? step(s, row->lse) : s->engine.lse;
}

static double product(const plumb_simulated_backward *s, const plumb_backward_row *row, size_t j) {
    const plumb_problem *p = s->engine.problem;
    const double *value = plumb_exact_value(p, row->b, row->h, j);
    double x = kept(s, plumb_simulated_dot(&s->engine, row->output_gradient, value, p->value_dim));
    return s->form->stores_products ? probability(s, x) : x;
}

static bool takes_part(const plumb_simulated_backward *s, const plumb_backward_row *row, size_t j) {
    return row->row->visible[j] && s->engine.score_of[j] != -INFINITY;
}

static double weight(const plumb_simulated_backward *s, size_t j, double lse) {
    const plumb_simulated_engine *e = &s->engine;
    bool clipped = plumb_operator_is(e->problem->op.kind, PLUMB_IS_CLIPPED); /* the engine's weight, then */
    if (s->form->saves_weights && !clipped)
        return probability(s, e->weight[j] / e->divisor);
    if (s->map != NULL)
        return step(s, s->map->simulated(e, e->score_of[j]) / e->divisor);
    return plumb_simulated_exponential(e, step(s, e->score_of[j] - lse));
}

/* What multiplies a value. */
static double changed_weight(const plumb_simulated_backward *s, size_t j) {
    const plumb_operator *op = &s->engine.problem->op;
    if (plumb_operator_is(op->kind, PLUMB_IS_SCALED))
        return kept(s, s->weight[j] * step(s, op->alpha));
    if (!plumb_operator_is(op->kind, PLUMB_IS_CLIPPED))
        return s->weight[j];
    double stretched = kept(s, kept(s, s->weight[j] * step(s, op->zeta - op->gamma)) + step(s, op->gamma));
    return fmin(1, fmax(0, stretched));
}

static void set_weights(plumb_simulated_backward *s, const plumb_backward_row *row) {
    const plumb_simulated_engine *e = &s->engine;
    double lse = s->map != NULL ? 0 : log_sum_exp(s, row);
    for (size_t j = 0; j < e->problem->key_length; j++) {
        s->weight[j] = 0;
        if (!takes_part(s, row, j))
            continue;
        s->weight[j] = weight(s, j, lse);
        s->product[j] = product(s, row, j);
        if (s->map == NULL && !plumb_operator_is(e->problem->op.kind, PLUMB_IS_SOFTMAX))
            s->product[j] = kept(s, s->product[j] * step(s, plumb_softmax_change(&e->problem->op, s->weight[j])));
    }
}

/* By a kernel of its own, in another order than the products with values. */
static double delta_of_output(plumb_simulated_backward *s, const plumb_backward_row *row) {
    plumb_simulated_engine *e = &s->engine;
    const plumb_simulated_form *products = e->form;
    plumb_simulated_form other = *products;
    other.one_chain = !products->one_chain;
    e->form = &other;
    double sum = plumb_simulated_dot(e, row->output_gradient, s->output, e->problem->value_dim);
    e->form = products;
    return sum;
}

static double delta(plumb_simulated_backward *s, const plumb_backward_row *row) {
    const plumb_simulated_engine *e = &s->engine;
    double sum = 0;
    if (s->map != NULL && row->grows == 0)
        return 0;
    if (s->form->delta != PLUMB_DELTA_SUM && !plumb_operator_is(e->problem->op.kind, PLUMB_IS_CLIPPED))
        return delta_of_output(s, row);
    for (size_t j = 0; j < e->problem->key_length; j++)
        sum = plumb_simulated_round(&e->accumulate, sum + step(s, s->weight[j] * s->product[j]));
    return kept(s, sum);
}

/* dx_j of a map: its slope, at the score or by what was kept of it, times y_j, or what is left of it, over the
   divisor. */
static double map_gradient(const plumb_simulated_backward *s, const plumb_backward_row *row, size_t j, double delta) {
    const plumb_simulated_engine *e = &s->engine;
    bool divides = plumb_normalisation_is(e->problem->op.normalisation, PLUMB_DIVIDES);
    bool by_weight = s->form->saves_weights || s->form->rounds_weights;
    double x = row->grows == 0 ? s->product[j] : kept(s, s->product[j] - row->grows * delta);
    double value = divides ? e->weight[j] : s->weight[j];
    double slope = by_weight ? s->map->slope_of(s->form->rounds_weights || divides ? probability(s, value) : value)
                             : s->map->slope(e->score_of[j]);
    return kept(s, step(s, slope) * (divides ? kept(s, x / e->divisor) : x));
}

static double score_gradient(const plumb_simulated_backward *s, const plumb_backward_row *row, size_t j, double delta) {
    double kept_weight = s->form->rounds_weights ? probability(s, s->weight[j]) : s->weight[j];
    if (s->map != NULL)
        return map_gradient(s, row, j, delta);
    return kept(s, kept_weight * kept(s, s->product[j] - kept(s, delta - row->lse_gradient)));
}

static void set_gradients(plumb_simulated_backward *s, const plumb_backward_row *row, double of_row) {
    const plumb_simulated_engine *e = &s->engine;
    double cap = row->cap;
    for (size_t j = 0; j < e->problem->key_length; j++) {
        s->gradient[j] = s->bias[j] = 0;
        if (!takes_part(s, row, j))
            continue;
        double x = score_gradient(s, row, j, of_row);
        s->bias[j] = x;
        if (cap > 0) {
            double share = step(s, plumb_simulated_stored(e, row->capped[j]) / cap);
            x = kept(s, x * step(s, 1 - step(s, share * share)));
        }
        if (e->problem->op.softcap_order == PLUMB_BIAS_CAP_MASK)
            s->bias[j] = x;
        if (s->form->scales_gradient)
            x = step(s, x * step(s, row->scale));
        s->gradient[j] = probability(s, x);
    }
}

/* The n-th of `count` in the order of the form. */
static size_t place(const plumb_simulated_backward *s, size_t n, size_t count) {
    return s->engine.form->backwards ? count - 1 - n : n;
}

static void store_sums(const plumb_simulated_backward *s, double *sum, size_t count) {
    for (size_t i = 0; i < count; i++)
        sum[i] = plumb_simulated_round(&s->engine.output, sum[i]);
}

/* Stores the sums of keys and values between tiles, and where a head ends: the next begins at 0. */
static void store_tile(plumb_simulated_backward *s, size_t head) {
    const plumb_problem *p = s->engine.problem;
    size_t count = p->key_length * (p->head_dim + p->value_dim);
    if (s->head == head && s->rows % plumb_tile_of_queries(p->query_length) != 0)
        return;
    store_sums(s, s->key, count);
    for (size_t i = 0; i < count && s->head != head; i++) {
        s->finished[i] = plumb_simulated_round(&s->engine.accumulate, s->finished[i] + s->key[i]);
        s->key[i] = 0;
    }
}

/* The row's query and the head's keys as the forward pass stored them. */
static void set_vectors(plumb_simulated_backward *s, const plumb_backward_row *row) {
    plumb_simulated_engine *e = &s->engine;
    const plumb_problem *p = e->problem;
    const double *key = plumb_exact_key(p, row->b, row->h, 0);
    plumb_simulated_move(e, plumb_exact_query(p, row->b, row->h, row->t),
                         plumb_exact_query_point(p, row->b, row->t), s->moved_query);
    for (size_t j = 0; j < p->key_length && key != s->key_source; j++)
        plumb_simulated_move(e, key + j * p->head_dim, plumb_exact_key_point(p, row->b, row->t, j),
                             s->moved_key + j * p->head_dim);
    s->key_source = key;
}

static void add_keys(plumb_simulated_backward *s, const plumb_backward_row *row) {
    const plumb_simulated_engine *e = &s->engine;
    const plumb_problem *p = e->problem;
    if (s->moves)
        set_vectors(s, row);
    const double *query = s->moves ? s->moved_query : row->query, *keys = s->moves ? s->moved_key : row->key;
    memset(s->query, 0, p->head_dim * sizeof *s->query);
    for (size_t n = 0; n < p->key_length; n++) {
        size_t j = place(s, n, p->key_length);
        if (s->form->stores_tiles && n > 0 && n % PLUMB_TILE_OF_KEYS == 0)
            store_sums(s, s->query, p->head_dim);
        if (!takes_part(s, row, j))
            continue;
        plumb_simulated_add(e, s->gradient[j], keys + j * p->head_dim, p->head_dim, s->query);
        plumb_simulated_add(e, s->gradient[j], query, p->head_dim, s->key + j * p->head_dim);
        plumb_simulated_add(e, probability(s, changed_weight(s, j)), row->output_gradient, p->value_dim,
                            s->value + j * p->value_dim);
    }
}

static void add_sink(plumb_simulated_backward *s, const plumb_backward_row *row, double of_row) {
    const plumb_simulated_engine *e = &s->engine;
    if (plumb_sink_logit_of(e->problem->op.sink) != PLUMB_LOGIT_STATED)
        return;
    double weight = plumb_simulated_exponential(e, step(s, e->score_of[e->problem->key_length] - log_sum_exp(s, row)));
    s->sink = plumb_simulated_round(&e->accumulate, s->sink + step(s, weight * step(s, row->lse_gradient - of_row)));
}

/* Number i of a gradient in vectors as they are multiplied, stored as the output is. */
static double stored_gradient(const plumb_simulated_backward *s, plumb_gradient gradient, size_t i) {
    const double *const of[] = {s->query, s->key, s->value, &s->sink};
    bool scaled = gradient == PLUMB_GRADIENT_OF_QUERY || gradient == PLUMB_GRADIENT_OF_KEY;
    bool of_heads = gradient == PLUMB_GRADIENT_OF_KEY || gradient == PLUMB_GRADIENT_OF_VALUE;
    double x = of[gradient][i];
    double before = of_heads ? s->finished[&of[gradient][i] - s->key] : 0;
    if (before != 0)
        x = plumb_simulated_round(&s->engine.accumulate, before + plumb_simulated_round(&s->engine.output, x));
    if (scaled && !s->form->scales_gradient)
        x = step(s, x * step(s, s->engine.scale.mid));
    return plumb_simulated_round(&s->engine.output, x);
}

static void turn_query_back(plumb_simulated_backward *s, const plumb_backward_row *row) {
    const plumb_problem *p = s->engine.problem;
    double *moved = s->moved_query; /* the row is done with it */
    for (size_t c = 0; c < p->head_dim; c++)
        moved[c] = stored_gradient(s, PLUMB_GRADIENT_OF_QUERY, c);
    plumb_simulated_turn_back(&s->engine, moved, plumb_exact_query_point(p, row->b, row->t), s->given_query);
}

void plumb_simulated_backward_add(plumb_simulated_backward *s, const plumb_backward_row *row) {
    plumb_simulated_evaluate(&s->engine, row->b, row->h, row->t);
    set_output(s);
    compute_scores_again(s);
    set_weights(s, row);
    double of_row = delta(s, row);
    set_gradients(s, row, of_row);
    if (s->form->stores_tiles && s->rows > 0)
        store_tile(s, row->h);
    add_keys(s, row);
    add_sink(s, row, of_row);
    s->rows++;
    s->head = row->h;
    if (s->moves)
        turn_query_back(s, row);
}

void plumb_simulated_backward_end(plumb_simulated_backward *s, size_t b) {
    const plumb_problem *p = s->engine.problem;
    for (size_t j = 0; j < p->key_length && s->moves; j++) {
        double *moved = s->moved_query; /* no row is to come */
        for (size_t c = 0; c < p->head_dim; c++)
            moved[c] = stored_gradient(s, PLUMB_GRADIENT_OF_KEY, j * p->head_dim + c);
        plumb_simulated_turn_back(&s->engine, moved, plumb_exact_key_point(p, b, 0, j),
                                  s->given_key + j * p->head_dim);
    }
}

void plumb_simulated_add_biases(const plumb_simulated_backward *s, double *sum) {
    for (size_t j = 0; j < s->engine.problem->key_length; j++)
        sum[j] = plumb_simulated_round(&s->engine.accumulate, sum[j] + s->bias[j]);
}

void plumb_simulated_end_head(const plumb_simulated_backward *s, double *sum, size_t count) {
    if (s->form->stores_tiles)
        store_sums(s, sum, count);
}

void plumb_simulated_add_positions(const plumb_simulated_backward *s, const plumb_backward_row *row, double *sum) {
    bool by_distance = s->engine.problem->position.kind == PLUMB_POSITION_ALIBI;
    for (size_t j = 0; j < s->engine.problem->key_length; j++) {
        double *to = sum + row->positions.index[j];
        double x = by_distance ? kept(s, s->bias[j] * row->factor[j]) : s->bias[j];
        *to = plumb_simulated_round(&s->engine.accumulate, *to + x);
    }
}

double plumb_simulated_bias_gradient(const plumb_simulated_backward *s, plumb_gradient gradient, double sum) {
    return plumb_simulated_round(&s->tensor[gradient], plumb_simulated_round(&s->engine.output, sum));
}

double plumb_simulated_gradient(const plumb_simulated_backward *s, plumb_gradient gradient, size_t i) {
    double x = s->moves && gradient == PLUMB_GRADIENT_OF_QUERY ? s->given_query[i]
               : s->moves && gradient == PLUMB_GRADIENT_OF_KEY ? s->given_key[i]
                                                               : stored_gradient(s, gradient, i);
    return plumb_simulated_round(&s->tensor[gradient], plumb_simulated_round(&s->engine.output, x));
}
