/* test_neighbours_operators.c - engines with other operators, sinks, value biases and gates than the stated ones: their
   neighbours explain them. */
#include "tests/diagnose/naive_engine.h"

#define LN_2 0.69314718055994530941723212145817656808

/* ---- operators ---- */

static void state_alpha(random_cases *cases, drawn_problem *drawn) {
    (void)cases;
    drawn->problem.op.kind = PLUMB_SCALED_SOFTMAX;
    drawn->problem.op.alpha = 0.8;
}

static double divide_by_sum(const naive *e, double sum, double magnitude) {
    (void)e, (void)magnitude;
    return sum;
}

static void leave_out_alpha(naive *e) {
    e->divisor = divide_by_sum;
}

static void state_sigmoid(random_cases *cases, drawn_problem *drawn) {
    (void)cases;
    drawn->problem.op.kind = PLUMB_SIGMOID;
    drawn->problem.op.normalisation = PLUMB_SUM;
}

static double divide_by_nothing(const naive *e, double sum, double magnitude) {
    (void)e, (void)sum, (void)magnitude;
    return 1;
}

static void leave_unnormalised(naive *e) {
    e->divisor = divide_by_nothing;
}

static double divide_with_large_epsilon(const naive *e, double sum, double magnitude) {
    (void)e, (void)magnitude;
    return sum + 1e-5;
}

static void have_large_epsilon(naive *e) {
    e->divisor = divide_with_large_epsilon;
}

static double exponential(const naive *e, double x, double most) {
    (void)e;
    return exp(x - most);
}

static void take_softmax(naive *e) {
    e->activation = exponential;
    e->divisor = divide_by_sum;
}

static double sigmoid_less_log(const naive *e, double x, double most) {
    (void)e, (void)most;
    return 1 / (1 + 11 * exp(-x));
}

static void subtract_log(naive *e) {
    e->activation = sigmoid_less_log;
}

static void state_identity(random_cases *cases, drawn_problem *drawn) {
    (void)cases;
    drawn->problem.op.kind = PLUMB_IDENTITY;
    drawn->problem.op.normalisation = PLUMB_ABSOLUTE_SUM;
}

static double divide_at_least_by_one(const naive *e, double sum, double magnitude) {
    (void)e, (void)magnitude;
    return fmax(1, fabs(sum));
}

static void divide_at_least(naive *e) {
    e->divisor = divide_at_least_by_one;
}

static void state_elu(random_cases *cases, drawn_problem *drawn) {
    (void)cases;
    drawn->problem.op.kind = PLUMB_ELU;
}

static double unchanged(const naive *e, double x, double most) {
    (void)e, (void)most;
    return x;
}

static void take_scores(naive *e) {
    e->activation = unchanged;
}

static double feature(double u) {
    return u > 0 ? u + 1 : exp(u);
}

static double query_feature(const naive *e, size_t b, size_t h, size_t t, size_t c) {
    return feature(naive_query(e, b, h, t, c));
}

static double key_feature(const naive *e, size_t b, size_t h, size_t j, size_t c) {
    return feature(naive_key(e, b, h, j, c));
}

static void take_features(naive *e) {
    e->query = query_feature;
    e->key = key_feature;
    e->activation = unchanged;
}

static double elu_of(const naive *e, double x, double most) {
    (void)e, (void)most;
    return x > 0 ? x : expm1(x);
}

static void take_elu(naive *e) {
    e->activation = elu_of;
}

static void state_at_least_one(random_cases *cases, drawn_problem *drawn) {
    (void)cases;
    drawn->problem.op.kind = PLUMB_IDENTITY;
    drawn->problem.op.normalisation = PLUMB_AT_LEAST_ONE;
}

static void state_key_length(random_cases *cases, drawn_problem *drawn) {
    (void)cases;
    drawn->problem.op.kind = PLUMB_RELU;
    drawn->problem.op.normalisation = PLUMB_KEY_LENGTH;
    drawn->problem.causal = (plumb_causal){.causal = true, .offset = 2};
}

static double divide_by_signed_sum(const naive *e, double sum, double magnitude) {
    (void)e, (void)magnitude;
    return fmax(sum, 1);
}

