#include "theorem/gradient_overflow.h"
#include "row/positions.h"
#include "row/stages.h"
#include "theorem/vector_size.h"
#include <math.h>

/* The largest Euclidean norm among the rows of a tensor. */
static double largest_norm(const double *x, size_t rows, size_t width) {
    double most = 0;
    for (size_t r = 0; r < rows; r++) {
        double sum = 0;
        for (size_t c = 0; c < width; c++)
            sum += x[r * width + c] * x[r * width + c];
        most = fmax(most, isnan(sum) ? (double)INFINITY : sum);
    }
    return sqrt(most);
}

static double largest_bias(const plumb_problem *p) {
    size_t count = p->key_length * (p->extra.bias_query != 0 ? p->query_length : 1) *
                   (p->extra.bias_head != 0 ? p->query_heads : 1) * (p->extra.bias_batch != 0 ? p->batch : 1);
    double most = 0;
    for (size_t i = 0; p->extra.bias != NULL && i < count; i++)
        most = isfinite(p->extra.bias[i]) ? fmax(most, fabs(p->extra.bias[i])) : most;
    return most;
}

/* What a slope is multiplied by, at most, before any scale. */
static double largest_distance(const plumb_problem *p) {
    const plumb_position *position = &p->position;
    double query = (double)p->query_length + fabs((double)p->causal.offset), key = (double)p->key_length;
    for (size_t i = 0; p->mask.entry_offset != NULL && i < p->batch; i++)
        query = fmax(query, (double)p->query_length + fabs((double)plumb_offset_of(p, i)));
    for (size_t i = 0; position->query_position != NULL && i < p->batch * p->query_length; i++)
        query = fmax(query, fabs((double)position->query_position[i]));
    for (size_t i = 0; position->key_position != NULL && i < p->batch * p->key_length; i++)
        key = fmax(key, fabs((double)position->key_position[i]));
    return query + key;
}

/* Of slopes and tables all pairs of a head are summed; what slopes have is a product before. */
static void count_positions(plumb_overflow *worst, const plumb_problem *p, const plumb_precision *u, double of_score,
                            double scale) {
    bool by_distance = p->position.kind == PLUMB_POSITION_ALIBI;
    double each = by_distance ? of_score * scale * largest_distance(p) : of_score;
    double pairs = (double)p->batch * (double)p->query_length * (double)p->key_length;
    plumb_overflow_count(worst, PLUMB_OVERFLOWS_SCORE_GRADIENTS, fmin(u->score.overflow, u->exponent.overflow),
                         2 * each);
    plumb_overflow_count(worst, PLUMB_OVERFLOWS_GRADIENTS, u->accumulate.overflow, 2 * pairs * each);
}

/* What a position does to the norm of a vector, at most, and, a rotation, to gradients that are turned back. */
typedef struct {
    double factor, added;
} movement;

static movement movement_of(const plumb_problem *p, const plumb_precision *u) {
    plumb_workspace workspace = {.short_of_memory = false};
    plumb_vector_sizes sizes;
    movement of = {INFINITY, 0};
    if (!plumb_position_moves_vectors(p->position.kind))
        return (movement){1, 0};
    if (plumb_vector_sizes_init(&sizes, p, u, &workspace) == 0) {
        of = workspace.short_of_memory ? of : (movement){sizes.factor, sizes.of_norm};
        plumb_vector_sizes_free(&sizes);
    }
    plumb_workspace_free(&workspace);
    return of;
}

/* A softmax is scaled or clipped; a map of one score is at most 1 more than that or its square. */
static double largest_weight(const plumb_operator *op, double score) {
    if (plumb_operator_is(op->kind, PLUMB_IS_NORMALISED))
        return 1 + score * fmax(1, score);
    return plumb_operator_is(op->kind, PLUMB_IS_SCALED) ? fmax(1, fabs(op->alpha)) : 1;
}

/* How a weight grows with its score, over what a softmax's does: nothing is said of what a sum divides, which may be
   about 0. */
static double largest_slope(const plumb_operator *op, double score) {
    if (plumb_operator_is(op->kind, PLUMB_IS_NORMALISED))
        return plumb_normalisation_is(op->normalisation, PLUMB_ADDS_EPSILON) ? (double)INFINITY : 2 * fmax(1, score);
    return plumb_operator_is(op->kind, PLUMB_IS_CLIPPED) ? fmax(1, fabs(op->zeta - op->gamma))
                                                         : largest_weight(op, score);
}

#define LOG2_E 0x1.71547652b82fep0

plumb_overflow plumb_overflow_of_gradients(const plumb_problem *p, const plumb_precision *u, bool of_positions) {
    size_t rows = plumb_rows_of(p), keys = p->batch * p->key_heads * p->key_length;
    plumb_overflow worst = {.step = PLUMB_OVERFLOWS_NOWHERE};
    movement moved = movement_of(p, u);
    double query = moved.factor * largest_norm(p->query, rows, p->head_dim) + moved.added;
    double key = moved.factor * largest_norm(p->key, keys, p->head_dim) + moved.added;
    double gradient = largest_norm(p->loss.output, rows, p->value_dim);
    double value = largest_norm(p->value, keys, p->value_dim), lse = 0;
    double scale = fmax(1, fabs(plumb_problem_scale(p).mid) * LOG2_E);
    for (size_t n = 0; p->loss.lse != NULL && n < rows; n++)
        lse = fmax(lse, fabs(p->loss.lse[n]));
    double score = scale * query * key + largest_bias(p), of_score = scale * (2 * gradient * value + lse);
    of_score *= fmax(1, p->op.softcap); /* c tanh(z / c) is multiplied by c and divided by it on the way back, too */
    double terms = (double)(p->query_heads * p->query_length + p->key_length);
    double weight = largest_weight(&p->op, score);
    of_score *= largest_slope(&p->op, score);
    double sums = terms * (2 * moved.factor * of_score * fmax(query, key) + weight * gradient);
    plumb_overflow_count(&worst, PLUMB_OVERFLOWS_PRODUCTS, u->product.overflow, 2 * score);
    plumb_overflow_count(&worst, PLUMB_OVERFLOWS_SCORES, fmin(u->score.overflow, u->exponent.overflow), 2 * score);
    plumb_overflow_count(&worst, PLUMB_OVERFLOWS_SCORE_GRADIENTS,
                         fmin(fmin(u->score.overflow, u->exponent.overflow), u->probability.overflow), 2 * of_score);
    plumb_overflow_count(&worst, PLUMB_OVERFLOWS_WEIGHTS, u->probability.overflow, 2 * weight);
    plumb_overflow_count(&worst, PLUMB_OVERFLOWS_GRADIENTS, u->accumulate.overflow, 2 * sums);
    if (of_positions)
        count_positions(&worst, p, u, of_score, scale);
    return worst;
}
