#include "tests/support/exact_softmax.h"
#include "tests/support/exact_moved.h"

static real *numbers(size_t count) {
    real *result = room_for(count, sizeof *result), zero = number(0);
    for (size_t i = 0; i < count; i++)
        result[i] = zero;
    return result;
}

/* A bound of a score: exact from below, or with its error, added or taken off. */
typedef enum { WITHOUT_ERROR, ERROR_ADDED, ERROR_TAKEN } bound_of_score;

static real bounded_score(const exact_scores *scores, size_t i, bool is_sink, bound_of_score bound) {
    real blur = is_sink ? scores->blur : number(0);
    if (bound == ERROR_ADDED)
        return SUM(scores->score[i], blur, scores->error[i]);
    real x = minus(scores->score[i], blur);
    return bound == ERROR_TAKEN ? minus(x, scores->error[i]) : x;
}

/* The largest of the first that take part. */
static real largest_score(const exact_softmax *softmax, const exact_scores *scores, size_t count,
                          size_t length, bound_of_score bound) {
    real largest = NULL;
    for (size_t i = 0; i < count; i++) {
        if (!softmax->takes_part[i] || softmax->vanishes[i])
            continue;
        real x = bounded_score(scores, i, i == length, bound);
        largest = largest == NULL ? x : larger(largest, x);
    }
    return largest;
}

static void weigh(exact_softmax *softmax, const exact_scores *scores, size_t length) {
    real top = largest_score(softmax, scores, length + 1, length, WITHOUT_ERROR), sum = number(0);
    for (size_t i = 0; i <= length; i++)
        if (softmax->takes_part[i]) {
            softmax->weight[i] = exponential(minus(scores->score[i], top));
            sum = SUM(sum, softmax->weight[i]);
        }
    for (size_t i = 0; i <= length; i++)
        softmax->weight[i] = over(softmax->weight[i], sum);
}

/* Only where a bias is, or a position adds one. */
static bool may_vanish(const plumb_problem *problem) {
    return problem->extra.bias != NULL || problem->extra.key0_bias != NULL ||
           plumb_position_adds_bias(problem->position.kind);
}

static void find_vanishing(exact_softmax *softmax, exact_place place, const exact_scores *scores) {
    size_t length = place.problem->key_length;
    const plumb_operator *op = &place.problem->op;
    bool flat = op->kind == PLUMB_POWER_SOFTMAX && op->power < 1;
    real distance = over(number(1000), number(flat ? op->power : 1));
    real threshold = minus(largest_score(softmax, scores, length + 1, length, ERROR_TAKEN), distance);
    for (size_t i = 0; i <= length && may_vanish(place.problem); i++)
        softmax->vanishes[i] =
            softmax->takes_part[i] &&
            is_above(threshold, bounded_score(scores, i, i == length, ERROR_ADDED));
}

/* Section 11: each weight is multiplied by a rounded factor, and stored once more. */
static void count_factor(exact_softmax *softmax, exact_place place) {
    const plumb_precision *p = place.precision;
    double alpha = place.problem->op.alpha;
    if (place.problem->op.kind != PLUMB_SCALED_SOFTMAX)
        return;
    real factor = SUM(number(p->input.unit), over(number(p->input.tiny), number(alpha)));
    real larger_inverse = larger(number(1), over(number(1), number(alpha)));
    softmax->kappa = COMPOUND(softmax->kappa, factor, number(p->probability.unit),
                              gamma_of(number(2), number(p->accumulate.unit)));
    softmax->probability_lost = PRODUCT(number(2), larger_inverse, softmax->probability_lost);
    softmax->sum_lost = PRODUCT(larger_inverse, softmax->sum_lost);
}

/* Section 20: values and what distances add to them, two sums or one. */
static void count_values(exact_softmax *softmax, exact_place place) {
    const plumb_precision *p = place.precision;
    plumb_rounding tensor = exact_tensor(p);
    softmax->value_unit = number(p->operand.unit);
    softmax->value_tiny = number(p->operand.tiny);
    if (place.problem->position.value_table == NULL)
        return;
    softmax->value_unit = COMPOUND(softmax->value_unit, number(tensor.unit),
                                   number(p->input.unit), number(p->output.unit),
                                   PRODUCT(number(2), number(p->accumulate.unit)));
    softmax->value_tiny =
        SUM(softmax->value_tiny, number(tensor.tiny), number(p->input.tiny));
    softmax->sum_lost = PRODUCT(number(2), SUM(softmax->sum_lost, number(p->output.tiny)));
}

