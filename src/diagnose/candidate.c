/* A candidate is tried at growing cost: made into a case of its own, within a limit of memory; probed on a few rows up
   to the first wrong element; measured on the chosen rows; judged on all rows.  It explains only if nothing is wrong on
   all rows, what failed as stated is accounted for, and the other errors do not rise.  A coarser precision allows
   almost anything, so it counts only where the outputs lie on its grid, and only if the errors are near what its
   engines make.  Where time is up, the rows of the probe decide. */
#include "diagnose/candidate.h"
#include "judge/plausible.h"
#include "diagnose/grid.h"
#include <math.h>
#include <string.h>

/* Of what engines of a coarser precision err, as roots of the mean squares: one that has it errs more. */
#define LEAST_LEVEL 0.4

/* The same of a model that the outputs show: some forms of an engine err far less than others. */
#define LEAST_LEVEL_SHOWN 0.125

/* By how much a change that explains may raise the errors: chance may, in few rows more than in many. */
static double most_rise(double rows) {
    return 1.25 + 2 / sqrt(rows);
}

/* What part of the errors on the rows of the probe may be left: some more than on all. */
#define MOST_LEFT 0.75

/* Of a case of fewer numbers a change may take any number of bytes. */
#define MANY_NUMBERS ((size_t)1 << 24)

/* A light change takes so small a part of that. */
#define LIGHT 16

/* What part of the errors that are left without it a change must leave beside others. */
#define NEEDED 0.5

bool plumb_search_is_late(const plumb_search *search) {
    return plumb_seconds_now() - search->start > search->limit;
}

bool plumb_search_has_time(const plumb_search *search) {
    return plumb_seconds_now() - search->start + search->diagnosis->stated.seconds <= search->limit;
}

plumb_candidate plumb_single(const plumb_search *search, size_t neighbour) {
    return (plumb_candidate){.change = {&search->diagnosis->neighbourhood.list[neighbour]}, .changes = 1};
}

/* Whether the outputs have fewer bits than the stated precision leaves them, but no fewer than
   that of the change. */
static bool outputs_show_it(const plumb_search *search, const plumb_candidate_case *made) {
    return plumb_shows_grid(&made->judged.output, &made->precision.output, &search->diagnosis->stated.precision.output);
}

/* Whether the precision model, if it changed, may be said to explain anything. */
static bool model_may_explain(const plumb_search *search, const plumb_candidate_case *made, size_t changes) {
    const plumb_report *stated = &search->diagnosis->stated;
    if (strcmp(made->precision.name, stated->precision.name) == 0)
        return true;
    if (stated->verdict == PLUMB_PASS && made->coarser)
        return false;
    if (changes > 1)
        return outputs_show_it(search, made);
    return plumb_is_on_grid(&made->judged.output, &made->precision.output);
}

/* Bytes that a change may take: of a case of many heads and keys a few would take many times as many as it has, once
   for each thread. */
static size_t most_bytes(const plumb_case *stated) {
    const plumb_problem *p = &stated->problem;
    size_t keys = p->batch * p->key_heads * p->key_length * (p->head_dim + p->value_dim);
    size_t answers = stated->output.count + stated->weights.count + stated->scores.count + stated->lse.count;
    size_t numbers = keys + plumb_rows_of(p) * p->head_dim + answers;
    return numbers < MANY_NUMBERS ? 0 : numbers * sizeof(double) / 2 * 3;
}

/* row: the only one that is judged; NULL: all are. */
static int make(const plumb_search *search, const plumb_candidate *tried, const plumb_row_place *row,
                plumb_candidate_case *made) {
    plumb_error no_such_model;
    made->storage = (plumb_storage){.most = most_bytes(&search->stated) / (tried->light ? LIGHT : 1)};
    int result = row != NULL ? plumb_change_row(&search->stated, tried->change[0], row, &made->storage, &made->judged)
                             : plumb_change_case(&search->stated, tried->change, tried->changes, &made->storage,
                                                 &made->judged);
    made->too_large = result == -1 && made->storage.refused;
    if (made->too_large)
        result = 0;
    if (result == 1) {
        made->coarser = plumb_changes_precision_alone(&search->stated, &made->judged);
        if (plumb_changed_precision(&search->stated, &search->diagnosis->stated.precision, &made->judged,
                                    &made->precision, &no_such_model) != 0 ||
            !model_may_explain(search, made, tried->changes))
            result = 0;
    }
    if (result != 1)
        plumb_candidate_free(made);
    return result;
}

int plumb_candidate_make(const plumb_search *search, const plumb_candidate *tried, plumb_candidate_case *made) {
    return make(search, tried, NULL, made);
}

