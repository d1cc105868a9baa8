/* test_explain.c - the order of explanations. */
#include "diagnose/explain.h"
#include "diagnose/changes.h"
#include "tests/support/suite.h"
#include <string.h>

#define C PLUMB_NEIGHBOUR_CONVENTION
#define F PLUMB_NEIGHBOUR_FAULT
#define P PLUMB_NEIGHBOUR_PRECISION

/* In the order of a list; the letter says what the change asks. */
static const plumb_neighbour list[] = {
    {.kind = F, .axis = "a"}, {.kind = C, .axis = "b"}, {.kind = P, .axis = "c"},
    {.kind = C, .axis = "a"}, {.kind = F, .axis = "b"}, {.kind = P, .axis = "p"},
    {.kind = P, .axis = "q"}, {.kind = P, .axis = "r"},
};

static void add(plumb_explanations *all, int first, int second, double ratio) {
    plumb_explanation e = {.changes = second < 0 ? 1 : 2, .level = ratio};
    e.change[0] = &list[first];
    e.change[1] = second < 0 ? NULL : &list[second];
    e.coarser = second < 0 && list[first].axis[0] >= 'p';
    ck_assert_int_eq(plumb_explanations_add(all, &e), 0);
}

static void check(const plumb_explanations *all, size_t place, int first, int second) {
    ck_assert_uint_lt(place, all->count);
    ck_assert_msg(all->list[place].change[0] == &list[first], "place %zu: change %td", place,
                  all->list[place].change[0] - list);
    ck_assert_ptr_eq(all->list[place].change[1], second < 0 ? NULL : &list[second]);
}

START_TEST(fewest_changes_then_kind_then_list) {
    plumb_explanations all = {0};
    add(&all, 1, 3, 0.1);
    add(&all, 5, -1, 0.2);
    add(&all, 7, -1, 0.01);
    all.list[all.count - 1].shown = true;
    add(&all, 4, -1, 0.1);
    add(&all, 2, 3, 0.1);
    add(&all, 3, -1, 0.9);
    add(&all, 0, 1, 0.1);
    add(&all, 0, -1, 0.1);
    add(&all, 6, -1, 0.7);
    add(&all, 2, -1, 0.1);
    add(&all, 1, -1, 0.1);
    plumb_explanations_sort(&all);
    check(&all, 0, 1, -1); /* conventions */
    check(&all, 1, 3, -1);
    check(&all, 2, 0, -1); /* faults */
    check(&all, 3, 4, -1);
    check(&all, 4, 1, 3); /* two changes */
    check(&all, 5, 0, 1);
    check(&all, 6, 2, -1); /* precision: a place that rounds, then a model that shows, */
    check(&all, 7, 7, -1);
    check(&all, 8, 2, 3); /* and beside another change; */
    check(&all, 9, 6, -1); /* then what only excuses, the likeliest first */
    check(&all, 10, 5, -1);
    ck_assert(!plumb_only_excuses(&all.list[7]) && plumb_only_excuses(&all.list[9]));
    ck_assert(plumb_explained_by_precision(&all.list[8]));
    ck_assert(!plumb_explained_by_precision(&all.list[5]));
    plumb_explanations_free(&all);
}
END_TEST

/* By the axis, as if it were what is asked. */
static int same_axis(void *context, const plumb_explanation *a, const plumb_explanation *b,
                     bool *alike) {
    ++*(size_t *)context;
    *alike = strcmp(a->change[0]->axis, b->change[0]->axis) == 0;
    return 0;
}

static int no_memory(void *context, const plumb_explanation *a, const plumb_explanation *b,
                     bool *alike) {
    (void)context, (void)a, (void)b, (void)alike;
    return -1;
}

START_TEST(alike_ones_stand_together) {
    plumb_explanations all = {0};
    size_t asked = 0;
    for (int i = 0; i < 6; i++)
        add(&all, i, -1, 0.5);
    plumb_explanations_sort(&all); /* 1b 3a 0a 4b 2c 5p */
    ck_assert_int_eq(plumb_explanations_group(&all, same_axis, &asked), 0);
    static const int order[] = {1, 4, 3, 0, 2, 5};
    static const bool alike[] = {false, true, false, true, false, false};
    for (size_t i = 0; i < 6; i++) {
        check(&all, i, order[i], -1);
        ck_assert_int_eq(all.list[i].alike, alike[i]);
    }
    ck_assert_int_eq(plumb_explanations_group(&all, no_memory, NULL), -1);
    plumb_explanations_free(&all);
}
END_TEST

/* A precision is never the same as a convention, whatever the numbers say. */
START_TEST(precision_keeps_apart) {
    plumb_explanations all = {0};
    size_t asked = 0;
    add(&all, 3, -1, 0.5);
    add(&all, 2, 3, 0.5);
    ck_assert_int_eq(plumb_explanations_group(&all, same_axis, &asked), 0);
    ck_assert_uint_eq(asked, 0);
    plumb_explanations_free(&all);
}
END_TEST

START_TEST(a_list_grows) {
    plumb_explanations all = {0};
    for (int i = 0; i < 100; i++)
        add(&all, i % 5, -1, i);
    ck_assert_uint_eq(all.count, 100);
    for (int i = 0; i < 100; i++)
        ck_assert(all.list[i].level == i);
    plumb_explanations_free(&all);
    ck_assert_ptr_null(all.list);
}
END_TEST

/* Numbers behind a mask that are not finite explain every NaN: what else cannot be judged is no other reason. */
START_TEST(not_finite_keys_alone_explain_what_cannot_be_judged) {
    static const plumb_neighbour padding = {.kind = F, .axis = "padding", .make = plumb_show_not_finite};
    plumb_explanations all = {0};
    for (int i = 0; i < 3; i++)
        add(&all, i, -1, 0.1);
    all.list[0].unjudged = all.list[1].unjudged = 20;
    plumb_explanations_keep_not_finite(&all);
    ck_assert_uint_eq(all.count, 3);
    all.list[1].change[0] = &padding;
    plumb_explanations_keep_not_finite(&all);
    ck_assert_uint_eq(all.count, 2);
    ck_assert_ptr_eq(all.list[0].change[0], &padding);
    check(&all, 1, 2, -1);
    plumb_explanations_free(&all);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("diagnose/explain");
    TCase *tests = tcase_create("explain");
    tcase_add_test(tests, fewest_changes_then_kind_then_list);
    tcase_add_test(tests, alike_ones_stand_together);
    tcase_add_test(tests, precision_keeps_apart);
    tcase_add_test(tests, a_list_grows);
    tcase_add_test(tests, not_finite_keys_alone_explain_what_cannot_be_judged);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
