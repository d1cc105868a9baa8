/* test_gradient_words.c - backward passes with one mistake each, written out by themselves in binary64 and stored in
   binary32, and the text that names it. */
#include "diagnose/diagnose.h"
#include "diagnose/gradients.h"
#include "tests/judge/backward_engine.h"
#include "tests/support/check.h"
#include "tests/support/problems.h"
#include "tests/support/suite.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BATCH = 2, HEADS = 4, KEY_HEADS = 2, GROUP = HEADS / KEY_HEADS, LENGTH = 64, DIM = 16, TILE = 16 };
enum { ROWS = BATCH * HEADS * LENGTH, KEYS = BATCH * KEY_HEADS * LENGTH };
#define CAP 6.0
#define LEFT 20

typedef enum {
    NOTHING,
    /* numbers of rows */
    DELTA_OF_LATER_TILE,
    DELTA_OF_FIRST_HEAD,
    DELTA_OF_ENTRY,
    DELTA_OF_TILE_START,
    DELTA_PLUS,
    DELTA_OUTSIDE,
    DELTA_HALVED,
    DELTA_DOUBLED,
    LSE_OF_HEAD_BEFORE,
    LSE_OF_OWN_NUMBER,
    LSE_ROUNDED,
    LSE_SHIFTED_BY_ROW,
    WEIGHTS_SQUARED,
    /* vectors */
    OUT_GRAD_OF_NEXT_IN_VALUE,
    OUT_GRAD_OF_HEAD_IN_WEIGHTS,
    QUERY_OF_TILE_AFTER,
    KEY_HEAD_BY_MODULO,
    KEY_OF_TILE_BEFORE,
    VALUE_OF_NEXT_KEY,
    /* masks and slopes */
    MASK_OF_DIAGONAL,
    WINDOW_OMITTED,
    WINDOW_TILED,
    CAP_LINEAR,
    CAP_TWICE,
    CAP_MULTIPLIED,
    /* sums */
    GROUPS_BY_MODULO,
    VALUE_OF_FIRST_HEAD,
    VALUE_OF_LAST_HEAD_TWICE,
    DIAGONAL_LEFT_OUT,
    RECTANGLE_LEFT_OUT,
    QUERY_LEFT_OUT,
    /* what is stored */
    ROWS_SHIFTED,
    HEADS_REVERSED,
    COLUMNS_HALVED,
    COLUMNS_ZERO,
    ENTRIES_SUMMED,
    TILE_KEPT,
    EXCHANGED,
    ODD_KEYS_ZERO,
    MISTAKES
} mistake;

