/* test_narrow.c - narrow balls of elements contain the reference's value, for the softmax with any mask and with sinks'
   logits; other problems give no finite radius.  Correct rounding by them agrees with the reference, and seldom needs
   it. */
#include "exact/certify.h"
#include "exact/round.h"
#include "bundle/narrow.h"
#include "tests/fast/minimal.h"
#include "tests/bundle/windows.h"
#include "tests/support/problems.h"
#include "tests/support/suite.h"
#include <flint/flint.h>

#define PROBLEMS 20
#define PRECISION 4000

/* The same problem by lanes and by the minimal kernels. */
typedef struct {
    const plumb_problem *problem;
    plumb_rows rows, minimal_rows;
    plumb_narrow narrow, minimal;
    plumb_reference reference;
} compared;

static void compared_init(compared *c, const plumb_problem *p) {
    c->problem = p;
    ck_assert_int_eq(plumb_rows_init(&c->rows, p, PLUMB_BUNDLE_ROWS, PLUMB_KEEP_OUTPUT), 0);
    ck_assert_int_eq(plumb_rows_init(&c->minimal_rows, p, 1, PLUMB_KEEP_ALL), 0);
    c->minimal_rows.minimal = true;
    ck_assert_int_eq(plumb_narrow_init(&c->narrow, &c->rows), 0);
    ck_assert_int_eq(plumb_narrow_init(&c->minimal, &c->minimal_rows), 0);
    plumb_reference_init(&c->reference, p);
}

static void compared_free(compared *c) {
    plumb_narrow_free(&c->narrow);
    plumb_narrow_free(&c->minimal);
    plumb_rows_free(&c->rows);
    plumb_rows_free(&c->minimal_rows);
    plumb_reference_clear(&c->reference);
}

static void fail_element(const random_cases *cases, const compared *c, size_t row, size_t column,
                         const char *what, plumb_ball fast, plumb_ball minimal) {
    reproduction line = reproduce(cases);
    reproduce_text(&line, " %s: row %zu column %zu", what, row, column);
    reproduce_balls(&line, "fast", &fast, 1);
    reproduce_balls(&line, "minimal", &minimal, 1);
    reproduce_problem(&line, c->problem);
    reproduce_fail(&line);
}

/* Whether it says anything. */
static bool check_element(const random_cases *cases, compared *c, size_t row, size_t column) {
    const plumb_problem *p = c->problem;
    size_t t = row % p->query_length, h = row / p->query_length % p->query_heads;
    size_t b = row / p->query_length / p->query_heads;
    plumb_ball fast = plumb_narrow_element(&c->narrow, b, h, t, column);
    plumb_ball minimal = plumb_narrow_element(&c->minimal, b, h, t, column);
    if (!same(fast, minimal))
        fail_element(cases, c, row, column, "other bits", fast, minimal);
    if (ball_informs(fast) &&
        !ball_contains(fast,
                       plumb_reference_element(&c->reference, b, h, t, PLUMB_OUTPUT, column, PRECISION)))
        fail_element(cases, c, row, column, "not the reference's", fast, minimal);
    return ball_informs(fast);
}

/* How many elements are told, of scattered rows and columns. */
static size_t check_elements(random_cases *cases, const plumb_problem *p, size_t count) {
    size_t rows = p->batch * p->query_heads * p->query_length, told = 0;
    compared c;
    compared_init(&c, p);
    for (size_t i = 0; i < count && rows * p->value_dim > 0; i++) {
        size_t row = random_below(cases, rows);
        told += check_element(cases, &c, row, random_below(cases, p->value_dim));
        told += check_element(cases, &c, row, random_below(cases, p->value_dim));
    }
    compared_free(&c);
    return told;
}

/* Most of these have a bias, a sink or something else beside the mask. */
START_TEST(every_operator) {
    random_cases cases = random_begin("narrow operators", PROBLEMS);
    while (random_next(&cases)) {
        random_round(&cases, _i);
        drawn_problem drawn =
            draw_operator_problem(&cases, operator_of_variant((size_t)_i),
                                  (problem_character)random_below(&cases, CHARACTERS));
        size_t told = check_elements(&cases, &drawn.problem, 4);
        ck_assert(told == 0 || drawn.problem.op.kind == PLUMB_SOFTMAX);
        free_problem(&drawn);
    }
}
END_TEST

START_TEST(every_position) {
    random_cases cases = random_begin("narrow positions", PROBLEMS);
    while (random_next(&cases)) {
        random_round(&cases, _i);
        drawn_problem drawn = draw_position_problem(&cases, operator_of_variant(0),
                                                    (plumb_position_kind)_i, ORDINARY);
        size_t told = check_elements(&cases, &drawn.problem, 4);
        ck_assert(told == 0 || drawn.problem.position.kind == PLUMB_POSITION_NONE);
        free_problem(&drawn);
    }
}
END_TEST

