/* proof.c - see proof.h. */
#include "theorem/proof.h"
#include "budget/chunks_verdict.h"
#include "budget/lse_verdict.h"
#include "budget/score_verdict.h"
#include "budget/weight_verdict.h"
#include "theorem/shift_reach.h"
#include "theorem/weighing.h"
#include "exact/finite.h"
#include "row/stages.h"
#include <math.h>

/* A position that adds numbers, and nothing else that joins the scores. */
static bool adds_numbers(const plumb_problem *p) {
    return plumb_position_adds_bias(p->position.kind) && p->extra.bias == NULL &&
           !plumb_sink_is(p->op.sink, PLUMB_BIASES_FIRST_KEY);
}

bool plumb_is_decided(const plumb_problem *p) {
    plumb_weighing weighing;
    return plumb_proof_weighing(p, &weighing) &&
           (p->position.kind == PLUMB_POSITION_NONE || plumb_rotates_output(&p->position) ||
            plumb_position_moves_vectors(p->position.kind) || plumb_position_joins_products(p->position.kind) ||
            adds_numbers(p));
}

/* Where scores are products and nothing else, some of the keys may be summed before the query comes in, or all. */
static bool is_impossible_by_chunks(const plumb_problem *p, const plumb_element *e, const plumb_proof_row *row,
                                    const plumb_mapping *mapping, plumb_proof_workspace *r) {
    plumb_set_keys_first(&row->scored, &r->linear);
    return plumb_chunks_verdict(row->model.unit, row->model.tiny, row->scored, r->linear.query, r->linear.key,
                                row->value, p->value_dim, e->column, row->rescalings, *mapping, row->finish, e->engine,
                                r->verdict) == PLUMB_IMPOSSIBLE;
}

static bool is_excluded(const plumb_problem *p, const plumb_element *e, const plumb_proof_row *row,
                        plumb_weighing weighing, plumb_finish finish, plumb_proof_workspace *r) {
    bool adds = row->added != NULL;
    plumb_row_values weighed = {row->value, adds ? row->added : row->value, p->value_dim, e->column, adds};
    return plumb_row_verdict(row->model.unit, row->model.tiny, row->scored, r->taking_part, weighed, row->rescalings,
                             row->has_sink, row->logit, weighing, finish, e->engine, r->verdict,
                             r->twofold) == PLUMB_IMPOSSIBLE;
}

/* The factor of a scaled softmax multiplies each weight, where it does not multiply the output. */
static bool is_excluded_by_weights(const plumb_problem *p, const plumb_element *e, const plumb_proof_row *row,
                                   plumb_proof_workspace *r) {
    plumb_finish finish = row->finish;
    finish.has_factor = 0;
    return is_excluded(p, e, row, (plumb_weighing){.kind = PLUMB_WEIGHED_BY_SCALED_SOFTMAX, .factor = p->op.alpha},
                       finish, r);
}

static bool is_output_impossible(const plumb_problem *p, const plumb_element *e, const plumb_proof_row *row,
                                 plumb_proof_workspace *r) {
    plumb_weighing weighing;
    if (!plumb_proof_weighing(p, &weighing) || !is_excluded(p, e, row, weighing, row->finish, r) ||
        (row->finish.has_factor && !is_excluded_by_weights(p, e, row, r)))
        return false;
    return !plumb_sums_keys_first(p) || is_impossible_by_chunks(p, e, row, &weighing.mapping, r);
}

static bool is_score_impossible(const plumb_element *e, const plumb_proof_row *row, plumb_proof_workspace *r) {
    return plumb_score_verdict(row->model.unit, row->model.tiny, row->scored, r->taking_part, e->column, e->engine,
                               r->verdict.score, r->verdict.off) == PLUMB_IMPOSSIBLE;
}

/* A sink that the log-sum-exp leaves out stands behind all keys, with a key of its own or with a logit. */
static bool is_lse_impossible(const plumb_problem *p, const plumb_element *e, const plumb_proof_row *row,
                              plumb_proof_workspace *r) {
    size_t summed = p->op.sink_outside_lse ? p->key_length : row->scored.keys + 1;
    return plumb_lse_verdict(row->model.unit, row->model.tiny, row->scored, r->taking_part, summed, row->rescalings,
                             row->has_sink, row->logit, e->engine, r->verdict) == PLUMB_IMPOSSIBLE;
}

