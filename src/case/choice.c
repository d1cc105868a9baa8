/* choice.c - list by list, and no score is kept.  What a list may choose from are the keys that the other masks show to
   some query that reads it, less those whose score is -infinity, by which indexers hide keys.  A list is right if it
   has all of these, or if all its places hold some and none that is left out has a larger score.  So any choice among
   equal scores is right, and so is anything in the places for which there are no keys.  A score that is NaN leaves a
   list unjudged.  Numbers are compared as they are stored. */
#include "case/choice.h"
#include "case/decode.h"
#include "case/lengths.h"
#include "case/shape.h"
#include "row/visible.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* What is known of a block of keys and a list; blocks of one key are keys. */
enum { SEEN = 1, CHOSEN = 2 };

typedef struct {
    const plumb_tensor *scores;
    plumb_problem problem; /* without the lists */
    const plumb_lists *lists;
    plumb_format format;
    double error;                  /* of a score */
    size_t heads, blocks;          /* of the scores */
    unsigned char *visible, *mark; /* [key_length], [blocks] */
    double *score;                 /* [blocks] */
} reader;

/* ---- what can be chosen ---- */

static void see_blocks(const reader *r, size_t b, size_t h, size_t t) {
    size_t size = (size_t)r->lists->key_block, end = plumb_lengths_end(&r->problem, b);
    plumb_show_visible(&r->problem, b, h, t, r->visible);
    for (size_t j = plumb_lengths_first(&r->problem, b); j < end; j++)
        if (r->visible[j])
            r->mark[j / size] |= SEEN;
}

static bool masks_differ_by_head(const plumb_problem *p) {
    return (p->mask.allowed != NULL && p->mask.allowed_head != 0) ||
           (p->extra.bias != NULL && p->extra.bias_head != 0);
}

/* By the queries that read list `row` of a head. */
static void mark_seen(const reader *r, size_t b, size_t head, size_t row) {
    const plumb_problem *p = &r->problem;
    size_t of = (b * r->lists->heads + head) * r->lists->rows + row, size = (size_t)r->lists->query_block;
    memset(r->mark, 0, r->blocks);
    for (size_t h = 0, first = SIZE_MAX; h < p->query_heads; h++) {
        if (plumb_list_of(p, r->lists, b, h, row * size) != of)
            continue;
        first = h < first ? h : first;
        for (size_t t = row * size; t < (row + 1) * size && t < p->query_length; t++)
            if (h == first || masks_differ_by_head(p))
                see_blocks(r, b, h, t);
    }
}

static void mark_chosen(const reader *r, size_t list) {
    for (size_t i = 0; i < (size_t)r->lists->count[list]; i++) {
        int64_t index = r->lists->index[list * r->lists->listed + i];
        if (index >= 0)
            r->mark[index] |= CHOSEN;
    }
}

/* ---- one list ---- */

/* The largest score that is left out, the smallest that is chosen, and how many are. */
typedef struct {
    size_t chosen, left_out, taken;
    bool leaves_out, unknown;
} finding;

static finding compare(const reader *r) {
    finding found = {.chosen = 0};
    for (size_t i = 0; i < r->blocks; i++) {
        double x = r->score[i];
        if ((r->mark[i] & SEEN) == 0 || x == -INFINITY)
            continue;
        found.unknown = found.unknown || isnan(x);
        bool chosen = (r->mark[i] & CHOSEN) != 0;
        if (chosen && (found.chosen++ == 0 || x < r->score[found.taken]))
            found.taken = i;
        if (!chosen && (!found.leaves_out || x > r->score[found.left_out]))
            found.left_out = i;
        found.leaves_out = found.leaves_out || !chosen;
    }
    return found;
}

/* A difference of two numbers is above 0 in binary64 if and only if it is. */
static bool is_wrong(const reader *r, const finding *found, size_t places) {
    if (!found->leaves_out || places == 0)
        return false;
    return found->chosen < places || r->score[found->left_out] - r->score[found->taken] > 2 * r->error;
}

