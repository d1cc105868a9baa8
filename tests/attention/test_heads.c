/* test_heads.c - which query, key and value a row of a batch of grouped heads reads: for every
   small shape, from tensors whose numbers all differ. */
#include "attention/heads.h"
#include "tests/support/suite.h"
#include "tests/support/contain.h"
#include "tests/support/problems.h"

#define KEYS 3

/* Number i of a tensor is i + 1: each product of a query and a key tells where both came from,
   and so does each value. */
static void count_up(double *x, size_t count) {
    for (size_t i = 0; i < count; i++)
        x[i] = (double)(i + 1);
}

static void check_row(plumb_shape shape, const drawn_problem *drawn, size_t b, size_t h, size_t t) {
    unsigned char visible[KEYS];
    plumb_ball score[KEYS], weight[KEYS], output[1];
    size_t key_head = b * shape.key_heads + h / shape.group;
    size_t query = (b * shape.key_heads * shape.group + h) * shape.query_length + t;
    plumb_attention_query(shape, drawn->query, drawn->key, drawn->value, b, h, t, 1, 1,
                          plumb_ball_of(1), visible, score, weight, output);
    for (size_t i = 0; i < KEYS; i++) {
        double key = (double)(key_head * KEYS + i + 1);
        ck_assert_int_eq(visible[i] != 0, i <= t + 1);
        if (visible[i])
            ck_assert_double_eq(score[i].mid, (double)(query + 1) * key);
    }
    ck_assert(ball_informs(output[0]));
    /* a mean of its own values alone */
    double first = (double)(key_head * KEYS + 1);
    ck_assert(first <= output[0].mid && output[0].mid <= first + KEYS - 1);
}

static void check_shape(plumb_shape shape) {
    plumb_problem problem = one_head(shape.query_length, KEYS, 1, 1);
    problem.batch = shape.batch;
    problem.key_heads = shape.key_heads;
    problem.query_heads = shape.key_heads * shape.group;
    drawn_problem drawn = blank_problem(problem);
    count_up(drawn.query, query_numbers(&problem));
    count_up(drawn.key, key_numbers(&problem));
    count_up(drawn.value, value_numbers(&problem));
    for (size_t b = 0; b < shape.batch; b++)
        for (size_t h = 0; h < problem.query_heads; h++)
            for (size_t t = 0; t < shape.query_length; t++)
                check_row(shape, &drawn, b, h, t);
    free_problem(&drawn);
}

START_TEST(every_small_shape) {
    for (size_t batch = 1; batch <= 3; batch++)
        for (size_t key_heads = 1; key_heads <= 4; key_heads++)
            for (size_t group = 1; group <= 4; group++)
                for (size_t queries = 1; queries <= 2; queries++)
                    check_shape((plumb_shape){.batch = batch,
                                              .key_heads = key_heads,
                                              .group = group,
                                              .query_length = queries,
                                              .key_length = KEYS,
                                              .head_dim = 1,
                                              .value_dim = 1});
}
END_TEST

int main(void) {
    Suite *suite = suite_create("attention/heads");
    TCase *tests = tcase_create("heads");
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, every_small_shape);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
