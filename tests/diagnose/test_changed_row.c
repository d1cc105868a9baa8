/* test_changed_row.c - a change that is made for one row alone: what that row computes is what it computes after the
   whole change, bit for bit, for every neighbour of stated cases of every kind. */
#include "bundle/rows.h"
#include "diagnose/changed.h"
#include "tests/diagnose/stated_tables.h"
#include "tests/support/suite.h"
#include <flint/flint.h>
#include <malloc.h>

/* As a row has them. */
static bool computes_same(const plumb_problem *one, const plumb_problem *other, plumb_row_place at) {
    const plumb_problem *const problems[] = {one, other};
    plumb_rows rows[2];
    const plumb_row *row[2];
    for (int i = 0; i < 2; i++) {
        ck_assert_int_eq(plumb_rows_init(&rows[i], problems[i], 1, PLUMB_KEEP_ALL), 0);
        row[i] = plumb_rows_get(&rows[i], at.b, at.h, at.t);
    }
    bool same = memcmp(row[0]->output, row[1]->output, one->value_dim * sizeof *row[0]->output) == 0 &&
                memcmp(row[0]->visible, row[1]->visible, one->key_length) == 0;
    for (int i = 0; i < 2; i++)
        plumb_rows_free(&rows[i]);
    return same;
}

/* Returns whether the change applies to the row. */
static bool check_row(const plumb_case *stated, const plumb_case *whole, const plumb_neighbour *neighbour,
                      plumb_row_place at) {
    plumb_storage storage = {0};
    plumb_case of_row;
    bool applies = plumb_change_row(stated, neighbour, &at, &storage, &of_row) == 1;
    if (applies && !computes_same(&whole->problem, &of_row.problem, at))
        ck_abort_msg("%s: %s: row [%zu, %zu, %zu]", stated->source, neighbour->does, at.b, at.h, at.t);
    plumb_storage_free(&storage);
    return applies;
}

/* The last row, and one of another head: how many applied. */
static size_t check_change(const plumb_case *stated, const plumb_neighbour *neighbour) {
    const plumb_problem *p = &stated->problem;
    plumb_storage storage = {0};
    plumb_case whole;
    size_t applied = 0;
    if (plumb_change_case(stated, &neighbour, 1, &storage, &whole) == 1) {
        applied += check_row(stated, &whole, neighbour,
                             (plumb_row_place){p->batch - 1, p->query_heads - 1, p->query_length - 1});
        applied += check_row(stated, &whole, neighbour, (plumb_row_place){0, p->query_heads / 2, p->query_length / 2});
    }
    plumb_storage_free(&storage);
    return applied;
}

static size_t check_case(const stated_case *of) {
    plumb_neighbourhood all = {.list = NULL};
    random_cases cases = numbers_of(of->name);
    size_t applied = 0;
    random_next(&cases);
    drawn_problem drawn = draw_stated_problem(&cases, of);
    answered_case answered = answer_stated(&cases, of, &drawn);
    plumb_neighbours_that_compute(&answered.stated, &all);
    for (size_t i = 0; i < all.count; i++)
        applied += check_change(&answered.stated, &all.list[i]);
    plumb_neighbourhood_free(&all);
    free_answers(&answered);
    free_problem(&drawn);
    return applied;
}

START_TEST(a_row_computes_the_same) {
    size_t applied = 0;
    for (size_t n = 0; n < stated_tables[_i].count; n++)
        applied += check_case(&stated_tables[_i].cases[n]);
    ck_assert_uint_gt(applied, 0);
}
END_TEST

/* What is not made is no number that it might be. */
int main(void) {
    mallopt(M_PERTURB, 0x5a);
    Suite *suite = suite_create("diagnose/changed row");
    TCase *tests = tcase_create("changed row");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_loop_test(tests, a_row_computes_the_same, 0, STATED_TABLES);
    suite_add_tcase(suite, tests);
    int result = run_suite(suite);
    flint_cleanup(); /* its caches are no leak */
    return result;
}
