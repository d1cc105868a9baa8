/* test_mlp_feature.c - the features of a perceptron: hidden layer and output contained, tight. */
#include "score/mlp_feature.h"
#include "tests/support/contain.h"
#include "tests/support/reproduce.h"
#include "tests/support/suite.h"
#include "tests/support/tight.h"
#include <math.h>

#define CASES 10000
#define MOST_DIM 4

typedef struct {
    size_t head_dim, hidden_dim, feature_dim;
    double x[MOST_DIM], inner[MOST_DIM * MOST_DIM], outer[MOST_DIM * MOST_DIM];
    plumb_ball hidden[MOST_DIM + 1], feature[MOST_DIM + 1];
} perceptron;

static const plumb_ball guard = {12345, 678};

static void evaluate(perceptron *p) {
    p->hidden[p->hidden_dim] = guard;
    p->feature[p->feature_dim] = guard;
    plumb_mlp_feature(p->x, p->head_dim, p->inner, p->hidden_dim, p->outer, p->feature_dim,
                      p->hidden, p->feature);
    ck_assert_msg(balls_identical(p->hidden[p->hidden_dim], guard), "writes beyond the hidden");
    ck_assert_msg(balls_identical(p->feature[p->feature_dim], guard), "writes beyond the features");
}

static void draw(random_cases *cases, perceptron *p) {
    bool edges = random_below(cases, 2) == 0;
    p->head_dim = random_below(cases, MOST_DIM + 1);
    p->hidden_dim = random_below(cases, MOST_DIM + 1);
    p->feature_dim = random_below(cases, MOST_DIM + 1);
    for (size_t c = 0; c < p->head_dim; c++)
        p->x[c] = edges ? random_edge(cases) : random_normal(cases);
    for (size_t i = 0; i < p->hidden_dim * p->head_dim; i++)
        p->inner[i] = edges ? random_companion(cases, p->x[i % p->head_dim]) : random_normal(cases);
    for (size_t i = 0; i < p->feature_dim * p->hidden_dim; i++)
        p->outer[i] = edges ? random_edge(cases) : random_normal(cases);
}

static void fail_case(const random_cases *cases, const char *what, const perceptron *p,
                      const plumb_ball *result) {
    reproduction line = reproduce(cases);
    reproduce_text(&line, " %s: head_dim=%zu hidden_dim=%zu feature_dim=%zu", what, p->head_dim,
                   p->hidden_dim, p->feature_dim);
    reproduce_balls(&line, "result", result, 1);
    reproduce_doubles(&line, "x", p->x, p->head_dim);
    reproduce_doubles(&line, "inner", p->inner, p->hidden_dim * p->head_dim);
    reproduce_doubles(&line, "outer", p->outer, p->feature_dim * p->hidden_dim);
    reproduce_fail(&line);
}

/* W1 x in row j, exactly; with absolute values for the magnitude */
static void exact_product(arb_t sum, const perceptron *p, size_t j, bool absolute) {
    arb_t x, w;
    arb_init(x);
    arb_init(w);
    arb_zero(sum);
    for (size_t c = 0; c < p->head_dim; c++) {
        arb_set_d(x, p->x[c]);
        arb_set_d(w, p->inner[j * p->head_dim + c]);
        arb_mul(x, x, w, ARF_PREC_EXACT);
        if (absolute)
            arb_abs(x, x);
        arb_add(sum, sum, x, ARF_PREC_EXACT);
    }
    arb_clear(x);
    arb_clear(w);
}

static void exact_hidden(arb_t hidden, const perceptron *p, size_t j) {
    exact_product(hidden, p, j, false);
    if (arb_is_negative(hidden))
        arb_zero(hidden);
}

static void exact_feature(arb_t feature, const perceptron *p, size_t c) {
    arb_t hidden, w;
    arb_init(hidden);
    arb_init(w);
    arb_zero(feature);
    for (size_t j = 0; j < p->hidden_dim; j++) {
        exact_hidden(hidden, p, j);
        arb_set_d(w, p->outer[c * p->hidden_dim + j]);
        arb_mul(hidden, hidden, w, ARF_PREC_EXACT);
        arb_add(feature, feature, hidden, ARF_PREC_EXACT);
    }
    arb_clear(hidden);
    arb_clear(w);
}

