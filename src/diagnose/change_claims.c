/* change_claims.c - an engine's tensor that holds something else, such as weights before their division, is repaired:
   the inverse of the mistake, with the row's largest score M, its key's weight 1/Z and the scale, makes of each number
   what it would have been.  The repaired tensor then replaces the engine's and is judged as usual.  A sample of rows is
   repaired first: where it does not come near the right numbers, the change does not apply, which saves most of the
   work. */
#include "bundle/rows.h"
#include "diagnose/change.h"
#include "diagnose/changes.h"
#include "diagnose/findings.h"
#include "diagnose/fit.h"
#include "diagnose/gather.h"
#include "diagnose/shown.h"
#include "exact/quantity.h"
#include "exact/visible.h"
#include "row/largest_key.h"
#include <math.h>

static plumb_claim *claim_in(plumb_case *changed, plumb_quantity quantity) {
    plumb_claim *const claims[] = {[PLUMB_OUTPUT] = &changed->output,
                                   [PLUMB_WEIGHTS] = &changed->weights,
                                   [PLUMB_SCORES] = &changed->scores,
                                   [PLUMB_LSE] = &changed->lse};
    return claims[quantity];
}

static plumb_quantity quantity_of(plumb_holding what) {
    if (what <= PLUMB_WEIGHTS_ARE_SCORES)
        return PLUMB_WEIGHTS;
    if (what <= PLUMB_SCORES_UNBIASED)
        return PLUMB_SCORES;
    return what <= PLUMB_LSE_UNSCALED_MAXIMUM ? PLUMB_LSE : PLUMB_OUTPUT;
}

/* What of a row the changes need. */
typedef struct {
    const plumb_problem *problem;
    const plumb_row *row;
    size_t b, h, t;
    double scale, largest, share; /* M; the weight of its key, 1/Z */
    double keys, number;          /* how many are visible; what the change knows besides */
} row_facts;

/* False of a row without keys. */
static bool find_largest(row_facts *facts) {
    size_t keys = facts->problem->key_length, most = plumb_row_largest_key(facts->row, keys);
    facts->keys = 0;
    for (size_t j = 0; j < keys; j++)
        facts->keys += facts->row->visible[j] != 0;
    if (most == keys)
        return false;
    facts->largest = facts->row->score[most].mid;
    facts->share = facts->row->weight[most].mid;
    return facts->share > 0;
}

static double cap(const plumb_operator *op, double x) {
    return op->softcap > 0 ? op->softcap * tanh(x / op->softcap) : x;
}

static double bias_of(const row_facts *f, size_t j) {
    const double *first = plumb_exact_key0_bias(f->problem, f->h, j);
    return plumb_bias_at(f->problem, f->b, f->h, f->t, j) + (first == NULL ? 0 : *first);
}

/* The score from s q.k. */
static double finished(const row_facts *f, size_t j, double x) {
    const plumb_operator *op = &f->problem->op;
    if (op->softcap_order == PLUMB_CAP_BIAS_MASK)
        return cap(op, x) + bias_of(f, j);
    return cap(op, x + bias_of(f, j));
}

static double score(const row_facts *f, plumb_holding what, size_t j, double x) {
    const plumb_operator *op = &f->problem->op;
    switch (what) {
    case PLUMB_SCORES_ARE_WEIGHTS:
        return log(x) + f->largest - log(f->share);
    case PLUMB_SCORES_UNSCALED:
        return finished(f, j, x * f->scale);
    case PLUMB_SCORES_UNCAPPED:
        return finished(f, j, x);
    case PLUMB_SCORES_UNBIASED:
    default:
        return op->softcap_order == PLUMB_CAP_BIAS_MASK ? x + bias_of(f, j) : cap(op, x);
    }
}

/* What the element would be, of what it is. */
static double repaired(const row_facts *f, plumb_holding what, size_t column, double x) {
    switch (what) {
    case PLUMB_WEIGHTS_UNDIVIDED:
    case PLUMB_OUTPUT_UNDIVIDED:
        return x * f->share;
    case PLUMB_WEIGHTS_ARE_SCORES:
        return f->row->visible[column] ? exp(x - f->largest) * f->share : 0;
    case PLUMB_LSE_WITHOUT_MAXIMUM:
        return x + f->largest;
    case PLUMB_LSE_IS_MAXIMUM:
        return x + (f->row->lse.mid - f->largest);
    case PLUMB_LSE_IS_SUM:
        return log(x) + f->largest;
    case PLUMB_LSE_UNSCALED_MAXIMUM:
        /* what products err by is not multiplied by the scale, either */
        return f->row->lse.mid + f->scale * (x - f->largest / f->scale - (f->row->lse.mid - f->largest));
    case PLUMB_LSE_UNLOGGED:
        return log(x - f->largest) + f->largest;
    case PLUMB_OUTPUT_DIVIDED_TWICE:
        return x / f->share;
    case PLUMB_OUTPUT_OVER_COUNT:
        return x * f->keys;
    case PLUMB_OUTPUT_BY_COUNT:
        return x * f->keys * f->share;
    case PLUMB_OUTPUT_BY_ROOT:
        return x * sqrt(f->share);
    case PLUMB_OUTPUT_EPSILON:
        return x * (1 + f->number * f->share);
    case PLUMB_OUTPUT_EPSILON_AT_0:
        return x * (1 + f->number * exp(-f->largest) * f->share);
    default:
        return f->row->visible[column] ? score(f, what, column, x) : x;
    }
}

