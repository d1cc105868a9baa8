/* test_chunks_verdict.c - no number that an engine gives for a row of linear attention, whichever keys it sums before
   the query comes in, is impossible; what is far away, or comes of a mistake, is. */
#include "budget/chunks_verdict.h"
#include "exact/round.h"
#include "tests/budget/verdicts.h"
#include "tests/simulate/arithmetic.h"
#include "tests/support/reproduce.h"
#include "tests/support/suite.h"
#include <math.h>

#define CASES 500
#define BLOCK 16
#define DIVISIONS (PLUMB_DIVIDED_BY_LENGTH + 1)

/* Each feature of the keys in a row, as budget/linear_sums.h has them; the keys in `first` are summed before the query
   comes in. */
typedef struct {
    size_t keys, dim, visible_keys;
    bool first[MOST_KEYS];
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
    x->visible_keys = 0;
    size_t rarity = 2 + random_below(cases, 8), always = random_below(cases, x->keys);
    for (size_t j = 0; j < x->keys; j++) {
        x->visible[j] = j == always || random_below(cases, rarity) != 0;
        x->visible_keys += x->visible[j];
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

/* The row as budget/scored_row.h has it; it stays until the next one is. */
static plumb_scored_row scored_row_of(const row *x) {
    static double key[MOST_KEYS * MOST_DIM];
    for (size_t f = 0; f < x->dim; f++)
        for (size_t j = 0; j < x->keys; j++)
            key[j * x->dim + f] = x->key[f * x->keys + j];
    return (plumb_scored_row){.query = x->query,
                              .key = key,
                              .visible = x->visible,
                              .scale = plumb_ball_of(x->scale),
                              .keys = x->keys,
                              .head_dim = x->dim};
}

/* Each element may be off by a part of itself. */
static bool excluded_off(const row *x, const plumb_precision *precision, double part, double number) {
    static plumb_ball query[MOST_DIM], key[MOST_DIM * MOST_KEYS];
    static plumb_ball score[MOST_KEYS + 1], off[MOST_KEYS + 1], weight[MOST_KEYS + 1];
    model_steps steps = steps_of(precision);
    plumb_verdict_workspace work = {.score = score, .off = off, .weight = weight};
    plumb_scored_row scored = scored_row_of(x);
    for (size_t f = 0; f < x->dim; f++)
        query[f] = (plumb_ball){x->query[f], part * fabs(x->query[f])};
    for (size_t i = 0; i < x->dim * x->keys; i++)
        key[i] = (plumb_ball){x->key[i], part * fabs(x->key[i])};
    if (part > 0)
        scored = moved_row(scored, part);
    return plumb_chunks_verdict(steps.unit, steps.tiny, scored, query, key, x->value, WIDTH, 1, rescalings_of(x),
                                x->mapping, (plumb_finish){0}, number, work) == PLUMB_IMPOSSIBLE;
}

static bool excluded(const row *x, const plumb_precision *precision, double number) {
    return excluded_off(x, precision, 0, number);
}

/* By engines that weigh each key by itself. */
static bool excluded_scores_first(const row *x, const plumb_precision *precision, double number) {
    plumb_weighing weighing = {.kind = PLUMB_WEIGHED_BY_MAP, .mapping = x->mapping};
    return is_impossible(precision, scored_row_of(x), x->visible, x->value, rescalings_of(x), NULL, weighing,
                         (plumb_finish){0}, number);
}

/* ---- engines that compute in binary32 and store in a format ---- */

typedef enum {
    RIGHT,
    HIDDEN_SUMMED,
    FEATURE_LEFT_OUT,
    NOT_SCALED,
    UNDIVIDED,
    SUMMED_TWICE,
    SUMMED_NEVER,
    MISTAKES
} mistake;

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
        return float_in_format(by->store, float_in_format(by->store, sum) +
                                              float_in_format(by->store, (float)x->mapping.epsilon));
    case PLUMB_DIVIDED_BY_AT_LEAST_ONE:
        return fmaxf(fabsf(float_in_format(by->store, sum)), 1);
    case PLUMB_DIVIDED_BY_LENGTH:
        return (float)x->keys;
    default:
        return 1;
    }
}

/* With the values, and without. */
typedef struct {
    float weighted, sum;
} both_sums;