static void divide_signed(naive *e) {
    e->divisor = divide_by_signed_sum;
}

/* ---- sinks ---- */

static double four_times(const naive *e, size_t b, size_t h, size_t t) {
    return naive_sink(e, b, h, t) + log(4);
}

static double a_third(const naive *e, size_t b, size_t h, size_t t) {
    return naive_sink(e, b, h, t) - log(3.3);
}

static void count_four_times(naive *e) {
    e->sink = four_times;
}

static void count_a_part(naive *e) {
    e->sink = a_third;
}

static void state_logits(random_cases *cases, drawn_problem *drawn) {
    drawn->problem.op.sink = PLUMB_SINK_LOGIT;
    give_numbers(cases, drawn, SINK_LOGITS, 1);
}

static void state_logits_and_softcap(random_cases *cases, drawn_problem *drawn) {
    state_logits(cases, drawn);
    drawn->problem.op.softcap = 1.5;
}

static void state_key_value(random_cases *cases, drawn_problem *drawn) {
    drawn->problem.op.sink = PLUMB_SINK_KEY_VALUE;
    give_numbers(cases, drawn, SINK_KEY, 1);
    give_numbers(cases, drawn, SINK_VALUE, 1);
}

static void state_key0(random_cases *cases, drawn_problem *drawn) {
    drawn->problem.op.sink = PLUMB_SINK_KEY0_BIAS;
    give_numbers(cases, drawn, KEY0_BIAS, 1);
}

static void state_first_keys(random_cases *cases, drawn_problem *drawn) {
    plumb_problem *p = &drawn->problem;
    (void)cases;
    p->op.sink = PLUMB_SINK_FIRST_KEYS;
    p->op.sink_keys = 2;
    p->mask.windowed = true;
    p->mask.left = 2;
}

#define SINK_OF(name, logit)                                                                       \
    static double name##_logit(const naive *e, size_t b, size_t h, size_t t) {                     \
        (void)e, (void)b, (void)h, (void)t;                                                        \
        return logit;                                                                              \
    }                                                                                              \
    static void name(naive *e) {                                                                   \
        e->sink = name##_logit;                                                                    \
    }

SINK_OF(leave_out_sink, -INFINITY)
SINK_OF(have_zero, 0)
SINK_OF(scale_logit, e->p->extra.sinks[h] * e->scale)
SINK_OF(count_twice, e->p->extra.sinks[h] + LN_2)
SINK_OF(take_for_base_2, e->p->extra.sinks[h] * LN_2)
SINK_OF(cap_logit, 1.5 * tanh(e->p->extra.sinks[h] / 1.5))
SINK_OF(take_first, e->p->extra.sinks[0])
SINK_OF(take_next, e->p->extra.sinks[(h + 1) % 6])
SINK_OF(take_of_key_head, e->p->extra.sinks[h / 2])
SINK_OF(take_key0_for_logit, e->p->extra.key0_bias[h])

static double plain_score(const naive *e, size_t b, size_t h, size_t t, size_t j, double product) {
    (void)b, (void)h, (void)t, (void)j;
    return e->scale * product;
}

static void logit_of_key0(naive *e) {
    e->score = plain_score;
    take_key0_for_logit(e);
}

static double score_with_sink(const naive *e, size_t b, size_t h, size_t t, size_t j,
                              double product) {
    (void)b, (void)t;
    return e->scale * product + (j == 0 ? e->p->extra.sinks[h] : 0);
}

static void add_sink_to_key0(naive *e) {
    leave_out_sink(e);
    e->score = score_with_sink;
}

static double unscaled_product(const naive *e, size_t b, size_t h, size_t t) {
    double product = 0;
    for (size_t c = 0; c < 8; c++)
        product += naive_query(e, b, h, t, c) * e->p->extra.sink_key[h * 8 + c];
    return product;
}

static void leave_unscaled(naive *e) {
    e->sink = unscaled_product;
}

