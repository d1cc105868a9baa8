/* Queries that are rotated to later or earlier positions; keys that are rotated by slots of a ring, twice, or as if the
   new keys were the first; values that are rotated, too. */
#include "infer/factors.h"
#include "infer/forms.h"
#include "infer/predict.h"
#include "infer/shares.h"
#include "row/positions.h"
#include "schema/text.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* How much later or earlier, at most; products of one sample. */
enum { FARTHEST = 1024 };

/* Shifts beside one that fits, and samples that tell them apart. */
enum { NEAR = 4, ASKED = 8 };

/* Keys of a case whose keys are rotated anew; the first of a prefix are multiples of the step. */
enum { MOST_KEYS = 1024, PREFIX_STEP = 16 };
#define MOST_PRODUCTS 2e8

typedef struct {
    plumb_inquiry *q;
    plumb_positions positions;
    double *query, *key; /* [as the tensors], of which parts are filled */
} search;

/* What a hypothesis reads stays as it is while others are tried; NULL: memory is short. */
static const double *queries_of(search *s) {
    size_t numbers = s->q->rows * s->q->judged->problem.head_dim;
    double *own = plumb_workspace_take(&s->q->memory, numbers, sizeof *own);
    return own != NULL ? memcpy(own, s->query, numbers * sizeof *own) : NULL;
}

static const double *keys_of(search *s) {
    const plumb_problem *p = &s->q->judged->problem;
    size_t numbers = p->batch * p->key_heads * p->key_length * p->head_dim;
    double *own = plumb_workspace_take(&s->q->memory, numbers, sizeof *own);
    return own != NULL ? memcpy(own, s->key, numbers * sizeof *own) : NULL;
}

/* Whether something explains all samples: of few rows other positions do, too. */
static bool is_found(const search *s, const plumb_hypotheses *kept) {
    return kept->count > 0 && kept->list[0].explained == s->q->samples;
}

static void turn(search *s, size_t head, size_t t, int64_t later) {
    plumb_problem moved = s->q->judged->problem;
    size_t dim = moved.head_dim, first = (head * moved.query_length + t) * dim;
    moved.causal.offset += later;
    plumb_move_query(&s->positions, &moved, head / moved.query_heads, t, moved.query + first);
    for (size_t c = 0; c < dim; c++)
        s->query[first + c] = s->positions.query[c].mid;
}

static bool fits(search *s, const plumb_evidence *at, int64_t later) {
    plumb_inquiry *q = s->q;
    turn(s, at->b * q->judged->problem.query_heads + at->h, at->t, later);
    return plumb_fits(q, &(plumb_hypothesis){.cause = PLUMB_CAUSE_LAYOUT, .query = s->query}, at);
}

/* What queries, or keys, were rotated to last; the words speak of n, and may speak of n - 1. */
static int consider(search *s, bool of_queries, bool of_keys, int64_t shift, const char *says, size_t n,
                    plumb_hypotheses *kept) {
    char *text = plumb_workspace_take(&s->q->memory, PLUMB_FACTORS_TEXT, 1);
    plumb_hypothesis h = {.cause = PLUMB_CAUSE_LAYOUT, .query = of_queries ? queries_of(s) : NULL,
                          .key = of_keys ? keys_of(s) : NULL, .shift = shift, .says = text};
    if (text == NULL || (of_queries && h.query == NULL) || (of_keys && h.key == NULL))
        return -1;
    plumb_text_add(text, PLUMB_FACTORS_TEXT, says, n, n - 1);
    plumb_consider(s->q, &h, kept);
    return 0;
}

static int consider_shift(search *s, int64_t later, plumb_hypotheses *kept) {
    const size_t length = s->q->judged->problem.query_length;
    for (size_t row = 0; row < s->q->rows; row++)
        turn(s, row / length, row % length, later);
    return consider(s, true, false, later, later < 0 ? "queries are rotated to positions %zu earlier than theirs"
                                                     : "queries are rotated to positions %zu later than theirs",
                    (size_t)llabs((long long)later), kept);
}

