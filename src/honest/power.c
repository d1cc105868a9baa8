#include "honest/power.h"
#include "exact/visible.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static size_t blocks_of(size_t keys, size_t n) {
    return (keys + ((size_t)1 << n) - 1) >> n;
}

int plumb_lost_keys_init(plumb_lost_keys *lost, const plumb_problem *problem) {
    *lost = (plumb_lost_keys){.keys = problem->key_length};
    while (lost->sizes < PLUMB_LOST_SIZES && lost->keys >> lost->sizes != 0) {
        lost->start[lost->sizes + 1] = lost->start[lost->sizes] + blocks_of(lost->keys, lost->sizes);
        lost->sizes++;
    }
    lost->shift = calloc(lost->start[lost->sizes] + 1, sizeof *lost->shift);
    lost->weight = calloc(lost->keys + 1, sizeof *lost->weight);
    lost->sum = calloc(lost->keys * problem->value_dim + 1, sizeof *lost->sum);
    if (lost->shift != NULL && lost->weight != NULL && lost->sum != NULL)
        return 0;
    plumb_lost_keys_free(lost);
    return -1;
}

void plumb_lost_keys_free(plumb_lost_keys *lost) {
    free(lost->shift);
    free(lost->weight);
    free(lost->sum);
    *lost = (plumb_lost_keys){0};
}

typedef enum { OF_NO_KEYS, OF_A_MEAN, OF_A_SUM } output_kind;

/* Whether an output without some keys is told by their weights. */
static output_kind kind_of(const plumb_problem *p) {
    plumb_normalisation normalisation = p->op.normalisation;
    if (p->extra.value_bias != NULL || p->extra.gate != NULL || p->position.value_table != NULL || p->key_length == 0)
        return OF_NO_KEYS;
    if (plumb_operator_is(p->op.kind, PLUMB_IS_MEAN))
        return plumb_operator_is(p->op.kind, PLUMB_IS_SCALED) ? OF_NO_KEYS : OF_A_MEAN;
    if (!plumb_operator_is(p->op.kind, PLUMB_IS_NORMALISED))
        return OF_NO_KEYS;
    if (plumb_normalisation_is(normalisation, PLUMB_ADDS_EPSILON))
        return OF_A_MEAN;
    return normalisation == PLUMB_UNNORMALISED || normalisation == PLUMB_KEY_LENGTH ? OF_A_SUM : OF_NO_KEYS;
}

bool plumb_lost_keys_asks(const plumb_problem *problem) {
    return kind_of(problem) != OF_NO_KEYS;
}

/* Without keys of that weight, whose weighted values have that sum, the row is (o - sum) / (1 - weight), or o - sum. */
static double shift_of(const plumb_deviation *d, const double *deviation_of, double weight, const double *sum) {
    size_t columns = d->problem->value_dim;
    double square = 0, count = 0, lost = kind_of(d->problem) == OF_A_MEAN ? weight : 0;
    if (weight == 0 || fabs(1 - lost) < 0x1p-40)
        return 0;
    for (size_t c = 0; c < columns; c++) {
        double x = (lost * d->row->output[c].mid - sum[c]) / ((1 - lost) * deviation_of[c]);
        if (!isfinite(x))
            continue;
        square += x * x;
        count++;
    }
    return count > 0 ? sqrt(square / count) : 0;
}

static void set_keys(plumb_lost_keys *lost, const plumb_deviation *d) {
    size_t columns = d->problem->value_dim;
    const double *value = plumb_exact_value(d->problem, d->b, d->h, 0);
    for (size_t j = 0; j < lost->keys; j++) {
        double w = lost->weight[j] = d->row->weight[j].mid;
        for (size_t c = 0; c < columns; c++)
            lost->sum[j * columns + c] = w != 0 ? w * value[j * columns + c] : 0;
    }
}

/* Two neighbours become one block. */
static void join_neighbours(plumb_lost_keys *lost, size_t blocks, size_t columns) {
    for (size_t i = 0; i < blocks / 2 + blocks % 2; i++) {
        bool paired = 2 * i + 1 < blocks;
        lost->weight[i] = lost->weight[2 * i] + (paired ? lost->weight[2 * i + 1] : 0);
        for (size_t c = 0; c < columns; c++)
            lost->sum[i * columns + c] =
                lost->sum[2 * i * columns + c] + (paired ? lost->sum[(2 * i + 1) * columns + c] : 0);
    }
}

void plumb_lost_keys_add(plumb_lost_keys *lost, const plumb_deviation *d, const double *deviation_of) {
    size_t columns = d->problem->value_dim;
    if (!plumb_lost_keys_asks(d->problem))
        return;
    set_keys(lost, d);
    for (size_t n = 0; n < lost->sizes; n++) {
        size_t blocks = lost->start[n + 1] - lost->start[n];
        for (size_t i = 0; i < blocks; i++) {
            double *shift = &lost->shift[lost->start[n] + i];
            *shift = fmax(*shift, shift_of(d, deviation_of, lost->weight[i], lost->sum + i * columns));
        }
        join_neighbours(lost, blocks, columns);
    }
}

void plumb_lost_keys_end(plumb_lost_keys *lost) {
    free(lost->weight);
    free(lost->sum);
    lost->weight = lost->sum = NULL;
}

void plumb_lost_keys_count(const plumb_lost_keys *lost, size_t n, double limit, double *blocks, double *noticed) {
    for (size_t i = lost->start[n]; n < lost->sizes && i < lost->start[n + 1]; i++) {
        *blocks += lost->shift[i] > 0;
        *noticed += lost->shift[i] > limit;
    }
}
