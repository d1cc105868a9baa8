/* The mask, or the bias, of another query; that of another head or batch entry, found from a few rows of each head; and
   a tensor of masks or biases whose rows are read with a wrong stride. */
#include "infer/fit_factor.h"
#include "infer/forms.h"
#include "infer/predict.h"

/* Heads of all batch entries whose masks are compared, and distances of rows that are wrong by so much. */
enum { MOST_HEADS = 64, MOST_OFF = 16, MOST_ROW = 1024, MOST_BITS = 1024 };

/* Samples by which the number is found at which a bias is clamped. */
enum { CLAMPED = 4 };

/* Tiles of which each is asked whether it has the bias of another. */
enum { MOST_TILES = 16 };

static plumb_hypothesis other(plumb_cause cause, plumb_from_query from, size_t tile, int64_t shift) {
    return (plumb_hypothesis){
        .cause = cause, .lifted = cause == PLUMB_CAUSE_MASK, .from_query = from, .tile = tile, .shift = shift};
}

static void list_queries(plumb_inquiry *q, plumb_cause cause, plumb_hypotheses *kept) {
    size_t length = q->judged->problem.query_length;
    for (size_t tile = 1; tile < length; tile *= 2)
        for (int later = 0; later < 2; later++) {
            int64_t shift = later == 1 ? (int64_t)tile : -(int64_t)tile;
            plumb_hypothesis h = other(cause, PLUMB_QUERY_MOVED, 1, shift);
            plumb_consider(q, &h, kept);
        }
    plumb_hypothesis h = other(cause, PLUMB_QUERY_MOVED, 1, 0);
    /* masks of positions that are one off nearly are those of a rotated tile */
    bool by_positions = cause == PLUMB_CAUSE_MASK && !plumb_masks_by_tensor(&q->judged->problem);
    for (size_t i = 0; plumb_next_rule(&i, length, &h);)
        if (!by_positions || h.from_query < PLUMB_QUERY_TRANSPOSED)
            plumb_consider(q, &h, kept);
}

/* ---- heads and entries ---- */

static void list_heads(plumb_inquiry *q, plumb_cause cause, plumb_hypotheses *kept) {
    const plumb_problem *p = &q->judged->problem;
    size_t heads = p->batch * p->query_heads;
    plumb_hypothesis h = other(cause, PLUMB_QUERY_MOVED, 1, 0);
    h.map = q->maps + (cause == PLUMB_CAUSE_MASK ? PLUMB_SAMPLES - 1 : PLUMB_SAMPLES) * heads;
    for (size_t head = 0; head < heads; head++)
        h.map[head] = head;
    if (heads <= MOST_HEADS && (cause != PLUMB_CAUSE_MASK || plumb_masks_by_tensor(p)) &&
        plumb_find_heads(q, &h, p->query_heads))
        plumb_consider(q, &h, kept);
}

/* ---- rows of a tensor ---- */

/* Past its end a mask may hide or show; biases may be read with rows and columns exchanged. */
static void list_row(plumb_inquiry *q, plumb_cause cause, size_t apart, plumb_hypotheses *kept) {
    const plumb_problem *p = &q->judged->problem;
    plumb_hypothesis h = other(cause, PLUMB_QUERY_MOVED, 1, 0);
    size_t stated = cause == PLUMB_CAUSE_MASK ? p->mask.allowed_query : p->extra.bias_query;
    h.mask_row = apart;
    for (h.variant = 0; h.variant < 2 && apart > 0; h.variant++)
        if (apart != stated || (h.variant == 1 && cause == PLUMB_CAUSE_BIAS_OF))
            plumb_consider(q, &h, kept);
}

static void list_rows(plumb_inquiry *q, plumb_cause cause, plumb_hypotheses *kept) {
    const plumb_problem *p = &q->judged->problem;
    for (size_t off = 0; off <= MOST_OFF; off++) {
        list_row(q, cause, p->key_length + off, kept);
        list_row(q, cause, p->key_length > off ? p->key_length - off : 0, kept);
    }
    for (size_t tile = 32; tile <= 256; tile *= 2)
        list_row(q, cause, (p->key_length + tile - 1) / tile * tile, kept);
    for (size_t apart = 16; apart < 2 * p->key_length && apart <= MOST_ROW; apart += 16)
        list_row(q, cause, apart, kept);
    list_row(q, cause, p->query_length, kept);
}

/* ---- keys of a tensor ---- */

/* A mask that begins elsewhere, by whole bytes of packed bits. */
static void list_beginnings(plumb_inquiry *q, plumb_hypotheses *kept) {
    plumb_hypothesis h = other(PLUMB_CAUSE_MASK, PLUMB_QUERY_MOVED, 1, 0);
    h.mask_row = q->judged->problem.mask.allowed_query;
    for (size_t by = 8; by <= MOST_BITS && h.mask_row > 0; by += 8)
        for (int way = 0; way < 2; way++)
            for (h.variant = 0; h.variant < 2; h.variant++) {
                h.other = way == 0 ? by : 0 - by;
                plumb_consider(q, &h, kept);
            }
}

