#include "theorem/gradient_overflow.h"
#include "row/stages.h"
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

#define LOG2_E 0x1.71547652b82fep0

plumb_overflow plumb_overflow_of_gradients(const plumb_problem *p, const plumb_precision *u) {
    size_t rows = plumb_rows_of(p), keys = p->batch * p->key_heads * p->key_length;
    plumb_overflow worst = {.step = PLUMB_OVERFLOWS_NOWHERE};
    double query = largest_norm(p->query, rows, p->head_dim), key = largest_norm(p->key, keys, p->head_dim);
    double gradient = largest_norm(p->loss.output, rows, p->value_dim);
    double value = largest_norm(p->value, keys, p->value_dim), lse = 0;
    double scale = fmax(1, fabs(plumb_problem_scale(p).mid) * LOG2_E);
    for (size_t n = 0; p->loss.lse != NULL && n < rows; n++)
        lse = fmax(lse, fabs(p->loss.lse[n]));
    double score = scale * query * key + largest_bias(p), of_score = scale * (2 * gradient * value + lse);
    of_score *= fmax(1, p->op.softcap); /* c tanh(z / c) is multiplied by c and divided by it on the way back, too */
    double terms = (double)(p->query_heads * p->query_length + p->key_length);
    double sums = terms * (of_score * fmax(query, key) + gradient);
    plumb_overflow_count(&worst, PLUMB_OVERFLOWS_PRODUCTS, u->product.overflow, 2 * score);
    plumb_overflow_count(&worst, PLUMB_OVERFLOWS_SCORES, fmin(u->score.overflow, u->exponent.overflow), 2 * score);
    plumb_overflow_count(&worst, PLUMB_OVERFLOWS_SCORE_GRADIENTS,
                         fmin(fmin(u->score.overflow, u->exponent.overflow), u->probability.overflow), 2 * of_score);
    plumb_overflow_count(&worst, PLUMB_OVERFLOWS_GRADIENTS, u->accumulate.overflow, 2 * sums);
    return worst;
}