/* Section 1: of all ways to cut the keys into blocks, the one in which most blocks hold a key that takes part.
   most[end]: of those before `end`, if a block ends there. */
static size_t blocks_that_raise(const bool *takes_part, size_t keys, size_t least_block) {
    size_t *most = room_for(keys + 1, sizeof *most);
    most[0] = 0;
    for (size_t end = 1; end <= keys; end++) {
        bool holds = false;
        most[end] = 0;
        for (size_t begin = end; begin-- > 0;) {
            holds = holds || takes_part[begin];
            bool is_inner = begin > 0 && end < keys;
            if ((!is_inner || end - begin >= least_block) && most[begin] + holds > most[end])
                most[end] = most[begin] + holds;
        }
    }
    return most[keys];
}

static void count(exact_softmax *softmax, exact_place place) {
    const plumb_precision *p = place.precision;
    for (size_t i = 0; i <= place.problem->key_length; i++)
        softmax->count += softmax->takes_part[i];
    size_t bits = 0;
    while (softmax->count >> bits != 0)
        bits++;
    softmax->log_count = PRODUCT(number(0.7), count_of(bits));
    size_t keys = place.problem->key_length;
    softmax->rescalings = blocks_that_raise(softmax->takes_part, keys, p->least_key_block) + softmax->takes_part[keys] +
                          3 * (p->merge_levels - 1);
    softmax->additions = softmax->count + softmax->rescalings + 8;
    softmax->kappa =
        COMPOUND(number(p->probability.unit),
                 gamma_of(count_of(softmax->additions), number(p->accumulate.unit)));
    softmax->probability_lost =
        SUM(number(p->probability.tiny),
            PRODUCT(count_of(softmax->rescalings + 4), number(p->exponent.tiny)));
    softmax->sum_lost =
        PRODUCT(number(2), count_of(softmax->additions), number(p->accumulate.tiny));
    count_factor(softmax, place);
    count_values(softmax, place);
}

static void set_shift(exact_softmax *softmax, const plumb_precision *p) {
    real u = number(p->exponent.unit);
    size_t r = softmax->rescalings;
    softmax->shift = SUM(PRODUCT(gamma_of(number(28), u), softmax->largest),
                         PRODUCT(gamma_of(number(12), u), softmax->log_count),
                         PRODUCT(count_of(6 * r + 32), number(p->exponent.tiny)));
    softmax->exponentials = SUM(gamma_of(number(1), number(p->exponential)),
                                gamma_of(count_of(r + 3), number(p->rescaling)));
}

static void set_exponents(exact_softmax *softmax, const plumb_precision *p,
                          const exact_scores *scores, size_t length) {
    real six = gamma_of(number(6), number(p->exponent.unit));
    for (size_t i = 0; i <= length; i++) {
        if (!softmax->takes_part[i] || softmax->vanishes[i])
            continue;
        real size = scores->size[i];
        softmax->exponent[i] =
            SUM(scores->error[i],
                PRODUCT(six, SUM(size, scores->error[i], softmax->largest)), softmax->shift,
                softmax->exponentials,
                PRODUCT(number(p->shifted), SUM(size, softmax->largest)));
    }
}

real exact_growth(real exponent) {
    return is_above(number(300), exponent) ? growth_of(exponent) : infinite();
}

real sum_of_growths(const exact_softmax *softmax, size_t length, const real *exponent) {
    real sum = number(0);
    for (size_t i = 0; i <= length; i++)
        sum = SUM(sum, PRODUCT(softmax->weight[i], exact_growth(exponent[i])));
    return sum;
}

real sum_of_declines(const exact_softmax *softmax, size_t length, const real *exponent) {
    real sum = number(0);
    for (size_t i = 0; i <= length; i++)
        sum = SUM(sum, PRODUCT(softmax->weight[i], decline_of(exponent[i])));
    return sum;
}

/* The key with more than half of the weight, where errors of a softmax are large. */
static void move_error(exact_softmax *softmax, plumb_operator_kind kind, size_t length) {
    bool large = is_above(sum_of_growths(softmax, length, softmax->exponent), number(0.25));
    size_t heaviest = length + 1;
    for (size_t i = 0; i <= length; i++)
        if (is_above(softmax->weight[i], number(0.5)))
            heaviest = i;
    if (large && heaviest <= length && plumb_has_log_sum_exp(kind))
        softmax->moved_error = softmax->exponent[heaviest];
    for (size_t i = 0; i <= length; i++) {
        bool gets = softmax->takes_part[i] && i != heaviest;
        softmax->moved[i] = gets ? SUM(softmax->exponent[i], softmax->moved_error)
                                 : minus(softmax->exponent[i], softmax->moved_error);
    }
}

