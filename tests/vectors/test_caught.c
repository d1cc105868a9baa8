/* test_caught.c - the faults that vectors claim to catch: evaluated by the reference they fail, and changes without
   effect are not among them. */
#include "diagnose/changed.h"
#include "exact/reference.h"
#include "tests/support/random.h"
#include "tests/support/suite.h"
#include "vectors/vectors.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void make(const char *family, uint64_t seed, int threads, plumb_vectors *out) {
    plumb_error error;
    const plumb_family *of = plumb_family_find(family);
    ck_assert_ptr_nonnull(of);
    ck_assert_msg(plumb_vectors_make(of, seed, threads, out, &error) == 0, "%s", error.text);
}

static void list_neighbours(const plumb_case *right, plumb_neighbourhood *list) {
    plumb_neighbours_of_masks(right, list);
    plumb_neighbours_of_scores(right, list);
    plumb_neighbours_of_operators(right, list);
    plumb_neighbours_of_keys(right, list);
    plumb_neighbours_of_positions(right, list);
}

static const plumb_neighbour *neighbour_of(const plumb_neighbourhood *list, const plumb_mutant *mutant) {
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(list->list[i].does, mutant->does) == 0 && strcmp(list->list[i].axis, mutant->axis) == 0)
            return &list->list[i];
    return NULL;
}

/* All that the reference says of a changed problem, where everything is finite. */
static bool reference_outputs(const plumb_problem *p, double *out) {
    plumb_reference reference;
    bool known = true;
    plumb_reference_init(&reference, p);
    for (size_t i = 0; i < plumb_rows_of(p) * p->value_dim; i++) {
        size_t row = i / p->value_dim, head = row / p->query_length;
        plumb_ball ball = plumb_reference_ball(&reference, head / p->query_heads, head % p->query_heads,
                                               row % p->query_length, PLUMB_OUTPUT, i % p->value_dim, 256);
        known = known && isfinite(ball.rad);
        out[i] = ball.mid;
    }
    plumb_reference_clear(&reference);
    return known;
}

static bool fails(const plumb_vector *v, const double *out) {
    plumb_case claimed = v->answers.right;
    plumb_report report;
    plumb_error error;
    claimed.output.value = out;
    ck_assert_msg(plumb_compare(&claimed, &(plumb_compare_options){.alone = true}, &report, &error) == 0, "%s",
                  error.text);
    return report.verdict == PLUMB_FAIL; /* under the precision whose tolerances the vector states */
}

static size_t check_faults(const plumb_vector *v, size_t from) {
    plumb_neighbourhood list = {0};
    size_t checked = 0;
    double *out = calloc(v->answers.out.count, sizeof *out);
    list_neighbours(&v->answers.right, &list);
    for (size_t i = from % 5; i < v->caught.count; i += 5) {
        const plumb_neighbour *neighbour = neighbour_of(&list, &v->caught.list[i]);
        plumb_storage storage = {0};
        plumb_case changed;
        if (neighbour == NULL || strcmp(v->caught.list[i].axis, "empty_row") == 0)
            continue;
        ck_assert_int_eq(plumb_change_case(&v->answers.right, &neighbour, 1, &storage, &changed), 1);
        if (changed.output.value == v->answers.right.output.value && reference_outputs(&changed.problem, out)) {
            ck_assert_msg(fails(v, out), "%s: %s", v->inputs.asked.source, neighbour->does);
            checked++;
        }
        plumb_storage_free(&storage);
    }
    plumb_neighbourhood_free(&list);
    free(out);
    return checked;
}

/* What a vector is said to catch, evaluated by the reference and judged by the judge. */
START_TEST(faults_fail) {
    static const char *const families[] = {"windows", "softcap", "rope-scalings", "sinks", "needles", "normalisers"};
    plumb_vectors vectors;
    size_t checked = 0;
    make(families[_i], 3, 0, &vectors);
    for (size_t i = (size_t)_i; i < vectors.count; i += 4)
        if (plumb_vector_is_kept(&vectors.vector[i])) {
            ck_assert(vectors.vector[i].caught.own);
            checked += check_faults(&vectors.vector[i], i);
        }
    ck_assert_uint_ge(checked, 50);
    plumb_vectors_free(&vectors);
}
END_TEST

/* A right answer shows no fault: the list is not of whatever is tried. */
START_TEST(not_all_is_caught) {
    plumb_vectors vectors;
    make("scale", 1, 0, &vectors);
    for (size_t i = 0; i < vectors.count; i++)
        for (size_t n = 0; n < vectors.vector[i].caught.count; n++) {
            const char *does = vectors.vector[i].caught.list[n].does;
            ck_assert_str_ne(does, "skips the first page of 16 keys"); /* there are not so many */
            ck_assert_str_ne(does, "copies the first batch entry to all");
        }
    plumb_vectors_free(&vectors);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("vectors/caught");
    TCase *cases = tcase_create("Faults");
    tcase_set_timeout(cases, 60 * random_timeout());
    tcase_add_loop_test(cases, faults_fail, 0, 6);
    tcase_add_test(cases, not_all_is_caught);
    suite_add_tcase(suite, cases);
    return run_suite(suite);
}
