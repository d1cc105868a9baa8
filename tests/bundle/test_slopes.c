/* test_slopes.c - gradients of the scores of maps, and of a scaled or clipped softmax, compared with their formulas in
   doubles. */
#include "bundle/slopes.h"
#include "tests/support/problems.h"
#include "tests/support/suite.h"
#include <math.h>

enum { KEYS = 70, ROWS = 3 };

/* Rows of a problem with their weights, in the planes. */
typedef struct {
    drawn_problem drawn;
    plumb_rows rows;
} held_rows;

static held_rows hold(random_cases *cases, plumb_operator op) {
    plumb_problem shape = one_head(ROWS, KEYS, 8, 4);
    shape.causal = (plumb_causal){true, KEYS - ROWS - 1}; /* the last key is hidden from all */
    shape.op = op;
    return (held_rows){.drawn = draw_problem(cases, shape, ORDINARY)};
}

static void get(held_rows *held) {
    ck_assert_int_eq(plumb_rows_init(&held->rows, &held->drawn.problem, ROWS, PLUMB_KEEP_WEIGHTS), 0);
    plumb_rows_get(&held->rows, 0, 0, 0);
    ck_assert_uint_eq(held->rows.count, ROWS);
}

static void let_go(held_rows *held) {
    plumb_rows_free(&held->rows);
    free_problem(&held->drawn);
}

START_TEST(maps_are_divided_by_their_sum) {
    random_cases cases = random_begin("slopes of maps", 20);
    while (random_next(&cases)) {
        const plumb_operator op = {.kind = PLUMB_SIGMOID, .normalisation = PLUMB_SUM, .epsilon = 1e-3};
        held_rows held = hold(&cases, op);
        double y[2 * PLUMB_PANEL], none[PLUMB_PANEL] = {0}, mid[PLUMB_PANEL], rad[PLUMB_PANEL];
        get(&held);
        ck_assert(plumb_maps_scores(&held.rows));
        for (size_t j = 0; j < 2 * PLUMB_PANEL; j++)
            y[j] = random_normal(&cases);
        for (size_t r = 0; r < ROWS; r++) {
            size_t from = r % 2 * PLUMB_PANEL, start = r * held.rows.pitch + from;
            double total = 1e-3;
            for (size_t j = 0; j < KEYS; j++)
                if (held.rows.visible[r * held.rows.pitch + j])
                    total += 1 / (1 + exp(-held.rows.source_mid[r * held.rows.pitch + j]));
            for (size_t j = 0; j < PLUMB_PANEL; j++)
                if (!held.rows.visible[start + j])
                    held.rows.mid[start + j] = 0.5; /* nothing is read of it */
            plumb_map_gradients(&held.rows, r, start, plumb_ball_of(0.5), y + from, none, mid, rad);
            for (size_t j = 0; j < PLUMB_PANEL && from + j < KEYS; j++) {
                double a = 1 / (1 + exp(-held.rows.source_mid[start + j]));
                double right = held.rows.visible[start + j] ? a * (1 - a) * (y[from + j] - 0.5) / total : 0;
                ck_assert_msg(fabs(mid[j] - right) <= rad[j] + 1e-14, "%zu %zu: %a in place of %a", r, j, mid[j],
                              right);
            }
        }
        let_go(&held);
    }
}
END_TEST

START_TEST(what_changes_a_softmax_multiplies) {
    random_cases cases = random_begin("slopes of changes", 20);
    while (random_next(&cases)) {
        double gamma = -0.02, zeta = 1.03, y[PLUMB_PANEL], mid[PLUMB_PANEL], rad[PLUMB_PANEL] = {0};
        held_rows held = hold(&cases, (plumb_operator){.kind = PLUMB_CLIPPED_SOFTMAX, .gamma = gamma, .zeta = zeta});
        get(&held);
        ck_assert(!plumb_maps_scores(&held.rows));
        ck_assert_ptr_eq(plumb_softmax_planes(&held.rows).mid, held.rows.source_mid);
        for (size_t j = 0; j < PLUMB_PANEL; j++)
            mid[j] = y[j] = random_normal(&cases);
        plumb_softmax_gradients(&held.rows, 0, mid, rad);
        for (size_t j = 0; j < PLUMB_PANEL; j++) {
            double w = (zeta - gamma) * held.rows.source_mid[j] + gamma;
            double right = w > 0 && w < 1 ? (zeta - gamma) * y[j] : 0;
            ck_assert_msg(fabs(mid[j] - right) <= rad[j] + 1e-14, "%zu: %a in place of %a", j, mid[j], right);
        }
        let_go(&held);
    }
}
END_TEST

START_TEST(a_softmax_stays) {
    random_cases cases = random_begin("slopes of a softmax", 1);
    while (random_next(&cases)) {
        held_rows held = hold(&cases, (plumb_operator){.kind = PLUMB_SOFTMAX});
        double mid[PLUMB_PANEL] = {2}, rad[PLUMB_PANEL] = {0.5};
        get(&held);
        plumb_softmax_gradients(&held.rows, 0, mid, rad);
        ck_assert(mid[0] == 2 && rad[0] == 0.5 && plumb_softmax_planes(&held.rows).mid == held.rows.mid);
        let_go(&held);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("bundle/slopes");
    TCase *tests = tcase_create("slopes");
    tcase_add_test(tests, maps_are_divided_by_their_sum);
    tcase_add_test(tests, what_changes_a_softmax_multiplies);
    tcase_add_test(tests, a_softmax_stays);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
