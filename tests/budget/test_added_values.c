/* test_added_values.c - what engines give that add vectors to values is never excluded, wherever they add; what is a
   thousandth of the values away is, in binary32. */
#include "budget/added_values.h"
#include "tests/budget/visible_rows.h"
#include "tests/simulate/arithmetic.h"
#include "tests/support/reproduce.h"

#define CASES 1000
#define PLACES (MOST_VISIBLE_KEYS + 1) /* a sink's is the last */
#define NUMBER_OFF 0x1p-48          /* of a quotient of two floats, which is rounded once */

typedef struct {
    const char *precision;
    plumb_format weight, value, tensor;
} format_of;

static const format_of formats[] = {{"f32", PLUMB_F32, PLUMB_F32, PLUMB_F32},
                                    {"bf16-flash", PLUMB_BF16, PLUMB_BF16, PLUMB_BF16},
                                    {"fp16-flash", PLUMB_F16, PLUMB_F16, PLUMB_F16}};

enum { FORMATS = sizeof formats / sizeof *formats };

typedef struct {
    visible_row row;
    double added[MOST_VISIBLE_KEYS], mean; /* mean: of the values with their vectors, and the sink */
    int has_sink;                       /* of logit 0, off by nothing */
} added_row;

static void random_added_row(random_cases *cases, added_row *x) {
    double total = 0, sum = 0;
    random_visible_row(cases, &x->row);
    x->has_sink = random_below(cases, 2) != 0;
    for (size_t j = 0; j < x->row.keys; j++) {
        double weight = x->row.visible[j] ? exp(x->row.score[j].mid) : 0;
        x->added[j] = x->row.visible[j] ? random_normal(cases) : NAN;
        total += weight;
        sum += x->row.visible[j] ? weight * (x->row.value[j] + x->added[j]) : 0;
    }
    x->mean = sum / (total + x->has_sink);
}

static int excluded_by(const added_row *x, const double *added, const format_of *in, double number) {
    const visible_row *row = &x->row;
    model_steps steps = steps_of(plumb_precision_find(in->precision));
    plumb_ball score[PLACES], off[PLACES];
    plumb_ball scores[2 * PLACES], offs[2 * PLACES], weight[2 * PLACES];
    plumb_range range[2 * PLACES];
    double column[2 * PLACES], unused[2 * PLACES];
    unsigned char shown[2 * PLACES];
    for (size_t j = 0; j <= row->keys; j++) {
        score[j] = j < row->keys ? row->score[j] : plumb_ball_zero();
        off[j] = j < row->keys ? row->off[j] : plumb_ball_zero();
    }
    plumb_weighing weighing = {.kind = PLUMB_WEIGHED_BY_SOFTMAX};
    return plumb_added_values_excluded(steps.unit, steps.tiny, weighing, score, off, row->visible, row->value, added,
                                       row->keys, 1, 0, 1, x->has_sink,
                                       (plumb_ball){number, NUMBER_OFF * fabs(number)},
                                       (plumb_verdict_workspace){scores, offs, weight, range, column, unused, shown});
}

static int excluded(const added_row *x, const format_of *in, double number) {
    return excluded_by(x, x->added, in, number);
}

/* ---- engines ---- */

typedef enum { FORMED_FIRST, IN_ONE_SUM, TWO_SUMS, TWO_OUTPUTS, PLACES_OF_SUM } place_of_sum;

typedef struct {
    place_of_sum place;
    int divides_first; /* probabilities are divided before they multiply the values */
} engine_form;

/* the weights as they multiply the values, and what their sums are divided by */
static float fill_weights(random_cases *cases, const added_row *x, const format_of *in, int divides_first,
                          float *weight) {
    const visible_row *row = &x->row;
    float largest = x->has_sink ? 0 : -INFINITY, total;
    for (size_t j = 0; j < row->keys; j++) {
        double off = 0.9 * VISIBLE_OFF * (2 * random_uniform(cases) - 1);
        weight[j] = row->visible[j] ? (float)(row->score[j].mid + off) : -INFINITY;
        largest = fmaxf(largest, weight[j]);
    }
    total = x->has_sink ? expf(-largest) : 0;
    for (size_t j = 0; j < row->keys; j++)
        total += weight[j] = expf(weight[j] - largest);
    for (size_t j = 0; j < row->keys; j++)
        weight[j] = float_in_format(in->weight, divides_first ? weight[j] / total : weight[j]);
    return divides_first ? 1 : total;
}

