/* test_direct.c - numbers that an evaluation gives are never excluded, and those that none gives are. */
#include "budget/direct.h"
#include "problem/arb.h"
#include "tests/support/suite.h"
#include "tests/support/contain.h"
#include "tests/support/reproduce.h"
#include <math.h>

#define CASES 4000
#define MOST_KEYS 5
#define WIDTH 2
#define COLUMN 1

typedef struct {
    size_t keys;
    plumb_range range[MOST_KEYS];
    unsigned char visible[MOST_KEYS];
    double value[MOST_KEYS * WIDTH];
    plumb_sum_error numerator, denominator;
} problem;

/* What an engine might have done: its weights, and the errors of its products and of its two sums. */
typedef struct {
    double weight[MOST_KEYS], of_value[MOST_KEYS], of_weight[MOST_KEYS], above, below;
} evaluation;

static double value_of(const problem *p, size_t key) {
    return p->value[key * WIDTH + COLUMN];
}

static int excluded(const problem *p, double low, double high) {
    return plumb_excluded(p->range, p->visible, p->value, p->keys, WIDTH, COLUMN, p->numerator,
                          p->denominator, low, high);
}

static void draw(random_cases *cases, problem *p) {
    p->keys = 1 + random_below(cases, MOST_KEYS);
    int scale = (int)random_below(cases, 3) * 300 - 300;
    double center = random_below(cases, 2) ? 0 : random_scaled(cases, -2, 8);
    double error = random_below(cases, 4) == 0 ? 0 : fabs(random_scaled(cases, -30, -2));
    for (size_t j = 0; j < p->keys; j++) {
        double weight = random_uniform(cases),
               width = random_below(cases, 3) == 0 ? 0 : random_uniform(cases);
        p->range[j].least = weight * (1 - width);
        p->range[j].most = weight * (1 + 3 * width);
        if (random_below(cases, 8) == 0)
            p->range[j].most = INFINITY;
        p->visible[j] = random_below(cases, 5) > 0;
        p->value[j * WIDTH] = NAN; /* another column's */
        p->value[j * WIDTH + COLUMN] =
            p->visible[j] ? ldexp(center + random_normal(cases), scale) : NAN;
    }
    p->numerator = (plumb_sum_error){error * random_uniform(cases), 0};
    p->denominator = (plumb_sum_error){error * random_uniform(cases), 0};
    if (random_below(cases, 2)) {
        p->numerator.absolute = ldexp(random_uniform(cases), scale - 6);
        p->denominator.absolute = 0x1p-8 * random_uniform(cases);
    }
}

static double between(random_cases *cases, double low, double high) {
    size_t way = random_below(cases, 4);
    if (way == 0 || high == INFINITY)
        return way == 3 ? 1e3 * low + 1 : low;
    return way == 1 ? high : fmin(high, fmax(low, low + random_uniform(cases) * (high - low)));
}

/* Any evaluation, or one whose weights and errors all favour numbers on one side of x. */
static void evaluate(random_cases *cases, const problem *p, evaluation *e) {
    int favours = random_below(cases, 2) == 0;
    double side = random_below(cases, 2) ? 1 : -1, x = value_of(p, random_below(cases, p->keys));
    for (size_t j = 0; j < p->keys; j++) {
        plumb_range range = p->range[j];
        double v = value_of(p, j), kv = p->numerator.relative, k = p->denominator.relative;
        e->weight[j] = between(cases, range.least, range.most);
        e->of_value[j] = between(cases, -kv, kv);
        e->of_weight[j] = between(cases, -k, k);
        if (favours) {
            e->weight[j] = side * (v - x) > 0
                               ? (isfinite(range.most) ? range.most : 7 * range.least + 1)
                               : range.least;
            e->of_value[j] = side * v > 0 ? kv : -kv;
            e->of_weight[j] = side * x > 0 ? -k : k;
        }
    }
    e->above = between(cases, -p->numerator.absolute, p->numerator.absolute);
    e->below = between(cases, -p->denominator.absolute, p->denominator.absolute);
    if (favours) {
        e->above = side * p->numerator.absolute;
        e->below = side * x > 0 ? -p->denominator.absolute : p->denominator.absolute;
    }
}