static const char *const says[MISTAKES] = {
    [DELTA_OF_LATER_TILE] = "delta is that of the query 16 after",
    [DELTA_OF_FIRST_HEAD] = "delta is that of head 0",
    [DELTA_OF_ENTRY] = "delta is that of the batch entry before",
    [DELTA_OF_TILE_START] = "delta is that of the first query of its tile of 16",
    [DELTA_PLUS] = "delta is added, not subtracted",
    [DELTA_OUTSIDE] = "delta is not multiplied by the weights",
    [DELTA_HALVED] = "delta is summed over the first half of the columns only",
    [DELTA_DOUBLED] = "delta is 2 times its correct size",
    [LSE_OF_HEAD_BEFORE] = "the log-sum-exp of the backward pass is that of the head before",
    [LSE_OF_OWN_NUMBER] = "the log-sum-exp of the backward pass is that of the head with the number of its key head",
    [LSE_ROUNDED] = "the log-sum-exp of the backward pass is rounded to bfloat16",
    [LSE_SHIFTED_BY_ROW] = "the weights of the backward pass have another factor for each query, from 0.53",
    [WEIGHTS_SQUARED] = "the gradients of the scores are multiplied by the weights twice",
    [OUT_GRAD_OF_NEXT_IN_VALUE] = "dv uses, for each query, out_grad of the next query",
    [OUT_GRAD_OF_HEAD_IN_WEIGHTS] = "the gradients of the weights use out_grad of the head before",
    [QUERY_OF_TILE_AFTER] = "dk uses, for each query, the vector of the query 16 after",
    [KEY_HEAD_BY_MODULO] = "dq uses, for each key, the vector of key head h mod key_heads, h the query head",
    [KEY_OF_TILE_BEFORE] = "dq uses, for each key, the vector of the key 16 before",
    [VALUE_OF_NEXT_KEY] = "the gradients of the weights use, for each key, the value of the next key",
    [MASK_OF_DIAGONAL] =
        "the backward pass leaves the mask out in tiles of 16 keys that contain the query's own position",
    [WINDOW_OMITTED] = "the backward pass leaves the window out",
    [WINDOW_TILED] = "the window of the backward pass begins with the whole tile of 16 keys that its first key is in",
    [CAP_LINEAR] = "the derivative of the softcap c is 1 - |u| / c, not 1 - (u / c)^2, u the capped score",
    [CAP_TWICE] = "the derivative of the softcap counts twice",
    [CAP_MULTIPLIED] = "dq is multiplied by the softcap",
    [GROUPS_BY_MODULO] = "query head h counts for key head h mod key_heads in dk",
    [VALUE_OF_FIRST_HEAD] = "dv contains only the first query head of each group",
    [VALUE_OF_LAST_HEAD_TWICE] = "in dv, query head 3 counts twice",
    [DIAGONAL_LEFT_OUT] = "in dk, queries of the tile of 16 that contains the position of the key are left out",
    [RECTANGLE_LEFT_OUT] = "in dq, keys 0 to 15 are left out for queries 16 to 31, 48 to 63",
    [QUERY_LEFT_OUT] = "in dk, query 63 is left out",
    [ROWS_SHIFTED] = "dk of each key is that of the key before",
    [HEADS_REVERSED] = "the heads of dq are in reverse order",
    [COLUMNS_HALVED] = "the halves of the columns of dk are exchanged",
    [COLUMNS_ZERO] = "columns 12 to 15 of dq are 0",
    [ENTRIES_SUMMED] = "dk is summed over the batch entries",
    [TILE_KEPT] = "dq of each query contains that of the query 16 before as well",
    [EXCHANGED] = "dk and dv are exchanged",
    [ODD_KEYS_ZERO] = "dk is 0 in every second key from 1 to 63 only",
};

typedef struct {
    mistake made;
    drawn_problem drawn;
    double *loss;
    double output[ROWS * DIM], delta[ROWS], lse[ROWS];
    double query[ROWS * DIM], key[KEYS * DIM], value[KEYS * DIM];
} backward;

static size_t row_of(size_t b, size_t h, size_t t) {
    return (b * HEADS + h) * LENGTH + t;
}

static size_t key_of(size_t b, size_t head, size_t j) {
    return (b * KEY_HEADS + head) * LENGTH + j;
}

static double dot(const double *x, const double *y, size_t from, size_t to) {
    double sum = 0;
    for (size_t c = from; c < to; c++)
        sum += x[c] * y[c];
    return sum;
}

static bool has_softcap(mistake made) {
    return made >= CAP_LINEAR && made <= CAP_MULTIPLIED;
}

static bool sees(mistake made, size_t t, size_t j) {
    bool windowed = made == WINDOW_OMITTED || made == WINDOW_TILED;
    return j <= t && !(windowed && j + LEFT < t);
}

/* As the backward pass does. */
static bool sees_again(mistake made, size_t t, size_t j) {
    if (made == MASK_OF_DIAGONAL && j / TILE == t / TILE)
        return true;
    if (made == WINDOW_OMITTED)
        return j <= t;
    if (made == WINDOW_TILED)
        return j <= t && j >= (t > LEFT ? t - LEFT : 0) / TILE * TILE;
    return sees(made, t, j);
}

static double score(const backward *s, size_t b, size_t h, size_t t, size_t j) {
    const plumb_problem *p = &s->drawn.problem;
    double x = dot(p->query + row_of(b, h, t) * DIM, p->key + key_of(b, h / GROUP, j) * DIM, 0, DIM) / sqrt(DIM);
    return has_softcap(s->made) ? CAP * tanh(x / CAP) : x;
}

