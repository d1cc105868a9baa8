#include "compare/budget_row.h"
#include "compare/column_budget.h"
#include "compare/operator_budget.h"
#include "compare/rescalings.h"
#include "exact/visible.h"
#include "row/stages.h"
#include <math.h>
#include <string.h>

/* A key whose score is so far below the largest has a weight below every format's least number. */
#define VANISHING_DISTANCE 1000

/* As fmax of a number and one that may be none. */
static double larger(double most, double x) {
    return x > most ? x : most;
}

/* The sum of a power softmax is of e^{p x}: a small power brings weights together. */
static double vanishing_distance(const plumb_operator *op) {
    return plumb_operator_is(op->kind, PLUMB_TAKES_ROOT) ? VANISHING_DISTANCE / fmin(1, op->power) : VANISHING_DISTANCE;
}

static void get_room(plumb_budget_row *budget) {
    const plumb_problem *problem = budget->problem;
    plumb_room *room = &budget->room;
    budget->takes_part = plumb_room_take(room, problem->key_length + 1, sizeof *budget->takes_part);
    budget->fits = plumb_room_take(room, problem->key_length + 1, sizeof *budget->fits);
    budget->key = plumb_room_take(room, problem->key_length + 1, sizeof *budget->key);
    budget->part = plumb_room_take(room, problem->key_length + 1, sizeof *budget->part);
    budget->column = plumb_room_take(room, problem->value_dim, sizeof *budget->column);
    budget->mean = plumb_room_take(room, problem->value_dim, sizeof *budget->mean);
    budget->quotient = plumb_quotient_of(problem, room);
}

int plumb_budget_row_init(plumb_budget_row *budget, const plumb_problem *problem, const plumb_precision *precision) {
    *budget = (plumb_budget_row){.problem = problem};
    budget->bounds = plumb_precision_of_bounds(precision);
    budget->terms.precision = &budget->bounds;
    get_room(budget);
    if (plumb_score_budget_init(&budget->scores, problem, &budget->bounds) == 0 && !budget->room.short_of_memory) {
        budget->terms.head_dim = budget->scores.features.dim;
        budget->terms.scale = fabs(budget->scores.scale.mid) + budget->scores.scale.rad;
        return 0;
    }
    plumb_budget_row_free(budget);
    return -1;
}

void plumb_budget_row_free(plumb_budget_row *budget) {
    plumb_score_budget_free(&budget->scores);
    plumb_room_free(&budget->room);
    *budget = (plumb_budget_row){.problem = NULL};
}

/* An upper bound of log(n): n < 2^bits and log(2) < 0.7. */
static double log_upper(size_t n) {
    int bits;
    frexp((double)n, &bits);
    return 0.7 * bits;
}

/* A scaled softmax multiplies each weight once more, by a rounded factor, and stores it again. */
static void count_scaling(plumb_budget_row *budget) {
    const plumb_precision *p = budget->terms.precision;
    if (!plumb_operator_is(budget->problem->op.kind, PLUMB_IS_SCALED))
        return;
    double larger = fmax(1, 1 / budget->problem->op.alpha);
    double factor = plumb_parameter_unit(p, budget->problem->op.alpha);
    budget->sum_unit = plumb_compound(budget->sum_unit, plumb_compound(factor, p->probability.unit));
    budget->sum_unit = plumb_compound(budget->sum_unit, plumb_gamma(2, p->accumulate.unit));
    budget->probability_tiny = 2 * larger * budget->probability_tiny;
    budget->accumulator_tiny *= larger;
}

/* A value as a matrix unit takes it; section 20: value and row of the table added first, or two
   sums, each stored and then added. */
static void count_values(plumb_budget_row *budget) {
    const plumb_precision *p = budget->terms.precision;
    budget->value_unit = p->operand.unit;
    budget->value_tiny = p->operand.tiny;
    if (budget->problem->position.value_table == NULL)
        return;
    plumb_rounding tensor = plumb_tensor_rounding(p);
    double sums = plumb_compound(plumb_compound(tensor.unit, p->input.unit),
                                 plumb_compound(p->output.unit, 2 * p->accumulate.unit));
    budget->value_unit = plumb_compound(budget->value_unit, sums);
    budget->value_tiny += tensor.tiny + p->input.tiny;
    budget->accumulator_tiny = 2 * (budget->accumulator_tiny + p->output.tiny);
}

