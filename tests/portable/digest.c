/* digest.c - prints a digest of the bits of every middle and radius that the kernels give for a fixed
   set of inputs: the same lines in every build and on every machine (expected.txt).

   Needs neither Check nor FLINT, so that it can be built for machines that have neither.  Balls without
   information count as such: which NaN an operation returns is the processor's choice. */
#include "aggregate/aggregate.h"
#include "attention/heads.h"
#include "attention/operator_row.h"
#include "attention/softmax_output.h"
#include "bundle/activations.h"
#include "fast/aggregate.h"
#include "fast/ball_panel.h"
#include "fast/normalised.h"
#include "fast/panel.h"
#include "fast/power_softmax.h"
#include "fast/softcap.h"
#include "fast/softmax.h"
#include "fast/softpick.h"
#include "fast/terms.h"
#include "number/elu.h"
#include "thread/environment.h"
#include "number/log.h"
#include "number/norm.h"
#include "number/sigmoid.h"
#include "number/sine.h"
#include "number/sum.h"
#include "number/tanh.h"
#include "problem/traits.h"
#include "score/feature_dot.h"
#include "score/scaled_dot.h"
#include "score/softcap.h"
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { KEYS = 150, DIM = 37, ROWS = 5 };

/* xorshift64* (Vigna 2016) */
static uint64_t state = UINT64_C(0x9E3779B97F4A7C15);

static uint64_t next_bits(void) {
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return state * UINT64_C(2685821657736338717);
}

/* Of either sign, the magnitude between 2^low and 2^high: exact steps only. */
static double draw(int low, int high) {
    double x = 1.0 + (double)(next_bits() >> 12) * 0x1p-52;
    int power = low + (int)(next_bits() % (uint64_t)(high - low));
    for (; power > 0; power--)
        x *= 2.0;
    for (; power < 0; power++)
        x *= 0.5;
    return next_bits() % 2 == 0 ? x : -x;
}

static plumb_ball draw_ball(int low, int high) {
    double mid = draw(low, high), rad = draw(low - 60, high - 30);
    return (plumb_ball){mid, rad < 0 ? 0.0 : rad};
}

/* FNV-1a */
static uint64_t add_number(uint64_t digest, double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    for (int byte = 0; byte < 8; byte++)
        digest = (digest ^ (bits >> 8 * byte & 0xFF)) * UINT64_C(1099511628211);
    return digest;
}

static uint64_t add_balls(uint64_t digest, const plumb_ball *ball, size_t count) {
    for (size_t i = 0; i < count; i++) {
        int informs = plumb_is_finite(ball[i].rad);
        digest = add_number(digest, informs ? ball[i].mid : 0.0);
        digest = add_number(digest, informs ? ball[i].rad : -1.0);
    }
    return digest;
}

#define START UINT64_C(14695981039346656037)

static void print_digest(const char *name, uint64_t digest) {
    printf("%-24s %016" PRIx64 "\n", name, digest);
}

static void digest_function(const char *name, plumb_ball (*function)(plumb_ball)) {
    uint64_t digest = START;
    for (int i = 0; i < 20000; i++) {
        plumb_ball result = function(draw_ball(-40, i % 12));
        digest = add_balls(digest, &result, 1);
    }
    print_digest(name, digest);
}

static void digest_functions(void) {
    static const struct {
        const char *name;
        plumb_ball (*function)(plumb_ball);
    } functions[] = {{"exp", plumb_ball_exp},          {"log", plumb_ball_log},
                     {"tanh", plumb_ball_tanh},        {"sigmoid", plumb_ball_sigmoid},
                     {"elu", plumb_ball_elu_plus_one}, {"sine", plumb_ball_sine},
                     {"cosine", plumb_ball_cosine}};
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        digest_function(functions[i].name, functions[i].function);
}

/* One head: queries, keys and values of one scale. */
typedef struct {
    double query[ROWS * DIM], key[KEYS * DIM], value[KEYS * DIM];
    unsigned char visible[ROWS * KEYS];
    plumb_ball score[ROWS * KEYS], weight[ROWS * KEYS], output[ROWS * DIM];
} head;

static void draw_head(head *h, int low, int high) {
    for (size_t i = 0; i < ROWS * DIM; i++)
        h->query[i] = draw(low, high);
    for (size_t i = 0; i < KEYS * DIM; i++) {
        h->key[i] = draw(low, high);
        h->value[i] = draw(low, high);
    }
    for (size_t i = 0; i < ROWS * KEYS; i++)
        h->visible[i] = next_bits() % 4 != 0;
}

