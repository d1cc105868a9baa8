/* test_softmax_hull.c - whatever the scores are, an output among the visible values is not excluded, and one beyond all
   of them is. */
#include "budget/softmax_hull.h"
#include "budget/pull.h"
#include "budget/stored.h"
#include "tests/budget/visible_rows.h"

#define CASES 3000
#define SCORE 3000 /* of such scores 16 bits leave nothing */

/* Scores that are off by as much as they are. */
static void spread_scores(random_cases *cases, visible_row *x) {
    for (size_t j = 0; j < x->keys; j++) {
        if (x->visible[j]) {
            x->score[j] = (plumb_ball){SCORE * random_normal(cases), 0};
            x->off[j] = (plumb_ball){fabs(x->score[j].mid) + SCORE, 0};
        }
    }
}

static int excluded(const visible_row *x, double number) {
    model_steps steps = steps_of(plumb_precision_find("f32"));
    plumb_visible_errors errors =
        plumb_visible_errors_of(steps.unit, steps.tiny, x->score, x->off, x->visible, x->keys, 2);
    plumb_ball sizes = plumb_ball_zero();
    for (size_t j = 0; j < x->keys; j++)
        if (x->visible[j])
            sizes = plumb_ball_add(sizes, plumb_ball_absolute(plumb_ball_given(x->value[j])));
    return errors.known &&
           plumb_softmax_hull_excluded(steps.unit, steps.tiny, errors, x->visible, x->value, x->keys, 1, 0, sizes, 2,
                                       plumb_before_stores(steps.unit, steps.tiny, plumb_ball_given(number)));
}

/* The mean in binary32 with scores as they may have been computed: often one key has all of the weight. */
static double computed_mean(random_cases *cases, const visible_row *x) {
    float score[MOST_VISIBLE_KEYS], most = -INFINITY, total = 0, sum = 0;
    for (size_t j = 0; j < x->keys; j++) {
        double off = (2 * random_uniform(cases) - 1) * x->off[j].mid;
        score[j] = x->visible[j] ? (float)(x->score[j].mid + 0.9 * off) : -INFINITY;
        most = fmaxf(most, score[j]);
    }
    for (size_t j = 0; j < x->keys; j++) {
        float weight = x->visible[j] ? expf(score[j] - most) : 0;
        total += weight;
        sum += x->visible[j] ? weight * (float)x->value[j] : 0;
    }
    return sum / total;
}

START_TEST(outputs_lie_among_the_values) {
    random_cases cases = random_begin("budget softmax hull", CASES);
    while (random_next(&cases)) {
        visible_row x;
        random_visible_row(&cases, &x);
        spread_scores(&cases, &x);
        double least = INFINITY, most = -INFINITY;
        for (size_t j = 0; j < x.keys; j++) {
            if (x.visible[j]) {
                least = fmin(least, x.value[j]);
                most = fmax(most, x.value[j]);
            }
        }
        double slack = 1e-3 * fmax(fabs(least), fabs(most));
        ck_assert(!excluded(&x, computed_mean(&cases, &x)));
        ck_assert(!excluded(&x, least) && !excluded(&x, most));
        ck_assert(excluded(&x, most + slack) && excluded(&x, least - slack));
    }
}
END_TEST

START_TEST(nothing_known) {
    random_cases cases = random_begin("budget softmax hull nothing", CASES);
    while (random_next(&cases)) {
        visible_row x, lost;
        random_visible_row(&cases, &x);
        spread_scores(&cases, &x);
        lost = x;
        lost.off[x.first] = plumb_ball_unknown();
        ck_assert(!excluded(&lost, 100));
        lost = x;
        lost.value[x.first] = INFINITY;
        ck_assert(!excluded(&lost, 100) && !excluded(&x, NAN));
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/softmax_hull");
    TCase *tests = tcase_create("hull");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, outputs_lie_among_the_values);
    tcase_add_test(tests, nothing_known);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
