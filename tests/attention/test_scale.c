/* test_scale.c - the default scale 1/sqrt(head_dim): contained and tight for every head_dim. */
#include "attention/scale.h"
#include "tests/support/suite.h"
#include "tests/support/contain.h"
#include <math.h>

/* The root errs by 6 * 2^-53 relatively (tests/number/test_sqrt.c), the division by one more. */
START_TEST(every_head_dim) {
    arb_t exact;
    arb_init(exact);
    for (size_t head_dim = 1; head_dim <= 65536; head_dim++) {
        plumb_ball scale = plumb_default_scale(head_dim);
        arb_rsqrt_ui(exact, head_dim, 300);
        if (!ball_contains(scale, exact) || !(scale.rad <= 7 * 0x1p-53 * scale.mid))
            ck_abort_msg("head_dim %zu: %a +- %a", head_dim, scale.mid, scale.rad);
    }
    arb_clear(exact);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("attention/scale");
    TCase *tests = tcase_create("scale");
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, every_head_dim);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
