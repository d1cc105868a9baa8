/* test_narrow.c - an element of a softmax row as one quotient: contained, and narrower than the row's own. */
#include "attention/narrow.h"
#include "attention/row.h"
#include "score/twofold_dot.h"
#include "tests/support/contain.h"
#include "tests/support/reproduce.h"
#include "tests/support/suite.h"
#include "weight/exponentials.h"
#include <math.h>

#define CASES 3000
#define PRECISION 300
#define MOST_KEYS 40
#define MOST_DIM 9
#define MOST_WIDTH 3

typedef struct {
    size_t keys, head_dim, width;
    plumb_ball scale;
    double query[MOST_DIM], key[MOST_KEYS * MOST_DIM], value[MOST_KEYS * MOST_WIDTH];
    unsigned char visible[MOST_KEYS];
    plumb_ball score[MOST_KEYS + 1], term[MOST_KEYS + 1], sum;
} row;

static void draw(random_cases *cases, row *r) {
    double size = random_below(cases, 3) == 0 ? 30 : 1;
    r->keys = random_below(cases, MOST_KEYS + 1);
    r->head_dim = 1 + random_below(cases, MOST_DIM);
    r->width = 1 + random_below(cases, MOST_WIDTH);
    r->scale = plumb_ball_of(size / sqrt((double)r->head_dim));
    for (size_t c = 0; c < r->head_dim; c++)
        r->query[c] = random_normal(cases);
    for (size_t j = 0; j < r->keys; j++) {
        r->visible[j] = random_below(cases, 4) != 0;
        for (size_t c = 0; c < r->head_dim; c++)
            r->key[j * r->head_dim + c] = r->visible[j] ? random_normal(cases) : NAN;
        for (size_t c = 0; c < r->width; c++)
            r->value[j * r->width + c] = r->visible[j] ? random_normal(cases) : INFINITY;
    }
}

static void evaluate(row *r) {
    static const plumb_ball guard = {12345, 678};
    r->score[r->keys] = r->term[r->keys] = guard;
    plumb_twofold_scaled_dot(r->query, r->key, r->visible, r->keys, r->head_dim, r->scale,
                             r->score);
    r->sum = plumb_narrow_terms(r->score, r->visible, r->keys,
                                plumb_largest_score(r->score, r->visible, r->keys), r->term);
    ck_assert(balls_identical(r->term[r->keys], guard));
}

/* scale q.k_j at PRECISION */
static void exact_score(arb_t score, const row *r, size_t j) {
    arb_t product, factor;
    arb_init(product);
    arb_init(factor);
    arb_zero(score);
    for (size_t c = 0; c < r->head_dim; c++) {
        arb_set_d(product, r->query[c]);
        arb_set_d(factor, r->key[j * r->head_dim + c]);
        arb_addmul(score, product, factor, PRECISION);
    }
    arb_set_d(factor, r->scale.mid);
    arb_mul(score, score, factor, PRECISION);
    arb_clear(product);
    arb_clear(factor);
}

static void exact_output(arb_t output, const row *r, size_t column) {
    arb_t term, value, sum;
    arb_init(term);
    arb_init(value);
    arb_init(sum);
    arb_zero(output);
    for (size_t j = 0; j < r->keys; j++) {
        if (!r->visible[j])
            continue;
        exact_score(term, r, j);
        arb_exp(term, term, PRECISION);
        arb_add(sum, sum, term, PRECISION);
        arb_set_d(value, r->value[j * r->width + column]);
        arb_addmul(output, term, value, PRECISION);
    }
    arb_div(output, output, sum, PRECISION);
    arb_clear(term);
    arb_clear(value);
    arb_clear(sum);
}

static void fail_case(const random_cases *cases, const char *what, const row *r, size_t column,
                      plumb_ball result) {
    reproduction line = reproduce(cases);
    reproduce_text(&line, " %s: column %zu of %zu, %zu keys", what, column, r->width, r->keys);
    reproduce_balls(&line, "result", &result, 1);
    reproduce_fail(&line);
}

static bool sees_any(const row *r) {
    for (size_t j = 0; j < r->keys; j++)
        if (r->visible[j])
            return true;
    return false;
}

static void check_row(const random_cases *cases, row *r) {
    arb_t exact;
    arb_init(exact);
    evaluate(r);
    for (size_t c = 0; c < r->width; c++) {
        plumb_ball result =
            plumb_narrow_output(r->term, r->sum, r->visible, r->value, r->keys, r->width, c);
        ck_assert_int_eq(ball_informs(result), sees_any(r));
        if (!sees_any(r))
            continue;
        exact_output(exact, r, c);
        if (!ball_contains(result, exact))
            fail_case(cases, "does not contain the output", r, c, result);
    }
    arb_clear(exact);
}

