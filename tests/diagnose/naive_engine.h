/* naive_engine.h - attention in plain binary64, whose steps a test may replace by wrong ones; checks the neighbour of
   that mistake: the engine's numbers FAIL as stated and PASS with the change. */
#ifndef PLUMB_TESTS_DIAGNOSE_NAIVE_ENGINE_H
#define PLUMB_TESTS_DIAGNOSE_NAIVE_ENGINE_H
#include "judge/compare.h"
#include "tests/diagnose/case_checks.h"
#include "tests/support/activation.h"
#include <math.h>

typedef struct naive naive;

struct naive {
    const plumb_problem *p;
    size_t keys; /* that it loops over */
    double scale;
    bool (*sees)(const naive *e, size_t b, size_t h, size_t t, size_t j);
    double (*query)(const naive *e, size_t b, size_t h, size_t t, size_t c);
    double (*key)(const naive *e, size_t b, size_t h, size_t j, size_t c);
    double (*value)(const naive *e, size_t b, size_t h, size_t j, size_t c);
    double (*score)(const naive *e, size_t b, size_t h, size_t t, size_t j, double product);
    double (*sink)(const naive *e, size_t b, size_t h, size_t t); /* -infinity: none */
    double (*activation)(const naive *e, double x, double most);
    double (*divisor)(const naive *e, double sum, double magnitude);
    double (*output)(const naive *e, size_t b, size_t h, size_t t, size_t c, double mean);
    bool empty_is_mean;
    double empty; /* the output of a row that sees no key */
};

typedef struct {
    double *output, *weights, *scores, *lse, *largest, *sum;
    size_t rows;
} naive_answers;

static inline size_t naive_row(const plumb_problem *p, size_t b, size_t h, size_t t) {
    return (b * p->query_heads + h) * p->query_length + t;
}

static inline size_t naive_key_head(const plumb_problem *p, size_t h) {
    return h / (p->query_heads / p->key_heads);
}

/* ---- the right steps ---- */

static inline int64_t naive_floor_quotient(int64_t a, int64_t b) {
    return a / b - (a % b < 0);
}

static inline bool naive_in_place(const plumb_problem *p, int64_t at, int64_t j) {
    const plumb_mask *m = &p->mask;
    bool seen = !p->causal.causal || j <= at;
    if (m->windowed && m->left >= 0)
        seen = seen && at - j <= m->left;
    if (m->windowed && m->right >= 0)
        seen = seen && j - at <= m->right;
    if (m->prefixed)
        seen = seen && (j <= at || j < m->prefix);
    if (m->streaming)
        seen = seen && (j < m->first || (j <= at && at - j < m->recent));
    if (m->chunk > 0)
        seen = seen && naive_floor_quotient(j, m->chunk) == naive_floor_quotient(at, m->chunk);
    return seen;
}

static inline bool naive_sees(const naive *e, size_t b, size_t h, size_t t, size_t j) {
    const plumb_problem *p = e->p;
    const plumb_mask *m = &p->mask;
    bool first = p->op.sink == PLUMB_SINK_FIRST_KEYS && j < p->op.sink_keys;
    bool seen = first || naive_in_place(p, (int64_t)t + p->causal.offset, (int64_t)j);
    if (m->query_segment != NULL)
        seen = seen &&
               m->query_segment[b * p->query_length + t] == m->key_segment[b * p->key_length + j];
    if (m->allowed != NULL)
        seen = seen &&
               m->allowed[b * m->allowed_batch + h * m->allowed_head + t * m->allowed_query + j];
    if (p->extra.bias != NULL)
        seen = seen && p->extra.bias[b * p->extra.bias_batch + h * p->extra.bias_head +
                                     t * p->extra.bias_query + j] != -INFINITY;
    return seen;
}

static inline double naive_query(const naive *e, size_t b, size_t h, size_t t, size_t c) {
    return e->p->query[naive_row(e->p, b, h, t) * e->p->head_dim + c];
}

static inline double naive_key(const naive *e, size_t b, size_t h, size_t j, size_t c) {
    const plumb_problem *p = e->p;
    size_t head = b * p->key_heads + naive_key_head(p, h);
    return p->key[(head * p->key_length + j) * p->head_dim + c];
}

