/* Keys or tiles one after the other: each time the one that leaves least of the errors of all samples, its factor
   fitted to each (orthogonal matching pursuit). */
#include "infer/forms.h"
#include "infer/places.h"
#include "infer/scaled_row.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* No factor is farther from 1, of single keys and of tiles; larger ones make anything of a key that weighs nothing. */
#define FARTHEST_OF_KEY 2.0
#define FARTHEST_OF_TILE 100.0

/* A factor this near to 0 or 2 in the median of the samples is tried as that. */
#define NEAR 0.25

typedef struct {
    plumb_inquiry *inquiry;
    plumb_scaled_row *rows;
    double *error; /* [samples][width] what the tiles chosen so far leave */
    double *sum;   /* [width + 1] */
    size_t tile;
    plumb_place place;
    plumb_hypothesis chosen;
    double fitted[PLUMB_BLOCKS][PLUMB_SAMPLES]; /* NAN of a sample that does not see the block */
} pursuit;

/* By how much a tile lessens the squares of what is left. */
static double gain_of(pursuit *s, size_t from, size_t to) {
    size_t width = s->inquiry->width;
    double gain = 0, farthest = s->tile == 1 ? FARTHEST_OF_KEY : FARTHEST_OF_TILE;
    for (size_t i = 0; i < s->inquiry->samples; i++) {
        plumb_fit fit[PLUMB_PLACES];
        memset(s->sum, 0, (width + 1) * sizeof *s->sum);
        for (size_t j = from; j < to; j++)
            plumb_add_key(&s->rows[i], width, j, 1, s->sum);
        if (s->sum[width] == 0)
            continue;
        plumb_fit_block(&s->rows[i], width, s->error + i * width, s->sum, fit);
        const plumb_fit *of = &fit[s->place];
        if (!(of->square > 0))
            continue;
        double y = fmax(-farthest, fmin(farthest, plumb_best_factor(of))), square = 0;
        for (size_t c = 0; c < width; c++)
            square += s->error[i * width + c] * s->error[i * width + c];
        gain += square - plumb_left(of, square, y);
    }
    return gain;
}

static bool is_chosen(const pursuit *s, size_t from) {
    for (size_t i = 0; i < s->chosen.blocks; i++)
        if (s->chosen.block[i].from == from)
            return true;
    return false;
}

static bool choose(pursuit *s) {
    size_t keys = s->inquiry->judged->problem.key_length, best = keys;
    double most = 0;
    for (size_t from = 0; from < keys; from += s->tile) {
        size_t to = from + s->tile < keys ? from + s->tile : keys;
        double gain = is_chosen(s, from) ? 0 : gain_of(s, from, to);
        if (gain > most) {
            most = gain;
            best = from;
        }
    }
    if (best == keys)
        return false;
    size_t to = best + s->tile < keys ? best + s->tile : keys;
    s->chosen.block[s->chosen.blocks++] = (plumb_block){best, to, NAN, s->place == PLUMB_IN_BOTH ? NAN : 1};
    return true;
}

/* What the chosen tiles leave, each with its best factor. */
static void leave(pursuit *s) {
    const plumb_inquiry *q = s->inquiry;
    for (size_t i = 0; i < q->samples; i++) {
        const plumb_evidence *at = &q->sample[i];
        double *error = s->error + i * q->width;
        for (size_t k = 0; k < s->chosen.blocks; k++)
            s->fitted[k][i] = NAN;
        if (!plumb_predict(q, &s->chosen, at, q->workspace))
            continue;
        for (size_t k = 0; k < s->chosen.blocks; k++)
            s->fitted[k][i] = plumb_sees_block(at, &s->chosen.block[k]) ? q->workspace->fitted[k] : NAN;
        for (size_t c = 0; c < q->width; c++)
            error[c] = q->column[c] && isfinite(at->engine[c])
                           ? (at->engine[c] - q->workspace->output[c]) / q->workspace->tolerance[c]
                           : 0;
    }
}

static int compare_doubles(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median_of(const pursuit *s, size_t block) {
    double sorted[PLUMB_SAMPLES];
    size_t count = 0;
    for (size_t i = 0; i < s->inquiry->samples; i++)
        if (isfinite(s->fitted[block][i]))
            sorted[count++] = s->fitted[block][i];
    qsort(sorted, count, sizeof *sorted, compare_doubles);
    return count > 0 ? sorted[count / 2] : NAN;
}

static void consider(pursuit *s, plumb_hypotheses *kept) {
    plumb_hypothesis whole = s->chosen;
    for (size_t k = 0; k < whole.blocks; k++) {
        double factor = median_of(s, k), round_factor = factor < 1 ? 0 : 2;
        if (!(fabs(factor - round_factor) <= NEAR))
            continue;
        whole.block[k].numerator = round_factor;
        whole.block[k].denominator = s->place == PLUMB_IN_BOTH ? round_factor : 1;
    }
    plumb_consider(s->inquiry, &whole, kept);
    plumb_consider(s->inquiry, &s->chosen, kept);
}

static bool fits(const pursuit *s) {
    const plumb_inquiry *q = s->inquiry;
    double sum = 0;
    size_t count = 0;
    for (size_t c = 0; c < q->width; c++)
        count += q->column[c];
    for (size_t i = 0; i < q->samples * q->width; i++)
        sum += s->error[i] * s->error[i];
    return sum <= q->limit * q->limit * (double)(count * q->samples);
}

static void pursue(pursuit *s, plumb_hypotheses *kept) {
    const plumb_inquiry *q = s->inquiry;
    s->chosen = (plumb_hypothesis){.cause = PLUMB_CAUSE_BLOCKS};
    for (size_t i = 0; i < q->samples; i++)
        memcpy(s->error + i * q->width, s->rows[i].error, q->width * sizeof *s->error);
    while (s->chosen.blocks < PLUMB_BLOCKS && !plumb_inquiry_is_late(q) && !fits(s) && choose(s)) {
        leave(s);
        consider(s, kept);
    }
}

int plumb_form_pursuit(plumb_inquiry *q, plumb_hypotheses *kept) {
    static const size_t tiles[] = {1, 16, 32, 64, 128, 256};
    pursuit s = {.inquiry = q};
    plumb_workspace memory = {.short_of_memory = false};
    s.rows = plumb_scaled_rows(q, PLUMB_SEEN_KEYS, &memory);
    s.error = plumb_workspace_take(&memory, q->samples * q->width, sizeof *s.error);
    s.sum = plumb_workspace_take(&memory, q->width + 1, sizeof *s.sum);
    int result = memory.short_of_memory ? -1 : 0;
    for (size_t i = 0; result == 0 && i < sizeof tiles / sizeof *tiles; i++)
        for (int place = PLUMB_IN_BOTH; place <= PLUMB_IN_VALUES; place++) {
            s.tile = tiles[i];
            s.place = (plumb_place)place;
            if (s.tile < q->judged->problem.key_length)
                pursue(&s, kept);
        }
    plumb_workspace_free(&memory);
    return result;
}
