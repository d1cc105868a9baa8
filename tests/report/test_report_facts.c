/* test_report_facts.c - what a report says of a precision, of an error, of what is suspect, and that its case would
   have noticed, and would not. */
#include "report/report_facts.h"
#include "tests/support/problems.h"
#include "tests/support/suite.h"
#include <math.h>

enum { KEYS = 64 };

typedef struct {
    plumb_case judged;
    plumb_report report;
} reported;

/* A softmax over 64 keys whose simulated rows would notice so many lost keys (0: none), and scores off by a part. */
static void report(reported *r, size_t noticed_keys, double scale_noticed) {
    *r = (reported){.judged.problem = one_head(4, KEYS, 8, 8)};
    r->report.judged = &r->judged;
    r->report.level.rows = 4;
    r->report.level.asks_keys = true;
    r->report.level.noticed_keys = noticed_keys;
    r->report.tensor[PLUMB_OUTPUT].present = true;
    r->report.tensor[PLUMB_OUTPUT].stand.scale_noticed = scale_noticed;
}

static const struct {
    size_t noticed_keys;
    double scale_noticed;
    const char *power, *blindness;
} said[] = {
    {1, 0.004, "would reveal scores off by 0.4 %, 1 lost key of 64", ""},
    {4, 0.004, "would reveal scores off by 0.4 %, 4 lost keys of 64", ""},
    {4, 0.25, "would reveal scores off by 25 %, 4 lost keys of 64",
     "this input reveals little: scores off by less than 25 % may go unnoticed"},
    {4, INFINITY, "would reveal 4 lost keys of 64",
     "this input reveals little: scores multiplied by a factor may go unnoticed"},
    {8, 0.1, "would reveal scores off by 10 %, 8 lost keys of 64",
     "this input reveals little: fewer than 8 lost keys may go unnoticed"},
    {0, 0.01, "would reveal scores off by 1 %, no lost keys", "this input reveals little: lost keys may go unnoticed"},
    {0, 2, "would reveal no lost keys", "this input reveals little: lost keys may go unnoticed"},
    {0, INFINITY, "", "this input reveals little: lost keys may go unnoticed"},
};

START_TEST(power_is_said_as_it_is) {
    reported r;
    char text[PLUMB_FACT_TEXT];
    report(&r, said[_i].noticed_keys, said[_i].scale_noticed);
    ck_assert_str_eq(plumb_stand_fact(&r.report, PLUMB_STAND_POWER, text), said[_i].power);
    ck_assert_str_eq(plumb_stand_fact(&r.report, PLUMB_STAND_BLINDNESS, text), said[_i].blindness);
}
END_TEST

static const struct {
    const char *precision;
    plumb_format input, output;
    const char *verdict;
} precisions[] = {
    {"f32", PLUMB_F32, PLUMB_F32, "PASS"},
    {"f32-fast-exp", PLUMB_F32, PLUMB_F32, "PASS"},
    {"tf32", PLUMB_F32, PLUMB_F32, "PASS (warning: tf32 is coarser than usual for F32 tensors)"},
    {"bf16-products", PLUMB_F32, PLUMB_F32, "PASS (warning: bf16-products is coarser than usual for F32 tensors)"},
    {"f32", PLUMB_F64, PLUMB_F64, "PASS (warning: f32 is coarser than usual for F64 tensors)"},
    {"bf16-flash", PLUMB_BF16, PLUMB_F32, "PASS"},
    {"bf16-eager-shifted", PLUMB_BF16, PLUMB_BF16, "PASS"},
    {"f32", PLUMB_BF16, PLUMB_BF16, "PASS"},
    {"bf16-flash", PLUMB_F16, PLUMB_F16, "PASS (warning: bf16-flash is coarser than usual for F16 tensors)"},
};

START_TEST(a_coarse_precision_is_warned_of) {
    reported r;
    char text[PLUMB_FACT_TEXT];
    report(&r, 1, 0.01);
    r.report.precision = *plumb_precision_find(precisions[_i].precision);
    r.report.precision_stated = true;
    r.judged.input_format = precisions[_i].input;
    r.report.tensor[PLUMB_OUTPUT].format = precisions[_i].output;
    ck_assert_str_eq(plumb_verdict_fact(&r.report, text), precisions[_i].verdict);
    r.report.precision_stated = false;
    ck_assert_str_eq(plumb_verdict_fact(&r.report, text), "PASS");
}
END_TEST

static const struct {
    plumb_element element;
    const char *error;
} errors[] = {
    {{.engine = 1, .low = 0.75, .high = 0.75, .error_low = 0.25, .ulps = 4}, "at least 0.25, 4 ulp"},
    {{.engine = -0.5, .error_low = 0.5, .ulps = INFINITY}, "-0.5 where exactly 0 is correct"},
    {{.engine = 3, .low = -INFINITY, .high = -INFINITY, .error_low = INFINITY, .ulps = INFINITY},
     "3 where exactly -inf is correct"},
    {{.engine = INFINITY, .low = 1, .high = 2, .error_low = INFINITY, .ulps = INFINITY},
     "inf where a finite number is correct"},
    {{.engine = 1, .low = 0, .high = 1e-300, .error_low = 1, .ulps = INFINITY}, "at least 1"},
    {{.engine = NAN, .low = 1, .high = 2, .error_low = NAN, .ulps = NAN}, ""},
};

START_TEST(an_error_is_said_in_numbers_that_there_are) {
    char text[PLUMB_FACT_TEXT];
    ck_assert_str_eq(plumb_error_fact(&errors[_i].element, text), errors[_i].error);
}
END_TEST

