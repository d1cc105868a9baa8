/* Threads share bundles of rows.  Each thread counts its findings, and the errors of each row have their own place, so
   the report does not depend on which thread judged which row.  Rows that see few of many keys are judged as a problem
   of these keys (row/gathered.h): a whole bundle at once if its rows see the same keys, else row by row. */
#include "judge/judge_rows.h"
#include "case/borrowed.h"
#include "judge/judge.h"
#include "judge/sample.h"
#include "judge/standing.h"
#include "judge/tally.h"
#include "judge/team.h"
#include "row/gathered.h"
#include "thread/workers.h"
#include <stdlib.h>
#include <string.h>

/* About so many rows at most, evenly spread, are asked what they say of single keys, whatever a glance shows. */
enum { ASKED_ROWS = 512 };
/* About so many, evenly spread, tell by what factor all scores are off. */
enum { TILTED_ROWS = 4096 };

/* So many rows of a head are evaluated and judged before the next: what is kept of their scores and weights stays in
   the caches.  A whole number of those whose deviations are summed together. */
enum { JUDGED_TOGETHER = 2 * PLUMB_DEVIATION_ROWS };

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
        element.batch += judge->origin.b;
        element.query += judge->origin.t;
        note(found, quantity, &element);
    }
}

/* Each row is judged by one thread.  key: which of all keys each of its problem is; NULL: they are all. */
static void note_errors(plumb_standing *standing, plumb_judge *judge, size_t row, const size_t *key) {
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
                                              .key_place = (double)(key != NULL ? key[found.key] : found.key)};
}

static void judge_row(plumb_judge *judge, comparison *all, size_t row, const size_t *key, findings *found) {
    const plumb_case *judged = all->judged;
    const plumb_problem *problem = judge->origin.problem;
    size_t t = row % problem->query_length, head = row / problem->query_length;
    size_t b = head / problem->query_heads, h = head % problem->query_heads;
    plumb_judge_row(judge, b - judge->origin.b, h, t - judge->origin.t);
    found->tally.empty_rows += !judge->sees_any;
    found->tally.rows++;
    for (int quantity = 0; quantity < PLUMB_QUANTITIES; quantity++) {
        const plumb_claim *claim = plumb_claim_of(judged, (plumb_quantity)quantity);
        if (claim->present)
            judge_tensor_row(judge, claim, (plumb_quantity)quantity, row, found);
    }
    note_errors(&all->standing, judge, row, key);
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

static void judge_queries(comparison *all, plumb_workers *workers, plumb_judge *judge, size_t head, size_t t,
                          size_t end, const size_t *key, findings *found) {
    for (size_t i = t; i < end; i++) {
        size_t row = head * judge->origin.problem->query_length + i;
        if (!is_chosen(all, row))
            continue;
        judge_row(judge, all, row, key, found);
        tell_progress(all, workers, i);
    }
}

static bool judges_keys(const plumb_report *report) {
    return report->tensor[PLUMB_WEIGHTS].present || report->tensor[PLUMB_SCORES].present;
}

/* Of how many rows each is asked, so that about `most` are. */
static size_t one_of(size_t rows, size_t most) {
    return rows > most ? (rows + most - 1) / most : 1;
}

static int begin_judge(const comparison *all, const plumb_problem *problem, size_t together, plumb_judge *judge) {
    if (plumb_judge_init(judge, problem, &all->report->precision, all->report->level, together) != 0)
        return -1;
    judge->rows.row.without_lse = !all->judged->lse.present;
    judge->rows.minimal = all->options != NULL && all->options->minimal;
    judge->several = !judges_keys(all->report);
    judge->asked = all->judged->output.present ? one_of(all->report->rows, ASKED_ROWS) : 0;
    judge->tilted = one_of(all->report->rows, TILTED_ROWS);
    return 0;
}

/* The same as a problem of the keys that they see; false if these are too many, or memory is short. */
static bool judge_gathered(comparison *all, plumb_workers *workers, size_t head, size_t t, size_t end,
                           findings *found) {
    const plumb_problem *p = &all->judged->problem;
    plumb_gathered gathered;
    plumb_judge judge;
    size_t b = head / p->query_heads, h = head % p->query_heads;
    if (plumb_gather(&gathered, p, b, h, t, end - t) != 1)
        return false;
    bool made = begin_judge(all, &gathered.problem, end - t, &judge) == 0;
    if (made) {
        judge.origin.problem = p;
        judge.origin.b = b;
        judge.origin.t = t;
        judge_queries(all, workers, &judge, head, t, end, gathered.key, found);
        plumb_judge_free(&judge);
    }
    plumb_gathered_free(&gathered);
    return made;
}

/* Weights and scores have a width that is that of all keys. */
static bool gathers(const comparison *all) {
    return !judges_keys(all->report) && plumb_rows_can_gather(&all->judged->problem, &all->report->precision);
}

static void judge_some(comparison *all, plumb_workers *workers, plumb_judge *judge, size_t head, size_t t, size_t end,
                       findings *found) {
    bool gathered = gathers(all) && judge_gathered(all, workers, head, t, end, found);
    for (size_t i = t; gathers(all) && !gathered && end - t > 1 && i < end; i++)
        if (!judge_gathered(all, workers, head, i, i + 1, found))
            judge_queries(all, workers, judge, head, i, i + 1, NULL, found);
    if (!gathered && (!gathers(all) || end - t == 1))
        judge_queries(all, workers, judge, head, t, end, NULL, found);
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
    judge_some(all, workers, judge, head, t, least(end, all->report->to), found);
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

/* One thread of the comparison: its own room, its share of the rows, its findings merged. */
static void judge_share(plumb_workers *workers, void *context) {
    comparison *all = context;
    findings found;
    plumb_judge judge;
    memset(&found, 0, sizeof found);
    found.options = all->options;
    int missing = begin_judge(all, &all->judged->problem, all->most, &judge);
    if (!missing) {
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

int plumb_judge_rows(const plumb_case *judged, const plumb_compare_options *options, plumb_report *report,
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