static bool misses_weight(const plumb_element *e, const plumb_proof_row *row, plumb_weighing weighing,
                          plumb_finish finish, plumb_proof_workspace *r) {
    plumb_row_values indicator = {.value = row->value, .added = row->value, .width = 1};
    return plumb_weight_verdict(row->model.unit, row->model.tiny, row->scored, r->taking_part, indicator, e->column,
                                row->rescalings, row->has_sink, row->logit, weighing, finish, e->engine, r->verdict,
                                r->twofold) == PLUMB_IMPOSSIBLE;
}

/* The weight of a key that takes part; a factor multiplies each or what comes of all. */
static bool is_weight_impossible(const plumb_problem *p, const plumb_element *e, const plumb_proof_row *row,
                                 plumb_proof_workspace *r) {
    plumb_weighing weighing, scaled = {.kind = PLUMB_WEIGHED_BY_SCALED_SOFTMAX, .factor = p->op.alpha};
    plumb_finish none = {.has_factor = 0};
    return r->taking_part[e->column] && plumb_proof_weighing(p, &weighing) &&
           misses_weight(e, row, weighing, row->finish, r) &&
           (!row->finish.has_factor || misses_weight(e, row, scaled, none, r));
}

/* What an engine gives where no key takes part is a convention. */
static bool is_impossible(const plumb_problem *p, const plumb_precision *precision, plumb_quantity quantity,
                          const plumb_element *e, plumb_format format, plumb_proof_workspace *r) {
    plumb_proof_row row = plumb_proof_row_of(p, precision, quantity, e, format, r);
    if (row.taking_part == 0 || !plumb_proof_vectors(p, e, r, &row))
        return false;
    if (quantity == PLUMB_SCORES)
        return is_score_impossible(e, &row, r);
    if (!plumb_allow_shift(p, precision, e, &row, r))
        return false;
    if (quantity == PLUMB_WEIGHTS)
        return is_weight_impossible(p, e, &row, r);
    return quantity == PLUMB_LSE ? is_lse_impossible(p, e, &row, r) : is_output_impossible(p, e, &row, r);
}

/* Under a power softmax and softpick the theorem speaks of maxima alone; scores have no shift. */
static bool knows_shift(const plumb_problem *p, const plumb_precision *precision, plumb_quantity quantity) {
    plumb_weighing weighing;
    return precision->shift.rule == PLUMB_SHIFT_MAXIMUM || quantity == PLUMB_SCORES ||
           (plumb_proof_weighing(p, &weighing) && weighing.kind != PLUMB_WEIGHED_BY_POWER_SOFTMAX &&
            weighing.kind != PLUMB_WEIGHED_BY_SOFTPICK);
}

bool plumb_proof_decides(const plumb_problem *problem, const plumb_precision *precision, plumb_quantity quantity) {
    return plumb_is_decided(problem) && knows_shift(problem, precision, quantity);
}

int plumb_prove_impossible(const plumb_problem *problem, const plumb_precision *precision, plumb_quantity quantity,
                           const plumb_element *element, plumb_format format, plumb_proof_workspace *kept,
                           bool *proved) {
    *proved = false;
    /* the theorem does not cover columns that are rotated back */
    if (quantity == PLUMB_OUTPUT && plumb_column_turns(&problem->position, problem->head_dim, element->column))
        return 0;
    if (element->finding == PLUMB_MAY_OVERFLOW || !plumb_is_decided(problem) ||
        !knows_shift(problem, precision, quantity) || problem->key_length == 0 || !isfinite(element->engine) ||
        !plumb_exact_keys_finite(problem, element->batch, element->head, element->query))
        return 0;
    if (!kept->is_made && plumb_proof_workspace_init(kept, problem, precision) != 0)
        return -1;
    *proved = is_impossible(problem, precision, quantity, element, format, kept);
    return 0;
}
