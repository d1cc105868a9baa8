/* weights.c - the weights of a simulated engine from its scores: each operator in one usual form. */
#include "simulate/activations.h"

static size_t all(const plumb_simulated_engine *engine) {
    return engine->problem->key_length + 1;
}

/* 2 + 1.173 |x| units in the last place, as a rounded exponent of 2 leaves them (CUDA C++ Programming Guide,
   Intrinsic Functions, __expf), to both sides, a few times in each octave; e^0 is 1. */
static double fast_exponential(const plumb_simulated_engine *engine, double x) {
    double octaves = x * 0x1.71547652b82fep0, turns = 3 * (octaves - floor(octaves));
    double most = fmin(engine->exponential, (2 + 1.173 * fabs(x)) * 2 * engine->precision->exponent.unit);
    return exp(x) * (1 + most * sin(6.283185307179586 * turns));
}

double plumb_simulated_exponential(const plumb_simulated_engine *engine, double x) {
    if (engine->exponential > 0)
        return plumb_simulated_step(engine, fast_exponential(engine, x));
    if (!engine->form->base_two)
        return plumb_simulated_step(engine, exp(x));
    return plumb_simulated_step(
        engine, exp2(plumb_simulated_step(engine, x * plumb_simulated_step(engine, 0x1.71547652b82fep0))));
}

/* The score less the shift, stored where the model stores it. */
static double shifted(const plumb_simulated_engine *engine, double x, double shift) {
    return plumb_simulated_round(&engine->shifted, plumb_simulated_step(engine, x - shift));
}

/* The weight of a key, as it is summed. */
static double power_of(const plumb_simulated_engine *engine, double score, double shift) {
    double power = plumb_simulated_exponential(engine, shifted(engine, score, shift));
    return engine->form->sums_stored ? plumb_simulated_round(&engine->probability, power) : power;
}

static double largest(const double *x, size_t from, size_t to) {
    double most = -INFINITY;
    for (size_t i = from; i < to; i++)
        most = x[i] > most ? x[i] : most;
    return most;
}

/* What the scores of a block are shifted by, after a shift by `most`. */
static double shift_of(const plumb_simulated_engine *engine, double most, double largest_of_block) {
    const plumb_shift *shift = &engine->precision->shift;
    if (shift->rule == PLUMB_SHIFT_FIXED)
        return shift->fixed;
    return fmax(most, fmax(largest_of_block, engine->hidden_maximum));
}

/* Some kernels begin with the logit of a sink as the maximum, so that keys with smaller scores have rounded weights. */
static double first_maximum(const plumb_simulated_engine *engine, double factor, size_t count) {
    bool fixed = engine->precision->shift.rule == PLUMB_SHIFT_FIXED;
    bool with_sink = engine->form->sums_stored && count == all(engine) && !fixed;
    return with_sink ? plumb_simulated_step(engine, factor * engine->score_of[count - 1]) : -INFINITY;
}

/* The sum of exponentials of factor * score, block by block; what was summed is rescaled as the maximum rises.
   Returns the last maximum. */
static double exponentials(plumb_simulated_engine *engine, double factor, size_t count) {
    size_t block = engine->form->block != 0 ? engine->form->block : count;
    double most = first_maximum(engine, factor, count), total = 0;
    for (size_t from = 0; from < count; from += block) {
        size_t to = count - from < block ? count : from + block;
        double raised =
            shift_of(engine, most, plumb_simulated_step(engine, factor * largest(engine->score_of, from, to)));
        engine->rescaling[from / block] =
            most == -INFINITY ? 0 : plumb_simulated_exponential(engine, plumb_simulated_step(engine, most - raised));
        for (size_t i = from; i < to; i++)
            engine->weight[i] =
                engine->score_of[i] == -INFINITY
                    ? 0
                    : power_of(engine, plumb_simulated_step(engine, factor * engine->score_of[i]), raised);
        total = plumb_simulated_step(engine, total * engine->rescaling[from / block]);
        total = plumb_simulated_round(&engine->accumulate,
                                      total + plumb_simulated_sum(engine, engine->weight + from, to - from));
        most = raised;
    }
    engine->divisor = total;
    return most;
}

/* All weights relative to the last maximum, in one block. */
static double settled_exponentials(plumb_simulated_engine *engine, double factor) {
    plumb_simulated_form whole = *engine->form;
    const plumb_simulated_form *own = engine->form;
    whole.block = 0;
    engine->form = &whole;
    double most = exponentials(engine, factor, all(engine));
    engine->form = own;
    return most;
}

