/* test_gradient_verdict.c - no number that a simulated backward pass gives as an element of dq, dk or dv is impossible;
   what is far from it is. */
#include "budget/gradient_verdict.h"
#include "budget/capped.h"
#include "budget/output_delta.h"
#include "budget/score.h"
#include "tests/budget/models.h"
#include "tests/support/reproduce.h"
#include "tests/support/suite.h"
#include <math.h>
#include <string.h>

#define CASES 250
#define MOST 12 /* queries, keys, elements of a vector */
#define TILE 4  /* rows, where sums are kept in the output's format */

typedef enum {
    SINGLE,      /* binary32, the scale at the end */
    FLASH,       /* P recomputed, dS rounded once to bfloat16, the scale at the end */
    FLASH_BASE,  /* keys scaled for exponentials to the base 2, stored in bfloat16 */
    FLASH_TILES, /* dq, dk and dv kept in bfloat16 from tile to tile */
    EAGER,       /* P saved, each result a tensor of bfloat16, dS scaled */
    ENGINES
} engine_kind;

typedef struct {
    engine_kind engine;
    size_t queries, keys, dim, value_dim;
    float scale, cap; /* cap: 0 for none */
    float query[MOST][MOST], key[MOST][MOST], value[MOST][MOST], gradient[MOST][MOST], lse_grad[MOST];
    bool visible[MOST][MOST];
    /* of the engine */
    float score[MOST][MOST], probability[MOST][MOST], weight_gradient[MOST][MOST], score_gradient[MOST][MOST];
    float lse[MOST], delta[MOST], output[MOST][MOST];
} problem;

static float rounded_to_bf16(float x) {
    int exponent;
    float significand = frexpf(x, &exponent);
    return ldexpf(rintf(ldexpf(significand, 8)), exponent - 8);
}

/* As results are stored; as all that is computed element by element is. */
static float result_of(const problem *x, float a) {
    return x->engine == SINGLE ? a : rounded_to_bf16(a);
}
static float element_of(const problem *x, float a) {
    return x->engine == EAGER ? rounded_to_bf16(a) : a;
}

static void draw_vectors(random_cases *cases, const problem *x, size_t count, size_t dim, float spread,
                         float vector[MOST][MOST]) {
    for (size_t i = 0; i < count; i++)
        for (size_t c = 0; c < dim; c++)
            vector[i][c] = result_of(x, spread * (float)random_normal(cases));
}

static void draw(random_cases *cases, engine_kind engine, problem *x) {
    memset(x, 0, sizeof *x);
    x->engine = engine;
    x->queries = 1 + random_below(cases, MOST);
    x->keys = 1 + random_below(cases, MOST);
    x->dim = 1 + random_below(cases, MOST);
    x->value_dim = 1 + random_below(cases, MOST);
    x->scale = 1 / sqrtf((float)x->dim);
    x->cap = random_below(cases, 3) ? 0 : 4 + 20 * (float)random_uniform(cases);
    draw_vectors(cases, x, x->queries, x->dim, random_below(cases, 2) ? 1 : 3, x->query);
    draw_vectors(cases, x, x->keys, x->dim, 1, x->key);
    draw_vectors(cases, x, x->keys, x->value_dim, 1, x->value);
    draw_vectors(cases, x, x->queries, x->value_dim, 1, x->gradient);
    bool has_lse_grad = random_below(cases, 2);
    for (size_t i = 0; i < x->queries; i++) {
        size_t always = random_below(cases, x->keys);
        x->lse_grad[i] = has_lse_grad ? (float)random_normal(cases) : 0;
        for (size_t j = 0; j < x->keys; j++)
            x->visible[i][j] = j == always || random_below(cases, 4) != 0;
    }
}

/* ---- an engine ---- */

static float product(const float *a, const float *b, size_t dim) {
    float sum = 0;
    for (size_t c = 0; c < dim; c++)
        sum += a[c] * b[c];
    return sum;
}

