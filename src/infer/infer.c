/* Guess and test, up to PLUMB_INFERENCES times.  Hypotheses are formed on samples, the cheap ones first, until one
   explains nearly all; each is then tested on all rows (sweep.c).  The best explains most, then has the fewest fitted
   numbers, then the plainest region.  It is reported only if the evidence is beyond chance, nearly all that still fails
   is explained or nothing contradicts it, and it is no convention, which src/diagnose reports.  Its rows then count as
   explained, and new samples come from the rest. */
#include "infer/infer.h"
#include "infer/dropout.h"
#include "infer/forms.h"
#include "infer/region.h"
#include "infer/saying.h"
#include "infer/sweep.h"
#include "infer/words.h"
#include <math.h>
#include <string.h>

/* What is told explains such a part of what still fails, or at least so many rows and this part of all that fails, with
   nothing unexplained beside them. */
#define MOST_PART 0.95
#define LEAST_PART 0.02
enum { LEAST_ROWS = 3 };

/* Where it explains that much of what still fails, nothing else is looked for. */
#define NEARLY_ALL 0.995

/* Logarithms by which its numbers are nearer than those stated, added up: chance, among all that is tried, does not
   come near. */
#define LEAST_EVIDENCE 60.0

static size_t still_failing(const plumb_inquiry *q) {
    size_t failed = 0;
    for (size_t row = 0; row < q->rows; row++)
        failed += q->failing[row] ? q->failed_in[row] : 0;
    return failed;
}

static double part_of(const plumb_inquiry *q, const plumb_sweep *sweep) {
    return (double)sweep->explained / (double)still_failing(q);
}

/* Sinks of all heads, or one key of zeros; a window or chunks, tile by tile; keys that are seen or not by how far away
   they are. */
static bool is_convention_of_factors(const plumb_factors *f, bool everywhere) {
    bool by_position = f->distances > 0 && f->place == PLUMB_IN_BOTH && !f->fitted && !f->periodic;
    if (f->zeros > 1)
        return false;
    return f->sink_alone ? everywhere || f->apart : everywhere && (f->window || by_position);
}

/* The first key of the query's own tile: chunks. */
static bool begins_chunks(const plumb_hypothesis *h) {
    plumb_end first = h->first;
    bool of_one = first.rows == 0 || first.tile == 0 || first.rows == first.tile;
    return plumb_end_by_tiles(first) && of_one && first.at == 0 && first.joint != PLUMB_END_OR_STATED &&
           !plumb_end_by_tiles(h->last);
}

/* Whether it says as much of every query, as a convention does. */
static bool goes_by_position(const plumb_hypothesis *h) {
    return h->cause == PLUMB_CAUSE_MASK || h->last.kind == PLUMB_END_MOVED;
}

/* All keys of all heads: masks or the bias left out, or another scale, as whole engines have it.  Rows that see one key
   do not show a scale, so nearly all rows will do for it.  breaks: rows that are right contradict. */