/* The sink's value, which the naive engine adds, is taken away again. */
static double without_sink_value(const naive *e, size_t b, size_t h, size_t t, size_t c,
                                 double mean) {
    double sink = naive_sink(e, b, h, t), most = sink, sum = 0;
    double x[11];
    for (size_t j = 0; j < 11; j++) {
        x[j] = e->scale * naive_product(e, b, h, t, j);
        most = fmax(most, x[j]);
    }
    for (size_t j = 0; j < 11; j++)
        sum += exp(x[j] - most);
    sum += exp(sink - most);
    return mean - exp(sink - most) / sum * e->p->extra.sink_value[h * 6 + c];
}

static void leave_out_value(naive *e) {
    e->output = without_sink_value;
}

static bool sees_two_less(const naive *e, size_t b, size_t h, size_t t, size_t j) {
    (void)e, (void)b, (void)h;
    return j <= t + 4 && j >= t + 2;
}

static void show_no_first_keys(naive *e) {
    e->sees = sees_two_less;
}

static bool sees_three_first(const naive *e, size_t b, size_t h, size_t t, size_t j) {
    return j < 3 || sees_two_less(e, b, h, t, j);
}

static void show_three_first(naive *e) {
    e->sees = sees_three_first;
}

/* ---- the output ---- */

static void state_value_bias(random_cases *cases, drawn_problem *drawn) {
    give_numbers(cases, drawn, VALUE_BIAS, 1);
}

static void state_gate(random_cases *cases, drawn_problem *drawn) {
    drawn->problem.extra.gate_per_element = true;
    give_numbers(cases, drawn, GATE, 1);
}

static void state_head_gate(random_cases *cases, drawn_problem *drawn) {
    give_numbers(cases, drawn, GATE, 1);
}

#define OUTPUT_OF(name, result)                                                                    \
    static double name##_output(const naive *e, size_t b, size_t h, size_t t, size_t c,            \
                                double mean) {                                                     \
        (void)e, (void)b, (void)h, (void)t, (void)c;                                               \
        return result;                                                                             \
    }                                                                                              \
    static void name(naive *e) {                                                                   \
        e->output = name##_output;                                                                 \
    }

#define GATE_AT naive_gate(e->p, b, h, t, c)

OUTPUT_OF(divide_by_visible, mean *(double)e->p->key_length / (double)(t + 3))
OUTPUT_OF(leave_out_what_follows, mean)
OUTPUT_OF(add_twice, mean + 2 * e->p->extra.value_bias[h * 6 + c])
OUTPUT_OF(subtract_it, mean - e->p->extra.value_bias[h * 6 + c])
OUTPUT_OF(add_first, mean + e->p->extra.value_bias[c])
OUTPUT_OF(gate_as_it_is, mean *GATE_AT)
OUTPUT_OF(gate_by_silu, mean *GATE_AT / (1 + exp(-GATE_AT)))
OUTPUT_OF(gate_negated, mean / (1 + exp(GATE_AT)))
OUTPUT_OF(gate_by_query, mean / (1 + exp(-e->p->extra.gate[(b * 7 + t) * 6 + h])))

