/* test_layers.c - repeated tokens through several layers: equal vectors stay equal under a softmax
   and what is like it, and part under other attention and with absolute positions
   (spec/proposition/layers.h). */
#include "row/frequency.h"
#include "attention/weights.h"
#include "number/tanh.h"
#include "position/learned.h"
#include "position/sinusoidal.h"
#include "score/feature_dot.h"
#include "tests/proposition/repeated_tokens.h"
#include <string.h>

#define CASES 200
enum { TOKENS = 9, WIDTH = 4, LAYERS = 3 };

/* ---- a network of balls: what the verified operations know of every position ---- */

/* A layer: h + tanh(W_o o), o the attention of one head whose scores know distances, and that may
   hide all but the last few keys. */
typedef struct {
    double query[WIDTH * WIDTH], key[WIDTH * WIDTH], value[WIDTH * WIDTH], output[WIDTH * WIDTH];
    double distance[TOKENS]; /* added to scores */
    size_t window;
} layer;

typedef struct {
    plumb_operator op;
    bool has_sink;
    double logit;
    layer layer[LAYERS];
} network;

typedef struct {
    plumb_ball at[TOKENS][WIDTH];
} states;

/* Term by term: tighter than plumb_ball_dot, whose excess would multiply with every product of every layer. */
static plumb_ball sum_of_products(const plumb_ball *a, const plumb_ball *b, size_t n) {
    plumb_ball sum = plumb_ball_zero();
    for (size_t k = 0; k < n; k++)
        sum = plumb_ball_add(sum, plumb_ball_multiply(a[k], b[k]));
    return sum;
}

static void apply(const double *matrix, const plumb_ball *x, plumb_ball *y) {
    plumb_ball row[WIDTH];
    for (size_t i = 0; i < WIDTH; i++) {
        for (size_t c = 0; c < WIDTH; c++)
            row[c] = plumb_ball_of(matrix[i * WIDTH + c]);
        y[i] = sum_of_products(row, x, WIDTH);
    }
}

static void apply_all(const double *matrix, const states *x, states *y) {
    for (size_t t = 0; t < TOKENS; t++)
        apply(matrix, x->at[t], y->at[t]);
}

/* Weights of the row of query t. */
static void weigh(const network *n, const layer *l, const plumb_ball *query, const states *key,
                  size_t t, plumb_ball *weight) {
    unsigned char visible[TOKENS];
    plumb_ball score[TOKENS];
    for (size_t j = 0; j < TOKENS; j++)
        visible[j] = j <= t && t - j < l->window;
    plumb_feature_dot(query, key->at[0], visible, TOKENS, WIDTH, plumb_ball_of(0.5), score);
    for (size_t j = 0; j <= t; j++)
        score[j] = plumb_ball_add(score[j], plumb_ball_of(l->distance[t - j]));
    plumb_operator_weights(n->op, score, visible, TOKENS, n->has_sink, plumb_ball_of(n->logit),
                           weight);
}

static void pass(const network *n, const layer *l, states *h) {
    states query, key, value;
    plumb_ball weight[TOKENS], column[TOKENS], output[WIDTH], moved[WIDTH];
    apply_all(l->query, h, &query);
    apply_all(l->key, h, &key);
    apply_all(l->value, h, &value);
    for (size_t t = 0; t < TOKENS; t++) {
        weigh(n, l, query.at[t], &key, t, weight);
        for (size_t c = 0; c < WIDTH; c++) {
            for (size_t j = 0; j < TOKENS; j++)
                column[j] = value.at[j][c];
            output[c] = sum_of_products(weight, column, TOKENS);
        }
        apply(l->output, output, moved);
        for (size_t c = 0; c < WIDTH; c++)
            h->at[t][c] = plumb_ball_add(h->at[t][c], plumb_ball_tanh(moved[c]));
    }
}

/* ---- drawing ---- */

