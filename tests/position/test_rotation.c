/* test_rotation.c - RoPE: contained, tight, the rest exact; the layouts agree; lengths stay; products
   of two rotated vectors know the difference of their positions only. */
#include "position/rotation.h"
#include "position/angles.h"
#include "score/feature_dot.h"
#include "tests/support/suite.h"
#include "tests/support/contain.h"
#include "tests/support/reproduce.h"
#include "tests/support/turns.h"
#include <math.h>

#define CASES 10000
#define MOST_PAIRS 4
#define MOST_REST 3
#define MOST_DIM (2 * MOST_PAIRS + MOST_REST)

typedef struct {
    size_t dim, pairs;
    plumb_rope_layout layout;
    double x[MOST_DIM];
    plumb_ball cosine[MOST_PAIRS], sine[MOST_PAIRS];
    plumb_ball rotated[MOST_DIM + 1];
} rotation;

static const plumb_ball guard = {12345, 678};
static const plumb_rope_layout layouts[] = {PLUMB_ROPE_HALF, PLUMB_ROPE_INTERLEAVED,
                                            PLUMB_ROPE_DEINTERLEAVED};

static void evaluate(rotation *r) {
    r->rotated[r->dim] = guard;
    plumb_rotate(r->x, r->dim, 2 * r->pairs, r->layout, r->cosine, r->sine, r->rotated);
    ck_assert_msg(balls_identical(r->rotated[r->dim], guard), "writes beyond the elements");
}

static void draw_shape(random_cases *cases, rotation *r) {
    r->pairs = random_below(cases, MOST_PAIRS + 1);
    r->dim = 2 * r->pairs + random_below(cases, MOST_REST + 1);
    r->layout = layouts[random_below(cases, 3)];
}

static void draw(random_cases *cases, rotation *r) {
    bool edges = random_below(cases, 2) == 0;
    draw_shape(cases, r);
    for (size_t e = 0; e < r->dim; e++)
        r->x[e] = edges ? random_edge(cases) : random_normal(cases);
    for (size_t m = 0; m < r->pairs; m++) {
        plumb_ball near = {2 * random_uniform(cases) - 1,
                           ldexp(random_uniform(cases), -(int)random_below(cases, 60))};
        r->cosine[m] = edges ? random_ball(cases) : near;
        r->sine[m] = edges ? random_ball(cases) : (plumb_ball){-near.mid, near.rad};
    }
}

/* The elements of pair m in x and in the result. */
typedef struct {
    size_t pair, from[2], to[2];
} pair_places;

static pair_places places_of(const rotation *r, size_t m) {
    pair_places here = {m, {m, r->pairs + m}, {m, r->pairs + m}};
    pair_places adjacent = {m, {2 * m, 2 * m + 1}, {2 * m, 2 * m + 1}};
    if (r->layout == PLUMB_ROPE_HALF)
        return here;
    if (r->layout == PLUMB_ROPE_DEINTERLEAVED)
        for (int i = 0; i < 2; i++)
            adjacent.to[i] = here.to[i];
    return adjacent;
}

static void fail_case(const random_cases *cases, const char *what, const rotation *r, size_t m,
                      size_t e) {
    reproduction line = reproduce(cases);
    reproduce_text(&line, " %s: element %zu, pair %zu of %zu, layout %d", what, e, m, r->pairs,
                   (int)r->layout);
    reproduce_balls(&line, "result", r->rotated + e, 1);
    reproduce_doubles(&line, "x", r->x, r->dim);
    reproduce_balls(&line, "cosine", r->cosine, r->pairs);
    reproduce_balls(&line, "sine", r->sine, r->pairs);
    reproduce_fail(&line);
}

/* a c + b s */
static void exact_sum(arb_t sum, double a, const arb_t c, double b, const arb_t s) {
    arb_t factor;
    arb_init(factor);
    arb_set_d(factor, a);
    arb_mul(sum, factor, c, ARF_PREC_EXACT);
    arb_set_d(factor, b);
    arb_addmul(sum, factor, s, ARF_PREC_EXACT);
    arb_clear(factor);
}

/* One corner of the balls of cosine and sine: results lie furthest out there. */
static void check_corner(const random_cases *cases, const rotation *r, pair_places p, int side_of_c,
                         int side_of_s) {
    double a = r->x[p.from[0]], b = r->x[p.from[1]];
    arb_t c, s, sum;
    arb_init(c);
    arb_init(s);
    arb_init(sum);
    ball_point(c, r->cosine[p.pair], side_of_c);
    ball_point(s, r->sine[p.pair], side_of_s);
    exact_sum(sum, a, c, -b, s);
    if (!ball_contains(r->rotated[p.to[0]], sum))
        fail_case(cases, "does not contain the first element", r, p.pair, p.to[0]);
    exact_sum(sum, b, c, a, s);
    if (!ball_contains(r->rotated[p.to[1]], sum))
        fail_case(cases, "does not contain the second element", r, p.pair, p.to[1]);
    arb_clear(c);
    arb_clear(s);
    arb_clear(sum);
}

