/* test_places.c - a judgement finds the one wrong number where it stands: shapes of which no two lengths are
   equal, every tensor, all queries or some. */
#include "judge/compare.h"
#include "tests/support/check.h"
#include "tests/support/naive.h"
#include "tests/support/suite.h"
#include <flint/flint.h>

enum { WRONG = 4 };

static plumb_claim *claim_of(plumb_case *judged, plumb_quantity quantity) {
    plumb_claim *const claims[] = {[PLUMB_OUTPUT] = &judged->output,
                                   [PLUMB_WEIGHTS] = &judged->weights,
                                   [PLUMB_SCORES] = &judged->scores,
                                   [PLUMB_LSE] = &judged->lse};
    return claims[quantity];
}

/* What a faultless engine answers. */
static double *answer(const plumb_problem *p, plumb_quantity quantity) {
    size_t rows = p->batch * p->query_heads * p->query_length, width = naive_width(p, quantity);
    double *value = calloc(rows * width, sizeof *value);
    for (size_t row = 0; row < rows; row++)
        for (size_t i = 0; i < width; i++)
            value[row * width + i] =
                (double)naive_element(p, quantity, row / p->query_length / p->query_heads,
                                      row / p->query_length % p->query_heads, row % p->query_length, i);
    return value;
}

static plumb_report judge(const plumb_case *judged, size_t from, size_t to) {
    plumb_report report;
    plumb_error error;
    plumb_compare_options options = {.from = from, .to = to};
    ck_assert_int_eq(plumb_compare(judged, &options, &report, &error), 0);
    return report;
}

/* An element that is finite becomes wrong: it is found there, and nowhere if other queries are asked for. */
static void check_wrong(random_cases *cases, plumb_case *judged, plumb_quantity quantity, double *value) {
    const plumb_problem *p = &judged->problem;
    size_t b = random_below(cases, p->batch), h = random_below(cases, p->query_heads);
    size_t t = random_below(cases, p->query_length), i = random_below(cases, naive_width(p, quantity));
    double *element = value + naive_start(p, quantity, p->query_length, b, h, t) + i, right = *element;
    if (!isfinite(right) || !naive_sees(p, b, h, t, i % p->key_length))
        return;
    *element += 1;
    plumb_report report = judge(judged, t, t + 1);
    const plumb_element *found = &report.tensor[quantity].first_impossible;
    ck_assert_int_eq(report.verdict, PLUMB_FAIL);
    ck_assert_uint_eq(report.tensor[quantity].impossible, 1);
    ck_assert(found->batch == b && found->head == h && found->query == t && found->column == i);
    ck_assert(found->engine == *element && found->low <= right + 1e-12 && found->high >= right - 1e-12);
    if (t > 0)
        ck_assert_int_eq(judge(judged, 0, t).verdict, PLUMB_PASS);
    if (t + 1 < p->query_length)
        ck_assert_int_eq(judge(judged, t + 1, 0).verdict, PLUMB_PASS);
    *element = right;
}

START_TEST(a_wrong_number_is_found_where_it_stands) {
    random_cases cases = random_begin("places of wrong numbers", 1);
    while (random_next(&cases)) {
        random_round(&cases, _i);
        drawn_problem drawn = naive_masked(&cases, (size_t)_i);
        const plumb_problem *p = &drawn.problem;
        plumb_case judged = {.problem = *p, .input_format = PLUMB_F64, .source = "shape"};
        double *value[PLUMB_QUANTITIES];
        for (int q = 0; q < PLUMB_QUANTITIES; q++) {
            value[q] = answer(p, (plumb_quantity)q);
            *claim_of(&judged, (plumb_quantity)q) = (plumb_claim){
                true, PLUMB_F64,
                p->batch * p->query_heads * p->query_length * naive_width(p, (plumb_quantity)q), value[q]};
        }
        ck_assert_int_eq(judge(&judged, 0, 0).verdict, PLUMB_PASS);
        for (int q = 0; q < PLUMB_QUANTITIES; q++)
            for (int wrong = 0; wrong < WRONG; wrong++)
                check_wrong(&cases, &judged, (plumb_quantity)q, value[q]);
        for (int q = 0; q < PLUMB_QUANTITIES; q++)
            free(value[q]);
        free_problem(&drawn);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("places");
    TCase *tests = tcase_create("places");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_loop_test(tests, a_wrong_number_is_found_where_it_stands, 0, NAIVE_SHAPES);
    suite_add_tcase(suite, tests);
    int result = run_suite(suite);
    flint_cleanup(); /* its caches are no leak */
    return result;
}
