/* All verbs share one loop: tensors named by the neighbour that the case lacks are made first, each is copied through a
   fill function that may move or compute its numbers, and the copy replaces it.  The change applies if some number
   differs, computed numbers stay finite, and the changed case is one that the reader accepts; position ids and masks
   must also place queries elsewhere or show other keys.  A verb itself is only its fill. */
#include "diagnose/verbs.h"
#include "diagnose/change.h"
#include "diagnose/changes.h"
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

/* These put numbers elsewhere; the others compute them. */
static plumb_fill take, relayout;

/* Whether a tensor of numbers, so filled, holds what it may: what is computed of finite numbers is finite. */
static bool is_right(plumb_member member, plumb_fill *with, const plumb_tensor_view *before, const double *after) {
    const double *a = *before->place;
    bool computed = with != take && with != relayout, hides = member == PLUMB_MEMBER_BIAS;
    for (size_t i = before->first; i < before->end; i++)
        if (hides ? isnan(after[i]) || after[i] == INFINITY : computed && isfinite(a[i]) && !isfinite(after[i]))
            return false;
    return true;
}

/* Whether it holds other numbers than before. */
static bool is_other(const plumb_tensor_view *before, const void *after) {
    const double *a = *before->place, *b = after;
    if (before->width != sizeof *a || before->integers)
        return memcmp(*before->place, after, before->count * before->width) != 0;
    for (size_t i = before->first; i < before->end; i++)
        if (!is_same(a[i], b[i]))
            return true;
    return false;
}

/* For a single row, the numbers of the head that it reads. */
static void narrow(const plumb_making *m, plumb_member member, plumb_tensor_view *view) {
    bool vectors = member == PLUMB_MEMBER_Q || member == PLUMB_MEMBER_K || member == PLUMB_MEMBER_V;
    if (m->row == NULL || !vectors)
        return;
    size_t heads = view->size[PLUMB_HEADS], head = m->row->b * heads + m->row->h / (m->p->query_heads / heads);
    size_t numbers = view->size[PLUMB_LENGTH] * view->size[PLUMB_ELEMENTS];
    view->first = head * numbers;
    view->end = view->first + numbers;
}

static int change_one(const plumb_making *m, plumb_member member, plumb_fill *with, bool *differs) {
    plumb_tensor_view view;
    if (!plumb_tensor_in(m->changed, member, &view))
        return 1;
    void *to = plumb_storage_take(m->storage, view.count, view.width);
    if (to == NULL)
        return -1;
    narrow(m, member, &view);
    with(m, &view, to);
    if (view.width == sizeof(double) && !view.integers && !is_right(member, with, &view, to))
        return 0;
    *differs = *differs || is_other(&view, to);
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
        return plumb_places_made(before, p, (int64_t *)p->position.query_position, (int64_t *)p->position.key_position);
    if (names_one(m, PLUMB_MEMBER_QUERY_SEGMENTS, PLUMB_MEMBER_ALLOWED) && plumb_shows_same(before, p))
        return 0;
    return plumb_case_allowed(m->changed);
}

int plumb_change_tensors(const plumb_making *m, plumb_fill *with) {
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

/* A query head that reads the key head: tensors of tiled heads begin with each of them once. */
static size_t reader_of(const plumb_making *m, size_t key_head, size_t n) {
    return m->changed->tiled_heads != 0 ? key_head : key_head * (n / (size_t)m->by->number);
}

static size_t reader(const plumb_making *m, size_t i, size_t n) {
    size_t groups = (size_t)m->by->number, own = m->changed->tiled_heads != 0 ? i % groups : i / (n / groups);
    switch ((plumb_taken)m->by->second) {
    case PLUMB_TILED:
        return reader_of(m, i % groups, n);
    case PLUMB_INTERLEAVED:
        return reader_of(m, i / (n / groups), n);
    case PLUMB_BY_COUNT:
        return reader_of(m, i / groups, n);
    case PLUMB_BY_PADDED:
        return reader_of(m, i / plumb_power_from(n / groups), n);
    case PLUMB_NEXT_OF_KEYS:
        return reader_of(m, (own + 1) % groups, n);
    case PLUMB_BEFORE_OF_KEYS:
        return reader_of(m, (own + groups - 1) % groups, n);
    case PLUMB_REVERSED_KEYS:
    default:
        return reader_of(m, groups - 1 - own, n);
    }
}

/* n: nothing stands there. */
static size_t taken(const plumb_making *m, size_t i, size_t n) {
    size_t groups = m->p->key_heads, stated = plumb_groups(m->changed);
    size_t tile = m->by->number >= 1 ? (size_t)m->by->number : 1;
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
    case PLUMB_PREVIOUS_OR_0:
        return i > 0 ? i - 1 : n;
    case PLUMB_AFTER_OR_0:
        return i + 1;
    case PLUMB_FIRST_ALONE:
        return i < (size_t)m->by->number ? i : n;
    case PLUMB_LAST_BUT_ONE:
        return i > 0 && i + 1 == n ? i - 1 : i;
    case PLUMB_REVERSED:
        return n - 1 - i;
    case PLUMB_OTHERS_REVERSED:
        return i > 0 ? n - i : 0;
    case PLUMB_OF_KEY_HEAD:
        return groups < n ? i / (n / groups) : i;
    case PLUMB_OF_TILED_HEAD:
        return i % groups;
    case PLUMB_BY_GROUP:
        return i % (n / stated) * stated + i / (n / stated);
    case PLUMB_FROM_BY_GROUP:
        return i % stated * (n / stated) + i / stated;
    case PLUMB_OTHER_HALF:
        return (i + n / 2) % n;
    case PLUMB_OTHER_OF_PAIR:
        return (i ^ 1) < n ? i ^ 1 : i;
    case PLUMB_OF_RANK:
        return i % (n / (size_t)m->by->number);
    case PLUMB_TILE_FIRST:
        return i / tile * tile;
    case PLUMB_TILE_LAST:
        return i / tile * tile + tile < n ? i / tile * tile + tile - 1 : n - 1;
    default:
        return reader(m, i, n);
    }
}

