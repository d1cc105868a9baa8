/* test_borrowed.c - numbers that are borrowed, while they are held: those of the same case, decoded as a whole. */
#include "case/borrowed.h"
#include "case/read.h"
#include "tests/case/safetensors_bytes.h"
#include "tests/support/random.h"
#include "tests/support/place.h"
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BATCH = 2, HEADS = 6, KEY_HEADS = 3, QUERIES = 150, KEYS = 260, WIDTH = 90, VALUES = 100 };

/* Numbers of one chunk are 2^17: no tensor fills one, or whole ones. */
static const struct {
    const char *name, *shape;
    size_t count;
} tensors[] = {
    {"q", "[2,6,150,90]", BATCH *HEADS *QUERIES *WIDTH},       {"k", "[2,3,260,90]", BATCH *KEY_HEADS *KEYS *WIDTH},
    {"v", "[2,3,260,100]", BATCH *KEY_HEADS *KEYS *VALUES},    {"out", "[2,6,150,100]", BATCH *HEADS *QUERIES *VALUES},
    {"weights", "[2,6,150,260]", BATCH *HEADS *QUERIES *KEYS}, {"lse", "[2,6,150]", BATCH *HEADS *QUERIES},
};
enum { TENSORS = sizeof tensors / sizeof *tensors };

/* A case of random bits, NaN among them, in a file of that name. */
static void write_case(random_cases *cases, const char *gqa, const char *path) {
    char header[2048];
    size_t at = 0;
    int length = snprintf(header, sizeof header,
                          "{\"__metadata__\":{\"plumbline\":\"{\\\"version\\\":1,\\\"gqa\\\":\\\"%s\\\"}\"}", gqa);
    for (size_t i = 0; i < TENSORS; i++, at += 2 * tensors[i - 1].count)
        length += snprintf(header + length, sizeof header - (size_t)length,
                           ",\"%s\":{\"dtype\":\"BF16\",\"shape\":%s,\"data_offsets\":[%zu,%zu]}", tensors[i].name,
                           tensors[i].shape, at, at + 2 * tensors[i].count);
    snprintf(header + length, sizeof header - (size_t)length, "}");
    unsigned char *data = malloc(at);
    for (size_t i = 0; i < at; i++)
        data[i] = (unsigned char)random_bits(cases);
    file_bytes file = safetensors_file(header, data, at);
    FILE *stream = fopen(path, "wb");
    ck_assert_ptr_nonnull(stream);
    ck_assert_uint_eq(fwrite(file.bytes, 1, file.size, stream), file.size);
    ck_assert_int_eq(fclose(stream), 0);
    free(file.bytes);
    free(data);
}

static void check_rows(const double *a, const double *b, size_t first, size_t last, size_t width, const char *what) {
    ck_assert_msg(memcmp(a + first * width, b + first * width, (last - first) * width * sizeof *a) == 0,
                  "%s: rows %zu to %zu differ", what, first, last);
}

/* What the rows of a head read, as in the case that was decoded as a whole. */
static void check_held(const plumb_case *borrowed, const plumb_case *whole, size_t b, size_t h, size_t from,
                       size_t to) {
    const plumb_problem *p = &whole->problem;
    size_t head = b * HEADS + h, first = head * QUERIES + from, last = head * QUERIES + to;
    size_t keys = (b * p->key_heads + h / (p->query_heads / p->key_heads)) * KEYS;
    check_rows(borrowed->problem.query, p->query, first, last, WIDTH, "q");
    check_rows(borrowed->problem.key, p->key, keys, keys + KEYS, WIDTH, "k");
    check_rows(borrowed->problem.value, p->value, keys, keys + KEYS, VALUES, "v");
    check_rows(borrowed->output.value, whole->output.value, first, last, VALUES, "out");
    check_rows(borrowed->weights.value, whole->weights.value, first, last, KEYS, "weights");
    check_rows(borrowed->lse.value, whole->lse.value, first, last, 1, "lse");
}

typedef struct {
    size_t b, h, from, to;
} held_rows;

