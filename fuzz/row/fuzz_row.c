/* fuzz_row.c - any bytes as the numbers of one row: every ball contains the reference's, and what
   depends on a number that is not finite says nothing. */
#include "exact/attention.h"
#include "exact/finite.h"
#include "fuzz/case/replay.h"
#include "row/evaluate.h"
#include "tests/support/contain.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST 8
#define ROWS 9
/* Of the reference: usually, and where its balls are then too wide to be contained. */
#define PRECISION 256
#define MOST_PRECISION 5000

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

/* One row, by the kernels and by the reference at this precision. */
typedef struct {
    const plumb_problem *problem;
    const plumb_row *row;
    bool plain;
    slong precision;
    bool agree;
} comparison;

/* A ball from 0 to 1 contains every sigmoid, but not the reference's ball of one very near an end: of that ball
   only what lies from 0 to 1 is asked for. */
static bool contains_sigmoid(plumb_ball ball, const arb_t exact) {
    arb_t low, high;
    arb_init(low);
    arb_init(high);
    arb_get_lbound_arf(arb_midref(low), exact, MOST_PRECISION);
    arb_get_ubound_arf(arb_midref(high), exact, MOST_PRECISION);
    if (arf_sgn(arb_midref(low)) < 0)
        arb_zero(low);
    if (arf_cmp_si(arb_midref(high), 1) > 0)
        arb_one(high);
    bool contains = ball_contains(ball, low) && ball_contains(ball, high);
    arb_clear(low);
    arb_clear(high);
    return contains;
}

/* Without finite numbers to depend on, a ball says nothing unless the reference knows it, too: a weight
   that depends on its own key alone.  With them it contains the reference's, unless a score is too large for
   the reference to know anything at its precision. */
static bool keeps_promise(const comparison *c, plumb_ball ball, const arb_t exact, bool finite) {
    if (!finite)
        return c->plain || ball_contains(ball, exact);
    return !arb_is_finite(exact) || ball_contains(ball, exact);
}

static void check(comparison *c, bool kept, const char *what, size_t i) {
    c->agree = c->agree && kept;
    if (kept || c->precision < MOST_PRECISION)
        return;
    fprintf(stderr, "%s %zu\n", what, i);
    abort();
}

static bool weight_is_kept(const comparison *c, size_t i, const arb_t exact, bool finite) {
    const plumb_operator *op = &c->problem->op;
    bool sigmoid = op->kind == PLUMB_SIGMOID && op->normalisation == PLUMB_UNNORMALISED;
    if (sigmoid && arb_is_finite(exact) && contains_sigmoid(c->row->weight[i], exact))
        return true;
    return keeps_promise(c, c->row->weight[i], exact, finite);
}

static void compare_elements(comparison *c, arb_srcptr score, arb_srcptr weight, arb_srcptr output,
                             const arb_t lse) {
    const plumb_problem *p = c->problem;
    const plumb_row *row = c->row;
    bool keys_finite = plumb_exact_keys_finite(p, 0, 0, 0);
    for (size_t i = 0; i < p->key_length; i++) {
        if (!row->visible[i])
            continue;
        bool key_finite = plumb_exact_key_finite(p, 0, 0, 0, i);
        check(c, keeps_promise(c, row->score[i], score + i, key_finite), "score", i);
        check(c, weight_is_kept(c, i, weight + i, keys_finite), "weight", i);
    }
    for (size_t i = 0; i < p->value_dim; i++) {
        bool finite = keys_finite && plumb_exact_column_finite(p, 0, 0, 0, i);
        check(c, keeps_promise(c, row->output[i], output + i, finite), "output", i);
    }
    if (plumb_has_log_sum_exp(p->op.kind))
        check(c, keeps_promise(c, row->lse, lse, keys_finite), "lse", 0);
}

