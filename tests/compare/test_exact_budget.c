/* test_exact_budget.c - the budget of src/compare, in binary64, beside the second implementation of
   spec/budget.md in Arb: never below it, and hardly above.

   What a budget is made of is compared step by step, so that a term that is lost among larger ones is
   missed all the same. */
#include "compare/budget.h"
#include "exact/finite.h"
#include "exact/twin.h"
#include "exact/visible.h"
#include "exact/position.h"
#include "tests/support/exact_angles.h"
#include "tests/support/exact_results.h"
#include "tests/support/positions.h"
#include "tests/support/problems.h"
#include "tests/support/reproduce.h"
#include "tests/support/suite.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- models ---- */

static plumb_rounding random_rounding(random_cases *cases) {
    static const char *const names[] = {"f64",  "f32",      "f32-cut", "tf32",    "tf32-cut",
                                        "bf16", "bf16-cut", "f16",     "f16-cut", "none"};
    plumb_rounding rounding = {0, 0, 0, false};
    ck_assert(
        plumb_rounding_find(names[random_below(cases, sizeof names / sizeof *names)], &rounding));
    return rounding;
}

static size_t model_count(void) {
    size_t models = 0;
    while (plumb_precision_at(models) != NULL)
        models++;
    return models;
}

/* A model as it is named, or with some of its places changed. */
static plumb_precision random_precision(random_cases *cases) {
    static const double relative[] = {0, 0x1p-50, 0x1p-21, 0x1p-12, 0x1p-8};
    plumb_precision p = *plumb_precision_at(random_below(cases, model_count()));
    if (random_below(cases, 2) == 0)
        return p;
    plumb_rounding *const places[] = {&p.input,    &p.operand,     &p.product,    &p.score,
                                      &p.exponent, &p.probability, &p.accumulate, &p.output};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        if (random_below(cases, 3) == 0)
            *places[i] = random_rounding(cases);
    p.exponential = random_choice(cases, relative, 5);
    p.rescaling = random_choice(cases, relative, 5);
    p.shifted = random_below(cases, 4) == 0 ? 0x1p-8 : 0;
    p.least_key_block = 1 + random_below(cases, 16);
    if (random_below(cases, 4) == 0)
        p.part = random_rounding(cases);
    if (random_below(cases, 4) == 0)
        p.merge_levels = 1 + random_below(cases, 12);
    return p;
}

/* Section 1: each merge stores a part, which multiplies its probabilities once more, and adds four roundings to 12 of
   the exponent; a flushed operand is a flushed probability, too. */
static plumb_precision as_one_part(const plumb_precision *stated) {
    plumb_precision p = *stated;
    double merges = (double)stated->merge_levels, part = merges * stated->part.unit;
    part = part < 1 ? part / (1 - part) : INFINITY;
    p.probability.unit = (1 + stated->probability.unit) * (1 + part) - 1;
    p.output.tiny += 2 * merges * stated->part.tiny;
    p.exponent.unit = stated->exponent.unit * (12 + 4 * (merges - 1)) / 12;
    if (stated->operand.unit == 0)
        p.probability.tiny += stated->operand.tiny;
    p.part = (plumb_rounding){0, 0, INFINITY, false};
    return p;
}

/* ---- a number beside the exact one ---- */

typedef struct {
    const random_cases *cases;
    problem_character character;
    bool wild; /* whatever its numbers are */
    exact_place place;
    plumb_format format;
    const plumb_budget_row *budget;
    const plumb_row *balls;
    exact_row_budget least, most; /* by the page, and with all that sizes of scores may count for */
} compared_row;

/* Sums in binary64 may be short of this part of themselves, exp of as much (spec/budget.md, section 8). */
#define SHORT 0x1p-24
/* What underflows is left out; or what may underflow is counted as 2^-900, times e^300 at most. */
#define LEFT_OUT 0x1p-1000
#define COUNTED 0x1p-460
/* Beyond it a budget may be infinite. */
#define IMMENSE 0x1p900

/* Whether what src/compare knows of products, from binary64 and from the enclosures of kernels, adds
   nothing to the budget that could be seen: numbers are far from overflow, and the model's roundings far
   above those of binary64. */
