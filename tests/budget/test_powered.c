/* test_powered.c - no number that an engine gives for a row of a power softmax is impossible; what is far away, or
   comes of a mistake, is. */
#include "precision/precision_text.h"
#include "tests/budget/verdicts.h"
#include "tests/simulate/arithmetic.h"
#include "tests/support/reproduce.h"
#include "tests/support/suite.h"

#define CASES 1000

typedef struct {
    size_t keys, dim, rescalings;
    double scale, power, query[MOST_DIM], key[MOST_KEYS * MOST_DIM], value[MOST_KEYS * WIDTH];
    plumb_ball bias[MOST_KEYS];
    unsigned char visible[MOST_KEYS];
} row;

/* What is not read is NaN; the second column of the values counts. */
static void random_row(random_cases *cases, row *x, double spread, double mean) {
    static const double powers[] = {0.25, 0.5, 1, 1.7, 2, 3, 8};
    x->keys = 1 + random_below(cases, MOST_KEYS);
    x->dim = 1 + random_below(cases, MOST_DIM);
    x->rescalings = 1;
    x->scale = 1 / sqrt((double)x->dim);
    x->power = powers[random_below(cases, sizeof powers / sizeof *powers)];
    size_t rarity = 2 + random_below(cases, 8), always = random_below(cases, x->keys);
    for (size_t c = 0; c < x->dim; c++)
        x->query[c] = (double)(float)(spread * random_normal(cases));
    for (size_t j = 0; j < x->keys; j++) {
        x->visible[j] = j == always || random_below(cases, rarity) != 0;
        for (size_t c = 0; c < x->dim; c++)
            x->key[j * x->dim + c] = x->visible[j] ? (double)(float)random_normal(cases) : NAN;
        x->value[j * WIDTH] = NAN;
        x->value[j * WIDTH + 1] = x->visible[j] ? (double)(float)random_normal(cases) : NAN;
        x->bias[j] = (plumb_ball){x->visible[j] ? (double)(float)(mean + random_normal(cases)) : NAN, 0};
    }
}

static plumb_scored_row given_row(const row *x) {
    return (plumb_scored_row){.query = x->query,
                              .key = x->key,
                              .visible = x->visible,
                              .joining = {.has_bias = 1, .bias = x->bias},
                              .scale = {x->scale, 0},
                              .keys = x->keys,
                              .head_dim = x->dim};
}

static bool excluded_of(const row *x, plumb_scored_row vectors, const plumb_precision *precision, plumb_finish finish,
                        double number) {
    plumb_weighing weighing = {.kind = PLUMB_WEIGHED_BY_POWER_SOFTMAX, .power = x->power};
    return is_impossible(precision, vectors, x->visible, x->value, x->rescalings, NULL, weighing, finish, number);
}

static bool excluded_behind(const row *x, const plumb_precision *precision, plumb_finish finish, double number) {
    return excluded_of(x, given_row(x), precision, finish, number);
}

static bool excluded(const row *x, const plumb_precision *precision, double number) {
    return excluded_behind(x, precision, (plumb_finish){0}, number);
}

static bool excluded_moved(const row *x, const plumb_precision *precision, double part, double number) {
    return excluded_of(x, moved_row(given_row(x), part), precision, (plumb_finish){0}, number);
}

/* ---- engines that compute in binary32 and store in a format ---- */

typedef enum {
    DIVIDED_AFTER,
    DIVIDED_BEFORE,
    POWERS_OF_EXPONENTIALS,
    BY_LOGARITHM,
    RESCALED,           /* both sums, as the largest score rises */
    RESCALED_BY_POWERS, /* that of powers by powers of the factors of the other */
    ROOTS,              /* of the weights of a softmax of p x */
    FORMS
} form;
typedef enum { RIGHT, NO_ROOT, SUM_OF_PLAIN, POWERED_WEIGHTS, POWER_FOR_ROOT, MISTAKES } mistake;

typedef struct {
    const char *precision;
    plumb_format store, weight, output;
} engine;

static const engine engines[] = {{"f32", PLUMB_F32, PLUMB_F32, PLUMB_F32},
                                 {"bf16-flash", PLUMB_F32, PLUMB_BF16, PLUMB_BF16},
                                 {"bf16-eager", PLUMB_BF16, PLUMB_BF16, PLUMB_BF16}};

