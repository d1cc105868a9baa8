#include "tests/support/exact_quotient.h"
#include "tests/support/exact_activation.h"
#include "tests/support/exact_units.h"

static real reciprocal(real x) {
    return over(one(), x);
}

/* ---- section 13 ---- */

/* Keys may be summed first: weights are scores that are products and nothing else. */
static bool is_linear(const plumb_problem *problem) {
    plumb_operator_kind kind = problem->op.kind;
    bool scores =
        kind == PLUMB_IDENTITY || kind == PLUMB_ELU_KERNEL || kind == PLUMB_MLP_KERNEL;
    return scores && exact_score_is_product(problem);
}

static void set_activations(exact_quotient *quotient, exact_place place,
                            const exact_scores *scores) {
    const plumb_operator *op = &place.problem->op;
    bool in_sums = is_linear(place.problem) && op->normalisation != PLUMB_ABSOLUTE_SUM;
    real store = op->normalisation == PLUMB_UNNORMALISED ? number(0)
                                                         : unit_of(place.precision->probability);
    for (size_t i = 0; i < place.problem->key_length; i++) {
        if (!scores->takes_part[i])
            continue;
        exact_activated a =
            exact_activation_of(op->kind, scores->score[i], scores->error[i], place.precision);
        real size = absolute(a.value);
        quotient->numerator[i] = op->normalisation == PLUMB_ABSOLUTE_SUM ? size : a.value;
        quotient->error[i] = SUM(a.error, PRODUCT(store, SUM(size, a.error)));
        quotient->reach[i] = in_sums ? larger(size, scores->products[i]) : size;
    }
    if (is_linear(place.problem))
        quotient->sum_lost =
            SUM(quotient->sum_lost,
                PRODUCT(scores->features,
                        SUM(tiny_of(place.precision->probability), quotient->sum_lost)));
}

/* ---- section 12: denominators ---- */

/* zeta of a sum z, its terms being off by `error` */
static real sum_error(const exact_quotient *quotient, exact_place place,
                      const exact_softmax *softmax, const real *reach, const real *error,
                      real epsilon_error, real z) {
    const plumb_precision *p = place.precision;
    real reached = number(0), off = number(0), probability = unit_of(p->probability);
    for (size_t i = 0; i < place.problem->key_length; i++) {
        if (!softmax->takes_part[i])
            continue;
        off = SUM(off, error[i]);
        reached = SUM(reached, reach[i], error[i]);
    }
    real roundings = gamma_of(count_of(softmax->additions), unit_of(p->accumulate));
    off = SUM(off, PRODUCT(roundings, reached),
              PRODUCT(count_of(softmax->count), quotient->probability_lost), quotient->sum_lost,
              epsilon_error);
    real stores =
        COMPOUND(probability, probability, gamma_of(number(2), unit_of(p->accumulate)));
    return SUM(off, PRODUCT(stores, SUM(absolute(z), off)));
}

static void divide(exact_quotient *quotient, real z, real error) {
    quotient->denominator = z;
    quotient->error_of_sum = error;
    quotient->least = minus(absolute(z), error);
}

static real epsilon_error(const plumb_precision *p, real epsilon) {
    if (arb_is_zero(epsilon))
        return epsilon;
    return SUM(PRODUCT(COMPOUND(unit_of(p->input), unit_of(p->probability)), epsilon),
               tiny_of(p->input), tiny_of(p->probability));
}

static void divide_at_least_one(exact_quotient *quotient, real sum, real error) {
    bool settled = is_above(one(), SUM(absolute(sum), error));
    divide(quotient, larger(absolute(sum), one()), settled ? number(0) : error);
    quotient->least = larger(minus(absolute(sum), error), one());
}

static void normalise(exact_quotient *quotient, exact_place place, const exact_softmax *softmax) {
    const plumb_operator *op = &place.problem->op;
    if (op->normalisation == PLUMB_UNNORMALISED)
        return;
    if (op->normalisation == PLUMB_KEY_LENGTH) {
        real keys = number((double)place.problem->key_length);
        divide(quotient, keys, PRODUCT(keys, unit_of(place.precision->exponent)));
        return;
    }
    bool at_least_one = op->normalisation == PLUMB_AT_LEAST_ONE;
    real epsilon = number(at_least_one ? 0 : op->epsilon);
    real sum = SUM(sum_of(quotient->numerator, place.problem->key_length), epsilon);
    real error = sum_error(quotient, place, softmax, quotient->reach, quotient->error,
                           epsilon_error(place.precision, epsilon), sum);
    if (at_least_one)
        divide_at_least_one(quotient, sum, error);
    else
        divide(quotient, sum, error);
}

