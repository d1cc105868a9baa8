/* test_report_facts.c - what a report says that its case would have noticed, and would not. */
#include "compare/report_facts.h"
#include "tests/support/problems.h"
#include "tests/support/suite.h"
#include <math.h>

enum { KEYS = 64 };

typedef struct {
    plumb_case judged;
    plumb_report report;
} reported;

/* A softmax over 64 keys whose honest rows would notice so many lost keys (0: none), and scores off by a part. */
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
    {1, 0.004, "would notice scores off by 0.4 %, 1 lost key of 64", ""},
    {4, 0.004, "would notice scores off by 0.4 %, 4 lost keys of 64", ""},
    {4, 0.25, "would notice scores off by 25 %, 4 lost keys of 64",
     "this case sees little: scores off by a tenth may go unnoticed"},
    {4, INFINITY, "would notice 4 lost keys of 64", "this case sees little: scores off by a tenth may go unnoticed"},
    {8, 0.1, "would notice scores off by 10 %, 8 lost keys of 64",
     "this case sees little: the loss of 4 keys of 64 may go unnoticed"},
    {0, 0.01, "would notice scores off by 1 %, no lost keys",
     "this case sees little: the loss of 1 key of 64 may go unnoticed"},
    {0, 2, "would notice no lost keys", "this case sees little: the loss of 1 key of 64 may go unnoticed"},
    {0, INFINITY, "", "this case sees little: the loss of 1 key of 64 may go unnoticed"},
};

START_TEST(power_is_said_as_it_is) {
    reported r;
    char text[PLUMB_FACT_TEXT];
    report(&r, said[_i].noticed_keys, said[_i].scale_noticed);
    ck_assert_str_eq(plumb_stand_fact(&r.report, PLUMB_STAND_POWER, text), said[_i].power);
    ck_assert_str_eq(plumb_stand_fact(&r.report, PLUMB_STAND_BLINDNESS, text), said[_i].blindness);
}
END_TEST

/* Of some rows alone nothing is said of keys; of an operator without a mean nothing is warned of. */
START_TEST(what_was_not_asked_is_not_said) {
    reported r;
    char text[PLUMB_FACT_TEXT];
    report(&r, 4, 0.02);
    r.report.sampled = true;
    ck_assert_str_eq(plumb_stand_fact(&r.report, PLUMB_STAND_POWER, text), "would notice scores off by 2 %");
    report(&r, 0, 0.02);
    r.report.level.asks_keys = false;
    ck_assert_str_eq(plumb_stand_fact(&r.report, PLUMB_STAND_POWER, text), "would notice scores off by 2 %");
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
    {8, 0, 4, false, "8, of which 3 see no key"},
    {2, 2, 3, false, "2 (queries 2:3 of 4), of which 3 see no key"},
    {4, 2, 4, false, "4 (queries 2:4 of 4), of which 3 see no key"},
    {5, 0, 4, true, "5 drawn with seed 7, of which 3 see no key"},
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
    Suite *suite = suite_create("compare/report_facts");
    TCase *facts = tcase_create("facts");
    tcase_add_loop_test(facts, power_is_said_as_it_is, 0, sizeof said / sizeof *said);
    tcase_add_test(facts, what_was_not_asked_is_not_said);
    tcase_add_loop_test(facts, rows_are_said_as_they_were_judged, 0, sizeof rows_said / sizeof *rows_said);
    suite_add_tcase(suite, facts);
    return run_suite(suite);
}
