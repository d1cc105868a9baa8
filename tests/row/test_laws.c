/* test_laws.c - what is true of attention whatever the numbers are.  Each law equates exact real
   numbers, so the balls around both sides have a number in common; where both sides do the same
   operations, they are the same bits. */
#include "row/evaluate.h"
#include "tests/support/suite.h"
#include "tests/support/contain.h"
#include "tests/support/problems.h"
#include "tests/support/reproduce.h"
#include "weight/softmax.h"
#include <math.h>

#define CASES 5000
#define MOST 10

/* Characters for which every ball must inform: a law about nothing known is not tested. */
static problem_character known_character(random_cases *cases) {
    static const problem_character known[] = {ORDINARY, INTEGERS, COMPANIONS, LARGE_SCORES, TINY};
    return known[random_below(cases, sizeof known / sizeof *known)];
}

static plumb_problem draw_shape(random_cases *cases) {
    return one_head(1 + random_below(cases, 4), 1 + random_below(cases, MOST),
                    1 + random_below(cases, 6), 1 + random_below(cases, 4));
}

/* As many queries as keys: query t sees keys 0 to t. */
static plumb_problem draw_causal_shape(random_cases *cases) {
    plumb_problem shape = draw_shape(cases);
    shape.query_length = shape.key_length;
    shape.causal.causal = true;
    return shape;
}

/* Companions may grow beyond what can be exponentiated: bring them back. */
static void bound(double *x, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (fabs(x[i]) > 1e6)
            x[i] = copysign(fmod(fabs(x[i]), 1e6), x[i]);
}

static drawn_problem draw(random_cases *cases, plumb_problem shape) {
    drawn_problem drawn = draw_problem(cases, shape, known_character(cases));
    bound(drawn.key, key_numbers(&shape));
    bound(drawn.value, value_numbers(&shape));
    return drawn;
}

static plumb_row evaluate(const plumb_problem *problem, size_t h, size_t t) {
    plumb_row row;
    ck_assert_int_eq(plumb_row_init(&row, problem), 0);
    plumb_evaluate_row(problem, plumb_problem_scale(problem), 0, h, t, &row);
    return row;
}

static void fail_law(const random_cases *cases, const plumb_problem *problem, const char *what,
                     size_t t, size_t i, plumb_ball a, plumb_ball b) {
    reproduction line = reproduce(cases);
    reproduce_text(&line, " %s: t=%zu i=%zu", what, t, i);
    reproduce_balls(&line, "result", &a, 1);
    reproduce_balls(&line, "other", &b, 1);
    reproduce_problem(&line, problem);
    reproduce_fail(&line);
}

static bool agree(plumb_ball a, plumb_ball b) {
    return ball_informs(a) && ball_informs(b) && balls_overlap(a, b);
}

START_TEST(weights_sum_to_one) {
    random_cases cases = random_begin("weights sum to 1", CASES);
    while (random_next(&cases)) {
        drawn_problem drawn = draw(&cases, draw_shape(&cases));
        plumb_row row = evaluate(&drawn.problem, 0, 0);
        plumb_ball sum = plumb_ball_zero();
        for (size_t j = 0; j < drawn.problem.key_length; j++)
            sum = plumb_ball_add(sum, row.weight[j]);
        if (!ball_informs(sum) || !ball_contains_double(sum, 1))
            fail_law(&cases, &drawn.problem, "sum of weights", 0, 0, sum, plumb_ball_of(1));
        plumb_row_free(&row);
        free_problem(&drawn);
    }
}
END_TEST

