/* test_memory.c - memory that runs out at any one allocation while rows are evaluated, rounded or judged: the same
   answer or a message, never a crash. */
#include "tests/support/short_memory.h"
#include "judge/compare.h"
#include "library/evaluation.h"
#include "tests/fast/minimal.h"
#include "tests/support/problems.h"
#include "tests/support/suite.h"

#ifdef OWN_MEMORY
enum { MOST = 4096, ALL_TRIED = 200 };

typedef struct {
    double mid[MOST], rad[MOST];
} numbers;

/* One way to ask; 0, or -1 with a message. */
typedef int question(const plumb_case *asked, plumb_quantity quantity, numbers *answer, plumb_error *error);

static int enclose(const plumb_case *asked, plumb_quantity quantity, numbers *answer, plumb_error *error) {
    return plumb_evaluate_balls(asked, quantity, &(plumb_evaluation){.from = 0}, answer->mid, answer->rad, error);
}

static int round_to_binary32(const plumb_case *asked, plumb_quantity quantity, numbers *answer,
                             plumb_error *error) {
    return plumb_evaluate_rounded(asked, quantity, PLUMB_F32, &(plumb_evaluation){.from = 0}, answer->mid, error);
}

/* What is asked of the engine is judged as its own. */
static int judge_under(const plumb_case *asked, plumb_quantity quantity, numbers *answer, plumb_error *error,
                       bool alone) {
    static const double zeros[MOST];
    plumb_case judged = *asked;
    plumb_report report;
    const plumb_evaluation all = {.from = 0};
    plumb_claim claim = {true, PLUMB_F32, plumb_evaluation_count(asked, quantity, &all), zeros};
    if (quantity == PLUMB_OUTPUT)
        judged.output = claim;
    else
        judged.weights = claim;
    int result = plumb_compare(&judged, &(plumb_compare_options){.alone = alone}, &report, error);
    answer->mid[0] = result == 0 ? report.verdict : 0;
    answer->mid[1] = result == 0 ? (double)report.tensor[quantity].impossible : 0;
    return result;
}

static int judge(const plumb_case *asked, plumb_quantity quantity, numbers *answer, plumb_error *error) {
    return judge_under(asked, quantity, answer, error, true);
}

static int judge_under_others(const plumb_case *asked, plumb_quantity quantity, numbers *answer, plumb_error *error) {
    return judge_under(asked, quantity, answer, error, false);
}

static question *const questions[] = {enclose, round_to_binary32, judge};

static bool same_numbers(const numbers *a, const numbers *b) {
    for (size_t i = 0; i < MOST; i++)
        if (!same_number(a->mid[i], b->mid[i]) || !same_number(a->rad[i], b->rad[i]))
            return false;
    return true;
}

/* Each allocation in turn fails; of many, as where element after element is asked about, one of three. */
static void check(const random_cases *cases, const plumb_case *asked, question *ask, plumb_quantity quantity) {
    static numbers wanted, given;
    plumb_error error = {""};
    wanted = (numbers){{0}, {0}};
    int usual = ask(asked, quantity, &wanted, &error);
    for (size_t allocations = 0;; allocations += allocations < ALL_TRIED ? 1 : 3) {
        given = (numbers){{0}, {0}};
        error.text[0] = '\0';
        run_short(allocations);
        int result = ask(asked, quantity, &given, &error);
        if (!ran_short()) {
            ck_assert_uint_gt(allocations, 3);
            break;
        }
        bool right = result == usual && (usual != 0 || same_numbers(&given, &wanted));
        bool said = result == -1 && strstr(error.text, "not enough memory") != NULL;
        if (right || said)
            continue;
        reproduction line = reproduce(cases);
        reproduce_text(&line, " allocation %zu: %d, \"%s\"", allocations, result, error.text);
        reproduce_problem(&line, &asked->problem);
        reproduce_fail(&line);
    }
}

static void check_problem(const random_cases *cases, const plumb_problem *problem) {
    plumb_case asked = {.problem = *problem, .input_format = PLUMB_F64, .source = "x"};
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++)
        check(cases, &asked, questions[i], PLUMB_OUTPUT);
    check(cases, &asked, enclose, PLUMB_WEIGHTS);
    const plumb_extras *extra = &problem->extra;
    bool is_plain = problem->op.kind == PLUMB_SOFTMAX && problem->op.softcap == 0 &&
                    plumb_sink_logit_of(problem->op.sink) == PLUMB_LOGIT_NONE && extra->bias == NULL &&
                    extra->value_bias == NULL && extra->gate == NULL;
    if (is_plain && problem->position.kind == PLUMB_POSITION_NONE)
        check(cases, &asked, judge_under_others, PLUMB_OUTPUT);
}

enum { OPERATOR_CASES = 1, POSITION_CASES = 1 };
#include "tests/support/short_problems.h"

int main(void) {
    return run_short_problems("library/memory");
}
#endif
