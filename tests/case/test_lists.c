/* test_lists.c - lists of keys and of blocks of keys: the visible keys, computed in a second way, and refusals. */
#include "tests/case/draft.h"
#include "tests/support/random.h"
#include "tests/support/suite.h"

/* 2 batch entries, 6 query heads on 2 key heads, 3 queries, 5 keys. */
enum { BATCH = 2, HEADS = 6, QUERIES = 3, KEYS = 5, MOST = 4 };
enum { BEFORE = 4 * (BATCH * HEADS * QUERIES * 4 + BATCH * 2 * KEYS * 4 + BATCH * 2 * KEYS * 3) };
enum { LISTS = BATCH * HEADS * QUERIES, MOST_DATA = BEFORE + 8 * LISTS * (MOST + 1) + 8 * BATCH + KEYS };

typedef struct {
    int key_block, query_block, counted; /* counted: the rank of the counts, or 0 */
    size_t heads, rows, listed;
    bool flat, tiled, beside, lengths, each;
    int64_t index[LISTS * MOST], count[LISTS], length[BATCH];
    unsigned char allowed[KEYS], data[MOST_DATA];
} drawn;

static size_t blocks_of(const drawn *d, size_t b) {
    int64_t keys = d->lengths ? d->length[b] : KEYS;
    return (size_t)((keys + d->key_block - 1) / d->key_block);
}

static void draw(random_cases *cases, drawn *d) {
    static const size_t heads[] = {1, 2, HEADS};
    memset(d, 0, sizeof *d);
    d->key_block = 1 + (int)random_below(cases, 3);
    d->query_block = 1 + (int)random_below(cases, 3);
    d->heads = heads[random_below(cases, 3)];
    d->flat = d->heads == 1 && random_below(cases, 2) == 1;
    d->counted = (int)random_below(cases, 4);
    d->rows = (size_t)((QUERIES + d->query_block - 1) / d->query_block);
    d->listed = random_below(cases, MOST + 1);
    d->tiled = random_below(cases, 2) == 1;
    d->beside = random_below(cases, 2) == 1;
    d->lengths = random_below(cases, 2) == 1;
    d->each = false;
    for (size_t j = 0; j < KEYS; j++)
        d->allowed[j] = random_below(cases, 2) == 1;
    for (size_t b = 0; b < BATCH; b++)
        d->length[b] = (int64_t)random_below(cases, KEYS + 1);
    for (size_t list = 0; list < BATCH * d->heads * d->rows; list++) {
        size_t b = list / (d->heads * d->rows);
        d->count[list] = (int64_t)random_below(cases, d->listed + 1);
        for (size_t i = 0; i < d->listed; i++)
            d->index[list * d->listed + i] = (int64_t)random_below(cases, blocks_of(d, b) + 1) - 1;
    }
}

/* How many of a list count, by the rank of the counts: the first of their entry, of their row, or their own. */
static size_t count_of(const drawn *d, size_t b, size_t head, size_t row) {
    size_t place[] = {0, b, b * d->rows + row, (b * d->heads + head) * d->rows + row};
    return d->counted == 0 ? d->listed : (size_t)d->count[place[d->counted]];
}

static void add(draft *file, drawn *d, const char *name, const char *dtype, const char *shape, const void *from,
                size_t bytes) {
    memcpy(d->data + file->data_size, from, bytes);
    add_tensor(file, name, dtype, shape, bytes);
}

static draft draft_of(drawn *d) {
    char said[200], shape[48];
    snprintf(said, sizeof said,
             ",\"key_block_size\":%d,\"query_block_size\":%d,\"duplicate_indices\":\"%s\",\"gqa\":\"%s\"",
             d->key_block, d->query_block, d->each ? "each" : "once", d->tiled ? "tile" : "interleave");
    draft file = start_with(said, "");
    snprintf(shape, sizeof shape, d->flat ? "[2,%zu,%zu]" : "[2,%zu,%zu,%zu]", d->flat ? d->rows : d->heads,
             d->flat ? d->listed : d->rows, d->listed);
    size_t lists = BATCH * d->heads * d->rows;
    add(&file, d, "key_indices", "I64", shape, d->index, 8 * lists * d->listed);
    size_t counts[] = {0, BATCH, BATCH * d->rows, lists};
    snprintf(shape, sizeof shape,
             d->counted == 1   ? "[2]"
             : d->counted == 2 ? "[2,%zu]"
                               : "[2,%zu,%zu]",
             d->counted == 2 ? d->rows : d->heads, d->rows);
    if (d->counted > 0)
        add(&file, d, "key_index_counts", "I64", shape, d->count, 8 * counts[d->counted]);
    if (d->lengths)
        add(&file, d, "key_lengths", "I64", "[2]", d->length, sizeof d->length);
    if (d->beside)
        add(&file, d, "allowed", "BOOL", "[1,1,1,5]", d->allowed, KEYS);
    return file;
}

