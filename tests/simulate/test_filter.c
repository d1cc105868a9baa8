/* test_filter.c - errors of single keys from the errors of one row: a wrong weight is found with its key, errors of
   simulated engines give none, and errors of heavy weights do not hide a light one. */
#include "simulate/filter.h"
#include "bundle/rows.h"
#include "tests/simulate/drawn_case.h"
#include "simulate/element_deviation.h"
#include <math.h>

enum { KEYS = 75, DIM = 37 };

/* The last row of a drawn case. */
typedef struct {
    drawn_problem drawn;
    plumb_rows rows;
    plumb_row *row;
    plumb_deviation deviation;
    plumb_key_filter filter;
    double exact[DIM], of_output[DIM], error[DIM];
} filtered_row;

static void evaluate_row(filtered_row *f, const char *model, plumb_format format) {
    const plumb_problem *p = &f->drawn.problem;
    ck_assert_int_eq(plumb_rows_init(&f->rows, p, 1, PLUMB_KEEP_ALL), 0);
    ck_assert_int_eq(plumb_deviation_init(&f->deviation, p, plumb_precision_find(model)), 0);
    ck_assert_int_eq(plumb_key_filter_init(&f->filter, p), 0);
    f->row = plumb_rows_get(&f->rows, 0, 0, 3);
    plumb_deviation_set(&f->deviation, 0, 0, 3, f->row);
    for (size_t c = 0; c < DIM; c++) {
        f->exact[c] = f->row->output[c].mid;
        f->of_output[c] = plumb_deviation_of(&f->deviation, PLUMB_OUTPUT, c, f->exact[c], format);
        f->error[c] = 0;
    }
    plumb_key_filter_set(&f->filter, &f->deviation, f->row->output, f->of_output);
}

static void set_row_in(filtered_row *f, random_cases *cases, double largest, const char *model, plumb_format format) {
    drawn_size size = {.heads = 1,
                       .queries = 4,
                       .keys = KEYS,
                       .dim = DIM,
                       .largest = largest,
                       .model = model,
                       .format = format};
    f->drawn = draw_case(cases, &size);
    evaluate_row(f, model, format);
}

static void set_row(filtered_row *f, random_cases *cases, double largest) {
    set_row_in(f, cases, largest, "bf16-eager", PLUMB_BF16);
}

static void free_evaluated(filtered_row *f) {
    plumb_key_filter_free(&f->filter);
    plumb_deviation_free(&f->deviation);
    plumb_rows_free(&f->rows);
}

static void free_row(filtered_row *f) {
    free_evaluated(f);
    free_problem(&f->drawn);
}

/* The error that a weight makes which is off by x. */
static void add_error(filtered_row *f, size_t key, double x) {
    for (size_t c = 0; c < DIM; c++)
        f->error[c] += x * (f->drawn.value[key * DIM + c] - f->exact[c]);
}

/* A key whose own weight errs by nothing that is worth mentioning. */
static size_t light(const filtered_row *f) {
    size_t key = 0;
    for (size_t j = 0; j < KEYS; j++)
        key = f->row->visible[j] && f->row->weight[j].mid < f->row->weight[key].mid ? j : key;
    return key;
}

START_TEST(a_weight_that_is_off_is_found) {
    random_cases cases = random_begin("weights that are off", 100);
    size_t named = 0, all = 0;
    while (random_next(&cases)) {
        filtered_row f;
        set_row(&f, &cases, 16 + 20 * random_uniform(&cases));
        size_t key = light(&f);
        double x = random_below(&cases, 2) == 0 ? 0.3 : -0.3;
        add_error(&f, key, x);
        plumb_key_finding found = plumb_key_filter_find(&f.filter, f.error);
        ck_assert_double_gt(found.most, 100);
        ck_assert(found.key != key || fabs(found.error - x) < 1e-4);
        named += found.key == key;
        all++;
        free_row(&f);
    }
    ck_assert_uint_ge(10 * named, 7 * all); /* where one column tells nearly all, keys are alike */
}
END_TEST

