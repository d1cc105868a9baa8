/* judged_engines.h - simulated engines before the judge: problems in their formats, verdicts, and how
   much of its expected errors each used. */
#ifndef PLUMB_TESTS_COMPARE_JUDGED_ENGINES_H
#define PLUMB_TESTS_COMPARE_JUDGED_ENGINES_H
#include "judge/compare.h"
#include "schema/schema.h"
#include "tests/judge/operator_engines.h"
#include "tests/support/suite.h"
#include <stdio.h>

static inline bool round_tensor(double *x, size_t count, plumb_format format) {
    bool finite = true;
    for (size_t i = 0; x != NULL && i < count; i++) {
        x[i] = in_format(format, x[i]);
        finite = finite && isfinite(x[i]);
    }
    return finite;
}

/* An engine is given tensors of its own dtype; false if that cannot hold them. */
static inline bool round_problem(drawn_problem *drawn, plumb_format format) {
    const plumb_problem *p = &drawn->problem;
    bool finite = round_tensor(drawn->query, query_numbers(p), format);
    finite = round_tensor(drawn->key, key_numbers(p), format) && finite;
    finite = round_tensor(drawn->value, value_numbers(p), format) && finite;
    for (int i = 0; i < EXTRA_TENSORS; i++)
        finite = round_tensor(drawn->extra[i], extra_numbers(p, (extra_tensor)i), format) && finite;
    for (int i = 0; i < POSITION_TENSORS; i++)
        finite =
            round_tensor(drawn->position[i], position_numbers(p, (position_tensor)i), format) &&
            finite;
    return finite;
}

static inline plumb_case make_case(const plumb_problem *p, const operator_engine *by,
                                   const operator_answers *given) {
    size_t rows = p->batch * p->query_heads * p->query_length;
    return (plumb_case){
        .problem = *p,
        .input_format = by->output,
        .output = {true, by->output, rows * p->value_dim, given->output},
        .weights = {true, by->output, rows * p->key_length, given->weights},
        .scores = {true, by->output, rows * p->key_length, given->scores},
        .lse = {plumb_has_log_sum_exp(p->op.kind), by->arithmetic, rows, given->lse},
        .precision = by->precision,
        .source = by->name,
    };
}

/* Returns whether the engine kept to its formats; outside them its answers are not judged. */
static inline bool judge(const plumb_problem *p, const operator_engine *by, operator_mistake made,
                         plumb_report *report) {
    plumb_error error;
    plumb_compare_options options = {.threads = 1};
    operator_answers given = run_operator_engine(by, p, made);
    plumb_case judged = make_case(p, by, &given);
    ck_assert_msg(plumb_compare(&judged, &options, report, &error) == 0, "%s", error.text);
    report->judged = NULL;
    free_operator_answers(&given);
    return !given.overflow;
}

/* An engine that makes the mistake fails, where proof decides, and is suspect elsewhere; without it it passes. */
static inline void check_mistake(const plumb_problem *p, const operator_engine *by,
                                 operator_mistake made, const char *name) {
    plumb_report report;
    judge(p, by, NO_MISTAKE, &report);
    ck_assert_msg(report.verdict == PLUMB_PASS, "%s, right for once, by %s: %s", name, by->name,
                  plumb_verdict_name(report.verdict));
    judge(p, by, made, &report);
    const plumb_tensor_report *output = &report.tensor[PLUMB_OUTPUT];
    ck_assert_msg(output->verdict == (output->decided ? PLUMB_FAIL : PLUMB_SUSPECT), "%s, by %s: output gets %s", name,
                  by->name, plumb_verdict_name(output->verdict));
}

static inline const char *operator_name(const plumb_problem *p) {
    return plumb_word_name(PLUMB_MEMBER_OPERATOR, p->op.kind);
}

/* How often, and how much of what is expected an engine erred. */
typedef struct {
    size_t problems, passed, suspect, unjudged;
    double expected[PLUMB_QUANTITIES];
} usage;

static inline void check_none_fails(const plumb_report *report, const plumb_problem *p,
                                    const operator_engine *by, uint64_t number, usage *used) {
    size_t suspect = 0, unjudged = 0;
    for (int q = 0; q < PLUMB_QUANTITIES; q++) {
        const plumb_tensor_report *tensor = &report->tensor[q];
        const plumb_element *e = &tensor->first_impossible;
        ck_assert_msg(tensor->impossible == 0,
                      "case %llu: %s by %s: %s[%zu %zu %zu %zu] = %a: %s; exact %a to %a, bound "
                      "%g, expected %g",
                      (unsigned long long)number, operator_name(p), by->name,
                      plumb_quantity_name((plumb_quantity)q), e->batch, e->head, e->query,
                      e->column, e->engine, plumb_finding_text(e->finding), e->low, e->high,
                      e->provable, e->probable);
        suspect += tensor->beyond;
        unjudged += tensor->unjudged;
        used->expected[q] = fmax(used->expected[q], tensor->worst_probable_ratio);
    }
    used->problems++;
    used->passed += report->verdict == PLUMB_PASS;
    used->suspect += suspect > 0;
    used->unjudged += unjudged > 0;
}

static inline void show_usage(const char *name, const usage *used) {
    if (getenv("PLUMB_SHOW_TIGHTNESS") == NULL)
        return;
    printf("%-16s %5zu passed of %5zu, %zu suspect, %zu unjudged;", name, used->passed,
           used->problems, used->suspect, used->unjudged);
    for (int q = 0; q < PLUMB_QUANTITIES; q++)
        printf(" %s %.2g", plumb_quantity_name((plumb_quantity)q), used->expected[q]);
    printf("\n");
}

/* No more than one in a hundred suspect, and no less than that share passed; where there are few, by
   chance one or three problems more. */
static inline void check_shares(const usage *used, double passed) {
    double problems = (double)used->problems;
    ck_assert_msg((double)used->suspect <= fmax(1, 0.01 * problems), "%zu of %zu suspect",
                  used->suspect, used->problems);
    ck_assert_msg((double)used->passed >= passed * problems - 3, "%zu of %zu pass", used->passed,
                  used->problems);
}
#endif
