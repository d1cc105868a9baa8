/* The order of a search: the case is judged as stated.  If only gradients, or parts of a split, are wrong, these are
   examined; otherwise single changes are tried, then what a kernel did is inferred, and if neither explains everything,
   coarser precisions and combinations of changes.  A step is skipped if an earlier one explains better.  The verdict as
   stated has no time limit; the rest shares the limit.  At the end explanations are sorted, and those with the same
   exact values here are grouped. */
#include "diagnose/diagnose.h"
#include "diagnose/gradients.h"
#include "diagnose/parts.h"
#include "judge/choice.h"
#include "judge/plausible.h"
#include "judge/tally.h"
#include "diagnose/regions.h"
#include "diagnose/search.h"
#include "diagnose/same.h"
#include "diagnose/stored.h"
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define USUAL_SECONDS 5.0

/* What part of the errors an explanation leaves that needs no other. */
#define CLEAR 0.0625

/* ---- explanations that say the same ---- */

static int make(plumb_search *search, const plumb_explanation *explanation, plumb_candidate_case *made) {
    plumb_candidate again = {.changes = explanation->changes};
    memcpy(again.change, explanation->change, sizeof again.change);
    return plumb_candidate_make(search, &again, made);
}

static int ask_same(const plumb_search *search, const plumb_candidate_case *a, const plumb_candidate_case *b,
                    bool *alike) {
    *alike = false;
    if (strcmp(a->precision.name, b->precision.name) != 0)
        return 0;
    *alike = plumb_hides_same(&a->judged, &b->judged);
    return *alike ? 0
                  : plumb_asks_same(&a->judged, &b->judged, &a->precision, &search->probe, search->threads, alike,
                                    search->error);
}

static int are_alike(void *context, const plumb_explanation *a, const plumb_explanation *b, bool *alike) {
    plumb_search *search = context;
    plumb_candidate_case of_a, of_b;
    *alike = false;
    if (plumb_search_is_late(search))
        return 0;
    int result = make(search, a, &of_a);
    if (result != 1)
        return result;
    result = make(search, b, &of_b);
    if (result == 1) {
        result = ask_same(search, &of_a, &of_b, alike);
        plumb_candidate_free(&of_b);
    }
    plumb_candidate_free(&of_a);
    return result;
}

/* Numbers held in few bits, which leave next to none of the errors, speak for themselves; a model does not. */
static bool only_precision_explains(const plumb_explanations *explanations) {
    for (size_t i = 0; i < explanations->count; i++) {
        const plumb_explanation *e = &explanations->list[i];
        if (!plumb_explained_by_precision(e) || (!e->coarser && e->changes == 1 && e->left <= CLEAR))
            return false;
    }
    return true;
}

/* ---- what the kernel did ---- */

static bool fits_keys(const plumb_explanation *explanation) {
    return explanation->change[0]->of_keys;
}

/* Of what single changes have left a third is for pairs. */
#define PART_OF_TIME (2.0 / 3)

static bool is_late(const void *search) {
    return plumb_search_is_late(search);
}

static bool has_inferred(const plumb_search *search, double part) {
    double left = search->limit - (search->inferring_since - search->start);
    return plumb_seconds_now() - search->inferring_since > part * left;
}

static bool has_inferred_long_enough(const void *search) {
    return has_inferred(search, PART_OF_TIME);
}

/* The strict precision that is tried first has half of that. */
static bool has_inferred_half_as_long(const void *search) {
    return has_inferred(search, PART_OF_TIME / 2);
}

/* A convention that explains all comes before whatever is inferred. */
static bool comes_first(plumb_diagnosis *diagnosis) {
    plumb_explanations *all = &diagnosis->explanations;
    plumb_explanations_sort(all);
    const plumb_explanation *best = &all->list[0];
    return all->count > 0 && !plumb_only_excuses(best) && !fits_keys(best);
}

/* Nothing is wrong but numbers that a definition gives: no weights of keys, and no two changes, make them. */
static bool definitions_alone_are_missed(const plumb_diagnosis *diagnosis) {
    const plumb_concentration *where = &diagnosis->concentration;
    for (int q = 0; q < PLUMB_QUANTITIES; q++) {
        const plumb_tensor_report *tensor = &diagnosis->stated.tensor[q];
        if (tensor->present && q != (int)where->quantity && tensor->verdict != PLUMB_PASS)
            return false;
    }
    return where->defined != NULL;
}

/* Some rows are wrong by chance, or just not told. */
#define NEARLY_ALL 0.99