START_TEST(contains) {
    random_cases cases = random_begin("rotation", CASES);
    while (random_next(&cases)) {
        rotation r;
        draw(&cases, &r);
        evaluate(&r);
        for (size_t m = 0; m < r.pairs; m++)
            for (int corner = 0; corner < 4; corner++)
                check_corner(&cases, &r, places_of(&r, m), corner % 2 == 0 ? 1 : -1,
                             corner / 2 == 0 ? 1 : -1);
    }
}
END_TEST

/* The radius of a times a ball, and 2^-51 of the product; below 2^-999 no radius is measured, and
   near the largest double there may be no information. */
static double width_of(double a, plumb_ball ball) {
    if (!(fabs(a) < 0x1p1000 && fabs(ball.mid) < 0x1p1000 && ball.rad < 0x1p1000))
        return INFINITY;
    return (fabs(a) + 0x1p-999) * ball.rad * (1 + 0x1p-40) +
           0x1p-51 * (fabs(a) * (fabs(ball.mid) + ball.rad));
}

START_TEST(is_tight) {
    random_cases cases = random_begin("rotation is tight", CASES);
    while (random_next(&cases)) {
        rotation r;
        draw(&cases, &r);
        evaluate(&r);
        for (size_t m = 0; m < r.pairs; m++) {
            pair_places p = places_of(&r, m);
            double first =
                width_of(r.x[p.from[0]], r.cosine[m]) + width_of(r.x[p.from[1]], r.sine[m]);
            double second =
                width_of(r.x[p.from[0]], r.sine[m]) + width_of(r.x[p.from[1]], r.cosine[m]);
            if (first < 0x1p900 && !(r.rotated[p.to[0]].rad <= first + 0x1p-990))
                fail_case(&cases, "first element too wide", &r, m, p.to[0]);
            if (second < 0x1p900 && !(r.rotated[p.to[1]].rad <= second + 0x1p-990))
                fail_case(&cases, "second element too wide", &r, m, p.to[1]);
        }
    }
}
END_TEST

START_TEST(the_rest_stays_exactly) {
    random_cases cases = random_begin("partial rotation", CASES);
    while (random_next(&cases)) {
        rotation r;
        draw(&cases, &r);
        evaluate(&r);
        for (size_t e = 2 * r.pairs; e < r.dim; e++)
            if (!balls_identical(r.rotated[e], plumb_ball_of(r.x[e])) ||
                r.rotated[e].mid != r.x[e] || r.rotated[e].rad != 0)
                fail_case(&cases, "moved", &r, 0, e);
    }
}
END_TEST

/* Deinterleaved is interleaved, and half of the rearranged vector, in another order. */
START_TEST(layouts_differ_in_order_only) {
    random_cases cases = random_begin("rotation layouts", CASES);
    while (random_next(&cases)) {
        rotation r, interleaved, half;
        draw(&cases, &r);
        r.layout = PLUMB_ROPE_DEINTERLEAVED;
        interleaved = half = r;
        interleaved.layout = PLUMB_ROPE_INTERLEAVED;
        half.layout = PLUMB_ROPE_HALF;
        for (size_t m = 0; m < r.pairs; m++) {
            half.x[m] = r.x[2 * m];
            half.x[r.pairs + m] = r.x[2 * m + 1];
        }
        evaluate(&r);
        evaluate(&interleaved);
        evaluate(&half);
        for (size_t m = 0; m < r.pairs; m++)
            for (size_t i = 0; i < 2; i++) {
                size_t e = m + i * r.pairs;
                if (!balls_identical(r.rotated[e], interleaved.rotated[2 * m + i]))
                    fail_case(&cases, "not as interleaved", &r, m, e);
                if (!balls_identical(r.rotated[e], half.rotated[e]))
                    fail_case(&cases, "not as half", &r, m, e);
            }
    }
}
END_TEST

static void turn_to(rotation *r, const plumb_turns *frequency, uint64_t position) {
    plumb_rotary_angles(frequency, r->pairs, position, plumb_ball_of(1), r->cosine, r->sine);
    evaluate(r);
}

START_TEST(position_0_leaves_the_vector) {
    random_cases cases = random_begin("rotation at 0", CASES);
    while (random_next(&cases)) {
        rotation r;
        plumb_turns frequency[MOST_PAIRS];
        draw(&cases, &r);
        for (size_t m = 0; m < r.pairs; m++)
            frequency[m] = random_turns(&cases);
        turn_to(&r, frequency, 0);
        for (size_t m = 0; m < r.pairs; m++) {
            pair_places p = places_of(&r, m);
            for (int i = 0; i < 2; i++)
                if (!ball_contains_double(r.rotated[p.to[i]], r.x[p.from[i]]))
                    fail_case(&cases, "moved", &r, m, p.to[i]);
        }
    }
}
END_TEST