static bool is_tame(const compared_row *row) {
    const plumb_precision *p = row->place.precision;
    double finest =
        fmin(fmin(p->product.unit, p->exponent.unit), fmin(p->input.unit, p->score.unit));
    bool wild = row->character == COMPANIONS || row->character == HUGE_SCORES ||
                row->character == EDGES;
    return finest >= 0x1p-40 && !wild && !row->wild;
}

static void report(const compared_row *row, const char *what, size_t i, double budget, real exact) {
    reproduction line = reproduce(row->cases);
    const plumb_precision *p = row->place.precision;
    const plumb_rounding places[] = {p->input,    p->operand,     p->product,    p->score,
                                     p->exponent, p->probability, p->accumulate, p->output};
    reproduce_text(&line, " %s[%zu] row %zu %zu %zu: %a, exactly %a (%g times) %s", what, i,
                   row->place.b, row->place.h, row->place.t, budget, to_double(exact),
                   budget / to_double(exact), p->name);
    for (size_t n = 0; n < sizeof places / sizeof *places; n++)
        reproduce_text(&line, ",%s", plumb_rounding_name(places[n]));
    reproduce_problem(&line, row->place.problem);
    reproduce_fail(&line);
}

static bool is_moderate(real x) {
    return is_finite(x) && !is_above(x, number(IMMENSE));
}

/* A part of a budget: two exact values, and a factor of it that is e^x, x of either sign, or NULL. */
typedef struct {
    real least, most, factor;
} exact_part;

/* No less than the least but for `short_by` of it; no more than a hundredth above the most, and a fiftieth
   of x. */
static void hold_between(const compared_row *row, const char *what, size_t i, double budget,
                         exact_part exact, double short_by) {
    real least = minus(PRODUCT(exact.least, number(1 - short_by)), number(LEFT_OUT));
    real x = exact.factor == NULL ? number(0) : absolute(logarithm(exact.factor));
    real more = PRODUCT(number(1.01), exponential(PRODUCT(number(0.02), x)));
    real most = SUM(PRODUCT(exact.most, more), number(COUNTED));
    if (arf_is_nan(arb_midref(exact.least)) && !is_tame(row))
        return; /* REAL_PRECISION does not tell */
    bool below = is_moderate(exact.least) ? is_above(least, number(budget)) : budget < IMMENSE / 2;
    bool above = is_moderate(exact.most) && is_tame(row) && is_above(number(budget), most);
    if (below || above || isnan(budget))
        report(row, what, i, budget, below ? exact.least : exact.most);
}

/* A part of a budget. */
static void hold(const compared_row *row, const char *what, size_t i, double budget, real least,
                 real most) {
    hold_between(row, what, i, budget, (exact_part){least, most, NULL}, SHORT);
}

/* A budget: no roundings of its own are left to cover. */
static void hold_all(const compared_row *row, const char *what, size_t i, double budget,
                     real least, real most) {
    hold_between(row, what, i, budget, (exact_part){least, most, NULL}, 0);
}

/* ---- the parts of a budget ---- */

static size_t keys_of(const compared_row *row) {
    return row->place.problem->key_length;
}

static bool takes_part(const compared_row *row, size_t i) {
    return row->least.softmax.takes_part[i];
}

static void compare_scores(const compared_row *row) {
    for (size_t i = 0; i <= keys_of(row) && !row->least.is_mean; i++)
        if (takes_part(row, i))
            hold(row, "D", i, row->budget->key[i].score_error, row->least.scores.error[i],
                 row->most.scores.error[i]);
}

/* By how much angles are off at the positions of the query and of each key, and their differences. */
static void compare_angles(const compared_row *row) {
    const plumb_problem *problem = row->place.problem;
    const plumb_precision *p = row->place.precision;
    const plumb_frequency_budget *frequency = row->budget->scores.features.moved.frequency;
    exact_angles angles = exact_angles_of(problem, p);
    int64_t query = plumb_exact_query_position(problem, row->place.b, row->place.t);
    for (size_t i = 0; i < keys_of(row); i++) {
        int64_t key = plumb_exact_key_position(problem, row->place.b, row->place.t, i);
        for (size_t m = 0; m < angles.count; m++) {
            real delta = exact_angle_error(&angles, m, key);
            hold(row, "delta", m, plumb_angle_error(frequency[m], p, key), delta, delta);
            if (problem->position.kind != PLUMB_POSITION_ROPE)
                continue;
            real difference = exact_difference_error(&angles, m, query, key);
            hold(row, "delta of a difference", m,
                 plumb_angle_difference_error(frequency[m], p, query, key), difference,
                 difference);
        }
    }
}