static bool is_convention(const plumb_problem *p, const plumb_hypothesis *h, const plumb_region *region,
                          bool breaks) {
    bool everywhere = memchr(region->batch, 0, p->batch) == NULL && memchr(region->head, 0, p->query_heads) == NULL;
    bool all = h->from == 0 && h->to == p->key_length && everywhere;
    bool queries = region->range && region->first == 0 && region->last + 1 == p->query_length;
    bool nearly_all = 10 * region->rows >= 9 * plumb_rows_of(p);
    if (h->cause == PLUMB_CAUSE_SINK)
        return h->variant == PLUMB_SINK_OF_OTHER ? h->sink.batch + h->sink.head + h->sink.query == 0
                                                 : h->variant == PLUMB_SINK_CHANGED && h->denominator == 0;
    if (h->cause == PLUMB_CAUSE_TILES) /* chunks of the window's length */
        return everywhere && h->variant == PLUMB_TILES_WINDOW_QUERY_LOST && (int64_t)h->tile == p->mask.left + 1;
    if (h->cause == PLUMB_CAUSE_BIAS_OF && h->variant == 1)
        return everywhere && h->mask_row == p->query_length;
    if (h->cause == PLUMB_CAUSE_LAYOUT)
        return everywhere && (h->shift == 1 || h->shift == -1);
    if (h->cause == PLUMB_CAUSE_TILTS && h->tilts->by_head && h->tilts->step == 0)
        return everywhere || h->tilts->of_others;
    if (h->cause == PLUMB_CAUSE_CAP && p->op.softcap > 0 && h->tile == p->key_length)
        return everywhere && queries;
    if (h->cause == PLUMB_CAUSE_FACTORS)
        return is_convention_of_factors(h->factors, everywhere && !(h->factors->sink_alone && breaks));
    if (h->cause == PLUMB_CAUSE_REACH && begins_chunks(h))
        return everywhere && !plumb_masks_by_tensor(p);
    bool run = h->cause == PLUMB_CAUSE_REACH && h->variant != PLUMB_REACH_ALONE;
    if (h->cause == PLUMB_CAUSE_MASK || (h->cause == PLUMB_CAUSE_REACH && h->lifted && !run))
        return everywhere && !(breaks && goes_by_position(h)) && h->from_query == PLUMB_QUERY_MOVED &&
               !plumb_end_by_tiles(h->first) && !plumb_end_by_tiles(h->last) &&
               !plumb_masks_by_tensor(p) &&
               (double)region->rows >= MOST_PART * (double)(region->rows + region->beside);
    if (h->cause == PLUMB_CAUSE_SHOWN)
        return all && h->variant == PLUMB_SHOWN_AS_THEY_ARE;
    if (h->cause == PLUMB_CAUSE_MULTIPLE) /* other sinks in some heads */
        return p->op.sink != PLUMB_SINK_NONE && region->product && queries;
    return all && ((h->cause == PLUMB_CAUSE_BIAS && queries) ||
                   (h->cause == PLUMB_CAUSE_TILTS && h->tilts->all && (queries || nearly_all)));
}

/* Whether the words say in which heads, entries or queries. */
static bool says_where(const plumb_hypothesis *h) {
    return h->cause == PLUMB_CAUSE_FACTORS && h->factors->apart;
}

/* No kernel weighs a key below 0 in one row and a thousand times too much in another; nor below 0 at all, where places
   may be told. */
static bool is_nonsense(const plumb_inquiry *q, const plumb_hypothesis *h, const plumb_sweep *sweep) {
    return h->cause == PLUMB_CAUSE_BLOCK && isnan(h->block.numerator) && sweep->least[0] < 0 &&
           (sweep->most[0] > 1000 || (q->failures->no_convention && sweep->least[0] < -PLUMB_NOTHING));
}

static bool is_told(const plumb_inquiry *q, const plumb_hypothesis *h, const plumb_sweep *sweep,
                    const plumb_region *region) {
    bool few = sweep->rows < LEAST_ROWS;
    if (sweep->rows == 0 || !(sweep->evidence >= LEAST_EVIDENCE) || (few && plumb_hypothesis_freedom(h) > 0) ||
        (double)sweep->explained < LEAST_PART * (double)q->failed || is_nonsense(q, h, sweep) ||
        (h->free > 0 && !q->failures->no_convention))
        return false;
    /* one tile alone is a block of keys, or what another mask would hide or show */
    if (h->cause == PLUMB_CAUSE_TILES && !(sweep->most[0] > sweep->least[0]))
        return false;
    bool breaks = memchr(sweep->state, PLUMB_ROW_BROKEN, q->rows) != NULL;
    if (is_convention(&q->judged->problem, h, region, breaks))
        return q->failures->no_convention && h->cause == PLUMB_CAUSE_TILTS && h->tilts->by_head &&
               part_of(q, sweep) >= NEARLY_ALL;
    /* what is said group by group is said of all their rows */
    if (says_where(h) && breaks)
        return false;
    if (part_of(q, sweep) >= MOST_PART)
        return true;
    /* what is done to keys is done for all queries of a head, or for those of a tile that alone fail */
    bool of_rows =
        h->cause <= PLUMB_CAUSE_FACTOR || h->cause == PLUMB_CAUSE_REACH || h->cause == PLUMB_CAUSE_TRANSFER;
    return region->product && (of_rows ? region->unexplained : region->beside) == 0 && !few;
}

static void tell(const plumb_inquiry *q, const plumb_hypothesis *h, const plumb_sweep *sweep,
                 const plumb_region *region, const unsigned char *column, plumb_inferences *inferences) {
    plumb_inference *told = &inferences->list[inferences->count++];
    told->cause = plumb_cause_name(h->cause);
    plumb_hypothesis_say(&q->judged->problem, h, sweep, told->says, sizeof told->says);
    told->where[0] = 0;
    if (!says_where(h))
        plumb_region_say(region, told->where, sizeof told->where);
    plumb_say_set("column", "columns", column, q->width, told->where, sizeof told->where);
    told->explains = sweep->explained;
    told->rows = sweep->rows;
    told->fitted = plumb_hypothesis_fitted(h) > 0;
    told->place = h->free > 0;
    inferences->explained += told->place ? 0 : sweep->explained;
}