/* Which keys take part; all of them where an empty row is the mean of all values. */
static void find_keys(plumb_budget_row *budget) {
    const plumb_problem *problem = budget->problem;
    size_t sink = problem->key_length;
    budget->mean_of_all =
        problem->empty_row == PLUMB_EMPTY_ROW_MEAN &&
        plumb_exact_is_mean(problem, plumb_exact_visible_count(problem, budget->b, budget->h, budget->t));
    budget->keys = 0;
    for (size_t i = 0; i <= sink; i++) {
        budget->takes_part[i] =
            i < sink ? budget->mean_of_all || plumb_exact_takes_part(problem, budget->b, budget->h, budget->t, i)
                     : plumb_exact_has_sink_logit(problem);
        budget->keys += budget->takes_part[i] != 0;
    }
}

static size_t rescalings_of(const plumb_budget_row *budget) {
    size_t sink = budget->problem->key_length;
    return plumb_rescalings_of(budget->terms.precision, budget->takes_part, sink, budget->takes_part[sink]);
}

static void count_keys(plumb_budget_row *budget) {
    const plumb_precision *p = budget->terms.precision;
    find_keys(budget);
    double n = (double)budget->keys;
    budget->terms.rescalings = (double)rescalings_of(budget);
    budget->terms.log_keys = log_upper(budget->keys);
    budget->steps = n + budget->terms.rescalings + 8;
    budget->sum_unit = plumb_compound(p->probability.unit, plumb_gamma(budget->steps, p->accumulate.unit));
    budget->probability_tiny = p->probability.tiny + (budget->terms.rescalings + 4) * p->exponent.tiny;
    budget->accumulator_tiny = 2 * budget->steps * p->accumulate.tiny;
    count_scaling(budget);
    count_values(budget);
}

static plumb_ball score_of(const plumb_budget_row *budget, const plumb_row *row, size_t i) {
    if (budget->mean_of_all)
        return plumb_ball_zero();
    return i < budget->problem->key_length ? row->score[i] : budget->sink_score;
}

static void set_score_errors(plumb_budget_row *budget, const plumb_row *row) {
    size_t sink = budget->problem->key_length;
    if (budget->mean_of_all)
        memset(budget->key, 0, sink * sizeof *budget->key);
    else
        plumb_score_budget_keys(&budget->scores, &budget->terms, budget->b, budget->h, budget->t, budget->takes_part,
                                row->score, budget->key);
    if (budget->takes_part[sink])
        budget->sink_score = plumb_score_budget_sink(&budget->scores, &budget->terms, budget->b, budget->h, budget->t,
                                                     &budget->key[sink]);
}

/* Section 10: a bias can do what a mask does.  Only where there is a bias are such keys told apart;
   elsewhere all scores have the same cause. */
static void find_vanishing(plumb_budget_row *budget, const plumb_row *row) {
    double least = -INFINITY, distance = vanishing_distance(&budget->problem->op);
    if (!plumb_adds_bias(budget->problem) || budget->mean_of_all)
        return;
    for (size_t i = 0; i <= budget->problem->key_length; i++) {
        plumb_ball score = score_of(budget, row, i);
        if (budget->takes_part[i])
            least = larger(least, score.mid - score.rad - budget->key[i].score_error);
    }
    for (size_t i = 0; i <= budget->problem->key_length; i++) {
        plumb_ball score = score_of(budget, row, i);
        if (budget->takes_part[i])
            budget->key[i].vanishing = score.mid + score.rad + budget->key[i].score_error < least - distance;
    }
}

/* How far a computed maximum of the first `count` keys can exceed the true one; no less than it can be short of
   it, since the largest key alone is off by its own error either way. */
static double maximum_excess(plumb_budget_row *budget, const plumb_row *row, size_t count) {
    double engine_maximum = -INFINITY, true_maximum = -INFINITY;
    for (size_t i = 0; i < count; i++) {
        const plumb_key_budget *key = &budget->key[i];
        if (!budget->takes_part[i] || key->vanishing)
            continue;
        plumb_ball score = score_of(budget, row, i);
        double above = score.mid + score.rad + key->score_error;
        engine_maximum = larger(engine_maximum, above);
        true_maximum = larger(true_maximum, score.mid - score.rad);
    }
    if (!(engine_maximum > -INFINITY))
        return 0;
    double own = 0.5 * PLUMB_OWN_FOUR_UNITS * (fabs(engine_maximum) + fabs(true_maximum));
    budget->shift_uncertainty = plumb_known(engine_maximum - true_maximum + own);
    return budget->shift_uncertainty;
}

static double hidden_maximum(plumb_budget_row *budget) {
    double most = -INFINITY;
    for (size_t i = 0; i < budget->problem->key_length; i++)
        if (!budget->takes_part[i])
            most = fmax(most, plumb_score_budget_hidden(&budget->scores, &budget->terms, budget->b, budget->h,
                                                        budget->t, i));
    return most;
}

