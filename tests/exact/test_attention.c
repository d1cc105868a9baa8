/* test_attention.c - the reference against closed forms, and against the kernels. */
#include "row/evaluate.h"
#include "exact/finite.h"
#include "exact/scale.h"
#include "exact/reference.h"
#include "exact/visible.h"
#include "tests/support/suite.h"
#include "tests/exact/problems.h"

static arb_srcptr element(plumb_reference *reference, size_t t, plumb_quantity quantity, size_t column) {
    return plumb_reference_element(reference, 0, 0, t, quantity, column, PLUMB_REFERENCE_FIRST);
}

/* The ball contains the number and is no wider than 2^-100 of it. */
static void check_contains(arb_srcptr ball, const arb_t number) {
    ck_assert(arb_overlaps(ball, number));
    ck_assert(arb_is_zero(ball) || arb_rel_accuracy_bits(ball) >= 100);
}

static void check_text(arb_srcptr ball, const char *decimal) {
    arb_t number;
    arb_init(number);
    ck_assert_int_eq(arb_set_str(number, decimal, 200), 0);
    check_contains(ball, number);
    arb_clear(number);
}

static void check_ratio(arb_srcptr ball, slong numerator, ulong denominator) {
    arb_t number;
    arb_init(number);
    arb_set_si(number, numerator);
    arb_div_ui(number, number, denominator, 200);
    check_contains(ball, number);
    arb_clear(number);
}

START_TEST(equal_keys_weigh_1_over_t) {
    plumb_problem shape = one_head(9, 9, 3, 1);
    shape.causal.causal = true;
    made_problem made = make_problem(shape);
    plumb_reference reference;
    for (size_t i = 0; i < 27; i++)
        made.key[i] = made.query[i] = 0.1 * (double)(i % 3 + 1);
    for (size_t i = 0; i < 9; i++)
        made.value[i] = (double)i;
    plumb_reference_init(&reference, &made.problem);
    for (size_t t = 0; t < 9; t++) {
        for (size_t i = 0; i <= t; i++)
            check_ratio(element(&reference, t, PLUMB_WEIGHTS, i), 1, t + 1);
        for (size_t i = t + 1; i < 9; i++)
            ck_assert(arb_is_zero(element(&reference, t, PLUMB_WEIGHTS, i)));
        check_ratio(element(&reference, t, PLUMB_OUTPUT, 0), (slong)t, 2);
    }
    plumb_reference_clear(&reference);
    free_problem(&made);
}
END_TEST

START_TEST(one_key_weighs_1) {
    made_problem made = make_problem(one_head(1, 1, 4, 2));
    plumb_reference reference;
    made.query[1] = 3;
    made.key[1] = 0.25;
    made.value[0] = 0.1;
    made.value[1] = -7;
    plumb_reference_init(&reference, &made.problem);
    check_ratio(element(&reference, 0, PLUMB_WEIGHTS, 0), 1, 1);
    check_ratio(element(&reference, 0, PLUMB_SCORES, 0), 3, 8); /* 3 * 0.25 / sqrt(4) */
    check_ratio(element(&reference, 0, PLUMB_LSE, 0), 3, 8);
    check_ratio(element(&reference, 0, PLUMB_OUTPUT, 1), -7, 1);
    arb_t value;
    arb_init(value);
    arb_set_d(value, 0.1);
    check_contains(element(&reference, 0, PLUMB_OUTPUT, 0), value);
    arb_clear(value);
    plumb_reference_clear(&reference);
    free_problem(&made);
}
END_TEST

/* Scores 1 and 0: the logistic function at 1, and log(1 + e). */
START_TEST(two_keys_are_logistic) {
    made_problem made = make_problem(one_head(1, 2, 1, 1));
    plumb_reference reference;
    made.query[0] = made.key[0] = made.value[0] = 1;
    plumb_reference_init(&reference, &made.problem);
    check_text(element(&reference, 0, PLUMB_WEIGHTS, 0),
               "0.7310585786300048792511592418218362743651446");
    check_text(element(&reference, 0, PLUMB_OUTPUT, 0), "0.7310585786300048792511592418218362743651446");
    check_text(element(&reference, 0, PLUMB_WEIGHTS, 1),
               "0.2689414213699951207488407581781637256348553");
    check_text(element(&reference, 0, PLUMB_LSE, 0), "1.3132616875182228340489954949678556419152");
    plumb_reference_clear(&reference);
    free_problem(&made);
}
END_TEST

START_TEST(default_scale_is_irrational) {
    made_problem made = make_problem(one_head(1, 1, 3, 1));
    plumb_reference reference;
    made.query[2] = made.key[2] = 1;
    plumb_reference_init(&reference, &made.problem);
    check_text(element(&reference, 0, PLUMB_SCORES, 0), "0.57735026918962576450914878050195745564760");
    plumb_reference_clear(&reference);
    free_problem(&made);
}
END_TEST

