/* test_rope.c - Proposition 4: repeated tokens with RoPE, where xi = scale |q| |k| bounds every
   weight (spec/proposition/rope.h). */
#include "exact/rope.h"
#include "tests/proposition/repeated_tokens.h"
#include "tests/support/positions.h"
#include <string.h>

#define CASES 1000
#define MOST_DIM 8
#define LARGEST_XI 700

/* ---- drawing ---- */

/* Any layout and scaling, of one axis, whole or partial; every token at its own place.  The multiplier is most
   often 1, which the proposition is about. */
static void draw_rope(random_cases *cases, drawn_problem *drawn) {
    static const double multipliers[] = {1, 1, 1, 1.25};
    plumb_position *position = &drawn->problem.position;
    draw_position(cases, drawn, PLUMB_POSITION_ROPE, ORDINARY);
    free(drawn->query_position);
    free(drawn->key_position);
    free(drawn->position[ROPE_COSINE]);
    free(drawn->position[ROPE_SINE]);
    drawn->query_position = drawn->key_position = NULL;
    drawn->position[ROPE_COSINE] = drawn->position[ROPE_SINE] = NULL;
    position->query_position = position->key_position = NULL;
    position->rope.cosine = position->rope.sine = NULL;
    position->rope.rows = 0;
    position->rope.sections.count = 0;
    position->temperature.factor = 0;
    position->rope.last = false;
    position->rope.multiplier = random_choice(cases, multipliers, 4);
}

/* |scale| |q| |k| of the vectors as they are multiplied: rotated, their first r elements longer by
   mu. */
static void exact_xi(arb_t xi, const plumb_problem *p) {
    arb_t square, magnitude, part;
    const plumb_rope *rope = &p->position.rope;
    const double *vector[] = {p->query, p->key};
    arb_init(square);
    arb_init(magnitude);
    arb_init(part);
    arb_one(xi);
    for (int i = 0; i < 2; i++) {
        exact_dot(square, magnitude, vector[i], vector[i], rope->dim);
        arb_set_d(part, rope->multiplier);
        arb_mul(square, square, part, BITS);
        arb_mul(square, square, part, BITS);
        exact_dot(part, magnitude, vector[i] + rope->dim, vector[i] + rope->dim,
                  p->head_dim - rope->dim);
        arb_add(square, square, part, BITS);
        arb_sqrt(square, square, BITS);
        arb_mul(xi, xi, square, BITS);
    }
    plumb_exact_scale_mul(xi, xi, p, BITS);
    arb_abs(xi, xi);
    arb_clear(square);
    arb_clear(magnitude);
    arb_clear(part);
}

static double double_of(const arb_t x) {
    return arf_get_d(arb_midref(x), ARF_RND_NEAR);
}

/* Lengthens the query until xi is near the number. */
static void stretch_to(drawn_problem *drawn, double target) {
    arb_t xi;
    arb_init(xi);
    exact_xi(xi, &drawn->problem);
    double factor = target / double_of(xi);
    for (size_t c = 0; c < query_numbers(&drawn->problem); c++)
        drawn->query[c] *= factor;
    arb_clear(xi);
}

/* One repeated token, in as many queries and keys as the shape has; xi is not 0. */
static drawn_problem draw_rotated(random_cases *cases, plumb_problem shape, double xi) {
    if (shape.scale.text != NULL && strcmp(shape.scale.text, "0") == 0)
        shape.scale.text = NULL;
    shape.head_dim = 2 + random_below(cases, MOST_DIM - 1);
    drawn_problem drawn = draw_problem(cases, shape, ORDINARY);
    draw_rope(cases, &drawn);
    if (random_below(cases, 8) == 0) /* of one direction: the query's own key scores xi */
        memcpy(drawn.key, drawn.query, shape.head_dim * sizeof *drawn.key);
    repeat_row(drawn.query, shape.query_length, shape.head_dim);
    repeat_row(drawn.key, shape.key_length, shape.head_dim);
    stretch_to(&drawn, xi);
    return drawn;
}

/* From next to nothing to LARGEST_XI; of many tokens seldom so large, for then the reference needs
   thousands of bits. */
static double draw_xi(random_cases *cases, size_t tokens) {
    double largest = tokens > 100 && random_below(cases, 24) > 0 ? 60 : LARGEST_XI;
    if (random_below(cases, 3) == 0)
        return largest * (1 - random_uniform(cases) / 4);
    return fmin(fabs(random_scaled(cases, -20, 9)), largest);
}

/* ---- scores by distance ---- */

/* Where elements of pair m stand before the rotation. */
static size_t first_of_pair(const plumb_rope *rope, size_t m) {
    return rope->layout == PLUMB_ROPE_HALF ? m : 2 * m;
}

static size_t second_of_pair(const plumb_rope *rope, size_t m) {
    return rope->layout == PLUMB_ROPE_HALF ? m + rope->dim / 2 : 2 * m + 1;
}

/* mu^2 ((a c + b d) cos(distance theta_m) + (a d - b c) sin(distance theta_m)), of (a, b) in q and
   (c, d) in k */
