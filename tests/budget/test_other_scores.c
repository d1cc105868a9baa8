/* test_other_scores.c - hidden keys that take part have the score -c as computed, a sink its logit; the scores of
   visible keys stay as they are. */
#include "budget/other_scores.h"
#include "tests/budget/models.h"
#include "tests/support/suite.h"
#include <math.h>

#define KEYS 4
static const plumb_ball marked = {0.75, 0x1p-40};

static bool is_marked(plumb_ball a) {
    return a.mid == marked.mid && a.rad == marked.rad;
}

static bool is_around(plumb_ball a, double x) {
    return fabs(a.mid - x) <= a.rad + 0x1p-45;
}

START_TEST(hidden_keys_are_capped) {
    model_steps steps = steps_of(plumb_precision_find("f32"));
    const unsigned char visible[KEYS] = {1, 0, 0, 1}, taking_part[KEYS] = {1, 1, 0, 0};
    plumb_ball score[KEYS] = {marked, marked, marked, marked}, off[KEYS] = {marked, marked, marked, marked};
    plumb_add_hidden(steps.unit, steps.tiny, 2, visible, taking_part, KEYS, score, off);
    ck_assert(is_marked(score[0]) && is_marked(off[0]));
    ck_assert(is_around(score[1], -2));
    ck_assert(off[1].mid + off[1].rad >= fabs(2 * (double)tanhf(-INFINITY) + 2) && off[1].mid < 0x1p-15);
    ck_assert(off[1].mid > 0x1p-24); /* a store alone */
    ck_assert(is_marked(score[3]) && is_marked(off[3]));
}
END_TEST

START_TEST(a_logit_is_rounded) {
    model_steps steps = steps_of(plumb_precision_find("bf16-eager"));
    plumb_ball score[KEYS + 1] = {marked, marked, marked, marked}, off[KEYS + 1] = {marked, marked, marked, marked};
    plumb_append_logit(steps.unit, steps.tiny, 1.0 / 3, KEYS, score, off);
    for (size_t j = 0; j < KEYS; j++)
        ck_assert(is_marked(score[j]) && is_marked(off[j]));
    double stored = 0.333984375; /* in bfloat16 */
    ck_assert(is_around(score[KEYS], 1.0 / 3) && off[KEYS].mid + off[KEYS].rad >= stored - 1.0 / 3);
    ck_assert(off[KEYS].mid < 0x1p-8);
    plumb_append_logit(steps.unit, steps.tiny, INFINITY, KEYS, score, off);
    ck_assert(!isfinite(score[KEYS].rad) || !isfinite(off[KEYS].rad));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/other_scores");
    TCase *tests = tcase_create("other_scores");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, hidden_keys_are_capped);
    tcase_add_test(tests, a_logit_is_rounded);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
