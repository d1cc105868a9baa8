#include "exact/scale.h"
#include <ctype.h>
#include <flint/ulong_extras.h>
#include <stdlib.h>
#include <string.h>

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

bool plumb_exact_scale_ratio(fmpq_t ratio, const plumb_problem *problem) {
    if (problem->scale.text != NULL)
        return read_ratio(ratio, problem->scale.text);
    ulong root = n_sqrt(problem->head_dim);
    if (root * root != problem->head_dim)
        return false;
    fmpq_set_ui(ratio, 1, root);
    return true;
}

void plumb_exact_scale_mul(arb_t product, const arb_t factor, const plumb_problem *problem, slong precision) {
    fmpq_t ratio;
    fmpq_init(ratio);
    if (plumb_exact_scale_ratio(ratio, problem)) {
        arb_mul_fmpz(product, factor, fmpq_numref(ratio), precision);
        arb_div_fmpz(product, product, fmpq_denref(ratio), precision);
    } else if (problem->scale.text == NULL) {
        arb_t reciprocal_root;
        arb_init(reciprocal_root);
        arb_rsqrt_ui(reciprocal_root, problem->head_dim, precision);
        arb_mul(product, factor, reciprocal_root, precision);
        arb_clear(reciprocal_root);
    } else {
        arb_indeterminate(product);
    }
    fmpq_clear(ratio);
}
