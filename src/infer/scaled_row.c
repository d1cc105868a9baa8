#include "infer/scaled_row.h"
#include "infer/shares.h"
#include <math.h>

/* Of all weights: less is rounding. */
#define NOTHING 1e-12

/* What the weights of keys lose whose score is another; NULL if memory is short. */
static const double *lost_weights(const plumb_inquiry *q, const plumb_evidence *at, plumb_scaled_keys which,
                                  plumb_workspace *memory) {
    const plumb_problem *p = &q->judged->problem;
    double *lost = plumb_workspace_take(memory, p->key_length, sizeof *lost);
    for (size_t j = 0; lost != NULL && j < p->key_length; j++) {
        if (!at->visible[j])
            continue;
        lost[j] = at->weight[j] - (which == PLUMB_UNBIASED_KEYS ? plumb_weight_without_bias(p, at, j)
                                                                : plumb_weight_of_product(q, at, j, 0));
    }
    return lost;
}

/* NULL if memory is short. */
static const double *hidden_weights(const plumb_evidence *at, size_t keys, plumb_workspace *memory) {
    double *weight = plumb_workspace_take(memory, keys, sizeof *weight);
    for (size_t j = 0; weight != NULL && j < keys; j++)
        weight[j] = at->visible[j] ? 0 : at->lifted[j];
    return weight;
}

static void set_weights(const plumb_inquiry *q, const plumb_evidence *at, plumb_scaled_keys which,
                        plumb_workspace *memory, plumb_scaled_row *row) {
    row->weight = at->weight;
    row->divided = at->part;
    if (which == PLUMB_SEEN_KEYS)
        return;
    row->divided =
        which == PLUMB_HIDDEN_KEYS ? hidden_weights(at, q->judged->problem.key_length, memory)
                                   : lost_weights(q, at, which, memory);
    if (which != PLUMB_ZERO_VALUES)
        row->weight = row->divided;
}

static void fill(const plumb_inquiry *q, const plumb_evidence *at, plumb_scaled_keys keys, plumb_workspace *memory,
                 plumb_scaled_row *row) {
    const plumb_problem *p = &q->judged->problem;
    plumb_prediction *workspace = q->workspace;
    size_t width = q->width;
    row->at = at;
    set_weights(q, at, keys, memory, row);
    row->value = p->value + plumb_first_value(p, at->b, at->h) * width;
    row->error = plumb_workspace_take(memory, width, sizeof *row->error);
    row->engine = plumb_workspace_take(memory, width, sizeof *row->engine);
    row->unit = plumb_workspace_take(memory, width, sizeof *row->unit);
    if (memory->short_of_memory || !plumb_predict(q, NULL, at, workspace))
        return;
    for (size_t c = 0; c < width; c++) {
        if (!q->column[c] || !isfinite(at->engine[c]))
            continue;
        row->unit[c] = plumb_gate_at(p, at, c) / workspace->tolerance[c];
        row->error[c] = (at->engine[c] - at->exact[c]) / workspace->tolerance[c];
        row->engine[c] = plumb_growth_of_output(p, at, c) / at->mass * row->unit[c];
        row->square += row->error[c] * row->error[c];
        row->engine_square += row->engine[c] * row->engine[c];
    }
}

plumb_scaled_row *plumb_scaled_rows(const plumb_inquiry *q, plumb_scaled_keys keys, plumb_workspace *memory) {
    plumb_scaled_row *rows = plumb_workspace_take(memory, q->samples, sizeof *rows);
    for (size_t i = 0; rows != NULL && i < q->samples; i++)
        fill(q, &q->sample[i], keys, memory, &rows[i]);
    return rows;
}

void plumb_add_key(const plumb_scaled_row *row, size_t width, size_t j, double sign, double *sum) {
    double weight = sign * row->weight[j];
    const double *restrict value = row->value + j * width, *restrict unit = row->unit;
    if (weight == 0 && row->divided[j] == 0)
        return;
    for (size_t c = 0; c < width; c++)
        sum[c] += weight * value[c] * unit[c];
    sum[width] += sign * row->divided[j];
}

void plumb_fit_block(const plumb_scaled_row *row, size_t width, const double *error, const double *sum,
                     plumb_fit fit[PLUMB_PLACES]) {
    double weight = row->at->normalised ? sum[width] : 0;
    for (int i = 0; i < PLUMB_PLACES; i++)
        fit[i] = (plumb_fit){0, 0, i == PLUMB_IN_VALUES ? 0 : weight / row->at->mass, row->engine_square};
    for (size_t c = 0; c < width; c++) {
        double down = row->engine[c] * weight, both = down - sum[c];
        fit[PLUMB_IN_BOTH].both += error[c] * both;
        fit[PLUMB_IN_BOTH].square += both * both;
        fit[PLUMB_IN_VALUES].both -= error[c] * sum[c];
        fit[PLUMB_IN_VALUES].square += sum[c] * sum[c];
        fit[PLUMB_IN_WEIGHTS].both += error[c] * down;
        fit[PLUMB_IN_WEIGHTS].square += down * down;
    }
}

double plumb_left(const plumb_fit *fit, double square, double y) {
    double rest = 1 - y * fit->weight, left = fmax(0, square - 2 * y * fit->both + y * y * fit->square);
    return fabs(rest) < NOTHING ? fit->empty : left / (rest * rest);
}
