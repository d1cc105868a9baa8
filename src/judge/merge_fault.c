/* A fault is a rule for the weights of a merge: the logarithm of each part's weight, how often the part counts, and
   whether the sum is divided.  The merge of each row is computed again in binary64 by that rule from the given parts,
   and compared with the engine's output times the divisor, within the error of the roundings of such a merge.  A fault
   is dropped at the first row that it does not reproduce.  The correct merge is tried first: if it reproduces all rows,
   no fault is named.  Faults of log-sum-exps are tried only if the outputs are correct. */
#include "judge/merge_fault.h"
#include "base/workspace.h"
#include "bundle/rows.h"
#include "precision/precision.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Rows and heads as far away as this are tried. */
enum { NEAR = 2 };

/* What a merge may err, for so coarse a question: its result is stored twice, and its weights have so many bits; and
   the parts may have been stored behind it. */
#define STORED 2
#define SINGLE 0x1p-18
#define DOUBLE 0x1p-44

typedef struct {
    const plumb_case *judged;
    const plumb_merge_rows *m;
    double stored, part, computed; /* units of the answer, of the parts and of the arithmetic */
    double *log_weight, *maximum; /* [parts]; [rows][parts] the largest scores, NULL until they are needed */
    double *numerator;            /* [parts] what a part counts */
} inquiry;

/* ---- what a fault makes of the weights ---- */

static int compare_rows(const void *a, const void *b) {
    size_t x = *(const size_t *)a, y = *(const size_t *)b;
    return (x > y) - (x < y);
}

/* The place of the row that is taken instead; m->rows if there is none. */
static size_t find_other(const inquiry *q, const plumb_merge_fault *fault, size_t at) {
    const plumb_problem *p = &q->judged->problem;
    size_t row = q->m->row[at], t = row % p->query_length, head = row / p->query_length;
    int64_t query = (int64_t)t;
    if (fault->kind == PLUMB_MERGE_OF_OTHER_QUERY)
        query += fault->apart;
    else
        head = head / p->query_heads * p->query_heads + (head % p->query_heads + (size_t)fault->apart) % p->query_heads;
    if (query < 0 || query >= (int64_t)p->query_length)
        return q->m->rows;
    size_t other = head * p->query_length + (size_t)query;
    const size_t *found = bsearch(&other, q->m->row, q->m->rows, sizeof other, compare_rows);
    return found != NULL ? (size_t)(found - q->m->row) : q->m->rows;
}

/* The logarithm of the weight of a part that sees a key. */
static double log_weight(const inquiry *q, const plumb_merge_fault *fault, size_t at, size_t i) {
    const plumb_merge_rows *m = q->m;
    size_t place = at * m->parts + i, other;
    switch (fault->kind) {
    case PLUMB_MERGE_LOG2_AS_LOG:
        return m->lse[place] / log(2);
    case PLUMB_MERGE_LOG_AS_LOG2:
        return m->lse[place] * log(2);
    case PLUMB_MERGE_OF_OTHER_PART:
        other = at * m->parts + (i + (size_t)fault->apart) % m->parts;
        return m->has_keys[other] ? m->lse[other] : -INFINITY;
    case PLUMB_MERGE_OF_OTHER_QUERY:
    case PLUMB_MERGE_OF_OTHER_HEAD:
        other = find_other(q, fault, at);
        if (other == m->rows)
            return m->lse[place];
        return m->has_keys[other * m->parts + i] ? m->lse[other * m->parts + i] : -INFINITY;
    case PLUMB_MERGE_BY_MAXIMA:
        return q->maximum[place];
    case PLUMB_MERGE_MEAN:
    case PLUMB_MERGE_MEAN_OF_ALL:
    case PLUMB_MERGE_ADDED:
        return 0;
    default:
        return m->lse[place];
    }
}

/* How often a part counts. */
static double count_of(const plumb_merge_fault *fault, size_t i) {
    bool is_it = i == fault->part;
    switch (fault->kind) {
    case PLUMB_MERGE_DROPS:
        return is_it ? 0 : 1;
    case PLUMB_MERGE_TWICE:
        return is_it ? 2 : 1;
    case PLUMB_MERGE_ONLY:
        return is_it ? 1 : 0;
    default:
        return 1;
    }
}