static void add_pair(arb_t sum, const plumb_problem *p, size_t m, arb_srcptr theta,
                     size_t distance) {
    const plumb_rope *rope = &p->position.rope;
    size_t one = first_of_pair(rope, m), other = second_of_pair(rope, m);
    double q[] = {p->query[one], p->query[other]}, k[] = {p->key[one], p->key[other]};
    double turned[] = {p->key[other], -p->key[one]};
    arb_t sine, cosine, product, magnitude;
    arb_init(sine);
    arb_init(cosine);
    arb_init(product);
    arb_init(magnitude);
    arb_mul_ui(product, theta, distance, BITS);
    arb_sin_cos(sine, cosine, product, BITS);
    exact_dot(product, magnitude, q, k, 2);
    arb_mul(cosine, cosine, product, BITS);
    exact_dot(product, magnitude, q, turned, 2);
    arb_addmul(cosine, sine, product, BITS);
    arb_set_d(product, rope->multiplier);
    arb_mul(product, product, product, BITS);
    arb_addmul(sum, cosine, product, BITS);
    arb_clear(sine);
    arb_clear(cosine);
    arb_clear(product);
    arb_clear(magnitude);
}

static void exact_score(arb_t score, const plumb_problem *p, arb_srcptr theta, size_t distance) {
    const plumb_rope *rope = &p->position.rope;
    arb_t magnitude;
    arb_init(magnitude);
    exact_dot(score, magnitude, p->query + rope->dim, p->key + rope->dim, p->head_dim - rope->dim);
    for (size_t m = 0; m < rope->dim / 2; m++)
        add_pair(score, p, m, theta + m, distance);
    plumb_exact_scale_mul(score, score, p, BITS);
    arb_clear(magnitude);
}

/* So wide may the ball of a score be: by a few roundings for each element, of |q| |k| in all. */
static double widest_score(const plumb_problem *p, double xi) {
    return xi * (double)(p->head_dim + 16) * 0x1p-46;
}

/* For all positions at once, however far from 0: scores know the distance. */
static void check_scores(evaluation *e, arb_srcptr theta, double xi) {
    const plumb_problem *p = e->problem;
    arb_t exact;
    arb_init(exact);
    for (size_t j = 0; j <= e->t; j++) {
        exact_score(exact, p, theta, e->t - j);
        check_within(e, PLUMB_SCORES, j, exact, widest_score(p, xi));
    }
    arb_clear(exact);
}

static void draw_start(random_cases *cases, drawn_problem *drawn) {
    static const int64_t starts[] = {0, 1, -30, 1 << 20, PLUMB_POSITION_MAX - 40};
    int64_t start = starts[random_below(cases, 5)];
    give_position_ids(drawn);
    for (size_t i = 0; i < drawn->problem.key_length; i++)
        drawn->query_position[i] = drawn->key_position[i] = start + (int64_t)i;
}

START_TEST(scores_know_the_distance_alone) {
    random_cases cases = random_begin("by angle", CASES / 4);
    while (random_next(&cases)) {
        plumb_problem shape = one_head(0, 0, 2, 1);
        shape.query_length = shape.key_length = 1 + random_below(&cases, 12);
        shape.causal.causal = true;
        shape.scale.text = draw_scale(&cases);
        double xi = draw_xi(&cases, 1);
        drawn_problem drawn = draw_rotated(&cases, shape, xi);
        draw_start(&cases, &drawn);
        arb_ptr theta = _arb_vec_init((slong)drawn.problem.position.rope.dim / 2);
        plumb_exact_rope_frequencies(theta, &drawn.problem.position.rope, BITS);
        for (size_t t = 0; t < shape.query_length; t++) {
            evaluation e;
            evaluate(&e, &cases, &drawn.problem, 0, t);
            check_scores(&e, theta, xi);
            release(&e);
        }
        _arb_vec_clear(theta, (slong)drawn.problem.position.rope.dim / 2);
        free_problem(&drawn);
    }
}
END_TEST

/* ---- Proposition 4 ---- */

/* e^{2 xi} / (e^{2 xi} + (t - 1)) */
static void exact_bound(arb_t bound, const arb_t xi, size_t tokens, slong precision) {
    arb_mul_si(bound, xi, -2, precision);
    arb_exp(bound, bound, precision);
    arb_mul_ui(bound, bound, tokens - 1, precision);
    arb_add_ui(bound, bound, 1, precision);
    arb_inv(bound, bound, precision);
}

static void check_length(evaluation *e, size_t i, const arb_t xi, tallies *counts) {
    arb_t lowest;
    arb_init(lowest);
    arb_neg(lowest, xi);
    check_at_most(e, PLUMB_SCORES, i, xi, counts);
    if (arb_lt(reference_of(e, PLUMB_SCORES, i), lowest))
        fail_at(e, "below -xi", PLUMB_SCORES, i);
    arb_clear(lowest);
}

