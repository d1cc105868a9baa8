/* test_scores.c - every score that binary32 computes for a row is within what is said of it, and the exact one in its
   ball; where a model cannot be borne nothing is said. */
#include "budget/moved_scores.h"
#include "budget/scores.h"
#include "tests/budget/models.h"
#include "tests/support/reproduce.h"
#include "tests/support/suite.h"
#include <math.h>

#define CASES 500
#define MOST_KEYS 12
#define MOST_DIM 32

typedef struct {
    size_t keys, dim;
    double query[MOST_DIM], key[MOST_KEYS * MOST_DIM];
    plumb_ball bias[MOST_KEYS];
    unsigned char visible[MOST_KEYS];
    plumb_joining joining;
} row;

/* What is hidden is NaN. */
static void random_row(random_cases *cases, row *x) {
    x->keys = 1 + random_below(cases, MOST_KEYS);
    x->dim = 1 + random_below(cases, MOST_DIM);
    for (size_t c = 0; c < x->dim; c++)
        x->query[c] = (double)(float)random_normal(cases);
    for (size_t j = 0; j < x->keys; j++) {
        x->visible[j] = random_below(cases, 4) != 0;
        x->bias[j] = (plumb_ball){x->visible[j] ? (double)(float)random_normal(cases) : NAN, 0};
        for (size_t c = 0; c < x->dim; c++)
            x->key[j * x->dim + c] = x->visible[j] ? (double)(float)random_normal(cases) : NAN;
    }
    size_t cap = random_below(cases, 3);
    x->joining = (plumb_joining){.cap = 2,
                                 .caps_first = cap == 1,
                                 .caps_last = cap == 2,
                                 .has_bias = (int)random_below(cases, 2),
                                 .bias = x->bias,
                                 .has_first = (int)random_below(cases, 2),
                                 .first = 0.5};
}

typedef struct {
    double exact;
    float computed;
} both;

static both capped(const row *x, both score) {
    float cap = (float)x->joining.cap;
    return (both){x->joining.cap * tanh(score.exact / x->joining.cap), cap * tanhf(score.computed / cap)};
}

static both score_of(const row *x, size_t j) {
    both score = {0, 0};
    for (size_t c = 0; c < x->dim; c++) {
        score.exact += x->query[c] * x->key[j * x->dim + c];
        score.computed += (float)x->query[c] * (float)x->key[j * x->dim + c];
    }
    score.exact *= 0.25;
    score.computed *= 0.25F;
    if (x->joining.caps_first)
        score = capped(x, score);
    if (x->joining.has_bias) {
        score.exact += x->bias[j].mid;
        score.computed += (float)x->bias[j].mid;
    }
    if (x->joining.has_first && j == 0) {
        score.exact += x->joining.first;
        score.computed += (float)x->joining.first;
    }
    return x->joining.caps_last ? capped(x, score) : score;
}

static int known(const row *x, const model_steps *steps, plumb_ball *score, plumb_ball *off) {
    return plumb_computed_scores(steps->unit, steps->tiny, x->query, x->key, x->visible, x->joining, x->keys, x->dim,
                                 (plumb_ball){0.25, 0}, score, off);
}

START_TEST(what_is_computed) {
    random_cases cases = random_begin("budget scores", CASES);
    model_steps steps = steps_of(plumb_precision_find("f32"));
    while (random_next(&cases)) {
        row x;
        plumb_ball score[MOST_KEYS] = {{0, 0}}, off[MOST_KEYS];
        random_row(&cases, &x);
        ck_assert(known(&x, &steps, score, off));
        for (size_t j = 0; j < x.keys; j++) {
            if (!x.visible[j])
                continue;
            both wanted = score_of(&x, j);
            double slack = 0x1p-45 * (1 + fabs(wanted.exact));
            if (!(fabs(score[j].mid - wanted.exact) <= score[j].rad + slack) ||
                !(fabs(wanted.computed - wanted.exact) <= off[j].mid + off[j].rad) || !(off[j].mid < 0x1p-15)) {
                reproduction line = reproduce(&cases);
                reproduce_text(&line, " key %zu: %a off by %a", j, score[j].mid, off[j].mid);
                reproduce_fail(&line);
            }
        }
    }
}
END_TEST

