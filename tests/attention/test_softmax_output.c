/* test_softmax_output.c - the output of a softmax as one quotient: contained, tighter than the sum of its weights,
   and of the numbers that take part only. */
#include "attention/softmax_output.h"
#include "aggregate/aggregate.h"
#include "tests/support/contain.h"
#include "tests/support/random.h"
#include "tests/support/reproduce.h"
#include "tests/support/suite.h"
#include "weight/exponentials.h"
#include "weight/sink_softmax.h"
#include "weight/softmax.h"
#include <math.h>

#define CASES 4000
#define PRECISION 300
#define MOST_KEYS 20
#define MOST_WIDTH 3

typedef struct {
    size_t keys, width;
    int has_sink;
    plumb_ball sink, score[MOST_KEYS];
    unsigned char visible[MOST_KEYS];
    double value[MOST_KEYS * MOST_WIDTH];
    plumb_ball term[MOST_KEYS + 1], output[MOST_WIDTH + 1];
} row;

static const plumb_ball guard = {12345, 678};

/* Scores about a common middle, some rows far beyond what an exponential holds. */
static plumb_ball draw_score(random_cases *cases, double middle) {
    static const double radii[] = {0, 0x1p-40, 0.125};
    return plumb_ball_make(middle + 3 * random_normal(cases), radii[random_below(cases, 3)]);
}

static void draw(random_cases *cases, row *r) {
    static const double middles[] = {0, 0, 100, -100, 1e4, -1e4};
    double middle = middles[random_below(cases, 6)];
    r->keys = random_below(cases, MOST_KEYS + 1);
    r->width = random_below(cases, MOST_WIDTH + 1);
    r->has_sink = (int)random_below(cases, 2);
    r->sink = r->has_sink ? draw_score(cases, random_below(cases, 2) ? middle : 0)
                          : (plumb_ball){NAN, NAN};
    for (size_t j = 0; j < r->keys; j++) {
        r->visible[j] = random_below(cases, 4) != 0;
        r->score[j] = r->visible[j] ? draw_score(cases, middle) : (plumb_ball){NAN, NAN};
        for (size_t c = 0; c < r->width; c++)
            r->value[j * r->width + c] = r->visible[j] ? random_normal(cases) : INFINITY;
    }
}

static void evaluate(row *r) {
    r->term[r->keys] = r->output[r->width] = guard;
    plumb_softmax_output(r->score, r->visible, r->value, r->keys, r->width, r->has_sink, r->sink,
                         r->term, r->output);
    ck_assert_msg(balls_identical(r->term[r->keys], guard) &&
                      balls_identical(r->output[r->width], guard),
                  "writes beyond the row");
}

static bool sees_any(const row *r) {
    for (size_t j = 0; j < r->keys; j++)
        if (r->visible[j])
            return true;
    return false;
}

/* Of one number in each ball: its middle or an end. */
static void exact_output(arb_t output, const row *r, const int *side, size_t column) {
    arb_t term, value, sum;
    arb_init(term);
    arb_init(value);
    arb_init(sum);
    arb_zero(output);
    if (r->has_sink) {
        ball_point(term, r->sink, side[MOST_KEYS]);
        arb_exp(sum, term, PRECISION);
    }
    for (size_t j = 0; j < r->keys; j++) {
        if (!r->visible[j])
            continue;
        ball_point(term, r->score[j], side[j]);
        arb_exp(term, term, PRECISION);
        arb_add(sum, sum, term, PRECISION);
        arb_set_d(value, r->value[j * r->width + column]);
        arb_addmul(output, term, value, PRECISION);
    }
    if (sees_any(r))
        arb_div(output, output, sum, PRECISION);
    arb_clear(term);
    arb_clear(value);
    arb_clear(sum);
}

