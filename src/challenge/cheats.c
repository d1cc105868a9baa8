/* A cheat acts at one of four places.  On outputs: rows and columns of the exact output are moved, cleared or rounded.
   On weights: the exact weights of a row are changed, and what they changed by, times the values, is added to the exact
   output, so that an unchanged weight adds no error.  On inputs: the problem with rounded q, k and v is evaluated
   exactly.  On the arithmetic: a simulated engine evaluates the problem in a coarser precision.  Macros make a function
   of each rule that is one expression. */
#include "challenge/cheats.h"
#include "bundle/rows.h"
#include "exact/round.h"
#include "simulate/engine.h"
#include "precision/precision_text.h"
#include "row/visible.h"
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BF16_UNIT 0x1p-9

/* To nearest, ties to even, in a format of so many bits, with this least spacing and largest number. */
static double round_to(double x, int bits, double least, double largest) {
    int exponent;
    if (x == 0 || !isfinite(x))
        return x;
    frexp(x, &exponent);
    double unit = fmax(ldexp(1, exponent - bits), least);
    return fmin(fmax(rint(x / unit) * unit, -largest), largest);
}

static double in_e4m3(double x) {
    return round_to(x, 4, 0x1p-9, 448);
}

static double in_bf16(double x) {
    return plumb_round_double(x, PLUMB_BF16);
}

/* ---- outputs ---- */

static size_t width(const plumb_cheat_output *a) {
    return a->p->value_dim;
}

static void write_row(plumb_cheat_output *a, size_t row, size_t from) {
    memcpy(a->out + row * width(a), a->right + from * width(a), width(a) * sizeof *a->out);
}

static void clear_row(plumb_cheat_output *a, size_t row) {
    memset(a->out + row * width(a), 0, width(a) * sizeof *a->out);
}

static void zeros(plumb_cheat_output *a) {
    for (size_t row = 0; row < plumb_rows_of(a->p); row++)
        clear_row(a, row);
}

static void query_by_24(plumb_cheat_output *a) {
    for (size_t row = 0; row < plumb_rows_of(a->p); row++)
        for (size_t c = 0; c < width(a); c++)
            a->out[row * width(a) + c] = a->p->query[row * a->p->head_dim + c % a->p->head_dim] / 24;
}

static void stale(plumb_cheat_output *a) {
    memcpy(a->out, a->stale, plumb_rows_of(a->p) * width(a) * sizeof *a->out);
}

/* The row of another head, query and batch entry. */
#define ROWS(name, its_b, its_h, its_t)                                                        \
    static void name(plumb_cheat_output *a) {                                                  \
        const plumb_problem *p = a->p;                                                         \
        size_t heads = p->query_heads, length = p->query_length, group = heads / p->key_heads; \
        for (size_t row = 0; row < plumb_rows_of(p); row++) {                                  \
            size_t b = row / length / heads, h = row / length % heads, t = row % length;       \
            (void)b, (void)h, (void)t, (void)group;                                            \
            write_row(a, row, ((its_b)*heads + (its_h)) * length + (its_t));                   \
        }                                                                                      \
    }
ROWS(head_0_for_all, b, 0, t)
ROWS(first_of_group, b, h / group * group, t)
ROWS(last_row_for_all, b, h, length - 1)
ROWS(first_row_for_all, b, h, 0)
ROWS(rows_late, b, h, t == 0 ? length - 1 : t - 1)
ROWS(first_entry_for_all, 0, h, t)
#undef ROWS

static void tail_rows_unwritten(plumb_cheat_output *a) {
    size_t length = a->p->query_length;
    for (size_t row = 0; row < plumb_rows_of(a->p); row++)
        if (row % length >= length / 16 * 16)
            clear_row(a, row);
}

static void last_row_unwritten(plumb_cheat_output *a) {
    for (size_t row = a->p->query_length - 1; row < plumb_rows_of(a->p); row += a->p->query_length)
        clear_row(a, row);
}

static void last_head_unwritten(plumb_cheat_output *a) {
    for (size_t row = 0; row < plumb_rows_of(a->p); row++)
        if (row / a->p->query_length % a->p->query_heads == a->p->query_heads - 1)
            clear_row(a, row);
}

#define NUMBERS(name, its)                                     \
    static void name(plumb_cheat_output *a) {                  \
        size_t n = width(a);                                   \
        for (size_t i = 0; i < plumb_rows_of(a->p) * n; i++) { \
            size_t row = i / n, c = i % n;                     \
            const double *x = a->right + row * n;              \
            a->out[i] = (its);                                 \
        }                                                      \
    }