void plumb_candidate_free(plumb_candidate_case *made) {
    plumb_storage_free(&made->storage);
}

int plumb_search_each(const plumb_search *search, size_t count, plumb_item_work *each, void *context) {
    return plumb_workers_each(search->threads, count, each, context, search->error);
}

/* Whether output and other tensors fail as stated. */
static bool several_fail(const plumb_report *stated) {
    bool others = false;
    for (int q = 0; q < PLUMB_QUANTITIES; q++)
        others = others || (q != PLUMB_OUTPUT && stated->tensor[q].present && stated->tensor[q].beyond > 0);
    return others && stated->tensor[PLUMB_OUTPUT].beyond > 0;
}

/* A change that nothing fails under because its expected errors are wide leaves the errors where they were. */
static bool survives(const plumb_candidate_case *made, const plumb_probe_count *count) {
    return count->wrong == 0 && !count->late && (made->coarser || plumb_probe_left(count) <= MOST_LEFT);
}

/* Tries one change on the first row, for which alone it is made.  Returns 1 if what is found there is all that would be
   found on all rows: a wrong element of the output, or of the only tensor; 0 if not, or -1 if memory is short. */
static int probe_first_row(const plumb_search *search, const plumb_candidate *tried, plumb_candidate_case *made,
                           plumb_probe_count *count) {
    plumb_probe first = search->probe;
    plumb_row_place at = plumb_place_of_row(&search->stated.problem, first.row[0]);
    first.rows = 1;
    if (make(search, tried, &at, made) != 1)
        return 0;
    int result = plumb_probe_try(&made->judged, &made->precision, &first, count);
    if (result == 0 && count->wrong > 0 && !count->output_right)
        return 1;
    plumb_candidate_free(made);
    return result;
}

/* Returns as plumb_candidate_make.  Most changes fail on the first row: of a large case they are made for that row
   first, which takes a small part of the time and memory. */
static int probe_made(const plumb_search *search, const plumb_candidate *tried, plumb_candidate_case *made,
                      plumb_probe_count *count) {
    bool by_row = tried->changes == 1 && most_bytes(&search->stated) > 0;
    int result = by_row ? probe_first_row(search, tried, made, count) : 0;
    if (result != 0)
        return result;
    result = make(search, tried, NULL, made);
    if (result == 1 && plumb_probe_try(&made->judged, &made->precision, &search->probe, count) != 0) {
        plumb_candidate_free(made);
        return -1;
    }
    return result;
}

int plumb_candidate_probe(const plumb_search *search, plumb_candidate *tried) {
    plumb_candidate_case made;
    plumb_probe_count count;
    tried->applies = tried->survives = tried->too_large = tried->output_right = false;
    tried->untried = plumb_search_is_late(search);
    if (tried->untried)
        return 0;
    int result = probe_made(search, tried, &made, &count);
    tried->too_large = made.too_large;
    if (result != 1)
        return result;
    tried->applies = !count.late;
    tried->untried = count.late;
    tried->survives = survives(&made, &count);
    tried->left = plumb_probe_left(&count);
    tried->squares = count.squares;
    tried->coarser = made.coarser;
    tried->excuse = made.coarser && !outputs_show_it(search, &made);
    tried->output_right = tried->applies && !made.coarser && count.output_right &&
                          several_fail(&search->diagnosis->stated);
    plumb_candidate_free(&made);
    return 0;
}

int plumb_candidate_measure(const plumb_search *search, const plumb_candidate *tried, plumb_near *near) {
    plumb_candidate_case made;
    *near = (plumb_near){.applies = false};
    if (plumb_search_is_late(search))
        return 0;
    int result = plumb_candidate_make(search, tried, &made);
    if (result != 1)
        return result;
    result = plumb_probe_measure(&made.judged, &made.precision, &search->probe, &near->count);
    near->applies = result == 0 && !near->count.late;
    plumb_candidate_free(&made);
    return result;
}

/* A coarser precision leaves the errors as they are: it must show. */
static bool is_needed(const plumb_near *with, const plumb_near *without) {
    if (!without->applies || !with->applies || with->count.not_finite < without->count.not_finite)
        return true;
    return with->count.after <= NEEDED * without->count.after;
}

