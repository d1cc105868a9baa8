#include "backward/score_gradient.h"
#include <math.h>

static double stretched(const plumb_operator *op, double softmax) {
    return (op->zeta - op->gamma) * softmax + op->gamma;
}

double plumb_softmax_change(const plumb_operator *op, double softmax) {
    double x = stretched(op, softmax);
    if (plumb_operator_is(op->kind, PLUMB_IS_CLIPPED))
        return x > 0 && x < 1 ? op->zeta - op->gamma : 0;
    return plumb_operator_is(op->kind, PLUMB_IS_SCALED) ? op->alpha : 1;
}

double plumb_changed_softmax(const plumb_operator *op, double softmax) {
    if (plumb_operator_is(op->kind, PLUMB_IS_CLIPPED))
        return fmin(1, fmax(0, stretched(op, softmax)));
    return plumb_operator_is(op->kind, PLUMB_IS_SCALED) ? op->alpha * softmax : softmax;
}

/* The softmax of a row whose weights are something else. */
static void set_softmax(plumb_backward_row *r) {
    size_t keys = r->problem->key_length;
    double most = -INFINITY, sum = 0;
    for (size_t j = 0; j < keys; j++)
        most = r->row->visible[j] ? fmax(most, r->row->score[j].mid) : most;
    for (size_t j = 0; j < keys && most > -INFINITY; j++)
        if (r->row->visible[j])
            sum += r->shared[j] = exp(r->row->score[j].mid - most);
    for (size_t j = 0; j < keys && sum > 0; j++)
        r->shared[j] /= sum;
}

static void of_softmax(plumb_backward_row *r) {
    const plumb_problem *p = r->problem;
    bool changed = !plumb_operator_is(p->op.kind, PLUMB_IS_SOFTMAX);
    if (changed)
        set_softmax(r);
    for (size_t j = 0; j < p->key_length; j++)
        if (r->row->visible[j]) {
            r->shared[j] = changed ? r->shared[j] : r->row->weight[j].mid;
            r->inner[j] = r->weight_gradient[j] * plumb_softmax_change(&p->op, r->shared[j]);
            r->delta += r->shared[j] * r->inner[j];
        }
    for (size_t j = 0; j < p->key_length; j++)
        if (r->row->visible[j])
            r->score_gradient[j] = r->shared[j] * (r->inner[j] - r->delta + r->lse_gradient);
}

static void set_divisor(plumb_backward_row *r) {
    const plumb_problem *p = r->problem;
    r->total = r->size = 0;
    for (size_t j = 0; j < p->key_length; j++) {
        double a = r->row->visible[j] ? r->map->value(r->row->score[j].mid) : 0;
        r->total += a;
        r->size += fabs(a);
    }
    r->grows = plumb_normalisation_is(p->op.normalisation, PLUMB_DIVIDES_BY_SUM);
    r->divisor = plumb_normalisation_is(p->op.normalisation, PLUMB_ADDS_EPSILON) ? r->total + p->op.epsilon
                 : r->grows != 0                                                 ? fmax(fabs(r->total), 1)
                 : p->op.normalisation == PLUMB_KEY_LENGTH                       ? (double)p->key_length
                                                                                 : 1;
    if (p->op.normalisation == PLUMB_AT_LEAST_ONE)
        r->grows = fabs(r->total) < 1 ? 0 : copysign(1, r->total);
}

static void of_map(plumb_backward_row *r) {
    const plumb_problem *p = r->problem;
    set_divisor(r);
    bool by_sum = plumb_normalisation_is(p->op.normalisation, PLUMB_DIVIDES_BY_SUM);
    for (size_t j = 0; j < p->key_length && by_sum; j++)
        if (r->row->visible[j])
            r->delta += r->row->weight[j].mid * r->weight_gradient[j];
    for (size_t j = 0; j < p->key_length; j++)
        if (r->row->visible[j]) {
            double slope = r->map->slope(r->row->score[j].mid) / r->divisor;
            r->shared[j] = by_sum ? slope : 0;
            r->inner[j] = r->weight_gradient[j];
            r->score_gradient[j] = slope * (r->inner[j] - r->grows * r->delta);
        }
}

void plumb_set_score_gradients(plumb_backward_row *r) {
    r->delta = 0;
    r->divisor = r->grows = 1;
    if (r->map != NULL)
        of_map(r);
    else
        of_softmax(r);
}