/* How often. */
static size_t is_listed(const drawn *d, size_t b, size_t h, size_t t, int64_t j) {
    size_t head = d->tiled ? h % d->heads : h * d->heads / HEADS, row = t / (size_t)d->query_block, often = 0;
    const int64_t *list = d->index + ((b * d->heads + head) * d->rows + row) * d->listed;
    for (size_t i = 0; i < count_of(d, b, head, row); i++)
        often += list[i] == j / d->key_block;
    return often;
}

START_TEST(a_query_sees_what_its_list_names) {
    random_cases cases = random_begin("lists", 2000);
    static drawn d;
    while (random_next(&cases)) {
        draw(&cases, &d);
        plumb_case c = accept(draft_of(&d), d.data);
        const plumb_mask *m = &c.problem.mask;
        ck_assert_ptr_nonnull(m->lists);
        for (size_t place = 0; place < BATCH * HEADS * QUERIES * KEYS; place++) {
            size_t j = place % KEYS, t = place / KEYS % QUERIES, head = place / KEYS / QUERIES;
            size_t b = head / HEADS, h = head % HEADS;
            bool there = !d.lengths || (int64_t)j < d.length[b], allowed = !d.beside || d.allowed[j];
            bool shown = m->allowed[b * m->allowed_batch + h * m->allowed_head + t * m->allowed_query + j] != 0;
            ck_assert_msg(shown == (there && allowed && is_listed(&d, b, h, t, (int64_t)j) > 0),
                          "entry %zu, head %zu, query %zu, key %zu", b, h, t, j);
        }
        plumb_case_free(&c);
    }
}
END_TEST

/* Each value is that of its key: (b, head, j, column) is 100 b + 10 j + column, of whichever head. */
static void put_values(drawn *d) {
    float value[BATCH * 2 * KEYS * 3];
    for (size_t i = 0; i < sizeof value / sizeof *value; i++)
        value[i] = (float)(100 * (i / (2 * KEYS * 3)) + 10 * (i / 3 % KEYS) + i % 3);
    memcpy(d->data + BEFORE - sizeof value, value, sizeof value);
}

/* The keys that a query sees, copies among them, are those of its list, as often as they are listed. */
static void check_each(const drawn *d, const plumb_case *c, size_t b, size_t h, size_t t) {
    const plumb_problem *p = &c->problem;
    const plumb_mask *m = &p->mask;
    size_t often[KEYS] = {0}, head = b * p->key_heads + h / (p->query_heads / p->key_heads);
    for (size_t i = 0; i < p->key_length; i++)
        if (m->allowed[b * m->allowed_batch + h * m->allowed_head + t * m->allowed_query + i]) {
            size_t j = (size_t)p->value[(head * p->key_length + i) * 3] % 100 / 10;
            ck_assert_uint_eq(j, i < KEYS ? i : j);
            if (c->uncopied != NULL)
                ck_assert_int_eq(p->position.key_position[b * p->key_length + i], (int64_t)j);
            often[j]++;
        }
    for (size_t j = 0; j < KEYS; j++) {
        bool there = (!d->lengths || (int64_t)j < d->length[b]) && (!d->beside || d->allowed[j]);
        ck_assert_msg(often[j] == (there ? is_listed(d, b, h, t, (int64_t)j) : 0),
                      "entry %zu, head %zu, query %zu, key %zu: %zu times", b, h, t, j, often[j]);
    }
}

START_TEST(a_key_counts_as_often_as_it_is_listed) {
    random_cases cases = random_begin("lists with duplicates", 1000);
    static drawn d;
    size_t copied = 0;
    while (random_next(&cases)) {
        draw(&cases, &d);
        d.each = true;
        put_values(&d);
        plumb_case c = accept(draft_of(&d), d.data);
        copied += c.uncopied != NULL;
        ck_assert(c.uncopied == NULL || c.uncopied->key_length == KEYS);
        for (size_t n = 0; n < BATCH * HEADS * QUERIES; n++)
            check_each(&d, &c, n / QUERIES / HEADS, n / QUERIES % HEADS, n % QUERIES);
        plumb_case_free(&c);
    }
    ck_assert_uint_gt(copied, 300);
}
END_TEST

#define EACH ",\"duplicate_indices\":\"each\""
#define CACHE ",\"key_index_origin\":\"cache\""
#define SIZED(n) ",\"key_block_size\":" #n
#define LISTED "key_indices I64 [2,3,2] "

