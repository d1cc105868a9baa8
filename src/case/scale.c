#include "case/scale.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* No binary64 number has more significant decimal digits. */
enum { SIGNIFICANT_DIGITS = 767 };

static const char *skip_digits(const char *text) {
    return text + strspn(text, "0123456789");
}

static bool is_denominator(const char *text) {
    const char *end = skip_digits(text);
    return end != text && *end == 0 && strspn(text, "0") != strlen(text);
}

static bool is_exponent(const char *text) {
    if (*text == '+' || *text == '-')
        text++;
    const char *end = skip_digits(text);
    if (end == text || *end != 0)
        return false;
    int exponent = 0;
    for (; text < end && exponent <= PLUMB_SCALE_EXPONENT; text++)
        exponent = 10 * exponent + (*text - '0');
    return exponent <= PLUMB_SCALE_EXPONENT;
}

bool plumb_scale_is_exact(const char *text) {
    if (strlen(text) >= PLUMB_SCALE_TEXT)
        return false;
    const char *start = text + (*text == '-');
    const char *end = skip_digits(start);
    if (end == start)
        return false;
    if (*end == '/')
        return is_denominator(end + 1);
    if (*end == '.') {
        const char *fraction = end + 1;
        end = skip_digits(fraction);
        if (end == fraction)
            return false;
    }
    return *end == 0 || ((*end == 'e' || *end == 'E') && is_exponent(end + 1));
}

/* ---- products of factors ---- */

/* above / below / sqrt(root), of integers below 2^63. */
typedef struct {
    uint64_t above, below, root;
} product;

static const uint64_t limit = UINT64_C(1) << 63;

static bool multiply(uint64_t *x, uint64_t factor) {
    if (factor != 0 && *x > (limit - 1) / factor)
        return false;
    *x *= factor;
    return true;
}

