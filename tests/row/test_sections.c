/* test_sections.c - which axis of the position ids a pair reads, and whose frequency it has, against the reference and by
   hand. */
#include "row/sections.h"
#include "exact/rope.h"
#include "tests/support/positions.h"
#include "tests/support/suite.h"

#define CASES 2000

static drawn_problem draw(random_cases *cases) {
    drawn_problem drawn = draw_problem(cases, one_head(1, 1, 2 + random_below(cases, 30), 1), ORDINARY);
    draw_position(cases, &drawn, PLUMB_POSITION_ROPE, ORDINARY);
    return drawn;
}

START_TEST(each_pair_reads_the_axis_of_the_reference) {
    random_cases cases = random_begin("sections", CASES);
    while (random_next(&cases)) {
        drawn_problem drawn = draw(&cases);
        const plumb_rope *rope = &drawn.problem.position.rope;
        size_t counted[PLUMB_MOST_AXES] = {0};
        for (size_t m = 0; m < rope->dim / 2; m++) {
            size_t axis = plumb_axis_of_pair(rope, m);
            ck_assert_uint_eq(axis, plumb_exact_axis(rope, m));
            counted[axis]++;
        }
        for (size_t a = 0; a < rope->sections.count; a++)
            ck_assert_uint_eq(counted[a], rope->sections.pairs[a]);
        free_problem(&drawn);
    }
}
END_TEST

/* Runs are as long as can be, and hold every pair once. */
START_TEST(pairs_that_are_alike_go_together) {
    random_cases cases = random_begin("runs of pairs", CASES);
    while (random_next(&cases)) {
        drawn_problem drawn = draw(&cases);
        const plumb_rope *rope = &drawn.problem.position.rope;
        size_t end = 0, pairs = rope->dim / 2;
        while (end < pairs) {
            size_t axis = plumb_axis_of_pair(rope, end), alike = plumb_pairs_alike(rope, end);
            ck_assert_uint_ge(alike, 1);
            for (size_t m = end; m < end + alike; m++)
                ck_assert_uint_eq(plumb_axis_of_pair(rope, m), axis);
            end += alike;
            ck_assert(end == pairs || plumb_axis_of_pair(rope, end) != axis);
        }
        ck_assert_uint_eq(end, pairs);
        free_problem(&drawn);
    }
}
END_TEST

/* Two axes of three pairs: continued, each a rotation of 6 elements, and every other one. */
START_TEST(frequencies_are_those_of_other_pairs) {
    static const size_t dims[] = {12, 6, 12},
                        sources[][6] = {{0, 1, 2, 3, 4, 5}, {0, 1, 2, 0, 1, 2}, {0, 2, 4, 1, 3, 5}};
    plumb_rope rope = {.dim = 12, .base = 10000, .sections = {2, {3, 3}}};
    for (size_t how = 0; how < 3; how++) {
        rope.frequencies = (plumb_section_frequencies)how;
        for (size_t m = 0; m < 6; m++) {
            plumb_source_pair source = plumb_source_of_pair(&rope, m);
            ck_assert_uint_eq(source.m, sources[how][m]);
            ck_assert_uint_eq(source.rope.dim, dims[how]);
            ck_assert_uint_eq(source.rope.sections.count, 0);
        }
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("row/sections");
    TCase *tests = tcase_create("sections");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, each_pair_reads_the_axis_of_the_reference);
    tcase_add_test(tests, pairs_that_are_alike_go_together);
    tcase_add_test(tests, frequencies_are_those_of_other_pairs);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
