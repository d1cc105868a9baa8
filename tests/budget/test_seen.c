/* test_seen.c - numbers beyond all values are excluded, the mean never is; what is not known excludes nothing. */
#include "budget/pull.h"
#include "budget/seen.h"
#include "budget/stored.h"
#include "tests/budget/seen_rows.h"

#define CASES 300

static int excluded(const seen_row *x, double number) {
    model_steps steps = steps_of(plumb_precision_find("f32"));
    plumb_range range[MOST_SEEN_KEYS];
    return plumb_softmax_excluded(steps.unit, steps.tiny, x->score, x->off, x->weight, x->visible, x->value, x->keys, 1,
                                  0, 2, plumb_before_stores(steps.unit, steps.tiny, plumb_ball_given(number)), range);
}

START_TEST(numbers_beyond_and_within) {
    random_cases cases = random_begin("budget seen", CASES);
    while (random_next(&cases)) {
        seen_row x;
        random_seen_row(&cases, &x);
        ck_assert(!excluded(&x, x.mean));
        ck_assert(excluded(&x, 100) && excluded(&x, -100));
        ck_assert(excluded(&x, x.mean + 0.001) && excluded(&x, x.mean - 0.001));
        ck_assert(!excluded(&x, x.mean + 0x1p-30));
    }
}
END_TEST

START_TEST(nothing_known) {
    random_cases cases = random_begin("budget seen nothing", CASES);
    while (random_next(&cases)) {
        seen_row x, lost;
        random_seen_row(&cases, &x);
        lost = x;
        lost.score[x.first] = plumb_ball_unknown();
        ck_assert(!excluded(&lost, 100));
        lost = x;
        lost.off[x.first] = plumb_ball_unknown();
        ck_assert(!excluded(&lost, 100));
        lost = x;
        lost.value[x.first] = INFINITY;
        ck_assert(!excluded(&lost, 100));
        lost = x;
        for (size_t j = 0; j < x.keys; j++)
            lost.visible[j] = 0;
        ck_assert(!excluded(&lost, 100) && !excluded(&x, NAN));
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/seen");
    TCase *tests = tcase_create("seen");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, numbers_beyond_and_within);
    tcase_add_test(tests, nothing_known);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
