/* test_choice.c - lists of keys beside their index scores: each is right if it is among the sets of largest scores that
   an enumeration finds, and the key that a wrong one lacks is one that every right one has more right to. */
#include "tests/case/draft.h"
#include "tests/support/random.h"
#include "tests/support/suite.h"
#include <math.h>

/* 2 batch entries, 6 query heads on 2 key heads, 3 queries, 5 keys. */
enum { BATCH = 2, HEADS = 6, QUERIES = 3, KEYS = 5, MOST = 4, LISTS = BATCH * HEADS * QUERIES };
enum { BEFORE = 4 * (BATCH * HEADS * QUERIES * 4 + BATCH * 2 * KEYS * 4 + BATCH * 2 * KEYS * 3) };
enum { DATA = BEFORE + 8 * LISTS * (MOST + 1) + 4 * LISTS * KEYS + 8 * BATCH + KEYS };

typedef struct {
    size_t heads, rows, blocks, listed, score_heads;
    int key_block, query_block;
    bool counted, causal, beside, lengths;
    int64_t index[LISTS * MOST], count[LISTS], length[BATCH];
    float score[LISTS * KEYS];
    unsigned char allowed[KEYS], data[DATA];
} drawn;

/* Few different scores, so that many are equal. */
static float draw_score(random_cases *cases) {
    size_t n = random_below(cases, 12);
    return n == 0 ? -INFINITY : n == 1 ? INFINITY : (float)(n / 2) / 2 - 1;
}

static void draw(random_cases *cases, drawn *d) {
    static const size_t heads[] = {1, 2, HEADS};
    memset(d, 0, sizeof *d);
    d->heads = heads[random_below(cases, 3)];
    d->score_heads = random_below(cases, 2) == 0 ? 1 : d->heads;
    d->key_block = 1 + (int)random_below(cases, 2);
    d->query_block = 1 + (int)random_below(cases, 2);
    d->rows = (QUERIES + (size_t)d->query_block - 1) / (size_t)d->query_block;
    d->blocks = (KEYS + (size_t)d->key_block - 1) / (size_t)d->key_block;
    d->listed = 1 + random_below(cases, MOST);
    d->counted = random_below(cases, 2) == 0;
    d->causal = random_below(cases, 2) == 0;
    d->beside = random_below(cases, 3) == 0;
    d->lengths = random_below(cases, 3) == 0;
    for (size_t j = 0; j < KEYS; j++)
        d->allowed[j] = random_below(cases, 3) > 0;
    for (size_t b = 0; b < BATCH; b++)
        d->length[b] = (int64_t)(1 + random_below(cases, KEYS));
    for (size_t i = 0; i < sizeof d->score / sizeof *d->score; i++)
        d->score[i] = draw_score(cases);
}

static size_t row_of_scores(const drawn *d, size_t list) {
    size_t row = list % d->rows, head = list / d->rows % d->heads, b = list / d->rows / d->heads;
    return (b * d->score_heads + (d->score_heads > 1 ? head : 0)) * d->rows + row;
}

/* To some query that reads the list. */
static bool is_visible(const drawn *d, size_t list, size_t block) {
    size_t row = list % d->rows, b = list / d->rows / d->heads;
    for (size_t j = block * (size_t)d->key_block; j < KEYS && j < (block + 1) * (size_t)d->key_block; j++)
        for (size_t t = row * (size_t)d->query_block; t < QUERIES && t < (row + 1) * (size_t)d->query_block; t++) {
            int64_t length = d->lengths ? d->length[b] : KEYS;
            bool there = (int64_t)j < length && (!d->beside || d->allowed[j]);
            if (there && (!d->causal || (int64_t)j <= (int64_t)t + length - QUERIES))
                return true;
        }
    return false;
}

static bool is_candidate(const drawn *d, size_t list, size_t block) {
    return is_visible(d, list, block) && d->score[row_of_scores(d, list) * d->blocks + block] > -INFINITY;
}

static double score_of(const drawn *d, size_t list, size_t block) {
    return (double)d->score[row_of_scores(d, list) * d->blocks + block];
}

static bool has(const drawn *d, size_t list, size_t block) {
    for (size_t i = 0; i < (size_t)d->count[list]; i++)
        if (d->index[list * d->listed + i] == (int64_t)block)
            return true;
    return false;
}

/* How many candidates have a larger score: a list of n has to have each of which fewer than n have. */
static size_t larger(const drawn *d, size_t list, size_t block) {
    size_t count = 0;
    for (size_t i = 0; i < d->blocks; i++)
        count += is_candidate(d, list, i) && score_of(d, list, i) > score_of(d, list, block);
    return count;
}

