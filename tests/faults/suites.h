/* suites.h - the inputs and tolerances with which engines test themselves, and wrong conventions that
   stay within them.

   Inputs, sizes and tolerances as in the test suites of flash-attention, vLLM, MLX, PyTorch, ONNX and
   llama.cpp (docs/faults.md names the files); conventions that a suite does not exercise are put in to judge
   its inputs.  The difference held against a tolerance is that of the wrong answer to the right one,
   without noise of a kernel. */
#ifndef PLUMB_TESTS_FAULTS_SUITES_H
#define PLUMB_TESTS_FAULTS_SUITES_H
#include "tests/faults/diagnosed.h"

typedef struct {
    const double *wrong, *right; /* stored answers */
    const double *exact;         /* the right answer in binary32 */
    size_t count;
} compared;

/* How far beyond a tolerance: at most 1 passes. */
typedef double tolerance(const compared *c);

static inline double worst_share(const compared *c, double absolute, double relative) {
    double worst = 0;
    for (size_t i = 0; i < c->count; i++)
        worst = fmax(worst, fabs(c->wrong[i] - c->right[i]) /
                                (absolute + relative * fabs(c->right[i])));
    return worst;
}

static inline double largest_error(const double *x, const double *y, size_t count) {
    double largest = 0;
    for (size_t i = 0; i < count; i++)
        largest = fmax(largest, fabs(x[i] - y[i]));
    return largest;
}

static inline double vllm_paged(const compared *c) {
    return worst_share(c, 1e-3, 1e-5);
}

static inline double vllm_flash(const compared *c) {
    return worst_share(c, 1.5e-2, 1e-2);
}

static inline double mlx_decode(const compared *c) {
    return worst_share(c, 1e-1, 1e-5);
}

static inline double onnx_nodes(const compared *c) {
    return worst_share(c, 1e-7, 1e-3);
}

/* Twice the error of a plain evaluation in the same dtype. */
static inline double flash_attention(const compared *c) {
    double plain = largest_error(c->right, c->exact, c->count);
    return largest_error(c->wrong, c->exact, c->count) / (2 * plain + 1e-5);
}

static inline double pytorch(const compared *c) {
    double plain = largest_error(c->right, c->exact, c->count);
    return largest_error(c->wrong, c->exact, c->count) / fmax(1e-5, 5 * plain);
}

static inline double llama_cpp(const compared *c) {
    double error = 0, size = 0;
    for (size_t i = 0; i < c->count; i++) {
        error += (c->wrong[i] - c->right[i]) * (c->wrong[i] - c->right[i]);
        size += c->right[i] * c->right[i];
    }
    return error / size / 5e-4;
}

typedef enum { NORMAL, UNIT, SIGNED_UNIT, SMALL } input_kind;

typedef struct {
    const char *name;
    tolerance *allows;
    input_kind inputs;
    size_t queries, keys, dim;
    double softcap;
    plumb_format format;
} engine_suite;

static const engine_suite all_suites[] = {
    {"vLLM, paged", vllm_paged, SMALL, 1, 1000, 128, 50, PLUMB_BF16},
    {"vLLM, flash", vllm_flash, NORMAL, 16, 463, 128, 50, PLUMB_BF16},
    {"MLX, decoding", mlx_decode, NORMAL, 1, 400, 64, 50, PLUMB_F32},
    {"flash-attention", flash_attention, NORMAL, 16, 1024, 64, 15, PLUMB_BF16},
    {"PyTorch", pytorch, NORMAL, 16, 1024, 64, 15, PLUMB_BF16},
    {"llama.cpp", llama_cpp, SIGNED_UNIT, 16, 512, 64, 10, PLUMB_F32},
    {"ONNX nodes", onnx_nodes, UNIT, 8, 8, 8, 2, PLUMB_F32},
};

enum { SUITES = sizeof all_suites / sizeof *all_suites };

static inline double draw_input(random_cases *cases, input_kind kind, size_t dim) {
    switch (kind) {
    case NORMAL:
        return random_normal(cases);
    case UNIT:
        return random_uniform(cases);
    case SIGNED_UNIT:
        return 2 * random_uniform(cases) - 1;
    case SMALL:
    default:
        return (2 * random_uniform(cases) - 1) / sqrt((double)dim);
    }
}

static inline void draw_inputs(random_cases *cases, const engine_suite *s, double *x, size_t count) {
    for (size_t i = 0; i < count; i++)
        x[i] = in_narrow(s->format, draw_input(cases, s->inputs, s->dim));
}

/* What a suite's case states: causal decoding, with whatever the convention needs. */
typedef enum { PLAIN, WINDOWED, CAPPED, SINKS } stated_kind;

