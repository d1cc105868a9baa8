/* test_engine.c - simulated engines: whatever the orders, parts, shifts and scales of a description, an engine without
   roundings gives the exact values; each field of a description changes the results of an engine with roundings, and
   does what it states. */
#include "tests/simulate/engine.h"
#include "exact/visible.h"
#include "tests/support/problems.h"
#include "tests/support/suite.h"
#include <math.h>
#include <string.h>

/* ---- exact ---- */

static bool is_simulated(const plumb_problem *p) {
    bool moved = plumb_position_moves_vectors(p->position.kind) || plumb_position_joins_products(p->position.kind);
    return plumb_operator_is(p->op.kind, PLUMB_IS_MEAN) && (!moved || p->position.kind == PLUMB_POSITION_ROPE);
}

/* Anything that rounds nothing. */
static simulated_engine draw_structure(random_cases *cases, const plumb_problem *p) {
    simulated_engine by = {.order = (simulated_order)random_below(cases, KEYS_GATHERED + 1),
                           .block = random_below(cases, 5),
                           .first_block = random_below(cases, 4),
                           .parts = random_below(cases, 5),
                           .merge = (simulated_merge)random_below(cases, MERGE_TREE + 1),
                           .shift = (simulated_shift)random_below(cases, SHIFT_OFFSET + 1),
                           .shift_by = 1,
                           .scale = (simulated_scale)random_below(cases, SCALE_IN_EXPONENT + 1),
                           .exponential = {(exponential_kind)random_below(cases, EXP_BASE_TWO + 1), 0},
                           .sums_stored = random_below(cases, 2) == 0,
                           .sink_outside_maximum = random_below(cases, 2) == 0,
                           .product = {.at_once = random_below(cases, 4), .lanes = random_below(cases, 4)},
                           .accumulate = {.at_once = random_below(cases, 4)}};
    by.divides_first = random_below(cases, 4) == 0;
    if (by.divides_first)
        by.block = 0;
    if (by.divides_first || p->op.sink_outside_lse)
        by.parts = 1;
    return by;
}

static void check_near(double given, plumb_ball exact, double size, uint64_t number, const char *what) {
    bool same = given == exact.mid || (isnan(given) && isnan(exact.mid));
    ck_assert_msg(same || fabs(given - exact.mid) <= exact.rad + 1e-11 * size, "case %llu, %s: %.17g, not %.17g",
                  (unsigned long long)number, what, given, exact.mid);
}

static double largest_value(const plumb_problem *p) {
    double most = 1;
    for (size_t i = 0; i < value_numbers(p); i++)
        most = fmax(most, fabs(p->value[i]));
    return most * 16;
}

static void check_row(const plumb_problem *p, const simulation *run, const plumb_row *row, uint64_t number) {
    bool not_a_number = p->empty_row == PLUMB_EMPTY_ROW_NAN &&
                        plumb_exact_empty(p, plumb_exact_visible_count(p, run->b, run->h, run->t));
    for (size_t c = 0; c < p->value_dim; c++)
        if (not_a_number)
            ck_assert(isnan(run->output[c]));
        else
            check_near(run->output[c], row->output[c], largest_value(p), number, "output");
    for (size_t i = 0; i < p->key_length; i++) {
        check_near(run->weight[i], row->weight[i], 1, number, "weight");
        if (row->visible[i])
            check_near(run->score[i], row->score[i], 1 + fabs(row->score[i].mid), number, "score");
    }
    check_near(run->lse, row->lse, 1 + fabs(row->lse.mid), number, "log-sum-exp");
}

START_TEST(without_roundings_the_exact_values_come_out) {
    random_cases cases = random_begin("engines without roundings", 400);
    size_t tried = 0;
    while (random_next(&cases)) {
        operator_variant variant = operator_of_variant(random_below(&cases, PLUMB_SINK_COUNT + 1));
        drawn_problem drawn = random_below(&cases, 4) == 0
                                  ? draw_position_problem(&cases, variant, PLUMB_POSITION_ROPE, ORDINARY)
                                  : draw_operator_problem(&cases, variant, ORDINARY);
        const plumb_problem *p = &drawn.problem;
        if (is_simulated(p)) {
            simulated_engine by = draw_structure(&cases, p);
            simulation run = simulation_begin(&by, p);
            plumb_row row;
            ck_assert_int_eq(plumb_row_init(&row, p), 0);
            for (size_t i = 0; i < plumb_rows_of(p); i++) {
                size_t t = i % p->query_length, h = i / p->query_length % p->query_heads,
                       b = i / p->query_length / p->query_heads;
                plumb_evaluate_row(p, plumb_problem_scale(p), b, h, t, &row);
                simulate_row(&run, b, h, t);
                check_row(p, &run, &row, cases.number);
                tried++;
            }
            plumb_row_free(&row);
            simulation_end(&run);
        }
        free_problem(&drawn);
    }
    ck_assert_uint_gt(tried, 100);
}
END_TEST