/* ---- the best of what was formed ---- */

/* What misfits nearly alike is alike: the order in which threads add must not decide. */
#define CLEARLY 0.9

typedef struct {
    unsigned char *state[2]; /* [rows] of the best, and room for another */
    plumb_hypothesis hypothesis;
    plumb_sweep sweep; /* its state is state[0] */
    bool any, plain;   /* it holds for all queries from one to another */
    unsigned char *column; /* [width] of which it is told */
    size_t *map;           /* its own: those of the inquiry are used again */
} best_so_far;

static size_t length_of_map(const plumb_problem *p, const plumb_hypothesis *h) {
    return h->map == NULL                     ? 0
           : h->cause == PLUMB_CAUSE_COLUMNS  ? p->value_dim
           : h->cause == PLUMB_CAUSE_TRANSFER ? p->key_length
                                              : p->batch * p->query_heads;
}

static void keep_best(const plumb_problem *p, const plumb_hypothesis *h, best_so_far *best) {
    size_t length = length_of_map(p, h);
    best->hypothesis = *h;
    if (length == 0)
        return;
    memcpy(best->map, h->map, length * sizeof *best->map);
    best->hypothesis.map = best->map;
}

/* Less freedom first, unless it explains less; then what is told without exceptions. */
static bool is_better(const plumb_hypothesis *h, const plumb_sweep *sweep, const plumb_region *region,
                      const best_so_far *best) {
    double of_this = (double)sweep->explained, of_best = (double)best->sweep.explained;
    size_t freedom = plumb_hypothesis_freedom(h), best_freedom = plumb_hypothesis_freedom(&best->hypothesis);
    if (!best->any)
        return true;
    const plumb_hypothesis *freer = freedom > best_freedom ? h : &best->hypothesis;
    double least = plumb_hypothesis_fitted(freer) > 0 || region->range != best->plain ? MOST_PART : NEARLY_ALL;
    if (of_this < least * of_best || of_best < least * of_this)
        return of_this > of_best;
    if (freedom != best_freedom)
        return freedom < best_freedom;
    return region->range != best->plain ? region->range : sweep->misfit < CLEARLY * best->sweep.misfit;
}

static int find_region(const plumb_inquiry *q, const unsigned char *state, plumb_region *region) {
    return plumb_region_find(&q->judged->problem, state, q->failures->suspected, region);
}

static int try_one(plumb_inquiry *q, const plumb_hypothesis *h, best_so_far *best) {
    plumb_sweep sweep = {.state = best->state[1]};
    plumb_region region;
    bool hopeless;
    if (plumb_sweep_few(q, h, &sweep, &hopeless) != 0)
        return -1;
    if (hopeless)
        return 0;
    if (plumb_sweep_rows(q, h, &sweep) != 0 || find_region(q, sweep.state, &region) != 0)
        return -1;
    if (!plumb_inquiry_is_late(q) && is_told(q, h, &sweep, &region) && is_better(h, &sweep, &region, best)) {
        best->state[1] = best->state[0];
        best->state[0] = sweep.state;
        best->sweep = sweep;
        keep_best(&q->judged->problem, h, best);
        best->any = true;
        best->plain = region.range;
    }
    plumb_region_free(&region);
    return 0;
}

/* Of a few keys among thousands the numbers may not tell whether both sums have them; if not, both are meant. */
static int try_in_both(plumb_inquiry *q, const plumb_hypothesis *h, best_so_far *best) {
    plumb_hypothesis both = *h;
    bool differs = h->block.numerator != h->block.denominator;
    both.block.numerator = both.block.denominator =
        h->block.numerator == 1 ? h->block.denominator : h->block.numerator;
    bool asked = differs && h->cause == PLUMB_CAUSE_BLOCK && plumb_hypothesis_fitted(h) == 0;
    return asked ? try_one(q, &both, best) : 0;
}

/* A key of zeros has the weight of a score of 0, which may be next to none: then it is missing. */
static int try_missing(plumb_inquiry *q, const plumb_hypothesis *h, best_so_far *best) {
    if (h->cause != PLUMB_CAUSE_PAGE || h->variant != PLUMB_PAGE_ZERO)
        return 0;
    const plumb_hypothesis missing = {.cause = PLUMB_CAUSE_BLOCK, .block = {h->from, h->to, 0, 0}};
    return try_one(q, &missing, best);
}