/* Of the output: what a kernel did explains no other tensor, and neither do pairs of changes then. */
static bool inferences_account_for_all(const plumb_diagnosis *diagnosis) {
    const plumb_inferences *inferences = &diagnosis->inferences;
    return inferences->count > 0 && (double)inferences->explained >= NEARLY_ALL * (double)inferences->failed;
}

/* The strictest precision in common use for these dtypes, if the stated one is only assumed and rounds scores more
   often; NULL otherwise. */
static const plumb_precision *stricter_than_assumed(const plumb_report *stated) {
    const plumb_case *judged = stated->judged;
    if (stated->precision_stated || !judged->output.present)
        return NULL;
    /* quantised tensors change the operands of what is assumed */
    const plumb_precision *assumed = plumb_precision_default(judged->output.format);
    if (stated->precision.operand.unit != assumed->operand.unit)
        return NULL;
    const plumb_precision *strict = plumb_precision_plausible(judged->input_format, judged->output.format, 0);
    return strict != NULL && strict->score.unit < stated->precision.score.unit ? strict : NULL;
}

static int infer_as(plumb_search *search, const plumb_precision *precision, bool (*has_ended)(const void *),
                    plumb_inferences *inferences) {
    plumb_infer_failures failures = plumb_findings_to_infer(&search->findings);
    failures.no_convention = search->diagnosis->explanations.count == 0;
    return plumb_infer(&search->stated, precision, &failures, (plumb_infer_time){has_ended, search}, search->threads,
                       inferences, search->error);
}

/* Most engines round less than is assumed, and a fault shows best among small errors: so the strict precision comes
   first, and what it says stays unless the assumed one explains more. */
static int infer(plumb_search *search) {
    plumb_diagnosis *diagnosis = search->diagnosis;
    const plumb_report *stated = &diagnosis->stated;
    if (stated->verdict == PLUMB_PASS || comes_first(diagnosis) || definitions_alone_are_missed(diagnosis) ||
        plumb_output_explained(diagnosis) != NULL)
        return 0;
    search->inferring_since = plumb_seconds_now();
    const plumb_precision *strict = stricter_than_assumed(stated);
    if (strict == NULL)
        return infer_as(search, &stated->precision, has_inferred_long_enough, &diagnosis->inferences);
    if (infer_as(search, strict, has_inferred_half_as_long, &diagnosis->inferences) != 0)
        return -1;
    if (inferences_account_for_all(diagnosis))
        return 0;
    plumb_inferences assumed;
    if (infer_as(search, &stated->precision, has_inferred_long_enough, &assumed) != 0)
        return -1;
    if (diagnosis->inferences.count == 0 || assumed.explained > diagnosis->inferences.explained)
        diagnosis->inferences = assumed;
    return 0;
}

/* That the output is the mean of values, the value of one key, or right up to a number for each row, says less of the
   kernel than any fault. */
bool plumb_inferred_first(const plumb_diagnosis *diagnosis) {
    const plumb_explanations *all = &diagnosis->explanations;
    const plumb_inferences *inferences = &diagnosis->inferences;
    if (inferences->count == 0)
        return false;
    const char *cause = inferences->list[0].cause;
    bool says_little = strcmp(cause, "alike") == 0 || strcmp(cause, "multiple") == 0;
    const plumb_explanation *best = &all->list[0];
    return all->count == 0 || plumb_only_excuses(best) ||
           (!says_little && fits_keys(best) && inferences_account_for_all(diagnosis));
}

/* ---- the search ---- */

/* The output passes, and nothing but log-sum-exps does not: what two changes would do to the output, too, is no
   reason. */
static bool lse_alone_is_wrong(const plumb_report *report) {
    if (!report->tensor[PLUMB_OUTPUT].present || !report->tensor[PLUMB_LSE].present)
        return false;
    for (int q = 0; q < PLUMB_QUANTITIES; q++)
        if (report->tensor[q].present && (q == PLUMB_LSE) == (report->tensor[q].verdict == PLUMB_PASS))
            return false;
    return true;
}

/* Of a verdict SUSPECT, which can be chance, so many pairs would make too much; and where one word on its precision
   lets the case pass, none need be tried. */
