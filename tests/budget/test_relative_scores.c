/* test_relative_scores.c - every score that binary32 and bfloat16 compute for a row whose keys have vectors added is
   within what is said of it, and the exact one in its ball; a vector of another key is outside. */
#include "budget/relative_scores.h"
#include "tests/budget/relative_engines.h"
#include "tests/support/reproduce.h"
#include "tests/support/suite.h"

#define CASES 500
#define MOST_KEYS 12
#define MOST_DIM 32
#define SCALE 0.25

typedef struct {
    size_t keys, dim;
    stored_as *store;
    model_steps steps;
    double query[MOST_DIM], key[MOST_KEYS * MOST_DIM], relative[MOST_KEYS * MOST_DIM];
    plumb_ball bias[MOST_KEYS];
    unsigned char visible[MOST_KEYS];
    plumb_joining joining;
} row;

static void fill(random_cases *cases, const row *x, bool visible, double *v) {
    for (size_t c = 0; c < x->dim; c++)
        v[c] = visible ? (double)x->store((float)random_normal(cases)) : NAN;
}

/* What is hidden is NaN. */
static void random_row(random_cases *cases, row *x) {
    bool wide = random_below(cases, 2);
    x->store = wide ? in_binary32 : in_bfloat16;
    x->steps = steps_of(plumb_precision_find(wide ? "f32" : "bf16-eager"));
    x->keys = 1 + random_below(cases, MOST_KEYS);
    x->dim = 1 + random_below(cases, MOST_DIM);
    fill(cases, x, true, x->query);
    for (size_t j = 0; j < x->keys; j++) {
        x->visible[j] = random_below(cases, 4) != 0;
        x->bias[j] = (plumb_ball){x->visible[j] ? (double)x->store((float)random_normal(cases)) : NAN, 0};
        fill(cases, x, x->visible[j], x->key + j * x->dim);
        fill(cases, x, x->visible[j], x->relative + j * x->dim);
    }
    x->joining = (plumb_joining){.has_bias = (int)random_below(cases, 2), .bias = x->bias};
}

static int known(const row *x, plumb_ball *score, plumb_ball *off) {
    return plumb_computed_relative_scores(x->steps.unit, x->steps.tiny, x->query, x->key, x->relative, x->visible,
                                          x->joining, x->keys, x->dim, (plumb_ball){SCALE, 0}, score, off);
}

/* The vector of key i at key j. */
static double computed(const row *x, int form, size_t j, size_t i) {
    float score = float_score(x->store, form, x->query, x->key + j * x->dim, x->relative + i * x->dim, x->dim,
                              (float)SCALE);
    return (double)(x->joining.has_bias ? x->store(score + (float)x->bias[j].mid) : score);
}

static double exact_of(const row *x, size_t j) {
    double sum = 0;
    for (size_t c = 0; c < x->dim; c++)
        sum += x->query[c] * (x->key[j * x->dim + c] + x->relative[j * x->dim + c]);
    return SCALE * sum + (x->joining.has_bias ? x->bias[j].mid : 0);
}

static void fail_case(const random_cases *cases, const char *what, size_t j, double got, double off) {
    reproduction line = reproduce(cases);
    reproduce_text(&line, " %s: key %zu: %a off by %a", what, j, got, off);
    reproduce_fail(&line);
}

START_TEST(what_is_computed) {
    random_cases cases = random_begin("budget relative scores", CASES);
    while (random_next(&cases)) {
        row x;
        plumb_ball score[MOST_KEYS] = {{0, 0}}, off[MOST_KEYS];
        random_row(&cases, &x);
        ck_assert(known(&x, score, off));
        for (size_t j = 0; j < x.keys; j++) {
            if (!x.visible[j])
                continue;
            double exact = exact_of(&x, j), slack = 0x1p-44 * (1 + fabs(exact)), most = off[j].mid + off[j].rad;
            if (!(fabs(score[j].mid - exact) <= score[j].rad + slack) || !(most < 1))
                fail_case(&cases, "another score", j, score[j].mid, most);
            for (int form = 0; form < FORMS; form++)
                if (!(fabs(computed(&x, form, j, j) - exact) <= most))
                    fail_case(&cases, "farther off", j, computed(&x, form, j, j), most);
        }
    }
}
END_TEST

/* The vector of the key before: what it changes is detected, unless it changes little. */
START_TEST(another_vector) {
    random_cases cases = random_begin("budget relative scores faults", CASES);
    while (random_next(&cases)) {
        row x;
        plumb_ball score[MOST_KEYS] = {{0, 0}}, off[MOST_KEYS];
        random_row(&cases, &x);
        ck_assert(known(&x, score, off));
        for (size_t j = 1; j < x.keys; j++) {
            if (!x.visible[j] || !x.visible[j - 1])
                continue;
            double most = off[j].mid + off[j].rad, error = fabs(computed(&x, APART, j, j - 1) - exact_of(&x, j));
            double moves = fabs(computed(&x, APART, j, j - 1) - computed(&x, APART, j, j));
            if (moves > 2 * most && !(error > most))
                fail_case(&cases, "another vector is not detected", j, error, most);
        }
    }
}
END_TEST

START_TEST(too_many_roundings) {
    random_cases cases = random_begin("budget relative scores unborne", 1);
    while (random_next(&cases)) {
        row x;
        plumb_ball score[MOST_KEYS] = {{0, 0}}, off[MOST_KEYS];
        random_row(&cases, &x);
        double unit = x.steps.unit[PLUMB_STEP_PRODUCT];
        x.steps.unit[PLUMB_STEP_PRODUCT] = 0.25;
        ck_assert(!known(&x, score, off));
        x.steps.unit[PLUMB_STEP_PRODUCT] = unit;
        ck_assert(known(&x, score, off));
        x.steps.tiny[PLUMB_STEP_SCORE] = -1;
        ck_assert(!known(&x, score, off));
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/relative_scores");
    TCase *tests = tcase_create("relative_scores");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, what_is_computed);
    tcase_add_test(tests, another_vector);
    tcase_add_test(tests, too_many_roundings);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
