/* test_scaled_softmax.c - what engines give that multiply each weight by a factor is never excluded, before the
   division or behind it; what is a thousandth of the values away is, in binary32. */
#include "budget/scaled_softmax.h"
#include "tests/budget/visible_rows.h"
#include "tests/simulate/arithmetic.h"
#include "tests/support/reproduce.h"

#define CASES 1000
#define NUMBER_OFF 0x1p-48 /* of a quotient of two floats, which is rounded once */

typedef struct {
    const char *precision;
    plumb_format weight, value;
} format_of;

static const format_of formats[] = {{"f32", PLUMB_F32, PLUMB_F32},
                                    {"bf16-flash", PLUMB_BF16, PLUMB_BF16},
                                    {"fp16-flash", PLUMB_F16, PLUMB_F16}};

enum { FORMATS = sizeof formats / sizeof *formats };

static int excluded(const visible_row *x, const format_of *in, double factor, double number) {
    model_steps steps = steps_of(plumb_precision_find(in->precision));
    plumb_range range[MOST_VISIBLE_KEYS];
    return plumb_scaled_softmax_excluded(steps.unit, steps.tiny, factor, x->score, x->off, x->weight, x->visible,
                                         x->value, x->keys, 1, 0, 1,
                                         (plumb_ball){number, NUMBER_OFF * fabs(number)}, range);
}

static double random_factor(random_cases *cases) {
    return ldexp(1 + random_uniform(cases), (int)random_below(cases, 24) - 12);
}

/* ---- engines ---- */

typedef struct {
    int behind;       /* the division stands before the values: quotients are multiplied */
    int stores_first; /* weights are stored before they are multiplied, too */
} engine_form;

static float multiplied(const format_of *in, engine_form form, float factor, float weight) {
    return float_in_format(in->weight, factor * (form.stores_first ? float_in_format(in->weight, weight) : weight));
}

static double engine_gives(random_cases *cases, const visible_row *x, const format_of *in, engine_form form,
                           double factor) {
    float weight[MOST_VISIBLE_KEYS], largest = -INFINITY, total = 0, sum = 0;
    for (size_t j = 0; j < x->keys; j++) {
        double off = 0.9 * VISIBLE_OFF * (2 * random_uniform(cases) - 1);
        weight[j] = x->visible[j] ? (float)(x->score[j].mid + off) : -INFINITY;
        largest = fmaxf(largest, weight[j]);
    }
    for (size_t j = 0; j < x->keys; j++)
        total += weight[j] = expf(weight[j] - largest);
    for (size_t j = x->keys; j-- > 0;) {
        float kept = multiplied(in, form, (float)factor, form.behind ? weight[j] / total : weight[j]);
        sum += x->visible[j] ? kept * float_in_format(in->value, (float)x->value[j]) : 0;
    }
    return form.behind ? (double)sum : (double)sum / (double)total;
}

static void fail_case(const random_cases *cases, const format_of *in, engine_form form, double factor, double number) {
    reproduction line = reproduce(cases);
    reproduce_text(&line, " excluded, and given: %s, behind %d, stored first %d, factor %a: %a", in->precision,
                   form.behind, form.stores_first, factor, number);
    reproduce_fail(&line);
}

START_TEST(what_engines_give_is_possible) {
    random_cases cases = random_begin("budget scaled softmax engines", CASES);
    while (random_next(&cases)) {
        visible_row x;
        random_visible_row(&cases, &x);
        double factor = random_factor(&cases);
        for (size_t n = 0; n < FORMATS; n++)
            for (int k = 0; k < 4; k++) {
                engine_form form = {k / 2, k % 2};
                double number = engine_gives(&cases, &x, &formats[n], form, factor);
                if (excluded(&x, &formats[n], factor, number))
                    fail_case(&cases, &formats[n], form, factor, number);
            }
    }
}
END_TEST

START_TEST(what_is_far_away_is_not) {
    random_cases cases = random_begin("budget scaled softmax far", CASES);
    while (random_next(&cases)) {
        visible_row x;
        random_visible_row(&cases, &x);
        double factor = random_factor(&cases);
        ck_assert(!excluded(&x, &formats[0], factor, factor * x.mean));
        for (int side = -1; side <= 1; side += 2) {
            ck_assert(excluded(&x, &formats[0], factor, factor * (x.mean + side * 0.001)));
            for (size_t n = 0; n < FORMATS; n++)
                ck_assert(excluded(&x, &formats[n], factor, factor * (x.mean + side * 0.25)));
        }
    }
}
END_TEST

/* A factor so small that an engine may lose it. */
START_TEST(lost_factors_exclude_nothing) {
    random_cases cases = random_begin("budget scaled softmax lost", CASES);
    while (random_next(&cases)) {
        visible_row x;
        random_visible_row(&cases, &x);
        ck_assert(!excluded(&x, &formats[0], 0x1p-160, 0));
    }
}
END_TEST

START_TEST(nothing_known) {
    random_cases cases = random_begin("budget scaled softmax nothing", CASES);
    const double unusable[] = {0, -2, INFINITY, NAN};
    while (random_next(&cases)) {
        visible_row x, lost;
        random_visible_row(&cases, &x);
        for (size_t n = 0; n < 4; n++)
            ck_assert(!excluded(&x, &formats[0], unusable[n], 100));
        ck_assert(!excluded(&x, &formats[0], 2, NAN));
        lost = x;
        lost.off[x.first] = plumb_ball_unknown();
        ck_assert(!excluded(&lost, &formats[0], 2, 100));
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/scaled_softmax");
    TCase *tests = tcase_create("scaled_softmax");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, what_engines_give_is_possible);
    tcase_add_test(tests, what_is_far_away_is_not);
    tcase_add_test(tests, lost_factors_exclude_nothing);
    tcase_add_test(tests, nothing_known);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
