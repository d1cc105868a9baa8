/* tightness.c - a benchmark: how wide the balls of each operator are, how far their middles really
   are from the exact values, and how long a row takes: by the minimal kernels, by the fast path, and by
   Arb.

   Queries, keys and values are normal numbers, causal, one head of 128 queries on 128 keys of
   dimension 64; parameters as in the sources. */
#include "row/evaluate.h"
#include "exact/attention.h"
#include "exact/reference.h"
#include "bundle/rows.h"
#include "schema/schema.h"
#include "tests/support/problems.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define LENGTH 128
#define DIM 64
#define PRECISION 256

/* Of the numbers of one quantity. */
typedef struct {
    double radius[LENGTH * LENGTH];
    double largest_value;
    double largest_share; /* of a radius that the error of its middle takes */
    size_t count;
} measure;

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double error_of(plumb_ball ball, const arb_t exact) {
    arb_t error;
    arb_init(error);
    arb_set_d(error, ball.mid);
    arb_sub(error, error, exact, PRECISION);
    double result = fabs(arf_get_d(arb_midref(error), ARF_RND_NEAR));
    arb_clear(error);
    return result;
}

static void include(measure *m, plumb_ball ball, const arb_t exact) {
    m->radius[m->count++] = ball.rad;
    m->largest_value = fmax(m->largest_value, fabs(ball.mid));
    if (ball.rad > 0)
        m->largest_share = fmax(m->largest_share, error_of(ball, exact) / ball.rad);
}

static plumb_operator usual(operator_variant variant) {
    return (plumb_operator){.kind = variant.kind,
                            .sink = variant.sink,
                            .sink_keys = 4,
                            .normalisation = variant.normalisation,
                            .alpha = 0.5,
                            .power = 2,
                            .gamma = -0.03,
                            .zeta = 1.03,
                            .epsilon = 1e-8};
}

static drawn_problem draw(random_cases *cases, operator_variant variant) {
    plumb_problem shape = one_head(LENGTH, LENGTH, DIM, DIM);
    shape.causal.causal = true;
    shape.op = usual(variant);
    shape.extra.hidden_dim = shape.extra.feature_dim = DIM;
    drawn_problem drawn = draw_problem(cases, shape, ORDINARY);
    bool with_value = variant.sink == PLUMB_SINK_KEY_VALUE || variant.sink == PLUMB_SINK_TOKEN;
    bool needed[EXTRA_TENSORS] = {[SINK_LOGITS] = variant.sink == PLUMB_SINK_LOGIT,
                                  [SINK_KEY] = with_value || variant.sink == PLUMB_SINK_KEY,
                                  [SINK_VALUE] = with_value,
                                  [KEY0_BIAS] = variant.sink == PLUMB_SINK_KEY0_BIAS,
                                  [MLP_INNER] = variant.kind == PLUMB_MLP_KERNEL,
                                  [MLP_OUTER] = variant.kind == PLUMB_MLP_KERNEL};
    for (int i = 0; i < EXTRA_TENSORS; i++) {
        if (!needed[i])
            continue;
        give_extra(&drawn, (extra_tensor)i);
        for (size_t n = 0; n < extra_numbers(&drawn.problem, (extra_tensor)i); n++)
            drawn.extra[i][n] = random_normal(cases) / 8;
    }
    return drawn;
}

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Seconds for all rows, the least of three rounds. */
static double evaluation_time(const plumb_problem *problem, plumb_row *row, plumb_ball scale) {
    double least = INFINITY;
    for (int round = 0; round < 3; round++) {
        double start = seconds();
        for (size_t t = 0; t < LENGTH; t++)
            plumb_evaluate_row(problem, scale, 0, 0, t, row);
        least = fmin(least, seconds() - start);
    }
    return least;
}

/* The same by the fast path. */
static double fast_time(const plumb_problem *problem) {
    double least = INFINITY;
    plumb_rows rows;
    if (plumb_rows_init(&rows, problem, PLUMB_BUNDLE_ROWS, PLUMB_KEEP_ALL) != 0)
        abort();
    rows.row.without_lse = true;
    for (int round = 0; round < 10; round++) {
        double start = seconds();
        for (size_t t = 0; t < LENGTH; t++)
            plumb_rows_get(&rows, 0, 0, t);
        least = fmin(least, seconds() - start);
    }
    plumb_rows_free(&rows);
    return least;
}