int plumb_candidate_needs_all(const plumb_search *search, const plumb_candidate *tried) {
    plumb_near with, without;
    int result = plumb_candidate_measure(search, tried, &with);
    bool needed = true;
    for (size_t i = 0; result == 0 && needed && tried->changes > 1 && i < tried->changes; i++) {
        plumb_candidate rest = {.changes = 0};
        for (size_t j = 0; j < tried->changes; j++)
            if (j != i)
                rest.change[rest.changes++] = tried->change[j];
        if (tried->change[i]->kind == PLUMB_NEIGHBOUR_PRECISION)
            continue;
        result = plumb_candidate_measure(search, &rest, &without);
        needed = is_needed(&with, &without);
    }
    return result == 0 ? needed : result;
}

/* Whether an element is beyond what is expected as stated; a proof can exclude others. */
static bool some_are_wrong(const plumb_findings *stated) {
    for (size_t row = 0; row < stated->rows; row++)
        if (stated->row[row].wrong > 0)
            return true;
    return false;
}

/* Of what only the theorem excludes it is asked again: without it, a change without any effect would explain it. */
static bool by_proof_alone(const plumb_search *search) {
    return search->diagnosis->stated.impossible && !some_are_wrong(&search->findings);
}

int plumb_candidate_judge(const plumb_search *search, const plumb_candidate_case *made, plumb_report *report,
                          bool *accounts, double *left) {
    plumb_acceptance acceptance;
    if (plumb_acceptance_init(&acceptance, &search->findings) != 0)
        return -1;
    const plumb_compare_options how = {.threads = search->threads,
                                       .alone = true,
                                       .unasked = !by_proof_alone(search),
                                       .element = plumb_acceptance_note,
                                       .element_context = &acceptance};
    int result = plumb_compare(&made->judged, &how, report, search->error);
    *accounts = result == 0 && plumb_acceptance_holds(&acceptance, made->coarser);
    *left = plumb_acceptance_left(&acceptance);
    plumb_acceptance_free(&acceptance);
    return result;
}

double plumb_worst_probable_ratio(const plumb_report *report) {
    double worst = 0;
    for (int q = 0; q < PLUMB_QUANTITIES; q++)
        if (report->tensor[q].present)
            worst = fmax(worst, report->tensor[q].worst_probable_ratio);
    return worst;
}

/* The largest of the tensors' errors over those of simulated evaluations. */
static double level_of(const plumb_report *report) {
    double level = 0;
    for (int q = 0; q < PLUMB_QUANTITIES; q++)
        if (report->tensor[q].present)
            level = fmax(level, report->tensor[q].stand.level);
    return level;
}

int plumb_add_explanation(plumb_search *search, const plumb_candidate *tried, plumb_explanation explanation) {
    explanation.changes = tried->changes;
    memcpy(explanation.change, tried->change, sizeof explanation.change);
    return plumb_explanations_add(&search->diagnosis->explanations, &explanation);
}

/* Rows of another case may err a little more together than simulated engines do, by chance. */
#define BY_CHANCE 2

static bool is_nearly_expected(const plumb_stand *stand) {
    return stand->whole <= BY_CHANCE && stand->head <= BY_CHANCE && stand->row <= BY_CHANCE &&
           stand->weight <= BY_CHANCE && fabs(stand->scale) <= BY_CHANCE * stand->scale_limit &&
           plumb_stand_bias_share(stand) <= BY_CHANCE;
}

/* Whether nothing is wrong: the verdict is PASS, or would be but for elements that cannot be judged, where as stated
   some were wrong.  What a coarser precision expects of all together is asked elsewhere. */
static bool nothing_is_wrong(const plumb_search *search, const plumb_report *report, bool coarser, size_t *unjudged) {
    size_t wrong = 0, judged = 0;
    bool expected = true;
    *unjudged = 0;
    for (int q = 0; q < PLUMB_QUANTITIES; q++) {
        const plumb_tensor_report *tensor = &report->tensor[q];
        wrong += tensor->beyond;
        judged += tensor->passed;
        *unjudged += tensor->unjudged;
        expected = expected && (coarser || !tensor->present || is_nearly_expected(&tensor->stand));
    }
    bool failed = search->diagnosis->stated.impossible && some_are_wrong(&search->findings);
    return report->verdict == PLUMB_PASS || (failed && expected && wrong == 0 && judged > 0);
}

/* How large the errors of all elements may become.  Where no wrong element had a finite error as stated, the errors of
   the others do not tell how large those of the wrong ones should be. */
static double most_level(const plumb_search *search) {
    double most = most_rise((double)search->diagnosis->stated.rows) * level_of(&search->diagnosis->stated);
    for (size_t row = 0; row < search->findings.rows; row++)
        if (search->findings.row[row].error > 0)
            return most;
    return fmax(most, 1);
}

/* Wide expected errors allow a few numbers that are wrong among many that are far more exact than engines of a coarser
   precision are; and what explains a few wrong numbers must not move all the others away from the engine's. */
