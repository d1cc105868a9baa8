/* Part i is the case with a mask that hides all keys except those of the part, and with the part's results: it is
   judged like any other case.  Queries before the first and after the last that see one of its keys are judged as
   separate ranges, or they would fill the sample of rows that simulated engines evaluate.  Then the merge of the given
   parts is judged (merged.h), keys in no part are counted, and the worst verdict is the report's. */
#include "judge/parts.h"
#include "judge/merged.h"
#include "judge/tally.h"
#include "base/workspace.h"
#include "exact/visible.h"
#include "schema/text.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static int fail_for_memory(const plumb_case *judged, plumb_error *error) {
    return plumb_fail(error, "%s: not enough memory to judge the parts", judged->source);
}

void plumb_wrong_part_note(const plumb_report *report, plumb_wrong_part *out) {
    out->verdict = report->verdict;
    for (int q = PLUMB_QUANTITIES - 1; q >= 0; q--) {
        const plumb_tensor_report *tensor = &report->tensor[q];
        if (!tensor->present || tensor->verdict != report->verdict)
            continue;
        out->quantity = (plumb_quantity)q;
        out->element = tensor->first_impossible.present ? tensor->first_impossible
                       : tensor->first_beyond.present   ? tensor->first_beyond
                                                        : tensor->first_unjudged;
    }
}

/* ---- one part ---- */

static plumb_claim slice_of(const plumb_claim *claim, size_t part, size_t parts) {
    plumb_claim slice = *claim;
    slice.count = claim->count / parts;
    slice.value = claim->value + part * slice.count;
    return slice;
}

/* How many elements the mask has: its axes of stride 0 are of one. */
static size_t mask_size(const plumb_problem *p) {
    const plumb_mask *m = &p->mask;
    return (p->batch - 1) * m->allowed_batch + (p->query_heads - 1) * m->allowed_head +
           (p->query_length - 1) * m->allowed_query + p->key_length;
}

/* The mask of the problem, without the keys of other parts; rows of it are as long as the keys. */
static unsigned char *mask_of(const plumb_case *judged, size_t part, plumb_workspace *workspace) {
    const plumb_problem *p = &judged->problem;
    size_t count = mask_size(p);
    unsigned char *allowed = plumb_workspace_take(workspace, count, 1);
    for (size_t i = 0; allowed != NULL && i < count; i++)
        allowed[i] = (p->mask.allowed == NULL || p->mask.allowed[i] != 0) &&
                     judged->parts.of_key[i % p->key_length] == (int64_t)part;
    return allowed;
}

/* Of an empty part the output is not read, and its log-sum-exp is -infinity whatever a row without keys has: they
   become what the conventions of the case say of such a row. */
static void settle_empty(const plumb_problem *p, double *output, double *lse) {
    double defined = p->empty_lse_positive ? INFINITY : -INFINITY;
    for (size_t row = 0; row < plumb_rows_of(p); row++) {
        size_t head = row / p->query_length;
        bool says_so = isinf(lse[row]) && (lse[row] < 0 || p->empty_lse_positive);
        if (!says_so || plumb_exact_sees_any(p, head / p->query_heads, head % p->query_heads, row % p->query_length))
            continue;
        lse[row] = defined;
        for (size_t c = 0; c < p->value_dim; c++)
            output[row * p->value_dim + c] = p->empty_row == PLUMB_EMPTY_ROW_NAN ? NAN : 0;
    }
}

static double *copy_of(const plumb_claim *claim, plumb_workspace *workspace) {
    double *copy = plumb_workspace_take(workspace, claim->count, sizeof *copy);
    if (copy != NULL)
        memcpy(copy, claim->value, claim->count * sizeof *copy);
    return copy;
}

/* False: memory is short. */
static bool own_answers(plumb_case *one, plumb_workspace *workspace) {
    double *output = copy_of(&one->output, workspace), *lse = copy_of(&one->lse, workspace);
    if (output == NULL || lse == NULL)
        return false;
    settle_empty(&one->problem, output, lse);
    one->output.value = output;
    one->lse.value = lse;
    return true;
}