static void note_first(const reader *r, const finding *found, size_t list, plumb_choice *to) {
    size_t places = (size_t)r->lists->count[list];
    *to = (plumb_choice){.lists = to->lists,
                         .unjudged = to->unjudged,
                         .list = list,
                         .left_out = found->left_out,
                         .left_out_score = r->score[found->left_out],
                         .full = found->chosen >= places,
                         .places = places,
                         .chosen = found->chosen,
                         .taken = found->taken};
    to->taken_score = found->chosen > 0 ? r->score[found->taken] : NAN;
}

static void judge_list(const reader *r, size_t list, plumb_choice *to) {
    size_t row = list % r->lists->rows, head = list / r->lists->rows % r->lists->heads;
    size_t b = list / r->lists->rows / r->lists->heads;
    size_t from = ((b * r->heads + (r->heads > 1 ? head : 0)) * r->lists->rows + row) * r->blocks;
    mark_seen(r, b, head, row);
    mark_chosen(r, list);
    plumb_tensor_decode_part(r->scores, r->format, from, r->blocks, r->score);
    finding found = compare(r);
    to->lists++;
    to->unjudged += found.unknown;
    if (found.unknown || !is_wrong(r, &found, (size_t)r->lists->count[list]))
        return;
    if (to->wrong == 0)
        note_first(r, &found, list, to);
    to->wrong++;
}

/* ---- all of them ---- */

static int check_shape(reader *r, plumb_error *error) {
    const plumb_lists *l = r->lists;
    const plumb_tensor *t = r->scores;
    size_t batch = r->problem.batch;
    bool by_head = t->rank == 4;
    char what[3 * PLUMB_SHAPE_TEXT];
    r->heads = by_head ? t->shape[1] : 1;
    if ((t->rank == 3 || by_head) && t->shape[0] == batch && (r->heads == 1 || r->heads == l->heads) &&
        t->shape[t->rank - 2] == l->rows && t->shape[t->rank - 1] == r->blocks)
        return plumb_decode_format(t, &r->format, error);
    snprintf(what, sizeof what, "[%zu,%zu,%zu] or [%zu,1%s%.0zu,%zu,%zu], a score of each %s for each list", batch,
             l->rows, r->blocks, batch, l->heads > 1 ? "|" : "", l->heads > 1 ? l->heads : 0, l->rows, r->blocks,
             l->key_block > 1 ? "block" : "key");
    return plumb_shape_refuse(t, what, error);
}

static int judge_lists(reader *r, plumb_choice *choice, plumb_error *error) {
    plumb_storage storage = {0};
    r->visible = plumb_storage_take(&storage, r->problem.key_length, 1);
    r->mark = plumb_storage_take(&storage, r->blocks, 1);
    r->score = plumb_storage_take(&storage, r->blocks, sizeof *r->score);
    bool made = r->visible != NULL && r->mark != NULL && r->score != NULL;
    size_t lists = r->problem.batch * r->lists->heads * r->lists->rows;
    for (size_t list = 0; made && list < lists; list++)
        judge_list(r, list, choice);
    plumb_storage_free(&storage);
    return made ? 0 : plumb_decode_memory_is_short(r->scores, error);
}

int plumb_choice_read(const plumb_case_tensors *tensors, const plumb_description *description,
                      const plumb_problem *problem, plumb_choice *choice, plumb_error *error) {
    const plumb_lists *lists = problem->mask.lists;
    reader r = {.scores = tensors->tensor[PLUMB_MEMBER_INDEX_SCORES],
                .problem = *problem,
                .lists = lists,
                .error = description->lists.score_error};
    if (r.scores == NULL || lists == NULL)
        return 0;
    const plumb_boolean_mask *beside = &lists->beside;
    r.problem.mask.allowed = beside->shows;
    r.problem.mask.allowed_batch = beside->batch;
    r.problem.mask.allowed_head = beside->head;
    r.problem.mask.allowed_query = beside->query;
    size_t size = (size_t)lists->key_block;
    r.blocks = problem->key_length / size + (problem->key_length % size != 0);
    if (check_shape(&r, error) != 0)
        return -1;
    return judge_lists(&r, choice, error);
}