static float score_as_computed(const row *x, const engine *by, size_t j) {
    float score = 0;
    for (size_t c = 0; c < x->dim; c++)
        score += (float)x->query[c] * (float)x->key[j * x->dim + c];
    score = float_in_format(by->store, score * (float)x->scale);
    return float_in_format(by->store, score + float_in_format(by->store, (float)x->bias[j].mid));
}

/* e^(factor (score - shift)) */
static float term(const engine *by, float factor, float score, float shift) {
    return float_in_format(by->store,
                           expf(float_in_format(by->store, factor * float_in_format(by->store, score - shift))));
}

static float power_of(const row *x, const engine *by) {
    return float_in_format(by->store, (float)x->power);
}

static float powered(const engine *by, float power, float score, float shift, form as) {
    return as == POWERS_OF_EXPONENTIALS ? float_in_format(by->store, powf(term(by, 1, score, shift), power))
                                        : term(by, power, score, shift);
}

static float sum_of_powers(const row *x, const engine *by, const float *score, float shift, form as, mistake made) {
    float sum = 0, power = made == SUM_OF_PLAIN ? 1 : power_of(x, by);
    for (size_t j = x->keys; j-- > 0;)
        if (x->visible[j])
            sum += powered(by, power, score[j], shift, as);
    return float_in_format(by->store, sum);
}

static float root_of(const row *x, const engine *by, float sum, mistake made) {
    float power = power_of(x, by);
    if (made == NO_ROOT)
        return sum;
    return float_in_format(by->store,
                           powf(sum, made == POWER_FOR_ROOT ? power : float_in_format(by->store, 1 / power)));
}

/* The weight of a key, divided already or not. */
static float weight_of(const row *x, const engine *by, float score, float shift, float sum, form as, mistake made) {
    float power = power_of(x, by), plain = term(by, made == POWERED_WEIGHTS ? power : 1, score, shift);
    if (as == DIVIDED_AFTER)
        return plain;
    if (as != BY_LOGARITHM)
        return plain / root_of(x, by, sum, made);
    float logarithm = float_in_format(by->store, float_in_format(by->store, logf(sum)) / power);
    return float_in_format(by->store,
                           expf(float_in_format(by->store, float_in_format(by->store, score - shift) - logarithm)));
}

/* Key by key, from the last one, whose order the precisions below may take. */
static double rescaled_gives(const row *x, const engine *by, const float *score, form as) {
    float largest = -INFINITY, sum = 0, weighted = 0, power = power_of(x, by);
    for (size_t j = x->keys; j-- > 0;) {
        if (!x->visible[j])
            continue;
        if (score[j] > largest) {
            float factor = expf(largest - score[j]);
            sum *= as == RESCALED ? expf(power * (largest - score[j])) : powf(factor, power);
            weighted *= factor;
            largest = score[j];
        }
        sum += powered(by, power, score[j], largest, as == RESCALED ? DIVIDED_AFTER : POWERS_OF_EXPONENTIALS);
        weighted += float_in_format(by->weight, term(by, 1, score[j], largest)) *
                    float_in_format(by->output, (float)x->value[j * WIDTH + 1]);
    }
    return (double)float_in_format(by->output, weighted / root_of(x, by, float_in_format(by->store, sum), RIGHT));
}

static double roots_give(const row *x, const engine *by, const float *score, float largest) {
    float raised[MOST_KEYS] = {0}, sum = 0, weighted = 0, power = power_of(x, by);
    float inverse = float_in_format(by->store, 1 / power), shift = float_in_format(by->store, power * largest);
    for (size_t j = 0; j < x->keys; j++)
        if (x->visible[j])
            sum += raised[j] = term(by, 1, float_in_format(by->store, power * score[j]), shift);
    for (size_t j = 0; j < x->keys; j++)
        if (x->visible[j])
            weighted += float_in_format(by->weight, powf(float_in_format(by->weight, raised[j] / sum), inverse)) *
                        float_in_format(by->output, (float)x->value[j * WIDTH + 1]);
    return (double)float_in_format(by->output, weighted);
}

static double engine_gives_as(const row *x, const engine *by, form as, mistake made) {
    float score[MOST_KEYS] = {0}, largest = -INFINITY, weighted = 0;
    for (size_t j = 0; j < x->keys; j++)
        if (x->visible[j])
            largest = fmaxf(largest, score[j] = score_as_computed(x, by, j));
    if (as == RESCALED || as == RESCALED_BY_POWERS)
        return rescaled_gives(x, by, score, as);
    if (as == ROOTS)
        return roots_give(x, by, score, largest);
    float sum = sum_of_powers(x, by, score, largest, as, made);
    for (size_t j = 0; j < x->keys; j++)
        if (x->visible[j])
            weighted += float_in_format(by->weight, weight_of(x, by, score[j], largest, sum, as, made)) *
                        float_in_format(by->output, (float)x->value[j * WIDTH + 1]);
    if (as == DIVIDED_AFTER)
        weighted /= root_of(x, by, sum, made);
    return (double)float_in_format(by->output, weighted);
}

