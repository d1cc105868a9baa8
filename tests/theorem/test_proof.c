/* test_proof.c - the judge passes rows to src/budget correctly: correct values are never impossible, values off by a
   thousandth are, in binary32, for every row that the theorem covers. */
#include "theorem/angle_error.h"
#include "tests/theorem/ask_proof.h"
#include "theorem/weighing.h"
#include "exact/position.h"
#include "exact/visible.h"
#include "precision/precision_text.h"
#include "row/evaluate.h"
#include "tests/support/problems.h"
#include "tests/support/reproduce.h"
#include "tests/support/suite.h"
#include <math.h>
#include <stdlib.h>

#define CASES 4000
#define SMALL_ANGLE 0x1p-12 /* too small an error to be seen */
#define SMALL_SCORE 0x1p-2  /* whose error may be seen */
#define FORMS (PLUMB_ALIBI_SCALED_KEY + 1) /* of ALiBi */

static bool weighs_by_map(const plumb_problem *p) {
    plumb_weighing weighing;
    return plumb_proof_weighing(p, &weighing) && weighing.kind == PLUMB_WEIGHED_BY_MAP;
}

START_TEST(the_theorem_speaks_of_every_operator) {
    for (int kind = 0; kind < PLUMB_OPERATOR_COUNT; kind++) {
        plumb_problem p = one_head(1, 1, 1, 1);
        p.op.kind = (plumb_operator_kind)kind;
        ck_assert_msg(plumb_is_decided(&p), "operator %d", kind);
    }
}
END_TEST

/* A softmax with any sink, or any operator, and any position or none. */
static drawn_problem draw(random_cases *cases) {
    size_t variants = random_below(cases, 2) ? PLUMB_SINK_COUNT : OPERATOR_VARIANTS;
    operator_variant variant = operator_of_variant(random_below(cases, variants));
    if (random_below(cases, 2))
        return draw_operator_problem(cases, variant, ORDINARY);
    plumb_position_kind kind = (plumb_position_kind)random_below(cases, PLUMB_POSITION_ROPE_OUTPUT);
    drawn_problem drawn = draw_position_problem(cases, variant, kind, ORDINARY);
    if (random_below(cases, 4)) /* with no other bias */
        drawn.problem.extra.bias = NULL;
    return drawn;
}

/* A softcap now and then, before the biases or behind them, and ALiBi in each of its forms. */
static void join_scores(random_cases *cases, plumb_problem *p) {
    p->op.softcap = random_below(cases, 2) ? 1 + 50 * random_uniform(cases) : 0;
    p->op.softcap_order = (plumb_softcap_order)random_below(cases, PLUMB_BIAS_MASK_CAP + 1);
    p->position.alibi = (plumb_alibi_form)random_below(cases, FORMS);
}

static plumb_element draw_element(random_cases *cases, const plumb_problem *p) {
    return (plumb_element){.present = true,
                           .batch = random_below(cases, p->batch),
                           .head = random_below(cases, p->query_heads),
                           .query = random_below(cases, p->query_length),
                           .column = random_below(cases, p->value_dim)};
}

static plumb_ball exact_of(const plumb_problem *p, const plumb_element *e) {
    plumb_row row;
    ck_assert_int_eq(plumb_row_init(&row, p), 0);
    plumb_evaluate_row(p, plumb_problem_scale(p), e->batch, e->head, e->query, &row);
    plumb_ball exact = row.output[e->column];
    plumb_row_free(&row);
    return exact;
}

static plumb_frequency_error frequency_of(const plumb_problem *p, size_t m) {
    const plumb_position *position = &p->position;
    if (position->kind == PLUMB_POSITION_ROPE)
        return plumb_rope_frequency_error(&position->rope, m);
    return plumb_sinusoidal_frequency_error(position->sinusoidal_base, p->head_dim, position->sinusoidal_one_less, m);
}

static size_t computed_angles(const plumb_problem *p) {
    return p->position.kind == PLUMB_POSITION_SINUSOIDAL ? p->head_dim / 2
           : p->position.kind == PLUMB_POSITION_ROPE && p->position.rope.cosine == NULL ? p->position.rope.dim / 2 : 0;
}

/* How far an angle of the row may be off at most in binary32; 0 where none is computed. */
static double angle_error(const plumb_problem *p, const plumb_element *e) {
    int64_t offset = p->position.offset;
    double largest = 0;
    for (size_t m = 0; m < computed_angles(p); m++) {
        int64_t farthest = plumb_farthest_of(plumb_exact_query_point(p, e->batch, e->query)) + llabs(offset);
        for (size_t i = 0; i < p->key_length; i++) {
            int64_t key = plumb_farthest_of(plumb_exact_key_point(p, e->batch, e->query, i)) + llabs(offset);
            farthest = key > farthest ? key : farthest;
        }
        largest = fmax(largest, plumb_angle_error(frequency_of(p, m), plumb_precision_find("f32"), farthest));
    }
    return largest;
}

/* Of the keys that the element's query sees. */
typedef struct {
    double score, size; /* the largest, with its sign and without */
} largest_scores;

static largest_scores largest_of(const plumb_problem *p, const plumb_element *e) {
    plumb_row row;
    largest_scores largest = {-INFINITY, 0};
    ck_assert_int_eq(plumb_row_init(&row, p), 0);
    plumb_evaluate_row(p, plumb_problem_scale(p), e->batch, e->head, e->query, &row);
    for (size_t i = 0; i < p->key_length; i++)
        if (row.visible[i]) {
            largest.score = fmax(largest.score, row.score[i].mid);
            largest.size = fmax(largest.size, fabs(row.score[i].mid));
        }
    plumb_row_free(&row);
    return largest;
}