/* Every weight of a row, or of a long one as many. */
static void check_bounds(random_cases *cases, evaluation *e, size_t tokens, const arb_t xi,
                         tallies *scores, tallies *weights) {
    arb_t bound;
    arb_init(bound);
    e->precision = BITS + (slong)(6 * double_of(xi)); /* that 1 - e^{-4 xi} is not 1 */
    exact_bound(bound, xi, tokens, e->precision);
    for (size_t n = 0; n < tokens && n < 50; n++) {
        size_t i = tokens <= 50 ? n : random_below(cases, tokens);
        check_at_most(e, PLUMB_WEIGHTS, i, bound, weights);
        check_length(e, i, xi, scores);
    }
    arb_clear(bound);
}

START_TEST(no_weight_is_above_what_lengths_allow) {
    random_cases cases = random_begin("lengths", CASES);
    tallies scores = {{0, 0}, {0, 0}}, weights = {{0, 0}, {0, 0}};
    arb_t xi;
    arb_init(xi);
    while (random_next(&cases)) {
        size_t tokens = 1 + draw_tokens(&cases);
        double target = draw_xi(&cases, tokens);
        drawn_problem drawn = draw_rotated(&cases, draw_shape(&cases, tokens), target);
        evaluation e;
        evaluate(&e, &cases, &drawn.problem, 0, 0);
        exact_xi(xi, &drawn.problem);
        check_bounds(&cases, &e, tokens, xi, &scores, &weights);
        release(&e);
        free_problem(&drawn);
    }
    check_tally(&scores.references, 98);
    check_tally(&scores.kernels, 95);
    check_tally(&weights.references, 99);
    check_tally(&weights.kernels, 90);
    arb_clear(xi);
}
END_TEST

/* ---- where the bound is reached, and what it needs ---- */

/* Two tokens, a query and keys of one direction, half a turn from one position to the next: the
   earlier key scores -xi, the own one xi. */
static drawn_problem opposite_tokens(const char *scale, double length) {
    plumb_problem shape = one_head(1, 2, 2, 1);
    shape.causal = (plumb_causal){true, 1};
    shape.scale.text = scale;
    shape.position.kind = PLUMB_POSITION_ROPE;
    shape.position.rope = (plumb_rope){.dim = 2, .base = 10000, .multiplier = 1};
    shape.position.rope.scaling = PLUMB_ROPE_LINEAR;
    shape.position.rope.factor = 1 / acos(-1);
    drawn_problem drawn = blank_problem(shape);
    drawn.query[0] = length;
    drawn.key[0] = drawn.key[2] = 1;
    return drawn;
}

static double bound_of(double xi, size_t tokens) {
    return 1 / (1 + (double)(tokens - 1) * exp(-2 * xi));
}

START_TEST(the_bound_is_reached) {
    static const double lengths[] = {0x1p-20, 0.3, 1, 5, 17};
    random_cases cases = random_begin("reached", 1);
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        drawn_problem drawn = opposite_tokens("1", lengths[i]);
        evaluation e;
        evaluate(&e, &cases, &drawn.problem, 0, 0);
        ck_assert_double_le(fabs(e.row.weight[1].mid - bound_of(lengths[i], 2)), 1e-13);
        ck_assert_double_le(e.row.weight[1].rad, 1e-13);
        release(&e);
        free_problem(&drawn);
    }
}
END_TEST

/* With |q| |k| alone for xi it would not hold of a scale above 1. */
START_TEST(the_scale_belongs_to_xi) {
    random_cases cases = random_begin("scale", 1);
    drawn_problem drawn = opposite_tokens("4", 1);
    evaluation e;
    evaluate(&e, &cases, &drawn.problem, 0, 0);
    ck_assert_double_gt(e.row.weight[1].mid - e.row.weight[1].rad, bound_of(1, 2) + 0.1);
    ck_assert_double_le(fabs(e.row.weight[1].mid - bound_of(4, 2)), 1e-13);
    release(&e);
    free_problem(&drawn);
}
END_TEST

/* With a scale below 0 the product is no bound; its absolute value is. */
START_TEST(xi_is_not_below_zero) {
    random_cases cases = random_begin("sign", 1);
    drawn_problem drawn = opposite_tokens("-1", 1);
    evaluation e;
    evaluate(&e, &cases, &drawn.problem, 0, 0);
    for (size_t i = 0; i < 2; i++)
        ck_assert_double_gt(e.row.weight[i].mid - e.row.weight[i].rad, bound_of(-1, 2) - 1e-13);
    ck_assert_double_gt(e.row.weight[0].mid, bound_of(-1, 2) + 0.5);
    ck_assert_double_le(fabs(e.row.weight[0].mid - bound_of(1, 2)), 1e-13);
    release(&e);
    free_problem(&drawn);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("rope");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, scores_know_the_distance_alone);
    tcase_add_test(tests, no_weight_is_above_what_lengths_allow);
    tcase_add_test(tests, the_bound_is_reached);
    tcase_add_test(tests, the_scale_belongs_to_xi);
    tcase_add_test(tests, xi_is_not_below_zero);
    Suite *suite = suite_create("proposition/rope");
    suite_add_tcase(suite, tests);
    int result = run_suite(suite);
    flint_cleanup();
    return result;
}
