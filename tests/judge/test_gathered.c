/* test_gathered.c - rows that see few of many keys are judged by these alone, and found where they stand: a right
   engine passes, one wrong number is at its place, and a lost key is the one that it is among all keys. */
#include "judge/compare.h"
#include "row/gathered.h"
#include "tests/support/naive.h"
#include "tests/support/problems.h"
#include "tests/support/suite.h"
#include <math.h>
#include <string.h>

enum { BATCH = 2, HEADS = 4, QUERIES = 3, KEYS = PLUMB_LEAST_GATHERED + 5, DIM = 32, SEEN = 12 };
enum { ROWS = BATCH * HEADS * QUERIES };

typedef struct {
    drawn_problem drawn;
    unsigned char *allowed;
    double output[ROWS * DIM];
    plumb_case judged;
} question;

static void show(question *q, size_t row, size_t key) {
    q->allowed[row * KEYS + key] = 1;
}

/* The rows of every other head see the same keys, and are judged together. */
static void draw_lists(random_cases *cases, question *q) {
    q->allowed = calloc(ROWS, KEYS);
    ck_assert_ptr_nonnull(q->allowed);
    for (size_t row = 0; row < ROWS; row++)
        for (size_t i = 0; i < SEEN; i++)
            if (row / QUERIES % 2 == 0 || row % QUERIES == 0)
                show(q, row, random_below(cases, KEYS));
    for (size_t row = 0; row < ROWS; row++)
        if (row / QUERIES % 2 == 1 && row % QUERIES > 0)
            memcpy(q->allowed + row * KEYS, q->allowed + (row - 1) * KEYS, KEYS);
    q->drawn.problem.mask = (plumb_mask){.allowed = q->allowed,
                                         .allowed_batch = HEADS * QUERIES * KEYS,
                                         .allowed_head = QUERIES * KEYS,
                                         .allowed_query = KEYS};
}

/* What an engine in binary32 answers. */
static void answer(question *q) {
    const plumb_problem *p = &q->drawn.problem;
    for (size_t i = 0; i < ROWS * DIM; i++) {
        size_t row = i / DIM, head = row / QUERIES;
        q->output[i] = (float)naive_element(p, PLUMB_OUTPUT, head / HEADS, head % HEADS, row % QUERIES, i % DIM);
    }
}

static void draw_question(random_cases *cases, question *q) {
    plumb_problem shape = one_head(QUERIES, KEYS, DIM, DIM);
    shape.batch = BATCH;
    shape.query_heads = HEADS;
    shape.key_heads = HEADS / 2;
    q->drawn = draw_problem(cases, shape, ORDINARY);
    draw_lists(cases, q);
    answer(q);
    q->judged = (plumb_case){.problem = q->drawn.problem,
                             .input_format = PLUMB_F64,
                             .output = {true, PLUMB_F32, ROWS * DIM, q->output},
                             .precision = "f32",
                             .source = "lists"};
}

static void free_question(question *q) {
    free(q->allowed);
    free_problem(&q->drawn);
}

static plumb_report judge(const question *q) {
    plumb_report report;
    plumb_error error;
    plumb_compare_options options = {.threads = 1};
    ck_assert_msg(plumb_compare(&q->judged, &options, &report, &error) == 0, "%s", error.text);
    return report;
}

START_TEST(a_wrong_number_is_where_it_stands) {
    random_cases cases = random_begin("gathered verdicts", 4);
    static question q;
    while (random_next(&cases)) {
        draw_question(&cases, &q);
        ck_assert(plumb_can_gather(&q.judged.problem));
        ck_assert_int_eq(judge(&q).verdict, PLUMB_PASS);
        size_t place = random_below(&cases, ROWS * DIM), row = place / DIM;
        q.output[place] += 0.5;
        plumb_report report = judge(&q);
        const plumb_element *found = &report.tensor[PLUMB_OUTPUT].first_impossible;
        ck_assert_int_eq(report.verdict, PLUMB_FAIL);
        ck_assert_uint_eq(report.tensor[PLUMB_OUTPUT].impossible, 1);
        ck_assert_uint_eq(found->batch, row / QUERIES / HEADS);
        ck_assert_uint_eq(found->head, row / QUERIES % HEADS);
        ck_assert_uint_eq(found->query, row % QUERIES);
        ck_assert_uint_eq(found->column, place % DIM);
        free_question(&q);
    }
}
END_TEST

/* Key 0, which no row sees, has a score of 60 in every row, far above those of the others. */
static void give_hidden_key(question *q) {
    const plumb_problem *p = &q->drawn.problem;
    for (size_t row = 0; row < ROWS; row++) {
        q->allowed[row * KEYS] = 0;
        q->drawn.query[row * DIM] = 1;
    }
    for (size_t i = 0; i < BATCH * p->key_heads * KEYS; i++) {
        double *key = q->drawn.key + i * DIM;
        if (i % KEYS == 0)
            memset(key, 0, DIM * sizeof *key);
        key[0] = i % KEYS == 0 ? 60 * sqrt(DIM) : 0;
    }
    answer(q);
}

static void keep_largest(void *context, plumb_quantity quantity, const plumb_element *element) {
    double *largest = context;
    (void)quantity;
    *largest = fmax(*largest, element->probable);
}

static double largest_expected(question *q, const char *precision) {
    double largest = 0;
    plumb_report report;
    plumb_error error;
    plumb_compare_options options = {.threads = 1, .element = keep_largest, .element_context = &largest};
    q->judged.precision = precision;
    ck_assert_msg(plumb_compare(&q->judged, &options, &report, &error) == 0, "%s", error.text);
    ck_assert_int_eq(report.verdict, PLUMB_PASS);
    return largest;
}

/* A maximum of all scores makes exponentials of scores far below it, whose errors are larger. */
START_TEST(hidden_keys_are_expected_where_the_shift_includes_them) {
    random_cases cases = random_begin("hidden maxima", 4);
    static question q;
    while (random_next(&cases)) {
        draw_question(&cases, &q);
        give_hidden_key(&q);
        ck_assert_double_gt(largest_expected(&q, "f32,shift=hidden"), 2 * largest_expected(&q, "f32"));
        free_question(&q);
    }
}
END_TEST

/* The same engine, but one row has lost the last key that it sees. */
START_TEST(a_lost_key_is_counted_among_all) {
    random_cases cases = random_begin("gathered keys", 4);
    static question q;
    while (random_next(&cases)) {
        draw_question(&cases, &q);
        size_t row = random_below(&cases, ROWS), lost = KEYS - 1;
        unsigned char *shown = q.allowed + row * KEYS;
        while (!shown[lost])
            lost--;
        shown[lost] = 0;
        answer(&q);
        shown[lost] = 1;
        plumb_report report = judge(&q);
        ck_assert_int_eq(report.verdict, PLUMB_FAIL);
        const plumb_stand *stand = &report.tensor[PLUMB_OUTPUT].stand;
        ck_assert_uint_eq(stand->weight_row, row);
        ck_assert_uint_eq(stand->weight_key, lost);
        free_question(&q);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("judge/gathered");
    TCase *tests = tcase_create("gathered");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, a_wrong_number_is_where_it_stands);
    tcase_add_test(tests, hidden_keys_are_expected_where_the_shift_includes_them);
    tcase_add_test(tests, a_lost_key_is_counted_among_all);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
