/* test_proof.c - the judge hands a row to src/budget as it is: what is right is never impossible, what is a thousandth
   of the values away is, in binary32, for every row of which the theorem speaks. */
#include "compare/proof.h"
#include "exact/visible.h"
#include "precision/precision_text.h"
#include "row/evaluate.h"
#include "tests/support/problems.h"
#include "tests/support/reproduce.h"
#include "tests/support/suite.h"
#include <math.h>

#define CASES 2000
#define FORMS (PLUMB_ALIBI_SCALED_KEY + 1) /* of ALiBi */

/* A softmax with any sink, and any position or none. */
static drawn_problem draw(random_cases *cases) {
    operator_variant variant = operator_of_variant(random_below(cases, PLUMB_SINK_COUNT));
    if (random_below(cases, 2))
        return draw_operator_problem(cases, variant, ORDINARY);
    plumb_position_kind kind = (plumb_position_kind)random_below(cases, PLUMB_POSITION_COUNT);
    drawn_problem drawn = draw_position_problem(cases, variant, kind, ORDINARY);
    if (random_below(cases, 4)) /* with no other bias, and nothing behind the mean */
        drawn.problem.extra.bias = drawn.problem.extra.value_bias = drawn.problem.extra.gate = NULL;
    return drawn;
}

/* A softcap now and then, before the biases or behind them, and ALiBi in each of its forms. */
static void join_scores(random_cases *cases, plumb_problem *p) {
    p->op.softcap = random_below(cases, 2) ? 1 + 50 * random_uniform(cases) : 0;
    p->op.softcap_order = (plumb_softcap_order)random_below(cases, PLUMB_BIAS_MASK_CAP + 1);
    p->position.alibi = (plumb_alibi_form)random_below(cases, FORMS);
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

static bool is_proved_in(const plumb_precision *precision, const plumb_problem *p, plumb_element *e, double number) {
    bool proved = false;
    e->engine = number;
    ck_assert_int_eq(plumb_prove_impossible(p, precision, e, PLUMB_F32, &proved), 0);
    return proved;
}

static bool is_proved(const plumb_problem *p, plumb_element *e, double number) {
    return is_proved_in(plumb_precision_find("f32"), p, e, number);
}

static void fail_case(const random_cases *cases, const char *what, const plumb_problem *p, double number) {
    reproduction line = reproduce(cases);
    reproduce_text(&line, " %s: sink %d, position %d, %a", what, (int)p->op.sink, (int)p->position.kind, number);
    reproduce_fail(&line);
}

START_TEST(a_row_is_handed_over_as_it_is) {
    random_cases cases = random_begin("compare proof", CASES);
    size_t decided = 0, capped = 0, with_key = 0, sloped[FORMS] = {0};
    while (random_next(&cases)) {
        drawn_problem drawn = draw(&cases);
        join_scores(&cases, &drawn.problem);
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
            with_key += plumb_sink_logit_of(p->op.sink) == PLUMB_LOGIT_PRODUCT;
            sloped[p->position.alibi] += p->position.kind == PLUMB_POSITION_ALIBI;
            if (!is_proved(p, &e, exact.mid + far))
                fail_case(&cases, "far away and possible", p, exact.mid + far);
        } else if (!plumb_is_decided(p) && is_proved(p, &e, 1e9))
            fail_case(&cases, "proved of a row of which nothing is", p, 1e9);
        free_problem(&drawn);
    }
    ck_assert(decided > capped && capped > 0 && with_key > 4);
    for (size_t form = 0; form < FORMS; form++)
        ck_assert(sloped[form] > 4);
}
END_TEST

/* Only key 0 has a value, 1, and scores are ALiBi's alone, of this slope. */
#define SLOPED_KEYS 9
static double sloped_mean(double slope) {
    double total = 0;
    for (size_t j = 0; j < SLOPED_KEYS; j++)
        total += exp(slope * (double)j);
    return 1 / total;
}

/* A slope and its product, stored twice, may each be off by a unit of bfloat16; so may a scale that is rounded, where
   the slope is multiplied by it and where the sum is. */
START_TEST(alibi_is_stored_in_tensors) {
    double query[] = {0}, key[SLOPED_KEYS] = {0}, value[SLOPED_KEYS] = {1}, slope = 1.9;
    plumb_precision precision;
    plumb_error error;
    ck_assert_int_eq(plumb_precision_parse("f32,input=bf16", "precision", &precision, &error), 0);
    plumb_problem p = one_head(1, SLOPED_KEYS, 1, 1);
    plumb_element e = {.present = true};
    p.query = query;
    p.key = key;
    p.value = value;
    p.scale = (plumb_scale){.text = "0.5"};
    p.position = (plumb_position){.kind = PLUMB_POSITION_ALIBI, .slopes = &slope};
    static const plumb_alibi_form forms[] = {PLUMB_ALIBI_KEY, PLUMB_ALIBI_SCALED_KEY};
    for (size_t i = 0; i < 2; i++) {
        bool scaled = forms[i] == PLUMB_ALIBI_SCALED_KEY;
        double stated = scaled ? 0.5 * slope : slope, units = scaled ? 5 : 3;
        p.position.alibi = forms[i];
        for (int side = -1; side <= 1; side += 2) {
            double right = sloped_mean(stated * (1 + side * (units - 0.1) * 0x1p-8));
            double wrong = sloped_mean(stated * (1 + side * (units + 0.1) * 0x1p-8));
            ck_assert(!is_proved_in(&precision, &p, &e, right));
            ck_assert(is_proved_in(&precision, &p, &e, wrong));
        }
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("compare/proof");
    TCase *tests = tcase_create("proof");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, a_row_is_handed_over_as_it_is);
    tcase_add_test(tests, alibi_is_stored_in_tensors);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