NUMBERS(half_of_columns_unwritten, c >= (n + 1) / 2 ? 0 : x[c])
NUMBERS(columns_late, x[c == 0 ? n - 1 : c - 1])
NUMBERS(ten_percent_more, 1.1 * x[c])
NUMBERS(output_in_e4m3, in_e4m3(x[c]))
NUMBERS(output_in_bf16, in_bf16(x[c]))
#undef NUMBERS

/* ---- weights ---- */

static size_t seen_by(const plumb_cheat_row *r) {
    size_t count = 0;
    for (size_t j = 0; j < r->p->key_length; j++)
        count += r->visible[j] != 0;
    return count;
}

static double largest(const double *x, size_t from, size_t to) {
    double most = -INFINITY;
    for (size_t j = from; j < to; j++)
        most = fmax(most, x[j]);
    return most;
}

/* With the overflow and underflow of binary32, but not its rounding. */
static double exponential(double score) {
    double e = exp(score);
    return e > FLT_MAX ? INFINITY : e < 0x1p-150 ? 0 : e;
}

/* Each weight anew, from all of them as they were. */
#define KEYS(name, its)                                                      \
    static void name(plumb_cheat_row *r) {                                   \
        size_t keys = r->p->key_length, seen = seen_by(r);                   \
        const double *score = r->score;                                      \
        double most = largest(score, 0, keys), dim = (double)r->p->head_dim; \
        (void)seen, (void)most, (void)dim, (void)score;                      \
        for (size_t j = 0; j < keys; j++) {                                  \
            double w = r->weight[j];                                         \
            (void)w;                                                         \
            r->weight[j] = (its);                                            \
        }                                                                    \
    }
KEYS(mean_of_visible, r->visible[j] != 0 ? 1 : 0)
KEYS(mean_of_all, seen == 0 ? w : 1)
KEYS(first_half, j < (keys + 1) / 2 ? w : 0)
KEYS(second_half, j >= keys / 2 ? w : 0)
KEYS(every_other_key, j % 2 == 0 ? w : 0)
KEYS(every_other_page, j / 16 % 2 == 0 ? w : 0)
KEYS(first_page, j >= 16 || keys <= 16 ? w : 0)
KEYS(last_page, j < (keys - 1) / 16 * 16 ? w : 0)
KEYS(middle_tile, j / 64 != keys / 2 / 64 || keys <= 64 ? w : 0)
KEYS(tail_of_16, j < keys / 16 * 16 ? w : 0)
KEYS(tail_of_64, j < keys / 64 * 64 ? w : 0)
KEYS(tail_twice, j < keys / 16 * 16 ? w : 2 * w)
KEYS(above_1_percent, w >= 0.01 ? w : 0)
KEYS(shares_in_e4m3, in_e4m3(w))
KEYS(shares_in_bf16, in_bf16(w))
KEYS(scaled_twice, score[j] == -INFINITY ? 0 : exp((score[j] - most) / sqrt(dim)))
KEYS(powers_of_2, score[j] == -INFINITY ? 0 : exp2(score[j] - most))
KEYS(five_percent_more, score[j] == -INFINITY ? 0 : exp(1.05 * (score[j] - most)))
KEYS(not_shifted, exponential(score[j]))
KEYS(scores_in_eighths, score[j] == -INFINITY ? 0 : exp(rint(8 * score[j]) / 8 - most))
#undef KEYS

/* The weights of the keys that are kept, decided before one is lost. */
#define KEEPS(name, which)                                               \
    static void name(plumb_cheat_row *r) {                               \
        size_t keys = r->p->key_length, seen = seen_by(r), newer = seen; \
        double *w = r->weight;                                           \
        double first = w[0], second = -INFINITY;                         \
        for (size_t j = 1; j < keys; j++) {                              \
            second = fmax(second, fmin(first, w[j]));                    \
            first = fmax(first, w[j]);                                   \
        }                                                                \
        for (size_t j = 0; j < keys; j++) {                              \
            newer -= r->visible[j] != 0;                                 \
            (void)second, (void)newer;                                   \
            if (!(which))                                                \
                w[j] = 0;                                                \
        }                                                                \
    }
KEEPS(newest_key, newer > 0 || r->visible[j] == 0)
KEEPS(oldest_key, newer + 1 < seen || r->visible[j] == 0)
KEEPS(newest_16, newer < 16)
KEEPS(first_4_newest_16, newer < 16 || j < 4)
KEEPS(top_1, w[j] == first)
KEEPS(top_2, w[j] >= second)
#undef KEEPS

