/* First the failing rows and columns are counted and the exact outputs of all rows computed.  How near an explained row
   has to be comes from the 0.9 quantile of the misfit of rows that pass, or of simulated engines, for suspicions and
   where too few pass.
   The samples are the worst row of each equal part of the failing ones.  A hypothesis that explains none of its first
   five samples is dropped; of those that explain a quarter of all samples the best eight are kept, in order. */
#include "infer/inquiry.h"
#include "exact/visible.h"
#include "simulate/engine.h"
#include "infer/predict.h"
#include "infer/sweep.h"
#include "row/evaluate.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Of all samples together. */
#define SAMPLE_BYTES ((size_t)64 << 20)

/* Right rows that are asked how far off they are, the keys that one must see to tell, and the share of them that are
   nearer than `usual`. */
enum { RIGHT_ROWS = 48, LEAST_RIGHT_ROWS = 8, LEAST_KEYS = 8 };
#define USUAL_QUANTILE 0.9

/* A row is explained if it is at most so many times as far off as right rows usually are, and not farther than the
   tolerance says.  Nothing need be nearer than the least. */
#define TIMES_USUAL 3.0
#define LEAST_LIMIT 0.3

/* What is only suspected may be as near as the tolerance says already: it has to be as near as simulated engines
   are, on so many rows by each of their forms. */
#define TIMES_SIMULATED 2.0
enum { SIMULATED_ROWS = 12 };

/* ---- what failed ---- */

static int allocate(plumb_inquiry *q) {
    const plumb_problem *p = &q->judged->problem;
    size_t heads = p->batch * p->query_heads;
    plumb_workspace *memory = &q->memory;
    q->rows = plumb_rows_of(p);
    q->width = p->value_dim;
    q->exact = plumb_workspace_take(memory, q->rows * q->width, sizeof *q->exact);
    q->failing = plumb_workspace_take(memory, q->rows, 1);
    q->failed_in = plumb_workspace_take(memory, q->rows, sizeof *q->failed_in);
    q->column = plumb_workspace_take(memory, q->width, 1);
    q->longest_key = plumb_workspace_take(memory, p->batch * p->key_heads, sizeof *q->longest_key);
    q->maps = plumb_workspace_take(memory, (PLUMB_SAMPLES + 1) * (heads + q->width + 1), sizeof *q->maps);
    q->workspace = plumb_workspace_take(memory, 1, sizeof *q->workspace);
    if (q->workspace != NULL)
        *q->workspace = plumb_prediction_of(p, memory);
    return memory->short_of_memory ? -1 : 0;
}

/* Which columns of a row are suspected is chance, and so is which do not fail where most do. */
static void count_columns(plumb_inquiry *q) {
    size_t failing = 0;
    for (size_t c = 0; c < q->width; c++)
        failing += q->column[c];
    if (q->failures->suspected || 2 * failing > q->width)
        memset(q->column, 1, q->width);
}

static void count_failures(plumb_inquiry *q) {
    for (size_t row = 0; row < q->rows; row++) {
        for (size_t c = 0; c < q->width; c++)
            if (q->failures->failed(q->failures->context, row, c)) {
                q->failed_in[row]++;
                q->column[c] = 1;
            }
        q->failing[row] = q->failed_in[row] > 0;
        q->failed += q->failed_in[row];
    }
    count_columns(q);
}

static void measure_keys(plumb_inquiry *q) {
    const plumb_problem *p = &q->judged->problem;
    for (size_t head = 0; head < p->batch * p->key_heads; head++)
        for (size_t j = 0; j < p->key_length; j++) {
            const double *key = p->key + (head * p->key_length + j) * p->head_dim;
            double sum = 0;
            for (size_t c = 0; c < p->head_dim; c++)
                sum += key[c] * key[c];
            q->longest_key[head] = fmax(q->longest_key[head], sqrt(sum));
        }
}

/* ---- how far off right rows are ---- */

