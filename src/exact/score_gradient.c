/* Two passes, as delta needs all keys.  A softmax sums delta = sum p_j g_j, with g_j the gradient in its weight times
   the slope of a scaling or a clip, and then takes p_j (g_j - delta + l).  Weights that are maps of single scores over
   a divisor d take a'_j (y_j - sigma delta) / d, with sigma the slope of d in the sum.  Where a ball does not decide on
   which side of a kink it lies, the slope is an interval that holds the slopes of both sides. */
#include "exact/score_gradient.h"
#include "exact/visible.h"
#include "exact/weight.h"

static bool sees(const plumb_exact_weighed *row, size_t j) {
    return plumb_exact_takes_part(row->problem, row->b, row->h, row->t, j);
}

/* The slope of max(x, 0): both 0 and 1 where the sign of x is not known. */
static void set_step(arb_t slope, const arb_t x) {
    if (arb_is_positive(x))
        arb_one(slope);
    else if (arb_is_nonpositive(x))
        arb_zero(slope);
    else
        arb_unit_interval(slope);
}

/* ---- softmax, and what becomes of each of its weights ---- */

static void softmax(arb_t p, const plumb_exact_weighed *row, size_t j) {
    if (row->problem->op.kind == PLUMB_SOFTMAX) {
        arb_set(p, row->weight + j);
        return;
    }
    arb_sub(p, row->score + j, row->lse, row->precision);
    arb_exp(p, p, row->precision);
}

/* The slope of the weight in the softmax's: alpha; zeta - gamma where nothing is clipped, else 0. */
static void change(arb_t slope, const plumb_exact_weighed *row, const arb_t p) {
    const plumb_operator *op = &row->problem->op;
    arb_t from_zero, from_one;
    arb_init(from_zero);
    arb_init(from_one);
    arb_set_d(slope, op->kind == PLUMB_SCALED_SOFTMAX ? op->alpha : 1);
    if (op->kind == PLUMB_CLIPPED_SOFTMAX) {
        arb_set_d(slope, op->zeta);
        arb_set_d(from_zero, op->gamma);
        arb_sub(slope, slope, from_zero, row->precision);
        arb_addmul(from_zero, slope, p, row->precision);
        arb_sub_ui(from_one, from_zero, 1, row->precision);
        arb_neg(from_one, from_one);
        set_step(from_zero, from_zero);
        set_step(from_one, from_one);
        arb_mul(slope, slope, from_zero, row->precision);
        arb_mul(slope, slope, from_one, row->precision);
    }
    arb_clear(from_one);
    arb_clear(from_zero);
}

static void of_softmax(const plumb_exact_weighed *row, arb_ptr gradient, arb_t delta) {
    size_t keys = row->problem->key_length;
    arb_t p, slope;
    arb_init(p);
    arb_init(slope);
    for (size_t j = 0; j < keys; j++)
        if (sees(row, j)) {
            softmax(p, row, j);
            change(slope, row, p);
            arb_mul(gradient + j, slope, row->of_weight + j, row->precision);
            arb_addmul(delta, p, gradient + j, row->precision);
        }
    for (size_t j = 0; j < keys; j++)
        if (sees(row, j)) {
            softmax(p, row, j);
            arb_sub(gradient + j, gradient + j, delta, row->precision);
            arb_add(gradient + j, gradient + j, row->of_lse, row->precision);
            arb_mul(gradient + j, gradient + j, p, row->precision);
        }
    arb_clear(slope);
    arb_clear(p);
}

/* ---- maps of scores ---- */

