/* test_sums.c - sums in binary32 round operands in lanes: they are the sums of operands that were rounded one by
   one. */
#include "simulate/engine.h"
#include "tests/support/random.h"
#include "tests/support/suite.h"
#include <math.h>

enum { MOST = 21 };

static const plumb_rounding binary32 = {.unit = 0x1p-24, .tiny = 0x1p-150, .overflow = 0x1p128};
static const plumb_rounding formats[] = {
    {.unit = 0x1p-8, .tiny = 0x1p-134, .overflow = 0x1p128},                /* bfloat16 */
    {.unit = 0x1p-11, .tiny = 0x1p-25, .overflow = 65520},                  /* binary16 */
    {.unit = 0x1p-10, .tiny = 0x1p-136, .overflow = 0x1p128, .cut = true},  /* TensorFloat-32, cut */
    {.unit = 0x1p-4, .tiny = 0x1p-10, .overflow = 464},                     /* E4M3 */
    {.unit = 0x1p-24, .tiny = 0x1p-150, .overflow = 0x1p128}};
enum { FORMATS = sizeof formats / sizeof *formats };

static bool same(double a, double b) {
    return a == b || (isnan(a) && isnan(b));
}

/* Small numbers, large ones and 0 among ordinary ones. */
static double draw(random_cases *cases) {
    size_t kind = random_below(cases, 12);
    return kind == 0 ? 0 : kind == 1 ? random_edge(cases) : kind == 2 ? random_scaled(cases, -150, 17)
                                                                      : random_scaled(cases, -12, 3);
}

START_TEST(operands_are_rounded_as_they_are_one_by_one) {
    random_cases cases = random_begin("operands in lanes", 4000);
    while (random_next(&cases)) {
        double x[MOST], y[MOST], rounded_x[MOST], rounded_y[MOST], sum[MOST], right_sum[MOST];
        plumb_simulated_form form = {.one_chain = random_below(&cases, 2) == 0};
        plumb_simulated_engine engine = {.form = &form}, plain = {.form = &form};
        size_t n = 1 + random_below(&cases, MOST);
        engine.operand = plumb_simulated_format_of(formats[random_below(&cases, FORMATS)], true);
        engine.product = engine.accumulate = plumb_simulated_format_of(binary32, false);
        plain.product = plain.accumulate = engine.product;
        for (size_t c = 0; c < n; c++) {
            x[c] = draw(&cases);
            y[c] = draw(&cases);
            rounded_x[c] = plumb_simulated_round(&engine.operand, x[c]);
            rounded_y[c] = plumb_simulated_round(&engine.operand, y[c]);
            sum[c] = right_sum[c] = random_scaled(&cases, -4, 4);
        }
        double found = plumb_simulated_dot(&engine, x, y, n);
        double right = plumb_simulated_dot(&plain, rounded_x, rounded_y, n);
        ck_assert_msg(same(found, right), "%a, not %a", found, right);
        plumb_simulated_add(&engine, 0.75, x, n, sum);
        plumb_simulated_add(&plain, 0.75, rounded_x, n, right_sum);
        for (size_t c = 0; c < n; c++)
            ck_assert_msg(same(sum[c], right_sum[c]), "%a: %a, not %a", x[c], sum[c], right_sum[c]);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("simulate/sums");
    TCase *tests = tcase_create("sums");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, operands_are_rounded_as_they_are_one_by_one);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