static void pass_forward(backward *s) {
    const plumb_problem *p = &s->drawn.problem;
    for (size_t n = 0; n < ROWS; n++) {
        size_t b = n / LENGTH / HEADS, h = n / LENGTH % HEADS, t = n % LENGTH;
        double sum = 0, output[DIM] = {0};
        for (size_t j = 0; j < LENGTH; j++) {
            double w = sees(s->made, t, j) ? exp(score(s, b, h, t, j)) : 0;
            sum += w;
            for (size_t c = 0; c < DIM; c++)
                output[c] += w * p->value[key_of(b, h / GROUP, j) * DIM + c];
        }
        for (size_t c = 0; c < DIM; c++)
            s->output[n * DIM + c] = (float)(output[c] / sum);
        s->lse[n] = log(sum);
        s->delta[n] = dot(s->loss + n * DIM, s->output + n * DIM, 0, s->made == DELTA_HALVED ? DIM / 2 : DIM);
    }
}

static double delta_of(const backward *s, size_t b, size_t h, size_t t) {
    double own = s->delta[row_of(b, h, t)];
    switch (s->made) {
    case DELTA_OF_LATER_TILE:
        return s->delta[row_of(b, h, (t + TILE) % LENGTH)];
    case DELTA_OF_FIRST_HEAD:
        return s->delta[row_of(b, 0, t)];
    case DELTA_OF_ENTRY:
        return s->delta[row_of((b + BATCH - 1) % BATCH, h, t)];
    case DELTA_OF_TILE_START:
        return s->delta[row_of(b, h, t / TILE * TILE)];
    case DELTA_PLUS:
        return -own;
    case DELTA_DOUBLED:
        return 2 * own;
    default:
        return own;
    }
}

static double lse_of(const backward *s, size_t b, size_t h, size_t t) {
    double own = s->lse[row_of(b, h, t)];
    switch (s->made) {
    case LSE_OF_HEAD_BEFORE:
        return s->lse[row_of(b, (h + HEADS - 1) % HEADS, t)];
    case LSE_OF_OWN_NUMBER:
        return s->lse[row_of(b, h / GROUP, t)];
    case LSE_ROUNDED:
        return in_format(PLUMB_BF16, own);
    case LSE_SHIFTED_BY_ROW:
        return own + 0.01 * (double)t;
    default:
        return own;
    }
}

/* dP of a pair. */
static double weight_gradient(const backward *s, size_t b, size_t h, size_t t, size_t j) {
    const plumb_problem *p = &s->drawn.problem;
    size_t from = s->made == OUT_GRAD_OF_HEAD_IN_WEIGHTS ? (h + HEADS - 1) % HEADS : h;
    size_t key = s->made == VALUE_OF_NEXT_KEY ? (j + 1) % LENGTH : j;
    return dot(s->loss + row_of(b, from, t) * DIM, p->value + key_of(b, h / GROUP, key) * DIM, 0, DIM);
}

static double slope(const backward *s, double u) {
    double share = u / CAP, own = 1 - share * share;
    return !has_softcap(s->made)       ? 1
           : s->made == CAP_LINEAR     ? 1 - fabs(share)
           : s->made == CAP_TWICE      ? own * own
                                       : own;
}

static void add(double *to, double times, const double *x) {
    for (size_t c = 0; c < DIM; c++)
        to[c] += times * x[c];
}

static void add_query(backward *s, size_t b, size_t h, size_t t, size_t j, double product) {
    const plumb_problem *p = &s->drawn.problem;
    size_t head = s->made == KEY_HEAD_BY_MODULO ? h % KEY_HEADS : h / GROUP;
    size_t key = s->made == KEY_OF_TILE_BEFORE ? (j + LENGTH - TILE) % LENGTH : j;
    bool left_out = s->made == RECTANGLE_LEFT_OUT && t / TILE % 2 == 1 && j < TILE;
    add(s->query + row_of(b, h, t) * DIM, left_out ? 0 : product * (s->made == CAP_MULTIPLIED ? CAP : 1),
        p->key + key_of(b, head, key) * DIM);
}

