/* test_neighbours_added.c - engines whose scores no operator gives: found as a correction of the stated scores. */
#include "tests/diagnose/naive_engine.h"

/* ---- capped twice ---- */

static void state_softcap(random_cases *cases, drawn_problem *drawn) {
    state_causal(cases, drawn);
    drawn->problem.op.softcap = 1.5;
}

static void state_softcap_and_bias(random_cases *cases, drawn_problem *drawn) {
    state_softcap(cases, drawn);
    give_bias(cases, drawn);
}

/* Key 5 is hidden by a bias, not by a mask. */
static void state_hiding_bias(random_cases *cases, drawn_problem *drawn) {
    state_softcap_and_bias(cases, drawn);
    for (size_t i = 5; i < extra_numbers(&drawn->problem, BIAS); i += 11)
        drawn->extra[BIAS][i] = -INFINITY;
}

static void state_softcap_after_bias(random_cases *cases, drawn_problem *drawn) {
    state_softcap_and_bias(cases, drawn);
    drawn->problem.op.softcap_order = PLUMB_BIAS_CAP_MASK;
}

/* No key is hidden. */
static void state_softcap_after_all(random_cases *cases, drawn_problem *drawn) {
    state_softcap_and_bias(cases, drawn);
    drawn->problem.causal.causal = false;
    drawn->problem.op.softcap_order = PLUMB_BIAS_MASK_CAP;
}

static void state_key0_bias(random_cases *cases, drawn_problem *drawn) {
    state_softcap_and_bias(cases, drawn);
    drawn->problem.op.sink = PLUMB_SINK_KEY0_BIAS;
    give_numbers(cases, drawn, KEY0_BIAS, 1);
}

static void state_sink_logit(random_cases *cases, drawn_problem *drawn) {
    state_softcap(cases, drawn);
    drawn->problem.op.sink = PLUMB_SINK_LOGIT;
    give_numbers(cases, drawn, SINK_LOGITS, 1);
}

static double capped_twice(const naive *e, size_t b, size_t h, size_t t, size_t j, double product) {
    double bias = naive_bias(e, b, h, t, j), x = e->scale * product;
    if (e->p->op.softcap_order == PLUMB_CAP_BIAS_MASK)
        return naive_cap(e, naive_cap(e, x)) + bias;
    return naive_cap(e, naive_cap(e, x + bias));
}

static void cap_twice(naive *e) {
    e->score = capped_twice;
}

/* ---- hidden keys that keep some weight ---- */

static bool sees_all(const naive *e, size_t b, size_t h, size_t t, size_t j) {
    (void)e, (void)b, (void)h, (void)t, (void)j;
    return true;
}

#define FILL(name, hidden)                                                                                            \
    static double score_of_##name(const naive *e, size_t b, size_t h, size_t t, size_t j, double product) {            \
        double right = e->scale * product + (e->p->extra.bias == NULL ? 0 : naive_bias(e, b, h, t, j));                \
        (void)right;                                                                                                   \
        return naive_sees(e, b, h, t, j) ? naive_score(e, b, h, t, j, product) : (hidden);                             \
    }                                                                                                                  \
    static void name(naive *e) {                                                                                       \
        e->sees = sees_all;                                                                                            \
        e->score = score_of_##name;                                                                                    \
    }

FILL(multiply_by_mask, 0)
FILL(add_10, right - 10)
FILL(add_100, right - 100)
FILL(add_1000, right - 1000)
FILL(be_10, -10)
FILL(be_100, -100)
FILL(be_1000, -1000)
FILL(add_10_before, e->scale * (product - 10))
FILL(add_100_before, e->scale * (product - 100))
FILL(add_1000_before, e->scale * (product - 1000))
FILL(add_10000_before, e->scale * (product - 10000))
FILL(be_10_before, e->scale * -10)
FILL(be_100_before, e->scale * -100)
FILL(be_1000_before, e->scale * -1000)
FILL(be_10000_before, e->scale * -10000)

static void state_negative_scale(random_cases *cases, drawn_problem *drawn) {
    state_causal(cases, drawn);
    drawn->problem.scale.text = "-0.5";
}

/* Only a scale of this size lets -100 and -1000 matter. */
static void state_small_scale(random_cases *cases, drawn_problem *drawn) {
    state_causal(cases, drawn);
    drawn->problem.scale.text = "0.01";
}

