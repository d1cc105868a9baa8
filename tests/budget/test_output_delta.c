/* test_output_delta.c - delta as engines compute it from the output lies in its ball, which is not much wider than it
   must be. */
#include "budget/output_delta.h"
#include "tests/budget/models.h"
#include "tests/support/suite.h"
#include <math.h>

#define CASES 2000
#define MOST_DIM 64

static bool holds(plumb_ball ball, double x) {
    return fabs(ball.mid - x) <= ball.rad;
}

static float rounded_to_bf16(float x) {
    int exponent;
    float significand = frexpf(x, &exponent);
    return ldexpf(rintf(ldexpf(significand, 8)), exponent - 8);
}

/* From the output as it was stored, or as it was before, from the first element or from the last. */
static float delta(const double *gradient, const float *output, size_t dim, bool backwards) {
    float sum = 0;
    for (size_t i = 0; i < dim; i++) {
        size_t c = backwards ? dim - 1 - i : i;
        sum += (float)gradient[c] * output[c];
    }
    return sum;
}

START_TEST(encloses_what_is_computed) {
    random_cases cases = random_begin("budget output delta", CASES);
    model_steps steps = steps_of(plumb_precision_find("bf16-flash"));
    while (random_next(&cases)) {
        size_t dim = 1 + random_below(&cases, MOST_DIM);
        double gradient[MOST_DIM], output[MOST_DIM], size = 0;
        float before[MOST_DIM], stored[MOST_DIM];
        for (size_t c = 0; c < dim; c++) {
            gradient[c] = (double)rounded_to_bf16((float)random_normal(&cases));
            before[c] = (float)random_normal(&cases);
            stored[c] = rounded_to_bf16(before[c]);
            output[c] = (double)stored[c];
            size += fabs(gradient[c] * output[c]);
        }
        plumb_ball narrow = plumb_output_delta(steps.unit, steps.tiny, gradient, output, dim, 1);
        plumb_ball wide = plumb_output_delta(steps.unit, steps.tiny, gradient, output, dim, 0);
        for (int backwards = 0; backwards < 2; backwards++) {
            ck_assert(holds(narrow, (double)delta(gradient, stored, dim, backwards)));
            ck_assert(holds(wide, (double)delta(gradient, stored, dim, backwards)));
            ck_assert(holds(wide, (double)delta(gradient, before, dim, backwards)));
        }
        ck_assert_double_lt(narrow.rad, 2 * 0x1p-23 * ((double)dim + 8) * size + 1e-30);
        ck_assert_double_lt(wide.rad, 1.1 * 0x1p-8 * size + 1e-30);
        output[dim - 1] = NAN;
        ck_assert(!isfinite(plumb_output_delta(steps.unit, steps.tiny, gradient, output, dim, 1).rad));
    }
}
END_TEST

/* A model of which roundings leave nothing says nothing. */
START_TEST(nothing_known) {
    model_steps steps = steps_of(plumb_precision_find("f32"));
    double one[1] = {1};
    ck_assert(holds(plumb_output_delta(steps.unit, steps.tiny, one, one, 1, 1), 1));
    steps.unit[PLUMB_STEP_ACCUMULATE] = 0.25;
    ck_assert(!isfinite(plumb_output_delta(steps.unit, steps.tiny, one, one, 1, 1).rad));
    steps.unit[PLUMB_STEP_ACCUMULATE] = -1;
    ck_assert(!isfinite(plumb_output_delta(steps.unit, steps.tiny, one, one, 1, 1).rad));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/output_delta");
    TCase *tests = tcase_create("output_delta");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, encloses_what_is_computed);
    tcase_add_test(tests, nothing_known);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