/* A set is right if it is as large as it can be, and each of its members belongs to some right set. */
static bool is_right(const drawn *d, size_t list) {
    size_t candidates = 0, chosen = 0, places = (size_t)d->count[list];
    bool belongs = true;
    for (size_t i = 0; i < d->blocks; i++) {
        bool one = is_candidate(d, list, i);
        candidates += one;
        chosen += one && has(d, list, i);
        belongs = belongs && (!one || !has(d, list, i) || larger(d, list, i) < places);
    }
    size_t most = candidates < places ? candidates : places;
    if (chosen < most || !belongs)
        return false;
    for (size_t i = 0; i < d->blocks; i++) /* those that every right set has */
        for (size_t j = 0; j < d->blocks; j++)
            if (is_candidate(d, list, i) && is_candidate(d, list, j) && !has(d, list, i) && has(d, list, j) &&
                score_of(d, list, i) > score_of(d, list, j))
                return false;
    return true;
}

/* Mostly the largest, then disturbed now and then. */
static void choose(random_cases *cases, drawn *d) {
    for (size_t list = 0; list < BATCH * d->heads * d->rows; list++) {
        d->count[list] = d->counted ? (int64_t)random_below(cases, d->listed + 1) : (int64_t)d->listed;
        for (size_t i = 0; i < d->listed; i++)
            d->index[list * d->listed + i] = -1;
        size_t begin = random_below(cases, d->blocks), taken = 0;
        for (size_t rank = 0; rank < d->blocks; rank++)
            for (size_t n = 0; n < d->blocks && taken < d->listed; n++) {
                size_t block = (begin + n) % d->blocks;
                if (is_candidate(d, list, block) && larger(d, list, block) == rank)
                    d->index[list * d->listed + taken++] = (int64_t)block;
            }
        if (random_below(cases, 3) == 0) {
            int64_t last = (d->lengths ? d->length[list / d->rows / d->heads] : KEYS) - 1;
            d->index[list * d->listed + random_below(cases, d->listed)] =
                (int64_t)random_below(cases, (size_t)(last / d->key_block) + 1);
        }
    }
}

static void add(draft *file, drawn *d, const char *name, const char *dtype, const char *shape, const void *from,
                size_t bytes) {
    memcpy(d->data + file->data_size, from, bytes);
    add_tensor(file, name, dtype, shape, bytes);
}

static draft draft_of(drawn *d, const char *more) {
    char said[300], shape[48];
    size_t lists = BATCH * d->heads * d->rows, rows = BATCH * d->score_heads * d->rows;
    snprintf(said, sizeof said,
             ",\"key_block_size\":%d,\"query_block_size\":%d,\"duplicate_indices\":\"once\"%s%s", d->key_block,
             d->query_block, d->causal ? ",\"mask\":\"causal\",\"causal_alignment\":\"bottom-right\"" : "", more);
    draft file = start_with(said, "");
    snprintf(shape, sizeof shape, "[2,%zu,%zu,%zu]", d->heads, d->rows, d->listed);
    add(&file, d, "key_indices", "I64", shape, d->index, 8 * lists * d->listed);
    snprintf(shape, sizeof shape, "[2,%zu,%zu]", d->heads, d->rows);
    if (d->counted)
        add(&file, d, "key_index_counts", "I64", shape, d->count, 8 * lists);
    snprintf(shape, sizeof shape, "[2,%zu,%zu,%zu]", d->score_heads, d->rows, d->blocks);
    add(&file, d, "index_scores", "F32", shape, d->score, 4 * rows * d->blocks);
    if (d->lengths)
        add(&file, d, "key_lengths", "I64", "[2]", d->length, sizeof d->length);
    if (d->beside)
        add(&file, d, "allowed", "BOOL", "[1,1,1,5]", d->allowed, KEYS);
    return file;
}

/* The key that is left out is a candidate; what is taken for it has a smaller score, or there is a place for it. */
static void check_first(const drawn *d, const plumb_choice *c) {
    ck_assert(is_candidate(d, c->list, c->left_out) && !has(d, c->list, c->left_out));
    ck_assert(c->left_out_score == score_of(d, c->list, c->left_out));
    ck_assert_uint_lt(larger(d, c->list, c->left_out), c->places);
    if (c->full)
        ck_assert(has(d, c->list, c->taken) && c->taken_score == score_of(d, c->list, c->taken) &&
                  c->taken_score < c->left_out_score);
    else
        ck_assert_uint_lt(c->chosen, c->places);
}

