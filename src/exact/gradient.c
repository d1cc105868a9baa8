/* The chain rule of spec/gradient.md, sections 2 and 3, for one row in balls.  The forward pass gives scores, weights
   and log-sum-exp; the gradient in weight j is G.v_j, and score_gradient.c turns these into gradients in the scores.
   Each visible key then adds its share: through the slope of the softcap and the scale to query and key, and unchanged,
   or before the softcap with its slope, to what joins the score.  Vectors that a position moved are turned back at the
   end. */
#include "exact/gradient.h"
#include "exact/attention.h"
#include "exact/moved.h"
#include "exact/position.h"
#include "exact/position_bias.h"
#include "exact/scale.h"
#include "exact/score_gradient.h"
#include "exact/visible.h"

typedef struct {
    const plumb_problem *p;
    size_t b, h, t;
    slong precision;
    const double *loss;        /* [value_dim] the gradient in the output */
    plumb_exact_movement movement;
    arb_ptr query, key;        /* [head_dim] of the row and of the key at hand, at their positions */
    arb_ptr part;              /* [head_dim] */
    arb_ptr score, weight;     /* [key_length] */
    arb_ptr of_weight, of_score; /* [key_length] the gradients in them */
    arb_t sink, delta, of_lse; /* the sink's weight, sum_j p_j y_j, the gradient in the log-sum-exp */
} gradient_row;

static void add_product(arb_t sum, const arb_t factor, double x, slong precision) {
    arb_t term;
    arb_init(term);
    arb_set_d(term, x);
    arb_addmul(sum, factor, term, precision);
    arb_clear(term);
}

static void dot(arb_t sum, const double *x, const double *y, size_t n, slong precision) {
    arb_t factor;
    arb_init(factor);
    arb_zero(sum);
    for (size_t i = 0; i < n; i++) {
        arb_set_d(factor, x[i]);
        add_product(sum, factor, y[i], precision);
    }
    arb_clear(factor);
}

static void find_weight_gradients(gradient_row *row) {
    const plumb_problem *p = row->p;
    for (size_t j = 0; j < p->key_length; j++)
        if (plumb_exact_visible(p, row->b, row->h, row->t, j))
            dot(row->of_weight + j, row->loss, plumb_exact_value(p, row->b, row->h, j), p->value_dim, row->precision);
}

/* 1 / cosh(z)^2, z the argument of the tangent: scale q.k / cap, with the bias if that comes before. */
static void cap_slope(arb_t slope, const gradient_row *row, size_t j) {
    const plumb_problem *p = row->p;
    arb_t cap;
    arb_init(cap);
    arb_set_d(cap, p->op.softcap);
    if (p->op.softcap_order == PLUMB_BIAS_CAP_MASK) {
        arb_div(slope, row->score + j, cap, row->precision);
        arb_mul(slope, slope, slope, row->precision);
        arb_sub_ui(slope, slope, 1, row->precision);
        arb_neg(slope, slope);
    } else {
        arb_dot(slope, NULL, 0, row->query, 1, row->key, 1, (slong)p->head_dim, row->precision);
        plumb_exact_scale_mul(slope, slope, p, row->precision);
        arb_div(slope, slope, cap, row->precision);
        arb_sech(slope, slope, row->precision);
        arb_mul(slope, slope, slope, row->precision);
    }
    arb_clear(cap);
}

/* From the gradient in the score: that of a bias behind the softcap; times the softcap's slope, that of a bias before
   it; times the scale, that of q.k. */
static void of_product(arb_t gradient, arb_t of_bias, const gradient_row *row, size_t j) {
    arb_t slope;
    arb_init(slope);
    arb_set(gradient, row->of_score + j);
    arb_set(of_bias, gradient);
    if (row->p->op.softcap > 0) {
        cap_slope(slope, row, j);
        arb_mul(gradient, gradient, slope, row->precision);
    }
    if (row->p->op.softcap_order == PLUMB_BIAS_CAP_MASK)
        arb_set(of_bias, gradient);
    plumb_exact_scale_mul(gradient, gradient, row->p, row->precision);
    arb_clear(slope);
}

/* The position adds slope_h times a distance, perhaps times the scale, or a number of a table. */
static void add_position(const gradient_row *row, size_t j, const plumb_exact_gradients *to) {
    const plumb_problem *p = row->p;
    int64_t distance = plumb_exact_distance(p, row->b, row->t, j);
    arb_t part;
    arb_init(part);
    arb_mul_si(part, to->bias + j, plumb_exact_alibi_distance(p, row->b, row->t, j), row->precision);
    if (p->position.alibi == PLUMB_ALIBI_SCALED_KEY)
        plumb_exact_scale_mul(part, part, p, row->precision);
    if (p->position.kind == PLUMB_POSITION_ALIBI)
        arb_add(to->slope, to->slope, part, row->precision);
    arb_ptr entry = p->position.kind == PLUMB_POSITION_T5 ? to->table + plumb_exact_bucket(p, distance)
                    : p->position.kind == PLUMB_POSITION_RELATIVE_TABLE ? to->table + plumb_exact_clipped(p, distance)
                                                                        : NULL;
    if (entry != NULL)
        arb_add(entry, entry, to->bias + j, row->precision);
    arb_clear(part);
}

