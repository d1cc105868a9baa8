/* test_parts.c - keys split in parts, each with its own maximum and sum, whose results are joined by their log-sum-exps
   in binary32, as kernels for decoding do: a large one is rounded by more than all else, and PASSes all the same. */
#include "tests/honest/drawn_case.h"
#include <float.h>

enum { DIM = 64 };

/* What a part of the keys gives. */
typedef struct {
    float lse, output[DIM];
} part_result;

static float score_of(const plumb_problem *p, size_t h, size_t t, size_t j) {
    const double *q = p->query + (h * p->query_length + t) * DIM, *k = p->key + (h * p->key_length + j) * DIM;
    float sum = 0;
    for (size_t c = 0; c < DIM; c++)
        sum += (float)q[c] * (float)k[c];
    return sum * 0.125f;
}

static part_result evaluate_part(const plumb_problem *p, size_t h, size_t t, size_t from, size_t to) {
    part_result part = {.lse = 0};
    float most = -FLT_MAX, sum = 0;
    for (size_t j = from; j < to; j++)
        most = fmaxf(most, score_of(p, h, t, j));
    for (size_t j = from; j < to; j++) {
        float weight = expf(score_of(p, h, t, j) - most);
        sum += weight;
        for (size_t c = 0; c < DIM; c++)
            part.output[c] += weight * (float)p->value[(h * p->key_length + j) * DIM + c];
    }
    for (size_t c = 0; c < DIM; c++)
        part.output[c] /= sum;
    part.lse = most + logf(sum);
    return part;
}

/* Nothing divides by the sum of the factors, which is 1 but for roundings. */
static void join(const part_result *part, size_t parts, double *output) {
    float most = -FLT_MAX, total = 0, sum[DIM] = {0};
    for (size_t i = 0; i < parts; i++)
        most = fmaxf(most, part[i].lse);
    for (size_t i = 0; i < parts; i++)
        total += expf(part[i].lse - most);
    float whole = most + logf(total);
    for (size_t i = 0; i < parts; i++)
        for (size_t c = 0; c < DIM; c++)
            sum[c] += expf(part[i].lse - whole) * part[i].output[c];
    for (size_t c = 0; c < DIM; c++)
        output[c] = (double)sum[c];
}

static void evaluate_row(const plumb_problem *p, size_t h, size_t t, size_t parts, double *output) {
    part_result part[8];
    for (size_t i = 0; i < parts; i++)
        part[i] = evaluate_part(p, h, t, i * p->key_length / parts, (i + 1) * p->key_length / parts);
    join(part, parts, output);
}

START_TEST(parts_that_are_joined_by_their_log_sum_exps_pass) {
    random_cases cases = random_begin("parts of keys", 25);
    while (random_next(&cases)) {
        size_t parts = 2 + random_below(&cases, 7);
        drawn_size size = {.heads = 2,
                           .queries = 1 + random_below(&cases, 6),
                           .keys = parts + random_below(&cases, 300),
                           .dim = DIM,
                           .largest = 5 + 60 * random_uniform(&cases),
                           .model = "f32",
                           .format = PLUMB_F32};
        drawn_problem drawn = draw_case(&cases, &size);
        plumb_problem p = drawn.problem;
        p.causal = (plumb_causal){false, 0};
        double *output = malloc(plumb_rows_of(&p) * DIM * sizeof *output);
        for (size_t row = 0; row < plumb_rows_of(&p); row++)
            evaluate_row(&p, row / p.query_length, row % p.query_length, parts, output + row * DIM);
        plumb_report report = judge_case(&p, &size, output);
        ck_assert_msg(report.verdict == PLUMB_PASS, "%zu parts of %zu keys, scores up to %g: errs %g times as much",
                      parts, size.keys, size.largest, report.tensor[PLUMB_OUTPUT].stand.level);
        free(output);
        free_problem(&drawn);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("honest/parts");
    TCase *cases = tcase_create("parts");
    tcase_set_timeout(cases, random_timeout());
    tcase_add_test(cases, parts_that_are_joined_by_their_log_sum_exps_pass);
    suite_add_tcase(suite, cases);
    return run_suite(suite);
}
