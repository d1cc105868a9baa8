/* fuzz_row.c - any bytes as the numbers of one row: every ball contains the slow twin's, and what
   depends on a number that is not finite says nothing. */
#include "attention/evaluate.h"
#include "exact/attention.h"
#include "exact/finite.h"
#include "fuzz/case/replay.h"
#include "tests/support/contain.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST 8
#define PRECISION 256

/* Bytes of shape and operator, then numbers; those that the bytes do not reach are 0. */
typedef struct {
    const uint8_t *data;
    size_t size;
} stream;

static uint8_t next_byte(stream *bytes) {
    if (bytes->size == 0)
        return 0;
    bytes->size--;
    return *bytes->data++;
}

static void next_doubles(stream *bytes, double *x, size_t count) {
    size_t length = count * sizeof *x;
    if (length > bytes->size)
        length = bytes->size;
    memset(x, 0, count * sizeof *x);
    if (length > 0)
        memcpy(x, bytes->data, length);
    bytes->data += length;
    bytes->size -= length;
}

/* Readers refuse other parameters and tensors. */
static void next_finite(stream *bytes, double *x, size_t count) {
    next_doubles(bytes, x, count);
    for (size_t i = 0; i < count; i++)
        if (!isfinite(x[i]))
            x[i] = 1;
}

static double next_positive(stream *bytes) {
    double x;
    next_finite(bytes, &x, 1);
    return x == 0 ? 1 : fabs(x);
}

static void must(bool condition, const char *what, size_t i) {
    if (condition)
        return;
    fprintf(stderr, "%s %zu\n", what, i);
    abort();
}

/* Without finite numbers to depend on, a ball says nothing; with them it contains the twin's,
   unless a score is too large for the twin to know anything at its precision. */
static void check(plumb_ball ball, const arb_t exact, bool finite, bool plain, const char *what,
                  size_t i) {
    if (!finite && !plain)
        return;
    if (!finite)
        must(!ball_informs(ball), what, i);
    else
        must(!arb_is_finite(exact) || ball_contains(ball, exact), what, i);
}

static void compare(const plumb_problem *problem, const plumb_row *row, bool plain) {
    arb_ptr score = _arb_vec_init((slong)problem->key_length);
    arb_ptr weight = _arb_vec_init((slong)problem->key_length);
    arb_ptr output = _arb_vec_init((slong)problem->value_dim);
    arb_t lse;
    arb_init(lse);
    plumb_exact_row(problem, 0, 0, 0, PRECISION, score, weight, output, lse);
    bool keys_finite = plumb_exact_keys_finite(problem, 0, 0, 0);
    for (size_t i = 0; i < problem->key_length; i++) {
        if (!row->visible[i])
            continue;
        bool key_finite = plumb_exact_key_finite(problem, 0, 0, 0, i);
        check(row->score[i], score + i, key_finite, plain, "score", i);
        check(row->weight[i], weight + i, keys_finite, plain, "weight", i);
    }
    for (size_t c = 0; c < problem->value_dim; c++) {
        bool column_finite = plumb_exact_column_finite(problem, 0, 0, 0, c);
        check(row->output[c], output + c, keys_finite && column_finite, plain, "output", c);
    }
    if (plumb_has_log_sum_exp(problem->op.kind))
        check(row->lse, lse, keys_finite, plain, "lse", 0);
    _arb_vec_clear(score, (slong)problem->key_length);
    _arb_vec_clear(weight, (slong)problem->key_length);
    _arb_vec_clear(output, (slong)problem->value_dim);
    arb_clear(lse);
}

/* Every tensor that an operator may have. */
typedef struct {
    double query[MOST], key[MOST * MOST], value[MOST * MOST];
    double bias[MOST], sink, sink_key[MOST], sink_value[MOST], key0_bias, value_bias[MOST];
    double gate[MOST], inner[MOST * MOST], outer[MOST * MOST];
} tensors;

