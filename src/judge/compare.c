#include "judge/compare.h"
#include "backward/gradients.h"
#include "case/borrowed.h"
#include "judge/ask.h"
#include "judge/ask_gradients.h"
#include "judge/confirm.h"
#include "judge/gradients.h"
#include "judge/judge.h"
#include "judge/parts.h"
#include "judge/plausible.h"
#include "judge/stored_output.h"
#include "judge/sample.h"
#include "judge/tally.h"
#include "judge/team.h"
#include "precision/precision_text.h"
#include "thread/workers.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* About so many rows at most, evenly spread, are asked what they say of single keys, whatever a glance shows. */
enum { ASKED_ROWS = 512 };
/* About so many, evenly spread, tell by what factor all scores are off. */
enum { TILTED_ROWS = 4096 };

/* So many rows of a head are evaluated and judged before the next: what is kept of their scores and weights stays in
   the caches.  A whole number of those whose deviations are summed together. */
enum { JUDGED_TOGETHER = 2 * PLUMB_DEVIATION_ROWS };

const char *plumb_verdict_name(plumb_verdict verdict) {
    return verdict == PLUMB_PASS ? "PASS" : verdict == PLUMB_SUSPECT ? "SUSPECT" : "FAIL";
}

const plumb_claim *plumb_claim_of(const plumb_case *judged, plumb_quantity quantity) {
    const plumb_claim *const claims[PLUMB_QUANTITIES] = {[PLUMB_OUTPUT] = &judged->output,
                                                         [PLUMB_WEIGHTS] = &judged->weights,
                                                         [PLUMB_SCORES] = &judged->scores,
                                                         [PLUMB_LSE] = &judged->lse};
    return plumb_is_gradient(quantity) ? &judged->gradient[plumb_gradient_of_quantity(quantity)] : claims[quantity];
}

plumb_answer_shape plumb_shape_of_answer(const plumb_case *judged, plumb_quantity quantity) {
    const plumb_problem *p = &judged->problem;
    size_t rank, shape[4];
    if (!plumb_is_gradient(quantity))
        return (plumb_answer_shape){p->batch, p->query_heads, p->query_length, plumb_quantity_width(quantity, p)};
    plumb_gradient_shape(judged, plumb_gradient_of_quantity(quantity), &rank, shape);
    return rank == 1   ? (plumb_answer_shape){1, shape[0], 1, 1}
           : rank == 2 ? (plumb_answer_shape){1, 1, shape[0], shape[1]}
                       : (plumb_answer_shape){shape[0], shape[1], shape[2], shape[3]};
}

bool plumb_notices_lost_keys(const plumb_report *report) {
    const plumb_expected_level *level = &report->level;
    /* Which keys would be missed where only some rows are judged was not asked. */
    bool asked = report->tensor[PLUMB_OUTPUT].present && level->rows > 0 && level->asks_keys && !report->sampled;
    size_t demanded = report->must_notice.lost_keys;
    return demanded == 0 || (asked && level->noticed_keys > 0 && level->noticed_keys <= demanded);
}

bool plumb_notices_scale(const plumb_report *report) {
    const plumb_tensor_report *output = &report->tensor[PLUMB_OUTPUT];
    double demanded = report->must_notice.scale;
    return demanded == 0 || (output->present && output->stand.scale_noticed <= demanded);
}

bool plumb_is_blind(const plumb_report *report) {
    return report->verdict == PLUMB_PASS && !(plumb_notices_lost_keys(report) && plumb_notices_scale(report));
}

int plumb_exit_code_of(const plumb_report *report) {
    return plumb_is_blind(report) ? PLUMB_BLIND_CODE : (int)report->verdict;
}

/* The precision of the options, else of the case, else the default for the dtype of the first
   tensor, which is the output if there is one. */
static int choose_precision(const plumb_case *judged, const plumb_compare_options *options, plumb_report *report,
                            plumb_error *error) {
    const char *text = judged->precision;
    if (options != NULL && options->precision != NULL)
        text = options->precision;
    report->precision_stated = text != NULL;
    if (text != NULL)
        return plumb_precision_of_case(judged, text, &report->precision, error);
    for (int quantity = PLUMB_ANSWERS - 1; quantity >= 0; quantity--)
        if (report->tensor[quantity].present)
            report->precision = *plumb_precision_default(report->tensor[quantity].format);
    plumb_precision_suit(judged, &report->precision);
    return 0;
}

