/* gathered.c - the masks are asked first, and decide whether it pays.  Then numbers, positions and biases of the keys
   that are seen are copied, and one boolean mask stands for all masks.  Of an array with an axis of heads only the part
   of the head is written: the rest stays addresses. */
#include "row/gathered.h"
#include "attention/place.h"
#include "row/points.h"
#include "row/stages.h"
#include "row/visible.h"
#include <string.h>

/* The keys that are seen are at most this part of all; and a row sees at least this part of what all see together. */
enum { PART_OF_ALL = 4, PART_OF_TOGETHER = 2 };

static bool hidden_keys_count(const plumb_operator *op) {
    return op->normalisation == PLUMB_KEY_LENGTH || (op->softcap > 0 && op->softcap_order == PLUMB_BIAS_MASK_CAP);
}

/* By its number, not by its position. */
static bool first_key_matters(plumb_sink sink) {
    return plumb_sink_is(sink, PLUMB_SHOWS_FIRST_KEYS) || plumb_sink_is(sink, PLUMB_BIASES_FIRST_KEY);
}

bool plumb_can_gather(const plumb_problem *problem) {
    const plumb_mask *m = &problem->mask;
    bool hides = m->windowed || m->streaming || m->chunk != 0 || m->query_segment != NULL || m->allowed != NULL;
    return hides && problem->key_length >= PLUMB_LEAST_GATHERED && !m->in_cache &&
           problem->empty_row != PLUMB_EMPTY_ROW_MEAN && !hidden_keys_count(&problem->op) &&
           !first_key_matters(problem->op.sink);
}

/* What is gathered of where. */
typedef struct {
    plumb_gathered *g;
    const plumb_problem *whole;
    size_t b, h, first, count, keys;
    unsigned char *shown; /* [count][key_length] of the whole */
} gathering;

static void *take(gathering *a, size_t count, size_t size) {
    return plumb_storage_take(&a->g->storage, count, size);
}

/* ---- keys that are seen ---- */

/* 1, 0 if there are too many, or -1. */
static int find_keys(gathering *a) {
    size_t length = a->whole->key_length, seen = 0;
    unsigned char *any = take(a, length, 1);
    a->shown = take(a, a->count * length, 1);
    if (any == NULL || a->shown == NULL)
        return -1;
    memset(any, 0, length);
    for (size_t t = 0; t < a->count; t++) {
        unsigned char *row = a->shown + t * length;
        plumb_show_visible(a->whole, a->b, a->h, a->first + t, row);
        for (size_t j = 0; j < length; j++) {
            row[j] = row[j] != 0;
            any[j] |= row[j];
            seen += row[j];
        }
    }
    for (size_t j = 0; j < length; j++)
        a->keys += any[j];
    if (a->keys > length / PART_OF_ALL || seen < a->keys * a->count / PART_OF_TOGETHER)
        return 0;
    a->g->key = take(a, a->keys, sizeof *a->g->key);
    for (size_t j = 0, i = 0; a->g->key != NULL && j < length; j++)
        if (any[j])
            a->g->key[i++] = j;
    return a->g->key != NULL ? 1 : -1;
}

static bool set_mask(gathering *a) {
    unsigned char *allowed = take(a, a->count * a->keys, 1);
    for (size_t t = 0; allowed != NULL && t < a->count; t++)
        for (size_t i = 0; i < a->keys; i++)
            allowed[t * a->keys + i] = a->shown[t * a->whole->key_length + a->g->key[i]];
    a->g->problem.mask = (plumb_mask){.allowed = allowed, .allowed_query = a->keys};
    a->g->problem.causal = (plumb_causal){.offset = plumb_offset_of(a->whole, a->b) + (int64_t)a->first};
    return allowed != NULL;
}

/* ---- numbers ---- */

/* [heads][rows][width], of which the head's are those of rows `key` of `from`, or all. */
static const double *copy(gathering *a, size_t head, size_t heads, size_t rows, size_t width, const double *from,
                          const size_t *key) {
    double *all = take(a, heads * rows * width, sizeof *all), *own = all + head * rows * width;
    for (size_t i = 0; all != NULL && i < rows; i++)
        memcpy(own + i * width, from + (key != NULL ? key[i] : i) * width, width * sizeof *own);
    return all;
}

