#include "diagnose/changes.h"
#include "diagnose/shown.h"
#include "diagnose/verbs.h"
#include <string.h>

size_t plumb_groups(const plumb_case *c) {
    return c->tiled_heads != 0 ? c->tiled_heads : c->problem.key_heads;
}

/* For each query head its own copy of the matrices of its key head; they themselves where it has one already. */
static const double *repeated(const plumb_making *m, const double *from, size_t count) {
    const plumb_problem *p = m->p;
    size_t heads = p->query_heads, each = heads / p->key_heads;
    if (each == 1)
        return from;
    double *to = plumb_storage_take(m->storage, p->batch * heads * count, sizeof *to);
    for (size_t n = 0; to != NULL && n < p->batch * heads; n++)
        memcpy(to + n * count, from + n / each * count, count * sizeof *to);
    return to;
}

int plumb_map_heads(const plumb_making *m) {
    plumb_problem *p = m->p;
    size_t groups = plumb_groups(m->changed);
    bool both = strncmp(m->by->of, "k v", 3) == 0;
    if (groups != (size_t)m->by->number)
        return 0;
    p->key = repeated(m, p->key, p->key_length * p->head_dim);
    p->value = repeated(m, p->value, p->key_length * p->value_dim);
    if (p->key == NULL || p->value == NULL)
        return -1;
    p->key_heads = p->query_heads;
    int result = plumb_verb_take(m);
    m->changed->tiled_heads = m->by->second == PLUMB_TILED && both ? groups : 0;
    return result;
}

/* ---- heads and positions exchanged ---- */

/* context: how many keys each head has */
static double up_to_own_head(const plumb_score_place *at) {
    const size_t *keys = at->context;
    return at->j / *keys <= at->h;
}

/* Positions that documents may be told by, over and over. */
static const int64_t *count_positions(plumb_storage *storage, size_t count, size_t length) {
    int64_t *position = plumb_storage_take(storage, count, sizeof *position);
    for (size_t i = 0; position != NULL && i < count; i++)
        position[i] = (int64_t)(i % length);
    return position;
}

/* Whether nothing stands in the way of exchanging heads and positions: all that a case can state of
   either is missing, but for a causal mask. */
static bool may_exchange(const plumb_case *c) {
    const plumb_problem *p = &c->problem;
    const plumb_mask *m = &p->mask;
    bool masked = m->windowed || m->prefixed || m->streaming || m->chunk != 0 || m->query_segment != NULL ||
                  m->group != NULL || m->allowed != NULL || p->extra.bias != NULL;
    return !masked && p->query_length == p->key_length && p->key_heads > 1 && c->tiled_heads == 0 &&
           p->key_length > 1 && p->position.kind == PLUMB_POSITION_NONE && p->op.sink == PLUMB_SINK_NONE &&
           !c->weights.present && !c->scores.present;
}

/* All key heads become one, whose documents are the positions. */
int plumb_exchange_heads(const plumb_making *m) {
    plumb_problem problem = *m->p;
    size_t length = problem.key_length;
    bool masked = m->by->integer != 0;
    if (!may_exchange(m->changed) || (masked && !problem.causal.causal))
        return 0;
    problem.causal = (plumb_causal){false, 0};
    problem.key_length *= problem.key_heads;
    problem.key_heads = 1;
    problem.mask.query_segment = count_positions(m->storage, problem.batch * length, length);
    problem.mask.key_segment = count_positions(m->storage, problem.batch * problem.key_length, length);
    if (problem.mask.query_segment == NULL || problem.mask.key_segment == NULL)
        return -1;
    const plumb_score_change change = {.rule = up_to_own_head, .context = &length, .varies = {.head = true}};
    if (masked && plumb_change_allowed(m->storage, &problem, change) < 0)
        return -1;
    *m->p = problem;
    return 1;
}