/* Kernels whose exponentials are powers of 2 take the logarithm to the base 2, too, and multiply in the end. */
static double log_sum(const plumb_simulated_engine *engine, double most, double sum) {
    double to_two = engine->form->base_two ? plumb_simulated_step(engine, 0x1.71547652b82fep0) : 1;
    double x = plumb_simulated_step(engine, engine->form->base_two ? log2(sum) : log(sum));
    x = plumb_simulated_step(engine, plumb_simulated_step(engine, most * to_two) + x);
    return engine->form->base_two ? plumb_simulated_step(engine, x * plumb_simulated_step(engine, 0x1.62e42fefa39efp-1))
                                  : x;
}

static void set_lse(plumb_simulated_engine *engine) {
    bool without_sink = engine->problem->op.sink_outside_lse;
    double most = exponentials(engine, 1, all(engine) - (without_sink ? 1 : 0));
    engine->lse = engine->divisor == 0 ? -INFINITY : log_sum(engine, most, engine->divisor);
}

/* ---- parts: each with its own maximum and sum ---- */

bool plumb_simulated_has_parts(const plumb_simulated_engine *engine) {
    return engine->form->in_parts && plumb_operator_is(engine->problem->op.kind, PLUMB_IS_MEAN);
}

plumb_simulated_part plumb_simulated_part_at(const plumb_simulated_engine *engine, size_t number) {
    size_t keys = all(engine), parts = engine->parts;
    return (plumb_simulated_part){number * keys / parts, (number + 1) * keys / parts};
}

/* Kernels that take exponentials in 16 bits keep log-sum-exps in binary32. */
static double joined(const plumb_simulated_engine *engine, double x) {
    return engine->exponent.bits > 0 && engine->exponent.bits < 24 ? (double)(float)x : plumb_simulated_step(engine, x);
}

/* The log-sum-exp of its keys. */
static double weigh_part(plumb_simulated_engine *engine, size_t number) {
    plumb_simulated_part part = plumb_simulated_part_at(engine, number);
    double most = shift_of(engine, -INFINITY, largest(engine->score_of, part.from, part.to));
    for (size_t i = part.from; i < part.to; i++)
        engine->weight[i] = engine->score_of[i] == -INFINITY
                                ? 0
                                : plumb_simulated_exponential(engine, shifted(engine, engine->score_of[i], most));
    double sum = plumb_simulated_sum(engine, engine->weight + part.from, part.to - part.from);
    engine->part_sum[number] = sum;
    return sum > 0 ? joined(engine, most + joined(engine, log(sum))) : -INFINITY;
}

/* log(e^a + e^b), a not below b. */
static double log_of_both(const plumb_simulated_engine *engine, double a, double b) {
    double sum = joined(engine, 1 + joined(engine, exp(joined(engine, b - a))));
    return joined(engine, a + joined(engine, log(sum)));
}

/* One part after the other joins those before it.  Returns the log-sum-exp of all. */
static double merge_in_chain(plumb_simulated_engine *engine, const double *lse) {
    double so_far = -INFINITY;
    for (size_t i = 0; i < engine->parts; i++) {
        double merged = so_far == -INFINITY || lse[i] == -INFINITY
                            ? fmax(so_far, lse[i])
                            : log_of_both(engine, fmax(so_far, lse[i]), fmin(so_far, lse[i]));
        engine->chain_factor[i] = so_far == -INFINITY ? 0 : joined(engine, exp(joined(engine, so_far - merged)));
        engine->part_factor[i] = lse[i] == -INFINITY ? 0 : joined(engine, exp(joined(engine, lse[i] - merged)));
        so_far = merged;
    }
    return so_far;
}

static double merge_at_once(plumb_simulated_engine *engine, const double *lse) {
    double most = largest(lse, 0, engine->parts), total = 0;
    for (size_t i = 0; i < engine->parts; i++)
        total = joined(engine, total + joined(engine, exp(joined(engine, lse[i] - most))));
    double whole = joined(engine, most + joined(engine, log(total)));
    for (size_t i = 0; i < engine->parts; i++) {
        engine->chain_factor[i] = 1;
        engine->part_factor[i] = joined(engine, exp(joined(engine, lse[i] - whole)));
    }
    return whole;
}

static void weigh_parts(plumb_simulated_engine *engine) {
    double lse[PLUMB_SIMULATED_MOST_PARTS];
    for (size_t i = 0; i < engine->parts; i++)
        lse[i] = weigh_part(engine, i);
    double whole = engine->precision->merge_levels > 1 ? merge_in_chain(engine, lse) : merge_at_once(engine, lse);
    if (!engine->problem->op.sink_outside_lse)
        engine->lse = whole;
    engine->divisor = 1;
}

