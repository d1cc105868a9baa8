/* test_evaluate.c - rows of whole problems: batches, grouped heads, masks and scales, against the
   reference. */
#include "row/evaluate.h"
#include "exact/attention.h"
#include "tests/support/suite.h"
#include "tests/support/contain.h"
#include "tests/support/problems.h"
#include "tests/support/reproduce.h"
#include <math.h>

#define CASES 1000
#define PRECISION 300

static const char *const scales[] = {NULL,   "0.125", "1/3", "-1.5e-3",   "0.1",
                                     "22/7", "0",     "2",   "1/sqrt(7)", "-3/8/sqrt(7)"};

static plumb_problem draw_shape(random_cases *cases) {
    plumb_problem shape = one_head(1 + random_below(cases, 4), random_below(cases, 8),
                                   1 + random_below(cases, 6), random_below(cases, 4));
    shape.batch = 1 + random_below(cases, 2);
    shape.key_heads = 1 + random_below(cases, 3);
    shape.query_heads = shape.key_heads * (1 + random_below(cases, 3));
    shape.causal.causal = random_below(cases, 2) == 0;
    shape.causal.offset = (int64_t)random_below(cases, 13) - 5;
    shape.scale.text = scales[random_below(cases, sizeof scales / sizeof *scales)];
    return shape;
}

static void fail_case(const random_cases *cases, const plumb_problem *problem, const char *what,
                      size_t b, size_t h, size_t t, size_t i, plumb_ball result) {
    reproduction line = reproduce(cases);
    reproduce_text(&line, " %s %zu of b=%zu h=%zu t=%zu", what, i, b, h, t);
    reproduce_balls(&line, "result", &result, 1);
    reproduce_problem(&line, problem);
    reproduce_fail(&line);
}

typedef struct {
    arb_ptr score, weight, output;
    arb_t lse;
} reference_row;

static void check_row(const random_cases *cases, const plumb_problem *p, const plumb_row *row,
                      reference_row *reference, size_t b, size_t h, size_t t) {
    plumb_exact_row(p, b, h, t, PRECISION, reference->score, reference->weight, reference->output, reference->lse);
    for (size_t i = 0; i < p->key_length; i++) {
        bool sees = !p->causal.causal || (int64_t)i <= (int64_t)t + p->causal.offset;
        if ((row->visible[i] != 0) != sees)
            fail_case(cases, p, "visibility of key", b, h, t, i, row->weight[i]);
        if (sees ? !ball_contains(row->score[i], reference->score + i) : ball_informs(row->score[i]))
            fail_case(cases, p, "score", b, h, t, i, row->score[i]);
        if (sees ? arb_is_finite(reference->weight + i) &&
                       !ball_contains(row->weight[i], reference->weight + i)
                 : !balls_identical(row->weight[i], plumb_ball_zero()))
            fail_case(cases, p, "weight", b, h, t, i, row->weight[i]);
    }
    for (size_t c = 0; c < p->value_dim; c++)
        if (arb_is_finite(reference->output + c) && !ball_contains(row->output[c], reference->output + c))
            fail_case(cases, p, "output", b, h, t, c, row->output[c]);
}

static void check_problem(const random_cases *cases, const plumb_problem *p) {
    plumb_row row;
    reference_row reference;
    reference.score = _arb_vec_init((slong)p->key_length);
    reference.weight = _arb_vec_init((slong)p->key_length);
    reference.output = _arb_vec_init((slong)p->value_dim);
    arb_init(reference.lse);
    ck_assert_int_eq(plumb_row_init(&row, p), 0);
    for (size_t b = 0; b < p->batch; b++)
        for (size_t h = 0; h < p->query_heads; h++)
            for (size_t t = 0; t < p->query_length; t++) {
                plumb_evaluate_row(p, plumb_problem_scale(p), b, h, t, &row);
                check_row(cases, p, &row, &reference, b, h, t);
            }
    plumb_row_free(&row);
    _arb_vec_clear(reference.score, (slong)p->key_length);
    _arb_vec_clear(reference.weight, (slong)p->key_length);
    _arb_vec_clear(reference.output, (slong)p->value_dim);
    arb_clear(reference.lse);
}

START_TEST(contains_the_reference) {
    random_cases cases = random_begin("evaluate", CASES);
    while (random_next(&cases)) {
        drawn_problem drawn = draw_problem(&cases, draw_shape(&cases), (problem_character)_i);
        check_problem(&cases, &drawn.problem);
        free_problem(&drawn);
    }
}
END_TEST