static inline plumb_problem suite_shape(const engine_suite *s, stated_kind kind) {
    plumb_problem shape = one_head(s->queries, s->keys, s->dim, s->dim);
    shape.query_heads = 8;
    shape.key_heads = 2;
    shape.causal = (plumb_causal){true, (int64_t)(s->keys - s->queries)};
    shape.op.epsilon = 1e-8;
    if (kind == WINDOWED)
        shape.mask = (plumb_mask){.windowed = true, .left = (int64_t)s->keys / 2, .right = 0};
    if (kind == CAPPED)
        shape.op.softcap = s->softcap;
    if (kind == SINKS)
        shape.op.sink = PLUMB_SINK_LOGIT;
    return shape;
}

static inline void state_suite(random_cases *cases, const engine_suite *s, stated_kind kind, scenario *to) {
    plumb_problem shape = suite_shape(s, kind);
    to->drawn = blank_problem(shape);
    draw_inputs(cases, s, to->drawn.query, query_numbers(&shape));
    draw_inputs(cases, s, to->drawn.key, key_numbers(&shape));
    draw_inputs(cases, s, to->drawn.value, value_numbers(&shape));
    if (kind == SINKS) {
        give_extra(&to->drawn, SINK_LOGITS);
        for (size_t h = 0; h < shape.query_heads; h++)
            to->drawn.extra[SINK_LOGITS][h] = in_narrow(s->format, random_normal(cases));
    }
    to->engine = right_engine(&to->drawn.problem, s->format);
}

static inline void scale_tenth_more(engine *e) {
    e->scale *= 1.1;
}

static inline bool sees_one_more_in_window(const engine *e, place at, size_t j) {
    int64_t position = (int64_t)at.t + e->p->causal.offset;
    return (int64_t)j <= position && position - (int64_t)j <= e->p->mask.left + 1;
}

static inline void window_one_more(engine *e) {
    e->sees = sees_one_more_in_window;
}

typedef struct {
    const char *name;
    stated_kind kind;
    void (*make)(engine *e);
} suite_fault;

static const suite_fault suite_faults[] = {
    {"scale 1", PLAIN, unscaled},
    {"scale twice", PLAIN, scaled_twice},
    {"scale 10 % more", PLAIN, scale_tenth_more},
    {"window one key longer", WINDOWED, window_one_more},
    {"newest key dropped", PLAIN, last_key_lost},
    {"softcap dropped", CAPPED, without_cap},
    {"sink dropped", SINKS, without_sink},
    {"key heads tiled", PLAIN, heads_tiled},
};

enum { SUITE_FAULTS = sizeof suite_faults / sizeof *suite_faults };

typedef struct {
    double share; /* of the suite's tolerance: at most 1 passes there */
    plumb_verdict verdict;
    double ratio; /* the largest error over what is expected */
} suite_outcome;

/* Under the precision that the dtype suggests, and no other. */
static inline plumb_report report_of(const plumb_problem *p, plumb_format format,
                                     const narrow_answers *a) {
    plumb_case stated = case_of(p, format, a);
    plumb_report report;
    plumb_error error;
    must(plumb_compare(&stated, &(plumb_compare_options){.alone = true}, &report, &error), &error);
    return report;
}

/* What engines answer on the inputs of the suite, in that format. */
typedef struct {
    scenario at;
    narrow_answers exact, right, wrong; /* exact: in binary32, where right is in another format */
} suite_answers;

static inline suite_answers answer_suite(random_cases *cases, const engine_suite *s, const suite_fault *f,
                                         plumb_format format) {
    suite_answers a = {.exact = {.output = NULL}};
    state_suite(cases, s, f->kind, &a.at);
    engine precise = right_engine(&a.at.drawn.problem, PLUMB_F32);
    if (format != PLUMB_F32)
        a.exact = answer(&precise);
    a.at.engine = right_engine(&a.at.drawn.problem, format);
    a.right = answer(&a.at.engine);
    f->make(&a.at.engine);
    a.wrong = answer(&a.at.engine);
    return a;
}

static inline void free_suite_answers(suite_answers *a) {
    free_answers(&a->exact);
    free_answers(&a->right);
    free_answers(&a->wrong);
    free_problem(&a->at.drawn);
}

static inline double share_of_tolerance(const engine_suite *s, const suite_answers *a) {
    const double *exact = a->exact.output != NULL ? a->exact.output : a->right.output;
    compared c = {a->wrong.output, a->right.output, exact, a->wrong.rows * a->at.drawn.problem.value_dim};
    return s->allows(&c);
}

static inline bool right_passes(const suite_answers *a, plumb_format format) {
    return report_of(&a->at.drawn.problem, format, &a->right).verdict == PLUMB_PASS;
}

static inline suite_outcome try_suite(random_cases *cases, const engine_suite *s, const suite_fault *f,
                                      plumb_format format) {
    suite_answers a = answer_suite(cases, s, f, format);
    plumb_report report = report_of(&a.at.drawn.problem, format, &a.wrong);
    suite_outcome out = {.share = share_of_tolerance(s, &a),
                         .verdict = report.verdict,
                         .ratio = report.tensor[PLUMB_OUTPUT].worst_probable_ratio};
    free_suite_answers(&a);
    return out;
}
#endif
