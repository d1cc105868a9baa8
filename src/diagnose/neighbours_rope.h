/* neighbours_rope.h - the parts of plumb_neighbours_of_rope, for cases whose position is rope. */
#ifndef PLUMB_DIAGNOSE_NEIGHBOURS_ROPE_H
#define PLUMB_DIAGNOSE_NEIGHBOURS_ROPE_H
#include "diagnose/neighbour.h"

/* Which elements form pairs, and how many of them. */
void plumb_neighbours_of_pairs(const plumb_case *stated, plumb_neighbourhood *neighbourhood);
/* base^(-2m/r): the base and the exponent. */
void plumb_neighbours_of_base(const plumb_case *stated, plumb_neighbourhood *neighbourhood);
/* Scalings for longer texts, and the lengths and ramps that they go by. */
void plumb_neighbours_of_scaling(const plumb_case *stated, plumb_neighbourhood *neighbourhood);
void plumb_neighbours_of_lengths(const plumb_case *stated, plumb_neighbourhood *neighbourhood);
/* The attention factor. */
void plumb_neighbours_of_multiplier(const plumb_case *stated, plumb_neighbourhood *neighbourhood);
/* Whose vectors turn, how often and which way. */
void plumb_neighbours_of_turning(const plumb_case *stated, plumb_neighbourhood *neighbourhood);
/* Frequencies, angles, cosines and sines in few bits. */
void plumb_neighbours_of_angles(const plumb_case *stated, plumb_neighbourhood *neighbourhood);
#endif
