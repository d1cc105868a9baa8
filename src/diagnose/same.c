/* Masks alone are compared by the keys that they show.  Otherwise both cases are evaluated side by side on the rows of
   the probe, then on all rows, until an element differs.  Kernel balls that do not meet prove a difference.  Balls that
   meet prove nothing unless both are narrow, so wide ones, and all of the first four rows, are compared in Arb: two
   numbers are the same if they agree to 2^-48 of themselves or of their tensor's unit. */
#include "diagnose/same.h"
#include "judge/judge.h"
#include "diagnose/shown.h"
#include "exact/visible.h"
#include "thread/workers.h"
#include <math.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* So many rows are compared by the reference. */
enum { REFERENCE_ROWS = 4 };

/* Numbers so close, seen relative to themselves or to the unit of their tensor, are the same: a
   parameter that a case states in 17 decimal digits is no closer to the real number that another
   convention computes. */
#define CLOSE 0x1p-48

/* ---- masks ---- */

/* Numbers of positions count from the offset, or from what a mask of a cache has kept. */
static bool positions_follow_masks(const plumb_problem *a, const plumb_problem *b) {
    bool differ = a->causal.offset != b->causal.offset || a->mask.entry_offset != b->mask.entry_offset;
    return a->position.kind != PLUMB_POSITION_NONE && (differ || a->mask.in_cache || b->mask.in_cache);
}

static bool only_masks_differ(const plumb_case *a, const plumb_case *b) {
    plumb_case masked;
    memcpy(&masked, a, sizeof masked);
    memcpy(&masked.problem.mask, &b->problem.mask, sizeof masked.problem.mask);
    memcpy(&masked.problem.causal, &b->problem.causal, sizeof masked.problem.causal);
    return memcmp(&masked, b, sizeof masked) == 0 && !positions_follow_masks(&a->problem, &b->problem);
}

bool plumb_hides_same(const plumb_case *a, const plumb_case *b) {
    return only_masks_differ(a, b) && plumb_shows_same(&a->problem, &b->problem);
}

/* ---- numbers ---- */

static bool same_claim(const plumb_claim *a, const plumb_claim *b) {
    if (a->present != b->present || a->format != b->format || a->count != b->count)
        return false;
    return !a->present || a->value == b->value || memcmp(a->value, b->value, a->count * sizeof *a->value) == 0;
}

static bool same_claims(const plumb_case *a, const plumb_case *b) {
    bool same = true;
    for (int q = 0; q < PLUMB_QUANTITIES; q++)
        same = same && same_claim(plumb_claim_of(a, (plumb_quantity)q), plumb_claim_of(b, (plumb_quantity)q));
    return same && a->problem.key_length == b->problem.key_length && a->problem.value_dim == b->problem.value_dim;
}

typedef struct {
    plumb_judge of[2];
    size_t value_head; /* that `largest` is the largest value of; SIZE_MAX: none yet */
    double largest;
} judge_pair;

static int begin(judge_pair *judges, const plumb_case *a, const plumb_case *b, const plumb_precision *precision) {
    const plumb_case *const cases[2] = {a, b};
    judges->value_head = SIZE_MAX;
    for (int i = 0; i < 2; i++) {
        plumb_expected_level unmeasured = plumb_expected_level_unmeasured();
        if (plumb_judge_init(&judges->of[i], &cases[i]->problem, precision, unmeasured, 1) != 0) {
            if (i == 1)
                plumb_judge_free(&judges->of[0]);
            return -1;
        }
        judges->of[i].rows.row.without_lse = !a->lse.present;
    }
    return 0;
}

static void end(judge_pair *judges) {
    for (int i = 0; i < 2; i++)
        plumb_judge_free(&judges->of[i]);
}

/* Whether the element is given by definition, and its value. */
static bool is_defined(const plumb_judge *judge, plumb_quantity quantity, size_t column, double *value) {
    return plumb_exact_by_definition(judge->problem, judge->b, judge->h, judge->t, judge->sees_any, quantity, column,
                                     value);
}

static double largest_value(const plumb_judge *judge) {
    const plumb_problem *problem = judge->problem;
    double largest = 0;
    for (size_t i = 0; i < problem->key_length; i++) {
        const double *value = plumb_exact_value(problem, judge->b, judge->h, i);
        for (size_t c = 0; c < problem->value_dim; c++)
            largest = isfinite(value[c]) ? fmax(largest, fabs(value[c])) : largest;
    }
    return largest;
}

/* Of weights, scores and log-sum-exps 1; of outputs the largest value of the head that is read. */
static double unit_of(judge_pair *judges, plumb_quantity quantity) {
    const plumb_judge *judge = &judges->of[0];
    size_t head = judge->b * judge->problem->query_heads + judge->h;
    if (quantity != PLUMB_OUTPUT)
        return 1;
    if (head != judges->value_head)
        judges->largest = largest_value(judge);
    judges->value_head = head;
    return judges->largest;
}

