/* test_sample.c - rows drawn at random: how many, which, and that these alone are judged; how much a row has to do. */
#include "judge/compare.h"
#include "case/read.h"
#include "judge/sample.h"
#include "row/visible.h"
#include "tests/case/safetensors_bytes.h"
#include "tests/exact/problems.h"
#include "tests/support/place.h"
#include "tests/support/suite.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { HEADS = 3, QUERIES = 20, ROWS = 2 * HEADS * QUERIES, DIM = 2 };

static plumb_problem shape_of(void) {
    plumb_problem shape = one_head(QUERIES, QUERIES, 3, DIM);
    shape.batch = 2;
    shape.query_heads = shape.key_heads = HEADS;
    shape.causal = (plumb_causal){true, 0};
    return shape;
}

START_TEST(as_many_as_are_wanted_within_the_queries) {
    plumb_problem shape = shape_of();
    unsigned char chosen[ROWS];
    for (size_t wanted = 1; wanted < 100; wanted++) {
        size_t taken = plumb_sample_rows(&shape, 5, 15, wanted, wanted, chosen), found = 0;
        ck_assert_uint_eq(taken, wanted < 60 ? wanted : 60);
        for (size_t row = 0; row < ROWS; row++) {
            found += chosen[row];
            ck_assert(chosen[row] == 0 || (row % QUERIES >= 5 && row % QUERIES < 15));
        }
        ck_assert_uint_eq(found, taken);
    }
}
END_TEST

/* 2000 draws of 12 of 120 rows: each is expected 200 times, with a standard deviation of 13.4. */
START_TEST(every_row_is_as_likely_as_every_other) {
    plumb_problem shape = shape_of();
    unsigned char chosen[ROWS], again[ROWS];
    unsigned times[ROWS] = {0};
    for (uint64_t seed = 0; seed < 2000; seed++) {
        plumb_sample_rows(&shape, 0, QUERIES, 12, seed, chosen);
        plumb_sample_rows(&shape, 0, QUERIES, 12, seed, again);
        ck_assert_mem_eq(chosen, again, ROWS);
        for (size_t row = 0; row < ROWS; row++)
            times[row] += chosen[row];
    }
    for (size_t row = 0; row < ROWS; row++)
        ck_assert_msg(times[row] > 130 && times[row] < 270, "row %zu: %u", row, times[row]);
}
END_TEST

/* Every row has one wrong number: as many fail as were drawn, in the rows that were drawn, whatever the threads. */
START_TEST(only_these_rows_are_judged) {
    made_problem made = random_problem(shape_of(), 1, PLUMB_F64, 3);
    static double output[ROWS * DIM];
    unsigned char chosen[ROWS];
    for (size_t i = 0; i < ROWS * DIM; i++)
        output[i] = i % DIM == 0 ? 1e6 : 0;
    plumb_case judged = {.problem = made.problem, .output = {true, PLUMB_F64, ROWS * DIM, output}, .source = "drawn"};
    plumb_error error;
    for (int threads = 1; threads < 4; threads++)
        for (size_t sample = 1; sample < ROWS; sample += 17) {
            plumb_report report;
            plumb_compare_options how = {.threads = threads, .sample = sample, .seed = 11};
            ck_assert_msg(plumb_compare(&judged, &how, &report, &error) == 0, "%s", error.text);
            plumb_sample_rows(&made.problem, 0, QUERIES, sample, 11, chosen);
            size_t first = (size_t)((unsigned char *)memchr(chosen, 1, ROWS) - chosen);
            const plumb_element *failed = &report.tensor[PLUMB_OUTPUT].first_impossible;
            ck_assert(report.sampled);
            ck_assert_uint_eq(report.rows, sample);
            ck_assert_uint_eq(report.tensor[PLUMB_OUTPUT].total, sample * DIM);
            ck_assert_uint_ge(report.tensor[PLUMB_OUTPUT].beyond, sample);
            ck_assert_uint_ge(report.tensor[PLUMB_OUTPUT].impossible, 1);
            ck_assert_uint_eq((failed->batch * HEADS + failed->head) * QUERIES + failed->query, first);
        }
    free_problem(&made);
}
END_TEST

