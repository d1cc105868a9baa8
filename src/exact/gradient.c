#include "exact/gradient.h"
#include "exact/attention.h"
#include "exact/position.h"
#include "exact/position_bias.h"
#include "exact/scale.h"
#include "exact/visible.h"

typedef struct {
    const plumb_problem *p;
    size_t b, h, t;
    slong precision;
    const double *loss;        /* [value_dim] the gradient in the output */
    arb_ptr score, weight;     /* [key_length] */
    arb_ptr of_weight;         /* [key_length] the gradients in the weights */
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

static void find_delta(gradient_row *row) {
    const plumb_problem *p = row->p;
    arb_zero(row->delta);
    for (size_t j = 0; j < p->key_length; j++)
        if (plumb_exact_visible(p, row->b, row->h, row->t, j)) {
            dot(row->of_weight + j, row->loss, plumb_exact_value(p, row->b, row->h, j), p->value_dim, row->precision);
            arb_addmul(row->delta, row->weight + j, row->of_weight + j, row->precision);
        }
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
        dot(slope, plumb_exact_query(p, row->b, row->h, row->t), plumb_exact_key(p, row->b, row->h, j), p->head_dim,
            row->precision);
        plumb_exact_scale_mul(slope, slope, p, row->precision);
        arb_div(slope, slope, cap, row->precision);
        arb_sech(slope, slope, row->precision);
        arb_mul(slope, slope, slope, row->precision);
    }
    arb_clear(cap);
}

/* p_j (y_j - delta + l), and what joins a score behind the softcap has no other; times the slope of the softcap, and
   what joins it before that has this; times the scale. */
static void of_product(arb_t gradient, arb_t of_bias, const gradient_row *row, size_t j) {
    arb_t slope;
    arb_init(slope);
    arb_sub(gradient, row->of_weight + j, row->delta, row->precision);
    arb_add(gradient, gradient, row->of_lse, row->precision);
    arb_mul(gradient, gradient, row->weight + j, row->precision);
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

/* What joins the score is slope_h times a distance, perhaps with the scale, or a number of a table. */
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

static void add_key(const gradient_row *row, size_t j, const plumb_exact_gradients *to) {
    const plumb_problem *p = row->p;
    const double *query = plumb_exact_query(p, row->b, row->h, row->t), *key = plumb_exact_key(p, row->b, row->h, j);
    arb_t gradient;
    arb_init(gradient);
    of_product(gradient, to->bias + j, row, j);
    add_position(row, j, to);
    for (size_t c = 0; c < p->head_dim; c++) {
        add_product(to->query + c, gradient, key[c], row->precision);
        add_product(to->key + j * p->head_dim + c, gradient, query[c], row->precision);
    }
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
                        .of_weight = _arb_vec_init((slong)p->key_length)};
    arb_t lse;
    arb_init(lse);
    arb_init(row.sink);
    arb_init(row.delta);
    arb_init(row.of_lse);
    arb_set_d(row.of_lse, p->loss.lse == NULL ? 0 : p->loss.lse[n]);
    plumb_exact_row_weights(p, b, h, t, precision, row.score, row.weight, row.sink, lse);
    find_delta(&row);
    _arb_vec_zero(to->query, (slong)p->head_dim);
    _arb_vec_zero(to->bias, (slong)p->key_length);
    for (size_t j = 0; j < p->key_length; j++)
        if (plumb_exact_visible(p, b, h, t, j))
            add_key(&row, j, to);
    if (plumb_exact_has_sink_logit(p))
        add_sink(&row, to);
    arb_clear(row.of_lse);
    arb_clear(row.delta);
    arb_clear(row.sink);
    arb_clear(lse);
    _arb_vec_clear(row.of_weight, (slong)p->key_length);
    _arb_vec_clear(row.weight, (slong)p->key_length);
    _arb_vec_clear(row.score, (slong)p->key_length);
}