static int compare_doubles(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double quantile(double *misfit, size_t count) {
    qsort(misfit, count, sizeof *misfit, compare_doubles);
    return misfit[(size_t)(USUAL_QUANTILE * (double)(count - 1))];
}

/* What a simulated engine answers in place of the engine. */
static void answer_simulated(plumb_simulated_engine *engine, plumb_format format, plumb_evidence *at, double *answer) {
    plumb_simulated_format tensor = plumb_simulated_format_of(plumb_format_rounding(format), false);
    plumb_simulated_evaluate(engine, at->b, at->h, at->t);
    for (size_t c = 0; c < engine->problem->value_dim; c++)
        answer[c] = plumb_simulated_round(&tensor, engine->result[c]);
    at->engine = answer;
}

/* How far off a simulated engine of each form is from one row. */
static int measure_forms(plumb_inquiry *q, plumb_evidence *at, double *answer, double *misfit, size_t *found) {
    for (size_t form = 0; form < PLUMB_SIMULATED_FORMS; form++) {
        plumb_simulated_engine engine;
        if (plumb_simulated_engine_init(&engine, &q->judged->problem, q->precision, plumb_simulated_form_at(form)) != 0)
            return -1;
        engine.without_lse = true;
        answer_simulated(&engine, q->judged->output.format, at, answer);
        if (plumb_predict(q, NULL, at, q->workspace))
            misfit[(*found)++] = plumb_misfit_of(q, at, q->workspace).mean;
        plumb_simulated_engine_free(&engine);
    }
    return 0;
}

/* What simulated engines leave, where no right rows tell. */
static int find_simulated(plumb_inquiry *q) {
    plumb_evidence_reader reader;
    plumb_evidence at;
    double misfit[PLUMB_SIMULATED_FORMS * SIMULATED_ROWS],
        *answer = plumb_workspace_take(&q->memory, q->width, sizeof *answer);
    size_t found = 0, step = (q->rows + SIMULATED_ROWS - 1) / SIMULATED_ROWS;
    if (answer == NULL || plumb_evidence_reader_init(&reader, q->judged, q->precision, q->longest_key, 1) != 0)
        return -1;
    int missing = plumb_evidence_init(&at, &q->judged->problem);
    for (size_t row = step / 2; missing == 0 && row < q->rows; row += step) {
        missing = plumb_evidence_read(&reader, row, false, &at);
        if (missing == 0 && at.usable && at.last_key - at.first_key >= LEAST_KEYS)
            missing = measure_forms(q, &at, answer, misfit, &found);
    }
    plumb_evidence_free(&at);
    plumb_evidence_reader_free(&reader);
    q->usual = found > 0 ? quantile(misfit, found) : 1;
    q->limit = fmin(1, q->failures->suspected ? TIMES_SIMULATED * q->usual
                                              : fmax(LEAST_LIMIT, TIMES_USUAL * q->usual));
    return missing;
}

static int find_usual(plumb_inquiry *q) {
    plumb_evidence_reader reader;
    plumb_evidence at;
    double misfit[RIGHT_ROWS];
    size_t right = 0, found = 0, passed = 0;
    for (size_t row = 0; row < q->rows; row++)
        right += !q->failing[row];
    size_t step = right / RIGHT_ROWS + 1;
    if (plumb_evidence_reader_init(&reader, q->judged, q->precision, q->longest_key, 1) != 0)
        return -1;
    int missing = plumb_evidence_init(&at, &q->judged->problem);
    for (size_t row = 0; !missing && row < q->rows && found < RIGHT_ROWS; row++) {
        if (q->failing[row] || passed++ % step != step / 2)
            continue;
        plumb_evidence_read(&reader, row, false, &at);
        if (at.usable && at.last_key - at.first_key >= LEAST_KEYS && plumb_predict(q, NULL, &at, q->workspace))
            misfit[found++] = plumb_misfit_of(q, &at, q->workspace).mean;
    }
    plumb_evidence_free(&at);
    plumb_evidence_reader_free(&reader);
    if (missing != 0 || found < LEAST_RIGHT_ROWS)
        return missing != 0 ? -1 : find_simulated(q);
    q->usual = quantile(misfit, found);
    q->limit = fmin(1, fmax(LEAST_LIMIT, TIMES_USUAL * q->usual));
    return 0;
}

/* ---- samples ---- */

static double error_of_row(const plumb_inquiry *q, size_t row) {
    double sum = 0;
    for (size_t i = row * q->width; i < (row + 1) * q->width; i++) {
        double error = fabs(q->judged->output.value[i] - q->exact[i]);
        sum += isfinite(error) ? error : 0;
    }
    return sum;
}

static size_t samples_that_fit(const plumb_problem *p) {
    size_t fit = SAMPLE_BYTES / ((p->key_length + 1) * (3 * sizeof(double) + 1));
    return fit > PLUMB_SAMPLES ? PLUMB_SAMPLES : fit < 4 ? 4 : fit;
}

/* Of each part of the failing rows the one that is most wrong. */
static size_t choose_samples(const plumb_inquiry *q, size_t *row) {
    size_t failing = 0, seen = 0, chosen = 0, most = samples_that_fit(&q->judged->problem);
    double worst = -1;
    for (size_t i = 0; i < q->rows; i++)
        failing += q->failing[i];
    for (size_t i = 0; i < q->rows; i++) {
        if (!q->failing[i])
            continue;
        double error = error_of_row(q, i);
        if (error > worst) {
            worst = error;
            row[chosen] = i;
        }
        seen++;
        if (seen * most >= (chosen + 1) * failing || failing <= most) {
            chosen++;
            worst = -1;
        }
    }
    return chosen < most ? chosen : most;
}

int plumb_inquiry_sample(plumb_inquiry *q) {
    plumb_evidence_reader reader;
    size_t row[PLUMB_SAMPLES + 2], count = choose_samples(q, row);
    bool lifts = plumb_masks_lift(&q->judged->problem);
    int missing = plumb_evidence_reader_init(&reader, q->judged, q->precision, q->longest_key, 1);
    if (missing != 0)
        return -1;
    q->samples = 0;
    for (size_t i = 0; i < count && missing == 0; i++) {
        plumb_evidence *at = &q->sample[q->samples];
        if (at->weight == NULL)
            missing = plumb_evidence_init(at, &q->judged->problem);
        if (missing == 0)
            missing = plumb_evidence_read(&reader, row[i], lifts, at);
        q->samples += missing == 0 && at->usable;
    }
    plumb_evidence_reader_free(&reader);
    return missing;
}

/* ---- beginning and end ---- */

bool plumb_inquiry_is_late(const plumb_inquiry *q) {
    return q->time.is_late != NULL && q->time.is_late(q->time.context);
}

int plumb_inquiry_begin(plumb_inquiry *q, const plumb_case *judged, const plumb_precision *precision,
                        const plumb_infer_failures *failures, plumb_infer_time time, int threads, plumb_error *error) {
    memset(q, 0, sizeof *q);
    q->judged = judged;
    q->precision = precision;
    q->failures = failures;
    q->time = time;
    q->threads = threads;
    q->error = error;
    if (allocate(q) != 0)
        return -1;
    count_failures(q);
    if (q->failed == 0)
        return 0;
    measure_keys(q);
    if (plumb_multiplied_of(&judged->problem, &q->memory, &q->multiplied) != 0 || plumb_sweep_exact(q) != 0)
        return -1;
    q->scale = plumb_problem_scale(&q->multiplied).mid;
    if (plumb_inquiry_is_late(q))
        return 0;
    int missing = failures->suspected ? find_simulated(q) : find_usual(q);
    return missing != 0 || plumb_inquiry_sample(q) != 0 ? -1 : 0;
}

void plumb_inquiry_end(plumb_inquiry *q) {
    for (size_t i = 0; i < PLUMB_SAMPLES; i++)
        plumb_evidence_free(&q->sample[i]);
    plumb_workspace_free(&q->memory);
}

/* ---- hypotheses against samples ---- */

/* Of the samples that a hypothesis speaks of so many are tried before it is given up, and such a part must be
   explained. */
enum { FIRST_SAMPLES = 5, LEAST_PART = 4 };

/* What explains clearly more samples, then what leaves less open. */
static bool is_before(const plumb_hypothesis *a, const plumb_hypothesis *b) {
    size_t of_a = plumb_hypothesis_freedom(a), of_b = plumb_hypothesis_freedom(b);
    if (4 * a->explained < 3 * b->explained || 4 * b->explained < 3 * a->explained)
        return a->explained > b->explained;
    if (of_a != of_b)
        return of_a < of_b;
    return a->explained != b->explained ? a->explained > b->explained : a->misfit < b->misfit;
}

static void keep(const plumb_hypothesis *h, plumb_hypotheses *kept) {
    size_t at = kept->count;
    while (at > 0 && is_before(h, &kept->list[at - 1]))
        at--;
    if (at == PLUMB_HYPOTHESES)
        return;
    size_t last = kept->count < PLUMB_HYPOTHESES ? kept->count++ : PLUMB_HYPOTHESES - 1;
    for (size_t i = last; i > at; i--)
        kept->list[i] = kept->list[i - 1];
    kept->list[at] = *h;
}

bool plumb_fits(plumb_inquiry *q, const plumb_hypothesis *h, const plumb_evidence *at) {
    return plumb_predict(q, h, at, q->workspace) && plumb_misfit_of(q, at, q->workspace).mean <= q->limit;
}

void plumb_consider(plumb_inquiry *q, const plumb_hypothesis *hypothesis, plumb_hypotheses *kept) {
    plumb_hypothesis h = *hypothesis;
    size_t asked = 0, explained = 0;
    double sum = 0;
    if (plumb_inquiry_is_late(q) || (h.lifted && !plumb_masks_lift(&q->judged->problem)))
        return;
    for (size_t i = 0; i < q->samples && (asked < FIRST_SAMPLES || explained > 0); i++) {
        if (!plumb_predict(q, &h, &q->sample[i], q->workspace))
            continue;
        asked++;
        plumb_misfit misfit = plumb_misfit_of(q, &q->sample[i], q->workspace);
        if (misfit.mean > q->limit)
            continue;
        explained++;
        sum += misfit.mean;
    }
    if (explained == 0 || LEAST_PART * explained < q->samples)
        return;
    h.explained = explained;
    h.misfit = sum / (double)explained;
    keep(&h, kept);
}
