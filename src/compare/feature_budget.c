#include "compare/feature_budget.h"
#include "compare/key_budget.h"
#include "exact/visible.h"
#include <math.h>
#include <stdlib.h>

/* The features are computed here in binary64, too, and off by a few units of this. */
#define OWN_UNIT 0x1p-53

bool plumb_maps_features(const plumb_problem *problem) {
    return problem->op.kind == PLUMB_ELU_KERNEL || problem->op.kind == PLUMB_MLP_KERNEL;
}

int plumb_feature_room_init(plumb_feature_room *room, const plumb_problem *problem,
                            const plumb_precision *precision) {
    bool mlp = problem->op.kind == PLUMB_MLP_KERNEL;
    *room = (plumb_feature_room){.problem = problem, .precision = precision};
    room->dim = mlp ? problem->extra.feature_dim : problem->head_dim;
    if (!plumb_maps_features(problem))
        return 0;
    size_t numbers = (problem->key_length + 1) * room->dim + 1;
    room->value = calloc(numbers, sizeof *room->value);
    room->error = calloc(numbers, sizeof *room->error);
    room->upper = calloc(numbers, sizeof *room->upper);
    room->inner = calloc(2 * problem->extra.hidden_dim + 1, sizeof *room->inner);
    if (room->value != NULL && room->error != NULL && room->upper != NULL && room->inner != NULL)
        return 0;
    plumb_feature_room_free(room);
    return -1;
}

void plumb_feature_room_free(plumb_feature_room *room) {
    free(room->value);
    free(room->error);
    free(room->upper);
    free(room->inner);
    *room = (plumb_feature_room){.problem = NULL};
}

/* elu(x) + 1 = x + 1 or e^x, at once or in its two steps, each stored. */
static void elu_feature(const plumb_precision *p, double x, double *value, double *error) {
    double elu = x > 0 ? x : expm1(x);
    double feature = x > 0 ? x + 1 : exp(x);
    double stores = plumb_compound(p->input.unit, 2 * p->exponent.unit) + 4 * OWN_UNIT;
    *value = feature;
    *error = stores * (feature + fabs(elu)) + plumb_gamma(1, p->exponential) * fmin(feature, 1) +
             2 * (p->input.tiny + p->exponent.tiny);
}

/* sum_c w_c x_c, where x_c is known to within error_c. */
static void feature_sum(const plumb_precision *p, const double *w, const double *x,
                        const double *x_error, size_t count, double *value, double *error) {
    double n = (double)count, magnitude = 0, inherited = 0;
    *value = 0;
    for (size_t c = 0; c < count; c++) {
        double off = x_error != NULL ? x_error[c] : 0;
        *value += w[c] * x[c];
        inherited += fabs(w[c]) * off;
        magnitude += fabs(w[c]) * (fabs(x[c]) + off);
    }
    double inputs = plumb_compound(p->input.unit, p->input.unit);
    double sum = plumb_compound(inputs, plumb_gamma(n + 2, p->product.unit)) + (n + 2) * OWN_UNIT;
    double computed =
        inherited + sum * magnitude + p->input.tiny * (magnitude + n + 2) + 2 * n * p->product.tiny;
    *error = computed + p->input.unit * (fabs(*value) + computed);
}

static void mlp_features(const plumb_feature_room *room, const double *x, double *value,
                         double *error) {
    const plumb_problem *problem = room->problem;
    size_t hidden = problem->extra.hidden_dim;
    double *inner = room->inner, *inner_error = room->inner + hidden;
    for (size_t i = 0; i < hidden; i++) {
        feature_sum(room->precision, problem->extra.mlp_inner + i * problem->head_dim, x, NULL,
                    problem->head_dim, &inner[i], &inner_error[i]);
        inner[i] = fmax(inner[i], 0);
    }
    for (size_t f = 0; f < room->dim; f++)
        feature_sum(room->precision, problem->extra.mlp_outer + f * hidden, inner, inner_error,
                    hidden, &value[f], &error[f]);
}

static void set_features(plumb_feature_room *room, size_t place, const double *vector) {
    size_t dim = room->dim;
    double *value = room->value + place * dim, *error = room->error + place * dim;
    if (room->problem->op.kind == PLUMB_MLP_KERNEL)
        mlp_features(room, vector, value, error);
    else
        for (size_t c = 0; c < dim; c++)
            elu_feature(room->precision, vector[c], &value[c], &error[c]);
    for (size_t c = 0; c < dim; c++)
        room->upper[place * dim + c] = fabs(value[c]) + error[c];
}

void plumb_feature_room_set(plumb_feature_room *room, size_t b, size_t h, size_t t) {
    const plumb_problem *problem = room->problem;
    if (!plumb_maps_features(problem))
        return;
    set_features(room, problem->key_length, plumb_exact_query(problem, b, h, t));
    size_t key_head = h / (problem->query_heads / problem->key_heads);
    if (room->filled && room->b == b && room->key_head == key_head)
        return;
    for (size_t i = 0; i < problem->key_length; i++)
        set_features(room, i, plumb_exact_key(problem, b, h, i));
    room->filled = true;
    room->b = b;
    room->key_head = key_head;
}

static plumb_feature_vector features_at(const plumb_feature_room *room, size_t place) {
    size_t start = place * room->dim;
    return (plumb_feature_vector){room->value + start, room->error + start, room->upper + start};
}

plumb_feature_vector plumb_query_features(const plumb_feature_room *room, size_t b, size_t h,
                                          size_t t) {
    if (plumb_maps_features(room->problem))
        return features_at(room, room->problem->key_length);
    const double *query = plumb_exact_query(room->problem, b, h, t);
    return (plumb_feature_vector){query, NULL, query};
}

plumb_feature_vector plumb_key_features(const plumb_feature_room *room, size_t b, size_t h,
                                        size_t i) {
    if (plumb_maps_features(room->problem))
        return features_at(room, i);
    const double *key = plumb_exact_key(room->problem, b, h, i);
    return (plumb_feature_vector){key, NULL, key};
}
