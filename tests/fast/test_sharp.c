/* test_sharp.c - sums of a panel of terms have the bits of plumb_sharp_aggregate. */
#include "fast/sharp.h"
#include "aggregate/sharp.h"
#include "tests/fast/minimal.h"
#include "tests/support/suite.h"
#include <string.h>

#define CASES 3000
#define MOST_ROWS 9
#define MOST_DIM 64 /* two long tiles */

typedef struct {
    size_t rows, terms, dim;
    plumb_ball weight[MOST_ROWS * PLUMB_PANEL];
    unsigned char visible[MOST_ROWS * PLUMB_PANEL];
    double value[PLUMB_PANEL * MOST_DIM];
} sharp_case;

/* Often whole long tiles, or rows that see ever fewer of the first terms, as the columns of a causal mask. */
static void draw(random_cases *cases, sharp_case *c) {
    bool causal = random_below(cases, 3) == 0;
    c->rows = random_below(cases, MOST_ROWS + 1);
    c->terms = random_below(cases, PLUMB_PANEL + 1);
    c->dim = random_below(cases, 2) == 0 ? 32 + 32 * random_below(cases, 2) : random_below(cases, MOST_DIM + 1);
    draw_doubles(cases, c->value, c->terms * c->dim);
    for (size_t r = 0; r < c->rows; r++) {
        unsigned char *visible = c->visible + r * c->terms;
        draw_balls(cases, c->weight + r * c->terms, c->terms);
        draw_visible(cases, visible, c->terms);
        for (size_t t = 0; t < c->terms && causal; t++)
            visible[t] = t >= r;
    }
}

/* What no kernel may read of the terms that a row does not see is NaN. */
static void spread_out(const sharp_case *c, plumb_sharp_weights *weights) {
    memset(weights, 0xff, sizeof *weights);
    for (size_t i = 0; i < c->rows * PLUMB_PANEL; i++) {
        size_t r = i / PLUMB_PANEL, t = i % PLUMB_PANEL;
        weights->visible[i] = t < c->terms && c->visible[r * c->terms + t];
        if (weights->visible[i]) {
            weights->of[i] = c->weight[r * c->terms + t].mid;
            weights->share[i] = c->weight[r * c->terms + t].rad;
        }
    }
}

static void evaluate(const sharp_case *c, plumb_ball *fast) {
    static plumb_sharp_weights weights;
    static double room[4][MOST_ROWS * MOST_DIM], size[PLUMB_PANEL * MOST_DIM];
    double gamma = plumb_roundings_up(plumb_dot_depth(c->terms));
    plumb_sums sums = {c->rows, c->dim, gamma, room[0], room[1], room[2], room[3]};
    fast[c->rows * c->dim] = guard;
    spread_out(c, &weights);
    plumb_sharp_weigh(c->rows, gamma, &weights);
    plumb_sizes(c->value, c->terms * c->dim, size);
    plumb_sums_clear(&sums);
    plumb_sharp_add(&sums, &weights, c->terms, c->value, size);
    plumb_sums_finish(&sums, fast);
}

START_TEST(has_the_bits_of_sharp_aggregate) {
    random_cases cases = random_begin("fast sharp", CASES);
    static plumb_ball fast[MOST_ROWS * MOST_DIM + 1], minimal[MOST_ROWS * MOST_DIM];
    static sharp_case c;
    while (random_next(&cases)) {
        draw(&cases, &c);
        for (size_t r = 0; r < c.rows; r++)
            plumb_sharp_aggregate(c.weight + r * c.terms, c.visible + r * c.terms, c.value, c.terms, c.dim,
                                  minimal + r * c.dim);
        evaluate(&c, fast);
        check_same(&cases, fast, minimal, c.rows * c.dim);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("fast/sharp");
    TCase *tests = tcase_create("sharp");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, has_the_bits_of_sharp_aggregate);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
