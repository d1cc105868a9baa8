/* test_position_bias.c - what positions add to the scores: contained, tight, and only to visible keys. */
#include "score/position_bias.h"
#include "tests/support/contain.h"
#include "tests/support/reproduce.h"
#include "tests/support/suite.h"
#include <math.h>
#include <string.h>

#define CASES 20000
#define MOST_KEYS 8

typedef struct {
    size_t keys;
    plumb_ball score[MOST_KEYS], bias[MOST_KEYS], sum[MOST_KEYS + 1];
    unsigned char visible[MOST_KEYS];
} row;

static const plumb_ball guard = {12345, 678};

static row draw(random_cases *cases) {
    row r = {.keys = random_below(cases, MOST_KEYS + 1)};
    for (size_t j = 0; j < r.keys; j++) {
        r.visible[j] = (unsigned char)(random_below(cases, 4) * 85);
        r.score[j] = random_ball(cases);
        r.bias[j] = random_below(cases, 3) == 0
                        ? plumb_ball_of(random_companion(cases, r.score[j].mid))
                        : random_ball(cases);
        if (!r.visible[j] && random_below(cases, 2) == 0)
            r.score[j] = r.bias[j] = (plumb_ball){NAN, NAN};
    }
    memcpy(r.sum, r.score, sizeof r.score);
    r.sum[r.keys] = guard;
    return r;
}

static void fail_case(const random_cases *cases, const char *what, const row *r, size_t j) {
    reproduction line = reproduce(cases);
    reproduce_text(&line, " %s: score %zu", what, j);
    reproduce_balls(&line, "result", r->sum + j, 1);
    reproduce_balls(&line, "score", r->score, r->keys);
    reproduce_balls(&line, "bias", r->bias, r->keys);
    reproduce_flags(&line, "visible", r->visible, r->keys);
    reproduce_fail(&line);
}

/* Each end of the score's ball plus each end of the bias's, exactly; and the radius little more than
   both radii with one rounding of 2^-53. */
static void check_sum(const random_cases *cases, const row *r, size_t j) {
    arb_t score, bias;
    arb_init(score);
    arb_init(bias);
    for (int corner = 0; corner < 4; corner++) {
        ball_point(score, r->score[j], corner & 1 ? 1 : -1);
        ball_point(bias, r->bias[j], corner & 2 ? 1 : -1);
        arb_add(score, score, bias, ARF_PREC_EXACT);
        if (!ball_contains(r->sum[j], score))
            fail_case(cases, "does not contain the sum", r, j);
    }
    arb_clear(bias);
    arb_clear(score);
    double limit =
        (r->score[j].rad + r->bias[j].rad + fabs(r->sum[j].mid) * 0x1p-53) * (1 + 0x1p-47) +
        0x1p-998;
    if (isfinite(r->sum[j].mid) && isfinite(limit) && !(r->sum[j].rad <= limit))
        fail_case(cases, "too wide", r, j);
}

START_TEST(adds_to_visible_scores) {
    random_cases cases = random_begin("position bias", CASES);
    while (random_next(&cases)) {
        row r = draw(&cases);
        plumb_add_position_bias(r.bias, r.visible, r.keys, r.sum);
        ck_assert_msg(balls_identical(r.sum[r.keys], guard), "writes beyond the keys");
        for (size_t j = 0; j < r.keys; j++)
            if (r.visible[j])
                check_sum(&cases, &r, j);
    }
}
END_TEST

START_TEST(a_bias_without_information_tells_nothing) {
    const plumb_ball bias[] = {plumb_ball_unknown(), plumb_ball_of(1)};
    plumb_ball score[] = {{1, 0}, {2, 0}};
    plumb_add_position_bias(bias, (const unsigned char[]){1, 1}, 2, score);
    ck_assert(!ball_informs(score[0]));
    ck_assert(ball_contains_double(score[1], 3));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("score/position_bias");
    TCase *tests = tcase_create("position_bias");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, adds_to_visible_scores);
    tcase_add_test(tests, a_bias_without_information_tells_nothing);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