static exact_softmax blank(size_t length) {
    exact_softmax softmax = {.takes_part = room_for(length + 1, sizeof(bool))};
    softmax.vanishes = room_for(length + 1, sizeof(bool));
    softmax.weight = numbers(length + 1);
    softmax.exponent = numbers(length + 1);
    softmax.moved = numbers(length + 1);
    softmax.moved_error = number(0);
    softmax.largest = number(0);
    return softmax;
}

/* How far the largest of the first as computed may exceed the largest. */
static real rise(const exact_softmax *softmax, const exact_scores *scores, size_t count,
                 size_t length) {
    real most = largest_score(softmax, scores, count, length, ERROR_ADDED);
    return most == NULL ? number(0) : minus(most, largest_score(softmax, scores, count, length, WITHOUT_ERROR));
}

static void finish(exact_softmax *softmax, exact_place place, const exact_scores *scores) {
    size_t length = place.problem->key_length;
    count(softmax, place);
    weigh(softmax, scores, length);
    find_vanishing(softmax, place, scores);
    for (size_t i = 0; i <= length; i++)
        if (softmax->takes_part[i] && !softmax->vanishes[i])
            softmax->largest = larger(softmax->largest,
                                      SUM(scores->size[i], scores->error[i]));
    set_shift(softmax, place.precision);
    set_exponents(softmax, place.precision, scores, length);
    move_error(softmax, place.problem->op.kind, length);
    real excess = rise(softmax, scores, length, length);
    if (scores->has_sink)
        excess = larger(excess, rise(softmax, scores, length + 1, length));
    softmax->excess = exponential(SUM(excess, PRODUCT(number(2), softmax->shift),
                                      PRODUCT(number(2), softmax->exponentials)));
    softmax->slack =
        exponential(SUM(softmax->shift, PRODUCT(number(2), softmax->exponentials)));
}

exact_softmax exact_softmax_of(exact_place place, const exact_scores *scores) {
    size_t length = place.problem->key_length;
    exact_softmax softmax = blank(length);
    for (size_t i = 0; i < length; i++)
        softmax.takes_part[i] = scores->takes_part[i];
    softmax.takes_part[length] = scores->has_sink;
    finish(&softmax, place, scores);
    return softmax;
}

exact_softmax exact_mean_of(exact_place place) {
    size_t length = place.problem->key_length;
    exact_softmax softmax = blank(length);
    exact_scores scores = {.score = numbers(length + 1), .error = numbers(length + 1)};
    scores.size = scores.score;
    scores.blur = number(0);
    for (size_t i = 0; i < length; i++)
        softmax.takes_part[i] = true;
    finish(&softmax, place, &scores);
    return softmax;
}

/* ---- sections 5 and 6 ---- */

exact_values exact_values_of_weight(exact_place place, size_t key) {
    size_t length = place.problem->key_length;
    exact_values values = {.value = numbers(length + 1), .given = false};
    values.value[key] = number(1);
    values.size = values.value;
    return values;
}

real exact_mean_of_values(exact_place place, const real *weight, exact_values values) {
    real mean = number(0);
    for (size_t i = 0; i <= place.problem->key_length; i++)
        mean = SUM(mean, PRODUCT(weight[i], values.value[i]));
    return mean;
}

/* What both sections know of a column. */
typedef struct {
    const exact_softmax *softmax;
    exact_values values;
    size_t length;
    real mean;             /* o */
    real value_kappa;      /* kappa (+) u_v */
    real unit, tiny;       /* u_v, t_v */
    real least, most, largest, magnitude; /* of v_j, |v_j|, and their sum */
} exact_column;

