/* test_rotated.c - however a model rounds cosine, sine and products of a pair, each element stays within what is said
   of it; and that is what the page has. */
#include "budget/rotated.h"
#include "theorem/angle_error.h"
#include "row/positions.h"
#include "tests/budget/models.h"
#include "tests/budget/page.h"
#include "tests/support/reproduce.h"
#include "tests/support/suite.h"
#include <math.h>
#include <string.h>

#define CASES 2000
#define MOST_DIM 16

typedef struct {
    size_t dim;
    double x[MOST_DIM], angle[MOST_DIM], delta[MOST_DIM], multiplier;
    plumb_ball cosine[MOST_DIM], sine[MOST_DIM];
    plumb_turning turning;
} vector;

static vector random_vector(random_cases *cases) {
    vector v = {.dim = 2 + random_below(cases, MOST_DIM - 1)};
    v.multiplier = random_below(cases, 2) ? 1 : 1.25;
    v.turning.layout = (plumb_rope_layout)random_below(cases, 3);
    v.turning.pairs = 1 + random_below(cases, v.dim / 2);
    v.turning.roundings = v.multiplier == 1 ? 0 : 18;
    v.turning.multiplier = (plumb_ball){v.multiplier, 0};
    for (size_t c = 0; c < v.dim; c++)
        v.x[c] = (double)(float)random_normal(cases);
    for (size_t m = 0; m < v.turning.pairs; m++) {
        v.angle[m] = 6.3 * random_uniform(cases);
        v.delta[m] = random_below(cases, 2) ? exp2(-20 * random_uniform(cases)) : 0;
        v.cosine[m] = (plumb_ball){v.multiplier * cos(v.angle[m]), 0x1p-51};
        v.sine[m] = (plumb_ball){v.multiplier * sin(v.angle[m]), 0x1p-51};
    }
    return v;
}

static plumb_turning turning_of(const vector *v) {
    plumb_turning turning = v->turning;
    turning.cosine = v->cosine;
    turning.sine = v->sine;
    turning.delta = v->delta;
    return turning;
}

/* Which elements of x a pair has, and where it goes. */
typedef struct {
    size_t from[2], to[2];
} places;

static places places_of(const vector *v, size_t m) {
    size_t pairs = v->turning.pairs;
    places half = {{m, m + pairs}, {m, m + pairs}}, adjacent = {{2 * m, 2 * m + 1}, {2 * m, 2 * m + 1}};
    if (v->turning.layout == PLUMB_ROPE_HALF)
        return half;
    if (v->turning.layout == PLUMB_ROPE_DEINTERLEAVED)
        memcpy(adjacent.to, half.to, sizeof adjacent.to);
    return adjacent;
}

static double side(random_cases *cases) {
    return random_below(cases, 2) ? (random_below(cases, 2) ? 1 : -1) : 2 * random_uniform(cases) - 1;
}

/* x as a step may round it; extremes now and then */
static double rounded(random_cases *cases, const model_steps *steps, size_t step, double x) {
    return x + 0.999 * side(cases) * (steps->unit[step] * fabs(x) + steps->tiny[step]);
}

static double in_tensor(random_cases *cases, const model_steps *steps, double x) {
    bool coarse = steps->unit[PLUMB_STEP_INPUT] > steps->unit[PLUMB_STEP_OUTPUT];
    return rounded(cases, steps, coarse ? PLUMB_STEP_INPUT : PLUMB_STEP_OUTPUT, x);
}

static double entry(random_cases *cases, const model_steps *steps, const vector *v, double function) {
    double x = v->multiplier * (function + 7.99 * side(cases) * steps->unit[PLUMB_STEP_EXPONENT]);
    for (size_t i = 0; i < v->turning.roundings; i++)
        x = rounded(cases, steps, PLUMB_STEP_EXPONENT, x);
    return in_tensor(cases, steps, x);
}

static double product(random_cases *cases, const model_steps *steps, double a, double c) {
    return in_tensor(cases, steps, rounded(cases, steps, PLUMB_STEP_INPUT, a) * c);
}

/* The two elements of pair m, exact and as computed, where they go. */
static void turn(random_cases *cases, const model_steps *steps, const vector *v, size_t m, double *exact,
                 double *computed) {
    places place = places_of(v, m);
    double a = v->x[place.from[0]], b = v->x[place.from[1]];
    double c = v->multiplier * cos(v->angle[m]), s = v->multiplier * sin(v->angle[m]);
    double angle = v->angle[m] + side(cases) * v->delta[m];
    double cosine = entry(cases, steps, v, cos(angle)), sine = entry(cases, steps, v, sin(angle));
    double first = product(cases, steps, a, cosine) - product(cases, steps, b, sine);
    double second = product(cases, steps, a, sine) + product(cases, steps, b, cosine);
    exact[place.to[0]] = a * c - b * s;
    exact[place.to[1]] = a * s + b * c;
    computed[place.to[0]] = in_tensor(cases, steps, in_tensor(cases, steps, first));
    computed[place.to[1]] = in_tensor(cases, steps, in_tensor(cases, steps, second));
}

