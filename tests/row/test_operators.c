/* test_operators.c - every operator, with every normalisation, sink and place of the softcap, and
   every positional encoding, on problems of every character: what a row says contains the slow
   reference's numbers, and for moderate numbers it says a lot. */
#include "row/evaluate.h"
#include "exact/definition.h"
#include "exact/reference.h"
#include "exact/visible.h"
#include "tests/support/suite.h"
#include "tests/support/contain.h"
#include "tests/support/problems.h"
#include "tests/support/reproduce.h"
#include <math.h>

/* Rows of each variant; twenty times as many in make check-long. */
#define ROWS 500

/* One row of a drawn problem, by the kernels and by the reference. */
typedef struct {
    const random_cases *cases;
    drawn_problem drawn;
    size_t b, h, t;
    plumb_row row;
    plumb_reference reference;
    int64_t *group; /* of some problems, else NULL */
} tried_row;

/* Pairs of keys, each third of which have no group. */
static void give_groups(tried_row *tried) {
    plumb_problem *p = &tried->drawn.problem;
    tried->group = NULL;
    if (p->mask.in_cache || (tried->t + p->key_length) % 3 != 0)
        return;
    tried->group = malloc((p->batch * p->key_length + 1) * sizeof *tried->group);
    ck_assert_ptr_nonnull(tried->group);
    for (size_t i = 0; i < p->batch * p->key_length; i++)
        tried->group[i] = (int64_t)(i / 2 % 3) - 1;
    p->mask.group = tried->group;
}

static void try_row(tried_row *tried, random_cases *cases, drawn_problem drawn) {
    const plumb_problem *p = &tried->drawn.problem;
    tried->cases = cases;
    tried->drawn = drawn;
    tried->b = random_below(cases, p->batch);
    tried->h = random_below(cases, p->query_heads);
    tried->t = random_below(cases, p->query_length);
    give_groups(tried);
    ck_assert_int_eq(plumb_row_init(&tried->row, p), 0);
    plumb_reference_init(&tried->reference, p);
    plumb_evaluate_row(p, plumb_problem_scale(p), tried->b, tried->h, tried->t, &tried->row);
}

static void free_row(tried_row *tried) {
    plumb_row_free(&tried->row);
    plumb_reference_clear(&tried->reference);
    free_problem(&tried->drawn);
    free(tried->group);
}

static void fail_row(const tried_row *tried, const char *what, size_t column, plumb_ball ball) {
    reproduction line = reproduce(tried->cases);
    reproduce_text(&line, " %s %zu of b=%zu h=%zu t=%zu", what, column, tried->b, tried->h,
                   tried->t);
    reproduce_balls(&line, "result", &ball, 1);
    reproduce_problem(&line, &tried->drawn.problem);
    reproduce_fail(&line);
}

static arb_srcptr reference_element(tried_row *tried, plumb_quantity quantity, size_t column,
                               slong precision) {
    return plumb_reference_element(&tried->reference, tried->b, tried->h, tried->t, quantity, column,
                              precision);
}

/* Whether the ball contains those numbers of the reference's that lie between least and most. */
static bool contains_between(plumb_ball ball, arb_srcptr exact, double least, double most) {
    arb_t low, high;
    arb_init(low);
    arb_init(high);
    arb_get_lbound_arf(arb_midref(low), exact, 5000);
    arb_get_ubound_arf(arb_midref(high), exact, 5000);
    if (arf_cmp_d(arb_midref(low), least) < 0)
        arb_set_d(low, least);
    if (arf_cmp_d(arb_midref(high), most) > 0)
        arb_set_d(high, most);
    bool contains = ball_contains(ball, low) && ball_contains(ball, high);
    arb_clear(low);
    arb_clear(high);
    return contains;
}

/* A ball from 0 to 1 contains every sigmoid, but not the reference's ball of one very near an end. */
static bool contains_known(const tried_row *tried, plumb_quantity quantity, plumb_ball ball,
                           arb_srcptr exact) {
    const plumb_operator *op = &tried->drawn.problem.op;
    bool bounded = op->kind == PLUMB_SIGMOID && op->normalisation == PLUMB_UNNORMALISED;
    if (quantity == PLUMB_WEIGHTS && bounded)
        return contains_between(ball, exact, 0, 1);
    return ball_contains(ball, exact);
}

