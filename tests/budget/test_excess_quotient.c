/* test_excess_quotient.c - what comes of dividing a row's differences is not excluded; what is farther away is, unless
   nothing is known. */
#include "budget/excess_quotient.h"
#include "tests/budget/models.h"
#include "tests/support/reproduce.h"
#include "tests/support/suite.h"

#define CASES 2000
#define KEYS 12
#define WIDTH 2
#define RESCALINGS 2

/* Of the values the second column counts; what is not read is NaN. */
typedef struct {
    plumb_ball excess[KEYS];
    unsigned char visible[KEYS];
    double value[KEYS * WIDTH], epsilon;
} row;

static row random_row(random_cases *cases) {
    row x = {.epsilon = random_below(cases, 2) ? 0 : random_uniform(cases)};
    size_t always = random_below(cases, KEYS);
    for (size_t j = 0; j < KEYS; j++) {
        x.visible[j] = j == always || random_below(cases, 3) != 0;
        x.excess[j] = (plumb_ball){x.visible[j] ? (double)(float)random_normal(cases) : NAN, 0};
        x.value[j * WIDTH] = NAN;
        x.value[j * WIDTH + 1] = x.visible[j] ? (double)(float)random_normal(cases) : NAN;
    }
    return x;
}

static bool excluded(const row *x, plumb_ball before) {
    model_steps steps = steps_of(plumb_precision_find("f32"));
    plumb_ball positive[KEYS], size[KEYS];
    return plumb_excess_quotient_excluded(steps.unit, steps.tiny, plumb_ball_of(x->epsilon), x->excess, x->visible,
                                          (plumb_row_values){x->value, x->value, WIDTH, 1, 0}, KEYS, RESCALINGS, before,
                                          positive, size) != 0;
}

/* In binary32, forwards or backwards, each weight divided or the sum. */
static double computed(random_cases *cases, const row *x) {
    float products = 0, sizes = 0, shares = 0;
    bool backwards = random_below(cases, 2), each = random_below(cases, 2);
    for (size_t i = 0; i < KEYS; i++) {
        size_t j = backwards ? KEYS - 1 - i : i;
        if (x->visible[j]) {
            sizes += fabsf((float)x->excess[j].mid);
            products += fmaxf(0, (float)x->excess[j].mid) * (float)x->value[j * WIDTH + 1];
        }
    }
    sizes += (float)x->epsilon;
    for (size_t j = 0; j < KEYS; j++)
        if (x->visible[j])
            shares += fmaxf(0, (float)x->excess[j].mid) / sizes * (float)x->value[j * WIDTH + 1];
    return (double)(each ? shares : products / sizes);
}

static double exact(const row *x, double *size) {
    double products = 0, sizes = x->epsilon;
    *size = 0;
    for (size_t j = 0; j < KEYS; j++)
        if (x->visible[j]) {
            sizes += fabs(x->excess[j].mid);
            products += fmax(0, x->excess[j].mid) * x->value[j * WIDTH + 1];
            *size = fmax(*size, fabs(x->value[j * WIDTH + 1]));
        }
    return products / sizes;
}

static void fail_case(const random_cases *cases, const char *what, double number) {
    reproduction line = reproduce(cases);
    reproduce_text(&line, " %s: %a", what, number);
    reproduce_fail(&line);
}

START_TEST(what_is_divided) {
    random_cases cases = random_begin("budget excess quotient", CASES);
    while (random_next(&cases)) {
        row x = random_row(&cases);
        double size, right = exact(&x, &size), given = computed(&cases, &x), far = 0x1p-16 * size;
        if (excluded(&x, plumb_ball_of(given)))
            fail_case(&cases, "excluded, and given", given);
        if (!excluded(&x, plumb_ball_of(right + far)) || !excluded(&x, plumb_ball_of(right - far)))
            fail_case(&cases, "far away and possible", right);
        if (excluded(&x, (plumb_ball){right + far, 2 * far}))
            fail_case(&cases, "excluded, and in the ball", right);
    }
}
END_TEST

START_TEST(nothing_is_known) {
    random_cases cases = random_begin("budget excess quotient unknown", 1);
    row x = random_row(&cases), lost;
    ck_assert(excluded(&x, plumb_ball_of(1e6)) && !excluded(&x, plumb_ball_unknown()));
    x.visible[0] = 1;
    lost = x;
    lost.excess[0] = plumb_ball_unknown();
    ck_assert(!excluded(&lost, plumb_ball_of(1e6)));
    lost = x;
    lost.value[1] = NAN;
    ck_assert(!excluded(&lost, plumb_ball_of(1e6)));
    lost = x;
    lost.epsilon = NAN;
    ck_assert(!excluded(&lost, plumb_ball_of(1e6)));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/excess_quotient");
    TCase *tests = tcase_create("excess_quotient");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, what_is_divided);
    tcase_add_test(tests, nothing_is_known);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
