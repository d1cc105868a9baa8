/* neighbours_keys.h - the parts of the list of keys. */
#ifndef PLUMB_DIAGNOSE_NEIGHBOURS_KEYS_H
#define PLUMB_DIAGNOSE_NEIGHBOURS_KEYS_H
#include "diagnose/neighbour.h"

/* Keys of zeros up to a multiple of a block. */
void plumb_neighbours_of_padding(const plumb_case *stated, plumb_neighbourhood *neighbourhood);
/* Keys and values with other contents. */
void plumb_neighbours_of_contents(const plumb_case *stated, plumb_neighbourhood *neighbourhood);

/* Whether several keys are new: those of the queries, after others. */
bool plumb_decodes_several(const plumb_case *stated);
#endif
