/* neighbours_added.c - scores that no operator of a case gives, stated as what is to be added to
   those that it does give: made of all that other changes leave, so listed after them. */
#include "diagnose/rows.h"
#include "diagnose/shown.h"
#include "row/evaluate.h"
#include <math.h>

/* Products of elements of queries and keys in all rows together, for a change is made anew for
   every pair: about a tenth of a second. */
#define MOST_PRODUCTS 0x1p25

/* A sink's key has a score that nothing can be added to; and where hidden keys have the score
   -softcap, that would be capped again as well. */
static bool may_cap_again(const plumb_problem *p) {
    plumb_sink sink = p->op.sink;
    bool sink_has_key =
        sink == PLUMB_SINK_KEY || sink == PLUMB_SINK_KEY_VALUE || sink == PLUMB_SINK_TOKEN;
    double products = (double)plumb_rows_of(p) * (double)p->key_length * (double)p->head_dim;
    return p->op.softcap > 0 && !sink_has_key && products <= MOST_PRODUCTS &&
           !(p->op.softcap_order == PLUMB_BIAS_MASK_CAP && plumb_hides_a_key(p));
}

/* The problem whose scores are what is capped. */
static plumb_problem before_cap(const plumb_problem *p) {
    plumb_problem bare = *p;
    bare.op.softcap = 0;
    bare.op.softcap_order = PLUMB_CAP_BIAS_MASK;
    if (p->op.softcap_order != PLUMB_CAP_BIAS_MASK)
        return bare;
    bare.extra.bias = NULL;
    bare.extra.bias_batch = bare.extra.bias_head = bare.extra.bias_query = 0;
    if (p->op.sink == PLUMB_SINK_KEY0_BIAS) {
        bare.op.sink = PLUMB_SINK_NONE;
        bare.extra.key0_bias = NULL;
    }
    if (plumb_position_adds_bias(p->position.kind)) {
        bare.position = (plumb_position){0};
        bare.mask.in_cache = false;
    }
    return bare;
}

/* What is to be added where the case adds its bias, so that cap(cap(x)) comes of x: after the cap,
   or to what is capped. */
static double correction(const plumb_operator *op, double x) {
    double cap = op->softcap, once = cap * tanh(x / cap);
    return op->softcap_order == PLUMB_CAP_BIAS_MASK ? cap * tanh(once / cap) - once : once - x;
}

/* [batch][query_heads][query_length][key_length]; 0 for a key that takes no part.  NULL if memory
   is short. */
static const double *corrections(plumb_storage *storage, const plumb_problem *p) {
    plumb_problem bare = before_cap(p);
    plumb_ball scale = plumb_problem_scale(p);
    size_t keys = p->key_length, rows = plumb_rows_of(p);
    double *added = plumb_storage_take(storage, rows * keys, sizeof *added);
    plumb_row row;
    if (added == NULL || plumb_row_init(&row, &bare) != 0)
        return NULL;
    row.without_lse = true;
    for (size_t n = 0; n < rows; n++) {
        size_t head = n / p->query_length;
        plumb_evaluate_row(&bare, scale, head / p->query_heads, head % p->query_heads,
                           n % p->query_length, &row);
        for (size_t j = 0; j < keys; j++)
            added[n * keys + j] = row.visible[j] ? correction(&p->op, row.score[j].mid) : 0;
    }
    plumb_row_free(&row);
    return added;
}

static double with_correction(const plumb_score_place *at) {
    const double *added = at->context;
    size_t row = (at->b * at->p->query_heads + at->h) * at->p->query_length + at->t;
    return isinf(at->bias) ? at->bias : at->bias + added[row * at->p->key_length + at->j];
}

static int cap_again(const plumb_making *m) {
    if (!may_cap_again(m->p))
        return 0;
    const double *added = corrections(m->storage, m->p);
    if (added == NULL)
        return -1;
    return plumb_change_bias(m->storage, m->p, (plumb_varies){true, true, true}, with_correction, added);
}

void plumb_neighbours_of_added(const plumb_case *stated, plumb_neighbourhood *neighbourhood) {
    ROW(FAULT, "softcap", stated->problem.op.softcap > 0, DO(cap_again), "caps scores twice")
}