static void draw_network(random_cases *cases, network *n) {
    for (size_t i = 0; i < LAYERS; i++) {
        layer *l = &n->layer[i];
        draw_numbers(cases, ORDINARY, l->query, WIDTH * WIDTH);
        draw_numbers(cases, ORDINARY, l->key, WIDTH * WIDTH);
        draw_numbers(cases, ORDINARY, l->value, WIDTH * WIDTH);
        draw_numbers(cases, ORDINARY, l->output, WIDTH * WIDTH);
        draw_numbers(cases, ORDINARY, l->distance, TOKENS);
        l->window = random_below(cases, 3) == 0 ? 1 + random_below(cases, TOKENS) : TOKENS;
    }
}

static states equal_embeddings(const double *embedding) {
    states h;
    for (size_t t = 0; t < TOKENS; t++)
        for (size_t c = 0; c < WIDTH; c++)
            h.at[t][c] = plumb_ball_of(embedding[c]);
    return h;
}

/* ---- the same without any position: one token alone ---- */

/* h + tanh(W_o alpha W_v h) */
static void pass_alone(const layer *l, double alpha, arb_ptr h) {
    arb_ptr value = _arb_vec_init(WIDTH), moved = _arb_vec_init(WIDTH);
    arb_t factor;
    arb_init(factor);
    for (size_t i = 0; i < WIDTH; i++)
        for (size_t c = 0; c < WIDTH; c++) {
            arb_set_d(factor, l->value[i * WIDTH + c]);
            arb_addmul(value + i, factor, h + c, BITS);
        }
    for (size_t i = 0; i < WIDTH; i++) {
        for (size_t c = 0; c < WIDTH; c++) {
            arb_set_d(factor, l->output[i * WIDTH + c]);
            arb_addmul(moved + i, factor, value + c, BITS);
        }
        arb_set_d(factor, alpha);
        arb_mul(moved + i, moved + i, factor, BITS);
        arb_tanh(moved + i, moved + i, BITS);
        arb_add(h + i, h + i, moved + i, BITS);
    }
    arb_clear(factor);
    _arb_vec_clear(value, WIDTH);
    _arb_vec_clear(moved, WIDTH);
}

static void fail_state(const random_cases *cases, const network *n, const char *what, size_t i,
                       size_t t, const plumb_ball *state) {
    reproduction line = reproduce(cases);
    reproduce_text(&line, " operator %d normalisation %d sink %d: %s after layer %zu at %zu",
                   n->op.kind, n->op.normalisation, n->has_sink, what, i + 1, t);
    reproduce_balls(&line, "state", state, WIDTH);
    reproduce_fail(&line);
}

/* Every position has the state of a token alone, and no two positions' balls part. */
static void check_equal(const random_cases *cases, const network *n, const states *h, size_t i,
                        arb_srcptr alone) {
    for (size_t t = 0; t < TOKENS; t++)
        for (size_t c = 0; c < WIDTH; c++) {
            if (!ball_contains(h->at[t][c], alone + c))
                fail_state(cases, n, "not the state of a token alone", i, t, h->at[t]);
            for (size_t s = 0; s < t; s++)
                if (!balls_overlap(h->at[s][c], h->at[t][c]))
                    fail_state(cases, n, "another state than at an earlier one", i, t, h->at[t]);
        }
}

/* The attention of which it is proved: same_output. */
static plumb_operator draw_equalising(random_cases *cases) {
    static const plumb_operator_kind kinds[] = {PLUMB_SOFTMAX, PLUMB_SCALED_SOFTMAX, PLUMB_SIGMOID,
                                                PLUMB_ELU};
    plumb_operator op = {.kind = kinds[random_below(cases, 4)]};
    op.alpha = op.kind == PLUMB_SCALED_SOFTMAX ? fabs(random_scaled(cases, -2, 1)) : 1;
    if (op.kind == PLUMB_SIGMOID || op.kind == PLUMB_ELU)
        op.normalisation = PLUMB_SUM;
    return op;
}

/* The widest ball of all positions. */
static double widest_state(const states *h) {
    double widest = 0;
    for (size_t t = 0; t < TOKENS; t++)
        for (size_t c = 0; c < WIDTH; c++)
            widest = fmax(widest, ball_informs(h->at[t][c]) ? h->at[t][c].rad : INFINITY);
    return widest;
}

