/* test_row.c - one row under any mask: every ball contains the reference's, none is needlessly
   wide, and numbers of invisible keys do not matter. */
#include "attention/row.h"
#include "exact/attention.h"
#include "number/norm.h"
#include "tests/support/contain.h"
#include "tests/support/problems.h"
#include "tests/support/reproduce.h"
#include "tests/support/suite.h"
#include "tests/support/tight.h"
#include <float.h>
#include <math.h>

#define CASES 8000
#define MOST 12
#define PRECISION 300

/* A problem of one query, its mask, and its row. */
typedef struct {
    drawn_problem drawn;
    unsigned char visible[MOST];
    plumb_ball scale;
    plumb_ball score[MOST + 1], weight[MOST + 1], output[MOST + 1];
} masked_row;

/* Powers of two, as text for the reference and exactly as a ball for the kernel. */
static const struct {
    const char *text;
    double value;
} scales[] = {{"1", 1}, {"0.125", 0.125}, {"-0.5", -0.5}, {"0.0009765625", 0x1p-10}, {"0", 0}};

static const plumb_ball guard = {12345, 678};

static void evaluate(masked_row *row) {
    const plumb_problem *p = &row->drawn.problem;
    row->score[p->key_length] = row->weight[p->key_length] = row->output[p->value_dim] = guard;
    plumb_attention_row(p->query, p->key, p->value, row->visible, p->key_length, p->head_dim,
                        p->value_dim, row->scale, row->score, row->weight, row->output);
    ck_assert_msg(balls_identical(row->score[p->key_length], guard) &&
                      balls_identical(row->weight[p->key_length], guard) &&
                      balls_identical(row->output[p->value_dim], guard),
                  "writes beyond the row");
}

static void poison_invisible(random_cases *cases, masked_row *row) {
    const plumb_problem *p = &row->drawn.problem;
    for (size_t j = 0; j < p->key_length; j++)
        if (!row->visible[j]) {
            poison(cases, row->drawn.key + j * p->head_dim, p->head_dim);
            poison(cases, row->drawn.value + j * p->value_dim, p->value_dim);
        }
}

static masked_row draw(random_cases *cases, problem_character character) {
    masked_row row;
    size_t scale = random_below(cases, sizeof scales / sizeof *scales);
    plumb_problem shape = one_head(1, random_below(cases, MOST + 1), 1 + random_below(cases, MOST),
                                   random_below(cases, MOST + 1));
    shape.scale.text = scales[scale].text;
    row.scale = plumb_ball_of(scales[scale].value);
    row.drawn = draw_problem(cases, shape, character);
    for (size_t j = 0; j < shape.key_length; j++)
        row.visible[j] = random_below(cases, 4) != 0;
    poison_invisible(cases, &row);
    return row;
}

static void fail_case(const random_cases *cases, const char *what, const masked_row *row, size_t i,
                      plumb_ball result) {
    reproduction line = reproduce(cases);
    reproduce_text(&line, " %s %zu:", what, i);
    reproduce_balls(&line, "result", &result, 1);
    reproduce_flags(&line, "visible", row->visible, row->drawn.problem.key_length);
    reproduce_problem(&line, &row->drawn.problem);
    reproduce_fail(&line);
}

/* The visible keys alone, moved together: the same row without a mask. */
static drawn_problem visible_part(const masked_row *row) {
    const plumb_problem *p = &row->drawn.problem;
    plumb_problem shape = *p;
    shape.key_length = 0;
    for (size_t j = 0; j < p->key_length; j++)
        shape.key_length += row->visible[j];
    drawn_problem part = blank_problem(shape);
    for (size_t c = 0; c < p->head_dim; c++)
        part.query[c] = p->query[c];
    size_t i = 0;
    for (size_t j = 0; j < p->key_length; j++) {
        if (!row->visible[j])
            continue;
        for (size_t c = 0; c < p->head_dim; c++)
            part.key[i * p->head_dim + c] = p->key[j * p->head_dim + c];
        for (size_t c = 0; c < p->value_dim; c++)
            part.value[i * p->value_dim + c] = p->value[j * p->value_dim + c];
        i++;
    }
    return part;
}

static void check_contains(const random_cases *cases, const masked_row *row) {
    const plumb_problem *p = &row->drawn.problem;
    drawn_problem part = visible_part(row);
    slong keys = (slong)part.problem.key_length, columns = (slong)p->value_dim;
    arb_ptr score = _arb_vec_init(keys), weight = _arb_vec_init(keys);
    arb_ptr output = _arb_vec_init(columns);
    arb_t lse;
    arb_init(lse);
    plumb_exact_row(&part.problem, 0, 0, 0, PRECISION, score, weight, output, lse);
    size_t i = 0;
    for (size_t j = 0; j < p->key_length; j++) {
        if (!row->visible[j]) {
            if (!balls_identical(row->weight[j], plumb_ball_zero()))
                fail_case(cases, "invisible, but not 0: weight", row, j, row->weight[j]);
            continue;
        }
        if (!ball_contains(row->score[j], score + i))
            fail_case(cases, "does not contain score", row, j, row->score[j]);
        if (arb_is_finite(weight + i) && !ball_contains(row->weight[j], weight + i))
            fail_case(cases, "does not contain weight", row, j, row->weight[j]);
        i++;
    }
    for (size_t c = 0; c < p->value_dim; c++)
        if (arb_is_finite(output + c) && !ball_contains(row->output[c], output + c))
            fail_case(cases, "does not contain output", row, c, row->output[c]);
    _arb_vec_clear(score, keys);
    _arb_vec_clear(weight, keys);
    _arb_vec_clear(output, columns);
    arb_clear(lse);
    free_problem(&part);
}

