#include "bundle/rows.h"
#include "diagnose/changes.h"
#include "diagnose/gather.h"
#include "row/largest_key.h"
#include <math.h>

/* Sums over the visible keys of a row. */
typedef struct {
    double largest, absolute, positive, with_sign, count;
} sums;

static double largest_score(const plumb_row *row, size_t keys) {
    size_t most = plumb_row_largest_key(row, keys);
    return most < keys ? row->score[most].mid : -INFINITY;
}

/* What is added up of one key: a softpick's difference, or the score itself. */
static double addend(const plumb_problem *p, double x, double largest) {
    return p->op.kind == PLUMB_SOFTPICK ? exp(x - largest) - exp(-largest) : x;
}

static sums sum_row(const plumb_problem *p, const plumb_row *row) {
    sums s = {.largest = largest_score(row, p->key_length)};
    for (size_t j = 0; j < p->key_length; j++) {
        double a = row->visible[j] ? addend(p, row->score[j].mid, s.largest) : 0;
        s.absolute += fabs(a);
        s.count += row->visible[j];
        s.positive += fmax(a, 0);
        s.with_sign += a;
    }
    return s;
}

/* By what the engine divides, over what is stated. */
static double share_of(const plumb_problem *p, plumb_divisor by, const sums *s) {
    double epsilon = p->op.epsilon;
    switch (by) {
    case PLUMB_SUM_OF_PICKED:
        return (s->with_sign + epsilon) / (s->absolute + epsilon);
    case PLUMB_SUM_OF_POSITIVE:
        return (s->positive + epsilon) / (s->absolute + epsilon);
    case PLUMB_EPSILON_AT_0:
        return (s->absolute + epsilon * exp(-s->largest)) / (s->absolute + epsilon);
    case PLUMB_VISIBLE_COUNT:
        return s->count / (double)p->key_length;
    case PLUMB_SIGNED_OR_ONE:
    default:
        return fmax(s->with_sign, 1) / fmax(fabs(s->with_sign), 1);
    }
}

bool plumb_may_divide(const plumb_case *c, plumb_divisor by) {
    const plumb_problem *p = &c->problem;
    bool linear = p->op.kind == PLUMB_IDENTITY || p->op.kind == PLUMB_ELU_KERNEL || p->op.kind == PLUMB_MLP_KERNEL;
    bool right = by == PLUMB_SIGNED_OR_ONE   ? linear && p->op.normalisation == PLUMB_AT_LEAST_ONE
                 : by == PLUMB_VISIBLE_COUNT ? p->op.normalisation == PLUMB_KEY_LENGTH
                                             : p->op.kind == PLUMB_SOFTPICK;
    return right && p->op.sink == PLUMB_SINK_NONE && p->extra.value_bias == NULL && p->key_length > 0 &&
           (c->output.present || c->weights.present);
}

static double *copy_of(plumb_storage *storage, const plumb_claim *claim) {
    return claim->present ? plumb_storage_take(storage, claim->count, sizeof(double)) : NULL;
}

/* A row that sees no key has what it has: a factor of 0 would make any number right. */
static void repair_row(const plumb_claim *claim, size_t n, size_t width, double share, double *to) {
    for (size_t c = n * width; to != NULL && c < (n + 1) * width; c++)
        to[c] = isfinite(share) && share != 0 ? claim->value[c] * share : claim->value[c];
}

static bool take(plumb_claim *claim, const double *value) {
    if (value == NULL || plumb_same_numbers(value, claim->value, claim->count))
        return false;
    claim->value = value;
    return true;
}

int plumb_divide_otherwise(const plumb_making *m) {
    const plumb_problem *p = m->p;
    plumb_claim *out = &m->changed->output, *weights = &m->changed->weights;
    plumb_divisor by = (plumb_divisor)m->by->integer;
    plumb_rows all;
    if (!plumb_may_divide(m->changed, by))
        return 0;
    double *of_out = copy_of(m->storage, out), *of_weights = copy_of(m->storage, weights);
    if ((out->present && of_out == NULL) || (weights->present && of_weights == NULL) ||
        plumb_rows_init(&all, p, PLUMB_BUNDLE_ROWS, PLUMB_KEEP_ALL) != 0)
        return -1;
    all.row.without_lse = true;
    for (size_t n = 0; n < plumb_rows_of(p); n++) {
        sums s = sum_row(p, plumb_rows_number(&all, n));
        double share = share_of(p, by, &s);
        repair_row(out, n, p->value_dim, share, of_out);
        repair_row(weights, n, p->key_length, share, of_weights);
    }
    plumb_rows_free(&all);
    bool differs = take(out, of_out);
    return take(weights, of_weights) || differs;
}
