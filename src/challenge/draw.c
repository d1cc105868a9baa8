#include "challenge/draw.h"
#include "case/encode.h"
#include "case/little_endian.h"
#include "case/read.h"
#include "challenge/needles.h"
#include "exact/round.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static size_t count_of(const plumb_answer *tensor) {
    size_t count = 1;
    for (size_t i = 0; i < tensor->rank; i++)
        count *= tensor->shape[i];
    return count;
}

static void round_all(const plumb_answer *tensor, double *value) {
    size_t count = count_of(tensor);
    for (size_t i = 0; i < count; i++)
        value[i] = plumb_round_double(value[i], tensor->format);
}

static double *numbers_of(const plumb_answer *tensor) {
    return (double *)(uintptr_t)tensor->value; /* they are ours */
}

static int add_tensor(plumb_drawn *d, plumb_answer tensor, plumb_error *error) {
    size_t count;
    if (!plumb_shape_count(tensor.shape, tensor.rank, &count) || count > SIZE_MAX / 16)
        return plumb_fail(error, "%s: more elements than memory has bytes", tensor.name);
    double *value = plumb_storage_take(&d->storage, count, sizeof *value);
    if (value == NULL)
        return plumb_fail(error, "%s: not enough memory for %zu numbers", tensor.name, count);
    memset(value, 0, count * sizeof *value);
    tensor.value = value;
    d->tensor[d->count++] = tensor;
    return 0;
}

static int make_room(plumb_drawn *d, plumb_error *error) {
    const plumb_challenge_question *q = &d->question;
    const plumb_answer vectors[] = {{"q", q->format, 4, {q->batch, q->query_heads, q->query_length, q->head_dim}, NULL},
                                    {"k", q->format, 4, {q->batch, q->key_heads, q->key_length, q->head_dim}, NULL},
                                    {"v", q->format, 4, {q->batch, q->key_heads, q->key_length, q->value_dim}, NULL}};
    for (size_t i = 0; i < 3; i++)
        if (add_tensor(d, vectors[i], error) != 0)
            return -1;
    for (size_t i = 0; i < q->tensors; i++) {
        plumb_answer tensor = {.name = q->tensor[i].name, .format = q->format, .rank = q->tensor[i].rank};
        memcpy(tensor.shape, q->tensor[i].shape, sizeof tensor.shape);
        if (add_tensor(d, tensor, error) != 0)
            return -1;
    }
    return 0;
}

/* Key heads differ in size, values in size and sign, by key and by column. */
static void draw_vectors(plumb_drawn *d) {
    const plumb_challenge_question *q = &d->question;
    double *key = numbers_of(&d->tensor[1]), *value = numbers_of(&d->tensor[2]);
    for (size_t head = 0; head < q->batch * q->key_heads; head++) {
        plumb_random random = plumb_random_of(q->seed, UINT64_C(1) << 40 | head);
        double key_size = ldexp(1, (int)(head % 3) - 1), value_size = 1 + 0.5 * (double)(head % 4);
        for (size_t i = 0; i < q->key_length * q->head_dim; i++)
            *key++ = key_size * plumb_random_normal(&random);
        for (size_t i = 0; i < q->key_length * q->value_dim; i++) {
            double sign = (plumb_random_bits(&random) & 1) == 0 ? 1 : -1;
            *value++ = sign * value_size * (0.5 + plumb_random_uniform(&random));
        }
    }
    round_all(&d->tensor[1], numbers_of(&d->tensor[1]));
    round_all(&d->tensor[2], numbers_of(&d->tensor[2]));
}

/* Slopes are above 0 and small, so that far keys count, too; the other tensors are normal numbers. */
static void draw_others(plumb_drawn *d) {
    for (size_t i = 3; i < d->count; i++) {
        plumb_random random = plumb_random_of(d->question.seed, UINT64_C(1) << 41 | i);
        double *value = numbers_of(&d->tensor[i]);
        bool slopes = strcmp(d->tensor[i].name, "slopes") == 0;
        size_t count = count_of(&d->tensor[i]);
        for (size_t n = 0; n < count; n++)
            value[n] = slopes ? 0.01 + 0.1 * plumb_random_uniform(&random) : plumb_random_normal(&random);
        round_all(&d->tensor[i], value);
    }
}

