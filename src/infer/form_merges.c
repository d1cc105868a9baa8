/* Splits that are merged wrongly: as many keys for each of n splits, whole tiles of them; and by the log-sum-exps of
   rows or heads near. */
#include "infer/forms.h"

/* Of so many at most it is asked whether one is weighed as another. */
enum { MOST_WEIGHED = 8 };

/* Of so many at most it is asked whether one part stands in another's place, too. */
enum { MOST_SPLITS = 16 };

/* The log-sum-exps of other rows cost all products of a row: rows and heads as far away as this are asked. */
enum { NEAR = 2 };

/* One split with the result of another query, or of the head after or before. */
static void consider_answers(plumb_inquiry *q, size_t tile, plumb_hypotheses *kept) {
    static const int64_t by[] = {1, -1, 2, -2};
    const plumb_problem *p = &q->judged->problem;
    size_t parts = (p->key_length + tile - 1) / tile, heads = p->batch * p->query_heads;
    for (size_t part = 0; part < parts && parts <= MOST_WEIGHED; part++)
        for (size_t i = 0; i < 7; i++) {
            plumb_hypothesis h = {.cause = PLUMB_CAUSE_SPLITS, .tile = tile, .variant = PLUMB_SPLITS_ANSWER,
                                  .part = part, .shift = i < 4 ? by[i] : 0};
            size_t *map = q->maps + (i % PLUMB_SAMPLES) * heads;
            h.from_query = i == 4 ? PLUMB_QUERY_REPEATED : PLUMB_QUERY_MOVED;
            for (size_t head = 0; head < heads && i > 4; head++)
                map[head] = head / p->query_heads * p->query_heads +
                            (head + (i == 5 ? 1 : p->query_heads - 1)) % p->query_heads;
            h.map = i > 4 ? map : NULL;
            if (i <= 4 || p->query_heads > 1)
                plumb_consider(q, &h, kept);
        }
}

/* Of the splits of a row each in the place of another, or one by what all weigh; and one by the first query's. */
static void consider_parts(plumb_inquiry *q, plumb_hypothesis h, plumb_hypotheses *kept) {
    size_t keys = q->judged->problem.key_length, parts = h.from > 0 ? 2 : (keys + h.tile - 1) / h.tile;
    h.variant = PLUMB_SPLITS_EXCHANGED;
    /* two that weigh as much are averaged */
    for (h.key_shift = -1; parts > 2 && h.key_shift <= 1; h.key_shift += 2)
        plumb_consider(q, &h, kept);
    h.from_key = PLUMB_QUERY_ROTATED;
    h.key_tile = parts;
    for (h.key_shift = -1; parts > 2 && h.key_shift <= 1; h.key_shift += 2)
        plumb_consider(q, &h, kept);
    h.key_shift = 1;
    h.from_key = PLUMB_QUERY_EXCHANGED;
    plumb_consider(q, &h, kept);
    h.once = true;
    h.from_key = PLUMB_QUERY_REPEATED;
    for (h.part = 0; h.part < parts && parts <= MOST_WEIGHED; h.part++) {
        h.variant = PLUMB_SPLITS_EXCHANGED;
        for (h.other = 0; parts > 2 && h.other < parts; h.other++)
            if (h.other != h.part)
                plumb_consider(q, &h, kept);
        h.variant = PLUMB_SPLITS_OF_ALL;
        plumb_consider(q, &h, kept);
    }
    h = (plumb_hypothesis){.cause = PLUMB_CAUSE_SPLITS, .from = h.from, .tile = h.tile,
                           .variant = PLUMB_SPLITS_OF_OTHER, .from_query = PLUMB_QUERY_REPEATED};
    for (int once = 0; once < 2; once++)
        for (h.part = 0; h.part < (once ? parts : 1) && parts <= MOST_WEIGHED; h.part++) {
            h.once = once == 1;
            plumb_consider(q, &h, kept);
        }
}

static void consider_other(plumb_inquiry *q, plumb_hypothesis h, plumb_hypotheses *kept) {
    const plumb_problem *p = &q->judged->problem;
    size_t heads = p->batch * p->query_heads;
    consider_parts(q, h, kept);
    h.variant = PLUMB_SPLITS_OF_OTHER;
    for (h.shift = -NEAR; h.shift <= NEAR; h.shift++)
        if (h.shift != 0)
            plumb_consider(q, &h, kept);
    h.shift = 0;
    h.variant = PLUMB_SPLITS_OF_LAYOUT;
    for (h.from_axes = 0; h.from_axes < PLUMB_AXES_ORDERS && h.from == 0; h.from_axes++)
        for (h.to_axes = 0; h.to_axes < PLUMB_AXES_ORDERS; h.to_axes++)
            if (h.to_axes != h.from_axes)
                plumb_consider(q, &h, kept);
    h.variant = PLUMB_SPLITS_OF_OTHER;
    for (size_t by = 1; by <= 2 * NEAR && p->query_heads > 1; by++) {
        /* the next heads, and those before */
        size_t apart = by <= NEAR ? by : p->query_heads - (by - NEAR) % p->query_heads;
        size_t *map = q->maps + (PLUMB_SAMPLES - 1 - by) * heads;
        for (size_t i = 0; i < heads; i++)
            map[i] = i / p->query_heads * p->query_heads + (i + apart) % p->query_heads;
        h.map = map;
        plumb_consider(q, &h, kept);
    }
}

void plumb_consider_merges(plumb_inquiry *q, size_t from, size_t tile, plumb_hypotheses *kept) {
    plumb_hypothesis h = {.cause = PLUMB_CAUSE_SPLITS, .from = from, .tile = tile};
    for (h.variant = 0; h.variant < PLUMB_SPLITS_OF_OTHER; h.variant++)
        plumb_consider(q, &h, kept);
    for (int sums = 1; sums < 4 && from == 0; sums++)
        plumb_consider(q,
                       &(plumb_hypothesis){.cause = PLUMB_CAUSE_RESCALE,
                                           .variant = PLUMB_RESCALED_BY_SPLITS,
                                           .tile = tile,
                                           .numerator = sums & 1,
                                           .denominator = sums >> 1},
                       kept);
    bool plain = plumb_scores_are_plain(&q->multiplied) && !plumb_adds_to_scores(&q->multiplied);
    if (plain)
        consider_other(q, h, kept);
    if (plain && from == 0)
        consider_answers(q, tile, kept);
}

/* Each size of the splits once. */
static void list_sizes(plumb_inquiry *q, plumb_hypotheses *kept) {
    static const size_t units[] = {1, 16, 32, 64, 128, 256};
    size_t keys = q->judged->problem.key_length, tried[6 * MOST_SPLITS], count = 0;
    for (size_t n = 2; n <= MOST_SPLITS; n++)
        for (size_t u = 0; u < sizeof units / sizeof *units; u++) {
            size_t each = (keys + n - 1) / n, size = (each + units[u] - 1) / units[u] * units[u];
            bool again = size >= keys;
            for (size_t i = 0; i < count && !again; i++)
                again = tried[i] == size;
            if (again)
                continue;
            tried[count++] = size;
            plumb_consider_merges(q, 0, size, kept);
        }
}

int plumb_form_merges(plumb_inquiry *q, plumb_hypotheses *kept) {
    if (plumb_operator_is(q->judged->problem.op.kind, PLUMB_IS_MEAN))
        list_sizes(q, kept);
    return 0;
}