/* Whether the kernels' enclosure is narrow enough to tell conventions apart by. */
static bool tells(plumb_ball ball, double unit) {
    return ball.rad <= 0x1p-40 * fmax(unit, fabs(ball.mid));
}

static bool balls_meet(plumb_ball a, plumb_ball b, double unit) {
    double close = CLOSE * fmax(unit, fabs(a.mid));
    return isfinite(a.rad) && isfinite(b.rad) && fabs(a.mid - b.mid) <= a.rad + b.rad + close;
}

/* Whether no two numbers of the enclosures are farther apart than that. */
static bool are_close(arb_srcptr a, arb_srcptr b, double unit) {
    arb_t apart, close, least;
    arb_init(apart);
    arb_init(close);
    arb_init(least);
    arb_set_d(least, unit);
    arb_abs(close, a);
    arb_max(close, close, least, PLUMB_REFERENCE_FIRST);
    arb_set_d(least, CLOSE);
    arb_mul(close, close, least, PLUMB_REFERENCE_FIRST);
    arb_sub(apart, a, b, PLUMB_REFERENCE_FIRST);
    arb_abs(apart, apart);
    bool known = arb_le(apart, close);
    arb_clear(apart);
    arb_clear(close);
    arb_clear(least);
    return known;
}

static bool references_meet(judge_pair *judges, plumb_quantity quantity, size_t column, double unit) {
    arb_srcptr x[2];
    for (int i = 0; i < 2; i++) {
        plumb_judge *judge = &judges->of[i];
        x[i] = plumb_reference_element(&judge->reference, judge->b, judge->h, judge->t, quantity, column,
                                       PLUMB_REFERENCE_FIRST);
    }
    return are_close(x[0], x[1], unit);
}

static bool same_element(judge_pair *judges, plumb_quantity quantity, size_t column, double unit, bool by_reference) {
    double value[2] = {0, 0};
    bool defined = is_defined(&judges->of[0], quantity, column, &value[0]);
    if (defined != is_defined(&judges->of[1], quantity, column, &value[1]))
        return false;
    if (defined)
        return value[0] == value[1] || (isnan(value[0]) && isnan(value[1]));
    plumb_ball a = plumb_row_ball(&judges->of[0].rows.row, quantity, column);
    plumb_ball b = plumb_row_ball(&judges->of[1].rows.row, quantity, column);
    if (!balls_meet(a, b, unit))
        return false;
    return (!by_reference && tells(a, unit) && tells(b, unit)) || references_meet(judges, quantity, column, unit);
}

static bool same_row(judge_pair *judges, const plumb_case *a, size_t row, bool by_reference) {
    plumb_row_place at = plumb_place_of_row(&a->problem, row);
    for (int i = 0; i < 2; i++) {
        plumb_judge_row(&judges->of[i], at.b, at.h, at.t);
        if (!judges->of[i].finite.keys)
            return false;
    }
    for (int q = 0; q < PLUMB_QUANTITIES; q++) {
        plumb_quantity quantity = (plumb_quantity)q;
        size_t width = plumb_claim_of(a, quantity)->present ? plumb_quantity_width(quantity, &a->problem) : 0;
        double unit = width > 0 ? unit_of(judges, quantity) : 0;
        for (size_t column = 0; column < width; column++)
            if (!same_element(judges, quantity, column, unit, by_reference))
                return false;
    }
    return true;
}

/* The first rows of the probe, where most differences show. */
static int same_probe(const plumb_case *a, const plumb_case *b, const plumb_precision *precision,
                      const plumb_probe *probe, bool *same) {
    judge_pair judges;
    if (begin(&judges, a, b, precision) != 0)
        return -1;
    *same = true;
    for (size_t i = 0; i < probe->rows && *same; i++)
        *same = same_row(&judges, a, probe->row[i], i < REFERENCE_ROWS);
    end(&judges);
    return 0;
}

typedef struct {
    const plumb_case *a, *b;
    const plumb_precision *precision;
    atomic_bool differ, short_of_memory;
} numbers;

/* One thread's share of all rows. */
static void compare_rows(plumb_workers *workers, void *context) {
    numbers *all = context;
    judge_pair judges;
    if (begin(&judges, all->a, all->b, all->precision) != 0) {
        all->short_of_memory = true;
        return;
    }
    for (size_t row; !all->differ && plumb_workers_take(workers, &row);)
        if (!same_row(&judges, all->a, row, false))
            all->differ = true;
    end(&judges);
}

int plumb_asks_same(const plumb_case *a, const plumb_case *b, const plumb_precision *precision,
                    const plumb_probe *probe, int threads, bool *same, plumb_error *error) {
    numbers all = {.a = a, .b = b, .precision = precision};
    *same = false;
    if (!same_claims(a, b))
        return 0;
    if (same_probe(a, b, precision, probe, same) != 0)
        return -1;
    if (!*same)
        return 0;
    if (plumb_workers_run(threads, plumb_rows_of(&a->problem), compare_rows, &all, error) != 0)
        return -1;
    *same = !all.differ && !all.short_of_memory;
    return all.short_of_memory ? -1 : 0;
}