START_TEST(all_rows_are_no_sample) {
    made_problem made = random_problem(shape_of(), 1, PLUMB_F64, 3);
    static double output[ROWS * DIM];
    plumb_case judged = {.problem = made.problem, .output = {true, PLUMB_F64, ROWS * DIM, output}, .source = "drawn"};
    plumb_error error;
    plumb_report report;
    plumb_compare_options how = {.sample = ROWS, .seed = 11};
    ck_assert_int_eq(plumb_compare(&judged, &how, &report, &error), 0);
    ck_assert(!report.sampled);
    ck_assert_uint_eq(report.rows, ROWS);
    free_problem(&made);
}
END_TEST

static double weight_of(const plumb_problem *p, size_t t, size_t j, double factor) {
    double score = 0;
    for (size_t i = 0; i < p->head_dim; i++)
        score += p->query[t * p->head_dim + i] * p->key[j * p->head_dim + i];
    return exp(score * factor / sqrt((double)p->head_dim));
}

static double total_weight(const plumb_problem *p, size_t t, double factor) {
    double total = 0;
    for (size_t j = 0; j < p->key_length; j++)
        total += weight_of(p, t, j, factor);
    return total;
}

/* One number of the output, of scores that are multiplied by `factor`. */
static double evaluated(const plumb_problem *p, size_t t, size_t c, double factor) {
    double sum = 0;
    for (size_t j = 0; j < p->key_length; j++)
        sum += weight_of(p, t, j, factor) * p->value[j * p->value_dim + c];
    return sum / total_weight(p, t, factor);
}

/* A case in a file whose queries are more than are borrowed at a time (case/borrowed.h), in the middle of a panel, and
   an answer: a right one; or a first row that gives all keys the same weight, and a wrong last log-sum-exp. */
enum { BORROWED_HEADS = 2, BORROWED_QUERIES = 1400, BORROWED_KEYS = 4, BORROWED_DIM = 96, BORROWED_NUMBERS = 277592 };
enum { BORROWED_OUTPUTS = BORROWED_HEADS * BORROWED_QUERIES * DIM };

static size_t add_floats(float *to, const double *from, size_t count) {
    for (size_t i = 0; i < count; i++)
        to[i] = (float)from[i];
    return count;
}

static void write_long_case(const char *path, bool right) {
    plumb_problem shape = one_head(BORROWED_QUERIES, BORROWED_KEYS, BORROWED_DIM, DIM);
    shape.query_heads = BORROWED_HEADS; /* which read the same keys */
    made_problem made = random_problem(shape, 1, PLUMB_F32, 7);
    const plumb_problem *p = &made.problem;
    const char *header = "{\"__metadata__\":{\"plumbline\":\"{\\\"version\\\":1}\"},"
                         "\"q\":{\"dtype\":\"F32\",\"shape\":[1,2,1400,96],\"data_offsets\":[0,1075200]},"
                         "\"k\":{\"dtype\":\"F32\",\"shape\":[1,1,4,96],\"data_offsets\":[1075200,1076736]},"
                         "\"v\":{\"dtype\":\"F32\",\"shape\":[1,1,4,2],\"data_offsets\":[1076736,1076768]},"
                         "\"out\":{\"dtype\":\"F32\",\"shape\":[1,2,1400,2],\"data_offsets\":[1076768,1099168]},"
                         "\"lse\":{\"dtype\":\"F32\",\"shape\":[1,2,1400],\"data_offsets\":[1099168,1110368]}}";
    static float data[BORROWED_NUMBERS];
    size_t at = add_floats(data, p->query, BORROWED_HEADS * BORROWED_QUERIES * BORROWED_DIM);
    at += add_floats(data + at, p->key, BORROWED_KEYS * BORROWED_DIM);
    at += add_floats(data + at, p->value, BORROWED_KEYS * DIM);
    for (size_t i = 0; i < BORROWED_OUTPUTS; i++)
        data[at++] = (float)evaluated(p, i / DIM, i % DIM, right || i >= DIM ? 1 : 0);
    for (size_t t = 0; t < BORROWED_HEADS * BORROWED_QUERIES; t++)
        data[at++] = (float)log(total_weight(p, t, 1));
    data[at - 1] += right ? 0 : 1;
    file_bytes file = safetensors_file(header, data, at * sizeof *data);
    FILE *stream = fopen(path, "wb");
    ck_assert_ptr_nonnull(stream);
    ck_assert_uint_eq(fwrite(file.bytes, 1, file.size, stream), file.size);
    ck_assert_int_eq(fclose(stream), 0);
    free(file.bytes);
    free_problem(&made);
}

