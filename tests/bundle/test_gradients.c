/* test_gradients.c - the gradients of drawn problems hold those of the slow twin, and the twin's are quotients of
   differences of its own outputs. */
#include "bundle/gradients.h"
#include "exact/attention.h"
#include "exact/gradient.h"
#include "tests/support/check.h"
#include "tests/support/contain.h"
#include "tests/support/problems.h"
#include "tests/support/reproduce.h"
#include "tests/support/suite.h"
#include <flint/flint.h>
#include <math.h>
#include <stdlib.h>

enum { PROBLEMS = 4000, PRECISION = 400 };

typedef struct {
    drawn_problem drawn;
    double *output, *lse; /* the loss */
} drawn_loss;

static void free_loss(drawn_loss *d) {
    free(d->output);
    free(d->lse);
    free_problem(&d->drawn);
}

static plumb_sink draw_sink(random_cases *cases) {
    static const plumb_sink sinks[] = {PLUMB_SINK_NONE, PLUMB_SINK_ZERO, PLUMB_SINK_LOGIT, PLUMB_SINK_FIRST_KEYS,
                                       PLUMB_SINK_KEY0_BIAS};
    return sinks[random_below(cases, sizeof sinks / sizeof *sinks)];
}

/* Of what gradients are known of. */
static drawn_loss draw_loss(random_cases *cases, problem_character character) {
    drawn_loss d = {.output = NULL};
    do {
        const operator_variant variant = {.kind = PLUMB_SOFTMAX, .sink = draw_sink(cases)};
        d.drawn = draw_operator_problem(cases, variant, character);
        plumb_problem *p = &d.drawn.problem;
        size_t rows = plumb_rows_of(p);
        p->empty_row = PLUMB_EMPTY_ROW_ZERO;
        p->extra.gate = NULL;
        d.output = malloc((rows * p->value_dim + 1) * sizeof *d.output);
        d.lse = malloc((rows + 1) * sizeof *d.lse);
        draw_numbers(cases, character, d.output, rows * p->value_dim);
        draw_numbers(cases, character, d.lse, rows);
        p->loss = (plumb_loss){d.output, random_below(cases, 2) == 0 ? d.lse : NULL};
        if (plumb_gradients_refusal(p) == NULL)
            return d;
        free_loss(&d);
    } while (true);
}

/* What both gave of one key head. */
typedef struct {
    plumb_ball *query, *key, *value, sink;
    plumb_exact_gradients exact;
} compared;

static compared compared_of(const plumb_problem *p) {
    compared c = {.query = malloc((p->head_dim + 1) * sizeof *c.query),
                  .key = malloc((p->key_length * p->head_dim + 1) * sizeof *c.key),
                  .value = malloc((p->key_length * p->value_dim + 1) * sizeof *c.value),
                  .sink = plumb_ball_zero(),
                  .exact = {_arb_vec_init((slong)p->head_dim), _arb_vec_init((slong)(p->key_length * p->head_dim)),
                            _arb_vec_init((slong)(p->key_length * p->value_dim)), _arb_vec_init(1)}};
    for (size_t i = 0; i < p->key_length * p->head_dim; i++)
        c.key[i] = plumb_ball_zero();
    for (size_t i = 0; i < p->key_length * p->value_dim; i++)
        c.value[i] = plumb_ball_zero();
    return c;
}

static void compared_free(const plumb_problem *p, compared *c) {
    free(c->query);
    free(c->key);
    free(c->value);
    _arb_vec_clear(c->exact.query, (slong)p->head_dim);
    _arb_vec_clear(c->exact.key, (slong)(p->key_length * p->head_dim));
    _arb_vec_clear(c->exact.value, (slong)(p->key_length * p->value_dim));
    _arb_vec_clear(c->exact.sink, 1);
}

