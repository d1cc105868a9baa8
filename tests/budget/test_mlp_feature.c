/* test_mlp_feature.c - features of a small network in binary32 are in their balls; without max(0, x) between its layers
   they are not. */
#include "budget/mlp_feature.h"
#include "tests/budget/models.h"
#include "tests/budget/roundings.h"
#include "tests/support/reproduce.h"
#include "tests/support/suite.h"
#include <math.h>

#define CASES 300
#define N 5
#define HIDDEN 7
#define FEATURES 4

typedef struct {
    double element[N], inner[HIDDEN * N], outer[FEATURES * HIDDEN];
} network;

static void features_of(const network *x, bool rectified, float *feature) {
    float hidden[HIDDEN] = {0};
    for (size_t i = 0; i < HIDDEN; i++) {
        for (size_t c = 0; c < N; c++)
            hidden[i] += (float)x->inner[i * N + c] * (float)x->element[c];
        hidden[i] = rectified ? fmaxf(hidden[i], 0) : hidden[i];
    }
    for (size_t f = 0; f < FEATURES; f++) {
        feature[f] = 0;
        for (size_t i = 0; i < HIDDEN; i++)
            feature[f] += (float)x->outer[f * HIDDEN + i] * hidden[i];
    }
}

static void fill(random_cases *cases, double *x, size_t n) {
    for (size_t i = 0; i < n; i++)
        x[i] = (double)(float)random_normal(cases);
}

START_TEST(what_engines_compute) {
    random_cases cases = random_begin("budget mlp feature", CASES);
    model_steps steps = steps_of(plumb_precision_find("f32"));
    size_t outside = 0;
    while (random_next(&cases)) {
        network x;
        plumb_ball element[N], work[HIDDEN], ball[FEATURES];
        float right[FEATURES], wrong[FEATURES];
        fill(&cases, x.element, N);
        fill(&cases, x.inner, HIDDEN * N);
        fill(&cases, x.outer, FEATURES * HIDDEN);
        for (size_t c = 0; c < N; c++)
            element[c] = plumb_ball_of(x.element[c]);
        plumb_mlp_features_computed(steps.unit, steps.tiny, x.inner, x.outer, element, N, HIDDEN, FEATURES, work, ball);
        features_of(&x, true, right);
        features_of(&x, false, wrong);
        for (size_t f = 0; f < FEATURES; f++) {
            outside += fabs((double)wrong[f] - ball[f].mid) > ball[f].rad;
            if (fabs((double)right[f] - ball[f].mid) <= ball[f].rad && ball[f].rad < 1e-4)
                continue;
            reproduction line = reproduce(&cases);
            reproduce_text(&line, " feature %zu: %a within %a, %a", f, ball[f].mid, ball[f].rad, (double)right[f]);
            reproduce_fail(&line);
        }
    }
    ck_assert_uint_gt(outside, 9 * CASES * FEATURES / 10);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/mlp_feature");
    TCase *tests = tcase_create("mlp feature");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, what_engines_compute);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
