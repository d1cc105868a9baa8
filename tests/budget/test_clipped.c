/* test_clipped.c - the sum of clipped weights that an engine gives is never excluded, what is far from it is. */
#include "budget/clipped.h"
#include "budget/stored.h"
#include "budget/pull.h"
#include "tests/budget/visible_rows.h"
#include "tests/support/reproduce.h"

#define CASES 1000
#define RESCALINGS 2

static plumb_clip random_clip(random_cases *cases) {
    double gamma = random_below(cases, 3) ? -0.25 * random_uniform(cases) : 0;
    return (plumb_clip){gamma, 1 + (random_below(cases, 3) ? 0.25 * random_uniform(cases) : 0)};
}

static double clipped(plumb_clip clip, double weight) {
    return fmin(1, fmax(0, (clip.zeta - clip.gamma) * weight + clip.gamma));
}

static double exact_sum(const visible_row *x, plumb_clip clip) {
    double sum = 0;
    for (size_t j = 0; j < x->keys; j++)
        sum += x->visible[j] ? clipped(clip, x->exact[j]) * x->value[j] : 0;
    return sum;
}

static float computed_sum(random_cases *cases, const visible_row *x, plumb_clip clip) {
    float weight[MOST_VISIBLE_KEYS], sum = 0, gamma = (float)clip.gamma, zeta = (float)clip.zeta;
    computed_weights(cases, x, weight);
    for (size_t j = 0; j < x->keys; j++)
        sum += x->visible[j] ? fminf(1, fmaxf(0, (zeta - gamma) * weight[j] + gamma)) * (float)x->value[j] : 0;
    return sum;
}

static int excluded_in(const model_steps *steps, const visible_row *x, plumb_clip clip, double number) {
    plumb_ball weight[MOST_VISIBLE_KEYS], before = plumb_before_stores(steps->unit, steps->tiny,
                                                                       plumb_ball_given(number));
    memcpy(weight, x->weight, sizeof weight);
    return plumb_clipped_excluded(steps->unit, steps->tiny, clip, x->score, x->off, x->visible,
                                  (plumb_row_values){x->value, x->value, 1, 0, 0}, x->keys, RESCALINGS, before, weight);
}

static int excluded(const visible_row *x, plumb_clip clip, double number) {
    model_steps steps = steps_of(plumb_precision_find("f32"));
    return excluded_in(&steps, x, clip, number);
}

START_TEST(what_is_computed_and_what_is_not) {
    random_cases cases = random_begin("budget clipped", CASES);
    while (random_next(&cases)) {
        visible_row x;
        random_visible_row(&cases, &x);
        plumb_clip clip = random_clip(&cases);
        double exact = exact_sum(&x, clip), computed = (double)computed_sum(&cases, &x, clip);
        bool right = !excluded(&x, clip, exact) && !excluded(&x, clip, computed);
        if (right && excluded(&x, clip, exact + 0.001) && excluded(&x, clip, exact - 0.001))
            continue;
        reproduction line = reproduce(&cases);
        reproduce_text(&line, " gamma %a, zeta %a: %a, computed %a", clip.gamma, clip.zeta, exact, computed);
        reproduce_fail(&line);
    }
}
END_TEST

/* Of one key the weight is 1, and clipped it is 1 exactly, whatever its errors; of many the weights are 0. */
START_TEST(cut_weights_have_no_error) {
    model_steps steps = steps_of(plumb_precision_find("bf16-eager"));
    visible_row x = {.keys = 1, .score = {{5, 0}}, .off = {{0.01, 0}}, .weight = {{1, 0}}, .visible = {1},
                     .value = {2}};
    ck_assert(!excluded_in(&steps, &x, (plumb_clip){0, 1.5}, 2) &&
              excluded_in(&steps, &x, (plumb_clip){0, 1.5}, 2.02));
    x.keys = MOST_VISIBLE_KEYS;
    for (size_t j = 0; j < x.keys; j++) {
        x.score[j] = plumb_ball_zero();
        x.off[j] = (plumb_ball){0.01, 0};
        x.weight[j] = (plumb_ball){1.0 / MOST_VISIBLE_KEYS, 0};
        x.visible[j] = 1;
        x.value[j] = 1;
    }
    ck_assert(!excluded_in(&steps, &x, (plumb_clip){-0.1, 1}, 0) &&
              excluded_in(&steps, &x, (plumb_clip){-0.1, 1}, 0x1p-100));
}
END_TEST

START_TEST(nothing_known) {
    random_cases cases = random_begin("budget clipped nothing", CASES);
    model_steps coarse = steps_of(plumb_precision_find("f32"));
    coarse.unit[PLUMB_STEP_PROBABILITY] = 0.34; /* three of them leave nothing */
    while (random_next(&cases)) {
        visible_row x, lost;
        random_visible_row(&cases, &x);
        plumb_clip clip = random_clip(&cases);
        lost = x;
        lost.off[x.first] = plumb_ball_unknown();
        ck_assert(excluded(&x, clip, 100) && !excluded(&lost, clip, 100) && !excluded(&x, clip, NAN));
        lost = x;
        lost.value[x.first] = INFINITY;
        ck_assert(!excluded(&lost, clip, 100));
        ck_assert(!excluded(&x, (plumb_clip){NAN, 1}, 100) && !excluded_in(&coarse, &x, clip, 100));
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/clipped");
    TCase *tests = tcase_create("clipped");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, what_is_computed_and_what_is_not);
    tcase_add_test(tests, cut_weights_have_no_error);
    tcase_add_test(tests, nothing_known);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
