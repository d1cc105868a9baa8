/* test_product_gradient.c - the chain rule of scale and softcap: contained in the balls, and known. */
#include "gradient/product_gradient.h"
#include "tests/support/contain.h"
#include "tests/support/reproduce.h"
#include "tests/support/suite.h"
#include <math.h>

enum { CASES = 10000, MOST = 6, BITS = 5000 };

typedef struct {
    size_t count;
    unsigned char visible[MOST];
    plumb_ball before[MOST], other[MOST], factor, after[MOST + 1];
    double cap;
} numbers;

static const plumb_ball guard = {12345, 678};

static plumb_ball draw_ball(random_cases *cases, bool edges) {
    return edges ? random_ball(cases) : (plumb_ball){random_normal(cases), ldexp(random_uniform(cases), -50)};
}

static void draw(random_cases *cases, bool edges, numbers *n) {
    n->count = random_below(cases, MOST + 1);
    n->factor = draw_ball(cases, edges);
    n->cap = edges ? fabs(random_edge(cases)) : 1 + random_uniform(cases);
    if (!(n->cap > 0 && isfinite(n->cap)))
        n->cap = 50;
    for (size_t i = 0; i < MOST; i++) {
        n->visible[i] = random_below(cases, 3) > 0;
        n->before[i] = draw_ball(cases, edges);
        n->other[i] = draw_ball(cases, edges);
    }
    for (size_t i = 0; i < MOST; i++)
        n->after[i] = n->before[i];
    n->after[n->count] = guard;
}

typedef enum { CAPPED, SCALED, KERNELS } kernel;

static void evaluate(kernel of, numbers *n) {
    if (of == CAPPED)
        plumb_capped_gradient(n->other, n->visible, n->count, n->cap, n->after);
    else
        plumb_scaled_gradient(n->factor, n->visible, n->count, n->after);
    ck_assert_msg(balls_identical(n->after[n->count], guard), "writes beyond what it is given");
}

static void fail_number(const random_cases *cases, kernel of, const numbers *n, size_t i) {
    static const char *const names[KERNELS] = {"capped", "scaled"};
    reproduction line = reproduce(cases);
    reproduce_text(&line, " %s: number %zu of %zu, cap %a", names[of], i, n->count, n->cap);
    reproduce_balls(&line, "after", n->after + i, 1);
    reproduce_balls(&line, "before", n->before + i, 1);
    reproduce_balls(&line, "other", n->other + i, 1);
    reproduce_balls(&line, "factor", &n->factor, 1);
    reproduce_fail(&line);
}

/* What the balls that number i is made of say. */
static bool informs(kernel of, const numbers *n, size_t i) {
    return ball_informs(n->before[i]) && ball_informs(of == CAPPED ? n->other[i] : n->factor);
}

static void exact_of(random_cases *cases, kernel of, const numbers *n, size_t i, arb_t exact) {
    arb_t x, y;
    arb_init(x);
    arb_init(y);
    ball_point(exact, n->before[i], (int)random_below(cases, 3) - 1);
    ball_point(x, of == CAPPED ? n->other[i] : n->factor, (int)random_below(cases, 3) - 1);
    if (of == CAPPED) {
        arb_set_d(y, n->cap);
        arb_div(x, x, y, BITS);
        arb_mul(x, x, x, BITS);
        arb_sub_ui(x, x, 1, BITS);
        arb_neg(x, x);
        arb_mul(exact, exact, x, BITS);
    } else {
        arb_mul(exact, exact, x, BITS);
    }
    arb_clear(y);
    arb_clear(x);
}

START_TEST(balls_contain_what_is_exact) {
    random_cases cases = random_begin("product gradient", CASES);
    arb_t exact;
    arb_init(exact);
    while (random_next(&cases)) {
        numbers n;
        draw(&cases, random_below(&cases, 2) == 0, &n);
        evaluate((kernel)_i, &n);
        for (size_t i = 0; i < n.count; i++) {
            if (!n.visible[i] && !balls_identical(n.after[i], n.before[i]))
                fail_number(&cases, (kernel)_i, &n, i);
            if (!n.visible[i] || !informs((kernel)_i, &n, i))
                continue;
            exact_of(&cases, (kernel)_i, &n, i, exact);
            if (!ball_contains(n.after[i], exact))
                fail_number(&cases, (kernel)_i, &n, i);
        }
    }
    arb_clear(exact);
}
END_TEST

START_TEST(ordinary_numbers_are_known) {
    random_cases cases = random_begin("product gradient known", CASES);
    while (random_next(&cases)) {
        numbers n;
        draw(&cases, false, &n);
        evaluate((kernel)_i, &n);
        for (size_t i = 0; i < n.count; i++)
            if (!(n.after[i].rad < 1e-10))
                fail_number(&cases, (kernel)_i, &n, i);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("gradient/product_gradient");
    TCase *tests = tcase_create("product_gradient");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_loop_test(tests, balls_contain_what_is_exact, 0, KERNELS);
    tcase_add_loop_test(tests, ordinary_numbers_are_known, 0, KERNELS);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
