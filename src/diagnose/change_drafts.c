/* change_drafts.c - trees of drafts that are misread: computes the boolean mask again. */
#include "case/boolean.h"
#include "case/drafts.h"
#include "case/lengths.h"
#include "diagnose/change.h"
#include "diagnose/changes.h"
#include "diagnose/shown.h"

/* What stands behind the queries of an entry is nobody's parent. */
static int64_t parent_of_first(const plumb_problem *p, const plumb_drafts *drafts, size_t t) {
    const int64_t *queries = p->sequences.length;
    return queries == NULL || (int64_t)t < queries[0] ? drafts->parent[t] : -1;
}

static int64_t taken(const plumb_making *m, const plumb_drafts *drafts, size_t b, size_t t) {
    switch ((plumb_draft_fault)m->by->integer) {
    case PLUMB_DRAFTS_IN_CHAIN:
        return (int64_t)t - 1;
    case PLUMB_DRAFTS_APART:
        return -1;
    case PLUMB_DRAFTS_OF_FIRST_ENTRY:
        return parent_of_first(m->p, drafts, t);
    default:
        return drafts->parent[b * m->p->query_length + t];
    }
}

int plumb_mistake_drafts(const plumb_making *m) {
    static const plumb_tensor none = {.source = "", .name = ""};
    plumb_problem problem = *m->p;
    const plumb_drafts *stated = problem.mask.drafts;
    size_t queries = problem.query_length;
    plumb_error error;
    if (stated == NULL || problem.mask.allowed == NULL || problem.mask.lists != NULL)
        return 0;
    int64_t *parent = plumb_storage_take(m->storage, problem.batch * queries, sizeof *parent);
    plumb_drafts *other = plumb_change_copy(m->storage, stated, 1, sizeof *stated);
    if (parent == NULL || other == NULL)
        return -1;
    for (size_t i = 0; i < problem.batch * queries; i++)
        parent[i] = taken(m, stated, i / queries, i % queries);
    other->parent = parent;
    problem.mask.drafts = other;
    plumb_boolean_put(&stated->beside, &problem);
    if ((m->by->integer != PLUMB_DRAFTS_LEFT_OUT && !plumb_drafts_hide(other, m->storage, &problem)) ||
        plumb_lengths_hide(&none, m->storage, &problem, &error) != 0)
        return -1;
    if (plumb_shows_same(&problem, m->p))
        return 0;
    *m->p = problem;
    return 1;
}