static uint64_t common_divisor(uint64_t a, uint64_t b) {
    while (b != 0) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static bool multiply_ratio(product *x, uint64_t above, uint64_t below) {
    uint64_t common = common_divisor(above, below);
    if (below == 0)
        return false;
    above /= common;
    below /= common;
    uint64_t crossed = common_divisor(above, x->below), other = common_divisor(x->above, below);
    x->below /= crossed;
    x->above /= other;
    return multiply(&x->above, above / crossed) && multiply(&x->below, below / other);
}

/* The root of a square; 0 of any other number. */
static uint64_t root_of(uint64_t square) {
    uint64_t root = 0;
    for (uint64_t bit = UINT64_C(1) << 31; bit != 0; bit >>= 1)
        if ((root | bit) * (root | bit) <= square)
            root |= bit;
    return root * root == square ? root : 0;
}

/* By 1 / sqrt(under). */
static bool divide_by_root(product *x, uint64_t under) {
    uint64_t twice = common_divisor(x->root, under); /* sqrt(twice)^2 */
    x->root /= twice;
    if (!multiply(&x->root, under / twice) || !multiply_ratio(x, 1, twice))
        return false;
    uint64_t root = root_of(x->root);
    if (root == 0)
        return true;
    x->root = 1;
    return multiply_ratio(x, 1, root);
}

static bool multiply_by_root(product *x, uint64_t under, bool divides) {
    return (divides || multiply_ratio(x, under, 1)) && divide_by_root(x, under);
}

static bool multiply_by(product *x, uint64_t above, uint64_t below, bool divides) {
    return divides ? multiply_ratio(x, below, above) : multiply_ratio(x, above, below);
}

/* Digits that stand at *text. */
static bool read_integer(const char **text, uint64_t *integer) {
    const char *end = skip_digits(*text);
    bool any = end != *text;
    *integer = 0;
    for (; *text < end; (*text)++)
        if (!multiply(integer, 10) || (*integer += (uint64_t)(**text - '0')) >= limit)
            return false;
    return any;
}

static bool read_root(const char **text, product *x, bool divides) {
    uint64_t under;
    *text += strlen("sqrt(");
    return read_integer(text, &under) && under > 0 && *(*text)++ == ')' && multiply_by_root(x, under, divides);
}

/* base^(-? n(.5)?), which stands behind the base. */
static bool read_power(const char **text, uint64_t base, product *x, bool divides) {
    uint64_t exponent;
    *text += **text == '^' ? 1 : 2;
    if (**text == '-') {
        (*text)++;
        divides = !divides;
    }
    if (!read_integer(text, &exponent) || exponent > 62 || base == 0)
        return false;
    for (; exponent > 0; exponent--)
        if (!multiply_by(x, base, 1, divides))
            return false;
    if (strncmp(*text, ".5", 2) != 0)
        return true;
    *text += 2;
    return multiply_by_root(x, base, divides);
}

/* What follows the integer part of a decimal. */
static bool read_decimal(const char **text, uint64_t integer, product *x, bool divides) {
    uint64_t below = 1, exponent = 0;
    if (**text == '.') {
        (*text)++;
        const char *end = skip_digits(*text);
        if (end == *text)
            return false;
        for (; *text < end; (*text)++)
            if (!multiply(&below, 10) || !multiply(&integer, 10) || (integer += (uint64_t)(**text - '0')) >= limit)
                return false;
    }
    if (!multiply_by(x, integer, below, divides))
        return false;
    if (**text != 'e' && **text != 'E')
        return true;
    (*text)++;
    bool smaller = **text == '-';
    *text += **text == '-' || **text == '+';
    if (!read_integer(text, &exponent) || exponent > PLUMB_SCALE_EXPONENT)
        return false;
    for (; exponent > 0; exponent--)
        if (!multiply_by(x, 10, 1, divides != smaller))
            return false;
    return true;
}

static bool read_factor(const char **text, product *x, bool divides) {
    uint64_t integer;
    if (strncmp(*text, "sqrt(", strlen("sqrt(")) == 0)
        return read_root(text, x, divides);
    if (!read_integer(text, &integer))
        return false;
    if (**text == '^' || strncmp(*text, "**", 2) == 0)
        return read_power(text, integer, x, divides);
    return read_decimal(text, integer, x, divides);
}

static const char *skip_spaces(const char *text) {
    return text + strspn(text, " ");
}

static bool read_product(const char *text, product *x) {
    *x = (product){1, 1, 1};
    for (bool divides = false;; divides = *text++ == '/') {
        text = skip_spaces(text);
        if (!read_factor(&text, x, divides))
            return false;
        text = skip_spaces(text);
        if (*text != '*' && *text != '/')
            return *text == 0;
    }
}

bool plumb_scale_read(const char *text, char plain[PLUMB_SCALE_TEXT]) {
    product x;
    char below[32] = "", root[32] = "";
    if (plumb_scale_is_exact(text)) {
        snprintf(plain, PLUMB_SCALE_TEXT, "%s", text);
        return true;
    }
    const char *start = skip_spaces(text);
    bool negative = *start == '-';
    if (!read_product(start + negative, &x))
        return false;
    if (x.below != 1)
        snprintf(below, sizeof below, "/%" PRIu64, x.below);
    if (x.root != 1)
        snprintf(root, sizeof root, "/sqrt(%" PRIu64 ")", x.root);
    snprintf(plain, PLUMB_SCALE_TEXT, "%s%" PRIu64 "%s%s", negative ? "-" : "", x.above, below, root);
    return true;
}

bool plumb_scale_keep(const char *text, plumb_storage *storage, const char **plain) {
    char read[PLUMB_SCALE_TEXT];
    *plain = text != NULL && plumb_scale_read(text, read) ? plumb_storage_text(storage, read) : NULL;
    return text == NULL || *plain != NULL;
}

void plumb_scale_print(double value, char text[PLUMB_SCALE_TEXT]) {
    snprintf(text, PLUMB_SCALE_TEXT, "%.*e", SIGNIFICANT_DIGITS - 1, value);
    char *exponent = strchr(text, 'e'), *end = exponent;
    while (end[-1] == '0')
        end--;
    if (end[-1] == '.')
        end--;
    memmove(end, exponent, strlen(exponent) + 1);
}