START_TEST(a_factor_of_all_outputs_is_the_reason) {
    reported r;
    char text[PLUMB_FACT_TEXT];
    report(&r, 1, 0.01);
    plumb_stand *stand = &r.report.tensor[PLUMB_OUTPUT].stand;
    stand->bias.along = 0.0056;
    stand->bias.along_limit = 0.004;
    stand->scale_limit = INFINITY;
    ck_assert_str_eq(plumb_reason_fact(&r.report, PLUMB_OUTPUT, text),
                     "all outputs seem to be 1.0056 times their correct size; expected within 0.4 %");
    stand->bias.along = -0.01;
    ck_assert_str_eq(plumb_reason_fact(&r.report, PLUMB_OUTPUT, text),
                     "all outputs seem to be 0.99 times their correct size; expected within 0.4 %");
    stand->bias.along = 3e-6;
    stand->bias.along_limit = 1e-6;
    stand->whole = 2;
    ck_assert_str_eq(plumb_reason_fact(&r.report, PLUMB_OUTPUT, text),
                     "all outputs seem to be 1.000003 times their correct size; expected within 0.0001 %");
    stand->whole = 4;
    ck_assert_str_eq(plumb_reason_fact(&r.report, PLUMB_OUTPUT, text),
                     "errors of the tensor are 4 times the expected ones");
    stand->whole = 0;
    stand->bias.along = 1e-7;
    ck_assert_str_eq(plumb_reason_fact(&r.report, PLUMB_OUTPUT, text), "");
}
END_TEST

START_TEST(formats_of_inputs_are_named_where_they_differ) {
    reported r;
    char text[PLUMB_FACT_TEXT];
    report(&r, 1, 0.01);
    r.judged.input_format = PLUMB_BF16;
    ck_assert_str_eq(plumb_inputs_fact(&r.judged, text), "BF16");
    r.judged.vector_format[0] = PLUMB_BF16;
    ck_assert_str_eq(plumb_inputs_fact(&r.judged, text), "q BF16, k F64, v F64");
}
END_TEST

/* Of some rows alone nothing is said of keys; of an operator without a mean nothing is warned of. */
START_TEST(what_was_not_asked_is_not_said) {
    reported r;
    char text[PLUMB_FACT_TEXT];
    report(&r, 4, 0.02);
    r.report.sampled = true;
    ck_assert_str_eq(plumb_stand_fact(&r.report, PLUMB_STAND_POWER, text), "would reveal scores off by 2 %");
    report(&r, 0, 0.02);
    r.report.level.asks_keys = false;
    ck_assert_str_eq(plumb_stand_fact(&r.report, PLUMB_STAND_POWER, text), "would reveal scores off by 2 %");
    ck_assert_str_eq(plumb_stand_fact(&r.report, PLUMB_STAND_BLINDNESS, text), "");
    report(&r, 1, 0.5);
    r.judged.problem.op.kind = PLUMB_RELU;
    ck_assert_str_eq(plumb_stand_fact(&r.report, PLUMB_STAND_BLINDNESS, text), "");
    report(&r, 0, 0.5);
    r.report.level.rows = 0;
    ck_assert_str_eq(plumb_stand_fact(&r.report, PLUMB_STAND_BLINDNESS, text), "");
    r.report.tensor[PLUMB_OUTPUT].present = false;
    ck_assert_str_eq(plumb_stand_fact(&r.report, PLUMB_STAND_POWER, text), "");
}
END_TEST

/* 4 queries to a head. */
static const struct {
    size_t rows, from, to;
    bool sampled;
    const char *fact;
} rows_said[] = {
    {8, 0, 4, false, "8, 3 of them without a visible key"},
    {2, 2, 3, false, "2 (queries 2:3 of 4), 3 of them without a visible key"},
    {4, 2, 4, false, "4 (queries 2:4 of 4), 3 of them without a visible key"},
    {5, 0, 4, true, "5 drawn with seed 7, 3 of them without a visible key"},
};

START_TEST(rows_are_said_as_they_were_judged) {
    reported r;
    char text[PLUMB_FACT_TEXT];
    report(&r, 1, 1);
    r.report.rows = rows_said[_i].rows;
    r.report.from = rows_said[_i].from;
    r.report.to = rows_said[_i].to;
    r.report.sampled = rows_said[_i].sampled;
    r.report.seed = 7;
    r.report.empty_rows = 3;
    ck_assert_str_eq(plumb_rows_fact(&r.report, text), rows_said[_i].fact);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("report/report_facts");
    TCase *facts = tcase_create("facts");
    tcase_add_loop_test(facts, a_coarse_precision_is_warned_of, 0, sizeof precisions / sizeof *precisions);
    tcase_add_loop_test(facts, an_error_is_said_in_numbers_that_there_are, 0, sizeof errors / sizeof *errors);
    tcase_add_test(facts, a_factor_of_all_outputs_is_the_reason);
    tcase_add_test(facts, formats_of_inputs_are_named_where_they_differ);
    tcase_add_loop_test(facts, power_is_said_as_it_is, 0, sizeof said / sizeof *said);
    tcase_add_test(facts, what_was_not_asked_is_not_said);
    tcase_add_loop_test(facts, rows_are_said_as_they_were_judged, 0, sizeof rows_said / sizeof *rows_said);
    suite_add_tcase(suite, facts);
    return run_suite(suite);
}