/* sum += weight factor (1 + error), exactly */
static void add_product(arb_t sum, double weight, double factor, double error) {
    arb_t term, part;
    arb_init(term);
    arb_init(part);
    arb_set_d(term, error);
    arb_add_ui(term, term, 1, ARF_PREC_EXACT);
    arb_set_d(part, weight);
    arb_mul(term, term, part, ARF_PREC_EXACT);
    arb_set_d(part, factor);
    arb_addmul(sum, term, part, ARF_PREC_EXACT);
    arb_clear(term);
    arb_clear(part);
}

/* The number that the evaluation gives, between two neighbouring doubles or so; 0 if it gives none. */
static int result(const problem *p, const evaluation *e, double *low, double *high) {
    arb_t numerator, denominator;
    arf_t end;
    arb_init(numerator);
    arb_init(denominator);
    arf_init(end);
    arb_set_d(numerator, e->above);
    arb_set_d(denominator, e->below);
    for (size_t j = 0; j < p->keys; j++)
        if (p->visible[j]) {
            add_product(numerator, e->weight[j], value_of(p, j), e->of_value[j]);
            add_product(denominator, e->weight[j], 1, e->of_weight[j]);
        }
    int gives = !arb_contains_zero(denominator);
    arb_div(numerator, numerator, denominator, 200);
    arb_get_lbound_arf(end, numerator, 200);
    *low = arf_get_d(end, ARF_RND_FLOOR);
    arb_get_ubound_arf(end, numerator, 200);
    *high = arf_get_d(end, ARF_RND_CEIL);
    arb_clear(numerator);
    arb_clear(denominator);
    arf_clear(end);
    return gives;
}

static void fail_case(const random_cases *cases, const char *what, const problem *p, double low,
                      double high) {
    reproduction line = reproduce(cases);
    reproduce_text(&line, " %s: %zu keys", what, p->keys);
    for (size_t j = 0; j < p->keys; j++) {
        reproduce_doubles(&line, p->visible[j] ? "range" : "invisible", &p->range[j].least, 2);
        reproduce_doubles(&line, "value", p->value + j * WIDTH + COLUMN, 1);
    }
    reproduce_doubles(&line, "numerator", &p->numerator.relative, 2);
    reproduce_doubles(&line, "denominator", &p->denominator.relative, 2);
    reproduce_doubles(&line, "low", &low, 1);
    reproduce_doubles(&line, "high", &high, 1);
    reproduce_fail(&line);
}

START_TEST(what_an_evaluation_gives_is_not_excluded) {
    random_cases cases = random_begin("budget direct", 10 * CASES);
    problem p;
    evaluation e;
    double low, high;
    while (random_next(&cases)) {
        draw(&cases, &p);
        evaluate(&cases, &p, &e);
        if (!result(&p, &e, &low, &high))
            continue;
        if (random_below(&cases, 3) == 0) /* an interval around it, of any width */
            (random_below(&cases, 2) ? (low -= fabs(low) * exp(3 * random_normal(&cases)))
                                     : (high += fabs(high) * exp(3 * random_normal(&cases))));
        if (excluded(&p, low, high))
            fail_case(&cases, "excludes what an evaluation gives", &p, low, high);
    }
}
END_TEST

/* The most that side (N - x Y) can be, over all ends of weights and errors; `size` bounds what rounding can do to it.
   0 where a weight without limit makes it infinite. */
