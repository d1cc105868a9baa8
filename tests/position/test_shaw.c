/* test_shaw.c - relative position vectors in scores and outputs: contained, tight, of the right rows. */
#include "position/shaw.h"
#include "tests/support/contain.h"
#include "tests/support/dot.h"
#include "tests/support/reproduce.h"
#include "tests/support/suite.h"
#include "tests/support/tight.h"
#include <math.h>

#define CASES 10000
#define MOST_KEYS 8
#define MOST_DIM 6
#define MOST_ROWS 5

/* width is head_dim for the scores, value_dim for the outputs */
typedef struct {
    size_t keys, rows, width, index[MOST_KEYS];
    double table[MOST_ROWS * MOST_DIM];
    double query[MOST_DIM];
    plumb_ball scale, weight[MOST_KEYS], before[MOST_DIM];
    plumb_ball result[MOST_KEYS + MOST_DIM + 1];
} relatives;

static const plumb_ball guard = {12345, 678};

static void draw(random_cases *cases, relatives *r) {
    bool edges = random_below(cases, 2) == 0;
    r->keys = random_below(cases, MOST_KEYS + 1);
    r->rows = 1 + random_below(cases, MOST_ROWS);
    r->width = random_below(cases, MOST_DIM + 1);
    for (size_t i = 0; i < r->rows * r->width; i++)
        r->table[i] = edges ? random_edge(cases) : random_normal(cases);
    for (size_t j = 0; j < r->keys; j++) {
        r->index[j] = random_below(cases, r->rows);
        r->weight[j] = (plumb_ball){random_uniform(cases), ldexp(random_uniform(cases), -50)};
        if (edges && random_below(cases, 4) == 0)
            r->weight[j] = random_ball(cases);
    }
    for (size_t c = 0; c < r->width; c++) {
        r->query[c] = edges ? random_companion(cases, r->table[c]) : random_normal(cases);
        r->before[c] = edges ? random_ball(cases) : plumb_ball_of(random_normal(cases));
    }
    r->scale = (plumb_ball){1 / sqrt((double)(1 + random_below(cases, 256))), 0x1p-54};
    if (random_below(cases, 4) == 0)
        r->scale = random_ball(cases);
}

/* Nothing overflows, so that radii can be compared. */
static bool is_ordinary(const relatives *r) {
    double largest = fmax(fabs(r->scale.mid), r->scale.rad);
    for (size_t i = 0; i < r->rows * r->width; i++)
        largest = fmax(largest, fabs(r->table[i]));
    for (size_t j = 0; j < r->keys; j++)
        largest = fmax(largest, fmax(fabs(r->weight[j].mid), r->weight[j].rad));
    for (size_t c = 0; c < r->width; c++)
        largest =
            fmax(largest, fmax(fabs(r->query[c]), fmax(fabs(r->before[c].mid), r->before[c].rad)));
    return largest < 0x1p300;
}

static void fail_case(const random_cases *cases, const char *what, const relatives *r, size_t i) {
    reproduction line = reproduce(cases);
    reproduce_text(&line, " %s: element %zu, width=%zu keys=%zu", what, i, r->width, r->keys);
    reproduce_balls(&line, "result", r->result + i, 1);
    reproduce_balls(&line, "scale", &r->scale, 1);
    reproduce_balls(&line, "weight", r->weight, r->keys);
    reproduce_doubles(&line, "query", r->query, r->width);
    reproduce_doubles(&line, "table", r->table, r->rows * r->width);
    reproduce_fail(&line);
}

/* ---- scores ---- */
/* the radius of the scale moves the product, which is rounded once more */
static double score_limit(const relatives *r, size_t j, const arb_t dot, const arb_t magnitude) {
    double value = fabs(arf_get_d(arb_midref(dot), ARF_RND_NEAR));
    double size = arf_get_d(arb_midref(magnitude), ARF_RND_NEAR);
    double roundings = dot_limit(r->query, r->table + r->index[j] * r->width, r->width) +
                       0x1.03p-53 * size + 0x1p-999;
    return (r->scale.rad * value + (fabs(r->scale.mid) + r->scale.rad + 0x1p-999) * roundings) *
               1.001 +
           0x1p-997;
}

static void check_score(const random_cases *cases, const relatives *r, size_t j) {
    arb_t dot, magnitude, score;
    arb_init(dot);
    arb_init(magnitude);
    arb_init(score);
    exact_dot(dot, magnitude, r->query, r->table + r->index[j] * r->width, r->width);
    for (int side = -1; side <= 1; side++) {
        ball_point(score, r->scale, side);
        arb_mul(score, score, dot, ARF_PREC_EXACT);
        if (!ball_contains(r->result[j], score))
            fail_case(cases, "does not contain the score", r, j);
    }
    double limit = score_limit(r, j, dot, magnitude);
    if (is_ordinary(r) && !(r->result[j].rad <= limit))
        fail_case(cases, "too wide", r, j);
    arb_clear(dot);
    arb_clear(magnitude);
    arb_clear(score);
}

