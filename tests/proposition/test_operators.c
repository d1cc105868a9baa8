/* test_operators.c - what every operator makes of equal scores and equal values: its weights, its
   output (spec/proposition/operators.h).  test_limits.c has what becomes of them as keys are added.
   */
#include "exact/function.h"
#include "tests/proposition/repeated_tokens.h"
#include "tests/support/activation.h"
#include "tests/support/exact_activation.h"

#define CASES 6000

/* ---- drawing ---- */

static plumb_operator draw_operator(random_cases *cases, operator_variant variant) {
    static const double factors[] = {1, 0.5, 2, 1.25, 0.1, 8};
    static const double epsilons[] = {1e-8, 1e-8, 0, 1e-3, 1};
    static const double below[] = {0, -0.03, -0.1, -1}, above[] = {1, 1.03, 1.1, 2};
    return (plumb_operator){.kind = variant.kind,
                            .sink = variant.sink,
                            .normalisation = variant.normalisation,
                            .sink_keys = random_below(cases, 4),
                            .alpha = random_choice(cases, factors, 6),
                            .power = random_choice(cases, factors, 6),
                            .gamma = random_choice(cases, below, 4),
                            .zeta = random_choice(cases, above, 4),
                            .epsilon = random_choice(cases, epsilons, 5)};
}

/* The tensors that the operator needs. */
static void give_tensors(random_cases *cases, drawn_problem *drawn) {
    const plumb_operator *op = &drawn->problem.op;
    bool valued = op->sink == PLUMB_SINK_KEY_VALUE || op->sink == PLUMB_SINK_TOKEN;
    bool given[EXTRA_TENSORS] = {[SINK_LOGITS] = op->sink == PLUMB_SINK_LOGIT,
                                 [SINK_KEY] = valued || op->sink == PLUMB_SINK_KEY,
                                 [SINK_VALUE] = valued,
                                 [KEY0_BIAS] = op->sink == PLUMB_SINK_KEY0_BIAS,
                                 [MLP_INNER] = op->kind == PLUMB_MLP_KERNEL,
                                 [MLP_OUTER] = op->kind == PLUMB_MLP_KERNEL};
    for (int i = 0; i < EXTRA_TENSORS; i++)
        if (given[i]) {
            give_extra(drawn, (extra_tensor)i);
            draw_numbers(cases, ORDINARY, drawn->extra[i],
                         extra_numbers(&drawn->problem, (extra_tensor)i));
        }
}

/* Keys and values that the query does not see are any. */
static void spoil(random_cases *cases, drawn_problem *drawn, const unsigned char *visible) {
    const plumb_problem *p = &drawn->problem;
    for (size_t j = 0; j < p->key_length; j++) {
        if (visible[j])
            continue;
        for (size_t c = 0; c < p->head_dim; c++)
            drawn->key[j * p->head_dim + c] = random_special(cases);
        for (size_t c = 0; c < p->value_dim; c++)
            drawn->value[j * p->value_dim + c] = random_special(cases);
    }
}

/* Equal keys and equal values, of which the query sees some: those that `visible` [key_length]
   says. */
static drawn_problem draw_equal(random_cases *cases, operator_variant variant, size_t keys,
                                unsigned char *visible) {
    plumb_problem shape = one_head(1, keys, 1 + random_below(cases, 6), 1 + random_below(cases, 3));
    shape.scale.text = draw_scale(cases);
    shape.op = draw_operator(cases, variant);
    shape.extra.hidden_dim = 1 + random_below(cases, 4);
    shape.extra.feature_dim = 1 + random_below(cases, 4);
    drawn_problem drawn = draw_problem(cases, shape, ORDINARY);
    repeat_row(drawn.key, keys, shape.head_dim);
    repeat_row(drawn.value, keys, shape.value_dim);
    bool all = random_below(cases, 3) == 0;
    for (size_t j = 0; j < keys; j++)
        visible[j] = all || random_below(cases, 3) > 0;
    visible[random_below(cases, keys)] = 1;
    drawn.problem.mask.allowed = visible;
    give_tensors(cases, &drawn);
    if (drawn.extra[SINK_KEY] != NULL && random_below(cases, 3) == 0) /* one more such token */
        for (size_t c = 0; c < shape.head_dim; c++)
            drawn.extra[SINK_KEY][c] = drawn.key[c];
    return drawn;
}

/* ---- the score and the sink's logit ---- */