/* Radii at the positions of long texts: 2^-50 of |a| + |b|, whatever the frequencies. */
START_TEST(is_tight_at_far_positions) {
    static const uint64_t positions[] = {1, (uint64_t)1 << 20, (uint64_t)1 << 24,
                                         (uint64_t)1 << 52};
    random_cases cases = random_begin("far rotation", CASES);
    while (random_next(&cases)) {
        rotation r;
        plumb_turns frequency[MOST_PAIRS];
        draw_shape(&cases, &r);
        for (size_t e = 0; e < r.dim; e++)
            r.x[e] = random_scaled(&cases, -20, 20);
        for (size_t m = 0; m < r.pairs; m++)
            frequency[m] = random_turns(&cases);
        turn_to(&r, frequency, positions[random_below(&cases, 4)]);
        for (size_t m = 0; m < r.pairs; m++) {
            pair_places p = places_of(&r, m);
            double size = fabs(r.x[p.from[0]]) + fabs(r.x[p.from[1]]);
            for (int i = 0; i < 2; i++)
                if (!(r.rotated[p.to[i]].rad <= 0x1p-50 * size))
                    fail_case(&cases, "too wide", &r, m, p.to[i]);
        }
    }
}
END_TEST

static plumb_ball product(const rotation *q, const rotation *k) {
    return plumb_ball_dot(q->rotated, k->rotated, q->dim);
}

/* The products of a query and a key, and of the query with itself: with any common shift of the
   positions, and with the query alone turned by the difference. */
START_TEST(products_know_the_difference_of_positions) {
    random_cases cases = random_begin("relative rotation", CASES);
    while (random_next(&cases)) {
        rotation q, k;
        plumb_turns frequency[MOST_PAIRS];
        draw_shape(&cases, &q);
        k = q;
        for (size_t e = 0; e < q.dim; e++) {
            q.x[e] = random_normal(&cases);
            k.x[e] = random_normal(&cases);
        }
        for (size_t m = 0; m < q.pairs; m++)
            frequency[m] = (plumb_turns){.first = (uint32_t)random_bits(&cases)};
        uint64_t j = random_below(&cases, 1000), t = j + random_below(&cases, 1000);
        uint64_t shift = random_bits(&cases) >> 20;
        turn_to(&q, frequency, t);
        turn_to(&k, frequency, j);
        plumb_ball here = product(&q, &k), length = product(&q, &q);
        turn_to(&q, frequency, t + shift);
        turn_to(&k, frequency, j + shift);
        plumb_ball there = product(&q, &k), length_there = product(&q, &q);
        turn_to(&q, frequency, t - j);
        turn_to(&k, frequency, 0);
        if (!(here.rad < 0x1p-40) || !balls_overlap(here, there) ||
            !balls_overlap(here, product(&q, &k)))
            fail_case(&cases, "not a function of the difference", &q, 0, 0);
        turn_to(&q, frequency, 0);
        if (!(length.rad < 0x1p-40) || !balls_overlap(length, length_there) ||
            !balls_overlap(length, product(&q, &q)))
            fail_case(&cases, "another length", &q, 0, 0);
    }
}
END_TEST

/* The first pair by a quarter turn, the second by a half; one element over. */
START_TEST(five_elements) {
    static const double rotated[3][5] = {
        {-3, -2, 1, -4, 5}, {-2, 1, -3, -4, 5}, {-2, -3, 1, -4, 5}};
    for (size_t i = 0; i < 3; i++) {
        rotation r = {.dim = 5,
                      .pairs = 2,
                      .layout = layouts[i],
                      .x = {1, 2, 3, 4, 5},
                      .cosine = {{0, 0}, {-1, 0}},
                      .sine = {{1, 0}, {0, 0}}};
        evaluate(&r);
        for (size_t e = 0; e < 5; e++)
            ck_assert(ball_contains_double(r.rotated[e], rotated[i][e]) &&
                      r.rotated[e].rad <= 0x1p-48);
    }
}
END_TEST

START_TEST(not_a_number_concerns_its_own_pair_alone) {
    static const double wild[] = {NAN, INFINITY, -INFINITY};
    for (size_t i = 0; i < 9; i++) {
        rotation r = {.dim = 5,
                      .pairs = 2,
                      .layout = layouts[i % 3],
                      .x = {wild[i / 3], 2, 3, 4, 5},
                      .cosine = {{0.5, 0}, {0.5, 0}},
                      .sine = {{0.5, 0}, {0.5, 0}}};
        evaluate(&r);
        pair_places own = places_of(&r, 0), other = places_of(&r, 1);
        ck_assert(!ball_informs(r.rotated[own.to[0]]) && !ball_informs(r.rotated[own.to[1]]));
        ck_assert(ball_informs(r.rotated[other.to[0]]) && ball_informs(r.rotated[other.to[1]]));
        ck_assert(ball_informs(r.rotated[4]));
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("position/rotation");
    TCase *tests = tcase_create("rotation");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, contains);
    tcase_add_test(tests, is_tight);
    tcase_add_test(tests, the_rest_stays_exactly);
    tcase_add_test(tests, layouts_differ_in_order_only);
    tcase_add_test(tests, position_0_leaves_the_vector);
    tcase_add_test(tests, is_tight_at_far_positions);
    tcase_add_test(tests, products_know_the_difference_of_positions);
    tcase_add_test(tests, five_elements);
    tcase_add_test(tests, not_a_number_concerns_its_own_pair_alone);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
