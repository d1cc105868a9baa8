/* scenarios.h - what cases state: the configurations of real models, small, with inputs that let a wrong
   step be seen.  Scores spread by about 2, so that a weight depends on its score; values differ from
   key to key and from head to head.  Vectors that a position moves are stored again, so that in bfloat16
   large scores would be known too coarsely to be judged: there they spread by about 0.4. */
#ifndef PLUMB_TESTS_FAULTS_SCENARIOS_H
#define PLUMB_TESTS_FAULTS_SCENARIOS_H
#include "tests/faults/narrow_engine.h"

typedef struct {
    drawn_problem drawn;
    engine engine; /* right; its problem is that of drawn */
} scenario;

typedef struct {
    size_t length, dim; /* of the text, of a head: multiples of 32 */
    plumb_format format;
    random_cases *cases;
} scenario_size;

static inline void draw_all(const scenario_size *size, double spread, double *x, size_t count) {
    for (size_t i = 0; i < count; i++)
        x[i] = in_narrow(size->format, spread * random_normal(size->cases));
}

static inline plumb_problem usual_shape(const scenario_size *size) {
    plumb_problem shape = one_head(size->length, size->length, size->dim, size->dim);
    shape.query_heads = 4;
    shape.key_heads = 2;
    shape.causal.causal = true;
    shape.op.epsilon = 1e-8;
    return shape;
}

static inline void begin(scenario *s, const scenario_size *size, plumb_problem shape) {
    bool coarse = size->format == PLUMB_BF16 && plumb_position_moves_vectors(shape.position.kind);
    double spread = coarse ? 0.6 : 1.4;
    s->drawn = blank_problem(shape);
    draw_all(size, spread, s->drawn.query, query_numbers(&shape));
    draw_all(size, spread, s->drawn.key, key_numbers(&shape));
    draw_all(size, 1, s->drawn.value, value_numbers(&shape));
}

static inline void end(scenario *s, const scenario_size *size) {
    s->engine = right_engine(&s->drawn.problem, size->format);
}

/* ---- masks ---- */

static inline void causal(scenario *s, const scenario_size *size) {
    begin(s, size, usual_shape(size));
    end(s, size);
}

static inline void two_entries(scenario *s, const scenario_size *size) {
    plumb_problem shape = usual_shape(size);
    shape.batch = 2;
    begin(s, size, shape);
    end(s, size);
}

/* Eight queries after a cache. */
static inline void decoding(scenario *s, const scenario_size *size) {
    plumb_problem shape = usual_shape(size);
    shape.query_length = 8;
    shape.causal.offset = (int64_t)(shape.key_length - shape.query_length);
    begin(s, size, shape);
    end(s, size);
}

/* As many keys as no block of a kernel has. */
static inline void not_causal(scenario *s, const scenario_size *size) {
    plumb_problem shape = usual_shape(size);
    shape.causal.causal = false;
    shape.key_length -= 13;
    shape.query_length = 24;
    begin(s, size, shape);
    end(s, size);
}

static inline plumb_problem windowed_shape(const scenario_size *size) {
    plumb_problem shape = usual_shape(size);
    shape.mask.windowed = true;
    shape.mask.left = (int64_t)size->length / 4 - 1;
    return shape;
}

static inline void window(scenario *s, const scenario_size *size) {
    begin(s, size, windowed_shape(size));
    end(s, size);
}

static inline void chunks(scenario *s, const scenario_size *size) {
    plumb_problem shape = usual_shape(size);
    shape.mask.chunk = (int64_t)size->length / 4;
    begin(s, size, shape);
    end(s, size);
}

static inline void prefix(scenario *s, const scenario_size *size) {
    plumb_problem shape = usual_shape(size);
    shape.causal.causal = false;
    shape.mask.prefixed = true;
    shape.mask.prefix = (int64_t)size->length / 4;
    begin(s, size, shape);
    end(s, size);
}

