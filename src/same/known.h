/* known.h - between which numbers each exact value of one question lies, gathered from judgements. */
#ifndef PLUMB_SAME_KNOWN_H
#define PLUMB_SAME_KNOWN_H
#include "base/storage.h"
#include "judge/compare.h"

typedef struct {
    const plumb_case *judged;
    double *low[PLUMB_ANSWERS], *high[PLUMB_ANSWERS]; /* -infinity and infinity where nothing is known */
} plumb_same_known;

/* Nothing is known yet of the answers that the case holds.  -1 if memory is short; the storage keeps what was taken. */
int plumb_same_known_init(plumb_same_known *known, const plumb_case *judged, plumb_storage *storage);

/* What a judgement says of an element; context is a plumb_same_known (plumb_compare_options). */
void plumb_same_known_element(void *context, plumb_quantity quantity, const plumb_element *element);
#endif