/* Enough keys and dimensions that a radius which forgets one of n roundings is too small. */
START_TEST(long_rows_contain_the_reference) {
    static const problem_character characters[] = {ORDINARY, INTEGERS, LARGE_SCORES};
    random_cases cases = random_begin("long rows", 12);
    while (random_next(&cases)) {
        plumb_problem shape = one_head(1, 200 + random_below(&cases, 200), 64, 4);
        problem_character character = characters[random_below(&cases, 3)];
        drawn_problem drawn = draw_problem(&cases, shape, character);
        check_problem(&cases, &drawn.problem);
        free_problem(&drawn);
    }
}
END_TEST

/* Four queries on two keys, bottom-right: the first two see nothing, the third one key. */
START_TEST(rows_without_keys_are_zero) {
    plumb_problem shape = one_head(4, 2, 1, 2);
    shape.causal = (plumb_causal){true, -2};
    drawn_problem drawn = blank_problem(shape);
    for (size_t i = 0; i < 4; i++)
        drawn.value[i] = 5;
    plumb_row row;
    ck_assert_int_eq(plumb_row_init(&row, &drawn.problem), 0);
    for (size_t t = 0; t < 4; t++) {
        size_t visible = t < 2 ? 0 : t - 1;
        plumb_evaluate_row(&drawn.problem, plumb_ball_of(1), 0, 0, t, &row);
        for (size_t c = 0; c < 2; c++) {
            ck_assert(ball_contains_double(row.output[c], visible == 0 ? 0 : 5));
            ck_assert(row.output[c].rad <= 0x1p-46);
        }
    }
    plumb_row_free(&row);
    free_problem(&drawn);
}
END_TEST

/* The rows without keys, and they alone: not one that an extra logit or a softcap fills, nor one of
   no keys at all. */
START_TEST(rows_without_keys_are_means) {
    static const double sinks[] = {0.5};
    plumb_problem shape = one_head(4, 3, 1, 2);
    shape.causal = (plumb_causal){true, -2};
    shape.empty_row = PLUMB_EMPTY_ROW_MEAN;
    drawn_problem drawn = blank_problem(shape);
    for (size_t i = 0; i < 6; i++)
        drawn.value[i] = (double)(i * i);
    plumb_row row;
    ck_assert_int_eq(plumb_row_init(&row, &drawn.problem), 0);
    for (size_t t = 0; t < 4; t++) {
        double keys = t < 2 ? 3 : (double)t - 1;
        plumb_evaluate_row(&drawn.problem, plumb_ball_of(1), 0, 0, t, &row);
        for (size_t c = 0; c < 2; c++) {
            static const double sums[][2] = {{0, 1}, {4, 10}, {20, 35}};
            ck_assert(row.output[c].rad <= 0x1p-43);
            ck_assert(fabs(row.output[c].mid - sums[(size_t)keys - 1][c] / keys) <= 0x1p-45);
        }
        for (size_t j = 0; j < 3; j++) {
            ck_assert_int_eq(row.visible[j] != 0, t >= 2 && j + 1 < t);
            ck_assert_int_eq(ball_informs(row.score[j]), row.visible[j] != 0);
            ck_assert(fabs(row.weight[j].mid - (t < 2 || row.visible[j] ? 1 / keys : 0)) <= 1e-15);
        }
    }
    for (int other = 0; other < 3; other++) {
        plumb_problem filled = drawn.problem;
        filled.op.sink = other == 0 ? PLUMB_SINK_LOGIT : PLUMB_SINK_NONE;
        filled.extra.sinks = sinks;
        filled.op.softcap = 2;
        filled.op.softcap_order = other == 1 ? PLUMB_BIAS_MASK_CAP : PLUMB_CAP_BIAS_MASK;
        filled.key_length = other == 2 ? 0 : 3;
        plumb_evaluate_row(&filled, plumb_ball_of(1), 0, 0, 0, &row);
        ck_assert(other == 1 || ball_contains_double(row.output[1], 0));
        ck_assert(other == 2 || (row.visible[0] != 0) == (other == 1));
    }
    plumb_row_free(&row);
    free_problem(&drawn);
}
END_TEST

