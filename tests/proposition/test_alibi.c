/* test_alibi.c - Proposition 3: repeated tokens with ALiBi, whose first key weighs least
   (spec/proposition/alibi.h). */
#include "position/alibi.h"
#include "tests/proposition/repeated_tokens.h"

#define CASES 1000

/* ---- drawing ---- */

/* From 2^-40, where a key hardly weighs more than the one before it, to where only the last weighs
   anything. */
static double draw_slope(random_cases *cases) {
    return fabs(random_scaled(cases, -40, 9));
}

/* The query stands at the last key it sees, or anywhere after it. */
static void draw_place(random_cases *cases, drawn_problem *drawn, size_t tokens) {
    if (random_below(cases, 3) > 0)
        return;
    size_t gap = random_below(cases, random_below(cases, 2) == 0 ? 9 : 1 << 20);
    give_position_ids(drawn);
    drawn->query_position[0] = (int64_t)(tokens - 1 + gap);
    for (size_t j = 0; j < drawn->problem.key_length; j++)
        drawn->key_position[j] = (int64_t)j;
}

/* Slopes of that sign, or those of ALiBi (sign 0) for any number of heads; any form.  Where a slope
   is multiplied by the scale it is the product that has the sign. */
static drawn_problem draw_alibi(random_cases *cases, size_t tokens, int sign) {
    plumb_problem shape = draw_shape(cases, tokens);
    shape.query_heads = 1 + random_below(cases, sign == 0 ? 24 : 3);
    shape.position.kind = PLUMB_POSITION_ALIBI;
    shape.position.alibi = (plumb_alibi_form)random_below(cases, PLUMB_ALIBI_SCALED_KEY + 1);
    bool scaled = shape.position.alibi == PLUMB_ALIBI_SCALED_KEY;
    if (scaled)
        shape.scale.text = sign != 0 && random_below(cases, 2) == 0 ? "-1/3" : NULL;
    drawn_problem drawn = draw_repeated(cases, shape, ORDINARY);
    draw_place(cases, &drawn, tokens);
    if (sign != 0) {
        give_position(&drawn, SLOPES);
        for (size_t h = 0; h < shape.query_heads; h++)
            drawn.position[SLOPES][h] =
                (scaled && shape.scale.text != NULL ? -sign : sign) * draw_slope(cases);
    }
    return drawn;
}

/* A slope above 0, or now and then below. */
static drawn_problem draw_hill(random_cases *cases, size_t tokens, bool *downhill) {
    *downhill = random_below(cases, 4) == 0;
    return draw_alibi(cases, tokens, *downhill ? -1 : (int)random_below(cases, 2));
}

/* By which distances are multiplied: the stated slope, or 2^(-a/n) with a = 8 (h + 1) for h < n,
   else 4 (2 (h - n) + 1), n the largest power of two up to the number of heads; times the scale in
   one form. */
static void exact_slope(arb_t slope, const plumb_problem *p, size_t h) {
    size_t n = 1;
    arb_t two;
    arb_init(two);
    arb_set_ui(two, 2);
    while (2 * n <= p->query_heads)
        n *= 2;
    if (p->position.slopes != NULL)
        arb_set_d(slope, p->position.slopes[h]);
    else {
        arb_set_si(slope, -(slong)(h < n ? 8 * (h + 1) : 4 * (2 * (h - n) + 1)));
        arb_div_ui(slope, slope, n, BITS);
        arb_pow(slope, two, slope, BITS);
    }
    if (p->position.alibi == PLUMB_ALIBI_SCALED_KEY)
        plumb_exact_scale_mul(slope, slope, p, BITS);
    arb_clear(two);
}

/* ---- Proposition 3 ---- */

/* e^{-slope (t - 1 - i)} (1 - e^{-slope}) / (1 - e^{-slope t}) */
static void geometric_weight(arb_t weight, const arb_t slope, size_t tokens, size_t i) {
    arb_t factor;
    arb_init(factor);
    arb_neg(factor, slope);
    arb_mul_ui(weight, factor, tokens - 1 - i, BITS);
    arb_exp(weight, weight, BITS);
    arb_expm1(factor, factor, BITS);
    arb_mul(weight, weight, factor, BITS);
    arb_neg(factor, slope);
    arb_mul_ui(factor, factor, tokens, BITS);
    arb_expm1(factor, factor, BITS);
    arb_div(weight, weight, factor, BITS);
    arb_clear(factor);
}

