/* stated_cases.h - small cases that together have everything on which a list of neighbours depends, with the same
   numbers on every machine: fractions with few bits, and correctly rounded outputs. */
#ifndef PLUMB_TESTS_DIAGNOSE_STATED_CASES_H
#define PLUMB_TESTS_DIAGNOSE_STATED_CASES_H
#include "tests/diagnose/answers.h"
#include "tests/diagnose/neighbour_cases.h"

/* What a case has besides what its operator, sink and encoding need. */
enum {
    HAS_BIAS = 1,
    BIAS_IS_SHARED = 2, /* one for all batch entries and heads */
    BIAS_HIDES = 4,     /* some keys */
    HAS_ALLOWED = 8,
    ALLOWED_IS_SHARED = 16,
    HAS_SEGMENTS = 32,
    HAS_GATE = 64,
    HAS_VALUE_BIAS = 128,
    HAS_IDS = 256,
    IDS_HAVE_GAPS = 512,
    HAS_TABLES = 1024, /* of cosines and sines, or of values */
    HAS_SLOPES = 2048,
    QUERY_IDS_ALONE = 4096,
    KEY_IDS_ALONE = 8192,
    VALUES_ARE_0 = 16384,
    NOT_FINITE = 32768 /* some numbers of key 1 and of the last value of the first heads */
};

/* Numbers that an engine may return in place of others: of all tensors, before they are rounded to binary32. */
typedef void answer_change(const plumb_problem *p, double *const value[PLUMB_QUANTITIES]);

typedef struct {
    const char *name;
    neighbour_list *list; /* whose neighbours are written out */
    plumb_problem shape;
    unsigned gives;
    unsigned holds;                        /* bits of quantities; 0: all */
    void (*mistake)(plumb_problem *asked); /* what is answered in place of what is stated */
    answer_change *tells;
    plumb_format format; /* of all tensors; that of zero is binary64, which stands for binary32 here */
    const char *precision;
    size_t tiled_heads;
} stated_case;

/* ---- numbers ---- */

static inline double fraction(random_cases *cases, double size) {
    return size * (double)((int)random_below(cases, 97) - 48) / 32;
}

static inline void draw_fractions(random_cases *cases, double *x, size_t count, double size) {
    for (size_t i = 0; x != NULL && i < count; i++)
        x[i] = fraction(cases, size);
}

static inline void draw_extra(random_cases *cases, drawn_problem *drawn, extra_tensor tensor) {
    give_extra(drawn, tensor);
    draw_fractions(cases, drawn->extra[tensor], extra_numbers(&drawn->problem, tensor), 1);
}

static inline void draw_biases(random_cases *cases, drawn_problem *drawn, unsigned gives) {
    plumb_problem *p = &drawn->problem;
    plumb_extras *x = &p->extra;
    x->bias_query = p->key_length;
    x->bias_head = gives & BIAS_IS_SHARED ? 0 : p->query_length * p->key_length;
    x->bias_batch = p->query_heads * x->bias_head;
    draw_extra(cases, drawn, BIAS);
    for (size_t i = 0; gives & BIAS_HIDES && i < extra_numbers(p, BIAS); i++)
        if (i % p->key_length > 0 && random_below(cases, 4) == 0)
            drawn->extra[BIAS][i] = -INFINITY;
}

static inline void draw_extras(random_cases *cases, drawn_problem *drawn, unsigned gives) {
    plumb_operator op = drawn->problem.op;
    bool with_value = op.sink == PLUMB_SINK_KEY_VALUE || op.sink == PLUMB_SINK_TOKEN;
    drawn->problem.extra.hidden_dim = 3;
    drawn->problem.extra.feature_dim = 4;
    if (gives & HAS_BIAS)
        draw_biases(cases, drawn, gives);
    if (op.sink == PLUMB_SINK_LOGIT)
        draw_extra(cases, drawn, SINK_LOGITS);
    if (with_value || op.sink == PLUMB_SINK_KEY)
        draw_extra(cases, drawn, SINK_KEY);
    if (with_value)
        draw_extra(cases, drawn, SINK_VALUE);
    if (op.sink == PLUMB_SINK_KEY0_BIAS)
        draw_extra(cases, drawn, KEY0_BIAS);
    if (gives & HAS_VALUE_BIAS)
        draw_extra(cases, drawn, VALUE_BIAS);
    if (gives & HAS_GATE)
        draw_extra(cases, drawn, GATE);
    if (op.kind == PLUMB_MLP_KERNEL) {
        draw_extra(cases, drawn, MLP_INNER);
        draw_extra(cases, drawn, MLP_OUTER);
    }
}