START_TEST(scales_as_written) {
    static const struct {
        const char *text;
        slong numerator;
        ulong denominator;
    } scales[] = {{"0.125", 1, 8}, {"1/3", 1, 3},   {"-1.5e-3", -3, 2000},
                  {"2", 2, 1},     {"0.10", 1, 10}, {"-7/21", -1, 3},
                  {"1E2", 100, 1}, {"0", 0, 1},     {"12.5e+1", 125, 1},
                  {"3/sqrt(4)", 3, 2}, {"0/sqrt(3)", 0, 1}, {"-0.5/sqrt(81)", -1, 18}, {"3/8/sqrt(4)", 3, 16}};
    made_problem made = make_problem(one_head(1, 1, 1, 1));
    fmpq_t ratio;
    fmpq_init(ratio);
    made.query[0] = made.key[0] = 1;
    for (size_t i = 0; i < sizeof scales / sizeof *scales; i++) {
        plumb_reference reference;
        made.problem.scale.text = scales[i].text;
        plumb_reference_init(&reference, &made.problem);
        check_ratio(element(&reference, 0, PLUMB_SCORES, 0), scales[i].numerator, scales[i].denominator);
        ck_assert(plumb_exact_scale_ratio(ratio, &made.problem));
        plumb_reference_clear(&reference);
    }
    fmpq_clear(ratio);
    free_problem(&made);
}
END_TEST

START_TEST(a_scale_that_is_no_number_is_not_guessed) {
    static const char *const texts[] = {"",   "-",  "1/0",  "abc",        "1.",       ".5",
                                        "1e", "1/", "1/3x", "1/sqrt(2)x", "x/sqrt(4)"};
    made_problem made = make_problem(one_head(1, 1, 1, 1));
    fmpq_t ratio;
    fmpq_init(ratio);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        made.problem.scale.text = texts[i];
        ck_assert_msg(!plumb_exact_scale_ratio(ratio, &made.problem), "%s", texts[i]);
    }
    fmpq_clear(ratio);
    free_problem(&made);
}
END_TEST

/* Scores of 1e300 and 0: no exponential of a machine number reaches that far. */
START_TEST(huge_logits) {
    made_problem made = make_problem(one_head(1, 2, 1, 1));
    plumb_reference reference;
    made.query[0] = made.key[0] = 1e150;
    made.value[0] = 5;
    made.value[1] = 7;
    plumb_reference_init(&reference, &made.problem);
    check_ratio(element(&reference, 0, PLUMB_OUTPUT, 0), 5, 1);
    check_ratio(element(&reference, 0, PLUMB_WEIGHTS, 0), 1, 1);
    arb_srcptr other = element(&reference, 0, PLUMB_WEIGHTS, 1);
    ck_assert(arb_is_finite(other) && arf_cmpabs_2exp_si(arb_midref(other), -1000000) < 0);
    plumb_reference_clear(&reference);
    free_problem(&made);
}
END_TEST

START_TEST(empty_rows) {
    plumb_problem shape = one_head(4, 2, 1, 1);
    shape.causal = (plumb_causal){true, -2};
    made_problem made = make_problem(shape);
    plumb_reference reference;
    made.value[0] = made.value[1] = 3;
    plumb_reference_init(&reference, &made.problem);
    for (size_t t = 0; t < 2; t++) {
        ck_assert_uint_eq(plumb_exact_visible_count(&made.problem, 0, 0, t), 0);
        ck_assert(arb_is_zero(element(&reference, t, PLUMB_OUTPUT, 0)));
        ck_assert(arb_is_zero(element(&reference, t, PLUMB_WEIGHTS, 1)));
        ck_assert(arf_is_neg_inf(arb_midref(element(&reference, t, PLUMB_LSE, 0))));
    }
    ck_assert_uint_eq(plumb_exact_visible_count(&made.problem, 0, 0, 2), 1);
    check_ratio(element(&reference, 2, PLUMB_OUTPUT, 0), 3, 1);
    plumb_reference_clear(&reference);
    free_problem(&made);
}
END_TEST

static void check_same_rows(const plumb_problem *a, const plumb_problem *b, size_t rows) {
    plumb_reference x, y;
    plumb_reference_init(&x, a);
    plumb_reference_init(&y, b);
    for (size_t t = 0; t < rows; t++)
        for (size_t c = 0; c < a->value_dim; c++) {
            ck_assert(arb_is_finite(element(&x, t, PLUMB_OUTPUT, c)));
            ck_assert(arb_equal(element(&x, t, PLUMB_OUTPUT, c), element(&y, t, PLUMB_OUTPUT, c)));
        }
    plumb_reference_clear(&x);
    plumb_reference_clear(&y);
}