static void compare_counts(const compared_row *row) {
    const plumb_budget_row *budget = row->budget;
    const exact_softmax *exact = &row->least.softmax;
    const struct {
        const char *what;
        double budget;
        real exact;
    } counts[] = {{"n", (double)budget->keys, count_of(exact->count)},
                  {"r", budget->terms.rescalings, count_of(exact->rescalings)},
                  {"a", budget->steps, count_of(exact->additions)},
                  {"log n", budget->terms.log_keys, exact->log_count},
                  {"kappa", budget->sum_unit, exact->kappa},
                  {"A", budget->probability_tiny, exact->probability_lost},
                  {"B", budget->accumulator_tiny, exact->sum_lost},
                  {"u_v", budget->value_unit, exact->value_unit},
                  {"t_v", budget->value_tiny, exact->value_tiny}};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        hold(row, counts[i].what, 0, counts[i].budget, counts[i].exact, counts[i].exact);
}

static void compare_exponents(const compared_row *row) {
    const plumb_budget_row *budget = row->budget;
    const exact_softmax *least = &row->least.softmax, *most = &row->most.softmax;
    real excess = PRODUCT(least->excess, exponential(least->moved_error));
    real most_excess = PRODUCT(most->excess, exponential(most->moved_error));
    hold(row, "S", 0, budget->terms.largest_score, least->largest, most->largest);
    hold(row, "shift", 0, plumb_shift_error(&budget->terms), least->shift, most->shift);
    hold(row, "exponentials", 0, plumb_exponential_error(&budget->terms), least->exponentials,
         most->exponentials);
    hold_between(row, "F", 0, budget->slack, (exact_part){least->slack, most->slack, most->slack},
                 SHORT);
    hold_between(row, "E", 0, budget->excess, (exact_part){excess, most_excess, most_excess},
                 SHORT);
    for (size_t i = 0; i <= keys_of(row) && plumb_has_log_sum_exp(row->place.problem->op.kind); i++)
        if (takes_part(row, i))
            hold(row, "L", i, budget->key[i].exponent_error, least->moved[i], most->moved[i]);
}

static void compare_numerator(const compared_row *row, size_t i) {
    double error = row->budget->quotient.numerator[i].error;
    real least = row->least.quotient.error[i];
    hold(row, "rho", i, error, least, row->most.quotient.error[i]);
    if (row->place.problem->op.kind == PLUMB_CLIPPED_SOFTMAX && error > 1)
        report(row, "rho beyond 1", i, error, least); /* whatever the uncertainty */
}

static void compare_quotient(const compared_row *row) {
    const plumb_quotient *quotient = &row->budget->quotient;
    const exact_quotient *least = &row->least.quotient, *most = &row->most.quotient;
    if (least->numerator == NULL)
        return;
    for (size_t i = 0; i < keys_of(row); i++)
        if (takes_part(row, i))
            compare_numerator(row, i);
    real powers = number(fmax(1, row->place.problem->op.power));
    real factor = exponential(PRODUCT(powers, logarithm(row->most.softmax.excess)));
    hold(row, "zeta", 0, quotient->error, least->error_of_sum, most->error_of_sum);
    hold_between(row, "A of a quotient", 0, quotient->tiny,
                 (exact_part){least->probability_lost, most->probability_lost, factor}, SHORT);
    hold_between(row, "B of a quotient", 0, quotient->accumulator_tiny,
                 (exact_part){least->sum_lost, most->sum_lost, factor}, SHORT);
}

/* ---- budgets ---- */

static double budget_of(const compared_row *row, plumb_quantity quantity, size_t i) {
    plumb_ball exact = plumb_row_ball(row->balls, quantity, i);
    return plumb_budget_element(row->budget, quantity, i, exact, row->format).provable;
}

static void compare_keys(const compared_row *row) {
    exact_place place = row->place;
    for (size_t i = 0; i < keys_of(row); i++) {
        if (!takes_part(row, i))
            continue;
        hold_all(row, "budget of weight", i, budget_of(row, PLUMB_WEIGHTS, i),
                 exact_weight_budget(place, &row->least, i, row->format),
                 exact_weight_budget(place, &row->most, i, row->format));
        if (!row->least.is_mean)
            hold_all(row, "budget of score", i, budget_of(row, PLUMB_SCORES, i),
                     exact_score_budget(place, &row->least, i, row->format),
                     exact_score_budget(place, &row->most, i, row->format));
    }
}

