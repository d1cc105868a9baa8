/* neighbours_masks_rows.c - rows that see no key: what engines make of them, and engines that make
   every row one. */
#include "diagnose/change.h"
#include "diagnose/neighbours_masks.h"
#include "diagnose/shown.h"
#include "exact/visible.h"
#include <math.h>

static bool may_be_mean(const plumb_problem *p) {
    return p->op.kind == PLUMB_SOFTMAX && !plumb_sink_adds_logit(p->op.sink) && p->key_length > 0;
}

/* Whether a row is empty: no extra logit takes the attention, and no softcap shows hidden keys. */
static bool has_empty_row(const plumb_problem *p) {
    bool shown = p->op.softcap > 0 && p->op.softcap_order == PLUMB_BIAS_MASK_CAP;
    return !plumb_sink_adds_logit(p->op.sink) && !(shown && p->key_length > 0) &&
           plumb_hides_a_row(p);
}

/* integer: what an empty row becomes */
static int use_empty_row(const plumb_neighbour *neighbour, plumb_storage *storage,
                         plumb_case *changed) {
    plumb_problem *p = &changed->problem;
    plumb_empty_row rule = (plumb_empty_row)neighbour->integer;
    (void)storage;
    if (rule == p->empty_row || (rule == PLUMB_EMPTY_ROW_MEAN && !may_be_mean(p)) ||
        !has_empty_row(p))
        return 0;
    p->empty_row = rule;
    return 1;
}

static int use_other_empty_lse(const plumb_neighbour *neighbour, plumb_storage *storage,
                               plumb_case *changed) {
    plumb_problem *p = &changed->problem;
    (void)neighbour;
    (void)storage;
    if (!changed->lse.present || !plumb_hides_a_row(p) ||
        (plumb_sink_adds_logit(p->op.sink) && !p->op.sink_outside_lse))
        return 0;
    p->empty_lse_positive = !p->empty_lse_positive;
    return 1;
}

static bool hidden(const plumb_problem *p, const void *context, size_t b, size_t h, size_t t,
                   size_t j) {
    (void)p, (void)context, (void)b, (void)h, (void)t, (void)j;
    return false;
}

static int hide_all(const plumb_neighbour *neighbour, plumb_storage *storage, plumb_case *changed) {
    (void)neighbour;
    return plumb_change_allowed(storage, &changed->problem, (plumb_varies){false, false, false},
                                hidden, NULL);
}

/* The problem before the change, and which rows see no key there. */
typedef struct {
    const plumb_problem *problem;
    const unsigned char *empty;
} rows;

static bool is_empty(const rows *r, size_t b, size_t h, size_t t) {
    return r->empty[(b * r->problem->query_heads + h) * r->problem->query_length + t] != 0;
}

static const unsigned char *empty_rows(plumb_storage *storage, const plumb_problem *p) {
    size_t count = plumb_rows_of(p);
    unsigned char *empty = plumb_storage_take(storage, count, 1);
    for (size_t n = 0; empty != NULL && n < count; n++) {
        size_t head = n / p->query_length;
        empty[n] =
            !plumb_sees_a_key(p, head / p->query_heads, head % p->query_heads, n % p->query_length);
    }
    return empty;
}

static bool seen_or_empty(const plumb_problem *p, const void *context, size_t b, size_t h, size_t t,
                          size_t j) {
    const rows *r = context;
    (void)p;
    return is_empty(r, b, h, t) || plumb_exact_visible(r->problem, b, h, t, j);
}

/* Where a bias hides the keys of an empty row, it is 0. */
static double bias_of_shown(const plumb_problem *p, const void *context, size_t b, size_t h,
                            size_t t, size_t j) {
    const rows *r = context;
    double bias = plumb_bias_at(p, b, h, t, j);
    return is_empty(r, b, h, t) && isinf(bias) ? 0 : bias;
}

/* Every mask becomes one tensor, in which empty rows see all keys. */
static int show_empty_rows(const plumb_neighbour *neighbour, plumb_storage *storage,
                           plumb_case *changed) {
    plumb_problem stated = changed->problem, problem = stated;
    rows r = {&stated, NULL};
    (void)neighbour;
    if (stated.mask.in_cache || stated.key_length == 0 || !has_empty_row(&stated))
        return 0;
    r.empty = empty_rows(storage, &stated);
    if (r.empty == NULL)
        return -1;
    plumb_varies varies = plumb_masks_vary(&stated);
    plumb_drop_masks(&problem);
    if (plumb_change_allowed(storage, &problem, varies, seen_or_empty, &r) < 0)
        return -1;
    if (stated.extra.bias != NULL &&
        plumb_change_bias(storage, &problem, varies, bias_of_shown, &r) < 0)
        return -1;
    changed->problem = problem;
    return 1;
}