/* ---- section 14 ---- */

static real largest(const exact_softmax *softmax, const exact_scores *scores, size_t length,
                    double times) {
    real result = NULL;
    for (size_t i = 0; i < length; i++) {
        if (!softmax->takes_part[i] || softmax->vanishes[i])
            continue;
        real x = SUM(scores->score[i], PRODUCT(number(times), scores->error[i]));
        result = result == NULL ? x : larger(result, x);
    }
    return result;
}

/* mu */
static real shift_error(const exact_softmax *softmax, const exact_scores *scores, size_t length) {
    return minus(largest(softmax, scores, length, 1), largest(softmax, scores, length, 0));
}

/* lambda of an exponent of that size, D included */
static real exponent_error(const plumb_precision *p, const exact_softmax *softmax, real size) {
    real reach = SUM(size, softmax->largest);
    real relative = SUM(gamma_of(number(6), unit_of(p->exponent)), number(p->shifted),
                        unit_of(p->score));
    return SUM(PRODUCT(relative, reach), softmax->shift, gamma_of(one(), number(p->exponential)),
               gamma_of(one(), unit_of(p->score)), own_error(4, SUM(one(), reach)));
}

/* What is left of a difference P_j - Q is stored and rescaled. */
static real difference_unit(const plumb_precision *p, const exact_softmax *softmax) {
    return COMPOUND(gamma_of(number(3), unit_of(p->exponent)), unit_of(p->score),
                    unit_of(p->probability),
                    gamma_of(count_of(softmax->rescalings + 3), number(p->rescaling)));
}

/* P_j and its error */
static exact_activated power_term(exact_place place, const exact_softmax *softmax,
                            const exact_scores *scores, size_t i, real top) {
    if (softmax->vanishes[i])
        return (exact_activated){number(0), number(0)};
    real d = scores->error[i], power = exponential(minus(scores->score[i], top));
    real lambda = exponent_error(place.precision, softmax, SUM(scores->size[i], d));
    return (exact_activated){power, PRODUCT(power, exact_growth(SUM(d, lambda)))};
}

static void set_softpick(exact_quotient *quotient, exact_place place, const exact_scores *scores,
                         const exact_softmax *softmax) {
    const plumb_precision *p = place.precision;
    size_t length = place.problem->key_length;
    real m = largest(softmax, scores, length, 0), top = larger(m, number(0)), total = number(0);
    real moved = exponential(shift_error(softmax, scores, length));
    real q = exponential(minus(number(0), top));
    real q_error = PRODUCT(q, exact_growth(exponent_error(p, softmax, number(0))));
    real stores = difference_unit(p, softmax);
    real *reach = room_for(length, sizeof(real)), *error = room_for(length, sizeof(real));
    quotient->probability_lost = PRODUCT(quotient->probability_lost, moved);
    quotient->sum_lost = PRODUCT(quotient->sum_lost, moved);
    for (size_t i = 0; i < length; i++) {
        if (!softmax->takes_part[i])
            continue;
        exact_activated power = power_term(place, softmax, scores, i, top);
        real difference = minus(power.value, q), off = SUM(power.error, q_error);
        reach[i] = absolute(difference);
        error[i] = SUM(off, PRODUCT(stores, SUM(reach[i], off)));
        total = SUM(total, reach[i]);
        bool never = is_above(number(0), SUM(difference, error[i]));
        quotient->numerator[i] = larger(number(0), difference);
        quotient->reach[i] = never ? number(0) : reach[i];
        quotient->error[i] = never ? number(0) : error[i];
    }
    real stated = number(place.problem->op.epsilon), seen = exponential(minus(m, top));
    real off = SUM(PRODUCT(stated, minus(moved, one())), PRODUCT(epsilon_error(p, stated), moved));
    off = PRODUCT(off, seen);
    real sum = SUM(total, PRODUCT(stated, seen));
    divide(quotient, sum, sum_error(quotient, place, softmax, reach, error, off, sum));
}

/* ---- section 15 ---- */

