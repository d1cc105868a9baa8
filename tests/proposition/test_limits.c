/* test_limits.c - what becomes of weights and outputs of equal scores as keys are added: for every
   bound a number of keys from which on it holds (spec/proposition/operators.h). */
#include "tests/proposition/repeated_tokens.h"

#define CASES 80

/* Scores c, values u, and what operators have besides; n keys. */
typedef struct {
    double c, u, logit, bias, alpha, power, gamma, zeta, epsilon;
} parameters;

/* Of what a row says. */
typedef enum { WEIGHT, SHARE_OF_SINK, OUTPUT, DISTANCE_FROM_VALUE } subject;

typedef struct {
    const char *name;
    plumb_operator_kind kind;
    plumb_sink sink;
    plumb_normalisation normalisation;
    subject subject;
    bool grows; /* beyond the bound, not below it */
    double (*enough)(const parameters *x, double bound);
} limit;

/* ---- how many keys are enough: more than so many, and no fewer ---- */

/* a/(t a + rest) < bound, a the weight before it is divided */
static double for_divided(double a, double rest, double bound) {
    return 1 / bound - rest / a;
}

/* rest/(t a + rest) < bound */
static double for_rest(double a, double rest, double bound) {
    return rest / a * (1 / bound - 1);
}

static double for_softmax(const parameters *x, double bound) {
    (void)x;
    return 1 / bound;
}

/* e^b/(t - 1 + e^b) < bound */
static double for_key0(const parameters *x, double bound) {
    return for_rest(1, exp(x->bias), bound) + 1;
}

/* e^s/(t e^c + e^s) < bound */
static double for_share(const parameters *x, double bound) {
    return for_rest(exp(x->c), exp(x->logit), bound);
}

static double for_sink_output(const parameters *x, double bound) {
    return for_share(x, bound / fabs(x->u));
}

static double for_scaled(const parameters *x, double bound) {
    return x->alpha / bound;
}

/* t^{-1/p} < bound */
static double for_power(const parameters *x, double bound) {
    return pow(bound, -x->power);
}

/* t^{1 - 1/p} |u| against the bound */
static double for_power_output(const parameters *x, double bound) {
    return pow(bound / fabs(x->u), x->power / (x->power - 1));
}

/* 0 from (zeta - gamma)/(-gamma) keys on, whatever the bound */
static double for_clipped(const parameters *x, double bound) {
    (void)bound;
    return (x->zeta - x->gamma) / -x->gamma;
}

static double for_softpick(const parameters *x, double bound) {
    return for_divided(-expm1(-x->c), x->epsilon, bound);
}

static double for_softpick_output(const parameters *x, double bound) {
    return for_rest(-expm1(-x->c), x->epsilon, bound / fabs(x->u));
}

static double sigmoid_of(double c) {
    return 1 / (1 + exp(-c));
}

static double for_sum(const parameters *x, double bound) {
    return for_divided(sigmoid_of(x->c), x->epsilon, bound);
}

static double for_sum_output(const parameters *x, double bound) {
    return for_rest(sigmoid_of(x->c), x->epsilon, bound / fabs(x->u));
}

/* t |a| |u| > bound */
static double for_sigmoid_output(const parameters *x, double bound) {
    return bound / fabs(sigmoid_of(x->c) * x->u);
}

static double for_elu_output(const parameters *x, double bound) {
    return bound / fabs((x->c > 0 ? x->c + 1 : exp(x->c)) * x->u);
}

static double for_identity_output(const parameters *x, double bound) {
    return bound / fabs(x->c * x->u);
}

#define NONE PLUMB_SINK_NONE, PLUMB_UNNORMALISED
#define SUMMED PLUMB_SINK_NONE, PLUMB_SUM

