/* test_ragged.c - sequences stored one after another: each number of queries, keys, values and results found in a
   second way, and the positions of queries.  Refusals: tests/python/test_ragged.py. */
#include "case/borrowed.h"
#include "tests/case/draft.h"
#include "tests/support/place.h"
#include "tests/support/random.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { BATCH = 4, HEADS = 4, KEY_HEADS = 2, DIM = 3, VALUES = 2, MOST = 5, ROWS = BATCH * MOST };

/* Sequences of queries and of keys. */
typedef struct {
    int64_t sum[BATCH + 1], length[BATCH];
} sequences;

typedef struct {
    bool gaps; /* lengths are given apart */
    const char *empty_row, *empty_lse;
    sequences of[2];
    float q[ROWS][HEADS][DIM], k[ROWS][KEY_HEADS][DIM], v[ROWS][KEY_HEADS][VALUES], out[ROWS][HEADS][VALUES];
    float lse[HEADS * ROWS]; /* [HEADS][rows] */
} drawn;

static sequences draw_sequences(random_cases *cases, bool gaps, bool some) {
    sequences s;
    s.sum[0] = 0;
    for (size_t b = 0; b < BATCH; b++) {
        int64_t workspace = (int64_t)random_below(cases, MOST + 1);
        workspace = some && b == 2 && workspace == 0 ? 1 : workspace;
        s.sum[b + 1] = s.sum[b] + workspace;
        s.length[b] = gaps && !(some && b == 2) ? (int64_t)random_below(cases, (size_t)workspace + 1) : workspace;
    }
    return s;
}

static void draw_floats(random_cases *cases, float *x, size_t count) {
    for (size_t i = 0; i < count; i++)
        x[i] = (float)random_bits(cases);
}

static void draw(random_cases *cases, drawn *d) {
    static const char *const rows[] = {"zero", "nan"}, *const lses[] = {"minus-infinity", "plus-infinity"};
    d->gaps = random_below(cases, 2) == 1;
    d->empty_row = rows[random_below(cases, 2)];
    d->empty_lse = lses[random_below(cases, 2)];
    d->of[0] = draw_sequences(cases, d->gaps, true);
    d->of[1] = draw_sequences(cases, d->gaps, false);
    draw_floats(cases, &d->q[0][0][0], sizeof d->q / sizeof(float));
    draw_floats(cases, &d->k[0][0][0], sizeof d->k / sizeof(float));
    draw_floats(cases, &d->v[0][0][0], sizeof d->v / sizeof(float));
    draw_floats(cases, &d->out[0][0][0], sizeof d->out / sizeof(float));
    draw_floats(cases, d->lse, sizeof d->lse / sizeof(float));
}

static void add(draft *file, unsigned char *data, const char *name, const char *dtype, const char *shape,
                const void *from, size_t bytes) {
    memcpy(data + file->data_size, from, bytes);
    add_tensor(file, name, dtype, shape, bytes);
}

static draft draft_of(const drawn *d, const char *alignment, unsigned char *data) {
    char said[200], shape[40];
    size_t queries = (size_t)d->of[0].sum[BATCH], keys = (size_t)d->of[1].sum[BATCH];
    snprintf(said, sizeof said,
             ",\"mask\":\"causal\",\"causal_alignment\":\"%s\",\"empty_row\":\"%s\",\"empty_lse\":\"%s\"", alignment,
             d->empty_row, d->empty_lse);
    draft file = start(said);
    snprintf(shape, sizeof shape, "[%zu,4,3]", queries);
    add(&file, data, "q", "F32", shape, d->q, queries * sizeof d->q[0]);
    snprintf(shape, sizeof shape, "[%zu,2,3]", keys);
    add(&file, data, "k", "F32", shape, d->k, keys * sizeof d->k[0]);
    snprintf(shape, sizeof shape, "[%zu,2,2]", keys);
    add(&file, data, "v", "F32", shape, d->v, keys * sizeof d->v[0]);
    snprintf(shape, sizeof shape, "[%zu,4,2]", queries);
    add(&file, data, "out", "F32", shape, d->out, queries * sizeof d->out[0]);
    snprintf(shape, sizeof shape, "[4,%zu]", queries);
    add(&file, data, "lse", "F32", shape, d->lse, 4 * queries * sizeof(float));
    add(&file, data, "cu_seqlens_q", "I64", "[5]", d->of[0].sum, sizeof d->of[0].sum);
    add(&file, data, "cu_seqlens_k", "I64", "[5]", d->of[1].sum, sizeof d->of[1].sum);
    if (d->gaps) {
        add(&file, data, "query_lengths", "I64", "[4]", d->of[0].length, sizeof d->of[0].length);
        add(&file, data, "key_lengths", "I64", "[4]", d->of[1].length, sizeof d->of[1].length);
    }
    return file;
}

static bool same(double a, double b) {
    return (isnan(a) && isnan(b)) || a == b;
}

