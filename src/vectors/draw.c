/* q, k and v share one stream of random numbers, and each other tensor has its own, begun from the seed, the family,
   the candidate's number and the tensor's place: no stream depends on how much another was read.  q, k and v are drawn
   for all alike and then changed to what the candidate is about.  What depends on the mask (hidden numbers, queries
   along the newest key, needles) is set in a second step: the tensors are read as a case, adjusted to its mask, and
   read again. */
#include "vectors/draw.h"
#include "base/json.h"
#include "base/json_text.h"
#include "case/read.h"
#include "challenge/needles.h"
#include "exact/visible.h"
#include "schema/schema.h"
#include "vectors/fills.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The tensors, and a number for the random numbers of the first three that no other has. */
enum { Q, K, V, VECTORS = 12 };

typedef struct {
    const plumb_candidate *candidate;
    uint64_t seed;
    plumb_drawn_case *out;
    plumb_error *error;
} drawing;

static int short_of_memory(const drawing *d) {
    return plumb_fail(d->error, "%s: not enough memory", d->out->where);
}

static plumb_random random_for(const drawing *d, size_t tensor) {
    const char *name = d->candidate->family->name;
    uint64_t number = d->candidate->number;
    for (const char *s = name; *s != 0; s++)
        number = number * 31 + (unsigned char)*s;
    return plumb_random_of(d->seed, number * 64 + tensor);
}

/* ---- tensors ---- */

/* "Hq", "10" and "D/2". */
static bool read_dimension(const size_t *size, const char *text, size_t length, size_t *out) {
    static const char *const letters[PLUMB_SIZES] = {"B", "Hq", "Hkv", "Sq", "Sk", "D", "Dv"};
    size_t letter = strcspn(text, "/,:");
    *out = 0;
    for (size_t i = 0; i < PLUMB_SIZES; i++)
        if (strlen(letters[i]) == letter && strncmp(letters[i], text, letter) == 0)
            *out = size[i] / (letter + 2 == length ? 2 : 1);
    if (*out == 0)
        *out = strtoul(text, NULL, 10);
    return *out > 0;
}

static void fill_tensor(const drawing *d, size_t i, plumb_fill_function *fill) {
    const plumb_tensor *tensor = &d->out->tensor[i];
    plumb_random random = random_for(d, i);
    plumb_fill_place at = {.rank = tensor->rank,
                           .shape = tensor->shape,
                           .keys = d->candidate->size[PLUMB_SIZE_KEYS],
                           .boolean = tensor->dtype == PLUMB_DTYPE_BOOL,
                           .random = &random};
    for (size_t n = 0; n < tensor->count; n++) {
        d->out->value[i][n] = fill(&at);
        for (size_t axis = tensor->rank; axis > 0 && ++at.index[axis - 1] == tensor->shape[axis - 1]; axis--)
            at.index[axis - 1] = 0;
    }
    plumb_drawn_round(d->out, i);
}

static plumb_dtype dtype_of(const drawing *d, plumb_member member) {
    plumb_stored stored = plumb_member_at(member)->stored;
    return stored == PLUMB_STORED_INTEGERS || stored == PLUMB_STORED_PLACES ? PLUMB_DTYPE_I64
           : stored == PLUMB_STORED_BOOLEANS                                ? PLUMB_DTYPE_BOOL
                                                                            : plumb_format_dtype(d->candidate->format);
}

/* "1,Hq,Sq,Sk:normal" */
static int draw_other(drawing *d, const char *name, const char *text) {
    plumb_member member = plumb_member_find("", name);
    size_t shape[PLUMB_RANK_MAX], rank = 0;
    const char *s = text;
    plumb_fill_function *fill =
        text == NULL || strchr(text, ':') == NULL ? NULL : plumb_fill_find(strchr(text, ':') + 1);
    if (member == PLUMB_MEMBERS || !plumb_is_tensor(member) || fill == NULL)
        return plumb_fail(d->error, "%s: tensors: %s: not a tensor and a fill", d->out->where, name);
    do {
        size_t length = strcspn(s, ",:");
        if (rank == PLUMB_RANK_MAX || !read_dimension(d->candidate->size, s, length, &shape[rank++]))
            return plumb_fail(d->error, "%s: tensors: %s: %s", d->out->where, name, text);
        s += length + 1;
    } while (s[-1] == ',');
    if (plumb_drawn_add(d->out, plumb_member_name(member), dtype_of(d, member), rank, shape, d->error) != 0)
        return -1;
    fill_tensor(d, d->out->count - 1, fill);
    return 0;
}

static int draw_others(drawing *d, json_t *tensors) {
    const char *name;
    json_t *value;
    json_object_foreach(tensors, name, value) {
        if (draw_other(d, name, json_string_value(value)) != 0)
            return -1;
    }
    return 0;
}

/* ---- queries, keys and values ---- */

