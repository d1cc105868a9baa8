/* kernel.h - a small kernel of attention as kernels are written: tiles of keys with an online softmax, splits that are
   merged, pages, groups of heads; written from spec/ and from nothing of src/, in binary32 or in bfloat16 with binary32
   sums, with a fault of a kernel where one is asked for. */
#ifndef PLUMB_TESTS_INFER_KERNEL_H
#define PLUMB_TESTS_INFER_KERNEL_H
#include "case/case.h"
#include "exact/round.h"
#include "tests/support/problems.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef enum { MERGED, AVERAGED, LOG2_AS_LOG, LOG_AS_LOG2, BY_MAXIMUM, UNDIVIDED, ADDED } merging;
typedef enum {
    RESCALED,
    SUM_KEPT,
    WEIGHTS_KEPT,
    BOTH_KEPT,
    SUM_TWICE,
    BOTH_BY_2,
    BOTH_INVERSE,
    SUM_LATE,
    OWN_MAXIMUM
} rescaling;
typedef enum {
    AS_STATED,
    DIAGONAL_OPEN,
    DIAGONAL_LOST,
    PARTIAL_LOST,
    QUERY_OPEN,
    QUERY_LOST,
    WINDOW_QUERY_OPEN,
    WINDOW_OPEN,
    WINDOW_LOST
} masking;
typedef enum { OWN, BOTH, VALUES, KEYS, EXCHANGED, ZERO, ZERO_KEYS } paging;
typedef enum { ALL_ALIKE, BY_HEAD, BY_ENTRY, BY_HALF } grouping;
typedef enum { BASE_E, LINEAR_BETWEEN, CLAMPED, CUT, BASE_2_ON_DIAGONAL } exponential;
typedef enum { SCORED, MEAN_VISIBLE, MEAN_ALL, FIRST_ONLY, LAST_ONLY, LARGEST_ONLY } weighing;

enum { FACTORS = 3, EVERYWHERE = -1 };

/* What goes wrong; all zeros but the factors' and places' ends: nothing. */
typedef struct {
    struct {
        size_t from, to;
        double in_values, in_weights;
    } block[FACTORS]; /* to 0: none */
    grouping grouping; /* block i in head, batch entry or half of the queries i alone */
    double of_values[8], of_scores[8]; /* of each head of each batch entry, a factor; 0: 1 */
    exponential exponential;
    double clamp;         /* scores are at least so far below the largest */
    size_t tile_from[16]; /* the tile of 16 keys whose values are read in place of each, + 1; 0: its own */
    size_t seen_from;     /* the mask of the first query of each tile of so many; 0: its own */
    int64_t seen_later;   /* keys at the beginning of a window that are not seen */
    size_t first_split;   /* keys; 0: as the others */
    size_t divided, tile_end; /* the answers of query t / divided; of the last query of its tile */
    bool hadamard;            /* transforms of 32 columns */
    bool scaled_columns;      /* column c times 1 + c / 64 */
    bool newest_unweighed;    /* the key at the query's own position is not in the sum of weights */
    size_t stale_for;         /* so many last queries read the values of tile 2 for tile 0's */
    struct {
        size_t tile, every, first;
        bool left, in_values_alone;
    } stride; /* of each `every` tiles one lost, or all but one; every 0: none */
    rescaling rescaling;
    size_t rescale_at; /* the key at which that happens; 0: everywhere */
    bool descending;
    merging merging;
    masking masking;
    size_t mask_tile;
    size_t unbiased, unbiased_end; /* keys to which no bias is added */
    size_t shown, shown_end;   /* keys that are seen, hidden or not */
    size_t row_of, reads;      /* the query whose answer is written; that is read; + 1; 0: its own */
    int64_t reads_by;          /* the query that is read, so much later */
    paging paging;
    size_t page, page_end, other, other_batch; /* other_batch: 0 is the query's own, n + 1 entry n */
    size_t dims, dims_end;                     /* of q.k left out */
    size_t scaled, scaled_end;                 /* keys whose products are `scale` times too large */
    double scale;
    int64_t lag;                               /* keys that are read, so many later if they are there */
    paging lagging;                            /* these, values or both */
    bool sink_stays;                           /* e^logit, where keys are divided by e^maximum */
    bool other_keys, other_values;             /* those of the next key head */
    bool of_other_entry;                       /* those of the same head of the other of two batch entries */
    double below;                              /* keys so far below the largest score are left out; 0: none */
    size_t top;                                /* all but so many with the largest scores; 0: none */
    bool weights_stay;                         /* what is left out so stays in the sum of weights */
    weighing weighing;
    double factor; /* 0: 1 */
    const double *read_value, *read_key; /* tensors in place of the values and keys; NULL: these */
    size_t bias_of[16];                  /* the head whose bias is added, + 1; 0: its own */
    bool sinks_by_rows;                  /* row t has the sink of head t mod heads */
    size_t flat_head;                    /* the slope of head flat_head - 1 is 0 */
    size_t zeros;                        /* keys of zeros that take part */
    float least_rise;                    /* of the maximum, by which sums are rescaled */
    size_t divided_by;                   /* the sum of the row whose number differs in this bit; 0: its own */
    size_t added_from;                   /* a part of what so many rows before returned is added */
    bool unwritten, nan;
    size_t column, column_end; /* of these alone; end 0: all */
    int64_t shift;             /* the answer of the query so much later */
    size_t exchange;           /* the answers of queries whose numbers differ in this bit are exchanged */
    size_t head_map[16];       /* the head whose answer is written, + 1; 0: its own */
    bool swap_batches;
    int packed;              /* 1, 2 */
    int columns_by;          /* columns are written so much to the left, around */
    size_t quarters;         /* of squares of so many rows and columns those off the diagonal are exchanged */
    int batch, head;         /* where; EVERYWHERE */
    size_t query, query_end; /* end 0: all */
    size_t every;            /* of tiles of 16 queries each of so many; 0: all */
} kernel_fault;

