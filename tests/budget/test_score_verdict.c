/* test_score_verdict.c - no score that is computed in binary32 is impossible; what is beyond its error is, and so is one
   that the tensor cannot have rounded as far. */
#include "budget/score_verdict.h"
#include "tests/budget/scored_rows.h"
#include "tests/support/reproduce.h"

#define CASES 300
#define BFLOAT16 0x1p-8 /* its unit, cut */

static bool excluded(const model_steps *steps, const scored_row *x, size_t key, double number) {
    plumb_ball score[MOST_SCORES], off[MOST_SCORES];
    unsigned char taking_part[MOST_SCORES];
    for (size_t j = 0; j < x->keys; j++)
        taking_part[j] = x->visible[j] || x->joining.caps_last;
    return plumb_score_verdict(steps->unit, steps->tiny, given_row(x), taking_part, key, number, score, off) ==
           PLUMB_IMPOSSIBLE;
}

static void fail_case(const random_cases *cases, const char *what, size_t key, double number) {
    reproduction line = reproduce(cases);
    reproduce_text(&line, " %s: key %zu, %a", what, key, number);
    reproduce_fail(&line);
}

/* Beyond is what the middle of the enclosure, off by the most, does not reach. */
static void check_score(const random_cases *cases, const model_steps *steps, const scored_row *x, size_t j) {
    plumb_ball score[MOST_SCORES], off[MOST_SCORES];
    both number = score_of(x, j);
    ck_assert(plumb_score_row(steps->unit, steps->tiny, given_row(x), score, off));
    if (excluded(steps, x, j, (double)number.computed))
        fail_case(cases, "impossible, and given", j, (double)number.computed);
    for (int side = -1; side <= 1; side += 2) {
        if (!excluded(steps, x, j, number.exact + 1.01 * side * off[j].mid))
            fail_case(cases, "beyond its error, and not impossible", j, number.exact);
        if (excluded(steps, x, j, number.exact + 0.99 * side * off[j].mid))
            fail_case(cases, "within its error, and impossible", j, number.exact);
    }
}

START_TEST(what_is_given) {
    random_cases cases = random_begin("budget score verdict", CASES);
    model_steps steps = steps_of(plumb_precision_find("f32"));
    while (random_next(&cases)) {
        scored_row x;
        random_scored_row(&cases, &x);
        for (size_t j = 0; j < x.keys; j++)
            if (x.visible[j])
                check_score(&cases, &steps, &x, j);
    }
}
END_TEST

/* The tensor rounds once more. */
START_TEST(in_a_coarser_tensor) {
    random_cases cases = random_begin("budget score verdict tensor", CASES);
    model_steps fine = steps_of(plumb_precision_find("f32")), coarse = fine;
    coarse.unit[PLUMB_STEP_TENSOR] = BFLOAT16;
    while (random_next(&cases)) {
        scored_row x;
        random_scored_row(&cases, &x);
        for (size_t j = 0; j < x.keys; j++) {
            if (!x.visible[j])
                continue;
            double number = score_of(&x, j).exact, away = 0.99 * BFLOAT16 * fabs(number);
            for (int side = -1; side <= 1; side += 2)
                if (excluded(&coarse, &x, j, number + side * away) ||
                    (fabs(number) > 0.125 && !excluded(&fine, &x, j, number + side * away)) ||
                    (fabs(number) > 0.125 && !excluded(&coarse, &x, j, number + 1.25 * side * away)))
                    fail_case(&cases, "another verdict of a coarser tensor", j, number);
        }
    }
}
END_TEST

/* What a mask hid before a softcap is -cap; what takes no part may be anything. */
START_TEST(of_hidden_keys) {
    random_cases cases = random_begin("budget score verdict hidden", CASES);
    model_steps steps = steps_of(plumb_precision_find("f32"));
    size_t hidden = 0;
    while (random_next(&cases)) {
        scored_row x;
        random_scored_row(&cases, &x);
        for (size_t j = 0; j < x.keys; j++) {
            if (x.visible[j])
                continue;
            double cap = x.joining.cap * (double)tanhf(-INFINITY);
            ck_assert(!excluded(&steps, &x, j, cap));
            ck_assert(excluded(&steps, &x, j, cap / 2) == (x.joining.caps_last != 0));
            hidden += x.joining.caps_last != 0;
        }
    }
    ck_assert(hidden > 50);
}
END_TEST

START_TEST(nothing_known) {
    random_cases cases = random_begin("budget score verdict nothing", CASES);
    model_steps steps = steps_of(plumb_precision_find("f32")), unborne = steps;
    unborne.unit[PLUMB_STEP_PRODUCT] = 0.25;
    while (random_next(&cases)) {
        scored_row x;
        random_scored_row(&cases, &x);
        for (size_t j = 0; j < x.keys; j++) {
            if (!x.visible[j])
                continue;
            ck_assert(excluded(&steps, &x, j, 1000) && excluded(&steps, &x, j, -1000));
            ck_assert(!excluded(&steps, &x, j, NAN) && !excluded(&steps, &x, j, INFINITY));
            ck_assert(!excluded(&unborne, &x, j, 1000));
            x.key[j * x.dim] = NAN;
            ck_assert(!excluded(&steps, &x, j, 1000));
        }
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/score_verdict");
    TCase *tests = tcase_create("score_verdict");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, what_is_given);
    tcase_add_test(tests, in_a_coarser_tensor);
    tcase_add_test(tests, of_hidden_keys);
    tcase_add_test(tests, nothing_known);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
