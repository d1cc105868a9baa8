/* test_drafts.c - trees of drafts: the keys that each query sees, computed in a second way, and refusals. */
#include "tests/case/draft.h"
#include "tests/support/random.h"
#include "tests/support/suite.h"

/* 2 batch entries, 6 query heads on 2 key heads, 3 queries, 5 keys. */
enum { BATCH = 2, HEADS = 6, QUERIES = 3, KEYS = 5 };
enum { BEFORE = 4 * (BATCH * HEADS * QUERIES * 4 + BATCH * 2 * KEYS * 4 + BATCH * 2 * KEYS * 3) };

typedef struct {
    bool beside, lengths;
    int64_t parent[BATCH][QUERIES], length[BATCH];
    unsigned char allowed[HEADS][KEYS], data[BEFORE + 8 * BATCH * (QUERIES + 1) + HEADS * KEYS];
} drawn;

static void draw(random_cases *cases, drawn *d) {
    memset(d, 0, sizeof *d);
    d->beside = random_below(cases, 2) == 1;
    d->lengths = random_below(cases, 2) == 1;
    for (size_t b = 0; b < BATCH; b++) {
        d->length[b] = d->lengths ? QUERIES + (int64_t)random_below(cases, KEYS - QUERIES + 1) : KEYS;
        for (size_t t = 0; t < QUERIES; t++)
            d->parent[b][t] = (int64_t)random_below(cases, t + 1) - 1;
    }
    for (size_t i = 0; i < HEADS * KEYS; i++)
        d->allowed[i / KEYS][i % KEYS] = random_below(cases, 2) == 1;
}

static void add(draft *file, drawn *d, const char *name, const char *dtype, const char *shape, const void *from,
                size_t bytes) {
    memcpy(d->data + file->data_size, from, bytes);
    add_tensor(file, name, dtype, shape, bytes);
}

static draft draft_of(drawn *d) {
    draft file = start_with("", "");
    add(&file, d, "draft_parents", "I64", "[2,3]", d->parent, sizeof d->parent);
    if (d->lengths)
        add(&file, d, "key_lengths", "I64", "[2]", d->length, sizeof d->length);
    if (d->beside)
        add(&file, d, "allowed", "BOOL", "[1,6,1,5]", d->allowed, sizeof d->allowed);
    return file;
}

/* By recursion: from the child to the parent. */
static bool is_ancestor(const drawn *d, size_t b, int64_t t, int64_t of) {
    return of >= 0 && (of == t || is_ancestor(d, b, t, d->parent[b][of]));
}

START_TEST(a_query_sees_its_ancestors) {
    random_cases cases = random_begin("drafts", 1000);
    static drawn d;
    while (random_next(&cases)) {
        draw(&cases, &d);
        plumb_case c = accept(draft_of(&d), d.data);
        const plumb_mask *m = &c.problem.mask;
        for (size_t place = 0; place < BATCH * HEADS * QUERIES * KEYS; place++) {
            size_t j = place % KEYS, t = place / KEYS % QUERIES, head = place / KEYS / QUERIES;
            size_t b = head / HEADS, h = head % HEADS;
            int64_t node = (int64_t)j - (d.length[b] - QUERIES);
            bool there = (int64_t)j < d.length[b] && (!d.beside || d.allowed[h][j]);
            bool seen = there && (node < 0 || is_ancestor(&d, b, node, (int64_t)t));
            bool shown = m->allowed[b * m->allowed_batch + h * m->allowed_head + t * m->allowed_query + j] != 0;
            ck_assert_msg(shown == seen, "entry %zu, head %zu, query %zu, key %zu", b, h, t, j);
        }
        plumb_case_free(&c);
    }
}
END_TEST

static const struct {
    const char *tensors;
    int64_t parent[3]; /* of the second entry; the first has a chain */
    int64_t length;    /* of both, where they are read */
    const char *message;
} refused[] = {
    {"draft_parents I64 [2,3]", {0, 0, 1}, 5, "x: draft_parents[1,0] is 0; expected -1: no query precedes it"},
    {"draft_parents I64 [2,3]", {-1, 0, 2}, 5, "x: draft_parents[1,2] is 2; expected -1 or 0 to 1, an earlier query"},
    {"draft_parents I64 [2,3]",
     {-1, -2, 1},
     5,
     "x: draft_parents[1,1] is -2; expected -1 or 0 to 0, an earlier query"},
    {"draft_parents I64 [2,3] key_lengths I64 [2]",
     {-1, 0, 1},
     2,
     "x: draft_parents: batch entry 0 has 3 queries and 2 keys; expected the keys of the queries to be its last keys"},
    {"draft_parents I64 [2,5]", {-1, 0, 1}, 5, "x: draft_parents: shape [2,5] is not [2,3]"},
    {"draft_parents F32 [2,3]", {-1, 0, 1}, 5, "x: draft_parents: dtype F32 is not one of I64, I32"},
};

START_TEST(refuses) {
    static unsigned char data[BEFORE + 8 * 16];
    int64_t numbers[] = {-1, 0, 1, 0, 0, 0, refused[_i].length, refused[_i].length};
    memcpy(numbers + QUERIES, refused[_i].parent, sizeof refused[_i].parent);
    memset(data, 0, sizeof data);
    memcpy(data + BEFORE, numbers, sizeof numbers);
    refuse_data(start_with("", refused[_i].tensors), data, refused[_i].message);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("drafts");
    TCase *tests = tcase_create("drafts");
    tcase_add_test(tests, a_query_sees_its_ancestors);
    tcase_add_loop_test(tests, refuses, 0, (int)(sizeof refused / sizeof *refused));
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