/* Three documents in each row, packed. */
static inline void documents(scenario *s, const scenario_size *size) {
    begin(s, size, usual_shape(size));
    plumb_problem *p = &s->drawn.problem;
    s->drawn.query_segment = malloc(size->length * sizeof(int64_t));
    s->drawn.key_segment = malloc(size->length * sizeof(int64_t));
    for (size_t j = 0; j < size->length; j++)
        s->drawn.query_segment[j] = s->drawn.key_segment[j] = (int64_t)(3 * j / size->length);
    p->mask.query_segment = s->drawn.query_segment;
    p->mask.key_segment = s->drawn.key_segment;
    end(s, size);
}

/* Each head sees two thirds of the keys; the first third of the rows of head 1 none. */
static inline void boolean(scenario *s, const scenario_size *size) {
    plumb_problem shape = usual_shape(size);
    shape.causal.causal = false;
    begin(s, size, shape);
    plumb_problem *p = &s->drawn.problem;
    size_t rows = p->query_heads * p->query_length;
    s->drawn.allowed = malloc(rows * p->key_length);
    for (size_t row = 0; row < rows; row++)
        for (size_t j = 0; j < p->key_length; j++) {
            bool empty = row / p->query_length == 1 && row % p->query_length < size->length / 3;
            s->drawn.allowed[row * p->key_length + j] = !empty && random_below(size->cases, 3) != 0;
        }
    p->mask.allowed = s->drawn.allowed;
    p->mask.allowed_batch = rows * p->key_length;
    p->mask.allowed_head = p->query_length * p->key_length;
    p->mask.allowed_query = p->key_length;
    end(s, size);
}

/* ---- scores ---- */

static inline void biased(scenario *s, const scenario_size *size) {
    plumb_problem shape = usual_shape(size);
    shape.extra.bias_query = shape.key_length;
    shape.extra.bias_head = shape.query_length * shape.key_length;
    begin(s, size, shape);
    give_extra(&s->drawn, BIAS);
    draw_all(size, 1, s->drawn.extra[BIAS], extra_numbers(&shape, BIAS));
    end(s, size);
}

/* Gemma 2, with scores large enough for the cap to bend them. */
static inline void softcapped(scenario *s, const scenario_size *size) {
    biased(s, size);
    plumb_problem *p = &s->drawn.problem;
    p->op.softcap = 5;
    end(s, size);
}

/* gpt-oss. */
static inline void sink_logits(scenario *s, const scenario_size *size) {
    plumb_problem shape = windowed_shape(size);
    shape.op.sink = PLUMB_SINK_LOGIT;
    begin(s, size, shape);
    give_extra(&s->drawn, SINK_LOGITS);
    for (size_t h = 0; h < shape.query_heads; h++)
        s->drawn.extra[SINK_LOGITS][h] = in_narrow(size->format, 1.5 + 0.75 * (double)h);
    end(s, size);
}

static inline void gated(scenario *s, const scenario_size *size) {
    begin(s, size, usual_shape(size));
    s->drawn.problem.extra.gate_per_element = true;
    give_extra(&s->drawn, GATE);
    draw_all(size, 1, s->drawn.extra[GATE], extra_numbers(&s->drawn.problem, GATE));
    give_extra(&s->drawn, VALUE_BIAS);
    draw_all(size, 1, s->drawn.extra[VALUE_BIAS], extra_numbers(&s->drawn.problem, VALUE_BIAS));
    end(s, size);
}

static inline void sigmoid(scenario *s, const scenario_size *size) {
    plumb_problem shape = usual_shape(size);
    shape.op.kind = PLUMB_SIGMOID;
    begin(s, size, shape);
    end(s, size);
}

/* ---- positions ---- */

static inline void roped(scenario *s, const scenario_size *size, plumb_rope rope) {
    plumb_problem shape = usual_shape(size);
    shape.position.kind = PLUMB_POSITION_ROPE;
    shape.position.rope = rope;
    begin(s, size, shape);
    end(s, size);
    s->engine.move = rotate;
}

static inline void rope(scenario *s, const scenario_size *size) {
    roped(s, size, (plumb_rope){.dim = size->dim, .base = 500000});
}

