#include "challenge/draw.h"
#include "case/read.h"
#include "challenge/cheats.h"
#include "challenge/needles.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static int make_workspace(plumb_drawn *d, plumb_error *error) {
    const plumb_challenge_question *q = &d->question;
    const size_t query[] = {q->batch, q->query_heads, q->query_length, q->head_dim};
    const size_t key[] = {q->batch, q->key_heads, q->key_length, q->head_dim};
    const size_t value[] = {q->batch, q->key_heads, q->key_length, q->value_dim};
    plumb_dtype dtype = plumb_format_dtype(q->format);
    if (plumb_drawn_add(&d->inputs, "q", dtype, 4, query, error) != 0 ||
        plumb_drawn_add(&d->inputs, "k", dtype, 4, key, error) != 0 ||
        plumb_drawn_add(&d->inputs, "v", dtype, 4, value, error) != 0)
        return -1;
    for (size_t i = 0; i < q->tensors; i++)
        if (plumb_drawn_add(&d->inputs, q->tensor[i].name, dtype, q->tensor[i].rank, q->tensor[i].shape, error) != 0)
            return -1;
    return 0;
}

/* Key heads differ in size, values in size and sign, by key and by column. */
static void draw_vectors(plumb_drawn *d) {
    const plumb_challenge_question *q = &d->question;
    double *key = d->inputs.value[1], *value = d->inputs.value[2];
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
    plumb_drawn_round(&d->inputs, 1);
    plumb_drawn_round(&d->inputs, 2);
}

/* Slopes are above 0 and small, so that far keys count, too; the other tensors are normal numbers. */
static void draw_others(plumb_drawn *d) {
    for (size_t i = 3; i < d->inputs.count; i++) {
        plumb_random random = plumb_random_of(d->question.seed, UINT64_C(1) << 41 | i);
        double *value = d->inputs.value[i];
        bool slopes = strcmp(d->inputs.tensor[i].name, "slopes") == 0;
        size_t count = d->inputs.tensor[i].count;
        for (size_t n = 0; n < count; n++)
            value[n] = slopes ? 0.01 + 0.1 * plumb_random_uniform(&random) : plumb_random_normal(&random);
        plumb_drawn_round(&d->inputs, i);
    }
}

/* Sinks that weigh as much as the keys do, more in one head than in the next. */
static void draw_sinks(plumb_drawn *d, double level) {
    for (size_t i = 3; i < d->inputs.count; i++) {
        double *value = d->inputs.value[i];
        if (strcmp(d->inputs.tensor[i].name, "sinks") != 0)
            continue;
        for (size_t h = 0; h < d->inputs.tensor[i].shape[0]; h++)
            value[h] = level + 0.75 * (double)(h % 3) - 0.5;
        plumb_drawn_round(&d->inputs, i);
    }
}

/* Queries are solved for in the problem that the conventions make of all other tensors. */
static int draw_queries(plumb_drawn *d, plumb_error *error) {
    plumb_case without;
    double level;
    if (plumb_drawn_read(&d->inputs, &without, error) != 0)
        return -1;
    int result = plumb_needles_place(&without.problem, d->question.seed, d->inputs.value[0], &level);
    plumb_case_free(&without);
    if (result != 0)
        return plumb_fail(error, "%s: not enough memory", d->inputs.where);
    plumb_drawn_round(&d->inputs, 0);
    draw_sinks(d, level);
    return 0;
}

static size_t place_of(const plumb_drawn *d, const char *name) {
    size_t i = 0;
    while (i < d->inputs.count && strcmp(d->inputs.tensor[i].name, name) != 0)
        i++;
    return i;
}

/* Along the output, so that all rows of a head have a delta of one sign, which no two heads share; with numbers that
   were drawn beside it. */
static void set_loss(plumb_drawn *d, size_t place, const double *output) {
    const plumb_challenge_question *q = &d->question;
    size_t count = d->inputs.tensor[place].count, of_head = q->query_length * q->value_dim;
    double square = 0, *gradient = d->inputs.value[place];
    for (size_t i = 0; i < count; i++)
        square += isfinite(output[i]) ? output[i] * output[i] : 0;
    double size = square > 0 ? sqrt(square / (double)count) : 1;
    for (size_t i = 0; i < count; i++) {
        size_t h = i / of_head % q->query_heads;
        double offset = 1 + (double)h / (double)q->query_heads, along = isfinite(output[i]) ? output[i] / size : 0;
        gradient[i] = gradient[i] / 4 + along + (h % 2 == 0 ? offset : -offset);
    }
    plumb_drawn_round(&d->inputs, place);
}

static int draw_loss(plumb_drawn *d, plumb_error *error) {
    size_t place = place_of(d, "out_grad");
    plumb_case without;
    if (place == d->inputs.count)
        return 0;
    if (plumb_drawn_read(&d->inputs, &without, error) != 0)
        return -1;
    double *output = calloc(d->inputs.tensor[place].count + 1, sizeof *output);
    int result = output != NULL ? plumb_exact_outputs(&without.problem, output) : -1;
    if (result == 0)
        set_loss(d, place, output);
    free(output);
    plumb_case_free(&without);
    return result == 0 ? 0 : plumb_fail(error, "%s: not enough memory", d->inputs.where);
}

int plumb_draw(const char *text, const char *where, const uint64_t *seed, plumb_drawn *out, plumb_error *error) {
    *out = (plumb_drawn){.inputs.where = where};
    int result = plumb_challenge_parse(text, where, &out->inputs.storage, &out->question, error);
    out->inputs.description = out->question.description;
    if (result == 0 && seed != NULL)
        out->question.seed = *seed;
    if (result == 0)
        result = make_workspace(out, error);
    if (result == 0) {
        draw_vectors(out);
        draw_others(out);
        result = draw_queries(out, error);
    }
    if (result == 0)
        result = draw_loss(out, error);
    if (result == 0)
        result = plumb_drawn_read(&out->inputs, &out->inputs.asked, error);
    if (result != 0)
        plumb_storage_free(&out->inputs.storage);
    return result;
}

void plumb_drawn_free(plumb_drawn *drawn) {
    plumb_drawn_case_free(&drawn->inputs);
}