/* Element c of row t of a head; `fill` where there is none. */
static double wanted(const sequences *s, const float *rows, size_t heads, size_t width, size_t b, size_t h, size_t t,
                     size_t c, double fill) {
    return (int64_t)t < s->length[b] ? (double)rows[(((size_t)s->sum[b] + t) * heads + h) * width + c] : fill;
}

static void check_entry(const drawn *d, const plumb_case *c, size_t b) {
    const plumb_problem *p = &c->problem;
    double empty = strcmp(d->empty_row, "nan") == 0 ? (double)NAN : 0;
    double lse = strcmp(d->empty_lse, "plus-infinity") == 0 ? (double)INFINITY : -(double)INFINITY;
    size_t total = (size_t)d->of[0].sum[BATCH], start = (size_t)d->of[0].sum[b];
    for (size_t h = 0; h < HEADS; h++)
        for (size_t t = 0; t < p->query_length; t++) {
            size_t row = (b * HEADS + h) * p->query_length + t;
            bool exists = plumb_query_exists(p, b, t);
            ck_assert_int_eq(exists, (int64_t)t < d->of[0].length[b]);
            for (size_t i = 0; i < DIM; i++)
                ck_assert(same(p->query[row * DIM + i], wanted(&d->of[0], &d->q[0][0][0], HEADS, DIM, b, h, t, i, 0)));
            for (size_t i = 0; i < VALUES; i++)
                ck_assert(same(c->output.value[row * VALUES + i],
                               wanted(&d->of[0], &d->out[0][0][0], HEADS, VALUES, b, h, t, i, empty)));
            ck_assert(same(c->lse.value[row], exists ? (double)d->lse[h * total + start + t] : lse));
        }
    for (size_t h = 0; h < KEY_HEADS; h++)
        for (size_t j = 0; j < p->key_length; j++) {
            size_t row = (b * KEY_HEADS + h) * p->key_length + j;
            for (size_t i = 0; i < DIM; i++)
                ck_assert(
                    same(p->key[row * DIM + i], wanted(&d->of[1], &d->k[0][0][0], KEY_HEADS, DIM, b, h, j, i, 0)));
            for (size_t i = 0; i < VALUES; i++)
                ck_assert(same(p->value[row * VALUES + i],
                               wanted(&d->of[1], &d->v[0][0][0], KEY_HEADS, VALUES, b, h, j, i, 0)));
        }
}

START_TEST(sequences_are_padded) {
    random_cases cases = random_begin("ragged batches", 300);
    static drawn d;
    static unsigned char data[1 << 16];
    while (random_next(&cases)) {
        draw(&cases, &d);
        plumb_case c = accept(draft_of(&d, "bottom-right", data), data);
        ck_assert_uint_eq(c.problem.batch, BATCH);
        for (size_t b = 0; b < BATCH; b++) {
            check_entry(&d, &c, b);
            ck_assert_int_eq(plumb_offset_of(&c.problem, b), d.of[1].length[b] - d.of[0].length[b]);
            ck_assert_int_eq(c.problem.sequences.start[b], d.of[0].sum[b]);
            ck_assert_int_eq(c.problem.mask.key_lengths[b], d.of[1].length[b]);
        }
        plumb_case_free(&c);
        c = accept(draft_of(&d, "top-left", data), data);
        for (size_t b = 0; b < BATCH; b++)
            ck_assert_int_eq(plumb_offset_of(&c.problem, b), 0);
        plumb_case_free(&c);
    }
}
END_TEST

START_TEST(what_is_borrowed_is_the_same) {
    random_cases cases = random_begin("ragged batches that are borrowed", 50);
    static drawn d;
    static unsigned char data[1 << 16];
    char path[PLACE_SIZE];
    close(make_file(path));
    while (random_next(&cases)) {
        plumb_case c;
        plumb_error error;
        draw(&cases, &d);
        draft file = draft_of(&d, "bottom-right", data);
        append(&file, "}");
        file_bytes bytes = safetensors_file(file.header, data, file.data_size);
        FILE *stream = fopen(path, "wb");
        ck_assert_uint_eq(fwrite(bytes.bytes, 1, bytes.size, stream), bytes.size);
        fclose(stream);
        free(bytes.bytes);
        ck_assert_msg(plumb_case_read_borrowed(path, &c, &error) == 0, "%s", error.text);
        size_t b = random_below(&cases, BATCH), most = c.problem.query_length;
        for (size_t h = 0; h < HEADS; h++)
            plumb_borrowed_hold(c.borrowed, &c.problem, b, h, 0, most);
        check_entry(&d, &c, b);
        for (size_t h = 0; h < HEADS; h++)
            plumb_borrowed_release(c.borrowed, &c.problem, b, h, 0, most);
        plumb_case_free(&c);
    }
    unlink(path);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("ragged");
    TCase *tests = tcase_create("case");
    tcase_add_test(tests, sequences_are_padded);
    tcase_add_test(tests, what_is_borrowed_is_the_same);
    suite_add_tcase(suite, tests);
    return run_suite_in_place(suite);
}
