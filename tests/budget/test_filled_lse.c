/* test_filled_lse.c - the log-sum-exp of a row lies in its ball, whether a sink stands behind the keys or none, and is
   summed or not. */
#include "budget/filled_lse.h"
#include "tests/budget/visible_rows.h"

#define CASES 1000
#define PLACES (MOST_VISIBLE_KEYS + 1)

typedef struct {
    plumb_ball score[PLACES], off[PLACES], weight[PLACES];
    plumb_range range[PLACES];
    double column[PLACES], added[PLACES];
    unsigned char shown[PLACES];
} places;

/* The scores of the keys, and the logit of a sink. */
static plumb_verdict_workspace fill(places *in, const visible_row *x, int has_sink, double logit) {
    for (size_t j = 0; j < x->keys; j++) {
        in->score[j] = x->score[j];
        in->off[j] = x->off[j];
    }
    in->score[x->keys] = (plumb_ball){logit, 0};
    in->off[x->keys] = (plumb_ball){VISIBLE_OFF, 0};
    plumb_append_sink(x->visible, x->keys, has_sink, in->shown);
    return (plumb_verdict_workspace){in->score, in->off, in->weight, in->range, in->column, in->added, in->shown};
}

START_TEST(a_sink_stands_behind_the_keys) {
    random_cases cases = random_begin("budget appended sink", CASES);
    while (random_next(&cases)) {
        visible_row x;
        places in;
        random_visible_row(&cases, &x);
        int has_sink = random_below(&cases, 2) ? 0 : (int)random_below(&cases, 5);
        fill(&in, &x, has_sink, 0);
        for (size_t j = 0; j < x.keys; j++)
            ck_assert_int_eq(in.shown[j], x.visible[j]);
        ck_assert_int_eq(in.shown[x.keys], has_sink != 0);
    }
}
END_TEST

START_TEST(encloses_what_is_computed) {
    random_cases cases = random_begin("budget filled lse", CASES);
    model_steps steps = steps_of(plumb_precision_find("f32"));
    while (random_next(&cases)) {
        visible_row x;
        places in;
        random_visible_row(&cases, &x);
        int has_sink = (int)random_below(&cases, 2), is_summed = (int)random_below(&cases, 2);
        double logit = 2 * random_normal(&cases);
        plumb_verdict_workspace work = fill(&in, &x, has_sink, logit);
        float sum = has_sink && is_summed ? expf((float)logit) : 0;
        for (size_t j = 0; j < x.keys; j++)
            sum += x.visible[j] ? expf((float)x.score[j].mid) : 0;
        size_t summed = x.keys + (size_t)is_summed;
        plumb_ball ball = plumb_filled_lse(steps.unit, steps.tiny, x.keys + 1, summed, 2, work);
        ck_assert_msg(fabs(ball.mid - (double)logf(sum)) <= ball.rad, "%a, not %a within %a", (double)logf(sum),
                      ball.mid, ball.rad);
        ck_assert_double_lt(ball.rad, 0x1p-12);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/filled_lse");
    TCase *tests = tcase_create("filled_lse");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, a_sink_stands_behind_the_keys);
    tcase_add_test(tests, encloses_what_is_computed);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
