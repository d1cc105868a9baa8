/* test_table_bias.c - numbers taken from a table: the right ones, exactly, and silence for those that are not finite. */
#include "position/table_bias.h"
#include "tests/support/suite.h"
#include "tests/support/contain.h"
#include "tests/support/reproduce.h"
#include <math.h>

#define CASES 20000
#define MOST_KEYS 8
#define MOST_ROWS 7
#define MOST_HEADS 4

typedef struct {
    size_t rows, heads, h, keys, index[MOST_KEYS];
    double table[MOST_ROWS * MOST_HEADS];
    plumb_ball bias[MOST_KEYS + 1];
} biases;

static const plumb_ball guard = {12345, 678};

static void draw(random_cases *cases, biases *b) {
    b->rows = 1 + random_below(cases, MOST_ROWS);
    b->heads = 1 + random_below(cases, MOST_HEADS);
    b->h = random_below(cases, b->heads);
    b->keys = random_below(cases, MOST_KEYS + 1);
    for (size_t i = 0; i < b->rows * b->heads; i++)
        b->table[i] = random_special(cases);
    for (size_t j = 0; j < b->keys; j++)
        b->index[j] = random_below(cases, b->rows);
    b->bias[b->keys] = guard;
}

/* The column of this head, copied out of the table row by row. */
static void copy_column(const biases *b, double column[MOST_ROWS]) {
    const double *row = b->table;
    for (size_t i = 0; i < b->rows; i++, row += b->heads)
        column[i] = row[b->h];
}

static void fail_case(const random_cases *cases, const char *what, const biases *b, size_t j) {
    reproduction line = reproduce(cases);
    reproduce_text(&line, " %s: key %zu, row %zu of %zu, head %zu of %zu", what, j, b->index[j],
                   b->rows, b->h, b->heads);
    reproduce_balls(&line, "result", b->bias + j, 1);
    reproduce_doubles(&line, "table", b->table, b->rows * b->heads);
    reproduce_fail(&line);
}

START_TEST(takes_the_number_of_its_row_and_head) {
    random_cases cases = random_begin("table bias", CASES);
    biases b;
    while (random_next(&cases)) {
        double column[MOST_ROWS];
        draw(&cases, &b);
        copy_column(&b, column);
        plumb_table_bias(b.table, b.rows, b.heads, b.h, b.index, b.keys, b.bias);
        ck_assert_msg(balls_identical(b.bias[b.keys], guard), "writes beyond the keys");
        for (size_t j = 0; j < b.keys; j++) {
            double number = column[b.index[j]];
            if (ball_informs(b.bias[j]) != (isfinite(number) != 0))
                fail_case(&cases, "information", &b, j);
            if (isfinite(number) && !(b.bias[j].mid == number && b.bias[j].rad == 0))
                fail_case(&cases, "not that number exactly", &b, j);
        }
    }
}
END_TEST

START_TEST(takes_the_index_itself) {
    static const size_t index[] = {0, 1, 31, 4294967297, 9007199254740992};
    plumb_ball bias[6] = {[5] = guard};
    plumb_index_bias(index, 5, bias);
    for (size_t j = 0; j < 5; j++)
        ck_assert(bias[j].mid == (double)index[j] && bias[j].rad == 0);
    ck_assert_msg(balls_identical(bias[5], guard), "writes beyond the keys");
}
END_TEST

START_TEST(nothing_for_no_key) {
    double table = NAN;
    plumb_ball bias = guard;
    plumb_table_bias(&table, 1, 1, 0, NULL, 0, &bias);
    plumb_index_bias(NULL, 0, &bias);
    ck_assert(balls_identical(bias, guard));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("position/table_bias");
    TCase *tests = tcase_create("table bias");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, takes_the_number_of_its_row_and_head);
    tcase_add_test(tests, takes_the_index_itself);
    tcase_add_test(tests, nothing_for_no_key);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
