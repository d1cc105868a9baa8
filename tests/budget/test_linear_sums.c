/* test_linear_sums.c - the sums over features and keys, as loops have them; hidden keys are not read. */
#include "budget/linear_sums.h"
#include "tests/budget/models.h"
#include "tests/budget/roundings.h"
#include "tests/support/reproduce.h"
#include "tests/support/suite.h"
#include <math.h>

#define CASES 300
#define MOST_KEYS 20
#define MOST_DIM 6

static void is(const random_cases *cases, const char *what, plumb_ball ball, double number) {
    if (fabs(ball.mid - number) <= ball.rad + 0x1p-40 && ball.rad <= 0x1p-40)
        return;
    reproduction line = reproduce(cases);
    reproduce_text(&line, " %s: %a within %a, %a", what, ball.mid, ball.rad, number);
    reproduce_fail(&line);
}

START_TEST(as_loops) {
    random_cases cases = random_begin("budget linear sums", CASES);
    while (random_next(&cases)) {
        size_t keys = 1 + random_below(&cases, MOST_KEYS), dim = 1 + random_below(&cases, MOST_DIM), visible_keys = 0;
        plumb_ball query[MOST_DIM], key[MOST_DIM * MOST_KEYS];
        double value[2 * MOST_KEYS], sum[9] = {0}, values = 0;
        unsigned char visible[MOST_KEYS];
        for (size_t j = 0; j < keys; j++) {
            visible[j] = random_below(&cases, 3) != 0;
            visible_keys += visible[j];
            value[2 * j] = NAN;
            value[2 * j + 1] = visible[j] ? random_normal(&cases) : NAN;
            values += visible[j] ? fabs(value[2 * j + 1]) : 0;
        }
        for (size_t f = 0; f < dim; f++) {
            double state = 0, state_size = 0, total = 0, size = 0;
            query[f] = plumb_ball_of(random_normal(&cases));
            for (size_t j = 0; j < keys; j++) {
                double k = random_normal(&cases);
                key[f * keys + j] = visible[j] ? plumb_ball_of(k) : plumb_ball_unknown();
                if (!visible[j])
                    continue;
                state += k * value[2 * j + 1];
                state_size += fabs(k * value[2 * j + 1]);
                total += k;
                size += fabs(k);
            }
            double q = query[f].mid, add[] = {q * state, fabs(q) * state_size, fabs(q) * size, fabs(q),
                                              state_size, size, q * total};
            for (size_t i = 0; i < sizeof add / sizeof *add; i++)
                sum[i] += add[i];
        }
        plumb_linear_sums sums = plumb_total_features(query, key, visible, value, keys, dim, 2, 1);
        ck_assert_uint_eq(sums.count, visible_keys);
        is(&cases, "values", sums.value_sizes, values);
        is(&cases, "numerator", sums.numerator.exact, sum[0]);
        is(&cases, "its terms", sums.numerator.terms, sum[1]);
        is(&cases, "its keys", sums.numerator.weighed_keys, sum[2]);
        is(&cases, "query", sums.numerator.query, sum[3]);
        is(&cases, "states", sums.numerator.states, sum[4]);
        is(&cases, "keys", sums.numerator.keys, sum[5]);
        is(&cases, "denominator", sums.denominator.exact, sum[6]);
        is(&cases, "its terms", sums.denominator.terms, sum[2]);
        is(&cases, "its states", sums.denominator.states, sum[5]);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/linear_sums");
    TCase *tests = tcase_create("linear sums");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, as_loops);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