START_TEST(equal_embeddings_stay_equal) {
    random_cases cases = random_begin("layers", CASES);
    tally narrow = {0, 0};
    while (random_next(&cases)) {
        network n = {.op = draw_equalising(&cases)};
        double embedding[WIDTH];
        draw_network(&cases, &n);
        draw_numbers(&cases, ORDINARY, embedding, WIDTH);
        states h = equal_embeddings(embedding);
        arb_ptr alone = _arb_vec_init(WIDTH);
        for (size_t c = 0; c < WIDTH; c++)
            arb_set_d(alone + c, embedding[c]);
        for (size_t i = 0; i < LAYERS; i++) {
            pass(&n, &n.layer[i], &h);
            pass_alone(&n.layer[i], n.op.alpha, alone);
            check_equal(&cases, &n, &h, i, alone);
        }
        count(&narrow, widest_state(&h) < 1e-8);
        _arb_vec_clear(alone, WIDTH);
    }
    check_tally(&narrow, 95);
}
END_TEST

/* ---- attention that parts equal tokens ---- */

static const struct {
    plumb_operator_kind kind;
    plumb_normalisation normalisation;
    bool has_sink;
} parting[] = {
    {PLUMB_SIGMOID, PLUMB_UNNORMALISED, false},
    {PLUMB_ELU, PLUMB_UNNORMALISED, false},
    {PLUMB_IDENTITY, PLUMB_UNNORMALISED, false},
    {PLUMB_SOFTMAX, PLUMB_UNNORMALISED, true},
    {PLUMB_POWER_SOFTMAX, PLUMB_UNNORMALISED, false},
    {PLUMB_CLIPPED_SOFTMAX, PLUMB_UNNORMALISED, false},
    {PLUMB_SOFTPICK, PLUMB_UNNORMALISED, false},
    {PLUMB_SIGMOID, PLUMB_SUM, false},
};

static plumb_operator draw_parting(random_cases *cases, size_t which) {
    static const double powers[] = {0.25, 0.5, 2, 8}, below[] = {-0.03, -0.1, -1};
    static const double above[] = {1, 1.03, 1.1}, epsilons[] = {1e-8, 1e-3, 1};
    return (plumb_operator){.kind = parting[which].kind,
                            .normalisation = parting[which].normalisation,
                            .sink = parting[which].has_sink ? PLUMB_SINK_LOGIT : PLUMB_SINK_NONE,
                            .alpha = 1,
                            .power = random_choice(cases, powers, 4),
                            .gamma = random_choice(cases, below, 3),
                            .zeta = random_choice(cases, above, 3),
                            .epsilon = random_choice(cases, epsilons, 3)};
}

/* W is the identity times a factor. */
static void set_identity(double *matrix, double factor) {
    memset(matrix, 0, WIDTH * WIDTH * sizeof *matrix);
    for (size_t c = 0; c < WIDTH; c++)
        matrix[c * WIDTH + c] = factor;
}

/* Query, key and value are the state itself, so that scores are above 0; nothing is added to them.
   */
static void make_plain(layer *l) {
    *l = (layer){.window = TOKENS};
    set_identity(l->query, 1);
    set_identity(l->key, 1);
    set_identity(l->value, 1);
    set_identity(l->output, 0x1p-4); /* where tanh is not flat */
}

static bool some_part(const states *h) {
    for (size_t t = 1; t < TOKENS; t++)
        for (size_t c = 0; c < WIDTH; c++)
            if (!balls_overlap(h->at[0][c], h->at[t][c]))
                return true;
    return false;
}