/* The derivative of a map of one score. */
static void map_slope(arb_t slope, plumb_operator_kind kind, const arb_t score, slong precision) {
    arb_t other;
    arb_init(other);
    switch (kind) {
    case PLUMB_SIGMOID: /* e^-x / (1 + e^-x)^2 */
        arb_neg(slope, score);
        arb_exp(slope, slope, precision);
        arb_add_ui(other, slope, 1, precision);
        arb_mul(other, other, other, precision);
        arb_div(slope, slope, other, precision);
        break;
    case PLUMB_ELU: /* e^min(x, 0) */
        arb_zero(other);
        arb_min(slope, score, other, precision);
        arb_exp(slope, slope, precision);
        break;
    case PLUMB_RELU:
        set_step(slope, score);
        break;
    case PLUMB_SQUARED_RELU:
        arb_zero(other);
        arb_max(slope, score, other, precision);
        arb_mul_ui(slope, slope, 2, precision);
        break;
    case PLUMB_IDENTITY:
        arb_one(slope);
        break;
    default:
        arb_indeterminate(slope);
    }
    arb_clear(other);
}

static void find_total(arb_t total, const plumb_exact_weighed *row) {
    arb_t a;
    arb_init(a);
    arb_zero(total);
    for (size_t j = 0; j < row->problem->key_length; j++)
        if (sees(row, j)) {
            plumb_exact_activate(a, row->score + j, row->problem->op.kind, row->precision);
            arb_add(total, total, a, row->precision);
        }
    arb_clear(a);
}

/* Makes the total the divisor, and finds the divisor's slope in the total: 1, 0 and -1 at once where it may be at a
   kink. */
static void find_divisor(arb_t total, arb_t grows, const plumb_problem *p, slong precision) {
    arb_t epsilon, one;
    arb_init(epsilon);
    arb_init(one);
    arb_one(one);
    arb_one(grows);
    arb_set_d(epsilon, p->op.epsilon);
    if (p->op.normalisation == PLUMB_SUM || p->op.normalisation == PLUMB_ABSOLUTE_SUM)
        arb_add(total, total, epsilon, precision);
    else if (p->op.normalisation == PLUMB_AT_LEAST_ONE) {
        bool negative = arb_is_negative(total);
        arb_abs(total, total);
        if (arb_lt(total, one))
            arb_zero(grows);
        else if (!arb_gt(total, one))
            arb_zero_pm_one(grows);
        else if (negative)
            arb_neg(grows, grows);
        arb_max(total, total, one, precision);
    } else {
        arb_zero(grows);
        arb_set_ui(total, p->op.normalisation == PLUMB_KEY_LENGTH ? p->key_length : 1);
    }
    arb_clear(one);
    arb_clear(epsilon);
}

static void of_map(const plumb_exact_weighed *row, arb_ptr gradient, arb_t delta) {
    const plumb_problem *p = row->problem;
    arb_t divisor, grows, slope;
    arb_init(divisor);
    arb_init(grows);
    arb_init(slope);
    find_total(divisor, row);
    find_divisor(divisor, grows, p, row->precision);
    for (size_t j = 0; j < p->key_length; j++)
        if (sees(row, j))
            arb_addmul(delta, row->weight + j, row->of_weight + j, row->precision);
    arb_mul(grows, grows, delta, row->precision);
    for (size_t j = 0; j < p->key_length; j++)
        if (sees(row, j)) {
            map_slope(slope, p->op.kind, row->score + j, row->precision);
            arb_sub(gradient + j, row->of_weight + j, grows, row->precision);
            arb_mul(gradient + j, gradient + j, slope, row->precision);
            arb_div(gradient + j, gradient + j, divisor, row->precision);
        }
    arb_clear(slope);
    arb_clear(grows);
    arb_clear(divisor);
}

void plumb_exact_score_gradients(const plumb_exact_weighed *row, arb_ptr gradient, arb_t delta) {
    plumb_operator_kind kind = row->problem->op.kind;
    _arb_vec_zero(gradient, (slong)row->problem->key_length);
    arb_zero(delta);
    if (kind == PLUMB_SOFTMAX || kind == PLUMB_SCALED_SOFTMAX || kind == PLUMB_CLIPPED_SOFTMAX)
        of_softmax(row, gradient, delta);
    else
        of_map(row, gradient, delta);
}