static void fail_case(const random_cases *cases, const char *what, const char *precision, double power, double number) {
    reproduction line = reproduce(cases);
    reproduce_text(&line, " %s: %s, power %g, %a", what, precision, power, number);
    reproduce_fail(&line);
}

START_TEST(what_engines_give) {
    random_cases cases = random_begin("budget powered", CASES);
    while (random_next(&cases)) {
        static const double spreads[] = {0.01, 1, 16}, means[] = {-60, 0, 60};
        row x;
        random_row(&cases, &x, spreads[random_below(&cases, 3)], means[random_below(&cases, 3)]);
        x.rescalings = x.keys;
        for (size_t i = 0; i < sizeof engines / sizeof *engines; i++)
            for (form as = DIVIDED_AFTER; as < FORMS; as++) {
                const plumb_precision *precision = plumb_precision_find(engines[i].precision);
                double number = engine_gives_as(&x, &engines[i], as, RIGHT);
                if (isfinite(number) && (excluded(&x, precision, number) || excluded_moved(&x, precision, 0, number)))
                    fail_case(&cases, "impossible, and given", engines[i].precision, x.power, number);
            }
    }
}
END_TEST

/* A thousandth of the largest value beyond what an engine gives.  What a softmax may lose, 2^-76, has large roots. */
START_TEST(what_is_far_away) {
    random_cases cases = random_begin("budget powered far", CASES);
    const plumb_precision *f32 = plumb_precision_find("f32");
    while (random_next(&cases)) {
        row x;
        random_row(&cases, &x, 1, 0);
        double right = engine_gives_as(&x, engines, DIVIDED_AFTER, RIGHT), largest = 0;
        for (size_t j = 0; j < x.keys; j++)
            if (x.visible[j])
                largest = fmax(largest, fabs(x.value[j * WIDTH + 1]));
        double far = fmax(largest, fabs(right)) / 1024;
        if (x.power >= 0.5 && x.power <= 3 &&
            (!excluded(&x, f32, right + far) || !excluded_moved(&x, f32, 0, right - far)))
            fail_case(&cases, "far away, and possible", "f32", x.power, right);
    }
}
END_TEST

/* Where the power is 1 some mistakes are none, and where a single key is visible others. */
START_TEST(what_mistakes_give) {
    random_cases cases = random_begin("budget powered mistakes", CASES);
    const plumb_precision *f32 = plumb_precision_find("f32");
    size_t drawn[MISTAKES] = {0};
    while (random_next(&cases)) {
        row x;
        random_row(&cases, &x, 1, 0);
        double right = engine_gives_as(&x, engines, DIVIDED_AFTER, RIGHT);
        for (mistake made = NO_ROOT; made < MISTAKES; made++) {
            double wrong = engine_gives_as(&x, engines, DIVIDED_AFTER, made);
            if (!isfinite(wrong) || fabs(wrong - right) < 1e-2)
                continue;
            drawn[made]++;
            if (!excluded(&x, f32, wrong) || !excluded_moved(&x, f32, 0, wrong))
                fail_case(&cases, "a mistake, and possible", "f32", x.power, wrong);
        }
    }
    for (mistake made = NO_ROOT; made < MISTAKES; made++)
        ck_assert(drawn[made] > CASES / 4);
}
END_TEST

/* A quotient of 0 ends as the bias. */
START_TEST(a_bias_comes_behind) {
    const plumb_precision *f32 = plumb_precision_find("f32");
    plumb_finish biased = {.has_bias = 1, .bias = 3};
    row x = {.keys = 1, .dim = 1, .scale = 1, .power = 2, .query = {1}, .key = {-1}, .visible = {1}};
    x.value[1] = 1;
    ck_assert(!excluded_behind(&x, f32, biased, 4) && excluded_behind(&x, f32, biased, 1));
    ck_assert(!excluded(&x, f32, 1) && excluded(&x, f32, 4));
}
END_TEST

