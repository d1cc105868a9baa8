/* test_neighbours_keys.c - engines that lose keys, count them twice, pad them or read them from
   elsewhere, told by their neighbours. */
#include "tests/diagnose/naive_engine.h"

/* ---- keys that are lost ---- */

static bool sees_but_last(const naive *e, size_t b, size_t h, size_t t, size_t j) {
    return j != 10 && naive_sees(e, b, h, t, j);
}

static void lose_last(naive *e) {
    e->sees = sees_but_last;
}

static void lose_last_by_loop(naive *e) {
    e->keys = 10;
}

static bool sees_but_first(const naive *e, size_t b, size_t h, size_t t, size_t j) {
    return j != 0 && naive_sees(e, b, h, t, j);
}

static void lose_first(naive *e) {
    e->sees = sees_but_first;
}

static void lose_newest(naive *e) {
    e->keys = 4;
}

static void lose_tail(naive *e) {
    e->keys = 8;
}

/* ---- keys that are counted twice: once more in the sum and the values ---- */

static double score_of_last_twice(const naive *e, size_t b, size_t h, size_t t, size_t j,
                                  double product) {
    return naive_score(e, b, h, t, j, product) + (j == 10 ? log(2) : 0);
}

static void count_last_twice(naive *e) {
    e->score = score_of_last_twice;
}

static double score_of_own_twice(const naive *e, size_t b, size_t h, size_t t, size_t j,
                                 double product) {
    return naive_score(e, b, h, t, j, product) + (j == t + 4 ? log(2) : 0);
}

static void count_own_twice(naive *e) {
    e->score = score_of_own_twice;
}

/* ---- keys of zeros after the last ---- */

static bool sees_padding(const naive *e, size_t b, size_t h, size_t t, size_t j) {
    return j >= 11 || naive_sees(e, b, h, t, j);
}

static double padded_key(const naive *e, size_t b, size_t h, size_t j, size_t c) {
    return j >= 11 ? 0 : naive_key(e, b, h, j, c);
}

static double padded_value(const naive *e, size_t b, size_t h, size_t j, size_t c) {
    return j >= 11 ? 0 : naive_value(e, b, h, j, c);
}

static double padded_score(const naive *e, size_t b, size_t h, size_t t, size_t j, double product) {
    return j >= 11 ? 0 : naive_score(e, b, h, t, j, product);
}

static void pad_to(naive *e, size_t keys) {
    e->keys = keys;
    e->sees = sees_padding;
    e->key = padded_key;
    e->value = padded_value;
    e->score = padded_score;
}

static void pad_to_16(naive *e) {
    pad_to(e, 16);
}

static void pad_to_32(naive *e) {
    pad_to(e, 32);
}

static void pad_to_128(naive *e) {
    pad_to(e, 128);
}

static void give_allowed_and_bias(random_cases *cases, drawn_problem *drawn) {
    give_allowed(cases, drawn);
    give_bias(cases, drawn);
}

/* Normalised sigmoids: a key of zeros adds 1/2 to their sum. */
static void state_sigmoids(random_cases *cases, drawn_problem *drawn) {
    (void)cases;
    drawn->problem.op.kind = PLUMB_SIGMOID;
    drawn->problem.op.normalisation = PLUMB_SUM;
}

/* ---- other contents ---- */

static double zero_last_key(const naive *e, size_t b, size_t h, size_t j, size_t c) {
    return j == 10 ? 0 : naive_key(e, b, h, j, c);
}

static double zero_last_value(const naive *e, size_t b, size_t h, size_t j, size_t c) {
    return j == 10 ? 0 : naive_value(e, b, h, j, c);
}

static void zero_last(naive *e) {
    e->key = zero_last_key;
    e->value = zero_last_value;
}

static void zero_value_of_last(naive *e) {
    e->value = zero_last_value;
}

static double newest_zero_key(const naive *e, size_t b, size_t h, size_t j, size_t c) {
    return j >= 4 ? 0 : naive_key(e, b, h, j, c);
}

static double newest_zero_value(const naive *e, size_t b, size_t h, size_t j, size_t c) {
    return j >= 4 ? 0 : naive_value(e, b, h, j, c);
}

static void zero_newest(naive *e) {
    e->key = newest_zero_key;
    e->value = newest_zero_value;
}

static double stale_key(const naive *e, size_t b, size_t h, size_t j, size_t c) {
    return naive_key(e, b, h, j == 10 ? 9 : j, c);
}

static double stale_value(const naive *e, size_t b, size_t h, size_t j, size_t c) {
    return naive_value(e, b, h, j == 10 ? 9 : j, c);
}

static void read_stale_key(naive *e) {
    e->key = stale_key;
    e->value = stale_value;
}

static double value_before(const naive *e, size_t b, size_t h, size_t j, size_t c) {
    return naive_value(e, b, h, (j + 10) % 11, c);
}

static void weigh_value_before(naive *e) {
    e->value = value_before;
}

static double value_after_or_0(const naive *e, size_t b, size_t h, size_t j, size_t c) {
    return j == 10 ? 0 : naive_value(e, b, h, j + 1, c);
}

static void weigh_value_after(naive *e) {
    e->value = value_after_or_0;
}

static void state_square(random_cases *cases, drawn_problem *drawn) {
    free_problem(drawn);
    plumb_problem shape = usual_shape();
    shape.value_dim = 8;
    *drawn = draw_problem(cases, shape, ORDINARY);
}

static double key_at_8(const naive *e, size_t b, size_t h, size_t j, size_t c) {
    const plumb_problem *p = e->p;
    size_t head = b * p->key_heads + naive_key_head(p, h);
    return p->key[(head * p->key_length + j) * 8 + c];
}

