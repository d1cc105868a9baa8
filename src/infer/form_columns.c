/* Columns that hold the exact numbers of others, or their own times a number that differs from column to column. */
#include "infer/forms.h"
#include "infer/predict.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What the samples say of a pair of columns: the engine's of the first is the exact one of the second. */
static bool are_same(const plumb_inquiry *q, const double *tolerance, size_t column, size_t other) {
    double sum = 0;
    size_t least = q->samples / 2 + 1, same = 0;
    for (size_t i = 0; i < q->samples; i++) {
        const plumb_evidence *at = &q->sample[i];
        double ratio = (at->engine[column] - at->exact[other]) / (2 * tolerance[i * q->width + other]);
        sum = isnan(ratio) ? INFINITY : fabs(ratio);
        same += sum <= fmin(1, 2 * q->limit);
    }
    return q->samples > 2 && same >= least;
}

static void read_tolerances(const plumb_inquiry *q, double *tolerance) {
    for (size_t i = 0; i < q->samples; i++) {
        plumb_predict(q, NULL, &q->sample[i], q->workspace);
        memcpy(tolerance + i * q->width, q->workspace->tolerance, q->width * sizeof *tolerance);
    }
}

int plumb_form_columns(plumb_inquiry *q, plumb_hypotheses *kept) {
    const plumb_problem *p = &q->judged->problem;
    size_t *map = q->maps + PLUMB_SAMPLES * (p->batch * p->query_heads), moved = 0, right = 0;
    double *tolerance = calloc(q->samples * q->width + 1, sizeof *tolerance);
    if (tolerance == NULL)
        return -1;
    read_tolerances(q, tolerance);
    for (size_t c = 0; c < q->width; c++) {
        bool own = !q->column[c] || are_same(q, tolerance, c, c);
        map[c] = c;
        right += own;
        for (size_t other = 0; other < q->width && !own && map[c] == c; other++)
            if (other != c && are_same(q, tolerance, c, other))
                map[c] = other;
        moved += map[c] != c;
    }
    if (moved > 0 && moved + right == q->width)
        plumb_consider(q, &(plumb_hypothesis){.cause = PLUMB_CAUSE_COLUMNS, .map = map}, kept);
    free(tolerance);
    return 0;
}

/* ---- numbers of each column ---- */

/* By least squares; 1 where nothing is known. */
static double factor_of(const plumb_inquiry *q, size_t column) {
    double both = 0, square = 0;
    for (size_t i = 0; i < q->samples; i++) {
        double exact = q->sample[i].exact[column], engine = q->sample[i].engine[column];
        both += isfinite(engine) ? engine * exact : 0;
        square += isfinite(engine) ? exact * exact : 0;
    }
    return square > 0 ? both / square : 1;
}

/* Columns differ by that part at least: else it is one number of all. */
#define DIFFERENT 0.02

/* One row has any factors. */
enum { LEAST_ROWS_SCALED = 4 };

int plumb_form_scaled_columns(plumb_inquiry *q, plumb_hypotheses *kept) {
    if (q->samples < LEAST_ROWS_SCALED)
        return 0;
    double *factor = plumb_workspace_take(&q->memory, q->width, sizeof *factor), least = INFINITY, most = -INFINITY;
    if (factor == NULL)
        return -1;
    for (size_t c = 0; c < q->width; c++) {
        factor[c] = q->column[c] ? factor_of(q, c) : 1;
        least = fmin(least, factor[c]);
        most = fmax(most, factor[c]);
    }
    if (most - least > DIFFERENT * most)
        plumb_consider(q, &(plumb_hypothesis){.cause = PLUMB_CAUSE_SCALED_COLUMNS, .column_factor = factor}, kept);
    return 0;
}