static void draw_spread(const drawing *d) {
    const size_t *size = d->candidate->size;
    plumb_random random = random_for(d, VECTORS);
    double *query = d->out->value[Q], *key = d->out->value[K], *value = d->out->value[V];
    for (size_t i = 0; i < d->out->tensor[Q].count; i++)
        query[i] = 1.5 * plumb_random_normal(&random);
    for (size_t head = 0; head < size[PLUMB_SIZE_BATCH] * size[PLUMB_SIZE_KEY_HEADS]; head++) {
        for (size_t i = 0; i < size[PLUMB_SIZE_KEYS] * size[PLUMB_SIZE_DIM]; i++)
            *key++ = (head % 2 == 0 ? 1 : 0.75) * plumb_random_normal(&random);
        for (size_t i = 0; i < size[PLUMB_SIZE_KEYS] * size[PLUMB_SIZE_VALUE_DIM]; i++) {
            double sign = (plumb_random_bits(&random) & 1) == 0 ? 1 : -1;
            *value++ = sign * (1 + 0.5 * (double)(head % 4)) * (0.5 + plumb_random_uniform(&random));
        }
    }
}

static void multiply(const drawing *d, size_t tensor, double factor) {
    for (size_t i = 0; i < d->out->tensor[tensor].count; i++)
        d->out->value[tensor][i] *= factor;
}

static void cancel(const drawing *d) {
    size_t width = d->candidate->size[PLUMB_SIZE_VALUE_DIM];
    for (size_t i = 0; i < d->out->tensor[V].count; i++)
        d->out->value[V][i] += i / width % 2 == 0 ? 1024 : -1024;
}

static void make_keys_equal(const drawing *d) {
    size_t width = d->candidate->size[PLUMB_SIZE_DIM], head = d->candidate->size[PLUMB_SIZE_KEYS] * width;
    for (size_t i = 0; i < d->out->tensor[K].count; i++)
        d->out->value[K][i] = d->out->value[K][i / head * head + i % width];
}

/* The exponents of the least normal and the largest number. */
static int least_exponent(plumb_format format) {
    return format == PLUMB_F64 ? -1022 : format == PLUMB_F16 ? -14 : -126;
}

static int largest_exponent(plumb_format format) {
    return 1 - least_exponent(format);
}

static void draw_vectors(const drawing *d) {
    plumb_format format = d->candidate->format;
    draw_spread(d);
    switch (d->candidate->inputs) {
    case PLUMB_INPUTS_STEEP:
        multiply(d, Q, 3);
        break;
    case PLUMB_INPUTS_LARGE_SCORES:
        multiply(d, Q, 100);
        break;
    case PLUMB_INPUTS_CANCELLING:
        cancel(d);
        break;
    case PLUMB_INPUTS_SMALL_VALUES:
        multiply(d, V, ldexp(1, least_exponent(format)));
        break;
    case PLUMB_INPUTS_LARGE_VALUES:
        multiply(d, V, ldexp(1, largest_exponent(format) - 6));
        break;
    case PLUMB_INPUTS_ZERO_QUERIES:
        multiply(d, Q, 0);
        break;
    case PLUMB_INPUTS_EQUAL_KEYS:
        make_keys_equal(d);
        break;
    case PLUMB_INPUTS_UNBALANCED:
        multiply(d, Q, 256);
        multiply(d, K, 0x1p-8);
        break;
    default:
        break;
    }
    for (size_t i = Q; i <= V; i++)
        plumb_drawn_round(d->out, i);
}

/* ---- what depends on who sees what ---- */

static double unwritten(const drawing *d, size_t i) {
    double sign = i % 2 == 0 ? 1 : -1;
    if (d->candidate->inputs == PLUMB_INPUTS_HIDDEN_NAN)
        return NAN;
    if (d->candidate->inputs == PLUMB_INPUTS_HIDDEN_INFINITY)
        return sign * INFINITY;
    return sign * ldexp(1, largest_exponent(d->candidate->format) - 1);
}

static bool is_seen(const plumb_problem *p, size_t b, size_t key_head, size_t key) {
    size_t group = p->query_heads / p->key_heads;
    for (size_t h = key_head * group; h < (key_head + 1) * group; h++)
        for (size_t t = 0; t < p->query_length; t++)
            if (plumb_exact_visible(p, b, h, t, key))
                return true;
    return false;
}

static void overwrite_hidden(const drawing *d, const plumb_problem *p) {
    for (size_t row = 0; row < p->batch * p->key_heads * p->key_length; row++) {
        size_t head = row / p->key_length;
        if (is_seen(p, head / p->key_heads, head % p->key_heads, row % p->key_length))
            continue;
        for (size_t c = 0; c < p->head_dim; c++)
            d->out->value[K][row * p->head_dim + c] = unwritten(d, c);
        for (size_t c = 0; c < p->value_dim; c++)
            d->out->value[V][row * p->value_dim + c] = unwritten(d, c);
    }
}