static float scaled_product(const problem *x, size_t i, size_t j) {
    float key[MOST];
    if (x->engine != FLASH_BASE)
        return element_of(x, x->scale * element_of(x, product(x->query[i], x->key[j], x->dim)));
    for (size_t c = 0; c < x->dim; c++)
        key[c] = rounded_to_bf16(x->scale * 1.44269504f * x->key[j][c]);
    return 0.693147181f * product(x->query[i], key, x->dim);
}

static float capped(const problem *x, float score) {
    if (x->cap == 0)
        return score;
    return element_of(x, x->cap * element_of(x, tanhf(element_of(x, score / x->cap))));
}

static void forward_row(problem *x, size_t i) {
    float largest = -INFINITY, sum = 0;
    for (size_t j = 0; j < x->keys; j++)
        if (x->visible[i][j]) {
            x->score[i][j] = capped(x, scaled_product(x, i, j));
            largest = fmaxf(largest, x->score[i][j]);
        }
    for (size_t j = 0; j < x->keys; j++)
        if (x->visible[i][j])
            sum += expf(x->score[i][j] - largest);
    x->lse[i] = largest + logf(sum);
    for (size_t j = 0; j < x->keys; j++)
        if (x->visible[i][j])
            x->probability[i][j] = x->engine == EAGER ? rounded_to_bf16(expf(x->score[i][j] - largest) / sum)
                                                      : expf(x->score[i][j] - x->lse[i]);
    for (size_t c = 0; c < x->value_dim; c++) {
        float output = 0;
        for (size_t j = 0; j < x->keys; j++)
            if (x->visible[i][j])
                output += result_of(x, x->probability[i][j]) * x->value[j][c];
        x->output[i][c] = result_of(x, output);
    }
}

static void backward_row(problem *x, size_t i) {
    x->delta[i] = x->engine == EAGER ? 0 : product(x->gradient[i], x->output[i], x->value_dim);
    for (size_t j = 0; j < x->keys; j++)
        if (x->visible[i][j]) {
            x->weight_gradient[i][j] = element_of(x, product(x->gradient[i], x->value[j], x->value_dim));
            if (x->engine == EAGER)
                x->delta[i] += x->probability[i][j] * x->weight_gradient[i][j];
        }
    for (size_t j = 0; j < x->keys; j++)
        if (x->visible[i][j]) {
            float difference = element_of(x, x->weight_gradient[i][j] - (x->delta[i] - x->lse_grad[i]));
            float gradient = element_of(x, x->probability[i][j] * difference), ratio = x->score[i][j] / x->cap;
            if (x->cap != 0)
                gradient = element_of(x, gradient * element_of(x, 1 - element_of(x, element_of(x, ratio) * ratio)));
            x->score_gradient[i][j] = gradient;
        }
}

static void compute(problem *x) {
    for (size_t i = 0; i < x->queries; i++) {
        forward_row(x, i);
        backward_row(x, i);
    }
}

typedef enum { OF_QUERY, OF_KEY, OF_VALUE, TENSORS } tensor;

/* The element of a gradient at this place is a sum over so many pairs. */
typedef struct {
    tensor of;
    size_t row, column, pairs;
} place;

static size_t query_of(place at, size_t pair) {
    return at.of == OF_QUERY ? at.row : pair;
}
static size_t key_of(place at, size_t pair) {
    return at.of == OF_QUERY ? pair : at.row;
}
static float value_of(const problem *x, place at, size_t pair) {
    return at.of == OF_QUERY ? x->key[pair][at.column]
           : at.of == OF_KEY ? x->query[pair][at.column]
                             : x->gradient[pair][at.column];
}

static float weight_of(const problem *x, place at, size_t pair) {
    size_t i = query_of(at, pair), j = key_of(at, pair);
    if (at.of == OF_VALUE)
        return result_of(x, x->probability[i][j]);
    return result_of(x, x->engine == EAGER ? x->scale * x->score_gradient[i][j] : x->score_gradient[i][j]);
}

