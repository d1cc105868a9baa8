/* test_excess.c - the ball around e^(x - m) - e^-m holds what an engine computes, at its last shift or rescaled to it,
   and is as wide as section 14 of spec/budget.md allows. */
#include "budget/excess.h"
#include "theorem/units.h"
#include "tests/budget/models.h"
#include "tests/support/reproduce.h"
#include "tests/support/suite.h"

#define CASES 4000
#define RESCALINGS 4
#define SHARPNESS 1.25

typedef struct {
    float score, largest;
    double shift;
} excess_case;

static excess_case draw(random_cases *cases) {
    double spread = random_below(cases, 2) ? 1 : 8;
    excess_case x = {(float)(spread * random_normal(cases)), (float)(spread * random_normal(cases)), 0};
    x.largest = fmaxf(x.score, x.largest);
    x.shift = fmax(0, (double)x.largest);
    return x;
}

static plumb_ball ball_of(const plumb_precision *precision, const excess_case *x) {
    model_steps steps = steps_of(precision);
    double factor = exp((double)x->largest - x->shift);
    ck_assert(plumb_excesses_are_borne(steps.unit, RESCALINGS));
    return plumb_scaled_excess(steps.unit, steps.tiny, RESCALINGS, plumb_ball_of((double)x->largest),
                               (plumb_ball){factor, 0x1p-50 * factor}, x->shift, plumb_ball_of((double)x->score));
}

static bool holds(plumb_ball ball, double number) {
    return fabs(number - ball.mid) <= ball.rad;
}

/* At the largest score, or at shifts between the score and it, where the difference is rescaled. */
static double computed(random_cases *cases, const excess_case *x, bool other) {
    float shift = x->largest, factor = 1, from = x->score;
    if (random_below(cases, 2)) {
        shift = from + (float)random_uniform(cases) * (x->largest - from);
        for (float low = shift, high; low < x->largest; low = high) {
            high = random_below(cases, 2) ? x->largest : fminf(x->largest, low + 1 + (x->largest - low) / 2);
            factor *= expf(low - high);
        }
    }
    float base = 1.44269504f, power = other ? exp2f(x->score * base - shift * base) : expf(x->score - shift);
    return (double)(factor * (power - (other ? exp2f(-shift * base) : expf(-shift)))) *
           exp((double)x->largest - x->shift);
}

static void fail_case(const random_cases *cases, const char *what, const excess_case *x, plumb_ball ball) {
    reproduction line = reproduce(cases);
    reproduce_text(&line, " %s: score %a, largest %a, ball %a +- %a", what, (double)x->score, (double)x->largest,
                   ball.mid, ball.rad);
    reproduce_fail(&line);
}

START_TEST(holds_what_is_computed) {
    random_cases cases = random_begin("budget excess", CASES);
    const plumb_precision *f32 = plumb_precision_find("f32");
    while (random_next(&cases)) {
        excess_case x = draw(&cases);
        plumb_ball ball = ball_of(f32, &x);
        if (!holds(ball, exp((double)x.score - x.shift) - exp(-x.shift)))
            fail_case(&cases, "not the exact one", &x, ball);
        for (int other = 0; other < 2; other++)
            if (!holds(ball, computed(&cases, &x, other != 0)))
                fail_case(&cases, "not what is computed", &x, ball);
    }
}
END_TEST

/* Section 14, the size in the place of the magnitudes, and a rescaling of that for the shift. */
static double allowed(const plumb_precision *p, const excess_case *x) {
    double size = fmax(fabs((double)x->score), fabs((double)x->largest)), u = p->exponent.unit;
    double stores = plumb_compound(plumb_gamma(3, u), p->score.unit);
    double argument = plumb_gamma(6, u) * 2 * size + (1 + plumb_gamma(6, u)) * 2 * u * size;
    double shifted = argument + p->shifted * (2 * size + argument);
    double lambda = shifted + p->score.unit * (2 * size + shifted) + plumb_gamma(1, p->exponential) +
                    plumb_gamma(1, p->score.unit) + plumb_gamma(5, u) * 2 * size +
                    RESCALINGS * plumb_gamma(1, p->rescaling);
    double power = exp((double)x->score - x->shift), zero = exp(-x->shift);
    double inherited = (power + zero) * expm1(lambda);
    return inherited + stores * (fabs(power - zero) + inherited);
}

START_TEST(is_as_sharp_as_the_budget) {
    random_cases cases = random_begin("budget excess sharp", CASES);
    const char *names[] = {"f32", "bf16-eager", "bf16-eager-shifted", "fp16-flash"};
    while (random_next(&cases)) {
        const plumb_precision *precision = plumb_precision_find(names[random_below(&cases, 4)]);
        excess_case x = draw(&cases);
        plumb_ball ball = ball_of(precision, &x);
        double bound = allowed(precision, &x), lost = 0x1p-40 + 16 * precision->score.tiny;
        if (ball.rad > SHARPNESS * bound + lost)
            fail_case(&cases, "wider than it may be", &x, ball);
        if (SHARPNESS * ball.rad < bound)
            fail_case(&cases, "narrower than it may be", &x, ball);
    }
}
END_TEST

START_TEST(too_many_rescalings) {
    model_steps steps = steps_of(plumb_precision_find("f32"));
    steps.unit[PLUMB_STEP_RESCALING] = 0x1p-4;
    ck_assert(plumb_excesses_are_borne(steps.unit, 15) && !plumb_excesses_are_borne(steps.unit, 17));
    steps.unit[PLUMB_STEP_SCORE] = 1;
    ck_assert(!plumb_excesses_are_borne(steps.unit, 1));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/excess");
    TCase *tests = tcase_create("excess");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, holds_what_is_computed);
    tcase_add_test(tests, is_as_sharp_as_the_budget);
    tcase_add_test(tests, too_many_rescalings);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
