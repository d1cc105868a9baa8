/* test_must_notice.c - what is demanded of the inputs of a case, and a PASS that is blind. */
#include "report/report_power.h"
#include "tests/support/problems.h"
#include "tests/support/suite.h"
#include <math.h>

enum { KEYS = 64 };

static const struct {
    const char *text;
    size_t lost_keys;
    double scale;
} demands[] = {{"lost_keys=1", 1, 0},
               {"scale=0.01", 0, 0.01},
               {"lost_keys=32,scale=1e-3", 32, 0.001},
               {"scale=.5,lost_keys=2", 2, 0.5}};

START_TEST(demands_are_read) {
    plumb_must_notice must;
    plumb_error error;
    ck_assert_int_eq(plumb_must_notice_parse("field", demands[_i].text, &must, &error), 0);
    ck_assert_uint_eq(must.lost_keys, demands[_i].lost_keys);
    ck_assert(must.scale == demands[_i].scale && plumb_must_notice_any(&must));
}
END_TEST

#define FORM ": expected lost_keys=N, scale=X or both with a comma between them"
#define SCALE " is not a number above 0 and below 1, such as 0.01 for scores off by 1 %"
static const struct {
    const char *text, *message;
} mistakes[] = {{"", "field: ''" FORM},
                {"lost_keys", "field: 'lost_keys'" FORM},
                {"lost=1", "field: 'lost=1'" FORM},
                {"lost_keys=1,", "field: ''" FORM},
                {"lost_keys=1,lost_keys=2", "field: 'lost_keys=2'" FORM},
                {"scale=0.1,scale=0.1", "field: 'scale=0.1'" FORM},
                {"lost_keys=0", "field: lost_keys: '0' is not an integer of at least 1"},
                {"lost_keys=1.5", "field: lost_keys: '1.5' is not an integer of at least 1"},
                {"lost_keys=", "field: lost_keys: '' is not an integer of at least 1"},
                {"lost_keys=1e99", "field: lost_keys: '1e99' is not an integer of at least 1"},
                {"scale=0", "field: scale: '0'" SCALE},
                {"scale=1", "field: scale: '1'" SCALE},
                {"scale=-0.1", "field: scale: '-0.1'" SCALE},
                {"scale=nan", "field: scale: 'nan'" SCALE},
                {"scale=0x1p-3", "field: scale: '0x1p-3'" SCALE},
                {"scale=0.1 %", "field: scale: '0.1 %'" SCALE}};

START_TEST(mistakes_are_refused) {
    plumb_must_notice must;
    plumb_error error;
    ck_assert_int_eq(plumb_must_notice_parse("field", mistakes[_i].text, &must, &error), -1);
    ck_assert_str_eq(error.text, mistakes[_i].message);
}
END_TEST

typedef struct {
    plumb_case judged;
    plumb_report report;
} reported;

/* A softmax over 64 keys that reveals 4 lost keys, and scores off by 2 %. */
static void report(reported *r, plumb_must_notice must) {
    *r = (reported){.judged.problem = one_head(4, KEYS, 8, 8)};
    r->report.judged = &r->judged;
    r->report.must_notice = must;
    r->report.level.rows = 4;
    r->report.level.asks_keys = true;
    r->report.level.noticed_keys = 4;
    r->report.tensor[PLUMB_OUTPUT].present = true;
    r->report.tensor[PLUMB_OUTPUT].stand.scale_noticed = 0.02;
}

static const struct {
    plumb_must_notice must;
    const char *fact;
} blind[] = {
    {{0, 0}, ""},
    {{4, 0}, ""},
    {{5, 0.02}, ""},
    {{0, 0.5}, ""},
    {{3, 0}, "this input does not reveal 3 lost keys of 64 (only 4 or more)"},
    {{1, 0.02}, "this input does not reveal 1 lost key of 64 (only 4 or more)"},
    {{4, 0.01}, "this input does not reveal scores off by 1 % (only by 2 % or more)"},
    {{1, 0.001},
     "this input does not reveal scores off by 0.1 % (only by 2 % or more), nor 1 lost key of 64 (only 4 or more)"},
};

START_TEST(a_pass_is_blind_where_its_inputs_show_too_little) {
    reported r;
    char text[PLUMB_FACT_TEXT];
    bool is_blind = *blind[_i].fact != 0;
    report(&r, blind[_i].must);
    ck_assert_str_eq(plumb_blind_fact(&r.report, text), blind[_i].fact);
    ck_assert(plumb_is_blind(&r.report) == is_blind);
    ck_assert_int_eq(plumb_exit_code_of(&r.report), is_blind ? PLUMB_BLIND_CODE : 0);
    r.report.verdict = PLUMB_FAIL;
    ck_assert_str_eq(plumb_blind_fact(&r.report, text), "");
    ck_assert_int_eq(plumb_exit_code_of(&r.report), 1);
}
END_TEST

START_TEST(what_was_not_measured_is_not_revealed) {
    reported r;
    char text[PLUMB_FACT_TEXT];
    report(&r, (plumb_must_notice){KEYS, 0});
    r.report.sampled = true;
    ck_assert_str_eq(plumb_blind_fact(&r.report, text),
                     "this input does not reveal 64 lost keys of 64 (not measured for rows drawn at random)");
    report(&r, (plumb_must_notice){KEYS, 0});
    r.report.level.asks_keys = false;
    ck_assert_str_eq(plumb_blind_fact(&r.report, text),
                     "this input does not reveal 64 lost keys of 64 (not measured for this case)");
    report(&r, (plumb_must_notice){KEYS, 0});
    r.report.level.noticed_keys = 0;
    ck_assert_str_eq(plumb_blind_fact(&r.report, text),
                     "this input does not reveal 64 lost keys of 64 (nor any number of lost keys)");
    report(&r, (plumb_must_notice){0, 0.9});
    r.report.tensor[PLUMB_OUTPUT].stand.scale_noticed = INFINITY;
    ck_assert_str_eq(plumb_blind_fact(&r.report, text),
                     "this input does not reveal scores off by 90 % (not measured for this case)");
    report(&r, (plumb_must_notice){KEYS, 0.9});
    r.report.tensor[PLUMB_OUTPUT].present = false;
    ck_assert(plumb_is_blind(&r.report) && !plumb_notices_lost_keys(&r.report) && !plumb_notices_scale(&r.report));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("judge/must_notice");
    TCase *cases = tcase_create("must_notice");
    tcase_add_loop_test(cases, demands_are_read, 0, sizeof demands / sizeof *demands);
    tcase_add_loop_test(cases, mistakes_are_refused, 0, sizeof mistakes / sizeof *mistakes);
    tcase_add_loop_test(cases, a_pass_is_blind_where_its_inputs_show_too_little, 0, sizeof blind / sizeof *blind);
    tcase_add_test(cases, what_was_not_measured_is_not_revealed);
    suite_add_tcase(suite, cases);
    return run_suite(suite);
}
