/* neighbours_heads.h - the parts of the list of heads. */
#ifndef PLUMB_DIAGNOSE_NEIGHBOURS_HEADS_H
#define PLUMB_DIAGNOSE_NEIGHBOURS_HEADS_H
#include "diagnose/neighbour.h"

/* Memory that is read in another layout. */
void plumb_neighbours_of_layouts(const plumb_case *stated, plumb_neighbourhood *neighbourhood);
/* Batch entries that are mixed up. */
void plumb_neighbours_of_batches(const plumb_case *stated, plumb_neighbourhood *neighbourhood);
#endif