static double engine_gives(random_cases *cases, const added_row *x, const format_of *in, engine_form form) {
    float weight[MOST_VISIBLE_KEYS], sum = 0, second = 0;
    float total = fill_weights(cases, x, in, form.divides_first, weight);
    for (size_t j = x->row.keys; j-- > 0;) {
        if (!x->row.visible[j])
            continue;
        float value = (float)x->row.value[j], added = (float)x->added[j];
        if (form.place == FORMED_FIRST) {
            sum += weight[j] * float_in_format(in->value, float_in_format(in->tensor, value + added));
            continue;
        }
        float other = weight[j] * float_in_format(in->value, added);
        sum += weight[j] * float_in_format(in->value, value);
        *(form.place == IN_ONE_SUM ? &sum : &second) += other;
    }
    if (form.place == TWO_OUTPUTS)
        return (double)(float_in_format(in->tensor, sum / total) + float_in_format(in->tensor, second / total));
    return (double)(sum + second) / (double)total;
}

static void fail_case(const random_cases *cases, const format_of *in, engine_form form, double number) {
    reproduction line = reproduce(cases);
    reproduce_text(&line, " excluded, and given: %s, place of the sum %d, divides first %d: %a", in->precision,
                   (int)form.place, form.divides_first, number);
    reproduce_fail(&line);
}

START_TEST(what_engines_give_is_possible) {
    random_cases cases = random_begin("budget added values engines", CASES);
    while (random_next(&cases)) {
        added_row x;
        random_added_row(&cases, &x);
        for (size_t n = 0; n < FORMATS; n++)
            for (int k = 0; k < 2 * PLACES_OF_SUM; k++) {
                engine_form form = {(place_of_sum)(k / 2), k % 2};
                double number = engine_gives(&cases, &x, &formats[n], form);
                if (excluded(&x, &formats[n], number))
                    fail_case(&cases, &formats[n], form, number);
            }
    }
}
END_TEST

START_TEST(what_is_far_away_is_not) {
    random_cases cases = random_begin("budget added values far", CASES);
    while (random_next(&cases)) {
        added_row x;
        random_added_row(&cases, &x);
        ck_assert(!excluded(&x, &formats[0], x.mean));
        for (int side = -1; side <= 1; side += 2) {
            ck_assert(excluded(&x, &formats[0], x.mean + side * 0.001));
            for (size_t n = 0; n < FORMATS; n++)
                ck_assert(excluded(&x, &formats[n], x.mean + side * 0.5));
        }
    }
}
END_TEST

/* Vectors of 0 leave the values' own mean. */
START_TEST(vectors_are_told_from_none) {
    random_cases cases = random_begin("budget added values none", CASES);
    const double none[MOST_VISIBLE_KEYS] = {0};
    size_t told = 0;
    while (random_next(&cases)) {
        added_row x;
        random_added_row(&cases, &x);
        x.has_sink = 0;
        ck_assert(!excluded_by(&x, none, &formats[0], x.row.mean));
        double with = 0;
        for (size_t j = 0; j < x.row.keys; j++)
            with += x.row.visible[j] ? x.row.exact[j] * (x.row.value[j] + x.added[j]) : 0;
        if (fabs(with - x.row.mean) > 0.001) {
            ck_assert(excluded(&x, &formats[0], x.row.mean) && excluded_by(&x, none, &formats[0], with));
            told++;
        }
    }
    ck_assert(told > CASES / 2);
}
END_TEST

START_TEST(nothing_known) {
    random_cases cases = random_begin("budget added values nothing", CASES);
    while (random_next(&cases)) {
        added_row x;
        random_added_row(&cases, &x);
        ck_assert(!excluded(&x, &formats[0], NAN));
        double lost = x.added[x.row.first];
        x.added[x.row.first] = INFINITY;
        ck_assert(!excluded(&x, &formats[0], 100));
        x.added[x.row.first] = lost;
        ck_assert(excluded(&x, &formats[0], 100));
        x.row.off[x.row.first] = plumb_ball_unknown();
        ck_assert(!excluded(&x, &formats[0], 100));
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/added_values");
    TCase *tests = tcase_create("added_values");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, what_engines_give_is_possible);
    tcase_add_test(tests, what_is_far_away_is_not);
    tcase_add_test(tests, vectors_are_told_from_none);
    tcase_add_test(tests, nothing_known);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