START_TEST(contains) {
    random_cases cases = random_begin("softmax output", CASES);
    arb_t exact;
    arb_init(exact);
    while (random_next(&cases)) {
        row r;
        int side[MOST_KEYS + 1];
        draw(&cases, &r);
        evaluate(&r);
        for (size_t j = 0; j <= MOST_KEYS; j++)
            side[j] = (int)random_below(&cases, 3) - 1;
        for (size_t c = 0; c < r.width; c++) {
            exact_output(exact, &r, side, c);
            if (ball_informs(r.output[c]) && ball_contains(r.output[c], exact))
                continue;
            reproduction line = reproduce(&cases);
            reproduce_text(&line, " column %zu of %zu, sink %d:", c, r.width, r.has_sink);
            reproduce_balls(&line, "result", r.output + c, 1);
            reproduce_balls(&line, "score", r.score, r.keys);
            reproduce_flags(&line, "visible", r.visible, r.keys);
            reproduce_fail(&line);
        }
    }
    arb_clear(exact);
}
END_TEST

/* The shift and the denominator are those of the weights, and each column is multiplied by one reciprocal: bit for
   bit, as the output's definition is what faster evaluations must repeat. */
START_TEST(one_reciprocal_for_all_columns) {
    random_cases cases = random_begin("softmax quotient", CASES);
    while (random_next(&cases)) {
        row r;
        plumb_ball term[MOST_KEYS], output[MOST_WIDTH];
        draw(&cases, &r);
        evaluate(&r);
        double largest = plumb_largest_score(r.score, r.visible, r.keys);
        double shift = r.has_sink ? plumb_sink_shift(largest, r.sink) : plumb_score_shift(largest);
        plumb_ball sum = plumb_exponentials(r.score, r.visible, r.keys, shift, term);
        if (r.has_sink)
            sum = plumb_ball_add(sum, plumb_ball_exp(plumb_shifted_score(r.sink, shift)));
        plumb_ball inverse = plumb_ball_divide(plumb_ball_of(1), sum);
        plumb_aggregate(term, r.visible, r.value, r.keys, r.width, output);
        for (size_t j = 0; j < r.keys; j++)
            ck_assert(balls_identical(r.term[j], term[j]));
        for (size_t c = 0; c < r.width; c++)
            ck_assert(balls_identical(
                r.output[c], sees_any(&r) ? plumb_ball_multiply(output[c], inverse) : output[c]));
    }
}
END_TEST

/* As heads are: the sum of the weights, each divided, is wider. */
START_TEST(is_tighter_than_its_weights) {
    enum { KEYS = 512 };
    static plumb_ball score[KEYS], weight[KEYS];
    static unsigned char visible[KEYS];
    static double value[KEYS];
    random_cases cases = random_begin("tight softmax output", 20);
    while (random_next(&cases)) {
        for (size_t j = 0; j < KEYS; j++) {
            score[j] = plumb_ball_make(random_normal(&cases), 0x1p-60);
            value[j] = random_normal(&cases);
            visible[j] = 1;
        }
        plumb_ball quotient, sum;
        plumb_softmax_output(score, visible, value, KEYS, 1, 0, plumb_ball_zero(), weight,
                             &quotient);
        plumb_softmax(score, visible, KEYS, weight);
        plumb_aggregate(weight, visible, value, KEYS, 1, &sum);
        ck_assert(balls_overlap(quotient, sum));
        ck_assert_msg(quotient.rad < 0.75 * sum.rad, "%g and %g", quotient.rad, sum.rad);
    }
}
END_TEST