/* The twin's own ball is wide where huge scores cancel: then they have a number in common. */
static bool agrees(plumb_ball ball, arb_srcptr exact) {
    if (!arb_is_finite(exact) || !ball_informs(ball) || ball_contains(ball, exact))
        return true;
    arb_t other;
    arb_init(other);
    ball_point(other, ball, 0);
    arb_sub(other, other, exact, PRECISION);
    bool meets = arb_rel_accuracy_bits(exact) < 60 && mag_cmp_2exp_si(arb_radref(exact), -1000) > 0 &&
                 arb_contains_zero(other);
    arb_clear(other);
    return meets;
}

static void check_balls(const random_cases *cases, const plumb_problem *p, const char *what, const plumb_ball *ball,
                        arb_srcptr exact, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (agrees(ball[i], exact + i))
            continue;
        reproduction line = reproduce(cases);
        reproduce_text(&line, " %s %zu", what, i);
        reproduce_balls(&line, "ball", &ball[i], 1);
        reproduce_problem(&line, p);
        reproduce_fail(&line);
    }
}

static void check_loss(const random_cases *cases, const plumb_problem *p) {
    plumb_gradients gradients;
    compared c = compared_of(p);
    ck_assert_int_eq(plumb_gradients_init(&gradients, p), 0);
    const plumb_gradient_sums sums = {c.key, c.value, &c.sink};
    for (size_t t = 0; t < p->query_length; t++) {
        plumb_gradients_of_row(&gradients, p->batch - 1, p->query_heads - 1, t, c.query, &sums);
        plumb_exact_gradient_row(p, p->batch - 1, p->query_heads - 1, t, PRECISION, &c.exact);
        check_balls(cases, p, "dq", c.query, c.exact.query, p->head_dim);
    }
    check_balls(cases, p, "dk", c.key, c.exact.key, p->key_length * p->head_dim);
    check_balls(cases, p, "dv", c.value, c.exact.value, p->key_length * p->value_dim);
    if (p->op.sink == PLUMB_SINK_LOGIT)
        check_balls(cases, p, "dsinks", &c.sink, c.exact.sink, 1);
    plumb_gradients_free(&gradients);
    compared_free(p, &c);
}

START_TEST(balls_hold_the_twins_gradients) {
    random_cases cases = random_begin("gradients", PROBLEMS);
    while (random_next(&cases)) {
        drawn_loss d = draw_loss(&cases, (problem_character)random_below(&cases, CHARACTERS));
        check_loss(&cases, &d.drawn.problem);
        free_loss(&d);
    }
}
END_TEST

/* ---- the twin beside differences ---- */

/* The loss itself, from the outputs and log-sum-exps of the twin's forward pass. */
static void loss_of(arb_t loss, const plumb_problem *p) {
    arb_ptr score = _arb_vec_init((slong)p->key_length), weight = _arb_vec_init((slong)p->key_length);
    arb_ptr output = _arb_vec_init((slong)p->value_dim);
    arb_t lse, factor;
    arb_init(lse);
    arb_init(factor);
    arb_zero(loss);
    for (size_t n = 0; n < plumb_rows_of(p); n++) {
        size_t head = n / p->query_length;
        size_t seen = plumb_exact_row(p, head / p->query_heads, head % p->query_heads, n % p->query_length, PRECISION,
                                      score, weight, output, lse);
        for (size_t c = 0; c < p->value_dim; c++) {
            arb_set_d(factor, p->loss.output[n * p->value_dim + c]);
            arb_addmul(loss, factor, output + c, PRECISION);
        }
        arb_set_d(factor, p->loss.lse == NULL ? 0 : p->loss.lse[n]);
        if (p->loss.lse != NULL && (seen > 0 || arb_is_finite(lse)))
            arb_addmul(loss, factor, lse, PRECISION);
    }
    arb_clear(factor);
    arb_clear(lse);
    _arb_vec_clear(output, (slong)p->value_dim);
    _arb_vec_clear(weight, (slong)p->key_length);
    _arb_vec_clear(score, (slong)p->key_length);
}

