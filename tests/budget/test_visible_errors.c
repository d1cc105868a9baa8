/* test_visible_errors.c - what the errors of a row say of each of its keys is not less than the key's own. */
#include "budget/visible_errors.h"
#include "tests/budget/visible_rows.h"

#define CASES 1000
#define RESCALINGS 2

static plumb_visible_errors errors_of(const visible_row *x, const model_steps *steps) {
    return plumb_visible_errors_of(steps->unit, steps->tiny, x->score, x->off, x->visible, x->keys, RESCALINGS);
}

START_TEST(largest_of_all_keys) {
    random_cases cases = random_begin("budget visible errors", CASES);
    model_steps steps = steps_of(plumb_precision_find("f32"));
    while (random_next(&cases)) {
        visible_row x;
        random_visible_row(&cases, &x);
        plumb_visible_errors errors = errors_of(&x, &steps);
        size_t count = 0;
        double size = 0, most = 0;
        for (size_t j = 0; j < x.keys; j++) {
            if (!x.visible[j])
                continue;
            plumb_ball own = plumb_exponent_off(errors.exponent, x.off[j], plumb_ball_absolute(x.score[j]));
            count++;
            size = fmax(size, fabs(x.score[j].mid) + VISIBLE_OFF);
            most = fmax(most, own.mid);
        }
        ck_assert(errors.known && errors.count == count);
        ck_assert(errors.size >= size && errors.size <= size * (1 + 0x1p-40));
        ck_assert(errors.most >= most && errors.most <= most * (1 + 0x1p-40));
    }
}
END_TEST

/* Of three keys that stand alone, the first says where keys fall: 134 below its size. */
START_TEST(falls_far_below) {
    model_steps steps = steps_of(plumb_precision_find("f32"));
    unsigned char visible[] = {1, 1, 1};
    plumb_ball score[] = {{-2, 0}, {3, 0}, {-1e30, 0}}, off[] = {{0.5, 0}, {0, 0}, {1e23, 0}};
    plumb_visible_errors errors = plumb_visible_errors_of(steps.unit, steps.tiny, score, off, visible, 3, 2);
    ck_assert(errors.known && errors.far && errors.limit <= -136.5 && errors.limit > -136.6);
    ck_assert(errors.size < 3.1 && errors.most < 1);
    ck_assert(plumb_falls(errors, score[2], off[2]) && !plumb_falls(errors, score[0], off[0]));
    ck_assert(plumb_falls(errors, (plumb_ball){-146, 1}, (plumb_ball){1, 1}));
    ck_assert(!plumb_falls(errors, (plumb_ball){-146, 1}, (plumb_ball){9, 1}));
    ck_assert(!plumb_falls(errors, plumb_ball_unknown(), (plumb_ball){1, 1}));
    ck_assert(plumb_visible_off(errors, score[2], off[2]).mid == 0 &&
              plumb_visible_off(errors, score[0], off[0]).mid > 0.5);
    errors = plumb_visible_errors_of(steps.unit, steps.tiny, score + 1, off + 1, visible, 2, 2);
    ck_assert(!errors.far && !plumb_falls(errors, score[2], off[2]) && errors.size > 1e29);
    for (size_t j = 0; j < 2; j++)
        score[j].mid = 4e6; /* 28 units of binary32: 6.7 */
    ck_assert(plumb_visible_errors_of(steps.unit, steps.tiny, score, off, visible, 3, 2).far);
    for (size_t j = 0; j < 2; j++)
        score[j].mid = 5e6; /* 8.3 */
    ck_assert(!plumb_visible_errors_of(steps.unit, steps.tiny, score, off, visible, 3, 2).far);
}
END_TEST

START_TEST(nothing_known) {
    random_cases cases = random_begin("budget visible errors nothing", CASES);
    model_steps steps = steps_of(plumb_precision_find("f32")), coarse = steps;
    coarse.unit[PLUMB_STEP_EXPONENTIAL] = 1;
    while (random_next(&cases)) {
        visible_row x, lost;
        random_visible_row(&cases, &x);
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
    Suite *suite = suite_create("budget/visible_errors");
    TCase *tests = tcase_create("visible errors");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, largest_of_all_keys);
    tcase_add_test(tests, falls_far_below);
    tcase_add_test(tests, nothing_known);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
