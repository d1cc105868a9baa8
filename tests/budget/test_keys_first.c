/* test_keys_first.c - no number that an engine gives for a row of linear attention, in either order, is impossible;
   what is far away, or comes of a mistake, is. */
#include "budget/keys_first.h"
#include "exact/round.h"
#include "tests/budget/verdicts.h"
#include "tests/simulate/arithmetic.h"
#include "tests/support/reproduce.h"
#include "tests/support/suite.h"
#include <math.h>

#define CASES 500
#define BLOCK 16
#define DIVISIONS (PLUMB_DIVIDED_BY_LENGTH + 1)

/* Each feature of the keys in a row, as budget/keys_first.h has them. */
typedef struct {
    size_t keys, dim, seen;
    double scale, query[MOST_DIM], key[MOST_DIM * MOST_KEYS], value[MOST_KEYS * WIDTH];
    unsigned char visible[MOST_KEYS];
    plumb_mapping mapping;
} row;

static double random_input(random_cases *cases) {
    return plumb_round_double(random_normal(cases), PLUMB_BF16);
}

/* What is not read is NaN; the second column of the values counts.  Positive features, or any; in bfloat16, as a model
   of it is given them. */
static void random_row(random_cases *cases, row *x, bool positive) {
    x->keys = 1 + random_below(cases, MOST_KEYS);
    x->dim = 1 + random_below(cases, MOST_DIM);
    x->scale = random_below(cases, 2) ? 1 : 1 / sqrt((double)x->dim);
    x->seen = 0;
    size_t rarity = 2 + random_below(cases, 8), always = random_below(cases, x->keys);
    for (size_t j = 0; j < x->keys; j++) {
        x->visible[j] = j == always || random_below(cases, rarity) != 0;
        x->seen += x->visible[j];
        x->value[j * WIDTH] = NAN;
        x->value[j * WIDTH + 1] = x->visible[j] ? random_input(cases) : NAN;
    }
    for (size_t f = 0; f < x->dim; f++) {
        double q = random_input(cases);
        x->query[f] = positive ? fabs(q) : q;
        for (size_t j = 0; j < x->keys; j++) {
            double k = random_input(cases);
            x->key[f * x->keys + j] = x->visible[j] ? (positive ? fabs(k) : k) : NAN;
        }
    }
    x->mapping = (plumb_mapping){PLUMB_MAP_IDENTITY, (plumb_division)random_below(cases, DIVISIONS),
                                 random_below(cases, 2) ? 0 : 1e-6};
}

static size_t rescalings_of(const row *x) {
    return x->keys / BLOCK + 1;
}

/* Each element may be off by a part of itself. */
static bool excluded_off(const row *x, const plumb_precision *precision, double part, double number) {
    static plumb_ball query[MOST_DIM], key[MOST_DIM * MOST_KEYS];
    model_steps steps = steps_of(precision);
    for (size_t f = 0; f < x->dim; f++)
        query[f] = (plumb_ball){x->query[f], part * fabs(x->query[f])};
    for (size_t i = 0; i < x->dim * x->keys; i++)
        key[i] = (plumb_ball){x->key[i], part * fabs(x->key[i])};
    return plumb_keys_first_excluded(steps.unit, steps.tiny, query, key, x->visible, x->value, x->keys, x->dim, WIDTH,
                                     1, rescalings_of(x), plumb_ball_of(x->scale), x->mapping, (plumb_finish){0},
                                     number) != 0;
}

static bool excluded(const row *x, const plumb_precision *precision, double number) {
    return excluded_off(x, precision, 0, number);
}

/* In the other order. */
static bool excluded_scores_first(const row *x, const plumb_precision *precision, double number) {
    static double key[MOST_KEYS * MOST_DIM];
    plumb_weighing weighing = {.kind = PLUMB_WEIGHED_BY_MAP, .mapping = x->mapping};
    plumb_scored_row scored = {.query = x->query,
                               .key = key,
                               .visible = x->visible,
                               .scale = plumb_ball_of(x->scale),
                               .keys = x->keys,
                               .head_dim = x->dim};
    for (size_t f = 0; f < x->dim; f++)
        for (size_t j = 0; j < x->keys; j++)
            key[j * x->dim + f] = x->key[f * x->keys + j];
    return is_impossible(precision, scored, x->visible, x->value, rescalings_of(x), NULL, weighing, (plumb_finish){0},
                         number);
}

