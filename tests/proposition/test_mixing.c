/* test_mixing.c - how much an output moves with one score, how little tokens mix beside a sink, and what is left of that
   through layers (spec/proposition/mixing.h), of weights and outputs that the kernels computed. */
#include "attention/softmax_output.h"
#include "tests/support/check.h"
#include "tests/support/random.h"
#include "tests/support/suite.h"
#include "weight/sink_softmax.h"
#include "weight/softmax.h"
#include <flint/flint.h>
#include <math.h>

enum { MOST_KEYS = 9, CASES = 4000, LAYERS = 4, TOKENS = 6, PARTS = 64 };

typedef struct {
    size_t keys;
    plumb_ball score[MOST_KEYS], weight[MOST_KEYS], output;
    unsigned char visible[MOST_KEYS];
    double value[MOST_KEYS];
    bool has_sink;
    plumb_ball sink;
} row;

/* Scores of which one or two often stand out; keys may be hidden, but not the first. */
static row draw_row(random_cases *cases) {
    row r = {.keys = 1 + random_below(cases, MOST_KEYS), .has_sink = random_below(cases, 3) == 0};
    r.sink.mid = random_normal(cases);
    double spread = (double)random_below(cases, 5);
    for (size_t j = 0; j < r.keys; j++) {
        r.score[j].mid = spread * random_normal(cases);
        r.visible[j] = j == 0 || random_below(cases, 5) != 0;
        r.value[j] = (double)random_below(cases, 17) - 8;
    }
    return r;
}

static void evaluate_row(row *r) {
    plumb_ball term[MOST_KEYS];
    if (r->has_sink)
        plumb_sink_softmax(r->score, r->visible, r->keys, r->sink, r->weight);
    else
        plumb_softmax(r->score, r->visible, r->keys, r->weight);
    plumb_softmax_output(r->score, r->visible, r->value, r->keys, 1, r->has_sink, r->sink, term, &r->output);
}

static double spread_of(const row *r) {
    double low = r->has_sink ? 0 : r->value[0], high = low;
    for (size_t j = 0; j < r->keys; j++)
        if (r->visible[j]) {
            low = fmin(low, r->value[j]);
            high = fmax(high, r->value[j]);
        }
    return high - low;
}

/* w_j (v_j - o): the slope of the output in score j */
static double slope_of(const row *r, size_t j) {
    return r->weight[j].mid * (r->value[j] - r->output.mid);
}

/* softmax_slope and sink_softmax_slope: a step of t moves the output by t times the slope, but for what is of second
   order, at most t^2 / 2 times the spread of the values, a sink's 0 among them. */
START_TEST(the_slope_of_a_score) {
    random_cases cases = random_begin("slope of a score", CASES);
    size_t steep = 0, tried = 0;
    while (random_next(&cases)) {
        row r = draw_row(&cases);
        evaluate_row(&r);
        size_t j = random_below(&cases, r.keys);
        if (!r.visible[j])
            continue;
        row moved = r;
        moved.score[j].mid += 0x1p-12;
        double t = moved.score[j].mid - r.score[j].mid;
        evaluate_row(&moved);
        double expected = t * slope_of(&r, j), spread = spread_of(&r);
        double off = 0.5 * t * t * spread + moved.output.rad + r.output.rad + 0x1p-46 * spread;
        ck_assert_msg(fabs(moved.output.mid - r.output.mid - expected) <= off,
                      "case %llu: key %zu moves the output by %.17g, not by %.17g", (unsigned long long)cases.number, j,
                      moved.output.mid - r.output.mid, expected);
        steep += fabs(expected) > 100 * off;
        tried++;
    }
    ck_assert_msg(20 * steep > tried, "only %zu of %zu slopes tell anything", steep, tried);
}
END_TEST

/* mixing_at_most_half and sink_mixes_little */
START_TEST(a_sink_mixes_little) {
    random_cases cases = random_begin("mixing", CASES);
    size_t near = 0, sinks = 0;
    while (random_next(&cases)) {
        row r = draw_row(&cases);
        r.has_sink = false;
        evaluate_row(&r);
        double mixing = 0, largest = 0, spread = spread_of(&r);
        for (size_t j = 0; j < r.keys; j++)
            if (r.visible[j]) {
                mixing += fabs(slope_of(&r, j));
                largest = fmax(largest, r.weight[j].mid);
            }
        double bound = largest >= 0.5 ? 2 * largest * (1 - largest) * spread : spread / 2;
        ck_assert_msg(mixing <= bound + 0x1p-40, "case %llu: the slopes add up to %.17g, more than %.17g",
                      (unsigned long long)cases.number, mixing, bound);
        near += mixing > 0.75 * bound && bound > 0;
        sinks += largest >= 0.5 && largest < 0.999;
    }
    ck_assert_uint_gt(near, 0);
    ck_assert_uint_gt(sinks, 0);
}
END_TEST

/* Shares in 64ths: sums and products of so few are exact. The first key has at least 1 - delta. */
static void draw_shares(random_cases *cases, size_t keys, size_t most_of_others, double share[TOKENS]) {
    size_t left = random_below(cases, most_of_others + 1);
    share[0] = (double)(PARTS - most_of_others) / PARTS;
    for (size_t j = 1; j < keys; j++) {
        size_t part = j + 1 == keys ? left : random_below(cases, left + 1);
        share[j] = (double)part / PARTS;
        left -= part;
    }
}

static void mix(double share[TOKENS][TOKENS], double x[TOKENS]) {
    for (size_t t = TOKENS - 1; t > 0; t--) {
        double sum = 0;
        for (size_t j = 0; j <= t; j++)
            sum += share[t][j] * x[j];
        x[t] += sum;
    }
}

/* sink_slows_mixing, in exact arithmetic */
START_TEST(a_sink_slows_mixing) {
    random_cases cases = random_begin("mixing through layers", CASES);
    size_t near = 0;
    while (random_next(&cases)) {
        size_t others = random_below(&cases, PARTS + 1);
        double delta = (double)others / PARTS, bound = 0, x[TOKENS], y[TOKENS];
        for (size_t t = 0; t < TOKENS; t++) {
            x[t] = (double)random_below(&cases, 33) - 16;
            y[t] = t == 0 ? x[t] : x[t] + (double)random_below(&cases, 9) - 4;
            bound = fmax(bound, fabs(x[t] - y[t]));
        }
        for (size_t layer = 0; layer < LAYERS; layer++) {
            double share[TOKENS][TOKENS] = {{0}};
            for (size_t t = 1; t < TOKENS; t++)
                draw_shares(&cases, t + 1, others, share[t]);
            mix(share, x);
            mix(share, y);
            bound *= 1 + delta;
            for (size_t t = 0; t < TOKENS; t++) {
                ck_assert_msg(fabs(x[t] - y[t]) <= bound, "case %llu: token %zu differs by %.17g, more than %.17g",
                              (unsigned long long)cases.number, t, fabs(x[t] - y[t]), bound);
                near += delta > 0 && fabs(x[t] - y[t]) > 0.5 * bound;
            }
        }
    }
    ck_assert_uint_gt(near, 0);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("mixing");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, the_slope_of_a_score);
    tcase_add_test(tests, a_sink_mixes_little);
    tcase_add_test(tests, a_sink_slows_mixing);
    Suite *suite = suite_create("proposition/mixing");
    suite_add_tcase(suite, tests);
    int result = run_suite(suite);
    flint_cleanup();
    return result;
}
