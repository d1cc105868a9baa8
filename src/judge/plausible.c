/* Each precision that is tried costs a judgement, so cheap ones come first.  Proved code tests the largest errors; an
   exclusion there is FAIL. Then a few rows are judged, and if they do not decide, more, up to a fixed amount of work;
   the errors of simulated engines are measured once for both.  Variants of a stated precision with one more rounding
   come first, then coarser models, then other variants, up to the first that passes.  If a test takes long, for
   gradients and long texts, it first runs under one model that allows what all of these do: each of them excludes what
   it excludes. */
#include "judge/plausible.h"
#include "judge/ask_gradients.h"
#include "judge/confirm.h"
#include "precision/precision_text.h"
#include <stdio.h>
#include <string.h>

/* Products of rows, keys and dimensions up to which all rows are judged under each precision, and the fewest of a
   larger case, one of so many. */
#define WORK 0x1p27
enum { MOST_STRIDE = 32 };

/* Of a larger case a part of those rows comes first, for most precisions do not pass there. */
enum { FEW = 4 };

static size_t stride_of(const plumb_report *report) {
    const plumb_problem *p = &report->judged->problem;
    double work = (double)report->rows * (double)p->key_length * (double)(p->head_dim + p->value_dim) / WORK;
    return work <= 1 ? 1 : work >= MOST_STRIDE ? MOST_STRIDE : (size_t)work + 1;
}

/* The dtype that the precision was assumed from. */
static plumb_format assumed_format(const plumb_report *report) {
    for (int q = 0; q < PLUMB_ANSWERS; q++)
        if (report->tensor[q].present)
            return report->tensor[q].format;
    return PLUMB_F64;
}

/* One bundle of so many; level: as in the options, and what was measured.  Of the first ones proved code is asked only
   where FAIL would settle it. */
static int judge_some(const plumb_compare_options *options, const plumb_report *report, size_t stride,
                      plumb_expected_level *level, plumb_plausible *plausible, plumb_error *error) {
    plumb_compare_options how = options != NULL ? *options : (plumb_compare_options){.threads = 0};
    plumb_report other;
    how.precision = plausible->name;
    how.stride = stride;
    how.level = level->rows > 0 ? level : NULL;
    how.unasked = report->precision_stated && stride > stride_of(report);
    how.alone = true;
    how.progress = NULL;
    how.element = NULL;
    if (plumb_compare(report->judged, &how, &other, error) != 0)
        return -1;
    plausible->verdict = other.verdict;
    plausible->rows = other.rows_judged;
    *level = other.level;
    return 0;
}

/* FAIL on a few rows is FAIL; if a precision is stated, others matter only if they pass. */
static bool is_settled(const plumb_report *report, plumb_verdict verdict) {
    return verdict == PLUMB_FAIL || (report->precision_stated && verdict != PLUMB_PASS && stride_of(report) > 1);
}

static int judge_rows(const plumb_compare_options *options, const plumb_report *report, plumb_plausible *plausible,
                      plumb_error *error) {
    size_t stride = stride_of(report);
    plumb_expected_level level = {.rows = 0};
    if (stride > 1 && judge_some(options, report, FEW * stride, &level, plausible, error) != 0)
        return -1;
    bool settled = stride > 1 && is_settled(report, plausible->verdict);
    return settled ? 0 : judge_some(options, report, stride, &level, plausible, error);
}

/* Elements with the largest errors come first: they exclude most wrong outputs. */
static int judge_under(const char *name, const plumb_compare_options *options, plumb_report *report,
                       plumb_error *error) {
    plumb_plausible *plausible = &report->plausible[report->plausibles];
    plumb_precision precision;
    bool excluded = (report->excluded_widely >> report->plausibles & 1) != 0;
    bool asks = report->verdict != PLUMB_PASS && !excluded;
    *plausible = (plumb_plausible){.verdict = excluded ? PLUMB_FAIL : PLUMB_PASS, .rows = 1};
    snprintf(plausible->name, sizeof plausible->name, "%s", name);
    if (plumb_precision_of_case(report->judged, plausible->name, &precision, error) != 0 ||
        (asks && plumb_verdict_of_farthest(report, &precision, &plausible->verdict, error) != 0) ||
        (!is_settled(report, plausible->verdict) && judge_rows(options, report, plausible, error) != 0))
        return -1;
    report->plausibles++;
    return 0;
}

static void list_itself(plumb_report *report) {
    plumb_plausible *plausible = &report->plausible[report->plausibles++];
    *plausible = (plumb_plausible){.verdict = report->verdict, .rows = report->rows_judged};
    snprintf(plausible->name, sizeof plausible->name, "%s", report->precision.name);
}

