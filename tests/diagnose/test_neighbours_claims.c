/* test_neighbours_claims.c - engines whose tensors hold something else than stated, and engines that round more
   coarsely than stated: their neighbours explain them. */
#include "exact/round.h"
#include "tests/diagnose/naive_engine.h"

/* Shape: batch 2, 6 heads on 3, 7 queries, 11 keys, dims 8 and 6; tensors of rows of `width`
   numbers. */
enum { ROWS = 2 * 6 * 7 };

/* What a row gives of its numbers. */
typedef struct {
    const naive_answers *a;
    size_t row;
    double x; /* the right number */
    double scale;
} number;

static double lse_of_2(number n) {
    return n.x / log(2);
}

static double lse_times_ln_2(number n) {
    return n.x * log(2);
}

static double negative(number n) {
    return -n.x;
}

static double without_maximum(number n) {
    return n.x - n.a->largest[n.row];
}

static double maximum(number n) {
    return n.a->largest[n.row];
}

static double sum(number n) {
    return n.a->sum[n.row];
}

static double unscaled_maximum(number n) {
    return n.x - n.a->largest[n.row] + n.a->largest[n.row] / n.scale;
}

static double unlogged(number n) {
    return n.a->largest[n.row] + exp(n.x - n.a->largest[n.row]);
}

static double times_sum(number n) {
    return n.x * n.a->sum[n.row];
}

static double over_sum(number n) {
    return n.x / n.a->sum[n.row];
}

static double visible_keys(number n) {
    double keys = 0;
    for (size_t j = 0; j < 11; j++)
        keys += n.a->weights[n.row * 11 + j] > 0;
    return keys;
}

static double over_keys(number n) {
    return n.x / visible_keys(n);
}

static double mean_of_keys(number n) {
    return n.x * n.a->sum[n.row] / visible_keys(n);
}

static double over_root_of_sum(number n) {
    return n.x * sqrt(n.a->sum[n.row]);
}

static double with_hundredth(number n) {
    return n.x * n.a->sum[n.row] / (n.a->sum[n.row] + 0.01);
}

static double with_37_thousandths(number n) {
    return n.x * n.a->sum[n.row] / (n.a->sum[n.row] + 0.037);
}

static double with_thousandth_of_1(number n) {
    return n.x * n.a->sum[n.row] / (n.a->sum[n.row] + 0.001 * exp(-n.a->largest[n.row]));
}

static double to_base_2(number n) {
    return n.x / log(2);
}

static double to_base_10(number n) {
    return n.x / log(10);
}

static double times_root_of_8(number n) {
    return n.x * sqrt(8);
}

static double three_times_the_sum(number n) {
    return n.x + log(3);
}

static double mean_of_exponentials(number n) {
    return n.x - log(11);
}

static double as_dropout(number n) {
    return n.x / 0.9;
}

static double over_root_of_8(number n) {
    return n.x / sqrt(8);
}

static double times_number(number n) {
    return n.x * 1.37;
}

static double unscaled(number n) {
    return n.x / n.scale;
}

static double uncapped(number n) {
    return 1.5 * atanh(n.x / 1.5);
}

typedef struct {
    const char *does;
    void (*state)(random_cases *cases, drawn_problem *drawn);
    int holds;
    double (*gives)(number n);
} other_number;

static void state_softcap(random_cases *cases, drawn_problem *drawn) {
    (void)cases;
    drawn->problem.op.softcap = 1.5;
}

static void state_sinks(random_cases *cases, drawn_problem *drawn) {
    drawn->problem.op.sink = PLUMB_SINK_LOGIT;
    give_numbers(cases, drawn, SINK_LOGITS, 1);
    for (size_t h = 0; h < 6; h++)
        drawn->extra[SINK_LOGITS][h] = -8; /* never the largest */
}