static bool counts_empty(const plumb_merge_fault *fault) {
    return fault->kind == PLUMB_MERGE_COUNTS_EMPTY || fault->kind == PLUMB_MERGE_MEAN_OF_ALL;
}

/* The weights of the row into numerator; returns what their sum is divided by. */
static double weigh(inquiry *q, const plumb_merge_fault *fault, size_t at) {
    const plumb_merge_rows *m = q->m;
    double largest = -INFINITY, sum = 0;
    for (size_t i = 0; i < m->parts; i++) {
        bool has_keys = m->has_keys[at * m->parts + i] != 0;
        q->log_weight[i] = has_keys ? log_weight(q, fault, at, i) : counts_empty(fault) ? 0 : -INFINITY;
        if (count_of(fault, i) > 0)
            largest = fmax(largest, q->log_weight[i]);
    }
    double shift = isfinite(largest) && fault->kind != PLUMB_MERGE_UNSHIFTED ? largest : 0;
    for (size_t i = 0; i < m->parts; i++) {
        q->numerator[i] = count_of(fault, i) > 0 ? count_of(fault, i) * exp(q->log_weight[i] - shift) : 0;
        sum += q->numerator[i];
    }
    bool undivided = fault->kind == PLUMB_MERGE_ADDED || fault->kind == PLUMB_MERGE_UNDIVIDED ||
                     fault->kind == PLUMB_MERGE_UNSHIFTED;
    return undivided || sum == 0 ? 1 : sum;
}

static bool gives_row(inquiry *q, const plumb_merge_fault *fault, size_t at) {
    const plumb_merge_rows *m = q->m;
    double divisor = weigh(q, fault, at), reach = 1;
    for (size_t i = 0; i < m->parts; i++)
        reach = fmax(reach, fabs(isfinite(q->log_weight[i]) ? q->log_weight[i] : 0));
    for (size_t c = 0; c < m->width; c++) {
        double sum = 0, size = 0, engine = m->output[at * m->width + c];
        for (size_t i = 0; i < m->parts; i++) {
            double term = q->numerator[i] * m->value[(at * m->parts + i) * m->width + c];
            sum += term;
            size += fabs(term);
        }
        double error = STORED * q->stored * fabs(sum) + (q->part + q->computed * reach) * size;
        if (!(fabs(engine * divisor - sum) <= error)) /* false of NaN */
            return false;
    }
    return true;
}

/* The log-sum-exp of the merge, as a fault has it. */
static double merged_lse(const inquiry *q, const plumb_merge_fault *fault, size_t at) {
    const plumb_merge_rows *m = q->m;
    const unsigned char *has_keys = m->has_keys + at * m->parts;
    const double *lse = m->lse + at * m->parts;
    double largest = -INFINITY, sum = 0;
    for (size_t i = 0; i < m->parts; i++)
        largest = has_keys[i] ? fmax(largest, lse[i]) : largest;
    for (size_t i = 0; i < m->parts; i++)
        sum += has_keys[i] ? exp(lse[i] - largest) : 0;
    switch (fault->kind) {
    case PLUMB_MERGE_LSE_LARGEST:
        return largest;
    case PLUMB_MERGE_LSE_OF_PART:
        return has_keys[fault->part] ? lse[fault->part] : -INFINITY;
    case PLUMB_MERGE_LSE_OF_TWO:
        return (largest + log(sum)) / log(2);
    case PLUMB_MERGE_LSE_OF_E:
        return (largest + log(sum)) * log(2);
    default:
        return largest + log(sum);
    }
}

/* If all parts of a row are empty, conventions say what it is. */
static bool gives_lse(const inquiry *q, const plumb_merge_fault *fault, size_t at) {
    double lse = merged_lse(q, fault, at), engine = q->m->merged_lse[at];
    double unit = plumb_format_rounding(q->judged->lse.format).unit;
    if (!isfinite(lse))
        return isnan(lse) || isinf(engine);
    return fabs(engine - lse) <= (STORED * unit + q->computed) * fmax(1, fabs(lse));
}