typedef struct {
    double low[BORROWED_OUTPUTS], high[BORROWED_OUTPUTS];
} ends_found;

static void note_ends(void *context, plumb_quantity quantity, const plumb_element *element) {
    ends_found *found = context;
    size_t i = (element->head * BORROWED_QUERIES + element->query) * DIM + element->column;
    if (quantity != PLUMB_OUTPUT)
        return;
    found->low[i] = element->low;
    found->high[i] = element->high;
}

typedef int reader(const char *path, plumb_case *out, plumb_error *error);

static plumb_report judge_file(reader *read, const char *path, size_t sample, uint64_t seed, ends_found *found) {
    plumb_case judged;
    plumb_error error;
    plumb_report report;
    plumb_compare_options how = {
        .threads = 1, .sample = sample, .seed = seed, .element = note_ends, .element_context = found};
    memset(found, 0, sizeof *found);
    ck_assert_msg(read(path, &judged, &error) == 0, "%s", error.text);
    ck_assert_msg(plumb_compare(&judged, &how, &report, &error) == 0, "%s", error.text);
    plumb_case_free(&judged);
    return report;
}

/* All rows, and samples: a row that is drawn is evaluated with rows behind those that are judged next. */
START_TEST(what_is_evaluated_is_there) {
    static ends_found borrowed, whole;
    char path[PLACE_SIZE];
    close(make_file(path));
    write_long_case(path, true);
    for (uint64_t seed = 0; seed < 5; seed++) {
        size_t sample = seed == 0 ? 0 : BORROWED_HEADS * BORROWED_QUERIES / 2;
        ck_assert_int_eq(judge_file(plumb_case_read_borrowed, path, sample, seed, &borrowed).verdict, PLUMB_PASS);
        ck_assert_int_eq(judge_file(plumb_case_read, path, sample, seed, &whole).verdict, PLUMB_PASS);
        for (size_t i = 0; i < BORROWED_OUTPUTS; i++)
            ck_assert_msg(borrowed.low[i] == whole.low[i] && borrowed.high[i] == whole.high[i], "seed %zu, number %zu",
                          (size_t)seed, i);
    }
    unlink(path);
}
END_TEST

/* A file that is written to between the reading of its header and of its numbers is not judged. */
START_TEST(a_file_that_changes_is_refused) {
    char path[PLACE_SIZE];
    plumb_case judged;
    plumb_error error;
    plumb_report report;
    close(make_file(path));
    write_long_case(path, true);
    ck_assert_msg(plumb_case_read_borrowed(path, &judged, &error) == 0, "%s", error.text);
    ck_assert_int_eq(truncate(path, 4096), 0);
    ck_assert_int_eq(plumb_compare(&judged, NULL, &report, &error), -1);
    ck_assert_msg(strstr(error.text, "the file changed while it was judged") != NULL, "%s", error.text);
    plumb_case_free(&judged);
    unlink(path);
}
END_TEST

/* What is proved is proved of the row, when others have needed its room meanwhile: where queries are 0, all keys have
   the same weight. */