/* Whether the formulas above are those of its problem. */
bool plumb_may_hold(const plumb_case *c, plumb_holding what) {
    const plumb_problem *p = &c->problem;
    bool added = plumb_position_adds_bias(p->position.kind) || p->position.kind == PLUMB_POSITION_SHAW;
    bool biased = p->extra.bias != NULL || p->op.sink == PLUMB_SINK_KEY0_BIAS;
    bool softmax = p->op.kind == PLUMB_SOFTMAX;
    switch (what) {
    case PLUMB_WEIGHTS_UNDIVIDED:
    case PLUMB_WEIGHTS_ARE_SCORES:
        return c->weights.present && softmax;
    case PLUMB_SCORES_ARE_WEIGHTS:
        return c->scores.present && softmax;
    case PLUMB_SCORES_UNSCALED:
        return c->scores.present && !added;
    case PLUMB_SCORES_UNCAPPED:
        return c->scores.present && !added && (biased || p->op.softcap > 0);
    case PLUMB_SCORES_UNBIASED:
        return c->scores.present && !added && biased && p->op.softcap > 0;
    case PLUMB_OUTPUT_UNDIVIDED:
    case PLUMB_OUTPUT_DIVIDED_TWICE:
    case PLUMB_OUTPUT_OVER_COUNT:
    case PLUMB_OUTPUT_BY_COUNT:
    case PLUMB_OUTPUT_BY_ROOT:
    case PLUMB_OUTPUT_EPSILON:
    case PLUMB_OUTPUT_EPSILON_AT_0:
        return c->output.present && softmax && p->extra.value_bias == NULL;
    default:
        return c->lse.present && softmax && !p->op.sink_outside_lse;
    }
}

/* Row n of the problem, evaluated. */
static row_facts evaluate(plumb_rows *rows, size_t n, double number) {
    const plumb_row *row = plumb_rows_number(rows, n);
    plumb_row_place at = plumb_place_of_row(rows->problem, n);
    return (row_facts){rows->problem, row, at.b, at.h, at.t, rows->scale.mid, 0, 1, 0, number};
}

static void repair_row(row_facts *facts, plumb_holding what, const double *from, double *to, size_t width) {
    bool known = find_largest(facts);
    for (size_t column = 0; column < width; column++)
        to[column] = known ? repaired(facts, what, column, from[column]) : from[column];
}

/* Squares of what repaired numbers of a row differ from the right ones, and of these. */
typedef struct {
    double wrong, right;
} squares;

static void compare_row(row_facts *facts, plumb_holding what, const double *from, squares *sums) {
    plumb_quantity quantity = quantity_of(what);
    size_t width = plumb_quantity_width(quantity, facts->problem);
    if (!find_largest(facts))
        return;
    for (size_t column = 0; column < width; column++) {
        double right = plumb_row_ball(facts->row, quantity, column).mid;
        double wrong = repaired(facts, what, column, from[column]) - right;
        bool seen = quantity != PLUMB_SCORES || facts->row->visible[column];
        if (!seen || !isfinite(right) || !isfinite(wrong))
            continue;
        sums->wrong += wrong * wrong;
        sums->right += right * right;
    }
}

/* Whether repaired numbers come near the right ones at all, in so many rows: to repair a whole
   tensor takes as long as to judge it.  Not the first of each part, which may be a head's first query and see one key
   alone.  -1 if memory is short. */
enum { SAMPLE = 16 };

static int is_plausible(const plumb_problem *p, plumb_holding what, double number, const plumb_claim *claim) {
    size_t rows = plumb_rows_of(p), step = rows / plumb_fit_rows(p, SAMPLE);
    size_t width = plumb_quantity_width(quantity_of(what), p);
    squares sums = {0, 0};
    plumb_rows some;
    if (plumb_rows_init(&some, p, 1, PLUMB_KEEP_ALL) != 0)
        return -1;
    some.row.without_lse = quantity_of(what) != PLUMB_LSE;
    for (size_t n = step / 2; n < rows; n += step) {
        row_facts facts = evaluate(&some, n, number);
        compare_row(&facts, what, claim->value + n * width, &sums);
    }
    plumb_rows_free(&some);
    return sums.wrong <= sums.right / 16;
}

static double *repair(plumb_storage *storage, const plumb_problem *p, plumb_holding what, double number,
                      const plumb_claim *claim) {
    size_t rows = plumb_rows_of(p);
    size_t width = plumb_quantity_width(quantity_of(what), p);
    plumb_rows all;
    double *value = plumb_storage_take(storage, claim->count, sizeof *value);
    if (value == NULL || plumb_rows_init(&all, p, PLUMB_BUNDLE_ROWS, PLUMB_KEEP_ALL) != 0)
        return NULL;
    all.row.without_lse = what != PLUMB_LSE_IS_MAXIMUM && what != PLUMB_LSE_UNSCALED_MAXIMUM;
    for (size_t n = 0; n < rows; n++) {
        row_facts facts = evaluate(&all, n, number);
        repair_row(&facts, what, claim->value + n * width, value + n * width, width);
    }
    plumb_rows_free(&all);
    return value;
}

int plumb_hold(const plumb_making *m) {
    plumb_holding what = (plumb_holding)m->by->integer;
    plumb_claim *claim = claim_in(m->changed, quantity_of(what));
    double scale = plumb_change_scale(m->p);
    bool of_scale = what == PLUMB_LSE_UNSCALED_MAXIMUM || what == PLUMB_SCORES_UNSCALED;
    if (!plumb_may_hold(m->changed, what) || (of_scale && (scale == 0 || scale == 1)))
        return 0;
    int plausible = is_plausible(m->p, what, m->by->number, claim);
    if (plausible != 1)
        return plausible;
    double *value = repair(m->storage, m->p, what, m->by->number, claim);
    if (value == NULL)
        return -1;
    if (plumb_same_numbers(value, claim->value, claim->count))
        return 0;
    claim->value = value;
    return 1;
}