/* Multiples of 2^-10 up to 2^30: adding one to all scores is exact. */
START_TEST(a_shift_of_all_scores_changes_nothing) {
    random_cases cases = random_begin("shift", CASES);
    static const unsigned char visible[MOST] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    plumb_ball score[MOST], shifted[MOST], weight[MOST], other[MOST];
    while (random_next(&cases)) {
        size_t keys = 1 + random_below(&cases, MOST);
        double shift = (double)random_below(&cases, (size_t)1 << 40) * 0x1p-10;
        for (size_t j = 0; j < keys; j++) {
            score[j] = plumb_ball_of((double)random_below(&cases, 1 << 16) * 0x1p-10);
            shifted[j] = plumb_ball_of(score[j].mid - shift);
        }
        plumb_softmax(score, visible, keys, weight);
        plumb_softmax(shifted, visible, keys, other);
        for (size_t j = 0; j < keys; j++)
            if (!agree(weight[j], other[j])) {
                reproduction line = reproduce(&cases);
                reproduce_text(&line, " shift=%a weight %zu", shift, j);
                reproduce_balls(&line, "score", score, keys);
                reproduce_fail(&line);
            }
    }
}
END_TEST

/* Adding one vector to all keys adds query . vector to all scores. */
START_TEST(a_shift_of_all_keys_changes_nothing) {
    random_cases cases = random_begin("shift of keys", CASES);
    while (random_next(&cases)) {
        plumb_problem shape = draw_shape(&cases);
        drawn_problem drawn = draw_problem(&cases, shape, INTEGERS);
        drawn_problem shifted = copy_problem(&drawn);
        double shift = (double)random_below(&cases, 2001) - 1000;
        for (size_t i = 0; i < key_numbers(&shape); i++)
            shifted.key[i] += shift;
        plumb_row row = evaluate(&drawn.problem, 0, 0), other = evaluate(&shifted.problem, 0, 0);
        for (size_t c = 0; c < shape.value_dim; c++)
            if (!agree(row.output[c], other.output[c]))
                fail_law(&cases, &drawn.problem, "shifted", 0, c, row.output[c], other.output[c]);
        plumb_row_free(&row);
        plumb_row_free(&other);
        free_problem(&drawn);
        free_problem(&shifted);
    }
}
END_TEST

static void copy_token(drawn_problem *to, size_t i, const drawn_problem *from, size_t j) {
    const plumb_problem *p = &from->problem;
    for (size_t c = 0; c < p->head_dim; c++)
        to->key[i * p->head_dim + c] = from->key[j * p->head_dim + c];
    for (size_t c = 0; c < p->value_dim; c++)
        to->value[i * p->value_dim + c] = from->value[j * p->value_dim + c];
}

/* Fisher and Yates */
static void permute(random_cases *cases, size_t *order, size_t count) {
    for (size_t i = 0; i < count; i++) {
        size_t j = random_below(cases, i + 1);
        order[i] = order[j];
        order[j] = i;
    }
}

START_TEST(the_order_of_keys_does_not_matter) {
    random_cases cases = random_begin("permutation", CASES);
    while (random_next(&cases)) {
        size_t order[MOST];
        drawn_problem drawn = draw(&cases, draw_shape(&cases));
        drawn_problem permuted = copy_problem(&drawn);
        const plumb_problem *p = &drawn.problem;
        permute(&cases, order, p->key_length);
        for (size_t i = 0; i < p->key_length; i++)
            copy_token(&permuted, i, &drawn, order[i]);
        plumb_row row = evaluate(p, 0, 0), other = evaluate(&permuted.problem, 0, 0);
        for (size_t i = 0; i < p->key_length; i++)
            if (!agree(row.weight[order[i]], other.weight[i]))
                fail_law(&cases, p, "permuted weight", 0, i, row.weight[order[i]], other.weight[i]);
        for (size_t c = 0; c < p->value_dim; c++)
            if (!agree(row.output[c], other.output[c]))
                fail_law(&cases, p, "permuted output", 0, c, row.output[c], other.output[c]);
        plumb_row_free(&row);
        plumb_row_free(&other);
        free_problem(&drawn);
        free_problem(&permuted);
    }
}
END_TEST