/* Of 16 bits those near come near, too: the one that is nearest to a few samples. */
static int64_t nearest_shift(search *s, int64_t later) {
    plumb_inquiry *q = s->q;
    double least = INFINITY;
    int64_t best = later;
    for (int64_t at = later - NEAR; at <= later + NEAR; at++) {
        double sum = 0;
        for (size_t i = 0; i < q->samples && i < ASKED; i++) {
            const plumb_evidence *row = &q->sample[i];
            fits(s, row, at);
            sum += fmin(plumb_misfit_of(q, row, q->workspace).mean, 1e6);
        }
        best = sum < least ? at : best;
        least = fmin(sum, least);
    }
    return best;
}

static int search_shifts(search *s, plumb_hypotheses *kept) {
    const plumb_problem *p = &s->q->judged->problem;
    const plumb_evidence *at = &s->q->sample[0];
    double products = (double)p->key_length * (double)p->head_dim;
    for (int64_t by = 1; by <= FARTHEST && 2 * (double)by * products <= MOST_PRODUCTS; by++)
        for (int64_t later = -by; later <= by && !plumb_inquiry_is_late(s->q); later += 2 * by)
            if (fits(s, at, later))
                return consider_shift(s, nearest_shift(s, later), kept);
    return 0;
}

/* ---- queries and keys ---- */

/* A position in place of each: as far on the other side of 0; the last of a table of n; modulo n; divided, multiplied
   by it. */
typedef enum { NEGATED, CLAMPED, WRAPPED, DIVIDED, MULTIPLIED, TURNS } turning;

static int64_t rotated_to(turning how, int64_t n, int64_t position) {
    return how == NEGATED      ? -position
           : how == WRAPPED    ? position % n
           : how == DIVIDED    ? position / n
           : how == MULTIPLIED ? position * n
           : position < n      ? position
                               : n - 1;
}

static void turn_keys(search *s, size_t head);

static void turn_all(search *s, turning how, size_t n) {
    const plumb_problem *p = &s->q->judged->problem;
    for (size_t row = 0; row < s->q->rows; row++) {
        size_t head = row / p->query_length, t = row % p->query_length;
        int64_t position = (int64_t)t + p->causal.offset;
        turn(s, head, t, rotated_to(how, (int64_t)n, position) - position);
    }
    for (size_t j = 0; j < p->key_length; j++)
        s->positions.key_index[j] = rotated_to(how, (int64_t)n, (int64_t)j);
    for (size_t head = 0; head < p->batch * p->key_heads; head++)
        turn_keys(s, head);
}

/* Columns that are not rotated, or the other way. */
static int try_columns(search *s, plumb_hypotheses *kept) {
    const plumb_problem *p = &s->q->judged->problem;
    int result = plumb_form_others(s->q, p->query, p->key, 1, "queries and keys", "not rotated", kept);
    if (result != 0 || is_found(s, kept))
        return result;
    turn_all(s, NEGATED, 0);
    const double *query = queries_of(s), *key = keys_of(s);
    if (query == NULL || key == NULL)
        return -1;
    return plumb_form_others(s->q, query, key, 1, "queries and keys", "rotated the other way", kept);
}

/* The least position of a query that fails. */
static size_t first_failing(const plumb_inquiry *q) {
    const plumb_problem *p = &q->judged->problem;
    size_t n = p->key_length;
    for (size_t row = 0; row < q->rows; row++) {
        int64_t position = (int64_t)(row % p->query_length) + p->causal.offset;
        if (q->failing[row] && position >= 0 && (size_t)position < n)
            n = (size_t)position;
    }
    return n;
}

