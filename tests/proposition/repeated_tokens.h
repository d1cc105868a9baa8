/* repeated_tokens.h - repeated tokens at random, one row of them by the kernels and by the slow
   reference, and checks of both against closed forms in Arb. */
#ifndef PLUMB_TESTS_PROPOSITION_REPEATED_TOKENS_H
#define PLUMB_TESTS_PROPOSITION_REPEATED_TOKENS_H
#include "exact/reference.h"
#include "exact/scale.h"
#include "tests/support/contain.h"
#include "tests/support/dot.h"
#include "tests/support/problems.h"
#include "tests/support/reproduce.h"
#include "tests/support/suite.h"
#include <flint/flint.h>
#include <math.h>

/* Bits of closed forms, and of the reference. */
#define BITS 320
#define MOST_TOKENS 4096

/* ---- drawing ---- */

/* Mostly few, now and then as many as MOST_TOKENS. */
static inline size_t draw_tokens(random_cases *cases) {
    switch (random_below(cases, 16)) {
    case 0:
        return 1 + random_below(cases, MOST_TOKENS);
    case 1:
    case 2:
        return 1 + random_below(cases, 300);
    default:
        return 1 + random_below(cases, 20);
    }
}

static inline const char *draw_scale(random_cases *cases) {
    static const char *const scales[] = {NULL,   NULL, "0.125", "1/3",   "-1.5e-3",
                                         "-2/7", "0",  "2",     "1e-30", "-40"};
    return scales[random_below(cases, sizeof scales / sizeof *scales)];
}

/* One query that sees `tokens` of the keys, or a few less than all. */
static inline plumb_problem draw_shape(random_cases *cases, size_t tokens) {
    size_t later = random_below(cases, 2) == 0 ? 0 : random_below(cases, 5);
    plumb_problem shape =
        one_head(1, tokens + later, 1 + random_below(cases, 8), 1 + random_below(cases, 3));
    shape.causal = (plumb_causal){true, (int64_t)tokens - 1};
    shape.scale.text = draw_scale(cases);
    shape.op = (plumb_operator){.alpha = 1, .power = 1, .zeta = 1, .epsilon = 1e-8};
    return shape;
}

/* The rows of a matrix, from the second on, become the first. */
static inline void repeat_row(double *matrix, size_t rows, size_t width) {
    for (size_t i = width; i < rows * width; i++)
        matrix[i] = matrix[i - width];
}

/* The keys that the query sees are one; the values are any. */
static inline drawn_problem draw_repeated(random_cases *cases, plumb_problem shape,
                                          problem_character character) {
    drawn_problem drawn = draw_problem(cases, shape, character);
    size_t tokens = (size_t)shape.causal.offset + 1;
    repeat_row(drawn.key, tokens, shape.head_dim);
    return drawn;
}

/* ---- one row ---- */

typedef struct {
    const random_cases *cases;
    const plumb_problem *problem;
    size_t h, t;
    slong precision; /* of the reference */
    plumb_row row;
    plumb_reference reference;
} evaluation;

static inline void evaluate(evaluation *e, const random_cases *cases, const plumb_problem *problem,
                            size_t h, size_t t) {
    *e = (evaluation){.cases = cases, .problem = problem, .h = h, .t = t, .precision = BITS};
    ck_assert_int_eq(plumb_row_init(&e->row, problem), 0);
    plumb_evaluate_row(problem, plumb_problem_scale(problem), 0, h, t, &e->row);
    plumb_reference_init(&e->reference, problem);
}

static inline void release(evaluation *e) {
    plumb_row_free(&e->row);
    plumb_reference_clear(&e->reference);
}

static inline arb_srcptr reference_of(evaluation *e, plumb_quantity quantity, size_t i) {
    return plumb_reference_element(&e->reference, 0, e->h, e->t, quantity, i, e->precision);
}

static inline plumb_ball ball_of(const evaluation *e, plumb_quantity quantity, size_t i) {
    return plumb_row_ball(&e->row, quantity, i);
}

static inline void fail_at(evaluation *e, const char *what, plumb_quantity quantity, size_t i) {
    reproduction line = reproduce(e->cases);
    plumb_ball ball = ball_of(e, quantity, i);
    char *text = arb_get_str(reference_of(e, quantity, i), 20, 0);
    reproduce_text(&line, " %s: %s[%zu] of head %zu, row %zu, reference %s", what,
                   plumb_quantity_name(quantity), i, e->h, e->t, text);
    flint_free(text);
    reproduce_balls(&line, "ball", &ball, 1);
    reproduce_problem(&line, e->problem);
    reproduce_fail(&line);
}

/* ---- against closed forms ---- */

/* The largest radius of a visible score; infinity if one says nothing. */
static inline double score_radius(const evaluation *e) {
    double radius = 0;
    for (size_t j = 0; j < e->problem->key_length; j++)
        if (e->row.visible[j])
            radius = fmax(radius, ball_informs(e->row.score[j]) ? e->row.score[j].rad : INFINITY);
    return radius;
}

/* How far a weight of the softmax may be from what it should be, in proportion: no more than by the
   scores' radii and by a few roundings for each key.  Not finite if the scores say nothing. */
