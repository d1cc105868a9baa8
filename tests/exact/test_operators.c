/* test_operators.c - the reference of every operator and positional encoding against
   spec/operators.md and spec/positions.md in plain double arithmetic. */
#include "exact/visible.h"
#include "tests/exact/naive_position.h"
#include "tests/exact/rows.h"
#include "tests/support/activation.h"
#include "tests/support/suite.h"
#include <stdio.h>

#define CASES 200
#define MOST 16

typedef struct {
    double score[MOST], weight[MOST], output[MOST], lse;
    bool part[MOST];
    bool mean;            /* an empty row that is the mean of all values */
    double amplification; /* of roundings, by a small denominator */
} naive_row;

static double dot(const double *x, const double *y, size_t count) {
    double sum = 0;
    for (size_t c = 0; c < count; c++)
        sum += x[c] * y[c];
    return sum;
}

static size_t naive_feature(const plumb_problem *p, const double *u, double *phi) {
    const plumb_extras *extra = &p->extra;
    double hidden[MOST];
    for (size_t c = 0; c < p->head_dim; c++)
        phi[c] = p->op.kind == PLUMB_ELU_KERNEL ? activated(PLUMB_ELU, u[c]) : u[c];
    if (p->op.kind != PLUMB_MLP_KERNEL)
        return p->head_dim;
    for (size_t r = 0; r < extra->hidden_dim; r++)
        hidden[r] = fmax(0, dot(extra->mlp_inner + r * p->head_dim, u, p->head_dim));
    for (size_t r = 0; r < extra->feature_dim; r++)
        phi[r] = dot(extra->mlp_outer + r * extra->hidden_dim, hidden, extra->hidden_dim);
    return extra->feature_dim;
}

static double naive_scale(const plumb_problem *p) {
    double numerator, denominator;
    if (p->scale.text == NULL)
        return 1 / sqrt((double)p->head_dim);
    int read = sscanf(p->scale.text, "%lf/%lf", &numerator, &denominator);
    return read == 2 ? numerator / denominator : numerator;
}

static double naive_x(const plumb_problem *p, const double *query, const double *key) {
    double q[MOST], k[MOST];
    naive_feature(p, query, q);
    return naive_scale(p) * dot(q, k, naive_feature(p, key, k));
}

static double naive_cap(const plumb_problem *p, double x) {
    return p->op.softcap == 0 ? x : p->op.softcap * tanh(x / p->op.softcap);
}

/* spec/masks.md, by the distance d of the query from the key. */
static bool naive_far(const plumb_problem *p, size_t t, size_t i) {
    const plumb_mask *m = &p->mask;
    double position = (double)t + (double)p->causal.offset, j = (double)i, d = position - j;
    double width = (double)m->chunk;
    if ((p->causal.causal && d < 0) || (m->prefixed && d < 0 && !(j < (double)m->prefix)))
        return true;
    if (m->windowed &&
        ((m->left != -1 && d > (double)m->left) || (m->right != -1 && -d > (double)m->right)))
        return true;
    if (m->streaming && !(j < (double)m->first) && !(0 <= d && d < (double)m->recent))
        return true;
    return m->chunk > 0 && floor(position / width) != floor(j / width);
}

static bool naive_hidden(const plumb_problem *p, size_t b, size_t h, size_t t, size_t i) {
    const plumb_mask *m = &p->mask;
    if (m->query_segment &&
        m->query_segment[b * p->query_length + t] != m->key_segment[b * p->key_length + i])
        return true;
    if (m->allowed &&
        m->allowed[b * m->allowed_batch + h * m->allowed_head + t * m->allowed_query + i] == 0)
        return true;
    return p->extra.bias && p->extra.bias[b * p->extra.bias_batch + h * p->extra.bias_head +
                                          t * p->extra.bias_query + i] == -INFINITY;
}

static bool naive_visible(const plumb_problem *p, size_t b, size_t h, size_t t, size_t i) {
    bool first = p->op.sink == PLUMB_SINK_FIRST_KEYS && i < p->op.sink_keys;
    return (first || !naive_far(p, t, i)) && !naive_hidden(p, b, h, t, i);
}