typedef struct {
    const plumb_problem *p;
    plumb_format format;
    size_t tile, split; /* keys; split 0: one */
    kernel_fault fault;
} kernel;

static inline kernel_fault no_fault(void) {
    return (kernel_fault){.batch = EVERYWHERE, .head = EVERYWHERE};
}

static inline float stored(plumb_format format, float x) {
    return format == PLUMB_F32 || !isfinite(x) ? x : (float)plumb_round_double((double)x, format);
}

/* ---- a row ---- */

typedef struct {
    size_t b, h, t;
} kernel_place;

typedef struct {
    float most, sum;
    float least;   /* score that is not left out */
    float late;    /* what the sum of values is multiplied by once this tile is in it */
    float *values; /* [value_dim] */
    bool any;
} running;

static inline size_t kernel_key_head(const kernel *k, kernel_place at, size_t b, bool next) {
    size_t heads = k->p->key_heads, head = at.h / (k->p->query_heads / heads);
    if (next && k->fault.of_other_entry)
        return (k->p->batch - 1 - b) * heads + head;
    return b * heads + (next ? (head + 1) % heads : head);
}

static inline bool in_page(const kernel *k, size_t j) {
    const kernel_fault *f = &k->fault;
    bool exchanged = f->paging == EXCHANGED && f->other <= j && j < f->other + (f->page_end - f->page);
    return f->paging != OWN && (exchanged || (f->page <= j && j < f->page_end));
}

static inline size_t slot(const kernel *k, kernel_place at, size_t j, bool elsewhere, bool next) {
    size_t b = elsewhere && k->fault.other_batch > 0 ? k->fault.other_batch - 1 : at.b;
    const kernel_fault *f = &k->fault;
    size_t key = !elsewhere ? j : f->page <= j && j < f->page_end ? f->other + (j - f->page) : f->page + (j - f->other);
    return kernel_key_head(k, at, b, next) * k->p->key_length + key;
}

/* ---- positions ---- */

/* Cosine and sine of pair m at a position, of base 10000; evaluated once for each of a head_dim. */
static inline void kernel_angle(size_t dim, size_t m, double position, float *cosine, float *sine) {
    enum { POSITIONS = 1024, PAIRS = 32 };
    static struct {
        size_t dim;
        float cosine, sine;
    } known[POSITIONS][PAIRS];
    bool keeps = position >= 0 && position < POSITIONS && m < PAIRS;
    if (keeps && known[(size_t)position][m].dim == dim) {
        *cosine = known[(size_t)position][m].cosine;
        *sine = known[(size_t)position][m].sine;
        return;
    }
    double angle = position * pow(10000, -2.0 * (double)m / (double)dim);
    *cosine = (float)cos(angle);
    *sine = (float)sin(angle);
    if (!keeps)
        return;
    known[(size_t)position][m].dim = dim;
    known[(size_t)position][m].cosine = *cosine;
    known[(size_t)position][m].sine = *sine;
}

