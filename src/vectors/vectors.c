#include "vectors/vectors.h"
#include "challenge/cheats.h"
#include "thread/workers.h"
#include <stdlib.h>

/* The exact outputs to what another seed draws. */
static double *stale_of(plumb_vector *v, uint64_t seed, plumb_error *error) {
    plumb_drawn_case other;
    if (plumb_vector_draw(&v->candidate, seed + 1, &other, error) != 0)
        return NULL;
    double *out = plumb_storage_take(&v->storage, v->answers.out.count, sizeof *out);
    if (out == NULL || plumb_exact_outputs(&other.asked.problem, out) != 0)
        out = NULL;
    plumb_drawn_case_free(&other);
    return out;
}

static int make(plumb_vector *v, uint64_t seed, plumb_error *error) {
    if (plumb_vector_draw(&v->candidate, seed, &v->inputs, error) != 0)
        return -1;
    v->drawn = true;
    if (plumb_vector_answer(&v->inputs, &v->storage, &v->answers, error) != 0)
        return -1;
    if (!v->answers.passes)
        return 0;
    plumb_fail(error, "%s: not enough memory", v->inputs.asked.source);
    bool asks = v->answers.right.problem.loss.output == NULL;
    const double *stale = asks ? stale_of(v, seed, error) : NULL;
    return asks && stale == NULL ? -1 : plumb_vector_catch(&v->candidate, &v->answers, stale, &v->storage, &v->caught);
}

typedef struct {
    plumb_vectors *vectors;
    plumb_error *failed; /* [count] messages of those that failed */
} making;

static int make_item(void *context, size_t i) {
    making *w = context;
    int result = make(&w->vectors->vector[i], w->vectors->seed, &w->failed[i]);
    if (result == 0)
        w->failed[i].text[0] = 0;
    return result;
}

static int make_all(plumb_vectors *out, int threads, plumb_error *error) {
    making w = {out, calloc(out->count + 1, sizeof *w.failed)};
    if (w.failed == NULL)
        return plumb_fail(error, "vectors: not enough memory");
    error->text[0] = 0;
    int result = plumb_workers_each(threads, out->count, make_item, &w, error);
    for (size_t i = out->count; result != 0 && i > 0; i--)
        if (w.failed[i - 1].text[0] != 0)
            *error = w.failed[i - 1];
    free(w.failed);
    return result;
}

int plumb_vectors_make(const plumb_family *family, uint64_t seed, int threads, plumb_vectors *out, plumb_error *error) {
    size_t count = plumb_candidates(family, NULL);
    plumb_candidate *candidate = calloc(count + 1, sizeof *candidate);
    *out = (plumb_vectors){.seed = seed, .count = count, .vector = calloc(count + 1, sizeof *out->vector)};
    if (candidate == NULL || out->vector == NULL) {
        free(candidate);
        free(out->vector);
        return plumb_fail(error, "vectors: not enough memory");
    }
    plumb_candidates(family, candidate);
    for (size_t i = 0; i < count; i++)
        out->vector[i].candidate = candidate[i];
    free(candidate);
    int result = make_all(out, threads, error);
    for (size_t i = 0; i < count && result == 0; i++)
        out->kept += plumb_vector_is_kept(&out->vector[i]);
    if (result != 0)
        plumb_vectors_free(out);
    return result;
}

void plumb_vectors_free(plumb_vectors *vectors) {
    for (size_t i = 0; i < vectors->count; i++) {
        if (vectors->vector[i].drawn)
            plumb_drawn_case_free(&vectors->vector[i].inputs);
        plumb_storage_free(&vectors->vector[i].storage);
    }
    free(vectors->vector);
    *vectors = (plumb_vectors){.count = 0};
}

bool plumb_vector_is_kept(const plumb_vector *vector) {
    return vector->caught.own && vector->answers.passes;
}