/* Weights that are not positive may sum to any number near 0; and e^x is little beside the 1 that elu(x) + 1 takes off
   and adds again, where x is far below 0. */
static bool divides_by_little(const plumb_problem *p, const plumb_element *e) {
    bool positive = p->op.kind == PLUMB_SIGMOID || (p->op.kind == PLUMB_ELU && largest_of(p, e).score > -6);
    return weighs_by_map(p) && !positive && p->op.normalisation != PLUMB_UNNORMALISED &&
           p->op.normalisation != PLUMB_KEY_LENGTH;
}

/* Differences of scores that are all near 0 may sum to any number near it. */
static bool picks_from_little(const plumb_problem *p, const plumb_element *e) {
    return p->op.kind == PLUMB_SOFTPICK && largest_of(p, e).size < SMALL_SCORE;
}

/* The root of a sum of small powers loses much. */
static bool takes_high_root(const plumb_problem *p) {
    return plumb_operator_is(p->op.kind, PLUMB_TAKES_ROOT) && p->op.power < 0.5;
}

/* Steps of a temperature that binary32 may miss. */
static bool counts_far(const plumb_problem *p, const plumb_element *e) {
    const plumb_temperature *temperature = &p->position.temperature;
    int64_t position = plumb_exact_query_position(p, e->batch, e->query);
    return temperature->factor != 0 && position + temperature->offset >= 1 << 22;
}

/* Nothing is said where angles may be off by much, nor of slopes that a scale of 0 multiplies. */
static bool is_spoken_of(const plumb_problem *p, const plumb_element *e) {
    bool scaled = p->position.kind == PLUMB_POSITION_ALIBI && p->position.alibi == PLUMB_ALIBI_SCALED_KEY;
    return plumb_is_decided(p) && angle_error(p, e) < SMALL_ANGLE && !counts_far(p, e) && !divides_by_little(p, e) &&
           !picks_from_little(p, e) && !takes_high_root(p) && !(scaled && plumb_problem_scale(p).mid == 0);
}

static double largest_number(const double *numbers, size_t count) {
    double largest = 0;
    for (size_t i = 0; i < count; i++)
        largest = fmax(largest, fabs(numbers[i]));
    return largest;
}

/* With a vector, where these are added to values. */
static double largest_value(const plumb_problem *p) {
    double largest = largest_number(p->value, value_numbers(p));
    if (p->position.value_table == NULL)
        return largest;
    return largest + largest_number(p->position.value_table, p->position.table_rows * p->value_dim);
}

/* A mean is not larger than the largest value; a sum may be. */
static double far_away(const plumb_problem *p, double exact) {
    double largest = largest_value(p);
    return weighs_by_map(p) ? (largest + fabs(exact)) / 256 : largest / 1024;
}

static bool is_proved_in(const plumb_precision *precision, const plumb_problem *p, plumb_element *e, double number) {
    e->engine = number;
    return is_proved_impossible(p, precision, PLUMB_OUTPUT, e, PLUMB_F32);
}

static bool is_proved(const plumb_problem *p, plumb_element *e, double number) {
    return is_proved_in(plumb_precision_find("f32"), p, e, number);
}

static void fail_case(const random_cases *cases, const char *what, const plumb_problem *p, double number) {
    reproduction line = reproduce(cases);
    reproduce_text(&line, " %s: operator %d, normalisation %d, sink %d, position %d, %a", what, (int)p->op.kind,
                   (int)p->op.normalisation, (int)p->op.sink, (int)p->position.kind, number);
    reproduce_fail(&line);
}

static size_t count_taking_part(const plumb_problem *p, const plumb_element *e) {
    size_t count = 0;
    for (size_t i = 0; i < p->key_length; i++)
        count += plumb_exact_takes_part(p, e->batch, e->head, e->query, i);
    return count;
}

