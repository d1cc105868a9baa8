/* test_sums.c - the fast path has the bits of the minimal kernels over many panels of keys. */
#include "tests/bundle/compared_rows.h"
#include "tests/support/suite.h"
#include <flint/flint.h>

/* More keys than panels are kept for. */
START_TEST(long_rows_have_the_same_bits) {
    random_cases cases = random_begin("fast long rows", 1);
    while (random_next(&cases)) {
        plumb_problem shape = one_head(3, 1 + PLUMB_PANELS_BYTES / sizeof(double) / 60, 64, 2);
        drawn_problem drawn = draw_problem(&cases, shape, ORDINARY);
        check_problem(&cases, &drawn.problem);
        free_problem(&drawn);
    }
}
END_TEST

/* Several panels and bundles, each of which sees more keys than the one before; then another head,
   whose rows begin with few again: what earlier rows left beyond the keys that are seen must not
   stay. */
START_TEST(causal_bundles_leave_nothing_behind) {
    static const plumb_operator operators[] = {
        {.kind = PLUMB_SOFTMAX},
        {.kind = PLUMB_SCALED_SOFTMAX, .alpha = 0.5},
        {.kind = PLUMB_CLIPPED_SOFTMAX, .gamma = 0.03, .zeta = 1.03},
        {.kind = PLUMB_SOFTMAX, .softcap = 2, .softcap_order = PLUMB_BIAS_MASK_CAP},
        {.kind = PLUMB_SOFTMAX, .sink = PLUMB_SINK_ZERO},
        {.kind = PLUMB_IDENTITY}};
    random_cases cases = random_begin("fast bundles", 1);
    while (random_next(&cases)) {
        plumb_problem shape = one_head(4 * PLUMB_BUNDLE_ROWS + 5, 3 * PLUMB_PANEL + 7, 17, 32);
        shape.query_heads = shape.key_heads = 2;
        shape.causal = (plumb_causal){true, 40};
        shape.op = operators[_i];
        drawn_problem drawn = draw_problem(&cases, shape, ORDINARY);
        check_problem(&cases, &drawn.problem);
        free_problem(&drawn);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("bundle/sums");
    TCase *tests = tcase_create("sums");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, long_rows_have_the_same_bits);
    tcase_add_loop_test(tests, causal_bundles_leave_nothing_behind, 0, 6);
    suite_add_tcase(suite, tests);
    int result = run_suite(suite);
    flint_cleanup(); /* its caches are no leak */
    return result;
}