/* Keys, queries, or both, as in some heads, that are rotated by another base, or in other pairs. */
typedef enum { ROTATED_KEYS, ROTATED_QUERIES, ROTATED_BOTH, ROTATED } rotated;
static int try_rotation(search *s, double base, plumb_rope_layout layout, rotated of, plumb_hypotheses *kept) {
    static const char *const what[ROTATED] = {"keys", "queries", "queries and keys"};
    plumb_problem other = s->q->judged->problem, turned;
    char *text = plumb_workspace_take(&s->q->memory, PLUMB_FACTORS_TEXT, 1);
    const plumb_rope stated = other.position.rope;
    other.position.rope.base = base;
    other.position.rope.layout = layout;
    if (text == NULL || plumb_multiplied_of(&other, &s->q->memory, &turned) != 0)
        return -1;
    const char *says = layout == stated.layout     ? "%s are rotated by powers of the base %.10g, %s of %.10g"
                       : layout == PLUMB_ROPE_HALF ? "%s are rotated in pairs half the width apart"
                                                   : "%s are rotated in pairs (2m, 2m + 1)";
    plumb_text_add(text, PLUMB_FACTORS_TEXT, says, what[of], base, what[of == ROTATED_KEYS], stated.base);
    plumb_consider(s->q,
                   &(plumb_hypothesis){.cause = PLUMB_CAUSE_LAYOUT, .key = of != ROTATED_QUERIES ? turned.key : NULL,
                                       .query = of != ROTATED_KEYS ? turned.query : NULL, .says = text,
                                       .shift = of == ROTATED_BOTH}, /* of all heads engines do that */
                   kept);
    return 0;
}

static int list_rotations(search *s, plumb_hypotheses *kept) {
    static const double bases[] = {1e3, 1e4, 1e5, 5e5, 1e6, 1e7};
    const plumb_rope *stated = &s->q->judged->problem.position.rope;
    plumb_rope_layout other = stated->layout == PLUMB_ROPE_HALF ? PLUMB_ROPE_INTERLEAVED : PLUMB_ROPE_HALF;
    int result = 0;
    for (rotated of = ROTATED_KEYS; of < ROTATED && result == 0 && !is_found(s, kept); of++)
        result = try_rotation(s, stated->base, other, of, kept);
    for (size_t i = 0; i < 2 * sizeof bases / sizeof *bases && result == 0 && !is_found(s, kept); i++)
        if (bases[i / 2] != stated->base)
            result = try_rotation(s, bases[i / 2], stated->layout, i % 2 == 0 ? ROTATED_KEYS : ROTATED_QUERIES, kept);
    return result;
}

/* A table of sines that ends where the first row fails. */
static int try_table(search *s, turning how, size_t n, plumb_hypotheses *kept) {
    static const char *const says[TURNS] = {
        [CLAMPED] = "positions from %zu on are read as %zu, as if a table ended there",
        [WRAPPED] = "positions are taken modulo %zu"};
    if (n < 2)
        return 0;
    turn_all(s, how, n);
    return consider(s, true, true, 0, says[how], n, kept);
}

/* ---- queries alone ---- */

static int try_queries(search *s, turning how, size_t n, plumb_hypotheses *kept) {
    static const char *const says[TURNS] = {[NEGATED] = "queries are rotated the other way",
                                            [CLAMPED] = "queries are rotated to positions of less than %zu",
                                            [WRAPPED] = "queries are rotated to positions modulo %zu",
                                            [DIVIDED] = "queries are rotated to positions divided by %zu, rounded down",
                                            [MULTIPLIED] = "queries are rotated to positions multiplied by %zu"};
    plumb_inquiry *q = s->q;
    const plumb_problem *p = &q->judged->problem;
    const plumb_evidence *at = &q->sample[0];
    int64_t position = (int64_t)at->t + p->causal.offset;
    if (!fits(s, at, rotated_to(how, (int64_t)n, position) - position))
        return 0;
    for (size_t row = 0; row < q->rows; row++) {
        position = (int64_t)(row % p->query_length) + p->causal.offset;
        turn(s, row / p->query_length, row % p->query_length, rotated_to(how, (int64_t)n, position) - position);
    }
    return consider(s, true, false, 0, says[how], n, kept);
}