START_TEST(outputs_lie_among_the_values) {
    random_cases cases = random_begin("convex hull", CASES);
    while (random_next(&cases)) {
        drawn_problem drawn = draw(&cases, draw_shape(&cases));
        const plumb_problem *p = &drawn.problem;
        plumb_row row = evaluate(p, 0, 0);
        for (size_t c = 0; c < p->value_dim; c++) {
            double low = INFINITY, high = -INFINITY;
            for (size_t j = 0; j < p->key_length; j++) {
                low = fmin(low, p->value[j * p->value_dim + c]);
                high = fmax(high, p->value[j * p->value_dim + c]);
            }
            if (!ball_informs(row.output[c]) || !ball_meets(row.output[c], low, high))
                fail_law(&cases, p, "outside", 0, c, row.output[c], (plumb_ball){low, high});
        }
        plumb_row_free(&row);
        free_problem(&drawn);
    }
}
END_TEST

/* Query t of T repeated tokens sees t + 1 keys of equal score. */
START_TEST(repeated_tokens_share_equally) {
    random_cases cases = random_begin("repeated tokens", CASES);
    while (random_next(&cases)) {
        plumb_problem shape = draw_causal_shape(&cases);
        drawn_problem drawn = draw(&cases, shape);
        for (size_t i = 1; i < shape.key_length; i++)
            copy_token(&drawn, i, &drawn, 0);
        for (size_t t = 0; t < shape.query_length; t++) {
            plumb_row row = evaluate(&drawn.problem, 0, t);
            for (size_t i = 0; i <= t; i++)
                if (!ball_informs(row.weight[i]) || !ball_contains_ratio(row.weight[i], 1, t + 1))
                    fail_law(&cases, &drawn.problem, "not 1/(t+1)", t, i, row.weight[i],
                             plumb_ball_of(1 / (double)(t + 1)));
            plumb_row_free(&row);
        }
        free_problem(&drawn);
    }
}
END_TEST

START_TEST(equal_values_come_out) {
    random_cases cases = random_begin("equal values", CASES);
    while (random_next(&cases)) {
        drawn_problem drawn = draw(&cases, draw_shape(&cases));
        const plumb_problem *p = &drawn.problem;
        for (size_t i = p->value_dim; i < value_numbers(p); i++)
            drawn.value[i] = drawn.value[i - p->value_dim];
        plumb_row row = evaluate(p, 0, 0);
        for (size_t c = 0; c < p->value_dim; c++)
            if (!ball_informs(row.output[c]) || !ball_contains_double(row.output[c], p->value[c]))
                fail_law(&cases, p, "not the value", 0, c, row.output[c],
                         plumb_ball_of(p->value[c]));
        plumb_row_free(&row);
        free_problem(&drawn);
    }
}
END_TEST

static void check_same_outputs(const random_cases *cases, const plumb_problem *a, size_t a_head,
                               const plumb_problem *b, size_t b_head, size_t t) {
    plumb_row row = evaluate(a, a_head, t), other = evaluate(b, b_head, t);
    for (size_t c = 0; c < a->value_dim; c++)
        if (!ball_informs(row.output[c]) || !balls_identical(row.output[c], other.output[c]))
            fail_law(cases, a, "not the same output", t, c, row.output[c], other.output[c]);
    plumb_row_free(&row);
    plumb_row_free(&other);
}

/* Key heads repeated for each of their query heads: the definition of grouping. */
START_TEST(grouped_heads_are_repeated_heads) {
    random_cases cases = random_begin("grouped heads", CASES / 4);
    while (random_next(&cases)) {
        size_t group = 1 + random_below(&cases, 3);
        plumb_problem shape = draw_shape(&cases);
        shape.key_heads = 1 + random_below(&cases, 3);
        shape.query_heads = shape.key_heads * group;
        drawn_problem grouped = draw(&cases, shape);
        shape.key_heads = shape.query_heads;
        drawn_problem repeated = blank_problem(shape);
        size_t key_size = shape.key_length * shape.head_dim;
        size_t value_size = shape.key_length * shape.value_dim;
        for (size_t i = 0; i < query_numbers(&shape); i++)
            repeated.query[i] = grouped.query[i];
        for (size_t i = 0; i < key_numbers(&shape); i++)
            repeated.key[i] = grouped.key[i / key_size / group * key_size + i % key_size];
        for (size_t i = 0; i < value_numbers(&shape); i++)
            repeated.value[i] = grouped.value[i / value_size / group * value_size + i % value_size];
        for (size_t h = 0; h < shape.query_heads; h++)
            for (size_t t = 0; t < shape.query_length; t++)
                check_same_outputs(&cases, &grouped.problem, h, &repeated.problem, h, t);
        free_problem(&grouped);
        free_problem(&repeated);
    }
}
END_TEST