static inline double widest_weight(const evaluation *e) {
    double roundings = ((double)e->problem->key_length + 64) * 0x1p-50;
    return expm1(4 * score_radius(e)) + roundings;
}

/* So narrow in proportion, or too narrow to count. */
static inline double part_of(const arb_t exact, double part) {
    arf_t size;
    arf_init(size);
    arb_get_abs_ubound_arf(size, exact, 64);
    double largest = arf_get_d(size, ARF_RND_UP);
    arf_clear(size);
    return part * largest + 0x1p-800;
}

static inline bool reference_knows(arb_srcptr reference) {
    return arb_is_finite(reference) &&
           (mag_cmp_2exp_si(arb_radref(reference), -200) < 0 || arb_rel_accuracy_bits(reference) >= 100);
}

/* Ball and reference contain the exact number; the ball is no wider than that where it is finite, and
   then the reference narrow, too. */
static inline void check_within(evaluation *e, plumb_quantity quantity, size_t i, const arb_t exact,
                                double widest) {
    plumb_ball ball = ball_of(e, quantity, i);
    if (!arb_is_finite(exact))
        fail_at(e, "no closed form", quantity, i);
    if (!ball_contains(ball, exact))
        fail_at(e, "not in the ball", quantity, i);
    if (!arb_overlaps(reference_of(e, quantity, i), exact))
        fail_at(e, "not the reference's", quantity, i);
    if (isfinite(widest) && !(ball.rad <= widest))
        fail_at(e, "a wide ball", quantity, i);
    if (isfinite(widest) && !reference_knows(reference_of(e, quantity, i)))
        fail_at(e, "a wide ball of the reference", quantity, i);
}

/* The same, in proportion to the number. */
static inline void check_number(evaluation *e, plumb_quantity quantity, size_t i, const arb_t exact,
                                double part) {
    check_within(e, quantity, i, exact, part < 1 ? part_of(exact, part) : INFINITY);
}

/* ---- against bounds and each other ---- */

/* What was tried, and how often balls were narrow enough to decide it. */
typedef struct {
    size_t tried, decided;
} tally;

static inline void count(tally *t, bool decided) {
    t->tried++;
    t->decided += decided;
}

/* Ball and reference have a number in common: the one they are both about. */
static inline void check_agreement(evaluation *e, plumb_quantity quantity, size_t i) {
    plumb_ball ball = ball_of(e, quantity, i);
    arf_t radius;
    arb_t whole;
    if (!ball_informs(ball))
        return;
    arf_init(radius);
    arb_init(whole);
    arf_set_d(radius, ball.rad);
    arb_set_d(whole, ball.mid);
    arb_add_error_arf(whole, radius);
    if (!arb_overlaps(whole, reference_of(e, quantity, i)))
        fail_at(e, "the ball is not where the reference's is", quantity, i);
    arf_clear(radius);
    arb_clear(whole);
}

/* Few cases, as when one is run alone, show nothing. */
static inline void check_tally(const tally *t, size_t percent) {
    ck_assert_msg(t->tried < 200 || 100 * t->decided >= percent * t->tried, "%zu of %zu decided",
                  t->decided, t->tried);
}

/* Of inequalities. */
typedef struct {
    tally kernels, references;
} tallies;

/* A number is at most an exact one: the reference and the ball's upper end say so wherever they can
   tell, and never say the contrary. */
static inline void check_at_most(evaluation *e, plumb_quantity quantity, size_t i,
                                 const arb_t bound, tallies *counts) {
    plumb_ball ball = ball_of(e, quantity, i);
    arb_t low, high;
    arb_init(low);
    arb_init(high);
    check_agreement(e, quantity, i);
    if (arb_gt(reference_of(e, quantity, i), bound))
        fail_at(e, "the reference is above the bound", quantity, i);
    if (ball_informs(ball)) {
        ball_point(low, ball, -1);
        ball_point(high, ball, 1);
        if (arb_gt(low, bound))
            fail_at(e, "the ball is above the bound", quantity, i);
    }
    count(&counts->references, arb_le(reference_of(e, quantity, i), bound));
    count(&counts->kernels, ball_informs(ball) && arb_le(high, bound));
    arb_clear(low);
    arb_clear(high);
}

/* Every number of the first ball is less than every one of the second. */
static inline bool surely_less(plumb_ball less, plumb_ball more) {
    return ball_informs(less) && ball_informs(more) && less.mid < more.mid &&
           !balls_overlap(less, more);
}

/* Number i of the row is less than number j: the same. */
static inline void check_less(evaluation *e, plumb_quantity quantity, size_t i, size_t j,
                              tallies *counts) {
    plumb_ball less = ball_of(e, quantity, i), more = ball_of(e, quantity, j);
    check_agreement(e, quantity, i);
    check_agreement(e, quantity, j);
    arb_srcptr reference_less = reference_of(e, quantity, i), reference_more = reference_of(e, quantity, j);
    if (arb_ge(reference_less, reference_more))
        fail_at(e, "the reference is not below the other", quantity, i);
    if (surely_less(more, less))
        fail_at(e, "the ball is above the other", quantity, i);
    count(&counts->references, arb_lt(reference_less, reference_more));
    count(&counts->kernels, surely_less(less, more));
}
#endif
