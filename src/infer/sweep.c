/* Threads share bundles of neighbouring rows.  Each writes the state of a row to its own place and keeps its own sums,
   which are added under the lock at the end, in any order.  A row is explained if its misfit is within the limit and no
   element is far beyond it.  Evidence adds up, for each failing element, the logarithm of how much nearer the
   hypothesis is than the stated formula, less one element for each fitted number. */
#include "infer/sweep.h"
#include "infer/places.h"
#include "infer/predict.h"
#include "infer/shares.h"
#include "thread/workers.h"
#include <math.h>
#include <string.h>

/* In an explained row no element is farther off than so many times the tolerance. */
#define FARTHEST 4.0

typedef struct {
    plumb_inquiry *inquiry;
    const plumb_hypothesis *hypothesis;
    plumb_sweep *sweep;
    size_t bundle, bundles; /* rows of one, of each head so many */
    const size_t *chosen;   /* rows that stand for all; NULL: all are judged */
    double misfit;
    bool failed;
} sharing;

static size_t count_bundles(sharing *all) {
    const plumb_problem *p = &all->inquiry->judged->problem;
    all->bundle = plumb_rows_together(p, PLUMB_BUNDLE_ROWS);
    all->bundles = (p->query_length + all->bundle - 1) / all->bundle;
    return all->bundles * p->batch * p->query_heads;
}

/* The rows of an item, which are neighbours: the first, and how many. */
static size_t rows_of_item(const sharing *all, size_t item, size_t *count) {
    *count = 1;
    if (all->chosen != NULL)
        return all->chosen[item];
    size_t length = all->inquiry->judged->problem.query_length, t = item % all->bundles * all->bundle;
    *count = length - t < all->bundle ? length - t : all->bundle;
    return item / all->bundles * length + t;
}

/* ---- exact outputs ---- */

static void evaluate_share(plumb_workers *workers, void *context) {
    sharing *all = context;
    const plumb_problem *p = &all->inquiry->judged->problem;
    plumb_rows rows;
    size_t count;
    if (plumb_rows_init(&rows, p, PLUMB_BUNDLE_ROWS, PLUMB_KEEP_OUTPUT) != 0) {
        plumb_workers_lock(workers);
        all->failed = true;
        plumb_workers_unlock(workers);
        return;
    }
    for (size_t item; !plumb_inquiry_is_late(all->inquiry) && plumb_workers_take(workers, &item);) {
        size_t first = rows_of_item(all, item, &count);
        for (size_t row = first; row < first + count; row++) {
            size_t head = row / p->query_length;
            const plumb_row *at =
                plumb_rows_get(&rows, head / p->query_heads, head % p->query_heads, row % p->query_length);
            for (size_t c = 0; c < p->value_dim; c++)
                all->inquiry->exact[row * p->value_dim + c] = at->output[c].mid;
        }
    }
    plumb_rows_free(&rows);
}

int plumb_sweep_exact(plumb_inquiry *inquiry) {
    sharing all = {.inquiry = inquiry};
    size_t items = count_bundles(&all);
    if (plumb_workers_run(inquiry->threads, items, evaluate_share, &all, inquiry->error) != 0)
        return -1;
    return all.failed ? -1 : 0;
}

/* ---- a hypothesis ---- */

/* What one thread has found. */
typedef struct {
    plumb_sweep sum;
    plumb_evidence at;
    plumb_workspace memory; /* of the prediction */
    plumb_prediction workspace;
} finding;

static void note_number(plumb_sweep *sum, size_t i, double x) {
    sum->least[i] = fmin(sum->least[i], x);
    sum->most[i] = fmax(sum->most[i], x);
}

