#include "diagnose/neighbour.h"

/* Families of which engines differ most often come first. */
void plumb_neighbours_of(const plumb_case *stated, plumb_neighbourhood *neighbourhood) {
    plumb_neighbours_of_masks(stated, neighbourhood);
    plumb_neighbours_of_rope(stated, neighbourhood);
    plumb_neighbours_of_scores(stated, neighbourhood);
    plumb_neighbours_of_positions(stated, neighbourhood);
    plumb_neighbours_of_operators(stated, neighbourhood);
    plumb_neighbours_of_heads(stated, neighbourhood);
    plumb_neighbours_of_keys(stated, neighbourhood);
    plumb_neighbours_of_added(stated, neighbourhood);
    plumb_neighbours_of_claims(stated, neighbourhood);
    plumb_neighbours_of_precision(stated, neighbourhood);
}
