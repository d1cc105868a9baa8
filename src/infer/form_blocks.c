/* Every block of keys between two places of a grid, in every sample: sums up to each place leave little to do for one.
   What comes near is moved key by key. */
#include "infer/forms.h"
#include "infer/places.h"
#include "infer/predict.h"
#include "infer/scaled_row.h"
#include "infer/shares.h"
#include <math.h>
#include <string.h>

/* The keys between two places of the grid, and how many places there are at most.  A block with other scores has no
   factor that is free, by which one near it would be found. */
enum { FINEST = 16, FINEST_RESCORED = 8, PLACES = 128 };

/* How far an end of a block is moved at a time. */
enum { FARTHEST = 4096 };

/* What is supposed of the factor: 0, 2, one number for all rows, one for each. */
typedef enum { MISSING, TWICE, CONSTANT, FREE, FACTORS } factor;

/* A block that explains less of the squares of the errors than this is not looked at. */
#define LEAST_SHARE 0.5

/* A constant factor this near to 0 or 2 is that, which is tried by itself. */
#define WHOLE 0.02

/* Misfits that differ by less than so many times the usual square are the same: the rounder block is meant. */
#define SAME 6.0

typedef struct {
    size_t from, to;
    double left; /* of the squares */
    double constant;
} block;

typedef struct {
    plumb_inquiry *inquiry;
    plumb_scaled_keys keys;
    plumb_scaled_row *rows;
    double *sums; /* [samples][places + 1][width + 1] up to each place; then one block of each sample */
    size_t grid, places, step;
    double square; /* of all errors */
    block best[PLUMB_PLACES][FACTORS];
} search;

/* ---- what is left of the squares ---- */

typedef plumb_fit fits[PLUMB_SAMPLES][PLUMB_PLACES];

typedef struct {
    double left[PLUMB_PLACES][FACTORS], constant[PLUMB_PLACES];
} left_over;

static left_over leave(const search *s, fits fit) {
    left_over of;
    memset(&of, 0, sizeof of);
    for (int place = 0; place < PLUMB_PLACES; place++) {
        double both = 0, square = 0;
        for (size_t i = 0; i < s->inquiry->samples; i++) {
            both += fit[i][place].both;
            square += fit[i][place].square;
        }
        of.constant[place] = square > 0 ? both / square : 0;
        const double y[FACTORS] = {[MISSING] = 1, [TWICE] = -1, [CONSTANT] = of.constant[place]};
        for (size_t i = 0; i < s->inquiry->samples; i++)
            for (int f = 0; f < FACTORS; f++)
                of.left[place][f] +=
                    plumb_left(&fit[i][place], s->rows[i].square, f == FREE ? plumb_best_factor(&fit[i][place]) : y[f]);
    }
    return of;
}

/* Whether keys have other scores, not other factors. */
static bool is_rescored(const search *s) {
    return s->keys == PLUMB_ZERO_KEYS || s->keys == PLUMB_ZERO_VALUES || s->keys == PLUMB_UNBIASED_KEYS;
}

/* A factor of its own for every row would make anything of a sum of weights, which is one number.  Hidden keys are seen
   or not, scores are others or not. */
static bool is_asked(const search *s, int place, int of) {
    if (s->keys != PLUMB_SEEN_KEYS)
        return place == PLUMB_IN_BOTH && of == (is_rescored(s) ? MISSING : TWICE);
    return place != PLUMB_IN_WEIGHTS || of == MISSING || of == TWICE;
}

static void compare_with_best(search *s, size_t from, size_t to, const left_over *sum) {
    for (int place = 0; place < PLUMB_PLACES; place++)
        for (int of = 0; of < FACTORS; of++)
            if (is_asked(s, place, of) && sum->left[place][of] < s->best[place][of].left)
                s->best[place][of] = (block){from, to, sum->left[place][of], sum->constant[place]};
}

/* ---- the grid ---- */

static double *sums_at(const search *s, size_t sample, size_t place) {
    return s->sums + (sample * (s->places + 1) + place) * s->step;
}

static size_t key_at(const search *s, size_t place) {
    size_t keys = s->inquiry->judged->problem.key_length, key = place * s->grid;
    return key < keys ? key : keys;
}