static inline double naive_value(const naive *e, size_t b, size_t h, size_t j, size_t c) {
    const plumb_problem *p = e->p;
    size_t head = b * p->key_heads + naive_key_head(p, h);
    return p->value[(head * p->key_length + j) * p->value_dim + c];
}

static inline double naive_bias(const naive *e, size_t b, size_t h, size_t t, size_t j) {
    const plumb_extras *x = &e->p->extra;
    double bias =
        x->bias == NULL ? 0 : x->bias[b * x->bias_batch + h * x->bias_head + t * x->bias_query + j];
    return x->key0_bias != NULL && j == 0 ? bias + x->key0_bias[h] : bias;
}

static inline double naive_cap(const naive *e, double x) {
    double cap = e->p->op.softcap;
    return cap > 0 ? cap * tanh(x / cap) : x;
}

static inline double naive_score(const naive *e, size_t b, size_t h, size_t t, size_t j,
                                 double product) {
    double bias = naive_bias(e, b, h, t, j), x = e->scale * product;
    if (e->p->op.softcap_order == PLUMB_CAP_BIAS_MASK)
        return naive_cap(e, x) + bias;
    return naive_cap(e, x + bias);
}

static inline double naive_sink(const naive *e, size_t b, size_t h, size_t t) {
    const plumb_problem *p = e->p;
    double product = 0;
    switch (p->op.sink) {
    case PLUMB_SINK_ZERO:
        return 0;
    case PLUMB_SINK_LOGIT:
        return p->extra.sinks[h];
    case PLUMB_SINK_KEY:
    case PLUMB_SINK_KEY_VALUE:
    case PLUMB_SINK_TOKEN:
        for (size_t c = 0; c < p->head_dim; c++)
            product += e->query(e, b, h, t, c) * p->extra.sink_key[h * p->head_dim + c];
        return naive_cap(e, e->scale * product);
    default:
        return -INFINITY;
    }
}

static inline double naive_activation(const naive *e, double x, double most) {
    plumb_operator_kind kind = e->p->op.kind;
    return has_activation(kind) ? activated(kind, x) : exp(x - most);
}

static inline bool naive_is_softmax(const plumb_problem *p) {
    return p->op.kind == PLUMB_SOFTMAX || p->op.kind == PLUMB_SCALED_SOFTMAX ||
           p->op.kind == PLUMB_POWER_SOFTMAX || p->op.kind == PLUMB_CLIPPED_SOFTMAX;
}

static inline double naive_divisor(const naive *e, double sum, double magnitude) {
    const plumb_operator *op = &e->p->op;
    if (op->kind == PLUMB_SCALED_SOFTMAX)
        return sum / op->alpha;
    if (naive_is_softmax(e->p))
        return sum;
    switch (op->normalisation) {
    case PLUMB_SUM:
        return sum + op->epsilon;
    case PLUMB_ABSOLUTE_SUM:
        return magnitude + op->epsilon;
    case PLUMB_AT_LEAST_ONE:
        return fmax(fabs(sum), 1);
    case PLUMB_KEY_LENGTH:
        return (double)e->p->key_length;
    case PLUMB_UNNORMALISED:
    default:
        return 1;
    }
}

static inline double naive_gate(const plumb_problem *p, size_t b, size_t h, size_t t, size_t c) {
    size_t row = naive_row(p, b, h, t);
    return p->extra.gate_per_element ? p->extra.gate[row * p->value_dim + c] : p->extra.gate[row];
}

static inline double naive_output(const naive *e, size_t b, size_t h, size_t t, size_t c,
                                  double mean) {
    const plumb_problem *p = e->p;
    if (p->extra.value_bias != NULL)
        mean += p->extra.value_bias[h * p->value_dim + c];
    return p->extra.gate == NULL ? mean : mean / (1 + exp(-naive_gate(p, b, h, t, c)));
}

static inline naive naive_engine(const plumb_problem *p) {
    double scale = p->scale.text == NULL ? 1 / sqrt((double)p->head_dim) : atof(p->scale.text);
    return (naive){.p = p,
                   .keys = p->key_length,
                   .scale = scale,
                   .sees = naive_sees,
                   .query = naive_query,
                   .key = naive_key,
                   .value = naive_value,
                   .score = naive_score,
                   .sink = naive_sink,
                   .activation = naive_activation,
                   .divisor = naive_divisor,
                   .output = naive_output};
}

