/* vector_size.c - three bounds of each vector: its largest element as given, and the largest element and the norm of
   what a product takes.  Feature maps come first, by problem/operators.def, then the position's factor and summand, by
   problem/positions.def, which are the largest over all positions, so that one bound serves every row.  A rotated
   element is at most twice the largest one times the multiplier.  The keys of a head are measured once. */
#include "theorem/vector_size.h"
#include "theorem/units.h"
#include "exact/visible.h"
#include "row/features.h"
#include "row/temperature.h"
#include <math.h>

static double largest_of(const double *x, size_t count) {
    double most = 0;
    for (size_t c = 0; c < count; c++)
        most = isnan(x[c]) ? (double)INFINITY : fmax(most, fabs(x[c]));
    return most;
}

static double norm_of(const double *x, size_t count) {
    double square = 0;
    for (size_t c = 0; c < count; c++)
        square += x[c] * x[c];
    return plumb_known(sqrt(square)) * PLUMB_OWN_ROUNDING;
}

static double largest_row(const double *matrix, size_t rows, size_t columns) {
    double most = 0;
    for (size_t i = 0; i < rows; i++) {
        double sum = 0;
        for (size_t c = 0; c < columns; c++)
            sum += fabs(matrix[i * columns + c]);
        most = fmax(most, plumb_known(sum));
    }
    return most * PLUMB_OWN_ROUNDING;
}

/* ---- what a position does ---- */

static void rope(plumb_vector_sizes *s, const plumb_position *position) {
    const plumb_rope *rotation = &position->rope;
    size_t numbers = rotation->rows * (rotation->dim / 2);
    if (rotation->cosine != NULL) {
        s->table = fmax(largest_of(rotation->cosine, numbers), largest_of(rotation->sine, numbers));
        s->factor = fmax(1, sqrt(2) * s->table) * PLUMB_OWN_ROUNDING;
        return;
    }
    s->table = plumb_upper(s->positions.multiplier);
    s->factor = fmax(1, s->table) * PLUMB_OWN_ROUNDING;
}

/* Nothing more than what every query is multiplied by. */
static void temperature(plumb_vector_sizes *s, const plumb_position *position) {
    (void)position;
    s->table = plumb_upper(plumb_largest_temperature(s->problem));
}

static void sinusoidal(plumb_vector_sizes *s, const plumb_position *position) {
    (void)position;
    s->added = s->table = 1;
    s->of_norm = sqrt((double)s->problem->head_dim);
}

static void learned(plumb_vector_sizes *s, const plumb_position *position) {
    size_t dim = s->problem->head_dim;
    for (size_t row = 0; row < position->table_rows; row++)
        s->of_norm = fmax(s->of_norm, norm_of(position->table + row * dim, dim));
    s->added = s->table = largest_of(position->table, position->table_rows * dim);
}

static void move(plumb_vector_sizes *s) {
    static void (*const moves[])(plumb_vector_sizes *, const plumb_position *) = {
#define MOVES_VECTORS(kind, name) [kind] = name,
#include "problem/positions.def"
    };
    const plumb_position *position = &s->problem->position;
    if (plumb_position_moves_vectors(position->kind))
        moves[position->kind](s, position);
    if (plumb_position_joins_products(position->kind))
        learned(s, position);
    if (position->temperature.factor != 0)
        s->factor = s->factor * plumb_upper(plumb_largest_temperature(s->problem)) * PLUMB_OWN_ROUNDING;
}

static double largest_frequency(const plumb_vector_sizes *s) {
    double most = 0;
    for (size_t m = 0; s->angle != NULL && m < s->problem->head_dim / 2; m++)
        most = fmax(most, s->angle[m].frequency);
    return most > 0 ? fmax(most, 1) : 0;
}

