/* exact_units.h - the units of spec/budget.md as numbers of real.h. */
#ifndef PLUMB_TESTS_SUPPORT_EXACT_UNITS_H
#define PLUMB_TESTS_SUPPORT_EXACT_UNITS_H
#include "precision/precision.h"
#include "tests/support/real.h"

static inline real unit_of(plumb_rounding rounding) {
    return number(rounding.unit);
}

static inline real tiny_of(plumb_rounding rounding) {
    return number(rounding.tiny);
}

static inline real one(void) {
    return number(1);
}

/* Of what is computed here in binary64: so many units of a number. */
static inline real own_error(double units, real size) {
    return PRODUCT(number(units), number(0x1p-52), size);
}
#endif
