/* test_condition.c - condition numbers are what small changes of an input do to the output. */
#include "simulate/condition.h"
#include "bundle/rows.h"
#include "tests/support/problems.h"
#include "tests/support/suite.h"
#include <math.h>

enum { QUERIES = 3, KEYS = 6, DIM = 4, COLUMNS = 5 };

static double output_of(const plumb_problem *p, size_t t, size_t column) {
    plumb_rows rows;
    ck_assert_int_eq(plumb_rows_init(&rows, p, 1, PLUMB_KEEP_ALL), 0);
    double output = plumb_rows_get(&rows, 0, 0, t)->output[column].mid;
    plumb_rows_free(&rows);
    return output;
}

/* Of each number by itself: how far the output moves for each part by which the number does. */
static double moved_by(const plumb_problem *p, double *x, size_t count, size_t t, size_t column) {
    const double part = 0x1p-16;
    double sum = 0;
    for (size_t i = 0; i < count; i++) {
        double before = x[i];
        x[i] = before * (1 + part);
        double above = output_of(p, t, column);
        x[i] = before * (1 - part);
        sum += fabs(above - output_of(p, t, column)) / (2 * part);
        x[i] = before;
    }
    return sum;
}

/* Plain, with a softcap, with a sink that has a key and a value. */
START_TEST(conditions_are_what_small_changes_do) {
    random_cases cases = random_begin("conditions", 3);
    while (random_next(&cases)) {
        double sink[COLUMNS], workspace[PLUMB_CONDITIONS][COLUMNS], *condition[PLUMB_CONDITIONS];
        drawn_problem drawn = draw_problem(&cases, one_head(QUERIES, KEYS, DIM, COLUMNS), ORDINARY);
        plumb_problem *p = &drawn.problem;
        draw_numbers(&cases, ORDINARY, sink, COLUMNS);
        p->op.softcap = _i == 1 ? 2 : 0;
        p->op.sink = _i == 2 ? PLUMB_SINK_KEY_VALUE : PLUMB_SINK_NONE;
        p->extra.sink_key = p->extra.sink_value = _i == 2 ? sink : NULL;
        plumb_condition_workspace own;
        plumb_rows rows;
        for (size_t i = 0; i < PLUMB_CONDITIONS; i++)
            condition[i] = workspace[i];
        ck_assert_int_eq(plumb_condition_init(&own, p), 0);
        ck_assert_int_eq(plumb_rows_init(&rows, p, 1, PLUMB_KEEP_ALL), 0);
        for (size_t t = 0; t < QUERIES; t++) {
            plumb_condition_of_row(&own, 0, 0, t, plumb_rows_get(&rows, 0, 0, t), condition);
            for (size_t c = 0; c < COLUMNS; c++) {
                double of_query = moved_by(p, drawn.query + t * DIM, DIM, t, c);
                double of_keys = moved_by(p, drawn.key, (size_t)KEYS * DIM, t, c);
                double of_values = moved_by(p, drawn.value, (size_t)KEYS * COLUMNS, t, c);
                ck_assert_double_le(fabs(condition[PLUMB_CONDITION_Q][c] - of_query), 1e-6);
                ck_assert_double_le(fabs(condition[PLUMB_CONDITION_K][c] - of_keys), 1e-6);
                ck_assert_double_le(fabs(condition[PLUMB_CONDITION_V][c] - of_values), 1e-6);
            }
        }
        plumb_rows_free(&rows);
        plumb_condition_free(&own);
        free_problem(&drawn);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("simulate/condition");
    TCase *cases = tcase_create("condition");
    tcase_set_timeout(cases, random_timeout());
    tcase_add_loop_test(cases, conditions_are_what_small_changes_do, 0, 3);
    suite_add_tcase(suite, cases);
    return run_suite(suite);
}
