/* answers.h - what is right for one vector: enclosures, correctly rounded numbers, and how far off an engine may be. */
#ifndef PLUMB_VECTORS_ANSWERS_H
#define PLUMB_VECTORS_ANSWERS_H
#include "base/error.h"
#include "base/storage.h"
#include "precision/precision.h"
#include "problem/arb.h"
#include "vectors/draw.h"

enum { PLUMB_FORMATS = PLUMB_BF16 + 1 };

/* Of one tensor: arrays [count]. */
typedef struct {
    size_t count;
    double *low, *high; /* the exact number is between them; at most two steps of binary64 apart; NaN where that is the
                           convention */
    double *middle;     /* between them */
    double *rounded[PLUMB_FORMATS]; /* by plumb_format */
    bool lacks[PLUMB_FORMATS];      /* some number is infinite in that format, or lies on a tie of it */
    double *tolerance;              /* the error bound of the precision (spec/budget.md); infinite: none known */
} plumb_vector_result;

typedef struct {
    plumb_vector_result out;                            /* [B,Hq,Sq,Dv] */
    plumb_vector_result gradient[PLUMB_GRADIENT_COUNT]; /* of a loss, where one is given; count 0: not answered.
                                                           tolerance: of a backward pass that begins with the rounded
                                                           output */
    plumb_precision precision; /* what is taken for an engine of that dtype */
    plumb_case right;          /* the case, answered with the rounded numbers of its own dtype */
    bool passes; /* that answer is there and is judged PASS, and not SUSPECT, for its bound says nothing */
} plumb_vector_answers;

/* Rounds element i, which lies in the ball, to every format; false while the ball is too wide.  last: no more bits will
   be tried, so that what lies on a tie of a format is left undecided there. */
bool plumb_vector_settle(plumb_vector_result *result, size_t i, arb_srcptr ball, bool last);

/* Arrays of so many numbers; false if memory is short. */
bool plumb_vector_result_take(plumb_vector_result *result, size_t count, plumb_storage *storage);

/* Everything is taken from storage.  Returns 0, or -1 with a message. */
int plumb_vector_answer(const plumb_drawn_case *inputs, plumb_storage *storage, plumb_vector_answers *out,
                        plumb_error *error);
#endif