static exact_column column_of(exact_place place, const exact_softmax *softmax,
                              exact_values values) {
    real zero = number(0);
    exact_column column = {.softmax = softmax,
                           .values = values,
                           .length = place.problem->key_length,
                           .largest = zero,
                           .magnitude = zero};
    column.unit = values.given ? softmax->value_unit : zero;
    column.tiny = values.given ? softmax->value_tiny : zero;
    column.value_kappa = COMPOUND(softmax->kappa, column.unit);
    column.mean = exact_mean_of_values(place, softmax->weight, values);
    if (!values.given)
        column.least = column.most = zero;
    for (size_t i = 0; i <= column.length; i++) {
        real v = values.value[i];
        if (!softmax->takes_part[i])
            continue;
        column.magnitude = SUM(column.magnitude, values.size[i]);
        column.least = column.least == NULL ? v : smaller(column.least, v);
        column.most = column.most == NULL ? v : larger(column.most, v);
        column.largest = larger(column.largest, values.size[i]);
    }
    return column;
}

/* (1 + kappa) E (A values + B) */
static real lost(const exact_softmax *softmax, real excess, real values) {
    return PRODUCT(SUM(number(1), softmax->kappa), excess,
                   SUM(PRODUCT(softmax->probability_lost, values), softmax->sum_lost));
}

/* (1 + kappa) E (A n + B) */
static real lost_sum(const exact_softmax *softmax, real excess) {
    return lost(softmax, excess, count_of(softmax->count));
}

/* sum w_j H_j |v_j - o|; for a weight its upper bound without a difference */
static real deviations(const exact_column *column, real growths) {
    const exact_softmax *softmax = column->softmax;
    real sum = number(0), all = PRODUCT(column->mean, growths);
    for (size_t i = 0; i <= column->length; i++) {
        real weighted = PRODUCT(softmax->weight[i], exact_growth(softmax->moved[i]));
        real v = column->values.value[i];
        if (column->values.given)
            sum = SUM(sum, PRODUCT(weighted, absolute(minus(v, column->mean))));
        else
            sum = SUM(sum, PRODUCT(weighted, v, minus(number(1), column->mean)));
    }
    return column->values.given ? sum : SUM(sum, all);
}

/* sum w_j (1 + H_j) |v_j| */
static real grown_magnitudes(const exact_column *column) {
    const exact_softmax *softmax = column->softmax;
    real sum = number(0);
    for (size_t i = 0; i <= column->length; i++)
        sum = SUM(sum, PRODUCT(softmax->weight[i], SUM(number(1), exact_growth(softmax->moved[i])),
                               column->values.size[i]));
    return sum;
}

static bool says_something(real denominator) {
    return is_finite(denominator) && !is_above(number(0.25), denominator);
}

/* Section 5 */
static real quotient_error(const exact_column *column) {
    const exact_softmax *softmax = column->softmax;
    real one = number(1), kappa = softmax->kappa;
    real excess = PRODUCT(softmax->excess, exponential(softmax->moved_error));
    real growths = sum_of_growths(softmax, column->length, softmax->moved);
    real declines = sum_of_declines(softmax, column->length, softmax->moved);
    real zeta = lost_sum(softmax, excess);
    real denominator = minus(PRODUCT(minus(one, kappa), minus(one, declines)), zeta);
    if (!says_something(denominator))
        return infinite();
    real values = PRODUCT(SUM(one, column->unit), column->magnitude);
    real eta = SUM(lost(softmax, excess, values),
                   PRODUCT(SUM(one, kappa), column->tiny, SUM(one, growths)));
    real size = absolute(column->mean);
    real sum = SUM(deviations(column, growths),
                   PRODUCT(column->value_kappa, grown_magnitudes(column)),
                   PRODUCT(kappa, size, SUM(one, growths)), eta, PRODUCT(size, zeta));
    return over(sum, denominator);
}

/* Section 6 */
static real any_mean_error(const exact_column *column) {
    const exact_softmax *softmax = column->softmax;
    real one = number(1), kappa = softmax->kappa, largest = column->largest;
    real zeta = lost_sum(softmax, softmax->slack);
    real denominator = minus(minus(one, kappa), zeta);
    if (!says_something(denominator))
        return infinite();
    real values = PRODUCT(SUM(one, column->unit), count_of(softmax->count), largest);
    real sum = SUM(PRODUCT(column->value_kappa, largest), lost(softmax, softmax->slack, values),
                   PRODUCT(column->tiny, SUM(one, kappa)), PRODUCT(largest, SUM(kappa, zeta)));
    real spread = larger(minus(column->most, column->mean), minus(column->mean, column->least));
    return SUM(over(sum, denominator), spread);
}

real exact_mean_error(exact_place place, const exact_softmax *softmax, exact_values values) {
    exact_column column = column_of(place, softmax, values);
    return smaller(quotient_error(&column), any_mean_error(&column));
}