/* Any later token may change, to anything: an earlier row stays the same bits. */
START_TEST(later_keys_do_not_change_earlier_rows) {
    random_cases cases = random_begin("prefix", CASES);
    while (random_next(&cases)) {
        plumb_problem shape = draw_causal_shape(&cases);
        drawn_problem drawn = draw(&cases, shape);
        drawn_problem changed = copy_problem(&drawn);
        size_t first = random_below(&cases, shape.key_length + 1);
        for (size_t i = first * shape.head_dim; i < key_numbers(&shape); i++)
            changed.key[i] = random_special(&cases);
        for (size_t i = first * shape.value_dim; i < value_numbers(&shape); i++)
            changed.value[i] = random_special(&cases);
        for (size_t t = 0; t < first; t++)
            check_same_outputs(&cases, &drawn.problem, 0, &changed.problem, 0, t);
        free_problem(&drawn);
        free_problem(&changed);
    }
}
END_TEST

/* Row t of a problem is row u of a part of it.  A part that starts with the first key has the same
   middles: only the radius, which allows for the number of all keys, may differ.  Elsewhere the keys
   fall into other blocks of sums. */
static void check_part(const random_cases *cases, const plumb_problem *whole, size_t t,
                       const plumb_problem *part, size_t u, bool first, const char *what) {
    plumb_row row = evaluate(whole, 0, t), other = evaluate(part, 0, u);
    for (size_t c = 0; c < whole->value_dim; c++)
        if ((first && row.output[c].mid != other.output[c].mid) ||
            !agree(row.output[c], other.output[c]))
            fail_law(cases, whole, what, t, c, row.output[c], other.output[c]);
    plumb_row_free(&row);
    plumb_row_free(&other);
}

/* A row of a long causal problem is the last row of a short one: incremental decoding. */
START_TEST(a_prefix_alone_gives_the_same_row) {
    random_cases cases = random_begin("prefix alone", CASES);
    while (random_next(&cases)) {
        plumb_problem shape = draw_causal_shape(&cases);
        drawn_problem drawn = draw(&cases, shape);
        size_t t = random_below(&cases, shape.key_length);
        plumb_problem prefix = drawn.problem;
        prefix.query_length = prefix.key_length = t + 1;
        check_part(&cases, &drawn.problem, t, &prefix, t, true, "not the output of the prefix");
        free_problem(&drawn);
    }
}
END_TEST

/* A document packed with others is itself alone: no key of another document takes part. */
START_TEST(a_document_alone_gives_the_same_rows) {
    random_cases cases = random_begin("document alone", CASES);
    while (random_next(&cases)) {
        plumb_problem shape = draw_causal_shape(&cases);
        drawn_problem drawn = draw(&cases, shape);
        size_t start = random_below(&cases, shape.key_length);
        size_t length = 1 + random_below(&cases, shape.key_length - start);
        int64_t segment[MOST];
        for (size_t i = 0; i < shape.key_length; i++)
            segment[i] = i < start ? 0 : i < start + length ? 1 : 2;
        plumb_problem alone = drawn.problem;
        alone.query += start * shape.head_dim;
        alone.key += start * shape.head_dim;
        alone.value += start * shape.value_dim;
        alone.query_length = alone.key_length = length;
        drawn.problem.mask.query_segment = drawn.problem.mask.key_segment = segment;
        size_t t = random_below(&cases, length);
        check_part(&cases, &drawn.problem, start + t, &alone, t, start == 0,
                   "not the output of the document");
        drawn.problem.mask = (plumb_mask){.windowed = false};
        free_problem(&drawn);
    }
}
END_TEST

