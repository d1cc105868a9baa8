/* test_not_a_number.c - a NaN or an infinity that an engine returned never passes unnoticed; and where no step may
   overflow, NaN is impossible. */
#include "exact/definition.h"
#include "exact/visible.h"
#include "tests/judge/judged_engines.h"

static double *numbers_of(const operator_answers *given, plumb_quantity quantity) {
    double *const numbers[] = {[PLUMB_OUTPUT] = given->output,
                               [PLUMB_WEIGHTS] = given->weights,
                               [PLUMB_SCORES] = given->scores,
                               [PLUMB_LSE] = given->lse};
    return numbers[quantity];
}

/* Where an element stands. */
typedef struct {
    plumb_quantity quantity;
    size_t index, b, h, t, column;
} place;

static place draw_place(random_cases *cases, const plumb_problem *p, plumb_quantity quantity,
                        size_t count) {
    place at = {.quantity = quantity, .index = random_below(cases, count)};
    size_t width = plumb_quantity_width(quantity, p), row = at.index / width;
    at.column = at.index % width;
    at.t = row % p->query_length;
    at.h = row / p->query_length % p->query_heads;
    at.b = row / p->query_length / p->query_heads;
    return at;
}

/* Rows that see no key are NaN, or their log-sum-exps infinite, where that is the stated convention;
   scores of invisible keys are not compared.  Everywhere else the exact value is a number, for all
   inputs are, and far from overflow. */
static bool may_be(const plumb_problem *p, place at, double planted) {
    double exact;
    size_t visible = plumb_exact_visible_count(p, at.b, at.h, at.t);
    if (at.quantity == PLUMB_SCORES)
        return !plumb_exact_visible(p, at.b, at.h, at.t, at.column) ||
               plumb_exact_is_mean(p, visible);
    return plumb_exact_by_definition(p, at.b, at.h, at.t, visible, at.quantity, at.column,
                                     &exact) &&
           (isnan(planted) ? isnan(exact) : planted == exact);
}

static plumb_report report_of(const plumb_case *judged) {
    plumb_report report;
    plumb_error error;
    plumb_compare_options options = {.threads = 1};
    ck_assert_msg(plumb_compare(judged, &options, &report, &error) == 0, "%s", error.text);
    return report;
}

static void check_element(random_cases *cases, const plumb_case *judged,
                          const operator_answers *given, plumb_quantity quantity, double planted) {
    const plumb_claim *claim = plumb_claim_of(judged, quantity);
    if (!claim->present || claim->count == 0)
        return;
    place at = draw_place(cases, &judged->problem, quantity, claim->count);
    double *element = numbers_of(given, quantity) + at.index, kept = *element;
    *element = planted;
    plumb_report report = report_of(judged);
    ck_assert(!isnan(planted) || report.tensor[quantity].not_a_number >= 1);
    bool excused = may_be(&judged->problem, at, planted);
    ck_assert_msg(excused || report.tensor[quantity].verdict != PLUMB_PASS,
                  "case %llu: %s by %s: %s[%zu %zu %zu %zu] = %g gets %s",
                  (unsigned long long)cases->number, operator_name(&judged->problem),
                  judged->source, plumb_quantity_name(quantity), at.b, at.h, at.t, at.column,
                  planted, plumb_verdict_name(report.tensor[quantity].verdict));
    ck_assert(report.verdict != PLUMB_PASS || excused);
    const plumb_tensor_report *tensor = &report.tensor[quantity];
    bool softmax = plumb_has_log_sum_exp(judged->problem.op.kind); /* others may divide by 0 */
    ck_assert_msg(excused || !softmax || tensor->impossible > 0 ||
                      tensor->first_beyond.overflow.step == PLUMB_OVERFLOWS_EXPONENTIALS,
                  "case %llu: %s by %s: %g in %s may come of step %d", (unsigned long long)cases->number,
                  operator_name(&judged->problem), judged->source, planted, plumb_quantity_name(quantity),
                  tensor->first_beyond.overflow.step);
    *element = kept;
}

/* Every operator, sink and normalisation, masks, rows that see no key, every tensor. */
START_TEST(what_is_no_number_never_passes) {
    operator_variant variant = operator_of_variant((size_t)_i);
    random_cases cases = random_begin("NaN or infinity anywhere", 20);
    while (random_next(&cases)) {
        const operator_engine *by = &operator_engines[random_below(&cases, OPERATOR_ENGINES)];
        drawn_problem drawn = draw_operator_problem(&cases, variant, ORDINARY);
        if (round_problem(&drawn, by->output)) {
            operator_answers given = run_operator_engine(by, &drawn.problem, NO_MISTAKE);
            plumb_case judged = make_case(&drawn.problem, by, &given);
            for (int q = 0; q < PLUMB_QUANTITIES; q++) {
                check_element(&cases, &judged, &given, (plumb_quantity)q, NAN);
                check_element(&cases, &judged, &given, (plumb_quantity)q, INFINITY);
                check_element(&cases, &judged, &given, (plumb_quantity)q, -INFINITY);
            }
            free_operator_answers(&given);
        }
        free_problem(&drawn);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("judge/not_a_number");
    TCase *cases = tcase_create("not_a_number");
    tcase_set_timeout(cases, 120);
    tcase_add_loop_test(cases, what_is_no_number_never_passes, 0, OPERATOR_VARIANTS);
    suite_add_tcase(suite, cases);
    return run_suite(suite);
}
