/* test_seen_errors.c - what the errors of a row say of each of its keys is not less than the key's own. */
#include "budget/seen_errors.h"
#include "tests/budget/seen_rows.h"

#define CASES 1000
#define RESCALINGS 2

static plumb_seen_errors errors_of(const seen_row *x, const model_steps *steps) {
    return plumb_seen_errors_of(steps->unit, steps->tiny, x->score, x->off, x->visible, x->keys, RESCALINGS);
}

START_TEST(largest_of_all_keys) {
    random_cases cases = random_begin("budget seen errors", CASES);
    model_steps steps = steps_of(plumb_precision_find("f32"));
    while (random_next(&cases)) {
        seen_row x;
        random_seen_row(&cases, &x);
        plumb_seen_errors errors = errors_of(&x, &steps);
        size_t count = 0;
        double size = 0, most = 0;
        for (size_t j = 0; j < x.keys; j++) {
            if (!x.visible[j])
                continue;
            plumb_ball own = plumb_exponent_off(errors.exponent, x.off[j], plumb_ball_absolute(x.score[j]));
            count++;
            size = fmax(size, fabs(x.score[j].mid) + SEEN_OFF);
            most = fmax(most, own.mid);
        }
        ck_assert(errors.known && errors.count == count);
        ck_assert(errors.size >= size && errors.size <= size * (1 + 0x1p-40));
        ck_assert(errors.most >= most && errors.most <= most * (1 + 0x1p-40));
    }
}
END_TEST

START_TEST(nothing_known) {
    random_cases cases = random_begin("budget seen errors nothing", CASES);
    model_steps steps = steps_of(plumb_precision_find("f32")), coarse = steps;
    coarse.unit[PLUMB_STEP_EXPONENTIAL] = 1;
    while (random_next(&cases)) {
        seen_row x, lost;
        random_seen_row(&cases, &x);
        ck_assert(errors_of(&x, &steps).known && !errors_of(&x, &coarse).known);
        lost = x;
        lost.score[x.first] = plumb_ball_unknown();
        ck_assert(!errors_of(&lost, &steps).known);
        lost = x;
        lost.off[x.first] = plumb_ball_unknown();
        ck_assert(!errors_of(&lost, &steps).known);
        lost = x;
        for (size_t j = 0; j < x.keys; j++)
            lost.visible[j] = 0;
        ck_assert(!errors_of(&lost, &steps).known);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/seen_errors");
    TCase *tests = tcase_create("seen errors");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, largest_of_all_keys);
    tcase_add_test(tests, nothing_known);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
