/* neighbours_positions.h - the parts of plumb_neighbours_of_positions; each adds nothing to the
   list where the case has another encoding. */
#ifndef PLUMB_DIAGNOSE_NEIGHBOURS_POSITIONS_H
#define PLUMB_DIAGNOSE_NEIGHBOURS_POSITIONS_H
#include "diagnose/neighbour.h"

/* Where queries and keys stand, of every encoding: by counting, and by position ids and the
   like. */
void plumb_neighbours_of_places(const plumb_case *stated, plumb_neighbourhood *neighbourhood);
void plumb_neighbours_of_ids(const plumb_case *stated, plumb_neighbourhood *neighbourhood);
/* alibi: which distance is multiplied, and by what slope. */
void plumb_neighbours_of_alibi(const plumb_case *stated, plumb_neighbourhood *neighbourhood);
void plumb_neighbours_of_slopes(const plumb_case *stated, plumb_neighbourhood *neighbourhood);
/* alibi: distances, slopes and products in few bits. */
void plumb_neighbours_of_alibi_numbers(const plumb_case *stated,
                                       plumb_neighbourhood *neighbourhood);
/* t5, bucket-index: the bucket of a distance. */
void plumb_neighbours_of_buckets(const plumb_case *stated, plumb_neighbourhood *neighbourhood);
/* t5, relative-table, shaw, learned: the table as it is read. */
void plumb_neighbours_of_tables(const plumb_case *stated, plumb_neighbourhood *neighbourhood);
/* sinusoidal, learned: vectors that are added. */
void plumb_neighbours_of_sums(const plumb_case *stated, plumb_neighbourhood *neighbourhood);
void plumb_neighbours_of_sinusoids(const plumb_case *stated, plumb_neighbourhood *neighbourhood);
/* none: encodings that are applied all the same. */
void plumb_neighbours_of_unstated(const plumb_case *stated, plumb_neighbourhood *neighbourhood);
#endif
