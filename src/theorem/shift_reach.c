/* shift_reach.c - see shift_reach.h. */
#include "theorem/shift_reach.h"
#include "theorem/ulp.h"
#include "exact/visible.h"
#include <math.h>

/* Between these is the largest of some scores as an engine computes them; `known` of each. */
typedef struct {
    double least, most;
    bool known;
} largest_score;

static void include(largest_score *largest, plumb_ball score, plumb_ball off) {
    double most = plumb_ball_high(plumb_ball_add(score, off)), least = plumb_ball_low(plumb_ball_subtract(score, off));
    largest->known = largest->known && isfinite(most) && isfinite(least);
    largest->least = fmax(largest->least, least);
    largest->most = fmax(largest->most, most);
}

static bool is_visible(const plumb_problem *p, const plumb_element *e, size_t i) {
    return i >= p->key_length || plumb_exact_visible(p, e->batch, e->head, e->query, i);
}

/* A bias of -infinity leaves a key no score. */
static bool has_score(const plumb_problem *p, const plumb_element *e, size_t i) {
    return i >= p->key_length || p->extra.bias == NULL ||
           *plumb_exact_bias(p, e->batch, e->head, e->query, i) != -INFINITY;
}

static largest_score largest_of(const plumb_problem *p, const plumb_element *e, const plumb_proof_row *row,
                                const plumb_proof_workspace *r, bool visible) {
    largest_score largest = {-INFINITY, -INFINITY, true};
    for (size_t i = 0; i < row->scored.keys; i++)
        if (row->scored.visible[i] && is_visible(p, e, i) == visible && has_score(p, e, i))
            include(&largest, r->verdict.score[i], r->verdict.off[i]);
    return largest;
}

/* x - y, and 0 at least */
static double above(double x, double y) {
    return x > y ? plumb_ball_high(plumb_ball_subtract(plumb_ball_of(x), plumb_ball_of(y))) : 0;
}

bool plumb_allow_shift(const plumb_problem *p, const plumb_precision *precision, const plumb_element *e,
                       plumb_proof_row *row, plumb_proof_workspace *r) {
    const plumb_shift *shift = &precision->shift;
    if (shift->rule == PLUMB_SHIFT_MAXIMUM)
        return true;
    if (!plumb_score_row(row->model.unit, row->model.tiny, row->scored, r->verdict.score, r->verdict.off))
        return false;
    largest_score shown = largest_of(p, e, row, r, true), hidden = largest_of(p, e, row, r, false);
    double sink = row->has_sink ? row->logit : -INFINITY;
    bool is_fixed = shift->rule == PLUMB_SHIFT_FIXED;
    plumb_proof_show(p, e, false, r);
    if (!shown.known || !(is_fixed || hidden.known) || shown.least == -INFINITY)
        return false;
    row->model.tiny[PLUMB_SHIFT_AHEAD] = above(is_fixed ? shift->fixed : hidden.most, shown.least);
    row->model.tiny[PLUMB_SHIFT_BEHIND] = is_fixed ? above(fmax(shown.most, sink), shift->fixed) : 0;
    return true;
}