static int most_excess(const problem *p, double x, int side, arb_t most, double *size) {
    arb_t term;
    arb_init(term);
    int bounded = 1;
    arb_set_d(most, p->numerator.absolute);
    add_product(most, p->denominator.absolute, fabs(x), 0);
    *size = p->numerator.absolute + p->denominator.absolute * fabs(x);
    for (size_t j = 0; j < p->keys; j++)
        if (p->visible[j]) {
            double v = value_of(p, j);
            arb_zero(term);
            add_product(term, side, v, 0);
            add_product(term, -side, x, 0);
            add_product(term, p->numerator.relative, fabs(v), 0);
            add_product(term, p->denominator.relative, fabs(x), 0);
            double weight = arb_is_negative(term) ? p->range[j].least : p->range[j].most;
            if (isfinite(weight)) {
                *size += weight * 4 * (fabs(v) + fabs(x));
                arb_t factor;
                arb_init(factor);
                arb_set_d(factor, weight);
                arb_addmul(most, term, factor, ARF_PREC_EXACT);
                arb_clear(factor);
            } else
                bounded = 0;
        }
    arb_clear(term);
    return bounded;
}

START_TEST(excludes_exactly_what_no_evaluation_gives) {
    random_cases cases = random_begin("budget direct is sharp", CASES);
    problem p;
    arb_t most;
    arf_t bound;
    arb_init(most);
    arf_init(bound);
    while (random_next(&cases)) {
        draw(&cases, &p);
        double x = value_of(&p, random_below(&cases, p.keys));
        x = isnan(x) ? random_normal(&cases) : x;
        for (int step = 0; step < 60; step++) {
            int excludes = excluded(&p, x, x), possible = 1, impossible = 0;
            for (int side = -1; side <= 1; side += 2) {
                double size;
                if (!most_excess(&p, x, side, most, &size))
                    continue;
                arf_set_d(bound, -0x1p-40 * size - 0x1p-900);
                possible = possible && arb_is_nonnegative(most);
                impossible = impossible || arf_cmp(arb_midref(most), bound) < 0;
            }
            if (possible && excludes)
                fail_case(&cases, "excludes what may be", &p, x, x);
            if (impossible && !excludes)
                fail_case(&cases, "does not exclude what cannot be", &p, x, x);
            /* nearer to where it changes */
            double away = x + ldexp(random_normal(&cases), -step) * (fabs(x) + 0x1p-300);
            x = excluded(&p, away, away) == excludes ? away : (x + away) / 2;
        }
    }
    arb_clear(most);
    arf_clear(bound);
}
END_TEST

/* Two keys, 0 and 1, of half the weight each, which may be a tenth off: means from 0.45 to 0.55. */
static const problem halves = {
    .keys = 2, .range = {{0.45, 0.55}, {0.45, 0.55}}, .visible = {1, 1}, .value = {7, 0, 7, 1}};

START_TEST(two_keys) {
    problem p = halves;
    ck_assert(!excluded(&p, 0.549, 0.549) && excluded(&p, 0.551, 0.551));
    ck_assert(!excluded(&p, 0.451, 0.451) && excluded(&p, 0.449, 0.449));
    /* an interval that reaches a mean is possible */
    ck_assert(!excluded(&p, 0.549, 0.7) && excluded(&p, 0.551, 0.7));
    ck_assert(!excluded(&p, 0.3, 0.451) && excluded(&p, 0.3, 0.449));
    /* errors of either sum, at their ends: (0.55 1.02) / 1, 0.55 / 0.99, (0.55 + 0.02) / 1, 0.55 / (1 - 0.01) */
    p.numerator.relative = 0.02;
    ck_assert(!excluded(&p, 0.5609, 0.5609) && excluded(&p, 0.5611, 0.5611));
    p = halves;
    p.denominator.relative = 0.01;
    ck_assert(!excluded(&p, 0.5555, 0.5555) && excluded(&p, 0.5556, 0.5556));
    p = halves;
    p.numerator.absolute = 0.02;
    ck_assert(!excluded(&p, 0.5699, 0.5699) && excluded(&p, 0.5701, 0.5701));
    p = halves;
    p.denominator.absolute = 0.01;
    ck_assert(!excluded(&p, 0.5555, 0.5555) && excluded(&p, 0.5556, 0.5556));
}
END_TEST

