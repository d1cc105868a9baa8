#include "compare/feature_budget.h"
#include "compare/key_budget.h"
#include "exact/position.h"
#include "exact/visible.h"
#include <math.h>

/* So many keys are prepared at once. */
enum { AHEAD = 64 };

static bool moves(const plumb_problem *problem) {
    return plumb_position_moves_vectors(problem->position.kind);
}

/* How many vectors the room holds: keys and a query, or with Shaw's encoding one key at a time. */
static size_t vectors_of(const plumb_problem *problem) {
    if (plumb_has_features(problem) || moves(problem))
        return problem->key_length + 1;
    return plumb_position_joins_products(problem->position.kind) ? 1 : 0;
}

static void get_room(plumb_feature_room *room) {
    size_t numbers = vectors_of(room->problem) * room->dim;
    room->value = plumb_room_take(&room->room, numbers, sizeof *room->value);
    room->error = plumb_room_take(&room->room, numbers, sizeof *room->error);
    room->rounding = plumb_room_take(&room->room, numbers, sizeof *room->rounding);
    room->upper = plumb_room_take(&room->room, numbers, sizeof *room->upper);
    room->norm = plumb_room_take(&room->room, plumb_turning_pairs(room->problem) * (room->problem->key_length + 1),
                                 sizeof *room->norm);
    room->inner = plumb_room_take(&room->room, 2 * room->problem->extra.hidden_dim, sizeof *room->inner);
}

int plumb_feature_room_init(plumb_feature_room *room, const plumb_problem *problem, const plumb_precision *precision) {
    *room = (plumb_feature_room){.problem = problem, .precision = precision};
    room->dim = plumb_feature_dim(problem);
    room->moved = plumb_moved_budget_of(problem, precision, &room->room);
    get_room(room);
    if (plumb_positions_init(&room->positions, problem) == 0 && !room->room.short_of_memory)
        return 0;
    plumb_feature_room_free(room);
    return -1;
}

void plumb_feature_room_free(plumb_feature_room *room) {
    plumb_positions_free(&room->positions);
    plumb_room_free(&room->room);
    *room = (plumb_feature_room){.problem = NULL};
}

/* elu(x) + 1 = x + 1 or e^x, at once or in its two steps, each stored. */
static void elu_feature(const plumb_precision *p, double x, double *value, double *error) {
    double elu = x > 0 ? x : expm1(x);
    double feature = x > 0 ? x + 1 : exp(x);
    double store = plumb_compound(p->input.unit, 2 * p->exponent.unit) + 4 * PLUMB_OWN_HALF_UNIT;
    double tiny = p->input.tiny + p->exponent.tiny;
    double off = plumb_gamma(1, p->exponential) * fmin(feature, 1);
    double first = off + store * (fabs(elu) + off) + tiny;
    *value = feature;
    *error = first + store * (feature + first) + tiny;
}

static void elu_features(const plumb_feature_room *room, const double *x, double *value, double *error) {
    for (size_t c = 0; c < room->dim; c++)
        elu_feature(room->precision, x[c], &value[c], &error[c]);
}

/* sum_c w_c x_c, where x_c is known to within error_c. */
static void feature_sum(const plumb_precision *p, const double *w, const double *x, const double *x_error, size_t count,
                        double *value, double *error) {
    double n = (double)count, magnitude = 0, inherited = 0;
    *value = 0;
    for (size_t c = 0; c < count; c++) {
        double off = x_error != NULL ? x_error[c] : 0;
        *value += w[c] * x[c];
        inherited += fabs(w[c]) * off;
        magnitude += fabs(w[c]) * (fabs(x[c]) + off);
    }
    double inputs = plumb_compound(p->input.unit, p->input.unit);
    double operands = plumb_compound(p->operand.unit, p->operand.unit);
    double sum = plumb_compound(plumb_compound(inputs, operands), plumb_gamma(n + 2, p->product.unit)) +
                 (n + 2) * PLUMB_OWN_HALF_UNIT;
    double tiny = p->input.tiny + p->operand.tiny;
    double computed = inherited + sum * magnitude + tiny * (magnitude + n + 2) + 2 * n * p->product.tiny;
    *error = computed + p->input.unit * (fabs(*value) + computed);
}

static void mlp_features(const plumb_feature_room *room, const double *x, double *value, double *error) {
    const plumb_problem *problem = room->problem;
    size_t hidden = problem->extra.hidden_dim;
    double *inner = room->inner, *inner_error = room->inner + hidden;
    for (size_t i = 0; i < hidden; i++) {
        feature_sum(room->precision, problem->extra.mlp_inner + i * problem->head_dim, x, NULL, problem->head_dim,
                    &inner[i], &inner_error[i]);
        inner[i] = fmax(inner[i], 0);
    }
    for (size_t f = 0; f < room->dim; f++)
        feature_sum(room->precision, problem->extra.mlp_outer + f * hidden, inner, inner_error, hidden, &value[f],
                    &error[f]);
}

static void set_upper(plumb_feature_room *room, size_t place) {
    for (size_t c = place * room->dim; c < (place + 1) * room->dim; c++)
        room->upper[c] = fabs(room->value[c]) + room->error[c];
}

typedef void mapper(const plumb_feature_room *room, const double *x, double *value, double *error);