/* Where the reference's ball is too wide to be contained, it is asked again; where it knows nothing even
   then, nothing is tested: a quotient by 0 has no value. */
static bool contained(tried_row *tried, plumb_quantity quantity, size_t column, plumb_ball ball) {
    if (ball_contains(ball, reference_element(tried, quantity, column, 300)))
        return true;
    arb_srcptr exact = reference_element(tried, quantity, column, 5000);
    return !arb_is_finite(exact) || contains_known(tried, quantity, ball, exact);
}

static bool has_lse(const plumb_problem *p, size_t b, size_t h, size_t t) {
    size_t visible = plumb_exact_visible_count(p, b, h, t);
    bool softmax = p->op.kind == PLUMB_SOFTMAX || p->op.kind == PLUMB_SCALED_SOFTMAX ||
                   p->op.kind == PLUMB_CLIPPED_SOFTMAX;
    bool sink = plumb_exact_has_sink_logit(p) && !p->op.sink_outside_lse;
    return softmax && (sink || plumb_exact_any_key(p, visible));
}

/* The weight 0 of a key that takes no part; a normalisation may divide it by what may be 0. */
static bool is_nothing(const tried_row *tried, plumb_ball weight) {
    return balls_identical(weight, plumb_ball_zero()) ||
           (tried->drawn.problem.op.normalisation != PLUMB_UNNORMALISED && !ball_informs(weight));
}

static void check_keys(tried_row *tried) {
    const plumb_problem *p = &tried->drawn.problem;
    const plumb_row *row = &tried->row;
    size_t visible = plumb_exact_visible_count(p, tried->b, tried->h, tried->t);
    bool mean = plumb_exact_is_mean(p, visible);
    for (size_t i = 0; i < p->key_length; i++) {
        bool takes_part = plumb_exact_takes_part(p, tried->b, tried->h, tried->t, i);
        if ((row->visible[i] != 0) != takes_part)
            fail_row(tried, "visibility of key", i, row->weight[i]);
        if (takes_part ? !contained(tried, PLUMB_SCORES, i, row->score[i])
                       : ball_informs(row->score[i]))
            fail_row(tried, "score", i, row->score[i]);
        if (takes_part || mean ? !contained(tried, PLUMB_WEIGHTS, i, row->weight[i])
                               : !is_nothing(tried, row->weight[i]))
            fail_row(tried, "weight", i, row->weight[i]);
    }
}

static void check_row(tried_row *tried) {
    const plumb_problem *p = &tried->drawn.problem;
    check_keys(tried);
    for (size_t c = 0; c < p->value_dim; c++)
        if (!contained(tried, PLUMB_OUTPUT, c, tried->row.output[c]))
            fail_row(tried, "output", c, tried->row.output[c]);
    if (has_lse(p, tried->b, tried->h, tried->t) ? !contained(tried, PLUMB_LSE, 0, tried->row.lse)
                                                 : ball_informs(tried->row.lse))
        fail_row(tried, "log-sum-exp", 0, tried->row.lse);
}

static const char *const character_names[] = {"operators of ordinary numbers",
                                              "operators of integers",
                                              "operators of companions",
                                              "operators of large scores",
                                              "operators of huge scores",
                                              "operators of tiny numbers",
                                              "operators of edges"};

START_TEST(contains_the_reference) {
    operator_variant variant = operator_of_variant((size_t)_i / CHARACTERS);
    problem_character character = (problem_character)(_i % CHARACTERS);
    random_cases cases = random_begin(character_names[character], ROWS / CHARACTERS + 1);
    while (random_next(&cases)) {
        random_round(&cases, _i);
        tried_row tried;
        try_row(&tried, &cases, draw_operator_problem(&cases, variant, character));
        check_row(&tried);
        free_row(&tried);
    }
}
END_TEST