static plumb_operator next_operator(stream *bytes) {
    plumb_operator op = {.kind = (plumb_operator_kind)(next_byte(bytes) % (PLUMB_MLP_KERNEL + 1))};
    if (op.kind == PLUMB_SOFTMAX)
        op.sink = (plumb_sink)(next_byte(bytes) % (PLUMB_SINK_KEY0_BIAS + 1));
    if (op.kind >= PLUMB_SIGMOID)
        op.normalisation = (plumb_normalisation)(next_byte(bytes) % (PLUMB_AT_LEAST_ONE + 1));
    op.sink_keys = op.sink == PLUMB_SINK_FIRST_KEYS ? next_byte(bytes) : 0;
    op.softcap_order = (plumb_softcap_order)(next_byte(bytes) % (PLUMB_BIAS_MASK_CAP + 1));
    op.softcap = next_byte(bytes) % 2 ? next_positive(bytes) : 0;
    op.alpha = next_positive(bytes);
    op.power = next_positive(bytes);
    op.gamma = -next_positive(bytes);
    op.zeta = 1 + next_positive(bytes);
    op.epsilon = next_byte(bytes) % 2 ? next_positive(bytes) : 1e-8;
    return op;
}

static plumb_mask next_mask(stream *bytes) {
    uint8_t which = next_byte(bytes);
    return (plumb_mask){.windowed = (which & 1) != 0,
                        .left = next_byte(bytes) % (MOST + 2) - 1,
                        .right = next_byte(bytes) % (MOST + 2) - 1,
                        .streaming = (which & 2) != 0,
                        .first = next_byte(bytes) % (MOST + 1),
                        .recent = next_byte(bytes) % (MOST + 1),
                        .chunk = which & 4 ? 1 + next_byte(bytes) % MOST : 0};
}

static void next_extras(stream *bytes, plumb_problem *p, tensors *t) {
    plumb_extras *e = &p->extra;
    bool keyed = p->op.sink >= PLUMB_SINK_KEY && p->op.sink <= PLUMB_SINK_TOKEN;
    uint8_t optional = next_byte(bytes);
    next_finite(bytes, t->bias, sizeof *t / sizeof(double) - (size_t)(t->bias - t->query));
    e->bias = optional & 1 ? t->bias : NULL;
    e->value_bias = optional & 2 ? t->value_bias : NULL;
    e->gate = optional & 4 ? t->gate : NULL;
    e->gate_per_element = (optional & 8) != 0;
    e->sinks = p->op.sink == PLUMB_SINK_LOGIT ? &t->sink : NULL;
    e->key0_bias = p->op.sink == PLUMB_SINK_KEY0_BIAS ? &t->key0_bias : NULL;
    e->sink_key = keyed ? t->sink_key : NULL;
    e->sink_value = keyed && p->op.sink != PLUMB_SINK_KEY ? t->sink_value : NULL;
    if (p->op.kind == PLUMB_MLP_KERNEL) {
        e->mlp_inner = t->inner;
        e->mlp_outer = t->outer;
        e->hidden_dim = 1 + next_byte(bytes) % MOST;
        e->feature_dim = 1 + next_byte(bytes) % MOST;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static tensors t;
    stream bytes = {data, size};
    plumb_problem problem = {.batch = 1, .query_heads = 1, .key_heads = 1, .query_length = 1};
    problem.key_length = next_byte(&bytes) % (MOST + 1);
    problem.head_dim = 1 + next_byte(&bytes) % MOST;
    problem.value_dim = next_byte(&bytes) % (MOST + 1);
    problem.causal = (plumb_causal){true, next_byte(&bytes) % (MOST + 2) - 1};
    bool plain = next_byte(&bytes) % 2 == 0;
    if (!plain) {
        problem.op = next_operator(&bytes);
        problem.mask = next_mask(&bytes);
    }
    next_doubles(&bytes, t.query, problem.head_dim);
    next_doubles(&bytes, t.key, problem.key_length * problem.head_dim);
    next_doubles(&bytes, t.value, problem.key_length * problem.value_dim);
    if (!plain)
        next_extras(&bytes, &problem, &t);
    problem.query = t.query;
    problem.key = t.key;
    problem.value = t.value;
    plumb_row row;
    if (plumb_row_init(&row, &problem) != 0)
        return 0;
    plumb_evaluate_row(&problem, plumb_problem_scale(&problem), 0, 0, 0, &row);
    compare(&problem, &row, plain);
    plumb_row_free(&row);
    return 0;
}