static uint64_t head_digest(const head *h, size_t rows) {
    uint64_t digest = add_balls(START, h->score, rows * KEYS);
    digest = add_balls(digest, h->weight, rows * KEYS);
    return add_balls(digest, h->output, rows * DIM);
}

static const plumb_ball scale = {0.164398987305357, 0x1p-55};

static void digest_causal(head *h) {
    plumb_shape shape = {1, 1, 1, ROWS, KEYS, DIM, DIM};
    uint64_t digest = START;
    for (size_t t = 0; t < ROWS; t++) {
        plumb_attention_query(shape, h->query, h->key, h->value, 0, 0, t, 1, 100, scale, h->visible,
                              h->score, h->weight, h->output);
        digest ^= head_digest(h, 1) * (2 * t + 1);
    }
    print_digest("causal softmax", digest);
}

/* Without PLUMB_ before it. */
static const char *const operator_names[] = {
#define OPERATOR(kind, ...) [kind] = &#kind[6],
#include "problem/operators.def"
};

static void digest_operator(head *h, plumb_operator_kind kind) {
    plumb_operator op = {.kind = kind,
                         .softcap = 30,
                         .alpha = 0.5,
                         .power = 2,
                         .gamma = -0.03,
                         .zeta = 1.03,
                         .epsilon = 1e-8,
                         .normalisation = PLUMB_SUM};
    plumb_output_parts parts = {.gating = PLUMB_GATE_NONE};
    char name[32];
    plumb_scaled_dot(h->query, h->key, h->visible, KEYS, DIM, scale, h->score);
    plumb_operator_row(op, (plumb_score_bias){.has_bias = 0}, 0, plumb_ball_zero(), parts, h->value,
                       KEYS, DIM, h->visible, h->score, h->weight, h->output);
    snprintf(name, sizeof name, "operator %s", operator_names[kind]);
    print_digest(name, head_digest(h, 1));
}

/* The same rows by the minimal kernels, and by the fast path. */
static void digest_minimal(head *h) {
    for (size_t r = 0; r < ROWS; r++) {
        const unsigned char *visible = h->visible + r * KEYS;
        plumb_ball *score = h->score + r * KEYS, *weight = h->weight + r * KEYS;
        plumb_scaled_dot(h->query + r * DIM, h->key, visible, KEYS, DIM, scale, score);
        plumb_softmax(score, visible, KEYS, weight);
        plumb_aggregate(weight, visible, h->value, KEYS, DIM, h->output + r * DIM);
    }
    print_digest("rows", head_digest(h, ROWS));
}

/* What the fast path works in. */
#define PANELS ((KEYS + PLUMB_PANEL - 1) / PLUMB_PANEL)
#define PITCH (PANELS * PLUMB_PANEL)

static unsigned char fast_visible[ROWS * PITCH];
static double fast_mid[ROWS * PITCH], fast_rad[ROWS * PITCH];

static size_t panel_keys(size_t i) {
    return i + 1 < PANELS ? PLUMB_PANEL : KEYS - i * PLUMB_PANEL;
}

static void multiply_panel(const head *h, size_t i, const double *panel, double *sum) {
    size_t width[ROWS];
    for (size_t r = 0; r < ROWS; r++)
        width[r] = panel_keys(i);
    plumb_panel_dots(h->query, ROWS, panel, DIM, width, sum);
}

/* The products of one panel by tiles, of the next without. */
static void fast_scores(const head *h, size_t i) {
    double panel[(DIM + 1) * PLUMB_PANEL], sum[ROWS * PLUMB_PANEL];
    plumb_panel_fill(h->key + i * PLUMB_PANEL * DIM, panel_keys(i), DIM, panel);
    multiply_panel(h, i, panel, sum);
    for (size_t r = 0; r < ROWS; r++) {
        size_t start = r * PITCH + i * PLUMB_PANEL;
        plumb_panel_scores(sum + r * PLUMB_PANEL, panel + DIM * PLUMB_PANEL,
                           plumb_score_reach(plumb_norm_up(h->query + r * DIM, DIM), DIM, scale),
                           fast_visible + start, scale, fast_mid + start, fast_rad + start);
    }
}