/* The same by the reference, one evaluation at 53 bits. */
static double arb_time(const plumb_problem *problem) {
    arb_ptr score = _arb_vec_init(LENGTH), weight = _arb_vec_init(LENGTH);
    arb_ptr output = _arb_vec_init(DIM), lse = _arb_vec_init(1);
    double start = seconds();
    for (size_t t = 0; t < LENGTH; t++)
        plumb_exact_row(problem, 0, 0, t, 53, score, weight, output, lse);
    double time = seconds() - start;
    _arb_vec_clear(score, LENGTH);
    _arb_vec_clear(weight, LENGTH);
    _arb_vec_clear(output, DIM);
    _arb_vec_clear(lse, 1);
    return time;
}

static void measure_rows(const plumb_problem *problem, plumb_row *row, plumb_ball scale,
                         measure *weights, measure *outputs) {
    plumb_reference reference;
    plumb_reference_init(&reference, problem);
    for (size_t t = 0; t < LENGTH; t++) {
        plumb_evaluate_row(problem, scale, 0, 0, t, row);
        for (size_t j = 0; j < LENGTH; j++)
            if (row->visible[j])
                include(weights, row->weight[j],
                        plumb_reference_element(&reference, 0, 0, t, PLUMB_WEIGHTS, j, PRECISION));
        for (size_t c = 0; c < DIM; c++)
            include(outputs, row->output[c],
                    plumb_reference_element(&reference, 0, 0, t, PLUMB_OUTPUT, c, PRECISION));
    }
    plumb_reference_clear(&reference);
}

static void print_measure(measure *m) {
    qsort(m->radius, m->count, sizeof *m->radius, ascending);
    printf(" %.1e | %.1e, %.1e | %.0e |", m->largest_value, m->radius[m->count / 2],
           m->radius[m->count - 1], m->largest_share);
}

static void print_name(operator_variant variant) {
    printf("| %s", plumb_word_name(PLUMB_MEMBER_OPERATOR, variant.kind));
    if (variant.sink != PLUMB_SINK_NONE)
        printf(", sink %s", plumb_word_name(PLUMB_MEMBER_SINK, variant.sink));
    if (variant.normalisation != PLUMB_UNNORMALISED)
        printf(", %s", plumb_word_name(PLUMB_MEMBER_NORMALISATION, variant.normalisation));
    printf(" |");
}

/* Prints one line of the table; returns the time. */
static double report(operator_variant variant, double plain_time) {
    static measure weights, outputs;
    random_cases cases = random_begin("tightness", 1);
    random_next(&cases);
    drawn_problem drawn = draw(&cases, variant);
    plumb_ball scale = plumb_problem_scale(&drawn.problem);
    plumb_row row;
    weights = outputs = (measure){.count = 0};
    if (plumb_row_init(&row, &drawn.problem) != 0)
        abort();
    row.without_lse = true;
    double time = evaluation_time(&drawn.problem, &row, scale);
    measure_rows(&drawn.problem, &row, scale, &weights, &outputs);
    print_name(variant);
    print_measure(&weights);
    print_measure(&outputs);
    double fast = fast_time(&drawn.problem);
    printf(" %.2f | %.1f | %.0f |\n", time / (plain_time > 0 ? plain_time : time), time / fast,
           arb_time(&drawn.problem) / fast);
    plumb_row_free(&row);
    free_problem(&drawn);
    return time;
}

int main(void) {
    printf(
        "\n## Every operator\n\n"
        "%d queries on %d keys of dimension %d, causal, normal numbers. Radius: median, "
        "largest. Used: the largest\n"
        "ratio of the error of a middle, measured with the reference, to its radius. "
        "Time: of the minimal kernels, relative\n"
        "to the plain softmax. Faster: how many times faster the fast path is than the minimal kernels, "
        "and than Arb at 53 bits,\n"
        "on one thread.\n\n"
        "| operator | largest weight | radius of weights | used | largest output | radius of "
        "outputs | used | time | faster | than Arb |\n|---|---|---|---|---|---|---|---|---|---|\n",
        LENGTH, LENGTH, DIM);
    double plain_time = 0;
    for (size_t i = 0; i < OPERATOR_VARIANTS; i++) {
        double time = report(operator_of_variant(i), plain_time);
        plain_time = i == 0 ? time : plain_time;
    }
    return 0;
}
