/* test_report_bias.c - what a report says of mean errors: why a tensor is beyond what is expected, in which head,
   and to which side the errors of a simulated one lean. */
#include "report/report_bias.h"
#include "tests/support/problems.h"
#include "tests/support/suite.h"
#include <math.h>

typedef struct {
    plumb_case judged;
    plumb_report report;
    plumb_stand *stand;
    plumb_bias *bias;
} reported;

static const plumb_bias unbiased = {0, INFINITY, 0, INFINITY, PLUMB_GROWTH_UNKNOWN, INFINITY, INFINITY};

/* A tensor of two batch entries with three heads each. */
static void report(reported *r, plumb_quantity quantity) {
    *r = (reported){.judged.problem = one_head(4, 8, 8, 8)};
    r->judged.problem.query_heads = 3;
    r->report.judged = &r->judged;
    r->report.level.rows = 4;
    r->report.tensor[quantity].present = true;
    r->stand = &r->report.tensor[quantity].stand;
    r->bias = &r->stand->bias;
    r->stand->bias = r->stand->head_bias = unbiased;
    r->stand->scale_limit = INFINITY;
}

START_TEST(the_mean_that_is_farther_off_is_the_reason) {
    reported r;
    char text[PLUMB_FACT_TEXT];
    report(&r, PLUMB_WEIGHTS);
    r.bias->along = -0.02;
    r.bias->along_limit = 0.01;
    r.bias->mean = -0.5;
    r.bias->mean_limit = 0.4;
    ck_assert_str_eq(plumb_reason_fact(&r.report, PLUMB_WEIGHTS, text),
                     "all weights seem to be 0.98 times their correct size; expected within 1 %");
    r.bias->mean = -1;
    r.bias->mean_limit = 0.25;
    ck_assert_str_eq(plumb_reason_fact(&r.report, PLUMB_WEIGHTS, text),
                     "the mean error of all weights is -1 standard deviations of a single error; expected within 0.25");
}
END_TEST

START_TEST(a_head_alone_is_named) {
    reported r;
    char text[PLUMB_FACT_TEXT];
    report(&r, PLUMB_LSE);
    r.stand->biased_head = 5;
    r.stand->head_bias.mean = 1.5;
    r.stand->head_bias.mean_limit = 1;
    ck_assert_str_eq(
        plumb_reason_fact(&r.report, PLUMB_LSE, text),
        "batch 1, head 2: the mean error of all log-sum-exps is +1.5 standard deviations of a single error; expected "
        "within 1");
}
END_TEST

START_TEST(an_expected_bias_is_reported_with_its_standard_error) {
    reported r;
    char text[PLUMB_FACT_TEXT];
    report(&r, PLUMB_OUTPUT);
    ck_assert_str_eq(plumb_bias_fact(&r.report, text), "");
    r.bias->along = -0.0017;
    r.bias->along_scatter = 0.0002;
    r.bias->along_limit = 0.003;
    ck_assert_str_eq(plumb_bias_fact(&r.report, text),
                     "outputs are on average 0.17 % too small (8.5 standard errors); expected within 0.3 %");
    r.bias->growth = PLUMB_GROWTH_KEYS;
    ck_assert_str_eq(plumb_stand_fact(&r.report, PLUMB_STAND_BIAS, text),
                     "outputs are on average 0.17 % too small (8.5 standard errors), growing as the number of keys; "
                     "expected within 0.3 %");
    r.bias->along_scatter = 1e-5;
    r.bias->growth = PLUMB_GROWTH_UNKNOWN;
    ck_assert_str_eq(plumb_bias_fact(&r.report, text),
                     "outputs are on average 0.17 % too small (170 standard errors); expected within 0.3 %");
    r.bias->along_scatter = 0.0002;
    r.bias->growth = PLUMB_GROWTH_ROOT;
    r.bias->along = 0.002;
    ck_assert_str_eq(plumb_bias_fact(&r.report, text),
                     "outputs are on average 0.2 % too large (10 standard errors), growing as the root of the number of "
                     "keys; expected within 0.3 %");
    r.bias->along = 0;
    r.bias->mean = 0.125;
    r.bias->mean_scatter = 0.0125;
    r.bias->mean_limit = 0.5;
    ck_assert_str_eq(plumb_bias_fact(&r.report, text), "the mean error of all outputs is +0.12 standard deviations "
                                                       "(10 standard errors); expected within 0.5");
}
END_TEST

START_TEST(a_mean_within_its_standard_error_is_reported_too) {
    reported r;
    char text[PLUMB_FACT_TEXT];
    report(&r, PLUMB_LSE);
    r.bias->along = 3e-5;
    r.bias->along_scatter = 2e-4;
    r.bias->along_limit = 0.003;
    ck_assert_str_eq(plumb_bias_fact(&r.report, text),
                     "log-sum-exps are on average 0.003 % too large (0.15 standard errors)");
    r.bias->along = 0;
    ck_assert_str_eq(plumb_bias_fact(&r.report, text), "log-sum-exps are on average neither too large nor too small");
    /* Of two tensors the one that leans is said. */
    r.report.tensor[PLUMB_OUTPUT] = r.report.tensor[PLUMB_LSE];
    r.bias->along = -0.0017;
    ck_assert_str_eq(plumb_bias_fact(&r.report, text),
                     "log-sum-exps are on average 0.17 % too small (8.5 standard errors); expected within 0.3 %");
}
END_TEST

/* It is why the tensor is beyond what is expected, or it is wrong altogether. */
START_TEST(a_bias_that_is_said_elsewhere_is_not_said_twice) {
    reported r;
    char text[PLUMB_FACT_TEXT];
    report(&r, PLUMB_OUTPUT);
    r.bias->along = 0.005;
    r.bias->along_scatter = 0.0002;
    r.bias->along_limit = 0.003;
    ck_assert_str_eq(plumb_bias_fact(&r.report, text), "");
    ck_assert_str_eq(plumb_stand_fact(&r.report, PLUMB_STAND_REASON, text),
                     "all outputs seem to be 1.005 times their correct size; expected within 0.3 %");
    r.bias->along = 0.002;
    r.report.tensor[PLUMB_OUTPUT].verdict = PLUMB_FAIL;
    ck_assert_str_eq(plumb_bias_fact(&r.report, text), "");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("report/report_bias");
    TCase *cases = tcase_create("report_bias");
    tcase_add_test(cases, the_mean_that_is_farther_off_is_the_reason);
    tcase_add_test(cases, a_head_alone_is_named);
    tcase_add_test(cases, an_expected_bias_is_reported_with_its_standard_error);
    tcase_add_test(cases, a_mean_within_its_standard_error_is_reported_too);
    tcase_add_test(cases, a_bias_that_is_said_elsewhere_is_not_said_twice);
    suite_add_tcase(suite, cases);
    return run_suite(suite);
}
