#include "diagnose/neighbours_rope.h"

void plumb_neighbours_of_rope(const plumb_case *stated, plumb_neighbourhood *neighbourhood) {
    if (stated->problem.position.kind != PLUMB_POSITION_ROPE)
        return;
    plumb_neighbours_of_pairs(stated, neighbourhood);
    plumb_neighbours_of_base(stated, neighbourhood);
    plumb_neighbours_of_scaling(stated, neighbourhood);
    plumb_neighbours_of_lengths(stated, neighbourhood);
    plumb_neighbours_of_multiplier(stated, neighbourhood);
    plumb_neighbours_of_turning(stated, neighbourhood);
    plumb_neighbours_of_angles(stated, neighbourhood);
}