static void fail_case(const random_cases *cases, const char *what, double off, double bound) {
    reproduction line = reproduce(cases);
    reproduce_text(&line, " %s: %a, %a", what, off, bound);
    reproduce_fail(&line);
}

START_TEST(stays_within) {
    random_cases cases = random_begin("budget rotated", CASES);
    while (random_next(&cases)) {
        model_steps steps = steps_of(random_precision(&cases));
        vector v = random_vector(&cases);
        double exact[MOST_DIM], computed[MOST_DIM], size[MOST_DIM], off[MOST_DIM];
        memcpy(exact, v.x, sizeof exact);
        memcpy(computed, v.x, sizeof computed);
        for (size_t m = 0; m < v.turning.pairs; m++)
            turn(&cases, &steps, &v, m, exact, computed);
        ck_assert(plumb_rotated_vector(steps.unit, steps.tiny, turning_of(&v), v.x, v.dim, size, off));
        for (size_t c = 0; c < v.dim; c++) {
            double slack = 0x1p-46 * (1 + size[c]);
            if (!(fabs(computed[c] - exact[c]) <= off[c] + slack))
                fail_case(&cases, "an element beyond its error", computed[c] - exact[c], off[c]);
            if (!(fmax(fabs(computed[c]), fabs(exact[c])) <= size[c] + slack))
                fail_case(&cases, "an element beyond its size", computed[c], size[c]);
            if (c >= 2 * v.turning.pairs && !(off[c] < 0x1p-900 && size[c] <= fabs(v.x[c]) * (1 + 0x1p-48)))
                fail_case(&cases, "an element that is not rotated", size[c], off[c]);
        }
    }
}
END_TEST

#define DIM 8
#define STATED_ROWS 16

static plumb_problem random_problem(random_cases *cases, const double *cosine, const double *sine) {
    plumb_problem p = {.batch = 1, .query_heads = 1, .key_heads = 1, .query_length = 1, .key_length = 1};
    p.head_dim = DIM;
    p.position.kind = PLUMB_POSITION_ROPE;
    p.position.rope = (plumb_rope){.layout = (plumb_rope_layout)random_below(cases, 3),
                                   .dim = 2 * (1 + random_below(cases, DIM / 2)),
                                   .base = 10000,
                                   .multiplier = random_below(cases, 2) ? 1 : 1.25,
                                   .factor = 1};
    if (random_below(cases, 4) == 0) {
        p.position.rope.cosine = cosine;
        p.position.rope.sine = sine;
        p.position.rope.rows = STATED_ROWS;
    }
    return p;
}

/* Section 17, of the pair (a, b), rotated to (here, there) by an angle that is off by delta, its sine and cosine by
   `functions`: how far `here` is off.  The page has the length of the pair where the sizes of its two products are
   counted, which are not above it. */
static double page_of(const plumb_precision *p, const double pair[2], double here, double there, double multiplier,
                      double delta, double functions) {
    plumb_rounding tensor = plumb_tensor_rounding(p);
    double size = multiplier * hypot(pair[0], pair[1]);
    double off = fmin(there * delta + here * delta * delta / 2, size + here);
    double table = plumb_compound(tensor.unit, functions);
    double products = plumb_compound(table, plumb_compound(tensor.unit, p->input.unit)) * size;
    double sum = plumb_compound(tensor.unit, tensor.unit), given = fabs(pair[0]) + fabs(pair[1]);
    double tiny = tensor.tiny * (given + 4) + 2 * multiplier * (p->input.tiny + p->exponent.tiny * given);
    return off + products + sum * (here + off + products) + 2 * tiny;
}

/* Where the elements of pair m stand in a vector that is given, or rotated. */
static size_t place_of(const plumb_rope *rope, size_t m, size_t n, bool rotated) {
    bool apart = rope->layout == PLUMB_ROPE_HALF || (rotated && rope->layout == PLUMB_ROPE_DEINTERLEAVED);
    return apart ? m + n * rope->dim / 2 : 2 * m + n;
}

