/* test_moments.c - sums over keys and values, many at a time, against the same sums one by one; of every length, since
   the last keys and columns do not fill a vector. */
#include "judge/loose.h"
#include "simulate/moments.h"
#include "simulate/narrow_sums.h"
#include "tests/support/random.h"
#include "tests/support/suite.h"
#include <math.h>

enum { KEYS = 75, COLUMNS = 37, ROWS = 8 };

static void draw_row(random_cases *cases, plumb_ball *score, plumb_ball *weight) {
    for (size_t j = 0; j < KEYS; j++) {
        score[j] = (plumb_ball){random_normal(cases), random_below(cases, 8) == 0 ? INFINITY : 1e-15};
        weight[j] = (plumb_ball){random_below(cases, 4) == 0 ? 0 : random_normal(cases), 1e-16};
    }
}

static double score_of(const plumb_ball *score, const plumb_ball *weight, size_t j) {
    return weight[j].mid != 0 && score[j].rad < INFINITY ? score[j].mid : 0;
}

static void check_near(double a, double b, const char *what, size_t keys) {
    ck_assert_msg(fabs(a - b) <= 1e-12 * (fabs(a) + 1e-9), "%s of %zu keys: %.17g, not %.17g", what, keys, a, b);
}

START_TEST(variances_are_those_of_the_formula) {
    random_cases cases = random_begin("variances of keys", 40);
    const plumb_key_terms of = {.product = 0.3,
                                .angle = 1e-3,
                                .position = 17,
                                .score = 0.01,
                                .least = 1e-4,
                                .most = 3,
                                .exponent = 0.02,
                                .shifted = 0.005,
                                .inverse_cap = 0.25,
                                .function = 1e-3,
                                .store = 0.03,
                                .lost = 0.3,
                                .size = {0.1, 0.2, 0.25, 0}};
    while (random_next(&cases)) {
        plumb_ball score[KEYS], weight[KEYS];
        double square[KEYS], position[KEYS], variance[KEYS], relative[KEYS], moment[KEYS];
        float scored[KEYS];
        size_t keys = random_below(&cases, KEYS + 1);
        bool turns = random_below(&cases, 2) == 0;
        draw_row(&cases, score, weight);
        for (size_t j = 0; j < KEYS; j++) {
            square[j] = random_uniform(&cases);
            position[j] = (double)j;
        }
        const plumb_key_moments to = {variance, relative, moment, scored};
        plumb_key_sums sums = plumb_key_variances(&of, score, weight, square, turns ? position : NULL, keys, &to);
        plumb_key_sums expected = {0};
        double most = 0;
        for (size_t j = 0; j < keys; j++) {
            double s = score_of(score, weight, j), w = weight[j].mid, p = turns ? position[j] : 0;
            double x = square[j] * (of.product + of.angle * (p * p + 289 + (p - 17) * (p - 17)));
            double slope = 1 - s * s / 16, v = x * slope * slope * (1 + x / 4) + of.score * s * s + of.least;
            double r = v + of.exponent * (s * s + 9) + of.shifted * (fabs(s) + 3) * (fabs(s) + 3) + of.function;
            check_near(v, variance[j], "score", keys);
            check_near(r, relative[j], "exponential", keys);
            check_near(w * w * (r + of.store), moment[j], "weight", keys);
            ck_assert(scored[j] == (float)(w * s));
            most = fmax(most, fabs(s));
            expected.largest = fmax(expected.largest, moment[j]);
            expected.heaviest = fmax(expected.heaviest, fabs(w));
            expected.exponent = w != 0 ? fmax(expected.exponent, r) : expected.exponent;
            expected.total += moment[j];
            expected.square += w * w;
            expected.weight += w;
            expected.scored += w * s;
            expected.lost += fabs(w) < of.lost ? fabs(w) : 0;
            expected.extra += fabs(w) * fmin(of.size.score * fabs(s), of.size.most);
        }
        ck_assert(sums.largest == expected.largest && sums.heaviest == expected.heaviest);
        ck_assert(plumb_largest_magnitude(score, weight, keys) == most);
        check_near(expected.exponent, sums.exponent, "largest exponential", keys);
        check_near(expected.total, sums.total, "sum of weights", keys);
        check_near(expected.square, sums.square, "sum of squares", keys);
        check_near(expected.weight, sums.weight, "sum of weights", keys);
        check_near(expected.scored, sums.scored, "sum of scores", keys);
        check_near(expected.lost, sums.lost, "sum of small weights", keys);
        check_near(expected.extra, sums.extra, "sum of sizes", keys);
    }
}
END_TEST