/* The query of a row at its position. */
static void naive_query(const plumb_problem *p, size_t b, size_t h, size_t t, double *query) {
    size_t row = (b * p->query_heads + h) * p->query_length + t;
    naive_move(p, naive_query_point(p, b, t), p->query + row * p->head_dim, query);
    for (size_t c = 0; c < p->head_dim; c++)
        query[c] *= naive_heat(p, naive_query_point(p, b, t));
}

static size_t naive_key_start(const plumb_problem *p, size_t b, size_t h, size_t i) {
    size_t head = b * p->key_heads + h * p->key_heads / p->query_heads;
    return head * p->key_length + i;
}

static void naive_key(const plumb_problem *p, size_t b, size_t h, size_t t, size_t i, double *key) {
    const double *row = naive_row_of(p, p->position.table, p->head_dim, b, t, i);
    naive_move(p, naive_key_point(p, b, t, i),
               p->key + naive_key_start(p, b, h, i) * p->head_dim, key);
    for (size_t c = 0; row && c < p->head_dim; c++)
        key[c] += row[c];
}

static void naive_scores(const plumb_problem *p, size_t b, size_t h, size_t t, naive_row *row) {
    const plumb_extras *extra = &p->extra;
    double query[MOST], key[MOST];
    naive_query(p, b, h, t, query);
    for (size_t i = 0; i < p->key_length; i++) {
        bool visible = naive_visible(p, b, h, t, i);
        naive_key(p, b, h, t, i, key);
        double x = naive_x(p, query, key);
        double bias = naive_position_bias(p, naive_scale(p), b, h, t, i);
        if (extra->bias)
            bias += extra->bias[b * extra->bias_batch + h * extra->bias_head +
                                t * extra->bias_query + i];
        if (p->op.sink == PLUMB_SINK_KEY0_BIAS && i == 0)
            bias += extra->key0_bias[h];
        row->score[i] = p->op.softcap_order == PLUMB_CAP_BIAS_MASK ? naive_cap(p, x) + bias
                                                                   : naive_cap(p, x + bias);
        row->part[i] = visible;
        if (!visible && p->op.softcap > 0 && p->op.softcap_order == PLUMB_BIAS_MASK_CAP) {
            row->score[i] = -p->op.softcap;
            row->part[i] = true;
        }
    }
}

/* e^S and v*, NULL for 0 */
static double naive_sink(const plumb_problem *p, size_t b, size_t h, size_t t,
                         const double **value) {
    double query[MOST];
    naive_query(p, b, h, t, query);
    *value = NULL;
    switch (p->op.sink) {
    case PLUMB_SINK_ZERO:
        return 1;
    case PLUMB_SINK_LOGIT:
        return exp(p->extra.sinks[h]);
    case PLUMB_SINK_KEY_VALUE:
    case PLUMB_SINK_TOKEN:
        *value = p->extra.sink_value + h * p->value_dim;
        return exp(naive_cap(p, naive_x(p, query, p->extra.sink_key + h * p->head_dim)));
    case PLUMB_SINK_KEY:
        return exp(naive_cap(p, naive_x(p, query, p->extra.sink_key + h * p->head_dim)));
    case PLUMB_SINK_NONE:
    case PLUMB_SINK_FIRST_KEYS:
    case PLUMB_SINK_KEY0_BIAS:
    default:
        return 0;
    }
}

static double naive_similarity(const plumb_problem *p, double x) {
    return has_activation(p->op.kind) ? activated(p->op.kind, x) : x;
}

/* Sums over the keys that take part, by which the weights of a row are made. */
typedef struct {
    double exponential, power, pick, similarity, magnitude, largest;
} naive_sums;

static naive_sums sum_scores(const plumb_problem *p, const naive_row *row) {
    naive_sums sums = {.largest = -INFINITY};
    for (size_t i = 0; i < p->key_length; i++)
        if (row->part[i]) {
            double x = row->score[i], a = naive_similarity(p, x);
            sums.exponential += exp(x);
            sums.power += exp(p->op.power * x);
            sums.pick += fabs(exp(x) - 1);
            sums.similarity += a;
            sums.magnitude += fabs(a);
            sums.largest = fmax(sums.largest, x);
        }
    return sums;
}