/* Keys that are hidden outweigh what is seen by far. */
static void state_far_scores(random_cases *cases, drawn_problem *drawn) {
    state_causal(cases, drawn);
    give_bias(cases, drawn);
    for (size_t i = 0; i < extra_numbers(&drawn->problem, BIAS); i++)
        drawn->extra[BIAS][i] += 400 * (double)(i % drawn->problem.key_length);
}

/* What is seen has lower scores than any fill. */
static void state_low_scores(random_cases *cases, drawn_problem *drawn) {
    state_causal(cases, drawn);
    give_bias(cases, drawn);
    for (size_t i = 0; i < extra_numbers(&drawn->problem, BIAS); i++)
        drawn->extra[BIAS][i] -= 101;
}

static void state_lowest_scores(random_cases *cases, drawn_problem *drawn) {
    state_low_scores(cases, drawn);
    for (size_t i = 0; i < extra_numbers(&drawn->problem, BIAS); i++)
        drawn->extra[BIAS][i] -= 900;
}

static void state_causal_bias(random_cases *cases, drawn_problem *drawn) {
    state_causal(cases, drawn);
    give_bias(cases, drawn);
}

static const mistake mistakes[] = {
    {"multiplies scores by the mask", state_causal, multiply_by_mask, HAS_OUTPUT | HAS_LSE},
    {"multiplies scores by the mask", give_allowed, multiply_by_mask, HAS_OUTPUT},
    {"adds -10 to the scores of hidden keys", state_causal, add_10, 0},
    {"adds -10 to the scores of hidden keys", state_causal_bias, add_10, HAS_OUTPUT},
    {"adds -100 to the scores of hidden keys", state_far_scores, add_100, HAS_OUTPUT},
    {"adds -1000 to the scores of hidden keys", state_far_scores, add_1000, HAS_OUTPUT},
    {"gives hidden keys the score -100 ", state_low_scores, be_100, HAS_OUTPUT},
    {"gives hidden keys the score -1000 ", state_lowest_scores, be_1000, HAS_OUTPUT},
    {"gives hidden keys the score -10 ", state_causal, be_10, 0},
    {"gives hidden keys the score -10 ", state_causal_bias, be_10, HAS_OUTPUT},
    {"adds -10 to the products of hidden keys", state_causal, add_10_before, HAS_OUTPUT},
    {"adds -100 to the products of hidden keys", state_small_scale, add_100_before, HAS_OUTPUT},
    {"adds -1000 to the products of hidden keys", state_small_scale, add_1000_before, HAS_OUTPUT},
    {"adds -10000 to the products of hidden keys", state_negative_scale, add_10000_before, HAS_OUTPUT},
    {"gives hidden keys the product -10 ", state_causal, be_10_before, HAS_OUTPUT},
    {"gives hidden keys the product -100 ", state_small_scale, be_100_before, HAS_OUTPUT},
    {"gives hidden keys the product -1000 ", state_small_scale, be_1000_before, HAS_OUTPUT},
    {"gives hidden keys the product -10000 ", state_negative_scale, be_10000_before, HAS_OUTPUT},
    {"caps scores twice", state_softcap, cap_twice, 0},
    {"caps scores twice", state_softcap_and_bias, cap_twice, 0},
    {"caps scores twice", state_hiding_bias, cap_twice, 0},
    {"caps scores twice", state_softcap_after_bias, cap_twice, 0},
    {"caps scores twice", state_softcap_after_all, cap_twice, 0},
    {"caps scores twice", state_key0_bias, cap_twice, 0},
    {"caps scores twice", state_sink_logit, cap_twice, 0},
};

enum { MISTAKES = sizeof mistakes / sizeof *mistakes };

START_TEST(told_by_their_neighbours) {
    check_mistake(&mistakes[_i], plumb_neighbours_of_added);
}
END_TEST

/* ALiBi, 2^-2, 2^-4 ... 2^-8 for 4 heads, is added where a bias is. */
static double alibi_at(size_t h, size_t t, size_t j) {
    return exp2(-2 * (double)(h + 1)) * ((double)j - (double)(t + 4));
}

static double with_alibi(const naive *e, size_t b, size_t h, size_t t, size_t j, double product) {
    double x = e->scale * product;
    (void)b;
    if (e->p->op.softcap_order == PLUMB_CAP_BIAS_MASK)
        return naive_cap(e, x) + alibi_at(h, t, j);
    return naive_cap(e, x + alibi_at(h, t, j));
}