/* Of a shift that is no maximum of visible scores: its size counts as theirs do, and where it is above them, what
   underflows counts for more beside a sum that is so much smaller. */
static void shift_elsewhere(plumb_budget_row *budget, const plumb_row *row) {
    const plumb_shift *shift = &budget->bounds.shift;
    double visible = -INFINITY, highest = -INFINITY;
    budget->shift_above = budget->shift_below = 1;
    if (shift->rule == PLUMB_SHIFT_MAXIMUM || budget->mean_of_all)
        return;
    double at = shift->rule == PLUMB_SHIFT_FIXED ? shift->fixed : hidden_maximum(budget);
    for (size_t i = 0; i <= budget->problem->key_length; i++)
        if (budget->takes_part[i]) {
            plumb_ball score = score_of(budget, row, i);
            visible = fmax(visible, score.mid - score.rad - budget->key[i].score_error);
            highest = fmax(highest, score.mid + score.rad + budget->key[i].score_error);
        }
    if (at > -INFINITY)
        budget->terms.largest_score = fmax(budget->terms.largest_score, fabs(at));
    budget->shift_above = exp(fmax(0, at - visible)) * PLUMB_OWN_ROUNDING;
    if (shift->rule == PLUMB_SHIFT_FIXED)
        budget->shift_below = exp(fmax(0, highest - at)) * PLUMB_OWN_ROUNDING;
    budget->probability_tiny = plumb_known(budget->probability_tiny * budget->shift_above);
    budget->accumulator_tiny = plumb_known(budget->accumulator_tiny * budget->shift_above);
}

/* The scores: S, and how far the engine's maximum, with or without the sink, can exceed the true
   one. */
static void set_scores(plumb_budget_row *budget, const plumb_row *row) {
    size_t sink = budget->problem->key_length;
    set_score_errors(budget, row);
    find_vanishing(budget, row);
    budget->terms.largest_score = 0;
    for (size_t i = 0; i <= sink; i++) {
        const plumb_key_budget *key = &budget->key[i];
        if (budget->takes_part[i] && !key->vanishing)
            budget->terms.largest_score = larger(budget->terms.largest_score, key->score + key->score_error);
    }
    shift_elsewhere(budget, row);
    double excess = maximum_excess(budget, row, sink);
    if (budget->takes_part[sink])
        excess = fmax(excess, maximum_excess(budget, row, sink + 1));
    double shift = plumb_shift_error(&budget->terms);
    double exponentials = plumb_exponential_error(&budget->terms);
    /* Twice the shift: once for the engine, once for the rounding of this difference; twice the
       exponentials: in a probability that exceeds 1, and in the factors that it is rescaled by. */
    budget->excess = exp(excess + 2 * shift + 2 * exponentials) * PLUMB_OWN_ROUNDING;
    budget->slack = exp(shift + 2 * exponentials) * PLUMB_OWN_ROUNDING;
}

/* The weights under a clipped softmax, from the scores. */
static void sum_softmax(plumb_budget_row *budget, const plumb_row *row) {
    double largest = 0, widest = 0;
    plumb_softmax_sum sum = {-INFINITY, 0, 0};
    for (size_t i = 0; i < budget->problem->key_length; i++)
        if (budget->takes_part[i]) {
            sum.shift = fmax(sum.shift, row->score[i].mid);
            largest = fmax(largest, budget->key[i].vanishing ? 0 : plumb_upper(row->score[i]));
            widest = fmax(widest, budget->key[i].vanishing ? 0 : row->score[i].rad);
        }
    for (size_t i = 0; i < budget->problem->key_length; i++)
        if (budget->takes_part[i])
            sum.total += exp(row->score[i].mid - sum.shift);
    sum.error = expm1(2 * widest) + PLUMB_OWN_FOUR_UNITS * (2 * largest + (double)budget->keys + 4);
    budget->softmax = sum;
}

/* What the keys leave: no more than 1 in all. */
static plumb_ball sink_weight(const plumb_budget_row *budget, const plumb_row *row) {
    plumb_ball rest = {1, ((double)budget->keys + 2) * PLUMB_OWN_FOUR_UNITS};
    for (size_t i = 0; i < budget->problem->key_length; i++)
        if (budget->takes_part[i]) {
            rest.mid -= row->weight[i].mid;
            rest.rad += row->weight[i].rad;
        }
    return rest;
}