/* W2 max(0, W1 u) */
static void mlp_feature(arb_ptr feature, const plumb_extras *extra, const double *u, size_t dim) {
    arb_t hidden, magnitude, factor;
    arb_init(hidden);
    arb_init(magnitude);
    arb_init(factor);
    for (size_t f = 0; f < extra->feature_dim; f++)
        arb_zero(feature + f);
    for (size_t n = 0; n < extra->hidden_dim; n++) {
        exact_dot(hidden, magnitude, extra->mlp_inner + n * dim, u, dim);
        for (size_t f = 0; f < extra->feature_dim && arb_is_positive(hidden); f++) {
            arb_set_d(factor, extra->mlp_outer[f * extra->hidden_dim + n]);
            arb_addmul(feature + f, factor, hidden, BITS);
        }
    }
    arb_clear(hidden);
    arb_clear(magnitude);
    arb_clear(factor);
}

/* elu(u) + 1 */
static void elu_feature(arb_ptr feature, const double *u, size_t dim) {
    for (size_t c = 0; c < dim; c++) {
        arb_set_d(feature + c, u[c]);
        if (u[c] > 0)
            arb_add_ui(feature + c, feature + c, 1, BITS);
        else
            arb_exp(feature + c, feature + c, BITS);
    }
}

/* phi(q).phi(k) */
static void exact_product(arb_t product, const plumb_problem *p, const double *key) {
    enum { MOST = 8 };
    bool mlp = p->op.kind == PLUMB_MLP_KERNEL;
    size_t width = mlp ? p->extra.feature_dim : p->head_dim;
    arb_ptr q = _arb_vec_init(MOST), k = _arb_vec_init(MOST);
    arb_t magnitude;
    arb_init(magnitude);
    if (mlp) {
        mlp_feature(q, &p->extra, p->query, p->head_dim);
        mlp_feature(k, &p->extra, key, p->head_dim);
    } else if (p->op.kind == PLUMB_ELU_KERNEL) {
        elu_feature(q, p->query, p->head_dim);
        elu_feature(k, key, p->head_dim);
    }
    if (mlp || p->op.kind == PLUMB_ELU_KERNEL)
        arb_dot(product, NULL, 0, q, 1, k, 1, (slong)width, BITS);
    else
        exact_dot(product, magnitude, p->query, key, p->head_dim);
    arb_clear(magnitude);
    _arb_vec_clear(q, MOST);
    _arb_vec_clear(k, MOST);
}

static void exact_score(arb_t score, const plumb_problem *p, const double *key) {
    exact_product(score, p, key);
    plumb_exact_scale_mul(score, score, p, BITS);
}

/* S */
static void exact_logit(arb_t logit, const plumb_problem *p) {
    arb_zero(logit);
    if (p->op.sink == PLUMB_SINK_LOGIT)
        arb_set_d(logit, p->extra.sinks[0]);
    else if (p->op.sink > PLUMB_SINK_LOGIT && plumb_sink_adds_logit(p->op.sink))
        exact_score(logit, p, p->extra.sink_key);
}

/* ---- closed forms: t visible keys of score c ---- */

typedef struct {
    const plumb_problem *problem;
    size_t t;
    bool with_first; /* key 0 is among them */
    arb_t score, logit;
} equal_scores;

/* 1/(t + e^{S - c}) without the sink's part if there is none */
static void softmax_weight(arb_t weight, const equal_scores *x) {
    arb_sub(weight, x->logit, x->score, BITS);
    arb_exp(weight, weight, BITS);
    if (!plumb_sink_adds_logit(x->problem->op.sink))
        arb_zero(weight);
    arb_add_ui(weight, weight, x->t, BITS);
    arb_inv(weight, weight, BITS);
}

/* e^b/(t - 1 + e^b) of key 0, 1/(t - 1 + e^b) of the others */
static void key0_bias_weight(arb_t weight, const equal_scores *x, bool first) {
    arb_t power;
    arb_init(power);
    arb_set_d(power, x->problem->extra.key0_bias[0]);
    arb_exp(power, power, BITS);
    arb_add_ui(weight, power, x->t - 1, BITS);
    arb_inv(weight, weight, BITS);
    if (first)
        arb_mul(weight, weight, power, BITS);
    arb_clear(power);
}

/* min(1, max(0, (zeta - gamma)/t + gamma)) */
static void clipped_weight(arb_t weight, const equal_scores *x) {
    arb_t gamma;
    arb_init(gamma);
    arb_set_d(gamma, x->problem->op.gamma);
    arb_set_d(weight, x->problem->op.zeta);
    arb_sub(weight, weight, gamma, BITS);
    arb_div_ui(weight, weight, x->t, BITS);
    arb_add(weight, weight, gamma, BITS);
    plumb_exact_clip(weight, weight, BITS);
    arb_clear(gamma);
}