static int list_queries(search *s, plumb_hypotheses *kept) {
    int result = 0;
    for (turning how = NEGATED; how < TURNS; how++)
        for (size_t n = how < DIVIDED ? 8 : 2; n <= 1024 && result == 0; n *= how < DIVIDED ? 2 : 4)
            result = try_queries(s, how, n, kept);
    return result;
}

/* ---- keys ---- */

typedef enum {
    BY_SLOT,
    TWICE,
    UNROTATED,
    NEW_FROM_0,
    LATER,
    EARLIER,
    UNROTATED_FROM,
    DIVIDED_BY,
    MULTIPLIED_BY,
    WAYS
} way;

static int64_t position_of(way how, size_t n, size_t key) {
    if (how == LATER || how == EARLIER)
        return (int64_t)key + (key < n ? 0 : how == LATER ? 1 : -1);
    if (how == DIVIDED_BY || how == MULTIPLIED_BY)
        return (int64_t)(how == DIVIDED_BY ? key / n : key * n);
    if (how == UNROTATED_FROM)
        return key < n ? (int64_t)key : 0;
    if (how == UNROTATED)
        return key < n ? 0 : (int64_t)key;
    return (int64_t)(how == BY_SLOT ? key % n : how == TWICE ? (key < n ? 2 * key : key) : key < n ? key : key - n);
}

/* Of keys, or of values that are as wide. */
static void turn_vectors(search *s, const double *vectors, size_t head) {
    const plumb_problem *p = &s->q->judged->problem;
    size_t first = head * p->key_length * p->head_dim;
    plumb_move_keys(&s->positions, p, head / p->key_heads, 0, vectors + first, 0, p->key_length);
    for (size_t i = 0; i < p->key_length * p->head_dim; i++)
        s->key[first + i] = s->positions.key[i].mid;
}

static void turn_keys(search *s, size_t head) {
    turn_vectors(s, s->q->judged->problem.key, head);
}

static int try_values(search *s, plumb_hypotheses *kept) {
    plumb_inquiry *q = s->q;
    const plumb_problem *p = &q->judged->problem;
    const plumb_evidence *at = &q->sample[0];
    plumb_hypothesis h = {.cause = PLUMB_CAUSE_LAYOUT, .value = s->key};
    if (p->value_dim != p->head_dim)
        return 0;
    for (size_t j = 0; j < p->key_length; j++)
        s->positions.key_index[j] = (int64_t)j;
    turn_vectors(s, p->value, plumb_first_value(p, at->b, at->h) / p->key_length);
    if (!plumb_fits(q, &h, at))
        return 0;
    for (size_t head = 0; head < p->batch * p->key_heads; head++)
        turn_vectors(s, p->value, head);
    h.value = keys_of(s);
    h.says = "values are rotated, too, as keys are";
    if (h.value == NULL)
        return -1;
    plumb_consider(q, &h, kept);
    return 0;
}

static int try_keys(search *s, way how, size_t n, plumb_hypotheses *kept) {
    static const char *const says[WAYS] = {
        [BY_SLOT] = "keys are rotated to positions modulo %zu, as by slots of a ring",
        [TWICE] = "keys 0 to %zu are rotated twice",
        [UNROTATED] = "keys 0 to %zu are not rotated",
        [NEW_FROM_0] = "keys from %zu on are rotated to positions from 0 on",
        [LATER] = "keys from %zu on are rotated to positions 1 later than theirs",
        [DIVIDED_BY] = "keys are rotated to positions divided by %zu, rounded down",
        [MULTIPLIED_BY] = "keys are rotated to positions multiplied by %zu",
        [UNROTATED_FROM] = "keys from %zu on are not rotated",
        [EARLIER] = "keys from %zu on are rotated to positions 1 earlier than theirs"};
    plumb_inquiry *q = s->q;
    const plumb_problem *p = &q->judged->problem;
    const plumb_evidence *at = &q->sample[0];
    plumb_hypothesis h = {.cause = PLUMB_CAUSE_LAYOUT, .key = s->key};
    if (how == UNROTATED_FROM && n < PREFIX_STEP) /* all keys: engines do that */
        return 0;
    for (size_t j = 0; j < p->key_length; j++)
        s->positions.key_index[j] = position_of(how, n, j);
    turn_keys(s, plumb_first_value(p, at->b, at->h) / p->key_length);
    if (!plumb_fits(q, &h, at))
        return 0;
    for (size_t head = 0; head < p->batch * p->key_heads; head++)
        turn_keys(s, head);
    return consider(s, false, true, 0, says[how], how == TWICE || how == UNROTATED ? n - 1 : n, kept);
}

