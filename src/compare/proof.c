/* proof.c - see proof.h. */
#include "compare/proof.h"
#include "budget/mapped.h"
#include "budget/softpick.h"
#include "compare/mapping.h"
#include "compare/proof_row.h"
#include "exact/finite.h"
#include "exact/visible.h"
#include "row/evaluate.h"
#include "row/stages.h"
#include <math.h>

/* A softmax, or alpha times one, or one whose weights are clipped. */
static bool is_softmax(const plumb_problem *p) {
    return plumb_operator_is(p->op.kind, PLUMB_IS_MEAN) || plumb_operator_is(p->op.kind, PLUMB_IS_CLIPPED);
}

static bool is_softpick(const plumb_problem *p) {
    return p->op.kind == PLUMB_SOFTPICK;
}

/* Keys that a mask hides from the softcap alone are spoken of in a softmax. */
static bool hides_behind_cap(const plumb_problem *p) {
    return p->op.softcap > 0 && p->op.softcap_order == PLUMB_BIAS_MASK_CAP;
}

/* A position that adds numbers, and nothing else that joins the scores. */
static bool adds_numbers(const plumb_problem *p) {
    return plumb_position_adds_bias(p->position.kind) && p->extra.bias == NULL &&
           !plumb_sink_is(p->op.sink, PLUMB_BIASES_FIRST_KEY);
}

static bool moves_vectors(const plumb_problem *p) {
    return plumb_position_moves_vectors(p->position.kind);
}

bool plumb_is_decided(const plumb_problem *p) {
    return (is_softmax(p) || ((is_softpick(p) || plumb_weighs_by_map(p)) && !hides_behind_cap(p))) &&
           (p->position.kind == PLUMB_POSITION_NONE || moves_vectors(p) || adds_numbers(p)) &&
           p->position.value_table == NULL;
}

typedef plumb_possibility verdict(const plumb_problem *p, const plumb_element *e, const plumb_proof_row *row,
                                  plumb_proof_room *r);

static plumb_possibility softmax_given(const plumb_problem *p, const plumb_element *e, const plumb_proof_row *row,
                                       plumb_proof_room *r) {
    return plumb_softmax_verdict(row->model.unit, row->model.tiny, plumb_exact_query(p, e->batch, e->head, e->query),
                                 plumb_proof_keys(p, e, r), r->visible, r->taking_part, row->value, row->keys,
                                 p->head_dim, p->value_dim, e->column, row->rescalings, plumb_problem_scale(p),
                                 row->joining, row->has_sink, row->logit, row->clip, row->finish, e->engine,
                                 r->verdict);
}

static plumb_possibility mapped_given(const plumb_problem *p, const plumb_element *e, const plumb_proof_row *row,
                                      plumb_proof_room *r) {
    return plumb_mapped_verdict(row->model.unit, row->model.tiny, plumb_exact_query(p, e->batch, e->head, e->query),
                                plumb_proof_keys(p, e, r), r->visible, row->value, row->keys, p->head_dim,
                                p->value_dim, e->column, row->rescalings, plumb_problem_scale(p), row->joining,
                                plumb_mapping_of(p), row->finish, e->engine, r->verdict);
}

static plumb_possibility softpick_given(const plumb_problem *p, const plumb_element *e, const plumb_proof_row *row,
                                        plumb_proof_room *r) {
    return plumb_softpick_verdict(row->model.unit, row->model.tiny, plumb_exact_query(p, e->batch, e->head, e->query),
                                  plumb_proof_keys(p, e, r), r->visible, row->value, row->keys, p->head_dim,
                                  p->value_dim, e->column, row->rescalings, plumb_problem_scale(p), row->joining,
                                  p->op.epsilon, row->finish, e->engine, r->verdict);
}

static bool moved_row_of(const plumb_problem *p, const plumb_element *e, const plumb_proof_row *row,
                         plumb_proof_room *r, plumb_moved_row *vectors) {
    return plumb_moved_row_of(p, row->model.unit, row->model.tiny, e, r->visible, &r->positions, &r->moved, vectors);
}

static plumb_possibility softmax_moved(const plumb_problem *p, const plumb_element *e, const plumb_proof_row *row,
                                       plumb_proof_room *r) {
    plumb_moved_row vectors;
    if (!moved_row_of(p, e, row, r, &vectors))
        return PLUMB_POSSIBLE;
    return plumb_moved_verdict(row->model.unit, row->model.tiny, vectors, r->visible, r->taking_part, row->value,
                               row->keys, p->head_dim, p->value_dim, e->column, row->rescalings,
                               plumb_problem_scale(p), row->joining, row->has_sink, row->logit, row->clip, row->finish,
                               e->engine, r->verdict);
}

static plumb_possibility mapped_moved(const plumb_problem *p, const plumb_element *e, const plumb_proof_row *row,
                                      plumb_proof_room *r) {
    plumb_moved_row vectors;
    if (!moved_row_of(p, e, row, r, &vectors))
        return PLUMB_POSSIBLE;
    return plumb_moved_mapped_verdict(row->model.unit, row->model.tiny, vectors, r->visible, row->value, row->keys,
                                      p->head_dim, p->value_dim, e->column, row->rescalings, plumb_problem_scale(p),
                                      row->joining, plumb_mapping_of(p), row->finish, e->engine, r->verdict);
}

static plumb_possibility softpick_moved(const plumb_problem *p, const plumb_element *e, const plumb_proof_row *row,
                                        plumb_proof_room *r) {
    plumb_moved_row vectors;
    if (!moved_row_of(p, e, row, r, &vectors))
        return PLUMB_POSSIBLE;
    return plumb_moved_softpick_verdict(row->model.unit, row->model.tiny, vectors, r->visible, row->value, row->keys,
                                        p->head_dim, p->value_dim, e->column, row->rescalings, plumb_problem_scale(p),
                                        row->joining, p->op.epsilon, row->finish, e->engine, r->verdict);
}

static verdict *verdict_of(const plumb_problem *p) {
    if (is_softmax(p))
        return moves_vectors(p) ? softmax_moved : softmax_given;
    if (is_softpick(p))
        return moves_vectors(p) ? softpick_moved : softpick_given;
    return moves_vectors(p) ? mapped_moved : mapped_given;
}

/* What an engine gives where no key takes part is a convention. */
static bool is_impossible(const plumb_problem *p, const plumb_precision *precision, const plumb_element *e,
                          plumb_format format, plumb_proof_room *r) {
    plumb_proof_row row = plumb_proof_row_of(p, precision, e, format, r);
    return row.taking_part > 0 && verdict_of(p)(p, e, &row, r) == PLUMB_IMPOSSIBLE;
}

int plumb_prove_impossible(const plumb_problem *problem, const plumb_precision *precision, const plumb_element *element,
                           plumb_format format, bool *proved) {
    plumb_proof_room room;
    *proved = false;
    if (!plumb_is_decided(problem) || problem->key_length == 0 || !isfinite(element->engine) ||
        !plumb_exact_keys_finite(problem, element->batch, element->head, element->query))
        return 0;
    if (plumb_proof_room_init(&room, problem, precision) != 0)
        return -1;
    *proved = is_impossible(problem, precision, element, format, &room);
    plumb_proof_room_free(&room);
    return 0;
}
