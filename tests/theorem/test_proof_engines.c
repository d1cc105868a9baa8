/* test_proof_engines.c - simulated engines and the theorem: the values of a correct one are never impossible, those of
   one with a wrong divisor or a wrong step after its mean are. */
#include "tests/theorem/ask_proof.h"
#include "precision/precision_text.h"
#include "tests/judge/judged_engines.h"
#include "tests/support/reproduce.h"

#define CASES 600
#define MISTAKEN_CASES 3
#define ELEMENTS 4 /* asked of each problem */

static plumb_precision precision_of(const operator_engine *by) {
    plumb_precision precision;
    plumb_error error;
    ck_assert_int_eq(plumb_precision_parse(by->precision, "precision", &precision, &error), 0);
    return precision;
}

static size_t output_numbers(const plumb_problem *p) {
    return p->batch * p->query_heads * p->query_length * p->value_dim;
}

static bool is_impossible(const plumb_problem *p, const operator_engine *by, size_t place, double number) {
    plumb_precision precision = precision_of(by);
    size_t row = place / p->value_dim, rows = p->query_length, heads = p->query_heads;
    plumb_element e = {.present = true,
                       .batch = row / rows / heads,
                       .head = row / rows % heads,
                       .query = row % rows,
                       .column = place % p->value_dim,
                       .engine = number};
    return is_proved_impossible(p, &precision, PLUMB_OUTPUT, &e, by->output);
}

static void check_answers(random_cases *cases, const plumb_problem *p, const operator_engine *by) {
    operator_answers given = run_operator_engine(by, p, NO_MISTAKE);
    size_t count = output_numbers(p);
    for (int i = 0; i < ELEMENTS && count > 0 && !given.overflow; i++) {
        size_t place = random_below(cases, count);
        if (!is_impossible(p, by, place, given.output[place]))
            continue;
        reproduction line = reproduce(cases);
        reproduce_text(&line, " impossible, and given: %s by %s, position %d, value bias %d, gate %d: [%zu] %a",
                       operator_name(p), by->name, (int)p->position.kind, p->extra.value_bias != NULL,
                       p->extra.gate != NULL, place, given.output[place]);
        reproduce_fail(&line);
    }
    free_operator_answers(&given);
}

START_TEST(right_engines_are_possible) {
    random_cases cases = random_begin("proof engines", CASES);
    size_t biased = 0, gated = 0, both = 0, scaled = 0, clipped = 0, picked = 0;
    while (random_next(&cases)) {
        operator_variant variant = operator_of_variant(random_below(&cases, OPERATOR_VARIANTS));
        const operator_engine *by = &operator_engines[random_below(&cases, OPERATOR_ENGINES)];
        plumb_position_kind kind = random_below(&cases, 2) ? PLUMB_POSITION_ROPE : PLUMB_POSITION_NONE;
        drawn_problem drawn = draw_position_problem(&cases, variant, kind, ORDINARY);
        const plumb_problem *p = &drawn.problem;
        if (plumb_is_decided(p) && round_problem(&drawn, by->output)) {
            check_answers(&cases, p, by);
            biased += p->extra.value_bias != NULL;
            gated += p->extra.gate != NULL;
            both += p->extra.value_bias != NULL && p->extra.gate != NULL;
            scaled += plumb_operator_is(p->op.kind, PLUMB_IS_SCALED);
            clipped += plumb_operator_is(p->op.kind, PLUMB_IS_CLIPPED);
            picked += p->op.kind == PLUMB_SOFTPICK;
        }
        free_problem(&drawn);
    }
    ck_assert(biased > 20 && gated > 20 && both > 5 && scaled > 3 && clipped > 3 && picked > 3);
}
END_TEST

/* ---- mistakes in the divisor and behind the mean ---- */

typedef enum {
    GATE_WITHOUT_SIGMOID,
    NO_VALUE_BIAS,
    BIAS_BEHIND_GATE,
    NO_ALPHA,
    NO_CLIP,
    SIGNED_SUM,
    MISTAKES
} output_mistake;