/* ---- every field ---- */

enum { KEYS = 96, DIM = 12, QUERIES = 6 };

#define SINGLE \
    { .format = AS_F32 }
#define HALF \
    { .format = AS_BF16 }
#define SINGLY \
    .angle = SINGLE, .moved = SINGLE, .scaled = SINGLE, .operand = SINGLE, .score = SINGLE, .shifted = SINGLE, \
    .exponent = SINGLE, .part = SINGLE
#define SUMS .product = {.sum = SINGLE}, .accumulate = {.sum = SINGLE}, .sum = {.sum = SINGLE}
#define FIELD_BASE SINGLY, SUMS, .probability = HALF, .output = SINGLE, .block = 16, .parts = 4

static const simulated_engine base = {FIELD_BASE};

typedef void change(simulated_engine *by);
#define CHANGE(name, ...) \
    static void name(simulated_engine *by) { __VA_ARGS__; }
CHANGE(gathers, by->order = KEYS_GATHERED)
CHANGE(goes_backward, by->order = KEYS_BACKWARD)
CHANGE(takes_larger_blocks, by->block = 48)
CHANGE(begins_with_a_smaller_block, by->first_block = 5)
CHANGE(takes_fewer_parts, by->parts = 2)
CHANGE(chains, by->merge = MERGE_CHAIN)
CHANGE(joins_in_pairs, by->merge = MERGE_TREE)
CHANGE(rescales_lazily, by->shift = SHIFT_LAZY; by->shift_by = 8)
CHANGE(looks_at_hidden_keys, by->shift = SHIFT_HIDDEN)
CHANGE(fixes_the_shift, by->shift = SHIFT_FIXED; by->shift_by = 3)
CHANGE(offsets_the_shift, by->shift = SHIFT_OFFSET; by->shift_by = 1)
CHANGE(scales_the_query, by->scale = SCALE_ON_QUERY)
CHANGE(scales_both, by->scale = SCALE_ON_BOTH)
CHANGE(folds_the_scale, by->scale = SCALE_IN_EXPONENT; by->exponential.kind = EXP_BASE_TWO)
CHANGE(takes_powers_of_two, by->exponential.kind = EXP_BASE_TWO)
CHANGE(takes_cubic_powers, by->exponential.kind = EXP_CUBIC)
CHANGE(rescales_coarsely, by->rescaling = (simulated_exponential){EXP_WITHIN, 1e4})
CHANGE(divides_first, by->divides_first = true; by->block = by->parts = 0)
CHANGE(sums_what_is_stored, by->sums_stored = true)
CHANGE(rounds_angles, by->angle.format = AS_BF16)
CHANGE(stores_moved_vectors, by->moved.format = AS_BF16)
CHANGE(stores_scaled_queries, by->scale = SCALE_ON_QUERY; by->scaled.format = AS_BF16)
CHANGE(rounds_operands, by->operand.format = AS_TF32)
CHANGE(stores_scores, by->score.format = AS_BF16)
CHANGE(stores_shifted_scores, by->shifted.format = AS_BF16)
CHANGE(computes_exponents_in_halves, by->exponent.format = AS_F16)
CHANGE(cuts_probabilities, by->probability.cut = true)
CHANGE(stores_parts, by->part.format = AS_BF16)
CHANGE(stores_outputs, by->output.format = AS_BF16)
CHANGE(cuts_products, by->product.at_once = 4; by->product.width = 14)
CHANGE(cuts_sums_of_probabilities, by->sum.sum.cut = true)
CHANGE(cuts_sums_of_values, by->accumulate.sum.cut = true)

static const struct {
    const char *name;
    change *make;
} changes[] = {
#define ENTRY(name) {#name, name}
    ENTRY(gathers),
    ENTRY(goes_backward),
    ENTRY(takes_larger_blocks),
    ENTRY(begins_with_a_smaller_block),
    ENTRY(takes_fewer_parts),
    ENTRY(chains),
    ENTRY(joins_in_pairs),
    ENTRY(rescales_lazily),
    ENTRY(looks_at_hidden_keys),
    ENTRY(fixes_the_shift),
    ENTRY(offsets_the_shift),
    ENTRY(scales_the_query),
    ENTRY(scales_both),
    ENTRY(folds_the_scale),
    ENTRY(takes_powers_of_two),
    ENTRY(takes_cubic_powers),
    ENTRY(rescales_coarsely),
    ENTRY(divides_first),
    ENTRY(sums_what_is_stored),
    ENTRY(rounds_angles),
    ENTRY(stores_moved_vectors),
    ENTRY(stores_scaled_queries),
    ENTRY(rounds_operands),
    ENTRY(stores_scores),
    ENTRY(stores_shifted_scores),
    ENTRY(computes_exponents_in_halves),
    ENTRY(cuts_probabilities),
    ENTRY(stores_parts),
    ENTRY(stores_outputs),
    ENTRY(cuts_products),
    ENTRY(cuts_sums_of_probabilities),
    ENTRY(cuts_sums_of_values),
};