/* ---- masks ---- */

static inline void draw_allowed(random_cases *cases, drawn_problem *drawn, unsigned gives) {
    plumb_problem *p = &drawn->problem;
    plumb_mask *m = &p->mask;
    size_t count = p->batch * p->query_heads * p->query_length * p->key_length;
    m->allowed_query = p->key_length;
    m->allowed_head = gives & ALLOWED_IS_SHARED ? 0 : p->query_length * p->key_length;
    m->allowed_batch = p->query_heads * m->allowed_head;
    drawn->allowed = calloc(count + 1, 1);
    for (size_t i = 0; i < count; i++)
        drawn->allowed[i] = i % p->key_length == 0 || random_below(cases, 3) > 0;
    m->allowed = drawn->allowed;
}

static inline void draw_segments(drawn_problem *drawn) {
    plumb_problem *p = &drawn->problem;
    drawn->query_segment = calloc(p->batch * p->query_length, sizeof(int64_t));
    drawn->key_segment = calloc(p->batch * p->key_length, sizeof(int64_t));
    for (size_t i = 0; i < p->batch * p->query_length; i++)
        drawn->query_segment[i] = (int64_t)(i % p->query_length / (2 + i / p->query_length) % 3);
    for (size_t i = 0; i < p->batch * p->key_length; i++)
        drawn->key_segment[i] = (int64_t)(i % p->key_length / (3 + i / p->key_length) % 3);
    p->mask.query_segment = drawn->query_segment;
    p->mask.key_segment = drawn->key_segment;
}

/* ---- positions ---- */

static inline void draw_position_tensor(random_cases *cases, drawn_problem *drawn, position_tensor tensor) {
    bool divides = tensor == ROPE_LONG || tensor == ROPE_SHORT;
    give_position(drawn, tensor);
    double *x = drawn->position[tensor];
    size_t count = position_numbers(&drawn->problem, tensor);
    draw_fractions(cases, x, count, tensor == SLOPES ? 0.25 : 1);
    for (size_t i = 0; divides && i < count; i++)
        x[i] = 1 + fabs(x[i]) * (tensor == ROPE_LONG ? 2 : 0.5);
}

/* Number i of ids [batch][axes][length], whose first token is `first`. */
static inline int64_t id_at(const plumb_problem *p, size_t length, int64_t first, int64_t apart, size_t i) {
    size_t axes = plumb_axes_of(&p->position), axis = i / length % axes, b = i / length / axes;
    int64_t token = (int64_t)(i % length) + first;
    int64_t place = axis == 0 ? token : axis == 1 ? token / 3 : axis == 2 ? token % 3 : token * token % 5;
    return apart * place + (int64_t)b;
}

static inline void draw_ids(drawn_problem *drawn, unsigned gives) {
    plumb_problem *p = &drawn->problem;
    int64_t apart = gives & IDS_HAVE_GAPS ? 2 : 1;
    give_position_ids(drawn);
    for (size_t i = 0; i < plumb_query_places(p); i++)
        drawn->query_position[i] = id_at(p, p->query_length, 4, apart, i);
    for (size_t i = 0; i < plumb_key_places(p); i++)
        drawn->key_position[i] = id_at(p, p->key_length, 0, apart, i);
    if (gives & QUERY_IDS_ALONE)
        p->position.key_position = NULL;
    if (gives & KEY_IDS_ALONE)
        p->position.query_position = NULL;
}

static inline void draw_positions(random_cases *cases, drawn_problem *drawn, unsigned gives) {
    const plumb_position *position = &drawn->problem.position;
    bool rotates = position->kind == PLUMB_POSITION_ROPE;
    bool reads_table = position->kind == PLUMB_POSITION_LEARNED || position->kind == PLUMB_POSITION_T5 ||
                       position->kind == PLUMB_POSITION_RELATIVE_TABLE || position->kind == PLUMB_POSITION_SHAW;
    if (reads_table)
        draw_position_tensor(cases, drawn, POSITION_TABLE);
    if (position->kind == PLUMB_POSITION_SHAW && gives & HAS_TABLES)
        draw_position_tensor(cases, drawn, POSITION_VALUES);
    if (gives & HAS_SLOPES)
        draw_position_tensor(cases, drawn, SLOPES);
    if (rotates && position->rope.scaling == PLUMB_ROPE_LONGROPE) {
        draw_position_tensor(cases, drawn, ROPE_LONG);
        draw_position_tensor(cases, drawn, ROPE_SHORT);
    }
    if (rotates && gives & HAS_TABLES) {
        drawn->problem.position.rope.rows = 32;
        draw_position_tensor(cases, drawn, ROPE_COSINE);
        draw_position_tensor(cases, drawn, ROPE_SINE);
    }
    if (gives & (HAS_IDS | QUERY_IDS_ALONE | KEY_IDS_ALONE))
        draw_ids(drawn, gives); /* last: giving another tensor would point at both again */
}