#define MAPPER_none NULL
#define MAPPER_elu elu_features
#define MAPPER_mlp mlp_features
static mapper *const mappers[] = {
#define OPERATOR(kind, features, ...) [kind] = MAPPER_##features,
#include "problem/operators.def"
};

static void map_features(plumb_feature_room *room, size_t place, const double *vector) {
    size_t dim = room->dim;
    double *value = room->value + place * dim, *error = room->error + place * dim;
    mappers[room->problem->op.kind](room, vector, value, error);
    set_upper(room, place);
}

static void move_features(plumb_feature_room *room, size_t place, const double *vector, int64_t position,
                          const plumb_ball *moved) {
    size_t start = place * room->dim;
    for (size_t c = 0; c < room->dim; c++)
        room->value[start + c] = moved[c].mid;
    plumb_moved_errors(&room->moved, vector, position, room->positions.multiplier, moved, room->error + start,
                       room->rounding + start);
    plumb_moved_norms(&room->moved, vector, room->positions.multiplier,
                      room->norm + place * plumb_turning_pairs(room->problem));
    set_upper(room, place);
}

static void set_query(plumb_feature_room *room, size_t b, size_t h, size_t t) {
    const plumb_problem *problem = room->problem;
    const double *query = plumb_exact_query(problem, b, h, t);
    if (moves(problem))
        move_features(room, problem->key_length, query, plumb_exact_query_position(problem, b, t),
                      room->positions.query);
    else
        map_features(room, problem->key_length, query);
}

static void set_key(plumb_feature_room *room, size_t b, size_t h, size_t t, size_t i) {
    const plumb_problem *problem = room->problem;
    const double *key = plumb_exact_key(problem, b, h, i);
    if (moves(problem))
        move_features(room, i, key, plumb_exact_key_position(problem, b, t, i),
                      room->positions.key + i * problem->head_dim);
    else
        map_features(room, i, key);
}

void plumb_feature_room_set(plumb_feature_room *room, size_t b, size_t h, size_t t) {
    const plumb_problem *problem = room->problem;
    if (!plumb_has_features(problem) && !moves(problem))
        return;
    if (moves(problem))
        plumb_move_query(&room->positions, problem, b, t, plumb_exact_query(problem, b, h, t));
    set_query(room, b, h, t);
    size_t key_head = h / (problem->query_heads / problem->key_heads);
    if (room->b != b || room->key_head != key_head || problem->mask.in_cache)
        room->filled = 0;
    room->b = b;
    room->key_head = key_head;
}

/* Rows whose budgets are asked for are mostly those that see few keys. */
static void fill(plumb_feature_room *room, size_t b, size_t h, size_t t, size_t i) {
    const plumb_problem *problem = room->problem;
    size_t from = room->filled, to = problem->key_length - i < AHEAD ? problem->key_length : i + AHEAD;
    if (i < from)
        return;
    if (moves(problem))
        plumb_move_keys(&room->positions, problem, b, t, plumb_exact_key(problem, b, h, 0), from, to);
    for (size_t j = from; j < to; j++)
        set_key(room, b, h, t, j);
    room->filled = to;
}

static plumb_feature_vector features_at(const plumb_feature_room *room, size_t place, int64_t position) {
    size_t start = place * room->dim, pairs = plumb_turning_pairs(room->problem);
    return (plumb_feature_vector){.value = room->value + start,
                                  .error = room->error + start,
                                  .rounding = room->rounding + start,
                                  .upper = room->upper + start,
                                  .norm = pairs > 0 ? room->norm + place * pairs : NULL,
                                  .position = position};
}

static plumb_feature_vector as_given(const double *vector) {
    return (plumb_feature_vector){.value = vector, .upper = vector};
}

/* Section 20: k + a in one vector, or each by itself. */
static plumb_feature_vector shaw_key(plumb_feature_room *room, const double *key, const double *row) {
    const plumb_precision *p = room->precision;
    plumb_rounding tensor = plumb_tensor_rounding(p);
    double unit = plumb_compound(tensor.unit, p->input.unit) + PLUMB_OWN_HALF_UNIT;
    for (size_t c = 0; c < room->dim; c++) {
        room->value[c] = key[c] + row[c];
        room->error[c] = unit * (fabs(key[c]) + fabs(row[c])) + tensor.tiny;
        room->rounding[c] = unit * fabs(room->value[c]);
        room->upper[c] = fabs(key[c]) + fabs(row[c]) + room->error[c];
    }
    return features_at(room, 0, 0);
}

plumb_feature_vector plumb_query_features(const plumb_feature_room *room, size_t b, size_t h, size_t t) {
    if (plumb_has_features(room->problem) || moves(room->problem))
        return features_at(room, room->problem->key_length, plumb_exact_query_position(room->problem, b, t));
    return as_given(plumb_exact_query(room->problem, b, h, t));
}

plumb_feature_vector plumb_key_features(plumb_feature_room *room, size_t b, size_t h, size_t t, size_t i) {
    const plumb_problem *problem = room->problem;
    if (plumb_has_features(problem) || moves(problem)) {
        fill(room, b, h, t, i);
        return features_at(room, i, plumb_exact_key_position(problem, b, t, i));
    }
    const double *key = plumb_exact_key(problem, b, h, i);
    if (plumb_position_joins_products(problem->position.kind))
        return shaw_key(room, key, plumb_exact_key_row(problem, b, t, i));
    return as_given(key);
}
