/* change_lse.c - log-sum-exps with something added: as SageAttention has them, which takes the mean off the keys before
   it rounds them to 8 bits, and adds its product with the query again if it is asked to. */
#include "case/lengths.h"
#include "diagnose/change.h"
#include "diagnose/changes.h"
#include "row/evaluate.h"
#include "exact/visible.h"

/* The engine's numbers, to be changed; NULL if memory is short. */
static double *take_claim(const plumb_making *m) {
    plumb_claim *lse = &m->changed->lse;
    double *value = plumb_change_copy(m->storage, lse->value, lse->count, sizeof *value);
    lse->value = value;
    return value;
}

int plumb_add_to_lse(const plumb_making *m) {
    const double *added = m->p->extra.lse_added;
    if (added == NULL)
        return 0;
    double *value = take_claim(m);
    for (size_t i = 0; value != NULL && i < m->changed->lse.count; i++)
        value[i] += m->by->number * added[i];
    return value != NULL ? 1 : -1;
}

bool plumb_smooths_keys(const plumb_problem *p) {
    return plumb_operator_is(p->op.kind, PLUMB_IS_SOFTMAX) && !plumb_sink_adds_logit(p->op.sink) &&
           p->op.softcap == 0 && !plumb_position_moves_vectors(p->position.kind) &&
           !plumb_position_joins_products(p->position.kind);
}

/* mean [head_dim] of the keys of a head that exist. */
static void find_mean(const plumb_problem *p, size_t b, size_t h, double *mean) {
    size_t first = plumb_lengths_first(p, b), end = plumb_lengths_end(p, b);
    for (size_t c = 0; c < p->head_dim; c++)
        mean[c] = 0;
    for (size_t j = first; j < end; j++)
        for (size_t c = 0; c < p->head_dim; c++)
            mean[c] += plumb_exact_key(p, b, h, j)[c] / (double)(end - first);
}

int plumb_smooth_keys(const plumb_making *m) {
    const plumb_problem *p = m->p;
    double scale = plumb_problem_scale(p).mid, *mean = plumb_storage_take(m->storage, p->head_dim, sizeof *mean);
    double *value = mean != NULL ? take_claim(m) : NULL;
    if (value == NULL)
        return -1;
    for (size_t row = 0; row < m->changed->lse.count; row++) {
        size_t head = row / p->query_length, t = row % p->query_length, h = head % p->query_heads;
        size_t b = head / p->query_heads;
        const double *query = plumb_exact_query(p, b, h, t);
        if (t == 0)
            find_mean(p, b, h, mean);
        for (size_t c = 0; c < p->head_dim; c++)
            value[row] += scale * query[c] * mean[c];
    }
    return 1;
}
