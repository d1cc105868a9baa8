/* certify.h - the correctly rounded exact values: what a perfect engine would return. */
#ifndef PLUMB_EXACT_CERTIFY_H
#define PLUMB_EXACT_CERTIFY_H
#include "exact/finite.h"
#include "exact/quantity.h"
#include "exact/reference.h"
#include "problem/format.h"
#include "row/evaluate.h"
#include <stddef.h>

typedef enum {
    PLUMB_DECIDED = 0,
    /* The exact value is still too close to a rounding boundary at the largest precision tried, or is a quotient whose
       denominator may be 0. */
    PLUMB_UNDECIDED = 1,
    /* An input that it depends on is not finite: there is no exact value to round. */
    PLUMB_NO_VALUE = 2
} plumb_certificate;

/* A second ball for an element of the output, narrower than that of its row, or without a finite radius.  NULL:
   none. */
typedef struct {
    plumb_ball (*output)(void *context, size_t b, size_t h, size_t t, size_t column);
    void *context;
} plumb_second_look;

/* Data kept from row to row of a problem; each thread has its own. */
typedef struct {
    plumb_reference reference;
    plumb_finite_head head;
    plumb_second_look again; /* set by a caller that has one */
} plumb_certifier;

void plumb_certifier_init(plumb_certifier *certifier, const plumb_problem *problem);
void plumb_certifier_clear(plumb_certifier *certifier);

/* Rounds one row of one quantity to nearest, ties to even, in the given format.

   rounded and certificate have plumb_quantity_width elements; unless the certificate is PLUMB_DECIDED, rounded is NaN.
   Adds to *escalated the number of elements that the reference evaluated, since the balls of `row` (filled by
   plumb_evaluate_row for the same b, h, t) and of the second look did not decide.  Every zero is returned as +0.
   exact/definition.h defines keys that take no part, and empty rows. */
void plumb_certify_row(plumb_certifier *certifier, size_t b, size_t h, size_t t, const plumb_row *row,
                       plumb_quantity quantity, plumb_format format, double *rounded, unsigned char *certificate,
                       size_t *escalated);
#endif