START_TEST(weights_are_a_geometric_sequence) {
    random_cases cases = random_begin("geometric", CASES);
    tally narrow = {0, 0};
    arb_t slope, exact;
    arb_init(slope);
    arb_init(exact);
    while (random_next(&cases)) {
        size_t tokens = draw_tokens(&cases);
        drawn_problem drawn = draw_alibi(&cases, tokens, (int)random_below(&cases, 3) - 1);
        size_t h = random_below(&cases, drawn.problem.query_heads);
        evaluation e;
        evaluate(&e, &cases, &drawn.problem, h, 0);
        double part = widest_weight(&e);
        exact_slope(slope, &drawn.problem, h);
        for (size_t i = 0; i < tokens; i++) {
            geometric_weight(exact, slope, tokens, i);
            check_number(&e, PLUMB_WEIGHTS, i, exact, part);
        }
        count(&narrow, part < 1e-3);
        release(&e);
        free_problem(&drawn);
    }
    check_tally(&narrow, 95);
    arb_clear(slope);
    arb_clear(exact);
}
END_TEST

/* Some pairs of keys in the order of their weights: the later key after the earlier, or before with
   a slope below 0. */
static void check_order(random_cases *cases, evaluation *e, size_t tokens, bool downhill,
                        tallies *counts) {
    for (int pair = 0; pair < 20; pair++) {
        size_t j = 1 + random_below(cases, tokens - 1);
        size_t i = random_below(cases, 2) == 0 ? j - 1 : random_below(cases, j);
        check_less(e, PLUMB_WEIGHTS, downhill ? j : i, downhill ? i : j, counts);
    }
}

/* The reference tells 2^-40 apart, the kernels most of what is drawn. */
START_TEST(the_later_a_key_the_more_it_weighs) {
    random_cases cases = random_begin("increasing", CASES);
    tallies counts = {{0, 0}, {0, 0}};
    while (random_next(&cases)) {
        size_t tokens = 1 + draw_tokens(&cases);
        bool downhill;
        drawn_problem drawn = draw_hill(&cases, tokens, &downhill);
        evaluation e;
        evaluate(&e, &cases, &drawn.problem, 0, 0);
        check_order(&cases, &e, tokens, downhill, &counts);
        release(&e);
        free_problem(&drawn);
    }
    check_tally(&counts.references, 100);
    check_tally(&counts.kernels, 80);
}
END_TEST

/* At most 1/t with a slope above 0; with one below 0 the last key's is. */
START_TEST(the_first_key_weighs_at_most_its_share) {
    random_cases cases = random_begin("first weight", CASES);
    tallies counts = {{0, 0}, {0, 0}};
    arb_t share;
    arb_init(share);
    while (random_next(&cases)) {
        size_t tokens = 1 + draw_tokens(&cases);
        bool downhill;
        drawn_problem drawn = draw_hill(&cases, tokens, &downhill);
        evaluation e;
        evaluate(&e, &cases, &drawn.problem, 0, 0);
        arb_set_ui(share, tokens);
        arb_inv(share, share, BITS);
        check_at_most(&e, PLUMB_WEIGHTS, downhill ? tokens - 1 : 0, share, &counts);
        if (arb_le(reference_of(&e, PLUMB_WEIGHTS, downhill ? 0 : tokens - 1), share))
            fail_at(&e, "no more than its share", PLUMB_WEIGHTS, downhill ? 0 : tokens - 1);
        release(&e);
        free_problem(&drawn);
    }
    check_tally(&counts.references, 100);
    check_tally(&counts.kernels, 80);
    arb_clear(share);
}
END_TEST

/* Without a slope the order ends, and every key weighs the same. */
START_TEST(no_slope_weighs_the_same) {
    random_cases cases = random_begin("flat", 100);
    while (random_next(&cases)) {
        size_t tokens = draw_tokens(&cases);
        drawn_problem drawn = draw_alibi(&cases, tokens, 1);
        drawn.position[SLOPES][0] = 0;
        evaluation e;
        evaluate(&e, &cases, &drawn.problem, 0, 0);
        for (size_t i = 0; i < tokens; i++)
            if (!ball_contains_ratio(e.row.weight[i], 1, tokens))
                fail_at(&e, "not 1/t", PLUMB_WEIGHTS, i);
        release(&e);
        free_problem(&drawn);
    }
}
END_TEST

/* The rule's slopes, and their enclosures, for every head. */
START_TEST(slopes_are_above_zero) {
    arb_t slope;
    arb_init(slope);
    for (size_t heads = 1; heads <= 200; heads++)
        for (size_t h = 0; h < heads; h++) {
            plumb_problem p = {.query_heads = heads};
            plumb_ball ball = plumb_alibi_slope(heads, h);
            exact_slope(slope, &p, h);
            ck_assert(ball_informs(ball) && ball.mid > ball.rad);
            ck_assert(ball_contains(ball, slope) && arb_is_positive(slope));
        }
    arb_clear(slope);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("alibi");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, weights_are_a_geometric_sequence);
    tcase_add_test(tests, the_later_a_key_the_more_it_weighs);
    tcase_add_test(tests, the_first_key_weighs_at_most_its_share);
    tcase_add_test(tests, no_slope_weighs_the_same);
    tcase_add_test(tests, slopes_are_above_zero);
    Suite *suite = suite_create("proposition/alibi");
    suite_add_tcase(suite, tests);
    int result = run_suite(suite);
    flint_cleanup();
    return result;
}
