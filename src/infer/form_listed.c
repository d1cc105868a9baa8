/* Faults with few parameters are listed rather than solved for: tile sizes from 8 to 512, powers by which a sum that is
   not rescaled goes wrong, forms of masks that go by tiles, tiles that lag by one.  plumb_consider gives up on most of
   them after a few samples, so that a long list is cheap.  The tiles of one lost rescaling are listed only up to 32 of
   them: form_blocks.c searches longer texts. */
#include "infer/forms.h"
#include <math.h>

/* Keys of a tile or a page. */
static const size_t sizes[] = {8, 16, 32, 64, 128, 256, 512};
enum { SIZES = sizeof sizes / sizeof *sizes };

static void list_outputs(plumb_inquiry *q, plumb_hypotheses *kept) {
    const plumb_problem *p = &q->judged->problem;
    plumb_consider(q, &(plumb_hypothesis){.cause = PLUMB_CAUSE_UNWRITTEN}, kept);
    plumb_consider(q, &(plumb_hypothesis){.cause = PLUMB_CAUSE_NAN}, kept);
    for (int i = 0; i < PLUMB_ALIKES; i++)
        plumb_consider(q, &(plumb_hypothesis){.cause = PLUMB_CAUSE_ALIKE, .variant = i}, kept);
    for (int i = 0; i < PLUMB_PACKEDS && p->query_heads > p->key_heads; i++)
        plumb_consider(q, &(plumb_hypothesis){.cause = PLUMB_CAUSE_PACKED, .variant = i}, kept);
}

static void list_transforms(plumb_inquiry *q, plumb_hypotheses *kept) {
    for (size_t block = 4; block <= q->width; block *= 2)
        if (q->width % block == 0) {
            plumb_consider(q, &(plumb_hypothesis){.cause = PLUMB_CAUSE_HADAMARD, .tile = block}, kept);
            for (int once = 0; once < 2; once++)
                plumb_consider(
                    q, &(plumb_hypothesis){.cause = PLUMB_CAUSE_TRANSPOSED, .tile = block, .once = once == 1}, kept);
        }
}

/* The factor of the sample whose exact output is largest, compared with its error. */
static void list_factor(plumb_inquiry *q, plumb_hypotheses *kept) {
    double best = 0, factor = 1;
    for (size_t i = 0; i < q->samples; i++) {
        const plumb_evidence *at = &q->sample[i];
        double both = 0, square = 0;
        for (size_t c = 0; c < q->width; c++)
            if (q->column[c] && isfinite(at->engine[c])) {
                both += at->engine[c] * at->exact[c];
                square += at->exact[c] * at->exact[c];
            }
        if (square > best) {
            best = square;
            factor = both / square;
        }
    }
    if (best > 0 && factor != 1 && factor != 0)
        plumb_consider(q, &(plumb_hypothesis){.cause = PLUMB_CAUSE_FACTOR, .factor = factor}, kept);
}

/* ---- an online softmax ---- */

/* By which power of the rise of the maximum keys weigh too much, in the sum of values and in their own: not rescaled,
   rescaled twice, by 2^x for e^x, by the inverse. */
static const double powers[][2] = {{1, 0},
                                   {0, 1},
                                   {1, 1},
                                   {-1, 0},
                                   {0, -1},
                                   {-1, -1},
                                   {2, 2},
                                   {2, 0},
                                   {0.30685281944005469, 0.30685281944005469},
                                   {0.30685281944005469, 0},
                                   {0, 0.30685281944005469}};
enum { POWERS = sizeof powers / sizeof *powers, POWERS_ONCE = 3 };

static plumb_hypothesis unrescaled(size_t tile, size_t power) {
    return (plumb_hypothesis){
        .cause = PLUMB_CAUSE_RESCALE, .tile = tile, .numerator = powers[power][0], .denominator = powers[power][1]};
}

/* By rises that are multiplied by another scale, by none, or by log2 e: of values, of weights, of both. */
static void list_rescales_of_scale(plumb_inquiry *q, size_t tile, plumb_hypotheses *kept) {
    const double times[] = {1 / q->scale, q->scale, 1 / log(2)};
    for (size_t i = 0; i < sizeof times / sizeof *times; i++)
        for (size_t k = 0; k < POWERS_ONCE; k++) {
            plumb_hypothesis h = unrescaled(tile, k);
            h.numerator *= 1 - times[i];
            h.denominator *= 1 - times[i];
            if (times[i] != 1)
                plumb_consider(q, &h, kept);
        }
}

static void list_rescales(plumb_inquiry *q, size_t tile, plumb_hypotheses *kept) {
    list_rescales_of_scale(q, tile, kept);
    for (size_t i = 0; i < POWERS; i++)
        for (int descending = 0; descending < 2; descending++) {
            plumb_hypothesis h = unrescaled(tile, i);
            h.descending = descending == 1;
            plumb_consider(q, &h, kept);
            if (i < POWERS_ONCE)
                plumb_consider_rises(q, &h, kept);
        }
}