START_TEST(a_row_is_handed_over_as_it_is) {
    random_cases cases = random_begin("compare proof", CASES);
    size_t mapped[PLUMB_OPERATOR_COUNT] = {0}, divided[PLUMB_NORMALISATION_COUNT] = {0};
    size_t decided = 0, capped = 0, unmasked = 0, unmasked_maps = 0, with_key = 0, sloped[FORMS] = {0}, turned = 0,
           stated = 0, biased = 0, gated = 0, scaled = 0, added[PLUMB_POSITION_COUNT] = {0},
           to_values[PLUMB_OPERATOR_COUNT] = {0};
    while (random_next(&cases)) {
        drawn_problem drawn = draw(&cases);
        join_scores(&cases, &drawn.problem);
        const plumb_problem *p = &drawn.problem;
        plumb_element e = draw_element(&cases, p);
        plumb_ball exact = exact_of(p, &e);
        double far = far_away(p, exact.mid) * (random_below(&cases, 2) ? 1 : -1);
        bool known = isfinite(exact.rad) && exact.rad < fabs(far) / 1024;
        size_t taking_part = count_taking_part(p, &e), seen = plumb_exact_visible_count(p, e.batch, e.head, e.query);
        bool any = taking_part > 0;
        if (known && is_proved(p, &e, (double)(float)exact.mid))
            fail_case(&cases, "impossible, and right", p, exact.mid);
        if (known && any && is_spoken_of(p, &e)) {
            decided++;
            mapped[p->op.kind]++;
            divided[p->op.normalisation] += weighs_by_map(p);
            capped += p->op.softcap > 0;
            unmasked += taking_part > seen;
            unmasked_maps += taking_part > seen && weighs_by_map(p);
            with_key += plumb_sink_logit_of(p->op.sink) == PLUMB_LOGIT_PRODUCT;
            turned += p->position.kind == PLUMB_POSITION_ROPE && p->position.rope.cosine == NULL;
            stated += p->position.kind == PLUMB_POSITION_ROPE && p->position.rope.cosine != NULL;
            biased += p->extra.value_bias != NULL;
            gated += p->extra.gate != NULL;
            scaled += plumb_operator_is(p->op.kind, PLUMB_IS_SCALED);
            added[p->position.kind]++;
            to_values[p->op.kind] += p->position.value_table != NULL;
            sloped[p->position.alibi] += p->position.kind == PLUMB_POSITION_ALIBI;
            if (!is_proved(p, &e, exact.mid + far))
                fail_case(&cases, "far away and possible", p, exact.mid + far);
        } else if (!plumb_is_decided(p) && is_proved(p, &e, 1e9))
            fail_case(&cases, "proved of a row of which nothing is", p, 1e9);
        free_problem(&drawn);
    }
    for (plumb_operator_kind kind = PLUMB_SOFTPICK; kind <= PLUMB_MLP_KERNEL; kind++)
        ck_assert(mapped[kind] > 0);
    for (size_t normalisation = 0; normalisation < PLUMB_NORMALISATION_COUNT; normalisation++)
        ck_assert(divided[normalisation] > 0);
    ck_assert(decided > capped && capped > 0 && unmasked > 20 && unmasked_maps > 4);
    ck_assert(with_key > 4 && turned > 20 && stated > 4);
    ck_assert(biased > 20 && gated > 20 && scaled > 4 && mapped[PLUMB_CLIPPED_SOFTMAX] > 4 &&
              mapped[PLUMB_POWER_SOFTMAX] > 4);
    ck_assert(added[PLUMB_POSITION_SINUSOIDAL] > 4 && added[PLUMB_POSITION_LEARNED] > 4 &&
              added[PLUMB_POSITION_SHAW] > 4 && added[PLUMB_POSITION_TEMPERATURE] > 4);
    size_t with_vectors = 0;
    for (size_t kind = 0; kind < PLUMB_OPERATOR_COUNT; kind++)
        with_vectors += to_values[kind] > 0;
    ck_assert_msg(with_vectors > 2, "vectors at the values of %zu operators", with_vectors);
    for (size_t form = 0; form < FORMS; form++)
        ck_assert(sloped[form] > 4);
}
END_TEST

/* Biases as masks have them, that hide every key of the row from `first` on, and some before it, but not key 0. */
static void hide_by_biases(random_cases *cases, const plumb_problem *p, const plumb_element *e, size_t first) {
    static const double masks[] = {-1000, -1e4, -1e9, -0x1.fep127, -0x1.fffffep127};
    double *bias = (double *)plumb_exact_bias(p, e->batch, e->head, e->query, 0);
    for (size_t i = 1; i < p->key_length; i++)
        if (i >= first || random_below(cases, 4) == 0)
            bias[i] = masks[random_below(cases, sizeof masks / sizeof *masks)];
}

static bool weighs_by_softmax(const plumb_problem *p) {
    plumb_weighing weighing;
    return plumb_proof_weighing(p, &weighing) && !weighs_by_map(p) && weighing.kind != PLUMB_WEIGHED_BY_SOFTPICK &&
           weighing.kind != PLUMB_WEIGHED_BY_POWER_SOFTMAX;
}

/* Of a key that a bias hides nothing is left, however large the errors of its exponent are; nor do they count for other
   keys. */
START_TEST(biases_may_hide_keys) {
    random_cases cases = random_begin("compare proof hidden by biases", CASES);
    size_t decided[PLUMB_OPERATOR_COUNT] = {0};
    while (random_next(&cases)) {
        drawn_problem drawn =
            draw_operator_problem(&cases, operator_of_variant(random_below(&cases, OPERATOR_VARIANTS)), ORDINARY);
        plumb_problem *p = &drawn.problem;
        plumb_element e = draw_element(&cases, p);
        p->op.softcap = 0;
        size_t seen = plumb_exact_visible_count(p, e.batch, e.head, e.query);
        if (p->extra.bias != NULL && weighs_by_softmax(p) && seen > 3 && is_spoken_of(p, &e) &&
            plumb_exact_takes_part(p, e.batch, e.head, e.query, 0)) {
            hide_by_biases(&cases, p, &e, p->key_length - random_below(&cases, p->key_length));
            plumb_ball exact = exact_of(p, &e);
            double far = far_away(p, exact.mid) * (random_below(&cases, 2) ? 1 : -1);
            decided[p->op.kind]++;
            ck_assert(isfinite(exact.rad));
            if (is_proved(p, &e, (double)(float)exact.mid))
                fail_case(&cases, "impossible, and right", p, exact.mid);
            if (!is_proved(p, &e, exact.mid + far))
                fail_case(&cases, "far away and possible", p, exact.mid + far);
        }
        free_problem(&drawn);
    }
    ck_assert(decided[PLUMB_SOFTMAX] > 20 && decided[PLUMB_SCALED_SOFTMAX] > 4 && decided[PLUMB_CLIPPED_SOFTMAX] > 4);
}
END_TEST