/* A key whose value stands out in one column alone, whichever it is. */
START_TEST(one_column_tells_a_key) {
    random_cases cases = random_begin("keys of one column", 20);
    size_t column = (size_t)_i, named = 0, all = 0;
    while (random_next(&cases)) {
        filtered_row f;
        set_row(&f, &cases, 16);
        size_t key = light(&f);
        memcpy(f.drawn.value + key * DIM, f.exact, sizeof f.exact);
        f.drawn.value[key * DIM + column] += 8;
        free_evaluated(&f);
        evaluate_row(&f, "bf16-eager", PLUMB_BF16);
        add_error(&f, key, 0.3);
        plumb_key_finding found = plumb_key_filter_find(&f.filter, f.error);
        ck_assert_double_gt(found.most, 100);
        named += found.key == key;
        all++;
        free_row(&f);
    }
    ck_assert_uint_ge(10 * named, 7 * all);
}
END_TEST

/* Where one key has nearly all the weight, the errors of the next ones are the largest of the row; a far smaller weight
   is missed all the same, in another direction. */
START_TEST(errors_of_heavy_weights_hide_no_light_one) {
    random_cases cases = random_begin("a light weight", 100);
    size_t named = 0, all = 0;
    while (random_next(&cases)) {
        filtered_row f;
        set_row(&f, &cases, 20);
        size_t heavy = f.filter.heavy[0], other = light(&f);
        double off = sqrt((double)f.filter.variance[heavy] * f.filter.weight);
        add_error(&f, heavy, off);
        double without = plumb_key_filter_find(&f.filter, f.error).most;
        ck_assert_double_lt(without, 3);
        add_error(&f, other, -off);
        plumb_key_finding found = plumb_key_filter_find(&f.filter, f.error);
        ck_assert_double_gt(found.most, 10 * without);
        named += found.key == other;
        all++;
        free_row(&f);
    }
    ck_assert_uint_ge(10 * named, 7 * all);
}
END_TEST

/* An error of the variance that the row is said to have. */
static void draw_error(filtered_row *f, random_cases *cases) {
    double shared[PLUMB_FILTER_SHARED];
    for (size_t i = 0; i <= f->filter.heavies; i++)
        shared[i] = random_normal(cases);
    for (size_t c = 0; c < DIM; c++) {
        f->error[c] = random_normal(cases) / sqrt(f->filter.inverse[c]);
        for (size_t i = 0; i <= f->filter.heavies; i++)
            f->error[c] += shared[i] * f->filter.shared[i * DIM + c];
        f->error[c] *= f->filter.unit[c];
    }
}

/* The factor that all outputs seem to be multiplied by, less 1; in *tilt the inverse of its variance. */
static double factor_of(filtered_row *f, double *tilt) {
    double weight[DIM], along = 0;
    *tilt = plumb_key_filter_whole(&f->filter, weight);
    for (size_t c = 0; c < DIM; c++)
        along += weight[c] * f->error[c];
    return along / *tilt;
}

START_TEST(simulated_errors_say_nothing) {
    random_cases cases = random_begin("expected errors", 400);
    double factors = 0, all = 0;
    while (random_next(&cases)) {
        filtered_row f;
        set_row(&f, &cases, 1 + 20 * random_uniform(&cases));
        draw_error(&f, &cases);
        plumb_key_finding found = plumb_key_filter_find(&f.filter, f.error);
        ck_assert_double_lt(found.most, 6.5); /* of 75 normal numbers, with a variance of 1 each */
        ck_assert_double_gt(found.most, 0.3);
        double tilt, factor = factor_of(&f, &tilt);
        factors += factor * factor * tilt;
        all++;
        free_row(&f);
    }
    ck_assert(all < 100 || (factors > 0.6 * all && factors < 1.5 * all));
}
END_TEST

static bool is_heavy(const filtered_row *f, size_t key) {
    for (size_t i = 0; i < f->filter.heavies; i++)
        if (f->filter.heavy[i] == key)
            return true;
    return false;
}