static double naive_weight(const plumb_problem *p, double x, naive_sums sums, double sink) {
    const plumb_operator *op = &p->op;
    double a = naive_similarity(p, x);
    switch (op->kind) {
    case PLUMB_SOFTMAX:
        return exp(x) / (sums.exponential + sink);
    case PLUMB_SCALED_SOFTMAX:
        return op->alpha * exp(x) / sums.exponential;
    case PLUMB_POWER_SOFTMAX:
        return exp(x) / pow(sums.power, 1 / op->power);
    case PLUMB_CLIPPED_SOFTMAX:
        return fmin(1, fmax(0, (op->zeta - op->gamma) * exp(x) / sums.exponential + op->gamma));
    case PLUMB_SOFTPICK:
        return fmax(0, exp(x) - 1) / (sums.pick + op->epsilon * exp(sums.largest));
    default:
        if (op->normalisation == PLUMB_SUM)
            return a / (sums.similarity + op->epsilon);
        if (op->normalisation == PLUMB_ABSOLUTE_SUM)
            return fabs(a) / (sums.magnitude + op->epsilon);
        if (op->normalisation == PLUMB_KEY_LENGTH)
            return a / (double)p->key_length;
        return op->normalisation == PLUMB_AT_LEAST_ONE ? a / fmax(fabs(sums.similarity), 1) : a;
    }
}

/* How much a quotient magnifies the roundings of its denominator. */
static double naive_amplification(const plumb_problem *p, naive_sums sums) {
    double terms = sums.magnitude;
    if (p->op.kind == PLUMB_SOFTPICK)
        return 1 + 1 / sums.pick;
    if (!has_activation(p->op.kind) || p->op.normalisation == PLUMB_UNNORMALISED ||
        p->op.normalisation == PLUMB_KEY_LENGTH)
        return 1;
    double denominator =
        p->op.normalisation == PLUMB_SUM ? fabs(sums.similarity + p->op.epsilon) : terms;
    return (1 + terms / denominator) * (1 + terms / denominator) + 1 / terms;
}

static void naive_output(const plumb_problem *p, size_t b, size_t h, size_t t, double sink_weight,
                         const double *sink_value, naive_row *row) {
    const plumb_extras *extra = &p->extra;
    size_t query = (b * p->query_heads + h) * p->query_length + t;
    for (size_t c = 0; c < p->value_dim; c++) {
        row->output[c] = sink_value ? sink_weight * sink_value[c] : 0;
        for (size_t i = 0; i < p->key_length; i++) {
            const double *far = naive_row_of(p, p->position.value_table, p->value_dim, b, t, i);
            double value = p->value[naive_key_start(p, b, h, i) * p->value_dim + c];
            if (row->part[i] || row->mean)
                row->output[c] += row->weight[i] * (value + (far ? far[c] : 0));
        }
        if (extra->value_bias)
            row->output[c] += extra->value_bias[h * p->value_dim + c];
        if (extra->gate)
            row->output[c] /=
                1 + exp(-extra->gate[extra->gate_per_element ? query * p->value_dim + c : query]);
    }
    if (p->position.kind == PLUMB_POSITION_ROPE_OUTPUT && !row->mean)
        naive_rotate_back(p, naive_query_point(p, b, t), row->output);
}

static naive_row naive(const plumb_problem *p, size_t b, size_t h, size_t t) {
    naive_row row = {.amplification = 1};
    const double *sink_value;
    double sink = naive_sink(p, b, h, t, &sink_value);
    naive_scores(p, b, h, t, &row);
    naive_sums sums = sum_scores(p, &row);
    row.mean = p->empty_row == PLUMB_EMPTY_ROW_MEAN && sums.largest == -INFINITY && sink == 0;
    for (size_t i = 0; i < p->key_length; i++)
        row.weight[i] = row.mean      ? 1 / (double)p->key_length
                        : row.part[i] ? naive_weight(p, row.score[i], sums, sink)
                                      : 0;
    naive_output(p, b, h, t, sink / (sums.exponential + sink), sink_value, &row);
    row.lse = log(sums.exponential + (p->op.sink_outside_lse ? 0 : sink));
    if (isfinite(sums.largest))
        row.amplification = naive_amplification(p, sums);
    if (!isfinite(sums.exponential + sums.power + sink))
        row.amplification = INFINITY;
    return row;
}