START_TEST(contains) {
    random_cases cases = random_begin("mlp feature", CASES);
    perceptron p;
    arb_t exact;
    arb_init(exact);
    while (random_next(&cases)) {
        draw(&cases, &p);
        evaluate(&p);
        for (size_t j = 0; j < p.hidden_dim; j++) {
            exact_hidden(exact, &p, j);
            if (!ball_contains(p.hidden[j], exact))
                fail_case(&cases, "does not contain the hidden layer", &p, p.hidden + j);
        }
        for (size_t c = 0; c < p.feature_dim; c++) {
            exact_feature(exact, &p, c);
            if (!ball_contains(p.feature[c], exact))
                fail_case(&cases, "does not contain the feature", &p, p.feature + c);
        }
    }
    arb_clear(exact);
}
END_TEST

/* The hidden layer is off as tests/support/tight.h says, which no relu makes larger, the features by
   (hidden_dim + 4) 2^-53 of their magnitude. */
static double limit(const perceptron *p, size_t c) {
    double magnitude = 0, weights = 0, from_hidden = 0;
    arb_t inner;
    arb_init(inner);
    for (size_t j = 0; j < p->hidden_dim; j++) {
        double w = fabs(p->outer[c * p->hidden_dim + j]) + 0x1p-999;
        exact_product(inner, p, j, true);
        magnitude += w * (arf_get_d(arb_midref(inner), ARF_RND_UP) + 0x1p-990);
        weights += w;
        from_hidden += w * dot_limit(p->inner + j * p->head_dim, p->x, p->head_dim);
    }
    arb_clear(inner);
    if (weights >= 0x1p1000)
        return INFINITY;
    return 1.001 * from_hidden + (double)(p->hidden_dim + 4) * 0x1.03p-53 * magnitude +
           0x1p-990 * (1 + weights);
}

START_TEST(is_tight) {
    random_cases cases = random_begin("mlp feature is tight", CASES);
    perceptron p;
    while (random_next(&cases)) {
        draw(&cases, &p);
        evaluate(&p);
        for (size_t c = 0; c < p.feature_dim; c++) {
            bool known = true;
            for (size_t j = 0; j < p.hidden_dim; j++)
                known = known && ball_informs(p.hidden[j]);
            if (known && limit(&p, c) < 0x1p900 && !(p.feature[c].rad <= limit(&p, c)))
                fail_case(&cases, "too wide", &p, p.feature + c);
        }
    }
}
END_TEST

/* W1 (1, 2) = (5, -1, 4), W2 (5, 0, 4) = (9, 2) */
START_TEST(three_hidden) {
    perceptron p = {.head_dim = 2,
                    .hidden_dim = 3,
                    .feature_dim = 2,
                    .x = {1, 2},
                    .inner = {1, 2, 1, -1, 0, 2},
                    .outer = {1, 7, 1, -2, 7, 3}};
    evaluate(&p);
    ck_assert(ball_contains_double(p.hidden[0], 5) && p.hidden[0].rad <= 0x1p-45);
    ck_assert(ball_contains_double(p.hidden[1], 0) && p.hidden[1].rad <= 0x1p-45);
    ck_assert(ball_contains_double(p.hidden[2], 4) && p.hidden[2].rad <= 0x1p-45);
    ck_assert(ball_contains_double(p.feature[0], 9) && p.feature[0].rad <= 0x1p-45);
    ck_assert(ball_contains_double(p.feature[1], 2) && p.feature[1].rad <= 0x1p-45);
}
END_TEST

START_TEST(not_a_number_informs_of_nothing) {
    static const double wild[] = {NAN, INFINITY, -INFINITY};
    for (size_t i = 0; i < 3; i++) {
        perceptron p = {.head_dim = 1,
                        .hidden_dim = 2,
                        .feature_dim = 2,
                        .x = {1},
                        .inner = {1, wild[i]},
                        .outer = {1, 0, 1, 0}}; /* also where the weight is 0 */
        evaluate(&p);
        ck_assert(ball_informs(p.hidden[0]) && !ball_informs(p.hidden[1]));
        ck_assert(!ball_informs(p.feature[0]) && !ball_informs(p.feature[1]));
        p.inner[1] = 1;
        p.outer[0] = wild[i];
        evaluate(&p);
        ck_assert(!ball_informs(p.feature[0]) && ball_contains_double(p.feature[1], 1));
        ck_assert(ball_informs(p.feature[1]));
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("score/mlp_feature");
    TCase *tests = tcase_create("mlp_feature");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, contains);
    tcase_add_test(tests, is_tight);
    tcase_add_test(tests, three_hidden);
    tcase_add_test(tests, not_a_number_informs_of_nothing);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