/* Element c of a vector as it is multiplied: RoPE turns it with the one half of a vector farther. */
static inline float multiplied(const kernel *k, const double *x, size_t c, double position) {
    size_t dim = k->p->head_dim, half = dim / 2, m = c % half;
    if (k->p->position.kind != PLUMB_POSITION_ROPE)
        return (float)x[c];
    float first = (float)x[m], second = (float)x[m + half], cosine, sine;
    kernel_angle(dim, m, position, &cosine, &sine);
    return stored(k->format, c < half ? first * cosine - second * sine : first * sine + second * cosine);
}

/* ALiBi of four heads. */
static inline float added(const kernel *k, kernel_place at, size_t j) {
    double distance = (double)at.t + (double)k->p->causal.offset - (double)j;
    bool flat = k->fault.flat_head == at.h + 1;
    if (k->p->position.kind != PLUMB_POSITION_ALIBI || flat)
        return 0;
    return (float)(-ldexp(1, -2 * ((int)at.h + 1)) * distance);
}

static inline size_t lagging(const kernel *k, size_t j, paging what) {
    int64_t other = (int64_t)j + k->fault.lag;
    bool reads = k->fault.lagging == BOTH || k->fault.lagging == what;
    return reads && other >= 0 && other < (int64_t)k->p->key_length ? (size_t)other : j;
}

static inline float number_of_head(const kernel *k, kernel_place at, const double *of, bool faulty) {
    double x = of[(at.b * k->p->query_heads + at.h) % 8];
    return faulty && x != 0 ? (float)x : 1;
}

static inline float kernel_score(const kernel *k, kernel_place at, size_t j, bool faulty) {
    const plumb_problem *p = k->p;
    const kernel_fault *f = &k->fault;
    bool paged = faulty && in_page(k, j), elsewhere = paged && (f->paging == BOTH || f->paging == KEYS);
    size_t t = faulty && f->reads > 0 ? f->reads - 1 : (size_t)((int64_t)at.t + (faulty ? f->reads_by : 0));
    const double *query = p->query + ((at.b * p->query_heads + at.h) * p->query_length + t) * p->head_dim;
    size_t from = slot(k, at, faulty ? lagging(k, j, KEYS) : j, elsewhere, faulty && f->other_keys);
    const double *key = (faulty && f->read_key != NULL ? f->read_key : p->key) + from * p->head_dim;
    double query_at = (double)t + (double)p->causal.offset, key_at = (double)(from % p->key_length);
    float sum = 0, scale = (float)(1 / sqrt((double)p->head_dim));
    for (size_t c = 0; c < p->head_dim && !(paged && f->paging >= ZERO); c++)
        if (!(faulty && f->dims <= c && c < f->dims_end))
            sum += multiplied(k, query, c, query_at) * multiplied(k, key, c, key_at);
    sum *= faulty && f->scaled <= j && j < f->scaled_end ? (float)f->scale : 1;
    sum *= number_of_head(k, at, f->of_scores, faulty);
    size_t head_of_bias = faulty && f->bias_of[at.h] > 0 ? f->bias_of[at.h] - 1 : at.h;
    const double *bias = p->extra.bias == NULL || (faulty && f->unbiased <= j && j < f->unbiased_end)
                             ? NULL
                             : p->extra.bias + at.b * p->extra.bias_batch + head_of_bias * p->extra.bias_head +
                                   at.t * p->extra.bias_query + j;
    return sum * scale + (bias == NULL ? 0 : (float)*bias) + added(k, at, j);
}

static inline bool sees(const plumb_problem *p, int64_t first, int64_t last, size_t j) {
    (void)p;
    return first <= (int64_t)j && (int64_t)j <= last;
}

static inline int64_t down(int64_t x, int64_t tile) {
    return (x >= 0 ? x / tile : -((-x + tile - 1) / tile)) * tile;
}