static void halves_averaged(plumb_cheat_row *r) {
    size_t keys = r->p->key_length, half = keys / 2;
    double sum[2] = {0, 0};
    for (size_t j = 0; j < keys; j++)
        sum[j >= half] += r->weight[j];
    for (size_t j = 0; j < keys && sum[0] > 0 && sum[1] > 0; j++)
        r->weight[j] *= (sum[0] + sum[1]) / (2 * sum[j >= half]);
}

static void not_rescaled(plumb_cheat_row *r) {
    size_t keys = r->p->key_length, tile = keys < 64 ? keys : 64;
    double first = largest(r->score, 0, tile), most = largest(r->score, 0, keys);
    for (size_t j = 0; j < tile && isfinite(first); j++)
        r->weight[j] *= exp(fmin(most - first, 50));
}

static const plumb_cheat cheats[] = {
#define OUTPUT(says, function, need) {.does = says, .needs = need, .output = function},
#define WEIGHTS(says, function, need) {.does = says, .needs = need, .weights = function, .renormalises = true},
#define SHARES(says, function, need) {.does = says, .needs = need, .weights = function},
#define SOFTMAX(says, function, need) \
    {.does = says, .needs = need, .weights = function, .renormalises = true, .of_softmax = true},
#define INPUTS(says, function, need) {.does = says, .needs = need, .inputs = function},
#define ROUNDS(says, field, need) {.does = says, .needs = need, .precision = field, .rounds = true},
#define COARSE(says, function, need) {.does = says, .needs = need, .weights = function, .rounds = true},
#define COARSE_SOFTMAX(says, function, need) \
    {.does = says, .needs = need, .weights = function, .renormalises = true, .of_softmax = true, .rounds = true},
#define COARSE_OUTPUT(says, function, need) {.does = says, .needs = need, .output = function, .rounds = true},
#include "challenge/cheats.def"
};

const plumb_cheat *plumb_cheat_at(size_t index) {
    return index < sizeof cheats / sizeof *cheats ? &cheats[index] : NULL;
}

/* ---- their evaluation ---- */

int plumb_exact_outputs(const plumb_problem *p, double *out) {
    plumb_rows rows;
    if (plumb_rows_init(&rows, p, PLUMB_BUNDLE_ROWS, PLUMB_KEEP_OUTPUT) != 0)
        return -1;
    for (size_t row = 0; row < plumb_rows_of(p); row++) {
        size_t head = row / p->query_length;
        const plumb_row *r = plumb_rows_get(&rows, head / p->query_heads, head % p->query_heads, row % p->query_length);
        for (size_t c = 0; c < p->value_dim; c++)
            out[row * p->value_dim + c] = r->output[c].mid;
    }
    plumb_rows_free(&rows);
    return 0;
}

static double gate_of(const plumb_problem *p, size_t row, size_t c) {
    if (p->extra.gate == NULL)
        return 1;
    return 1 / (1 + exp(-p->extra.gate[p->extra.gate_per_element ? row * p->value_dim + c : row]));
}

/* What the changed weights add to the exact output. */
static void join(const plumb_cheat_row *r, const double *was, size_t row, double *out) {
    const plumb_problem *p = r->p;
    size_t key_head = r->b * p->key_heads + r->h / (p->query_heads / p->key_heads);
    const double *value = p->value + key_head * p->key_length * p->value_dim;
    for (size_t j = 0; j < p->key_length; j++)
        for (size_t c = 0; c < p->value_dim && r->weight[j] != was[j]; c++)
            out[c] += gate_of(p, row, c) * (r->weight[j] - was[j]) * value[j * p->value_dim + c];
}

static double sum_of(const double *x, size_t n) {
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += x[i];
    return sum;
}

/* The sink keeps its weight in the sum, or its share where exponentials are made anew. */
static void renormalise(const plumb_cheat *cheat, const double *was, size_t keys, double *weight) {
    double before = sum_of(was, keys), after = sum_of(weight, keys);
    double by = cheat->of_softmax ? before / after : 1 / (after + fmax(1 - before, 0));
    for (size_t j = 0; j < keys; j++)
        weight[j] = after > 0 ? weight[j] * by : 0;
}

static void change_row(const plumb_cheat *cheat, plumb_cheat_row *r, const plumb_row *exact, double *was, size_t row,
                       double *out) {
    size_t keys = r->p->key_length;
    double *score = (double *)(uintptr_t)r->score;
    for (size_t j = 0; j < keys; j++) {
        score[j] = exact->visible[j] != 0 ? exact->score[j].mid : -INFINITY;
        was[j] = r->weight[j] = exact->weight[j].mid;
    }
    r->visible = exact->visible;
    cheat->weights(r);
    if (memcmp(was, r->weight, keys * sizeof *was) == 0)
        return;
    if (cheat->renormalises && plumb_operator_is(r->p->op.kind, PLUMB_IS_SOFTMAX))
        renormalise(cheat, was, keys, r->weight);
    join(r, was, row, out);
}