/* Only key 0 has a value, 1, and scores are ALiBi's alone, of this slope. */
#define SLOPED_KEYS 9
static double sloped_mean(double slope) {
    double total = 0;
    for (size_t j = 0; j < SLOPED_KEYS; j++)
        total += exp(slope * (double)j);
    return 1 / total;
}

/* A slope and its product, stored twice, may each be off by a unit of bfloat16; so may a scale that is rounded, where
   the slope is multiplied by it and where the sum is. */
START_TEST(alibi_is_stored_in_tensors) {
    double query[] = {0}, key[SLOPED_KEYS] = {0}, value[SLOPED_KEYS] = {1}, slope = 1.9;
    plumb_precision precision;
    plumb_error error;
    ck_assert_int_eq(plumb_precision_parse("f32,input=bf16", "precision", &precision, &error), 0);
    plumb_problem p = one_head(1, SLOPED_KEYS, 1, 1);
    plumb_element e = {.present = true};
    p.query = query;
    p.key = key;
    p.value = value;
    p.scale = (plumb_scale){.text = "0.5"};
    p.position = (plumb_position){.kind = PLUMB_POSITION_ALIBI, .slopes = &slope};
    static const plumb_alibi_form forms[] = {PLUMB_ALIBI_KEY, PLUMB_ALIBI_SCALED_KEY};
    for (size_t i = 0; i < 2; i++) {
        bool scaled = forms[i] == PLUMB_ALIBI_SCALED_KEY;
        double stated = scaled ? 0.5 * slope : slope, units = scaled ? 5 : 3;
        p.position.alibi = forms[i];
        for (int side = -1; side <= 1; side += 2) {
            double right = sloped_mean(stated * (1 + side * (units - 0.1) * 0x1p-8));
            double wrong = sloped_mean(stated * (1 + side * (units + 0.1) * 0x1p-8));
            ck_assert(!is_proved_in(&precision, &p, &e, right));
            ck_assert(is_proved_in(&precision, &p, &e, wrong));
        }
    }
}
END_TEST

/* A row that sees no key, and a sink, which has no value; its logit is the log-sum-exp. */
START_TEST(a_sink_may_be_alone) {
    double query[] = {1}, key[] = {1}, value[] = {1}, logit[] = {2};
    const plumb_precision *f32 = plumb_precision_find("f32");
    plumb_problem p = one_head(1, 1, 1, 1);
    plumb_element e = {.present = true, .engine = 3};
    p.query = query;
    p.key = key;
    p.value = value;
    p.causal = (plumb_causal){true, -1};
    p.op.sink = PLUMB_SINK_LOGIT;
    p.extra.sinks = logit;
    ck_assert(!is_proved_in(f32, &p, &e, 0) && is_proved_in(f32, &p, &e, 1));
    for (int far = 0; far < 2; far++) {
        e.engine = 2 + far * 0x1p-12;
        ck_assert_int_eq(is_proved_impossible(&p, f32, PLUMB_LSE, &e, PLUMB_F32), far);
    }
}
END_TEST

/* One pair, of which the first key has a part, against a key of 0: the weight of the first, whose value is 1. */
typedef struct {
    double query[2], key[4], value[2];
    int64_t query_position[1], key_position[2];
} turned_pair;

static plumb_problem turned_problem(turned_pair *pair, int64_t position) {
    *pair = (turned_pair){{2, 0}, {1, 0, 0, 0}, {1, 0}, {position}, {0, 0}};
    plumb_problem p = one_head(1, 2, 2, 1);
    p.query = pair->query;
    p.key = pair->key;
    p.value = pair->value;
    p.scale = (plumb_scale){.text = "0.5"};
    p.position = (plumb_position){.kind = PLUMB_POSITION_ROPE,
                                  .query_position = pair->query_position,
                                  .key_position = pair->key_position,
                                  .rope = {.dim = 2, .base = 10000, .multiplier = 1, .factor = 1}};
    return p;
}

/* Whether a score may be this far from the exact one. */
static bool may_be_off(const plumb_problem *p, const plumb_precision *precision, double score, double off) {
    plumb_element e = {.present = true};
    return !is_proved_in(precision, p, &e, 1 / (1 + exp(-(score - off)))) &&
           !is_proved_in(precision, p, &e, 1 / (1 + exp(-(score + off))));
}

/* An element that is turned is rounded five times as a tensor is: it, its cosine, their product, and two stores; a
   score rounds the two roots of its scale and both elements.  That makes 14 units of bfloat16; what both vectors are
   off by counts twice, for a little more. */
/* bfloat16 stores 3009 and 3001 as 3008: which key has the weight is not known, but the output lies among the values. */
START_TEST(outputs_lie_among_the_values) {
    const double one = 1, key[] = {3009, 3001, -2e4}, value[] = {1, -1, 0.5};
    plumb_problem p = one_head(1, 3, 1, 1);
    p.scale.text = "1";
    p.query = &one;
    p.key = key;
    p.value = value;
    const plumb_precision *precision = plumb_precision_find("bf16-eager");
    const double inside[] = {1, -1, 0, 0.9}, outside[] = {1.03, -1.03, 3, -100};
    for (size_t i = 0; i < sizeof inside / sizeof *inside; i++) {
        plumb_element e = {.present = true, .engine = inside[i]};
        ck_assert_msg(!is_proved_impossible(&p, precision, PLUMB_OUTPUT, &e, PLUMB_BF16), "%g", e.engine);
        e.engine = outside[i];
        ck_assert_msg(is_proved_impossible(&p, precision, PLUMB_OUTPUT, &e, PLUMB_BF16), "%g", e.engine);
    }
}
END_TEST

