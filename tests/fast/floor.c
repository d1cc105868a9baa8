/* floor.c - a benchmark: what one score costs at least, by the loops of the fast path: its products with query, key
   and value, and its exponential, with the numbers of one bundle and one panel again and again, which the near
   caches hold, every key visible, and nothing else done.  One line for each dimension: the dimension, nanoseconds
   of the products, and of the exponential with its radius. */
#include "fast/panel.h"
#include "fast/panel_weights.h"
#include "fast/product_blocks.h"
#include "fast/terms.h"
#include "tests/support/random.h"
#include <math.h>
#include <stdio.h>
#include <time.h>

#define ROWS PLUMB_BUNDLE_ROWS
#define MOST_DIM 128
#define SCORES ((double)ROWS * PLUMB_PANEL)
#define ROUNDS 200
#define REPEATS 20

static double query[ROWS * MOST_DIM], key[PLUMB_PANEL * MOST_DIM], value[PLUMB_PANEL * MOST_DIM];
static double panel[(MOST_DIM + 1) * PLUMB_PANEL] PLUMB_ALIGNED;
static double product[ROWS * PLUMB_PANEL] PLUMB_ALIGNED, radius[PLUMB_PANEL] PLUMB_ALIGNED;
static double weight[ROWS * PLUMB_PANEL] PLUMB_ALIGNED, sum[ROWS * MOST_DIM] PLUMB_ALIGNED;
static size_t width[ROWS];

static void multiply(size_t dim) {
    plumb_products values = {weight, value, ROWS, PLUMB_PANEL, dim, sum};
    plumb_panel_dots(query, ROWS, panel, dim, width, product);
    if (plumb_lane_are_long())
        plumb_add_long_block(values, width, 0, PLUMB_PANEL);
    else
        plumb_add_short_block(values, width, 0, PLUMB_PANEL);
}

static void exponentiate(size_t dim) {
    plumb_ball scale = {1 / sqrt((double)dim), 0x1p-56};
    for (size_t r = 0; r < ROWS; r++)
        plumb_panel_terms(product + r * PLUMB_PANEL, panel + dim * PLUMB_PANEL, 0x1p-50, scale,
                          PLUMB_PANEL, weight + r * PLUMB_PANEL, radius);
}

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Nanoseconds for a score, the least of many rounds. */
static double least_time(void (*step)(size_t), size_t dim) {
    double least = INFINITY;
    for (int round = 0; round < ROUNDS; round++) {
        double start = seconds();
        for (int i = 0; i < REPEATS; i++)
            step(dim);
        least = fmin(least, seconds() - start);
    }
    return 1e9 * least / (REPEATS * SCORES);
}

static void draw(random_cases *cases, double *numbers, size_t count) {
    for (size_t i = 0; i < count; i++)
        numbers[i] = random_normal(cases);
}

int main(void) {
    random_cases cases = random_begin("floor", 1);
    random_next(&cases);
    for (size_t r = 0; r < ROWS; r++)
        width[r] = PLUMB_PANEL;
    for (size_t dim = MOST_DIM / 2; dim <= MOST_DIM; dim *= 2) {
        draw(&cases, query, ROWS * dim);
        draw(&cases, key, PLUMB_PANEL * dim);
        draw(&cases, value, PLUMB_PANEL * dim);
        plumb_panel_fill(key, PLUMB_PANEL, dim, panel);
        multiply(dim);
        exponentiate(dim);
        printf("%zu %.3f %.3f\n", dim, least_time(multiply, dim), least_time(exponentiate, dim));
    }
    return 0;
}