static void fast_weights(plumb_ball *inverse) {
    for (size_t r = 0; r < ROWS; r++)
        for (size_t i = 0; i < PANELS; i++) {
            size_t start = r * PITCH + i * PLUMB_PANEL;
            plumb_panel_multiply(inverse[r], fast_visible + start, fast_mid + start,
                                 fast_rad + start);
        }
}

static void fast_values(const plumb_sums *sums, plumb_planes planes, const head *h, size_t i) {
    static plumb_panel_weights weights;
    double largest[PLUMB_PANEL_GROUPS * DIM];
    const double *value = h->value + i * PLUMB_PANEL * DIM;
    plumb_largest_values(value, panel_keys(i), DIM, largest);
    plumb_panel_weigh(planes, NULL, i * PLUMB_PANEL, sums->gamma, &weights);
    plumb_sums_add(sums, &weights, panel_keys(i), value, largest);
}

static void join_rows(plumb_ball hidden, plumb_ball *ball) {
    for (size_t r = 0; r < ROWS; r++)
        plumb_planes_join(fast_mid + r * PITCH, fast_rad + r * PITCH, fast_visible + r * PITCH,
                          KEYS, hidden, ball + r * KEYS);
}

static void digest_fast(head *h) {
    static double numbers[3][ROWS * DIM], largest[DIM];
    plumb_sums sums = {ROWS,       DIM,        plumb_roundings_up(plumb_weight_depth(KEYS)),
                       numbers[0], numbers[1], numbers[2],
                       largest};
    plumb_planes planes = {ROWS, PITCH, fast_visible, fast_mid, fast_rad};
    plumb_ball inverse[ROWS];
    for (size_t r = 0; r < ROWS; r++)
        memcpy(fast_visible + r * PITCH, h->visible + r * KEYS, KEYS);
    for (size_t i = 0; i < PANELS; i++)
        fast_scores(h, i);
    join_rows(plumb_ball_unknown(), h->score);
    plumb_fast_softmax(planes, PANELS, inverse);
    fast_weights(inverse);
    join_rows(plumb_ball_zero(), h->weight);
    plumb_sums_clear(&sums);
    for (size_t i = 0; i < PANELS; i++)
        fast_values(&sums, planes, h, i);
    plumb_sums_finish(&sums, h->output);
    print_digest("fast rows", head_digest(h, ROWS));
}

static const plumb_ball sinks[ROWS] = {{0, 0}, {1.5, 0x1p-50}, {-30, 0}, {900, 0}, {0.25, 1}};

static void print_balls(const char *name, const plumb_ball *ball) {
    print_digest(name, add_balls(START, ball, ROWS * KEYS));
}

/* What else the fast path makes of scores in lanes, first by the minimal kernels. */
static void digest_minimal_steps(const head *h) {
    static plumb_ball capped[ROWS * KEYS], weight[ROWS * KEYS];
    memcpy(capped, h->score, sizeof capped);
    for (size_t r = 0; r < ROWS; r++)
        plumb_softcap(capped + r * KEYS, h->visible + r * KEYS, KEYS, 30);
    print_balls("capped scores", capped);
    for (size_t r = 0; r < ROWS; r++)
        plumb_sink_softmax(h->score + r * KEYS, h->visible + r * KEYS, KEYS, sinks[r],
                           weight + r * KEYS);
    print_balls("sink weights", weight);
    for (size_t r = 0; r < ROWS; r++)
        plumb_power_softmax(h->score + r * KEYS, h->visible + r * KEYS, KEYS, 1.5,
                            weight + r * KEYS);
    print_balls("power weights", weight);
    for (size_t r = 0; r < ROWS; r++)
        plumb_softpick(h->score + r * KEYS, h->visible + r * KEYS, KEYS, 0x1p-20,
                       weight + r * KEYS);
    print_balls("softpick weights", weight);
}

static const struct {
    const char *name;
    plumb_operator_kind kind;
    plumb_activation *lanes;
} activations[] = {
#define OPERATOR(kind, features, lanes, activation, ...) {#activation, kind, PLUMB_LANES_##activation},
#include "problem/operators.def"
};

/* What weighs each score by itself, once, although several operators may do it alike. */
static bool is_activation(size_t i) {
    return activations[i].lanes != NULL && (i == 0 || activations[i].lanes != activations[i - 1].lanes);
}

static void print_activation(const char *path, size_t i, const plumb_ball *weight) {
    char name[64];
    snprintf(name, sizeof name, "%s%s weights", path, activations[i].name);
    print_balls(name, weight);
}

