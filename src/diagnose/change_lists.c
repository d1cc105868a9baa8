/* change_lists.c - lists of keys that are misread: computes the boolean mask again. */
#include "case/boolean.h"
#include "case/lengths.h"
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

static int show_all(const plumb_lists *l, plumb_problem *p) {
    plumb_boolean_put(&l->beside, p);
    return 1;
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

int plumb_mistake_lists(const plumb_making *m) {
    static const plumb_tensor none = {.source = "", .name = ""};
    plumb_problem problem = *m->p;
    const plumb_lists *stated = problem.mask.lists;
    plumb_error error;
    if (stated == NULL || problem.mask.allowed == NULL)
        return 0;
    plumb_lists *other = plumb_change_copy(m->storage, stated, 1, sizeof *stated);
    if (other == NULL)
        return -1;
    if (m->by->integer == PLUMB_DUPLICATES_SEEN_ONCE || m->by->integer == PLUMB_DUPLICATES_SEEN_EACH)
        return count_otherwise(m, other);
    if (m->by->integer == PLUMB_LISTS_LEFT_OUT)
        other->each = false;
    int made = m->by->integer == PLUMB_LISTS_LEFT_OUT ? show_all(stated, &problem) : read_otherwise(m, stated, other);
    if (made != 1)
        return made;
    problem.mask.lists = other;
    if ((m->by->integer != PLUMB_LISTS_LEFT_OUT && !plumb_lists_hide(other, m->storage, &problem)) ||
        plumb_lengths_hide(&none, m->storage, &problem, &error) != 0)
        return -1;
    if (!other->each && plumb_shows_same(&problem, m->p))
        return 0;
    *m->p = problem;
    return 1;
}