static inline bool kernel_sees(const kernel *k, kernel_place at, size_t j, bool faulty) {
    const plumb_problem *p = k->p;
    int64_t t = (int64_t)at.t, last = p->causal.causal ? t + p->causal.offset : (int64_t)p->key_length - 1;
    int64_t first = p->mask.windowed ? t + p->causal.offset - p->mask.left : 0;
    int64_t tile = (int64_t)k->fault.mask_tile;
    switch (faulty ? k->fault.masking : AS_STATED) {
    case DIAGONAL_OPEN:
        last = down(last, tile) + tile - 1;
        break;
    case DIAGONAL_LOST:
        last = down(last, tile) - 1;
        break;
    case PARTIAL_LOST:
        last = down(last + 1, tile) - 1;
        break;
    case QUERY_OPEN:
        last += down(t, tile) + tile - 1 - t;
        break;
    case QUERY_LOST:
        last += down(t, tile) - 1 - t;
        break;
    case WINDOW_QUERY_OPEN:
        first -= t % tile;
        break;
    case WINDOW_OPEN:
        first = down(first, tile);
        break;
    case WINDOW_LOST:
        first = down(first + tile - 1, tile);
        break;
    case AS_STATED:
        break;
    }
    bool shown = faulty && k->fault.shown <= j && j < k->fault.shown_end;
    first += faulty ? k->fault.seen_later : 0;
    last -= faulty && k->fault.seen_from > 0 ? t % (int64_t)k->fault.seen_from : 0;
    return shown || sees(p, first, last, j);
}

/* Which of the blocks is meant; EVERYWHERE: all. */
static inline int group_at(const kernel *k, kernel_place at) {
    const int group[] = {[ALL_ALIKE] = EVERYWHERE,
                         [BY_HEAD] = (int)at.h,
                         [BY_ENTRY] = (int)at.b,
                         [BY_HALF] = 2 * at.t >= k->p->query_length};
    return group[k->fault.grouping];
}

static inline float weight_of(const kernel *k, float x, bool faulty) {
    float power = x * 1.4426950408889634f, whole = floorf(power);
    if (faulty && k->fault.exponential == LINEAR_BETWEEN)
        return exp2f(whole) * (1 + power - whole);
    if (faulty && k->fault.exponential == CUT && x < -(float)k->fault.clamp)
        return 0;
    return expf(faulty && k->fault.exponential == CLAMPED ? fmaxf(x, -(float)k->fault.clamp) : x);
}

static inline double factor_of(const kernel *k, kernel_place at, size_t j, bool of_values) {
    const kernel_fault *f = &k->fault;
    double factor = 1;
    if (f->newest_unweighed && !of_values && (int64_t)j == (int64_t)at.t + k->p->causal.offset)
        factor = 0;
    if (f->stride.every > 0 && (of_values || !f->stride.in_values_alone) &&
        (j / f->stride.tile % f->stride.every == f->stride.first) != f->stride.left)
        factor = 0;
    for (size_t i = 0; i < FACTORS; i++)
        if (k->fault.block[i].from <= j && j < k->fault.block[i].to &&
            (group_at(k, at) == EVERYWHERE || group_at(k, at) == (int)i))
            factor *= of_values ? k->fault.block[i].in_values : k->fault.block[i].in_weights;
    return factor;
}

static inline void rescale(const kernel *k, running *r, float most, size_t from, bool faulty) {
    bool large = k->fault.least_rise == 0 || most - r->most < k->fault.least_rise;
    bool here = large && faulty && (k->fault.rescale_at == 0 || k->fault.rescale_at == from);
    float right = r->any ? expf(r->most - most) : 0, values = right, weights = right;
    r->late = 1;
    switch (here && r->any ? k->fault.rescaling : RESCALED) {
    case SUM_KEPT:
        values = 1;
        break;
    case WEIGHTS_KEPT:
        weights = 1;
        break;
    case BOTH_KEPT:
        values = weights = 1;
        break;
    case SUM_TWICE:
        values = right * right;
        break;
    case BOTH_BY_2:
        values = weights = exp2f(r->most - most);
        break;
    case BOTH_INVERSE:
        values = weights = 1 / right;
        break;
    case SUM_LATE: /* with the tile that comes now */
        values = 1;
        r->late = right;
        break;
    case OWN_MAXIMUM: /* in the sum of values */
        values = 1;
        break;
    case RESCALED:
        break;
    }
    r->sum *= weights;
    for (size_t c = 0; c < k->p->value_dim; c++)
        r->values[c] *= values;
    r->most = most;
    r->any = true;
}