/* GPT-NeoX: the first quarter of a head. */
static inline void partial_rope(scenario *s, const scenario_size *size) {
    roped(s, size, (plumb_rope){.dim = size->dim / 2, .base = 10000});
}

/* Position ids that begin far out, where bfloat16 counts in steps of 8. */
static inline void far_rope(scenario *s, const scenario_size *size) {
    rope(s, size);
    give_position_ids(&s->drawn);
    for (size_t j = 0; j < size->length; j++)
        s->drawn.query_position[j] = s->drawn.key_position[j] = (int64_t)(1000 + j);
    end(s, size);
    s->engine.move = rotate;
}

static inline double linear_theta(const engine *e, size_t m) {
    return power_theta(e, m) / e->p->position.rope.factor;
}

static inline void linear_rope(scenario *s, const scenario_size *size) {
    roped(s, size,
          (plumb_rope){.dim = size->dim, .base = 10000, .scaling = PLUMB_ROPE_LINEAR, .factor = 4});
    s->engine.theta = linear_theta;
}

static inline double clipped_share(double x) {
    return x < 0 ? 0 : x > 1 ? 1 : x;
}

static inline double llama3_theta(const engine *e, size_t m) {
    const plumb_rope *rope = &e->p->position.rope;
    double f = power_theta(e, m), turns = rope->original * f / (2 * acos(-1));
    double smooth = clipped_share((turns - rope->low_frequency) /
                                  (rope->high_frequency - rope->low_frequency));
    return f * ((1 - smooth) / rope->factor + smooth);
}

static inline void llama3_rope(scenario *s, const scenario_size *size) {
    roped(s, size, (plumb_rope){.dim = size->dim, .base = 10000, .scaling = PLUMB_ROPE_LLAMA3,
                                .factor = 8, .original = 64, .low_frequency = 1,
                                .high_frequency = 4});
    s->engine.theta = llama3_theta;
}

static inline double yarn_end(const engine *e, double turns) {
    const plumb_rope *rope = &e->p->position.rope;
    return (double)e->dim * log(rope->original / (2 * acos(-1) * turns)) / (2 * log(e->base));
}

static inline double yarn_between(const engine *e, size_t m, double low, double high) {
    double ramp = clipped_share(((double)m - fmax(low, 0)) /
                                (fmin(high, (double)e->dim - 1) - fmax(low, 0)));
    return power_theta(e, m) * (1 - ramp + ramp / e->p->position.rope.factor);
}

/* gpt-oss: the ends of the ramp are not whole pairs. */
static inline double yarn_theta(const engine *e, size_t m) {
    const plumb_rope *rope = &e->p->position.rope;
    return yarn_between(e, m, yarn_end(e, rope->beta_fast), yarn_end(e, rope->beta_slow));
}

static inline void yarn_rope(scenario *s, const scenario_size *size) {
    roped(s, size, (plumb_rope){.dim = size->dim, .base = 10000, .scaling = PLUMB_ROPE_YARN,
                                .factor = 8, .original = 256, .beta_fast = 32, .beta_slow = 1,
                                .untruncated = true});
    s->engine.theta = yarn_theta;
    s->engine.mu = 0.1 * log(8) + 1;
}

static inline double dynamic_theta(const engine *e, size_t m) {
    const plumb_rope *rope = &e->p->position.rope;
    double growth = rope->factor * rope->length / rope->original - (rope->factor - 1);
    double base = e->base * pow(growth, (double)e->dim / ((double)e->dim - 2));
    return pow(base, -2 * (double)m / (double)e->dim);
}

static inline void dynamic_rope(scenario *s, const scenario_size *size) {
    double length = (double)size->length;
    roped(s, size, (plumb_rope){.dim = size->dim, .base = 10000, .scaling = PLUMB_ROPE_DYNAMIC,
                                .factor = 2, .original = length / 2, .length = length * 3 / 4});
    s->engine.theta = dynamic_theta;
}

static inline double alibi_slope(size_t h, size_t heads) {
    size_t n = 1;
    while (2 * n <= heads)
        n *= 2;
    return h < n ? exp2(-8 * (double)(h + 1) / (double)n)
                 : exp2(-4 * (double)(2 * (h - n) + 1) / (double)n);
}

