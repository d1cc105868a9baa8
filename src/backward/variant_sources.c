/* variant_sources.c - the numbers of a row that a wrong backward pass reads from elsewhere: delta, the log-sum-exp, its
   gradient.  A delta of another row is G.o of the engine's own output there; the row's own comes from its exact
   numbers. */
#include "backward/variant_sources.h"
#include "exact/round.h"
#include <math.h>

size_t plumb_away(size_t from, int64_t by, size_t count) {
    int64_t n = ((int64_t)from + by) % (int64_t)count;
    return (size_t)(n < 0 ? n + (int64_t)count : n);
}

bool plumb_is_own_row(const plumb_other_row *of) {
    return of->entries == 0 && of->heads == 0 && of->queries == 0 && of->tile == 0 && of->head == PLUMB_HEAD_OWN;
}

bool plumb_is_own_key(const plumb_other_key *of) {
    return of->heads == 0 && of->keys == 0 && !of->by_modulo;
}

plumb_place plumb_place_of(const plumb_backward_row *row, const plumb_other_row *of) {
    const plumb_problem *p = row->problem;
    size_t group = p->query_heads / p->key_heads;
    const size_t head[] = {[PLUMB_HEAD_OWN] = plumb_away(row->h, of->heads, p->query_heads),
                           [PLUMB_HEAD_FIRST] = 0,
                           [PLUMB_HEAD_FIRST_OF_GROUP] = row->h / group * group,
                           [PLUMB_HEAD_OF_KEY_HEAD] = row->h / group};
    size_t t = of->tile > 0 ? row->t / of->tile * of->tile : plumb_away(row->t, of->queries, p->query_length);
    return (plumb_place){plumb_away(row->b, of->entries, p->batch), head[of->head], t};
}

/* Where the number of another row stands. */
size_t plumb_other_row_of(const plumb_backward_row *row, const plumb_other_row *of) {
    const plumb_problem *p = row->problem;
    plumb_place at = plumb_place_of(row, of);
    return (at.b * p->query_heads + at.h) * p->query_length + at.t;
}

/* A query head that reads the key head of another key, and the key. */
size_t plumb_head_of_key(const plumb_backward_row *row, const plumb_other_key *of) {
    const plumb_problem *p = row->problem;
    size_t group = p->query_heads / p->key_heads, own = row->h / group;
    return plumb_away(of->by_modulo ? row->h % p->key_heads : own, of->heads, p->key_heads) * group;
}

static double first_half(const plumb_backward_row *row) {
    double sum = 0;
    for (size_t c = 0; c < row->problem->value_dim / 2; c++)
        sum += row->output_gradient[c] * row->row->output[c].mid;
    return sum;
}

double plumb_variant_delta(const plumb_variant_row *v, const plumb_backward_row *row,
                           const plumb_backward_variant *as) {
    size_t own = plumb_other_row_of(row, &(plumb_other_row){.tile = 0});
    if (!plumb_is_own_row(&as->delta_of))
        return v->rows->delta[plumb_other_row_of(row, &as->delta_of)];
    switch (as->delta) {
    case PLUMB_DELTA_LEFT_OUT:
        return 0;
    case PLUMB_DELTA_GIVEN:
        return v->rows->delta[own];
    case PLUMB_DELTA_UNDIVIDED:
        return row->delta * exp(v->rows->lse[own] - v->rows->largest[own]);
    case PLUMB_DELTA_OF_FIRST_HALF:
        return first_half(row);
    default:
        return row->delta;
    }
}

double plumb_variant_lse(const plumb_variant_row *v, const plumb_backward_row *row, const plumb_backward_variant *as) {
    if (!plumb_is_own_row(&as->lse_of))
        return v->rows->lse[plumb_other_row_of(row, &as->lse_of)];
    switch (as->lse) {
    case PLUMB_LSE_WITHOUT_SINK:
        return row->sink < 1 ? row->lse + log1p(-row->sink) : row->lse;
    case PLUMB_LSE_OF_BASE_TWO:
        return row->lse * LOG2_E;
    case PLUMB_LSE_LARGEST:
        return v->rows->largest[plumb_other_row_of(row, &as->lse_of)];
    case PLUMB_LSE_IN_BF16:
    case PLUMB_LSE_IN_F16:
        return plumb_round_double(row->lse, as->lse == PLUMB_LSE_IN_BF16 ? PLUMB_BF16 : PLUMB_F16);
    default:
        return row->lse;
    }
}

double plumb_variant_lse_gradient(const plumb_backward_row *row, const plumb_backward_variant *as) {
    static const double times[] = {[PLUMB_LSE_GRADIENT_ADDED] = 1,
                                   [PLUMB_LSE_GRADIENT_LEFT_OUT] = 0,
                                   [PLUMB_LSE_GRADIENT_NEGATED] = -1,
                                   [PLUMB_LSE_GRADIENT_TWICE] = 2};
    const double *all = row->problem->loss.lse;
    double own = plumb_is_own_row(&as->lse_gradient_of) ? row->lse_gradient
                                                        : all[plumb_other_row_of(row, &as->lse_gradient_of)];
    return times[as->lse_gradient] * own;
}