START_TEST(invisible_keys_are_not_read) {
    plumb_problem shape = one_head(5, 5, 4, 3);
    shape.causal.causal = true;
    made_problem clean = random_problem(shape, 1, PLUMB_F64, 1);
    made_problem poisoned = random_problem(shape, 1, PLUMB_F64, 1);
    for (size_t c = 0; c < 4; c++)
        poisoned.key[4 * 4 + c] = NAN;
    for (size_t c = 0; c < 3; c++)
        poisoned.value[4 * 3 + c] = INFINITY;
    check_same_rows(&clean.problem, &poisoned.problem, 4);
    ck_assert(plumb_exact_keys_finite(&poisoned.problem, 0, 0, 3));
    ck_assert(!plumb_exact_keys_finite(&poisoned.problem, 0, 0, 4));
    ck_assert(!plumb_exact_column_finite(&poisoned.problem, 0, 0, 4, 0));
    free_problem(&clean);
    free_problem(&poisoned);
}
END_TEST

/* Six query heads on two key heads: neighbours share. */
START_TEST(grouped_heads) {
    plumb_problem shape = one_head(1, 1, 1, 1);
    shape.query_heads = 6;
    shape.key_heads = 2;
    made_problem made = make_problem(shape);
    plumb_reference reference;
    made.value[0] = 10;
    made.value[1] = 20;
    plumb_reference_init(&reference, &made.problem);
    for (size_t h = 0; h < 6; h++)
        check_ratio(plumb_reference_element(&reference, 0, h, 0, PLUMB_OUTPUT, 0, 128), h < 3 ? 10 : 20, 1);
    plumb_reference_clear(&reference);
    free_problem(&made);
}
END_TEST

/* The kernels' balls contain the reference's much narrower ones. */
static void check_encloses(plumb_ball ball, arb_srcptr exact) {
    arb_t wide;
    arf_t radius;
    arb_init(wide);
    arf_init(radius);
    ck_assert(isfinite(ball.rad));
    arb_set_d(wide, ball.mid);
    arf_set_d(radius, ball.rad);
    arb_add_error_arf(wide, radius);
    ck_assert(arb_contains(wide, exact));
    arb_clear(wide);
    arf_clear(radius);
}

static void check_kernels(double size, uint64_t seed) {
    plumb_problem shape = one_head(6, 11, 5, 3);
    shape.query_heads = 4;
    shape.key_heads = 2;
    shape.causal = (plumb_causal){true, 5};
    made_problem made = random_problem(shape, size, PLUMB_F64, seed);
    plumb_reference reference;
    plumb_row row;
    plumb_reference_init(&reference, &made.problem);
    ck_assert_int_eq(plumb_row_init(&row, &made.problem), 0);
    for (size_t h = 0; h < 4; h++)
        for (size_t t = 0; t < 6; t++) {
            plumb_evaluate_row(&made.problem, plumb_problem_scale(&made.problem), 0, h, t, &row);
            for (size_t i = 0; i < 11; i++) {
                ck_assert_int_eq(row.visible[i] != 0,
                                 plumb_exact_visible(&made.problem, 0, 0, t, i));
                check_encloses(row.weight[i],
                               plumb_reference_element(&reference, 0, h, t, PLUMB_WEIGHTS, i, 256));
                if (row.visible[i])
                    check_encloses(row.score[i],
                                   plumb_reference_element(&reference, 0, h, t, PLUMB_SCORES, i, 256));
            }
            for (size_t c = 0; c < 3; c++)
                check_encloses(row.output[c],
                               plumb_reference_element(&reference, 0, h, t, PLUMB_OUTPUT, c, 256));
        }
    plumb_row_free(&row);
    plumb_reference_clear(&reference);
    free_problem(&made);
}

START_TEST(kernels_enclose_the_reference) {
    for (uint64_t seed = 1; seed <= 20; seed++) {
        check_kernels(1, seed);
        check_kernels(30, seed);
        check_kernels(1e-200, seed);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("exact/attention");
    TCase *cases = tcase_create("attention");
    tcase_add_test(cases, equal_keys_weigh_1_over_t);
    tcase_add_test(cases, one_key_weighs_1);
    tcase_add_test(cases, two_keys_are_logistic);
    tcase_add_test(cases, default_scale_is_irrational);
    tcase_add_test(cases, scales_as_written);
    tcase_add_test(cases, a_scale_that_is_no_number_is_not_guessed);
    tcase_add_test(cases, huge_logits);
    tcase_add_test(cases, empty_rows);
    tcase_add_test(cases, invisible_keys_are_not_read);
    tcase_add_test(cases, grouped_heads);
    tcase_add_test(cases, kernels_enclose_the_reference);
    suite_add_tcase(suite, cases);
    return run_suite(suite);
}