/* ---- a row ---- */

static inline double naive_product(const naive *e, size_t b, size_t h, size_t t, size_t j) {
    double product = 0;
    for (size_t c = 0; c < e->p->head_dim; c++)
        product += e->query(e, b, h, t, c) * e->key(e, b, h, j, c);
    return product;
}

static inline double naive_sum_values(const naive *e, const double *weight, double sink, size_t b,
                                      size_t h, size_t c) {
    const plumb_problem *p = e->p;
    double sum = p->extra.sink_value == NULL ? 0 : sink * p->extra.sink_value[h * p->value_dim + c];
    for (size_t j = 0; j < e->keys; j++)
        if (weight[j] != 0)
            sum += weight[j] * e->value(e, b, h, j, c);
    return sum;
}

/* The weights of a row that sees no key. */
static inline void naive_empty(const naive *e, double *weight) {
    for (size_t j = 0; j < e->keys; j++)
        weight[j] = e->empty_is_mean ? 1 / (double)e->keys : isnan(e->empty) ? NAN : 0;
}

/* Room for a row, and what comes of it. */
typedef struct {
    double *x, *weight; /* [keys] */
    double sink, most, sum, sink_weight;
    bool empty;
} naive_row_workspace;

static inline void naive_weigh(const naive *e, size_t b, size_t h, size_t t, naive_row_workspace *r) {
    double magnitude = 0;
    bool absolute = e->p->op.normalisation == PLUMB_ABSOLUTE_SUM && e->divisor == naive_divisor;
    r->most = r->sink = e->sink(e, b, h, t);
    for (size_t j = 0; j < e->keys; j++) {
        r->x[j] = e->sees(e, b, h, t, j) ? e->score(e, b, h, t, j, naive_product(e, b, h, t, j))
                                         : -INFINITY;
        r->most = fmax(r->most, r->x[j]);
    }
    r->sum = r->sink_weight = r->sink == -INFINITY ? 0 : exp(r->sink - r->most);
    for (size_t j = 0; j < e->keys; j++) {
        double w = r->x[j] == -INFINITY ? 0 : e->activation(e, r->x[j], r->most);
        r->weight[j] = absolute ? fabs(w) : w;
        r->sum += r->weight[j];
        magnitude += fabs(w);
    }
    r->empty = r->most == -INFINITY;
    double divisor = r->empty ? 1 : e->divisor(e, r->sum, magnitude);
    for (size_t j = 0; j < e->keys; j++)
        r->weight[j] /= divisor;
    r->sink_weight /= divisor;
    if (r->empty)
        naive_empty(e, r->weight);
}

static inline void naive_fill_row(const naive *e, size_t b, size_t h, size_t t, naive_answers *to) {
    const plumb_problem *p = e->p;
    size_t row = naive_row(p, b, h, t), stated = p->key_length;
    naive_row_workspace r = {.x = calloc(e->keys + 1, sizeof(double)),
                        .weight = calloc(e->keys + 1, sizeof(double))};
    naive_weigh(e, b, h, t, &r);
    for (size_t c = 0; c < p->value_dim; c++) {
        double mean = r.empty && !e->empty_is_mean
                          ? 0
                          : naive_sum_values(e, r.weight, r.sink_weight, b, h, c);
        to->output[row * p->value_dim + c] =
            r.empty && isnan(e->empty) ? NAN : e->output(e, b, h, t, c, mean);
    }
    for (size_t j = 0; j < stated; j++) {
        to->weights[row * stated + j] = j < e->keys ? r.weight[j] : 0;
        to->scores[row * stated + j] = j < e->keys ? r.x[j] : -INFINITY;
    }
    to->largest[row] = r.most;
    to->sum[row] = r.sum;
    to->lse[row] = r.empty ? -INFINITY : r.most + log(r.sum);
    free(r.weight);
    free(r.x);
}