/* (1 - e^{-c})/(t (1 - e^{-c}) + epsilon), 0 for c <= 0 */
static void softpick_weight(arb_t weight, const equal_scores *x) {
    arb_t part;
    arb_init(part);
    arb_neg(part, x->score);
    arb_expm1(part, part, BITS);
    arb_neg(part, part);
    arb_set_d(weight, x->problem->op.epsilon);
    arb_addmul_ui(weight, part, x->t, BITS);
    arb_div(weight, part, weight, BITS);
    if (arb_is_nonpositive(x->score))
        arb_zero(weight);
    arb_clear(part);
}

/* t^{-1/p} */
static void power_weight(arb_t weight, const equal_scores *x) {
    arb_t exponent;
    arb_init(exponent);
    arb_set_d(exponent, x->problem->op.power);
    arb_inv(exponent, exponent, BITS);
    arb_neg(exponent, exponent);
    arb_set_ui(weight, x->t);
    arb_pow(weight, weight, exponent, BITS);
    arb_clear(exponent);
}

/* a/(t a + epsilon), |a|/(t |a| + epsilon), a/max(t |a|, 1), a/n */
static void normalise(arb_t weight, const equal_scores *x) {
    plumb_normalisation normalisation = x->problem->op.normalisation;
    arb_t divisor;
    arb_init(divisor);
    if (normalisation == PLUMB_ABSOLUTE_SUM)
        arb_abs(weight, weight);
    arb_mul_ui(divisor, weight, x->t, BITS);
    if (normalisation == PLUMB_KEY_LENGTH) {
        arb_set_ui(divisor, x->problem->key_length);
    } else if (normalisation == PLUMB_AT_LEAST_ONE) {
        arb_abs(divisor, divisor);
        plumb_exact_at_least_one(divisor, divisor, BITS);
    } else {
        arb_set_d(divisor, x->problem->op.epsilon);
        arb_addmul_ui(divisor, weight, x->t, BITS);
    }
    if (normalisation != PLUMB_UNNORMALISED)
        arb_div(weight, weight, divisor, BITS);
    arb_clear(divisor);
}

static void activation_weight(arb_t weight, const equal_scores *x) {
    arb_set(weight, exact_activation_of(x->problem->op.kind, x->score));
    reals_release();
    normalise(weight, x);
}

static void exact_weight(arb_t weight, const equal_scores *x, bool first) {
    const plumb_operator *op = &x->problem->op;
    if (op->sink == PLUMB_SINK_KEY0_BIAS && x->with_first)
        key0_bias_weight(weight, x, first);
    else if (op->kind == PLUMB_SOFTMAX)
        softmax_weight(weight, x);
    else if (op->kind == PLUMB_SCALED_SOFTMAX) {
        arb_set_d(weight, op->alpha);
        arb_div_ui(weight, weight, x->t, BITS);
    } else if (op->kind == PLUMB_POWER_SOFTMAX)
        power_weight(weight, x);
    else if (op->kind == PLUMB_CLIPPED_SOFTMAX)
        clipped_weight(weight, x);
    else if (op->kind == PLUMB_SOFTPICK)
        softpick_weight(weight, x);
    else
        activation_weight(weight, x);
}

/* What the weights of all visible keys sum to. */
static void exact_total(arb_t total, const equal_scores *x) {
    if (x->problem->op.sink == PLUMB_SINK_KEY0_BIAS) {
        arb_one(total);
        return;
    }
    exact_weight(total, x, false);
    arb_mul_ui(total, total, x->t, BITS);
}

/* Total times u, and what a sink leaves of 1 times its value. */
static void exact_output(arb_t output, const equal_scores *x, size_t column) {
    const plumb_problem *p = x->problem;
    size_t seen = 0;
    arb_t factor, share;
    arb_init(factor);
    arb_init(share);
    while (!p->mask.allowed[seen])
        seen++;
    exact_total(output, x);
    arb_one(share);
    arb_sub(share, share, output, BITS);
    arb_set_d(factor, p->value[seen * p->value_dim + column]);
    arb_mul(output, output, factor, BITS);
    if (p->extra.sink_value != NULL) {
        arb_set_d(factor, p->extra.sink_value[column]);
        arb_addmul(output, share, factor, BITS);
    }
    arb_clear(factor);
    arb_clear(share);
}