static void sum_up(search *s) {
    size_t width = s->inquiry->width;
    for (size_t i = 0; i < s->inquiry->samples; i++)
        for (size_t place = 1; place <= s->places; place++) {
            double *sum = sums_at(s, i, place);
            memcpy(sum, sums_at(s, i, place - 1), s->step * sizeof *sum);
            for (size_t j = key_at(s, place - 1); j < key_at(s, place); j++)
                plumb_add_key(&s->rows[i], width, j, 1, sum);
        }
}

static void try_block(search *s, size_t from, size_t to, double *difference) {
    fits fit;
    for (size_t i = 0; i < s->inquiry->samples; i++) {
        const double *before = sums_at(s, i, from), *after = sums_at(s, i, to);
        for (size_t c = 0; c < s->step; c++)
            difference[c] = after[c] - before[c];
        plumb_fit_block(&s->rows[i], s->inquiry->width, s->rows[i].error, difference, fit[i]);
    }
    left_over of = leave(s, fit);
    compare_with_best(s, key_at(s, from), key_at(s, to), &of);
}

static void try_grid(search *s, double *workspace) {
    for (size_t to = 1; to <= s->places && !plumb_inquiry_is_late(s->inquiry); to++)
        for (size_t from = 0; from < to; from++)
            if (from > 0 || to < s->places || s->keys == PLUMB_HIDDEN_KEYS)
                try_block(s, from, to, workspace);
}

/* ---- key by key ---- */

static double left_of(search *s, int place, int of, const double *sums, double *constant) {
    fits fit;
    for (size_t i = 0; i < s->inquiry->samples; i++)
        plumb_fit_block(&s->rows[i], s->inquiry->width, s->rows[i].error, sums + i * s->step, fit[i]);
    left_over left = leave(s, fit);
    *constant = left.constant[place];
    return left.left[place][of];
}

static void move_key(search *s, size_t j, double sign, double *sums) {
    for (size_t i = 0; i < s->inquiry->samples; i++)
        plumb_add_key(&s->rows[i], s->inquiry->width, j, sign, sums + i * s->step);
}

/* One end of the block goes through all keys near it, and stays at the best; of equally good ones at the roundest. */
static void move_end(search *s, int place, int of, bool last, block *found, double *sums) {
    size_t keys = s->inquiry->judged->problem.key_length, end = last ? found->to : found->from;
    size_t near = s->grid < FARTHEST ? s->grid : FARTHEST;
    size_t low = end > near ? end - near : 0, high = end + near < keys ? end + near : keys;
    double left[2 * FARTHEST + 1] = {0}, constant;
    low = last && low <= found->from ? found->from + 1 : low;
    high = !last && high >= found->to ? found->to - 1 : high;
    memset(sums, 0, s->inquiry->samples * s->step * sizeof *sums);
    for (size_t j = last ? found->from : low; j < (last ? low : found->to); j++)
        move_key(s, j, 1, sums);
    size_t best = low;
    for (size_t at = low; at <= high; at++) {
        left[at - low] = left_of(s, place, of, sums, &constant);
        best = left[at - low] < left[best - low] ? at : best;
        if (at < high)
            move_key(s, at, last ? 1 : -1, sums);
    }
    double same = left[best - low] + SAME * s->inquiry->usual * s->inquiry->usual;
    found->left = left[best - low];
    for (size_t at = low; at <= high; at++)
        if (left[at - low] <= same && plumb_roundness(at, keys) > plumb_roundness(best, keys))
            best = at;
    *(last ? &found->to : &found->from) = best;
}

static plumb_hypothesis hypothesis_of(const search *s, const block *found, int place, int of) {
    const double factors[FACTORS] = {[MISSING] = 0, [TWICE] = 2, [CONSTANT] = 1 - found->constant, [FREE] = NAN};
    double numerator = place == PLUMB_IN_WEIGHTS ? 1 : factors[of];
    double denominator = place == PLUMB_IN_VALUES ? 1 : factors[of];
    if (s->keys == PLUMB_HIDDEN_KEYS)
        return (plumb_hypothesis){.cause = PLUMB_CAUSE_SHOWN, .from = found->from, .to = found->to, .lifted = true};
    if (s->keys == PLUMB_UNBIASED_KEYS)
        return (plumb_hypothesis){.cause = PLUMB_CAUSE_BIAS, .from = found->from, .to = found->to};
    if (is_rescored(s))
        return (plumb_hypothesis){.cause = PLUMB_CAUSE_PAGE,
                                  .variant = s->keys == PLUMB_ZERO_KEYS ? PLUMB_PAGE_ZERO_KEYS : PLUMB_PAGE_ZERO,
                                  .from = found->from,
                                  .to = found->to};
    return (plumb_hypothesis){
        .cause = PLUMB_CAUSE_BLOCK, .block = {found->from, found->to, numerator, denominator}};
}