/* A tile that is added before sums are rescaled, and weights that each tile takes below its own largest score. */
static void list_tiles_by_themselves(plumb_inquiry *q, size_t tile, plumb_hypotheses *kept) {
    for (size_t i = 0; i < POWERS_ONCE; i++)
        for (int how = 0; how < 3; how++) {
            plumb_hypothesis h = unrescaled(tile, i);
            h.variant = how == 2 ? PLUMB_RESCALED_NEVER : PLUMB_RESCALED_WITH_TILE;
            h.descending = how == 1;
            plumb_consider(q, &h, kept);
        }
}

/* Of many tiles those are tried that form_blocks.c finds. */
enum { MOST_TILES = 32 };

static void list_rescales_lost_once(plumb_inquiry *q, size_t tile, plumb_hypotheses *kept) {
    if (q->judged->problem.key_length > MOST_TILES * tile)
        return;
    for (size_t from = tile; from < q->judged->problem.key_length; from += tile)
        for (size_t i = 0; i < POWERS_ONCE; i++) {
            plumb_hypothesis h = unrescaled(tile, i);
            h.once = true;
            h.from = from;
            plumb_consider(q, &h, kept);
        }
}

/* ---- masks ---- */

static void list_tiles(plumb_inquiry *q, size_t tile, plumb_hypotheses *kept) {
    const plumb_problem *p = &q->judged->problem;
    bool ends = p->causal.causal || (p->mask.windowed && p->mask.right >= 0);
    bool begins = p->mask.windowed && p->mask.left >= 0;
    for (int i = 0; i < PLUMB_TILES; i++) {
        bool window = plumb_tiles_of_window((plumb_tiles)i);
        bool queries = i == PLUMB_TILES_QUERY_OPEN || i == PLUMB_TILES_QUERY_LOST;
        /* tiles of queries and of keys are then the same */
        if (queries && p->mask.entry_offset == NULL && p->causal.offset % (int64_t)tile == 0)
            continue;
        /* a tile as long as the text or the window hides or shows what other masks do */
        bool of_window = i == PLUMB_TILES_WINDOW_OPEN || i == PLUMB_TILES_WINDOW_LOST;
        bool shorter = 2 * tile <= (of_window ? (size_t)p->mask.left + 1 : p->key_length);
        bool tensor = i == PLUMB_TILES_BEFORE_UNMASKED || i == PLUMB_TILES_DIAGONAL_UNMASKED;
        if ((tensor ? plumb_masks_by_tensor(p) : window ? begins : ends) && shorter)
            for (int sums = 0; sums < (plumb_tiles_open((plumb_tiles)i) ? 2 : 1); sums++)
                plumb_consider(q,
                               &(plumb_hypothesis){.cause = PLUMB_CAUSE_TILES,
                                                   .tile = tile,
                                                   .variant = i,
                                                   .denominator = sums,
                                                   .lifted = true},
                               kept);
    }
}

/* ---- tiles that are one too late or too early ---- */

static void list_lags(plumb_inquiry *q, size_t tile, plumb_hypotheses *kept) {
    bool plain = plumb_scores_are_plain(&q->multiplied);
    for (int variant = 0; variant < PLUMB_HEADS; variant++)
        for (int later = 0; later < 2 && (plain || variant == PLUMB_HEADS_VALUES); later++)
            plumb_consider(q,
                           &(plumb_hypothesis){.cause = PLUMB_CAUSE_LAG,
                                               .variant = variant,
                                               .tile = tile,
                                               .shift = later == 1 ? (int64_t)tile : -(int64_t)tile},
                           kept);
}

int plumb_form_outputs(plumb_inquiry *q, plumb_hypotheses *kept) {
    list_outputs(q, kept);
    list_transforms(q, kept);
    list_factor(q, kept);
    return 0;
}

int plumb_form_listed(plumb_inquiry *q, plumb_hypotheses *kept) {
    const plumb_problem *p = &q->judged->problem;
    bool softmax = plumb_operator_is(p->op.kind, PLUMB_IS_MEAN);
    for (size_t i = 0; i < SIZES; i++) {
        bool several = sizes[i] < p->key_length;
        if (several && softmax)
            list_rescales(q, sizes[i], kept);
        if (several && softmax)
            list_tiles_by_themselves(q, sizes[i], kept);
        if (several && softmax && sizes[i] > 8)
            list_rescales_lost_once(q, sizes[i], kept);
        if (several)
            list_lags(q, sizes[i], kept);
        if (plumb_masks_lift(p))
            list_tiles(q, sizes[i], kept);
    }
    return 0;
}