START_TEST(a_weight_without_limit_reaches_its_value) {
    problem p = halves;
    p.range[1].most = INFINITY;
    ck_assert(!excluded(&p, 0.999, 0.999) && excluded(&p, 1.001, 1.001));
    ck_assert(!excluded(&p, 0.451, 0.451) && excluded(&p, 0.449, 0.449));
    p.range[0] = p.range[1] = (plumb_range){0, INFINITY};
    ck_assert(!excluded(&p, 0, 0) && !excluded(&p, 1, 1));
}
END_TEST

/* Whatever is not finite says nothing, so nothing is excluded by it. */
START_TEST(what_is_not_finite_excludes_nothing) {
    static const double wild[] = {NAN, INFINITY, -INFINITY};
    ck_assert(excluded(&halves, 9, 9));
    for (size_t i = 0; i < 3; i++) {
        problem p = halves;
        p.range[0].least = wild[i];
        ck_assert(!excluded(&p, 9, 9) && !excluded(&p, -9, -9));
        p = halves;
        p.value[COLUMN] = wild[i];
        ck_assert(!excluded(&p, 9, 9) && !excluded(&p, -9, -9));
        p = halves;
        p.numerator.relative = wild[i];
        ck_assert(!excluded(&p, 9, 9) && !excluded(&p, -9, -9));
        p = halves;
        p.numerator.absolute = wild[i];
        ck_assert(!excluded(&p, 9, 9) && !excluded(&p, -9, -9));
        p = halves;
        p.denominator.relative = wild[i];
        ck_assert(!excluded(&p, 9, 9) && !excluded(&p, -9, -9));
        p = halves;
        p.denominator.absolute = wild[i];
        ck_assert(!excluded(&p, 9, 9) && !excluded(&p, -9, -9));
        p = halves;
        ck_assert(!excluded(&p, wild[i], 9) && !excluded(&p, 9, wild[i]) &&
                  !excluded(&p, wild[i], wild[i]));
    }
}
END_TEST

/* Products that underflow or overflow leave the verdict on the safe side. */
START_TEST(extreme_numbers) {
    problem p = halves;
    for (size_t j = 0; j < 2; j++)
        p.range[j] = (plumb_range){0x1p-1074, 0x1p-1074};
    ck_assert(!excluded(&p, 0.5, 0.5));
    p = halves;
    p.value[COLUMN] = -0x1.fffffffffffffp1023;
    p.value[WIDTH + COLUMN] = 0x1.fffffffffffffp1023;
    ck_assert(!excluded(&p, 0, 0) && !excluded(&p, 0x1p1019, 0x1p1019));
    p.value[COLUMN] = p.value[WIDTH + COLUMN] = 0x1p-1074;
    ck_assert(!excluded(&p, 0x1p-1074, 0x1p-1074) && !excluded(&p, 0, 0x1p-1073));
}
END_TEST

START_TEST(no_key_excludes_nothing) {
    problem p = halves;
    p.visible[0] = p.visible[1] = 0;
    ck_assert(!excluded(&p, 9, 9));
    p.keys = 0;
    ck_assert(!excluded(&p, 9, 9));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/direct");
    TCase *tests = tcase_create("direct");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, what_an_evaluation_gives_is_not_excluded);
    tcase_add_test(tests, excludes_exactly_what_no_evaluation_gives);
    tcase_add_test(tests, two_keys);
    tcase_add_test(tests, a_weight_without_limit_reaches_its_value);
    tcase_add_test(tests, what_is_not_finite_excludes_nothing);
    tcase_add_test(tests, extreme_numbers);
    tcase_add_test(tests, no_key_excludes_nothing);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