/* ---- checks ---- */

static double size_of(const arb_t x) {
    return fabs(arf_get_d(arb_midref(x), ARF_RND_NEAR));
}

/* Weights are large where their sum, which divides them, is near 0: their errors are, too. */
static double weight_growth(const equal_scores *x, const arb_t weight) {
    double size = size_of(weight);
    return (1 + size) * (1 + (double)x->t * size);
}

/* How far a weight may be off, in proportion to 1 + its size: by the scores' radius, which near 0
   counts for more where the weight is as small as the score, and by roundings. */
static double widest_part(const evaluation *e, const arb_t score) {
    const plumb_operator *op = &e->problem->op;
    double radius = score_radius(e) / fmin(1, size_of(score));
    double roundings = ((double)e->problem->key_length + 64) * 0x1p-49;
    double growth = op->kind == PLUMB_POWER_SOFTMAX ? 1 + 1 / op->power + op->power : 1;
    if (op->kind == PLUMB_CLIPPED_SOFTMAX)
        growth = 2 + op->zeta - op->gamma;
    return growth * (expm1(4 * radius) + roundings);
}

/* A quotient whose divisor is 0 is no number to anyone. */
static void check_no_value(evaluation *e, plumb_quantity quantity, size_t i) {
    if (ball_informs(ball_of(e, quantity, i)) || arb_is_finite(reference_of(e, quantity, i)))
        fail_at(e, "a quotient by 0", quantity, i);
}

static void check_value(evaluation *e, plumb_quantity quantity, size_t i, const arb_t exact,
                        double widest) {
    if (arb_is_finite(exact))
        check_within(e, quantity, i, exact, widest);
    else
        check_no_value(e, quantity, i);
}

static void check_weights(evaluation *e, const equal_scores *x, double part) {
    const plumb_problem *p = e->problem;
    arb_t weight;
    arb_init(weight);
    for (size_t j = 0; j < p->key_length; j++) {
        arb_zero(weight);
        if (p->mask.allowed[j])
            exact_weight(weight, x, j == 0);
        double widest = p->mask.allowed[j] ? part * weight_growth(x, weight) : 0;
        check_value(e, PLUMB_WEIGHTS, j, weight, part < 1e-3 ? widest : INFINITY);
    }
    arb_clear(weight);
}

static void check_outputs(evaluation *e, const equal_scores *x, double part) {
    arb_t output, weight;
    arb_init(output);
    arb_init(weight);
    exact_weight(weight, x, false);
    for (size_t c = 0; c < e->problem->value_dim; c++) {
        exact_output(output, x, c);
        double widest = part * (double)x->t * 64 * weight_growth(x, weight) * (1 + size_of(output));
        check_value(e, PLUMB_OUTPUT, c, output, part < 1e-3 ? widest : INFINITY);
    }
    arb_clear(output);
    arb_clear(weight);
}

static void check_operator(evaluation *e, tally *narrow) {
    const plumb_problem *p = e->problem;
    equal_scores x = {.problem = p, .with_first = p->mask.allowed[0]};
    size_t seen = 0;
    while (!p->mask.allowed[seen])
        seen++;
    for (size_t j = 0; j < p->key_length; j++)
        x.t += p->mask.allowed[j];
    arb_init(x.score);
    arb_init(x.logit);
    exact_score(x.score, p, p->key + seen * p->head_dim);
    exact_logit(x.logit, p);
    double part = widest_part(e, x.score);
    check_weights(e, &x, part);
    check_outputs(e, &x, part);
    count(narrow, part < 1e-3);
    arb_clear(x.score);
    arb_clear(x.logit);
}

/* The sum of equal scores' positive parts may be 0, which divides nothing. */
static bool may_sum_to_zero(operator_variant variant) {
    bool may_be_zero = has_activation(variant.kind) && activated(variant.kind, -1) == 0;
    return may_be_zero && (variant.normalisation == PLUMB_SUM ||
                         variant.normalisation == PLUMB_ABSOLUTE_SUM);
}

/* A softmax whose first keys are always visible is the softmax; a bias of key 0 belongs to the
   softmax here. */
static operator_variant draw_variant(random_cases *cases) {
    operator_variant variant;
    do
        variant = operator_of_variant(random_below(cases, OPERATOR_VARIANTS));
    while (variant.sink == PLUMB_SINK_FIRST_KEYS || may_sum_to_zero(variant));
    return variant;
}