static const mistake mistakes[] = {
    {"computes the plain softmax", state_alpha, leave_out_alpha, HAS_OUTPUT | HAS_WEIGHTS},
    {"computes the plain softmax", state_sigmoid, take_softmax, HAS_OUTPUT | HAS_WEIGHTS},
    {"normalises by none instead of sum", state_sigmoid, leave_unnormalised, 0},
    {"normalises by at-least-one", state_identity, divide_at_least, 0},
    {"has an epsilon of 1e-05", state_sigmoid, have_large_epsilon, 0},
    {"subtracts log(key_length)", state_sigmoid, subtract_log, HAS_OUTPUT | HAS_WEIGHTS},
    {"uses the scores as weights", state_elu, take_scores, 0},
    {"applies elu + 1 to queries and keys", state_elu, take_features, 0},
    {"uses elu as weights, without + 1", state_elu, take_elu, HAS_OUTPUT | HAS_WEIGHTS},
    {"divides by the number of visible keys, not by key_length", state_key_length, divide_by_visible, HAS_OUTPUT},
    {"divides by max(sum, 1)", state_at_least_one, divide_signed, HAS_OUTPUT | HAS_WEIGHTS},
    {"counts the sink 4 times", state_logits, count_four_times, HAS_OUTPUT},
    {"counts the sink about 0.303", state_logits, count_a_part, HAS_OUTPUT},
    {"leaves out the sink", state_logits, leave_out_sink, 0},
    {"has a sink of logit 0 instead", state_logits, have_zero, 0},
    {"adds 1 to the denominator", state_nothing, have_zero, 0},
    {"multiplies the sink's logit by the scale", state_logits, scale_logit, 0},
    {"counts the sink twice", state_logits, count_twice, 0},
    {"reads the sink's logit as one to the base 2", state_logits, take_for_base_2, 0},
    {"caps the sink's logit", state_logits_and_softcap, cap_logit, 0},
    {"gives every head the sink of head 0", state_logits, take_first, 0},
    {"gives each head the sink of the next", state_logits, take_next, 0},
    {"gives query head h the sink of number h / ", state_logits, take_of_key_head, 0},
    {"adds the sink's logit to the score of key 0", state_logits, add_sink_to_key0, 0},
    {"leaves the sink out of the log-sum-exp", state_logits, leave_out_sink, HAS_LSE},
    {"leaves out the sink's value", state_key_value, leave_out_value, 0},
    {"does not multiply the sink's logit", state_key_value, leave_unscaled, 0},
    {"has the bias of key 0 as a logit", state_key0, logit_of_key0, 0},
    {"leaves out the sink", state_first_keys, show_no_first_keys, 0},
    {"shows the first 3 keys to all", state_first_keys, show_three_first, 0},
    {"leaves out the value bias", state_value_bias, leave_out_what_follows, 0},
    {"adds the value bias twice", state_value_bias, add_twice, 0},
    {"subtracts the value bias", state_value_bias, subtract_it, 0},
    {"adds the value bias of head 0", state_value_bias, add_first, 0},
    {"leaves out the gate", state_gate, leave_out_what_follows, 0},
    {"multiplies by the gate without a sigmoid", state_gate, gate_as_it_is, 0},
    {"multiplies by the gate times its sigmoid", state_head_gate, gate_by_silu, 0},
    {"multiplies by the sigmoid of -gate", state_head_gate, gate_negated, 0},
    {"reads the gate as [batch, length, heads]", state_head_gate, gate_by_query, 0},
};

enum { MISTAKES = sizeof mistakes / sizeof *mistakes };

START_TEST(told_by_their_neighbours) {
    check_mistake(&mistakes[_i], plumb_neighbours_of_operators);
}
END_TEST

/* ---- operators of which the engine above has none ---- */

/* Outputs of weights a_j / divisor, of causal rows; a NULL: softpick's differences. */
typedef struct {
    double (*weight)(const plumb_problem *p, size_t row, size_t key);
    double (*divisor)(const double *a, const double *x, size_t keys, double epsilon);
} formula;

static double product_of(const double *u, const double *v, size_t n) {
    double sum = 0;
    for (size_t c = 0; c < n; c++)
        sum += u[c] * v[c];
    return sum;
}

static const double *query_of(const plumb_problem *p, size_t row) {
    return p->query + row * p->head_dim;
}

static const double *key_of(const plumb_problem *p, size_t row, size_t j) {
    size_t b = row / p->query_length / p->query_heads, h = row / p->query_length % p->query_heads;
    return p->key + ((b * p->key_heads + naive_key_head(p, h)) * p->key_length + j) * p->head_dim;
}

static double scaled_product(const plumb_problem *p, size_t row, size_t j) {
    return product_of(query_of(p, row), key_of(p, row, j), p->head_dim) / sqrt((double)p->head_dim);
}

