/* rows.h - rows of the reference against each other. */
#ifndef PLUMB_TESTS_EXACT_ROWS_H
#define PLUMB_TESTS_EXACT_ROWS_H
#include "exact/reference.h"
#include "tests/exact/balls.h"
#include "tests/support/reproduce.h"

static inline void fail_case(const random_cases *cases, const plumb_problem *p, const char *what,
                             size_t column) {
    reproduction line = reproduce(cases);
    reproduce_text(&line, " %s %zu", what, column);
    reproduce_problem(&line, p);
    reproduce_fail(&line);
}

static inline arb_srcptr element(plumb_reference *reference, size_t t, plumb_quantity quantity,
                                 size_t column) {
    return plumb_reference_element(reference, 0, 0, t, quantity, column, PRECISION);
}

/* How many columns of row t of both problems satisfy the relation before the first that does not. */
static inline size_t columns_that(bool relation(arb_srcptr, arb_srcptr), const plumb_problem *a,
                                  const plumb_problem *b, size_t t, plumb_quantity quantity) {
    size_t column = 0, width = plumb_quantity_width(quantity, a);
    plumb_reference x, y;
    plumb_reference_init(&x, a);
    plumb_reference_init(&y, b);
    while (column < width &&
           relation(element(&x, t, quantity, column), element(&y, t, quantity, column)))
        column++;
    plumb_reference_clear(&x);
    plumb_reference_clear(&y);
    return column;
}

/* Row t of both problems. */
static inline bool agree(const plumb_problem *a, const plumb_problem *b, size_t t,
                         plumb_quantity quantity) {
    return columns_that(same, a, b, t, quantity) == plumb_quantity_width(quantity, a);
}

static inline void check_same(const random_cases *cases, const plumb_problem *a,
                              const plumb_problem *b, size_t t, plumb_quantity quantity) {
    size_t column = columns_that(same, a, b, t, quantity);
    if (column < plumb_quantity_width(quantity, a))
        fail_case(cases, a, plumb_quantity_name(quantity), column);
}

static inline void check_same_row(const random_cases *cases, const plumb_problem *a,
                                  const plumb_problem *b, size_t t) {
    check_same(cases, a, b, t, PLUMB_WEIGHTS);
    check_same(cases, a, b, t, PLUMB_OUTPUT);
}

/* Every element of row 0 of both problems. */
static inline void check_different(const random_cases *cases, const plumb_problem *a,
                                   const plumb_problem *b, plumb_quantity quantity) {
    size_t column = columns_that(different, a, b, 0, quantity);
    if (column < plumb_quantity_width(quantity, a))
        fail_case(cases, a, "not different: element", column);
}
#endif
