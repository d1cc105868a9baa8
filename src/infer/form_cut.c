/* Keys of small weight that are left out, as in sparse kernels: those with scores far below the largest, or all but a
   number of the largest.  Each sample gives the range of places at which its sorted keys may be cut; the cut is in the
   intersection of these. */
#include "infer/forms.h"
#include "infer/places.h"
#include "infer/scaled_row.h"
#include "infer/shares.h"
#include <math.h>
#include <stdlib.h>

/* Keys of tiles that are left out together. */
enum { LEAST_TILE = 8, LARGEST_TILE = 256 };

typedef struct {
    double score;
    size_t key;
} scored_key;

/* What a sample, or all of them, leave open: how far below the largest score a key is lost, from `least` to before
   `most`; and how many keys are kept, at least and at most. */
typedef struct {
    double least[PLUMB_CUTS], most[PLUMB_CUTS];
} cut_range;

/* Room for one sample. */
typedef struct {
    scored_key *key; /* [key_length] */
    double *score;   /* [key_length] */
    double *sum;     /* [width + 1] */
} cut_workspace;

static int by_score(const void *a, const void *b) {
    const scored_key *x = a, *y = b;
    if (x->score != y->score)
        return x->score < y->score ? -1 : 1;
    return (x->key > y->key) - (x->key < y->key);
}

static size_t sort_keys(const plumb_hypothesis *h, const plumb_evidence *at, size_t keys,
                        const cut_workspace *workspace) {
    scored_key *sorted = workspace->key;
    size_t count = 0;
    plumb_cut_scores(h, at, keys, workspace->score);
    for (size_t j = 0; j < keys; j++)
        if (at->visible[j])
            sorted[count++] = (scored_key){workspace->score[j], j};
    qsort(sorted, count, sizeof *sorted, by_score);
    return count;
}

/* Different scores from the key on. */
static size_t kept_after(const plumb_hypothesis *h, const cut_workspace *workspace, size_t count, size_t lost) {
    size_t kept = 0;
    if (h->shift == PLUMB_CUT_KEYS)
        return count - lost;
    for (size_t i = lost; i < count; i++)
        kept += i == lost || workspace->key[i].score != workspace->key[i - 1].score;
    return kept;
}

/* The `lost` keys with the least scores are lost. */
static void note_cut(const plumb_hypothesis *h, const plumb_evidence *at, const cut_workspace *workspace, size_t count,
                     size_t lost, cut_range *range) {
    double kept = (double)kept_after(h, workspace, count, lost);
    const double least[PLUMB_CUTS] = {
        [PLUMB_CUT_BELOW] = at->largest - workspace->key[lost].score, [PLUMB_CUT_TOP] = kept};
    const double most[PLUMB_CUTS] = {
        [PLUMB_CUT_BELOW] = at->largest - workspace->key[lost - 1].score, [PLUMB_CUT_TOP] = kept};
    for (int i = 0; i < PLUMB_CUTS; i++) {
        range->least[i] = fmin(range->least[i], least[i]);
        range->most[i] = fmax(range->most[i], most[i]);
    }
}

/* Whether the sample can be explained so, and by which cuts. */
static bool find_cuts(const plumb_inquiry *q, const plumb_hypothesis *h, const plumb_scaled_row *row, plumb_place place,
                      const cut_workspace *workspace, cut_range *range) {
    size_t count = sort_keys(h, row->at, q->judged->problem.key_length, workspace), columns = 0;
    bool any = false;
    for (size_t c = 0; c < q->width; c++) {
        workspace->sum[c] = 0;
        columns += q->column[c];
    }
    workspace->sum[q->width] = 0;
    for (int i = 0; i < PLUMB_CUTS; i++) {
        range->least[i] = INFINITY;
        range->most[i] = -INFINITY;
    }
    for (size_t lost = 1; lost < count; lost++) {
        plumb_fit fit[PLUMB_PLACES];
        plumb_add_key(row, q->width, workspace->key[lost - 1].key, 1, workspace->sum);
        if (workspace->key[lost].score == workspace->key[lost - 1].score)
            continue;
        plumb_fit_block(row, q->width, row->error, workspace->sum, fit);
        if (plumb_left(&fit[place], row->square, 1) > q->limit * q->limit * (double)columns)
            continue;
        note_cut(h, row->at, workspace, count, lost, range);
        any = true;
    }
    return any;
}