static bool set_vectors(gathering *a) {
    const plumb_problem *w = a->whole;
    plumb_problem *p = &a->g->problem;
    plumb_shape shape = plumb_problem_shape(w);
    size_t key_head = a->h / (w->query_heads / w->key_heads);
    p->query = copy(a, a->h, w->query_heads, a->count, w->head_dim,
                    w->query + plumb_query_start(shape, a->b, a->h, a->first), NULL);
    p->key = copy(a, key_head, w->key_heads, a->keys, w->head_dim, w->key + plumb_key_start(shape, a->b, a->h),
                  a->g->key);
    p->value = copy(a, key_head, w->key_heads, a->keys, w->value_dim, w->value + plumb_value_start(shape, a->b, a->h),
                    a->g->key);
    return p->query != NULL && p->key != NULL && p->value != NULL;
}

static bool set_extras(gathering *a) {
    const plumb_extras *e = &a->whole->extra;
    plumb_extras *own = &a->g->problem.extra;
    const size_t width = e->gate_per_element ? a->whole->value_dim : 1;
    size_t row = (a->b * a->whole->query_heads + a->h) * a->whole->query_length + a->first;
    if (e->gate != NULL &&
        (own->gate = copy(a, a->h, a->whole->query_heads, a->count, width, e->gate + row * width, NULL)) == NULL)
        return false;
    if (e->lse_added != NULL &&
        (own->lse_added = copy(a, a->h, a->whole->query_heads, a->count, 1, e->lse_added + row, NULL)) == NULL)
        return false;
    if (e->bias == NULL)
        return true;
    double *bias = take(a, a->count * a->keys, sizeof *bias);
    const double *of = e->bias + a->b * e->bias_batch + a->h * e->bias_head + a->first * e->bias_query;
    for (size_t i = 0; bias != NULL && i < a->count * a->keys; i++)
        bias[i] = of[i / a->keys * e->bias_query + a->g->key[i % a->keys]];
    own->bias = bias;
    own->bias_batch = own->bias_head = 0;
    own->bias_query = a->keys;
    return bias != NULL;
}

static bool set_positions(gathering *a) {
    const plumb_position *of = &a->whole->position;
    size_t axes = plumb_axes_of(of), length = a->whole->key_length, queries = a->whole->query_length;
    int64_t *key = take(a, axes * a->keys, sizeof *key), *query = take(a, axes * a->count, sizeof *query);
    if (key == NULL || query == NULL)
        return false;
    for (size_t i = 0; i < axes * a->keys; i++) {
        size_t j = a->g->key[i % a->keys];
        key[i] = of->key_position != NULL ? of->key_position[(a->b * axes + i / a->keys) * length + j] : (int64_t)j;
    }
    for (size_t i = 0; of->query_position != NULL && i < axes * a->count; i++)
        query[i] = of->query_position[(a->b * axes + i / a->count) * queries + a->first + i % a->count];
    a->g->problem.position.key_position = key;
    a->g->problem.position.query_position = of->query_position != NULL ? query : NULL;
    return true;
}

/* Queries that do not exist are the last ones. */
static void set_sequence(gathering *a) {
    const plumb_sequences *of = &a->whole->sequences;
    if (of->length == NULL)
        return;
    int64_t left = of->length[a->b] - (int64_t)a->first;
    a->g->queries = left < 0 ? 0 : left < (int64_t)a->count ? left : (int64_t)a->count;
    a->g->start = of->start[a->b] + (int64_t)a->first;
    a->g->problem.sequences = (plumb_sequences){&a->g->queries, &a->g->start};
}

static int gather(gathering *a) {
    int found = find_keys(a);
    if (found != 1)
        return found;
    a->g->problem = *a->whole;
    a->g->problem.batch = 1;
    a->g->problem.query_length = a->count;
    a->g->problem.key_length = a->keys;
    a->g->problem.loss = (plumb_loss){NULL, NULL};
    set_sequence(a);
    return set_mask(a) && set_vectors(a) && set_extras(a) && set_positions(a) ? 1 : -1;
}

int plumb_gather(plumb_gathered *gathered, const plumb_problem *problem, size_t b, size_t h, size_t first,
                 size_t count) {
    gathering a = {.g = gathered, .whole = problem, .b = b, .h = h, .first = first, .count = count};
    *gathered = (plumb_gathered){.key = NULL};
    int status = gather(&a);
    if (status != 1)
        plumb_gathered_free(gathered);
    return status;
}

void plumb_gathered_free(plumb_gathered *gathered) {
    plumb_storage_free(&gathered->storage);
}