/* One third each to two keys and to a sink of their score, which has no value; in rows that need a shift, too. */
START_TEST(by_hand) {
    static const double scores[] = {0, 7, 1000, -1000};
    const unsigned char visible[] = {1, 0, 1};
    const double value[] = {1, 2, NAN, INFINITY, 5, 4};
    for (size_t i = 0; i < sizeof scores / sizeof *scores; i++) {
        const plumb_ball score[] = {{scores[i], 0}, {NAN, NAN}, {scores[i], 0}};
        plumb_ball term[3], output[2];
        plumb_softmax_output(score, visible, value, 3, 2, 0, plumb_ball_unknown(), term, output);
        ck_assert(ball_contains_double(output[0], 3) && output[0].rad < 0x1p-46);
        ck_assert(ball_contains_double(output[1], 3) && output[1].rad < 0x1p-46);
        plumb_softmax_output(score, visible, value, 3, 2, 1, score[0], term, output);
        ck_assert(ball_contains_double(output[0], 2) && output[0].rad < 0x1p-46);
        ck_assert(ball_contains_double(output[1], 2) && output[1].rad < 0x1p-46);
    }
}
END_TEST

/* With a sink or without, even one whose logit is unknown: nothing is divided, and what is left is the radius of any
   sum. */
START_TEST(no_visible_key_gives_0) {
    const plumb_ball score[] = {{NAN, NAN}, {INFINITY, 0}};
    const unsigned char visible[] = {0, 0};
    const double value[] = {NAN, INFINITY};
    for (size_t keys = 0; keys <= 2; keys++)
        for (int has_sink = 0; has_sink < 2; has_sink++) {
            plumb_ball term[2], output;
            plumb_softmax_output(score, visible, value, keys, 1, has_sink, plumb_ball_of(3), term,
                                 &output);
            ck_assert(output.mid == 0 && output.rad <= 0x1p-997);
            plumb_softmax_output(score, visible, value, keys, 1, has_sink, plumb_ball_unknown(),
                                 term, &output);
            ck_assert(output.mid == 0 && output.rad <= 0x1p-997);
        }
}
END_TEST

/* An unknown score, or an unknown sink that counts, leaves nothing known; a wild value, its column alone. */
START_TEST(what_is_not_finite_says_nothing) {
    static const double wild[] = {NAN, INFINITY, -INFINITY};
    const plumb_ball score[] = {{1, 0}, {0, 0}};
    const unsigned char visible[] = {1, 1};
    plumb_ball term[2], output[2];
    for (size_t i = 0; i < 3; i++)
        for (int has_sink = 0; has_sink < 2; has_sink++) {
            const plumb_ball unknown[] = {{1, 0}, {wild[i], 0}}, wide[] = {{1, 0}, {0, wild[i]}};
            const double value[] = {1, 2, 3, 4}, poisoned[] = {1, 2, wild[i], 4};
            plumb_ball sink = plumb_ball_of(1);
            plumb_softmax_output(unknown, visible, value, 2, 2, has_sink, sink, term, output);
            ck_assert(!ball_informs(output[0]) && !ball_informs(output[1]));
            plumb_softmax_output(wide, visible, value, 2, 2, has_sink, sink, term, output);
            ck_assert(!ball_informs(output[0]) && !ball_informs(output[1]));
            sink.rad = wild[i];
            plumb_softmax_output(score, visible, value, 2, 2, has_sink, sink, term, output);
            ck_assert_int_eq(ball_informs(output[0]), !has_sink);
            ck_assert_int_eq(ball_informs(output[1]), !has_sink);
            plumb_softmax_output(score, visible, poisoned, 2, 2, has_sink, plumb_ball_of(1), term,
                                 output);
            ck_assert(!ball_informs(output[0]) && ball_informs(output[1]));
        }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("attention/softmax_output");
    TCase *tests = tcase_create("softmax_output");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, contains);
    tcase_add_test(tests, one_reciprocal_for_all_columns);
    tcase_add_test(tests, is_tighter_than_its_weights);
    tcase_add_test(tests, by_hand);
    tcase_add_test(tests, no_visible_key_gives_0);
    tcase_add_test(tests, what_is_not_finite_says_nothing);
    suite_add_tcase(suite, tests);
    int result = run_suite(suite);
    flint_cleanup(); /* its caches are no leak */
    return result;
}