START_TEST(contains_the_reference) {
    random_cases cases = random_begin("row", CASES);
    while (random_next(&cases)) {
        masked_row row = draw(&cases, (problem_character)_i);
        evaluate(&row);
        check_contains(&cases, &row);
        free_problem(&row.drawn);
    }
}
END_TEST

/* For scores that err by at most E and are at most M = |scale| max_j |query| |key|:
   - shifted, they err by 2^-53 2 M more; exponentials, by 2 * 2^-53 relatively; their sum, by
     (keys / 8 + 9) 2^-53;
   - the weighted sum errs by its own exponentials' errors, each with the value of its key, and its
     roundings, for which tests/support/tight.h has a limit;
   - the quotient errs, relatively, by the denominator's error, a reciprocal and a product.
   No radius of a sum is below 2^-1001, which the reciprocal of a denominator multiplies by up to
   e^128 < 2^185 where nothing was shifted. */
static double limit(const masked_row *row, size_t c) {
    const plumb_problem *p = &row->drawn.problem;
    double largest = 0, error = 0, scale = fabs(row->scale.mid);
    plumb_ball weight[MOST];
    for (size_t j = 0; j < p->key_length; j++) {
        const double *key = p->key + j * p->head_dim;
        if (!row->visible[j])
            continue;
        largest = fmax(largest, scale * plumb_norm_up(p->query, p->head_dim) *
                                    plumb_norm_up(key, p->head_dim));
        error = fmax(error, scale * dot_limit(p->query, key, p->head_dim));
    }
    double of_term = error + (4 * largest + 4) * 0x1p-53;
    double of_quotient = error + (4 * largest + (double)(p->key_length / 8) + 16) * 0x1p-53;
    for (size_t j = 0; j < p->key_length; j++) {
        weight[j] = row->weight[j];
        weight[j].rad = weight[j].mid * 1.02 * of_term + 0x1p-800;
    }
    return weighted_limit(weight, row->visible, p->value, p->key_length, p->value_dim, c) +
           fabs(row->output[c].mid) * 1.02 * of_quotient + 0x1p-814;
}

/* ORDINARY to LARGE_SCORES: errors that are small beside 1 add up as above. */
START_TEST(is_tight) {
    random_cases cases = random_begin("row is tight", CASES);
    while (random_next(&cases)) {
        static const problem_character moderate[] = {ORDINARY, INTEGERS, LARGE_SCORES};
        masked_row row = draw(&cases, moderate[random_below(&cases, 3)]);
        evaluate(&row);
        for (size_t c = 0; c < row.drawn.problem.value_dim; c++)
            if (!(row.output[c].rad <= limit(&row, c)))
                fail_case(&cases, "too wide: output", &row, c, row.output[c]);
        free_problem(&row.drawn);
    }
}
END_TEST

static bool same_row(const masked_row *a, const masked_row *b) {
    const plumb_problem *p = &a->drawn.problem;
    bool same = true;
    for (size_t j = 0; j < p->key_length; j++)
        same = same && balls_identical(a->weight[j], b->weight[j]) &&
               (!a->visible[j] || balls_identical(a->score[j], b->score[j]));
    for (size_t c = 0; c < p->value_dim; c++)
        same = same && balls_identical(a->output[c], b->output[c]);
    return same;
}

START_TEST(invisible_numbers_do_not_matter) {
    random_cases cases = random_begin("poison", CASES);
    while (random_next(&cases)) {
        masked_row row = draw(&cases, (problem_character)random_below(&cases, CHARACTERS));
        masked_row other = row;
        other.drawn = copy_problem(&row.drawn);
        poison_invisible(&cases, &other);
        evaluate(&row);
        evaluate(&other);
        if (!same_row(&row, &other))
            fail_case(&cases, "depends on invisible numbers: row", &row, 0, row.output[0]);
        free_problem(&row.drawn);
        free_problem(&other.drawn);
    }
}
END_TEST