static void compare_results(const compared_row *row) {
    exact_place place = row->place;
    for (size_t c = 0; c < place.problem->value_dim; c++)
        if (isfinite(row->balls->output[c].rad))
            hold_all(row, "budget of output", c, budget_of(row, PLUMB_OUTPUT, c),
                     exact_output_budget(place, &row->least, c, row->format),
                     exact_output_budget(place, &row->most, c, row->format));
    if (plumb_has_log_sum_exp(place.problem->op.kind) && isfinite(row->balls->lse.mid) &&
        isfinite(row->balls->lse.rad))
        hold_all(row, "budget of lse", 0, budget_of(row, PLUMB_LSE, 0),
                 exact_lse_budget(place, &row->least, row->format),
                 exact_lse_budget(place, &row->most, row->format));
}

/* The weight of a sink, which is what the keys leave, and what is in a denominator are known to a few 2^-50
   only.  That counts where the weight is small, or exponents are so uncertain.  Positions so far from 0 have
   rounded slopes. */
static bool is_wild(const compared_row *row) {
    bool wild = false;
    for (size_t i = 0; i <= keys_of(row); i++)
        wild = wild || is_above(row->most.softmax.moved[i], number(2));
    const int64_t *positions = row->place.problem->position.key_position;
    real sink = row->most.softmax.weight[keys_of(row)];
    bool faint = row->most.scores.has_sink && is_above(number(0x1p-20), sink);
    return wild || faint || (positions != NULL && llabs(positions[0]) > 1 << 30);
}

/* Whether it cannot be told if the error of a key is moved to the others; scores may be so large that no
   weight is known to REAL_PRECISION. */
static bool is_undecided(const compared_row *row) {
    const exact_softmax *softmax = &row->least.softmax;
    bool near = false;
    for (size_t i = 0; i <= keys_of(row); i++) {
        real weight = softmax->weight[i];
        bool stays = arb_is_zero(softmax->moved[i]);
        bool stays_there = row->budget->key[i].exponent_error == 0;
        near = near || !is_finite(weight) || fabs(to_double(weight) - 0.5) < 0x1p-20;
        if (plumb_has_log_sum_exp(row->place.problem->op.kind) && !is_tame(row) &&
            takes_part(row, i))
            near = near || stays != stays_there;
    }
    double growths = to_double(sum_of_growths(softmax, keys_of(row), softmax->exponent));
    return near || fabs(growths - 0.25) < 0x1p-10;
}

static void compare_row(compared_row *row) {
    exact_place coarse = row->place;
    coarse.slack = 2;
    row->least = exact_budget_of(row->place);
    row->most = exact_budget_of(coarse);
    row->wild = is_wild(row);
    compare_scores(row);
    compare_angles(row);
    compare_counts(row);
    if (is_undecided(row))
        return;
    compare_exponents(row);
    compare_quotient(row);
    compare_keys(row);
    compare_results(row);
}

/* ---- rows ---- */

/* What the budgets of a row are told to rest on. */
static bool is_known(const plumb_problem *problem, const plumb_row *row) {
    for (size_t i = 0; i < problem->key_length; i++)
        if (row->visible[i] && !(isfinite(row->score[i].rad) && isfinite(row->weight[i].rad)))
            return false;
    return true;
}

static bool has_budget(exact_place place) {
    size_t visible = plumb_exact_visible_count(place.problem, place.b, place.h, place.t);
    bool empty = plumb_exact_empty(place.problem, visible);
    return plumb_exact_keys_finite(place.problem, place.b, place.h, place.t) &&
           (!empty || plumb_exact_is_mean(place.problem, visible));
}