/* The sum over the keys of a feature that are summed first, with the values or without, stored. */
static float state(const row *x, const engine *by, size_t f, bool values, mistake made) {
    float sum = 0;
    for (size_t j = 0; j < x->keys; j++) {
        float key = float_in_format(by->operand, (float)x->key[f * x->keys + j]);
        if (x->visible[j] && x->first[j])
            sum += values ? key * float_in_format(by->operand, (float)x->value[j * WIDTH + 1]) : key;
        else if (!x->visible[j] && made == HIDDEN_SUMMED)
            sum += 1;
    }
    return float_in_format(by->operand, sum);
}

/* The scale multiplies the query, or what comes of it. */
static both_sums sums_first(const row *x, const engine *by, bool behind, mistake made) {
    both_sums sums = {0, 0};
    float scale = made == NOT_SCALED ? 0.5f * (float)x->scale : (float)x->scale, last = behind ? scale : 1;
    for (size_t f = made == FEATURE_LEFT_OUT ? 1 : 0; f < x->dim; f++) {
        float query = float_in_format(by->operand, behind ? (float)x->query[f] : scale * (float)x->query[f]);
        sums.weighted += query * state(x, by, f, true, made);
        sums.sum += query * state(x, by, f, false, made);
    }
    return (both_sums){float_in_format(by->store, last * sums.weighted), last * sums.sum};
}

static both_sums sums_second(const row *x, const engine *by) {
    both_sums sums = {0, 0};
    for (size_t j = 0; j < x->keys; j++) {
        if (!x->visible[j] || x->first[j])
            continue;
        float score = 0;
        for (size_t f = 0; f < x->dim; f++) {
            float key = float_in_format(by->operand, (float)x->key[f * x->keys + j]);
            score += float_in_format(by->operand, (float)x->query[f]) * key;
        }
        float weight = float_in_format(by->operand, float_in_format(by->store, score * (float)x->scale));
        if (x->mapping.division == PLUMB_DIVIDED_BY_ABSOLUTE_SUM)
            weight = fabsf(weight);
        sums.sum += weight;
        sums.weighted += weight * float_in_format(by->operand, (float)x->value[j * WIDTH + 1]);
    }
    return (both_sums){float_in_format(by->store, sums.weighted), sums.sum};
}

/* The divisor may have its keys shared out otherwise. */
static double answer(const row *x, const row *divided, const engine *by, bool behind, mistake made) {
    both_sums first = sums_first(x, by, behind, made), second = sums_second(x, by);
    both_sums first_below = sums_first(divided, by, behind, made), second_below = sums_second(divided, by);
    float weighted = float_in_format(by->store, first.weighted + second.weighted);
    float divisor = divisor_as_computed(x, by, first_below.sum + second_below.sum);
    return (double)float_in_format(by->output, made == UNDIVIDED ? weighted * 1.5f : weighted / divisor);
}

/* Absolute weights are those of keys by themselves. */
static bool has_the_order(const row *x) {
    return x->mapping.division != PLUMB_DIVIDED_BY_ABSOLUTE_SUM;
}

/* Keys of earlier chunks, any keys, all or none. */
static row shared_out(random_cases *cases, const row *x) {
    row shared = *x;
    size_t way = has_the_order(x) ? random_below(cases, 4) : 3, chunk = random_below(cases, x->keys + 1);
    for (size_t j = 0; j < x->keys; j++)
        shared.first[j] = way == 0 ? j < chunk : way == 1 ? random_below(cases, 2) != 0 : way == 2;
    return shared;
}

/* A key of the first ones stands among the others, too, or in neither. */
static double answer_miscounted(const row *x, const engine *by, mistake made) {
    row wrong = *x;
    size_t j = 0;
    while (!x->visible[j])
        j++;
    wrong.first[j] = false;
    both_sums first = sums_first(x, by, false, RIGHT), second = sums_second(&wrong, by);
    if (made == SUMMED_NEVER)
        first = sums_first(&wrong, by, false, RIGHT), second = sums_second(x, by);
    return (double)((first.weighted + second.weighted) / divisor_as_computed(x, by, first.sum + second.sum));
}