static const limit limits[] = {
    {"softmax_vanishes", PLUMB_SOFTMAX, NONE, WEIGHT, false, for_softmax},
    {"key0_bias_vanishes", PLUMB_SOFTMAX, PLUMB_SINK_KEY0_BIAS, PLUMB_UNNORMALISED, WEIGHT, false,
     for_key0},
    {"sink_share_vanishes", PLUMB_SOFTMAX, PLUMB_SINK_LOGIT, PLUMB_UNNORMALISED, SHARE_OF_SINK,
     false, for_share},
    {"sink_output_settles", PLUMB_SOFTMAX, PLUMB_SINK_LOGIT, PLUMB_UNNORMALISED,
     DISTANCE_FROM_VALUE, false, for_sink_output},
    {"scaled_softmax_vanishes", PLUMB_SCALED_SOFTMAX, NONE, WEIGHT, false, for_scaled},
    {"power_softmax_vanishes", PLUMB_POWER_SOFTMAX, NONE, WEIGHT, false, for_power},
    {"power_softmax_output", PLUMB_POWER_SOFTMAX, NONE, OUTPUT, true, for_power_output},
    {"clipped_softmax_ends", PLUMB_CLIPPED_SOFTMAX, NONE, WEIGHT, false, for_clipped},
    {"clipped_softmax_output_ends", PLUMB_CLIPPED_SOFTMAX, NONE, OUTPUT, false, for_clipped},
    {"softpick_vanishes", PLUMB_SOFTPICK, NONE, WEIGHT, false, for_softpick},
    {"softpick_output_settles", PLUMB_SOFTPICK, NONE, DISTANCE_FROM_VALUE, false,
     for_softpick_output},
    {"sigmoid output grows", PLUMB_SIGMOID, NONE, OUTPUT, true, for_sigmoid_output},
    {"elu output grows", PLUMB_ELU, NONE, OUTPUT, true, for_elu_output},
    {"identity output grows", PLUMB_IDENTITY, NONE, OUTPUT, true, for_identity_output},
    {"sum_normalised_vanishes", PLUMB_SIGMOID, SUMMED, WEIGHT, false, for_sum},
    {"sum_normalised_output_settles", PLUMB_SIGMOID, SUMMED, DISTANCE_FROM_VALUE, false,
     for_sum_output},
};

/* ---- drawing ---- */

static parameters draw_parameters(random_cases *cases) {
    static const double powers[] = {0.25, 0.5, 0.8, 1.5, 2, 4}, below[] = {-0.01, -0.1, -1};
    static const double above[] = {1, 1.1, 2}, epsilons[] = {1e-3, 1, 30};
    return (parameters){.c = fabs(random_scaled(cases, -4, 3)),
                        .u = random_scaled(cases, -3, 3),
                        .logit = 4 * random_normal(cases),
                        .bias = 2 * random_normal(cases),
                        .alpha = fabs(random_scaled(cases, -3, 3)),
                        .power = random_choice(cases, powers, 6),
                        .gamma = random_choice(cases, below, 3),
                        .zeta = random_choice(cases, above, 3),
                        .epsilon = random_choice(cases, epsilons, 3)};
}

/* One row of equal keys, all visible: scores c, values u. */
static drawn_problem equal_keys(const limit *l, const parameters *x, size_t keys) {
    plumb_problem shape = one_head(1, keys, 1, 1);
    shape.scale.text = "1";
    shape.op = (plumb_operator){.kind = l->kind,
                                .sink = l->sink,
                                .normalisation = l->normalisation,
                                .alpha = x->alpha,
                                .power = x->power,
                                .gamma = x->gamma,
                                .zeta = x->zeta,
                                .epsilon = x->epsilon};
    drawn_problem drawn = blank_problem(shape);
    drawn.query[0] = 1;
    for (size_t j = 0; j < keys; j++) {
        drawn.key[j] = x->c;
        drawn.value[j] = x->u;
    }
    give_extra(&drawn, SINK_LOGITS);
    give_extra(&drawn, KEY0_BIAS);
    drawn.extra[SINK_LOGITS][0] = x->logit;
    drawn.extra[KEY0_BIAS][0] = x->bias;
    return drawn;
}

/* ---- the numbers that have a limit ---- */

static plumb_ball ball_subject(const evaluation *e, subject what) {
    plumb_ball rest = plumb_ball_of(1);
    switch (what) {
    case WEIGHT:
        return e->row.weight[0];
    case SHARE_OF_SINK:
        for (size_t j = 0; j < e->problem->key_length; j++)
            rest = plumb_ball_subtract(rest, e->row.weight[j]);
        return rest;
    case OUTPUT:
        return plumb_ball_absolute(e->row.output[0]);
    case DISTANCE_FROM_VALUE:
    default:
        return plumb_ball_absolute(
            plumb_ball_subtract(e->row.output[0], plumb_ball_of(e->problem->value[0])));
    }
}

static void reference_subject(arb_t x, evaluation *e, subject what) {
    arb_t term;
    arb_init(term);
    if (what == WEIGHT)
        arb_set(x, reference_of(e, PLUMB_WEIGHTS, 0));
    else if (what == SHARE_OF_SINK) {
        arb_one(x);
        for (size_t j = 0; j < e->problem->key_length; j++)
            arb_sub(x, x, reference_of(e, PLUMB_WEIGHTS, j), BITS);
    } else {
        arb_set_d(term, what == OUTPUT ? 0 : e->problem->value[0]);
        arb_sub(x, reference_of(e, PLUMB_OUTPUT, 0), term, BITS);
        arb_abs(x, x);
    }
    arb_clear(term);
}