static int explain_failure(plumb_search *search) {
    plumb_explanations *explanations = &search->diagnosis->explanations;
    if (inferences_account_for_all(search->diagnosis))
        return 0;
    const plumb_report *stated = &search->diagnosis->stated;
    bool pairs = !search->options->without_pairs && plumb_strictest_that_passes(stated) == NULL &&
                 !lse_alone_is_wrong(stated) && !definitions_alone_are_missed(search->diagnosis);
    if (pairs && only_precision_explains(explanations) && plumb_try_several(search) != 0)
        return -1;
    bool near = only_precision_explains(explanations) && plumb_output_explained(search->diagnosis) == NULL &&
                !lse_alone_is_wrong(stated) && !definitions_alone_are_missed(search->diagnosis);
    return near ? plumb_find_nearer(search) : 0;
}

/* What fewer rows say of a kernel may be how it rounds. */
enum { ENOUGH_ROWS = 32 };

static bool nothing_accounts(const plumb_diagnosis *diagnosis) {
    return diagnosis->stated.verdict != PLUMB_PASS && only_precision_explains(&diagnosis->explanations) &&
           !inferences_account_for_all(diagnosis);
}

static bool nothing_explains(const plumb_diagnosis *diagnosis) {
    const plumb_inferences *inferences = &diagnosis->inferences;
    size_t rows = 0;
    for (size_t i = 0; i < inferences->count; i++)
        rows += inferences->list[i].rows;
    bool inferred = inferences_account_for_all(diagnosis) && rows >= ENOUGH_ROWS;
    return diagnosis->stated.verdict != PLUMB_PASS && only_precision_explains(&diagnosis->explanations) && !inferred;
}

static int find_changes(plumb_search *search) {
    plumb_diagnosis *diagnosis = search->diagnosis;
    plumb_probe_choose(&search->stated, &search->findings, &search->probe);
    search->probe.strict = !diagnosis->stated.impossible;
    search->probe.is_late = is_late;
    search->probe.context = search;
    if (plumb_try_singles(search) != 0 ||
        (only_precision_explains(&diagnosis->explanations) && plumb_try_seen_scale(search) != 0) ||
        infer(search) != 0 || (nothing_accounts(diagnosis) && plumb_try_regions(search) != 0) ||
        (nothing_explains(diagnosis) && plumb_try_excuses(search) != 0) ||
        (diagnosis->stated.impossible && explain_failure(search) != 0))
        return -1;
    plumb_explanations_keep_not_finite(&diagnosis->explanations);
    plumb_explanations_sort(&diagnosis->explanations);
    return diagnosis->stated.verdict == PLUMB_PASS
               ? 0
               : plumb_explanations_group(&diagnosis->explanations, are_alike, search);
}

/* Where that was done before, its findings are borrowed. */
static int judge_as_stated(plumb_search *search, plumb_error *error) {
    const plumb_judged *judged = search->options->judged;
    if (judged != NULL) {
        search->diagnosis->stated = judged->report;
        search->diagnosis->stated.verdict = judged->report.answer; /* a choice of keys is no change's */
        search->findings = judged->findings;
        return 0;
    }
    if (plumb_findings_init(&search->findings, &search->stated) != 0)
        return -1;
    const plumb_compare_options how = {.threads = search->threads,
                                       .progress = search->options->progress,
                                       .progress_context = search->options->progress_context,
                                       .element = plumb_findings_note,
                                       .element_context = &search->findings};
    return plumb_compare(&search->stated, &how, &search->diagnosis->stated, error);
}

/* What changes make of the forward pass is asked of its own answers alone.  False: there are none. */
static bool leave_gradients(plumb_case *stated) {
    bool answers = false;
    for (size_t i = 0; i < PLUMB_GRADIENT_COUNT; i++)
        stated->gradient[i].present = false;
    for (int q = 0; q < PLUMB_QUANTITIES; q++)
        answers = answers || plumb_claim_of(stated, (plumb_quantity)q)->present;
    return answers;
}

static int diagnose(plumb_search *search, plumb_error *error) {
    plumb_diagnosis *diagnosis = search->diagnosis;
    const char *source = search->stated.source;
    plumb_fail(error, "%s: not enough memory to diagnose", source); /* unless a part knows better */
    search->error = error;
    search->listed = diagnosis->neighbourhood.count;
    search->explains = calloc(search->listed + 1, sizeof *search->explains);
    if (search->explains == NULL || diagnosis->neighbourhood.short_of_memory ||
        !plumb_neighbourhood_reserve(&diagnosis->neighbourhood, PLUMB_REFITS))
        return -1;
    if (judge_as_stated(search, error) != 0)
        return -1;
    search->start = plumb_seconds_now();
    search->limit = search->options->seconds > 0 ? search->options->seconds : USUAL_SECONDS;
    plumb_verdict counted = diagnosis->stated.impossible ? PLUMB_FAIL : diagnosis->stated.verdict;
    if (plumb_gradients_alone_are_wrong(&diagnosis->stated)) {
        const plumb_infer_time time = {is_late, search};
        return plumb_infer_gradients(&diagnosis->stated, time, search->threads, &diagnosis->inferences, error);
    }
    if (!leave_gradients(&search->stated))
        return 0;
    if (plumb_concentration_find(&search->findings, counted, &diagnosis->concentration) != 0)
        return -1;
    if (diagnosis->stated.verdict == PLUMB_PASS && plumb_choice_tells(search->given, &diagnosis->inferences))
        return 0;
    return plumb_parts_tell(&diagnosis->stated, &diagnosis->inferences) ? 0 : find_changes(search);
}