static inline naive_answers naive_run(const naive *e) {
    const plumb_problem *p = e->p;
    size_t rows = p->batch * p->query_heads * p->query_length;
    naive_answers to = {calloc(rows * p->value_dim + 1, sizeof(double)),
                        calloc(rows * p->key_length + 1, sizeof(double)),
                        calloc(rows * p->key_length + 1, sizeof(double)),
                        calloc(rows + 1, sizeof(double)),
                        calloc(rows + 1, sizeof(double)),
                        calloc(rows + 1, sizeof(double)),
                        rows};
    for (size_t row = 0; row < rows; row++)
        naive_fill_row(e, row / p->query_length / p->query_heads,
                       row / p->query_length % p->query_heads, row % p->query_length, &to);
    return to;
}

static inline void naive_free(naive_answers *a) {
    free(a->output);
    free(a->weights);
    free(a->scores);
    free(a->lse);
    free(a->largest);
    free(a->sum);
}

/* ---- cases ---- */

/* Which tensors the case holds. */
enum { HAS_OUTPUT = 1, HAS_WEIGHTS = 2, HAS_SCORES = 4, HAS_LSE = 8 };

static inline plumb_case naive_case(const plumb_problem *p, const naive_answers *a, int holds) {
    return (plumb_case){
        .problem = *p,
        .input_format = PLUMB_F64,
        .output = {(holds & HAS_OUTPUT) != 0, PLUMB_F64, a->rows * p->value_dim, a->output},
        .weights = {(holds & HAS_WEIGHTS) != 0, PLUMB_F64, a->rows * p->key_length, a->weights},
        .scores = {(holds & HAS_SCORES) != 0, PLUMB_F64, a->rows * p->key_length, a->scores},
        .lse = {(holds & HAS_LSE) != 0 && plumb_has_log_sum_exp(p->op.kind), PLUMB_F64, a->rows,
                a->lse},
        .precision = "f64",
        .source = "naive",
    };
}

static inline plumb_verdict verdict_of(const plumb_case *c) {
    plumb_compare_options options = {.threads = 1};
    plumb_report report;
    plumb_error error;
    ck_assert_msg(plumb_compare(c, &options, &report, &error) == 0, "%s", error.text);
    return report.verdict;
}

/* Whether nothing fails, and next to nothing errs more than simulated numbers: one that was fitted, or taken back
   from a logarithm, is off by some roundings itself. */
static inline bool elements_pass(const plumb_case *c) {
    plumb_compare_options options = {.threads = 1};
    plumb_report report;
    plumb_error error;
    ck_assert_msg(plumb_compare(c, &options, &report, &error) == 0, "%s", error.text);
    bool pass = true;
    for (size_t q = 0; q < PLUMB_QUANTITIES; q++) {
        const plumb_tensor_report *tensor = &report.tensor[q];
        pass = pass && tensor->impossible + tensor->unjudged == 0 && tensor->beyond <= tensor->total / 100;
    }
    return pass;
}

/* The only neighbour whose words begin so; "f32-cut" is another word than "f32". */
static inline const plumb_neighbour *neighbour_that(const plumb_neighbourhood *list,
                                                    const char *does) {
    const plumb_neighbour *found = NULL;
    for (size_t i = 0; i < list->count; i++)
        if (strncmp(list->list[i].does, does, strlen(does)) == 0 && list->list[i].does[strlen(does)] != '-') {
            ck_assert_msg(found == NULL, "two neighbours that \"%s\": \"%s\"", does,
                          list->list[i].does);
            found = &list->list[i];
        }
    ck_assert_msg(found != NULL, "no neighbour that \"%s\" among %zu", does, list->count);
    return found;
}

/* The change makes a case that a file can hold, and that is what the neighbour says. */
static inline void check_change(const plumb_case *stated, const plumb_case *changed,
                                const plumb_neighbour *neighbour) {
    plumb_error error;
    ck_assert_msg(case_is_accepted(changed, &error), "%s: %s", neighbour->does, error.text);
    ck_assert_msg(neighbour->member[0] == '\0' ||
                      member_is_right(stated, changed, neighbour, &error),
                  "%s: %s", neighbour->does, error.text);
}