/* Numbers as narrow as binary64 has them: those of the twin. */
static void try_row(compared_row *row) {
    const plumb_problem *problem = row->place.problem;
    plumb_budget_row budget;
    plumb_row balls;
    plumb_twin twin;
    plumb_precision bounds = as_one_part(row->place.precision);
    ck_assert_int_eq(plumb_budget_row_init(&budget, problem, row->place.precision), 0);
    row->place.precision = &bounds;
    ck_assert_int_eq(plumb_row_init(&balls, problem), 0);
    plumb_twin_init(&twin, problem);
    plumb_twin_row(&twin, row->place.b, row->place.h, row->place.t, REAL_PRECISION, &balls);
    row->budget = &budget;
    row->balls = &balls;
    if (is_known(problem, &balls)) {
        plumb_budget_row_set(&budget, row->place.b, row->place.h, row->place.t, &balls);
        compare_row(row);
    }
    plumb_twin_clear(&twin);
    plumb_row_free(&balls);
    plumb_budget_row_free(&budget);
    reals_release();
}

static void try_problem(random_cases *cases, const plumb_problem *problem,
                        problem_character character) {
    plumb_precision precision = random_precision(cases);
    compared_row row = {.cases = cases, .character = character};
    row.place = (exact_place){.problem = problem, .precision = &precision};
    row.place.b = random_below(cases, problem->batch);
    row.place.h = random_below(cases, problem->query_heads);
    row.place.t = random_below(cases, problem->query_length);
    row.format = (plumb_format)random_below(cases, 4);
    if (has_budget(row.place))
        try_row(&row);
}

START_TEST(of_operators) {
    random_cases cases = random_begin("exact budgets of operators", OPERATOR_VARIANTS * CHARACTERS * 4);
    while (random_next(&cases)) {
        problem_character character =
            (problem_character)(cases.number / OPERATOR_VARIANTS % CHARACTERS);
        drawn_problem drawn = draw_operator_problem(
            &cases, operator_of_variant(cases.number % OPERATOR_VARIANTS), character);
        try_problem(&cases, &drawn.problem, character);
        free_problem(&drawn);
    }
}
END_TEST

START_TEST(of_positions) {
    const uint64_t kinds = PLUMB_POSITION_COUNT;
    random_cases cases = random_begin("exact budgets of positions", 9 * CHARACTERS * 12);
    while (random_next(&cases)) {
        problem_character character = (problem_character)(cases.number / kinds % CHARACTERS);
        drawn_problem drawn = draw_position_problem(
            &cases, operator_of_variant(random_below(&cases, OPERATOR_VARIANTS)),
            (plumb_position_kind)(cases.number % kinds), character);
        try_problem(&cases, &drawn.problem, character);
        free_problem(&drawn);
    }
}
END_TEST

/* Heads so many that the exponents of slopes are no integers. */
START_TEST(of_slopes) {
    random_cases cases = random_begin("exact budgets of slopes", 60);
    while (random_next(&cases)) {
        plumb_problem shape = one_head(1, 3, 2, 1);
        shape.query_heads = 1 + random_below(&cases, 70);
        shape.op.kind = PLUMB_SIGMOID;
        drawn_problem drawn = draw_problem(&cases, shape, ORDINARY);
        drawn.problem.position.kind = PLUMB_POSITION_ALIBI;
        drawn.problem.position.alibi = (plumb_alibi_form)random_below(&cases, 4);
        try_problem(&cases, &drawn.problem, ORDINARY);
        free_problem(&drawn);
    }
}
END_TEST

/* Pairs so many that some are on the ramps of scalings. */
START_TEST(of_rotations) {
    random_cases cases = random_begin("exact budgets of rotations", 400);
    while (random_next(&cases)) {
        plumb_problem shape = one_head(1, 2, 8 + 2 * random_below(&cases, 29), 1);
        drawn_problem drawn = draw_problem(&cases, shape, ORDINARY);
        draw_position(&cases, &drawn, PLUMB_POSITION_ROPE, ORDINARY);
        try_problem(&cases, &drawn.problem, ORDINARY);
        free_problem(&drawn);
    }
}
END_TEST

