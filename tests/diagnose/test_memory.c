/* test_memory.c - memory that runs out at any one allocation of a diagnosis: the same diagnosis or a message, never a
   crash; and one that has its memory keeps none. */
#include "tests/support/short_memory.h"
#include "diagnose/diagnose.h"
#include "tests/support/check.h"
#include "tests/support/held.h"
#include "tests/support/naive.h"
#include "tests/support/reproduce.h"
#include "tests/support/suite.h"
#include <flint/flint.h>
#include <stdint.h>

#ifdef OWN_MEMORY
#define FAILURES 40 /* allocations that fail, of the thousands of a diagnosis */

static const plumb_diagnose_options singles = {.threads = 1, .without_pairs = true, .seconds = 60};

/* How many explanations; -1 with a message. */
static int diagnose(const plumb_case *stated, plumb_error *error) {
    plumb_diagnosis diagnosis;
    if (plumb_diagnose(stated, &singles, &diagnosis, error) != 0)
        return -1;
    int explanations = (int)diagnosis.explanations.count;
    plumb_diagnosis_free(&diagnosis);
    return explanations;
}

static void check_allocation(const random_cases *cases, const plumb_case *stated, size_t allocation, int usual) {
    plumb_error error = {""};
    run_short(allocation);
    int explanations = diagnose(stated, &error);
    ck_assert(ran_short());
    if (explanations == usual || (explanations == -1 && strstr(error.text, "not enough memory") != NULL))
        return;
    reproduction line = reproduce(cases);
    reproduce_text(&line, " allocation %zu: %d explanations, not %d; \"%s\"", allocation, explanations, usual,
                   error.text);
    reproduce_fail(&line);
}

/* The answer to a case with a mask that it does not state. */
typedef struct {
    drawn_problem drawn;
    double output[8];
    plumb_case stated;
} masked_case;

static void draw_masked(random_cases *cases, masked_case *c) {
    c->drawn = draw_problem(cases, one_head(4, 6, 4, 2), ORDINARY);
    plumb_problem seen = c->drawn.problem;
    unsigned char allowed[4 * 6];
    for (size_t i = 0; i < sizeof allowed; i++)
        allowed[i] = i % 6 <= i / 6;
    seen.mask.allowed = allowed;
    for (size_t i = 0; i < 8; i++)
        c->output[i] = (double)naive_element(&seen, PLUMB_OUTPUT, 0, 0, i / 2, i % 2);
    c->stated = (plumb_case){.problem = c->drawn.problem, .input_format = PLUMB_F64, .source = "x",
                             .output = {true, PLUMB_F64, 8, c->output}};
}

START_TEST(a_diagnosis_runs_short) {
    random_cases cases = random_begin("diagnosis short of memory", 1);
    omp_set_num_threads(1);
    while (random_next(&cases)) {
        masked_case c;
        plumb_error error = {""};
        draw_masked(&cases, &c);
        run_short(SIZE_MAX);
        int usual = diagnose(&c.stated, &error);
        size_t allocations = SIZE_MAX - memory_allowed;
        ck_assert(!ran_short());
        ck_assert_int_gt(usual, 0);
        for (size_t i = 0; i < FAILURES; i++)
            check_allocation(&cases, &c.stated, random_below(&cases, allocations), usual);
        free_problem(&c.drawn);
    }
}
END_TEST

static void diagnose_again(void *context) {
    plumb_error error = {""};
    ck_assert_int_gt(diagnose(context, &error), 0);
}

START_TEST(all_memory_is_given_back) {
    random_cases cases = random_begin("diagnosis again and again", 1);
    omp_set_num_threads(1);
    while (random_next(&cases)) {
        masked_case c;
        draw_masked(&cases, &c);
        check_gives_back(diagnose_again, &c.stated);
        free_problem(&c.drawn);
    }
}
END_TEST

/* Where every third element is wrong; each allocation fails. */
START_TEST(a_concentration_runs_short) {
    static const double nothing;
    plumb_case c = {.problem = one_head(4, 6, 4, 3), .output = {true, PLUMB_F32, 0, &nothing}};
    plumb_findings findings;
    ck_assert_int_eq(plumb_findings_init(&findings, &c), 0);
    for (size_t i = 0; i < 4 * 3; i++) {
        plumb_element element = {.present = true, .query = i / 3, .column = i % 3, .ratio = 2,
                                 .finding = i % 3 == 0 ? PLUMB_EXCLUDED : PLUMB_WITHIN};
        plumb_findings_note(&findings, PLUMB_OUTPUT, &element);
    }
    for (size_t allocations = 0;; allocations++) {
        plumb_concentration where;
        run_short(allocations);
        int result = plumb_concentration_find(&findings, PLUMB_FAIL, &where);
        bool refused = ran_short();
        ck_assert_msg(result == (refused ? -1 : 0), "allocation %zu: %d", allocations, result);
        if (!refused) {
            ck_assert_uint_gt(allocations, 3);
            break;
        }
    }
    plumb_findings_free(&findings);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("memory");
    TCase *tests = tcase_create("memory");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, a_diagnosis_runs_short);
    tcase_add_test(tests, all_memory_is_given_back);
    tcase_add_test(tests, a_concentration_runs_short);
    suite_add_tcase(suite, tests);
    int result = run_suite(suite);
    flint_cleanup(); /* its caches are no leak */
    return result;
}
#endif