plumb_ball plumb_budget_softmax_weight(const plumb_budget_row *budget, const plumb_row *row, size_t i) {
    if (i == budget->problem->key_length)
        return sink_weight(budget, row);
    plumb_ball weight = row->weight[i];
    if (plumb_operator_is(budget->problem->op.kind, PLUMB_IS_SCALED)) {
        weight.mid /= budget->problem->op.alpha;
        weight.rad = weight.rad / budget->problem->op.alpha + PLUMB_OWN_FOUR_UNITS * weight.mid;
    }
    if (plumb_operator_is(budget->problem->op.kind, PLUMB_IS_CLIPPED)) {
        weight.mid = exp(row->score[i].mid - budget->softmax.shift) / budget->softmax.total;
        weight.rad = budget->softmax.error * weight.mid;
    }
    return weight;
}

static plumb_weight_sums sum_weights(const plumb_budget_row *budget) {
    plumb_weight_sums sums = {0, 0};
    for (size_t i = 0; i <= budget->problem->key_length; i++) {
        if (!budget->takes_part[i])
            continue;
        const plumb_key_budget *key = &budget->key[i];
        sums.growth += key->weight * key->growth;
        sums.loss += key->weight * key->loss;
    }
    return sums;
}

/* Without the sink the same keys have all of the weight. */
static plumb_weight_sums sum_lse_weights(const plumb_budget_row *budget, const plumb_row *row) {
    plumb_weight_sums sums = {0, 0};
    if (!budget->problem->op.sink_outside_lse)
        return budget->absolute;
    for (size_t i = 0; i < budget->problem->key_length; i++) {
        if (!budget->takes_part[i])
            continue;
        const plumb_key_budget *key = &budget->key[i];
        double distance = row->score[i].mid + row->score[i].rad - row->lse.mid + row->lse.rad;
        distance += PLUMB_OWN_FOUR_UNITS * (fabs(row->score[i].mid) + fabs(row->lse.mid));
        double weight = fmin(1, exp(distance) * PLUMB_OWN_ROUNDING);
        if (key->vanishing)
            continue;
        sums.growth += weight * key->growth;
        sums.loss += weight * key->loss;
    }
    return sums;
}

static void set_weights(plumb_budget_row *budget, const plumb_row *row) {
    const plumb_exponent_units units = plumb_exponent_units_of(&budget->terms);
    budget->largest_exponent_error = 0;
    for (size_t i = 0; i <= budget->problem->key_length; i++) {
        if (!budget->takes_part[i])
            continue;
        plumb_key_budget *key = &budget->key[i];
        plumb_ball weight = plumb_budget_softmax_weight(budget, row, i);
        plumb_key_weight_budget_in(key, &budget->terms, &units, plumb_upper(weight));
        budget->largest_exponent_error =
            larger(budget->largest_exponent_error, key->growth < INFINITY ? key->exponent_error : INFINITY);
    }
    budget->absolute = budget->relative = sum_weights(budget);
    budget->lse = sum_lse_weights(budget, row);
}

static size_t heaviest_key(const plumb_budget_row *budget) {
    size_t none = budget->problem->key_length + 1, heaviest = none;
    for (size_t i = 0; i < none; i++)
        if (budget->takes_part[i] && (heaviest == none || budget->key[i].weight > budget->key[heaviest].weight))
            heaviest = i;
    return heaviest;
}

/* Section 4: errors in common to all weights cancel, so that of one key can be moved to all the
   others.  That pays where the errors are large and one key has most of the weight. */
static void move_error_of_heaviest(plumb_budget_row *budget) {
    size_t heaviest = heaviest_key(budget);
    const plumb_key_budget pivot = budget->key[heaviest];
    if (budget->absolute.growth <= 0.25 || pivot.weight <= 0.5)
        return;
    for (size_t i = 0; i <= budget->problem->key_length; i++)
        if (budget->takes_part[i])
            plumb_key_move_error(&budget->key[i], &pivot, i == heaviest);
    budget->excess *= exp(pivot.exponent_error) * PLUMB_OWN_ROUNDING;
    budget->relative = sum_weights(budget);
}

void plumb_budget_row_set(plumb_budget_row *budget, size_t b, size_t h, size_t t, const plumb_row *row) {
    budget->b = b;
    budget->h = h;
    budget->t = t;
    plumb_score_budget_set(&budget->scores, b, h, t);
    count_keys(budget);
    plumb_columns_start(budget, row);
    if (budget->keys == 0)
        return;
    set_scores(budget, row);
    if (plumb_operator_is(budget->problem->op.kind, PLUMB_IS_CLIPPED))
        sum_softmax(budget, row);
    if (plumb_has_log_sum_exp(budget->problem->op.kind)) {
        set_weights(budget, row);
        move_error_of_heaviest(budget);
        plumb_columns_add_keys(budget);
    }
    plumb_operator_budget_set(budget, row);
}