static int prepare(const plumb_case *judged, const plumb_compare_options *options, plumb_report *report,
                   plumb_error *error) {
    bool any = false;
    const plumb_problem *problem = &judged->problem;
    *report = (plumb_report){.judged = judged, .verdict = PLUMB_PASS};
    if (options != NULL)
        report->must_notice = options->must_notice;
    report->from = options != NULL ? options->from : 0;
    report->to = options != NULL && options->to > 0 ? options->to : problem->query_length;
    report->rows = plumb_rows_between(problem, report->from, report->to);
    for (int quantity = 0; quantity < PLUMB_ANSWERS; quantity++) {
        const plumb_claim *claim = plumb_claim_of(judged, (plumb_quantity)quantity);
        report->tensor[quantity].present = claim->present;
        report->tensor[quantity].format = claim->format;
        any = any || claim->present;
    }
    if (!any)
        return plumb_fail(error, "%s: " PLUMB_NO_ANSWER, judged->source);
    if (plumb_gradients_can_be_judged(judged, options, error) != 0 ||
        choose_precision(judged, options, report, error) != 0)
        return -1;
    bool tried = options != NULL && options->precision != NULL;
    return tried ? 0 : plumb_check_stored_output(judged, &report->precision, error);
}

/* What the threads share. */
typedef struct {
    const plumb_case *judged;
    const plumb_compare_options *options;
    plumb_report *report;
    plumb_standing standing;
    unsigned char *chosen; /* [rows] 1 where a row is judged; NULL: all are, which exist */
    size_t most;           /* rows of a bundle */
    size_t keys_done, keys;
    bool short_of_memory;
} comparison;

/* What one thread has found. */
typedef struct {
    plumb_tally tally;
    const plumb_compare_options *options;
} findings;

static void note(findings *found, plumb_quantity quantity, const plumb_element *element) {
    const plumb_compare_options *options = found->options;
    plumb_tally_element(&found->tally.tensor[quantity], element);
    if (options != NULL && options->element != NULL)
        options->element(options->element_context, quantity, element);
}

static void judge_tensor_row(plumb_judge *judge, const plumb_claim *claim, plumb_quantity quantity, size_t row,
                             findings *found) {
    size_t width = plumb_quantity_width(quantity, judge->problem);
    for (size_t column = 0; column < width; column++) {
        plumb_element element = plumb_judge_element(judge, quantity, column, claim->value[row * width + column],
                                                    claim->format, &found->tally.tensor[quantity].escalated);
        note(found, quantity, &element);
    }
}

/* Each row is judged by one thread. */
static void note_errors(plumb_standing *standing, plumb_judge *judge, size_t row) {
    plumb_key_finding found = plumb_judge_keys(judge);
    for (size_t q = 0; q < PLUMB_QUANTITIES; q++)
        if (standing->square[q] != NULL) {
            standing->square[q][row] = judge->square[q];
            standing->count[q][row] = judge->count[q];
            *plumb_standing_bias(standing, (plumb_quantity)q, row) = judge->bias[q];
        }
    standing->row[row] = (plumb_row_standing){.along = judge->along,
                                              .tilt = judge->tilt,
                                              .along_stored = judge->along_stored,
                                              .tilts = judge->tilts,
                                              .largest = judge->deviation.own->most,
                                              .key = found.most,
                                              .key_error = found.error,
                                              .key_place = (double)found.key};
}

static void judge_row(plumb_judge *judge, comparison *all, size_t row, findings *found) {
    const plumb_case *judged = all->judged;
    const plumb_problem *problem = judge->problem;
    size_t t = row % problem->query_length;
    size_t head = row / problem->query_length;
    plumb_judge_row(judge, head / problem->query_heads, head % problem->query_heads, t);
    found->tally.empty_rows += !judge->sees_any;
    found->tally.rows++;
    for (int quantity = 0; quantity < PLUMB_QUANTITIES; quantity++) {
        const plumb_claim *claim = plumb_claim_of(judged, (plumb_quantity)quantity);
        if (claim->present)
            judge_tensor_row(judge, claim, (plumb_quantity)quantity, row, found);
    }
    note_errors(&all->standing, judge, row);
}

static bool is_chosen(const comparison *all, size_t row) {
    return all->chosen == NULL || all->chosen[row] != 0;
}

static bool any_chosen(const comparison *all, size_t row, size_t end) {
    while (row < end && !is_chosen(all, row))
        row++;
    return row < end;
}