static plumb_case case_of(const plumb_case *judged, size_t part, const unsigned char *allowed) {
    plumb_case one = *judged;
    size_t parts = judged->parts.count;
    one.output = slice_of(&judged->parts.output, part, parts);
    one.lse = slice_of(&judged->parts.lse, part, parts);
    one.weights.present = one.scores.present = false;
    memset(one.gradient, 0, sizeof one.gradient);
    one.problem.loss = (plumb_loss){NULL, NULL};
    one.problem.mask.allowed = allowed;
    one.problem.mask.hides_lengths_alone = false;
    one.parts = (plumb_parts){.count = 0};
    return one;
}

/* What a part is judged under: the precision of the whole, with outputs as the parts have them, where these are finer.
   NULL: by its dtype, as the whole is.  False: it was assumed of the whole, and for another dtype. */
static bool choose_precision(const plumb_case *judged, const plumb_compare_options *options,
                             const plumb_report *report, char text[PLUMB_ALTERNATIVE_TEXT], const char **chosen) {
    plumb_rounding stored = plumb_format_rounding(judged->parts.output.format);
    const char *stated = options->precision != NULL ? options->precision : judged->precision;
    bool alike = judged->parts.output.format == judged->output.format;
    *chosen = stated;
    if (stated == NULL && alike)
        return true;
    snprintf(text, PLUMB_ALTERNATIVE_TEXT, "%s", report->precision.name);
    if (report->precision.output.unit > stored.unit && strstr(text, "output=") == NULL)
        plumb_text_add(text, PLUMB_ALTERNATIVE_TEXT, ",output=%s",
                       plumb_format_rounding_name(judged->parts.output.format));
    *chosen = text;
    return stated != NULL;
}

static plumb_compare_options options_of(const plumb_compare_options *options, const char *precision) {
    plumb_compare_options how = *options;
    how.precision = precision;
    how.must_notice = (plumb_must_notice){.lost_keys = 0};
    how.gradients = NULL;
    how.progress = NULL;
    how.element = NULL;
    return how;
}

static bool some_row_sees(const plumb_problem *p, size_t t) {
    for (size_t b = 0; b < p->batch; b++)
        for (size_t h = 0; h < p->query_heads; h++)
            if (plumb_exact_sees_any(p, b, h, t))
                return true;
    return false;
}

/* Three ranges of queries: those between the first and the last that see a key, by themselves.  Simulated evaluations
   are of a sample of rows, and rows that see none would be most of it. */
static void find_ranges(const plumb_problem *p, const plumb_report *whole, size_t bound[4]) {
    size_t first = whole->from, end = whole->to;
    while (first < whole->to && !some_row_sees(p, first))
        first++;
    while (end > first && !some_row_sees(p, end - 1))
        end--;
    bound[0] = whole->from;
    bound[1] = first;
    bound[2] = end;
    bound[3] = whole->to;
}

static int judge_ranges(const plumb_case *one, plumb_compare_options how, const plumb_report *whole,
                        plumb_wrong_part *found, plumb_error *error) {
    size_t bound[4];
    find_ranges(&one->problem, whole, bound);
    for (size_t i = 0; i < 3; i++) {
        plumb_report report;
        plumb_wrong_part here = {.part = found->part};
        how.from = bound[i];
        how.to = bound[i + 1];
        if (how.from == how.to)
            continue;
        if (plumb_compare(one, &how, &report, error) != 0)
            return -1;
        plumb_wrong_part_note(&report, &here);
        if (plumb_verdict_worse(here.verdict, found->verdict) != found->verdict)
            *found = here;
    }
    return 0;
}