static held_rows draw_rows(random_cases *cases) {
    held_rows rows = {random_below(cases, BATCH), random_below(cases, HEADS), random_below(cases, QUERIES), 0};
    rows.to = rows.from + 1 + random_below(cases, QUERIES - rows.from);
    return rows;
}

/* Several holders at a time, who come and go. */
static void hold_and_release(random_cases *cases, const plumb_case *borrowed, const plumb_case *whole) {
    const plumb_problem *p = &borrowed->problem;
    held_rows holder[4];
    size_t holders = sizeof holder / sizeof *holder;
    for (size_t i = 0; i < holders; i++) {
        holder[i] = draw_rows(cases);
        plumb_borrowed_hold(borrowed->borrowed, p, holder[i].b, holder[i].h, holder[i].from, holder[i].to);
    }
    for (size_t round = 0; round < 40; round++) {
        held_rows *one = &holder[random_below(cases, holders)];
        plumb_borrowed_release(borrowed->borrowed, p, one->b, one->h, one->from, one->to);
        *one = draw_rows(cases);
        plumb_borrowed_hold(borrowed->borrowed, p, one->b, one->h, one->from, one->to);
        for (size_t i = 0; i < holders; i++)
            check_held(borrowed, whole, holder[i].b, holder[i].h, holder[i].from, holder[i].to);
    }
}

START_TEST(what_is_held_is_there) {
    random_cases cases = random_begin("borrowed numbers", 3);
    char path[PLACE_SIZE];
    close(make_file(path));
    while (random_next(&cases)) {
        plumb_case borrowed, whole;
        plumb_error error;
        write_case(&cases, _i == 0 ? "interleave" : "tile", path);
        ck_assert_msg(plumb_case_read(path, &whole, &error) == 0, "%s", error.text);
        ck_assert_msg(plumb_case_read_borrowed(path, &borrowed, &error) == 0, "%s", error.text);
        ck_assert_ptr_null(whole.borrowed);
        ck_assert_ptr_nonnull(borrowed.borrowed);
        ck_assert_uint_eq(borrowed.problem.key_heads, whole.problem.key_heads);
        hold_and_release(&cases, &borrowed, &whole);
        plumb_case_free(&borrowed);
        plumb_case_free(&whole);
    }
    unlink(path);
}
END_TEST

typedef void change(const char *path);

static void shorten(const char *path) {
    ck_assert_int_eq(truncate(path, 4096), 0);
}

static void write_over(const char *path) {
    const struct timespec times[2] = {{.tv_nsec = UTIME_OMIT}, {.tv_sec = 1}};
    ck_assert_int_eq(utimensat(AT_FDCWD, path, times, 0), 0);
}

static void replace(const char *path) {
    ck_assert_int_eq(unlink(path), 0);
}

/* What is held is read from the file again: who changes it in its place is told, who puts another there changes
   nothing. */
START_TEST(a_file_that_changes_is_told) {
    static const struct {
        change *by;
        bool stale;
    } changes[] = {{shorten, true}, {write_over, true}, {replace, false}};
    random_cases cases = random_begin("changed files", 1);
    char path[PLACE_SIZE];
    close(make_file(path));
    plumb_case borrowed;
    plumb_error error;
    ck_assert(random_next(&cases));
    write_case(&cases, "interleave", path);
    ck_assert_msg(plumb_case_read_borrowed(path, &borrowed, &error) == 0, "%s", error.text);
    plumb_borrowed_hold(borrowed.borrowed, &borrowed.problem, 0, 0, 0, 1);
    ck_assert(!plumb_borrowed_is_stale(borrowed.borrowed));
    changes[_i].by(path);
    plumb_borrowed_hold(borrowed.borrowed, &borrowed.problem, 1, HEADS - 1, QUERIES - 1, QUERIES);
    ck_assert_int_eq(plumb_borrowed_is_stale(borrowed.borrowed), changes[_i].stale);
    plumb_case_free(&borrowed);
    unlink(path);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("case/borrowed");
    TCase *tests = tcase_create("borrowed");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_loop_test(tests, what_is_held_is_there, 0, 2);
    tcase_add_loop_test(tests, a_file_that_changes_is_told, 0, 3);
    suite_add_tcase(suite, tests);
    return run_suite_in_place(suite);
}