static void add_key(backward *s, size_t b, size_t h, size_t t, size_t j, double product) {
    const plumb_problem *p = &s->drawn.problem;
    size_t head = s->made == GROUPS_BY_MODULO ? h % KEY_HEADS : h / GROUP;
    size_t from = s->made == QUERY_OF_TILE_AFTER ? (t + TILE) % LENGTH : t;
    bool left_out = (s->made == DIAGONAL_LEFT_OUT && t / TILE == j / TILE) ||
                    (s->made == QUERY_LEFT_OUT && t == LENGTH - 1);
    add(s->key + key_of(b, head, j) * DIM, left_out ? 0 : product, p->query + row_of(b, h, from) * DIM);
}

static void add_pair(backward *s, size_t b, size_t h, size_t t, size_t j) {
    double u = score(s, b, h, t, j), p = exp(u - lse_of(s, b, h, t)), delta = delta_of(s, b, h, t);
    double y = weight_gradient(s, b, h, t, j), dx = p * (y - delta);
    dx = s->made == DELTA_OUTSIDE ? p * y - delta : s->made == WEIGHTS_SQUARED ? p * dx : dx;
    double product = dx * slope(s, u) / sqrt(DIM);
    size_t from = s->made == OUT_GRAD_OF_NEXT_IN_VALUE ? (t + 1) % LENGTH : t;
    double counts = s->made == VALUE_OF_FIRST_HEAD && h % GROUP > 0         ? 0
                    : s->made == VALUE_OF_LAST_HEAD_TWICE && h == HEADS - 1 ? 2
                                                                            : 1;
    add_query(s, b, h, t, j, product);
    add_key(s, b, h, t, j, product);
    add(s->value + key_of(b, h / GROUP, j) * DIM, counts * p, s->loss + row_of(b, h, from) * DIM);
}

/* ---- what is stored ---- */

typedef size_t place_of(size_t line, size_t column);

static size_t row_before(size_t line, size_t column) {
    return (line / LENGTH * LENGTH + (line + LENGTH - 1) % LENGTH) * DIM + column;
}

static size_t head_reversed(size_t line, size_t column) {
    size_t b = line / LENGTH / HEADS, h = line / LENGTH % HEADS;
    return row_of(b, HEADS - 1 - h, line % LENGTH) * DIM + column;
}

static size_t other_half(size_t line, size_t column) {
    return line * DIM + (column + DIM / 2) % DIM;
}

static void move(double *x, size_t lines, place_of *from) {
    double *copy = numbers_of(lines * DIM);
    memcpy(copy, x, lines * DIM * sizeof *x);
    for (size_t i = 0; i < lines * DIM; i++)
        x[i] = copy[from(i / DIM, i % DIM)];
    free(copy);
}

static void spoil(backward *s) {
    size_t half = KEYS / BATCH * DIM;
    if (s->made == ROWS_SHIFTED)
        move(s->key, KEYS, row_before);
    if (s->made == HEADS_REVERSED)
        move(s->query, ROWS, head_reversed);
    if (s->made == COLUMNS_HALVED)
        move(s->key, KEYS, other_half);
    for (size_t i = 0; s->made == COLUMNS_ZERO && i < ROWS * DIM; i++)
        s->query[i] = i % DIM < 12 ? s->query[i] : 0;
    for (size_t i = 0; s->made == ENTRIES_SUMMED && i < half; i++)
        s->key[i] = s->key[half + i] = s->key[i] + s->key[half + i];
    for (size_t i = ROWS * DIM; s->made == TILE_KEPT && i-- > 0;)
        s->query[i] += i / DIM % LENGTH >= TILE ? s->query[i - TILE * DIM] : 0;
    for (size_t i = 0; s->made == EXCHANGED && i < KEYS * DIM; i++) {
        double key = s->key[i];
        s->key[i] = s->value[i];
        s->value[i] = key;
    }
    for (size_t i = 0; s->made == ODD_KEYS_ZERO && i < KEYS * DIM; i++)
        s->key[i] = i / DIM % 2 == 0 ? s->key[i] : 0;
}

static void store(double *x, size_t count) {
    for (size_t i = 0; i < count; i++)
        x[i] = (float)x[i];
}