START_TEST(scale_over_a_root) {
    plumb_problem standard = one_head(1, 1, 192, 1), stated = one_head(1, 1, 576, 1);
    stated.scale.text = "1/sqrt(192)";
    plumb_ball one = plumb_problem_scale(&standard), other = plumb_problem_scale(&stated);
    ck_assert_double_le(fabs(one.mid - other.mid), one.rad + other.rad);
    ck_assert_double_le(other.rad, 0x1p-52 * other.mid);
    stated.scale.text = "-3/8/sqrt(2)";
    plumb_ball ratio = plumb_problem_scale(&stated);
    ck_assert_double_le(fabs(ratio.mid + 0.375 * sqrt(0.5)), 0x1p-51);
}
END_TEST

START_TEST(scale_from_a_ratio) {
    static const struct {
        const char *text;
        long numerator;
        unsigned long denominator;
        bool exact; /* a binary64 number: the radius is 0 */
    } texts[] = {{"0.125", 1, 8, true},  {"1/4", 1, 4, true},
                 {"3", 3, 1, true},      {"-0.5", -1, 2, true},
                 {"0", 0, 1, true},      {"1/3", 1, 3, false},
                 {"0.1", 1, 10, false},  {"-1.5e-3", -3, 2000, false},
                 {"22/7", 22, 7, false}, {"1e2", 100, 1, true},
                 {"-7/21", -1, 3, false}, {"1/sqrt(9)", 1, 3, false},
                 {"-0.5/sqrt(25)", -1, 10, false}};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        plumb_problem problem = one_head(1, 1, 3, 1);
        problem.scale.text = texts[i].text;
        plumb_ball scale = plumb_problem_scale(&problem);
        ck_assert_msg(ball_contains_ratio(scale, texts[i].numerator, texts[i].denominator) ||
                          (texts[i].exact &&
                           scale.mid * (double)texts[i].denominator == (double)texts[i].numerator),
                      "%s: %a +- %a", texts[i].text, scale.mid, scale.rad);
        ck_assert_msg(texts[i].exact ? scale.rad == 0 : scale.rad <= 0x1p-52 * fabs(scale.mid),
                      "%s: +- %a", texts[i].text, scale.rad);
    }
}
END_TEST

/* Beyond binary64 the ball still contains the scale, or says nothing. */
START_TEST(scale_beyond_binary64) {
    static const char *const texts[] = {"1e400", "-1e400", "1e-400", "-1e-400", "1e-320"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        plumb_problem problem = one_head(1, 1, 1, 1);
        arb_t exact;
        arb_init(exact);
        problem.scale.text = texts[i];
        ck_assert_int_eq(arb_set_str(exact, texts[i], 300), 0);
        ck_assert_msg(ball_contains(plumb_problem_scale(&problem), exact), "%s", texts[i]);
        arb_clear(exact);
    }
}
END_TEST

START_TEST(scale_that_is_no_number_says_nothing) {
    static const char *const texts[] = {"", "abc", "1/0", "nan", "inf", "-", "1/2/3", "[1 +/- 2]"};
    plumb_problem problem = one_head(1, 1, 1, 1);
    problem.scale.text = texts[_i];
    ck_assert_msg(!ball_informs(plumb_problem_scale(&problem)), "\"%s\"", texts[_i]);
}
END_TEST

START_TEST(rows_of_nothing) {
    plumb_problem shape = one_head(1, 0, 1, 0);
    drawn_problem drawn = blank_problem(shape);
    plumb_row row;
    ck_assert_int_eq(plumb_row_init(&row, &drawn.problem), 0);
    plumb_evaluate_row(&drawn.problem, plumb_ball_of(1), 0, 0, 0, &row);
    plumb_row_free(&row);
    ck_assert_ptr_null(row.score);
    free_problem(&drawn);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("row/evaluate");
    TCase *tests = tcase_create("evaluate");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_loop_test(tests, contains_the_reference, 0, CHARACTERS);
    tcase_add_test(tests, long_rows_contain_the_reference);
    tcase_add_test(tests, rows_without_keys_are_zero);
    tcase_add_test(tests, rows_without_keys_are_means);
    tcase_add_test(tests, scale_over_a_root);
    tcase_add_test(tests, scale_from_a_ratio);
    tcase_add_test(tests, scale_beyond_binary64);
    tcase_add_loop_test(tests, scale_that_is_no_number_says_nothing, 0, 8);
    tcase_add_test(tests, rows_of_nothing);
    suite_add_tcase(suite, tests);
    int result = run_suite(suite);
    flint_cleanup(); /* its caches are no leak */
    return result;
}
