/* known.h - intervals of all exact values of one question, collected from judgements. */
#ifndef PLUMB_SAME_KNOWN_H
#define PLUMB_SAME_KNOWN_H
#include "base/storage.h"
#include "judge/compare.h"

typedef struct {
    const plumb_case *judged;
    double *low[PLUMB_ANSWERS], *high[PLUMB_ANSWERS]; /* -infinity and infinity if not known */
} plumb_same_known;

/* Starts with nothing known for the tensors of the case; storage owns the arrays.  Returns 0, or -1 if there is not
   enough memory. */
int plumb_same_known_init(plumb_same_known *known, const plumb_case *judged, plumb_storage *storage);

/* Adds the interval of a judged element; context: a plumb_same_known (plumb_compare_options). */
void plumb_same_known_element(void *context, plumb_quantity quantity, const plumb_element *element);
#endif