START_TEST(changing_both_signs_changes_nothing) {
    random_cases cases = random_begin("both signs", CASES);
    while (random_next(&cases)) {
        drawn_problem drawn = draw(&cases, draw_shape(&cases));
        drawn_problem negated = copy_problem(&drawn);
        for (size_t i = 0; i < query_numbers(&drawn.problem); i++)
            negated.query[i] = -negated.query[i];
        for (size_t i = 0; i < key_numbers(&drawn.problem); i++)
            negated.key[i] = -negated.key[i];
        check_same_outputs(&cases, &drawn.problem, 0, &negated.problem, 0, 0);
        free_problem(&drawn);
        free_problem(&negated);
    }
}
END_TEST

/* Integer values up to 2: their sums are exact. */
START_TEST(outputs_are_linear_in_values) {
    random_cases cases = random_begin("linear", CASES);
    while (random_next(&cases)) {
        drawn_problem first = draw_problem(&cases, draw_shape(&cases), INTEGERS);
        drawn_problem second = copy_problem(&first), both = copy_problem(&first);
        const plumb_problem *p = &first.problem;
        for (size_t i = 0; i < value_numbers(p); i++) {
            second.value[i] = (double)random_below(&cases, 5) - 2;
            both.value[i] = 2 * first.value[i] - second.value[i];
        }
        plumb_row a = evaluate(p, 0, 0), b = evaluate(&second.problem, 0, 0);
        plumb_row sum = evaluate(&both.problem, 0, 0);
        for (size_t c = 0; c < p->value_dim; c++) {
            plumb_ball twice = plumb_ball_scale(a.output[c], 2);
            plumb_ball combined = plumb_ball_subtract(twice, b.output[c]);
            if (!agree(combined, sum.output[c]))
                fail_law(&cases, &both.problem, "not linear", 0, c, combined, sum.output[c]);
        }
        plumb_row_free(&a);
        plumb_row_free(&b);
        plumb_row_free(&sum);
        free_problem(&first);
        free_problem(&second);
        free_problem(&both);
    }
}
END_TEST

/* a < b for every pair of numbers that the balls contain */
static bool surely_less(plumb_ball a, plumb_ball b) {
    return ball_informs(a) && ball_informs(b) && a.mid < b.mid && !balls_overlap(a, b);
}

START_TEST(larger_scores_weigh_more) {
    random_cases cases = random_begin("monotone", CASES);
    while (random_next(&cases)) {
        drawn_problem drawn = draw(&cases, draw_shape(&cases));
        const plumb_problem *p = &drawn.problem;
        plumb_row row = evaluate(p, 0, 0);
        for (size_t i = 0; i < p->key_length; i++)
            for (size_t j = 0; j < p->key_length; j++)
                if (surely_less(row.score[i], row.score[j]) &&
                    surely_less(row.weight[j], row.weight[i]))
                    fail_law(&cases, p, "weighs less", i, j, row.weight[i], row.weight[j]);
        plumb_row_free(&row);
        free_problem(&drawn);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("attention/laws");
    TCase *tests = tcase_create("laws");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, weights_sum_to_one);
    tcase_add_test(tests, a_shift_of_all_scores_changes_nothing);
    tcase_add_test(tests, a_shift_of_all_keys_changes_nothing);
    tcase_add_test(tests, the_order_of_keys_does_not_matter);
    tcase_add_test(tests, outputs_lie_among_the_values);
    tcase_add_test(tests, repeated_tokens_share_equally);
    tcase_add_test(tests, equal_values_come_out);
    tcase_add_test(tests, grouped_heads_are_repeated_heads);
    tcase_add_test(tests, later_keys_do_not_change_earlier_rows);
    tcase_add_test(tests, a_prefix_alone_gives_the_same_row);
    tcase_add_test(tests, a_document_alone_gives_the_same_rows);
    tcase_add_test(tests, changing_both_signs_changes_nothing);
    tcase_add_test(tests, outputs_are_linear_in_values);
    tcase_add_test(tests, larger_scores_weigh_more);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
