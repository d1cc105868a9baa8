/* test_panel_weights.c - the weights of a panel are those of its planes, or their products with a factor; their
   shares are what plumb_weighted_sum adds; and what a row does not see counts for nothing. */
#include "fast/panel_weights.h"
#include "number/ball.h"
#include "tests/fast/minimal.h"
#include "tests/fast/spread.h"
#include "tests/support/suite.h"
#include <string.h>

#define CASES 4000
#define ROWS MOST_SPREAD_ROWS
#define KEYS MOST_SPREAD_KEYS

/* Rows, drawn, and the panel of them that is weighed. */
typedef struct {
    size_t rows, keys, from;
    double gamma;
    bool multiplies;
    unsigned char visible[ROWS * KEYS];
    plumb_ball weight[ROWS * KEYS], factor[ROWS];
    spread_rows spread;
    plumb_panel_weights weighed;
} panel_case;

static void draw_case(random_cases *cases, panel_case *c) {
    c->rows = random_below(cases, ROWS + 1);
    c->keys = 1 + random_below(cases, KEYS);
    c->from = random_below(cases, (c->keys + PLUMB_PANEL - 1) / PLUMB_PANEL) * PLUMB_PANEL;
    c->gamma = plumb_roundings_up(plumb_weight_depth(c->keys));
    c->multiplies = random_below(cases, 2) == 0;
    for (size_t r = 0; r < c->rows; r++) {
        draw_balls(cases, c->weight + r * c->keys, c->keys);
        draw_visible(cases, c->visible + r * c->keys, c->keys);
    }
    draw_balls(cases, c->factor, c->rows);
    spread_out(&c->spread, c->rows, c->keys, c->visible, c->weight);
    memset(&c->weighed, 0xff, sizeof c->weighed); /* NaN */
}

static bool sees(const panel_case *c, size_t r, size_t j) {
    return c->from + j < c->keys && c->visible[r * c->keys + c->from + j];
}

/* By the minimal kernels. */
static plumb_ball weight_of(const panel_case *c, size_t r, size_t j) {
    if (!sees(c, r, j))
        return plumb_ball_zero();
    plumb_ball weight = c->weight[r * c->keys + c->from + j];
    return c->multiplies ? plumb_ball_multiply(weight, c->factor[r]) : weight;
}

static double share_of(const panel_case *c, size_t r, size_t group) {
    double share = PLUMB_LEAST_SHARE;
    for (size_t j = group * PLUMB_WEIGHT_GROUP; j < (group + 1) * PLUMB_WEIGHT_GROUP; j++)
        if (sees(c, r, j))
            share = plumb_add(share, plumb_weight_coefficient(weight_of(c, r, j), c->gamma));
    return share;
}

static void check_number(random_cases *cases, const char *what, size_t r, size_t i, double fast,
                         double minimal) {
    if (same_number(fast, minimal))
        return;
    reproduction line = reproduce(cases);
    reproduce_text(&line, " %s %zu of row %zu", what, i, r);
    reproduce_doubles(&line, "fast", &fast, 1);
    reproduce_doubles(&line, "minimal", &minimal, 1);
    reproduce_fail(&line);
}

START_TEST(has_the_bits_of_multiply_and_of_the_weighted_sum) {
    random_cases cases = random_begin("fast panel weights", CASES);
    static panel_case c;
    while (random_next(&cases)) {
        draw_case(&cases, &c);
        plumb_panel_weigh(c.spread.planes, c.multiplies ? c.factor : NULL, c.from, c.gamma,
                          &c.weighed);
        for (size_t r = 0; r < c.rows; r++) {
            for (size_t j = 0; j < PLUMB_PANEL; j++) {
                check_number(&cases, "weight", r, j, c.weighed.of[r * PLUMB_PANEL + j],
                             weight_of(&c, r, j).mid);
                ck_assert(!c.weighed.visible[r * PLUMB_PANEL + j] == !sees(&c, r, j));
            }
            for (size_t g = 0; g < PLUMB_PANEL_GROUPS; g++)
                check_number(&cases, "share", r, g, c.weighed.share[r * PLUMB_PANEL_GROUPS + g],
                             share_of(&c, r, g));
            size_t width = c.weighed.width[r];
            ck_assert(width == 0 || sees(&c, r, width - 1));
            for (size_t j = width; j < PLUMB_PANEL; j++)
                ck_assert(!sees(&c, r, j));
        }
    }
}
END_TEST

/* The same from middles that are there already. */
START_TEST(weighs_rows_in_place) {
    random_cases cases = random_begin("fast panel weights in place", CASES);
    static panel_case c;
    static plumb_panel_weights row;
    double rad[PLUMB_PANEL];
    while (random_next(&cases)) {
        draw_case(&cases, &c);
        plumb_panel_weigh(c.spread.planes, NULL, c.from, c.gamma, &c.weighed);
        for (size_t r = 0; r < c.rows; r++) {
            size_t start = r * c.spread.planes.pitch + c.from;
            for (size_t j = 0; j < PLUMB_PANEL; j++) {
                row.of[r * PLUMB_PANEL + j] = sees(&c, r, j) ? c.spread.mid[start + j] : 0;
                rad[j] = sees(&c, r, j) ? c.spread.rad[start + j] : 0;
            }
            plumb_panel_weigh_row(c.spread.planes.visible + start, rad, c.gamma, r, &row);
            for (size_t g = 0; g < PLUMB_PANEL_GROUPS; g++)
                check_number(&cases, "share", r, g, row.share[r * PLUMB_PANEL_GROUPS + g],
                             c.weighed.share[r * PLUMB_PANEL_GROUPS + g]);
            ck_assert(memcmp(row.visible + r * PLUMB_PANEL, c.weighed.visible + r * PLUMB_PANEL,
                             PLUMB_PANEL) == 0);
            ck_assert_uint_eq(row.width[r], c.weighed.width[r]);
        }
    }
}
END_TEST

/* A hidden key weighs 0 even if nothing is known of its weight. */
START_TEST(hides_what_is_not_finite) {
    static panel_case c = {.rows = 1, .keys = 2, .visible = {1, 0}};
    c.weight[0] = plumb_ball_of(0.5);
    c.weight[1] = plumb_ball_unknown();
    spread_out(&c.spread, 1, 2, c.visible, c.weight);
    c.spread.mid[1] = NAN;
    plumb_panel_weigh(c.spread.planes, NULL, 0, 0x1p-50, &c.weighed);
    ck_assert(c.weighed.of[0] == 0.5);
    for (size_t j = 1; j < PLUMB_PANEL; j++)
        ck_assert(c.weighed.of[j] == 0.0);
    ck_assert(c.weighed.share[0] ==
              plumb_add(PLUMB_LEAST_SHARE, plumb_weight_coefficient(c.weight[0], 0x1p-50)));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("fast/panel_weights");
    TCase *tests = tcase_create("panel_weights");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, has_the_bits_of_multiply_and_of_the_weighted_sum);
    tcase_add_test(tests, weighs_rows_in_place);
    tcase_add_test(tests, hides_what_is_not_finite);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