static void note_numbers(const plumb_problem *p, const plumb_hypothesis *h, finding *found) {
    if (h->cause == PLUMB_CAUSE_TILES)
        note_number(&found->sum, 0, (double)plumb_tile_of_row(p, h, found->at.b, found->at.t));
    bool of_row = h->cause == PLUMB_CAUSE_LAYOUT && isnan(h->factor);
    if (h->cause == PLUMB_CAUSE_MULTIPLE || h->cause == PLUMB_CAUSE_ADDED || of_row)
        note_number(&found->sum, 0, found->workspace.fitted[0]);
    for (size_t i = 0; i < 2 && h->cause == PLUMB_CAUSE_FREE; i++)
        note_number(&found->sum, h->variant == PLUMB_FREE_TILES ? 0 : i, found->workspace.fitted[i]);
    if (h->cause == PLUMB_CAUSE_BLOCK && plumb_sees_block(&found->at, &h->block))
        note_number(&found->sum, 0, isnan(h->block.numerator) ? found->workspace.fitted[0] : h->block.numerator);
}

/* How many times nearer the numbers are, in a logarithm for each element, but nearer than usual is no nearer: a
   hypothesis whose tolerance is wide explains little.  A fitted number is worth one element. */
static double evidence_of(const plumb_inquiry *q, const plumb_hypothesis *h, plumb_misfit stated, plumb_misfit misfit,
                          size_t elements) {
    double error = fmin(stated.error, 1e6 * stated.tolerance);
    double nearer = log(error / fmax(misfit.error, q->usual * misfit.tolerance));
    double free_elements = (double)elements - (double)plumb_hypothesis_fitted(h);
    return isnan(nearer) || free_elements < 0 ? 0 : free_elements * nearer;
}

static plumb_row_state judge_row(const plumb_inquiry *q, const plumb_hypothesis *h, finding *found) {
    size_t row = found->at.row;
    bool fails = q->failing[row];
    if (!found->at.usable)
        return fails ? PLUMB_ROW_UNEXPLAINED : PLUMB_ROW_SILENT;
    if (!plumb_predict(q, h, &found->at, &found->workspace))
        return fails ? PLUMB_ROW_UNEXPLAINED : h->cause <= PLUMB_CAUSE_FACTOR ? PLUMB_ROW_SILENT : PLUMB_ROW_SAME;
    plumb_misfit misfit = plumb_misfit_of(q, &found->at, &found->workspace);
    if (misfit.mean > q->limit || misfit.most > fmin(FARTHEST * q->limit, 1.5))
        return fails ? PLUMB_ROW_UNEXPLAINED : PLUMB_ROW_BROKEN;
    if (!fails)
        return PLUMB_ROW_SAME;
    found->workspace.freedom = 0;
    found->sum.rows++;
    found->sum.explained += q->failed_in[row];
    found->sum.misfit += misfit.mean;
    note_numbers(&q->judged->problem, h, found);
    /* how far they are from those stated, in the same units; 0 and NaN have none */
    if (h->cause <= PLUMB_CAUSE_NAN)
        plumb_predict(q, NULL, &found->at, &found->workspace);
    else
        memcpy(found->workspace.output, found->at.exact, q->width * sizeof *found->workspace.output);
    plumb_misfit stated = plumb_misfit_of(q, &found->at, &found->workspace);
    found->sum.evidence += evidence_of(q, h, stated, misfit, q->failed_in[row]);
    return PLUMB_ROW_EXPLAINED;
}

static void begin_sum(plumb_sweep *sum, unsigned char *state) {
    *sum = (plumb_sweep){.state = state};
    for (size_t i = 0; i < PLUMB_TOLD; i++) {
        sum->least[i] = INFINITY;
        sum->most[i] = -INFINITY;
    }
}

static void add_sum(plumb_sweep *to, const plumb_sweep *sum) {
    to->rows += sum->rows;
    to->explained += sum->explained;
    to->evidence += sum->evidence;
    to->misfit += sum->misfit;
    for (size_t i = 0; i < PLUMB_TOLD; i++) {
        to->least[i] = fmin(to->least[i], sum->least[i]);
        to->most[i] = fmax(to->most[i], sum->most[i]);
    }
}