static inline void take_tile(const kernel *k, kernel_place at, size_t from, size_t to, bool faulty, running *r) {
    const plumb_problem *p = k->p;
    float own_most = -INFINITY, most = r->any ? r->most : -INFINITY;
    for (size_t j = from; j < to; j++)
        if (kernel_sees(k, at, j, faulty))
            own_most = fmaxf(own_most, kernel_score(k, at, j, faulty));
    most = fmaxf(most, own_most);
    if (most == -INFINITY)
        return;
    rescale(k, r, most, from, faulty);
    bool by_own = faulty && k->fault.rescaling == OWN_MAXIMUM;
    for (size_t j = from; j < to; j++) {
        if (!kernel_sees(k, at, j, faulty))
            continue;
        bool paged = faulty && in_page(k, j);
        bool elsewhere = paged && k->fault.paging != KEYS && k->fault.paging < ZERO;
        size_t own = faulty ? lagging(k, j, VALUES) : j;
        if (faulty && j < 256 && k->fault.tile_from[j / 16] > 0)
            own = (k->fault.tile_from[j / 16] - 1) * 16 + j % 16;
        if (faulty && at.t + k->fault.stale_for >= p->query_length && k->fault.stale_for > 0 && j < 16)
            own = 32 + j;
        const double *values = faulty && k->fault.read_value != NULL ? k->fault.read_value : p->value;
        const double *value = values + slot(k, at, own, elsewhere, faulty && k->fault.other_values) * p->value_dim;
        float score = kernel_score(k, at, j, faulty);
        bool cut = faulty && score < r->least;
        if (cut && !k->fault.weights_stay)
            continue;
        bool diagonal = faulty && k->fault.exponential == BASE_2_ON_DIAGONAL && j / k->tile == at.t / k->tile;
        float weight = diagonal ? exp2f(score - r->most) : weight_of(k, score - r->most, faulty);
        float stays = cut ? 0 : stored(k->format, by_own ? weight_of(k, score - own_most, faulty) : weight);
        r->sum += weight * (faulty ? (float)factor_of(k, at, j, false) : 1);
        float share = stays * (faulty ? (float)factor_of(k, at, j, true) : 1);
        for (size_t c = 0; c < p->value_dim && !(paged && k->fault.paging == ZERO); c++)
            r->values[c] += share * (float)value[c];
    }
    for (size_t c = 0; c < p->value_dim; c++)
        r->values[c] *= r->late;
}


static inline int larger_score_first(const void *a, const void *b) {
    float x = *(const float *)a, y = *(const float *)b;
    return (x < y) - (x > y);
}

/* The least score of a row that a kernel which leaves out small weights keeps. */
static inline float least_score(const kernel *k, kernel_place at) {
    float *score = calloc(k->p->key_length, sizeof *score);
    size_t count = 0;
    for (size_t j = 0; j < k->p->key_length; j++)
        if (kernel_sees(k, at, j, true))
            score[count++] = kernel_score(k, at, j, true);
    qsort(score, count, sizeof *score, larger_score_first);
    float least = -INFINITY;
    if (k->fault.below > 0 && count > 0)
        least = score[0] - (float)k->fault.below;
    if (k->fault.top > 0 && count > k->fault.top)
        least = score[k->fault.top - 1];
    free(score);
    return least;
}

static inline void take_keys(const kernel *k, kernel_place at, size_t from, size_t to, bool faulty, running *r) {
    size_t tiles = (to - from + k->tile - 1) / k->tile;
    r->any = false;
    r->sum = 0;
    r->most = -INFINITY;
    r->least = faulty && (k->fault.below > 0 || k->fault.top > 0) ? least_score(k, at) : -INFINITY;
    memset(r->values, 0, k->p->value_dim * sizeof *r->values);
    for (size_t i = 0; i < tiles; i++) {
        size_t tile = faulty && k->fault.descending ? tiles - 1 - i : i;
        size_t first = from + tile * k->tile, end = first + k->tile < to ? first + k->tile : to;
        take_tile(k, at, first, end, faulty, r);
    }
    r->sum += faulty && k->fault.zeros > 0 ? (float)k->fault.zeros * expf(-r->most) : 0;
    size_t sink = faulty && k->fault.sinks_by_rows ? at.t % k->p->query_heads : at.h;
    if (k->p->extra.sinks != NULL)
        r->sum += expf((float)k->p->extra.sinks[sink] - (faulty && k->fault.sink_stays ? 0 : r->most));
}