static void set_moved(arb_ptr vector, const double *given, const gradient_row *row, plumb_point point) {
    for (size_t c = 0; c < row->p->head_dim; c++)
        arb_set_d(vector + c, given[c]);
    plumb_exact_move(vector, &row->movement, point);
}

static void add_key(const gradient_row *row, size_t j, const plumb_exact_gradients *to) {
    const plumb_problem *p = row->p;
    slong dim = (slong)p->head_dim;
    arb_t gradient;
    arb_init(gradient);
    set_moved(row->key, plumb_exact_key(p, row->b, row->h, j), row,
              plumb_exact_key_point(p, row->b, row->t, j));
    of_product(gradient, to->bias + j, row, j);
    add_position(row, j, to);
    _arb_vec_scalar_addmul(to->query, row->key, dim, gradient, row->precision);
    _arb_vec_scalar_mul(row->part, row->query, dim, gradient, row->precision);
    plumb_exact_move_gradient(row->part, &row->movement, plumb_exact_key_point(p, row->b, row->t, j));
    _arb_vec_add(to->key + j * p->head_dim, to->key + j * p->head_dim, row->part, dim, row->precision);
    for (size_t c = 0; c < p->value_dim; c++)
        add_product(to->value + j * p->value_dim + c, row->weight + j, row->loss[c], row->precision);
    arb_clear(gradient);
}

static void add_sink(const gradient_row *row, const plumb_exact_gradients *to) {
    arb_t part;
    arb_init(part);
    arb_sub(part, row->of_lse, row->delta, row->precision);
    arb_addmul(to->sink, part, row->sink, row->precision);
    arb_clear(part);
}

void plumb_exact_gradient_row(const plumb_problem *p, size_t b, size_t h, size_t t, slong precision,
                              const plumb_exact_gradients *to) {
    size_t n = (b * p->query_heads + h) * p->query_length + t;
    gradient_row row = {.p = p,
                        .b = b,
                        .h = h,
                        .t = t,
                        .precision = precision,
                        .loss = p->loss.output + n * p->value_dim,
                        .score = _arb_vec_init((slong)p->key_length),
                        .weight = _arb_vec_init((slong)p->key_length),
                        .of_weight = _arb_vec_init((slong)p->key_length),
                        .of_score = _arb_vec_init((slong)p->key_length),
                        .query = _arb_vec_init((slong)p->head_dim),
                        .key = _arb_vec_init((slong)p->head_dim),
                        .part = _arb_vec_init((slong)p->head_dim)};
    arb_t lse;
    plumb_exact_movement_init(&row.movement, p, precision);
    set_moved(row.query, plumb_exact_query(p, b, h, t), &row, plumb_exact_query_point(p, b, t));
    arb_init(lse);
    arb_init(row.sink);
    arb_init(row.delta);
    arb_init(row.of_lse);
    arb_set_d(row.of_lse, p->loss.lse == NULL ? 0 : p->loss.lse[n]);
    plumb_exact_row_weights(p, b, h, t, precision, row.score, row.weight, row.sink, lse);
    find_weight_gradients(&row);
    plumb_exact_score_gradients(
        &(plumb_exact_weighed){p, b, h, t, precision, row.score, row.weight, row.of_weight, lse, row.of_lse},
        row.of_score, row.delta);
    _arb_vec_zero(to->query, (slong)p->head_dim);
    _arb_vec_zero(to->bias, (slong)p->key_length);
    for (size_t j = 0; j < p->key_length; j++)
        if (plumb_exact_visible(p, b, h, t, j))
            add_key(&row, j, to);
    plumb_exact_move_gradient(to->query, &row.movement, plumb_exact_query_point(p, b, t));
    if (plumb_exact_has_sink_logit(p))
        add_sink(&row, to);
    arb_clear(row.of_lse);
    arb_clear(row.delta);
    arb_clear(row.sink);
    arb_clear(lse);
    plumb_exact_movement_clear(&row.movement);
    _arb_vec_clear(row.part, (slong)p->head_dim);
    _arb_vec_clear(row.key, (slong)p->head_dim);
    _arb_vec_clear(row.query, (slong)p->head_dim);
    _arb_vec_clear(row.of_score, (slong)p->key_length);
    _arb_vec_clear(row.of_weight, (slong)p->key_length);
    _arb_vec_clear(row.weight, (slong)p->key_length);
    _arb_vec_clear(row.score, (slong)p->key_length);
}
