/* test_coincidences.c - what explains numbers only by chance, or by taking them away, is not reported. */
#include "diagnose/diagnose.h"
#include "diagnose/explain.h"
#include "tests/diagnose/answers.h"

/* How many explanations are no mere excuse, among the changes or, where these are NULL, all. */
static size_t explanations_of(const plumb_case *stated, plumb_neighbourhood *changes) {
    plumb_diagnosis d;
    plumb_error error;
    size_t count = 0;
    const plumb_diagnose_options how = {.seconds = 600};
    ck_assert_int_eq(changes == NULL ? plumb_diagnose(stated, &how, &d, &error)
                                     : plumb_diagnose_among(stated, changes, &how, &d, &error),
                     0);
    ck_assert_int_eq(d.stated.verdict, PLUMB_FAIL);
    for (size_t i = 0; i < d.explanations.count; i++)
        count += !plumb_only_excuses(&d.explanations.list[i]);
    plumb_diagnosis_free(&d);
    return count;
}

/* An engine that saw no key, and divided by their number, would be right whatever it returned. */
START_TEST(no_change_takes_the_numbers_away) {
    random_cases cases = random_begin("numbers taken away", 1);
    while (random_next(&cases)) {
        drawn_problem drawn = draw_in_format(&cases, usual_shape(12, 12), PLUMB_F32);
        bool decided;
        drawn.problem.op.kind = PLUMB_RELU;
        drawn.problem.op.normalisation = PLUMB_KEY_LENGTH;
        answered_case a = answer_case(&drawn.problem, &drawn.problem, PLUMB_F32, OUTPUT_ONLY, &decided);
        for (size_t i = 0; i < a.stated.output.count; i++)
            a.value[PLUMB_OUTPUT][i] = random_normal(&cases);
        round_numbers(a.value[PLUMB_OUTPUT], a.stated.output.count, PLUMB_F32);
        ck_assert_uint_eq(explanations_of(&a.stated, NULL), 0);
        free_answers(&a);
        free_problem(&drawn);
    }
}
END_TEST

enum { QUERIES = 128, KEYS = 512, TILE = 16, FACTORS = 4 };

/* Row t with its sum of weights kept in bfloat16. */
static void answer_with_short_sum(const plumb_problem *p, size_t t, double *out) {
    double weight[KEYS], most = -INFINITY, sum = 0;
    for (size_t j = 0; j < KEYS; j++) {
        weight[j] = 0;
        for (size_t c = 0; c < p->head_dim; c++)
            weight[j] += p->query[t * p->head_dim + c] * p->key[j * p->head_dim + c] / sqrt((double)p->head_dim);
        most = fmax(most, weight[j]);
    }
    for (size_t j = 0; j < KEYS; j += TILE) {
        double tile = 0;
        for (size_t i = j; i < j + TILE; i++)
            tile += weight[i] = exp(weight[i] - most);
        sum = plumb_round_double(sum + tile, PLUMB_BF16);
    }
    for (size_t c = 0; c < p->value_dim; c++) {
        out[c] = 0;
        for (size_t j = 0; j < KEYS; j++)
            out[c] += weight[j] * p->value[j * p->value_dim + c] / sum;
        out[c] = plumb_round_double(out[c], PLUMB_BF16);
    }
}

static int divide_output(const plumb_making *m) {
    double *divided = plumb_storage_take(m->storage, m->changed->output.count, sizeof *divided);
    for (size_t i = 0; divided != NULL && i < m->changed->output.count; i++)
        divided[i] = m->changed->output.value[i] / m->by->number;
    m->changed->output.value = divided;
    return divided != NULL ? 1 : -1;
}

/* Each is within the expected error; the largest are impossible.  No convention explains what a proof alone excludes
   unless the case PASSes then. */
START_TEST(short_sums_are_no_sink) {
    random_cases cases = random_begin("short sums", 1);
    while (random_next(&cases)) {
        drawn_problem drawn = draw_in_format(&cases, one_head(QUERIES, KEYS, 64, 64), PLUMB_BF16);
        for (size_t i = 0; i < KEYS * 64; i++)
            drawn.value[i] = plumb_round_double(drawn.value[i] + 0.5, PLUMB_BF16);
        double out[QUERIES * 64];
        for (size_t t = 0; t < QUERIES; t++)
            answer_with_short_sum(&drawn.problem, t, out + t * 64);
        const plumb_case stated = {.problem = drawn.problem,
                                   .input_format = PLUMB_BF16,
                                   .precision = "bf16-flash",
                                   .source = "short",
                                   .output = {true, PLUMB_BF16, QUERIES * 64, out}};
        plumb_neighbourhood factors = {0};
        for (int i = 0; i < FACTORS; i++) {
            plumb_neighbour factor = {.kind = PLUMB_NEIGHBOUR_FAULT, .axis = "factor", .make = divide_output};
            factor.number = 1 + 0x1p-9 * (i + 1);
            snprintf(factor.does, sizeof factor.does, "multiplies by %g", factor.number);
            plumb_neighbourhood_add(&factors, &factor);
        }
        ck_assert_uint_eq(explanations_of(&stated, &factors), 0);
        free_problem(&drawn);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("diagnose/coincidences");
    TCase *tests = tcase_create("coincidences");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, no_change_takes_the_numbers_away);
    tcase_add_test(tests, short_sums_are_no_sink);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
