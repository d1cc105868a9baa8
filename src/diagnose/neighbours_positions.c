#include "diagnose/neighbours_positions.h"
#include "diagnose/change.h"

static int leave_out(const plumb_neighbour *neighbour, plumb_storage *storage,
                     plumb_case *changed) {
    plumb_position *position = &changed->problem.position;
    (void)neighbour;
    (void)storage;
    if (position->kind == PLUMB_POSITION_NONE)
        return 0;
    *position = (plumb_position){0};
    changed->problem.mask.in_cache = false;
    return 1;
}

static void add_none(plumb_neighbourhood *list) {
    plumb_neighbour neighbour = {.kind = PLUMB_NEIGHBOUR_FAULT,
                                 .axis = "position",
                                 .member = "\"position\":\"none\"",
                                 .change = leave_out};
    plumb_change_add(list, neighbour, "leaves the positional encoding out");
}

void plumb_neighbours_of_positions(const plumb_case *stated, plumb_neighbourhood *neighbourhood) {
    if (stated->problem.position.kind == PLUMB_POSITION_NONE) {
        plumb_neighbours_of_unstated(stated, neighbourhood);
        return;
    }
    plumb_neighbours_of_alibi(stated, neighbourhood);
    plumb_neighbours_of_slopes(stated, neighbourhood);
    plumb_neighbours_of_buckets(stated, neighbourhood);
    plumb_neighbours_of_tables(stated, neighbourhood);
    plumb_neighbours_of_sinusoids(stated, neighbourhood);
    plumb_neighbours_of_sums(stated, neighbourhood);
    add_none(neighbourhood);
    plumb_neighbours_of_places(stated, neighbourhood);
    plumb_neighbours_of_ids(stated, neighbourhood);
    plumb_neighbours_of_alibi_numbers(stated, neighbourhood);
}