/* number: what is added to hidden scores */
static double filled(const plumb_problem *p, const void *context, size_t b, size_t h, size_t t,
                     size_t j) {
    const plumb_neighbour *neighbour = context;
    double bias = plumb_bias_at(p, b, h, t, j);
    if (plumb_exact_visible(p, b, h, t, j))
        return bias;
    return isinf(bias) ? neighbour->number : bias + neighbour->number;
}

/* Elsewhere the weight of a hidden key is e^-10000, which is 0 in every precision. */
static int fill_hidden(const plumb_neighbour *neighbour, plumb_storage *storage,
                       plumb_case *changed) {
    plumb_problem problem = changed->problem;
    bool softmax = plumb_has_log_sum_exp(problem.op.kind);
    bool capped = problem.op.softcap > 0 && problem.op.softcap_order != PLUMB_CAP_BIAS_MASK;
    if (!softmax || capped || problem.mask.in_cache || !has_empty_row(&problem))
        return 0;
    int result =
        plumb_change_bias(storage, &problem, plumb_masks_vary(&problem), filled, neighbour);
    if (result != 1)
        return result;
    plumb_drop_masks(&problem);
    changed->problem = problem;
    return 1;
}

static void add_rule(plumb_neighbourhood *list, plumb_empty_row rule, const char *member,
                     const char *does) {
    plumb_neighbour entry = {.kind = PLUMB_NEIGHBOUR_CONVENTION,
                             .axis = "empty_row",
                             .change = use_empty_row,
                             .integer = rule};
    plumb_change_member(&entry, "%s", member);
    plumb_change_add(list, entry, "%s", does);
}

static void add_rules(const plumb_problem *p, plumb_neighbourhood *list) {
    if (p->empty_row != PLUMB_EMPTY_ROW_ZERO)
        add_rule(list, PLUMB_EMPTY_ROW_ZERO, "\"empty_row\":\"zero\"",
                 "gives 0 for a row that sees no key");
    if (p->empty_row != PLUMB_EMPTY_ROW_MEAN)
        add_rule(list, PLUMB_EMPTY_ROW_MEAN, "\"empty_row\":\"mean\"",
                 "gives the mean of all values for a row that sees no key");
    if (p->empty_row != PLUMB_EMPTY_ROW_NAN)
        add_rule(list, PLUMB_EMPTY_ROW_NAN, "\"empty_row\":\"nan\"",
                 "gives NaN for a row that sees no key");
}

static void add_empty_lse(const plumb_problem *p, plumb_neighbourhood *list) {
    plumb_neighbour entry = {
        .kind = PLUMB_NEIGHBOUR_CONVENTION, .axis = "empty_lse", .change = use_other_empty_lse};
    plumb_change_member(&entry, "\"empty_lse\":\"%s-infinity\"",
                        p->empty_lse_positive ? "minus" : "plus");
    plumb_change_add(list, entry, "gives %cinfinity for the log-sum-exp of no key",
                     p->empty_lse_positive ? '-' : '+');
}

static void add_other(plumb_neighbourhood *list, plumb_neighbour_kind kind, const char *axis,
                      plumb_neighbour_change *change, double number, const char *does) {
    plumb_change_add(
        list, (plumb_neighbour){.kind = kind, .axis = axis, .change = change, .number = number},
        "%s", does);
}

void plumb_neighbours_of_empty_rows(const plumb_case *stated, plumb_neighbourhood *neighbourhood) {
    add_rules(&stated->problem, neighbourhood);
    if (stated->lse.present)
        add_empty_lse(&stated->problem, neighbourhood);
    add_other(neighbourhood, PLUMB_NEIGHBOUR_CONVENTION, "empty_row", show_empty_rows, 0,
              "shows every key to a row that sees none");
    add_other(neighbourhood, PLUMB_NEIGHBOUR_CONVENTION, "mask fill", fill_hidden, -10000,
              "adds -10000 to the scores of hidden keys in place of hiding them");
    add_other(neighbourhood, PLUMB_NEIGHBOUR_FAULT, "mask", hide_all, 0, "sees no key at all");
}
