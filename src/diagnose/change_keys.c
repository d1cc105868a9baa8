#include "diagnose/change.h"
#include "diagnose/changes.h"
#include "diagnose/gather.h"
#include "diagnose/shown.h"

/* context: the neighbour */
static double left(const plumb_score_place *at) {
    const plumb_neighbour *by = at->context;
    return at->allowed && ((int64_t)at->j < by->integer || (int64_t)at->j >= by->second);
}

int plumb_leave_out_keys(const plumb_making *m) {
    plumb_problem before = *m->p;
    int result = plumb_change_allowed(m->storage, m->p, (plumb_score_change){.rule = left, .context = m->by});
    return result == 1 ? !plumb_shows_same(&before, m->p) : result;
}

static double doubled(const plumb_score_place *at) {
    const plumb_neighbour *by = at->context;
    int64_t key = by->second != 0 ? (int64_t)at->t + plumb_offset_of(at->p, at->b) : by->integer;
    return (int64_t)at->j == key ? at->bias + PLUMB_LN_2 : at->bias;
}

/* A weight of a softmax is doubled by ln 2 beside the score, where nothing caps the sum.  The
   claims would have such a key twice, or the sum, or the score of one. */
int plumb_count_twice(const plumb_making *m) {
    const plumb_problem *p = m->p;
    const plumb_case *c = m->changed;
    bool own = m->by->second != 0;
    bool capped = p->op.softcap > 0 && p->op.softcap_order != PLUMB_CAP_BIAS_MASK;
    bool mean = p->op.kind == PLUMB_SOFTMAX || p->op.kind == PLUMB_SCALED_SOFTMAX;
    if (!mean || capped || c->weights.present || c->scores.present ||
        (own && !plumb_mask_counts(p) && p->query_length != p->key_length))
        return 0;
    return plumb_change_bias(m->storage, m->p, (plumb_score_change){doubled, m->by, {.query = own}, m->row});
}

int plumb_exchange_keys(const plumb_making *m) {
    plumb_problem *p = m->p;
    const double *key = p->key, *value = p->value;
    if (p->head_dim != p->value_dim || plumb_same_numbers(p->key, p->value, plumb_key_elements(p)))
        return 0;
    if ((m->by->integer & PLUMB_READ_KEYS) != 0)
        p->key = value;
    if ((m->by->integer & PLUMB_READ_VALUES) != 0)
        p->value = key;
    return 1;
}