/* How many bytes lie in a block of one number on the axis. */
static size_t inner_of(const plumb_tensor_view *view, size_t axis) {
    size_t inner = view->width;
    for (size_t i = axis + 1; i < 4; i++)
        inner *= view->size[i];
    return inner;
}

static void take(const plumb_making *m, const plumb_tensor_view *view, void *to) {
    size_t axis = (size_t)m->by->integer, n = view->size[axis], inner = inner_of(view, axis), run;
    size_t end = view->end * view->width;
    for (size_t at = view->first * view->width; at < end; at += run) {
        size_t block = at / inner, left = (block + 1) * inner - at, source = taken(m, block % n, n);
        run = left < end - at ? left : end - at;
        if (source == n)
            memset((char *)to + at, 0, run);
        else
            memcpy((char *)to + at, (const char *)*view->place + (block / n * n + source) * inner + at % inner, run);
    }
}

int plumb_verb_take(const plumb_making *m) {
    bool by_rank = m->by->second == PLUMB_OF_RANK;
    if (by_rank && (m->by->number < 1 || m->p->query_heads % (size_t)m->by->number != 0))
        return 0;
    return plumb_change_tensors(m, take);
}

static double factor_of(const plumb_making *m) {
    double scale = plumb_change_scale(m->p);
    return m->by->number * (m->by->second > 0 ? scale : m->by->second < 0 ? 1 / scale : 1);
}

static void multiply(const plumb_making *m, const plumb_tensor_view *view, void *to) {
    double factor = factor_of(m);
    const double *from = *view->place;
    const int64_t *integer = *view->place;
    const unsigned char *truth = *view->place;
    bool hides = from == m->p->extra.bias;
    for (size_t i = view->first; i < view->end; i++)
        if (view->width == 1)
            ((unsigned char *)to)[i] = (truth[i] != 0) != (factor < 0);
        else if (view->integers)
            ((int64_t *)to)[i] = integer[i] * (int64_t)factor;
        else
            ((double *)to)[i] = hides && isinf(from[i]) ? from[i] : from[i] * factor;
}

int plumb_verb_multiply(const plumb_making *m) {
    return isfinite(factor_of(m)) ? plumb_change_tensors(m, multiply) : 0;
}

static void add(const plumb_making *m, const plumb_tensor_view *view, void *to) {
    const double *from = *view->place;
    const int64_t *integer = *view->place;
    for (size_t i = view->first; i < view->end; i++)
        if (view->integers)
            ((int64_t *)to)[i] = integer[i] + m->by->integer;
        else
            ((double *)to)[i] = from[i] + m->by->number;
}

int plumb_verb_add(const plumb_making *m) {
    return plumb_change_tensors(m, add);
}

static void count(const plumb_making *m, const plumb_tensor_view *view, void *to) {
    bool of_keys = *view->place == m->p->position.key_position;
    int64_t first = of_keys ? 0 : m->by->integer;
    for (size_t i = 0; i < view->count; i++)
        ((int64_t *)to)[i] = first + (int64_t)(i % view->size[PLUMB_LENGTH]);
}

int plumb_verb_count(const plumb_making *m) {
    return plumb_has_ids(m->p) ? plumb_change_tensors(m, count) : 0;
}

static void round_all(const plumb_making *m, const plumb_tensor_view *view, void *to) {
    plumb_format format = (plumb_format)m->by->integer;
    const double *from = *view->place;
    const int64_t *integer = *view->place;
    for (size_t i = view->first; i < view->end; i++)
        if (view->integers) {
            double p = plumb_round_twice((double)integer[i], format);
            ((int64_t *)to)[i] = isfinite(p) ? (int64_t)p : PLUMB_POSITION_MAX + 1;
        } else
            ((double *)to)[i] =
                m->by->second != 0 ? plumb_round_double(from[i], format) : plumb_round_twice(from[i], format);
}

int plumb_verb_round(const plumb_making *m) {
    return plumb_change_tensors(m, round_all);
}

static void relayout(const plumb_making *m, const plumb_tensor_view *view, void *to) {
    plumb_copy_memory(to, view, (plumb_memory)m->by->integer);
}

int plumb_verb_relayout(const plumb_making *m) {
    return plumb_change_tensors(m, relayout);
}