/* ---- columns ---- */

/* Whether it is as true of these columns as of those that fail. */
static int holds_in(plumb_inquiry *q, unsigned char *column, const best_so_far *best, bool *holds) {
    plumb_sweep sweep = {.state = best->state[1]};
    unsigned char *failing = q->column;
    q->column = column;
    int result = plumb_sweep_rows(q, &best->hypothesis, &sweep);
    q->column = failing;
    *holds = memcmp(sweep.state, best->state[0], q->rows) == 0;
    return result;
}

/* Numbers that are nearly right by chance do not fail: columns are told apart only where those that do not fail
   contradict, all of them or those between others that do. */
static int choose_columns(plumb_inquiry *q, const best_so_far *best) {
    const unsigned char *first = memchr(q->column, 1, q->width);
    size_t from = (size_t)(first - q->column), end = q->width;
    bool holds = memchr(q->column, 0, q->width) == NULL;
    while (!q->column[end - 1])
        end--;
    memset(best->column, 1, q->width);
    if (!holds && holds_in(q, best->column, best, &holds) != 0)
        return -1;
    if (holds)
        return 0;
    memset(best->column, 0, q->width);
    memset(best->column + from, 1, end - from);
    if (holds_in(q, best->column, best, &holds) != 0)
        return -1;
    if (!holds)
        memcpy(best->column, q->column, q->width);
    return 0;
}

/* ---- what is formed ---- */

static bool is_enough(const plumb_inquiry *q, const best_so_far *best) {
    return best->any && plumb_hypothesis_fitted(&best->hypothesis) == 0 && part_of(q, &best->sweep) >= NEARLY_ALL;
}

/* The cheap ones first.  From so many keys on a list costs more than a search, which goes through the keys once. */
enum { LONG = 1024 };

static int find_best(plumb_inquiry *q, best_so_far *best) {
    static plumb_former *const of_short[] = {
        plumb_form_outputs, plumb_form_copies, plumb_form_columns, plumb_form_heads, plumb_form_keys_as_values,
        plumb_form_blocks, plumb_form_merges, plumb_form_listed, plumb_form_shown, plumb_form_zeros, plumb_form_bias,
        plumb_form_sinks, plumb_form_caps, plumb_form_cut, plumb_form_pages, plumb_form_queries, plumb_form_sums,
        plumb_form_masks, plumb_form_moved_keys, plumb_form_shifted, plumb_form_exponential, plumb_form_positions,
        plumb_form_factors, plumb_form_reach, plumb_form_runs, plumb_form_descales, plumb_form_layouts,
        plumb_form_vectors, plumb_form_places, plumb_form_tilts, plumb_form_sources, plumb_form_transfer,
        plumb_form_distances, plumb_form_scaled_columns, plumb_form_crossed, plumb_form_parts, plumb_form_values,
        plumb_form_offsets, plumb_form_slots, plumb_form_rows, plumb_form_each, plumb_form_free};
    static plumb_former *const of_long[] = {
        plumb_form_outputs, plumb_form_copies, plumb_form_columns, plumb_form_blocks, plumb_form_shown,
        plumb_form_factors, plumb_form_zeros, plumb_form_bias, plumb_form_shifted, plumb_form_listed,
        plumb_form_merges, plumb_form_runs, plumb_form_heads, plumb_form_keys_as_values, plumb_form_sinks,
        plumb_form_caps, plumb_form_descales, plumb_form_sources, plumb_form_transfer, plumb_form_pages,
        plumb_form_layouts, plumb_form_vectors, plumb_form_cut, plumb_form_queries, plumb_form_sums, plumb_form_masks,
        plumb_form_moved_keys, plumb_form_exponential, plumb_form_reach, plumb_form_places, plumb_form_tilts,
        plumb_form_distances, plumb_form_scaled_columns, plumb_form_crossed, plumb_form_parts, plumb_form_values,
        plumb_form_offsets, plumb_form_slots, plumb_form_positions, plumb_form_rows, plumb_form_each, plumb_form_free};
    plumb_former *const *formers = q->judged->problem.key_length < LONG ? of_short : of_long;
    for (size_t i = 0; i < sizeof of_short / sizeof *of_short && !is_enough(q, best); i++) {
        plumb_hypotheses kept = {.count = 0};
        if (plumb_inquiry_is_late(q))
            return 0;
        if (formers[i](q, &kept) != 0)
            return -1;
        for (size_t k = 0; k < kept.count && !(is_enough(q, best) && best->plain) && !plumb_inquiry_is_late(q); k++)
            if (try_in_both(q, &kept.list[k], best) != 0 || try_missing(q, &kept.list[k], best) != 0 ||
                try_one(q, &kept.list[k], best) != 0)
                return -1;
    }
    return 0;
}

