/* test_scored_row.c - the scores of a row are those of its vectors, given or moved. */
#include "budget/scored_row.h"
#include "tests/budget/scored_rows.h"
#include "tests/budget/verdicts.h"

#define CASES 100

START_TEST(scores_are_those_of_the_vectors) {
    random_cases cases = random_begin("budget scored row", CASES);
    model_steps steps = steps_of(plumb_precision_find("f32"));
    while (random_next(&cases)) {
        scored_row x;
        plumb_ball score[2][MOST_SCORES] = {{{0, 0}}}, off[2][MOST_SCORES] = {{{0, 0}}};
        random_scored_row(&cases, &x);
        plumb_scored_row row = given_row(&x), moved = moved_row(row, 0x1p-12), relative = row;
        int known = plumb_score_row(steps.unit, steps.tiny, row, score[0], off[0]) +
                    plumb_computed_scores(steps.unit, steps.tiny, x.query, x.key, x.visible, x.joining, x.keys, x.dim,
                                          row.scale, score[1], off[1]);
        ck_assert(known == 2 && memcmp(score[0], score[1], sizeof score[0]) == 0);
        ck_assert(memcmp(off[0], off[1], sizeof off[0]) == 0);
        known = plumb_score_row(steps.unit, steps.tiny, moved, score[0], off[0]) +
                plumb_moved_scores(steps.unit, steps.tiny, moved.moved, x.visible, x.joining, x.keys, x.dim, row.scale,
                                   score[1], off[1]);
        ck_assert(known == 2 && memcmp(score[0], score[1], sizeof score[0]) == 0);
        ck_assert(memcmp(off[0], off[1], sizeof off[0]) == 0);
        relative.vectors = PLUMB_VECTORS_RELATIVE;
        relative.relative = x.key; /* added to itself */
        known = plumb_score_row(steps.unit, steps.tiny, relative, score[0], off[0]) +
                plumb_computed_relative_scores(steps.unit, steps.tiny, x.query, x.key, x.key, x.visible, x.joining,
                                               x.keys, x.dim, row.scale, score[1], off[1]);
        ck_assert(known == 2 && memcmp(score[0], score[1], sizeof score[0]) == 0);
        ck_assert(memcmp(off[0], off[1], sizeof off[0]) == 0);
    }
}
END_TEST

START_TEST(nothing_is_known) {
    random_cases cases = random_begin("budget scored row unknown", 1);
    model_steps steps = steps_of(plumb_precision_find("f32"));
    steps.unit[PLUMB_STEP_PRODUCT] = 0.25;
    while (random_next(&cases)) {
        scored_row x;
        plumb_ball score[MOST_SCORES], off[MOST_SCORES];
        random_scored_row(&cases, &x);
        ck_assert(!plumb_score_row(steps.unit, steps.tiny, given_row(&x), score, off));
        ck_assert(!plumb_score_row(steps.unit, steps.tiny, moved_row(given_row(&x), 0), score, off));
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/scored_row");
    TCase *tests = tcase_create("scored_row");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, scores_are_those_of_the_vectors);
    tcase_add_test(tests, nothing_is_known);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
