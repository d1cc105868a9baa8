/* The reference adds up the parts of all rows in Arb, in ever more bits, until every sum is known to two steps of
   binary64 and its rounding to every format is decided. */
#include "vectors/gradient_answers.h"
#include "backward/bias.h"
#include "backward/gradients.h"
#include "exact/gradient.h"
#include "exact/reference.h"
#include "judge/gradient_bound.h"
#include <math.h>

/* The sums, and what one row adds to the sink's logit, a line of the bias, a slope and a column of a table. */
typedef struct {
    const plumb_case *c;
    arb_ptr sum[PLUMB_GRADIENT_COUNT];
    arb_ptr sink, bias, slope, table;
} sums;

static void sums_init(sums *s, const plumb_case *c, const plumb_vector_answers *out) {
    *s = (sums){.c = c};
    for (size_t g = 0; g < PLUMB_GRADIENT_COUNT; g++)
        s->sum[g] = _arb_vec_init((slong)out->gradient[g].count);
    s->sink = _arb_vec_init(1);
    s->bias = _arb_vec_init((slong)c->problem.key_length);
    s->slope = _arb_vec_init(1);
    s->table = _arb_vec_init((slong)plumb_position_parameters(&c->problem));
}

static void sums_clear(sums *s, const plumb_vector_answers *out) {
    for (size_t g = 0; g < PLUMB_GRADIENT_COUNT; g++)
        _arb_vec_clear(s->sum[g], (slong)out->gradient[g].count);
    _arb_vec_clear(s->sink, 1);
    _arb_vec_clear(s->bias, (slong)s->c->problem.key_length);
    _arb_vec_clear(s->slope, 1);
    _arb_vec_clear(s->table, (slong)plumb_position_parameters(&s->c->problem));
}

/* Every stride-th element of a gradient from `first` on, if the vector has that gradient. */
static void add_part(sums *s, const plumb_vector_answers *out, plumb_gradient g, size_t first, size_t stride,
                     arb_srcptr part, size_t count, slong precision) {
    for (size_t i = 0; i < count && out->gradient[g].count > 0; i++)
        arb_add(s->sum[g] + first + i * stride, s->sum[g] + first + i * stride, part + i, precision);
}

static void add_row(sums *s, const plumb_vector_answers *out, size_t b, size_t h, size_t t, slong precision) {
    const plumb_problem *p = &s->c->problem;
    size_t row = (b * p->query_heads + h) * p->query_length + t;
    size_t key_head = b * p->key_heads + h / (p->query_heads / p->key_heads);
    size_t parameters = plumb_position_parameters(p);
    const plumb_exact_gradients to = {
        .query = s->sum[PLUMB_GRADIENT_OF_QUERY] + row * p->head_dim,
        .key = s->sum[PLUMB_GRADIENT_OF_KEY] + key_head * p->key_length * p->head_dim,
        .value = s->sum[PLUMB_GRADIENT_OF_VALUE] + key_head * p->key_length * p->value_dim,
        .sink = s->sink,
        .bias = s->bias,
        .slope = s->slope,
        .table = s->table};
    arb_zero(s->sink);
    arb_zero(s->slope);
    _arb_vec_zero(s->table, (slong)parameters);
    plumb_exact_gradient_row(p, b, h, t, precision, &to);
    add_part(s, out, PLUMB_GRADIENT_OF_SINK, h, 1, s->sink, 1, precision);
    add_part(s, out, PLUMB_GRADIENT_OF_BIAS, plumb_bias_line(p, b, h, t) * p->key_length, 1, s->bias, p->key_length,
             precision);
    add_part(s, out, PLUMB_GRADIENT_OF_SLOPE, h, 1, s->slope, 1, precision);
    add_part(s, out, PLUMB_GRADIENT_OF_TABLE, h, p->query_heads, s->table, parameters, precision);
}

static void add_rows(sums *s, const plumb_vector_answers *out, slong precision) {
    const plumb_problem *p = &s->c->problem;
    for (size_t g = 0; g < PLUMB_GRADIENT_COUNT; g++)
        _arb_vec_zero(s->sum[g], (slong)out->gradient[g].count);
    for (size_t b = 0; b < p->batch; b++)
        for (size_t h = 0; h < p->query_heads; h++)
            for (size_t t = 0; t < p->query_length; t++)
                add_row(s, out, b, h, t, precision);
}

static bool settle_all(const sums *s, plumb_vector_answers *out, bool last) {
    bool known = true;
    for (size_t g = 0; g < PLUMB_GRADIENT_COUNT; g++)
        for (size_t i = 0; i < out->gradient[g].count; i++)
            known = plumb_vector_settle(&out->gradient[g], i, s->sum[g] + i, last) && known;
    return known;
}

static int take_results(const plumb_case *asked, plumb_storage *storage, plumb_vector_answers *out,
                        plumb_error *error) {
    for (int i = 0; i < PLUMB_GRADIENT_COUNT; i++) {
        plumb_gradient g = (plumb_gradient)i;
        if (!plumb_gradient_exists(asked, g))
            continue;
        if (plumb_gradients_check(asked, g, plumb_gradient_name(g), error) != 0)
            return -1;
        if (!plumb_vector_result_take(&out->gradient[g], plumb_gradient_count(asked, g), storage))
            return plumb_fail(error, "%s: not enough memory", asked->source);
    }
    return 0;
}

static void answer(plumb_vector_answers *out, plumb_format format) {
    for (size_t g = 0; g < PLUMB_GRADIENT_COUNT; g++) {
        const plumb_vector_result *result = &out->gradient[g];
        if (result->count > 0)
            out->right.gradient[g] = (plumb_claim){true, format, result->count, result->rounded[format]};
    }
}

int plumb_vector_gradients(const plumb_case *asked, plumb_storage *storage, plumb_vector_answers *out,
                           plumb_error *error) {
    sums s;
    bool known = false;
    if (take_results(asked, storage, out, error) != 0)
        return -1;
    sums_init(&s, asked, out);
    for (slong precision = PLUMB_REFERENCE_FIRST; !known && precision <= PLUMB_REFERENCE_LAST; precision *= 2) {
        add_rows(&s, out, precision);
        known = settle_all(&s, out, precision == PLUMB_REFERENCE_LAST);
    }
    sums_clear(&s, out);
    answer(out, asked->input_format);
    return known ? 0 : plumb_fail(error, "%s: a gradient has no exact value, or one that cannot be rounded",
                                  asked->source);
}

int plumb_vector_gradient_tolerance(const plumb_report *report, plumb_vector_answers *out, plumb_error *error) {
    for (int g = 0; g < PLUMB_GRADIENT_COUNT; g++) {
        plumb_vector_result *result = &out->gradient[g];
        if (result->count == 0)
            continue;
        if (plumb_gradient_bounds(report, (plumb_gradient)g, result->tolerance, error) != 0)
            return -1;
        for (size_t i = 0; i < result->count; i++)
            result->tolerance[i] = isnan(result->tolerance[i]) ? INFINITY : result->tolerance[i];
    }
    return 0;
}
