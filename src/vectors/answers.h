/* answers.h - the correct results of one vector: enclosures, correctly rounded numbers, and error bounds. */
#ifndef PLUMB_VECTORS_ANSWERS_H
#define PLUMB_VECTORS_ANSWERS_H
#include "base/error.h"
#include "base/storage.h"
#include "precision/precision.h"
#include "problem/arb.h"
#include "vectors/draw.h"

/* For one tensor: arrays [count]. */
typedef struct {
    size_t count;
    double *low, *high; /* the exact number is between them; at most two steps of binary64 apart; NaN if that is
                           the convention */
    double *middle;     /* a number between them */
    double *rounded[PLUMB_FORMATS]; /* by plumb_format */
    bool lacks[PLUMB_FORMATS];      /* some number is infinite in that format, or on a tie of it */
    double *tolerance;              /* the error bound of the precision (spec/budget.md); infinite: none known */
} plumb_vector_result;

typedef struct {
    plumb_vector_result out;                            /* [B,Hq,Sq,Dv] */
    plumb_vector_result gradient[PLUMB_GRADIENT_COUNT]; /* of a loss, if the vector has one; count 0: none. tolerance:
                                                           of a backward pass that starts from the rounded output */
    plumb_precision precision; /* the assumed precision of an engine of that dtype */
    plumb_case right;          /* the case with the correctly rounded results of its dtype */
    bool passes; /* these results exist and PASS; they may be SUSPECT if their error bound is useless */
} plumb_vector_answers;

/* Rounds element i, which is in the ball, to every format; returns false if the ball is too wide.  last: no more bits
   will be tried; a number on a tie of a format stays undecided in that format. */
bool plumb_vector_settle(plumb_vector_result *result, size_t i, arb_srcptr ball, bool last);

/* Allocates arrays of `count` numbers; returns false if there is not enough memory. */
bool plumb_vector_result_take(plumb_vector_result *result, size_t count, plumb_storage *storage);

/* Computes the results of a vector; storage owns all arrays.  Returns 0, or -1 with a message. */
int plumb_vector_answer(const plumb_drawn_case *inputs, plumb_storage *storage, plumb_vector_answers *out,
                        plumb_error *error);
#endif