enum { ROUNDS = 3 };

static block refine(search *s, int place, int of, block found, double *sums, plumb_hypotheses *kept) {
    for (int round = 0; round < ROUNDS; round++) {
        move_end(s, place, of, false, &found, sums);
        move_end(s, place, of, true, &found, sums);
    }
    memset(sums, 0, s->inquiry->samples * s->step * sizeof *sums);
    for (size_t j = found.from; j < found.to; j++)
        move_key(s, j, 1, sums);
    left_of(s, place, of, sums, &found.constant);
    plumb_hypothesis h = hypothesis_of(s, &found, place, of);
    bool whole = of == CONSTANT && (fabs(found.constant - 1) < WHOLE || fabs(found.constant + 1) < WHOLE);
    if (!whole)
        plumb_consider(s->inquiry, &h, kept);
    return found;
}

/* The first keys, by factors that differ from row to row: they may be those of a maximum that rose after them. */
static void consider_rescale(search *s, int place, const block *found, plumb_hypotheses *kept) {
    static const size_t tiles[] = {16, 32, 64, 128, 256, 512};
    for (size_t i = 0; i < sizeof tiles / sizeof *tiles && found->from == 0; i++)
        plumb_consider(s->inquiry,
                       &(plumb_hypothesis){.cause = PLUMB_CAUSE_RESCALE,
                                           .once = true,
                                           .from = found->to,
                                           .tile = tiles[i],
                                           .numerator = 1,
                                           .denominator = place == PLUMB_IN_BOTH},
                       kept);
}

/* Keys to which each row gives a factor of its own, from the first or to the last, may be one of two parts. */
static void consider_merges(search *s, int place, const block *found, plumb_hypotheses *kept) {
    size_t keys = s->inquiry->judged->problem.key_length, cut = found->from == 0 ? found->to : found->from;
    bool ends = (found->from == 0) != (found->to == keys);
    if (place == PLUMB_IN_BOTH && ends && s->keys == PLUMB_SEEN_KEYS)
        plumb_consider_merges(s->inquiry, cut, keys, kept);
}

/* A block that is not on the grid is near when its factor is free, and then tried with the others. */
static void refine_all(search *s, int place, double *sums, plumb_hypotheses *kept) {
    for (int of = FACTORS; of-- > 0;) {
        const block *best = &s->best[place][of];
        if (!(best->left < (1 - LEAST_SHARE) * s->square))
            continue;
        block found = refine(s, place, of, *best, sums, kept);
        if (of != FREE)
            continue;
        consider_rescale(s, place, &found, kept);
        consider_merges(s, place, &found, kept);
        refine(s, place, MISSING, found, sums, kept);
        refine(s, place, TWICE, found, sums, kept);
    }
}

static void begin(search *s, plumb_inquiry *inquiry, plumb_scaled_keys which) {
    size_t keys = inquiry->judged->problem.key_length;
    *s = (search){.inquiry = inquiry, .keys = which, .step = inquiry->width + 1};
    s->grid = is_rescored(s) ? FINEST_RESCORED : FINEST;
    while ((keys + s->grid - 1) / s->grid > PLACES)
        s->grid *= 2;
    s->places = (keys + s->grid - 1) / s->grid;
    for (int place = 0; place < PLUMB_PLACES; place++)
        for (int of = 0; of < FACTORS; of++)
            s->best[place][of].left = INFINITY;
}

static void try_all(search *s, plumb_hypotheses *kept) {
    double *workspace = sums_at(s, s->inquiry->samples, 0);
    for (size_t i = 0; i < s->inquiry->samples; i++)
        s->square += s->rows[i].square;
    sum_up(s);
    try_grid(s, workspace);
    for (int place = 0; place < PLUMB_PLACES; place++)
        refine_all(s, place, workspace, kept);
}

static int form_blocks(plumb_inquiry *inquiry, plumb_scaled_keys which, plumb_hypotheses *kept) {
    search s;
    begin(&s, inquiry, which);
    plumb_workspace memory = {.short_of_memory = false};
    s.rows = plumb_scaled_rows(inquiry, which, &memory);
    s.sums = plumb_workspace_take(&memory, (inquiry->samples * (s.places + 2) + 1) * s.step, sizeof *s.sums);
    int result = memory.short_of_memory ? -1 : 0;
    if (result == 0)
        try_all(&s, kept);
    plumb_workspace_free(&memory);
    return result;
}