static int list_keys(search *s, plumb_hypotheses *kept) {
    const plumb_problem *p = &s->q->judged->problem;
    size_t keys = p->key_length, cached = keys > p->query_length ? keys - p->query_length : 0;
    int result = 0;
    if (p->position.key_position != NULL || keys > MOST_KEYS || keys < 2)
        return 0;
    s->key = plumb_workspace_take(&s->q->memory, p->batch * p->key_heads * keys * p->head_dim, sizeof *s->key);
    if (s->key == NULL)
        return -1;
    result = try_values(s, kept);
    /* of 16 bits the first rows may not show it */
    const size_t failing = first_failing(s->q), from[] = {failing, failing / PREFIX_STEP * PREFIX_STEP};
    for (size_t i = 0; i < 2; i++) {
        for (turning how = CLAMPED; how <= WRAPPED && result == 0 && !is_found(s, kept); how++)
            result = try_table(s, how, from[i], kept);
        for (way how = LATER; how <= UNROTATED_FROM && result == 0 && !is_found(s, kept); how++)
            result = try_keys(s, how, from[i], kept);
    }
    if (result == 0 && !is_found(s, kept))
        result = try_columns(s, kept);
    for (size_t n = PREFIX_STEP; n < keys && result == 0 && !is_found(s, kept); n *= 2)
        result = try_keys(s, BY_SLOT, n, kept);
    for (size_t n = 2; n <= 4 && result == 0 && !is_found(s, kept); n *= 2)
        result = try_keys(s, DIVIDED_BY, n, kept) | try_keys(s, MULTIPLIED_BY, n, kept);
    for (way how = TWICE; how <= NEW_FROM_0 && cached > 0 && result == 0 && !is_found(s, kept); how++)
        result = try_keys(s, how, cached, kept);
    for (size_t n = PREFIX_STEP; n < keys && result == 0 && !is_found(s, kept) && !plumb_inquiry_is_late(s->q);
         n += PREFIX_STEP)
        result = try_keys(s, TWICE, n, kept) | try_keys(s, UNROTATED, n, kept) | try_keys(s, UNROTATED_FROM, n, kept);
    return result;
}

int plumb_form_positions(plumb_inquiry *q, plumb_hypotheses *kept) {
    const plumb_problem *p = &q->judged->problem;
    search s = {.q = q};
    if (q->samples == 0 || !plumb_position_moves_vectors(p->position.kind) || q->multiplied.query == p->query ||
        !plumb_scores_are_plain(&q->multiplied))
        return 0;
    s.query = plumb_workspace_take(&q->memory, q->rows * p->head_dim, sizeof *s.query);
    if (s.query == NULL || plumb_positions_init(&s.positions, p) != 0)
        return -1;
    int result = list_queries(&s, kept);
    if (result == 0 && !is_found(&s, kept))
        result = search_shifts(&s, kept);
    if (result == 0 && !is_found(&s, kept))
        result = list_keys(&s, kept);
    bool few = (double)(q->rows * p->head_dim) <= MOST_PRODUCTS / 400; /* all that is tried is kept */
    if (result == 0 && !is_found(&s, kept) && p->position.kind == PLUMB_POSITION_ROPE && few)
        result = list_rotations(&s, kept);
    plumb_positions_free(&s.positions);
    return result;
}