START_TEST(other_attention_parts_equal_embeddings) {
    random_cases cases = random_begin("parting", CASES / 4);
    while (random_next(&cases)) {
        double embedding[WIDTH];
        network n = {.op = draw_parting(&cases, (size_t)_i),
                     .has_sink = parting[_i].has_sink,
                     .logit = 3 * random_normal(&cases)};
        make_plain(&n.layer[0]);
        for (size_t c = 0; c < WIDTH; c++)
            embedding[c] = random_scaled(&cases, -1, 0);
        states h = equal_embeddings(embedding);
        pass(&n, &n.layer[0], &h);
        if (!some_part(&h))
            fail_state(&cases, &n, "still equal", 0, TOKENS - 1, h.at[TOKENS - 1]);
        n.op = (plumb_operator){.kind = PLUMB_SOFTMAX}; /* the same network under a softmax */
        n.has_sink = false;
        h = equal_embeddings(embedding);
        pass(&n, &n.layer[0], &h);
        if (some_part(&h))
            fail_state(&cases, &n, "not equal", 0, TOKENS - 1, h.at[TOKENS - 1]);
    }
}
END_TEST

/* ---- whole layers, by plumb_evaluate_row and by the reference ---- */

/* One layer on equal vectors: causal, any encoding of relative positions, any window, several
   heads. */
static drawn_problem draw_layer(random_cases *cases, plumb_operator op, problem_character values) {
    static const plumb_position_kind kinds[] = {PLUMB_POSITION_NONE, PLUMB_POSITION_ROPE,
                                                PLUMB_POSITION_ALIBI, PLUMB_POSITION_BUCKET_INDEX};
    plumb_problem shape = one_head(TOKENS, TOKENS, WIDTH, 2);
    shape.query_heads = 2;
    shape.causal.causal = true;
    shape.op = op;
    shape.mask.windowed = random_below(cases, 3) == 0;
    shape.mask.left = (int64_t)random_below(cases, TOKENS);
    shape.mask.right = -1;
    shape.position = (plumb_position){.kind = kinds[random_below(cases, 4)],
                                      .buckets = 32,
                                      .max_distance = 128,
                                      .rope = {.dim = 4, .base = 10000, .multiplier = 1}};
    drawn_problem drawn = draw_problem(cases, shape, ORDINARY);
    draw_numbers(cases, values, drawn.value, 2);
    for (size_t h = 0; h < 2; h++)
        repeat_row(drawn.query + h * TOKENS * WIDTH, TOKENS, WIDTH);
    repeat_row(drawn.key, TOKENS, WIDTH);
    repeat_row(drawn.value, TOKENS, 2);
    return drawn;
}

/* alpha u at every position: with whole numbers for both the next layer has whole numbers again,
   equal ones. */
static void check_layer(const random_cases *cases, const plumb_problem *p) {
    arb_t exact;
    arb_init(exact);
    for (size_t h = 0; h < p->query_heads; h++)
        for (size_t t = 0; t < TOKENS; t++) {
            evaluation e;
            evaluate(&e, cases, p, h, t);
            for (size_t c = 0; c < p->value_dim; c++) {
                arb_set_d(exact, p->op.alpha * p->value[c]);
                check_number(&e, PLUMB_OUTPUT, c, exact, 1e-10);
            }
            release(&e);
        }
    arb_clear(exact);
}

START_TEST(every_position_of_a_layer_has_one_output) {
    random_cases cases = random_begin("one output", CASES / 4);
    while (random_next(&cases)) {
        plumb_operator op = draw_equalising(&cases);
        op.alpha = op.kind == PLUMB_SCALED_SOFTMAX ? (double)(1 + random_below(&cases, 5)) : 1;
        drawn_problem drawn = draw_layer(&cases, op, INTEGERS);
        check_layer(&cases, &drawn.problem);
        free_problem(&drawn);
    }
}
END_TEST

/* The ball of the kernels and of the reference at some position have nothing in common with those at the
   first. */
static bool layer_parts(const random_cases *cases, const plumb_problem *p, bool reference) {
    bool parts = false;
    evaluation first, later;
    evaluate(&first, cases, p, 0, 0);
    for (size_t t = 1; t < TOKENS && !parts; t++) {
        evaluate(&later, cases, p, 0, t);
        bool references_meet =
            arb_overlaps(reference_of(&first, PLUMB_OUTPUT, 0), reference_of(&later, PLUMB_OUTPUT, 0));
        parts = reference ? !references_meet : !balls_overlap(first.row.output[0], later.row.output[0]);
        release(&later);
    }
    release(&first);
    return parts;
}

