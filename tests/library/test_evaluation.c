/* test_evaluation.c - each number stands at its batch, head, query and column: shapes of which no two lengths
   are equal, of all queries and of some, shared among processes, enclosed and rounded. */
#include "library/evaluation.h"
#include "tests/support/check.h"
#include "tests/support/naive.h"
#include "tests/support/suite.h"
#include <flint/flint.h>

typedef struct {
    plumb_case asked;
    drawn_problem drawn;
    plumb_evaluation how;
    plumb_quantity quantity;
    size_t to, width, count;
    double *mid, *rad;
} evaluated;

static evaluated begin(drawn_problem drawn, plumb_quantity quantity, size_t from, size_t to) {
    evaluated e = {.asked = {.problem = drawn.problem, .source = "shape"},
                   .drawn = drawn,
                   .how = {.from = from, .to = to},
                   .quantity = quantity};
    e.to = to > 0 ? to : drawn.problem.query_length;
    e.width = naive_width(&drawn.problem, quantity);
    e.count = plumb_evaluation_count(&e.asked, quantity, &e.how);
    ck_assert_uint_eq(e.count, drawn.problem.batch * drawn.problem.query_heads * (e.to - from) * e.width);
    e.mid = calloc(e.count, sizeof *e.mid);
    e.rad = calloc(e.count, sizeof *e.rad);
    return e;
}

static void end(evaluated *e) {
    free(e->mid);
    free(e->rad);
    free_problem(&e->drawn);
}

static bool is_near(double number, long double naive, double within) {
    return isinf(naive) ? number == (double)naive
                        : fabsl(number - naive) <= within + 0x1p-50L * (fabsl(naive) + 1);
}

/* Every element, told apart by its place in the naive answer. */
static void check(const evaluated *e) {
    const plumb_problem *p = &e->asked.problem;
    for (size_t b = 0; b < p->batch; b++)
        for (size_t h = 0; h < p->query_heads; h++)
            for (size_t t = e->how.from; t < e->to; t++)
                for (size_t i = 0; i < e->width; i++) {
                    size_t at = naive_start(p, e->quantity, e->to - e->how.from, b, h, t - e->how.from) + i;
                    long double naive = naive_element(p, e->quantity, b, h, t, i);
                    ck_assert_msg(is_near(e->mid[at], naive, e->rad[at]) && e->rad[at] < 1e-12,
                                  "%s[%zu,%zu,%zu,%zu]: %.17g +- %g, not %.17Lg",
                                  plumb_quantity_name(e->quantity), b, h, t, i, e->mid[at], e->rad[at],
                                  naive);
                }
}

/* All queries; some from the first on; some to the last. */
static const struct {
    size_t from, to;
} ranges[] = {{0, 0}, {0, 2}, {1, 2}, {1, 0}};

static void enclose(evaluated *e) {
    plumb_error error;
    ck_assert_int_eq(plumb_evaluate_balls(&e->asked, e->quantity, &e->how, e->mid, e->rad, &error), 0);
    check(e);
}

START_TEST(balls_stand_in_their_places) {
    random_cases cases = random_begin("places of balls", 1);
    while (random_next(&cases))
        for (int quantity = 0; quantity < PLUMB_QUANTITIES; quantity++)
            for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
                evaluated e = begin(naive_masked(&cases, (size_t)_i), (plumb_quantity)quantity,
                                    ranges[i].from, ranges[i].to);
                enclose(&e);
                e.how.minimal = true;
                enclose(&e);
                end(&e);
            }
}
END_TEST

START_TEST(rounded_numbers_stand_in_their_places) {
    random_cases cases = random_begin("places of rounded numbers", 1);
    plumb_error error;
    while (random_next(&cases))
        for (int quantity = 0; quantity < PLUMB_QUANTITIES; quantity++)
            for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
                evaluated e = begin(naive_masked(&cases, (size_t)_i), (plumb_quantity)quantity,
                                    ranges[i].from, ranges[i].to);
                ck_assert_int_eq(plumb_evaluate_rounded(&e.asked, e.quantity, PLUMB_F64, &e.how, e.mid, &error), 0);
                check(&e);
                end(&e);
            }
}
END_TEST

static void check_nearest(const evaluated *e) {
    const plumb_problem *p = &e->asked.problem;
    for (size_t b = 0; b < p->batch; b++)
        for (size_t h = 0; h < p->query_heads; h++)
            for (size_t t = e->how.from; t < e->to; t++)
                for (size_t c = 0; c < p->value_dim; c++) {
                    size_t at = naive_start(p, PLUMB_OUTPUT, e->to - e->how.from, b, h, t - e->how.from) + c;
                    ck_assert_msg(e->mid[at] == naive_nearest(p, b, h, t, c), "[%zu,%zu,%zu,%zu]: %.9g", b, h, t,
                                  c, e->mid[at]);
                }
}

/* Many elements are not told by their balls: what is looked at again is that element. */
START_TEST(second_looks_are_at_the_same_places) {
    random_cases cases = random_begin("places of second looks", 1);
    plumb_error error;
    while (random_next(&cases))
        for (size_t i = 0; i < 2 * sizeof ranges / sizeof *ranges; i++) {
            evaluated e = begin(naive_boundary(&cases, (size_t)_i), PLUMB_OUTPUT, ranges[i / 2].from,
                                ranges[i / 2].to);
            e.how.minimal = i % 2 == 1;
            ck_assert_int_eq(plumb_evaluate_rounded(&e.asked, PLUMB_OUTPUT, PLUMB_F32, &e.how, e.mid, &error), 0);
            check_nearest(&e);
            end(&e);
        }
}
END_TEST

/* The parts of three members, put into one array one after the other, are the whole. */
START_TEST(members_share_all_rows) {
    random_cases cases = random_begin("places of members", 1);
    plumb_error error;
    while (random_next(&cases)) {
        evaluated e = begin(naive_masked(&cases, (size_t)_i), PLUMB_OUTPUT, 1, 0);
        e.how.members = 3;
        for (e.how.member = 0; e.how.member < 3; e.how.member++) {
            size_t given = 0;
            double *mid = calloc(e.count, sizeof *mid), *rad = calloc(e.count, sizeof *rad);
            ck_assert_int_eq(plumb_evaluate_balls(&e.asked, PLUMB_OUTPUT, &e.how, mid, rad, &error), 0);
            for (size_t i = 0; i < e.count; i++) {
                given += mid[i] != 0;
                ck_assert_msg(mid[i] == 0 || e.mid[i] == 0, "row given by two members");
                e.mid[i] += mid[i];
                e.rad[i] += rad[i];
            }
            ck_assert_uint_gt(given, 0);
            free(mid);
            free(rad);
        }
        check(&e);
        end(&e);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("evaluation");
    TCase *tests = tcase_create("evaluation");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_loop_test(tests, balls_stand_in_their_places, 0, NAIVE_SHAPES);
    tcase_add_loop_test(tests, rounded_numbers_stand_in_their_places, 0, NAIVE_SHAPES);
    tcase_add_loop_test(tests, second_looks_are_at_the_same_places, 0, NAIVE_SHAPES);
    tcase_add_loop_test(tests, members_share_all_rows, 0, NAIVE_SHAPES);
    suite_add_tcase(suite, tests);
    int result = run_suite(suite);
    flint_cleanup(); /* its caches are no leak */
    return result;
}