static double twice_with_alibi(const naive *e, size_t b, size_t h, size_t t, size_t j,
                               double product) {
    double x = e->scale * product;
    (void)b;
    if (e->p->op.softcap_order == PLUMB_CAP_BIAS_MASK)
        return naive_cap(e, naive_cap(e, x)) + alibi_at(h, t, j);
    return naive_cap(e, naive_cap(e, x + alibi_at(h, t, j)));
}

static plumb_problem alibi_shape(plumb_softcap_order order) {
    plumb_problem shape = usual_shape();
    shape.query_heads = 4;
    shape.key_heads = 2;
    shape.causal.causal = true;
    shape.position.kind = PLUMB_POSITION_ALIBI;
    shape.op.softcap = 1.5;
    shape.op.softcap_order = order;
    return shape;
}

START_TEST(alibi_stands_where_a_bias_does) {
    static const plumb_softcap_order orders[] = {PLUMB_CAP_BIAS_MASK, PLUMB_BIAS_CAP_MASK};
    random_cases cases = random_begin("alibi and a softcap", 3);
    while (random_next(&cases)) {
        drawn_problem drawn = draw_problem(&cases, alibi_shape(orders[_i]), ORDINARY);
        naive engine = naive_engine(&drawn.problem);
        engine.score = with_alibi;
        naive_answers right = naive_run(&engine);
        plumb_case stated = naive_case(&drawn.problem, &right, HAS_OUTPUT | HAS_SCORES);
        ck_assert_int_eq(verdict_of(&stated), PLUMB_PASS);
        engine.score = twice_with_alibi;
        naive_answers wrong = naive_run(&engine);
        stated = naive_case(&drawn.problem, &wrong, HAS_OUTPUT | HAS_SCORES);
        check_explains(&stated, plumb_neighbours_of_added, "caps scores twice");
        naive_free(&right);
        naive_free(&wrong);
        free_problem(&drawn);
    }
}
END_TEST

/* ---- where it does not apply ---- */

/* How many neighbours there are, and whether they apply. */
static void expect_changes(const plumb_problem *p, size_t count, int applies) {
    plumb_case stated = {.problem = *p, .input_format = PLUMB_F64}, changed = stated;
    plumb_neighbourhood list = {0};
    plumb_storage storage = {0};
    plumb_neighbours_of_added(&stated, &list);
    size_t caps = 0;
    for (size_t i = 0; i < list.count; i++) {
        if (strcmp(list.list[i].axis, "softcap") != 0)
            continue;
        caps++;
        ck_assert_int_eq(plumb_neighbour_make(&list.list[i], &storage, &changed), applies);
    }
    ck_assert_uint_eq(caps, count);
    plumb_storage_free(&storage);
    plumb_neighbourhood_free(&list);
}

START_TEST(needs_a_softcap_whose_scores_can_be_added_to) {
    random_cases cases = random_begin("no second softcap", 1);
    ck_assert(random_next(&cases));
    drawn_problem drawn = draw_problem(&cases, usual_shape(), ORDINARY);
    plumb_problem p = drawn.problem;
    expect_changes(&p, 0, 0);
    p.op.softcap = 1.5;
    expect_changes(&p, 1, 1);
    p.causal.causal = true;
    expect_changes(&p, 1, 1);
    p.op.softcap_order = PLUMB_BIAS_MASK_CAP;
    expect_changes(&p, 1, 0); /* hidden keys have the score -softcap */
    p.causal.causal = false;
    expect_changes(&p, 1, 1);
    p.op.sink = PLUMB_SINK_KEY;
    expect_changes(&p, 1, 0); /* so does the key of a sink */
    p.op.sink = PLUMB_SINK_NONE;
    p.query_length = (size_t)1 << 20;
    expect_changes(&p, 1, 0); /* too long to be made for every pair */
    free_problem(&drawn);
}
END_TEST

START_TEST(every_neighbour_is_a_case) {
    check_family("neighbours that are added", plumb_neighbours_of_added, 120);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("diagnose/neighbours_added");
    TCase *cases = tcase_create("neighbours_added");
    tcase_set_timeout(cases, random_timeout());
    tcase_add_loop_test(cases, told_by_their_neighbours, 0, MISTAKES);
    tcase_add_loop_test(cases, alibi_stands_where_a_bias_does, 0, 2);
    tcase_add_test(cases, needs_a_softcap_whose_scores_can_be_added_to);
    tcase_add_test(cases, every_neighbour_is_a_case);
    suite_add_tcase(suite, cases);
    return run_suite(suite);
}
