/* test_added.c - however a model rounds a row and its sum with a vector, each element stays within what is said of it;
   and that is what the page has. */
#include "budget/added.h"
#include "theorem/angle_error.h"
#include "row/positions.h"
#include "tests/budget/models.h"
#include "tests/budget/page.h"
#include "tests/support/reproduce.h"
#include "tests/support/suite.h"
#include <math.h>

#define CASES 2000
#define MOST_DIM 16
#define ROWS 16

/* Sines and cosines, or numbers as a table has them. */
typedef struct {
    size_t dim;
    plumb_sinusoidal_layout layout;
    bool is_stated;
    double x[MOST_DIM], angle[MOST_DIM], delta[MOST_DIM], table[MOST_DIM];
} vector;

static vector random_vector(random_cases *cases) {
    vector v = {.dim = 2 * (1 + random_below(cases, MOST_DIM / 2))};
    v.layout = (plumb_sinusoidal_layout)random_below(cases, 2);
    v.is_stated = random_below(cases, 2);
    for (size_t c = 0; c < v.dim; c++) {
        v.x[c] = (double)(float)random_normal(cases);
        v.table[c] = (double)(float)random_normal(cases);
    }
    for (size_t m = 0; m < v.dim / 2; m++) {
        v.angle[m] = 6.3 * random_uniform(cases);
        v.delta[m] = random_below(cases, 2) ? exp2(-20 * random_uniform(cases)) : 0;
    }
    return v;
}

static size_t pair_of(const vector *v, size_t c) {
    return v->layout == PLUMB_SINUSOIDAL_INTERLEAVED ? c / 2 : c % (v->dim / 2);
}

/* A number of the row whose angles are all moved by so much of their deltas. */
static double number_of(const vector *v, size_t c, double part) {
    bool is_sine = v->layout == PLUMB_SINUSOIDAL_INTERLEAVED ? c % 2 == 0 : c < v->dim / 2;
    double angle = v->angle[pair_of(v, c)] + part * v->delta[pair_of(v, c)];
    return v->is_stated ? v->table[c] : is_sine ? sin(angle) : cos(angle);
}

static double side(random_cases *cases) {
    return random_below(cases, 2) ? (random_below(cases, 2) ? 1 : -1) : 2 * random_uniform(cases) - 1;
}

/* x as a step may round it; extremes now and then */
static double rounded(random_cases *cases, const model_steps *steps, size_t step, double x) {
    return x + 0.999 * side(cases) * (steps->unit[step] * fabs(x) + steps->tiny[step]);
}

static double in_tensor(random_cases *cases, const model_steps *steps, double x) {
    bool coarse = steps->unit[PLUMB_STEP_INPUT] > steps->unit[PLUMB_STEP_OUTPUT];
    return rounded(cases, steps, coarse ? PLUMB_STEP_INPUT : PLUMB_STEP_OUTPUT, x);
}

static double computed_of(random_cases *cases, const model_steps *steps, const vector *v, size_t c) {
    double function = v->is_stated ? 0 : 7.99 * side(cases) * steps->unit[PLUMB_STEP_EXPONENT];
    double row = in_tensor(cases, steps, number_of(v, c, side(cases)) + function);
    return in_tensor(cases, steps, in_tensor(cases, steps, rounded(cases, steps, PLUMB_STEP_EXPONENT, v->x[c] + row)));
}

/* What is said of the elements; 0: nothing. */
static int bounds_of(const model_steps *steps, const vector *v, double *size, double *off) {
    plumb_ball sum[MOST_DIM];
    double row_off[MOST_DIM] = {0};
    for (size_t c = 0; c < v->dim; c++)
        sum[c] = (plumb_ball){v->x[c] + number_of(v, c, 0), 0x1p-50};
    if (!v->is_stated && !plumb_sinusoid_off(steps->unit, v->delta, v->layout, v->dim, row_off))
        return 0;
    return plumb_added_vector(steps->unit, steps->tiny, sum, row_off, v->x, v->dim, size, off);
}

static void fail_case(const random_cases *cases, const char *what, double off, double bound) {
    reproduction line = reproduce(cases);
    reproduce_text(&line, " %s: %a, %a", what, off, bound);
    reproduce_fail(&line);
}

START_TEST(stays_within) {
    random_cases cases = random_begin("budget added", CASES);
    while (random_next(&cases)) {
        model_steps steps = steps_of(random_precision(&cases));
        vector v = random_vector(&cases);
        double size[MOST_DIM], off[MOST_DIM];
        ck_assert(bounds_of(&steps, &v, size, off));
        for (size_t c = 0; c < v.dim; c++) {
            double exact = v.x[c] + number_of(&v, c, 0), computed = computed_of(&cases, &steps, &v, c);
            double slack = 0x1p-46 * (1 + size[c]);
            if (!(fabs(computed - exact) <= off[c] + slack))
                fail_case(&cases, "an element beyond its error", computed - exact, off[c]);
            if (!(fmax(fabs(computed), fabs(exact)) <= size[c] + slack))
                fail_case(&cases, "an element beyond its size", computed, size[c]);
        }
    }
}
END_TEST

#define DIM 8

static plumb_problem random_problem(random_cases *cases, const double *table) {
    plumb_problem p = {.batch = 1, .query_heads = 1, .key_heads = 1, .query_length = 1, .key_length = 1};
    p.head_dim = DIM;
    p.position.kind = random_below(cases, 2) ? PLUMB_POSITION_SINUSOIDAL : PLUMB_POSITION_LEARNED;
    p.position.sinusoidal = (plumb_sinusoidal_layout)random_below(cases, 2);
    p.position.sinusoidal_base = 10000;
    p.position.table = table;
    p.position.table_rows = ROWS;
    return p;
}