/* ---- engines that compute in binary32 and store in a format ---- */

typedef enum { RIGHT, HIDDEN_SUMMED, FEATURE_LEFT_OUT, NOT_SCALED, UNDIVIDED, MISTAKES } mistake;

typedef struct {
    const char *precision;
    plumb_format store, operand, output;
} engine;

static const engine engines[] = {{"f32", PLUMB_F32, PLUMB_F32, PLUMB_F32},
                                 {"bf16-flash", PLUMB_F32, PLUMB_BF16, PLUMB_BF16},
                                 {"bf16-eager", PLUMB_BF16, PLUMB_BF16, PLUMB_BF16}};

static float divisor_as_computed(const row *x, const engine *by, float sum) {
    switch (x->mapping.division) {
    case PLUMB_DIVIDED_BY_SUM:
    case PLUMB_DIVIDED_BY_ABSOLUTE_SUM:
        return float_in_format(by->store, float_in_format(by->store, sum) + float_in_format(by->store, (float)x->mapping.epsilon));
    case PLUMB_DIVIDED_BY_AT_LEAST_ONE:
        return fmaxf(fabsf(float_in_format(by->store, sum)), 1);
    case PLUMB_DIVIDED_BY_LENGTH:
        return (float)x->keys;
    default:
        return 1;
    }
}

/* The sum over the keys of a feature, with the values or without, stored. */
static float state(const row *x, const engine *by, size_t f, bool values, mistake made) {
    float sum = 0;
    for (size_t j = 0; j < x->keys; j++) {
        float key = float_in_format(by->operand, (float)x->key[f * x->keys + j]);
        if (x->visible[j])
            sum += values ? key * float_in_format(by->operand, (float)x->value[j * WIDTH + 1]) : key;
        else if (made == HIDDEN_SUMMED)
            sum += 1;
    }
    return float_in_format(by->operand, sum);
}

/* The scale multiplies the query, or what comes of it. */
static double keys_first(const row *x, const engine *by, bool behind, mistake made) {
    float weighted = 0, sum = 0, scale = made == NOT_SCALED ? 0.5f * (float)x->scale : (float)x->scale;
    for (size_t f = made == FEATURE_LEFT_OUT ? 1 : 0; f < x->dim; f++) {
        float query = float_in_format(by->operand, behind ? (float)x->query[f] : scale * (float)x->query[f]);
        weighted += query * state(x, by, f, true, made);
        sum += query * state(x, by, f, false, made);
    }
    weighted = float_in_format(by->store, behind ? scale * weighted : weighted);
    float divisor = divisor_as_computed(x, by, behind ? scale * sum : sum);
    return (double)float_in_format(by->output, made == UNDIVIDED ? weighted * 1.5f : weighted / divisor);
}

static double scores_first(const row *x, const engine *by) {
    float weighted = 0, sum = 0;
    for (size_t j = 0; j < x->keys; j++) {
        if (!x->visible[j])
            continue;
        float score = 0;
        for (size_t f = 0; f < x->dim; f++) {
            float key = float_in_format(by->operand, (float)x->key[f * x->keys + j]);
            score += float_in_format(by->operand, (float)x->query[f]) * key;
        }
        float weight = float_in_format(by->operand, float_in_format(by->store, score * (float)x->scale));
        if (x->mapping.division == PLUMB_DIVIDED_BY_ABSOLUTE_SUM)
            weight = fabsf(weight);
        sum += weight;
        weighted += weight * float_in_format(by->operand, (float)x->value[j * WIDTH + 1]);
    }
    return (double)float_in_format(by->output, weighted / divisor_as_computed(x, by, sum));
}

static void fail_case(const random_cases *cases, const char *what, const char *precision, const row *x,
                      double number) {
    reproduction line = reproduce(cases);
    reproduce_text(&line, " %s: %s, division %d, %a", what, precision, (int)x->mapping.division, number);
    reproduce_fail(&line);
}

/* Absolute weights are out of reach. */
static bool has_the_order(const row *x) {
    return x->mapping.division != PLUMB_DIVIDED_BY_ABSOLUTE_SUM;
}