/* (loss(x + h) - loss(x - h)) / (2 h) of a number of the problem */
static double difference_of(const plumb_problem *p, double *x) {
    double was = *x, above = was + 0x1p-20, below = was - 0x1p-20;
    arb_t high, low;
    arb_init(high);
    arb_init(low);
    *x = above;
    loss_of(high, p);
    *x = below;
    loss_of(low, p);
    *x = was;
    arb_sub(high, high, low, PRECISION);
    double difference = arf_get_d(arb_midref(high), ARF_RND_NEAR) / (above - below);
    arb_clear(high);
    arb_clear(low);
    return difference;
}

/* All gradients of the twin. */
typedef struct {
    arb_ptr query, key, value, sink;
} all_gradients;

static all_gradients twin_of(const plumb_problem *p) {
    size_t keys = p->batch * p->key_heads * p->key_length, group = p->query_heads / p->key_heads;
    all_gradients all = {_arb_vec_init((slong)(plumb_rows_of(p) * p->head_dim)),
                         _arb_vec_init((slong)(keys * p->head_dim)), _arb_vec_init((slong)(keys * p->value_dim)),
                         _arb_vec_init((slong)p->query_heads)};
    for (size_t n = 0; n < plumb_rows_of(p); n++) {
        size_t head = n / p->query_length, b = head / p->query_heads, h = head % p->query_heads;
        size_t first = (b * p->key_heads + h / group) * p->key_length;
        plumb_exact_gradient_row(p, b, h, n % p->query_length, PRECISION,
                                 &(plumb_exact_gradients){all.query + n * p->head_dim, all.key + first * p->head_dim,
                                                          all.value + first * p->value_dim, all.sink + h});
    }
    return all;
}

static void check_differences(const random_cases *cases, const plumb_problem *p, const char *what, double *x,
                              arb_srcptr gradient, size_t count) {
    for (size_t i = 0; i < count; i += 3) {
        double exact = arf_get_d(arb_midref(gradient + i), ARF_RND_NEAR), difference = difference_of(p, x + i);
        if (fabs(exact - difference) <= 1e-6 * (1 + fabs(exact)))
            continue;
        reproduction line = reproduce(cases);
        reproduce_text(&line, " %s %zu is %.12g, the quotient of differences %.12g", what, i, exact, difference);
        reproduce_problem(&line, p);
        reproduce_fail(&line);
    }
}

START_TEST(twins_gradients_are_quotients_of_differences) {
    random_cases cases = random_begin("gradients by differences", 60);
    while (random_next(&cases)) {
        drawn_loss d = draw_loss(&cases, ORDINARY);
        const plumb_problem *p = &d.drawn.problem;
        size_t keys = p->batch * p->key_heads * p->key_length;
        all_gradients all = twin_of(p);
        check_differences(&cases, p, "dq", d.drawn.query, all.query, plumb_rows_of(p) * p->head_dim);
        check_differences(&cases, p, "dk", d.drawn.key, all.key, keys * p->head_dim);
        check_differences(&cases, p, "dv", d.drawn.value, all.value, keys * p->value_dim);
        if (p->op.sink == PLUMB_SINK_LOGIT)
            check_differences(&cases, p, "dsinks", d.drawn.extra[SINK_LOGITS], all.sink, p->query_heads);
        _arb_vec_clear(all.query, (slong)(plumb_rows_of(p) * p->head_dim));
        _arb_vec_clear(all.key, (slong)(keys * p->head_dim));
        _arb_vec_clear(all.value, (slong)(keys * p->value_dim));
        _arb_vec_clear(all.sink, (slong)p->query_heads);
        free_loss(&d);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("bundle/gradients");
    TCase *tests = tcase_create("gradients");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, balls_hold_the_twins_gradients);
    tcase_add_test(tests, twins_gradients_are_quotients_of_differences);
    suite_add_tcase(suite, tests);
    int result = run_suite(suite);
    flint_cleanup(); /* its caches are no leak */
    return result;
}