static void digest_minimal_activations(const head *h) {
    static plumb_ball weight[ROWS * KEYS];
    for (size_t i = 0; i < PLUMB_OPERATOR_COUNT; i++) {
        plumb_operator op = {.kind = activations[i].kind};
        if (!is_activation(i))
            continue;
        for (size_t r = 0; r < ROWS; r++)
            plumb_operator_weights(op, h->score + r * KEYS, h->visible + r * KEYS, KEYS, 0, plumb_ball_zero(),
                                   weight + r * KEYS);
        print_activation("", i, weight);
    }
}

static void split_rows(const head *h) {
    for (size_t r = 0; r < ROWS; r++)
        plumb_planes_split(h->score + r * KEYS, KEYS, fast_mid + r * PITCH, fast_rad + r * PITCH);
}

static void fast_quotients(const plumb_ball *divisor) {
    for (size_t r = 0; r < ROWS; r++)
        for (size_t start = r * PITCH; start < (r + 1) * PITCH; start += PLUMB_PANEL)
            plumb_panel_quotients(divisor[r], 0.0, fast_visible + start, fast_mid + start,
                                  fast_rad + start);
}

static void digest_fast_steps(const head *h) {
    static plumb_ball ball[ROWS * KEYS];
    plumb_planes planes = {ROWS, PITCH, fast_visible, fast_mid, fast_rad};
    plumb_ball inverse[ROWS], taken[ROWS];
    split_rows(h);
    for (size_t start = 0; start < ROWS * PITCH; start += PLUMB_PANEL)
        plumb_panel_softcap(fast_visible + start, 30, fast_mid + start, fast_rad + start);
    join_rows(plumb_ball_unknown(), ball);
    print_balls("fast capped scores", ball);
    split_rows(h);
    plumb_fast_sink_softmax(planes, PANELS, sinks, inverse, taken);
    fast_weights(inverse);
    join_rows(plumb_ball_zero(), ball);
    print_balls("fast sink weights", ball);
    split_rows(h);
    plumb_fast_power_softmax(planes, PANELS, 1.5, inverse);
    fast_weights(inverse);
    join_rows(plumb_ball_zero(), ball);
    print_balls("fast power weights", ball);
    split_rows(h);
    plumb_fast_softpick(planes, PANELS, 0x1p-20, inverse);
    fast_quotients(inverse);
    join_rows(plumb_ball_zero(), ball);
    print_balls("fast softpick weights", ball);
}

static void digest_fast_activations(const head *h) {
    static plumb_ball weight[ROWS * KEYS];
    for (size_t i = 0; i < PLUMB_OPERATOR_COUNT; i++) {
        if (!is_activation(i))
            continue;
        split_rows(h);
        for (size_t start = 0; start < ROWS * PITCH; start += PLUMB_PANEL)
            activations[i].lanes(fast_visible + start, fast_mid + start, fast_rad + start);
        join_rows(plumb_ball_zero(), weight);
        print_activation("fast ", i, weight);
    }
}

/* As wide as a few roundings, some exact. */
static void surround(const double *x, size_t count, plumb_ball *ball) {
    for (size_t i = 0; i < count; i++)
        ball[i] = (plumb_ball){x[i], i % 5 == 0 ? 0.0 : plumb_absolute(x[i]) * 0x1p-51};
}

static void fast_ball_scores(const plumb_ball *query, const plumb_ball *key, const head *h) {
    double panel[(DIM + 2) * PLUMB_PANEL], sum[ROWS * PLUMB_PANEL];
    for (size_t i = 0; i < PANELS; i++) {
        plumb_ball_panel_fill(key + i * PLUMB_PANEL * DIM, panel_keys(i), DIM, panel);
        multiply_panel(h, i, panel, sum);
        for (size_t r = 0; r < ROWS; r++) {
            size_t start = r * PITCH + i * PLUMB_PANEL;
            plumb_ball_panel_scores(sum + r * PLUMB_PANEL, panel + DIM * PLUMB_PANEL,
                                    plumb_ball_reach(query + r * DIM, DIM), fast_visible + start,
                                    scale, fast_mid + start, fast_rad + start);
        }
    }
}

