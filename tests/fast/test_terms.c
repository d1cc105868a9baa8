/* test_terms.c - the terms of a panel have the bits of its scores' exponentials. */
#include "fast/terms.h"
#include "fast/exponential.h"
#include "fast/panel.h"
#include "number/total.h"
#include "tests/fast/minimal.h"
#include "tests/support/suite.h"
#include "weight/exponentials.h"

#define CASES 20000

typedef struct {
    double sum[PLUMB_PANEL], norm[PLUMB_PANEL], reach;
    plumb_ball scale;
    size_t lanes;
} products;

/* Scores of any size up to the largest that no shift is needed for, radii of up to 1; some are 0. */
static void draw_products(random_cases *cases, products *p) {
    double scale = exp2(16 * random_uniform(cases) - 8) * (random_below(cases, 2) == 0 ? 1 : -1);
    p->scale = (plumb_ball){scale, random_below(cases, 2) == 0 ? 0 : fabs(scale) * 0x1p-53};
    p->reach = exp2(52 * random_uniform(cases) - 60);
    p->lanes = random_below(cases, PLUMB_PANEL + 1);
    double most = random_below(cases, 4) == 0 ? PLUMB_UNSHIFTED : 8;
    for (size_t j = 0; j < PLUMB_PANEL; j++) {
        bool none = random_below(cases, 16) == 0;
        p->sum[j] = none ? 0 : most * (2 * random_uniform(cases) - 1) / scale;
        p->norm[j] = none ? 0 : 100 * random_uniform(cases);
    }
}

START_TEST(has_the_bits_of_the_exponentials_of_scores) {
    random_cases cases = random_begin("fast terms", CASES);
    unsigned char visible[PLUMB_PANEL];
    plumb_ball fast[PLUMB_PANEL + 1], minimal[PLUMB_PANEL + 1];
    while (random_next(&cases)) {
        products p;
        draw_products(&cases, &p);
        memset(visible, 1, PLUMB_PANEL);
        lanes terms = lanes_of(fast, visible, 0), scores = lanes_of(minimal, visible, 0);
        memset(scores.visible, 1, PLUMB_PANEL);
        plumb_panel_terms(p.sum, p.norm, p.reach, p.scale, p.lanes, terms.mid, terms.rad);
        plumb_panel_scores(p.sum, p.norm, p.reach, scores.visible, p.scale, scores.mid, scores.rad);
        plumb_panel_exp(scores.mid, scores.rad);
        balls_of(&terms, fast);
        balls_of(&scores, minimal);
        size_t whole = (p.lanes + PLUMB_STRIDES - 1) / PLUMB_STRIDES * PLUMB_STRIDES;
        for (size_t j = whole; j < PLUMB_PANEL; j++)
            minimal[j] = plumb_ball_zero();
        check_same(&cases, fast, minimal, PLUMB_PANEL);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("fast/terms");
    TCase *tests = tcase_create("terms");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, has_the_bits_of_the_exponentials_of_scores);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