static backward *run(random_cases *cases, mistake made) {
    backward *s = calloc(1, sizeof *s);
    ck_assert_ptr_nonnull(s);
    plumb_problem shape = one_head(LENGTH, LENGTH, DIM, DIM);
    shape.batch = BATCH;
    shape.query_heads = HEADS;
    shape.key_heads = KEY_HEADS;
    shape.causal.causal = true;
    shape.op.softcap = has_softcap(made) ? CAP : 0;
    shape.mask.windowed = made == WINDOW_OMITTED || made == WINDOW_TILED;
    shape.mask.left = LEFT;
    s->made = made;
    s->drawn = draw_problem(cases, shape, ORDINARY);
    s->loss = numbers_of(ROWS * DIM);
    for (size_t i = 0; i < ROWS * DIM; i++)
        s->loss[i] = (float)random_normal(cases);
    s->drawn.problem.loss.output = s->loss;
    pass_forward(s);
    for (size_t n = 0; n < ROWS; n++)
        for (size_t j = 0; j < LENGTH; j++)
            if (sees_again(made, n % LENGTH, j))
                add_pair(s, n / LENGTH / HEADS, n / LENGTH % HEADS, n % LENGTH, j);
    spoil(s);
    store(s->query, ROWS * DIM);
    store(s->key, KEYS * DIM);
    store(s->value, KEYS * DIM);
    return s;
}

static void free_run(backward *s) {
    free_problem(&s->drawn);
    free(s->loss);
    free(s);
}

static plumb_case case_of(backward *s) {
    return (plumb_case){.problem = s->drawn.problem,
                        .input_format = PLUMB_F64,
                        .vector_format = {PLUMB_F64, PLUMB_F64, PLUMB_F64},
                        .output = {true, PLUMB_F32, ROWS * DIM, s->output},
                        .gradient = {{true, PLUMB_F32, ROWS * DIM, s->query},
                                     {true, PLUMB_F32, KEYS * DIM, s->key},
                                     {true, PLUMB_F32, KEYS * DIM, s->value}},
                        .precision = "f32",
                        .source = "a backward pass"};
}

START_TEST(each_mistake_has_its_words) {
    random_cases cases = random_begin("words of gradients", 1);
    while (random_next(&cases)) {
        backward *s = run(&cases, (mistake)_i);
        plumb_case judged = case_of(s);
        plumb_diagnosis diagnosis;
        plumb_error error;
        const plumb_diagnose_options options = {.threads = 1};
        ck_assert_msg(plumb_diagnose(&judged, &options, &diagnosis, &error) == 0, "%s", error.text);
        if (_i == NOTHING)
            ck_assert_int_eq(diagnosis.stated.verdict, PLUMB_PASS);
        else {
            ck_assert_uint_gt(diagnosis.inferences.count, 0);
            const char *said = diagnosis.inferences.list[0].says;
            ck_assert_msg(strncmp(said, says[_i], strlen(says[_i])) == 0, "%s", said);
        }
        plumb_diagnosis_free(&diagnosis);
        free_run(s);
    }
}
END_TEST

/* What was not tried to the end explains nothing, and that is said. */
START_TEST(a_diagnosis_out_of_time_names_nothing) {
    random_cases cases = random_begin("words of gradients in no time", 1);
    backward *s = run(&cases, DELTA_PLUS);
    plumb_case judged = case_of(s);
    plumb_diagnosis diagnosis;
    plumb_error error;
    const plumb_diagnose_options options = {.threads = 1, .seconds = 1e-9};
    ck_assert_msg(plumb_diagnose(&judged, &options, &diagnosis, &error) == 0, "%s", error.text);
    ck_assert_uint_eq(diagnosis.inferences.count, 0);
    ck_assert(diagnosis.inferences.unfinished);
    plumb_diagnosis_free(&diagnosis);
    free_run(s);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("diagnose/gradient_words");
    TCase *tests = tcase_create("words of gradients");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_loop_test(tests, each_mistake_has_its_words, NOTHING, MISTAKES);
    tcase_add_test(tests, a_diagnosis_out_of_time_names_nothing);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
