/* test_shapes.c - the program writes and judges each number at its batch, head, query and column: a shape whose lengths
   are all different, with all queries and with some. */
#include "tests/cli/program.h"
#include "tests/support/check.h"
#include "tests/support/naive.h"

#define PROBLEM "--q q.npy --k k.npy --v v.npy --allowed seen.npy --mask-polarity true-attends"

enum { FROM = 1, TO = 4, MOST = 2 * 6 * 5 * 7 };

static size_t rows_of(const plumb_problem *p, size_t queries) {
    return p->batch * p->query_heads * queries;
}

static void save_tensor(const char *path, const plumb_problem *p, size_t heads, size_t length, size_t dim,
                        const double *values) {
    char shape[64];
    snprintf(shape, sizeof shape, "(%zu, %zu, %zu, %zu)", p->batch, heads, length, dim);
    save_npy(path, "<f8", shape, values, p->batch * heads * length * dim * sizeof *values);
}

static void save_problem(const drawn_problem *drawn) {
    const plumb_problem *p = &drawn->problem;
    char shape[64];
    save_tensor("q.npy", p, p->query_heads, p->query_length, p->head_dim, p->query);
    save_tensor("k.npy", p, p->key_heads, p->key_length, p->head_dim, p->key);
    save_tensor("v.npy", p, p->key_heads, p->key_length, p->value_dim, p->value);
    snprintf(shape, sizeof shape, "(%zu, %zu, %zu, %zu)", p->batch, p->query_heads, p->query_length,
             p->key_length);
    save_npy("seen.npy", "|b1", shape, p->mask.allowed, rows_of(p, p->query_length) * p->key_length);
}

static drawn_problem save_drawn(drawn_problem (*draw)(random_cases *, size_t)) {
    random_cases cases = random_begin("shapes", 1);
    ck_assert(random_next(&cases));
    drawn_problem drawn = draw(&cases, 0);
    save_problem(&drawn);
    return drawn;
}

static void check_near(const double *given, const plumb_problem *p, plumb_quantity quantity, size_t from,
                       size_t to) {
    for (size_t row = 0; row < rows_of(p, to - from); row++)
        for (size_t i = 0; i < naive_width(p, quantity); i++) {
            size_t t = row % (to - from), head = row / (to - from);
            long double naive = naive_element(p, quantity, head / p->query_heads, head % p->query_heads, from + t, i);
            double number = given[row * naive_width(p, quantity) + i];
            ck_assert_msg(number == (double)naive || fabsl(number - naive) < 1e-12L,
                          "%s: row %zu, column %zu: %.17g, not %.17Lg", plumb_quantity_name(quantity), row, i,
                          number, naive);
        }
}

static void check_answer(const plumb_problem *p, plumb_quantity quantity, const char *flags, size_t from,
                         size_t to) {
    char arguments[256];
    double given[MOST];
    snprintf(arguments, sizeof arguments, "eval " PROBLEM " --emit %s -o y.npy %s",
             plumb_quantity_name(quantity), flags);
    succeed(arguments);
    free(load_npy("y.npy", rows_of(p, to - from) * naive_width(p, quantity), given).data);
    check_near(given, p, quantity, from, to);
}

START_TEST(numbers_are_written_in_their_places) {
    drawn_problem drawn = save_drawn(naive_masked);
    size_t queries = drawn.problem.query_length;
    check_answer(&drawn.problem, (plumb_quantity)_i, "", 0, queries);
    check_answer(&drawn.problem, (plumb_quantity)_i, "--rows 1:4", FROM, TO);
    check_answer(&drawn.problem, (plumb_quantity)_i, "--round f64", 0, queries);
    check_answer(&drawn.problem, (plumb_quantity)_i, "--round f64 --rows 1:4", FROM, TO);
    free_problem(&drawn);
}
END_TEST

/* Many outputs are not told by their balls. */
START_TEST(rounded_numbers_are_written_in_their_places) {
    drawn_problem drawn = save_drawn(naive_boundary);
    const plumb_problem *p = &drawn.problem;
    double given[MOST];
    succeed("eval " PROBLEM " --emit output -o y.npy --round f32 --rows 1:4");
    free(load_npy("y.npy", rows_of(p, TO - FROM) * p->value_dim, given).data);
    for (size_t n = 0; n < rows_of(p, TO - FROM) * p->value_dim; n++) {
        size_t row = n / p->value_dim, head = row / (TO - FROM);
        ck_assert_double_eq(given[n],
                            naive_nearest(p, head / p->query_heads, head % p->query_heads,
                                          FROM + row % (TO - FROM), n % p->value_dim));
    }
    free_problem(&drawn);
}
END_TEST

/* A wrong number in a row that is judged, and in one that is not. */
START_TEST(a_wrong_number_is_named) {
    drawn_problem drawn = save_drawn(naive_masked);
    const plumb_problem *p = &drawn.problem;
    double output[MOST];
    for (size_t n = 0; n < rows_of(p, p->query_length) * p->value_dim; n++) {
        size_t row = n / p->value_dim, head = row / p->query_length;
        output[n] = (double)naive_element(p, PLUMB_OUTPUT, head / p->query_heads, head % p->query_heads,
                                          row % p->query_length, n % p->value_dim);
    }
    output[naive_start(p, PLUMB_OUTPUT, p->query_length, 1, 4, 3) + 6] += 1;
    char shape[64];
    snprintf(shape, sizeof shape, "(%zu, %zu, %zu, %zu)", p->batch, p->query_heads, p->query_length, p->value_dim);
    save_npy("out.npy", "<f8", shape, output, rows_of(p, p->query_length) * p->value_dim * sizeof *output);
    outcome result = run("diff " PROBLEM " --out out.npy");
    ck_assert_int_eq(result.exit_code, 1);
    ck_assert_ptr_nonnull(strstr(result.output, "output[1, 4, 3, 6]"));
    ck_assert_int_eq(run("diff " PROBLEM " --out out.npy --rows 3:4").exit_code, 1);
    ck_assert_int_eq(run("diff " PROBLEM " --out out.npy --rows 0:3").exit_code, 0);
    ck_assert_int_eq(run("diff " PROBLEM " --out out.npy --rows 4:5").exit_code, 0);
    free_problem(&drawn);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("shapes");
    TCase *tests = tcase_create("shapes");
    tcase_add_checked_fixture(tests, enter_directory, leave_directory);
    tcase_add_loop_test(tests, numbers_are_written_in_their_places, 0, PLUMB_QUANTITIES);
    tcase_add_test(tests, rounded_numbers_are_written_in_their_places);
    tcase_add_test(tests, a_wrong_number_is_named);
    suite_add_tcase(suite, tests);
    return run_suite_in_place(suite);
}
