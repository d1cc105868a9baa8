#include "exact/feature.h"
#include "exact/function.h"
#include "exact/score.h"
#include "exact/scale.h"
#include "exact/visible.h"

/* x = scale * phi(q).phi(k), phi(q) being given. */
static void scaled_product(arb_t x, const plumb_exact_stages *row, arb_srcptr query,
                           const double *key) {
    slong count = (slong)plumb_exact_feature_count(row->problem);
    arb_ptr feature = _arb_vec_init(count);
    plumb_exact_feature(feature, row->problem, key, row->precision);
    arb_dot(x, NULL, 0, query, 1, feature, 1, count, row->precision);
    plumb_exact_scale_mul(x, x, row->problem, row->precision);
    _arb_vec_clear(feature, count);
}

static void add_number(arb_t x, const double *number, slong precision) {
    arb_t exact;
    arb_init(exact);
    if (number != NULL) {
        plumb_exact_number(exact, *number);
        arb_add(x, x, exact, precision);
    }
    arb_clear(exact);
}

static void add_bias(arb_t x, const plumb_exact_stages *row, size_t i) {
    add_number(x, plumb_exact_bias(row->problem, row->b, row->h, row->t, i), row->precision);
    add_number(x, plumb_exact_key0_bias(row->problem, row->h, i), row->precision);
}

static void visible_score(arb_t score, const plumb_exact_stages *row, arb_srcptr query, size_t i) {
    const plumb_operator *op = &row->problem->op;
    bool bias_first = op->softcap_order != PLUMB_CAP_BIAS_MASK;
    scaled_product(score, row, query, plumb_exact_key(row->problem, row->b, row->h, i));
    if (bias_first)
        add_bias(score, row, i);
    plumb_exact_cap(score, score, op->softcap, row->precision);
    if (!bias_first)
        add_bias(score, row, i);
}

/* Of a key that no mask lets through: nothing, or what the softcap makes of -infinity. */
static void invisible_score(arb_t score, const plumb_exact_stages *row, size_t i) {
    if (plumb_exact_takes_part(row->problem, row->b, row->h, row->t, i))
        arb_set_d(score, -row->problem->op.softcap);
    else
        arb_neg_inf(score);
}

static void sink_logit(plumb_exact_stages *row, arb_srcptr query) {
    const plumb_problem *problem = row->problem;
    switch (problem->op.sink) {
    case PLUMB_SINK_LOGIT:
        plumb_exact_number(row->sink_logit, problem->extra.sinks[row->h]);
        break;
    case PLUMB_SINK_KEY:
    case PLUMB_SINK_KEY_VALUE:
    case PLUMB_SINK_TOKEN:
        scaled_product(row->sink_logit, row, query, plumb_exact_sink_key(problem, row->h));
        plumb_exact_cap(row->sink_logit, row->sink_logit, problem->op.softcap, row->precision);
        break;
    case PLUMB_SINK_ZERO:
    case PLUMB_SINK_NONE:
    case PLUMB_SINK_FIRST_KEYS:
    case PLUMB_SINK_KEY0_BIAS:
    default:
        arb_zero(row->sink_logit);
    }
}

void plumb_exact_scores(plumb_exact_stages *row) {
    const plumb_problem *problem = row->problem;
    slong count = (slong)plumb_exact_feature_count(problem);
    arb_ptr query = _arb_vec_init(count);
    plumb_exact_feature(query, problem, plumb_exact_query(problem, row->b, row->h, row->t),
                        row->precision);
    for (size_t i = 0; i < problem->key_length; i++)
        if (plumb_exact_visible(problem, row->b, row->h, row->t, i))
            visible_score(row->score + i, row, query, i);
        else
            invisible_score(row->score + i, row, i);
    sink_logit(row, query);
    _arb_vec_clear(query, count);
}