static int judge_items(sharing *all, plumb_workers *workers, plumb_evidence_reader *reader, finding *found) {
    size_t count;
    for (size_t item; !plumb_inquiry_is_late(all->inquiry) && plumb_workers_take(workers, &item);) {
        size_t first = rows_of_item(all, item, &count);
        for (size_t row = first; row < first + count; row++) {
            if (plumb_evidence_read(reader, row, all->hypothesis->lifted, &found->at) != 0)
                return -1;
            all->sweep->state[row] = (unsigned char)judge_row(all->inquiry, all->hypothesis, found);
        }
    }
    return 0;
}

static void judge_share(plumb_workers *workers, void *context) {
    sharing *all = context;
    const plumb_problem *p = &all->inquiry->judged->problem;
    plumb_evidence_reader reader;
    finding found;
    memset(&found, 0, sizeof found);
    begin_sum(&found.sum, all->sweep->state);
    found.workspace = plumb_prediction_of(p, &found.memory);
    int missing = plumb_evidence_init(&found.at, p);
    if (missing == 0 && !found.memory.short_of_memory &&
        plumb_evidence_reader_init(&reader, all->inquiry->judged, all->inquiry->precision, all->inquiry->longest_key,
                                   all->chosen != NULL ? 1 : PLUMB_BUNDLE_ROWS) == 0) {
        missing = judge_items(all, workers, &reader, &found);
        plumb_evidence_reader_free(&reader);
    } else
        missing = -1;
    plumb_workers_lock(workers);
    all->failed = all->failed || missing != 0;
    add_sum(all->sweep, &found.sum);
    plumb_workers_unlock(workers);
    plumb_evidence_free(&found.at);
    plumb_workspace_free(&found.memory);
}

static int sweep(sharing *all, size_t items) {
    plumb_inquiry *q = all->inquiry;
    begin_sum(all->sweep, all->sweep->state);
    memset(all->sweep->state, PLUMB_ROW_UNEXPLAINED, q->rows);
    if (plumb_workers_run(q->threads, items, judge_share, all, q->error) != 0)
        return -1;
    if (all->sweep->rows > 0)
        all->sweep->misfit /= (double)all->sweep->rows;
    return all->failed ? -1 : 0;
}

int plumb_sweep_rows(plumb_inquiry *inquiry, const plumb_hypothesis *hypothesis, plumb_sweep *found) {
    sharing all = {.inquiry = inquiry, .hypothesis = hypothesis, .sweep = found};
    return sweep(&all, count_bundles(&all));
}

/* ---- a few rows that stand for all ---- */

/* So many, and of so many failing rows at least. */
enum { CHOSEN = 128, MANY = 8 * CHOSEN };

/* One of each of equal parts of those that fail, at a place in it that differs from part to part. */
static void choose_rows(const plumb_inquiry *q, size_t failing, size_t chosen[CHOSEN]) {
    size_t part = failing / CHOSEN, count = 0, number = 0;
    for (size_t row = 0; row < q->rows && count < CHOSEN; row++) {
        if (!q->failing[row])
            continue;
        if (number++ == count * part + count * count % part)
            chosen[count++] = row;
    }
}

int plumb_sweep_few(plumb_inquiry *inquiry, const plumb_hypothesis *hypothesis, plumb_sweep *found, bool *hopeless) {
    size_t chosen[CHOSEN], failing = 0;
    sharing all = {.inquiry = inquiry, .hypothesis = hypothesis, .sweep = found, .chosen = chosen};
    for (size_t row = 0; row < inquiry->rows; row++)
        failing += inquiry->failing[row] != 0;
    *hopeless = false;
    if (failing < MANY)
        return 0;
    choose_rows(inquiry, failing, chosen);
    if (sweep(&all, CHOSEN) != 0)
        return -1;
    *hopeless = found->rows == 0 || found->evidence < -CHOSEN;
    return 0;
}