START_TEST(what_engines_give) {
    random_cases cases = random_begin("budget keys first", CASES);
    while (random_next(&cases)) {
        row x;
        random_row(&cases, &x, random_below(&cases, 2) != 0);
        for (size_t i = 0; i < sizeof engines / sizeof *engines; i++) {
            const plumb_precision *precision = plumb_precision_find(engines[i].precision);
            for (int behind = 0; behind < 2 && has_the_order(&x); behind++) {
                double number = keys_first(&x, &engines[i], behind != 0, RIGHT);
                if (isfinite(number) && excluded(&x, precision, number))
                    fail_case(&cases, "impossible, and given", engines[i].precision, &x, number);
            }
            double number = scores_first(&x, &engines[i]);
            if (isfinite(number) && excluded_scores_first(&x, precision, number))
                fail_case(&cases, "impossible, and given by scores", engines[i].precision, &x, number);
        }
    }
}
END_TEST

/* Positive features hide no mistake: neither order gives what comes of it. */
START_TEST(what_mistakes_give) {
    random_cases cases = random_begin("budget keys first mistakes", CASES);
    const plumb_precision *precision = plumb_precision_find("f32");
    size_t found[MISTAKES] = {0}, tried = 0;
    while (random_next(&cases)) {
        row x;
        random_row(&cases, &x, true);
        if (x.dim < 2 || x.seen == x.keys || !has_the_order(&x))
            continue;
        tried++;
        for (mistake made = HIDDEN_SUMMED; made < MISTAKES; made++) {
            double number = keys_first(&x, &engines[0], false, made);
            found[made] += excluded(&x, precision, number) && excluded_scores_first(&x, precision, number);
        }
    }
    ck_assert_uint_gt(tried, CASES / 4);
    /* a scale cancels in a quotient */
    ck_assert_uint_gt(found[NOT_SCALED], tried / 4);
    ck_assert_uint_gt(found[HIDDEN_SUMMED], tried * 9 / 10);
    ck_assert_uint_gt(found[FEATURE_LEFT_OUT], tried * 9 / 10);
    ck_assert_uint_gt(found[UNDIVIDED], tried * 9 / 10);
}
END_TEST

/* Vectors that may be off: what an engine gives from some of these is possible. */
START_TEST(of_moved_vectors) {
    random_cases cases = random_begin("budget keys first moved", CASES);
    const plumb_precision *precision = plumb_precision_find("f32");
    while (random_next(&cases)) {
        row x;
        random_row(&cases, &x, random_below(&cases, 2) != 0);
        row off = x;
        for (size_t f = 0; f < x.dim; f++)
            off.query[f] *= random_below(&cases, 2) ? 1 + 0.99 * 0x1p-10 : 1 - 0.99 * 0x1p-10;
        for (size_t i = 0; i < x.dim * x.keys; i++)
            off.key[i] *= random_below(&cases, 2) ? 1 + 0.99 * 0x1p-10 : 1 - 0.99 * 0x1p-10;
        double number = keys_first(&off, &engines[0], false, RIGHT);
        if (has_the_order(&x) && isfinite(number) && excluded_off(&x, precision, 0x1p-10, number))
            fail_case(&cases, "impossible, and given from moved vectors", "f32", &x, number);
    }
}
END_TEST

/* What is not finite where it counts excludes nothing; what nobody computes is always excluded. */
START_TEST(nothing_known) {
    random_cases cases = random_begin("budget keys first nothing", CASES);
    const plumb_precision *precision = plumb_precision_find("f32");
    while (random_next(&cases)) {
        row x;
        random_row(&cases, &x, true);
        bool order = has_the_order(&x);
        ck_assert(excluded(&x, precision, 1e6) && excluded(&x, precision, -1e6));
        ck_assert_int_eq(excluded(&x, precision, NAN), !order);
        size_t j = 0;
        while (!x.visible[j])
            j++;
        row lost = x;
        lost.value[j * WIDTH + 1] = NAN;
        ck_assert_int_eq(excluded(&lost, precision, 1e6), !order);
        lost = x;
        lost.key[j] = NAN;
        ck_assert_int_eq(excluded(&lost, precision, 1e6), !order);
        lost = x;
        lost.mapping.epsilon = NAN;
        ck_assert_int_eq(excluded(&lost, precision, 1e6), !order);
        x.query[0] = NAN;
        ck_assert_int_eq(excluded(&x, precision, 1e6), !order);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/keys_first");
    TCase *tests = tcase_create("keys first");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, what_engines_give);
    tcase_add_test(tests, what_mistakes_give);
    tcase_add_test(tests, of_moved_vectors);
    tcase_add_test(tests, nothing_known);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
