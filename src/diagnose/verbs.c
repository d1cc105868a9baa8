#include "diagnose/verbs.h"
#include "diagnose/change_places.h"
#include "diagnose/change_rope.h"
#include "diagnose/change_round.h"
#include "diagnose/change_slopes.h"
#include "diagnose/change_sums.h"
#include "diagnose/restate.h"
#include "diagnose/shown.h"
#include "exact/round.h"
#include <math.h>
#include <string.h>

/* ---- tensors that a case need not hold ---- */

static int make_tensor(const plumb_making *m, plumb_member member) {
    plumb_problem *p = m->p;
    int64_t *position;
    double *table, *sine;
    switch (member) {
    case PLUMB_MEMBER_QUERY_POSITIONS:
    case PLUMB_MEMBER_KEY_POSITIONS:
        return plumb_state_positions(m->storage, p, NULL, NULL);
    case PLUMB_MEMBER_SLOPES:
        return p->position.kind == PLUMB_POSITION_ALIBI ? plumb_state_slopes(m->storage, p) : 0;
    case PLUMB_MEMBER_POSITION_TABLE:
        return p->position.kind == PLUMB_POSITION_SINUSOIDAL ? plumb_tabulate_sums(m->storage, p, &table) : 1;
    case PLUMB_MEMBER_ROPE_COS:
        return plumb_tabulate_rotation(m->storage, p, &position, &table, &sine);
    default:
        return 1;
    }
}

static int make_tensors(const plumb_making *m) {
    const char *names = m->by->of;
    plumb_member member;
    int result = 1;
    while (result == 1 && (member = plumb_next_member(&names)) != PLUMB_MEMBERS)
        result = make_tensor(m, member);
    return result;
}

/* ---- what comes of a change ---- */

static bool is_same(double before, double after) {
    return before == after || (isnan(before) && isnan(after));
}

/* Whether a tensor holds what it may, and *differs whether something else than before. */
static bool compare(plumb_member member, const plumb_tensor_view *before, const void *after, bool *differs) {
    const double *a = *before->place, *b = after;
    bool hides = member == PLUMB_MEMBER_BIAS;
    if (before->width != sizeof *a || before->integers) {
        *differs = *differs || memcmp(*before->place, after, before->count * before->width) != 0;
        return true;
    }
    for (size_t i = 0; i < before->count; i++) {
        if (hides ? isnan(b[i]) || b[i] == INFINITY : isfinite(a[i]) && !isfinite(b[i]))
            return false;
        *differs = *differs || !is_same(a[i], b[i]);
    }
    return true;
}

/* Fills `to` from the tensor as it is. */
typedef void fill(const plumb_making *m, const plumb_tensor_view *view, void *to);

static int change_one(const plumb_making *m, plumb_member member, fill *with, bool *differs) {
    plumb_tensor_view view;
    if (!plumb_tensor_in(m->changed, member, &view))
        return 1;
    void *to = plumb_storage_take(m->storage, view.count, view.width);
    if (to == NULL)
        return -1;
    with(m, &view, to);
    if (!compare(member, &view, to, differs))
        return 0;
    *view.place = to;
    return 1;
}

static bool names_one(const plumb_making *m, plumb_member first, plumb_member last) {
    const char *names = m->by->of;
    plumb_member member;
    while ((member = plumb_next_member(&names)) != PLUMB_MEMBERS)
        if (member >= first && member <= last)
            return true;
    return false;
}

/* Position ids stand elsewhere, masks show other keys. */
static int finish(const plumb_making *m, const plumb_problem *before) {
    plumb_problem *p = m->p;
    if (names_one(m, PLUMB_MEMBER_QUERY_POSITIONS, PLUMB_MEMBER_KEY_POSITIONS))
        return plumb_places_made(before, p, (int64_t *)p->position.query_position,
                                 (int64_t *)p->position.key_position);
    if (names_one(m, PLUMB_MEMBER_QUERY_SEGMENTS, PLUMB_MEMBER_ALLOWED) && plumb_shows_same(before, p))
        return 0;
    return plumb_case_allowed(m->changed);
}

static int change_all(const plumb_making *m, fill *with) {
    const char *names = m->by->of;
    plumb_problem before = *m->p;
    plumb_member member;
    bool differs = false;
    int result = make_tensors(m);
    while (result == 1 && (member = plumb_next_member(&names)) != PLUMB_MEMBERS)
        result = change_one(m, member, with, &differs);
    return result != 1 || !differs ? (result == 1 ? 0 : result) : finish(m, &before);
}

