/* test_acceptance.c - when a verdict PASS accounts for what was wrong. */
#include "diagnose/acceptance.h"
#include "tests/diagnose/answers.h"

/* Two rows of three scores. */
typedef struct {
    plumb_case stated;
    plumb_findings findings;
    plumb_acceptance acceptance;
} account;

static const double nothing;

static plumb_element element(size_t query, size_t column, plumb_finding finding, double error) {
    return (plumb_element){.present = true,
                           .query = query,
                           .column = column,
                           .finding = finding,
                           .engine = 0.5,
                           .error_low = error,
                           .ratio = 1};
}

static void open_account(account *a) {
    memset(a, 0, sizeof *a);
    a->stated.problem = one_head(2, 3, 1, 1);
    a->stated.scores = (plumb_claim){true, PLUMB_F32, 6, &nothing};
    ck_assert_int_eq(plumb_findings_init(&a->findings, &a->stated), 0);
    ck_assert_int_eq(plumb_acceptance_init(&a->acceptance, &a->findings), 0);
}

static void close_account(account *a) {
    plumb_acceptance_free(&a->acceptance);
    plumb_findings_free(&a->findings);
}

static void state(account *a, plumb_element e) {
    plumb_findings_note(&a->findings, PLUMB_SCORES, &e);
}

static void change(account *a, plumb_element e) {
    plumb_acceptance_note(&a->acceptance, PLUMB_SCORES, &e);
}

START_TEST(half_of_the_error_must_go) {
    static const struct {
        double left[2];
        bool holds;
    } cases[] = {{{0, 0}, true}, {{0.5, 1.0}, true}, {{1.5, 0.1}, false}, {{1, 2}, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        account a;
        open_account(&a);
        state(&a, element(0, 1, PLUMB_EXCLUDED, 1));
        state(&a, element(1, 2, PLUMB_IMPROBABLE, 2));
        state(&a, element(1, 0, PLUMB_WITHIN, 100));
        change(&a, element(0, 1, PLUMB_WITHIN, cases[i].left[0]));
        change(&a, element(1, 2, PLUMB_WITHIN, cases[i].left[1]));
        change(&a, element(1, 0, PLUMB_WITHIN, 100));
        ck_assert_int_eq(plumb_acceptance_holds(&a.acceptance, false), cases[i].holds);
        ck_assert(plumb_acceptance_holds(&a.acceptance, true));
        close_account(&a);
    }
}
END_TEST

/* Of errors that are no numbers there is no half. */
START_TEST(infinite_errors_are_left_to_the_verdict) {
    account a;
    open_account(&a);
    state(&a, element(0, 1, PLUMB_NAN, INFINITY));
    change(&a, element(0, 1, PLUMB_WITHIN, 0.5));
    ck_assert(plumb_acceptance_holds(&a.acceptance, false));
    ck_assert(!plumb_findings_measured(&a.findings, PLUMB_SCORES, 0, 1));
    close_account(&a);
}
END_TEST

START_TEST(what_is_hidden_must_look_it) {
    static const struct {
        double engine;
        bool holds;
    } cases[] = {{-INFINITY, true}, {NAN, true}, {-10000.5, true}, {-1e30, true}, {-9999, true},
                 {-80, false},      {0, false},  {3, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        account a;
        open_account(&a);
        plumb_element hidden = element(0, 1, PLUMB_NOT_COMPARED, 0);
        hidden.engine = cases[i].engine;
        state(&a, element(0, 1, PLUMB_EXCLUDED, 1));
        change(&a, hidden);
        ck_assert_int_eq(plumb_acceptance_holds(&a.acceptance, false), cases[i].holds);
        ck_assert_int_eq(plumb_acceptance_holds(&a.acceptance, true), cases[i].holds);
        close_account(&a);
    }
}
END_TEST

/* What was right, the change may hide. */
START_TEST(what_was_right_needs_no_account) {
    account a;
    open_account(&a);
    state(&a, element(0, 1, PLUMB_WITHIN, 0));
    change(&a, element(0, 1, PLUMB_NOT_COMPARED, 0));
    ck_assert(plumb_acceptance_holds(&a.acceptance, false));
    close_account(&a);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("diagnose/acceptance");
    TCase *tests = tcase_create("acceptance");
    tcase_add_test(tests, half_of_the_error_must_go);
    tcase_add_test(tests, infinite_errors_are_left_to_the_verdict);
    tcase_add_test(tests, what_is_hidden_must_look_it);
    tcase_add_test(tests, what_was_right_needs_no_account);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
