/* explain.h - the changes under which a case PASSes, the most specific first. */
#ifndef PLUMB_DIAGNOSE_EXPLAIN_H
#define PLUMB_DIAGNOSE_EXPLAIN_H
#include "diagnose/neighbour.h"
#include <stdbool.h>
#include <stddef.h>

enum { PLUMB_CHANGES = 3 }; /* at most, in one explanation */

typedef struct {
    size_t changes;
    const plumb_neighbour *change[PLUMB_CHANGES]; /* in a neighbourhood, in the order made */
    double worst_probable_ratio; /* largest error / what is expected, over all tensors: at most 1 */
    bool passes; /* the whole case, not its elements alone */
    double level;                /* errors / those of simulated evaluations, of the tensor that errs most */
    double left;                 /* what part is left of the errors of what was wrong as stated */
    size_t unjudged;             /* elements that the changed case says nothing of */
    size_t rows;                 /* time was up: it holds on so many rows, and no others were judged; 0: on all */
    bool alike;                  /* asks the same here as the one before it; of a case that PASSes: as it states */
    bool coarser;                /* the stated case, but for its precision model */
    bool shown;                  /* and the outputs have no more bits than that model stores */
    bool ships;                  /* the report names it: a precision in use under which the case passes */
    bool worse;                  /* leaves far more of the errors than another explanation */
} plumb_explanation;

/* A growing list.  Starts as all zeros. */
typedef struct {
    plumb_explanation *list;
    size_t count, capacity;
} plumb_explanations;

/* Returns 0, or -1 if memory is short. */
int plumb_explanations_add(plumb_explanations *explanations, const plumb_explanation *explanation);
/* Whether an explanation has the same changes, in whatever order. */
bool plumb_explanations_have(const plumb_explanations *explanations, const plumb_neighbour *const *change,
                             size_t changes);
void plumb_explanations_free(plumb_explanations *explanations);

/* Whether a change to a coarser precision is part of it. */
bool plumb_explained_by_precision(const plumb_explanation *explanation);

/* A coarser model that nothing but its larger expected errors speaks for: it excuses the numbers. */
bool plumb_only_excuses(const plumb_explanation *explanation);

/* Numbers that are not finite behind a mask explain every NaN, and nothing else need: of the other explanations under
   which these numbers cannot be judged, none stays. */
void plumb_explanations_keep_not_finite(plumb_explanations *explanations);

/* What only excuses last, what errs most nearly as simulated evaluations do before the others, for the coarsest allows
   everything; before that precision, for it hides what a convention explains; before that by fewest changes;
   what leaves far more of the errors than another after it; what has a name before a number that
   was fitted; then by kind, what is judged on all rows and all elements first, then as the
   neighbourhood lists them. */
void plumb_explanations_sort(plumb_explanations *explanations);

/* Whether two explanations ask the same here; returns 0, or -1. */
typedef int plumb_alike_test(void *context, const plumb_explanation *a, const plumb_explanation *b, bool *alike);

/* Moves each explanation behind those that it is alike to, and marks it.  The order of a sorted
   list stays otherwise.  Returns 0, or -1 as soon as the test does. */
int plumb_explanations_group(plumb_explanations *explanations, plumb_alike_test *test, void *context);
#endif