/* ---- the verbs ---- */

static size_t taken(const plumb_making *m, size_t i, size_t n) {
    size_t groups = m->p->key_heads;
    switch ((plumb_taken)m->by->second) {
    case PLUMB_FIRST:
        return 0;
    case PLUMB_LAST:
        return n - 1;
    case PLUMB_NEXT:
        return (i + 1) % n;
    case PLUMB_BEFORE:
        return (i + n - 1) % n;
    case PLUMB_AFTER:
        return i + 1 < n ? i + 1 : i;
    case PLUMB_PREVIOUS:
        return i > 0 ? i - 1 : i;
    case PLUMB_REVERSED:
        return n - 1 - i;
    case PLUMB_OF_KEY_HEAD:
        return groups < n ? i / (n / groups) : i;
    case PLUMB_OF_TILED_HEAD:
        return i % groups;
    case PLUMB_OF_RANK:
    default:
        return i % (n / (size_t)m->by->number);
    }
}

static void take(const plumb_making *m, const plumb_tensor_view *view, void *to) {
    size_t axis = (size_t)m->by->integer, n = view->size[axis], inner = view->width;
    const char *from = *view->place;
    for (size_t i = axis + 1; i < 4; i++)
        inner *= view->size[i];
    for (size_t block = 0; inner > 0 && block < view->count * view->width / inner; block++)
        memcpy((char *)to + block * inner, from + (block / n * n + taken(m, block % n, n)) * inner, inner);
}

int plumb_verb_take(const plumb_making *m) {
    bool by_rank = m->by->second == PLUMB_OF_RANK;
    if (by_rank && (m->by->number < 1 || m->p->query_heads % (size_t)m->by->number != 0))
        return 0;
    return change_all(m, take);
}

static double factor_of(const plumb_making *m) {
    double scale = plumb_change_scale(m->p);
    return m->by->number * (m->by->second > 0 ? scale : m->by->second < 0 ? 1 / scale : 1);
}

static void multiply(const plumb_making *m, const plumb_tensor_view *view, void *to) {
    double factor = factor_of(m);
    const double *from = *view->place;
    const int64_t *integer = *view->place;
    for (size_t i = 0; i < view->count; i++)
        if (view->integers)
            ((int64_t *)to)[i] = integer[i] * (int64_t)factor;
        else
            ((double *)to)[i] = isinf(from[i]) ? from[i] : from[i] * factor;
}

int plumb_verb_multiply(const plumb_making *m) {
    return isfinite(factor_of(m)) ? change_all(m, multiply) : 0;
}

static void add(const plumb_making *m, const plumb_tensor_view *view, void *to) {
    const int64_t *from = *view->place;
    for (size_t i = 0; i < view->count; i++)
        ((int64_t *)to)[i] = from[i] + m->by->integer;
}

int plumb_verb_add(const plumb_making *m) {
    return change_all(m, add);
}

static void count(const plumb_making *m, const plumb_tensor_view *view, void *to) {
    bool of_keys = *view->place == m->p->position.key_position;
    int64_t first = of_keys ? 0 : m->by->integer;
    for (size_t i = 0; i < view->count; i++)
        ((int64_t *)to)[i] = first + (int64_t)(i % view->size[PLUMB_LENGTH]);
}

int plumb_verb_count(const plumb_making *m) {
    return plumb_has_ids(m->p) ? change_all(m, count) : 0;
}

static void round_all(const plumb_making *m, const plumb_tensor_view *view, void *to) {
    plumb_format format = (plumb_format)m->by->integer;
    const double *from = *view->place;
    const int64_t *integer = *view->place;
    for (size_t i = 0; i < view->count; i++)
        if (view->integers) {
            double p = plumb_round_twice((double)integer[i], format);
            ((int64_t *)to)[i] = isfinite(p) ? (int64_t)p : PLUMB_POSITION_MAX + 1;
        } else
            ((double *)to)[i] =
                m->by->second != 0 ? plumb_round_double(from[i], format) : plumb_round_twice(from[i], format);
}

int plumb_verb_round(const plumb_making *m) {
    return change_all(m, round_all);
}

static void relayout(const plumb_making *m, const plumb_tensor_view *view, void *to) {
    plumb_copy_memory(to, *view->place, view->width, view->size, (plumb_memory)m->by->integer);
}

int plumb_verb_relayout(const plumb_making *m) {
    return change_all(m, relayout);
}