/* A frequency just above the lower end of a ramp, where most is lost of it. */
START_TEST(of_ends_of_ramps) {
    random_cases cases = random_begin("exact budgets of ends of ramps", 100);
    while (random_next(&cases)) {
        drawn_problem drawn = draw_problem(&cases, one_head(1, 2, 32, 1), ORDINARY);
        plumb_position *position = &drawn.problem.position;
        size_t pair = 1 + random_below(&cases, 15);
        double turns = 1 + ldexp(1, -(int)random_below(&cases, 24));
        double frequency = pow(10000, -(double)pair / 16);
        position->kind = PLUMB_POSITION_ROPE;
        position->rope = (plumb_rope){.dim = 32, .base = 10000, .scaling = PLUMB_ROPE_LLAMA3};
        position->rope.factor = 32;
        position->rope.low_frequency = 1;
        position->rope.high_frequency = 4;
        position->rope.original = turns * 6.283185307179586 / frequency;
        try_problem(&cases, &drawn.problem, ORDINARY);
        free_problem(&drawn);
    }
}
END_TEST

/* The problem, which ends, in one model. */
static void try_model(random_cases *cases, drawn_problem *drawn,
                      const plumb_precision *precision) {
    compared_row row = {.cases = cases, .character = EDGES, .format = PLUMB_F64};
    row.place = (exact_place){.problem = &drawn->problem, .precision = precision};
    try_row(&row);
    free_problem(drawn);
}

/* Scores whose differences binary64 rounds; one of them is more uncertain, for it is a difference itself. */
static drawn_problem draw_large_biases(random_cases *cases, bool clipped) {
    plumb_problem shape = one_head(1, 4, 2, 1);
    shape.scale.text = "1";
    shape.op.kind = clipped ? PLUMB_CLIPPED_SOFTMAX : PLUMB_SOFTMAX;
    shape.op.gamma = -0.03;
    shape.op.zeta = 1.03;
    shape.op.sink = clipped ? PLUMB_SINK_NONE : PLUMB_SINK_ZERO;
    shape.op.sink_outside_lse = true;
    drawn_problem drawn = draw_problem(cases, shape, ORDINARY);
    double size = fabs(random_scaled(cases, 30, 44));
    drawn.query[0] = drawn.query[1] = 1;
    drawn.key[0] += size / 4;
    drawn.key[1] -= size / 4;
    give_extra(&drawn, BIAS);
    for (size_t i = 0; i < 4; i++)
        drawn.extra[BIAS][i] = size + random_normal(cases);
    return drawn;
}

START_TEST(of_large_biases) {
    random_cases cases = random_begin("exact budgets of large biases", 200);
    while (random_next(&cases)) {
        bool clipped = cases.number % 2 == 0;
        drawn_problem drawn = draw_large_biases(&cases, clipped);
        plumb_precision any = random_precision(&cases);
        try_model(&cases, &drawn, clipped ? &any : plumb_precision_find("f64"));
    }
}
END_TEST

/* Exponentials below binary64, whose errors are not: scores of that size, and products of parts that cancel to
   them. */
static void try_underflow(random_cases *cases, plumb_operator_kind kind, const double *score) {
    plumb_problem shape = one_head(1, 2, 2, 1);
    plumb_precision precision = *plumb_precision_find("bf16-eager");
    ck_assert(plumb_rounding_find("bf16-cut", &precision.product));
    shape.op.kind = kind;
    shape.scale.text = "1";
    drawn_problem drawn = draw_problem(cases, shape, ORDINARY);
    for (size_t i = 0; i < 2; i++) {
        drawn.query[i] = 1;
        drawn.key[2 * i] = score[i] + 800;
        drawn.key[2 * i + 1] = -800;
    }
    try_model(cases, &drawn, &precision);
}

START_TEST(of_underflow) {
    random_cases cases = random_begin("exact budgets that underflow", 60);
    while (random_next(&cases)) {
        double x = 100 * random_uniform(&cases), y = 100 * random_uniform(&cases);
        try_underflow(&cases, PLUMB_SIGMOID, (const double[]){-800 - x, -700 - y});
        double top = 3000 + 10 * x;
        try_underflow(&cases, PLUMB_SOFTPICK, (const double[]){top, top - 800 - y});
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("compare/exact_budget");
    TCase *budgets = tcase_create("exact_budget");
    tcase_set_timeout(budgets, random_timeout());
    suite_add_tcase(suite, budgets);
    tcase_add_test(budgets, of_operators);
    tcase_add_test(budgets, of_positions);
    tcase_add_test(budgets, of_slopes);
    tcase_add_test(budgets, of_rotations);
    tcase_add_test(budgets, of_ends_of_ramps);
    tcase_add_test(budgets, of_large_biases);
    tcase_add_test(budgets, of_underflow);
    return run_suite(suite);
}
