/* test_bias_gradients.c - the gradients of a bias of any shape, of ALiBi's slopes and of tables contain the sums of the
   reference's rows, with the same bits for any number of threads; those of hidden pairs are 0. */
#include "backward/bias.h"
#include "backward/position.h"
#include "tests/bundle/drawn_loss.h"
#include "tests/support/suite.h"
#include <flint/flint.h>
#include <string.h>

enum { PROBLEMS = 800 };

typedef struct {
    size_t count;
    double *mid, *radius;
} numbers;

static size_t lines_of(const plumb_problem *p) {
    const plumb_bias_shape shape = plumb_bias_shape_of(p);
    return shape.batch * shape.heads * shape.rows;
}

static numbers evaluate(const plumb_problem *p, int threads) {
    const plumb_case c = {.problem = *p, .source = "a drawn problem"};
    size_t count = lines_of(p) * p->key_length;
    numbers n = {count, malloc((count + 1) * sizeof *n.mid), malloc((count + 1) * sizeof *n.mid)};
    plumb_error error;
    ck_assert_msg(plumb_bias_gradients_evaluate(&c, threads, n.mid, n.radius, &error) == 0, "%s", error.text);
    return n;
}

static void free_numbers(numbers n) {
    free(n.mid);
    free(n.radius);
}

/* One row joins the sums of the line that it shares; the place of a bias is the place of its gradient. */
static void add_row(const plumb_problem *p, size_t n, plumb_exact_gradients *row, arb_ptr sum) {
    size_t head = n / p->query_length, b = head / p->query_heads, h = head % p->query_heads, t = n % p->query_length;
    const plumb_extras *e = &p->extra;
    size_t start = b * e->bias_batch + h * e->bias_head + t * e->bias_query;
    ck_assert_uint_eq(plumb_bias_line(p, b, h, t) * p->key_length, start);
    plumb_exact_gradient_row(p, b, h, t, PRECISION, row);
    _arb_vec_add(sum + start, sum + start, row->bias, (slong)p->key_length, PRECISION);
}

static arb_ptr reference_of(const plumb_problem *p) {
    size_t dims = p->key_length * (p->head_dim + p->value_dim + 1) + p->head_dim + 2 + plumb_position_parameters(p);
    arb_ptr sum = _arb_vec_init((slong)(lines_of(p) * p->key_length)), workspace = _arb_vec_init((slong)dims);
    plumb_exact_gradients row = {
        .query = workspace, .sink = workspace + p->head_dim, .key = workspace + p->head_dim + 1};
    row.value = row.key + p->key_length * p->head_dim;
    row.bias = row.value + p->key_length * p->value_dim;
    row.slope = row.bias + p->key_length;
    row.table = row.slope + 1;
    for (size_t n = 0; n < plumb_rows_of(p); n++)
        add_row(p, n, &row, sum);
    _arb_vec_clear(workspace, (slong)dims);
    return sum;
}

static void check_problem(const random_cases *cases, const plumb_problem *p) {
    numbers one = evaluate(p, 1), three = evaluate(p, 3);
    arb_ptr exact = reference_of(p);
    ck_assert_int_eq(memcmp(one.mid, three.mid, one.count * sizeof *one.mid), 0);
    ck_assert_int_eq(memcmp(one.radius, three.radius, one.count * sizeof *one.radius), 0);
    for (size_t i = 0; i < one.count; i++) {
        check_balls(cases, p, "dbias", &(plumb_ball){one.mid[i], one.radius[i]}, exact + i, 1);
        if (arb_is_zero(exact + i) && p->extra.bias[i] == -INFINITY)
            ck_assert(one.mid[i] == 0 && one.radius[i] == 0);
    }
    _arb_vec_clear(exact, (slong)one.count);
    free_numbers(one);
    free_numbers(three);
}

/* ---- slopes and tables, [parameters][query_heads] ---- */

static arb_ptr reference_of_positions(const plumb_problem *p) {
    size_t parameters = plumb_position_parameters(p), heads = p->query_heads;
    size_t dims = p->key_length * (p->head_dim + p->value_dim + 1) + p->head_dim + 1;
    arb_ptr sum = _arb_vec_init((slong)(parameters * heads)), workspace = _arb_vec_init((slong)dims);
    arb_ptr part = _arb_vec_init((slong)(parameters + 1));
    plumb_exact_gradients row = {
        .query = workspace, .sink = workspace + p->head_dim, .key = workspace + p->head_dim + 1};
    row.value = row.key + p->key_length * p->head_dim;
    row.bias = row.value + p->key_length * p->value_dim;
    row.slope = row.table = part;
    for (size_t n = 0; n < plumb_rows_of(p); n++) {
        size_t head = n / p->query_length, h = head % heads;
        _arb_vec_zero(part, (slong)parameters);
        plumb_exact_gradient_row(p, head / heads, h, n % p->query_length, PRECISION, &row);
        for (size_t i = 0; i < parameters; i++)
            arb_add(sum + i * heads + h, sum + i * heads + h, part + i, PRECISION);
    }
    _arb_vec_clear(part, (slong)(parameters + 1));
    _arb_vec_clear(workspace, (slong)dims);
    return sum;
}

static void check_positions(const random_cases *cases, const plumb_problem *p) {
    const plumb_case c = {.problem = *p, .source = "a drawn problem"};
    size_t count = plumb_position_parameters(p) * p->query_heads;
    arb_ptr exact = reference_of_positions(p);
    double *number = calloc(4 * count + 1, sizeof *number);
    plumb_error error;
    for (int threads = 1; threads <= 2; threads++) {
        double *mid = number + 2 * (size_t)(threads - 1) * count;
        ck_assert_int_eq(plumb_position_gradients_evaluate(&c, threads, mid, mid + count, &error), 0);
    }
    ck_assert_int_eq(memcmp(number, number + 2 * count, 2 * count * sizeof *number), 0);
    for (size_t i = 0; i < count; i++)
        check_balls(cases, p, p->position.kind == PLUMB_POSITION_ALIBI ? "dslopes" : "dtable",
                    &(plumb_ball){number[i], number[count + i]}, exact + i, 1);
    free(number);
    _arb_vec_clear(exact, (slong)count);
}

START_TEST(of_slopes_and_tables_too) {
    random_cases cases = random_begin("gradients of slopes and tables", PROBLEMS);
    while (random_next(&cases)) {
        drawn_loss d = draw_loss(&cases, SHORT, (problem_character)random_below(&cases, CHARACTERS));
        if (plumb_position_parameters(&d.drawn.problem) > 0)
            check_positions(&cases, &d.drawn.problem);
        free_loss(&d);
    }
}
END_TEST

START_TEST(balls_hold_what_the_references_rows_sum_up_to) {
    random_cases cases = random_begin("gradients of biases", PROBLEMS);
    while (random_next(&cases)) {
        length of = random_below(&cases, 20) == 0 ? LONG : SHORT;
        drawn_loss d = draw_loss(&cases, of, (problem_character)random_below(&cases, CHARACTERS));
        if (d.drawn.problem.extra.bias != NULL)
            check_problem(&cases, &d.drawn.problem);
        free_loss(&d);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("bundle/bias_gradients");
    TCase *tests = tcase_create("gradients of biases");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, balls_hold_what_the_references_rows_sum_up_to);
    tcase_add_test(tests, of_slopes_and_tables_too);
    suite_add_tcase(suite, tests);
    int result = run_suite(suite);
    flint_cleanup(); /* its caches are no leak */
    return result;
}
