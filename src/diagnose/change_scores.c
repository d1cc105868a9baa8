#include "diagnose/change.h"
#include "diagnose/changes.h"
#include "diagnose/scale_text.h"
#include "diagnose/shown.h"
#include "diagnose/tensors.h"
#include <math.h>

int plumb_use_scale(const plumb_making *m) {
    plumb_other_scale other = {(plumb_scale_rule)m->by->integer, m->by->second, m->by->number};
    return plumb_change_scale_by(m->storage, m->p, other);
}

/* Whether anything is added to scores, before or after the softcap. */
static bool adds_to_scores(const plumb_problem *p) {
    return p->extra.bias != NULL || p->op.sink == PLUMB_SINK_KEY0_BIAS || plumb_position_adds_bias(p->position.kind);
}

bool plumb_softcap_orders_differ(const plumb_problem *p, plumb_softcap_order one, plumb_softcap_order other) {
    bool hides = one == PLUMB_BIAS_MASK_CAP || other == PLUMB_BIAS_MASK_CAP;
    bool adds = one == PLUMB_CAP_BIAS_MASK || other == PLUMB_CAP_BIAS_MASK;
    return (adds && adds_to_scores(p)) || (hides && plumb_hides_a_key(p));
}

/* What stands beside x within the tanh would have to be scaled, too. */
int plumb_cap_otherwise(const plumb_making *m) {
    plumb_problem problem = *m->p;
    plumb_operator *op = &problem.op;
    plumb_other_scale scale = {PLUMB_SCALE_TIMES_NUMBER, 0, op->softcap};
    double capped = op->softcap * fabs(plumb_change_scale(&problem));
    if (op->softcap == 0 || (op->softcap_order != PLUMB_CAP_BIAS_MASK && adds_to_scores(&problem)))
        return 0;
    if (m->by->integer == PLUMB_CAP_UNSCALED) {
        if (!isfinite(capped) || capped == 0 || capped == op->softcap)
            return 0;
        m->p->op.softcap = capped;
        return 1;
    }
    if (m->by->integer == PLUMB_CAP_UNMULTIPLIED) {
        scale.rule = PLUMB_SCALE_OVER_NUMBER;
        op->softcap = 1;
    }
    int result = plumb_change_scale_by(m->storage, &problem, scale);
    if (result == 1)
        *m->p = problem;
    return result;
}

static double not_zero(const plumb_score_place *at) {
    return at->allowed && at->bias != 0;
}

int plumb_read_bias_as_boolean(const plumb_making *m) {
    const plumb_extras *extra = &m->p->extra;
    plumb_varies varies = {extra->bias_batch != 0, extra->bias_head != 0, extra->bias_query != 0};
    if (extra->bias == NULL)
        return 0;
    if (plumb_change_allowed(m->storage, m->p, (plumb_score_change){.rule = not_zero, .varies = varies}) < 0)
        return -1;
    plumb_tensor_drop(m->changed, PLUMB_MEMBER_BIAS);
    return 1;
}
