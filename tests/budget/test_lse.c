/* test_lse.c - what an engine has as the log-sum-exp of a row lies in its ball, which is not much wider than it must
   be. */
#include "budget/lse.h"
#include "tests/budget/visible_rows.h"
#include "tests/support/reproduce.h"

#define CASES 1000
#define RESCALINGS 2

static plumb_ball lse_of(const visible_row *x, const model_steps *steps, size_t summed) {
    return plumb_visible_lse(steps->unit, steps->tiny, x->score, x->off, x->weight, x->visible, x->keys, summed,
                             RESCALINGS);
}

/* In binary32, of scores that are off, the first of them alone; -infinity if all of these are hidden. */
static float computed_lse(random_cases *cases, const visible_row *x, size_t summed) {
    float total = 0, most = -INFINITY, score[MOST_VISIBLE_KEYS];
    for (size_t j = 0; j < summed; j++) {
        double off = VISIBLE_OFF * (2 * random_uniform(cases) - 1);
        score[j] = x->visible[j] ? (float)(x->score[j].mid + 0.9 * off) : -INFINITY;
        most = fmaxf(most, score[j]);
    }
    for (size_t j = 0; j < summed && most > -INFINITY; j++)
        total += expf(score[j] - most);
    return most + logf(total);
}

START_TEST(encloses_what_is_computed) {
    random_cases cases = random_begin("budget lse", CASES);
    model_steps steps = steps_of(plumb_precision_find("f32"));
    size_t partial = 0;
    while (random_next(&cases)) {
        visible_row x;
        random_visible_row(&cases, &x);
        size_t summed = random_below(&cases, 2) ? x.keys : random_below(&cases, x.keys + 1);
        double computed = (double)computed_lse(&cases, &x, summed);
        plumb_ball ball = lse_of(&x, &steps, summed);
        if (!isfinite(computed)) {
            ck_assert(!isfinite(ball.rad));
            continue;
        }
        partial += summed < x.keys;
        if (fabs(ball.mid - computed) <= ball.rad && (ball.rad <= 0x1p-14 || summed < x.keys))
            continue;
        reproduction line = reproduce(&cases);
        reproduce_text(&line, " %zu of %zu: %a, not %a within %a", summed, x.keys, computed, ball.mid, ball.rad);
        reproduce_fail(&line);
    }
    ck_assert(partial > 50);
}
END_TEST

/* Two keys of equal scores, each off by d: the log-sum-exp is off by d, however much that is. */
START_TEST(is_off_as_the_score_is) {
    model_steps steps = steps_of(plumb_precision_find("f64"));
    static const double errors[] = {0x1p-20, 0.5, 2};
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {
        double d = errors[i];
        plumb_ball score[2] = {{0, 0}, {0, 0}}, off[2] = {{d, 0}, {d, 0}}, weight[2] = {{0.5, 0}, {0.5, 0}};
        const unsigned char visible[2] = {1, 1};
        plumb_ball lse = plumb_visible_lse(steps.unit, steps.tiny, score, off, weight, visible, 2, 2, RESCALINGS);
        ck_assert(fabs(lse.mid - log(2)) <= 0x1p-30 && lse.rad >= d && lse.rad <= 1.001 * d);
    }
}
END_TEST

START_TEST(nothing_known) {
    model_steps steps = steps_of(plumb_precision_find("f32"));
    random_cases cases = random_begin("budget lse nothing", CASES);
    while (random_next(&cases)) {
        visible_row x;
        random_visible_row(&cases, &x);
        ck_assert(!isfinite(lse_of(&x, &steps, 0).rad));
        x.off[x.first] = plumb_ball_unknown();
        ck_assert(!isfinite(lse_of(&x, &steps, x.keys).rad));
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/lse");
    TCase *tests = tcase_create("lse");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, encloses_what_is_computed);
    tcase_add_test(tests, is_off_as_the_score_is);
    tcase_add_test(tests, nothing_known);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
