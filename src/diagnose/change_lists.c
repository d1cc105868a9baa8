/* change_lists.c - lists of keys and trees of drafts that are misread: computes the boolean mask again. */
#include "case/boolean.h"
#include "case/drafts.h"
#include "case/lists.h"
#include "diagnose/change.h"
#include "diagnose/changes.h"
#include "diagnose/shown.h"

/* The index that is read in its place; -1 of one that is lost. */
static int64_t taken(const plumb_making *m, const plumb_lists *l, size_t list, size_t i) {
    size_t each = l->heads * l->rows, row = list % l->rows, last = (size_t)l->count[list] - 1;
    int64_t index = l->index[list * l->listed + i], by = (int64_t)m->by->number;
    size_t b = list / each;
    switch ((plumb_list_fault)m->by->integer) {
    case PLUMB_INDEX_MOVED:
        return index < 0 ? index : index + by;
    case PLUMB_NONE_IS_FIRST:
        return index < 0 ? 0 : index;
    case PLUMB_NONE_IS_LAST:
        return index < 0 ? (int64_t)plumb_lists_blocks(l, m->p, b) - 1 : index;
    case PLUMB_LAST_INDEX_LOST:
        return i == last ? -1 : index;
    case PLUMB_LIST_OF_FIRST_HEAD:
        return l->index[(b * each + row) * l->listed + i];
    case PLUMB_LIST_OF_FIRST_QUERY:
        return l->index[(list - row) * l->listed + i];
    case PLUMB_LIST_OF_FIRST_ENTRY:
        return l->index[list % each * l->listed + i];
    default:
        return index;
    }
}

/* How many of a list are read. */
static int64_t taken_count(const plumb_making *m, const plumb_lists *l, size_t list) {
    size_t each = l->heads * l->rows, row = list % l->rows;
    switch ((plumb_list_fault)m->by->integer) {
    case PLUMB_COUNT_LEFT_OUT:
        return (int64_t)l->listed;
    case PLUMB_LIST_OF_FIRST_HEAD:
        return l->count[list / each * each + row];
    case PLUMB_LIST_OF_FIRST_QUERY:
        return l->count[list - row];
    case PLUMB_LIST_OF_FIRST_ENTRY:
        return l->count[list % each];
    default:
        return l->count[list];
    }
}

/* Whether each of them is that of a key of its batch entry: what lies elsewhere nobody knows. */
static bool are_there(const plumb_lists *l, const plumb_problem *p) {
    size_t each = l->heads * l->rows;
    for (size_t list = 0; list < p->batch * each; list++)
        for (size_t i = 0; i < (size_t)l->count[list]; i++) {
            int64_t index = l->index[list * l->listed + i];
            if (index != -1 && !plumb_lists_has(l, p, list / each, index))
                return false;
        }
    return true;
}

/* 1, 0 where an index is no key's, or -1 if memory is short. */
static int read_otherwise(const plumb_making *m, const plumb_lists *stated, plumb_lists *other) {
    size_t lists = m->p->batch * stated->heads * stated->rows;
    int64_t *count = plumb_storage_take(m->storage, lists, sizeof *count);
    int64_t *index = plumb_storage_take(m->storage, lists * stated->listed, sizeof *index);
    if (count == NULL || index == NULL)
        return -1;
    if (m->by->integer == PLUMB_BLOCK_RESIZED)
        other->key_block = (int64_t)m->by->number;
    for (size_t list = 0; list < lists; list++) {
        count[list] = taken_count(m, stated, list);
        for (size_t i = 0; i < (size_t)count[list]; i++)
            index[list * stated->listed + i] = taken(m, stated, list, i);
    }
    other->count = count;
    other->index = index;
    return are_there(other, m->p);
}

/* Whether a list names a key twice is known when keys are copied (neighbour.c), or were. */
static int count_otherwise(const plumb_making *m, plumb_lists *other) {
    bool each = m->by->integer == PLUMB_DUPLICATES_SEEN_EACH;
    if (!each && m->changed->uncopied == NULL)
        return 0;
    other->each = each;
    m->p->mask.lists = other;
    return 1;
}

/* Ends a change of what makes the boolean mask, which hides nothing yet but what it hides besides: made, as the others
   are; hides: whether it hides anything now. */
static int finish(const plumb_making *m, plumb_problem *problem, bool hides, bool counts_each) {
    bool whole = !hides || (problem->mask.drafts != m->p->mask.drafts
                                ? plumb_drafts_hide(problem->mask.drafts, m->storage, problem)
                                : plumb_lists_hide(problem->mask.lists, m->storage, problem));
    if (!whole || plumb_hide_lengths(m->storage, problem) != 1)
        return -1;
    if (!counts_each && plumb_shows_same(problem, m->p))
        return 0;
    *m->p = *problem;
    return 1;
}

int plumb_mistake_lists(const plumb_making *m) {
    plumb_problem problem = *m->p;
    const plumb_lists *stated = problem.mask.lists;
    if (stated == NULL || problem.mask.allowed == NULL)
        return 0;
    plumb_lists *other = plumb_change_copy(m->storage, stated, 1, sizeof *stated);
    if (other == NULL)
        return -1;
    if (m->by->integer == PLUMB_DUPLICATES_SEEN_ONCE || m->by->integer == PLUMB_DUPLICATES_SEEN_EACH)
        return count_otherwise(m, other);
    bool hides = m->by->integer != PLUMB_LISTS_LEFT_OUT;
    int made = hides ? read_otherwise(m, stated, other) : 1;
    if (made != 1)
        return made;
    if (!hides)
        plumb_boolean_put(&stated->beside, &problem);
    other->each = hides && other->each;
    problem.mask.lists = other;
    return finish(m, &problem, hides, other->each);
}

/* ---- trees of drafts ---- */

/* What stands behind the queries of an entry is nobody's parent. */
static int64_t parent_of_first(const plumb_problem *p, const plumb_drafts *drafts, size_t t) {
    const int64_t *queries = p->sequences.length;
    return queries == NULL || (int64_t)t < queries[0] ? drafts->parent[t] : -1;
}

static int64_t taken_parent(const plumb_making *m, const plumb_drafts *drafts, size_t b, size_t t) {
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
    plumb_problem problem = *m->p;
    const plumb_drafts *stated = problem.mask.drafts;
    size_t queries = problem.query_length;
    if (stated == NULL || problem.mask.allowed == NULL || problem.mask.lists != NULL)
        return 0;
    int64_t *parent = plumb_storage_take(m->storage, problem.batch * queries, sizeof *parent);
    plumb_drafts *other = plumb_change_copy(m->storage, stated, 1, sizeof *stated);
    if (parent == NULL || other == NULL)
        return -1;
    for (size_t i = 0; i < problem.batch * queries; i++)
        parent[i] = taken_parent(m, stated, i / queries, i % queries);
    other->parent = parent;
    problem.mask.drafts = other;
    plumb_boolean_put(&stated->beside, &problem);
    return finish(m, &problem, m->by->integer != PLUMB_DRAFTS_LEFT_OUT, false);
}