/* Each encoding, beside the softmax with any sink and beside other operators. */
START_TEST(contains_the_reference_at_positions) {
    plumb_position_kind kind = (plumb_position_kind)(1 + _i / CHARACTERS);
    problem_character character = (problem_character)(_i % CHARACTERS);
    random_cases cases = random_begin(character_names[character], ROWS);
    while (random_next(&cases)) {
        random_round(&cases, _i);
        tried_row tried;
        operator_variant variant = operator_of_variant(random_below(&cases, OPERATOR_VARIANTS));
        try_row(&tried, &cases, draw_position_problem(&cases, variant, kind, character));
        check_row(&tried);
        free_row(&tried);
    }
}
END_TEST

/* Puts numbers that are not finite among those of a problem. */
static void poison_some(random_cases *cases, drawn_problem *drawn) {
    double *tensors[3 + EXTRA_TENSORS] = {drawn->query, drawn->key, drawn->value};
    size_t counts[3 + EXTRA_TENSORS] = {query_numbers(&drawn->problem),
                                        key_numbers(&drawn->problem),
                                        value_numbers(&drawn->problem)};
    for (int i = 0; i < EXTRA_TENSORS; i++) {
        tensors[3 + i] = drawn->extra[i];
        counts[3 + i] = extra_numbers(&drawn->problem, (extra_tensor)i);
    }
    for (int i = 0; i < 3 + EXTRA_TENSORS; i++)
        if (tensors[i] != NULL && counts[i] > 0 && random_below(cases, 3) == 0)
            poison(cases, tensors[i] + random_below(cases, counts[i]), 1);
    for (int i = 0; i < ROPE_LONG; i++) {
        size_t count = position_numbers(&drawn->problem, (position_tensor)i);
        if (drawn->position[i] != NULL && count > 0)
            poison(cases, drawn->position[i] + random_below(cases, count), 1);
    }
}

/* An element without an exact value has a ball only if the reference, too, knows it: a weight that depends
   on its own key alone. */
static bool simulated(tried_row *tried, plumb_finite finite, plumb_quantity quantity, size_t column,
                   plumb_ball ball) {
    const plumb_problem *p = &tried->drawn.problem;
    if (plumb_exact_has_value(p, tried->b, tried->h, tried->t, finite, quantity, column))
        return contained(tried, quantity, column, ball);
    return ball_contains(ball, reference_element(tried, quantity, column, 300));
}

static void check_simulated(tried_row *tried, plumb_quantity quantity) {
    const plumb_problem *p = &tried->drawn.problem;
    size_t visible = plumb_exact_visible_count(p, tried->b, tried->h, tried->t);
    plumb_finite finite = plumb_exact_finite(p, tried->b, tried->h, tried->t, NULL);
    for (size_t i = 0; i < plumb_quantity_width(quantity, p); i++) {
        double defined;
        plumb_ball ball = plumb_row_ball(&tried->row, quantity, i);
        if (!plumb_exact_by_definition(p, tried->b, tried->h, tried->t, visible, quantity, i,
                                       &defined) &&
            !simulated(tried, finite, quantity, i, ball))
            fail_row(tried, plumb_quantity_name(quantity), i, ball);
    }
}

START_TEST(says_nothing_of_what_is_not_a_number) {
    random_cases cases = random_begin("operators of poison", ROWS / 5);
    while (random_next(&cases)) {
        random_round(&cases, _i);
        tried_row tried;
        drawn_problem drawn =
            draw_operator_problem(&cases, operator_of_variant((size_t)_i), ORDINARY);
        poison_some(&cases, &drawn);
        try_row(&tried, &cases, drawn);
        for (int quantity = 0; quantity < PLUMB_QUANTITIES; quantity++)
            check_simulated(&tried, (plumb_quantity)quantity);
        free_row(&tried);
    }
}
END_TEST

static double magnitude(tried_row *tried, plumb_quantity quantity, size_t column) {
    return fabs(arf_get_d(arb_midref(reference_element(tried, quantity, column, 300)), ARF_RND_UP));
}

/* How much larger than the roundings of one operation an error may be: sums of weights that cancel
   and scores that do divide by little.  Beyond some size nothing is asked. */
#define MOST_AMPLIFICATION 0x1p20

static double amplification(tried_row *tried) {
    const plumb_problem *p = &tried->drawn.problem;
    double weights = 0, score = 0;
    for (size_t i = 0; i < p->key_length; i++)
        if (plumb_exact_takes_part(p, tried->b, tried->h, tried->t, i)) {
            weights += magnitude(tried, PLUMB_WEIGHTS, i);
            score = fmax(score, magnitude(tried, PLUMB_SCORES, i));
        }
    return (1 + weights) * (1 + weights) * (1 + 1 / score);
}

