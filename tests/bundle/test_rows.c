/* test_rows.c - the fast path has the bits of the minimal kernels: every operator, encoding, mask and
   character of numbers, ragged lengths, and what is not finite. */
#include "tests/bundle/compared_rows.h"
#include "tests/support/suite.h"
#include <flint/flint.h>

#define PROBLEMS 60

START_TEST(operators_have_the_same_bits) {
    random_cases cases = random_begin("fast operators", PROBLEMS);
    while (random_next(&cases)) {
        random_round(&cases, _i);
        drawn_problem drawn =
            draw_operator_problem(&cases, operator_of_variant((size_t)_i),
                                  (problem_character)random_below(&cases, CHARACTERS));
        check_problem(&cases, &drawn.problem);
        free_problem(&drawn);
    }
}
END_TEST

START_TEST(positions_have_the_same_bits) {
    random_cases cases = random_begin("fast positions", PROBLEMS);
    while (random_next(&cases)) {
        random_round(&cases, _i);
        size_t variant = random_below(&cases, OPERATOR_VARIANTS);
        drawn_problem drawn =
            draw_position_problem(&cases, operator_of_variant(variant), (plumb_position_kind)_i,
                                  (problem_character)random_below(&cases, CHARACTERS));
        check_problem(&cases, &drawn.problem);
        free_problem(&drawn);
    }
}
END_TEST

/* Lengths on both sides of panels and bundles, small and large, dimensions that no vector divides. */
static plumb_problem draw_ragged(random_cases *cases) {
    size_t least = random_below(cases, 8) == 0 ? 4 * PLUMB_BUNDLE_ROWS : 1;
    plumb_problem shape = one_head(least + random_below(cases, 2 * PLUMB_BUNDLE_ROWS + 3),
                                   random_below(cases, 3 * PLUMB_PANEL), random_below(cases, 37),
                                   random_below(cases, 37));
    shape.key_heads = 1 + random_below(cases, 2);
    shape.query_heads = shape.key_heads * (1 + random_below(cases, 2));
    shape.causal.causal = random_below(cases, 2) == 0;
    shape.causal.offset = (int64_t)random_below(cases, 3 * PLUMB_PANEL) - PLUMB_PANEL / 2;
    return shape;
}

START_TEST(ragged_shapes_have_the_same_bits) {
    random_cases cases = random_begin("fast shapes", PROBLEMS);
    while (random_next(&cases)) {
        drawn_problem drawn = draw_problem(&cases, draw_ragged(&cases), (problem_character)_i);
        check_problem(&cases, &drawn.problem);
        free_problem(&drawn);
    }
}
END_TEST

/* NaN and infinities among the inputs: what a row does not see does not reach it. */
START_TEST(poison_has_the_same_bits) {
    random_cases cases = random_begin("fast poison", PROBLEMS);
    while (random_next(&cases)) {
        drawn_problem drawn = draw_problem(&cases, draw_ragged(&cases), ORDINARY);
        double *tensors[] = {drawn.query, drawn.key, drawn.value};
        size_t counts[] = {query_numbers(&drawn.problem), key_numbers(&drawn.problem),
                           value_numbers(&drawn.problem)};
        for (size_t i = 0; i < 3; i++)
            for (size_t n = 0; n < 3 && counts[i] > 0; n++)
                poison(&cases, tensors[i] + random_below(&cases, counts[i]), 1);
        check_problem(&cases, &drawn.problem);
        free_problem(&drawn);
    }
}
END_TEST

/* More keys than panels are kept for. */
START_TEST(long_rows_have_the_same_bits) {
    random_cases cases = random_begin("fast long rows", 1);
    while (random_next(&cases)) {
        plumb_problem shape = one_head(3, 1 + PLUMB_PANELS_BYTES / sizeof(double) / 60, 64, 2);
        drawn_problem drawn = draw_problem(&cases, shape, ORDINARY);
        check_problem(&cases, &drawn.problem);
        free_problem(&drawn);
    }
}
END_TEST