/* Sinks that weigh as much as the keys do, more in one head than in the next. */
static void draw_sinks(plumb_drawn *d, double level) {
    for (size_t i = 3; i < d->count; i++) {
        double *value = numbers_of(&d->tensor[i]);
        if (strcmp(d->tensor[i].name, "sinks") != 0)
            continue;
        for (size_t h = 0; h < d->tensor[i].shape[0]; h++)
            value[h] = level + 0.75 * (double)(h % 3) - 0.5;
        round_all(&d->tensor[i], value);
    }
}

static int encode(const plumb_answer *from, plumb_storage *storage, plumb_tensor *to) {
    plumb_dtype dtype = plumb_format_dtype(from->format);
    size_t size = plumb_dtype_size(dtype), count = count_of(from);
    unsigned char *bytes = plumb_storage_take(storage, count, size);
    *to = (plumb_tensor){.source = "challenge",
                         .name = from->name,
                         .dtype = dtype,
                         .dtype_name = plumb_dtype_name(dtype),
                         .rank = from->rank,
                         .count = count,
                         .bytes = bytes};
    memcpy(to->shape, from->shape, sizeof to->shape);
    for (size_t i = 0; bytes != NULL && i < count; i++) {
        uint64_t bits = 0;
        plumb_encode(from->format, from->value[i], &bits);
        plumb_store(bytes + i * size, size, bits);
    }
    return bytes == NULL ? -1 : 0;
}

/* The case as the reader of cases has it. */
static int read_back(const plumb_drawn *d, const char *where, plumb_case *out, plumb_error *error) {
    plumb_tensor tensor[3 + PLUMB_CHALLENGE_TENSORS];
    plumb_storage storage = {NULL};
    int result = 0;
    for (size_t i = 0; i < d->count && result == 0; i++)
        result = encode(&d->tensor[i], &storage, &tensor[i]);
    result = result == 0 ? plumb_case_from_tensors(tensor, d->count, d->question.description, where, out, error)
                         : plumb_fail(error, "%s: not enough memory", where);
    plumb_storage_free(&storage);
    return result;
}

/* Queries are solved for in the problem that the conventions make of all other tensors. */
static int draw_queries(plumb_drawn *d, const char *where, plumb_error *error) {
    plumb_case without;
    double level;
    double *query = numbers_of(&d->tensor[0]);
    if (read_back(d, where, &without, error) != 0)
        return -1;
    int result = plumb_needles_place(&without.problem, d->question.seed, query, &level);
    plumb_case_free(&without);
    if (result != 0)
        return plumb_fail(error, "%s: not enough memory", where);
    round_all(&d->tensor[0], query);
    draw_sinks(d, level);
    return 0;
}

int plumb_draw(const char *text, const char *where, const uint64_t *seed, plumb_drawn *out, plumb_error *error) {
    *out = (plumb_drawn){.count = 0};
    int result = plumb_challenge_parse(text, where, &out->storage, &out->question, error);
    if (result == 0 && seed != NULL)
        out->question.seed = *seed;
    if (result == 0)
        result = make_room(out, error);
    if (result == 0) {
        draw_vectors(out);
        draw_others(out);
        result = draw_queries(out, where, error);
    }
    if (result == 0)
        result = read_back(out, where, &out->asked, error);
    if (result != 0)
        plumb_storage_free(&out->storage);
    return result;
}

void plumb_drawn_free(plumb_drawn *drawn) {
    plumb_case_free(&drawn->asked);
    plumb_storage_free(&drawn->storage);
}

int plumb_drawn_write(const plumb_drawn *drawn, plumb_new_file *file, plumb_error *error) {
    return plumb_write_case(file, drawn->tensor, drawn->count, drawn->question.description, error);
}
