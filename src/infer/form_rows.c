/* Scores or weights that are transposed in squares; sums that are rescaled by the maxima of other rows, or divided
   after every tile. */
#include "infer/forms.h"
#include <math.h>

/* Queries and keys of a square, keys of a tile, and rows apart. */
enum { LEAST_SQUARE = 8, MOST_SQUARE = 128, LEAST_TILE = 16, MOST_TILE = 128, MOST_APART = 64 };

static void list_squares(plumb_inquiry *q, plumb_hypotheses *kept) {
    for (size_t tile = LEAST_SQUARE; tile <= MOST_SQUARE; tile *= 2)
        for (int diagonal = 0; diagonal < 2; diagonal++) {
            plumb_hypothesis h = {.cause = PLUMB_CAUSE_SQUARES, .tile = tile, .once = diagonal == 1};
            plumb_consider(q, &h, kept);
            h.variant = PLUMB_SQUARES_OF_WEIGHTS;
            plumb_consider(q, &h, kept);
            for (h.from = tile > LEAST_TILE ? tile : LEAST_TILE; h.from <= MOST_TILE; h.from *= 2)
                plumb_consider(q, &h, kept);
        }
}

/* Of values, of weights, of both. */
static void list_rescaled(plumb_inquiry *q, plumb_hypothesis h, plumb_hypotheses *kept) {
    for (int sums = 1; sums <= 3; sums++) {
        h.numerator = sums & 1 ? 1 : 0;
        h.denominator = sums & 2 ? 1 : 0;
        plumb_consider(q, &h, kept);
    }
}

static void list_rescales(plumb_inquiry *q, size_t tile, plumb_hypotheses *kept) {
    plumb_hypothesis h = {.cause = PLUMB_CAUSE_RESCALE, .tile = tile, .variant = PLUMB_RESCALED_AND_DIVIDED};
    list_rescaled(q, h, kept);
    h.variant = PLUMB_RESCALED_AS_OTHER;
    for (int64_t apart = 1; apart <= MOST_APART; apart *= 2)
        for (int way = 0; way < 3; way++) {
            h.from_query = way == 0 ? PLUMB_QUERY_EXCHANGED : PLUMB_QUERY_MOVED;
            h.shift = way == 2 ? -apart : apart;
            list_rescaled(q, h, kept);
        }
}

/* Of 16 bits, in tiles; of fewer keys than 8 rounding is chance. */
static void list_accumulators(plumb_inquiry *q, plumb_hypotheses *kept) {
    for (size_t tile = 8; tile <= 512 && tile < q->judged->problem.key_length; tile *= 2)
        for (int half = 0; half < 2; half++)
            plumb_consider(q,
                           &(plumb_hypothesis){.cause = PLUMB_CAUSE_ACCUMULATOR, .tile = tile, .from = half ? 10 : 7,
                                               .other = half ? 24 : 133},
                           kept);
}

int plumb_form_rows(plumb_inquiry *q, plumb_hypotheses *kept) {
    const plumb_problem *p = &q->judged->problem;
    bool plain = plumb_scores_are_plain(&q->multiplied) && !plumb_adds_to_scores(&q->multiplied);
    if (q->samples == 0 || !plain || !plumb_operator_is(p->op.kind, PLUMB_IS_MEAN))
        return 0;
    plumb_consider(q, &(plumb_hypothesis){.cause = PLUMB_CAUSE_LAYOUT, .factor = NAN}, kept);
    list_squares(q, kept);
    list_accumulators(q, kept);
    for (size_t tile = LEAST_TILE; tile <= MOST_TILE && tile < p->key_length; tile *= 2)
        list_rescales(q, tile, kept);
    return 0;
}