/* Several panels and bundles, each of which sees more keys than the one before; then another head,
   whose rows begin with few again: what earlier rows left beyond the keys that are seen must not
   stay. */
START_TEST(causal_bundles_leave_nothing_behind) {
    static const plumb_operator operators[] = {
        {.kind = PLUMB_SOFTMAX},
        {.kind = PLUMB_SCALED_SOFTMAX, .alpha = 0.5},
        {.kind = PLUMB_CLIPPED_SOFTMAX, .gamma = 0.03, .zeta = 1.03},
        {.kind = PLUMB_SOFTMAX, .softcap = 2, .softcap_order = PLUMB_BIAS_MASK_CAP},
        {.kind = PLUMB_SOFTMAX, .sink = PLUMB_SINK_ZERO},
        {.kind = PLUMB_IDENTITY}};
    random_cases cases = random_begin("fast bundles", 1);
    while (random_next(&cases)) {
        plumb_problem shape = one_head(4 * PLUMB_BUNDLE_ROWS + 5, 3 * PLUMB_PANEL + 7, 17, 32);
        shape.query_heads = shape.key_heads = 2;
        shape.causal = (plumb_causal){true, 40};
        shape.op = operators[_i];
        drawn_problem drawn = draw_problem(&cases, shape, ORDINARY);
        check_problem(&cases, &drawn.problem);
        free_problem(&drawn);
    }
}
END_TEST

/* Rows in any order are the same rows. */
START_TEST(any_order_of_rows) {
    random_cases cases = random_begin("fast order", 20);
    while (random_next(&cases)) {
        drawn_problem drawn = draw_problem(&cases, draw_ragged(&cases), ORDINARY);
        const plumb_problem *p = &drawn.problem;
        compared c;
        compared_init(&c, p);
        for (size_t i = 0; i < 30; i++)
            check_row((asked_row){&cases, p, 0, random_below(&cases, p->query_heads),
                                  random_below(&cases, p->query_length)},
                      &c);
        compared_free(&c);
        free_problem(&drawn);
    }
}
END_TEST

/* No more rows than are asked for, than there are, or than fit; and one at least. */
START_TEST(bundles_have_so_many_rows) {
    static const size_t queries[] = {1, 2, 7, 1000}, keys[] = {0, 1, 100, 100000, 1000000000};
    static const size_t mosts[] = {1, 2, 5, PLUMB_BUNDLE_ROWS};
    for (size_t i = 0; i < sizeof queries / sizeof *queries; i++)
        for (size_t j = 0; j < sizeof keys / sizeof *keys; j++)
            for (size_t n = 0; n < sizeof mosts / sizeof *mosts; n++) {
                plumb_problem p = one_head(queries[i], keys[j], 1, 1);
                size_t rows = plumb_rows_together(&p, mosts[n]);
                double bytes = (double)rows * (double)keys[j] * (2 * sizeof(plumb_ball) + 1);
                ck_assert_uint_ge(rows, 1);
                ck_assert_uint_le(rows, mosts[n]);
                ck_assert_uint_le(rows, queries[i]);
                ck_assert(rows == 1 || bytes <= PLUMB_BUNDLE_BYTES);
            }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("rows");
    TCase *tests = tcase_create("rows");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_loop_test(tests, operators_have_the_same_bits, 0, OPERATOR_VARIANTS);
    tcase_add_loop_test(tests, positions_have_the_same_bits, 0, PLUMB_POSITION_SHAW + 1);
    tcase_add_loop_test(tests, ragged_shapes_have_the_same_bits, 0, CHARACTERS);
    tcase_add_test(tests, poison_has_the_same_bits);
    tcase_add_test(tests, long_rows_have_the_same_bits);
    tcase_add_loop_test(tests, causal_bundles_leave_nothing_behind, 0, 6);
    tcase_add_test(tests, any_order_of_rows);
    tcase_add_test(tests, bundles_have_so_many_rows);
    suite_add_tcase(suite, tests);
    int result = run_suite(suite);
    flint_cleanup(); /* its caches are no leak */
    return result;
}
