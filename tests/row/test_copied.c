/* test_copied.c - a key that a list names m times has m times the weight that it would have if it were named once: with
   biases, positions and masks of its own, in blocks, in lists of heads and of several queries. */
#include "row/copied.h"
#include "row/evaluate.h"
#include "tests/support/problems.h"
#include "tests/support/suite.h"
#include <math.h>

enum { BATCH = 2, HEADS = 4, QUERIES = 5, KEYS = 11, LISTED = 6, VALUES = 3 };

typedef struct {
    drawn_problem drawn;
    plumb_lists lists;
    int64_t index[BATCH * HEADS * QUERIES * LISTED], count[BATCH * HEADS * QUERIES];
    double bias[BATCH * HEADS * QUERIES * KEYS];
    unsigned char allowed[BATCH * HEADS * QUERIES * KEYS];
} question;

static void draw_lists(random_cases *cases, question *q) {
    static const size_t heads[] = {1, 2, HEADS};
    plumb_lists *l = &q->lists;
    *l = (plumb_lists){.heads = heads[random_below(cases, 3)],
                       .listed = LISTED,
                       .by_remainder = random_below(cases, 2) == 0,
                       .each = true,
                       .key_block = 1 + (int64_t)random_below(cases, 3),
                       .query_block = 1 + (int64_t)random_below(cases, 3),
                       .index = q->index,
                       .count = q->count};
    l->rows = (QUERIES + (size_t)l->query_block - 1) / (size_t)l->query_block;
    size_t blocks = (KEYS + (size_t)l->key_block - 1) / (size_t)l->key_block;
    for (size_t i = 0; i < sizeof q->index / sizeof *q->index; i++)
        q->index[i] = (int64_t)random_below(cases, blocks + 1) - 1;
    for (size_t i = 0; i < sizeof q->count / sizeof *q->count; i++)
        q->count[i] = (int64_t)random_below(cases, LISTED + 1);
}

static size_t often(const question *q, size_t b, size_t h, size_t t, size_t j) {
    size_t list = plumb_list_of(&q->drawn.problem, &q->lists, b, h, t), count = 0;
    for (size_t i = 0; i < (size_t)q->count[list]; i++)
        count += q->index[list * LISTED + i] == (int64_t)(j / (size_t)q->lists.key_block);
    return count;
}

/* As the reader leaves it: what the lists hide is hidden. */
static void hide_unlisted(question *q) {
    for (size_t i = 0; i < sizeof q->allowed; i++) {
        size_t row = i / KEYS;
        q->allowed[i] = often(q, row / QUERIES / HEADS, row / QUERIES % HEADS, row % QUERIES, i % KEYS) > 0;
    }
    q->drawn.problem.mask.allowed = q->allowed;
    q->drawn.problem.mask.allowed_batch = HEADS * QUERIES * KEYS;
    q->drawn.problem.mask.allowed_head = QUERIES * KEYS;
    q->drawn.problem.mask.allowed_query = KEYS;
}

static void draw_question(random_cases *cases, question *q) {
    plumb_problem shape = one_head(QUERIES, KEYS, 8, VALUES);
    shape.batch = BATCH;
    shape.query_heads = HEADS;
    shape.key_heads = HEADS / 2;
    shape.causal = (plumb_causal){random_below(cases, 2) == 0, (int64_t)random_below(cases, KEYS)};
    q->drawn = draw_problem(cases, shape, ORDINARY);
    plumb_problem *p = &q->drawn.problem;
    draw_lists(cases, q);
    p->mask.lists = &q->lists;
    hide_unlisted(q);
    p->mask.windowed = random_below(cases, 2) == 0;
    p->mask.left = (int64_t)random_below(cases, KEYS);
    p->mask.right = 2;
    p->position.kind = random_below(cases, 2) == 0 ? PLUMB_POSITION_ALIBI : PLUMB_POSITION_ROPE;
    p->position.rope = (plumb_rope){.dim = 8, .base = 100};
    for (size_t i = 0; i < sizeof q->bias / sizeof *q->bias; i++)
        q->bias[i] = (double)random_below(cases, 100) / 32;
    if (random_below(cases, 2) == 0)
        p->extra = (plumb_extras){.bias = q->bias, .bias_head = random_below(cases, 2) == 0 ? QUERIES * KEYS : 0};
    if (p->extra.bias != NULL && random_below(cases, 2) == 0)
        p->extra.bias_query = KEYS;
}