START_TEST(contains) {
    random_cases cases = random_begin("narrow row", CASES);
    row r;
    while (random_next(&cases)) {
        draw(&cases, &r);
        check_row(&cases, &r);
    }
}
END_TEST

/* As heads are: of many keys, in many dimensions, the balls are much narrower than the row's. */
START_TEST(is_narrow) {
    enum { KEYS = 256, DIM = 64 };
    static double query[DIM], key[KEYS * DIM], value[KEYS];
    static plumb_ball score[KEYS], term[KEYS], weight[KEYS];
    static unsigned char visible[KEYS];
    random_cases cases = random_begin("narrow head", 20);
    while (random_next(&cases)) {
        for (size_t c = 0; c < DIM; c++)
            query[c] = random_normal(&cases);
        for (size_t i = 0; i < KEYS * DIM; i++)
            key[i] = random_normal(&cases);
        for (size_t j = 0; j < KEYS; j++) {
            value[j] = random_normal(&cases);
            visible[j] = 1;
        }
        plumb_ball plain, scale = plumb_ball_of(0.125);
        plumb_attention_row(query, key, value, visible, KEYS, DIM, 1, scale, score, weight, &plain);
        plumb_twofold_scaled_dot(query, key, visible, KEYS, DIM, scale, score);
        plumb_ball sum = plumb_narrow_terms(score, visible, KEYS,
                                            plumb_largest_score(score, visible, KEYS), term);
        plumb_ball narrow = plumb_narrow_output(term, sum, visible, value, KEYS, 1, 0);
        ck_assert(balls_overlap(narrow, plain));
        ck_assert_msg(narrow.rad < plain.rad / 15, "%g and %g", narrow.rad, plain.rad);
    }
}
END_TEST

/* Equal scores: the mean of the values. */
START_TEST(two_keys) {
    const plumb_ball score[] = {{7, 0}, {7, 0}, {NAN, NAN}};
    const unsigned char visible[] = {1, 1, 0};
    const double value[] = {1, 2, 5, 4, NAN, NAN};
    plumb_ball term[3];
    plumb_ball sum = plumb_narrow_terms(score, visible, 3, 7, term);
    plumb_ball first = plumb_narrow_output(term, sum, visible, value, 3, 2, 0);
    plumb_ball second = plumb_narrow_output(term, sum, visible, value, 3, 2, 1);
    ck_assert(ball_contains_double(sum, 2) && sum.rad < 0x1p-48);
    ck_assert(ball_contains_double(first, 3) && first.rad < 0x1p-48);
    ck_assert(ball_contains_double(second, 3) && second.rad < 0x1p-48);
    ck_assert(term[2].mid == 0 && term[2].rad == 0);
}
END_TEST

/* One third each to two keys and to a sink of their score, which has no value. */
START_TEST(a_sink_joins_the_sum) {
    const plumb_ball score[] = {{7, 0}, {7, 0}};
    const unsigned char visible[] = {1, 1};
    const double value[] = {1, 5};
    plumb_ball term[2];
    plumb_ball sum = plumb_narrow_terms(score, visible, 2, 6, term);
    plumb_ball with_sink = plumb_narrow_sum_with_sink(sum, plumb_ball_of(7), 6);
    plumb_ball output = plumb_narrow_output(term, with_sink, visible, value, 2, 1, 0);
    ck_assert(ball_contains_double(output, 2) && output.rad < 0x1p-48);
    ck_assert(!ball_informs(plumb_narrow_sum_with_sink(sum, (plumb_ball){0, INFINITY}, 6)));
    ck_assert(
        !ball_informs(plumb_narrow_sum_with_sink((plumb_ball){0, NAN}, plumb_ball_zero(), 6)));
}
END_TEST

START_TEST(what_is_not_finite_says_nothing) {
    static const double wild[] = {NAN, INFINITY, -INFINITY};
    const plumb_ball score[] = {{1, 0}, {0, 0}};
    const unsigned char visible[] = {1, 1};
    plumb_ball term[2];
    for (size_t i = 0; i < 3; i++) {
        const double value[] = {1, wild[i]};
        plumb_ball sum = plumb_narrow_terms(score, visible, 2, 1, term);
        ck_assert(!ball_informs(plumb_narrow_output(term, sum, visible, value, 2, 1, 0)));
        const plumb_ball unknown[] = {{1, 0}, {0, i == 0 ? NAN : INFINITY}};
        sum = plumb_narrow_terms(unknown, visible, 2, 1, term);
        ck_assert(!ball_informs(sum));
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("attention/narrow");
    TCase *tests = tcase_create("narrow");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, contains);
    tcase_add_test(tests, is_narrow);
    tcase_add_test(tests, two_keys);
    tcase_add_test(tests, a_sink_joins_the_sum);
    tcase_add_test(tests, what_is_not_finite_says_nothing);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
