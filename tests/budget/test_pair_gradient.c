/* test_pair_gradient.c - what a backward pass computes of one pair lies in its balls, which are not much wider than
   they must be. */
#include "budget/pair_gradient.h"
#include "tests/budget/models.h"
#include "tests/support/suite.h"
#include <math.h>

#define CASES 2000

static bool holds(plumb_ball ball, double x) {
    return fabs(ball.mid - x) <= ball.rad;
}

static plumb_computed exactly(double x) {
    return (plumb_computed){{x, 0}, {0, 0}};
}

static float rounded_to_bf16(float x) {
    int exponent;
    float significand = frexpf(x, &exponent);
    return ldexpf(rintf(ldexpf(significand, 8)), exponent - 8);
}

typedef enum { DIFFERENCE_FIRST, GRADIENT_LAST, PRODUCTS, FORMS } form;

/* dS in three forms; `store` is what a tensor holds of a number. */
static float score_gradient(form way, float (*store)(float), float p, float g, float d, float l) {
    switch (way) {
    case DIFFERENCE_FIRST:
        return store(p * store(g - store(d - l)));
    case GRADIENT_LAST:
        return store(p * store(store(g - d) + l));
    default:
        return store(store(store(p * g) - store(p * d)) + store(p * l));
    }
}

static float as_it_is(float x) {
    return x;
}

static plumb_gradient_pair random_pair(random_cases *cases) {
    float lse = 8 * (float)random_normal(cases), score = lse - 20 * (float)random_uniform(cases);
    plumb_gradient_pair pair = {.score = exactly((double)score), .lse = {(double)lse, 0}};
    pair.gradient = exactly((double)(float)random_normal(cases));
    pair.delta = (plumb_ball){(double)(float)random_normal(cases), 0};
    pair.lse_grad = random_below(cases, 2) ? 0 : (double)(float)random_normal(cases);
    return pair;
}

/* Recomputed in binary32, or saved. */
START_TEST(encloses_probabilities) {
    random_cases cases = random_begin("budget pair probability", CASES);
    model_steps single = steps_of(plumb_precision_find("f32"));
    while (random_next(&cases)) {
        plumb_gradient_pair pair = random_pair(&cases);
        float p = expf((float)pair.score.exact.mid - (float)pair.lse.mid);
        plumb_ball ball = plumb_pair_probability(single.unit, single.tiny, pair);
        ck_assert(holds(ball, (double)p) && !holds(ball, 1.01 * (double)p) && !holds(ball, 0.99 * (double)p));
        pair.saved = 1;
        pair.probability = (plumb_ball){0.25, 0.125};
        ball = plumb_pair_probability(single.unit, single.tiny, pair);
        ck_assert(holds(ball, 0.125) && holds(ball, 0.375) && !holds(ball, 0.376));
    }
}
END_TEST

/* In binary32, and with each result a tensor of bfloat16. */
START_TEST(encloses_gradients) {
    random_cases cases = random_begin("budget pair gradient", CASES);
    model_steps single = steps_of(plumb_precision_find("f32")), half = steps_of(plumb_precision_find("bf16-eager"));
    while (random_next(&cases)) {
        plumb_gradient_pair pair = random_pair(&cases);
        float p = expf((float)pair.score.exact.mid - (float)pair.lse.mid), g = (float)pair.gradient.exact.mid;
        float d = (float)pair.delta.mid, l = (float)pair.lse_grad;
        double size = (double)p * (fabs((double)g) + fabs((double)d) + fabs((double)l));
        plumb_ball ball = plumb_pair_gradient(single.unit, single.tiny, pair);
        for (form way = DIFFERENCE_FIRST; way < FORMS; way++) {
            double x = (double)score_gradient(way, as_it_is, p, g, d, l);
            ck_assert(holds(ball, x) && !holds(ball, x + 0.001 * size) && !holds(ball, x - 0.001 * size));
        }
        float stored = rounded_to_bf16(p);
        pair.saved = 1;
        pair.probability = (plumb_ball){(double)stored, 0};
        ball = plumb_pair_gradient(half.unit, half.tiny, pair);
        for (form way = DIFFERENCE_FIRST; way < FORMS; way++) {
            double x = (double)score_gradient(way, rounded_to_bf16, stored, g, d, l);
            ck_assert(holds(ball, x) && !holds(ball, x + 0.05 * size) && !holds(ball, x - 0.05 * size));
        }
        pair.probability.mid = (double)p;
        pair.stored = 1;
        ball = plumb_pair_gradient(half.unit, half.tiny, pair);
        ck_assert(holds(ball, (double)score_gradient(DIFFERENCE_FIRST, rounded_to_bf16, stored, g, d, l)));
    }
}
END_TEST

/* Behind a softcap the slope counts. */
START_TEST(encloses_capped_gradients) {
    random_cases cases = random_begin("budget pair capped", CASES);
    model_steps single = steps_of(plumb_precision_find("f32"));
    while (random_next(&cases)) {
        plumb_gradient_pair pair = random_pair(&cases);
        float cap = 1 + 50 * (float)random_uniform(&cases), ratio = tanhf(2 * (float)random_normal(&cases));
        float p = expf((float)pair.score.exact.mid - (float)pair.lse.mid), g = (float)pair.gradient.exact.mid;
        float d = (float)pair.delta.mid, l = (float)pair.lse_grad;
        pair.has_cap = 1;
        pair.cap = (double)cap;
        pair.capped = exactly((double)(cap * ratio));
        float u = cap * ratio / cap, before = score_gradient(GRADIENT_LAST, as_it_is, p, g, d, l);
        double x = (double)(before * (1 - u * u));
        double size = (double)p * (fabs((double)g) + fabs((double)d) + fabs((double)l));
        plumb_ball ball = plumb_pair_gradient(single.unit, single.tiny, pair);
        ck_assert(holds(ball, x) && !holds(ball, x + 0.001 * size) && !holds(ball, x - 0.001 * size));
    }
}
END_TEST

/* What is known within a little makes the ball wider; what is not known, leaves nothing known. */
START_TEST(errors_count) {
    model_steps steps = steps_of(plumb_precision_find("f32"));
    plumb_gradient_pair pair = {.saved = 1, .probability = {0.5, 0}, .gradient = exactly(3), .delta = {1, 0.25}};
    plumb_ball ball = plumb_pair_gradient(steps.unit, steps.tiny, pair);
    ck_assert(holds(ball, 0.875) && holds(ball, 1.125) && !holds(ball, 0.87) && !holds(ball, 1.13));
    pair.gradient.off = (plumb_ball){0.5, 0};
    ball = plumb_pair_gradient(steps.unit, steps.tiny, pair);
    ck_assert(holds(ball, 0.625) && holds(ball, 1.375) && !holds(ball, 0.62) && !holds(ball, 1.38));
    pair.delta = plumb_ball_unknown();
    ck_assert(!isfinite(plumb_pair_gradient(steps.unit, steps.tiny, pair).rad));
    pair.delta = (plumb_ball){1, 0};
    pair.lse_grad = NAN;
    ck_assert(!isfinite(plumb_pair_gradient(steps.unit, steps.tiny, pair).rad));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/pair_gradient");
    TCase *tests = tcase_create("pair_gradient");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, encloses_probabilities);
    tcase_add_test(tests, encloses_gradients);
    tcase_add_test(tests, encloses_capped_gradients);
    tcase_add_test(tests, errors_count);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