/* Whatever joins the plain softmax of visible keys, one thing at a time. */
START_TEST(all_else_is_left) {
    static const extra_tensor tensors[] = {BIAS, VALUE_BIAS, GATE};
    random_cases cases = random_begin("narrow extras", 1);
    while (random_next(&cases)) {
        for (size_t i = 0; i < 3; i++) {
            drawn_problem drawn = draw_problem(&cases, one_head(2, 9, 4, 3), ORDINARY);
            ck_assert_uint_gt(check_elements(&cases, &drawn.problem, 4), 0);
            give_extra(&drawn, tensors[i]);
            ck_assert_uint_eq(check_elements(&cases, &drawn.problem, 4), 0);
            free_problem(&drawn);
        }
        drawn_problem drawn = draw_problem(&cases, one_head(2, 9, 4, 3), ORDINARY);
        drawn.problem.op.softcap = 2;
        ck_assert_uint_eq(check_elements(&cases, &drawn.problem, 4), 0);
        drawn.problem.op = (plumb_operator){.kind = PLUMB_SOFTMAX, .sink = PLUMB_SINK_KEY};
        give_extra(&drawn, SINK_KEY);
        ck_assert_uint_eq(check_elements(&cases, &drawn.problem, 4), 0);
        free_problem(&drawn);
    }
}
END_TEST

/* The logit is 0 or given: beyond all scores, of their size, and far below. */
START_TEST(sinks_with_a_logit) {
    static const double logits[] = {900, 1, 0, -2, -900};
    random_cases cases = random_begin("narrow sinks", 5);
    while (random_next(&cases))
        for (size_t i = 0; i < 5; i++) {
            drawn_problem drawn = draw_problem(&cases, one_head(4, 70, 6, 3), ORDINARY);
            drawn.problem.op.sink = PLUMB_SINK_LOGIT;
            give_extra(&drawn, SINK_LOGITS);
            drawn.extra[SINK_LOGITS][0] = logits[i];
            ck_assert_uint_eq(check_elements(&cases, &drawn.problem, 8), 16);
            drawn.problem.op.sink = PLUMB_SINK_ZERO;
            ck_assert_uint_eq(check_elements(&cases, &drawn.problem, 8), 16);
            free_problem(&drawn);
        }
}
END_TEST

static plumb_problem draw_shape(random_cases *cases) {
    plumb_problem shape = one_head(1 + random_below(cases, 2 * PLUMB_BUNDLE_ROWS),
                                   random_below(cases, 3 * PLUMB_PANEL), random_below(cases, 37),
                                   1 + random_below(cases, 9));
    shape.key_heads = 1 + random_below(cases, 2);
    shape.query_heads = shape.key_heads * (1 + random_below(cases, 2));
    shape.causal.causal = random_below(cases, 2) == 0;
    shape.causal.offset = (int64_t)random_below(cases, 3 * PLUMB_PANEL) - PLUMB_PANEL / 2;
    shape.empty_row = (plumb_empty_row)random_below(cases, 3);
    return shape;
}

START_TEST(ragged_shapes) {
    random_cases cases = random_begin("narrow shapes", PROBLEMS);
    while (random_next(&cases)) {
        drawn_problem drawn = draw_problem(&cases, draw_shape(&cases), (problem_character)_i);
        check_elements(&cases, &drawn.problem, 6);
        free_problem(&drawn);
    }
}
END_TEST

/* Of the softmax and the sinks that it applies to; some are told. */
START_TEST(windows) {
    static const plumb_sink sinks[] = {PLUMB_SINK_NONE, PLUMB_SINK_ZERO, PLUMB_SINK_LOGIT,
                                       PLUMB_SINK_FIRST_KEYS};
    random_cases cases = random_begin("narrow windows", PROBLEMS);
    size_t told = 0;
    while (random_next(&cases)) {
        random_round(&cases, _i);
        size_t t;
        operator_variant variant = {PLUMB_SOFTMAX, sinks[_i], PLUMB_UNNORMALISED};
        drawn_problem drawn = draw_visible_in_part(&cases, variant, &t);
        drawn.problem.op.softcap = 0;
        drawn.problem.position.kind = PLUMB_POSITION_NONE;
        drawn.problem.extra.bias = drawn.problem.extra.value_bias = NULL;
        drawn.problem.extra.gate = NULL;
        told += check_elements(&cases, &drawn.problem, 2);
        free_problem(&drawn);
    }
    ck_assert_uint_gt(told, 0);
}
END_TEST

static plumb_ball look(void *narrow, size_t b, size_t h, size_t t, size_t column) {
    return plumb_narrow_element(narrow, b, h, t, column);
}

enum { MOST_COLUMNS = 64 };