static drawn_problem finished_problem(random_cases *cases, plumb_operator op, bool turned, plumb_format format) {
    plumb_problem shape = one_head(6, 20, 16, 4);
    shape.query_heads = 2;
    shape.op = op;
    shape.extra.gate_per_element = random_below(cases, 2) == 0;
    drawn_problem drawn = draw_problem(cases, shape, ORDINARY);
    for (size_t i = 0; i < query_numbers(&drawn.problem); i++)
        drawn.query[i] = random_normal(cases) / 4; /* scores that 16 bits hold well */
    static const extra_tensor behind[] = {VALUE_BIAS, GATE};
    for (size_t n = 0; n < 2; n++) {
        give_extra(&drawn, behind[n]);
        for (size_t i = 0; i < extra_numbers(&drawn.problem, behind[n]); i++)
            drawn.extra[behind[n]][i] = random_normal(cases);
    }
    give_position_ids(&drawn);
    for (size_t i = 0; i < drawn.problem.key_length; i++)
        drawn.key_position[i] = (int64_t)i;
    for (size_t i = 0; i < drawn.problem.query_length; i++)
        drawn.query_position[i] = (int64_t)(2 * i);
    if (turned) {
        drawn.problem.position.kind = PLUMB_POSITION_ROPE;
        drawn.problem.position.rope = (plumb_rope){.dim = 16, .base = 10000, .multiplier = 1, .factor = 1};
    }
    round_problem(&drawn, format);
    return drawn;
}

static operator_answers mistaken_answers(const plumb_problem *p, const operator_engine *by, output_mistake mistake) {
    plumb_problem asked = *p;
    if (mistake == GATE_WITHOUT_SIGMOID)
        return run_operator_engine(by, p, GATE_AS_GIVEN);
    if (mistake == NO_VALUE_BIAS)
        return run_operator_engine(by, p, VALUE_BIAS_OMITTED);
    if (mistake == NO_ALPHA)
        return run_operator_engine(by, p, ALPHA_OMITTED);
    if (mistake == NO_CLIP)
        return run_operator_engine(by, p, CLIP_OMITTED);
    if (mistake == SIGNED_SUM)
        return run_operator_engine(by, p, MAGNITUDE_OMITTED);
    asked.extra.value_bias = NULL;
    operator_answers given = run_operator_engine(by, &asked, NO_MISTAKE);
    for (size_t i = 0; i < output_numbers(p); i++) {
        size_t head = i / p->value_dim / p->query_length % p->query_heads;
        given.output[i] += *plumb_exact_value_bias(p, head, i % p->value_dim);
    }
    return given;
}

/* In some element: where the scores of a softpick are near 0, 16 bits say little of a row. */
static bool is_seen(const plumb_problem *p, const operator_engine *by, output_mistake mistake) {
    operator_answers right = run_operator_engine(by, p, NO_MISTAKE), wrong = mistaken_answers(p, by, mistake);
    bool seen = false;
    for (size_t i = 0; i < output_numbers(p) && !seen; i++) {
        ck_assert(!is_impossible(p, by, i, right.output[i]));
        seen = is_impossible(p, by, i, wrong.output[i]);
    }
    free_operator_answers(&right);
    free_operator_answers(&wrong);
    return seen;
}

static const plumb_operator operators_of_theorem[] = {
    {.kind = PLUMB_SOFTMAX},
    {.kind = PLUMB_SCALED_SOFTMAX, .alpha = 4},
    {.kind = PLUMB_CLIPPED_SOFTMAX, .gamma = -0.1, .zeta = 1.1},
    {.kind = PLUMB_SIGMOID, .normalisation = PLUMB_UNNORMALISED},
    {.kind = PLUMB_SIGMOID, .normalisation = PLUMB_SUM, .epsilon = 1e-6},
    {.kind = PLUMB_SOFTPICK, .epsilon = 1e-6},
};

enum { OPERATORS_OF_THEOREM = sizeof operators_of_theorem / sizeof *operators_of_theorem };

static bool can_be_made(output_mistake mistake, const plumb_operator *op) {
    return mistake == NO_ALPHA     ? plumb_operator_is(op->kind, PLUMB_IS_SCALED)
           : mistake == NO_CLIP    ? plumb_operator_is(op->kind, PLUMB_IS_CLIPPED)
           : mistake == SIGNED_SUM ? op->kind == PLUMB_SOFTPICK
                                   : true;
}

static void check_mistakes(random_cases *cases, const plumb_operator *op, const operator_engine *by, bool turned) {
    drawn_problem drawn = finished_problem(cases, *op, turned, by->output);
    for (output_mistake mistake = GATE_WITHOUT_SIGMOID; mistake < MISTAKES; mistake++)
        ck_assert_msg(!can_be_made(mistake, op) || is_seen(&drawn.problem, by, mistake),
                      "case %llu: mistake %d of %s by %s%s is possible", (unsigned long long)cases->number,
                      (int)mistake, operator_name(&drawn.problem), by->name, turned ? ", turned" : "");
    free_problem(&drawn);
}