static bool is_among(const plumb_plausible *list, size_t count, const char *name) {
    for (size_t i = 0; i < count; i++)
        if (strcmp(list[i].name, name) == 0)
            return true;
    return false;
}

static bool is_listed(const plumb_report *report, const char *name) {
    return is_among(report->plausible, report->plausibles, name);
}

/* Each precision of the format, so that the strictest that passes is known. */
static int judge_all(const plumb_compare_options *options, plumb_report *report, plumb_format format,
                     plumb_error *error) {
    const plumb_precision *model;
    for (size_t i = 0; (model = plumb_precision_plausible(report->judged->input_format, format, i)) != NULL; i++) {
        if (strcmp(model->name, report->precision.name) == 0)
            list_itself(report);
        else if (judge_under(model->name, options, report, error) != 0)
            return -1;
    }
    return 0;
}

static bool goes_on(const plumb_report *report) {
    return plumb_strictest_that_passes(report) == NULL && report->plausibles < PLUMB_PLAUSIBLES;
}

static int judge_models(const plumb_compare_options *options, plumb_report *report, plumb_format format,
                        plumb_error *error) {
    char name[PLUMB_ALTERNATIVE_TEXT];
    plumb_format input = report->judged->input_format;
    const plumb_precision *stated = &report->precision;
    for (size_t i = 0; goes_on(report) && plumb_precision_coarser_model(stated, input, format, i, name); i++)
        if (!is_listed(report, name) && judge_under(name, options, report, error) != 0)
            return -1;
    return 0;
}

/* Whether it rounds once more than what is stated, to a format that the stated precision has anyway: kernels that are
   said to have one precision differ in such roundings. */
static bool is_near(const plumb_report *report, const char *variant) {
    plumb_precision precision;
    plumb_error ignored;
    return report->precision_stated && plumb_precision_parse(variant, "precision", &precision, &ignored) == 0 &&
           plumb_precision_uses_formats_of(&precision, &report->precision);
}

static int judge_variants(const plumb_compare_options *options, plumb_report *report, plumb_format format,
                          bool near, plumb_error *error) {
    char name[PLUMB_ALTERNATIVE_TEXT];
    for (size_t i = 0; goes_on(report) && plumb_precision_variant(&report->precision, format, i, name); i++)
        if (!is_listed(report, name) && (!near || is_near(report, name)) &&
            judge_under(name, options, report, error) != 0)
            return -1;
    return 0;
}

/* Those that allow more, up to the first that passes: what is nearest to a stated precision first. */
static int judge_alternatives(const plumb_compare_options *options, plumb_report *report, plumb_format format,
                              plumb_error *error) {
    if (judge_variants(options, report, format, true, error) != 0 ||
        judge_models(options, report, format, error) != 0)
        return -1;
    return judge_variants(options, report, format, false, error);
}

static bool passes_nearby(const plumb_report *report, plumb_format format) {
    const plumb_plausible *passes = plumb_strictest_that_passes(report);
    char name[PLUMB_ALTERNATIVE_TEXT];
    for (size_t i = 0; passes != NULL && plumb_precision_variant(&report->precision, format, i, name); i++)
        if (strcmp(name, passes->name) == 0)
            return is_near(report, name);
    return false;
}

static void take_back(plumb_report *report) {
    report->verdict = PLUMB_SUSPECT;
    for (int q = 0; q < PLUMB_ANSWERS; q++)
        if (report->tensor[q].verdict == PLUMB_FAIL)
            report->tensor[q].verdict = PLUMB_SUSPECT;
}

/* ---- if judging a row takes long, all precisions are judged at once, if possible ---- */

/* From this many products of a query and its keys on, a row takes long. */
#define LONG_QUESTION 0x1p20

static bool any_long_row_is_excluded(const plumb_report *report) {
    const plumb_problem *p = &report->judged->problem;
    bool excluded = false;
    for (int q = 0; q < PLUMB_QUANTITIES; q++)
        excluded = excluded || (report->tensor[q].first_impossible.present &&
                                report->tensor[q].first_impossible.finding == PLUMB_EXCLUDED);
    return excluded && (double)p->key_length * (double)p->head_dim >= LONG_QUESTION;
}

static bool any_gradient_is_impossible(const plumb_report *report) {
    for (int q = PLUMB_QUERY_GRADIENT; q < PLUMB_ANSWERS; q++)
        if (report->tensor[q].impossible > 0)
            return true;
    return false;
}

static bool join_named(const plumb_report *report, const char *name, plumb_precision *to) {
    plumb_precision more;
    plumb_error ignored;
    return plumb_precision_of_case(report->judged, name, &more, &ignored) == 0 && plumb_precision_join(to, &more);
}