static const struct {
    const char *members, *tensors;
    int64_t index[2]; /* of the second list; all others are 0, or 0 and 1 */
    const char *message;
} refused[] = {
    {"", LISTED, {5, 1}, "x: key_indices[0,1,0] is 5; expected -1 or 0 to 4, the keys of batch entry 0"},
    {"", LISTED, {-2, 1}, "x: key_indices[0,1,0] is -2; expected -1 or 0 to 4, the keys of batch entry 0"},
    {SIZED(2),
     LISTED,
     {0, 3},
     "x: key_indices[0,1,1] is 3; expected -1 or 0 to 2, the blocks of 2 keys of batch entry 0"},
    {"",
     LISTED,
     {3, 3},
     "x: key_indices[0,1,1] is 3, the same as [0,1,0]; expected each key once, or duplicate_indices once or each, "
     "which say how often it counts"},
    {"", "key_indices I32 [2,2,2]", {0, 1}, "x: key_indices: shape [2,2,2] is not [2,3,listed] or [2,1|2|6,3,listed]"},
    {"",
     "key_indices I32 [2,3,6,2]",
     {0, 1},
     "x: key_indices: shape [2,3,6,2] is not [2,3,listed] or [2,1|2|6,3,listed]; it fits with axes 1 and 2 exchanged: "
     "from [B,S,H,D], pass x.swapaxes(1, 2)"},
    {"", "key_indices F32 [2,3,2]", {0, 1}, "x: key_indices: dtype F32 is not one of I64, I32"},
    {"", LISTED "key_index_counts I64 [3]", {0, 1}, "x: key_index_counts: shape [3] is not [2], [2,3] or [2,1,3]"},
    {"", LISTED "key_index_counts F32 [2]", {0, 1}, "x: key_index_counts: dtype F32 is not one of I64, I32"},
    {"", "key_index_counts I64 [2]", {0, 1}, "x: key_index_counts: has no effect here: no key_indices are given"},
    {SIZED(2), "", {0, 1}, "x: key_block_size: has no effect here: no key_indices are given"},
    {",\"query_block_size\":2", "", {0, 1}, "x: query_block_size: has no effect here: no key_indices are given"},
    {",\"duplicate_indices\":\"once\"",
     "",
     {0, 1},
     "x: duplicate_indices: has no effect here: no key_indices are given"},
    {EACH,
     LISTED "weights F32 [2,6,3,5]",
     {0, 0},
     "x: duplicate_indices: 'each' cannot be combined with weights, which has one number for each key"},
    {EACH ",\"empty_row\":\"mean\"",
     LISTED,
     {0, 0},
     "x: duplicate_indices: 'each' cannot be combined with empty_row mean, in which hidden keys take part"},
    {EACH ",\"operator\":\"sigmoid\",\"normalisation\":\"key-length\"",
     LISTED,
     {0, 0},
     "x: duplicate_indices: 'each' cannot be combined with normalisation key-length, which counts keys"},
    {",\"duplicate_indices\":\"twice\"",
     LISTED,
     {0, 0},
     "x: plumbline.duplicate_indices: 'twice' is not one of refused, once, each"},
    {CACHE, "", {0, 1}, "x: key_index_origin: has no effect here: no key_indices are given"},
    {CACHE,
     LISTED,
     {0, 1},
     "x: key_index_origin: 'cache' needs block_table or cu_seqlens_k; expected sequence for dense keys, which each "
     "batch entry counts from its first"},
    {SIZED(0), LISTED, {0, 1}, "x: plumbline.key_block_size: 0 is not an integer from 1 to 2^53"},
};

/* Lists of 0 and 1 but for the second. */
static void put_lists(unsigned char *data, const int64_t second[2]) {
    for (size_t list = 0; list < BATCH * QUERIES; list++) {
        const int64_t usual[] = {0, 1};
        memcpy(data + BEFORE + list * sizeof usual, list == 1 ? second : usual, sizeof usual);
    }
}

START_TEST(refuses) {
    static unsigned char data[MOST_DATA];
    memset(data, 0, sizeof data);
    put_lists(data, refused[_i].index);
    refuse_data(start_with(refused[_i].members, refused[_i].tensors), data, refused[_i].message);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("lists");
    TCase *tests = tcase_create("lists");
    tcase_set_timeout(tests, 300);
    tcase_add_test(tests, a_query_sees_what_its_list_names);
    tcase_add_test(tests, a_key_counts_as_often_as_it_is_listed);
    tcase_add_loop_test(tests, refuses, 0, (int)(sizeof refused / sizeof *refused));
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
