/* test_twofold_dot.c - scores in twice the precision: contained, narrow, and only of the keys that are visible. */
#include "score/twofold_dot.h"
#define SCALED_DOT plumb_twofold_scaled_dot
#include "tests/score/scaled_scores.h"

/* Two roundings of the score, those of the tail, and what the scale's own radius does; each of the
   steps adds 2^-1000. */
static double limit(const scores *s, size_t j, const arb_t dot, double size) {
    double scale = fabs(s->scale.mid) + s->scale.rad + 0x1p-999;
    double tail = (double)(2 * s->head_dim * s->head_dim + 5 * s->head_dim + 1) * 0x1p-106;
    double product = fabs(arf_get_d(arb_midref(dot), ARF_RND_UP));
    (void)j;
    if (!(scale * size < 0x1p1000))
        return INFINITY;
    return 1.001 * (0x1p-52 * scale * product + scale * tail * size + s->scale.rad * product) +
           0x1p-992 * (1 + scale);
}

int main(void) {
    Suite *suite = suite_create("score/twofold_dot");
    TCase *tests = tcase_create("twofold_dot");
    add_score_tests(tests);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