static inline float merge_weight(const kernel *k, bool faulty, float lse, float most) {
    switch (faulty ? k->fault.merging : MERGED) {
    case AVERAGED:
    case ADDED:
        return 1;
    case LOG2_AS_LOG:
        return expf(lse * 1.4426950408889634f);
    case LOG_AS_LOG2:
        return exp2f(lse);
    case BY_MAXIMUM:
        return expf(most);
    case MERGED:
    case UNDIVIDED:
    default:
        return expf(lse);
    }
}

static inline void kernel_splits(const kernel *k, kernel_place at, bool faulty, running *part, float *out) {
    const plumb_problem *p = k->p;
    float all = 0;
    for (size_t from = 0, to; from < p->key_length; from = to) {
        to = from == 0 && k->fault.first_split > 0 ? k->fault.first_split : from + k->split;
        to = to < p->key_length ? to : p->key_length;
        take_keys(k, at, from, to, faulty, part);
        if (!part->any || part->sum == 0)
            continue;
        float weight = merge_weight(k, faulty, part->most + logf(part->sum), part->most);
        float divisor = faulty && k->fault.merging == UNDIVIDED ? 1 : part->sum;
        for (size_t c = 0; c < p->value_dim; c++)
            out[c] += weight * part->values[c] / divisor;
        all += weight;
    }
    for (size_t c = 0; c < p->value_dim && !(faulty && k->fault.merging == ADDED); c++)
        out[c] = all == 0 ? 0 : out[c] / all;
}

static inline void kernel_without_scores(const kernel *k, kernel_place at, float *out) {
    const plumb_problem *p = k->p;
    size_t only = p->key_length, count = 0;
    float most = -INFINITY;
    for (size_t j = 0; j < p->key_length; j++) {
        if (!kernel_sees(k, at, j, false))
            continue;
        float score = kernel_score(k, at, j, false);
        bool better = k->fault.weighing == LAST_ONLY || only == p->key_length ||
                      (k->fault.weighing == LARGEST_ONLY && score > most);
        if (better) {
            most = score;
            only = j;
        }
    }
    for (size_t j = 0; j < p->key_length; j++) {
        bool visible = k->fault.weighing == MEAN_VISIBLE && kernel_sees(k, at, j, false);
        bool mean = k->fault.weighing == MEAN_ALL || visible;
        if (!mean && (j != only || k->fault.weighing <= MEAN_ALL))
            continue;
        count++;
        for (size_t c = 0; c < p->value_dim; c++)
            out[c] += (float)p->value[slot(k, at, j, false, false) * p->value_dim + c];
    }
    for (size_t c = 0; c < p->value_dim; c++)
        out[c] /= (float)count;
}

/* [value_dim], not yet stored. */
static inline void kernel_row(const kernel *k, kernel_place at, bool faulty, running *part, float *out) {
    memset(out, 0, k->p->value_dim * sizeof *out);
    if (faulty && k->fault.weighing != SCORED) {
        kernel_without_scores(k, at, out);
        return;
    }
    if (k->split > 0) {
        kernel_splits(k, at, faulty, part, out);
        return;
    }
    kernel_place other = at;
    other.t = (at.t ^ k->fault.divided_by) < k->p->query_length ? at.t ^ k->fault.divided_by : at.t;
    take_keys(k, other, 0, k->p->key_length, faulty, part);
    float divisor = part->sum;
    take_keys(k, at, 0, k->p->key_length, faulty, part);
    divisor = faulty && k->fault.divided_by > 0 ? divisor : part->sum;
    for (size_t c = 0; c < k->p->value_dim; c++)
        out[c] = divisor == 0 ? 0 : part->values[c] / divisor;
}

/* ---- where it is written ---- */

static inline bool is_faulty_at(const kernel *k, kernel_place at) {
    const kernel_fault *f = &k->fault;
    return (f->batch == EVERYWHERE || (size_t)f->batch == at.b) && (f->head == EVERYWHERE || (size_t)f->head == at.h) &&
           (f->query_end == 0 || (f->query <= at.t && at.t < f->query_end)) &&
           (f->every == 0 || at.t / 16 % f->every == 0);
}