static int tell_best(plumb_inquiry *q, const best_so_far *best, plumb_inferences *inferences) {
    plumb_region region;
    if (choose_columns(q, best) != 0 || find_region(q, best->sweep.state, &region) != 0)
        return -1;
    tell(q, &best->hypothesis, &best->sweep, &region, best->column, inferences);
    plumb_region_free(&region);
    for (size_t row = 0; row < q->rows; row++)
        if (best->sweep.state[row] == PLUMB_ROW_EXPLAINED)
            q->failing[row] = 0;
    return 0;
}

/* Returns 1 if something is told, 0 if not, -1. */
static int infer_one(plumb_inquiry *q, unsigned char *workspace, size_t *map, plumb_inferences *inferences) {
    best_so_far best = {.state = {workspace, workspace + q->rows}, .column = workspace + 2 * q->rows, .map = map};
    int result = find_best(q, &best);
    return result != 0 || !best.any ? result : tell_best(q, &best, inferences) == 0 ? 1 : -1;
}

/* What only parts are explained of may have another reason, that all of it shares; that nothing was written there is no
   reason, but seen. */
static void forget_parts(plumb_inferences *inferences) {
    size_t kept = 0;
    if ((double)inferences->explained >= MOST_PART * (double)inferences->failed)
        return;
    inferences->explained = 0;
    for (size_t i = 0; i < inferences->count; i++) {
        const plumb_inference told = inferences->list[i];
        if (!told.place && strcmp(told.cause, plumb_cause_name(PLUMB_CAUSE_UNWRITTEN)) != 0)
            continue;
        inferences->explained += told.place ? 0 : told.explains;
        inferences->list[kept++] = told;
    }
    inferences->count = kept;
}

/* Of what is only suspected some is wrong by chance. */
#define MOST_SUSPECTED 0.99

static bool asks_on(const plumb_inquiry *q, const plumb_inferences *inferences) {
    double least = q->failures->suspected ? MOST_SUSPECTED : 1;
    return inferences->count < PLUMB_INFERENCES && still_failing(q) > 0 && !plumb_inquiry_is_late(q) &&
           (double)inferences->explained < least * (double)q->failed;
}

static int infer(plumb_inquiry *q, plumb_inferences *inferences) {
    const plumb_problem *p = &q->judged->problem;
    plumb_workspace memory = {.short_of_memory = false};
    unsigned char *workspace = plumb_workspace_take(&memory, 2 * q->rows + q->width + 1, 1);
    size_t *map = plumb_workspace_take(&memory, p->key_length + p->batch * p->query_heads + q->width, sizeof *map);
    int told = memory.short_of_memory ? -1 : 1;
    while (told == 1 && asks_on(q, inferences)) {
        told = inferences->count > 0 ? plumb_inquiry_sample(q) : 0;
        if (told == 0)
            told = infer_one(q, workspace, map, inferences);
    }
    plumb_workspace_free(&memory);
    told = told >= 0 && q->failed > 0 ? plumb_infer_dropout(q, inferences) : told;
    inferences->unfinished = plumb_inquiry_is_late(q) && inferences->explained < q->failed && still_failing(q) > 0;
    forget_parts(inferences);
    return told < 0 ? -1 : 0;
}

int plumb_infer(const plumb_case *judged, const plumb_precision *precision, const plumb_infer_failures *failures,
                plumb_infer_time time, int threads, plumb_inferences *inferences, plumb_error *error) {
    plumb_inquiry inquiry;
    *inferences = (plumb_inferences){.suspected = failures->suspected};
    /* an output that is rotated back does not show what its values are */
    if (!judged->output.present || plumb_rotates_output(&judged->problem.position))
        return 0;
    plumb_fail(error, "%s: not enough memory to infer what the engine did", judged->source);
    int result = plumb_inquiry_begin(&inquiry, judged, precision, failures, time, threads, error);
    inferences->failed = inquiry.failed;
    if (result == 0)
        result = infer(&inquiry, inferences);
    plumb_inquiry_end(&inquiry);
    return result;
}
