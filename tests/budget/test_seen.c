/* test_seen.c - numbers beyond all values are excluded, the mean never is; what is not known excludes nothing. */
#include "budget/pull.h"
#include "budget/seen.h"
#include "budget/stored.h"
#include "tests/budget/models.h"
#include "tests/support/suite.h"
#include <math.h>

#define CASES 300
#define MOST_KEYS 16

typedef struct {
    size_t keys, first; /* the first key that is seen */
    plumb_ball score[MOST_KEYS], off[MOST_KEYS], weight[MOST_KEYS];
    unsigned char visible[MOST_KEYS];
    double value[MOST_KEYS], mean;
} row;

/* Of hidden keys nothing is known. */
static void random_row(random_cases *cases, row *x) {
    double total = 0;
    x->keys = 1 + random_below(cases, MOST_KEYS);
    x->first = random_below(cases, x->keys);
    x->mean = 0;
    for (size_t j = 0; j < x->keys; j++) {
        plumb_ball unknown = plumb_ball_unknown();
        x->visible[j] = j == x->first || (j > x->first && random_below(cases, 2));
        x->score[j] = x->visible[j] ? (plumb_ball){random_normal(cases), 0} : unknown;
        x->off[j] = x->visible[j] ? (plumb_ball){0x1p-20, 0} : unknown;
        x->value[j] = x->visible[j] ? random_normal(cases) : NAN;
        total += x->visible[j] ? exp(x->score[j].mid) : 0;
    }
    for (size_t j = 0; j < x->keys; j++) {
        double weight = exp(x->score[j].mid) / total;
        x->weight[j] = x->visible[j] ? (plumb_ball){weight, 0x1p-40 * weight} : plumb_ball_unknown();
        x->mean += x->visible[j] ? weight * x->value[j] : 0;
    }
}

static int excluded(const row *x, double number) {
    model_steps steps = steps_of(plumb_precision_find("f32"));
    plumb_range range[MOST_KEYS];
    return plumb_softmax_excluded(steps.unit, steps.tiny, x->score, x->off, x->weight, x->visible, x->value, x->keys, 1,
                                  0, 2, plumb_before_stores(steps.unit, steps.tiny, plumb_ball_given(number)), range);
}

START_TEST(numbers_beyond_and_within) {
    random_cases cases = random_begin("budget seen", CASES);
    while (random_next(&cases)) {
        row x;
        random_row(&cases, &x);
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
        row x, lost;
        random_row(&cases, &x);
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