START_TEST(every_other_attention_has_several_outputs) {
    random_cases cases = random_begin("several outputs", CASES / 8);
    while (random_next(&cases)) {
        drawn_problem drawn = draw_layer(&cases, draw_parting(&cases, (size_t)_i), ORDINARY);
        drawn.problem.position.kind = PLUMB_POSITION_NONE;
        drawn.problem.mask.windowed = false;
        give_extra(&drawn, SINK_LOGITS);
        drawn.extra[SINK_LOGITS][0] = 3 * random_normal(&cases);
        for (size_t c = 0; c < WIDTH; c++)
            drawn.query[c] = drawn.key[c]; /* a score above 0 */
        repeat_row(drawn.query, TOKENS, WIDTH);
        for (int reference = 0; reference < 2; reference++)
            if (!layer_parts(&cases, &drawn.problem, reference == 1)) {
                reproduction line = reproduce(&cases);
                reproduce_text(&line, " reference %d: one output", reference);
                reproduce_problem(&line, &drawn.problem);
                reproduce_fail(&line);
            }
        free_problem(&drawn);
    }
}
END_TEST

/* ---- absolute positions ---- */

START_TEST(rows_of_a_table_part) {
    random_cases cases = random_begin("learned", CASES);
    while (random_next(&cases)) {
        double x[WIDTH], row[2 * WIDTH];
        plumb_ball one[WIDTH], other[WIDTH];
        draw_numbers(&cases, ORDINARY, x, WIDTH);
        draw_numbers(&cases, ORDINARY, row, 2 * WIDTH);
        plumb_add_row(x, row, WIDTH, one);
        plumb_add_row(x, row + WIDTH, WIDTH, other);
        for (size_t c = 0; c < WIDTH; c++)
            ck_assert(!balls_overlap(one[c], other[c]));
    }
}
END_TEST

/* sin 1 and cos 1 against 0 and 1, in both layouts. */
START_TEST(sinusoids_part) {
    static const double x[WIDTH] = {0.25, -3, 7, 0};
    plumb_turns frequency[WIDTH / 2];
    plumb_ball one[WIDTH], other[WIDTH];
    arb_t sine, cosine;
    arb_init(sine);
    arb_init(cosine);
    arb_set_ui(sine, 1);
    arb_sin_cos(sine, cosine, sine, BITS);
    ck_assert(plumb_sinusoidal_frequencies(10000, WIDTH, false, frequency));
    for (int layout = 0; layout < 2; layout++) {
        size_t place = layout == PLUMB_SINUSOIDAL_CONCATENATED ? WIDTH / 2 : 1;
        plumb_add_sinusoidal(x, WIDTH, frequency, 0, (plumb_sinusoidal_layout)layout, one);
        plumb_add_sinusoidal(x, WIDTH, frequency, 1, (plumb_sinusoidal_layout)layout, other);
        plumb_ball first = plumb_ball_subtract(other[0], plumb_ball_of(x[0]));
        plumb_ball second = plumb_ball_subtract(other[place], plumb_ball_of(x[place]));
        ck_assert(!balls_overlap(one[0], other[0]) && !balls_overlap(one[place], other[place]));
        ck_assert(ball_contains(first, sine) && ball_contains(second, cosine));
        ck_assert(ball_contains_double(one[place], x[place] + 1));
    }
    arb_clear(sine);
    arb_clear(cosine);
}
END_TEST