static size_t count_keys(const comparison *all) {
    const plumb_problem *problem = &all->judged->problem;
    size_t keys = 0, rows = plumb_rows_of(problem);
    for (size_t row = 0; row < rows; row++) {
        size_t t = row % problem->query_length;
        if (t >= all->report->from && t < all->report->to && is_chosen(all, row))
            keys += plumb_keys_in_reach(problem, t);
    }
    return keys;
}

static void tell_progress(comparison *all, plumb_workers *workers, size_t t) {
    const plumb_compare_options *options = all->options;
    if (options == NULL || options->progress == NULL)
        return;
    plumb_workers_lock(workers);
    all->keys_done += plumb_keys_in_reach(&all->judged->problem, t);
    options->progress(options->progress_context, all->keys_done, all->keys);
    plumb_workers_unlock(workers);
}

static size_t least(size_t a, size_t b) {
    return a < b ? a : b;
}

/* The queries of a head from t, as many as are evaluated together: of a sample, from the first that is drawn, so that
   rows behind them are read, too. */
static void judge_bundle(comparison *all, plumb_workers *workers, plumb_judge *judge, size_t head, size_t t,
                         findings *found) {
    const plumb_problem *p = judge->problem;
    size_t head_row = head * p->query_length, end = least(t + judge->rows.most, p->query_length);
    size_t read = all->chosen == NULL ? end : least(end + judge->rows.most - 1, p->query_length);
    if (!any_chosen(all, head_row + t, head_row + end))
        return;
    plumb_borrowed_hold(all->judged->borrowed, p, head / p->query_heads, head % p->query_heads, t, read);
    for (size_t i = t; i < all->report->to && i < end; i++) {
        if (!is_chosen(all, head_row + i))
            continue;
        judge_row(judge, all, head_row + i, found);
        tell_progress(all, workers, i);
    }
    plumb_borrowed_release(all->judged->borrowed, p, head / p->query_heads, head % p->query_heads, t, read);
}

/* Of a head: rows that are evaluated together.  Late rows of a causal problem are the long ones, and
   small portions keep threads busy. */
static size_t count_bundles(const comparison *all, size_t bundle) {
    size_t queries = all->report->to - all->report->from;
    return (queries + bundle - 1) / bundle;
}

static const plumb_team *team_of(const comparison *all) {
    return all->options != NULL ? all->options->team : NULL;
}

static size_t stride_of(const comparison *all) {
    return all->options != NULL && all->options->stride > 0 ? all->options->stride : 1;
}

/* The items of a sample: one of each stride, not always at the same place in a head. */
static size_t sampled_item(const comparison *all, size_t number) {
    return number * stride_of(all) + number % stride_of(all);
}

static size_t count_sampled(const comparison *all, size_t items) {
    size_t whole = items / stride_of(all);
    return whole + (sampled_item(all, whole) < items);
}

static void judge_items(comparison *all, plumb_workers *workers, plumb_judge *judge, findings *found) {
    size_t bundle = plumb_rows_together(judge->problem, all->most);
    size_t bundles = count_bundles(all, bundle);
    const plumb_team *team = team_of(all);
    for (size_t taken; plumb_workers_take(workers, &taken);) {
        size_t item = sampled_item(all, plumb_team_member(team) + taken * plumb_team_members(team));
        judge_bundle(all, workers, judge, item / bundles, all->report->from + item % bundles * bundle, found);
    }
}

static bool judges_keys(const plumb_report *report) {
    return report->tensor[PLUMB_WEIGHTS].present || report->tensor[PLUMB_SCORES].present;
}

/* Of how many rows each is asked, so that about `most` are. */
static size_t one_of(size_t rows, size_t most) {
    return rows > most ? (rows + most - 1) / most : 1;
}

/* One thread of the comparison: its own room, its share of the rows, its findings merged. */
static void judge_share(plumb_workers *workers, void *context) {
    comparison *all = context;
    findings found;
    plumb_judge judge;
    memset(&found, 0, sizeof found);
    found.options = all->options;
    int missing =
        plumb_judge_init(&judge, &all->judged->problem, &all->report->precision, all->report->level, all->most);
    if (!missing) {
        judge.rows.row.without_lse = !all->judged->lse.present;
        judge.rows.minimal = all->options != NULL && all->options->minimal;
        judge.several = !judges_keys(all->report);
        judge.asked = all->judged->output.present ? one_of(all->report->rows, ASKED_ROWS) : 0;
        judge.tilted = one_of(all->report->rows, TILTED_ROWS);
        judge_items(all, workers, &judge, &found);
        plumb_judge_free(&judge);
    }
    plumb_workers_lock(workers);
    all->short_of_memory = all->short_of_memory || missing;
    if (!missing)
        plumb_tally_add(all->report, &found.tally);
    plumb_workers_unlock(workers);
}

