/* neighbours_claims_rows.c - numbers that lack what the row as a whole would have made of them: the
   division by a sum, the maximum, the softcap.  The kernels evaluate the row. */
#include "row/evaluate.h"
#include "diagnose/change.h"
#include "diagnose/fit.h"
#include "diagnose/gather.h"
#include "diagnose/neighbours_claims.h"
#include "diagnose/shown.h"
#include "exact/visible.h"
#include <math.h>

/* What stands where; M is the largest score, Z the sum of e^{x_j - M} and of a sink's. */
typedef enum {
    WEIGHTS_UNDIVIDED, /* e^{x_j - M} */
    WEIGHTS_ARE_SCORES,
    SCORES_ARE_WEIGHTS,
    SCORES_UNSCALED,      /* q.k, neither capped nor biased */
    SCORES_UNCAPPED,      /* s q.k, neither capped nor biased */
    SCORES_UNBIASED,      /* before what is added last */
    LSE_WITHOUT_MAXIMUM,  /* log Z */
    LSE_IS_MAXIMUM,       /* M */
    LSE_IS_SUM,           /* Z */
    LSE_UNSCALED_MAXIMUM, /* M / s + log Z */
    OUTPUT_UNDIVIDED,     /* sum e^{x_j - M} v_j */
    OUTPUT_DIVIDED_TWICE  /* by Z */
} holding;

static plumb_quantity quantity_of(holding what) {
    if (what <= WEIGHTS_ARE_SCORES)
        return PLUMB_WEIGHTS;
    if (what <= SCORES_UNBIASED)
        return PLUMB_SCORES;
    return what <= LSE_UNSCALED_MAXIMUM ? PLUMB_LSE : PLUMB_OUTPUT;
}

/* What of a row the changes need. */
typedef struct {
    const plumb_problem *problem;
    const plumb_row *row;
    size_t b, h, t;
    double scale, largest, share; /* M; the weight of its key, 1/Z */
} row_facts;

