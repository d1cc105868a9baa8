/* test_panels.c - the panel has the requested keys of its source; it is filled once if all panels fit, and each time if
   not. */
#include "bundle/panels.h"
#include "fast/aggregate.h"
#include "fast/ball_panel.h"
#include "fast/panel.h"
#include "tests/fast/minimal.h"
#include "tests/support/suite.h"
#include <stdlib.h>
#include <string.h>

#define CASES 2000
#define MOST_KEYS (3 * PLUMB_PANEL)
#define MOST_DIM 7

static size_t keys_from(size_t from, size_t keys) {
    return keys - from < PLUMB_PANEL ? keys - from : PLUMB_PANEL;
}

static void check_panel(const random_cases *cases, const double *given, const double *expected,
                        size_t numbers) {
    if (memcmp(given, expected, numbers * sizeof *given) == 0)
        return;
    reproduction line = reproduce(cases);
    reproduce_text(&line, " another panel than that of the keys");
    reproduce_doubles(&line, "given", given, numbers);
    reproduce_fail(&line);
}

/* Panels of two sources in any order, some of them asked for again. */
START_TEST(gives_the_panel_of_the_source) {
    random_cases cases = random_begin("fast panels", CASES);
    static double key[2][MOST_KEYS * MOST_DIM], expected[(MOST_DIM + 1) * PLUMB_PANEL];
    while (random_next(&cases)) {
        size_t keys = 1 + random_below(&cases, MOST_KEYS), dim = random_below(&cases, MOST_DIM + 1);
        plumb_panels panels;
        ck_assert_int_eq(plumb_panels_init(&panels, keys, (dim + 1) * PLUMB_PANEL), 0);
        for (size_t s = 0; s < 2; s++)
            for (size_t i = 0; i < keys * dim; i++)
                key[s][i] = random_edge(&cases);
        for (size_t i = 0; i < 8; i++) {
            const double *source = key[random_below(&cases, 2)];
            size_t from = PLUMB_PANEL * random_below(&cases, (keys - 1) / PLUMB_PANEL + 1);
            size_t some = keys_from(from, keys);
            plumb_panels_of(&panels, source);
            plumb_panel_fill(source + from * dim, some, dim, expected);
            const double *given = plumb_panels_get(&panels, source, from, some, dim);
            check_panel(&cases, given, expected, (dim + 1) * PLUMB_PANEL);
            ck_assert_ptr_eq(plumb_panels_held(&panels, from), given);
            plumb_panels_of(&panels, source + 1);
            ck_assert_ptr_null(plumb_panels_held(&panels, from));
            ck_assert_ptr_null(
                plumb_panels_held(&panels, keys / PLUMB_PANEL * PLUMB_PANEL + PLUMB_PANEL));
        }
        plumb_panels_free(&panels);
    }
}
END_TEST

START_TEST(gives_the_panel_of_balls) {
    random_cases cases = random_begin("fast ball panels", CASES);
    static plumb_ball key[MOST_KEYS * MOST_DIM];
    static double expected[(MOST_DIM + 2) * PLUMB_PANEL];
    while (random_next(&cases)) {
        size_t keys = 1 + random_below(&cases, MOST_KEYS), dim = random_below(&cases, MOST_DIM + 1);
        plumb_panels panels;
        ck_assert_int_eq(plumb_panels_init(&panels, keys, (dim + 2) * PLUMB_PANEL), 0);
        plumb_panels_of(&panels, key);
        for (size_t i = 0; i < keys * dim; i++)
            key[i] = random_ball(&cases);
        for (size_t from = 0; from < keys; from += PLUMB_PANEL) {
            size_t some = keys_from(from, keys);
            plumb_ball_panel_fill(key + from * dim, some, dim, expected);
            check_panel(&cases, plumb_panels_get_balls(&panels, key, from, some, dim), expected,
                        (dim + 2) * PLUMB_PANEL);
        }
        plumb_panels_free(&panels);
    }
}
END_TEST

/* A key that changes behind the panels' back is seen only where its panel is filled anew. */
static void check_kept(size_t dim, bool kept) {
    plumb_panels panels;
    double *key = calloc(2 * PLUMB_PANEL * dim, sizeof *key);
    ck_assert_ptr_nonnull(key);
    ck_assert_int_eq(plumb_panels_init(&panels, 2 * PLUMB_PANEL, (dim + 1) * PLUMB_PANEL), 0);
    plumb_panels_of(&panels, key);
    plumb_panels_get(&panels, key, 0, PLUMB_PANEL, dim);
    key[0] = 1.0;
    plumb_panels_of(&panels, key);
    ck_assert(plumb_panels_get(&panels, key, 0, PLUMB_PANEL, dim)[0] == 0.0);
    plumb_panels_get(&panels, key, PLUMB_PANEL, PLUMB_PANEL, dim);
    ck_assert(plumb_panels_get(&panels, key, 0, PLUMB_PANEL, dim)[0] == (kept ? 0.0 : 1.0));
    plumb_panels_free(&panels);
    free(key);
}

START_TEST(keeps_what_there_is_workspace_for) {
    size_t most = PLUMB_PANELS_BYTES / sizeof(double) / PLUMB_PANEL / 3 - 1;
    check_kept(most, true);
    check_kept(most + 1, false);
}
END_TEST

START_TEST(gives_the_largest_values) {
    static double value[3 * 9], other[3 * 9];
    for (size_t i = 0; i < 3 * 9; i++) {
        value[i] = i % 2 == 0 ? (double)i : -(double)i;
        other[i] = -100;
    }
    plumb_panels panels;
    ck_assert_int_eq(plumb_panels_init(&panels, 9, PLUMB_PANEL_GROUPS * 3), 0);
    plumb_panels_of(&panels, other);
    ck_assert(plumb_panels_get_largest(&panels, other, 0, 9, 3)[0] == 100);
    plumb_panels_of(&panels, value);
    const double *largest = plumb_panels_get_largest(&panels, value, 0, 9, 3);
    for (size_t c = 0; c < 3; c++) {
        ck_assert(largest[c] == (double)(7 * 3 + c));
        ck_assert(largest[3 + c] == (double)(8 * 3 + c));
        ck_assert(largest[6 + c] == 0);
    }
    plumb_panels_free(&panels);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("bundle/panels");
    TCase *tests = tcase_create("panels");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, gives_the_panel_of_the_source);
    tcase_add_test(tests, gives_the_panel_of_balls);
    tcase_add_test(tests, gives_the_largest_values);
    tcase_add_test(tests, keeps_what_there_is_workspace_for);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