/* In every engine's precision, 16 bits included. */
START_TEST(wrong_engines_are_impossible) {
    random_cases cases = random_begin("proof of mistakes", MISTAKEN_CASES);
    while (random_next(&cases))
        for (size_t n = 0; n < OPERATOR_ENGINES; n++)
            for (int turned = 0; turned < 2; turned++)
                check_mistakes(&cases, &operators_of_theorem[_i], &operator_engines[n], turned != 0);
}
END_TEST

/* ---- softpick of scores below 0 ---- */

static drawn_problem negative_problem(random_cases *cases, plumb_format format) {
    plumb_problem shape = one_head(3, 12, 16, 2);
    shape.op = (plumb_operator){.kind = PLUMB_SOFTPICK, .epsilon = 1e-6};
    drawn_problem drawn = draw_problem(cases, shape, ORDINARY);
    for (size_t i = 0; i < query_numbers(&drawn.problem); i++)
        drawn.query[i] = 0.25 + random_uniform(cases);
    for (size_t i = 0; i < key_numbers(&drawn.problem); i++)
        drawn.key[i] = -0.25 - random_uniform(cases);
    round_problem(&drawn, format);
    return drawn;
}

/* A right engine gives 0; one that does not rectify gives a mean of the values. */
static void check_negative_scores(random_cases *cases, const operator_engine *by) {
    drawn_problem drawn = negative_problem(cases, by->output);
    const plumb_problem *p = &drawn.problem;
    plumb_problem unrectified = *p;
    unrectified.op = (plumb_operator){.kind = PLUMB_SOFTMAX};
    operator_answers right = run_operator_engine(by, p, NO_MISTAKE);
    operator_answers wrong = run_operator_engine(by, &unrectified, NO_MISTAKE);
    for (size_t i = 0; i < output_numbers(p); i++)
        ck_assert_msg(right.output[i] == 0 && !is_impossible(p, by, i, 0) &&
                          (fabs(wrong.output[i]) < 1e-3 || is_impossible(p, by, i, wrong.output[i])),
                      "case %llu: by %s", (unsigned long long)cases->number, by->name);
    free_operator_answers(&right);
    free_operator_answers(&wrong);
    free_problem(&drawn);
}

START_TEST(scores_below_zero_give_zero) {
    random_cases cases = random_begin("proof of negative scores", MISTAKEN_CASES);
    while (random_next(&cases))
        for (size_t n = 0; n < OPERATOR_ENGINES; n++)
            check_negative_scores(&cases, &operator_engines[n]);
}
END_TEST

/* ---- a factor on each weight, stored in 16 bits ---- */

#define SMALL_FACTOR 0x1p-22 /* a few units of a binary16 number near 0 */

/* On the output it would be rounded much less. */
static void check_lost_weights(random_cases *cases, const operator_engine *by) {
    plumb_problem shape = one_head(3, 12, 16, 2);
    shape.op = (plumb_operator){.kind = PLUMB_SCALED_SOFTMAX, .alpha = SMALL_FACTOR};
    drawn_problem drawn = draw_problem(cases, shape, ORDINARY);
    for (size_t i = 0; i < value_numbers(&drawn.problem); i++)
        drawn.value[i] = 1024 * random_normal(cases);
    round_problem(&drawn, by->output);
    check_answers(cases, &drawn.problem, by);
    free_problem(&drawn);
}

START_TEST(factors_may_be_lost_on_weights) {
    random_cases cases = random_begin("proof of lost weights", CASES);
    size_t engines = 0;
    while (random_next(&cases))
        for (size_t n = 0; n < OPERATOR_ENGINES; n++)
            if (operator_engines[n].other_form && operator_engines[n].weight == PLUMB_F16) {
                check_lost_weights(&cases, &operator_engines[n]);
                engines++;
            }
    ck_assert(engines > CASES);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("theorem/proof_engines");
    TCase *tests = tcase_create("proof engines");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, right_engines_are_possible);
    tcase_add_loop_test(tests, wrong_engines_are_impossible, 0, OPERATORS_OF_THEOREM);
    tcase_add_test(tests, scores_below_zero_give_zero);
    tcase_add_test(tests, factors_may_be_lost_on_weights);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