/* Whatever is tried: the models of the format, coarser ones, and each rounding more. */
static bool join_alternatives(const plumb_report *report, plumb_format format, plumb_precision *to) {
    char name[PLUMB_ALTERNATIVE_TEXT];
    plumb_format input = report->judged->input_format;
    const plumb_precision *model;
    bool joined = true;
    *to = report->precision;
    for (size_t i = 0; (model = plumb_precision_plausible(input, format, i)) != NULL; i++)
        joined = joined && join_named(report, model->name, to);
    for (size_t i = 0; plumb_precision_coarser_model(&report->precision, input, format, i, name); i++)
        joined = joined && join_named(report, name, to);
    for (size_t i = 0; plumb_precision_variant(&report->precision, format, i, name); i++)
        joined = joined && join_named(report, name, to);
    return joined;
}

/* In the order of judge_alternatives. */
typedef struct {
    plumb_plausible list[PLUMB_PLAUSIBLES];
    size_t count;
} alternatives;

static void add_alternative(alternatives *all, const char *name) {
    if (all->count < PLUMB_PLAUSIBLES && !is_among(all->list, all->count, name))
        snprintf(all->list[all->count++].name, sizeof all->list->name, "%s", name);
}

static alternatives list_alternatives(const plumb_report *report, plumb_format format) {
    char name[PLUMB_ALTERNATIVE_TEXT];
    alternatives all = {.count = 0};
    const plumb_precision *stated = &report->precision;
    for (size_t i = 0; plumb_precision_variant(stated, format, i, name); i++)
        if (is_near(report, name))
            add_alternative(&all, name);
    for (size_t i = 0; plumb_precision_coarser_model(stated, report->judged->input_format, format, i, name); i++)
        add_alternative(&all, name);
    for (size_t i = 0; plumb_precision_variant(stated, format, i, name); i++)
        add_alternative(&all, name);
    return all;
}

/* Up to this many are judged one by one. */
enum { FEW_ALTERNATIVES = 2 };

/* Of those from there on: all at once, else half of them at a time. */
static int exclude_together(plumb_report *report, const alternatives *all, size_t first, size_t count,
                            plumb_error *error) {
    plumb_precision joined = report->precision;
    bool asks = true, excluded = false;
    if (count <= FEW_ALTERNATIVES)
        return 0;
    for (size_t i = first; i < first + count; i++)
        asks = asks && join_named(report, all->list[i].name, &joined);
    if (asks && plumb_row_is_excluded(report, &joined, &excluded, error) != 0)
        return -1;
    for (size_t i = first; excluded && i < first + count; i++)
        report->excluded_widely |= (uint64_t)1 << i;
    if (excluded)
        return 0;
    size_t half = count / 2;
    return exclude_together(report, all, first, half, error) == 0
               ? exclude_together(report, all, first + half, count - half, error)
               : -1;
}

static int exclude_widely(plumb_report *report, plumb_format format, plumb_error *error) {
    plumb_precision joined;
    bool excluded = false;
    if (any_gradient_is_impossible(report) && join_alternatives(report, format, &joined) &&
        plumb_gradient_is_excluded(report, &joined, &excluded, error) != 0)
        return -1;
    if (excluded)
        report->excluded_widely = UINT64_MAX;
    if (excluded || !report->precision_stated || !any_long_row_is_excluded(report))
        return 0;
    const alternatives all = list_alternatives(report, format);
    return exclude_together(report, &all, 0, all.count, error);
}

int plumb_judge_plausible(const plumb_compare_options *options, plumb_report *report, plumb_error *error) {
    plumb_format format = assumed_format(report);
    bool assumed = !report->precision_stated, narrow = format == PLUMB_BF16 || format == PLUMB_F16;
    bool lists_all = assumed && narrow && options != NULL && options->plausible;
    if (exclude_widely(report, format, error) != 0)
        return -1;
    if (lists_all && judge_all(options, report, format, error) != 0)
        return -1;
    if (report->verdict != PLUMB_PASS && judge_alternatives(options, report, format, error) != 0)
        return -1;
    bool accuses = assumed ? plumb_is_excluded_by_all(report) : !passes_nearby(report, format);
    if (report->verdict == PLUMB_FAIL && !accuses)
        take_back(report);
    return 0;
}

const plumb_plausible *plumb_strictest_that_passes(const plumb_report *report) {
    for (size_t i = 0; i < report->plausibles; i++)
        if (report->plausible[i].verdict == PLUMB_PASS)
            return &report->plausible[i];
    return NULL;
}

bool plumb_is_excluded_by_all(const plumb_report *report) {
    for (size_t i = 0; i < report->plausibles; i++)
        if (report->plausible[i].verdict != PLUMB_FAIL)
            return false;
    return true;
}