START_TEST(rope_is_stored_in_tensors) {
    plumb_precision precision;
    plumb_error error;
    turned_pair pair;
    ck_assert_int_eq(plumb_precision_parse("f32,input=bf16", "precision", &precision, &error), 0);
    plumb_problem p = turned_problem(&pair, 0);
    static const double cosine[] = {1}, sine[] = {0};
    for (int stated = 0; stated < 2; stated++) {
        if (stated) {
            p.position.rope.cosine = cosine;
            p.position.rope.sine = sine;
            p.position.rope.rows = 1;
        }
        ck_assert(may_be_off(&p, &precision, 1, pow(1 + 0x1p-8, 13.9) - 1));
        ck_assert(!may_be_off(&p, &precision, 1, pow(1 + 0x1p-8, 14.3) - 1));
    }
}
END_TEST

/* How far below the exact one the score may be: within 2^-20. */
static double reach(const plumb_problem *p, const plumb_precision *precision, double score) {
    plumb_element e = {.present = true};
    double near = 0, far = 2;
    for (int i = 0; i < 21; i++) {
        double middle = (near + far) / 2;
        bool proved = is_proved_in(precision, p, &e, 1 / (1 + exp(-(score - middle))));
        *(proved ? &far : &near) = middle;
    }
    return far;
}

/* A slope that is computed, of one of sixteen heads, is one of ten roundings; the errors of exponents, which see it,
   add a third.  One that is stated is exact, but a small one loses more in a tensor than that of another head: 2^-25 of
   2^-20, half a million positions away. */
START_TEST(each_slope_errs_by_itself) {
    double query[16] = {0}, key[2] = {0}, value[2] = {1, 0}, slopes[16];
    int64_t query_position[] = {0}, key_position[] = {2, 0};
    plumb_precision precision;
    plumb_error error;
    plumb_problem p = one_head(1, 2, 1, 1);
    plumb_element e = {.present = true, .head = 8};
    p.query_heads = 16;
    p.query = query;
    p.key = key;
    p.value = value;
    p.position = (plumb_position){.kind = PLUMB_POSITION_ALIBI,
                                  .alibi = PLUMB_ALIBI_KEY,
                                  .query_position = query_position,
                                  .key_position = key_position};
    plumb_problem stated = p;
    stated.position.slopes = slopes;
    for (size_t h = 0; h < 16; h++)
        slopes[h] = h < 8 ? sqrt(0.5) : 0x1p-20;
    ck_assert_int_eq(plumb_precision_parse("f64,exponent=bf16", "precision", &precision, &error), 0);
    double more = reach(&p, &precision, sqrt(2)) - reach(&stated, &precision, sqrt(2));
    ck_assert_msg(more > 10 * sqrt(2) * 0x1p-8 && more < 18 * sqrt(2) * 0x1p-8, "%g", more);
    ck_assert_int_eq(plumb_precision_parse("f64,input=f16", "precision", &precision, &error), 0);
    key_position[0] = 1 << 19;
    ck_assert(!is_proved_in(&precision, &stated, &e, 1 / (1 + exp(-0.5 + 0.9 * 0x1p-6))));
    ck_assert(is_proved_in(&precision, &stated, &e, 1 / (1 + exp(-0.5 + 3 * 0x1p-6))));
}
END_TEST

/* Functions within 4 units in the last place of 1, in query and key, make 16 units, and 18 roundings of what multiplies
   them 36 more; the errors of exponents, which see these, add a third. */
START_TEST(cosines_are_computed) {
    plumb_precision precision;
    plumb_error error;
    turned_pair pair;
    ck_assert_int_eq(plumb_precision_parse("f32,exponent=bf16", "precision", &precision, &error), 0);
    plumb_problem p = turned_problem(&pair, 0), stated = p;
    stated.position.rope.cosine = (const double[]){1};
    stated.position.rope.sine = (const double[]){0};
    stated.position.rope.rows = 1;
    double without = reach(&stated, &precision, 1), functions = reach(&p, &precision, 1) - without;
    ck_assert(functions > 21 * 0x1p-8 && functions < 24 * 0x1p-8);
    p.position.rope.multiplier = 2;
    pair.query[0] = 0.5;
    double multiplied = reach(&p, &precision, 1) - without;
    ck_assert(multiplied > 78 * 0x1p-8 && multiplied < 86 * 0x1p-8);
}
END_TEST

/* The angle of the first pair is one of 14 roundings; it grows with the position of query or key. */
START_TEST(an_angle_is_off_by_its_position) {
    const plumb_precision *f32 = plumb_precision_find("f32");
    turned_pair pair;
    for (int64_t position = -(1 << 14); position <= 1 << 14; position += 1 << 15) {
        plumb_problem p = turned_problem(&pair, position);
        double delta = 14 * 0x1p-24 * 0x1p14, score = cos((double)position);
        double off = fabs(sin((double)position)) * delta + fabs(score) * delta * delta / 2;
        ck_assert(may_be_off(&p, f32, score, 0.99 * off));
        ck_assert(!may_be_off(&p, f32, score, 1.01 * off));
        pair.query_position[0] = 0;
        pair.key_position[0] = position;
        ck_assert(may_be_off(&p, f32, score, 0.99 * off));
        ck_assert(!may_be_off(&p, f32, score, 1.01 * off));
    }
}
END_TEST

/* Two pairs of four elements, of which one element of query and key is not 0, against a key of 0. */
typedef struct {
    double query[4], key[8], value[2];
    int64_t query_position[2], key_position[4];
} turned_pairs;