static const other_number others[] = {
    {"gives the log-sum-exp to the base 2", state_causal, HAS_LSE, lse_of_2},
    {"gives the log-sum-exp times ln 2", state_nothing, HAS_LSE, lse_times_ln_2},
    {"gives the log-sum-exp with the other sign", state_nothing, HAS_LSE, negative},
    {"leaves the maximum out of the log-sum-exp", state_causal, HAS_LSE, without_maximum},
    {"gives the largest score for the log-sum-exp", state_nothing, HAS_LSE, maximum},
    {"gives the sum of exponentials", state_nothing, HAS_LSE, sum},
    {"adds the sum of exponentials, not its logarithm", state_causal, HAS_LSE, unlogged},
    {"adds the maximum without the scale", state_nothing, HAS_LSE, unscaled_maximum},
    {"multiplies the log-sum-exp by 0.434294, as to the base 10", state_causal, HAS_LSE, to_base_10},
    {"multiplies the log-sum-exp by 2.82843, sqrt(head_dim)", state_causal, HAS_LSE, times_root_of_8},
    {"multiplies the log-sum-exp by about 1.37", state_nothing, HAS_LSE, times_number},
    {"adds about 1.09861 to the log-sum-exp", state_causal, HAS_LSE, three_times_the_sum},
    {"adds -2.3979, minus the logarithm of key_length, to the log-sum-exp", state_nothing, HAS_LSE,
     mean_of_exponentials},
    {"does not divide weights", state_causal, HAS_WEIGHTS, times_sum},
    {"does not divide weights", state_sinks, HAS_WEIGHTS, times_sum},
    {"does not divide the output", state_causal, HAS_OUTPUT, times_sum},
    {"does not divide the output", state_sinks, HAS_OUTPUT, times_sum},
    {"divides the output by the sum of weights twice", state_nothing, HAS_OUTPUT, over_sum},
    {"divides the output by the number of visible keys, too", state_causal, HAS_OUTPUT, over_keys},
    {"divides the output by the number of visible keys instead of the sum", state_causal, HAS_OUTPUT, mean_of_keys},
    {"divides the output by the root of the sum of weights", state_nothing, HAS_OUTPUT, over_root_of_sum},
    {"adds about 0.01 to the sum of weights", state_causal, HAS_OUTPUT, with_hundredth},
    {"adds about 0.01 to the sum of weights", state_sinks, HAS_OUTPUT, with_hundredth},
    {"adds about 0.037 to the sum of weights", state_nothing, HAS_OUTPUT, with_37_thousandths},
    {"adds about 0.001 to the sum of weights, before the maximum is taken out", state_nothing, HAS_OUTPUT,
     with_thousandth_of_1},
    {"multiplies the output by 1.11111, 1/(1 - 0.1)", state_causal, HAS_OUTPUT, as_dropout},
    {"multiplies the weights by 1.11111, 1/(1 - 0.1)", state_causal, HAS_WEIGHTS, as_dropout},
    {"multiplies the output by 0.353553, 1/sqrt(head_dim)", state_nothing, HAS_OUTPUT,
     over_root_of_8},
    {"multiplies the output by about 1.37", state_nothing, HAS_OUTPUT, times_number},
    {"multiplies the softmax by alpha 1.37", state_nothing, HAS_OUTPUT, times_number},
    {"multiplies the output by -1", state_nothing, HAS_OUTPUT, negative},
    {"gives scores times log2 e", state_nothing, HAS_SCORES, to_base_2},
    {"gives q.k without the scale", state_nothing, HAS_SCORES, unscaled},
    {"gives scores before softcap and bias", state_softcap, HAS_SCORES, uncapped},
};

enum { OTHERS = sizeof others / sizeof *others };

static double *claimed(const naive_answers *a, int holds, size_t *width) {
    *width = holds == HAS_OUTPUT ? 6 : holds == HAS_LSE ? 1 : 11;
    return holds == HAS_OUTPUT   ? a->output
           : holds == HAS_LSE    ? a->lse
           : holds == HAS_SCORES ? a->scores
                                 : a->weights;
}

static void give_others(const other_number *other, naive_answers *a, double scale) {
    size_t width;
    double *value = claimed(a, other->holds, &width);
    for (size_t i = 0; i < ROWS * width; i++)
        value[i] = other->gives((number){a, i / width, value[i], scale});
}