static void weigh_mean(plumb_simulated_engine *engine) {
    if (plumb_simulated_has_parts(engine))
        weigh_parts(engine);
    else
        exponentials(engine, 1, all(engine));
}

static void weigh_clipped(plumb_simulated_engine *engine) {
    const plumb_operator *op = &engine->problem->op;
    double width = plumb_simulated_step(engine, op->zeta - op->gamma);
    settled_exponentials(engine, 1);
    for (size_t i = 0; i < engine->problem->key_length; i++) {
        double w = plumb_simulated_step(engine, engine->weight[i] / engine->divisor);
        if (engine->form->divides_first)
            w = plumb_simulated_round(&engine->probability, w);
        w = plumb_simulated_step(engine, plumb_simulated_step(engine, width * w) + op->gamma);
        engine->weight[i] = engine->score_of[i] == -INFINITY ? 0 : fmin(1, fmax(0, w));
    }
    engine->divisor = 1;
}

static void weigh_power(plumb_simulated_engine *engine) {
    double power = plumb_simulated_step(engine, engine->problem->op.power);
    double most = settled_exponentials(engine, power);
    double root = plumb_simulated_step(
        engine, plumb_simulated_step(engine, most + plumb_simulated_step(engine, log(engine->divisor))) / power);
    for (size_t i = 0; i < engine->problem->key_length; i++)
        engine->weight[i] =
            engine->score_of[i] == -INFINITY
                ? 0
                : plumb_simulated_exponential(engine, plumb_simulated_step(engine, engine->score_of[i] - root));
    engine->divisor = 1;
}

static void weigh_softpick(plumb_simulated_engine *engine) {
    size_t keys = engine->problem->key_length;
    double most = largest(engine->score_of, 0, keys), total = 0;
    double zero = plumb_simulated_stored(engine, plumb_simulated_exponential(engine, -most));
    for (size_t i = 0; i < keys; i++) {
        bool takes_part = engine->score_of[i] != -INFINITY;
        double e = takes_part ? plumb_simulated_stored(
                                    engine, plumb_simulated_exponential(
                                                engine, plumb_simulated_stored(engine, engine->score_of[i] - most)))
                              : 0;
        double difference = takes_part ? plumb_simulated_stored(engine, e - zero) : 0;
        total = plumb_simulated_round(&engine->accumulate, total + fabs(difference));
        engine->weight[i] = fmax(0, difference);
    }
    engine->divisor = plumb_simulated_step(engine, total + plumb_simulated_step(engine, engine->problem->op.epsilon));
}

/* ---- activations ---- */

static double divisor_of(const plumb_simulated_engine *engine, double total) {
    const plumb_operator *op = &engine->problem->op;
    switch (op->normalisation) {
    case PLUMB_AT_LEAST_ONE:
        return fmax(fabs(total), 1);
    case PLUMB_KEY_LENGTH:
        return (double)engine->problem->key_length;
    case PLUMB_SUM:
    case PLUMB_ABSOLUTE_SUM:
        return plumb_simulated_stored(engine, plumb_simulated_stored(engine, total) +
                                                  plumb_simulated_step(engine, op->epsilon));
    case PLUMB_UNNORMALISED:
    default:
        return 1;
    }
}

static void weigh_activation(plumb_simulated_engine *engine) {
    const plumb_operator *op = &engine->problem->op;
    const plumb_simulated_activation *activation = plumb_simulated_activation_of(op->kind);
    size_t keys = engine->problem->key_length;
    for (size_t i = 0; i < keys; i++) {
        bool takes_part = engine->score_of[i] != -INFINITY;
        double a = takes_part ? plumb_simulated_stored(engine, activation->simulated(engine, engine->score_of[i])) : 0;
        engine->weight[i] = op->normalisation == PLUMB_ABSOLUTE_SUM ? fabs(a) : a;
    }
    engine->divisor = divisor_of(engine, plumb_simulated_sum(engine, engine->weight, keys));
}

typedef void weigher(plumb_simulated_engine *engine);
#define WEIGHER_mean weigh_mean
#define WEIGHER_clipped weigh_clipped
#define WEIGHER_power weigh_power
#define WEIGHER_softpick weigh_softpick
#define WEIGHER_activation weigh_activation
static weigher *const weighers[] = {
#define OPERATOR(kind, features, lanes, activation, last, weigher, ...) [kind] = WEIGHER_##weigher,
#include "problem/operators.def"
};

void plumb_simulated_weigh(plumb_simulated_engine *engine) {
    if (plumb_has_log_sum_exp(engine->problem->op.kind) && !engine->without_lse)
        set_lse(engine);
    engine->weight[engine->problem->key_length] = 0;
    weighers[engine->problem->op.kind](engine);
}