/* The first key that is seen, or the last. */
static size_t end_of_seen(const plumb_problem *p, size_t b, size_t h, size_t t, bool newest) {
    size_t found = p->key_length;
    for (size_t i = 0; i < p->key_length; i++)
        if (plumb_exact_visible(p, b, h, t, i) && (newest || found == p->key_length))
            found = i;
    return found;
}

/* Queries along that key: its score is 6 by the usual scale. */
static void look_at_end(const drawing *d, const plumb_problem *p) {
    for (size_t row = 0; row < plumb_rows_of(p); row++) {
        size_t head = row / p->query_length, b = head / p->query_heads, h = head % p->query_heads;
        size_t end = end_of_seen(p, b, h, row % p->query_length, d->candidate->inputs == PLUMB_INPUTS_NEWEST);
        if (end == p->key_length)
            continue;
        const double *key = plumb_exact_key(p, b, h, end);
        double square = 0;
        for (size_t c = 0; c < p->head_dim; c++)
            square += key[c] * key[c];
        for (size_t c = 0; c < p->head_dim; c++)
            d->out->value[Q][row * p->head_dim + c] = 6 * sqrt((double)p->head_dim) / square * key[c];
    }
}

/* before: the case that the vectors make as they are. */
static int adjust(const drawing *d, const plumb_case *before) {
    double level;
    switch (d->candidate->inputs) {
    case PLUMB_INPUTS_HIDDEN_NAN:
    case PLUMB_INPUTS_HIDDEN_INFINITY:
    case PLUMB_INPUTS_HIDDEN_LARGE:
        overwrite_hidden(d, &before->problem);
        return 0;
    case PLUMB_INPUTS_NEWEST:
    case PLUMB_INPUTS_OLDEST:
        look_at_end(d, &before->problem);
        break;
    case PLUMB_INPUTS_NEEDLES:
        if (plumb_needles_place(&before->problem, d->seed + d->candidate->number, d->out->value[Q], &level) != 0)
            return short_of_memory(d);
        break;
    default:
        return 0;
    }
    plumb_drawn_round(d->out, Q);
    return 0;
}

/* ---- all ---- */

static int make_workspace(drawing *d) {
    const size_t *s = d->candidate->size;
    plumb_dtype dtype = plumb_format_dtype(d->candidate->format);
    const size_t q[] = {s[PLUMB_SIZE_BATCH], s[PLUMB_SIZE_QUERY_HEADS], s[PLUMB_SIZE_QUERIES], s[PLUMB_SIZE_DIM]};
    const size_t k[] = {s[PLUMB_SIZE_BATCH], s[PLUMB_SIZE_KEY_HEADS], s[PLUMB_SIZE_KEYS], s[PLUMB_SIZE_DIM]};
    const size_t v[] = {s[PLUMB_SIZE_BATCH], s[PLUMB_SIZE_KEY_HEADS], s[PLUMB_SIZE_KEYS], s[PLUMB_SIZE_VALUE_DIM]};
    return plumb_drawn_add(d->out, "q", dtype, 4, q, d->error) != 0 ||
                   plumb_drawn_add(d->out, "k", dtype, 4, k, d->error) != 0 ||
                   plumb_drawn_add(d->out, "v", dtype, 4, v, d->error) != 0
               ? -1
               : 0;
}

/* What is stated, without the tensors. */
static int describe(drawing *d, json_t *conventions) {
    json_object_del(conventions, "tensors");
    json_object_set_new(conventions, "version", json_integer(1));
    json_object_set_new(conventions, "note", json_string(d->candidate->reason));
    char *text = plumb_json_print(conventions);
    d->out->description = text == NULL ? NULL : plumb_storage_text(&d->out->storage, text);
    free(text);
    return d->out->description == NULL ? short_of_memory(d) : 0;
}

static int draw_case(drawing *d) {
    plumb_case before;
    if (plumb_drawn_read(d->out, &before, d->error) != 0)
        return -1;
    int result = adjust(d, &before);
    plumb_case_free(&before);
    return result == 0 ? plumb_drawn_read(d->out, &d->out->asked, d->error) : -1;
}

int plumb_vector_draw(const plumb_candidate *candidate, uint64_t seed, plumb_drawn_case *out, plumb_error *error) {
    char where[64];
    *out = (plumb_drawn_case){.count = 0};
    snprintf(where, sizeof where, "%s-%03zu", candidate->family->name, candidate->number);
    out->where = plumb_storage_text(&out->storage, where);
    drawing d = {candidate, seed, out, error};
    json_t *conventions = plumb_json_parse(candidate->conventions, strlen(candidate->conventions), where, error);
    int result = conventions == NULL || out->where == NULL ? -1 : make_workspace(&d);
    if (result == 0) {
        draw_vectors(&d);
        result = draw_others(&d, json_object_get(conventions, "tensors"));
    }
    if (result == 0)
        result = describe(&d, conventions);
    json_decref(conventions);
    if (result == 0)
        result = draw_case(&d);
    if (result != 0)
        plumb_storage_free(&out->storage);
    return result;
}