static plumb_problem two_pairs(turned_pairs *of, size_t element, plumb_rope rope, int64_t first, int64_t second) {
    *of = (turned_pairs){.value = {1, 0}, .query_position = {first, second}};
    of->query[element] = 2;
    of->key[element] = 1;
    plumb_problem p = one_head(1, 2, 4, 1);
    p.query = of->query;
    p.key = of->key;
    p.value = of->value;
    p.scale = (plumb_scale){.text = "0.5"};
    p.position = (plumb_position){.kind = PLUMB_POSITION_ROPE,
                                  .query_position = of->query_position,
                                  .key_position = of->key_position,
                                  .rope = rope};
    return p;
}

/* An angle theta p is one of so many roundings. */
static void check_angle(const plumb_problem *p, double theta, double roundings, double position) {
    const plumb_precision *f32 = plumb_precision_find("f32");
    double angle = theta * position, delta = roundings * 0x1p-24 * angle;
    double off = fabs(sin(angle)) * delta + fabs(cos(angle)) * delta * delta / 2;
    ck_assert(may_be_off(p, f32, cos(angle), 0.97 * off) && !may_be_off(p, f32, cos(angle), 1.03 * off));
}

/* theta_1 is 1/100, a power of 6 ln 100 + 17 roundings, or that of a rotation of its own, 1 of 14; the layout says where
   the pair stands, and only the axis that it reads counts. */
START_TEST(each_pair_is_off_by_itself) {
    static const double alone = 14, power = 6 * 4.605170185988092 + 17, far = 0x1p18;
    turned_pairs of;
    plumb_rope rope = {.dim = 4, .base = 10000, .multiplier = 1, .factor = 1, .sections = {2, {1, 1}}};
    for (int layout = 0; layout < 2; layout++) {
        rope.layout = (plumb_rope_layout)layout;
        size_t element = layout == PLUMB_ROPE_HALF ? 1 : 2;
        rope.frequencies = PLUMB_FREQUENCIES_CONTINUED;
        plumb_problem p = two_pairs(&of, element, rope, 0, (int64_t)far);
        check_angle(&p, 0.01, power, far);
        rope.frequencies = PLUMB_FREQUENCIES_RESTARTED;
        p = two_pairs(&of, element, rope, 7, 1 << 14);
        check_angle(&p, 1, alone, 0x1p14);
    }
}
END_TEST

START_TEST(the_part_that_turns_is_off) {
    turned_pairs of;
    plumb_rope rope = {.dim = 2, .base = 10000, .multiplier = 1, .factor = 1};
    for (int last = 0; last < 2; last++) {
        rope.last = last == 1;
        plumb_problem p = two_pairs(&of, last ? 2 : 0, rope, 1 << 14, 0);
        check_angle(&p, 1, 14, 0x1p14);
        p = two_pairs(&of, last ? 0 : 2, rope, 1 << 14, 0);
        double still = reach(&p, plumb_precision_find("f32"), 1);
        ck_assert_msg(still < 0x1p-12, "%g", still);
    }
}
END_TEST

/* A query that is multiplied is stored as one that is turned, and so is its factor: five units of bfloat16, and three
   besides; a factor of 1 changes nothing. */
START_TEST(a_temperature_is_stored_in_tensors) {
    plumb_precision precision;
    plumb_error error;
    turned_pairs of;
    ck_assert_int_eq(plumb_precision_parse("f32,input=bf16", "precision", &precision, &error), 0);
    plumb_problem p = two_pairs(&of, 1, (plumb_rope){.dim = 0}, 3, 0);
    p.position.kind = PLUMB_POSITION_TEMPERATURE;
    p.position.temperature = (plumb_temperature){1, 4, 0};
    double cold = reach(&p, &precision, 1);
    p.position.temperature = (plumb_temperature){0.1, 1, 0};
    double factor = 1 + 0.1 * log(4);
    of.query[1] = 2 / factor;
    double warm = reach(&p, &precision, 1) - cold;
    ck_assert_msg(warm > 7.5 * 0x1p-8 && warm < 9 * 0x1p-8, "%g", warm / 0x1p-8);
    of.query_position[0] = 1 << 22;
    ck_assert(may_be_off(&p, &precision, 1, 0.9));
}
END_TEST

/* A query and a key of 0, to which rows are added, against a logit of 0: the weight of the key, whose value is 1. */
typedef struct {
    double query[2], key[2], value[1], table[2];
    int64_t query_position[1], key_position[1];
} added_pair;

static plumb_problem added_problem(added_pair *pair, plumb_position_kind kind) {
    *pair = (added_pair){{0, 0}, {0, 0}, {1}, {0, 1}, {0}, {0}};
    plumb_problem p = one_head(1, 1, 2, 1);
    p.query = pair->query;
    p.key = pair->key;
    p.value = pair->value;
    p.scale = (plumb_scale){.text = "1"};
    p.op.sink = PLUMB_SINK_ZERO;
    p.position = (plumb_position){.kind = kind,
                                  .query_position = pair->query_position,
                                  .key_position = pair->key_position,
                                  .sinusoidal_base = 10000,
                                  .table = pair->table,
                                  .table_rows = 1};
    return p;
}

/* A row is rounded as a tensor, its sum with a vector twice, of query and key; a score rounds the two roots of its
   scale and both elements.  That makes 10 units of bfloat16; what both vectors are off by counts twice, for a little
   more. */
