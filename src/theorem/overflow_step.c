#include "theorem/overflow_step.h"
#include "precision/range.h"
#include "schema/text.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *const words[] = {
    [PLUMB_OVERFLOWS_NOWHERE] = "",
    [PLUMB_OVERFLOWS_VECTORS] = "queries or keys",
    [PLUMB_OVERFLOWS_PRODUCTS] = "sums of query times key",
    [PLUMB_OVERFLOWS_SCORES] = "scores",
    [PLUMB_OVERFLOWS_EXPONENTS] = "exponents",
    [PLUMB_OVERFLOWS_EXPONENTIALS] = "exponentials",
    [PLUMB_OVERFLOWS_WEIGHTS] = "weights",
    [PLUMB_OVERFLOWS_SUMS] = "sums of weights",
    [PLUMB_OVERFLOWS_RECIPROCALS] = "reciprocals of sums of weights",
    [PLUMB_OVERFLOWS_VALUES] = "values",
    [PLUMB_OVERFLOWS_VALUE_SUMS] = "sums of weight times value",
    [PLUMB_OVERFLOWS_OUTPUTS] = "outputs",
    [PLUMB_OVERFLOWS_LSE] = "log-sum-exps",
    [PLUMB_OVERFLOWS_SCORE_GRADIENTS] = "gradients in weights and scores",
    [PLUMB_OVERFLOWS_GRADIENTS] = "gradients",
};

/* By how much a format is exceeded; nothing is farther off than what is not known. */
static double excess(const plumb_overflow *of) {
    return isinf(of->bound) ? (double)INFINITY : of->bound / of->overflow;
}

void plumb_overflow_add(plumb_overflow *worst, const plumb_overflow *other) {
    if (other->step != PLUMB_OVERFLOWS_NOWHERE &&
        (worst->step == PLUMB_OVERFLOWS_NOWHERE || excess(other) > excess(worst)))
        *worst = *other;
}

void plumb_overflow_count(plumb_overflow *worst, plumb_overflow_step step, double overflow, double bound) {
    const plumb_overflow one = {step, isnan(bound) ? (double)INFINITY : bound, overflow};
    if (one.bound >= overflow)
        plumb_overflow_add(worst, &one);
}

/* 65504 as "65,504"; what has more than nine digits as a power of ten. */
static void print_number(double x, char *text, size_t size) {
    char digits[16];
    if (x >= 1e9) {
        snprintf(text, size, "%.3g", x);
        return;
    }
    snprintf(digits, sizeof digits, "%.0f", x);
    size_t count = strlen(digits);
    *text = 0;
    for (size_t i = 0; i < count; i++)
        plumb_text_add(text, size, "%s%c", i > 0 && (count - i) % 3 == 0 ? "," : "", digits[i]);
}

/* No less than x, and of three digits. */
static double rounded_up(double x) {
    double unit = pow(10, floor(log10(x)) - 2);
    return unit > 1 && isfinite(unit) ? ceil(x / unit) * unit : ceil(x);
}

const char *plumb_overflow_text(const plumb_overflow *overflow, char text[PLUMB_OVERFLOW_TEXT]) {
    const plumb_range *range = plumb_range_of(overflow->overflow);
    char number[32];
    *text = 0;
    if (overflow->step == PLUMB_OVERFLOWS_NOWHERE || range == NULL)
        return text;
    plumb_text_add(text, PLUMB_OVERFLOW_TEXT, "%s %s may overflow here: ", range->name, words[overflow->step]);
    if (isinf(overflow->bound)) {
        plumb_text_add(text, PLUMB_OVERFLOW_TEXT, "no bound is known");
        return text;
    }
    print_number(rounded_up(overflow->bound), number, sizeof number);
    plumb_text_add(text, PLUMB_OVERFLOW_TEXT, "up to %s", number);
    print_number(range->largest, number, sizeof number);
    plumb_text_add(text, PLUMB_OVERFLOW_TEXT, " (%s is the largest %s number)", number, range->name);
    return text;
}