/* Scores of queries and keys that are balls, by the minimal kernel and by the fast path. */
static void digest_ball_scores(const head *h) {
    static plumb_ball query[ROWS * DIM], key[KEYS * DIM], score[ROWS * KEYS];
    surround(h->query, ROWS * DIM, query);
    surround(h->key, KEYS * DIM, key);
    for (size_t r = 0; r < ROWS; r++)
        plumb_feature_dot(query + r * DIM, key, h->visible + r * KEYS, KEYS, DIM, scale,
                          score + r * KEYS);
    print_balls("ball scores", score);
    fast_ball_scores(query, key, h);
    join_rows(plumb_ball_unknown(), score);
    print_balls("fast ball scores", score);
}

/* The outputs of softmaxes that need no shift, by the minimal kernel and by the fast path, which streams them. */
static void digest_minimal_stream(const head *h) {
    static plumb_ball term[KEYS], output[ROWS * DIM];
    for (size_t r = 0; r < ROWS; r++)
        plumb_softmax_output(h->score + r * KEYS, h->visible + r * KEYS, h->value, KEYS, DIM, 0,
                             plumb_ball_zero(), term, output + r * DIM);
    print_digest("softmax outputs", add_balls(START, output, ROWS * DIM));
}

static void raise_panel(const head *h, size_t i, double gamma, plumb_strides *strides,
                        plumb_panel_weights *weights) {
    double panel[(DIM + 1) * PLUMB_PANEL], sum[ROWS * PLUMB_PANEL], rad[PLUMB_PANEL];
    plumb_panel_fill(h->key + i * PLUMB_PANEL * DIM, panel_keys(i), DIM, panel);
    multiply_panel(h, i, panel, sum);
    for (size_t r = 0; r < ROWS; r++) {
        const unsigned char *visible = fast_visible + r * PITCH + i * PLUMB_PANEL;
        double reach = plumb_score_reach(plumb_norm_up(h->query + r * DIM, DIM), DIM, scale);
        double *term = weights->of + r * PLUMB_PANEL;
        plumb_panel_terms(sum + r * PLUMB_PANEL, panel + DIM * PLUMB_PANEL, reach, scale,
                          panel_keys(i), term, rad);
        plumb_lane_hide(term, rad, 0.0, visible);
        plumb_strides_add(term, rad, strides + r);
        plumb_panel_weigh_row(visible, rad, gamma, r, weights);
    }
}

static void digest_fast_stream(const head *h) {
    static double numbers[3][ROWS * DIM], largest[DIM], groups[PLUMB_PANEL_GROUPS * DIM];
    static plumb_panel_weights weights;
    static plumb_ball output[ROWS * DIM];
    plumb_strides strides[ROWS] = {{{0.0}, {0.0}}};
    plumb_sums sums = {ROWS,       DIM,        plumb_roundings_up(plumb_weight_depth(KEYS)),
                       numbers[0], numbers[1], numbers[2],
                       largest};
    plumb_sums_clear(&sums);
    for (size_t i = 0; i < PANELS; i++) {
        const double *value = h->value + i * PLUMB_PANEL * DIM;
        plumb_largest_values(value, panel_keys(i), DIM, groups);
        raise_panel(h, i, sums.gamma, strides, &weights);
        plumb_sums_add(&sums, &weights, panel_keys(i), value, groups);
    }
    plumb_sums_finish(&sums, output);
    for (size_t r = 0; r < ROWS; r++)
        plumb_output_multiply(plumb_softmax_inverse(strides + r), DIM, output + r * DIM);
    print_digest("fast softmax outputs", add_balls(START, output, ROWS * DIM));
}

static void digest_head(int low, int high) {
    static head h;
    printf("numbers from 2^%d to 2^%d\n", low, high);
    draw_head(&h, low, high);
    digest_minimal(&h);
    digest_fast(&h);
    digest_minimal_steps(&h);
    digest_fast_steps(&h);
    digest_minimal_activations(&h);
    digest_fast_activations(&h);
    digest_ball_scores(&h);
    if (high <= 1) { /* otherwise scores are large enough to need a shift */
        digest_minimal_stream(&h);
        digest_fast_stream(&h);
    }
    for (int kind = 0; kind < PLUMB_OPERATOR_COUNT; kind++)
        digest_operator(&h, (plumb_operator_kind)kind);
    digest_causal(&h);
}

int main(void) {
    const char *fault = plumb_environment_fault();
    if (fault != NULL) {
        puts(fault);
        return 2;
    }
    digest_functions();
    digest_head(-3, 1);
    digest_head(-1, 4);
    digest_head(-540, -500);
    digest_head(-600, 600);
    return 0;
}