static bool is_of_lse(const plumb_merge_fault *fault) {
    return fault->kind >= PLUMB_MERGE_LSE_LARGEST;
}

static bool gives_all(inquiry *q, const plumb_merge_fault *fault) {
    for (size_t at = 0; at < q->m->rows; at++)
        if (is_of_lse(fault) ? !gives_lse(q, fault, at) : !gives_row(q, fault, at))
            return false;
    return true;
}

/* ---- the largest scores ---- */

static void note_maxima(const plumb_case *judged, const plumb_row *row, size_t parts, double *maximum) {
    for (size_t i = 0; i < parts; i++)
        maximum[i] = -INFINITY;
    for (size_t j = 0; j < judged->problem.key_length; j++) {
        int64_t part = judged->parts.of_key[j];
        if (part >= 0 && row->visible[j])
            maximum[part] = fmax(maximum[part], row->score[j].mid);
    }
}

static int find_maxima(inquiry *q, plumb_workspace *workspace) {
    const plumb_merge_rows *m = q->m;
    plumb_rows rows;
    q->maximum = plumb_workspace_take(workspace, m->rows * m->parts, sizeof *q->maximum);
    if (q->maximum == NULL || plumb_rows_init(&rows, &q->judged->problem, PLUMB_BUNDLE_ROWS, PLUMB_KEEP_ALL) != 0)
        return -1;
    for (size_t at = 0; at < m->rows; at++)
        note_maxima(q->judged, plumb_rows_number(&rows, m->row[at]), m->parts, q->maximum + at * m->parts);
    plumb_rows_free(&rows);
    return 0;
}

/* ---- which it is ---- */

/* How many there are of a kind. */
static size_t choices_of(const inquiry *q, plumb_merge_fault_kind kind) {
    switch (kind) {
    case PLUMB_MERGE_DROPS:
    case PLUMB_MERGE_TWICE:
    case PLUMB_MERGE_ONLY:
    case PLUMB_MERGE_LSE_OF_PART:
        return q->m->parts;
    case PLUMB_MERGE_OF_OTHER_PART:
        return q->m->parts - 1;
    case PLUMB_MERGE_OF_OTHER_QUERY:
        return 2 * NEAR;
    case PLUMB_MERGE_OF_OTHER_HEAD:
        return q->judged->problem.query_heads - 1;
    default:
        return 1;
    }
}

static plumb_merge_fault choice_of(plumb_merge_fault_kind kind, size_t i) {
    int64_t apart = (int64_t)i + 1;
    if (kind == PLUMB_MERGE_OF_OTHER_QUERY)
        apart = i < NEAR ? -apart : apart - NEAR;
    return (plumb_merge_fault){kind, i, apart};
}

static bool lse_is_right(const inquiry *q) {
    const plumb_merge_fault right = {.kind = PLUMB_MERGE_RIGHT};
    for (size_t at = 0; q->m->merged_lse != NULL && at < q->m->rows; at++)
        if (!gives_lse(q, &right, at))
            return false;
    return true;
}

/* A wrong log-sum-exp is explained where the output is right. */
static int find(inquiry *q, plumb_workspace *workspace, plumb_merge_fault *fault) {
    *fault = (plumb_merge_fault){.kind = PLUMB_MERGE_RIGHT, .part = q->m->parts};
    bool output_is_right = gives_all(q, fault);
    if (output_is_right && lse_is_right(q))
        return 0;
    int first = output_is_right ? PLUMB_MERGE_LSE_LARGEST : PLUMB_MERGE_DROPS;
    int end = output_is_right ? PLUMB_MERGE_FAULTS : PLUMB_MERGE_LSE_LARGEST;
    for (int kind = first; kind < end; kind++) {
        if (kind == PLUMB_MERGE_BY_MAXIMA && find_maxima(q, workspace) != 0)
            return -1;
        for (size_t i = 0; i < choices_of(q, (plumb_merge_fault_kind)kind); i++) {
            plumb_merge_fault tried = choice_of((plumb_merge_fault_kind)kind, i);
            if (!gives_all(q, &tried))
                continue;
            *fault = tried;
            return 0;
        }
    }
    return 0;
}

