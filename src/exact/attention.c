#include "exact/attention.h"
#include "exact/scale.h"
#include "exact/visible.h"

static void set_vector(arb_ptr vector, const double *value, size_t count) {
    for (size_t c = 0; c < count; c++)
        arb_set_d(vector + c, value[c]);
}

/* score[i] = scale * query.key[i] for visible keys, -infinity for the others. */
static void row_scores(const plumb_problem *problem, size_t b, size_t h, size_t t, slong precision,
                       arb_ptr score) {
    slong head_dim = (slong)problem->head_dim;
    arb_ptr query = _arb_vec_init(head_dim);
    arb_ptr key = _arb_vec_init(head_dim);
    set_vector(query, plumb_exact_query(problem, b, h, t), problem->head_dim);
    for (size_t i = 0; i < problem->key_length; i++) {
        if (!plumb_exact_visible(problem, t, i)) {
            arb_neg_inf(score + i);
            continue;
        }
        set_vector(key, plumb_exact_key(problem, b, h, i), problem->head_dim);
        arb_dot(score + i, NULL, 0, query, 1, key, 1, head_dim, precision);
        plumb_exact_scale_mul(score + i, score + i, problem, precision);
    }
    _arb_vec_clear(query, head_dim);
    _arb_vec_clear(key, head_dim);
}

/* A number near the largest visible score.  Any shift gives the same weights; this one keeps the
   exponentials in a range where they are cheap. */
static void largest_score(const plumb_problem *problem, size_t t, arb_srcptr score, arb_t shift) {
    bool first = true;
    for (size_t i = 0; i < problem->key_length; i++)
        if (plumb_exact_visible(problem, t, i) &&
            (first || arf_cmp(arb_midref(score + i), arb_midref(shift)) > 0)) {
            arb_set_arf(shift, arb_midref(score + i));
            first = false;
        }
}

/* weight[i] = exp(score[i]) / total, lse = log(total), both through the shift. */
static void row_weights(const plumb_problem *problem, size_t t, slong precision, arb_srcptr score,
                        arb_ptr weight, arb_t lse) {
    arb_t shift, total;
    arb_init(shift);
    arb_init(total);
    largest_score(problem, t, score, shift);
    for (size_t i = 0; i < problem->key_length; i++) {
        arb_zero(weight + i);
        if (!plumb_exact_visible(problem, t, i))
            continue;
        arb_sub(weight + i, score + i, shift, precision);
        arb_exp(weight + i, weight + i, precision);
        arb_add(total, total, weight + i, precision);
    }
    for (size_t i = 0; i < problem->key_length; i++)
        if (plumb_exact_visible(problem, t, i))
            arb_div(weight + i, weight + i, total, precision);
    arb_log(lse, total, precision);
    arb_add(lse, lse, shift, precision);
    arb_clear(shift);
    arb_clear(total);
}

static void row_output(const plumb_problem *problem, size_t b, size_t h, size_t t, slong precision,
                       arb_srcptr weight, arb_ptr output) {
    arb_t element;
    arb_init(element);
    for (size_t i = 0; i < problem->key_length; i++) {
        if (!plumb_exact_visible(problem, t, i))
            continue;
        const double *value = plumb_exact_value(problem, b, h, i);
        for (size_t c = 0; c < problem->value_dim; c++) {
            arb_set_d(element, value[c]);
            arb_addmul(output + c, weight + i, element, precision);
        }
    }
    arb_clear(element);
}

size_t plumb_exact_row(const plumb_problem *problem, size_t b, size_t h, size_t t, slong precision,
                       arb_ptr score, arb_ptr weight, arb_ptr output, arb_t lse) {
    size_t visible = plumb_exact_visible_count(problem, t);
    row_scores(problem, b, h, t, precision, score);
    _arb_vec_zero(output, (slong)problem->value_dim);
    if (visible == 0) {
        _arb_vec_zero(weight, (slong)problem->key_length);
        arb_neg_inf(lse);
        return 0;
    }
    row_weights(problem, t, precision, score, weight, lse);
    row_output(problem, b, h, t, precision, weight, output);
    return visible;
}