static inline double alibi_added(const engine *e, place at, size_t j) {
    return alibi_slope(at.h, e->p->query_heads) * (e->key_at(e, at.b, j) - e->query_at(e, at));
}

/* Six heads: no power of two. */
static inline void alibi(scenario *s, const scenario_size *size) {
    plumb_problem shape = usual_shape(size);
    shape.query_heads = 6;
    shape.position.kind = PLUMB_POSITION_ALIBI;
    begin(s, size, shape);
    end(s, size);
    s->engine.added = alibi_added;
}

static inline size_t t5_bucket(int64_t distance, size_t buckets, size_t furthest, bool both) {
    size_t half = both ? buckets / 2 : buckets, exact = half / 2;
    size_t start = both && distance > 0 ? half : 0;
    int64_t n = both ? (distance < 0 ? -distance : distance) : (distance < 0 ? -distance : 0);
    if ((size_t)n < exact)
        return start + (size_t)n;
    double step = log((double)n / (double)exact) / log((double)furthest / (double)exact) *
                  (double)(half - exact);
    size_t bucket = exact + (size_t)step;
    return start + (bucket < half - 1 ? bucket : half - 1);
}

static inline double t5_entry(const engine *e, size_t bucket, size_t h) {
    return e->p->position.table[bucket * e->p->query_heads + h];
}

static inline int64_t distance_of(const engine *e, place at, size_t j) {
    return (int64_t)e->key_at(e, at.b, j) - (int64_t)e->query_at(e, at);
}

static inline double t5_added(const engine *e, place at, size_t j) {
    return t5_entry(e, t5_bucket(distance_of(e, at, j), 32, 128, true), at.h);
}

/* An encoder. */
static inline void t5(scenario *s, const scenario_size *size) {
    plumb_problem shape = usual_shape(size);
    shape.causal.causal = false;
    shape.position = (plumb_position){.kind = PLUMB_POSITION_T5, .bidirectional = true,
                                      .buckets = 32, .max_distance = 128};
    begin(s, size, shape);
    give_position(&s->drawn, POSITION_TABLE);
    draw_all(size, 1.5, s->drawn.position[POSITION_TABLE],
             position_numbers(&s->drawn.problem, POSITION_TABLE));
    end(s, size);
    s->engine.added = t5_added;
}

static inline void add_sinusoids(const engine *e, double position, bool of_query, const float *x,
                                 float *moved) {
    size_t half = e->p->head_dim / 2;
    (void)of_query;
    for (size_t m = 0; m < half; m++) {
        double angle = position * pow(10000, -(double)m / (double)half);
        moved[m] = (float)(x[m] + sin(angle));
        moved[half + m] = (float)(x[half + m] + cos(angle));
    }
}

static inline void sinusoidal(scenario *s, const scenario_size *size) {
    plumb_problem shape = usual_shape(size);
    shape.position.kind = PLUMB_POSITION_SINUSOIDAL;
    shape.position.sinusoidal_base = 10000;
    begin(s, size, shape);
    end(s, size);
    s->engine.move = add_sinusoids;
}

static inline void add_learned(const engine *e, double position, bool of_query, const float *x,
                               float *moved) {
    size_t dim = e->p->head_dim, row = (size_t)position + (size_t)e->p->position.offset;
    (void)of_query;
    for (size_t c = 0; c < dim; c++)
        moved[c] = (float)(x[c] + e->p->position.table[row * dim + c]);
}

/* OPT: two rows ahead. */
static inline void learned(scenario *s, const scenario_size *size) {
    plumb_problem shape = usual_shape(size);
    shape.position.kind = PLUMB_POSITION_LEARNED;
    shape.position.offset = 2;
    shape.position.table_rows = size->length + 4;
    begin(s, size, shape);
    give_position(&s->drawn, POSITION_TABLE);
    draw_all(size, 0.7, s->drawn.position[POSITION_TABLE],
             position_numbers(&s->drawn.problem, POSITION_TABLE));
    end(s, size);
    s->engine.move = add_learned;
}
#endif