/* The arrays of rows that are summed together. */
typedef struct {
    float spread[ROWS][KEYS], scored[ROWS][KEYS], value[KEYS * COLUMNS], sum[2][ROWS][3][COLUMNS];
    plumb_value_moments row[2][ROWS];
} summed_rows;

static void draw_rows(random_cases *cases, summed_rows *all, size_t rows) {
    for (size_t i = 0; i < KEYS * COLUMNS; i++)
        all->value[i] = (float)random_normal(cases);
    for (size_t r = 0; r < rows; r++) {
        size_t keys = random_below(cases, KEYS + 1);
        bool far = random_below(cases, 3) == 0; /* the first keys do not count */
        const float *scored = random_below(cases, 3) > 0 ? all->scored[r] : NULL;
        for (size_t j = 0; j < KEYS; j++) {
            all->spread[r][j] = far && j < 40 ? 0 : (float)random_uniform(cases);
            all->scored[r][j] = far && j < 40 ? 0 : (float)random_normal(cases);
        }
        for (size_t i = 0; i < 2; i++)
            all->row[i][r] = (plumb_value_moments){
                keys, all->spread[r], scored, all->sum[i][r][0], all->sum[i][r][1], all->sum[i][r][2]};
    }
}

static void check_sums(const summed_rows *all, size_t r, size_t columns) {
    for (size_t c = 0; c < columns; c++) {
        double first = 0, second = 0, tilt = 0, size = 0;
        for (size_t j = 0; j < all->row[0][r].keys; j++) {
            double v = (double)all->value[j * columns + c];
            first += (double)all->spread[r][j] * v;
            second += (double)all->spread[r][j] * v * v;
            tilt += all->row[0][r].scored != NULL ? (double)all->scored[r][j] * v : 0;
            size += fabs(v) * (fabs((double)all->scored[r][j]) + (double)all->spread[r][j]) * (1 + fabs(v));
        }
        ck_assert(fabs(first - (double)all->row[0][r].first[c]) <= 1e-5 * size);
        ck_assert(fabs(second - (double)all->row[0][r].second[c]) <= 1e-5 * size);
        ck_assert(fabs(tilt - (double)all->row[0][r].tilt[c]) <= 1e-5 * size);
        for (size_t k = 0; k < 3; k++)
            ck_assert(all->sum[0][r][k][c] == all->sum[1][r][k][c]);
    }
}

START_TEST(rows_are_summed_together_as_alone) {
    random_cases cases = random_begin("rows summed together", 40);
    while (random_next(&cases)) {
        summed_rows *all = calloc(1, sizeof *all);
        size_t rows = 1 + random_below(&cases, ROWS), columns = 1 + random_below(&cases, COLUMNS);
        draw_rows(&cases, all, rows);
        plumb_sum_values(all->row[0], rows, all->value, columns);
        for (size_t r = 0; r < rows; r++)
            plumb_sum_values(&all->row[1][r], 1, all->value, columns);
        for (size_t r = 0; r < rows; r++)
            check_sums(all, r, columns);
        free(all);
    }
}
END_TEST