static bool fits(const plumb_search *search, const plumb_candidate_case *made, const plumb_explanation *explanation) {
    const plumb_report *stated = &search->diagnosis->stated;
    if (made->coarser)
        return explanation->level >= (explanation->shown ? LEAST_LEVEL_SHOWN : LEAST_LEVEL);
    bool same_model = strcmp(made->precision.name, stated->precision.name) == 0;
    return stated->verdict == PLUMB_PASS || !same_model || explanation->level <= most_level(search);
}

static bool falls(double before, double after) {
    return fabs(after) <= MOST_LEFT * fabs(before);
}

static bool bias_falls(const plumb_bias *before, const plumb_bias *after) {
    bool along = plumb_bias_is_along(before);
    return plumb_bias_share(before) <= 1 ||
           (along ? falls(before->along, after->along) : falls(before->mean, after->mean));
}

/* Whether what is beyond a limit becomes smaller itself, not only compared with a limit that is wider. */
static bool stand_falls(const plumb_stand *before, const plumb_stand *after) {
    return (before->whole <= 1 || falls(before->whole, after->whole)) &&
           (before->head <= 1 || falls(before->head, after->head)) &&
           (before->row <= 1 || falls(before->row, after->row)) &&
           (before->weight <= 1 || falls(before->weight_error, after->weight_error)) &&
           (fabs(before->scale) <= before->scale_limit || falls(before->scale, after->scale)) &&
           bias_falls(&before->bias, &after->bias) && bias_falls(&before->head_bias, &after->head_bias);
}

/* Where no error is wrong by itself, a change that hardly moves anything may bring some below a limit, and one that
   adds roundings widens the error bounds. */
static bool lowers(const plumb_search *search, const plumb_report *report, bool coarser) {
    const plumb_report *stated = &search->diagnosis->stated;
    bool lower = level_of(report) <= level_of(stated);
    for (int q = 0; q < PLUMB_QUANTITIES; q++)
        if (stated->tensor[q].present)
            lower = lower && stand_falls(&stated->tensor[q].stand, &report->tensor[q].stand);
    return coarser || stated->verdict == PLUMB_PASS || some_are_wrong(&search->findings) || lower;
}

/* Whether what was changed explains, judged on all rows; what is known of it then. */
static int judge_all(const plumb_search *search, const plumb_candidate_case *made, plumb_explanation *explanation,
                     bool *explains) {
    plumb_report report;
    bool accounts = false;
    if (plumb_candidate_judge(search, made, &report, &accounts, &explanation->left) != 0)
        return -1;
    explanation->worst_probable_ratio = plumb_worst_probable_ratio(&report);
    explanation->level = level_of(&report);
    explanation->passes = report.verdict == PLUMB_PASS;
    *explains = nothing_is_wrong(search, &report, made->coarser, &explanation->unjudged) && accounts &&
                lowers(search, &report, made->coarser) && fits(search, made, explanation);
    return 0;
}

/* A case that PASSes, and the expected errors of a coarser precision, say nothing by a few rows, nor does any change by
   rows that are right as stated. */
static bool explains_by_probe(const plumb_search *search, const plumb_candidate_case *made) {
    return search->diagnosis->stated.verdict != PLUMB_PASS && !made->coarser && plumb_probe_shows(&search->probe);
}

/* The precision that the report of the stated case names. */
static bool is_named(const plumb_search *search, const plumb_candidate_case *made) {
    const plumb_plausible *passes = plumb_strictest_that_passes(&search->diagnosis->stated);
    return passes != NULL && made->coarser && strcmp(passes->name, made->precision.name) == 0;
}

int plumb_candidate_explain(plumb_search *search, const plumb_candidate *tried, bool *explains) {
    plumb_candidate_case made;
    *explains = plumb_explanations_have(&search->diagnosis->explanations, tried->change, tried->changes);
    if (*explains)
        return 0;
    int result = plumb_candidate_make(search, tried, &made);
    if (result != 1)
        return result;
    plumb_explanation explanation = {.coarser = made.coarser, .ships = is_named(search, &made), .left = tried->left};
    explanation.shown = made.coarser && outputs_show_it(search, &made);
    if (plumb_search_has_time(search)) {
        result = judge_all(search, &made, &explanation, explains);
    } else {
        search->diagnosis->undecided++;
        explanation.rows = search->probe.rows;
        *explains = explains_by_probe(search, &made);
        result = 0;
    }
    plumb_candidate_free(&made);
    return *explains && result == 0 ? plumb_add_explanation(search, tried, explanation) : result;
}
