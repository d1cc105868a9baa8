/* A recursive descent with one function for each rule of the grammar in case/scale.h: each reads what stands at *text
   and moves on.  Numbers are surds (case/surd.h), so that every step is exact; a text with a number that would not fit
   one is refused, never rounded. */
#include "case/scale.h"
#include "case/surd.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* 2^62 is the largest power of 2 below 2^63. */
enum { MOST_POWER = 62 };

static bool read_sum(const char **text, plumb_surd *x);

static void skip_spaces(const char **text) {
    *text += strspn(*text, " ");
}

/* Whether the sign comes next; if so, moves on. */
static bool take(const char **text, const char *sign) {
    skip_spaces(text);
    size_t length = strlen(sign);
    bool there = strncmp(*text, sign, length) == 0;
    *text += there ? length : 0;
    return there;
}

/* Appends digits to x; digits of a fraction are each worth a tenth of the one before. */
static bool read_digits(const char **text, plumb_surd *x, bool fraction) {
    plumb_surd unit = plumb_surd_of(1), ten = plumb_surd_of(10), tenth = ten;
    const char *start = *text;
    plumb_surd_invert(&tenth);
    for (; **text >= '0' && **text <= '9'; (*text)++) {
        plumb_surd digit = plumb_surd_of((uint64_t)(**text - '0'));
        if (fraction ? !plumb_surd_multiply(&unit, tenth) || !plumb_surd_multiply(&digit, unit)
                     : !plumb_surd_multiply(x, ten))
            return false;
        if (!plumb_surd_add(x, digit))
            return false;
    }
    return *text != start;
}

static bool read_integer(const char **text, plumb_surd *x) {
    *x = plumb_surd_of(0);
    return read_digits(text, x, false);
}

/* x to an integer power, step by step. */
static bool raise(plumb_surd *x, uint64_t power) {
    plumb_surd base = *x;
    *x = plumb_surd_of(1);
    for (; power > 0; power--)
        if (!plumb_surd_multiply(x, base))
            return false;
    return true;
}

static bool read_decimal(const char **text, plumb_surd *x) {
    plumb_surd exponent, power = plumb_surd_of(10);
    if (!read_integer(text, x))
        return false;
    if (**text == '.') {
        (*text)++;
        if (!read_digits(text, x, true))
            return false;
    }
    if (**text != 'e' && **text != 'E')
        return true;
    (*text)++;
    bool smaller = **text == '-';
    *text += **text == '-' || **text == '+';
    return read_integer(text, &exponent) && exponent.above <= PLUMB_SCALE_EXPONENT && raise(&power, exponent.above) &&
           (!smaller || plumb_surd_invert(&power)) && plumb_surd_multiply(x, power);
}

static bool read_atom(const char **text, plumb_surd *x) {
    bool root = take(text, "sqrt");
    if (take(text, "("))
        return read_sum(text, x) && take(text, ")") && (!root || plumb_surd_root(x));
    return !root && read_decimal(text, x);
}

/* An integer, or half of one. */
static bool read_exponent(const char **text, plumb_surd *exponent) {
    bool negative = take(text, "-");
    skip_spaces(text);
    if (!read_atom(text, exponent))
        return false;
    exponent->negative = exponent->negative != negative;
    return exponent->root == 1 && exponent->below <= 2 && exponent->above / exponent->below <= MOST_POWER;
}

static bool read_power(const char **text, plumb_surd *x) {
    plumb_surd exponent, half;
    if (!read_atom(text, x))
        return false;
    if (!take(text, "^") && !take(text, "**"))
        return true;
    half = *x;
    if (!read_exponent(text, &exponent) || (exponent.below == 2 && !plumb_surd_root(&half)) ||
        !raise(x, exponent.above / exponent.below))
        return false;
    return (exponent.below == 1 || plumb_surd_multiply(x, half)) && (!exponent.negative || plumb_surd_invert(x));
}

static bool read_product(const char **text, plumb_surd *x) {
    plumb_surd factor;
    if (!read_power(text, x))
        return false;
    for (;;) {
        bool divides = take(text, "/");
        if (!divides && !take(text, "*"))
            return true;
        if (!read_power(text, &factor) || (divides && !plumb_surd_invert(&factor)) || !plumb_surd_multiply(x, factor))
            return false;
    }
}

static bool read_sum(const char **text, plumb_surd *x) {
    plumb_surd term;
    bool negative = take(text, "-");
    if (!read_product(text, x))
        return false;
    x->negative = x->negative != negative;
    for (;;) {
        negative = take(text, "-");
        if (!negative && !take(text, "+"))
            return true;
        if (!read_product(text, &term))
            return false;
        term.negative = term.negative != negative;
        if (!plumb_surd_add(x, term))
            return false;
    }
}

bool plumb_scale_read(const char *text, char plain[PLUMB_SCALE_TEXT]) {
    plumb_surd x;
    char below[32] = "", root[32] = "";
    if (strlen(text) >= PLUMB_SCALE_TEXT) /* nor are parentheses deeper */
        return false;
    if (plumb_scale_is_exact(text)) {
        snprintf(plain, PLUMB_SCALE_TEXT, "%s", text);
        return true;
    }
    if (!read_sum(&text, &x))
        return false;
    skip_spaces(&text);
    if (*text != 0)
        return false;
    if (x.below != 1)
        snprintf(below, sizeof below, "/%" PRIu64, x.below);
    if (x.root != 1)
        snprintf(root, sizeof root, "/sqrt(%" PRIu64 ")", x.root);
    snprintf(plain, PLUMB_SCALE_TEXT, "%s%" PRIu64 "%s%s", x.negative ? "-" : "", x.above, below, root);
    return true;
}