static plumb_case as_asked(const plumb_case *stated, const plumb_diagnose_options *options) {
    plumb_case judged;
    memcpy(&judged, stated, sizeof judged);
    judged.choice = (plumb_choice){.lists = 0};
    if (options->precision != NULL)
        judged.precision = options->precision;
    return judged;
}

static plumb_search begin(const plumb_case *stated, const plumb_diagnose_options *options, plumb_diagnosis *diagnosis) {
    plumb_search search = {.options = options, .given = stated, .diagnosis = diagnosis};
    plumb_case judged = as_asked(stated, options);
    memcpy(&search.stated, &judged, sizeof search.stated);
    search.threads = options->threads;
    return search;
}

int plumb_diagnose_among(const plumb_case *stated, plumb_neighbourhood *neighbourhood,
                         const plumb_diagnose_options *options, plumb_diagnosis *diagnosis, plumb_error *error) {
    static const plumb_diagnose_options usual;
    double start = plumb_seconds_now();
    *diagnosis = (plumb_diagnosis){.neighbourhood = *neighbourhood};
    *neighbourhood = (plumb_neighbourhood){0};
    plumb_search search = begin(stated, options != NULL ? options : &usual, diagnosis);
    int result = diagnose(&search, error);
    if (search.options->judged == NULL)
        plumb_findings_free(&search.findings);
    free(search.single);
    free(search.explains);
    free(search.near);
    diagnosis->stated.judged = stated;
    diagnosis->stated.verdict = plumb_verdict_worse(diagnosis->stated.verdict, plumb_choice_verdict(stated));
    diagnosis->seconds = plumb_seconds_now() - start;
    if (result != 0)
        plumb_diagnosis_free(diagnosis);
    return result;
}

/* Of which so much is for changes that are found from the engine's numbers. */
#define PART_TO_LIST 0.5

/* What comes before the verdict as stated, and is not that verdict, counts as well; 0 would be the usual time. */
static double seconds_left(double seconds, double start) {
    return fmax((seconds > 0 ? seconds : USUAL_SECONDS) - (plumb_seconds_now() - start), DBL_MIN);
}

/* With the changes that the precision has, which are found from `start` on. */
static int diagnose_in(const plumb_case *stated, const plumb_diagnose_options *options, double start,
                       plumb_diagnosis *diagnosis, plumb_error *error) {
    plumb_neighbourhood neighbourhood = {.until = start + PART_TO_LIST * seconds_left(options->seconds, start)};
    plumb_case as_judged = as_asked(stated, options);
    plumb_diagnose_options how = *options;
    plumb_neighbours_of(&as_judged, &neighbourhood);
    how.seconds = seconds_left(how.seconds, start);
    return plumb_diagnose_among(stated, &neighbourhood, &how, diagnosis, error);
}

int plumb_diagnose(const plumb_case *stated, const plumb_diagnose_options *options, plumb_diagnosis *diagnosis,
                   plumb_error *error) {
    static const plumb_diagnose_options usual;
    plumb_diagnose_options how = options != NULL ? *options : usual;
    plumb_case as_judged = as_asked(stated, &how);
    char *stored_as;
    double start = plumb_seconds_now();
    if (plumb_stored_precision(&as_judged, how.threads, &stored_as, error) != 0)
        return -1;
    if (stored_as != NULL) {
        how.precision = stored_as;
        how.judged = NULL;
    }
    int result = diagnose_in(stated, &how, start, diagnosis, error);
    if (result == 0)
        diagnosis->stored_as = stored_as;
    else
        free(stored_as);
    return result;
}

void plumb_diagnosis_free(plumb_diagnosis *diagnosis) {
    plumb_neighbourhood_free(&diagnosis->neighbourhood);
    plumb_explanations_free(&diagnosis->explanations);
    free(diagnosis->stored_as);
}