int plumb_vector_sizes_init(plumb_vector_sizes *s, const plumb_problem *problem, const plumb_precision *precision,
                            plumb_workspace *workspace) {
    const plumb_extras *extra = &problem->extra;
    *s = (plumb_vector_sizes){.problem = problem, .precision = precision, .factor = 1};
    if (plumb_positions_init(&s->positions, problem) != 0)
        return -1;
    s->angle = plumb_frequency_errors(problem, workspace);
    s->key = plumb_workspace_take(workspace, problem->key_length, sizeof *s->key);
    move(s);
    s->frequency = largest_frequency(s);
    if (extra->mlp_inner != NULL) {
        s->inner = largest_row(extra->mlp_inner, extra->hidden_dim, problem->head_dim);
        s->outer = largest_row(extra->mlp_outer, extra->feature_dim, extra->hidden_dim);
    }
    return 0;
}

void plumb_vector_sizes_free(plumb_vector_sizes *s) {
    plumb_positions_free(&s->positions);
}

double plumb_angles_off(const plumb_vector_sizes *s, double position) {
    double most = 0;
    for (size_t m = 0; s->angle != NULL && m < s->problem->head_dim / 2; m++)
        if (s->angle[m].frequency > 0)
            most = fmax(most, plumb_angle_error(s->angle[m], s->precision, (int64_t)position));
    return fmin(most, 2);
}

/* ---- vectors ---- */

plumb_mlp_size plumb_mlp_size_of(const plumb_vector_sizes *s, double given) {
    const plumb_precision *p = s->precision;
    double sums = (double)(s->problem->head_dim + s->problem->extra.hidden_dim);
    double grows = 1 + plumb_gamma(sums + 8, p->product.unit + p->input.unit + p->operand.unit);
    double inner = s->inner * given * grows;
    return (plumb_mlp_size){inner, s->outer * inner * grows};
}

static plumb_vector_size as_given(const plumb_vector_sizes *s, const double *x) {
    size_t dim = s->problem->head_dim;
    double given = largest_of(x, dim);
    return (plumb_vector_size){given, given, norm_of(x, dim)};
}

typedef plumb_vector_size mapped(const plumb_vector_sizes *s, const double *x);

static plumb_vector_size elu(const plumb_vector_sizes *s, const double *x) {
    double given = largest_of(x, s->problem->head_dim), most = 0, square = 0;
    for (size_t c = 0; c < s->problem->head_dim; c++) {
        double feature = fmax(x[c], 0) + 1;
        most = fmax(most, feature);
        square += feature * feature;
    }
    return (plumb_vector_size){given, most * PLUMB_OWN_ROUNDING, plumb_known(sqrt(square)) * PLUMB_OWN_ROUNDING};
}

static plumb_vector_size mlp(const plumb_vector_sizes *s, const double *x) {
    double given = largest_of(x, s->problem->head_dim), outer = plumb_mlp_size_of(s, given).outer;
    return (plumb_vector_size){given, outer, outer * sqrt((double)s->problem->extra.feature_dim) * PLUMB_OWN_ROUNDING};
}

static plumb_vector_size size_of(const plumb_vector_sizes *s, const double *x, bool moves) {
    mapped *const none = as_given;
    mapped *const maps[] = {
#define OPERATOR(kind, features, ...) [kind] = features,
#include "problem/operators.def"
    };
    plumb_vector_size size = maps[s->problem->op.kind](s, x);
    if (!moves)
        return size;
    bool rotates = plumb_position_moves_vectors(s->problem->position.kind) && s->added == 0;
    size.most = (rotates ? 2 : 1) * size.most * s->factor + s->added;
    size.norm = size.norm * s->factor + s->of_norm;
    return size;
}

plumb_vector_size plumb_size_of_query(const plumb_vector_sizes *s, const double *query) {
    return size_of(s, query, plumb_position_moves_vectors(s->problem->position.kind));
}

plumb_vector_size plumb_size_of_sink_key(const plumb_vector_sizes *s, const double *key) {
    return size_of(s, key, false);
}

void plumb_size_keys(plumb_vector_sizes *s, size_t b, size_t h) {
    const plumb_problem *p = s->problem;
    const double *first = p->key_length > 0 ? plumb_exact_key(p, b, h, 0) : NULL;
    if (first == s->key_source)
        return;
    s->key_source = first;
    for (size_t i = 0; i < p->key_length; i++)
        s->key[i] = size_of(s, first + i * p->head_dim, true);
}