int plumb_merge_fault_find(const plumb_case *judged, const plumb_merge_rows *m, plumb_merge_fault *fault,
                           plumb_error *error) {
    plumb_workspace workspace = {.short_of_memory = false};
    bool wide = judged->output.format == PLUMB_F64;
    inquiry q = {.judged = judged,
                 .m = m,
                 .stored = plumb_format_rounding(judged->output.format).unit,
                 .part = plumb_format_rounding(judged->parts.output.format).unit,
                 .computed = wide ? DOUBLE : SINGLE,
                 .log_weight = plumb_workspace_take(&workspace, m->parts, sizeof *q.log_weight),
                 .numerator = plumb_workspace_take(&workspace, m->parts, sizeof *q.numerator)};
    int status = workspace.short_of_memory ? -1 : find(&q, &workspace, fault);
    plumb_workspace_free(&workspace);
    return status == 0 ? 0 : plumb_fail(error, "%s: not enough memory to explain the merge", judged->source);
}

const char *plumb_merge_fault_text(const plumb_merge_fault *fault, char text[PLUMB_MERGE_FAULT_TEXT]) {
    static const char *const of[PLUMB_MERGE_FAULTS] = {
        [PLUMB_MERGE_RIGHT] = "",
        [PLUMB_MERGE_DROPS] = "part %zu is left out of the merge",
        [PLUMB_MERGE_TWICE] = "part %zu is merged twice",
        [PLUMB_MERGE_ONLY] = "the output is part %zu alone",
        [PLUMB_MERGE_MEAN] = "the parts are averaged, regardless of their weights",
        [PLUMB_MERGE_MEAN_OF_ALL] = "the parts are averaged, regardless of their weights, empty ones included",
        [PLUMB_MERGE_ADDED] = "the parts are added, not merged",
        [PLUMB_MERGE_UNDIVIDED] = "the weighted sum of the parts is not divided by the sum of the weights",
        [PLUMB_MERGE_UNSHIFTED] = "the sum of the parts, each times e^lse, is not divided by the sum of the weights",
        [PLUMB_MERGE_LOG2_AS_LOG] = "the parts are merged by e^lse with their log-sum-exp in base 2",
        [PLUMB_MERGE_LOG_AS_LOG2] = "the parts are merged by 2^lse with their log-sum-exp in base e",
        [PLUMB_MERGE_COUNTS_EMPTY] = "an empty part is merged as one with log-sum-exp 0",
        [PLUMB_MERGE_BY_MAXIMA] = "the parts are merged by the exponentials of their maxima, not of their "
                                  "log-sum-exps",
        [PLUMB_MERGE_LSE_LARGEST] = "the log-sum-exp is the largest of the parts', the output their merge",
        [PLUMB_MERGE_LSE_OF_PART] = "the log-sum-exp is that of part %zu, the output the merge of all",
        [PLUMB_MERGE_LSE_OF_TWO] = "the log-sum-exp is in base 2, those of the parts in base e",
        [PLUMB_MERGE_LSE_OF_E] = "the log-sum-exp is in base e, those of the parts in base 2"};
    if (fault->kind == PLUMB_MERGE_OF_OTHER_PART)
        snprintf(text, PLUMB_MERGE_FAULT_TEXT, "each part is weighted by the log-sum-exp of the part %" PRId64 " later",
                 fault->apart);
    else if (fault->kind == PLUMB_MERGE_OF_OTHER_QUERY)
        snprintf(text, PLUMB_MERGE_FAULT_TEXT, "the parts are weighted by the log-sum-exps of the query %" PRId64 " %s",
                 fault->apart < 0 ? -fault->apart : fault->apart, fault->apart < 0 ? "before" : "later");
    else if (fault->kind == PLUMB_MERGE_OF_OTHER_HEAD)
        snprintf(text, PLUMB_MERGE_FAULT_TEXT, "the parts are weighted by the log-sum-exps of the head %" PRId64
                                               " later", fault->apart);
    else
        snprintf(text, PLUMB_MERGE_FAULT_TEXT, of[fault->kind], fault->part);
    return text;
}