/* Rounds row t, with the second look or without, and says how often the reference was asked. */
static size_t round_row(const plumb_problem *p, size_t t, plumb_format format, bool again,
                        double *rounded) {
    unsigned char certificate[MOST_COLUMNS];
    plumb_rows rows;
    plumb_narrow narrow;
    plumb_certifier certifier;
    size_t escalated = 0;
    ck_assert_uint_le(p->value_dim, MOST_COLUMNS);
    ck_assert_int_eq(plumb_rows_init(&rows, p, 1, PLUMB_KEEP_OUTPUT), 0);
    ck_assert_int_eq(plumb_narrow_init(&narrow, &rows), 0);
    plumb_certifier_init(&certifier, p);
    if (again)
        certifier.again = (plumb_second_look){look, &narrow};
    plumb_certify_row(&certifier, 0, 0, t, plumb_rows_get(&rows, 0, 0, t), PLUMB_OUTPUT, format,
                      rounded, certificate, &escalated);
    for (size_t c = 0; c < p->value_dim; c++)
        ck_assert_int_eq(certificate[c], PLUMB_DECIDED);
    plumb_certifier_clear(&certifier);
    plumb_narrow_free(&narrow);
    plumb_rows_free(&rows);
    return escalated;
}

/* Two neighbours in the format, v and v (1 + step), weighed e^-d/2 to e^d/2: the mean is a boundary, and
   the output beyond it by d/4 of a step.  The balls of the row leave the nearest open. */
static size_t check_boundary(plumb_format format, double step, double difference, bool again) {
    enum { DIM = 64 };
    plumb_problem shape = one_head(1, 2, DIM, 2);
    drawn_problem drawn = blank_problem(shape);
    drawn.problem.scale.text = "1";
    for (size_t c = 0; c < DIM; c++)
        drawn.query[c] = drawn.key[c] = drawn.key[DIM + c] = c % 2 == 0 ? 0.3 : -0.3;
    drawn.query[0] = 1;
    drawn.key[0] = 0;
    drawn.key[DIM] = difference;
    drawn.value[0] = drawn.value[3] = 1;
    drawn.value[1] = drawn.value[2] = 1 + step;
    double rounded[2];
    size_t escalated = round_row(&drawn.problem, 0, format, again, rounded);
    ck_assert(rounded[0] == (difference > 0 ? 1 + step : 1));
    ck_assert(rounded[1] == (difference > 0 ? 1 : 1 + step));
    free_problem(&drawn);
    return escalated;
}

START_TEST(near_boundaries) {
    static const plumb_format formats[] = {PLUMB_F32, PLUMB_F16, PLUMB_BF16};
    static const double steps[] = {0x1p-23, 0x1p-10, 0x1p-7};
    for (size_t i = 0; i < 3; i++) {
        size_t before = 0, after = 0;
        for (int exponent = -60; exponent < -5; exponent++)
            for (int side = -1; side <= 1; side += 2) {
                double difference = ldexp(side * 1.1, exponent);
                before += check_boundary(formats[i], steps[i], difference, false);
                after += check_boundary(formats[i], steps[i], difference, true);
            }
        ck_assert_msg(after > 0 && after + 12 <= before, "the reference was asked %zu and %zu times",
                      before, after);
    }
}
END_TEST

/* Ordinary rows of a head: what is rounded is the same, and nearly no element is left to the reference. */
START_TEST(the_reference_is_seldom_asked) {
    enum { QUERIES = 400 };
    random_cases cases = random_begin("narrow rounding", 1);
    while (random_next(&cases)) {
        drawn_problem drawn = draw_problem(&cases, one_head(QUERIES, 300, 64, 64), ORDINARY);
        size_t before = 0, after = 0;
        for (size_t t = 0; t < QUERIES; t++) {
            double plain[MOST_COLUMNS], narrow[MOST_COLUMNS];
            before += round_row(&drawn.problem, t, PLUMB_F32, false, plain);
            after += round_row(&drawn.problem, t, PLUMB_F32, true, narrow);
            ck_assert_mem_eq(plain, narrow, sizeof plain);
        }
        ck_assert_msg(after * 3 <= before + 3, "the reference was asked %zu and %zu times", before,
                      after);
        free_problem(&drawn);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("bundle/narrow");
    TCase *tests = tcase_create("narrow");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_loop_test(tests, every_operator, 0, OPERATOR_VARIANTS);
    tcase_add_loop_test(tests, every_position, 0, PLUMB_POSITION_COUNT);
    tcase_add_test(tests, all_else_is_left);
    tcase_add_test(tests, sinks_with_a_logit);
    tcase_add_loop_test(tests, ragged_shapes, 0, CHARACTERS);
    tcase_add_loop_test(tests, windows, 0, 4);
    tcase_add_test(tests, near_boundaries);
    tcase_add_test(tests, the_reference_is_seldom_asked);
    suite_add_tcase(suite, tests);
    int result = run_suite(suite);
    flint_cleanup(); /* its caches are no leak */
    return result;
}