static void run_formula(const plumb_problem *p, const formula *f, double *out) {
    size_t rows = p->batch * p->query_heads * p->query_length;
    for (size_t row = 0; row < rows; row++) {
        double x[11], a[11], divisor;
        size_t seen = row % p->query_length + 5;
        size_t b = row / p->query_length / p->query_heads, h = row / p->query_length % p->query_heads;
        for (size_t j = 0; j < seen; j++)
            x[j] = a[j] = f->weight(p, row, j);
        divisor = f->divisor(a, x, seen, p->op.epsilon);
        double most = -INFINITY;
        for (size_t j = 0; j < seen; j++)
            most = fmax(most, x[j]);
        for (size_t j = 0; p->op.kind == PLUMB_SOFTPICK && j < seen; j++)
            a[j] = fmax(0, exp(x[j] - most) - exp(-most));
        for (size_t c = 0; c < p->value_dim; c++) {
            double sum = 0;
            for (size_t j = 0; j < seen; j++)
                sum += a[j] / divisor *
                       p->value[((b * p->key_heads + naive_key_head(p, h)) * p->key_length + j) * p->value_dim + c];
            out[row * p->value_dim + c] = sum;
        }
    }
}

/* Sums of softpick: of absolute values, with their signs, of positive ones. */
static void sum_softpick(const double *x, size_t keys, double *absolute, double *with_sign, double *positive,
                         double *most) {
    *most = -INFINITY;
    for (size_t j = 0; j < keys; j++)
        *most = fmax(*most, x[j]);
    *absolute = *with_sign = *positive = 0;
    for (size_t j = 0; j < keys; j++) {
        double d = exp(x[j] - *most) - exp(-*most);
        *absolute += fabs(d);
        *with_sign += d;
        *positive += fmax(d, 0);
    }
}

#define SOFTPICK_BY(name, result)                                                                                      \
    static double name(const double *a, const double *x, size_t keys, double epsilon) {                                \
        double absolute, with_sign, positive, most;                                                                    \
        (void)a;                                                                                                       \
        sum_softpick(x, keys, &absolute, &with_sign, &positive, &most);                                                \
        return result;                                                                                                 \
    }
SOFTPICK_BY(as_stated, absolute + epsilon)
SOFTPICK_BY(by_signed, with_sign + epsilon)
SOFTPICK_BY(by_positive, positive + epsilon)
SOFTPICK_BY(by_early_epsilon, absolute + epsilon * exp(-most))

static double by_sum(const double *a, const double *x, size_t keys, double epsilon) {
    double sum = 0;
    (void)x;
    for (size_t j = 0; j < keys; j++)
        sum += a[j];
    return sum + epsilon;
}

static double feature_product(const plumb_problem *p, size_t row, size_t j, double (*map)(double)) {
    double sum = 0;
    for (size_t c = 0; c < p->head_dim; c++)
        sum += map(query_of(p, row)[c]) * map(key_of(p, row, j)[c]);
    return sum / sqrt((double)p->head_dim);
}

static double elu_alone(double u) {
    return u > 0 ? u : expm1(u);
}

static double by_elu_and_one(const plumb_problem *p, size_t row, size_t j) {
    return feature_product(p, row, j, feature);
}

static double by_elu_alone(const plumb_problem *p, size_t row, size_t j) {
    return feature_product(p, row, j, elu_alone);
}

/* W2 max(0, W1 u), both as [rows][columns] or, transposed, as the same memory read as [columns][rows]. */
static void map_by(const plumb_problem *p, bool one, bool two, const double *u, double *features) {
    size_t d = p->head_dim, n = p->extra.hidden_dim, m = p->extra.feature_dim;
    for (size_t f = 0; f < m; f++) {
        features[f] = 0;
        for (size_t i = 0; i < n; i++) {
            double inner = 0;
            for (size_t c = 0; c < d; c++)
                inner += p->extra.mlp_inner[one ? c * n + i : i * d + c] * u[c];
            features[f] += p->extra.mlp_outer[two ? i * m + f : f * n + i] * fmax(0, inner);
        }
    }
}

static double by_mlp(const plumb_problem *p, size_t row, size_t j, bool one, bool two) {
    double q[8], k[8];
    map_by(p, one, two, query_of(p, row), q);
    map_by(p, one, two, key_of(p, row, j), k);
    return product_of(q, k, p->extra.feature_dim) / sqrt((double)p->head_dim);
}

static double by_right_mlp(const plumb_problem *p, size_t row, size_t j) {
    return by_mlp(p, row, j, false, false);
}