START_TEST(a_list_has_the_largest_scores) {
    random_cases cases = random_begin("choice", 3000);
    static drawn d;
    size_t right = 0, wrong = 0;
    while (random_next(&cases)) {
        draw(&cases, &d);
        choose(&cases, &d);
        plumb_case c = accept(draft_of(&d, ""), d.data);
        size_t lists = BATCH * d.heads * d.rows, expected = 0, first = lists;
        for (size_t list = lists; list-- > 0;)
            if (!is_right(&d, list)) {
                expected++;
                first = list;
            }
        ck_assert_uint_eq(c.choice.lists, lists);
        ck_assert_uint_eq(c.choice.unjudged, 0);
        ck_assert_msg(c.choice.wrong == expected, "case %zu: %zu wrong, not %zu", (size_t)cases.number, c.choice.wrong,
                      expected);
        if (expected > 0) {
            ck_assert_uint_eq(c.choice.list, first);
            check_first(&d, &c.choice);
        }
        right += expected == 0;
        wrong += expected > 0;
        plumb_case_free(&c);
    }
    ck_assert_msg(right > 300 && wrong > 300, "%zu right, %zu wrong", right, wrong);
}
END_TEST

/* Two keys, one of which is listed. */
static plumb_choice choice_of(float listed, float other, const char *more) {
    static drawn d;
    memset(&d, 0, sizeof d);
    d.heads = d.score_heads = d.listed = 1;
    d.key_block = d.query_block = 1;
    d.rows = QUERIES;
    d.blocks = KEYS;
    for (size_t i = 0; i < sizeof d.score / sizeof *d.score; i++)
        d.score[i] = i % KEYS == 0 ? listed : i % KEYS == 1 ? other : -2;
    plumb_case c = accept(draft_of(&d, more), d.data);
    plumb_choice choice = c.choice;
    plumb_case_free(&c);
    return choice;
}

START_TEST(scores_may_be_off_as_stated) {
    ck_assert_uint_eq(choice_of(1, 1, "").wrong, 0);
    ck_assert_uint_eq(choice_of(1, 1.0000001f, "").wrong, 6);
    ck_assert_uint_eq(choice_of(1, 1.25f, ",\"index_score_error\":0.125").wrong, 0);
    ck_assert_uint_eq(choice_of(1, 1.25f, ",\"index_score_error\":0.1249").wrong, 6);
}
END_TEST

START_TEST(what_is_no_number_is_not_judged) {
    ck_assert_uint_eq(choice_of(NAN, 1, "").unjudged, 6);
    ck_assert_uint_eq(choice_of(1, NAN, "").wrong, 0);
}
END_TEST

#define LISTED "key_indices I64 [2,3,2] "
static const struct {
    const char *members, *tensors, *message;
} refused[] = {
    {"", "index_scores F32 [2,3,5]", "x: index_scores: has no effect here: no key_indices are given"},
    {",\"index_score_error\":1", LISTED, "x: index_score_error: has no effect here: no index_scores are given"},
    {",\"index_score_error\":-1", LISTED "index_scores F32 [2,3,5]",
     "x: plumbline.index_score_error: -1 is not a finite number of at least 0"},
    {"", LISTED "index_scores F32 [2,3,4]",
     "x: index_scores: shape [2,3,4] is not [2,3,5] or [2,1,3,5], a score of each key for each list"},
    {"", LISTED "index_scores F32 [2,6,3,5]",
     "x: index_scores: shape [2,6,3,5] is not [2,3,5] or [2,1,3,5], a score of each key for each list"},
    {",\"key_block_size\":2", "key_indices I64 [2,2,3,2] index_scores F32 [2,2,3,5]",
     "x: index_scores: shape [2,2,3,5] is not [2,3,3] or [2,1|2,3,3], a score of each block for each list"},
    {"", LISTED "index_scores I32 [2,3,5]", "x: index_scores: dtype I32 is not one of F64, F32, F16, BF16"},
};

/* Lists of 0 and 1. */
START_TEST(refuses) {
    static unsigned char data[2 * DATA];
    memset(data, 0, sizeof data);
    for (size_t list = 0; list < 2 * BATCH * QUERIES; list++)
        data[BEFORE + 16 * list + 8] = 1;
    refuse_data(start_with(refused[_i].members, refused[_i].tensors), data, refused[_i].message);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("choice");
    TCase *tests = tcase_create("choice");
    tcase_set_timeout(tests, 300);
    tcase_add_test(tests, a_list_has_the_largest_scores);
    tcase_add_test(tests, scores_may_be_off_as_stated);
    tcase_add_test(tests, what_is_no_number_is_not_judged);
    tcase_add_loop_test(tests, refuses, 0, (int)(sizeof refused / sizeof *refused));
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
