/* mutants.h - the faults that a vector catches: those whose exact results are beyond the tolerance of some number.
   They are cheats (challenge/cheats.h) and neighbours of a case (diagnose/neighbour.h), or, with a loss, faults of
   backward passes (challenge/backward_faults.h). */
#ifndef PLUMB_VECTORS_MUTANTS_H
#define PLUMB_VECTORS_MUTANTS_H
#include "vectors/answers.h"

typedef struct {
    const char *axis; /* of plumb_neighbour; for cheats "exponentials" or "cheat"; "backward" */
    const char *does; /* continues "an engine" */
} plumb_mutant;

typedef struct {
    size_t count;
    plumb_mutant *list; /* the faults that it catches */
    bool own;           /* whether one of them has an axis of the family */
} plumb_caught;

/* stale: the exact outputs of other inputs; unused for a vector with a loss.  Returns 0, or -1 if there is not enough
   memory. */
int plumb_vector_catch(const plumb_candidate *candidate, const plumb_vector_answers *answers, const double *stale,
                       plumb_storage *storage, plumb_caught *out);
#endif
