/* test_changed.c - changes made one after the other: which cases they leave, and which precision those have. */
#include "precision/precision_text.h"
#include "diagnose/changed.h"
#include "diagnose/making.h"
#include "tests/support/problems.h"
#include "tests/support/suite.h"
#include <string.h>

static const double number;

static plumb_case make_case(void) {
    plumb_case c = {.problem = one_head(2, 3, 4, 5), .precision = "f32"};
    c.output = (plumb_claim){true, PLUMB_F32, 2 * 5, &number};
    c.weights = (plumb_claim){true, PLUMB_F32, 2 * 3, &number};
    c.lse = (plumb_claim){true, PLUMB_F32, 2, &number};
    return c;
}

/* integer: which field; second: what it is then; number: what is returned */
typedef enum { NOTHING, BATCH, QUERY_HEADS, QUERIES, KEYS, HEAD_DIM, VALUE_DIM, CLAIM, OTHER_CLAIM } field;

static int set_field(const plumb_making *m) {
    plumb_problem *p = m->p;
    size_t *const sizes[] = {[BATCH] = &p->batch,       [QUERY_HEADS] = &p->query_heads, [QUERIES] = &p->query_length,
                             [KEYS] = &p->key_length,   [HEAD_DIM] = &p->head_dim,       [VALUE_DIM] = &p->value_dim};
    if (m->by->integer == CLAIM)
        m->changed->weights.present = m->by->second != 0;
    else if (m->by->integer == OTHER_CLAIM)
        m->changed->scores.present = m->by->second != 0;
    else if (m->by->integer != NOTHING)
        *sizes[m->by->integer] = (size_t)m->by->second;
    return (int)m->by->number;
}

static plumb_neighbour change_of(field which, int64_t size, int result) {
    return (plumb_neighbour){.make = set_field, .integer = which, .second = size, .number = result};
}

static int make_changes(const plumb_neighbour *first, const plumb_neighbour *second, plumb_case *changed) {
    const plumb_neighbour *const change[] = {first, second};
    plumb_case stated = make_case();
    plumb_storage storage = {0};
    return plumb_change_case(&stated, change, second == NULL ? 1 : 2, &storage, changed);
}

/* Only what no tensor has among its sizes may become another. */
START_TEST(tensors_keep_their_rows) {
    static const struct {
        field which;
        int64_t size;
        int result;
    } changes[] = {{NOTHING, 0, 1}, {BATCH, 2, 0},     {QUERY_HEADS, 2, 0}, {QUERIES, 1, 0}, {KEYS, 4, 0},
                   {HEAD_DIM, 9, 1}, {VALUE_DIM, 4, 0}, {CLAIM, 0, 0},       {CLAIM, 1, 1},   {OTHER_CLAIM, 1, 0}};
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        plumb_neighbour one = change_of(changes[i].which, changes[i].size, 1);
        plumb_case changed;
        int result = make_changes(&one, NULL, &changed);
        ck_assert_msg(result == changes[i].result, "change %zu: %d", i, result);
    }
}
END_TEST

START_TEST(the_first_that_does_not_apply_ends_it) {
    for (int result = -1; result <= 1; result++) {
        plumb_neighbour one = change_of(HEAD_DIM, 7, result), other = change_of(HEAD_DIM, 8, 1);
        plumb_case changed;
        ck_assert_int_eq(make_changes(&one, &other, &changed), result);
        ck_assert_uint_eq(changed.problem.head_dim, result == 1 ? 8 : 7);
        ck_assert_int_eq(make_changes(&other, &one, &changed), result);
    }
}
END_TEST

/* Rows and columns that change together may leave as many numbers as before, in other places. */
START_TEST(as_many_numbers_are_not_enough) {
    plumb_neighbour one = change_of(QUERIES, 1, 1), other = change_of(BATCH, 2, 1);
    plumb_case changed;
    ck_assert_int_eq(make_changes(&one, &other, &changed), 0);
}
END_TEST

START_TEST(precision_alone) {
    char same[] = "f32"; /* elsewhere */
    plumb_case stated = make_case(), changed = make_case();
    ck_assert(!plumb_changes_precision_alone(&stated, &changed));
    changed.precision = same;
    ck_assert(!plumb_changes_precision_alone(&stated, &changed));
    changed.precision = "f64";
    ck_assert(plumb_changes_precision_alone(&stated, &changed));
    changed.precision = NULL;
    ck_assert(plumb_changes_precision_alone(&stated, &changed));
    stated.precision = NULL;
    ck_assert(!plumb_changes_precision_alone(&stated, &changed));
    changed.precision = "f64";
    ck_assert(plumb_changes_precision_alone(&stated, &changed));
    changed.problem.head_dim++;
    ck_assert(!plumb_changes_precision_alone(&stated, &changed));
}
END_TEST

/* As stated may be another model than the case states: the one that was asked for. */
START_TEST(the_model_of_a_changed_case) {
    char same[] = "f32", none[] = "f33";
    plumb_case stated = make_case(), changed = make_case();
    plumb_precision as_stated, model;
    plumb_error error = {""};
    ck_assert_int_eq(plumb_precision_parse("tf32", "precision", &as_stated, &error), 0);
    const struct {
        const char *precision, *name;
    } models[] = {{stated.precision, "tf32"}, {same, "tf32"}, {NULL, "tf32"}, {"f64", "f64"}};
    for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
        changed.precision = models[i].precision;
        ck_assert_int_eq(plumb_changed_precision(&stated, &as_stated, &changed, &model, &error), 0);
        ck_assert_str_eq(model.name, models[i].name);
    }
    changed.precision = none;
    ck_assert_int_eq(plumb_changed_precision(&stated, &as_stated, &changed, &model, &error), -1);
    ck_assert_ptr_nonnull(strstr(error.text, "f33"));
}
END_TEST

/* That of the case, or by the format of its first tensor. */
START_TEST(the_model_of_a_case) {
    plumb_case c = make_case();
    plumb_precision base;
    ck_assert(plumb_base_precision(&c, &base));
    ck_assert_str_eq(base.name, "f32");
    c.precision = "f33";
    ck_assert(!plumb_base_precision(&c, &base));
    c.precision = NULL;
    c.weights.format = PLUMB_BF16;
    ck_assert(plumb_base_precision(&c, &base));
    ck_assert_str_eq(base.name, plumb_precision_default(PLUMB_F32)->name);
    c.output.present = false;
    ck_assert(plumb_base_precision(&c, &base));
    ck_assert_str_eq(base.name, plumb_precision_default(PLUMB_BF16)->name);
    c.weights.present = c.lse.present = false;
    ck_assert(!plumb_base_precision(&c, &base));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("diagnose/changed");
    TCase *tests = tcase_create("changed");
    tcase_add_test(tests, tensors_keep_their_rows);
    tcase_add_test(tests, the_first_that_does_not_apply_ends_it);
    tcase_add_test(tests, as_many_numbers_are_not_enough);
    tcase_add_test(tests, precision_alone);
    tcase_add_test(tests, the_model_of_a_changed_case);
    tcase_add_test(tests, the_model_of_a_case);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