START_TEST(a_glance_tells_what_heavy_keys_do) {
    random_cases cases = random_begin("glances", 100);
    size_t heavy = 0;
    while (random_next(&cases)) {
        filtered_row f;
        set_row(&f, &cases, 1 + 30 * random_uniform(&cases));
        draw_error(&f, &cases);
        double glance = plumb_key_filter_glance(&f.filter, f.error);
        plumb_key_finding found = plumb_key_filter_find(&f.filter, f.error);
        ck_assert_double_le(glance, found.most * (1 + 1e-6));
        add_error(&f, f.filter.heavy[5], 8 * sqrt((double)f.filter.variance[f.filter.heavy[5]] * f.filter.weight));
        glance = plumb_key_filter_glance(&f.filter, f.error);
        found = plumb_key_filter_find(&f.filter, f.error);
        if (is_heavy(&f, found.key)) {
            ck_assert_double_eq_tol(glance, found.most, 1e-6 * found.most);
            heavy++;
        }
        free_row(&f);
    }
    ck_assert_uint_ge(heavy, 50);
}
END_TEST

START_TEST(rows_of_much_weight_on_one_key_are_worth_a_glance) {
    random_cases cases = random_begin("rows worth a glance", 40);
    while (random_next(&cases)) {
        filtered_row f;
        set_row(&f, &cases, 1 + 20 * random_uniform(&cases));
        double most = 0;
        for (size_t j = 0; j < KEYS; j++)
            most = fmax(most, f.row->weight[j].mid);
        ck_assert(plumb_key_filter_may_glance(&f.deviation) == (most >= 0.125));
        free_row(&f);
    }
}
END_TEST

/* What divides an output may have been rounded at each key: an error of so much is no key's. */
START_TEST(a_sum_over_the_keys_one_by_one_says_nothing) {
    random_cases cases = random_begin("sums one by one", 50);
    while (random_next(&cases)) {
        filtered_row f;
        set_row_in(&f, &cases, 16, "f32", PLUMB_F32);
        for (size_t c = 0; c < DIM; c++)
            f.error[c] = 3 * sqrt(KEYS / 6.0) * 0x1p-24 * f.exact[c];
        ck_assert_double_lt(plumb_key_filter_find(&f.filter, f.error).most, 3.5);
        free_row(&f);
    }
}
END_TEST

START_TEST(a_factor_of_the_output_is_found) {
    random_cases cases = random_begin("factors of outputs", 50);
    while (random_next(&cases)) {
        filtered_row f;
        set_row(&f, &cases, 9);
        for (size_t c = 0; c < DIM; c++)
            f.error[c] = 0.005 * f.exact[c];
        double tilt, factor = factor_of(&f, &tilt);
        ck_assert_double_eq_tol(factor, 0.005, 1e-9);
        ck_assert_double_gt(tilt, 0);
        free_row(&f);
    }
}
END_TEST

START_TEST(what_is_no_number_does_not_count) {
    random_cases cases = random_begin("no numbers", 20);
    while (random_next(&cases)) {
        filtered_row f;
        set_row(&f, &cases, 5);
        f.row->output[3].rad = INFINITY;
        f.of_output[8] = NAN;
        plumb_key_filter_set(&f.filter, &f.deviation, f.row->output, f.of_output);
        f.error[3] = 1e30;
        f.error[5] = NAN;
        f.error[8] = INFINITY;
        ck_assert_double_eq(plumb_key_filter_find(&f.filter, f.error).most, 0);
        free_row(&f);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("simulate/filter");
    TCase *cases = tcase_create("filter");
    tcase_set_timeout(cases, random_timeout());
    tcase_add_test(cases, a_weight_that_is_off_is_found);
    tcase_add_loop_test(cases, one_column_tells_a_key, 0, DIM);
    tcase_add_test(cases, errors_of_heavy_weights_hide_no_light_one);
    tcase_add_test(cases, simulated_errors_say_nothing);
    tcase_add_test(cases, a_glance_tells_what_heavy_keys_do);
    tcase_add_test(cases, rows_of_much_weight_on_one_key_are_worth_a_glance);
    tcase_add_test(cases, a_sum_over_the_keys_one_by_one_says_nothing);
    tcase_add_test(cases, a_factor_of_the_output_is_found);
    tcase_add_test(cases, what_is_no_number_does_not_count);
    suite_add_tcase(suite, cases);
    return run_suite(suite);
}