/* Rows and keys a few farther on, and keys that stand in another order in each byte or word. */
static void list_keys(plumb_inquiry *q, plumb_hypotheses *kept) {
    static const int64_t by[] = {0, 1, -1, 2, -2};
    enum { SHIFTS = sizeof by / sizeof *by };
    for (size_t row = 0; row < SHIFTS; row++)
        for (size_t key = 1; key < SHIFTS; key++) {
            plumb_hypothesis h = other(PLUMB_CAUSE_MASK, PLUMB_QUERY_MOVED, 1, by[row]);
            h.key_shift = by[key];
            plumb_consider(q, &h, kept);
        }
    for (size_t tile = 2; tile <= 64; tile *= 2)
        for (int swapped = 0; swapped < 2; swapped++) {
            plumb_hypothesis h = other(PLUMB_CAUSE_MASK, PLUMB_QUERY_MOVED, 1, 0);
            h.from_key = swapped ? PLUMB_QUERY_EXCHANGED : PLUMB_QUERY_REVERSED;
            h.key_tile = tile;
            h.key_shift = (int64_t)tile / 2;
            plumb_consider(q, &h, kept);
        }
}

/* Biases of keys so many on, with what may stand past the last, and of other keys of each tile. */
static void list_biases(plumb_inquiry *q, plumb_hypotheses *kept) {
    size_t keys = q->judged->problem.key_length;
    plumb_hypothesis h = other(PLUMB_CAUSE_BIAS_OF, PLUMB_QUERY_MOVED, 1, 0), rule = h;
    for (size_t by = 1; by < keys && by <= 512; by *= 2)
        for (h.other = PLUMB_BIAS_OWN; h.other < PLUMB_BIAS_ENDS; h.other++)
            for (int way = -1; way <= 1; way += 2) {
                h.key_shift = way * (int64_t)by;
                plumb_consider(q, &h, kept);
            }
    h.other = PLUMB_BIAS_OWN;
    for (size_t tile = 8; tile <= 128; tile *= 2)
        for (h.from = 0; h.from < keys && keys / tile <= MOST_TILES; h.from += tile)
            for (size_t of = 0; of < keys; of += tile) {
                h.to = h.from + tile;
                h.key_shift = (int64_t)of - (int64_t)h.from;
                if (of != h.from)
                    plumb_consider(q, &h, kept);
            }
    h.from = h.to = 0;
    plumb_hypothesis clamped = other(PLUMB_CAUSE_BIAS_OF, PLUMB_QUERY_MOVED, 1, 0);
    clamped.factor = plumb_factor_near(q, clamped, 2, 8, CLAMPED);
    plumb_consider(q, &clamped, kept);
    for (h.key_shift = 1; (size_t)h.key_shift < keys; h.key_shift *= 2) {
        h.from_key = PLUMB_QUERY_EXCHANGED;
        plumb_consider(q, &h, kept);
    }
    h.other = PLUMB_BIAS_OWN;
    for (size_t i = 0; plumb_next_rule(&i, keys, &rule);)
        if (rule.from_query < PLUMB_QUERY_TRANSPOSED) {
            h.from_key = rule.from_query;
            h.key_tile = rule.tile;
            h.key_shift = rule.shift;
            plumb_consider(q, &h, kept);
        }
}

static void list(plumb_inquiry *q, plumb_cause cause, bool of_tensor, plumb_hypotheses *kept) {
    list_queries(q, cause, kept);
    list_heads(q, cause, kept);
    if (of_tensor && q->judged->problem.query_length > 1)
        list_rows(q, cause, kept);
}

int plumb_form_masks(plumb_inquiry *q, plumb_hypotheses *kept) {
    const plumb_problem *p = &q->judged->problem;
    bool of_tensor = p->mask.allowed != NULL && p->mask.lists == NULL && p->mask.drafts == NULL;
    if (plumb_masks_lift(p))
        list(q, PLUMB_CAUSE_MASK, of_tensor, kept);
    if (plumb_masks_lift(p) && of_tensor)
        list_keys(q, kept);
    if (plumb_masks_lift(p) && of_tensor && kept->count == 0)
        list_beginnings(q, kept);
    /* rows of a group of heads are numbered one after the other, and the mask takes their number for that of a query */
    for (int from = PLUMB_QUERY_UNPACKED; from <= PLUMB_QUERY_PACKED && p->query_heads > p->key_heads; from++) {
        plumb_hypothesis h = other(PLUMB_CAUSE_MASK, (plumb_from_query)from, 1, 0);
        plumb_consider(q, &h, kept);
    }
    if (plumb_bias_comes_off(p)) {
        list(q, PLUMB_CAUSE_BIAS_OF, true, kept);
        list_biases(q, kept);
    }
    return 0;
}
