#include "exact/scale.h"
#include <ctype.h>
#include <flint/ulong_extras.h>
#include <stdlib.h>
#include <string.h>

static const char root[] = "/sqrt(";

/* Appends the digits at *text to the integer, returning how many there were. */
static slong read_digits(fmpz_t integer, const char **text) {
    slong count = 0;
    for (; isdigit((unsigned char)**text); (*text)++, count++) {
        fmpz_mul_ui(integer, integer, 10);
        fmpz_add_ui(integer, integer, (ulong)(**text - '0'));
    }
    return count;
}

static void multiply_power_of_ten(fmpq_t ratio, slong exponent) {
    fmpz_t power;
    fmpz_init(power);
    fmpz_ui_pow_ui(power, 10, (ulong)labs(exponent));
    if (exponent >= 0)
        fmpq_mul_fmpz(ratio, ratio, power);
    else
        fmpq_div_fmpz(ratio, ratio, power);
    fmpz_clear(power);
}

/* After the integer part: a fraction, an exponent, both or neither. */
static bool read_decimal_rest(fmpq_t ratio, const char *text) {
    slong exponent = 0;
    if (*text == '.') {
        text++;
        exponent = -read_digits(fmpq_numref(ratio), &text);
        if (exponent == 0)
            return false;
    }
    if (*text == 'e' || *text == 'E') {
        char *end;
        text++;
        if (!isdigit((unsigned char)text[*text == '+' || *text == '-']))
            return false;
        exponent += strtol(text, &end, 10);
        text = end;
    }
    multiply_power_of_ten(ratio, exponent);
    return *text == '\0';
}

static bool read_denominator(fmpq_t ratio, const char *text) {
    fmpz_zero(fmpq_denref(ratio));
    slong digits = read_digits(fmpq_denref(ratio), &text);
    return digits > 0 && *text == '\0' && !fmpz_is_zero(fmpq_denref(ratio));
}

static bool read_ratio(fmpq_t ratio, const char *text) {
    bool negative = *text == '-';
    text += negative;
    fmpq_zero(ratio);
    if (read_digits(fmpq_numref(ratio), &text) == 0)
        return false;
    bool read = *text == '/' ? read_denominator(ratio, text + 1) : read_decimal_rest(ratio, text);
    if (!read)
        return false;
    fmpq_canonicalise(ratio);
    if (negative)
        fmpq_neg(ratio, ratio);
    return true;
}

/* ratio / sqrt(under), of "0.5/sqrt(192)". */
static bool read_over_root(fmpq_t ratio, ulong *under, const char *text, const char *over) {
    char *end, *number = strndup(text, (size_t)(over - text));
    bool read = number != NULL && read_ratio(ratio, number);
    free(number);
    *under = strtoul(over + strlen(root), &end, 10);
    return read && *under > 0 && strcmp(end, ")") == 0;
}

/* The scale is ratio / sqrt(under). */
static bool read_scale(fmpq_t ratio, ulong *under, const plumb_problem *problem) {
    const char *text = problem->scale.text, *over = text != NULL ? strstr(text, root) : NULL;
    *under = text != NULL ? 1 : problem->head_dim;
    if (over != NULL)
        return read_over_root(ratio, under, text, over);
    if (text != NULL)
        return read_ratio(ratio, text);
    fmpq_one(ratio);
    return true;
}

static void divide(fmpq_t ratio, ulong divisor) {
    fmpz_mul_ui(fmpq_denref(ratio), fmpq_denref(ratio), divisor);
    fmpq_canonicalise(ratio);
}

bool plumb_exact_scale_ratio(fmpq_t ratio, const plumb_problem *problem) {
    ulong under;
    if (!read_scale(ratio, &under, problem))
        return false;
    ulong whole = n_sqrt(under);
    divide(ratio, whole);
    return whole * whole == under || fmpq_is_zero(ratio);
}

bool plumb_exact_scale_square(fmpq_t square, bool *negative, const plumb_problem *problem) {
    ulong under;
    if (!read_scale(square, &under, problem))
        return false;
    *negative = fmpq_sgn(square) < 0;
    fmpq_mul(square, square, square);
    divide(square, under);
    return true;
}

static void multiply_ratio(arb_t product, const arb_t factor, const fmpq_t ratio, slong precision) {
    arb_mul_fmpz(product, factor, fmpq_numref(ratio), precision);
    arb_div_fmpz(product, product, fmpq_denref(ratio), precision);
}

static void multiply_reciprocal_root(arb_t product, ulong under, slong precision) {
    arb_t reciprocal;
    arb_init(reciprocal);
    arb_rsqrt_ui(reciprocal, under, precision);
    arb_mul(product, product, reciprocal, precision);
    arb_clear(reciprocal);
}

void plumb_exact_scale_mul(arb_t product, const arb_t factor, const plumb_problem *problem, slong precision) {
    ulong under;
    fmpq_t ratio;
    fmpq_init(ratio);
    if (plumb_exact_scale_ratio(ratio, problem))
        multiply_ratio(product, factor, ratio, precision);
    else if (read_scale(ratio, &under, problem)) {
        multiply_ratio(product, factor, ratio, precision);
        multiply_reciprocal_root(product, under, precision);
    } else
        arb_indeterminate(product);
    fmpq_clear(ratio);
}