/* By the scores of the stated problem. */
static void check_row(const question *q, const plumb_row *stated, const plumb_row *copied, size_t b, size_t h,
                      size_t t) {
    const plumb_problem *p = &q->drawn.problem;
    const double *value = p->value + (b * p->key_heads + h / 2) * KEYS * VALUES;
    double total = 0, sum[VALUES] = {0};
    for (size_t j = 0; j < KEYS; j++) {
        double w = stated->visible[j] ? (double)often(q, b, h, t, j) * exp(stated->score[j].mid) : 0;
        total += w;
        for (size_t c = 0; c < VALUES; c++)
            sum[c] += w * value[j * VALUES + c];
    }
    for (size_t c = 0; c < VALUES; c++) {
        double expected = total > 0 ? sum[c] / total : 0;
        ck_assert_msg(fabs(copied->output[c].mid - expected) <= 1e-9, "%zu,%zu,%zu,%zu: %.17g, not %.17g", b, h, t, c,
                      copied->output[c].mid, expected);
    }
}

START_TEST(a_key_counts_as_often_as_it_is_listed) {
    random_cases cases = random_begin("copied", 300);
    static question q;
    size_t made = 0;
    while (random_next(&cases)) {
        draw_question(&cases, &q);
        plumb_storage storage = {0};
        plumb_problem copied;
        plumb_row row, own;
        if (plumb_copy_keys(&q.drawn.problem, &storage, &copied) == 1) {
            ck_assert_int_eq(plumb_row_init(&row, &q.drawn.problem) + plumb_row_init(&own, &copied), 0);
            for (size_t n = 0; n < BATCH * HEADS * QUERIES; n++) {
                size_t b = n / QUERIES / HEADS, h = n / QUERIES % HEADS, t = n % QUERIES;
                plumb_evaluate_row(&q.drawn.problem, plumb_problem_scale(&q.drawn.problem), b, h, t, &row);
                plumb_evaluate_row(&copied, plumb_problem_scale(&copied), b, h, t, &own);
                check_row(&q, &row, &own, b, h, t);
            }
            plumb_row_free(&row);
            plumb_row_free(&own);
            made++;
        }
        plumb_storage_free(&storage);
        q.drawn.problem.extra = (plumb_extras){.bias = NULL};
        free_problem(&q.drawn);
    }
    ck_assert_uint_gt(made, 200);
}
END_TEST

START_TEST(without_a_key_that_is_listed_twice_nothing_is_copied) {
    random_cases cases = random_begin("not copied", 1);
    static question q;
    ck_assert(random_next(&cases));
    draw_question(&cases, &q);
    for (size_t i = 0; i < sizeof q.index / sizeof *q.index; i++)
        q.index[i] = i % LISTED < 3 ? (int64_t)(i % LISTED) : -1;
    plumb_storage storage = {0};
    plumb_problem copied;
    ck_assert_int_eq(plumb_copy_keys(&q.drawn.problem, &storage, &copied), 0);
    plumb_storage_free(&storage);
    q.drawn.problem.extra = (plumb_extras){.bias = NULL};
    free_problem(&q.drawn);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("row/copied");
    TCase *tests = tcase_create("copied");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, a_key_counts_as_often_as_it_is_listed);
    tcase_add_test(tests, without_a_key_that_is_listed_twice_nothing_is_copied);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