START_TEST(what_is_proved_is_there) {
    static ends_found borrowed, whole;
    char path[PLACE_SIZE];
    close(make_file(path));
    write_long_case(path, false);
    plumb_report of_borrowed = judge_file(plumb_case_read_borrowed, path, 0, 0, &borrowed);
    plumb_report of_whole = judge_file(plumb_case_read, path, 0, 0, &whole);
    ck_assert_int_eq(of_borrowed.verdict, PLUMB_FAIL);
    ck_assert(of_borrowed.tensor[PLUMB_LSE].first_impossible.present);
    ck_assert(of_whole.tensor[PLUMB_OUTPUT].refuted > 0 && of_borrowed.tensor[PLUMB_OUTPUT].refuted > 0);
    unlink(path);
}
END_TEST

/* More rows than are asked by what factor their scores are off. */
START_TEST(every_other_row_tells_the_factor_of_all_scores) {
    enum { QUERIES_ASKED = 6000, KEYS = 16 };
    made_problem made = random_problem(one_head(QUERIES_ASKED, KEYS, 3, DIM), 2, PLUMB_F32, 5);
    static double output[QUERIES_ASKED * DIM];
    plumb_case judged = {
        .problem = made.problem, .output = {true, PLUMB_F32, QUERIES_ASKED * DIM, output}, .source = "drawn"};
    plumb_error error;
    plumb_report report;
    for (int off = 0; off < 2; off++) {
        double factor = off == 0 ? 1 : 1 + 0x1p-15;
        for (size_t i = 0; i < QUERIES_ASKED * DIM; i++)
            output[i] = (double)(float)evaluated(&made.problem, i / DIM, i % DIM, factor);
        ck_assert_msg(plumb_compare(&judged, NULL, &report, &error) == 0, "%s", error.text);
        const plumb_stand *stand = &report.tensor[PLUMB_OUTPUT].stand;
        ck_assert_msg(fabs(stand->scale - (factor - 1)) < 0x1p-22, "the scores are off by %g", stand->scale);
        ck_assert(stand->scale_limit < 0x1p-17 && stand->scale_noticed < 0x1p-20);
        ck_assert(report.tensor[PLUMB_OUTPUT].verdict == (off == 0 ? PLUMB_PASS : PLUMB_SUSPECT));
    }
    free_problem(&made);
}
END_TEST

/* Held against the keys that the masks show. */
START_TEST(keys_in_reach_are_those_that_are_seen) {
    for (int which = 0; which < 16; which++) {
        plumb_problem p = one_head(9, 12, 3, DIM);
        p.causal = (plumb_causal){which % 2 != 0, which % 3 - 1};
        p.mask.windowed = which / 2 % 2 != 0;
        p.mask.left = which / 4 % 2 != 0 ? 3 : -1;
        p.mask.right = which / 8 % 2 != 0 ? 1 : -1;
        for (size_t t = 0; t < 9; t++) {
            unsigned char visible[12];
            size_t seen = 0;
            plumb_show_visible(&p, 0, 0, t, visible);
            for (size_t key = 0; key < 12; key++)
                seen += visible[key] != 0;
            ck_assert_uint_eq(plumb_keys_in_reach(&p, t), seen > 0 ? seen : 1);
        }
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("sample");
    TCase *cases = tcase_create("sample");
    tcase_add_test(cases, as_many_as_are_wanted_within_the_queries);
    tcase_add_test(cases, every_row_is_as_likely_as_every_other);
    tcase_add_test(cases, only_these_rows_are_judged);
    tcase_add_test(cases, all_rows_are_no_sample);
    tcase_add_test(cases, what_is_evaluated_is_there);
    tcase_add_test(cases, what_is_proved_is_there);
    tcase_add_test(cases, a_file_that_changes_is_refused);
    tcase_add_test(cases, every_other_row_tells_the_factor_of_all_scores);
    tcase_add_test(cases, keys_in_reach_are_those_that_are_seen);
    suite_add_tcase(suite, cases);
    return run_suite_in_place(suite);
}