/* The bundles of this process. */
static size_t count_items(const comparison *all) {
    const plumb_problem *problem = &all->judged->problem;
    size_t bundles = count_bundles(all, plumb_rows_together(problem, all->most));
    size_t items = count_sampled(all, problem->batch * problem->query_heads * bundles);
    size_t first = plumb_team_member(team_of(all));
    return first < items ? (items - first - 1) / plumb_team_members(team_of(all)) + 1 : 0;
}

static int fail_for_memory(const plumb_case *judged, plumb_error *error) {
    return plumb_fail(error, "%s: not enough memory to compare", judged->source);
}

static int judge_rows(comparison *all, plumb_error *error) {
    int threads = all->options != NULL ? all->options->threads : 0;
    if (plumb_workers_run(threads, count_items(all), judge_share, all, error) != 0)
        return -1;
    return all->short_of_memory ? fail_for_memory(all->judged, error) : 0;
}

static void set_stand(comparison *all, plumb_quantity quantity) {
    plumb_report *report = all->report;
    const plumb_problem *problem = &all->judged->problem;
    plumb_biased_rows rows =
        plumb_biased_rows_of(&all->standing, quantity, problem, &report->precision, &report->level);
    report->tensor[quantity].stand =
        plumb_stand_of(&all->standing, quantity, problem, &report->precision, &report->level);
    plumb_bias_of_heads(&rows, &report->heads[quantity]);
}

static void set_stands(comparison *all) {
    for (int q = 0; q < PLUMB_QUANTITIES; q++)
        if (all->report->tensor[q].present)
            set_stand(all, (plumb_quantity)q);
}

static int measure_simulated(const plumb_case *judged, const plumb_compare_options *options, plumb_report *report,
                             plumb_error *error) {
    if (options != NULL && options->level != NULL) {
        report->level = *options->level;
        return 0;
    }
    plumb_simulated_question question = {.borrowed = judged->borrowed,
                                         .from = report->from,
                                         .to = report->to,
                                         .threads = options != NULL ? options->threads : 0};
    for (int q = 0; q < PLUMB_QUANTITIES; q++) {
        question.present[q] = report->tensor[q].present;
        question.format[q] = report->tensor[q].format;
    }
    plumb_error own = {""};
    int status = plumb_expected_level_find(&judged->problem, &report->precision, &question, &report->level, &own);
    if (status == 0)
        return 0;
    return own.text[0] == 0 ? fail_for_memory(judged, error) : plumb_fail(error, "%s", own.text);
}

static double seconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void conclude(plumb_report *report) {
    for (int quantity = 0; quantity < PLUMB_ANSWERS; quantity++) {
        plumb_tensor_report *tensor = &report->tensor[quantity];
        if (tensor->present)
            tensor->verdict = plumb_tally_verdict(tensor);
        report->verdict = plumb_verdict_worse(report->verdict, tensor->verdict);
    }
    report->impossible = report->verdict == PLUMB_FAIL;
}

/* Scattered rows are evaluated one by one. */
static int choose_rows(comparison *all, plumb_error *error) {
    const plumb_problem *problem = &all->judged->problem;
    plumb_report *report = all->report;
    size_t wanted = all->options != NULL ? all->options->sample : 0;
    all->most = JUDGED_TOGETHER;
    bool sampled = wanted > 0 && wanted < report->rows;
    if (sampled || problem->sequences.length != NULL) {
        all->chosen = malloc(plumb_rows_of(problem));
        if (all->chosen == NULL)
            return fail_for_memory(all->judged, error);
        plumb_sample_rows(problem, report->from, report->to, report->rows, 0, all->chosen);
    }
    if (sampled) {
        report->sampled = true;
        report->seed = all->options->seed;
        all->most = wanted < report->rows / JUDGED_TOGETHER ? 1 : JUDGED_TOGETHER;
        report->rows = plumb_sample_rows(problem, report->from, report->to, wanted, report->seed, all->chosen);
    }
    all->keys = count_keys(all);
    return 0;
}

