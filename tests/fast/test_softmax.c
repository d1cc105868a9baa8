/* test_softmax.c - each of several rows has the bits of plumb_softmax. */
#include "fast/softmax.h"
#include "tests/fast/minimal.h"
#include "tests/support/suite.h"
#include "weight/softmax.h"

#define CASES 5000
#define MOST_ROWS 9
#define MOST_KEYS (2 * PLUMB_PANEL + 3)

static void draw_scores(random_cases *cases, plumb_ball *score, size_t keys) {
    static const double sizes[] = {0, 1, 30, 800, 1e4};
    double size = sizes[random_below(cases, sizeof sizes / sizeof *sizes)];
    draw_balls(cases, score, keys);
    for (size_t j = 0; j < keys; j++)
        score[j].mid *= size;
}

START_TEST(has_the_bits_of_softmax) {
    random_cases cases = random_begin("fast softmax", CASES);
    static unsigned char visible[MOST_ROWS * MOST_KEYS];
    static plumb_ball score[MOST_ROWS * MOST_KEYS], fast[MOST_ROWS * MOST_KEYS + 1];
    static plumb_ball minimal[MOST_ROWS * MOST_KEYS];
    while (random_next(&cases)) {
        size_t rows = random_below(&cases, MOST_ROWS + 1);
        size_t keys = random_below(&cases, MOST_KEYS + 1);
        for (size_t r = 0; r < rows; r++) {
            draw_scores(&cases, score + r * keys, keys);
            draw_visible(&cases, visible + r * keys, keys);
            plumb_softmax(score + r * keys, visible + r * keys, keys, minimal + r * keys);
        }
        fast[rows * keys] = guard;
        plumb_fast_softmax(score, visible, rows, keys, keys, fast);
        check_same(&cases, fast, minimal, rows * keys);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("fast/softmax");
    TCase *tests = tcase_create("softmax");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, has_the_bits_of_softmax);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
