/* test_rotation_gradient.c - what is turned back is the adjoint of the rotation, in every layout. */
#include "gradient/rotation_gradient.h"
#include "number/sum.h"
#include "position/rotation.h"
#include "tests/support/problems.h"
#include "tests/support/suite.h"
#include <math.h>

enum { DIM = 12 };

typedef struct {
    double x[DIM];
    plumb_ball given[DIM], gradient[DIM], rotated[DIM], back[DIM], cosine[DIM / 2], sine[DIM / 2];
} vectors;

static void draw(random_cases *cases, vectors *v) {
    for (size_t i = 0; i < DIM; i++) {
        v->x[i] = random_normal(cases);
        v->given[i] = plumb_ball_of(v->x[i]);
        v->gradient[i] = plumb_ball_of(random_normal(cases));
    }
    for (size_t m = 0; m < DIM / 2; m++) {
        v->cosine[m] = plumb_ball_of(random_normal(cases));
        v->sine[m] = plumb_ball_of(random_normal(cases));
    }
}

/* R x times g is x times what g is turned back to. */
START_TEST(products_stay) {
    random_cases cases = random_begin("turned back", 2000);
    while (random_next(&cases)) {
        vectors v;
        plumb_rope_layout layout = (plumb_rope_layout)_i;
        size_t rotary = 2 * random_below(&cases, DIM / 2 + 1);
        draw(&cases, &v);
        plumb_rotate(v.x, DIM, rotary, layout, v.cosine, v.sine, v.rotated);
        plumb_rotation_gradient(v.gradient, DIM, rotary, layout, v.cosine, v.sine, v.back);
        plumb_ball before = plumb_ball_dot(v.rotated, v.gradient, DIM), after = plumb_ball_dot(v.given, v.back, DIM);
        ck_assert(fabs(before.mid - after.mid) <= before.rad + after.rad && before.rad < 1e-12 && after.rad < 1e-12);
        for (size_t i = rotary; i < DIM; i++)
            ck_assert(v.back[i].mid == v.gradient[i].mid && v.back[i].rad == v.gradient[i].rad);
    }
}
END_TEST

START_TEST(nothing_is_known_of_a_pair_of_which_nothing_is) {
    random_cases cases = random_begin("unknown pairs", 1);
    while (random_next(&cases)) {
        vectors v;
        draw(&cases, &v);
        v.gradient[1] = plumb_ball_unknown();
        plumb_rotation_gradient(v.gradient, DIM, DIM, PLUMB_ROPE_HALF, v.cosine, v.sine, v.back);
        for (size_t i = 0; i < DIM; i++)
            ck_assert_int_eq(isfinite(v.back[i].rad), i != 1 && i != 1 + DIM / 2);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("gradient/rotation_gradient");
    TCase *tests = tcase_create("rotation_gradient");
    tcase_add_loop_test(tests, products_stay, 0, 3);
    tcase_add_test(tests, nothing_is_known_of_a_pair_of_which_nothing_is);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