static double element(const problem *x, place at) {
    bool base = x->engine == FLASH_BASE && at.of == OF_QUERY;
    float first = base ? x->scale * 1.44269504f : 1, last = base ? 0.693147181f : x->scale, sum = 0;
    for (size_t j = 0; j < at.pairs; j++) {
        if (x->visible[query_of(at, j)][key_of(at, j)])
            sum += weight_of(x, at, j) *
                   (base ? rounded_to_bf16(first * value_of(x, at, j)) : value_of(x, at, j));
        if (x->engine == FLASH_TILES && j % TILE == TILE - 1)
            sum = rounded_to_bf16(sum);
    }
    return (double)result_of(x, at.of == OF_VALUE || x->engine == EAGER ? sum : last * sum);
}

/* ---- what is asked of it ---- */

static const char *const model[ENGINES] = {"f32", "bf16-flash", "bf16-flash-scaled-query", "bf16-flash", "bf16-eager"};

static plumb_ball exact_product(const double *a, const double *b, size_t dim) {
    plumb_ball sum = plumb_ball_zero();
    for (size_t c = 0; c < dim; c++)
        sum = plumb_ball_add(sum, plumb_ball_multiply(plumb_ball_of(a[c]), plumb_ball_of(b[c])));
    return sum;
}

static plumb_computed computed_product(const model_steps *steps, plumb_ball scale, const float *a, const float *b,
                                       size_t dim) {
    double x[MOST], y[MOST];
    for (size_t c = 0; c < dim; c++) {
        x[c] = (double)a[c];
        y[c] = (double)b[c];
    }
    plumb_computed result = {.exact = plumb_ball_multiply(scale, exact_product(x, y, dim))};
    plumb_score_error error = plumb_score_error_of(steps->unit, steps->tiny, dim, scale);
    result.off = plumb_score_off(error, x, y, dim, result.exact);
    return result;
}

static plumb_gradient_pair pair_of(const problem *x, const model_steps *steps, size_t i, size_t j) {
    plumb_gradient_pair pair = {.saved = x->engine == EAGER, .lse = {(double)x->lse[i], 0}};
    double gradient[MOST], output[MOST];
    for (size_t c = 0; c < x->value_dim; c++) {
        gradient[c] = (double)x->gradient[i][c];
        output[c] = (double)x->output[i][c];
    }
    pair.probability = (plumb_ball){(double)x->probability[i][j], 0};
    pair.score = computed_product(steps, plumb_ball_of((double)x->scale), x->query[i], x->key[j], x->dim);
    if (x->cap != 0) {
        pair.has_cap = 1;
        pair.cap = (double)x->cap;
        pair.capped = plumb_capped_score(steps->unit, steps->tiny, (double)x->cap, pair.score);
        pair.score = pair.capped;
    }
    pair.gradient = computed_product(steps, plumb_ball_of(1), x->gradient[i], x->value[j], x->value_dim);
    pair.delta = x->engine == EAGER
                     ? (plumb_ball){(double)x->delta[i], 0}
                     : plumb_output_delta(steps->unit, steps->tiny, gradient, output, x->value_dim, 1);
    pair.lse_grad = (double)x->lse_grad[i];
    return pair;
}

/* The sum of the sizes of what is summed. */
static double size_of(const problem *x, place at) {
    double size = 0;
    for (size_t j = 0; j < at.pairs; j++) {
        size_t i = query_of(at, j), k = key_of(at, j);
        if (!x->visible[i][k])
            continue;
        double sizes = fabs((double)x->delta[i]) + fabs((double)x->lse_grad[i]), g = 0;
        for (size_t c = 0; c < x->value_dim; c++)
            g += fabs((double)(x->gradient[i][c] * x->value[k][c]));
        size += (double)x->probability[i][k] * fabs((double)value_of(x, at, j)) *
                (at.of == OF_VALUE ? 1 : (double)x->scale * (sizes + g));
    }
    return size;
}