static double value_at_8(const naive *e, size_t b, size_t h, size_t j, size_t c) {
    const plumb_problem *p = e->p;
    size_t head = b * p->key_heads + naive_key_head(p, h);
    return p->value[(head * p->key_length + j) * 8 + c];
}

static void exchange(naive *e) {
    e->key = value_at_8;
    e->value = key_at_8;
}

static void weigh_keys(naive *e) {
    e->value = key_at_8;
}

static void state_eleven(random_cases *cases, drawn_problem *drawn) {
    free_problem(drawn);
    plumb_problem shape = usual_shape();
    shape.head_dim = 11;
    *drawn = draw_problem(cases, shape, ORDINARY);
}

static double query_of_8(const naive *e, size_t b, size_t h, size_t t, size_t c) {
    return c < 8 ? naive_query(e, b, h, t, c) : 0;
}

static void sum_over_8(naive *e) {
    e->query = query_of_8;
}

/* Weights of a key that counts twice stand for both; tensors without them. */
enum { SUMS = HAS_OUTPUT | HAS_LSE };

static const mistake mistakes[] = {
    {"leaves out the last key", state_causal, lose_last, 0},
    {"leaves out the last key", state_nothing, lose_last_by_loop, 0},
    {"leaves out key 0", state_causal, lose_first, 0},
    {"leaves out the last query_length keys", state_nothing, lose_newest, 0},
    {"leaves out the keys from 8 on, beyond the last full block of 8", state_nothing, lose_tail, 0},
    {"counts the last key twice", give_allowed, count_last_twice, SUMS},
    {"counts the key at a query's own position twice", state_causal, count_own_twice, SUMS},
    {"lets queries see 5 keys of zeros", state_nothing, pad_to_16, 0},
    {"lets queries see 5 keys of zeros", give_allowed_and_bias, pad_to_16, 0},
    {"lets queries see 21 keys of zeros", state_nothing, pad_to_32, SUMS},
    {"lets queries see 117 keys of zeros", state_nothing, pad_to_128, SUMS},
    {"lets queries see 5 keys of zeros", state_sigmoids, pad_to_16, 0},
    {"lets every query see 5 keys of zeros", state_causal, pad_to_16, 0},
    {"has zeros for the last key and its value", state_nothing, zero_last, 0},
    {"has zeros for the value of the last key", state_nothing, zero_value_of_last, 0},
    {"has zeros for the last query_length keys", state_nothing, zero_newest, 0},
    {"reads the key before the last in its place", state_nothing, read_stale_key, 0},
    {"weighs the value of the key before, for the first that", state_nothing, weigh_value_before,
     0},
    {"weighs the value of the key after, for the last 0", state_nothing, weigh_value_after, 0},
    {"exchanges keys and values", state_square, exchange, 0},
    {"weighs the keys in place", state_square, weigh_keys, 0},
    {"sums q.k over 8 of 11 elements", state_eleven, sum_over_8, 0},
};

enum { MISTAKES = sizeof mistakes / sizeof *mistakes };

START_TEST(told_by_their_neighbours) {
    check_mistake(&mistakes[_i], plumb_neighbours_of_keys);
}
END_TEST

/* Positions that are stated go on from the last, segments are 0. */
START_TEST(padding_counts_on) {
    random_cases cases = random_begin("padding counts on", 3);
    while (random_next(&cases)) {
        drawn_problem drawn = draw_problem(&cases, usual_shape(), ORDINARY);
        plumb_neighbourhood list = {0};
        plumb_storage storage = {NULL};
        plumb_case changed = {.problem = drawn.problem};
        int64_t position[22], segment[22] = {0}, of_queries[14] = {0};
        for (int64_t i = 0; i < 22; i++)
            position[i] = 3 * i;
        changed.problem.position.kind = PLUMB_POSITION_ALIBI;
        changed.problem.position.alibi = PLUMB_ALIBI_KEY;
        changed.problem.position.key_position = position;
        changed.problem.mask.query_segment = of_queries;
        changed.problem.mask.key_segment = segment;
        plumb_neighbours_of_keys(&changed, &list);
        const plumb_neighbour *pad = neighbour_that(&list, "lets queries see 5 keys of zeros");
        ck_assert_int_eq(plumb_neighbour_make(pad, &storage, &changed), 1);
        const int64_t *padded = changed.problem.position.key_position;
        for (size_t b = 0; b < 2; b++)
            for (size_t j = 0; j < 16; j++) {
                int64_t last = position[b * 11 + 10];
                ck_assert_int_eq(padded[b * 16 + j],
                                 j < 11 ? position[b * 11 + j] : last + (int64_t)j - 10);
                ck_assert_int_eq(changed.problem.mask.key_segment[b * 16 + j], 0);
            }
        plumb_storage_free(&storage);
        plumb_neighbourhood_free(&list);
        free_problem(&drawn);
    }
}
END_TEST

START_TEST(every_neighbour_is_a_case) {
    check_family("neighbours of keys", plumb_neighbours_of_keys, 120);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("diagnose/neighbours_keys");
    TCase *cases = tcase_create("neighbours_keys");
    tcase_set_timeout(cases, random_timeout());
    tcase_add_loop_test(cases, told_by_their_neighbours, 0, MISTAKES);
    tcase_add_test(cases, padding_counts_on);
    tcase_add_test(cases, every_neighbour_is_a_case);
    suite_add_tcase(suite, cases);
    return run_suite(suite);
}