/* Causal and rotated; no query sees the last keys, which are the largest. */
static drawn_problem draw_usual(random_cases *cases) {
    plumb_problem shape = one_head(QUERIES, KEYS, DIM, DIM);
    shape.causal = (plumb_causal){true, 80};
    shape.position.kind = PLUMB_POSITION_ROPE;
    shape.position.rope = (plumb_rope){.dim = DIM, .base = 10000};
    drawn_problem drawn = draw_problem(cases, shape, ORDINARY);
    for (size_t i = 0; i < query_numbers(&drawn.problem); i++)
        drawn.query[i] = (float)(2 * drawn.query[i]);
    for (size_t i = 0; i < key_numbers(&drawn.problem); i++)
        drawn.key[i] = (float)(i / DIM + 4 < KEYS ? drawn.key[i] : 3 * drawn.key[i]);
    for (size_t i = 0; i < value_numbers(&drawn.problem); i++)
        drawn.value[i] = (float)drawn.value[i];
    return drawn;
}

START_TEST(every_field_has_an_effect) {
    random_cases cases = random_begin("fields", 1);
    ck_assert(random_next(&cases));
    drawn_problem drawn = draw_usual(&cases);
    simulated_answers usual = simulate(&base, &drawn.problem, true);
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        simulated_engine by = base;
        changes[i].make(&by);
        simulated_answers other = simulate(&by, &drawn.problem, true);
        double far = 0;
        for (size_t n = 0; n < QUERIES * DIM; n++)
            far = fmax(far, fabs(other.output[n] - usual.output[n]));
        ck_assert_msg(far > 0, "%s: the same bits", changes[i].name);
        ck_assert_msg(far < 0.2, "%s: off by %g", changes[i].name, far);
        free_simulated(&other);
    }
    free_simulated(&usual);
    free_problem(&drawn);
}
END_TEST

/* ---- what fields do ---- */

/* One query 1; the keys are the scores, values 0 but for the last, 1. */
static void simulate_scores_of(const simulated_engine *by, size_t keys, const double *score, size_t visible,
                               simulation *run) {
    static plumb_problem p;
    static double one = 1, value[8];
    p = one_head(1, keys, 1, 1);
    memset(value, 0, sizeof value);
    value[visible - 1] = 1;
    p.query = &one;
    p.key = score;
    p.value = value;
    p.causal = (plumb_causal){true, (int64_t)visible - 1};
    *run = simulation_begin(by, &p);
    simulate_row(run, 0, 0, 0);
}

/* The last shift of an engine whose blocks have one key. */
static double last_shift(simulated_shift rule, double by_how_much, size_t keys, const double *score, size_t visible) {
    simulated_engine by = {.block = 1, .shift = rule, .shift_by = by_how_much};
    simulation run;
    simulate_scores_of(&by, keys, score, visible, &run);
    double shift = run.shift;
    simulation_end(&run);
    return shift;
}

START_TEST(shifts_follow_their_rules) {
    const double score[] = {1, 4, 6, 7, 2, 9};
    ck_assert_double_eq(last_shift(SHIFT_MAXIMUM, 0, 6, score, 5), 7);
    ck_assert_double_eq(last_shift(SHIFT_HIDDEN, 0, 6, score, 5), 9);
    ck_assert_double_eq(last_shift(SHIFT_FIXED, -3, 6, score, 5), -3);
    ck_assert_double_eq(last_shift(SHIFT_OFFSET, 0.5, 6, score, 5), 7.5);
    /* 8 in log2 are 5.55: from 1 to 6 not yet, from 1 to 7 it rises, and then no more. */
    ck_assert_double_eq(last_shift(SHIFT_LAZY, 8, 6, score, 3), 1);
    ck_assert_double_eq(last_shift(SHIFT_LAZY, 8, 6, score, 4), 7);
    ck_assert_double_eq(last_shift(SHIFT_LAZY, 8, 6, score, 6), 7);
    ck_assert_double_eq(last_shift(SHIFT_LAZY, 2, 6, score, 6), 9);
}
END_TEST