static void hold_against_page(random_cases *cases, const plumb_problem *p, const plumb_precision *precision,
                              plumb_positions *positions) {
    model_steps steps = steps_of(precision);
    plumb_workspace workspace = {.short_of_memory = false};
    const plumb_frequency_error *angle = plumb_frequency_errors(p, &workspace);
    const plumb_rope *rope = &p->position.rope;
    bool stated = rope->cosine != NULL;
    double x[DIM], delta[DIM] = {0}, size[DIM], off[DIM], all = 0, page = 0;
    for (size_t c = 0; c < DIM; c++)
        x[c] = random_normal(cases);
    int64_t position = (int64_t)random_below(cases, STATED_ROWS);
    plumb_problem at = *p;
    at.position.query_position = &position;
    plumb_move_query(positions, &at, 0, 0, x);
    for (size_t m = 0; m < rope->dim / 2 && !stated; m++)
        delta[m] = plumb_angle_error(angle[m], precision, position);
    plumb_ball multiplier = stated ? plumb_ball_of(1) : positions->multiplier;
    size_t roundings = stated ? 0 : plumb_multiplier_roundings(multiplier);
    plumb_turning turning = {rope->layout, rope->dim / 2, positions->cosine, positions->sine, delta,
                             stated ? plumb_ball_zero() : multiplier, roundings};
    double functions = stated ? 0 : plumb_gamma(12 + (double)roundings, precision->exponent.unit);
    ck_assert(plumb_rotated_vector(steps.unit, steps.tiny, turning, x, DIM, size, off));
    for (size_t i = 0; i < rope->dim; i++) {
        size_t m = i / 2, n = i % 2, to = place_of(rope, m, n, true), other = place_of(rope, m, 1 - n, true);
        const double pair[] = {x[place_of(rope, m, 0, false)], x[place_of(rope, m, 1, false)]};
        double error = page_of(precision, pair, fabs(positions->query[to].mid), fabs(positions->query[other].mid),
                               plumb_upper(multiplier), delta[m], functions);
        all += off[to];
        page += error;
        if (!(off[to] <= 1.01 * error + 0x1p-48))
            fail_case(cases, "more than the page has", off[to], error);
    }
    if (!(all >= 0.5 * page - 0x1p-44))
        fail_case(cases, "far less than the page has", all, page);
    plumb_workspace_free(&workspace);
}

START_TEST(is_what_the_page_has) {
    random_cases cases = random_begin("budget rotated sharp", CASES);
    double cosine[STATED_ROWS * DIM], sine[STATED_ROWS * DIM];
    while (random_next(&cases)) {
        for (size_t i = 0; i < STATED_ROWS * DIM; i++) {
            double angle = 6.3 * random_uniform(&cases);
            cosine[i] = cos(angle);
            sine[i] = sin(angle);
        }
        plumb_problem p = random_problem(&cases, cosine, sine);
        plumb_positions positions;
        ck_assert_int_eq(plumb_positions_init(&positions, &p), 0);
        hold_against_page(&cases, &p, random_precision(&cases), &positions);
        plumb_positions_free(&positions);
    }
}
END_TEST

/* Of one pair (a, b), not rotated, by angles off by delta: how far the first element is off. */
static double off_of(const model_steps *steps, double a, double b, double delta, size_t roundings) {
    double x[] = {a, b}, size[2], off[2];
    plumb_ball cosine = plumb_ball_of(1), sine = plumb_ball_zero();
    plumb_turning turning = {PLUMB_ROPE_HALF, 1, &cosine, &sine, &delta, plumb_ball_of(1), roundings};
    ck_assert(plumb_rotated_vector(steps->unit, steps->tiny, turning, x, 2, size, off));
    return off[0];
}

/* Where roundings are coarse, each sees what those before it did: of an element, its cosine, their product and two
   stores; of a partner, which an angle brings in. */
START_TEST(every_step_is_felt) {
    model_steps coarse = {{0}, {0}}, underflowing = coarse;
    double five = 1.25 * 1.25 * 1.25 * 1.25 * 1.25;
    coarse.unit[PLUMB_STEP_INPUT] = 0.25;
    underflowing.tiny[PLUMB_STEP_EXPONENT] = 0.125;
    ck_assert_double_eq_tol(off_of(&coarse, 1, 0, 0, 0), five - 1, 0x1p-40);
    ck_assert_double_eq_tol(off_of(&coarse, 0, 1, 0.5, 0), 0.5 * five, 0x1p-40);
    ck_assert_double_eq_tol(off_of(&underflowing, 1, 0, 0, 3), 0.375, 0x1p-40);
}
END_TEST

START_TEST(nothing_is_known) {
    random_cases cases = random_begin("budget rotated nothing", CASES);
    while (random_next(&cases)) {
        model_steps steps = steps_of(plumb_precision_find("f32"));
        vector v = random_vector(&cases), lost = v;
        double size[MOST_DIM], off[MOST_DIM];
        lost.x[random_below(&cases, v.dim)] = NAN;
        ck_assert(!plumb_rotated_vector(steps.unit, steps.tiny, turning_of(&lost), lost.x, v.dim, size, off));
        lost = v;
        lost.delta[0] = INFINITY;
        ck_assert(!plumb_rotated_vector(steps.unit, steps.tiny, turning_of(&lost), lost.x, v.dim, size, off));
        lost = v;
        lost.sine[0] = plumb_ball_unknown();
        ck_assert(!plumb_rotated_vector(steps.unit, steps.tiny, turning_of(&lost), lost.x, v.dim, size, off));
        steps.unit[PLUMB_STEP_EXPONENT] = 0.0625;
        lost = v;
        lost.turning.roundings = 15;
        ck_assert(plumb_rotated_vector(steps.unit, steps.tiny, turning_of(&lost), lost.x, v.dim, size, off));
        lost.turning.roundings = 16 + random_below(&cases, 15);
        ck_assert(!plumb_rotated_vector(steps.unit, steps.tiny, turning_of(&lost), lost.x, v.dim, size, off));
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/rotated");
    TCase *tests = tcase_create("rotated");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, stays_within);
    tcase_add_test(tests, is_what_the_page_has);
    tcase_add_test(tests, every_step_is_felt);
    tcase_add_test(tests, nothing_is_known);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