/* The place whose answer is written at this one. */
static inline kernel_place source_of(const kernel *k, kernel_place at) {
    const plumb_problem *p = k->p;
    const kernel_fault *f = &k->fault;
    size_t group = p->query_heads / p->key_heads, g = at.h % group, first = at.h - g, length = p->query_length;
    int64_t t = (int64_t)at.t + f->shift;
    kernel_place from = at;
    if (!is_faulty_at(k, at))
        return at;
    if (f->shift != 0 && t >= 0 && t < (int64_t)length)
        from.t = (size_t)t;
    if (f->exchange > 0 && (at.t ^ f->exchange) < length)
        from.t = at.t ^ f->exchange;
    if (f->row_of > 0)
        from.t = f->row_of - 1;
    if (f->divided > 0)
        from.t = at.t / f->divided;
    if (f->tile_end > 0)
        from.t = (at.t | (f->tile_end - 1)) < length ? at.t | (f->tile_end - 1) : length - 1;
    if (f->head_map[at.h] > 0)
        from.h = f->head_map[at.h] - 1;
    if (f->swap_batches)
        from.b = p->batch - 1 - at.b;
    if (f->packed == 1) {
        from.h = first + (g * length + at.t) % group;
        from.t = (g * length + at.t) / group;
    }
    if (f->packed == 2) {
        from.h = first + (at.t * group + g) / length;
        from.t = (at.t * group + g) % length;
    }
    return from;
}

/* Number c of the Hadamard transform of 32. */
static inline float transformed(const float *x, size_t c) {
    float sum = 0;
    for (size_t i = 0; i < 32; i++)
        sum += __builtin_parity((unsigned)(i & c)) ? -x[i] : x[i];
    return sum / sqrtf(32);
}

static inline void write_row(const kernel *k, kernel_place at, const float *row, double *out) {
    const kernel_fault *f = &k->fault;
    size_t width = k->p->value_dim, end = f->column_end == 0 ? width : f->column_end;
    bool faulty = is_faulty_at(k, at);
    for (size_t c = 0; c < width; c++) {
        bool here = faulty && f->column <= c && c < end;
        size_t from = here ? (size_t)((int)c + f->columns_by + (int)width) % width : c;
        float x = here && f->hadamard ? transformed(row + c / 32 * 32, c % 32) : row[from];
        x *= here && f->scaled_columns ? 1 + (float)c / 64 : 1;
        x *= (here && f->factor != 0 ? (float)f->factor : 1) * number_of_head(k, at, f->of_values, faulty);
        out[c] = here && f->unwritten ? 0 : here && f->nan ? (double)NAN : (double)stored(k->format, x);
    }
}

static inline void exchange_quarters(size_t n, size_t rows, size_t width, double *out) {
    for (size_t row = 0; row < rows; row++)
        for (size_t c = 0; c < width && row % n < n / 2; c++)
            if (c % n >= n / 2) {
                double *other = out + (row + n / 2) * width + c - n / 2, kept = *other;
                *other = out[row * width + c];
                out[row * width + c] = kept;
            }
}

static inline double *run_kernel(const kernel *k) {
    const plumb_problem *p = k->p;
    size_t width = p->value_dim;
    double *out = calloc(plumb_rows_of(p) * width + 1, sizeof *out);
    float *faulty_row = calloc(width, sizeof *faulty_row), *right_row = calloc(width, sizeof *right_row);
    running part = {.values = calloc(width, sizeof(float))};
    for (size_t row = 0; row < plumb_rows_of(p); row++) {
        size_t head = row / p->query_length;
        kernel_place at = {head / p->query_heads, head % p->query_heads, row % p->query_length};
        kernel_place from = source_of(k, at);
        kernel_row(k, from, is_faulty_at(k, at), &part, faulty_row);
        size_t end = k->fault.column_end;
        if (end > 0 && is_faulty_at(k, at)) {
            kernel_row(k, from, false, &part, right_row);
            for (size_t c = 0; c < width; c++)
                if (c < k->fault.column || c >= end)
                    faulty_row[c] = right_row[c];
        }
        for (size_t c = 0; c < width && k->fault.added_from > 0 && at.t >= k->fault.added_from; c++)
            faulty_row[c] += (float)(0.4 * out[(row - k->fault.added_from) * width + c]);
        write_row(k, at, faulty_row, out + row * width);
    }
    if (k->fault.quarters > 0)
        exchange_quarters(k->fault.quarters, plumb_rows_of(p), width, out);
    free(part.values);
    free(right_row);
    free(faulty_row);
    return out;
}
#endif