static bool close_to(arb_srcptr exact, double expected, double amplification) {
    double mid = arf_get_d(arb_midref(exact), ARF_RND_NEAR);
    return arb_is_finite(exact) && arb_rel_accuracy_bits(exact) > -1000 &&
           mag_cmp_2exp_si(arb_radref(exact), -40) < 0 &&
           fabs(mid - expected) <= 1e-11 * amplification * (1 + fabs(expected));
}

static bool is_infinite(arb_srcptr x, bool positive) {
    return positive ? arf_is_pos_inf(arb_midref(x)) : arf_is_neg_inf(arb_midref(x));
}

static void check_against_naive(const random_cases *cases, plumb_reference *reference, size_t b, size_t h,
                                size_t t) {
    const plumb_problem *p = reference->problem;
    naive_row row = naive(p, b, h, t);
    if (!(row.amplification < 1e5))
        return;
    for (size_t i = 0; i < p->key_length; i++) {
        if (plumb_exact_takes_part(p, b, h, t, i) != row.part[i])
            fail_case(cases, p, "part of key", i);
        arb_srcptr score = plumb_reference_element(reference, b, h, t, PLUMB_SCORES, i, 200);
        if (row.part[i] ? !close_to(score, row.score[i], 1) : !arf_is_neg_inf(arb_midref(score)))
            fail_case(cases, p, "score", i);
        if (!close_to(plumb_reference_element(reference, b, h, t, PLUMB_WEIGHTS, i, 200), row.weight[i],
                      row.amplification))
            fail_case(cases, p, "weight", i);
    }
    for (size_t c = 0; c < p->value_dim; c++)
        if (!close_to(plumb_reference_element(reference, b, h, t, PLUMB_OUTPUT, c, 200), row.output[c],
                      row.amplification))
            fail_case(cases, p, "output", c);
    arb_srcptr lse = plumb_reference_element(reference, b, h, t, PLUMB_LSE, 0, 200);
    bool softmax = p->op.kind == PLUMB_SOFTMAX || p->op.kind == PLUMB_SCALED_SOFTMAX ||
                   p->op.kind == PLUMB_CLIPPED_SOFTMAX;
    if (!softmax            ? arb_is_finite(lse)
        : isfinite(row.lse) ? !close_to(lse, row.lse, 1)
                            : !is_infinite(lse, p->empty_lse_positive))
        fail_case(cases, p, "log-sum-exp", 0);
}

static void check_problem(random_cases *cases, drawn_problem drawn) {
    const plumb_problem *p = &drawn.problem;
    plumb_reference reference;
    plumb_reference_init(&reference, p);
    for (size_t h = 0; h < p->query_heads && !naive_is_far(p); h++)
        check_against_naive(cases, &reference, p->batch - 1, h, random_below(cases, p->query_length));
    plumb_reference_clear(&reference);
    free_problem(&drawn);
}

START_TEST(agrees_with_the_page_in_doubles) {
    random_cases cases = random_begin("reference of operators", CASES);
    while (random_next(&cases)) {
        random_round(&cases, _i);
        check_problem(&cases,
                      draw_operator_problem(&cases, operator_of_variant((size_t)_i), ORDINARY));
    }
}
END_TEST

/* Each encoding, with the softmax, its sinks and any other operator. */
START_TEST(agrees_with_the_page_of_positions) {
    random_cases cases = random_begin("reference of positions", 10 * CASES);
    while (random_next(&cases)) {
        random_round(&cases, _i);
        operator_variant variant = operator_of_variant(random_below(&cases, OPERATOR_VARIANTS));
        check_problem(&cases,
                      draw_position_problem(&cases, variant, (plumb_position_kind)_i, ORDINARY));
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("exact/operators");
    TCase *tests = tcase_create("operators");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_loop_test(tests, agrees_with_the_page_in_doubles, 0, OPERATOR_VARIANTS);
    tcase_add_loop_test(tests, agrees_with_the_page_of_positions, 1, PLUMB_POSITION_COUNT);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