START_TEST(other_numbers) {
    const other_number *other = &others[_i];
    random_cases cases = random_begin(other->does, 3);
    while (random_next(&cases)) {
        drawn_problem drawn = draw_problem(&cases, usual_shape(), ORDINARY);
        other->state(&cases, &drawn);
        naive engine = naive_engine(&drawn.problem);
        naive_answers answers = naive_run(&engine);
        plumb_case stated = naive_case(&drawn.problem, &answers, other->holds);
        ck_assert(verdict_of(&stated) == PLUMB_PASS);
        give_others(other, &answers, engine.scale);
        check_explains(&stated, plumb_neighbours_of_claims, other->does);
        naive_free(&answers);
        free_problem(&drawn);
    }
}
END_TEST

/* ---- log-sum-exps of some heads ---- */

static const struct {
    const char *does;
    unsigned heads; /* bits */
    double factor, summand;
} of_heads[] = {{"multiplies the log-sum-exp by 1.4427, as to the base 2, in head 3", 8, 1.4426950408889634, 0},
                {"multiplies the log-sum-exp by 1.37 in heads 0, 2", 5, 1.37, 0},
                {"adds about 0.75 to the log-sum-exp in heads 1, 5", 34, 1, 0.75},
                {"adds about -0.75 to the log-sum-exp in 5 of 6 heads", 59, 1, -0.75}};

START_TEST(log_sum_exps_of_some_heads) {
    random_cases cases = random_begin(of_heads[_i].does, 3);
    while (random_next(&cases)) {
        drawn_problem drawn = draw_problem(&cases, usual_shape(), ORDINARY);
        naive engine = naive_engine(&drawn.problem);
        naive_answers answers = naive_run(&engine);
        plumb_case stated = naive_case(&drawn.problem, &answers, HAS_LSE);
        const plumb_problem *p = &drawn.problem;
        for (size_t i = 0; i < ROWS; i++)
            if ((of_heads[_i].heads >> i / p->query_length % p->query_heads & 1) != 0)
                answers.lse[i] = answers.lse[i] * of_heads[_i].factor + of_heads[_i].summand;
        check_explains(&stated, plumb_neighbours_of_claims, of_heads[_i].does);
        naive_free(&answers);
        free_problem(&drawn);
    }
}
END_TEST

/* ---- one tensor for the other ---- */

START_TEST(scores_for_weights) {
    random_cases cases = random_begin("scores for weights", 3);
    while (random_next(&cases))
        for (int swapped = 0; swapped < 2; swapped++) {
            drawn_problem drawn = draw_problem(&cases, usual_shape(), ORDINARY);
            drawn.problem.causal.causal = true;
            naive engine = naive_engine(&drawn.problem);
            naive_answers answers = naive_run(&engine);
            plumb_case stated =
                naive_case(&drawn.problem, &answers, swapped ? HAS_SCORES : HAS_WEIGHTS);
            if (swapped)
                stated.scores.value = answers.weights;
            else
                stated.weights.value = answers.scores;
            check_explains(&stated, plumb_neighbours_of_claims,
                           swapped ? "gives weights for scores" : "gives scores for weights");
            naive_free(&answers);
            free_problem(&drawn);
        }
}
END_TEST

static double capped_and_biased(const naive *e, size_t b, size_t h, size_t t, size_t j,
                                double product) {
    return 1.5 * tanh(e->scale * product / 1.5) + naive_bias(e, b, h, t, j);
}

static double capped_alone(const naive *e, size_t b, size_t h, size_t t, size_t j, double product) {
    (void)b, (void)h, (void)t, (void)j;
    return 1.5 * tanh(e->scale * product / 1.5);
}

static double raw(const naive *e, size_t b, size_t h, size_t t, size_t j, double product) {
    (void)b, (void)h, (void)t, (void)j;
    return e->scale * product;
}

