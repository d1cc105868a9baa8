/* test_proof.c - the judge hands a row to src/budget as it is: what is right is never impossible, what is a thousandth
   of the values away is, in binary32, for every row of which the theorem speaks. */
#include "compare/proof.h"
#include "exact/visible.h"
#include "row/evaluate.h"
#include "tests/support/problems.h"
#include "tests/support/reproduce.h"
#include "tests/support/suite.h"
#include <math.h>

#define CASES 2000

/* A softmax with any sink, and any position or none. */
static drawn_problem draw(random_cases *cases) {
    operator_variant variant = operator_of_variant(random_below(cases, PLUMB_SINK_COUNT));
    if (random_below(cases, 2))
        return draw_operator_problem(cases, variant, ORDINARY);
    plumb_position_kind kind = (plumb_position_kind)random_below(cases, PLUMB_POSITION_COUNT);
    return draw_position_problem(cases, variant, kind, ORDINARY);
}

/* Now and then, before the biases or behind them. */
static void cap_scores(random_cases *cases, plumb_problem *p) {
    p->op.softcap = random_below(cases, 2) ? 1 + 50 * random_uniform(cases) : 0;
    p->op.softcap_order = (plumb_softcap_order)random_below(cases, PLUMB_BIAS_MASK_CAP + 1);
}

static plumb_element draw_element(random_cases *cases, const plumb_problem *p) {
    return (plumb_element){.present = true,
                           .batch = random_below(cases, p->batch),
                           .head = random_below(cases, p->query_heads),
                           .query = random_below(cases, p->query_length),
                           .column = random_below(cases, p->value_dim)};
}

static plumb_ball exact_of(const plumb_problem *p, const plumb_element *e) {
    plumb_row row;
    ck_assert_int_eq(plumb_row_init(&row, p), 0);
    plumb_evaluate_row(p, plumb_problem_scale(p), e->batch, e->head, e->query, &row);
    plumb_ball exact = row.output[e->column];
    plumb_row_free(&row);
    return exact;
}

static double largest_value(const plumb_problem *p) {
    double largest = 0;
    for (size_t i = 0; i < value_numbers(p); i++)
        largest = fmax(largest, fabs(p->value[i]));
    return largest;
}

static bool is_proved(const plumb_problem *p, plumb_element *e, double number) {
    bool proved = false;
    e->engine = number;
    ck_assert_int_eq(plumb_prove_impossible(p, plumb_precision_find("f32"), e, PLUMB_F32, &proved), 0);
    return proved;
}

static void fail_case(const random_cases *cases, const char *what, const plumb_problem *p, double number) {
    reproduction line = reproduce(cases);
    reproduce_text(&line, " %s: sink %d, position %d, %a", what, (int)p->op.sink, (int)p->position.kind, number);
    reproduce_fail(&line);
}

START_TEST(a_row_is_handed_over_as_it_is) {
    random_cases cases = random_begin("compare proof", CASES);
    size_t decided = 0, capped = 0;
    while (random_next(&cases)) {
        drawn_problem drawn = draw(&cases);
        cap_scores(&cases, &drawn.problem);
        const plumb_problem *p = &drawn.problem;
        plumb_element e = draw_element(&cases, p);
        plumb_ball exact = exact_of(p, &e);
        double far = largest_value(p) / 1024 * (random_below(&cases, 2) ? 1 : -1);
        bool known = isfinite(exact.rad) && exact.rad < fabs(far) / 1024;
        bool any = plumb_exact_visible_count(p, e.batch, e.head, e.query) > 0;
        if (known && is_proved(p, &e, (double)(float)exact.mid))
            fail_case(&cases, "impossible, and right", p, exact.mid);
        if (known && any && plumb_is_decided(p)) {
            decided++;
            capped += p->op.softcap > 0;
            if (!is_proved(p, &e, exact.mid + far))
                fail_case(&cases, "far away and possible", p, exact.mid + far);
        } else if (!plumb_is_decided(p) && is_proved(p, &e, 1e9))
            fail_case(&cases, "proved of a row of which nothing is", p, 1e9);
        free_problem(&drawn);
    }
    ck_assert(decided > capped && capped > 0);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("compare/proof");
    TCase *tests = tcase_create("proof");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, a_row_is_handed_over_as_it_is);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
