/* test_sinks.c - what a sink does to the gradient of its value and to an output (spec/proposition/sink_gradient.h,
   spec/proposition/no_op.h), of weights and outputs that the kernels computed. */
#include "tests/proposition/repeated_tokens.h"

#define CASES 2000
#define MOST_ROWS 6

static plumb_problem draw_rows(random_cases *cases) {
    size_t rows = 1 + random_below(cases, MOST_ROWS);
    plumb_problem shape =
        one_head(rows, rows + random_below(cases, 8), 1 + random_below(cases, 4), 1 + random_below(cases, 3));
    shape.causal = (plumb_causal){true, 0};
    shape.scale.text = draw_scale(cases);
    shape.op = (plumb_operator){.alpha = 1, .power = 1, .zeta = 1, .epsilon = 1e-8};
    return shape;
}

/* Of all rows: what the kernels say of a weight or an output, and how far that may be off. */
typedef struct {
    double value, off;
} known;

static known sum_of(known a, double factor, plumb_ball ball) {
    return (known){a.value + factor * ball.mid,
                   a.off + fabs(factor) * (ball.rad + (fabs(ball.mid) + fabs(a.value)) * 0x1p-48)};
}

/* sum_i <g_i, o_i> with one sign */
static known loss_of(const random_cases *cases, const drawn_problem *drawn, const double *g, double sign, known sum) {
    for (size_t t = 0; t < drawn->problem.query_length; t++) {
        evaluation e;
        evaluate(&e, cases, &drawn->problem, 0, t);
        for (size_t c = 0; c < drawn->problem.value_dim; c++)
            sum = sum_of(sum, sign * g[t * drawn->problem.value_dim + c], ball_of(&e, PLUMB_OUTPUT, c));
        release(&e);
    }
    return sum;
}

/* <sum_i p_ij g_i, h> */
static known gathered(const random_cases *cases, const drawn_problem *drawn, const double *g, const double *h,
                      size_t j) {
    known sum = {0, 0};
    for (size_t t = 0; t < drawn->problem.query_length; t++) {
        evaluation e;
        evaluate(&e, cases, &drawn->problem, 0, t);
        for (size_t c = 0; c < drawn->problem.value_dim && e.row.visible[j]; c++)
            sum = sum_of(sum, g[t * drawn->problem.value_dim + c] * h[c], ball_of(&e, PLUMB_WEIGHTS, j));
        release(&e);
    }
    return sum;
}

/* value_gradient_is_adjoint: the loss moves by what the weights of key j gather of g */
START_TEST(the_gradient_of_a_value_is_gathered) {
    random_cases cases = random_begin("gradient of a value", CASES);
    tally narrow = {0, 0};
    while (random_next(&cases)) {
        drawn_problem drawn = draw_problem(&cases, draw_rows(&cases), INTEGERS);
        size_t d = drawn.problem.value_dim, j = random_below(&cases, drawn.problem.key_length);
        double g[MOST_ROWS * 3], h[3];
        for (size_t i = 0; i < drawn.problem.query_length * d; i++)
            g[i] = (double)random_below(&cases, 9) - 4;
        known moved = loss_of(&cases, &drawn, g, -1, (known){0, 0});
        for (size_t c = 0; c < d; c++) {
            h[c] = (double)random_below(&cases, 9) - 4;
            drawn.value[j * d + c] += h[c];
        }
        moved = loss_of(&cases, &drawn, g, 1, moved);
        known expected = gathered(&cases, &drawn, g, h, j);
        double off = moved.off + expected.off + 1e-300;
        ck_assert_msg(!(fabs(moved.value - expected.value) > off), "the loss moves by %.17g, not by %.17g", moved.value,
                      expected.value);
        count(&narrow, off < 1e-6);
        free_problem(&drawn);
    }
    check_tally(&narrow, 80);
}
END_TEST

static double largest_value(const evaluation *e, const drawn_problem *drawn, size_t c, size_t but) {
    double largest = 0;
    for (size_t j = 0; j < e->problem->key_length; j++)
        if (e->row.visible[j] && j != but)
            largest = fmax(largest, fabs(drawn->value[j * e->problem->value_dim + c]));
    return largest;
}

/* sink_output_is_small, of the key with the largest weight; half of the time its value is next to nothing */
START_TEST(a_sink_of_small_value_does_little) {
    random_cases cases = random_begin("no-op", CASES);
    tally reached = {0, 0};
    while (random_next(&cases)) {
        plumb_problem shape = draw_rows(&cases);
        drawn_problem drawn = draw_problem(&cases, shape, INTEGERS);
        size_t t = shape.query_length - 1, sink = 0;
        evaluation e;
        evaluate(&e, &cases, &drawn.problem, 0, t);
        for (size_t j = 1; j < shape.key_length; j++)
            if (e.row.visible[j] && e.row.weight[j].mid > e.row.weight[sink].mid)
                sink = j;
        release(&e);
        for (size_t c = 0; c < shape.value_dim && random_below(&cases, 2) == 0; c++)
            drawn.value[sink * shape.value_dim + c] *= 0x1p-10;
        evaluate(&e, &cases, &drawn.problem, 0, t);
        double least = e.row.weight[sink].mid - e.row.weight[sink].rad, delta = 1 - least;
        for (size_t c = 0; c < shape.value_dim; c++) {
            double small = fabs(drawn.value[sink * shape.value_dim + c]);
            double large = fmax(small, largest_value(&e, &drawn, c, sink));
            double bound = least * small + delta * large;
            plumb_ball output = ball_of(&e, PLUMB_OUTPUT, c);
            if (fabs(output.mid) - output.rad > bound * (1 + 0x1p-40))
                fail_at(&e, "more than the sink leaves", PLUMB_OUTPUT, c);
            count(&reached, fabs(output.mid) > 0.5 * bound);
        }
        release(&e);
        free_problem(&drawn);
    }
    check_tally(&reached, 10);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("sinks");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, the_gradient_of_a_value_is_gathered);
    tcase_add_test(tests, a_sink_of_small_value_does_little);
    Suite *suite = suite_create("proposition/sinks");
    suite_add_tcase(suite, tests);
    int result = run_suite(suite);
    flint_cleanup();
    return result;
}
