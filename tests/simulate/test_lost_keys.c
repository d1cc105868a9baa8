/* test_lost_keys.c - the effect of lost keys on an output equals that of hiding them: for means, and for sums divided
   at most by a constant; for other operators it is not computed. */
#include "simulate/power.h"
#include "bundle/rows.h"
#include "tests/simulate/drawn_case.h"
#include "simulate/element_deviation.h"
#include <math.h>

enum { KEYS = 37, DIM = 16 };

static const struct {
    plumb_operator_kind kind;
    plumb_normalisation normalisation;
    bool asked;
} said[] = {{PLUMB_SOFTMAX, PLUMB_UNNORMALISED, true},      {PLUMB_SIGMOID, PLUMB_UNNORMALISED, true},
            {PLUMB_SIGMOID, PLUMB_SUM, true},               {PLUMB_ELU, PLUMB_KEY_LENGTH, true},
            {PLUMB_IDENTITY, PLUMB_ABSOLUTE_SUM, true},     {PLUMB_ELU, PLUMB_SUM, true},
            {PLUMB_IDENTITY, PLUMB_KEY_LENGTH, true},   {PLUMB_ELU_KERNEL, PLUMB_UNNORMALISED, true},
            {PLUMB_IDENTITY, PLUMB_AT_LEAST_ONE, false},    {PLUMB_SOFTPICK, PLUMB_UNNORMALISED, false},
            {PLUMB_SCALED_SOFTMAX, PLUMB_UNNORMALISED, false}};

/* The last row of a case, and of each output what a simulated one errs. */
typedef struct {
    plumb_rows rows;
    plumb_row *row;
    plumb_deviation deviation;
    plumb_lost_keys lost;
    double of_output[DIM];
} asked_row;

static void ask_row(asked_row *asked, const plumb_problem *p) {
    ck_assert_int_eq(plumb_rows_init(&asked->rows, p, 1, PLUMB_KEEP_ALL), 0);
    ck_assert_int_eq(plumb_deviation_init(&asked->deviation, p, plumb_precision_find("f32")), 0);
    ck_assert_int_eq(plumb_lost_keys_init(&asked->lost, p), 0);
    asked->row = plumb_rows_get(&asked->rows, 0, 0, 1);
    plumb_deviation_set(&asked->deviation, 0, 0, 1, asked->row);
    for (size_t c = 0; c < DIM; c++)
        asked->of_output[c] =
            plumb_deviation_of(&asked->deviation, PLUMB_OUTPUT, c, asked->row->output[c].mid, PLUMB_F32);
    plumb_lost_keys_add(&asked->lost, &asked->deviation, asked->of_output, NULL);
}

static void free_row(asked_row *asked) {
    plumb_lost_keys_free(&asked->lost);
    plumb_deviation_free(&asked->deviation);
    plumb_rows_free(&asked->rows);
}

/* By how much the row moves when these keys are hidden, in deviations. */
static double moved(const plumb_problem *p, const asked_row *asked, size_t from, size_t to) {
    unsigned char allowed[KEYS];
    plumb_problem without = *p;
    plumb_rows rows;
    double square = 0;
    memset(allowed, 1, sizeof allowed);
    memset(allowed + from, 0, to - from);
    without.mask.allowed = allowed;
    ck_assert_int_eq(plumb_rows_init(&rows, &without, 1, PLUMB_KEEP_ALL), 0);
    const plumb_row *row = plumb_rows_get(&rows, 0, 0, 1);
    for (size_t c = 0; c < DIM; c++) {
        double x = (row->output[c].mid - asked->row->output[c].mid) / asked->of_output[c];
        square += x * x;
    }
    plumb_rows_free(&rows);
    return sqrt(square / DIM);
}

static void check_blocks(const plumb_problem *p, const asked_row *asked) {
    for (size_t n = 0; n + 1 < asked->lost.sizes; n++)
        for (size_t i = 0; i < asked->lost.start[n + 1] - asked->lost.start[n]; i++) {
            size_t from = i << n, to = from + ((size_t)1 << n) < KEYS ? from + ((size_t)1 << n) : KEYS;
            double shift = asked->lost.shift[asked->lost.start[n] + i], expected = moved(p, asked, from, to);
            ck_assert_msg(fabs(shift - expected) <= 1e-3 * (expected + 1), "keys %zu to %zu: %g for %g", from, to - 1,
                          shift, expected);
        }
}

START_TEST(lost_keys_move_outputs_as_hidden_ones_do) {
    random_cases cases = random_begin("lost keys", 6);
    while (random_next(&cases)) {
        drawn_size size = {.heads = 1, .queries = 2, .keys = KEYS, .dim = DIM, .largest = 4, .format = PLUMB_F32};
        drawn_problem drawn = draw_case(&cases, &size);
        plumb_problem p = drawn.problem;
        p.op.kind = said[_i].kind;
        p.op.normalisation = said[_i].normalisation;
        asked_row asked;
        ask_row(&asked, &p);
        ck_assert_int_eq(plumb_lost_keys_asks(&p), said[_i].asked);
        if (said[_i].asked)
            check_blocks(&p, &asked);
        for (size_t i = 0; i < asked.lost.start[asked.lost.sizes] && !said[_i].asked; i++)
            ck_assert_double_eq(asked.lost.shift[i], 0);
        free_row(&asked);
        free_problem(&drawn);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("simulate/lost keys");
    TCase *cases = tcase_create("lost keys");
    tcase_set_timeout(cases, random_timeout());
    tcase_add_loop_test(cases, lost_keys_move_outputs_as_hidden_ones_do, 0, sizeof said / sizeof *said);
    suite_add_tcase(suite, cases);
    return run_suite(suite);
}