/* Section 18. */
static void hold_against_page(random_cases *cases, const plumb_problem *p, const plumb_precision *precision,
                              plumb_positions *positions) {
    model_steps steps = steps_of(precision);
    plumb_workspace workspace = {.short_of_memory = false};
    const plumb_frequency_error *angle = plumb_frequency_errors(p, &workspace);
    double x[DIM], delta[DIM], row_off[DIM] = {0}, size[DIM], off[DIM];
    for (size_t c = 0; c < DIM; c++)
        x[c] = random_normal(cases);
    int64_t position = (int64_t)random_below(cases, ROWS);
    plumb_problem at = *p;
    at.position.query_position = &position;
    plumb_move_query(positions, &at, 0, 0, x);
    bool computed = p->position.kind == PLUMB_POSITION_SINUSOIDAL;
    for (size_t m = 0; m < DIM / 2 && computed; m++)
        delta[m] = plumb_angle_error(angle[m], precision, position);
    ck_assert(!computed || plumb_sinusoid_off(steps.unit, delta, p->position.sinusoidal, DIM, row_off));
    ck_assert(plumb_added_vector(steps.unit, steps.tiny, positions->query, row_off, x, DIM, size, off));
    for (size_t c = 0; c < DIM; c++) {
        double moved = fabs(positions->query[c].mid), row = fabs(positions->query[c].mid - x[c]);
        double error = row_off[c] + page_added(precision, row, row_off[c], moved);
        if (!(off[c] <= 1.01 * error + 0x1p-48))
            fail_case(cases, "more than the page has", off[c], error);
        if (!(off[c] >= 0.99 * error - 0x1p-44))
            fail_case(cases, "far less than the page has", off[c], error);
    }
    plumb_workspace_free(&workspace);
}

START_TEST(is_what_the_page_has) {
    random_cases cases = random_begin("budget added sharp", CASES);
    double table[ROWS * DIM];
    while (random_next(&cases)) {
        for (size_t i = 0; i < ROWS * DIM; i++)
            table[i] = random_normal(&cases);
        plumb_problem p = random_problem(&cases, table);
        plumb_positions positions;
        ck_assert_int_eq(plumb_positions_init(&positions, &p), 0);
        hold_against_page(&cases, &p, random_precision(&cases), &positions);
        plumb_positions_free(&positions);
    }
}
END_TEST

/* Of x + r, where r is off by so much: how far the sum is off. */
static double off_of(const model_steps *steps, double x, double r, double row_off) {
    plumb_ball sum = {x + r, 0};
    double size, off;
    ck_assert(plumb_added_vector(steps->unit, steps->tiny, &sum, &row_off, &x, 1, &size, &off));
    return off;
}

/* Where roundings are coarse, each sees what those before it did: of the row, of which its sum with the vector
   may show nothing, of the sum, and of its two stores. */
START_TEST(every_step_is_felt) {
    model_steps tensor = {{0}, {0}}, sum = tensor, underflowing = tensor;
    tensor.unit[PLUMB_STEP_INPUT] = 0.25;
    sum.unit[PLUMB_STEP_EXPONENT] = 0.25;
    underflowing.tiny[PLUMB_STEP_OUTPUT] = 0.125;
    ck_assert_double_eq_tol(off_of(&tensor, 0, 1, 0), 1.25 * 1.25 * 1.25 - 1, 0x1p-40);
    ck_assert_double_eq_tol(off_of(&tensor, -1, 1, 0), 0.25 * 1.25 * 1.25, 0x1p-40);
    ck_assert_double_eq_tol(off_of(&tensor, 1, 0, 0.5), 0.625 * 1.25 * 1.25 + 1.25 * 1.25 - 1, 0x1p-40);
    ck_assert_double_eq_tol(off_of(&sum, 1, 0, 0), 0.25, 0x1p-40);
    ck_assert_double_eq_tol(off_of(&underflowing, 1, 1, 0), 0.375, 0x1p-40);
    double delta = 0.5, off[2];
    ck_assert(plumb_sinusoid_off(sum.unit, &delta, PLUMB_SINUSOIDAL_CONCATENATED, 2, off));
    ck_assert_double_eq_tol(off[0], 2.5, 0x1p-40);
    ck_assert_double_eq_tol(off[1], 2.5, 0x1p-40);
}
END_TEST

START_TEST(nothing_is_known) {
    random_cases cases = random_begin("budget added nothing", CASES);
    while (random_next(&cases)) {
        model_steps steps = steps_of(plumb_precision_find("f32"));
        vector v = random_vector(&cases), lost = v;
        double size[MOST_DIM], off[MOST_DIM];
        lost.x[random_below(&cases, v.dim)] = NAN;
        ck_assert(!bounds_of(&steps, &lost, size, off));
        lost = v;
        lost.is_stated = false;
        lost.delta[random_below(&cases, v.dim / 2)] = INFINITY;
        ck_assert(!bounds_of(&steps, &lost, size, off));
        lost = v;
        lost.is_stated = true;
        lost.table[random_below(&cases, v.dim)] = INFINITY;
        ck_assert(!bounds_of(&steps, &lost, size, off));
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/added");
    TCase *tests = tcase_create("added");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, stays_within);
    tcase_add_test(tests, is_what_the_page_has);
    tcase_add_test(tests, every_step_is_felt);
    tcase_add_test(tests, nothing_is_known);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