/* For all numbers of the ball. */
static bool ball_keeps(plumb_ball ball, bool grows, double bound) {
    arb_t end, limit_of;
    arb_init(end);
    arb_init(limit_of);
    bool informs = ball_informs(ball);
    if (informs)
        ball_point(end, ball, grows ? -1 : 1);
    arb_set_d(limit_of, bound);
    bool result = informs && (grows ? arb_gt(end, limit_of) : arb_lt(end, limit_of));
    arb_clear(end);
    arb_clear(limit_of);
    return result;
}

static bool reference_keeps(evaluation *e, const limit *l, double bound) {
    arb_t x, limit_of;
    arb_init(x);
    arb_init(limit_of);
    reference_subject(x, e, l->subject);
    arb_set_d(limit_of, bound);
    bool result = l->grows ? arb_gt(x, limit_of) : arb_lt(x, limit_of);
    arb_clear(x);
    arb_clear(limit_of);
    return result;
}

/* ---- checks ---- */

/* Whether the bound is kept by so many keys; kernel and reference say the same. */
static bool keeps(const random_cases *cases, const limit *l, const parameters *x, double bound,
                  size_t keys) {
    drawn_problem drawn = equal_keys(l, x, keys);
    evaluation e;
    evaluate(&e, cases, &drawn.problem, 0, 0);
    bool result = ball_keeps(ball_subject(&e, l->subject), l->grows, bound);
    if (result != reference_keeps(&e, l, bound)) {
        reproduction line = reproduce(cases);
        reproduce_text(&line, " %s: kernel and reference differ, %zu keys, bound %a", l->name, keys,
                       bound);
        reproduce_fail(&line);
    }
    release(&e);
    free_problem(&drawn);
    return result;
}

static void fail_limit(const random_cases *cases, const limit *l, const parameters *x,
                       const char *what, double bound, size_t keys) {
    reproduction line = reproduce(cases);
    reproduce_text(&line, " %s: %s with %zu keys, bound %a, c=%a u=%a logit=%a bias=%a alpha=%a",
                   l->name, what, keys, bound, x->c, x->u, x->logit, x->bias, x->alpha);
    reproduce_text(&line, " power=%a gamma=%a zeta=%a epsilon=%a", x->power, x->gamma, x->zeta,
                   x->epsilon);
    reproduce_fail(&line);
}

/* With enough keys, one more, and many more; but not with a tenth less than enough. */
static void check_limit(random_cases *cases, const limit *l, const parameters *x, double bound,
                        double enough) {
    size_t first = (size_t)fmax(1, floor(enough * (1 + 1e-9)) + 1);
    size_t counts[] = {first, first + 1, first + random_below(cases, 1000)};
    for (size_t i = 0; i < 3; i++)
        if (!keeps(cases, l, x, bound, counts[i]))
            fail_limit(cases, l, x, "the bound is not kept", bound, counts[i]);
    size_t few = (size_t)fmax(0, enough * 0.9);
    if (few >= 1 && keeps(cases, l, x, bound, few))
        fail_limit(cases, l, x, "the bound is kept already", bound, few);
}

START_TEST(bounds_hold_from_so_many_keys_on) {
    const limit *l = &limits[_i];
    random_cases cases = random_begin(l->name, CASES);
    size_t tried = 0;
    while (random_next(&cases)) {
        parameters x = draw_parameters(&cases);
        limit drawn = *l;
        double bound = fabs(random_scaled(&cases, l->grows ? 0 : -10, l->grows ? 10 : -1));
        if (l->enough == for_power_output)
            drawn.grows = x.power > 1; /* and vanishes below */
        if (l->enough == for_clipped)
            bound = 0x1p-800; /* next to nothing */
        double enough = l->enough(&x, bound);
        if (!(enough < MOST_TOKENS / 2))
            continue;
        check_limit(&cases, &drawn, &x, bound, enough);
        tried++;
    }
    ck_assert_msg(tried * 4 >= CASES || random_effort() < 1 || getenv("PLUMB_TEST_CASE") != NULL,
                  "only %zu tried", tried);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("limits");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_loop_test(tests, bounds_hold_from_so_many_keys_on, 0,
                        (int)(sizeof limits / sizeof *limits));
    Suite *suite = suite_create("proposition/limits");
    suite_add_tcase(suite, tests);
    int result = run_suite(suite);
    flint_cleanup();
    return result;
}
