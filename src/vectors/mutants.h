/* mutants.h - which faults a vector catches: cheats (challenge/cheats.h) and neighbours of a case
   (diagnose/neighbour.h), or of one with a loss what backward passes do wrong (challenge/backward_faults.h), whose
   exact answer lies beyond the tolerance of some number. */
#ifndef PLUMB_VECTORS_MUTANTS_H
#define PLUMB_VECTORS_MUTANTS_H
#include "vectors/answers.h"

typedef struct {
    const char *axis; /* plumb_neighbour's; of cheats "exponentials" or "cheat"; "backward" */
    const char *does; /* reads on from "an engine" */
} plumb_mutant;

typedef struct {
    size_t count;
    plumb_mutant *list; /* those that it catches */
    bool own;           /* one of them is of the family's axes */
} plumb_caught;

/* stale: the exact outputs to other inputs; of a vector with a loss nobody asks for them.  Returns 0, or -1 if memory
   is short. */
int plumb_vector_catch(const plumb_candidate *candidate, const plumb_vector_answers *answers, const double *stale,
                       plumb_storage *storage, plumb_caught *out);
#endif