/* Every member of the team has the report of all rows in the end. */
static int judge_together(const plumb_case *judged, const plumb_compare_options *options, plumb_report *report,
                          plumb_error *error) {
    const plumb_team *team = options != NULL ? options->team : NULL;
    comparison all = {.judged = judged, .options = options, .report = report};
    bool present[PLUMB_QUANTITIES];
    for (size_t q = 0; q < PLUMB_QUANTITIES; q++)
        present[q] = report->tensor[q].present;
    int status = plumb_standing_init(&all.standing, &judged->problem, present, report->from, report->to);
    status = status != 0 ? fail_for_memory(judged, error) : choose_rows(&all, error);
    status = status == 0 ? judge_rows(&all, error) : status;
    status = plumb_team_agree(team, status, error);
    if (status == 0) {
        status = plumb_team_report(team, report) + plumb_team_standing(team, &all.standing);
        status = plumb_team_agree(team, status != 0 ? fail_for_memory(judged, error) : 0, error);
    }
    if (status == 0)
        set_stands(&all);
    plumb_standing_free(&all.standing);
    free(all.chosen);
    return status;
}

static int ask_so(plumb_report *report, plumb_ask_how how, plumb_error *error) {
    return plumb_ask_of_farthest(report, how, error) != 0 ? -1 : plumb_ask_of_gradients(report, how, error);
}

static int ask(const plumb_compare_options *options, plumb_report *report, plumb_error *error) {
    if (options == NULL)
        return ask_so(report, PLUMB_ASK_MOST, error);
    plumb_ask_how how = options->alone ? PLUMB_ASK_ONE : options->ask_all ? PLUMB_ASK_ALL : PLUMB_ASK_MOST;
    return options->unasked ? 0 : ask_so(report, how, error);
}

/* A verdict FAIL is the minimal kernels' verdict. */
static int confirm(plumb_report *report, plumb_error *error) {
    return report->verdict == PLUMB_FAIL ? plumb_confirm_failures(report, error) : 0;
}

static int check_borrowed(const plumb_case *judged, plumb_error *error) {
    return plumb_borrowed_is_stale(judged->borrowed)
               ? plumb_fail(error, "%s: the file changed while it was judged", judged->source)
               : 0;
}

static int compare(const plumb_case *judged, const plumb_compare_options *options, plumb_report *report,
                   plumb_error *error) {
    const plumb_team *team = options != NULL ? options->team : NULL;
    if (plumb_team_agree(team, prepare(judged, options, report, error), error) != 0)
        return -1;
    if (plumb_team_agree(team, measure_simulated(judged, options, report, error), error) != 0)
        return -1;
    if (judge_together(judged, options, report, error) != 0)
        return -1;
    if (plumb_team_agree(team, plumb_judge_gradients(options, report, error), error) != 0)
        return -1;
    if (plumb_team_agree(team, ask(options, report, error), error) != 0)
        return -1;
    conclude(report);
    if (plumb_team_agree(team, confirm(report, error), error) != 0)
        return -1;
    if ((options == NULL || !options->alone) && plumb_judge_plausible(options, report, error) != 0)
        return -1;
    if (plumb_team_agree(team, check_borrowed(judged, error), error) != 0)
        return -1;
    return 0;
}

/* The exact gradients serve all precisions that are tried. */
int plumb_compare(const plumb_case *judged, const plumb_compare_options *options, plumb_report *report,
                  plumb_error *error) {
    plumb_compare_options how = options != NULL ? *options : (plumb_compare_options){.threads = 0};
    plumb_gradient_balls exact = {.mid = {NULL}};
    double start = seconds_now();
    int result = 0;
    if (plumb_has_gradients(judged) && how.gradients == NULL) {
        how.gradients = &exact;
        result = plumb_gradients_can_be_judged(judged, options, error) != 0
                     ? -1
                     : plumb_gradients_of_case(judged, how.threads, &exact, error);
        result = plumb_team_agree(how.team, result, error);
    }
    result = result == 0 ? compare(judged, options != NULL || how.gradients != NULL ? &how : NULL, report, error) : -1;
    plumb_gradients_free_balls(&exact);
    if (result == 0 && judged->parts.count > 0 && !how.alone && !how.unasked)
        result = plumb_judge_parts(judged, options, report, error);
    report->seconds = seconds_now() - start;
    return result;
}