/* The output is right; the scores are those of an earlier step. */
static void check_earlier_scores(random_cases *cases, bool before_softcap) {
    drawn_problem drawn = draw_problem(cases, usual_shape(), ORDINARY);
    state_softcap(cases, &drawn);
    give_bias(cases, &drawn);
    drawn.problem.causal.offset = 0;
    naive engine = naive_engine(&drawn.problem);
    engine.score = capped_and_biased;
    naive_answers answers = naive_run(&engine);
    engine.score = before_softcap ? raw : capped_alone;
    naive_answers before = naive_run(&engine);
    plumb_case stated = naive_case(&drawn.problem, &answers, HAS_OUTPUT | HAS_SCORES);
    ck_assert(verdict_of(&stated) == PLUMB_PASS);
    stated.scores.value = before.scores;
    check_explains(&stated, plumb_neighbours_of_claims,
                   before_softcap ? "gives scores before softcap and bias"
                                  : "gives scores after the first");
    naive_free(&answers);
    naive_free(&before);
    free_problem(&drawn);
}

START_TEST(earlier_scores) {
    random_cases cases = random_begin("earlier scores", 3);
    while (random_next(&cases)) {
        check_earlier_scores(&cases, true);
        check_earlier_scores(&cases, false);
    }
}
END_TEST

/* ---- layouts ---- */

/* Element (b, h, t, c) stands where (b, t, h, c) would in [batch, queries, heads, ...], or where
   (b, h, c, t) would in [batch, heads, keys, queries]. */
static void write_otherwise(const double *from, double *to, size_t width, bool transposed) {
    for (size_t b = 0; b < 2; b++)
        for (size_t h = 0; h < 6; h++)
            for (size_t t = 0; t < 7; t++)
                for (size_t c = 0; c < width; c++)
                    to[transposed ? ((b * 6 + h) * width + c) * 7 + t
                                  : ((b * 7 + t) * 6 + h) * width + c] =
                        from[((b * 6 + h) * 7 + t) * width + c];
}

static const struct {
    const char *does;
    int holds;
    bool transposed;
} layouts[] = {
    {"writes the log-sum-exp as [batch, length, heads]", HAS_LSE, false},
    {"writes weights as [batch, heads, keys, queries]", HAS_WEIGHTS, true},
    {"writes weights as [batch, queries, heads, keys]", HAS_WEIGHTS, false},
    {"writes scores as [batch, heads, keys, queries]", HAS_SCORES, true},
    {"writes scores as [batch, queries, heads, keys]", HAS_SCORES, false},
};

enum { LAYOUTS = sizeof layouts / sizeof *layouts };

START_TEST(other_layouts) {
    random_cases cases = random_begin(layouts[_i].does, 3);
    while (random_next(&cases)) {
        drawn_problem drawn = draw_problem(&cases, usual_shape(), ORDINARY);
        naive engine = naive_engine(&drawn.problem);
        naive_answers answers = naive_run(&engine);
        size_t width;
        double *value = claimed(&answers, layouts[_i].holds, &width);
        double *written = calloc(ROWS * width, sizeof *written);
        write_otherwise(value, written, width, layouts[_i].transposed);
        memcpy(value, written, ROWS * width * sizeof *value);
        plumb_case stated = naive_case(&drawn.problem, &answers, layouts[_i].holds);
        check_explains(&stated, plumb_neighbours_of_claims, layouts[_i].does);
        free(written);
        naive_free(&answers);
        free_problem(&drawn);
    }
}
END_TEST

/* ---- precisions ---- */

static double score_in_bf16(const naive *e, size_t b, size_t h, size_t t, size_t j,
                            double product) {
    return plumb_round_double(naive_score(e, b, h, t, j, product), PLUMB_BF16);
}

/* Stored in binary32, P in bfloat16 or scores in bfloat16. */
static void round_answers(naive_answers *a) {
    for (size_t i = 0; i < ROWS * 6; i++)
        a->output[i] = (float)a->output[i];
}