/* E_j */
static real power_exponent(exact_place place, const exact_scores *scores,
                           const exact_softmax *softmax, size_t i) {
    const plumb_precision *p = place.precision;
    real often = SUM(one(), reciprocal(number(place.problem->op.power)));
    real twelve = gamma_of(number(12), unit_of(p->exponent));
    real relative = SUM(COMPOUND(gamma_of(number(3), unit_of(p->score)), unit_of(p->input)),
                        number(p->shifted), twelve);
    real common = SUM(softmax->shift, softmax->exponentials,
                      PRODUCT(number(2), number(p->exponential)),
                      PRODUCT(twelve, softmax->log_count),
                      gamma_of(one(), unit_of(p->probability)));
    real size = SUM(scores->size[i], scores->error[i], softmax->largest);
    return SUM(scores->error[i], PRODUCT(relative, size), PRODUCT(often, common),
               own_error(8, SUM(size, softmax->log_count, one())));
}

/* By what the root of the sum is off, in its logarithm, but for the sum's own roundings. */
static real power_mean(exact_place place, const real *share, const real *exponent) {
    real p = number(place.problem->op.power), up = number(0), down = number(0), most = number(0);
    for (size_t i = 0; i < place.problem->key_length; i++) {
        up = SUM(up, PRODUCT(share[i], exact_growth(PRODUCT(p, exponent[i]))));
        down = SUM(down, PRODUCT(share[i], decline_of(PRODUCT(p, exponent[i]))));
        most = larger(most, exponent[i]);
    }
    real above = logarithm(SUM(one(), up));
    real below = minus(number(0), logarithm(minus(one(), down)));
    real mean = over(larger(above, below), p);
    return is_finite(mean) ? smaller(mean, most) : most;
}

static real power_of(real x, real exponent) {
    return arb_is_zero(x) ? x : exponential(PRODUCT(exponent, logarithm(x)));
}

/* pi_j, which sum to 1, and the logarithm of the root of the sum of e^{p (x_j - top)} */
static real shares(real *share, exact_place place, const exact_scores *scores,
                   const exact_softmax *softmax, real top) {
    real p = number(place.problem->op.power), sum = number(0);
    size_t length = place.problem->key_length;
    for (size_t i = 0; i < length; i++) {
        share[i] = number(0);
        if (softmax->takes_part[i])
            share[i] = exponential(PRODUCT(p, minus(scores->score[i], top)));
        sum = SUM(sum, share[i]);
    }
    for (size_t i = 0; i < length; i++)
        share[i] = over(share[i], sum);
    return over(logarithm(sum), p);
}

static void divide_by_root(exact_quotient *quotient, exact_place place,
                           const exact_softmax *softmax, real mean, real excess) {
    real p = number(place.problem->op.power);
    real kappa = gamma_of(count_of(softmax->additions), unit_of(place.precision->accumulate));
    real lost = SUM(PRODUCT(count_of(softmax->count), quotient->probability_lost),
                    quotient->sum_lost);
    real x = SUM(kappa, PRODUCT(SUM(one(), kappa), excess, lost, exponential(PRODUCT(p, mean))));
    real root = infinite();
    if (arb_lt(x, one()))
        root = SUM(mean, over(over(x, minus(one(), x)), p));
    divide(quotient, one(), exact_growth(root));
}

static void set_power(exact_quotient *quotient, exact_place place, const exact_scores *scores,
                      const exact_softmax *softmax) {
    size_t length = place.problem->key_length;
    real p = number(place.problem->op.power), top = largest(softmax, scores, length, 0);
    real *share = room_for(length, sizeof(real)), *exponent = room_for(length, sizeof(real));
    real root = shares(share, place, scores, softmax, top);
    for (size_t i = 0; i < length; i++) {
        exponent[i] = number(0);
        if (!softmax->takes_part[i] || softmax->vanishes[i])
            continue;
        exponent[i] = power_exponent(place, scores, softmax, i);
        real weight = exponential(minus(minus(scores->score[i], top), root));
        quotient->numerator[i] = quotient->reach[i] = weight;
        quotient->error[i] = PRODUCT(weight, exact_growth(exponent[i]));
    }
    real excess = power_of(softmax->excess, larger(one(), p));
    divide_by_root(quotient, place, softmax, power_mean(place, share, exponent), excess);
    real t = PRODUCT(excess, quotient->probability_lost);
    real left = larger(power_of(t, reciprocal(p)), over(PRODUCT(number(2), t), p));
    quotient->probability_lost = SUM(t, left);
    quotient->sum_lost = PRODUCT(quotient->sum_lost, softmax->excess);
}