/* Where weights are no quotients the sums of a block tell little: tiles are tried one by one. */
static void list_blocks(plumb_inquiry *q, plumb_hypotheses *kept) {
    size_t keys = q->judged->problem.key_length;
    for (size_t tile = 8; tile <= 256; tile *= 2)
        for (size_t from = 0; from < keys && keys / tile <= PLACES; from += tile)
            for (int i = 0; i < 2 * PLUMB_PLACES; i++) {
                double x = i < PLUMB_PLACES ? 0 : 2;
                plumb_block tried = {from, from + tile < keys ? from + tile : keys, x, x};
                tried.numerator = i % PLUMB_PLACES == PLUMB_IN_WEIGHTS ? 1 : x;
                tried.denominator = i % PLUMB_PLACES == PLUMB_IN_VALUES ? 1 : x;
                plumb_consider(q, &(plumb_hypothesis){.cause = PLUMB_CAUSE_BLOCK, .block = tried}, kept);
            }
}

int plumb_form_blocks(plumb_inquiry *inquiry, plumb_hypotheses *kept) {
    const plumb_problem *p = &inquiry->judged->problem;
    if (plumb_operator_is(p->op.kind, PLUMB_IS_CLIPPED) || plumb_operator_is(p->op.kind, PLUMB_TAKES_ROOT))
        list_blocks(inquiry, kept);
    return form_blocks(inquiry, PLUMB_SEEN_KEYS, kept);
}

/* What hidden keys all weigh, by one sample. */
static double weight_of_hidden(const plumb_inquiry *q, const plumb_evidence *at) {
    const plumb_problem *p = &q->judged->problem;
    const double *value = p->value + plumb_first_value(p, at->b, at->h) * p->value_dim;
    double both = 0, square = 0;
    for (size_t c = 0; c < q->width; c++) {
        double engine = plumb_mean_of_output(p, at, c, at->engine[c]), sum = 0;
        for (size_t j = 0; j < p->key_length; j++)
            sum += at->visible[j] ? 0 : value[j * q->width + c] - (at->normalised ? engine : 0);
        both += sum * (engine - plumb_mean_of_output(p, at, c, at->exact[c]));
        square += sum * sum;
    }
    return square > 0 ? both / square * (at->normalised ? at->mass : 1) : 0;
}

/* The mask puts a number in their scores' place, or in that of their weights. */
static void consider_hidden(plumb_inquiry *q, plumb_hypotheses *kept) {
    const plumb_evidence *at = &q->sample[0];
    plumb_hypothesis h = {
        .cause = PLUMB_CAUSE_SHOWN, .to = q->judged->problem.key_length, .variant = PLUMB_SHOWN_ALIKE};
    double weight = weight_of_hidden(q, at);
    h.factor = at->normalised ? log(weight / at->weight[at->largest_key]) + at->largest : weight;
    if (isfinite(h.factor) && weight > 0)
        plumb_consider(q, &h, kept);
}

int plumb_form_shown(plumb_inquiry *inquiry, plumb_hypotheses *kept) {
    if (inquiry->samples > 0)
        consider_hidden(inquiry, kept);
    return plumb_masks_lift(&inquiry->judged->problem) ? form_blocks(inquiry, PLUMB_HIDDEN_KEYS, kept) : 0;
}

int plumb_form_zeros(plumb_inquiry *inquiry, plumb_hypotheses *kept) {
    if (!plumb_scores_are_plain(&inquiry->multiplied))
        return 0;
    int result = form_blocks(inquiry, PLUMB_ZERO_KEYS, kept);
    return result != 0 ? result : form_blocks(inquiry, PLUMB_ZERO_VALUES, kept);
}

/* All keys come first: of those that masks hide from all failing rows nothing is known. */
int plumb_form_bias(plumb_inquiry *inquiry, plumb_hypotheses *kept) {
    const plumb_problem *p = &inquiry->judged->problem;
    if (!plumb_bias_comes_off(p))
        return 0;
    plumb_consider(inquiry, &(plumb_hypothesis){.cause = PLUMB_CAUSE_BIAS, .to = p->key_length}, kept);
    return form_blocks(inquiry, PLUMB_UNBIASED_KEYS, kept);
}
