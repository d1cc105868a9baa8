/* A scale is kept as its sign and the rational number that is its square, so roots, powers, quotients and binary64
   factors are exact; a further root and a factor ln 2 or log2 e are marked and multiplied only at the end.  If the
   number is rational its text is a ratio, else a decimal of 20 digits from a ball of 320 bits.  Equality with the
   stated scale is decided on the exact forms, so that no change differs by its notation alone. */
#include "diagnose/scale_text.h"
#include "case/scale.h"
#include "exact/round.h"
#include "exact/scale.h"
#include <math.h>
#include <stdio.h>

enum { DIGITS = 20, PRECISION = 320 };

/* +-sqrt(square), or the root of that, times a factor. */
typedef struct {
    fmpq_t square;
    bool negative, rooted;
    enum { FACTOR_1, FACTOR_LN_2, FACTOR_LOG2_E } factor;
} number;

/* The square of a binary64 number. */
static void square_of(fmpq_t square, double x) {
    arf_t exact;
    arf_init(exact);
    arf_set_d(exact, x);
    arf_get_fmpq(square, exact);
    fmpq_mul(square, square, square);
    arf_clear(exact);
}

static void multiply(number *n, double factor, bool divide) {
    fmpq_t square;
    fmpq_init(square);
    square_of(square, factor);
    if (divide)
        fmpq_div(n->square, n->square, square);
    else
        fmpq_mul(n->square, n->square, square);
    n->negative = n->negative != (factor < 0);
    fmpq_clear(square);
}

/* False if it is irrational. */
static bool rational_root(fmpq_t root, const fmpq_t square) {
    if (!fmpz_is_square(fmpq_numref(square)) || !fmpz_is_square(fmpq_denref(square)))
        return false;
    fmpz_sqrt(fmpq_numref(root), fmpq_numref(square));
    fmpz_sqrt(fmpq_denref(root), fmpq_denref(square));
    return true;
}

static void enclose(arb_t value, const number *n) {
    arb_t factor;
    arb_init(factor);
    arb_set_fmpq(value, n->square, PRECISION);
    arb_sqrt(value, value, PRECISION);
    if (n->rooted)
        arb_sqrt(value, value, PRECISION);
    if (n->negative)
        arb_neg(value, value);
    arb_const_log2(factor, PRECISION);
    if (n->factor == FACTOR_LN_2)
        arb_mul(value, value, factor, PRECISION);
    else if (n->factor == FACTOR_LOG2_E)
        arb_div(value, value, factor, PRECISION);
    arb_clear(factor);
}

static bool round_to(number *n, plumb_format format) {
    arb_t value;
    double rounded;
    arb_init(value);
    enclose(value, n);
    bool known = plumb_round_arb(&rounded, value, format) && isfinite(rounded);
    if (known) {
        square_of(n->square, rounded);
        n->negative = rounded < 0;
    }
    arb_clear(value);
    return known;
}

static void set_quotient(number *n, slong numerator, int64_t denominator) {
    fmpq_set_si(n->square, numerator, (ulong)denominator);
}

static bool rational(fmpq_t value, const number *n) {
    return n->factor == FACTOR_1 && rational_root(value, n->square) && (!n->rooted || rational_root(value, value));
}

/* A number that the rule gives without the stated scale; false if it needs that. */
static bool set_number(number *n, plumb_other_scale other, size_t head_dim) {
    n->negative = false;
    switch (other.rule) {
    case PLUMB_SCALE_DEFAULT:
        set_quotient(n, 1, (int64_t)head_dim);
        return true;
    case PLUMB_SCALE_INTEGER:
        set_quotient(n, other.integer * other.integer, 1);
        n->negative = other.integer < 0;
        return true;
    case PLUMB_SCALE_NUMBER:
        square_of(n->square, other.number);
        n->negative = other.number < 0;
        return true;
    case PLUMB_SCALE_INVERSE_ROOT:
        set_quotient(n, 1, other.integer);
        return true;
    case PLUMB_SCALE_INVERSE:
        set_quotient(n, 1, other.integer);
        fmpq_mul(n->square, n->square, n->square);
        return true;
    default:
        return false;
    }
}

