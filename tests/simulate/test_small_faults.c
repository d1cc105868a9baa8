/* test_small_faults.c - faults that move each number by less than simulated roundings, but all numbers of a row
   together as no rounding does: a lost key of little weight, a factor of the output.  The correct output PASSes. */
#include "bundle/rows.h"
#include "tests/simulate/drawn_case.h"

static const drawn_size size = {.heads = 2,
                                .queries = 32,
                                .keys = 64,
                                .dim = 64,
                                .largest = 36,
                                .rotated = true,
                                .model = "bf16-eager",
                                .format = PLUMB_BF16};

/* Of each key, the largest weight that a row gives it. */
static void find_weights(const plumb_problem *p, double *weight) {
    plumb_rows rows;
    demand(plumb_rows_init(&rows, p, 1, PLUMB_KEEP_ALL) == 0, "memory is short");
    memset(weight, 0, p->key_length * sizeof *weight);
    for (size_t row = 0; row < plumb_rows_of(p); row++) {
        const plumb_row *found = plumb_rows_get(&rows, 0, row / p->query_length, row % p->query_length);
        for (size_t j = 0; j < p->key_length; j++)
            weight[j] = fmax(weight[j], found->weight[j].mid);
    }
    plumb_rows_free(&rows);
}

/* The key whose largest weight is the next below that; none: 0. */
static size_t key_below(const plumb_problem *p, double most) {
    double weight[64];
    size_t key = 0;
    find_weights(p, weight);
    weight[0] = 0;
    for (size_t j = 1; j < p->key_length; j++)
        key = weight[j] < most && weight[j] > weight[key] ? j : key;
    return weight[key] > most / 4 ? key : 0;
}

/* No number, row, head, tensor or factor of the scores is beyond what is expected. */
static bool errs_as_honest_ones(const plumb_report *report) {
    const plumb_tensor_report *t = &report->tensor[PLUMB_OUTPUT];
    return t->beyond == 0 && t->impossible == 0 && t->stand.row <= 1 && t->stand.head <= 1 && t->stand.whole <= 1 &&
           fabs(t->stand.scale) <= t->stand.scale_limit;
}

static plumb_report judge_answer(const drawn_problem *drawn, const plumb_problem *by, const simulated_engine *engine) {
    double *output = malloc(plumb_rows_of(by) * size.dim * sizeof *output);
    answer_case(by, engine, size.format, output);
    plumb_report report = judge_case(&drawn->problem, &size, output);
    free(output);
    return report;
}

START_TEST(a_lost_key_of_little_weight_is_told) {
    random_cases cases = random_begin("lost keys", 12);
    size_t told = 0, all = 0, unseen = 0;
    unsigned char allowed[64];
    while (random_next(&cases)) {
        drawn_problem drawn = draw_case(&cases, &size);
        simulated_engine engine = draw_engine(&cases, &size);
        plumb_problem by = drawn.problem;
        size_t key = key_below(&by, 0.02);
        if (key > 0) {
            memset(allowed, 1, sizeof allowed);
            allowed[key] = 0;
            by.mask.allowed = allowed;
            ck_assert_int_eq(judge_answer(&drawn, &drawn.problem, &engine).verdict, PLUMB_PASS);
            plumb_report report = judge_answer(&drawn, &by, &engine);
            told += report.verdict != PLUMB_PASS;
            unseen += errs_as_honest_ones(&report) && report.tensor[PLUMB_OUTPUT].stand.weight > 1;
            all++;
        }
        free_problem(&drawn);
    }
    ck_assert_uint_ge(10 * told, 9 * all);
    ck_assert(all < 6 || unseen > 0);
}
END_TEST

static const drawn_size many_rows = {.heads = 2,
                                     .queries = 320,
                                     .keys = 320,
                                     .dim = 64,
                                     .largest = 36,
                                     .rotated = true,
                                     .model = "bf16-flash",
                                     .format = PLUMB_BF16};