/* FAIL is a theorem about the precision that was stated, or about each that is in use. */
static int judge_part(const plumb_case *judged, const plumb_compare_options *options, const plumb_report *whole,
                      plumb_wrong_part *found, plumb_error *error) {
    char text[PLUMB_ALTERNATIVE_TEXT];
    const char *precision;
    bool accuses = choose_precision(judged, options, whole, text, &precision);
    plumb_workspace workspace = {.short_of_memory = false};
    unsigned char *allowed = mask_of(judged, found->part, &workspace);
    plumb_case one = case_of(judged, found->part, allowed);
    int status = allowed != NULL && own_answers(&one, &workspace)
                     ? judge_ranges(&one, options_of(options, precision), whole, found, error)
                     : fail_for_memory(judged, error);
    if (found->verdict == PLUMB_FAIL && !accuses)
        found->verdict = PLUMB_SUSPECT;
    plumb_workspace_free(&workspace);
    return status;
}

/* ---- all of them ---- */

static bool is_seen(const plumb_problem *p, size_t key) {
    for (size_t b = 0; b < p->batch; b++)
        for (size_t h = 0; h < p->query_heads; h++)
            for (size_t t = p->query_length; t-- > 0;)
                if (plumb_exact_visible(p, b, h, t, key))
                    return true;
    return false;
}

static void count_keys_left(const plumb_case *judged, plumb_parts_report *parts) {
    for (size_t j = 0; j < judged->problem.key_length; j++)
        if (judged->parts.of_key[j] < 0 && is_seen(&judged->problem, j) && parts->keys_left++ == 0)
            parts->first_left = j;
}

static int judge_each(const plumb_case *judged, const plumb_compare_options *options, plumb_report *report,
                      plumb_error *error) {
    plumb_parts_report *parts = &report->parts;
    for (size_t i = 0; i < parts->count; i++) {
        plumb_wrong_part found = {.part = i};
        if (judge_part(judged, options, report, &found, error) != 0)
            return -1;
        parts->verdict = plumb_verdict_worse(parts->verdict, found.verdict);
        if (found.verdict != PLUMB_PASS && parts->wrong++ < PLUMB_PARTS_SHOWN)
            parts->first[parts->wrong - 1] = found;
    }
    return 0;
}

static bool lie_scattered(const plumb_case *judged) {
    const int64_t *of_key = judged->parts.of_key;
    bool seen_again = false;
    for (size_t j = 2; j < judged->problem.key_length; j++)
        for (size_t i = j - 1; i-- > 0 && !seen_again && of_key[j] != of_key[j - 1];)
            seen_again = of_key[i] == of_key[j] && of_key[j] >= 0;
    return seen_again;
}

/* Simulated evaluations split the keys into neighbours; those whose parts lie scattered merge more in early rows, which
   then err otherwise.  If single numbers are as expected, and parts and merge pass, the answer is right. */
static void forgive_standing(const plumb_case *judged, plumb_report *report) {
    const plumb_parts_report *parts = &report->parts;
    bool right = parts->whole == PLUMB_SUSPECT && parts->verdict == PLUMB_PASS &&
                 parts->merge.verdict == PLUMB_PASS && parts->unmerged == 0 && parts->keys_left == 0;
    for (int q = 0; q < PLUMB_ANSWERS; q++)
        right = right && report->tensor[q].beyond == 0 && report->tensor[q].unjudged == 0 &&
                (report->tensor[q].verdict == PLUMB_PASS || q == PLUMB_OUTPUT || q == PLUMB_LSE);
    if (!right || !lie_scattered(judged))
        return;
    report->tensor[PLUMB_OUTPUT].verdict = report->tensor[PLUMB_LSE].verdict = PLUMB_PASS;
    report->verdict = PLUMB_PASS;
}

int plumb_judge_parts(const plumb_case *judged, const plumb_compare_options *options, plumb_report *report,
                      plumb_error *error) {
    plumb_parts_report *parts = &report->parts;
    const plumb_compare_options none = {.threads = 0};
    const plumb_compare_options *how = options != NULL ? options : &none;
    *parts = (plumb_parts_report){.count = judged->parts.count, .whole = report->verdict};
    if (judge_each(judged, how, report, error) != 0 || plumb_judge_merged(judged, how, report, error) != 0)
        return -1;
    count_keys_left(judged, parts);
    forgive_standing(judged, report);
    report->verdict = plumb_verdict_worse(plumb_verdict_worse(report->verdict, parts->verdict), parts->merge.verdict);
    return 0;
}