START_TEST(weights_and_outputs_of_equal_scores) {
    random_cases cases = random_begin("equal scores", CASES);
    tally narrow = {0, 0};
    static unsigned char visible[MOST_TOKENS];
    while (random_next(&cases)) {
        operator_variant variant = draw_variant(&cases);
        drawn_problem drawn = draw_equal(&cases, variant, draw_tokens(&cases), visible);
        spoil(&cases, &drawn, visible);
        evaluation e;
        evaluate(&e, &cases, &drawn.problem, 0, 0);
        check_operator(&e, &narrow);
        release(&e);
        free_problem(&drawn);
    }
    check_tally(&narrow, 80);
}
END_TEST

/* ---- a softmax of any scores ---- */

/* Least and greatest of a column. */
static void ends_of_column(const plumb_problem *p, size_t column, double *low, double *high) {
    *low = INFINITY;
    *high = -INFINITY;
    for (size_t j = 0; j < p->key_length; j++) {
        *low = fmin(*low, p->value[j * p->value_dim + column]);
        *high = fmax(*high, p->value[j * p->value_dim + column]);
    }
}

static void check_between(evaluation *e, size_t column, tallies *counts) {
    double low, high;
    arb_t end;
    arb_init(end);
    ends_of_column(e->problem, column, &low, &high);
    arb_set_d(end, high);
    check_at_most(e, PLUMB_OUTPUT, column, end, counts);
    arb_set_d(end, low);
    if (arb_lt(reference_of(e, PLUMB_OUTPUT, column), end) ||
        !ball_meets(ball_of(e, PLUMB_OUTPUT, column), low, high))
        fail_at(e, "beyond the values", PLUMB_OUTPUT, column);
    arb_clear(end);
}

START_TEST(softmax_is_a_convex_combination) {
    static const problem_character characters[] = {ORDINARY, LARGE_SCORES, HUGE_SCORES};
    random_cases cases = random_begin("convex", CASES / 4);
    tallies counts = {{0, 0}, {0, 0}};
    while (random_next(&cases)) {
        plumb_problem shape = one_head(1, 2 + random_below(&cases, 12), 3, 2);
        drawn_problem drawn = draw_problem(&cases, shape, characters[random_below(&cases, 3)]);
        evaluation e;
        evaluate(&e, &cases, &drawn.problem, 0, 0);
        for (size_t j = 0; j < shape.key_length; j++)
            if (arb_is_nonpositive(reference_of(&e, PLUMB_WEIGHTS, j)) ||
                e.row.weight[j].mid + e.row.weight[j].rad <= 0)
                fail_at(&e, "not above 0", PLUMB_WEIGHTS, j);
        for (size_t c = 0; c < shape.value_dim; c++)
            check_between(&e, c, &counts);
        release(&e);
        free_problem(&drawn);
    }
    check_tally(&counts.references, 60);
    check_tally(&counts.kernels, 40);
}
END_TEST

/* Equal values come out, whatever the scores. */
START_TEST(equal_values_come_out_of_softmax) {
    random_cases cases = random_begin("equal values", CASES / 4);
    arb_t exact, alpha;
    arb_init(exact);
    arb_init(alpha);
    while (random_next(&cases)) {
        plumb_problem shape = one_head(1, draw_tokens(&cases), 3, 2);
        shape.op.kind = random_below(&cases, 2) == 0 ? PLUMB_SOFTMAX : PLUMB_SCALED_SOFTMAX;
        shape.op.alpha = fabs(random_scaled(&cases, -4, 4));
        drawn_problem drawn = draw_problem(&cases, shape, ORDINARY);
        repeat_row(drawn.value, shape.key_length, shape.value_dim);
        evaluation e;
        evaluate(&e, &cases, &drawn.problem, 0, 0);
        for (size_t c = 0; c < shape.value_dim; c++) {
            arb_set_d(alpha, shape.op.kind == PLUMB_SOFTMAX ? 1 : shape.op.alpha);
            arb_set_d(exact, drawn.value[c]);
            arb_mul(exact, exact, alpha, BITS);
            check_number(&e, PLUMB_OUTPUT, c, exact, 4 * widest_weight(&e));
        }
        release(&e);
        free_problem(&drawn);
    }
    arb_clear(exact);
    arb_clear(alpha);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("operators");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, weights_and_outputs_of_equal_scores);
    tcase_add_test(tests, softmax_is_a_convex_combination);
    tcase_add_test(tests, equal_values_come_out_of_softmax);
    Suite *suite = suite_create("proposition/operators");
    suite_add_tcase(suite, tests);
    int result = run_suite(suite);
    flint_cleanup();
    return result;
}