static bool agree(const plumb_problem *problem, const plumb_row *row, bool plain, slong precision) {
    comparison c = {problem, row, plain, precision, true};
    arb_ptr score = _arb_vec_init((slong)problem->key_length);
    arb_ptr weight = _arb_vec_init((slong)problem->key_length);
    arb_ptr output = _arb_vec_init((slong)problem->value_dim);
    arb_t lse;
    arb_init(lse);
    plumb_exact_row(problem, 0, 0, 0, precision, score, weight, output, lse);
    compare_elements(&c, score, weight, output, lse);
    _arb_vec_clear(score, (slong)problem->key_length);
    _arb_vec_clear(weight, (slong)problem->key_length);
    _arb_vec_clear(output, (slong)problem->value_dim);
    arb_clear(lse);
    return c.agree;
}

/* Every tensor that an operator may have. */
typedef struct {
    double query[MOST], key[MOST * MOST], value[MOST * MOST];
    double bias[MOST], sink, sink_key[MOST], sink_value[MOST], key0_bias, value_bias[MOST];
    double gate[MOST], inner[MOST * MOST], outer[MOST * MOST];
    double slope, table[ROWS * MOST], value_table[ROWS * MOST];
    double cosine[ROWS * MOST / 2], sine[ROWS * MOST / 2];
    double long_divisor[MOST / 2], short_divisor[MOST / 2];
    int64_t query_position, key_position[MOST];
} tensors;

static plumb_operator next_operator(stream *bytes) {
    plumb_operator op = {.kind = (plumb_operator_kind)(next_byte(bytes) % PLUMB_OPERATOR_COUNT)};
    if (op.kind == PLUMB_SOFTMAX)
        op.sink = (plumb_sink)(next_byte(bytes) % PLUMB_SINK_COUNT);
    if (plumb_operator_is(op.kind, PLUMB_IS_NORMALISED))
        op.normalisation = (plumb_normalisation)(next_byte(bytes) % PLUMB_NORMALISATION_COUNT);
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
                        .in_cache = (which & 2) != 0 && (which & 64) != 0,
                        .chunk = which & 4 ? 1 + next_byte(bytes) % MOST : 0};
}