/* Vectors that may be off: what an engine gives from some of these is possible. */
START_TEST(of_moved_vectors) {
    random_cases cases = random_begin("budget powered moved", CASES);
    const plumb_precision *f32 = plumb_precision_find("f32");
    while (random_next(&cases)) {
        row x;
        random_row(&cases, &x, 1, 0);
        row off = x;
        for (size_t c = 0; c < x.dim; c++)
            off.query[c] *= random_below(&cases, 2) ? 1 + 0.99 * 0x1p-10 : 1 - 0.99 * 0x1p-10;
        for (size_t c = 0; c < x.keys * x.dim; c++)
            off.key[c] *= random_below(&cases, 2) ? 1 + 0.99 * 0x1p-10 : 1 - 0.99 * 0x1p-10;
        double number = engine_gives_as(&off, engines, BY_LOGARITHM, RIGHT);
        if (isfinite(number) && excluded_moved(&x, f32, 0x1p-10, number))
            fail_case(&cases, "impossible, and given from moved vectors", "f32", x.power, number);
    }
}
END_TEST

/* Two keys of score 0: each weighs 2^(-1/p).  What the sum and its logarithm are off by is divided by p; it counts for
   the weight and for the root. */
START_TEST(equal_keys_weigh_a_root) {
    static const double powers[] = {0.5, 1, 2, 3};
    const plumb_precision *f32 = plumb_precision_find("f32");
    row x = {.keys = 2, .dim = 1, .scale = 1, .query = {1}, .visible = {1, 1}};
    x.value[1] = 1;
    for (size_t i = 0; i < sizeof powers / sizeof *powers; i++) {
        x.power = powers[i];
        double right = exp2(-1 / x.power);
        ck_assert(!excluded(&x, f32, right));
        for (int side = -1; side <= 1; side += 2)
            ck_assert(excluded(&x, f32, right * (1 + side * 0x1p-12)) &&
                      !excluded(&x, f32, right * (1 + side * (11 + 72 / x.power) * 0x1p-24)));
    }
}
END_TEST

/* Stored in binary16, e^-20 is 0, and so is its root; e^-2.5 alone comes of sums of powers. */
START_TEST(roots_of_lost_weights) {
    plumb_precision precision;
    plumb_error error;
    ck_assert_int_eq(plumb_precision_parse("f32,probability=f16", "precision", &precision, &error), 0);
    row x = {.keys = 2, .dim = 1, .scale = 1, .power = 8, .query = {1}, .key = {0, -2.5}, .visible = {1, 1}};
    x.value[WIDTH + 1] = 1;
    ck_assert(!excluded(&x, &precision, 0) && !excluded(&x, &precision, exp(-2.5)));
    ck_assert(excluded(&x, &precision, 0.2) && excluded(&x, &precision, -0.01));
    ck_assert(excluded(&x, plumb_precision_find("f32"), 0));
}
END_TEST

/* What is not finite where it counts excludes nothing, nor does a power that is none. */
START_TEST(nothing_known) {
    const plumb_precision *f32 = plumb_precision_find("f32");
    row x = {.keys = 1, .dim = 1, .scale = 1, .power = 2, .query = {1}, .key = {1}, .visible = {1}};
    x.value[1] = 1;
    ck_assert(excluded(&x, f32, 1e6) && !excluded(&x, f32, NAN) && !excluded(&x, f32, INFINITY));
    static const double no_power[] = {NAN, INFINITY, 0, -2};
    row lost = x;
    for (size_t i = 0; i < sizeof no_power / sizeof *no_power; i++) {
        lost.power = no_power[i];
        ck_assert(!excluded(&lost, f32, 1e6));
    }
    lost = x;
    lost.value[1] = NAN;
    ck_assert(!excluded(&lost, f32, 1e6));
    lost = x;
    lost.key[0] = NAN;
    ck_assert(!excluded(&lost, f32, 1e6) && !excluded_moved(&lost, f32, 0, 1e6));
    lost = x;
    lost.visible[0] = 0;
    ck_assert(!excluded(&lost, f32, 1e6));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/powered");
    TCase *tests = tcase_create("powered");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, what_engines_give);
    tcase_add_test(tests, what_is_far_away);
    tcase_add_test(tests, what_mistakes_give);
    tcase_add_test(tests, a_bias_comes_behind);
    tcase_add_test(tests, of_moved_vectors);
    tcase_add_test(tests, equal_keys_weigh_a_root);
    tcase_add_test(tests, roots_of_lost_weights);
    tcase_add_test(tests, nothing_known);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