static double value_of_bf16_weights(const naive_answers *a, const plumb_problem *p, size_t row,
                                    size_t c) {
    size_t head = row / 7 / 6 * 3 + row / 7 % 6 / 2;
    double sum_of_values = 0;
    for (size_t j = 0; j < 11; j++)
        sum_of_values += plumb_round_double(a->weights[row * 11 + j], PLUMB_BF16) *
                         p->value[(head * 11 + j) * 6 + c];
    return sum_of_values;
}

START_TEST(coarser_precisions) {
    random_cases cases = random_begin("coarser precisions", 3);
    while (random_next(&cases))
        for (int scores = 0; scores < 2; scores++) {
            drawn_problem drawn = draw_problem(&cases, usual_shape(), ORDINARY);
            naive engine = naive_engine(&drawn.problem);
            if (scores)
                engine.score = score_in_bf16;
            naive_answers answers = naive_run(&engine);
            for (size_t i = 0; i < ROWS * 6 && !scores; i++)
                answers.output[i] = value_of_bf16_weights(&answers, &drawn.problem, i / 6, i % 6);
            round_answers(&answers);
            plumb_case stated = naive_case(&drawn.problem, &answers, HAS_OUTPUT);
            stated.output.format = PLUMB_F32;
            stated.precision = "f32";
            check_explains(&stated, plumb_neighbours_of_precision,
                           scores ? "rounds as f32,score=bf16" : "rounds as f32,probability=bf16");
            naive_free(&answers);
            free_problem(&drawn);
        }
}
END_TEST

static void check_not_listed(const plumb_case *stated, const char *does) {
    plumb_neighbourhood list = {.list = NULL};
    plumb_neighbours_of_precision(stated, &list);
    for (size_t i = 0; i < list.count; i++)
        ck_assert_msg(strncmp(list.list[i].does, does, strlen(does)) != 0, "%s", does);
    plumb_neighbourhood_free(&list);
}

/* Only coarser ones are neighbours, of a model stated by name, explicitly or not at all. */
START_TEST(no_finer_precision) {
    double claimed = 0;
    plumb_neighbourhood list = {.list = NULL};
    plumb_case eager = {.precision = "bf16-eager,least_key_block=1"};
    plumb_case flash = {.precision = "bf16-flash"};
    plumb_case unstated = {.output = {true, PLUMB_F16, 1, &claimed}};
    plumb_case unknown = {.precision = "no such model"};
    plumb_neighbours_of_precision(&eager, &list);
    ck_assert_ptr_nonnull(neighbour_that(&list, "rounds as bf16-eager-shifted:"));
    plumb_neighbourhood_free(&list);
    check_not_listed(&eager, "rounds as f64:");
    check_not_listed(&eager, "rounds as f32:");
    check_not_listed(&eager, "rounds as bf16-flash:");
    check_not_listed(&flash, "rounds as tf32:"); /* its operands are coarser, its output is not */
    check_not_listed(&unstated, "rounds as fp16-flash:");
    check_not_listed(&unknown, "");
}
END_TEST

static void claims_and_precisions(const plumb_case *stated, plumb_neighbourhood *neighbourhood) {
    plumb_neighbours_of_claims(stated, neighbourhood);
    plumb_neighbours_of_precision(stated, neighbourhood);
}

START_TEST(every_neighbour_is_a_case) {
    check_family("neighbours of claims", claims_and_precisions, 120);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("diagnose/neighbours_claims");
    TCase *cases = tcase_create("neighbours_claims");
    tcase_set_timeout(cases, random_timeout());
    tcase_add_loop_test(cases, other_numbers, 0, OTHERS);
    tcase_add_loop_test(cases, log_sum_exps_of_some_heads, 0, sizeof of_heads / sizeof *of_heads);
    tcase_add_test(cases, scores_for_weights);
    tcase_add_test(cases, earlier_scores);
    tcase_add_loop_test(cases, other_layouts, 0, LAYOUTS);
    tcase_add_test(cases, coarser_precisions);
    tcase_add_test(cases, no_finer_precision);
    tcase_add_test(cases, every_neighbour_is_a_case);
    suite_add_tcase(suite, cases);
    return run_suite(suite);
}