/* A poisoned query or visible key leaves no weight known; a visible value, its column. */
START_TEST(visible_poison_leaves_nothing_known) {
    random_cases cases = random_begin("visible poison", CASES);
    while (random_next(&cases)) {
        masked_row row = draw(&cases, ORDINARY);
        plumb_problem *p = &row.drawn.problem;
        size_t j = random_below(&cases, MOST), place = random_below(&cases, p->head_dim);
        size_t column = random_below(&cases, MOST);
        if (j < p->key_length && row.visible[j]) {
            bool in_query = random_below(&cases, 2) == 0;
            double *poisoned =
                in_query ? row.drawn.query + place : row.drawn.key + j * p->head_dim + place;
            double healthy = *poisoned;
            poison(&cases, poisoned, 1);
            evaluate(&row);
            for (size_t i = 0; i < p->key_length; i++)
                if (row.visible[i] && ball_informs(row.weight[i]))
                    fail_case(&cases, "known from poison: weight", &row, i, row.weight[i]);
            for (size_t c = 0; c < p->value_dim; c++)
                if (ball_informs(row.output[c]))
                    fail_case(&cases, "known from poison: output", &row, c, row.output[c]);
            *poisoned = healthy;
        }
        if (j < p->key_length && row.visible[j] && column < p->value_dim) {
            poison(&cases, row.drawn.value + j * p->value_dim + column, 1);
            evaluate(&row);
            for (size_t c = 0; c < p->value_dim; c++)
                if (ball_informs(row.output[c]) != (c != column))
                    fail_case(&cases, "poisoned value: output", &row, c, row.output[c]);
        }
        free_problem(&row.drawn);
    }
}
END_TEST

/* One key, scores 0 and huge: its weight is 1 and the output its value. */
START_TEST(one_key) {
    static const double queries[] = {0, 1, 1e4, -1e4, 1e100, 0x1p-1074};
    for (size_t i = 0; i < sizeof queries / sizeof *queries; i++) {
        masked_row row = {.drawn = blank_problem(one_head(1, 1, 1, 1)), .visible = {1}};
        row.scale = plumb_ball_of(1);
        row.drawn.query[0] = queries[i];
        row.drawn.key[0] = 3;
        row.drawn.value[0] = 0.7;
        evaluate(&row);
        bool known = fabs(queries[i]) < 1e10;
        ck_assert(ball_contains_double(row.output[0], 0.7));
        ck_assert_msg(!known || row.output[0].rad < 1e-6, "%g", queries[i]);
        free_problem(&row.drawn);
    }
}
END_TEST

START_TEST(no_key) {
    masked_row row = {.drawn = blank_problem(one_head(1, 0, 2, 3))};
    row.scale = plumb_ball_of(1);
    evaluate(&row);
    for (size_t c = 0; c < 3; c++)
        ck_assert(row.output[c].mid == 0 && row.output[c].rad <= 0x1p-997);
    free_problem(&row.drawn);
}
END_TEST

/* Scores 1e4, 0, 1e4 + log 3: the middle key vanishes, the others weigh 1/4 and 3/4. */
START_TEST(large_scores) {
    masked_row row = {.drawn = blank_problem(one_head(1, 3, 2, 1)), .visible = {1, 1, 1}};
    row.scale = plumb_ball_of(1);
    row.drawn.query[0] = row.drawn.query[1] = 1;
    row.drawn.key[0] = row.drawn.key[4] = 1e4;
    row.drawn.key[5] = log(3);
    row.drawn.value[0] = 8;
    row.drawn.value[1] = 1e6; /* the radius takes the largest value of the group */
    evaluate(&row);
    ck_assert(fabs(row.weight[0].mid - 0.25) < 1e-9 && row.weight[0].rad < 1e-9);
    ck_assert(row.weight[1].mid == 0 && row.weight[1].rad <= 0x1p-990);
    ck_assert(fabs(row.weight[2].mid - 0.75) < 1e-9 && row.weight[2].rad < 1e-9);
    ck_assert(fabs(row.output[0].mid - 2) < 1e-9 && row.output[0].rad < 1e-4);
    free_problem(&row.drawn);
}
END_TEST

START_TEST(overflow_says_nothing) {
    masked_row row = {.drawn = blank_problem(one_head(1, 2, 1, 1)), .visible = {1, 1}};
    row.scale = plumb_ball_of(1);
    row.drawn.query[0] = 0x1p1023;
    row.drawn.key[0] = 4;
    evaluate(&row);
    ck_assert(!ball_informs(row.score[0]) && ball_informs(row.score[1]));
    ck_assert(!ball_informs(row.weight[0]) && !ball_informs(row.weight[1]));
    ck_assert(!ball_informs(row.output[0]));
    free_problem(&row.drawn);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("attention/row");
    TCase *tests = tcase_create("row");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_loop_test(tests, contains_the_reference, 0, CHARACTERS);
    tcase_add_test(tests, is_tight);
    tcase_add_test(tests, invisible_numbers_do_not_matter);
    tcase_add_test(tests, visible_poison_leaves_nothing_known);
    tcase_add_test(tests, one_key);
    tcase_add_test(tests, no_key);
    tcase_add_test(tests, large_scores);
    tcase_add_test(tests, overflow_says_nothing);
    suite_add_tcase(suite, tests);
    int result = run_suite(suite);
    flint_cleanup(); /* its caches are no leak */
    return result;
}