START_TEST(a_hidden_maximum_underflows_what_is_visible) {
    const double score[] = {0, 0, 30};
    simulated_engine by = {.shift = SHIFT_HIDDEN, .probability = {.format = AS_F16}};
    simulation run;
    simulate_scores_of(&by, 3, score, 2, &run);
    ck_assert_double_eq(run.output[0], 0);
    simulation_end(&run);
    by.shift = SHIFT_MAXIMUM;
    simulate_scores_of(&by, 3, score, 2, &run);
    ck_assert_double_eq(run.output[0], 0.5);
    simulation_end(&run);
}
END_TEST

START_TEST(values_of_hidden_keys_are_not_read) {
    static const double score[] = {0, NAN, 1}, value[] = {1, INFINITY, 3};
    static const unsigned char allowed[] = {1, 0, 1};
    static const double one = 1;
    plumb_problem p = one_head(1, 3, 1, 1);
    p.query = &one;
    p.key = score;
    p.value = value;
    p.mask.allowed = allowed;
    simulated_answers answers = simulate(&(simulated_engine){.block = 2}, &p, false);
    ck_assert_double_eq_tol(answers.output[0], (1 + 3 * exp(1.0)) / (1 + exp(1.0)), 1e-15);
    free_simulated(&answers);
}
END_TEST

/* Every way to store something in E5M2, seen in what is handed out. */
START_TEST(roundings_are_of_what_they_say) {
    const double score[] = {0.3, 1.7};
    const simulated_rounding coarse = {.format = AS_E5M2};
    simulated_engine by = {.output = coarse};
    simulation run;
    simulate_scores_of(&by, 2, score, 2, &run);
    double exact = 1 / (1 + exp(0.3 - 1.7));
    ck_assert_double_eq(run.output[0], simulated_round(coarse, exact));
    simulation_end(&run);

    by = (simulated_engine){.score = coarse};
    simulate_scores_of(&by, 2, score, 2, &run);
    ck_assert_double_eq(run.score[0], simulated_round(coarse, 0.3));
    ck_assert_double_eq(run.score[1], simulated_round(coarse, 1.7));
    simulation_end(&run);

    by = (simulated_engine){.probability = {.format = AS_E5M2, .cut = true}, .divides_first = true};
    simulate_scores_of(&by, 2, score, 2, &run);
    ck_assert_double_eq(run.output[0], simulated_round(by.probability, exact));
    ck_assert_double_eq(run.weight[1], run.output[0]);
    simulation_end(&run);

    /* The sum of P as it was, or as it is stored: 1 and e^-1.4 = 0.2466, which is 0.25 in E5M2. */
    by = (simulated_engine){.probability = coarse};
    simulate_scores_of(&by, 2, score, 1, &run);
    simulation_end(&run);
    const double falling[] = {1.7, 0.3};
    simulate_scores_of(&by, 2, falling, 2, &run);
    ck_assert_double_eq_tol(run.output[0], 0.25 / (1 + exp(-1.4)), 1e-15);
    simulation_end(&run);
    by.sums_stored = true;
    simulate_scores_of(&by, 2, falling, 2, &run);
    ck_assert_double_eq_tol(run.output[0], 0.25 / 1.25, 1e-15);
    ck_assert_double_eq_tol(run.lse, 1.7 + log(1.25), 1e-15);
    simulation_end(&run);
}
END_TEST

/* Keys 0 to 3 in two parts, of results 0 and 1/(1 + e^-1): their mean, weighed by their sums. */
START_TEST(parts_are_stored_before_they_are_joined) {
    const double score[] = {0, 0, 0, 1};
    const simulated_rounding coarse = {.format = AS_E5M2};
    double second = 1 / (1 + exp(-1.0)), share = (1 + exp(1.0)) / (3 + exp(1.0));
    for (int merge = MERGE_FLAT; merge <= MERGE_TREE; merge++) {
        simulated_engine by = {.block = 2, .parts = 2, .merge = (simulated_merge)merge, .part = coarse};
        simulation run;
        simulate_scores_of(&by, 4, score, 4, &run);
        double joined = share * simulated_round(coarse, second);
        if (merge != MERGE_FLAT)
            joined = simulated_round(coarse, joined);
        ck_assert_double_eq_tol(run.output[0], joined, 1e-14);
        ck_assert_double_eq_tol(run.lse, log(3 + exp(1.0)), 1e-14);
        simulation_end(&run);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("simulate/engine");
    TCase *tests = tcase_create("engine");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, without_roundings_the_exact_values_come_out);
    tcase_add_test(tests, every_field_has_an_effect);
    tcase_add_test(tests, shifts_follow_their_rules);
    tcase_add_test(tests, a_hidden_maximum_underflows_what_is_visible);
    tcase_add_test(tests, values_of_hidden_keys_are_not_read);
    tcase_add_test(tests, roundings_are_of_what_they_say);
    tcase_add_test(tests, parts_are_stored_before_they_are_joined);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