static double by_w1_transposed(const plumb_problem *p, size_t row, size_t j) {
    return by_mlp(p, row, j, true, false);
}

static double by_w2_transposed(const plumb_problem *p, size_t row, size_t j) {
    return by_mlp(p, row, j, false, true);
}

static double by_both_transposed(const plumb_problem *p, size_t row, size_t j) {
    return by_mlp(p, row, j, true, true);
}

static const struct {
    const char *does;
    plumb_operator_kind kind;
    formula right, wrong;
    double epsilon;
} formulas[] = {
    {"divides softpick by the sum, not",
     PLUMB_SOFTPICK,
     {scaled_product, as_stated},
     {scaled_product, by_signed},
     1e-8},
    {"divides softpick by the sum of the positive",
     PLUMB_SOFTPICK,
     {scaled_product, as_stated},
     {scaled_product, by_positive},
     1e-8},
    {"adds softpick's epsilon before",
     PLUMB_SOFTPICK,
     {scaled_product, as_stated},
     {scaled_product, by_early_epsilon},
     1e-3},
    {"applies elu to queries and keys", PLUMB_ELU_KERNEL, {by_elu_and_one, by_sum}, {by_elu_alone, by_sum}, 1e-8},
    {"reads w1 transposed", PLUMB_MLP_KERNEL, {by_right_mlp, by_sum}, {by_w1_transposed, by_sum}, 1e-8},
    {"reads w2 transposed", PLUMB_MLP_KERNEL, {by_right_mlp, by_sum}, {by_w2_transposed, by_sum}, 1e-8},
    {"reads w1 and w2 transposed", PLUMB_MLP_KERNEL, {by_right_mlp, by_sum}, {by_both_transposed, by_sum}, 1e-8},
};

enum { FORMULAS = sizeof formulas / sizeof *formulas };

static void state_formula(random_cases *cases, drawn_problem *drawn, size_t i) {
    plumb_problem *p = &drawn->problem;
    state_causal(cases, drawn);
    p->op.kind = formulas[i].kind;
    p->op.epsilon = formulas[i].epsilon;
    p->op.normalisation = PLUMB_SUM;
    if (p->op.kind != PLUMB_MLP_KERNEL)
        return;
    p->extra.hidden_dim = 5;
    p->extra.feature_dim = 7;
    give_numbers(cases, drawn, MLP_INNER, 1);
    give_numbers(cases, drawn, MLP_OUTER, 1);
}

START_TEST(formulas_are_told_by_their_neighbours) {
    random_cases cases = random_begin(formulas[_i].does, 3);
    while (random_next(&cases)) {
        drawn_problem drawn = draw_problem(&cases, usual_shape(), ORDINARY);
        double out[2 * 6 * 7 * 6];
        naive_answers answers = {.output = out, .rows = 2 * 6 * 7};
        state_formula(&cases, &drawn, (size_t)_i);
        run_formula(&drawn.problem, &formulas[_i].right, out);
        plumb_case stated = naive_case(&drawn.problem, &answers, HAS_OUTPUT);
        if (formulas[_i].kind == PLUMB_SOFTPICK) /* sums with signs are not known to all bits of binary64 */
            stated.precision = "f32,output=f64";
        ck_assert_msg(verdict_of(&stated) == PLUMB_PASS, "%s: the right engine does not PASS", formulas[_i].does);
        run_formula(&drawn.problem, &formulas[_i].wrong, out);
        check_explains(&stated, plumb_neighbours_of_operators, formulas[_i].does);
        free_problem(&drawn);
    }
}
END_TEST

START_TEST(every_neighbour_is_a_case) {
    check_family("neighbours of operators", plumb_neighbours_of_operators, 200);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("diagnose/neighbours_operators");
    TCase *cases = tcase_create("neighbours_operators");
    tcase_set_timeout(cases, random_timeout());
    tcase_add_loop_test(cases, told_by_their_neighbours, 0, MISTAKES);
    tcase_add_loop_test(cases, formulas_are_told_by_their_neighbours, 0, FORMULAS);
    tcase_add_test(cases, every_neighbour_is_a_case);
    suite_add_tcase(suite, cases);
    return run_suite(suite);
}