START_TEST(rows_are_stored_in_tensors) {
    plumb_precision precision;
    plumb_error error;
    added_pair pair;
    ck_assert_int_eq(plumb_precision_parse("f32,input=bf16", "precision", &precision, &error), 0);
    plumb_problem p = added_problem(&pair, PLUMB_POSITION_LEARNED);
    ck_assert(may_be_off(&p, &precision, 1, pow(1 + 0x1p-8, 9.9) - 1));
    ck_assert(!may_be_off(&p, &precision, 1, pow(1 + 0x1p-8, 10.2) - 1));
}
END_TEST

/* Functions within 4 units in the last place of 1, in query and key, make 16 units; the errors of exponents, which see
   these, add a third. */
START_TEST(sines_are_computed) {
    plumb_precision precision;
    plumb_error error;
    added_pair pair;
    ck_assert_int_eq(plumb_precision_parse("f32,exponent=bf16", "precision", &precision, &error), 0);
    plumb_problem p = added_problem(&pair, PLUMB_POSITION_SINUSOIDAL);
    plumb_problem stated = added_problem(&pair, PLUMB_POSITION_LEARNED);
    double functions = reach(&p, &precision, 1) - reach(&stated, &precision, 1);
    ck_assert(functions > 21 * 0x1p-8 && functions < 24 * 0x1p-8);
}
END_TEST

/* As with RoPE; a position begins at its offset. */
START_TEST(a_row_is_off_by_its_position) {
    const plumb_precision *f32 = plumb_precision_find("f32");
    for (int layout = 0; layout < 2; layout++)
        for (int place = 0; place < 3; place++) {
            added_pair pair;
            plumb_problem p = added_problem(&pair, PLUMB_POSITION_SINUSOIDAL);
            int64_t position = 1 << 14;
            p.position.sinusoidal = (plumb_sinusoidal_layout)layout;
            pair.query_position[0] = place == 0 ? position : 0;
            pair.key_position[0] = place == 1 ? position : place == 2 ? -position : 0;
            p.position.offset = place == 2 ? position : 0;
            double delta = 14 * 0x1p-24 * 0x1p14, score = cos((double)position);
            ck_assert(may_be_off(&p, f32, score, 0.99 * delta));
            ck_assert(!may_be_off(&p, f32, score, 1.01 * delta));
        }
}
END_TEST

/* Two keys of score 0 share the only row of a table, 1, against a logit of 0.  Stored, added up and stored again, their
   weights round twice, those of the sum once; a unit is shared out between values and vectors where the sum is judged.
   Values of 1 in the place of the row are weighed as they are stored. */
START_TEST(weights_of_a_row_are_stored_twice) {
    double zero[2] = {0, 0}, none[] = {0}, one[] = {1}, ones[2] = {1, 1};
    int64_t positions[2] = {0, 0};
    plumb_precision precision;
    plumb_error error;
    plumb_problem p = one_head(1, 2, 1, 1);
    plumb_element e = {.present = true};
    ck_assert_int_eq(plumb_precision_parse("f32,probability=bf16", "precision", &precision, &error), 0);
    p.query = p.key = p.value = zero;
    p.op.sink = PLUMB_SINK_ZERO;
    p.position = (plumb_position){.kind = PLUMB_POSITION_SHAW,
                                  .query_position = positions,
                                  .key_position = positions,
                                  .table = none,
                                  .value_table = one,
                                  .table_rows = 1};
    ck_assert(!is_proved_in(&precision, &p, &e, 2.0 / 3 * (1 + 2.9 * 0x1p-8)));
    ck_assert(is_proved_in(&precision, &p, &e, 2.0 / 3 * (1 + 4.2 * 0x1p-8)));
    p.value = ones;
    p.position = (plumb_position){.kind = PLUMB_POSITION_NONE};
    ck_assert(is_proved_in(&precision, &p, &e, 2.0 / 3 * (1 + 2.2 * 0x1p-8)));
}
END_TEST

/* A key of score 0 and one that the mask hides, which a softcap behind the mask lets take part. */
START_TEST(a_hidden_key_takes_part) {
    double query[] = {0}, key[] = {0, NAN}, value[] = {0, 1};
    const plumb_precision *f32 = plumb_precision_find("f32");
    plumb_problem p = one_head(1, 2, 1, 1);
    plumb_element e = {.present = true};
    p.query = query;
    p.key = key;
    p.value = value;
    p.causal.causal = true;
    p.op.softcap = 2;
    p.op.softcap_order = PLUMB_BIAS_MASK_CAP;
    double share = 1 / (1 + exp(2));
    ck_assert(!is_proved_in(f32, &p, &e, share));
    ck_assert(!is_proved_in(f32, &p, &e, share * (1 + 0x1p-22)));
    ck_assert(is_proved_in(f32, &p, &e, share * (1 + 0x1p-14)));
    ck_assert(is_proved_in(f32, &p, &e, 0));
    p.op.softcap_order = PLUMB_BIAS_CAP_MASK;
    ck_assert(!is_proved_in(f32, &p, &e, 0));
    ck_assert(is_proved_in(f32, &p, &e, share));
}
END_TEST

/* Two keys, one above 0 and one below; only the first has a value, 1.  Epsilon is added to differences at the largest
   score, 4. */
