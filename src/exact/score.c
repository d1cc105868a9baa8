/* The order is that of spec/operators.md, section 1: the query is moved, multiplied by its temperature and mapped to
   features once a row; each visible key is moved, joined by Shaw's row and mapped, and its product with the query is
   scaled.  Biases join before or behind the softcap, as the order says.  A hidden key has the score -infinity, or
   -softcap where the cap comes behind the mask.  A sink's key is neither moved nor biased. */
#include "exact/feature.h"
#include "exact/function.h"
#include "exact/moved.h"
#include "exact/position.h"
#include "exact/position_bias.h"
#include "exact/score.h"
#include "exact/scale.h"
#include "exact/visible.h"

/* phi(q) of the moved query, what moves the keys, and room for a key and for phi(key). */
typedef struct {
    plumb_exact_movement movement;
    arb_ptr query, key, feature;
} scored_query;

/* x = scale * phi(q).phi(key) */
static void scaled_product(arb_t x, const plumb_exact_stages *row, const scored_query *scored, arb_srcptr key) {
    arb_srcptr feature = key;
    if (plumb_exact_has_features(row->problem)) {
        plumb_exact_feature(scored->feature, row->problem, key, row->precision);
        feature = scored->feature;
    }
    arb_dot(x, NULL, 0, scored->query, 1, feature, 1, (slong)plumb_exact_feature_count(row->problem), row->precision);
    plumb_exact_scale_mul(x, x, row->problem, row->precision);
}

/* vector += row, unless there is none. */
static void add_row(arb_ptr vector, const double *row, slong count, slong precision) {
    if (row == NULL)
        return;
    arb_ptr exact = _arb_vec_init(count);
    plumb_exact_vector(exact, row, (size_t)count);
    _arb_vec_add(vector, vector, exact, count, precision);
    _arb_vec_clear(exact, count);
}

/* The product with key i, after it is moved to its position or joined by the row of its distance. */
static void key_product(arb_t x, const plumb_exact_stages *row, const scored_query *scored, size_t i) {
    const plumb_problem *problem = row->problem;
    plumb_exact_vector(scored->key, plumb_exact_key(problem, row->b, row->h, i), problem->head_dim);
    plumb_exact_move(scored->key, &scored->movement, plumb_exact_key_point(problem, row->b, row->t, i));
    add_row(scored->key, plumb_exact_key_row(problem, row->b, row->t, i), (slong)problem->head_dim, row->precision);
    scaled_product(x, row, scored, scored->key);
}

/* The product with the key of the sink, which has no position. */
static void sink_product(arb_t x, const plumb_exact_stages *row, const scored_query *scored) {
    plumb_exact_vector(scored->key, plumb_exact_sink_key(row->problem, row->h), row->problem->head_dim);
    scaled_product(x, row, scored, scored->key);
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
    arb_t position;
    arb_init(position);
    add_number(x, plumb_exact_bias(row->problem, row->b, row->h, row->t, i), row->precision);
    add_number(x, plumb_exact_key0_bias(row->problem, row->h, i), row->precision);
    plumb_exact_position_bias(position, row->problem, row->b, row->h, row->t, i, row->precision);
    arb_add(x, x, position, row->precision);
    arb_clear(position);
}

static void visible_score(arb_t score, const plumb_exact_stages *row, const scored_query *scored, size_t i) {
    const plumb_operator *op = &row->problem->op;
    bool bias_first = op->softcap_order != PLUMB_CAP_BIAS_MASK;
    key_product(score, row, scored, i);
    if (bias_first)
        add_bias(score, row, i);
    plumb_exact_cap(score, score, op->softcap, row->precision);
    if (!bias_first)
        add_bias(score, row, i);
}

/* A hidden key: no score, or what the softcap makes of -infinity. */
static void invisible_score(arb_t score, const plumb_exact_stages *row, size_t i) {
    if (plumb_exact_takes_part(row->problem, row->b, row->h, row->t, i))
        arb_set_d(score, -row->problem->op.softcap);
    else
        arb_neg_inf(score);
}

static void sink_logit(plumb_exact_stages *row, const scored_query *scored) {
    const plumb_problem *problem = row->problem;
    switch (problem->op.sink) {
    case PLUMB_SINK_LOGIT:
        plumb_exact_number(row->sink_logit, problem->extra.sinks[row->h]);
        break;
    case PLUMB_SINK_KEY:
    case PLUMB_SINK_KEY_VALUE:
    case PLUMB_SINK_TOKEN:
        sink_product(row->sink_logit, row, scored);
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

/* A factor of exactly 1 leaves the query as it is. */
static void heat(arb_ptr query, const plumb_exact_stages *row) {
    const plumb_problem *problem = row->problem;
    arb_t factor;
    arb_init(factor);
    plumb_exact_temperature(factor, problem, plumb_exact_query_point(problem, row->b, row->t), row->precision);
    if (!arb_is_one(factor))
        _arb_vec_scalar_mul(query, query, (slong)problem->head_dim, factor, row->precision);
    arb_clear(factor);
}

static void prepare_query(scored_query *scored, const plumb_exact_stages *row) {
    const plumb_problem *problem = row->problem;
    slong head_dim = (slong)problem->head_dim;
    arb_ptr query = _arb_vec_init(head_dim);
    plumb_exact_movement_init(&scored->movement, problem, row->precision);
    scored->query = _arb_vec_init((slong)plumb_exact_feature_count(problem));
    scored->feature = _arb_vec_init((slong)plumb_exact_feature_count(problem));
    scored->key = _arb_vec_init(head_dim);
    plumb_exact_vector(query, plumb_exact_query(problem, row->b, row->h, row->t), problem->head_dim);
    plumb_exact_move(query, &scored->movement, plumb_exact_query_point(problem, row->b, row->t));
    heat(query, row);
    plumb_exact_feature(scored->query, problem, query, row->precision);
    _arb_vec_clear(query, head_dim);
}

void plumb_exact_scores(plumb_exact_stages *row) {
    const plumb_problem *problem = row->problem;
    scored_query scored;
    prepare_query(&scored, row);
    for (size_t i = 0; i < problem->key_length; i++)
        if (plumb_exact_visible(problem, row->b, row->h, row->t, i))
            visible_score(row->score + i, row, &scored, i);
        else
            invisible_score(row->score + i, row, i);
    sink_logit(row, &scored);
    _arb_vec_clear(scored.query, (slong)plumb_exact_feature_count(problem));
    _arb_vec_clear(scored.feature, (slong)plumb_exact_feature_count(problem));
    _arb_vec_clear(scored.key, (slong)problem->head_dim);
    plumb_exact_movement_clear(&scored.movement);
}
