/* inferred.h - a fault of kernel_faults.h put into the kernel, judged and inferred. */
#ifndef PLUMB_TESTS_INFER_INFERRED_H
#define PLUMB_TESTS_INFER_INFERRED_H
#include "tests/infer/judged.h"
#include "tests/infer/kernel_faults.h"

typedef enum {
    NAMED,    /* the first inference says what it is and where, and accounts for all that fails */
    PLACED,   /* nothing is inferred, but where it fails is said */
    SILENT,   /* neither */
    WRONG,    /* another thing is said */
    UNTOLD,   /* the numbers pass */
    RESULTS
} result_of_fault;

static inline const char *result_name(result_of_fault result) {
    static const char *const names[RESULTS] = {"named", "placed", "silent", "wrong", "passes"};
    return names[result];
}

typedef struct {
    bool right_passes;
    plumb_verdict verdict;
    result_of_fault result;
    plumb_inferences inferences;
    char expected[2 * EXPECTED_TEXT + 8];
} outcome_of_kernel;

/* Whether the parts of the pattern, which stars divide, stand in the text one after the other. */
static inline bool says(const char *text, const char *pattern) {
    char part[2 * EXPECTED_TEXT];
    while (*pattern != 0) {
        size_t length = strcspn(pattern, "*");
        snprintf(part, sizeof part, "%.*s", (int)length, pattern);
        text = strstr(text, part);
        if (text == NULL)
            return false;
        text += length;
        pattern += length + (pattern[length] == '*');
    }
    return true;
}

static inline plumb_case case_of_kernel(const kernel *k, const double *out) {
    return (plumb_case){
        .problem = *k->p,
        .input_format = k->format,
        .output = {true, k->format, plumb_rows_of(k->p) * k->p->value_dim, out},
        .precision = k->format == PLUMB_F32 ? "f32" : "bf16-flash",
        .source = "kernel",
    };
}

static inline plumb_verdict judge_right(const kernel *faulty) {
    kernel right = *faulty;
    plumb_inferences inferences;
    plumb_concentration where;
    right.fault = no_fault();
    double *out = run_kernel(&right);
    plumb_case judged = case_of_kernel(&right, out);
    plumb_verdict verdict = infer_from(&judged, &inferences, &where);
    free(out);
    return verdict;
}

static inline bool is_placed(const plumb_concentration *where, const faulty_case *c) {
    const char *place = strstr(c->where, "head ") != NULL    ? strstr(c->where, "head ")
                        : strstr(c->where, "batch ") != NULL ? strstr(c->where, "batch ")
                        : strstr(c->where, "quer") != NULL   ? strpbrk(c->where, "0123456789")
                                                             : NULL;
    for (size_t i = 0; place != NULL && i < where->statements; i++)
        if (strstr(where->text[i], place) != NULL)
            return true;
    return false;
}

static inline result_of_fault result_of(const outcome_of_kernel *out, const plumb_concentration *where,
                                        const faulty_case *c) {
    const plumb_inferences *all = &out->inferences;
    char said[2 * PLUMB_INFERENCE_TEXT + 8];
    if (out->verdict == PLUMB_PASS)
        return UNTOLD;
    if (all->count == 0)
        return is_placed(where, c) ? PLACED : SILENT;
    snprintf(said, sizeof said, "%s, %s", all->list[0].says, all->list[0].where);
    bool what = says(said, c->says) || (c->other[0] != 0 && says(said, c->other));
    bool nearly_all = 100 * all->explained >= 95 * all->failed;
    return what && nearly_all && strstr(said, c->where) != NULL ? NAMED : WRONG;
}

static inline outcome_of_kernel infer_fault(const kernel_fault_row *fault, plumb_format format, uint64_t draw) {
    random_cases cases = random_begin(fault->fault, 1 + draw);
    for (uint64_t i = 0; i <= draw; i++)
        random_next(&cases);
    faulty_case c = {.cases = &cases, .kernel = {.format = format}};
    plumb_concentration where;
    outcome_of_kernel out;
    fault->make(&c);
    out.right_passes = judge_right(&c.kernel) == PLUMB_PASS;
    double *wrong = run_kernel(&c.kernel);
    plumb_case judged = case_of_kernel(&c.kernel, wrong);
    out.verdict = infer_from(&judged, &out.inferences, &where);
    out.result = result_of(&out, &where, &c);
    snprintf(out.expected, sizeof out.expected, "%s, %s", c.says, c.where);
    free(wrong);
    free(c.bias);
    free(c.read[0]);
    free(c.read[1]);
    free(c.sinks);
    free_problem(&c.drawn);
    return out;
}
#endif
