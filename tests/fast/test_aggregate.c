/* test_aggregate.c - sums that keys join in portions have the bits of plumb_aggregate. */
#include "fast/aggregate.h"
#include "aggregate/aggregate.h"
#include "tests/fast/minimal.h"
#include "tests/fast/spread.h"
#include "tests/support/suite.h"
#include <string.h>

#define CASES 2000
#define MOST_KEYS MOST_SPREAD_KEYS
#define MOST_DIM 64 /* two long tiles */
#define MOST_ROWS MOST_SPREAD_ROWS

/* Panel after panel, as rows of a bundle. */
static void aggregate(plumb_sums *sums, plumb_planes weights, const double *value, size_t keys,
                      plumb_ball *output) {
    static double largest[PLUMB_PANEL_GROUPS * MOST_DIM];
    static plumb_panel_weights panel;
    plumb_sums_clear(sums);
    for (size_t from = 0; from < keys; from += PLUMB_PANEL) {
        size_t joining = keys - from < PLUMB_PANEL ? keys - from : PLUMB_PANEL;
        const double *joined = value + from * sums->value_dim;
        plumb_largest_values(joined, joining, sums->value_dim, largest);
        plumb_panel_weigh(weights, NULL, from, sums->gamma, &panel);
        plumb_sums_add(sums, &panel, joining, joined, largest);
    }
    plumb_sums_finish(sums, output);
}

/* Often whole long tiles. */
static size_t draw_value_dim(random_cases *cases) {
    return random_below(cases, 2) == 0 ? 32 + 32 * random_below(cases, 2)
                                       : random_below(cases, MOST_DIM + 1);
}

/* Rows that see ever more keys, as under a causal mask: panels that all see in part. */
static void draw_causal(random_cases *cases, unsigned char *visible, size_t rows, size_t keys) {
    size_t shown = random_below(cases, keys + 1);
    for (size_t r = 0; r < rows; r++)
        for (size_t j = 0; j < keys; j++)
            visible[r * keys + j] = j < shown + r;
}

START_TEST(has_the_bits_of_aggregate) {
    random_cases cases = random_begin("fast aggregate", CASES);
    static plumb_ball weight[MOST_ROWS * MOST_KEYS], fast[MOST_ROWS * MOST_DIM + 1];
    static plumb_ball minimal[MOST_ROWS * MOST_DIM];
    static double value[MOST_KEYS * MOST_DIM], room[4][MOST_ROWS * MOST_DIM];
    static unsigned char visible[MOST_ROWS * MOST_KEYS];
    static spread_rows spread;
    while (random_next(&cases)) {
        size_t keys = random_below(&cases, MOST_KEYS + 1);
        size_t value_dim = draw_value_dim(&cases);
        size_t rows = random_below(&cases, MOST_ROWS + 1);
        bool alike = random_below(&cases, 2) == 0;
        draw_doubles(&cases, value, keys * value_dim);
        for (size_t r = 0; r < rows; r++) {
            draw_balls(&cases, weight + r * keys, keys);
            if (r == 0 || !alike)
                draw_visible(&cases, visible + r * keys, keys);
            else
                memcpy(visible + r * keys, visible, keys);
        }
        if (random_below(&cases, 3) == 0)
            draw_causal(&cases, visible, rows, keys);
        for (size_t r = 0; r < rows; r++)
            plumb_aggregate(weight + r * keys, visible + r * keys, value, keys, value_dim,
                            minimal + r * value_dim);
        plumb_sums sums = {rows,    value_dim, plumb_roundings_up(plumb_weight_depth(keys)),
                           room[0], room[1],   room[2],
                           room[3]};
        fast[rows * value_dim] = guard;
        spread_out(&spread, rows, keys, visible, weight);
        aggregate(&sums, spread.planes, value, keys, fast);
        check_same(&cases, fast, minimal, rows * value_dim);
    }
}
END_TEST

START_TEST(has_the_bits_of_multiply) {
    random_cases cases = random_begin("fast products of outputs", CASES);
    static plumb_ball fast[MOST_DIM + 1], minimal[MOST_DIM], factor;
    while (random_next(&cases)) {
        size_t count = random_below(&cases, MOST_DIM + 1);
        draw_balls(&cases, fast, count);
        draw_balls(&cases, &factor, 1);
        fast[count] = guard;
        for (size_t i = 0; i < count; i++)
            minimal[i] = plumb_ball_multiply(fast[i], factor);
        plumb_output_multiply(factor, count, fast);
        check_same(&cases, fast, minimal, count);
    }
}
END_TEST

START_TEST(has_the_bits_of_add) {
    random_cases cases = random_begin("fast sums of outputs", CASES);
    static plumb_ball fast[MOST_DIM + 1], part[MOST_DIM], minimal[MOST_DIM];
    while (random_next(&cases)) {
        size_t count = random_below(&cases, MOST_DIM + 1);
        draw_balls(&cases, fast, count);
        draw_balls(&cases, part, count);
        fast[count] = guard;
        for (size_t i = 0; i < count; i++)
            minimal[i] = plumb_ball_add(fast[i], part[i]);
        plumb_output_add(part, count, fast);
        check_same(&cases, fast, minimal, count);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("fast/aggregate");
    TCase *tests = tcase_create("aggregate");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, has_the_bits_of_aggregate);
    tcase_add_test(tests, has_the_bits_of_multiply);
    tcase_add_test(tests, has_the_bits_of_add);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