/* What the rule makes of the stated scale; false where there is no such number. */
static bool change_number(number *n, plumb_other_scale other) {
    switch (other.rule) {
    case PLUMB_SCALE_SQUARE:
        fmpq_mul(n->square, n->square, n->square);
        n->negative = false;
        return true;
    case PLUMB_SCALE_ROOT:
        n->rooted = true;
        return !n->negative;
    case PLUMB_SCALE_RECIPROCAL:
        if (fmpq_is_zero(n->square))
            return false;
        fmpq_inv(n->square, n->square);
        return true;
    case PLUMB_SCALE_NEGATIVE:
        n->negative = !n->negative;
        return !fmpq_is_zero(n->square);
    case PLUMB_SCALE_TIMES_LN_2:
    case PLUMB_SCALE_TIMES_LOG2_E:
        n->factor = other.rule == PLUMB_SCALE_TIMES_LN_2 ? FACTOR_LN_2 : FACTOR_LOG2_E;
        return true;
    case PLUMB_SCALE_TIMES_NUMBER:
    case PLUMB_SCALE_OVER_NUMBER:
        multiply(n, other.number, other.rule == PLUMB_SCALE_OVER_NUMBER);
        return true;
    case PLUMB_SCALE_IN_BF16:
        return round_to(n, PLUMB_BF16);
    case PLUMB_SCALE_IN_F16:
        return round_to(n, PLUMB_F16);
    case PLUMB_SCALE_IN_F32:
    default:
        return round_to(n, PLUMB_F32);
    }
}

/* The number of the rule. */
static bool apply(number *n, plumb_other_scale other, size_t head_dim) {
    bool negative = n->negative;
    if (set_number(n, other, head_dim))
        return true;
    n->negative = negative;
    return change_number(n, other);
}

static bool same_number(const number *a, const number *b) {
    bool zero = fmpq_is_zero(a->square) && fmpq_is_zero(b->square);
    bool one = a->rooted && fmpq_is_one(a->square);
    return zero || (fmpq_equal(a->square, b->square) && a->negative == b->negative && a->factor == b->factor &&
                    (one || a->rooted == b->rooted));
}

/* A text of the number that a case can state: NULL if there is none. */
static char *print(const number *n) {
    fmpq_t root;
    char *text;
    fmpq_init(root);
    if (rational(root, n)) {
        if (n->negative)
            fmpq_neg(root, root);
        text = fmpq_get_str(NULL, 10, root);
    } else {
        arb_t value;
        arb_init(value);
        enclose(value, n);
        text = arb_get_str(value, DIGITS, ARB_STR_NO_RADIUS);
        arb_clear(value);
    }
    fmpq_clear(root);
    return text;
}

static int take_text(plumb_storage *storage, plumb_problem *problem, const char *text) {
    const char *kept = plumb_storage_text(storage, text);
    if (kept == NULL)
        return -1;
    problem->scale.text = kept;
    return 1;
}

static int take_digits(plumb_storage *storage, plumb_problem *problem, double x) {
    char text[40];
    snprintf(text, sizeof text, "%.9g", x);
    return take_text(storage, problem, text);
}

static int take(plumb_storage *storage, plumb_problem *problem, const number *n) {
    char *text = print(n);
    bool exact = text != NULL && plumb_scale_is_exact(text);
    int result = exact ? take_text(storage, problem, text) : 0;
    flint_free(text);
    return result;
}

/* A number that is another than the stated one. */
static int take_other(plumb_storage *storage, plumb_problem *problem, plumb_other_scale other, const number *n) {
    if (other.rule == PLUMB_SCALE_NUMBER)
        return take_digits(storage, problem, other.number);
    if (other.rule != PLUMB_SCALE_DEFAULT)
        return take(storage, problem, n);
    problem->scale.text = NULL;
    return 1;
}

int plumb_change_scale_by(plumb_storage *storage, plumb_problem *problem, plumb_other_scale other) {
    number stated = {.factor = FACTOR_1}, n = {.factor = FACTOR_1};
    int result = 0;
    fmpq_init(stated.square);
    fmpq_init(n.square);
    bool known = plumb_exact_scale_square(stated.square, &stated.negative, problem) &&
                 plumb_exact_scale_square(n.square, &n.negative, problem);
    if (known && apply(&n, other, problem->head_dim) && !same_number(&n, &stated))
        result = take_other(storage, problem, other, &n);
    fmpq_clear(stated.square);
    fmpq_clear(n.square);
    return result;
}
