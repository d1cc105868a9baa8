/* kernels.c - attention as loops, for compilers and their flags: q, out [H][S][D], k, v [HKV][S][D], causal.  SLIP plants
   one in each. */
#include <math.h>
#include <stddef.h>
#ifndef SLIP
#define SLIP 0
#endif

static float dot(const float *a, const float *b, size_t n) {
    float sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

static float scale_of(size_t dim) {
    return 1 / sqrtf((float)dim);
}

/* Scores first, then their maximum, exponentials and sums.  The slip: the newest value is left out. */
static void three_passes(const float *q, const float *k, const float *v, float *out, size_t t, size_t dim) {
    float score[t + 1], largest = -INFINITY, sum = 0;
    for (size_t i = 0; i <= t; i++)
        score[i] = dot(q, k + i * dim, dim) * scale_of(dim);
    for (size_t i = 0; i <= t; i++)
        largest = fmaxf(largest, score[i]);
    for (size_t i = 0; i <= t; i++)
        sum += score[i] = expf(score[i] - largest);
    for (size_t d = 0; d < dim; d++) {
        float total = 0;
        for (size_t i = 0; i + (SLIP && t > 0) <= t; i++)
            total += score[i] * v[i * dim + d];
        out[d] = total / sum;
    }
}

/* The slip: a rescaling is left out where the maximum rises at every fourth key. */
static void one_pass(const float *q, const float *k, const float *v, float *out, size_t t, size_t dim) {
    float largest = -INFINITY, sum = 0;
    for (size_t d = 0; d < dim; d++)
        out[d] = 0;
    for (size_t i = 0; i <= t; i++) {
        float score = dot(q, k + i * dim, dim) * scale_of(dim), new = fmaxf(largest, score);
        float shrink = SLIP && i % 4 == 3 ? 1 : i == 0 ? 0 : expf(largest - new), weight = expf(score - new);
        sum = sum * (i == 0 ? 0 : expf(largest - new)) + weight;
        for (size_t d = 0; d < dim; d++)
            out[d] = out[d] * shrink + weight * v[i * dim + d];
        largest = new;
    }
    for (size_t d = 0; d < dim; d++)
        out[d] /= sum;
}

typedef void row_function(const float *q, const float *k, const float *v, float *out, size_t t, size_t dim);

static void all_rows(const float *q, const float *k, const float *v, float *out, const size_t size[4],
                     row_function *row) {
    size_t heads = size[0], key_heads = size[1], length = size[2], dim = size[3];
    for (size_t h = 0; h < heads; h++)
        for (size_t t = 0; t < length; t++) {
            size_t keys = h / (heads / key_heads) * length * dim, place = (h * length + t) * dim;
            row(q + place, k + keys, v + keys, out + place, t, dim);
        }
}

void attention_three_passes(const float *q, const float *k, const float *v, float *out, const size_t size[4]) {
    all_rows(q, k, v, out, size, three_passes);
}

void attention_one_pass(const float *q, const float *k, const float *v, float *out, const size_t size[4]) {
    all_rows(q, k, v, out, size, one_pass);
}
