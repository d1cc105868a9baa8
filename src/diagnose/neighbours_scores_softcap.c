/* neighbours_scores_softcap.c - softcaps of other sizes, in other places and of other forms. */
#include "diagnose/change.h"
#include "diagnose/fit.h"
#include "diagnose/neighbours_scores.h"
#include "diagnose/scale_text.h"
#include "diagnose/shown.h"
#include <math.h>

/* Whether anything is added to scores, before or after the softcap. */
static bool adds_to_scores(const plumb_problem *p) {
    return p->extra.bias != NULL || p->op.sink == PLUMB_SINK_KEY0_BIAS ||
           plumb_position_adds_bias(p->position.kind);
}

/* number: the softcap; 0: none */
static int use_softcap(const plumb_neighbour *neighbour, plumb_storage *storage,
                       plumb_case *changed) {
    plumb_operator *op = &changed->problem.op;
    (void)storage;
    if (op->softcap == neighbour->number)
        return 0;
    if (op->softcap == 0 || neighbour->number == 0)
        op->softcap_order = PLUMB_CAP_BIAS_MASK;
    op->softcap = neighbour->number;
    return 1;
}

/* Whether the two orders differ here: in what is added, or in what is hidden. */
static bool orders_differ(const plumb_problem *p, plumb_softcap_order one,
                          plumb_softcap_order other) {
    bool hides = one == PLUMB_BIAS_MASK_CAP || other == PLUMB_BIAS_MASK_CAP;
    bool adds = one == PLUMB_CAP_BIAS_MASK || other == PLUMB_CAP_BIAS_MASK;
    return (adds && adds_to_scores(p)) || (hides && plumb_hides_a_key(p));
}

/* integer: the order */
static int use_order(const plumb_neighbour *neighbour, plumb_storage *storage,
                     plumb_case *changed) {
    plumb_operator *op = &changed->problem.op;
    plumb_softcap_order order = (plumb_softcap_order)neighbour->integer;
    (void)storage;
    if (op->softcap == 0 || order == op->softcap_order ||
        !orders_differ(&changed->problem, order, op->softcap_order))
        return 0;
    op->softcap_order = order;
    return 1;
}

/* Other forms, c the softcap, s the scale and x = s q.k. */
typedef enum {
    WITHOUT_DIVISION,    /* c tanh(x): the scale times c        */
    WITHOUT_MULTIPLYING, /* tanh(x/c): softcap 1, the scale / c */
    BEFORE_SCALE         /* s c tanh(q.k/c): a softcap of s c   */
} form;

/* integer: the form.  What stands beside x within the tanh would have to be scaled, too. */
static int use_form(const plumb_neighbour *neighbour, plumb_storage *storage, plumb_case *changed) {
    plumb_problem problem = changed->problem;
    plumb_operator *op = &problem.op;
    plumb_other_scale scale = {PLUMB_SCALE_TIMES_NUMBER, 0, op->softcap};
    double capped = op->softcap * fabs(plumb_change_scale(&problem));
    if (op->softcap == 0 || (op->softcap_order != PLUMB_CAP_BIAS_MASK && adds_to_scores(&problem)))
        return 0;
    if (neighbour->integer == BEFORE_SCALE) {
        if (!isfinite(capped) || capped == 0 || capped == op->softcap)
            return 0;
        changed->problem.op.softcap = capped;
        return 1;
    }
    if (neighbour->integer == WITHOUT_MULTIPLYING) {
        scale.rule = PLUMB_SCALE_OVER_NUMBER;
        op->softcap = 1;
    }
    int result = plumb_change_scale_by(storage, &problem, scale);
    if (result == 1)
        changed->problem = problem;
    return result;
}

static void add_order(plumb_neighbourhood *list, const plumb_operator *op,
                      plumb_softcap_order order, const char *name, const char *does) {
    plumb_neighbour entry = {.kind = PLUMB_NEIGHBOUR_CONVENTION,
                             .axis = "softcap_order",
                             .change = use_order,
                             .integer = order};
    if (order == op->softcap_order)
        return;
    plumb_change_member(&entry, "\"softcap_order\":\"%s\"", name);
    plumb_change_add(list, entry, "%s", does);
}

static const plumb_change_line forms[] = {
    {"caps by softcap * tanh(x)", NULL, use_form, WITHOUT_DIVISION, 0, 0},
    {"caps by tanh(x / softcap)", NULL, use_form, WITHOUT_MULTIPLYING, 0, 0},
    {"caps q.k before it multiplies by the scale", NULL, use_form, BEFORE_SCALE, 0, 0},
};

void plumb_add_softcap(double stated, double softcap, const char *about,
                       plumb_neighbourhood *neighbourhood) {
    plumb_neighbour entry = {
        .kind = PLUMB_NEIGHBOUR_FAULT, .axis = "softcap", .change = use_softcap, .number = softcap};
    plumb_change_member(&entry, "\"softcap\":%.9g", softcap);
    if (softcap == stated || plumb_fit_listed(neighbourhood, entry.member))
        return;
    if (stated == 0)
        plumb_change_add(neighbourhood, entry, "has a softcap of %s%g", about, softcap);
    else if (softcap == 0)
        plumb_change_add(neighbourhood, entry, "leaves out the softcap");
    else
        plumb_change_add(neighbourhood, entry, "has a softcap of %s%g in place of %g", about,
                         softcap, stated);
}

void plumb_neighbours_of_softcap(const plumb_case *stated, plumb_neighbourhood *neighbourhood) {
    const plumb_operator *op = &stated->problem.op;
    plumb_add_softcap(op->softcap, 0, "", neighbourhood);
    if (op->softcap > 0) {
        add_order(neighbourhood, op, PLUMB_CAP_BIAS_MASK, "cap-bias-mask",
                  "caps scores before the bias is added and keys are hidden");
        add_order(neighbourhood, op, PLUMB_BIAS_CAP_MASK, "bias-cap-mask",
                  "caps scores after the bias is added and before keys are hidden");
        add_order(neighbourhood, op, PLUMB_BIAS_MASK_CAP, "bias-mask-cap",
                  "caps scores after keys are hidden, which then have the score -softcap");
        plumb_change_add_lines(neighbourhood, stated, PLUMB_NEIGHBOUR_FAULT, "softcap",
                               PLUMB_LINES(forms));
    }
    plumb_add_softcap(op->softcap, 50, "", neighbourhood);
    plumb_add_softcap(op->softcap, 30, "", neighbourhood);
}
