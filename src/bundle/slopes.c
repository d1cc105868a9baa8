#include "bundle/slopes.h"
#include "bundle/activations.h"
#include "bundle/places.h"
#include "gradient/divided_gradient.h"

plumb_planes plumb_softmax_planes(const plumb_rows *rows) {
    plumb_planes planes = plumb_planes_of(rows);
    if (rows->source_mid != NULL && !plumb_maps_scores(rows)) {
        planes.mid = rows->source_mid;
        planes.rad = rows->source_rad;
    }
    return planes;
}

void plumb_softmax_gradients(const plumb_rows *rows, size_t start, double *mid, double *rad) {
    const plumb_operator *op = &rows->problem->op;
    if (rows->source_mid == NULL || plumb_maps_scores(rows))
        return;
    for (size_t j = 0; j < PLUMB_PANEL; j++) {
        plumb_ball softmax = {rows->source_mid[start + j], rows->source_rad[start + j]};
        plumb_ball slope = plumb_operator_is(op->kind, PLUMB_IS_CLIPPED)
                               ? plumb_clip_slope(softmax, op->gamma, op->zeta)
                               : plumb_ball_of(op->alpha);
        plumb_ball gradient = plumb_ball_multiply((plumb_ball){mid[j], rad[j]}, slope);
        mid[j] = gradient.mid;
        rad[j] = gradient.rad;
    }
}

bool plumb_maps_scores(const plumb_rows *rows) {
    return plumb_weighs_by_map(&rows->problem->op);
}

static const plumb_activation_slope slopes[] = {
#define OPERATOR(kind, features, lanes, activation, ...) [kind] = PLUMB_SLOPE_##activation,
#include "problem/operators.def"
};

/* What delta is multiplied by: how the divisor grows with the sum. */
static plumb_ball slope_of_divisor(const plumb_rows *rows, size_t r) {
    plumb_normalisation by = rows->problem->op.normalisation;
    if (!plumb_normalisation_is(by, PLUMB_DIVIDES_BY_SUM))
        return plumb_ball_zero();
    return by == PLUMB_AT_LEAST_ONE ? plumb_at_least_one_slope(rows->total[r]) : plumb_ball_of(1.0);
}

/* Of a_j, where that is its own absolute value if any is taken. */
static plumb_ball slope_of(const plumb_rows *rows, size_t at, plumb_ball divisor) {
    const plumb_operator *op = &rows->problem->op;
    plumb_ball score = {rows->source_mid[at], rows->source_rad[at]}, weight = {rows->mid[at], rows->rad[at]};
    plumb_activation_slope by = slopes[op->kind];
    if (by.of_score)
        return by.slope(score);
    return by.slope(plumb_normalisation_is(op->normalisation, PLUMB_DIVIDES) ? plumb_ball_multiply(weight, divisor)
                                                                            : weight);
}

void plumb_map_gradients(const plumb_rows *rows, size_t r, size_t start, plumb_ball delta, const double *y_mid,
                         const double *y_rad, double *mid, double *rad) {
    bool divides = plumb_normalisation_is(rows->problem->op.normalisation, PLUMB_DIVIDES);
    plumb_ball divisor = divides ? rows->inverse[r] : plumb_ball_of(1.0);
    plumb_ball shared = plumb_ball_multiply(slope_of_divisor(rows, r), delta);
    for (size_t j = 0; j < PLUMB_PANEL; j++) {
        plumb_ball gradient = plumb_ball_zero(), y = {y_mid[j], y_rad[j]};
        if (rows->visible[start + j]) {
            plumb_ball slope = slope_of(rows, start + j, divisor);
            gradient = divides ? plumb_divided_gradient(slope, y, shared, divisor) : plumb_ball_multiply(slope, y);
        }
        mid[j] = gradient.mid;
        rad[j] = gradient.rad;
    }
}
