#include "simulate/power.h"
#include "exact/visible.h"
#include "simulate/moments.h"
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
    lost->sum = calloc((lost->sizes + 3) * problem->value_dim + 1, sizeof *lost->sum);
    if (lost->shift != NULL && lost->sum != NULL)
        return 0;
    plumb_lost_keys_free(lost);
    return -1;
}

void plumb_lost_keys_free(plumb_lost_keys *lost) {
    free(lost->shift);
    free(lost->sum);
    *lost = (plumb_lost_keys){0};
}

typedef enum { OF_NO_KEYS, OF_A_MEAN, OF_A_SUM } output_kind;

/* Whether an output without some keys is told by their weights. */
static output_kind kind_of(const plumb_problem *p) {
    plumb_normalisation normalisation = p->op.normalisation;
    if (p->extra.value_bias != NULL || p->extra.gate != NULL || p->position.value_table != NULL ||
        plumb_rotates_output(&p->position) || p->key_length == 0)
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

/* A row: its outputs, their inverse deviations, and how many of these count. */
typedef struct {
    const plumb_deviation *deviation;
    const double *output, *inverse;
    double counted;
    bool is_mean;
} asked_row;

/* An output that is not finite, or errs by nothing, does not count. */
static asked_row ask_of(plumb_lost_keys *lost, const plumb_deviation *d, const double *deviation_of) {
    size_t columns = d->problem->value_dim;
    double *output = lost->sum + (lost->sizes + 1) * columns, *inverse = output + columns;
    asked_row asked = {d, output, inverse, 0, kind_of(d->problem) == OF_A_MEAN};
    for (size_t c = 0; c < columns; c++) {
        double o = d->row->output[c].mid, x = 1 / deviation_of[c];
        bool counts = isfinite(o) && isfinite(x);
        output[c] = counts ? o : 0;
        inverse[c] = counts ? x : 0;
        asked.counted += counts;
    }
    return asked;
}

/* Without keys of that weight, whose weighted values have that sum, the row is (o - sum) / (1 - weight), or o - sum. */
static double shift_of(const asked_row *asked, double weight, const double *sum) {
    double lost = asked->is_mean ? weight : 0;
    if (weight == 0 || asked->counted == 0 || fabs(1 - lost) < 0x1p-40)
        return 0;
    double square =
        plumb_sum_shifts(lost, asked->output, sum, asked->inverse, asked->deviation->problem->value_dim);
    return isfinite(square) ? sqrt(square / asked->counted) / fabs(1 - lost) : 0;
}

/* The block of one key is complete, whose weighted value is in sum[sizes]; then those that it completes, since the next
   key with weight is `next`.  Of the two halves of a block one may have none. */
static void add_block(plumb_lost_keys *lost, const asked_row *asked, double weight, size_t key, size_t next) {
    size_t columns = asked->deviation->problem->value_dim;
    double *sum = lost->sum + lost->sizes * columns;
    for (size_t n = 0; n < lost->sizes; n++) {
        double *shift = &lost->shift[lost->start[n] + (key >> n)], *left = lost->sum + n * columns;
        if (lost->waits[n])
            weight += lost->weight[n];
        if (lost->waits[n])
            plumb_add_weighted(left, columns, sum);
        lost->waits[n] = next < lost->keys && key >> n == next >> n;
        if (lost->waits[n]) {
            lost->weight[n] = weight;
            memcpy(left, sum, columns * sizeof *left);
            return;
        }
        *shift = fmax(*shift, shift_of(asked, weight, sum));
    }
}

static size_t next_with_weight(const plumb_deviation *d, size_t j) {
    while (j < d->problem->key_length && d->row->weight[j].mid == 0)
        j++;
    return j;
}

void plumb_lost_keys_add(plumb_lost_keys *lost, const plumb_deviation *d, const double *deviation_of,
                         const size_t *place) {
    size_t columns = d->problem->value_dim, length = d->problem->key_length;
    double *sum = lost->sum + lost->sizes * columns;
    if (!plumb_lost_keys_asks(d->problem))
        return;
    asked_row asked = ask_of(lost, d, deviation_of);
    memset(lost->waits, 0, sizeof lost->waits);
    for (size_t j = next_with_weight(d, 0), next; j < length; j = next) {
        next = next_with_weight(d, j + 1);
        size_t at = place != NULL ? place[j] : j, then = place != NULL && next < length ? place[next] : next;
        double w = d->row->weight[j].mid;
        plumb_weigh_value(w, plumb_exact_value(d->problem, d->b, d->h, j), columns, sum);
        add_block(lost, &asked, w, at, next < length ? then : lost->keys);
    }
}

void plumb_lost_keys_count(const plumb_lost_keys *lost, size_t n, double limit, double *blocks, double *noticed) {
    for (size_t i = lost->start[n]; n < lost->sizes && i < lost->start[n + 1]; i++) {
        *blocks += lost->shift[i] > 0;
        *noticed += lost->shift[i] > limit;
    }
}
