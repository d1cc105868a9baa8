/* test_moved_scores.c - every score that binary32 computes for a row of moved vectors is within what is said of it;
   where a model cannot be borne nothing is said. */
#include "budget/moved_scores.h"
#include "tests/budget/scored_rows.h"
#include "tests/support/reproduce.h"

#define CASES 500

/* The same row as moved from another: what is known of its vectors. */
typedef struct {
    plumb_ball query[MOST_SCORE_DIM], key[MOST_SCORES * MOST_SCORE_DIM];
    double query_size[MOST_SCORE_DIM], query_off[MOST_SCORE_DIM];
    double key_size[MOST_SCORES * MOST_SCORE_DIM], key_off[MOST_SCORES * MOST_SCORE_DIM];
} origin;

static void move(random_cases *cases, double *x, plumb_ball *exact, double *size, double *off, size_t count) {
    for (size_t c = 0; c < count; c++) {
        exact[c] = (plumb_ball){x[c], 0};
        off[c] = exp2(-20 + 10 * random_uniform(cases));
        x[c] = (double)(float)(x[c] + 0.999 * (random_below(cases, 2) ? off[c] : -off[c]));
        size[c] = fmax(fabs(x[c]), fabs(exact[c].mid));
    }
}

static plumb_moved_row move_row(random_cases *cases, scored_row *x, origin *from) {
    move(cases, x->query, from->query, from->query_size, from->query_off, x->dim);
    move(cases, x->key, from->key, from->key_size, from->key_off, x->keys * x->dim);
    return (plumb_moved_row){.query = from->query,
                             .key = from->key,
                             .moved_query = {from->query_size, from->query_off},
                             .moved_key = {from->key_size, from->key_off}};
}

static int known_moved(const scored_row *x, const model_steps *steps, plumb_moved_row moved, plumb_ball *score,
                       plumb_ball *off) {
    return plumb_moved_scores(steps->unit, steps->tiny, moved, x->visible, x->joining, x->keys, x->dim,
                              (plumb_ball){0.25, 0}, score, off);
}

START_TEST(what_is_computed_of_moved_vectors) {
    random_cases cases = random_begin("budget scores moved", CASES);
    model_steps steps = steps_of(plumb_precision_find("f32"));
    while (random_next(&cases)) {
        scored_row x, before;
        origin from;
        plumb_ball score[MOST_SCORES] = {{0, 0}}, off[MOST_SCORES];
        random_scored_row(&cases, &x);
        before = x;
        plumb_moved_row moved = move_row(&cases, &x, &from);
        ck_assert(known_moved(&x, &steps, moved, score, off));
        for (size_t j = 0; j < x.keys; j++) {
            if (!x.visible[j])
                continue;
            double exact = score_of(&before, j).exact, computed = (double)score_of(&x, j).computed;
            if (!are_known(score[j], off[j], exact, computed, 0.125)) {
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

int main(void) {
    Suite *suite = suite_create("budget/moved_scores");
    TCase *tests = tcase_create("moved_scores");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, what_is_computed_of_moved_vectors);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