START_TEST(softpick_knows_its_epsilon) {
    double query[] = {1}, key[] = {4, -2}, value[] = {1, 0};
    const plumb_precision *f32 = plumb_precision_find("f32");
    plumb_problem p = one_head(1, 2, 1, 1);
    plumb_element e = {.present = true};
    p.query = query;
    p.key = key;
    p.value = value;
    p.scale = (plumb_scale){.text = "1"};
    p.op = (plumb_operator){.kind = PLUMB_SOFTPICK, .epsilon = 0.25};
    double above = 1 - exp(-4), below = exp(-4) - exp(-6), share = above / (above + below + 0.25);
    ck_assert(!is_proved_in(f32, &p, &e, share));
    ck_assert(is_proved_in(f32, &p, &e, share * (1 + 0x1p-14)) && is_proved_in(f32, &p, &e, share * (1 - 0x1p-14)));
    ck_assert(is_proved_in(f32, &p, &e, above / (above + below)));
    ck_assert(is_proved_in(f32, &p, &e, above / (above + below + 0.25 * exp(4))));
}
END_TEST

/* The second key is masked before a softcap of 2, which gives it the score -2: it counts for a softpick's divisor, and
   its value for a sigmoid. */
START_TEST(hidden_keys_count_for_other_weights) {
    double query[] = {1}, key[] = {4, 4}, value[] = {1, 8}, score = 2 * tanh(2);
    const plumb_precision *f32 = plumb_precision_find("f32");
    plumb_problem p = one_head(1, 2, 1, 1);
    plumb_element e = {.present = true};
    p.query = query;
    p.key = key;
    p.value = value;
    p.scale = (plumb_scale){.text = "1"};
    p.causal.causal = true;
    p.op = (plumb_operator){.kind = PLUMB_SOFTPICK, .epsilon = 0.25};
    p.op.softcap = 2;
    p.op.softcap_order = PLUMB_BIAS_MASK_CAP;
    double above = 1 - exp(-score), below = exp(-score) * (1 - exp(-2));
    ck_assert(!is_proved_in(f32, &p, &e, above / (above + below + 0.25)));
    ck_assert(is_proved_in(f32, &p, &e, above / (above + 0.25)));
    p.op.kind = PLUMB_SIGMOID;
    double first = 1 / (1 + exp(-score)), second = 1 / (1 + exp(2));
    ck_assert(!is_proved_in(f32, &p, &e, first + 8 * second));
    ck_assert(is_proved_in(f32, &p, &e, first));
}
END_TEST

/* A sum over the keys, stored in bfloat16 for each feature, may be off by 2^-9 of 256; a score of 1 by 2^-9. */
START_TEST(keys_may_be_summed_first) {
    double query[] = {1, 1}, key[] = {256, -255}, value[] = {1}, bias[] = {0};
    plumb_precision precision;
    plumb_error error;
    ck_assert_int_eq(plumb_precision_parse("f32,probability=bf16", "precision", &precision, &error), 0);
    plumb_problem p = one_head(1, 1, 2, 1);
    plumb_element e = {.present = true};
    p.query = query;
    p.key = key;
    p.value = value;
    p.scale = (plumb_scale){.text = "1"};
    p.op = (plumb_operator){.kind = PLUMB_IDENTITY, .normalisation = PLUMB_UNNORMALISED};
    ck_assert(!is_proved_in(&precision, &p, &e, 1.25) && is_proved_in(&precision, &p, &e, 3.25));
    p.extra.bias = bias;
    ck_assert(is_proved_in(&precision, &p, &e, 1.25) && !is_proved_in(&precision, &p, &e, 1));
    p.extra.bias = NULL; /* the same of another column, with a value bias behind it */
    p.value_dim = 2;
    p.value = (const double[]){1000, 1};
    p.extra.value_bias = (const double[]){0, 8};
    e.column = 1;
    ck_assert(!is_proved_in(&precision, &p, &e, 9.25) && is_proved_in(&precision, &p, &e, 11.25));
    p = one_head(1, 2, 2, 1); /* the same of the second key */
    p.query = query;
    p.key = (const double[]){0, 0, 256, -255};
    p.value = (const double[]){0, 1};
    p.scale = (plumb_scale){.text = "1"};
    p.op = (plumb_operator){.kind = PLUMB_IDENTITY, .normalisation = PLUMB_UNNORMALISED};
    e.column = 0;
    ck_assert(!is_proved_in(&precision, &p, &e, 2.5) && is_proved_in(&precision, &p, &e, 3.25));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("theorem/proof");
    TCase *tests = tcase_create("proof");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, the_theorem_speaks_of_every_operator);
    tcase_add_test(tests, a_row_is_handed_over_as_it_is);
    tcase_add_test(tests, biases_may_hide_keys);
    tcase_add_test(tests, alibi_is_stored_in_tensors);
    tcase_add_test(tests, each_slope_errs_by_itself);
    tcase_add_test(tests, a_sink_may_be_alone);
    tcase_add_test(tests, outputs_lie_among_the_values);
    tcase_add_test(tests, rope_is_stored_in_tensors);
    tcase_add_test(tests, cosines_are_computed);
    tcase_add_test(tests, an_angle_is_off_by_its_position);
    tcase_add_test(tests, each_pair_is_off_by_itself);
    tcase_add_test(tests, the_part_that_turns_is_off);
    tcase_add_test(tests, a_temperature_is_stored_in_tensors);
    tcase_add_test(tests, rows_are_stored_in_tensors);
    tcase_add_test(tests, sines_are_computed);
    tcase_add_test(tests, a_row_is_off_by_its_position);
    tcase_add_test(tests, weights_of_a_row_are_stored_twice);
    tcase_add_test(tests, a_hidden_key_takes_part);
    tcase_add_test(tests, softpick_knows_its_epsilon);
    tcase_add_test(tests, hidden_keys_count_for_other_weights);
    tcase_add_test(tests, keys_may_be_summed_first);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