static int change_weights(const plumb_cheat *cheat, const plumb_problem *p, double *out) {
    plumb_rows rows;
    double *workspace = calloc(3 * p->key_length + 1, sizeof *workspace);
    if (workspace == NULL || plumb_rows_init(&rows, p, PLUMB_BUNDLE_ROWS, PLUMB_KEEP_ALL) != 0) {
        free(workspace);
        return -1;
    }
    for (size_t row = 0; row < plumb_rows_of(p); row++) {
        size_t head = row / p->query_length;
        plumb_cheat_row r = {.p = p,
                             .b = head / p->query_heads,
                             .h = head % p->query_heads,
                             .t = row % p->query_length,
                             .score = workspace,
                             .weight = workspace + p->key_length};
        const plumb_row *exact = plumb_rows_get(&rows, r.b, r.h, r.t);
        change_row(cheat, &r, exact, workspace + 2 * p->key_length, row, out + row * p->value_dim);
    }
    plumb_rows_free(&rows);
    free(workspace);
    return 1;
}

static double *changed_copy(const double *x, size_t count, double (*change)(double)) {
    double *copy = malloc((count + 1) * sizeof *copy);
    for (size_t i = 0; copy != NULL && i < count; i++)
        copy[i] = change(x[i]);
    return copy;
}

static int change_inputs(const plumb_cheat *cheat, const plumb_problem *p, double *out) {
    plumb_problem changed = *p;
    size_t keys = p->batch * p->key_heads * p->key_length;
    double *query = changed_copy(p->query, plumb_rows_of(p) * p->head_dim, cheat->inputs);
    double *key = changed_copy(p->key, keys * p->head_dim, cheat->inputs);
    double *value = changed_copy(p->value, keys * p->value_dim, cheat->inputs);
    changed.query = query;
    changed.key = key;
    changed.value = value;
    int result = query != NULL && key != NULL && value != NULL ? plumb_exact_outputs(&changed, out) : -1;
    free(query);
    free(key);
    free(value);
    return result == 0 ? 1 : -1;
}

/* Rows in which some key takes part; the others stay as they are. */
static int round_more(const plumb_cheat *cheat, const plumb_problem *p, const plumb_precision *precision, double *out) {
    char text[512];
    plumb_precision coarser;
    plumb_error error;
    plumb_simulated_engine engine;
    snprintf(text, sizeof text, "%s,%s", precision->name, cheat->precision);
    if (plumb_precision_parse(text, "challenge", &coarser, &error) != 0)
        return 0;
    if (plumb_simulated_engine_init(&engine, p, &coarser, plumb_simulated_form_at(0)) != 0)
        return -1;
    unsigned char *visible = calloc(p->key_length + 1, 1);
    for (size_t row = 0; visible != NULL && row < plumb_rows_of(p); row++) {
        size_t head = row / p->query_length, b = head / p->query_heads, h = head % p->query_heads;
        plumb_show_visible(p, b, h, row % p->query_length, visible);
        if (memchr(visible, 1, p->key_length) == NULL)
            continue;
        plumb_simulated_evaluate(&engine, b, h, row % p->query_length);
        memcpy(out + row * p->value_dim, engine.result, p->value_dim * sizeof *out);
    }
    plumb_simulated_engine_free(&engine);
    bool done = visible != NULL;
    free(visible);
    return done ? 1 : -1;
}

int plumb_cheat_evaluate(const plumb_cheat *cheat, const plumb_case *asked, const plumb_precision *precision,
                         const double *right, const double *stale_output, double *out) {
    const plumb_problem *p = &asked->problem;
    plumb_cheat_output all = {p, right, stale_output, out};
    memcpy(out, right, plumb_rows_of(p) * p->value_dim * sizeof *out);
    if (cheat->of_softmax && !plumb_operator_is(p->op.kind, PLUMB_IS_SOFTMAX))
        return 0;
    if (cheat->weights == shares_in_bf16 && precision->probability.unit >= BF16_UNIT)
        return 0; /* it is what the model says */
    if (cheat->inputs != NULL)
        return change_inputs(cheat, p, out);
    if (cheat->precision != NULL)
        return round_more(cheat, p, precision, out);
    if (cheat->weights != NULL)
        return change_weights(cheat, p, out);
    cheat->output(&all);
    return 1;
}