static void next_extras(stream *bytes, plumb_problem *p, tensors *t) {
    plumb_extras *e = &p->extra;
    bool keyed = p->op.sink >= PLUMB_SINK_KEY && p->op.sink <= PLUMB_SINK_TOKEN;
    uint8_t optional = next_byte(bytes);
    if (plumb_rotates_output(&p->position)) /* no value bias, no gate */
        optional &= 1;
    next_finite(bytes, t->bias, (size_t)(t->long_divisor - t->bias));
    e->bias = optional & 1 ? t->bias : NULL;
    e->value_bias = optional & 2 ? t->value_bias : NULL;
    e->gate = optional & 4 ? t->gate : NULL;
    if (e->value_bias == NULL && e->gate == NULL)
        p->position.value_table = t->value_table;
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

/* From 0.25 to 64: parameters that the reference resolves at its precision. */
static double next_moderate(stream *bytes) {
    return (1 + next_byte(bytes)) / 4.0;
}

static plumb_rope next_rope(stream *bytes, size_t head_dim, tensors *t) {
    plumb_rope rope = {.layout = (plumb_rope_layout)(next_byte(bytes) % 3),
                       .dim = 2 + 2 * (next_byte(bytes) % (head_dim / 2)),
                       .base = 2 + 100 * next_moderate(bytes),
                       .scaling =
                           (plumb_rope_scaling)(next_byte(bytes) % (PLUMB_ROPE_LONGROPE + 1)),
                       .factor = next_moderate(bytes),
                       .original = 4 + 100 * next_moderate(bytes),
                       .length = 100 * next_moderate(bytes),
                       .length_rule = (plumb_rope_length_rule)(next_byte(bytes) % 2),
                       .beta_fast = next_moderate(bytes),
                       .beta_slow = next_moderate(bytes),
                       .untruncated = next_byte(bytes) % 2 == 0,
                       .low_frequency = next_moderate(bytes),
                       .long_divisor = t->long_divisor,
                       .short_divisor = t->short_divisor,
                       .rows = ROWS};
    bool grows = rope.scaling == PLUMB_ROPE_NTK || rope.scaling == PLUMB_ROPE_DYNAMIC;
    if (grows && (rope.dim == 2 || rope.factor < 1))
        rope.scaling = PLUMB_ROPE_LINEAR;
    rope.high_frequency = rope.low_frequency + next_moderate(bytes);
    for (size_t m = 0; m < MOST / 2; m++) {
        t->long_divisor[m] = next_moderate(bytes);
        t->short_divisor[m] = next_moderate(bytes);
    }
    if (next_byte(bytes) % 4 == 0) {
        rope.cosine = t->cosine;
        rope.sine = t->sine;
    }
    return rope;
}

/* Near 0 or as far as positions go; tables have no row for many of them. */
static int64_t next_id(stream *bytes, bool far) {
    int64_t id = next_byte(bytes);
    return far ? PLUMB_POSITION_MAX - id : id - 8;
}

static bool allows(const plumb_problem *p, plumb_position_kind kind) {
    bool moves = plumb_position_moves_vectors(kind) || kind == PLUMB_POSITION_SHAW;
    if (p->op.kind >= PLUMB_ELU_KERNEL && moves)
        return false;
    if (kind == PLUMB_POSITION_ROPE_OUTPUT && plumb_sink_is(p->op.sink, PLUMB_HAS_SINK_VALUE))
        return false;
    bool pairs = kind == PLUMB_POSITION_SINUSOIDAL || kind == PLUMB_POSITION_ROPE || kind == PLUMB_POSITION_ROPE_OUTPUT;
    return !pairs || p->head_dim % 2 == 0;
}

static void next_position(stream *bytes, plumb_problem *p, tensors *t) {
    plumb_position *position = &p->position;
    position->kind = (plumb_position_kind)(next_byte(bytes) % PLUMB_POSITION_COUNT);
    if (!allows(p, position->kind))
        position->kind = PLUMB_POSITION_NONE;
    if (position->kind == PLUMB_POSITION_ROPE || plumb_rotates_output(position))
        position->rope = next_rope(bytes, p->head_dim, t);
    if (plumb_rotates_output(position))
        p->value_dim = p->head_dim;
    if (position->kind == PLUMB_POSITION_ROPE || position->kind == PLUMB_POSITION_TEMPERATURE)
        position->temperature = (plumb_temperature){next_moderate(bytes), 1 + next_byte(bytes), next_byte(bytes) % 5};
    position->alibi = (plumb_alibi_form)(next_byte(bytes) % 4);
    position->slopes = next_byte(bytes) % 2 ? &t->slope : NULL;
    position->sinusoidal = (plumb_sinusoidal_layout)(next_byte(bytes) % 2);
    position->sinusoidal_one_less = p->head_dim > 2 && next_byte(bytes) % 2;
    position->sinusoidal_base = 2 + 100 * next_moderate(bytes);
    position->offset = next_byte(bytes) % 5;
    position->bidirectional = next_byte(bytes) % 2 == 0;
    position->buckets = 4 + 2 * (size_t)(next_byte(bytes) % 3);
    position->max_distance = 5 + next_byte(bytes);
    position->table = t->table;
    position->value_table = p->extra.value_bias || p->extra.gate ? NULL : t->value_table;
    position->table_rows = ROWS;
    if (next_byte(bytes) % 2 == 0)
        return;
    bool far = next_byte(bytes) % 4 == 0;
    t->query_position = next_id(bytes, far);
    for (size_t j = 0; j < MOST; j++)
        t->key_position[j] = next_id(bytes, far);
    position->query_position = &t->query_position;
    position->key_position = t->key_position;
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
        if (problem.op.kind == PLUMB_SOFTMAX && next_byte(&bytes) % 2)
            problem.empty_row = PLUMB_EMPTY_ROW_MEAN;
        problem.mask = next_mask(&bytes);
        next_position(&bytes, &problem, &t);
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
    if (!agree(&problem, &row, plain, PRECISION))
        agree(&problem, &row, plain, MOST_PRECISION);
    plumb_row_free(&row);
    return 0;
}
