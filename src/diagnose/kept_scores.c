#include "diagnose/kept_scores.h"
#include "bundle/rows.h"
#include "diagnose/change.h"
#include "infer/weight_parts.h"
#include "row/stages.h"
#include <math.h>
#include <stdlib.h>

bool plumb_is_of_sums(const plumb_problem *p) {
    const plumb_operator *op = &p->op;
    bool shown = op->softcap > 0 && op->softcap_order == PLUMB_BIAS_MASK_CAP;
    bool plain = op->sink == PLUMB_SINK_NONE || op->sink == PLUMB_SINK_ZERO || op->sink == PLUMB_SINK_LOGIT ||
                 op->sink == PLUMB_SINK_KEY0_BIAS;
    return plumb_weights_have_parts(op->kind) && plain && !shown && p->extra.value_bias == NULL &&
           p->extra.gate == NULL && p->position.value_table == NULL;
}

double plumb_sink_beside(const plumb_problem *p, size_t h, double most) {
    return p->op.sink == PLUMB_SINK_ZERO    ? exp(-most)
           : p->op.sink == PLUMB_SINK_LOGIT ? exp(p->extra.sinks[h] - most)
                                            : 0;
}

void plumb_kept_scores_free(plumb_kept_scores *kept) {
    free(kept->product);
    free(kept->empty);
    free(kept->weight);
    *kept = (plumb_kept_scores){0};
}

/* False where a score is no number. */
static bool keep_row(plumb_kept_scores *kept, const plumb_row *row, double scale, size_t value_dim, size_t i) {
    double *product = kept->product + i * kept->keys;
    bool sees_any = false;
    for (size_t j = 0; j < kept->keys; j++) {
        product[j] = row->visible[j] ? row->score[j].mid / scale : -INFINITY;
        sees_any = sees_any || row->visible[j];
        if (row->visible[j] && !isfinite(product[j]))
            return false;
    }
    for (size_t c = 0; c < value_dim; c++)
        kept->empty[i * value_dim + c] = sees_any ? NAN : row->output[c].mid;
    return true;
}

static bool keep_rows(plumb_kept_scores *kept, const plumb_problem *uncapped) {
    double scale = plumb_change_scale(uncapped);
    bool whole = true;
    plumb_rows some;
    if (plumb_rows_init(&some, uncapped, 1, PLUMB_KEEP_ALL) != 0)
        return false;
    some.row.without_lse = true;
    for (size_t i = 0; i < kept->rows && whole; i++)
        whole = keep_row(kept, plumb_rows_number(&some, kept->row[i]), scale, uncapped->value_dim, i);
    plumb_rows_free(&some);
    return whole;
}

bool plumb_keep_scores(plumb_kept_scores *kept, const plumb_problem *p, const size_t *row, size_t rows) {
    plumb_problem uncapped = *p;
    *kept = (plumb_kept_scores){.rows = rows, .keys = p->key_length, .row = row};
    uncapped.op.softcap = 0;
    if (p->op.kind != PLUMB_SOFTMAX || !plumb_is_of_sums(p) || plumb_adds_bias(p) ||
        !(fabs(plumb_change_scale(p)) > 0))
        return false;
    kept->product = malloc((rows * kept->keys + 1) * sizeof *kept->product);
    kept->empty = calloc(rows * p->value_dim + 1, sizeof *kept->empty);
    kept->weight = malloc((kept->keys + 1) * sizeof *kept->weight);
    if (kept->product != NULL && kept->empty != NULL && kept->weight != NULL && keep_rows(kept, &uncapped))
        return true;
    plumb_kept_scores_free(kept);
    return false;
}

/* Of the visible keys of a row, relative to the largest score, which is returned. */
static double weigh(const plumb_kept_scores *kept, const double *product, double scale, double softcap) {
    double most = -INFINITY;
    for (size_t j = 0; j < kept->keys; j++) {
        double score = isinf(product[j]) ? -INFINITY : scale * product[j];
        kept->weight[j] = softcap > 0 && !isinf(score) ? softcap * tanh(score / softcap) : score;
        most = fmax(most, kept->weight[j]);
    }
    for (size_t j = 0; j < kept->keys; j++)
        kept->weight[j] = exp(kept->weight[j] - most);
    return most;
}

void plumb_kept_output(const plumb_kept_scores *kept, const plumb_problem *p, size_t i, size_t columns,
                       double *output) {
    size_t head = kept->row[i] / p->query_length, h = head % p->query_heads;
    size_t key_head = head / p->query_heads * p->key_heads + h / (p->query_heads / p->key_heads);
    const double *value = p->value + key_head * p->key_length * p->value_dim, *empty = kept->empty + i * p->value_dim;
    bool sees_any = isnan(empty[0]);
    for (size_t c = 0; c < columns; c++)
        output[c] = sees_any ? 0 : empty[c];
    if (!sees_any)
        return;
    double most = weigh(kept, kept->product + i * kept->keys, plumb_change_scale(p), p->op.softcap);
    double sum = plumb_sink_beside(p, h, most);
    for (size_t j = 0; j < kept->keys; j++) {
        double w = kept->weight[j];
        sum += w;
        for (size_t c = 0; w > 0 && c < columns; c++)
            output[c] += w * value[j * p->value_dim + c];
    }
    for (size_t c = 0; c < columns; c++)
        output[c] /= sum;
}