static void set_clipped(exact_quotient *quotient, exact_place place, const exact_softmax *softmax) {
    const plumb_operator *op = &place.problem->op;
    const plumb_precision *p = place.precision;
    real gamma = number(op->gamma), width = minus(number(op->zeta), gamma), zero = number(0);
    real roundings = COMPOUND(unit_of(p->input), unit_of(p->input),
                              gamma_of(number(4), unit_of(p->exponent)),
                              gamma_of(number(3), unit_of(p->probability)));
    roundings = SUM(roundings, own_error(4, one()));
    real tiny = PRODUCT(number(4), SUM(tiny_of(p->probability), tiny_of(p->exponent)));
    for (size_t i = 0; i < place.problem->key_length; i++) {
        if (!softmax->takes_part[i])
            continue;
        real off = exact_mean_error(place, softmax, exact_values_of_weight(place, i));
        real stretched = SUM(PRODUCT(width, softmax->weight[i]), gamma);
        real size = SUM(PRODUCT(width, SUM(softmax->weight[i], off)), absolute(gamma));
        real error = SUM(PRODUCT(width, off), PRODUCT(roundings, size), tiny);
        bool settled = is_above(zero, SUM(stretched, error)) ||
                       is_above(minus(stretched, error), one());
        quotient->numerator[i] = smaller(one(), larger(zero, stretched));
        quotient->reach[i] = quotient->numerator[i];
        quotient->error[i] = settled ? zero : smaller(one(), error);
    }
}

/* ---- section 12: quotients ---- */

static exact_quotient undivided(exact_place place, const exact_softmax *softmax) {
    size_t count = place.problem->key_length + 1;
    exact_quotient quotient = {.numerator = room_for(count, sizeof(real)),
                               .error = room_for(count, sizeof(real)),
                               .reach = room_for(count, sizeof(real))};
    for (size_t i = 0; i < count; i++)
        quotient.numerator[i] = quotient.error[i] = quotient.reach[i] = number(0);
    quotient.probability_lost =
        SUM(softmax->probability_lost, PRODUCT(number(4), tiny_of(place.precision->exponent)));
    quotient.sum_lost = softmax->sum_lost;
    divide(&quotient, one(), number(0));
    return quotient;
}

exact_quotient exact_quotient_of(exact_place place, const exact_scores *scores,
                                 const exact_softmax *softmax) {
    exact_quotient quotient = undivided(place, softmax);
    switch (place.problem->op.kind) {
    case PLUMB_SOFTPICK:
        set_softpick(&quotient, place, scores, softmax);
        break;
    case PLUMB_POWER_SOFTMAX:
        set_power(&quotient, place, scores, softmax);
        break;
    case PLUMB_CLIPPED_SOFTMAX:
        set_clipped(&quotient, place, softmax);
        break;
    default:
        set_activations(&quotient, place, scores);
        normalise(&quotient, place, softmax);
    }
    real scale = larger(one(), absolute(quotient.denominator));
    quotient.probability_lost = PRODUCT(quotient.probability_lost, scale);
    quotient.sum_lost = PRODUCT(quotient.sum_lost, scale);
    return quotient;
}

real exact_quotient_error(exact_place place, const exact_softmax *softmax,
                          const exact_quotient *quotient, exact_values values) {
    const plumb_precision *p = place.precision;
    real off = number(0), reached = number(0), all = number(0), magnitude = number(0);
    for (size_t i = 0; i < place.problem->key_length; i++) {
        if (!softmax->takes_part[i])
            continue;
        /* A weight by itself is formed, whatever order the output is taken in. */
        real formed = values.given ? quotient->reach[i] : absolute(quotient->numerator[i]);
        real reach = SUM(formed, quotient->error[i]);
        off = SUM(off, PRODUCT(quotient->error[i], absolute(values.value[i])));
        reached = SUM(reached, PRODUCT(reach, values.size[i]));
        all = SUM(all, reach);
        magnitude = SUM(magnitude, values.size[i]);
    }
    real unit = values.given ? softmax->value_unit : number(0);
    real tiny = values.given ? softmax->value_tiny : number(0);
    real kappa = COMPOUND(unit_of(p->probability),
                          gamma_of(count_of(softmax->additions), unit_of(p->accumulate)), unit);
    real lost = PRODUCT(SUM(one(), kappa),
                        SUM(PRODUCT(quotient->probability_lost, magnitude), quotient->sum_lost,
                            PRODUCT(tiny, all)));
    if (!is_finite(quotient->least) || !is_above(quotient->least, number(0)))
        return infinite();
    real mean = over(exact_mean_of_values(place, quotient->numerator, values),
                     quotient->denominator);
    return over(SUM(off, PRODUCT(kappa, reached), lost,
                    PRODUCT(absolute(mean), quotient->error_of_sum)),
                quotient->least);
}
