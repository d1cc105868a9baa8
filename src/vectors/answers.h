/* answers.h - what is right for one vector: enclosures, correctly rounded numbers, and how far off an engine may be. */
#ifndef PLUMB_VECTORS_ANSWERS_H
#define PLUMB_VECTORS_ANSWERS_H
#include "base/error.h"
#include "base/storage.h"
#include "precision/precision.h"
#include "vectors/draw.h"

enum { PLUMB_FORMATS = PLUMB_BF16 + 1 };

/* All [B,Hq,Sq,Dv]. */
typedef struct {
    size_t count;
    double *low, *high; /* the exact number is between them; at most two steps of binary64 apart; NaN where that is the
                           convention */
    double *middle;     /* between them */
    double *rounded[PLUMB_FORMATS]; /* by plumb_format */
    bool lacks[PLUMB_FORMATS];      /* some number is infinite in that format, or lies on a tie of it */
    double *tolerance;              /* the error bound of the precision (spec/budget.md); infinite: none known */
    plumb_precision precision;      /* what is taken for an engine of that dtype */
    plumb_case right;               /* the case, answered with the rounded numbers of its own dtype */
    bool passes; /* that answer is there and is judged PASS, and not SUSPECT, for its bound says nothing */
} plumb_vector_answers;

/* Everything is taken from storage.  Returns 0, or -1 with a message. */
int plumb_vector_answer(const plumb_drawn_case *inputs, plumb_storage *storage, plumb_vector_answers *out,
                        plumb_error *error);
#endif
