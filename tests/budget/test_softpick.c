/* test_softpick.c - no number that an engine gives for a row of softpick attention is impossible; what is far away, or
   comes of a mistake, is. */
#include "tests/budget/verdicts.h"
#include "tests/simulate/arithmetic.h"
#include "tests/support/reproduce.h"
#include "tests/support/suite.h"

#define CASES 1000
#define BLOCK 16

typedef struct {
    size_t keys, dim, visible_keys;
    double scale, epsilon, query[MOST_DIM], key[MOST_KEYS * MOST_DIM], value[MOST_KEYS * WIDTH];
    plumb_ball bias[MOST_KEYS];
    unsigned char visible[MOST_KEYS];
} row;

/* What is not read is NaN; the second column of the values counts. */
static void random_row(random_cases *cases, row *x, double spread, double mean) {
    x->keys = 1 + random_below(cases, MOST_KEYS);
    x->dim = 1 + random_below(cases, MOST_DIM);
    x->scale = 1 / sqrt((double)x->dim);
    x->epsilon = random_below(cases, 2) ? 1e-8 : 0.5 * random_uniform(cases);
    x->visible_keys = 0;
    size_t rarity = 2 + random_below(cases, 8), always = random_below(cases, x->keys);
    for (size_t c = 0; c < x->dim; c++)
        x->query[c] = (double)(float)(spread * random_normal(cases));
    for (size_t j = 0; j < x->keys; j++) {
        x->visible[j] = j == always || random_below(cases, rarity) != 0;
        x->visible_keys += x->visible[j];
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

static size_t rescalings_of(const row *x) {
    return x->keys / BLOCK + 1;
}

static bool excluded_of(const row *x, plumb_scored_row vectors, const plumb_precision *precision, plumb_finish finish,
                        double number) {
    plumb_weighing weighing = {.kind = PLUMB_WEIGHED_BY_SOFTPICK, .epsilon = x->epsilon};
    return is_impossible(precision, vectors, x->visible, x->value, rescalings_of(x), NULL, weighing, finish, number);
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

typedef enum { RIGHT, NOT_RECTIFIED, SIGNED_SUM, NOT_SHIFTED, SOFTMAX_SUM, MISTAKES } mistake;

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

/* e^(score - shift) - e^-shift */
static float difference(const engine *by, float score, float shift, mistake made) {
    float power = float_in_format(by->store, expf(float_in_format(by->store, score - shift)));
    float zero = float_in_format(by->store, expf(made == NOT_SHIFTED ? 0 : -shift));
    return float_in_format(by->store, power - zero);
}

typedef struct {
    float weighted, sum;
} sums;

static void add(sums *s, const row *x, const engine *by, size_t j, float e, mistake made) {
    float above = made == NOT_RECTIFIED ? e : fmaxf(0, e);
    s->weighted += float_in_format(by->weight, above) * float_in_format(by->output, (float)x->value[j * WIDTH + 1]);
    s->sum += made == SIGNED_SUM ? e : made == SOFTMAX_SUM ? fmaxf(0, e) : fabsf(e);
}

static float divided(const row *x, const engine *by, sums s) {
    float divisor =
        float_in_format(by->store, float_in_format(by->store, s.sum) + float_in_format(by->store, (float)x->epsilon));
    return float_in_format(by->output, s.weighted / divisor);
}

/* At the largest score of all keys. */
static double at_once(const row *x, const engine *by, mistake made) {
    float score[MOST_KEYS] = {0}, largest = -INFINITY;
    sums s = {0, 0};
    for (size_t j = 0; j < x->keys; j++)
        if (x->visible[j])
            largest = fmaxf(largest, score[j] = score_as_computed(x, by, j));
    for (size_t j = x->keys; j-- > 0;)
        if (x->visible[j])
            add(&s, x, by, j, difference(by, score[j], largest, made), made);
    return (double)divided(x, by, s);
}

/* Block by block, rescaled when the largest score rises. */
static double by_blocks(const row *x, const engine *by) {
    float score[MOST_KEYS] = {0}, largest = -INFINITY;
    sums s = {0, 0};
    for (size_t first = 0; first < x->keys; first += BLOCK) {
        float before = largest;
        size_t end = first + BLOCK < x->keys ? first + BLOCK : x->keys;
        for (size_t j = first; j < end; j++)
            if (x->visible[j])
                largest = fmaxf(largest, score[j] = score_as_computed(x, by, j));
        if (largest > before && before > -INFINITY) {
            s.weighted *= expf(before - largest);
            s.sum *= expf(before - largest);
        }
        for (size_t j = first; j < end; j++)
            if (x->visible[j])
                add(&s, x, by, j, difference(by, score[j], largest, RIGHT), RIGHT);
    }
    return (double)divided(x, by, s);
}

static void fail_case(const random_cases *cases, const char *what, const char *precision, double number) {
    reproduction line = reproduce(cases);
    reproduce_text(&line, " %s: %s, %a", what, precision, number);
    reproduce_fail(&line);
}

static void is_possible(const random_cases *cases, const row *x, const char *name, double number) {
    const plumb_precision *precision = plumb_precision_find(name);
    if (isfinite(number) && (excluded(x, precision, number) || excluded_moved(x, precision, 0, number)))
        fail_case(cases, "impossible, and given", name, number);
}

START_TEST(what_engines_give) {
    random_cases cases = random_begin("budget softpick", CASES);
    while (random_next(&cases)) {
        static const double spreads[] = {0.01, 1, 16}, means[] = {-60, -8, 0, 2, 60};
        row x;
        random_row(&cases, &x, spreads[random_below(&cases, 3)], means[random_below(&cases, 5)]);
        for (size_t i = 0; i < sizeof engines / sizeof *engines; i++) {
            is_possible(&cases, &x, engines[i].precision, at_once(&x, &engines[i], RIGHT));
            is_possible(&cases, &x, engines[i].precision, by_blocks(&x, &engines[i]));
        }
    }
}
END_TEST

/* Where some scores are above 0 and some below, no mistake hides. */
START_TEST(what_mistakes_give) {
    random_cases cases = random_begin("budget softpick mistakes", CASES);
    const plumb_precision *f32 = plumb_precision_find("f32");
    size_t drawn[MISTAKES] = {0};
    while (random_next(&cases)) {
        row x;
        random_row(&cases, &x, 1, 0);
        double right = at_once(&x, engines, RIGHT);
        for (mistake made = NOT_RECTIFIED; made < MISTAKES; made++) {
            double wrong = at_once(&x, engines, made);
            if (!isfinite(wrong) || fabs(wrong - right) < 1e-3)
                continue;
            drawn[made]++;
            if (!excluded(&x, f32, wrong) || !excluded_moved(&x, f32, 0, wrong))
                fail_case(&cases, "a mistake, and possible", "f32", wrong);
        }
    }
    for (mistake made = NOT_RECTIFIED; made < MISTAKES; made++)
        ck_assert(drawn[made] > CASES / 4);
}
END_TEST

/* Only epsilon knows the largest score. */
START_TEST(epsilon_is_shifted) {
    const plumb_precision *f32 = plumb_precision_find("f32");
    row x = {.keys = 2, .dim = 1, .visible_keys = 2, .scale = 1, .epsilon = 0.25, .query = {1}, .visible = {1, 1}};
    for (int side = -1; side <= 1; side += 2) {
        x.key[0] = 3 + side;
        x.key[1] = -2;
        x.value[1] = 1;
        double above = 1 - exp(-x.key[0]), below = exp(-x.key[0]) - exp(-2 - x.key[0]);
        double right = above / (above + below + x.epsilon), wrong = above / (above + below + x.epsilon * exp(3));
        ck_assert(!excluded(&x, f32, right) && excluded(&x, f32, wrong));
        ck_assert(excluded(&x, f32, right * (1 + 0x1p-14)) && excluded(&x, f32, right * (1 - 0x1p-14)));
    }
}
END_TEST

/* A quotient of 0 ends as the bias. */
START_TEST(a_bias_comes_behind) {
    const plumb_precision *f32 = plumb_precision_find("f32");
    plumb_finish biased = {.has_bias = 1, .bias = 3};
    row x = {.keys = 1, .dim = 1, .visible_keys = 1, .scale = 1, .epsilon = 1e-8,
             .query = {1}, .key = {-1}, .visible = {1}};
    x.value[1] = 1;
    ck_assert(!excluded_behind(&x, f32, biased, 3) && excluded_behind(&x, f32, biased, 0));
    ck_assert(!excluded(&x, f32, 0) && excluded(&x, f32, 3));
}
END_TEST

/* Where no score is above 0 the row is 0, and nothing else. */
START_TEST(negative_scores_give_nothing) {
    random_cases cases = random_begin("budget softpick negative", CASES);
    const plumb_precision *f32 = plumb_precision_find("f32");
    while (random_next(&cases)) {
        row x;
        random_row(&cases, &x, 1, -30);
        ck_assert(!excluded(&x, f32, 0));
        ck_assert(excluded(&x, f32, 1e-6) && excluded(&x, f32, -1e-6));
    }
}
END_TEST

/* Vectors that may be off: what an engine gives from some of these is possible. */
START_TEST(of_moved_vectors) {
    random_cases cases = random_begin("budget softpick moved", CASES);
    const plumb_precision *f32 = plumb_precision_find("f32");
    while (random_next(&cases)) {
        row x;
        random_row(&cases, &x, 1, 0);
        row off = x;
        for (size_t c = 0; c < x.dim; c++)
            off.query[c] *= random_below(&cases, 2) ? 1 + 0.99 * 0x1p-10 : 1 - 0.99 * 0x1p-10;
        for (size_t c = 0; c < x.keys * x.dim; c++)
            off.key[c] *= random_below(&cases, 2) ? 1 + 0.99 * 0x1p-10 : 1 - 0.99 * 0x1p-10;
        double number = at_once(&off, engines, RIGHT);
        if (isfinite(number) && excluded_moved(&x, f32, 0x1p-10, number))
            fail_case(&cases, "impossible, and given from moved vectors", "f32", number);
    }
}
END_TEST

/* What is not finite where it counts excludes nothing. */
START_TEST(nothing_known) {
    const plumb_precision *f32 = plumb_precision_find("f32");
    row x = {.keys = 1, .dim = 1, .visible_keys = 1, .scale = 1, .epsilon = 1e-8,
             .query = {1}, .key = {1}, .visible = {1}};
    x.value[1] = 1;
    ck_assert(excluded(&x, f32, 1e6) && !excluded(&x, f32, NAN) && !excluded(&x, f32, INFINITY));
    row lost = x;
    lost.epsilon = NAN;
    ck_assert(!excluded(&lost, f32, 1e6));
    lost = x;
    lost.value[1] = NAN;
    ck_assert(!excluded(&lost, f32, 1e6));
    lost = x;
    lost.key[0] = NAN;
    ck_assert(!excluded(&lost, f32, 1e6) && !excluded_moved(&lost, f32, 0, 1e6));
    lost = x;
    lost.key[0] = -800;
    ck_assert(!excluded(&lost, f32, 1e6));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/softpick");
    TCase *tests = tcase_create("softpick");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, what_engines_give);
    tcase_add_test(tests, what_mistakes_give);
    tcase_add_test(tests, epsilon_is_shifted);
    tcase_add_test(tests, a_bias_comes_behind);
    tcase_add_test(tests, negative_scores_give_nothing);
    tcase_add_test(tests, of_moved_vectors);
    tcase_add_test(tests, nothing_known);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