START_TEST(scores) {
    random_cases cases = random_begin("shaw scores", CASES);
    relatives r;
    while (random_next(&cases)) {
        draw(&cases, &r);
        r.result[r.keys] = guard;
        plumb_shaw_scores(r.query, r.table, r.rows, r.width, r.index, r.keys, r.scale, r.result);
        ck_assert_msg(balls_identical(r.result[r.keys], guard), "writes beyond the keys");
        for (size_t j = 0; j < r.keys; j++)
            check_score(&cases, &r, j);
    }
}
END_TEST

/* ---- outputs ---- */
/* extreme where each weight is at the end that its value points to */
static void exact_output(arb_t output, const relatives *r, size_t c, int side) {
    arb_t weight, value;
    arb_init(weight);
    arb_init(value);
    ball_point(output, r->before[c], side);
    for (size_t j = 0; j < r->keys; j++) {
        double x = r->table[r->index[j] * r->width + c];
        ball_point(weight, r->weight[j], x < 0 ? -side : side);
        arb_set_d(value, x);
        arb_mul(value, value, weight, ARF_PREC_EXACT);
        arb_add(output, output, value, ARF_PREC_EXACT);
    }
    arb_clear(weight);
    arb_clear(value);
}

/* the radii that come in, and a rounding of each term and each partial sum */
static double output_limit(const relatives *r, size_t c) {
    double spread = r->before[c].rad, magnitude = fabs(r->before[c].mid);
    for (size_t j = 0; j < r->keys; j++) {
        double size = fabs(r->table[r->index[j] * r->width + c]);
        spread += r->weight[j].rad * size;
        magnitude += fabs(r->weight[j].mid) * size;
    }
    return 1.001 * (spread + (double)(r->keys + 1) * 0x1p-53 * magnitude) + 0x1p-990;
}

static void check_output(const random_cases *cases, const relatives *r, size_t c) {
    arb_t exact;
    arb_init(exact);
    for (int side = -1; side <= 1; side++) {
        exact_output(exact, r, c, side);
        if (!ball_contains(r->result[c], exact))
            fail_case(cases, "does not contain the output", r, c);
    }
    double limit = output_limit(r, c);
    if (is_ordinary(r) && !(r->result[c].rad <= limit))
        fail_case(cases, "too wide", r, c);
    arb_clear(exact);
}

START_TEST(outputs) {
    random_cases cases = random_begin("shaw values", CASES);
    relatives r;
    while (random_next(&cases)) {
        draw(&cases, &r);
        for (size_t c = 0; c < r.width; c++)
            r.result[c] = r.before[c];
        r.result[r.width] = guard;
        plumb_shaw_values(r.weight, r.index, r.keys, r.table, r.rows, r.width, r.result);
        ck_assert_msg(balls_identical(r.result[r.width], guard), "writes beyond the columns");
        for (size_t c = 0; c < r.width; c++)
            check_output(&cases, &r, c);
    }
}
END_TEST

/* ---- known ones ---- */
static const double small_table[] = {1, 2, 10, 20, 100, 200};

START_TEST(small_scores) {
    plumb_ball bias[3];
    plumb_shaw_scores((const double[]){1, -1}, small_table, 3, 2, (const size_t[]){2, 0, 1}, 3,
                      plumb_ball_of(0.5), bias);
    ck_assert(bias[0].mid == -50 && bias[1].mid == -0.5 && bias[2].mid == -5);
}
END_TEST

START_TEST(small_outputs) {
    const plumb_ball weight[] = {{0.5, 0}, {0.25, 0}, {0, 0}};
    plumb_ball output[] = {{1000, 0}, {-1000, 0}};
    plumb_shaw_values(weight, (const size_t[]){1, 2, 0}, 3, small_table, 3, 2, output);
    ck_assert(output[0].mid == 1030 && output[1].mid == -940);
}
END_TEST

START_TEST(numbers_that_are_not_finite_tell_nothing) {
    const double table[] = {1, INFINITY, NAN, 4};
    plumb_ball output[] = {{0, 0}, {0, 0}}, bias[2];
    const plumb_ball weight = {1, 0};
    plumb_shaw_values(&weight, (const size_t[]){0}, 1, table, 2, 2, output);
    ck_assert(output[0].mid == 1 && !ball_informs(output[1]));
    plumb_shaw_scores((const double[]){1, 1}, table, 2, 2, (const size_t[]){0, 1}, 2,
                      plumb_ball_of(1), bias);
    ck_assert(!ball_informs(bias[0]) && !ball_informs(bias[1]));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("position/shaw");
    TCase *tests = tcase_create("shaw");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, scores);
    tcase_add_test(tests, outputs);
    tcase_add_test(tests, small_scores);
    tcase_add_test(tests, small_outputs);
    tcase_add_test(tests, numbers_that_are_not_finite_tell_nothing);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