/* False of a row without keys. */
static bool find_largest(row_facts *facts) {
    size_t keys = facts->problem->key_length, most = keys;
    for (size_t j = 0; j < keys; j++)
        if (facts->row->visible[j] &&
            (most == keys || facts->row->score[j].mid > facts->row->score[most].mid))
            most = j;
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

static double score(const row_facts *f, holding what, size_t j, double x) {
    const plumb_operator *op = &f->problem->op;
    switch (what) {
    case SCORES_ARE_WEIGHTS:
        return log(x) + f->largest - log(f->share);
    case SCORES_UNSCALED:
        return finished(f, j, x * f->scale);
    case SCORES_UNCAPPED:
        return finished(f, j, x);
    case SCORES_UNBIASED:
    default:
        return op->softcap_order == PLUMB_CAP_BIAS_MASK ? x + bias_of(f, j) : cap(op, x);
    }
}

/* What the element would be, of what it is. */
static double repaired(const row_facts *f, holding what, size_t column, double x) {
    switch (what) {
    case WEIGHTS_UNDIVIDED:
    case OUTPUT_UNDIVIDED:
        return x * f->share;
    case WEIGHTS_ARE_SCORES:
        return f->row->visible[column] ? exp(x - f->largest) * f->share : 0;
    case LSE_WITHOUT_MAXIMUM:
        return x + f->largest;
    case LSE_IS_MAXIMUM:
        return x + (f->row->lse.mid - f->largest);
    case LSE_IS_SUM:
        return log(x) + f->largest;
    case LSE_UNSCALED_MAXIMUM:
        return x - f->largest / f->scale + f->largest;
    case OUTPUT_DIVIDED_TWICE:
        return x / f->share;
    default:
        return f->row->visible[column] ? score(f, what, column, x) : x;
    }
}

/* Whether the case has that tensor, and the formulas above are those of its problem. */
static bool may_hold(const plumb_case *c, holding what) {
    const plumb_problem *p = &c->problem;
    bool added =
        plumb_position_adds_bias(p->position.kind) || p->position.kind == PLUMB_POSITION_SHAW;
    bool biased = p->extra.bias != NULL || p->op.sink == PLUMB_SINK_KEY0_BIAS;
    bool softmax = p->op.kind == PLUMB_SOFTMAX;
    switch (what) {
    case WEIGHTS_UNDIVIDED:
    case WEIGHTS_ARE_SCORES:
        return c->weights.present && softmax;
    case SCORES_ARE_WEIGHTS:
        return c->scores.present && softmax;
    case SCORES_UNSCALED:
        return c->scores.present && !added;
    case SCORES_UNCAPPED:
        return c->scores.present && !added && (biased || p->op.softcap > 0);
    case SCORES_UNBIASED:
        return c->scores.present && !added && biased && p->op.softcap > 0;
    case OUTPUT_UNDIVIDED:
    case OUTPUT_DIVIDED_TWICE:
        return c->output.present && softmax && p->extra.value_bias == NULL;
    default:
        return c->lse.present && softmax && !p->op.sink_outside_lse;
    }
}

/* Row n of the problem, evaluated. */
static row_facts evaluate(const plumb_problem *p, plumb_ball scale, size_t n, plumb_row *row) {
    size_t head = n / p->query_length;
    row_facts facts = {
        p, row, head / p->query_heads, head % p->query_heads, n % p->query_length, scale.mid, 0, 1};
    plumb_evaluate_row(p, scale, facts.b, facts.h, facts.t, row);
    return facts;
}

static void repair_row(row_facts *facts, holding what, const double *from, double *to,
                       size_t width) {
    bool known = find_largest(facts);
    for (size_t column = 0; column < width; column++)
        to[column] = known ? repaired(facts, what, column, from[column]) : from[column];
}

/* Squares of what repaired numbers of a row differ from the right ones, and of these. */
typedef struct {
    double wrong, right;
} squares;

static void compare_row(row_facts *facts, holding what, const double *from, squares *sums) {
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
   tensor takes as long as to judge it.  -1 if memory is short. */
enum { SAMPLE = 16 };

static int is_plausible(const plumb_problem *p, holding what, const plumb_claim *claim) {
    size_t rows = plumb_rows_of(p), step = rows / plumb_fit_rows(p, SAMPLE);
    size_t width = plumb_quantity_width(quantity_of(what), p);
    plumb_ball scale = plumb_problem_scale(p);
    squares sums = {0, 0};
    plumb_row row;
    if (plumb_row_init(&row, p) != 0)
        return -1;
    row.without_lse = quantity_of(what) != PLUMB_LSE;
    for (size_t n = 0; n < rows; n += step) {
        row_facts facts = evaluate(p, scale, n, &row);
        compare_row(&facts, what, claim->value + n * width, &sums);
    }
    plumb_row_free(&row);
    return sums.wrong <= sums.right / 16;
}

static double *repair(plumb_storage *storage, const plumb_problem *p, holding what,
                      const plumb_claim *claim) {
    size_t rows = plumb_rows_of(p);
    size_t width = plumb_quantity_width(quantity_of(what), p);
    plumb_ball scale = plumb_problem_scale(p);
    plumb_row row;
    double *value = plumb_storage_take(storage, claim->count, sizeof *value);
    if (value == NULL || plumb_row_init(&row, p) != 0)
        return NULL;
    row.without_lse = what != LSE_IS_MAXIMUM;
    for (size_t n = 0; n < rows; n++) {
        row_facts facts = evaluate(p, scale, n, &row);
        repair_row(&facts, what, claim->value + n * width, value + n * width, width);
    }
    plumb_row_free(&row);
    return value;
}

/* integer: what the tensor holds */
static int hold(const plumb_neighbour *neighbour, plumb_storage *storage, plumb_case *changed) {
    holding what = (holding)neighbour->integer;
    plumb_claim *claim = plumb_claim_in(changed, quantity_of(what));
    double scale = plumb_change_scale(&changed->problem);
    bool of_scale = what == LSE_UNSCALED_MAXIMUM || what == SCORES_UNSCALED;
    if (!may_hold(changed, what) || (of_scale && (scale == 0 || scale == 1)))
        return 0;
    int plausible = is_plausible(&changed->problem, what, claim);
    if (plausible != 1)
        return plausible;
    double *value = repair(storage, &changed->problem, what, claim);
    if (value == NULL)
        return -1;
    if (plumb_same_numbers(value, claim->value, claim->count))
        return 0;
    claim->value = value;
    return 1;
}

static void add(plumb_neighbourhood *list, const plumb_case *stated, holding what, const char *axis,
                const char *does) {
    bool usual = quantity_of(what) != PLUMB_OUTPUT;
    if (may_hold(stated, what))
        plumb_change_add(
            list,
            (plumb_neighbour){.kind = usual ? PLUMB_NEIGHBOUR_CONVENTION : PLUMB_NEIGHBOUR_FAULT,
                              .axis = axis,
                              .change = hold,
                              .integer = what},
            "%s", does);
}

void plumb_neighbours_of_row_claims(const plumb_case *stated, plumb_neighbourhood *neighbourhood) {
    static const char mode[] = "qk_matmul_output_mode";
    plumb_neighbourhood *list = neighbourhood;
    add(list, stated, SCORES_UNCAPPED, mode, "gives scores before softcap and bias");
    add(list, stated, SCORES_UNBIASED, mode, "gives scores after the first of softcap and bias");
    add(list, stated, SCORES_UNSCALED, mode, "gives q.k without the scale for scores");
    add(list, stated, SCORES_ARE_WEIGHTS, mode, "gives weights for scores");
    add(list, stated, WEIGHTS_ARE_SCORES, mode, "gives scores for weights");
    add(list, stated, WEIGHTS_UNDIVIDED, "weights", "does not divide weights by their sum");
    add(list, stated, OUTPUT_UNDIVIDED, "output",
        "does not divide the output by the sum of weights");
    add(list, stated, OUTPUT_DIVIDED_TWICE, "output",
        "divides the output by the sum of weights twice");
    add(list, stated, LSE_WITHOUT_MAXIMUM, "lse", "leaves the maximum out of the log-sum-exp");
    add(list, stated, LSE_IS_MAXIMUM, "lse", "gives the largest score for the log-sum-exp");
    add(list, stated, LSE_IS_SUM, "lse", "gives the sum of exponentials for the log-sum-exp");
    add(list, stated, LSE_UNSCALED_MAXIMUM, "lse",
        "adds the maximum without the scale to the log-sum-exp");
}
