/* test_grid.c - numbers show to how many bits they were rounded. */
#include "diagnose/grid.h"
#include "exact/round.h"
#include "tests/support/random.h"
#include "tests/support/suite.h"

enum { NUMBERS = 50 };

static const struct {
    plumb_format format;
    const char *rounding;
} grids[] = {{PLUMB_BF16, "bf16"}, {PLUMB_F16, "f16"}, {PLUMB_F32, "f32"}, {PLUMB_F64, "f64"}};

#define GRIDS (sizeof grids / sizeof *grids)

static plumb_rounding rounding_of(size_t grid) {
    plumb_rounding rounding;
    ck_assert(plumb_rounding_find(grids[grid].rounding, &rounding));
    return rounding;
}

/* Numbers rounded to one grid lie on it and on all finer ones, and not on a coarser one. */
START_TEST(numbers_lie_on_their_grid) {
    random_cases cases = random_begin("grid", 100);
    while (random_next(&cases))
        for (size_t of = 0; of < GRIDS; of++) {
            double x[NUMBERS];
            for (size_t i = 0; i < NUMBERS; i++)
                x[i] = plumb_round_double(random_scaled(&cases, -12, 12), grids[of].format);
            const plumb_claim claim = {true, grids[of].format, NUMBERS, x};
            for (size_t on = 0; on < GRIDS; on++) {
                const plumb_rounding rounding = rounding_of(on);
                ck_assert_msg(plumb_is_on_grid(&claim, &rounding) == (on >= of), "%s on %s",
                              grids[of].rounding, grids[on].rounding);
            }
        }
}
END_TEST

/* Of a number below the normal ones those bits count that it has. */
START_TEST(a_subnormal_number_has_few_bits) {
    const double x[] = {0x1.8p-1073, -0x1.04p-1030}, longer[] = {0x1.008p-1030, 0.5};
    const plumb_claim claim = {true, PLUMB_F64, 2, x}, other = {true, PLUMB_F64, 2, longer};
    const plumb_rounding bf16 = rounding_of(0), f16 = rounding_of(1);
    ck_assert(plumb_is_on_grid(&claim, &bf16));
    ck_assert(!plumb_is_on_grid(&other, &bf16));
    ck_assert(plumb_is_on_grid(&other, &f16));
}
END_TEST

START_TEST(only_a_coarser_grid_shows) {
    const double x[] = {0.5, -3, 0, INFINITY, NAN};
    const plumb_claim claim = {true, PLUMB_F32, 5, x}, none = {.present = false};
    const plumb_rounding bf16 = rounding_of(0), f16 = rounding_of(1), f32 = rounding_of(2);
    ck_assert(plumb_shows_grid(&claim, &bf16, &f32));
    ck_assert(plumb_shows_grid(&claim, &bf16, &f16));
    ck_assert(!plumb_shows_grid(&claim, &f32, &f32));
    ck_assert(!plumb_shows_grid(&claim, &f32, &bf16));
    ck_assert(!plumb_shows_grid(&none, &bf16, &f32));
    ck_assert(plumb_is_on_grid(&none, &bf16));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("diagnose/grid");
    TCase *tests = tcase_create("grid");
    tcase_add_test(tests, numbers_lie_on_their_grid);
    tcase_add_test(tests, a_subnormal_number_has_few_bits);
    tcase_add_test(tests, only_a_coarser_grid_shows);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