static double largest_value(const drawn_problem *drawn) {
    const plumb_problem *p = &drawn->problem;
    double largest = 1;
    for (size_t i = 0; i < value_numbers(p); i++)
        largest = fmax(largest, fabs(drawn->value[i]));
    for (size_t i = 0; drawn->extra[SINK_VALUE] && i < extra_numbers(p, SINK_VALUE); i++)
        largest = fmax(largest, fabs(drawn->extra[SINK_VALUE][i]));
    for (size_t i = 0; drawn->extra[VALUE_BIAS] && i < extra_numbers(p, VALUE_BIAS); i++)
        largest = fmax(largest, fabs(drawn->extra[VALUE_BIAS][i]));
    for (size_t i = 0; drawn->position[POSITION_VALUES] && i < position_numbers(p, POSITION_VALUES);
         i++)
        largest = fmax(largest, fabs(drawn->position[POSITION_VALUES][i]));
    return largest;
}

static void check_width(tried_row *tried, plumb_quantity quantity, size_t column, double size) {
    plumb_ball ball = plumb_row_ball(&tried->row, quantity, column);
    if (arb_is_finite(reference_element(tried, quantity, column, 300)) && !(ball.rad <= 0x1p-35 * size))
        fail_row(tried, plumb_quantity_name(quantity), column, ball);
}

static void check_tight(tried_row *tried) {
    const plumb_problem *p = &tried->drawn.problem;
    double factor = amplification(tried);
    if (!(factor <= MOST_AMPLIFICATION))
        return;
    for (size_t i = 0; i < p->key_length; i++)
        if (plumb_exact_takes_part(p, tried->b, tried->h, tried->t, i)) {
            check_width(tried, PLUMB_SCORES, i, 1 + magnitude(tried, PLUMB_SCORES, i));
            check_width(tried, PLUMB_WEIGHTS, i, factor);
        }
    for (size_t c = 0; c < p->value_dim; c++)
        check_width(tried, PLUMB_OUTPUT, c, factor * largest_value(&tried->drawn));
    if (has_lse(p, tried->b, tried->h, tried->t))
        check_width(tried, PLUMB_LSE, 0, 1 + magnitude(tried, PLUMB_LSE, 0));
}

START_TEST(moderate_numbers_are_known_well) {
    random_cases cases = random_begin("tight operators", ROWS / 5);
    while (random_next(&cases)) {
        random_round(&cases, _i);
        tried_row tried;
        drawn_problem drawn =
            draw_operator_problem(&cases, operator_of_variant((size_t)_i), ORDINARY);
        drawn.problem.scale.text = NULL;
        try_row(&tried, &cases, drawn);
        check_tight(&tried);
        free_row(&tried);
    }
}
END_TEST

START_TEST(moderate_numbers_are_known_well_at_positions) {
    random_cases cases = random_begin("tight positions", 4 * ROWS);
    while (random_next(&cases)) {
        random_round(&cases, _i);
        tried_row tried;
        operator_variant variant = operator_of_variant(random_below(&cases, OPERATOR_VARIANTS));
        drawn_problem drawn =
            draw_position_problem(&cases, variant, (plumb_position_kind)_i, ORDINARY);
        drawn.problem.scale.text = NULL;
        try_row(&tried, &cases, drawn);
        check_tight(&tried);
        free_row(&tried);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("attention/operators");
    TCase *tests = tcase_create("operators");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_loop_test(tests, contains_the_reference, 0, OPERATOR_VARIANTS * CHARACTERS);
    tcase_add_loop_test(tests, contains_the_reference_at_positions, 0, PLUMB_POSITION_SHAW * CHARACTERS);
    tcase_add_loop_test(tests, says_nothing_of_what_is_not_a_number, 0, OPERATOR_VARIANTS);
    tcase_add_loop_test(tests, moderate_numbers_are_known_well, 0, OPERATOR_VARIANTS);
    tcase_add_loop_test(tests, moderate_numbers_are_known_well_at_positions, 1,
                        PLUMB_POSITION_COUNT);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
