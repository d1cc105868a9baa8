/* test_elu_feature.c - elu(x) + 1 element by element: contained, tight. */
#include "score/elu_feature.h"
#include "tests/support/suite.h"
#include "tests/support/contain.h"
#include "tests/support/reproduce.h"
#include <math.h>

#define CASES 10000
#define MOST_DIM 6
#define BITS 300

typedef struct {
    size_t n;
    double x[MOST_DIM];
    plumb_ball feature[MOST_DIM + 1];
} features;

static const plumb_ball guard = {12345, 678};

static void evaluate(features *f) {
    f->feature[f->n] = guard;
    plumb_elu_feature(f->x, f->n, f->feature);
    ck_assert_msg(balls_identical(f->feature[f->n], guard), "writes beyond the elements");
}

static void draw(random_cases *cases, features *f) {
    bool edges = random_below(cases, 2) == 0;
    f->n = random_below(cases, MOST_DIM + 1);
    for (size_t c = 0; c < f->n; c++)
        f->x[c] = edges ? random_edge(cases) : random_scaled(cases, -5, 10);
}

static void fail_case(const random_cases *cases, const char *what, const features *f, size_t c) {
    reproduction line = reproduce(cases);
    reproduce_text(&line, " %s: element %zu of %zu", what, c, f->n);
    reproduce_balls(&line, "result", f->feature + c, 1);
    reproduce_doubles(&line, "x", f->x + c, 1);
    reproduce_fail(&line);
}

static void exact_feature(arb_t feature, double x) {
    arb_set_d(feature, x);
    if (x > 0)
        arb_add_ui(feature, feature, 1, ARF_PREC_EXACT);
    else
        arb_exp(feature, feature, BITS);
}

START_TEST(contains) {
    random_cases cases = random_begin("elu feature", CASES);
    features f;
    arb_t exact;
    arb_init(exact);
    while (random_next(&cases)) {
        draw(&cases, &f);
        evaluate(&f);
        for (size_t c = 0; c < f.n; c++) {
            exact_feature(exact, f.x[c]);
            if (!ball_contains(f.feature[c], exact))
                fail_case(&cases, "does not contain the feature", &f, c);
        }
    }
    arb_clear(exact);
}
END_TEST

START_TEST(is_tight) {
    random_cases cases = random_begin("elu feature is tight", CASES);
    features f;
    arb_t exact;
    arb_init(exact);
    while (random_next(&cases)) {
        draw(&cases, &f);
        evaluate(&f);
        for (size_t c = 0; c < f.n; c++) {
            exact_feature(exact, f.x[c]);
            double value = arf_get_d(arb_midref(exact), ARF_RND_UP);
            if (value < 0x1p1000 && !(f.feature[c].rad <= 0x1p-51 * value + 0x1p-990))
                fail_case(&cases, "too wide", &f, c);
        }
    }
    arb_clear(exact);
}
END_TEST

START_TEST(three_elements) {
    features f = {.n = 3, .x = {2, 0, -1}};
    evaluate(&f);
    ck_assert(ball_contains_double(f.feature[0], 3) && f.feature[0].rad <= 0x1p-48);
    ck_assert(ball_contains_double(f.feature[1], 1) && f.feature[1].rad <= 0x1p-48);
    ck_assert(fabs(f.feature[2].mid - 0.36787944117144233) <= 0x1p-48);
}
END_TEST

START_TEST(not_a_number_concerns_its_own_element_alone) {
    static const double wild[] = {NAN, INFINITY, -INFINITY};
    for (size_t i = 0; i < 3; i++) {
        features f = {.n = 2, .x = {wild[i], 1}};
        evaluate(&f);
        ck_assert(!ball_informs(f.feature[0]));
        ck_assert(ball_contains_double(f.feature[1], 2) && ball_informs(f.feature[1]));
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("score/elu_feature");
    TCase *tests = tcase_create("elu_feature");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, contains);
    tcase_add_test(tests, is_tight);
    tcase_add_test(tests, three_elements);
    tcase_add_test(tests, not_a_number_concerns_its_own_element_alone);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