static void fail_case(const random_cases *cases, const char *what, const char *precision, const row *x,
                      double number) {
    reproduction line = reproduce(cases);
    reproduce_text(&line, " %s: %s, division %d, %a", what, precision, (int)x->mapping.division, number);
    reproduce_fail(&line);
}

START_TEST(what_engines_give) {
    random_cases cases = random_begin("budget chunks", CASES);
    while (random_next(&cases)) {
        row x;
        random_row(&cases, &x, random_below(&cases, 2) != 0);
        for (size_t i = 0; i < sizeof engines / sizeof *engines; i++) {
            const plumb_precision *precision = plumb_precision_find(engines[i].precision);
            row shared = shared_out(&cases, &x), divided = shared_out(&cases, &x);
            double number = answer(&shared, &divided, &engines[i], random_below(&cases, 2) != 0, RIGHT);
            bool impossible = has_the_order(&x) ? excluded(&x, precision, number)
                                                : excluded_scores_first(&x, precision, number);
            if (isfinite(number) && impossible)
                fail_case(&cases, "impossible, and given", engines[i].precision, &shared, number);
        }
    }
}
END_TEST

static row all_first(const row *x) {
    row first = *x;
    for (size_t j = 0; j < x->keys; j++)
        first.first[j] = true;
    return first;
}

/* Positive features hide no mistake: no engine of either kind gives what comes of it. */
START_TEST(what_mistakes_give) {
    random_cases cases = random_begin("budget chunks mistakes", CASES);
    const plumb_precision *precision = plumb_precision_find("f32");
    size_t found[MISTAKES] = {0}, tried = 0;
    while (random_next(&cases)) {
        row x;
        random_row(&cases, &x, true);
        if (x.dim < 2 || x.visible_keys == x.keys || x.visible_keys < 2 || !has_the_order(&x))
            continue;
        tried++;
        row first = all_first(&x);
        for (mistake made = HIDDEN_SUMMED; made < MISTAKES; made++) {
            double number = made >= SUMMED_TWICE ? answer_miscounted(&first, &engines[0], made)
                                                 : answer(&first, &first, &engines[0], false, made);
            found[made] += excluded(&x, precision, number) && excluded_scores_first(&x, precision, number);
        }
    }
    ck_assert_uint_gt(tried, CASES / 4);
    /* a scale cancels in a quotient */
    ck_assert_uint_gt(found[NOT_SCALED], tried / 4);
    for (mistake made = HIDDEN_SUMMED; made < MISTAKES; made++)
        ck_assert_msg(made == NOT_SCALED || found[made] > tried * 9 / 10, "mistake %d: %zu of %zu", (int)made,
                      found[made], tried);
}
END_TEST

/* Vectors that may be off: what an engine gives from some of these is possible. */
START_TEST(of_moved_vectors) {
    random_cases cases = random_begin("budget chunks moved", CASES);
    const plumb_precision *precision = plumb_precision_find("f32");
    while (random_next(&cases)) {
        row x;
        random_row(&cases, &x, random_below(&cases, 2) != 0);
        row off = x;
        for (size_t f = 0; f < x.dim; f++)
            off.query[f] *= random_below(&cases, 2) ? 1 + 0.99 * 0x1p-10 : 1 - 0.99 * 0x1p-10;
        for (size_t i = 0; i < x.dim * x.keys; i++)
            off.key[i] *= random_below(&cases, 2) ? 1 + 0.99 * 0x1p-10 : 1 - 0.99 * 0x1p-10;
        row shared = shared_out(&cases, &off);
        double number = answer(&shared, &shared, &engines[0], false, RIGHT);
        if (has_the_order(&x) && isfinite(number) && excluded_off(&x, precision, 0x1p-10, number))
            fail_case(&cases, "impossible, and given from moved vectors", "f32", &shared, number);
    }
}
END_TEST

/* What is not finite where it counts excludes nothing; what nobody computes is always excluded. */
START_TEST(nothing_known) {
    random_cases cases = random_begin("budget chunks nothing", CASES);
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
    Suite *suite = suite_create("budget/chunks_verdict");
    TCase *tests = tcase_create("chunks");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, what_engines_give);
    tcase_add_test(tests, what_mistakes_give);
    tcase_add_test(tests, of_moved_vectors);
    tcase_add_test(tests, nothing_known);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