/* A row of the first head, with an even number, that leaves a little weight to a key beside one of much; the key. */
static bool find_row(const plumb_problem *p, size_t *query, size_t *key) {
    plumb_rows rows;
    bool found = false;
    demand(plumb_rows_init(&rows, p, 1, PLUMB_KEEP_ALL) == 0, "memory is short");
    for (size_t t = 100; t < p->query_length && !found; t += 2) {
        const plumb_row *row = plumb_rows_get(&rows, 0, 0, t);
        double most = 0;
        for (size_t j = 0; j < p->key_length; j++)
            most = fmax(most, row->weight[j].mid);
        for (size_t j = 0; j < p->key_length && most > 0.2 && !found; j++)
            if (row->weight[j].mid > 0.005 && row->weight[j].mid < 0.02) {
                *query = t;
                *key = j;
                found = true;
            }
    }
    plumb_rows_free(&rows);
    return found;
}

/* 640 rows, of which those with odd numbers are asked whatever they say. */
START_TEST(a_key_that_is_lost_in_one_row_of_many_is_told) {
    random_cases cases = random_begin("lost in one row", 5);
    size_t told = 0, all = 0, query, key;
    unsigned char allowed[320];
    while (random_next(&cases)) {
        drawn_problem drawn = draw_case(&cases, &many_rows);
        simulated_engine engine = draw_engine(&cases, &many_rows);
        plumb_problem by = drawn.problem;
        size_t numbers = plumb_rows_of(&by) * many_rows.dim;
        double *output = malloc(2 * numbers * sizeof *output), *wrong = output + numbers;
        if (find_row(&by, &query, &key)) {
            memset(allowed, 1, sizeof allowed);
            allowed[key] = 0;
            by.mask.allowed = allowed;
            answer_case(&drawn.problem, &engine, many_rows.format, output);
            answer_case(&by, &engine, many_rows.format, wrong);
            ck_assert_int_eq(judge_case(&drawn.problem, &many_rows, output).verdict, PLUMB_PASS);
            size_t place = query * many_rows.dim;
            memcpy(output + place, wrong + place, many_rows.dim * sizeof *output);
            plumb_report report = judge_case(&drawn.problem, &many_rows, output);
            told += report.verdict != PLUMB_PASS;
            ck_assert(report.verdict == PLUMB_PASS || !errs_as_honest_ones(&report) ||
                      report.tensor[PLUMB_OUTPUT].stand.weight_key == key);
            all++;
        }
        free(output);
        free_problem(&drawn);
    }
    ck_assert_uint_ge(10 * told, 8 * all);
}
END_TEST

START_TEST(a_factor_of_the_output_is_told) {
    random_cases cases = random_begin("factors of outputs", 4);
    while (random_next(&cases)) {
        drawn_problem drawn = draw_case(&cases, &size);
        simulated_engine engine = draw_engine(&cases, &size);
        plumb_problem by = drawn.problem;
        by.op.kind = PLUMB_SCALED_SOFTMAX;
        by.op.alpha = 1.005;
        plumb_report report = judge_answer(&drawn, &by, &engine);
        const plumb_stand *stand = &report.tensor[PLUMB_OUTPUT].stand;
        ck_assert(report.verdict == PLUMB_SUSPECT && errs_as_honest_ones(&report));
        ck_assert_double_gt(stand->bias.along, stand->bias.along_limit);
        ck_assert_double_eq_tol(stand->bias.along, 0.005, 0.004);
        free_problem(&drawn);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("simulate/small faults");
    TCase *cases = tcase_create("small faults");
    tcase_set_timeout(cases, random_timeout());
    tcase_add_test(cases, a_lost_key_of_little_weight_is_told);
    tcase_add_test(cases, a_key_that_is_lost_in_one_row_of_many_is_told);
    tcase_add_test(cases, a_factor_of_the_output_is_told);
    suite_add_tcase(suite, cases);
    return run_suite(suite);
}
