/* test_alibi.c - ALiBi's slopes by the published rule, and biases: contained, tight, in every form. */
#include "position/alibi.h"
#include "tests/support/suite.h"
#include "tests/support/contain.h"
#include "tests/support/reproduce.h"
#include <math.h>

#define CASES 20000
#define MOST_KEYS 6
#define MOST_HEADS 130
#define PRECISION 200
#define FARTHEST (INT64_C(1) << 52)

static const plumb_ball guard = {12345, 678};

/* get_slopes_power_of_2 of the released code: start = 2^(-2^-(log2(n) - 3)), start * start^i. */
static void slopes_of_power(arb_ptr slope, size_t n) {
    arb_t two, start;
    arb_init(two);
    arb_init(start);
    arb_set_si(two, 2);
    arb_set_si(start, -8);
    arb_div_ui(start, start, n, PRECISION);
    arb_pow(start, two, start, PRECISION);
    for (size_t i = 0; i < n; i++)
        arb_pow_ui(slope + i, start, i + 1, PRECISION);
    arb_clear(two);
    arb_clear(start);
}

/* get_slopes: for other numbers of heads the slopes of the closest power of two, then every second
   slope of twice as many heads. */
static void published_slopes(arb_ptr slope, size_t heads) {
    size_t closest = (size_t)1 << (int)floor(log2((double)heads));
    slopes_of_power(slope, closest);
    arb_ptr twice = _arb_vec_init((slong)(2 * closest));
    slopes_of_power(twice, 2 * closest);
    for (size_t i = 0; closest + i < heads; i++)
        arb_set(slope + closest + i, twice + 2 * i);
    _arb_vec_clear(twice, (slong)(2 * closest));
}

/* Where the slope is a power of two Arb's own ball is the wider one. */
static bool overlaps(plumb_ball slope, const arb_t exact) {
    arb_t ball, radius;
    arb_init(ball);
    arb_init(radius);
    arb_set_d(ball, slope.mid);
    arb_set_d(radius, slope.rad);
    arb_add_error(ball, radius);
    bool result = ball_informs(slope) && arb_overlaps(ball, exact);
    arb_clear(ball);
    arb_clear(radius);
    return result;
}

START_TEST(follows_the_published_rule) {
    for (size_t heads = 1; heads <= MOST_HEADS; heads++) {
        arb_ptr slopes = _arb_vec_init(MOST_HEADS);
        published_slopes(slopes, heads);
        for (size_t h = 0; h < heads; h++) {
            plumb_ball slope = plumb_alibi_slope(heads, h);
            ck_assert_msg(overlaps(slope, slopes + h), "heads=%zu h=%zu: %a +- %a", heads, h,
                          slope.mid, slope.rad);
            ck_assert_msg(slope.rad <= 0x1p-50 * slope.mid, "heads=%zu h=%zu: too wide, %a +- %a",
                          heads, h, slope.mid, slope.rad);
        }
        _arb_vec_clear(slopes, MOST_HEADS);
    }
}
END_TEST

START_TEST(powers_of_two_are_exact) {
    for (size_t heads = 1; heads <= 1024; heads *= 2)
        for (size_t eighth = 1; eighth <= 8; eighth++) {
            if (heads * eighth % 8 != 0)
                continue;
            plumb_ball slope = plumb_alibi_slope(heads, heads * eighth / 8 - 1);
            ck_assert(slope.mid == ldexp(1, -(int)eighth) && slope.rad == 0);
        }
}
END_TEST

START_TEST(twelve_heads) {
    arb_t root;
    arb_init(root);
    for (size_t h = 0; h < 8; h++) {
        plumb_ball slope = plumb_alibi_slope(12, h);
        ck_assert(slope.mid == ldexp(1, -(int)h - 1) && slope.rad == 0);
    }
    for (size_t h = 8; h < 12; h++) { /* 2^-.5, 2^-1.5, 2^-2.5, 2^-3.5 */
        arb_sqrt_ui(root, 2, PRECISION);
        arb_mul_2exp_si(root, root, -(slong)(h - 7));
        ck_assert(ball_contains(plumb_alibi_slope(12, h), root));
    }
    arb_clear(root);
}
END_TEST

typedef struct {
    plumb_alibi_form form;
    plumb_ball slope;
    int64_t query, key[MOST_KEYS];
    size_t keys;
    plumb_ball bias[MOST_KEYS + 1];
} biases;