/* The case FAILs, and nothing in it is wrong with the change of the neighbour whose words begin so. */
static inline void check_explains(const plumb_case *stated, neighbour_list *family,
                                  const char *does) {
    plumb_neighbourhood list = {0};
    plumb_storage storage = {0};
    plumb_case changed = *stated;
    family(stated, &list);
    const plumb_neighbour *neighbour = neighbour_that(&list, does);
    ck_assert_msg(plumb_neighbour_make(neighbour, &storage, &changed) == 1, "%s: does not apply",
                  does);
    plumb_verdict as_stated = verdict_of(stated);
    ck_assert_msg(as_stated == PLUMB_FAIL, "%s: %s as stated", does, plumb_verdict_name(as_stated));
    ck_assert_msg(elements_pass(&changed), "%s: wrong as changed, too", does);
    check_change(stated, &changed, neighbour);
    plumb_storage_free(&storage);
    plumb_neighbourhood_free(&list);
}

/* A mistake: the problem on which it is made, the wrong steps, and what its neighbour does. */
typedef struct {
    const char *does;
    void (*state)(random_cases *cases, drawn_problem *drawn);
    void (*mistake)(naive *engine);
    int holds; /* 0: every tensor */
} mistake;

static inline plumb_problem usual_shape(void) {
    plumb_problem shape = one_head(7, 11, 8, 6);
    shape.batch = 2;
    shape.query_heads = 6;
    shape.key_heads = 3;
    shape.causal.offset = 4;
    shape.op.epsilon = 1e-8;
    return shape;
}

static inline void check_mistake(const mistake *m, neighbour_list *family) {
    random_cases cases = random_begin(m->does, 3);
    int holds = m->holds == 0 ? HAS_OUTPUT | HAS_WEIGHTS | HAS_SCORES | HAS_LSE : m->holds;
    while (random_next(&cases)) {
        drawn_problem drawn = draw_problem(&cases, usual_shape(), ORDINARY);
        m->state(&cases, &drawn);
        if (!counts_positions(&drawn.problem))
            drawn.problem.causal.offset = 0;
        naive engine = naive_engine(&drawn.problem);
        naive_answers right = naive_run(&engine);
        plumb_case stated = naive_case(&drawn.problem, &right, holds);
        ck_assert_msg(verdict_of(&stated) == PLUMB_PASS, "%s: the right engine does not PASS",
                      m->does);
        m->mistake(&engine);
        naive_answers wrong = naive_run(&engine);
        stated = naive_case(&drawn.problem, &wrong, holds);
        check_explains(&stated, family, m->does);
        naive_free(&right);
        naive_free(&wrong);
        free_problem(&drawn);
    }
}

/* ---- what problems state ---- */

static inline void give_numbers(random_cases *cases, drawn_problem *drawn, extra_tensor tensor,
                                double size) {
    give_extra(drawn, tensor);
    for (size_t i = 0; i < extra_numbers(&drawn->problem, tensor); i++)
        drawn->extra[tensor][i] = size * random_normal(cases);
}

/* A bias for every batch entry, head and query. */
static inline void give_bias(random_cases *cases, drawn_problem *drawn) {
    plumb_problem *p = &drawn->problem;
    p->extra.bias_query = p->key_length;
    p->extra.bias_head = p->query_length * p->key_length;
    p->extra.bias_batch = p->query_heads * p->extra.bias_head;
    give_numbers(cases, drawn, BIAS, 1);
}

/* Boolean masks for every batch entry, head and query; each shows key 0. */
static inline void give_allowed(random_cases *cases, drawn_problem *drawn) {
    plumb_problem *p = &drawn->problem;
    size_t count = p->batch * p->query_heads * p->query_length * p->key_length;
    p->mask.allowed_query = p->key_length;
    p->mask.allowed_head = p->query_length * p->key_length;
    p->mask.allowed_batch = p->query_heads * p->mask.allowed_head;
    drawn->allowed = calloc(count + 1, 1);
    for (size_t i = 0; i < count; i++)
        drawn->allowed[i] = i % p->key_length == 0 || random_below(cases, 3) > 0;
    p->mask.allowed = drawn->allowed;
}

static inline void state_nothing(random_cases *cases, drawn_problem *drawn) {
    (void)cases;
    (void)drawn;
}

static inline void state_causal(random_cases *cases, drawn_problem *drawn) {
    (void)cases;
    drawn->problem.causal.causal = true;
}
#endif