/* ---- a case ---- */

static inline drawn_problem draw_stated_problem(random_cases *cases, const stated_case *of) {
    plumb_problem shape = of->shape;
    if (shape.op.epsilon == 0)
        shape.op.epsilon = 1e-8;
    drawn_problem drawn = blank_problem(shape);
    draw_fractions(cases, drawn.query, query_numbers(&shape), 1);
    draw_fractions(cases, drawn.key, key_numbers(&shape), 1);
    draw_fractions(cases, drawn.value, value_numbers(&shape), of->gives & VALUES_ARE_0 ? 0 : 1);
    if (of->gives & NOT_FINITE) {
        drawn.key[shape.head_dim] = NAN;
        drawn.key[shape.head_dim + 1] = -INFINITY;
        drawn.value[shape.key_length * shape.value_dim - 1] = INFINITY;
    }
    draw_extras(cases, &drawn, of->gives);
    if (of->gives & HAS_ALLOWED)
        draw_allowed(cases, &drawn, of->gives);
    if (of->gives & HAS_SEGMENTS)
        draw_segments(&drawn);
    draw_positions(cases, &drawn, of->gives);
    return drawn;
}

static inline void round_answers(answered_case *a, plumb_format format) {
    for (int q = 0; q < PLUMB_QUANTITIES; q++) {
        plumb_claim *claim = answer_of(&a->stated, (plumb_quantity)q);
        claim->format = format;
        round_numbers(a->value[q], claim->count, format);
    }
}

/* Numbers that nobody computed: a list looks at them, and finds nothing in them. */
static inline void draw_answers(random_cases *cases, answered_case *a) {
    const plumb_problem *p = &a->stated.problem;
    size_t rows = p->batch * p->query_heads * p->query_length;
    for (int q = 0; q < PLUMB_QUANTITIES; q++) {
        size_t count = rows * plumb_quantity_width((plumb_quantity)q, p);
        a->value[q] = calloc(count + 1, sizeof *a->value[q]);
        draw_fractions(cases, a->value[q], count, 1);
        *answer_of(&a->stated, (plumb_quantity)q) = (plumb_claim){true, PLUMB_F32, count, a->value[q]};
    }
}

/* The answers to what is asked by mistake, and what the engine tells of them. */
static inline void mistake_answers(const stated_case *of, answered_case *a) {
    plumb_problem asked = a->stated.problem;
    bool decided;
    if (of->mistake != NULL)
        of->mistake(&asked);
    *a = answer_case(&a->stated.problem, &asked, PLUMB_F64, ALL_TENSORS, &decided);
    if (of->tells != NULL)
        of->tells(&asked, a->value);
}

/* The case owns its answers, and borrows the rest from the drawn problem. */
static inline answered_case answer_stated(random_cases *cases, const stated_case *of, const drawn_problem *drawn) {
    plumb_format format = of->format == PLUMB_F64 ? PLUMB_F32 : of->format;
    answered_case a = {.stated = {.problem = drawn->problem}};
    if (of->mistake != NULL || of->tells != NULL)
        mistake_answers(of, &a);
    else
        draw_answers(cases, &a);
    round_answers(&a, format);
    for (int q = 0; q < PLUMB_QUANTITIES; q++)
        if (of->holds != 0 && (of->holds >> q & 1) == 0)
            answer_of(&a.stated, (plumb_quantity)q)->present = false;
    if (!plumb_has_log_sum_exp(drawn->problem.op.kind))
        a.stated.lse.present = false;
    a.stated.input_format = format;
    a.stated.precision = of->precision;
    a.stated.tiled_heads = of->tiled_heads;
    a.stated.source = of->name;
    return a;
}
#endif