static int64_t random_position(random_cases *cases) {
    switch (random_below(cases, 3)) {
    case 0:
        return (int64_t)random_below(cases, 100);
    case 1:
        return random_below(cases, 2) == 0 ? FARTHEST : -FARTHEST;
    default:
        return (int64_t)(random_bits(cases) >> 11) - FARTHEST;
    }
}

static void draw(random_cases *cases, biases *b) {
    b->form = (plumb_alibi_form)random_below(cases, 4);
    b->slope = random_below(cases, 2) == 0 ? random_ball(cases)
                                           : plumb_alibi_slope(12, random_below(cases, 12));
    b->query = random_position(cases);
    b->keys = random_below(cases, MOST_KEYS + 1);
    for (size_t j = 0; j < b->keys; j++)
        b->key[j] = random_below(cases, 4) == 0 ? b->query : random_position(cases);
    b->bias[b->keys] = guard;
}

static void fail_case(const random_cases *cases, const char *what, const biases *b, size_t j) {
    reproduction line = reproduce(cases);
    reproduce_text(&line, " %s: form %d, query at %lld, key at %lld", what, (int)b->form,
                   (long long)b->query, (long long)b->key[j]);
    reproduce_balls(&line, "slope", &b->slope, 1);
    reproduce_balls(&line, "result", b->bias + j, 1);
    reproduce_fail(&line);
}

/* what the slope of key j is multiplied by */
static void exact_factor(arb_t factor, const biases *b, size_t j) {
    arb_set_si(factor, b->key[j]);
    if (b->form == PLUMB_ALIBI_KEY || b->form == PLUMB_ALIBI_SCALED_KEY)
        return;
    arb_sub_si(factor, factor, b->query, ARF_PREC_EXACT);
    if (b->form == PLUMB_ALIBI_SYMMETRIC) {
        arb_abs(factor, factor);
        arb_neg(factor, factor);
    }
}

static void check_bias(const random_cases *cases, const biases *b, size_t j) {
    arb_t exact, factor;
    arb_init(exact);
    arb_init(factor);
    exact_factor(factor, b, j);
    for (int side = -1; side <= 1; side++) {
        ball_point(exact, b->slope, side);
        arb_mul(exact, exact, factor, ARF_PREC_EXACT);
        if (!ball_contains(b->bias[j], exact))
            fail_case(cases, "does not contain the bias", b, j);
    }
    double size = fabs(arf_get_d(arb_midref(factor), ARF_RND_NEAR));
    double limit =
        (b->slope.rad * size + fabs(b->bias[j].mid) * 0x1p-53) * (1 + 0x1p-47) + 0x1p-944;
    if (fabs(b->slope.mid) < 0x1p900 && b->slope.rad < 0x1p900 && !(b->bias[j].rad <= limit))
        fail_case(cases, "too wide", b, j);
    arb_clear(exact);
    arb_clear(factor);
}

START_TEST(multiplies_the_slope) {
    random_cases cases = random_begin("alibi", CASES);
    biases b;
    while (random_next(&cases)) {
        draw(&cases, &b);
        plumb_alibi(b.form, b.slope, b.query, b.key, b.keys, b.bias);
        ck_assert_msg(balls_identical(b.bias[b.keys], guard), "writes beyond the keys");
        for (size_t j = 0; j < b.keys; j++)
            check_bias(&cases, &b, j);
    }
}
END_TEST

/* slope 1/2, the query at 3, keys at 0, 2, 3 and 5 */
START_TEST(four_forms) {
    static const int64_t key[] = {0, 2, 3, 5};
    static const double bias[4][4] = {[PLUMB_ALIBI_RELATIVE] = {-1.5, -0.5, 0, 1},
                                      [PLUMB_ALIBI_KEY] = {0, 1, 1.5, 2.5},
                                      [PLUMB_ALIBI_SYMMETRIC] = {-1.5, -0.5, 0, -1},
                                      [PLUMB_ALIBI_SCALED_KEY] = {0, 1, 1.5, 2.5}};
    for (int form = 0; form < 4; form++) {
        plumb_ball result[4];
        plumb_alibi((plumb_alibi_form)form, plumb_ball_of(0.5), 3, key, 4, result);
        for (size_t j = 0; j < 4; j++)
            ck_assert_msg(result[j].mid == bias[form][j], "form %d, key %zu: %a", form, j,
                          result[j].mid);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("position/alibi");
    TCase *tests = tcase_create("alibi");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, follows_the_published_rule);
    tcase_add_test(tests, powers_of_two_are_exact);
    tcase_add_test(tests, twelve_heads);
    tcase_add_test(tests, multiplies_the_slope);
    tcase_add_test(tests, four_forms);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