/* The same row as moved from another: what is known of its vectors. */
typedef struct {
    plumb_ball query[MOST_DIM], key[MOST_KEYS * MOST_DIM];
    double query_size[MOST_DIM], query_off[MOST_DIM], key_size[MOST_KEYS * MOST_DIM], key_off[MOST_KEYS * MOST_DIM];
} origin;

static void move(random_cases *cases, double *x, plumb_ball *exact, double *size, double *off, size_t count) {
    for (size_t c = 0; c < count; c++) {
        exact[c] = (plumb_ball){x[c], 0};
        off[c] = exp2(-20 + 10 * random_uniform(cases));
        x[c] = (double)(float)(x[c] + 0.999 * (random_below(cases, 2) ? off[c] : -off[c]));
        size[c] = fmax(fabs(x[c]), fabs(exact[c].mid));
    }
}

static plumb_moved_row move_row(random_cases *cases, row *x, origin *from) {
    move(cases, x->query, from->query, from->query_size, from->query_off, x->dim);
    move(cases, x->key, from->key, from->key_size, from->key_off, x->keys * x->dim);
    return (plumb_moved_row){.query = from->query,
                             .key = from->key,
                             .moved_query = {from->query_size, from->query_off},
                             .moved_key = {from->key_size, from->key_off}};
}

static int known_moved(const row *x, const model_steps *steps, plumb_moved_row moved, plumb_ball *score,
                       plumb_ball *off) {
    return plumb_moved_scores(steps->unit, steps->tiny, moved, x->visible, x->joining, x->keys, x->dim,
                              (plumb_ball){0.25, 0}, score, off);
}

START_TEST(what_is_computed_of_moved_vectors) {
    random_cases cases = random_begin("budget scores moved", CASES);
    model_steps steps = steps_of(plumb_precision_find("f32"));
    while (random_next(&cases)) {
        row x, before;
        origin from;
        plumb_ball score[MOST_KEYS] = {{0, 0}}, off[MOST_KEYS];
        random_row(&cases, &x);
        before = x;
        plumb_moved_row moved = move_row(&cases, &x, &from);
        ck_assert(known_moved(&x, &steps, moved, score, off));
        for (size_t j = 0; j < x.keys; j++) {
            if (!x.visible[j])
                continue;
            double exact = score_of(&before, j).exact, computed = (double)score_of(&x, j).computed;
            double slack = 0x1p-45 * (1 + fabs(exact));
            if (!(fabs(score[j].mid - exact) <= score[j].rad + slack) ||
                !(fabs(computed - exact) <= off[j].mid + off[j].rad) || !(off[j].mid < 0.125)) {
                reproduction line = reproduce(&cases);
                reproduce_text(&line, " key %zu: %a off by %a", j, score[j].mid, off[j].mid);
                reproduce_fail(&line);
            }
        }
        steps.unit[PLUMB_STEP_PRODUCT] = 0.25;
        ck_assert(!known_moved(&x, &steps, moved, score, off));
        steps = steps_of(plumb_precision_find("f32"));
    }
}
END_TEST

START_TEST(too_many_roundings) {
    random_cases cases = random_begin("budget scores unborne", 1);
    while (random_next(&cases)) {
        model_steps steps = steps_of(plumb_precision_find("f32"));
        row x;
        plumb_ball score[MOST_KEYS] = {{0, 0}}, off[MOST_KEYS];
        random_row(&cases, &x);
        steps.unit[PLUMB_STEP_PRODUCT] = 0.25;
        ck_assert(!known(&x, &steps, score, off));
        steps.unit[PLUMB_STEP_PRODUCT] = 0;
        ck_assert(known(&x, &steps, score, off));
        steps.tiny[PLUMB_STEP_SCORE] = -1;
        ck_assert(!known(&x, &steps, score, off));
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/scores");
    TCase *tests = tcase_create("scores");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, what_is_computed);
    tcase_add_test(tests, what_is_computed_of_moved_vectors);
    tcase_add_test(tests, too_many_roundings);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