/* So repeated tokens no longer weigh the same: the positions make them other tokens. */
START_TEST(repeated_tokens_with_absolute_positions_weigh_differently) {
    random_cases cases = random_begin("absolute", CASES);
    while (random_next(&cases)) {
        size_t tokens = 2 + random_below(&cases, 20);
        plumb_problem shape = one_head(1, tokens, WIDTH, 1);
        shape.causal = (plumb_causal){true, (int64_t)tokens - 1};
        shape.scale.text = "1";
        shape.position.kind =
            random_below(&cases, 2) == 0 ? PLUMB_POSITION_LEARNED : PLUMB_POSITION_SINUSOIDAL;
        shape.position.sinusoidal_base = 10000;
        shape.position.table_rows = tokens;
        drawn_problem drawn = draw_repeated(&cases, shape, ORDINARY);
        give_position(&drawn, POSITION_TABLE);
        draw_numbers(&cases, ORDINARY, drawn.position[POSITION_TABLE],
                     position_numbers(&drawn.problem, POSITION_TABLE));
        evaluation e;
        evaluate(&e, &cases, &drawn.problem, 0, 0);
        size_t apart = 0;
        for (size_t i = 0; i < tokens; i++)
            apart += !ball_contains_ratio(e.row.weight[i], 1, tokens) &&
                     balls_overlap(e.row.weight[i],
                                   plumb_reference_ball(&e.reference, 0, 0, 0, PLUMB_WEIGHTS, i, BITS));
        if (apart + 1 < tokens)
            fail_at(&e, "1/t", PLUMB_WEIGHTS, 0);
        release(&e);
        free_problem(&drawn);
    }
}
END_TEST

/* Uniform weights and a residual connection: h_0 becomes 2 h_0, h_1 becomes h_1 + (h_0 + h_1)/2,
   and their difference half as much again.  Whole numbers times 2^20 stay exact. */
START_TEST(a_difference_grows_by_half_in_every_layer) {
    random_cases cases = random_begin("unequal", 20);
    while (random_next(&cases)) {
        drawn_problem drawn = blank_problem(one_head(2, 2, 1, 1));
        drawn.problem.causal.causal = true;
        for (size_t t = 0; t < 2; t++)
            drawn.value[t] = 0x1p20 * ((double)random_below(&cases, 2001) - 1000);
        double difference = drawn.value[1] - drawn.value[0];
        for (int i = 0; i < 12; i++) {
            evaluation first, second;
            evaluate(&first, &cases, &drawn.problem, 0, 0);
            evaluate(&second, &cases, &drawn.problem, 0, 1);
            double state[2] = {2 * drawn.value[0],
                               drawn.value[1] + (drawn.value[0] + drawn.value[1]) / 2};
            plumb_ball own = plumb_ball_add(plumb_ball_of(drawn.value[0]), first.row.output[0]);
            plumb_ball later = plumb_ball_add(plumb_ball_of(drawn.value[1]), second.row.output[0]);
            ck_assert(ball_contains_double(own, state[0]) && ball_contains_double(later, state[1]));
            difference *= 1.5;
            ck_assert_double_eq(state[1] - state[0], difference);
            ck_assert(ball_contains_double(plumb_ball_subtract(later, own), difference));
            ck_assert(difference == 0 || !balls_overlap(own, later));
            memcpy(drawn.value, state, sizeof state);
            release(&first);
            release(&second);
        }
        free_problem(&drawn);
    }
}
END_TEST

int main(void) {
    int parts = (int)(sizeof parting / sizeof *parting);
    TCase *tests = tcase_create("layers");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, equal_embeddings_stay_equal);
    tcase_add_loop_test(tests, other_attention_parts_equal_embeddings, 0, parts);
    tcase_add_test(tests, every_position_of_a_layer_has_one_output);
    tcase_add_loop_test(tests, every_other_attention_has_several_outputs, 0, parts);
    tcase_add_test(tests, rows_of_a_table_part);
    tcase_add_test(tests, sinusoids_part);
    tcase_add_test(tests, repeated_tokens_with_absolute_positions_weigh_differently);
    tcase_add_test(tests, a_difference_grows_by_half_in_every_layer);
    Suite *suite = suite_create("proposition/layers");
    suite_add_tcase(suite, tests);
    int result = run_suite(suite);
    flint_cleanup();
    return result;
}