static void loosen(random_cases *cases, plumb_ball *score, plumb_ball *weight) {
    switch (random_below(cases, 5)) {
    case 0:
        score->rad = INFINITY;
        break;
    case 1:
        score->rad = NAN;
        break;
    case 2:
        weight->rad = NAN;
        break;
    case 3:
        weight->rad = PLUMB_WIDEST_WEIGHT * fmax(1, fabs(weight->mid)) * (1 + 0x1p-50);
        break;
    default:
        weight->mid = NAN;
        weight->rad = 1;
    }
}

START_TEST(one_loose_key_is_found_among_many) {
    random_cases cases = random_begin("loose keys", 400);
    while (random_next(&cases)) {
        plumb_ball score[KEYS], weight[KEYS];
        size_t keys = 1 + random_below(&cases, KEYS), loose = random_below(&cases, keys);
        for (size_t j = 0; j < KEYS; j++) {
            score[j] = (plumb_ball){random_normal(&cases), 1e300};
            weight[j].mid = random_scaled(&cases, -3, 3);
            weight[j].rad = PLUMB_WIDEST_WEIGHT * fmax(1, fabs(weight[j].mid));
        }
        ck_assert(!plumb_any_key_is_loose(score, weight, keys));
        loosen(&cases, &score[loose], &weight[loose]);
        ck_assert(plumb_key_is_loose(score[loose], weight[loose]));
        ck_assert(plumb_any_key_is_loose(score, weight, keys));
        ck_assert(!plumb_any_key_is_loose(score, weight, loose));
    }
}
END_TEST

START_TEST(directions_are_sums_of_columns) {
    random_cases cases = random_begin("directions of keys", 40);
    float value[ROWS * COLUMNS], terms[3 * COLUMNS], along[ROWS], tilt[ROWS];
    while (random_next(&cases)) {
        size_t columns = 1 + random_below(&cases, COLUMNS);
        for (size_t i = 0; i < ROWS * columns; i++)
            value[i] = (float)random_normal(&cases);
        for (size_t i = 0; i < 3 * columns; i++)
            terms[i] = (float)fabs(random_normal(&cases));
        plumb_sum_directions(value, ROWS, terms, columns, along, tilt);
        for (size_t j = 0; j < ROWS; j++) {
            double first = 0, second = 0, reach = 0;
            for (size_t c = 0; c < columns; c++) {
                double x = (double)value[j * columns + c] - (double)terms[c];
                first += x * (double)terms[2 * columns + c];
                reach += fabs(x * (double)terms[2 * columns + c]);
                second += x * x * (double)terms[columns + c];
            }
            ck_assert_double_eq_tol((double)along[j], first, 1e-5 * reach);
            ck_assert_double_eq_tol((double)tilt[j], second, 1e-5 * second);
        }
    }
}
END_TEST

START_TEST(products_are_sums_of_columns) {
    random_cases cases = random_begin("products of columns", 40);
    double x[3][COLUMNS];
    while (random_next(&cases)) {
        size_t columns = 1 + random_below(&cases, COLUMNS);
        double sum = 0, reach = 0;
        for (size_t c = 0; c < columns; c++) {
            for (size_t i = 0; i < 3; i++)
                x[i][c] = random_normal(&cases);
            sum += x[0][c] * x[1][c] * x[2][c];
            reach += fabs(x[0][c] * x[1][c] * x[2][c]);
        }
        ck_assert_double_eq_tol(plumb_sum_products(x[0], x[1], x[2], columns), sum, 1e-14 * reach);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("simulate/moments");
    TCase *cases = tcase_create("moments");
    tcase_set_timeout(cases, random_timeout());
    tcase_add_test(cases, variances_are_those_of_the_formula);
    tcase_add_test(cases, rows_are_summed_together_as_alone);
    tcase_add_test(cases, one_loose_key_is_found_among_many);
    tcase_add_test(cases, directions_are_sums_of_columns);
    tcase_add_test(cases, products_are_sums_of_columns);
    suite_add_tcase(suite, cases);
    return run_suite(suite);
}