static bool is_impossible(const problem *x, place at, double number) {
    model_steps steps = steps_of(plumb_precision_find(model[x->engine]));
    plumb_gradient_pair pair[MOST];
    plumb_ball weight[MOST];
    unsigned char visible[MOST];
    double value[MOST * 2];
    for (size_t j = 0; j < at.pairs; j++) {
        visible[j] = x->visible[query_of(at, j)][key_of(at, j)];
        pair[j] = pair_of(x, &steps, query_of(at, j), key_of(at, j));
        if (!visible[j])
            pair[j].delta = plumb_ball_unknown();
        value[2 * j] = NAN;
        value[2 * j + 1] = visible[j] ? (double)value_of(x, at, j) : NAN;
    }
    size_t stores = x->engine == FLASH_TILES ? (at.pairs + TILE - 1) / TILE : 0;
    return plumb_gradient_verdict(steps.unit, steps.tiny, pair, at.of == OF_VALUE, visible, value, at.pairs, 2, 1,
                                  plumb_ball_of((double)x->scale), stores, number, weight) == PLUMB_IMPOSSIBLE;
}

static place random_place(random_cases *cases, const problem *x, tensor of) {
    place at = {.of = of, .pairs = of == OF_QUERY ? x->keys : x->queries};
    at.row = random_below(cases, of == OF_QUERY ? x->queries : x->keys);
    at.column = random_below(cases, of == OF_VALUE ? x->value_dim : x->dim);
    return at;
}

static void fail_case(const random_cases *cases, const char *what, const problem *x, place at, double number) {
    reproduction line = reproduce(cases);
    reproduce_text(&line, " %s: engine %d, tensor %d, %a", what, (int)x->engine, (int)at.of, number);
    reproduce_fail(&line);
}

START_TEST(what_engines_give) {
    random_cases cases = random_begin("budget gradient verdict", CASES);
    while (random_next(&cases))
        for (engine_kind engine = SINGLE; engine < ENGINES; engine++) {
            static problem x;
            draw(&cases, engine, &x);
            compute(&x);
            for (tensor of = OF_QUERY; of < TENSORS; of++) {
                place at = random_place(&cases, &x, of);
                double number = element(&x, at);
                if (is_impossible(&x, at, number))
                    fail_case(&cases, "impossible, and given", &x, at, number);
            }
        }
}
END_TEST

/* A part of all that is summed away from it: a thousandth in binary32, a twelfth in bfloat16, but where keys are stored
   in bfloat16 before scores are taken, or each result is. */
START_TEST(what_no_engine_gives) {
    random_cases cases = random_begin("budget gradient verdict far", CASES);
    while (random_next(&cases))
        for (engine_kind engine = SINGLE; engine < ENGINES; engine++) {
            static problem x;
            draw(&cases, engine, &x);
            compute(&x);
            for (tensor of = OF_QUERY; of < TENSORS; of++) {
                place at = random_place(&cases, &x, of);
                double number = element(&x, at), side = random_below(&cases, 2) ? 1 : -1;
                double part = engine == SINGLE ? 1e-3 : engine == FLASH_BASE ? 0.5 : engine == EAGER ? 0.2 : 0.0833;
                double far = number + side * part * size_of(&x, at);
                if (size_of(&x, at) > 1e-30 && !is_impossible(&x, at, far))
                    fail_case(&cases, "far away, and not impossible", &x, at, far);
            }
        }
}
END_TEST

/* What is not finite where it counts excludes nothing. */
START_TEST(nothing_known) {
    random_cases cases = random_begin("budget gradient verdict nothing", CASES);
    while (random_next(&cases)) {
        static problem x;
        draw(&cases, SINGLE, &x);
        compute(&x);
        place at = random_place(&cases, &x, OF_QUERY);
        ck_assert(is_impossible(&x, at, 1e6) && is_impossible(&x, at, -1e6));
        ck_assert(!is_impossible(&x, at, NAN) && !is_impossible(&x, at, INFINITY));
        x.delta[at.row] = NAN;
        x.output[at.row][0] = NAN;
        ck_assert(!is_impossible(&x, at, 1e6));
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/gradient_verdict");
    TCase *tests = tcase_create("gradient_verdict");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, what_engines_give);
    tcase_add_test(tests, what_no_engine_gives);
    tcase_add_test(tests, nothing_known);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
