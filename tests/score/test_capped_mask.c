/* test_capped_mask.c - invisible keys get the score -cap exactly, and become visible. */
#include "score/capped_mask.h"
#include "tests/support/suite.h"
#include "tests/support/contain.h"
#include "tests/support/reproduce.h"
#include <math.h>
#include <string.h>

#define CASES 20000
#define MOST_KEYS 8

START_TEST(caps_exactly_what_is_invisible) {
    random_cases cases = random_begin("capped mask", CASES);
    while (random_next(&cases)) {
        size_t keys = random_below(&cases, MOST_KEYS + 1);
        double cap = random_edge(&cases);
        plumb_ball score[MOST_KEYS + 1], before[MOST_KEYS + 1];
        unsigned char visible[MOST_KEYS + 1], shown[MOST_KEYS + 1];
        for (size_t j = 0; j <= keys; j++) {
            score[j] = random_below(&cases, 4) == 0 ? (plumb_ball){NAN, NAN} : random_ball(&cases);
            visible[j] = (unsigned char)(random_below(&cases, 4) * 85);
        }
        memcpy(before, score, sizeof score);
        memcpy(shown, visible, sizeof visible);
        plumb_cap_invisible(score, visible, keys, cap);
        bool right =
            visible[keys] == shown[keys] && memcmp(score + keys, before + keys, sizeof *score) == 0;
        for (size_t j = 0; j < keys; j++)
            right = right && visible[j] != 0 &&
                    (shown[j] ? memcmp(score + j, before + j, sizeof *score) == 0
                              : balls_identical(score[j], plumb_ball_of(-cap)));
        if (!right) {
            reproduction line = reproduce(&cases);
            reproduce_doubles(&line, "cap", &cap, 1);
            reproduce_balls(&line, "before", before, keys);
            reproduce_balls(&line, "after", score, keys);
            reproduce_flags(&line, "visible", shown, keys);
            reproduce_fail(&line);
        }
    }
}
END_TEST

START_TEST(a_cap_that_is_not_finite_tells_nothing) {
    static const double odd[] = {INFINITY, -INFINITY, NAN};
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
        plumb_ball score[2] = {{1, 0}, {2, 0}};
        unsigned char visible[2] = {0, 1};
        plumb_cap_invisible(score, visible, 2, odd[i]);
        ck_assert(!ball_informs(score[0]) && ball_contains_double(score[1], 2));
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("score/capped_mask");
    TCase *tests = tcase_create("capped_mask");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, caps_exactly_what_is_invisible);
    tcase_add_test(tests, a_cap_that_is_not_finite_tells_nothing);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