/* The number with the fewest decimals, in binary for keys, that is at least `least` and below `most`. */
static double roundest(double least, double most, double base) {
    for (double unit = base == 2 ? 0x1p30 : 1; unit > 1e-9; unit /= base) {
        double x = ceil(least / unit) * unit;
        if (x < most && x > 0)
            return x;
    }
    return (least + most) / 2;
}

static void consider(plumb_inquiry *q, plumb_hypothesis h, const cut_range *common, plumb_hypotheses *kept) {
    if (common->least[PLUMB_CUT_BELOW] < common->most[PLUMB_CUT_BELOW]) {
        h.variant = PLUMB_CUT_BELOW;
        h.factor = roundest(common->least[PLUMB_CUT_BELOW], common->most[PLUMB_CUT_BELOW], 10);
        plumb_consider(q, &h, kept);
    }
    if (common->least[PLUMB_CUT_TOP] <= common->most[PLUMB_CUT_TOP]) {
        h.variant = PLUMB_CUT_TOP;
        h.tile = (size_t)roundest(common->least[PLUMB_CUT_TOP], common->most[PLUMB_CUT_TOP] + 1, 2);
        plumb_consider(q, &h, kept);
    }
}

/* What is common to the samples that can be explained so: most must. */
static void form(plumb_inquiry *q, plumb_hypothesis h, const plumb_scaled_row *rows, const cut_workspace *workspace,
                 plumb_hypotheses *kept) {
    plumb_place place = h.denominator == 1 ? PLUMB_IN_VALUES : PLUMB_IN_BOTH;
    cut_range common = {{0, 0}, {INFINITY, INFINITY}};
    size_t found = 0;
    for (size_t i = 0; i < q->samples && !plumb_inquiry_is_late(q); i++) {
        cut_range of;
        if (!find_cuts(q, &h, &rows[i], place, workspace, &of))
            continue;
        found++;
        for (int k = 0; k < PLUMB_CUTS; k++) {
            common.least[k] = fmax(common.least[k], of.least[k]);
            common.most[k] = fmin(common.most[k], of.most[k]);
        }
    }
    if (2 * found > q->samples)
        consider(q, h, &common, kept);
}

static void list_cuts(plumb_inquiry *q, const plumb_scaled_row *rows, const cut_workspace *workspace,
                      plumb_hypotheses *kept) {
    plumb_hypothesis h = {.cause = PLUMB_CAUSE_CUT};
    form(q, h, rows, workspace, kept);
    h.denominator = 1;
    form(q, h, rows, workspace, kept);
    h.denominator = 0;
    for (h.from = LEAST_TILE; h.from <= LARGEST_TILE && 4 * h.from <= q->judged->problem.key_length; h.from *= 2)
        for (h.shift = PLUMB_CUT_MEANS; h.shift < PLUMB_CUT_STATISTICS && kept->count == 0; h.shift++)
            form(q, h, rows, workspace, kept);
}

int plumb_form_cut(plumb_inquiry *q, plumb_hypotheses *kept) {
    const plumb_problem *p = &q->judged->problem;
    if (!plumb_operator_is(p->op.kind, PLUMB_IS_MEAN))
        return 0;
    plumb_workspace memory = {.short_of_memory = false};
    cut_workspace workspace = {plumb_workspace_take(&memory, p->key_length, sizeof *workspace.key),
                     plumb_workspace_take(&memory, p->key_length, sizeof *workspace.score),
                     plumb_workspace_take(&memory, q->width + 1, sizeof *workspace.sum)};
    plumb_scaled_row *rows = plumb_scaled_rows(q, PLUMB_SEEN_KEYS, &memory);
    int result = memory.short_of_memory ? -1 : 0;
    if (result == 0) {
        list_cuts(q, rows, &workspace, kept);
    }
    plumb_workspace_free(&memory);
    return result;
}
