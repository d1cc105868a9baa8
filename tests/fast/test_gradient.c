/* test_gradient.c - the gradients of a panel have the bits of the kernels of src/gradient. */
#include "fast/gradient.h"
#include "gradient/product_gradient.h"
#include "gradient/score_gradient.h"
#include "tests/fast/minimal.h"
#include "tests/support/suite.h"

#define CASES 20000

/* A panel of a row: weights, their gradients, what a softcap gave; of hidden keys NaN. */
typedef struct {
    unsigned char visible[PLUMB_PANEL];
    plumb_ball weight[PLUMB_PANEL], other[PLUMB_PANEL], capped[PLUMB_PANEL], number;
    double cap;
} panel_case;

static void draw(random_cases *cases, panel_case *c) {
    draw_visible(cases, c->visible, PLUMB_PANEL);
    draw_balls(cases, c->weight, PLUMB_PANEL);
    draw_balls(cases, c->other, PLUMB_PANEL);
    draw_balls(cases, c->capped, PLUMB_PANEL);
    draw_balls(cases, &c->number, 1);
    c->cap = random_below(cases, 2) == 0 ? 30 : 1 + random_uniform(cases);
}

/* What the kernels leave as it was is 0 here. */
static void hide(const panel_case *c, plumb_ball *ball) {
    for (size_t j = 0; j < PLUMB_PANEL; j++)
        if (!c->visible[j])
            ball[j] = plumb_ball_zero();
}

static void check_panel(const random_cases *cases, const panel_case *c, const lanes *panel, plumb_ball *minimal) {
    plumb_ball fast[PLUMB_PANEL + 1];
    balls_of(panel, fast);
    hide(c, minimal);
    check_same(cases, fast, minimal, PLUMB_PANEL);
}

START_TEST(has_the_bits_of_score_gradient) {
    random_cases cases = random_begin("fast score gradients", CASES);
    plumb_ball minimal[PLUMB_PANEL];
    while (random_next(&cases)) {
        panel_case c;
        draw(&cases, &c);
        lanes weight = lanes_of(c.weight, c.visible, PLUMB_PANEL), other = lanes_of(c.other, c.visible, PLUMB_PANEL);
        lanes panel = other;
        plumb_strides strides = {{0}, {0}};
        plumb_delta_add(weight.mid, weight.rad, other.mid, other.rad, c.visible, &strides);
        plumb_ball delta[] = {plumb_strides_total(&strides), guard};
        plumb_panel_score_gradients(weight.mid, weight.rad, other.mid, other.rad,
                                    plumb_ball_subtract(c.number, delta[0]), c.visible, panel.mid, panel.rad);
        plumb_ball wanted = plumb_score_gradient(c.weight, c.other, c.visible, PLUMB_PANEL, c.number, minimal);
        check_same(&cases, delta, &wanted, 1);
        check_panel(&cases, &c, &panel, minimal);
    }
}
END_TEST

START_TEST(has_the_bits_of_capped_gradient) {
    random_cases cases = random_begin("fast capped gradients", CASES);
    while (random_next(&cases)) {
        panel_case c;
        draw(&cases, &c);
        lanes capped = lanes_of(c.capped, c.visible, PLUMB_PANEL), panel = lanes_of(c.other, c.visible, PLUMB_PANEL);
        plumb_panel_capped_gradients(capped.mid, capped.rad, c.cap, c.visible, panel.mid, panel.rad);
        plumb_capped_gradient(c.capped, c.visible, PLUMB_PANEL, c.cap, c.other);
        check_panel(&cases, &c, &panel, c.other);
    }
}
END_TEST

START_TEST(has_the_bits_of_scaled_gradient) {
    random_cases cases = random_begin("fast scaled gradients", CASES);
    while (random_next(&cases)) {
        panel_case c;
        draw(&cases, &c);
        lanes panel = lanes_of(c.other, c.visible, PLUMB_PANEL);
        plumb_panel_scaled_gradients(c.number, c.visible, panel.mid, panel.rad);
        plumb_scaled_gradient(c.number, c.visible, PLUMB_PANEL, c.other);
        check_panel(&cases, &c, &panel, c.other);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("fast/gradient");
    TCase *tests = tcase_create("gradient");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, has_the_bits_of_score_gradient);
    tcase_add_test(tests, has_the_bits_of_capped_gradient);
    tcase_add_test(tests, has_the_bits_of_scaled_gradient);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
